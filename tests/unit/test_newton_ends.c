/* test_newton_ends.c - damped Newton by itself: which steps are taken, when sweeps help out, when it ends and with
 * which point
 * SPDX-License-Identifier: Apache-2.0 */
#include "zeno_test.h"

#include <math.h>

#include "solvers/methods/newton.h"

/* From z to z + 1, z = 0, 1, 2, ...: merits and errors are as written down, and between these points there is none
 * that is any good. w is 10 z. */
enum { PLACES = 24 };

typedef struct track {
    double merit[PLACES], error[PLACES];
    int sweeps[PLACES];        /* where sweeps lead from there; 0: to where they are */
    int rescued[PLACES], many; /* from where they were asked for                     */
    int steps;                 /* that may be made in time; 0: all                   */
    int admitted;              /* where the admissible point is; 0: there is none asked for */
    bool own;                  /* w comes with the trial                             */
    int begun, evaluated;
} track;

static int place(double z)
{
    const int k = (int)z;

    ck_assert(k >= 0 && k < PLACES);
    return z == k ? k : -1;
}

static double merit(void *of, const double z[], const double w[])
{
    const int k = place(z[0]);

    (void)w;
    return k < 0 ? INFINITY : ((track *)of)->merit[k];
}

static zn_status linearise(void *of, const double z[], const double w[], double *m)
{
    ck_assert_double_eq(w[0], 10 * z[0]);
    *m = merit(of, z, w);
    return ZN_OK;
}

static zn_status direction(void *of, int k, const double z[], const double w[], double d[], double *slope)
{
    track *a = of;

    (void)k;
    (void)w;
    a->begun++;
    d[0] = 1;
    *slope = -2 * a->merit[place(z[0])];
    return ZN_OK;
}

static void mul(void *of, const double d[], double md[])
{
    (void)of;
    md[0] = 10 * d[0];
}

static zn_status go(void *of, double t, const double z[], const double d[], double zt[], double wt[], double *slope)
{
    (void)of;
    (void)slope;
    zt[0] = z[0] + t * d[0];
    wt[0] = 10 * zt[0];
    return ZN_OK;
}

static zn_status evaluate(void *of, const double z[], double w[])
{
    ((track *)of)->evaluated++;
    w[0] = 10 * z[0];
    return ZN_OK;
}

static double error(void *of, const double z[], const double w[])
{
    ck_assert_double_eq(w[0], 10 * z[0]);
    return ((track *)of)->error[place(z[0])];
}

static zn_status affords(void *of, const zn_monitor *mon)
{
    const track *a = of;

    (void)mon;
    return a->steps == 0 || a->begun < a->steps ? ZN_OK : ZN_UNSOLVED;
}

static zn_status sweep(void *of, double z[], double w[], zn_monitor *mon)
{
    track *a = of;
    const int k = place(z[0]);

    (void)mon;
    ck_assert_int_lt(a->many, PLACES);
    a->rescued[a->many++] = k;
    if (a->sweeps[k])
        z[0] = a->sweeps[k];
    w[0] = 10 * z[0];
    return ZN_UNSOLVED; /* not solved by these few, which is no failure */
}

static void admit(void *of, double z[])
{
    z[0] = ((track *)of)->admitted;
}

static const zni_damping usual = {.tol = 1e-8, .max_iter = 8, .search = ZNI_ARMIJO, .halvings = 4, .soon = 4};

static zn_status run(track *a, const zni_damping *how, bool sweeps, double *z, zn_solve_info *info)
{
    const zni_semismooth f = {.of = a,
                              .n = 1,
                              .linearise = linearise,
                              .merit = merit,
                              .directions = 1,
                              .direction = direction,
                              .go = a->own ? go : NULL,
                              .mul = mul,
                              .evaluate = evaluate,
                              .error = error,
                              .affords = affords,
                              .rescue = sweeps ? sweep : NULL,
                              .admit = a->admitted ? admit : NULL};
    double v[ZNI_DAMPED], w[1] = {0};
    zn_status st;

    *z = 0;
    *info = (zn_solve_info){.outcome = ZN_RAY};
    st = zni_damped_newton(&f, how, v, z, w, NULL, info);
    ck_assert_double_eq(w[0], 10 * *z); /* w is that of the point that comes back */
    return st;
}

