/* test_box_costs.c - what a factorisation costs decides what is factored: the density of
 * a matrix and not its storage, and the time that is left
 * SPDX-License-Identifier: Apache-2.0 */
#include "asked.h"
#include "lcp_test.h"

#include <zeno/random_problem.h>

#include "solvers/box/attempts.h"
#include "solvers/box/box.h"
#include "solvers/core/monitor.h"

/* ---- density ------------------------------------------------------------------ */

static const char *const names[] = {"auto", "newton-min", "newton-fb"};
enum { NAMES = sizeof names / sizeof *names };

/* one LCP in two storages: the same bits */
static void same_in_both(zn_ctx *ctx, const char *name, zn_index n,
                         const double M[], const double q[])
{
    stored columns = to_csc(n, M);
    const zn_matrix dense = zn_matrix_dense(n, n, M);
    double *z = reals(n), *x = reals(n), *w = reals(n);
    const zn_lcp a = {n, &dense, q}, b = {n, &columns.m, q};
    zn_solve_info first, second;

    ck_assert_msg(!run_once(ctx, "lcp", name, -1, &a, z, w, &first), "%s",
                  zn_errmsg(ctx));
    ck_assert_msg(!run_once(ctx, "lcp", name, -1, &b, x, w, &second), "%s",
                  zn_errmsg(ctx));
    ck_assert_str_eq(first.solver, second.solver);
    ck_assert_int_eq(first.iterations, second.iterations);
    ck_assert_msg(!memcmp(z, x, (size_t)n * sizeof *z), "%s, n = %td", name, n);
    stored_free(&columns);
    free(z);
    free(x);
    free(w);
}

START_TEST(a_full_matrix_in_columns_is_solved_as_a_full_one)
{
    enum { N = 150 };
    zn_ctx *ctx = context();
    rng r = {3};
    double *M = random_matrix(&r, SPD, N), z[N], q[N];

    plant(&r, N, M, false, z, q);
    for (int k = 0; k < NAMES; k++)
        same_in_both(ctx, names[k], N, M, q);
    free(M);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(a_thin_matrix_in_full_storage_is_solved_as_a_thin_one)
{
    enum { N = 400 };
    zn_ctx *ctx = context();
    double *M = reals(N * N), q[N];

    for (zn_index i = 0; i < N; i++) {
        q[i] = i % 7 < 4 ? -1 : 0.5;
        M[i + i * N] = 3;
        if (i > 0)
            M[i - 1 + i * N] = -1;
        if (i + 1 < N)
            M[i + 1 + i * N] = -0.5;
    }
    for (int k = 0; k < NAMES; k++)
        same_in_both(ctx, names[k], N, M, q);
    free(M);
    zn_ctx_free(ctx);
}
END_TEST

/* The same of an MLCP, half of its rows equations, where 'auto' chooses for itself. */
START_TEST(a_mixed_problem_is_solved_the_same_in_any_storage)
{
    enum { N = 60 };
    zn_ctx *ctx = context();
    rng r = {5};
    double *M = random_matrix(&r, SPD, N), q[N], z[2][N] = {{0}}, w[N];
    unsigned char eq[N];
    stored stores[] = {to_csc(N, M), to_bsr(N, M)};
    const zn_matrix dense = zn_matrix_dense(N, N, M);
    zn_solve_info first, other;

    for (int i = 0; i < N; i++) {
        q[i] = uniform(&r, -1, 1);
        eq[i] = (unsigned char)(i % 2);
    }
    zn_mlcp p = {N, &dense, q, eq};
    ck_assert(!run_once(ctx, "mlcp", "auto", -1, &p, z[0], w, &first));
    for (int k = 0; k < 2; k++) {
        p.M = &stores[k].m;
        memset(z[1], 0, sizeof z[1]);
        ck_assert(!run_once(ctx, "mlcp", "auto", -1, &p, z[1], w, &other));
        ck_assert_str_eq(first.solver, other.solver);
        ck_assert_int_eq(first.iterations, other.iterations);
        ck_assert_msg(!memcmp(z[0], z[1], sizeof z[0]), "storage %d", k);
        stored_free(&stores[k]);
    }
    free(M);
    zn_ctx_free(ctx);
}
END_TEST

/* ---- sets and pivots --------------------------------------------------------------- */

/* Sets of a full M go on while their wrong signs get fewer, and pivots come where they do not, or where the first
 * block is singular: of half the rank auto was 27 times as slow as pivots, with 78 sets before them. */
START_TEST(sets_are_left_where_pivots_are_cheaper)
{
    static const struct {
        const char *name, *options, *solver;
        zn_index most;
    } cases[] = {{"mlcp", "n=300 rank=0.5", "cao-ferris", 250},
                 {"mlcp", "n=300 rank=0.3", "cao-ferris", 250},
                 {"mlcp", "n=100 rank=0.5 seed=2", "cao-ferris", 100},
                 {"mlcp", "n=300", "active-set", 6},
                 {"mlcp", "n=300 skew=1 seed=2", "active-set", 6},
                 {"lcp", "n=300 skew=10", "lemke", 400},
                 {"lcp", "n=300 skew=1", "newton-min", 6},
                 {"relay", "n=300 skew=10", "cao-ferris", 700},
                 {"relay", "n=300 storage=sparse", "psor", 60},
                 {"mlcp", "n=1000 storage=sparse", "psor", 60}};
    zn_ctx *ctx = context();

    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        zn_problem_file *f;
        zn_solve_info info;

        ck_assert(!zn_problem_random(ctx, cases[c].name, cases[c].options, &f));

        const zn_index nz = zn_problem_file_nz(f);
        double *z = reals(nz), *w = reals(nz);

        ck_assert_msg(!run_once(ctx, cases[c].name, "auto", 1e-10, zn_problem_file_problem(f), z, w, &info),
                      "%s", zn_errmsg(ctx));
        ck_assert_msg(!strcmp(info.solver, cases[c].solver) && info.iterations <= cases[c].most,
                      "%s %s: %s, %td", cases[c].name, cases[c].options, info.solver, info.iterations);
        free(z);
        free(w);
        zn_problem_file_free(f);
    }
    zn_ctx_free(ctx);
}
END_TEST

