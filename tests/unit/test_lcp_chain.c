/* test_lcp_chain.c - linear complementarity of long chains of bodies
 * SPDX-License-Identifier: Apache-2.0 */
#include "lcp_test.h"

#include <zeno/problem_file.h>
#include <zeno/random_problem.h>

/* Bodies of 1 g stacked on a floor; contact 0 is the floor, contact a is
 * between bodies a - 1 and a. q is the free relative velocity, h g of gravity
 * at the floor only: all bodies fall alike. */
static const double mass = 1e-3, fall = 9.81e-3; /* kg; m/s, h = 1 ms */

typedef struct column {
    zn_index n;
    stored s;
    zn_lcp p;
    double *q, *z, *w, *work;
} column;

static column column_new(zn_index n)
{
    column c = {.n = n,
                .s = chain(n, mass),
                .q = reals(n),
                .z = reals(n),
                .w = reals(n),
                .work = reals(2 * n)};

    return c;
}

static void column_free(column *c)
{
    stored_free(&c->s);
    free(c->q);
    free(c->z);
    free(c->w);
    free(c->work);
}

/* The error is relative to q, and M z adds numbers up to n times as large: what is
 * left of them is a few units in the last place of those. */
static double tolerance(zn_index n)
{
    return 1e-12 + 1e-15 * (double)n;
}

static zn_solve_info solve(zn_solver *s, column *c, const zn_ctx *ctx)
{
    zn_solve_info info;
    zn_lcp p = {c->n, &c->s.m, c->q};
    double tol = tolerance(c->n);

    ck_assert_int_eq(zn_solver_set_real(s, "tol", tol), ZN_OK);

    ck_assert_msg(zn_solver_solve(s, &p, c->z, c->w, &info) == ZN_OK,
                  "n = %td: %s", c->n, zn_errmsg(ctx));
    ck_assert(zn_lcp_error(&p, c->z, c->w, c->work) <= tol);
    return info;
}

static zn_solver *solver(zn_ctx *ctx)
{
    zn_solver *s;

    ck_assert_int_eq(zn_solver_new(ctx, "lcp", "auto", &s), ZN_OK);
    ck_assert_int_eq(zn_solver_set_real(s, "tol", 1e-12), ZN_OK);
    return s;
}

static const zn_index lengths[] = {2, 10, 64, 1000, 10000, 100000};
enum { NLENGTHS = sizeof lengths / sizeof lengths[0] };

