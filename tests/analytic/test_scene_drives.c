/* test_scene_drives.c - gears, springs, motors and prescribed motions of scenes against
 * closed forms
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/faults/plugin_files.h"
#include "tests/unit/scene.h"

#include <zeno/event_driven.h>
#include <zeno/scene.h>

static zn_scene *scene;

static void setup(void)
{
    scene_setup();
    zn_model_free(model);
    model = NULL;
    scene = NULL;
}

static void teardown(void)
{
    zn_simulation_free(sim); /* which borrows the scene */
    sim = NULL;
    zn_scene_free(scene);
    scene_teardown();
}

/* Two discs on hinges along y, 0.3 m apart, of the moments J1 = 0.02, J2 = 0.05 kg m^2 about
 * them, and a slider along x of 3 kg; `joints` are of these. */
static void start(const char *joints, double h, double T)
{
    char text[4096];

    snprintf(text, sizeof text,
             "parameters: {r: 0.1, w: 3, tau: 0.4}\n"
             "bodies:\n"
             "  wall: {fixed: yes}\n"
             "  one: {mass: 1, inertia: [0.01, 0.02, 0.01]}\n"
             "  two: {mass: 2, inertia: [0.03, 0.05, 0.03],\n"
             "    position: [3*r, 0, 0]}\n"
             "  block: {mass: 3, inertia: [1, 1, 1], position: [0, 0, -r]}\n"
             "joints:\n"
             "  rail: {type: prismatic, bodies: [block], axis: [1, 0, 0]}\n"
             "%s"
             "simulation: {h: %.17g, T: %.17g, theta: 0.5, newton_tol: 1e-12,\n"
             "  solver_tol: 1e-12}\n",
             joints, h, T);
    MUST(zn_scene_read_text(ctx, "x.yaml", text, strlen(text), 0, NULL,
                            &scene));
    MUST(zn_scene_simulation(scene, ctx, &model, &sim));
}

static double spin(const char *body)
{
    return zn_simulation_v(sim, zn_model_ds(model, body))[4];
}

static double along(const char *body, bool speed)
{
    const zn_ds *ds = zn_model_ds(model, body);

    return speed ? zn_simulation_v(sim, ds)[0] : zn_simulation_q(sim, ds)[0];
}

static double angle(const char *body)
{
    const double *q = zn_simulation_q(sim, zn_model_ds(model, body));

    return 2 * atan2(q[5], q[3]);
}

#define HINGES                                                                 \
    "  a: {type: revolute, bodies: [one], point: [0, 0, 0], axis: [0, 1, 0],"  \
    " motor: tau}\n"                                                           \
    "  b: {type: revolute, bodies: [two], point: [3*r, 0, 0],"                 \
    " axis: [0, 1, 0]}\n"

/* ---- gears ---- */

/* A constant moment on a gear of radius 0.1 m that drives one of 0.2 m:
 * (J1 + J2 (r1/r2)^2) w1' = tau, w2 = -w1 r1/r2; a coupler with a belt's ratio, w2 = w1/2;
 * and a pinion on a rack, (J1 + m r^2) w1' = tau, |v| = r w1. */
START_TEST(gears_pass_a_moment_on)
{
    const double J1 = 0.02, J2 = 0.05, tau = 0.4, T = 0.5;

    start(_i == 0 ? HINGES
                  "  g: {type: gear, bodies: [one, two], point: [0, 0, 0],\n"
                  "    point2: [3*r, 0, 0], axis: [0, 1, 0], axis2: [0, 1, 0],\n"
                  "    radii: [r, 2*r]}\n"
          : _i == 1 ? HINGES
                  "  g: {type: coupler, bodies: [one, two], axis: [0, 1, 0],\n"
                  "    axis2: [0, 1, 0], radii: [r, -2*r]}\n"
                  : HINGES
                  "  g: {type: rack, bodies: [one, block], point: [0, 0, 0],\n"
                  "    point2: [0, 0, -r], axis: [0, 1, 0], axis2: [1, 0, 0],\n"
                  "    radii: [r, 0]}\n",
          1e-3, T);
    MUST(zn_simulation_run(sim));
    const double J = J1 + (_i < 2 ? J2 / 4 : 3 * 0.1 * 0.1);
    CLOSE(spin("one"), tau / J * T, 1e-9);
    CLOSE(spin("two"), _i < 2 ? (_i ? 1 : -1) * tau / J * T / 2 : 0, 1e-9);
    CLOSE(fabs(along("block", true)), _i < 2 ? 0 : tau / J * T * 0.1, 1e-9);
}
END_TEST

