/* setup.c - from a sealed model to systems under integrators and interactions
 * at work; again, at a cost proportional to what changed, when it was reopened
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/simulation/simulation.h"

#include <string.h>

/* ---- room ---- */

/* At least one element, so that no vector is NULL. */
static zn_status grow(zn_simulation *s, double **p, zn_index *cap, zn_index n)
{
    return zn_grow(s->ctx, p, cap, n > 1 ? n : 1, sizeof **p);
}

static zn_status grow_state(zn_simulation *s)
{
    const zn_model *m = s->model;
    const zn_index nu = m->nv + m->nx;
    zn_state *x = &s->state;
    zn_status st = grow(s, &x->q, &s->cq, m->nq);

    if (!st)
        st = grow(s, &x->v, &s->cv, m->nv);
    if (!st)
        st = grow(s, &x->p, &s->cp, m->nv);
    if (!st)
        st = grow(s, &x->bc, &s->cbc, m->nv);
    if (!st)
        st = grow(s, &x->x, &s->cx, m->nx);
    if (!st)
        st = grow(s, &x->r, &s->cr, m->nx);
    for (int k = 0; !st && k < ZN_LEVELS; k++) {
        st = grow(s, &x->y[k], &s->cy[k], m->ny);
        if (!st)
            st = grow(s, &x->lambda[k], &s->cl[k], m->ny);
    }
    if (!st)
        st = zn_grow(s->ctx, &x->active, &s->cactive, m->ny + 1, 1);
    if (!st)
        st = zn_grow(s->ctx, &s->gap, &s->cgap, m->ny + 1, 1);
    if (!st)
        st = grow(s, &s->q1, &s->cq1, m->nq);
    if (!st)
        st = grow(s, &s->v1, &s->cv1, m->nv);
    if (!st)
        st = grow(s, &s->x1, &s->cx1, m->nx);
    if (!st)
        st = grow(s, &s->p, &s->cup, nu);
    if (!st)
        st = grow(s, &s->p_fixed, &s->cfixed, nu);
    if (!st)
        st = grow(s, &s->p_old, &s->cold, nu);
    if (!st)
        st = grow(s, &s->du, &s->cdu, nu);
    if (!st)
        st = grow(s, &s->uprev, &s->cuprev, nu);
    x->nq = m->nq;
    x->nv = m->nv;
    x->nx = m->nx;
    x->ny = m->ny;
    return st;
}

static zn_status grow_osnsp(zn_simulation *s)
{
    zni_osnsp *o = &s->osnsp;
    zn_index cap = o->cny;
    zn_status st =
        zn_grow(s->ctx, &o->lam, &cap, s->model->ny + 1, sizeof *o->lam);

    if (!st)
        st = zn_grow(s->ctx, &o->was, &o->cny, s->model->ny + 1, 1);
    if (!st)
        st = zn_grow(s->ctx, &o->site, &o->csites, s->model->nint,
                     sizeof *o->site);
    if (!st)
        st = zn_grow(s->ctx, &s->body, &s->cbody, s->model->nds,
                     sizeof *s->body);
    if (!st)
        st = zni_roster_reserve(s->model, &s->roster);
    if (st)
        return st;
    o->nsites = s->model->nint;
    s->nbody = s->model->nds;
    return ZN_OK;
}

/* ---- systems ---- */

/* The integrator that was asked for, or the first that does not refuse. */
static zn_osi *choose_osi(zn_simulation *s, const zn_ds *ds)
{
    for (zn_index i = 0; i < s->nosi; i++)
        if (zni_osi_assigned(s->osi[i], ds))
            return s->osi[i];
    for (zn_index i = 0; i < s->nosi; i++)
        if (!zni_osi_refuses(s->osi[i], ds))
            return s->osi[i];
    return NULL;
}

static zn_status no_osi(zn_simulation *s, const zn_ds *ds)
{
    if (!s->nosi)
        return zn_fail(s->ctx, ZN_EINVAL,
                       "the simulation has no integrator; add one, e.g. "
                       "zn_simulation_use(sim, \"moreau-jean\", NULL, NULL)");
    return zn_fail(s->ctx, ZN_ENOTSUP,
                   "no integrator takes system '%s': '%s' says: %s", ds->name,
                   s->osi[0]->type->type.name, zni_osi_refuses(s->osi[0], ds));
}

