/* test_relay_signs.c - relays, of rank one and near the origin: the right signs
 * SPDX-License-Identifier: Apache-2.0 */
#include "lcp_test.h"

#include <zeno/avi.h>
#include <zeno/relay.h>

static const char *const pivots[] = {"auto", "cao-ferris", "lemke", "enum"};
enum { PIVOTS = sizeof pivots / sizeof pivots[0] };

/* The row whose sign is wrong by more than the rounding of its sum, -1: none. */
static zn_index wrong_sign(zn_index n, const double M[], const double q[],
                           const double z[])
{
    for (zn_index i = 0; i < n; i++) {
        long double w = q[i], size = fabsl((long double)q[i]), r;

        for (zn_index j = 0; j < n; j++) {
            w += (long double)M[i + j * n] * z[j];
            size += fabsl((long double)M[i + j * n] * z[j]);
        }
        r = z[i] <= -1 ? fminl(w, 0) : z[i] >= 1 ? fmaxl(w, 0) : w;
        if (fabsl(r) > 1e-14L * size || fabs(z[i]) > 1)
            return i;
    }
    return -1;
}

/* as a relay, and as an affine inequality on the same box */
static zn_status solve_pm1(zn_ctx *ctx, const char *name, double tol, bool avi, zn_index n,
                           const double M[], const double q[], double z[])
{
    double lb[8], ub[8], w[24], H[16 * 8] = {0}, K[16];
    zn_matrix A = zn_matrix_dense(n, n, M);
    zn_relay relay = {n, &A, q, lb, ub};
    zn_avi faces = {.n = n, .m = 2 * n, .M = &A, .q = q, .H = H, .K = K};

    for (zn_index i = 0; i < n; i++) {
        lb[i] = K[i] = K[n + i] = -1;
        ub[i] = 1;
        H[i + i * 2 * n] = 1;
        H[n + i + i * 2 * n] = -1;
        z[i] = 0;
    }
    return run_once(ctx, avi ? "avi" : "relay", name, tol,
                    avi ? (const void *)&faces : &relay, z, w, NULL);
}

