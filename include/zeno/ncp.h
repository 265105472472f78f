/** @file
 * Nonlinear complementarity: given a map F of R^n, find z and w = F(z) with
 *
 *     z >= 0,   w >= 0,   z'w = 0.
 *
 * F is asked at z >= 0 only. Error measure, absolute, in the units of the data:
 *
 *     || min(z, F(z)) ||_inf
 *
 * with F recomputed at z; the measure also counts ||w - F(z)||_inf.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_NCP_H
#define ZENO_NCP_H

#include <zeno/vi.h>

ZN_BEGIN_DECLS

/** The data of one problem. Borrowed for the call. */
typedef struct zn_ncp {
    zn_index         n;        /**< pairs                         n >= 1      */
    zn_map_fn       *F;        /**< the map                                   */
    zn_jacobian_fn  *jacobian; /**< its Jacobian                              */
    const zn_matrix *J;        /**< storage of the Jacobian, dense or CSC, x
                                    not used; NULL: dense         n x n       */
    void            *user;     /**< first argument of the functions           */
} zn_ncp;

/** The error measure above. `work` has 2 n elements. */
ZN_API double zn_ncp_error(const zn_ncp *p, const double z[], const double w[],
                           double work[]);

/** zn_solver_solve for this class: what is not a zn_ncp does
 * not compile; a solver of another class than "ncp" is
 * refused with words, ZN_EINVAL. */
static inline zn_status zn_ncp_solve(zn_solver *s, const zn_ncp *p,
                                     double z[], double w[],
                                     zn_solve_info *info)
{
    return zn_solver_solve_as(s, "ncp", p, z, w, info, sizeof *info);
}

ZN_END_DECLS
#endif
