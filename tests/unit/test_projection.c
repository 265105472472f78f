/* test_projection.c - two one-step problems of different level on the same
 * interactions: impacts at velocity level, positions back onto their constraints
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/conformance/reference.h"
#include "tests/unit/scene.h"

#include <zeno/scene.h>

/* ---- a pendulum in cartesian coordinates ------------------------------------- */

static void rod(unsigned n, double *q, unsigned m, double *y, unsigned nz,
                double *z)
{
    (void)n, (void)m, (void)nz, (void)z;
    y[0] = (q[0] * q[0] + q[1] * q[1] - 1) / 2;
}

static void rod_jac(unsigned n, double *q, unsigned m, double *C, unsigned nz,
                    double *z)
{
    (void)n, (void)m, (void)nz, (void)z;
    C[0] = q[0];
    C[1] = q[1];
}

/* The largest |y| of a run, and the largest |dy/dt|; at the end multipliers of both
 * levels. */
static double drift(const char *projection, double lambda[2], double *rate)
{
    /* masses that differ: the correction is not along the rod, and turns it */
    const double M[4] = {2, 0, 0, 3}, f[2] = {0, -2 * 9.81};
    const double q0[2] = {1, 0}, v0[2] = {0};
    double worst = 0;
    zn_interaction *a;
    zn_relation *r;

    *rate = 0;
    zn_ds *ds = linear_system("bob", 2, M, NULL, NULL, q0, v0, f);
    MUST(zn_relation_new(ctx, "scleronomous", "rod", 1, 2, &r));
    MUST(zn_relation_set_function(r, "h", (zn_fn *)rod));
    MUST(zn_relation_set_function(r, "jac_h_q", (zn_fn *)rod_jac));
    MUST(zn_model_connect(model, "rod", equality(1), r, ds, NULL, &a));
    simulate("moreau-jean", NULL, 0, 1e-2, 2);
    MUST(zn_simulation_set(sim, "projection", projection));
    MUST(zn_simulation_set_real(sim, "projection_tol", 1e-12));
    MUST(zn_simulation_set(sim, "recompute", "yes"));
    while (goes_on()) {
        worst = fmax(worst, fabs(zn_simulation_y(sim, a, 0)[0]));
        *rate = fmax(
            *rate, fabs(q_of(ds, 0) * v_of(ds, 0) + q_of(ds, 1) * v_of(ds, 1)));
    }
    ck_assert(zn_simulation_done(sim));
    for (int k = 0; k < 2; k++)
        lambda[k] = zn_simulation_lambda(sim, a, k)[0];
    return worst;
}

START_TEST(a_joint_does_not_drift)
{
    double lambda[2], free, rate;

    free = drift("none", lambda, &rate);
    ck_assert_double_gt(free, 1e-4);
    ck_assert(lambda[0] == 0);
    /* by default what is a joint or a body in space is projected; this is neither */
    scene_teardown();
    scene_setup();
    ck_assert(drift("joints", lambda, &rate) == free);
    ck_assert(lambda[0] == 0);
    scene_teardown();
    scene_setup();
    ck_assert_double_le(drift("direct", lambda, &rate), 1e-12);
    ck_assert(lambda[0] != 0); /* a displacement, at level 0 */
    ck_assert(lambda[1] != 0); /* an impulse, at level 1 */
    ck_assert_double_gt(rate, 1e-6);
    /* the velocity is tangent to the position that is reached, too */
    scene_teardown();
    scene_setup();
    ck_assert_double_le(drift("simultaneous", lambda, &rate), 1e-12);
    ck_assert_double_le(rate, 1e-11); /* newton_tol 1e-10, and it contracts */
    ck_assert(lambda[0] != 0 && lambda[1] != 0);
}
END_TEST

/* ---- metrics ----------------------------------------------------------------------- */

/* Two masses, 1 and 3, that stand .5 into each other. The correction is one step, as
 * the gap is linear: in the metric of the mass 3/4 and 1/4 of it, in the other one
 * half and half. Lambda = .5 / (1 + 1/3), or .5 / 2. */
