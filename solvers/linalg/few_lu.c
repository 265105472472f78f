/* few_lu.c - LU of small full matrices, which may be mostly zeros
 * SPDX-License-Identifier: Apache-2.0 */
#include "few_lu.h"

#include <math.h>
#include <string.h>

#include "units.h"
#include "wide.h"

/* Four at a time: each number by the same operations whatever the width of the registers
 * is. */
typedef double lanes __attribute__((vector_size(32)));
typedef long long bits __attribute__((vector_size(32)));

enum { LANES = sizeof(lanes) / sizeof(double) };

static inline void get(const double x[], lanes *out)
{
    memcpy(out, x, sizeof *out);
}

static inline void put(double x[], const lanes *in)
{
    memcpy(x, in, sizeof *in);
}

/* most <- the larger of most and |x| */
static inline void raise(const lanes *x, lanes *most)
{
    const bits size = (bits)*x & 0x7fffffffffffffff,
               above = (lanes)size > *most;

    *most = (lanes)((size & above) | ((bits)*most & ~above));
}

static inline double larger(double a, double b)
{
    return b > a ? b : a;
}

/* most[i] <- the larger of most[i] and |x[i]| */
static inline void raise_all(zn_index n, const double x[], double most[])
{
    zn_index i = 0;

    for (; i + LANES <= n; i += LANES) {
        lanes a, m;

        get(x + i, &a);
        get(most + i, &m);
        raise(&a, &m);
        put(most + i, &m);
    }
    for (; i < n; i++)
        most[i] = larger(most[i], fabs(x[i]));
}

/* x <- row x; the largest then, NaN if one is not finite: a product with 0 that is gone
 * over would hide it */
static inline double scale(zn_index n, const double row[], double x[])
{
    lanes most = {0}, nought = {0};
    double big, rest;
    zn_index i = 0;

    for (; i + LANES <= n; i += LANES) {
        lanes a, s;

        get(x + i, &a);
        get(row + i, &s);
        a *= s;
        put(x + i, &a);
        raise(&a, &most);
        nought += a - a;
    }
    big = larger(larger(most[0], most[1]), larger(most[2], most[3]));
    rest = nought[0] + nought[1] + nought[2] + nought[3];
    for (; i < n; i++) {
        x[i] *= row[i];
        big = larger(big, fabs(x[i]));
        rest += x[i] - x[i];
    }
    return big + rest;
}

ZNI_WIDE void zni_lu_equilibrate(zn_index n, double a[], double row[],
                                 double col[])
{
    memset(row, 0, (size_t)n * sizeof *row);
    for (zn_index j = 0; j < n; j++)
        raise_all(n, a + j * n, row);
    for (zn_index i = 0; i < n; i++)
        row[i] = row[i] > 0 ? 0.5 / zni_unit(row[i]) : 1;
    for (zn_index j = 0; j < n; j++)
        col[j] = scale(n, row, a + j * n);
}

/* y -= f x, four at a time; each number by the same operations in either part */
static inline void subtract(zn_index n, double f, const double *restrict x,
                            double *restrict y)
{
    zn_index i = 0;

    for (; i + LANES <= n; i += LANES) {
        lanes a, b;

        get(x + i, &a);
        get(y + i, &b);
        b -= f * a;
        put(y + i, &b);
    }
    for (; i < n; i++)
        y[i] -= f * x[i];
}

/* Of column j: the row of its largest entry from the diagonal on, and where its zeros at
 * the end begin. */
static inline zn_index find_pivot(zn_index n, zn_index j, const double c[],
                                  zn_index *end)
{
    zn_index p = j, e = n;
    double big = fabs(c[j]);

    while (e > j + 1 && c[e - 1] == 0)
        e--;
    for (zn_index i = j + 1; i < e; i++)
        if (fabs(c[i]) > big) {
            p = i;
            big = fabs(c[i]);
        }
    *end = e;
    return p;
}

static inline void exchange(double c[], zn_index j, zn_index p)
{
    const double s = c[j];

    c[j] = c[p];
    c[p] = s;
}

/* Right-looking. Rows and columns that are zero are gone over: W of a rigid body is a
 * diagonal and a block, that of a chain has blocks beside its diagonal alone. */
ZNI_WIDE bool zni_few_lu(zn_index n, double a[], int piv[])
{
    bool exchanged = false;

    for (zn_index j = 0; j < n; j++) {
        double *l = a + j * n;
        zn_index end;
        const zn_index p = find_pivot(n, j, l, &end);

        piv[j] = (int)(p + 1);
        if (l[p] == 0)
            continue;
        exchanged = exchanged || p != j;
        for (zn_index k = 0; p != j && k <= j; k++)
            exchange(a + k * n, j, p);
        for (zn_index i = j + 1; i < end; i++)
            l[i] /= l[j];
        for (double *c = l + n; c < a + n * n; c += n) {
            if (p != j)
                exchange(c, j, p);
            if (c[j] != 0)
                subtract(end - j - 1, c[j], l + j + 1, c + j + 1);
        }
    }
    return exchanged;
}

ZNI_WIDE void zni_few_lu_solve(zn_index n, const double a[], const int piv[],
                               double b[])
{
    for (zn_index j = 0; j < n; j++) {
        const zn_index p = piv[j] - 1;
        const double x = b[p];

        b[p] = b[j];
        b[j] = x;
    }
    for (zn_index j = 0; j < n; j++)
        if (b[j] != 0)
            subtract(n - j - 1, b[j], a + j * n + j + 1, b + j + 1);
    for (zn_index j = n - 1; j >= 0; j--) {
        if (b[j] == 0)
            continue;
        b[j] /= a[j + j * n];
        subtract(j, b[j], a + j * n, b);
    }
}
