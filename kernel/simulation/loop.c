/* loop.c - the loop over time: steps of the class, events, observers, totals
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/simulation/simulation.h"
#include "kernel/model/bilateral.h"
#include "kernel/model/vectors.h"
#include "solvers/core/core.h"

#include <math.h>
#include <string.h>
#include <time.h>

/* A start is inside an obstacle when it is so by more than this, relative to the
 * largest position and gap: more than data with four digits explain. */
#define INSIDE 1e-4

/* Every observer from *turn on sees the state, also after one asked to stop; a failure wins
 * over a stop. */
static zn_status show(zn_simulation *s, zn_index *turn)
{
    zn_status st = ZN_OK;

    for (; *turn < s->observers.n; ++*turn) {
        const zn_observer *o = &s->observers.at[*turn];
        const zn_status seen = o->fn(o->user, s);
        if (seen)
            st = seen;
        if (zni_turn_failed(seen))
            break;
    }
    return st;
}

/* What is left to do at the present instant. If one fails it is his turn still. */
static zn_status go_on(zn_simulation *s)
{
    zni_turns *a = &s->turns;
    zn_status st, seen = ZN_OK;

    a->due = 0;
    st = zni_events_happen(s, &a->event);
    if (!zni_turn_failed(st))
        seen = show(s, &a->observer);
    st = seen ? seen : st;
    a->due = zni_turn_failed(st);
    return st;
}

/* An instant was reached. */
static zn_status arrive(zn_simulation *s, bool ask)
{
    if (!s->events.n && !s->observers.n)
        return ZN_OK;
    s->turns = (zni_turns){0};
    zni_events_reached(s, ask);
    return go_on(s);
}

/* The next instant that must be met. */
static inline zn_status limit_of(zn_simulation *s, double target, double *out)
{
    const double t = s->state.t;
    double event = INFINITY, limit = t < s->times.T && s->times.T < target ? s->times.T : target;
    const zn_status st = s->events.n ? zni_events_next(s, &event) : ZN_OK;

    if (s->times.table) {
        const double given = zni_times_next(&s->times, t);
        limit = given < limit ? given : limit;
    }
    *out = event < limit ? event : limit;
    return st;
}

const zn_interaction *zni_sim_at_row(const zn_simulation *s, zn_index row)
{
    for (zn_index k = 0; k < s->lins.n; k++) {
        zn_index off, n = zni_lins_span(&s->lins, k, &off);
        const zn_interaction *a = s->model->ints[k];
        /* the model may have lost it since */
        if (row >= off && row < off + n)
            return a && a->serial == zni_lins_serial(&s->lins, k) ? a : NULL;
    }
    return NULL;
}

/* The deepest of the gaps that are known at the start, and the largest: an output that
 * depends on multipliers is not before a step has found them. */
static zn_index deepest(const zn_simulation *s, double *worst, double *scale)
{
    const double *y = s->state.y[0];
    zn_index at = -1;

    *worst = 0;
    for (zn_index k = 0; k < s->lins.n; k++) {
        const zni_lin *a = s->lins.at[k];
        zn_index off, n = zni_lins_span(&s->lins, k, &off);
        for (zn_index i = off; !(n && a && a->more->D) && i < off + n; i++) {
            if (!s->gap[i])
                continue;
            *scale = fmax(*scale, fabs(y[i]));
            at = y[i] < *worst ? i : at;
            *worst = fmin(*worst, y[i]);
        }
    }
    return at;
}

/* Does row r of an interaction say that positions obey an equation? What jumps to its equations, as
 * circuits do, and what gives way are for the step. */
static bool is_equation(const zni_lin *a, zn_index r)
{
    const zn_law *law = a->a->law;
    bool places = !a->more->D && !law->type->force;

    for (zn_index j = 0; j < a->nds; j++)
        places = places && !a->a->ds[j]->nx;
    return places && zni_law_bilateral(law, r % (a->a->size / a->a->copies));
}

/* The equation that is violated most at the start, or -1. */
static zn_index loosest(const zn_simulation *s, double *worst, double *scale)
{
    const double *y = s->state.y[0];
    zn_index at = -1;

    *worst = 0;
    for (zn_index k = 0; k < s->lins.n; k++) {
        const zni_lin *a = s->lins.at[k];
        zn_index off, n = zni_lins_span(&s->lins, k, &off);
        for (zn_index i = 0; a && i < n; i++) {
            if (!(fabs(y[off + i]) > *worst) || !is_equation(a, i))
                continue;
            at = off + i;
            *worst = fabs(y[at]);
        }
    }
    *scale = fmax(*scale, *worst);
    return at;
}

