/* flow.c - the smooth motion from the present instant to an instant of the grid, or to
 * the first root of a guard
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/event/directions.h"
#include "kernel/event/integrators.h"
#include "kernel/event/lines.h"
#include "kernel/ode/linear.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Roots this close to one another are one event: what rounding leaves of instants, near
 * t = 0 too. */
double zni_event_tick(const zni_event_driven *e, double t)
{
    const double h = e->s->times.h;

    return 1e-12 * fmax(h > 0 ? h : e->length, fabs(t));
}

/* A step that goes FAR times as far as its root is as exact as its end wants it, where y may
 * be anything by then, and what it has at the root are small differences of that; but a parabola or
 * a power series, which are made of its start. */
enum { FAR = 16 };

/* Above as it was not seen to close, in one search. */
enum { DECREED = 2 };

static void take_sides(zni_event_driven *e)
{
    for (zn_index c = e->now.row[0]; c < e->now.end; c++)
        e->side[c] = e->is[c].side == DECREED ? 1 : e->is[c].side;
}

bool zni_event_gone_by(const zni_event_driven *e, zn_index c)
{
    const zn_index at = e->contact[c].at;

    if (e->is[c].closed || zni_event_idle(e, c) || e->contact[c].tangent > 1)
        return false;
    if (e->contact[c].relay || e->contact[c].tangent)
        return zni_event_sliding_guard(e, c, NULL, &e->gap[1][at]) < -e->tol_v;
    if (e->gap[1][at] < -e->tol_v)
        return e->gap[0][at] < -ZNI_LAST_DIGITS * e->tol_y;
    return e->gap[0][at] < -e->tol_y && !e->is[c].below;
}

double zni_event_height(const zni_event_driven *e, zn_index c)
{
    return e->gap[0][e->contact[c].at];
}

/* An open contact whose gap is below zero, far or going down, was not seen to close: its guard was
 * on no side yet. It is now, and the step is searched again. */
static bool missed(zni_event_driven *e)
{
    bool any = false;

    for (zn_index c = e->now.row[0]; c < e->now.end; c++)
        if (!e->contact[c].bilateral && e->is[c].side < 1 &&
            e->motion->gone_by(e, c)) {
            e->is[c].side = e->is[c].side == 0 ? DECREED : 1;
            any = true;
        }
    return any;
}

/* Is somebody on no side, or below, at the root that others have? */
static bool any_unseen(const zni_event_driven *e)
{
    bool any = false;

    for (zn_index c = e->now.row[0]; c < e->now.end; c++)
        any = any || (!e->contact[c].bilateral && e->is[c].side < 1 &&
                      e->side[c] < 1 && !e->crossed[c]);
    return any;
}

/* The same where the search has ended: at the end of the step, of which guards are at hand, or at the root of
 * another contact. */
static zn_status was_missed(zni_event_driven *e, const zn_root *root, bool *out)
{
    zn_status st = ZN_OK;

    *out = false;
    if (root->found) {
        if (!any_unseen(e))
            return ZN_OK;
        zn_ode_at(e->flow, root->t, e->y);
        st = e->motion->guards(e, root->t, e->y, e->rows);
    }
    *out = !st && missed(e);
    return st;
}

/* Is the gap y0 + C q of a row above zero in all of the step from a to b, of which q is not
 * farther than `sag` from a straight line? */
static bool above(const zni_event_driven *e, const zni_row *r, const double a[],
                  const double b[], const double sag[])
{
    const zni_shape *s = zni_lins_shape(&e->s->lins, r);
    const double *C = s->C;
    double ya = s->y0, yb = s->y0, away = e->tol_y;

    for (int j = 0; j < 2; C += s->n[j++]) {
        const zn_index at = s->n[j] ? e->packed[r->qat[j]] : 0;
        for (int d = 0; d < s->n[j]; d++) {
            ya += C[d] * a[at + d];
            yb += C[d] * b[at + d];
            away += fabs(C[d]) * sag[at + d];
        }
    }
    return fmin(ya, yb) > away;
}

