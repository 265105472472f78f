/* solve.c - formulation, solver, warm start and scatter of the one-step problem
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osnsp/problem.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <zeno/plugin.h>

#include "kernel/model/vectors.h"
#include "kernel/osnsp/box.h"
#include "solvers/core/core.h"
#include "solvers/core/monitor.h"

/* All cones of one copy of each law at work, one after the other. */
typedef struct walk {
    const zni_problem *p;
    zn_index place, k;
    bool tied; /* was an equation that a contact may become */
} walk;

static const zni_member *next(walk *w, zn_cone *c)
{
    for (; w->place < w->p->nmember; w->place++, w->k = 0) {
        const zni_member *m = zni_problem_member(w->p, w->place);
        if (m->in && zni_member_cone(w->p, m, w->k++, c))
            return m;
        if (m->in && w->p->active.ties && !w->tied) {
            w->tied = true;
            *c = (zn_cone){.set = zn_set_zero(), .size = 1};
            return m;
        }
    }
    return NULL;
}

/* Does the law of the member say what happens at impacts by a stiffness? */
static bool has_stiffness(const zni_problem *p, const zni_member *m)
{
    return !p->kind->cone && m->level == ZN_LEVEL_VELOCITY &&
           m->law->type->compliance;
}

/* Does a formulation that keeps the equations of motion, and accepts the cone, take it
 * whatever its contacts are? Joints, stops, dry friction of joints. */
static bool beside(const zn_formulation_type *f, const zn_cone *c)
{
    return f->global && zni_cone_is_box(c);
}

/* Why a formulation refuses a cone after one that it took, or NULL. */
static const char *objection(const zni_problem *p, const zni_member *m,
                             const zn_formulation_type *f, const zn_cone *first,
                             const zn_cone *c)
{
    if (!f->accepts(c))
        return "does not accept";
    if (f->compliant && !has_stiffness(p, m) && c->set != zn_set_zero())
        return "does not accept without a stiffness (law 'multiple-impact')";
    if (!f->compliant && has_stiffness(p, m))
        return "does not accept with a stiffness, it knows of no forces during "
               "impacts";
    if (f->global && !f->pulls && m->more->adhesion > 0)
        return "does not accept with adhesion, it does not say (`pulls`) that it "
               "reads motion->f";
    if (beside(f, c))
        return NULL;
    if (f->uniform && first->set && (c->set != first->set || c->size != first->size))
        return "does not accept beside another set or size";
    return NULL;
}

/* The first interaction whose cone this formulation refuses, or NULL. */
static const zni_member *refused(const zni_problem *p, const zn_formulation_type *f,
                               zn_cone *c, const char **why)
{
    walk w = {.p = p};
    zn_cone first = {0};
    const zni_member *m;

    while ((m = next(&w, c))) {
        if (f->global && (*why = zni_global_refuses(p, m->place)))
            return m;
        *why = objection(p, m, f, &first, c);
        if (*why)
            return m;
        if (!first.set && !beside(f, c))
            first = *c;
    }
    return NULL;
}

/* Every set and size once, for the message; `text` has room for the usual. */
static zn_status none(const zni_problem *p)
{
    walk w = {.p = p};
    char text[256] = "";
    size_t at = 0;
    zn_cone c;

    while (next(&w, &c)) {
        char one[96];
        snprintf(one, sizeof one, "'%s' of %td", c.set->type.name, c.size);
        if (strstr(text, one) || at + strlen(one) + 3 > sizeof text)
            continue;
        at += (size_t)snprintf(text + at, sizeof text - at, "%s%s",
                               at ? ", " : "", one);
    }
    return zn_fail(p->ctx, ZN_ENOTSUP,
                   "no formulation accepts the sets of the laws of this model "
                   "together: %s rows",
                   text);
}

/* The first formulation that takes all cones, of those that keep the equations of
 * motion or of all. */
static bool first_of(const zni_problem *p, bool global,
                     const zn_formulation_type **out)
{
    const zn_type *t;
    const char *why;
    zn_cone c;

    for (zn_index i = 0; (t = zn_type_at(p->ctx, ZN_KIND_FORMULATION, i));
         i++) {
        *out = (const zn_formulation_type *)t;
        if ((!global || (*out)->global) && !refused(p, *out, &c, &why))
            return true;
    }
    return false;
}

