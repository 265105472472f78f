/* test_joints.c - bodies on joints against closed forms: a pendulum, stops, dry
 * friction, screws, loops
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/scene.h"

static const double J = 0.7, m = 2; /* kg m^2 about every axis, kg */
static const double origin[3] = {0}, axis[3] = {0, 1, 0};

static zn_ds *body(const char *name, double x, double y, double z,
                   const double v[6], const double f[3])
{
    const double q[7] = {x, y, z, 1}, I[3] = {J, J, J};
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "newton-euler", name, 6, q, v, &ds));
    MUST(zn_ds_set_constant(ds, "mass", 1, 1, &m));
    MUST(zn_ds_set_diagonal(ds, "inertia", 3, I));
    if (f)
        MUST(zn_ds_set_constant(ds, "f_ext", 3, 1, f));
    MUST(zn_model_add_ds(model, ds));
    return ds;
}

static zn_interaction *joint(const char *cls, const char *name, zn_ds *d1,
                             zn_ds *d2, const double point[3], zn_law *law,
                             double sign, double limit)
{
    zn_interaction *a;
    zn_relation *r;

    MUST(zn_joint_new(ctx, cls, name, d1, d2, point, axis, &r));
    if (strncmp(cls, "axis", 4) == 0) {
        MUST(zn_relation_set_constant(r, "sign", 1, 1, &sign));
        MUST(zn_relation_set_constant(r, "limit", 1, 1, &limit));
    }
    if (!law)
        law = equality(zn_relation_ny(r));
    MUST(zn_model_connect(model, name, law, r, d1, d2, &a));
    return a;
}

static zn_law *dry(double bound)
{
    zn_law *law;

    MUST(zn_law_new(ctx, "relay", &law));
    MUST(zn_law_set_real(law, "lb", -bound));
    MUST(zn_law_set_real(law, "ub", bound));
    return law;
}

/* ---- pendulum ------------------------------------------------------------------------ */

static void swing(double q, double v, double *dv)
{
    (void)v;
    *dv = -m * 9.81 / (J + m) * sin(q);
}

/* The angle from hanging at t = 1 s of a bar hinged at 1 m from its centre, let go
 * horizontally: classical Runge-Kutta with tiny steps. */
static double exact_swing(void)
{
    double q = acos(-1) / 2, v = 0;
    const double h = 1e-4;

    for (int i = 0; i < 10000; i++) {
        double a, b, c, d;
        swing(q, v, &a);
        swing(q + h / 2 * v, v + h / 2 * a, &b);
        swing(q + h / 2 * (v + h / 2 * a), v + h / 2 * b, &c);
        swing(q + h * (v + h / 2 * b), v + h * c, &d);
        const double dq = h * v + h * h / 6 * (a + b + c);
        v += h / 6 * (a + 2 * b + 2 * c + d);
        q += dq;
    }
    return q;
}

static double swing_error(const char *cls, const char *options,
                          const char *projection, double h)
{
    const double rest[6] = {0}, f[3] = {0, 0, -9.81 * 2};
    zn_ds *ds;

    scene_teardown();
    scene_setup();
    ds = body("bar", 1, 0, 0, rest, f);
    joint(cls, "hinge", ds, NULL, origin, NULL, 0, 0);
    simulate("moreau-jean", options, 0, h, 1);
    MUST(zn_simulation_set_real(sim, "newton_tol", 1e-10));
    MUST(zn_simulation_set(sim, "projection", projection));
    MUST(zn_simulation_set_real(sim, "projection_tol", 1e-13));
    MUST(zn_simulation_run(sim));
    const double x = q_of(ds, 0), z = q_of(ds, 2);
    CLOSE(q_of(ds, 1), 0, 1e-12);
    return fabs(atan2(x, -z) - exact_swing());
}

