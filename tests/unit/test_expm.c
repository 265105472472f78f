/* test_expm.c - the exponential of a matrix and the held input
 * SPDX-License-Identifier: Apache-2.0 */
#include <float.h>
#include <math.h>

#include <zeno/expm.h>

#include "tests/unit/zeno_test.h"

static zn_ctx *ctx;
static zn_expm *e;

static void setup(void)
{
    e = NULL;
    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
}

static void teardown(void)
{
    zn_expm_free(e);
    zn_ctx_free(ctx);
}

static void held(zn_index n, zn_index m, double t, const double A[],
                 const double B[], double Phi[], double Psi[])
{
    zn_expm_free(e);
    ck_assert_int_eq(zn_expm_new(ctx, n, m, &e), ZN_OK);
    ck_assert_msg(zn_expm_held(e, t, A, B, Phi, Psi) == ZN_OK, "%s",
                  zn_errmsg(ctx));
}

static void close_to(double a, double b, double tol)
{
    ck_assert_msg(fabs(a - b) <= tol, "%.17g, expected %.17g, difference %.3g",
                  a, b, a - b);
}

START_TEST(a_rotation_and_its_input)
{
    /* x' = y, y' = -x + u: exp = [c s; -s c], Psi = (1 - c, s) */
    const double A[] = {0, -1, 1, 0}, B[] = {0, 1};
    const double t[] = {1e-9, 0.1, 1, 3, 20, -2};
    double P[4], S[2];

    for (int k = 0; k < 6; k++) {
        /* squaring s times multiplies rounding by 2^s, which is about |t| */
        const double tol = 8 * DBL_EPSILON * fmax(1, fabs(t[k]));
        held(2, 1, t[k], A, B, P, S);
        close_to(P[0], cos(t[k]), tol);
        close_to(P[1], -sin(t[k]), tol);
        close_to(P[2], sin(t[k]), tol);
        close_to(P[3], cos(t[k]), tol);
        close_to(S[0], 2 * sin(t[k] / 2) * sin(t[k] / 2), tol);
        close_to(S[1], sin(t[k]), tol);
    }
}
END_TEST

START_TEST(chain_of_integrators_is_a_polynomial)
{
    /* A nilpotent: exp = [1 t t^2/2; 0 1 t; 0 0 1], Psi = (t^3/6, t^2/2, t) */
    const double A[] = {0, 0, 0, 1, 0, 0, 0, 1, 0}, B[] = {0, 0, 1};
    const double t = 0.3;
    double P[9], S[3];

    held(3, 1, t, A, B, P, S);
    close_to(P[6], t * t / 2, 2 * DBL_EPSILON);
    close_to(P[3], t, 2 * DBL_EPSILON);
    close_to(P[0], 1, 2 * DBL_EPSILON);
    close_to(P[1], 0, DBL_EPSILON);
    close_to(S[0], t * t * t / 6, 2 * DBL_EPSILON);
    close_to(S[1], t * t / 2, 2 * DBL_EPSILON);
    close_to(S[2], t, 2 * DBL_EPSILON);
}
END_TEST

START_TEST(jordan_block_that_decays)
{
    /* A = [-2 1; 0 -2]: exp = e^-2t [1 t; 0 1]; 20 is squared two times */
    const double A[] = {-2, 0, 1, -2}, t = 10;
    double P[4];

    held(2, 0, t, A, NULL, P, NULL);
    close_to(P[0] / exp(-2 * t), 1, 1e-13);
    close_to(P[2] / (t * exp(-2 * t)), 1, 1e-13);
    close_to(P[1], 0, 0);
}
END_TEST

START_TEST(a_large_input_matrix_costs_no_accuracy)
{
    const double A = -3, B[] = {1e12, 1e-12}, t = 0.5;
    double P, S[2];

    held(1, 2, t, &A, B, &P, S);
    close_to(P, exp(-1.5), 4 * DBL_EPSILON);
    close_to(S[0] / (-expm1(-1.5) / 3 * 1e12), 1, 8 * DBL_EPSILON);
    close_to(S[1] / (-expm1(-1.5) / 3 * 1e-12), 1, 8 * DBL_EPSILON);
}
END_TEST

