/** @file
 * Mixed complementarity: given a map F of R^n and bounds lb <= ub, find z in
 * [lb, ub] and w = F(z) with, row by row,
 *
 *     w_i >= 0 where z_i = lb_i,   w_i <= 0 where z_i = ub_i,   w_i = 0 between.
 *
 * A bound may be infinite: without any, row i is the equation F_i(z) = 0; with
 * lb_i = 0 alone, it is the complementarity z_i >= 0, F_i >= 0, z_i F_i = 0.
 *
 * F is asked in [lb, ub] only. Error measure, relative to the size of a small F, c the
 * point of [lb, ub] next to 0:
 *
 *     || max(min(u (z - lb), F(z)), u (z - ub)) ||_inf / s,   s = min(1, || F(c) ||_inf),
 *
 * with u the power of two at or next below s, F recomputed at z; the measure also counts
 * ||w - F(z)||_inf. See zeno/ncp.h. Where F cannot be had at c, or is zero there, s = 1.
 * With sizes of z or F, as in zeno/ncp.h, z - lb and z - ub are divided by a_i and F_i by b_i.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_MCP_H
#define ZENO_MCP_H

#include <zeno/vi.h>

ZN_BEGIN_DECLS

/** The data of one problem. Borrowed for the call. */
typedef struct zn_mcp {
    zn_index         n;        /**< rows                          n >= 1      */
    zn_map_fn       *F;        /**< the map                                   */
    zn_jacobian_fn  *jacobian; /**< its Jacobian                              */
    const zn_matrix *J;        /**< storage of the Jacobian, dense or CSC, x
                                    not used; NULL: dense         n x n       */
    void            *user;     /**< first argument of the functions           */
    const double    *lb;       /**< n lower bounds; NULL: none                */
    const double    *ub;       /**< n upper bounds; NULL: none                */
    const double    *z_size;   /**< n ordinary sizes of z, > 0; NULL: 1       */
    const double    *F_size;   /**< n ordinary sizes of F, > 0; NULL: as zeno/ncp.h has it */
} zn_mcp;

/** The error measure above. `work` has 2 n elements. */
ZN_API double zn_mcp_error(const zn_mcp *p, const double z[], const double w[],
                           double work[]);

/** zn_solver_solve for this class: what is not a zn_mcp does
 * not compile; a solver of another class than "mcp" is
 * refused with words, ZN_EINVAL. */
static inline zn_status zn_mcp_solve(zn_solver *s, const zn_mcp *p,
                                     double z[], double w[],
                                     zn_solve_info *info)
{
    return zn_solver_solve_as(s, "mcp", p, z, w, info, sizeof *info);
}

ZN_END_DECLS
#endif
