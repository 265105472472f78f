/* test_osi_schatzman_paoli.c - the scheme's steps, memory and refusals
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/osi_models.h"

#include <float.h>

static const char *const osi = "schatzman-paoli";

static double lambda(const zn_interaction *a)
{
    return zn_simulation_lambda(sim, a, 0)[0];
}

/* ---- numbers computed elsewhere ---- */

START_TEST(ball_meets_the_exact_recurrence)
{
    /* m = 1, g = 9.81, e = 0.9 from rest at 1 m, h = 0.005, q_{-1} from the
     * acceleration, all in rational arithmetic: (k, q, backward v, Lambda) */
    static const double want[][4] = {
        {91, -0.015457625, -4.439025, 0},
        {92, -0.00606375, 1.878775, 6.36685},
        {93, 0.0139118625, 3.9951225, 2.1653975},
        {94, 0.033642225, 3.9460725, 0},
        {400, 0.0732616425, -3.36507525, 0},
    };
    static const char *const options[] = {
        "theta=0 velocity=backward", "theta=0.25 velocity=backward",
        "scheme=theta theta=0.5 velocity=backward"};
    const double one = 1;

    /* the force is constant: no scheme and no theta can matter */
    for (size_t o = 0; o < 3; o++) {
        zn_interaction *a;
        zn_ds *ball;
        scene_again();
        ball = point_mass("point", 1, 1, 0, -9.81);
        a = floor_contact(ball, 1, &one, 0.9);
        simulate(osi, options[o], 0, 0.005, 2);
        for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
            steps((int)(want[i][0] - (double)zn_simulation_step_number(sim)));
            /* three digits are lost in the recurrence */
            ck_assert_double_eq_tol(q_of(ball, 0), want[i][1], 1e-11);
            ck_assert_double_eq_tol(v_of(ball, 0), want[i][2], 1e-9);
            ck_assert_double_eq_tol(lambda(a), want[i][3], 1e-9);
            ck_assert_double_eq_tol(zn_simulation_p(sim, ball)[0], want[i][3],
                                    1e-9);
        }
    }
}
END_TEST

START_TEST(damped_springs_meet_an_independent_program)
{
    zn_ds *ds = pair(true);

    simulate(osi, NULL, 0, 0.02, 1);
    MUST(zn_simulation_run(sim)); /* symmetric, theta = 1/4, three-point */
    ck_assert_double_eq_tol(q_of(ds, 0), 0.8256620066079181, 1e-12);
    ck_assert_double_eq_tol(q_of(ds, 1), 0.8560992051549509, 1e-12);
    ck_assert_double_eq_tol(v_of(ds, 0), -0.3643878778406495, 1e-10);
    ck_assert_double_eq_tol(v_of(ds, 1), 1.127216140849832, 1e-10);

    scene_again();
    ds = pair(true);
    simulate(osi, "scheme=theta theta=0.5 velocity=centred", 0, 0.02, 1);
    MUST(zn_simulation_run(sim));
    ck_assert_double_eq_tol(q_of(ds, 0), 0.8214910434659363, 1e-12);
    ck_assert_double_eq_tol(q_of(ds, 1), 0.8442631499222276, 1e-12);
    ck_assert_double_eq_tol(v_of(ds, 0), -0.34389677720172707, 1e-10);
    ck_assert_double_eq_tol(v_of(ds, 1), 1.1286024017341216, 1e-10);
}
END_TEST

START_TEST(nonlinear_contact_meets_an_independent_program)
{
    const double q0[2] = {-0.5, 0.85}, v0[2] = {-2, 0.4};
    zn_ds *ds = slider(q0, v0);
    zn_interaction *a = wall(ds, 0.5);

    use(osi, "scheme=theta theta=0.5 start=backward");
    MUST(zn_simulation_set(sim, "newton_tol", "1e-14"));
    MUST(zn_simulation_set_time(sim, 0.3, 0.01, 0.31));
    steps(1);
    ck_assert_double_eq_tol(q_of(ds, 0), -0.4560277730886424, 1e-12);
    ck_assert_double_eq_tol(q_of(ds, 1), 0.9738528980417014, 1e-12);
    ck_assert_double_eq_tol(lambda(a), 17.69647332435701, 1e-9);
}
END_TEST

/* ---- output velocity ---- */