/* Times that cannot be meant, and a start that lies inside an obstacle, or off an equation, by
 * more than rounding: the run is as asked, but somebody should know. */
static void warn_of_start(zn_simulation *s)
{
    const zn_state *x = &s->state;
    zni_start_faults *f = &s->at_start;
    double scale = 0, worst;
    zn_index at;

    *f = (zni_start_faults){0};
    for (zn_index i = 0; i < x->nq; i++)
        scale = fmax(scale, fabs(x->q[i]));
    at = deepest(s, &worst, &scale);
    if (-worst > INSIDE * scale) {
        f->inside = -worst;
        zn_log(s->ctx, ZN_LOG_WARN,
               "the start is inside the obstacle: %s has gap %.6g at t = %g; "
               "the run goes on from there as its integrator does; "
               "start_positions=project moves it out",
               zni_interaction_words(zni_sim_at_row(s, at), sizeof f->what_inside,
                                     f->what_inside),
               worst, x->t);
    }
    at = loosest(s, &worst, &scale);
    if (worst > INSIDE * scale) {
        f->off = worst;
        zn_log(s->ctx, ZN_LOG_WARN,
               "the start violates an equation: %s is off by %.6g at t = %g; the run goes on from "
               "there as its integrator and `projection` do: give positions that obey it, or "
               "start_positions=project",
               zni_interaction_words(zni_sim_at_row(s, at), sizeof f->what_off, f->what_off),
               worst, x->t);
    }
    if (!s->times.table && s->times.h > s->times.T - s->times.t0 &&
        s->times.T > s->times.t0)
        zn_log(s->ctx, ZN_LOG_WARN,
               "the step h = %g is longer than the whole run, T - t0 = %g",
               s->times.h, s->times.T - s->times.t0);
}

/* Contacts of where the systems are, once they are where the run begins. */
static zn_status find_contacts(zn_simulation *s)
{
    double limit;
    zn_status st = ZN_OK;

    if (!s->sources.n || s->sources.found)
        return ZN_OK;
    st = limit_of(s, s->times.T, &limit);
    return st ? st : zni_sim_find_contacts(s, limit);
}

/* Everything fits and has room. */
static zn_status init(zn_simulation *s, bool first)
{
    zn_status st;

    if (!(s->opt.solver_tol > 0))
        return zn_fail(s->ctx, ZN_EINVAL, "solver_tol = %g: must be > 0",
                       s->opt.solver_tol);
    if (s->opt.on_solver_failure == ZNI_ACCEPT && s->opt.accept_tol < s->opt.solver_tol)
        return zn_fail(s->ctx, ZN_EINVAL,
                       "accept_tol = %g is below solver_tol = %g: no problem that is not solved "
                       "would be accepted; give a larger accept_tol, or on_solver_failure=stop",
                       s->opt.accept_tol, s->opt.solver_tol);
    st = zni_sim_sync(s);
    if (!st)
        st = find_contacts(s);
    if (!st && first && s->opt.start_positions == ZNI_START_PROJECT) {
        st = zni_sim_project_start(s);
        st = st ? st : find_contacts(s);
    }
    if (!st && (first || !s->noted.on || !s->opt.energy)) /* or it is kept from here on */
        st = zni_energy_start(s);
    if (!st && s->events.n)
        st = zni_snapshot_reserve(&s->before_event);
    return st;
}

static zn_status catch_up(zn_simulation *s);

zn_status zn_simulation_init(zn_simulation *s)
{
    const bool first = !s->observers.saw_t0;
    zn_status st;

    if (s->turns.due && !s->model->sealed)
        return catch_up(s);
    st = init(s, first);
    if (st)
        return st;
    if (!first)
        return s->turns.due ? go_on(s) : ZN_OK;
    s->observers.saw_t0 = true;
    warn_of_start(s);
    return arrive(s, true);
}

zn_status zni_sim_prepare(zn_simulation *s)
{
    return init(s, false);
}

zn_run_info zni_sim_totals(const zn_simulation *s)
{
    const zn_interaction *a =
        s->run.worst_gap < 0 ? zni_sim_at_row(s, s->worst_row) : NULL;
    zn_run_info r = s->run;

    r.energy = s->opt.energy;
    r.worst_gap_name = a ? a->name : NULL;
    return r;
}

