/* mixed.c - affine variational inequalities as mixed complementarity problems
 *
 *     M z + q - H' mu = 0, z free;   0 <= mu _|_ H z - K >= 0,
 *
 * where rows of H are scaled to unit length. Any polyhedron is allowed, with lines or without.
 * SPDX-License-Identifier: Apache-2.0 */
#include "avi.h"

#include <math.h>
#include <string.h>

#include <zeno/mlcp.h>

#include "../../linalg/units.h"

/* Put face f into row n + f and column n + f; returns its length. */
static double build(const zn_avi *p, double A[], double b[], zn_index f)
{
    const zn_index n = p->n, N = n + p->m;
    const double size = zni_face_length(p, f);

    b[n + f] = -p->K[f] / size;
    for (zn_index j = 0; j < n; j++) {
        A[n + f + j * N] = p->H[f + j * p->m] / size;
        A[j + (n + f) * N] = -p->H[f + j * p->m] / size;
    }
    return size;
}

/* The mixed problem of p and the point z, in k. */
typedef struct mixed {
    zn_index N;
    double *A, *b, *lo, *x, *y, *size;
} mixed;

static zn_status pose(zn_ctx *ctx, zni_avi_mixed *k, const zn_avi *p,
                      const double z[], mixed *out)
{
    const zn_index n = p->n, N = n + p->m;
    zn_status st = ZNI_GROW(ctx, ZNI_ARRAY(k, a, N * N + 4 * N + p->m + n * n),
                            ZNI_ARRAY(k, eq, N));
    if (st)
        return st;
    double *A = k->a, *b = A + N * N, *x = b + N, *y = x + N, *lo = y + N;
    double *size = lo + N, *M = size + p->m;

    memset(A, 0, (size_t)(N * N) * sizeof *A);
    zn_matrix_to_dense(p->M, M);
    for (zn_index j = 0; j < n; j++) {
        memcpy(A + j * N, M + j * n, (size_t)n * sizeof *A);
        b[j] = p->q[j];
    }
    for (zn_index i = 0; i < N; i++) {
        x[i] = i < n ? z[i] : 0;
        k->eq[i] = i < n;
        lo[i] = i < n ? -INFINITY : 0;
    }
    for (zn_index f = 0; f < p->m; f++)
        size[f] = build(p, A, b, f);
    *out = (mixed){N, A, b, lo, x, y, size};
    return ZN_OK;
}

/* z, w and the multipliers from the solution of the mixed problem */
static void read_solution(const zn_avi *p, const mixed *a, double z[], double w[])
{
    memcpy(z, a->x, (size_t)p->n * sizeof *z);
    zni_affine(p->M, p->q, z, w);
    for (zn_index f = 0; f < p->m; f++)
        w[p->n + f] = fmax(a->x[p->n + f], 0) / a->size[f];
}

/* Is (x, y) a solution even if errors of equations are relative to q alone and errors of faces to K alone? Then no
 * wrong sign is hidden by large terms M z or K, and its active set need not be checked. */
static bool nothing_hidden(const mixed *a, zn_index n, double tol)
{
    const double q = tol * zni_largest(a->b, n), K = tol * zni_largest(a->b + n, a->N - n);

    for (zn_index i = 0; i < n; i++)
        if (!(fabs(a->y[i]) <= q))
            return false;
    for (zn_index f = n; f < a->N; f++)
        if (!(a->y[f] >= -K && (a->x[f] <= q || a->y[f] <= K)))
            return false;
    return true;
}

zn_status zni_avi_sharpen(zni_avi_mixed *k, zn_ctx *ctx, const zn_avi *p, double tol, double z[],
                          double w[], zn_monitor *mon)
{
    mixed a;
    zn_status st = pose(ctx, k, p, z, &a);

    if (st)
        return st;
    const zn_matrix view = zn_matrix_dense(a.N, a.N, a.A);
    const zni_box box = {.n = a.N, .M = &view, .q = a.b, .lo = a.lo};

    for (zn_index f = 0; f < p->m; f++)
        a.x[p->n + f] = w[p->n + f] * a.size[f];
    zni_affine(&view, a.b, a.x, a.y);
    if (nothing_hidden(&a, p->n, tol))
        return ZN_OK;
    st = zni_box_sharpen(ctx, &k->work, &k->pivots, &box, a.x, a.y, mon);
    if (!st)
        read_solution(p, &a, z, w);
    return st;
}

/* The size that errors of the class are relative to, divided by that of the mixed problem: if faces that are far away
 * and not active dominate the latter, a solution of the mixed problem may be far from the tolerance of the class. 1
 * if they are similar. */
static double part(const zn_avi *p, const mixed *a)
{
    const double all = zni_largest(a->b, a->N);
    double most = zni_largest(p->q, p->n);

    for (zn_index f = p->n; f < a->N; f++)
        most = fmax(most, -a->b[f]);
    return most > 0 && most < 1e-3 * all ? most / all : 1;
}

zn_status zni_avi_mixed_solve(zni_avi_mixed *k, zni_call call, const zn_avi *p)
{
    mixed a;
    zn_status st = pose(call.ctx, k, p, call.z, &a);

    if (st)
        return st;
    const zn_matrix view = zn_matrix_dense(a.N, a.N, a.A);
    const zn_mlcp mlcp = {.n = a.N, .M = &view, .q = a.b, .eq = k->eq};

    /* the measure is that of the class, since faces have unit length */
    st = zni_inner_solve((zni_call){call.ctx, a.x, a.y, call.mon, call.info}, &k->inner, "mlcp",
                         "auto", zni_avi_inner_tol(part(p, &a) * k->tol), &mlcp);
    if (st < 0)
        return st;
    k->plain = !st && nothing_hidden(&a, p->n, k->tol);
    read_solution(p, &a, call.z, call.w);
    return st;
}

void zni_avi_mixed_fini(zni_avi_mixed *k, zn_ctx *ctx)
{
    zni_inner_fini(&k->inner);
    zni_box_fini(ctx, &k->work);
    zni_pivots_fini(ctx, &k->pivots);
    ZNI_FREE(ctx, k->a, k->eq);
}

static const zn_option options[] = {
    ZNI_TOL(zni_avi_mixed, tol, 1e-10),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_avi_mlcp, ZN_KIND_AVI_SOLVER, "mlcp",
           "multipliers of the faces as unknowns, mlcp 'auto'", zni_avi_mixed, options,
           zni_avi_mixed_solve, zni_avi_mixed_fini, .init = NULL);
