/* test_impact_conduct.c - what each solver of multiple impacts owes its caller: units that do not matter, no
 * memory of the impact before, none of an allocation that failed; it stops when told, and refuses what is no number
 * SPDX-License-Identifier: Apache-2.0 */
#include "multiple_impact_test.h"

#include <zeno/type.h>

enum { MOST = 10 };

/* n contacts of n + 1 balls in a row, of which the first ones hit those behind; with friction each contact has a
 * tangent of its own behind it. */
typedef struct row {
    double M[MOST * MOST], q[MOST], mu[MOST];
    zn_compliance of[MOST];
    zn_matrix A;
    zn_multiple_impact p;
    double z[MOST], w[MOST];
    zn_solve_info info;
    zn_status st;
} row;

static const struct kind {
    const char *what;
    double K; /* INFINITY: rigid */
    bool friction;
} kinds[] = {{"springs", 1, false}, {"rigid", INFINITY, false}, {"friction", 1, true}};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* M times m, velocities times v: percussions are times v / m; of K ratios alone matter */
static void lay(row *r, const struct kind *k, zn_index balls, double m, double v)
{
    const zn_index d = k->friction ? 2 : 1, n = d * balls;

    memset(r, 0, sizeof *r);
    for (zn_index i = 0; i < balls; i++) {
        const zn_index at = d * i;

        r->of[at] = (zn_compliance){k->K, 1.5, 0.75};
        r->q[at] = (i % 2 ? 0.5 : -1) * v;
        r->M[at * (n + 1)] = (2 + 0.25 * (double)i) * m;
        if (i)
            r->M[at + (at - d) * n] = r->M[at - d + at * n] = -m;
        if (!k->friction)
            continue;
        r->mu[at] = 0.25;
        r->mu[at + 1] = -1;
        r->of[at + 1] = (zn_compliance){0, 0, 0};
        r->M[(at + 1) * (n + 1)] = 3 * m;
        r->q[at + 1] = 0.75 * v;
    }
    r->A = zn_matrix_dense(n, n, r->M);
    r->p = (zn_multiple_impact){n, &r->A, r->q, r->of, NULL, k->friction ? r->mu : NULL};
}

/* A step of percussion has a unit: a hundredth of what the first contact needs to stop, v / M_00. */
static void strike(zn_solver *s, row *r)
{
    if (!strcmp(zn_solver_class(s)->type.name, "lzb-steps"))
        ck_assert(!zn_solver_set_real(s, "step", fabs(r->q[0]) / r->M[0] / 128));
    memset(r->z, 0, sizeof r->z);
    r->st = zn_solver_solve(s, &r->p, r->z, r->w, &r->info);
}

static zn_solver *make(zn_ctx *c, const char *name)
{
    zn_solver *s;

    ck_assert_msg(!zn_solver_new(c, "multiple-impact", name, &s), "%s", zn_errmsg(c));
    if (!strcmp(name, "lzb-steps")) /* of order one: what it leaves is no question here */
        ck_assert(!zn_solver_set(s, "tol", "0.1"));
    return s;
}

/* Each solver, where it applies; how many do? */
static void each(const struct kind *k, void (*one)(const struct kind *, const char *))
{
    int count = 0;

    for (zn_index i = 0; zn_type_at(ctx, ZN_KIND_IMPACT_SOLVER, i); i++) {
        const char *name = zn_type_at(ctx, ZN_KIND_IMPACT_SOLVER, i)->name;
        zn_solver *s = make(ctx, name);
        row r;

        lay(&r, k, 2, 1, 1);
        strike(s, &r);
        zn_solver_free(s);
        if (r.st == ZN_EINVAL)
            continue;
        ck_assert_msg(r.st == ZN_OK, "%s, %s: %s", name, k->what, zn_errmsg(ctx));
        one(k, name);
        count++;
    }
    ck_assert_int_ge(count, 2);
}

/* ---- units ----------------------------------------------------------------------------- */

