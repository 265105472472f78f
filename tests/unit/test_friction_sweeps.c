/* test_friction_sweeps.c - orders, colours and threads of Gauss-Seidel
 * SPDX-License-Identifier: Apache-2.0 */
#include "friction_test.h"

#include "solvers/contact/nsgs.h"

/* ---- one sweep by hand --------------------------------------------------------- */

typedef struct setting {
    const char *option, *value; /* NULL: end */
} setting;

static zn_solver *solver(zn_ctx *ctx, double tol, const setting *set)
{
    zn_solver *s;

    ck_assert_int_eq(zn_solver_new(ctx, "friction", "nsgs", &s), ZN_OK);
    ck_assert_int_eq(zn_solver_set_real(s, "tol", tol), ZN_OK);
    for (; set->option; set++)
        ck_assert_msg(zn_solver_set(s, set->option, set->value) == ZN_OK, "%s",
                      zn_errmsg(ctx));
    return s;
}

START_TEST(one_sweep_in_each_order)
{
    /* loads only: 2 x + y = 2, x + 2 y = 3 from (0, 0):
     *   natural   x = 1, y = (3 - 1) / 2;    reverse   y = 3 / 2, x = 1 / 4
     *   omega     x = 1/2 of 1, y = 1/2 of (3 - 1/2) / 2 */
    const struct {
        setting set[3];
        double x, y;
    } cases[] = {
        {{{"order", "natural"}}, 1, 1},
        {{{"order", "reverse"}}, 0.25, 1.5},
        {{{"order", "coloured"}}, 1, 1},
        {{{"order", "natural"}, {"omega", "0.5"}}, 0.5, 0.625},
        {{{"order", "reverse"}, {"omega", "0.5"}}, 0.5 * 1.25 / 2, 0.75},
    };
    zn_ctx *ctx = context();
    contacts c;

    contacts_new(&c, 2, 2);
    c.p.M = &c.A;
    for (int i = 0; i < 4; i++)
        c.M[i + 4 * i] = 2;
    c.M[2] = c.M[8] = 1;
    c.q[0] = -2;
    c.q[2] = -3;
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        zn_solver *s = solver(ctx, 1e-12, cases[k].set);
        double z[4] = {0}, w[4];
        zn_solve_info info;

        ck_assert_int_eq(zn_solver_set(s, "max_iter", "1"), ZN_OK);
        ck_assert_int_eq(zn_solver_solve(s, &c.p, z, w, &info), ZN_UNSOLVED);
        ck_assert_int_eq(info.outcome, ZN_ITERATION_LIMIT);
        ck_assert_int_eq(info.iterations, 1);
        ck_assert_double_eq_tol(z[0], cases[k].x, 1e-15);
        ck_assert_double_eq_tol(z[2], cases[k].y, 1e-15);
        zn_solver_free(s);
    }
    contacts_free(&c);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(contacts_apart_need_one_sweep)
{
    const double M[] = {2, 0.5, 0.5, 1}, q[] = {-1, 2}, mu[] = {0.3};
    zn_matrix A = zn_matrix_dense(2, 2, M);
    zn_friction p = {2, 1, &A, q, mu};
    double z[2] = {0}, w[2];
    zn_solve_info info;
    zn_ctx *ctx = context();

    ck_assert_int_eq(run_once(ctx, "friction", "nsgs", 1e-12, &p, z, w, &info),
                     ZN_OK);
    ck_assert_int_eq(info.iterations, 1);
    zn_ctx_free(ctx);
}
END_TEST

/* With q in another unit r and u are the same in it, bit by bit, after as many sweeps: what changes so little
 * that it is worth a look at the error is relative, too. */
START_TEST(sweeps_know_no_units)
{
    const setting set[] = {{"max_iter", "3000"}, {NULL, NULL}};
    rng g = {11};
    zn_ctx *ctx = context();
    zn_solver *s = solver(ctx, 1e-9, set);
    zn_solve_info first, other;
    contacts c;

    contacts_random(&c, &g, 3, 24, 12, 0.2, 0.6);
    c.p.M = &c.A;
    double *z = reals(c.n), *w = reals(c.n), *z1 = reals(c.n), *q = c.q;

    ck_assert_msg(!zn_solver_solve(s, &c.p, z, w, &first), "%s", zn_errmsg(ctx));
    ck_assert_int_gt(first.iterations, 20);
    c.p.q = w;
    for (int e = -60; e <= 60; e += 40) {
        double *u = reals(c.n);

        for (zn_index i = 0; i < c.n; i++) {
            w[i] = ldexp(q[i], e);
            z1[i] = 0;
        }
        ck_assert_msg(!zn_solver_solve(s, &c.p, z1, u, &other), "%s",
                      zn_errmsg(ctx));
        ck_assert_msg(first.iterations == other.iterations,
                      "2^%d: %td sweeps, not %td", e, other.iterations,
                      first.iterations);
        for (zn_index i = 0; i < c.n; i++)
            ck_assert_double_eq(ldexp(z1[i], -e), z[i]);
        free(u);
    }
    zn_solver_free(s);
    contacts_free(&c);
    free(z);
    free(w);
    free(z1);
    zn_ctx_free(ctx);
}
END_TEST

