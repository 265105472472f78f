/** @file
 * Relay: given M (n x n), q (n) and bounds lb <= ub, find z and w = M z + q
 * with
 *
 *     -w in N_[lb,ub](z),
 *
 * that is, row by row: z_i = lb_i and w_i >= 0, or z_i = ub_i and w_i <= 0, or
 * lb_i <= z_i <= ub_i and w_i = 0. For lb = -1, ub = 1 this is z in Sgn(-w), an
 * ideal relay. A bound may be infinite, and one beyond 2^500, as 1e300, is; lb_i = ub_i fixes z_i.
 *
 * Error measure, relative to the data:
 *
 *     || max(min(rho (z - lb), w), rho (z - ub)) ||_inf / s,
 *     s = max(||q||_inf, ||M c||_inf, max_i |M_ii c_i|)
 *
 * with w recomputed from z, and c the point of [lb, ub] next to 0: of bounds counts what
 * they force on z, so one that is far away hides no error of the rest. The measure also
 * counts ||w - (M z + q)||_inf on the same scale. rho is the unit of M, the power of two
 * at or next below its largest |M_ij|, so that the measure is the same in whatever units
 * the data are given (for M = 0 rho compares q with the largest finite bound). With rho = 1 the numerator is z -
 * P_[lb,ub](z - w), written without cancellation. Where s is zero it is rho times the largest finite bound, and where
 * that is zero nothing is divided. What is left of row i within the rounding of its sum, 64
 * units of 2^-53 times |q_i| + sum_j |M_ij z_j|, is forgiven (down to an error of 2^-52);
 * where a bound is infinite up to 1e-6 s only, since there may be no answer then and z may
 * grow without end. Rows whose terms hide errors of 1e-8 s are summed in twice the precision.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_RELAY_H
#define ZENO_RELAY_H

#include <zeno/matrix.h>
#include <zeno/solver.h>

ZN_BEGIN_DECLS

/** The data of one problem. Borrowed for the call. */
typedef struct zn_relay {
    zn_index         n;  /**< rows                               n >= 1       */
    const zn_matrix *M;  /**< matrix, any storage                n x n        */
    const double    *q;  /**< constant term                      n            */
    const double    *lb; /**< lower bounds, may be -inf          n            */
    const double    *ub; /**< upper bounds, may be +inf          n            */
} zn_relay;

/** The error measure above. `work` has 2 n elements. */
ZN_API double zn_relay_error(const zn_relay *p, const double z[],
                             const double w[], double work[]);

/** zn_solver_solve for this class: what is not a zn_relay does
 * not compile; a solver of another class than "relay" is
 * refused with words, ZN_EINVAL. */
static inline zn_status zn_relay_solve(zn_solver *s, const zn_relay *p,
                                       double z[], double w[],
                                       zn_solve_info *info)
{
    return zn_solver_solve_as(s, "relay", p, z, w, info, sizeof *info);
}

ZN_END_DECLS
#endif
