/** @file
 * Affine variational inequality: given M (n x n), q (n) and the polyhedron
 * P = {z : H z >= K} with m faces, find z in P and w = M z + q with
 *
 *     w'(y - z) >= 0   for every y in P,
 *
 * that is -w in N_P(z). There is then a weight for each face with
 *
 *     w = H' mu,   0 <= mu _|_ H z - K >= 0,
 *
 * and these conditions are also sufficient, so mu is part of the answer: the
 * dual of the problem is (w, mu), n + m numbers. A bounded P with interior
 * points always has a solution, whatever M; z or mu need not be unique.
 *
 * Error measure, relative to the data:
 *
 *     max(|w - (M z + q)|, |M z + q - H' mu|, |min(mu, rho (H z - K))|)
 *         / max(|q|, rho max_f K_f)
 *
 * in maximum norms, with the rows of H and K divided by |row of H|_2 and mu
 * multiplied by it, so that the units of a face do not count, and rho, the power
 * of two at or next below the largest |M_ij|, so that no others do (for M = 0 rho
 * compares q with K). Of faces counts
 * how far they keep z from 0: one that is far away hides no error of the rest. Where q
 * is zero and 0 in P it is rho |K|, and where that is zero nothing is divided. What is
 * left of a sum within its rounding, 64 units of 2^-53 times the magnitudes of its
 * terms, is forgiven (down to an error of 2^-52): up to 1e-6 of what is divided by where P
 * is not plainly bounded, since there may be no answer then and z may grow without
 * end. Rows whose terms hide errors of 1e-8 are summed in twice the precision.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_AVI_H
#define ZENO_AVI_H

#include <zeno/matrix.h>
#include <zeno/solver.h>

ZN_BEGIN_DECLS

/** The data of one problem. Borrowed for the call. */
typedef struct zn_avi {
    zn_index         n; /**< unknowns                             n >= 1       */
    zn_index         m; /**< faces, none of them zero             m >= 0       */
    const zn_matrix *M; /**< matrix, any storage                  n x n        */
    const double    *q; /**< constant term                        n            */
    const double    *H; /**< inner normals, column-major          m x n        */
    const double    *K; /**<                                      m            */
} zn_avi;

/** The error measure above; w has n + m, `work` 2 n + m elements. */
ZN_API double zn_avi_error(const zn_avi *p, const double z[], const double w[],
                           double work[]);

/** zn_solver_solve for this class: what is not a zn_avi does
 * not compile; a solver of another class than "avi" is
 * refused with words, ZN_EINVAL. */
static inline zn_status zn_avi_solve(zn_solver *s, const zn_avi *p,
                                     double z[], double w[],
                                     zn_solve_info *info)
{
    return zn_solver_solve_as(s, "avi", p, z, w, info, sizeof *info);
}

ZN_END_DECLS
#endif
