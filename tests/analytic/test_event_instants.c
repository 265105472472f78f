/* test_event_instants.c - instants of the grid are values of the integrator's solution in between:
 * to its tolerance, with the same bits on rerun and restart, and with data that a program changes
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/analytic/events.h"

#include <stdlib.h>
#include <string.h>

static void instants(const char *how)
{
    MUST(zn_simulation_set(sim, "instants", how));
}

/* The steps of the integrator to the end. */
static zn_index run(void)
{
    zn_index n = 0;

    MUST(zn_simulation_init(sim));
    while (!zn_simulation_done(sim)) {
        MUST(zn_simulation_step(sim));
        n += zn_simulation_step_info(sim)->substeps;
    }
    return n;
}

/* q'' = -k q, thrown back by a wall at -0.5, and by another at 0.9 */
static zn_ds *between_walls(void)
{
    const double m = 1, k = 4, q0 = 0, v0 = 3, one = 1, minus = -1;
    const double left = 0.5, right = 0.9;
    zn_ds *ds = linear_system("mass", 1, &m, NULL, &k, &q0, &v0, NULL);

    join("left", newton(0.9), 1, 1, &one, &left, ds, NULL);
    join("right", newton(0.8), 1, 1, &minus, &right, ds, NULL);
    return ds;
}

/* ---- values ------------------------------------------------------------------------------ */

START_TEST(an_oscillator_is_on_its_cosine_in_few_steps)
{
    const double m = 1, k = 4, q0 = 1, v0 = 0;
    zn_ds *ds = linear_system("mass", 1, &m, NULL, &k, &q0, &v0, NULL);
    zn_index n = 0;

    event_driven(0, 1e-3, 5);
    MUST(zn_simulation_init(sim));
    while (!zn_simulation_done(sim)) {
        double t;
        MUST(zn_simulation_step(sim));
        t = zn_simulation_time(sim);
        n += zn_simulation_step_info(sim)->substeps;
        /* some fifty steps with rtol = 1e-12 each */
        CLOSE(q_of(ds, 0), cos(2 * t), 1e-11);
        CLOSE(v_of(ds, 0), -2 * sin(2 * t), 2e-11);
    }
    ck_assert_int_lt(n, 100);
    scene_again();
    ds = linear_system("mass", 1, &m, NULL, &k, &q0, &v0, NULL);
    event_driven(0, 1e-3, 5);
    instants("stop");
    ck_assert_int_ge(run(), 5000);
}
END_TEST

/* The rest of a step that was made before is not what was asked for since. */
START_TEST(an_accuracy_holds_from_where_it_is_set)
{
    const double m = 1, k = 4, q0 = 1, v0 = 0;
    zn_ds *ds = linear_system("mass", 1, &m, NULL, &k, &q0, &v0, NULL);

    event_driven(0, 0.1, 10);
    MUST(zn_simulation_set(sim, "ode", "dormand-prince"));
    MUST(zn_simulation_set(sim, "rtol", "1e-2"));
    MUST(zn_simulation_set(sim, "atol", "1e-2"));
    steps(20 + _i); /* in the middle of a step, or not */
    const double t = zn_simulation_time(sim), q = q_of(ds, 0), v = v_of(ds, 0);
    MUST(zn_simulation_set(sim, "rtol", "1e-12"));
    MUST(zn_simulation_set(sim, "atol", "1e-12"));
    for (int n = 0; n < 50; n++) {
        MUST(zn_simulation_step(sim));
        const double s = 2 * (zn_simulation_time(sim) - t);
        CLOSE(q_of(ds, 0), q * cos(s) + v / 2 * sin(s), 1e-10);
    }
}
END_TEST

START_TEST(events_do_not_depend_on_the_grid)
{
    static told coarse;

    between_walls();
    event_driven(0, 0.5, 5);
    run();
    coarse = events;
    ck_assert_int_gt(coarse.n, 5);
    scene_again();
    between_walls();
    event_driven(0, 1e-3, 5);
    run();
    ck_assert_int_eq(events.n, coarse.n);
    for (int i = 0; i < coarse.n; i++)
        ck_assert(events.at[i].t == coarse.at[i].t &&
                  events.at[i].after == coarse.at[i].after);
}
END_TEST

