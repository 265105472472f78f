/* contacts.c - the rows of all interactions as contacts, and room for their problems
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/event/integrators.h"
#include "kernel/event/modes.h"
#include "kernel/model/bilateral.h"

#include <math.h>
#include <string.h>

#include <zeno/set.h>

/* ---- what is not known here --------------------------------------------------------- */

zn_status zni_event_refuse(const zni_event_driven *e, const zn_interaction *a,
                           const char *why)
{
    return zn_fail(e->ctx, ZN_ENOTSUP,
                   "interaction '%s' (relation '%s', law '%s'): %s; take "
                   "simulation 'time-stepping'",
                   a->name, a->relation->type->type.name,
                   a->law->type->type.name, why);
}

static zn_status check_systems(const zni_event_driven *e)
{
    for (zn_index i = 0; i < e->s->sources.n; i++)
        if (!zni_source_idle(e->s->sources.at[i]))
            return zn_fail(
                e->ctx, ZN_ENOTSUP,
                "contacts that a source announces between steps, as of shapes "
                "with a law, cannot be events; give them as interactions, or "
                "take simulation 'time-stepping'");
    for (zn_index k = 0; k < e->s->nbody; k++) {
        const zn_ds *ds = e->s->body[k].ds;
        if (ds && ds->bc)
            return zn_fail(
                e->ctx, ZN_ENOTSUP,
                "system '%s' has prescribed velocities, whose "
                "accelerations are not known; prescribe a position by a "
                "'rheonomous' relation with law 'equality', or take "
                "simulation 'time-stepping'",
                ds->owner.name);
    }
    return ZN_OK;
}

static bool is_known(const zn_law *law, const zn_cone *c)
{
    const zn_law_type *t = law->type;

    if (t->vary && (!t->varies || t->varies(law)))
        return false;
    if (c->set == zn_set_box())
        return c->size == 1;
    if (c->set == zn_set_friction())
        return c->size == 2 || c->size == 3;
    return c->set == zn_set_zero() || c->set == zn_set_orthant();
}

/* Rows of one copy open, close and slide together: it is one contact, or one relay, or has
 * equalities only. */
static bool is_one_thing(const zn_interaction *a)
{
    const zn_law_type *t = a->law->type;
    const zn_index rows = a->size / a->copies;
    bool held = true;
    zn_index n = 0;
    zn_cone c;

    for (; t->cone(a->law->state, n, &c); n++)
        held = held && c.set == zn_set_zero();
    return held || (n == 1 && (rows == 1 || c.set != zn_set_orthant()));
}

static zn_status check_interaction(const zni_event_driven *e,
                                   const zn_interaction *a)
{
    zn_cone c;

    if (zni_model_follows(e->s->model, a->relation, false))
        return zni_event_refuse(
            e, a,
            "its relation sees the state of a system in its parameters, which "
            "gaps and their rates do not know; let the system follow it "
            "(zn_model_follow)");
    if (zn_relation_on_position(&a->relation->varies))
        return zni_event_refuse(
            e, a,
            "its force is a function of position, without impacts and "
            "events");
    if (zni_law_inertia(a->law) > 0)
        return zni_event_refuse(
            e, a,
            "its law has inertia, which the mass of the systems would have to "
            "know: use the simulation 'time-stepping'");
    if (a->law->type->levels == ZN_LAW_FORCE)
        return ZN_OK;
    if (!(a->law->type->levels & ZN_LAW_VELOCITY))
        return zni_event_refuse(e, a,
                                "its law does not say what an impact does");
    if (zni_law_adhesion(a->law) > 0)
        return zni_event_refuse(
            e, a, "the contact adheres: use the simulation 'time-stepping'");
    for (zn_index i = 0; a->law->type->cone(a->law->state, i, &c); i++)
        if (!is_known(a->law, &c))
            return zni_event_refuse(
                e, a,
                "events are known of unilateral contacts, without friction or "
                "with constant friction, of equalities, and of "
                "relays with the same bounds in each row");
    if (!is_one_thing(a))
        return zni_event_refuse(
            e, a,
            "its law has rows of several kinds, or several contacts, in one "
            "copy, which would open and close as one; make an interaction of "
            "each of them, with a law of its own");
    return ZN_OK;
}

