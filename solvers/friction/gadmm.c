/* gadmm.c - global friction by alternating directions
 * SPDX-License-Identifier: Apache-2.0 */
#include "motion.h"

/* Boyd et al. (2011) on min v'M v / 2 - q'v with x = H'v + b + s in K*, s_N, the
 * shift mu ||u_T|| (and mu_r ||u_M||), renewed all along (Acary, Bremond & Huber, 2018, for the friction) or
 * given:
 *     M v + rho H (H'v - t) = q,   t = x - y - b - s,
 *     x <- P_K*(H'v + b + s + y),  y <- y + H'v + b + s - x,   r = -rho y,
 * P_K*(x) = x + P_K(-x). The first line is solved in the form
 *     [ M   -H     ] [v]   [q]
 *     [ H'   I/rho ] [l] = [t],
 * as sparse as the data, factorised when rho changes to balance the residuals. */
enum { CHECK = 10, BALANCE = 25 };

/* The penalty times the diagonal of W stays between these: without a solution it
 * would grow, and r with it, until rounding hid the residual. */
static const double least_rho = 1e-8, most_rho = 1e4;

zn_status zni_gadmm_size(zn_ctx *ctx, zni_gadmm_work *k, const zni_motion *g)
{
    zn_status st = zni_gsystem_set(ctx, &k->system, g, false);

    if (!st)
        st = zn_grow(ctx, &k->v, &k->cap_v, 2 * g->n + 4 * g->m, sizeof *k->v);
    return st ? st
              : zn_grow(ctx, &k->ab, &k->cap_ab, 2 * g->d * g->m + 1,
                        sizeof *k->ab);
}

void zni_gadmm_fini(zn_ctx *ctx, zni_gadmm_work *k)
{
    zni_gsystem_fini(ctx, &k->system);
    zn_free_array(ctx, k->v);
    zn_free_array(ctx, k->ab);
}

/* A = I, B = I / rho */
static zn_status factor(zn_ctx *ctx, zni_gadmm_work *k, const zni_motion *g)
{
    zn_index d = g->d, dd = d * d;

    memset(k->ab, 0, (size_t)(2 * d * g->m) * sizeof *k->ab);
    for (zn_index i = 0; i < g->m; i++) {
        double *A = k->ab + 2 * dd * (i / d), *B = A + dd;

        A[i % d * (d + 1)] = 1;
        B[i % d * (d + 1)] = 1 / k->rho;
    }
    zni_gsystem_assemble(&k->system, g, k->ab);
    return zni_gsystem_factor(ctx, &k->system);
}

/* s_N of contact a; x_T is u_T, the shift being normal */
static double shift_of(const zni_gadmm *opt, const zni_motion *g, zn_index a,
                       const double x[])
{
    return opt->shift ? opt->shift[a] : g->c.law->shift(&g->c, a, x + g->d * a);
}

/* one iteration; the squares of what is left of the two residuals */
static void iterate(zni_gadmm_work *k, const zni_gadmm *opt,
                    const zni_motion *g, double x[], double y[], double l[],
                    double *primal, double *dual)
{
    zn_index n = g->n, d = g->d;

    memcpy(l, g->p->q, (size_t)n * sizeof *l);
    for (zn_index a = 0; a < g->nc; a++) {
        for (zn_index e = d * a; e < d * (a + 1); e++)
            l[n + e] = x[e] - y[e] - g->p->b[e];
        l[n + d * a] -= shift_of(opt, g, a, x);
    }
    zni_gsystem_solve(&k->system, l);
    *primal = *dual = 0;
    for (zn_index a = 0; a < g->nc; a++) {
        double *xa = x + d * a, *ya = y + d * a, w[ZNI_DMAX];
        double c[ZNI_DMAX], P[ZNI_DMAX];

        zni_ways_gather(&g->H, d, a, l, w);
        for (zn_index e = 0; e < d; e++)
            w[e] += g->p->b[d * a + e];
        w[0] += shift_of(opt, g, a, x);
        for (zn_index e = 0; e < d; e++)
            c[e] = -(w[e] + ya[e]);
        g->c.law->project(&g->c, a, c, P);
        for (zn_index e = 0; e < d; e++) {
            double to = P[e] - c[e];

            /* y + (H'v + b + s) - x = -c - x = -P_K(c) */
            *primal += (w[e] - to) * (w[e] - to);
            *dual += (to - xa[e]) * (to - xa[e]);
            xa[e] = to;
            ya[e] = -P[e];
        }
    }
}

