/* test_passing.c - systems that no contact acts on move in one sweep: with the bits that
 * each of them has alone, whatever stands between them and whatever changes on the way
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/scene.h"

#include "kernel/classes.h"
#include "kernel/osi/moreau_jean.h"

enum { BALLS = 24, MOST = 400 };

static double at[2][MOST][2 * BALLS]; /* of a run: q and v after each step */

static void wind(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)nz, (void)z;
    for (unsigned i = 0; i < n; i++)
        f[i] = sin(3 * t);
}

/* Ball i: some fall far from the floor, some onto it, one has no weight and stands at -0,
 * one hangs on a spring, one is moved by the wind. */
static zn_ds *ball(int i)
{
    const double one = 1, k = 40, m = 1 + .1 * i, far = i % 3 ? 0 : 10;
    char name[16];
    zn_ds *ds;

    snprintf(name, sizeof name, "ball%d", i);
    ds = point_mass(name, m, i == 4 ? -0. : far + .01 * i, i == 4 ? -0. : .1,
                    i == 4 ? -0. : -9.81 * m);
    if (i == 7)
        MUST(zn_ds_set_constant(ds, "stiffness", 1, 1, &k));
    if (i == 11)
        MUST(zn_ds_set_function(ds, "f_ext", (zn_fn *)wind));
    if (i != 4) {
        snprintf(name, sizeof name, "floor%d", i);
        join(name, newton(.5), 1, 1, &one, NULL, ds, NULL);
    }
    return ds;
}

/* One ball leaves, one becomes heavier. */
static void change(zn_ds *ball_of[])
{
    const double heavy = 20;

    zn_model_reopen(model);
    MUST(zn_model_remove_interaction(model, zn_model_interaction(model, "floor3")));
    MUST(zn_model_remove_ds(model, ball_of[3]));
    ball_of[3] = NULL;
    MUST(zn_ds_set_constant(ball_of[6], "mass", 1, 1, &heavy));
    MUST(zn_model_seal(model));
}

/* With recompute=yes each system goes alone. Steps of two lengths, and in the middle
 * another weight of the second integrator. */
static void run(int way)
{
    zn_ds *balls[BALLS];
    double t[MOST + 1] = {0};
    zn_osi *other;

    scene_setup();
    for (int i = 0; i < BALLS; i++)
        balls[i] = ball(i);
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new(model, &sim));
    MUST(zn_simulation_use(sim, "moreau-jean", NULL, NULL));
    MUST(zn_simulation_use(sim, "moreau-jean", "theta=.75", &other));
    for (int i = 13; i < 18; i++)
        MUST(zn_osi_assign(other, balls[i]));
    for (int k = 0; k < MOST; k++)
        t[k + 1] = t[k] + (k / 50 % 2 ? 0x1p-10 : 0x1p-9);
    MUST(zn_simulation_set_instants(sim, MOST + 1, t));
    MUST(zn_simulation_set(sim, "recompute", way ? "yes" : "no"));
    for (int k = 0; k < MOST; k++) {
        if (k == 120)
            MUST(zn_osi_set_real(other, "theta", .6));
        if (k == 175)
            change(balls);
        MUST(zn_simulation_step(sim));
        for (int i = 0; i < BALLS; i++) {
            at[way][k][i] = balls[i] ? q_of(balls[i], 0) : 0;
            at[way][k][BALLS + i] = balls[i] ? v_of(balls[i], 0) : 0;
        }
    }
    scene_teardown();
}

START_TEST(a_sweep_has_the_bits_of_each_system_alone)
{
    run(0);
    run(1);
    for (int k = 0; k < MOST; k++)
        for (int i = 0; i < 2 * BALLS; i++)
            ck_assert_msg(memcmp(&at[0][k][i], &at[1][k][i], sizeof(double)) == 0,
                          "step %d, number %d: %.17g, alone %.17g", k, i,
                          at[0][k][i], at[1][k][i]);
    /* theta = .6: q is not that of 1/2, or the option would not have been seen */
    ck_assert(at[0][MOST - 1][15] != at[0][MOST - 1][12]);
}
END_TEST

