/* jump.c - an event: impacts, then who stays closed
 *
 * Impacts are solved as long as some closed contact approaches. Those that are over, of contacts
 * that would bounce ever lower from here on, are of accumulation.c. doc/event-driven.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/event/event.h"

#include <math.h>

/* Impacts at one instant; a law that keeps energy may need as many as there are
 * contacts, and some. */
enum { IMPACTS = 1000 };

/* ---- impacts -------------------------------------------------------------------- */

static bool touches(const zni_event_driven *e, zn_index c)
{
    return zni_event_touches(e, &e->is[c], zni_event_gap(e, c, 0));
}

static bool approaching(const zni_event_driven *e)
{
    for (zn_index c = e->now.row[0]; c < e->now.row[1]; c++) {
        const double u = zni_event_gap(e, c, 1);
        if (e->contact[c].relay || e->contact[c].tangent)
            continue;
        if (e->contact[c].bilateral ? fabs(u) > e->tol_v
                                    : u < -e->tol_v && touches(e, c))
            return true;
    }
    return false;
}

/* Rates that settling leaves are zero: beside a slow impact of others a solver would have
 * to tell them from it. */
static void round_rates(zni_event_driven *e)
{
    zni_problem *p = &e->impact;

    for (zn_index i = 0; i < p->active.n; i++)
        if (fabs(p->rows.q[i]) <= ZNI_SETTLED * e->tol_v)
            p->rows.q[i] = 0;
}

static void no_multipliers(const zni_event_driven *e, zni_problem *p)
{
    for (zn_index c = e->now.row[0]; c < e->now.row[1]; c++)
        p->lam[e->contact[c].at] = 0;
}

/* Percussions into impact.lam, and the velocities after them. */
static zn_status percussion(zni_event_driven *e)
{
    zni_problem *p = &e->impact;
    zn_state *x = &e->s->state;
    zn_status st = zni_event_masses(e, x->q);

    zni_event_step_at(e, x->t, x->q, x->v);
    no_multipliers(e, p);
    if (!st)
        st = zni_problem_activate(p, &e->s->step);
    if (!st)
        st = zni_problem_assemble(p, e->s->body, &e->s->step, true);
    if (!st) {
        round_rates(e);
        st = zni_sim_solve_problem(e->s, p);
    }
    if (st)
        return zn_note(e->ctx, st, "impact");
    zni_event_clear(e, e->du);
    zni_problem_increment(p, e->s->body, e->du);
    zni_event_copy(e, e->last, x->v);
    zni_event_add(e, 1, e->du, x->v);
    e->s->info.rows = p->active.n;
    return zni_event_outputs(e);
}

/* ---- who stays closed -------------------------------------------------------------- */

/* The candidates. */
static void choose(zni_event_driven *e)
{
    for (zn_index c = e->now.row[0]; c < e->now.row[1]; c++) {
        zni_contact_state *is = &e->is[c];
        if (e->contact[c].relay || e->contact[c].tangent)
            zni_event_may_stick(e, c);
        else
            is->closed =
                e->contact[c].bilateral ||
                (!zni_event_gives_way(is) && touches(e, c) &&
                 (is->rest || fabs(zni_event_gap(e, c, 1)) <= e->tol_v));
    }
    for (zn_index c = e->now.row[0]; c < e->now.row[1]; c++) {
        e->is[c].shared = 0;
        e->is[c].share = 0;
    }
    zni_event_count(e);
    e->chosen = zni_sim_tick(e->s);
}

/* A tangent, or a relay, that the problem of forces has accelerated by w slides that
 * way, and sticks no more. */
static void let_slide(zni_event_driven *e, zn_index c, const double w[],
                      double least)
{
    zni_contact_state *is = &e->is[c];
    const bool space = e->contact[c].space;
    const double size = space ? hypot(w[0], w[1]) : fabs(w[0]);

    if (!is->closed || !(size > least))
        return;
    is->closed = 0;
    is->slides = space || w[0] > 0 ? 1 : -1;
    is->d[0] = space ? w[0] / size : 0;
    is->d[1] = space ? w[1] / size : 0;
}

/* Of the candidates those whose gap would open are let go, and relays that bounds do not
 * hold. */
static void let_go(zni_event_driven *e)
{
    zni_problem *p = &e->force;
    double size = 0;

    for (zn_index i = 0; i < p->active.n; i++)
        size = fmax(size, fabs(p->rows.q[i]));
    for (zn_index i = 0; i < p->active.n; i++) {
        const zn_index c = zni_event_contact(e, p->rows.where[i]);
        zni_contact_state *is = &e->is[c];
        const double *w = &p->rows.w[i];
        is->bears = p->rows.z[i] != 0;
        is->share = p->rows.z[i];
        if (zni_event_idle(e, c)) {
            is->closed = is->slides = 0;
        } else if (e->contact[c].tangent > 1) {
            is->closed = is[-1].closed;
            is->slides = is[-1].slides;
        } else if (e->contact[c].relay || e->contact[c].tangent)
            let_slide(e, c, w, 1e-9 * size);
        else if (!e->contact[c].bilateral && *w > 1e-9 * size)
            is->closed = 0;
    }
    zni_event_count(e);
    e->chosen = zni_sim_tick(e->s);
}

