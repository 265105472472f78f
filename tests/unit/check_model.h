/* check_model.h - a system and relations with all their derivatives, of which one may be wrong
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_CHECK_MODEL_H
#define ZENO_TEST_CHECK_MODEL_H

#include "zeno_test.h"

#include <math.h>

#include <zeno/zeno.h>

/* Every function below has its true derivatives beside it; `fault` spoils one
 * entry of the Jacobian with that name, by 1e-5 of its value. */
static const char *fault = "";

static double spoil(const char *name, double value)
{
    return strcmp(fault, name) == 0 ? value * (1 + 1e-5) : value;
}

/* ---- a system: two coordinates, stiff and swirling ------------------------------- */

static void f_int(double t, unsigned n, double *q, double *v, double *f,
                  unsigned nz, double *z)
{
    (void)n;
    (void)nz;
    f[0] = z[0] * sin(q[0]) * q[1] + t;
    f[1] = z[0] * q[0] * q[0] + v[0] * v[1];
}
static void jac_f_int_q(double t, unsigned n, double *q, double *v, double *J,
                        unsigned nz, double *z)
{
    (void)t;
    (void)n;
    (void)v;
    (void)nz;
    J[0] = z[0] * cos(q[0]) * q[1];
    J[1] = spoil("jac_f_int_q", 2 * z[0] * q[0]);
    J[2] = z[0] * sin(q[0]);
}
static void jac_f_int_v(double t, unsigned n, double *q, double *v, double *J,
                        unsigned nz, double *z)
{
    (void)t;
    (void)n;
    (void)q;
    (void)nz;
    (void)z;
    J[1] = v[1];
    J[3] = spoil("jac_f_int_v", v[0]);
}
static void f_gyr(unsigned n, double *q, double *v, double *f, unsigned nz,
                  double *z)
{
    (void)n;
    (void)nz;
    (void)z;
    f[0] = q[1] * v[0] * v[0];
    f[1] = exp(q[0]) * v[1];
}
static void jac_f_gyr_q(unsigned n, double *q, double *v, double *J,
                        unsigned nz, double *z)
{
    (void)n;
    (void)nz;
    (void)z;
    J[1] = exp(q[0]) * v[1];
    J[2] = spoil("jac_f_gyr_q", v[0] * v[0]);
}
static void jac_f_gyr_v(unsigned n, double *q, double *v, double *J,
                        unsigned nz, double *z)
{
    (void)n;
    (void)nz;
    (void)z;
    J[0] = spoil("jac_f_gyr_v", 2 * q[1] * v[0]);
    J[3] = exp(q[0]);
}

/* ---- relations -------------------------------------------------------------------------- */

static void s_h(unsigned nq, double *q, unsigned ny, double *y, unsigned nz,
                double *z)
{
    (void)nq;
    (void)ny;
    (void)nz;
    (void)z;
    y[0] = q[0] * q[0] * q[1];
    y[1] = sin(q[1]);
}
static void s_jac(unsigned nq, double *q, unsigned ny, double *J, unsigned nz,
                  double *z)
{
    (void)nq;
    (void)ny;
    (void)nz;
    (void)z;
    J[0] = 2 * q[0] * q[1];
    J[2] = q[0] * q[0];
    J[3] = spoil("jac_h_q", cos(q[1]));
}
static void s_jac_dot(unsigned nq, double *q, unsigned nv, double *v, double *J,
                      unsigned nz, double *z)
{
    (void)nq;
    (void)nv;
    (void)nz;
    (void)z;
    J[0] = 2 * (v[0] * q[1] + q[0] * v[1]);
    J[2] = spoil("jac_h_q_dot", 2 * q[0] * v[0]);
    J[3] = -sin(q[1]) * v[1];
}
static void r_h(unsigned nq, double *q, double t, unsigned ny, double *y,
                unsigned nz, double *z)
{
    (void)nq;
    (void)ny;
    (void)nz;
    (void)z;
    y[0] = q[1] * cos(3 * t);
}
static void r_dot(unsigned nq, double *q, double t, unsigned ny, double *y,
                  unsigned nz, double *z)
{
    (void)nq;
    (void)ny;
    (void)nz;
    (void)z;
    y[0] = spoil("h_dot", -3 * q[1] * sin(3 * t));
}
static void n_h(double t, unsigned nq, double *q, unsigned nl, double *l,
                double *y, unsigned nz, double *z)
{
    (void)t;
    (void)nq;
    (void)nl;
    (void)nz;
    (void)z;
    y[0] = q[0] + l[0] * l[0] + q[1] * l[0];
}
static void n_jac_l(double t, unsigned nq, double *q, unsigned nl, double *l,
                    double *J, unsigned nz, double *z)
{
    (void)t;
    (void)nq;
    (void)nl;
    (void)nz;
    (void)z;
    J[0] = spoil("jac_h_lambda", 2 * l[0] + q[1]);
}
static void n_g(double t, unsigned nq, double *q, unsigned nl, double *l,
                double *g, unsigned nz, double *z)
{
    (void)t;
    (void)nq;
    (void)nl;
    (void)nz;
    (void)z;
    g[0] = l[0] * exp(q[0]);
    g[1] = l[0] * l[0];
}
static void n_g_q(double t, unsigned nq, double *q, unsigned nl, double *l,
                  double *K, unsigned nz, double *z)
{
    (void)t;
    (void)nq;
    (void)nl;
    (void)nz;
    (void)z;
    K[0] = spoil("jac_g_q", l[0] * exp(q[0]));
}
static void n_g_l(double t, unsigned nq, double *q, unsigned nl, double *l,
                  double *B, unsigned nz, double *z)
{
    (void)t;
    (void)nq;
    (void)nl;
    (void)nz;
    (void)z;
    B[0] = exp(q[0]);
    B[1] = spoil("jac_g_lambda", 2 * l[0]);
}

