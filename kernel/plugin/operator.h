/* operator.h - operators as the kernel's own files see them
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_OPERATOR_H
#define ZENO_KERNEL_OPERATOR_H

#include <zeno/operator.h>

typedef struct zni_owner zni_owner;

/* What it is that has operators. */
typedef struct zni_owner_kind {
    const char *what; /* "system", "relation", "boundary condition of system" */
    const char *patterns; /* the class follows those of matrices that have as many rows or
                             columns as one of these letters says; NULL: of none */
    /* asked before an operator is set or cleared; a failure is passed on (the
     * object is in a sealed model). NULL: may always change */
    zn_status (*change)(const zni_owner *owner);
    /* the table of its operators, and the size that a letter there stands for; -1: open */
    const zn_slot *(*slots)(const zni_owner *owner);
    zn_index (*size)(const zni_owner *owner, char letter);
} zni_owner_kind;

typedef struct zni_extra zni_extra;

/* Who has operators, for messages: "system 'ball'", and the parameters they
 * see without their own. Lives in the object, in the same block as they do, and before them. */
struct zni_owner {
    zn_ctx               *ctx;
    const zni_owner_kind *kind;
    const char           *name; /* borrowed from the object */
    zni_extra            *extra; /* what few of them have, one behind the other */
    int32_t               nz, nu;
    double               *z; /* owned by the object */
    double               *u; /* held input, likewise */
};

/* What few operators have, beside them. */
struct zni_extra {
    zni_extra     *next;
    zn_index       slot;     /* whose it is */
    zn_closure_fn *closure; /* in place of fn, with */
    void          *user;
    void         (*drop)(void *user);
    zn_pattern    *pattern; /* of SPARSE, or declared for a function, or NULL */
    zn_index       cols;    /* that an open size has become, if they are many */
    zn_index       nz;
    double        *z;      /* own parameters, or NULL */
    char          *origin; /* "Plugin:symbol" for plugins, else NULL */
};

/* More rows or columns than this, or not known yet: see zni_operator_many. */
#define ZNI_OPERATOR_FEW (UINT16_MAX - 1)

/* A rigid body has ten of them, and three are given: nothing that can be found. */
struct zn_operator {
    union {
        zn_fn  *fn;    /* of FUNCTION; NULL: a closure */
        double *value; /* of others: CONSTANT rows*cols, DIAGONAL rows */
    };
    uint16_t nrows, ncols; /* of the result, if they are few */
    uint16_t back;         /* pointers to its owner */
    uint8_t  slot;         /* among those of the owner */
    uint8_t  mode : 6;     /* zn_operator_mode */
    uint8_t  shares : 1;   /* its value is that of others, too; values.c */
    uint8_t  more : 1;     /* the owner has something extra of it */
};

_Static_assert(sizeof(zn_operator) == 16, "systems have many of them");

static inline const zni_owner *zni_operator_owner(const zn_operator *op)
{
    return (const zni_owner *)(const void *)((const char *)op - op->back * sizeof(void *));
}

/* Are there numbers that its functions see beside time and state? */
static inline bool zni_owner_has_z(const zni_owner *o)
{
    return o->nz || o->nu || o->extra;
}

static inline const zn_slot *zni_operator_slot(const zn_operator *op)
{
    const zni_owner *o = zni_operator_owner(op);

    return &o->kind->slots(o)[op->slot];
}

/* NULL: nothing of that. */
static inline zni_extra *zni_operator_extra(const zn_operator *op)
{
    zni_extra *e = op->more ? zni_operator_owner(op)->extra : NULL;

    while (e && e->slot != op->slot)
        e = e->next;
    return e;
}

/* Rows or columns where they are not few: as the letter of the slot says. */
zn_index zni_operator_many(const zn_operator *op, bool rows);

/* Of the result; -1: not known yet. */
static inline zn_index zni_operator_rows(const zn_operator *op)
{
    return op->nrows <= ZNI_OPERATOR_FEW ? op->nrows
                                         : zni_operator_many(op, true);
}

static inline zn_index zni_operator_cols(const zn_operator *op)
{
    return op->ncols <= ZNI_OPERATOR_FEW ? op->ncols
                                         : zni_operator_many(op, false);
}

/* An open number of columns has become one. */
zn_status zni_operator_set_cols(zn_operator *op, zn_index cols);

/* Numbers of the result, written out. */
static inline zn_index zni_operator_size(const zn_operator *op)
{
    return zni_operator_rows(op) * zni_operator_cols(op);
}

