/* test_scene_motion.c - bodies of scenes move as closed forms say
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "scene_text.h"

/* How far a box comes from rest in 1 s down a slope. */
static double down_a_slope(const char *angle, const char *mu)
{
    const char text[] = "parameters: {a: 0, mu: 0}\n"
                        "gravity: [9.81*sin(a), 0, -9.81*cos(a)]\n"
                        "laws: {mu: mu}\n"
                        "bodies:\n"
                        "  slope: {fixed: yes, shape: {type: plane}}\n"
                        "  box: {mass: 2, position: [0, 0, 0.1], shape: {type: "
                        "box, size: [0.4, 0.2, 0.2]}}\n"
                        "simulation: {h: 1e-3, T: 1}\n";
    const char *const set[] = {angle, mu};
    zn_scene *s = read_with(text, 2, set);
    double q[7];

    run(s, "box", q);
    zn_scene_free(s);
    return q[0];
}

/* where tan(a) > mu the acceleration is g (sin(a) - mu cos(a)) */
START_TEST(a_box_slides_down_a_slope)
{
    const double a = 25 * acos(-1) / 180;

    ck_assert_double_eq_tol(down_a_slope("a=25*deg", "mu=0.3"),
                            9.81 / 2 * (sin(a) - 0.3 * cos(a)), 1e-4);
}
END_TEST

/* Without the plane it would be 5 m below its start. */
START_TEST(a_box_stands_on_a_plane_that_is_told_after_it)
{
    const char text[] = "gravity: [0, 0, -10]\n"
                        "laws: {mu: 0.3}\n"
                        "bodies:\n"
                        "  box: {mass: 2, position: [0, 0, 0.1], shape: {type: "
                        "box, size: [0.4, 0.2, 0.2]}}\n"
                        "  ground: {fixed: yes, shape: {type: plane}}\n"
                        "simulation: {h: 1e-2, T: 1}\n";
    zn_scene *s = read_with(text, 0, NULL);
    double q[7];

    run(s, "box", q);
    zn_scene_free(s);
    ck_assert_double_eq_tol(q[2], 0.1,
                            1e-6); /* m/s of the solver, for a second */
}
END_TEST

/* tan(0.2) = 0.203 */
START_TEST(a_box_sticks_on_a_slope)
{
    ck_assert_double_eq_tol(down_a_slope("a=0.2", "mu=0.3"), 0, 1e-5);
}
END_TEST

/* A box of mass M is pushed over the ground with n balls of mass m on it, which roll: of
 * the force F the ground's friction f1 = mu (M + n m) g is lost, a ball takes
 * f2 = ((F - f1)/M)/(7/(2 m) + n/M) and moves with f2/m. What the solver leaves open
 * (1e-6) must not let the bodies sink. */
START_TEST(balls_roll_on_a_box_that_is_pushed)
{
    const char text[] =
        "gravity: [0, 0, -9.81]\n"
        "laws:\n"
        "  - {between: [ground, box], mu: 0.4}\n"
        "  - {between: [box, ball], mu: 0.8}\n"
        "  - {between: [ball, ball], type: none}\n"
        "  - {between: [ground, ball], type: none}\n"
        "bodies:\n"
        "  ground: {fixed: yes, shape: {type: plane, group: ground}}\n"
        "  box:\n"
        "    mass: 10\n"
        "    position: [0, 0, 0.05]\n"
        "    force: [30, 40, 0]\n"
        "    shape: {type: box, size: [8, 8, 0.1], group: box}\n"
        "  ball:\n"
        "    repeat: {i: 2, j: 1}\n"
        "    mass: 1\n"
        "    position: [2*i - 1, 0, 0.2]\n"
        "    shape: {type: sphere, radius: 0.1, group: ball}\n"
        "simulation: {h: 1e-2, T: 2}\n";
    const double M = 10, m = 1, n = 2, f1 = 0.4 * (M + n * m) * 9.81;
    const double f2 = (50 - f1) / M / (7 / (2 * m) + n / M);
    const double pushed = (50 - f1 - n * f2) / M * 2; /* at 2 s */
    const double rolled = f2 / m * 2;
    zn_scene *s = read_with(text, 0, NULL);
    double q[7];

    run(s, "box", q);
    ck_assert_double_eq_tol(q[0], 0.6 * pushed, 1e-5);
    ck_assert_double_eq_tol(q[1], 0.8 * pushed, 1e-5);
    ck_assert_double_eq_tol(q[2], 0.05, 1e-5);
    run(s, "ball.1.0", q);
    ck_assert_double_eq_tol(q[0] - 1, 0.6 * rolled, 1e-5);
    ck_assert_double_eq_tol(q[1], 0.8 * rolled, 1e-5);
    ck_assert_double_eq_tol(q[2], 0.2, 2e-5);
    zn_scene_free(s);
}
END_TEST

