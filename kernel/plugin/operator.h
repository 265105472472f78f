/* operator.h - operators as the kernel's own files see them
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_OPERATOR_H
#define ZENO_KERNEL_OPERATOR_H

#include <zeno/operator.h>

/* Who has an operator, for messages: "system 'ball'", and the parameters it
 * sees without its own. Lives in the object. */
typedef struct zni_owner {
    zn_ctx     *ctx;
    const char *what; /* "system", "relation", "boundary condition of system" */
    const char *name; /* borrowed from the object */
    zn_index    nz;
    double     *z; /* owned by the object */
    zn_index    nu;
    double     *u; /* held input, likewise */
    bool        patterns; /* the class follows those of its matrices */
    /* asked before an operator is set or cleared; a failure is passed on (the
     * object is in a sealed model). NULL: may always change */
    zn_status (*change)(const struct zni_owner *owner);
} zni_owner;

struct zn_operator {
    const zni_owner *owner;
    const zn_slot   *slot;
    zn_index         rows, cols; /* of the result, from the slot's letters */
    zn_operator_mode mode;
    zn_fn           *fn;
    zn_closure_fn   *closure; /* in place of fn, with */
    void            *user;
    void           (*drop)(void *user);
    double          *value; /* CONSTANT rows*cols, DIAGONAL rows */
    zn_pattern      *pattern; /* of SPARSE, or declared for a function, or NULL */
    zn_index         nz;
    double          *z;      /* own parameters, or NULL */
    char            *origin; /* "Plugin:symbol" for plugins, else NULL */
};

/* Set up an absent operator; the owner must outlive it. */
void zni_operator_init(zn_operator *op, const zni_owner *owner,
                       const zn_slot *slot, zn_index rows, zn_index cols);
void zni_operator_fini(zn_operator *op);

/* How many values a function gives. */
static inline zn_index zni_operator_count(const zn_operator *op)
{
    return op->pattern ? zn_pattern_count(op->pattern) : op->rows * op->cols;
}

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
