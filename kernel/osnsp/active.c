/* active.c - the index set of a step: which rows enter the one-step problem
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osnsp/problem.h"

#include <string.h>

/* Row i of y and lambda is in or out; true if it was not before. */
static inline bool put(zni_problem *p, zn_index i, bool in)
{
    const bool differ = p->active.was[i] != in;

    p->active.was[i] = in;
    if (!in && p->lam[i] != 0) {
        p->lam[i] = 0;
        p->lambda = zni_problem_tick(p);
    }
    return differ;
}

/* How many rows there are at a seat, of one copy of the law, and of these that take part. */
typedef struct span {
    zn_index size, stride, unit;
} span;

static inline span span_of(const zni_problem *p, const zni_seat *s)
{
    const zni_member *m;

    if (s->size != ZNI_SEAT_WIDE)
        return (span){s->size, s->stride, s->unit};
    m = zni_problem_member(p, s->place);
    return (span){m->size, m->stride, m->unit};
}

/* A contact that adheres is closed until it is torn off, whatever rounding makes of its
 * gap. */
static bool sticks(const zni_problem *p, zn_index place,
                   const zn_step *step, zn_index i)
{
    return p->has.any_adhesion &&
           zni_problem_member(p, place)->more->adhesion > 0 &&
           step->state->active[i] == 1;
}

/* The rule of the problem, from the outputs of a copy of the law. */
static inline bool rule(const zni_problem *p, const zn_step *step,
                        const zni_seat *s, zn_index i, const double y[],
                        const double u[])
{
    const zni_chooser *by = &p->active.by;

    return by->ot ? by->ot->active(by->os, step, y, u,
                                   step->state->active[s->off + i])
                  : p->kind->active(p, zni_problem_member(p, s->place), step, i, y, u);
}

bool zni_problem_lasts(const zni_problem *p, const zni_member *m, const zn_step *step,
                       zn_index i, const double y[])
{
    const double width = p->active.width ? p->active.width[i] : 1;

    return m->level == ZN_LEVEL_VELOCITY && y[0] <= p->active.lasting * width &&
           step->state->active[i] && step->state->lambda[m->level][i] > 0;
}

/* Does the copy of the law that begins with row i enter the problem? */
static inline bool enters(const zni_problem *p, const zn_step *step,
                          const zni_seat *s, zn_index i, const double y[],
                          const double u[])
{
    const unsigned char *given = p->active.given;

    return given ? given[s->off + i]
                 : sticks(p, s->place, step, s->off + i) ||
                       (p->active.lasting > 0 &&
                        zni_problem_lasts(p, zni_problem_member(p, s->place), step, s->off + i, y)) ||
                       rule(p, step, s, i, y, u);
}

/* Does row i say what others say? */
static bool left_out(const zni_problem *p, zn_index i)
{
    return p->lins->nredundant && p->lins->redundant[i];
}

/* Did it press in the last step, where the integrators choose? */
static inline bool pressed(const zni_problem *p, const zn_step *step, zn_index row)
{
    return step->state->active[row] && step->state->lambda[ZN_LEVEL_VELOCITY][row] > 0 &&
           p->kind->by_integrators && !p->active.given;
}

/* The same where nothing but the rule of the integrator counts; it asks for signs, and what rests has
 * none. If there is no room to look at that, `failed` says so. */
static inline bool may_enter(zni_problem *p, const zn_step *step,
                             bool by_rule, const zni_seat *s, zn_index i,
                             const double y[], const double u[])
{
    const zni_chooser *by = &p->active.by;
    zn_status st;
    bool so;

    if (s->always)
        return true;
    so = by_rule ? by->ot->active(by->os, step, y, u,
                                  step->state->active[s->off + i])
                 : enters(p, step, s, i, y, u);
    if (so || !pressed(p, step, s->off + i))
        return so;
    st = zni_problem_rests(p, step, s, i, y, u, &so);
    if (st)
        p->active.failed = st;
    return so;
}

/* An interaction that is chosen, with room for what there is of it then; mostly there is. NULL:
 * there was none, and `failed` says why. */
static inline zni_member *acting(zni_problem *p, zn_index place)
{
    zn_status st;

    if (p->member[place] && p->member[place]->act)
        return p->member[place];
    st = zni_member_acts(p, place);
    if (st)
        p->active.failed = st;
    return st ? NULL : p->member[place];
}