/* Bevel gears of 0.1 and 0.3 m with axes y and x. */
START_TEST(bevel_gears_turn_round_a_corner)
{
    start("  a: {type: revolute, bodies: [one], point: [0, 0, 0],"
          " axis: [0, 1, 0], motion: 2*t}\n"
          "  b: {type: revolute, bodies: [two], point: [3*r, 0, 0],"
          " axis: [1, 0, 0]}\n"
          "  g: {type: bevel-gear, bodies: [one, two], point: [0, 0, 0],\n"
          "    point2: [3*r, 0, 0], axis: [0, 1, 0], axis2: [1, 0, 0],\n"
          "    radii: [r, 3*r]}\n",
          1e-3, 0.5);
    MUST(zn_simulation_run(sim));
    CLOSE(spin("one"), 2, 1e-9);
    CLOSE(fabs(zn_simulation_v(sim, zn_model_ds(model, "two"))[3]), 2.0 / 3,
          1e-9);
}
END_TEST

/* A slide that moves as said takes another one along, whichever body is named first, twice as far and
 * along another axis. */
START_TEST(slides_are_coupled)
{
    start(_i ? "  up: {type: prismatic, bodies: [one], axis: [0, 0.6, 0.8],\n"
               "    motion: r*t^2}\n"
               "  k: {type: slide-coupler, bodies: [block, one],"
               " axis: [1, 0, 0],\n    axis2: [0, 3, 4], radii: [r, -2*r]}\n"
             : "  up: {type: prismatic, bodies: [one], axis: [0, 0.6, 0.8],\n"
               "    motion: r*t^2}\n"
               "  k: {type: slide-coupler, bodies: [one, block],"
               " axis: [0, 3, 4],\n    axis2: [1, 0, 0], radii: [2, -1]}\n",
          1e-2, 0.8);
    MUST(zn_simulation_run(sim));
    CLOSE(along("block", false), 2 * 0.1 * 0.64, 1e-11);
    CLOSE(zn_simulation_q(sim, zn_model_ds(model, "one"))[2], 0.8 * 0.1 * 0.64,
          1e-11);
}
END_TEST

/* ---- motions ---- */

/* The angle is the function of time, whichever body is named first; the slider follows, too. */
START_TEST(motions_are_followed)
{
    start(_i ? "  a: {type: revolute, bodies: [wall, one], point: [0, 0, 0],\n"
               "    axis: [0, 1, 0], motion: -sin(w*t)/2}\n"
               "  x: {type: prismatic, bodies: [block], axis: [1, 0, 0],\n"
               "    motion: \"if(t > 1, r, r*t^2)\"}\n"
             : "  a: {type: revolute, bodies: [one], point: [0, 0, 0],\n"
               "    axis: [0, 1, 0], motion: sin(w*t)/2}\n"
               "  x: {type: prismatic, bodies: [wall, block], axis: [1, 0, 0],\n"
               "    motion: \"-if(t > 1, r, r*t^2)\"}\n",
          1e-2, 0.8);
    MUST(zn_simulation_run(sim));
    CLOSE(angle("one"), sin(3 * 0.8) / 2, 1e-11);
    CLOSE(along("block", false), 0.1 * 0.64, 1e-11);
}
END_TEST

