/* integrators.c - which integrator takes the smooth motion
 *
 * Constant accelerations make a parabola. Under constant forces, on the whole, a motion is a polynomial,
 * which the pair of order 5 has exactly with the fewest calls. Where forces are linear in the state the
 * part in time is all that is asked for. Else the formula of order 8 needs fewer calls where tolerances are tight.
 * Forces of closed contacts are constant with the others where their gaps are y0 + C q.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/event/directions.h"
#include "kernel/event/integrators.h"
#include "kernel/ode/ballistic.h"
#include "kernel/ode/ode.h"

#include <string.h>

/* Below this rtol the formula of order 8 takes fewer instructions where the grid leaves it its
 * long steps: measured, half of them at 1e-9 for a pendulum. Where the grid cuts them the two are
 * equal at 6e-11 for a cam, at 2e-10 for an oscillator of which an instant is a sixth of a
 * radian. doc/ode.md */
static const double TIGHT = 1e-9;

/* An integrator is one of that class, or none (NULL); another one knows nothing of the step under
 * way. */
static zn_status use(zni_event_driven *e, zni_course *course, int which,
                     const char *cls)
{
    zn_ode **o = &course->flow[which];

    if (*o && cls && strcmp(zn_ode_class(*o)->type.name, cls) == 0)
        return ZN_OK;
    if (*o && course->which == which)
        course->under_way = 0;
    zn_ode_free(*o);
    *o = NULL;
    const zn_status st = cls ? zn_ode_new(e->ctx, cls, o) : ZN_OK;
    return st ? zn_note(e->ctx, st, "option ode, 'auto' or a class") : ZN_OK;
}

/* An integrator keeps what it was told: other words are for another one. */
static zn_status tell(zni_event_driven *e)
{
    zn_status st = ZN_OK;

    for (zn_index i = 0; !st && i < e->nisle; i++)
        if (e->course[i].flow[ZNI_FLOW_ANY])
            st = zn_ode_set_words(e->course[i].flow[ZNI_FLOW_ANY],
                                  e->ode_options);
    if (st) { /* some of them may be in force */
        for (zn_index i = 0; i < e->nisle; i++)
            use(e, &e->course[i], ZNI_FLOW_ANY, NULL);
        return st;
    }
    memcpy(e->told_ode, e->ode_options, sizeof e->told_ode);
    return ZN_OK;
}

/* What steps of another one cannot go on with. */
static uint64_t accuracy(const zni_event_driven *e)
{
    const double of[] = {e->rtol, e->atol, e->h_max, (double)e->samples,
                         (double)e->instants};

    return zni_event_bits(ZNI_HASH, sizeof of / sizeof *of, of);
}

/* Those that the motion of an isle may need. */
static zn_status use_best(zni_event_driven *e, zn_index isle)
{
    const zni_isle *o = &e->isle[isle];
    zni_course *course = &e->course[isle];
    const bool high = e->rtol < TIGHT, linear = o->uniform && o->simple;
    zn_status st = use(e, course, ZNI_FLOW_ANY,
                       linear && o->straight ? NULL
                       : high                ? "dormand-prince-853"
                                             : "dormand-prince");

    if (!st)
        st = use(e, course, ZNI_FLOW_STEADY,
                 o->uniform && (high || linear) ? "dormand-prince" : NULL);
    if (!st)
        st = use(e, course, ZNI_FLOW_STILL,
                 linear && o->straight ? "ballistic" : NULL);
    if (!st && course->flow[ZNI_FLOW_STILL])
        zni_ballistic_still(course->flow[ZNI_FLOW_STILL]->state);
    return st ? st
              : use(e, course, ZNI_FLOW_LINEAR,
                    o->matrix >= 0 ? "linear" : NULL);
}

static zn_status use_named(zni_event_driven *e, zn_index isle)
{
    zni_course *course = &e->course[isle];
    zn_status st = use(e, course, ZNI_FLOW_ANY, e->ode);

    for (int which = ZNI_FLOW_ANY + 1; !st && which < ZNI_FLOWS_KEPT; which++)
        st = use(e, course, which, NULL);
    return st;
}

zn_status zni_event_integrators(zni_event_driven *e)
{
    const bool pick = strcmp(e->ode, "auto") == 0;
    const bool others = strcmp(e->told_ode, e->ode_options) != 0;
    zn_status st = ZN_OK;

    if (pick && e->ode_options[0])
        return zn_fail(
            e->ctx, ZN_EINVAL,
            "option ode_options = '%.60s' with ode=auto: they are of "
            "one class, name it",
            e->ode_options);
    if (accuracy(e) != e->accuracy)
        zni_event_drop_courses(e);
    e->accuracy = accuracy(e);
    e->flow = NULL; /* it may be another one than it was */
    for (zn_index i = 0; !st && i < e->nisle; i++) {
        if (others)
            st = use(e, &e->course[i], ZNI_FLOW_ANY, NULL);
        if (!st)
            st = pick ? use_best(e, i) : use_named(e, i);
    }
    return st ? st : tell(e);
}

