/* relation_values.h - a specimen of a relation in a sealed model, and what it says at a
 * point
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_RELATION_VALUES_H
#define ZENO_TEST_RELATION_VALUES_H

#include "specimen_contacts.h"

enum { NQ = 14, NY = 6, MAX = NQ * NQ };

static const double step =
    1e-5; /* of differences: 1e-10 of functions of order 1 */

static zn_ctx *ctx;
static zn_model *model;
static zn_ds *ds[2];
static zn_relation *rel;
static zn_interaction *inter;
static const zn_relation_type *cls;
static const zn_relation_variability *vary;
static const void *data;
static const char *who;
static zn_index nq, nv, ny, outputs;
static bool second;

static void setup(void)
{
    ctx = conform_ctx();
    ck_assert_int_eq(zn_model_new(ctx, &model), ZN_OK);
}

static void teardown(void)
{
    zn_model_free(model);
    zn_ctx_free(ctx);
}

static zn_ds *system_of(int joins, int k)
{
    const double q[7] = {2.0 * k, 0.1, 0.2, 0.5, 0.5, -0.5, 0.5}, v[6] = {0};
    const char *name = k ? "second" : "first";
    zn_status st;
    zn_ds *out;

    if (joins == STATES) {
        st = zn_ds_new_first_order(ctx, "first-order-linear", name, 3, q, &out);
    } else if (joins == BODIES) {
        st = zn_ds_new(ctx, "newton-euler", name, 6, q, v, &out);
        st = AND(st, zn_ds_set_constant(out, "mass", 1, 1, (double[]){1}));
        st =
            AND(st, zn_ds_set_diagonal(out, "inertia", 3, (double[]){1, 1, 1}));
    } else {
        st = zn_ds_new(ctx, "lagrangian-linear", name, 3, q, v, &out);
        st = AND(st, zn_ds_set_diagonal(out, "mass", 3, (double[]){1, 1, 1}));
    }
    conform_ok(ctx, who, "a system", AND(st, zn_model_add_ds(model, out)));
    return out;
}

static void take(int i)
{
    const specimen *s = &specimens[i];
    static char name[100];
    zn_law *law;

    snprintf(name, sizeof name, "relation of class '%s' (%s)", s->cls, s->what);
    who = name;
    ds[0] = system_of(s->joins, 0);
    ds[1] = s->systems == 2 ? system_of(s->joins, 1) : NULL;
    conform_ok(ctx, who, "making it", s->make(ctx, s, ds[0], ds[1], &rel));
    conform_ok(ctx, who, "a law", zn_law_equality(ctx, s->ny, &law));
    conform_ok(ctx, who, "an interaction",
               zn_model_connect(model, "it", law, rel, ds[0], ds[1], &inter));
    cls = zn_relation_class(rel);
    ck_assert_str_eq(cls->type.name, s->cls);
    if (cls->data_size)
        conform_ok(ctx, who, "data", zn_interaction_set_data(inter, s->data));
    conform_ok(ctx, who, "sealing it", zn_model_seal(model));
    vary = zn_relation_varies(rel);
    data = zn_interaction_data(inter);
    ny = s->ny;
    outputs = s->outputs ? s->outputs : ny;
    second = s->joins != STATES;
    nq = zn_relation_nq(rel);
    nv = nq - (s->joins == BODIES ? s->systems : 0);
    ck_assert(nq <= NQ && ny <= NY && ny == zn_relation_ny(rel));
}

/* ---- points and values ------------------------------------------------------------ */

typedef struct point {
    double t, q[NQ], v[NQ], l[NY];
} point;

/* each system's q moved along its part of s w */
static void follow(const double from[], const double w[], double s, double q[])
{
    double part[NQ];
    zn_index at = 0, to = 0;

    for (int k = 0; k < 2 && ds[k]; k++) {
        const zn_index n = second ? zn_ds_nv(ds[k]) : zn_ds_nx(ds[k]);
        const zn_index m = second ? zn_ds_nq(ds[k]) : n;
        for (zn_index i = 0; i < n; i++)
            part[i] = s * w[at + i];
        if (second)
            zn_ds_retract(ds[k], from + to, part, q + to);
        for (zn_index i = 0; !second && i < n; i++)
            q[i] = from[i] + part[i];
        at += n;
        to += m;
    }
}