/* Of order 2 with the impulses of joints along the rows at the middle of the step. */
START_TEST(a_bar_on_a_hinge_is_a_pendulum)
{
    static const char *const cls[] = {"revolute", "spherical"};
    static const char *const options[] = {"impulses=end", "theta=0.5",
                                          "theta=0.5", "theta=0.5"};
    static const char *const projection[] = {"none", "none", "direct",
                                             "simultaneous"};

    for (int k = 0; k < 8; k++) {
        const int order = k < 2 ? 1 : 2;
        const double a = swing_error(cls[k % 2], options[k / 2],
                                     projection[k / 2], 1e-3),
                     b = swing_error(cls[k % 2], options[k / 2],
                                     projection[k / 2], 5e-4);
        ck_assert_msg(b < (order == 1 ? 5e-3 : 1e-5), "%s: %g", cls[k % 2], b);
        CLOSE(log2(a / b), order, 0.05);
    }
}
END_TEST

/* ---- stops, friction, screws ------------------------------------------------------------ */

/* A wheel turns freely and meets a stop at 0.5 rad: w+ = -e w-. */
START_TEST(a_stop_throws_back)
{
    const double v[6] = {0, 0, 0, 0, 2, 0}, e = 0.6;
    zn_ds *ds = body("wheel", 0, 0, 0, v, NULL);
    zn_interaction *stop;

    joint("revolute", "hinge", ds, NULL, origin, NULL, 0, 0);
    stop = joint("axis-turn", "stop", ds, NULL, origin, newton(e), -1, 0.5);
    simulate("moreau-jean", NULL, 0, 1e-3, 0.5);
    MUST(zn_simulation_init(sim));
    CLOSE(zn_simulation_y(sim, stop, 0)[0], 0.5, 1e-15);
    while (goes_on()) {
        const double t = zn_simulation_time(sim);
        if (t < 0.248)
            CLOSE(v_of(ds, 4), 2, 1e-12);
        if (t > 0.252)
            CLOSE(v_of(ds, 4), -e * 2, 1e-12);
        ck_assert(zn_simulation_y(sim, stop, 0)[0] > -2.1e-3);
    }
}
END_TEST

/* Dry friction tau on the hinge: at rest at J w0 / tau, after J w0^2 / (2 tau), for
 * good, also under a moment below tau. */
START_TEST(dry_friction_stops_a_wheel_and_holds_it)
{
    const double v[6] = {0, 0, 0, 0, 2, 0}, tau = 3.5, h = 1e-3;
    const double push[3] = {0, 1.75, 0}, none[6] = {0};
    zn_ds *ds = body("wheel", 0, 0, 0, v, NULL), *held;
    zn_interaction *a;

    joint("revolute", "hinge", ds, NULL, origin, NULL, 0, 0);
    joint("axis-turn", "brake", ds, NULL, origin, dry(tau * h), 1, 0);
    held = body("held", 0, 5, 0, none, NULL);
    const double there[3] = {0, 5, 0};
    MUST(zn_ds_set_constant(held, "m_ext", 3, 1, push));
    joint("revolute", "hinge 2", held, NULL, there, NULL, 0, 0);
    a = joint("axis-turn", "brake 2", held, NULL, there, dry(tau * h), 1, 0);
    simulate("moreau-jean", NULL, 0, h, 0.6);
    while (goes_on()) {
        const double t = zn_simulation_time(sim);
        if (t < 0.4)
            CLOSE(v_of(ds, 4), 2 - tau / J * t, 1e-10);
        if (t > 0.402)
            CLOSE(v_of(ds, 4), 0, 1e-14);
        CLOSE(v_of(held, 4), 0, 1e-14);
        CLOSE(zn_simulation_lambda(sim, a, 1)[0], -1.75 * h, 1e-12);
    }
    CLOSE(2 * atan2(q_of(ds, 5), q_of(ds, 3)), J * 4 / (2 * tau), 1e-6);
}
END_TEST

/* A double pendulum in space, 10^5 steps of 1 ms, with ZENO_LONG_TESTS 10^6: by default and with
 * projection no row of a joint is ever off by more than 1e-12 m or rad. What it gives to the bodies is in the balance. */