/* ---- restart -------------------------------------------------------------------------------- */

static const char *const classes[] = {"auto", "dormand-prince", "half-explicit",
                                      "radau"};

static void between_walls_by(const char *ode)
{
    between_walls();
    event_driven(0, 0.01, 1.5);
    MUST(zn_simulation_set(sim, "ode", ode));
    MUST(zn_simulation_set(sim, "rtol", "1e-8"));
    MUST(zn_simulation_set(sim, "atol", "1e-9"));
}

/* From the checkpoint of each instant, most of which are in the middle of a step: in the same
 * program, and in another one. */
START_TEST(a_step_is_taken_up_with_the_same_bits)
{
    enum { MOST = 400 };
    static void *saved[MOST];
    static size_t size[MOST];
    double end[2];
    int n = 0;
    const zn_ds *ds;

    between_walls_by(classes[_i]);
    MUST(zn_simulation_init(sim));
    for (; !zn_simulation_done(sim); n++) {
        ck_assert_int_lt(n, MOST);
        MUST(zn_checkpoint_to_memory(sim, &saved[n], &size[n]));
        MUST(zn_simulation_step(sim));
    }
    ds = zn_model_ds(model, "mass");
    end[0] = q_of(ds, 0);
    end[1] = v_of(ds, 0);
    for (int k = 0; k < n; k += 7) {
        if (k % 2) {
            scene_again();
            between_walls_by(classes[_i]);
        }
        MUST(zn_checkpoint_from_memory(sim, saved[k], size[k]));
        MUST(zn_simulation_run(sim));
        ds = zn_model_ds(model, "mass");
        ck_assert_msg(q_of(ds, 0) == end[0] && v_of(ds, 0) == end[1],
                      "%s from step %d: %.17g, %.17g, not %.17g, %.17g",
                      classes[_i], k, q_of(ds, 0), v_of(ds, 0), end[0], end[1]);
    }
    for (int k = 0; k < n; k++)
        free(saved[k]);
}
END_TEST

START_TEST(a_snapshot_is_gone_back_to_with_the_same_bits)
{
    zn_ds *ds = between_walls();
    zn_snapshot *mark;
    double end;

    event_driven(0, 0.01, 1);
    for (int k = 0; k < 30; k++)
        MUST(zn_simulation_step(sim));
    MUST(zn_snapshot_new(sim, &mark));
    MUST(zn_snapshot_take(mark));
    run();
    end = q_of(ds, 0);
    MUST(zn_snapshot_restore(mark));
    run();
    ck_assert(q_of(ds, 0) == end);
    zn_snapshot_free(mark);
}
END_TEST

/* A ball with two walls beside it, or an oscillator between them, from row to row: q, v, gaps and their rates,
 * forces. */
static int rows_of(bool ball, const char *energy, double row[][8])
{
    const double m = 1, q0 = 0.5, v0 = 2, g = -9.81, one = 1, floor = 0;
    zn_ds *ds;
    int n = 0;

    if (ball) {
        ds = linear_system("mass", 1, &m, NULL, NULL, &q0, &v0, &g);
        join("floor", newton(0.9), 1, 1, &one, &floor, ds, NULL);
    } else {
        ds = between_walls();
    }
    event_driven(0, 1e-2, 3);
    MUST(zn_simulation_set(sim, "energy", energy));
    MUST(zn_simulation_init(sim));
    for (; !zn_simulation_done(sim); n++) {
        const zn_state *x = zn_simulation_state(sim);
        MUST(zn_simulation_step(sim));
        memset(row[n], 0, sizeof row[n]);
        row[n][0] = x->t;
        row[n][1] = x->q[0];
        row[n][2] = x->v[0];
        row[n][3] = x->p[0];
        for (zn_index i = 0; i < x->ny; i++) {
            row[n][4] += (double)(i + 1) * x->y[0][i];
            row[n][5] += (double)(i + 1) * x->y[1][i];
            row[n][6] += (double)(i + 1) * x->lambda[1][i];
            row[n][7] += (double)(i + 1) * x->lambda[2][i];
        }
    }
    return n;
}

