/** @file
 * Plasticity in the plane: given M (3 nc x 3 nc), q and the constants of a yield
 * criterion for each of nc points, find generalised stresses r and flows
 * u = M r + q. A point has 3 rows: the mean (N), then the two deviatoric ones (T).
 *
 * Model 1, Drucker-Prager, eta >= 0, theta >= 0:
 *
 *     K* contains u + theta ||u_T|| e_N,  r in K,  the two orthogonal,
 *     K = { ||r_T|| <= eta r_N },   K* = { eta ||u_T|| <= u_N },
 *
 * that is: elastic (u = 0, r in K), apex (r = 0), or flow: ||r_T|| = eta r_N,
 * u_T opposite to r_T, u_N = (eta - theta) ||u_T||. So theta = 0 is the associated
 * law (normality), theta = eta that without change of volume, which is Coulomb's
 * (zeno/friction.h, mu = eta).
 *
 * Model 2, von Mises, sigma_y >= 0: C = { ||r_T|| <= sigma_y }, r_N free,
 *
 *     -u in N_C(r):   u_N = 0, and u_T = 0 where ||r_T|| < sigma_y, else u_T
 *     opposite to r_T.
 *
 * Error measure, Euclidean, with P the projection on K (theta given), or theta = 0
 * and P that on the cylinder of radius w_a sigma_y (model 2):
 *
 *     || s - P(s - u - theta ||u_T|| e_N) || / ||q||,   s_a = w_a r_a,
 *
 * w_a being the mean size of the three diagonal entries of M at the point, down to a
 * power of two, so that s and u are of one unit and an answer is not better or worse
 * for the choice of units; of a point without, the mean of the others, or where all are
 * without the power of two at or next below the largest |M_ij|. u is recomputed from r; the
 * measure also counts ||w - (M r + q)|| on the same scale. Absolute if q = 0.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_PLASTICITY_H
#define ZENO_PLASTICITY_H

#include <zeno/matrix.h>
#include <zeno/solver.h>

ZN_BEGIN_DECLS

/** The yield criterion. */
typedef enum zn_yield {
    ZN_DRUCKER_PRAGER = 1,
    ZN_VON_MISES      = 2
} zn_yield;

/** The data of one problem; z is r, w is u. Borrowed for the call. */
typedef struct zn_plasticity {
    zn_index         nc;      /**< points                          nc >= 1     */
    zn_yield         model;   /**< of all points                               */
    const zn_matrix *M;       /**< matrix, any storage          3 nc x 3 nc    */
    const double    *q;       /**< flows without stresses          3 nc        */
    const double    *eta;     /**< slopes of the cones, >= 0; model 1     nc   */
    const double    *theta;   /**< shifts of the flow, >= 0; model 1      nc   */
    const double    *sigma_y; /**< yield stresses, >= 0; model 2          nc   */
} zn_plasticity;

/** The error measure above. `work` has 6 nc elements. */
ZN_API double zn_plasticity_error(const zn_plasticity *p, const double z[],
                                  const double w[], double work[]);

/** x = the nearest point of { ||x_T|| <= eta x_N } (model 1, limit = eta) or of
 * { ||x_T|| <= sigma_y } (model 2, limit = sigma_y), in place. */
ZN_API void zn_plasticity_project(zn_yield model, double limit, double x[]);

/** zn_solver_solve for this class: what is not a zn_plasticity does
 * not compile; a solver of another class than "plasticity" is
 * refused with words, ZN_EINVAL. */
static inline zn_status zn_plasticity_solve(
    zn_solver *s, const zn_plasticity *p, double z[], double w[],
    zn_solve_info *info)
{
    return zn_solver_solve_as(s, "plasticity", p, z, w, info, sizeof *info);
}

ZN_END_DECLS
#endif
