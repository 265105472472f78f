/* modes.c - the rows of first-order systems, and room for what they do
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/event/modes.h"

#include <math.h>

#include <zeno/set.h>

/* ---- what is not known here --------------------------------------------------------- */

static zn_status check_systems(const zni_event_driven *e)
{
    for (zn_index k = 0; k < e->s->nbody; k++) {
        const zn_ds *ds = zni_event_system(e, k, ZN_FIRST_ORDER);
        if (ds && ds->varies.rate)
            return zn_fail(e->ctx, ZN_ENOTSUP,
                           "system '%s' has a control that depends on x', "
                           "which is not known at an event; take simulation "
                           "'time-stepping'",
                           ds->owner.name);
    }
    return ZN_OK;
}

static zn_status check_interaction(const zni_event_driven *e,
                                   const zn_interaction *a)
{
    const zn_law_type *t = a->law->type;
    bool known = !t->vary || (t->varies && !t->varies(a->law));
    zn_cone c;

    if (zni_model_follows(e->s->model, a->relation, true))
        return zni_event_refuse(
            e, a,
            "its relation sees the state of a first-order system in its "
            "parameters, where multipliers do not find it; make that one of "
            "its systems");
    for (zn_index i = 0; known && t->cone(a->law->state, i, &c); i++)
        known = c.set == zn_set_box() || c.set == zn_set_orthant() ||
                c.set == zn_set_zero();
    return known ? ZN_OK
                 : zni_event_refuse(
                       e, a,
                       "events of first-order systems are known of "
                       "complementarity, of equalities, and of relays");
}

/* ---- the table ------------------------------------------------------------------------ */

/* Row i of a copy as one of a box. */
static void bounds(const zn_law *law, zn_index i, zni_contact *o)
{
    zn_index first = 0;
    zn_cone c;

    o->lb = 0;
    o->ub = INFINITY;
    for (zn_index k = 0; law->type->cone(law->state, k, &c); k++) {
        if (i >= first + c.size) {
            first += c.size;
            continue;
        }
        if (c.set == zn_set_box()) {
            o->relay = true;
            o->lb = c.param[i - first];
            o->ub = c.param[c.size + i - first];
        } else if (c.set == zn_set_zero()) {
            o->bilateral = true;
            o->lb = -INFINITY;
        }
        return;
    }
}

/* Does y of a row depend on multipliers, or any y on its own? A matrix that varies may
 * do so anywhere. */
static bool is_direct(const zni_lin *s, zn_index row)
{
    if (!s->more->D)
        return false;
    if (!zn_vary_constant(zni_lin_varies(s)->D))
        return true;
    for (zn_index i = 0; i < s->m; i++)
        if (s->more->D[row + i * s->m] != 0 || s->more->D[i + row * s->m] != 0)
            return true;
    return false;
}

static void enter(zni_event_driven *e, const zni_lin *s, zn_index place,
                  zn_index n)
{
    const zn_index unit = s->a->size / s->a->copies;

    for (zn_index row = 0; row < s->m; row++) {
        zni_contact *o = &e->contact[n + row];
        const zni_contact was = *o;
        *o = (zni_contact){.place = place,
                           .row = row,
                           .at = s->off + row,
                           .serial = s->serial,
                           .direct = is_direct(s, row)};
        bounds(s->a->law, row % unit, o);
        e->direction[n + row] = -1;
        zni_event_keep_state(e, n + row, n + row < e->ncontact ? &was : NULL);
    }
}

