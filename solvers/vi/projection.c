/* projection.c - fixed point and extragradient with self-adaptive steps
 * SPDX-License-Identifier: Apache-2.0 */
#include "vi.h"

#include <string.h>

/* y = P(z - rho F(z)) predicts. The fixed-point method moves there; it converges
 * for co-coercive F (Han & Sun, Comput. Math. Appl. 47, 2004). Extragradient
 * moves to P(z - rho F(y)), which converges for monotone F (Korpelevich 1976;
 * Khobotov, USSR Comput. Math. 27, 1987). With d = z - y, g = F(z) - F(y) a step
 * is short enough when its ratio is at most L:
 *     armijo   rho ||g|| / ||d||       (Khobotov)
 *     solodov  rho d'g / ||d||^2       (Solodov & Tseng, SIAM J. Control 34, 1996)
 *     han-sun  rho ||g||^2 / d'g
 * and the next is tried longer after a ratio below L_min. */

enum { VECTORS = 6, SHORTER = 150 };

typedef struct run {
    const zn_vi *p;
    const zni_projection *opt;
    double scale;
    double *z, *w;  /* iterate and F there    */
    double *y, *Fy; /* prediction             */
    double *x, *Fx; /* corrected              */
    double *best, *work;
    double least; /* error of best          */
} run;

zn_status zni_projection_reserve(zn_ctx *ctx, zni_vi_work *k, zn_index n)
{
    return zn_grow(ctx, &k->v, &k->cap_v, VECTORS * n, sizeof *k->v);
}

/* error at the iterate, noted if it is the best */
static double measure(run *a)
{
    double err = zni_vi_residual(a->p, a->z, a->w, a->work) / a->scale;

    if (err < a->least) {
        a->least = err;
        memcpy(a->best, a->z, (size_t)a->p->n * sizeof *a->z);
    }
    return err;
}

/* out = P(z - rho g) */
static zn_status advance(const run *a, double rho, const double g[],
                         double out[])
{
    for (zn_index i = 0; i < a->p->n; i++)
        out[i] = a->z[i] - rho * g[i];
    return zni_vi_project(a->p, out);
}

static double ratio(const run *a, double rho)
{
    double dd = 0, gg = 0, dg = 0;

    for (zn_index i = 0; i < a->p->n; i++) {
        double d = a->z[i] - a->y[i], g = a->w[i] - a->Fy[i];

        dd += d * d;
        gg += g * g;
        dg += d * g;
    }
    if (gg == 0 || dd == 0)
        return 0;
    if (a->opt->rule == 0)
        return rho * sqrt(gg / dd);
    if (a->opt->rule == 1)
        return rho * dg / dd;
    return dg > 0 ? rho * gg / dg : INFINITY;
}

/* y, F(y) with a step that is short enough; ZN_UNSOLVED: there is none */
static zn_status predict(run *a, double *rho, double *r)
{
    for (int i = 0; i < SHORTER; i++, *rho *= a->opt->tau) {
        zn_status st = advance(a, *rho, a->w, a->y);

        if (!st)
            st = zni_vi_map(a->p, a->y, a->Fy);
        if (st < 0)
            return st;
        if (st)
            continue;
        *r = ratio(a, *rho);
        if (*r <= a->opt->L)
            return ZN_OK;
    }
    return ZN_UNSOLVED;
}

/* one step; ZN_UNSOLVED: none is possible */
static zn_status step(run *a, double *rho)
{
    size_t bytes = (size_t)a->p->n * sizeof *a->z;
    double r = 0;
    zn_status st = predict(a, rho, &r);

    if (st)
        return st;
    const double *to = a->y, *Fto = a->Fy;

    if (a->opt->extra) {
        st = advance(a, *rho, a->Fy, a->x);
        if (!st)
            st = zni_vi_map(a->p, a->x, a->Fx);
        if (st < 0)
            return st;
        if (!st) {
            to = a->x;
            Fto = a->Fx;
        }
    }
    st = memcmp(to, a->z, bytes) == 0 ? ZN_UNSOLVED : ZN_OK;
    memcpy(a->z, to, bytes);
    memcpy(a->w, Fto, bytes);
    if (r < a->opt->L_min)
        *rho /= a->opt->tau;
    return st;
}