/* A row that is but a value of a polynomial is made on a way of its own, which an energy balance does not
 * take. */
START_TEST(a_row_in_passing_has_the_bits_of_any_other)
{
    enum { MOST = 400 };
    static double passing[MOST][8], other[MOST][8];
    const int n = rows_of(_i == 1, "no", passing);

    ck_assert_int_gt(n, 300);
    ck_assert_int_lt(n, MOST);
    scene_again();
    ck_assert_int_eq(rows_of(_i == 1, "yes", other), n);
    for (int k = 0; k < n; k++)
        ck_assert_msg(memcmp(passing[k], other[k], sizeof *other) == 0,
                      "row %d at t = %.17g: q = %.17g, not %.17g", k,
                      passing[k][0], passing[k][1], other[k][1]);
}
END_TEST

/* ---- data that change ---------------------------------------------------------------------------- */

/* f = z */
static void push(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)t, (void)n, (void)nz;
    f[0] = z[0];
}

/* A mass that is pushed by +1 and -1 in turns, each for an instant of the grid: it moves on by h^2
 * in two of them. */
START_TEST(a_parameter_that_is_written_ends_the_step)
{
    const double h = 0.1, z0 = 1;
    zn_ds *ds = point_mass("mass", 1, 0, 0, 0);
    zn_index nz;

    MUST(zn_ds_set_z(ds, 1, &z0));
    MUST(zn_ds_set_function(ds, "f_ext", (zn_fn *)push));
    event_driven(0, h, 10);
    MUST(zn_simulation_init(sim));
    for (int k = 0; !zn_simulation_done(sim); k++) {
        zn_ds_z(ds, &nz)[0] = k % 2 ? -1 : 1;
        MUST(zn_simulation_step(sim));
    }
    CLOSE(q_of(ds, 0), 50 * h * h, 1e-12);
    CLOSE(v_of(ds, 0), 0, 1e-13);
}
END_TEST

static double pushed; /* N, what a closure sees of its program */

static void push_as_told(void *user, const zn_args *a)
{
    a->out[0] = *(double *)user;
}

START_TEST(a_closure_sees_what_its_program_has_now)
{
    const double h = 0.1;
    zn_ds *ds = point_mass("mass", 1, 0, 0, 0);

    MUST(zn_ds_set_closure(ds, "f_ext", push_as_told, &pushed, NULL));
    event_driven(0, h, 10);
    MUST(zn_simulation_init(sim));
    for (int k = 0; !zn_simulation_done(sim); k++) {
        pushed = k % 2 ? -1 : 1;
        MUST(zn_simulation_step(sim));
    }
    CLOSE(q_of(ds, 0), 50 * h * h, 1e-12);
}
END_TEST

/* The velocity is turned round by hand at every instant. */
START_TEST(a_state_that_is_written_begins_the_motion_anew)
{
    zn_ds *ds = point_mass("mass", 1, 0, 1, 0);

    event_driven(0, 0.1, 1);
    MUST(zn_simulation_init(sim));
    for (int k = 0; k < 10; k++) {
        MUST(zn_simulation_step(sim));
        CLOSE(q_of(ds, 0), k % 2 ? 0 : 0.1, 1e-15);
        zn_simulation_state_rw(sim)->v[0] *= -1;
        MUST(zn_simulation_touched(sim));
    }
}
END_TEST

/* In the middle of a step: another integrator begins anew where the motion is. */
START_TEST(another_integrator_goes_on_from_here)
{
    static const char *const others[] = {"radau", "dormand-prince", "half-explicit"};
    const double m = 1, k = 4, q0 = 1, v0 = 0;
    zn_ds *ds = linear_system("mass", 1, &m, NULL, &k, &q0, &v0, NULL);

    event_driven(0, 0.01, 2);
    MUST(zn_simulation_advance_to(sim, 0.5));
    MUST(zn_simulation_step(sim));
    for (int i = 0; i < 3; i++) {
        MUST(zn_simulation_set(sim, "ode", others[i]));
        MUST(zn_simulation_step(sim));
        CLOSE(q_of(ds, 0), cos(2 * zn_simulation_time(sim)), 1e-11);
    }
    MUST(zn_simulation_set(sim, "ode", "generalised-alpha"));
    MUST(zn_simulation_run(sim)); /* of order two in h */
    CLOSE(q_of(ds, 0), cos(4), 1e-3);
    ck_assert_double_ge(fabs(q_of(ds, 0) - cos(4)), 1e-6);
}
END_TEST

