/* pivot.c - affine variational inequalities by pivots from a vertex
 * SPDX-License-Identifier: Apache-2.0 */
#include "avi.h"

#include <math.h>
#include <string.h>

/* M. Cao and M.C. Ferris, A pivotal method for affine variational inequalities
 * (1996). Let G be the n faces that cross in a vertex and N the others. The
 * slacks s = H_G z - K_G are the unknowns in place of z, so that with
 * z = H_G^-1 (s + K_G), and both multipliers from H_G' mu_G + H_N' mu_N = M z + q,
 *
 *     mu_G = H_G^-T M H_G^-1 s - H_G^-T H_N' mu_N + H_G^-T (M v + q),
 *     s_N  = H_N H_G^-1 s + H_N v - K_N,
 *     0 <= s _|_ mu_G >= 0,   0 <= mu_N _|_ s_N >= 0,
 *
 * where v is the vertex: a linear complementarity problem of m pairs, for Lemke's
 * method. The covering vector is 1 in the first n rows and 0 in the others, which
 * are satisfied at the vertex. Then H_G' 1 is an interior point of the normal
 * cone at v, and by the authors' theorem there is no secondary ray for any M if P is bounded and has interior
 * points. */

typedef struct reduced {
    double *M;                 /* n x n, dense */
    double *W;                 /* n x n, H_G^-1 */
    double *T;                 /* n x n, M H_G^-1 */
    double *A;                 /* m x m */
    double *b, *x, *y, *cover; /* m */
} reduced;

/* room for n unknowns and m faces */
static zn_status reserve_nm(zn_ctx *ctx, zni_avi_pivot *k, zn_index n,
                            zn_index m)
{
    zn_status st = zni_vertex_reserve(ctx, &k->vertex, n, m);

    if (!st)
        st = zni_lemke_reserve(&k->lemke, ctx, m, m * m);
    if (!st)
        st = zn_grow(ctx, &k->a, &k->cap_a, 3 * n * n + m * m + 4 * m, sizeof *k->a);
    return st ? st : zni_lu_size(ctx, &k->lu, n);
}

static reduced parts(const zni_avi_pivot *k, zn_index n, zn_index m)
{
    reduced r = {.M = k->a};

    r.W = r.M + n * n;
    r.T = r.W + n * n;
    r.A = r.T + n * n;
    r.b = r.A + m * m;
    r.x = r.b + m;
    r.y = r.x + m;
    r.cover = r.y + m;
    return r;
}

/* W = H_G^-1, and the vertex by the same factors. */
static zn_status invert(zni_avi_pivot *k, const zn_avi *p, const reduced *r)
{
    const zn_index n = p->n, m = p->m;
    const zni_vertex *v = &k->vertex;
    zn_status st;

    for (zn_index j = 0; j < n; j++)
        for (zn_index i = 0; i < n; i++)
            k->lu.a[i + j * n] = v->Hn[v->basis[i] + j * m];
    st = zni_lu_factor(&k->lu);
    for (zn_index j = 0; !st && j < n; j++) {
        for (zn_index i = 0; i < n; i++)
            r->W[i + j * n] = i == j;
        zni_lu_solve(&k->lu, r->W + j * n);
    }
    for (zn_index i = 0; !st && i < n; i++)
        v->x[i] = v->Kn[v->basis[i]];
    if (!st)
        zni_lu_solve(&k->lu, v->x);
    return st;
}

void zni_avi_multiply(bool turned, zn_index rows, zn_index n, zn_index cols, const double X[], zn_index lx,
                      const double Y[], zn_index ly, double out[], zn_index ld)
{
    for (zn_index j = 0; j < cols; j++)
        for (zn_index i = 0; i < rows; i++) {
            double sum = 0;

            for (zn_index k = 0; k < n; k++)
                sum += X[turned ? k + i * lx : i + k * lx] * Y[k + j * ly];
            out[i + j * ld] = sum;
        }
}

static void build(const zni_avi_pivot *k, const zn_avi *p, const reduced *r)
{
    const zn_index n = p->n, m = p->m, rest = m - n;
    const zni_vertex *v = &k->vertex;

    memset(r->A, 0, (size_t)(m * m) * sizeof *r->A);
    zni_avi_multiply(false, n, n, n, r->M, n, r->W, n, r->T, n);
    zni_avi_multiply(true, n, n, n, r->W, n, r->T, n, r->A, m);
    for (zn_index i = 0; i < rest; i++)
        for (zn_index j = 0; j < n; j++) {
            double sum = 0;
            for (zn_index c = 0; c < n; c++)
                sum += v->Hn[v->basis[n + i] + c * m] * r->W[c + j * n];
            r->A[n + i + j * m] = sum;
            r->A[j + (n + i) * m] = -sum;
        }
    /* w at the vertex, kept in y */
    zni_affine(p->M, p->q, v->x, r->y);
    zni_avi_multiply(true, n, n, 1, r->W, n, r->y, n, r->b, m);
    for (zn_index i = 0; i < m; i++) {
        const zn_index f = v->basis[i];
        r->cover[i] = i < n;
        r->x[i] = 0;
        if (i < n)
            continue;
        r->b[i] = -v->Kn[f];
        for (zn_index c = 0; c < n; c++)
            r->b[i] += v->Hn[f + c * m] * v->x[c];
        r->b[i] = fmax(r->b[i], 0); /* rounding */
    }
}

