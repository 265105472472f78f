/* prox.c - proximal point, each problem by semismooth Newton
 * SPDX-License-Identifier: Apache-2.0 */
#include "friction.h"

/* Rockafellar, SIAM J. Control Optim. 14 (1976); for friction Acary, Bremond &
 * Huber (2018). Solves in turn the problems with
 *     W + alpha I,   q - alpha r_k,
 * which have no redundant contacts, from r_k; their solutions go to one of the
 * problem itself. alpha shrinks while Newton has no trouble, grows when it has. */
typedef struct prox {
    zni_prox opt;
    zni_fc c;
    zni_fnewton_work newton;
    zni_prox_work work;
} prox;

zn_status zni_prox_reserve(zn_ctx *ctx, zni_prox_work *k, zn_index n)
{
    return zn_grow(ctx, &k->v, &k->cap_v, 2 * n, sizeof *k->v);
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

zn_status zni_prox_run(zn_ctx *ctx, zni_prox_work *k, zni_fnewton_work *newton,
                       const zni_prox *s, const zni_fc *c, double z[],
                       double w[], zn_monitor *mon, zn_solve_info *info)
{
    zn_index n = c->n, it = 0, steps = 0, since = 0;
    size_t bytes = (size_t)n * sizeof *z;
    double scale, alpha, err, least, mark;
    zn_status st = zni_prox_reserve(ctx, k, n);

    if (!st)
        st = zni_fnewton_size(ctx, newton, c);
    if (st)
        return st;

    double *ref = k->v, *best = k->v + n;

    scale = zni_fc_scale(c);
    alpha = s->alpha * scale;
    zni_fc_mul(c, z, c->q, w);
    err = least = mark = zni_fc_error(c, z, w);
    memcpy(best, z, bytes);
    info->outcome = ZN_ITERATION_LIMIT;
    for (; it < s->max_iter && err > s->tol; it++) {
        zn_solve_info inner = {0};
        zni_fnewton opt = {.tol = fmax(0.1 * s->tol, fmin(1e-4, 0.01 * err)),
                           .max_iter = s->inner_iter,
                           .map = s->map == 0 ? ZNI_AC : ZNI_FB,
                           .search = true,
                           .alpha = alpha,
                           .ref = ref};

        if (zn_monitor_tick(mon, it, err)) {
            info->outcome = ZN_INTERRUPTED;
            break;
        }
        memcpy(ref, z, bytes);
        st = zni_fnewton_run(ctx, newton, &opt, c, z, w, mon, &inner);
        if (st < 0)
            return st;
        steps += inner.iterations;
        if (st) {
            /* keep what was gained, with a stronger term */
            alpha = fmin(s->factor * alpha, 1e3 * scale);
        } else if (2 * inner.iterations < s->inner_iter) {
            alpha = fmax(alpha / s->factor, 1e-9 * scale);
        }
        zni_fc_mul(c, z, c->q, w);
        err = zni_fc_error(c, z, w);
        if (isnan(err)) {
            info->outcome = ZN_STALLED;
            break;
        }
        if (err < least) {
            least = err;
            memcpy(best, z, bytes);
        }
        if (least <= mark / 2) {
            mark = least;
            since = it;
        } else if (s->idle > 0 && it - since >= s->idle) {
            info->outcome = ZN_STALLED;
            break;
        }
        if (inner.outcome == ZN_TIME_LIMIT) {
            info->outcome = ZN_TIME_LIMIT;
            break;
        }
    }
    info->iterations = steps;
    memcpy(z, best, bytes);
    zni_fc_mul(c, z, c->q, w);
    return least <= s->tol ? ZN_OK : ZN_UNSOLVED;
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    prox *s = state;
    zn_status st = zni_fc_set(ctx, &s->c, problem);

    if (!st)
        st = zni_flin_begin(ctx, &s->newton.lin, &s->c, z, w, mon, info);
    return st ? st
              : zni_prox_run(ctx, &s->work, &s->newton, &s->opt, &s->c, z, w,
                             mon, info);
}

static zn_status solve_rolling(void *state, zn_ctx *ctx, const void *problem,
                               double z[], double w[], zn_monitor *mon,
                               zn_solve_info *info)
{
    prox *s = state;
    zn_status st = zni_fc_set_rolling(ctx, &s->c, problem, z);

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

#define OPT(kind, name, field, def, lo, hi, words, help)                       \
    {                                                                          \
        kind, name, offsetof(prox, opt.field), def, lo, hi, words, "-", help   \
    }

#define COMMON                                                                 \
    OPT(ZN_OPTION_REAL, "tol", tol, 1e-8, 0, 1, NULL,                          \
        "error that counts as solved"),                                        \
        OPT(ZN_OPTION_INT, "max_iter", max_iter, 200, 1, 1e9, NULL,            \
            "proximal steps"),                                                 \
        OPT(ZN_OPTION_INT, "inner_iter", inner_iter, 40, 1, 1e6, NULL,         \
            "Newton steps in each"),                                           \
        OPT(ZN_OPTION_REAL, "alpha", alpha, 0.1, 1e-9, 1e3, NULL,              \
            "first proximal term, relative to the diagonal of M"),             \
        OPT(ZN_OPTION_REAL, "factor", factor, 5, 1, 1e3, NULL,                 \
            "by which the term shrinks or grows")

static const zn_option options[] = {
    COMMON,
    OPT(ZN_OPTION_CHOICE, "map", map, 0, 0, 0,
        "alart-curnier|fischer-burmeister", "function that Newton solves"),
    ZN_OPT_END,
};
static const zn_option rolling_options[] = {COMMON, ZN_OPT_END};

#define CLASS(ident, of, table, function)                                      \
    const zn_solver_type ident = {                                             \
        .type = {.size = sizeof(zn_solver_type),                               \
                 .kind = of,                                                   \
                 .name = "prox",                                               \
                 .summary =                                                    \
                     "proximal point, Newton inside (Rockafellar 1976)",       \
                 .state_size = sizeof(prox),                                   \
                 .options = table},                                            \
        .reserve = reserve,                                                    \
        .solve = function,                                                     \
        .fini = fini}

CLASS(zni_friction_prox, ZN_KIND_FRICTION_SOLVER, options, solve);
CLASS(zni_rolling_prox, ZN_KIND_ROLLING_SOLVER, rolling_options, solve_rolling);