static void apart(const char *metric, double a1, double b1, double Lambda)
{
    const double C[2] = {-1, 1};
    zn_ds *a = point_mass("a", 1, 0, 0, 0), *b = point_mass("b", 3, -.5, 0, 0);
    zn_interaction *gap = join("gap", newton(0), 1, 2, C, NULL, a, b);

    simulate("moreau-jean", NULL, 0, .1, .2);
    MUST(zn_simulation_set(sim, "projection", "direct"));
    MUST(zn_simulation_set(sim, "projection_metric", metric));
    MUST(zn_simulation_step(sim));
    CLOSE(q_of(a, 0), a1, 1e-15);
    CLOSE(q_of(b, 0), b1, 1e-15);
    CLOSE(zn_simulation_lambda(sim, gap, 0)[0], Lambda, 1e-15);
    ck_assert(v_of(a, 0) == 0 && v_of(b, 0) == 0);
}

START_TEST(the_mass_metric_leaves_the_centre_of_mass)
{
    apart("mass", -.375, -.375, .375);
}
END_TEST

START_TEST(the_identity_moves_both_alike)
{
    apart("identity", -.25, -.25, .25);
}
END_TEST

/* The same masses, stood into each other once more when they were exchanged, or when one of
 * them is told where to be. */
START_TEST(the_metric_is_that_of_the_masses_there_are)
{
    const double one = 1, three = 3, still = 0;
    const zn_index first = 0;
    zn_state *x;
    zn_ds *a, *b;

    apart("mass", -.375, -.375, .375);
    a = zn_model_ds(model, "a");
    b = zn_model_ds(model, "b");
    x = zn_simulation_state_rw(sim);
    x->q[zn_ds_q_offset(a)] = 0;
    x->q[zn_ds_q_offset(b)] = -.5;
    MUST(zn_simulation_touched(sim));
    zn_model_reopen(model);
    if (_i == 0) {
        MUST(zn_ds_set_constant(a, "mass", 1, 1, &three));
        MUST(zn_ds_set_constant(b, "mass", 1, 1, &one));
    } else {
        MUST(zn_ds_prescribe(a, 1, &first, &still));
    }
    MUST(zn_model_seal(model));
    MUST(zn_simulation_step(sim));
    CLOSE(q_of(a, 0), _i == 0 ? -.125 : 0, 1e-15);
    CLOSE(q_of(b, 0), _i == 0 ? -.125 : 0, 1e-15);
}
END_TEST

/* A prescribed coordinate does not give way. */
START_TEST(prescribed_velocities_hold_their_component)
{
    const double C[2] = {-1, 1}, still = 0;
    const zn_index first = 0;
    zn_ds *a = point_mass("a", 1, 0, 0, 0), *b = point_mass("b", 3, -.5, 0, 0);

    MUST(zn_ds_prescribe(a, 1, &first, &still));
    join("gap", newton(0), 1, 2, C, NULL, a, b);
    simulate("moreau-jean", NULL, 0, .1, .1);
    MUST(zn_simulation_set(sim, "projection", "direct"));
    MUST(zn_simulation_step(sim));
    ck_assert(q_of(a, 0) == 0);
    CLOSE(q_of(b, 0), 0, 1e-15);
}
END_TEST

/* It may be turned on and off between steps. */
START_TEST(it_can_begin_later)
{
    const double C[2] = {-1, 1};
    zn_ds *a = point_mass("a", 1, 0, 0, 0), *b = point_mass("b", 3, -.5, 0, 0);

    join("gap", newton(0), 1, 2, C, NULL, a, b);
    simulate("moreau-jean", NULL, 0, .1, 1);
    MUST(zn_simulation_step(sim));
    ck_assert(q_of(a, 0) == 0);
    MUST(zn_simulation_set(sim, "projection", "direct"));
    MUST(zn_simulation_step(sim));
    CLOSE(q_of(a, 0), -.375, 1e-15);
}
END_TEST

