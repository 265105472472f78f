/* test_mlcp.c - mixed linear complementarity by hand, and every failure
 * SPDX-License-Identifier: Apache-2.0 */
#include "mlcp_test.h"

static const char *const all[] = {
    "auto", "direct",     "lemke",     "enum",     "pgs",        "psor",
    "rpgs", "newton-min", "newton-fb", "block-gs", "cao-ferris",
};
enum { NALL = sizeof all / sizeof all[0] };

/* ---- the error measure --------------------------------------------------- */

START_TEST(error_is_absolute_w_on_equality_rows)
{
    /* M z + q = (2*1 - 3*2 + 1, 0*1 + 1*2 + 5) = (-3, 7); the unit of M is 2,
     * min(2*2, 7) = 4: the larger is 4, over 5 */
    const double M[] = {2, 0, -3, 1}, q[] = {1, 5}, z[] = {1, 2}, w[] = {-3, 7};
    const unsigned char eq[] = {1, 0};
    double work[4];
    zn_matrix A = zn_matrix_dense(2, 2, M);
    zn_mlcp p = {2, &A, q, eq};

    ck_assert_double_eq_tol(zn_mlcp_error(&p, z, w, work), 4.0 / 5, 1e-15);
}
END_TEST

START_TEST(error_lets_z_be_negative_on_equality_rows_only)
{
    /* row 1: z = -2 free, w = 2*(-2) + 4 = 0; row 2: z = -1, w = 3*(-1) + 3 =
     * 0, the unit of M is 2, min = -2, over 4 */
    const double M[] = {2, 0, 0, 3}, q[] = {4, 3}, z[] = {-2, -1}, w[] = {0, 0};
    const unsigned char eq[] = {1, 0};
    double work[4];
    zn_matrix A = zn_matrix_dense(2, 2, M);
    zn_mlcp p = {2, &A, q, eq};

    ck_assert_double_eq_tol(zn_mlcp_error(&p, z, w, work), 0.5, 1e-15);
    ck_assert(isnan(zn_mlcp_error(&p, (double[]){NAN, 0}, w, work)));
    ck_assert(isnan(zn_mlcp_error(&p, z, (double[]){0, NAN}, work)));
}
END_TEST

/* ---- by hand ------------------------------------------------------------- */

START_TEST(active_inactive_and_negative_free)
{
    const double M[] = {2, 1, 1, 3};
    const unsigned char eq[] = {1, 0};

    /* 2u + v = 3, u + 3v = 5 */
    expect(all[_i], 2, M, (double[]){-3, -5}, eq, (double[]){0.8, 1.4});
    /* v = 0: u = 3/2, w = 3/2 + 5 */
    expect(all[_i], 2, M, (double[]){-3, 5}, eq, (double[]){1.5, 0});
    /* v = 0: u = -3/2, w = -3/2 + 5 */
    expect(all[_i], 2, M, (double[]){3, 5}, eq, (double[]){-1.5, 0});
}
END_TEST

/* M = [2 1; 1 3], the first row an equality. From z = 0 a contact with q < 0 is taken as
 * closed at once: of q = (-1, -5) that is right, z = (-2, 9)/5, and one system is solved; of
 * q = (-4, -1) the joint opens it, z = (2, 0), and it is two. */
