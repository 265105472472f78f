/* test_simulation_failures.c - steps that fail: unsolved problems, functions outside their domain, Newton without
 * an end, numbers that are none
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/scene.h"

/* ---- failures ------------------------------------------------------------ */

/* A drive pushes its system into the floor: a prescribed system cannot give way,
 * so M = 0 and q = -1, and the problem has no solution. */
static void contradiction(void)
{
    const double one = 1, speed = -1;
    const zn_index component = 0;
    zn_ds *drive = point_mass("drive", 1, 0, -1, 0);

    MUST(zn_ds_prescribe(drive, 1, &component, &speed));
    join("wall", newton(0), 1, 1, &one, NULL, drive, NULL);
}

START_TEST(an_unsolvable_step_stops_and_says_why)
{
    contradiction();
    simulate("moreau-jean", NULL, 0, .1, 1);
    REFUSED(zn_simulation_step(sim), ZN_UNSOLVED, "one-step problem of 1 rows");
    ck_assert(strstr(zn_errmsg(ctx), "t = 0.1") != NULL);
    ck_assert(zn_simulation_time(sim) == 0);
    ck_assert_int_eq(zn_simulation_step_number(sim), 0);
}
END_TEST

START_TEST(an_unsolvable_step_can_be_accepted_and_is_counted)
{
    zn_run_info r;

    contradiction();
    simulate("moreau-jean", NULL, 0, .1, 1);
    MUST(zn_simulation_set(sim, "on_solver_failure", "accept"));
    MUST(zn_simulation_run(sim));
    zn_simulation_run_info(sim, &r);
    ck_assert_int_eq(r.solver_failures, 10);
    ck_assert(r.worst_error > .1);
}
END_TEST

static void note_accepted(void *user, zn_log_level level, const char *line)
{
    if (level == ZN_LOG_WARN && strstr(line, "is accepted"))
        ++*(int *)user;
}

/* Up to an error that is told, with one warning a run; beyond it the run stops. */
START_TEST(unsolved_problems_are_accepted_up_to_an_error)
{
    zn_run_info r;
    int warnings = 0;

    zn_ctx_set_log(ctx, ZN_LOG_WARN, note_accepted, &warnings);
    contradiction();
    simulate("moreau-jean", NULL, 0, .1, 1);
    MUST(zn_simulation_set(sim, "on_solver_failure", "accept"));
    MUST(zn_simulation_set(sim, "accept_tol", "0.1"));
    REFUSED(zn_simulation_step(sim), ZN_UNSOLVED, "> 0.1 after");
    REFUSED(zn_simulation_step(sim), ZN_UNSOLVED, "a larger accept_tol");
    zn_simulation_run_info(sim, &r);
    ck_assert_int_eq(r.solver_failures, 0);
    ck_assert_int_eq(warnings, 0);
    MUST(zn_simulation_set(sim, "accept_tol", "2"));
    MUST(zn_simulation_run(sim));
    zn_simulation_run_info(sim, &r);
    ck_assert_int_eq(r.solver_failures, 10);
    ck_assert_int_eq(warnings, 1);
}
END_TEST

START_TEST(a_tolerance_that_accepts_nothing_is_refused)
{
    contradiction();
    simulate("moreau-jean", NULL, 0, .1, 1);
    MUST(zn_simulation_set(sim, "solver_tol", "1e-2"));
    MUST(zn_simulation_set(sim, "accept_tol", "1e-3"));
    MUST(zn_simulation_init(sim)); /* nothing is to be accepted */
    MUST(zn_simulation_set(sim, "on_solver_failure", "accept"));
    REFUSED(zn_simulation_step(sim), ZN_EINVAL, "accept_tol = 0.001 is below solver_tol = 0.01");
    MUST(zn_simulation_set(sim, "accept_tol", "2"));
    MUST(zn_simulation_step(sim));
}
END_TEST