START_TEST(a_column_at_rest_carries_its_weight)
{
    /* contact a carries the n - a bodies above it: z_a = (n - a) m g h */
    zn_ctx *ctx = context();
    zn_solver *s = solver(ctx);
    column c = column_new(lengths[_i]);
    zn_solve_info info;

    c.q[0] = -fall;
    solve(s, &c, ctx);
    for (zn_index a = 0; a < c.n; a++) {
        double want = (double)(c.n - a) * mass * fall;

        /* kappa(M) ~ n^2 / 2; the elimination loses far less here */
        ck_assert_double_eq_tol(c.z[a] / want, 1,
                                1e-16 * (double)(c.n * c.n) + 1e-12);
    }
    /* and once more from there: one factorisation, where it is Newton's */
    info = solve(s, &c, ctx);
    if (c.n > 16)
        ck_assert_int_le(info.iterations, 1);
    zn_solver_free(s);
    column_free(&c);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(an_impact_on_a_chain_with_zero_gaps_reaches_the_floor)
{
    /* the last body hits with 1 m/s, all others at rest: q = 0 but for one. All
     * stop: u_a = 0 at every contact, so every impulse is m v */
    zn_ctx *ctx = context();
    zn_solver *s = solver(ctx);
    column c = column_new(lengths[_i]);

    c.q[c.n - 1] = -1;
    solve(s, &c, ctx);
    for (zn_index a = 0; a < c.n; a++)
        ck_assert_double_eq_tol(c.z[a] / mass, 1,
                                1e-16 * (double)(c.n * c.n) + 1e-12);
    zn_solver_free(s);
    column_free(&c);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(a_front_through_nearly_closed_gaps_is_found_at_once)
{
    /* as before, but every contact opens by 1e-9 m/s: an active set method that
     * starts from the violated contacts moves the front one contact per step */
    zn_ctx *ctx = context();
    zn_solver *s = solver(ctx);
    column c = column_new(lengths[_i]);
    zn_solve_info info;

    for (zn_index a = 0; a < c.n; a++)
        c.q[a] = 1e-12;
    c.q[c.n - 1] = -1;
    info = solve(s, &c, ctx);
    if (c.n > 16)
        ck_assert_int_le(info.iterations, 2);
    for (zn_index a = 0; a < c.n; a++)
        ck_assert(c.z[a] > 0);
    zn_solver_free(s);
    column_free(&c);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(random_velocities_along_a_chain)
{
    zn_ctx *ctx = context();
    zn_solver *s = solver(ctx);
    column c = column_new(lengths[_i]);
    zn_solve_info info;

    for (uint64_t seed = 1; seed <= 3; seed++) {
        rng r = {seed};

        for (zn_index a = 0; a < c.n; a++)
            c.q[a] = uniform(&r, -0.8e-3, 1.2e-3);
        memset(c.z, 0, (size_t)c.n * sizeof *c.z);
        solve(s, &c, ctx);

        /* a few contacts change: the old impulses are a good start */
        for (int k = 0; k < 3; k++)
            c.q[(zn_index)uniform(&r, 0, (double)c.n)] =
                uniform(&r, -1e-3, 1e-3);
        info = solve(s, &c, ctx);
        ck_assert(c.n <= 16 || info.iterations <= 4);
    }
    zn_solver_free(s);
    column_free(&c);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(all_methods_agree_on_a_short_chain)
{
    /* two impacts and a separation, ties everywhere else */
    static const char *const names[] = {
        "auto",       "lemke",     "murty", "bard", "enum",
        "newton-min", "newton-fb", "cpg",   "psor", "interior-point"};
    zn_ctx *ctx = context();
    column c = column_new(12);
    double want[12];
    zn_lcp p = {c.n, &c.s.m, c.q};
    zn_solve_info info;

    c.q[2] = -1;
    c.q[6] = 0.25;
    c.q[11] = -0.5;
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        memset(c.z, 0, (size_t)c.n * sizeof *c.z);
        ck_assert_msg(
            run_once(ctx, "lcp", names[k], 1e-9, &p, c.z, c.w, &info) == ZN_OK,
            "%s: %s", names[k], zn_errmsg(ctx));
        if (k == 0)
            memcpy(want, c.z, sizeof want);
        for (zn_index a = 0; a < c.n; a++)
            ck_assert_msg(fabs(c.z[a] - want[a]) < 1e-7 * mass * 100,
                          "%s: z(%td) = %g, not %g", names[k], a, c.z[a],
                          want[a]);
    }
    column_free(&c);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(a_chain_numbered_at_random_is_still_solved)
{
    /* the same column with its contacts shuffled: no band, KLU's ordering */
    zn_ctx *ctx = context();
    zn_solver *s = solver(ctx);
    zn_index n = 3000, *at = indices(n), *p = indices(n + 1),
             *i = indices(3 * n);
    double *x = reals(3 * n), *q = reals(n), *z = reals(n), *w = reals(n);
    zn_index *back = indices(n), k = 0;
    rng r = {3};
    zn_solve_info info;

    for (zn_index a = 0; a < n; a++)
        at[a] = a;
    for (zn_index a = n - 1; a > 0; a--) {
        zn_index b = (zn_index)uniform(&r, 0, (double)(a + 1)), t = at[a];

        at[a] = at[b];
        at[b] = t;
    }
    for (zn_index a = 0; a < n; a++)
        back[at[a]] = a;
    for (zn_index j = 0; j < n; j++) {
        zn_index a = back[j], rows[3], m = 0;

        for (zn_index b = a - 1; b <= a + 1; b++)
            if (b >= 0 && b < n)
                rows[m++] = at[b];
        for (zn_index u = 0; u < m; u++) /* ascending */
            for (zn_index v = u + 1; v < m; v++)
                if (rows[v] < rows[u]) {
                    zn_index t = rows[u];

                    rows[u] = rows[v];
                    rows[v] = t;
                }
        for (zn_index u = 0; u < m; u++) {
            i[k] = rows[u];
            x[k++] = (rows[u] != j ? -1 : a == 0 ? 1 : 2) / mass;
        }
        p[j + 1] = k;
    }
    zn_matrix A = {
        .storage = ZN_CSC, .rows = n, .cols = n, .x = x, .p = p, .i = i};
    zn_lcp problem = {n, &A, q};

    ck_assert_int_eq(zn_solver_set_real(s, "tol", tolerance(n)), ZN_OK);
    q[at[0]] = -fall;
    for (int again = 0; again < 2; again++) {
        ck_assert_msg(zn_solver_solve(s, &problem, z, w, &info) == ZN_OK, "%s",
                      zn_errmsg(ctx));
        ck_assert(again == 0 || info.iterations == 1);
    }
    for (zn_index a = 0; a < n; a++)
        ck_assert_double_eq_tol(z[at[a]] / ((double)(n - a) * mass * fall), 1,
                                1e-8);
    zn_solver_free(s);
    free(at);
    free(back);
    free(p);
    free(i);
    free(x);
    free(q);
    free(z);
    free(w);
    zn_ctx_free(ctx);
}
END_TEST

/* ---- membranes over obstacles ------------------------------------------------------ */

/* From far away, where no start is known, each set moves the front by a few rows; sweeps
 * before the first one save most of them. */
START_TEST(the_front_of_a_membrane_is_found_in_few_sets)
{
    static const char *const families[] = {"obstacle-2d", "bearing"};
    zn_ctx *ctx = context();
    char options[80];
    zn_problem_file *f;
    zn_solve_info info;
    zn_solver *s;

    snprintf(options, sizeof options, "family=%s n=20000 seed=%d",
             families[_i / 2], 1 + _i % 2);
    ck_assert_msg(!zn_problem_random(ctx, "lcp", options, &f), "%s",
                  zn_errmsg(ctx));
    const zn_lcp *p = zn_problem_file_problem(f);
    double *z = reals(p->n), *w = reals(p->n), *work = reals(2 * p->n);

    ck_assert_int_eq(zn_solver_new(ctx, "lcp", "auto", &s), ZN_OK);
    ck_assert_msg(!zn_solver_solve(s, p, z, w, &info), "%s", zn_errmsg(ctx));
    ck_assert_str_eq(info.solver, "newton-min");
    ck_assert_int_le(info.iterations, 8); /* 10 to 13 without sweeps */
    ck_assert_double_le(zn_lcp_error(p, z, w, work), 1e-10);

    /* a start is not swept: one set confirms it */
    ck_assert_int_eq(zn_solver_solve(s, p, z, w, &info), ZN_OK);
    ck_assert_int_le(info.iterations, 1);
    zn_solver_free(s);
    zn_problem_file_free(f);
    free(z);
    free(w);
    free(work);
    zn_ctx_free(ctx);
}
END_TEST

/* ---- what double can tell ------------------------------------------------------- */

/* Rows of a string: M z is a sum of three products, each rounded once, of numbers that
 * cancel but for 1 / n^2 of their size. Nothing computed from z in double tells w better
 * than this, as a part of max |q|. */
static double resolution(const zn_lcp *p, const double z[])
{
    const zn_matrix *M = p->M;
    double *size = reals(p->n), most = 0, scale = 0;

    for (zn_index j = 0; j < p->n; j++)
        for (zn_index e = M->p[j]; e < M->p[j + 1]; e++)
            size[M->i[e]] += fabs(M->x[e] * z[j]);
    for (zn_index i = 0; i < p->n; i++) {
        most = fmax(most, size[i]);
        scale = fmax(scale, fabs(p->q[i]));
    }
    free(size);
    return most / scale * 0x1p-53;
}

/* The rounding of M z grows as n^2 and passes the tolerance 1e-10 between 10 000 and 20 000
 * points: the best there is comes back then, and is called what it is. */
START_TEST(a_long_string_is_solved_as_well_as_double_can_tell)
{
    static const char *const options[] = {
        "family=obstacle n=5000", "family=obstacle n=20000",
        "family=obstacle n=40000", "family=obstacle n=100000"};
    zn_ctx *ctx = context();
    zn_problem_file *f;
    const double *known, *slack;
    double most = 0, tol;
    zn_solve_info info;

    ck_assert(!zn_problem_random(ctx, "lcp", options[_i], &f));
    ck_assert(zn_problem_file_known(f, &known, &slack));
    const zn_lcp *p = zn_problem_file_problem(f);
    double *z = reals(p->n), *w = reals(p->n);

    tol = 2 * resolution(p, known);
    run_once(ctx, "lcp", "auto", 1e-10, p, z, w, &info);
    if (_i == 0) {
        ck_assert_double_lt(tol, 1e-10);
        ck_assert_int_eq(info.outcome, ZN_SOLVED);
    } else {
        ck_assert_double_gt(tol, 1e-10);
        ck_assert_int_eq(info.outcome, ZN_INACCURATE);
    }
    ck_assert_double_le(info.error, tol);
    for (zn_index i = 0; i < p->n; i++)
        most = fmax(most, fabs(known[i]));
    /* M^-1 is at most 1/8 in these units: z is off by the same part of q */
    for (zn_index i = 0; i < p->n; i++)
        ck_assert_double_le(fabs(z[i] - known[i]), 1e-6 * most);
    memset(z, 0, (size_t)p->n * sizeof *z);
    ck_assert_int_eq(run_once(ctx, "lcp", "auto", fmax(tol, 1e-10), p, z, w, &info),
                     ZN_OK);
    free(z);
    free(w);
    zn_problem_file_free(f);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("lcp, chains");
    TCase *tc = tcase_create("chains");

    tcase_set_timeout(tc, 30);
    tcase_add_loop_test(tc, a_column_at_rest_carries_its_weight, 0, NLENGTHS);
    tcase_add_loop_test(
        tc, an_impact_on_a_chain_with_zero_gaps_reaches_the_floor, 0, NLENGTHS);
    tcase_add_loop_test(tc, a_front_through_nearly_closed_gaps_is_found_at_once,
                        0, NLENGTHS);
    tcase_add_loop_test(tc, random_velocities_along_a_chain, 0, NLENGTHS);
    tcase_add_test(tc, all_methods_agree_on_a_short_chain);
    tcase_add_test(tc, a_chain_numbered_at_random_is_still_solved);
    tcase_add_loop_test(tc, the_front_of_a_membrane_is_found_in_few_sets, 0, 4);
    tcase_add_loop_test(tc, a_long_string_is_solved_as_well_as_double_can_tell, 0,
                        4);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
