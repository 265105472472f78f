/* test_solver_near.c - the short cut of 'auto' from a start near the answer is no other
 * answer: the bits of the long way, which whoever watches the iterations gets, in all units
 * SPDX-License-Identifier: Apache-2.0 */
#include "lcp_test.h"

#include <pthread.h>

#include <zeno/friction.h>
#include <zeno/relay.h>

enum { MOST = 12, PROBLEMS = 60, STEPS = 5 };

/* M = A A'/n + I + a skew part: one answer, whatever q and bounds; some triangular */
typedef struct data {
    zn_index n;
    double M[MOST * MOST], q[MOST], lb[MOST], ub[MOST];
    unsigned char eq[MOST];
    zn_matrix view;
} data;

static void draw(data *d, rng *r, zn_index n, bool triangular)
{
    double A[MOST * MOST];

    d->n = n;
    for (zn_index k = 0; k < n * n; k++)
        A[k] = uniform(r, -1, 1);
    for (zn_index j = 0; j < n; j++)
        for (zn_index i = 0; i < n; i++) {
            double sum = (i == j) + 0.3 * (A[i + j * n] - A[j + i * n]);

            for (zn_index k = 0; k < n; k++)
                sum += A[i + k * n] * A[j + k * n] / (double)n;
            d->M[i + j * n] = triangular && i < j ? 0 : sum;
        }
    for (zn_index i = 0; i < n; i++) {
        d->q[i] = uniform(r, -1, 1);
        d->lb[i] = uniform(r, -1, 0);
        d->ub[i] = uniform(r, 0, 1);
        d->eq[i] = uniform(r, 0, 1) < 0.3;
    }
}

/* The same in other units: of w by 2^a, of M by 2^b. */
static void rescale(const data *from, int a, int b, data *d)
{
    *d = *from;
    for (zn_index k = 0; k < d->n * d->n; k++)
        d->M[k] = ldexp(from->M[k], b);
    for (zn_index i = 0; i < d->n; i++) {
        d->q[i] = ldexp(from->q[i], a);
        d->lb[i] = ldexp(from->lb[i], a - b);
        d->ub[i] = ldexp(from->ub[i], a - b);
    }
    d->view = zn_matrix_dense(d->n, d->n, d->M);
}

static bool go_on(void *user, zn_index iteration, double error)
{
    (void)user, (void)iteration, (void)error;
    return false;
}

static zn_solver *make(zn_ctx *ctx, const char *name, bool watched)
{
    zn_solver *s;

    ck_assert_msg(!zn_solver_new(ctx, name, "auto", &s), "%s", zn_errmsg(ctx));
    if (watched)
        zn_solver_set_callback(s, go_on, NULL);
    return s;
}

static const char *solve(zn_ctx *ctx, const char *name, zn_solver *s,
                         const data *d, double z[], double w[])
{
    const zn_lcp lcp = {.n = d->n, .M = &d->view, .q = d->q};
    const zn_mlcp mlcp = {.n = d->n, .M = &d->view, .q = d->q, .eq = d->eq};
    const zn_relay relay = {
        .n = d->n, .M = &d->view, .q = d->q, .lb = d->lb, .ub = d->ub};
    const void *p = name[0] == 'l'   ? (const void *)&lcp
                    : name[0] == 'm' ? (const void *)&mlcp
                                     : (const void *)&relay;
    zn_solve_info info;
    const zn_status st = zn_solver_solve(s, p, z, w, &info);

    ck_assert_msg(!st, "%s: %s", name, zn_errmsg(ctx));
    return info.solver;
}

static const char *const classes[] = {"lcp", "mlcp", "relay"};

/* q moves a little, as from step to step; units 2^a, 2^b */
static void same_bits(zn_ctx *ctx, const char *name, rng *r, zn_index n,
                      bool triangular, int a, int b)
{
    zn_solver *quick = make(ctx, name, false), *slow = make(ctx, name, true);
    double z[2][MOST] = {{0}}, w[2][MOST];
    data plain, d;

    draw(&plain, r, n, triangular);
    for (int k = 0; k < STEPS; k++) {
        const char *by[2];

        rescale(&plain, a, b, &d);
        by[0] = solve(ctx, name, quick, &d, z[0], w[0]);
        rescale(&plain, 0, 0, &d);
        by[1] = solve(ctx, name, slow, &d, z[1], w[1]);
        ck_assert_str_eq(by[0], by[1]);
        for (zn_index i = 0; i < n; i++) {
            ck_assert(z[0][i] == ldexp(z[1][i], a - b));
            ck_assert(w[0][i] == ldexp(w[1][i], a));
            plain.q[i] += uniform(r, -0.1, 0.1);
        }
    }
    zn_solver_free(quick);
    zn_solver_free(slow);
}

