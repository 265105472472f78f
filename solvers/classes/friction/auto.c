/* auto.c - the friction solver to use when nothing is known
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../strategy/portfolio.h"
#include "../../strategy/short_cut.h"
#include "auto.h"

/* room for sweeps that combine, those of many rows gather momentum, too */
static zn_status pace(zni_fauto *s, zn_ctx *ctx, zn_index n)
{
    return n > ZNI_SMALL
               ? zni_seidel_reserve_pace(ctx, &s->sweeps.turns, n, ZNI_DEPTH)
               : zni_anderson_reserve(ctx, &s->sweeps.turns.acceleration, n, ZNI_DEPTH);
}

/* room for the start; all: also for the points that are kept where it is not the last */
static zn_status points(zni_fauto *s, zn_ctx *ctx, zn_index n, bool all)
{
    zn_status st = zni_room(ctx, &s->given, &s->cap_given, n, sizeof *s->given);

    if (!st && all)
        st = zni_room(ctx, &s->best, &s->cap_best, n, sizeof *s->best);
    if (!st && all)
        st = zni_room(ctx, &s->first, &s->cap_first, n, sizeof *s->first);
    return st || !all ? st
                      : zni_room(ctx, &s->early, &s->cap_early, n,
                                sizeof *s->early);
}

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    zni_fauto *s = state;
    zn_status st = zni_fc_reserve(ctx, &s->c, n, nnz);

    if (!st)
        st = zni_nsgs_reserve(ctx, &s->sweeps, n);
    if (!st)
        st = points(s, ctx, n, nnz / 4 <= ZNI_ROOMY);
    if (st || nnz / 4 > ZNI_ROOMY)
        return st;
    st = zni_fnewton_reserve(ctx, &s->newton, n, nnz);
    if (!st)
        st = pace(s, ctx, n);
    if (!st)
        st = zni_prox_reserve(ctx, &s->prox, n);
    if (!st)
        st = zni_homotopy_reserve(ctx, &s->homotopy, n);
    if (!st)
        st = zni_admm_reserve(ctx, &s->admm, n);
    if (!st)
        st = zni_plane_reserve(ctx, &s->plane, ZNI_FEW);
    if (!st)
        st = zni_panagiotopoulos_reserve(ctx, &s->loads, ZNI_LOADS, n / 2 + 1, nnz / 4, n);
    s->interior.path = true;
    if (!st)
        st = zni_fipm_reserve(ctx, &s->interior, n, n);
    if (!st)
        st = zni_room(ctx, &s->kept, &s->cap_kept, n, sizeof *s->kept);
    return st ? st : zni_turns_begin(ctx, &s->turns, n / 2, true);
}

/* Room for sweeps; other methods make theirs when they are asked, most never are. */
static zn_status room(zni_fauto *s, zn_ctx *ctx)
{
    const zn_status st = zni_nsgs_size(ctx, &s->sweeps, &s->c);

    return st ? st : points(s, ctx, s->c.n, false);
}

/* a point that a method ended at is the best so far, or that of the first sweeps */
static zn_status keep(zni_fauto *s, zn_ctx *ctx, const double z[], double **to)
{
    const zn_status st = points(s, ctx, s->c.n, true);

    if (!st)
        memcpy(*to, z, (size_t)s->c.n * sizeof *z);
    return st;
}

/* the best point so far */
static const double *best(const zni_fauto *s)
{
    return s->least < INFINITY ? s->best : s->given;
}

/* the point that the method begins from */
static const double *begin(const zni_fauto *s, const zni_fmethod *m)
{
    return m->from == ZNI_FROM_GIVEN   ? s->given
           : m->from == ZNI_FROM_EARLY ? s->early
                                       : best(s);
}

zn_status zni_fauto_plan(zni_fauto *s, zn_ctx *ctx, zn_monitor *mon)
{
    bool fits;

    if (s->planned)
        return ZN_OK;
    s->planned = true;
    return zni_flin_affords(ctx, &s->newton.lin, &s->c, mon, &fits);
}

