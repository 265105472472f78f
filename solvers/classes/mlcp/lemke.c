/* lemke.c - MLCP by elimination of the equality rows, then Lemke's method
 * SPDX-License-Identifier: Apache-2.0 */
#include "mlcp.h"

#include "../../core/monitor.h"
#include "../../linalg/affine.h"

#include <string.h>

/* Principal pivot transform (Cottle, Pang & Stone 1992, section 2.3). Let P be
 * the equality rows E and some complementarity rows A, R the other rows. With
 * M_PP regular,
 *     x_P = M_PP^-1 (w_P - M_PR x_R - q_P),   w_E = 0,
 * and (w_A, x_R) against (x_A, w_R) is an LCP of the size of the
 * complementarity part. If M_EE is regular A is empty, and the LCP is that of the Schur complement.
 * If M_EE is singular (circuits: a node with diodes only), pairs.c chooses
 * complementarity rows A that make M_PP regular, and finds equations that are void. */

zn_status zni_schur_reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    zni_schur *k = state;
    zn_status st;

    (void)nnz;
    st = zni_lemke_reserve(&k->lemke, ctx, n, n * n);
    if (!st)
        st = zni_lu_size(ctx, &k->lu, n);
    return st ? st
              : ZNI_GROW(ctx, ZNI_ARRAY(k, lo, n), ZNI_BARE(k, a, 2 * n * n + 6 * n),
                         ZNI_ARRAY(k, mark, 2 * n), ZNI_ARRAY(k, row, 2 * n));
}

zn_status zni_schur_reserve_inner(zni_schur *k, zn_ctx *ctx, zn_index n)
{
    const zn_status st = zni_inner_make(ctx, &k->inner, "lcp", "auto");

    return st ? st : zn_solver_reserve(k->inner.solver, n, n * n);
}

/* ix: first the pivoted equality rows (*ne), then the pivoted complementarity rows (up to *np), then the other
 * complementarity rows (up to *all); what is marked as left out is not listed */
static void split(const zn_mlcp *p, const unsigned char mark[], zn_index ix[], zn_index *ne,
                  zn_index *np, zn_index *all)
{
    zn_index *const end[] = {ne, np, all};
    zn_index m = 0;

    for (int part = 0; part < 3; *end[part++] = m)
        for (zn_index i = 0; i < p->n; i++)
            if (!p->eq[i] == (part > 0) && (mark[i] == ZNI_PIVOTED) == (part < 2))
                ix[m++] = i;
}

/* One column of the reduced LCP, from x_P = M_PP^-1 rhs (in place) and the entries own[] of the rows R (NULL: 0). */
static void column(const zni_schur *k, zn_index n, double rhs[], const double own[], double out[])
{
    const zn_index *row = k->row, *col = row + n, ne = k->ne;

    zni_lu_solve(&k->lu, rhs);
    for (zn_index i = ne; i < k->np; i++)
        out[i - ne] = rhs[i];
    for (zn_index i = k->np; i < k->all; i++) {
        double sum = own ? own[row[i]] : 0;

        for (zn_index j = 0; j < k->np; j++)
            sum += k->a[row[i] + col[j] * n] * rhs[j];
        out[i - ne] = sum;
    }
}

/* The reduced LCP, w = S y + s, from k->a and q. */
static void reduce(const zni_schur *k, zn_index n, const double q[], double S[], double s[],
                   double rhs[])
{
    const zn_index *row = k->row, *col = row + n, ne = k->ne, m = k->all - ne;

    for (zn_index j = ne; j < k->all; j++) {
        const double *Mj = k->a + col[j] * n;

        for (zn_index i = 0; i < k->np; i++)
            rhs[i] = j < k->np ? (i == j) : -Mj[row[i]];
        column(k, n, rhs, j < k->np ? NULL : Mj, S + (j - ne) * m);
    }
    for (zn_index i = 0; i < k->np; i++)
        rhs[i] = -q[row[i]];
    column(k, n, rhs, q, s);
}

/* z from the solution y of the reduced LCP; unknowns that are left out are 0. */
static void expand(const zni_schur *k, zn_index n, const double q[], const double y[],
                   double rhs[], double z[])
{
    const zn_index *row = k->row, *col = row + n, ne = k->ne;

    memset(z, 0, (size_t)n * sizeof *z);
    for (zn_index i = 0; i < k->np; i++) {
        rhs[i] = (i >= ne ? y[i - ne] : 0) - q[row[i]];
        for (zn_index j = k->np; j < k->all; j++)
            rhs[i] -= k->a[row[i] + col[j] * n] * y[j - ne];
    }
    zni_lu_solve(&k->lu, rhs);
    for (zn_index i = 0; i < k->np; i++)
        z[col[i]] = i >= ne && rhs[i] < 0 ? 0 : rhs[i];
    for (zn_index j = k->np; j < k->all; j++)
        z[col[j]] = y[j - ne];
}

/* The factors of M_PP by the marks of rows and columns, of which there are equally many. */
static zn_status eliminate(zni_schur *k, const zn_mlcp *p)
{
    const zn_index n = p->n, *row = k->row, *col = row + n;

    split(p, k->mark, k->row, &k->ne, &k->np, &k->all);
    split(p, k->mark + n, k->row + n, &k->ne, &k->np, &k->all);
    k->lu.n = k->np;
    for (zn_index j = 0; j < k->np; j++)
        for (zn_index i = 0; i < k->np; i++)
            k->lu.a[i + j * k->np] = k->a[row[i] + col[j] * n];
    return zni_lu_factor(&k->lu);
}

