/* lemke.c - MLCP by elimination of the equality rows, then Lemke
 * SPDX-License-Identifier: Apache-2.0 */
#include "mlcp.h"

#include "../../core/monitor.h"

#include <string.h>

/* Principal pivot transform (Cottle, Pang & Stone 1992, section 2.3). Let P be
 * the equality rows E and some complementarity rows A, R the other rows. With
 * M_PP regular,
 *     x_P = M_PP^-1 (w_P - M_PR x_R - q_P),   w_E = 0,
 * and (w_A, x_R) against (x_A, w_R) is an LCP of the size of the
 * complementarity part. A is empty when M_EE is regular: the Schur complement.
 * When it is not (circuits: a node held by diodes only), pairs of rows that
 * make a regular block are taken into P until no equality row is left. */

zn_status zni_schur_reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    zni_schur *k = state;
    zn_status st;

    (void)nnz;
    st = zni_lemke_reserve(&k->lemke, ctx, n, n * n);
    if (!st)
        st = zni_box_reserve(ctx, &k->work, n, n * n);
    if (!st)
        st = zn_grow(ctx, &k->lo, &k->cap_lo, n, sizeof *k->lo);
    if (!st)
        st = zni_lu_size(ctx, &k->lu, n);
    if (!st)
        st = zni_room(ctx, &k->a, &k->cap_a, 2 * n * n + 4 * n, sizeof *k->a);
    if (!st)
        st = ZNI_GROW(ctx, ZNI_ARRAY(k, in_p, n), ZNI_ARRAY(k, index, n));
    return st;
}

/* index: the rows marked in P first, of these E first, then the others */
static void split(const zn_mlcp *p, const unsigned char in_p[],
                  zn_index index[], zn_index *ne, zn_index *np)
{
    zn_index m = 0;

    for (zn_index i = 0; i < p->n; i++)
        if (p->eq[i])
            index[m++] = i;
    *ne = m;
    for (zn_index i = 0; i < p->n; i++)
        if (!p->eq[i] && in_p[i])
            index[m++] = i;
    *np = m;
    for (zn_index i = 0; i < p->n; i++)
        if (!p->eq[i] && !in_p[i])
            index[m++] = i;
}

/* c <- c - (columns e, f) (block)^-1 (rows e, f) outside P; e == f: one row */
static void take(double c[], zn_index n, const unsigned char in_p[], zn_index e,
                 zn_index f)
{
    double ee = c[e + e * n], ff = c[f + f * n], ef = c[e + f * n];
    double fe = c[f + e * n], det = e == f ? ee : ee * ff - ef * fe;

    for (zn_index j = 0; j < n; j++) {
        double u = c[e + j * n], v = c[f + j * n];
        double x = e == f ? u / det : (ff * u - ef * v) / det;
        double y = e == f ? 0 : (ee * v - fe * u) / det;

        if (in_p[j] || (x == 0 && y == 0))
            continue;
        for (zn_index i = 0; i < n; i++)
            if (!in_p[i])
                c[i + j * n] -= c[i + e * n] * x + c[i + f * n] * y;
    }
}

/* the next block: row *e, and its partner *f (the same: none); returns a
 * size */
static double block(const zn_mlcp *p, const double c[],
                    const unsigned char in_p[], zn_index *e, zn_index *f)
{
    zn_index n = p->n;
    double best = 0, one;

    for (zn_index i = 0; i < n; i++) {
        if (!p->eq[i] || in_p[i] || fabs(c[i + i * n]) <= best)
            continue;
        best = fabs(c[i + i * n]);
        *e = *f = i;
    }
    /* single rows are preferred unless much smaller, as in the choice of Bunch
     * and Kaufman for symmetric matrices */
    one = 4 * best;
    for (zn_index i = 0; i < n; i++) {
        if (!p->eq[i] || in_p[i])
            continue;
        for (zn_index j = 0; j < n; j++) {
            double det =
                c[i + i * n] * c[j + j * n] - c[i + j * n] * c[j + i * n];
            double size = sqrt(fabs(det));

            if (i == j || in_p[j] || size <= one || size <= best)
                continue;
            best = size;
            *e = i;
            *f = j;
        }
    }
    return best;
}