/* ---- the table ------------------------------------------------------------------------ */

/* Its bounds, if it is a row of a relay; a law has either all rows of it or none. */
static bool relay(const zn_law *law, double *lb, double *ub)
{
    zn_cone c;

    if (!law->type->cone(law->state, 0, &c) || c.set != zn_set_box())
        return false;
    *lb = c.param[0];
    *ub = c.param[1];
    return true;
}

/* Is row i of a copy a tangent of a contact with friction mu? */
static void tangent(const zn_law *law, zn_index i, zni_contact *o)
{
    zn_cone c;

    if (i == 0 || !law->type->cone(law->state, 0, &c) ||
        c.set != zn_set_friction())
        return;
    o->tangent = (int)i;
    o->space = i == 1 && c.size == 3;
    o->mu = c.param[0];
}

zn_status zni_event_grow(zni_event_driven *e, zn_index n)
{
    zn_status st =
        zn_grow(e->ctx, &e->contact, &e->ccontact, n + 1, sizeof *e->contact);

    if (!st)
        st = zn_grow(e->ctx, &e->is, &e->cis, n + 1, sizeof *e->is);
    if (!st)
        st = zn_grow(e->ctx, &e->direction, &e->cdirection, n + 1, 1);
    if (!st)
        st = zn_grow(e->ctx, &e->side, &e->cside, n + 1, 1);
    return st ? st /* two bytes each: what first-order rows did, and were to do */
              : zn_grow(e->ctx, &e->crossed, &e->ccrossed, 2 * n + 1, sizeof(bool));
}

void zni_event_keep_state(zni_event_driven *e, zn_index c,
                          const zni_contact *was)
{
    const zni_contact *o = &e->contact[c];

    if (was && was->serial == o->serial && was->at == o->at)
        return;
    e->is[c] = ZNI_CONTACT_UNKNOWN;
    e->begun = 0;
}

/* The rows of an interaction; a contact that was there keeps its state. */
static void enter(zni_event_driven *e, const zni_lin *s, zn_index place,
                  zn_index n)
{
    const zn_law *law = s->a->law;
    const zn_index unit = s->a->size / s->a->copies;
    const double restitution =
        law->type->restitution ? law->type->restitution(law->state) : 0;

    for (zn_index row = 0; row < s->m; row++) {
        zni_contact *o = &e->contact[n + row];
        const zni_contact was = *o;
        *o = (zni_contact){.place = place,
                           .row = row,
                           .at = s->off + row,
                           .serial = s->serial,
                           .bilateral = zni_law_bilateral(law, row % unit),
                           .e = restitution};
        o->relay = relay(law, &o->lb, &o->ub);
        tangent(law, row % unit, o);
        e->nspace += o->space;
        e->nrelay += o->relay;
        e->direction[n + row] = -1;
        zni_event_keep_state(e, n + row, n + row < e->ncontact ? &was : NULL);
    }
}

zn_status zni_event_contacts(zni_event_driven *e, zn_index *n)
{
    const zni_lins *L = &e->s->lins;
    zn_status st = check_systems(e);

    e->nrelay = e->nspace = e->nspring = 0;
    for (zn_index i = 0; !st && i < e->isle[e->nisle - 1].lin[1]; i++) {
        const zn_index k = e->lin[i];
        if (zni_event_first(zni_lins_at(L, k)))
            continue;
        st = check_interaction(e, zni_lins_whose(L, k));
        if (!st && zni_event_spring(e, k)) {
            e->nspring++;
            continue;
        }
        if (!st)
            st = zni_event_grow(e, *n + zni_lins_at(L, k)->m);
        if (st)
            break;
        enter(e, zni_lins_at(L, k), k, *n);
        *n += zni_lins_at(L, k)->m;
    }
    return st;
}

/* ---- problems -------------------------------------------------------------------------- */

