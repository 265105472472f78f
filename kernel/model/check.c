/* check.c - given Jacobians against differences of their functions
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/probe.h"
#include "solvers/core/core.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What is the derivative of what, by: q, x, v, lambda, t, or the Motion along v;
 * x is where q is. */
static const struct pair {
    const char *jac, *of;
    char by;
} pairs[] = {
    {"jac_f_int_q", "f_int", 'q'},
    {"jac_f_int_v", "f_int", 'v'},
    {"jac_f_gyr_q", "f_gyr", 'q'},
    {"jac_f_gyr_v", "f_gyr", 'v'},
    {"jac_m_int_q", "m_int", 'q'},
    {"jac_m_int_v", "m_int", 'v'},
    {"jac_h_q", "h", 'q'},
    {"jac_h_lambda", "h", 'l'},
    {"h_dot", "h", 't'},
    {"jac_h_q_dot", "jac_h_q", 'm'},
    {"jac_g_q", "g", 'q'},
    {"jac_g_lambda", "g", 'l'},
    {"jac_f_x", "f", 'x'},
    {"jac_h_x", "h", 'x'},
    {"jac_input_x", "input", 'x'},
    {"jac_control_x", "control", 'x'},
    {"jac_control_xdot", "control", 'd'},
};
enum { PAIRS = sizeof pairs / sizeof *pairs };

static const char *variable(char by)
{
    switch (by) {
    case 'q':
        return "q";
    case 'x':
        return "x";
    case 'v':
        return "v";
    case 'd':
        return "x'";
    case 'l':
        return "lambda";
    }
    return "t";
}

typedef struct checker {
    zn_ctx *ctx;
    zn_check_options o;
    zn_check_fn *fn;
    void *user;
    zn_index wrong;
    double number; /* in [0, 1), the last of the sequence */
    double *work;
    zn_index cwork;
    /* their vectors are parts of work */
    zni_probe probe;
    double *q0, *v0; /* the initial state */
} checker;

/* ---- points around a state --------------------------------------------------------- */

/* Numbers in [-1, 1) that fill it evenly: multiples of the golden ratio. */
static double next(checker *c)
{
    c->number += 0.6180339887498949;
    c->number -= floor(c->number);
    return 2 * c->number - 1;
}

static void around(checker *c, zn_index n, const double x0[], double x[])
{
    for (zn_index i = 0; i < n; i++) {
        const double x0i = x0 ? x0[i] : 0;
        x[i] = x0i + c->o.spread * fmax(1, fabs(x0i)) * next(c);
    }
}

/* The probe: the initial state (0), or the s-th around it. */
static void go_to(checker *c, zn_index s)
{
    zni_point *p = &c->probe.p;

    p->t = c->o.t;
    memcpy(p->q, c->q0, (size_t)p->nq * sizeof *p->q);
    memcpy(p->v, c->v0, (size_t)p->nv * sizeof *p->v);
    memset(p->lambda, 0, (size_t)p->nl * sizeof *p->lambda);
    if (s == 0)
        return;
    p->t += c->o.spread * fmax(1, fabs(p->t)) * fabs(next(c));
    if (p->nds) {
        around(c, p->nv, NULL, c->probe.dir);
        zni_point_move(p, 1, c->probe.dir, c->probe.dir + p->nv);
    } else {
        around(c, p->nq, c->q0, p->q);
    }
    around(c, p->nv, c->v0, p->v);
    around(c, p->nl, NULL, p->lambda);
}

/* Room for a point, and for values of `n` components at most. */
static zn_status make_room(checker *c, zn_index nq, zn_index nv, zn_index nl,
                           zn_index n)
{
    zn_status st =
        zni_reserve(c->ctx, &c->work, &c->cwork, 3 * nq + 4 * nv + nl + 6 * n);
    if (st)
        return st;
    double *w = c->work;
    zni_probe *b = &c->probe;
    b->p = (zni_point){.nq = nq, .nv = nv, .nl = nl, .q = w, .v = w + nq};
    b->p.lambda = b->p.v + nv;
    c->q0 = b->p.lambda + nl;
    b->p.q0 = c->q0;
    c->v0 = c->q0 + nq;
    b->keep = c->v0 + nv;
    b->dir = b->keep + nq;
    b->given = b->dir + 2 * nv;
    b->along = b->given + n;
    for (int i = 0; i < 4; i++)
        b->f[i] = b->along + (i + 1) * n;
    return ZN_OK;
}

/* ---- one object ------------------------------------------------------------------------ */

/* An object by its operators. */
typedef struct object {
    const zni_owner *owner;
    const zn_operator *ops;
    zn_index nops;
} object;

static const zn_operator *given(const object *b, const char *name)
{
    for (zn_index i = 0; i < b->nops; i++)
        if (strcmp(zni_operator_slot(&b->ops[i])->name, name) == 0 &&
            b->ops[i].mode != ZN_OPERATOR_ABSENT)
            return &b->ops[i];
    return NULL;
}

