/* test_kept_newton.c - Newton's method of moreau-jean: where it begins, and the matrix it keeps
 * from step to step
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/mechanics.h>
#include <zeno/output.h>
#include <zeno/snapshot.h>

#include "tests/unit/scene.h"

/* ---- a pendulum over a wall ----------------------------------------------------- */

static int slopes, forces; /* calls so far */
static double kilogram = 1;

/* m l^2 = 1 kg m^2, gravity z[0] (N m), and z[1] counts calls where it is asked to */
static void gravity(double t, unsigned n, double *q, double *v, double *f,
                    unsigned nz, double *z)
{
    (void)t, (void)n, (void)v, (void)nz;
    f[0] = kilogram * z[0] * sin(q[0]);
    z[1] += z[2];
    forces++;
}

static void gravity_q(double t, unsigned n, double *q, double *v, double *J,
                      unsigned nz, double *z)
{
    (void)t, (void)n, (void)v, (void)nz;
    J[0] = kilogram * z[0] * cos(q[0]);
    slopes++;
}

static void none(double t, unsigned n, double *q, double *v, double *J,
                 unsigned nz, double *z)
{
    (void)t, (void)n, (void)q, (void)v, (void)nz, (void)z;
    J[0] = 0;
}

/* A mass that moves with q, so that where it is taken counts: 1 + q^2/8. */
static void inertia(unsigned n, double *q, double *M, unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    M[0] = kilogram * (1 + q[0] * q[0] / 8);
}

static zn_ds *swing(const char *options, double q0, double wall, double counts)
{
    const double one = 1, zero = 0, z[3] = {10, 0, counts};
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "lagrangian", "swing", 1, &q0, &zero, &ds));
    MUST(zn_ds_set_function(ds, "mass", (zn_fn *)inertia));
    MUST(zn_ds_set_z(ds, 3, z));
    MUST(zn_ds_set_function(ds, "f_int", (zn_fn *)gravity));
    MUST(zn_ds_set_function(ds, "jac_f_int_q", (zn_fn *)gravity_q));
    MUST(zn_ds_set_function(ds, "jac_f_int_v", (zn_fn *)none));
    MUST(zn_model_add_ds(model, ds));
    join("wall", newton(.8), 1, 1, &one, &wall, ds, NULL); /* q + wall >= 0 */
    simulate("moreau-jean", options, 0, 1. / 1024, 4);
    MUST(zn_simulation_set(sim, "recompute", "no")); /* that asks for slopes, too */
    MUST(zn_simulation_init(sim));
    slopes = forces = 0;
    return ds;
}

static void steps(int n)
{
    while (n-- > 0)
        MUST(zn_simulation_step(sim));
}

static zn_index iterations(void)
{
    zn_run_info info;

    zn_simulation_run_info(sim, &info);
    return info.newton_iterations;
}

/* The default tolerance, 1e-10, asks for an increment as small, too: after the first steps the
 * start is that near. */
START_TEST(smooth_motion_takes_one_iteration_and_few_matrices)
{
    swing(NULL, 1, 10, 0);
    steps(2000);
    /* two where differences do not fall: near turns of the swing */
    ck_assert_int_le(iterations(), 2000 + 80); /* 2043 */
    ck_assert_int_le(slopes, 80); /* 39 */
    ck_assert_int_ge(slopes, 2);

    scene_teardown();
    scene_setup();
    swing("start=velocity", 1, 10, 0);
    steps(2000);
    ck_assert_int_ge(iterations(), 2 * 2000);
}
END_TEST

/* A body on a ball joint, whose reaction acts in every step, and turns: from v_k, as from v_k + h a,
 * it takes three iterations. */
static double top(const char *options)
{
    const double I[9] = {.2, 0, 0, 0, .3, 0, 0, 0, .4}, m = 1;
    const double q0[7] = {1, 0, 0, 1, 0, 0, 0}, v0[6] = {0, 2, 0, .5, 0, 2};
    const double f[3] = {0, 0, -9.81}, pivot[3] = {0};
    zn_relation *r;
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "newton-euler", "top", 6, q0, v0, &ds));
    MUST(zn_ds_set_constant(ds, "mass", 1, 1, &m));
    MUST(zn_ds_set_constant(ds, "inertia", 3, 3, I));
    MUST(zn_ds_set_constant(ds, "f_ext", 3, 1, f));
    MUST(zn_model_add_ds(model, ds));
    MUST(zn_joint_new(ctx, "spherical", "pivot", ds, NULL, pivot, NULL, &r));
    MUST(zn_model_connect(model, "pivot", equality(3), r, ds, NULL, NULL));
    simulate("moreau-jean", options, 0, 1. / 1024, 1);
    MUST(zn_simulation_run(sim));
    return (double)iterations() / (double)zn_simulation_step_number(sim);
}

START_TEST(a_body_on_a_joint_begins_where_it_is_led)
{
    ck_assert_double_le(top(NULL), 1.2);
    scene_teardown();
    scene_setup();
    ck_assert_double_ge(top("start=velocity"), 2);
}
END_TEST

