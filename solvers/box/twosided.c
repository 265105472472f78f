/* twosided.c - relay by Lemke's method on a linear complementarity problem
 * SPDX-License-Identifier: Apache-2.0 */
#include "lemke.h"

#include <string.h>

/* With z = lb + x, u = ub - lb and w = w' - v, w' >= 0 at lb and v >= 0 at ub,
 *     w' = M x + v + (M lb + q),   0 <= w' _|_ x >= 0,
 *     y  = -x + u,                 0 <= y  _|_ v >= 0
 * (Cottle, Pang & Stone 1992, section 1.5, for bounds of a variational
 * inequality). The covering vector is 1 in the first rows and 0 in the others,
 * which are never violated. Then there is no secondary ray when all u are
 * finite and positive, whatever M: along one x does not move; if z0 grows every
 * w' grows, so x = 0, hence y = u > 0, v = 0, which is the primary ray; if it
 * does not, some v_i grows, so y_i = 0, x_i = u_i > 0 and w'_i = 0, but w'_i
 * grows with v_i. So Lemke's method finds a solution of every bounded relay
 * problem. Rows with u = 0 are taken out; a lower bound of -inf with a finite
 * upper one is turned round; rows without finite bounds are refused. */

zn_status zni_twosided_reserve(void *state, zn_ctx *ctx, zn_index n,
                               zn_index nnz)
{
    zni_twosided *k = state;
    zn_index m = 2 * n;
    zn_status st;

    (void)nnz;
    st = zni_lemke_reserve(&k->lemke, ctx, m, m * m);
    if (!st)
        st = zni_pivots_reserve(ctx, &k->pivots, n, n * n);
    return st ? st : ZNI_GROW(ctx, ZNI_ARRAY(k, a, m * m + 4 * m + n * n), ZNI_ARRAY(k, row, m));
}

/* z_i = origin + sign x */
static double sign(const zn_relay *p, zn_index i)
{
    return isinf(p->lb[i]) ? -1 : 1;
}

static double origin(const zn_relay *p, zn_index i)
{
    return isinf(p->lb[i]) ? p->ub[i] : p->lb[i];
}

/* rows that move into row[0..*nx), of these the doubly bounded after them */
static zn_status sort_rows(zn_ctx *ctx, const zn_relay *p, zn_index row[],
                           zn_index *nx, zn_index *nv)
{
    zn_index m = 0;

    for (zn_index i = 0; i < p->n; i++) {
        if (isinf(p->lb[i]) && isinf(p->ub[i]))
            return zn_fail(ctx, ZN_EINVAL,
                           "row %td has no bound; an mlcp solver takes it", i);
        if (p->lb[i] < p->ub[i])
            row[m++] = i;
    }
    *nx = m;
    for (zn_index a = 0; a < *nx; a++)
        if (!isinf(p->lb[row[a]]) && !isinf(p->ub[row[a]]))
            row[m++] = row[a];
    *nv = m - *nx;
    return ZN_OK;
}

static void build(const zni_twosided *k, const zn_relay *p, zn_index nx,
                  zn_index nv, const double M[], double A[], double b[],
                  double cover[])
{
    zn_index n = p->n, m = nx + nv;
    const zn_index *row = k->row;

    memset(A, 0, (size_t)(m * m) * sizeof *A);
    for (zn_index c = 0; c < nx; c++)
        for (zn_index r = 0; r < nx; r++)
            A[r + c * m] =
                sign(p, row[r]) * sign(p, row[c]) * M[row[r] + row[c] * n];
    for (zn_index r = 0; r < nx; r++) {
        double sum = p->q[row[r]];

        for (zn_index j = 0; j < n; j++)
            sum += M[row[r] + j * n] * origin(p, j);
        b[r] = sign(p, row[r]) * sum;
        cover[r] = 1;
    }
    /* row[nx + c] is among row[0..nx), in the same order */
    for (zn_index c = 0, r = 0; c < nv; c++) {
        zn_index i = row[nx + c];

        while (row[r] != i)
            r++;
        A[r + (nx + c) * m] = 1;
        A[nx + c + r * m] = -1;
        b[nx + c] = p->ub[i] - p->lb[i];
        cover[nx + c] = 0;
    }
}

zn_status zni_twosided_solve(void *state, zn_ctx *ctx, const void *problem,
                             double z[], double w[], zn_monitor *mon,
                             zn_solve_info *info)
{
    zni_twosided *k = state;
    const zn_relay *p = problem;
    zn_index n = p->n, nx = 0, nv = 0, m;
    zn_status st = zni_twosided_reserve(k, ctx, n, n * n);

    if (!st)
        st = sort_rows(ctx, p, k->row, &nx, &nv);
    if (st)
        return st;

    m = nx + nv;
    double *M = k->a, *A = M + n * n, *b = A + m * m, *cover = b + m;
    double *x = cover + m, *y = x + m;
    zn_matrix Am = zn_matrix_dense(m, m, A);
    zn_lcp lcp = {.n = m, .M = &Am, .q = b};
    zn_matrix full = zn_matrix_dense(n, n, M);
    zni_box box = zni_relay_box(p);

    zn_matrix_to_dense(p->M, M);
    build(k, p, nx, nv, M, A, b, cover);
    memset(x, 0, (size_t)m * sizeof *x);
    info->outcome = ZN_SOLVED;
    info->iterations = 0;
    if (m > 0) {
        k->lemke.tol = k->tol;
        k->lemke.max_iter = k->max_iter;
        k->lemke.cover = cover;
        st = zni_lemke_solve(&k->lemke, ctx, &lcp, x, y, mon, info);
    }
    if (st < 0)
        return st;
    for (zn_index i = 0; i < n; i++)
        z[i] = origin(p, i);
    for (zn_index r = 0; r < nx; r++) {
        zn_index i = k->row[r];

        z[i] = zni_box_clip(&box, i, z[i] + sign(p, i) * x[r]);
    }
    zni_box_dual(&box, z, w);
    box.M = &full; /* the work has room for a dense matrix */
    st = zni_box_settle(ctx, &k->lemke.work, &box, k->tol, st, z, w, mon, info);
    return st && (st != ZN_UNSOLVED || info->outcome != ZN_INACCURATE)
               ? st
               : zni_box_sharpen(ctx, &k->lemke.work, &k->pivots, &box, z, w, mon);
}

void zni_twosided_fini(void *state, zn_ctx *ctx)
{
    zni_twosided *k = state;

    zni_lemke_fini(&k->lemke, ctx);
    zni_pivots_fini(ctx, &k->pivots);
    ZNI_FREE(ctx, k->a, k->row);
}

static const zn_option options[] = {ZNI_PIVOT_OPTIONS(zni_twosided)};

ZNI_SOLVER(zni_relay_lemke, ZN_KIND_RELAY_SOLVER, "lemke",
           "pivots on the LCP of twice the size; bounded: any M (1992)",
           zni_twosided, options, .reserve = zni_twosided_reserve,
           .solve = zni_twosided_solve, .fini = zni_twosided_fini);