/* A drive of at most 0.4 N m: it gains speed by 0.4/J until it is that of the motion. */
START_TEST(a_weak_drive_takes_its_time)
{
    const double T[] = {0.1, 0.3};

    start("  a: {type: revolute, bodies: [one], point: [0, 0, 0],"
          " axis: [0, 1, 0], motion: w*t, strongest: tau}\n",
          1e-3, T[_i]);
    MUST(zn_simulation_run(sim));
    CLOSE(spin("one"), fmin(3, 0.4 / 0.02 * T[_i]), 1e-9);
}
END_TEST

/* ---- springs ---- */

/* A spring from the wall to the block, longer by 0.05 m than at rest:
 * x = 0.05 cos(w t), w = sqrt(k/m); order 2. The same by a motor that is one. */
START_TEST(springs_between_points_and_along_axes)
{
    static const char *const spring[] = {
        "  s: {type: spring, bodies: [block], point: [0, 0, -r],\n"
        "    point2: [-0.5, 0, -r], stiffness: 300, rest: 0.45}\n",
        "  s: {type: spring, bodies: [wall, block], point: [-0.5, 0, -r],\n"
        "    point2: [0, 0, -r], stiffness: 300, rest: 0.45}\n",
        "  s: {type: prismatic, bodies: [block], axis: [1, 0, 0],\n"
        "    stiffness: 300, rest: -0.05}\n",
        "  s: {type: prismatic, bodies: [block], axis: [1, 0, 0],\n"
        "    motor: -3000*r*(y + 0.05) + 0*u}\n",
        "  s: {type: prismatic, bodies: [wall, block], axis: [1, 0, 0],\n"
        "    motor: -300*(y - 0.05)}\n"};
    const double h[] = {2e-3, 1e-3}, w = 10, T = 0.5;
    double error[2];

    for (int k = 0; k < 2; k++) {
        if (k) {
            teardown();
            setup();
        }
        start(spring[_i], h[k], T);
        MUST(zn_simulation_run(sim));
        error[k] = along("block", false) - (0.05 * cos(w * T) - 0.05);
    }
    CLOSE(log2(error[0] / error[1]), 2, 0.05);
    CLOSE(error[1], 0, 1e-5);
}
END_TEST

/* A bushing at a point, whichever body is named first: under a force and a moment the engine
 * gives way by F/k in each direction. */
START_TEST(a_bushing_gives_way_by_what_loads_it)
{
    static const double k[6] = {1000, 2000, 4000, 10, 20, 40};
    const double F[3] = {3, -4, 5}, M[3] = {0.02, 0.01, -0.03};
    char text[1024];

    snprintf(text, sizeof text,
             "bodies:\n"
             "  frame: {fixed: yes}\n"
             "  engine: {mass: 2, inertia: [.5, .5, .5], force: [3, -4, 5],\n"
             "    moment: [0.02, 0.01, -0.03], position: [.1, .2, .3]}\n"
             "joints:\n"
             "  mount: {type: bushing, bodies: [%s], point: [.1, .2, .3],\n"
             "    stiffness: [1000, 2000, 4000, 10, 20, 40],\n"
             "    damping: [80, 100, 150, 4, 5, 8]}\n"
             "simulation: {h: 0.01, T: 20, theta: 1}\n",
             _i ? "frame, engine" : "engine");
    MUST(zn_scene_read_text(ctx, "x.yaml", text, strlen(text), 0, NULL,
                            &scene));
    MUST(zn_scene_simulation(scene, ctx, &model, &sim));
    MUST(zn_simulation_run(sim));
    const double *q = zn_simulation_q(sim, zn_model_ds(model, "engine"));
    for (int i = 0; i < 3; i++) {
        CLOSE(q[i] - 0.1 * (i + 1), F[i] / k[i], 1e-9);
        CLOSE(2 * q[4 + i], M[i] / k[3 + i], 2e-6); /* small angles */
    }
}
END_TEST

