/* system_values.h - a specimen of a system in a sealed model, and what it says at a
 * point
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_SYSTEM_VALUES_H
#define ZENO_TEST_SYSTEM_VALUES_H

#include "specimen_systems.h"

enum { MAX = 7, MAX2 = MAX * MAX };

static const double step =
    1e-5; /* of differences: 1e-10 of functions of order 1,
                                    and 1e-11 of rounding */

static zn_ctx *ctx;
static zn_model *model;
static zn_ds *ds;
static const zn_ds_type *cls;
static const zn_ds_variability *vary;
static const char *who;
static zn_index nq, n; /* positions; velocities or first-order states */

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

static bool second(void)
{
    return cls->family == ZN_SECOND_ORDER;
}

static void take(int i)
{
    static char name[100];

    snprintf(name, sizeof name, "system of class '%s' (%s)", specimens[i].cls,
             specimens[i].what);
    who = name;
    conform_ok(ctx, who, "making it", specimens[i].make(ctx, &ds));
    conform_ok(ctx, who, "adding it", zn_model_add_ds(model, ds));
    conform_ok(ctx, who, "sealing it", zn_model_seal(model));
    cls = zn_ds_class(ds);
    vary = zn_ds_varies(ds);
    nq = second() ? zn_ds_nq(ds) : zn_ds_nx(ds);
    n = second() ? zn_ds_nv(ds) : zn_ds_nx(ds);
    ck_assert_str_eq(cls->type.name, specimens[i].cls);
    ck_assert(nq <= MAX && n <= MAX);
}

/* ---- points and values ------------------------------------------------------------ */

typedef struct point {
    double t, q[MAX], v[MAX]; /* x and x' of the first order */
} point;

static point random_point(uint64_t *seed)
{
    point p = {.t = 1 + conform_uniform(seed)};
    double w[MAX];

    conform_fill(seed, 1, n, w);
    conform_fill(seed, 1, n, p.v);
    if (second()) {
        zn_ds_retract(ds, zn_ds_q0(ds), w, p.q);
        return p;
    }
    for (zn_index i = 0; i < n; i++)
        p.q[i] = zn_ds_x0(ds)[i] + w[i];
    return p;
}

/* the point moved by s along component j: of the position, or of v */
static point moved(const point *p, int of_v, zn_index j, double s)
{
    point out = *p;
    double w[MAX] = {0};

    w[j] = s;
    if (of_v)
        out.v[j] += s;
    else if (second())
        zn_ds_retract(ds, p->q, w, out.q);
    else
        out.q[j] += s;
    return out;
}

/* Everything that a class evaluates at a point, as the bits it gives. */
typedef struct values {
    double M[MAX2], F[MAX], Jq[MAX2], Jv[MAX2], w[MAX], Wx[MAX2], Wd[MAX2];
    double part[4][MAX], potential;
} values;

typedef struct question {
    point at;
    values out;
    zn_status st;
} question;

/* results stand in arrays that hold anything */
static void *ask(void *user)
{
    question *k = user;
    const point *p = &k->at;
    values *o = &k->out;
    zn_force_parts parts = {o->part[0], o->part[1], o->part[2], o->part[3]};
    zn_status st = ZN_OK;

    for (size_t i = 0; i < sizeof *o / sizeof(double); i++)
        ((double *)o)[i] = -7e77;
    memset(o->part, 0, sizeof o->part);
    if (second()) {
        st = AND(st, cls->mass(ds, p->q, o->M));
        st = AND(st, cls->force(ds, p->t, p->q, p->v, o->F));
        st = AND(st, cls->force_jac(ds, p->t, p->q, p->v, o->Jq, o->Jv));
        if (cls->force_parts)
            st = AND(st, cls->force_parts(ds, p->t, p->q, p->v, &parts));
        if (cls->potential)
            o->potential = cls->potential(ds, p->q);
    } else {
        if (cls->lhs)
            st = AND(st, cls->lhs(ds, p->t, p->q, o->M));
        st = AND(st, cls->field(ds, p->t, p->q, o->F));
        st = AND(st, cls->field_jac(ds, p->t, p->q, o->Jq));
        if (vary->rate) {
            st = AND(st, cls->rate(ds, p->t, p->q, p->v, o->w));
            st = AND(st, cls->rate_jac(ds, p->t, p->q, p->v, o->Wx, o->Wd));
        }
    }
    k->st = st;
    return NULL;
}

static values at(const point *p)
{
    question k = {.at = *p};

    ask(&k);
    conform_ok(ctx, who, "an operator", k.st);
    return k.out;
}

#endif
