/* test_factor.c - matrices factorised by the structure they have
 * SPDX-License-Identifier: Apache-2.0 */
#include "zeno_test.h"

#include <float.h>
#include <math.h>

#include <zeno/factor.h>

static zn_ctx *ctx;
static zn_factor *f;

static void setup(void)
{
    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    f = NULL;
}

static void teardown(void)
{
    zn_factor_free(f);
    zn_ctx_free(ctx);
}

static void make(zn_index n)
{
    zn_factor_free(f);
    ck_assert_int_eq(zn_factor_new(ctx, n, &f), ZN_OK);
}

/* Numbers in (-1, 1), the same on every machine. */
static double number(void)
{
    static uint64_t x = 88172645463325252u;

    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    return (double)(int64_t)x / 9223372036854775808.0;
}

/* ---- by hand ---- */

START_TEST(a_diagonal_matrix_is_solved_by_division)
{
    const double A[9] = {3, 0, 0, 0, -7, 0, 0, 0, 1e-12};
    double b[3] = {1, 2, 5};

    make(3);
    ck_assert_int_eq(zn_factor_set(f, A), ZN_OK);
    ck_assert_str_eq(zn_factor_structure(f), "diagonal");
    zn_factor_solve(f, 1, b);
    ck_assert_double_eq(b[0], 1.0 / 3);
    ck_assert_double_eq(b[1], 2.0 / -7);
    ck_assert_double_eq(b[2], 5 / 1e-12);
}
END_TEST

START_TEST(a_small_definite_matrix_is_solved_by_cholesky)
{
    /* [4 2; 2 3] x = [2; 5]: det 8, x = [3*2 - 2*5; 4*5 - 2*2]/8 */
    const double A[4] = {4, 2, 2, 3};
    double b[2] = {2, 5};

    make(2);
    ck_assert_int_eq(zn_factor_set(f, A), ZN_OK);
    ck_assert_str_eq(zn_factor_structure(f), "cholesky");
    zn_factor_solve(f, 1, b);
    ck_assert_double_eq_tol(b[0], -0.5, 1e-15);
    ck_assert_double_eq_tol(b[1], 2, 1e-15);
}
END_TEST

START_TEST(an_indefinite_matrix_is_solved_by_lu)
{
    /* [0 2; 1 3] x = [4; 5]: x2 = 2, x1 = 5 - 6 */
    const double A[4] = {0, 1, 2, 3}, S[4] = {1, 2, 2, 1};
    double b[2] = {4, 5};

    make(2);
    ck_assert_int_eq(zn_factor_set(f, A), ZN_OK);
    ck_assert_str_eq(zn_factor_structure(f), "lu");
    zn_factor_solve(f, 1, b);
    ck_assert_double_eq(b[0], -1);
    ck_assert_double_eq(b[1], 2);
    ck_assert_int_eq(zn_factor_set(f, S), ZN_OK); /* eigenvalues 3, -1 */
    ck_assert_str_eq(zn_factor_structure(f), "lu");
}
END_TEST

START_TEST(a_chain_is_banded_whatever_its_length)
{
    double A[30 * 30] = {0}, b[30];

    for (int n = 3; n <= 30; n += 9) {
        memset(A, 0, sizeof A);
        for (int i = 0; i < n; i++) {
            A[i + i * n] = 2;
            if (i)
                A[i + (i - 1) * n] = A[i - 1 + i * n] = -1;
            b[i] = i == n - 1;
        }
        make(n);
        ck_assert_int_eq(zn_factor_set(f, A), ZN_OK);
        ck_assert_str_eq(zn_factor_structure(f), "banded");
        /* a diagonal and one beside it; by each pivot one number is divided, one reduced */
        ck_assert_double_eq(zn_factor_spent(f).values, 2 * n);
        ck_assert_double_eq(zn_factor_spent(f).operations, 2 * n);
        zn_factor_solve(f, 1, b);
        /* -x'' = 0 with x = 0 on one side, 1 beyond the other: x linear */
        for (int i = 0; i < n; i++)
            ck_assert_double_eq_tol(b[i], (i + 1.0) / (n + 1), 1e-13);
    }
}
END_TEST

/* ---- any size, band and kind ---- */

enum { DEFINITE, INDEFINITE, GENERAL };

