/* problem.c - the one-step problem of a step: assembled, solved, and what the
 * policy makes of a failure
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/vectors.h"
#include "kernel/simulation/simulation.h"

#include "solvers/core/core.h"

#include <math.h>
#include <stdio.h>

/* The interaction whose output without multipliers is not a number; NULL: all are. */
static const zn_interaction *unbounded(const zni_problem *p)
{
    for (zn_index k = 0, row = 0; k < p->active.nact; k++) {
        const zn_index place = p->active.act[k];
        for (zn_index i = 0; i < zni_problem_member(p, place)->nact; i++, row++)
            if (!isfinite(p->rows.q[row]))
                return zni_problem_lin(p, place)->a;
    }
    return NULL;
}

static zn_status grows(const zn_simulation *s, const zn_interaction *a)
{
    char who[160];

    return zn_fail(s->ctx, ZN_EDOM,
                   "interaction %s moves beyond all numbers at t = %.9g s: the "
                   "motion grows without bound: is the model unstable, or h too "
                   "large for the integrator? The state stays at t = %.9g s",
                   zni_interaction_words(a, sizeof who, who), s->step.t1,
                   s->step.t);
}

static zn_status unsolved(const zn_simulation *s, const zni_problem *p,
                          const zn_solve_info *info)
{
    const zn_interaction *a = zni_sim_violated(p, s->opt.solver_tol);
    const bool accepting = s->opt.on_solver_failure == ZNI_ACCEPT;
    const bool proof = info->outcome == ZN_INFEASIBLE || info->outcome == ZN_RAY;
    char who[160];

    return zn_fail(s->ctx, ZN_UNSOLVED,
                   "one-step problem of %td rows at t = %.9g s: solver '%s' ended "
                   "with '%s', error %.3g > %.3g after %td iterations, "
                   "interaction %s violates its law; %stry another solver, a larger "
                   "%s",
                   p->active.n, s->step.t1, info->solver ? info->solver : "?",
                   zn_outcome_name(info->outcome), info->error,
                   accepting ? s->opt.accept_tol : s->opt.solver_tol,
                   info->iterations,
                   a ? zni_interaction_words(a, sizeof who, who) : "'?'",
                   proof ? "what acts here contradicts itself, there is no answer (a motion against a "
                           "stop?); else "
                   : zni_sim_bounces(s, p)
                       ? "a contact that friction and joints keep from bouncing has no answer: "
                         "e = 0 there; else "
                       : "",
                   accepting ? "accept_tol, up to which problems are accepted"
                             : "solver_tol, on_solver_failure=retry, or accept, "
                               "with which the run goes on and its report counts "
                               "such problems");
}

/* Who watches the solver has stopped it: that ends the step, whatever is done about what fails. */
static zn_status stopped(zn_simulation *s, const zni_problem *p, const zn_solve_info *info)
{
    s->info.outcome = info->outcome;
    return zn_fail(s->ctx, ZN_UNSOLVED,
                   "one-step problem of %td rows at t = %.9g s: solver '%s' was interrupted, as its callback asked, "
                   "after %td iterations, error %.3g; the step can be made again",
                   p->active.n, s->step.t1, info->solver ? info->solver : "?", info->iterations, info->error);
}

/* An error that is no number is not. */
static bool accepts(const zn_simulation *s, double error)
{
    return s->opt.on_solver_failure == ZNI_ACCEPT && error <= s->opt.accept_tol;
}

/* One more that goes on unsolved as it was: counted, and said once. */
static void count(zn_simulation *s, const zni_problem *p, zn_index *number, bool *told, const char *how)
{
    ++*number;
    if (!*told)
        zn_log(s->ctx, ZN_LOG_WARN,
               "one-step problem of %td rows at t = %.9g s: %s (on_solver_failure=%s); the "
               "report counts such problems",
               p->active.n, s->step.t1, how,
               s->opt.on_solver_failure == ZNI_SHORTEN ? "shorten" : "accept");
    *told = true;
}

static bool does_not_bounce(const zn_simulation *s, const zni_problem *p)
{
    return s->plain >= ZNI_NO_BOUNCE && zni_sim_bounces(s, p);
}

static void count_plain(zn_simulation *s, const zni_problem *p)
{
    s->plain++;
    count(s, p, &s->run.without_bounce, &s->told_plain,
          "with restitution no solver has an answer, as where friction and joints keep a contact from "
          "bouncing; it is solved with e = 0");
}

/* It was not solved, and is not accepted as it is: the same without restitution, if that is what is
 * asked too much. An impact is the same in a shorter step. */
static zn_status without_bounce(zn_simulation *s, zni_problem *p, zn_solve_info *info)
{
    const bool goes_on = s->opt.on_solver_failure == ZNI_ACCEPT ||
                         s->opt.on_solver_failure == ZNI_SHORTEN;
    zn_solve_info plain = {0};
    zn_status st;

    if (!goes_on || accepts(s, info->error) || info->outcome == ZN_TIME_LIMIT ||
        !zni_sim_bounces(s, p))
        return ZN_UNSOLVED;
    st = zni_sim_take_bounce(s, p);
    if (!st)
        st = zni_problem_solve(p, &plain);
    if (st == ZN_UNSOLVED && plain.outcome == ZN_INTERRUPTED)
        *info = plain;
    if (st)
        return st;
    plain.iterations += info->iterations;
    *info = plain;
    count_plain(s, p);
    return ZN_OK;
}

