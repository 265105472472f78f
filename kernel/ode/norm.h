/* norm.h - the size of an error against the tolerances, which all built-in classes share
 *
 *     |w| = sqrt( mean_i ( w_i / (atol + rtol max(|y_i|, |y1_i|)) )^2 )
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_ODE_NORM_H
#define ZENO_KERNEL_ODE_NORM_H

#include <math.h>

#include <zeno/ode.h>

/* What the error of an unknown is to be less than. */
static inline double zni_ode_tolerance(const zn_ode_problem *p, double y, double y1)
{
    const double a = fabs(y), b = fabs(y1);

    return p->atol + p->rtol * (a > b ? a : b);
}

/* The size of w at y. */
static inline double zni_ode_size(const zn_ode_problem *p, const double y[],
                                  const double w[])
{
    double sum = 0;

    for (zn_index i = 0; i < p->n; i++) {
        const double e = w[i] / zni_ode_tolerance(p, y[i], y[i]);
        sum += e * e;
    }
    return sqrt(sum / (double)p->n);
}

/* f, counted. */
static inline zn_status zni_ode_evaluate(const zn_ode_problem *p, double t,
                                         const double y[], double f[],
                                         zn_ode_info *info)
{
    info->evaluations++;
    return p->field(p->user, t, y, f);
}

#endif
