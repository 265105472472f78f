/* test_qp_error.c - what the error of a convex quadratic program counts
 * SPDX-License-Identifier: Apache-2.0 */
#include "vi_test.h"

#include <zeno/qp.h>

static const char *const all[] = {"auto", "admm", "active-set",
                                  "interior-point", "projected-gradient"};
enum { NALL = 5 };

static zn_status disk(void *user, double x[])
{
    double r = hypot(x[0], x[1]);

    (void)user;
    if (r > 1) {
        x[0] /= r;
        x[1] /= r;
    }
    return ZN_OK;
}

static const double M2[] = {2, 0, 0, 2}, q2[] = {-2, -5};

START_TEST(error_counts_both_sets)
{
    /* (x - 1)^2 + (y - 2.5)^2, s = 2 - x - y >= 0. At z = (1, 2), l = 3: nu =
     * (0, -1) + (3, 3) = (3, 2), s = -1, min(s, l) = -1; scale 5 */
    const double A[] = {-1, -1}, b[] = {2}, z[] = {1, 2};
    double w[] = {3, 2, 3}, work[5];
    zn_matrix M = zn_matrix_dense(2, 2, M2), Am = zn_matrix_dense(1, 2, A);
    zn_qp p = {.n = 2, .M = &M, .q = q2, .m = 1, .A = &Am, .b = b};
    const double lb[] = {0.5, -INFINITY};

    ck_assert_double_eq_tol(zn_qp_error(&p, z, w, work), 0.6, 1e-15);
    /* with x >= 0.5: min(0.5, 3) = 0.5, then 2 of the second row */
    p.lb = lb;
    ck_assert_double_eq_tol(zn_qp_error(&p, z, w, work), 0.4, 1e-15);
    w[0] = 7;
    ck_assert_double_eq_tol(zn_qp_error(&p, z, w, work), 0.8, 1e-15);
    w[2] = NAN;
    ck_assert(isnan(zn_qp_error(&p, z, w, work)));

    /* K the unit disk, z + b: s = (1, 2), l = (3, -2): s - l = (-2, 4), P =
     * (-1, 2) / sqrt 5: |s - P| = 1 + 1 / sqrt 5 = 1.4472; nu = (0, -1) - l =
     * (-3, 1): 3 */
    zn_qp d = {.n = 2, .M = &M, .q = q2, .m = 2, .project = disk};
    const double wd[] = {-3, 1, 3, -2};
    double work6[6];

    ck_assert_double_eq_tol(zn_qp_error(&d, z, wd, work6), 0.6, 1e-15);
}
END_TEST

/* With q = 0 the error is relative to what bounds force on z: M c of the c next to 0, here
 * (1, 10), more than what the diagonal makes of it, 1; and where 0 is allowed to the largest
 * bound, 5. */
START_TEST(without_q_bounds_are_what_it_is_relative_to)
{
    const double C[] = {1, 10, 10, 200}, I[] = {1, 0, 0, 1}, zero[2] = {0};
    const double lb[] = {1, -INFINITY}, low[] = {-5, -2}, high[] = {5, 3};
    double work[4];
    zn_matrix M = zn_matrix_dense(2, 2, C), E = zn_matrix_dense(2, 2, I);
    const zn_qp forced = {.n = 2, .M = &M, .q = zero, .lb = lb};
    const zn_qp allowed = {.n = 2, .M = &E, .q = zero, .lb = low, .ub = high};

    /* z = c: the second row is free, and off by 10 */
    ck_assert_double_eq_tol(
        zn_qp_error(&forced, (double[]){1, 0}, (double[]){1, 10}, work), 1,
        1e-15);
    ck_assert_double_eq_tol(
        zn_qp_error(&allowed, (double[]){0.5, 0}, (double[]){0.5, 0}, work),
        0.1, 1e-15);
}
END_TEST

/* Neither a stiff unknown beside a soft one, nor bounds and rows that are far away, make
 * a point that is off by all of q look like a solution. */