/* q at the end of two seconds; the same answer however the matrix is kept. With impacts. */
static double end(const char *options)
{
    double q;
    zn_ds *ds;

    ds = swing(options, 1, .1, 0);
    steps(2048);
    q = q_of(ds, 0);
    scene_teardown();
    scene_setup();
    return q;
}

/* After 4 s of swing, and how many iterations that took. */
static double swung(double unit, const char *tol, zn_index *count)
{
    double q;
    zn_ds *ds;

    kilogram = unit;
    ds = swing(NULL, 1, 10, 0);
    if (tol)
        MUST(zn_simulation_set(sim, "newton_tol", tol));
    steps(4096);
    q = q_of(ds, 0);
    *count = iterations();
    scene_teardown();
    scene_setup();
    kilogram = 1;
    return q;
}

/* Errors of single iterations must not add up: by the default tolerance, and as far as Newton's
 * method goes. Nor is that a matter of how heavy the pendulum is. */
START_TEST(the_default_tolerance_is_not_spent_in_every_step)
{
    const double units[] = {0x1p-24, 0x1p10};
    zn_index count, other;
    const double q = swung(1, NULL, &count);

    ck_assert_double_eq_tol(q, swung(1, "1e-15", &other), 5e-13); /* 2e-14 */
    for (int k = 0; k < 2; k++) {
        ck_assert(swung(units[k], NULL, &other) == q);
        ck_assert_int_eq(other, count);
    }
}
END_TEST

START_TEST(the_answer_is_that_of_a_matrix_made_in_every_iteration)
{
    /* rounding in each of 2048 steps, and errors grow by impacts */
    CLOSE(end(NULL), end("matrix=every"), 1e-12); /* 5e-15 */
    CLOSE(end("start=velocity"), end("matrix=every start=velocity"), 1e-12);
}
END_TEST

/* A bead of 1 kg on the wire y = cos x - 1, the mass of x being larger by that of a wheel, which
 * turns with x: an impulse acts in every step, along rows that turn. */
static void wheel(unsigned n, double *q, double *M, unsigned nz, double *z)
{
    (void)nz, (void)z;
    M[0] = 1 + q[0] * q[0] / 8;
    M[n + 1] = 1;
}

static void weight(double t, unsigned n, double *q, double *v, double *f,
                   unsigned nz, double *z)
{
    (void)t, (void)n, (void)v, (void)nz, (void)z;
    f[0] = sin(q[0]);
    f[1] = 9.81;
}

static void above(unsigned nq, double *q, unsigned ny, double *y, unsigned nz, double *z)
{
    (void)nq, (void)ny, (void)nz, (void)z;
    y[0] = q[1] + cos(q[0]) - 1;
}

static void above_q(unsigned nq, double *q, unsigned ny, double *C, unsigned nz, double *z)
{
    (void)nq, (void)ny, (void)nz, (void)z;
    C[0] = -sin(q[0]);
    C[1] = 1;
}

static zn_interaction *wire;

static zn_ds *bead(const char *tol)
{
    const double q0[2] = {0.1, 1 - cos(0.1)}, v0[2] = {0.5, 0.5 * sin(0.1)};
    zn_relation *r;
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "lagrangian", "bead", 2, q0, v0, &ds));
    MUST(zn_ds_set_function(ds, "mass", (zn_fn *)wheel));
    MUST(zn_ds_set_function(ds, "f_int", (zn_fn *)weight));
    MUST(zn_model_add_ds(model, ds));
    MUST(zn_relation_new(ctx, "scleronomous", "wire", 1, 2, &r));
    MUST(zn_relation_set_function(r, "h", (zn_fn *)above));
    MUST(zn_relation_set_function(r, "jac_h_q", (zn_fn *)above_q));
    MUST(zn_model_connect(model, "wire", equality(1), r, ds, NULL, &wire));
    simulate("moreau-jean", NULL, 0, 1. / 1024, 4);
    MUST(zn_simulation_set(sim, "newton_tol", tol));
    MUST(zn_simulation_set(sim, "projection", "none"));
    return ds;
}

/* x after 4 s. */
static double slid(const char *tol)
{
    const zn_ds *ds = bead(tol);
    double x;

    steps(4096);
    x = q_of(ds, 0);
    scene_teardown();
    scene_setup();
    return x;
}

START_TEST(nor_where_an_impulse_acts)
{
    CLOSE(slid("1e-10"), slid("1e-14"), 5e-14); /* 2e-15 */
}
END_TEST

/* Along y the wire has a one in its row, wherever that is. */
START_TEST(the_impulse_is_that_of_the_multiplier)
{
    const zn_ds *ds = bead("1e-10");

    for (int k = 0; k < 4096; k++) {
        steps(1);
        const double lambda = *zn_simulation_lambda(sim, wire, ZN_LEVEL_VELOCITY);
        const double p = zn_simulation_p(sim, ds)[1];
        ck_assert_double_gt(lambda, 0);
        ck_assert_msg(p == lambda, "step %d: %.17g, not %.17g", k, p, lambda);
    }
}
END_TEST

