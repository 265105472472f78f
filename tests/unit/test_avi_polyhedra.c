/* test_avi_polyhedra.c - affine variational inequalities over polyhedra with lines, without an end, without
 * a point, with faces that say the same
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/avi_test.h"

START_TEST(lines_are_taken_out)
{
    /* |z1| <= 1, z2 free: M = [1 1; -1 2], q = (4, -3); z1 = -1, z2 = 1. And the
     * same turned by the angle with cosine 0.6: no face is parallel to an
     * axis then, M and q turn along. */
    const double cs[] = {1, 0.6}, sn[] = {0, 0.8};

    for (int turn = 0; turn < 2; turn++) {
        const double c = cs[turn], s = sn[turn];
        const double R[] = {c, s, -s, c}, A[] = {1, -1, 1, 2}, a[] = {4, -3};
        const double H[] = {c, -c, s, -s}, K[] = {-1, -1};
        double Md[4] = {0}, q[2] = {0};
        const zn_matrix M = zn_matrix_dense(2, 2, Md);
        const zn_avi p = {.n = 2, .m = 2, .M = &M, .q = q, .H = H, .K = K};

        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 2; j++) {
                q[i] += R[i + 2 * j] * a[j];
                for (int k = 0; k < 4; k++) /* R A R' */
                    Md[i + 2 * j] +=
                        R[i + 2 * (k % 2)] * A[k] * R[j + k / 2 * 2];
            }
        for (int k = 0; k < 3; k++) {
            double z[2] = {0}, w[4] = {0};
            zn_solve_info info;

            ck_assert_int_eq(run_once(ctx, "avi", all[k], -1, &p, z, w, &info),
                             ZN_OK);
            ck_assert_double_eq_tol(z[0], -c - s, 1e-12);
            ck_assert_double_eq_tol(z[1], -s + c, 1e-12);
            ck_assert_double_eq_tol(w[2], 4, 1e-12);
        }
    }
}
END_TEST

START_TEST(lines_along_which_M_is_singular_go_to_the_mixed_problem)
{
    /* |z1 + z2| <= 1, M = [1 2; 0 1], q = (2, 2.5): along (1, -1) M is singular; w2 = z2 + 2.5
     * = 0 and w1 = z1 - 5 + 2 = 0, with z1 + z2 = 0.5 inside */
    const double Md[] = {1, 0, 2, 1}, q[] = {2, 2.5};
    const double H[] = {1, -1, 1, -1}, K[] = {-1, -1};
    const zn_matrix M = zn_matrix_dense(2, 2, Md);
    const zn_avi p = {.n = 2, .m = 2, .M = &M, .q = q, .H = H, .K = K};
    double z[2] = {0}, w[4] = {0};
    zn_solve_info info;

    ck_assert_int_eq(run_once(ctx, "avi", "cao-ferris", -1, &p, z, w, &info),
                     ZN_ESINGULAR);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "contains lines"));
    ck_assert_int_eq(run_once(ctx, "avi", "auto", -1, &p, z, w, &info), ZN_OK);
    ck_assert_str_eq(info.solver, "mlcp");
    ck_assert_double_eq_tol(z[0], 3, 1e-12);
    ck_assert_double_eq_tol(z[1], -2.5, 1e-12);
}
END_TEST

/* Each face bounds one coordinate, some more than once: the nearest counts, in whatever length it
 * is given. |z1| <= 1, z2 free, M = [1 1; -1 0], q = (2, 0.5): w2 = 0.5 - z1 = 0, so z1 = 0.5
 * inside, w1 = 0.5 + z2 + 2 = 0. With 1/4 <= z1 and -1 <= z2: z = (1/4, -1) would have w =
 * (1.25, 0.25) > 0, which both hold, and so is the answer; z1 = 0.5 has w1 > 0 inside */
