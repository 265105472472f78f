/* step.c - one step of time stepping: Newton's method around the one-step
 * nonsmooth problem
 *
 *   begin; (forces inside the step;) activate;
 *   repeat  linearise, residual, free state, assemble, solve, update
 *   until Newton converges; commit.
 *
 * When every system is affine and every relation linear, one pass is exact.
 * doc/time-stepping.md.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/vectors.h"
#include "kernel/osi/newton.h"
#include "kernel/simulation/simulation.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* The multipliers to start from: the last ones, or zero. */
static void start_multipliers(zn_simulation *s)
{
    zni_problem *p = &s->problem;

    if (!s->opt.warm_start) {
        memset(p->lam, 0, (size_t)s->state.ny * sizeof *p->lam);
        p->lambda = zni_sim_tick(s);
        return;
    }
    if (zni_holds(zni_later(s->loaded, s->stored),
                  zni_later(p->lambda, s->changed)))
        return;
    p->lambda = zni_sim_tick(s);
    s->loaded = zni_sim_tick(s);
    if (s->level >= 0) {
        memcpy(p->lam, s->state.lambda[s->level],
               (size_t)s->state.ny * sizeof *p->lam);
        return;
    }
    for (zn_index k = 0; k < p->nmember; k++) {
        zn_index off;
        zn_level level;
        const zn_index n = zni_problem_rows(p, k, &off, &level);

        if (n)
            memcpy(p->lam + off, s->state.lambda[level] + off, (size_t)n * sizeof *p->lam);
    }
}

/* What options of the integrators decide is decided when one was set. */
static inline void heed_options(zn_simulation *s)
{
    const zn_index settings = zni_sim_settings(s);

    if (settings != s->all.settings)
        zni_sim_ask_integrators(s, settings);
}

/* Is there input of the last instant? */
static bool old_input(const zn_simulation *s)
{
    for (int level = 0; s->all.any_old && level < ZN_LEVELS; level++)
        if (s->problem.has.any_level[level] && s->all.old[level])
            return true;
    return false;
}

/* What kind of step it is. */
static void classify(zn_simulation *s)
{
    zni_problem *p = &s->problem;

    p->has.any_old = old_input(s);
    p->has.any_fixed = p->has.any_old || p->has.any_offset;
    s->all.affine = s->all.affine_bodies && p->active.affine;
    s->all.at_once = s->all.affine && s->all.may_at_once && !p->has.any_fixed;
    p->has.one_pass = s->all.affine;
}

/* Room for input that does not wait for the solution; of most models there is none. */
static zn_status fixed_room(zn_simulation *s)
{
    const zn_index n = s->state.nv + s->state.nx;
    zn_status st = ZN_OK;

    if (s->problem.has.any_fixed)
        st = zn_grow(s->ctx, &s->p_fixed, &s->cfixed, n, sizeof *s->p_fixed);
    if (!st && s->problem.has.any_old)
        st = zn_grow(s->ctx, &s->p_old, &s->cold, n, sizeof *s->p_old);
    return st;
}

static inline zn_status begin_body(zn_simulation *s, const zni_body *b)
{
    return zni_sim_at(s, b,
                      b->osi->type->begin(b->osi->state, &s->step, b->ds, b->w,
                                          s->state.m + b->moff));
}

static zn_status begin_bodies(zn_simulation *s)
{
    zn_status st = ZN_OK;

    if (s->all.at_once)
        return zni_sim_pass(s);
    for (zn_index k = 0; !st && k < s->nbody; k++)
        if (s->body[k].ds)
            st = begin_body(s, &s->body[k]);
    return st;
}

