/* setup.c - from a sealed model to systems under integrators and interactions
 * at work; again, at a cost proportional to what changed, when it was reopened
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osnsp/outputs.h"
#include "kernel/simulation/simulation.h"

#include "kernel/model/ahead.h"
#include "kernel/model/vectors.h"
#include "kernel/osi/newton.h"

#include <string.h>

/* ---- room ---- */

/* At least one element, so that no vector is NULL. */
static zn_status grow(zn_simulation *s, double **p, zn_index *cap, zn_index n)
{
    return zn_grow(s->ctx, p, cap, n > 1 ? n : 1, sizeof **p);
}

/* Has some integrator forces inside its steps? */
static bool any_stages(const zn_simulation *s)
{
    for (zn_index i = 0; i < s->nosi; i++)
        if (s->osi[i]->type->stages)
            return true;
    return false;
}

zn_status zni_sim_projection_room(zn_simulation *s)
{
    const zn_model *m = s->model;
    zn_status st = zni_projector_reserve(&s->projection, m->nds, m->nint,
                                         m->nv + m->nx, m->ny);

    if (!st)
        st = grow(s, &s->resumed.at, &s->resumed.cap, m->nq + m->nv + m->nx);
    return st;
}

static zn_status grow_objects(zn_simulation *s)
{
    zn_status st = zni_lins_reserve(&s->lins, s->model->nint);

    if (!st)
        st = zni_problem_reserve(&s->problem, s->model->nint, s->model->ny);
    if (!st) /* contacts that come have rows, too, though joints alone are searched */
        st = zn_grow(s->ctx, &s->lins.redundant, &s->lins.credundant,
                     s->model->ny + 1, 1);
    /* of joints: once there is one */
    if (!st && s->projection.on &&
        (!s->projection.joints || s->projection.problem.nmember))
        st = zni_sim_projection_room(s);
    if (!st && any_stages(s))
        st = zni_forces_reserve(&s->forces, s->model->nint,
                                s->model->nv + s->model->nx, s->model->ny);
    if (!st)
        st = zn_grow(s->ctx, &s->body, &s->cbody, s->model->nds,
                     sizeof *s->body);
    if (!st)
        st = zni_passing_reserve(s);
    if (!st)
        s->nbody = s->model->nds;
    return st;
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

/* What takes most systems of its order. */
static const char *usual_osi(const zn_ds *ds)
{
    return ds->type->family == ZN_FIRST_ORDER ? "euler-moreau" : "moreau-jean";
}

static zn_status no_osi(zn_simulation *s, const zn_ds *ds)
{
    if (!s->nosi)
        return zn_fail(s->ctx, ZN_EINVAL,
                       "the simulation has no integrator; add one, e.g. "
                       "zn_simulation_use(sim, \"%s\", NULL, NULL)",
                       usual_osi(ds));
    return zn_fail(s->ctx, ZN_ENOTSUP,
                   "no integrator takes system '%s': '%s' says: %s; systems of "
                   "that order may have one of their own, e.g. '%s'",
                   ds->owner.name, s->osi[0]->type->type.name,
                   zni_osi_refuses(s->osi[0], ds), usual_osi(ds));
}

/* No integrator for this system any more, and no memory. */
static void detach(zn_simulation *s, zni_body *b)
{
    if (b->osi && b->w)
        b->osi->type->detach(b->osi->state, s->ctx, NULL, b->w);
    if (b->remembers)
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
        memcpy(x->x + ds->x_off, zni_ds_start(ds), (size_t)ds->nx * sizeof *x->x);
        memset(x->r + ds->x_off, 0, (size_t)ds->nx * sizeof *x->r);
        return;
    }
    memcpy(x->q + ds->q_off, zni_ds_start(ds), (size_t)ds->nq * sizeof *x->q);
    memcpy(x->v + ds->v_off, zni_ds_v0(ds), (size_t)ds->nv * sizeof *x->v);
    memset(x->p + ds->v_off, 0, (size_t)ds->nv * sizeof *x->p);
    memset(x->bc + ds->v_off, 0, (size_t)ds->nv * sizeof *x->bc);
}