START_TEST(contacts_beside_joints_that_close_are_one_system)
{
    const double M[] = {2, 1, 1, 3}, q[2][2] = {{-1, -5}, {-4, -1}},
                 want[2][2] = {{-0.4, 1.8}, {2, 0}};
    const unsigned char eq[] = {1, 0};
    const zn_matrix A = zn_matrix_dense(2, 2, M);
    zn_ctx *ctx = context();

    for (int k = 0; k < 2; k++) {
        const zn_mlcp p = {2, &A, q[k], eq};
        double z[2] = {0}, w[2];
        zn_solve_info info;

        ck_assert(!run_once(ctx, "mlcp", "auto", -1, &p, z, w, &info));
        ck_assert_int_eq(info.iterations, 1 + k);
        for (int i = 0; i < 2; i++) /* kappa(M) < 3 */
            ck_assert_double_eq_tol(z[i], want[k][i], 1e-14);
    }
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(rows_of_both_kinds_in_any_order)
{
    /* rows 1 and 3 complementary, 0 and 2 equalities; M diagonal 4, 2, 5, 3
     * with M(0,1) = M(1,0) = 1, M(2,3) = M(3,2) = -1. Pairs decouple: 4a + b =
     * 6, a + 2b = 5: a = 1, b = 2; 5c - d = 10, d = 0: c = 2, and w = -2 + 7 =
     * 5 */
    const double M[] = {4, 1, 0, 0, 1, 2, 0, 0, 0, 0, 5, -1, 0, 0, -1, 3};
    const unsigned char eq[] = {1, 0, 1, 0};

    expect(all[_i], 4, M, (double[]){-6, -5, -10, 7}, eq,
           (double[]){1, 2, 2, 0});
}
END_TEST

START_TEST(equalities_alone_are_one_linear_system)
{
    /* 2a + b = 5, 3a - 4b = 2: a = 2, b = 1; not monotone, no matter */
    const double M[] = {2, 3, 1, -4}, q[] = {-5, -2};
    const unsigned char eq[] = {1, 1};
    zn_matrix A = zn_matrix_dense(2, 2, M);
    zn_mlcp p = {2, &A, q, eq};
    const char *const names[] = {"auto", "direct", "newton-min",
                                 "enum", "lemke",  "cao-ferris"};
    zn_ctx *ctx = context();
    zn_solve_info info;

    for (int k = 0; k < 6; k++) {
        double z[2] = {0}, w[2];

        ck_assert_int_eq(run_once(ctx, "mlcp", names[k], -1, &p, z, w, &info),
                         ZN_OK);
        ck_assert_int_le(info.iterations, 1);
        ck_assert_double_eq_tol(z[0], 2, 1e-14);
        ck_assert_double_eq_tol(z[1], 1, 1e-14);
    }
    zn_ctx_free(ctx);
}
END_TEST

/* Two equalities without a diagonal are eliminated together: z1 = 3, z0 = 2; then
 * z0 + 2 z2 = 8. */
START_TEST(equalities_without_a_diagonal_are_a_pair)
{
    const double M[] = {0, 1, 1, 1, 0, 0, 0, 0, 2}, q[] = {-3, -2, -8};
    const unsigned char eq[] = {1, 1, 0};

    expect("lemke", 3, M, q, eq, (double[]){2, 3, 3});
    expect("auto", 3, M, q, eq, (double[]){2, 3, 3});
}
END_TEST

/* The equality row alone is singular, both rows are not: z1 = 1 by the first, -z0 + 2 z1 = w = 0 by
 * the second. With q of 3 this has z0 = 5, with -3 there is z0 = -1, free, too. */
START_TEST(a_singular_equality_block_begins_with_all_rows)
{
    const double M[] = {0, -1, 1, 2};
    const unsigned char eq[] = {1, 0};
    zn_ctx *ctx = context();

    for (int s = -1; s <= 1; s += 2) {
        const double q[] = {-1, 3 * s};
        const zn_matrix full = zn_matrix_dense(2, 2, M);
        const zn_mlcp p = {2, &full, q, eq};
        double z[2] = {0}, w[2];
        zn_solve_info info;

        ck_assert(!run_once(ctx, "mlcp", "auto", -1, &p, z, w, &info));
        ck_assert_str_eq(info.solver, "active-set");
        ck_assert_int_eq(info.iterations, s < 0 ? 1 : 2);
        ck_assert_double_eq(z[0], 2 + 3 * s);
        ck_assert_double_eq(z[1], 1);
    }
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(no_equalities_is_an_lcp)
{
    const double M[] = {3, -1, 0, -1, 4, 1, 0, 1, 5};
    const unsigned char eq[] = {0, 0, 0};

    expect(all[_i], 3, M, (double[]){1, -3, 2}, eq, (double[]){0, 0.75, 0});
}
END_TEST

/* ---- singular equalities ------------------------------------------------- */

START_TEST(redundant_joints_share_the_load)
{
    const double q[] = {-10, 0, 0};
    const unsigned char eq[] = {1, 1, 1};
    stored s = to_csc(3, held);
    zn_matrix A = zn_matrix_dense(3, 3, held);
    const zn_matrix *storages[] = {&A, &s.m};
    zn_ctx *ctx = context();
    zn_solve_info info;

    for (int k = 0; k < 2; k++) {
        double z[3] = {0}, w[3];
        zn_mlcp p = {3, storages[k], q, eq};

        ck_assert_msg(run_once(ctx, "mlcp", "auto", -1, &p, z, w, &info) ==
                          ZN_OK,
                      "%s", zn_errmsg(ctx));
        ck_assert_double_eq_tol(z[0], 0, 1e-9);
        /* from zero, the nearest solution: equal parts */
        ck_assert_double_eq_tol(z[1], -5, 1e-6);
        ck_assert_double_eq_tol(z[2], -5, 1e-6);
    }
    stored_free(&s);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(contradicting_joints_are_not_solved)
{
    /* v = 0 and v = -1 */
    const double q[] = {-10, 0, 1};
    const unsigned char eq[] = {1, 1, 1};
    zn_matrix A = zn_matrix_dense(3, 3, held);
    zn_mlcp p = {3, &A, q, eq};
    zn_ctx *ctx = context();
    zn_solve_info info;

    for (int k = 0; k < NALL; k++) {
        double z[3] = {0}, w[3] = {0}, work[6];
        zn_status st = run_once(ctx, "mlcp", all[k], -1, &p, z, w, &info);

        ck_assert_msg(st == ZN_UNSOLVED || st == ZN_EINVAL ||
                          st == ZN_ESINGULAR,
                      "%s: %s", all[k], zn_status_name(st));
        if (st != ZN_UNSOLVED)
            continue;
        ck_assert_double_eq(info.error, zn_mlcp_error(&p, z, w, work));
        /* half of the contradiction is the least, over |q| = 10 */
        ck_assert(info.error >= 0.05 - 1e-12);
    }
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(redundant_joints_beside_a_contact)
{
    /* the held body and a second one of 3 kg, v2, that falls on it with contact
     * impulse c: 3 v2 - c = -6, 2 v - r1 - r2 + c = 0, v = 0 twice and
     * v2 - v >= 0 against c. So c = 6, r1 + r2 = 6, all at rest. Unknowns
     * v, r1, r2, v2, c */
    const double rows[5][5] = {{2, -1, -1, 0, 1},
                               {1, 0, 0, 0, 0},
                               {1, 0, 0, 0, 0},
                               {0, 0, 0, 3, -1},
                               {-1, 0, 0, 1, 0}};
    const double q[] = {0, 0, 0, 6, 0};
    const unsigned char eq[] = {1, 1, 1, 1, 0};
    double M[25];
    zn_ctx *ctx = context();
    zn_solve_info info;

    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 5; j++)
            M[i + 5 * j] = rows[i][j];
    stored s = to_bsr(5, M);
    zn_matrix A = zn_matrix_dense(5, 5, M);
    const zn_matrix *storages[] = {&A, &s.m};

    for (int k = 0; k < 2; k++) {
        double z[5] = {0}, w[5];
        zn_mlcp p = {5, storages[k], q, eq};

        ck_assert_msg(run_once(ctx, "mlcp", "auto", -1, &p, z, w, &info) ==
                          ZN_OK,
                      "%s", zn_errmsg(ctx));
        ck_assert_double_eq_tol(z[0], 0, 1e-8);
        ck_assert_double_eq_tol(z[1] + z[2], 6, 1e-7);
        ck_assert_double_eq_tol(z[3], 0, 1e-8);
        ck_assert_double_eq_tol(z[4], 6, 1e-7);
    }
    stored_free(&s);
    zn_ctx_free(ctx);
}
END_TEST

/* ---- the active set of the start ------------------------------------------ */

START_TEST(direct_needs_one_system_from_a_point_nearby)
{
    /* a diode that opens and closes: u = 1 - v, w = -u + v + b. b = -1 conducts
     * (v = 1, u = 0), b = 3 blocks (v = 0, u = 1) */
    const double M[] = {1, -1, 1, 1};
    const unsigned char eq[] = {1, 0};
    zn_matrix A = zn_matrix_dense(2, 2, M);
    zn_ctx *ctx = context();
    zn_solver *s;
    zn_solve_info info;
    double z[2], w[2];

    ck_assert_int_eq(zn_solver_new(ctx, "mlcp", "direct", &s), ZN_OK);
    ck_assert_int_eq(zn_solver_set(s, "fallback", "none"), ZN_OK);
    for (int k = 0; k < 4; k++) {
        bool conducts = k % 2 == 0;
        const double q[] = {-1, conducts ? -1 : 3};
        zn_mlcp p = {2, &A, q, eq};

        z[0] = 0;
        z[1] = conducts ? 0.01 : 0;
        ck_assert_msg(zn_solver_solve(s, &p, z, w, &info) == ZN_OK, "%d: %s", k,
                      zn_errmsg(ctx));
        ck_assert_int_eq(info.iterations, 1);
        ck_assert_double_eq_tol(z[1], conducts ? 1 : 0, 1e-14);
        ck_assert_double_eq_tol(z[0], conducts ? 0 : 1, 1e-14);
    }
    zn_solver_free(s);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(direct_without_fallback_says_unsolved)
{
    const double M[] = {1, -1, 1, 1}, q[] = {-1, 3};
    const unsigned char eq[] = {1, 0};
    zn_matrix A = zn_matrix_dense(2, 2, M);
    zn_mlcp p = {2, &A, q, eq};
    double z[2] = {0, 5}, w[2];
    zn_ctx *ctx = context();
    zn_solver *s;
    zn_solve_info info;

    ck_assert_int_eq(zn_solver_new(ctx, "mlcp", "direct", &s), ZN_OK);
    ck_assert_int_eq(zn_solver_set(s, "fallback", "none"), ZN_OK);
    ck_assert_int_eq(zn_solver_solve(s, &p, z, w, &info), ZN_UNSOLVED);
    ck_assert_int_eq(info.outcome, ZN_STALLED);
    ck_assert(info.error > 0.1);
    zn_solver_free(s);
    zn_ctx_free(ctx);
}
END_TEST

/* ---- failures ------------------------------------------------------------ */

START_TEST(wrong_data_are_refused)
{
    const double M[] = {2, 1}, good[] = {2, 1, 1, 3};
    const double q[] = {1, 2}, nan_q[] = {1, NAN};
    const unsigned char eq[] = {1, 0}, odd[] = {0, 7};
    double z[3] = {0}, w[3];
    zn_matrix flat = zn_matrix_dense(1, 2, M), A = zn_matrix_dense(2, 2, good);
    zn_mlcp rectangular = {2, &flat, q, eq}, marks = {2, &A, q, odd};
    zn_mlcp not_finite = {2, &A, nan_q, eq}, no_marks = {2, &A, q, NULL};
    zn_ctx *ctx = context();
    zn_solve_info info;

    for (int k = 0; k < NALL; k++) {
        ck_assert_int_eq(
            run_once(ctx, "mlcp", all[k], -1, &rectangular, z, w, &info),
            ZN_EINVAL);
        ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "M is 1 x 2"));
        ck_assert_int_eq(run_once(ctx, "mlcp", all[k], -1, &marks, z, w, &info),
                         ZN_EINVAL);
        ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "eq(1) = 7"));
        ck_assert_int_eq(
            run_once(ctx, "mlcp", all[k], -1, &not_finite, z, w, &info),
            ZN_EDOM);
        ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "q(1) = nan"));
        ck_assert_int_eq(
            run_once(ctx, "mlcp", all[k], -1, &no_marks, z, w, &info),
            ZN_EINVAL);
    }
    zn_ctx_free(ctx);
}
END_TEST

