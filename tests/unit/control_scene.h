/* control_scene.h - a plant with a held input and blocks around it
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_CONTROL_SCENE_H
#define ZENO_TEST_CONTROL_SCENE_H

#include "tests/unit/first_order.h"

static zn_control *control;

static inline void close_to(double a, double b, double tol)
{
    ck_assert_msg(fabs(a - b) <= tol, "%.17g, expected %.17g, difference %.3g",
                  a, b, a - b);
}

/* x' = A x + B z, held input z of one element, zero at first */
static inline zn_ds *plant(zn_index n, const double A[], const double B[],
                    const double x0[])
{
    const double zero = 0;
    zn_ds *ds = fo_system("plant", n, A, x0);

    MUST(zn_ds_set_constant(ds, "B", n, 1, B));
    MUST(zn_ds_set_z(ds, 1, &zero));
    return ds;
}

/* x' = z */
static inline zn_ds *integrator(double x0)
{
    const double B = 1;

    return plant(1, NULL, &B, &x0);
}

static inline void start(double h, double T)
{
    simulate("zero-order-hold", NULL, 0, h, T);
    MUST(zn_control_new(sim, &control));
}

static inline zn_block *block(const char *cls, const char *name, zn_ds *ds,
                       zn_block *source, zn_index n)
{
    zn_block *b;

    MUST(zn_control_add(control, cls, name, ds, source, n, &b));
    return b;
}

#endif
