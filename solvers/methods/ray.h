/* ray.h - proofs that there is no solution, from iterates that grow without bound
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_RAY_H
#define ZENO_SOLVERS_RAY_H

#include <zeno/matrix.h>

/* A ray d is a proof only if q'd is below zero by more than this part of its terms: a point that is off by less may
 * count as a solution, and q may have such an error from its own computation. */
#define ZNI_RAY_PLAIN 1e-8

/* Is x zero up to rounding, where x_i is a sum of terms of total size size_i? A row that is nearly zero beside the
 * others is rounding itself; rounding in the assembly of the matrix may be as large. */
bool zni_ray_vanishes(zn_index n, const double x[], const double size[]);

/* Is M'd zero up to rounding? The rounding of an entry of a product H'H is bounded by the sizes of its row and column,
 * so it is much smaller in rows of small numbers. v: 4 n */
bool zni_ray_is_null(const zn_matrix *M, const double d[], double v[]);

typedef void zni_ray_product(void *user, const double x[], double y[]);

/* d nearly satisfies A d = 0, A (n x n) symmetric: it is changed to satisfy that up to rounding; zeros of d stay zero.
 * False: little of d is left. v: 4 n */
bool zni_ray_settle(zn_index n, zni_ray_product *A, void *user, double d[],
                    double v[]);

#endif