/* Eliminate the equality rows; if they are singular, together with the complementarity rows that make them regular,
 * where k->a and q are in units d of rows and e of columns. */
static zn_status condense(zni_schur *k, zn_ctx *ctx, const zn_mlcp *p, double q[], double d[],
                          double e[])
{
    const zn_index n = p->n;
    double *S = k->a + n * n;
    zn_index equalities = 0;

    zn_matrix_to_dense(p->M, k->a);
    memcpy(q, p->q, (size_t)n * sizeof *q);
    for (zn_index i = 0; i < n; i++) {
        equalities += p->eq[i];
        k->mark[i] = k->mark[n + i] = p->eq[i] ? ZNI_PIVOTED : 0;
        d[i] = e[i] = 1;
    }
    if (!eliminate(k, p))
        return ZN_OK;
    zni_pairs_units(n, k->a, d, e);
    for (zn_index i = 0; i < n; i++)
        q[i] *= d[i];
    memcpy(S, k->a, (size_t)(n * n) * sizeof *S);
    if (zni_pairs_choose(n, p->eq, S, k->by_auto, k->mark, k->mark + n) && !eliminate(k, p))
        return ZN_OK;
    return zn_fail(ctx, ZN_ESINGULAR,
                   "the %td equality rows are dependent, whatever "
                   "complementarity rows join them",
                   equalities);
}

/* The end: z in the units of p is polished and judged. */
static zn_status settle(zni_schur *k, zni_call call, const zn_mlcp *p, zn_status st)
{
    zni_box box;
    zn_matrix full = zn_matrix_dense(p->n, p->n, k->a);
    const zn_status boxed = zni_mlcp_box(call.ctx, p, &k->lo, &k->cap_lo, &box);

    if (boxed)
        return boxed;
    zn_matrix_to_dense(p->M, k->a);
    box.M = &full; /* dense, since the work has room for that */
    if (zni_box_error(&box, call.z, call.w) <= k->tol && st > 0) { /* the ray was rounding */
        call.info->outcome = ZN_SOLVED;
        st = ZN_OK;
    }
    st = zni_box_settle(call, &k->lemke.work, &box, k->tol, st);
    /* if a single row is left rounding decides whether it is infeasible */
    if (st > 0 && call.info->outcome == ZN_INFEASIBLE)
        call.info->outcome = ZN_RAY;
    /* a ray proves nothing if rows were left out, or if the elimination has lost digits */
    if (st > 0 && (k->all < p->n || k->by_auto) && call.info->outcome == ZN_RAY)
        call.info->outcome = ZN_STALLED;
    return st;
}

/* Solve the reduced LCP from y = 0. */
static zn_status pivots(zni_schur *k, zn_ctx *ctx, const zn_lcp *lcp, double y[], double v[],
                        zn_monitor *mon, zn_solve_info *info)
{
    const char *name = info->solver;
    zn_status st;

    memset(y, 0, (size_t)lcp->n * sizeof *y);
    info->outcome = ZN_SOLVED;
    info->iterations = 0;
    if (lcp->n == 0)
        return ZN_OK;
    if (!k->by_auto) {
        k->lemke.tol = k->tol;
        k->lemke.max_iter = k->max_iter;
        return zni_lemke_solve(&k->lemke, (zni_call){ctx, y, v, mon, info}, lcp);
    }
    st = zni_inner_solve((zni_call){ctx, y, v, mon, info}, &k->inner, "lcp", "auto", k->tol, lcp);
    info->solver = name;
    return st;
}

zn_status zni_schur_solve(zni_schur *k, zni_call call, const zn_mlcp *p)
{
    const zn_index n = p->n;
    zn_status st;

    /* the cost of the elimination in the worst case, row by row with a search of partners among all rows: each takes
     * two updates of n x n numbers and the search */
    if (!zni_affords(call.mon, 5 * (double)n * (double)n * (double)n)) {
        call.info->outcome = ZN_TIME_LIMIT;
        zni_affine(p->M, p->q, call.z, call.w);
        return ZN_UNSOLVED;
    }
    st = zni_schur_reserve(k, call.ctx, n, n * n);
    if (st)
        return st;

    double *S = k->a + n * n, *s = S + n * n, *y = s + n, *v = y + n;
    double *rhs = v + n, *q = rhs + n, *e = q + n;

    st = condense(k, call.ctx, p, q, y, e);
    if (st)
        return st;

    const zn_index m = k->all - k->ne;
    const zn_matrix Sm = zn_matrix_dense(m, m, S);
    const zn_lcp lcp = {.n = m, .M = &Sm, .q = s};

    reduce(k, n, q, S, s, rhs);
    st = pivots(k, call.ctx, &lcp, y, v, call.mon, call.info);
    if (st < 0)
        return st;
    expand(k, n, q, y, rhs, call.z);
    for (zn_index i = 0; i < n; i++)
        call.z[i] *= e[i];
    return settle(k, call, p, st);
}

void zni_schur_fini(zni_schur *k, zn_ctx *ctx)
{
    zni_lemke_fini(&k->lemke, ctx);
    zni_inner_fini(&k->inner);
    zn_free_array(ctx, k->lo);
    zni_lu_fini(ctx, &k->lu);
    ZNI_FREE(ctx, k->a, k->row, k->mark);
}

static const zn_option options[] = {ZNI_PIVOT_OPTIONS(zni_schur)};

ZNI_SOLVER(zni_mlcp_lemke, ZN_KIND_MLCP_SOLVER, "lemke",
           "equality rows eliminated, then pivots (Cottle et al. 1992)", zni_schur, options,
           zni_schur_solve, zni_schur_fini, .reserve = zni_schur_reserve);