/* Are all contacts open, and cannot close in the last step whatever it is in between? Then
 * samples need not be looked at. */
static bool all_clear(zni_event_driven *e)
{
    const double *end = zn_ode_value(e->flow);
    zn_index c = e->now.row[0];

    for (; c < e->now.end; c++)
        if (e->is[c].closed || e->is[c].side != 1 || !zni_event_normal(e, c) ||
            !zni_lins_row(&e->s->lins, e->contact[c].place))
            return false;
    if (!zn_ode_sag(e->flow, e->sag))
        return false;
    zn_ode_at(e->flow, zn_ode_before(e->flow), e->y);
    for (c = e->now.row[0]; c < e->now.end; c++)
        if (!above(e, zni_lins_row(&e->s->lins, e->contact[c].place), e->y, end,
                   e->sag))
            return false;
    return true;
}

/* Has a contact crossed that was on no side when the step began? */
static bool is_rising(const zni_event_driven *e, zn_index c)
{
    return e->crossed[c] && zni_event_may_rise(e, c) &&
           (e->is[c].side == 0 || e->is[c].side == DECREED);
}

static bool any_rising(const zni_event_driven *e)
{
    bool any = false;

    for (zn_index c = e->now.row[0]; c < e->now.end; c++)
        any = any || is_rising(e, c);
    return any;
}

/* Is the last step so long that it is made again? */
static bool goes_too_far(const zni_event_driven *e, const zn_root *root)
{
    const double t0 = zn_ode_before(e->flow), way = root->t - t0;

    if (e->course[e->here].which == ZNI_FLOW_STILL ||
        e->course[e->here].which == ZNI_FLOW_LINEAR)
        return false;
    return root->found && way > zni_event_tick(e, root->t) &&
           zn_ode_time(e->flow) - t0 > FAR * way;
}

/* e->lifted: has such a contact not been above by more than that, or by what rounding leaves where the step is
 * not so long that integration leaves more? */
static zn_status note_rising(zni_event_driven *e, const zn_root *root)
{
    const double t0 = zn_ode_before(e->flow), t = t0 / 2 + root->t / 2;
    const bool far = zni_event_way(e) > FAR * (root->t - t0);
    zn_status st;

    if (!root->found || !any_rising(e))
        return ZN_OK;
    zn_ode_at(e->flow, t, e->y);
    st = e->motion->guards(e, t, e->y, e->rows);
    for (zn_index c = e->now.row[0]; !st && c < e->now.end; c++) {
        const double y = e->motion->height(e, c),
                     most = far || c >= e->nsecond ? zni_event_lift_of(e, c)
                                                   : ZNI_LAST_DIGITS * e->tol_y;
        if (!is_rising(e, c) || y > most)
            continue;
        if (e->is[c].side == DECREED && y > -most)
            e->is[c].side = 0;
        e->lifted = e->lifted || e->is[c].side == 0;
    }
    return st;
}

/* What such contacts do is told by the step that comes instead of this one. */
static void leave_open(zni_event_driven *e)
{
    for (zn_index c = e->now.row[0]; c < e->now.end; c++)
        if (e->is[c].side == DECREED)
            e->is[c].side = 0;
}

/* After a search: who has not crossed has the side where it ends, but who was lifted not until it is
 * up. */
static zn_status keep_sides(zni_event_driven *e)
{
    zn_status st = ZN_OK;

    if (e->lifted)
        st = e->motion->guards(e, zn_ode_time(e->flow), zn_ode_value(e->flow),
                               e->rows);
    for (zn_index c = e->now.row[0]; c < e->now.end; c++)
        if (!e->crossed[c] &&
            !(zni_event_lift(e, c) > 0 &&
              e->motion->height(e, c) <= zni_event_lift(e, c)))
            e->is[c].side = e->side[c];
        else if (e->is[c].side == DECREED)
            e->is[c].side = 1;
    e->lifted = false;
    return st;
}

