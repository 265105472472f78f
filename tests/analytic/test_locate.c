/* test_locate.c - time steps that end where a contact closes: impacts at their instants,
 * and the order of the integrator across them
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/analytic/events.h"

static void stepping(double h, double T, const char *on_event)
{
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new(model, &sim));
    MUST(zn_simulation_use(sim, "moreau-jean", "theta=0.5", NULL));
    MUST(zn_simulation_set(sim, "on_event", on_event));
    MUST(zn_simulation_set_time(sim, 0, h, T));
}

/* ---- a ball ---------------------------------------------------------------------------- */

/* Between impacts theta = 1/2 is exact, so that they are found to tol_y/u. */
START_TEST(a_ball_bounces_at_its_instants)
{
    const double e = 0.9, q0 = 1, v1 = sqrt(2 * grav * q0);
    zn_ds *ds = bouncing_ball(q0, 0, e);
    double next = sqrt(2 * q0 / grav), up = v1;
    int n = 0;

    stepping(0.01, 4, "locate");
    MUST(zn_simulation_init(sim));
    while (zn_simulation_time(sim) < 3.99) {
        const double before = v_of(ds, 0);
        MUST(zn_simulation_step(sim));
        if (!(before < 0 && v_of(ds, 0) > 0))
            continue;
        up *= e;
        CLOSE(zn_simulation_time(sim), next, 1e-9);
        CLOSE(v_of(ds, 0), up, 1e-9);
        next += 2 * up / grav;
        n++;
    }
    ck_assert_int_eq(n, 6);
    ck_assert_double_gt(next, 3.99);
}
END_TEST

/* From 2^-20 of the height all lengths are 2^-20, all times 2^-10 of those: the same steps. */
START_TEST(heights_may_have_any_unit)
{
    enum { MOST = 400 };
    static double t[2][MOST], q[2][MOST];
    int n[2] = {0, 0};

    for (int k = 0; k < 2; k++) {
        const double unit = k ? 0x1p-10 : 1;
        zn_ds *ds;

        scene_teardown();
        scene_setup();
        ds = bouncing_ball(unit * unit, 0, 0.5);
        stepping(0x1p-7 * unit, 2 * unit, "locate");
        while (!zn_simulation_done(sim)) {
            MUST(zn_simulation_step(sim));
            ck_assert_int_lt(n[k], MOST);
            t[k][n[k]] = zn_simulation_time(sim) / unit;
            q[k][n[k]++] = q_of(ds, 0) / (unit * unit);
        }
    }
    ck_assert_int_eq(n[0], n[1]);
    for (int i = 0; i < n[0]; i++)
        ck_assert_msg(t[0][i] == t[1][i] && q[0][i] == q[1][i],
                      "step %d: t = %.17g, %.17g, q = %.17g, %.17g", i,
                      t[0][i], t[1][i], q[0][i], q[1][i]);
}
END_TEST

/* e = 0.5: infinitely many impacts until 1.35 s, of which some are passed; it rests. */
START_TEST(impacts_that_accumulate_are_passed)
{
    zn_ds *ds = bouncing_ball(1, 0, 0.5);
    zn_run_info info;

    stepping(0.01, 2, "locate");
    MUST(zn_simulation_run(sim));
    /* the first step that is passed has a bounce of e^20 of the first velocity in it */
    CLOSE(q_of(ds, 0), 0, 1e-8);
    CLOSE(v_of(ds, 0), 0, 1e-12);
    zn_simulation_run_info(sim, &info);
    ck_assert_int_lt(info.steps, 200 + 40);
}
END_TEST

/* ---- order ------------------------------------------------------------------------------- */

/* x'' = -x over a wall at x = -1/2, e = 0.8, from x = 1: cosines whose amplitudes and
 * phases follow from one another. Position at T. */
static double exact(double T)
{
    double a = 1, phase = 0, t = 0; /* x = a cos(t + phase) */

    for (;;) {
        double hit = acos(-0.5 / a), x, v;
        /* t + phase from below to the first such angle */
        double at = hit - fmod(t + phase, 2 * M_PI);
        while (at <= 1e-12)
            at += 2 * M_PI;
        if (t + at > T || a <= 0.5)
            return a * cos(T + phase);
        t += at;
        x = -0.5;
        v = 0.8 * a * sin(hit); /* back up */
        a = hypot(x, v);
        phase = -t + atan2(-v, x);
    }
}

static double error_of(double h, const char *on_event)
{
    const double one = 1, half = 0.5, zero = 0, T = 9;
    zn_ds *ds = linear_system("mass", 1, &one, NULL, &one, &one, &zero, &zero);
    double error;

    join("wall", newton(0.8), 1, 1, &one, &half, ds, NULL);
    stepping(h, T, on_event);
    MUST(zn_simulation_run(sim));
    error = fabs(q_of(ds, 0) - exact(T));
    scene_again();
    return error;
}

START_TEST(the_order_is_two_across_impacts)
{
    double last = error_of(0.02, "locate");

    for (double h = 0.01; h > 0.001; h /= 2) {
        const double now = error_of(h, "locate");
        ck_assert_double_gt(last / now, 3.8);
        ck_assert_double_lt(last / now, 4.2);
        last = now;
    }
    /* without, it is of order one at the best */
    ck_assert_double_gt(error_of(0.00125, "pass"), 50 * last);
}
END_TEST

/* ---- conduct ------------------------------------------------------------------------------- */

