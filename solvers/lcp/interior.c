/* interior.c - interior point method for monotone LCP
 * SPDX-License-Identifier: Apache-2.0 */
#include "lcp.h"

#include <string.h>

/* Primal-dual, infeasible, predictor-corrector (Mehrotra, SIAM J. Optim. 2,
 * 1992; Wright, Primal-Dual Interior-Point Methods, 1997, chapter 8 for
 * monotone LCP). With r = M z + q - w and a target t for the products,
 *     (diag(w) + diag(z) M) dz = t - z o w - z o r,   dw = M dz + r,
 * two solves with one factorisation per iteration: t = 0 predicts, then t =
 * sigma mu - dz o dw corrects with sigma = (mu_predicted / mu)^3. z and w take
 * the same step, as an LCP asks for. Few iterations, whatever n; needs no start
 * and makes nothing of one. Without monotony it may stall. */
typedef struct interior {
    zni_interior opt;
    zni_box_work work;
} interior;

/* part of the way to the boundary that is gone */
static const double FRACTION = 0.995;

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    return zni_box_reserve(ctx, &((interior *)state)->work, n, nnz);
}

typedef struct point {
    zn_index n;
    double *z, *w, *r;         /* iterate, M z + q - w */
    double *dz, *dw, *az, *aw; /* steps, prediction    */
    double *best;
} point;

/* the longest step that keeps z and w at or above zero */
static double longest(const point *a, const double dz[], const double dw[])
{
    double t = INFINITY;

    for (zn_index i = 0; i < a->n; i++) {
        if (dz[i] < 0 && -a->z[i] / dz[i] < t)
            t = -a->z[i] / dz[i];
        if (dw[i] < 0 && -a->w[i] / dw[i] < t)
            t = -a->w[i] / dw[i];
    }
    return t;
}

static double gap(const point *a, double t, const double dz[],
                  const double dw[])
{
    double sum = 0;

    for (zn_index i = 0; i < a->n; i++)
        sum += (a->z[i] + t * dz[i]) * (a->w[i] + t * dw[i]);
    return sum / (double)a->n;
}

/* dz, dw for the right-hand side in dz */
static void solve_step(zni_box_work *k, const zni_box *b, const point *a,
                       double dz[], double dw[])
{
    zni_box_solve_mixed(k, dz);
    zni_box_mul(k, b, dz, NULL, dw);
    for (zn_index i = 0; i < a->n; i++)
        dw[i] += a->r[i];
}

static zn_status iterate(zn_ctx *ctx, zni_box_work *k, const zni_box *b,
                         point *a)
{
    zn_index n = a->n;
    double mu = 0, sigma, t;
    zn_status st = zni_box_factor_mixed(ctx, k, b, a->w, a->z);

    if (st)
        return st;
    for (zn_index i = 0; i < n; i++) {
        a->az[i] = -a->z[i] * (a->w[i] + a->r[i]);
        mu += a->z[i] * a->w[i] / (double)n;
    }
    solve_step(k, b, a, a->az, a->aw);
    sigma = gap(a, fmin(1, longest(a, a->az, a->aw)), a->az, a->aw) / mu;
    sigma = fmin(1, sigma * sigma * sigma);

    for (zn_index i = 0; i < n; i++)
        a->dz[i] =
            sigma * mu - a->az[i] * a->aw[i] - a->z[i] * (a->w[i] + a->r[i]);
    solve_step(k, b, a, a->dz, a->dw);
    t = fmin(1, FRACTION * longest(a, a->dz, a->dw));
    for (zn_index i = 0; i < n; i++) {
        a->z[i] += t * a->dz[i];
        a->w[i] += t * a->dw[i];
    }
    return t > 1e-8 ? ZN_OK : ZN_ESINGULAR;
}

/* well inside: z of the size of -q / M_ii, w above what it must make up for */
static void start(zni_box_work *k, const zni_box *b, point *a)
{
    double size = 0, low = 0;

    for (zn_index i = 0; i < a->n; i++)
        size = fmax(size, fabs(b->q[i]));
    size = size > 0 ? size : 1;
    for (zn_index i = 0; i < a->n; i++)
        a->z[i] = size / k->s[i];
    zni_box_mul(k, b, a->z, b->q, a->w);
    for (zn_index i = 0; i < a->n; i++)
        low = fmin(low, a->w[i]);
    for (zn_index i = 0; i < a->n; i++)
        a->w[i] = fmax(a->w[i] - 1.5 * low, size);
}