/* Bodies touch from a ten thousandth of the smallest that moves on; the scene may say
 * otherwise, and integrators that know no such length are not told. */
START_TEST(touching_has_a_length)
{
    const char text[] =
        "bodies:\n"
        "  a: {mass: 1, shape: {type: sphere, radius: 1}}\n"
        "  b: {mass: 1, position: [9, 0, 0], shape: {type: box, "
        "size: [3, 0.5, 2]}}\n"
        "  c: {fixed: yes, shape: {type: sphere, radius: 0.1}}\n"
        "simulation: {h: 1e-2, T: 2%s}\n";
    const char *const say[] = {"", ", threshold: 0.25",
                               ", integrator: d1-minus"};
    const char *const want[] = {" threshold=5e-05", " threshold=0.25", NULL};

    for (int k = 0; k < 3; k++) {
        char with[sizeof text + 32];
        const char *last;
        zn_scene *s;
        snprintf(with, sizeof with, text, say[k]);
        s = read_with(with, 0, NULL);
        last = zn_scene_options(s);
        for (const char *p; (p = strstr(last + 1, " threshold=")) != NULL;)
            last = p;
        if (want[k])
            ck_assert_msg(strncmp(last, want[k], strlen(want[k])) == 0, "%s",
                          zn_scene_options(s));
        else
            ck_assert_ptr_null(strstr(zn_scene_options(s), "threshold"));
        zn_scene_free(s);
    }
}
END_TEST

/* The solver ends at 1e-6; Newton's method cannot go on to 1e-10 then. */
START_TEST(a_stack_is_solved_as_well_as_its_solver_solves)
{
    const char text[] = "gravity: [0, 0, -9.81]\n"
                        "laws: {mu: 0.5}\n"
                        "bodies:\n"
                        "  ground: {fixed: yes, shape: {type: plane}}\n"
                        "  box:\n"
                        "    repeat: {i: 10}\n"
                        "    density: 600\n"
                        "    position: [0, 0, (i + 1/2)*0.1]\n"
                        "    shape: {type: box, size: [0.1, 0.1, 0.1]}\n"
                        "simulation: {h: 2e-3, T: 0.4, projection: combined}\n";
    zn_scene *s = read_with(text, 0, NULL);
    double q[7];

    run(s, "box.9", q);
    ck_assert_double_eq_tol(q[2], 0.95, 1e-6);
    zn_scene_free(s);
}
END_TEST

/* two balls of equal mass, the first hits the second in the middle with e = 1 and
 * stops; momentum goes over */
START_TEST(balls_hand_their_velocity_over)
{
    const char text[] =
        "laws: {e: 1}\n"
        "bodies:\n"
        "  a: {mass: 1, velocity: [1, 0, 0], shape: {type: sphere, radius: "
        "1}}\n"
        "  b: {mass: 1, position: [2.5, 0, 0], shape: {type: sphere, radius: "
        "1}}\n"
        "simulation: {h: 1e-2, T: 2}\n";
    zn_scene *s = read_with(text, 0, NULL);
    double q[7], p[7];

    run(s, "a", q);
    run(s, "b", p);
    ck_assert_double_eq_tol(q[0], 0.5, 1.1e-2); /* one step of h */
    ck_assert_double_eq_tol(p[0] - 2.5, 1.5, 1.1e-2);
    ck_assert_double_eq_tol(q[0] + p[0], 4.5, 1e-12);
    zn_scene_free(s);
}
END_TEST