START_TEST(a_box_is_solved_as_a_relay)
{
    const double Md[] = {1, -1, 1, 0}, q[] = {2, 0.5};
    const double free[] = {1, -1, 0, 0}, K[] = {-1, -1};
    const double H[] = {4, 2, -1, 0, 0, 0, 0, 8}, L[] = {1, -2, -1, -8};
    const zn_matrix M = zn_matrix_dense(2, 2, Md);
    const zn_avi open = {.n = 2, .m = 2, .M = &M, .q = q, .H = free, .K = K};
    const zn_avi held = {.n = 2, .m = 4, .M = &M, .q = q, .H = H, .K = L};
    double z[2] = {0}, w[6] = {0};
    zn_solve_info info;

    ck_assert_int_eq(run_once(ctx, "avi", "auto", -1, &open, z, w, &info), ZN_OK);
    ck_assert_str_eq(info.solver, "relay");
    ck_assert_double_eq_tol(z[0], 0.5, 1e-12);
    ck_assert_double_eq_tol(z[1], -2.5, 1e-12);
    z[0] = z[1] = 0;
    ck_assert_int_eq(run_once(ctx, "avi", "auto", -1, &held, z, w, &info), ZN_OK);
    ck_assert_str_eq(info.solver, "relay");
    ck_assert_double_eq_tol(z[0], 0.25, 1e-12);
    ck_assert_double_eq_tol(z[1], -1, 1e-12);
    /* 4 mu_0 = w_1 = 1.25, 8 mu_3 = w_2 = 0.25 */
    ck_assert_double_eq_tol(w[2], 0.3125, 1e-12);
    ck_assert_double_eq_tol(w[5], 0.03125, 1e-12);
    ck_assert(w[3] == 0 && w[4] == 0);
}
END_TEST

START_TEST(singular_lines_are_solved_to_the_last_digits)
{
    /* 20 faces in 60 dimensions, M of half the rank: 40 dimensions of lines, and M
     * is singular in ten of them */
    for (int seed = 1; seed <= 12; seed++) {
        char spec[80];
        zn_problem_file *f;
        double *z, *w;
        zn_solve_info info;

        snprintf(spec, sizeof spec,
                 "n=60 rank=0.5 degenerate=%g skew=%g seed=%d",
                 seed % 3 == 0 ? 0.3 : 0, seed % 4 == 0 ? 0.1 : 0, seed);
        ck_assert(!zn_problem_random(ctx, "avi", spec, &f));
        const zn_avi *p = zn_problem_file_problem(f);

        z = reals(p->n);
        w = reals(p->n + p->m);
        ck_assert_msg(!run_once(ctx, "avi", "auto", 1e-10, p, z, w, &info),
                      "%s: %s", spec, zn_errmsg(ctx));
        free(z);
        free(w);
        zn_problem_file_free(f);
    }
}
END_TEST

START_TEST(unbounded_polyhedra_with_and_without_a_solution)
{
    /* z >= 0 in the plane, M = [0 1; -1 0] (monotone): q = (1, 1) has z = 0; with
     * q = (1, -2): w2 = -2 - z1 < 0 for all z1 >= 0, so there is none */
    const double Md[] = {0, -1, 1, 0}, yes[] = {1, 1}, no[] = {1, -2};
    const double H[] = {1, 0, 0, 1}, K[] = {0, 0};
    const zn_matrix M = zn_matrix_dense(2, 2, Md);
    zn_avi p = {.n = 2, .m = 2, .M = &M, .q = yes, .H = H, .K = K};
    zn_solve_info info;

    for (int k = 0; k < 3; k++) {
        double z[2] = {0}, w[4] = {0};

        p.q = yes;
        ck_assert_int_eq(run_once(ctx, "avi", all[k], -1, &p, z, w, &info),
                         ZN_OK);
        ck_assert_double_eq_tol(z[0], 0, 1e-12);
        ck_assert_double_eq_tol(z[1], 0, 1e-12);
        p.q = no;
        ck_assert_int_eq(run_once(ctx, "avi", all[k], -1, &p, z, w, &info),
                         ZN_UNSOLVED);
        ck_assert_msg(info.outcome == (!strcmp(all[k], "cao-ferris") ? ZN_RAY
                                                              : ZN_INFEASIBLE),
                      "%s: %s", all[k], zn_outcome_name(info.outcome));
    }
}
END_TEST

START_TEST(no_faces_at_all_is_a_linear_system)
{
    const double Md[] = {2, 1, 1, 3}, q[] = {-5, -10};
    const zn_matrix M = zn_matrix_dense(2, 2, Md);
    const zn_avi p = {.n = 2, .m = 0, .M = &M, .q = q};
    zn_solve_info info;

    for (int k = 0; k < 3; k++) {
        double z[2] = {0}, w[2] = {0};

        ck_assert_int_eq(run_once(ctx, "avi", all[k], -1, &p, z, w, &info),
                         ZN_OK);
        ck_assert_double_eq_tol(z[0], 1, 1e-12);
        ck_assert_double_eq_tol(z[1], 3, 1e-12);
    }
}
END_TEST

