/* test_qp_interior.c - interior points for quadratic programs: proofs, linear
 * programs, dependent rows, all the forms of the linear system
 * SPDX-License-Identifier: Apache-2.0 */
#include "vi_test.h"

#include <zeno/qp.h>
#include <zeno/random_problem.h>

#include "solvers/methods/mehrotra.h"

static const char *const both[] = {"interior-point", "auto"};

/* ---- no solution ------------------------------------------------------------------ */

/* max l'(A z + b) over the bounds is -1 and l >= 0, to 1e-7 for each unit of z */
static void expect_infeasible(const zn_qp *p)
{
    zn_ctx *ctx = context();

    for (int k = 0; k < 2; k++) {
        double z[4] = {0}, w[8], value = 0;
        zn_solve_info info;

        ck_assert_int_eq(run_once(ctx, "qp", both[k], -1, p, z, w, &info),
                         ZN_UNSOLVED);
        ck_assert_msg(info.outcome == ZN_INFEASIBLE, "%s: %s", both[k],
                      zn_errmsg(ctx));
        for (zn_index r = 0; r < p->m; r++) {
            ck_assert_double_ge(w[p->n + r], 0);
            value += w[p->n + r] * p->b[r];
        }
        for (zn_index i = 0; i < p->n; i++) {
            double c = 0, end = -INFINITY;

            for (zn_index r = 0; r < p->m; r++)
                c += zn_matrix_get(p->A, r, i) * w[p->n + r];
            ck_assert_double_eq_tol(w[i], -c, 1e-12 * (1 + fabs(c)));
            if (c > 0)
                end = p->ub ? p->ub[i] : INFINITY;
            else if (p->lb)
                end = p->lb[i];
            if (isfinite(end))
                value += c * end;
            else
                ck_assert_double_le(fabs(c), 1e-7);
        }
        ck_assert_double_eq_tol(value, -1, 1e-9);
    }
    zn_ctx_free(ctx);
}

START_TEST(contradicting_rows_are_proved)
{
    /* x + 2 y >= 3 and x + 2 y <= 1, in the plane: l = (1, 1) / 2 */
    const double I[] = {1, 0, 0, 3}, q[] = {1, -2};
    const double A[] = {1, -1, 2, -2}, b[] = {-3, 1};
    zn_matrix M = zn_matrix_dense(2, 2, I), Am = zn_matrix_dense(2, 2, A);
    zn_qp p = {.n = 2, .M = &M, .q = q, .m = 2, .A = &Am, .b = b};

    expect_infeasible(&p);
}
END_TEST

START_TEST(a_row_that_the_bounds_exclude_is_proved)
{
    /* x + y >= 5 with x, y <= 2, and a row that does not matter */
    const double I[] = {0, 0, 0, 0}, q[] = {1, 1}, ub[] = {2, 2};
    const double A[] = {1, 1, 1, 0}, b[] = {-5, 4};
    zn_matrix M = zn_matrix_dense(2, 2, I), Am = zn_matrix_dense(2, 2, A);
    zn_qp p = {.n = 2, .M = &M, .q = q, .ub = ub, .m = 2, .A = &Am, .b = b};

    expect_infeasible(&p);
}
END_TEST

