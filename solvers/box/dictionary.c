/* dictionary.c - the dictionary of the pivoting methods: the dense kind
 * SPDX-License-Identifier: Apache-2.0 */
#include "dictionary.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include <cblas.h>

#include "../linalg/wide.h"

/* from LARGE rows on, T does not fit into the inner caches, and changes are collected (delay) */
enum { LARGE = 160 };

/* A matrix is treated as sparse if less than one in THIN entries is stored and a dense pivot takes more than
 * microseconds. Then factors of the basis cost less than updates of a full n x n matrix. */
enum { THIN = 10, FEW = 300 };

bool zni_dictionary_thin(zn_index n, zn_index nnz)
{
    return n >= FEW && THIN * nnz <= n * n;
}

zn_status zni_dictionary_reserve(zn_ctx *ctx, zni_dictionary *t, zn_index n,
                                 zn_index nnz)
{
    const bool thin = zni_dictionary_thin(n, nnz);
    zn_index *room = thin ? &t->thin_room : &t->room;
    zn_status st;

    if (n <= *room)
        return ZN_OK;
    st = ZNI_GROW(ctx, ZNI_BARE(t, T, thin ? 7 * n + 1 : (n + 1) * (n + 6 + 2 * ZNI_DELAYED)),
                  ZNI_ARRAY(t, basic, 5 * n + 3));
    *room = st ? 0 : n;
    return st;
}

void zni_dictionary_rhs(zni_dictionary *t, const double q[])
{
    double big = 0;

    for (zn_index i = 0; i < t->n; i++) {
        double b = fabs(t->s[i] * q[i]);

        big = b > big ? b : big;
    }
    t->beta = zni_dictionary_inverse(big);
    for (zn_index i = 0; i < t->n; i++)
        t->b[i] = t->beta * t->s[i] * q[i];
}

/* Scale to (S M S) z' + S q with entries near 1, by powers of two: scaling is exact, so that ties in degenerate data
 * stay ties. */
ZNI_WIDE static void scale(zni_dictionary *t)
{
    const zn_index n = t->n;
    double *s = t->s;

    memset(s, 0, (size_t)n * sizeof *s);
    for (zn_index j = 0; j < n; j++) {
        const double column = zni_raise_wide(n, t->T + j * n, s);

        s[j] = zni_greater(column, s[j]);
    }
    for (zn_index i = 0; i < n; i++)
        s[i] = zni_dictionary_unit(s[i]);
    for (zn_index j = 0; j < n; j++)
        zni_in_units(n, s, s[j], t->T + j * n, t->T + j * n);
}

/* the vectors that follow the matrix, and the indices */
static void lay_out(zni_dictionary *t, zn_index n)
{
    t->b = t->sparse ? t->T : t->T + n * (n + 1);
    t->work = t->b + n;
    t->s = t->work + n;
    t->enter = t->s + n;
    t->compare = t->enter + n;
    t->row = t->compare + n;
    t->U = t->row + n + 1;
    t->V = t->U + n * ZNI_DELAYED;
    t->cover = t->sparse ? t->U : t->T + n * n;
    t->column = t->basic + n;
    t->where = t->column + n + 1;
    t->list = t->where + 2 * n + 1;
}

zn_status zni_dictionary_load(zn_ctx *ctx, zni_dictionary *t, const zn_lcp *p,
                              zn_index columns, const zn_monitor *mon, zn_solve_info *info)
{
    zn_index n = p->n;
    zn_index nnz = p->M->storage == ZN_DENSE ? n * n : zn_matrix_nnz(p->M);
    zn_status st = zni_dictionary_reserve(ctx, t, n, nnz);

    if (st)
        return st;
    t->ctx = ctx;
    t->mon = mon;
    t->sparse = zni_dictionary_thin(n, nnz);
    t->n = n;
    t->columns = columns;
    t->delayed = 0;
    lay_out(t, n);
    for (zn_index i = 0; i < n; i++) {
        t->basic[i] = i;
        t->where[i] = i;
        t->column[i] = n + i;
        t->where[n + i] = -1 - i;
        t->cover[i] = t->sparse ? zni_golden(i) : 1;
    }
    t->column[n] = 2 * n;
    t->where[2 * n] = -1 - n;
    if (t->sparse) {
        st = zni_thin_load(t, p);
        if (st == ZN_UNSOLVED)
            info->outcome = ZN_TIME_LIMIT;
        return st;
    }
    if (p->M->storage == ZN_DENSE)
        memcpy(t->T, p->M->x, (size_t)(n * n) * sizeof *t->T);
    else
        zn_matrix_to_dense(p->M, t->T);
    scale(t);
    zni_dictionary_rhs(t, p->q);
    return ZN_OK;
}