/* The first root in the last step, which may be made again, or is made again. */
static zn_status look(zni_event_driven *e, zn_root *root, bool made_again)
{
    const double t1 = zn_ode_time(e->flow);
    const zn_index c0 = e->now.row[0];
    const zni_guard_lines lines = zni_event_lines(e);
    const bool still = lines.of == ZNI_LINES_PARABOLAS;
    bool again = false;
    zn_guards g = {e->now.end - c0,   e->motion->guards, e,
                   e->direction + c0, e->side + c0,      zni_event_tick(e, t1)};
    zn_status st;

    *root = (zn_root){.first = -1};
    e->lifted = false;
    if (!g.n || (!(still && e->passes) && all_clear(e)))
        return ZN_OK;
    do {
        take_sides(e);
        st = zni_ode_root(e->flow, &g, t1, zni_event_samples(e), &lines,
                          e->crossed + c0, root);
        if (!st)
            st = was_missed(e, root, &again);
    } while (!st && again);
    /* flights in it are told from what integration leaves when it is shorter */
    if (!st && !made_again && goes_too_far(e, root))
        leave_open(e);
    else if (!st)
        st = note_rising(e, root);
    if (!st && e->lifted) {
        take_sides(e);
        st = zni_ode_root(e->flow, &g, t1, zni_event_samples(e), &lines,
                          e->crossed + c0, root);
    }
    return st ? st : keep_sides(e);
}

/* What contacts of this root are there for; one whose force came to its bound at this instant
 * before, as of two that do so together, has done it for all of the instant. */
static void note_crossed(zni_event_driven *e, bool again)
{
    for (zn_index c = e->now.row[0]; c < e->now.end; c++) {
        zni_contact_state *is = &e->is[c];
        if (e->crossed[c]) {
            is->hit = is->closed ? -1 : 1;
            if (again && is->gave) /* shares chosen here do not last */
                is->shared = 0;
        } else if (again && is->gave)
            is->hit = -1;
        is->gave = is->hit < 0;
    }
}

/* What the next jump is for. */
static zn_status note_root(zni_event_driven *e, const zni_course *o)
{
    const bool again = o->root <= o->from;

    note_crossed(e, again);
    e->pending = 1;
    e->count++;
    e->same = again ? e->same + 1 : 0;
    if (e->same > ZNI_SAME_MOST)
        return zn_fail(
            e->ctx, ZN_UNSOLVED,
            "events at t = %.17g s do not come to an end: contact '%s' "
            "opens and closes again; is its force, or its gap, smooth?",
            o->root,
            zni_lins_whose(&e->s->lins, e->contact[e->now.row[0] + (zn_index)o->first].place)->name);
    return ZN_OK;
}

/* What would come within a tick of the end is now: a gap that is to close at an instant
 * of the grid does so there, whatever rounding makes of both. */
static void note_near(zni_event_driven *e)
{
    const double near = zni_event_tick(e, e->s->state.t);

    for (zn_index c = e->now.row[0]; c < e->now.row[1]; c++) {
        zni_contact_state *is = &e->is[c];
        const double y = zni_event_gap(e, c, 0), u = zni_event_gap(e, c, 1);
        if (!zni_event_normal(e, c) || is->closed || is->below ||
            is->side <= 0 || !(y <= -u * near))
            continue;
        is->hit = 1;
        e->pending = 1;
    }
    e->count += e->pending;
}

/* Forces and outputs at the end. */
zn_status zni_event_arrive(zni_event_driven *e)
{
    zn_state *x = &e->s->state;
    zn_status st = zni_event_settle(e);

    if (!st && (e->nclosed || e->nrelay || e->nspring))
        st = zni_event_accelerations(e, x->t, x->q, x->v);
    for (zn_index i = e->now.lin[0]; !st && e->nspring && i < e->now.lin[1];
         i++)
        if (zni_event_spring(e, e->lin[i]))
            memset(x->lambda[2] + zni_lins_at(&e->s->lins, e->lin[i])->off, 0,
                   (size_t)zni_lins_at(&e->s->lins, e->lin[i])->m * sizeof(double));
    if (!st)
        zni_event_spring_rows(e, 1, x->lambda[2]);
    if (!st)
        st = zni_event_settle_contacts(e);
    for (zn_index c = e->now.row[0]; !st && c < e->now.row[1]; c++)
        x->lambda[2][e->contact[c].at] = zni_event_force(e, c);
    return st;
}

