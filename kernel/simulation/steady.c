/* steady.c - steps in which the contacts of the step before act
 *
 * Where one pass is exact and relations are constant, a step is: are the contacts the same, systems move freely,
 * q of the problem, its solution, what that does to them, outputs. Matrix, cones, factors and rooms were asked for
 * by the step before, and are the same as long as nothing was ticked since (quiet.c is that without contacts).
 * Its bits are those of a whole step. doc/kept-blocks.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/simulation/simulation.h"

void zni_sim_note_steady(zn_simulation *s)
{
    const zni_problem *p = &s->problem;
    const bool steady = p->active.nact > 0 && s->opt.warm_start && !s->turns_tangents &&
                        !p->has.any_fixed && !zni_sim_more_to_do(s) && zni_problem_some_act(p) &&
                        zni_problem_may_again(p);

    s->steady = steady ? s->lins.counter.now : 0;
}

bool zni_sim_steady(const zn_simulation *s)
{
    return s->steady == s->lins.counter.now &&
           s->all.settings == zni_sim_settings(s) &&
           zni_problem_same_enter(&s->problem, &s->step);
}

zn_status zni_sim_steady_step(zn_simulation *s)
{
    const zni_version since = s->lins.counter.now;
    zn_status st;

    s->lins.parameters = zni_sim_tick(s);
    s->info.newton_iterations = 1;
    s->info.newton_converged = true;
    s->plain = 0;
    st = zni_sim_pass_again(s);
    if (!st)
        st = zni_sim_solve_again(s, since);
    return st ? st : zni_sim_update_met(s);
}
