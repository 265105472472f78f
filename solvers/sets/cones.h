/* cones.h - the cones of friction and of rolling friction: projection, natural map, shift
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_CONES_H
#define ZENO_SOLVERS_CONES_H

#include <math.h>

#include <zeno/friction.h>
#include <zeno/rolling_friction.h>

enum { ZNI_DMAX = 5 }; /* most components of a contact: rolling in space */

/* ||x_T|| */
static inline double zni_tangent(zn_index d, const double x[])
{
    return d == 2 ? fabs(x[1]) : sqrt(x[1] * x[1] + x[2] * x[2]);
}

/* P_K as zn_friction_project, and (G not NULL) the d x d element of its Jacobian
 * of doc/friction.md, column-major. */
void zni_cone_project(zn_index d, double mu, const double x[], double out[],
                      double G[]);

/* f = r - P_K(r - rho (u + mu ||u_T|| e_N)), returns ||f||^2 */
double zni_cone_natural(zn_index d, double mu, double rho, const double r[],
                        const double u[], double f[]);

/* P_K as zn_rolling_friction_project, and (G not NULL) the d x d element of its
 * Jacobian of doc/rolling-friction.md, column-major, symmetric. */
void zni_rolling_project(zn_index d, double mu, double mur, const double x[],
                         double out[], double G[]);

/* mu ||u_T|| + mu_r ||u_M||, and (g not NULL) its gradient of d components, zero
 * where a norm vanishes. */
double zni_rolling_shift(zn_index d, double mu, double mur, const double u[],
                         double g[]);

#endif