/* An instant may have so many events. */
enum { OFTEN = 4 };

/* The last step again, twice as far as its root. */
static zn_status step_shorter(zni_event_driven *e, const zn_ode_problem *p,
                              zn_root *root)
{
    const double t0 = zn_ode_before(e->flow), h = 2 * (root->t - t0);
    zn_status st;

    zn_ode_at(e->flow, t0, e->y);
    *zn_ode_length(e->flow) = h;
    st = zn_ode_begin(e->flow, p, t0, e->y);
    if (!st)
        st = zn_ode_step(e->flow, t0 + h);
    e->s->info.substeps++;
    return st ? st : look(e, root, true);
}

void zni_event_forget(zni_event_driven *e)
{
    zn_state *x = &e->s->state;

    memset(x->p, 0, (size_t)x->nv * sizeof *x->p);
    memset(x->lambda[1], 0, (size_t)x->ny * sizeof *x->lambda[1]);
}

/* A root that rounding alone keeps from an instant of the grid, or the end, is there. */
static double when(const zni_course *o, double end)
{
    return end - o->root <= 4 * DBL_EPSILON * fabs(end) ? end : o->root;
}

/* Events that come again and again at one instant, as of a belt that sticks as soon as it slides, are those of a step
 * which is as exact as its end wants it, where what begins here is next to nothing beside that: in a shorter one it is
 * not. */
static double first_length(const zni_event_driven *e)
{
    const double least = 64 * DBL_EPSILON * fabs(e->s->state.t);

    return e->same > OFTEN
               ? fmin(e->length,
                      fmax(least, ldexp(e->length, OFTEN - (int)e->same)))
               : e->length;
}

/* The motion begins here. */
static zn_status set_out(zni_event_driven *e, const zn_ode_problem *p)
{
    zni_course *o = &e->course[e->here];
    zn_status st;

    zni_event_pack(e, e->y);
    st = zni_event_pick_integrator(e, p->A != NULL);
    if (st)
        return st;
    *zn_ode_length(e->flow) = first_length(e);
    st = zn_ode_begin(e->flow, p, e->s->state.t, e->y);
    if (!st) {
        zni_event_resume(e);
        if (o->which == ZNI_FLOW_LINEAR) /* forces of time alone last through an impact */
            zni_linear_lasts(e->flow->state, o->lasting != 0);
    }
    o->from = e->s->state.t;
    o->found = 0;
    return st;
}

/* It goes on with the step under way. */
static zn_status take_up(zni_event_driven *e, const zn_ode_problem *p,
                         double end)
{
    zni_course *o = &e->course[e->here];

    zni_event_take(e, (int)o->which);
    zni_ode_attach(e->flow, p);
    return e->motion->work
               ? e->motion->work(e, o->at, fmin(end, zni_course_until(o)))
               : ZN_OK;
}

/* The step under way is over: what it has drifted is taken away, as at the end of any piece. */
static zn_status finish(zni_event_driven *e, const zn_ode_problem *p)
{
    zni_course *o = &e->course[e->here];
    zn_state *x = &e->s->state;
    zn_status st;

    o->under_way = 0;
    x->t = zn_ode_time(e->flow);
    zni_event_unpack(e, zn_ode_value(e->flow));
    st = e->motion->arrive(e);
    if (!st && e->motion->turn)
        st = e->motion->turn(e);
    zni_event_pack(e, e->y);
    if (!st &&
        memcmp(e->y, zn_ode_value(e->flow), (size_t)p->n * sizeof *e->y) != 0)
        st = zn_ode_begin(e->flow, p, x->t, e->y);
    return st;
}

