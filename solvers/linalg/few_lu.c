/* few_lu.c - LU of small full matrices, which may be mostly zeros
 * SPDX-License-Identifier: Apache-2.0 */
#include "few_lu.h"

#include <math.h>
#include <string.h>

#include "units.h"
#include "wide.h"

enum { LANES = sizeof(zni_lanes) / sizeof(double) };

/* x_i <- row_i x_i. Returns the largest magnitude, or NaN if a number is not finite: elimination, which skips zeros,
 * might not notice it. */
static inline double scale(zn_index n, const double row[], double x[])
{
    zni_lanes most = {0}, nought = {0};
    double big, rest;
    zn_index i = 0;

    for (; i + LANES <= n; i += LANES) {
        zni_lanes a, s;

        zni_take4(x + i, &a);
        zni_take4(row + i, &s);
        a *= s;
        zni_put4(&a, x + i);
        zni_raise4(&a, &most);
        nought += a - a;
    }
    big = zni_greater(zni_greater(most[0], most[1]), zni_greater(most[2], most[3]));
    rest = nought[0] + nought[1] + nought[2] + nought[3];
    for (; i < n; i++) {
        x[i] *= row[i];
        big = zni_greater(big, fabs(x[i]));
        rest += x[i] - x[i];
    }
    return big + rest;
}

ZNI_WIDE void zni_lu_equilibrate(zn_index n, double a[], double row[],
                                 double col[])
{
    memset(row, 0, (size_t)n * sizeof *row);
    for (zn_index j = 0; j < n; j++)
        zni_raise_wide(n, a + j * n, row);
    for (zn_index i = 0; i < n; i++)
        row[i] = row[i] > 0 ? 0.5 / zni_unit(row[i]) : 1;
    for (zn_index j = 0; j < n; j++)
        col[j] = scale(n, row, a + j * n);
}

/* y = (y - f x) - g u: two elimination steps at once */
static inline void subtract_two(zn_index n, double f, const double *restrict x,
                                double g, const double *restrict u,
                                double *restrict y)
{
    zn_index i = 0;

    for (; i + LANES <= n; i += LANES) {
        zni_lanes a, b;

        zni_take4(x + i, &a);
        zni_take4(y + i, &b);
        b -= f * a;
        zni_take4(u + i, &a);
        b -= g * a;
        zni_put4(&b, y + i);
    }
    for (; i < n; i++)
        y[i] = (y[i] - f * x[i]) - g * u[i];
}

enum { SHORT = 12 }; /* entries */

/* The row of the largest entry of column j from the diagonal down; *end: where the zeros at its end begin. */
static ZNI_INTO_WIDE zn_index find_pivot(zn_index n, zn_index j, const double c[],
                                  zn_index *end)
{
    zn_index p = j, e = n;
    double big = fabs(c[j]);

    while (e > j + 1 && c[e - 1] == 0)
        e--;
    *end = e;
    if (e - j > SHORT) {
        big = zni_largest_few(e - j, c + j);
        while (p < e && fabs(c[p]) != big)
            p++;
        return p < e ? p : j; /* NaN */
    }
    for (zn_index i = j + 1; i < e; i++) { /* short columns are quicker without vectors */
        const bool larger = fabs(c[i]) > big;

        big = larger ? fabs(c[i]) : big;
        p = larger ? i : p;
    }
    return p;
}

static inline void exchange(double c[], zn_index j, zn_index p)
{
    const double s = c[j];

    c[j] = c[p];
    c[p] = s;
}

/* Exchanges rows in the columns 0 ... j so that the pivot of column j is on the diagonal, and makes the multipliers
 * below it. Returns where their nonzeros end. */
static ZNI_INTO_WIDE zn_index step(zn_index n, zn_index j, double a[],
                                   int piv[])
{
    double *l = a + j * n;
    zn_index end;
    const zn_index p = find_pivot(n, j, l, &end);

    piv[j] = (int)(p + 1);
    for (zn_index k = 0; p != j && k <= j; k++)
        exchange(a + k * n, j, p);
    if (l[j] != 0)
        zni_divide_wide(end - j - 1, l[j], l + j + 1);
    return end;
}

/* y = y - f x - g u; a term with a factor of zero is skipped */
static ZNI_INTO_WIDE void subtract_both(zn_index n, double f,
                                        const double *restrict x, double g,
                                        const double *restrict u,
                                        double *restrict y)
{
    if (f != 0 && g != 0)
        subtract_two(n, f, x, g, u, y);
    else if (f != 0)
        zni_add_wide(n, -f, x, y);
    else if (g != 0)
        zni_add_wide(n, -g, u, y);
}

/* Right-looking, two columns at a time, so that the remaining columns are read once for both; the operations on each
 * number are those of one column after the other. Zero rows and columns are skipped: W of a rigid body is a diagonal
 * and a block, that of a chain is block tridiagonal. */
ZNI_WIDE void zni_few_lu(zn_index n, double a[], int piv[])
{
    for (zn_index j = 0; j < n; j += 2) {
        double *l = a + j * n, *m = l + n;
        zn_index end = step(n, j, a, piv), p = piv[j] - 1, q, other;

        if (j + 1 == n)
            break;
        exchange(m, j, p);
        if (m[j] != 0)
            zni_add_wide(end - j - 1, -m[j], l + j + 1, m + j + 1);
        other = step(n, j + 1, a, piv);
        q = piv[j + 1] - 1;
        end = other > end ? other : end;
        if (p == j && q == j + 1 && end <= j + 2 && l[j + 1] == 0)
            continue; /* no multipliers, as in the translations of a body */
        for (double *c = m + n; c < a + n * n; c += n) {
            if (p != j) /* the diagonal entry is the largest in most columns */
                exchange(c, j, p);
            if (q != j + 1)
                exchange(c, j + 1, q);
            if (c[j] != 0)
                c[j + 1] -= c[j] * l[j + 1];
            subtract_both(end - j - 2, c[j], l + j + 2, c[j + 1], m + j + 2,
                          c + j + 2);
        }
    }
}

ZNI_WIDE void zni_few_lu_solve(zn_index n, const double a[], const int piv[],
                               double b[])
{
    zn_index j;

    for (j = 0; j < n; j++)
        exchange(b, j, piv[j] - 1);
    for (j = 0; j + 1 < n; j += 2) {
        const double *l = a + j * n;

        if (b[j] != 0)
            b[j + 1] -= b[j] * l[j + 1];
        subtract_both(n - j - 2, b[j], l + j + 2, b[j + 1], l + n + j + 2,
                      b + j + 2);
    }
    for (j = n - 1; j > 0; j -= 2) {
        const double *u = a + j * n, *v = u - n;

        if (b[j] != 0) {
            b[j] /= u[j];
            b[j - 1] -= b[j] * u[j - 1];
        }
        if (b[j - 1] != 0)
            b[j - 1] /= v[j - 1];
        subtract_both(j - 1, b[j], u, b[j - 1], v, b);
    }
    if (j == 0 && b[0] != 0)
        b[0] /= a[0];
}