/* Mark P: eliminate the equality rows, each alone or with a partner, which may
 * be a complementarity row. false: some rows have none */
static bool choose(const zn_mlcp *p, double c[], unsigned char in_p[])
{
    zn_index n = p->n, left = 0, e = 0, f = 0;
    double scale = 0;

    for (zn_index i = 0; i < n * n; i++)
        scale = fmax(scale, fabs(c[i]));
    for (zn_index i = 0; i < n; i++) {
        in_p[i] = 0;
        left += p->eq[i];
    }
    while (left > 0) {
        if (!(block(p, c, in_p, &e, &f) > 1e-13 * scale))
            return false;
        left -= p->eq[e] + (f != e ? p->eq[f] : 0);
        in_p[e] = in_p[f] = 1;
        take(c, n, in_p, e, f);
    }
    return true;
}

/* one column of the transform: for x_P = M_PP^-1 rhs (in place) and the entry
 * own[] of the rows R, the column of the reduced LCP */
static void column(const zni_schur *k, zn_index n, zn_index ne, zn_index np,
                   double rhs[], const double own[], double out[])
{
    const zn_index *ix = k->index;

    zni_lu_solve(&k->lu, rhs);
    for (zn_index i = ne; i < np; i++)
        out[i - ne] = rhs[i];
    for (zn_index i = np; i < n; i++) {
        double sum = own ? own[ix[i]] : 0;

        for (zn_index j = 0; j < np; j++)
            sum += k->a[ix[i] + ix[j] * n] * rhs[j];
        out[i - ne] = sum;
    }
}

/* the reduced LCP, S and s */
static void reduce(const zni_schur *k, const zn_mlcp *p, zn_index ne,
                   zn_index np, double S[], double s[], double rhs[])
{
    zn_index n = p->n, m = n - ne;
    const zn_index *ix = k->index;

    for (zn_index j = ne; j < n; j++) {
        const double *Mj = k->a + ix[j] * n;

        for (zn_index i = 0; i < np; i++)
            rhs[i] = j < np ? (i == j) : -Mj[ix[i]];
        column(k, n, ne, np, rhs, j < np ? NULL : Mj, S + (j - ne) * m);
    }
    for (zn_index i = 0; i < np; i++)
        rhs[i] = -p->q[ix[i]];
    column(k, n, ne, np, rhs, p->q, s);
}

/* z from the solution y of the reduced LCP */
static void expand(const zni_schur *k, const zn_mlcp *p, zn_index ne,
                   zn_index np, const double y[], double rhs[], double z[])
{
    zn_index n = p->n;
    const zn_index *ix = k->index;

    for (zn_index i = 0; i < np; i++) {
        rhs[i] = (i >= ne ? y[i - ne] : 0) - p->q[ix[i]];
        for (zn_index j = np; j < n; j++)
            rhs[i] -= k->a[ix[i] + ix[j] * n] * y[j - ne];
    }
    zni_lu_solve(&k->lu, rhs);
    for (zn_index i = 0; i < np; i++)
        z[ix[i]] = i >= ne && rhs[i] < 0 ? 0 : rhs[i];
    for (zn_index j = np; j < n; j++)
        z[ix[j]] = y[j - ne];
}

static zn_status eliminate(zni_schur *k, const zn_mlcp *p, zn_index *ne,
                           zn_index *np)
{
    zn_index n = p->n;

    split(p, k->in_p, k->index, ne, np);
    k->lu.n = *np;
    for (zn_index j = 0; j < *np; j++)
        for (zn_index i = 0; i < *np; i++)
            k->lu.a[i + j * *np] = k->a[k->index[i] + k->index[j] * n];
    return zni_lu_factor(&k->lu);
}