/* No integrator for this system any more, and no memory. */
static void detach(zn_simulation *s, zni_body *b)
{
    if (b->osi && b->w)
        b->osi->type->detach(b->osi->state, s->ctx, NULL, b->w);
    if (b->osi)
        zni_places_leave(&s->memory, b->mplace);
    zn_free_array(s->ctx, b->K);
    memset(b, 0, sizeof *b);
}

/* The system left the model; it may ask for an integrator no more. */
static void forget(zn_simulation *s, zni_body *b)
{
    for (zn_index i = 0; i < s->nosi; i++)
        zni_osi_forget(s->osi[i], b->id);
    detach(s, b);
}

/* Initial state of a system, into its part of the state. */
static void initial_state(zn_simulation *s, const zn_ds *ds)
{
    zn_state *x = &s->state;

    if (ds->type->family == ZN_FIRST_ORDER) {
        memcpy(x->x + ds->x_off, ds->x0, (size_t)ds->nx * sizeof *x->x);
        memset(x->r + ds->x_off, 0, (size_t)ds->nx * sizeof *x->r);
        return;
    }
    memcpy(x->q + ds->q_off, ds->q0, (size_t)ds->nq * sizeof *x->q);
    memcpy(x->v + ds->v_off, ds->v0, (size_t)ds->nv * sizeof *x->v);
    memset(x->p + ds->v_off, 0, (size_t)ds->nv * sizeof *x->p);
    memset(x->bc + ds->v_off, 0, (size_t)ds->nv * sizeof *x->bc);
}

/* What the integrator keeps for a system, made anew. */
static zn_status attach_work(zn_simulation *s, zni_body *b)
{
    const zn_osi_type *t = b->osi->type;

    if (b->w)
        t->detach(b->osi->state, s->ctx, NULL, b->w);
    b->w = NULL;
    b->W = zni_tick(&s->osnsp.clock);
    b->affine = zn_ds_affine(&b->ds->varies);
    return zn_note(s->ctx, t->attach(b->osi->state, s->ctx, b->ds, &b->w),
                   "system '%s'", b->ds->name);
}

static zn_index memory_size(const zn_osi *osi, const zn_ds *ds)
{
    return osi->type->memory ? osi->type->memory(osi->state, ds) : 0;
}

/* A part of state.m; one that was left is used again. */
static zn_status take_memory(zn_simulation *s, zni_body *b, zn_index nm)
{
    const zn_index size[3] = {nm, 0, 0};
    zn_index n = s->state.nm, *const len[3] = {&n, NULL, NULL};
    zn_status st = grow(s, &s->state.m, &s->cm, n + nm);

    if (!st)
        st = grow(s, &s->m_last, &s->cm_last, n + nm);
    if (!st)
        st = zni_places_take(s->ctx, &s->memory, size, len, &b->mplace);
    if (st)
        return st;
    s->state.nm = n;
    b->nm = nm;
    b->moff = s->memory.at[b->mplace].off[0];
    return ZN_OK;
}

/* Put the system at its place under an integrator. */
static zn_status attach(zn_simulation *s, zn_ds *ds, zn_osi *osi)
{
    zni_body *b = &s->body[ds->place];
    const zn_status st = take_memory(s, b, memory_size(osi, ds));

    if (st)
        return st;
    b->osi = osi;
    b->ds = ds;
    b->serial = ds->serial;
    b->id = ds->id;
    b->n = ds->type->family == ZN_SECOND_ORDER ? ds->nv : ds->nx;
    return attach_work(s, b);
}

static zn_status start(zn_simulation *s, zn_ds *ds)
{
    const zni_body *b = &s->body[ds->place];
    const zn_index k = s->state.step;
    const double h =
        s->times.count > k ? zni_times_at(&s->times, k + 1) - s->state.t : 0;

    if (!b->osi->type->start)
        return ZN_OK;
    return zn_note(s->ctx,
                   b->osi->type->start(b->osi->state, ds, b->w, s->state.t, h,
                                       s->state.q + (ds->nq ? ds->q_off : 0),
                                       s->state.v + (ds->nv ? ds->v_off : 0),
                                       s->state.m + b->moff),
                   "start of system '%s'", ds->name);
}

/* ---- interactions ---- */