zn_status zni_gadmm_run(zn_ctx *ctx, zni_gadmm_work *k, const zni_gadmm *opt,
                        zni_motion *g, double z[], double u[], zn_monitor *mon,
                        zn_solve_info *info)
{
    zn_index n = g->n, m = g->m, d = g->d, it = 0;
    size_t bytes = (size_t)(n + m) * sizeof *z;
    double err, least, primal, dual;
    bool fits;
    zn_status st = zni_gsystem_affords(ctx, &k->system, g, mon, &fits);

    if (!st && !fits) {
        info->outcome = ZN_TIME_LIMIT;
        zni_motion_move(g, z, u);
        return ZN_UNSOLVED;
    }
    if (!st)
        st = zni_gadmm_size(ctx, k, g);
    if (st)
        return st;

    double *x = k->v, *y = x + m, *l = y + m, *best = l + n + m;

    k->rho = opt->rho / g->scale;
    zni_motion_move(g, z, u);
    err = least = zni_motion_measure(g, opt->shift, z, u);
    memcpy(best, z, bytes);
    for (zn_index a = 0; a < g->nc; a++) {
        for (zn_index e = d * a; e < d * (a + 1); e++) {
            x[e] = u[e];
            y[e] = -z[n + e] / k->rho;
        }
        x[d * a] += shift_of(opt, g, a, u);
    }
    st = factor(ctx, k, g);
    info->outcome = ZN_ITERATION_LIMIT;
    for (; !st && it < opt->max_iter && !(least <= opt->tol); it++) {
        if (zn_monitor_tick(mon, it, err)) {
            info->outcome = ZN_INTERRUPTED;
            break;
        }
        iterate(k, opt, g, x, y, l, &primal, &dual);
        if (it % CHECK == CHECK - 1) {
            for (zn_index e = 0; e < m; e++)
                z[n + e] = -k->rho * y[e];
            zni_motion_move(g, z, u);
            err = zni_motion_measure(g, opt->shift, z, u);
            if (isnan(err)) {
                info->outcome = ZN_STALLED;
                break;
            }
            if (err < least) {
                least = err;
                memcpy(best, z, bytes);
            }
        }
        if (it % BALANCE == BALANCE - 1 && primal > 0 && dual > 0 &&
            it < opt->max_iter / 2 && zni_gsystem_fits(&k->system, mon) &&
            (primal > 100 * dual || dual > 100 * primal)) {
            /* here a large rho is for the primal residual */
            double f = fmax(0.1, fmin(10, pow(primal / dual, 0.25)));

            if (k->rho * f * g->scale < least_rho ||
                k->rho * f * g->scale > most_rho)
                continue;
            k->rho *= f;
            for (zn_index e = 0; e < m; e++)
                y[e] /= f;
            st = factor(ctx, k, g);
        }
    }
    if (st && st != ZN_ESINGULAR)
        return st;
    if (st)
        info->outcome = ZN_STALLED;
    info->iterations = it;
    memcpy(z, best, bytes);
    zni_motion_move(g, z, u);
    return least <= opt->tol ? ZN_OK : ZN_UNSOLVED;
}

/* ---- the solver ---------------------------------------------------------- */

typedef struct gadmm {
    double tol;
    zn_index max_iter;
    double rho;
    zni_motion g;
    zni_gadmm_work work;
} gadmm;

/* of the problem set in s->g; z and w in its unknowns as they were given */
static zn_status run(gadmm *s, zn_ctx *ctx, double z[], double w[],
                     zn_monitor *mon, zn_solve_info *info)
{
    const zni_gadmm opt = {s->tol, s->max_iter, s->rho, NULL};
    zn_status st;

    zni_motion_scale(&s->g, z);
    st = zni_gadmm_run(ctx, &s->work, &opt, &s->g, z, w, mon, info);
    zni_motion_unscale(&s->g, z, w);
    return st;
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    gadmm *s = state;
    zn_status st = zni_motion_set(ctx, &s->g, problem, 0);

    return st ? st : run(s, ctx, z, w, mon, info);
}

static zn_status solve_rolling(void *state, zn_ctx *ctx, const void *problem,
                               double z[], double w[], zn_monitor *mon,
                               zn_solve_info *info)
{
    gadmm *s = state;
    zn_status st = zni_motion_set_rolling(ctx, &s->g, problem, 0);

    return st ? st : run(s, ctx, z, w, mon, info);
}

static void fini(void *state, zn_ctx *ctx)
{
    gadmm *s = state;

    zni_motion_fini(ctx, &s->g);
    zni_gadmm_fini(ctx, &s->work);
}

static const zn_option options[] = {
    ZN_OPT_REAL(gadmm, tol, 1e-8, 0, 1, "-", "error that counts as solved"),
    ZN_OPT_INT(gadmm, max_iter, 20000, 1, 1e9, "-", "iterations"),
    ZN_OPT_REAL(gadmm, rho, 1, 1e-9, 1e9, "-",
                "first penalty, relative to the inverse of the diagonal of W"),
    ZN_OPT_END,
};

#define CLASS(ident, of, about, function)                                      \
    const zn_solver_type ident = {.type = {.size = sizeof(zn_solver_type),     \
                                           .kind = of,                         \
                                           .name = "admm",                     \
                                           .summary = about,                   \
                                           .state_size = sizeof(gadmm),        \
                                           .options = options},                \
                                  .solve = function,                           \
                                  .fini = fini}

CLASS(zni_global_friction_admm, ZN_KIND_GLOBAL_FRICTION_SOLVER,
      "alternating directions, W not formed (Boyd et al. 2011)", solve);
CLASS(zni_global_rolling_admm, ZN_KIND_GLOBAL_ROLLING_SOLVER,
      "alternating directions on the scaled problem, nothing is condensed",
      solve_rolling);
