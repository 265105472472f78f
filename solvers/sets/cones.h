/* cones.h - second-order cones, those of friction and of rolling friction: projection, natural map, shift
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_CONES_H
#define ZENO_SOLVERS_CONES_H

#include <math.h>

#include <zeno/friction.h>
#include <zeno/rolling_friction.h>

enum { ZNI_DMAX = 6 }; /* most components of a contact: rolling and spin in space */

/* A part of a rolling contact: its n components from `at` on, which lie in a disc of their own, ||r_part|| <= mu r_N.
 * The parts are the tangents, rolling and, with six components, spin. */
typedef struct zni_part {
    zn_index at, n;
    double mu;
} zni_part;

enum { ZNI_PARTS_MOST = 3 };

/* The parts of a contact with the coefficients mu, mu_r[0] and, with six components, mu_r[next]; returns their
 * number. */
static inline int zni_rolling_parts(zn_index d, double mu, const double mu_r[],
                                    zn_index next, zni_part part[ZNI_PARTS_MOST])
{
    const zn_index m = (d - 1) / 2;

    part[0] = (zni_part){1, m, mu};
    part[1] = (zni_part){1 + m, m, mu_r[0]};
    if (d < 6)
        return 2;
    part[2] = (zni_part){5, 1, mu_r[next]};
    return 3;
}

/* Project x onto the cone tau x_0 >= ||x_1..||, in place. */
void zni_soc_project(zn_index d, double tau, double x[]);

/* Fischer-Burmeister function of x and y in the cone x_0 >= |x_r| (Fukushima, Luo & Tseng,
 * Smoothing functions for second-order-cone complementarity problems, SIAM J. Optim. 12, 2002):
 *     phi = (x.x + y.y + eps^2 e)^(1/2) - x - y,
 * . the Jordan product, e its unit, eps = 0 except where the root is not differentiable.
 * phi = 0 iff x and y are in the cone and x'y = 0, up to eps^2. If X is not NULL, X and Y become its derivatives by x
 * and y, d x d each. v: d work */
void zni_soc_fischer(zn_index d, const double x[], const double y[], double phi[], double X[],
                     double Y[], double v[]);
/* The same for z in the cone tau z_0 >= |z_r| and w in its dual, by x = (tau z_0, z_r) and y = (w_0 / tau, w_r).
 * s: 3 d work */
void zni_soc_phi(zn_index d, double tau, const double z[], const double w[], double phi[],
                 double Jz[], double Jw[], double s[]);

/* ||x_T|| */
static inline double zni_tangent(zn_index d, const double x[])
{
    return d == 2 ? fabs(x[1]) : sqrt(x[1] * x[1] + x[2] * x[2]);
}

/* P_K as zn_friction_project and, if G is not NULL, the element of its generalised Jacobian of doc/friction.md, d x d,
 * column-major. */
void zni_cone_project(zn_index d, double mu, const double x[], double out[],
                      double G[]);

/* f = r - P_K(r - rho (u + mu ||u_T|| e_N)); returns ||f||^2 */
double zni_cone_natural(zn_index d, double mu, double rho, const double r[],
                        const double u[], double f[]);

/* P_K as zn_rolling_friction_project, for `parts` parts, and, if G is not NULL, the element of its generalised
 * Jacobian of doc/rolling-friction.md, d x d, symmetric. */
void zni_rolling_project(zn_index d, int parts, const zni_part part[],
                         const double x[], double out[], double G[]);

/* The sum of mu ||u_part|| over the parts and, if g is not NULL, its gradient of d components, taken as zero where a
 * norm vanishes. */
double zni_rolling_shift(zn_index d, int parts, const zni_part part[],
                         const double u[], double g[]);

#endif
