/** @file
 * Multiple impact: velocities u- = q of n contacts that are hit at one instant, the
 * matrix M (n x n) by which percussions change them, and what the contacts are made of;
 * find percussions z and the velocities w after them,
 *
 *     w = M z + q,
 *
 * by the law of Liu, Zhao and Brogliato: percussions grow as the forces of springs do,
 * in the course of an impact that is infinitely short. Contact i stores the energy E_i,
 * and while dP_i is added to its percussion,
 *
 *     du = M dP,     dP_i : dP_j = F_i : F_j,   F_i = (K_i (1 + eta_i)^eta_i E_i^eta_i)^(1/(1 + eta_i)),
 *
 *     bi-stiffness     dE_i = - u_i dP_i  while u_i <= 0,   - u_i dP_i / e_i^2  while u_i > 0;
 *     mono-stiffness   dE_i = - u_i dP_i; E_i falls to 0 when contacts have given back
 *                      e_i^2 of the work of their compressions.
 *
 * With F = K d^eta this is a motion of springs d_i >= 0 in a time without meaning.
 * Rigid contacts, K infinite of all of them, obey Poisson's law: percussions P_c of a
 * compression to 0 <= M P_c + q  _|_  P_c >= 0, then P_e >= e P_c of the expansion to
 * 0 <= w  _|_  P_e - e P_c >= 0, z = P_c + P_e.
 *
 * Contacts may have friction, in the plane: the row behind such a contact is its tangent,
 * with the percussion T and the velocity u_T, and all along the impact
 *
 *     |dT| <= mu dP,     dT = -mu dP sign(u_T) where u_T is not zero.
 *
 * The impact ends when nothing is stored and no contact approaches. Of K only ratios
 * matter if all eta are equal. Rows marked in `eq` are equalities, w = 0.
 *
 * Error measure: the largest, in units of the largest |q_i|, of
 *
 *     |w - (M z + q)|,   -w_i,   -rho z_i,   rho (|z_T| - mu z_i) of tangents,   |w_i| of equalities,
 *
 * rho the unit of M, and of the energy that the contacts give, D = z'(q + w)/2, which
 * must not be positive, and must be zero where all e are 1 and nothing rubs: D/|z|'|q + w|, that is. (Not
 * so of rigid contacts: their law does not keep to that.)
 * It says that the answer is one of impacts; how exact the law is followed is set by an
 * option of the solver.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_MULTIPLE_IMPACT_H
#define ZENO_MULTIPLE_IMPACT_H

#include <zeno/matrix.h>
#include <zeno/solver.h>

ZN_BEGIN_DECLS

/** What a contact is made of. */
typedef struct zn_compliance {
    double K;   /**< force K d^eta of a compression d; > 0, or
                     INFINITY: rigid                           N/m^eta       */
    double eta; /**< 1: linear, 3/2: of spheres (Hertz); >= 1   -             */
    double e;   /**< energy given back: e^2 of what went in; if
                     rigid, percussion given back: e P_c       0 ... 1       */
} zn_compliance;

/** The data of one problem. Borrowed for the call. */
typedef struct zn_multiple_impact {
    zn_index             n;  /**< rows                           n >= 1       */
    const zn_matrix     *M;  /**< symmetric positive semidefinite n x n       */
    const double        *q;  /**< velocities before it           n            */
    const zn_compliance *of; /**< of contacts                    n            */
    const unsigned char *eq; /**< 1: an equality; NULL: none     n            */
    const double        *mu; /**< >= 0: friction of a contact whose tangent is
                                  the next row; -1: it has none; NULL: none of
                                  them has                       n, -         */
} zn_multiple_impact;

/** The error measure above. `work` has 2 n elements. */
ZN_API double zn_multiple_impact_error(const zn_multiple_impact *p,
                                       const double z[], const double w[],
                                       double work[]);

/** zn_solver_solve for this class: what is not a zn_multiple_impact does
 * not compile; a solver of another class than "multiple-impact" is
 * refused with words, ZN_EINVAL. */
static inline zn_status zn_multiple_impact_solve(
    zn_solver *s, const zn_multiple_impact *p, double z[], double w[],
    zn_solve_info *info)
{
    return zn_solver_solve_as(s, "multiple-impact", p, z, w, info,
                              sizeof *info);
}

ZN_END_DECLS
#endif
