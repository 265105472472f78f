/* nt.h - Jordan algebra of second-order cones, Nesterov-Todd scaling and its axes
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_NT_H
#define ZENO_SOLVERS_NT_H

#include <zeno/ctx.h>

/* The cone L = { x_0 >= |x_r| } of d >= 1 rows; d = 1 is the half-line. The unit
 * of the product is e = (1, 0), J = diag(1, -1, ..., -1), det x = x_0^2 - |x_r|^2
 * = x'J x. Vectors called x and y are inside: x_0 > |x_r|. */

/* out = x o y = (x'y, x_0 y_r + y_0 x_r); out is none of them */
void zni_soc_product(zn_index d, const double x[], const double y[],
                     double out[]);

/* out with x o out = b, in place if out == b */
void zni_soc_quotient(zn_index d, const double x[], const double b[],
                      double out[]);

/* least spectral value x_0 - |x_r|; x may be anywhere */
double zni_soc_least(zn_index d, const double x[]);

/* det x as the product (x_0 - |x_r|) (x_0 + |x_r|): near the border the difference of squares loses its digits. */
double zni_soc_det(zn_index d, const double x[]);

/* largest t with x + t dx in the cone; INFINITY when there is none */
double zni_soc_reach(zn_index d, const double x[], const double dx[]);

/* The scaling point of x and y (Nesterov & Todd, Math. Oper. Res. 22, 1997; in this form Vandenberghe, The CVXOPT
 * linear and quadratic cone program solvers, 2010): the symmetric W with W y = W^-1 x,
 *     W = beta [ w_0, w_r'; w_r, I + w_r w_r' / (1 + w_0) ],   W e = beta w,   det w = 1.
 * `by` is the factor by which x is larger in another unit. Writes w (d) and returns beta; NaN if x or y is not
 * inside. */
double zni_nt_scaling(zn_index d, double by, const double x[], const double y[],
                      double w[]);

/* out = W v, out = W^-1 v; in place if out == v */
void zni_nt_apply(zn_index d, double beta, const double w[], const double v[],
                  double out[]);
void zni_nt_apply_inverse(zn_index d, double beta, const double w[],
                          const double v[], double out[]);

/* column j of W^2 = beta^2 (2 w w' - J), d elements */
void zni_nt_square_column(zn_index d, double beta, const double w[], zn_index j,
                          double out[]);

/* ---- the axes of a scaling ------------------------------------------------------- */

/* W is Q diag(l^1/2) Q', Q orthogonal with the columns
 *     (1, c) / sqrt 2,   (1, -c) / sqrt 2,   (0, e) for every e of a basis orthogonal to c,
 * c = w_r / |w_r|, and the eigenvalues l of W^2 are, without cancellation,
 *     beta^2 (w_0 + |w_r|)^2,   beta^2 / (w_0 + |w_r|)^2,   beta^2, beta^2, ...
 * In these axes small components keep their digits beside large ones: x_0 - |x_r| beside x_0 where a contact slides,
 * and the same of y where it is loaded.
 *
 * f (d) keeps the Householder reflection that makes the basis: f[0] is the sign of its first column, f[1 ...] its
 * vector v with |v|^2 = 2. */
void zni_frame_set(zn_index d, double beta, const double w[], double f[],
                   double l[]);

/* out = Q'x and out = Q x; out is not x */
void zni_frame_in(zn_index d, const double f[], const double x[], double out[]);
void zni_frame_out(zn_index d, const double f[], const double x[],
                   double out[]);

#endif
