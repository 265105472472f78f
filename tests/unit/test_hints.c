/* test_hints.c - signs of a wrong model are said, once, and only then
 * SPDX-License-Identifier: Apache-2.0 */
#include "scene.h"

#include <time.h>

#include <zeno/scene.h>
#include <zeno/snapshot.h>

static char said[2000];

static void listen(void *user, zn_log_level level, const char *line)
{
    const size_t n = strlen(said);

    (void)user;
    (void)level;
    snprintf(said + n, sizeof said - n, "%s\n", line);
}

static void setup(void)
{
    scene_setup();
    said[0] = '\0';
    zn_ctx_set_log(ctx, ZN_LOG_WARN, listen, NULL);
}

static void height(unsigned n, double *q, unsigned m, double *y, unsigned nz,
                   double *z)
{
    (void)n;
    (void)m;
    (void)nz;
    (void)z;
    y[0] = q[0];
}

static void second(unsigned n, double *q, unsigned m, double *y, unsigned nz,
                   double *z)
{
    (void)n;
    (void)m;
    (void)nz;
    (void)z;
    y[0] = q[1];
}

/* A ball falls on the ground; its gap is q, the derivative given is `jac`. */
static zn_ds *above_ground(double jac)
{
    zn_ds *ball = point_mass("ball", 2, 1, 0, -2 * 9.81);
    zn_relation *r;

    MUST(zn_relation_new(ctx, "scleronomous", "gap", 1, 1, &r));
    MUST(zn_relation_set_function(r, "h", (zn_fn *)height));
    MUST(zn_relation_set_constant(r, "jac_h_q", 1, 1, &jac));
    MUST(zn_model_connect(model, "ground", newton(0.5), r, ball, NULL, NULL));
    simulate("moreau-jean", "theta=0.5", 0, 1e-3, 3);
    return ball;
}

static zn_ds *fall(double jac)
{
    zn_ds *ball = above_ground(jac);

    MUST(zn_simulation_run(sim));
    return ball;
}

START_TEST(a_contact_that_goes_on_sinking_is_told_once)
{
    zn_ds *ball = fall(-1);
    const char *at = strstr(said, "'ground': penetration has grown step by step");

    ck_assert(q_of(ball, 0) < -1); /* through the ground */
    ck_assert_ptr_nonnull(at);
    ck_assert_ptr_nonnull(strstr(at, "zeno check"));
    ck_assert_ptr_null(strstr(at + 1, "'ground'"));
}
END_TEST

/* Error control makes each step three times; what is told is of those it takes. */
START_TEST(steps_that_are_tried_and_not_taken_hide_nothing)
{
    above_ground(-1);
    MUST(zn_simulation_set(sim, "step", "error"));
    MUST(zn_simulation_set_real(sim, "h_min", 1e-3));
    MUST(zn_simulation_set_real(sim, "h_max", 1e-3));
    MUST(zn_simulation_run(sim));
    ck_assert_ptr_nonnull(strstr(said, "'ground': penetration has grown"));
}
END_TEST

static double told_at(void)
{
    const char *at = strstr(said, "at t = ");

    ck_assert_ptr_nonnull(at);
    return strtod(at + 7, NULL);
}

/* Going back to a snapshot in the middle of the sinking changes nothing. */
START_TEST(a_snapshot_goes_back_to_what_was_noticed)
{
    zn_snapshot *before;
    double t;

    fall(-1);
    t = told_at();
    scene_teardown();
    setup();
    above_ground(-1);
    MUST(zn_snapshot_new(sim, &before));
    MUST(zn_simulation_advance_to(sim, t - 4e-3));
    MUST(zn_snapshot_take(before));
    MUST(zn_simulation_advance_to(sim, t - 2e-3));
    ck_assert_str_eq(said, "");
    MUST(zn_snapshot_restore(before));
    MUST(zn_simulation_run(sim));
    ck_assert_double_eq(told_at(), t);
    zn_snapshot_free(before);
}
END_TEST

START_TEST(an_impact_that_penetrates_is_as_it_should_be)
{
    zn_run_info r;

    fall(1);
    zn_simulation_run_info(sim, &r);
    ck_assert(r.worst_gap < 0 && r.impacts > 5);
    ck_assert_str_eq(said, "");
}
END_TEST