/* There was none: the rows are nobody's choice. */
static zn_status no_room(zni_problem *p)
{
    p->active.chosen = 0;
    p->active.rows = zni_problem_tick(p);
    return p->active.failed;
}

/* Does a copy of the law that does not enter stay out as it was, with no multiplier? */
static inline bool stays_out(const zni_problem *p, zn_index first, zn_index n)
{
    const unsigned char *was = p->active.was + first;
    const double *lam = p->lam + first;

    for (zn_index r = 0; r < n; r++)
        if (was[r] || lam[r] != 0)
            return false;
    return true;
}

/* Rows of one interaction, which has none yet; first: does its first copy of the law enter? by_rule:
 * no row is left out, and the rule of the integrator says which enter.
 * @param[in,out] differ  becomes true if they differ from those of the last step
 * @return how many; -1: there was no room, and `failed` says why */
static inline zn_index choose(zni_problem *p, const zni_seat *s,
                              const zn_step *step, bool first, bool by_rule,
                              const double y[], const double u[], bool *differ)
{
    const bool together = p->active.together && !p->active.given;
    const span rows = span_of(p, s);
    zni_member *m = NULL;
    zn_index nact = 0;
    bool thin = false, enter = first;

    for (zn_index i = 0; i < rows.size; i += rows.stride) {
        if (i > 0 && !together)
            enter = may_enter(p, step, by_rule, s, i, y + i, u + i);
        if (!enter && stays_out(p, s->off + i, rows.unit))
            continue;
        const zn_index end = i + rows.unit;
        for (zn_index r = i; r < end; r++) {
            const bool in = enter && (by_rule || !left_out(p, s->off + r));
            *differ = put(p, s->off + r, in) || *differ;
            if (in && !m && !(m = acting(p, s->place)))
                return -1;
            if (in)
                zni_member_active(m)[nact++] = (int32_t)r;
            thin = thin || (enter && !in);
        }
    }
    if (nact) /* else it is not looked at */
        m->thin = thin;
    return nact;
}

/* The same of the only row of one. */
static inline zn_index choose_one(zni_problem *p, const zni_seat *s, bool first,
                                  bool by_rule, bool *differ)
{
    const bool in = first && (by_rule || !left_out(p, s->off));
    zni_member *m;

    *differ = put(p, s->off, in) || *differ;
    if (!in)
        return 0;
    m = acting(p, s->place);
    if (!m)
        return -1;
    zni_member_active(m)[0] = 0;
    m->thin = false;
    return 1;
}

void zni_problem_deactivate(zni_problem *p)
{
    zni_choice *c = &p->active;

    c->touched = zni_problem_tick(p);
    for (zn_index i = 0; i < c->nact; i++) {
        zni_member *m = zni_problem_member(p, c->act[i]);

        m->slot = -1;
        m->nact = 0;
    }
    c->nact = c->n = 0;
}

/* Are these the integrators of the others? */
static bool same_choosers(zni_chooser *by, const zn_osi *a, const zn_osi *b)
{
    if (!by->ot)
        *by = (zni_chooser){a->type, a->state};
    return a->type == by->ot && (!b || b->type == by->ot);
}

/* Is the integrator of its systems that of the others, if its rows are to be chosen? */
static bool chosen_by(zni_chooser *by, const zni_member *m)
{
    return m->always || same_choosers(by, m->side[0].osi, m->side[1].osi);
}

static zni_seat seat_of(const zni_member *m)
{
    const bool wide = m->size >= ZNI_SEAT_WIDE;

    return (zni_seat){.place = m->place,
                      .off = m->off,
                      .size = wide ? ZNI_SEAT_WIDE : (uint8_t)m->size,
                      .stride = wide ? 0 : (uint8_t)m->stride,
                      .unit = wide ? 0 : (uint8_t)m->unit,
                      .always = m->always};
}

/* The same of what is alone in its row. */
static bool chosen_alone(zni_chooser *by, const zni_row *r, const zni_body *bodies)
{
    return same_choosers(by, bodies[r->body[0]].osi,
                         r->body[1] < 0 ? NULL : bodies[r->body[1]].osi);
}

static zni_seat seat_alone(const zni_row *r, zn_index place)
{
    return (zni_seat){
        .place = (int32_t)place, .off = r->off, .size = 1, .stride = 1, .unit = 1};
}

