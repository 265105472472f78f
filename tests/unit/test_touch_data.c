/* test_touch_data.c - the points of contacts that are kept from step to step
 *
 * A corner is fixed to its body: wherever that is, what is kept of the corner is what the shape was made with.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/shapes/relation.h"
#include "tests/analytic/bodies.h"

/* Is p a corner of a cube with edges of 1 m, bit for bit? */
static bool is_corner(const double p[3])
{
    return fabs(p[0]) == 0.5 && fabs(p[1]) == 0.5 && fabs(p[2]) == 0.5;
}

/* Contacts at corners of the cube, which is body 1 of each. */
static int corners(const zn_ds *of)
{
    int n = 0;

    for (zn_index k = 0; k < zn_model_interaction_places(model); k++) {
        zn_interaction *a = zn_model_interaction_at(model, k);
        if (!a || zn_interaction_ds(a, 0) != of)
            continue;
        const zni_shape_contact *data = zn_interaction_data(a);
        ck_assert_msg(is_corner(data->c1), "(%.17g, %.17g, %.17g)", data->c1[0], data->c1[1],
                      data->c1[2]);
        for (int i = 0; i < 3; i++)
            ck_assert(data->d1[i] == 0);
        n++;
    }
    return n;
}

/* A cube that is thrown, tumbles and comes to rest on a plane, or on a large box, far from the origin. */
START_TEST(a_corner_stays_the_corner_that_was_made)
{
    const double large[3] = {60, 60, 2}, under[7] = {0, 0, -1, 1};
    const double q0[7] = {7.3, -2.1, 2, 0.5, 0.5, -0.1, 0.7}, v0[6] = {2, 1, 0, 3, 4, -2};
    double q[7];
    zn_shape *slab;
    int n = 0;

    memcpy(q, q0, sizeof q);
    zn_quaternion_normalise(q + 3);
    const zn_ds *of = body("cube", cube, q, v0);
    if (_i) {
        MUST(zn_shape_box(ctx, large, &slab));
        MUST(zn_collision_attach(
            c, &(zn_collider){.shape = slab, .pose = under}, NULL));
    }
    law(0.3, 0.5);
    simulate("moreau-jean", scheme, 0, 5e-3, 3);
    MUST(zn_simulation_add_source(sim, c));
    MUST(zn_simulation_set(sim, "solver_tol", tolerance));
    for (int k = 0; k < 600; k++) {
        MUST(zn_simulation_step(sim));
        n += corners(of);
    }
    ck_assert_int_gt(n, 1000);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("touch data");
    TCase *tc = tcase_create("all");

    tcase_add_checked_fixture(tc, setup, scene_teardown);
    tcase_add_loop_test(tc, a_corner_stays_the_corner_that_was_made, 0, 2);
    suite_add_tcase(s, tc);
    return test_main(s);
}