zn_status zni_sim_resume(zn_simulation *s, const zn_run_info *totals, double since)
{
    const char *worst = totals->worst_gap_name;
    const zn_interaction *a =
        worst ? zn_model_interaction(s->model, worst) : NULL;
    zn_status st = ZN_OK;

    s->run = *totals;
    s->since = since;
    s->told_accepted = totals->solver_failures > 0;
    s->told_plain = totals->without_bounce > 0;
    s->worst_row = a ? a->off : -1;
    s->info = (zn_step_info){0};
    st = totals->energy ? zni_energy_note(s) : zni_energy_start(s);
    if (st)
        return st;
    s->observers.saw_t0 = true;
    if (s->sources.n) /* contacts of the state that was loaded */
        st = init(s, false);
    if (st)
        return st;
    if (s->turns.due) { /* the next step begins with it */
        zni_events_reached(s, true);
        return ZN_OK;
    }
    s->turns.observer = 0;
    return show(s, &s->turns.observer);
}

/* ---- what classes are given ---- */

static zn_status shorten(zn_simulation *s, double t1, zn_status st);

/* Advance to t1, halving the step as often as the policy allows. */
static inline zn_status advance(zn_simulation *s, double t1)
{
    zn_status st;

    s->info.substeps++;
    st = zni_sim_advance(s, t1);
    return st ? shorten(s, t1, st) : ZN_OK;
}

/* The same after a step to t1 that ended with st. */
static zn_status shorten(zn_simulation *s, double t1, zn_status st)
{
    const double h = t1 - s->step.t;
    const bool may =
        (st == ZN_UNSOLVED && !s->info.newton_converged &&
         s->opt.on_newton_failure == ZNI_NEWTON_SHORTEN) ||
        (st == ZN_UNSOLVED && s->info.outcome != ZN_SOLVED &&
         s->opt.on_solver_failure == ZNI_SHORTEN) ||
        (st == ZN_RETRY && s->opt.on_newton_failure == ZNI_NEWTON_SHORTEN);
    zn_status back;

    if (!may || zni_sim_stopped(s) || h / 2 < s->opt.min_step)
        return st;
    /* the first half is accepted before the second is known */
    back = s->attempt.marked ? ZN_OK : zn_simulation_mark(s);
    if (back)
        return back;
    s->attempt.shortened = true;
    st = advance(s, s->state.t + h / 2);
    return st ? st : advance(s, t1);
}

zn_status zn_simulation_try(zn_simulation *s, double t1, double h)
{
    s->attempt.nominal = h;
    return advance(s, t1);
}

zn_status zn_simulation_mark(zn_simulation *s)
{
    const zn_status st = zni_snapshot_take(&s->attempt.mark);

    s->attempt.marked = st == ZN_OK;
    return st;
}

zn_status zn_simulation_rollback(zn_simulation *s)
{
    if (!s->attempt.marked)
        return zn_fail(s->ctx, ZN_ESTATE,
                       "there is no mark in this step to go back to");
    return zni_snapshot_restore(&s->attempt.mark);
}

void zn_simulation_count_rejected(zn_simulation *s)
{
    s->attempt.rejected++;
}

void zn_simulation_count_forced(zn_simulation *s)
{
    s->attempt.forced++;
}

int zn_simulation_order(const zn_simulation *s)
{
    int least = 0;

    for (zn_index k = 0; k < s->nbody; k++) {
        const zn_osi *osi = s->body[k].osi;
        int p;
        if (!s->body[k].ds)
            continue;
        p = osi->type->order ? osi->type->order(osi->state) : 1;
        least = !least || p < least ? p : least;
    }
    return least ? least : 1;
}

/* ---- steps ---- */

/* Totals of the run. */
static void tally(zn_simulation *s, double h)
{
    zn_run_info *r = &s->run;
    const zn_step_info *i = &s->info;

    r->steps++;
    r->newton_iterations += i->newton_iterations;
    r->shortened += s->attempt.shortened;
    r->rejected += s->attempt.rejected;
    r->forced += s->attempt.forced;
    if (h > 0 && (!(r->least_step > 0) || h < r->least_step)) /* 0: a jump */
        r->least_step = h;
    if (h > r->largest_step)
        r->largest_step = h;
    r->impacts += i->impacts;
    if (i->active > r->max_active)
        r->max_active = i->active;
    if (!i->solves)
        return;
    r->solves += i->solves;
    r->solver_iterations += i->solver_iterations;
    if (i->solver_error > r->worst_error)
        r->worst_error = i->solver_error;
    if (i->solver)
        r->solver = i->solver;
}

/* What changed since the last step is taken in. */
static inline zn_status make_ready(zn_simulation *s)
{
    const bool as_it_was = s->ready && s->observers.saw_t0 &&
                           s->model->sealed &&
                           s->seen == s->model->log_base + s->model->nlog;

    if (as_it_was)
        return ZN_OK;
    return s->observers.saw_t0 ? init(s, false) : zn_simulation_init(s);
}

/* What was left to do at this instant, if something was; then the simulation is ready. An event that
 * failed while it had the model open is the only one who can close it: it comes first. */