/* What factors cost is predicted before the first method that depends on it; those of a
 * small problem take no time, whatever the last one was. */
static zn_status plan(zni_fauto *s, zn_ctx *ctx, const zni_fmethod *m, zn_monitor *mon)
{
    if (s->c.n <= ZNI_SMALL)
        zni_flin_unplan(&s->newton.lin);
    if (s->c.n <= ZNI_SMALL || !(m->by->factors || m->by->plans))
        return ZN_OK;
    return zni_fauto_plan(s, ctx, mon);
}

static const zni_fmethod *method(const zni_portfolio *all, int i)
{
    return (const zni_fmethod *)all->data + i;
}

/* z becomes the point that the method begins from, if it is one for the problem, what was
 * before and what that has cost */
static zn_status next(const zni_portfolio *all, int i, zn_ctx *ctx, double z[], double w[],
                      zn_monitor *mon, bool *skip)
{
    zni_fauto *s = all->state;
    const zni_fmethod *m = method(all, i);
    zni_effort *e = &s->effort;
    zn_status st;

    *skip = m->by->begins && !m->by->begins(s, z, w);
    st = *skip ? ZN_OK : plan(s, ctx, m, mon);
    if (st || *skip)
        return st;
    if (m->by->late)
        zni_effort_bound(e, s->late);
    *skip = (zni_effort_over(e) && !m->by->apart) || !zni_fmethod_suits(s, m);
    if (*skip)
        return ZN_OK;
    if (m->by->apart)
        zni_effort_apart(e, s->late);
    if (m->from != ZNI_FROM_LAST)
        memcpy(z, begin(s, m), (size_t)s->c.n * sizeof *z);
    return ZN_OK;
}

static zn_status go(const zni_portfolio *all, int i, zn_ctx *ctx, double z[], double w[],
                    zn_monitor *mon, zn_solve_info *info)
{
    zni_fauto *s = all->state;
    const zni_fmethod *m = method(all, i);
    zn_status st;

    info->solver = m->name;
    st = zni_fmethod_run(s, ctx, m, z, w,
                         zni_effort_watch(&s->effort, zni_fmethod_each(s, m)), info);
    zni_effort_note(&s->effort, info->iterations, &info->outcome);
    if (st > 0 || zn_monitor_explains(mon))
        info->error = zni_fc_error(&s->c, z, w);
    return st;
}

static zn_status left(const zni_portfolio *all, int i, zn_ctx *ctx, const double z[],
                      zn_solve_info *info)
{
    zni_fauto *s = all->state;
    const zni_fmethod *m = method(all, i);
    const double err = info->error;
    zn_status st = ZN_OK;

    s->before = m;
    s->ended = err;
    s->stood = s->stood || m->by->borders;
    /* where loads end is at the borders of the cones: interior points begin elsewhere */
    if (m->by->early)
        st = keep(s, ctx, s->stood || err < s->least ? z : best(s), &s->early);
    if (!zni_fmethod_counts(m, err))
        info->error = INFINITY;
    else if (err < s->least)
        s->least = err;
    if (m->by->doubted && (info->outcome == ZN_INFEASIBLE || info->outcome == ZN_RAY))
        info->outcome = ZN_STALLED;
    return st;
}

static zn_status room_of_best(zni_portfolio *all, zn_ctx *ctx)
{
    zni_fauto *s = all->state;
    const zn_status st = points(s, ctx, s->c.n, true);

    all->best = s->best;
    return st;
}

static void outputs(const zni_portfolio *all, double z[], double w[])
{
    const zni_fauto *s = all->state;

    zni_fc_mul(&s->c, z, s->c.q, w);
}

