/* admm.c - alternating directions, alone and in fixed points of convex problems
 * SPDX-License-Identifier: Apache-2.0 */
#include "friction.h"

/* Boyd et al., Found. Trends Mach. Learn. 3 (2011); for friction Kleinert,
 * Simeon & Obermayr, J. Comput. Appl. Math. 262 (2014). For the convex problem
 * min r'W r / 2 + (q + s)'r, r in C, with z in C a copy of r and y the scaled
 * multiplier,
 *     (W + rho I) r = rho (z - y) - q - s,
 *     z <- P_C(r~ + y),   y <- y + r~ - z,   r~ = theta r + (1 - theta) z,
 * at the end -rho y is the velocity u + s. Three ways to friction:
 *   admm    C the cone, s_N = mu ||u_T|| of the last y, all along
 *   aclm    C the cone, s_N fixed while the convex problem is solved, then anew
 *           (Acary, Cadoux, Lemarechal & Malick, ZAMM 91, 2011)
 *   tresca  s = 0, C the cylinder of radius mu r_N of the last solution
 *           (Haslinger 1983; Panagiotopoulos 1975)
 * rho balances the residuals; only then is W + rho I factorised again. */

typedef enum way { ADMM, ACLM, TRESCA } way;

enum { BALANCE = 20 };

typedef struct admm {
    double tol;
    zn_index max_iter;
    double rho; /* first value, relative to the diagonal of W */
    double theta;
    zni_fc c;
    zni_flin lin;
    double *v; /* 5 n + 2 nc */
    zn_index cap_v;
} admm;

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    admm *s = state;
    zn_status st = zni_fc_reserve(ctx, &s->c, n, nnz);

    if (!st)
        st = zni_flin_reserve(ctx, &s->lin, n, nnz);
    return st ? st : zn_grow(ctx, &s->v, &s->cap_v, 7 * n, sizeof *s->v);
}

static zn_status factor(admm *s, zn_ctx *ctx, double rho, bool symmetric)
{
    const zni_fc *c = &s->c;
    zn_index d = c->d, dd = d * d;

    memcpy(s->lin.j, c->x, (size_t)(dd * c->nb) * sizeof *c->x);
    for (zn_index a = 0; a < c->nc; a++)
        for (zn_index k = 0; k < d; k++)
            s->lin.j[dd * c->diag[a] + k * (d + 1)] += rho;
    return zni_flin_factor(ctx, &s->lin, c, symmetric);
}

/* z = P_C(z) */
static void project(const zni_fc *c, way how, const double radius[], double z[])
{
    zn_index d = c->d;

    for (zn_index a = 0; a < c->nc; a++) {
        double *za = z + d * a, t, keep;

        if (how != TRESCA) {
            c->law->project(c, a, za, za);
            continue;
        }
        t = zni_tangent(d, za);
        keep = t > radius[a] ? radius[a] / t : 1;
        za[0] = fmax(0, za[0]);
        for (zn_index k = 1; k < d; k++)
            za[k] *= keep;
    }
}

/* what the outer problem keeps fixed: shift s_N or radius, from z, y; for the
 * cylinder z goes into the cone for the error to count */
static void renew(const zni_fc *c, way how, double rho, const double z[],
                  const double y[], double fixed[])
{
    for (zn_index a = 0; a < c->nc; a++)
        fixed[a] = how == TRESCA ? c->mu[a] * fmax(0, z[c->d * a])
                                 : rho * c->law->shift(c, a, y + c->d * a);
}

