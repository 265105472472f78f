/* bodies.h - a plane, and bodies with shapes whose contacts a collision source finds
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_BODIES_H
#define ZENO_TEST_BODIES_H

#include "tests/unit/scene.h"

static zn_source *c;
static zn_shape *ground, *cube, *ball;
static const double size[3] = {1, 1, 1};

static const char *policy, *tolerance, *scheme;

static inline void setup(void)
{
    scene_setup();
    policy = "stop";
    tolerance = "1e-8";
    scheme = NULL;
    MUST(zn_source_new(ctx, "collision", &c));
    MUST(zn_shape_plane(ctx, &ground));
    MUST(zn_shape_box(ctx, size, &cube));
    MUST(zn_shape_sphere(ctx, 0.5, &ball));
    MUST(zn_collision_attach(c, &(zn_collider){.shape = ground}, NULL));
    /* in a group that meets nobody: the source owns them, used or not */
    MUST(zn_collision_attach(c, &(zn_collider){.shape = cube, .group = 255},
                             NULL));
    MUST(zn_collision_attach(c, &(zn_collider){.shape = ball, .group = 255},
                             NULL));
}

static inline zn_ds *body(const char *name, zn_shape *shape, const double q0[7],
                   const double v0[6])
{
    zn_mass m;
    zn_ds *ds;

    MUST(zn_shape_mass(shape, 1, &m));
    const double weight[3] = {0, 0, -9.81 * m.mass};
    MUST(zn_ds_new(ctx, "newton-euler", name, 6, q0, v0, &ds));
    MUST(zn_ds_set_constant(ds, "mass", 1, 1, &m.mass));
    MUST(zn_ds_set_constant(ds, "inertia", 3, 3, m.inertia));
    MUST(zn_ds_set_constant(ds, "f_ext", 3, 1, weight));
    MUST(zn_model_add_ds(model, ds));
    MUST(
        zn_collision_attach(c, &(zn_collider){.ds = ds, .shape = shape}, NULL));
    return ds;
}

static inline void law(double e, double mu)
{
    zn_law *l;

    MUST(zn_law_friction(ctx, 3, e, 0, mu, &l));
    MUST(zn_collision_law(c, 0, 0, l));
}

static inline void run(double h, double T)
{
    simulate("moreau-jean", scheme, 0, h, T);
    MUST(zn_simulation_add_source(sim, c));
    MUST(zn_simulation_set(sim, "solver_tol", tolerance));
    MUST(zn_simulation_set(sim, "on_solver_failure", policy));
    MUST(zn_simulation_run(sim));
}

#endif