/* Multipliers and outputs of an interaction that is new. */
static void clear_rows(zn_simulation *s, const zni_site *site)
{
    for (zn_index i = site->off; i < site->off + site->m; i++) {
        s->osnsp.was[i] = 0;
        s->osnsp.lam[i] = 0;
        for (int k = 0; k < ZN_LEVELS; k++)
            s->state.lambda[k][i] = s->state.y[k][i] = 0;
    }
}

static zn_status connect(zn_simulation *s, zn_interaction *a)
{
    zni_site *site = &s->osnsp.site[a->place];
    const zn_osi *osi = s->body[a->ds[0]->place].osi;
    const char *why = NULL;
    zn_level level;
    zn_status st;

    for (zn_index j = 1; j < a->nds; j++)
        if (s->body[a->ds[j]->place].osi != osi)
            return zn_fail(s->ctx, ZN_ENOTSUP,
                           "interaction '%s' joins systems '%s' and '%s' of "
                           "different integrators ('%s', '%s')",
                           a->name, a->ds[0]->name, a->ds[j]->name,
                           osi->type->type.name,
                           s->body[a->ds[j]->place].osi->type->type.name);
    level = osi->type->level(osi->state, a->relation, a->law, &why);
    if (level == ZN_LEVEL_REFUSED)
        return zn_fail(s->ctx, ZN_ENOTSUP,
                       "integrator '%s' refuses interaction '%s' (relation "
                       "'%s', law '%s'): %s",
                       osi->type->type.name, a->name,
                       a->relation->type->type.name, a->law->type->type.name,
                       why ? why : "not supported");
    st = zni_site_init(&s->osnsp, site, a, s->body);
    if (st)
        return st;
    site->level = level;
    site->always = a->law->type->always || level == ZN_LEVEL_POSITION;
    s->osnsp.sites = zni_tick(&s->osnsp.clock);
    return zni_sim_check_memory(s, site);
}

/* dg/dq of relations enters W of their systems: room for the sum. */
static zn_status input_room(zn_simulation *s)
{
    zni_osnsp *o = &s->osnsp;

    o->any_input = o->any_offset = false;
    o->any_level[0] = o->any_level[1] = false;
    for (zn_index k = 0; k < s->nbody; k++) { /* of relations that are gone */
        zn_free_array(s->ctx, s->body[k].K);
        s->body[k].K = NULL;
    }
    for (zn_index k = 0; k < o->nsites; k++) {
        const zni_site *site = &o->site[k];
        if (!site->a)
            continue;
        o->any_level[site->level] = true;
        o->any_input = o->any_input || site->B;
        o->any_offset =
            o->any_offset || (site->B && site->varies->b);
        for (zn_index j = 0; site->K && j < site->nds; j++) {
            zni_body *b = &s->body[site->body[j]];
            if (!b->K)
                b->K = zn_alloc(s->ctx, b->n * b->n, sizeof *b->K);
            if (!b->K)
                return ZN_ENOMEM;
        }
    }
    return zni_groups_form(o, s->body, s->nbody);
}

/* What holds of all systems and interactions, so that the steps need not ask. */
static void summarise(zn_simulation *s)
{
    zni_osnsp *o = &s->osnsp;

    s->affine_bodies = s->impulses = s->may_at_once = true;
    s->changed = zni_tick(&s->osnsp.clock);
    for (zn_index k = 0; k < s->nbody; k++) {
        const zni_body *b = &s->body[k];
        if (!b->ds)
            continue;
        s->affine_bodies = s->affine_bodies && b->affine;
        s->may_at_once = s->may_at_once && b->osi->type->free_affine &&
                         !b->ds->bc && !b->nm && !b->K;
        s->impulses = s->impulses && !b->osi->type->impulse_factor &&
                      b->osi->type->family == ZN_SECOND_ORDER;
    }
    s->level = -2;
    o->steady = true;
    memset(s->gap, 0, (size_t)s->model->ny);
    for (zn_index k = 0; k < o->nsites; k++) {
        const zni_site *site = &o->site[k];
        if (!site->a)
            continue;
        o->steady = o->steady && (site->always || !site->ot->active);
        s->level = s->level == -2 || s->level == (int)site->level
                       ? (int)site->level
                       : -1;
        for (zn_index i = 0; !site->lt->always && i < site->m; i += site->unit)
            s->gap[site->off + i] = 1;
    }
}

/* ---- changes ---- */