/* The operators of pair i; false if there is nothing to compare. */
static bool has(const object *b, int i, const zn_operator **jac,
                const zn_operator **of)
{
    *jac = given(b, pairs[i].jac);
    *of = *jac ? given(b, pairs[i].of) : NULL;
    return *of && zni_operator_size(*of) > 0;
}

static zn_index largest(const object *b)
{
    zn_index n = 0;

    for (zn_index i = 0; i < b->nops; i++)
        if (b->ops[i].mode != ZN_OPERATOR_ABSENT &&
            zni_operator_size(&b->ops[i]) > n)
            n = zni_operator_size(&b->ops[i]);
    return n;
}

/* Each function once, where it starts: does it write where it may? */
static zn_status call_all(checker *c, const object *b)
{
    zn_status st = ZN_OK;

    go_to(c, 0);
    for (zn_index i = 0; !st && i < b->nops; i++)
        if (b->ops[i].mode == ZN_OPERATOR_FUNCTION)
            st = zni_probe_call(&c->probe, &b->ops[i]);
    return st;
}

/* If one of these systems is on a manifold, q moves along all their velocities. */
static void take_manifolds(checker *c, zn_index nds, zn_ds *const ds[])
{
    for (zn_index k = 0; k < nds; k++)
        if (zn_ds_curved(ds[k])) {
            c->probe.p.nds = nds;
            c->probe.p.ds = ds;
            return;
        }
}

/* Compare all its Jacobians at the state c->q0, c->v0 and, if `far`, around. */
static zn_status compare_all(checker *c, const object *b, bool far,
                             zn_jacobian_check found[PAIRS])
{
    zn_status st = call_all(c, b);
    const zn_operator *jac, *of;

    for (zn_index s = 0; !st && s <= (far ? c->o.states : 0); s++) {
        go_to(c, s);
        for (int i = 0; !st && i < PAIRS; i++)
            if (has(b, i, &jac, &of))
                st = zni_probe_compare(&c->probe, jac, of, pairs[i].by, s == 0,
                                       &found[i]);
    }
    return st;
}

static void report(checker *c, const object *b, zn_jacobian_check found[PAIRS])
{
    const zn_operator *jac, *of;

    for (int i = 0; i < PAIRS; i++) {
        if (!has(b, i, &jac, &of))
            continue;
        zn_jacobian_check *r = &found[i];
        r->what = b->owner->kind->what;
        r->name = b->owner->name;
        r->jacobian = pairs[i].jac;
        r->origin = zn_operator_origin(jac);
        r->function = pairs[i].of;
        r->variable = variable(pairs[i].by);
        r->agrees = r->compared > 0 && r->error <= c->o.tol;
        c->wrong += !r->agrees;
        if (c->fn)
            c->fn(c->user, r);
    }
}

/* ---- the model ---------------------------------------------------------------------------- */

/* The initial state of one system; x goes where q goes, x' = 0 where v goes. */
static void initial(const zn_ds *ds, double q[], double v[])
{
    if (ds->type->family == ZN_FIRST_ORDER) {
        memcpy(q, zni_ds_start(ds), (size_t)ds->nx * sizeof *q);
        memset(v, 0, (size_t)ds->nx * sizeof *v);
        return;
    }
    memcpy(q, zni_ds_start(ds), (size_t)ds->nq * sizeof *q);
    memcpy(v, zni_ds_v0(ds), (size_t)ds->nv * sizeof *v);
}

static zn_status check_ds(checker *c, const zn_ds *ds)
{
    const object b = {&ds->owner, ds->ops, zni_ds_count(ds)};
    zn_jacobian_check found[PAIRS] = {0};

    /* v is where x' is */
    zn_status st =
        make_room(c, ds->nq + ds->nx, ds->nv + ds->nx, 0, largest(&b));
    if (st)
        return st;
    zn_ds *const self[] = {(zn_ds *)(uintptr_t)ds};
    take_manifolds(c, 1, self);
    initial(ds, c->q0, c->v0);
    st = compare_all(c, &b, true, found);
    if (!st)
        report(c, &b, found);
    return st;
}

/* Which relation an interaction uses; first: where the relation is used first. */
typedef struct use {
    const zn_relation *r;
    zn_index place, first;
} use;

static int by_relation(const void *a, const void *b)
{
    const use *x = a, *y = b;
    const uintptr_t rx = (uintptr_t)x->r, ry = (uintptr_t)y->r;
    return rx != ry ? (rx > ry) - (rx < ry)
                    : (x->place > y->place) - (x->place < y->place);
}

/* An order that does not depend on addresses. */
static int by_first(const void *a, const void *b)
{
    const use *x = a, *y = b;
    return x->first != y->first ? (x->first > y->first) - (x->first < y->first)
                                : (x->place > y->place) - (x->place < y->place);
}