/* of the problem in s->c */
static zn_status run(admm *s, zn_ctx *ctx, way how, double z[], double w[],
                     zn_monitor *mon, zn_solve_info *info)
{
    zni_fc *c = &s->c;
    zn_status st = zni_flin_set(ctx, &s->lin, c);
    zn_index n = c->n, d = c->d, it = 0;
    size_t bytes = (size_t)n * sizeof *z;
    double scale, rho, err, least, inner = 1e-2, primal, dual;
    bool symmetric;

    if (!st)
        st = zn_grow(ctx, &s->v, &s->cap_v, 5 * n + c->nc, sizeof *s->v);
    if (st)
        return st;

    double *x = s->v, *y = x + n, *r = x + 2 * n, *b = x + 3 * n;
    double *best = x + 4 * n, *fixed = x + 5 * n;
    zn_matrix W = zni_fc_matrix(c);

    symmetric = zn_matrix_symmetric(&W, 1e-12);
    scale = zni_fc_scale(c);
    rho = s->rho * scale;
    st = factor(s, ctx, rho, symmetric);
    if (st)
        return st == ZN_ESINGULAR
                   ? zn_fail(ctx, ZN_EINVAL,
                             "M + %g I is singular: M is not monotone", rho)
                   : st;
    memcpy(x, z, bytes);
    project(c, ADMM, fixed, x);
    zni_fc_mul(c, x, c->q, w);
    for (zn_index i = 0; i < n; i++)
        y[i] = -w[i] / rho;
    for (zn_index a = 0; a < c->nc; a++)
        y[d * a] -= c->law->shift(c, a, w + d * a) / rho;
    renew(c, how, rho, x, y, fixed);
    err = least = zni_fc_error(c, x, w);
    memcpy(best, x, bytes);
    info->outcome = ZN_ITERATION_LIMIT;
    for (; it < s->max_iter && least > s->tol; it++) {
        if (zn_monitor_tick(mon, it, err)) {
            info->outcome = ZN_INTERRUPTED;
            break;
        }
        if (how == ADMM)
            renew(c, how, rho, x, y, fixed);
        for (zn_index i = 0; i < n; i++)
            r[i] = rho * (x[i] - y[i]) - c->q[i];
        for (zn_index a = 0; a < c->nc && how != TRESCA; a++)
            r[d * a] -= fixed[a];
        zni_flin_solve(&s->lin, r);
        primal = dual = 0;
        for (zn_index i = 0; i < n; i++) {
            double mix = s->theta * r[i] + (1 - s->theta) * x[i];

            b[i] = x[i];
            y[i] += mix;
            x[i] = y[i];
        }
        project(c, how, fixed, x);
        for (zn_index i = 0; i < n; i++) {
            y[i] -= x[i];
            primal += (r[i] - x[i]) * (r[i] - x[i]);
            dual += (x[i] - b[i]) * (x[i] - b[i]);
        }
        primal = sqrt(primal);
        dual = sqrt(dual);

        /* convex problem solved well enough: the next one */
        double size = zni_norm(n, x);
        bool next = how != ADMM && fmax(primal, dual) <= inner * size;

        if (next)
            renew(c, how, rho, x, y, fixed);
        if (next || it % 10 == 9) {
            memcpy(b, x, bytes);
            project(c, ADMM, fixed, b);
            zni_fc_mul(c, b, c->q, w);
            err = zni_fc_error(c, b, w);
            if (isnan(err)) {
                info->outcome = ZN_STALLED;
                break;
            }
            if (err < least) {
                least = err;
                memcpy(best, b, bytes);
            }
            inner = fmax(1e-3 * s->tol, fmin(1e-2, 1e-2 * least));
        }
        /* the multiplier -rho y stays */
        if (it % BALANCE == BALANCE - 1 &&
            (primal > 10 * dual || dual > 10 * primal) && dual > 0 &&
            primal > 0 && it < s->max_iter / 2) {
            double f = fmax(0.1, fmin(10, sqrt(primal / dual)));

            if (f * rho > 1e6 * scale || f * rho < 1e-8 * scale)
                continue;
            rho *= f;
            for (zn_index i = 0; i < n; i++)
                y[i] /= f;
            st = factor(s, ctx, rho, symmetric);
            if (st && st != ZN_ESINGULAR)
                return st;
            if (st) {
                info->outcome = ZN_STALLED;
                break;
            }
        }
    }
    info->iterations = it;
    memcpy(z, best, bytes);
    zni_fc_mul(c, z, c->q, w);
    return least <= s->tol ? ZN_OK : ZN_UNSOLVED;
}

static zn_status solve(admm *s, zn_ctx *ctx, way how, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    zn_status st = zni_fc_set(ctx, &s->c, problem);

    return st ? st : run(s, ctx, how, z, w, mon, info);
}

static zn_status solve_admm(void *state, zn_ctx *ctx, const void *problem,
                            double z[], double w[], zn_monitor *mon,
                            zn_solve_info *info)
{
    return solve(state, ctx, ADMM, problem, z, w, mon, info);
}

static zn_status solve_aclm(void *state, zn_ctx *ctx, const void *problem,
                            double z[], double w[], zn_monitor *mon,
                            zn_solve_info *info)
{
    return solve(state, ctx, ACLM, problem, z, w, mon, info);
}

static zn_status solve_tresca(void *state, zn_ctx *ctx, const void *problem,
                              double z[], double w[], zn_monitor *mon,
                              zn_solve_info *info)
{
    return solve(state, ctx, TRESCA, problem, z, w, mon, info);
}

static zn_status solve_rolling(void *state, zn_ctx *ctx, const void *problem,
                               double z[], double w[], zn_monitor *mon,
                               zn_solve_info *info)
{
    admm *s = state;
    zn_status st = zni_fc_set_rolling(ctx, &s->c, problem, z);

    if (!st)
        st = run(s, ctx, ADMM, z, w, mon, info);
    zni_fc_unscale(&s->c, z, w);
    return st;
}

static void fini(void *state, zn_ctx *ctx)
{
    admm *s = state;

    zni_fc_fini(ctx, &s->c);
    zni_flin_fini(ctx, &s->lin);
    zn_free_array(ctx, s->v);
}

static const zn_option options[] = {
    ZN_OPT_REAL(admm, tol, 1e-8, 0, 1, "-", "error that counts as solved"),
    ZN_OPT_INT(admm, max_iter, 20000, 1, 1e9, "-", "iterations, all told"),
    ZN_OPT_REAL(admm, rho, 1, 1e-6, 1e6, "-",
                "first penalty, relative to the diagonal of M"),
    ZN_OPT_REAL(admm, theta, 1.6, 1, 1.9, "-", "over-relaxation"),
    ZN_OPT_END,
};

#define CLASS(ident, of, text, about, function)                                \
    const zn_solver_type ident = {.type = {.size = sizeof(zn_solver_type),     \
                                           .kind = of,                         \
                                           .name = text,                       \
                                           .summary = about,                   \
                                           .state_size = sizeof(admm),         \
                                           .options = options},                \
                                  .reserve = reserve,                          \
                                  .solve = function,                           \
                                  .fini = fini}

CLASS(zni_friction_admm, ZN_KIND_FRICTION_SOLVER, "admm",
      "alternating directions, balanced", solve_admm);
CLASS(zni_friction_aclm, ZN_KIND_FRICTION_SOLVER, "aclm",
      "fixed point on mu ||u_T||, convex problems by alternating directions",
      solve_aclm);
CLASS(zni_friction_tresca, ZN_KIND_FRICTION_SOLVER, "tresca",
      "fixed point on mu r_N, convex problems by alternating directions",
      solve_tresca);
CLASS(zni_rolling_admm, ZN_KIND_ROLLING_SOLVER, "admm",
      "alternating directions on the scaled problem, balanced", solve_rolling);
