/** @file
 * Second-order cone linear complementarity: given M (n x n), q (n) and cones that
 * cut the rows 0 .. n-1 into consecutive blocks, find z and w = M z + q with,
 * block by block (z_0 the first row of a block, z_r the others),
 *
 *     tau z_0 >= |z_r|,   w_0 >= tau |w_r|,   z'w = 0:
 *
 * z is in the cone K_tau, w in its dual. tau > 0. A block of one row is
 * z_0 >= 0, w_0 >= 0, z_0 w_0 = 0.
 *
 * Error measure, relative to q (absolute if q = 0), Euclidean norms:
 *
 *     || s - P_K(s - w) || / ||q||,   s = a z cone by cone,
 *
 * a being the mean size of the diagonal entries of M in the rows of the cone, down
 * to a power of two, so that s and w are of one unit and an answer is not better or
 * worse for the choice of units; where there are none, their mean in the other
 * cones, where no cone has any the power of two at or next below the largest |M_ij|.
 * w is recomputed from z; the measure also counts ||w - (M z + q)|| on the same scale.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_SOCLCP_H
#define ZENO_SOCLCP_H

#include <zeno/matrix.h>
#include <zeno/solver.h>

ZN_BEGIN_DECLS

/** The data of one problem. Borrowed for the call. */
typedef struct zn_soclcp {
    zn_index         n;      /**< rows                            n >= 1      */
    const zn_matrix *M;      /**< matrix, any storage             n x n       */
    const double    *q;      /**< constant term                   n           */
    zn_index         ncones; /**< cones                           >= 1        */
    const zn_index  *cone;   /**< first row of each, then n       ncones + 1  */
    const double    *tau;    /**< apertures                       ncones      */
} zn_soclcp;

/** The error measure above. `work` has 2 n elements. */
ZN_API double zn_soclcp_error(const zn_soclcp *p, const double z[],
                              const double w[], double work[]);

/** zn_solver_solve for this class: what is not a zn_soclcp does
 * not compile; a solver of another class than "soclcp" is
 * refused with words, ZN_EINVAL. */
static inline zn_status zn_soclcp_solve(zn_solver *s, const zn_soclcp *p,
                                        double z[], double w[],
                                        zn_solve_info *info)
{
    return zn_solver_solve_as(s, "soclcp", p, z, w, info, sizeof *info);
}

ZN_END_DECLS
#endif