/* Rows and columns in units from 2^-19 to 2^17, rows 4 and 5 dependent: pivots from a vertex lose
 * their accuracy and end at wrong sides, 2e-5 off, and others are asked. By hand, of
 *     4 z0 = 3;   13 z1 + 5 z2 - 4 z6 = 1,  5 z1 + 6 z2 = 1,  z6 = z1;   2^34 z4 + 2^18 z5 = 2^17:
 *     z1 = z6 = 1/29, z2 = 4/29. */
START_TEST(pivots_that_end_elsewhere_are_not_the_last_word)
{
    enum { N = 8 };
    const double a = 1.0 / (1 << 18), b = 1 << 18;
    const double M[N * N] = {4, 0, 0, 0, 0,         0, 0, a, /**/
                             0, 13, 5, 0, 0,        0, -4, 0, /**/
                             0, 5, 6, 0, 0,         0, 0, a, /**/
                             0, 0, 0, 0, 0,         0, 0, 0, /**/
                             0, 0, 0, 0, b * b / 4, b, 0, 0, /**/
                             0, 0, 0, 0, b,         4, 0, 0, /**/
                             0, -4, 0, 0, 0,        0, 4, 0, /**/
                             a, 0, a, 0, 0,         0, 0, 5 * a * a / 4};
    const double q[N] = {-3, -1, -1, 2, -b / 2, -2, 0, 0},
                 want[N] = {0.75, 1.0 / 29, 4.0 / 29, 0, 2 / b, 0, 1.0 / 29, 0};
    const unsigned char eq[N] = {0, 1, 1};
    const zn_matrix A = zn_matrix_dense(N, N, M);
    const zn_mlcp p = {N, &A, q, eq};
    zn_ctx *ctx = context();
    double z[N] = {0, 0, 1, 1, 2, 0, 1, 0}, w[N];

    ck_assert_msg(!run_once(ctx, "mlcp", "auto", -1, &p, z, w, NULL), "%s",
                  zn_errmsg(ctx));
    for (int i = 0; i < 4; i++) /* rows 4 and 5 ask for one sum of both */
        ck_assert_double_eq_tol(z[i], want[i], 1e-9);
    ck_assert_double_eq_tol(b * z[4] / 2 + 2 * z[5], 1, 1e-9);
    ck_assert_double_eq_tol(z[6], want[6], 1e-9);
    zn_ctx_free(ctx);
}
END_TEST