START_TEST(an_empty_polyhedron_is_infeasible)
{
    const double Md[] = {1, 0, 0, 1}, q[] = {1, 1};
    /* z1 >= 1, z1 <= 0, z2 >= 0 */
    const double H[] = {1, -1, 0, 0, 0, 1}, K[] = {1, 0, 0};
    const zn_matrix M = zn_matrix_dense(2, 2, Md);
    const zn_avi p = {.n = 2, .m = 3, .M = &M, .q = q, .H = H, .K = K};

    for (int k = 0; k < 2; k++) {
        double z[2] = {0}, w[5] = {0};
        zn_solve_info info;
        ck_assert_int_eq(run_once(ctx, "avi", all[k], -1, &p, z, w, &info),
                         ZN_UNSOLVED);
        ck_assert_int_eq(info.outcome, ZN_INFEASIBLE);
        ck_assert(isfinite(info.error));
        if (k == 0) /* several have tried */
            continue;
        /* what it says is of the start: w = M z + q, nothing on the faces */
        ck_assert(w[0] == z[0] + 1 && w[1] == z[1] + 1);
        ck_assert(w[2] == 0 && w[3] == 0 && w[4] == 0);
    }
}
END_TEST

START_TEST(the_error_does_not_ask_how_long_a_normal_is)
{
    /* z >= 1 as h z >= h: z = 2 is 1 inside, pushed by 1 = h mu; w = z - 1 = 1 is
     * that push, and the error the smaller of both, over |q| = 1 */
    const double Md = 1, q = -1, z = 2;
    const zn_matrix M = zn_matrix_dense(1, 1, &Md);

    for (int e = -3; e <= 3; e++) {
        const double h = ldexp(1, e), w[] = {1, 1 / h}, off[] = {1, 0.5 / h};
        const zn_avi p = {.n = 1, .m = 1, .M = &M, .q = &q, .H = &h, .K = &h};
        double work[3];

        ck_assert_double_eq_tol(zn_avi_error(&p, &z, w, work), 1, 1e-15);
        /* half the push: half of w is left, and half is the smaller one */
        ck_assert_double_eq_tol(zn_avi_error(&p, &z, off, work), 0.5, 1e-15);
    }
}
END_TEST

/* z1 - z2 >= 0 at two numbers whose doubles overflow: the slack is unknown, not zero. */
START_TEST(a_slack_that_overflows_is_no_answer)
{
    const double I[] = {1, 0, 0, 1}, q[] = {-1.7e308, -1.7e308}, z[] = {1.7e308, 1.7e308};
    const double H[] = {2, -2}, K[] = {0}, w[3] = {0};
    const zn_matrix M = zn_matrix_dense(2, 2, I);
    const zn_avi p = {.n = 2, .m = 1, .M = &M, .q = q, .H = H, .K = K};
    double work[5];

    ck_assert(isnan(zn_avi_error(&p, z, w, work)));
}
END_TEST

START_TEST(faces_that_say_the_same_do_no_harm)
{
    /* the triangle with every face twice and one that only touches a corner;
     * the answer sits in that corner */
    const double Md[] = {1, 0, 0, 1}, q[] = {3, 2};
    const double H[] = {1, 0, -1, 2, 0, -1, 1, 0, 1, -1, 0, 2, -1, 1};
    const double K[] = {0, 0, -1, 0, 0, -1, 0};
    const zn_matrix M = zn_matrix_dense(2, 2, Md);
    const zn_avi p = {.n = 2, .m = 7, .M = &M, .q = q, .H = H, .K = K};

    for (int k = 0; k < 3; k++) {
        double z[2] = {0}, w[9] = {0};
        zn_solve_info info;
        ck_assert_int_eq(run_once(ctx, "avi", all[k], -1, &p, z, w, &info),
                         ZN_OK);
        ck_assert_double_eq_tol(z[0], 0, 1e-12);
        ck_assert_double_eq_tol(z[1], 0, 1e-12);
    }
}
END_TEST

/* A triangle of 1e9 around the answer z = 1: z = 0, w = q is off by all of q. */
START_TEST(faces_that_are_far_away_hide_no_error)
{
    const double m[] = {4, 1, 1, 3}, q[] = {-5, -4}, zero[2] = {0};
    const double H[] = {1, 0, -1, 0, 1, -1}, K[] = {-1e9, -1e9, -1e9};
    const zn_matrix M = zn_matrix_dense(2, 2, m);
    const zn_avi p = {.n = 2, .m = 3, .M = &M, .q = q, .H = H, .K = K};
    const char *const names[] = {"auto", "cao-ferris", "mlcp"};
    double w[5] = {-5, -4}, work[7];

    ck_assert_double_eq(zn_avi_error(&p, zero, w, work), 1);
    for (int k = 0; k < 3; k++) {
        double z[2] = {0};

        ck_assert_msg(!run_once(ctx, "avi", names[k], -1, &p, z, w, NULL), "%s: %s",
                      names[k], zn_errmsg(ctx));
        ck_assert_double_eq_tol(z[0], 1, 1e-9);
        ck_assert_double_eq_tol(z[1], 1, 1e-9);
    }
}
END_TEST