START_TEST(a_sign_is_not_left_to_a_tolerance)
{
    /* w = M z + q is 1e-12, M z of the order of 1: with w_1 = 0 w_2 is
     * q_2 - q_1 M_21 / M_11 > 0, so z_2 = -1 and z_1 = M_12 / M_11 */
    const double M[] = {0.72573594494579607, 14.423611765541546,
                        0.072392612962174183, 1.4387642658894313};
    const double q[] = {-1.0885035238994421e-12, -1.8114970964641325e-12};
    zn_ctx *ctx = context();

    for (int avi = 0; avi < 2; avi++)
        for (int k = 0; k < (avi ? 2 : PIVOTS); k++) {
            double z[2];

            ck_assert_msg(solve_pm1(ctx, pivots[k], -1, avi, 2, M, q, z) == ZN_OK, "%s", zn_errmsg(ctx));
            ck_assert_msg(fabs(z[0] - M[2] / M[0]) < 1e-11 && z[1] == -1,
                          "%s %s: (%g, %g)", avi ? "avi" : "relay", pivots[k],
                          z[0], z[1]);
        }
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(rank_one_near_the_origin_has_right_signs)
{
    const zn_index n = 2 + 2 * (_i % 3);
    const bool avi = _i >= 3;
    zn_ctx *ctx = context();
    rng r = {11 + (uint64_t)_i};

    for (int k = 0; k < 100; k++) {
        double a[8], b[8], M[64], q[8], z[8];

        for (zn_index i = 0; i < n; i++) {
            a[i] = uniform(&r, 0.1, 4);
            b[i] = uniform(&r, 0.1, 4);
            q[i] = uniform(&r, -1e-11, 1e-11);
        }
        for (zn_index j = 0; j < n; j++)
            for (zn_index i = 0; i < n; i++)
                M[i + j * n] = a[i] * b[j];
        /* q is above that tolerance, and so is the error of a wrong sign */
        if (!avi)
            ck_assert_int_eq(solve_pm1(ctx, "auto", 1e-12, avi, n, M, q, z),
                             ZN_OK);
        for (int s = 0; s < (avi ? 2 : PIVOTS); s++) {
            zn_index at;

            ck_assert_msg(solve_pm1(ctx, pivots[s], -1, avi, n, M, q, z) == ZN_OK, "%s",
                          zn_errmsg(ctx));
            at = wrong_sign(n, M, q, z);
            ck_assert_msg(at < 0, "%s %s, n = %td, problem %d: row %td",
                          avi ? "avi" : "relay", pivots[s], n, k, at);
        }
    }
    zn_ctx_free(ctx);
}
END_TEST

/* M of half the rank, bounds over two decades, q from 1e-6 to 1e-13: two of the first 150 whose pivots, asked for
 * errors relative to q, were given up, and pivots with a larger q found other signs. */
START_TEST(half_the_rank_near_the_origin_has_right_signs)
{
    enum { MOST = 100 };
    static double M[MOST * MOST], F[MOST * MOST];
    static const uint64_t seeds[] = {18, 142};
    zn_ctx *ctx = context();

    for (size_t k = 0; k < sizeof seeds / sizeof seeds[0]; k++) {
        rng r = {seeds[k]};
        const zn_index n = (zn_index)integer(&r, 66, 160), rank = n / 2;
        const double small = pow(10, -uniform(&r, 6, 13));
        double q[MOST], lb[MOST], ub[MOST], z[MOST] = {0}, w[MOST];

        ck_assert_int_le((int)n, MOST);

        const zn_matrix A = zn_matrix_dense(n, n, M);
        const zn_relay p = {n, &A, q, lb, ub};

        for (zn_index i = 0; i < n; i++) {
            lb[i] = -pow(10, uniform(&r, -1, 1));
            ub[i] = pow(10, uniform(&r, -1, 1));
            q[i] = small * uniform(&r, -1, 1);
        }
        for (zn_index i = 0; i < n * rank; i++)
            F[i] = uniform(&r, -1.7, 1.7);
        for (zn_index j = 0; j < n * n; j++) {
            M[j] = 0;
            for (zn_index c = 0; c < rank; c++)
                M[j] += F[j % n + c * n] * F[j / n + c * n];
        }
        ck_assert_msg(!run_once(ctx, "relay", "auto", -1, &p, z, w, NULL), "seed %d: %s",
                      (int)seeds[k], zn_errmsg(ctx));
        for (zn_index i = 0; i < n; i++) {
            long double sum = q[i], size = fabsl((long double)q[i]);

            for (zn_index j = 0; j < n; j++) {
                sum += (long double)M[i + j * n] * z[j];
                size += fabsl((long double)M[i + j * n] * z[j]);
            }
            sum = z[i] <= lb[i] ? fminl(sum, 0) : z[i] >= ub[i] ? fmaxl(sum, 0) : sum;
            ck_assert_msg(fabsl(sum) <= 1e-14L * size, "seed %d, row %td: %Lg of %Lg", (int)seeds[k], i,
                          sum, size);
        }
    }
    zn_ctx_free(ctx);
}
END_TEST

/* Of more rows than those where pivots come first, rank one to 8, from q = 1e-8 to 1e-12 beside M z of
 * 100: an error relative to q is more than pivots find in M z + q. */
START_TEST(many_rows_near_the_origin_have_right_signs)
{
    enum { MOST = 90 };
    static double M[MOST * MOST];
    zn_ctx *ctx = context();
    rng r = {5};

    for (int k = 0; k < 20; k++) {
        const zn_index n = (zn_index)integer(&r, 66, MOST), rank = 1 << k % 4;
        double F[MOST * 8], q[MOST], lb[MOST], ub[MOST], z[MOST] = {0}, w[MOST];
        const zn_matrix A = zn_matrix_dense(n, n, M);
        const zn_relay p = {n, &A, q, lb, ub};

        for (zn_index i = 0; i < n; i++) {
            lb[i] = -1;
            ub[i] = 1;
            q[i] = pow(10, -8 - k % 5) * uniform(&r, -1, 1);
        }
        for (zn_index i = 0; i < n * rank; i++)
            F[i] = uniform(&r, -2, 2);
        for (zn_index j = 0; j < n * n; j++) {
            M[j] = 0;
            for (zn_index c = 0; c < rank; c++)
                M[j] += F[j % n + c * n] * F[j / n + c * n];
        }
        ck_assert_msg(!run_once(ctx, "relay", "auto", -1, &p, z, w, NULL), "problem %d: %s", k,
                      zn_errmsg(ctx));
        ck_assert_msg(wrong_sign(n, M, q, z) < 0, "problem %d: row %td", k,
                      wrong_sign(n, M, q, z));
    }
    zn_ctx_free(ctx);
}
END_TEST

/* As relays, and as affine inequalities with a face for each bound: bounds of 1, 1e3 and 1e9 side by side, M of rank
 * one, q from 1 to 1e-11 of it: pivots that take q for the unit of all lose their way among numbers of 1e20. */
START_TEST(rank_one_with_bounds_of_all_sizes_is_solved)
{
    static const double sizes[] = {1, 1e3, 1e9}, scales[] = {1, 1e-6, 1e-11};
    zn_ctx *ctx = context();
    rng r = {7};

    for (int k = 0; k < 60; k++) {
        const zn_index n = (zn_index)integer(&r, 2, 12);
        double a[12], b[12], M[144], q[12], lb[12], ub[12], z[12] = {0}, w[36], most = 0;
        double H[24 * 12] = {0}, K[24];
        const zn_matrix A = zn_matrix_dense(n, n, M);
        const zn_relay p = {n, &A, q, lb, ub};
        const zn_avi faces = {.n = n, .m = 2 * n, .M = &A, .q = q, .H = H, .K = K};

        for (zn_index i = 0; i < n; i++) {
            a[i] = uniform(&r, 0.1, 4);
            b[i] = uniform(&r, 0.1, 4);
            q[i] = scales[k % 3] * uniform(&r, -1, 1);
            ub[i] = sizes[(int)integer(&r, 0, 2)];
            lb[i] = -ub[i];
            /* faces of other lengths: 2 z >= 2 lb, -z/4 >= -ub/4 */
            H[i + i * 2 * n] = 2;
            K[i] = 2 * lb[i];
            H[n + i + i * 2 * n] = -0.25;
            K[n + i] = -0.25 * ub[i];
            most = fmax(most, fabs(q[i]));
        }
        for (zn_index j = 0; j < n * n; j++)
            M[j] = a[j % n] * b[j / n];
        ck_assert_msg(!(_i ? run_once(ctx, "avi", "auto", -1, &faces, z, w, NULL)
                           : run_once(ctx, "relay", pivots[k / 3 % 2], -1, &p, z, w, NULL)),
                      "problem %d: %s", k, zn_errmsg(ctx));
        for (zn_index i = 0; i < n; i++) {
            long double wi = q[i], size = fabs(q[i]);

            for (zn_index j = 0; j < n; j++) {
                wi += (long double)M[i + j * n] * z[j];
                size += fabsl((long double)M[i + j * n] * z[j]);
            }
            wi = fabsl(wi) <= 1e-14L * size + 1e-9L * most ? 0 : wi;
            ck_assert(z[i] >= lb[i] && z[i] <= ub[i]);
            ck_assert((z[i] == lb[i] || wi <= 0) && (z[i] == ub[i] || wi >= 0));
        }
    }
    zn_ctx_free(ctx);
}
END_TEST

/* A problem with a solution; bounds on one side, on both, or none, up to 10^6; M triangular,
 * positive semi-definite, or of whole numbers. */
static void planted(rng *r, int kind, zn_index n, double M[], double q[], double lb[],
                    double ub[])
{
    double z[8], w[8], F[64];

    for (zn_index i = 0; i < n; i++) {
        const bool far = uniform(r, 0, 1) < 0.3;
        const double side = integer(r, 0, 3), size = far ? 1e6 : 1;

        z[i] = size * uniform(r, -3, 3);
        lb[i] = uniform(r, 0, 1) < 0.4 ? -INFINITY : z[i] - uniform(r, 1, 3);
        ub[i] = uniform(r, 0, 1) < 0.4 ? INFINITY : z[i] + size * uniform(r, 1, 3);
        w[i] = side < 1 ? integer(r, 0, 2) : side < 2 ? -integer(r, 0, 2) : 0;
        lb[i] = side < 1 ? z[i] : lb[i];
        ub[i] = (side >= 1 && side < 2) || uniform(r, 0, 1) < 0.1 ? z[i] : ub[i];
        w[i] = lb[i] == ub[i] ? integer(r, -2, 2) : w[i];
    }
    for (zn_index j = 0; j < n * n; j++)
        M[j] = kind == 0 && j % n > j / n ? 0
               : kind == 2                ? integer(r, -2, 2)
                                          : uniform(r, -2, 2);
    for (zn_index j = 0; j < n && kind == 0; j++)
        M[j + j * n] = uniform(r, 1, 3);
    for (zn_index j = 0; j < n * n && kind == 1; j++) { /* F'F, F what M was */
        F[j] = M[j];
        M[j] = 0;
    }
    for (zn_index j = 0; j < n * n * n && kind == 1; j++)
        M[j / n] += F[j % n + j / n % n * n] * F[j % n + j / n / n * n];
    for (zn_index i = 0; i < n; i++) {
        q[i] = w[i];
        for (zn_index j = 0; j < n; j++)
            q[i] -= M[i + j * n] * z[j];
    }
}

/* Of these 1500 some 15 ended with z at a bound that is infinite, where those that exist are far
 * and other rows are fixed, and one on a ray. */
START_TEST(bounds_that_are_not_there_hold_nothing)
{
    double M[64], q[8], lb[8], ub[8], z[8], w[8];
    zn_ctx *ctx = context();
    rng r = {5};

    for (int k = 0; k < 1500; k++) {
        const zn_index n = (zn_index)integer(&r, 2, 8);
        const zn_matrix A = zn_matrix_dense(n, n, M);
        const zn_relay p = {n, &A, q, lb, ub};
        double wz[8], size = 0;

        planted(&r, k / 500, n, M, q, lb, ub);
        memset(z, 0, sizeof z);
        ck_assert_msg(!run_once(ctx, "relay", "auto", -1, &p, z, w, NULL),
                      "problem %d: %s", k, zn_errmsg(ctx));
        for (zn_index i = 0; i < n; i++) {
            wz[i] = q[i];
            for (zn_index j = 0; j < n; j++) {
                wz[i] += M[i + j * n] * z[j];
                size = fmax(size, fabs(M[i + j * n] * z[j]));
            }
        }
        for (zn_index i = 0; i < n; i++) {
            ck_assert(z[i] >= lb[i] && z[i] <= ub[i] && isfinite(z[i]));
            ck_assert(z[i] == lb[i] || wz[i] <= 1e-9 * size);
            ck_assert(z[i] == ub[i] || wz[i] >= -1e-9 * size);
        }
    }
    zn_ctx_free(ctx);
}
END_TEST

/* No room was made for what decides signs again: where that cannot be had it is said, also of a
 * problem that is not solved (nothing arrives at an error of 0 where M z rounds). */
static zn_status decide_again(const zn_allocator *alloc)
{
    enum { N = 4 };
    const double lb[N] = {-1, -1, -1, -1}, ub[N] = {1, 1, 1, 1};
    double M[N * N], q[N], z[N] = {0}, w[N];
    const zn_matrix A = zn_matrix_dense(N, N, M);
    const zn_relay p = {N, &A, q, lb, ub};
    rng r = {5};
    zn_solver *s = NULL;
    zn_ctx *ctx;
    zn_status st = zn_ctx_new_with(alloc, &ctx);

    if (st)
        return st;
    for (int i = 0; i < N; i++)
        q[i] = uniform(&r, -0.3, 0.3);
    for (int j = 0; j < N * N; j++)
        M[j] = j % (N + 1) == 0 ? 3 : uniform(&r, -0.5, 0.5);
    st = zn_solver_new(ctx, "relay", "auto", &s);
    if (!st)
        st = zn_solver_set(s, "tol", "0");
    if (!st)
        st = zn_solver_set(s, "pivot_max", "1");
    if (!st)
        st = zn_solver_solve(s, &p, z, w, NULL);
    zn_solver_free(s);
    zn_ctx_free(ctx);
    return st == ZN_UNSOLVED ? ZN_OK : st;
}

/* Friction of a slide that a rod holds anyway, and its joints: M is singular to rounding, so an answer of the
 * equations alone may be anywhere along a line, on which the bound of row 3 is. */
START_TEST(a_bound_on_a_line_of_answers_is_kept)
{
    const double M[] = {
        8.6396888969052288,  8.6545142352234219,   6.3657549803605029,  -9.2292655251972189,  0.1921141418262769,
        8.6545133184425804,  8.6693670607255822,   6.3773776189303186,  -9.2469493238944356,  0.19253662786936662,
        6.3657549719898938,  6.3773776105445998,   5.019049209266111,   -7.2358056009330225,  0.19805039134441518,
        -9.2289799592515056, -9.2466637577281361,  -7.2358056009330225, 11.009615895863755,   -0.26302209070762006,
        0.19217305742768087, 0.19259555975312737,  0.19808460454957424, -0.26306510689599327, 9.9885185147657776};
    const double q[] = {-0.00043223070258879837, -0.00043161396629742832, 1.4849232954361469e-14,
                        -0.00038457417259879501, -0.7210245968497766};
    const double most = 0.0027715460000000023;
    const double lb[] = {-INFINITY, -INFINITY, -INFINITY, -most, -INFINITY},
                 ub[] = {INFINITY, INFINITY, INFINITY, most, INFINITY};
    const double last[] = {-0.037255679446728016, 0.045349624447154541, -0.015072853330021504,
                           -0.0013062583095777331, 0.071401438306674017};
    double z[5], w[5];
    zn_ctx *ctx = context();
    const zn_matrix A = zn_matrix_dense(5, 5, M);
    const zn_relay relay = {5, &A, q, lb, ub};

    for (int i = 0; i < 5; i++)
        z[i] = _i * last[i];
    ck_assert_msg(!run_once(ctx, "relay", "auto", 1e-10, &relay, z, w, NULL), "%s", zn_errmsg(ctx));
    ck_assert_double_le(fabs(z[3]), most);
    for (int i = 0; i < 5; i++) {
        long double sum = q[i];

        for (int j = 0; j < 5; j++)
            sum += (long double)M[i + 5 * j] * z[j];
        ck_assert_double_le((double)fabsl(sum), 1e-14);
    }
    zn_ctx_free(ctx);
}
END_TEST

/* M is F F' of two rows that are nearly opposite, off by 2^-39, and small q: the signs of a good answer by the
 * rounding of their sums lead to z = 1e10, where that hides all of q. It is kept. */
START_TEST(what_runs_away_is_no_better_sign)
{
    const double M[] = {22.000000000043656, 22.000000000021828, -8.000000000007276,
                        22.000000000021828, 22, -8, -8.000000000007276, -8, 3};
    const double q[] = {-6.5483618527650833e-11, -6.5483618527650833e-11, 2.1827872842550278e-11};
    const double lb[] = {-INFINITY, -INFINITY, -1e300}, ub[] = {INFINITY, INFINITY, 0};
    static const char *const names[] = {"auto", "enum"};
    const zn_matrix A = zn_matrix_dense(3, 3, M);
    const zn_relay p = {3, &A, q, lb, ub};
    double z[3] = {0}, w[3];
    zn_ctx *ctx = context();

    ck_assert_msg(!run_once(ctx, "relay", names[_i], 1e-10, &p, z, w, NULL), "%s", zn_errmsg(ctx));
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(memory_for_signs_may_fail)
{
    test_torture(decide_again);
}
END_TEST

/* what was told last, and whether it was the set of the best point */
typedef struct told {
    zn_outcome last;
    int polished;
} told;

static void listen(void *user, const zn_attempt *a)
{
    told *t = user;

    t->last = a->outcome;
    t->polished += strcmp(a->solver, "polish") == 0;
}

/* Nothing arrives at an error of 0 where M z rounds; the set of the best point, solved once more in
 * the end, is told as what else was tried. */
START_TEST(the_last_word_is_told)
{
    enum { N = 4 };
    zn_ctx *ctx = context();
    told t = {0};
    rng r = {5};
    zn_solver *s;
    double M[N * N], q[N], z[N] = {0}, w[N];
    const double lb[N] = {-1, -1, -1, -1}, ub[N] = {1, 1, 1, 1};
    const zn_matrix A = zn_matrix_dense(N, N, M);
    const zn_relay p = {N, &A, q, lb, ub};

    for (int i = 0; i < N; i++)
        q[i] = uniform(&r, -0.3, 0.3);
    for (int j = 0; j < N * N; j++)
        M[j] = j % (N + 1) == 0 ? 3 : uniform(&r, -0.5, 0.5);
    ck_assert(!zn_solver_new(ctx, "relay", "auto", &s));
    ck_assert(!zn_solver_set(s, "tol", "0"));
    zn_solver_set_explain(s, listen, &t);
    ck_assert_int_eq(zn_solver_solve(s, &p, z, w, NULL), ZN_UNSOLVED);
    ck_assert_int_eq(t.polished, 1);
    ck_assert_int_eq(t.last, ZN_STALLED);
    zn_solver_free(s);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("relay signs");
    TCase *tc = tcase_create("random");

    tcase_set_timeout(tc, 30);
    tcase_add_loop_test(tc, a_bound_on_a_line_of_answers_is_kept, 0, 2);
    tcase_add_test(tc, a_sign_is_not_left_to_a_tolerance);
    tcase_add_loop_test(tc, what_runs_away_is_no_better_sign, 0, 2);
    tcase_add_loop_test(tc, rank_one_near_the_origin_has_right_signs, 0, 6);
    tcase_add_test(tc, many_rows_near_the_origin_have_right_signs);
    tcase_add_test(tc, half_the_rank_near_the_origin_has_right_signs);
    tcase_add_loop_test(tc, rank_one_with_bounds_of_all_sizes_is_solved, 0, 2);
    tcase_add_test(tc, bounds_that_are_not_there_hold_nothing);
    tcase_add_test(tc, the_last_word_is_told);
    tcase_add_test(tc, memory_for_signs_may_fail);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