START_TEST(joints_hold_for_long)
{
    const double v[6] = {0, 0.5, 0, 0.3, 1, 0}, f[3] = {0, 0, -9.81 * 2};
    const double end[3] = {1.5, 0, 0};
    const bool all = getenv("ZENO_LONG_TESTS") != NULL;
    static const char *const projection[] = {NULL, "direct", "simultaneous"};
    zn_ds *one = body("one", 1, 0, 0, v, f), *two = body("two", 2, 0, 0, v, f);
    zn_interaction *a[2];
    double worst = 0;

    a[0] = joint("spherical", "shoulder", one, NULL, origin, NULL, 0, 0);
    a[1] = joint("revolute", "elbow", two, one, end, NULL, 0, 0);
    simulate("moreau-jean", "theta=0.5", 0, 1e-3,
             all ? 1000 : test_rounds(100));
    if (projection[_i]) {
        MUST(zn_simulation_set(sim, "projection", projection[_i]));
        MUST(zn_simulation_set_real(sim, "projection_tol", 1e-12));
    }
    MUST(zn_simulation_set(sim, "energy", "yes"));
    while (!zn_simulation_done(sim)) {
        MUST(zn_simulation_step(sim));
        for (int k = 0; k < 2; k++)
            for (int i = 0; i < 3 + 2 * k; i++)
                worst = fmax(worst, fabs(zn_simulation_y(sim, a[k], 0)[i]));
    }
    ck_assert_msg(worst <= 1e-12, "%g", worst);
    ck_assert_double_gt(worst, 0);
    zn_run_info info;
    zn_simulation_run_info(sim, &info);
    CLOSE(info.balance, 0, all ? 1e-8 : 1e-9); /* sums of rounding */
    ck_assert_double_gt(fabs(info.projected), 1e-4);
    ck_assert_double_lt(fabs(info.projected), 1e-2);
}
END_TEST

/* ---- friction by the reaction -------------------------------------------------------- */

static zn_law *rubs(double coefficient, const char *by)
{
    zn_law *law;

    MUST(zn_law_new(ctx, "dry-friction", &law));
    MUST(zn_law_set_real(law, "coefficient", coefficient));
    MUST(zn_law_set(law, "joint", by));
    return law;
}

/* names may be of any length */
static const char guide[] = "the guide of the slider, a prismatic joint along a slope whose "
                            "tangent is a half";

/* A slider on a slope of tan(alpha) = 1/2: it holds for ever with mu just above that, and goes
 * with g (sin - mu cos) below. The reaction of the guide is m g cos(alpha). */
START_TEST(a_slider_sticks_on_a_slope)
{
    static const double mu[] = {0.5 * (1 + 1e-6), 0.5 * (1 - 1e-3), 0.1};
    const double c = 2 / sqrt(5), s = 1 / sqrt(5), g = 9.81, T = 2;
    const double down[3] = {c, 0, -s}, f[3] = {0, 0, -g * m};
    const double rest[6] = {0}, q0[7] = {0, 0, 0, 1}, J3[3] = {J, J, J};
    zn_relation *r;
    zn_interaction *a;
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "newton-euler", "slider", 6, q0, rest, &ds));
    MUST(zn_ds_set_constant(ds, "mass", 1, 1, &m));
    MUST(zn_ds_set_diagonal(ds, "inertia", 3, J3));
    MUST(zn_ds_set_constant(ds, "f_ext", 3, 1, f));
    MUST(zn_model_add_ds(model, ds));
    MUST(zn_joint_new(ctx, "axis-slide", "rub", ds, NULL, origin, down, &r));
    MUST(
        zn_model_connect(model, "rub", rubs(mu[_i], guide), r, ds, NULL, &a));
    MUST(zn_joint_new(ctx, "prismatic", guide, ds, NULL, origin, down, &r));
    MUST(zn_model_connect(model, guide, equality(5), r, ds, NULL, NULL));
    simulate("moreau-jean", "theta=0.5", 0, 0.01, T);
    MUST(zn_simulation_set_real(sim, "newton_tol", 1e-12));
    MUST(zn_simulation_set_real(sim, "solver_tol", 1e-13));
    MUST(zn_simulation_set(sim, "projection", "direct"));
    MUST(zn_simulation_run(sim));
    const double way = q_of(ds, 0) * c - q_of(ds, 2) * s;
    CLOSE(way, mu[_i] > 0.5 ? 0 : g * (s - mu[_i] * c) * T * T / 2, 1e-9);
    if (mu[_i] > 0.5) {
        CLOSE(v_of(ds, 0), 0, 1e-13);
        CLOSE(zn_simulation_lambda(sim, a, 1)[0] / 0.01, -m * g * s, 1e-9);
    }
}
END_TEST