/* ---- time --------------------------------------------------------------------- */

/* Factors of 1500 full rows take 2 / 3 n^3 operations, a second or more: with a limit of
 * 0.2 s they are not begun, and the point is what it was. */
START_TEST(factors_that_do_not_fit_into_the_time_are_not_begun)
{
    enum { N = 1500 };
    static const char *const methods[] = {"newton-min", "newton-fb",
                                          "interior-point"};
    zn_ctx *ctx = context();
    double *M = reals((zn_index)N * N), *q = reals(N), *z = reals(N),
           *w = reals(N);
    const zn_matrix A = zn_matrix_dense(N, N, M);
    const zn_lcp p = {N, &A, q};

    for (zn_index j = 0; j < N; j++) {
        q[j] = -1;
        for (zn_index i = 0; i < N; i++)
            M[i + j * N] = 1.0 / N + (i == j);
    }
    for (int k = 0; k < 3; k++) {
        zn_solver *s;
        zn_solve_info info;

        ck_assert_int_eq(zn_solver_new(ctx, "lcp", methods[k], &s), ZN_OK);
        zn_solver_set_time_limit(s, 0.2);
        memset(z, 0, N * sizeof *z);
        ck_assert_int_eq(zn_solver_solve(s, &p, z, w, &info), ZN_UNSOLVED);
        ck_assert_msg(info.outcome == ZN_TIME_LIMIT, "%s: %s", methods[k],
                      zn_outcome_name(info.outcome));
        ck_assert_int_eq(info.iterations, 0);
        zn_solver_free(s);
    }
    free(M);
    free(q);
    free(z);
    free(w);
    zn_ctx_free(ctx);
}
END_TEST

/* 1500 equality rows are eliminated in n^3 operations and more, which nothing interrupts */
START_TEST(an_elimination_that_does_not_fit_is_not_begun)
{
    enum { N = 1500 };
    zn_ctx *ctx = context();
    double *x = reals(N), *q = reals(N), *z = reals(N), *w = reals(N);
    zn_index *p = indices(N + 1), *i = indices(N);
    unsigned char eq[N];
    zn_solve_info info;
    zn_solver *s;

    for (zn_index j = 0; j < N; j++) {
        p[j] = i[j] = j;
        x[j] = 2;
        q[j] = -1;
        eq[j] = 1;
    }
    p[N] = N;
    const zn_matrix M = {
        .storage = ZN_CSC, .rows = N, .cols = N, .x = x, .p = p, .i = i};
    const zn_mlcp mlcp = {N, &M, q, eq};

    ck_assert_int_eq(zn_solver_new(ctx, "mlcp", "lemke", &s), ZN_OK);
    zn_solver_set_time_limit(s, 0.2);
    ck_assert_int_eq(zn_solver_solve(s, &mlcp, z, w, &info), ZN_UNSOLVED);
    ck_assert_int_eq(info.outcome, ZN_TIME_LIMIT);
    ck_assert_double_eq(w[0], -1);
    zn_solver_free(s);
    free(x);
    free(q);
    free(z);
    free(w);
    free(p);
    free(i);
    zn_ctx_free(ctx);
}
END_TEST

