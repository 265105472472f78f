/* isles.c - systems that nothing joins to others, and what of the state is theirs
 *
 * Interactions join their systems; the parts that are left are isles. If steps end at
 * instants of the grid only, each isle goes through its own steps of the integrator and its own
 * events from one instant to the next, as if it were alone: an event costs what its isle
 * costs. Else all that there is counts as one isle. doc/event-driven.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/event/event.h"

#include <math.h>
#include <string.h>

#include "kernel/model/vectors.h"

/* Up to so many isles steps end at every event by themselves. A row of the record for each
 * event of each isle is of the square of their number, as is the work: 1.2 times that of as
 * many single runs for ten balls, 7.5 times for a hundred. */
enum { FEW = 16 };

/* ---- which they are ------------------------------------------------------------- */

/* The first system of the isle of system k, in a forest. */
static zn_index root(zn_index parent[], zn_index k)
{
    while (parent[k] != k)
        k = parent[k] = parent[parent[k]];
    return k;
}

/* The forest of systems that interactions join; the least place is the root.
 * @return how many trees */
static zn_index join(const zni_event_driven *e, zn_index parent[])
{
    const zn_simulation *s = e->s;
    zn_index trees = 0;

    for (zn_index k = 0; k < s->nbody; k++) {
        parent[k] = k;
        trees += s->body[k].ds != NULL;
    }
    for (zn_index k = 0; k < s->lins.n; k++) {
        const zni_lin *a = zni_lins_at(&s->lins, k);
        zn_index i, j;
        if (!a->a || a->nds < 2)
            continue;
        i = root(parent, a->body[0]);
        j = root(parent, a->body[1]);
        parent[i > j ? i : j] = i < j ? i : j;
        trees -= i != j;
    }
    return trees;
}

/* May isles have steps of their own? What sees the state of others, or makes a time step of
 * all, keeps them together. */
static bool may_part(const zni_event_driven *e)
{
    return !e->s->state.nx && !e->s->model->nlink &&
           e->on_many == ZNI_MANY_STOP && e->on_unsolved == ZNI_MANY_STOP;
}

static void decide(zni_event_driven *e, zn_index trees)
{
    const bool part = may_part(e) && trees > 1;

    e->by_grid = e->ends == ZNI_ENDS_GRID ||
                 (e->ends == ZNI_ENDS_AUTO && part && trees > FEW);
    e->whole = !e->by_grid || !part;
    e->nisle = e->whole ? 1 : trees;
}

/* number[k]: the isle of the system at place k, or where there is none -1. That with the first
 * name comes first. */
static void number_isles(const zni_event_driven *e, const zni_roster *r,
                         zn_index parent[], zn_index number[])
{
    zn_index n = 0;

    for (zn_index k = 0; k < e->s->nbody; k++)
        number[k] = -1;
    for (zn_index i = 0; i < r->nds; i++) {
        const zn_index k = r->ds[i]->place, first = root(parent, k);
        if (number[first] < 0)
            number[first] = e->whole ? 0 : n++;
        number[k] = number[first];
    }
}

/* Places of systems and interactions, isle by isle: sums over them are to be those of any model
 * with the same systems and interactions, wherever these are. */