/* the linear system of the active set that the iterates point to */
static zn_status jump(zn_ctx *ctx, zni_box_work *k, const zni_box *b,
                      const point *a, double z[], double w[])
{
    zn_status st;

    for (zn_index i = 0; i < a->n; i++)
        k->side[i] = k->s[i] * a->z[i] > a->w[i] ? ZNI_FREE : ZNI_AT_LO;
    memcpy(z, a->z, (size_t)a->n * sizeof *z);
    st = zni_box_solve_sides(ctx, k, b, z, w);
    if (st)
        return st;
    for (zn_index i = 0; i < a->n; i++)
        z[i] = zni_box_clip(b, i, z[i]);
    zni_box_mul(k, b, z, b->q, w);
    return ZN_OK;
}

/* the iterations; a->best is the best point met */
static zn_status run(zn_ctx *ctx, zni_box_work *k, const zni_interior *opt,
                     const zni_box *b, point *a, zn_monitor *mon,
                     zn_solve_info *info)
{
    zn_index n = b->n;
    double err, least = INFINITY;
    zn_status st;

    start(k, b, a);
    info->outcome = ZN_ITERATION_LIMIT;
    for (info->iterations = 0;; info->iterations++) {
        zni_box_mul(k, b, a->z, b->q, a->r);
        err = zni_box_residual(b, a->z, a->r);
        for (zn_index i = 0; i < n; i++)
            a->r[i] -= a->w[i];
        if (err < least) {
            least = err;
            memcpy(a->best, a->z, (size_t)n * sizeof *a->z);
        }
        if (err <= opt->tol || info->iterations == opt->max_iter)
            return ZN_OK;
        if (zn_monitor_tick(mon, info->iterations, err)) {
            info->outcome = ZN_INTERRUPTED;
            return ZN_OK;
        }
        if (!zni_box_affords(ctx, k, b, true, mon)) {
            info->outcome = ZN_TIME_LIMIT;
            return ZN_OK;
        }
        st = iterate(ctx, k, b, a);
        if (st) {
            info->outcome = ZN_STALLED;
            return st == ZN_ESINGULAR ? ZN_OK : st;
        }
    }
}

zn_status zni_lcp_interior(zn_ctx *ctx, zni_box_work *k,
                           const zni_interior *opt, const zni_box *b,
                           double z[], double w[], zn_monitor *mon,
                           zn_solve_info *info)
{
    zn_index n = b->n;
    size_t bytes = (size_t)n * sizeof *z;
    double least;
    zn_status st = zni_box_begin(ctx, k, b);

    if (st)
        return st;

    double *v = k->pool;
    point a = {.n = n,
               .z = v,
               .w = v + n,
               .r = v + 2 * n,
               .dz = v + 3 * n,
               .dw = v + 4 * n,
               .az = v + 5 * n,
               .aw = v + 6 * n,
               .best = v + 7 * n};

    memcpy(a.best, z, bytes);
    st = run(ctx, k, opt, b, &a, mon, info);
    if (st)
        return st;

    /* the interior is left for the solution itself, where that is better */
    memcpy(a.z, a.best, bytes);
    zni_box_mul(k, b, a.z, b->q, a.w);
    least = zni_box_residual(b, a.z, a.w);
    st = zni_box_affords(ctx, k, b, true, mon) ? jump(ctx, k, b, &a, z, w)
                                          : ZN_ESINGULAR;
    if (st && st != ZN_ESINGULAR)
        return st;
    if (st || !(zni_box_residual(b, z, w) <= least)) {
        memcpy(z, a.best, bytes);
        zni_box_mul(k, b, z, b->q, w);
    }
    if (!(zni_box_residual(b, z, w) <= opt->tol))
        return ZN_UNSOLVED;
    info->outcome = ZN_SOLVED;
    return ZN_OK;
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    interior *s = state;
    zni_box b = zni_lcp_box(problem);

    return zni_lcp_interior(ctx, &s->work, &s->opt, &b, z, w, mon, info);
}
static void fini(void *state, zn_ctx *ctx)
{
    zni_box_fini(ctx, &((interior *)state)->work);
}

static const zn_option options[] = {
    {ZN_OPTION_REAL, "tol", offsetof(interior, opt.tol), 1e-10, 0, 1, NULL, "-",
     "error that counts as solved"},
    {ZN_OPTION_INT, "max_iter", offsetof(interior, opt.max_iter), 100, 1, 1e6,
     NULL, "-", "iterations before giving up"},
    ZN_OPT_END,
};

const zn_solver_type zni_lcp_interior_point = {
    .type = {.size = sizeof(zn_solver_type),
             .kind = ZN_KIND_LCP_SOLVER,
             .name = "interior-point",
             .summary =
                 "predictor-corrector, for monotone problems (Mehrotra 1992)",
             .state_size = sizeof(interior),
             .options = options},
    .reserve = reserve,
    .solve = solve,
    .fini = fini,
};