/* ---- steps -------------------------------------------------------------------- */

typedef struct longest {
    zn_index steps, pivots;
} longest;

static void listen(void *user, const zn_attempt *a)
{
    longest *l = user;

    if (!strcmp(a->solver, "cao-ferris"))
        l->pivots = a->iterations;
    else if (a->iterations > l->steps)
        l->steps = a->iterations;
}

/* a random problem, solved with so many steps at most */
static zn_status solved(const zn_allocator *alloc, const char *name,
                        const char *options, const char *most, longest *l)
{
    zn_problem_file *f = NULL;
    zn_solver *s = NULL;
    zn_ctx *ctx = NULL;
    zn_status st = alloc ? zn_ctx_new_with(alloc, &ctx) : zn_ctx_new(&ctx);

    if (st)
        return st;
    st = zn_problem_random(ctx, "mlcp", options, &f);
    if (!st)
        st = zn_solver_new(ctx, "mlcp", name, &s);
    if (!st)
        st = zn_solver_set(s, "max_iter", most);
    if (!st) {
        double *z = reals(zn_problem_file_nz(f));
        double *w = reals(zn_problem_file_nz(f));
        zn_solver_set_explain(s, listen, l);
        zn_solver_set_time_limit(s, 1e6); /* costs are predicted */
        st = zn_solver_solve(s, zn_problem_file_problem(f), z, w, NULL);
        free(z);
        free(w);
    }
    zn_solver_free(s);
    zn_problem_file_free(f);
    zn_ctx_free(ctx);
    return st;
}

/* Bridges of diodes on which active sets, damped, take 14 steps: pivots cost more than
 * these, but not that many are allowed. */
START_TEST(no_method_makes_more_steps_than_it_may)
{
    longest l = {0};

    ck_assert_int_eq(solved(NULL, "auto", "family=bridges n=300", "1000", &l), ZN_OK);
    ck_assert_int_gt(l.steps, 10);
    l = (longest){0};
    ck_assert_int_eq(solved(NULL, "auto", "family=bridges n=300", "10", &l), ZN_OK);
    ck_assert_int_le(l.steps, 10);
    ck_assert_int_gt(l.pivots, 0);
}
END_TEST

static zn_status torture(const zn_allocator *alloc)
{
    longest l = {0};

    return solved(alloc, "newton-min", "n=200 storage=sparse skew=1", "1000", &l);
}

/* a prediction without memory is no answer */
START_TEST(a_failed_prediction_is_told)
{
    test_torture(torture);
}
END_TEST

/* A point that its own set makes exact is left as it is when there is no time for its factors. */
START_TEST(the_last_correction_asks_for_the_time)
{
    const double M[] = {2, 0, 0, 4}, q[] = {-1, -1};
    const zn_matrix A = zn_matrix_dense(2, 2, M);
    const zni_box b = {.n = 2, .M = &A, .q = q};
    zn_ctx *ctx = context();
    zni_box_work k = {0};
    zn_monitor over = {.end = 1e-9};

    for (int late = 1; late >= 0; late--) {
        double z[] = {0.5 + 1e-9, 0.25}, w[] = {2e-9, 0};

        ck_assert_int_eq(zni_box_polish(ctx, &k, &b, 1e-15, z, w,
                                        late ? &over : NULL),
                         ZN_OK);
        ck_assert_double_eq(z[0], late ? 0.5 + 1e-9 : 0.5);
    }
    zni_box_fini(ctx, &k);
    zn_ctx_free(ctx);
}
END_TEST

/* On a busy machine what is left of the time holds less: a process that had a hundredth of a
 * processor will have no more. One that is bounded just now is thought to have it alone. */
