/* wide.h - vectors of four numbers, and functions compiled for several widths of registers
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_LINALG_WIDE_H
#define ZN_LINALG_WIDE_H

#include <math.h>
#include <string.h>

#include <zeno/base.h>

#include "few.h"

/* A function with ZNI_WIDE is compiled for any processor, and for those with registers of four numbers; the choice is
 * made when the program is loaded. Fused multiplications, which round once instead of twice, are not used, so the bits
 * are the same. Not with the thread sanitizer: the choice is made before it has started, which it does not survive. */
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) &&          \
    !defined(__clang__) && !defined(__SANITIZE_THREAD__)
#define ZNI_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define ZNI_WIDE
#endif

/* A function with ZNI_INTO_WIDE is inlined in its caller whatever its size: otherwise it would use narrow registers. */
#ifdef __GNUC__
#define ZNI_INTO_WIDE inline __attribute__((always_inline))
#else
#define ZNI_INTO_WIDE inline
#endif

/* Four numbers at a time, or three and one that is not used, as in a column of the block of a contact. Each number is
 * computed by the same operations in the same order whatever the width of the registers, so processors differ in speed
 * only. */
typedef double zni_lanes __attribute__((vector_size(32)));

typedef long long zni_bits __attribute__((vector_size(32)));

static inline void zni_take4(const double x[4], zni_lanes *a)
{
    memcpy(a, x, sizeof *a);
}

static inline void zni_put4(const zni_lanes *a, double x[4])
{
    memcpy(x, a, sizeof *a);
}

/* most <- max(most, |x|) for each of the four; NaN is ignored */
static inline void zni_raise4(const zni_lanes *x, zni_lanes *most)
{
    const zni_bits size = (zni_bits)*x & 0x7fffffffffffffff,
                   above = (zni_lanes)size > *most;

    *most = (zni_lanes)((size & above) | ((zni_bits)*most & ~above));
}

/* max(was, a); a NaN in a is ignored */
static inline double zni_greater(double was, double a)
{
    return a > was ? a : was;
}

/* the largest of the four; NaN is ignored */
static inline double zni_across4(const zni_lanes *x)
{
    const zni_lanes a = *x;

    return zni_greater(zni_greater(a[0], a[1]), zni_greater(a[2], a[3]));
}

/* As zni_raise4, for arrays: compilers make one instruction of this loop, and three of the masks there. */
static ZNI_INTO_WIDE void zni_raise_each(const double x[4], double most[4])
{
    for (int k = 0; k < 4; k++)
        most[k] = zni_greater(most[k], fabs(x[k]));
}

/* The largest |x_i|; NaN is ignored. The last four numbers may overlap those before. */
static ZNI_INTO_WIDE double zni_largest_few(zn_index n, const double x[])
{
    enum { LANES = sizeof(zni_lanes) / sizeof(double) };
    double most[LANES] = {0};
    zn_index i = 0;

    for (; i + LANES <= n; i += LANES)
        zni_raise_each(x + i, most);
    if (n > LANES && i < n)
        zni_raise_each(x + n - LANES, most);
    for (; n < LANES && i < n; i++)
        most[i] = fabs(x[i]);
    return zni_greater(zni_greater(most[0], most[1]), zni_greater(most[2], most[3]));
}

/* most_i <- max(most_i, |x_i|); returns the largest |x_i|; NaN is ignored */
static ZNI_INTO_WIDE double zni_raise_wide(zn_index n, const double *restrict x, double *restrict most)
{
    double of_x[4] = {0}, big;
    zn_index i = 0;

    for (; i + 4 <= n; i += 4)
        for (int k = 0; k < 4; k++) {
            const double a = fabs(x[i + k]);

            most[i + k] = zni_greater(most[i + k], a);
            of_x[k] = zni_greater(of_x[k], a);
        }
    big = zni_greater(zni_greater(of_x[0], of_x[1]), zni_greater(of_x[2], of_x[3]));
    for (; i < n; i++) {
        most[i] = zni_greater(most[i], fabs(x[i]));
        big = zni_greater(big, fabs(x[i]));
    }
    return big;
}

/* to_i = y_i A_i x for a column A of n numbers; `to` may be A */
static ZNI_INTO_WIDE void zni_in_units(zn_index n, const double *restrict y, double x, const double A[],
                                       double to[])
{
    zn_index i = 0;

    for (; i + 4 <= n; i += 4) {
        zni_lanes a, b;

        zni_take4(A + i, &a);
        zni_take4(y + i, &b);
        a = b * a * x;
        zni_put4(&a, to + i);
    }
    for (; i < n; i++)
        to[i] = y[i] * A[i] * x;
}

