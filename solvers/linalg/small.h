/* small.h - blocks of a few rows: products, systems, a bound of their eigenvalues
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_LINALG_SMALL_H
#define ZN_LINALG_SMALL_H

#include <zeno/base.h>

/* Rows of such a system at most: a contact that slips, rolls and spins in space has six. */
enum { ZNI_SMALL_ROWS = 6 };

double zni_norm(zn_index n, const double x[]);

/* y = B x, B a d x d block */
static inline void zni_block_times(zn_index d, const double B[],
                                   const double x[], double y[])
{
    for (zn_index i = 0; i < d; i++) {
        y[i] = 0;
        for (zn_index j = 0; j < d; j++)
            y[i] += B[i + d * j] * x[j];
    }
}

/* 1 / largest row sum of a d x d block, a bound of its eigenvalues. */
double zni_block_step(zn_index d, const double M[]);

/* Solve the dense d x d system A x = b; false: singular. */
bool zni_small_solve(zn_index d, const double A[], const double b[],
                     double x[]);
/* The sign of the determinant of a d x d block, 0 if it is zero. */
int zni_small_sign(zn_index d, const double A[]);

#endif