/* ---- threads ------------------------------------------------------------------- */

static void same_bits(zn_ctx *ctx, const zn_friction *p, zn_index n,
                      const char *extra)
{
    static const char *const threads[] = {"1", "2", "3", "8", "0", "1"};
    double *z = reals(n), *w = reals(n), *z1 = reals(n), *w1 = reals(n);
    setting set[] = {{"order", "coloured"},
                     {extra ? extra : "omega", extra ? "5" : "1"},
                     {"max_iter", "300"},
                     {"grain", "0"},
                     {NULL, NULL}};
    zn_solver *s = solver(ctx, 1e-11, set);
    zn_solve_info info, first = {0};

    for (size_t k = 0; k < sizeof threads / sizeof threads[0]; k++) {
        zn_status st;

        memset(z, 0, (size_t)n * sizeof *z);
        ck_assert_int_eq(zn_solver_set(s, "threads", threads[k]), ZN_OK);
        st = zn_solver_solve(s, p, z, w, &info);
        ck_assert_msg(st >= 0, "%s", zn_errmsg(ctx));
        if (k == 0) {
            first = info;
            memcpy(z1, z, (size_t)n * sizeof *z);
            memcpy(w1, w, (size_t)n * sizeof *w);
        }
        ck_assert_int_eq(info.iterations, first.iterations);
        ck_assert_msg(memcmp(z, z1, (size_t)n * sizeof *z) == 0 &&
                          memcmp(w, w1, (size_t)n * sizeof *w) == 0,
                      "%s threads: other bits", threads[k]);
    }
    zn_solver_free(s);
    free(z);
    free(w);
    free(z1);
    free(w1);
}

START_TEST(the_number_of_threads_changes_no_bit)
{
    enum { NC = 200 };
    rng g = {11};
    zn_ctx *ctx = context();
    double *q = reals(3 * NC), *mu = reals(NC);
    stored s = pile(NC, q);
    zn_friction p = {3, NC, &s.m, q, mu};
    contacts c;

    printf("seed 11\n");
    for (int a = 0; a < NC; a++)
        mu[a] = 0.3 + 0.2 * (a % 3);
    same_bits(ctx, &p, 3 * NC, NULL);
    same_bits(ctx, &p, 3 * NC, "freeze");
    for (zn_index d = 2; d <= 3; d++) {
        contacts_random(&c, &g, d, 24, 12, 0.2, 0.6);
        c.p.M = &c.A;
        same_bits(ctx, &c.p, c.n, NULL);
        contacts_free(&c);
    }
    stored_free(&s);
    free(q);
    free(mu);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(threads_need_colours)
{
    const setting set[] = {{"threads", "2"}, {NULL, NULL}};
    zn_ctx *ctx = context();
    zn_solver *s = solver(ctx, 1e-8, set);
    contacts c;
    double z[2] = {0}, w[2];

    contacts_new(&c, 2, 1);
    c.p.M = &c.A;
    ck_assert_int_eq(zn_solver_solve(s, &c.p, z, w, NULL), ZN_EINVAL);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "'order' = coloured"));
    zn_solver_free(s);
    contacts_free(&c);
    zn_ctx_free(ctx);
}
END_TEST

static bool at_fourth(void *user, zn_index iteration, double error)
{
    (void)iteration;
    (void)error;
    return ++*(int *)user >= 4;
}

START_TEST(sweeps_of_threads_can_be_stopped)
{
    const setting set[] = {
        {"order", "coloured"}, {"threads", "3"}, {"grain", "0"}, {NULL, NULL}};
    rng g = {13};
    zn_ctx *ctx = context();
    zn_solver *s = solver(ctx, 1e-15, set);
    zn_solve_info info;
    contacts c;
    int calls = 0;

    contacts_random(&c, &g, 3, 12, 3, 0.2, 0.9);
    c.p.M = &c.A;
    double *z = reals(c.n), *w = reals(c.n);

    zn_solver_set_callback(s, at_fourth, &calls);
    ck_assert_int_eq(zn_solver_solve(s, &c.p, z, w, &info), ZN_UNSOLVED);
    ck_assert_int_eq(info.outcome, ZN_INTERRUPTED);
    ck_assert_int_eq(calls, 4);
    zn_solver_free(s);
    contacts_free(&c);
    free(z);
    free(w);
    zn_ctx_free(ctx);
}
END_TEST