/* Does a row that is closed, or slides, act along a gradient that turns? Friction in space may
 * turn, too, but mostly is along a line. */
static bool turns(const zni_event_driven *e, zn_index c)
{
    const zni_contact_state *is = &e->is[c];

    return (is->closed || is->slides) &&
           !zni_lins_at(&e->s->lins, e->contact[c].place)->plain;
}

bool zni_event_is_steady(const zni_event_driven *e)
{
    bool steady = e->now.uniform;

    for (zn_index c = e->now.row[0];
         steady && !e->now.simple && c < e->now.row[1]; c++)
        steady = !turns(e, c);
    return steady;
}

/* What is below zero has guards that are no parabolas. */
bool zni_event_any_below(const zni_event_driven *e)
{
    bool any = false;

    for (zn_index c = e->now.row[0]; c < e->now.row[1]; c++)
        any = any || e->is[c].below;
    return any;
}

/* ---- where directions of friction settle ---------------------------------------------- */

/* An implicit step costs as much as some explicit ones, together no longer than LONG settling times; it is
 * begun with where that is plain, and left where SHORTER ones follow one another. Systems of MOST unknowns
 * have room for its matrices. */
enum { LONG = 20, PLAIN = 5 * LONG, SHORTER = 8, MOST = 128 };

zn_status zni_event_use_stiff(zni_event_driven *e)
{
    const bool pick = strcmp(e->ode, "auto") == 0;
    zn_status st = ZN_OK;

    for (zn_index i = 0; !st && i < e->nisle; i++) {
        const zni_isle *o = &e->isle[i];
        bool any = false;
        for (zn_index c = o->row[0]; c < o->row[1]; c++)
            any = any || e->contact[c].space;
        st = use(e, &e->course[i], ZNI_FLOW_STIFF,
                 pick && any && o->n <= MOST ? "radau" : NULL);
    }
    return st;
}

static bool is_implicit(const zn_ode *o)
{
    return o && strcmp(zn_ode_class(o)->type.name, "radau") == 0;
}

bool zni_event_any_implicit(const zni_course *o)
{
    return is_implicit(o->flow[ZNI_FLOW_ANY]) ||
           is_implicit(o->flow[ZNI_FLOW_STIFF]);
}

/* Do directions settle so often, at (t, y), in a length? */
static zn_status is_stiff(zni_event_driven *e, double t, const double y[],
                          double length, double often, bool *out)
{
    double pace = 0;
    const zn_status st = zni_event_pace(e, t, y, &pace);

    *out = pace * length > often;
    return st;
}

zn_status zni_event_goes_on_stiff(zni_event_driven *e, bool *out)
{
    const zn_status st =
        is_stiff(e, zn_ode_time(e->flow), zn_ode_value(e->flow),
                 *zn_ode_length(e->flow), LONG, out);

    e->shorter = *out ? 0 : e->shorter + 1;
    *out = e->shorter < SHORTER;
    return st;
}

void zni_event_take(zni_event_driven *e, int which)
{
    zni_course *o = &e->course[e->here];

    o->which = which;
    e->flow = o->flow[which];
    e->sharp = is_implicit(e->flow);
}

zn_status zni_event_hand_over(zni_event_driven *e, const zn_ode_problem *p)
{
    const zn_ode *was = e->flow;

    zni_event_take(e, ZNI_FLOW_ANY);
    *zn_ode_length(e->flow) = *zn_ode_length((zn_ode *)was);
    return zn_ode_begin(e->flow, p, zn_ode_time(was), zn_ode_value(was));
}

/* ---- of the motion that begins ---------------------------------------------------------- */

zn_status zni_event_pick_integrator(zni_event_driven *e, bool linear)
{
    zni_course *o = &e->course[e->here];
    const bool steady = zni_event_is_steady(e);
    const double h = e->length > 0 ? e->length : e->s->times.h;
    int which = ZNI_FLOW_ANY;
    bool stiff = false;
    zn_status st = ZN_OK;

    if (o->flow[ZNI_FLOW_STIFF])
        st = is_stiff(e, e->s->state.t, e->y, h, PLAIN, &stiff);
    if (linear && o->flow[ZNI_FLOW_LINEAR])
        which = ZNI_FLOW_LINEAR;
    if (steady && o->flow[ZNI_FLOW_STEADY])
        which = ZNI_FLOW_STEADY;
    if (steady && e->now.still && o->flow[ZNI_FLOW_STILL] && !zni_event_any_below(e))
        which = ZNI_FLOW_STILL;
    e->shorter = 0;
    zni_event_take(e, stiff ? ZNI_FLOW_STIFF : which);
    return st;
}

void zni_event_integrators_fini(zni_event_driven *e)
{
    for (zn_index i = 0; i < e->ccourse; i++)
        for (int k = 0; k < ZNI_FLOWS; k++)
            zn_ode_free(e->course[i].flow[k]);
    zn_free_array(e->ctx, e->course);
}
