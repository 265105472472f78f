/* twice.c - products with matrices in twice the precision
 * SPDX-License-Identifier: Apache-2.0 */
#include "twice.h"

#include <string.h>

#include "pieces.h"
#include "units.h"
#include "wide.h"

/* Rows first ... end - 1 of a vector in twice the precision: y + lo */
typedef struct sums {
    double *y, *lo;
    zn_index first, end;
} sums;

static inline void add(const sums *s, zn_index i, double a, double x)
{
    if (i >= s->first && i < s->end)
        zni_twice_add(&s->y[i], &s->lo[i - s->first], a, x);
}

/* y + lo += f x with the same result as zni_twice_add for each number. The error of a product is computed from halves
 * of its factors (Dekker 1971; Veltkamp 1968), without the fused multiplication, which not all processors have. */
ZNI_WIDE static void add_column(zn_index m, double f, const double x[],
                                double y[], double lo[])
{
    const double split = 134217729, ff = split * f, f1 = ff - (ff - f),
                 f2 = f - f1;
    zn_index i = 0;

    for (; i + 4 <= m; i += 4) {
        zni_lanes a, h, l, p, s, b, a1, a2, aa;

        zni_take4(x + i, &a);
        zni_take4(y + i, &h);
        zni_take4(lo + i, &l);
        aa = split * a;
        a1 = aa - (aa - a);
        a2 = a - a1;
        p = f * a;
        s = h + p;
        b = s - h;
        l += (h - (s - b)) + (p - b) +
             (((f1 * a1 - p) + f1 * a2 + f2 * a1) + f2 * a2);
        memcpy(y + i, &s, sizeof s);
        memcpy(lo + i, &l, sizeof l);
    }
    for (; i < m; i++)
        zni_twice_add(&y[i], &lo[i], x[i], f);
}

/* Can f be split without overflow, and are the products of its halves normal numbers? */
static bool splits(double f)
{
    return fabs(f) > 1e-140 && fabs(f) < 1e140;
}

void zni_twice_column(zn_index m, double f, const double x[], double y[], double lo[])
{
    if (splits(f))
        add_column(m, f, x, y, lo);
    else if (f != 0)
        for (zn_index i = 0; i < m; i++)
            zni_twice_add(&y[i], &lo[i], x[i], f);
}

static void multiply(const zn_matrix *A, bool turned, double alpha, const double x[],
                     const sums *s)
{
    for (zni_piece b = {0}; zni_next_piece(A, &b);) {
        const double *a = A->x + b.at;
        const zn_index first = s->first > b.r ? s->first : b.r,
                       end = s->end < b.r + b.m ? s->end : b.r + b.m;

        for (zn_index j = b.c; j < b.c + b.n; j++, a += b.m) {
            const double f = turned ? 0 : alpha * x[j];

            for (zn_index e = 0; e < b.m && turned; e++)
                add(s, j, a[e], alpha * x[zni_piece_row(&b, e)]);
            if (!b.i && first < end)
                zni_twice_column(end - first, f, a + (first - b.r), s->y + first,
                                 s->lo + (first - s->first));
            for (zn_index e = 0; e < b.m && f != 0 && b.i; e++)
                add(s, zni_piece_row(&b, e), a[e], f);
        }
    }
}

void zni_twice_mul(const zn_matrix *A, bool turned, double alpha, const double x[],
                   double y[], double lo[])
{
    multiply(A, turned, alpha, x,
             &(sums){.y = y, .lo = lo, .end = turned ? A->cols : A->rows});
}

void zni_twice_rows(const zn_matrix *M, const double z[], double y[], double lo[],
                    zn_index room)
{
    for (zn_index r = 0; r < M->rows; r += room) {
        const zn_index end = r + room < M->rows ? r + room : M->rows;

        memset(lo, 0, (size_t)(end - r) * sizeof *lo);
        multiply(M, false, 1, z, &(sums){y, lo, r, end});
        for (zn_index i = r; i < end; i++)
            y[i] = zni_twice(y[i], lo[i - r]);
    }
}

/* Raises most to |f x_i|; the last four numbers may overlap those before. */
static ZNI_INTO_WIDE void raise(zn_index m, double f, const double x[], zni_lanes *most)
{
    zni_lanes a;

    for (zn_index i = 0; i < m; i += 4) {
        zni_take_few(m, m < 4 || i + 4 <= m ? x + i : x + m - 4, &a);
        a *= f;
        zni_raise4(&a, most);
    }
}

/* the largest |M_ij z_j| */
ZNI_WIDE static double largest_term(const zn_matrix *M, const double z[])
{
    zni_lanes most = {0};

    for (zni_piece b = {0}; zni_next_piece(M, &b);)
        for (zn_index j = b.c; j < b.c + b.n; j++, b.at += b.m)
            raise(b.m, z[j], M->x + b.at, &most);
    return zni_across4(&most);
}

void zni_careful_mul(const zn_matrix *M, double largest, double scale, const double z[],
                     double y[], double lo[], zn_index room)
{
    /* the first test is cheap and rules out most products, the second those whose large z_j meet small M_ij */
    if (zni_hides(largest * zni_largest(z, M->cols), scale) &&
        zni_hides(largest_term(M, z), scale))
        zni_twice_rows(M, z, y, lo, room);
    else
        zn_matrix_mul(M, 1, z, 1, y);
}
