/* prox.c - proximal point, each problem by semismooth Newton
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../methods/prox.h"
#include "friction.h"

/* By ../methods/prox.c; for friction Acary, Bremond & Huber (2018). The problems with
 *     W + alpha I,   q - alpha r_k
 * have no redundant contacts. */
typedef struct prox {
    zni_fc c;
    zni_prox opt;
    zni_fnewton_work newton;
    zni_prox_work work;
} prox;

zn_status zni_prox_reserve(zn_ctx *ctx, zni_prox_work *k, zn_index n)
{
    return zni_room(ctx, &k->v, &k->cap_v, ZNI_PROXIMATED(n, n), sizeof *k->v);
}

void zni_prox_fini(zn_ctx *ctx, zni_prox_work *k)
{
    zn_free_array(ctx, k->v);
}

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    prox *s = state;
    zn_status st = zni_fc_reserve(ctx, &s->c, n, nnz);

    if (!st)
        st = zni_fnewton_reserve(ctx, &s->newton, n, nnz);
    return st ? st : zni_prox_reserve(ctx, &s->work, n);
}

typedef struct run {
    zn_ctx *ctx;
    zni_fnewton_work *newton;
    const zni_prox *opt;
    const zni_fc *c;
} run;

static zn_status regular(void *of, double alpha, bool full, const double ref[],
                         double tol, double z[], double w[], zn_monitor *mon,
                         zn_solve_info *info)
{
    const run *a = of;
    const zni_fnewton opt = {.tol = tol,
                             .max_iter = a->opt->inner_iter,
                             .map = a->opt->map == 0 ? ZNI_AC : ZNI_FB,
                             .search = !full,
                             .alpha = alpha,
                             .ref = ref};

    return zni_fnewton_run(a->ctx, a->newton, &opt, a->c, z, w, mon, info);
}

static void admit(void *of, double z[])
{
    zni_fc_admit(((const run *)of)->c, z);
}

static double measure(void *of, const double z[], double w[])
{
    const zni_fc *c = ((const run *)of)->c;

    zni_fc_mul(c, z, c->q, w);
    return zni_fc_error(c, z, w);
}

zn_status zni_prox_run(zn_ctx *ctx, zni_prox_work *k, zni_fnewton_work *newton,
                       const zni_prox *s, const zni_fc *c, double z[],
                       double w[], zn_monitor *mon, zn_solve_info *info)
{
    const double scale = zni_fc_scale(c);
    run a = {ctx, newton, s, c};
    const zni_proximal p = {
        .of = &a, .n = c->n, .nw = c->n, .solve = regular, .measure = measure, .admit = admit};
    zni_proximate how = zni_proximate_contacts(scale, s->inner_iter);
    zn_status st = zni_prox_reserve(ctx, k, c->n);

    how.tol = s->tol;
    how.max_iter = s->max_iter;
    how.alpha = s->alpha * scale;
    how.factor = s->factor;
    how.idle = s->idle;
    if (!st)
        st = zni_fnewton_size(ctx, newton, c);
    return st ? st : zni_proximal_points(&p, &how, k->v, z, w, mon, info);
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    prox *s = state;
    zn_status st = zni_fc_take(ctx, &s->c, problem, z);

    if (!st)
        st = zni_flin_begin(ctx, &s->newton.lin, &s->c, z, w, mon, info);
    if (!st)
        st = zni_prox_run(ctx, &s->work, &s->newton, &s->opt, &s->c, z, w, mon,
                          info);
    zni_fc_unscale(&s->c, z, w);
    return st;
}

static void fini(void *state, zn_ctx *ctx)
{
    prox *s = state;

    zni_fc_fini(ctx, &s->c);
    zni_fnewton_fini(ctx, &s->newton);
    zni_prox_fini(ctx, &s->work);
}

#define COMMON                                                                 \
    ZNI_LIMITS_IN(prox, opt, 1e-8, 200, 1e9, "proximal steps"),                \
        ZNI_OPTION(prox, INT, "inner_iter", opt.inner_iter, 40, 1, 1e6, NULL,  \
            "Newton steps in each"),                                           \
        ZNI_OPTION(prox, REAL, "alpha", opt.alpha, 0.1, 1e-9, 1e3, NULL,       \
            "first proximal term, relative to the diagonal of M"),             \
        ZNI_OPTION(prox, REAL, "factor", opt.factor, 5, 1, 1e3, NULL,          \
            "by which the term shrinks or grows")

static const zn_option options[] = {
    COMMON,
    ZNI_OPTION(prox, CHOICE, "map", opt.map, 0, 0, 0,
        "alart-curnier|fischer-burmeister", "function that Newton solves"),
    ZN_OPT_END,
};
static const zn_option rolling_options[] = {COMMON, ZN_OPT_END};

#define CLASS(ident, of, table, ...)                                           \
    ZNI_SOLVER(ident, of, "prox",                                              \
               "proximal point, Newton inside (Rockafellar 1976)", prox, table,\
               .reserve = reserve, .solve = solve, .fini = fini, __VA_ARGS__)

CLASS(zni_friction_prox, ZN_KIND_FRICTION_SOLVER, options, .init = NULL);
CLASS(zni_rolling_prox, ZN_KIND_ROLLING_SOLVER, rolling_options,
      .init = zni_fc_init_rolling);