/* merits and errors of places 0, 1, ...; the rest is high ground */
static track lay(int n, const double m[], const double e[])
{
    track a = {.many = 0};

    for (int k = 0; k < PLACES; k++) {
        a.merit[k] = k < n ? m[k] : 1e9;
        a.error[k] = k < n ? e[k] : 1e9;
    }
    return a;
}

START_TEST(the_best_point_comes_back)
{
    static const double m[] = {8, 4, 2, 1, .5, .25}, e[] = {5, 4, 1, 2, 3, 6}, done[] = {5, 4, 3, 1e-9, 0, 0};

    for (int own = 0; own < 2; own++) {
        zni_damping how = usual;
        zn_solve_info info;
        double z;

        track a = lay(6, m, e);
        a.own = own;
        how.max_iter = 5;
        ck_assert_int_eq(run(&a, &how, false, &z, &info), ZN_UNSOLVED);
        ck_assert_int_eq(info.outcome, ZN_ITERATION_LIMIT);
        ck_assert_int_eq(info.iterations, 5);
        ck_assert_double_eq(z, 2);

        a = lay(6, m, done);
        a.own = own;
        ck_assert_int_eq(run(&a, &how, false, &z, &info), ZN_OK);
        ck_assert_int_eq(info.outcome, ZN_SOLVED);
        ck_assert_int_eq(info.iterations, 3);
        ck_assert_double_eq(z, 3);

        /* steps before are counted */
        a = lay(6, m, e);
        a.own = own;
        how.first = 3;
        ck_assert_int_eq(run(&a, &how, false, &z, &info), ZN_UNSOLVED);
        ck_assert_int_eq(info.iterations, 5);
        ck_assert_int_eq(a.begun, 2);
    }
}
END_TEST

START_TEST(a_start_that_is_solved_takes_no_step)
{
    static const double m[] = {8, 4}, e[] = {1e-9, 0};
    track a = lay(2, m, e);
    zn_solve_info info;
    double z;

    ck_assert_int_eq(run(&a, &usual, false, &z, &info), ZN_OK);
    ck_assert_int_eq(info.outcome, ZN_SOLVED);
    ck_assert(info.iterations == 0 && a.begun == 0 && z == 0);
}
END_TEST

/* A step may lead up, as long as it stays below one of the last merits, six or as many as are asked for. */
START_TEST(merits_that_were_let_steps_lead_up)
{
    static const double m[] = {8, 1, 2, 4, 7, 3, 6, 7.5}, e[] = {9, 8, 7, 6, 5, 4, 3, 2};
    static const struct {
        int memory, steps; /* 7.5 is below the 8 of seven steps before alone */
    } of[] = {{0, 6}, {1, 1}, {2, 2}, {3, 3}, {4, 6}, {6, 6}, {7, 7}};

    for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
        track a = lay(8, m, e);
        zni_damping how = usual;
        zn_solve_info info;
        double z;

        how.memory = of[k].memory;
        run(&a, &how, false, &z, &info);
        ck_assert_int_eq(info.outcome, ZN_STALLED);
        ck_assert_msg(z == of[k].steps, "memory %d: %g steps, must be %d", of[k].memory, z, of[k].steps);
    }
}
END_TEST

/* Where no direction is good sweeps go on from the best point; ten times at most. */
START_TEST(sweeps_help_out_from_the_best_point)
{
    static const double m[] = {8, 4, 2, 9}, e[] = {5, 1, 3, 7};
    track a = lay(4, m, e);
    zn_solve_info info;
    double z;

    /* 0, 1, 2, and no further: from 1, the best, to 5; from there, 1e9 all around, again */
    a.sweeps[1] = 5;
    a.merit[5] = 3;
    a.error[5] = 4;
    ck_assert_int_eq(run(&a, &usual, true, &z, &info), ZN_UNSOLVED);
    ck_assert_int_eq(info.outcome, ZN_ITERATION_LIMIT);
    ck_assert_int_eq(a.many, 6);
    for (int k = 0; k < a.many; k++)
        ck_assert_int_eq(a.rescued[k], 1);
    ck_assert_double_eq(z, 1);

    zni_damping how = usual;
    how.max_iter = 40;
    a = lay(4, m, e);
    ck_assert_int_eq(run(&a, &how, true, &z, &info), ZN_UNSOLVED);
    ck_assert_int_eq(info.outcome, ZN_STALLED);
    ck_assert_int_eq(a.many, 10);
    ck_assert_double_eq(z, 1);
}
END_TEST