/* An integrator for the system, by who asked or by who takes it. */
static zn_status find_osi(zn_simulation *s, const zn_ds *ds, zn_osi **out)
{
    const char *why;

    *out = choose_osi(s, ds);
    if (!*out)
        return no_osi(s, ds);
    why = zni_osi_refuses(*out, ds);
    if (why)
        return zn_fail(s->ctx, ZN_ENOTSUP,
                       "system '%s' was assigned to integrator '%s', which "
                       "refuses it as it is now: %s",
                       ds->name, (*out)->type->type.name, why);
    return ZN_OK;
}

/* The system is here already and may be another one in kind: its state stays, and
 * so does its memory if it still has the same shape. */
static zn_status change_ds(zn_simulation *s, zni_body *b, zn_osi *osi)
{
    zn_ds *ds = b->ds;
    const bool moved = b->osi != osi;
    zn_status st;

    if (!moved && b->nm == memory_size(osi, ds))
        return attach_work(s, b);
    detach(s, b);
    st = attach(s, ds, osi);
    if (!st)
        st = start(s, ds);
    if (st) /* here, and its state with it, but under no integrator */
        detach(s, b);
    b->ds = ds;
    b->serial = ds->serial;
    b->id = ds->id;
    b->moved = moved || st;
    return st;
}

static zn_status refresh_ds(zn_simulation *s, zn_index place)
{
    zni_body *b = &s->body[place];
    zn_ds *ds = s->model->ds[place];
    zn_osi *osi;
    zn_status st;

    if (b->ds && (!ds || b->serial != ds->serial))
        forget(s, b);
    if (!ds)
        return ZN_OK;
    st = find_osi(s, ds, &osi);
    if (st)
        return st;
    if (b->ds)
        return change_ds(s, b, osi);
    st = attach(s, ds, osi);
    if (!st) {
        initial_state(s, ds);
        st = start(s, ds);
    }
    if (st)
        detach(s, b);
    return st;
}

static zn_status refresh_interaction(zn_simulation *s, zn_index place)
{
    zni_site *site = &s->osnsp.site[place];
    zn_interaction *a = s->model->ints[place];
    const bool same = a && site->a && site->serial == a->serial;
    zn_status st;

    if (site->a)
        zni_site_fini(&s->osnsp, site);
    s->osnsp.sites = zni_tick(&s->osnsp.clock);
    if (!a)
        return ZN_OK;
    st = connect(s, a);
    if (!st && !same)
        clear_rows(s, site);
    return st;
}

/* Systems first: an interaction needs its systems under integrators. */
static zn_status refresh_all(zn_simulation *s)
{
    zn_status st = ZN_OK;

    for (zn_index k = 0; !st && k < s->nbody; k++)
        st = refresh_ds(s, k);
    for (zn_index k = 0; !st && k < s->osnsp.nsites; k++)
        st = refresh_interaction(s, k);
    return st;
}

/* Has this change been taken in with an earlier one of the same place? */
static bool seen_ds(const zn_simulation *s, const zni_change *c)
{
    const zni_body *b = &s->body[c->place];
    const zn_ds *ds = s->model->ds[c->place];

    return c->kind != ZNI_DS_CHANGED && b->ds && ds && b->serial == ds->serial;
}

static bool seen_interaction(const zn_simulation *s, const zni_change *c)
{
    const zni_site *site = &s->osnsp.site[c->place];
    const zn_interaction *a = s->model->ints[c->place];

    return c->kind != ZNI_INTERACTION_CHANGED && site->a && a &&
           site->serial == a->serial;
}

/* The interactions of a system that went to another integrator. */
static zn_status rejoin(zn_simulation *s, zni_body *b)
{
    zn_status st = ZN_OK;

    for (zn_index i = 0; b->moved && !st && i < b->ds->nint; i++)
        st = refresh_interaction(s, b->ds->ints[i]->place);
    b->moved = b->moved && st;
    return st;
}

static zn_status refresh_some(zn_simulation *s, const zni_change c[],
                              zn_index n)
{
    zn_status st = ZN_OK;

    for (zn_index i = 0; !st && i < n; i++)
        if (c[i].kind <= ZNI_DS_CHANGED && !seen_ds(s, &c[i]))
            st = refresh_ds(s, c[i].place);
    for (zn_index i = 0; !st && i < n; i++)
        if (c[i].kind == ZNI_DS_CHANGED)
            st = rejoin(s, &s->body[c[i].place]);
    for (zn_index i = 0; !st && i < n; i++)
        if (c[i].kind > ZNI_DS_CHANGED && !seen_interaction(s, &c[i]))
            st = refresh_interaction(s, c[i].place);
    return st;
}