/* Two drives squeeze a mass: M = [1 -1; -1 1], q = -[1; 1], on which sweeps go on for ever. */
static void press(void)
{
    const double apart[2] = {1, -1}, speed[2] = {1, -1};
    const zn_index component = 0;
    zn_ds *mass = point_mass("mass", 1, 0, 0, 0);

    for (int i = 0; i < 2; i++) {
        zn_ds *drive = point_mass(i ? "above" : "below", 1, 0, speed[i], 0);
        const double C[2] = {apart[i], -apart[i]};

        MUST(zn_ds_prescribe(drive, 1, &component, &speed[i]));
        join(i ? "upper" : "lower", newton(0), 1, 2, C, NULL, mass, drive);
    }
}

/* They end with the time they have; what is left is handled as any problem that is not solved. */
START_TEST(the_time_of_a_solver_for_one_problem_is_bounded)
{
    zn_run_info r;

    press();
    simulate("moreau-jean", NULL, 0, .1, 1);
    MUST(zn_simulation_set(sim, "solver", "pgs"));
    MUST(zn_simulation_solver_set(sim, "max_iter", "1000000000"));
    MUST(zn_simulation_set(sim, "solver_time", "1e-3"));
    REFUSED(zn_simulation_set(sim, "solver_time", "-1"), ZN_EINVAL, "solver_time");
    REFUSED(zn_simulation_step(sim), ZN_UNSOLVED, "time_limit");
    MUST(zn_simulation_set(sim, "on_solver_failure", "accept"));
    MUST(zn_simulation_run(sim));
    zn_simulation_run_info(sim, &r);
    ck_assert_int_eq(r.solver_failures, 10);
}
END_TEST

/* With two halves of each step, the whole of which is taken back, too. */
START_TEST(problems_of_steps_that_are_taken_back_are_told_of_once)
{
    int warnings = 0;

    zn_ctx_set_log(ctx, ZN_LOG_WARN, note_accepted, &warnings);
    contradiction();
    simulate("moreau-jean", NULL, 0, .1, 1);
    MUST(zn_simulation_set(sim, "step", "error"));
    MUST(zn_simulation_set(sim, "on_solver_failure", "accept"));
    MUST(zn_simulation_step(sim));
    ck_assert_int_eq(warnings, 1);
    MUST(zn_simulation_reset(sim));
    MUST(zn_simulation_step(sim));
    ck_assert_int_eq(warnings, 2);
}
END_TEST

START_TEST(the_failing_problem_is_saved)
{
    char path[] = "/tmp/zeno-failed-XXXXXX";
    const int fd = mkstemp(path);
    double n, matrix[5], q;
    FILE *f;

    ck_assert(fd >= 0);
    close(fd);
    contradiction();
    simulate("moreau-jean", NULL, 0, .1, 1);
    MUST(zn_simulation_set(sim, "save_failed", path));
    ck_assert(zn_simulation_step(sim) == ZN_UNSOLVED);
    f = fopen(path, "r");
    ck_assert(f != NULL);
    ck_assert_int_eq(fscanf(f, "%lf %lf %lf %lf %lf %lf %lf", &n, &matrix[0],
                            &matrix[1], &matrix[2], &matrix[3], &matrix[4], &q),
                     7);
    ck_assert(n == 1 && matrix[1] == 1 && q == 0); /* q: the value M(0,0) */
    ck_assert_int_eq(fscanf(f, "%lf", &q), 1);
    ck_assert(q == -1);
    fclose(f);
    unlink(path);
}
END_TEST

/* Masses on each other on the ground: three sweeps are not enough. */
enum { TOWER = 40 };

static zn_ds *tower(void)
{
    const double ground = 1, pair[2] = {-1, 1};
    zn_law *law = newton(0);
    zn_ds *last = NULL, *lowest = NULL;

    for (int i = 0; i < TOWER; i++) {
        char name[16];
        zn_ds *d;
        snprintf(name, sizeof name, "b%d", i);
        d = point_mass(name, 1, i, 0, -9.81);
        snprintf(name, sizeof name, "c%d", i);
        if (i)
            join(name, law, 1, 2, pair, (double[]){-1}, last, d);
        else
            join(name, law, 1, 1, &ground, NULL, d, NULL);
        last = d;
        lowest = i ? lowest : d;
    }
    simulate("moreau-jean", "threshold=1e-9", 0, 1e-3, 3e-3);
    MUST(zn_simulation_set(sim, "solver", "pgs"));
    return lowest;
}