static zn_status make_problem(zni_event_driven *e, zni_problem *p,
                              const zni_problem_kind *kind, zn_level level,
                              const char *formulation, const char *solver,
                              zn_index nsetting)
{
    zn_simulation *s = e->s;
    zn_status st;

    p->ctx = e->ctx;
    p->kind = kind;
    p->user = e;
    p->lins = &s->lins;
    st = zni_problem_reserve(p, s->model->nint, s->model->ny);
    for (zn_index k = 0; !st && k < s->lins.n; k++) {
        const zn_interaction *a = zni_lins_whose(&s->lins, k);
        double lb, ub;
        const bool bounded = a && relay(a->law, &lb, &ub);
        /* forces with bounds have no part in impacts, springs are no contacts */
        if (!a || zni_event_first(zni_lins_at(&s->lins, k)) ||
            (bounded && level == ZN_LEVEL_VELOCITY) || zni_event_spring(e, k)) {
            zni_problem_leave(p, k);
            continue;
        }
        st = zni_problem_enter(p, k, level, s->body);
        zni_problem_member(p, k)->always = zni_problem_member(p, k)->always && !bounded;
    }
    if (!st)
        st = zni_groups_form(p, s->body, s->nbody);
    if (st)
        return st;
    zni_problem_summarise(p);
    return s->model->nint
               ? zni_sim_configure(s, p, formulation, solver, nsetting)
               : ZN_OK;
}

/* ---- masses ------------------------------------------------------------------------------ */

static void drop_masses(zni_event_driven *e)
{
    for (zn_index k = 0; k < e->nmass; k++) {
        zn_factor_free(e->mass[k].M);
        zn_free_array(e->ctx, e->mass[k].values);
    }
    e->nmass = 0;
}

zn_status zni_event_make_masses(zni_event_driven *e)
{
    const zn_simulation *s = e->s;
    zn_index most = 1;
    zn_status st;

    drop_masses(e);
    st = zn_grow(e->ctx, &e->mass, &e->cmass, s->nbody, sizeof *e->mass);
    for (zn_index k = 0; !st && k < s->nbody; k++) {
        const zn_ds *ds = s->body[k].ds;
        zni_mass *m = &e->mass[k];
        zn_pattern a;
        *m = (zni_mass){0};
        e->nmass = k + 1;
        if (!ds)
            continue;
        a = zn_ds_pattern(ds, ZN_DS_MASS);
        m->constant = zn_vary_constant(ds->varies.M);
        m->values = zn_alloc(e->ctx, zn_pattern_count(&a), sizeof *m->values);
        st = m->values ? zn_factor_new_pattern(e->ctx, &a, &m->M) : ZN_ENOMEM;
        most = ds->nq > most ? ds->nq : most;
        most = ds->nx > most ? ds->nx : most;
    }
    if (!st)
        st = zn_grow(e->ctx, &e->work, &e->cwork, 8 * most + most * most,
                     sizeof *e->work);
    if (st)
        return st;
    e->parts = (zn_force_parts){
        e->work + 4 * most + most * most, e->work + 5 * most + most * most,
        e->work + 6 * most + most * most, e->work + 7 * most + most * most};
    return ZN_OK;
}

/* ---- all of it ------------------------------------------------------------------------------ */

zn_status zni_event_room(zni_event_driven *e)
{
    const zn_state *x = &e->s->state;
    const zn_index nu = x->nv + x->nx + 1, ny = x->ny + 1;
    zn_status st = zn_grow(e->ctx, &e->acc, &e->cacc, nu, sizeof *e->acc);

    if (!st)
        st = zn_grow(e->ctx, &e->load, &e->cload, nu, sizeof *e->load);
    if (!st)
        st = zn_grow(e->ctx, &e->du, &e->cdu, nu, sizeof *e->du);
    if (!st)
        st = zn_grow(e->ctx, &e->slip, &e->cslip, ny, sizeof *e->slip);
    if (!st)
        st = zn_grow(e->ctx, &e->pull, &e->cpull, nu, sizeof *e->pull);
    if (!st)
        st = zn_grow(e->ctx, &e->springs, &e->csprings, ny, sizeof *e->springs);
    if (!st)
        st = zn_grow(e->ctx, &e->last, &e->clast, nu, sizeof *e->last);
    if (!st)
        st = zn_grow(e->ctx, &e->y, &e->cy, x->nq + nu, sizeof *e->y);
    if (!st)
        st = zn_grow(e->ctx, &e->sag, &e->csag, x->nq + nu, sizeof *e->sag);
    if (!st)
        st = zn_grow(e->ctx, &e->ahead, &e->cahead, x->nq + nu,
                     sizeof *e->ahead);
    for (int k = 0; !st && k < ZN_LEVELS; k++)
        st = zn_grow(e->ctx, &e->gap[k], &e->cgap[k], ny, sizeof *e->gap[k]);
    if (!st)
        st = zn_grow(e->ctx, &e->percussion, &e->cpercussion, ny, sizeof *e->percussion);
    return st ? st
              : zn_grow(e->ctx, &e->rows, &e->crows, 3 * ny, sizeof *e->rows);
}

