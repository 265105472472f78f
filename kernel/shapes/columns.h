/* columns.h - several vectors turned by one matrix, with the bits of zni_mul3
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_SHAPES_COLUMNS_H
#define ZENO_KERNEL_SHAPES_COLUMNS_H

#include "solvers/linalg/wide.h"

/* The columns of R, or of its transpose. */
static inline void zni_columns_take(const double R[9], zni_lanes c[3])
{
    for (int j = 0; j < 3; j++)
        zni_take3(R + 3 * j, &c[j]);
}

static inline void zni_columns_take_back(const double R[9], zni_lanes c[3])
{
    for (int j = 0; j < 3; j++)
        c[j] = (zni_lanes){R[j], R[3 + j], R[6 + j], R[6 + j]};
}

/* out = R x */
static inline void zni_columns_mul(const zni_lanes c[3], const double x[3],
                            zni_lanes *out)
{
    *out = c[0] * x[0] + c[1] * x[1] + c[2] * x[2];
}

/* out = R p + d; out may be p */
static inline void zni_columns_point(const zni_lanes c[3], const zni_lanes *d,
                                  const double p[3], double out[3])
{
    zni_lanes x;

    zni_columns_mul(c, p, &x);
    x += *d;
    zni_put3(&x, out);
}

#endif