static bool any_unilateral(const zni_event_driven *e)
{
    for (zn_index c = e->now.row[0]; c < e->now.row[1]; c++)
        if (e->is[c].closed && !e->contact[c].bilateral)
            return true;
    return false;
}

/* The problem of forces among the candidates. */
static zn_status who_stays(zni_event_driven *e)
{
    zni_problem *p = &e->force;
    const double *whole = p->matrix.M.x;
    zn_status st = zni_event_reduce(e, ZNI_FORCES); /* room, and paradoxes */

    if (st)
        return st;
    no_multipliers(e, p);
    if (e->rank.general) {
        st = zn_grow(e->ctx, &e->reduced, &e->creduced,
                     p->active.n * p->active.n, sizeof *e->reduced);
        if (st)
            return st;
        zni_event_slide_matrix(e, e->reduced);
        for (zn_index i = 0; i < p->active.n; i++) {
            const zn_index c = zni_event_contact(e, p->rows.where[i]);
            if (e->contact[c].tangent && e->is[c].slides)
                p->rows.q[i] = 0;
        }
        p->matrix.M.x = e->reduced;
    }
    st = zni_sim_solve_problem(e->s, p);
    p->matrix.M.x = whole;
    return st;
}

/* Would the sliding of a contact in space, as it is slowed down, last no longer than
 * `accumulation`? */
static zn_status ends_soon(zni_event_driven *e, zn_index c, int8_t *out)
{
    const double *u = &e->s->state.y[1][e->contact[c].at];
    double a[2] = {0, 0};
    zn_status st = ZN_OK;

    for (zn_index k = 0; !st && k < 2; k++)
        st = zni_event_acceleration(e, &e->contact[c + k], &a[k]);
    *out = (e->is[c].hit > 0 || a[0] * u[0] + a[1] * u[1] < 0) &&
           zni_event_rate(e, c) <= e->accumulation * hypot(a[0], a[1]);
    return st;
}

/* In space a rate comes to zero while its direction still settles: what would last no
 * longer than that ends here, of all contacts that come to rest with this one, too: each of them
 * would send the others on. */
static zn_status end_slides(zni_event_driven *e)
{
    const zn_state *x = &e->s->state;
    bool any = false;
    zn_status st = ZN_OK;

    for (zn_index c = e->now.row[0]; c < e->now.row[1]; c++)
        any =
            any || (e->contact[c].space && e->is[c].slides && e->is[c].hit > 0);
    if (any)
        st = zni_event_accelerations(e, x->t, x->q, x->v);
    for (zn_index c = e->now.row[0]; any && !st && c < e->now.row[1]; c++)
        if (e->contact[c].space && e->is[c].slides)
            st = ends_soon(e, c, &e->is[c].rest);
    return st;
}

/* Of those that stay, if rows of candidates depended on one another. */
static zn_status share(zni_event_driven *e, bool redundant)
{
    zn_state *x = &e->s->state;
    zn_status st = ZN_OK;

    if (redundant) {
        st = zni_event_assemble(e, x->t, x->q, x->v);
        if (!st)
            st = zni_event_reduce(e, ZNI_FORCES);
        return st ? st : zni_event_share(e);
    }
    for (zn_index c = e->now.row[0]; c < e->now.row[1]; c++)
        e->is[c].share = 0;
    return ZN_OK;
}

/* The problem of forces among the candidates. */
static zn_status stay(zni_event_driven *e)
{
    zn_state *x = &e->s->state;
    zn_status st;

    choose(e);
    st = zni_rank_reserve(e->ctx, &e->rank, e->nclosed);
    if (st || !any_unilateral(e)) /* nothing to choose from */
        return st;
    st = zni_event_free(e, x->t, x->q, x->v);
    if (!st)
        st = zni_event_assemble(e, x->t, x->q, x->v);
    if (st)
        return st;
    st = who_stays(e);
    if (st)
        return st;
    const bool redundant = e->rank.rank < e->npick;
    let_go(e);
    return share(e, redundant);
}

/* Has a force that was shared come to its bound, and nobody could take it over? */
static bool cannot_stay(const zni_event_driven *e)
{
    for (zn_index c = e->now.row[0]; c < e->now.row[1]; c++)
        if (e->is[c].closed && zni_event_gives_way(&e->is[c]))
            return true;
    return false;
}

