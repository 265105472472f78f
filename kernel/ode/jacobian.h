/* jacobian.h - df/dy of smooth motion by differences, also beside jumps of f. doc/ode.md
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_ODE_JACOBIAN_H
#define ZENO_KERNEL_ODE_JACOBIAN_H

#include <zeno/ode.h>

/* J (n x n) = df/dy at (t, y), f0 being f(t, y), for steps of about length h. work: 3 n. n
 * evaluations of f and one to check them; n more where f jumps within the differences.
 * ZN_RETRY: y is at the edges of the domain of f on both sides. */
zn_status zni_ode_jacobian(const zn_ode_problem *p, double t, const double y[],
                           const double f0[], double h, double J[],
                           double work[], zn_ode_info *info);

#endif