/* What the integrator keeps for a system, made anew. */
static zn_status attach_work(zn_simulation *s, zni_body *b)
{
    const zn_osi_type *t = b->osi->type;
    zn_status st;

    if (b->w)
        t->detach(b->osi->state, s->ctx, NULL, b->w);
    b->w = NULL;
    b->W = s->W = zni_sim_tick(s);
    b->affine = zn_ds_affine(&b->ds->varies);
    st = zni_passing_join(s, b);
    if (!st && !b->affine)
        st = zni_sim_use_iterations(s);
    if (st)
        return st;
    return zn_note(s->ctx, zni_osi_attach(b->osi, s->ctx, b->ds, &b->w),
                   "system '%s'", b->ds->owner.name);
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
    zn_index place = -1;
    zn_status st = grow(s, &s->state.m, &s->cm, n + nm);

    if (!st)
        st = grow(s, &s->m_last, &s->cm_last, n + nm);
    if (!st && nm) /* of most that are linear there is none */
        st = zni_places_take(s->ctx, &s->memory, size, len, &place);
    if (st || !nm)
        return st;
    s->state.nm = n;
    b->remembers = true;
    b->mplace = (int32_t)place;
    zni_places_off(&s->memory, place, &b->moff);
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
    b->id = ds->id;
    b->n = ds->type->family == ZN_SECOND_ORDER ? ds->nv : ds->nx;
    b->group = -1; /* until these are formed */
    return attach_work(s, b);
}

static zn_status start(zn_simulation *s, zn_ds *ds)
{
    const zni_body *b = &s->body[ds->place];
    const zn_index k = s->state.step;
    const double h =
        s->times.count > k ? zni_times_at(&s->times, k + 1) - s->state.t : 0;

    zni_clear(zni_sim_kept(s, b), s->state.m + b->moff);
    if (!b->osi->type->start)
        return ZN_OK;
    return zn_note(s->ctx,
                   b->osi->type->start(b->osi->state, ds, b->w, s->state.t, h,
                                       s->state.q + (ds->nq ? ds->q_off : 0),
                                       s->state.v + (ds->nv ? ds->v_off : 0),
                                       s->state.m + b->moff),
                   "start of system '%s'", ds->owner.name);
}

/* What holds of all systems and interactions, so that the steps need not ask. */
static void summarise(zn_simulation *s)
{
    const zni_problem *p = &s->problem;

    s->all.affine_bodies = s->all.impulses = s->all.may_at_once = true;
    s->all.prescribed = s->all.remembers = false;
    s->staged = 0;
    s->problem.ahead[0] = s->problem.ahead[1] = NULL;
    s->changed = s->W = s->du_made = zni_sim_tick(s);
    for (zn_index k = 0; k < s->nbody; k++) {
        const zni_body *b = &s->body[k];
        if (!b->ds)
            continue;
        s->all.affine_bodies = s->all.affine_bodies && b->affine;
        if (b->osi->type->stages > s->staged)
            s->staged = b->osi->type->stages;
        s->all.may_at_once = s->all.may_at_once && b->osi->type->free_affine &&
                             !b->ds->bc && !b->K;
        s->all.remembers = s->all.remembers || b->remembers;
        s->all.prescribed = s->all.prescribed || b->ds->bc;
        s->all.impulses = s->all.impulses && !b->osi->type->impulse_factor &&
                          b->osi->type->family == ZN_SECOND_ORDER;
    }
    s->level = -2;
    s->all.any_commit = false;
    s->all.certain = true;
    memset(s->gap, 0, (size_t)s->model->ny);
    for (zn_index k = 0; k < p->nmember; k++)
        zni_sim_note_rows(s, k);
}

/* ---- changes ---- */