START_TEST(a_share_of_the_processor_is_all_there_is)
{
    zn_monitor mon = {0}, inner;
    double used;

    zni_monitor_bound(&mon, 2);
    ck_assert(zni_affords(&mon, 1e9)); /* half a second */
    ck_assert(!zni_affords(&mon, 1e10));
    used = mon.used;
    mon.begun /= 2; /* nothing since long */
    ck_assert(!zni_affords(&mon, 1e9));
    ck_assert(zni_affords(&mon, 1e7));
    inner = zni_monitor_within(&mon, NULL, NULL);
    ck_assert(!zni_affords(&inner, 1e9));
    mon.used = used - 2 * mon.begun; /* by more threads than one it is no more than one */
    ck_assert(zni_affords(&mon, 1e9));
    ck_assert(!zni_affords(&mon, 1e10));
    inner = zni_monitor_within(NULL, NULL, NULL);
    ck_assert(zni_affords(&inner, 1e30));
}
END_TEST

START_TEST(what_is_due_stops_all)
{
    zn_monitor mon = {0};

    ck_assert_int_eq(zni_due(NULL, 1e9), ZN_OK);
    ck_assert_int_eq(zni_due(&mon, 0), ZN_OK);
    zni_monitor_bound(&mon, 1000);
    ck_assert_int_eq(zni_due(&mon, 0), ZN_OK);
    ck_assert_int_eq(mon.stop, ZN_SOLVED);
    mon.end = mon.begun;
    ck_assert_int_eq(zni_due(&mon, 0), ZN_UNSOLVED);
    ck_assert_int_eq(mon.stop, ZN_TIME_LIMIT);
}
END_TEST

typedef struct visitor {
    int calls;
    zn_index iteration;
    double error;
    bool stop;
} visitor;

static bool visit(void *user, zn_index iteration, double error)
{
    visitor *v = user;

    v->calls++;
    v->iteration = iteration;
    v->error = error;
    return v->stop;
}

/* By operations; not of those that a method counts for itself; and once it is said, for all that is inside. */
START_TEST(who_watches_is_asked_when_much_was_done)
{
    visitor outside = {0}, within = {0};
    zni_watcher w = {.fn = visit, .user = &outside};
    zn_monitor mon = {0}, inner;
    zn_outcome why = ZN_STALLED;

    zni_monitor_watch(&mon, &w);
    inner = zni_monitor_within(&mon, visit, &within);
    for (int k = 0; k < 1000; k++)
        ck_assert_int_eq(zni_due(&inner, 1000), ZN_OK); /* nothing much */
    ck_assert_int_eq(outside.calls, 0);
    ck_assert(zni_affords(&inner, 1e9)); /* it waits for that, and is asked then */
    ck_assert_int_eq(outside.calls, 0);
    ck_assert(!zni_due_by(&inner, 0));
    ck_assert_int_eq(outside.calls, 1);
    ck_assert(outside.error == -1);
    ck_assert(!zn_monitor_tick(&mon, 7, 0.5));
    ck_assert(zni_affords(&inner, 1e9));
    outside.stop = true;
    ck_assert(!zni_affords(&inner, 0));
    ck_assert_int_eq(outside.calls, 3);
    ck_assert_int_eq(outside.iteration, 7);
    ck_assert_int_eq(within.calls, 0);
    outside.stop = false; /* who said so is not asked again */
    ck_assert_int_eq(zni_due(&inner, 1e9), ZN_UNSOLVED);
    ck_assert_int_eq(inner.stop, ZN_INTERRUPTED);
    ck_assert(zni_over(&mon, &why));
    ck_assert_int_eq(why, ZN_INTERRUPTED);
    ck_assert(zn_monitor_tick(&mon, 8, 0.5));
    ck_assert_int_eq(outside.calls, 3);
}
END_TEST

/* Rows times different numbers have other factors than the matrix, which is symmetric: those of
 * LU, of twice the operations and more, are what is foreseen. */
START_TEST(mixed_rows_cost_what_lu_does)
{
    zn_ctx *ctx = context();
    zn_problem_file *f;
    zni_box_work k = {0};
    zn_monitor mon = {.end = zni_clock() + 1000};

    ck_assert(!zn_problem_random(ctx, "lcp", "family=obstacle-2d n=2500", &f));
    const zn_lcp *p = zn_problem_file_problem(f);
    const zni_box b = {.n = p->n, .M = p->M, .q = p->q};

    ck_assert_int_eq(zni_box_begin(ctx, &k, &b), ZN_OK);
    ck_assert(k.symmetric);
    memset(k.side, ZNI_FREE, (size_t)p->n);
    ck_assert_int_eq(zni_box_affords(ctx, &k, &b, false, &mon), ZN_OK);
    ck_assert_int_eq(k.slu.kind, ZNI_SLU_CHOL);
    ck_assert_int_eq(zni_box_affords(ctx, &k, &b, true, &mon), ZN_OK);
    ck_assert_int_ne(k.slu.kind, ZNI_SLU_CHOL);
    zni_box_fini(ctx, &k);
    zn_problem_file_free(f);
    zn_ctx_free(ctx);
}
END_TEST

