/* frame.h - the axes of a Nesterov-Todd scaling
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_FRAME_H
#define ZENO_SOLVERS_FRAME_H

#include <zeno/ctx.h>

/* W of nt.h is Q diag(l^1/2) Q', Q orthogonal with the columns
 *     (1, c) / sqrt 2,   (1, -c) / sqrt 2,   (0, e) for every e of a base across c,
 * c = w_r / |w_r|, and l of W^2 is
 *     beta^2 (w_0 + |w_r|)^2,   beta^2 / (w_0 + |w_r|)^2,   beta^2, beta^2, ...
 * without a cancellation. In these axes what is small stays exact beside what is large:
 * of a sliding contact x_0 - |x_r| beside x_0, of a loaded one the same of y.
 *
 * f (d) keeps the reflection that makes the base: [0] the sign of its first column,
 * [1 ...] its vector v, |v|^2 = 2. */
void zni_frame_set(zn_index d, double beta, const double w[], double f[],
                   double l[]);

/* out = Q'x and out = Q x; out is not x */
void zni_frame_in(zn_index d, const double f[], const double x[], double out[]);
void zni_frame_out(zn_index d, const double f[], const double x[],
                   double out[]);

#endif
