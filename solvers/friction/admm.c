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
    zni_admm opt;
    zni_fc c;
    zni_flin lin;
    zni_admm_work work;
} admm;

zn_status zni_admm_reserve(zn_ctx *ctx, zni_admm_work *k, zn_index n)
{
    /* nc of n / d */
    return zn_grow(ctx, &k->v, &k->cap_v, 5 * n + n / 2 + 1, sizeof *k->v);
}

void zni_admm_fini(zn_ctx *ctx, zni_admm_work *k)
{
    zn_free_array(ctx, k->v);
}

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    admm *s = state;
    zn_status st = zni_fc_reserve(ctx, &s->c, n, nnz);

    if (!st)
        st = zni_flin_reserve(ctx, &s->lin, n, nnz);
    return st ? st : zni_admm_reserve(ctx, &s->work, n);
}

static zn_status factor(zn_ctx *ctx, zni_flin *lin, const zni_fc *c, double rho,
                        bool symmetric)
{
    zn_index d = c->d, dd = d * d;

    memcpy(lin->j, c->x, (size_t)(dd * c->nb) * sizeof *c->x);
    for (zn_index a = 0; a < c->nc; a++)
        for (zn_index k = 0; k < d; k++)
            lin->j[dd * c->diag[a] + k * (d + 1)] += rho;
    return zni_flin_factor(ctx, lin, c, symmetric);
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

/* One run: the iterate, what is kept of it, and how it goes. */
typedef struct course {
    const zni_fc *c;
    way how;
    double *x, *y;     /* the copy in C, the multiplier   */
    double *r, *b;     /* the minimiser; room             */
    double *best;      /* of least error so far           */
    double *fixed;     /* nc: shift or radius             */
    double scale, rho; /* size of W_ii; the penalty      */
    double err, least; /* true error: last, least         */
    double primal, dual;
    double inner; /* residuals that end a convex problem */
    bool symmetric;
} course;

/* x from z, and the multiplier that belongs to its velocity */
static void begin(course *s, const double z[], double w[])
{
    const zni_fc *c = s->c;
    zn_index n = c->n, d = c->d;

    memcpy(s->x, z, (size_t)n * sizeof *z);
    project(c, ADMM, s->fixed, s->x);
    zni_fc_mul(c, s->x, c->q, w);
    for (zn_index i = 0; i < n; i++)
        s->y[i] = -w[i] / s->rho;
    for (zn_index a = 0; a < c->nc; a++)
        s->y[d * a] -= c->law->shift(c, a, w + d * a) / s->rho;
    renew(c, s->how, s->rho, s->x, s->y, s->fixed);
    s->err = s->least = zni_fc_error(c, s->x, w);
    memcpy(s->best, s->x, (size_t)n * sizeof *z);
}

static void iterate(course *s, zni_flin *lin, double theta)
{
    const zni_fc *c = s->c;
    zn_index n = c->n;

    if (s->how == ADMM)
        renew(c, s->how, s->rho, s->x, s->y, s->fixed);
    for (zn_index i = 0; i < n; i++)
        s->r[i] = s->rho * (s->x[i] - s->y[i]) - c->q[i];
    for (zn_index a = 0; a < c->nc && s->how != TRESCA; a++)
        s->r[c->d * a] -= s->fixed[a];
    zni_flin_solve(lin, s->r);
    s->primal = s->dual = 0;
    for (zn_index i = 0; i < n; i++) {
        double mix = theta * s->r[i] + (1 - theta) * s->x[i];

        s->b[i] = s->x[i];
        s->y[i] += mix;
        s->x[i] = s->y[i];
    }
    project(c, s->how, s->fixed, s->x);
    for (zn_index i = 0; i < n; i++) {
        s->y[i] -= s->x[i];
        s->primal += (s->r[i] - s->x[i]) * (s->r[i] - s->x[i]);
        s->dual += (s->x[i] - s->b[i]) * (s->x[i] - s->b[i]);
    }
    s->primal = sqrt(s->primal);
    s->dual = sqrt(s->dual);
}

/* the true error at x in the cone; false: it is not a number */
static bool judge(course *s, double tol, double w[])
{
    const zni_fc *c = s->c;
    size_t bytes = (size_t)c->n * sizeof *w;

    memcpy(s->b, s->x, bytes);
    project(c, ADMM, s->fixed, s->b);
    zni_fc_mul(c, s->b, c->q, w);
    s->err = zni_fc_error(c, s->b, w);
    if (isnan(s->err))
        return false;
    if (s->err < s->least) {
        s->least = s->err;
        memcpy(s->best, s->b, bytes);
    }
    s->inner = fmax(1e-3 * tol, fmin(1e-2, 1e-2 * s->least));
    return true;
}

/* Another rho when the residuals are far apart; the multiplier -rho y stays.
 * ZN_ESINGULAR: the matrix has no factors with it. */
static zn_status balance(zn_ctx *ctx, course *s, zni_flin *lin)
{
    double f;

    if (!(s->primal > 10 * s->dual || s->dual > 10 * s->primal) ||
        !(s->dual > 0 && s->primal > 0))
        return ZN_OK;
    f = fmax(0.1, fmin(10, sqrt(s->primal / s->dual)));
    if (f * s->rho > 1e6 * s->scale || f * s->rho < 1e-8 * s->scale)
        return ZN_OK;
    s->rho *= f;
    for (zn_index i = 0; i < s->c->n; i++)
        s->y[i] /= f;
    return factor(ctx, lin, s->c, s->rho, s->symmetric);
}

static zn_status run(zn_ctx *ctx, zni_admm_work *k, zni_flin *lin,
                     const zni_admm *opt, way how, const zni_fc *c, double z[],
                     double w[], zn_monitor *mon, zn_solve_info *info)
{
    course s = {.c = c, .how = how, .inner = 1e-2};
    zn_status st = zni_admm_reserve(ctx, k, c->n);
    zn_matrix W = zni_fc_matrix(c);
    zn_index n = c->n, it = 0;

    if (st)
        return st;
    s.x = k->v, s.y = s.x + n, s.r = s.x + 2 * n, s.b = s.x + 3 * n;
    s.best = s.x + 4 * n, s.fixed = s.x + 5 * n;
    s.symmetric = zn_matrix_symmetric(&W, 1e-12);
    s.scale = zni_fc_scale(c);
    s.rho = opt->rho * s.scale;
    st = zni_flin_fits(lin, mon) ? factor(ctx, lin, c, s.rho, s.symmetric)
                                 : ZN_UNSOLVED;
    if (st == ZN_UNSOLVED) {
        info->outcome = ZN_TIME_LIMIT;
        zni_fc_mul(c, z, c->q, w);
        return st;
    }
    if (st == ZN_ESINGULAR)
        return zn_fail(ctx, ZN_EINVAL,
                       "M + %g I is singular: M is not monotone", s.rho);
    if (st)
        return st;
    begin(&s, z, w);
    info->outcome = ZN_ITERATION_LIMIT;
    for (; it < opt->max_iter && s.least > opt->tol; it++) {
        bool next;

        if (zn_monitor_tick(mon, it, s.err)) {
            info->outcome = ZN_INTERRUPTED;
            break;
        }
        iterate(&s, lin, opt->theta);
        /* convex problem solved well enough: the next one */
        next =
            how != ADMM && fmax(s.primal, s.dual) <= s.inner * zni_norm(n, s.x);
        if (next)
            renew(c, how, s.rho, s.x, s.y, s.fixed);
        if ((next || it % 10 == 9) && !judge(&s, opt->tol, w)) {
            info->outcome = ZN_STALLED;
            break;
        }
        if (it % BALANCE == BALANCE - 1 && it < opt->max_iter / 2 &&
            zni_flin_fits(lin, mon))
            st = balance(ctx, &s, lin);
        if (st == ZN_ESINGULAR) {
            info->outcome = ZN_STALLED;
            break;
        }
        if (st)
            return st;
    }
    info->iterations = it;
    memcpy(z, s.best, (size_t)n * sizeof *z);
    zni_fc_mul(c, z, c->q, w);
    return s.least <= opt->tol ? ZN_OK : ZN_UNSOLVED;
}

zn_status zni_admm_run(zn_ctx *ctx, zni_admm_work *k, zni_flin *lin,
                       const zni_admm *opt, const zni_fc *c, double z[],
                       double w[], zn_monitor *mon, zn_solve_info *info)
{
    return run(ctx, k, lin, opt, ADMM, c, z, w, mon, info);
}

static zn_status solve(admm *s, zn_ctx *ctx, way how, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    zn_status st = zni_fc_set(ctx, &s->c, problem);

    if (!st)
        st = zni_flin_begin(ctx, &s->lin, &s->c, z, w, mon, info);
    return st ? st
              : run(ctx, &s->work, &s->lin, &s->opt, how, &s->c, z, w, mon,
                    info);
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
        st = zni_flin_begin(ctx, &s->lin, &s->c, z, w, mon, info);
    if (!st)
        st = zni_admm_run(ctx, &s->work, &s->lin, &s->opt, &s->c, z, w, mon,
                          info);
    zni_fc_unscale(&s->c, z, w);
    return st;
}

static void fini(void *state, zn_ctx *ctx)
{
    admm *s = state;

    zni_fc_fini(ctx, &s->c);
    zni_flin_fini(ctx, &s->lin);
    zni_admm_fini(ctx, &s->work);
}

#define REAL(name, field, def, lo, hi, help)                                   \
    {                                                                          \
        ZN_OPTION_REAL, name, offsetof(admm, opt.field), def, lo, hi, NULL,    \
            "-", help                                                          \
    }

static const zn_option options[] = {
    REAL("tol", tol, 1e-8, 0, 1, "error that counts as solved"),
    {ZN_OPTION_INT, "max_iter", offsetof(admm, opt.max_iter), 20000, 1, 1e9,
     NULL, "-", "iterations, all told"},
    REAL("rho", rho, 1, 1e-6, 1e6,
         "first penalty, relative to the diagonal of M"),
    REAL("theta", theta, 1.6, 1, 1.9, "over-relaxation"),
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
      "alternating directions, balanced (Boyd et al. 2011)", solve_admm);
CLASS(zni_friction_aclm, ZN_KIND_FRICTION_SOLVER, "aclm",
      "fixed point on mu ||u_T||, admm inside (Acary et al. 2011)", solve_aclm);
CLASS(zni_friction_tresca, ZN_KIND_FRICTION_SOLVER, "tresca",
      "fixed point on mu r_N, admm inside (Haslinger 1983)", solve_tresca);
CLASS(zni_rolling_admm, ZN_KIND_ROLLING_SOLVER, "admm",
      "alternating directions on the scaled problem, balanced", solve_rolling);