/* The same, then the forces of those that stay. */
static zn_status forces(zni_event_driven *e)
{
    zn_state *x = &e->s->state;
    zn_status st = end_slides(e);

    if (st)
        return zn_note(e->ctx, st, "the end of sliding");
    st = stay(e);
    if (!st && cannot_stay(e))
        st = stay(e);
    if (!st)
        st = zni_event_accelerations(e, x->t, x->q, x->v);
    return st ? zn_note(e->ctx, st, "forces of closed contacts") : ZN_OK;
}

/* ---- one impact --------------------------------------------------------------------- */

static zn_status tell_impacts(zni_event_driven *e)
{
    zn_state *x = &e->s->state;
    zn_status st = ZN_OK;

    for (zn_index c = e->now.row[0]; !st && c < e->now.row[1]; c++) {
        const zn_index at = e->contact[c].at;
        zn_event_record r = {.before = e->gap[2][at],
                             .after = x->y[1][at],
                             .value = e->percussion[at]};
        if (r.value == 0)
            continue;
        r.energy = r.value * (r.before + r.after) / 2;
        x->lambda[1][at] += r.value;
        e->s->info.impacts += !e->contact[c].bilateral;
        st = zni_event_tell(e, ZN_EVENT_IMPACT, c, &r);
    }
    return st;
}

static zn_status impact(zni_event_driven *e)
{
    zn_state *x = &e->s->state;
    zn_status st;

    zni_event_copy(e, x->v, e->last);
    for (zn_index c = e->now.row[0]; c < e->now.row[1]; c++)
        e->gap[2][e->contact[c].at] = zni_event_gap(e, c, 1);
    st = percussion(e);
    if (!st)
        st = zni_event_share_percussions(e);
    if (!st)
        st = forces(e);
    if (!st)
        zni_event_note_doubt(e);
    if (!st)
        st = zni_event_accumulate(e);
    if (!st)
        st = tell_impacts(e);
    if (!st)
        zni_event_add_impulse(e, &e->impact);
    return st;
}

/* ---- all of it ----------------------------------------------------------------------- */

/* Which side of its guard a contact is on; a relay that begins to slide is on none yet. */
static int8_t side_of(const zni_event_driven *e, zn_index c)
{
    const zni_contact *o = &e->contact[c];
    const double y = zni_event_gap(e, c, 0), u = zni_event_gap(e, c, 1);

    if (o->tangent > 1)
        return 1;
    if (o->relay || o->tangent)
        return !e->is[c].slides ||
               zni_event_sliding_guard(e, c, NULL, &e->s->state.y[1][o->at]) >
                   e->tol_v;
    return e->is[c].closed || u > e->tol_v || y > e->tol_y ||
           (e->is[c].flies && e->is[c].hit <= 0);
}

/* It goes up from where rounding has it at zero or below, and its guard calls for that at this very
 * instant again, or has called while it went up: until it is seen above it is on no side. Else nothing that
 * comes before it is up would be found. */
static bool not_up_yet(const zni_event_driven *e, zn_index c)
{
    const zni_contact_state *is = &e->is[c];

    return (is->side == 0 || (e->same > 0 && is->hit > 0)) && !is->closed &&
           zni_event_normal(e, c) && zni_event_gap(e, c, 0) <= 0;
}

/* What a contact does: 0 open, 1 closed; a relay or tangent 2 sticks, 3 and 1 slides, 4
 * nothing, or what the tangent before it does. */
static int8_t doing(const zni_event_driven *e, zn_index c)
{
    if (zni_event_idle(e, c) || e->contact[c].tangent > 1)
        return 4;
    return e->contact[c].relay || e->contact[c].tangent
               ? (int8_t)(2 + e->is[c].slides)
               : e->is[c].closed;
}

static zn_event_what what_of(const zni_event_driven *e, zn_index c)
{
    if (e->contact[c].relay || e->contact[c].tangent)
        return e->is[c].closed ? ZN_EVENT_STICK : ZN_EVENT_SLIDE;
    return e->is[c].closed ? ZN_EVENT_CLOSE : ZN_EVENT_OPEN;
}

