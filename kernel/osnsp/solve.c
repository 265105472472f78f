/* solve.c - formulation, solver, warm start and scatter of the one-step problem
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osnsp/problem.h"

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

/* Union of the sets of all that take part. */
static unsigned all_sets(const zni_problem *p)
{
    unsigned sets = 0;

    for (zn_index k = 0; k < p->nmember; k++) {
        const zni_member *m = &p->member[k];
        for (zn_index i = 0; m->in && i < m->unit; i++)
            sets |= m->lt->set(m->law->state, i);
    }
    return sets;
}

/* A row that this formulation does not accept, for the message. */
static zn_status refuse(const zni_problem *p, const zn_formulation_type *f,
                        const char *solver)
{
    for (zn_index k = 0; k < p->nmember; k++) {
        const zni_member *m = &p->member[k];
        for (zn_index i = 0; m->in && i < m->unit; i++) {
            const unsigned set = m->lt->set(m->law->state, i);
            if (!(set & f->sets))
                return zn_fail(
                    p->ctx, ZN_ENOTSUP,
                    "law '%s' of interaction '%s' lives in the %s, which "
                    "formulation '%s' with solver '%s' does not accept; use "
                    "formulation 'auto'",
                    m->lt->type.name, zni_problem_lin(p, k)->a->name,
                    set_name(set), f->type.name,
                    solver);
        }
    }
    return ZN_OK;
}

static zn_status pick(zni_problem *p, const char *name, const char *solver,
                      const zn_formulation_type **out)
{
    const unsigned sets = all_sets(p);
    const zn_type *t;

    if (strcmp(name, "auto") != 0) {
        zn_status st = zn_type_find(p->ctx, ZN_KIND_FORMULATION, name, &t);
        if (st)
            return st;
        *out = (const zn_formulation_type *)t;
        return refuse(p, *out, solver);
    }
    for (zn_index i = 0; (t = zn_type_at(p->ctx, ZN_KIND_FORMULATION, i));
         i++) {
        const zn_formulation_type *f = (const zn_formulation_type *)t;
        if ((sets & ~f->sets) == 0) {
            *out = f;
            return ZN_OK;
        }
    }
    return zn_fail(p->ctx, ZN_ENOTSUP,
                   "no formulation accepts the laws of this model together "
                   "(sets 0x%x)",
                   sets);
}

void zni_problem_drop_method(zni_problem *p)
{
    if (p->how.form && p->how.form->fini && p->how.form_state)
        p->how.form->fini(p->how.form_state, p->ctx);
    zn_free_array(p->ctx, p->how.form_state);
    zn_solver_free(p->how.solver);
    p->how.form = NULL;
    p->how.form_state = NULL;
    p->how.solver = NULL;
}

static zn_status set_tolerance(zn_solver *s, double tol)
{
    return zn_solver_set_real(s, "tol", tol);
}

zn_status zni_problem_configure(zni_problem *p, const char *formulation,
                              const char *solver, double tol)
{
    const zn_formulation_type *f = NULL;
    zn_solver *made = NULL;
    zn_status st = pick(p, formulation, solver, &f);
    void *state;

    if (st)
        return st;
    if (f == p->how.form &&
        strcmp(zn_solver_class(p->how.solver)->type.name, solver) == 0)
        return set_tolerance(p->how.solver, tol);
    st = zn_solver_new(p->ctx, f->problem, solver, &made);
    if (!st)
        st = set_tolerance(made, tol);
    if (st)
        goto fail;
    st = ZN_ENOMEM;
    state = zn_alloc(p->ctx, (zn_index)f->type.state_size, 1);
    if (!state)
        goto fail;
    zni_problem_drop_method(p);
    p->how.form = f;
    p->how.form_state = state;
    p->how.solver = made;
    zn_log(p->ctx, ZN_LOG_INFO, "formulation '%s', solver '%s'", f->type.name,
           solver);
    return ZN_OK;

fail: /* what was in use stays */
    zn_solver_free(made);
    return zn_note(p->ctx, st, "formulation '%s'", f->type.name);
}

/* Put z back into the multipliers. */
static void scatter(zni_problem *p)
{
    for (zn_index i = 0; i < p->active.n; i++)
        p->lam[p->rows.where[i]] = p->rows.z[i];
    p->lambda = zni_problem_tick(p);
}

zn_status zni_problem_solve(zni_problem *p, zn_solve_info *info)
{
    zn_status st;

    for (zn_index i = 0; i < p->active.n; i++)
        p->rows.z[i] = p->lam[p->rows.where[i]];
    st = p->how.form->solve(p->how.form_state, p->ctx, &p->statement, p->how.solver, p->rows.z,
                        p->rows.w, info);
    if (st < 0)
        return st;
    scatter(p);
    return st;
}

zn_status zni_problem_retry(zni_problem *p, double tol, zn_solve_info *info)
{
    const char *used = zn_solver_class(p->how.solver)->type.name;
    const zn_kind kind = zn_solver_class(p->how.solver)->type.kind;
    const zn_type *t;
    zn_solve_info last;

    for (zn_index i = 0; (t = zn_type_at(p->ctx, kind, i)); i++) {
        zn_solver *s = NULL;
        zn_status st;
        if (strcmp(t->name, used) == 0)
            continue;
        st = zn_solver_new(p->ctx, p->how.form->problem, t->name, &s);
        if (!st)
            st = set_tolerance(s, tol);
        if (!st) {
            memset(p->rows.z, 0, (size_t)p->active.n * sizeof *p->rows.z);
            st = p->how.form->solve(p->how.form_state, p->ctx, &p->statement, s, p->rows.z,
                                p->rows.w, &last);
        }
        zn_solver_free(s);
        if (st == ZN_ENOMEM)
            return st;
        if (st == ZN_OK) {
            *info = last;
            scatter(p);
            return ZN_OK;
        }
    }
    return zn_fail(p->ctx, ZN_UNSOLVED,
                   "no solver of class '%s' solves the one-step problem "
                   "(%td rows)",
                   p->how.form->problem, p->active.n);
}