static zn_status begin(zn_simulation *s)
{
    zni_problem *p = &s->problem;
    zn_status st = ZN_OK;

    heed_options(s);
    start_multipliers(s);
    if (s->passing.n)
        zni_passing_clear(s);
    p->swept = NULL;
    s->lins.parameters = zni_sim_tick(s);
    if (s->staged) { /* the contacts of the step are those it leads to */
        s->all.at_once = false;
        st = begin_bodies(s);
        if (!st)
            st = zni_sim_stages(s);
        if (st)
            return st;
    }
    if (s->all.foresees)
        st = zni_sim_foresee(s);
    if (!st && s->projection.inside && zni_sim_projecting(s))
        st = zni_sim_measure_rows(s);
    if (!st)
        st = zni_problem_activate(p, &s->step);
    if (st)
        return st;
    classify(s);
    st = fixed_room(s);
    if (!st && !s->staged)
        st = begin_bodies(s);
    if (!st && s->resumed.on && !s->all.affine)
        zni_sim_go_on(s);
    if (st || !p->has.any_old)
        return st;
    memset(s->p_old, 0, (size_t)(s->state.nv + s->state.nx) * sizeof *s->p_old);
    for (zn_index k = 0; !st && k < p->active.nact; k++)
        st = zni_member_old_input(p, p->active.act[k], s->body, &s->step,
                                s->p_old);
    return st;
}

/* The input that does not wait for the one-step problem. */
static void fixed_input(zn_simulation *s)
{
    zni_problem *p = &s->problem;
    const size_t bytes =
        (size_t)(s->state.nv + s->state.nx) * sizeof *s->p_fixed;

    if (p->has.any_old)
        memcpy(s->p_fixed, s->p_old, bytes);
    else
        memset(s->p_fixed, 0, bytes);
    for (zn_index k = 0; p->has.any_offset && k < p->active.nact; k++)
        zni_member_input(p, p->active.act[k], s->body, &s->step, true,
                       s->p_fixed);
}

/* Relations at the iterate; when it may be the last one, their values first. */
static zn_status relations(zn_simulation *s, bool values)
{
    zni_problem *p = &s->problem;
    zn_status st = ZN_OK;

    for (zn_index k = 0; p->has.any_input && k < s->nbody; k++)
        if (s->body[k].K)
            memset(s->body[k].K, 0,
                   (size_t)(s->body[k].n * s->body[k].n) * sizeof(double));
    if (!p->active.nact)
        return ZN_OK;
    zni_lins_hold(&s->lins, true);
    for (zn_index k = 0; !st && k < p->active.nact; k++)
        st = values ? zni_member_evaluate(p, p->active.act[k], s->body,
                                        &s->step)
                    : zni_member_linearise(p, p->active.act[k], s->body,
                                         &s->step);
    zni_lins_hold(&s->lins, false);
    return st;
}

/* The Jacobians that are still missing, and that input. */
static zn_status complete(zn_simulation *s)
{
    zni_problem *p = &s->problem;
    zn_status st = ZN_OK;

    for (zn_index k = 0; p->has.any_offset && !st && k < p->active.nact; k++)
        st = zni_member_complete(p, p->active.act[k], s->body, &s->step);
    if (p->has.any_fixed)
        fixed_input(s);
    return st;
}

void zni_sim_make_input(zn_simulation *s)
{
    zni_problem *p = &s->problem;
    const zn_index n = s->state.nv + s->state.nx;
    const bool none = !p->active.nact && !p->has.any_old;

    if (p->has.any_old)
        zni_copy(n, s->p_old, s->p);
    else
        zni_clear(n, s->p);
    zni_problem_input(p, s->body, &s->step, s->step.iteration > 0 && !zni_problem_global(p), s->p);
    s->input = zni_sim_tick(s);
    if (none)
        s->input_zero = s->input;
}

/* Residuals of all systems; true in *small when all are within tolerance. */
static zn_status residuals(zn_simulation *s, bool *small)
{
    bool more = false;
    const bool one = s->step.iteration == 1 && s->opt.newton_max_iter > 1 &&
                     s->opt.newton_check == ZNI_CHECK_BOTH;
    zn_status st = ZN_OK;

    *small = true;
    s->info.newton_residual = 0;
    for (zn_index k = 0; !st && k < s->nbody; k++) {
        zni_body *b = &s->body[k];
        double r = 0;
        if (!b->ds)
            continue;
        st = zni_sim_at(s, b,
                        zni_osi_residual(b->osi, &s->step, b->ds, b->w,
                                         s->p + b->uoff, &r));
        if (s->all.affine)
            continue;
        s->info.newton_residual = zni_larger(r, s->info.newton_residual);
        if (s->step.iteration > 0 && !zni_sim_balanced(s, b, r))
            *small = false;
        s->progress[k].left = r;
        if (one && *small && !st && !zni_sim_near_enough(s, b, &more))
            *small = false;
    }
    s->step.last = more && *small;
    return st;
}