/* An integrator for the system, by who asked or by who takes it. */
static zn_status find_osi(zn_simulation *s, const zn_ds *ds, zn_osi **out)
{
    const char *why;

    *out = choose_osi(s, ds);
    if (!*out && ZN_HAS(zn_simulation_type, s->kind, moves) && s->kind->moves) {
        const zn_status st = zni_sim_use(s, usual_osi(ds), out);
        if (st)
            return st;
    }
    if (!*out)
        return no_osi(s, ds);
    why = zni_osi_refuses(*out, ds);
    if (why)
        return zn_fail(s->ctx, ZN_ENOTSUP,
                       "system '%s' was assigned to integrator '%s', which "
                       "refuses it as it is now: %s",
                       ds->owner.name, (*out)->type->type.name, why);
    return ZN_OK;
}

/* The system is here already and may be another one in kind: its state stays, and
 * so does its memory if it still has the same shape. */
static zn_status change_ds(zn_simulation *s, zni_body *b, zn_osi *osi)
{
    zn_ds *ds = b->ds;
    const bool moved = b->osi != osi;
    zn_status st;

    if (!moved && zni_sim_kept(s, b) == memory_size(osi, ds))
        return attach_work(s, b);
    detach(s, b);
    st = attach(s, ds, osi);
    if (!st)
        st = start(s, ds);
    if (st) /* here, and its state with it, but under no integrator */
        detach(s, b);
    b->ds = ds;
    b->id = ds->id;
    b->moved = moved || st;
    return st;
}

/* Which rows of its joints follow from others depends on its mass, its initial position and on
 * what of it is prescribed. */
static void search_joints_again(zn_simulation *s, zn_ds *ds)
{
    for (zn_index i = 0; i < ds->nint; i++)
        if (zni_ds_ints(ds)[i]->law->type->always)
            s->joints = zni_sim_tick(s);
}

static zn_status refresh_ds(zn_simulation *s, zn_index place)
{
    zni_body *b = &s->body[place];
    zn_ds *ds = s->model->ds[place];
    zn_osi *osi;
    zn_status st;

    if (b->ds && (!ds || b->id != ds->id)) {
        zni_projector_renew(&s->projection, place);
        forget(s, b);
    }
    if (!ds)
        return ZN_OK;
    st = find_osi(s, ds, &osi);
    if (st)
        return st;
    if (b->ds) {
        search_joints_again(s, ds);
        zni_projector_renew(&s->projection, place);
        return change_ds(s, b, osi);
    }
    st = attach(s, ds, osi);
    if (!st) {
        initial_state(s, ds);
        st = start(s, ds);
    }
    if (st)
        detach(s, b);
    return st;
}

/* Systems first: an interaction needs its systems under integrators. */
static zn_status refresh_all(zn_simulation *s)
{
    zn_status st = ZN_OK;

    for (zn_index k = 0; !st && k < s->nbody; k++)
        st = refresh_ds(s, k);
    for (zn_index k = 0; !st && k < s->lins.n; k++)
        st = zni_sim_refresh_interaction(s, k);
    return st;
}

/* Has this change been taken in with an earlier one of the same place? */
static bool seen_ds(const zn_simulation *s, const zni_change *c)
{
    const zni_body *b = &s->body[c->place];
    const zn_ds *ds = s->model->ds[c->place];

    return c->kind != ZNI_DS_CHANGED && b->ds && ds && b->id == ds->id;
}

static bool seen_interaction(const zn_simulation *s, const zni_change *c)
{
    const zn_interaction *a = s->model->ints[c->place];

    return c->kind != ZNI_INTERACTION_CHANGED && zni_lins_whose(&s->lins, c->place) && a &&
           zni_lins_serial(&s->lins, c->place) == a->serial;
}

/* The interactions of a system that went to another integrator. */
static zn_status rejoin(zn_simulation *s, zni_body *b)
{
    zn_status st = ZN_OK;

    for (zn_index i = 0; b->moved && !st && i < b->ds->nint; i++)
        st = zni_sim_refresh_interaction(s, zni_ds_ints(b->ds)[i]->place);
    b->moved = b->moved && st;
    return st;
}