/* ---- where it cannot ------------------------------------------------------------------ */

/* y = q^2 + 1 is never zero */
static void never(unsigned n, double *q, unsigned m, double *y, unsigned nz,
                  double *z)
{
    (void)n, (void)m, (void)nz, (void)z;
    y[0] = q[0] * q[0] + 1;
}

static void never_jac(unsigned n, double *q, unsigned m, double *C, unsigned nz,
                      double *z)
{
    (void)n, (void)m, (void)nz, (void)z;
    C[0] = 2 * q[0];
}

/* A point at 0.7 tied to what cannot be. */
static zn_ds *tied_to_nothing(void)
{
    zn_interaction *i;
    zn_relation *r;
    zn_ds *a = point_mass("a", 1, .7, 0, 0);

    MUST(zn_relation_new(ctx, "scleronomous", "r", 1, 1, &r));
    MUST(zn_relation_set_function(r, "h", (zn_fn *)never));
    MUST(zn_relation_set_function(r, "jac_h_q", (zn_fn *)never_jac));
    MUST(zn_model_connect(model, "i", equality(1), r, a, NULL, &i));
    simulate("moreau-jean", NULL, 0, .1, 1);
    MUST(zn_simulation_set(sim, "projection", "direct"));
    return a;
}

START_TEST(constraints_without_a_position_are_said)
{
    const zn_ds *a = tied_to_nothing();

    REFUSED(zn_simulation_step(sim), ZN_UNSOLVED, "after 20 iterations");
    ck_assert(q_of(a, 0) == .7);
}
END_TEST

START_TEST(corrections_that_do_not_suffice_are_taken_if_asked_for)
{
    const zn_ds *a = tied_to_nothing();
    zn_run_info r;

    MUST(zn_simulation_set(sim, "projection_max_iter", "1"));
    MUST(zn_simulation_set(sim, "on_projection_failure", "accept"));
    MUST(zn_simulation_step(sim));
    CLOSE(q_of(a, 0), .7 - (.7 * .7 + 1) / (2 * .7), 1e-15);
    MUST(zn_simulation_step(sim));
    zn_simulation_run_info(sim, &r);
    ck_assert_int_eq(r.projection_failures, 2);
}
END_TEST

/* ---- friction ------------------------------------------------------------------------ */

/* A block that slides on a floor it has sunk into: of its contact the gap alone is
 * projected, and the friction of the step is as without. */
static double slide(const char *projection, double *y)
{
    const double M[4] = {2, 0, 0, 2}, C[4] = {0, 1, 1, 0};
    const double q0[2] = {0, -.25}, v0[2] = {3, 0}, f[2] = {0, -2 * 9.81};
    zn_ds *block = linear_system("block", 2, M, NULL, NULL, q0, v0, f);
    zn_law *law;

    MUST(zn_law_friction(ctx, 2, 0, 0, .5, &law));
    join("floor", law, 2, 2, C, NULL, block, NULL);
    simulate("moreau-jean", NULL, 0, 1e-2, 1);
    MUST(zn_simulation_set(sim, "projection", projection));
    MUST(zn_simulation_set(sim, "recompute", "yes"));
    for (int i = 0; i < 3; i++)
        MUST(zn_simulation_step(sim));
    *y = q_of(block, 1);
    return v_of(block, 0);
}

START_TEST(of_friction_the_gap_is_projected)
{
    const double after = 3 - .5 * 9.81 * 3e-2;
    double y;

    CLOSE(slide("none", &y), after, 1e-12);
    CLOSE(y, -.25, 1e-12);
    scene_teardown();
    scene_setup();
    CLOSE(slide("direct", &y), after, 1e-12);
    CLOSE(y, 0, 1e-12);
    scene_teardown();
    scene_setup();
    CLOSE(slide("combined", &y), after, 1e-12);
    CLOSE(y, 0, 1e-12);
}
END_TEST

/* ---- a reference trajectory --------------------------------------------------------------- */