static zn_status free_states(zn_simulation *s)
{
    zn_status st = ZN_OK;

    for (zn_index k = 0; !st && k < s->nbody; k++) {
        zni_body *b = &s->body[k];
        if (b->ds)
            st =
                zni_sim_at(s, b,
                           b->osi->type->free(
                               b->osi->state, &s->step, b->ds, b->w,
                               s->problem.has.any_fixed ? s->p_fixed + b->uoff : NULL,
                               b->K, &b->changed));
        if (b->ds && b->changed)
            b->W = s->W = zni_sim_tick(s);
    }
    return st || !s->problem.ngroup
               ? st
               : zni_groups_free(&s->problem, s->body, &s->step);
}

/* Do increments count? */
static bool by_increment(const zn_simulation *s)
{
    return s->opt.newton_check == ZNI_CHECK_BOTH || s->opt.newton_check == ZNI_CHECK_INCREMENT;
}

/* u = u_free + W^-1 p; true in *small when no u moved beyond tolerance. */
static zn_status update(zn_simulation *s, bool *small)
{
    zn_status st = ZN_OK;

    *small = true;
    s->info.newton_increment = 0;
    if (zni_sim_passing(s))
        return zni_sim_update_met(s);
    s->whole[ZN_FIRST_ORDER] = s->whole[ZN_SECOND_ORDER] = 0;
    s->pushed[ZN_FIRST_ORDER] = s->pushed[ZN_SECOND_ORDER] = 0;
    for (zn_index k = 0; !st && k < s->nbody; k++) {
        zni_body *b = &s->body[k];
        if (!b->ds)
            continue;
        if (!s->all.affine)
            zni_copy(b->n, zni_sim_unknown(s, b), s->uprev + b->uoff);
        st = zni_sim_update_body(s, b);
        if (!st && !s->all.affine)
            zni_sim_note_change(s, b);
    }
    if (!st && !s->all.affine && by_increment(s))
        *small = zni_sim_settled(s);
    return st;
}

/* Relations and residuals at the iterate. The input is along the rows there, or, lagged,
 * along those of the iteration that led there. */
static zn_status look(zn_simulation *s, bool *small)
{
    const bool begun = s->step.iteration > 0;
    const bool lagged = begun && s->opt.newton_check == ZNI_CHECK_LAGGED;
    const bool any = s->problem.active.nact || s->problem.has.any_input;
    zn_status st = ZN_OK;

    if (!lagged && any)
        st = relations(s, begun);
    if (!st) {
        zni_sim_total_input(s);
        st = residuals(s, small);
    }
    if (!st && lagged && any)
        st = relations(s, begun);
    if (!st && begun && any)
        zni_sim_output_residuals(s, small);
    return st;
}

/* Increments are those of u: what a projection inside the step moves, the residual tells. */
static bool converged(const zn_simulation *s, bool residual, bool increment)
{
    switch (s->opt.newton_check) {
    case ZNI_CHECK_RESIDUAL:
    case ZNI_CHECK_LAGGED:
        return residual;
    case ZNI_CHECK_INCREMENT:
        return increment && (residual || !s->projection.inside);
    default:
        return residual && increment;
    }
}

/* The one pass that is exact when everything is affine. */
static zn_status pass(zn_simulation *s)
{
    bool increment, residual;
    zn_status st;

    s->step.iteration = 0;
    s->info.newton_iterations = 1;
    s->info.newton_converged = true;
    if (zni_sim_passing(s) && !s->problem.active.nact)
        return ZN_OK; /* all is done */
    st = zni_sim_passing(s) ? ZN_OK : relations(s, false);
    if (s->problem.has.any_fixed)
        fixed_input(s);
    if (!st && !s->all.at_once)
        st = residuals(s, &residual);
    if (!st && !s->all.at_once)
        st = free_states(s);
    if (!st && s->lins.recompute)
        st = zni_sim_recompute(s);
    if (!st)
        st = zni_sim_solve(s);
    return st ? st : update(s, &increment);
}

