/* connect.c - interactions of the model into the simulation: linearised, and in its
 * one-step problem
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/mechanics/joint.h"
#include "kernel/mechanics/planar.h"
#include "kernel/model/ahead.h"
#include "kernel/osnsp/redundant.h"
#include "kernel/simulation/simulation.h"

#include <string.h>

/* Multipliers and outputs of an interaction that is new. */
void zni_sim_clear_rows(zn_simulation *s, zn_index place)
{
    zn_index off, n = zni_lins_span(&s->lins, place, &off);

    s->problem.active.touched = zni_sim_tick(s);
    for (zn_index i = off; i < off + n; i++) {
        s->problem.active.was[i] = 0;
        s->problem.lam[i] = 0;
        if (s->turns_tangents)
            s->tangent[i] = 0;
        for (int k = 0; k < ZN_LEVELS; k++)
            s->state.lambda[k][i] = s->state.y[k][i] = 0;
    }
}

static zn_status refused(const zn_osi *osi, const zn_interaction *a,
                         const char *why)
{
    char who[160];

    return zn_fail(osi->ctx, ZN_ENOTSUP,
                   "integrator '%s' refuses interaction %s (relation '%s', "
                   "law '%s'): %s",
                   osi->type->type.name,
                   zni_interaction_words(a, sizeof who, who),
                   a->relation->type->type.name,
                   a->law->type->type.name, why ? why : "not supported");
}

/* When in a step of length 1 from 0 relations are evaluated. */
static double instant(const zn_osi *osi)
{
    const zn_step step = {.t1 = 1, .h = 1, .hw = 1};

    return osi->type->relation_time
               ? osi->type->relation_time(osi->state, &step)
               : 1;
}

/* The level on which the integrators of its systems agree. */
static zn_status find_level(const zn_simulation *s, const zn_interaction *a,
                            zn_level *out)
{
    const zn_osi *first = s->body[a->ds[0]->place].osi;

    for (zn_index j = 0; j < a->nds; j++) {
        const zn_osi *osi = s->body[a->ds[j]->place].osi;
        const char *why = NULL;
        const zn_level level =
            osi->type->level(osi->state, a->relation, a->law, &why);

        if (level == ZN_LEVEL_REFUSED)
            return refused(osi, a, why);
        if (zni_law_adhesion(a->law) > 0 &&
            (level != ZN_LEVEL_VELOCITY || osi->type->stages))
            return refused(osi, a,
                           "the contact adheres, and this scheme knows forces "
                           "or positions of contacts, no bound of their "
                           "impulses in a step: use 'moreau-jean'");
        if (j > 0 && (level != *out || instant(osi) != instant(first)))
            return zn_fail(
                s->ctx, ZN_ENOTSUP,
                "interaction '%s' joins systems '%s' and '%s', whose "
                "integrators '%s' and '%s' write its law at other "
                "levels (%d, %d) or instants",
                a->name, a->ds[0]->owner.name, a->ds[j]->owner.name,
                first->type->type.name, osi->type->type.name, (int)*out,
                (int)level);
        *out = level;
    }
    return ZN_OK;
}

/* projection=joints: of joints, and of equations of bodies in space. */
bool zni_sim_projects(const zn_simulation *s, const zn_interaction *a)
{
    bool space = false;

    if (!s->projection.joints)
        return s->projection.on;
    for (zn_index j = 0; j < a->nds; j++)
        space = space || zn_ds_curved(a->ds[j]);
    return zni_joint_is(a->relation->type) ||
           zni_planar_joint_is(a->relation->type) ||
           (space && a->law->type->always);
}

/* Is one pass exact for it, whoever else acts? */
static bool exact_at_once(const zni_member *m, const zni_lin *s)
{
    return s->plain && !m->more->force && !m->law->type->loaded && !s->more->K;
}

