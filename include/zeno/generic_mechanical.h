/** @file
 * Generic mechanical problem: one square matrix whose rows are cut into blocks
 * with laws of different kinds, as joints, stops, drives with friction and
 * contacts of one mechanism give. Given M (n x n) and q (n), find z and
 * w = M z + q with, block by block,
 *
 *     equality      w = 0, z free                                  any size
 *     unilateral    w >= 0, z >= 0, w'z = 0                        any size
 *     relay         -w in N_[lb,ub](z): w >= 0 where z = lb,
 *                   w <= 0 where z = ub, w = 0 between             any size
 *     friction-2d   Coulomb's law between z = (r_N, r_T) and
 *                   w = (u_N, u_T), coefficient mu                 2 rows
 *     friction-3d   the same, two tangents                         3 rows
 *     rolling-2d    Coulomb's law and that of rolling friction between
 *                   z = (r_N, r_T, r_M) and w = (u_N, u_T, u_M),
 *                   coefficients mu and mu_r                       3 rows
 *     rolling-3d    the same, two tangents, two axes of rolling    5 rows
 *     spinning-3d   the same and friction of spin about the normal,
 *                   coefficients mu, mu_r and mu_s                 6 rows
 *
 * Coulomb's law is that of zeno/friction.h, rolling friction that of
 * zeno/rolling_friction.h. z and w are of one level: impulses and velocities, or
 * forces and accelerations.
 *
 * Error measure: the largest over blocks of the block's own, Euclidean, s = a z,
 *
 *     equality      || w ||
 *     unilateral    || min(s, w) ||
 *     relay         || max(min(s - a lb, w), s - a ub) ||
 *     friction      || s - P(s - u - mu ||u_T|| e_N) ||, P on { ||r_T|| <= mu r_N }
 *     rolling, spinning
 *                   || s - P(s - u - (mu ||u_T|| + mu_r ||u_M||) e_N) ||,
 *                   P on { ||r_T|| <= mu r_N, ||r_M|| <= mu_r r_N }
 *
 * and of || w - (M z + q) ||, with w recomputed from z; all divided by ||q||, or
 * by 1 when q = 0. a is the mean size of the diagonal entries of M in the rows of
 * the block, down to a power of two, so that s and w are of one unit and an answer
 * is not better or worse for the choice of units; where there are none, their mean
 * in the other blocks, where no block has any the power of two at or next below the
 * largest |M_ij|. Of a contact that rolls a is that of its normal and
 * tangential rows, and rotations, their q and moments count times and by a length
 * L, another power of two, that makes the other diagonal entries of M as large; mu_r
 * by it. The size of z is not in the scale: where there is no solution z grows and would hide
 * the residual.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_GENERIC_MECHANICAL_H
#define ZENO_GENERIC_MECHANICAL_H

#include <zeno/matrix.h>
#include <zeno/solver.h>

ZN_BEGIN_DECLS

/** The law of a block. */
typedef enum zn_generic_kind {
    ZN_GENERIC_EQUALITY = 0,
    ZN_GENERIC_UNILATERAL,
    ZN_GENERIC_RELAY,
    ZN_GENERIC_FRICTION_2D,
    ZN_GENERIC_FRICTION_3D,
    ZN_GENERIC_ROLLING_2D,
    ZN_GENERIC_ROLLING_3D,
    ZN_GENERIC_SPINNING_3D
} zn_generic_kind;

/** "equality", "unilateral", "relay", "friction-2d", "friction-3d", "rolling-2d",
 * "rolling-3d", "spinning-3d"; NULL for another number. */
ZN_API const char *zn_generic_kind_name(int kind);

/** The data of one problem. Borrowed for the call. */
typedef struct zn_generic {
    zn_index             n;     /**< rows                            n >= 1   */
    const zn_matrix     *M;     /**< matrix, any storage             n x n    */
    const double        *q;     /**< constant term                   n        */
    zn_index             nb;    /**< blocks                          nb >= 1  */
    const zn_index      *start; /**< first rows; start[0] = 0, ascending,
                                 *   start[nb] = n                   nb + 1   */
    const unsigned char *kind;  /**< zn_generic_kind                 nb       */
    const double        *lb;    /**< lower bounds, may be -inf; read in the rows
                                 *   of relays only, NULL without    n        */
    const double        *ub;    /**< upper bounds, may be +inf; likewise  n   */
    const double        *mu;    /**< friction coefficients >= 0; read in blocks
                                 *   of friction and of rolling only, NULL
                                 *   without                         nb       */
    const double        *mu_r;  /**< of rolling friction, >= 0, a length; not
                                 *   looked at where no block rolls  nb; where
                                 *   blocks spin nb of spin behind them       */
} zn_generic;

/** The error measure above. `work` has 2 n elements. */
ZN_API double zn_generic_error(const zn_generic *p, const double z[],
                               const double w[], double work[]);

/** zn_solver_solve for this class: what is not a zn_generic does
 * not compile; a solver of another class than "generic-mechanical" is
 * refused with words, ZN_EINVAL. */
static inline zn_status zn_generic_solve(zn_solver *s, const zn_generic *p,
                                         double z[], double w[],
                                         zn_solve_info *info)
{
    return zn_solver_solve_as(s, "generic-mechanical", p, z, w, info,
                              sizeof *info);
}

ZN_END_DECLS
#endif