/* ---- the same bits ------------------------------------------------------------------ */

enum { RUN = 600, EVERY = 7, LATER = 60 };

/* All that moves goes into `to`, step by step from the present one. */
static void follow(int n, const zn_ds *ds, double to[][2])
{
    for (int k = 0; k < n; k++) {
        steps(1);
        to[k][0] = q_of(ds, 0);
        to[k][1] = v_of(ds, 0);
    }
}

/* Taken up at many steps, with the matrix of an earlier one at work, the wall touched. */
START_TEST(a_run_that_is_taken_up_has_the_same_bits)
{
    static double want[RUN + LATER][2], got[LATER][2];
    void *saved[RUN / EVERY + 1];
    size_t size[RUN / EVERY + 1];
    zn_run_info info;
    zn_ds *ds = swing(NULL, 1, .1, _i);

    for (int k = 0; k <= RUN / EVERY; k++) {
        MUST(zn_checkpoint_to_memory(sim, &saved[k], &size[k]));
        follow(EVERY, ds, want + k * EVERY);
    }
    follow(RUN + LATER - (RUN / EVERY + 1) * EVERY, ds,
           want + (RUN / EVERY + 1) * EVERY);
    zn_simulation_run_info(sim, &info);
    ck_assert_int_gt(info.impacts, 0);
    for (int k = 0; k <= RUN / EVERY; k++) {
        zn_ctx *first = ctx;
        zn_model *model0 = model;
        zn_simulation *sim0 = sim;

        scene_setup();
        ds = swing(NULL, 1, .1, _i);
        MUST(zn_checkpoint_from_memory(sim, saved[k], size[k]));
        follow(LATER, ds, got);
        ck_assert_msg(memcmp(got, want + k * EVERY, sizeof got) == 0, "from step %d",
                      k * EVERY);
        scene_teardown();
        ctx = first, model = model0, sim = sim0;
        zn_free_array(ctx, saved[k]);
    }
}
END_TEST

/* Gone back to, after steps that made other matrices. */
START_TEST(a_snapshot_brings_the_same_bits_back)
{
    double want[LATER][2], got[LATER][2];
    zn_snapshot *mark;
    zn_ds *ds = swing(NULL, 1, .1, 0);

    MUST(zn_snapshot_new(sim, &mark));
    for (int k = 0; k < 10; k++) {
        steps(31);
        MUST(zn_snapshot_take(mark));
        follow(LATER, ds, want);
        steps(100);
        MUST(zn_snapshot_restore(mark));
        follow(LATER, ds, got);
        ck_assert_mem_eq(got, want, sizeof got);
    }
    zn_snapshot_free(mark);
}
END_TEST

/* Nor does the comparison with all that is made anew find a difference. */
START_TEST(recompute_makes_the_matrix_of_the_earlier_step)
{
    swing(NULL, 1, .1, 0);
    MUST(zn_simulation_set(sim, "recompute", "yes"));
    steps(1000);
}
END_TEST

/* ---- when it is made again ------------------------------------------------------------ */

START_TEST(parameters_and_step_that_change_make_it_anew)
{
    zn_ds *ds = swing(NULL, 1, 10, 0);
    zn_index nz;
    int before;

    steps(100);
    before = slopes;
    zn_ds_z(ds, &nz)[0] = 12;
    steps(1);
    ck_assert_int_gt(slopes, before);
    steps(20);
    before = slopes;
    MUST(zn_simulation_advance_to(sim, zn_simulation_time(sim) + 1. / 4096));
    ck_assert_int_gt(slopes, before);
}
END_TEST

/* Of a function that writes its parameters nobody knows what they were: once a step. */
START_TEST(a_function_that_counts_has_a_matrix_a_step)
{
    swing(NULL, 1, 10, 1);
    steps(200);
    ck_assert_int_ge(slopes, 200);
}
END_TEST

int main(void)
{
    TCase *tc = tcase_create("newton");
    Suite *s = suite_create("kept_newton");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, smooth_motion_takes_one_iteration_and_few_matrices);
    tcase_add_test(tc, a_body_on_a_joint_begins_where_it_is_led);
    tcase_add_test(tc, the_default_tolerance_is_not_spent_in_every_step);
    tcase_add_test(tc, nor_where_an_impulse_acts);
    tcase_add_test(tc, the_impulse_is_that_of_the_multiplier);
    tcase_add_test(tc, the_answer_is_that_of_a_matrix_made_in_every_iteration);
    tcase_add_loop_test(tc, a_run_that_is_taken_up_has_the_same_bits, 0, 2);
    tcase_add_test(tc, a_snapshot_brings_the_same_bits_back);
    tcase_add_test(tc, recompute_makes_the_matrix_of_the_earlier_step);
    tcase_add_test(tc, parameters_and_step_that_change_make_it_anew);
    tcase_add_test(tc, a_function_that_counts_has_a_matrix_a_step);
    suite_add_tcase(s, tc);
    return test_main(s);
}
