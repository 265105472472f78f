/* homotopy.c - the path of proximal problems, followed to the problem itself
 * SPDX-License-Identifier: Apache-2.0 */
#include "friction.h"

/* Of phi at r and u = W r + q + alpha (r - s), s the start (prox_path.h). For large alpha there
 * is one solution, near s; for alpha = 0 the solutions are those of the problem. Between
 * both the path turns where contacts that carry each other exchange what they do, so that
 * proximal points (prox.c), which only let alpha shrink, end there, and Newton's method
 * has a merit with local minima. The path of a piecewise smooth phi that is proper does
 * not end (Alexander, Kellogg, Li & Yorke, Piecewise smooth continuation, Numer. Math. 33,
 * 1979). */
typedef struct homotopy {
    zni_fc c;
    zni_homotopy opt;
    zni_fnewton_work newton;
    zni_homotopy_work work;
} homotopy;

typedef struct run {
    zn_ctx *ctx;
    zni_fnewton_work *newton;
    zni_prox_path path;
    double *u; /* n */
} run;

zn_status zni_homotopy_reserve(zn_ctx *ctx, zni_homotopy_work *k, zn_index n)
{
    return zni_room(ctx, &k->v, &k->cap_v, ZNI_FOLLOWED(n) + 2 * n,
                    sizeof *k->v);
}

void zni_homotopy_fini(zn_ctx *ctx, zni_homotopy_work *k)
{
    zn_free_array(ctx, k->v);
}

static double dot(void *of, const double x[], const double y[])
{
    return zni_prox_path_dot(&((const run *)of)->path, x, y);
}

static double value(void *of, const double r[], double tau, double phi[])
{
    const run *a = of;
    const zni_fc *c = a->path.c;

    zni_fc_mul(c, r, c->q, a->u);
    return zni_prox_path_value(&a->path, r, tau, a->u, phi);
}

static zn_status factor(void *of, const double r[], double tau, double d[],
                        int *sign)
{
    run *a = of;
    const zni_fc *c = a->path.c;
    zn_status st;

    zni_prox_path_derive(&a->path, r, tau, a->u, d);
    zni_fnewton_matrix(c, a->newton->ab, zni_prox_path_alpha(&a->path, tau),
                       a->newton->lin.j);
    st = zni_flin_factor(a->ctx, &a->newton->lin, c, false);
    return st ? st : zni_flin_sign(a->ctx, &a->newton->lin, sign);
}

static void back(void *of, double b[])
{
    zni_flin_solve(&((run *)of)->newton->lin, b);
}

/* of r in the cones */
static double error(void *of, const double r[])
{
    const run *a = of;
    const zni_fc *c = a->path.c;
    double *in = a->u + c->n;

    for (zn_index b = 0; b < c->nc; b++)
        c->law->project(c, b, r + c->d * b, in + c->d * b);
    zni_fc_mul(c, in, c->q, a->u);
    return zni_fc_error(c, in, a->u);
}

static bool affords(void *of, const zn_monitor *mon)
{
    return zni_flin_fits(&((const run *)of)->newton->lin, mon);
}

zn_status zni_homotopy_run(zn_ctx *ctx, zni_homotopy_work *k,
                           zni_fnewton_work *newton, const zni_homotopy *s,
                           const zni_fc *c, double z[], double w[],
                           zn_monitor *mon, zn_solve_info *info)
{
    const zn_index n = c->n;
    const double scale = zni_fc_scale(c);
    zn_status st = zni_homotopy_reserve(ctx, k, n);
    run a = {.ctx = ctx, .newton = newton};
    const zni_curve f = {.of = &a,
                        .n = n,
                        .value = value,
                        .factor = factor,
                        .solve = back,
                        .dot = dot,
                        .error = error,
                        .affords = affords};
    zni_following how = {.tol = s->tol,
                         .max_iter = s->max_iter,
                         .from = log(s->alpha),
                         .unit = 1};

    if (!st)
        st = zni_fnewton_size(ctx, newton, c);
    if (st)
        return st;
    for (zn_index b = 0; b < c->nc; b++)
        newton->rho[2 * b] = newton->rho[2 * b + 1] =
            zni_block_step(c->d, c->x + c->d * c->d * c->diag[b], scale);
    a.path = (zni_prox_path){.c = c,
                        .n = n,
                        .rho = newton->rho,
                        .ab = newton->ab,
                        .s = k->v + 7 * n,
                        .scale = scale};
    zni_prox_path_unit(&a.path, c->q);
    a.u = k->v + ZNI_FOLLOWED(n);
    memcpy(k->v + 7 * n, z, (size_t)n * sizeof *z);
    st = zni_follow(&f, &how, k->v, z, mon, info);
    for (zn_index b = 0; b < c->nc; b++)
        c->law->project(c, b, z + c->d * b, z + c->d * b);
    zni_fc_mul(c, z, c->q, w);
    return st;
}

/* ---- the solver ------------------------------------------------------------ */

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    homotopy *s = state;
    zn_status st = zni_fc_reserve(ctx, &s->c, n, nnz);

    if (!st)
        st = zni_fnewton_reserve(ctx, &s->newton, n, nnz);
    return st ? st : zni_homotopy_reserve(ctx, &s->work, n);
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    homotopy *s = state;
    zn_status st = zni_fc_take(ctx, &s->c, problem, z);

    if (!st)
        st = zni_flin_begin(ctx, &s->newton.lin, &s->c, z, w, mon, info);
    if (!st)
        st = zni_homotopy_run(ctx, &s->work, &s->newton, &s->opt, &s->c, z, w,
                              mon, info);
    zni_fc_unscale(&s->c, z, w);
    return st;
}

static void fini(void *state, zn_ctx *ctx)
{
    homotopy *s = state;

    zni_fc_fini(ctx, &s->c);
    zni_fnewton_fini(ctx, &s->newton);
    zni_homotopy_fini(ctx, &s->work);
}

#define OPT(kind, name, field, def, lo, hi, help)                              \
    {                                                                          \
        kind, name, offsetof(homotopy, opt.field), def, lo, hi, NULL, "-", help \
    }

static const zn_option options[] = {
    OPT(ZN_OPTION_REAL, "tol", tol, 1e-8, 0, 1, "error that counts as solved"),
    OPT(ZN_OPTION_INT, "max_iter", max_iter, 2000, 1, 1e9, "factorisations"),
    OPT(ZN_OPTION_REAL, "alpha", alpha, 1e-2, 1e-9, 1e3,
        "proximal term at the start, relative to the diagonal of M"),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_friction_homotopy, ZN_KIND_FRICTION_SOLVER, "homotopy",
           "path of proximal problems by its length (Keller 1977)", homotopy,
           options, .reserve = reserve, .solve = solve, .fini = fini);
ZNI_SOLVER(zni_rolling_homotopy, ZN_KIND_ROLLING_SOLVER, "homotopy",
           "path of proximal problems of the scaled problem (Keller 1977)",
           homotopy, options, .init = zni_fc_init_rolling, .reserve = reserve,
           .solve = solve, .fini = fini);
