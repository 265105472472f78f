/* solve.c - formulation, solver, warm start and scatter of the one-step problem
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osnsp/osnsp.h"

#include <stdio.h>
#include <string.h>

#include <zeno/plugin.h>

static const char *set_name(unsigned set)
{
    static const struct {
        unsigned set;
        const char *name;
    } names[] = {
        {ZN_SET_ZERO, "zero (equality)"},
        {ZN_SET_ORTHANT, "orthant (complementarity)"},
        {ZN_SET_BOX, "box (relay)"},
        {ZN_SET_POLYHEDRON, "polyhedron (normal cone)"},
        {ZN_SET_FRICTION, "friction cone"},
    };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].set == set)
            return names[i].name;
    return "rolling friction cone";
}

/* Union of the sets of all sites. */
static unsigned all_sets(const zni_osnsp *o)
{
    unsigned sets = 0;

    for (zn_index k = 0; k < o->nsites; k++) {
        const zni_site *s = &o->site[k];
        for (zn_index i = 0; s->a && i < s->unit; i++)
            sets |= s->lt->set(s->a->law->state, i);
    }
    return sets;
}

/* A row that this formulation does not accept, for the message. */
static zn_status refuse(const zni_osnsp *o, const zn_formulation_type *f,
                        const char *solver)
{
    for (zn_index k = 0; k < o->nsites; k++) {
        const zni_site *s = &o->site[k];
        for (zn_index i = 0; s->a && i < s->unit; i++) {
            const unsigned set = s->lt->set(s->a->law->state, i);
            if (!(set & f->sets))
                return zn_fail(
                    o->ctx, ZN_ENOTSUP,
                    "law '%s' of interaction '%s' lives in the %s, which "
                    "formulation '%s' with solver '%s' does not accept; use "
                    "formulation 'auto'",
                    s->lt->type.name, s->a->name, set_name(set), f->type.name,
                    solver);
        }
    }
    return ZN_OK;
}

static zn_status pick(zni_osnsp *o, const char *name, const char *solver,
                      const zn_formulation_type **out)
{
    const unsigned sets = all_sets(o);
    const zn_type *t;

    if (strcmp(name, "auto") != 0) {
        zn_status st = zn_type_find(o->ctx, ZN_KIND_FORMULATION, name, &t);
        if (st)
            return st;
        *out = (const zn_formulation_type *)t;
        return refuse(o, *out, solver);
    }
    for (zn_index i = 0; (t = zn_type_at(o->ctx, ZN_KIND_FORMULATION, i));
         i++) {
        const zn_formulation_type *f = (const zn_formulation_type *)t;
        if ((sets & ~f->sets) == 0) {
            *out = f;
            return ZN_OK;
        }
    }
    return zn_fail(o->ctx, ZN_ENOTSUP,
                   "no formulation accepts the laws of this model together "
                   "(sets 0x%x)",
                   sets);
}

static void drop_formulation(zni_osnsp *o)
{
    if (o->form && o->form->fini && o->form_state)
        o->form->fini(o->form_state, o->ctx);
    zn_free_array(o->ctx, o->form_state);
    zn_solver_free(o->solver);
    o->form = NULL;
    o->form_state = NULL;
    o->solver = NULL;
}

static zn_status set_tolerance(zn_solver *s, double tol)
{
    return zn_solver_set_real(s, "tol", tol);
}

zn_status zni_osnsp_configure(zni_osnsp *o, const char *formulation,
                              const char *solver, double tol)
{
    const zn_formulation_type *f = NULL;
    zn_solver *made = NULL;
    zn_status st = pick(o, formulation, solver, &f);
    void *state;

    if (st)
        return st;
    if (f == o->form &&
        strcmp(zn_solver_class(o->solver)->type.name, solver) == 0)
        return set_tolerance(o->solver, tol);
    st = zn_solver_new(o->ctx, f->problem, solver, &made);
    if (!st)
        st = set_tolerance(made, tol);
    if (st)
        goto fail;
    st = ZN_ENOMEM;
    state = zn_alloc(o->ctx, (zn_index)f->type.state_size, 1);
    if (!state)
        goto fail;
    drop_formulation(o);
    o->form = f;
    o->form_state = state;
    o->solver = made;
    zn_log(o->ctx, ZN_LOG_INFO, "formulation '%s', solver '%s'", f->type.name,
           solver);
    return ZN_OK;

fail: /* what was in use stays */
    zn_solver_free(made);
    return zn_note(o->ctx, st, "formulation '%s'", f->type.name);
}

/* Put z back into the multipliers. */
static void scatter(zni_osnsp *o)
{
    for (zn_index i = 0; i < o->n; i++)
        o->lam[o->where[i]] = o->z[i];
    zni_osnsp_new_lambda(o);
}

zn_status zni_osnsp_solve(zni_osnsp *o, zn_solve_info *info)
{
    zn_status st;

    for (zn_index i = 0; i < o->n; i++)
        o->z[i] = o->lam[o->where[i]];
    st = o->form->solve(o->form_state, o->ctx, &o->problem, o->solver, o->z,
                        o->w, info);
    if (st < 0)
        return st;
    scatter(o);
    return st;
}

zn_status zni_osnsp_retry(zni_osnsp *o, double tol, zn_solve_info *info)
{
    const char *used = zn_solver_class(o->solver)->type.name;
    const zn_kind kind = zn_solver_class(o->solver)->type.kind;
    const zn_type *t;
    zn_solve_info last;

    for (zn_index i = 0; (t = zn_type_at(o->ctx, kind, i)); i++) {
        zn_solver *s = NULL;
        zn_status st;
        if (strcmp(t->name, used) == 0)
            continue;
        st = zn_solver_new(o->ctx, o->form->problem, t->name, &s);
        if (!st)
            st = set_tolerance(s, tol);
        if (!st) {
            memset(o->z, 0, (size_t)o->n * sizeof *o->z);
            st = o->form->solve(o->form_state, o->ctx, &o->problem, s, o->z,
                                o->w, &last);
        }
        zn_solver_free(s);
        if (st == ZN_ENOMEM)
            return st;
        if (st == ZN_OK) {
            *info = last;
            scatter(o);
            return ZN_OK;
        }
    }
    return zn_fail(o->ctx, ZN_UNSOLVED,
                   "no solver of class '%s' solves the one-step problem "
                   "(%td rows)",
                   o->form->problem, o->n);
}

void zni_osnsp_fini(zni_osnsp *o)
{
    drop_formulation(o);
    for (zn_index k = 0; k < o->nsites; k++)
        zni_site_fini(o, &o->site[k]);
    zni_groups_fini(o);
    zn_free_array(o->ctx, o->site);
    zn_free_array(o->ctx, o->lam);
    zn_free_array(o->ctx, o->was);
    zn_free_array(o->ctx, o->act);
    zn_free_array(o->ctx, o->x);
    zn_free_array(o->ctx, o->p);
    zn_free_array(o->ctx, o->i);
    zn_free_array(o->ctx, o->bp);
    zn_free_array(o->ctx, o->ro);
    zn_free_array(o->ctx, o->mark);
    zn_free_array(o->ctx, o->q);
    zn_free_array(o->ctx, o->z);
    zn_free_array(o->ctx, o->w);
    zn_free_array(o->ctx, o->set);
    zn_free_array(o->ctx, o->law);
    zn_free_array(o->ctx, o->row);
    zn_free_array(o->ctx, o->where);
}
