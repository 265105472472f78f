/* structure.c - constant square matrices by the structure they have
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/structure.h"

#include <string.h>

/* Bandwidths of a dense array. */
static void band(zn_index n, const double A[], zn_index *kl, zn_index *ku)
{
    *kl = *ku = 0;
    for (zn_index j = 0; j < n; j++) {
        zn_index first = 0, last = n - 1;
        while (first < j - *ku && A[first + j * n] == 0)
            first++;
        while (last > j + *kl && A[last + j * n] == 0)
            last--;
        if (j - first > *ku)
            *ku = j - first;
        if (last - j > *kl)
            *kl = last - j;
    }
}

static bool diagonal_is_zero(zn_index n, const double a[], zn_index stride)
{
    for (zn_index i = 0; i < n; i++)
        if (a[i * stride] != 0)
            return false;
    return true;
}

/* The narrowest pattern of a dense array. */
static zn_pattern narrowest(zn_index n, const double a[])
{
    zn_index kl, ku;

    band(n, a, &kl, &ku);
    if (kl + ku == 0)
        return diagonal_is_zero(n, a, n + 1) ? zn_pattern_zero(n, n)
                                             : zn_pattern_diagonal(n);
    return 2 * (kl + ku + 1) <= n ? zn_pattern_banded(n, kl, ku)
                                  : zn_pattern_dense(n, n);
}

void zni_smatrix_detect(zni_smatrix *m, const zn_operator *op, zn_index n)
{
    const zn_operator_mode mode = zn_operator_get_mode(op);
    const double *a = zn_operator_value(op);

    *m = (zni_smatrix){.pattern = zn_pattern_zero(n, n)};
    if (mode == ZN_OPERATOR_SPARSE ||
        (mode == ZN_OPERATOR_DIAGONAL && !diagonal_is_zero(n, a, 1)))
        m->pattern = zn_operator_pattern(op);
    if (mode == ZN_OPERATOR_CONSTANT)
        m->pattern = narrowest(n, a);
}

/* Only a dense array that turned out to be narrower is stored again. */
static bool borrowed(const zni_smatrix *m, const zn_operator *op)
{
    return zn_operator_pattern(op).shape == m->pattern.shape;
}

zn_index zni_smatrix_count(const zni_smatrix *m, const zn_operator *op)
{
    return borrowed(m, op) ? 0 : zn_pattern_count(&m->pattern);
}

void zni_smatrix_fill(zni_smatrix *m, const zn_operator *op, double **store)
{
    const double *v = zn_operator_value(op);
    const zn_index n = m->pattern.rows, ku = m->pattern.ku;
    const zn_index ld = m->pattern.kl + ku + 1;
    double *a = *store;

    m->x = v;
    if (borrowed(m, op) || m->pattern.shape == ZN_SHAPE_ZERO)
        return;
    for (zn_index j = 0; j < n; j++)
        for (zn_index k = 0; k < ld; k++) {
            const zn_index i = j - ku + k;
            a[k + j * ld] = i >= 0 && i < n ? v[i + j * n] : 0;
        }
    m->x = a;
    *store += n * ld;
}

void zni_smatrix_identity(zni_smatrix *m, zn_index n, double **store)
{
    double *a = *store;

    for (zn_index i = 0; i < n; i++)
        a[i] = 1;
    *m = (zni_smatrix){.pattern = zn_pattern_diagonal(n), .x = a};
    *store += n;
}

void zni_smatrix_copy(const zni_smatrix *m, double f, double out[])
{
    const zn_index count = zn_pattern_count(&m->pattern);

    for (zn_index k = 0; k < count; k++)
        out[k] = f * m->x[k];
}

void zni_dense_mul(zn_index m, zn_index n, const double A[], const double x[],
                   double y[])
{
    for (zn_index j = 0; j < n; j++, A += m) {
        const double f = x[j];

        for (zn_index i = 0; f != 0 && i < m; i++)
            y[i] += A[i] * f;
    }
}

void zni_operator_mul(const zn_operator *op, const double x[], double y[])
{
    const zn_operator_mode mode = zn_operator_get_mode(op);

    if (mode == ZN_OPERATOR_CONSTANT) {
        zni_dense_mul(zni_operator_rows(op), zni_operator_cols(op), op->value,
                      x, y);
    } else if (mode != ZN_OPERATOR_ABSENT && mode != ZN_OPERATOR_FUNCTION) {
        const zn_pattern a = zn_operator_pattern(op);

        zn_pattern_mul(&a, op->value, 1, x, y);
    }
}
