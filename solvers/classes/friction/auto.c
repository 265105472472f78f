/* auto.c - the friction solver to use when nothing is known
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../linalg/twice.h"
#include "../../strategy/short_cut.h"
#include "auto.h"

/* room for combined sweeps and, with many rows, for sweeps with momentum */
static zn_status pace(zni_fauto *s, zn_ctx *ctx, zn_index n)
{
    return n > ZNI_SMALL
               ? zni_seidel_reserve_pace(ctx, &s->sweeps.turns, n, ZNI_DEPTH)
               : zni_anderson_reserve(ctx, &s->sweeps.turns.acceleration, n, ZNI_DEPTH);
}

zn_status zni_fauto_reserve(zni_fauto *s, zn_ctx *ctx, int parts, zn_index n, zn_index nnz)
{
    zn_status st = zni_fc_reserve(ctx, &s->c, n, nnz);

    s->interior.path = (parts & ZNI_PART_PATH) != 0;
    if (!st && parts & ZNI_PART_SWEEPS)
        st = zni_nsgs_reserve(ctx, &s->sweeps, n);
    if (!st && parts & ZNI_PART_FACTORS)
        st = zni_flin_reserve(ctx, &s->newton.lin, n, nnz);
    if (!st && parts & ZNI_PART_NEWTON)
        st = zni_fnewton_reserve(ctx, &s->newton, n, nnz);
    if (!st && parts & ZNI_PART_WORK)
        st = zni_work_room(ctx, &s->work, n);
    return st || !(parts & ZNI_PART_POINTS) ? st : zni_fipm_reserve(ctx, &s->interior, n, n);
}

static const zn_problem_type *class_of(const zni_fauto *s)
{
    return s->c.as_rolling ? &zni_rolling_problem : &zni_friction_problem;
}

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    zni_fauto *s = state;
    const bool roomy = nnz / 4 <= ZNI_ROOMY;
    const int all = ZNI_PART_NEWTON | ZNI_PART_WORK | ZNI_PART_POINTS | ZNI_PART_PATH;
    zn_status st = zni_fauto_reserve(s, ctx, ZNI_PART_SWEEPS | (roomy ? all : 0), n, nnz);

    if (!st)
        st = zni_room(ctx, &s->store.start, &s->store.cap_start, n, sizeof *s->store.start);
    if (st || !roomy)
        return st;
    st = zni_store_reserve(&s->store, ctx, class_of(s), n, 0, nnz);
    if (!st)
        st = zni_room(ctx, &s->store.early, &s->store.cap_early, n, sizeof *s->store.early);
    if (!st)
        st = pace(s, ctx, n);
    if (!st)
        st = zni_plane_reserve(ctx, &s->plane, 2, ZNI_FEW);
    if (!st)
        st = zni_panagiotopoulos_reserve(ctx, &s->loads, ZNI_LOADS, n / 2 + 1, nnz / 4, n);
    if (!st)
        st = zni_room(ctx, &s->kept, &s->cap_kept, n, sizeof *s->kept);
    return st ? st : zni_turns_begin(ctx, &s->turns, n / 2, true);
}

zn_status zni_fauto_plan(const zni_turn *t)
{
    zni_fauto *s = t->state;
    bool fits;

    if (s->planned)
        return ZN_OK;
    s->planned = true;
    return zni_flin_affords(t->ctx, &s->newton.lin, &s->c, t->mon, &fits);
}

/* Is the method one for the problem in s->c, after what was tried before? The cost of factors is predicted before the
 * first method that depends on it. Factors of a small problem take no time, so what was planned for the last problem is
 * forgotten. */
static zn_status admits(zni_turn *t, bool *skip)
{
    zni_fauto *s = t->state;
    const bool small = s->c.n <= ZNI_SMALL;
    zn_status st = ZN_OK;

    *skip = t->m->is & ZNI_STANDS && !zni_fauto_stands(t);
    if (*skip)
        return ZN_OK;
    if (small)
        zni_flin_unplan(&s->newton.lin);
    else if (t->m->is & (ZNI_FACTORS | ZNI_PLANS))
        st = zni_fauto_plan(t);
    *skip = st || (!small && t->m->is & ZNI_FACTORS && s->newton.lin.values > s->of.most_values) ||
            (t->m->suits && !t->m->suits(t));
    return st;
}

