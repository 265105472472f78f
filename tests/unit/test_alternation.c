/* test_alternation.c - alternating directions by themselves: what another rho leaves as it is, when there is one, and
 * the units of rows
 * SPDX-License-Identifier: Apache-2.0 */
#include "zeno_test.h"

#include <math.h>

#include "solvers/methods/admm.h"

enum { N = 3, CHANGES = 32 };

/* Minimise x'Hx/2 + q'x over x >= 0, H diagonal; s is x in units of its own, u each, and the weights say so. What the
 * iteration did is kept. */
typedef struct quadratic {
    double H[N], q[N], weight[N];
    double rho[CHANGES]; /* of each time that factors were made              */
    int at[CHANGES];     /* iterations before it                             */
    int changes, steps;
    double multiplier[N]; /* rho y after the step before                     */
    double jump;          /* of it, at most, between two steps               */
    int measured;
    double least, best[2 * N]; /* error, z and w of the best point that was measured, or the start */
    const double *errors; /* what is said instead of the error, or NULL        */
    int singular; /* the factors that cannot be made, 1: the first; 0: none      */
} quadratic;

static const double H[N] = {1, 2, 0.5}, q[N] = {-1, 0.75, -2};

/* rows of x times u, of which rho is times 1/u^2 */
static quadratic pose(const double u[N])
{
    quadratic a = {.steps = 0};

    for (int i = 0; i < N; i++) {
        a.H[i] = H[i] / (u[i] * u[i]);
        a.q[i] = q[i] / u[i];
        a.weight[i] = 1 / u[i];
    }
    return a;
}

static zn_status factor(void *of, zn_ctx *ctx, double rho)
{
    quadratic *a = of;

    (void)ctx;
    ck_assert_int_lt(a->changes, CHANGES);
    a->rho[a->changes] = rho;
    a->at[a->changes++] = a->steps;
    return a->changes == a->singular ? ZN_ESINGULAR : ZN_OK;
}

static double error_at(quadratic *a, const double z[], double w[])
{
    double worst = 0;

    for (int i = 0; i < N; i++) {
        const double k = a->weight[i];

        w[i] = a->H[i] * z[i] + a->q[i];
        worst = fmax(worst, fabs(fmin(z[i] * k, w[i] / k)));
    }
    if (a->errors)
        worst = a->errors[a->measured];
    if (a->measured++ == 0 || worst < a->least) {
        a->least = worst;
        memcpy(a->best, z, N * sizeof *z);
        memcpy(a->best + N, w, N * sizeof *w);
    }
    return worst;
}

static zn_status begin(void *of, double rho, double z[], double w[], double s[], double y[], double *error)
{
    (void)rho;
    for (int i = 0; i < N; i++) {
        s[i] = z[i];
        y[i] = 0;
    }
    *error = error_at(of, z, w);
    return ZN_OK;
}

static void minimise(void *of, double rho, const double s[], const double y[], double c[])
{
    quadratic *a = of;

    for (int i = 0; i < N; i++) {
        const double by = rho * a->weight[i] * a->weight[i];

        if (a->steps > 0)
            a->jump = fmax(a->jump, fabs(rho * y[i] - a->multiplier[i]) / (1e-300 + fabs(a->multiplier[i])));
        c[i] = (by * (s[i] - y[i]) - a->q[i]) / (a->H[i] + by);
    }
    a->steps++;
}

static zn_status project(void *of, double s[])
{
    (void)of;
    for (int i = 0; i < N; i++)
        s[i] = fmax(s[i], 0);
    return ZN_OK;
}

static double measure(void *of, double rho, const double s[], const double y[], double z[], double w[])
{
    (void)rho;
    (void)y;
    memcpy(z, s, N * sizeof *z);
    return error_at(of, z, w);
}

static bool look(void *of, double rho, double left, const double s[], const double y[])
{
    quadratic *a = of;

    (void)left;
    (void)s;
    for (int i = 0; i < N; i++)
        a->multiplier[i] = rho * y[i];
    return false;
}

static const double ones[N] = {1, 1, 1};

static const zni_alternation usual = {
    .tol = 1e-10, .max_iter = 5000, .least = 1e-12, .most = 1e12, .theta = 1.6, .every = 1};

/* from z */
static zn_status alternate(quadratic *a, const zni_alternation *how, double z[N], double w[N], double *rho,
                           zn_solve_info *info)
{
    const zni_split f = {.of = a,
                         .n = N,
                         .nz = N,
                         .nw = N,
                         .factor = factor,
                         .begin = begin,
                         .minimise = minimise,
                         .project = project,
                         .measure = measure,
                         .turn = look,
                         .weight = a->weight};
    double v[ZNI_ALTERNATED(N, N, N)];

    return zni_alternate((zni_call){NULL, z, w, NULL, info}, &f, how, v, rho);
}

