/* test_written.c - what is written into a state between two steps is looked at: numbers, and
 * positions on the manifold
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/scene.h"

#include <math.h>

static zn_ds *body, *mass;

/* A body that turns, and a mass that falls. */
static void two(void)
{
    const double q0[7] = {0, 0, 1, 1, 0, 0, 0}, v0[6] = {1, 0, 0, .3, 2, .1};
    const double m = 2, inertia[9] = {1, 0, 0, 0, 2, 0, 0, 0, 3};

    MUST(zn_ds_new(ctx, "newton-euler", "body", 6, q0, v0, &body));
    MUST(zn_ds_set_constant(body, "mass", 1, 1, &m));
    MUST(zn_ds_set_constant(body, "inertia", 3, 3, inertia));
    MUST(zn_model_add_ds(model, body));
    mass = point_mass("mass", 1, 3, 0, -10);
    simulate("moreau-jean", NULL, 0, .125, 10);
}

static double *position(const zn_ds *ds)
{
    zn_state *x = zn_simulation_state_rw(sim);

    return x->q + (zn_simulation_q(sim, ds) - x->q);
}

static double *velocity(const zn_ds *ds)
{
    zn_state *x = zn_simulation_state_rw(sim);

    return x->v + (zn_simulation_v(sim, ds) - x->v);
}

static void refused(double *at, double value, const char *words)
{
    const double was = *at;

    *at = value;
    REFUSED(zn_simulation_touched(sim), ZN_EINVAL, words);
    *at = was;
}

START_TEST(what_is_no_state_is_refused_with_its_place)
{
    double want[7];

    two();
    MUST(zn_simulation_step(sim));
    MUST(zn_simulation_touched(sim));
    MUST(zn_simulation_step(sim));
    memcpy(want, zn_simulation_q(sim, body), sizeof want);
    zn_simulation_free(sim);

    MUST(zn_simulation_new(model, &sim));
    MUST(zn_simulation_use(sim, "moreau-jean", NULL, NULL));
    MUST(zn_simulation_set_time(sim, 0, .125, 10));
    MUST(zn_simulation_step(sim));
    refused(position(mass), NAN, "system 'mass': q[0] = nan was written at t = 0.125 s");
    refused(velocity(mass), INFINITY, "system 'mass': v[0] = inf");
    refused(position(body) + 1, -INFINITY, "system 'body': q[1] = -inf");
    refused(velocity(body) + 5, NAN, "system 'body': v[5] = nan");
    refused(position(body) + 3, 2, "quaternions are of length 1");
    for (int i = 3; i < 7; i++)
        position(body)[i] = 0;
    REFUSED(zn_simulation_touched(sim), ZN_EINVAL, "system 'body': q[3] = 0 was written");
    /* as if nothing had been */
    MUST(zn_simulation_reset(sim));
    MUST(zn_simulation_step(sim));
    MUST(zn_simulation_touched(sim));
    MUST(zn_simulation_step(sim));
    ck_assert_mem_eq(zn_simulation_q(sim, body), want, sizeof want);
}
END_TEST

START_TEST(another_position_on_the_manifold_is_taken)
{
    double *q;

    two();
    MUST(zn_simulation_step(sim));
    q = position(body);
    q[0] = 1e9; /* m, at which a micrometre is a rounding */
    q[3] = -.6, q[4] = 0, q[5] = .8, q[6] = 0;
    MUST(zn_simulation_touched(sim));
    MUST(zn_simulation_step(sim));
    ck_assert_double_eq_tol(q[0], 1e9 + .125, 1e-6);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("written");
    TCase *tc = tcase_create("written");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, what_is_no_state_is_refused_with_its_place);
    tcase_add_test(tc, another_position_on_the_manifold_is_taken);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