static point random_point(uint64_t *seed)
{
    point p = {.t = 1 + conform_uniform(seed)};
    double w[NQ], q[NQ] = {0};
    zn_index at = 0;

    for (int k = 0; k < 2 && ds[k]; k++) {
        const zn_index m = second ? zn_ds_nq(ds[k]) : zn_ds_nx(ds[k]);
        memcpy(q + at, second ? zn_ds_q0(ds[k]) : zn_ds_x0(ds[k]),
               (size_t)m * sizeof *q);
        at += m;
    }
    conform_fill(seed, 0.4, nv, w);
    conform_fill(seed, 1, nv, p.v);
    conform_fill(seed, 1, ny, p.l);
    follow(q, w, 1, p.q);
    return p;
}

typedef struct values {
    double y[NY], C[MAX], H[MAX], yt[NY], D[MAX], g[NQ], B[MAX], K[MAX], a[NY];
    double qdot[NQ];
} values;

typedef struct question {
    point at;
    values out;
    zn_status st;
} question;

static void rates(const double q[], const double v[], double out[])
{
    zn_index at = 0, to = 0;

    for (int k = 0; second && k < 2 && ds[k]; k++) {
        zn_ds_qdot(ds[k], q + to, v + at, out + to);
        at += zn_ds_nv(ds[k]);
        to += zn_ds_nq(ds[k]);
    }
}

/* results stand in arrays that hold anything; H = C T if the class has C */
static void *ask(void *user)
{
    question *k = user;
    const point *p = &k->at;
    values *o = &k->out;
    zn_status st;

    for (size_t i = 0; i < sizeof *o / sizeof(double); i++)
        ((double *)o)[i] = -7e77;
    rates(p->q, p->v, o->qdot);
    st = cls->output(rel, data, p->t, p->q, p->l, o->y);
    if (cls->jac_q)
        st = AND(st, cls->jac_q(rel, data, p->t, p->q, p->l, o->C));
    if (cls->jac_v && second)
        st = AND(st, cls->jac_v(rel, data, p->t, p->q, p->l, o->H));
    else if (second)
        for (zn_index b = 0, at = 0, to = 0; b < 2 && ds[b]; b++) {
            zn_ds_tangent(ds[b], p->q + to, ny, o->C + to * ny, o->H + at * ny);
            at += zn_ds_nv(ds[b]);
            to += zn_ds_nq(ds[b]);
        }
    else
        memcpy(o->H, o->C, (size_t)(ny * nq) * sizeof *o->H);
    if (cls->dh_dt && zn_relation_moves(vary) && !vary->input)
        st = AND(st, cls->dh_dt(rel, data, p->t, p->q, o->yt));
    else
        memset(o->yt, 0, sizeof o->yt);
    if (vary->D)
        st = AND(st, cls->jac_lambda(rel, data, p->t, p->q, p->l, o->D));
    else
        memset(o->D, 0, sizeof o->D);
    if (vary->input) {
        st = AND(st, cls->input(rel, data, p->t, p->q, p->l, o->g));
        st = AND(st, cls->input_jac_lambda(rel, data, p->t, p->q, p->l, o->B));
        memset(o->K, 0, sizeof o->K);
        if (cls->input_jac_q)
            st = AND(st, cls->input_jac_q(rel, data, p->t, p->q, p->l, o->K));
    }
    memset(o->a, 0, sizeof o->a);
    if (cls->acceleration && second)
        st = AND(st, cls->acceleration(rel, data, p->t, p->q, o->qdot, o->a));
    k->st = st;
    return NULL;
}

static values at(const point *p)
{
    question k = {.at = *p};

    ask(&k);
    conform_ok(ctx, who, "an operation", k.st);
    return k.out;
}

#endif