/* Which seat the next interaction of a share has. */
static zn_index next_seat(zni_choice *c, zn_index place)
{
    return c->share ? c->first[c->share[place] + 1]++ : c->nseat;
}

/* Where the seats of each share begin: in first[share + 1], which moves on to where they end,
 * and is in its place then. */
static void count_seats(zni_problem *p)
{
    zni_choice *c = &p->active;

    memset(c->first, 0, (size_t)(c->nshare + 2) * sizeof *c->first);
    for (zn_index k = 0; k < p->nmember; k++)
        if (zni_problem_member(p, k)->in)
            c->first[c->share[k] + 2]++;
    for (zn_index i = 0; i < c->nshare; i++)
        c->first[i + 2] += c->first[i + 1];
}

/* Interactions came or went. */
static void seat(zni_problem *p)
{
    const zni_order *order = &p->lins->order;
    zni_choice *c = &p->active;
    bool one = p->kind->by_integrators;

    c->nseat = 0;
    c->by = (zni_chooser){0};
    if (c->share)
        count_seats(p);
    for (zn_index i = 0; i < order->n; i++) {
        const zn_index k = zni_order_place(order, i);
        const zni_member *m = p->member[k];
        const zni_row *r = p->bodies ? zni_lins_alone(p->lins, k) : NULL;

        if (!r && (!m || !m->in))
            continue;
        one = one && (r ? chosen_alone(&c->by, r, *p->bodies) : chosen_by(&c->by, m));
        c->seat[next_seat(c, k)] = r ? seat_alone(r, k) : seat_of(m);
        c->nseat++;
    }
    c->by.ot = one ? c->by.ot : NULL;
    c->seated = zni_problem_tick(p);
}

zn_status zni_problem_share_out(zni_problem *p, const zn_index share[],
                                zn_index n)
{
    zni_choice *c = &p->active;
    const zn_status st =
        zn_grow(p->ctx, &c->first, &c->cfirst, n + 2, sizeof *c->first);

    if (st)
        return st;
    c->share = share;
    c->nshare = n;
    c->at = 0;
    c->seated = c->chosen = 0;
    return ZN_OK;
}

void zni_problem_turn_to(zni_problem *p, zn_index share)
{
    zni_choice *c = &p->active;

    if (share == c->at)
        return;
    zni_problem_deactivate(p);
    c->at = share;
    c->chosen = 0;
    c->rows = zni_problem_tick(p);
}

/* No row enters, not even one that always does. */
static void choose_none(zni_problem *p)
{
    zni_choice *c = &p->active;

    for (zn_index i = 0; i < c->nseat; i++)
        for (zn_index r = 0, n = span_of(p, &c->seat[i]).size; r < n; r++)
            put(p, c->seat[i].off + r, false);
    c->affine = true;
    c->chosen = 0;
    c->rows = zni_problem_tick(p);
}

/* Does nothing but the rule of the integrators count? */
static inline bool by_rule_alone(const zni_problem *p)
{
    const zni_choice *c = &p->active;

    return !c->given && !(c->lasting > 0) && !p->has.any_adhesion && !p->lins->nredundant &&
           (c->by.ot || !c->nseat);
}

bool zni_problem_none_acts(const zni_problem *p)
{
    const zni_choice *c = &p->active;

    return !c->nact && !c->none && !c->share && by_rule_alone(p);
}

/* Does the rule of the integrator say so of a copy of the law behind the first one? */
static bool later_enters(const zni_problem *p, const zn_step *step, const zni_seat *s,
                         const double y[], const double u[])
{
    const zni_chooser *by = &p->active.by;
    const span rows = span_of(p, s);
    const zn_index end = s->off + rows.size;

    for (zn_index i = s->off + rows.stride; i < end; i += rows.stride)
        if (by->ot->active(by->os, step, y + i, u + i, step->state->active[i]))
            return true;
    return false;
}

bool zni_problem_none_enters(const zni_problem *p, const zn_step *step)
{
    const zni_choice *c = &p->active;
    const double *y = zni_problem_seen(p, step, 0), *u = zni_problem_seen(p, step, 1);
    const unsigned char *was = step->state->active;

    if (c->given || c->none)
        return false;
    for (zn_index k = 0; k < c->nseat; k++) {
        const zni_seat *s = &c->seat[k];
        const zn_index i = s->off;

        if (c->by.ot->active(c->by.os, step, y + i, u + i, was[i]) ||
            (s->size != s->stride && later_enters(p, step, s, y, u)))
            return false;
    }
    return true;
}