/* Two and two rows are one but for 1e-13: what active sets find lies 1e12 times further out than an
 * answer, as near as double can tell, and is off by 1e-4 in twice the precision. Others find one. */
START_TEST(who_is_far_out_is_not_the_last_word)
{
    enum { N = 5 };
    const double M[N * N] = {
        8.0000000000003908, 8.0000000000001812, -4.9317688177176446, -4.9317688177175532, -6.0295696632282096, /**/
        8.0000000000001812, 7.9999999999999716, -4.9317688177175407, -4.9317688177174492, -6.0295696632283144, /**/
        -3.0682311822825623, -3.0682311822824575, 2.9999999999998934, 2.9999999999999334, 1.872085871453296, /**/
        -3.0682311822824699, -3.0682311822823656, 2.9999999999999334, 2.9999999999999742, 1.8720858714531294, /**/
        -5.9704303367714564, -5.9704303367715612, 0.1279141285467329, 0.12791412854656659, 8.999999999999444};
    const double q[N] = {7.9621950785612237, 7.9621950785610451, -3.5174770885262516, -3.5174770885260651,
                         -6.5537296840201931};
    const unsigned char eq[N] = {1, 1, 0, 1, 0};
    const zn_matrix A = zn_matrix_dense(N, N, M);
    const zn_mlcp p = {N, &A, q, eq};
    zn_ctx *ctx = context();
    double z[N] = {0}, w[N];

    ck_assert_msg(!run_once(ctx, "mlcp", "auto", -1, &p, z, w, NULL), "%s", zn_errmsg(ctx));
    for (int i = 0; i < N; i++)
        ck_assert_double_le(fabs(z[i]), 1e3);
    zn_ctx_free(ctx);
}
END_TEST