/* a pendulum on a hinge with a stop at 0: comes back from it with e times the speed */
START_TEST(a_hinge_has_stops_and_friction)
{
    const char text[] =
        "bodies:\n"
        "  arm: {mass: 3, position: [0, 0.5, 0], spin: [0, 0, 1], velocity: "
        "[-0.5, 0, 0], shape: {type: box, size: [0.1, 1, 0.1]}}\n"
        "joints:\n"
        "  hinge: {type: revolute, bodies: [arm], point: [0, 0, 0], axis: [0, "
        "0, 1], stops: [-1, 0.5], stop_e: 0.5, friction: f}\n"
        "parameters: {f: 0}\n"
        "simulation: {h: 1e-3, T: 1}\n";
    const char *const set[] = {"f=0.505"};
    zn_scene *s = read_with(text, 0, NULL);
    double q[7];

    run(s, "arm", q);
    /* 1 rad/s to 0.5 rad at t = 0.5, then -0.5 rad/s: 0.25 rad */
    ck_assert_double_eq_tol(2 * atan2(q[6], q[3]), 0.25, 2e-3);
    zn_scene_free(s);
    /* J = m (1 + 0.1^2)/12 + m/4 about the hinge = 1.0025 kg m^2, so that friction
     * of 0.505 N m brakes 1 rad/s within 0.9926 rad; it meets the stop first */
    s = read_with(text, 1, set);
    run(s, "arm", q);
    const double J = 3 * 1.01 / 12 + 0.75, b = 0.505 / J;
    const double t = (1 - sqrt(1 - b)) / b; /* t - b t^2/2 = 1/2 */
    const double w = 0.5 * (1 - b * t), left = 1 - t;
    ck_assert_double_eq_tol(2 * atan2(q[6], q[3]),
                            0.5 - (w * left - b * left * left / 2), 2e-3);
    zn_scene_free(s);
}
END_TEST

/* A nut falls along its screw: (m + J/pitch^2) z'' = -m g, J = 2/5 m R^2. */
START_TEST(a_screw_has_its_pitch)
{
    const char text[] =
        "gravity: [0, 0, -10]\n"
        "bodies: {nut: {mass: 3, shape: {type: sphere, radius: 0.5}}}\n"
        "joints: {thread: {type: screw, bodies: [nut], point: [0, 0, 0], axis: "
        "[0, 0, 1], pitch: 0.2}}\n"
        "simulation: {h: 1e-3, T: 0.5, theta: 0.5}\n";
    zn_scene *s = read_with(text, 0, NULL);
    double q[7];

    run(s, "nut", q);
    ck_assert_double_eq_tol(q[2], -10 / (1 + 0.4 * 0.25 / 0.04) * 0.125, 1e-9);
    zn_scene_free(s);
}
END_TEST

/* The scene again, from what is written of it, which the caller frees. */
static zn_scene *written_and_read(const zn_scene *s, char **written)
{
    size_t n;
    FILE *out = open_memstream(written, &n);

    ck_assert(out && !zn_scene_write(s, out) && !fclose(out));
    return read_with(*written, 0, NULL);
}

/* A plate that is told how to move takes a box along, whatever the box weighs: both are at
 * z0 + 0.2 sin(3 t) while 9 * 0.2 < g; turned about z of the body, the box at its middle turns, too. */
