/* springs.c - laws that give a force, in the motion between events
 *
 *     M v' = F + H' f(t, y, u),    y = h(t, q),   u = H v + dh/dt
 *
 * They are smooth: neither impacts nor problems of contacts know them. doc/springs.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/event/event.h"
#include "kernel/event/view.h"

static bool is_spring(const zn_interaction *a)
{
    return a && a->law->type->levels == ZN_LAW_FORCE;
}

bool zni_event_spring(const zni_event_driven *e, zn_index place)
{
    return is_spring(zni_lins_whose(&e->s->lins, place));
}

/* f of all copies of a law, at the outputs in `view`. */
static zn_status forces(zni_event_driven *e, const zni_lin *s,
                        const zn_state *view)
{
    const zn_law *law = s->a->law;
    const zn_index unit = s->a->size / s->a->copies;
    zn_status st = ZN_OK;

    for (zn_index i = s->off; !st && i < s->off + s->m; i += unit)
        st = law->type->force(law, view->t, view->y[0] + i, view->y[1] + i,
                              e->springs + i, NULL, NULL);
    return zni_lin_where(s, st);
}

zn_status zni_event_pull(zni_event_driven *e, double t, const double q[],
                         const double v[])
{
    zn_state view = zni_event_view(e, t, q, v);
    zni_lins *L = &e->s->lins;
    zn_status st = ZN_OK;

    zni_event_clear(e, e->pull);
    for (zn_index i = e->now.lin[0]; !st && i < e->now.lin[1]; i++) {
        zni_lin *s = zni_lins_at(L, e->lin[i]);
        if (!is_spring(s->a))
            continue;
        st = zni_lin_output(L, s, ZN_LEVEL_VELOCITY, &view);
        if (!st)
            st = forces(e, s, &view);
        for (zn_index j = 0; !st && j < s->nds; j++)
            zni_lin_push(s, j, 1, e->springs + s->off,
                         e->pull + e->s->body[s->body[j]].uoff);
    }
    return st;
}

void zni_event_spring_rows(const zni_event_driven *e, double weight,
                           double lambda[])
{
    const zni_lins *L = &e->s->lins;

    for (zn_index k = e->now.lin[0]; e->nspring && k < e->now.lin[1]; k++) {
        const zni_lin *s = zni_lins_at(L, e->lin[k]);
        for (zn_index i = s->off; is_spring(s->a) && i < s->off + s->m; i++)
            lambda[i] += weight * e->springs[i];
    }
}