START_TEST(what_is_large_elsewhere_hides_no_error)
{
    static const double stiff[] = {1e8, 0, 0, 1}, I[] = {1, 0, 0, 1};
    static const double A[] = {-1, 0, 0, -1}, far[] = {1e10, 1e10};
    static const double q[] = {0.5, -1}, one[] = {-1, -1, 1, 1};
    static const double none[] = {0, 0, 1e10, 1e10};
    const zn_matrix soft = zn_matrix_dense(2, 2, I);
    const zn_matrix hard = zn_matrix_dense(2, 2, stiff);
    const zn_matrix rows = zn_matrix_dense(2, 2, A);
    const zn_qp ways[] = {
        {.n = 2, .M = &hard, .q = q, .lb = one, .ub = one + 2},
        {.n = 2, .M = &soft, .q = q, .lb = none, .ub = none + 2},
        {.n = 2, .M = &soft, .q = q, .lb = none, .m = 2, .A = &rows, .b = far}};
    zn_ctx *ctx = context();

    for (int e = 0; e < 3; e++) {
        const double want = e == 0 ? -5e-9 : 0; /* -q_1 / 1e8, the bound */
        const double zero[2] = {0}, w0[] = {0.5, -1, 0, 0};
        double work[6];

        /* w_2 = q_2, the largest of q, where it has to be 0 */
        ck_assert_double_eq(zn_qp_error(&ways[e], zero, w0, work), 1);
        for (int k = 0; k < NALL; k++) {
            double z[2] = {0}, w[4];
            zn_status st =
                run_once(ctx, "qp", all[k], 1e-10, &ways[e], z, w, NULL);

            ck_assert_msg((k != 0 && k != 2) || !st, "%s, way %d: %s", all[k],
                          e, zn_errmsg(ctx));
            if (st)
                continue;
            ck_assert_msg(fabs(z[0] - want) < 1e-9 && fabs(z[1] - 1) < 1e-9,
                          "%s, way %d: z = (%g, %g)", all[k], e, z[0], z[1]);
        }
    }
    zn_ctx_free(ctx);
}
END_TEST

/* M = 1 1' + c I, c = 1e-11, z = (mean q - q) / c up to c, inside the bounds: M z is c z, of sums
 * whose terms are 1, so its digits end at 1e-16 n of 1e-11. */
START_TEST(what_sums_round_is_no_error)
{
    enum { N = 40 };
    const double c = 1e-11;
    double m[N * N] = {0}, q[N], lb[N], ub[N], z[N] = {0}, w[N], mean = 0;
    const zn_matrix M = zn_matrix_dense(N, N, m);
    const zn_qp p = {.n = N, .M = &M, .q = q, .lb = lb, .ub = ub};
    zn_ctx *ctx = context();

    for (int j = 0; j < N * N; j++)
        m[j] = 1 + (j % (N + 1) == 0 ? c : 0);
    for (int i = 0; i < N; i++) {
        q[i] = i % 2 ? c * (1 + 0.1 * sin(i)) : -c * (1 + 0.1 * sin(i));
        mean += q[i] / N;
        lb[i] = -2;
        ub[i] = 2;
    }
    for (int k = 0; k < 4; k += 2) { /* auto and active sets */
        memset(z, 0, sizeof z);
        ck_assert_msg(!run_once(ctx, "qp", all[k], 1e-9, &p, z, w, NULL),
                      "%s: %s", all[k], zn_errmsg(ctx));
        for (int i = 0; i < N; i++)
            ck_assert_double_eq_tol(z[i], (mean - q[i]) / c,
                                    4e-3); /* 4e-4, ten times */
    }
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("qp: error");
    TCase *tc = tcase_create("error");

    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, error_counts_both_sets);
    tcase_add_test(tc, without_q_bounds_are_what_it_is_relative_to);
    tcase_add_test(tc, what_is_large_elsewhere_hides_no_error);
    tcase_add_test(tc, what_sums_round_is_no_error);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
