/* modes_switch.c - an event of first-order systems: what each row does from here on
 *
 *     direct rows            -y in N(lambda),     y = q + D lambda
 *     others with y = 0      -y' in N(lambda),    y' = q + C M^-1 B lambda
 *     others with y not 0    lambda is the bound of their side
 *
 * At the very instant some row is on the edge between two modes. So both problems are
 * solved again at (t + d, x + d x'), d being 1e-7 of a step of the integrator: there
 * they say who is held, and events nearer than d to one another are one, which moves x
 * by d^2 at most. x' is that before the event; where multipliers jump it is another one
 * afterwards, which may turn back what was decided: then both problems are solved as one.
 * doc/event-driven.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/event/modes.h"

#include <math.h>
#include <string.h>

enum { NEWTON = 50 };

/* ---- a problem with bounds ---------------------------------------------------------- */

/* The unit of row i of A: a power of two about 1/sqrt of its largest element. */
static double unit(const double A[], zn_index n, zn_index i)
{
    double most = 0;
    int k;

    for (zn_index j = 0; j < n; j++)
        most = fmax(most, fmax(fabs(A[i + j * n]), fabs(A[j + i * n])));
    if (!(most > 0))
        return 1;
    frexp(most, &k);
    return ldexp(1, -k / 2);
}

/* box: z, w, q, lb, ub, units */
zn_status zni_modes_solve(zni_event_driven *e, zni_modes_of of,
                          const double y[], double lambda[], double *moved)
{
    zni_modes *m = &e->modes;
    const zn_index n = e->npick;
    double *z = m->box, *w = z + n, *q = w + n, *lb = q + n, *ub = lb + n,
           *s = ub + n, *A = e->reduced, size = 0, most = 0;
    const zn_matrix M = zn_matrix_dense(n, n, A);
    const zn_relay p = {n, &M, q, lb, ub};
    zn_solve_info info;
    zn_status st;

    zni_modes_matrix(e, of);
    for (zn_index i = 0; i < n; i++)
        s[i] = unit(A, n, i);
    for (zn_index j = 0; j < n; j++)
        for (zn_index i = 0; i < n; i++)
            A[i + j * n] *= s[i] * s[j];
    for (zn_index i = 0; i < n; i++) {
        const zni_contact *o = &e->contact[e->pick[i]];
        lb[i] = o->lb / s[i];
        ub[i] = o->ub / s[i];
        z[i] = lambda[o->at] / s[i];
        q[i] = y[o->at] * s[i];
    }
    for (zn_index j = 0; j < n; j++)
        for (zn_index i = 0; i < n; i++)
            q[i] -= A[i + j * n] * z[j];
    st = zn_solver_solve(m->solver, &p, z, w, &info);
    if (st)
        return zn_note(
            e->ctx, st,
            "t = %.17g s: multipliers of %td rows by their %s (none "
            "may exist where x has to jump by direct rows, which time "
            "stepping does)",
            e->s->state.t, n, of == ZNI_OF_RATES ? "rates" : "outputs");
    for (zn_index i = 0; i < n; i++) {
        double *lam = &lambda[e->contact[e->pick[i]].at];
        most = fmax(most, fabs(*lam - z[i] * s[i]));
        *lam = z[i] * s[i];
        size = fmax(size, fabs(*lam));
    }
    *moved = size > 0 ? most / size : 0;
    return ZN_OK;
}

/* Those that are strictly between their bounds are held; of the others the bound. All
 * in one unit: a distance from a bound by what it would move w. */
static void read_modes(zni_event_driven *e)
{
    const zn_index n = e->npick;
    const double *z = e->modes.box, *w = z + n, *lb = z + 3 * n,
                 *ub = z + 4 * n;

    for (zn_index i = 0; i < n; i++) {
        zni_contact_state *is = &e->is[e->pick[i]];
        const double low = z[i] - lb[i], high = ub[i] - z[i];
        double most = 0;
        for (zn_index j = 0; j < n; j++)
            most = fmax(most, fabs(e->reduced[i + j * n]));
        is->closed = e->contact[e->pick[i]].bilateral ||
                     fmin(low, high) * most > fabs(w[i]) ||
                     (most == 0 && w[i] == 0);
        is->slides = is->closed ? 0 : low <= high ? 1 : -1;
    }
}

/* ---- both problems ---------------------------------------------------------------------- */

/* May the row be held from here on? */
static bool may_hold(const zni_event_driven *e, zn_index c)
{
    const zni_contact_state *is = &e->is[c];

    return e->contact[c].bilateral || is->closed || is->hit || is->rest ||
           fabs(e->gap[2][e->contact[c].at]) <= e->tol_output;
}

