/* test_refute.c - "infeasible" is said of what has no solution, early, and of nothing else
 * SPDX-License-Identifier: Apache-2.0 */
#include "lcp_test.h"

#include <zeno/avi.h>
#include <zeno/relay.h>

enum { MOST = 150 };

static zn_ctx *ctx;

static void setup(void)
{
    ctx = context();
}

static void teardown(void)
{
    zn_ctx_free(ctx);
}

/* ---- equations that contradict each other ------------------------------------------- */

/* M at random; the last of `free` first rows is a combination of the others, by factors that are no whole numbers,
 * and q is it but for `off`. */
static void dependent(rng *g, zn_index n, zn_index free, double off, double M[], double q[])
{
    double y[MOST];

    for (zn_index i = 0; i < n * n; i++)
        M[i] = uniform(g, -1, 1);
    for (zn_index i = 0; i < n; i++) {
        q[i] = uniform(g, -1, 1);
        y[i] = uniform(g, -1, 1);
    }
    for (zn_index i = 0; i < free; i++)
        for (zn_index k = 0; k < free; k++) /* definite, but for that row */
            M[i + i * n] += 0.5;
    for (zn_index j = 0; j <= n; j++) {
        double *column = j < n ? M + j * n : q, sum = 0;

        for (zn_index i = 0; i + 1 < free; i++)
            sum += y[i] * column[i];
        column[free - 1] = sum;
    }
    q[free - 1] += off;
}

/* Before, relays and mixed problems went through all of the list, 0.2 s and more each. */
START_TEST(contradictory_equations_end_a_list_early)
{
    static const zn_index sizes[] = {6, 30, MOST};
    double *M = reals(MOST * MOST), q[MOST] = {0}, lo[MOST], hi[MOST], z[MOST], w[MOST];
    unsigned char eq[MOST];
    rng g = {7};

    for (int k = 0; k < 12; k++) {
        const zn_index n = sizes[k % 3], free = n / 2;
        stored columns;
        zn_solve_info info;

        dependent(&g, n, free, k % 2 ? 1 : 1e-3, M, q);
        columns = to_csc(n, M);

        const zn_matrix A = zn_matrix_dense(n, n, M), *stores[] = {&A, &columns.m};

        for (zn_index i = 0; i < n; i++) {
            eq[i] = i < free;
            lo[i] = i < free ? -INFINITY : 0;
            hi[i] = INFINITY;
        }
        for (int s = 0; s < 2; s++) {
            const zn_mlcp mixed = {n, stores[s], q, eq};
            const zn_relay relay = {n, stores[s], q, lo, hi};

            for (int r = 0; r < 2; r++) {
                const void *p = r ? (const void *)&relay : &mixed;

                memset(z, 0, sizeof z);
                ck_assert_int_eq(run_once(ctx, r ? "relay" : "mlcp", "auto", -1, p, z, w, &info), ZN_UNSOLVED);
                ck_assert_msg(info.outcome == ZN_INFEASIBLE, "%d, n = %td: %s", k, n, zn_errmsg(ctx));
                ck_assert_msg(info.iterations <= 10 * n, "%d, %s, n = %td: %td", k, r ? "relay" : "mlcp", n,
                              info.iterations);
            }
        }
        stored_free(&columns);
    }
    free(M);
}
END_TEST

/* The same, as consistent equations: whoever is asked, nobody says that there is no solution. */
START_TEST(dependent_equations_are_not_called_contradictory)
{
    double M[36] = {0}, q[6] = {0}, z[6], w[6], x[6];
    const zn_matrix A = zn_matrix_dense(6, 6, M);
    const unsigned char eq[] = {1, 1, 1, 0, 0, 0};
    const zn_mlcp p = {6, &A, q, eq};
    static const char *const names[] = {"auto", "enum", "lemke", "cao-ferris"};
    rng g = {3};

    for (int k = 0; k < 100; k++) {
        dependent(&g, 6, 3, 0, M, q);
        for (zn_index i = 0; i < 6; i++) {
            x[i] = i < 3 ? uniform(&g, -1, 1) : i < 5 ? uniform(&g, 0, 1) : 0;
            q[i] = i == 5 ? 1 : 0;
        }
        for (zn_index i = 0; i < 6; i++)
            for (zn_index j = 0; j < 6; j++)
                q[i] -= M[i + j * 6] * x[j];
        for (size_t s = 0; s < sizeof names / sizeof *names; s++) {
            zn_solve_info info;

            memset(z, 0, sizeof z);
            if (run_once(ctx, "mlcp", names[s], -1, &p, z, w, &info) == ZN_UNSOLVED)
                ck_assert_msg(info.outcome != ZN_INFEASIBLE, "%d, %s", k, names[s]);
        }
    }
}
END_TEST

/* ---- solutions far away -------------------------------------------------------------- */

/* w_1 = z_1 + z_2 = 0, w_2 = z_1 + (1 + 2^-k) z_2 + 1 = 0 has z = (2^k, -2^k), exactly; beside it a row that is
 * complementary. The coefficient of z_2 in w_2 - w_1 is no rounding, up to k = 44. */