/* All uses, those of one relation one after the other. */
static zn_status list_uses(const zn_model *m, use **out, zn_index *count)
{
    use *u = zn_alloc(m->ctx, m->nint, sizeof *u);
    zn_index n = 0;

    *out = u;
    if (!u)
        return ZN_ENOMEM;
    for (zn_index k = 0; k < m->nint; k++)
        if (m->ints[k])
            u[n++] = (use){.r = m->ints[k]->relation, .place = k};
    qsort(u, (size_t)n, sizeof *u, by_relation);
    for (zn_index k = 0; k < n; k++)
        u[k].first =
            k > 0 && u[k].r == u[k - 1].r ? u[k - 1].first : u[k].place;
    qsort(u, (size_t)n, sizeof *u, by_first);
    *count = n;
    return ZN_OK;
}

/* The same of some unknowns. */
static void initial_of(const zn_ds *ds, zn_index n, const zn_index at[],
                       double q[], double v[])
{
    const bool first = ds->type->family == ZN_FIRST_ORDER;

    for (zn_index k = 0; k < n; k++) {
        q[k] = zni_ds_start(ds)[at[k]];
        v[k] = first ? 0 : zni_ds_v0(ds)[at[k]];
    }
}

/* The initial state of the systems of an interaction, one after the other. */
static void gather(checker *c, const zn_interaction *a)
{
    double *q = c->q0, *v = c->v0;

    for (zn_index i = 0; i < a->nds; i++) {
        const zn_ds *ds = a->ds[i];
        zn_index n;
        const zn_index *at = zn_interaction_unknowns(a, i, &n);

        if (at)
            initial_of(ds, n, at, q, v);
        else
            initial(ds, q, v);
        q += zni_interaction_q_of(a, i);
        v += zni_interaction_v_of(a, i);
    }
}

/* One relation in its n uses. */
static zn_status check_relation(checker *c, const zn_model *m, zn_index n,
                                const use uses[])
{
    const zn_relation *r = uses[0].r;
    const object b = {&r->owner, r->ops, r->nops};
    zn_jacobian_check found[PAIRS] = {0};
    zn_status st = ZN_OK;

    for (zn_index k = 0; !st && k < n; k++) {
        const zn_interaction *a = m->ints[uses[k].place];
        st = make_room(c, r->nq, zni_interaction_nv(a), r->ny, largest(&b));
        if (st)
            return st;
        take_manifolds(c, a->nds, a->ds);
        gather(c, a);
        st = compare_all(c, &b, k == 0, found);
        if (st)
            return zn_note(c->ctx, st, "interaction '%s'", a->name);
    }
    report(c, &b, found);
    return st;
}

static zn_status check_relations(checker *c, const zn_model *m)
{
    use *uses = NULL;
    zn_index n = 0;
    zn_status st = list_uses(m, &uses, &n);

    for (zn_index k = 0, end; !st && k < n; k = end) {
        for (end = k + 1; end < n && uses[end].r == uses[k].r;)
            end++;
        st = check_relation(c, m, end - k, uses + k);
    }
    zn_free_array(m->ctx, uses);
    return st;
}

static zn_status take_options(checker *c, const zn_check_options *o)
{
    c->o = *o;
    if (c->o.states == 0)
        c->o.states = 4;
    if (c->o.spread == 0)
        c->o.spread = 0.1;
    if (c->o.tol == 0)
        c->o.tol = 1e-6;
    if (!isfinite(c->o.t) || !(c->o.spread > 0) || !isfinite(c->o.spread) ||
        !(c->o.tol > 0) || c->o.states < -1)
        return zn_fail(c->ctx, ZN_EINVAL,
                       "check: t = %g, states = %td, spread = %g, tol = %g: t "
                       "finite, states >= -1, spread and tol > 0 expected",
                       c->o.t, c->o.states, c->o.spread, c->o.tol);
    if (c->o.states < 0)
        c->o.states = 0;
    return ZN_OK;
}

zn_status zn_check_jacobians_sized(zn_model *m, const zn_check_options *o,
                                   size_t size, zn_check_fn *fn, void *user,
                                   zn_index *wrong)
{
    checker c = {.ctx = m->ctx, .fn = fn, .user = user};
    const bool guarded = m->ctx->guarded;
    zn_check_options whole = {0};
    zn_status st;

    if (o)
        zni_copy_sized(o, size, &whole, sizeof whole);
    st = take_options(&c, &whole);
    if (!st && !m->sealed)
        st = zn_fail(c.ctx, ZN_ESTATE, "check: the model is not sealed");
    zn_ctx_guard(c.ctx, true);
    for (zn_index k = 0; !st && k < m->nds; k++)
        if (m->ds[k])
            st = check_ds(&c, m->ds[k]);
    if (!st)
        st = check_relations(&c, m);
    zn_ctx_guard(c.ctx, guarded);
    if (wrong)
        *wrong = c.wrong;
    zn_free_array(c.ctx, c.work);
    return st;
}