/* Before there are factors there is an analysis, which nothing interrupts either. */
START_TEST(an_analysis_that_does_not_fit_is_not_begun)
{
    zn_ctx *ctx = context();
    zn_problem_file *f;
    zni_box_work k = {0};
    zn_monitor late = {.end = zni_clock()};

    ck_assert(!zn_problem_random(ctx, "lcp", "family=obstacle-2d n=2500", &f));
    const zn_lcp *p = zn_problem_file_problem(f);
    const zni_box b = {.n = p->n, .M = p->M, .q = p->q};

    ck_assert_int_eq(zni_box_begin(ctx, &k, &b), ZN_OK);
    memset(k.side, ZNI_FREE, (size_t)p->n);
    for (int all = 0; all < 2; all++) {
        ck_assert_int_eq(zni_box_affords(ctx, &k, &b, all, &late), ZN_UNSOLVED);
        ck_assert(!k.slu.chol_ready);
        ck_assert(!k.slu.klu_ready);
        ck_assert_double_gt(zni_slu_analysis(&k.slu, &k.csc, !all), 0);
    }
    ck_assert_int_eq(zni_slu_factor_definite(ctx, &k.slu, &k.csc, k.csc.x), ZN_OK);
    ck_assert(zni_slu_analysis(&k.slu, &k.csc, true) == 0);
    zni_box_fini(ctx, &k);
    zn_problem_file_free(f);
    zn_ctx_free(ctx);
}
END_TEST

/* Who begins at zero does so from nothing, and others from what they know: -0 is zero, the last number counts. */
START_TEST(only_zero_is_a_cold_start)
{
    const double z[4] = {0, -0., 0, 1};

    ck_assert(zni_cold(0, z));
    ck_assert(zni_cold(3, z));
    ck_assert(!zni_cold(4, z));
    ck_assert(!zni_cold(1, z + 3));
}
END_TEST

/* Equality rows are factored with the first set, and where that moves few of the others the second is mostly the
 * last: pivots from a vertex would begin with them anew. */
START_TEST(what_goes_on_well_is_not_begun_anew)
{
    static const char *const sizes[] = {"n=20", "n=40", "n=100"};
    enum { SEEDS = 12 };
    int by_sets = 0;

    for (int seed = 1; seed <= SEEDS; seed++) {
        char words[40];

        snprintf(words, sizeof words, "%s seed=%d", sizes[_i], seed);
        asked a = asked_new("mlcp", "auto", words);

        asked_solved(&a);
        by_sets += strcmp(a.info.solver, "active-set") == 0;
        asked_free(&a);
    }
    ck_assert_int_gt(by_sets, SEEDS / 2);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("box methods, costs");
    TCase *tc = tcase_create("costs");

    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, sets_are_left_where_pivots_are_cheaper);
    tcase_add_test(tc, a_full_matrix_in_columns_is_solved_as_a_full_one);
    tcase_add_test(tc, a_thin_matrix_in_full_storage_is_solved_as_a_thin_one);
    tcase_add_test(tc, a_mixed_problem_is_solved_the_same_in_any_storage);
    tcase_add_test(tc, factors_that_do_not_fit_into_the_time_are_not_begun);
    tcase_add_test(tc, the_last_correction_asks_for_the_time);
    tcase_add_test(tc, an_elimination_that_does_not_fit_is_not_begun);
    tcase_add_test(tc, no_method_makes_more_steps_than_it_may);
    tcase_add_test(tc, a_failed_prediction_is_told);
    tcase_add_test(tc, a_share_of_the_processor_is_all_there_is);
    tcase_add_test(tc, what_is_due_stops_all);
    tcase_add_test(tc, who_watches_is_asked_when_much_was_done);
    tcase_add_test(tc, mixed_rows_cost_what_lu_does);
    tcase_add_test(tc, an_analysis_that_does_not_fit_is_not_begun);
    tcase_add_test(tc, only_zero_is_a_cold_start);
    tcase_add_loop_test(tc, what_goes_on_well_is_not_begun_anew, 0, 3);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
