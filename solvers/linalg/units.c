/* units.c - matrices and vectors in units of their own
 * SPDX-License-Identifier: Apache-2.0 */
#include "units.h"

#include "pieces.h"
#include "wide.h"

ZNI_WIDE double zni_largest_of_many(const double x[], zn_index n)
{
    return zni_largest_few(n, x);
}

double zni_largest_finite(const double x[], zn_index n)
{
    double most = 0;

    for (zn_index i = 0; i < n; i++)
        most = zni_no_bound(x[i]) ? most : zni_greater(most, fabs(x[i]));
    return most;
}

bool zni_no_bounds(zn_index n, const double x[], double side, double y[])
{
    bool any = false;

    for (zn_index i = 0; i < n; i++) {
        if (!(side * x[i] > 0x1p500) || isinf(x[i]))
            continue;
        any = true;
        if (y)
            y[i] = side * INFINITY;
    }
    return any;
}

double zni_largest_stored(const zn_matrix *A)
{
    double most = 0;

    if (A->storage != ZN_BSR)
        return zni_largest(A->x, A->p[A->cols]);
    for (zni_piece b = {0}; zni_next_piece(A, &b);)
        most = fmax(most, zni_largest(A->x + b.at, b.m * b.n));
    return most;
}

zn_index zni_values(const zn_matrix *A)
{
    zn_index end = 0;

    if (A->storage != ZN_BSR)
        return zn_matrix_nnz(A);
    for (zni_piece b = {0}; zni_next_piece(A, &b);)
        end = b.at + b.m * b.n > end ? b.at + b.m * b.n : end;
    return end;
}

ZNI_WIDE void zni_scale_into(zn_index n, double f, const double x[], double y[])
{
    zn_index i = 0;

    for (; i + 4 <= n; i += 4) {
        zni_lanes a;

        zni_take4(x + i, &a);
        a *= f;
        zni_put4(&a, y + i);
    }
    for (; i < n; i++)
        y[i] = f * x[i];
}

zn_matrix zni_matrix_scaled(const zn_matrix *A, double f, double x[])
{
    zn_matrix out = *A;

    out.x = x;
    if (A->storage != ZN_BSR)
        zni_scale_into(zni_values(A), f, A->x, x);
    for (zni_piece b = {0}; A->storage == ZN_BSR && zni_next_piece(A, &b);)
        zni_scale_into(b.m * b.n, f, A->x + b.at, x + b.at);
    return out;
}