START_TEST(auto_velocity_is_backward_at_impacts_and_three_point_elsewhere)
{
    const double one = 1, h = 0.005;
    zn_ds *ball = point_mass("point", 1, 1, 0, -9.81);
    double q2, q1 = 1;

    floor_contact(ball, 1, &one, 0.9);
    simulate(osi, NULL, 0, h, 0.6);
    steps(1);
    ck_assert_double_eq_tol(v_of(ball, 0), -9.81 * h, 1e-12);
    while (zn_simulation_step_number(sim) < 110) {
        const zn_index k = zn_simulation_step_number(sim) + 1;
        double backward, three;
        q2 = q1;
        q1 = q_of(ball, 0);
        steps(1);
        backward = (q_of(ball, 0) - q1) / h;
        three = (3 * q_of(ball, 0) - 4 * q1 + q2) / (2 * h);
        /* impulses at steps 92 and 93; free flight is exact otherwise */
        if (k == 92 || k == 93)
            ck_assert_double_eq_tol(v_of(ball, 0), backward, 1e-12);
        else
            ck_assert_double_eq_tol(v_of(ball, 0), three, 1e-11);
        if (k < 92)
            ck_assert_double_eq_tol(v_of(ball, 0), -9.81 * h * (double)k,
                                    1e-11);
    }
}
END_TEST

/* r'r = L^2, a rod */
static void rod_h(unsigned nq, double *x, unsigned ny, double *y, unsigned nz,
                  double *z)
{
    (void)nq, (void)ny, (void)nz, (void)z;
    y[0] = (x[0] * x[0] + x[1] * x[1] - 1) / 2;
}

static void rod_jac(unsigned nq, double *x, unsigned ny, double *H, unsigned nz,
                    double *z)
{
    (void)nq, (void)ny, (void)nz, (void)z;
    H[0] = x[0];
    H[1] = x[1];
}

static zn_ds *pendulum(void)
{
    const double q0[2] = {1, 0}, v0[2] = {0, -0.5}, mass[2] = {1, 1};
    const double f[2] = {0, -9.81};
    zn_relation *r;
    zn_law *law;
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "lagrangian-linear", "bob", 2, q0, v0, &ds));
    MUST(zn_ds_set_diagonal(ds, "mass", 2, mass));
    MUST(zn_ds_set_constant(ds, "f_ext", 2, 1, f));
    MUST(zn_model_add_ds(model, ds));
    MUST(zn_law_equality(ctx, 1, &law));
    MUST(zn_relation_new(ctx, "scleronomous", "rod", 1, 2, &r));
    MUST(zn_relation_set_function(r, "h", (zn_fn *)rod_h));
    MUST(zn_relation_set_function(r, "jac_h_q", (zn_fn *)rod_jac));
    MUST(zn_model_connect(model, "rod", law, r, ds, NULL, NULL));
    return ds;
}

START_TEST(auto_velocity_is_three_point_under_a_steady_force)
{
    zn_ds *ds = pendulum();
    double a[2] = {0}, b[2] = {0};

    simulate(osi, NULL, 0, 0.01, 1);
    MUST(zn_simulation_init(sim));
    for (int k = 0; k < 20; k++) {
        for (int i = 0; i < 2; i++) {
            a[i] = b[i];
            b[i] = q_of(ds, i);
        }
        steps(1);
    }
    for (int i = 0; i < 2; i++)
        ck_assert_double_eq_tol(
            v_of(ds, i), (3 * q_of(ds, i) - 4 * b[i] + a[i]) / 0.02, 1e-10);
    /* and the rod keeps its length, on the level of positions */
    ck_assert_double_eq_tol(hypot(q_of(ds, 0), q_of(ds, 1)), 1, 1e-9);
}
END_TEST

/* ---- steps of any length ---- */

START_TEST(a_constant_force_is_exact_on_any_grid)
{
    const double t[] = {0, 0.1, 0.15, 0.4, 0.41, 0.9, 1, 1.001};
    zn_ds *ball = point_mass("point", 2, 0.5, -1, 3); /* a = 3/2 */

    use(osi, NULL);
    MUST(zn_simulation_set_instants(sim, 8, t));
    for (int k = 1; k < 8; k++) {
        steps(1);
        ck_assert_double_eq_tol(q_of(ball, 0), 0.5 - t[k] + 0.75 * t[k] * t[k],
                                1e-14);
        ck_assert_double_eq_tol(v_of(ball, 0), -1 + 1.5 * t[k], 1e-11);
    }
}
END_TEST

