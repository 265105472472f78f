/* scene.h - a context, a model and a simulation for tests of the kernel
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_SCENE_H
#define ZENO_TEST_SCENE_H

#include <math.h>

#include <zeno/zeno.h>

#include "tests/must.h"
#include "tests/unit/zeno_test.h"

static zn_ctx *ctx;
static zn_model *model;
static zn_simulation *sim;

static inline void scene_setup(void)
{
    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    MUST(zn_model_new(ctx, &model));
    sim = NULL;
}

static inline void scene_teardown(void)
{
    zn_simulation_free(sim);
    zn_model_free(model);
    zn_ctx_free(ctx);
    sim = NULL;
    model = NULL;
    ctx = NULL;
}

/* A linear system of n coordinates; dense n x n matrices, NULL for none. */
static inline zn_ds *linear_system(const char *name, zn_index n,
                                   const double M[], const double C[],
                                   const double K[], const double q0[],
                                   const double v0[], const double f[])
{
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "lagrangian-linear", name, n, q0, v0, &ds));
    MUST(zn_ds_set_constant(ds, "mass", n, n, M));
    if (C)
        MUST(zn_ds_set_constant(ds, "damping", n, n, C));
    if (K)
        MUST(zn_ds_set_constant(ds, "stiffness", n, n, K));
    if (f)
        MUST(zn_ds_set_constant(ds, "f_ext", n, 1, f));
    MUST(zn_model_add_ds(model, ds));
    return ds;
}

/* A point mass on a line under a constant force. */
static inline zn_ds *point_mass(const char *name, double m, double q0,
                                double v0, double f)
{
    return linear_system(name, 1, &m, NULL, NULL, &q0, &v0, &f);
}

/* y = C q + b with a law; C has `size` rows. */
static inline zn_interaction *join(const char *name, zn_law *law, zn_index size,
                                   zn_index nq, const double C[],
                                   const double b[], zn_ds *d1, zn_ds *d2)
{
    zn_interaction *a;
    zn_relation *r;

    MUST(zn_relation_new(ctx, "linear", name, size, nq, &r));
    MUST(zn_relation_set_constant(r, "C", size, nq, C));
    if (b)
        MUST(zn_relation_set_constant(r, "e", size, 1, b));
    MUST(zn_model_connect(model, name, law, r, d1, d2, &a));
    return a;
}

static inline zn_law *newton(double e)
{
    zn_law *law;

    MUST(zn_law_newton_impact(ctx, e, &law));
    return law;
}

static inline zn_law *equality(zn_index n)
{
    zn_law *law;

    MUST(zn_law_equality(ctx, n, &law));
    return law;
}

static inline zn_law *complementarity(zn_index n)
{
    zn_law *law;

    MUST(zn_law_complementarity(ctx, n, &law));
    return law;
}

/* Seal the model and make its simulation. */
static inline void simulate(const char *osi, const char *options, double t0,
                            double h, double T)
{
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new(model, &sim));
    MUST(zn_simulation_use(sim, osi, options, NULL));
    MUST(zn_simulation_set_time(sim, t0, h, T));
}

/* A step; false at the end of the run, and nowhere else. */
static inline bool goes_on(void)
{
    const zn_status st = zn_simulation_step(sim);

    ck_assert_msg(st == ZN_OK || st == ZN_END, "%s", zn_errmsg(ctx));
    return st == ZN_OK;
}

static inline double q_of(const zn_ds *ds, zn_index i)
{
    return zn_simulation_q(sim, ds)[i];
}

static inline double v_of(const zn_ds *ds, zn_index i)
{
    return zn_simulation_v(sim, ds)[i];
}

/* |a - b| <= tol (1 + |b|) */
#define CLOSE(a, b, tol)                                                       \
    do {                                                                       \
        const double close_a = (a), close_b = (b);                             \
        ck_assert_msg(fabs(close_a - close_b) <= (tol) * (1 + fabs(close_b)),  \
                      "%s = %.17g, expected %.17g, difference %.3g", #a,       \
                      close_a, close_b, close_a - close_b);                    \
    } while (0)

#endif