/* Row 2 needs nothing, row 3 says 2^-25 z_1 = 0, rows 0 and 1 are one but for 1.5e-8: what methods try first is 1e9
 * out. With z_1 = z_2 = z_3 = 0 z_0 is what row 0 says. */
START_TEST(few_choices_are_tried_one_by_one)
{
    const double M[] = {-1.6393335603244132, -1.6393335603244132, 0, 0, 4, 4, 0, 0x1p-25,
                        -1.9750240281555436, -1.9750240281555436, 0, 0, -1.7065472133235371,
                        -1.7065472282246983, 0, 0};
    const double q[] = {-3.3458807736479503, -0.34588078854911153, 2, 0};
    const unsigned char eq[] = {1, 0, 0, 1};
    const zn_matrix A = zn_matrix_dense(4, 4, M);
    const zn_mlcp p = {4, &A, q, eq};
    zn_ctx *ctx = context();
    zn_solve_info info;
    double z[4] = {0}, w[4];

    ck_assert_msg(!run_once(ctx, "mlcp", "auto", -1, &p, z, w, &info), "%s", zn_errmsg(ctx));
    ck_assert_double_eq_tol(M[0] * z[0] + M[8] * z[2] + M[12] * z[3], -q[0], 1e-8);
    zn_ctx_free(ctx);
}
END_TEST

