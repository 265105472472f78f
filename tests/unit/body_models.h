/* body_models.h - a rigid body, by itself and under forces of every kind
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_BODY_MODELS_H
#define ZENO_TEST_BODY_MODELS_H

#include "tests/unit/scene.h"

static const double q0[7] = {0.4, -0.2, 1, 0.5, -0.5, 0.5, 0.5};
static const double v0[6] = {1, 2, 3, 0.5, -0.7, 1.1};
static const double inertia[9] = {2, 0.3, -0.1, 0.3, 1.5, 0.2, -0.1, 0.2, 2.5};

static inline zn_ds *body(const double q[], const double v[], double m,
                   const double I[9])
{
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "newton-euler", "body", 6, q, v, &ds));
    MUST(zn_ds_set_constant(ds, "mass", 1, 1, &m));
    MUST(zn_ds_set_constant(ds, "inertia", 3, 3, I));
    MUST(zn_model_add_ds(model, ds));
    return ds;
}

/* ---- forces ------------------------------------------------------------------------ */

static inline void f_ext(double t, double *f, unsigned nq, double *q)
{
    ck_assert_uint_eq(nq, 7);
    ck_assert_double_eq(q[0], q0[0]);
    f[0] = sin(t);
    f[2] = -9.81;
}

static inline void m_ext(double t, double *m, unsigned nq, double *q)
{
    (void)nq, (void)q;
    m[0] = 1 + t;
    m[1] = -2;
    m[2] = 0.5;
}

/* a spring to the initial position and a damper, in all six components */
static inline void f_int(double t, double *q, double *v, double *f, unsigned nq,
                  double *start)
{
    ck_assert_uint_eq(nq, 7);
    for (int i = 0; i < 3; i++)
        f[i] = (3 + t) * (q[i] - start[i]) + 0.2 * v[i] + q[4] * v[3 + i];
}

static inline void m_int(double t, double *q, double *v, double *m, unsigned nq,
                  double *start)
{
    (void)t, (void)nq, (void)start;
    for (int i = 0; i < 3; i++)
        m[i] = 0.7 * v[3 + i] + q[4 + i] * (1 + q[i]) * v[(i + 1) % 3];
}

static inline void f_int_q(double t, double *q, double *v, double *J, unsigned nq,
                    double *start)
{
    (void)q, (void)nq, (void)start;
    for (int i = 0; i < 3; i++) {
        J[i + 3 * i] = 3 + t;
        J[i + 3 * 4] = v[3 + i];
    }
}

static inline void f_int_v(double t, double *q, double *v, double *J, unsigned nq,
                    double *start)
{
    (void)t, (void)v, (void)nq, (void)start;
    for (int i = 0; i < 3; i++) {
        J[i + 3 * i] = 0.2;
        J[i + 3 * (3 + i)] = q[4];
    }
}

static inline void m_int_q(double t, double *q, double *v, double *J, unsigned nq,
                    double *start)
{
    (void)t, (void)nq, (void)start;
    for (int i = 0; i < 3; i++) {
        J[i + 3 * (4 + i)] = (1 + q[i]) * v[(i + 1) % 3];
        J[i + 3 * i] = q[4 + i] * v[(i + 1) % 3];
    }
}

static inline void m_int_v(double t, double *q, double *v, double *J, unsigned nq,
                    double *start)
{
    (void)t, (void)v, (void)nq, (void)start;
    for (int i = 0; i < 3; i++) {
        J[i + 3 * (3 + i)] = 0.7;
        J[i + 3 * ((i + 1) % 3)] = q[4 + i] * (1 + q[i]);
    }
}

static inline zn_ds *loaded(bool jacobians)
{
    zn_ds *ds = body(q0, v0, 2, inertia);

    MUST(zn_ds_set_function(ds, "f_ext", (zn_fn *)f_ext));
    MUST(zn_ds_set_function(ds, "m_ext", (zn_fn *)m_ext));
    MUST(zn_ds_set_function(ds, "f_int", (zn_fn *)f_int));
    MUST(zn_ds_set_function(ds, "m_int", (zn_fn *)m_int));
    if (!jacobians)
        return ds;
    MUST(zn_ds_set_function(ds, "jac_f_int_q", (zn_fn *)f_int_q));
    MUST(zn_ds_set_function(ds, "jac_f_int_v", (zn_fn *)f_int_v));
    MUST(zn_ds_set_function(ds, "jac_m_int_q", (zn_fn *)m_int_q));
    MUST(zn_ds_set_function(ds, "jac_m_int_v", (zn_fn *)m_int_v));
    return ds;
}

#endif