/* Random n x n with that half bandwidth. */
static void fill(zn_index n, zn_index bw, int kind, double A[])
{
    for (zn_index j = 0; j < n; j++)
        for (zn_index i = 0; i < n; i++)
            A[i + j * n] = 0;
    for (zn_index j = 0; j < n; j++)
        for (zn_index i = j; i < n && i <= j + bw; i++) {
            A[i + j * n] = number();
            A[j + i * n] = kind == GENERAL ? number() : A[i + j * n];
            if (i == j) /* dominant, of one sign or of both */
                A[i + j * n] = (kind == INDEFINITE && i % 3 == 1 ? -1 : 1) *
                               (2 * (double)bw + 1.5 + number());
        }
}

/* |A x - b| / (|A| |x|), by loops the factoriser does not use. */
static double defect(zn_index n, const double A[], const double x[],
                     const double b[])
{
    double worst = 0, a = 0, size = 0;

    for (zn_index i = 0; i < n; i++) {
        long double r = -(long double)b[i];
        double row = 0;
        for (zn_index j = 0; j < n; j++) {
            r += (long double)A[i + j * n] * x[j];
            row += fabs(A[i + j * n]);
        }
        worst = fmax(worst, fabs((double)r));
        a = fmax(a, row);
        size = fmax(size, fabs(x[i]));
    }
    return worst / (a * size);
}

START_TEST(what_is_solved_satisfies_the_equations)
{
    static const zn_index size[] = {1, 2, 3, 6, 8, 9, 12, 40, 150};
    enum { MOST = 150, RHS = 3 };
    static double A[MOST * MOST], keep[MOST * MOST], b[MOST * RHS],
        x[MOST * RHS];

    for (size_t s = 0; s < sizeof size / sizeof *size; s++)
        for (int kind = DEFINITE; kind <= GENERAL; kind++)
            for (zn_index bw = 0; bw < size[s]; bw = 2 * bw + 1) {
                const zn_index n = size[s];
                const char *want = bw == 0            ? "diagonal"
                                   : kind != DEFINITE ? "lu"
                                   : 2 * bw < n       ? "banded"
                                                      : "cholesky";
                fill(n, bw, kind, A);
                memcpy(keep, A, sizeof A);
                for (zn_index i = 0; i < n * RHS; i++)
                    b[i] = x[i] = number();
                make(n);
                ck_assert_int_eq(zn_factor_set(f, A), ZN_OK);
                ck_assert_str_eq(zn_factor_structure(f), want);
                zn_factor_solve(f, RHS, x);
                ck_assert(memcmp(keep, A, sizeof A) == 0);
                for (int r = 0; r < RHS; r++) {
                    const double d = defect(n, A, x + r * n, b + r * n);
                    ck_assert_msg(d <= 8 * DBL_EPSILON,
                                  "n = %td, bw = %td, kind %d: defect %g", n,
                                  bw, kind, d);
                }
            }
}
END_TEST

/* An odd power of two, of which roots are not exact: the solution scales by it and keeps its
 * digits. */
START_TEST(a_unit_changes_no_digit_of_a_definite_solution)
{
    enum { MOST = 150 };
    static double A[MOST * MOST], x[MOST], y[MOST];
    static const zn_index size[] = {2, 3, 6, 12, 40, MOST};

    for (size_t s = 0; s < sizeof size / sizeof *size; s++)
        for (zn_index bw = 1; bw < size[s]; bw = 2 * bw + 1) {
            const zn_index n = size[s];

            fill(n, bw, DEFINITE, A);
            for (zn_index i = 0; i < n; i++)
                x[i] = y[i] = number();
            make(n);
            ck_assert_int_eq(zn_factor_set(f, A), ZN_OK);
            zn_factor_solve(f, 1, x);
            for (zn_index i = 0; i < n * n; i++)
                A[i] *= 0x1p31;
            ck_assert_int_eq(zn_factor_set(f, A), ZN_OK);
            zn_factor_solve(f, 1, y);
            for (zn_index i = 0; i < n; i++)
                ck_assert_msg(x[i] == 0x1p31 * y[i], "n = %td, bw = %td", n, bw);
        }
}
END_TEST

