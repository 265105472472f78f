/* test_simulation.c - the loop over time: instants, policies, changes
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/scene.h"

static zn_ds *falling_ball(double e)
{
    const double one = 1;
    zn_ds *ball = point_mass("ball", 1, 1, 0, -9.81);

    join("floor", newton(e), 1, 1, &one, NULL, ball, NULL);
    return ball;
}

/* ---- options ------------------------------------------------------------ */

/* Options act whenever they are set: another solver is another solver. */
START_TEST(a_solver_can_be_chosen_after_the_start)
{
    falling_ball(.5);
    simulate("moreau-jean", NULL, 0, .01, 2);
    while (zn_simulation_step_info(sim)->solves == 0)
        MUST(zn_simulation_step(sim));
    MUST(zn_simulation_set(sim, "solver", "pgs"));
    MUST(zn_simulation_step(sim));
    ck_assert_str_eq(
        zn_solver_class(zn_simulation_solver(sim))->type.name, "pgs");
    MUST(zn_simulation_set(sim, "solver", "no-such-solver"));
    REFUSED(zn_simulation_step(sim), ZN_ENOENT, "no-such-solver");
    /* the one that was is still there, and the run can go on */
    ck_assert_str_eq(
        zn_solver_class(zn_simulation_solver(sim))->type.name, "pgs");
    MUST(zn_simulation_set(sim, "solver", "lemke"));
    MUST(zn_simulation_run(sim));
    ck_assert_str_eq(zn_simulation_step_info(sim)->solver, "lemke");
}
END_TEST

/* Before the ball is at the floor nothing says which problems there will be; a solver or an option
 * that none of them has is said at the start. */
START_TEST(a_solver_that_is_none_is_said_before_there_is_a_contact)
{
    static const struct {
        const char *solver, *option, *value, *words; /* NULL: fine */
    } at[] = {
        {"nsgs", "max_iter", "2000", NULL},
        {"auto", "max_iter", "2000", NULL},
        {"nsgss", NULL, NULL, "solver = 'nsgss'"},
        {"lagrangian", NULL, NULL, "solver = 'lagrangian'"}, /* a class of systems */
        {"nsgs", "max_itr", "2000", "max_itr"},
        {"nsgs", "max_iter", "many", "many"},
        {"auto", "max_itr", "2000", "solver option 'max_itr'"},
        {"auto", "max_iter", "-3", "-3"},
    };
    const double one = 1;
    const int alone = _i % 2; /* without any interaction */
    zn_ds *ball = point_mass("ball", 1, 1, 0, -9.81);

    if (!alone)
        join("floor", newton(.5), 1, 1, &one, NULL, ball, NULL);
    simulate("moreau-jean", NULL, 0, .01, 2);
    MUST(zn_simulation_set(sim, "solver", at[_i / 2].solver));
    if (at[_i / 2].option)
        MUST(zn_simulation_solver_set(sim, at[_i / 2].option, at[_i / 2].value));
    if (alone && !at[_i / 2].words) {
        MUST(zn_simulation_init(sim));
        MUST(zn_simulation_step(sim));
    } else if (alone) {
        const zn_status st = zn_simulation_init(sim);
        ck_assert(st == ZN_ENOENT || st == ZN_EINVAL);
        ck_assert_msg(strstr(zn_errmsg(ctx), at[_i / 2].words) != NULL, "%s", zn_errmsg(ctx));
        MUST(zn_simulation_set(sim, "solver", "lemke"));
    } else if (at[_i / 2].words) { /* as ever */
        ck_assert(zn_simulation_init(sim) < 0);
    }
}
END_TEST

/* ---- numbers that are none ---------------------------------------------- */

/* x' = 5 x, or q'' = 25 q, grows beyond all bounds before T: the run ends with
 * words, and the last state is one of numbers. */