/* Before a step of an implicit integrator: is it that of another one? */
static zn_status go_on_stiff(zni_event_driven *e, const zn_ode_problem *p)
{
    bool stiff;
    const zn_status st = zni_event_goes_on_stiff(e, &stiff);

    return st || stiff ? st : zni_event_hand_over(e, p);
}

/* One step of the integrator, its first root and what acted in it. */
static zn_status go_on(zni_event_driven *e, const zn_ode_problem *p, double end,
                       double limit)
{
    zni_course *o = &e->course[e->here];
    zn_root root = {0};
    zn_status st = o->under_way != 0 ? finish(e, p) : ZN_OK;

    if (!st && o->which == ZNI_FLOW_STIFF)
        st = go_on_stiff(e, p);
    if (!st)
        st = zni_event_step(e, p, o->which == ZNI_FLOW_STIFF ? end : limit);
    if (!st) {
        if (o->which == ZNI_FLOW_LINEAR && e->passes)
            o->lasting = 1;
        st = look(e, &root, false);
    }
    if (!st && goes_too_far(e, &root))
        st = step_shorter(e, p, &root);
    o->found = root.found;
    o->root = root.t;
    o->first = (double)root.first;
    if (!st && e->motion->work)
        st = e->motion->work(e, zn_ode_before(e->flow),
                             fmin(end, zni_course_until(o)));
    if (!st && !root.found && zn_ode_time(e->flow) <= end && e->motion->turn)
        st = e->motion->turn(e);
    return st;
}

/* What happens at the instant that was reached, apart from a root there. */
static zn_status conclude(zni_event_driven *e, bool at_root)
{
    zni_course *o = &e->course[e->here];
    zn_state *x = &e->s->state;
    zn_status st = x->nv ? zni_event_kinks(e) : ZN_OK;

    if (!st)
        st = e->motion->arrive(e);
    if (!at_root && e->torn) {
        e->pending = 1;
        e->count++;
    }
    e->torn = false;
    if (!st && !at_root && x->nv &&
        (o->under_way == 0 ||
         (o->found != 0 && o->root - x->t <= zni_event_tick(e, x->t))))
        note_near(e);
    if (e->pending != 0)
        o->under_way = 0;
    return st;
}

zn_status zni_event_flow(zni_event_driven *e, double end, double limit)
{
    zn_state *x = &e->s->state;
    zni_course *o = &e->course[e->here];
    zn_ode_problem p = {.n = e->now.n,
                        .field = e->motion->field,
                        .half = e->motion->half,
                        .user = e,
                        .rtol = e->rtol,
                        .atol = e->atol,
                        .h_max = e->h_max,
                        .rate = e->rate_of + e->now.rate,
                        .part = zni_event_part,
                        .jacobian = zni_event_turning(e) ? zni_event_jacobian : NULL};
    bool at_root;
    zn_status st;

    o->under_way = zni_event_is_under_way(e);
    e->s->lins.parameters = zni_sim_tick(e->s);
    if (e->motion->start)
        e->motion->start(e);
    st = zni_event_matrix(e, &p.A);
    if (p.A)
        p.h_max = zni_event_longest(e, end);
    if (!st)
        st = o->under_way != 0 ? take_up(e, &p, end) : set_out(e, &p);
    while (!st && o->found == 0 && zn_ode_time(e->flow) < end)
        st = go_on(e, &p, end, limit);
    e->sharp = false;
    if (st)
        return st;
    at_root = o->found != 0 && o->root <= end;
    e->length = *zn_ode_length(e->flow);
    zni_event_carry(e, !at_root);
    if (at_root &&
        o->root - o->from > zni_event_tick(e, o->root)) /* the next is like it */
        e->length = fmin(e->length, 2 * (o->root - o->from));
    x->t = o->at = at_root ? when(o, end) : end;
    o->under_way = !at_root && zn_ode_time(e->flow) > end && end < limit;
    zn_ode_at(e->flow, x->t, e->y);
    zni_event_unpack(e, e->y);
    if (at_root)
        st = note_root(e, o);
    return st ? st : conclude(e, at_root);
}
