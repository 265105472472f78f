/* test_damped_newton.c - damped Newton by itself: directions in their order, and the steps of Goldstein & Price
 * SPDX-License-Identifier: Apache-2.0 */
#include "zeno_test.h"

#include "solvers/methods/newton.h"

/* phi(z) = z - 1, w = phi; how many directions were asked for, and which of them is Newton's: those before
 * it are singular, or lead uphill, which only a search along them shows */
typedef struct line {
    int asked, good;
    bool singular;
} line;

static double merit(void *of, const double z[], const double w[])
{
    (void)of;
    (void)z;
    return 0.5 * w[0] * w[0];
}

static zn_status linearise(void *of, const double z[], const double w[],
                           double *m)
{
    *m = merit(of, z, w);
    return ZN_OK;
}

static zn_status direction(void *of, int k, const double z[], const double w[],
                           double d[], double *slope)
{
    line *a = of;

    (void)z;
    a->asked++;
    d[0] = k == a->good ? -w[0] : w[0];
    *slope = -w[0] * w[0];
    return k < a->good && a->singular ? ZN_ESINGULAR : ZN_OK;
}

static void mul(void *of, const double d[], double md[])
{
    (void)of;
    md[0] = d[0];
}

static zn_status evaluate(void *of, const double z[], double w[])
{
    (void)of;
    w[0] = z[0] - 1;
    return ZN_OK;
}

static double error(void *of, const double z[], const double w[])
{
    (void)of;
    (void)z;
    return w[0] < 0 ? -w[0] : w[0];
}

static zn_status go(line *a, double z[], double w[], zn_solve_info *info)
{
    const zni_damping how = {
        .tol = 1e-14, .max_iter = 5, .search = ZNI_ARMIJO, .halvings = 20, .soon = 3};
    const zni_semismooth f = {.of = a,
                              .n = 1,
                              .linearise = linearise,
                              .merit = merit,
                              .directions = 3,
                              .direction = direction,
                              .mul = mul,
                              .evaluate = evaluate,
                              .error = error};
    double v[ZNI_DAMPED];

    return zni_damped_newton(&f, &how, v, z, w, NULL, info);
}

START_TEST(the_next_direction_is_taken_where_one_leads_nowhere)
{
    for (int k = 0; k < 6; k++) {
        line a = {.good = k % 3, .singular = k < 3};
        double z[] = {3}, w[] = {2};
        zn_solve_info info = {0};

        ck_assert_int_eq(go(&a, z, w, &info), ZN_OK);
        ck_assert_double_eq(z[0], 1);
        ck_assert_int_eq(info.iterations, 1);
        /* those before it, and none after it */
        ck_assert_int_eq(a.asked, a.good + 1);
    }
}
END_TEST

START_TEST(without_a_good_direction_it_says_so)
{
    line a = {.good = 3};
    double z[] = {3}, w[] = {2};
    zn_solve_info info = {0};

    ck_assert_int_eq(go(&a, z, w, &info), ZN_UNSOLVED);
    ck_assert_int_eq(info.outcome, ZN_STALLED);
    ck_assert_int_eq(a.asked, 3);
    ck_assert_double_eq(z[0], 3);
    ck_assert_double_eq(w[0], 2);
}
END_TEST

/* ---- Goldstein's steps ------------------------------------------------------------------- */

/* A merit along t = z, from 1 with slope -1: it falls by 0.95 t, which is steeper than what ends a search, as far as
 * the edge, where it jumps. No step is between both lines. */
typedef struct cliff {
    double edge, beyond; /* the merit beyond it                          */
    int linearised;
} cliff;

static double cliff_merit(void *of, const double z[], const double w[])
{
    const cliff *a = of;

    (void)w;
    return z[0] <= a->edge ? 1 - 0.95 * z[0] : a->beyond;
}

static zn_status cliff_linearise(void *of, const double z[], const double w[], double *m)
{
    cliff *a = of;

    a->linearised++;
    *m = cliff_merit(of, z, w);
    return ZN_OK;
}

static zn_status along(void *of, int k, const double z[], const double w[], double d[], double *slope)
{
    (void)of;
    (void)k;
    (void)z;
    (void)w;
    d[0] = 1;
    *slope = -1;
    return ZN_OK;
}

static zn_status at(void *of, const double z[], double w[])
{
    (void)of;
    w[0] = z[0];
    return ZN_OK;
}

static double to_the_edge(void *of, const double z[], const double w[])
{
    const double left = ((cliff *)of)->edge - z[0];

    (void)w;
    return 1 + (left < 0 ? -left : left); /* never solved */
}

static zn_status search(cliff *a, double *z, zn_solve_info *info)
{
    const zni_damping how = {.max_iter = 1, .search = ZNI_GOLDSTEIN};
    const zni_semismooth f = {.of = a,
                              .n = 1,
                              .linearise = cliff_linearise,
                              .merit = cliff_merit,
                              .directions = 1,
                              .direction = along,
                              .mul = mul,
                              .evaluate = at,
                              .error = to_the_edge};
    double v[ZNI_DAMPED], w[] = {0};

    *z = 0;
    return zni_damped_newton(&f, &how, v, z, w, NULL, info);
}

/* Before 1 and beyond it; 24 trials halve the interval to 2^-20 of the edge, those that look for it left out. */
START_TEST(what_falls_as_far_as_an_edge_is_a_step_to_the_edge)
{
    static const double edges[] = {0.3, 1e-3, 7.5, 37};

    for (int k = 0; k < 4; k++) {
        cliff a = {.edge = edges[k], .beyond = 2};
        zn_solve_info info = {0};
        double z;

        ck_assert_int_eq(search(&a, &z, &info), ZN_UNSOLVED);
        ck_assert_int_eq(info.outcome, ZN_ITERATION_LIMIT); /* the step was good, there is no other one */
        ck_assert_int_eq(a.linearised, 1);
        ck_assert_msg(z <= a.edge && z > a.edge * (1 - 1e-3), "a step of %g, to an edge at %g", z, a.edge);
    }
}
END_TEST

START_TEST(what_never_falls_is_no_step)
{
    cliff a = {.edge = 0, .beyond = 2};
    zn_solve_info info = {0};
    double z;

    ck_assert_int_eq(search(&a, &z, &info), ZN_UNSOLVED);
    ck_assert_int_eq(info.outcome, ZN_STALLED);
    ck_assert_double_eq(z, 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("damped newton");
    TCase *tc = tcase_create("directions");

    tcase_add_test(tc, the_next_direction_is_taken_where_one_leads_nowhere);
    tcase_add_test(tc, without_a_good_direction_it_says_so);
    tcase_add_test(tc, what_falls_as_far_as_an_edge_is_a_step_to_the_edge);
    tcase_add_test(tc, what_never_falls_is_no_step);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
