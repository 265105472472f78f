/* quiet.c - steps in which nothing acts
 *
 * Where one pass is exact and no contact acts, a step is three things: do contacts stay out, the
 * systems move, outputs follow. Whatever else a step asks for was asked by the one before it, and
 * has the same answer as long as nothing was ticked since: a quiet step writes q, v, x and y alone.
 * Its bits are those of a whole step. doc/kept-blocks.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/simulation/simulation.h"

bool zni_sim_more_to_do(const zn_simulation *s)
{
    return s->opt.energy || s->staged || s->all.foresees || s->sources.n || s->model->nlink ||
           s->lins.recompute || zni_sim_projecting(s) || s->projection.combined || s->all.remembers;
}

void zni_sim_note_quiet(zn_simulation *s)
{
    const bool quiet = zni_problem_none_acts(&s->problem) && !s->problem.has.any_fixed &&
                       zni_holds(s->input_zero, s->input) && !zni_sim_more_to_do(s);

    s->quiet = quiet ? s->lins.counter.now : 0;
}

bool zni_sim_quiet(const zn_simulation *s)
{
    return s->quiet == s->lins.counter.now &&
           s->all.settings == zni_sim_settings(s) &&
           zni_problem_none_enters(&s->problem, &s->step);
}

zn_status zni_sim_quiet_step(zn_simulation *s)
{
    s->lins.parameters = zni_sim_tick(s);
    s->info.newton_iterations = 1;
    s->info.newton_converged = true;
    return zni_sim_pass_alone(s);
}
