/** @file
 * Nonlinear complementarity: given a map F of R^n, find z and w = F(z) with
 *
 *     z >= 0,   w >= 0,   z'w = 0.
 *
 * F is asked at z >= 0 only. Error measure, relative to the size of a small F:
 *
 *     || min(u z, F(z)) ||_inf / s,   s = min(1, || F(0) ||_inf),
 *
 * with u the power of two at or next below s, F recomputed at z; the measure also counts
 * ||w - F(z)||_inf. So z = 0 is not an answer because F is given in a unit in which its
 * numbers are small. A large F(0), which may have nothing to do with F at the solution,
 * does not excuse errors: choose units in which 1 is an ordinary size, of z too, or say what
 * is. Where F cannot be had at 0, or is zero there, s = 1.
 *
 * Whose z or F has other sizes than 1, or of component to component others, says so by `z_size`
 * and `F_size`, numbers that are ordinary for them. The problem is then solved in such units, and
 * with a_i and b_i, the powers of two at or next below these sizes, the error measure is
 *
 *     max_i | min(z_i / a_i, F_i(z) / b_i) |,
 *
 * b_i = s where there is no F_size; of z/b_i and w/b_i the same. Sizes times powers of two together
 * with z and F give the same bits times these.
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
    const double    *z_size;   /**< n ordinary sizes of z, > 0; NULL: 1       */
    const double    *F_size;   /**< n ordinary sizes of F, > 0; NULL: as above */
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