START_TEST(the_short_cut_has_the_bits_of_the_long_way_in_all_units)
{
    const char *name = classes[_i];
    zn_ctx *ctx = context();
    rng r = {20260001};

    for (int k = 0; k < PROBLEMS; k++) {
        const zn_index n = 1 + k % MOST;
        const int a = k % 3 ? 0 : 40 * (k % 7 - 3), b = k % 4 ? 0 : 9 * (k % 5 - 2);

        same_bits(ctx, name, &r, n, k % 5 == 4, a, b);
    }
    zn_ctx_free(ctx);
}
END_TEST

/* z = 0, q = 0: nothing to be relative to */
START_TEST(nothing_to_solve_is_solved)
{
    const char *name = classes[_i];
    zn_ctx *ctx = context();
    zn_solver *s = make(ctx, name, false);
    double z[3] = {0.5, 0, 0}, w[3];
    rng r = {7};
    data d, plain;

    draw(&plain, &r, 3, false);
    memset(plain.q, 0, sizeof plain.q);
    rescale(&plain, 0, 0, &d);
    solve(ctx, name, s, &d, z, w);
    for (int i = 0; i < 3; i++)
        ck_assert(z[i] == 0 && w[i] == 0);
    zn_solver_free(s);
    zn_ctx_free(ctx);
}
END_TEST

/* One contact: friction of d = 2 and 3. Who watches, and a solver that has not seen one yet,
 * get the same bits. */
START_TEST(one_contact_alone_has_the_bits_of_a_new_solver_and_a_watched_one)
{
    const zn_index d = 2 + _i;
    zn_ctx *ctx = context();
    zn_solver *used = make(ctx, "friction", false);
    zn_solver *watched = make(ctx, "friction", true);
    rng r = {11};
    int closed = 0;

    for (int k = 0; k < PROBLEMS; k++) {
        zn_solver *fresh = make(ctx, "friction", false);
        zn_solver *const all[] = {used, watched, fresh};
        double z[3][3] = {{0}}, w[3][3], work[6], mu = uniform(&r, 0, 0.9);
        zn_solve_info info[3];
        data problem;
        zn_friction p = {.d = d, .nc = 1, .mu = &mu};

        draw(&problem, &r, d, false);
        problem.view = zn_matrix_dense(d, d, problem.M);
        p.M = &problem.view;
        p.q = problem.q;
        for (int i = 0; i < 3; i++) {
            ck_assert_msg(!zn_solver_solve(all[i], &p, z[i], w[i], &info[i]),
                          "%s", zn_errmsg(ctx));
            ck_assert_str_eq(info[i].solver, info[0].solver);
            ck_assert_int_eq(info[i].iterations, info[0].iterations);
            ck_assert_mem_eq(z[i], z[0], (size_t)d * sizeof **z);
            ck_assert_mem_eq(w[i], w[0], (size_t)d * sizeof **w);
        }
        ck_assert(zn_friction_error(&p, z[0], w[0], work) <= 1e-8);
        zn_solver_free(fresh);
        closed += z[0][0] > 0;
    }
    ck_assert_int_ge(closed, PROBLEMS / 4); /* the others take off */
    ck_assert_int_le(closed, 3 * PROBLEMS / 4);
    zn_solver_free(used);
    zn_solver_free(watched);
    zn_ctx_free(ctx);
}
END_TEST

/* Three contacts of d = 2 and 3, M = I + a bit of all, the couplings of the first two cut, and
 * every other time of the second and the third, so that no neighbours are coupled: the first
 * two close, the third one opens, or is pulled shut by them. Where it stays open each is
 * solved alone; a used solver, a new and a watched one have the same bits, and Gauss-Seidel
 * the same answer. In blocks as in full storage. */