/* Two bodies on a bushing whose second one is turned by 90 degrees about z: x of the world is
 * its -y. Pulled apart along x by 5 N each they part by 5/k_x. */
START_TEST(a_bushing_goes_with_its_second_body)
{
    const char *text =
        "bodies:\n"
        "  one: {mass: 2, inertia: [.5, .5, .5], force: [5, 0, 0]}\n"
        "  two: {mass: 3, inertia: [.5, .5, .5], force: [-5, 0, 0],\n"
        "    rotation: {axis: [0, 0, 1], angle: 90*deg}}\n"
        "joints:\n"
        "  mount: {type: bushing, bodies: [one, two], point: [0, 0, 0],\n"
        "    stiffness: [1000, 200, 400, 10, 20, 40],\n"
        "    damping: [80, 100, 150, 4, 5, 8]}\n"
        "simulation: {h: 0.01, T: 20, theta: 1}\n";

    MUST(zn_scene_read_text(ctx, "x.yaml", text, strlen(text), 0, NULL,
                            &scene));
    MUST(zn_scene_simulation(scene, ctx, &model, &sim));
    MUST(zn_simulation_run(sim));
    CLOSE(along("one", false) - along("two", false), 5. / 1000, 1e-9);
    CLOSE(2 * along("one", false) + 3 * along("two", false), 0, 1e-12);
}
END_TEST

/* ---- motors of a plugin ---- */

/* The moment of a plugin's function of (t, y, u) is what an expression of it gives, whichever
 * body is named first. */
START_TEST(a_motor_may_be_a_function_of_a_plugin)
{
    static const char *const motor[] = {"plain:drive",
                                        "sin(3*t) - 2*y - 0.1*u"};
    double v[2];

    for (int k = 0; k < 2; k++) {
        char joint[256];

        if (k) {
            teardown();
            setup();
        }
        MUST(zn_plugin_path_add(ctx, module("")));
        snprintf(joint, sizeof joint,
                 "  a: {type: revolute, bodies: [%s], point: [0, 0, 0], "
                 "axis: [0, 1, 0], motor: '%s'}\n",
                 _i ? "wall, one" : "one", motor[k]);
        start(joint, 1e-3, 0.5);
        MUST(zn_simulation_run(sim));
        v[k] = spin("one");
    }
    ck_assert_double_gt(_i ? -v[1] : v[1], 0.1);
    CLOSE(v[0], v[1], 1e-12);
}
END_TEST

START_TEST(a_motor_that_is_not_there_is_said)
{
    const char *text =
        "bodies:\n  a: {mass: 1, inertia: [1, 1, 1]}\n"
        "joints:\n  j: {type: revolute, bodies: [a], point: [0, 0, 0],\n"
        "    axis: [0, 0, 1], motor: plain:dirve}\n";

    MUST(zn_plugin_path_add(ctx, module("")));
    MUST(zn_scene_read_text(ctx, "x.yaml", text, strlen(text), 0, NULL,
                            &scene));
    REFUSED(zn_scene_build(scene, ctx, &model), ZN_ENOENT,
            "has no symbol 'dirve'");
    ck_assert(strstr(zn_errmsg(ctx), "joint 'j'") != NULL);
}
END_TEST

/* Without a word a spring has no force at first; damping only slows. */
START_TEST(a_spring_is_at_rest_at_first)
{
    start("  s: {type: spring, bodies: [one, block], point: [0, 0, 0],\n"
          "    point2: [0, 0, -r], stiffness: 1e5, damping: 10}\n",
          1e-3, 0.1);
    MUST(zn_simulation_run(sim));
    for (int i = 0; i < 6; i++)
        CLOSE(zn_simulation_v(sim, zn_model_ds(model, "one"))[i], 0, 1e-12);
}
END_TEST