static zn_status catch_up(zn_simulation *s)
{
    const bool open = s->turns.due && !s->model->sealed;
    zn_status st = open ? go_on(s) : make_ready(s);

    if (!st && open)
        st = make_ready(s);
    return !st && s->turns.due ? go_on(s) : st;
}

/* A step that failed leaves the last accepted state, wherever it was. */
static zn_status try_step(zn_simulation *s, double limit)
{
    const double t = s->state.t;
    zn_status st = s->kind->step(s->kind_state, s, limit);

    if (!st && !((s->kind->jumps ? s->state.t >= t : s->state.t > t) &&
                 s->state.t <= limit))
        st = zn_fail(s->ctx, ZN_EINVAL,
                     "simulation of class '%s': its step from t = %.17g s ended "
                     "at %.17g s, the limit was %.17g s",
                     s->kind->type.name, t, s->state.t, limit);
    if (st && s->attempt.marked && s->state.t != t) {
        const zn_status back = zni_snapshot_restore(&s->attempt.mark);
        st = back ? back : st;
    }
    return st;
}

/* Of a simulation that is ready. */
static zn_status step(zn_simulation *s, double target)
{
    const bool found = s->sources.found || !s->sources.n;
    zn_status st = found ? ZN_OK : init(s, false);
    double t, limit, deepest_gap;

    if (!st)
        st = limit_of(s, target, &limit);
    if (st)
        return st;
    t = s->state.t;
    deepest_gap = s->run.worst_gap;
    zni_wipe(&s->info, sizeof s->info);
    s->info.formulation = s->problem.how.form ? s->problem.how.form->type.name : "none";
    s->attempt.marked = s->attempt.shortened = false;
    s->attempt.rejected = s->attempt.forced = 0;
    st = try_step(s, limit);
    if (st)
        return st;
    s->state.step++;
    s->sources.found = false;
    tally(s, s->state.t - t);
    if (s->opt.energy && zni_energy_note(s)) /* the step was made all the same */
        zn_log(s->ctx, ZN_LOG_WARN,
               "%s; if systems come, go or change at t = %g s the balance of energy begins again "
               "there",
               zn_errmsg(s->ctx), s->state.t);
    if (s->run.worst_gap < deepest_gap)
        zni_sim_hint_sinking(s, deepest_gap);
    if (!s->all.affine)
        zni_sim_hint_newton(s);
    return arrive(s, false);
}

bool zn_simulation_done(const zn_simulation *s)
{
    return zni_times_over(&s->times, s->state.t);
}

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* To T; ZN_END when there. What was left of a step is the end of that one. */
static zn_status step_to_end(zn_simulation *s)
{
    const bool left = s->turns.due != 0, made = s->state.step > 0;
    zn_status st = catch_up(s);

    if (st || (left && made))
        return st;
    return zn_simulation_done(s) ? ZN_END : step(s, s->times.T);
}

zn_status zn_simulation_step(zn_simulation *s)
{
    return step_to_end(s);
}

zn_status zn_simulation_run(zn_simulation *s)
{
    const double begin = now();
    zn_status st = ZN_OK;

    while (!st)
        st = step_to_end(s);
    s->run.seconds += now() - begin;
    return st == ZN_END ? ZN_OK : st;
}

zn_status zn_simulation_advance_to(zn_simulation *s, double t)
{
    const double begin = now();
    zn_status st = s->turns.due ? ZN_OK : make_ready(s);

    if (!st && !(isfinite(t) && t >= s->state.t))
        return zn_fail(s->ctx, ZN_EINVAL,
                       "cannot advance to t = %.17g s, the simulation is at "
                       "%.17g s",
                       t, s->state.t);
    st = st ? st : catch_up(s);
    while (!st && s->state.t < t) {
        st = make_ready(s); /* an observer may have changed the model */
        st = st ? st : step(s, t);
    }
    s->run.seconds += now() - begin;
    return st;
}

void zn_simulation_run_info_sized(const zn_simulation *s, zn_run_info *out,
                                  size_t size)
{
    zn_run_info whole = zni_sim_totals(s);

    whole.formulation = s->problem.how.form ? s->problem.how.form->type.name : "none";
    whole.storage = s->run.solves == 0 ? "none"
                   : zni_problem_global(&s->problem) ? "columns"
                   : s->problem.product.on     ? "product"
                   : s->problem.matrix.dense   ? "dense"
                                      : "block rows";
    if (!whole.solver)
        whole.solver = "none";
    whole.redundant = s->lins.nredundant;
    zni_energy_report(s, &whole);
    zni_copy_sized(&whole, sizeof whole, out, size);
}
