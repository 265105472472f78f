/* test_levels.c - vectors of levels that laws are on, and of those that none is on
 * SPDX-License-Identifier: Apache-2.0 */
#include "model_test.h"

#include <zeno/simulation.h>

static const double grav = 9.81, h = 1e-3;
static zn_simulation *sim;
static zn_osi *positions; /* for systems that ask for it */

/* One coordinate, at rest at q = 0 under its weight. */
static zn_ds *mass_of(const char *name, double mass)
{
    const double zero = 0, f = -mass * grav;
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "lagrangian-linear", name, 1, &zero, &zero, &ds));
    MUST(zn_ds_set_constant(ds, "mass", 1, 1, &mass));
    MUST(zn_ds_set_constant(ds, "f_ext", 1, 1, &f));
    MUST(zn_model_add_ds(m, ds));
    return ds;
}

static zn_interaction *on_the_floor(const char *name, zn_ds *ds)
{
    const double one = 1;
    zn_interaction *a;
    zn_relation *r;
    zn_law *law;

    MUST(zn_law_newton_impact(ctx, 0, &law));
    MUST(zn_relation_new(ctx, "linear", name, 1, 1, &r));
    MUST(zn_relation_set_constant(r, "C", 1, 1, &one));
    MUST(zn_model_connect(m, name, law, r, ds, NULL, &a));
    return a;
}

/* Multiplier of a level. */
static double lambda(const zn_interaction *a, int level)
{
    return zn_simulation_lambda(sim, a, level)[0];
}

static zn_interaction *begin(zn_ds **ds)
{
    zn_interaction *a;

    setup();
    *ds = mass_of("rests", 2);
    a = on_the_floor("one", *ds);
    MUST(zn_model_seal(m));
    MUST(zn_simulation_new(m, &sim));
    MUST(zn_simulation_use(sim, "moreau-jean", NULL, NULL));
    MUST(zn_simulation_use(sim, "schatzman-paoli", NULL, &positions));
    MUST(zn_simulation_set_time(sim, 0, h, 1));
    MUST(zn_simulation_step(sim));
    /* the impulse of the floor is m g h */
    ck_assert_double_eq_tol(lambda(a, 1), 2 * grav * h, 1e-15);
    ck_assert(lambda(a, 0) == 0 && lambda(a, 2) == 0);
    return a;
}

static void end(void)
{
    zn_simulation_free(sim);
    teardown();
}

START_TEST(a_level_comes_into_use_later)
{
    const zn_index first = 0;
    const double still = 0;
    zn_interaction *one, *two;
    zn_ds *ds, *held, *other;

    one = begin(&ds);
    zn_model_reopen(m);
    held = mass_of("held", 3);
    MUST(zn_ds_prescribe(held, 1, &first, &still));
    other = mass_of("positions", 5);
    two = on_the_floor("two", other);
    MUST(zn_osi_assign(positions, other));
    MUST(zn_model_seal(m));
    for (int k = 0; k < 5; k++)
        MUST(zn_simulation_step(sim));
    ck_assert_double_eq_tol(lambda(one, 1), 2 * grav * h, 1e-15);
    ck_assert(lambda(one, 0) == 0 && lambda(one, 2) == 0);
    ck_assert(lambda(two, 1) == 0 && lambda(two, 2) == 0);
    ck_assert_double_gt(lambda(two, 0), 0);
    /* who holds it gives m g h */
    ck_assert_double_eq_tol(zn_simulation_bc(sim, held)[0], 3 * grav * h,
                            1e-14);
    ck_assert(zn_simulation_bc(sim, ds)[0] == 0 &&
              zn_simulation_bc(sim, other)[0] == 0);
    end();
}
END_TEST

START_TEST(what_is_written_to_a_level_without_laws_is_forgotten)
{
    zn_interaction *one;
    zn_state *x;
    zn_ds *ds;

    one = begin(&ds);
    x = zn_simulation_state_rw(sim);
    x->lambda[2][zn_interaction_offset(one)] = 7;
    x->y[2][zn_interaction_offset(one)] = 7;
    MUST(zn_simulation_touched(sim));
    for (int level = 0; level < 3; level += 2)
        ck_assert(lambda(one, level) == 0);
    ck_assert(zn_simulation_y(sim, one, 2)[0] == 0);
    ck_assert(zn_simulation_bc(sim, ds)[0] == 0);
    MUST(zn_simulation_step(sim));
    ck_assert_double_eq_tol(lambda(one, 1), 2 * grav * h, 1e-15);
    end();
}
END_TEST

static Suite *suite(void)
{
    Suite *s = suite_create("levels");
    TCase *t = tcase_create("all");

    tcase_add_test(t, a_level_comes_into_use_later);
    tcase_add_test(t, what_is_written_to_a_level_without_laws_is_forgotten);
    suite_add_tcase(s, t);
    return s;
}

int main(void)
{
    return test_main(suite());
}
