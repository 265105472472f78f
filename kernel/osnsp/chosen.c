/* chosen.c - the contacts of a step with a combined projection, chosen from where it leads; those of one inside of the
 * step. doc/projection.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osnsp/projection.h"

#include <string.h>

/* as a part of what enters a gap: what corrections leave of it, where no tolerance is set */
static const double RESTING = 1e-10;

/* What rests has a gap of zero but for what the last correction left, on either side: were it open above zero, a
 * stack would be let in by one contact a pass. */
static bool is_open(const zni_projector *p, const zni_lin *s, zn_index row, double y)
{
    return y > 0 && (p->only_chosen || y > RESTING * zni_lin_row_size(s, row));
}

/* Copies of the law of one contact that is not open by its row in y enter `rows`, or all of
 * them by the first; true if one was not among the chosen. */
static bool enter_closed(const zni_projector *p, zn_index k, const double y[],
                         unsigned char rows[])
{
    const zni_lin *s = zni_problem_lin(&p->problem, k);
    const zni_member *m = zni_problem_member(&p->problem, k);
    const zn_index unit = p->after->active.together ? s->m : m->stride;
    bool grew = false;

    for (zn_index i = 0; i < s->m; i += unit) {
        if (p->chosen[s->off + i] || is_open(p, s, i, y[i]))
            continue;
        memset(rows + s->off + i, 1, (size_t)unit);
        grew = true;
    }
    return grew;
}

static bool is_contact(const zni_member *m)
{
    return m->in && !m->always;
}

const unsigned char *zni_projector_begin(zni_projector *p, const double y[],
                                         zn_index ny)
{
    if (!p->combined)
        return NULL;
    memset(p->chosen, 0, (size_t)ny);
    for (zn_index k = 0; p->from_closed && k < p->problem.nmember; k++)
        if (is_contact(zni_problem_member(&p->problem, k)))
            enter_closed(p, k, y + zni_problem_lin(&p->problem, k)->off,
                         p->chosen);
    return p->chosen;
}

zn_status zni_projector_reach(zni_projector *p, const zni_body *bodies,
                              const zn_step *step, bool *grew)
{
    zn_status st = ZN_OK;

    *grew = false;
    memset(p->reached, 0, (size_t)p->ny);
    zni_lins_hold(p->problem.lins, true);
    for (zn_index k = 0; !st && k < p->problem.nmember; k++) {
        const zni_member *m = zni_problem_member(&p->problem, k);
        if (!is_contact(m))
            continue;
        st = zni_member_linearise(&p->problem, k, bodies, step);
        if (!st && enter_closed(p, k, m->act->c, p->reached))
            *grew = true;
    }
    zni_lins_hold(p->problem.lins, false);
    return st;
}

void zni_projector_extend(zni_projector *p, zn_index ny)
{
    for (zn_index i = 0; i < ny; i++)
        p->chosen[i] |= p->reached[i];
}

/* Rows that are equations in this step and were not in the last one, or the other way round, may be in the
 * problem of both. */
void zni_projector_settle(zni_projector *p, zn_index ny)
{
    if (memcmp(p->settled, p->chosen, (size_t)ny) == 0)
        return;
    memcpy(p->settled, p->chosen, (size_t)ny);
    p->problem.active.rows = zni_problem_tick(&p->problem);
}

void zni_projector_press(zni_projector *p, const zn_step *step)
{
    const zni_problem *after = p->after;
    const double *y = zni_problem_seen(after, step, 0);
    bool differ = false;

    for (zn_index k = 0; k < p->problem.nmember; k++) {
        const zni_member *m = zni_problem_member(&p->problem, k);
        for (zn_index i = m->off; is_contact(m) && m->unit == 1 && i < m->off + m->size;
             i += m->stride) {
            const bool ties = after->active.was[i] && after->lam[i] > 0 &&
                              zni_problem_lasts(after, zni_problem_member(after, k), step, i, y + i);
            differ = differ || p->chosen[i] != ties;
            p->chosen[i] = ties;
        }
    }
    if (differ)
        p->problem.active.rows = zni_problem_tick(&p->problem);
}