static zn_status decide(zni_event_driven *e, bool direct, double t,
                        const double x[])
{
    double moved = 1;
    zn_status st = direct ? ZN_OK : zni_modes_derivative(e, t, x);

    e->npick = 0;
    for (zn_index c = e->nsecond; c < e->ncontact; c++)
        if (e->contact[c].direct == direct && (direct || may_hold(e, c)))
            e->pick[e->npick++] = c;
    for (int k = 0; !st && e->npick && moved > 1e-12; k++) {
        if (k == NEWTON)
            return zn_fail(e->ctx, ZN_UNSOLVED,
                           "t = %.17g s: what rows do is not found by %d "
                           "linearised problems, the last one moved lambda by "
                           "%.3g of the largest",
                           e->s->state.t, NEWTON, moved);
        st = zni_modes_solve(e, direct ? ZNI_OF_OUTPUTS : ZNI_OF_RATES,
                             direct ? e->gap[0] : e->modes.rate, e->modes.lam,
                             &moved);
        if (!st)
            st = zni_modes_relations(e, t, x);
        if (!st && !direct)
            st = zni_modes_derivative(e, t, x);
        if (e->modes.linear)
            break;
    }
    return st;
}

/* lambda and x' at (t, x), and if these are to stay, what each row does. */
static zn_status consider(zni_event_driven *e, double t, const double x[],
                          bool stays)
{
    zn_status st = zni_modes_relations(e, t, x);

    for (int direct = 1; !st && direct >= 0; direct--) {
        st = decide(e, direct, t, x);
        if (!st && stays)
            read_modes(e);
    }
    return st;
}

/* ---- rows whose D leaves some of them without a multiplier ------------------------------- */

/* Of direct rows and those at zero in one problem, of y a step of d later,
 *     y + d y',   d y' of rows that are not direct;     matrix D + d C M^-1 B:
 * a step of Euler's implicit method, which for passive systems says who is held
 * (Camlibel, Heemels, Schumacher, 2002). */
static zn_status decide_ahead(zni_event_driven *e)
{
    zni_modes *m = &e->modes;
    double *y = m->h, moved;

    e->npick = 0;
    for (zn_index c = e->nsecond; c < e->ncontact; c++) {
        const zni_contact *o = &e->contact[c];
        y[o->at] =
            (o->direct ? e->gap[0][o->at] : 0) + m->ahead * m->rate[o->at];
        if (o->direct || may_hold(e, c))
            e->pick[e->npick++] = c;
    }
    return zni_modes_solve(e, ZNI_OF_BOTH, y, m->lam, &moved);
}

/* ---- before it ----------------------------------------------------------------------------- */

/* Of a row that is not held, by the side of y. */
static void take_side(zni_event_driven *e, zn_index c)
{
    const zni_contact *o = &e->contact[c];

    if (!o->direct && !may_hold(e, c)) {
        e->is[c].slides = e->gap[2][o->at] > 0 ? 1 : -1;
        e->modes.lam[o->at] = zni_modes_bound(e, c);
    }
}

static zn_status take_present(zni_event_driven *e)
{
    zni_modes *m = &e->modes;
    zn_state *x = &e->s->state;
    zn_status st;

    st = zni_modes_relations(e, x->t, x->x);
    if (!st)
        st = zni_modes_derivative(e, x->t, x->x);
    if (st)
        return st;
    memcpy(e->gap[2], e->gap[0], (size_t)x->ny * sizeof *e->gap[2]);
    memcpy(m->before, m->rate, (size_t)x->ny * sizeof *m->before);
    for (zn_index c = e->nsecond; c < e->ncontact; c++) {
        double *lam = &m->lam[e->contact[c].at];
        take_side(e, c);
        *lam = fmin(fmax(*lam, e->contact[c].lb), e->contact[c].ub);
    }
    return ZN_OK;
}

/* From both at once, at the present instant. */
static zn_status consider_ahead(zni_event_driven *e)
{
    const zn_state *x = &e->s->state;
    zn_status st = take_present(e);

    if (!st)
        st = zni_modes_relations(e, x->t, x->x);
    if (!st)
        st = zni_modes_derivative(e, x->t, x->x);
    if (!st)
        st = decide_ahead(e);
    if (!st)
        read_modes(e);
    return st;
}

/* Does a direct row, doing what was decided, come to an end at once, since x' is what its
 * multiplier makes of it? */
static zn_status turns_back(zni_event_driven *e, bool *out)
{
    zni_modes *m = &e->modes;
    const zn_state *x = &e->s->state;
    double *before = m->guards, *after = before + e->ncontact;
    zn_status st, back;

    *out = false;
    zni_event_pack(e, m->y);
    st = zni_modes_guards(e, x->t, m->y, before);
    if (!st) {
        zni_modes_later(e, m->ahead, e->v + x->nv, e->ahead);
        zni_event_pack_all(e, e->ahead, e->y);
        st = zni_modes_look_at(e, x->t + m->ahead, e->ahead);
    }
    if (!st)
        st = zni_modes_guards(e, x->t + m->ahead, e->y, after);
    back = zni_modes_look_back(e);
    st = st ? st : back;
    for (zn_index c = e->nsecond; !st && c < e->ncontact; c++)
        *out = *out || (e->contact[c].direct && after[c] < 0 &&
                        after[c] < before[c]);
    return st;
}

