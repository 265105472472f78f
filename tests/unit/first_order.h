/* first_order.h - first-order models for tests: systems, relations, laws
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_FIRST_ORDER_H
#define ZENO_TEST_FIRST_ORDER_H

#include "tests/unit/scene.h"

static inline zn_ds *fo_system(const char *name, zn_index n, const double A[],
                               const double x0[])
{
    zn_ds *ds;

    MUST(zn_ds_new_first_order(ctx, "first-order-linear", name, n, x0, &ds));
    if (A)
        MUST(zn_ds_set_constant(ds, "A", n, n, A));
    MUST(zn_model_add_ds(model, ds));
    return ds;
}

/* y = C x + D lambda, r = B lambda; D may be NULL. */
static inline zn_relation *fo_relation(const char *name, zn_index m, zn_index n,
                                       const double C[], const double D[],
                                       const double B[])
{
    zn_relation *r;

    MUST(zn_relation_new(ctx, "first-order-linear", name, m, n, &r));
    MUST(zn_relation_set_constant(r, "C", m, n, C));
    MUST(zn_relation_set_constant(r, "B", n, m, B));
    if (D)
        MUST(zn_relation_set_constant(r, "D", m, m, D));
    return r;
}

static inline zn_interaction *fo_join(const char *name, zn_law *law,
                                      zn_relation *r, zn_ds *d1, zn_ds *d2)
{
    zn_interaction *a;

    MUST(zn_model_connect(model, name, law, r, d1, d2, &a));
    return a;
}

static inline zn_law *relay(double lb, double ub)
{
    zn_law *law;

    MUST(zn_law_new(ctx, "relay", &law));
    MUST(zn_law_set_real(law, "lb", lb));
    MUST(zn_law_set_real(law, "ub", ub));
    return law;
}

/* Column-major copy of a matrix written by rows. */
static inline const double *by_rows(zn_index m, zn_index n, const double a[],
                                    double out[])
{
    for (zn_index i = 0; i < m; i++)
        for (zn_index j = 0; j < n; j++)
            out[i + j * m] = a[i * n + j];
    return out;
}

/* A new scene for the next run of a test. */
static inline void again(void)
{
    scene_teardown();
    scene_setup();
}

/* Newton's, of the whole run. */
static inline zn_index iterations(void)
{
    zn_run_info info;

    zn_simulation_run_info(sim, &info);
    return info.newton_iterations;
}

static inline double x_of(const zn_ds *ds, zn_index i)
{
    return zn_simulation_x(sim, ds)[i];
}

static inline double y_of(const zn_interaction *a, zn_index i)
{
    return zn_simulation_y(sim, a, 0)[i];
}

static inline double lambda_of(const zn_interaction *a, zn_index i)
{
    return zn_simulation_lambda(sim, a, 0)[i];
}

#endif