/* ---- the model ------------------------------------------------------------------------------ */

typedef struct world {
    zn_ctx *ctx;
    zn_model *model;
    zn_ds *ds;
    zn_relation *s, *r, *n;
} world;

static zn_status set(zn_ds *ds, const char *op, zn_fn *f)
{
    return zn_ds_set_function(ds, op, f);
}

static zn_status system_of(world *w)
{
    const double q0[] = {0.7, -0.4}, v0[] = {1.5, 0.3}, z = 2;
    zn_status st = zn_ds_new(w->ctx, "lagrangian", "swirl", 2, q0, v0, &w->ds);
    if (!st)
        st = zn_ds_set(w->ds, "unit_mass", "yes");
    if (!st)
        st = zn_model_add_ds(w->model, w->ds);
    if (st) {
        zn_ds_free(w->ds);
        return st;
    }
    st = zn_ds_set_z(w->ds, 1, &z);
    if (!st)
        st = set(w->ds, "f_int", (zn_fn *)f_int);
    if (!st)
        st = set(w->ds, "jac_f_int_q", (zn_fn *)jac_f_int_q);
    if (!st)
        st = set(w->ds, "jac_f_int_v", (zn_fn *)jac_f_int_v);
    if (!st)
        st = set(w->ds, "f_gyr", (zn_fn *)f_gyr);
    if (!st)
        st = set(w->ds, "jac_f_gyr_q", (zn_fn *)jac_f_gyr_q);
    return st ? st : set(w->ds, "jac_f_gyr_v", (zn_fn *)jac_f_gyr_v);
}

static zn_status relation_of(world *w, const char *cls, zn_index ny,
                             zn_relation **out)
{
    zn_status st = zn_relation_new(w->ctx, cls, cls, ny, 2, out);
    if (!st)
        st = zn_model_add_relation(w->model, *out);
    if (st)
        zn_relation_free(*out);
    return st;
}

static zn_status relations_of(world *w)
{
    zn_status st = relation_of(w, "scleronomous", 2, &w->s);
    if (!st)
        st = zn_relation_set_function(w->s, "h", (zn_fn *)s_h);
    if (!st)
        st = zn_relation_set_function(w->s, "jac_h_q", (zn_fn *)s_jac);
    if (!st)
        st = zn_relation_set_function(w->s, "jac_h_q_dot", (zn_fn *)s_jac_dot);
    if (!st)
        st = relation_of(w, "rheonomous", 1, &w->r);
    if (!st)
        st = zn_relation_set_function(w->r, "h", (zn_fn *)r_h);
    if (!st)
        st = zn_relation_set_function(w->r, "h_dot", (zn_fn *)r_dot);
    if (!st)
        st = relation_of(w, "nonlinear", 1, &w->n);
    if (!st)
        st = zn_relation_set_function(w->n, "h", (zn_fn *)n_h);
    if (!st)
        st = zn_relation_set_function(w->n, "jac_h_lambda", (zn_fn *)n_jac_l);
    if (!st)
        st = zn_relation_set_function(w->n, "g", (zn_fn *)n_g);
    if (!st)
        st = zn_relation_set_function(w->n, "jac_g_q", (zn_fn *)n_g_q);
    if (!st)
        st = zn_relation_set_function(w->n, "jac_g_lambda", (zn_fn *)n_g_l);
    return st;
}

static zn_status join(world *w, const char *name, const char *law_class,
                      zn_relation *r)
{
    zn_law *law = NULL;
    zn_status st = zn_law_new(w->ctx, law_class, &law);
    if (!st)
        st = zn_model_add_law(w->model, law);
    if (st) {
        zn_law_free(law);
        return st;
    }
    return zn_model_connect(w->model, name, law, r, w->ds, NULL, NULL);
}

/* Everything but the seal. */
static zn_status build(world *w, const zn_allocator *alloc)
{
    *w = (world){0};
    zn_status st = zn_ctx_new_with(alloc, &w->ctx);
    if (!st)
        st = zn_model_new(w->ctx, &w->model);
    if (!st)
        st = system_of(w);
    if (!st)
        st = relations_of(w);
    if (!st)
        st = join(w, "moving", "newton-impact", w->r);
    if (!st)
        st = join(w, "curved", "newton-impact", w->s);
    if (!st)
        st = join(w, "soft", "complementarity", w->n);
    return st;
}

static void destroy(world *w)
{
    zn_model_free(w->model);
    zn_ctx_free(w->ctx);
}

#endif
