/* body_lu.c - LU of the matrix of a rigid body
 * SPDX-License-Identifier: Apache-2.0 */
#include "factor.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { N = ZNI_BODY, H = N / 2 };

/* The bits of two numbers; reads may overlap. */
typedef unsigned long long pair __attribute__((vector_size(16)));

static inline pair look(const double x[2])
{
    pair b;

    memcpy(&b, x, sizeof b);
    return b;
}

/* Are all numbers outside of the diagonal of D and the block B zero? Column-major they are three runs of six behind the
 * numbers of D, then two of three. */
static inline bool apart(const double A[])
{
    const pair right = look(A + 24) | look(A + 25) | look(A + 30) | look(A + 31),
               first = look(A + 1) | look(A + 3) | look(A + 5),
               second = look(A + 8) | look(A + 10) | look(A + 12),
               third = look(A + 15) | look(A + 17) | look(A + 19),
               any = right | first | second | third;

    return (any[0] | any[1]) << 1 == 0; /* -0 is zero, too */
}

/* Are two entries equal up to rounding on the scale of the diagonal? */
static inline bool same(double a, double b, double d, double e)
{
    return a == b || (a - b) * (a - b) <= 16 * DBL_EPSILON * DBL_EPSILON * fabs(d * e);
}

static inline int width(double next, double other, double corner)
{
    return corner != 0 ? 2 : next != 0 || other != 0;
}

/* Is B diagonal, or symmetric, so that Cholesky is to be tried? */
static inline bool symmetric(const double B[])
{
    const int below = width(B[1], B[5], B[2]), above = width(B[3], B[7], B[6]);

    return below == above &&
           (below == 0 || (same(B[1], B[3], B[0], B[4]) && same(B[2], B[6], B[0], B[8]) &&
                           same(B[5], B[7], B[4], B[8])));
}

static inline void exchange(double *a, double *b)
{
    const double x = *a;

    *a = *b;
    *b = x;
}

/* Exchange rows j and p of B. */
static inline void exchange_rows(double B[], int j, int p)
{
    for (int k = 0; p != j && k < H; k++)
        exchange(B + j + k * H, B + p + k * H);
}

/* LU with partial pivoting. */
static inline void factor(double B[], int piv[])
{
    double most = fabs(B[0]);

    piv[0] = 0;
    for (int i = 1; i < H; i++)
        if (fabs(B[i]) > most) {
            most = fabs(B[i]);
            piv[0] = i;
        }
    exchange_rows(B, 0, piv[0]);
    B[1] /= B[0];
    B[2] /= B[0];
    B[4] -= B[3] * B[1];
    B[5] -= B[3] * B[2];
    piv[1] = fabs(B[5]) > fabs(B[4]) ? 2 : 1;
    exchange_rows(B, 1, piv[1]);
    B[5] /= B[4];
    B[7] -= B[6] * B[1];
    B[8] = (B[8] - B[6] * B[2]) - B[7] * B[5];
}

/* Is every pivot more than the rounding error of its computation? A number that is not finite makes a pivot, or one of
 * its terms, that is not finite. */
static inline bool usable(const double d[], const double B[])
{
    const double of1 = fabs(B[4]) + fabs(B[1] * B[3]),
                 of2 = fabs(B[8]) + fabs(B[2] * B[6]) + fabs(B[5] * B[7]);

    return zni_pivot_ok(d[0], fabs(d[0])) && zni_pivot_ok(d[1], fabs(d[1])) &&
           zni_pivot_ok(d[2], fabs(d[2])) && zni_pivot_ok(B[0], fabs(B[0])) &&
           zni_pivot_ok(B[4], of1) && zni_pivot_ok(B[8], of2);
}

bool zni_body_lu(const double A[], double a[], int piv[])
{
    double *B = a + H;

    if (!apart(A))
        return false;
    a[0] = A[0];
    a[1] = A[N + 1];
    a[2] = A[2 * N + 2];
    for (int j = 0; j < H; j++)
        memcpy(B + j * H, A + H + (H + j) * N, H * sizeof *B);
    if (symmetric(B))
        return false;
    factor(B, piv);
    return usable(a, B);
}

void zni_body_lu_solve(const double a[], const int piv[], zn_index nrhs, double B[])
{
    const double *lu = a + H;

    for (zn_index k = 0; k < nrhs; k++, B += N) {
        double *x = B + H;

        for (int i = 0; i < H; i++)
            B[i] /= a[i];
        exchange(x, x + piv[0]);
        exchange(x + 1, x + piv[1]);
        x[1] -= lu[1] * x[0];
        x[2] = ((x[2] - lu[2] * x[0]) - lu[5] * x[1]) / lu[8];
        x[1] = (x[1] - lu[7] * x[2]) / lu[4];
        x[0] = ((x[0] - lu[6] * x[2]) - lu[3] * x[1]) / lu[0];
    }
}