zn_status zni_modes_table(zni_event_driven *e, zn_index *n)
{
    zni_lins *L = &e->s->lins;
    zn_status st = check_systems(e);

    e->modes.linear = true;
    for (zn_index i = 0; !st && i < e->isle->lin[1]; i++) {
        const zn_index k = e->lin[i];
        zni_lin *s = zni_lins_at(L, k);
        if (!zni_event_first(s))
            continue;
        st = check_interaction(e, s->a);
        if (!st && s->more->D && zn_vary_constant(zni_lin_varies(s)->D))
            st = zni_lin_D(L, s, e->s->state.t, L->zero);
        if (!st)
            st = zni_event_grow(e, *n + s->m);
        if (st)
            return st;
        enter(e, s, k, *n);
        e->modes.linear = e->modes.linear &&
                          !zn_vary_with(zni_lin_varies(s)->D, ZN_WITH_LAMBDA) &&
                          !zn_vary_with(zni_lin_varies(s)->B, ZN_WITH_LAMBDA);
        *n += s->m;
    }
    return st;
}

/* ---- room ----------------------------------------------------------------------------- */

static zn_status room(zni_event_driven *e)
{
    zni_modes *m = &e->modes;
    const zn_state *x = &e->s->state;
    const zni_lins *L = &e->s->lins;
    const zn_index ny = x->ny + 1, nx = x->nx + 1, n = e->ncontact + 1;
    const zn_index all = x->nq + x->nv + nx;
    zn_index size = 0;
    zn_status st = zn_grow(e->ctx, &m->lam, &m->clam, ny, sizeof *m->lam);

    if (!st)
        st = zn_grow(e->ctx, &m->rate, &m->crate, ny, sizeof *m->rate);
    if (!st)
        st = zn_grow(e->ctx, &m->before, &m->cbefore, ny, sizeof *m->before);
    if (!st)
        st = zn_grow(e->ctx, &m->h, &m->ch, 4 * ny, sizeof *m->h);
    if (!st)
        st = zn_grow(e->ctx, &m->guards, &m->cguards, 2 * n, sizeof *m->guards);
    if (!st)
        st = zn_grow(e->ctx, &m->y, &m->cy, all, sizeof *m->y);
    if (!st)
        st = zn_grow(e->ctx, &m->nearby, &m->cnearby, all, sizeof *m->nearby);
    if (!st)
        st = zn_grow(e->ctx, &m->r, &m->cr, nx, sizeof *m->r);
    if (!st)
        st = zn_grow(e->ctx, &m->at, &m->cat, L->n + 1, sizeof *m->at);
    for (zn_index k = 0; !st && k < L->n; k++) {
        const zni_lin *s = zni_lins_at(L, k);
        m->at[k] = size;
        for (zn_index j = 0; s->a && j < s->nds; j++)
            size += s->a->ds[j]->nx * s->m;
    }
    if (!st)
        st = zn_grow(e->ctx, &m->X, &m->cX, size + 1, sizeof *m->X);
    if (!st)
        st = zn_grow(e->ctx, &m->box, &m->cbox, 6 * n, sizeof *m->box);
    if (!st)
        st = zn_grow(e->ctx, &e->pick, &e->cpick, n, sizeof *e->pick);
    if (!st)
        st = zn_grow(e->ctx, &e->reduced, &e->creduced, n * n,
                     sizeof *e->reduced);
    if (!st)
        st = zni_rank_reserve(e->ctx, &e->rank, n);
    return st;
}

zn_status zni_modes_connect(zni_event_driven *e)
{
    zni_modes *m = &e->modes;
    const zn_index n = e->ncontact - e->nsecond;
    zn_status st = room(e);

    if (!st && !m->solver && n)
        st = zn_solver_new(e->ctx, "relay", "auto", &m->solver);
    return st || !m->solver ? st : zn_solver_reserve(m->solver, n, n * n);
}

void zni_modes_fini(zni_event_driven *e)
{
    zni_modes *m = &e->modes;
    double *const arrays[] = {m->lam, m->rate,   m->before, m->h, m->guards,
                              m->y,   m->nearby, m->r,      m->X, m->box};

    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        zn_free_array(e->ctx, arrays[i]);
    zn_free_array(e->ctx, m->at);
    zn_solver_free(m->solver);
}