START_TEST(a_state_that_is_not_finite_is_not_accepted)
{
    static const char *const osi[] = {"moreau-jean", "schatzman-paoli",
                                      "euler-moreau", "zero-order-hold"};
    const double one = 1, K = -25, A = 5;
    const bool first = _i >= 2;
    const zn_state *x;
    zn_ds *ds;
    double t;

    if (first) {
        MUST(zn_ds_new_first_order(ctx, "first-order-linear", "flame", 1, &one,
                                   &ds));
        MUST(zn_ds_set_constant(ds, "A", 1, 1, &A));
        MUST(zn_model_add_ds(model, ds));
    } else {
        linear_system("flame", 1, &one, NULL, &K, &one, &one, NULL);
    }
    simulate(osi[_i], NULL, 0, 0.05, 1000);
    REFUSED(zn_simulation_run(sim), ZN_EDOM, "'flame'");
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), first ? "x[0]" : "q[0]"));
    x = zn_simulation_state(sim);
    t = x->t;
    ck_assert(t > 100 && t < 200); /* e^709 */
    ck_assert(isfinite(first ? x->x[0] : x->q[0] + x->v[0]));
    for (zn_index i = 0; i < x->nm; i++)
        ck_assert(isfinite(x->m[i]));
    /* once more, and the same */
    REFUSED(zn_simulation_step(sim), ZN_EDOM, "'flame'");
    ck_assert(zn_simulation_time(sim) == t);
}
END_TEST

/* ---- instants ---------------------------------------------------------- */

START_TEST(a_million_steps_do_not_drift)
{
    const double h = 1e-3;
    const long n = test_rounds(1000000); /* ten million by hand: make soak */

    point_mass("free", 1, 0, 0, 0);
    simulate("moreau-jean", NULL, 0, h, (double)n * h);
    ck_assert_int_eq(zn_simulation_step_count(sim), n);
    for (long k = 1; k <= n; k++) {
        MUST(zn_simulation_step(sim));
        if (k % (n / 10) == 0)
            ck_assert(zn_simulation_time(sim) == (double)k * h);
    }
    ck_assert(zn_simulation_step(sim) == ZN_END);
    ck_assert(zn_simulation_time(sim) == (double)n * h);
}
END_TEST

START_TEST(the_last_step_lands_on_T)
{
    static const struct {
        double h, T;
        long steps;
    } rows[] = {{.3, 1, 4}, {.25, 1, 4}, {.1, 1, 10}, {2, 1, 1}, {.1, 0, 0}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        zn_ds *ds = point_mass("free", 1, 0, 2, 0);
        simulate("moreau-jean", NULL, 0, rows[i].h, rows[i].T);
        MUST(zn_simulation_run(sim));
        ck_assert_int_eq(zn_simulation_step_number(sim), rows[i].steps);
        ck_assert(zn_simulation_time(sim) == rows[i].T);
        CLOSE(q_of(ds, 0), 2 * rows[i].T, 1e-14);
        scene_teardown();
        scene_setup();
    }
}
END_TEST

START_TEST(given_instants_are_kept)
{
    const double t[] = {1, 1.5, 1.6, 4};
    zn_ds *ds = point_mass("free", 1, 0, 2, 0);

    simulate("moreau-jean", NULL, 0, 1, 1);
    MUST(zn_simulation_set_instants(sim, 4, t));
    for (int i = 1; i < 4; i++) {
        MUST(zn_simulation_step(sim));
        ck_assert(zn_simulation_time(sim) == t[i]);
    }
    ck_assert(zn_simulation_step(sim) == ZN_END);
    CLOSE(q_of(ds, 0), 6, 1e-15);
}
END_TEST

START_TEST(bad_instants_are_refused)
{
    const double back[] = {0, 1, 1}, nan_at[] = {0, NAN};

    point_mass("free", 1, 0, 0, 0);
    simulate("moreau-jean", NULL, 0, 1, 1);
    REFUSED(zn_simulation_set_time(sim, 0, 0, 1), ZN_EINVAL, "h > 0");
    REFUSED(zn_simulation_set_time(sim, 0, -1, 1), ZN_EINVAL, "h = -1");
    REFUSED(zn_simulation_set_time(sim, 2, 1, 1), ZN_EINVAL, "T >= t0");
    REFUSED(zn_simulation_set_time(sim, 0, NAN, 1), ZN_EINVAL, "finite");
    REFUSED(zn_simulation_set_time(sim, 0, 1e-300, 1), ZN_EINVAL, "too small");
    REFUSED(zn_simulation_set_instants(sim, 3, back), ZN_EINVAL, "instant 2");
    REFUSED(zn_simulation_set_instants(sim, 2, nan_at), ZN_EINVAL, "instant 1");
    REFUSED(zn_simulation_set_instants(sim, 0, back), ZN_EINVAL, "need one");
    MUST(zn_simulation_step(sim));
    REFUSED(zn_simulation_set_time(sim, 0, 1, 2), ZN_ESTATE, "after step 1");
}
END_TEST

