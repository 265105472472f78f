/* test_lcp_random.c - linear complementarity: random families, agreement of all
 * SPDX-License-Identifier: Apache-2.0 */
#include "lcp_test.h"

#include <zeno/problem_file.h>
#include <zeno/random_problem.h>

/* what a method is for; it must solve every problem of these families */
typedef struct method {
    const char *name;
    double tol, close;       /* asked of the error; of z where it is unique */
    zn_index largest;        /* n                                           */
    bool families[FAMILIES]; /* spd, p-skew, dominant, psd, monotone  */
} method;

/* z is as near as the tolerance over the smallest eigenvalue (>= 1/2), with the
 * norm of M in between for the splitting methods */
static const method methods[] = {
    {"auto", 1e-10, 1e-8, 1000, {true, true, true, true, true}},
    {"lemke", 1e-10, 1e-8, 200, {true, true, true, true, true}},
    {"cao-ferris", 1e-10, 1e-8, 200, {true, true, true, true, true}},
    {"murty", 1e-10, 1e-8, 200, {true, true, true, false, false}},
    {"bard", 1e-10, 1e-8, 200, {true, false, true, false, false}},
    {"enum", 1e-10, 1e-8, 10, {true, true, true, false, false}},
    {"pgs", 1e-9, 1e-6, 200, {true, false, true, false, false}},
    {"psor", 1e-9, 1e-6, 200, {true, false, false, false, false}},
    {"block-gs", 1e-9, 1e-6, 200, {true, false, true, false, false}},
    {"qp", 1e-10, 1e-7, 100, {true, false, false, true, false}},
    {"rpgs", 1e-9, 1e-6, 200, {true, false, true, false, false}},
    {"newton-min", 1e-10, 1e-8, 200, {true, true, true, false, false}},
    {"newton-fb", 1e-10, 1e-8, 200, {true, true, true, true, true}},
    {"cpg", 1e-9, 1e-6, 200, {true, false, false, true, false}},
    {"interior-point", 1e-10, 1e-8, 200, {true, true, true, true, true}},
};
enum { NMETHODS = sizeof methods / sizeof methods[0] };

static const zn_index sizes[] = {2, 3, 5, 10, 30, 80};
enum { NSIZES = sizeof sizes / sizeof sizes[0] };

/* one problem, one storage; `want` where z is unique */
static void solve_and_check(zn_ctx *ctx, const method *m, const zn_matrix *A,
                            const double M[], const double q[],
                            const double want[], const char *what)
{
    zn_index n = A->rows;
    double *z = reals(n), *w = reals(n), err;
    zn_lcp p = {n, A, q};
    zn_solve_info info;
    zn_status st = run_once(ctx, "lcp", m->name, m->tol, &p, z, w, &info);

    ck_assert_msg(st == ZN_OK, "%s, %s: %s", m->name, what, zn_errmsg(ctx));
    err = naive_error(n, M, q, NULL, z);
    /* the naive measure is in long double: they differ by rounding of M z */
    ck_assert_msg(err <= 1.01 * m->tol + 1e-13, "%s, %s: error %g", m->name,
                  what, err);
    for (zn_index i = 0; i < n && want; i++)
        ck_assert_msg(fabs(z[i] - want[i]) <= m->close,
                      "%s, %s: z(%td) = %.17g, not %.17g", m->name, what, i,
                      z[i], want[i]);
    free(z);
    free(w);
}

static void families(const method *m, bool degenerate)
{
    zn_ctx *ctx = context();

    for (int f = 0; f < FAMILIES; f++) {
        for (int k = 0; k < NSIZES && m->families[f]; k++) {
            zn_index n = sizes[k];

            for (uint64_t seed = 1; seed <= 4 && n <= m->largest; seed++) {
                rng r = {seed * 1000 + (uint64_t)f};
                double *M = random_matrix(&r, (family)f, n);
                double *z = reals(n), *q = reals(n);
                bool unique = f != PSD && f != MONOTONE;
                stored s = seed % 2 ? to_csc(n, M) : to_bsr(n, M);
                zn_matrix A = zn_matrix_dense(n, n, M);
                char what[80];

                plant(&r, n, M, degenerate, z, q);
                snprintf(what, sizeof what, "%s, n = %td, seed %d%s",
                         family_name((family)f), n, (int)seed,
                         degenerate ? ", degenerate" : "");
                solve_and_check(ctx, m, &A, M, q, unique ? z : NULL, what);
                solve_and_check(ctx, m, &s.m, M, q, unique ? z : NULL, what);
                stored_free(&s);
                free(M);
                free(z);
                free(q);
            }
        }
    }
    zn_ctx_free(ctx);
}