START_TEST(a_body_moves_as_prescribed)
{
    const char text[] =
        "parameters: {w: 3}\n"
        "laws: {mu: 0.5}\n"
        "gravity: [0, 0, -9.81]\n"
        "bodies:\n"
        "  plate: {mass: 1, shape: {type: box, size: [2, 2, 0.2]},\n"
        "    prescribed: {vx: 0, vy: 0, vz: 0.2*w*cos(w*t), wx: 0, wy: 0, wz: "
        "0.5}}\n"
        "  box: {mass: 50, position: [0, 0, 0.2], velocity: [0, 0, 0.2*w],\n"
        "    shape: {type: box, size: [0.4, 0.2, 0.2]}}\n"
        "simulation: {h: 1e-3, T: 1}\n";
    zn_scene *s = read_with(text, 0, NULL), *again;
    char *written;
    double q[2][7];

    again = written_and_read(s, &written);
    for (int k = 0; k < 2; k++) {
        run(k ? again : s, "plate", q[k]);
        /* the rule of the trapezium: h^2/12 (v'(T) - v'(0)) = 6.4e-8 */
        ck_assert_double_eq_tol(q[k][2], 0.2 * sin(3), 1e-7);
        ck_assert_double_eq_tol(q[k][6], sin(0.25), 1e-12);
    }
    ck_assert(memcmp(q[0], q[1], sizeof q[0]) == 0);
    ck_assert(strstr(written, "jumps") == NULL);
    run(s, "box", q[1]);
    ck_assert_double_eq_tol(q[1][2] - q[0][2], 0.2, 1e-5);
    ck_assert_double_eq_tol(q[1][6], sin(0.25), 1e-3);
    zn_scene_free(again);
    zn_scene_free(s);
    free(written);
    refused("bodies: {a: {mass: 1, shape: {type: sphere, radius: 1}, "
            "prescribed: {vx: 2*y}}}",
            "vx '2*y'");
    refused("bodies: {a: {mass: 1, shape: {type: sphere, radius: 1}, "
            "prescribed: {vw: 2}}}",
            "prescribed velocities has no key 'vw'");
    refused("bodies: {a: {fixed: yes, shape: {type: sphere, radius: 1}, "
            "prescribed: {wz: 2}}}",
            "it is fixed, and its velocity wz is prescribed");
    refused("bodies: {a: {fixed: yes, shape: {type: sphere, radius: 1}, force: [0, 2, 0]}}",
            "it is fixed, and there is y of force");
    refused("bodies: {a: {fixed: yes, shape: {type: sphere, radius: 1}, moment: [0, 0, sin(t)]}}",
            "it is fixed, and there is z of moment");
    refused("bodies: {a: {fixed: yes, shape: {type: sphere, radius: 1}, force: 'SomePlugin:wind'}}",
            "it is fixed, and 'SomePlugin:wind' acts on it");
}
END_TEST

START_TEST(what_is_prescribed_has_a_value_where_the_body_begins)
{
    zn_model *m;
    zn_scene *s = read_with("bodies: {a: {mass: 1, birth: 2, shape: {type: sphere, radius: 1}, "
                            "prescribed: {vx: 1/(t - 2)}}}\nsimulation: {T: 3}",
                            0, NULL);

    ck_assert_int_eq(zn_scene_build(s, ctx, &m), ZN_OK); /* it is not there yet */
    zn_model_free(m);
    zn_scene_free(s);
    s = read_with("bodies: {a: {mass: 1, shape: {type: sphere, radius: 1}, "
                  "prescribed: {vx: 1, wy: 1/t}}}",
                  0, NULL);
    ck_assert_int_eq(zn_scene_build(s, ctx, &m), ZN_EDOM);
    ck_assert_msg(strstr(zn_errmsg(ctx), "body 'a': prescribed wy = 1/t is infinite at t = 0 s, where "
                                         "the body begins") != NULL,
                  "%s", zn_errmsg(ctx));
    zn_scene_free(s);
}
END_TEST

/* With jumps the first step begins with `velocity`: the place lags by h/2 of the jump. */
START_TEST(what_is_prescribed_may_begin_with_a_jump)
{
    const char text[] =
        "bodies:\n"
        "  plate: {mass: 1, velocity: [0, 0, 0.25], jumps: yes,\n"
        "    shape: {type: box, size: [2, 2, 0.2]}, prescribed: {vz: 1}}\n"
        "simulation: {h: 1e-2, T: 1}\n";
    zn_scene *s = read_with(text, 0, NULL), *again;
    char *written;
    double q[7];

    again = written_and_read(s, &written);
    run(s, "plate", q);
    ck_assert_double_eq_tol(q[2], 1 - 1e-2 / 2 * 0.75, 1e-12);
    run(again, "plate", q);
    ck_assert_double_eq_tol(q[2], 1 - 1e-2 / 2 * 0.75, 1e-12);
    zn_scene_free(again);
    zn_scene_free(s);
    free(written);
}
END_TEST