/* A wheel of weight m g on a pin of radius r: it slows down by mu r m g / J and stays. */
START_TEST(a_pin_brakes_its_wheel)
{
    const double mu_r = 0.02, w0 = 5, g = 9.81, a = mu_r * m * g / J;
    const double v0[6] = {0, 0, 0, 0, w0, 0}, f[3] = {0, 0, -g * m};
    zn_ds *wheel = body("wheel", 0, 0, 0, v0, f);

    joint("revolute", "pin", wheel, NULL, origin, NULL, 0, 0);
    joint("axis-turn", "rub", wheel, NULL, origin, rubs(mu_r, "pin"), 1, 0);
    simulate("moreau-jean", "theta=0.5", 0, 0.01, 10);
    MUST(zn_simulation_set_real(sim, "newton_tol", 1e-12));
    while (zn_simulation_time(sim) < 5 - 1e-9)
        MUST(zn_simulation_step(sim));
    CLOSE(v_of(wheel, 4), w0 - 5 * a, 1e-9);
    while (!zn_simulation_done(sim))
        MUST(zn_simulation_step(sim));
    ck_assert_double_lt(w0 / a, 10);
    CLOSE(v_of(wheel, 4), 0, 1e-12);
}
END_TEST

START_TEST(friction_by_no_reaction_is_refused)
{
    const double v0[6] = {0};
    zn_ds *wheel = body("wheel", 0, 0, 0, v0, NULL);

    joint("revolute", "pin", wheel, NULL, origin, NULL, 0, 0);
    joint("axis-turn", "rub", wheel, NULL, origin, rubs(0.1, "bolt"), 1, 0);
    simulate("moreau-jean", NULL, 0, 0.01, 1);
    REFUSED(zn_simulation_step(sim), ZN_ENOENT, "no interaction 'bolt'");
}
END_TEST

/* A nut pushed along its screw: (m + J/pitch^2) x'' = f. */
START_TEST(a_screw_turns_what_pushes_it)
{
    const double none[6] = {0}, f[3] = {0, 4, 0}, pitch = 0.2, T = 0.5;
    zn_ds *ds = body("nut", 0, 0, 0, none, f);
    zn_interaction *a;
    zn_relation *r;

    MUST(zn_joint_new(ctx, "screw", "screw", ds, NULL, origin, axis, &r));
    MUST(zn_relation_set_constant(r, "pitch", 1, 1, &pitch));
    MUST(zn_model_connect(model, "screw", equality(5), r, ds, NULL, &a));
    simulate("moreau-jean", NULL, 0, 1e-3, T);
    MUST(zn_simulation_run(sim));
    const double acc = 4 / (m + J / (pitch * pitch));
    CLOSE(v_of(ds, 1), acc * T, 1e-9);
    CLOSE(q_of(ds, 1), acc * T * T / 2, 1e-9);
    CLOSE(v_of(ds, 4), acc * T / pitch, 1e-9);
    CLOSE(v_of(ds, 0), 0, 1e-12);
}
END_TEST

/* A body that turns with w, 1000 km from the origin: its point has w x (w x rho), whatever q' is besides, with the same bits
 * in another unit of time. */
