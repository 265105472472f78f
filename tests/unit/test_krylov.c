/* test_krylov.c - linear systems by a factorised neighbour
 * SPDX-License-Identifier: Apache-2.0 */
#include "zeno_test.h"

#include <math.h>

#include "../../solvers/methods/krylov.h"

/* A = tridiagonal (-1 - wind, 2.1, -1 + wind) times `unit` with weights w_i w_j over decades,
 * P the same without wind; its solution by elimination. */
enum { MOST = 60 };

typedef struct row {
    zn_index n;
    double wind, unit, w[MOST];
    int products, solutions;
} row;

static void times(void *of, const double x[], double y[])
{
    row *a = of;

    a->products++;
    for (zn_index i = 0; i < a->n; i++) {
        double s = 2.1 * a->w[i] * x[i];

        if (i > 0)
            s -= (1 + a->wind) * a->w[i - 1] * x[i - 1];
        if (i + 1 < a->n)
            s -= (1 - a->wind) * a->w[i + 1] * x[i + 1];
        y[i] = a->unit * a->w[i] * s;
    }
}

static void solve(void *of, double x[])
{
    row *a = of;
    double pivot[MOST];

    a->solutions++;
    for (zn_index i = 0; i < a->n; i++)
        x[i] /= a->unit * a->w[i];
    for (zn_index i = 0; i < a->n; i++) {
        pivot[i] = 2.1 - (i > 0 ? 1 / pivot[i - 1] : 0);
        x[i] += i > 0 ? x[i - 1] / pivot[i - 1] : 0;
    }
    for (zn_index i = a->n - 1; i >= 0; i--)
        x[i] = (x[i] + (i + 1 < a->n ? x[i + 1] : 0)) / pivot[i];
    for (zn_index i = 0; i < a->n; i++)
        x[i] /= a->w[i];
}

static row make(zn_index n, double wind, double decades)
{
    row a = {.n = n, .wind = wind, .unit = 1};

    for (zn_index i = 0; i < n; i++)
        a.w[i] = pow(10, decades * sin(7.0 * (double)i));
    return a;
}

static double work[ZNI_KRYLOV_WORK(MOST)];

/* x_i = cos i from its right-hand side: the largest error relative to x_i */
static double solved(row *a, double tol, zn_index *steps)
{
    const zni_krylov f = {a, a->n, times, solve};
    double x[MOST], b[MOST], worst = 0;

    for (zn_index i = 0; i < a->n; i++)
        x[i] = cos((double)i) / a->w[i];
    times(a, x, b);
    a->products = a->solutions = 0;
    *steps = zni_gmres(&f, tol, work, b);
    for (zn_index i = 0; i < a->n; i++)
        worst = fmax(worst, a->w[i] * fabs(b[i] - x[i]));
    return worst;
}

START_TEST(what_is_unsymmetric_is_solved_by_its_symmetric_part)
{
    row a = make(MOST, 0.3, 0);
    zn_index steps;

    ck_assert_double_lt(solved(&a, 1e-12, &steps), 1e-10); /* kappa(P) = 40 */
    ck_assert_int_lt(steps, ZNI_KRYLOV);
    ck_assert_int_eq(a.products, steps);
    ck_assert_int_eq(a.solutions, steps + 1);
}
END_TEST

START_TEST(the_matrix_itself_takes_one_step)
{
    row a = make(MOST, 0, 2);
    zn_index steps;

    ck_assert_double_lt(solved(&a, 1e-12, &steps), 1e-11);
    ck_assert_int_eq(steps, 1);
}
END_TEST

START_TEST(soft_rows_are_solved_as_well_as_stiff_ones)
{
    row plain = make(MOST, 0.3, 0), a = make(MOST, 0.3, 4);
    zn_index steps, more;

    /* the norm r'P^-1 r is that of the problem without weights: the same steps */
    ck_assert_double_lt(solved(&plain, 1e-9, &steps), 1e-7);
    ck_assert_double_lt(solved(&a, 1e-9, &more), 1e-7);
    ck_assert_int_eq(more, steps);
}
END_TEST

START_TEST(as_many_steps_as_rows_are_enough)
{
    row a = make(7, 0.9, 0);
    zn_index steps;

    ck_assert_double_lt(solved(&a, 1e-13, &steps), 1e-11);
    ck_assert_int_le(steps, 7);
}
END_TEST

START_TEST(units_do_not_matter)
{
    row a = make(20, 0.4, 1), b = a;
    const zni_krylov f = {&a, 20, times, solve}, g = {&b, 20, times, solve};
    double x[20], y[20];

    b.unit = ldexp(1, 80);
    for (int i = 0; i < 20; i++) {
        x[i] = sin(i + 1.0);
        y[i] = ldexp(x[i], -60);
    }
    ck_assert_int_eq(zni_gmres(&f, 1e-8, work, x),
                     zni_gmres(&g, 1e-8, work, y));
    for (int i = 0; i < 20; i++)
        ck_assert(y[i] == ldexp(x[i], -140));
}
END_TEST

START_TEST(nothing_is_asked_and_nothing_done)
{
    row a = make(5, 0.3, 0);
    const zni_krylov f = {&a, 5, times, solve};
    double b[5] = {0};

    ck_assert_int_eq(zni_gmres(&f, 1e-8, work, b), 0);
    for (int i = 0; i < 5; i++)
        ck_assert(b[i] == 0);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("krylov");
    TCase *tc = tcase_create("krylov");

    tcase_add_test(tc, what_is_unsymmetric_is_solved_by_its_symmetric_part);
    tcase_add_test(tc, the_matrix_itself_takes_one_step);
    tcase_add_test(tc, soft_rows_are_solved_as_well_as_stiff_ones);
    tcase_add_test(tc, as_many_steps_as_rows_are_enough);
    tcase_add_test(tc, units_do_not_matter);
    tcase_add_test(tc, nothing_is_asked_and_nothing_done);
    suite_add_tcase(s, tc);
    return test_main(s);
}