static double clock_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* It falls 0.5 m, stays down for two thirds of the run, pushed in every step of it. */
START_TEST(what_stays_down_has_had_one_impact)
{
    const double one = 1, begin = clock_now();
    zn_run_info r;

    join("floor", newton(0), 1, 1, &one, NULL,
         point_mass("ball", 1, 0.5, 0, -9.81), NULL);
    simulate("moreau-jean", "theta=0.5", 0, 1e-3, 1);
    MUST(zn_simulation_run(sim));
    zn_simulation_run_info(sim, &r);
    ck_assert_int_eq(r.impacts, 1);
    ck_assert_int_eq(r.max_active, 1);
    /* the time of the run is a part of that of the test */
    ck_assert_double_gt(r.seconds, 0);
    ck_assert_double_le(r.seconds, clock_now() - begin);
}
END_TEST

/* Many impacts, each a little harder than the last: no one is sinking. */
START_TEST(impacts_that_grow_are_not_sinking)
{
    zn_run_info r;

    const double one = 1, push = -0.03, weight = -9.81, rest = 0;

    /* damping below zero: what an impact leaves grows until the next */
    join("floor", newton(1), 1, 1, &one, NULL,
         linear_system("ball", 1, &one, &push, NULL, &one, &rest, &weight), NULL);
    simulate("moreau-jean", "theta=0.5", 0, 1e-3, 40);
    MUST(zn_simulation_run(sim));
    zn_simulation_run_info(sim, &r);
    ck_assert(r.impacts > 20 && r.worst_gap < -1e-3);
    ck_assert_str_eq(said, "");
}
END_TEST

/* A scene, to its end. */
static void play(const char *text)
{
    zn_scene *scene;
    zn_model *m;
    zn_simulation *run;

    MUST(zn_scene_read_text(ctx, "x", text, strlen(text), 0, NULL, &scene));
    MUST(zn_scene_simulation(scene, ctx, &m, &run));
    MUST(zn_simulation_run(run));
    zn_simulation_free(run);
    zn_model_free(m);
    zn_scene_free(scene);
}

#define ON_FLOOR "gravity: [0, 0, -9.81]\nlaws: {mu: 0.4}\nsimulation: {h: 1e-3, T: 1}\n"               \
                 "bodies:\n  floor: {fixed: yes, shape: {type: plane}}\n"

/* What slides sinks by what its problems, solved to 1e-6, leave of the normal velocity: by 2e-8 m. */
START_TEST(what_the_solver_leaves_is_not_sinking)
{
    play(ON_FLOOR "  box: {density: 1000, position: [0, 0, 0.05], velocity: [3, 0, 0],"
                  " shape: {type: box, size: [0.1, 0.1, 0.1]}}\n");
    ck_assert_str_eq(said, "");
}
END_TEST

#define BOARD(h, T)                                                               \
    "gravity: [0, 0, -9.81]\nlaws: {mu: 2}\nsimulation: {h: " h ", T: " T "}\n"   \
    "bodies:\n  floor: {fixed: yes, shape: {type: plane}}\n"                      \
    "  board: {density: 1000, position: [0, 0, '0.5*cos(0.3) + 0.025*sin(0.3)']," \
    " rotation: {axis: [0, 1, 0], angle: 0.3}, shape: {type: box, size: [0.05, 0.5, 1]}}\n"

/* It tips over its edge, which goes down by h^2 each step; the Jacobian is not the user's. */
START_TEST(bodies_with_shapes_that_sink_want_a_projection)
{
    const char *at;

    play(BOARD("1e-2", "0.55"));
    at = strstr(said, "of 'board': penetration has grown step by step");
    ck_assert_ptr_nonnull(at);
    ck_assert_ptr_nonnull(strstr(at, "projection=direct"));
    ck_assert_ptr_null(strstr(at, "zeno check"));
    /* not before it is worth it: a hundred thousandth of the size of positions */
    ck_assert_double_ge(strtod(strstr(at, ", to ") + 5, NULL), 5e-6);
}
END_TEST

/* With a tenth of the step it is half a micrometre of a metre. */
START_TEST(what_turns_on_its_edge_is_not_told_of_micrometres)
{
    play(BOARD("1e-3", "0.55"));
    ck_assert_str_eq(said, "");
}
END_TEST

/* A Jacobian that is wrong by a tenth of the way, ten kilometres from the origin: told by how
 * fast it goes in, long before it is in by as much as what turns may be (0.1 m). */
