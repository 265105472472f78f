/** @file
 * Convex quadratic programs: given M (n x n, symmetric, positive semi-definite)
 * and q (n), find z that minimises
 *
 *     1/2 z'M z + q'z   with   lb <= z <= ub   and   A z + b in K,
 *
 * A (m x n), b (m), K a closed convex set in R^m given by its projection, the
 * orthant by default. Bounds may be infinite, and those beyond 2^500, as 1e300, are; m may be 0; without A the
 * condition is z + b in K, m = n.
 *
 * The dual w has n + m elements, w = (nu, l): l the multiplier of K and
 * nu = M z + q - A'l. At a solution -nu is in the normal cone of [lb, ub] at z
 * and -l in that of K at A z + b.
 *
 * Error measure, relative to the data, the largest component of
 *
 *     max(min(rho (z - lb), nu), rho (z - ub))
 *     and   rho / alpha (A z + b - P_K(A z + b - alpha^2 / rho l)),
 *
 * divided by the largest of ||q||_inf, ||M z0||_inf and max_i M_ii |z0_i|, z0 the point
 * of [lb, ub] next to 0, and rho / alpha max_r max(0, -b_r) (||b||_inf if K is given by
 * its projection): of bounds and rows counts what they force on z, so one that is far
 * away hides no error of the rest. Rows (A z + b)_r of the orthant may be off by what is
 * relative to their own b_r. nu is recomputed from z and l; the distance of nu to its
 * place in w is counted too. rho and alpha, the powers of two at or next below the
 * largest |M_ij| and |A_ij|, make the measure the same in whatever units the data are
 * given (for M = 0 rho compares q with b and the largest finite bound B). If what is
 * divided by would be zero it is rho max(B, ||b||_inf / alpha), and 1 if that is zero too.
 * What is left of nu_i within the rounding of its sum, 64 units of 2^-53 times
 * |q_i| + sum_j |M_ij z_j| + sum_r |A_ri l_r|, is forgiven (down to an error of 2^-52), up to
 * 1e-6 of what is divided by where a bound is infinite, since z may grow without end then.
 * Sums whose terms hide errors of 1e-8 are made in twice the precision.
 *
 * With the outcome `infeasible` or `ray` ("interior-point", "auto") w is the proof:
 * (-A'l, l), l >= 0 with l'(A z + b) <= -1 at all z in the bounds, or (d, A d), a
 * direction of the feasible set with M d = 0 and q'd = -1; see doc/qp.md.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_QP_H
#define ZENO_QP_H

#include <zeno/vi.h>

ZN_BEGIN_DECLS

/** The data of one problem. Borrowed for the call. */
typedef struct zn_qp {
    zn_index         n;       /**< unknowns                       n >= 1      */
    const zn_matrix *M;       /**< symmetric, any storage         n x n       */
    const double    *q;       /**< linear term                    n           */
    const double    *lb;      /**< lower bounds; NULL: none       n           */
    const double    *ub;      /**< upper bounds; NULL: none       n           */
    zn_index         m;       /**< rows of the constraint         m >= 0      */
    const zn_matrix *A;       /**< any storage; NULL: identity    m x n       */
    const double    *b;       /**< NULL: 0                        m           */
    zn_project_fn   *project; /**< P_K; NULL: K is the orthant                */
    void            *user;    /**< first argument of project                  */
} zn_qp;

/** The error measure above. `work` has 2 n + m elements. */
ZN_API double zn_qp_error(const zn_qp *p, const double z[], const double w[],
                          double work[]);

/** zn_solver_solve for this class: what is not a zn_qp does
 * not compile; a solver of another class than "qp" is
 * refused with words, ZN_EINVAL. */
static inline zn_status zn_qp_solve(zn_solver *s, const zn_qp *p,
                                    double z[], double w[],
                                    zn_solve_info *info)
{
    return zn_solver_solve_as(s, "qp", p, z, w, info, sizeof *info);
}

ZN_END_DECLS
#endif