/* An iteration from what was looked at; true in *small when no u moved beyond tolerance. */
static zn_status iterate_once(zn_simulation *s, bool *small)
{
    zn_status st = complete(s);

    if (!st)
        st = free_states(s);
    if (!st && s->step.iteration == 0 && s->lins.recompute)
        st = zni_sim_recompute(s);
    if (!st)
        st = zni_sim_solve(s);
    if (!st)
        st = update(s, small);
    if (!st && !*small && s->opt.newton_check == ZNI_CHECK_BOTH && !s->projection.inside)
        st = zni_sim_mix(s);
    if (!st && s->projection.inside && zni_sim_projecting(s)) /* the next one starts on them */
        st = zni_sim_project(s);
    return st;
}

/* The last iteration, at which nobody looks: the input is that of its multipliers, along the rows
 * that led there. */
static zn_status go_on_once(zn_simulation *s)
{
    bool small;
    const zn_status st = iterate_once(s, &small);

    s->step.last = false;
    if (!st)
        zni_sim_total_input(s);
    return st;
}

static zn_status newton(zn_simulation *s)
{
    bool residual = false, increment = false;
    zn_status st = ZN_OK;

    s->step.euclidean = s->opt.newton_check == ZNI_CHECK_LAGGED;
    s->step.last = false;
    if (s->all.affine)
        return pass(s);
    for (zn_index it = 0;; it++) {
        s->step.iteration = it;
        st = look(s, &residual);
        if (st)
            return st;
        if (it > 0 && converged(s, residual, increment))
            break;
        if (it > 0 && zni_sim_stays(s)) {
            s->step.last = false;
            break;
        }
        if (it == s->opt.newton_max_iter)
            return ZN_UNSOLVED;
        s->step.last = false;
        st = iterate_once(s, &increment);
        if (st)
            return st;
        s->info.newton_iterations = it + 1;
    }
    s->info.newton_converged = true;
    return s->step.last ? go_on_once(s) : ZN_OK;
}

/* Length of the step for what is kept: instants t0 + k h differ from one
 * another by h up to rounding, and W need not follow that. */
static double kept_length(const zn_simulation *s, double t1)
{
    const double t = s->state.t, h = t1 - t, nominal = s->attempt.nominal;
    const double late = fabs(t1) > fabs(t) ? fabs(t1) : fabs(t);
    const double rounding = 8 * DBL_EPSILON * late;

    return fabs(h - nominal) <= rounding ? nominal : h;
}

/* The system that the last iteration moved most; NULL: there is none. */
static const zn_ds *restless(const zn_simulation *s)
{
    const zn_ds *who = NULL;
    double most = -1;

    for (zn_index k = 0; k < s->nbody; k++)
        if (s->body[k].ds && s->progress[k].change > most) {
            most = s->progress[k].change;
            who = s->body[k].ds;
        }
    return who;
}

/* Where increments fall no more a smaller h is seldom what is missing. */
static zn_status no_end(const zn_simulation *s)
{
    const zn_ds *ds = restless(s);
    const char *who = ds ? zn_ds_name(ds) : "?";
    const bool stalls = zni_sim_stalls(s);
    char more[320];

    if (stalls && ds && ds->type->family == ZN_FIRST_ORDER)
        snprintf(more, sizeof more,
                 "which falls no more: relays and diodes of '%.60s' may act by turns, or a function of it has no slope "
                 "where it is (a square root at zero): on_newton_failure=shorten comes past that in shorter steps, "
                 "=accept counts such steps",
                 who);
    else if (stalls)
        snprintf(more, sizeof more,
                 "which falls no more: joints and motions of '%.60s' may have come to where they cannot go on (a "
                 "mechanism that locks), or contacts act by turns; if no smaller h comes past this instant, change "
                 "these, or go on with on_newton_failure=accept, which counts such steps",
                 who);
    return zn_fail(s->ctx, ZN_UNSOLVED,
                   "Newton's method did not converge at t = %.9g s in %td iterations: residual %.3g, newton_tol "
                   "%.3g, increment %.3g, most of it of system '%s', %s",
                   s->step.t1, s->opt.newton_max_iter, s->info.newton_residual, s->opt.newton_tol,
                   s->info.newton_increment, who,
                   stalls ? more
                   : zni_sim_settled(s)
                       ? "which is small beside what moves, not so the residual: it is what inner forces of joints "
                         "that all but contradict leave, of which newton_check=increment asks nothing; else check "
                         "the Jacobians (zeno check)"
                       : "which falls: check the Jacobians (zeno check), take a smaller h, "
                            "on_newton_failure=shorten, or more iterations (newton_max_iter)");
}