START_TEST(contacts_that_close_apart_are_each_in_closed_form)
{
    enum { NC = 3 };
    const zn_index d = 2 + _i / 2, n = NC * d;
    zn_ctx *ctx = context();
    zn_solver *used = make(ctx, "friction", false);
    zn_solver *watched = make(ctx, "friction", true);
    rng r = {13};
    int apart = 0;

    for (int k = 0; k < PROBLEMS; k++) {
        zn_solver *const all[] = {used, watched, make(ctx, "friction", false)};
        double z[3][MOST] = {{0}}, w[3][MOST], by[MOST] = {0}, work[2 * MOST];
        double M[MOST * MOST], q[MOST], mu[NC] = {0.1, 0.3, 0.2};
        const zn_matrix full = zn_matrix_dense(n, n, M);
        zn_solve_info info[3];
        stored blocks;

        for (zn_index j = 0; j < n; j++)
            for (zn_index i = 0; i <= j; i++)
                M[i + j * n] = M[j + i * n] = i / d + j / d == 1 ||
                                                      (k % 2 && i / d + j / d == 3)
                                                  ? 0
                                                  : (i == j) + uniform(&r, 0, 0.1);
        for (zn_index i = 0; i < n; i++)
            q[i] = uniform(&r, -1, 1);
        q[0] = -1;
        q[d] = -0.5;
        q[2 * d] = uniform(&r, -0.3, 0.3);
        blocks = to_bsr_by(n, M, d);

        const zn_friction p = {
            .d = d, .nc = NC, .M = _i % 2 ? &blocks.m : &full, .q = q, .mu = mu};

        for (int i = 0; i < 3; i++) {
            ck_assert_msg(!zn_solver_solve(all[i], &p, z[i], w[i], &info[i]),
                          "%s", zn_errmsg(ctx));
            ck_assert_str_eq(info[i].solver, info[0].solver);
            ck_assert_int_eq(info[i].iterations, info[0].iterations);
            ck_assert_mem_eq(z[i], z[0], (size_t)n * sizeof **z);
            ck_assert_mem_eq(w[i], w[0], (size_t)n * sizeof **w);
        }
        ck_assert(zn_friction_error(&p, z[0], w[0], work) <= 1e-8);
        ck_assert(!run_once(ctx, "friction", "nsgs", 1e-12, &p, by, w[1], NULL));
        for (zn_index i = 0; i < n; i++) /* M is near I */
            ck_assert_double_eq_tol(z[0][i], by[i], 1e-10);
        apart += strcmp(info[0].solver, "closed-form") == 0;
        zn_solver_free(all[2]);
        stored_free(&blocks);
    }
    ck_assert_int_ge(apart, PROBLEMS / 4);
    ck_assert_int_le(apart, 3 * PROBLEMS / 4);
    zn_solver_free(used);
    zn_solver_free(watched);
    zn_ctx_free(ctx);
}
END_TEST

/* Numbers that are mostly 0 and 1, and bounds that are met to the bit: rows whose sign is in
 * doubt. Neither the answer nor the work is another for who watches. */
START_TEST(relays_in_doubt_go_the_long_way_from_the_start)
{
    enum { DOUBTS = 600 };
    zn_ctx *ctx = context();
    zn_solver *quick = make(ctx, "relay", false), *slow = make(ctx, "relay", true);
    rng r = {5};

    for (int k = 0; k < DOUBTS; k++) {
        const zn_index n = 2 + k % 7;
        double A[MOST * MOST], z[2][MOST], w[2][MOST];
        zn_solve_info info[2];
        data d = {.n = n};
        const zn_relay p = {
            .n = n, .M = &d.view, .q = d.q, .lb = d.lb, .ub = d.ub};

        d.view = zn_matrix_dense(n, n, d.M);
        for (zn_index i = 0; i < n * n; i++)
            A[i] = floor(uniform(&r, -1, 2));
        for (zn_index i = 0; i < n * n; i++) {
            d.M[i] = 0.1 * (i % n == i / n);
            for (zn_index m = 0; m < n; m++)
                d.M[i] += A[i % n + m * n] * A[i / n + m * n];
        }
        for (zn_index i = 0; i < n; i++) {
            d.q[i] = floor(uniform(&r, -1, 2));
            d.lb[i] = floor(uniform(&r, -1, 1));
            d.ub[i] = floor(uniform(&r, 0, 2));
            z[0][i] = z[1][i] = k % 3 ? uniform(&r, -0.5, 1) : 0;
        }
        ck_assert_int_eq(zn_solver_solve(quick, &p, z[0], w[0], &info[0]), ZN_OK);
        ck_assert_int_eq(zn_solver_solve(slow, &p, z[1], w[1], &info[1]), ZN_OK);
        ck_assert_str_eq(info[0].solver, info[1].solver);
        ck_assert_int_eq(info[0].iterations, info[1].iterations);
        ck_assert_mem_eq(z[0], z[1], (size_t)n * sizeof **z);
        ck_assert_mem_eq(w[0], w[1], (size_t)n * sizeof **w);
    }
    zn_solver_free(quick);
    zn_solver_free(slow);
    zn_ctx_free(ctx);
}
END_TEST