/* A controller of the simulation's own instants does not know how long what it says is held. */
START_TEST(a_pid_without_a_period_is_told_what_it_needs)
{
    const double C[2] = {1, 0}, zero = 0;
    zn_ds *ds = point_mass("mass", 1, 0, 0, 0);
    zn_control *control;
    zn_block *y, *u;

    MUST(zn_ds_set_z(ds, 1, &zero));
    MUST(zn_ds_set_function(ds, "f_ext", (zn_fn *)push));
    event_driven(0, 0.1, 1);
    MUST(zn_control_new(sim, &control));
    MUST(zn_control_add(control, "linear-sensor", "y", ds, NULL, 1, &y));
    MUST(zn_block_set_constant(y, "C", 1, 2, C));
    MUST(zn_control_add(control, "pid", "u", ds, y, 1, &u));
    REFUSED(zn_simulation_run(sim), ZN_EINVAL, "give the block a period");
}
END_TEST

/* ---- guards that are not linear ------------------------------------------------------------------- */

/* A floor that is up for a moment only: y = sum of q - height exp(-s^2), s = (t - 7.3)/width. */
static struct {
    double height, width;
} visit;

static double since(double t)
{
    return (t - 7.3) / visit.width;
}

static void lifted(unsigned nq, double *q, double t, unsigned ny, double *y,
                   unsigned nz, double *z)
{
    const double s = since(t);

    (void)ny, (void)nz, (void)z;
    y[0] = -visit.height * exp(-s * s);
    for (unsigned i = 0; i < nq; i++)
        y[0] += q[i];
}

static void lifted_rate(unsigned nq, double *q, double t, unsigned ny, double *y,
                        unsigned nz, double *z)
{
    const double s = since(t);

    (void)nq, (void)ny, (void)nz, (void)z, (void)q;
    y[0] = 2 * visit.height * s / visit.width * exp(-s * s);
}

static void lifted_gradient(unsigned nq, double *q, double t, unsigned ny,
                            double *C, unsigned nz, double *z)
{
    (void)ny, (void)nz, (void)z, (void)q, (void)t;
    for (unsigned i = 0; i < nq; i++)
        C[i] = 1;
}

static void visited(zn_ds *ds, zn_law *law, double height, double width)
{
    zn_relation *r;

    visit.height = height;
    visit.width = width;
    MUST(zn_relation_new(ctx, "rheonomous", "floor", 1, zn_ds_nq(ds), &r));
    MUST(zn_relation_set_function(r, "h", (zn_fn *)lifted));
    MUST(zn_relation_set_function(r, "h_dot", (zn_fn *)lifted_rate));
    MUST(zn_relation_set_function(r, "jac_h_q", (zn_fn *)lifted_gradient));
    MUST(zn_model_connect(model, "floor", law, r, ds, NULL, NULL));
}

/* Below a body that nothing accelerates, which no parabola through a few values shows. */
START_TEST(a_short_visit_of_a_floor_is_seen)
{
    zn_ds *ds = point_mass("mass", 1, 1, 0, 0);

    visited(ds, newton(1), 2, 0.02);
    event_driven(0, 0.1, 10);
    run();
    ck_assert_int_ge(event_count(ZN_EVENT_IMPACT), 1);
    /* exp(-s^2) = 1/2 */
    CLOSE(event_at(ZN_EVENT_IMPACT, 0)->t, 7.3 - 0.02 * sqrt(log(2)), 1e-11);
}
END_TEST

/* ---- models of the same names --------------------------------------------------------- */

