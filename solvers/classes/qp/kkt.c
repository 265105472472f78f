/* kkt.c - the optimality conditions of a quadratic program as a box problem, and the residual of a point
 * SPDX-License-Identifier: Apache-2.0 */
#include "qp.h"

#include <string.h>

#include "../../core/monitor.h"
#include "../../linalg/pieces.h"
#include "../../linalg/starts.h"

/* what is done with an entry: stored in a dense matrix; counted for its column; stored in its column */
typedef enum where { FULL, COUNTED, PUT } where;

static void store(zni_kkt *k, where to, zn_index i, zn_index j, double x)
{
    if (to == FULL) {
        k->x[i + j * k->B.rows] = x;
    } else if (to == COUNTED) {
        k->p[j + 1]++;
    } else {
        const zn_index at = k->p[k->B.rows + 1 + j]++;

        k->i[at] = i;
        k->x[at] = x;
    }
}

/* Pass every stored entry of M, or of A and -A', to put: for any storage, ascending rows in each column and ascending
 * columns in each row. Without A it is the identity. */
static void visit(zni_kkt *k, where to, const zn_qp *p, bool rows)
{
    const zn_matrix *A = rows ? p->A : p->M;
    const zn_index n = p->n;

    for (zn_index r = 0; r < p->m && !A; r++) {
        store(k, to, n + r, r, 1);
        store(k, to, r, n + r, -1);
    }
    for (zni_piece b = {0}; A && zni_next_piece(A, &b);)
        for (zn_index c = b.c; c < b.c + b.n; c++)
            for (zn_index e = 0; e < b.m; e++) {
                const zn_index i = zni_piece_row(&b, e);
                const double x = A->x[b.at + e + (c - b.c) * b.m];

                store(k, to, rows ? n + i : i, c, x);
                if (rows)
                    store(k, to, c, n + i, -x);
            }
}

/* operations per entry of a pass over the matrices, which accesses memory at random */
enum { ENTRY = 20 };

static zn_status fill_sparse(zni_kkt *k, const zn_qp *p, zn_index N, zn_monitor *mon)
{
    const bool rows = p->m > 0;
    const double cost[] = {ENTRY * (double)zn_matrix_nnz(p->M),
                           rows && p->A ? 2 * ENTRY * (double)zn_matrix_nnz(p->A) : 0};

    memset(k->p, 0, (size_t)(N + 1) * sizeof *k->p);
    for (where to = COUNTED; to <= PUT; to++) {
        for (int of_A = 0; of_A <= rows; of_A++) {
            if (zni_due(mon, cost[of_A]))
                return ZN_UNSOLVED;
            visit(k, to, p, of_A);
        }
        if (to == PUT)
            break;
        zni_starts(N, k->p);
        memcpy(k->p + N + 1, k->p, (size_t)N * sizeof *k->p);
    }
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
    if (dense) {
        if (zni_due(mon, (double)nnz))
            return ZN_UNSOLVED;
        memset(k->x, 0, (size_t)nnz * sizeof *k->x);
        visit(k, FULL, p, false);
        if (m > 0)
            visit(k, FULL, p, true);
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

/* ---- the residual -------------------------------------------------------------------------- */

/* The largest component of |z - P(z - w)| on the box and of |s - P_K(s - l)|, s = A z + b. */
double zni_qp_residual(const zn_qp *p, const double z[], double w[], double s[],
                       double s_l[])
{
    const double *l = w + p->n;
    const double scale = zni_qp_scale(p);
    double most = 0;

    zni_qp_gradient(p, z, l, w);
    for (zn_index i = 0; i < p->n; i++) {
        double lo = zni_qp_lo(p, i), hi = zni_qp_hi(p, i);
        double r = fmax(fmin(z[i] - lo, w[i]), z[i] - hi);

        if (!(fabs(r) <= most))
            most = isfinite(z[i] + w[i]) ? fabs(r) : NAN;
    }
    most /= scale;
    zni_qp_rows(p, z, s);
    for (zn_index i = 0; i < p->m; i++)
        s_l[i] = s[i] - l[i];
    if (zni_qp_project(p, s_l))
        return NAN;
    for (zn_index i = 0; i < p->m; i++) {
        double r = p->project ? (s[i] - s_l[i]) / scale
                              : fmin(s[i] / zni_qp_row_scale(p, i, scale),
                                     l[i] / scale);

        if (!(fabs(r) <= most))
            most = fabs(r);
    }
    return most;
}

zn_status zni_qp_late(const zn_qp *p, const double z[], double w[], zn_solve_info *info)
{
    info->outcome = ZN_TIME_LIMIT;
    memset(w + p->n, 0, (size_t)p->m * sizeof *w);
    zni_qp_gradient(p, z, w + p->n, w);
    return ZN_UNSOLVED;
}