/* A ball at speed 1 without forces hits the floor at t = 1 + late; the lengths
 * of the steps change before, between and after the two steps of the impact. */
static void restitution(const double h[4], double late, double e)
{
    const double one = 1;
    /* velocities are differences of positions of size 1 over h */
    const double tol =
        4 * DBL_EPSILON / fmin(fmin(h[0], h[1]), fmin(h[2], h[3]));
    double t[32];
    int n = 0;
    zn_ds *ball;

    scene_again();
    ball = point_mass("point", 3, 1 + late, -1, 0);
    floor_contact(ball, 1, &one, e);
    for (t[0] = 0; n < 8; n++)
        t[n + 1] = t[n] + 0.1;
    for (int k = 0; k < 4; k++, n++)
        t[n + 1] = t[n] + h[k];
    for (; n < 31; n++)
        t[n + 1] = t[n] + h[3];
    use(osi, "velocity=backward");
    MUST(zn_simulation_set_instants(sim, 32, t));
    for (int k = 1; k < 32; k++) {
        steps(1);
        /* never faster than the law allows, not even in a tiny step */
        ck_assert_double_le(v_of(ball, 0), e + tol);
        ck_assert_double_ge(v_of(ball, 0), -1 - tol);
    }
    ck_assert_msg(fabs(v_of(ball, 0) - e) < tol,
                  "h = %g %g %g %g, late %g: v = %.12g, not %g", h[0], h[1],
                  h[2], h[3], late, v_of(ball, 0), e);
}

START_TEST(restitution_is_exact_whatever_the_steps_do)
{
    static const double h[][4] = {
        {0.1, 0.1, 0.1, 0.1},   {0.1, 0.05, 0.05, 0.05}, {0.05, 0.1, 0.02, 0.1},
        {0.01, 0.1, 0.1, 0.1},  {0.1, 0.2, 0.1, 0.05},   {0.1, 0.1, 0.001, 0.1},
        {0.03, 0.2, 0.2, 0.01}, {0.1, 1e-6, 0.1, 0.1}};

    for (size_t i = 0; i < sizeof h / sizeof *h; i++)
        for (int late = -20; late <= 20; late += 3)
            for (int e = 0; e <= 2; e++)
                restitution(h[i], late * 0.01, e * 0.45);
}
END_TEST

/* Free flight of a ball into the floor at speed 1, in two steps of 0.1: at t = 0.1
 * it is 0.05 above it, at t = 0.2 as much below, where e lets it. Then a step of
 * another length. `late`: it begins only there, with the same position and
 * velocity. */
static zn_ds *into_the_floor(double length, bool late)
{
    const double one = 1;
    const double t[] = {0, 0.1, 0.2, 0.2 + length, 0.4, 0.5};
    zn_ds *ball;

    scene_again();
    ball = point_mass("point", 3, late ? -0.05 : 0.15, -1, 0);
    floor_contact(ball, 1, &one, 0.8);
    simulate(osi, "velocity=backward", late ? 0.2 : 0, 0.1, 1);
    MUST(zn_simulation_init(sim)); /* with 0.1 in mind */
    MUST(zn_simulation_set_instants(sim, late ? 4 : 6, late ? t + 2 : t));
    steps(late ? 0 : 2);
    ck_assert_double_eq_tol(q_of(ball, 0), -0.05, 1e-15);
    return ball;
}

START_TEST(a_start_in_an_impact_goes_on_like_the_run_that_led_there)
{
    static const double lengths[] = {0.1, 0.05, 0.02, 0.15};

    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
        double q[3];
        zn_ds *ball = into_the_floor(lengths[l], false);

        for (int k = 0; k < 3; k++) {
            steps(1);
            q[k] = q_of(ball, 0);
        }
        ball = into_the_floor(lengths[l], true);
        for (int k = 0; k < 3; k++) {
            steps(1);
            ck_assert_msg(fabs(q_of(ball, 0) - q[k]) < 1e-14,
                          "length %g, step %d: %.15g, not %.15g", lengths[l], k,
                          q_of(ball, 0), q[k]);
        }
    }
}
END_TEST

