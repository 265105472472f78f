/* course.c - the step of the integrator that is under way: it may go beyond instants of the grid,
 * which are answered from the solution in between
 *
 * Its guards are looked at once, in all of it. It is left at an event, where something else than the
 * grid wants an instant, and where the state, the model or a parameter was written: from there on the
 * motion begins anew.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/event/directions.h"
#include "kernel/ode/ode.h"
#include "kernel/plugin/operator.h"

#include <math.h>
#include <string.h>

/* ---- whether steps may do that ---------------------------------------------------- */

static bool is_closure(const zn_operator *op)
{
    return op->mode == ZN_OPERATOR_FUNCTION && !op->fn;
}

/* A closure sees what its program has, and that may change from step to step. */
static bool sees_more(zn_ds *ds)
{
    const zn_slot *slot = zn_ds_class(ds)->slots;

    for (zn_index i = 0; slot && slot[i].name; i++)
        if (is_closure(zn_ds_op(ds, i)))
            return true;
    return false;
}

static bool relation_sees_more(zn_relation *r)
{
    const zn_slot *slot = zn_relation_class(r)->slots;

    for (zn_index i = 0; slot && slot[i].name; i++)
        if (is_closure(zn_relation_op(r, i)))
            return true;
    return false;
}

static bool may_pass(const zni_event_driven *e)
{
    const zn_simulation *s = e->s;

    if (e->instants == ZNI_INSTANTS_STOP || s->sources.n)
        return false;
    for (zn_index k = 0; k < s->nbody; k++)
        if (s->body[k].ds && sees_more(s->model->ds[k]))
            return false;
    for (zn_index k = 0; k < s->lins.n; k++)
        if (zni_lins_whose(&s->lins, k) && relation_sees_more(zni_lins_whose(&s->lins, k)->relation))
            return false;
    for (int k = 0; k < ZNI_FLOWS; k++)
        if (e->course->flow[k] && !zni_ode_keeps(e->course->flow[k]))
            return false;
    return true;
}

/* Do gaps follow from the state by constants alone, and nothing else than they at the end of a piece
 * of motion? */
static bool is_bare(const zni_event_driven *e)
{
    const zn_simulation *s = e->s;
    bool so = !s->state.nx && !e->nspring && !e->nrelay && !s->model->nlink &&
              !s->all.any_commit && !s->lins.recompute;

    for (zn_index k = 0; so && k < s->lins.n; k++)
        so = !zni_lins_whose(&s->lins, k) || zni_lins_at(&s->lins, k)->plain;
    return so;
}

/* Are masses, forces and gaps made of constants, so that no function is asked in a step? */
static bool asks_none(const zni_event_driven *e)
{
    bool still = e->bare;

    for (zn_index i = 0; still && i < e->nisle; i++)
        still = e->isle[i].still;
    return still;
}

zn_status zni_event_courses(zni_event_driven *e)
{
    zn_status st = ZN_OK;

    e->passes = may_pass(e);
    e->bare = is_bare(e);
    e->asks_none = asks_none(e);
    for (zn_index i = 0; !st && i < e->nisle; i++) {
        const zni_isle *o = &e->isle[i];
        for (int k = 0; !st && k < ZNI_FLOWS; k++)
            if (e->course[i].flow[k])
                st = zni_ode_reserve(e->course[i].flow[k], o->n,
                                     o->end - o->row[0]);
        if (!st && zni_event_any_implicit(&e->course[i]))
            st = zni_event_turns_reserve(e, i);
    }
    return st;
}

/* ---- from step to step ------------------------------------------------------------- */

void zni_event_drop_courses(zni_event_driven *e)
{
    for (zn_index i = 0; i < e->nisle; i++) {
        e->course[i].under_way = 0;
        e->course[i].calm = 0;
        e->course[i].lasting = 0;
    }
}

void zni_event_keep_courses(zni_event_driven *e, zn_memory_fn *keep, void *to)
{
    for (zn_index i = 0; e->passes && i < e->nisle; i++) {
        zni_course *o = &e->course[i];
        const zni_isle *isle = &e->isle[i];
        double *const number[] = {&o->under_way, &o->which, &o->at,
                                  &o->from,      &o->found, &o->root,
                                  &o->first,     &o->calm};
        for (size_t k = 0; k < sizeof number / sizeof *number; k++)
            keep(to, number[k], sizeof *number[k]);
        if (o->flow[ZNI_FLOW_LINEAR])
            keep(to, &o->lasting, sizeof o->lasting);
        keep(to, e->crossed + isle->row[0],
             (size_t)(isle->end - isle->row[0]) * sizeof *e->crossed);
        for (int k = 0; k < ZNI_FLOWS_KEPT; k++)
            if (o->flow[k])
                zni_ode_memory(o->flow[k], isle->n, keep, to);
    }
}

/* What a checkpoint says of it is not taken at its word. */
static bool is_usable(const zni_event_driven *e, const zni_course *o)
{
    return o->under_way != 0 && o->at == e->s->state.t && o->which >= 0 &&
           o->which < ZNI_FLOWS_KEPT && o->flow[(int)o->which];
}