static zn_status from_the_start(zn_simulation *s, bool bounces)
{
    zn_status st;

    s->info.newton_converged = false;
    st = begin(s);
    s->plain = bounces ? 0 : ZNI_NO_BOUNCE;
    return st ? st : newton(s);
}

/* Iterations that bounce where friction and joints do not let them may come to where nothing has an answer. */
static bool may_stop_bouncing(const zn_simulation *s)
{
    return s->opt.on_solver_failure == ZNI_ACCEPT && s->opt.on_newton_failure == ZNI_NEWTON_STOP &&
           !s->all.affine && zni_sim_bounces(s, &s->problem);
}

/* Newton's method, and what is done when it does not converge. */
zn_status zni_sim_newton(zn_simulation *s)
{
    zn_status st = from_the_start(s, true);

    if (st == ZN_UNSOLVED && !zni_sim_stopped(s) && may_stop_bouncing(s))
        st = from_the_start(s, false);
    if (st != ZN_UNSOLVED || s->info.newton_converged ||
        s->step.iteration != s->opt.newton_max_iter)
        return st;
    if (s->opt.on_newton_failure != ZNI_NEWTON_ACCEPT)
        return no_end(s);
    s->run.newton_failures++;
    return ZN_OK;
}

/* From state.t to t1; what of a step is the same in all of them is as it was. */
static inline void set_step(zn_simulation *s, double t1)
{
    zn_step *x = &s->step;

    x->t = s->state.t;
    x->t1 = t1;
    x->h = t1 - s->state.t;
    x->hw = kept_length(s, t1);
    x->number = s->state.step;
}

/* As the scheme has it, with contacts. */
static zn_status whole_step(zn_simulation *s)
{
    zn_step *x = &s->step;
    zn_status st;

    x->iteration = 0;
    x->last = false;
    x->state = &s->state;
    x->q1 = s->q1;
    x->v1 = s->v1;
    x->x1 = s->x1;
    s->problem.active.together = s->opt.activation == ZNI_ACTIVE_FIRST;
    st = zni_sim_follow(s, s->state.q, s->state.v, s->state.x);
    if (!st)
        st = s->projection.combined ? zni_sim_passes(s) : zni_sim_newton(s);
    return st;
}

zn_status zni_sim_advance(zn_simulation *s, double t1)
{
    bool quiet, steady;
    zn_status st;

    set_step(s, t1);
    quiet = s->quiet > 0 && zni_sim_quiet(s);
    steady = s->steady > 0 && zni_sim_steady(s);
    s->quiet = s->steady = 0; /* until the step is accepted */
    st = quiet    ? zni_sim_quiet_step(s)
         : steady ? zni_sim_steady_step(s)
                  : whole_step(s);
    if (st)
        return zn_note(s->ctx, zni_sim_note_far(s, st), "step from t = %.9g s to %.9g s",
                       s->step.t, t1);
    st = quiet    ? zni_sim_commit_quiet(s)
         : steady ? zni_sim_commit_steady(s)
                  : zni_sim_commit(s);
    if (st)
        return st;
    if (quiet) { /* what was ticked on the way is of the step */
        s->quiet = s->lins.counter.now;
    } else if (steady) {
        s->steady = s->lins.counter.now;
    } else if (zni_sim_passing(s)) {
        zni_sim_note_quiet(s);
        zni_sim_note_steady(s);
    }
    return ZN_OK;
}
