/* undo.c - what is remembered goes back where a step fails
 *
 * All of it is kept before each step, so it has to be cheap: as it lies in memory, and of integrators
 * only steps under way that do not last until the end of this one. Others are asked for values, or
 * begin anew.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/event/event.h"
#include "kernel/ode/ode.h"

#include <string.h>

static void count(void *to, void *p, size_t n)
{
    (void)p;
    *(size_t *)to += n;
}

static inline void take(void *to, void *p, size_t n)
{
    unsigned char **at = to;

    memcpy(*at, p, n);
    *at += n;
}

static void give_back(void *to, void *p, size_t n)
{
    unsigned char **at = to;

    memcpy(p, *at, n);
    *at += n;
}

/* What is not of integrators. */
static inline void own(zni_event_driven *e, zn_memory_fn *keep, void *to)
{
    const size_t rows = (size_t)e->ncontact, isles = (size_t)e->nisle;
    const zni_isle *last = &e->isle[isles - 1];

    keep(to, e->isle, isles * sizeof *e->isle);
    keep(to, e->course, isles * sizeof *e->course);
    if (rows) {
        keep(to, e->is, rows * sizeof *e->is);
        keep(to, e->crossed, rows * sizeof *e->crossed);
    }
    if (zni_event_carries(e))
        keep(to, e->carry, (size_t)(last->rate + last->n) * sizeof *e->carry);
    keep(to, &e->begun, sizeof e->begun);
    keep(to, &e->sum, sizeof e->sum);
    keep(to, &e->parameters, sizeof e->parameters);
}

zn_status zni_event_undo_reserve(zni_event_driven *e)
{
    size_t size = 0;

    own(e, count, &size);
    for (zn_index i = 0; e->passes && i < e->nisle; i++)
        for (int k = 0; k < ZNI_FLOWS_KEPT; k++)
            if (e->course[i].flow[k])
                zni_ode_memory(e->course[i].flow[k], e->isle[i].n, count,
                               &size);
    return zn_grow(e->ctx, &e->undo, &e->cundo, (zn_index)size, 1);
}

/* Steps under way that end in this one, and those of `linear` that tell forces of a motion that begins. */
static void flows(zni_event_driven *e, zn_memory_fn *keep, void *to)
{
    for (zn_index i = 0; i < e->nisle; i++) {
        const zni_course *o = &e->course[i];
        if (o->ends)
            zni_ode_memory(o->flow[(int)o->which], e->isle[i].n, keep, to);
        if (o->renewed)
            zni_ode_memory(o->flow[ZNI_FLOW_LINEAR], e->isle[i].n, keep, to);
    }
}

void zni_event_keep_undo(zni_event_driven *e, double end)
{
    unsigned char *at = e->undo;

    zni_event_courses_end(e, end);
    own(e, take, &at);
    flows(e, take, &at);
}

void zni_event_undo(zni_event_driven *e)
{
    unsigned char *at = e->undo;

    own(e, give_back, &at);
    flows(e, give_back, &at);
    e->chosen = 0;
}