/* ---- what is refused at the start ------------------------------------- */

START_TEST(a_simulation_needs_a_sealed_model_and_an_integrator)
{
    point_mass("free", 1, 0, 0, 0);
    REFUSED(zn_simulation_new(model, &sim), ZN_ESTATE, "zn_model_seal");
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new(model, &sim));
    MUST(zn_simulation_set_time(sim, 0, 1, 1));
    REFUSED(zn_simulation_step(sim), ZN_EINVAL,
            "no integrator; add one, e.g. zn_simulation_use(sim, \"moreau-jean\"");
    REFUSED(zn_simulation_use(sim, "moreau", NULL, NULL), ZN_ENOENT,
            "moreau-jean");
    REFUSED(zn_simulation_use(sim, "moreau-jean", "theta=2", NULL), ZN_EINVAL,
            "theta");
    REFUSED(zn_simulation_use(sim, "moreau-jean", "theta", NULL), ZN_EINVAL,
            "option=value");
    REFUSED(zn_simulation_set(sim, "newton_tool", "1"), ZN_ENOENT,
            "newton_tol");
    REFUSED(zn_simulation_set(sim, "hysteresis", "1e-9"), ZN_ENOENT,
            "'hysteresis' is an option of integrators, as of 'moreau-jean'");
    REFUSED(zn_simulation_set_real(sim, "theta", 1), ZN_ENOENT,
            "'theta' is an option of integrators");
    REFUSED(zn_simulation_use(sim, "moreau-jean", "theta=1, newton_tol=1e-6", NULL),
            ZN_ENOENT, "'newton_tol' is an option of the simulation: integrator");
    MUST(zn_simulation_use(sim, "moreau-jean", "theta=1, gamma=0.5", NULL));
    MUST(zn_simulation_step(sim));
}
END_TEST

START_TEST(law_and_relation_must_suit_the_integrator)
{
    const double one = 1;
    zn_ds *ds = point_mass("ball", 1, 1, 0, 0);
    zn_interaction *a;
    zn_relation *r;

    MUST(zn_relation_new(ctx, "linear", "gap", 1, 1, &r));
    MUST(zn_relation_set_constant(r, "C", 1, 1, &one));
    MUST(zn_model_connect(model, "floor", complementarity(1), r, ds, NULL, &a));
    simulate("moreau-jean", NULL, 0, 1, 1);
    REFUSED(zn_simulation_init(sim), ZN_ENOTSUP, "'floor'");
    REFUSED(zn_simulation_init(sim), ZN_ENOTSUP, "newton-impact");
}
END_TEST

/* ---- a model that changes --------------------------------------------------- */

START_TEST(systems_come_and_go_between_steps)
{
    const double one = 1;
    zn_ds *first = falling_ball(.5), *second;
    zn_interaction *floor2;

    simulate("moreau-jean", NULL, 0, 1e-3, 2);
    for (int k = 0; k < 100; k++)
        MUST(zn_simulation_step(sim));
    zn_model_reopen(model);
    second = point_mass("second", 2, 5, 0, -2 * 9.81);
    floor2 =
        join("floor2", newton(0), 1, 1, &one, (double[]){-4.9}, second, NULL);
    REFUSED(zn_simulation_step(sim), ZN_ESTATE, "zn_model_seal");
    MUST(zn_model_seal(model));
    for (int k = 0; k < 400; k++)
        MUST(zn_simulation_step(sim));
    CLOSE(q_of(second, 0), 4.9, 1e-3);
    CLOSE(v_of(second, 0), 0, 1e-12);
    ck_assert(zn_simulation_active(sim, floor2));
    CLOSE(zn_simulation_lambda(sim, floor2, 1)[0], 2 * 9.81e-3, 1e-12);
    zn_model_reopen(model);
    MUST(zn_model_remove_ds(model, first));
    MUST(zn_model_seal(model));
    for (int k = 0; k < 10; k++)
        MUST(zn_simulation_step(sim));
    CLOSE(v_of(second, 0), 0, 1e-12);
    /* the place is used again, and the newcomer starts from its own state */
    zn_model_reopen(model);
    first = point_mass("third", 1, 7, -1, 0);
    MUST(zn_model_seal(model));
    MUST(zn_simulation_step(sim));
    CLOSE(q_of(first, 0), 7 - 1e-3, 1e-14);
    CLOSE(v_of(second, 0), 0, 1e-12);
}
END_TEST

