/* structure.c - constant square matrices by the structure they have
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/structure.h"

#include <string.h>

/* Bandwidths of a dense array. */
static void band(zn_index n, const double A[], int *kl, int *ku)
{
    *kl = *ku = 0;
    for (zn_index j = 0; j < n; j++) {
        zn_index first = 0, last = n - 1;
        while (first < j - *ku && A[first + j * n] == 0)
            first++;
        while (last > j + *kl && A[last + j * n] == 0)
            last--;
        if (j - first > *ku)
            *ku = (int)(j - first);
        if (last - j > *kl)
            *kl = (int)(last - j);
    }
}

static bool diagonal_is_zero(zn_index n, const double a[], zn_index stride)
{
    for (zn_index i = 0; i < n; i++)
        if (a[i * stride] != 0)
            return false;
    return true;
}

void zni_smatrix_detect(zni_smatrix *m, const zn_operator *op, zn_index n)
{
    const zn_operator_mode mode = zn_operator_get_mode(op);
    const double *a = zn_operator_value(op);

    *m = (zni_smatrix){.n = n, .kind = ZNI_ZERO};
    if (mode == ZN_OPERATOR_DIAGONAL && !diagonal_is_zero(n, a, 1))
        m->kind = ZNI_DIAGONAL;
    if (mode != ZN_OPERATOR_CONSTANT)
        return;
    band(n, a, &m->kl, &m->ku);
    if (m->kl + m->ku == 0)
        m->kind = diagonal_is_zero(n, a, n + 1) ? ZNI_ZERO : ZNI_DIAGONAL;
    else
        m->kind = 2 * (m->kl + m->ku + 1) <= n ? ZNI_BANDED : ZNI_DENSE;
}

zn_index zni_smatrix_count(const zni_smatrix *m)
{
    switch (m->kind) {
    case ZNI_DIAGONAL:
        return m->n;
    case ZNI_BANDED:
        return (m->kl + m->ku + 1) * m->n;
    case ZNI_DENSE:
        return m->n * m->n;
    default:
        return 0;
    }
}

/* Rows of column j that may hold something, and where entry (0, j) would be. */
static void column(const zni_smatrix *m, zn_index j, zn_index *first,
                   zn_index *end, const double **a0)
{
    const zn_index ld = m->kl + m->ku + 1;

    if (m->kind == ZNI_DENSE) {
        *first = 0;
        *end = m->n;
        *a0 = m->a + j * m->n;
        return;
    }
    *first = j > m->ku ? j - m->ku : 0;
    *end = j + m->kl < m->n ? j + m->kl + 1 : m->n;
    *a0 = m->a + j * ld + m->ku - j;
}

void zni_smatrix_fill(zni_smatrix *m, const zn_operator *op, double **store)
{
    const bool full = zn_operator_get_mode(op) == ZN_OPERATOR_CONSTANT;
    const double *v = zn_operator_value(op);
    const zn_index n = m->n, ld = m->kl + m->ku + 1;

    if (m->kind == ZNI_ZERO)
        return;
    m->a = *store;
    *store += zni_smatrix_count(m);
    if (m->kind == ZNI_DIAGONAL)
        for (zn_index i = 0; i < n; i++)
            m->a[i] = v[full ? i * (n + 1) : i];
    if (m->kind == ZNI_DENSE)
        memcpy(m->a, v, (size_t)(n * n) * sizeof *v);
    for (zn_index j = 0; m->kind == ZNI_BANDED && j < n; j++)
        for (int k = 0; k < ld; k++) {
            const zn_index i = j - m->ku + k;
            m->a[k + j * ld] = i >= 0 && i < n ? v[i + j * n] : 0;
        }
}

void zni_smatrix_identity(zni_smatrix *m, zn_index n, double **store)
{
    *m = (zni_smatrix){.n = n, .kind = ZNI_DIAGONAL, .a = *store};
    for (zn_index i = 0; i < n; i++)
        m->a[i] = 1;
    *store += n;
}