START_TEST(another_solver_is_tried_when_asked)
{
    zn_ds *lowest = tower();
    zn_run_info r;

    MUST(zn_simulation_solver_set(sim, "max_iter", "3"));
    REFUSED(zn_simulation_step(sim), ZN_UNSOLVED, "iteration_limit");
    MUST(zn_simulation_set(sim, "on_solver_failure", "retry"));
    MUST(zn_simulation_run(sim));
    zn_simulation_run_info(sim, &r);
    ck_assert_int_ge(r.retries, 1);
    ck_assert(r.worst_error <= 1e-12);
    CLOSE(v_of(lowest, 0), 0, 1e-12);
}
END_TEST

static bool at_once(void *calls, zn_index iteration, double error)
{
    (void)iteration, (void)error;
    ++*(int *)calls;
    return true;
}

/* Nothing goes on against who watches: no other solver, which nobody watches, no shorter step, no error that would be
 * accepted. The step made again has the bits of one that nobody stopped. */
START_TEST(who_watches_a_solver_stops_the_step_whatever_is_done_about_failures)
{
    static const char *const policy[] = {"stop", "retry", "shorten", "accept"};
    zn_ds *lowest = tower();
    double v;
    int calls = 0;

    MUST(zn_simulation_set(sim, "solver_tol", "1e-6"));
    MUST(zn_simulation_set(sim, "accept_tol", "1"));
    MUST(zn_simulation_set(sim, "on_solver_failure", policy[_i]));
    MUST(zn_simulation_set(sim, "on_newton_failure", "shorten"));
    MUST(zn_simulation_run(sim));
    v = v_of(lowest, 0);
    MUST(zn_simulation_reset(sim));
    MUST(zn_simulation_init(sim));
    zn_solver_set_callback(zn_simulation_solver(sim), at_once, &calls);
    REFUSED(zn_simulation_step(sim), ZN_UNSOLVED, "was interrupted");
    ck_assert_int_eq(calls, 1);
    ck_assert(zn_simulation_time(sim) == 0);
    ck_assert_int_eq(zn_simulation_step_info(sim)->outcome, ZN_INTERRUPTED);
    zn_solver_set_callback(zn_simulation_solver(sim), NULL, NULL);
    MUST(zn_simulation_run(sim));
    ck_assert(v_of(lowest, 0) == v);
}
END_TEST

/* A force that exists only until t = 0.351: the function says retry. */
static void fragile(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    if (t > .351)
        zn_raise_retry("no force after 0.351 s");
    f[0] = 1;
}

START_TEST(a_function_outside_its_domain_shortens_the_step)
{
    const double m = 1, zero = 0;
    zn_step_info info;
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "lagrangian-linear", "s", 1, &zero, &zero, &ds));
    MUST(zn_ds_set_constant(ds, "mass", 1, 1, &m));
    MUST(zn_ds_set_function(ds, "f_ext", (zn_fn *)fragile));
    MUST(zn_model_add_ds(model, ds));
    simulate("moreau-jean", NULL, 0, .1, 1);
    MUST(zn_simulation_set(sim, "on_newton_failure", "shorten"));
    MUST(zn_simulation_set_real(sim, "min_step", .02));
    for (int k = 0; k < 3; k++)
        MUST(zn_simulation_step(sim));
    REFUSED(zn_simulation_step(sim), ZN_RETRY, "no force after 0.351 s");
    info = *zn_simulation_step_info(sim);
    ck_assert_int_gt(info.substeps, 1);
    /* the half that exists was made, 0.3 .. 0.35, and taken back: the state is
     * that of the last step, whole */
    CLOSE(zn_simulation_time(sim), .3, 1e-15);
    CLOSE(v_of(ds, 0), .3, 1e-15);
    CLOSE(q_of(ds, 0), .045, 1e-15);
    ck_assert_int_eq(zn_simulation_step_number(sim), 3);
}
END_TEST