START_TEST(bouncing_ball)
{
    const double q0[3] = {1, 0, 0}, v0[3] = {0}, f[3] = {-9.81, 0, 0};
    const double M[9] = {1, 0, 0, 0, 1, 0, 0, 0, .4 * .1 * .1};
    const double C[3] = {1, 0, 0};
    zn_interaction *floor;
    reference ref;
    zn_ds *ball;

    if (!reference_read(&ref,
                        "trajectories/BouncingBallTS-MoreauJeanDirectProjectionOSI/"
                        "BouncingBallTS-MoreauJeanDirectProjectionOSI.ref"))
        return;
    ball = linear_system("ball", 3, M, NULL, NULL, q0, v0, f);
    floor = join("floor", newton(.9), 1, 3, C, NULL, ball, NULL);
    simulate("moreau-jean", "theta=0.5 threshold=1e-7", 0, .005, 10);
    MUST(zn_simulation_set(sim, "projection", "direct"));
    MUST(zn_simulation_set(sim, "projection_rows", "active"));
    for (long k = 0; k < ref.rows; k++) {
        if (k > 0)
            MUST(zn_simulation_step(sim));
        else
            MUST(zn_simulation_init(sim));
        reference_check(&ref, k, 1, q_of(ball, 0), 1e-12);
        reference_check(&ref, k, 2, v_of(ball, 0), 1e-12);
        reference_check(&ref, k, 3, zn_simulation_p(sim, ball)[0], 1e-12);
        reference_check(&ref, k, 4, zn_simulation_lambda(sim, floor, 1)[0],
                        1e-12);
        reference_check(&ref, k, 6, zn_simulation_lambda(sim, floor, 0)[0],
                        1e-12);
    }
    reference_free(&ref);
}
END_TEST

/* A ball is lifted out of the floor that it entered: m g times all of that. With it the
 * energy is in balance to rounding. */
START_TEST(what_projection_gives_is_in_the_balance)
{
    const double m = 2, g = 9.81;
    double lifted = 0;
    zn_run_info info;
    zn_interaction *floor;
    const double one = 1;
    zn_ds *ball = point_mass("ball", m, 1, 0, -m * g);

    floor = join("floor", newton(.7), 1, 1, &one, NULL, ball, NULL);
    simulate("moreau-jean", "theta=0.5", 0, .01, 3);
    MUST(zn_simulation_set(sim, "projection", "direct"));
    MUST(zn_simulation_set(sim, "energy", "yes"));
    MUST(zn_simulation_init(sim));
    while (!zn_simulation_done(sim)) {
        MUST(zn_simulation_step(sim));
        lifted += zn_simulation_lambda(sim, floor, 0)[0] / m;
    }
    zn_simulation_run_info(sim, &info);
    ck_assert_double_gt(lifted, 1e-3);
    CLOSE(info.projected, m * g * lifted, 1e-11);
    CLOSE(info.balance, 0, 1e-11);
}
END_TEST

/* Boxes on one another, hit by a ball: of the many corners that a correction moves, those
 * that it opens are in the next one, too, else one pushes the other in and back. Where a step ends
 * contacts hold; a box that turns on its edge goes in by w^2 h^2/2 of it, some 1e-5 m, beside them. */
START_TEST(a_stack_that_is_hit_is_projected)
{
    static const char text[] =
        "gravity: [0, 0, -9.81]\n"
        "laws: {mu: 0.5}\n"
        "bodies:\n"
        "  ground: {fixed: yes, shape: {type: plane}}\n"
        "  box: {repeat: {i: 10}, density: 600,\n"
        "    position: [0, 0, (i + 1/2)*0.1],\n"
        "    shape: {type: box, size: [0.1, 0.1, 0.1]}}\n"
        "  ball: {density: 2000, position: [-0.13, 0, 0.7],\n"
        "    velocity: [6, 0, 0], shape: {type: sphere, radius: 0.06}}\n"
        "simulation: {h: 2e-3, T: 0.2, projection: direct}\n";
    zn_simulation *run;
    zn_run_info info;
    zn_scene *scene;
    zn_model *m;

    MUST(zn_scene_read_text(ctx, "stack.yaml", text, strlen(text), 0, NULL,
                            &scene));
    MUST(zn_scene_simulation(scene, ctx, &m, &run));
    while (!zn_simulation_done(run)) {
        MUST(zn_simulation_step(run));
        ck_assert_double_ge(zn_simulation_step_info(run)->worst_gap, -1e-8);
    }
    zn_simulation_run_info(run, &info);
    ck_assert_double_ge(info.worst_gap, -1e-4);
    ck_assert_double_gt((double)info.impacts, 10);
    zn_simulation_free(run);
    zn_model_free(m);
    zn_scene_free(scene);
}
END_TEST