const double *zni_dictionary_update(zni_dictionary *t, zn_index e, double buf[])
{
    int n = (int)t->n, d = (int)t->delayed;

    if (t->sparse)
        return zni_thin_column(t, e, buf);
    memcpy(buf, t->T + e * t->n, (size_t)n * sizeof *buf);
    cblas_dgemv(CblasColMajor, CblasNoTrans, n, d, 1, t->U, n,
                t->V + e * ZNI_DELAYED, 1, 1, buf, 1);
    return buf;
}

/* The current row r, into t->row. */
static const double *row_of(zni_dictionary *t, zn_index r)
{
    int n = (int)t->n;

    for (zn_index j = 0; j < t->columns; j++)
        t->row[j] = t->T[r + j * n];
    if (t->delayed > 0)
        cblas_dgemv(CblasColMajor, CblasTrans, (int)t->delayed, (int)t->columns,
                    1, t->V, ZNI_DELAYED, t->U + r, n, 1, t->row, 1);
    return t->row;
}

/* apply the pivot to T at once; te is column e */
ZNI_WIDE static void change(zni_dictionary *t, zn_index r, zn_index e,
                            double te[])
{
    const zn_index n = t->n;
    const double p = te[r];

    for (zn_index j = 0; j < t->columns; j++) {
        double *tj = t->T + j * n, f;

        if (j == e || tj[r] == 0)
            continue;
        f = -tj[r] / p;
        zni_add_wide(n, f, te, tj);
        tj[r] = f;
    }
    zni_divide_wide(n, p, te);
    te[r] = 1 / p;
}

/* Record the pivot for later: row r and column e of T + U V are cleared and replaced by one more column of U and row
 * of V. This is as accurate as changing T. */
static void delay(zni_dictionary *t, zn_index r, zn_index e, const double te[])
{
    zn_index n = t->n, d = t->delayed;
    double p = te[r], *u = t->U + d * n;
    const double *tr = row_of(t, r);

    for (zn_index j = 0; j < t->columns; j++) {
        t->V[d + j * ZNI_DELAYED] = j == e ? 1 / p : -tr[j] / p;
        t->T[r + j * n] = 0;
    }
    memcpy(u, te, (size_t)n * sizeof *u);
    u[r] = 1;
    for (zn_index k = 0; k < d; k++) {
        t->U[r + k * n] = 0;
        t->V[k + e * ZNI_DELAYED] = 0;
    }
    memset(t->T + e * n, 0, (size_t)n * sizeof *t->T);
    if (++t->delayed < ZNI_DELAYED)
        return;
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, (int)n,
                (int)t->columns, ZNI_DELAYED, 1, t->U, (int)n, t->V,
                ZNI_DELAYED, 1, t->T, (int)n);
    t->delayed = 0;
}

zn_status zni_dictionary_pivot(zni_dictionary *t, zn_index r, zn_index e)
{
    zn_index n = t->n, out = t->basic[r], in = t->column[e];
    const double *te = zni_dictionary_column(t, e, t->enter);
    double f = -t->b[r] / te[r];
    zn_status st = ZN_OK;

    zni_add_wide(n, f, te, t->b);
    t->b[r] = f;
    if (t->sparse)
        st = zni_thin_exchange(t, r, te);
    else if (n < LARGE)
        change(t, r, e, t->T + e * n);
    else
        delay(t, r, e, te);

    t->basic[r] = in;
    t->where[in] = r;
    t->column[e] = out;
    t->where[out] = -1 - e;
    return st || !t->sparse ? st : zni_thin_refactor(t);
}

void zni_dictionary_z(const zni_dictionary *t, double z[])
{
    for (zn_index i = 0; i < t->n; i++) {
        zn_index r = t->where[t->n + i];

        z[i] = r >= 0 ? t->s[i] * t->b[r] / t->beta : 0;
    }
}

void zni_dictionary_fini(zn_ctx *ctx, zni_dictionary *t)
{
    ZNI_FREE(ctx, t->T, t->basic);
    zni_csc_fini(ctx, &t->M);
    zni_basis_fini(ctx, &t->basis);
    *t = (zni_dictionary){0};
}
