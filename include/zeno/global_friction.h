/** @file
 * Contact with Coulomb friction, the equations of motion kept: given M (n x n),
 * H (n x d nc), q, b and a coefficient mu per contact, find v, r and u with
 *
 *     M v = H r + q,     u = H' v + b,
 *
 * and between u and r of each contact the law of zeno/friction.h. z is (v, r), w
 * is u. The condensed form has the matrix H' M^-1 H and the vector H' M^-1 q + b.
 *
 * Error measure, P the projection on the cones, u = H' v + b: the largest of
 *
 *     || M v - H r - q ||_m,  || s - P(s - u - mu ||u_T|| e_N) ||_w,  || w - u ||_w
 *
 * less 8 eps ||s||_w (zeno/friction.h says why), divided by max(||q||_m, ||b||_w);
 * absolute when both vanish. All are roots of energies, which impulses and velocities,
 * forces and moments, have in common, so that an answer is not better or worse for
 * the choice of units: with m_i = |M_ii|, for zero the mean of the others, and w_a of
 * contact a the mean of the diagonal of H_a' diag(m)^-1 H_a, down to a power of two,
 *
 *     ||x||_m^2 = sum x_i^2 / m_i,   ||x||_w^2 = sum ||x_a||^2 / w_a,   s_a = w_a r_a.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_GLOBAL_FRICTION_H
#define ZENO_GLOBAL_FRICTION_H

#include <zeno/matrix.h>
#include <zeno/solver.h>

ZN_BEGIN_DECLS

/** The data of one problem. Borrowed for the call. */
typedef struct zn_global_friction {
    zn_index         d;  /**< components of a contact            2 or 3       */
    zn_index         nc; /**< contacts                           nc >= 0      */
    zn_index         n;  /**< velocities                         n >= 1       */
    const zn_matrix *M;  /**< matrix of masses, regular          n x n        */
    const zn_matrix *H;  /**< directions; unused when nc = 0     n x d nc     */
    const double    *q;  /**< impulses                           n            */
    const double    *b;  /**< velocities                         d nc         */
    const double    *mu; /**< friction coefficients, >= 0        nc           */
} zn_global_friction;

/** The error measure above. `work` has n + 2 d nc elements. */
ZN_API double zn_global_friction_error(const zn_global_friction *p,
                                       const double z[], const double w[],
                                       double work[]);

ZN_END_DECLS
#endif
