/* operator.h - operators as the kernel's own files see them
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_OPERATOR_H
#define ZENO_KERNEL_OPERATOR_H

#include <zeno/operator.h>

typedef struct zni_owner zni_owner;

/* What it is that has operators. */
typedef struct zni_owner_kind {
    const char *what; /* "system", "relation", "boundary condition of system" */
    bool        patterns; /* the class follows those of its matrices */
    /* asked before an operator is set or cleared; a failure is passed on (the
     * object is in a sealed model). NULL: may always change */
    zn_status (*change)(const zni_owner *owner);
} zni_owner_kind;

/* Who has an operator, for messages: "system 'ball'", and the parameters it
 * sees without its own. Lives in the object. */
struct zni_owner {
    zn_ctx               *ctx;
    const zni_owner_kind *kind;
    const char           *name; /* borrowed from the object */
    zn_index              nz;
    double               *z; /* owned by the object */
    zn_index              nu;
    double               *u; /* held input, likewise */
};

/* What few operators have, beside them. */
typedef struct zni_extra {
    zn_closure_fn *closure; /* in place of fn, with */
    void          *user;
    void         (*drop)(void *user);
    zn_pattern    *pattern; /* of SPARSE, or declared for a function, or NULL */
    zn_index       nz;
    double        *z;      /* own parameters, or NULL */
    char          *origin; /* "Plugin:symbol" for plugins, else NULL */
} zni_extra;

struct zn_operator {
    const zni_owner *owner;
    const zn_slot   *slot;
    int32_t          nrows, ncols; /* of the result, from the slot's letters */
    zn_operator_mode mode;
    union {
        zn_fn       *fn;    /* of FUNCTION; NULL: a closure */
        double      *value; /* of others: CONSTANT rows*cols, DIAGONAL rows */
    };
    zni_extra       *extra; /* NULL: nothing of that */
};

/* Numbers of the result, written out. */
static inline zn_index zni_operator_size(const zn_operator *op)
{
    return (zn_index)op->nrows * op->ncols;
}

static inline zn_pattern *zni_operator_declared(const zn_operator *op)
{
    return op->extra ? op->extra->pattern : NULL;
}

/* Its own parameters; NULL: it sees those of its owner. */
static inline double *zni_operator_own(const zn_operator *op, zn_index *nz)
{
    *nz = op->extra ? op->extra->nz : 0;
    return op->extra ? op->extra->z : NULL;
}

/* The parameters it sees. */
static inline double *zni_operator_seen(const zn_operator *op, zn_index *nz)
{
    double *z = zni_operator_own(op, nz);

    if (!z) {
        *nz = op->owner->nz;
        z = op->owner->z;
    }
    return z;
}

/* Set up an absent operator; the owner must outlive it. */
void zni_operator_init(zn_operator *op, const zni_owner *owner,
                       const zn_slot *slot, zn_index rows, zn_index cols);
void zni_operator_fini(zn_operator *op);

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