/* one_by_one: they are interactions alone, mostly many. */
static zn_status refresh_some(zn_simulation *s, const zni_change c[],
                              zn_index n, bool one_by_one)
{
    zn_status st = ZN_OK;

    for (zn_index i = 0; !st && i < n; i++)
        if (c[i].kind <= ZNI_DS_CHANGED && !seen_ds(s, &c[i]))
            st = refresh_ds(s, c[i].place);
    for (zn_index i = 0; !st && i < n; i++)
        if (c[i].kind == ZNI_DS_CHANGED)
            st = rejoin(s, &s->body[c[i].place]);
    for (zn_index i = 0; !st && i < n; i++) {
        if (one_by_one && i % ZNI_AHEAD == 0)
            zni_sim_ask(s, c + i, n - i, false);
        if (c[i].kind > ZNI_DS_CHANGED && !seen_interaction(s, &c[i]))
            st = zni_sim_refresh_interaction(s, c[i].place);
    }
    return st;
}

/* u vectors hold nv entries of the second order, then nx of the first. */
static void place_unknowns(zn_simulation *s)
{
    for (zn_index k = 0; k < s->nbody; k++) {
        zni_body *b = &s->body[k];
        if (!b->ds)
            continue;
        b->qoff = b->ds->q_off;
        b->uoff = (uint32_t)(b->ds->type->family == ZN_SECOND_ORDER
                                 ? b->ds->v_off
                                 : s->model->nv + b->ds->x_off);
    }
}

static zn_status look_at_all(zn_simulation *s)
{
    zn_status st;

    place_unknowns(s);
    st = zni_sim_refresh_problem(s);
    s->lins.parameters = zni_sim_tick(s);
    s->level = -1; /* until that is known */
    if (!st)
        st = zni_sim_outputs(s);
    if (!st)
        summarise(s);
    return st;
}

/* Have contacts become so many, or so few, that the problem is cheaper in the other form,
 * condensed or not? */
static bool other_form(zn_simulation *s)
{
    zni_problem *p = &s->problem;

    return p->how.either && zni_global_cheaper(p) != p->how.form->global;
}

/* Does the kind move the systems itself? Then it looks at all blocks of linearisations, which outputs make. */
static bool kind_moves(const zn_simulation *s)
{
    return ZN_HAS(zn_simulation_type, s->kind, moves) && s->kind->moves;
}

static bool any_system(const zni_change c[], zn_index n)
{
    bool any = n < 0;

    for (zn_index i = 0; !any && i < n; i++)
        any = c[i].kind <= ZNI_DS_CHANGED;
    return any;
}

/* Contacts that sources found where a step begins. */
static void note_found(zn_simulation *s, const zni_change c[], zn_index n)
{
    const zn_model *m = s->model;

    if (!s->sources.n || s->state.step == 0)
        return;
    for (zn_index i = 0; i < (n < 0 ? m->nint : n); i++) {
        const zn_index k = n < 0 ? i : c[i].place;
        const bool new = n < 0 || c[i].kind == ZNI_INTERACTION_ADDED;

        if (new && m->ints[k] && m->ints[k]->source)
            zni_sim_note_found(s, k);
    }
}