START_TEST(a_symmetry_broken_by_rounding_is_still_cholesky)
{
    double A[9] = {2, 1.0 / 3, 0.1, 1.0 / 3, 3, 0.7, 0.1, 0.7, 4};

    make(3);
    A[1] = nextafter(A[1], 1);
    ck_assert_int_eq(zn_factor_set(f, A), ZN_OK);
    ck_assert_str_eq(zn_factor_structure(f), "cholesky");
    A[1] = 1.0 / 3 + 1e-9; /* not rounding */
    ck_assert_int_eq(zn_factor_set(f, A), ZN_OK);
    ck_assert_str_eq(zn_factor_structure(f), "lu");
}
END_TEST

/* ---- singular or not ---- */

static void expect_singular(zn_index n, const double A[], const char *words)
{
    make(n);
    ck_assert_int_eq(zn_factor_set(f, A), ZN_ESINGULAR);
    ck_assert_msg(strstr(zn_errmsg(ctx), words) != NULL, "'%s' not in '%s'",
                  words, zn_errmsg(ctx));
    ck_assert_str_eq(zn_factor_structure(f), "none");
}

START_TEST(a_singular_matrix_is_named_with_its_pivot)
{
    const double diagonal[9] = {1, 0, 0, 0, 0, 0, 0, 0, 2};
    const double zero_column[4] = {0, 0, 1, 2};
    const double equal_rows[9] = {1, 1, 4, 2, 2, 5, 3, 3, 7};
    const double semidefinite[4] = {1, 2, 2, 4};

    expect_singular(3, diagonal, "pivot 1 is 0");
    expect_singular(2, zero_column, "pivot 0 is 0");
    expect_singular(3, equal_rows, "pivot 2 is");
    expect_singular(2, semidefinite, "matrix (2 x 2) is singular: pivot 1");
}
END_TEST

START_TEST(a_rank_deficient_matrix_of_any_size_is_singular)
{
    enum { MOST = 60 };
    static double B[MOST * MOST], A[MOST * MOST];

    for (int n = 3; n <= MOST; n += 19) {
        /* A = B B' with B n x (n - 1): symmetric, semidefinite, full. The
         * first n - 1 rows are near I, so that no pivot before the last one is
         * small and amplifies rounding. */
        for (int k = 0; k < n - 1; k++)
            for (int i = 0; i < n; i++)
                B[i + k * n] = (i == k) + number() / n;
        for (int j = 0; j < n; j++)
            for (int i = 0; i < n; i++) {
                A[i + j * n] = 0;
                for (int k = 0; k < n - 1; k++)
                    A[i + j * n] += B[i + k * n] * B[j + k * n];
            }
        expect_singular(n, A, "is singular: pivot");
        for (int i = 0; i < n; i++) /* the same without symmetry */
            A[i + (n - 1) * n] = A[i] - 0.7 * A[i + n];
        expect_singular(n, A, "is singular: pivot");
    }
}
END_TEST

START_TEST(units_do_not_make_a_matrix_singular)
{
    /* masses of 1e-12 kg m^2 coupled to 1e9 kg, D S D with S well conditioned */
    const double d[3] = {1e-9, 1, 1e9};
    const double S[9] = {2, 0.5, -0.3, 0.5, 1, 0.2, -0.3, 0.2, 1.5};
    double A[9], b[3];

    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++)
            A[i + 3 * j] = d[i] * S[i + 3 * j] * d[j];
    make(3);
    ck_assert_int_eq(zn_factor_set(f, A), ZN_OK);
    ck_assert_str_eq(zn_factor_structure(f), "cholesky");
    /* b = A (1/d), so the solution is 1/d */
    for (int i = 0; i < 3; i++)
        b[i] = d[i] * (S[i] + S[i + 3] + S[i + 6]);
    zn_factor_solve(f, 1, b);
    for (int i = 0; i < 3; i++)
        ck_assert_double_eq_tol(b[i] * d[i], 1, 1e-14);

    A[3] *= 2; /* and by LU */
    ck_assert_int_eq(zn_factor_set(f, A), ZN_OK);
    ck_assert_str_eq(zn_factor_structure(f), "lu");
}
END_TEST