/* Newton cannot converge: a force that jumps back and forth. */
static void jumpy(double t, unsigned n, double *q, double *v, double *f,
                  unsigned nz, double *z)
{
    (void)t, (void)n, (void)q, (void)nz, (void)z;
    f[0] = v[0] > 0 ? 1000 : -1000;
}

static void flat(double t, unsigned n, double *q, double *v, double *J,
                 unsigned nz, double *z)
{
    (void)t, (void)n, (void)q, (void)v, (void)nz, (void)z;
    J[0] = 0;
}

static void hopeless_system(void)
{
    const double m = 1, zero = 0, v0 = .1;
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "lagrangian", "s", 1, &zero, &v0, &ds));
    MUST(zn_ds_set_constant(ds, "mass", 1, 1, &m));
    MUST(zn_ds_set_function(ds, "f_int", (zn_fn *)jumpy));
    MUST(zn_ds_set_function(ds, "jac_f_int_q", (zn_fn *)flat));
    MUST(zn_ds_set_function(ds, "jac_f_int_v", (zn_fn *)flat));
    MUST(zn_model_add_ds(model, ds));
    simulate("moreau-jean", "theta=1", 0, .1, .1);
}

START_TEST(newton_that_does_not_converge_stops_the_step)
{
    hopeless_system();
    REFUSED(zn_simulation_step(sim), ZN_UNSOLVED, "did not converge");
    ck_assert(strstr(zn_errmsg(ctx), "50 iterations") != NULL);
    ck_assert(zn_simulation_time(sim) == 0);
}
END_TEST

START_TEST(newton_that_does_not_converge_can_be_accepted)
{
    zn_run_info r;

    hopeless_system();
    MUST(zn_simulation_set(sim, "on_newton_failure", "accept"));
    MUST(zn_simulation_run(sim));
    zn_simulation_run_info(sim, &r);
    ck_assert_int_eq(r.newton_failures, 1);
}
END_TEST

static void poison(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    f[0] = t > .25 ? NAN : 0;
}

START_TEST(nan_from_a_function_names_everything)
{
    const double m = 1, zero = 0;
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "lagrangian-linear", "rocket", 1, &zero, &zero, &ds));
    MUST(zn_ds_set_constant(ds, "mass", 1, 1, &m));
    MUST(zn_ds_set_function(ds, "f_ext", (zn_fn *)poison));
    MUST(zn_model_add_ds(model, ds));
    simulate("moreau-jean", NULL, 0, .1, 1);
    MUST(zn_simulation_step(sim));
    MUST(zn_simulation_step(sim));
    REFUSED(zn_simulation_step(sim), ZN_EDOM, "rocket");
    ck_assert(strstr(zn_errmsg(ctx), "f_ext") != NULL);
    ck_assert(strstr(zn_errmsg(ctx), "0.3") != NULL);
    CLOSE(zn_simulation_time(sim), .2, 1e-15);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("simulation, failures");
    TCase *tc = tcase_create("loop");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_set_timeout(tc, 600);
    tcase_add_test(tc, an_unsolvable_step_stops_and_says_why);
    tcase_add_test(tc, an_unsolvable_step_can_be_accepted_and_is_counted);
    tcase_add_test(tc, the_failing_problem_is_saved);
    tcase_add_test(tc, unsolved_problems_are_accepted_up_to_an_error);
    tcase_add_test(tc, a_tolerance_that_accepts_nothing_is_refused);
    tcase_add_test(tc, the_time_of_a_solver_for_one_problem_is_bounded);
    tcase_add_test(tc, problems_of_steps_that_are_taken_back_are_told_of_once);
    tcase_add_test(tc, another_solver_is_tried_when_asked);
    tcase_add_loop_test(tc, who_watches_a_solver_stops_the_step_whatever_is_done_about_failures, 0, 4);
    tcase_add_test(tc, a_function_outside_its_domain_shortens_the_step);
    tcase_add_test(tc, newton_that_does_not_converge_stops_the_step);
    tcase_add_test(tc, newton_that_does_not_converge_can_be_accepted);
    tcase_add_test(tc, nan_from_a_function_names_everything);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