static zn_status connect(zn_simulation *s, zn_interaction *a)
{
    zn_level level = ZN_LEVEL_REFUSED;
    zni_member *m;
    zn_status st = find_level(s, a, &level);

    if (!st)
        st = zni_sim_use_level(s, level);
    if (!st)
        st = zni_lin_init(&s->lins, a);
    if (!st)
        st = zni_problem_enter(&s->problem, a->place, level, s->body);
    if (st)
        return st;
    if (zni_sim_projects(s, a)) {
        st = zni_sim_use_level(s, ZN_LEVEL_POSITION);
        st = st ? st : zni_sim_projection_room(s);
    }
    if (!st && zni_sim_projects(s, a))
        st = zni_projector_enter(&s->projection, a->place, level, s->body);
    if (st)
        return st;
    st = zni_forces_enter(&s->forces, a->place, s->body);
    if (st)
        return st;
    m = zni_problem_member(&s->problem, a->place);
    if (a->law->type->levels == ZN_LAW_FORCE)
        st = zni_member_use_force(&s->problem, a->place);
    if (!st && level == ZN_LEVEL_VELOCITY && zni_lins_at(&s->lins, a->place)->more->D)
        st = zni_member_use_soft(&s->problem, a->place);
    if (st)
        return st;
    if ((m->more->force || zni_member_bilateral(&s->problem, a->place)) &&
        m->side[0].osi->type->middle &&
        m->side[0].osi->type->middle(m->side[0].osi->state))
        st = zni_member_use_middle(&s->problem, a->place);
    if (st)
        return st;
    m->always = m->always || level == ZN_LEVEL_POSITION;
    for (zn_index j = 0; j < a->nds; j++)
        m->always = m->always || !m->side[j].osi->type->active;
    st = zni_sim_check_memory(s, a->place);
    if (!st && zni_member_turns(&s->problem, a->place))
        st = zni_sim_use_tangents(s);
    if (!st && !exact_at_once(m, zni_lins_at(&s->lins, a->place)))
        st = zni_sim_use_iterations(s);
    if (!st)
        zni_problem_leave_alone(&s->problem, a->place);
    return st;
}

/* Is something to be done at its place? Not, where it came to one that was left. */
static bool has_work(const zn_simulation *s, const zni_change *c, bool joined)
{
    const zn_interaction *a = s->model->ints[c->place];

    return joined ? a && c->kind != ZNI_INTERACTION_REMOVED
                  : !a || zni_lins_whose(&s->lins, c->place) != a;
}

/* What is kept for the interaction at a place, or was for the last one. */
static void ask_for_kept(const zn_simulation *s, zn_index place)
{
    const zni_lin *lin = s->lins.at[place];
    const zni_member *m = s->problem.member[place];
    zn_index off;

    (void)zni_lins_span(&s->lins, place, &off);
    zni_ask(lin ? lin->q : NULL, 1);
    zni_ask(m ? m->act : NULL, 1);
    zni_ask(&s->problem.lam[off], 1);
    zni_ask(&s->problem.active.was[off], 1);
    zni_ask(&s->gap[off], 1);
    for (int level = 0; level < ZN_LEVELS; level++) {
        zni_ask(&s->state.y[level][off], 1);
        zni_ask(&s->state.lambda[level][off], 1);
    }
}

/* What its systems have, and what the last one had that acted. */
static void ask_for_bodies(const zn_simulation *s, zn_index place,
                           const zn_interaction *a)
{
    const zni_member *m = s->problem.member[place];
    const zni_act *act = m ? m->act : NULL;
    const double *on = s->problem.global.estimate.on;

    zni_ask(act ? act->X : NULL, 1);
    for (zn_index j = 0; a && j < a->nds; j++) {
        const zn_ds *ds = a->ds[j];
        zni_ask(&s->body[ds->place], sizeof *s->body);
        zni_ask(on ? on + ds->place : NULL, 1);
        zni_ask(&s->state.q[ds->nq ? ds->q_off : 0], 1);
    }
}

