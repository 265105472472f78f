/* kkt.c - the optimality conditions of a quadratic program as one matrix
 * SPDX-License-Identifier: Apache-2.0 */
#include "qp.h"

#include <string.h>

#include "../../core/monitor.h"

/* receives every stored entry, rows ascending in each column and columns
 * ascending in each row, whatever the storage */
typedef void entry_fn(zni_kkt *k, zn_index i, zn_index j, double x);

static void walk(const zn_matrix *A, entry_fn *put, zni_kkt *k)
{
    if (A->storage == ZN_BSR) {
        for (zn_index a = 0; a < A->nbr; a++)
            for (zn_index e = A->p[a]; e < A->p[a + 1]; e++) {
                const double *x = A->x + A->bp[e];
                zn_index c = A->i[e];

                for (zn_index j = A->co[c]; j < A->co[c + 1]; j++)
                    for (zn_index i = A->ro[a]; i < A->ro[a + 1]; i++)
                        put(k, i, j, *x++);
            }
        return;
    }
    for (zn_index j = 0; j < A->cols; j++) {
        if (A->storage == ZN_CSC)
            for (zn_index e = A->p[j]; e < A->p[j + 1]; e++)
                put(k, A->i[e], j, A->x[e]);
        else
            for (zn_index i = 0; i < A->rows; i++)
                put(k, i, j, A->x[i + j * A->rows]);
    }
}

/* ---- dense ---------------------------------------------------------------- */

static void dense_M(zni_kkt *k, zn_index i, zn_index j, double x)
{
    k->x[i + j * k->B.rows] = x;
}

static void dense_A(zni_kkt *k, zn_index i, zn_index j, double x)
{
    zn_index N = k->B.rows, n = k->box.n;

    k->x[n + i + j * N] = x;
    k->x[j + (n + i) * N] = -x;
}

/* ---- sparse: count the columns, then fill them ------------------------------ */

static void count_M(zni_kkt *k, zn_index i, zn_index j, double x)
{
    (void)i;
    (void)x;
    k->p[j + 1]++;
}

static void count_A(zni_kkt *k, zn_index i, zn_index j, double x)
{
    (void)x;
    k->p[j + 1]++;
    k->p[k->box.n + i + 1]++;
}

static void place(zni_kkt *k, zn_index i, zn_index j, double x)
{
    zn_index at = k->p[k->B.rows + 1 + j]++;

    k->i[at] = i;
    k->x[at] = x;
}

static void place_A(zni_kkt *k, zn_index i, zn_index j, double x)
{
    place(k, k->box.n + i, j, x);
    place(k, j, k->box.n + i, -x);
}

/* A, or the identity */
static void walk_A(const zn_qp *p, entry_fn *put, zni_kkt *k)
{
    if (p->m > 0 && p->A)
        walk(p->A, put, k);
    else
        for (zn_index i = 0; i < p->m; i++)
            put(k, i, i, 1);
}

/* A pass over the matrices, whose entries lie anywhere in the columns they go to, takes for each so many operations. */
enum { ENTRY = 20 };

static zn_status fill_sparse(zni_kkt *k, const zn_qp *p, zn_index N, zn_monitor *mon)
{
    const double of_M = ENTRY * (double)zn_matrix_nnz(p->M),
                 of_A = p->m > 0 && p->A ? 2 * ENTRY * (double)zn_matrix_nnz(p->A) : 0;

    if (zni_due(mon, of_M))
        return ZN_UNSOLVED;
    memset(k->p, 0, (size_t)(N + 1) * sizeof *k->p);
    walk(p->M, count_M, k);
    if (zni_due(mon, of_A))
        return ZN_UNSOLVED;
    walk_A(p, count_A, k);
    for (zn_index j = 0; j < N; j++)
        k->p[j + 1] += k->p[j];
    memcpy(k->p + N + 1, k->p, (size_t)N * sizeof *k->p);
    if (zni_due(mon, of_M))
        return ZN_UNSOLVED;
    walk(p->M, place, k);
    if (zni_due(mon, of_A))
        return ZN_UNSOLVED;
    walk_A(p, place_A, k);
    return zni_due(mon, 0);
}

static zn_status room(zn_ctx *ctx, zni_kkt *k, zn_index N, zn_index nnz, bool dense)
{
    return ZNI_GROW(ctx, ZNI_ARRAY(k, v, 3 * N), ZNI_ARRAY(k, x, nnz),
                    ZNI_ARRAY(k, p, dense ? 0 : 2 * N + 1), ZNI_ARRAY(k, i, dense ? 0 : nnz));
}

zn_status zni_kkt_reserve(zn_ctx *ctx, zni_kkt *k, zn_index N, zn_index nnz)
{
    return room(ctx, k, N, nnz, false);
}

zn_status zni_kkt_set(zn_ctx *ctx, zni_kkt *k, const zn_qp *p, zn_monitor *mon)
{
    zn_index n = p->n, m = p->m, N = n + m;
    bool has_A = m > 0 && p->A;
    bool dense = p->M->storage == ZN_DENSE &&
                 (m == 0 || (has_A && p->A->storage == ZN_DENSE));
    zn_index nnz =
        dense ? N * N
              : zn_matrix_nnz(p->M) + 2 * (has_A ? zn_matrix_nnz(p->A) : m);
    zn_status st = room(ctx, k, N, nnz, dense);

    if (st)
        return st;

    k->B = (zn_matrix){.rows = N, .cols = N, .x = k->x};
    k->box.n = n; /* where the rows of A begin */
    if (dense) {
        if (zni_due(mon, (double)nnz))
            return ZN_UNSOLVED;
        memset(k->x, 0, (size_t)nnz * sizeof *k->x);
        walk(p->M, dense_M, k);
        walk_A(p, dense_A, k);
    } else {
        k->B.storage = ZN_CSC;
        k->B.p = k->p;
        k->B.i = k->i;
        st = fill_sparse(k, p, N, mon);
        if (st)
            return st;
    }
    double *q = k->v, *lo = q + N, *hi = lo + N;

    for (zn_index i = 0; i < N; i++) {
        q[i] = i < n ? p->q[i] : p->b ? p->b[i - n] : 0;
        lo[i] = i < n ? zni_qp_lo(p, i) : 0;
        hi[i] = i < n ? zni_qp_hi(p, i) : INFINITY;
    }
    k->box = (zni_box){.n = N, .M = &k->B, .q = q, .lo = lo, .hi = hi};
    return ZN_OK;
}

void zni_kkt_fini(zn_ctx *ctx, zni_kkt *k)
{
    ZNI_FREE(ctx, k->x, k->v, k->p, k->i);
}