/* A stack of boxes by sweeps that are too few for 1e-6. */
static zn_status stack(const char *simulation, zn_run_info *out)
{
    char text[1000];
    zn_simulation *sim;
    zn_model *model;
    zn_scene *s;
    zn_status st;

    snprintf(text, sizeof text,
             "gravity: [0, 0, -10]\n"
             "laws: {mu: 0.5}\n"
             "bodies:\n"
             "  ground: {fixed: yes, shape: {type: plane}}\n"
             "  box: {repeat: {i: 2}, mass: 1, position: [0, 0, 0.1 + 0.2*i],\n"
             "        shape: {type: box, size: [0.2, 0.2, 0.2]}}\n"
             "simulation: {h: 1e-2, T: 0.3, solver: nsgs, %s}\n",
             simulation);
    s = read_with(text, 0, NULL);
    ck_assert_int_eq(zn_scene_simulation(s, ctx, &model, &sim), ZN_OK);
    st = zn_simulation_run(sim);
    zn_simulation_run_info(sim, out);
    zn_simulation_free(sim);
    zn_model_free(model);
    zn_scene_free(s);
    return st;
}

/* What no solver brings to 1e-6 is accepted up to 1e-3, and counted; who says what is to be done
 * then has that. */
START_TEST(a_pile_that_is_not_solved_goes_on)
{
    zn_run_info r;

    ck_assert_int_eq(stack("solver.max_iter: 40", &r), ZN_OK);
    ck_assert_int_gt(r.solver_failures, 0);
    ck_assert_double_gt(r.worst_error, 1e-6);
    ck_assert_double_le(r.worst_error, 1e-3);
    ck_assert_int_eq(stack("solver.max_iter: 40, on_solver_failure: stop", &r),
                     ZN_UNSOLVED);
    ck_assert_int_eq(stack("solver.max_iter: 2", &r), ZN_UNSOLVED);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "nsgs"));
    ck_assert_int_eq(stack("solver.max_iter: 2, on_solver_failure: accept", &r), ZN_OK);
    ck_assert_double_gt(r.worst_error, 1e-3);
    /* who asks for less accepts ten times that */
    ck_assert_int_eq(stack("solver.max_iter: 20, solver_tol: 2e-3", &r), ZN_OK);
    ck_assert_double_gt(r.worst_error, 2e-3);
}
END_TEST

/* A step of a combined projection begins without contacts. All boxes of a stack that rests fall as far in it, so that
 * none of the gaps closes but for rounding: the second solution has all of them all the same. */
START_TEST(a_stack_that_rests_is_let_in_at_once)
{
    static const char text[] =
        "gravity: [0, 0, -9.81]\n"
        "laws: {mu: 0.5}\n"
        "bodies:\n"
        "  ground: {fixed: yes, shape: {type: plane}}\n"
        "  box: {repeat: {i: 20}, density: 600, position: [0, 0, (i + 1/2)*0.1],\n"
        "        shape: {type: box, size: [0.1, 0.1, 0.1]}}\n"
        "simulation: {h: 2e-3, T: 0.1, projection: combined}\n";
    zn_scene *s = read_with(text, 0, NULL);
    zn_simulation *sim;
    zn_model *model;
    zn_run_info r;

    ck_assert_int_eq(zn_scene_simulation(s, ctx, &model, &sim), ZN_OK);
    ck_assert_int_eq(zn_simulation_run(sim), ZN_OK);
    zn_simulation_run_info(sim, &r);
    ck_assert_int_eq(r.steps, 50);
    ck_assert_int_le(r.newton_iterations, 2 * r.steps + 4);
    ck_assert_int_eq(r.solver_failures, 0);
    ck_assert_double_eq_tol(zn_simulation_q(sim, zn_model_ds(model, "box.19"))[2], 1.95, 1e-9);
    zn_simulation_free(sim);
    zn_model_free(model);
    zn_scene_free(s);
}
END_TEST