START_TEST(accelerations_of_points_are_those_of_the_rotation)
{
    const double far = 1e6, w[3] = {60, -80, 25}, rho[3] = {-0.25, 0.5, 0.125};
    const double point[3] = {far + rho[0], rho[1], rho[2]}, q[7] = {far, 0, 0, 1};
    const double wr = w[0] * rho[0] + w[1] * rho[1] + w[2] * rho[2];
    const double ww = w[0] * w[0] + w[1] * w[1] + w[2] * w[2];
    double qdot[7] = {3, -2, 5, 0, w[0] / 2, w[1] / 2, w[2] / 2}, a[3], b[3];
    zn_ds *ds = body("top", far, 0, 0, (double[6]){0}, NULL);
    const zn_interaction *pin = joint("spherical", "pin", ds, NULL, point, NULL, 0, 0);
    const zn_relation *r = zn_interaction_relation(pin);
    const zn_relation_type *c = zn_relation_class(r);

    MUST(zn_model_seal(model));
    MUST(c->acceleration(r, NULL, 0, q, qdot, a));
    for (int i = 0; i < 7; i++)
        qdot[i] = ldexp(qdot[i], -5);
    MUST(c->acceleration(r, NULL, 0, q, qdot, b));
    for (int i = 0; i < 3; i++) {
        ck_assert_double_eq_tol(a[i], w[i] * wr - rho[i] * ww, 1e-10 * ww);
        ck_assert(ldexp(b[i], 10) == a[i]);
    }
}
END_TEST

/* The classes that one point and no axis make; all others are refused at once. */
START_TEST(what_has_an_axis_or_two_points_says_so)
{
    static const char *const refused[][2] = {
        {"universal", "an axis"},      {"revolute", "an axis"},
        {"cylindrical", "an axis"},    {"prismatic", "an axis"},
        {"planar", "an axis"},         {"screw", "an axis"},
        {"point-on-line", "an axis"},  {"point-on-plane", "an axis"},
        {"axis-turn", "an axis"},      {"axis-slide", "an axis"},
        {"rod", "two points (zn_joint_between)"},
        {"axis-length", "two points (zn_joint_between)"},
    };
    static const char *const made[] = {"spherical", "fixed"};
    zn_ds *ds = body("arm", 0, 0, 0, (double[6]){0}, NULL);
    zn_relation *r;

    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        char words[80];
        snprintf(words, sizeof words, "joint 'j': '%s' needs %s", refused[i][0],
                 refused[i][1]);
        REFUSED(zn_joint_new(ctx, refused[i][0], "j", ds, NULL, origin, NULL, &r),
                ZN_EINVAL, words);
        ck_assert_ptr_null(r);
    }
    for (int i = 0; i < 2; i++) {
        MUST(zn_joint_new(ctx, made[i], made[i], ds, NULL, origin, NULL, &r));
        MUST(zn_model_connect(model, made[i], equality(zn_relation_ny(r)), r, ds,
                              NULL, NULL));
    }
    MUST(zn_model_seal(model));
}
END_TEST

int main(void)
{
    Suite *s = suite_create("joints");
    TCase *tc = tcase_create("joints");
    tcase_set_timeout(tc, 60);

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, a_bar_on_a_hinge_is_a_pendulum);
    tcase_add_test(tc, a_stop_throws_back);
    tcase_add_test(tc, dry_friction_stops_a_wheel_and_holds_it);
    tcase_add_loop_test(tc, joints_hold_for_long, 0, 3);
    tcase_add_loop_test(tc, a_slider_sticks_on_a_slope, 0, 3);
    tcase_add_test(tc, a_pin_brakes_its_wheel);
    tcase_add_test(tc, friction_by_no_reaction_is_refused);
    tcase_add_test(tc, a_screw_turns_what_pushes_it);
    tcase_add_test(tc, accelerations_of_points_are_those_of_the_rotation);
    tcase_add_test(tc, what_has_an_axis_or_two_points_says_so);
    suite_add_tcase(s, tc);
    return test_main(s);
}