static void sort(zni_event_driven *e, const zni_roster *r,
                 const zn_index number[])
{
    const zn_simulation *s = e->s;
    const zni_order *order = &s->lins.order;
    zn_index at = 0;

    for (zn_index i = 0; i < e->nisle; i++)
        e->isle[i].body[1] = e->isle[i].lin[1] = 0;
    for (zn_index k = 0; k < s->nbody; k++)
        if (number[k] >= 0)
            e->isle[number[k]].body[1]++;
    for (zn_index k = 0; k < s->lins.n; k++) {
        e->of[k] = zni_lins_whose(&s->lins, k) ? number[zni_lins_at(&s->lins, k)->body[0]] : 0;
        if (zni_lins_whose(&s->lins, k))
            e->isle[e->of[k]].lin[1]++;
    }
    for (zn_index i = 0, lin = 0; i < e->nisle; i++) {
        zni_isle *o = &e->isle[i];
        o->body[0] = at;
        o->lin[0] = lin;
        at += o->body[1];
        lin += o->lin[1];
        o->body[1] = o->body[0];
        o->lin[1] = o->lin[0];
    }
    for (zn_index i = 0; i < r->nds; i++) {
        const zn_index k = r->ds[i]->place;
        e->body[e->isle[number[k]].body[1]++] = k;
    }
    for (zn_index i = 0; i < order->n; i++) {
        const zn_index k = zni_order_place(order, i);
        e->lin[e->isle[e->of[k]].lin[1]++] = k;
    }
}

/* Do all of its systems have constant masses and forces, no momenta that turn with them, and
 * no springs? */
static bool moves_uniformly(const zni_event_driven *e, const zni_isle *o)
{
    bool so = !e->s->state.nx;

    for (zn_index i = o->body[0]; so && i < o->body[1]; i++) {
        const zn_ds *ds = e->s->body[e->body[i]].ds;
        so = zn_vary_constant(ds->varies.M) && zn_vary_constant(ds->varies.F) &&
             !(ds->type->carries && ds->type->carries(ds));
    }
    for (zn_index i = o->lin[0]; so && i < o->lin[1]; i++)
        so = !zni_event_spring(e, e->lin[i]);
    return so;
}

static bool all_plain(const zni_event_driven *e, const zni_isle *o)
{
    bool so = true;

    for (zn_index i = o->lin[0]; so && i < o->lin[1]; i++)
        so = zni_lins_at(&e->s->lins, e->lin[i])->plain;
    return so;
}

static bool goes_on(const zni_run *r, const zni_run *next)
{
    bool so = true;

    for (int k = 0; so && k < 3; k++)
        so = !r->n[k] || !next->n[k] || r->at[k] + r->n[k] == next->at[k];
    return so;
}

static void append(zni_run *r, const zni_run *next)
{
    for (int k = 0; k < 3; k++) {
        if (!r->n[k])
            r->at[k] = next->at[k];
        r->n[k] += next->n[k];
    }
}

/* Are the stretches from the first one on all of the state, in its order? */
static bool is_in_place(const zni_event_driven *e, const zni_isle *o)
{
    const zn_state *x = &e->s->state;
    const zn_index size[3] = {x->nq, x->nv, x->nx};
    const zni_run *r = &e->run[o->run[0]];
    bool so = o->run[1] == o->run[0] + 1;

    for (int k = 0; so && k < 3; k++)
        so = r->n[k] == size[k] && (!size[k] || r->at[k] == 0);
    return so;
}

/* Stretches of the state that are theirs, in the order of systems. */
static zn_index stretches(zni_event_driven *e, zni_isle *o, zn_index n)
{
    o->run[0] = n;
    o->n = 0;
    for (zn_index b = o->body[0]; b < o->body[1]; b++) {
        const zn_ds *ds = e->s->body[e->body[b]].ds;
        const zni_run next = {{ds->q_off, ds->v_off, ds->x_off},
                              {ds->nq, ds->nv, ds->nx}};
        if (n > o->run[0] && goes_on(&e->run[n - 1], &next))
            append(&e->run[n - 1], &next);
        else
            e->run[n++] = next;
        o->n += (zn_index)ds->nq + ds->nv + ds->nx;
    }
    if (n == o->run[0]) { /* all systems have gone, and left room */
        const zn_state *x = &e->s->state;
        e->run[n++] = (zni_run){.n = {x->nq, x->nv, x->nx}};
        o->n = x->nq + x->nv + x->nx;
    }
    o->run[1] = n;
    return n;
}