START_TEST(a_short_last_step_in_a_contact_is_harmless)
{
    const double one = 1;

    /* T falls a hundredth of a step behind the first impulse or before it */
    for (double T = 0.455; T < 0.471; T += 0.00505) {
        zn_ds *ball;
        scene_again();
        ball = point_mass("point", 1, 1, 0, -9.81);
        floor_contact(ball, 1, &one, 0.9);
        simulate(osi, NULL, 0, 0.005, T);
        MUST(zn_simulation_run(sim));
        ck_assert_double_eq(zn_simulation_time(sim), T);
        ck_assert_double_le(fabs(v_of(ball, 0)), 4.5);
    }
}
END_TEST

/* ---- prescribed velocities ---- */

static void sway(double t, unsigned n, double *v1)
{
    (void)n;
    v1[0] = cos(t);
}

START_TEST(prescribed_velocities_move_and_their_impulse_is_told)
{
    /* mass 2 is moved as sin t, a spring drags mass 1 along:
     *   x1'' = k (sin t - x1),  impulse rate m2 x2'' + k (x2 - x1) */
    const double M[2] = {1, 2}, k = 3, K[4] = {k, -k, -k, k};
    const double q0[2] = {0, 0}, v0[2] = {k / (k - 1), 1}, h = 1e-3;
    const zn_index moved = 1;
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "lagrangian-linear", "two", 2, q0, v0, &ds));
    MUST(zn_ds_set_diagonal(ds, "mass", 2, M));
    MUST(zn_ds_set_constant(ds, "stiffness", 2, 2, K));
    MUST(zn_ds_prescribe_function(ds, 1, &moved, sway));
    MUST(zn_model_add_ds(model, ds));
    simulate(osi, NULL, 0, h, 1);
    MUST(zn_simulation_run(sim));
    /* with that v0, x1 = k/(k - 1) sin t; midpoint rule and scheme: h^2 */
    ck_assert_double_eq_tol(q_of(ds, 1), sin(1), 1e-7);
    ck_assert_double_eq(v_of(ds, 1), cos(1));
    ck_assert_double_eq_tol(q_of(ds, 0), k / (k - 1) * sin(1), 1e-6);
    ck_assert_double_eq_tol(v_of(ds, 0), k / (k - 1) * cos(1), 1e-6);
    /* the impulse of the last step belongs to t = 1 - h */
    ck_assert_double_eq_tol(zn_simulation_bc(sim, ds)[1] / h,
                            (-2 + k - k * k / (k - 1)) * sin(1 - h), 1e-5);
    ck_assert_double_eq(zn_simulation_bc(sim, ds)[0], 0);
}
END_TEST

/* ---- energy ---- */

START_TEST(energy_balance_closes_with_the_square_of_h)
{
    const double q0[2] = {0.1, 0.5}, v0[2] = {1, -2};
    double last = 0;

    for (double h = 0.02; h > 0.004; h /= 2) {
        zn_run_info info;
        scene_again();
        slider(q0, v0);
        use(osi, NULL);
        MUST(zn_simulation_set(sim, "energy", "yes"));
        MUST(zn_simulation_set_time(sim, 0, h, 1));
        MUST(zn_simulation_run(sim));
        zn_simulation_run_info(sim, &info);
        ck_assert(info.energy);
        ck_assert_double_gt(fabs(info.work.external), 0.1);
        ck_assert_double_gt(fabs(info.work.internal), 0.1);
        /* N does not work against a mass of the same kinetic energy */
        ck_assert_double_lt(fabs(info.work.gyro), h * h);
        if (h < 0.02)
            ck_assert_msg(fabs(last / info.balance - 4) < 0.6,
                          "h = %g: balance %g after %g", h, info.balance, last);
        last = info.balance;
    }
}
END_TEST

START_TEST(an_impact_takes_the_energy_that_restitution_says)
{
    const double one = 1;
    zn_run_info info;
    zn_ds *ball = point_mass("point", 2, 1.02, -1, 0);

    floor_contact(ball, 1, &one, 0.5);
    use(osi, NULL);
    MUST(zn_simulation_set(sim, "energy", "yes"));
    MUST(zn_simulation_set_time(sim, 0, 0.1, 2));
    MUST(zn_simulation_run(sim));
    zn_simulation_run_info(sim, &info);
    /* (m/2)(1 - e^2) v^2; without forces all formulas are exact */
    ck_assert_double_eq_tol(info.work.contact, -0.75, 1e-12);
    ck_assert_double_eq_tol(info.balance, 0, 1e-12);
}
END_TEST

