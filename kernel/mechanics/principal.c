/* principal.c - principal moments and axes of a symmetric 3 x 3 matrix
 *
 * Jacobi's rotations: unconditionally stable, and exact for diagonal matrices.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/mechanics/newton_euler.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Rotate rows and columns p, q of A so that A_pq becomes 0; V collects. */
static void rotate(double A[9], double V[9], int p, int q)
{
    const double apq = A[p + 3 * q];

    if (apq == 0)
        return;
    const double theta = (A[4 * q] - A[4 * p]) / (2 * apq);
    const double t = copysign(1, theta) / (fabs(theta) + hypot(theta, 1));
    const double c = 1 / hypot(t, 1), s = t * c;

    for (int k = 0; k < 3; k++) {
        const double a = A[k + 3 * p], b = A[k + 3 * q];
        A[k + 3 * p] = c * a - s * b;
        A[k + 3 * q] = s * a + c * b;
    }
    for (int k = 0; k < 3; k++) {
        const double a = A[p + 3 * k], b = A[q + 3 * k];
        A[p + 3 * k] = c * a - s * b;
        A[q + 3 * k] = s * a + c * b;
    }
    for (int k = 0; k < 3; k++) {
        const double a = V[k + 3 * p], b = V[k + 3 * q];
        V[k + 3 * p] = c * a - s * b;
        V[k + 3 * q] = s * a + c * b;
    }
}

static void swap(double moments[3], double V[9], int i, int j)
{
    const double m = moments[i];

    moments[i] = moments[j];
    moments[j] = m;
    for (int k = 0; k < 3; k++) {
        const double a = V[k + 3 * i];
        V[k + 3 * i] = V[k + 3 * j];
        V[k + 3 * j] = a;
    }
}

void zni_principal(const double I[9], double moments[3], double axes[9])
{
    double A[9], c[3];

    memcpy(A, I, sizeof A);
    memset(axes, 0, sizeof A);
    axes[0] = axes[4] = axes[8] = 1;
    /* convergence is quadratic: six sweeps are more than rounding needs */
    for (int sweep = 0; sweep < 6; sweep++) {
        const double off = fabs(A[3]) + fabs(A[6]) + fabs(A[7]);
        if (off <= DBL_EPSILON / 4 * (fabs(A[0]) + fabs(A[4]) + fabs(A[8])))
            break;
        rotate(A, axes, 0, 1);
        rotate(A, axes, 0, 2);
        rotate(A, axes, 1, 2);
    }
    for (int i = 0; i < 3; i++)
        moments[i] = A[4 * i];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2 - i; j++)
            if (moments[j] > moments[j + 1])
                swap(moments, axes, j, j + 1);
    zni_cross(axes, axes + 3, c);
    for (int k = 0; zni_dot3(c, axes + 6) < 0 && k < 3; k++)
        axes[6 + k] = c[k];
}