/* One ball comes to rest on its floor and one is thrown high, floors connected in this order or
 * the other. */
static void two_balls(bool turned, zn_ds *ball[2])
{
    const char *const floor[] = {"f0", "f1"};
    const double one = 1;

    ball[0] = point_mass("low", 1, 0.01, 0, -grav);
    ball[1] = point_mass("high", 1, 1, 0, -grav);
    for (int k = 0; k < 2; k++) {
        const int b = turned ? 1 - k : k;

        join(floor[b], newton(b ? 0.9 : 0.3), 1, 1, &one, NULL, ball[b], NULL);
    }
    event_driven(0, 0.05, 2);
}

START_TEST(states_of_contacts_are_taken_up_by_those_they_belong_to)
{
    zn_ds *ball[2];
    double end[2][2];
    void *saved;
    size_t size;

    two_balls(false, ball);
    MUST(zn_simulation_advance_to(sim, 0.35));
    MUST(zn_checkpoint_to_memory(sim, &saved, &size));
    MUST(zn_simulation_run(sim));
    for (int k = 0; k < 2; k++)
        end[0][k] = q_of(ball[k], 0);
    scene_teardown();

    scene_setup();
    two_balls(true, ball);
    MUST(zn_simulation_init(sim));
    MUST(zn_checkpoint_from_memory(sim, saved, size));
    MUST(zn_simulation_run(sim));
    for (int k = 0; k < 2; k++)
        end[1][k] = q_of(ball[k], 0);
    zn_free_array(ctx, saved);
    CLOSE(end[1][0], end[0][0], 1e-12);
    CLOSE(end[1][1], end[0][1], 1e-11);
    ck_assert_double_ge(end[0][1], 0.01);
}
END_TEST

/* ---- forces that say nothing of what comes ------------------------------------------------------ */

/* 1 N from 5 s to 5.1 s */
static void pulse(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    f[0] = t > 5 && t < 5.1 ? 1 : 0;
}

/* A body at rest bounds no step, but the pulse that is to come must be seen, as it is at the instants
 * of the grid: dv = 0.1, dq = 0.1 (4.9 + 0.05). Its two jumps are gone over by least steps, 1e-14 s. */
START_TEST(a_pulse_of_force_is_not_passed_by)
{
    zn_ds *ds = point_mass("mass", 1, 0, 0, 0);

    MUST(zn_ds_set_function(ds, "f_ext", (zn_fn *)pulse));
    event_driven(0, 0.05, 10);
    MUST(zn_simulation_set(sim, "ode", classes[_i]));
    run();
    CLOSE(v_of(ds, 0), 0.1, 1e-10);
    CLOSE(q_of(ds, 0), 0.1 * (4.9 + 0.05), 1e-9);
}
END_TEST

/* Nor where constant forces are joined by those of a joint that moves, q0 + q1 = b: settling would
 * bring rows to where they belong, but forces would know nothing of the pulse. */
START_TEST(a_joint_that_is_shaken_is_not_passed_by)
{
    const double M[4] = {1, 0, 0, 3}, zero[2] = {0, 0};
    zn_ds *ds = linear_system("pair", 2, M, NULL, NULL, zero, zero, NULL);

    visited(ds, equality(1), 0.1, 0.05);
    event_driven(0, 0.05, 10);
    MUST(zn_simulation_set(sim, "ode", classes[_i]));
    ck_assert_int_ge(run(), 100);
    CLOSE(v_of(ds, 0), 0, 1e-7);
}
END_TEST

/* ---- failures -------------------------------------------------------------------------------------- */

