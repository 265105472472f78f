/* test_slow_newton.c - steps whose iterations of Newton's method converge slowly
 * SPDX-License-Identifier: Apache-2.0 */
#include "scene_text.h"

/* A wedge that spins is hit hard on its way down a slope, and drags two discs along: in the step to
 * t = 0.59 s each iteration leaves three quarters of the error. */
#define WEDGE                                                                          \
    "  wedge: {density: 9891.92, position: [-0.01, 0.96], spin: 3.06, shape: {type: "  \
    "polygon, points: [[0.09, 0.13], [0.05, 0.14], [-0.12, 0.12]]}}\n"
#define DISCS                                                                          \
    "  low: {density: 553.183, position: [0.019, 1.458], shape: {type: disc, radius: " \
    "0.183}}\n"                                                                        \
    "  high: {density: 782.192, position: [-0.017, 1.988], velocity: [-0.189, "        \
    "-0.248], shape: {type: disc, radius: 0.054}}\n"

static const char head[] = "dimension: 2\n"
                           "gravity: [0, -9.81]\n"
                           "laws: {e: 0.8, mu: 2}\n"
                           "bodies:\n"
                           "  slope: {fixed: yes, shape: {type: half_plane, normal: "
                           "[-0.15, 1]}}\n";
static const char tail[] =
    "joints:\n"
    "  guide: {type: point-on-line, bodies: [wedge, low], point: [0.005945, 1.207761], "
    "axis: [-0.742174, 0.670207]}\n"
    "  slide: {type: prismatic, bodies: [low, high], point: [0.001, 1.723], axis: "
    "[-0.965, -0.262], friction: 1.205, stiffness: 27.816, damping: 0.451}\n"
    "  hinge: {type: revolute, bodies: [high], point: [-0.1, 2.14], stiffness: 89.27, "
    "damping: 1.11}\n"
    "simulation: {h: 5e-3, T: 0.7, solver_tol: 1e-12}\n";

typedef struct outcome {
    double q[3][3], v[3][3];
    zn_index most; /* iterations of a step */
} outcome;

static outcome motion(const char *bodies, const char *check, const char *iterations)
{
    static const char *const name[] = {"wedge", "low", "high"};
    char text[2048];
    outcome o = {.most = 0};
    zn_scene *scene;
    zn_model *m;
    zn_simulation *sim;

    snprintf(text, sizeof text, "%s%s%s", head, bodies, tail);
    scene = read_with(text, 0, NULL);
    ck_assert_int_eq(zn_scene_simulation(scene, ctx, &m, &sim), ZN_OK);
    ck_assert_int_eq(zn_simulation_set(sim, "newton_check", check), ZN_OK);
    ck_assert_int_eq(zn_simulation_set(sim, "newton_max_iter", iterations), ZN_OK);
    while (!zn_simulation_done(sim)) {
        const zn_step_info *info = zn_simulation_step_info(sim);

        ck_assert_msg(!zn_simulation_step(sim), "%s", zn_errmsg(ctx));
        o.most = info->newton_iterations > o.most ? info->newton_iterations : o.most;
    }
    for (int k = 0; k < 3; k++) {
        const zn_ds *ds = zn_model_ds(m, name[k]);

        memcpy(o.q[k], zn_simulation_q(sim, ds), sizeof o.q[k]);
        memcpy(o.v[k], zn_simulation_v(sim, ds), sizeof o.v[k]);
    }
    zn_simulation_free(sim);
    zn_model_free(m);
    zn_scene_free(scene);
    return o;
}

/* Increments alone are asked of plain iterations, which are as many as it takes. */
START_TEST(a_step_that_converges_slowly_is_that_of_many_iterations)
{
    const outcome one = motion(WEDGE DISCS, "both", "50");
    const outcome plain = motion(WEDGE DISCS, "increment", "5000");

    ck_assert_int_gt(plain.most, 60);
    ck_assert_int_lt(one.most, 30);
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 3; i++) {
            ck_assert_double_eq_tol(one.q[k][i], plain.q[k][i], 1e-7);
            ck_assert_double_eq_tol(one.v[k][i], plain.v[k][i], 1e-6);
        }
}
END_TEST

START_TEST(its_bits_are_those_of_bodies_in_another_order)
{
    const outcome one = motion(WEDGE DISCS, "both", "50");
    const outcome other = motion(DISCS WEDGE, "both", "50");

    ck_assert_int_eq(one.most, other.most);
    ck_assert_mem_eq(one.q, other.q, sizeof one.q);
    ck_assert_mem_eq(one.v, other.v, sizeof one.v);
}
END_TEST

/* ---- answers by turns ---------------------------------------------------------- */

/* A rod holds what slides on a guide with dry friction: whether that pushes or pulls decides nothing, and
 * rounding decides it. Both move as one body, with the momentum that the second one had. */
START_TEST(friction_of_what_is_held_anyway_changes_nothing)
{
    static const char text[] =
        "dimension: 2\n"
        "bodies:\n"
        "  low: {mass: 79, position: [0, 1], shape: {type: rectangle, size: [0.2, 0.3]}}\n"
        "  high: {mass: 12, position: [0, 1.5], velocity: [1, 0.5], shape: {type: disc, radius: 0.1}}\n"
        "joints:\n"
        "  guide: {type: prismatic, bodies: [low, high], point: [0, 1.2], axis: [-1, -0.2], "
        "friction: 0.2}\n"
        "  rod: {type: rod, bodies: [low, high], point: [0, 1], point2: [0, 1.5]}\n"
        "simulation: {h: 1e-3, T: 0.5}\n";
    zn_scene *scene = read_with(text, 0, NULL);
    const double *l, *h;
    zn_model *m;
    zn_simulation *sim;

    ck_assert_int_eq(zn_scene_simulation(scene, ctx, &m, &sim), ZN_OK);
    ck_assert_msg(!zn_simulation_run(sim), "%s", zn_errmsg(ctx));
    l = zn_simulation_q(sim, zn_model_ds(m, "low"));
    h = zn_simulation_q(sim, zn_model_ds(m, "high"));
    ck_assert_double_gt(fabs(l[2]), 1e-2);
    ck_assert_double_eq_tol(h[2], l[2], 1e-11);
    ck_assert_double_eq_tol(h[0] - l[0], -0.5 * sin(l[2]), 1e-10);
    ck_assert_double_eq_tol(h[1] - l[1], 0.5 * cos(l[2]), 1e-10);
    l = zn_simulation_v(sim, zn_model_ds(m, "low"));
    h = zn_simulation_v(sim, zn_model_ds(m, "high"));
    ck_assert_double_eq_tol(79 * l[0] + 12 * h[0], 12, 1e-9);
    ck_assert_double_eq_tol(79 * l[1] + 12 * h[1], 6, 1e-9);
    zn_simulation_free(sim);
    zn_model_free(m);
    zn_scene_free(scene);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("slow convergence of Newton's method");
    TCase *c = tcase_create("contacts");

    tcase_add_checked_fixture(c, setup, teardown);
    tcase_set_timeout(c, 60);
    tcase_add_test(c, a_step_that_converges_slowly_is_that_of_many_iterations);
    tcase_add_test(c, its_bits_are_those_of_bodies_in_another_order);
    tcase_add_test(c, friction_of_what_is_held_anyway_changes_nothing);
    suite_add_tcase(s, c);
    return test_main(s);
}
