/* linear_part.h - the part in time of the integrator "linear", b(t), and what an attempt has of it
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_ODE_LINEAR_PART_H
#define ZENO_KERNEL_ODE_LINEAR_PART_H

#include "kernel/ode/chebyshev.h"
#include "kernel/ode/kink.h"
#include "kernel/ode/linear.h"
#include "kernel/ode/over.h"
#include "kernel/ode/rhythm.h"

/* A step whose b is that of the next attempt, which nobody is asked for again: its start and its length. */
typedef struct zni_source {
    double from, length; /* 0: none */
} zni_source;

typedef struct zni_linear {
    double  *room;
    zn_index croom, n;
    double  *y;    /* ZNI_LINEAR_TERMS of n each: the last step */
    double  *b;    /* ZNI_HIGH + 1 of n each: values at the points of an attempt */
    double  *c;    /* ZNI_HIGH + 1 of n each: its Chebyshev coefficients, then b_k */
    double  *end;  /* n: b at the end of the last step */
    double  *work; /* 4 n */
    double   t, h, t1; /* t1: its end */
    zn_ctx  *ctx;
    const zn_ode_problem *p; /* whose kink is looked for */
    int      degree, last; /* of b in the attempt, and in the step before */
    int      terms;   /* of y */
    zni_source told;
    bool     known;   /* `end` is b at the end of the last step */
    bool     retold;  /* c is of powers, times h, and not of values */
    bool     lasting; /* b is what it was in the last step, though a motion begins */
    bool     made;    /* y is of the attempt, and no more of the step before */
    zni_ode_over  over;
    zni_kink      kink;
    zni_rhythm    rhythm; /* of the kinks */
    zni_chebyshev table;
} zni_linear;

/* What an attempt lacks: its error in tolerances, and the factor for the next length. */
typedef struct zni_verdict {
    double e, factor;
} zni_verdict;

/* Longer than the step before by this factor at most: nothing is known of b there. */
#define ZNI_LINEAR_GROWTH 6.0

/* Does b have a part in y_i'? What is the rate of another unknown has none. */
static inline bool zni_is_driven(const zn_ode_problem *p, zn_index i)
{
    return !p->rate || p->rate[i] < 0;
}

/* (A x)_i */
static inline double zni_rate_of(const zn_ode_problem *p, const double x[], zn_index i)
{
    double sum;

    if (!zni_is_driven(p, i))
        return x[p->rate[i]];
    sum = p->A[i] * x[0];
    for (zn_index j = 1; j < p->n; j++)
        sum += p->A[i + j * p->n] * x[j];
    return sum;
}

/* By which a length is to be multiplied after an error e of that order, of 25 at most. */
static inline double zni_linear_factor(double e, int order)
{
    return e > 1e-22 ? 0.9 * pow(e, -1.0 / order) : ZNI_LINEAR_GROWTH;
}

/* ---- linear.c ---- */
/* y at a share s of the last step. */
void zni_linear_values(const zni_linear *o, double s, double y[]);

/* ---- linear_part.c ---- */
/* b at the start of a step from t, which is as long as `most` at most. */
zn_status zni_part_start(zni_linear *o, const zn_ode_problem *p, double t, double most, bool fresh,
                         zn_ode_info *info);
/* Values of b up to t1, of as high a degree as may be of use, and their error. */
zn_status zni_part_ask(zni_linear *o, const zn_ode_problem *p, double t1, const double y[], zn_ode_info *info,
                       zni_verdict *out);
/* b_k of them, times h. */
void zni_part_powers(zni_linear *o, const zn_ode_problem *p);
/* Is it worth while to look for a kink, in an attempt of that length? Is b smooth in it, as far as can be told from the
 * step before? */
bool zni_part_may_kink(const zni_linear *o, double use, double before, const zni_verdict *v);
zn_status zni_part_look(zni_linear *o, const zn_ode_problem *p, double t, double t1, double before,
                        zn_ode_info *info);
/* A step to t1 was made: the length of the next one, if that of it would be `next`. */
double zni_part_next(zni_linear *o, double t1, double next);

#endif