/* set up the linear system of a method with factors */
static zn_status prepare(zni_turn *t)
{
    zni_fauto *s = t->state;

    if (!(t->m->is & ZNI_FACTORS))
        return ZN_OK;
    if (zni_flin_fits(&s->newton.lin, t->mon))
        return zni_flin_set(t->ctx, &s->newton.lin, &s->c, s->c.n > ZNI_SMALL);
    /* u of this point, for the comparison with the best one */
    zni_fc_mul(&s->c, t->z, s->c.q, t->w);
    t->info->outcome = ZN_TIME_LIMIT;
    return ZN_UNSOLVED;
}

static void outputs(const zni_portfolio *all, double z[], double w[])
{
    const zni_fauto *s = all->state;

    zni_fc_mul(&s->c, z, s->c.q, w);
}

static void across(const zni_portfolio *all, double z[], double w[], bool in)
{
    const zni_fc *c = &((const zni_fauto *)all->state)->c;

    if (!in)
        zni_fc_unscale(c, z, w);
    for (zn_index i = 0; i < c->n && c->scale && in; i++) {
        z[i] /= c->scale[i];
        w[i] *= c->scale[i];
    }
}

/* Are the loads so large that rounding in W r hides the error (../../linalg/twice.h)? */
static bool far_out(const zni_fc *c, const double r[])
{
    double most = 0;

    for (zn_index i = 0; i < c->n; i++)
        most = fmax(most, c->size[i / c->d] * fabs(c->scale ? c->scale[i] * r[i] : r[i]));
    return zni_hides(most, c->qnorm);
}

/* Very large loads are judged by the error measure of the class, in twice the precision. If they are no solution by
 * that, other methods follow. */
static zn_status judge(zni_turn *t, zn_status st)
{
    zni_fauto *s = t->state;
    zn_solve_info *info = t->info;
    zn_status room;

    if (st > 0 || zn_monitor_explains(t->mon))
        info->error = zni_fc_error(&s->c, t->z, t->w);
    if (st < 0 || !far_out(&s->c, t->z))
        return st;
    room = zni_room(t->ctx, &s->light, &s->cap_light, 2 * s->c.n, sizeof *s->light);
    if (room)
        return room;
    across(t->of, t->z, t->w, false);
    info->error = class_of(s)->error(s->problem, t->z, t->w, s->light);
    across(t->of, t->z, t->w, true);
    if (st || info->error <= s->of.tol)
        return st;
    info->outcome = ZN_STALLED;
    return ZN_UNSOLVED;
}

/* operations of a step with factors, once factors have been made */
static double factor(const void *of)
{
    return zni_stage_made(&((const zni_fauto *)of)->of);
}

/* Run the methods of a list one after the other on the problem in s->c. (The start is used even if r = 0 has a smaller
 * error: in a heap it says which of many possible reactions is meant, how much the walls carry, for example.) */
static zn_status run(zni_fauto *s, zni_call call, const zni_method list[])
{
    zni_portfolio all = {.list = list,
                         .state = s,
                         .problem = s->problem,
                         .class = class_of(s),
                         .tol = s->of.tol,
                         .store = &s->store,
                         .effort = &s->effort,
                         .nz = s->c.n,
                         .near = zni_fauto_near,
                         .admits = admits,
                         .prepare = prepare,
                         .judge = judge,
                         .outputs = outputs,
                         .across = across,
                         .proofs = ZNI_TOLD,
                         .latest = true};

    const zn_status st = zni_nsgs_size(call.ctx, &s->sweeps, &s->c);

    if (st)
        return st;
    s->of.c = &s->c;
    s->of.lin = &s->newton.lin;
    s->effort.of = s;
    s->effort.factor = factor;
    s->effort.made = &s->newton.lin.made;
    s->effort.bound = s->c.n > ZNI_SMALL;
    zni_effort_open(&s->effort);
    while (list[all.count].name && !(s->quick && list[all.count].is & ZNI_SLOW))
        all.count++;
    s->planned = s->searched = s->bodies.found = false;
    s->newton.lin.square.dense = zni_flin_dense(&s->c);
    return zni_portfolio_run(&all, call.ctx, call.z, call.w, call.mon, call.info);
}

/* Uncoupled contacts, in closed form, and few contacts are solved on the stack, without the memory that other methods
 * need, whose allocation took ten times as long as the solution. */
static bool near(void *state, const void *problem, double z[], double w[],
                 zn_solve_info *info)
{
    const zni_fauto *s = state;

    return s->c.as_rolling ? zni_rolling_near(problem, s->of.tol, z, w, info)
                           : zni_friction_near(problem, s->of.tol, z, w, info);
}

