/* small.c - blocks of a few rows
 * SPDX-License-Identifier: Apache-2.0 */
#include "small.h"

#include <math.h>
#include <string.h>

double zni_norm(zn_index n, const double x[])
{
    double sum = 0;

    for (zn_index i = 0; i < n; i++)
        sum += x[i] * x[i];
    return sqrt(sum);
}

/* Elimination with partial pivoting on [a | y], in place. Returns the sign of the determinant, or 0 if it is zero. */
static int eliminate(zn_index d, double a[], double y[])
{
    int sign = 1;

    for (zn_index k = 0; k < d; k++) {
        zn_index best = k;
        double most = 0;

        for (zn_index i = k; i < d; i++) {
            if (fabs(a[i + k * d]) > most) {
                most = fabs(a[i + k * d]);
                best = i;
            }
        }
        if (!(most > 0))
            return 0;
        for (zn_index j = k; j < d && best != k; j++) {
            double t = a[k + j * d];

            a[k + j * d] = a[best + j * d];
            a[best + j * d] = t;
        }
        sign = (best != k) != (a[k + k * d] < 0) ? -sign : sign;

        double t = y[k];

        y[k] = y[best];
        y[best] = t;
        for (zn_index i = k + 1; i < d; i++) {
            double f = a[i + k * d] / a[k + k * d];

            for (zn_index j = k + 1; j < d; j++)
                a[i + j * d] -= f * a[k + j * d];
            y[i] -= f * y[k];
        }
    }
    return sign;
}

int zni_small_sign(zn_index d, const double A[])
{
    double a[ZNI_SMALL_ROWS * ZNI_SMALL_ROWS], y[ZNI_SMALL_ROWS] = {0};

    memcpy(a, A, (size_t)(d * d) * sizeof *a);
    return eliminate(d, a, y);
}

bool zni_small_solve(zn_index d, const double A[], const double b[], double x[])
{
    double a[ZNI_SMALL_ROWS * ZNI_SMALL_ROWS], y[ZNI_SMALL_ROWS];

    memcpy(a, A, (size_t)(d * d) * sizeof *a);
    memcpy(y, b, (size_t)d * sizeof *y);
    if (eliminate(d, a, y) == 0)
        return false;
    for (zn_index k = d - 1; k >= 0; k--) {
        for (zn_index j = k + 1; j < d; j++)
            y[k] -= a[k + j * d] * x[j];
        x[k] = y[k] / a[k + k * d];
        if (!isfinite(x[k]))
            return false;
    }
    return true;
}

double zni_block_step(zn_index d, const double M[], double none)
{
    double norm = 0;

    for (zn_index i = 0; i < d; i++) {
        double sum = 0;

        for (zn_index j = 0; j < d; j++)
            sum += fabs(M[i + j * d]);
        norm = norm < sum ? sum : norm;
    }
    return 1 / (norm > 0 ? norm : none);
}
