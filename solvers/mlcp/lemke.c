/* lemke.c - MLCP by elimination of the equality rows, then Lemke
 * SPDX-License-Identifier: Apache-2.0 */
#include "mlcp.h"

#include <string.h>

/* Principal pivot transform (Cottle, Pang & Stone 1992, section 2.3). Let P be
 * the equality rows E and some complementarity rows A, R the other rows. With
 * M_PP regular,
 *     x_P = M_PP^-1 (w_P - M_PR x_R - q_P),   w_E = 0,
 * and (w_A, x_R) against (x_A, w_R) is an LCP of the size of the complementarity
 * part. A is empty when M_EE is regular: the Schur complement. When it is not
 * (circuits: a node held by diodes only) the rows with z > 0 at the start are
 * tried, then all. */

zn_status zni_schur_reserve(void *state, zn_ctx *ctx, zn_index n,
                                 zn_index nnz)
{
    zni_schur *k = state;
    zn_status st;

    st = zni_lemke_reserve(&k->lemke, ctx, n, nnz);
    if (!st)
        st = zni_lu_size(ctx, &k->lu, n);
    if (!st)
        st = zn_grow(ctx, &k->a, &k->cap_a, 2 * n * n + 4 * n, sizeof *k->a);
    if (!st)
        st = zn_grow(ctx, &k->index, &k->cap_index, n, sizeof *k->index);
    return st;
}

typedef enum pivoted { NO_PAIR, STARTED, ALL } pivoted;

/* index: E, then A, then R; np = size of P, ne of E */
static void split(const zn_mlcp *p, const double z[], pivoted which,
                  zn_index index[], zn_index *ne, zn_index *np)
{
    zn_index m = 0;

    for (zn_index i = 0; i < p->n; i++)
        if (p->eq[i])
            index[m++] = i;
    *ne = m;
    for (zn_index i = 0; i < p->n; i++)
        if (!p->eq[i] && (which == ALL || (which == STARTED && z[i] > 0)))
            index[m++] = i;
    *np = m;
    for (zn_index i = 0; i < p->n; i++)
        if (!p->eq[i] && !(which == ALL || (which == STARTED && z[i] > 0)))
            index[m++] = i;
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

static zn_status eliminate(zni_schur *k, const zn_mlcp *p, const double z[],
                           pivoted which, zn_index *ne, zn_index *np)
{
    zn_index n = p->n;

    split(p, z, which, k->index, ne, np);
    k->lu.n = *np;
    for (zn_index j = 0; j < *np; j++)
        for (zn_index i = 0; i < *np; i++)
            k->lu.a[i + j * *np] = k->a[k->index[i] + k->index[j] * n];
    return zni_lu_factor(&k->lu);
}

zn_status zni_schur_solve(void *state, zn_ctx *ctx, const void *problem,
                               double z[], double w[], zn_monitor *mon,
                               zn_solve_info *info)
{
    zni_schur *k = state;
    const zn_mlcp *p = problem;
    zn_index n = p->n, ne = 0, np = 0;
    zn_status st = zni_schur_reserve(k, ctx, n, n * n);

    if (st)
        return st;

    double *S = k->a + n * n, *s = S + n * n, *y = s + n, *v = y + n;
    double *rhs = v + n;
    pivoted which = NO_PAIR;

    zn_matrix_to_dense(p->M, k->a);
    do {
        st = eliminate(k, p, z, which, &ne, &np);
    } while (st && which++ != ALL);
    if (st)
        return zn_fail(ctx, ZN_ESINGULAR,
                       "the %td equality rows are singular, also with the "
                       "complementarity rows", ne);

    zn_index m = n - ne;
    zn_matrix Sm = zn_matrix_dense(m, m, S);
    zn_lcp lcp = {.n = m, .M = &Sm, .q = s};

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
    return st;
}

void zni_schur_fini(void *state, zn_ctx *ctx)
{
    zni_schur *k = state;

    zni_lemke_fini(&k->lemke, ctx);
    zni_lu_fini(ctx, &k->lu);
    zn_free_array(ctx, k->a);
    zn_free_array(ctx, k->index);
}

static const zn_option options[] = {
    ZN_OPT_REAL(zni_schur, tol, 1e-10, 0, 1, "-",
                "error that counts as solved"),
    ZN_OPT_INT(zni_schur, max_iter, 100000, 1, 1e9, "-",
               "pivots before giving up"),
    ZN_OPT_END,
};

const zn_solver_type zni_mlcp_lemke = {
    .type = {.size = sizeof(zn_solver_type),
             .kind = ZN_KIND_MLCP_SOLVER,
             .name = "lemke",
             .summary = "equality rows eliminated, then complementary pivoting",
             .state_size = sizeof(zni_schur),
             .options = options},
    .reserve = zni_schur_reserve,
    .solve = zni_schur_solve,
    .fini = zni_schur_fini,
};
