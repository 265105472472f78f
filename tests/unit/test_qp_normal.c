/* test_qp_normal.c - the linear systems of an interior point, without what refines them
 *
 * Refinement and the method around it mend what a system is wrong by: only its residual tells.
 * SPDX-License-Identifier: Apache-2.0 */
#include "lcp_test.h"

#include "solvers/core/monitor.h"
#include "solvers/classes/qp/interior.h"

/* M tridiagonal, A with rows of three entries and `nlong` of half as many as there are */
typedef struct program {
    zn_index n, m;
    double *M, *A, *D; /* D: n + m */
    zn_matrix faces; /* A, */
    zn_qp qp;        /* and the program as far as it is asked for it */
    stored B;        /* [M -A'; A 0] */
} program;

static program program_random(rng *g, zn_index n, zn_index m, zn_index nlong)
{
    const zn_index N = n + m;
    program p = {.n = n, .m = m, .M = reals(n * n), .A = reals(m * n + 1),
                 .D = reals(N)};
    double *B = reals(N * N);

    for (zn_index j = 0; j < n; j++) {
        p.M[j + j * n] = uniform(g, 2, 3);
        if (j + 1 < n)
            p.M[j + 1 + j * n] = p.M[j + (j + 1) * n] = uniform(g, -1, 1);
    }
    for (zn_index r = 0; r < m; r++)
        for (zn_index k = 0; k < (r < nlong ? n / 2 : 3); k++)
            p.A[r + (zn_index)uniform(g, 0, (double)n) * m] = uniform(g, -1, 1);
    /* of an interior point's sizes: far from a bound, near to it, at it */
    for (zn_index j = 0; j < n; j++)
        p.D[j] = j % 5 == 0 ? INFINITY : j % 5 == 1 ? 0 : pow(10, uniform(g, -6, 6));
    for (zn_index r = 0; r < m; r++)
        p.D[n + r] = r % 4 == 0 ? INFINITY : pow(10, uniform(g, -4, 4));
    for (zn_index j = 0; j < n; j++) {
        memcpy(B + j * N, p.M + j * n, (size_t)n * sizeof *B);
        for (zn_index r = 0; r < m; r++) {
            B[n + r + j * N] = p.A[r + j * m];
            B[j + (n + r) * N] = -p.A[r + j * m];
        }
    }
    p.B = to_csc(N, B);
    free(B);
    return p;
}

static zn_status begin(zn_ctx *ctx, zni_normal *k, program *p, const zn_monitor *mon)
{
    p->faces = zn_matrix_dense(p->m, p->n, p->A);
    p->qp = (zn_qp){.n = p->n, .m = p->m, .A = &p->faces};
    return zni_normal_begin(ctx, k, &p->qp, &p->B.m, mon);
}

static void program_free(program *p)
{
    stored_free(&p->B);
    free(p->M), free(p->A), free(p->D);
}

/* |row of what is left of (M + D) x - A'y - f| over the sum of its terms */
static double first_rows(const program *p, const double f[], const double x[],
                         const double y[])
{
    double worst = 0;

    for (zn_index i = 0; i < p->n; i++) {
        long double sum = -f[i], all = fabs(f[i]);

        if (isinf(p->D[i])) {
            ck_assert_double_eq(x[i], 0);
            continue;
        }
        for (zn_index j = 0; j < p->n; j++) {
            const long double t =
                (p->M[i + j * p->n] + (i == j ? p->D[i] : 0)) * x[j];
            sum += t, all += fabsl(t);
        }
        for (zn_index r = 0; r < p->m; r++) {
            const long double t = -p->A[r + i * p->m] * y[r];
            sum += t, all += fabsl(t);
        }
        worst = fmax(worst, (double)(fabsl(sum) / all));
    }
    return worst;
}

/* the same of A x + D y - g */
static double last_rows(const program *p, const double g[], const double x[],
                        const double y[])
{
    double worst = 0;

    for (zn_index r = 0; r < p->m; r++) {
        long double sum = -g[r], all = fabs(g[r]);

        const double D = p->D[p->n + r];

        if (isinf(D)) {
            ck_assert_double_eq(y[r], 0);
            continue;
        }
        for (zn_index j = 0; j < p->n; j++) {
            const long double t = p->A[r + j * p->m] * x[j];
            sum += t, all += fabsl(t);
        }
        sum += D * y[r], all += fabs(D * y[r]);
        worst = fmax(worst, (double)(fabsl(sum) / all));
    }
    return worst;
}

static void solve(zn_ctx *ctx, zni_normal *k, rng *g, const program *p)
{
    const zn_index N = p->n + p->m;
    double *f = reals(N), *x = reals(N);

    for (zn_index i = 0; i < N; i++)
        x[i] = f[i] = uniform(g, -1, 1);
    ck_assert_int_eq(zni_normal_factor(ctx, k, p->D), ZN_OK);
    zni_normal_solve(k, x);
    /* H is squared, over 8 powers of ten of D, and its diagonal is 1e-12 off: far below the
     * 1e-1 that an entry in a wrong place leaves */
    ck_assert_double_le(first_rows(p, f, x, x + p->n), 1e-6);
    ck_assert_double_le(last_rows(p, f + p->n, x, x + p->n), 1e-6);
    free(f), free(x);
}