/* ---- no solution, no diagonal --------------------------------------------------- */

/* The first set of each is right by sums that round and wrong: M z of 1e10 hides what is left of q. Each has a
 * small solution, too; and w of 1e12 has to be that of z. */
START_TEST(sets_that_are_far_out_are_not_the_last_word)
{
    const double a = 0x1p-31, t = 0x1p-43;
    const double M[][4] = {{1 + a, -1, -1, 1},
                           {0.53413331418134846, 0.53413331418134846, -0.48702311010880273, -0.4870231100796989}};
    const double q[][2] = {{-a, 0}, {-0.9480924404352109, -1.9480924403187956}};
    const unsigned char eq[] = {0, 1};
    const double M5[] = {0, -3 * t, t, -3 * t, -3 * t, 3 * t, 4, 3 * t, -2 + 3 * t, 4 - 3 * t,
                         -t, -3 * t, 0, -3 * t, 3 * t, 3 * t, -2 - 3 * t, 3 * t, 1, -2 + 2 * t,
                         3 * t, 4 + 3 * t, -3 * t, -2 - 2 * t, 4};
    const double q5[] = {-15 * t, -20 - 3 * t, 1 - 4 * t, 14 - 2 * t, -20 + 12 * t};
    const unsigned char eq5[] = {0, 1, 0, 0, 1};
    zn_ctx *ctx = context();
    zn_solve_info info;
    double z[5] = {0}, w[5];

    for (int k = 0; k < 2; k++) {
        const zn_matrix A = zn_matrix_dense(2, 2, M[k]);
        const zn_mlcp p = {2, &A, q[k], eq};

        z[0] = z[1] = 0;
        ck_assert_int_eq(run_once(ctx, "mlcp", "auto", -1, &p, z, w, &info), ZN_OK);
        ck_assert_double_eq_tol(z[0], k ? 0.0 : 1.0, 1e-9);
        ck_assert_double_eq_tol(z[1], k ? -4.0 : 1.0, 1e-8);
    }
    const zn_matrix A = zn_matrix_dense(5, 5, M5);
    const zn_mlcp p = {5, &A, q5, eq5};

    memset(z, 0, sizeof z);
    ck_assert_int_eq(run_once(ctx, "mlcp", "auto", -1, &p, z, w, &info), ZN_OK);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(splitting_methods_refuse_a_zero_diagonal)
{
    const double M[] = {0, 1, 1, 3}, q[] = {1, 2};
    const unsigned char eq[] = {1, 0};
    const char *const names[] = {"pgs", "psor", "rpgs"};
    double z[2] = {0}, w[2];
    zn_matrix A = zn_matrix_dense(2, 2, M);
    zn_mlcp p = {2, &A, q, eq};
    zn_ctx *ctx = context();
    zn_solve_info info;

    for (int k = 0; k < 3; k++) {
        ck_assert_int_eq(run_once(ctx, "mlcp", names[k], -1, &p, z, w, &info),
                         ZN_EINVAL);
        ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "M(0,0) = 0"));
    }
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(an_infeasible_problem_is_never_called_solved)
{
    /* u = 1, w = -u - v < 0 for every v >= 0 */
    const double M[] = {1, -1, 0, -1}, q[] = {-1, 0};
    const unsigned char eq[] = {1, 0};
    zn_matrix A = zn_matrix_dense(2, 2, M);
    zn_mlcp p = {2, &A, q, eq};
    zn_ctx *ctx = context();
    zn_solve_info info;

    for (int k = 0; k < NALL; k++) {
        double z[2] = {0}, w[2];
        zn_status st = run_once(ctx, "mlcp", all[k], -1, &p, z, w, &info);

        ck_assert_msg(st == ZN_UNSOLVED || st == ZN_EINVAL, "%s: %s", all[k],
                      zn_status_name(st));
    }
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("mlcp");
    TCase *tc = tcase_create("error");

    tcase_add_test(tc, error_is_absolute_w_on_equality_rows);
    tcase_add_test(tc, error_lets_z_be_negative_on_equality_rows_only);
    suite_add_tcase(suite, tc);

    tc = tcase_create("by hand");
    tcase_add_loop_test(tc, active_inactive_and_negative_free, 0, NALL);
    tcase_add_loop_test(tc, rows_of_both_kinds_in_any_order, 0, NALL);
    tcase_add_test(tc, a_singular_equality_block_begins_with_all_rows);
    tcase_add_loop_test(tc, no_equalities_is_an_lcp, 0, NALL);
    tcase_add_test(tc, contacts_beside_joints_that_close_are_one_system);
    tcase_add_test(tc, pivots_that_end_elsewhere_are_not_the_last_word);
    tcase_add_test(tc, who_is_far_out_is_not_the_last_word);
    tcase_add_test(tc, sets_that_are_far_out_are_not_the_last_word);
    tcase_add_test(tc, few_choices_are_tried_one_by_one);
    tcase_add_test(tc, equalities_alone_are_one_linear_system);
    tcase_add_test(tc, equalities_without_a_diagonal_are_a_pair);
    suite_add_tcase(suite, tc);

    tc = tcase_create("singular");
    tcase_add_test(tc, redundant_joints_share_the_load);
    tcase_add_test(tc, contradicting_joints_are_not_solved);
    tcase_add_test(tc, redundant_joints_beside_a_contact);
    suite_add_tcase(suite, tc);

    tc = tcase_create("memory of sets");
    tcase_add_test(tc, direct_needs_one_system_from_a_point_nearby);
    tcase_add_test(tc, direct_without_fallback_says_unsolved);
    suite_add_tcase(suite, tc);

    tc = tcase_create("failures");
    tcase_add_test(tc, wrong_data_are_refused);
    tcase_add_test(tc, splitting_methods_refuse_a_zero_diagonal);
    tcase_add_test(tc, an_infeasible_problem_is_never_called_solved);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
