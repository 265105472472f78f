/* test_arc.c - a path of solutions, followed by its length
 * SPDX-License-Identifier: Apache-2.0 */
#include "zeno_test.h"

#include <math.h>
#include <string.h>

#include "../../solvers/methods/arc.h"

/* phi = (g(x) + e^tau (x + 1), y - c |x - 1|). For every x between -1, where the path
 * begins, and 3, where g is zero, there is one tau:
 *     e^tau = -g(x) / (x + 1),
 * so that the path is known. It turns where that has an extremum. */
typedef struct bend {
    double (*g)(double x), (*dg)(double x);
    double c;
    double a[4]; /* the Jacobian, column-major */
    double last, up; /* tau of the last factors, by how much it has gone up in all */
    bool broken;
} bend;

/* (x - 3) ((x - 1)^2 + 1/20): tau has a minimum near x = 1, then a maximum */
static double smooth(double x)
{
    return (x - 3) * ((x - 1) * (x - 1) + 0.05);
}

static double smooth_slope(double x)
{
    return (x - 1) * (x - 1) + 0.05 + 2 * (x - 3) * (x - 1);
}

/* of lines, with kinks at 1 and 2.5, which are the two extrema */
static double lines(double x)
{
    return x < 2.5 ? -fabs(x - 1) - 0.05 : -1.55 * (3 - x) / 0.5;
}

static double lines_slope(double x)
{
    return x < 1 ? 1 : x < 2.5 ? -1 : 3.1;
}

static double value(void *of, const double x[], double tau, double phi[])
{
    const bend *b = of;

    phi[0] = b->g(x[0]) + exp(tau) * (x[0] + 1);
    phi[1] = x[1] - b->c * fabs(x[0] - 1);
    return hypot(phi[0], phi[1]);
}

static zn_status factor(void *of, const double x[], double tau, double d[],
                        int *sign)
{
    bend *b = of;

    b->a[0] = b->dg(x[0]) + exp(tau);
    b->a[1] = x[0] > 1 ? -b->c : b->c;
    b->a[2] = 0;
    b->a[3] = 1;
    d[0] = exp(tau) * (x[0] + 1);
    d[1] = 0;
    b->up += b->last < tau ? tau - b->last : 0;
    b->last = tau;
    *sign = b->a[0] < 0 ? -1 : 1;
    return b->broken || b->a[0] == 0 ? ZN_ESINGULAR : ZN_OK;
}

static void solve(void *of, double x[])
{
    const bend *b = of;

    x[0] /= b->a[0];
    x[1] -= b->a[1] * x[0];
}

static double dot(void *of, const double x[], const double y[])
{
    (void)of;
    return x[0] * y[0] + x[1] * y[1];
}

static double error(void *of, const double x[])
{
    const bend *b = of;

    return hypot(b->g(x[0]), x[1] - b->c * fabs(x[0] - 1));
}

static const zni_curve curve = {.n = 2,
                                .value = value,
                                .factor = factor,
                                .solve = solve,
                                .dot = dot,
                                .error = error};

static zn_status follow(bend *b, zn_index most, double x[], zn_solve_info *info)
{
    const zni_following how = {
        .tol = 1e-10, .max_iter = most, .from = log(2), .unit = 1};
    zni_curve f = curve;
    double v[ZNI_FOLLOWED(2)];

    f.of = b;
    b->last = INFINITY;
    *info = (zn_solve_info){0};
    return zni_follow(&f, &how, v, x, NULL, info);
}

/* The bends, and what tau goes up from the minimum to the maximum of ln(-g / (x + 1)): of the
 * lines from ln(0.05 / 2) to ln(1.55 / 3.5), of the other from x = 1.0253, -3.0083, to 2.2176,
 * -0.9871 (where the derivative has its roots). With c = 5 the tangent turns by more than a right
 * angle at 1, by 157 degrees in (x, y). */
static const struct {
    double (*g)(double x), (*dg)(double x);
    double c, up;
} bends[] = {
    {smooth, smooth_slope, 0, 2.0212},
    {smooth, smooth_slope, 5, 2.0212},
    {lines, lines_slope, 0, 2.8744},
    {lines, lines_slope, 5, 2.8744},
};

START_TEST(it_goes_around_bends_and_kinks)
{
    bend b = {bends[_i].g, bends[_i].dg, bends[_i].c, .broken = false};
    double x[] = {-1, 2 * b.c};
    zn_solve_info info;

    ck_assert_int_eq(follow(&b, 400, x, &info), ZN_OK);
    ck_assert_int_eq(info.outcome, ZN_SOLVED);
    ck_assert_double_eq_tol(x[0], 3, 1e-9);
    ck_assert_double_eq_tol(x[1], 2 * b.c, 1e-8);
    printf("bend %d: %td factorisations, up %g\n", _i, info.iterations, b.up);
    ck_assert_double_ge(b.up, 0.8 * bends[_i].up);
}
END_TEST

START_TEST(what_it_begins_with_may_be_the_end)
{
    bend b = {smooth, smooth_slope, 0, .broken = false};
    double x[] = {3, 0};
    zn_solve_info info;

    ck_assert_int_eq(follow(&b, 400, x, &info), ZN_OK);
    ck_assert_int_eq(info.iterations, 0);
    ck_assert(x[0] == 3 && x[1] == 0);
}
END_TEST

/* the best point comes back with the reason */
START_TEST(its_limits_are_said)
{
    bend b = {smooth, smooth_slope, 0, .broken = false};
    double x[] = {-1, 0};
    zn_solve_info info;

    ck_assert_int_eq(follow(&b, 10, x, &info), ZN_UNSOLVED);
    ck_assert_int_eq(info.outcome, ZN_ITERATION_LIMIT);
    ck_assert_int_eq(info.iterations, 10);
    ck_assert(x[0] > -1 && error(&b, x) < error(&b, (double[]){-1, 0}));
    b.broken = true;
    x[0] = -1;
    ck_assert_int_eq(follow(&b, 400, x, &info), ZN_UNSOLVED);
    ck_assert_int_eq(info.outcome, ZN_STALLED);
    ck_assert(x[0] == -1);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("path by its length");
    TCase *tc = tcase_create("arc");

    tcase_add_loop_test(tc, it_goes_around_bends_and_kinks, 0,
                        sizeof bends / sizeof bends[0]);
    tcase_add_test(tc, what_it_begins_with_may_be_the_end);
    tcase_add_test(tc, its_limits_are_said);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
