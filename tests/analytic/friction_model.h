/* friction_model.h - bodies and contacts with friction in a model
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_FRICTION_MODEL_H
#define ZENO_TEST_FRICTION_MODEL_H

#include <math.h>

#include <zeno/zeno.h>

#include "tests/must.h"
#include "tests/unit/zeno_test.h"

static const double g = 9.81;

static zn_ctx *ctx;
static zn_model *model;
static zn_simulation *sim;

static inline void setup(void)
{
    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    MUST(zn_model_new(ctx, &model));
    sim = NULL;
}

static inline void teardown(void)
{
    zn_simulation_free(sim);
    zn_model_free(model);
    zn_ctx_free(ctx);
}

static inline zn_ds *body(const char *name, zn_index n, const double mass[],
                   const double q0[], const double v0[], const double f[])
{
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "lagrangian-linear", name, n, q0, v0, &ds));
    MUST(zn_ds_set_diagonal(ds, "mass", n, mass));
    MUST(zn_ds_set_constant(ds, "f_ext", n, 1, f));
    MUST(zn_model_add_ds(model, ds));
    return ds;
}

static inline zn_interaction *contact(const char *name, zn_law *law, zn_index rows,
                               zn_index nq, const double C[], double gap,
                               zn_ds *d1, zn_ds *d2)
{
    double e[5] = {gap, 0, 0, 0, 0};
    zn_interaction *a;
    zn_relation *r;

    MUST(zn_relation_new(ctx, "linear", name, rows, nq, &r));
    MUST(zn_relation_set_constant(r, "C", rows, nq, C));
    MUST(zn_relation_set_constant(r, "e", rows, 1, e));
    MUST(zn_model_connect(model, name, law, r, d1, d2, &a));
    return a;
}

static inline void start(double h, double T)
{
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new(model, &sim));
    /* a resting contact is not lost by rounding of its gap */
    MUST(zn_simulation_use(sim, "moreau-jean", "theta=0.5 threshold=1e-12",
                           NULL));
    MUST(zn_simulation_set_time(sim, 0, h, T));
}

#endif