/* Sides of the guards, and what changed. */
static zn_status conclude(zni_event_driven *e, const int8_t was[])
{
    zn_state *x = &e->s->state;
    zn_status st = ZN_OK;

    for (zn_index c = e->now.row[0]; c < e->now.row[1]; c++) {
        zni_contact_state *is = &e->is[c];
        is->side = not_up_yet(e, c) ? 0 : side_of(e, c);
        if (!is->closed && zni_event_normal(e, c) &&
            zni_event_touches(e, is, zni_event_gap(e, c, 0)))
            is->last = x->t;
        is->hit = is->rest = 0;
        is->below = !is->closed && zni_event_normal(e, c) &&
                    zni_event_gap(e, c, 0) < -e->tol_y;
        x->lambda[2][e->contact[c].at] = zni_event_force(e, c);
        x->active[e->contact[c].at] = (unsigned char)zni_event_bears(e, c);
    }
    for (int open = 0; open <= 1; open++)
        for (zn_index c = e->now.row[0]; !st && c < e->now.row[1]; c++) {
            const double *force = &x->lambda[2][e->contact[c].at];
            zn_event_record r = {.before = zni_event_rate(e, c),
                                 .after = zni_event_rate(e, c),
                                 .value = e->contact[c].space
                                              ? hypot(force[0], force[1])
                                              : *force};
            if (e->contact[c].bilateral || was[c] == doing(e, c) ||
                doing(e, c) == 4 || e->is[c].closed == open)
                continue;
            st = zni_event_tell(e, what_of(e, c), c, &r);
        }
    return st;
}

/* What is told of this instant comes after what was told of it. */
static void look_again(zni_event_driven *e)
{
    const double t = e->s->state.t;

    e->turn = e->turned == t ? e->turn + 1 : 0;
    e->turned = t;
    e->pass = 0;
}

/* Who is above; of one that goes up its guard has seen rounding. */
static void note_flights(zni_event_driven *e)
{
    for (zn_index c = e->now.row[0]; c < e->now.row[1]; c++) {
        zni_contact_state *is = &e->is[c];
        const bool open = zni_event_normal(e, c) && !is->closed;
        const double u = zni_event_gap(e, c, 1);
        is->flies = open && is->side == 1 && fabs(u) > e->tol_v;
        if (open && is->hit > 0 && u > e->tol_v)
            is->side = 0;
    }
}

/* Contacts of a body that lands flat are hit together, whatever the last digits of their gaps are, if
 * that is within so many ticks. */
static const double TICKS = 100;

static void note_beside(zni_event_driven *e)
{
    const double near = TICKS * zni_event_tick(e, e->s->state.t);
    bool any = false;

    for (zn_index c = e->now.row[0]; c < e->now.row[1]; c++)
        any = any || (e->is[c].hit > 0 && zni_event_normal(e, c) &&
                      !e->is[c].closed && zni_event_gap(e, c, 1) < -e->tol_v);
    for (zn_index c = e->now.row[0]; any && c < e->now.row[1]; c++) {
        zni_contact_state *is = &e->is[c];
        const double y = zni_event_gap(e, c, 0), u = zni_event_gap(e, c, 1);
        if (zni_event_normal(e, c) && !is->closed && is->side == 1 &&
            u < -e->tol_v && y <= fmin(ZNI_LAST_DIGITS * e->tol_y, -u * near))
            is->hit = 1;
    }
}

/* Gaps and rates of who is closed go to zero. With those whose impacts end rates of relays and tangents may
 * come to zero, too, which until then slid: who stays is looked at again. */
static zn_status come_to_rest(zni_event_driven *e)
{
    zn_state *x = &e->s->state;
    zn_status st = ZN_OK;

    if (!e->nclosed)
        return ZN_OK;
    st = zni_event_settle(e);
    if (!st && e->rested) {
        e->rested = false;
        st = forces(e);
        if (!st)
            st = zni_event_settle(e);
    }
    return st ? st : zni_event_accelerations(e, x->t, x->q, x->v);
}

zn_status zni_event_resolve(zni_event_driven *e, bool *jumped)
{
    zn_state *x = &e->s->state;
    int8_t *was = (int8_t *)e->crossed; /* free between flows, one byte each */
    zn_status st;

    *jumped = false;
    e->s->lins.parameters = zni_sim_tick(e->s);
    e->rested = false;
    for (zn_index c = e->now.row[0]; c < e->now.row[1]; c++)
        was[c] = doing(e, c);
    look_again(e);
    st = zni_event_outputs(e);
    note_flights(e);
    note_beside(e);
    if (!st)
        st = zni_event_lost_flights(e);
    for (int k = 0; !st && approaching(e); k++) {
        if (k == IMPACTS)
            return zn_fail(
                e->ctx, ZN_UNSOLVED,
                "impacts at t = %.17g s do not come to an end: contacts "
                "still approach after %d of them",
                x->t, IMPACTS);
        e->pass = k;
        st = impact(e);
        *jumped = true;
    }
    /* else they are those after the last impact */
    if (!st && (!*jumped || e->rested || e->nspace))
        st = forces(e);
    if (!st)
        st = come_to_rest(e);
    e->pass = IMPACTS; /* after them */
    return st ? st : conclude(e, was);
}
