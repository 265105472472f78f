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
    return ZN_OK;
}

static double error_at(const quadratic *a, const double z[], double w[])
{
    double worst = 0;

    for (int i = 0; i < N; i++) {
        const double k = a->weight[i];

        w[i] = a->H[i] * z[i] + a->q[i];
        worst = fmax(worst, fabs(fmin(z[i] * k, w[i] / k)));
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

static zn_status go(quadratic *a, double rho, bool fixed, double z[N], zn_solve_info *info)
{
    const zni_alternation how = {.tol = 1e-10, .max_iter = 5000, .rho = rho, .least = 1e-12, .most = 1e12,
                                 .theta = 1.6, .fixed = fixed, .every = 1};
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
    double v[ZNI_ALTERNATED(N, N, N)], w[N];

    memset(z, 0, N * sizeof *z);
    return zni_alternate(NULL, &f, &how, v, z, w, NULL, NULL, info);
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
 * H and rests; and where one that is too large may not, the way is many times as long. A small one does no harm here, as
 * H is diagonal. */
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
        ck_assert_msg(starts[k] < 1 || info.iterations * 4 < fixed.iterations, "%td steps, %td with the first rho", info.iterations,
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

int main(void)
{
    Suite *suite = suite_create("alternating directions");
    TCase *tc = tcase_create("rho");

    tcase_add_test(tc, another_rho_leaves_the_multiplier);
    tcase_add_test(tc, rho_comes_to_the_size_of_the_problem_and_rests);
    tcase_add_test(tc, rows_in_units_of_their_own_change_no_bit);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