/* Bars, strings, chains. Each column holds above, diagonal, below. */
static void mul_tridiagonal(const zni_smatrix *m, double s, const double x[],
                            double y[])
{
    const zn_index n = m->n;
    const double *a = m->a + 1; /* the diagonal entry of the column */

    y[0] += s * (a[0] * x[0] + a[2] * x[1]);
    for (zn_index i = 1; i + 1 < n; i++) {
        a += 3;
        y[i] += s * (a[-2] * x[i - 1] + a[0] * x[i] + a[2] * x[i + 1]);
    }
    a += 3;
    y[n - 1] += s * (a[-2] * x[n - 2] + a[0] * x[n - 1]);
}

void zni_smatrix_mul(const zni_smatrix *m, double s, const double x[],
                     double y[])
{
    if (m->kind == ZNI_DIAGONAL)
        for (zn_index i = 0; i < m->n; i++)
            y[i] += s * m->a[i] * x[i];
    if (m->kind < ZNI_BANDED)
        return;
    if (m->kind == ZNI_BANDED && m->kl == 1 && m->ku == 1) {
        mul_tridiagonal(m, s, x, y);
        return;
    }
    for (zn_index j = 0; j < m->n; j++) {
        const double xj = s * x[j], *a;
        zn_index first, end;
        column(m, j, &first, &end, &a);
        for (zn_index i = first; i < end; i++)
            y[i] += a[i] * xj;
    }
}

void zni_smatrix_mul_t(const zni_smatrix *m, double s, const double x[],
                       double y[])
{
    if (m->kind < ZNI_BANDED) {
        zni_smatrix_mul(m, s, x, y);
        return;
    }
    for (zn_index j = 0; j < m->n; j++) {
        const double *a;
        double sum = 0;
        zn_index first, end;
        column(m, j, &first, &end, &a);
        for (zn_index i = first; i < end; i++)
            sum += a[i] * x[i];
        y[j] += s * sum;
    }
}

double zni_smatrix_quad(const zni_smatrix *m, const double x[])
{
    double sum = 0;

    if (m->kind == ZNI_DIAGONAL)
        for (zn_index i = 0; i < m->n; i++)
            sum += m->a[i] * x[i] * x[i];
    for (zn_index j = 0; m->kind >= ZNI_BANDED && j < m->n; j++) {
        const double *a;
        double ax = 0;
        zn_index first, end;
        column(m, j, &first, &end, &a);
        for (zn_index i = first; i < end; i++)
            ax += a[i] * x[i];
        sum += ax * x[j];
    }
    return sum;
}

void zni_smatrix_dense(const zni_smatrix *m, double s, double out[])
{
    const zn_index n = m->n;

    memset(out, 0, (size_t)(n * n) * sizeof *out);
    if (m->kind == ZNI_DIAGONAL)
        for (zn_index i = 0; i < n; i++)
            out[i * (n + 1)] = s * m->a[i];
    for (zn_index j = 0; m->kind >= ZNI_BANDED && j < n; j++) {
        const double *a;
        zn_index first, end;
        column(m, j, &first, &end, &a);
        for (zn_index i = first; i < end; i++)
            out[i + j * n] = s * a[i];
    }
}

bool zni_smatrix_symmetric(const zni_smatrix *m)
{
    if (m->kind < ZNI_BANDED)
        return true;
    if (m->kind == ZNI_BANDED && m->kl != m->ku)
        return false;
    for (zn_index j = 0; j < m->n; j++) {
        const double *aj, *ai;
        zn_index first, end, f, e;
        column(m, j, &first, &end, &aj);
        for (zn_index i = j + 1; i < end; i++) {
            column(m, i, &f, &e, &ai);
            if (aj[i] != ai[j])
                return false;
        }
    }
    return true;
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
    const zn_index rows = zn_operator_rows(op), cols = zn_operator_cols(op);
    const double *a = zn_operator_value(op);

    switch (zn_operator_get_mode(op)) {
    case ZN_OPERATOR_DIAGONAL:
        for (zn_index i = 0; i < rows; i++)
            y[i] += a[i] * x[i];
        return;
    case ZN_OPERATOR_CONSTANT:
        zni_dense_mul(rows, cols, a, x, y);
        return;
    default:
        return;
    }
}