/* The solver was asked for more than that, or what it leaves is less than the problem is good for. */
static bool enough(const zn_simulation *s, const zni_problem *p, const zn_solve_info *info)
{
    return info->error <= s->opt.solver_tol ||
           (info->outcome != ZN_TIME_LIMIT && p->kind->enough && p->kind->enough(p));
}

zn_status zni_sim_solve_problem(zn_simulation *s, zni_problem *p)
{
    zn_solve_info info = {0};
    const bool saves = s->opt.save_problems[0] && p->active.n > 0; /* else it is none */
    const bool plain = does_not_bounce(s, p);
    zn_status st = plain ? zni_sim_take_bounce(s, p) : ZN_OK;

    if (!st && saves)
        st = zni_save_begin(s, p);
    if (!st) {
        zni_solver_keep_start(p->how.solver, p == &s->problem && zni_sim_stalls(s));
        st = zni_problem_solve(p, &info);
    }
    if (s->saving.on)
        st = zni_save_end(s, p, st);
    if (st == ZN_UNSOLVED && enough(s, p, &info)) {
        st = ZN_OK;
        info.outcome = ZN_SOLVED;
        info.error = fmin(info.error, s->opt.solver_tol);
    }
    if (st == ZN_UNSOLVED && info.outcome == ZN_INTERRUPTED)
        return stopped(s, p, &info);
    if (st == ZN_UNSOLVED && s->opt.save_failed[0] && p->how.form->save) {
        const zn_status saved = p->how.form->save(p->how.form_state, s->ctx,
                                              &p->statement, s->opt.save_failed);
        if (saved)
            return saved;
    }
    if (st == ZN_UNSOLVED && s->opt.on_solver_failure == ZNI_RETRY) {
        st = zni_problem_retry(p, (zni_asked){s->opt.solver_tol, s->opt.solver_time}, &info);
        if (!st)
            s->run.retries++;
    }
    if (plain && !st)
        count_plain(s, p);
    else if (st == ZN_UNSOLVED && !plain)
        st = without_bounce(s, p, &info);
    if (st == ZN_UNSOLVED && info.outcome == ZN_INTERRUPTED)
        return stopped(s, p, &info);
    s->info.solves++;
    s->info.solver_iterations += info.iterations;
    s->info.solver_error = zni_larger(info.error, s->info.solver_error);
    if (info.solver)
        s->info.solver = info.solver;
    if (info.outcome != ZN_SOLVED)
        s->info.outcome = info.outcome;
    if (st == ZN_UNSOLVED && accepts(s, info.error)) {
        char how[64];

        snprintf(how, sizeof how, "error %.3g > %.3g is accepted", info.error, s->opt.solver_tol);
        count(s, p, &s->run.solver_failures, &s->told_accepted, how);
        return ZN_OK;
    }
    if (st == ZN_UNSOLVED)
        return unsolved(s, p, &info);
    if (st == ZN_EDOM && unbounded(p))
        return grows(s, unbounded(p));
    return st ? zn_note(s->ctx, st, "one-step problem at t = %.9g s",
                        s->step.t1)
              : ZN_OK;
}

void zni_sim_make_increment_zero(zn_simulation *s)
{
    zni_clear(s->state.nv + s->state.nx, s->du);
    s->du_zero = zni_sim_tick(s);
}

/* In a step that one pass is exact for nothing asks for relations before. */
static zn_status assemble(zn_simulation *s)
{
    const bool linearise = zni_sim_passing(s);
    zn_status st;

    zni_lins_hold(&s->lins, linearise);
    st = zni_problem_assemble(&s->problem, s->body, &s->step, linearise);
    zni_lins_hold(&s->lins, false);
    return st;
}

/* What the multipliers do to the systems. In a step that one pass is exact for the input is
 * final then. */
static void increments(zn_simulation *s)
{
    zni_problem *p = &s->problem;

    s->passing.acted = zni_sim_passing(s);
    if (!s->passing.acted) {
        zni_problem_increment(p, s->body, s->du);
        return;
    }
    zni_clear(s->state.nv + s->state.nx, s->p);
    zni_problem_act(p, s->body, &s->step, s->du, s->p);
    s->input = zni_sim_tick(s);
}

zn_status zni_sim_solve_again(zn_simulation *s, zni_version since)
{
    zni_problem *p = &s->problem;
    bool same = zni_holds(since, s->W);
    zn_status st = same ? zni_problem_again(p, s->body, &s->step, &same) : ZN_OK;

    if (!st && !same)
        return zni_sim_solve(s);
    if (!st)
        st = zni_sim_solve_problem(s, p);
    s->info.rows = p->active.n;
    if (!st)
        increments(s);
    return st;
}

zn_status zni_sim_solve(zn_simulation *s)
{
    zni_problem *p = &s->problem;
    const zni_choice *c = &p->active;
    const bool global = zni_problem_global(p);
    zn_status st = ZN_OK;

    zni_sim_clear_increment(s);
    if (!c->nact)
        return ZN_OK;
    if (!zni_sim_passing(s)) /* else it is cleared with these systems */
        s->du_made = zni_sim_tick(s);
    st = assemble(s);
    if (!st && s->turns_tangents && s->step.iteration == 0)
        zni_problem_turn(p, s->tangent);
    if (!st)
        st = zni_sim_solve_problem(s, p);
    s->info.rows = c->n;
    if (global && !st)
        zni_global_increment(p, s->body, &s->step, s->du);
    if (global)
        return st;
    if (!st)
        increments(s);
    if (!st)
        zni_groups_increment(p, s->body, s->du);
    return st;
}
