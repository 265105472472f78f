/** @file
 * Linear complementarity: given M (n x n) and q (n), find z and w with
 *
 *     w = M z + q,   z >= 0,   w >= 0,   z'w = 0.
 *
 * Error measure, relative to the data:
 *
 *     || min(rho z, M z + q) ||_inf / ||q||_inf
 *
 * (not divided if q = 0). rho is the unit of M, the power of two at or next below
 * its largest |M_ij|: the measure is the same in whatever units M, q, and with
 * them z and w, are given. With w recomputed from z, so a wrong w cannot hide an error; the measure
 * also counts ||w - (M z + q)||_inf on the same scale. Where terms M_ij z_j hide errors of 1e-8
 * of q the rows are summed in twice the precision: a z that runs away where there is no answer
 * must not look like one.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_LCP_H
#define ZENO_LCP_H

#include <zeno/matrix.h>
#include <zeno/solver.h>

ZN_BEGIN_DECLS

/** The data of one problem. Borrowed for the call. */
typedef struct zn_lcp {
    zn_index         n; /**< number of pairs                     n >= 1       */
    const zn_matrix *M; /**< matrix, any storage                 n x n        */
    const double    *q; /**< constant term                       n            */
} zn_lcp;

/** The error measure above. `work` has 2 n elements. */
ZN_API double zn_lcp_error(const zn_lcp *p, const double z[], const double w[],
                           double work[]);

/** zn_solver_solve for this class: what is not a zn_lcp does
 * not compile; a solver of another class than "lcp" is
 * refused with words, ZN_EINVAL. */
static inline zn_status zn_lcp_solve(zn_solver *s, const zn_lcp *p,
                                     double z[], double w[],
                                     zn_solve_info *info)
{
    return zn_solver_solve_as(s, "lcp", p, z, w, info, sizeof *info);
}

ZN_END_DECLS
#endif