/* m v' = f in two dimensions, two systems one behind the other: with theta = 1/2 the
 * positions are those of the parabola q0 + v0 t + f/m t^2/2. */
START_TEST(free_systems_move_on_parabolas)
{
    const double M[2][4] = {{2, 0, 0, 2}, {5, 1, 1, 3}};
    const double q0[2] = {1, -2}, v0[2] = {.5, 3}, f[2] = {-4, 7};
    const double a[2][2] = {{-2, 3.5}, {-19. / 14, 39. / 14}}; /* M^-1 f */
    const double t = 1;
    zn_ds *ds[2];

    scene_setup();
    ds[0] = linear_system("one", 2, M[0], NULL, NULL, q0, v0, f);
    ds[1] = linear_system("two", 2, M[1], NULL, NULL, q0, v0, f);
    simulate("moreau-jean", NULL, 0, 0x1p-7, t);
    MUST(zn_simulation_run(sim));
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < 2; i++) { /* 128 roundings of numbers up to 10 */
            ck_assert_double_eq_tol(v_of(ds[k], i), v0[i] + a[k][i] * t, 1e-13);
            ck_assert_double_eq_tol(q_of(ds[k], i),
                                    q0[i] + v0[i] * t + a[k][i] * t * t / 2, 1e-13);
        }
    scene_teardown();
}
END_TEST

/* Whatever stood in the weight before. */
START_TEST(a_system_in_the_wind_does_not_move_uniformly)
{
    const zn_osi_type *type = &zni_osi_moreau_jean;
    const zn_step step = {.h = 1, .hw = 1};
    zni_mj options = {0};
    double a[1], weight = .7;
    bool changed = true;
    zn_ds *ds;
    void *w;

    scene_setup();
    ds = ball(11);
    MUST(zn_model_seal(model));
    zn_option_defaults(type->type.options, &options);
    MUST(type->attach(&options, ctx, ds, &w));
    MUST(type->uniform(&options, &step, ds, w, a, &weight, &changed));
    ck_assert_double_lt(weight, 0);
    ck_assert(!changed);
    type->detach(&options, ctx, ds, w);
    type->fini(&options, ctx);
    scene_teardown();
}
END_TEST

/* Two masses fall towards a floor without restitution. A contact of the first integrator
 * acts from gap 0 on, of the second from 1 m on: its mass stops where it is. Of a contact
 * that both have, one of them is enough. */
START_TEST(each_integrator_chooses_the_rows_of_its_own_contacts)
{
    const double one = 1, C[2] = {.5, .5};
    zn_ds *a, *b;
    zn_osi *other;

    scene_setup();
    a = point_mass("a", 1, .5, -.1, 0);
    b = point_mass("b", 1, .5, -.1, 0);
    join("a", newton(0), 1, 1, &one, NULL, a, NULL);
    join("b", newton(0), 1, 1, &one, NULL, b, NULL);
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new(model, &sim));
    MUST(zn_simulation_use(sim, "moreau-jean", NULL, NULL));
    MUST(zn_simulation_use(sim, "moreau-jean", "threshold=1", &other));
    MUST(zn_osi_assign(other, b));
    MUST(zn_simulation_set_time(sim, 0, .125, 10));
    MUST(zn_simulation_step(sim));
    ck_assert_double_eq(v_of(a, 0), -.1);
    ck_assert_double_eq_tol(v_of(b, 0), 0, 1e-15);
    MUST(zn_simulation_step(sim));
    ck_assert_double_eq(v_of(a, 0), -.1);

    /* now a contact of both: the floor under their middle */
    zn_model_reopen(model);
    join("middle", newton(0), 1, 2, C, NULL, a, b);
    MUST(zn_model_seal(model));
    MUST(zn_simulation_step(sim));
    ck_assert_double_eq_tol(v_of(a, 0) + v_of(b, 0), 0, 1e-15);
    scene_teardown();
}
END_TEST

/* A ball that spins, flies and bounces; `beside`: a body that tumbles stands in the same model, for which
 * one pass is not exact. */
