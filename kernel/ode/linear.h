/* linear.h - the solution of the integrator "linear"
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_ODE_LINEAR_H
#define ZENO_KERNEL_ODE_LINEAR_H

#include <zeno/ode.h>

/* At most. */
enum { ZNI_LINEAR_TERMS = 25 };

/* y(t0 + s h) = sum_k y_k s^k: `terms` vectors, one behind the other. */
typedef struct zni_power_series {
    const double *y;
    int           terms;
    double        h;
} zni_power_series;

extern const zn_ode_type zni_ode_linear;

/* Of its last step. */
zni_power_series zni_linear_series(const void *state);

/* Before the first step of a motion: is b, which is of time alone, what it was in the last step of the one before? Then
 * it ceases to be smooth where it did, and up to the end of that step nobody is asked for it again. */
void zni_linear_lasts(void *state, bool so);

#endif
