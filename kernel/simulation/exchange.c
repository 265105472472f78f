/* exchange.c - interactions that come and go while the rest stays: at a cost that
 * depends on their number
 *
 * What holds of all of them (levels, gaps, inputs of their own) is only widened: that
 * decides about short cuts, not about results. Formulation and solver stay, since the
 * same laws are at work, until their number makes the other form the cheaper one.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/ahead.h"
#include "kernel/simulation/simulation.h"

#include <string.h>

/* Rows of it may touch few unknowns of a large system. */
static bool in_columns(const zn_relation *r)
{
    zn_pattern pattern;

    return r->seen || (r->type->columns && r->type->columns(r, &pattern));
}

bool zni_sim_may_exchange(const zn_simulation *s, const zni_change c[],
                          zn_index n)
{
    const zni_problem *p = &s->problem;

    if (n < 0 || s->laws != s->model->laws_at_work || !p->how.form ||
        p->ngroup || p->reach || s->forces.stages || s->opt.recompute)
        return false;
    for (zn_index i = 0; i < n; i++) {
        const zn_index k = c[i].place;
        const zn_interaction *a;
        if (c[i].kind <= ZNI_DS_CHANGED)
            return false;
        a = s->model->ints[k];
        if ((a && zni_sim_projects(s, a)) ||
            (k < s->projection.problem.nmember &&
             zni_problem_member(&s->projection.problem, k)->in))
            return false;
        if (a && (a->relation->varies.K || a->law->type->always ||
                  in_columns(a->relation)))
            return false;
        if (k < p->nmember && p->member[k] && p->member[k]->always)
            return false;
    }
    return true;
}

void zni_sim_note_rows(zn_simulation *s, zn_index place)
{
    const zni_member *m = zni_problem_member(&s->problem, place);
    const zni_lin *a = zni_lins_at(&s->lins, place);

    s->all.certain =
        s->all.certain && (!a->a || (a->plain && a->family == ZN_SECOND_ORDER &&
                                     !zni_lin_class(a)->commit));
    if (!m->in)
        return;
    s->all.any_commit = s->all.any_commit || zni_lin_class(a)->commit;
    s->level =
        s->level == -2 || s->level == (int)m->level ? (int)m->level : -1;
    for (zn_index i = 0; !m->law->type->always && i < a->m; i += m->stride)
        s->gap[a->off + i] = 1;
}

/* One that is new, or was changed. */
static zn_status join(zn_simulation *s, zn_index place)
{
    zni_problem *p = &s->problem;
    zn_status st = zni_groups_join(p, place, s->body);

    if (!st && zni_sim_reserves(s) && zni_problem_member(p, place)->in)
        st = zni_problem_global(p) ? zni_member_acts(p, place)
                                   : zni_member_room(p, place);
    zni_problem_note(p, place);
    zni_sim_note_rows(s, place);
    return st ? st : zni_sim_output(s, place);
}

zn_status zni_sim_exchange(zn_simulation *s, const zni_change c[], zn_index n)
{
    zni_problem *p = &s->problem;
    zn_status st = ZN_OK;

    s->lins.set = s->lins.parameters = zni_sim_tick(s);
    for (zn_index i = 0; !st && i < n; i++) {
        if (i % ZNI_AHEAD == 0)
            zni_sim_ask(s, c + i, n - i, true);
        if (c[i].kind != ZNI_INTERACTION_REMOVED && zni_lins_whose(&s->lins, c[i].place))
            st = join(s, c[i].place);
    }
    if (st)
        return zn_note(s->ctx, st, "contacts at t = %.9g s", s->state.t);
    p->active.rows = s->changed = zni_sim_tick(s);
    return ZN_OK;
}
