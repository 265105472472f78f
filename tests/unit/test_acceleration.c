/* test_acceleration.c - accelerations of a fixed point, themselves: Anderson's, and momentum
 * SPDX-License-Identifier: Apache-2.0 */
#include "lcp_test.h"

#include "solvers/methods/acceleration.h"

enum { N = 4 };

/* G(x) = A x + b, |A| < 0.9 */
static const double A[N][N] = {{0.8, 0.1, 0, 0},
                               {-0.1, 0.7, 0.1, 0},
                               {0, 0.05, -0.6, 0.1},
                               {0, 0, 0.1, 0.3}};
static const double B[N] = {1, -2, 0.5, 3};

static void apply(const double x[N], double g[N])
{
    for (int i = 0; i < N; i++) {
        g[i] = B[i];
        for (int j = 0; j < N; j++)
            g[i] += A[i][j] * x[j];
    }
}

static double defect(const double x[N])
{
    double g[N], sum = 0;

    apply(x, g);
    for (int i = 0; i < N; i++)
        sum += (g[i] - x[i]) * (g[i] - x[i]);
    return sqrt(sum);
}

/* x <- the next point; g: G of the one before */
static void step(zni_anderson *k, double x[N], double g[N])
{
    zni_anderson_from(k, x);
    apply(x, g);
    memcpy(x, g, N * sizeof *x);
    zni_anderson_next(k, x);
}

/* Of a linear map it makes the steps of GMRES (Walker & Ni, SIAM J. Numer. Anal. 49 (2011)): as many
 * as there are unknowns and the one that begins; of plain steps ten digits take 80. */
START_TEST(a_linear_map_takes_as_many_steps_as_unknowns)
{
    double x[N] = {0}, g[N];
    zn_ctx *ctx = context();
    zni_anderson k = {0};
    int steps = 0;

    ck_assert(!zni_anderson_begin(ctx, &k, N, N));
    for (; steps < 20 && defect(x) > 1e-9; steps++)
        step(&k, x, g);
    ck_assert_int_le(steps, N + 2);
    zni_anderson_fini(ctx, &k);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(a_new_beginning_remembers_nothing)
{
    for (zn_index depth = 1; depth <= ZNI_ANDERSON; depth++) {
        double x[N] = {5, 4, 3, 2}, y[N] = {-1, 0, 1, 7}, z[N], g[N];
        zn_ctx *ctx = context();
        zni_anderson used = {0}, fresh = {0};

        memcpy(z, y, sizeof z);
        ck_assert(!zni_anderson_begin(ctx, &used, N, depth));
        for (int i = 0; i < 3; i++)
            step(&used, x, g);
        ck_assert(!zni_anderson_begin(ctx, &used, N, depth));
        ck_assert(!zni_anderson_begin(ctx, &fresh, N, depth));
        for (int i = 0; i < 5; i++) {
            step(&used, y, g);
            step(&fresh, z, g);
            ck_assert_mem_eq(y, z, sizeof y);
        }
        zni_anderson_fini(ctx, &used);
        zni_anderson_fini(ctx, &fresh);
        zn_ctx_free(ctx);
    }
}
END_TEST

/* Where the map is another one at the point it went to, f grows: back to G of the point before, and
 * from there as from a new start. */
START_TEST(a_point_that_is_no_good_is_left)
{
    double x[N] = {0}, z[N], g[N], before[N];
    zn_ctx *ctx = context();
    zni_anderson k = {0}, fresh = {0};

    ck_assert(!zni_anderson_begin(ctx, &k, N, N));
    ck_assert(!zni_anderson_begin(ctx, &fresh, N, N));
    for (int i = 0; i < 3; i++)
        step(&k, x, before);
    ck_assert(memcmp(x, before, sizeof x));
    zni_anderson_from(&k, x);
    for (int i = 0; i < N; i++)
        x[i] += 1e3;
    zni_anderson_next(&k, x);
    ck_assert_mem_eq(x, before, sizeof x);
    memcpy(z, x, sizeof z);
    for (int i = 0; i < 4; i++) {
        step(&k, x, g);
        step(&fresh, z, g);
        ck_assert_mem_eq(x, z, sizeof x);
    }
    zni_anderson_fini(ctx, &k);
    zni_anderson_fini(ctx, &fresh);
    zn_ctx_free(ctx);
}
END_TEST

/* ---- momentum ------------------------------------------------------------------------ */

/* Steps against the gradient of a quadratic whose curvatures go from 1 to 1e4: each takes 1e-4 of what is left along
 * the flattest, ten digits 2e5 of them. Nesterov's take some root of that many. */
START_TEST(nesterovs_way_is_the_root_of_a_plain_one)
{
    enum { SIZE = 20 };
    const double weight[SIZE] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    double x[SIZE] = {0}, most = 1;
    zn_ctx *ctx = context();
    zni_momentum k = {0};
    int steps = 0;

    ck_assert(!zni_momentum_begin(ctx, &k, ZNI_ACCELERATED, SIZE, 1, weight));
    for (; steps < 10000 && most > 1e-10; steps++) {
        double g[SIZE];

        most = 0;
        zni_momentum_from(&k, x);
        for (int i = 0; i < SIZE; i++) {
            g[i] = x[i] - pow(1e4, i / (SIZE - 1.) - 1) * (x[i] - 1);
            most = fmax(most, fabs(x[i] - 1));
        }
        zni_momentum_next(&k, g);
        memcpy(x, g, sizeof x);
    }
    ck_assert_int_lt(steps, 5000);
    zni_momentum_fini(ctx, &k);
    zn_ctx_free(ctx);
}
END_TEST

/* |f|^2 = 1, then 1.04, a little more: the whole way before is added, not more than it; then 4: it begins anew. */
START_TEST(a_way_is_not_lengthened_where_f_has_grown)
{
    const double weight[] = {1}, x[] = {0, 1, 3}, g[] = {1, 2.02, 5}, next[] = {1, 3.02, 5};
    zn_ctx *ctx = context();
    zni_momentum k = {0};

    ck_assert(!zni_momentum_begin(ctx, &k, ZNI_CONJUGATE, 1, 1, weight));
    for (int i = 0; i < 3; i++) {
        double to = g[i];

        zni_momentum_from(&k, x + i);
        zni_momentum_next(&k, &to);
        ck_assert_double_eq_tol(to, next[i], 1e-15);
    }
    zni_momentum_fini(ctx, &k);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("acceleration");
    TCase *tc = tcase_create("acceleration");

    tcase_add_test(tc, a_linear_map_takes_as_many_steps_as_unknowns);
    tcase_add_test(tc, a_new_beginning_remembers_nothing);
    tcase_add_test(tc, a_point_that_is_no_good_is_left);
    tcase_add_test(tc, nesterovs_way_is_the_root_of_a_plain_one);
    tcase_add_test(tc, a_way_is_not_lengthened_where_f_has_grown);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