zn_status zni_sim_sync(zn_simulation *s)
{
    const zn_model *m = s->model;
    const zni_change *changes;
    zn_index seen = s->seen, n;
    bool one_by_one;
    zn_status st;

    if (!m->sealed)
        return zn_fail(s->ctx, ZN_ESTATE,
                       "the model is not sealed; call zn_model_seal");
    n = zni_model_changes(m, &seen, &changes);
    if (s->ready && n == 0)
        return ZN_OK;
    for (zn_index i = 0; i < s->sources.n; i++)
        zni_contacts_settle(&s->sources.at[i]->contacts);
    one_by_one = s->ready && !s->broken && zni_sim_may_exchange(s, changes, n);
    s->ready = false;
    s->quiet = s->steady = 0;
    s->lins.recompute = s->opt.recompute;
    s->lins.fresh = !kind_moves(s);
    s->lins.lends = s->lins.fresh && !zni_sim_reserves(s);
    if (zni_sim_set_projection(s)) /* other interactions take part */
        s->broken = true;
    s->lins.alone = s->lins.lends && !any_stages(s) &&
                    (!s->projection.on || s->projection.joints);
    st = zni_sim_check_projection(s);
    if (!st)
        st = zni_lins_scratch(&s->lins, 0);
    if (!st)
        st = zni_sim_vectors_reserve(s);
    if (!st)
        st = grow_objects(s);
    if (!st)
        st = n < 0 || s->broken ? refresh_all(s)
                              : refresh_some(s, changes, n, one_by_one);
    s->broken = st != ZN_OK; /* half taken in: look at everything next time */
    if (st)
        return st;
    s->seen = seen;
    zni_order_settle(&s->lins.order, m->ints);
    s->laws = m->laws_at_work;
    st = one_by_one ? zni_sim_exchange(s, changes, n) : ZN_OK;
    if (!st && (!one_by_one || other_form(s)))
        st = look_at_all(s);
    if (!st && any_system(changes, n))
        st = zni_energy_exchange(s);
    if (st)
        return st;
    note_found(s, changes, n);
    if (s->kind->prepare)
        st = s->kind->prepare(s->kind_state, s);
    s->ready = st == ZN_OK;
    return st ? zn_note(s->ctx, st, "simulation of class '%s'",
                        s->kind->type.name)
              : ZN_OK;
}

zn_status zni_sim_output(zn_simulation *s, zn_index k)
{
    zni_lin *a;
    zn_status st = ZN_OK;

    if (zni_row_output(&s->lins, zni_lins_row(&s->lins, k), &s->state))
        return ZN_OK;
    a = zni_lins_at(&s->lins, k);
    if (a->a)
        st = zni_lin_output(&s->lins, a,
                            s->level >= 0 ? (zn_level)s->level
                                          : zni_problem_member(&s->problem, k)->level,
                            &s->state);
    return st ? zn_note(s->ctx, st, "outputs at t = %.9g s", s->state.t) : ZN_OK;
}

zn_status zni_sim_outputs(zn_simulation *s)
{
    zn_status st = zni_sim_follow(s, s->state.q, s->state.v, s->state.x);

    for (zn_index k = s->all.certain ? zni_lins_sum(&s->lins, &s->state) : 0; !st && k < s->lins.n;
         k++) {
        const zni_lin *a = s->lins.at[k];

        if (a && a->a && zni_lin_sums(a) && !zni_lins_row(&s->lins, k))
            zni_lin_plain_output(a, &s->state);
        else
            st = zni_sim_output(s, k);
    }
    return st;
}

zn_status zni_sim_restart(zn_simulation *s)
{
    zn_status st = zni_sim_follow(s, s->state.q, s->state.v, s->state.x);

    for (zn_index k = 0; !st && k < s->nbody; k++)
        if (s->body[k].ds)
            st = start(s, s->body[k].ds);
    s->lins.parameters = zni_sim_tick(s);
    return st ? st : zni_sim_outputs(s);
}

zn_status zni_sim_initial(zn_simulation *s)
{
    for (zn_index k = 0; k < s->nbody; k++)
        if (s->body[k].ds)
            initial_state(s, s->body[k].ds);
    for (zn_index k = 0; k < s->lins.n; k++)
        if (zni_lins_whose(&s->lins, k))
            zni_sim_clear_rows(s, k);
    memset(s->state.active, 0, (size_t)s->state.ny);
    s->lins.set = zni_sim_tick(s);
    zni_sim_moved(s);
    return zni_sim_restart(s);
}