/* A ball throws another one at a third, which stands still 5 mm off: nobody announced these two where that step
 * began, and it leads one into the other. The next one moves it back, and is the first to
 * know: the report says how deep it was, as the places of the balls do. */
START_TEST(an_overlap_that_a_step_led_into_is_told)
{
    static const char *const projection[] = {"direct", "simultaneous", "combined"};
    static const char text[] =
        "laws: {mu: 0, e: 1}\n"
        "bodies:\n"
        "  first: {mass: 10, velocity: [4, 0, 0], shape: {type: sphere, radius: 0.1}}\n"
        "  second: {mass: 10, position: [0.21, 0, 0], shape: {type: sphere, radius: 0.1}}\n"
        "  third: {mass: 10, position: [0.415, 0, 0], shape: {type: sphere, radius: 0.1}}\n"
        "simulation: {h: 1e-2, T: 0.1}\n";
    double least = 0, when = 0;
    zn_simulation *run;
    zn_run_info info;
    zn_scene *scene;
    zn_model *m;

    MUST(zn_scene_read_text(ctx, "three.yaml", text, strlen(text), 0, NULL, &scene));
    MUST(zn_scene_simulation(scene, ctx, &m, &run));
    MUST(zn_simulation_set(run, "projection", projection[_i]));
    MUST(zn_simulation_init(run));
    while (!zn_simulation_done(run)) {
        const double gap = zn_simulation_q(run, zn_model_ds(m, "third"))[0] -
                           zn_simulation_q(run, zn_model_ds(m, "second"))[0] - 0.2;

        if (gap < least)
            when = zn_simulation_time(run);
        least = fmin(least, gap);
        MUST(zn_simulation_step(run));
    }
    zn_simulation_run_info(run, &info);
    ck_assert_double_lt(least, -0.009); /* 15 mm of half of 4 m/s in 10 ms, 10 mm where it is stopped between */
    ck_assert_double_eq_tol(info.worst_gap, least, 1e-12);
    ck_assert_double_eq_tol(info.worst_gap_time, when, 1e-12);
    zn_simulation_free(run);
    zn_model_free(m);
    zn_scene_free(scene);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("projection");
    TCase *tc = tcase_create("projection");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, a_joint_does_not_drift);
    tcase_add_test(tc, the_mass_metric_leaves_the_centre_of_mass);
    tcase_add_loop_test(tc,
                        the_metric_is_that_of_the_masses_there_are, 0, 2);
    tcase_add_test(tc, the_identity_moves_both_alike);
    tcase_add_test(tc, prescribed_velocities_hold_their_component);
    tcase_add_test(tc, it_can_begin_later);
    tcase_add_test(tc, constraints_without_a_position_are_said);
    tcase_add_test(tc, corrections_that_do_not_suffice_are_taken_if_asked_for);
    tcase_add_test(tc, of_friction_the_gap_is_projected);
    tcase_add_test(tc, bouncing_ball);
    tcase_add_test(tc, what_projection_gives_is_in_the_balance);
    tcase_add_test(tc, a_stack_that_is_hit_is_projected);
    tcase_add_loop_test(tc, an_overlap_that_a_step_led_into_is_told, 0, 3);
    suite_add_tcase(s, tc);
    return test_main(s);
}