START_TEST(a_changed_law_takes_effect)
{
    zn_ds *ball = falling_ball(0);
    zn_law *law = zn_interaction_law(zn_model_interaction(model, "floor"));

    simulate("moreau-jean", NULL, 0, 1e-3, 1);
    for (int k = 0; k < 100; k++)
        MUST(zn_simulation_step(sim));
    REFUSED(zn_law_set_real(law, "e", 1), ZN_ESTATE, "reopen");
    zn_model_reopen(model);
    MUST(zn_law_set_real(law, "e", 1));
    MUST(zn_model_seal(model));
    while (v_of(ball, 0) <= 0)
        MUST(zn_simulation_step(sim));
    CLOSE(v_of(ball, 0), sqrt(2 * 9.81), 2e-2);
}
END_TEST

/* W changes while the contact is open; when it closes, its block is of the new W:
 * 1/(m + h^2 K/4), m = 1, K = 400, h = 1/8 and then 1/16 (no rounding). */
START_TEST(a_step_that_changes_between_contacts_is_noticed)
{
    const double m = 1, K = 400, q0 = 0, v0 = -1, one = 1;
    zn_ds *ds = linear_system("s", 1, &m, NULL, &K, &q0, &v0, NULL);
    zn_interaction *a = join("stop", newton(1), 1, 1, &one, NULL, ds, NULL);
    double t[12] = {0, .125};

    for (int k = 2; k < 12; k++)
        t[k] = .125 + .0625 * (k - 1);
    simulate("moreau-jean", "theta=0.5", 0, 1, 1);
    MUST(zn_simulation_set_instants(sim, 12, t));
    MUST(zn_simulation_step(sim));
    ck_assert(zn_simulation_active(sim, a));
    CLOSE(zn_matrix_get(zn_simulation_one_step(sim)->M, 0, 0), 1 / 2.5625,
          1e-14);
    MUST(zn_simulation_step(sim));
    ck_assert(!zn_simulation_active(sim, a));
    while (!zn_simulation_active(sim, a))
        MUST(zn_simulation_step(sim));
    CLOSE(zn_matrix_get(zn_simulation_one_step(sim)->M, 0, 0), 1 / 1.390625,
          1e-14);
}
END_TEST

/* ---- observers -------------------------------------------------------------- */

static zn_status count(void *user, const zn_simulation *s)
{
    long *n = user;

    ck_assert_int_eq(zn_simulation_step_number(s), *n);
    return ++*n == 5 ? ZN_STOPPED : ZN_OK;
}

static void dropped(void *user)
{
    *(long *)user = -1;
}

START_TEST(observers_see_every_state_and_may_stop)
{
    long n = 0;

    falling_ball(.5);
    simulate("moreau-jean", NULL, 0, .01, 1);
    MUST(zn_simulation_observe(sim, count, &n, dropped));
    ck_assert_int_eq(zn_simulation_run(sim), ZN_STOPPED);
    ck_assert_int_eq(n, 5);
    ck_assert_int_eq(zn_simulation_step_number(sim), 4);
    zn_simulation_free(sim);
    sim = NULL;
    ck_assert_int_eq(n, -1);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("simulation");
    TCase *tc = tcase_create("loop");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_set_timeout(tc, 600);
    tcase_add_test(tc, a_solver_can_be_chosen_after_the_start);
    tcase_add_loop_test(tc, a_solver_that_is_none_is_said_before_there_is_a_contact, 0, 16);
    tcase_add_loop_test(tc, a_state_that_is_not_finite_is_not_accepted, 0, 4);
    tcase_add_test(tc, a_million_steps_do_not_drift);
    tcase_add_test(tc, the_last_step_lands_on_T);
    tcase_add_test(tc, given_instants_are_kept);
    tcase_add_test(tc, bad_instants_are_refused);
    tcase_add_test(tc, a_simulation_needs_a_sealed_model_and_an_integrator);
    tcase_add_test(tc, law_and_relation_must_suit_the_integrator);
    tcase_add_test(tc, systems_come_and_go_between_steps);
    tcase_add_test(tc, a_changed_law_takes_effect);
    tcase_add_test(tc, a_step_that_changes_between_contacts_is_noticed);
    tcase_add_test(tc, observers_see_every_state_and_may_stop);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
