/* test_spin.c - balls whose spin about the normal is braked by mu_s times the load
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/scene.h"

/* On level ground, mu_s m g against I w' = -M and mu_r m g against rolling: the spin goes
 * down by mu_s m g/I each second to zero and stays there, the speed by mu_r g R/(R^2 + I/m),
 * each as if the other were not. A pendulum beside it makes the problem one with joints, a ball
 * without rolling friction one with contacts of several sizes. */
static const char ground[] =
    "gravity: [0, 0, -10]\n"
    "laws:\n"
    "  - {mu: 0.5}\n"
    "  - {between: [braked, default], mu: 0.5, mu_r: 0.004, mu_s: 0.01}\n"
    "bodies:\n"
    "  ground: {fixed: yes, shape: {type: plane}}\n"
    "  ball: {mass: 2, position: [0, 0, 0.1], velocity: [1, 0, 0], spin: [0, "
    "10, 20],\n"
    "         group: braked, shape: {type: sphere, radius: 0.1}}\n";
static const char pendulum[] =
    "  bob: {mass: 1, position: [3, 0, 5], shape: {type: sphere, radius: "
    "0.1}}\n"
    "joints:\n"
    "  string: {type: spherical, bodies: [bob], point: [3, 1, 5]}\n";
static const char plain[] =
    "  top: {mass: 1, position: [0, 3, 0.1], spin: [0, 0, 20],\n"
    "        shape: {type: sphere, radius: 0.1}}\n";
static const char times[] =
    "simulation: {h: 1e-4, T: 1.2, solver_tol: 1e-10}\n";

static const struct {
    const char *more, *formulation, *taken;
} cases[] = {{"", "auto", "rolling-friction"},
             {"", "global-rolling", "global-rolling"},
             {"", "generic-mechanical", "generic-mechanical"},
             {pendulum, "global-rolling", "global-rolling"},
             {pendulum, "generic-mechanical", "generic-mechanical"},
             {plain, "generic-mechanical", "generic-mechanical"}};

static void spin_of(const zn_ds *ds, double w[3])
{
    zn_rotate(zn_simulation_q(sim, ds) + 3, zn_simulation_v(sim, ds) + 3, w);
}

START_TEST(spin_and_rolling_are_braked_each_by_itself)
{
    const double R = 0.1, I = 0.4 * R * R, at[] = {0.3, 0.7, 1.2};
    char text[2000];
    zn_run_info run;
    zn_scene *s;

    snprintf(text, sizeof text, "%s%s%s", ground, cases[_i].more, times);
    MUST(zn_scene_read_text(ctx, "spin.yaml", text, strlen(text), 0, NULL, &s));
    zn_model_free(model);
    MUST(zn_scene_simulation(s, ctx, &model, &sim));
    MUST(zn_simulation_set(sim, "formulation", cases[_i].formulation));
    MUST(zn_simulation_set(sim, "energy", "yes"));
    const zn_ds *ball = zn_model_ds(model, "ball");
    for (size_t k = 0; k < sizeof at / sizeof *at; k++) {
        double w[3];
        MUST(zn_simulation_advance_to(sim, at[k]));
        spin_of(ball, w);
        /* first order in h: the frame turns by 2e-3 in a step */
        ck_assert_double_eq_tol(w[2], fmax(0, 20 - 0.01 * 10 / I * at[k]),
                                1e-3);
        ck_assert_double_eq_tol(zn_simulation_v(sim, ball)[0],
                                1 - 0.004 * 10 * R / (R * R + I) * at[k], 1e-4);
        ck_assert_double_eq_tol(zn_simulation_q(sim, ball)[2], R, 1e-6);
    }
    if (cases[_i].more == plain) { /* Coulomb's law alone lets it spin */
        double w[3];
        spin_of(zn_model_ds(model, "top"), w);
        ck_assert_double_eq_tol(w[2], 20, 1e-9);
    }
    zn_simulation_run_info(sim, &run);
    ck_assert_str_eq(run.formulation, cases[_i].taken);
    /* what is lost is what the contacts took */
    ck_assert_double_lt(run.work.contact, 0);
    ck_assert_double_eq_tol(run.balance, 0, 2e-3);
    zn_scene_free(s);
}
END_TEST

START_TEST(what_spin_wants_is_said)
{
    static const char *const words[] = {"size = 4, must be 3",
                                        "mu_s = 0.1 with size = 5"};
    const double C[10] = {1, 0, 0, 0, 0, 0, 0, 0, 0, 0}, q[2] = {0, 0};

    for (zn_index rows = 4; rows < 6; rows++) {
        zn_law *law;
        zn_relation *r;
        zn_ds *ds =
            linear_system(rows == 4 ? "a" : "b", 2, (double[]){1, 0, 0, 1},
                          NULL, NULL, q, q, NULL);
        MUST(zn_law_new(ctx, "rolling-friction", &law));
        MUST(zn_law_set_real(law, "size", (double)rows));
        MUST(zn_law_set(law, "mu_s", rows == 5 ? "0.1" : "0"));
        MUST(zn_relation_new(ctx, "linear", NULL, rows, 2, &r));
        MUST(zn_relation_set_constant(r, "C", rows, 2, C));
        zn_status st = zn_model_connect(model, rows == 4 ? "four" : "five", law,
                                        r, ds, NULL, NULL);
        st = st ? st : zn_model_seal(model);
        ck_assert_int_eq(st, ZN_EINVAL);
        ck_assert_msg(strstr(zn_errmsg(ctx), words[rows - 4]) != NULL, "%s",
                      zn_errmsg(ctx));
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("spin");
    TCase *tc = tcase_create("spin");

    tcase_set_timeout(tc, 60);
    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_loop_test(tc, spin_and_rolling_are_braked_each_by_itself, 0,
                        sizeof cases / sizeof *cases);
    tcase_add_test(tc, what_spin_wants_is_said);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
