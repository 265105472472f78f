/* test_armature.c - inertia that moves with the coordinate of a joint alone
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/must.h"
#include "tests/unit/scene_text.h"

/* ---- a double pendulum whose hinges have motors ------------------------------------------------ */

static const double m1 = 2, m2 = 1.5, J1 = 0.03, J2 = 0.02, l1 = 0.4, L1 = 0.7,
                    l2 = 0.3, a1 = 0.05, a2 = 0.3, g = 9.81;

static const char pendulum[] =
    "<mujoco><option timestep='%g'/><worldbody><body name='upper'>"
    "<joint name='shoulder' axis='0 1 0' armature='0.05'/>"
    "<inertial pos='0.4 0 0' mass='2' diaginertia='0.03 0.03 0.03'/>"
    "<body name='lower' pos='0.7 0 0'>"
    "<joint name='elbow' axis='0 1 0' armature='0.3'/>"
    "<inertial pos='0.3 0 0' mass='1.5' diaginertia='0.02 0.02 0.02'/>"
    "</body></body></worldbody></mujoco>";

/* Angles of both links to the vertical and their rates, s = (A, B, A', B'); the elbow's rotor has a2 (B' - A')^2/2 */
static void rates(const double s[4], double out[4])
{
    const double k = m2 * L1 * l2, c = cos(s[0] - s[1]), d = sin(s[0] - s[1]);
    const double M11 = J1 + m1 * l1 * l1 + m2 * L1 * L1 + a1 + a2;
    const double M22 = J2 + m2 * l2 * l2 + a2, M12 = k * c - a2;
    const double f1 =
        -k * d * s[3] * s[3] - (m1 * l1 + m2 * L1) * g * sin(s[0]);
    const double f2 = k * d * s[2] * s[2] - m2 * l2 * g * sin(s[1]);
    const double det = M11 * M22 - M12 * M12;

    out[0] = s[2];
    out[1] = s[3];
    out[2] = (M22 * f1 - M12 * f2) / det;
    out[3] = (M11 * f2 - M12 * f1) / det;
}

/* The classical method of Runge and Kutta, n steps. */
static void integrate(double T, int n, double s[4])
{
    static const double at[4] = {0, 0.5, 0.5, 1}, part[4] = {1, 2, 2, 1};
    const double h = T / n;

    for (int k = 0; k < n; k++) {
        double r[4] = {0}, x[4], sum[4] = {0};
        for (int j = 0; j < 4; j++) {
            for (int i = 0; i < 4; i++)
                x[i] = s[i] + at[j] * h * r[i];
            rates(x, r);
            for (int i = 0; i < 4; i++)
                sum[i] += part[j] * r[i];
        }
        for (int i = 0; i < 4; i++)
            s[i] += h / 6 * sum[i];
    }
}

START_TEST(rotors_of_a_double_pendulum)
{
    const double T = 1.2, quarter = acos(-1) / 2;
    double s[4] = {quarter, quarter, 0, 0}, error[2];
    char text[sizeof pendulum + 16];

    integrate(T, 4000, s);
    const double x = L1 * sin(s[0]) + l2 * sin(s[1]),
                 z = -L1 * cos(s[0]) - l2 * cos(s[1]);
    for (int k = 0; k < 2; k++) {
        const int steps = 600 << k;
        zn_model *m;
        zn_simulation *sim;
        zn_scene *scene;
        snprintf(text, sizeof text, pendulum, T / steps);
        MUST(zn_scene_read_text(ctx, "x.xml", text, strlen(text), 0, NULL,
                                &scene));
        MUST(zn_scene_simulation(scene, ctx, &m, &sim));
        for (int i = 0; i < steps; i++)
            MUST(zn_simulation_step(sim));
        const double *q = zn_simulation_q(sim, zn_model_ds(m, "lower"));
        error[k] = hypot(q[0] - x, q[2] - z);
        zn_simulation_free(sim);
        zn_model_free(m);
        zn_scene_free(scene);
    }
    ck_assert_double_lt(error[1], 1e-5);
    ck_assert_double_eq_tol(log2(error[0] / error[1]), 2, 0.1);
}
END_TEST

/* ---- impacts ----------------------------------------------------------------------------------- */

/* A slider of 1 kg, whose rotor is 3 kg more along the slide, hits a ball of 2 kg with 5 m/s, e = 1: the mass
 * of 4 kg goes on with (4 - 2)/(4 + 2) 5 m/s, the ball leaves with 2*4/(4 + 2) 5 m/s. */
START_TEST(an_impact_feels_the_rotor)
{
    static const char text[] =
        "{bodies: {cart: {mass: 1, velocity: [5, 0, 0], shape: {type: sphere, "
        "radius: 0.1}}, ball: {mass: 2, position: [0.5, 0, 0], shape: {type: "
        "sphere, radius: 0.1}}}, laws: {e: 1, mu: 0}, joints: {rail: {type: "
        "prismatic, bodies: [cart], point: [0, 0, 0], axis: [1, 0, 0], "
        "armature: 3}}, simulation: {h: 1e-3, T: 0.1, solver_tol: 1e-13}}";
    zn_scene *scene = read_with(text, 0, NULL);
    zn_simulation *sim;
    zn_model *m;

    MUST(zn_scene_simulation(scene, ctx, &m, &sim));
    MUST(zn_simulation_run(sim));
    ck_assert_double_eq_tol(zn_simulation_v(sim, zn_model_ds(m, "cart"))[0],
                            5. / 3, 1e-11);
    ck_assert_double_eq_tol(zn_simulation_v(sim, zn_model_ds(m, "ball"))[0],
                            20. / 3, 1e-11);
    zn_simulation_free(sim);
    zn_model_free(m);
    zn_scene_free(scene);
}
END_TEST