void zni_sim_ask(const zn_simulation *s, const zni_change c[], zn_index n,
                 bool joined)
{
    const zn_interaction *a[ZNI_AHEAD];
    bool work[ZNI_AHEAD];

    n = n < ZNI_AHEAD ? n : ZNI_AHEAD;
    for (zn_index i = 0; i < n; i++) {
        const zn_index k = c[i].place;
        zni_ask(&s->lins.at[k], sizeof s->lins.at[k]);
        zni_ask(&s->problem.member[k], sizeof s->problem.member[k]);
        zni_ask(k < s->lins.nrow ? &s->lins.row[k] : NULL, sizeof *s->lins.row);
        zni_ask(&s->model->ints[k], sizeof s->model->ints[k]);
        zni_ask(&s->lins.order.is[k], 1);
    }
    for (zn_index i = 0; i < n; i++) {
        zni_ask(s->lins.at[c[i].place], sizeof **s->lins.at);
        zni_ask(s->problem.member[c[i].place], sizeof **s->problem.member);
        zni_ask(s->model->ints[c[i].place], sizeof **s->model->ints);
    }
    for (zn_index i = 0; i < n; i++) {
        work[i] = has_work(s, &c[i], joined);
        a[i] = work[i] ? s->model->ints[c[i].place] : NULL;
        if (work[i])
            ask_for_kept(s, c[i].place);
    }
    for (zn_index i = 0; i < n; i++)
        for (zn_index j = 0; a[i] && j < a[i]->nds; j++)
            zni_ask(a[i]->ds[j], sizeof *a[i]->ds[j]);
    for (zn_index i = 0; i < n; i++)
        if (work[i])
            ask_for_bodies(s, c[i].place, a[i]);
}

zn_status zni_sim_refresh_interaction(zn_simulation *s, zn_index place)
{
    const zni_member *m = s->problem.member[place];
    zn_interaction *a = s->model->ints[place];
    const bool same = a && zni_lins_serial(&s->lins, place) == a->serial;
    zn_index off, n = zni_lins_span(&s->lins, place, &off);
    zn_status st;

    if ((m && m->always) ||
        (a && a->law->type->always))
        s->joints = zni_sim_tick(s);
    zni_problem_leave(&s->problem, place);
    zni_problem_leave(&s->projection.problem, place);
    zni_problem_leave(&s->forces.problem, place);
    if (n) {
        if (!same && s->worst_row >= off && s->worst_row < off + n)
            s->worst_row = -1; /* its name goes with it */
        memset(s->gap + off, 0, (size_t)n);
        zni_order_drop(&s->lins.order, place);
        zni_lin_fini(&s->lins, place);
    }
    if (!a)
        return ZN_OK;
    st = connect(s, a);
    if (!st)
        st = zni_order_put(s->ctx, &s->lins.order, a);
    if (!st && !same)
        zni_sim_clear_rows(s, place);
    if (st) /* its rows are its own still, or those of another yet */
        zni_lins_remember(&s->lins, place, same ? a->serial : 0);
    return st;
}

/* dg/dq of relations enters W of their systems: room for the sum. */
static zn_status input_room(zn_simulation *s)
{
    for (zn_index k = 0; k < s->nbody; k++) { /* of relations that are gone */
        zn_free_array(s->ctx, s->body[k].K);
        s->body[k].K = NULL;
    }
    for (zn_index k = 0; k < s->lins.n; k++) {
        const zni_lin *a = zni_lins_at(&s->lins, k);
        for (zn_index j = 0; a->a && a->more->K && j < a->nds; j++) {
            zni_body *b = &s->body[a->body[j]];
            if (!b->K)
                b->K = zn_alloc(s->ctx, b->n * b->n, sizeof *b->K);
            if (!b->K)
                return ZN_ENOMEM;
        }
    }
    return ZN_OK;
}