START_TEST(a_solution_far_away_is_not_refuted)
{
    static const char *const names[] = {"auto", "enum", "lemke", "cao-ferris", "newton-fb"};

    for (int k = 4; k <= 44; k++)
        for (size_t s = 0; s < sizeof names / sizeof *names; s++) {
            const double M[] = {1, 1, 0, 1, 1 + ldexp(1, -k), 0, 0, 0, 1}, q[] = {0, 1, -1};
            const zn_matrix A = zn_matrix_dense(3, 3, M);
            const unsigned char eq[] = {1, 1, 0};
            const double lo[] = {-INFINITY, -INFINITY, 0}, hi[] = {INFINITY, INFINITY, INFINITY};
            const zn_mlcp mixed = {3, &A, q, eq};
            const zn_relay relay = {3, &A, q, lo, hi};

            for (int r = 0; r < 2; r++) {
                double z[3] = {0}, w[3];
                zn_solve_info info;
                const zn_status st = run_once(ctx, r ? "relay" : "mlcp", names[s], -1,
                                              r ? (const void *)&relay : &mixed, z, w, &info);

                ck_assert_msg(st != ZN_UNSOLVED || info.outcome != ZN_INFEASIBLE, "%s, %s, k = %d",
                              r ? "relay" : "mlcp", names[s], k);
            }
        }
}
END_TEST

/* M = [4 6 + d; 6 - d 9] has the determinant d^2, which rounding takes for 0 when the equality row is eliminated, and
 * the answer (-3, 2), exactly: one row of 0 is left with a q that has no solution. */
START_TEST(what_is_left_of_an_elimination_proves_nothing)
{
    static const char *const names[] = {"auto", "lemke"};
    const double d = 0x1p-27, M[] = {4, 6 - d, 6 + d, 9}, q[] = {-2 * d, -3 * d};
    const unsigned char eq[] = {1, 0};
    const zn_matrix A = zn_matrix_dense(2, 2, M);
    const zn_mlcp p = {2, &A, q, eq};

    for (int s = 0; s < 2; s++) {
        double z[2] = {0}, w[2];
        zn_solve_info info;

        ck_assert_int_ge(run_once(ctx, "mlcp", names[s], -1, &p, z, w, &info), 0);
        ck_assert_msg(info.outcome != ZN_INFEASIBLE, "%s", names[s]);
    }
}
END_TEST

/* H z >= K of two faces that are nearly opposed, z_1 >= 1 and -z_1 + d z_2 >= 0: P is not empty, however small d. */
START_TEST(a_polyhedron_far_away_is_not_empty)
{
    for (int k = 4; k <= 44; k++) {
        const double M[] = {1, 0, 0, 1}, q[] = {1, 1}, d = ldexp(1, -k);
        const double H[] = {1, -1, 0, 0, d, 1}, K[] = {1, 0, 0};
        const zn_matrix A = zn_matrix_dense(2, 2, M);
        const zn_avi p = {.n = 2, .m = 3, .M = &A, .q = q, .H = H, .K = K};
        static const char *const names[] = {"auto", "cao-ferris", "mlcp"};

        for (size_t s = 0; s < 3; s++) {
            double z[2] = {0}, w[5];
            zn_solve_info info;

            ck_assert_int_ge(run_once(ctx, "avi", names[s], -1, &p, z, w, &info), 0);
            ck_assert_msg(info.outcome != ZN_INFEASIBLE, "%s, k = %d", names[s], k);
        }
    }
}
END_TEST

/* Units of z of 2^-20 to 2^20: a coordinate that is 1e-9 of a face, and no line, is what makes room between the first
 * and the last one; z = (0.75 u, 128, -65536, -524288), u = 2^-13, is in all of them. */
START_TEST(what_faces_have_of_a_small_coordinate_is_room)
{
    const double u = 0x1p-13, v = 0x1p-6, H[] = {4 / u,      0,     0,     -8 / u, -v,     v,      v,      -2 * v,
                                                 -u,         u / 2, u / 2, -1.5 * u, 0,    -0x1p-19, -0x1p-19, 0};
    const double K[] = {9, -1, -3, 2}, M[16] = {[5] = 1, [10] = 1, [15] = 1, [0] = 1}, q[] = {1, 1, 1, 1};
    const zn_matrix A = zn_matrix_dense(4, 4, M);
    const zn_avi p = {.n = 4, .m = 4, .M = &A, .q = q, .H = H, .K = K};
    static const char *const names[] = {"auto", "cao-ferris"};

    for (int s = 0; s < 2; s++) {
        double z[4] = {0}, w[8];
        zn_solve_info info;

        ck_assert_int_ge(run_once(ctx, "avi", names[s], -1, &p, z, w, &info), 0);
        ck_assert_msg(info.outcome != ZN_INFEASIBLE, "%s", names[s]);
    }
}
END_TEST

/* One row: an end of the interval that is right to rounding is an answer. */
START_TEST(one_row_at_the_end_of_its_interval)
{
    rng g = {9};

    for (int k = 0; k < 1000; k++) {
        const double m = -uniform(&g, 0.1, 1), end = uniform(&g, 0.1, 1), hi = INFINITY;
        const double q = nextafter(-m * end, k % 2 ? 0 : 1), M[] = {m};
        const zn_matrix A = zn_matrix_dense(1, 1, M);
        const zn_relay p = {1, &A, &q, &end, &hi};
        double z = 0, w;
        zn_solve_info info;

        ck_assert_msg(!run_once(ctx, "relay", "auto", -1, &p, &z, &w, &info), "%d: %s", k, zn_errmsg(ctx));
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("box, what has no solution");
    TCase *tc = tcase_create("all");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, contradictory_equations_end_a_list_early);
    tcase_add_test(tc, dependent_equations_are_not_called_contradictory);
    tcase_add_test(tc, a_solution_far_away_is_not_refuted);
    tcase_add_test(tc, what_is_left_of_an_elimination_proves_nothing);
    tcase_add_test(tc, a_polyhedron_far_away_is_not_empty);
    tcase_add_test(tc, what_faces_have_of_a_small_coordinate_is_room);
    tcase_add_test(tc, one_row_at_the_end_of_its_interval);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