/* ---- relays that chatter --------------------------------------------------------------------- */

/* Intervals between switches that shrink by a ratio rho end after d rho/(1 - rho). Then
 * this relay, and those that switch as often, are where y = 0: they may be held. */
static zn_status accumulating(zni_event_driven *e)
{
    const double t = e->s->state.t;
    zn_status st = ZN_OK;

    for (zn_index c = e->nsecond; !st && c < e->ncontact; c++) {
        zni_contact_state *is = &e->is[c];
        const double d = t - is->last, rho = d / is->limit;
        const double left = rho < 1 ? d * rho / (1 - rho) : INFINITY;
        zn_event_record r = {.before = e->modes.before[e->contact[c].at],
                             .limit = t + left,
                             .error = left};
        if (e->contact[c].direct || !e->contact[c].relay || is->hit <= 0)
            continue;
        if (isfinite(is->limit) && left < e->accumulation) {
            st = zni_event_tell(e, ZN_EVENT_ACCUMULATION, c, &r);
            for (zn_index i = e->nsecond; i < e->ncontact; i++)
                e->is[i].rest =
                    e->is[i].rest ||
                    (e->contact[i].relay && !e->contact[i].direct &&
                     e->is[i].limit <= 2 * d && t - e->is[i].last <= 2 * d);
            is->rest = 1;
        }
        is->limit = isfinite(d) ? d : INFINITY;
        is->last = t;
    }
    return st;
}

zn_index zni_modes_restless(const zni_event_driven *e)
{
    double least = INFINITY;

    for (zn_index c = e->nsecond; c < e->ncontact; c++)
        if (e->contact[c].relay && e->is[c].limit < least)
            least = e->is[c].limit;
    for (zn_index c = e->nsecond; c < e->ncontact && isfinite(least); c++)
        if (e->contact[c].relay && !e->contact[c].direct && e->is[c].limit <= 10 * least &&
            zni_modes_coupling(e, c, c) == 0)
            return c;
    return -1;
}

/* ---- all of it ---------------------------------------------------------------------------------- */

/* 0 free, 1 held; a relay 2 held, 3 and 1 at a bound. */
static int8_t doing(const zni_event_driven *e, zn_index c)
{
    return e->contact[c].relay ? (int8_t)(2 + e->is[c].slides)
                               : e->is[c].closed;
}

static zn_status conclude(zni_event_driven *e, const int8_t was[])
{
    zn_state *x = &e->s->state;
    zn_status st = ZN_OK;

    for (zn_index c = e->nsecond; c < e->ncontact; c++) {
        e->is[c].side = zni_modes_clear(e, c);
        e->is[c].hit = e->is[c].rest = 0;
        x->active[e->contact[c].at] = (unsigned char)e->is[c].closed;
    }
    for (int free = 0; free <= 1; free++)
        for (zn_index c = e->nsecond; !st && c < e->ncontact; c++) {
            const zni_contact *o = &e->contact[c];
            zn_event_record r = {.before =
                                     o->direct ? 0 : e->modes.before[o->at],
                                 .after = o->direct ? 0 : e->modes.rate[o->at],
                                 .value = e->modes.lam[o->at]};
            if (o->bilateral || was[c] == doing(e, c) ||
                e->is[c].closed == free)
                continue;
            st = zni_event_tell(e,
                                free ? o->relay ? ZN_EVENT_SLIDE : ZN_EVENT_OPEN
                                : o->relay ? ZN_EVENT_STICK
                                           : ZN_EVENT_CLOSE,
                                c, &r);
        }
    return st;
}

/* Do rows have multipliers, and go on with what was decided? */
static zn_status goes_on(zni_event_driven *e, bool *out)
{
    bool back = true;
    zn_status st = ZN_OK;

    if (zni_modes_regular(e))
        st = turns_back(e, &back);
    *out = !back;
    return st;
}

static void take_back(zni_event_driven *e, const int8_t was[])
{
    for (zn_index c = e->nsecond; c < e->ncontact; c++) {
        zni_contact_state *is = &e->is[c];
        const bool relay = e->contact[c].relay;
        is->closed = was[c] == (relay ? 2 : 1);
        is->slides = (int8_t)(is->closed ? 0 : relay ? was[c] - 2 : 1);
    }
}

/* Farther ahead: modes that may be those of a little later, but are told apart by more than the
 * accuracy of the problem, as a place to begin. */
static const double FARTHER[] = {1e2, 1e4};