bool zni_problem_some_act(const zni_problem *p)
{
    const zni_choice *c = &p->active;
    bool once = true; /* no interaction has a second copy of its law */

    if (!c->nact || c->none || c->share || !by_rule_alone(p) ||
        !zni_holds(c->by_rule, zni_later(c->touched, p->lins->set)))
        return false;
    for (zn_index k = 0; once && k < c->nseat; k++)
        once = c->seat[k].size == c->seat[k].stride;
    return once;
}

/* Does the rule say of the first copy of the law at a seat what the last choice has? */
static inline bool as_before(const zni_choice *c, const zn_step *step, const zni_seat *s,
                             const double y[], const double u[])
{
    const zn_index i = s->off;

    return c->was[i] == (s->always || c->by.ot->active(c->by.os, step, y + i, u + i,
                                                       step->state->active[i]));
}

bool zni_problem_same_enter(const zni_problem *p, const zn_step *step)
{
    const zni_choice *c = &p->active;
    const zni_seat *s = c->seat, *end = s + c->nseat;
    const double *y = zni_problem_seen(p, step, 0), *u = zni_problem_seen(p, step, 1);

    while (s < end && as_before(c, step, s, y, u))
        s++;
    return s == end;
}

/* Is the last choice, which was by the rule, that of this step, too? Mostly it is, and nothing is to
 * be put where it stands. A second copy of a law in an interaction is not looked at. */
static bool chosen_before(const zni_problem *p, const zn_step *step, const double y[],
                          const double u[])
{
    const zni_choice *c = &p->active;

    if (!zni_holds(c->by_rule, zni_later(c->touched, p->lins->set)))
        return false;
    for (zn_index k = 0; k < c->nseat; k++) {
        const zni_seat *s = &c->seat[k];

        if (s->size != s->stride || !as_before(c, step, s, y, u) ||
            (!c->was[s->off] && (pressed(p, step, s->off) || !stays_out(p, s->off, s->unit))))
            return false;
    }
    return true;
}

zn_status zni_problem_activate(zni_problem *p, const zn_step *step)
{
    zni_choice *c = &p->active;
    const double *y, *u;
    bool differ = false, by_rule;

    if (c->steady && !c->none && zni_holds(c->chosen, p->lins->set))
        return ZN_OK;
    y = zni_problem_seen(p, step, 0);
    u = zni_problem_seen(p, step, 1);
    by_rule = by_rule_alone(p);
    if (by_rule && !c->none && !c->share && !p->lins->recompute &&
        chosen_before(p, step, y, u))
        return ZN_OK;
    zni_problem_deactivate(p);
    if (!zni_holds(c->seated, p->lins->set)) {
        seat(p);
        by_rule = by_rule_alone(p);
    }
    if (c->none) {
        choose_none(p);
        return ZN_OK;
    }
    c->affine = true;
    c->failed = ZN_OK;
    for (zn_index i = c->share ? c->first[c->at] : 0,
                  n = c->share ? c->first[c->at + 1] : c->nseat;
         i < n; i++) {
        const zni_seat *s = &c->seat[i];
        const double *ys = y + s->off, *us = u + s->off;
        const bool first = may_enter(p, step, by_rule, s, 0, ys, us);
        zni_member *m;
        zn_index nact;

        if (c->failed)
            return no_room(p);
        if (!first && s->size == s->stride && stays_out(p, s->off, s->unit))
            continue; /* as most do */
        nact = s->size == 1
                   ? choose_one(p, s, first, by_rule, &differ)
                   : choose(p, s, step, first, by_rule, ys, us, &differ);
        if (nact < 0 || c->failed)
            return no_room(p);
        if (!nact)
            continue;
        if (c->nact == c->cact) {
            c->failed = zn_grow(p->ctx, &c->act, &c->cact, c->nact + 1, sizeof *c->act);
            if (c->failed)
                return no_room(p);
        }
        m = p->member[s->place];
        m->nact = (int32_t)nact;
        c->affine = c->affine && m->affine;
        m->slot = (int32_t)c->nact;
        m->first = (int32_t)c->n;
        c->act[c->nact++] = s->place;
        c->n += nact;
    }
    c->chosen = zni_problem_tick(p);
    if (by_rule && !c->share)
        c->by_rule = c->chosen;
    if (differ)
        c->rows = c->chosen;
    return ZN_OK;
}
