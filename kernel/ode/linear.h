/* linear.h - the solution of the integrator "linear"
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_ODE_LINEAR_H
#define ZENO_KERNEL_ODE_LINEAR_H

#include <zeno/ode.h>

#include "kernel/ode/kink.h"

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

/* Where it knows b not to be smooth; and, for a step that is the first of a motion, what others knew of that: b is of time
 * alone, so that it is so whatever y is. */
zni_kink zni_linear_kink(const void *state);
void zni_linear_expect(void *state, const zni_kink *kink);

#endif
