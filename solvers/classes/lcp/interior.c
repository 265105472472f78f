/* interior.c - interior point method for monotone LCP
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../linalg/units.h"
#include "../../methods/mehrotra.h"
#include "lcp.h"

#include <string.h>

/* Primal-dual, infeasible, predictor-corrector (../../methods/mehrotra.h; Wright,
 * Primal-Dual Interior-Point Methods, 1997, chapter 8 for monotone LCP). With
 * r = M z + q - w and a target t of z dw + w dz,
 *     (diag(w) + diag(z) M) dz = t - z o r,   dw = M dz + r.
 * z and w have the same step length, as an LCP requires. There are few iterations for any n; a start
 * is neither needed nor used. If M is not monotone the method may stall. */
typedef struct interior {
    zni_interior opt;
    zni_box_work work;
} interior;

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    return zni_box_reserve(ctx, &((interior *)state)->work, n, nnz);
}

typedef struct point {
    zni_box_work *k;
    const zni_box *b;
    zn_index n;
    double *z, *w, *r; /* iterate, M z + q - w */
    double *best;
    zni_pairs pairs;   /* the products of w and z */
} point;

static zn_status factor(void *of, zn_ctx *ctx)
{
    const point *a = of;

    return zni_box_factor_mixed(ctx, a->k, a->b, a->w, a->z);
}

static void direction(void *of)
{
    const point *a = of;
    const zni_pairs *p = &a->pairs;

    for (zn_index i = 0; i < a->n; i++)
        p->dy[i] = p->target[i] - a->z[i] * a->r[i];
    zni_box_solve_mixed(a->k, p->dy);
    zn_matrix_mul(a->b->M, 1, p->dy, 0, p->dt);
    for (zn_index i = 0; i < a->n; i++)
        p->dt[i] += a->r[i];
}

/* The start, well inside: z of the size of q / M_ii, and w at least of the size of q. */
static void start(zni_box_work *k, const zni_box *b, point *a)
{
    double size = zni_largest(b->q, a->n), low = 0;

    size = size > 0 ? size : 1;
    for (zn_index i = 0; i < a->n; i++)
        a->z[i] = size / k->s[i];
    zni_box_dual(b, a->z, a->w);
    for (zn_index i = 0; i < a->n; i++)
        low = fmin(low, a->w[i]);
    for (zn_index i = 0; i < a->n; i++)
        a->w[i] = fmax(a->w[i] - 1.5 * low, size);
}

/* The iterations; a->best is the best point. */
static zn_status run(zn_ctx *ctx, zni_box_work *k, const zni_interior *opt,
                     const zni_box *b, point *a, zn_monitor *mon,
                     zn_solve_info *info)
{
    zn_index n = b->n;
    double err, step, least = INFINITY;
    zn_status st;

    start(k, b, a);
    info->outcome = ZN_ITERATION_LIMIT;
    for (info->iterations = 0;; info->iterations++) {
        zni_box_dual(b, a->z, a->r);
        err = zni_box_residual(b, a->z, a->r);
        for (zn_index i = 0; i < n; i++)
            a->r[i] -= a->w[i];
        zni_note_best(err, &least, n, a->z, a->best);
        if (err <= opt->tol || info->iterations == opt->max_iter)
            return ZN_OK;
        if (zni_last(mon, info->iterations, err, info))
            return ZN_OK;
        st = zni_box_affords(ctx, k, b, true, mon);
        if (st) {
            info->outcome = ZN_TIME_LIMIT;
            return st < 0 ? st : ZN_OK;
        }
        st = zni_pairs_step(ctx, &a->pairs, &step);
        if (st) {
            info->outcome = ZN_STALLED;
            return st == ZN_ESINGULAR ? ZN_OK : st;
        }
    }
}

zn_status zni_lcp_interior(zni_call call, zni_box_work *k,
                           const zni_interior *opt, const zni_box *b)
{
    zn_index n = b->n;
    size_t bytes = (size_t)n * sizeof *call.z;
    zn_status st = zni_box_begin(call.ctx, k, b);

    if (st)
        return st;

    double *v = k->pool;
    point a = {.k = k,
               .b = b,
               .n = n,
               .z = v,
               .w = v + n,
               .r = v + 2 * n,
               .best = v + 3 * n,
               .pairs = {.n = n,
                         .count = n,
                         .t = v + n,
                         .y = v,
                         .dt = v + 4 * n,
                         .dy = v + 5 * n,
                         .target = v + 6 * n,
                         .factor = factor,
                         .direction = direction}};

    a.pairs.of = &a;
    memcpy(a.best, call.z, bytes);
    st = run(call.ctx, k, opt, b, &a, call.mon, call.info);
    if (st)
        return st;

    /* jump to the solution of the active set that the best point indicates, if that is better */
    memcpy(call.z, a.best, bytes);
    zni_box_dual(b, call.z, call.w);
    st = zni_box_jump(call.ctx, k, b, call.z, call.w, a.z, a.w, call.mon);
    return st ? st : zni_box_verdict(b, opt->tol, call.z, call.w, call.info);
}

static zn_status solve(interior *s, zni_call call, const void *problem)
{
    zni_box b = zni_lcp_box(problem);

    return zni_lcp_interior(call, &s->work, &s->opt, &b);
}
static void fini(void *state, zn_ctx *ctx)
{
    zni_box_fini(ctx, &((interior *)state)->work);
}

static const zn_option options[] = {
    ZNI_LIMITS_IN(interior, opt, 1e-10, 100, 1e6, "iterations before giving up"),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_lcp_interior_point, ZN_KIND_LCP_SOLVER, "interior-point",
           "predictor-corrector, for monotone problems (Mehrotra 1992)",
           interior, options, solve, fini, .reserve = reserve);