/* One of the LCPs below, with and without somebody who watches. */
static zn_status both_ways(zn_solver *const by[], const zn_lcp *p)
{
    double z[2][MOST] = {{0}}, w[2][MOST];
    zn_solve_info info[2];
    const zn_status st = zn_solver_solve(by[0], p, z[0], w[0], &info[0]);

    ck_assert_int_eq(zn_solver_solve(by[1], p, z[1], w[1], &info[1]), st);
    ck_assert_str_eq(info[0].solver, info[1].solver);
    ck_assert_int_eq(info[0].iterations, info[1].iterations);
    ck_assert_mem_eq(z[0], z[1], (size_t)p->n * sizeof **z);
    ck_assert_mem_eq(w[0], w[1], (size_t)p->n * sizeof **w);
    return st;
}

/* LCPs of small integers, where ratios are tied and pivots are zero, some of them without a
 * solution: from z = 0 those few rows go the way of Lemke's method, whose pivots are counted
 * and whose rays are found by either. In columns as in full storage. */
START_TEST(integers_from_zero_go_the_way_of_all_pivots)
{
    enum { TIES = 500 };
    zn_ctx *ctx = context();
    zn_solver *const by[] = {make(ctx, "lcp", false), make(ctx, "lcp", true)};
    rng r = {77};
    int solved = 0;

    for (int k = 0; k < TIES; k++) {
        const zn_index n = 2 + k % 7;
        double M[MOST * MOST], x[MOST * MOST], q[MOST];
        zn_index at[MOST + 1] = {0}, row[MOST * MOST], nnz = 0;
        const zn_matrix full = zn_matrix_dense(n, n, M);
        const zn_matrix thin = {.storage = ZN_CSC,
                                .rows = n,
                                .cols = n,
                                .x = x,
                                .p = at,
                                .i = row};

        for (zn_index i = 0; i < n * n; i++)
            M[i] = floor(uniform(&r, k % 2 ? -2 : -0.3, 3));
        for (zn_index i = 0; i < n; i++)
            q[i] = floor(uniform(&r, -2, 2));
        for (zn_index j = 0; j < n; j++, at[j] = nnz)
            for (zn_index i = 0; i < n; i++)
                if (M[i + j * n] != 0) {
                    row[nnz] = i;
                    x[nnz++] = M[i + j * n];
                }
        solved += !both_ways(by, &(zn_lcp){.n = n, .M = &full, .q = q});
        both_ways(by, &(zn_lcp){.n = n, .M = &thin, .q = q});
    }
    ck_assert_int_ge(solved, TIES / 2);
    ck_assert_int_lt(solved, TIES);
    zn_solver_free(by[0]);
    zn_solver_free(by[1]);
    zn_ctx_free(ctx);
}
END_TEST

/* Each row in units of its own, D M D and D q, D from 2^-12 to 2^12: short and long way scale
 * all rows alike, the last one too, be their number even or odd. */
