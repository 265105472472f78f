/** @file
 * Mixed linear complementarity: given M (n x n), q (n) and a mark for each
 * row, find z and w = M z + q with, row by row,
 *
 *     equality row:         w_i = 0,  z_i free
 *     complementarity row:  w_i >= 0, z_i >= 0, w_i z_i = 0.
 *
 * M may have more than n rows. Those beyond the n-th are equations without an
 * unknown of their own, (M z + q)_i = 0, and w has as many elements as M has
 * rows: a problem that is overdetermined but may be consistent. The solver
 * "auto" takes it, the others ask for a square M.
 *
 * Error measure: the largest over rows of |w_i| (equality) and
 * |min(rho z_i, w_i)| (complementarity), w recomputed from z, divided by
 * ||q||_inf unless q = 0. rho, the power of two at or next below the largest
 * |M_ij|, is the unit of M: the measure is the same in whatever units the data
 * are given. Where terms M_ij z_j hide errors of 1e-8 of q the rows are summed in twice the
 * precision.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_MLCP_H
#define ZENO_MLCP_H

#include <zeno/matrix.h>
#include <zeno/solver.h>

ZN_BEGIN_DECLS

/** The data of one problem. Borrowed for the call. */
typedef struct zn_mlcp {
    zn_index             n;  /**< unknowns                        n >= 1      */
    const zn_matrix     *M;  /**< matrix, any storage             rows x n, rows >= n */
    const double        *q;  /**< constant term                   rows        */
    const unsigned char *eq; /**< 1: equality row, 0: complementarity   n     */
} zn_mlcp;

/** The error measure above. `work` has n + rows elements. */
ZN_API double zn_mlcp_error(const zn_mlcp *p, const double z[],
                            const double w[], double work[]);

/** zn_solver_solve for this class: what is not a zn_mlcp does
 * not compile; a solver of another class than "mlcp" is
 * refused with words, ZN_EINVAL. */
static inline zn_status zn_mlcp_solve(zn_solver *s, const zn_mlcp *p,
                                      double z[], double w[],
                                      zn_solve_info *info)
{
    return zn_solver_solve_as(s, "mlcp", p, z, w, info, sizeof *info);
}

ZN_END_DECLS
#endif