static void runs(zni_event_driven *e)
{
    zn_index n = 0;

    for (zn_index i = 0; i < e->nisle; i++) {
        zni_isle *o = &e->isle[i];
        n = stretches(e, o, n);
        o->in_place = is_in_place(e, o);
        o->uniform = moves_uniformly(e, o);
        o->simple = all_plain(e, o);
        o->still = o->uniform && o->simple;
        o->weighed = false;
    }
}

/* Which unknown of an isle is the rate of which: q' = v, of systems for which that is so. */
static void rates(zni_event_driven *e, zn_index isle, zn_index first)
{
    zni_isle *o = &e->isle[isle];
    zn_index *of = e->rate_of + first, q = 0, v = 0;

    o->rate = first;
    o->straight = !e->s->state.nx;
    for (zn_index i = 0; i < o->n; i++)
        of[i] = -1;
    for (zn_index i = o->run[0]; i < o->run[1]; i++)
        v += e->run[i].n[0];
    o->x = v;
    for (zn_index i = o->run[0]; i < o->run[1]; i++)
        o->x += e->run[i].n[1];
    for (zn_index b = o->body[0]; b < o->body[1]; b++) {
        const zn_ds *ds = e->s->body[e->body[b]].ds;
        const bool plain = ds->nv && !ds->type->qdot;
        o->straight = o->straight && plain;
        for (zn_index i = 0; i < ds->nq; i++)
            e->packed[ds->q_off + i] = q + i;
        for (zn_index i = 0; plain && i < ds->nv; i++)
            of[q + i] = v + i;
        q += ds->nq;
        v += ds->nv;
    }
}

static zn_status room(zni_event_driven *e)
{
    const zn_simulation *s = e->s;
    const zn_index n = s->nbody + 1;
    zn_status st = zn_grow(e->ctx, &e->isle, &e->cisle, n, sizeof *e->isle);

    if (!st)
        st = zn_grow(e->ctx, &e->course, &e->ccourse, n, sizeof *e->course);
    if (!st)
        st = zn_grow(e->ctx, &e->body, &e->cbody, 3 * n, sizeof *e->body);
    if (!st)
        st = zn_grow(e->ctx, &e->run, &e->crun, n, sizeof *e->run);
    if (!st)
        st = zn_grow(e->ctx, &e->lin, &e->clin, s->lins.n + 1, sizeof *e->lin);
    if (!st)
        st = zn_grow(e->ctx, &e->of, &e->cof, s->lins.n + 1, sizeof *e->of);
    if (!st)
        st = zn_grow(e->ctx, &e->rate_of, &e->crate_of,
                     s->state.nq + s->state.nv + s->state.nx + 1,
                     sizeof *e->rate_of);
    if (!st)
        st = zn_grow(e->ctx, &e->carry, &e->ccarry, e->crate_of,
                     sizeof *e->carry);
    if (!st)
        st = zn_grow(e->ctx, &e->packed, &e->cpacked, s->state.nq + 1,
                     sizeof *e->packed);
    if (!st)
        st = zn_grow(e->ctx, &e->contact_at, &e->ccontact_at, s->state.ny + 1,
                     sizeof *e->contact_at);
    if (!st)
        st = zn_grow(e->ctx, &e->trial, &e->ctrial,
                     s->state.nq + s->state.nv + s->state.nx + 1,
                     sizeof *e->trial);
    return st ? st
              : zn_grow(e->ctx, &e->rate, &e->crate, s->state.nq + 1,
                        sizeof *e->rate);
}

zn_status zni_event_isles(zni_event_driven *e)
{
    zn_simulation *s = e->s;
    const zn_index before = e->nisle;
    zni_roster r;
    zn_index *parent, *number;
    zn_status st = room(e);

    if (!st)
        st = zni_roster_fill(s->model, &s->roster, &r);
    if (st)
        return st;
    parent = e->body + s->nbody + 1;
    number = parent + s->nbody + 1;
    decide(e, join(e, parent));
    zni_roster_by_number(&r);
    number_isles(e, &r, parent, number);
    sort(e, &r, number);
    runs(e);
    for (zn_index i = 0, first = 0; i < e->nisle; first += e->isle[i++].n)
        rates(e, i, first);
    e->here = 0;
    if (e->nisle != before) /* what was remembered is of others */
        e->begun = 0;
    return ZN_OK;
}