/* u vectors hold nv entries of the second order, then nx of the first. */
static void place_unknowns(zn_simulation *s)
{
    for (zn_index k = 0; k < s->nbody; k++) {
        zni_body *b = &s->body[k];
        if (b->ds)
            b->uoff = b->ds->type->family == ZN_SECOND_ORDER
                          ? b->ds->v_off
                          : s->model->nv + b->ds->x_off;
    }
}

static zn_status configure(zn_simulation *s)
{
    zni_osnsp *o = &s->osnsp;
    zn_index nnz;
    zn_status st;

    o->storage = s->opt.storage;
    o->sites = zni_tick(&o->clock);
    if (!s->model->nint)
        return ZN_OK;
    st = zni_osnsp_configure(o, s->opt.formulation, s->opt.solver,
                             s->opt.solver_tol);
    for (zn_index i = 0; !st && i < s->nsetting; i++)
        st = zn_solver_set(o->solver, s->setting[i].name, s->setting[i].value);
    if (!st)
        st = zni_osnsp_reserve(o, s->body, &nnz);
    if (!st && o->form->reserve)
        st = o->form->reserve(o->form_state, s->ctx, o->n);
    return st ? st : zn_solver_reserve(o->solver, o->n, nnz);
}

zn_status zni_sim_sync(zn_simulation *s)
{
    const zn_model *m = s->model;
    const zni_change *changes;
    zn_index seen = s->seen, n;
    zn_status st;

    if (!m->sealed)
        return zn_fail(s->ctx, ZN_ESTATE,
                       "the model is not sealed; call zn_model_seal");
    n = zni_model_changes(m, &seen, &changes);
    if (s->ready && n == 0)
        return ZN_OK;
    s->ready = false;
    st = grow_state(s);
    if (!st)
        st = grow_osnsp(s);
    if (!st)
        st = n < 0 || s->broken ? refresh_all(s) : refresh_some(s, changes, n);
    s->broken = st != ZN_OK; /* half taken in: look at everything next time */
    if (st)
        return st;
    s->seen = seen;
    place_unknowns(s);
    st = input_room(s);
    if (!st)
        st = configure(s);
    s->osnsp.parameters = zni_tick(&s->osnsp.clock);
    if (!st)
        st = zni_sim_outputs(s);
    if (st)
        return st;
    summarise(s);
    if (s->kind->prepare)
        st = s->kind->prepare(s->kind_state, s);
    s->ready = st == ZN_OK;
    return st ? zn_note(s->ctx, st, "simulation of class '%s'",
                        s->kind->type.name)
              : ZN_OK;
}

zn_status zni_sim_outputs(zn_simulation *s)
{
    for (zn_index k = 0; k < s->osnsp.nsites; k++) {
        zni_site *site = &s->osnsp.site[k];
        const zn_status st =
            site->a ? zni_site_output(&s->osnsp, site, &s->state) : ZN_OK;
        if (st)
            return zn_note(s->ctx, st, "outputs at t = %.9g s", s->state.t);
    }
    return ZN_OK;
}

zn_status zni_sim_restart(zn_simulation *s)
{
    zn_status st = ZN_OK;

    for (zn_index k = 0; !st && k < s->nbody; k++)
        if (s->body[k].ds)
            st = start(s, s->body[k].ds);
    s->osnsp.parameters = zni_tick(&s->osnsp.clock);
    return st ? st : zni_sim_outputs(s);
}

zn_status zni_sim_initial(zn_simulation *s)
{
    for (zn_index k = 0; k < s->nbody; k++)
        if (s->body[k].ds)
            initial_state(s, s->body[k].ds);
    for (zn_index k = 0; k < s->osnsp.nsites; k++)
        if (s->osnsp.site[k].a)
            clear_rows(s, &s->osnsp.site[k]);
    memset(s->state.active, 0, (size_t)s->state.ny);
    s->osnsp.sites = zni_tick(&s->osnsp.clock);
    zni_sim_moved(s);
    return zni_sim_restart(s);
}