bool zni_sim_reserves(const zn_simulation *s)
{
    /* what takes some 5 MB, and a step of milliseconds */
    const zn_index few = 10000;

    return s->opt.reserve == ZNI_RESERVE_ALL || s->opt.recompute ||
           (s->opt.reserve == ZNI_RESERVE_AUTO && s->model->ny <= few);
}

/* Room of the formulation and the solver for n rows, nnz values in the matrix. */
static zn_status method_room(zn_ctx *ctx, zni_method *how, zn_index n,
                             zn_index nnz)
{
    const zn_formulation_type *f = how->form;
    zn_status st = f->reserve ? f->reserve(how->form_state, ctx, n) : ZN_OK;

    if (!st && ZN_HAS(zn_formulation_type, f, reserve_values) &&
        f->reserve_values)
        st = f->reserve_values(how->form_state, ctx, n, nnz);
    return st ? st : zn_solver_reserve(how->solver, n, nnz);
}

/* Room for every row, or for those that are active by and by. */
static zn_status make_room(zn_simulation *s, zni_problem *p)
{
    zni_method *how = &p->how;
    zn_index nnz, few;
    zn_status st;

    if (!zni_sim_reserves(s)) {
        zni_problem_no_rows(p);
        return ZN_OK;
    }
    st = zni_problem_all_rows(p, &nnz);
    /* the solver has its room when sweeps without a matrix fail */
    if (st || (p->product.on && how->storage == ZNI_STORAGE_PRODUCT))
        return st;
    /* few that are active are stored dense, which may be more values */
    few = p->active.n < ZNI_DENSE_ROWS ? p->active.n : ZNI_DENSE_ROWS;
    st = method_room(s->ctx, how, p->active.n, nnz);
    return st ? st : method_room(s->ctx, how, few, few * few);
}

/* Are there options of the user that an answer may depend on? Threads change no bit. */
static bool told(const zn_simulation *s, zn_index nsetting)
{
    for (zn_index i = 0; i < nsetting; i++)
        if (strcmp(s->settings.at[i].name, "threads") != 0)
            return true;
    return false;
}

/* Threads of a solver that was chosen, and has none: another one may be chosen when more contacts close,
 * and no bit depends on them. */
static bool needless(const zni_method *how, bool chosen, const char *name)
{
    return chosen && strcmp(name, "threads") == 0 &&
           !zn_option_find(zn_solver_class(how->solver)->type.options, name);
}

zn_status zni_sim_configure(zn_simulation *s, zni_problem *p,
                            const char *formulation, const char *solver,
                            zn_index nsetting)
{
    const bool chosen = strcmp(formulation, "auto") == 0 && strcmp(solver, "auto") == 0;
    zni_method *how = &p->how;
    zn_status st;

    /* the solver that is named may be of the class that is needed later */
    if (strcmp(formulation, "auto") == 0 && zni_problem_idle(p)) {
        st = zni_sim_check_ahead(s);
        if (st)
            return st;
        solver = "auto";
        nsetting = 0;
    }
    how->storage = s->opt.storage;
    how->told = told(s, nsetting);
    s->lins.set = zni_sim_tick(s);
    st = zni_problem_configure(p, formulation, solver,
                               (zni_asked){s->opt.solver_tol, s->opt.solver_time});
    for (zn_index i = 0; !st && i < nsetting; i++)
        if (!needless(how, chosen, s->settings.at[i].name))
            st = zn_solver_set(how->solver, s->settings.at[i].name,
                               s->settings.at[i].value);
    return st ? st : make_room(s, p);
}

/* Rows of joints that follow from others, where joints changed. */
static zn_status find_redundant(zn_simulation *s)
{
    zn_status st;

    if (s->joints == 0 || zni_holds(s->searched, s->joints))
        return ZN_OK;
    st = zni_redundant_find(&s->problem, s->body, s->nbody, s->model->ny, s->times.t0);
    s->searched = st ? 0 : zni_sim_tick(s); /* else it is done again */
    return st;
}