/* ---- axes that turn ---------------------------------------------------------------------------- */

/* The cart of m = 1 kg is at r on an arm that is turned with w = 4 rad/s; its rotor of I = 3 kg moves with r alone:
 * (m + I) r" = m w^2 r, r = 0.5 cosh(2 t). */
static const char arm[] =
    "{gravity: [0, 0, 0], bodies: {arm: {mass: 1, inertia: [2, 2, 2], spin: [0, 0, 4]}, cart: {mass: 1, "
    "inertia: [0.1, 0.1, 0.1], position: [0.5, 0, 0], velocity: [0, 2, 0], spin: [0, 0, 4]}}, joints: "
    "{hinge: {type: revolute, bodies: [arm], point: [0, 0, 0], axis: [0, 0, 1], motion: 4*t}, rail: "
    "{type: prismatic, bodies: [cart, arm], point: [0.5, 0, 0], axis: [1, 0, 0], armature: 3}}, "
    "simulation: {h: %g, T: 0.5, solver_tol: 1e-13, relations: %s}}";

/* On a line from the origin r^2 w = 1, so (1 + 3) r" = 1/r^3, r^2 = 1 + t^2/4. */
static const char line[] =
    "{gravity: [0, 0, 0], bodies: {cart: {mass: 1, inertia: [1, 1, 1], position: [1, 0, 0], velocity: [0, 1, "
    "0]}}, joints: {line: {type: spring, bodies: [cart], point: [1, 0, 0], point2: [0, 0, 0], armature: 3}}, "
    "simulation: {h: %g, T: 1, solver_tol: 1e-13, relations: %s}}";

static zn_scene *scene_of(const char *form, double h, const char *relations)
{
    char text[1024];

    snprintf(text, sizeof text, form, h, relations);
    return read_with(text, 0, NULL);
}

/* How far the cart is from where it should be, at a distance r from the origin. */
static double off(const char *form, double h, const char *relations, double r)
{
    zn_scene *scene = scene_of(form, h, relations);
    zn_simulation *sim;
    zn_model *m;

    MUST(zn_scene_simulation(scene, ctx, &m, &sim));
    MUST(zn_simulation_run(sim));
    const double *q = zn_simulation_q(sim, zn_model_ds(m, "cart"));
    const double d = fabs(hypot(q[0], q[1]) - r);
    zn_simulation_free(sim);
    zn_model_free(m);
    zn_scene_free(scene);
    return d;
}

START_TEST(a_rotor_whose_axis_turns)
{
    const struct {
        const char *form;
        double r, tol;
    } of[] = {{arm, 0.5 * cosh(1), 1e-5}, {line, sqrt(1.25), 1e-6}};

    for (int i = 0; i < 2; i++) {
        const double rough = off(of[i].form, 2e-3, "end", of[i].r),
                     fine = off(of[i].form, 1e-3, "end", of[i].r);
        ck_assert_double_lt(fine, of[i].tol);
        ck_assert_double_eq_tol(log2(rough / fine), 2, 0.1);
    }
}
END_TEST

/* Relations that are foreseen are those of other positions; those of the start do not see what turns. */
START_TEST(relations_of_other_positions)
{
    zn_scene *scene = scene_of(arm, 2e-3, "start");
    const double rough = off(arm, 2e-3, "predicted", 0.5 * cosh(1)),
                 fine = off(arm, 1e-3, "predicted", 0.5 * cosh(1));
    zn_simulation *sim;
    zn_model *m;

    ck_assert_double_lt(fine, 5e-3);
    ck_assert_double_eq_tol(log2(rough / fine), 1, 0.2);
    MUST(zn_scene_simulation(scene, ctx, &m, &sim));
    ck_assert_int_eq(zn_simulation_run(sim), ZN_ENOTSUP);
    ck_assert_msg(strstr(zn_errmsg(ctx), "relations=start does not see"), "%s",
                  zn_errmsg(ctx));
    zn_simulation_free(sim);
    zn_model_free(m);
    zn_scene_free(scene);
}
END_TEST

/* ---- words ------------------------------------------------------------------------------------- */

#define JOINT(x)                                                               \
    "{bodies: {a: {mass: 1, inertia: [1, 1, 1]}}, joints: {j: {bodies: "       \
    "[a], " x "}}, simulation: {h: 1e-3, T: 1}}"

START_TEST(where_there_is_none)
{
    zn_scene *scene = read_with(
        JOINT("type: spherical, point: [0, 0, 1], armature: 1"), 0, NULL);
    zn_simulation *sim;
    zn_model *m;

    ck_assert_int_eq(zn_scene_simulation(scene, ctx, &m, &sim), ZN_EINVAL);
    ck_assert_msg(strstr(zn_errmsg(ctx), "armatures are for revolute"), "%s",
                  zn_errmsg(ctx));
    zn_scene_free(scene);
    refused(
        JOINT(
            "type: revolute, point: [0, 0, 1], axis: [0, 1, 0], armature: -1"),
        "armature = -1, must be >= 0");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("armature");
    TCase *tc = tcase_create("armature");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, rotors_of_a_double_pendulum);
    tcase_add_test(tc, an_impact_feels_the_rotor);
    tcase_add_test(tc, a_rotor_whose_axis_turns);
    tcase_add_test(tc, relations_of_other_positions);
    tcase_add_test(tc, where_there_is_none);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