/* In the middle of a step, where nothing could fail but for that. */
START_TEST(a_parameter_that_is_no_number_is_told_and_the_state_kept)
{
    const double z0 = 1, one = 1, y0 = 10;
    zn_ds *ds = point_mass("mass", 1, 0, 0, 0);
    zn_index nz;

    MUST(zn_ds_set_z(ds, 1, &z0));
    MUST(zn_ds_set_function(ds, "f_ext", (zn_fn *)push));
    join("floor", newton(1), 1, 1, &one, &y0, ds, NULL);
    event_driven(0, 0.1, 10);
    for (int k = 0; k < 20; k++)
        MUST(zn_simulation_step(sim));
    zn_ds_z(ds, &nz)[0] = NAN;
    REFUSED(zn_simulation_step(sim), ZN_EDOM, "component 0 is NaN");
    CLOSE(zn_simulation_time(sim), 2, 1e-14);
    zn_ds_z(ds, &nz)[0] = 0;
    MUST(zn_simulation_run(sim));
    CLOSE(q_of(ds, 0), 2 + 8 * 2, 1e-12);
}
END_TEST

/* Three gaps of one interaction are three contacts: the same bits as of an interaction each. The first one
 * comes to rest, the second one is thrown up and the third lies there. */
START_TEST(rows_of_an_interaction_are_contacts_of_their_own)
{
    const double M[9] = {[0] = 1, [4] = 1, [8] = 1}, f[] = {-grav, -grav, -grav};
    const double q0[] = {0.2, 0.5, 0}, v0[] = {0, 3, 0};
    double q[2][6];
    int impacts[2];

    for (int k = 0; k < 2; k++) {
        zn_ds *ds;

        scene_again();
        ds = linear_system("body", 3, M, NULL, NULL, q0, v0, f);
        if (k == 0)
            join("all", newton(0.5), 3, 3, M, NULL, ds, NULL);
        for (int i = 0; k == 1 && i < 3; i++) {
            const double row[3] = {i == 0, i == 1, i == 2};
            join((const char *[]){"a", "b", "c"}[i], newton(0.5), 1, 3, row, NULL, ds, NULL);
        }
        event_driven(0, 0.05, 1);
        MUST(zn_simulation_run(sim));
        memcpy(q[k], zn_simulation_q(sim, ds), 3 * sizeof **q);
        memcpy(q[k] + 3, zn_simulation_v(sim, ds), 3 * sizeof **q);
        impacts[k] = event_count(ZN_EVENT_IMPACT);
    }
    ck_assert_int_eq(impacts[0], impacts[1]);
    ck_assert_mem_eq(q[0], q[1], sizeof q[0]);
    ck_assert_double_eq_tol(q[0][0], 0, 1e-9);
    ck_assert_double_eq(q[0][2], 0);
    ck_assert_double_gt(q[0][1], 0.05);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("event-driven: instants of the grid");
    TCase *t = tcase_create("all");

    tcase_add_checked_fixture(t, scene_setup, scene_teardown);
    tcase_add_test(t, an_oscillator_is_on_its_cosine_in_few_steps);
    tcase_add_test(t, events_do_not_depend_on_the_grid);
    tcase_add_loop_test(t, a_step_is_taken_up_with_the_same_bits, 0, 4);
    tcase_add_test(t, a_snapshot_is_gone_back_to_with_the_same_bits);
    tcase_add_loop_test(t, a_row_in_passing_has_the_bits_of_any_other, 0, 2);
    tcase_add_test(t, a_parameter_that_is_written_ends_the_step);
    tcase_add_test(t, a_closure_sees_what_its_program_has_now);
    tcase_add_test(t, a_state_that_is_written_begins_the_motion_anew);
    tcase_add_test(t, another_integrator_goes_on_from_here);
    tcase_add_test(t, a_pid_without_a_period_is_told_what_it_needs);
    tcase_add_test(t, a_short_visit_of_a_floor_is_seen);
    tcase_add_loop_test(t, a_pulse_of_force_is_not_passed_by, 0, 4);
    tcase_add_loop_test(t, a_joint_that_is_shaken_is_not_passed_by, 0, 4);
    tcase_add_test(t, a_parameter_that_is_no_number_is_told_and_the_state_kept);
    tcase_add_loop_test(t, an_accuracy_holds_from_where_it_is_set, 0, 4);
    tcase_add_test(t, rows_of_an_interaction_are_contacts_of_their_own);
    tcase_add_test(t, states_of_contacts_are_taken_up_by_those_they_belong_to);
    suite_add_tcase(suite, t);
    return test_main(suite);
}