START_TEST(rows_in_units_of_their_own_go_the_way_of_all_pivots)
{
    zn_ctx *ctx = context();
    zn_solver *const by[] = {make(ctx, "lcp", false), make(ctx, "lcp", true)};
    rng r = {20260002};

    for (int k = 0; k < PROBLEMS; k++) {
        const zn_index n = 2 + k % (MOST - 1);
        double unit[MOST];
        data d;

        draw(&d, &r, n, false);
        d.view = zn_matrix_dense(n, n, d.M);
        for (zn_index i = 0; i < n; i++) {
            unit[i] = ldexp(1, (int)uniform(&r, -12, 13));
            d.q[i] *= unit[i];
        }
        for (zn_index i = 0; i < n * n; i++)
            d.M[i] *= unit[i % n] * unit[i / n];
        ck_assert_int_eq(both_ways(by, &(zn_lcp){.n = n, .M = &d.view, .q = d.q}),
                         ZN_OK);
    }
    zn_solver_free(by[0]);
    zn_solver_free(by[1]);
    zn_ctx_free(ctx);
}
END_TEST

/* ---- how deep --------------------------------------------------------------------- */

/* sanitizers put room of their own on the stack */
#if !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__

enum { STACK = 1 << 18, UNTOUCHED = 0xa5 };

typedef struct dive {
    zn_solver *s; /* NULL: nothing is solved */
    const zn_friction *p;
    double *z, *w;
    zn_status st;
} dive;

static void *under(void *of)
{
    dive *d = of;

    if (d->s)
        d->st = zn_solver_solve(d->s, d->p, d->z, d->w, NULL);
    return NULL;
}

/* bytes of a thread's stack that were written to */
static zn_index depth(dive *d)
{
    unsigned char *stack = aligned_alloc(4096, STACK);
    pthread_attr_t how;
    pthread_t thread;
    zn_index k = 0;

    ck_assert_ptr_nonnull(stack);
    memset(stack, UNTOUCHED, STACK);
    ck_assert(!pthread_attr_init(&how) && !pthread_attr_setstack(&how, stack, STACK));
    ck_assert(!pthread_create(&thread, &how, under, d) && !pthread_join(thread, NULL));
    pthread_attr_destroy(&how);
    while (k < STACK && stack[k] == UNTOUCHED)
        k++;
    free(stack);
    return STACK - k;
}

/* The first solution of a process waits for each page of its stack: two of 4 kB are what 60 contacts may
 * take, each by itself. */
START_TEST(the_short_cut_of_contacts_is_shallow)
{
    enum { NC = 60, N = 2 * NC };
    double *M = reals(N * N), q[N], mu[NC], z[N] = {0}, w[N];
    const zn_matrix A = zn_matrix_dense(N, N, M);
    const zn_friction p = {.d = 2, .nc = NC, .M = &A, .q = q, .mu = mu};
    zn_ctx *ctx = context();
    zn_solver *s = make(ctx, "friction", false);
    dive idle = {0}, once = {s, &p, z, w, ZN_OK};
    zn_index most;

    for (zn_index i = 0; i < N; i++) {
        M[i * (N + 1)] = 1;
        q[i] = i % 2 ? 0.1 : -1;
        mu[i / 2] = 0.3;
    }
    most = depth(&once) - depth(&idle);
    ck_assert_int_eq(once.st, ZN_OK);
    ck_assert_msg(most <= 8192, "%td bytes", most);
    zn_solver_free(s);
    zn_ctx_free(ctx);
    free(M);
}
END_TEST

#endif

int main(void)
{
    Suite *suite = suite_create("solver_near");
    TCase *tc = tcase_create("solver_near");

    tcase_add_loop_test(
        tc, the_short_cut_has_the_bits_of_the_long_way_in_all_units, 0, 3);
    tcase_add_loop_test(tc, nothing_to_solve_is_solved, 0, 3);
    tcase_add_loop_test(
        tc, one_contact_alone_has_the_bits_of_a_new_solver_and_a_watched_one, 0,
        2);
    tcase_add_loop_test(tc, contacts_that_close_apart_are_each_in_closed_form, 0,
                        4);
#if !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__
    tcase_add_test(tc, the_short_cut_of_contacts_is_shallow);
#endif
    tcase_add_test(tc, relays_in_doubt_go_the_long_way_from_the_start);
    tcase_add_test(tc, integers_from_zero_go_the_way_of_all_pivots);
    tcase_add_test(tc, rows_in_units_of_their_own_go_the_way_of_all_pivots);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