/* ---- orders and the end -------------------------------------------------------- */

START_TEST(a_seed_is_an_order)
{
    /* seeds of equal number: equal bits; other seeds, or shuffled once: others,
     * and the same velocities to what 1e-11 says of them */
    static const struct {
        setting set[4];
        bool same;
    } runs[] = {
        {{{"order", "shuffled"}, {"seed", "5"}}, true},
        {{{"order", "shuffled"}, {"seed", "5"}}, true},
        {{{"order", "shuffled"}, {"seed", "6"}}, false},
        {{{"order", "shuffled"}, {"seed", "5"}, {"shuffle", "once"}}, false},
        {{{"order", "natural"}}, false},
        {{{"order", "coloured"}}, false},
    };
    rng g = {17};
    zn_ctx *ctx = context();
    contacts c;

    printf("seed 17\n");
    contacts_random(&c, &g, 3, 14, 14, 0.2, 0.5);
    /* bodies in a ring */
    for (zn_index i = 0; i + 3 < c.n; i++)
        c.M[i + 3 + c.n * i] = c.M[i + c.n * (i + 3)] = -0.2;
    for (zn_index i = 0; i < c.n; i++)
        c.M[i + c.n * i] += 0.5;
    c.p.M = &c.A;
    double *z = reals(c.n), *w = reals(c.n), *z1 = reals(c.n), *w1 = reals(c.n);

    for (size_t k = 0; k < sizeof runs / sizeof runs[0]; k++) {
        zn_solver *s = solver(ctx, 1e-11, runs[k].set);

        memset(z, 0, (size_t)c.n * sizeof *z);
        ck_assert_msg(zn_solver_solve(s, &c.p, z, w, NULL) == ZN_OK, "%s",
                      zn_errmsg(ctx));
        if (k == 0) {
            memcpy(z1, z, (size_t)c.n * sizeof *z);
            memcpy(w1, w, (size_t)c.n * sizeof *w);
        }
        ck_assert_int_eq(memcmp(z, z1, (size_t)c.n * sizeof *z) == 0,
                         runs[k].same);
        for (zn_index i = 0; i < c.n; i++)
            ck_assert_double_eq_tol(w[i], w1[i], 1e-8);
        zn_solver_free(s);
    }
    free(z);
    free(w);
    free(z1);
    free(w1);
    contacts_free(&c);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(a_settled_contact_is_left_alone)
{
    /* contact 0 touches nobody and is settled by its first sweep; its second
     * changes nothing, then it sleeps for 100, of which two more sweeps pass.
     * The others, a slow chain, do not sleep. */
    enum { NC = 12 };
    zn_ctx *ctx = context();
    zni_fc c = {0};
    zni_nsgs_work work = {0};
    zni_nsgs opt = {.tol = 1e-12, .max_iter = 4, .omega = 1, .freeze = 100};
    zn_solve_info info;
    contacts p;
    double z[2 * NC] = {0}, w[2 * NC];

    contacts_new(&p, 2, NC);
    p.p.M = &p.A;
    for (zn_index a = 0; a < NC; a++) {
        p.mu[a] = 0.5;
        p.q[2 * a] = -1;
        p.q[2 * a + 1] = 0.1;
        for (zn_index i = 2 * a; i < 2 * a + 2; i++) {
            p.M[i + p.n * i] = 2;
            if (a > 1)
                p.M[i + p.n * (i - 2)] = p.M[i - 2 + p.n * i] = -1;
        }
    }
    ck_assert_int_eq(zni_fc_set(ctx, &c, &p.p), ZN_OK);
    ck_assert_int_eq(
        zni_nsgs_run((zni_call){ctx, z, w, NULL, &info}, &work, &opt, &c),
        ZN_UNSOLVED);
    ck_assert_int_eq(work.turns.sleep[0], 98);
    for (zn_index a = 1; a < NC; a++)
        ck_assert_int_eq(work.turns.sleep[a], 0);
    /* asleep or not, the end is the same */
    opt.max_iter = 10000;
    ck_assert_int_eq(
        zni_nsgs_run((zni_call){ctx, z, w, NULL, &info}, &work, &opt, &c),
        ZN_OK);
    ck_assert_double_le(naive_friction(&p, z), 1.0001e-12);
    zni_nsgs_fini(ctx, &work);
    zni_fc_fini(ctx, &c);
    contacts_free(&p);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(sleepers_are_woken_while_the_error_is_too_large)
{
    /* a chain of 100 loads: a sweep changes them by a thousandth of the error, so
     * all seem settled, and sleep, long before they are */
    enum { NC = 100 };
    zn_ctx *ctx = context();
    contacts p;
    const setting set[] = {
        {"freeze", "50"}, {"max_iter", "1000000"}, {NULL, NULL}};
    zn_solver *s = solver(ctx, 1e-8, set);
    double *z = reals(2 * NC), *w = reals(2 * NC);

    contacts_new(&p, 2, NC);
    p.p.M = &p.A;
    for (zn_index i = 0; i < 2 * NC; i++) {
        p.M[i + p.n * i] = 2;
        if (i >= 2)
            p.M[i + p.n * (i - 2)] = p.M[i - 2 + p.n * i] = -1;
        p.q[i] = i % 2 ? 0 : -1;
    }
    ck_assert_msg(zn_solver_solve(s, &p.p, z, w, NULL) == ZN_OK, "%s",
                  zn_errmsg(ctx));
    ck_assert_double_le(naive_friction(&p, z), 1.0001e-8);
    zn_solver_free(s);
    free(z);
    free(w);
    contacts_free(&p);
    zn_ctx_free(ctx);
}
END_TEST

/* ---- memory ---------------------------------------------------------------------- */

static zn_status body(const zn_allocator *alloc)
{
    double z[60] = {0}, w[60], q[60], mu[20];
    zn_ctx *ctx = NULL;
    zn_solver *s = NULL;
    stored m = pile(20, q);
    zn_friction p = {3, 20, &m.m, q, mu};
    zn_status st = zn_ctx_new_with(alloc, &ctx);

    for (int a = 0; a < 20; a++)
        mu[a] = 0.4;
    if (!st)
        st = zn_solver_new(ctx, "friction", "nsgs", &s);
    if (!st)
        st = zn_solver_set(s, "order", "coloured");
    if (!st)
        st = zn_solver_set(s, "threads", "3");
    if (!st)
        st = zn_solver_set(s, "grain", "0");
    if (!st)
        st = zn_solver_solve(s, &p, z, w, NULL);
    zn_solver_free(s);
    zn_ctx_free(ctx);
    stored_free(&m);
    return st;
}

START_TEST(every_allocation_may_fail)
{
    test_torture(body);
}
END_TEST

START_TEST(a_second_call_allocates_nothing)
{
    const setting set[] = {
        {"order", "coloured"}, {"threads", "2"}, {"grain", "0"}, {NULL, NULL}};
    double z[60] = {0}, w[60], q[60], mu[20];
    test_memory mem = {0};
    zn_allocator alloc = test_allocator(&mem);
    zn_ctx *ctx;
    zn_solver *s;
    stored m = pile(20, q);
    zn_friction p = {3, 20, &m.m, q, mu};
    long before;

    for (int a = 0; a < 20; a++)
        mu[a] = 0.4;
    ck_assert_int_eq(zn_ctx_new_with(&alloc, &ctx), ZN_OK);
    s = solver(ctx, 1e-8, set);
    ck_assert_int_eq(zn_solver_reserve(s, 60, 9 * 58), ZN_OK);
    before = mem.calls;
    ck_assert_int_eq(zn_solver_solve(s, &p, z, w, NULL), ZN_OK);
    /* the threads themselves: a pool and its list */
    ck_assert_int_eq(mem.calls, before + 2);
    memset(z, 0, sizeof z);
    ck_assert_int_eq(zn_solver_solve(s, &p, z, w, NULL), ZN_OK);
    ck_assert_int_eq(mem.calls, before + 2);
    zn_solver_free(s);
    zn_ctx_free(ctx);
    ck_assert_int_eq(mem.live, 0);
    stored_free(&m);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("friction, sweeps");
    TCase *tc = tcase_create("sweeps");

    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, one_sweep_in_each_order);
    tcase_add_test(tc, contacts_apart_need_one_sweep);
    tcase_add_test(tc, sweeps_know_no_units);
    tcase_add_test(tc, the_number_of_threads_changes_no_bit);
    tcase_add_test(tc, threads_need_colours);
    tcase_add_test(tc, sweeps_of_threads_can_be_stopped);
    tcase_add_test(tc, a_seed_is_an_order);
    tcase_add_test(tc, a_settled_contact_is_left_alone);
    tcase_add_test(tc, sleepers_are_woken_while_the_error_is_too_large);
    tcase_add_test(tc, every_allocation_may_fail);
    tcase_add_test(tc, a_second_call_allocates_nothing);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
