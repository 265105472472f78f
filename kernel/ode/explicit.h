/* explicit.h - explicit Runge-Kutta pairs: what they share, and what a formula says
 *
 *     k_i = f(t + c_i h, y + h sum_j a_ij k_j),    y1 = y + h sum_j b_j k_j,
 *
 * b being the last of the rows that make a step, so that its stage is f(t + h, y1), the
 * first of the next step. Stages after it serve the solution in between only.
 * doc/ode.md
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_ODE_EXPLICIT_H
#define ZENO_KERNEL_ODE_EXPLICIT_H

#include <zeno/ode.h>

#include "kernel/ode/kink.h"
#include "kernel/ode/over.h"

/* What a step leaves of itself for the formula's own functions. */
typedef struct zni_stages {
    zn_index n;
    const double *k; /* stage s of unknown i: k[s n + i] */
    double t, h;     /* of the step */
} zni_stages;

typedef struct zni_formula {
    int stages;       /* of a step, f at its end included */
    int more;         /* behind them, for values in between */
    int own;          /* terms of that, behind those of values and slopes at both ends */
    int order;        /* of the error estimate, + 1: what lengths follow */
    double alpha, beta; /* next length: 0.9 h e^-alpha before^beta, */
    double least, most; /* within these factors */
    const double *a;  /* (stages + more) rows of stages + more - 1 */
    const double *c;  /* stages + more */
    const double *d;  /* own rows of stages + more: h sum_j d_j k_j is the term */
    /* error of y1 in the norm of the tolerances; 1 or less: accepted */
    double (*error)(const zni_stages *k, const zn_ode_problem *p, const double y[],
                    const double y1[]);
} zni_formula;

/* State of every class of such pairs: zero-filled at first. */
typedef struct zni_explicit {
    const zni_formula *f; /* set by zni_explicit_reserve */
    double *room; /* stages, a trial value, the terms */
    zn_index croom;
    double *k, *trial, *r;
    zni_stages last; /* of the last step */
    bool known;      /* f at its end is in k */
    zni_ode_over over; /* of jumps of f */
    zni_kink kink;   /* where f is not smooth, ahead of the last step */
    double before;   /* error of the last accepted step, for the choice of h */
} zni_explicit;

zn_status zni_explicit_reserve(zni_explicit *o, const zni_formula *f, zn_ctx *ctx,
                               zn_index n);
/* Operations of zn_ode_type. */
void zni_explicit_fini(void *state, zn_ctx *ctx);
zn_status zni_explicit_step(void *state, const zn_ode_problem *p, double t,
                            const double y[], double limit, bool fresh, double *h,
                            double *t1, double y1[], zn_ode_info *info);
void zni_explicit_at(const void *state, double t, double y[]);
void zni_explicit_sag(const void *state, double out[]);
void zni_explicit_memory(void *state, zn_memory_fn *keep, void *to);

/* sum_j w_j k_j of unknown i, n weights */
static inline double zni_stage_sum(const zni_stages *s, int n, const double w[],
                                   zn_index i)
{
    const double *k = s->k + i;
    double sum = 0;

    for (int j = 0; j < n; j++, k += s->n)
        if (w[j] != 0)
            sum += w[j] * *k;
    return sum;
}

#endif