/* Changed row by row from what they did before, or from a guess; *on: until they go on. */
static zn_status choose_by_rows(zni_event_driven *e, const int8_t was[], bool *on)
{
    zni_modes *m = &e->modes;
    const double ahead = m->ahead;
    zn_status st;

    take_back(e, was);
    st = zni_modes_pivot(e, true, on);
    for (size_t k = 0; st >= 0 && !*on && k < sizeof FARTHER / sizeof *FARTHER;
         k++) {
        take_back(e, was);
        m->ahead = FARTHER[k] * ahead;
        st = consider_ahead(e);
        m->ahead = ahead;
        if (!st)
            st = zni_modes_pivot(e, false, on);
    }
    return st;
}

/* From both at once; where rows do not go on with that either, row by row. */
static zn_status choose_ahead(zni_event_driven *e, const int8_t was[])
{
    bool on = false;
    zn_status st = consider_ahead(e);

    if (!st)
        st = goes_on(e, &on);
    if (st >= 0 && !on)
        st = choose_by_rows(e, was, &on);
    if (st < 0 || on)
        return st;
    take_back(e, was);
    return consider_ahead(e);
}

/* What direct rows do ends within the time that a step of the grid looks ahead, as of relays that chatter
 * inside of tol_out, where events make steps so short that the next one is out of their sight. What is
 * decided from as far ahead as that is taken instead where it goes on, and rows that are held are at zero. */
static zn_status choose_farther(zni_event_driven *e)
{
    zni_modes *m = &e->modes;
    int8_t *chosen = (int8_t *)e->crossed + e->ncontact;
    const double ahead = m->ahead;
    bool direct = false, back = false, on = false;
    zn_status st;

    for (zn_index c = e->nsecond; c < e->ncontact; c++) {
        chosen[c] = doing(e, c);
        direct = direct || e->contact[c].direct;
    }
    if (!direct)
        return ZN_OK;
    m->ahead = m->farther;
    st = turns_back(e, &back);
    if (!st && back) {
        st = consider_ahead(e);
        if (!st)
            st = goes_on(e, &on);
        if (!st && on)
            st = zni_modes_obeyed(e, &on);
        if (st > 0 || !on)
            take_back(e, chosen);
    }
    m->ahead = ahead;
    return st < 0 ? st : ZN_OK;
}

/* What each row does: from the outputs of direct rows, and then from rates of the others;
 * from both at once where that has no answer, or leaves rows without a multiplier. */
static zn_status choose(zni_event_driven *e, const int8_t was[])
{
    zni_modes *m = &e->modes;
    const zn_state *x = &e->s->state;
    bool on = !m->linear;
    zn_status st = consider(e, x->t, x->x, false), back;

    if (!st) {
        zni_modes_later(e, m->ahead, x->x, m->y);
        st = zni_modes_look_at(e, x->t + m->ahead, m->y);
        if (!st)
            st = consider(e, x->t + m->ahead, e->v + x->nv, true);
        back = zni_modes_look_back(e);
        st = st ? st : back;
    }
    if (!st && m->linear)
        st = goes_on(e, &on);
    if (m->linear && st >= 0 && (st || !on))
        st = choose_ahead(e, was);
    return !st && m->linear && m->farther > m->ahead ? choose_farther(e) : st;
}

/* Outputs have jumped with what systems follow: rows that are not at zero are neither held
 * nor about to be. */
static zn_status loosen(zni_event_driven *e)
{
    const zn_state *x = &e->s->state;
    zn_status st = zni_modes_relations(e, x->t, x->x);

    for (zn_index c = e->nsecond; !st && c < e->ncontact; c++) {
        const zni_contact *o = &e->contact[c];
        if (o->direct || o->bilateral || fabs(e->gap[0][o->at]) <= e->tol_output)
            continue;
        e->is[c].closed = e->is[c].hit = e->is[c].rest = 0;
        e->is[c].slides = e->gap[0][o->at] > 0 ? 1 : -1;
    }
    return st;
}

zn_status zni_modes_resolve(zni_event_driven *e, bool *jumped)
{
    int8_t *was = (int8_t *)e->crossed; /* free between flows, one byte each */
    zn_status st;

    e->s->lins.parameters = zni_sim_tick(e->s);
    for (zn_index c = e->nsecond; c < e->ncontact; c++)
        was[c] = doing(e, c);
    zni_modes_start(e);
    st = e->modes.moved ? loosen(e) : ZN_OK;
    e->modes.moved = false;
    if (!st)
        st = zni_modes_jump(e, jumped);
    if (!st)
        st = take_present(e);
    if (!st)
        st = accumulating(e);
    if (!st)
        st = choose(e, was);
    if (!st)
        st = zni_modes_arrive(e);
    return st ? zn_note(e->ctx, st, "modes of first-order systems")
              : conclude(e, was);
}
