/* test_soclcp_apart.c - cones that know nothing of each other: in closed form, or by a few sweeps
 * SPDX-License-Identifier: Apache-2.0 */
#include "vi_test.h"

#include <zeno/problem_file.h>
#include <zeno/random_problem.h>
#include <zeno/soclcp.h>

/* Counts who asks, and says stop at `limit`; 0: never. */
typedef struct witness {
    int calls, limit;
} witness;

static bool watch(void *user, zn_index iteration, double error)
{
    witness *seen = user;

    (void)iteration, (void)error;
    return ++seen->calls == seen->limit;
}

/* M is 2, 3 and 0.5 times I on three cones: z is the nearest point of each to -q / m, by Gauss-Seidel as
 * well, with the bits of any start, of blocks, and of who is watched. An entry beside, and it is
 * another problem. */
START_TEST(cones_that_are_apart_have_nearest_points)
{
    enum { N = 8 };
    const zn_index cone[] = {0, 3, 4, N};
    const double m[] = {2, 3, 0.5}, tau[] = {0.5, 1, 2};
    double M[N * N] = {0}, q[N], by[N] = {0}, w[N];
    const zn_matrix A = zn_matrix_dense(N, N, M);
    zn_soclcp p = {.n = N, .ncones = 3, .M = &A, .q = q, .cone = cone, .tau = tau};
    zn_ctx *ctx = context();
    rng r = {4};

    for (int c = 0; c < 3; c++)
        for (zn_index i = cone[c]; i < cone[c + 1]; i++)
            M[i * (N + 1)] = m[c];
    for (int trial = 0; trial < 50; trial++) {
        double z[3][N] = {{0}};
        stored blocks;
        zn_solve_info info;

        for (zn_index i = 0; i < N; i++) {
            q[i] = uniform(&r, -1, 1);
            z[1][i] = q[i];
        }
        M[1] = trial == 49 ? 0.1 : 0;
        blocks = to_bsr(N, M);
        for (int k = 0; k < 3; k++) {
            witness seen = {0};
            zn_solver *s;

            p.M = k == 1 ? &blocks.m : &A;
            ck_assert(!zn_solver_new(ctx, "soclcp", "auto", &s));
            zn_solver_set_callback(s, k == 2 ? watch : NULL, &seen);
            ck_assert(!zn_solver_solve(s, &p, z[k], w, &info));
            ck_assert((trial == 49) != !strcmp(info.solver, "closed-form"));
            ck_assert((seen.calls > 0) == (k == 2));
            ck_assert(trial == 49 || !memcmp(z[k], z[0], sizeof *z));
            zn_solver_free(s);
        }
        p.M = &A;
        ck_assert(!run_once(ctx, "soclcp", "nsgs", 1e-12, &p, by, w, NULL));
        for (zn_index i = 0; i < N; i++)
            ck_assert_double_eq_tol(z[0][i], by[i], 1e-7);
        stored_free(&blocks);
    }
    zn_ctx_free(ctx);
}
END_TEST

/* ---- where it does not answer -------------------------------------------------------- */

enum { MOST = 20 };

/* M is 2 I, half-lines alone: z = max(0, -q / 2) */
typedef struct lines {
    double M[MOST * MOST], q[MOST], tau[MOST];
    zn_index cone[MOST + 1];
    zn_matrix A;
    zn_soclcp p;
} lines;

static void lay(lines *l, zn_index n)
{
    memset(l, 0, sizeof *l);
    for (zn_index i = 0; i < n; i++) {
        l->M[i * (n + 1)] = 2;
        l->q[i] = i % 3 ? -1.25 : 0.7;
        l->tau[i] = 1;
        l->cone[i + 1] = i + 1;
    }
    l->A = zn_matrix_dense(n, n, l->M);
    l->p = (zn_soclcp){.n = n, .ncones = n, .M = &l->A, .q = l->q, .cone = l->cone, .tau = l->tau};
}

static zn_status ask(const lines *l, const char *tol, witness *seen, double start, double z[],
                     zn_solve_info *info)
{
    double w[MOST];
    zn_ctx *ctx = context();
    zn_solver *s;
    zn_status st;

    ck_assert(!zn_solver_new(ctx, "soclcp", "auto", &s));
    ck_assert(!zn_solver_set(s, "tol", tol));
    if (seen)
        zn_solver_set_callback(s, watch, seen);
    for (zn_index i = 0; i < l->p.n; i++)
        z[i] = start;
    st = zn_solver_solve(s, &l->p, z, w, info);
    zn_solver_free(s);
    zn_ctx_free(ctx);
    return st;
}