/* What takes some 3 MB; of more rows there is room for those that are closed. */
enum { FEW = 256 };

/* Room to see who stays when all rows are closed at once. */
static zn_status room_to_choose(zni_event_driven *e)
{
    const zn_index n = e->s->state.ny;
    zn_status st;

    if (n > FEW)
        return ZN_OK;
    st = zni_rank_reserve(e->ctx, &e->rank, n);
    if (!st)
        st = zni_event_reduce_reserve(e, n);
    return st ? st : zni_event_percussions_reserve(e, n);
}

/* Who stays is decided by thousandths of a millionth of what moves rows (let_go in jump.c), and
 * forces are then those of linear systems: of the problem itself a tenth of that is enough. */
static const double CHOICE = 1e-10;

/* Percussions are solved to this part of solver_tol, or as near to that as they can be: what they leave of
 * the rates of two contacts that are hit together makes their next hits two events. */
static const double EXACT = 1e-3;

static zn_status solve_exactly(zni_event_driven *e)
{
    const zn_simulation *s = e->s;

    for (zn_index i = 0; i < s->settings.n; i++)
        if (strcmp(s->settings.at[i].name, "tol") == 0)
            return ZN_OK;
    return e->impact.how.solver
               ? zn_solver_set_real(e->impact.how.solver, "tol",
                                    EXACT * s->opt.solver_tol)
               : ZN_OK;
}

zn_status zni_event_connect(zni_event_driven *e)
{
    zn_simulation *s = e->s;
    zn_status st =
        make_problem(e, &e->impact, &zni_problem_of_impact, ZN_LEVEL_VELOCITY,
                     s->opt.formulation, s->opt.solver, s->settings.n);

    if (!st)
        st = solve_exactly(e);
    if (!st)
        st = make_problem(e, &e->force, &zni_problem_of_force,
                          ZN_LEVEL_ACCELERATION, "auto", "auto", 0);
    if (!st && e->force.how.solver)
        st = zn_solver_set_real(e->force.how.solver, "tol",
                                fmax(s->opt.solver_tol, CHOICE));
    if (!st)
        st = room_to_choose(e);
    /* rows are picked from it, and it has few */
    e->force.how.storage = 1;
    e->chosen = zni_sim_tick(s);
    return st;
}

void zni_event_fini(zni_event_driven *e)
{
    double *const arrays[] = {
        e->acc,    e->load,   e->du,   e->last,    e->y,      e->gap[0],
        e->gap[1], e->gap[2], e->rows, e->work,    e->rank.L, e->rank.scale,
        e->sag,    e->slip,   e->pull, e->springs, e->ahead,  e->shares,
        e->newton.L, e->newton.scale, e->turns,  e->percussion};

    if (!e->ctx)
        return;
    drop_masses(e);
    zni_event_isles_fini(e);
    zni_modes_fini(e);
    zni_problem_fini(&e->impact);
    zni_problem_fini(&e->force);
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        zn_free_array(e->ctx, arrays[i]);
    zn_free_array(e->ctx, e->sharing);
    zn_free_array(e->ctx, e->rank.order);
    zn_free_array(e->ctx, e->rank.row);
    zn_free_array(e->ctx, e->newton.order);
    zn_free_array(e->ctx, e->newton.row);
    zn_free_array(e->ctx, e->pick);
    zn_free_array(e->ctx, e->reduced);
    zn_free_array(e->ctx, e->mass);
    zn_free_array(e->ctx, e->contact);
    zn_free_array(e->ctx, e->is);
    zn_free_array(e->ctx, e->direction);
    zn_free_array(e->ctx, e->side);
    zn_free_array(e->ctx, e->crossed);
    zn_free_array(e->ctx, e->undo);
    zni_event_integrators_fini(e);
    zni_event_log_close(e);
}