static zn_status go(quadratic *a, double rho, bool fixed, double z[N], zn_solve_info *info)
{
    zni_alternation how = usual;
    double w[N];

    how.rho = rho;
    how.fixed = fixed;
    memset(z, 0, N * sizeof *z);
    return alternate(a, &how, z, w, NULL, info);
}

static const double starts[] = {1e-6, 1e-3, 1e3, 1e6};

START_TEST(another_rho_leaves_the_multiplier)
{
    for (int k = 0; k < 4; k++) {
        quadratic a = pose(ones);
        zn_solve_info info = {0};
        double z[N];

        ck_assert_int_eq(go(&a, starts[k], false, z, &info), ZN_OK);
        ck_assert_int_ge(a.changes, 3); /* 10^3 away and more, by 10 at most */
        ck_assert_msg(a.jump < 4e-16, "from rho = %g the multiplier jumps by %g of itself", starts[k], a.jump);
        for (int i = 0; i < N; i++)
            ck_assert_double_eq_tol(z[i], fmax(0, -q[i] / H[i]), 1e-9);
    }
}
END_TEST

/* It is asked for after 20, 40, 80, ... steps, goes by 10 at most and not by less than 2, to where it is as large as
 * H and rests; and where one that is too large may not, the way is many times as long. A small one does no harm
 * here, as H is diagonal. */
START_TEST(rho_comes_to_the_size_of_the_problem_and_rests)
{
    for (int k = 0; k < 4; k++) {
        quadratic a = pose(ones), b = pose(ones);
        zn_solve_info info = {0}, fixed = {0};
        double z[N];

        ck_assert_int_eq(go(&a, starts[k], false, z, &info), ZN_OK);
        go(&b, starts[k], true, z, &fixed);
        ck_assert_int_eq(b.changes, 1);
        ck_assert_int_eq(a.at[0], 0);
        for (int c = 1, next = 20; c < a.changes; c++) {
            const double by = a.rho[c] / a.rho[c - 1];

            while (next < a.at[c])
                next *= 2;
            ck_assert_msg(next == a.at[c], "rho = %g after %d steps", a.rho[c], a.at[c]);
            ck_assert_msg(fmax(by, 1 / by) >= 2 && fmax(by, 1 / by) < 10.0001, "rho %g, then %g", a.rho[c - 1],
                          a.rho[c]);
        }
        ck_assert_msg(fabs(log10(a.rho[a.changes - 1])) < fabs(log10(starts[k])) - 1.9,
                      "rho = %g in the end, %g in the beginning", a.rho[a.changes - 1], starts[k]);
        ck_assert_msg(starts[k] < 1 || info.iterations * 4 < fixed.iterations,
                      "%td steps, %td with the first rho", info.iterations,
                      fixed.iterations);
    }
}
END_TEST

/* Rows in other units, powers of two, have the same steps and choices of rho, to the bit. */
START_TEST(rows_in_units_of_their_own_change_no_bit)
{
    static const double units[][N] = {{8, 1, 1}, {0x1p-10, 1, 0x1p12}, {0x1p20, 0x1p20, 0x1p-30}};

    for (int k = 0; k < 4; k++)
        for (int u = 0; u < 3; u++) {
            quadratic a = pose(ones), b = pose(units[u]);
            zn_solve_info one = {0}, other = {0};
            double z[N], x[N];

            ck_assert_int_eq(go(&a, starts[k], false, z, &one), ZN_OK);
            ck_assert_int_eq(go(&b, starts[k], false, x, &other), ZN_OK);
            ck_assert_int_eq(one.iterations, other.iterations);
            ck_assert_int_eq(a.changes, b.changes);
            ck_assert_mem_eq(a.rho, b.rho, sizeof a.rho);
            for (int i = 0; i < N; i++)
                ck_assert_double_eq(x[i], z[i] * units[u][i]);
        }
}
END_TEST

/* q times a power of two: z, s and y are, rho is not. */
START_TEST(the_unit_of_q_changes_no_bit)
{
    /* first ones that are far, and ones from which it is not the most that may be */
    static const double firsts[] = {1e-6, 1e-3, 0.02, 0.1, 8, 20, 50, 1e3, 1e6};
    static const double units[] = {0x1p20, 0x1p-20};

    for (int k = 0; k < 9; k++)
        for (int u = 0; u < 2; u++) {
            quadratic a = pose(ones), b = pose(ones);
            zni_alternation how = usual;
            zn_solve_info one = {0}, other = {0};
            double z[N], x[N] = {0}, w[N];

            for (int i = 0; i < N; i++)
                b.q[i] *= units[u];
            ck_assert_int_eq(go(&a, firsts[k], false, z, &one), ZN_OK);
            how.rho = firsts[k];
            how.tol *= units[u];
            ck_assert_int_eq(alternate(&b, &how, x, w, NULL, &other), ZN_OK);
            ck_assert_int_eq(one.iterations, other.iterations);
            ck_assert_mem_eq(a.rho, b.rho, sizeof a.rho);
            for (int i = 0; i < N; i++)
                ck_assert_double_eq(x[i], z[i] * units[u]);
        }
}
END_TEST