/* Dry friction of a joint is a force, whatever the length of steps is. */
START_TEST(friction_does_not_depend_on_the_step)
{
    start("  a: {type: revolute, bodies: [one], point: [0, 0, 0],"
          " axis: [0, 1, 0], motor: tau, friction: tau/4}\n",
          1e-3, 0.5);
    MUST(zn_simulation_set_time(sim, 0, 2e-3, 0.5));
    MUST(zn_simulation_run(sim));
    CLOSE(spin("one"), 0.3 / 0.02 * 0.5, 1e-9);
}
END_TEST

/* ---- words ---- */

START_TEST(what_is_wrong_is_said)
{
    static const struct {
        const char *joint, *words;
    } wrong[] = {
        {"{type: spherical, bodies: [a], point: [0, 0, 0], motor: 1}",
         "motors, motions and armatures are for"},
        {"{type: revolute, bodies: [a], point: [0, 0, 0], axis: [0, 0, 1], "
         "motion: y}",
         "motion 'y': there is no parameter 'y'; there is t"},
        {"{type: revolute, bodies: [a], point: [0, 0, 0], axis: [0, 0, 1], "
         "motor: 2*q + u}",
         "motor '2*q + u': there is no parameter 'q'; there are t, y and u"},
        {"{type: revolute, bodies: [a], point: [0, 0, 0], axis: [0, 0, 1], "
         "motion: t, strongest: -1}",
         "strongest = -1, must be >= 0"},
        {"{type: rack, bodies: [a, b], point: [0, 0, 0], point2: [1, 0, 0], "
         "axis: [0, 0, 1], radii: [1, 0]}",
         "a rack joint needs its axis2"},
        {"{type: gear, bodies: [a, b], point: [0, 0, 0], point2: [1, 0, 0], "
         "axis: [0, 0, 1], axis2: [0, 0, 1], radii: [1, 0]}",
         "radius"},
        {"{type: spring, bodies: [a, b], point: [0, 0, 0], point2: [0, 0, 0], "
         "stiffness: 1}",
         "joint 'j'"},
        {"{type: bushing, bodies: [a, b], point: [0, 0, 0]}",
         "a bushing joint needs its stiffness"},
        {"{type: bushing, bodies: [a, b], point: [0, 0, 0], stiffness: 3}",
         "must be a list of 6 numbers"},
        {"{type: bushing, bodies: [a, b], point: [0, 0, 0], "
         "stiffness: [1, 2, 3, 4, 5, 6], motor: t}",
         "motors, motions and armatures are for"},
        {"{type: sprin, bodies: [a, b]}", "did you mean 'spring'"},
    };
    char text[1024];
    zn_status st;

    snprintf(text, sizeof text,
             "bodies:\n"
             "  a: {mass: 1, inertia: [1, 1, 1]}\n"
             "  b: {mass: 1, inertia: [1, 1, 1], position: [1, 0, 0]}\n"
             "joints:\n  j: %s\n",
             wrong[_i].joint);
    st = zn_scene_read_text(ctx, "x.yaml", text, strlen(text), 0, NULL, &scene);
    if (!st)
        st = zn_scene_build(scene, ctx, &model);
    ck_assert_int_eq(st, ZN_EINVAL);
    ck_assert_msg(strstr(zn_errmsg(ctx), wrong[_i].words), "'%s' is not in: %s",
                  wrong[_i].words, zn_errmsg(ctx));
}
END_TEST

/* ---- from event to event ---------------------------------------------------------- */

static zn_event_record first_stop;

static void note(void *user, const zn_event_record *r)
{
    (void)user;
    if (first_stop.t == 0 && r->before < -1)
        first_stop = *r;
}

/* A pendulum, J = 0.1 + m l^2 about its hinge, is let go at the level of it and meets a stop after the
 * angle 0.9: with J w^2/2 = m g l sin 0.9, after int dangle/w, and leaves it with 0.6 w. Shapes need no
 * law for that; with one their contacts are announced between steps, which event by event there are none. */