/* ---- what it refuses ---- */

START_TEST(laws_and_relations_that_need_forces_are_refused)
{
    const double one = 1;
    zn_relation *r;
    zn_law *law;
    zn_ds *ds = point_mass("point", 1, 1, 0, 0);

    MUST(zn_relation_new(ctx, "linear", "spring", 1, 1, &r));
    MUST(zn_relation_set_constant(r, "C", 1, 1, &one));
    MUST(zn_relation_set_constant(r, "D", 1, 1, &one));
    MUST(zn_law_complementarity(ctx, 1, &law));
    MUST(zn_model_connect(model, "soft", law, r, ds, NULL, NULL));
    simulate(osi, NULL, 0, 0.1, 1);
    REFUSED(zn_simulation_init(sim), ZN_ENOTSUP,
            "the relation depends on lambda, a force");

    scene_again();
    ds = point_mass("point", 1, 1, 0, 0);
    MUST(zn_relation_new(ctx, "linear", "rigid", 1, 1, &r));
    MUST(zn_relation_set_constant(r, "C", 1, 1, &one));
    MUST(zn_law_complementarity(ctx, 1, &law));
    MUST(zn_model_connect(model, "hard", law, r, ds, NULL, NULL));
    simulate(osi, NULL, 0, 0.1, 1);
    REFUSED(zn_simulation_init(sim), ZN_ENOTSUP,
            "the law says nothing about impacts");
}
END_TEST

START_TEST(options_that_do_not_fit_are_refused)
{
    point_mass("point", 1, 1, 0, 0);
    simulate(osi, "theta=0.75", 0, 0.1, 1);
    REFUSED(zn_simulation_init(sim), ZN_EINVAL, "theta <= 1/2");

    scene_again();
    point_mass("point", 1, 1, 0, 0);
    simulate(osi, "scheme=theta theta=0.75", 0, 0.1, 1);
    MUST(zn_simulation_run(sim));
}
END_TEST

START_TEST(a_start_without_instants_is_refused)
{
    point_mass("point", 1, 1, 0, 0);
    use(osi, NULL);
    MUST(zn_simulation_init(sim)); /* no instants yet, hence no h */
    MUST(zn_simulation_set_time(sim, 0, 0.1, 1));
    REFUSED(zn_simulation_step(sim), ZN_ESTATE, "set the instants");
}
END_TEST

START_TEST(a_singular_w_is_named_with_its_system)
{
    /* W = M + h^2 theta K = 0 for h = 1/8, theta = 1/4 */
    const double one = 1, K = -256;

    linear_system("unstable", 1, &one, NULL, &K, &one, &one, NULL);
    simulate(osi, NULL, 0, 0.125, 1);
    REFUSED(zn_simulation_step(sim), ZN_ESINGULAR,
            "iteration matrix of system 'unstable'");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("schatzman-paoli");
    TCase *tc = tcase_create("schatzman-paoli");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, ball_meets_the_exact_recurrence);
    tcase_add_test(tc, damped_springs_meet_an_independent_program);
    tcase_add_test(tc, nonlinear_contact_meets_an_independent_program);
    tcase_add_test(
        tc, auto_velocity_is_backward_at_impacts_and_three_point_elsewhere);
    tcase_add_test(tc, auto_velocity_is_three_point_under_a_steady_force);
    tcase_add_test(tc, a_constant_force_is_exact_on_any_grid);
    tcase_add_test(tc, restitution_is_exact_whatever_the_steps_do);
    tcase_add_test(tc,
                   a_start_in_an_impact_goes_on_like_the_run_that_led_there);
    tcase_add_test(tc, a_short_last_step_in_a_contact_is_harmless);
    tcase_add_test(tc, prescribed_velocities_move_and_their_impulse_is_told);
    tcase_add_test(tc, energy_balance_closes_with_the_square_of_h);
    tcase_add_test(tc, an_impact_takes_the_energy_that_restitution_says);
    tcase_add_test(tc, laws_and_relations_that_need_forces_are_refused);
    tcase_add_test(tc, options_that_do_not_fit_are_refused);
    tcase_add_test(tc, a_start_without_instants_is_refused);
    tcase_add_test(tc, a_singular_w_is_named_with_its_system);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