START_TEST(a_wrong_jacobian_is_told_at_once)
{
    const double M[] = {1, 0, 0, 1}, q0[] = {1e4, 0}, v0[] = {1, 0},
                 f[] = {1, -9.81}, wrong[] = {0.1, 1};
    zn_relation *r;
    const char *at;

    MUST(zn_relation_new(ctx, "scleronomous", "gap", 1, 2, &r));
    MUST(zn_relation_set_function(r, "h", (zn_fn *)second));
    MUST(zn_relation_set_constant(r, "jac_h_q", 1, 2, wrong));
    MUST(zn_model_connect(model, "ground", newton(0), r,
                          linear_system("block", 2, M, NULL, NULL, q0, v0, f),
                          NULL, NULL));
    simulate("moreau-jean", "theta=0.5", 0, 1e-3, 0.5);
    MUST(zn_simulation_run(sim));
    at = strstr(said, "'ground': penetration has grown step by step");
    ck_assert_ptr_nonnull(at);
    ck_assert_ptr_nonnull(strstr(at, "zeno check"));
    ck_assert_double_le(strtod(strstr(at, "at t = ") + 7, NULL), 0.05);
}
END_TEST

/* Angles are in radians: a plain number beyond a turn is told of, once, with its place. */
START_TEST(degrees_are_told)
{
    static const struct {
        const char *turn, *stops, *told;
    } c[] = {
        {"{angle: 90}", "[-45, 45]", "x:2:75: 90 rad is more than a turn: angles are in "
                                     "radians, degrees are written 90*deg\n"},
        {"{angle: 1.5}", "[-45, 45]", "-45 rad is more than a turn"},
        {"{angle: 90*deg}", "[-45*deg, 45*deg]", NULL},
        {"{angle: 2*50}", "[-6.2831853, 6.2831853]", NULL},
    };
    char text[400];

    snprintf(text, sizeof text,
             "bodies:\n  a: {mass: 1, inertia: [1, 1, 1], position: [0, 0, 0], rotation: %s}\n"
             "joints: {j: {type: revolute, bodies: [a], point: [0, 0, 0], axis: [0, 0, 1], "
             "stops: %s}}\nsimulation: {h: 1e-2, T: 1e-2}\n",
             c[_i].turn, c[_i].stops);
    play(text);
    if (!c[_i].told)
        ck_assert_str_eq(said, "");
    else
        ck_assert_msg(strstr(said, c[_i].told) != NULL, "said: %s", said);
    ck_assert(!strchr(said, '\n') || !strchr(said, '\n')[1]); /* one line */
}
END_TEST

#define DROP(h)                                                                        \
    "gravity: [0, 0, -9.81]\nlaws: {mu: 0.3}\nsimulation: {h: " h ", T: 2}\nbodies:\n" \
    "  floor: {fixed: yes, shape: {type: box, size: [4, 4, 0.05]}}\n"                  \
    "  ball: {density: 1000, position: [0, 0, 10], shape: {type: sphere, radius: 0.1}}\n"

/* With half a second it goes through the floor in one step, and nobody said a word. */
START_TEST(steps_too_long_for_what_meets_are_told)
{
    const char *at;

    play(DROP("0.5"));
    at = strstr(said, "'ball#0' and 'floor#0' meet at up to 9.81 m/s, 4.91 m in a step of 0.5 s");
    ck_assert_msg(at != NULL, "said: %s", said);
    ck_assert_ptr_null(strstr(strstr(at, "meet at") + 1, "meet at"));
    said[0] = '\0';
    play(DROP("1e-3"));
    ck_assert_str_eq(said, "");
}
END_TEST

static void cubic(double t, unsigned n, double *q, double *v, double *f,
                  unsigned nz, double *z)
{
    (void)t;
    (void)n;
    (void)v;
    (void)nz;
    (void)z;
    f[0] = 1e6 * (q[0] + q[0] * q[0] * q[0]);
}

static double slope = 1; /* of the derivative given, over the true one */

static void cubic_q(double t, unsigned n, double *q, double *v, double *J,
                    unsigned nz, double *z)
{
    (void)t;
    (void)n;
    (void)v;
    (void)nz;
    (void)z;
    J[0] = slope * 1e6 * (1 + 3 * q[0] * q[0]);
}

