/* auto.c - the friction solver to use when nothing is known
 * SPDX-License-Identifier: Apache-2.0 */
#include "ipm.h"

/* The strategy, in order; the first that brings the error to tol answers:
 *
 *   nsgs            while its rate promises the end within `patience` sweeps
 *   interior-point  few factorisations, the number of redundant contacts hardly
 *                   matters
 *   newton-fb       strong regularisation, few steps, from the start given:
 *                   sweeps may have led to where redundant contacts are badly
 *                   loaded
 *   newton-fb       weak regularisation
 *   prox            from the start given
 *   newton-ac       weak regularisation
 *   newton-natural  strong regularisation, from the start given
 *   nsgs            max_sweeps sweeps in random order
 *
 * Sweeps are cheap and are enough for most problems with few redundant contacts;
 * where they are slow, a Newton method that has a good start is quick. Each
 * method starts from the best point so far unless said otherwise, and has a limit
 * of iterations, so the time is bounded; nothing depends on clocks unless a time
 * limit is set. If none succeeds the best point comes back with its error. */

typedef struct autos {
    double tol;
    zn_index patience;
    zn_index max_sweeps;
    zn_index max_steps;
    zni_fc c;
    zni_nsgs_work sweeps;
    zni_fnewton_work newton;
    zni_prox_work prox;
    zni_fipm_work interior;
    double *best; /* 2 n: best point, start given */
    zn_index cap_best;
} autos;

/* one method of the list */
typedef struct method {
    const char *name; /* NULL: end                      */
    enum { SWEEPS, NEWTON, PROX, INTERIOR } kind;
    zni_map_kind map;
    double reg;     /* of Newton; first term of prox         */
    bool anew;      /* from the start given, not the best    */
    zn_index steps; /* most of it                            */
} method;

static const method friction_methods[] = {
    {"nsgs", SWEEPS, ZNI_AC, 0, false, 0},
    {"interior-point", INTERIOR, ZNI_AC, 0, false, 100},
    {"newton-fb", NEWTON, ZNI_FB, 1e-4, true, 40},
    {"newton-fb", NEWTON, ZNI_FB, 1e-6, false, 100},
    {"prox", PROX, ZNI_AC, 0.1, true, 100},
    {"newton-ac", NEWTON, ZNI_AC, 1e-6, false, 100},
    {"newton-natural", NEWTON, ZNI_NATURAL, 1e-4, true, 100},
    {"nsgs", SWEEPS, ZNI_AC, 0, false, 0},
    {NULL, SWEEPS, ZNI_AC, 0, false, 0},
};

/* With rolling friction, where there is no function of Fischer & Burmeister, but
 * the problem is scaled. The second half is for redundant contacts with high
 * friction, which have several solutions: what matters there is to start anew on
 * another way. */
static const method rolling_methods[] = {
    {"nsgs", SWEEPS, ZNI_AC, 0, false, 0},
    {"newton", NEWTON, ZNI_NATURAL, 1e-4, true, 40},
    {"newton", NEWTON, ZNI_AC, 1e-6, false, 100},
    {"prox", PROX, ZNI_AC, 0.1, true, 100},
    {"newton", NEWTON, ZNI_NATURAL, 1e-7, true, 100},
    {"prox", PROX, ZNI_AC, 0.01, true, 100},
    {"newton", NEWTON, ZNI_AC, 1e-2, true, 200},
    {"prox", PROX, ZNI_AC, 1, true, 200},
    {"newton", NEWTON, ZNI_AC, 1e-4, true, 100},
    {"nsgs", SWEEPS, ZNI_AC, 0, false, 0},
    {NULL, SWEEPS, ZNI_AC, 0, false, 0},
};

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    autos *s = state;
    zn_status st = zni_fc_reserve(ctx, &s->c, n, nnz);

    if (!st)
        st = zni_nsgs_reserve(ctx, &s->sweeps, n);
    if (!st)
        st = zni_fnewton_reserve(ctx, &s->newton, n, nnz);
    if (!st)
        st = zni_prox_reserve(ctx, &s->prox, n);
    if (!st)
        st = zni_fipm_reserve(ctx, &s->interior, n, n / 2);
    return st ? st
              : zn_grow(ctx, &s->best, &s->cap_best, 2 * n, sizeof *s->best);
}

static zn_status attempt(autos *s, zn_ctx *ctx, const method *m, bool first,
                         double z[], double w[], zn_monitor *mon,
                         zn_solve_info *info)
{
    zn_index steps = m->steps < s->max_steps ? m->steps : s->max_steps;
    zni_nsgs sweeps = {.tol = s->tol,
                       .max_iter = s->max_sweeps,
                       .omega = 1,
                       .order = first ? ZNI_ASCENDING : ZNI_SHUFFLED,
                       .seed = 1,
                       .patience = first ? s->patience : 0};
    zni_fnewton newton = {.tol = s->tol,
                          .max_iter = steps,
                          .map = (int)m->map,
                          .search = true,
                          .reg = m->reg,
                          .hybrid = 50};
    zni_prox prox = {.tol = s->tol,
                     .max_iter = steps,
                     .inner_iter = 40,
                     .alpha = m->reg,
                     .factor = 5};
    zni_fipm interior = {.tol = s->tol, .max_iter = steps};
    zn_status st;

    if (m->kind == SWEEPS)
        return zni_nsgs_run(ctx, &s->sweeps, &sweeps, &s->c, z, w, mon, info);
    st = zni_flin_set(ctx, &s->newton.lin, &s->c);
    if (!st && m->kind == PROX)
        return zni_prox_run(ctx, &s->prox, &s->newton, &prox, &s->c, z, w, mon,
                            info);
    if (!st && m->kind == INTERIOR)
        return zni_fipm_run(ctx, &s->interior, &interior, &s->c, &s->newton.lin,
                            z, w, mon, info);
    return st ? st
              : zni_fnewton_run(ctx, &s->newton, &newton, &s->c, z, w, mon,
                                info);
}