/* 16 rows are looked at, more are not. */
START_TEST(few_rows_are_sixteen)
{
    for (zn_index n = 15; n <= 18; n++) {
        double z[MOST];
        zn_solve_info info;
        lines l;

        lay(&l, n);
        ck_assert_int_eq(ask(&l, "1e-8", NULL, 0, z, &info), ZN_OK);
        ck_assert_int_eq(!strcmp(info.solver, "closed-form"), n <= 16);
    }
}
END_TEST

/* One entry anywhere beside the diagonal, or one of the diagonal that is another one within a cone: nobody
 * says that it is done in closed form. */
START_TEST(any_entry_beside_makes_it_another_problem)
{
    enum { n = 4 };

    for (zn_index e = 0; e < n * n; e++)
        for (int watched = 0; watched < 2; watched++) {
            const zn_index cone[] = {0, 2, n};
            double z[MOST];
            witness seen = {0};
            zn_solve_info info;
            lines l;

            lay(&l, n);
            l.p.ncones = 2;
            l.p.cone = cone;
            l.q[0] = -3; /* its cone holds a z that is not zero, so that the entry shows */
            l.q[2] = -3;
            l.M[e] += 0.5;
            ck_assert_int_eq(ask(&l, "1e-8", watched ? &seen : NULL, 0, z, &info), ZN_OK);
            ck_assert(strcmp(info.solver, "closed-form") != 0);
        }
}
END_TEST

/* Asked for more than rounding leaves, methods go on from the start, whoever watches. */
START_TEST(what_is_not_enough_leaves_the_start)
{
    double z[2][MOST];
    witness seen = {0};
    zn_solve_info info[2];
    zn_status st[2];
    lines l;

    lay(&l, 6);
    for (zn_index i = 0; i < 36; i += 7)
        l.M[i] = 49;
    l.q[1] = l.q[4] = -1; /* 49 times what 1/49 is rounded to is not 1 */
    for (int k = 0; k < 2; k++)
        st[k] = ask(&l, "0", k ? &seen : NULL, 0.25, z[k], &info[k]);
    ck_assert(seen.calls > 0);
    ck_assert_int_eq(st[0], st[1]);
    ck_assert_int_eq(info[0].iterations, info[1].iterations);
    ck_assert_str_eq(info[0].solver, info[1].solver);
    ck_assert_mem_eq(z[0], z[1], 6 * sizeof **z);
}
END_TEST

START_TEST(who_stops_it_at_once_has_the_start)
{
    witness seen = {.limit = 1};
    double z[MOST];
    zn_solve_info info;
    lines l;

    lay(&l, 6);
    ck_assert_int_eq(ask(&l, "1e-8", &seen, 0.25, z, &info), ZN_UNSOLVED);
    ck_assert_int_eq(info.outcome, ZN_INTERRUPTED);
    ck_assert_int_eq(seen.calls, 1);
    for (int i = 0; i < 6; i++)
        ck_assert_double_eq(z[i], 0.25);
}
END_TEST

/* Cones that are hardly coupled are swept; where sweeps do not gain, and without them, all is as it was: interior
 * points begin from z = 0. */
START_TEST(a_few_sweeps_come_first)
{
    static const char *const said[] = {"cones=30 seed=1", "cones=30 rank=0.5 seed=1"};
    static const char *const by[] = {"nsgs", "interior-point"};
    zn_ctx *ctx = context();

    for (int k = 0; k < 2; k++) {
        zn_problem_file *f;
        zn_solve_info info, without;
        double z[2][90] = {{0}}, w[90];
        zn_solver *s;

        ck_assert(!zn_problem_random(ctx, "soclcp", said[k], &f));
        ck_assert_int_eq(zn_problem_file_nz(f), 90);
        ck_assert(!zn_solver_new(ctx, "soclcp", "auto", &s));
        ck_assert(!zn_solver_solve(s, zn_problem_file_problem(f), z[0], w, &info));
        ck_assert_str_eq(info.solver, by[k]);
        ck_assert(!zn_solver_set(s, "sweeps", "no"));
        ck_assert(!zn_solver_solve(s, zn_problem_file_problem(f), z[1], w, &without));
        ck_assert_str_eq(without.solver, "interior-point");
        if (k == 1) {
            ck_assert_int_le(info.iterations, without.iterations + 32);
            ck_assert_mem_eq(z[0], z[1], sizeof *z);
        }
        zn_solver_free(s);
        zn_problem_file_free(f);
    }
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("soclcp, apart");
    TCase *tc = tcase_create("apart");

    tcase_add_test(tc, cones_that_are_apart_have_nearest_points);
    tcase_add_test(tc, few_rows_are_sixteen);
    tcase_add_test(tc, any_entry_beside_makes_it_another_problem);
    tcase_add_test(tc, what_is_not_enough_leaves_the_start);
    tcase_add_test(tc, who_stops_it_at_once_has_the_start);
    tcase_add_test(tc, a_few_sweeps_come_first);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
