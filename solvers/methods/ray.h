/* ray.h - what runs away, made a proof that there is no solution
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_RAY_H
#define ZENO_SOLVERS_RAY_H

#include <zeno/matrix.h>

/* A ray d proves something if q'd is less than zero by so much of its terms: a point that is off by less may count as
 * a solution, and q may have that from what it was computed of. */
#define ZNI_RAY_PLAIN 1e-8

/* Is x, sums of terms of those sizes, zero but for rounding? A row that is nearly zero beside the others is rounding
 * itself, and that of who assembled it may be as much. */
bool zni_ray_vanishes(zn_index n, const double x[], const double size[]);

/* Is M'd zero likewise, where what rows of a product H'H round by is bounded by the sizes of both: of those whose
 * numbers are all small much less than beside large ones? v: 4 n */
bool zni_ray_is_null(const zn_matrix *M, const double d[], double v[]);

typedef void zni_ray_product(void *user, const double x[], double y[]);

/* d, which nearly has A d = 0, A (n x n) symmetric, made to have it to rounding; what
 * is 0 stays so. v: 4 n. False: of d little is left. */
bool zni_ray_settle(zn_index n, zni_ray_product *A, void *user, double d[],
                    double v[]);

#endif