START_TEST(a_planted_solution_is_found_or_another)
{
    families(&methods[_i], false);
}
END_TEST

START_TEST(degenerate_pairs_do_no_harm)
{
    /* Fischer-Burmeister and the interior go to pairs with z = w = 0 slowly, so
     * z is only as near there as the root of the tolerance, before the last
     * step on the active set; the splitting methods are as near as they say */
    method m = methods[_i];

    m.close = fmax(m.close, 1e-5);
    families(&m, true);
}
END_TEST

START_TEST(w_of_symmetric_semidefinite_problems_is_unique)
{
    /* M z is the same for all solutions, so is w: compare with the planted
     * one */
    zn_ctx *ctx = context();
    const char *const names[] = {"auto",      "lemke",          "cao-ferris",
                                 "newton-fb", "interior-point", "qp"};

    for (uint64_t seed = 1; seed <= 5; seed++) {
        zn_index n = 24;
        rng r = {seed};
        double *M = random_matrix(&r, PSD, n), z[24], q[24], x[24], w[24],
               want[24];
        zn_matrix A = zn_matrix_dense(n, n, M);
        zn_lcp p = {n, &A, q};
        zn_solve_info info;

        plant(&r, n, M, true, z, q);
        memcpy(want, q, sizeof want);
        zn_matrix_mul(&A, 1, z, 1, want);
        for (int k = 0; k < (int)(sizeof names / sizeof names[0]); k++) {
            memset(x, 0, sizeof x);
            ck_assert_int_eq(
                run_once(ctx, "lcp", names[k], -1, &p, x, w, &info), ZN_OK);
            for (zn_index i = 0; i < n; i++)
                ck_assert_msg(fabs(w[i] - want[i]) < 1e-6,
                              "%s, seed %d: w(%td) = %g, not %g", names[k],
                              (int)seed, i, w[i], want[i]);
        }
        free(M);
    }
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(units_of_the_rows_do_not_matter_to_pivots_and_newton)
{
    /* (S M S) with scales from 1e-2 to 1e2: contact of light and heavy bodies.
     * z = S^-1 z'; an error of 1e-11 |q| <= 1e-8 in w is 1e-6 in w' of a row
     * with s = 1e-2, and as much in z' */
    const char *const names[] = {"auto", "lemke", "cao-ferris", "newton-min",
                                 "newton-fb"};
    zn_ctx *ctx = context();

    for (uint64_t seed = 1; seed <= 5; seed++) {
        zn_index n = 20;
        rng r = {seed};
        double *M = random_matrix(&r, SPD, n), z[20], q[20], x[20], w[20],
               s[20];
        zn_matrix A = zn_matrix_dense(n, n, M);
        zn_lcp p = {n, &A, q};
        zn_solve_info info;

        plant(&r, n, M, false, z, q);
        for (zn_index i = 0; i < n; i++)
            s[i] = pow(10, uniform(&r, -2, 2));
        for (zn_index j = 0; j < n; j++) {
            q[j] *= s[j];
            for (zn_index i = 0; i < n; i++)
                M[i + j * n] *= s[i] * s[j];
        }
        for (int k = 0; k < (int)(sizeof names / sizeof names[0]); k++) {
            memset(x, 0, sizeof x);
            ck_assert_msg(
                run_once(ctx, "lcp", names[k], 1e-11, &p, x, w, &info) == ZN_OK,
                "%s, seed %d: %s", names[k], (int)seed, zn_errmsg(ctx));
            for (zn_index i = 0; i < n; i++)
                ck_assert_msg(fabs(s[i] * x[i] - z[i]) < 1e-5,
                              "%s, seed %d: z'(%td) = %g, not %g", names[k],
                              (int)seed, i, s[i] * x[i], z[i]);
        }
        free(M);
    }
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(integer_data_full_of_ties)
{
    /* B B' of any rank with B in -2..2, q planted with small integers: every
     * ratio test of Lemke meets ties, M is singular mostly, and may have rows
     * of zeros */
    zn_ctx *ctx = context();
    const char *const names[] = {"auto", "lemke", "cao-ferris", "newton-fb"};

    for (uint64_t seed = 1; seed <= (uint64_t)test_rounds(1000); seed++) {
        rng r = {seed};
        zn_index n = 2 + (zn_index)uniform(&r, 0, 12);
        zn_index rank = 1 + (zn_index)uniform(&r, 0, (double)n);
        double B[14 * 14], M[14 * 14] = {0}, q[14], z[14], w[14];
        zn_matrix A = zn_matrix_dense(n, n, M);
        zn_lcp p = {n, &A, q};
        zn_solve_info info;

        for (zn_index i = 0; i < n * n; i++)
            B[i] = floor(uniform(&r, -2, 3));
        for (zn_index i = 0; i < n; i++)
            for (zn_index j = 0; j < n; j++)
                for (zn_index k = 0; k < rank; k++)
                    M[i + j * n] += B[i + k * n] * B[j + k * n];
        for (zn_index i = 0; i < n; i++) {
            z[i] = fmax(0, floor(uniform(&r, -5, 4)));
            q[i] = z[i] > 0 ? 0 : floor(uniform(&r, 0, 3));
        }
        for (zn_index j = 0; j < n; j++)
            for (zn_index i = 0; i < n; i++)
                q[i] -= M[i + j * n] * z[j];
        for (int k = 0; k < (int)(sizeof names / sizeof names[0]); k++) {
            memset(z, 0, sizeof z);
            ck_assert_msg(
                run_once(ctx, "lcp", names[k], -1, &p, z, w, &info) == ZN_OK,
                "%s, seed %d: %s", names[k], (int)seed, zn_errmsg(ctx));
            ck_assert(naive_error(n, M, q, NULL, z) <= 1.01e-10);
        }
    }
    zn_ctx_free(ctx);
}
END_TEST

/* Planar contacts with Coulomb friction as an LCP in (r_N, b_1, b_2, kappa) per
 * contact: copositive, not monotone. W = H H' with small integers, singular. */
static zn_index friction(rng *r, double M[], double q[])
{
    zn_index nc = 1 + (zn_index)uniform(r, 0, 6), n = 4 * nc;
    zn_index nd = 2 + (zn_index)uniform(r, 0, 12);
    double H[12][14], v[14], mu = 0.3 * floor(uniform(r, 0, 4));

    memset(M, 0, (size_t)(n * n) * sizeof *M);
    for (zn_index k = 0; k < nd; k++) {
        v[k] = floor(uniform(r, -3, 4));
        for (zn_index a = 0; a < 2 * nc; a++)
            H[a][k] = floor(uniform(r, -2, 3));
    }
    for (zn_index i = 0; i < 3 * nc; i++) {
        /* row of H, and sign: normal, tangent, against it */
        zn_index a = i % nc * 2 + (i >= nc);
        double si = i >= 2 * nc ? -1 : 1;

        q[i] = 0;
        for (zn_index k = 0; k < nd; k++)
            q[i] += si * H[a][k] * v[k];
        for (zn_index j = 0; j < 3 * nc; j++) {
            zn_index b = j % nc * 2 + (j >= nc);
            double sj = j >= 2 * nc ? -1 : 1;

            for (zn_index k = 0; k < nd; k++)
                M[i + j * n] += si * sj * H[a][k] * H[b][k];
        }
    }
    for (zn_index c = 0; c < nc; c++) {
        q[3 * nc + c] = 0;
        M[nc + c + (3 * nc + c) * n] = 1;
        M[2 * nc + c + (3 * nc + c) * n] = 1;
        M[3 * nc + c + c * n] = mu;
        M[3 * nc + c + (nc + c) * n] = -1;
        M[3 * nc + c + (2 * nc + c) * n] = -1;
    }
    return n;
}

START_TEST(planar_friction_is_solved_by_pivots)
{
    zn_ctx *ctx = context();
    const char *const names[] = {"auto", "lemke", "cao-ferris"};

    for (uint64_t seed = 1; seed <= (uint64_t)test_rounds(500); seed++) {
        rng r = {seed};
        double M[24 * 24], q[24], z[24], w[24];
        zn_index n = friction(&r, M, q);
        zn_matrix A = zn_matrix_dense(n, n, M);
        zn_lcp p = {n, &A, q};
        zn_solve_info info;

        for (int k = 0; k < (int)(sizeof names / sizeof names[0]); k++) {
            memset(z, 0, sizeof z);
            ck_assert_msg(
                run_once(ctx, "lcp", names[k], -1, &p, z, w, &info) == ZN_OK,
                "%s, seed %d: %s", names[k], (int)seed, zn_errmsg(ctx));
            ck_assert(naive_error(n, M, q, NULL, z) <= 1.01e-10);
        }
    }
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(large_dense_and_sparse_problems)
{
    /* n = 300 dense, and a grid of 40 x 40 with five points */
    zn_ctx *ctx = context();
    rng r = {5};
    zn_index n = 300, side = 40, m = side * side, k = 0;
    double *M = random_matrix(&r, SPD, n), *z = reals(m), *q = reals(m);
    double *w = reals(m), *work = reals(2 * m), *x = reals(5 * m);
    zn_index *p = indices(m + 1), *i = indices(5 * m);
    const zn_index step[] = {-side, -1, 0, 1, side};
    zn_matrix A = zn_matrix_dense(n, n, M);
    zn_lcp dense = {n, &A, q};
    zn_solve_info info;

    plant(&r, n, M, true, z, q);
    solve_and_check(ctx, &methods[0], &A, M, q, z, "dense n = 300");
    ck_assert(zn_lcp_error(&dense, z, q, work) > 0); /* w is not q */

    for (zn_index j = 0; j < m; j++) {
        for (int e = 0; e < 5; e++) {
            zn_index a = j + step[e];

            if (a < 0 || a >= m || ((e == 1 || e == 3) && a / side != j / side))
                continue;
            i[k] = a;
            x[k++] = e == 2 ? 4 : -1;
        }
        p[j + 1] = k;
        q[j] = uniform(&r, -1, 1);
        z[j] = 0;
    }
    zn_matrix S = {
        .storage = ZN_CSC, .rows = m, .cols = m, .x = x, .p = p, .i = i};
    zn_lcp grid = {m, &S, q};
    const char *const names[] = {"auto",           "newton-min", "newton-fb",
                                 "interior-point", "cpg",        "psor"};

    for (int a = 0; a < 6; a++) {
        memset(z, 0, (size_t)m * sizeof *z);
        ck_assert_msg(
            run_once(ctx, "lcp", names[a], 1e-9, &grid, z, w, &info) == ZN_OK,
            "%s: %s", names[a], zn_errmsg(ctx));
        ck_assert(zn_lcp_error(&grid, z, w, work) <= 1e-9);
    }
    free(M);
    free(z);
    free(q);
    free(w);
    free(work);
    free(x);
    free(p);
    free(i);
    zn_ctx_free(ctx);
}
END_TEST

/* Factors of a random graph fill, and a few sweeps are all that is needed: they come first, and end far within the
 * tolerance. Not from a start, which mostly has the set; nor are more than the first eight lost where they gain nothing
 * (a skew M). */
START_TEST(sweeps_come_before_factors_that_fill)
{
    static const struct {
        const char *options, *solver;
        zn_index most;
    } cases[] = {{"n=50 storage=sparse", "psor", 60},
                 {"n=300 storage=sparse", "psor", 60},
                 {"n=1000 storage=sparse", "psor", 60},
                 {"n=300 storage=sparse skew=1", "newton-min", 8 + 6}};
    zn_ctx *ctx = context();

    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        zn_problem_file *f;
        zn_solver *s;
        zn_solve_info info;

        ck_assert(!zn_problem_random(ctx, "lcp", cases[c].options, &f));
        ck_assert(!zn_solver_new(ctx, "lcp", "auto", &s));
        const zn_lcp *p = zn_problem_file_problem(f);
        double *z = reals(p->n), *w = reals(p->n), *work = reals(2 * p->n);

        ck_assert_msg(!zn_solver_solve(s, p, z, w, &info), "%s", zn_errmsg(ctx));
        ck_assert_str_eq(info.solver, cases[c].solver);
        ck_assert_int_le(info.iterations, cases[c].most);
        ck_assert_double_le(zn_lcp_error(p, z, w, work), 1e-11);
        ck_assert(!zn_solver_solve(s, p, z, w, &info));
        ck_assert_str_eq(info.solver, "newton-min");
        ck_assert_int_le(info.iterations, 1);
        zn_solver_free(s);
        zn_problem_file_free(f);
        free(z);
        free(w);
        free(work);
    }
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("lcp, random");
    TCase *tc = tcase_create("families");

    tcase_set_timeout(tc, 30);
    tcase_add_loop_test(tc, a_planted_solution_is_found_or_another, 0,
                        NMETHODS);
    tcase_add_loop_test(tc, degenerate_pairs_do_no_harm, 0, NMETHODS);
    tcase_add_test(tc, w_of_symmetric_semidefinite_problems_is_unique);
    tcase_add_test(tc, units_of_the_rows_do_not_matter_to_pivots_and_newton);
    tcase_add_test(tc, integer_data_full_of_ties);
    tcase_add_test(tc, planar_friction_is_solved_by_pivots);
    tcase_add_test(tc, large_dense_and_sparse_problems);
    tcase_add_test(tc, sweeps_come_before_factors_that_fill);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