/* z, w and the multipliers from the solution of the reduced problem. */
static void expand(const zni_avi_pivot *k, const zn_avi *p, const reduced *r,
                   double z[], double w[])
{
    const zn_index n = p->n, m = p->m;
    const zni_vertex *v = &k->vertex;

    memcpy(z, v->x, (size_t)n * sizeof *z);
    for (zn_index j = 0; j < n; j++)
        for (zn_index i = 0; i < n; i++)
            z[i] += r->W[i + j * n] * r->x[j];
    zni_affine(p->M, p->q, z, w);
    for (zn_index i = 0; i < m; i++) {
        const zn_index f = v->basis[i];
        w[n + f] = fmax(i < n ? r->y[i] : r->x[i], 0) / v->size[f];
    }
}

/* The problem on a polyhedron without lines. */
static zn_status pointed(zni_avi_pivot *k, zni_call call, const zn_avi *p)
{
    const zn_index n = p->n, m = p->m;
    zn_status st = reserve_nm(call.ctx, k, n, m);

    if (!st)
        st = zni_vertex_find(call.ctx, &k->vertex, p, call.mon, call.info);
    if (st)
        return st;
    const reduced r = parts(k, n, m);
    const zn_matrix A = zn_matrix_dense(m, m, r.A);
    const zn_lcp lcp = {.n = m, .M = &A, .q = r.b};
    zn_matrix_to_dense(p->M, r.M);
    if (invert(k, p, &r)) {
        call.info->outcome = ZN_STALLED;
        return ZN_UNSOLVED;
    }
    build(k, p, &r);
    k->lemke.tol = k->tol;
    k->lemke.max_iter = k->max_iter;
    k->lemke.cover = r.cover;
    st = zni_lemke_solve(&k->lemke, (zni_call){call.ctx, r.x, r.y, call.mon, call.info}, &lcp);
    if (st < 0)
        return st;
    /* an infeasible reduced problem does not prove that P is empty: rounding in a single row may decide it */
    if (st > 0 && call.info->outcome == ZN_INFEASIBLE)
        call.info->outcome = ZN_RAY;
    expand(k, p, &r, call.z, call.w);
    return st;
}

zn_status zni_avi_pivot_solve(zni_avi_pivot *k, zni_call call, const zn_avi *p)
{
    zn_avi small;
    zn_status st = zni_lines_find(call.ctx, &k->lines, p);

    if (st)
        return st;
    /* w of the start, if nothing better is found */
    zni_affine(p->M, p->q, call.z, call.w);
    memset(call.w + p->n, 0, (size_t)p->m * sizeof *call.w);
    if (k->lines.rank == p->n)
        return pointed(k, call, p);
    st = zni_lines_reduce(call.ctx, &k->lines, p, &small);
    if (st)
        return st;
    call.info->outcome = ZN_SOLVED;
    if (small.n > 0)
        st = pointed(k, (zni_call){call.ctx, k->lines.y, k->lines.w, call.mon, call.info}, &small);
    if (st > 0 && call.info->outcome == ZN_INFEASIBLE && !zni_lines_are(&k->lines, p))
        call.info->outcome = ZN_STALLED;
    if (st == ZN_OK)
        zni_lines_expand(&k->lines, p, call.z, call.w);
    return st;
}

void zni_avi_pivot_fini(zni_avi_pivot *k, zn_ctx *ctx)
{
    zni_lines_fini(ctx, &k->lines);
    zni_avi_mixed_fini(&k->signs, ctx);
    zni_vertex_fini(ctx, &k->vertex);
    zni_lemke_fini(&k->lemke, ctx);
    zni_lu_fini(ctx, &k->lu);
    zn_free_array(ctx, k->a);
}

static zn_status solve(zni_avi_pivot *k, zni_call call, const void *problem)
{
    zn_status st = zni_avi_pivot_solve(k, call, problem);

    return st ? st
              : zni_avi_sharpen(&k->signs, call.ctx, problem, k->tol, call.z, call.w, call.mon);
}

static const zn_option options[] = {ZNI_PIVOT_OPTIONS(zni_avi_pivot)};

ZNI_SOLVER(zni_avi_cao_ferris, ZN_KIND_AVI_SOLVER, "cao-ferris",
           "pivots from a vertex; bounded: any M (Cao & Ferris 1996)", zni_avi_pivot, options,
           solve, zni_avi_pivot_fini, .init = NULL);