START_TEST(zero_matrix_and_zero_time)
{
    const double A[] = {0, 0, 0, 0}, B[] = {1, 0, 0, 1};
    const double C[] = {3, 1, 4, 1};
    double P[4], S[4];

    held(2, 2, 0.7, A, B, P, S);
    for (int i = 0; i < 4; i++) {
        close_to(P[i], i % 3 == 0, 0);
        close_to(S[i], i % 3 == 0 ? 0.7 : 0, DBL_EPSILON);
    }
    held(2, 2, 0, C, B, P, S);
    for (int i = 0; i < 4; i++) {
        close_to(P[i], i % 3 == 0, 0);
        close_to(S[i], 0, 0);
    }
}
END_TEST

/* exp(A s) exp(A t) = exp(A (s + t)), and Psi(s + t) = Phi(s) Psi(t) + Psi(s) */
START_TEST(two_steps_are_one)
{
    enum { N = 6, M = 2 };
    double A[N * N], B[N * M], P1[N * N], P2[N * N], P[N * N];
    double S1[N * M], S2[N * M], S[N * M];
    unsigned seed = 12345;

    for (int i = 0; i < N * N + N * M; i++) {
        seed = seed * 1664525u + 1013904223u;
        *(i < N * N ? &A[i] : &B[i - N * N]) =
            (double)(seed >> 8) / (1 << 23) - 1;
    }
    held(N, M, 0.4, A, B, P1, S1);
    held(N, M, 1.7, A, B, P2, S2);
    held(N, M, 2.1, A, B, P, S);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double sum = 0;
            for (int k = 0; k < N; k++)
                sum += P1[i + k * N] * P2[k + j * N];
            close_to(sum, P[i + j * N], 1e-13 * (1 + fabs(sum)) * 30);
        }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            double sum = S1[i + j * N];
            for (int k = 0; k < N; k++)
                sum += P1[i + k * N] * S2[k + j * N];
            close_to(sum, S[i + j * N], 1e-13 * (1 + fabs(sum)) * 30);
        }
}
END_TEST

START_TEST(bad_data_are_refused)
{
    const double nan1 = NAN, big = 1e6;
    double P, one = 1;

    ck_assert_int_eq(zn_expm_new(ctx, 0, 0, &e), ZN_EINVAL);
    ck_assert_ptr_null(e);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "n = 0"));
    ck_assert_int_eq(zn_expm_new(ctx, 1, 0, &e), ZN_OK);
    ck_assert_int_eq(zn_expm_held(e, 1, &nan1, NULL, &P, NULL), ZN_EDOM);
    ck_assert_int_eq(zn_expm_held(e, INFINITY, &one, NULL, &P, NULL), ZN_EDOM);
    ck_assert_int_eq(zn_expm_held(e, 1, &big, NULL, &P, NULL), ZN_EDOM);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "overflows"));
}
END_TEST

static zn_status body(const zn_allocator *alloc)
{
    zn_ctx *c = NULL;
    zn_expm *x = NULL;
    zn_status st = zn_ctx_new_with(alloc, &c);

    if (!st)
        st = zn_expm_new(c, 2, 1, &x);
    zn_expm_free(x);
    zn_ctx_free(c);
    return st;
}

START_TEST(no_memory_is_said)
{
    test_torture(body);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("expm");
    TCase *tc = tcase_create("expm");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, a_rotation_and_its_input);
    tcase_add_test(tc, chain_of_integrators_is_a_polynomial);
    tcase_add_test(tc, jordan_block_that_decays);
    tcase_add_test(tc, a_large_input_matrix_costs_no_accuracy);
    tcase_add_test(tc, zero_matrix_and_zero_time);
    tcase_add_test(tc, two_steps_are_one);
    tcase_add_test(tc, bad_data_are_refused);
    tcase_add_test(tc, no_memory_is_said);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
