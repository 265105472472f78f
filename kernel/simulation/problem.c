/* problem.c - the one-step problem of a step: assembled, solved, and what the
 * policy makes of a failure
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/simulation/simulation.h"

#include <math.h>
#include <string.h>

/* What solver and policy make of the assembled problem. */
static zn_status solve_problem(zn_simulation *s)
{
    zni_osnsp *o = &s->osnsp;
    zn_solve_info info = {0};
    zn_status st = zni_osnsp_solve(o, &info);

    if (st == ZN_UNSOLVED && s->opt.save_failed[0] && o->form->save) {
        const zn_status saved = o->form->save(o->form_state, s->ctx,
                                              &o->problem, s->opt.save_failed);
        if (saved)
            return saved;
    }
    if (st == ZN_UNSOLVED && s->opt.on_solver_failure == ZNI_RETRY) {
        st = zni_osnsp_retry(o, s->opt.solver_tol, &info);
        if (!st)
            s->run.retries++;
    }
    s->info.solves++;
    s->info.rows = o->n;
    s->info.solver_iterations += info.iterations;
    s->info.solver_error = fmax(s->info.solver_error, info.error);
    if (info.solver)
        s->info.solver = info.solver;
    if (info.outcome != ZN_SOLVED)
        s->info.outcome = info.outcome;
    if (st == ZN_UNSOLVED && s->opt.on_solver_failure == ZNI_ACCEPT) {
        s->run.solver_failures++;
        return ZN_OK;
    }
    if (st == ZN_UNSOLVED)
        return zn_fail(s->ctx, st,
                       "one-step problem of %td rows at t = %.9g s: solver "
                       "'%s' ended with '%s', error %.3g > %.3g after %td "
                       "iterations, interaction '%s' violates its law; try "
                       "another solver, a larger solver_tol, or "
                       "on_solver_failure=retry",
                       o->n, s->step.t1, info.solver ? info.solver : "?",
                       zn_outcome_name(info.outcome), info.error,
                       s->opt.solver_tol, info.iterations,
                       zni_sim_violated(s, s->opt.solver_tol));
    return st ? zn_note(s->ctx, st, "one-step problem at t = %.9g s",
                        s->step.t1)
              : ZN_OK;
}

zn_status zni_sim_solve(zn_simulation *s)
{
    zni_osnsp *o = &s->osnsp;
    zn_status st;

    if (!zni_holds(s->du_zero, s->du_made)) {
        memset(s->du, 0, (size_t)(s->state.nv + s->state.nx) * sizeof *s->du);
        s->du_zero = zni_tick(&o->clock);
    }
    if (!o->nact)
        return ZN_OK;
    s->du_made = zni_tick(&o->clock);
    for (zn_index k = 0; k < o->nact; k++)
        zni_site_solve(o, zni_sim_active_site(s, k), s->body);
    st = zni_osnsp_assemble(o, s->body, &s->step);
    if (!st)
        st = solve_problem(s);
    for (zn_index k = 0; !st && k < o->nact; k++)
        zni_site_increment(o, zni_sim_active_site(s, k), s->body, &s->step,
                           s->du);
    if (!st)
        zni_groups_increment(o, s->body, s->du);
    return st;
}