static void in_all_units(const struct kind *k, const char *name)
{
    static const int powers[][2] = {{60, 0}, {-60, 0}, {0, 60}, {0, -60}, {31, -7}, {-60, 60}};
    row a;
    zn_solver *s;

    s = make(ctx, name);
    lay(&a, k, 4, 1, 1);
    strike(s, &a);
    zn_solver_free(s);
    for (size_t i = 0; i < sizeof powers / sizeof *powers; i++) {
        const double m = ldexp(1, powers[i][0]), v = ldexp(1, powers[i][1]);
        const double tol = isinf(k->K) ? 0 : 1e-13;
        row b;

        s = make(ctx, name);
        lay(&b, k, 4, m, v);
        strike(s, &b);
        zn_solver_free(s);
        ck_assert_msg(a.st == b.st && a.info.iterations == b.info.iterations,
                      "%s, %s, M 2^%d, q 2^%d: %s after %td, was %s after %td", name, k->what, powers[i][0],
                      powers[i][1], zn_outcome_name(b.info.outcome), b.info.iterations,
                      zn_outcome_name(a.info.outcome), a.info.iterations);
        /* forces of springs are powers of energies, which round otherwise in other units */
        for (zn_index e = 0; e < a.p.n; e++)
            ck_assert_msg(fabs(b.z[e] * m / v - a.z[e]) <= tol && fabs(b.w[e] / v - a.w[e]) <= tol,
                          "%s, %s, M 2^%d, q 2^%d: z(%td) = %g, %g of %g", name, k->what, powers[i][0],
                          powers[i][1], e, a.z[e], b.z[e] * m / v, v / m);
    }
}

START_TEST(units_do_not_matter)
{
    each(&kinds[_i], in_all_units);
}
END_TEST

/* ---- what was before ------------------------------------------------------------------- */

static void same(const char *name, const char *after, const row *a, const row *b)
{
    const size_t bytes = (size_t)a->p.n * sizeof *a->z;

    ck_assert_msg(a->st == b->st && a->info.iterations == b->info.iterations && !memcmp(a->z, b->z, bytes) &&
                      !memcmp(a->w, b->w, bytes),
                  "%s, after %s: %s after %td, of a new object %s after %td", name, after,
                  zn_outcome_name(a->info.outcome), a->info.iterations, zn_outcome_name(b->info.outcome),
                  b->info.iterations);
}

static void used_as_fresh(const struct kind *k, const char *name)
{
    static const zn_index sizes[] = {4, 1, 5, 2, 4};
    zn_solver *used = make(ctx, name);

    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        zn_solver *fresh = make(ctx, name);
        row a, b;

        lay(&a, k, sizes[i], 1 + (double)i, 1);
        lay(&b, k, sizes[i], 1 + (double)i, 1);
        strike(used, &a);
        strike(fresh, &b);
        same(name, "others", &a, &b);
        zn_solver_free(fresh);
    }
    zn_solver_free(used);
}

START_TEST(a_used_object_gives_the_bits_of_a_new_one)
{
    each(&kinds[_i], used_as_fresh);
}
END_TEST

/* ---- stopping -------------------------------------------------------------------------- */

static bool at_once(void *user, zn_index iteration, double error)
{
    ck_assert(iteration >= 0 && !isnan(error));
    return ++*(int *)user > 0;
}

