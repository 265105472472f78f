/** @file
 * Contact with Coulomb friction: given M (d nc x d nc), q, and a coefficient mu
 * per contact, find reactions r and velocities u = M r + q with, for each
 * contact,
 *
 *     K* contains u + mu ||u_T|| e_N,   r in K,   the two orthogonal,
 *     K = { ||r_T|| <= mu r_N },   K* = { mu ||u_T|| <= u_N },
 *
 * that is: take-off (r = 0, u_N >= 0), stick (u = 0) or slip (u_N = 0,
 * ||r_T|| = mu r_N, u_T opposite to r_T). The d components of a contact are
 * (normal, tangent) when d = 2 and (normal, tangent, tangent) when d = 3.
 * Restitution is added to q by the caller. r and u are of one level: impulse and
 * velocity, or force and acceleration.
 *
 * Error measure, P the projection on K, all norms Euclidean:
 *
 *     (|| s - P(s - u - mu ||u_T|| e_N) || - 8 eps ||s||) / ||q||,   s_a = w_a r_a,
 *
 * w_a being the mean size of the diagonal entries of M_aa, the block of the contact,
 * down to a power of two: a velocity by reaction, so that u and s are of one unit,
 * and an answer is not better or worse for the choice of units. Where all w_a are 1
 * that is the natural map in its plainest form. A block without a diagonal has the
 * mean of the others; where all are without, as with M = -M', that is the largest |M_ij|.
 * u is recomputed from r, in twice the precision where ||s|| > 1e8 ||q||; at most
 * 1e-6 ||q|| is taken off; zero if negative,
 * absolute if q = 0. The measure also counts ||w - (M r + q)|| on the same scale.
 * eps is the precision of a double: of M r the digits below eps ||s|| are lost,
 * whoever computes it. ||s|| is not in the scale, since r may grow without end
 * where there is no solution.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_FRICTION_H
#define ZENO_FRICTION_H

#include <zeno/matrix.h>
#include <zeno/solver.h>

ZN_BEGIN_DECLS

/** The data of one problem; z is r, w is u. Borrowed for the call. */
typedef struct zn_friction {
    zn_index         d;  /**< components of a contact            2 or 3       */
    zn_index         nc; /**< contacts                           nc >= 1      */
    const zn_matrix *M;  /**< matrix, any storage                d nc x d nc  */
    const double    *q;  /**< velocities without reactions       d nc         */
    const double    *mu; /**< friction coefficients, >= 0        nc           */
} zn_friction;

/** The error measure above. `work` has 2 d nc elements. */
ZN_API double zn_friction_error(const zn_friction *p, const double z[],
                                const double w[], double work[]);

/** out = the point of { ||x_T|| <= mu x_N } nearest to x; in place if out == x. */
ZN_API void zn_friction_project(zn_index d, double mu, const double x[],
                                double out[]);

/** zn_solver_solve for this class: what is not a zn_friction does
 * not compile; a solver of another class than "friction" is
 * refused with words, ZN_EINVAL. */
static inline zn_status zn_friction_solve(zn_solver *s, const zn_friction *p,
                                          double z[], double w[],
                                          zn_solve_info *info)
{
    return zn_solver_solve_as(s, "friction", p, z, w, info, sizeof *info);
}

ZN_END_DECLS
#endif
