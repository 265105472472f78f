/* few.h - operations on vectors, most of which have two to six elements
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_LINALG_FEW_H
#define ZN_LINALG_FEW_H

#include "../core/short.h"

/* Is one of the numbers not zero? The bits of all are collected; the sign does not count. */
static inline bool zni_any(zn_index n, const double x[])
{
    zni_pair_bits two = {0}, here;
    zn_index i = 0;
    uint64_t all;

    if (n == ZNI_BODY) {
        zni_pair_bits more;

        memcpy(&two, x, sizeof two);
        memcpy(&here, x + 2, sizeof here);
        memcpy(&more, x + 4, sizeof more);
        two |= here | more;
        return (two[0] | two[1]) << 1 != 0;
    }
    for (; i + 2 <= n; i += 2) {
        memcpy(&here, x + i, sizeof here);
        two |= here;
    }
    all = two[0] | two[1];
    if (i < n) {
        uint64_t bits;

        memcpy(&bits, x + i, sizeof bits);
        all |= bits;
    }
    return all << 1 != 0;
}

/* Functions for out_i = a_i op b_i, of two and of n elements, two at a time; out may be a or b */
#define ZNI_BY_PAIRS(name, op)                                                                     \
    static inline void name##_two(const double a[2], const double b[2], double out[2])             \
    {                                                                                              \
        zni_pair x, y;                                                                             \
                                                                                                   \
        zni_take2(a, &x);                                                                          \
        zni_take2(b, &y);                                                                          \
        x = x op y;                                                                                \
        zni_put2(&x, out);                                                                         \
    }                                                                                              \
                                                                                                   \
    static inline void name(zn_index n, const double a[], const double b[], double out[])          \
    {                                                                                              \
        zn_index i = 0;                                                                            \
                                                                                                   \
        for (; i + 2 <= n; i += 2)                                                                 \
            name##_two(a + i, b + i, out + i);                                                     \
        if (i < n)                                                                                 \
            out[i] = a[i] op b[i];                                                                 \
    }

ZNI_BY_PAIRS(zni_plus, +)
ZNI_BY_PAIRS(zni_minus, -)
ZNI_BY_PAIRS(zni_times_each, *)
ZNI_BY_PAIRS(zni_over_each, /)

/* y = y + f x, of two elements */
static inline void zni_add_two(double f, const double *restrict x,
                               double *restrict y)
{
    const double a = f * x[0], b = f * x[1];

    y[0] += a;
    y[1] += b;
}

/* y = y + f x for vectors that do not overlap; two elements at a time */
static inline void zni_add_scaled(zn_index n, double f, const double *restrict x,
                                  double *restrict y)
{
    zn_index i = 0;

    switch (n) {
    case 1:
        y[0] += f * x[0];
        return;
    case 2:
        zni_add_two(f, x, y);
        return;
    case 4: /* bridges of diodes */
        zni_add_two(f, x, y);
        zni_add_two(f, x + 2, y + 2);
        return;
    default:
        for (; i + 2 <= n; i += 2)
            zni_add_two(f, x + i, y + i);
        if (i < n)
            y[i] += f * x[i];
    }
}

/* y = y + f A x, A is m x n, column-major. The sums of up to three rows, and of five, stay in registers; from four rows
 * on columns with x_j = 0 are skipped. */
static inline void zni_add_times(zn_index m, zn_index n, double f,
                                 const double *restrict A,
                                 const double *restrict x, double *restrict y)
{
    double a, b, c, d, e;

    switch (m) {
    case 1:
        a = y[0];
        for (zn_index j = 0; j < n; j++)
            a += A[j] * (f * x[j]);
        y[0] = a;
        return;
    case 2:
        a = y[0], b = y[1];
        for (zn_index j = 0; j < n; j++, A += 2) {
            const double s = f * x[j];

            a += A[0] * s;
            b += A[1] * s;
        }
        y[0] = a, y[1] = b;
        return;
    case 3: /* contacts and joints in space */
        a = y[0], b = y[1], c = y[2];
        for (zn_index j = 0; j < n; j++, A += 3) {
            const double s = f * x[j];

            a += A[0] * s;
            b += A[1] * s;
            c += A[2] * s;
        }
        y[0] = a, y[1] = b, y[2] = c;
        return;
    case 5: /* hinges and sliders */
        a = y[0], b = y[1], c = y[2], d = y[3], e = y[4];
        for (zn_index j = 0; j < n; j++, A += 5) {
            const double s = f * x[j];

            if (x[j] == 0)
                continue;
            a += A[0] * s;
            b += A[1] * s;
            c += A[2] * s;
            d += A[3] * s;
            e += A[4] * s;
        }
        y[0] = a, y[1] = b, y[2] = c, y[3] = d, y[4] = e;
        return;
    default:
        for (zn_index j = 0; j < n; j++, A += m)
            if (x[j] != 0)
                zni_add_scaled(m, f * x[j], A, y);
    }
}

/* y = y + A x */
static inline void zni_add_mul(zn_index m, zn_index n, const double *restrict A,
                               const double *restrict x, double *restrict y)
{
    zni_add_times(m, n, 1, A, x, y);
}

/* u = u + f a'x for a column a of three rows */
static inline void zni_add_three_times(double f, const double a[3], const double x[3], double *u)
{
    *u += f * (x[0] * a[0] + x[1] * a[1] + x[2] * a[2]);
}

/* u = u + f A' x, A is m x n, column-major */
static inline void zni_add_times_t(zn_index m, zn_index n, double f,
                                   const double *restrict A,
                                   const double *restrict x, double *restrict u)
{
    if (m == 1) {
        for (zn_index d = 0; d < n; d++)
            u[d] += f * (x[0] * A[d]);
        return;
    }
    if (m == 2) { /* contacts in the plane; the same as below, written out */
        for (zn_index d = 0; d < n; d++, A += 2)
            u[d] += f * (0 + x[0] * A[0] + x[1] * A[1]);
        return;
    }
    if (m == 3 && n == ZNI_BODY) {
        zni_add_three_times(f, A, x, u);
        zni_add_three_times(f, A + 3, x, u + 1);
        zni_add_three_times(f, A + 6, x, u + 2);
        zni_add_three_times(f, A + 9, x, u + 3);
        zni_add_three_times(f, A + 12, x, u + 4);
        zni_add_three_times(f, A + 15, x, u + 5);
        return;
    }
    if (m == 3) {
        for (zn_index d = 0; d < n; d++, A += 3)
            zni_add_three_times(f, A, x, u + d);
        return;
    }
    if (m == 5) { /* the same as below, written out */
        for (zn_index d = 0; d < n; d++, A += 5)
            u[d] += f * (0 + x[0] * A[0] + x[1] * A[1] + x[2] * A[2] + x[3] * A[3] + x[4] * A[4]);
        return;
    }
    for (zn_index d = 0; d < n; d++, A += m) {
        double sum = 0;

        for (zn_index r = 0; r < m; r++)
            sum += x[r] * A[r];
        u[d] += f * sum;
    }
}

#endif