static zn_ds *spinning_ball(bool beside)
{
    const double q0[7] = {0, 0, 1.5, 1, 0, 0, 0}, far[7] = {50, 0, 50, 1, 0, 0, 0};
    const double v0[6] = {1, .5, 0, .3, 2, -.1}, m = 2, up[3] = {0, 0, 1}, none = 0, radius = .25;
    const double even[9] = {.05, 0, 0, 0, .05, 0, 0, 0, .05}, uneven[9] = {1, 0, 0, 0, 2, 0, 0, 0, 3};
    const double weight[3] = {0, 0, -9.81 * m};
    zn_relation *floor;
    zn_ds *ds, *other;
    zn_law *law;

    MUST(zn_ds_new(ctx, "newton-euler", "ball", 6, q0, v0, &ds));
    MUST(zn_ds_set_constant(ds, "mass", 1, 1, &m));
    MUST(zn_ds_set_constant(ds, "inertia", 3, 3, even));
    MUST(zn_ds_set_constant(ds, "f_ext", 3, 1, weight));
    MUST(zn_model_add_ds(model, ds));
    MUST(zn_relation_new(ctx, "sphere-plane", "floor", 3, 7, &floor));
    MUST(zn_relation_set_constant(floor, "radius", 1, 1, &radius));
    MUST(zn_relation_set_constant(floor, "normal", 3, 1, up));
    MUST(zn_relation_set_constant(floor, "offset", 1, 1, &none));
    MUST(zn_model_add_relation(model, floor));
    MUST(zn_law_friction(ctx, 3, .5, 0, .3, &law));
    MUST(zn_model_add_law(model, law));
    MUST(zn_model_connect(model, "floor", law, floor, ds, NULL, NULL));
    if (beside) {
        MUST(zn_ds_new(ctx, "newton-euler", "other", 6, far, v0, &other));
        MUST(zn_ds_set_constant(other, "mass", 1, 1, &m));
        MUST(zn_ds_set_constant(other, "inertia", 3, 3, uneven));
        MUST(zn_model_add_ds(model, other));
    }
    simulate("moreau-jean", NULL, 0, 1. / 256, 2);
    return ds;
}

/* What flies by itself goes where it goes beside what takes iterations, and what its integrator remembers, by
 * which it meets the floor, is that of the last step: h and the difference of v. */
START_TEST(a_body_that_flies_alone_remembers_its_last_step)
{
    static double kept[2][512][14];

    for (int beside = 0; beside < 2; beside++) {
        zn_index flights = 0;
        zn_ds *ds;

        scene_setup();
        ds = spinning_ball(beside);
        for (int k = 0; k < 512; k++) {
            double last[6];
            const zn_state *x;

            if (k)
                memcpy(last, zn_simulation_v(sim, ds), sizeof last);
            MUST(zn_simulation_step(sim));
            x = zn_simulation_state(sim);
            memcpy(kept[beside][k], zn_simulation_q(sim, ds), 7 * sizeof(double));
            memcpy(kept[beside][k] + 7, zn_simulation_v(sim, ds), 6 * sizeof(double));
            flights += !x->active[0];
            if (beside || !k)
                continue;
            ck_assert_int_eq(x->nm, 7);
            ck_assert_double_eq(fabs(x->m[0]), 1. / 256);
            for (int i = 0; i < 6; i++)
                ck_assert_double_eq(x->m[1 + i], zn_simulation_v(sim, ds)[i] - last[i]);
        }
        ck_assert(flights > 150 && flights < 500);
        scene_teardown();
    }
    for (int k = 0; k < 512; k++)
        for (int i = 0; i < 13; i++) /* two bounces, and rolling */
            ck_assert_double_eq_tol(kept[0][k][i], kept[1][k][i], 1e-11);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("passing");
    TCase *tc = tcase_create("own scene");

    tcase_add_test(tc, a_sweep_has_the_bits_of_each_system_alone);
    tcase_add_test(tc, free_systems_move_on_parabolas);
    tcase_add_test(tc, a_system_in_the_wind_does_not_move_uniformly);
    tcase_add_test(tc, each_integrator_chooses_the_rows_of_its_own_contacts);
    tcase_add_test(tc, a_body_that_flies_alone_remembers_its_last_step);
    suite_add_tcase(s, tc);
    return test_main(s);
}