/* the methods of a list in turn, on the problem in s->c */
static zn_status run(zni_fauto *s, zn_ctx *ctx, const zni_fmethod list[], double z[],
                     double w[], zn_monitor *mon, zn_solve_info *info)
{
    const zni_stages of = zni_fauto_stages(s);
    zni_portfolio all = {.run = go,
                         .next = next,
                         .left = left,
                         .room = room_of_best,
                         .outputs = outputs,
                         .state = s,
                         .data = list,
                         .nz = s->c.n,
                         .given = s->given,
                         .proofs = ZNI_TOLD,
                         .latest = true};

    while (list[all.count].name && !(s->quick && list[all.count].by->whole))
        all.count++;
    s->planned = s->stood = false;
    s->before = NULL;
    s->least = INFINITY;
    zni_effort_begin(&s->effort, &of, mon);
    s->newton.lin.dense = zni_flin_dense(&s->c);
    return zni_portfolio_run(&all, ctx, z, w, mon, info);
}

/* The same, and where that does not arrive again from r = 0; the better point of both
 * comes back. (A start is not exchanged for r = 0 because that leaves less: in a heap it is
 * the memory of which of many reactions it is, how much its walls carry, say.) */
static zn_status run_twice(zni_fauto *s, zn_ctx *ctx, const zni_fmethod list[], double z[],
                           double w[], zn_monitor *mon, zn_solve_info *info)
{
    const zn_index n = s->c.n;
    bool cold = true;
    zn_solve_info first;
    double least;
    zn_status st;

    for (zn_index i = 0; i < n; i++)
        cold = cold && z[i] == 0;
    st = room(s, ctx);
    if (st)
        return st;
    s->effort.left = s->effort.purse = -1;
    s->again = false;
    st = run(s, ctx, list, z, w, mon, info);
    if (st != ZN_UNSOLVED || cold || s->quick || info->outcome == ZN_INTERRUPTED ||
        info->outcome == ZN_INFEASIBLE || info->outcome == ZN_TIME_LIMIT)
        return st;
    first = *info;
    least = zni_fc_error(&s->c, z, w);
    st = keep(s, ctx, z, &s->first);
    if (st)
        return st;
    memset(z, 0, (size_t)n * sizeof *z);
    s->again = true;
    st = run(s, ctx, list, z, w, mon, info);
    info->iterations += first.iterations;
    if (st != ZN_UNSOLVED || !(least <= zni_fc_error(&s->c, z, w)))
        return st;
    memcpy(z, s->first, (size_t)n * sizeof *z);
    zni_fc_mul(&s->c, z, s->c.q, w);
    info->solver = first.solver;
    return st;
}

/* Contacts that have closed forms, and few at once: on the stack, so that who has no others never waits for
 * room for the rest, which took ten times the solution. */
static bool near(void *state, const void *problem, double z[], double w[],
                 zn_solve_info *info)
{
    const zni_fauto *s = state;

    return zni_friction_near(problem, s->tol, z, w, info);
}

static bool near_rolling(void *state, const void *problem, double z[], double w[],
                         zn_solve_info *info)
{
    const zni_fauto *s = state;

    return zni_rolling_near(problem, s->tol, z, w, info);
}

static const char *why(const zn_solve_info *info)
{
    return strcmp(info->solver, "newton-ac")
               ? "what closes is not coupled: each contact in closed form"
               : "few contacts: from the start, on the stack";
}

static const zni_short_cut few = {&zni_friction_problem, near, why},
                           few_rolling = {&zni_rolling_problem, near_rolling, why};

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    zni_fauto *s = state;
    const zn_friction *p = problem;
    zn_status st;

    if (zni_friction_take_off(p, z, w)) {
        info->solver = "take-off";
        return ZN_OK;
    }
    if (zni_short_cut_watched(&few, s, p, s->tol, z, w, mon, info))
        return ZN_OK;
    st = zni_fc_set(ctx, &s->c, p);
    if (!st && s->c.n > ZNI_SMALL)
        st = zni_fc_even(ctx, &s->c, p, z);
    if (st)
        return st;
    st = run_twice(s, ctx, zni_friction_methods, z, w, mon, info);
    zni_fc_unscale(&s->c, z, w);
    return st;
}