/* One object, as an interior point keeps it: dense and sparse systems in turn, and each once more
 * with another D. */
START_TEST(the_systems_are_solved)
{
    static const zn_index n[] = {20, 90, 150, 60, 90}, m[] = {10, 40, 70, 0, 40},
                          nlong[] = {1, 3, 0, 0, 2};
    rng g = {41};
    zn_ctx *ctx = context();
    zni_normal k = {0};

    printf("seed 41\n");
    for (int round = 0; round < 15; round++) {
        const int i = round % 5;
        program p = program_random(&g, n[i], m[i], nlong[i]), other;

        ck_assert_int_eq(begin(ctx, &k, &p, NULL), ZN_OK);
        ck_assert(k.dense == (p.n == 20));
        ck_assert_int_eq(k.dense ? 0 : k.nlong, k.dense ? 0 : nlong[i]);
        solve(ctx, &k, &g, &p);
        other = p;
        other.D = reals(p.n + p.m);
        memcpy(other.D, p.D, (size_t)(p.n + p.m) * sizeof *p.D);
        for (zn_index j = 0; j < p.n; j++)
            other.D[j] = j % 3 == 0 ? INFINITY : uniform(&g, 0, 2);
        solve(ctx, &k, &g, &other);
        free(other.D);
        program_free(&p);
    }
    zni_normal_fini(ctx, &k);
    zn_ctx_free(ctx);
}
END_TEST

/* What A has of entries is no part of H: four rows of three entries for each unknown leave it sparse. */
START_TEST(many_short_rows_leave_it_sparse)
{
    rng g = {43};
    zn_ctx *ctx = context();
    zni_normal k = {0};
    program p = program_random(&g, 100, 400, 0);

    ck_assert_int_eq(begin(ctx, &k, &p, NULL), ZN_OK);
    ck_assert(!k.dense);
    program_free(&p);
    zni_normal_fini(ctx, &k);
    zn_ctx_free(ctx);
}
END_TEST

/* Whichever allocation fails, the same object takes the system when there is memory. */
START_TEST(a_system_that_had_no_room_is_solved_later)
{
    rng g = {42};
    program p = program_random(&g, 90, 40, 3);
    bool failed = true;
    int times = 0;

    for (long n = 1; failed; n++) {
        test_memory mem = {0};
        const zn_allocator alloc = test_allocator(&mem);
        zni_normal k = {0};
        zn_ctx *ctx;

        ck_assert_int_eq(zn_ctx_new_with(&alloc, &ctx), ZN_OK);
        mem.fail_at = mem.calls + n;
        ck_assert_int_eq(begin(ctx, &k, &p, NULL), mem.failed ? ZN_ENOMEM : ZN_OK);
        mem.fail_at = 0;
        failed = mem.failed;
        times += failed;
        ck_assert_int_eq(begin(ctx, &k, &p, NULL), ZN_OK);
        solve(ctx, &k, &g, &p);
        zni_normal_fini(ctx, &k);
        zn_ctx_free(ctx);
        ck_assert_int_eq(mem.live, 0);
    }
    ck_assert_int_gt(times, 5);
    program_free(&p);
}
END_TEST

/* Neither the analysis of a sparse system nor the factors of any are begun when the time does not
 * hold them. */
START_TEST(a_system_that_does_not_fit_is_not_begun)
{
    rng g = {44};
    zn_ctx *ctx = context();
    zn_monitor mon = {0};

    for (int sparse = 0; sparse < 2; sparse++) {
        program p = program_random(&g, sparse ? 90 : 20, sparse ? 40 : 10, 1);
        zni_normal k = {0};

        mon.end = zni_clock();
        ck_assert_int_eq(begin(ctx, &k, &p, &mon),
                         (sparse ? ZN_UNSOLVED : ZN_OK));
        mon.end = zni_clock() + 1000;
        ck_assert_int_eq(begin(ctx, &k, &p, &mon), ZN_OK);
        mon.end = zni_clock();
        ck_assert_int_eq(zni_normal_factor(ctx, &k, p.D), ZN_UNSOLVED);
        mon.end = 0;
        solve(ctx, &k, &g, &p);
        zni_normal_fini(ctx, &k);
        program_free(&p);
    }
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("quadratic programs, systems");
    TCase *tc = tcase_create("systems");

    tcase_add_test(tc, the_systems_are_solved);
    tcase_add_test(tc, many_short_rows_leave_it_sparse);
    tcase_add_test(tc, a_system_that_had_no_room_is_solved_later);
    tcase_add_test(tc, a_system_that_does_not_fit_is_not_begun);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