/* M is singular but for 2^-30, z is 1e10 and the faces are 1e11 away: beside these q is less than the tolerance, and
 * z = 0 was an answer of the mixed problem. */
START_TEST(an_answer_beside_faces_far_away_is_looked_for)
{
    const double e = 0x1p-30;
    const double M[] = {9, 2 * e, -e, 6 - 2 * e, 3 * e, -2 * e, 4, -2 * e, 2 * e, 2 * e - 2, e, 2 * e, 0, -2 * e,
                        -3 * e, 6 + 2 * e, -2 * e, 2 * e, 4, 2 * e, -3 * e, -2 - 2 * e, 3 * e, -2 * e, 1};
    const double q[] = {16, -48, 96, -48, -80}, K[] = {-249108103168, -25769803779};
    const double H[] = {-3, 0, 2, 2, 3, 0, 3, -1, 0, 2};
    const zn_matrix A = zn_matrix_dense(5, 5, M);
    const zn_avi p = {.n = 5, .m = 2, .M = &A, .q = q, .H = H, .K = K};
    double z[5] = {0}, w[7];

    ck_assert_msg(!run_once(ctx, "avi", "auto", 1e-8, &p, z, w, NULL), "%s", zn_errmsg(ctx));
}
END_TEST

/* Up to as many faces as unknowns the mixed problem comes first, beyond where M is regular; else pivots from a
 * vertex. */
START_TEST(few_faces_and_a_regular_matrix_go_to_the_mixed_problem_first)
{
    static const struct {
        const char *options, *solver;
    } cases[] = {{"n=10 faces=10 rank=0.5", "mlcp"},
                 {"n=10 faces=11 rank=0.5", "cao-ferris"},
                 {"n=30 faces=31 rank=0.3", "cao-ferris"},
                 {"n=30 faces=30 rank=0.3", "mlcp"},
                 {"n=30 faces=60", "mlcp"},
                 {"n=20 faces=60 skew=1", "mlcp"},
                 {"n=20 faces=20", "mlcp"},
                 {"n=30 faces=20", "mlcp"},
                 {"n=30 faces=20 skew=1", "mlcp"},
                 {"n=100 faces=20", "mlcp"}};

    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        zn_problem_file *f;
        zn_solve_info info;

        ck_assert(!zn_problem_random(ctx, "avi", cases[c].options, &f));
        const zn_avi *p = zn_problem_file_problem(f);
        double *z = reals(p->n), *w = reals(p->n + p->m);

        ck_assert_msg(!run_once(ctx, "avi", "auto", 1e-10, p, z, w, &info), "%s: %s",
                      cases[c].options, zn_errmsg(ctx));
        ck_assert_msg(!strcmp(info.solver, cases[c].solver), "%s: %s", cases[c].options,
                      info.solver);
        free(z);
        free(w);
        zn_problem_file_free(f);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("avi, polyhedra");
    TCase *tc = tcase_create("all");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_set_timeout(tc, 30);
    tcase_add_test(tc, lines_are_taken_out);
    tcase_add_test(tc, lines_along_which_M_is_singular_go_to_the_mixed_problem);
    tcase_add_test(tc, a_box_is_solved_as_a_relay);
    tcase_add_test(tc, singular_lines_are_solved_to_the_last_digits);
    tcase_add_test(tc, few_faces_and_a_regular_matrix_go_to_the_mixed_problem_first);
    tcase_add_test(tc, unbounded_polyhedra_with_and_without_a_solution);
    tcase_add_test(tc, no_faces_at_all_is_a_linear_system);
    tcase_add_test(tc, an_empty_polyhedron_is_infeasible);
    tcase_add_test(tc, the_error_does_not_ask_how_long_a_normal_is);
    tcase_add_test(tc, a_slack_that_overflows_is_no_answer);
    tcase_add_test(tc, faces_that_say_the_same_do_no_harm);
    tcase_add_test(tc, faces_that_are_far_away_hide_no_error);
    tcase_add_test(tc, an_answer_beside_faces_far_away_is_looked_for);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
