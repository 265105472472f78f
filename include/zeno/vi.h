/** @file
 * Variational inequality: given a closed convex set X in R^n and a map F on X,
 * find z in X with
 *
 *     F(z)'(y - z) >= 0   for all y in X,
 *
 * that is, z = P_X(z - F(z)). X is given by its projection, is a product of sets
 * (zeno/set.h, those of plugins too), or a box [lb, ub], whose bounds may be infinite.
 * F is never asked outside X.
 *
 * Error measure, relative to the size of F, in the largest component:
 *
 *     u || z - P_X(z - F(z) / u) ||_inf / || F(P_X(0)) ||_inf
 *
 * with u the power of two at or next below the divisor: the measure is the same in
 * whatever unit F is given. F is recomputed at z; the measure also counts
 * ||w - F(z)||_inf on the same scale (w is what a solver returns for F(z)). Where F
 * cannot be had at P_X(0) or is zero there the measure is absolute, u = 1; where it
 * cannot be had at z it is NaN.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_VI_H
#define ZENO_VI_H

#include <zeno/matrix.h>
#include <zeno/set.h>
#include <zeno/solver.h>

ZN_BEGIN_DECLS

/** out = F(z). ZN_RETRY: z is outside the domain, methods then try a shorter
 * step; negative: the solve fails with that status. */
typedef zn_status zn_map_fn(void *user, const double z[], double out[]);

/** x = P(x), the nearest point of a closed convex set, in place. */
typedef zn_status zn_project_fn(void *user, double x[]);

/** The values of the Jacobian dF_i/dz_j at z, in the order of the matrix that
 * declares its storage; entries that are zero are written too. Where it is not finite
 * or returns ZN_RETRY on the border of a box, as the slope of z^(1/2) at 0, it is asked
 * once more next to that. */
typedef zn_status zn_jacobian_fn(void *user, const double z[], double values[]);

/** The data of one problem. Borrowed for the call. */
typedef struct zn_vi {
    zn_index         n;        /**< unknowns                      n >= 1      */
    zn_map_fn       *F;        /**< the map                                   */
    zn_project_fn   *project;  /**< P_X; NULL: X is what is below             */
    void            *user;     /**< first argument of the functions           */
    const double    *lb;       /**< n lower bounds; NULL: none                */
    const double    *ub;       /**< n upper bounds; NULL: none                */
    zn_jacobian_fn  *jacobian; /**< NULL: not known                           */
    const zn_matrix *J;        /**< its storage, dense or CSC, x not used;
                                    NULL: dense                   n x n       */
    const zn_cone   *cones;    /**< sets of components that follow each other:
                                    X is their product, without project and
                                    bounds; what a set shifts (friction) is not
                                    in it, F has to add it        ncones      */
    zn_index         ncones;   /**< their number; 0: X is the box             */
    double          *work;     /**< the largest zn_cone_work of them; NULL when
                                    none of them wants more than its size     */
} zn_vi;

/** The error measure above. `work` has 2 n elements. */
ZN_API double zn_vi_error(const zn_vi *p, const double z[], const double w[],
                          double work[]);

/** zn_solver_solve for this class: what is not a zn_vi does
 * not compile; a solver of another class than "vi" is
 * refused with words, ZN_EINVAL. */
static inline zn_status zn_vi_solve(zn_solver *s, const zn_vi *p,
                                    double z[], double w[],
                                    zn_solve_info *info)
{
    return zn_solver_solve_as(s, "vi", p, z, w, info, sizeof *info);
}

ZN_END_DECLS
#endif
