/* small.h - blocks of a few rows: products, linear systems, a bound of the eigenvalues
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_LINALG_SMALL_H
#define ZN_LINALG_SMALL_H

#include <math.h>

#include <zeno/base.h>

/* The largest order of zni_small_solve: a contact that slides, rolls and spins in space has six rows. */
enum { ZNI_SMALL_ROWS = 6 };

double zni_norm(zn_index n, const double x[]);

/* x'y */
static inline double zni_dot(zn_index n, const double x[], const double y[])
{
    double sum = 0;

    for (zn_index i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

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

/* A step length: 1 / the largest row sum of a d x d block, which bounds its eigenvalues. none > 0 replaces the row sum
 * of a zero block; it is the size of other blocks if there are any, since a step has the unit of 1 / M. */
double zni_block_step(zn_index d, const double M[], double none);

/* The inverse of a 3 x 3 block by cofactors, at a tenth of the cost of solving for its columns; false if |det M| is not
 * more than `least`. */
static inline bool zni_inverse3(const double M[], double least, double inv[])
{
    const double a = M[4] * M[8] - M[7] * M[5], b = M[7] * M[2] - M[1] * M[8],
                 c = M[1] * M[5] - M[4] * M[2];
    double det = M[0] * a + M[3] * b + M[6] * c;

    if (!(fabs(det) > least))
        return false;
    det = 1 / det;
    inv[0] = a * det;
    inv[1] = b * det;
    inv[2] = c * det;
    inv[3] = (M[6] * M[5] - M[3] * M[8]) * det;
    inv[4] = (M[0] * M[8] - M[6] * M[2]) * det;
    inv[5] = (M[3] * M[2] - M[0] * M[5]) * det;
    inv[6] = (M[3] * M[7] - M[6] * M[4]) * det;
    inv[7] = (M[6] * M[1] - M[0] * M[7]) * det;
    inv[8] = (M[0] * M[4] - M[3] * M[1]) * det;
    return isfinite(det);
}

/* Solve the dense d x d system A x = b; false: singular. */
bool zni_small_solve(zn_index d, const double A[], const double b[],
                     double x[]);
/* The sign of the determinant of a d x d block, 0 if it is zero. */
int zni_small_sign(zn_index d, const double A[]);

#endif
