/* matrix.c - random positive semi-definite matrices with a skew part
 *
 *       M = F F' (+ I/10 if the rank is full) + skew (S - S')
 *
 * The rank determines the number of columns of F. Dense: F is full, with entries of size 1/sqrt(columns). Sparse:
 * each column of F has three entries, in a row of its own, in the next row and in a random one; S has one entry in a
 * row.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "random.h"

static zn_index columns(const zni_random_options *o, zn_index n)
{
    return (zn_index)ceil(o->rank * (double)n);
}

static zn_status dense(zni_draws by, zn_index n, zn_matrix *M)
{
    const zn_index k = columns(by.o, n);
    double *F = zni_store_alloc(by.s, n * k, sizeof *F);
    double *x = zni_store_alloc(by.s, n * n, sizeof *x);

    if (!F || !x)
        return ZN_ENOMEM;
    zni_random_vector(by.r, n * k, F);
    for (zn_index c = 0; c < k; c++)
        for (zn_index j = 0; j < n; j++)
            for (zn_index i = 0; i < n; i++)
                x[i + j * n] += F[i + c * n] * F[j + c * n] / (double)k;
    for (zn_index j = 0; j < n; j++) {
        x[j + j * n] += k == n ? 0.1 : 0;
        for (zn_index i = 0; by.o->skew > 0 && i < j; i++) {
            const double a = by.o->skew * zni_random_sign(by.r) / sqrt((double)n);
            x[i + j * n] += a;
            x[j + i * n] -= a;
        }
    }
    *M = zn_matrix_dense(n, n, x);
    return ZN_OK;
}

static void sparse_entries(zni_draws by, zn_index n, zni_entries *e)
{
    const zn_index k = columns(by.o, n);

    for (zn_index c = 0; c < k; c++) {
        const zn_index own = k == n ? c : zni_random_below(by.r, n);
        const zn_index row[3] = {own, (own + 1) % n, zni_random_below(by.r, n)};
        double f[3];
        zni_random_vector(by.r, 3, f);
        for (int a = 0; a < 3; a++)
            for (int b = 0; b < 3; b++)
                zni_entry(e, row[a], row[b], f[a] * f[b]);
    }
    for (zn_index i = 0; i < n; i++) {
        const zn_index j = zni_random_below(by.r, n);
        const double a = by.o->skew * zni_random_sign(by.r);
        zni_entry(e, i, i, k == n ? 0.1 : 0);
        zni_entry(e, i, j, i == j ? 0 : a);
        zni_entry(e, j, i, i == j ? 0 : -a);
    }
}

static zn_status sparse(zni_draws by, zn_index n, zn_matrix *M)
{
    zni_entries e;

    if (zni_entries_new(by.s, 9 * columns(by.o, n) + 3 * n, &e))
        return ZN_ENOMEM;
    sparse_entries(by, n, &e);
    return zni_compress(by.s, n, n, &e, M);
}

zn_status zni_random_matrix(zni_draws by, zn_index n, zn_matrix **out)
{
    zn_matrix *M = zni_store_alloc(by.s, 1, sizeof *M);

    *out = M;
    if (!M)
        return ZN_ENOMEM;
    return by.o->storage ? sparse(by, n, M) : dense(by, n, M);
}

zn_status zni_random_rest(zni_store *s, const zn_matrix *M, const double z[],
                          const double w[], double **q)
{
    *q = zni_store_alloc(s, M->rows, sizeof **q);
    if (!*q)
        return ZN_ENOMEM;
    for (zn_index i = 0; i < M->rows; i++)
        (*q)[i] = w[i];
    zn_matrix_mul(M, -1, z, 1, *q);
    return ZN_OK;
}

zn_status zni_random_solution(zni_store *s, zn_index nz, zn_index nw,
                              zni_random_result *out)
{
    out->z = zni_store_alloc(s, nz, sizeof *out->z);
    out->w = zni_store_alloc(s, nw, sizeof *out->w);
    return out->z && out->w ? ZN_OK : ZN_ENOMEM;
}

double *zni_random_same(zni_store *s, zn_index n, double x)
{
    double *all = zni_store_alloc(s, n, sizeof *all);

    for (zn_index i = 0; i < n && all; i++)
        all[i] = x;
    return all;
}

zn_status zni_random_affine(zni_draws by, zn_index n, zn_index nw, zni_random_make *draw,
                            zni_random_result *out, const zn_matrix **M, const double **q)
{
    zn_matrix *A = NULL;
    double *rest = NULL;
    zn_status st = zni_random_solution(by.s, n, nw, out);

    if (!st)
        st = zni_random_matrix(by, n, &A);
    if (!st)
        st = draw(by, out);
    if (!st)
        st = zni_random_rest(by.s, A, out->z, out->w, &rest);
    *M = A;
    *q = rest;
    return st;
}