static zn_status pick(zni_problem *p, const char *name, const char *solver,
                      const zn_formulation_type **out)
{
    const zni_member *m;
    const char *why;
    const zn_type *t;
    zn_cone c;

    p->how.either = false;
    if (strcmp(name, "auto") != 0) {
        zn_status st = zn_type_find(p->ctx, ZN_KIND_FORMULATION, name, &t);
        if (st)
            return st;
        *out = (const zn_formulation_type *)t;
        m = refused(p, *out, &c, &why);
        return !m ? ZN_OK
                  : zn_fail(p->ctx, ZN_ENOTSUP,
                            "law '%s' of interaction '%s' lives in the set "
                            "'%s' of %td rows, which formulation '%s' with "
                            "solver '%s' %s; use formulation 'auto'",
                            m->law->type->type.name,
                            zni_problem_lin(p, m->place)->a->name,
                            c.set->type.name, c.size, t->name, solver, why);
    }
    p->how.either = strcmp(solver, "auto") == 0 && first_of(p, true, out);
    if (p->how.either && zni_global_cheaper(p))
        return ZN_OK;
    return first_of(p, false, out) ? ZN_OK : none(p);
}

bool zni_problem_idle(const zni_problem *p)
{
    walk w = {.p = p};
    zn_cone c;

    return !next(&w, &c);
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

static zn_status ask(zn_solver *s, zni_asked asked)
{
    zn_solver_set_time_limit(s, asked.time);
    return zn_solver_set_real(s, "tol", asked.tol);
}

zn_status zni_problem_configure(zni_problem *p, const char *formulation,
                              const char *solver, zni_asked asked)
{
    const zn_formulation_type *f = NULL;
    zn_solver *made = NULL;
    zn_status st = pick(p, formulation, solver, &f);
    void *state;

    if (st)
        return st;
    if (f == p->how.form &&
        strcmp(zn_solver_class(p->how.solver)->type.name, solver) == 0)
        return ask(p->how.solver, asked);
    st = zn_solver_new(p->ctx, f->problem, solver, &made);
    if (!st)
        st = ask(made, asked);
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
    const zn_index n = p->active.n;
    const int32_t *where = p->rows.where;

    if (zni_problem_global(p))
        zni_global_units(p, false);
    for (zn_index i = 0; i < n; i++)
        p->lam[where[i]] = p->rows.z[i];
    for (zn_index i = 0; p->has.any_adhesion && i < n; i++)
        p->lam[where[i]] -= p->rows.pull[i];
    p->lambda = zni_problem_tick(p);
}

/* The multipliers at work, as the problem has them. */
static inline void start(const zni_problem *p, double z[])
{
    const zn_index n = p->active.n;
    const int32_t *where = p->rows.where;

    for (zn_index i = 0; i < n; i++)
        z[i] = p->lam[where[i]];
    for (zn_index i = 0; p->has.any_adhesion && i < n; i++)
        z[i] += p->rows.pull[i];
}

void zni_problem_start(const zni_problem *p, double z[])
{
    start(p, z);
}

/* By sweeps that need no matrix; *done: it is solved, or the time is over. Where they do not arrive
 * the matrix is there then, and the solver has the time that is left. */
static zn_status sweep(zni_problem *p, zn_solve_info *info, bool *done)
{
    const double time = zni_solver_time_limit(p->how.solver),
                 end = time > 0 ? zni_clock() + time : 0;
    zn_status st = zni_product_solve(p, info);

    *done = st != ZN_UNSOLVED || info->outcome == ZN_TIME_LIMIT;
    if (st != ZN_UNSOLVED)
        return st;
    st = zni_problem_condense(p);
    if (st || *done)
        return st ? st : ZN_UNSOLVED;
    if (time > 0)
        zn_solver_set_time_limit(p->how.solver, fmax(end - zni_clock(), 1e-9));
    zni_problem_start(p, p->rows.z);
    return ZN_OK;
}

/* Of q = 0: nothing acts. */
static void rest(zni_problem *p, zn_solve_info *info)
{
    zni_clear(p->active.n, p->rows.z);
    zni_clear(p->active.n, p->rows.w);
    *info = (zn_solve_info){.outcome = ZN_SOLVED};
    scatter(p);
}

zn_status zni_problem_solve(zni_problem *p, zn_solve_info *info)
{
    const double time = zni_solver_time_limit(p->how.solver);
    zn_index swept = 0;
    bool done = false;
    zn_status st = ZN_OK;

    if (p->rows.rest) {
        rest(p, info);
        return ZN_OK;
    }
    start(p, p->rows.z);
    if (p->product.ready) {
        st = sweep(p, info, &done);
        swept = info->iterations;
    }
    if (st < 0)
        return st;
    if (done) {
        scatter(p);
        return st;
    }
    if (zni_problem_global(p))
        zni_global_units(p, true);
    st = p->how.form->solve(p->how.form_state, p->ctx, &p->statement, p->how.solver, p->rows.z,
                        p->rows.w, info);
    if (p->product.ready)
        zn_solver_set_time_limit(p->how.solver, time);
    if (st < 0)
        return st;
    info->iterations += swept;
    scatter(p);
    return st;
}

zn_status zni_problem_retry(zni_problem *p, zni_asked asked, zn_solve_info *info)
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
            st = ask(s, asked);
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
