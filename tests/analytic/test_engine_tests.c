/* test_engine_tests.c - four tests that physics engines are compared by, with the scenes of
 * the samples: rolling, a falling lattice, bouncing, a wall of planks
 *
 * Hwangbo, Kang, Hutter: SimBenchmark (2018). What the engines reach there is in
 * samples/scenes/README.md.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/scene_text.h"

#include <stdlib.h>


typedef struct scene_run {
    zn_scene *scene;
    zn_model *model;
    zn_simulation *sim;
} scene_run;

static scene_run start(const char *name, zn_index nset, const char *const set[])
{
    const char *src = getenv("ZENO_SRCDIR");
    scene_run r;
    char path[1024];

    snprintf(path, sizeof path, "%s/samples/scenes/%s", src ? src : ".", name);
    ck_assert_msg(!zn_scene_read(ctx, path, nset, set, &r.scene), "%s",
                  zn_errmsg(ctx));
    ck_assert_msg(!zn_scene_simulation(r.scene, ctx, &r.model, &r.sim), "%s",
                  zn_errmsg(ctx));
    return r;
}

static void advance(scene_run *r, double t)
{
    ck_assert_msg(!zn_simulation_advance_to(r->sim, t), "%s", zn_errmsg(ctx));
}

static const double *q_of(const scene_run *r, const char *body)
{
    return zn_simulation_q(r->sim, zn_model_ds(r->model, body));
}

static const double *v_of(const scene_run *r, const char *body)
{
    return zn_simulation_v(r->sim, zn_model_ds(r->model, body));
}

static void end(scene_run *r)
{
    zn_simulation_free(r->sim);
    zn_model_free(r->model);
    zn_scene_free(r->scene);
}

/* Forces of all directions: the friction of pyramids knows only some. */
START_TEST(rolling_is_exact_in_every_direction)
{
    static const double angle[] = {0, 45, 30, 200};
    const double M = 10, m = 1, n = 25, F = 150, g = 9.81;
    const double f1 = 0.4 * (M + n * m) * g;
    const double f2 = (F - f1) / M / (7 / (2 * m) + n / M);
    const double b = angle[_i] * acos(-1) / 180;
    char beta[32];
    const char *set[] = {beta};
    scene_run r;

    snprintf(beta, sizeof beta, "beta=%g", angle[_i]);
    r = start("rolling.yaml", 1, set);
    ck_assert(!zn_simulation_set(r.sim, "solver_tol", "1e-13"));
    ck_assert(!zn_osi_set((zn_osi *)zn_simulation_osi(r.sim, 0), "threshold",
                          "1e-8"));
    for (double t = 0.5; t <= 2; t += 0.5) {
        const double box = (F - f1 - n * f2) / M * t, ball = f2 / m * t;
        advance(&r, t);
        ck_assert_double_eq_tol(v_of(&r, "box")[0], box * cos(b), 1e-12);
        ck_assert_double_eq_tol(v_of(&r, "box")[1], box * sin(b), 1e-12);
        ck_assert_double_eq_tol(v_of(&r, "ball.4.1")[0], ball * cos(b), 1e-11);
        ck_assert_double_eq_tol(v_of(&r, "ball.4.1")[1], ball * sin(b), 1e-11);
        ck_assert_double_eq_tol(q_of(&r, "ball.0.2")[2], 0.2, 1e-11);
    }
    end(&r);
}
END_TEST

START_TEST(a_lattice_that_fell_stands_without_penetration)
{
    const char *set[] = {"n=4"};
    scene_run r = start("columns.yaml", 1, set);

    if (_i)
        ck_assert(!zn_simulation_set(r.sim, "projection", "combined"));
    ck_assert(!zn_simulation_set_time(r.sim, 0, 5e-3, 1));
    for (double t = 0.1; t <= 1; t += 0.1) {
        advance(&r, t);
        for (int k = 0; k < 4; k++) {
            char name[32];
            snprintf(name, sizeof name, "ball.1.2.%d", k);
            const double above = q_of(&r, name)[2] - (0.1 + 0.2 * k);
            ck_assert_double_gt(above, -2e-8);
            if (t > 0.9)
                ck_assert_double_lt(above, 2e-3); /* on the one below */
        }
    }
    end(&r);
}
END_TEST

START_TEST(bouncing_without_loss_keeps_the_energy)
{
    const char *set[] = {"n=2"};
    scene_run r = start("bouncing.yaml", 1, set);
    const double E = 9.81 * 5.5;
    double lowest = 9, highest = 0;

    for (int k = 1; k <= 1000; k++) {
        const double *q, *v;
        advance(&r, 0.01 * k);
        q = q_of(&r, "ball.1.0");
        v = v_of(&r, "ball.1.0");
        ck_assert_double_eq_tol((v[2] * v[2]) / 2 + 9.81 * q[2], E, 1e-12 * E);
        lowest = fmin(lowest, q[2]);
        highest = k > 900 ? fmax(highest, q[2]) : highest;
    }
    ck_assert_double_lt(lowest, 0.6);
    ck_assert_double_gt(highest, 5.3);
    end(&r);
}
END_TEST

START_TEST(a_wall_of_planks_stands)
{
    const char *set[] = {"n=3", "k=4"};
    scene_run r = start("planks.yaml", 2, set);

    advance(&r, 2);
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 5; i++) {
            char name[32];
            snprintf(name, sizeof name, "across.%d.%d", i, j);
            const double *q = q_of(&r, name);
            ck_assert_double_eq_tol(q[0], 0.2 * i, 1e-5);
            ck_assert_double_eq_tol(q[1], 0, 1e-5);
            ck_assert_double_eq_tol(q[2], 0.2 * j + 0.05, 1e-5);
        }
    end(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("engine tests");
    TCase *tc = tcase_create("engine tests");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_set_timeout(tc, 120);
    tcase_add_loop_test(tc, rolling_is_exact_in_every_direction, 0, 4);
    tcase_add_loop_test(tc, a_lattice_that_fell_stands_without_penetration, 0, 2);
    tcase_add_test(tc, bouncing_without_loss_keeps_the_energy);
    tcase_add_test(tc, a_wall_of_planks_stands);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