/* The equality rows eliminated, with the complementarity rows that they need for it. */
static zn_status condense(zni_schur *k, zn_ctx *ctx, const zn_mlcp *p,
                          zn_index *ne, zn_index *np)
{
    const zn_index n = p->n;
    double *S = k->a + n * n;

    zn_matrix_to_dense(p->M, k->a);
    memset(k->in_p, 0, (size_t)n);
    if (!eliminate(k, p, ne, np))
        return ZN_OK;
    memcpy(S, k->a, (size_t)(n * n) * sizeof *S);
    if (choose(p, S, k->in_p) && !eliminate(k, p, ne, np))
        return ZN_OK;
    return zn_fail(ctx, ZN_ESINGULAR,
                   "the %td equality rows are dependent, whatever "
                   "complementarity rows join them",
                   *ne);
}

zn_status zni_schur_solve(void *state, zn_ctx *ctx, const void *problem,
                          double z[], double w[], zn_monitor *mon,
                          zn_solve_info *info)
{
    zni_schur *k = state;
    const zn_mlcp *p = problem;
    zn_index n = p->n, ne = 0, np = 0;
    zn_status st;

    /* the elimination at its worst, row by row with partners that are looked for among
     * all: each takes two products of n x n and a search */
    if (!zni_affords(mon, 5 * (double)n * (double)n * (double)n)) {
        info->outcome = ZN_TIME_LIMIT;
        memcpy(w, p->q, (size_t)n * sizeof *w);
        zn_matrix_mul(p->M, 1, z, 1, w);
        return ZN_UNSOLVED;
    }
    st = zni_schur_reserve(k, ctx, n, n * n);
    if (st)
        return st;

    double *S = k->a + n * n, *s = S + n * n, *y = s + n, *v = y + n;
    double *rhs = v + n;

    st = condense(k, ctx, p, &ne, &np);
    if (st)
        return st;

    zn_index m = n - ne;
    zn_matrix Sm = zn_matrix_dense(m, m, S);
    zn_lcp lcp = {.n = m, .M = &Sm, .q = s};
    zni_box box;
    zn_matrix full = zn_matrix_dense(n, n, k->a);
    zn_status boxed;

    reduce(k, p, ne, np, S, s, rhs);
    memset(y, 0, (size_t)m * sizeof *y);
    info->outcome = ZN_SOLVED;
    info->iterations = 0;
    if (m > 0) {
        k->lemke.tol = k->tol;
        k->lemke.max_iter = k->max_iter;
        st = zni_lemke_solve(&k->lemke, ctx, &lcp, y, v, mon, info);
    }
    if (st < 0)
        return st;
    expand(k, p, ne, np, y, rhs, z);
    memcpy(w, p->q, (size_t)n * sizeof *w);
    zn_matrix_mul(p->M, 1, z, 1, w);
    boxed = zni_mlcp_box(ctx, p, &k->lo, &k->cap_lo, &box);
    box.M = &full; /* the work has room for a dense matrix */
    return boxed ? boxed
                 : zni_box_settle(ctx, &k->work, &box, k->tol, st, z, w, mon,
                                  info);
}

void zni_schur_fini(void *state, zn_ctx *ctx)
{
    zni_schur *k = state;

    zni_lemke_fini(&k->lemke, ctx);
    zni_box_fini(ctx, &k->work);
    zn_free_array(ctx, k->lo);
    zni_lu_fini(ctx, &k->lu);
    ZNI_FREE(ctx, k->a, k->index, k->in_p);
}

static const zn_option options[] = {ZNI_PIVOT_OPTIONS(zni_schur)};

ZNI_SOLVER(zni_mlcp_lemke, ZN_KIND_MLCP_SOLVER, "lemke",
           "equality rows eliminated, then pivots (Cottle et al. 1992)",
           zni_schur, options, .reserve = zni_schur_reserve,
           .solve = zni_schur_solve, .fini = zni_schur_fini);