static const char *why(const zn_solve_info *info)
{
    return strcmp(info->solver, "newton-ac")
               ? "closing contacts are not coupled: each in closed form"
               : "few contacts: from the start, on the stack";
}

static zn_status solve(zni_fauto *s, zni_call call, const void *problem)
{
    const bool rolls = s->c.as_rolling;
    const zni_short_cut few = {class_of(s), near, why};
    zn_status st;

    s->problem = problem;
    if (!rolls && zni_friction_take_off(problem, call.z, call.w)) {
        call.info->solver = "take-off";
        return ZN_OK;
    }
    if (zni_short_cut_watched(&few, s, problem, s->of.tol, call.z, call.w, call.mon, call.info))
        return ZN_OK;
    st = zni_fc_take(call.ctx, &s->c, problem, call.z);
    if (!st && !rolls && s->c.n > ZNI_SMALL)
        st = zni_fc_even(call.ctx, &s->c, problem, call.z);
    if (st)
        return st;
    st = run(s, call, rolls ? zni_rolling_methods : zni_friction_methods);
    zni_fc_unscale(&s->c, call.z, call.w);
    return st;
}

void zni_fauto_fini(zni_fauto *s, zn_ctx *ctx)
{
    zni_fc_fini(ctx, &s->c);
    zni_nsgs_fini(ctx, &s->sweeps);
    zni_patches_fini(ctx, &s->patches);
    zni_fnewton_fini(ctx, &s->newton);
    zni_plane_fini(ctx, &s->plane);
    zni_panagiotopoulos_fini(ctx, &s->loads);
    zni_fipm_fini(ctx, &s->interior);
    zni_turns_fini(ctx, &s->turns);
    zni_by_bodies_fini(ctx, &s->bodies);
    ZNI_FREE(ctx, s->work.v, s->kept, s->light);
    zni_store_fini(&s->store, ctx);
}

#define COMMON                                                                             \
    ZN_OPT_BOOL(zni_fauto, path, 1,                                                        \
                "follow the path of interior points where others have ended"),             \
    ZNI_TOL(zni_fauto, of.tol, 1e-8),                                                      \
    ZNI_OPTION(zni_fauto, INT, "patience", of.patience, 400, 1, 1e9, NULL,                 \
               "sweeps that Gauss-Seidel may still seem to need, at least, where "         \
               "factors are sparse"),                                                      \
    ZNI_OPTION(zni_fauto, INT, "max_sweeps", of.max_sweeps, 20000, 1, 1e9, NULL,           \
               "sweeps of Gauss-Seidel each time it is tried"),                            \
    ZN_OPT_INT(zni_fauto, max_steps, 200, 1, 1e6, "-",                                     \
               "most steps of a Newton method, a fifth of proximal ones"),                 \
    ZNI_OPTION(zni_fauto, REAL, "most_values", of.most_values, 2e8, 0, 1e18, NULL,         \
                "values of factors beyond which no method that needs them is "             \
                "tried"),                                                                  \
    {ZN_OPTION_REAL, "late", offsetof(zni_fauto, effort.multiple), 2, 0, 1e300, NULL, "-", \
                "what methods after interior points may take on more than 100 rows, "      \
                "of what those before took, and no less than some ten seconds do"},        \
    ZNI_GUESTS_OPTION(zni_fauto, store.guests)

static const zn_option options[] = {
    COMMON,
    ZN_OPT_INT(zni_fauto, threads, 1, 0, 256, "-",
               "that share the sweeps of `patches`, from 10000 contacts on; 0: as many as "
               "processors; same bits"),
    ZN_OPT_BOOL(zni_fauto, quick, 0,
                "end before Newton's methods and proximal points on more than 100 rows"),
    ZN_OPT_END,
};
static const zn_option rolling_options[] = {
    COMMON,
    ZN_OPT_END,
};

#define CLASS(ident, of, table, start)                                                             \
    ZNI_SOLVER(ident, of, "auto", "Gauss-Seidel while it is quick, then Newton; falls back",       \
               zni_fauto, table, solve, zni_fauto_fini, .init = start, .reserve = reserve,         \
               .near = near)

CLASS(zni_friction_auto, ZN_KIND_FRICTION_SOLVER, options, NULL);
CLASS(zni_rolling_auto, ZN_KIND_ROLLING_SOLVER, rolling_options, zni_fc_init_rolling);
