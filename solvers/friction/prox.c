/* prox.c - proximal point, each problem by semismooth Newton
 * SPDX-License-Identifier: Apache-2.0 */
#include "friction.h"

/* Rockafellar, SIAM J. Control Optim. 14 (1976); for friction Acary, Bremond &
 * Huber (2018). Solves in turn the problems with
 *     W + alpha I,   q - alpha r_k,
 * which have no redundant contacts, from r_k; their solutions go to one of the
 * problem itself. alpha shrinks while Newton has no trouble, grows when it has. */
typedef struct prox {
    double tol;
    zn_index max_iter;
    zn_index inner_iter;
    double alpha;  /* first value, relative to the diagonal */
    double factor; /* by which it shrinks and grows         */
    int map;       /* 0: Alart-Curnier, 1: Fischer-Burmeister */
    zni_fc c;
    zni_fnewton_work newton;
    double *v; /* 2 n: r_k, best */
    zn_index cap_v;
} prox;

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    prox *s = state;
    zn_status st = zni_fc_reserve(ctx, &s->c, n, nnz);

    if (!st)
        st = zni_fnewton_reserve(ctx, &s->newton, n, nnz);
    return st ? st : zn_grow(ctx, &s->v, &s->cap_v, 2 * n, sizeof *s->v);
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    prox *s = state;
    zni_fc *c = &s->c;
    zn_status st = zni_fc_set(ctx, c, problem);
    zn_index n = c->n, it = 0, steps = 0;
    size_t bytes = (size_t)n * sizeof *z;
    double scale, alpha, err, least;

    if (!st)
        st = zni_flin_set(ctx, &s->newton.lin, c);
    if (!st)
        st = zn_grow(ctx, &s->v, &s->cap_v, 2 * n, sizeof *s->v);
    if (st)
        return st;

    double *ref = s->v, *best = s->v + n;

    scale = zni_fc_scale(c);
    alpha = s->alpha * scale;
    zni_fc_mul(c, z, c->q, w);
    err = least = zni_fc_error(c, z, w);
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
        st = zni_fnewton_run(ctx, &s->newton, &opt, c, z, w, NULL, &inner);
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
    }
    info->iterations = steps;
    memcpy(z, best, bytes);
    zni_fc_mul(c, z, c->q, w);
    return least <= s->tol ? ZN_OK : ZN_UNSOLVED;
}

static void fini(void *state, zn_ctx *ctx)
{
    prox *s = state;

    zni_fc_fini(ctx, &s->c);
    zni_fnewton_fini(ctx, &s->newton);
    zn_free_array(ctx, s->v);
}

static const zn_option options[] = {
    ZN_OPT_REAL(prox, tol, 1e-8, 0, 1, "-", "error that counts as solved"),
    ZN_OPT_INT(prox, max_iter, 200, 1, 1e9, "-", "proximal steps"),
    ZN_OPT_INT(prox, inner_iter, 40, 1, 1e6, "-", "Newton steps in each"),
    ZN_OPT_REAL(prox, alpha, 0.1, 1e-9, 1e3, "-",
                "first proximal term, relative to the diagonal of M"),
    ZN_OPT_REAL(prox, factor, 5, 1, 1e3, "-",
                "by which the term shrinks or grows"),
    ZN_OPT_CHOICE(prox, map, 0, "alart-curnier|fischer-burmeister",
                  "function that Newton solves"),
    ZN_OPT_END,
};

const zn_solver_type zni_friction_prox = {
    .type = {.size = sizeof(zn_solver_type),
             .kind = ZN_KIND_FRICTION_SOLVER,
             .name = "prox",
             .summary = "proximal point with Newton, for redundant contacts",
             .state_size = sizeof(prox),
             .options = options},
    .reserve = reserve,
    .solve = solve,
    .fini = fini,
};