static inline zn_pattern *zni_operator_declared(const zn_operator *op)
{
    const zni_extra *e = zni_operator_extra(op);

    return e ? e->pattern : NULL;
}

/* Its own parameters; NULL: it sees those of its owner. */
static inline double *zni_operator_own(const zn_operator *op, zn_index *nz)
{
    const zni_extra *e = zni_operator_extra(op);

    *nz = e ? e->nz : 0;
    return e ? e->z : NULL;
}

/* The parameters it sees. */
static inline double *zni_operator_seen(const zn_operator *op, zn_index *nz)
{
    double *z = zni_operator_own(op, nz);

    if (!z) {
        *nz = zni_operator_owner(op)->nz;
        z = zni_operator_owner(op)->z;
    }
    return z;
}

/* Set up an absent operator of an owner, which must outlive it, for one of its slots. */
void zni_operator_init(zn_operator *op, const zni_owner *owner, zn_index slot);
void zni_operator_fini(zn_operator *op);

/* ---- values.c ---- */
/* The value goes, and is no more if it was not shared. */
void zni_operator_drop_value(zn_operator *op);

/* How many values a function gives. */
static inline zn_index zni_operator_count(const zn_operator *op)
{
    const zn_pattern *a = zni_operator_declared(op);

    return a ? zn_pattern_count(a) : zni_operator_size(op);
}

/* Absent or a constant of any kind: write the value out. */
zn_status zni_operator_write(const zn_operator *op, double out[]);

/* An address that no other thread gives while this one lasts. */
const void *zni_thread(void);

/* ---- call_list.c ---- */
/* The function of an operator, which has the list of that number. */
void zni_call_by_list(const zn_operator *op, int list, const zn_args *a);

/* ---- call.c ---- */
/* Evaluate into out (rows*cols, column-major; a function with a pattern fills that). ABSENT gives zeros, CONSTANT
 * and DIAGONAL are copied out; FUNCTION is called with the argument list of
 * its slot, out zeroed before, z attached, and the result checked for NaN, Inf
 * and zn_raise. Each list has its own caller; t is for messages where the list
 * has no time, NAN if the caller does not know it. Costs about 5 ns more than
 * the call itself. */
zn_status zni_call_s1(const zn_operator *op, double t, double out[]);
zn_status zni_call_s2(const zn_operator *op, double t, double out[]);
zn_status zni_call_s3(const zn_operator *op, double t, zn_index n,
                      const double x[], double out[]);
zn_status zni_call_s4(const zn_operator *op, double t, zn_index n,
                      const double q[], double out[]);
zn_status zni_call_s5(const zn_operator *op, double t, zn_index n,
                      const double q[], const double v[], double out[]);
zn_status zni_call_s6(const zn_operator *op, double t, zn_index n,
                      const double q[], const double v[], double out[]);
/* With the initial position of the body in place of parameters. */
zn_status zni_call_s7(const zn_operator *op, double t, zn_index nq,
                      const double q0[], double out[]);
zn_status zni_call_s8(const zn_operator *op, double t, const double q[],
                      const double v[], zn_index nq, const double q0[],
                      double out[]);
zn_status zni_call_s9(const zn_operator *op, double t, zn_index nq,
                      const double q[], zn_index ny, double out[]);
zn_status zni_call_s10(const zn_operator *op, double t, zn_index nq,
                       const double q[], zn_index nv, const double v[],
                       double out[]);
zn_status zni_call_s11(const zn_operator *op, zn_index nq, const double q[],
                       double t, zn_index ny, double out[]);
zn_status zni_call_s12(const zn_operator *op, double t, zn_index nq,
                       const double q[], zn_index nl, const double lambda[],
                       double out[]);
zn_status zni_call_s13(const zn_operator *op, double t, zn_index nx,
                       const double x[], zn_index nl, const double lambda[],
                       double out[]);
/* S14 has one argument: x or lambda, by operator. */
zn_status zni_call_s14(const zn_operator *op, double t, zn_index n,
                       const double x[], double out[]);
zn_status zni_call_s15(const zn_operator *op, double t, zn_index nx,
                       const double x[], zn_index nl, const double lambda[],
                       double out[]);
zn_status zni_call_s16(const zn_operator *op, double t, zn_index nl,
                       const double lambda[], double out[]);
zn_status zni_call_s17(const zn_operator *op, double t, double out[]);
/* With the held input of the object. */
zn_status zni_call_s19(const zn_operator *op, double t, zn_index nx,
                       const double x[], double out[]);

#endif