/* What merits were before sweeps counts no more after them. */
START_TEST(sweeps_forget_the_merits_before)
{
    static const double m[] = {8, 4, 9, 0, 0, 3, 3.5}, e[] = {5, 1, 9, 9, 9, 4, .5};
    track a = lay(7, m, e);
    zn_solve_info info;
    double z;

    a.sweeps[1] = 5; /* of merit 3, and the next one has more: less than 8, but that was before */
    run(&a, &usual, true, &z, &info);
    ck_assert_double_eq(z, 1);
}
END_TEST

/* A digit of the least merit for each two steps: after two it is a tenth, after four a hundredth. */
START_TEST(who_gains_too_little_for_its_steps_gives_up)
{
    static const double slow[] = {1, .5, .2, .1, .05}, late[] = {1, .5, .09, .05, .02, .01, .005},
                        quick[] = {1, .5, .09, .05, .009, .005, .0009};
    static const double e[] = {7, 6, 5, 4, 3, 2, 1};
    static const struct {
        const double *m;
        int n, steps;
    } of[] = {{slow, 5, 2}, {late, 7, 4}, {quick, 7, 6}};

    for (int k = 0; k < 3; k++)
        for (int sweeps = 0; sweeps < 2; sweeps++) {
            track a = lay(of[k].n, of[k].m, e);
            zni_damping how = usual;
            zn_solve_info info;
            double z;

            how.digit = 2;
            how.max_iter = 6;
            ck_assert_int_eq(run(&a, &how, sweeps, &z, &info), ZN_UNSOLVED);
            ck_assert_int_eq(info.outcome, k < 2 ? ZN_STALLED : ZN_ITERATION_LIMIT);
            ck_assert_double_eq(z, of[k].steps);
            ck_assert_int_eq(a.many, 0); /* no sweeps: it was not the direction */
        }
}
END_TEST

START_TEST(a_step_for_which_there_is_no_time_is_not_begun)
{
    static const double m[] = {8, 4, 2, 1}, e[] = {5, 4, 3, 2};
    track a = lay(4, m, e);
    zn_solve_info info;
    double z;

    a.steps = 2;
    ck_assert_int_eq(run(&a, &usual, true, &z, &info), ZN_UNSOLVED);
    ck_assert_int_eq(info.outcome, ZN_TIME_LIMIT);
    ck_assert_int_eq(info.iterations, 2);
    ck_assert_int_eq(a.begun, 2);
    ck_assert_double_eq(z, 2);
}
END_TEST

START_TEST(an_error_that_is_none_ends_it)
{
    static const double m[] = {8, 4, 2, 1}, e[] = {5, 4, NAN, 2};
    track a = lay(4, m, e);
    zn_solve_info info;
    double z;

    ck_assert_int_eq(run(&a, &usual, true, &z, &info), ZN_UNSOLVED);
    ck_assert_int_eq(info.outcome, ZN_STALLED);
    ck_assert_double_eq(z, 1);
}
END_TEST

/* The admissible point is taken where it is as good, or good enough. */
START_TEST(what_is_admissible_is_taken_where_it_costs_nothing)
{
    static const double m[] = {8, 4, 2, 1}, e[] = {5, 4, 1e-9, 1e-9};
    static const double there[] = {1e-9, 5e-9, 1e-12, 2e-8}; /* of place 9; tol is 1e-8 */

    for (int k = 0; k < 4; k++) {
        track a = lay(4, m, e);
        zn_solve_info info;
        double z;

        a.admitted = 9;
        a.error[9] = there[k];
        ck_assert_int_eq(run(&a, &usual, false, &z, &info), ZN_OK);
        ck_assert_double_eq(z, k < 3 ? 9 : 2);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("damped newton, ends");
    TCase *tc = tcase_create("ends");

    tcase_add_test(tc, the_best_point_comes_back);
    tcase_add_test(tc, a_start_that_is_solved_takes_no_step);
    tcase_add_test(tc, merits_that_were_let_steps_lead_up);
    tcase_add_test(tc, sweeps_help_out_from_the_best_point);
    tcase_add_test(tc, sweeps_forget_the_merits_before);
    tcase_add_test(tc, who_gains_too_little_for_its_steps_gives_up);
    tcase_add_test(tc, a_step_for_which_there_is_no_time_is_not_begun);
    tcase_add_test(tc, an_error_that_is_none_ends_it);
    tcase_add_test(tc, what_is_admissible_is_taken_where_it_costs_nothing);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