void zni_event_courses_end(zni_event_driven *e, double end)
{
    for (zn_index i = 0; i < e->nisle; i++) {
        zni_course *o = &e->course[i];
        const bool usable = e->begun != 0 && is_usable(e, o);
        o->ends = usable && zni_course_until(o) <= end;
        o->renewed = o->lasting != 0 && o->flow[ZNI_FLOW_LINEAR] &&
                     (!usable || (o->ends && o->which != ZNI_FLOW_LINEAR));
    }
}

bool zni_event_is_under_way(const zni_event_driven *e)
{
    return is_usable(e, &e->course[e->here]);
}

static bool any_closed(const zni_event_driven *e)
{
    bool any = false;

    for (zn_index c = 0; !any && c < e->ncontact; c++)
        any = e->is[c].closed;
    return any;
}

/* Nothing can fail: the instant is in the step under way, and all is made of constants there. */
bool zni_event_is_sure(const zni_event_driven *e, double end)
{
    const zni_course *o = e->course;

    return e->begun != 0 && e->nisle == 1 && e->bare && !e->s->opt.energy &&
           e->isle->pending == 0 && is_usable(e, o) && zni_course_until(o) > end &&
           !any_closed(e);
}

/* Far from what no number holds. */
static bool moderate(zn_index n, const double x[])
{
    bool so = true;

    for (zn_index i = 0; so && i < n; i++)
        so = fabs(x[i]) < 1e100;
    return so;
}

/* May an instant have another event? */
static bool may_go_on(const zni_event_driven *e)
{
    const zni_isle *o = e->isle;

    return o->count <= (double)e->max_events && o->same < ZNI_SAME_MOST;
}

/* It is one parabola, of accelerations that are known. An event ends it, which is of the next step. */
bool zni_event_is_certain(const zni_event_driven *e, double end, double limit)
{
    const zni_course *o = e->course;
    const zn_state *x = &e->s->state;

    return e->begun != 0 && e->nisle == 1 && !e->by_grid && e->asks_none &&
           !e->s->opt.energy && e->isle->pending == 0 && end < limit &&
           o->flow[ZNI_FLOW_STILL] && e->chosen && e->kept == e->chosen &&
           !any_closed(e) && !zni_event_any_below(e) && may_go_on(e) &&
           moderate(x->nq, x->q) && moderate(x->nv, x->v) &&
           moderate(x->nv, e->acc);
}

/* ---- how closely it is looked at ----------------------------------------------------- */

/* Gaps that are not linear have scales of their own. Where forces do not bound the length of steps
 * they are looked at as often as if instants of the grid did; elsewhere once at least for each of
 * those, so that no row shows what is no event. */
zn_index zni_event_samples(const zni_event_driven *e)
{
    const double h = e->s->times.h, most = 1e6;
    const double way = zni_event_way(e);
    double n;

    if (e->course[e->here].which ==
        ZNI_FLOW_STILL) /* all of them are parabolas */
        return e->samples < 3 ? e->samples : 3;
    if (e->now.simple || !e->passes || !(h > 0))
        return e->samples;
    n = ceil(way / h) * (e->now.uniform ? (double)e->samples : 1);
    return n > (double)e->samples ? (zn_index)fmin(n, most) : e->samples;
}

/* ---- a step --------------------------------------------------------------------------- */

/* Is all that is no position on a straight line, to the tolerances? The middle tells. */
static bool is_calm(zni_event_driven *e)
{
    const double a = zn_ode_before(e->flow), b = zn_ode_time(e->flow);
    const double *end = zn_ode_value(e->flow);
    const zn_index *rate = e->rate_of + e->now.rate;
    double *start = e->y, *mid = e->ahead;
    bool calm = e->passes && !zni_event_is_steady(e);

    if (!calm)
        return false;
    zn_ode_at(e->flow, a, start);
    zn_ode_at(e->flow, a + (b - a) / 2, mid);
    for (zn_index i = 0; calm && i < e->now.n; i++) {
        const double most = fmax(fabs(start[i]), fabs(end[i]));
        calm = rate[i] >= 0 || fabs(mid[i] - (start[i] + end[i]) / 2) <=
                                   e->atol + e->rtol * most;
    }
    return calm;
}

static zn_status make_step(zni_event_driven *e, double limit)
{
    const zn_status st = zn_ode_step(e->flow, limit);

    e->s->info.substeps++;
    e->course[e->here].calm = !st && is_calm(e);
    return st;
}

/* A step that is so short a part of the way to there says nothing of it: anything is straight. */
static const double SHORT = 0.1;

/* Forces that are not constants, but are in this step, bound no length: a pulse, or a field of some
 * extent, may come. Then it ends with the second instant of the grid, so that functions are asked
 * between any two of these: no built-in pair leaves out more than half of a step. */
zn_status zni_event_step(zni_event_driven *e, const zn_ode_problem *p,
                         double limit)
{
    const zni_times *grid = &e->s->times;
    const zni_course *o = &e->course[e->here];
    const double now = zn_ode_time(e->flow);
    const double near =
        fmin(limit, zni_times_next(grid, zni_times_next(grid, now)));
    const double way = zni_event_way(e);
    const bool ends = o->calm != 0 && !(way > 0 && way < SHORT * (near - now));
    zn_status st = make_step(e, ends ? near : limit);

    if (st || o->calm == 0 || !(zn_ode_time(e->flow) > near))
        return st;
    zn_ode_at(e->flow, now, e->y);
    st = zn_ode_begin(e->flow, p, now, e->y);
    return st ? st : make_step(e, near);
}