zn_status zni_projection_solve(zn_ctx *ctx, zni_vi_work *k,
                               const zni_projection *opt, const zn_vi *p,
                               double scale, double z[], double w[],
                               zn_monitor *mon, zn_solve_info *info)
{
    zn_index n = p->n, it = 0;
    double rho = opt->rho, err;
    zn_status st = zni_projection_reserve(ctx, k, n);

    if (st)
        return st;
    run a = {.p = p,
             .opt = opt,
             .scale = scale,
             .z = z,
             .w = w,
             .y = k->v,
             .Fy = k->v + n,
             .x = k->v + 2 * n,
             .Fx = k->v + 3 * n,
             .best = k->v + 4 * n,
             .work = k->v + 5 * n,
             .least = INFINITY};

    st = zni_vi_project(p, z);
    if (!st)
        st = zni_vi_map(p, z, w);
    if (st)
        return st < 0 ? zn_note(ctx, st, "F at the start")
                      : zn_fail(ctx, ZN_EDOM, "F is not defined at the start");
    memcpy(a.best, z, (size_t)n * sizeof *z);
    err = measure(&a);
    info->outcome = ZN_ITERATION_LIMIT;
    for (; it < opt->max_iter && !(err <= opt->tol); it++) {
        if (zn_monitor_tick(mon, it, err)) {
            info->outcome = ZN_INTERRUPTED;
            break;
        }
        st = step(&a, &rho);
        if (st < 0)
            return st;
        if (st) {
            info->outcome = ZN_STALLED;
            break;
        }
        err = measure(&a);
    }
    info->iterations = it;
    memcpy(z, a.best, (size_t)n * sizeof *z);
    st = zni_vi_map(p, z, w);
    if (st < 0)
        return st;
    if (a.least <= opt->tol)
        info->outcome = ZN_SOLVED;
    return a.least <= opt->tol ? ZN_OK : ZN_UNSOLVED;
}

/* ---- the two solvers ---------------------------------------------------- */

typedef struct projection {
    zni_projection opt;
    zni_vi_work work;
    double *v; /* 2 n, for the scale */
    zn_index cap_v;
} projection;

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    projection *s = state;
    zn_status st = zn_grow(ctx, &s->v, &s->cap_v, 2 * n, sizeof *s->v);

    (void)nnz;
    return st ? st : zni_projection_reserve(ctx, &s->work, n);
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    projection *s = state;
    const zn_vi *p = problem;
    zn_status st = reserve(s, ctx, p->n, 0);

    if (st)
        return st;
    return zni_projection_solve(ctx, &s->work, &s->opt, p,
                                zni_vi_scale(p, s->v), z, w, mon, info);
}

static zn_status init_extra(void *state, zn_ctx *ctx)
{
    (void)ctx;
    ((projection *)state)->opt.extra = true;
    return ZN_OK;
}

static void fini(void *state, zn_ctx *ctx)
{
    projection *s = state;

    zn_free_array(ctx, s->work.v);
    zn_free_array(ctx, s->v);
}

static const zn_option options[] = {
    ZNI_PROJECTION_OPTIONS(projection, opt, 1e-8),
    ZN_OPT_END,
};

const zn_solver_type zni_vi_fixed_point = {
    .type = {.size = sizeof(zn_solver_type),
             .kind = ZN_KIND_VI_SOLVER,
             .name = "fixed-point",
             .summary =
                 "projection, adaptive steps, co-coercive F (Han & Sun 2004)",
             .state_size = sizeof(projection),
             .options = options},
    .reserve = reserve,
    .solve = solve,
    .fini = fini,
};

const zn_solver_type zni_vi_extragradient = {
    .type = {.size = sizeof(zn_solver_type),
             .kind = ZN_KIND_VI_SOLVER,
             .name = "extragradient",
             .summary = "two projections a step, monotone F (Khobotov 1987)",
             .state_size = sizeof(projection),
             .options = options},
    .init = init_extra,
    .reserve = reserve,
    .solve = solve,
    .fini = fini,
};