START_TEST(an_objective_that_falls_for_ever_is_proved)
{
    /* 1/2 (x - y)^2 - x, x + y >= 1, y >= 0: along (1, 1), scaled to q'd = -1 */
    const double M2[] = {1, -1, -1, 1}, q[] = {-1, 0};
    const double lb[] = {-INFINITY, 0}, A[] = {1, 1}, b[] = {-1};
    zn_matrix M = zn_matrix_dense(2, 2, M2), Am = zn_matrix_dense(1, 2, A);
    zn_qp p = {.n = 2, .M = &M, .q = q, .lb = lb, .m = 1, .A = &Am, .b = b};
    zn_ctx *ctx = context();

    for (int k = 0; k < 2; k++) {
        double z[2] = {0}, w[3];
        zn_solve_info info;

        ck_assert_int_eq(run_once(ctx, "qp", both[k], -1, &p, z, w, &info),
                         ZN_UNSOLVED);
        ck_assert_msg(info.outcome == ZN_RAY, "%s: %s", both[k],
                      zn_errmsg(ctx));
        ck_assert_double_eq_tol(w[0], 1, 1e-7); /* zero is 1e-8 of q'd */
        ck_assert_double_eq_tol(w[1], 1, 1e-7);
        ck_assert_double_eq_tol(w[2], 2, 1e-7); /* A d */
        ck_assert_double_ge(z[1], 0);
    }
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(touching_is_not_infeasible)
{
    /* x >= 1 and x <= 1, twice; y >= 0 and y <= 0: one point, no interior.
     * 1/2 x^2 + 3 y: nu = M z + q - A'l = 0 asks l1 + l3 - l2 = 1 */
    const double M2[] = {1, 0, 0, 0}, q[] = {0, 3};
    const double lb[] = {-INFINITY, 0}, ub[] = {INFINITY, 0};
    const double A[] = {1, -1, 1, 0, 0, 0}, b[] = {-1, 1, -1};
    zn_matrix M = zn_matrix_dense(2, 2, M2), Am = zn_matrix_dense(3, 2, A);
    zn_qp p = {
        .n = 2, .M = &M, .q = q, .lb = lb, .ub = ub, .m = 3, .A = &Am, .b = b};
    zn_ctx *ctx = context();

    for (int k = 0; k < 2; k++) {
        double z[2] = {0}, w[5];

        ck_assert_msg(!run_once(ctx, "qp", both[k], 1e-10, &p, z, w, NULL),
                      "%s: %s", both[k], zn_errmsg(ctx));
        ck_assert_double_eq_tol(z[0], 1, 1e-9);
        ck_assert_double_eq(z[1], 0);
        ck_assert_double_eq_tol(w[2] - w[3] + w[4], 1, 1e-9);
    }
    zn_ctx_free(ctx);
}
END_TEST

/* ---- linear programs ----------------------------------------------------------------- */

START_TEST(linear_programs_end_at_vertices)
{
    /* min -3 x - 5 y, x <= 4, 2 y <= 12, 3 x + 2 y <= 18, x, y >= 0 (Dantzig's
     * manner): (2, 6), the rows y and mixed with l = (3/2, 1) */
    const double Z[4] = {0}, q[] = {-3, -5}, lb[] = {0, 0},
                 ub[] = {4, INFINITY};
    const double A[] = {0, -3, -2, -2}, b[] = {12, 18};
    zn_matrix M = zn_matrix_dense(2, 2, Z), Am = zn_matrix_dense(2, 2, A);
    zn_qp p = {
        .n = 2, .M = &M, .q = q, .lb = lb, .ub = ub, .m = 2, .A = &Am, .b = b};
    zn_ctx *ctx = context();

    for (int k = 0; k < 2; k++) {
        double z[2] = {0}, w[4];

        ck_assert_msg(!run_once(ctx, "qp", both[k], 1e-12, &p, z, w, NULL),
                      "%s: %s", both[k], zn_errmsg(ctx));
        ck_assert_double_eq_tol(z[0], 2, 1e-10);
        ck_assert_double_eq_tol(z[1], 6, 1e-10);
        ck_assert_double_eq_tol(w[2], 1.5, 1e-10);
        ck_assert_double_eq_tol(w[3], 1, 1e-10);
    }
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(unbounded_sets_of_solutions_are_no_trouble)
{
    /* min y, y >= 1, x free and without any cost: all x */
    const double Z[4] = {0}, q[] = {0, 1}, lb[] = {-INFINITY, 1};
    zn_matrix M = zn_matrix_dense(2, 2, Z);
    zn_qp p = {.n = 2, .M = &M, .q = q, .lb = lb};
    zn_ctx *ctx = context();

    for (int k = 0; k < 2; k++) {
        double z[2] = {0}, w[2];

        ck_assert_msg(!run_once(ctx, "qp", both[k], 1e-12, &p, z, w, NULL),
                      "%s: %s", both[k], zn_errmsg(ctx));
        ck_assert_double_eq_tol(z[1], 1, 1e-12);
    }
    zn_ctx_free(ctx);
}
END_TEST

/* ---- random families ------------------------------------------------------------------ */

/* "n=.. ..." solved by both; the known solution where it is the only one */
static void solves(zn_ctx *ctx, const char *spec, bool unique)
{
    zn_problem_file *f;
    const double *want, *dual;

    ck_assert_msg(!zn_problem_random(ctx, "qp", spec, &f), "%s",
                  zn_errmsg(ctx));
    const zn_qp *p = zn_problem_file_problem(f);
    double *z = reals(p->n), *w = reals(p->n + p->m);

    for (int k = 0; k < 2; k++) {
        zn_solve_info info;

        memset(z, 0, (size_t)p->n * sizeof *z);
        ck_assert_msg(!run_once(ctx, "qp", both[k], 1e-10, p, z, w, &info),
                      "%s, %s: %s", both[k], spec, zn_errmsg(ctx));
        /* few rows have pivots, which change one row each */
        const bool pivots = strcmp(info.solver, "active-set") == 0;

        ck_assert_msg(info.iterations <= (pivots ? 3 * (p->n + p->m) : 60),
                      "%s, %s: %td iterations", both[k], spec, info.iterations);
        ck_assert(zn_problem_file_known(f, &want, &dual));
        for (zn_index i = 0; i < p->n && unique; i++)
            ck_assert_msg(fabs(z[i] - want[i]) < 1e-6,
                          "%s: z(%td) = %g, not %g", spec, i, z[i], want[i]);
    }
    free(z);
    free(w);
    zn_problem_file_free(f);
}

/* Sets and pivots of up to 32 rows and faces come before seven factorisations of interior points, of more after
 * them. */
START_TEST(few_rows_have_sets_first)
{
    static const struct {
        const char *spec, *by;
    } all[] = {{"n=8 faces=6 seed=3", "active-set"},
               {"n=20 faces=12 seed=3", "active-set"},
               {"n=20 faces=13 seed=3", "interior-point"}};
    zn_ctx *ctx = context();

    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        zn_problem_file *f;
        zn_solve_info info;

        ck_assert(!zn_problem_random(ctx, "qp", all[k].spec, &f));
        const zn_qp *p = zn_problem_file_problem(f);
        double *z = reals(p->n), *w = reals(p->n + p->m);

        ck_assert(!run_once(ctx, "qp", "auto", 1e-10, p, z, w, &info));
        ck_assert_str_eq(info.solver, all[k].by);
        free(z);
        free(w);
        zn_problem_file_free(f);
    }
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(random_programs_take_few_iterations)
{
    static const int sizes[] = {3, 20, 70}, faces[] = {0, 10, 90};
    static const double parts[] = {0, 0.4, 1};
    zn_ctx *ctx = context();

    for (int c = 0; c < 3 * 3 * 3 * 3 * 2; c++) {
        int n = sizes[c % 3], m = faces[c / 3 % 3];
        double rank = parts[c / 9 % 3], touching = parts[c / 27 % 3];
        char spec[120];

        snprintf(spec, sizeof spec,
                 "n=%d faces=%d rank=%g degenerate=%g storage=%s seed=%d", n, m,
                 rank, touching, c / 81 ? "sparse" : "dense", c);
        solves(ctx, spec, rank > 0.9);
    }
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(large_sparse_matrices_with_long_rows)
{
    zn_ctx *ctx = context();

    solves(ctx, "n=600 faces=20 storage=sparse seed=2", true);
    solves(ctx, "n=300 faces=40 storage=sparse rank=0.5 degenerate=0.3", false);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(short_rows_stay_sparse)
{
    /* nearest to c with z_i+1 - z_i >= 0 (isotonic regression), 400 points of a line
     * that falls: all equal the mean (Barlow et al. 1972); one long row says that
     * the sum is at least 0.5 above */
    enum { n = 400, m = n };
    zn_ctx *ctx = context();
    double q[n], b[m] = {0}, x[n], ax[3 * n], *z = reals(n), *w = reals(n + m);
    zn_index p[n + 1], i[n], ap[n + 1], ai[3 * n], at = 0;
    zn_matrix M = {
        .storage = ZN_CSC, .rows = n, .cols = n, .x = x, .p = p, .i = i};
    zn_matrix A = {
        .storage = ZN_CSC, .rows = m, .cols = n, .x = ax, .p = ap, .i = ai};
    zn_qp qp = {.n = n, .M = &M, .q = q, .m = m, .A = &A, .b = b};
    double mean = 0;

    for (zn_index j = 0; j < n; j++) {
        x[j] = 1;
        p[j] = i[j] = j;
        q[j] = -(5 - 0.01 * (double)j);
        mean -= q[j] / n;
        ap[j] = at;
        if (j > 0)
            ai[at] = j - 1, ax[at++] = 1;
        if (j < n - 1)
            ai[at] = j, ax[at++] = -1;
        ai[at] = n - 1;
        ax[at++] = 1;
    }
    p[n] = n;
    ap[n] = at;
    b[m - 1] = -(mean * n + 0.5);
    for (int k = 0; k < 2; k++) {
        memset(z, 0, n * sizeof *z);
        ck_assert_msg(!run_once(ctx, "qp", both[k], 1e-10, &qp, z, w, NULL),
                      "%s: %s", both[k], zn_errmsg(ctx));
        for (zn_index j = 0; j < n; j++) /* sums of 400 multipliers */
            ck_assert_double_eq_tol(z[j], mean + 0.5 / n, 1e-6);
        ck_assert_double_eq_tol(w[n + m - 1], 0.5 / n, 1e-6);
    }
    free(z);
    free(w);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(a_solution_as_a_start_needs_no_iteration)
{
    zn_ctx *ctx = context();
    zn_problem_file *f;
    const double *want, *dual;

    ck_assert(!zn_problem_random(ctx, "qp", "n=50 faces=8 seed=4", &f));
    const zn_qp *p = zn_problem_file_problem(f);
    double *z = reals(p->n), *w = reals(p->n + p->m);
    zn_solve_info info;

    ck_assert(zn_problem_file_known(f, &want, &dual));
    memcpy(z, want, (size_t)p->n * sizeof *z);
    ck_assert(!run_once(ctx, "qp", both[0], 1e-10, p, z, w, &info));
    ck_assert_int_eq(info.iterations, 0);
    free(z);
    free(w);
    zn_problem_file_free(f);
    zn_ctx_free(ctx);
}
END_TEST

/* The sets of the last iterate are solved as equations: a row that is not touched has no multiplier at
 * all, not one of the size of the tolerance. */
START_TEST(rows_that_are_not_touched_have_no_multiplier)
{
    zn_ctx *ctx = context();
    zn_index apart = 0;

    for (int seed = 0; seed < 30; seed++) {
        char spec[48];
        zn_problem_file *f;
        zn_solve_info info;

        snprintf(spec, sizeof spec, "n=9 faces=14 seed=%d", seed);
        ck_assert(!zn_problem_random(ctx, "qp", spec, &f));
        const zn_qp *p = zn_problem_file_problem(f);
        double *z = reals(p->n), *w = reals(p->n + p->m);
        memset(z, 0, (size_t)p->n * sizeof *z);
        ck_assert(!run_once(ctx, "qp", "interior-point", 1e-13, p, z, w, &info));
        for (zn_index r = 0; r < p->m; r++) {
            double g = p->b ? p->b[r] : 0;
            for (zn_index i = 0; i < p->n; i++)
                g += zn_matrix_get(p->A, r, i) * z[i];
            apart += g > 1e-3;
            ck_assert_msg(g <= 1e-3 || w[p->n + r] == 0, "seed %d: row %td has %g, its multiplier %g",
                          seed, r, g, w[p->n + r]);
        }
        free(z);
        free(w);
        zn_problem_file_free(f);
    }
    ck_assert_int_gt(apart, 30);
    zn_ctx_free(ctx);
}
END_TEST

static zn_status half_line(void *user, double x[])
{
    (void)user;
    x[0] = fmax(x[0], 0);
    return ZN_OK;
}

/* Where nothing is gone along dt, dy they are not read: before the first step they are what
 * the last problem left there. */
START_TEST(the_mean_of_now_knows_of_no_step)
{
    double t[] = {1, 2}, y[] = {3, 5}, old[] = {NAN, INFINITY};
    const zni_pairs p = {
        .n = 2, .count = 2, .t = t, .y = y, .dt = old, .dy = old};

    ck_assert_double_eq(zni_pairs_mean(&p, 0), 6.5);
}
END_TEST

START_TEST(a_projection_is_refused)
{
    const double one[] = {1}, q[] = {1};
    zn_matrix M = zn_matrix_dense(1, 1, one);
    zn_ctx *ctx = context();
    double z[1] = {0}, w[2];
    zn_qp p = {.n = 1, .M = &M, .q = q, .m = 1, .project = half_line};

    ck_assert_int_eq(run_once(ctx, "qp", both[0], -1, &p, z, w, NULL),
                     ZN_EINVAL);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "not the orthant"));
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("qp, interior points");
    TCase *tc = tcase_create("interior");

    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, few_rows_have_sets_first);
    tcase_add_test(tc, contradicting_rows_are_proved);
    tcase_add_test(tc, a_row_that_the_bounds_exclude_is_proved);
    tcase_add_test(tc, an_objective_that_falls_for_ever_is_proved);
    tcase_add_test(tc, touching_is_not_infeasible);
    tcase_add_test(tc, linear_programs_end_at_vertices);
    tcase_add_test(tc, unbounded_sets_of_solutions_are_no_trouble);
    tcase_add_test(tc, random_programs_take_few_iterations);
    tcase_add_test(tc, large_sparse_matrices_with_long_rows);
    tcase_add_test(tc, short_rows_stay_sparse);
    tcase_add_test(tc, a_solution_as_a_start_needs_no_iteration);
    tcase_add_test(tc, rows_that_are_not_touched_have_no_multiplier);
    tcase_add_test(tc, the_mean_of_now_knows_of_no_step);
    tcase_add_test(tc, a_projection_is_refused);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