static zn_status solve_rolling(void *state, zn_ctx *ctx, const void *problem,
                               double z[], double w[], zn_monitor *mon,
                               zn_solve_info *info)
{
    zni_fauto *s = state;
    const zn_rolling_friction *p = problem;
    zn_status st;

    if (zni_short_cut_watched(&few_rolling, s, p, s->tol, z, w, mon, info))
        return ZN_OK;
    st = zni_fc_set_rolling(ctx, &s->c, p, z);
    if (st)
        return st;
    st = run_twice(s, ctx, zni_rolling_methods, z, w, mon, info);
    zni_fc_unscale(&s->c, z, w);
    return st;
}

static void fini(void *state, zn_ctx *ctx)
{
    zni_fauto *s = state;

    zni_fc_fini(ctx, &s->c);
    zni_nsgs_fini(ctx, &s->sweeps);
    zni_patches_fini(ctx, &s->patches);
    zni_fnewton_fini(ctx, &s->newton);
    zni_prox_fini(ctx, &s->prox);
    zni_homotopy_fini(ctx, &s->homotopy);
    zni_admm_fini(ctx, &s->admm);
    zni_plane_fini(ctx, &s->plane);
    zni_flat_fini(ctx, &s->flat);
    zni_panagiotopoulos_fini(ctx, &s->loads);
    zni_fipm_fini(ctx, &s->interior);
    zni_turns_fini(ctx, &s->turns);
    zn_free_array(ctx, s->kept);
    zn_free_array(ctx, s->given);
    zn_free_array(ctx, s->best);
    zn_free_array(ctx, s->first);
    zn_free_array(ctx, s->early);
}

#define COMMON                                                                 \
    ZN_OPT_BOOL(zni_fauto, path, 1,                                            \
                "follow the path of interior points where others have ended"), \
    ZN_OPT_REAL(zni_fauto, tol, 1e-8, 0, 1, "-", "error that counts as solved"), \
    ZN_OPT_INT(zni_fauto, patience, 400, 1, 1e9, "-",                          \
               "sweeps that Gauss-Seidel may still seem to need, at least, where " \
               "factors are sparse"),                                          \
    ZN_OPT_INT(zni_fauto, max_sweeps, 20000, 1, 1e9, "-",                      \
               "sweeps of Gauss-Seidel each time it is tried"),                \
    ZN_OPT_INT(zni_fauto, max_steps, 200, 1, 1e6, "-",                         \
               "most steps of a Newton method, a fifth of proximal ones"),     \
    ZN_OPT_REAL(zni_fauto, most_values, 2e8, 0, 1e18, "-",                     \
                "values of factors beyond which no method that needs them is " \
                "tried"),                                                      \
    ZN_OPT_REAL(zni_fauto, late, 2, 0, 1e300, "-",                             \
                "what methods after interior points may take on more than 100 rows, " \
                "of what those before took, and no less than some ten seconds do")

static const zn_option options[] = {
    COMMON,
    ZN_OPT_INT(zni_fauto, threads, 1, 0, 256, "-",
               "that share the sweeps of `patches`, from 10000 contacts on; 0: as many as "
               "processors; same bits"),
    ZN_OPT_BOOL(zni_fauto, quick, 0,
                "end before Newton's methods and proximal points on more than 100 rows, and "
                "do not begin again from r = 0"),
    ZN_OPT_END,
};
static const zn_option rolling_options[] = {
    COMMON,
    ZN_OPT_END,
};

#define CLASS(ident, of, function, short_cut, table)                           \
    const zn_solver_type ident = {                                             \
        .type =                                                                \
            {.size = sizeof(zn_solver_type),                                   \
             .kind = of,                                                       \
             .name = "auto",                                                   \
             .summary =                                                        \
                 "Gauss-Seidel while it is quick, then Newton; falls back",    \
             .state_size = sizeof(zni_fauto),                                      \
             .options = table},                                                \
        .reserve = reserve,                                                    \
        .solve = function,                                                     \
        .fini = fini,                                                          \
        .near = short_cut}

CLASS(zni_friction_auto, ZN_KIND_FRICTION_SOLVER, solve, near, options);
CLASS(zni_rolling_auto, ZN_KIND_ROLLING_SOLVER, solve_rolling, near_rolling,
      rolling_options);