START_TEST(a_number_that_is_none_is_named_with_its_place)
{
    double A[12 * 12] = {0};

    make(12);
    for (int i = 0; i < 12; i++)
        A[i + 12 * i] = 1;
    A[7 + 12 * 4] = NAN;
    ck_assert_int_eq(zn_factor_set(f, A), ZN_EDOM);
    ck_assert_msg(strstr(zn_errmsg(ctx), "(7,4) = nan") != NULL, "%s",
                  zn_errmsg(ctx));
    A[7 + 12 * 4] = 0;
    A[11 + 12 * 11] = -INFINITY;
    ck_assert_int_eq(zn_factor_set(f, A), ZN_EDOM);
    ck_assert_msg(strstr(zn_errmsg(ctx), "(11,11) = -inf") != NULL, "%s",
                  zn_errmsg(ctx));

    /* and the object is as good as new */
    A[11 + 12 * 11] = 1;
    ck_assert_int_eq(zn_factor_set(f, A), ZN_OK);
    ck_assert_str_eq(zn_factor_structure(f), "diagonal");
}
END_TEST

START_TEST(a_size_that_is_none_is_refused)
{
    zn_factor *none;

    ck_assert_int_eq(zn_factor_new(ctx, 0, &none), ZN_EINVAL);
    ck_assert_ptr_null(none);
    ck_assert_int_eq(zn_factor_new(ctx, -3, &none), ZN_EINVAL);
    ck_assert_msg(strstr(zn_errmsg(ctx), "size -3") != NULL, "%s",
                  zn_errmsg(ctx));
}
END_TEST

/* ---- memory ---- */

static zn_status body(const zn_allocator *alloc)
{
    const double A[4] = {4, 2, 2, 3};
    zn_ctx *c;
    zn_factor *g = NULL;
    zn_status st = zn_ctx_new_with(alloc, &c);

    if (st)
        return st;
    st = zn_factor_new(c, 2, &g);
    if (!st)
        st = zn_factor_set(g, A);
    zn_factor_free(g);
    zn_ctx_free(c);
    return st;
}

START_TEST(no_allocation_may_fail_unnoticed)
{
    test_torture(body);
}
END_TEST

START_TEST(factorising_and_solving_allocate_nothing)
{
    enum { MOST = 40 };
    static double A[MOST * MOST], b[MOST];
    test_memory mem = {0};
    zn_allocator alloc = test_allocator(&mem);
    zn_ctx *c;
    zn_factor *g;
    long before;

    ck_assert_int_eq(zn_ctx_new_with(&alloc, &c), ZN_OK);
    ck_assert_int_eq(zn_factor_new(c, MOST, &g), ZN_OK);
    before = mem.calls;
    for (int kind = DEFINITE; kind <= GENERAL; kind++)
        for (zn_index bw = 0; bw < MOST; bw += 13) {
            fill(MOST, bw, kind, A);
            ck_assert_int_eq(zn_factor_set(g, A), ZN_OK);
            zn_factor_solve(g, 1, b);
        }
    ck_assert_int_eq(mem.calls, before);
    zn_factor_free(g);
    zn_ctx_free(c);
    ck_assert_int_eq(mem.live, 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("factor");
    TCase *tc = tcase_create("factor");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, a_diagonal_matrix_is_solved_by_division);
    tcase_add_test(tc, a_small_definite_matrix_is_solved_by_cholesky);
    tcase_add_test(tc, an_indefinite_matrix_is_solved_by_lu);
    tcase_add_test(tc, a_chain_is_banded_whatever_its_length);
    tcase_add_test(tc, what_is_solved_satisfies_the_equations);
    tcase_add_test(tc, a_unit_changes_no_digit_of_a_definite_solution);
    tcase_add_test(tc, a_symmetry_broken_by_rounding_is_still_cholesky);
    tcase_add_test(tc, a_singular_matrix_is_named_with_its_pivot);
    tcase_add_test(tc, a_rank_deficient_matrix_of_any_size_is_singular);
    tcase_add_test(tc, units_do_not_make_a_matrix_singular);
    tcase_add_test(tc, a_number_that_is_none_is_named_with_its_place);
    tcase_add_test(tc, a_size_that_is_none_is_refused);
    tcase_add_test(tc, no_allocation_may_fail_unnoticed);
    tcase_add_test(tc, factorising_and_solving_allocate_nothing);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
