/** @file
 * Contact with Coulomb and rolling friction: given M (d nc x d nc), q, and two
 * coefficients per contact, find r and u = M r + q with, for each contact,
 *
 *     K* contains u + (mu ||u_T|| + mu_r ||u_M||) e_N,   r in K,   orthogonal,
 *     K  = { ||r_T|| <= mu r_N, ||r_M|| <= mu_r r_N },
 *     K* = { mu ||u_T|| + mu_r ||u_M|| <= u_N },
 *
 * that is: take-off (r = 0, u_N >= 0), or u_N = 0 and both of
 *     stick (u_T = 0) or slip (||r_T|| = mu r_N, u_T opposite to r_T),
 *     no rolling (u_M = 0) or rolling (||r_M|| = mu_r r_N, u_M opposite to r_M).
 * The components of a contact are (normal, tangent, rolling) when d = 3, in the
 * plane, and (normal, 2 tangents, 2 rolling) when d = 5, in space. u_M is the
 * relative angular velocity, r_M a moment (times time, where r is an impulse), so
 * mu_r is a length. Restitution is added to q by the caller.
 *
 * With d = 6 a contact in space has friction of spin, too, about its normal: a sixth
 * component and a third coefficient mu_s, a length like mu_r, with
 *
 *     |r_S| <= mu_s r_N,   u_S = 0 or |r_S| = mu_s r_N and opposite to u_S,
 *
 * and mu_s |u_S| beside the other two wherever they are added.
 *
 * Error measure, P the projection on K, all norms Euclidean:
 *
 *     (|| s - P(s - u - (mu ||u_T|| + mu_r ||u_M||) e_N) || - 8 eps ||s||) / ||q||
 *
 * where rotations and moments count times and by a length L_a of the contact, mu_r
 * by it too, and s_a = w_a r_a: w_a is the mean size of the normal and tangential
 * diagonal entries of M, down to a power of two, and L_a, another, makes the others
 * as large, so that an answer is not better or worse for the choice of units. u is
 * recomputed from r; zero if negative, absolute if q = 0. The measure also counts
 * ||w - (M r + q)|| on the same scale; see zeno/friction.h for eps and for entries
 * that vanish.
 *
 * The same with the equations of motion kept: given also H (n x d nc) and b, find
 * v, r and u with
 *
 *     M v = H r + q,     u = H' v + b,
 *
 * and the law between r and u; z is (v, r), w is u. Its error measure is that of
 * zeno/global_friction.h with the lengths of the first.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_ROLLING_FRICTION_H
#define ZENO_ROLLING_FRICTION_H

#include <zeno/matrix.h>
#include <zeno/solver.h>

ZN_BEGIN_DECLS

/** The data of one problem; z is r, w is u. Borrowed for the call. */
typedef struct zn_rolling_friction {
    zn_index         d;    /**< components of a contact            3, 5 or 6   */
    zn_index         nc;   /**< contacts                           nc >= 1     */
    const zn_matrix *M;    /**< matrix, any storage                d nc x d nc */
    const double    *q;    /**< velocities without reactions       d nc        */
    const double    *mu;   /**< coefficients of friction, >= 0     nc          */
    const double    *mu_r; /**< of rolling friction, >= 0          nc, length;
                                with d = 6 nc of spin behind them              */
} zn_rolling_friction;

/** The same with the equations of motion. Borrowed for the call. */
typedef struct zn_global_rolling_friction {
    zn_index         d;    /**< components of a contact            3, 5 or 6   */
    zn_index         nc;   /**< contacts                           nc >= 0     */
    zn_index         n;    /**< velocities                         n >= 1      */
    const zn_matrix *M;    /**< matrix of masses, regular          n x n       */
    const zn_matrix *H;    /**< directions; unused when nc = 0     n x d nc    */
    const double    *q;    /**< impulses                           n           */
    const double    *b;    /**< velocities                         d nc        */
    const double    *mu;   /**< coefficients of friction, >= 0     nc          */
    const double    *mu_r; /**< of rolling friction, >= 0          nc, length;
                                with d = 6 nc of spin behind them              */
} zn_global_rolling_friction;

/** The first error measure above. `work` has 2 d nc elements. */
ZN_API double zn_rolling_friction_error(const zn_rolling_friction *p,
                                        const double z[], const double w[],
                                        double work[]);

/** The second. `work` has n + 2 d nc elements. */
ZN_API double zn_global_rolling_friction_error(
    const zn_global_rolling_friction *p, const double z[], const double w[],
    double work[]);

/** out = the point of K nearest to x, exactly, d = 3 or 5; in place if out == x. */
ZN_API void zn_rolling_friction_project(zn_index d, double mu, double mu_r,
                                        const double x[], double out[]);

/** The same of a contact with spin: six components. */
ZN_API void zn_spinning_friction_project(double mu, double mu_r, double mu_s,
                                         const double x[], double out[]);

/** zn_solver_solve for this class: what is not a zn_rolling_friction does
 * not compile; a solver of another class than "rolling-friction" is
 * refused with words, ZN_EINVAL. */
static inline zn_status zn_rolling_friction_solve(
    zn_solver *s, const zn_rolling_friction *p, double z[], double w[],
    zn_solve_info *info)
{
    return zn_solver_solve_as(s, "rolling-friction", p, z, w, info,
                              sizeof *info);
}

/** zn_solver_solve for this class: what is not a
 * zn_global_rolling_friction does
 * not compile; a solver of another class than "global-rolling-friction" is
 * refused with words, ZN_EINVAL. */
static inline zn_status zn_global_rolling_friction_solve(
    zn_solver *s, const zn_global_rolling_friction *p, double z[], double w[],
    zn_solve_info *info)
{
    return zn_solver_solve_as(s, "global-rolling-friction", p, z, w, info,
                              sizeof *info);
}

ZN_END_DECLS
#endif