/* ---- ends ----------------------------------------------------------------------------- */

/* The best point that was measured comes back, with its w. */
static void best_comes_back(const quadratic *a, const double z[], const double w[])
{
    for (int i = 0; i < N; i++) {
        ck_assert_double_eq(z[i], a->best[i]);
        ck_assert_double_eq(w[i], a->best[N + i]);
    }
}

START_TEST(what_is_solved_is_said_with_the_last_rho)
{
    quadratic a = pose(ones);
    zni_alternation how = usual;
    zn_solve_info info = {.outcome = ZN_STALLED};
    double z[N] = {0}, w[N] = {7, 7, 7}, rho = 0;

    how.rho = 1e3;
    ck_assert_int_eq(alternate(&a, &how, z, w, &rho, &info), ZN_OK);
    ck_assert_int_eq(info.outcome, ZN_SOLVED);
    ck_assert_int_eq(info.iterations, a.steps);
    ck_assert_double_eq(rho, a.rho[a.changes - 1]);
    ck_assert_double_lt(rho, 1e3);
    best_comes_back(&a, z, w);
    /* and from there nothing is done */
    quadratic b = pose(ones);
    ck_assert_int_eq(alternate(&b, &how, z, w, &rho, &info), ZN_OK);
    ck_assert_int_eq(info.outcome, ZN_SOLVED);
    ck_assert(info.iterations == 0 && b.changes == 0 && rho == 1e3);
    best_comes_back(&b, z, w);
}
END_TEST

START_TEST(a_limit_gives_back_the_best_point)
{
    /* of the start and after 3, 6 and 7 steps */
    static const double errors[][4] = {{1, 2, 3, 4}, {2, 1, 3, 4}, {4, 3, 1, 2}, {4, 3, 2, 1}};

    for (int k = 0; k < 4; k++) {
        quadratic a = pose(ones);
        zni_alternation how = usual;
        zn_solve_info info = {.outcome = ZN_SOLVED};
        double z[N] = {0}, w[N] = {7, 7, 7};

        a.errors = errors[k];
        how.rho = 1e3;
        how.max_iter = 7;
        how.every = 3;
        ck_assert_int_eq(alternate(&a, &how, z, w, NULL, &info), ZN_UNSOLVED);
        ck_assert_int_eq(info.outcome, ZN_ITERATION_LIMIT);
        ck_assert_int_eq(info.iterations, 7);
        ck_assert_int_eq(a.steps, 7);
        ck_assert_int_eq(a.measured, 4);
        ck_assert_double_eq(a.least, 1);
        best_comes_back(&a, z, w);
    }
}
END_TEST

START_TEST(an_error_that_is_none_ends_it)
{
    static const double errors[] = {2, 1, NAN};
    quadratic a = pose(ones);
    zni_alternation how = usual;
    zn_solve_info info = {.outcome = ZN_SOLVED};
    double z[N] = {0}, w[N] = {7, 7, 7};

    a.errors = errors;
    how.rho = 1e3;
    ck_assert_int_eq(alternate(&a, &how, z, w, NULL, &info), ZN_UNSOLVED);
    ck_assert_int_eq(info.outcome, ZN_STALLED);
    ck_assert_int_eq(info.iterations, 2);
    best_comes_back(&a, z, w);
}
END_TEST

START_TEST(without_factors_it_stalls_where_it_is)
{
    for (int k = 1; k < 3; k++) {
        quadratic a = pose(ones);
        zni_alternation how = usual;
        zn_solve_info info = {.outcome = ZN_SOLVED};
        double z[N] = {0}, w[N] = {7, 7, 7};

        a.singular = k;
        how.rho = 1e3;
        /* the first: the caller has another rho; later ones: this is as far as it gets */
        ck_assert_int_eq(alternate(&a, &how, z, w, NULL, &info), k == 1 ? ZN_ESINGULAR : ZN_UNSOLVED);
        ck_assert_int_eq(a.changes, k);
        if (k == 1)
            continue;
        ck_assert_int_eq(info.outcome, ZN_STALLED);
        ck_assert_int_eq(info.iterations, a.steps);
        best_comes_back(&a, z, w);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("alternating directions");
    TCase *tc = tcase_create("rho");

    tcase_add_test(tc, another_rho_leaves_the_multiplier);
    tcase_add_test(tc, rho_comes_to_the_size_of_the_problem_and_rests);
    tcase_add_test(tc, rows_in_units_of_their_own_change_no_bit);
    tcase_add_test(tc, the_unit_of_q_changes_no_bit);
    tcase_add_test(tc, what_is_solved_is_said_with_the_last_rho);
    tcase_add_test(tc, a_limit_gives_back_the_best_point);
    tcase_add_test(tc, an_error_that_is_none_ends_it);
    tcase_add_test(tc, without_factors_it_stalls_where_it_is);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