zn_status zni_event_isles_rows(zni_event_driven *e)
{
    const bool shares = !e->whole;
    zn_index c = 0;
    zn_status st = ZN_OK;

    for (; c < e->ncontact; c++)
        e->contact_at[e->contact[c].at] = c;
    c = 0;
    for (zn_index i = 0; i < e->nisle; i++) {
        zni_isle *o = &e->isle[i];
        o->row[0] = c;
        for (; c < e->nsecond && (e->whole || e->of[e->contact[c].place] == i);
             c++)
            if (e->contact[c].space) /* its friction turns with the motion */
                o->still = false;
        o->row[1] = c;
        o->end = e->whole ? e->ncontact : c;
    }
    e->now = e->isle[0];
    if (!e->s->state.nv)
        return ZN_OK;
    st = zni_problem_share_out(&e->impact, shares ? e->of : NULL, e->nisle);
    return st ? st
              : zni_problem_share_out(&e->force, shares ? e->of : NULL,
                                      e->nisle);
}

void zni_event_isles_fini(zni_event_driven *e)
{
    zn_free_array(e->ctx, e->isle);
    zn_free_array(e->ctx, e->body);
    zn_free_array(e->ctx, e->lin);
    zn_free_array(e->ctx, e->of);
    zn_free_array(e->ctx, e->packed);
    zn_free_array(e->ctx, e->contact_at);
    zn_free_array(e->ctx, e->run);
    zn_free_array(e->ctx, e->rate_of);
    zn_free_array(e->ctx, e->carry);
    zn_free_array(e->ctx, e->trial);
    zn_free_array(e->ctx, e->rate);
    zn_free_array(e->ctx, e->matrix);
    zn_free_array(e->ctx, e->told);
}

/* ---- one of them at hand -------------------------------------------------------- */

zn_status zni_event_enter(zni_event_driven *e, zn_index isle)
{
    const zni_isle *o = &e->isle[isle];

    e->here = isle;
    e->now = *o;
    e->length = o->length;
    e->count = o->count;
    e->same = o->same;
    e->pending = o->pending;
    e->carried = o->carried;
    e->turned = -INFINITY;
    if (!e->whole) {
        zni_problem_turn_to(&e->impact, isle);
        zni_problem_turn_to(&e->force, isle);
    }
    zni_event_count(e);
    if (!e->whole || !e->now.still || !e->chosen) /* else it is whom the last step left */
        e->chosen = zni_sim_tick(e->s);
    return zni_rank_reserve(e->ctx, &e->rank, e->nclosed);
}

void zni_event_leave(zni_event_driven *e)
{
    zni_isle *o = &e->isle[e->here];

    o->length = e->length;
    o->count = e->count;
    o->same = e->same;
    o->pending = e->pending;
    o->carried = e->carried;
}

/* ---- its part of the state --------------------------------------------------------- */

/* Part k of the runs, one behind the other, from a to y; returns the end. */
static double *gather(const zni_event_driven *e, int k, const double a[],
                      double y[])
{
    for (zn_index i = e->now.run[0]; i < e->now.run[1]; i++) {
        const zni_run *r = &e->run[i];
        zni_copy(r->n[k], a + r->at[k], y);
        y += r->n[k];
    }
    return y;
}

/* And back. */
static const double *scatter(const zni_event_driven *e, int k, const double y[],
                             double a[])
{
    for (zn_index i = e->now.run[0]; i < e->now.run[1]; i++) {
        const zni_run *r = &e->run[i];
        zni_copy(r->n[k], y, a + r->at[k]);
        y += r->n[k];
    }
    return y;
}