/* The position-level problem, if some interaction takes part: its sets are not those
 * of the formulation that the user may have named for the other. */
static zn_status refresh_projection(zn_simulation *s)
{
    zni_problem *p = &s->projection.problem;
    zn_status st = zni_groups_form(p, s->body, s->nbody);

    zni_problem_summarise(p);
    if (!st && s->projection.in_coordinates && zni_sim_reserves(s))
        st = zni_ties_reserve(&s->projection, s->model->nv + s->model->nx + s->model->nds);
    return st || !p->has.any_level[ZN_LEVEL_POSITION]
               ? st
               : zni_sim_configure(s, p, "auto", "auto", 0);
}

/* The problem of forces inside steps has the sets of the other. */
static zn_status refresh_forces(zn_simulation *s)
{
    zni_problem *p = &s->forces.problem;
    const zn_status st = zni_groups_form(p, s->body, s->nbody);

    zni_forces_summarise(&s->forces);
    return st || !s->forces.stages
               ? st
               : zni_sim_configure(s, p, s->opt.formulation, s->opt.solver,
                           s->settings.n);
}

/* What may stay: what the user says, or a fraction of the size of each row. A contact lasts with a gap
 * that is wider: one that was free before it pressed is not tied, and its surface may bend away. */
static void set_tolerance(zn_simulation *s, zni_projector *p)
{
    p->relative = !(s->opt.projection_tol > 0);
    p->tol = !p->relative ? s->opt.projection_tol : p->joints ? 1e-12 : 1e-10;
    s->problem.active.lasting = !p->inside ? 0 : p->relative ? 1e-8 : p->tol;
}

bool zni_sim_set_projection(zn_simulation *s)
{
    zni_projector *p = &s->projection;
    const bool before = p->on, mass = p->mass, combined = p->combined,
               joints = p->joints, inside = p->inside;
    /* the start is corrected as `direct` does, in all rows, whatever the run leaves alone */
    const int how = p->beginning ? ZNI_PROJECT_DIRECT : s->opt.projection;
    const int rows = p->beginning ? ZNI_ROWS_ALL : s->opt.projection_rows;

    p->on = how != ZNI_PROJECT_NEVER;
    p->joints = how == ZNI_PROJECT_JOINTS;
    p->mass = s->opt.projection_metric == ZNI_METRIC_MASS;
    p->combined = how == ZNI_PROJECT_COMBINED;
    p->from_closed = s->opt.combined_start == ZNI_COMBINED_CLOSED;
    p->in_coordinates = s->opt.projection_metric == ZNI_METRIC_COORDINATES;
    p->inside = how == ZNI_PROJECT_SIMULTANEOUS;
    p->problem.active.ties = p->combined || p->inside;
    p->only_chosen = p->combined && (s->opt.combined_start != ZNI_COMBINED_NONE ||
                                     s->opt.combined_passes == ZNI_PASSES_CONTINUE || p->in_coordinates);
    p->only_active = rows == ZNI_ROWS_ACTIVE;
    p->open = s->opt.projection_open;
    set_tolerance(s, p);
    return p->on != before || p->mass != mass || p->combined != combined ||
           p->joints != joints || p->inside != inside;
}

zn_status zni_sim_refresh_problem(zn_simulation *s)
{
    zn_status st = input_room(s);

    if (!st)
        st = find_redundant(s);
    if (!st)
        st = refresh_projection(s); /* these know no groups of systems */
    if (!st)
        st = refresh_forces(s);
    zni_problem_summarise(&s->problem);
    if (!st)
        st = zni_groups_form(&s->problem, s->body, s->nbody);
    if (!st && !s->model->nint)
        return zni_sim_check_ahead(s);
    return st ? st
              : zni_sim_configure(s, &s->problem, s->opt.formulation, s->opt.solver,
                           s->settings.n);
}