/* x = x / d */
static ZNI_INTO_WIDE void zni_divide_wide(zn_index n, double d, double x[])
{
    zn_index i = 0;

    for (; i + 4 <= n; i += 4) {
        zni_lanes a;

        zni_take4(x + i, &a);
        a /= d;
        zni_put4(&a, x + i);
    }
    for (; i < n; i++)
        x[i] /= d;
}

/* x <- max(0, x) */
static inline void zni_floor4(zni_lanes *x)
{
    *x = (zni_lanes)((zni_bits)*x & ~(zni_bits)(*x < 0));
}

/* x'c: eight partial sums, which are added in the end */
static ZNI_INTO_WIDE double zni_product(zn_index m, const double *c, const double *x)
{
    zni_lanes a = {0}, b = {0}, u, v;
    zn_index i = 0;
    double sum;

    for (; i + 8 <= m; i += 8) {
        zni_take4(c + i, &u);
        zni_take4(x + i, &v);
        a += u * v;
        zni_take4(c + i + 4, &u);
        zni_take4(x + i + 4, &v);
        b += u * v;
    }
    if (i + 4 <= m) { /* quicker than one by one, where each sum waits for the one before */
        zni_take4(c + i, &u);
        zni_take4(x + i, &v);
        a += u * v;
        i += 4;
    }
    a += b;
    sum = (a[0] + a[2]) + (a[1] + a[3]);
    for (; i < m; i++)
        sum += c[i] * x[i];
    return sum;
}

/* C <- C - L B if `off`, else L B: C is m x n, L is m x d; all have the leading dimension ld */
static ZNI_INTO_WIDE void zni_multiply(const zn_index m, const zn_index d, zn_index n, bool off,
                                       zn_index ld, const double L[], const double B[], double C[])
{
    const zn_index whole = m - m % 4;

    for (zn_index j = 0; j < n; j++, B += ld, C += ld) {
        for (zn_index i = 0; i < whole; i += 4) {
            zni_lanes sum = {0}, a;

            for (zn_index c = 0; c < d; c++) {
                zni_take4(L + i + c * ld, &a);
                sum += B[c] * a;
            }
            if (off) {
                zni_take4(C + i, &a);
                sum = a - sum;
            }
            zni_put4(&sum, C + i);
        }
        for (zn_index i = whole; i < m; i++) {
            double sum = 0;

            for (zn_index c = 0; c < d; c++)
                sum += B[c] * L[i + c * ld];
            C[i] = off ? C[i] - sum : sum;
        }
    }
}

/* y = y + f x for vectors that do not overlap */
static ZNI_INTO_WIDE void zni_add_wide(zn_index n, double f, const double *restrict x,
                                       double *restrict y)
{
    zn_index i = 0;

    for (; i + 4 <= n; i += 4) {
        zni_lanes a, b;

        zni_take4(x + i, &a);
        zni_take4(y + i, &b);
        b += f * a;
        zni_put4(&b, y + i);
    }
    if (i + 2 <= n) {
        zni_pair a, b;

        zni_take2(x + i, &a);
        zni_take2(y + i, &b);
        b += f * a;
        zni_put2(&b, y + i);
        i += 2;
    }
    if (i < n)
        y[i] += f * x[i];
}

/* Three numbers; nothing behind them is read. The third is repeated as the fourth: for a 0 there compilers use an
 * instruction that valgrind 3.19 does not know. */
static inline void zni_take3(const double x[3], zni_lanes *a)
{
    *a = (zni_lanes){x[0], x[1], x[2], x[2]};
}

/* One to four numbers; missing ones are copies of the others */
static ZNI_INTO_WIDE void zni_take_few(zn_index n, const double x[], zni_lanes *a)
{
    if (n == 1)
        *a = (zni_lanes){x[0], x[0], x[0], x[0]};
    else if (n == 2)
        *a = (zni_lanes){x[0], x[1], x[0], x[1]};
    else if (n == 3)
        zni_take3(x, a);
    else
        zni_take4(x, a);
}

/* Sets all but the first n of the four to 0 */
static ZNI_INTO_WIDE void zni_only(zn_index n, zni_lanes *a)
{
    *a = (zni_lanes)((zni_bits)*a & ((zni_bits){0, 1, 2, 3} < (zni_bits){n, n, n, n}));
}

static inline void zni_put3(const zni_lanes *a, double x[3])
{
    x[0] = (*a)[0];
    x[1] = (*a)[1];
    x[2] = (*a)[2];
}

#endif
