/* osi_models.h - models that the tests of integrators share
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_OSI_MODELS_H
#define ZENO_TEST_OSI_MODELS_H

#include <zeno/zeno.h>

#include "tests/unit/slider.h" /* before scene.h, which has a ctx of its own */

#include "tests/unit/scene.h"

static const double grav = 9.81; /* m/s^2 */

/* Once more from an empty model. */
static inline void scene_again(void)
{
    zn_simulation_free(sim);
    sim = NULL;
    zn_model_free(model);
    MUST(zn_model_new(ctx, &model));
}

/* Seal the model and make its simulation; its instants are set after it. */
static inline void use(const char *osi, const char *options)
{
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new(model, &sim));
    MUST(zn_simulation_use(sim, osi, options, NULL));
}

static inline void steps(int n)
{
    for (int k = 0; k < n; k++)
        MUST(zn_simulation_step(sim));
}

/* Contact y = C q >= 0 with restitution e. */
static inline zn_interaction *floor_contact(zn_ds *ds, zn_index n,
                                            const double C[], double e)
{
    return join("floor", newton(e), 1, n, C, NULL, ds, NULL);
}

/* ---- two masses, coupled by springs and dampers, F = (cos 2t, 1 - t) ---- */

static const double pair_M[4] = {2, 0.3, 0.3, 1};
static const double pair_K[4] = {4, -1, -1, 3};
static const double pair_C[4] = {0.2, 0, 0, 0.1};
static const double pair_q0[2] = {0.5, -0.2};
static const double pair_v0[2] = {1, 0.3};

static inline void pair_f_ext(double t, unsigned n, double *f, unsigned nz,
                              double *z)
{
    (void)n, (void)nz, (void)z;
    f[0] = cos(2 * t);
    f[1] = 1 - t;
}

static inline zn_ds *pair(bool damped)
{
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "lagrangian-linear", "pair", 2, pair_q0, pair_v0, &ds));
    MUST(zn_ds_set_constant(ds, "mass", 2, 2, pair_M));
    MUST(zn_ds_set_constant(ds, "stiffness", 2, 2, pair_K));
    if (damped)
        MUST(zn_ds_set_constant(ds, "damping", 2, 2, pair_C));
    MUST(zn_ds_set_function(ds, "f_ext", (zn_fn *)pair_f_ext));
    MUST(zn_model_add_ds(model, ds));
    return ds;
}

/* ---- a pendulum on a slider: q = (x, phi) ---- */

static inline zn_ds *slider(const double q0[], const double v0[])
{
    zn_ds *ds;

    MUST(slider_new(ctx, q0, v0, true, &ds));
    MUST(zn_model_add_ds(model, ds));
    return ds;
}

/* its tip stays right of a wall that moves, y = x + L sin phi - 0.2 - 0.1 sin 2t */

static inline void wall_h(unsigned nq, double *q, double t, unsigned ny,
                          double *y, unsigned nz, double *z)
{
    (void)nq, (void)ny, (void)nz, (void)z;
    y[0] = q[0] + slider_L * sin(q[1]) - 0.2 - 0.1 * sin(2 * t);
}

static inline void wall_h_dot(unsigned nq, double *q, double t, unsigned ny,
                              double *y, unsigned nz, double *z)
{
    (void)nq, (void)q, (void)ny, (void)nz, (void)z;
    y[0] = -0.2 * cos(2 * t);
}

static inline void wall_jac(unsigned nq, double *q, double t, unsigned ny,
                            double *H, unsigned nz, double *z)
{
    (void)nq, (void)t, (void)ny, (void)nz, (void)z;
    H[0] = 1;
    H[1] = slider_L * cos(q[1]);
}

static inline zn_interaction *wall(zn_ds *ds, double e)
{
    zn_relation *r;
    zn_interaction *a;

    MUST(zn_relation_new(ctx, "rheonomous", "wall", 1, SLIDER_N, &r));
    MUST(zn_relation_set_function(r, "h", (zn_fn *)wall_h));
    MUST(zn_relation_set_function(r, "h_dot", (zn_fn *)wall_h_dot));
    MUST(zn_relation_set_function(r, "jac_h_q", (zn_fn *)wall_jac));
    MUST(zn_model_connect(model, "wall", newton(e), r, ds, NULL, &a));
    return a;
}

#endif
