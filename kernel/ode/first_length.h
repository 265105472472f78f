/* first_length.h - of a linear motion
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_ODE_FIRST_LENGTH_H
#define ZENO_KERNEL_ODE_FIRST_LENGTH_H

#include <math.h>

#include <zeno/ode.h>

/* The unit of time of A, whatever the units of y. */
static inline double zni_first_length(const zn_ode_problem *p, double left)
{
    const zn_index n = p->n;
    double sum = 0;

    for (zn_index j = 0; j < n; j++)
        for (zn_index i = 0; i < n; i++)
            sum += fabs(p->A[i + j * n] * p->A[j + i * n]);
    return sum > 0 ? fmin(left, 1 / sqrt(sum)) : left;
}

#endif