static void pack(const zni_event_driven *e, const double q[], const double v[],
                 const double x[], double y[])
{
    gather(e, 2, x, gather(e, 1, v, gather(e, 0, q, y)));
}

static void unpack(const zni_event_driven *e, const double y[], double q[],
                   double v[], double x[])
{
    scatter(e, 2, scatter(e, 1, scatter(e, 0, y, q), v), x);
}

void zni_event_pack(const zni_event_driven *e, double y[])
{
    const zn_state *x = &e->s->state;

    pack(e, x->q, x->v, x->x, y);
}

void zni_event_pack_all(const zni_event_driven *e, const double all[],
                        double y[])
{
    const zn_state *x = &e->s->state;

    pack(e, all, all + x->nq, all + x->nq + x->nv, y);
}

void zni_event_unpack(zni_event_driven *e, const double y[])
{
    zn_state *x = &e->s->state;

    unpack(e, y, x->q, x->v, x->x);
}

void zni_event_slopes(const zni_event_driven *e, double f[])
{
    gather(e, 1, e->acc, gather(e, 0, e->rate, f));
}

void zni_event_slopes_of_x(const zni_event_driven *e, double f[])
{
    gather(e, 2, e->acc + e->s->state.nv, f + e->now.x);
}

zn_status zni_event_trial(zni_event_driven *e, const double y[])
{
    const zn_index nq = e->s->state.nq, nv = e->s->state.nv;

    if (e->now.in_place) {
        e->q = y;
    } else {
        unpack(e, y, e->trial, e->trial + nq, e->trial + nq + nv);
        e->q = e->trial;
    }
    e->v = e->q + nq;
    return zni_sim_follow(e->s, e->q, e->v, e->v + nv);
}

zn_status zni_event_outputs(zni_event_driven *e)
{
    const zn_state *x = &e->s->state;
    zn_status st = zni_sim_follow(e->s, x->q, x->v, x->x);

    for (zn_index i = e->now.lin[0]; !st && i < e->now.lin[1]; i++)
        st = zni_sim_output(e->s, e->lin[i]);
    return st;
}

zn_status zni_event_settle_contacts(zni_event_driven *e)
{
    zn_status st = ZN_OK;

    for (zn_index i = e->now.lin[0];
         e->s->all.any_commit && !st && i < e->now.lin[1]; i++)
        st = zni_sim_settle_contact(e->s, e->lin[i]);
    return st;
}

/* ---- u vectors ------------------------------------------------------------------------ */

void zni_event_clear(const zni_event_driven *e, double out[])
{
    for (zn_index i = e->now.run[0]; i < e->now.run[1]; i++)
        zni_clear(e->run[i].n[1], out + e->run[i].at[1]);
}

void zni_event_copy(const zni_event_driven *e, const double a[], double out[])
{
    for (zn_index i = e->now.run[0]; i < e->now.run[1]; i++)
        zni_copy(e->run[i].n[1], a + e->run[i].at[1],
                 out + e->run[i].at[1]);
}

void zni_event_add(const zni_event_driven *e, double f, const double a[],
                   double out[])
{
    for (zn_index i = e->now.run[0]; i < e->now.run[1]; i++) {
        const zni_run *r = &e->run[i];
        for (zn_index d = r->at[1]; d < r->at[1] + r->n[1]; d++)
            out[d] += f * a[d];
    }
}

double zni_event_dot(const zni_event_driven *e, const double a[],
                     const double b[])
{
    double sum = 0;

    for (zn_index i = e->now.run[0]; i < e->now.run[1]; i++) {
        const zni_run *r = &e->run[i];
        for (zn_index d = r->at[1]; d < r->at[1] + r->n[1]; d++)
            sum += a[d] * b[d];
    }
    return sum;
}