START_TEST(a_mechanism_goes_from_event_to_event)
{
    static const char *const laws[] = {"laws: {type: none}\n", "", "laws: {mu: 0.3}\n"};
    const double m = 1, l = 0.5, J = 0.1 + m * l * l, stop = 0.9;
    char text[1024];

    snprintf(text, sizeof text,
             "gravity: [0, 0, -9.81]\n"
             "%s"
             "bodies:\n"
             "  floor: {fixed: yes, position: [0, 0, -9], shape: {type: plane}}\n"
             "  bar: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0.5, 0, 0],\n"
             "    shape: {type: sphere, radius: 0.1}}\n"
             "joints:\n"
             "  hinge: {type: revolute, bodies: [bar], point: [0, 0, 0], axis: [0, 1, 0],\n"
             "    stops: [-0.3, 0.9], stop_e: 0.6}\n"
             "simulation: {h: 0.01, T: 0.5}\n",
             laws[_i]);
    MUST(zn_scene_read_text(ctx, "x.yaml", text, strlen(text), 0, NULL, &scene));
    MUST(zn_scene_simulation_class(scene, ctx, "event-driven", &model, &sim));
    MUST(zn_simulation_on_event(sim, note, NULL));
    first_stop = (zn_event_record){0};
    if (_i == 2) {
        ck_assert_int_eq(zn_simulation_run(sim), ZN_ENOTSUP);
        ck_assert_msg(strstr(zn_errmsg(ctx), "as of shapes with a law") != NULL, "%s",
                      zn_errmsg(ctx));
        return;
    }
    MUST(zn_simulation_run(sim));

    const double w = sqrt(2 * m * 9.81 * l * sin(stop) / J);
    double t = 0;
    /* angle = stop s^2: dt = 2 stop s ds / w(angle), smooth; midpoints, and their error by halving */
    for (int fine = 0; fine < 2; fine++) {
        const int n = 20000 << fine;
        double sum = 0;
        for (int k = 0; k < n; k++) {
            const double s = (k + 0.5) / n;
            sum += 2 * stop * s / n / sqrt(2 * m * 9.81 * l * sin(stop * s * s) / J);
        }
        t = fine ? sum + (sum - t) / 3 : sum;
    }
    ck_assert_double_eq_tol(first_stop.t, t, 1e-10);
    ck_assert_double_eq_tol(first_stop.before, -w, 1e-9);
    ck_assert_double_eq_tol(first_stop.after, 0.6 * w, 1e-9);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("drives of scenes");
    TCase *t = tcase_create("drives");

    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_loop_test(t, gears_pass_a_moment_on, 0, 3);
    tcase_add_test(t, bevel_gears_turn_round_a_corner);
    tcase_add_loop_test(t, slides_are_coupled, 0, 2);
    tcase_add_loop_test(t, motions_are_followed, 0, 2);
    tcase_add_loop_test(t, a_weak_drive_takes_its_time, 0, 2);
    tcase_add_loop_test(t, springs_between_points_and_along_axes, 0, 5);
    tcase_add_test(t, a_spring_is_at_rest_at_first);
    tcase_add_loop_test(t, a_bushing_gives_way_by_what_loads_it, 0, 2);
    tcase_add_test(t, a_bushing_goes_with_its_second_body);
    tcase_add_loop_test(t, a_motor_may_be_a_function_of_a_plugin, 0, 2);
    tcase_add_test(t, a_motor_that_is_not_there_is_said);
    tcase_add_test(t, friction_does_not_depend_on_the_step);
    tcase_add_loop_test(t, what_is_wrong_is_said, 0, 11);
    tcase_add_loop_test(t, a_mechanism_goes_from_event_to_event, 0, 3);
    suite_add_tcase(s, t);
    return test_main(s);
}
