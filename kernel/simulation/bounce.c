/* bounce.c - a one-step problem without restitution
 *
 * Newton's law asks for u_N+ = -e u_N-, whatever friction does. A contact that joints let move one way
 * only, whose friction holds back what would let it bounce, has no such answer: a bar on a hinge whose tip
 * meets the ground at tan(phi) < mu. With e = 0 it stops, which is one. doc/friction-laws.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/vectors.h"
#include "kernel/osnsp/sides.h"
#include "kernel/simulation/simulation.h"

/* Contacts with friction that are to bounce. */
static bool bounces(const zni_problem *p, const zni_member *m)
{
    const zn_law_type *t = m->law->type;
    zn_cone c;

    return m->level == ZN_LEVEL_VELOCITY && t->shift && t->restitution &&
           t->restitution(m->law->state) > 0 && zni_member_cone(p, m, 0, &c) && c.size > 1;
}

bool zni_sim_bounces(const zn_simulation *s, const zni_problem *p)
{
    if (p != &s->problem) /* corrections of positions know no velocities */
        return false;
    for (zn_index k = 0; k < p->active.nact; k++)
        if (bounces(p, zni_problem_member(p, p->active.act[k])))
            return true;
    return false;
}

zn_status zni_sim_take_bounce(zn_simulation *s, zni_problem *p)
{
    double *shift = p->lins->rate;
    zn_status st = ZN_OK;

    for (zn_index k = 0; !st && k < p->active.nact; k++) {
        const zni_member *m = zni_problem_member(p, p->active.act[k]);
        const zni_lin *a = zni_problem_lin(p, p->active.act[k]);
        /* where the equations of motion are kept rows are over their factors */
        const double weight = zni_problem_global(p) ? zni_member_row(m, 0) : 1;

        if (!bounces(p, m))
            continue;
        st = zni_member_shift(p, a, m, &s->step, shift);
        for (zn_index i = 0; !st && i < m->nact; i++)
            p->rows.q[m->first + i] -= shift[zni_member_active(m)[i]] / weight;
    }
    return st;
}