/* Twenty boxes that sink by 3e-9 m/s. What a correction closes is 1e-11 m, hardly more than what may stay, and
 * four corners of a face agree on it to a 1e-5th, by the rounding of positions of 2 m: no multipliers solve that
 * to 1e-6 of the widest gap, and none have to. */
static void sinking(const char *tol, zn_run_info *out)
{
    static const char text[] =
        "parameters: {a: 0}\n"
        "gravity: [0, 0, -9.81]\n"
        "laws: {mu: 0.5}\n"
        "bodies:\n"
        "  ground: {fixed: yes, shape: {type: plane}}\n"
        "  box: {repeat: {i: 20}, density: 600, position: [0, 0, (i + 1/2)*0.1],\n"
        "        velocity: [0, 0, -3e-9], shape: {type: box, size: [0.1, 0.1, 0.1]}}\n"
        "simulation: {h: 2e-3, T: 0.2, projection: combined, projection_tol: a,\n"
        "             on_projection_failure: accept, on_solver_failure: accept}\n";
    zn_scene *s = read_with(text, 1, &tol);
    zn_simulation *sim;
    zn_model *model;

    ck_assert_int_eq(zn_scene_simulation(s, ctx, &model, &sim), ZN_OK);
    ck_assert_int_eq(zn_simulation_run(sim), ZN_OK);
    zn_simulation_run_info(sim, out);
    zn_simulation_free(sim);
    zn_model_free(model);
    zn_scene_free(s);
}

START_TEST(a_correction_is_solved_where_less_is_left_than_may_stay)
{
    zn_run_info r;

    sinking("a=1e-11", &r);
    ck_assert_int_gt(r.solves, r.steps); /* there were some */
    ck_assert_int_eq(r.solver_failures, 0);
    ck_assert_int_eq(r.projection_failures, 0);
    ck_assert_double_le(r.worst_error, 1e-6);
}
END_TEST

/* Who allows no more than rounding is told that it was not done. */
START_TEST(where_more_is_left_than_may_stay_it_is_not)
{
    zn_run_info r;

    sinking("a=4e-16", &r);
    ck_assert_int_gt(r.solver_failures, 0);
}
END_TEST

/* Who is tried instead is asked for the tolerance of the simulation, not for that of its class: of all
 * that sweeps leave 1e-10 is far more than this. */
START_TEST(another_solver_is_asked_for_the_same_digits)
{
    zn_run_info r;

    ck_assert_int_eq(stack("solver.max_iter: 1, solver_tol: 1e-13, "
                           "on_solver_failure: retry", &r),
                     ZN_OK);
    ck_assert_int_ge(r.retries, 1);
    ck_assert_double_le(r.worst_error, 1e-13);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("motion of scenes");
    TCase *tc = tcase_create("motion of scenes");
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, a_pile_that_is_not_solved_goes_on);
    tcase_add_test(tc, another_solver_is_asked_for_the_same_digits);
    tcase_add_test(tc, a_stack_that_rests_is_let_in_at_once);
    tcase_add_test(tc, a_correction_is_solved_where_less_is_left_than_may_stay);
    tcase_add_test(tc, where_more_is_left_than_may_stay_it_is_not);
    tcase_add_test(tc, a_body_moves_as_prescribed);
    tcase_add_test(tc, what_is_prescribed_has_a_value_where_the_body_begins);
    tcase_add_test(tc, what_is_prescribed_may_begin_with_a_jump);
    tcase_add_test(tc, a_box_slides_down_a_slope);
    tcase_add_test(tc, a_box_stands_on_a_plane_that_is_told_after_it);
    tcase_add_test(tc, a_box_sticks_on_a_slope);
    tcase_add_test(tc, balls_roll_on_a_box_that_is_pushed);
    tcase_add_test(tc, touching_has_a_length);
    tcase_add_test(tc, a_stack_is_solved_as_well_as_its_solver_solves);
    tcase_add_test(tc, balls_hand_their_velocity_over);
    tcase_add_test(tc, a_hinge_has_stops_and_friction);
    tcase_add_test(tc, a_screw_has_its_pitch);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