/* the methods of a list in turn, on the problem in s->c */
static zn_status run(autos *s, zn_ctx *ctx, const method list[], double z[],
                     double w[], zn_monitor *mon, zn_solve_info *info)
{
    zn_status st = zni_fnewton_size(ctx, &s->newton, &s->c);
    size_t bytes = (size_t)s->c.n * sizeof *z;
    zn_outcome why = ZN_ITERATION_LIMIT;
    const char *who = "auto";
    double least = INFINITY;
    zn_index total = 0;

    /* room for all methods now: no later call of this size allocates */
    if (!st)
        st = zni_prox_reserve(ctx, &s->prox, s->c.n);
    if (!st)
        st = zni_fipm_reserve(ctx, &s->interior, s->c.n, s->c.nc);
    if (!st)
        st = zni_nsgs_reserve(ctx, &s->sweeps, s->c.n);
    if (!st)
        st = zn_grow(ctx, &s->best, &s->cap_best, 2 * s->c.n, sizeof *s->best);
    if (st)
        return st;
    for (const method *m = list; m->name; m++) {
        double err;

        if (m == list)
            memcpy(s->best + s->c.n, z, bytes);
        else
            memcpy(z, m->anew ? s->best + s->c.n : s->best, bytes);
        info->iterations = 0;
        st = attempt(s, ctx, m, m == list, z, w, mon, info);
        if (st < 0)
            return st;
        total += info->iterations;
        info->iterations = total;
        info->solver = m->name;
        if (!st)
            return ZN_OK;
        err = zni_fc_error(&s->c, z, w);
        if (err < least) {
            least = err;
            who = m->name;
            memcpy(s->best, z, bytes);
        }
        why = info->outcome;
        if (why == ZN_INTERRUPTED)
            break;
    }
    memcpy(z, least < INFINITY ? s->best : s->best + s->c.n, bytes);
    zni_fc_mul(&s->c, z, s->c.q, w);
    info->solver = who;
    info->outcome = why;
    return ZN_UNSOLVED;
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    autos *s = state;
    zn_status st = zni_fc_set(ctx, &s->c, problem);

    return st ? st : run(s, ctx, friction_methods, z, w, mon, info);
}

static zn_status solve_rolling(void *state, zn_ctx *ctx, const void *problem,
                               double z[], double w[], zn_monitor *mon,
                               zn_solve_info *info)
{
    autos *s = state;
    zn_status st = zni_fc_set_rolling(ctx, &s->c, problem, z);

    if (!st)
        st = run(s, ctx, rolling_methods, z, w, mon, info);
    zni_fc_unscale(&s->c, z, w);
    return st;
}

static void fini(void *state, zn_ctx *ctx)
{
    autos *s = state;

    zni_fc_fini(ctx, &s->c);
    zni_nsgs_fini(ctx, &s->sweeps);
    zni_fnewton_fini(ctx, &s->newton);
    zni_prox_fini(ctx, &s->prox);
    zni_fipm_fini(ctx, &s->interior);
    zn_free_array(ctx, s->best);
}

static const zn_option options[] = {
    ZN_OPT_REAL(autos, tol, 1e-8, 0, 1, "-", "error that counts as solved"),
    ZN_OPT_INT(autos, patience, 1000, 1, 1e9, "-",
               "sweeps that Gauss-Seidel may still seem to need"),
    ZN_OPT_INT(autos, max_sweeps, 20000, 1, 1e9, "-",
               "sweeps of Gauss-Seidel each time it is tried"),
    ZN_OPT_INT(autos, max_steps, 200, 1, 1e6, "-",
               "most steps of a Newton or proximal method"),
    ZN_OPT_END,
};

#define CLASS(ident, of, function)                                             \
    const zn_solver_type ident = {                                             \
        .type =                                                                \
            {.size = sizeof(zn_solver_type),                                   \
             .kind = of,                                                       \
             .name = "auto",                                                   \
             .summary =                                                        \
                 "Gauss-Seidel while it is quick, then Newton; falls back",    \
             .state_size = sizeof(autos),                                      \
             .options = options},                                              \
        .reserve = reserve,                                                    \
        .solve = function,                                                     \
        .fini = fini}

CLASS(zni_friction_auto, ZN_KIND_FRICTION_SOLVER, solve);
CLASS(zni_rolling_auto, ZN_KIND_ROLLING_SOLVER, solve_rolling);