/* Two balls that hit the floor in the same step: both, or, at most one, in one with it. */
START_TEST(more_contacts_than_asked_for_are_passed)
{
    for (int most = 1; most <= 2; most++) {
        const double one = 1;
        char text[8];
        zn_ds *a = point_mass("a", 1, 1, 0, -grav);
        zn_ds *b = point_mass("b", 1, 1.001, 0, -grav);
        join("under a", newton(0.5), 1, 1, &one, NULL, a, NULL);
        join("under b", newton(0.5), 1, 1, &one, NULL, b, NULL);
        stepping(0.1, 0.5, "locate");
        snprintf(text, sizeof text, "%d", most);
        MUST(zn_simulation_set(sim, "locate_most", text));
        MUST(zn_simulation_run(sim));
        if (most == 2) {
            const double ta = sqrt(2 / grav), tb = sqrt(2.002 / grav);
            CLOSE(v_of(a, 0), 0.5 * grav * ta - grav * (0.5 - ta), 1e-8);
            CLOSE(v_of(b, 0), 0.5 * grav * tb - grav * (0.5 - tb), 1e-8);
        } else {
            ck_assert_int_eq(zn_simulation_state(sim)->step, 5);
        }
        scene_again();
    }
}
END_TEST

/* Each attempt is taken or counted: two in a step that ends behind an impact, one in
 * the others. */
START_TEST(what_was_tried_and_not_taken_is_counted)
{
    zn_index tried = 0, taken = 0;
    zn_run_info info;

    bouncing_ball(1, 0, 0.9);
    stepping(0.01, 1, "locate");
    while (!zn_simulation_done(sim)) {
        MUST(zn_simulation_step(sim));
        tried += zn_simulation_step_info(sim)->substeps;
        taken += zn_simulation_step_info(sim)->impacts ? 2 : 1;
    }
    zn_simulation_run_info(sim, &info);
    ck_assert_int_eq(info.impacts, 1);
    ck_assert_int_gt(info.rejected, 1); /* the whole step, and one on the way at least */
    ck_assert_int_eq(tried, taken + info.rejected);
}
END_TEST

START_TEST(a_snapshot_gives_the_same_bits)
{
    zn_ds *ds = bouncing_ball(1, 0, 0.8);
    zn_snapshot *mid;
    double q;

    stepping(0.01, 3, "locate");
    MUST(zn_simulation_init(sim));
    while (zn_simulation_time(sim) < 0.9)
        MUST(zn_simulation_step(sim));
    MUST(zn_snapshot_new(sim, &mid));
    MUST(zn_snapshot_take(mid));
    MUST(zn_simulation_run(sim));
    q = q_of(ds, 0);
    MUST(zn_snapshot_restore(mid));
    MUST(zn_simulation_run(sim));
    ck_assert_double_eq(q_of(ds, 0), q);
    zn_snapshot_free(mid);
}
END_TEST

/* What locate_tol is a share of is in checkpoints, too. */
START_TEST(taken_up_from_a_checkpoint_it_has_the_same_bits)
{
    enum { MOST = 300, EVERY = 13 };
    static double t[MOST], q[MOST];
    zn_ds *ds = NULL;
    int n = 0;

    for (int cut = -1; cut < 0 || cut < n - 1; cut += EVERY) {
        void *bytes = NULL;
        size_t size = 0;
        int i = 0;

        scene_teardown();
        scene_setup();
        ds = bouncing_ball(1, 0, 0.5);
        stepping(0.01, 1.6, "locate");
        for (; i < cut; i++)
            MUST(zn_simulation_step(sim));
        if (cut > 0) {
            char *copy;

            MUST(zn_checkpoint_to_memory(sim, &bytes, &size));
            copy = malloc(size);
            ck_assert_ptr_nonnull(copy);
            memcpy(copy, bytes, size);
            zn_free_array(ctx, bytes);
            scene_teardown();
            scene_setup();
            ds = bouncing_ball(1, 0, 0.5);
            stepping(0.01, 1.6, "locate");
            MUST(zn_checkpoint_from_memory(sim, copy, size));
            free(copy);
        }
        for (; !zn_simulation_done(sim); i++) {
            MUST(zn_simulation_step(sim));
            ck_assert_int_lt(i, MOST);
            if (cut < 0)
                t[i] = zn_simulation_time(sim), q[i] = q_of(ds, 0);
            ck_assert(zn_simulation_time(sim) == t[i] && q_of(ds, 0) == q[i]);
        }
        if (cut < 0)
            n = i;
        ck_assert_int_eq(i, n);
    }
    ck_assert_int_gt(n, 160);
}
END_TEST

START_TEST(with_error_control_it_is_refused)
{
    bouncing_ball(1, 0, 0.5);
    stepping(0.01, 1, "locate");
    MUST(zn_simulation_set(sim, "step", "error"));
    REFUSED(zn_simulation_run(sim), ZN_EINVAL, "goes with step=fixed");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("time stepping: impacts located");
    TCase *tc = tcase_create("locate");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, a_ball_bounces_at_its_instants);
    tcase_add_test(tc, heights_may_have_any_unit);
    tcase_add_test(tc, impacts_that_accumulate_are_passed);
    tcase_add_test(tc, the_order_is_two_across_impacts);
    tcase_add_test(tc, more_contacts_than_asked_for_are_passed);
    tcase_add_test(tc, what_was_tried_and_not_taken_is_counted);
    tcase_add_test(tc, a_snapshot_gives_the_same_bits);
    tcase_add_test(tc, taken_up_from_a_checkpoint_it_has_the_same_bits);
    tcase_add_test(tc, with_error_control_it_is_refused);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