static void stops(const struct kind *k, const char *name)
{
    row known, r;
    zn_solver *s = make(ctx, name);
    char usual[32];
    int calls = 0;

    lay(&known, k, 4, 1, 1);
    strike(s, &known);
    ck_assert_int_eq(known.st, ZN_OK);
    zn_solver_set_callback(s, at_once, &calls);
    lay(&r, k, 4, 1, 1);
    strike(s, &r);
    ck_assert_msg(r.st == ZN_UNSOLVED && r.info.outcome == ZN_INTERRUPTED && calls == 1, "%s, %s: %s after %d calls",
                  name, k->what, zn_outcome_name(r.info.outcome), calls);
    zn_solver_set_callback(s, NULL, NULL);
    zn_solver_set_time_limit(s, 1e-9);
    strike(s, &r);
    ck_assert_msg(r.st == ZN_UNSOLVED && r.info.outcome == ZN_TIME_LIMIT, "%s, %s: %s in no time", name, k->what,
                  zn_outcome_name(r.info.outcome));
    for (zn_index i = 0; i < r.p.n; i++)
        ck_assert(isfinite(r.z[i]) && isfinite(r.w[i]));
    zn_solver_set_time_limit(s, 0);
    /* rigid contacts have no steps: two problems of complementarity */
    if (!(isinf(k->K) && !strcmp(name, "auto")) && !zn_solver_get(s, "max_iter", usual, sizeof usual)) {
        ck_assert(!zn_solver_set(s, "max_iter", "1"));
        strike(s, &r);
        ck_assert_msg(r.st == ZN_UNSOLVED && r.info.outcome == ZN_ITERATION_LIMIT && r.info.iterations == 1,
                      "%s, %s: %s after %td, of one", name, k->what, zn_outcome_name(r.info.outcome),
                      r.info.iterations);
        ck_assert(!zn_solver_set(s, "max_iter", usual));
    }
    strike(s, &r);
    same(name, "it was stopped", &r, &known);
    zn_solver_free(s);
}

START_TEST(it_stops_when_told)
{
    each(&kinds[_i], stops);
}
END_TEST

static void not_a_number(const struct kind *k, const char *name)
{
    row known, r;
    zn_solver *s = make(ctx, name);

    lay(&known, k, 4, 1, 1);
    strike(s, &known);
    for (int i = 0; i < 2; i++) {
        lay(&r, k, 4, 1, 1);
        (i ? r.q : r.M)[1] = NAN;
        strike(s, &r);
        ck_assert_msg(r.st == ZN_EDOM, "%s, %s: %s", name, k->what, zn_status_name(r.st));
    }
    lay(&r, k, 4, 1, 1);
    strike(s, &r);
    same(name, "what was no number", &r, &known);
    zn_solver_free(s);
}

START_TEST(not_a_number_is_refused)
{
    each(&kinds[_i], not_a_number);
}
END_TEST

/* ---- memory ---------------------------------------------------------------------------- */

/* Allocation 1, 2, 3 ... of a larger problem fails, from which the same object then gives the bits of a new one. */
static void runs_out(const struct kind *k, const char *name)
{
    test_memory mem = {0};
    const zn_allocator alloc = test_allocator(&mem);
    bool failed = true;
    zn_ctx *starved;
    zn_solver *s = make(ctx, name);
    row known, first, r;

    lay(&known, k, 5, 1, 1);
    strike(s, &known);
    zn_solver_free(s);
    ck_assert(!zn_ctx_new_with(&alloc, &starved));
    for (long n = 1; failed; n++) {
        ck_assert_int_lt(n, 1000);
        s = make(starved, name);
        lay(&first, k, 2, 1, 1);
        strike(s, &first);
        ck_assert_int_eq(first.st, ZN_OK);
        mem.failed = false;
        mem.fail_at = mem.calls + n;
        lay(&r, k, 5, 1, 1);
        strike(s, &r);
        mem.fail_at = 0;
        failed = mem.failed;
        ck_assert_msg(r.st == (failed ? ZN_ENOMEM : known.st), "%s: allocation %ld failed: %s", name, n,
                      zn_status_name(r.st));
        strike(s, &r);
        same(name, "an allocation that failed", &r, &known);
        zn_solver_free(s);
    }
    zn_ctx_free(starved);
    ck_assert_int_eq(mem.live, 0);
}

START_TEST(an_allocation_that_failed_leaves_no_trace)
{
    each(&kinds[_i], runs_out);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("multiple impact, conduct");
    TCase *tc = tcase_create("conduct");

    tcase_set_timeout(tc, 60);
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_loop_test(tc, units_do_not_matter, 0, KINDS);
    tcase_add_loop_test(tc, a_used_object_gives_the_bits_of_a_new_one, 0, KINDS);
    tcase_add_loop_test(tc, it_stops_when_told, 0, KINDS);
    tcase_add_loop_test(tc, not_a_number_is_refused, 0, KINDS);
    tcase_add_loop_test(tc, an_allocation_that_failed_leaves_no_trace, 0, KINDS);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
