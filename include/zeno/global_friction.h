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

/** Joints beside the contacts. The problem
 *
 *     M v = H r + G lambda + q,   G' v + c = 0,   u = H' v + b,
 *
 * with ne rows of joints, whose multipliers lambda have any sign, is one of this class and
 * of rolling friction (zeno/rolling_friction.h) with the velocities (v, lambda / s),
 *
 *     [  M    -G S ]       [ H ]
 *     [ S G'    0  ],      [ 0 ],      (q, -S c),      S = diag(s),
 *
 * for M, H and q there; b and mu stay. s are powers of two that make what a joint is off by
 * count as much as what a contact is. A row of joints that those before it say already, up to
 * rounding, has the multiplier zero, by a row and a column of its own; where rows times rows times
 * velocities are 1e10 and more nobody looks, and that matrix is singular then, which the solvers
 * say. It is not symmetric, which not all of them take. */
typedef struct zn_joined {
    zn_index  n;     /**< velocities of the problem, v and lambda / s          */
    zn_index  ne;    /**< rows of joints, the last of them                      */
    zn_matrix M, H;  /**< as above, by columns, in the arrays below             */
    double   *q;     /**< n                                                     */
    double   *scale; /**< s                                   ne                */
    zn_index *p, *i, *hp, *hi;
    double   *x, *hx;
} zn_joined;

/** Join M, H and q, which are not needed afterwards, by G (rows of M x ne) and c (ne).
 * @param[out] out  you own it; NULL on failure
 * @retval ZN_EINVAL  sizes that do not fit, joints that contradict each other */
ZN_API zn_status zn_joined_new(zn_ctx *ctx, const zn_matrix *M,
                               const zn_matrix *H, const double q[],
                               const zn_matrix *G, const double c[],
                               zn_joined **out);

/** lambda (ne) from the velocities z of a solution. */
ZN_API void zn_joined_multipliers(const zn_joined *j, const double z[],
                                  double lambda[]);

/** NULL is fine. */
ZN_API void zn_joined_free(zn_ctx *ctx, zn_joined *j);

/** zn_solver_solve for this class: what is not a zn_global_friction does
 * not compile; a solver of another class than "global-friction" is
 * refused with words, ZN_EINVAL. */
static inline zn_status zn_global_friction_solve(
    zn_solver *s, const zn_global_friction *p, double z[], double w[],
    zn_solve_info *info)
{
    return zn_solver_solve_as(s, "global-friction", p, z, w, info,
                              sizeof *info);
}

ZN_END_DECLS
#endif