static void swing(double factor)
{
    const double one = 1, q0 = 0.5, v0 = 0;
    zn_ds *ds;

    slope = factor;
    MUST(zn_ds_new(ctx, "lagrangian", "spring", 1, &q0, &v0, &ds));
    MUST(zn_ds_set_constant(ds, "mass", 1, 1, &one));
    MUST(zn_ds_set_function(ds, "f_int", (zn_fn *)cubic));
    MUST(zn_ds_set_function(ds, "jac_f_int_q", (zn_fn *)cubic_q));
    MUST(zn_ds_set_constant(ds, "jac_f_int_v", 1, 1, &v0));
    MUST(zn_model_add_ds(model, ds));
    simulate("moreau-jean", "theta=0.5", 0, 1e-3, 0.2);
    MUST(zn_simulation_run(sim));
}

START_TEST(slow_iterations_of_newton_are_told_once)
{
    const char *at;

    swing(3);
    at = strstr(said, "Newton's method takes");
    ck_assert_ptr_nonnull(at);
    ck_assert_ptr_nonnull(strstr(at, "is a Jacobian wrong (zeno check)?"));
    ck_assert_ptr_null(strstr(at + 1, "Newton's"));
}
END_TEST

START_TEST(iterations_of_right_jacobians_are_not_told)
{
    swing(1);
    ck_assert_str_eq(said, "");
}
END_TEST

/* ---- the start ----------------------------------------------------------------------------- */

/* A mass that a law of one row binds to q = 1, from 1 + off on, without weight. */
static void bound_mass(zn_law *law, double off)
{
    static const double one = 1, back = -1;
    zn_ds *mass = point_mass("mass", 1, 1 + off, 0, 0);
    zn_relation *r;

    said[0] = '\0';
    MUST(zn_model_add_law(model, law));
    MUST(zn_relation_new(ctx, "linear", "rail", 1, 1, &r));
    MUST(zn_model_add_relation(model, r));
    MUST(zn_relation_set_constant(r, "C", 1, 1, &one));
    MUST(zn_relation_set_constant(r, "e", 1, 1, &back));
    MUST(zn_model_connect(model, "rail", law, r, mass, NULL, NULL));
}

/* As far off as it is said, on either side; not by rounding, and not a spring that is stretched. */
START_TEST(an_equation_that_the_start_violates_is_told)
{
    static const double offs[] = {0.9, -0.9, 1e-15}, stiff = 4, damped = 0, rest = 0;
    const double off = _i < 3 ? offs[_i] : 0.9;
    zn_law *law;

    MUST(_i < 3 ? zn_law_equality(ctx, 1, &law)
                : zn_law_spring(ctx, 1, &stiff, &damped, &rest, &law));
    bound_mass(law, off);
    simulate("moreau-jean", NULL, 0, 0.1, 1);
    MUST(zn_simulation_step(sim));
    if (_i < 2)
        ck_assert_ptr_nonnull(
            strstr(said, "the start violates an equation: 'rail' is off by 0.9 at t = 0"));
    else
        ck_assert_str_eq(said, "");
}
END_TEST

int main(void)
{
    Suite *s = suite_create("hints");
    TCase *t = tcase_create("hints");

    tcase_add_checked_fixture(t, setup, scene_teardown);
    tcase_add_test(t, a_contact_that_goes_on_sinking_is_told_once);
    tcase_add_test(t, steps_that_are_tried_and_not_taken_hide_nothing);
    tcase_add_test(t, a_snapshot_goes_back_to_what_was_noticed);
    tcase_add_test(t, an_impact_that_penetrates_is_as_it_should_be);
    tcase_add_test(t, what_stays_down_has_had_one_impact);
    tcase_add_test(t, impacts_that_grow_are_not_sinking);
    tcase_add_test(t, what_the_solver_leaves_is_not_sinking);
    tcase_add_test(t, bodies_with_shapes_that_sink_want_a_projection);
    tcase_add_test(t, what_turns_on_its_edge_is_not_told_of_micrometres);
    tcase_add_loop_test(t, degrees_are_told, 0, 4);
    tcase_add_test(t, steps_too_long_for_what_meets_are_told);
    tcase_add_test(t, a_wrong_jacobian_is_told_at_once);
    tcase_add_test(t, slow_iterations_of_newton_are_told_once);
    tcase_add_test(t, iterations_of_right_jacobians_are_not_told);
    tcase_add_loop_test(t, an_equation_that_the_start_violates_is_told, 0, 4);
    suite_add_tcase(s, t);
    return test_main(s);
}
