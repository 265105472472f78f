/* fit.c - does the scheme go with the relative degree of an interaction?
 *
 * Where lambda enters a derivative of y only, a scheme that weighs the input of
 * t_k, or writes the law between t_k and t_{k+1}, has a memory: an error of one
 * step comes back in the next multiplied by -(weight of the old)/(weight of the
 * new). From 1 on it never dies.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/simulation/simulation.h"

#include <math.h>

#include "kernel/model/relative_degree.h"

zn_status zni_sim_check_memory(zn_simulation *s, zn_index place)
{
    const zn_step step = {.t1 = 1, .h = 1, .hw = 1, .state = &s->state};
    const zni_member *m = zni_problem_member(&s->problem, place);
    const zni_side *side = &m->side[0];
    const zn_interaction *a = zni_lins_whose(&s->lins, place);
    const zn_osi_type *t = side->osi->type;
    double row, now, old, memory;
    bool yes = false;
    zn_status st;

    if (t->family != ZN_FIRST_ORDER)
        return ZN_OK;
    row = t->row_factor(side->osi->state, &step, m->level, m->e);
    now = t->col_factor(side->osi->state, &step, m->level);
    old = t->old_factor ? t->old_factor(side->osi->state, &step, m->level) : 0;
    memory = fmax(old / now, (1 - row) / row);
    if (!(memory >= 1))
        return ZN_OK;
    st = zni_relative_degree_reaches(a, 1, &yes);
    if (!st && yes)
        zn_log(s->ctx, ZN_LOG_WARN,
               "interaction '%s': lambda enters y by a derivative only, and "
               "integrator '%s' multiplies an error of lambda or y by -%.3g at "
               "each step; take gamma > 1/2",
               a->name, t->type.name, memory);
    return st;
}
