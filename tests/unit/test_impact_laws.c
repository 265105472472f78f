/* test_impact_laws.c - what laws of impact do to Newton's cradle, a rocking block and a
 * column of beads: the table of doc/multiple-impact.md, row by row
 *
 * Newton's and Poisson's laws are complementarity problems, put to `lcp`; what both give
 * here is derived beside each number.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <zeno/lcp.h>
#include <zeno/multiple_impact.h>

#include "ctx_test.h"

enum { N = 3 };

typedef struct scene {
    zn_index n;
    double M[N * N], q[N];
} scene;

static void solve(const char *problem, const char *name, const void *p,
                  double z[], double w[])
{
    zn_solver *s;
    zn_solve_info info;

    ck_assert_int_eq(zn_solver_new(ctx, problem, name, &s), ZN_OK);
    ck_assert_msg(!zn_solver_solve(s, p, z, w, &info), "%s '%s': %s", problem,
                  name, zn_errmsg(ctx));
    zn_solver_free(s);
}

/* 0 <= w + e q  _|_  z >= 0 */
static void newton(const scene *c, double e, double w[])
{
    const zn_matrix A = zn_matrix_dense(c->n, c->n, c->M);
    double q[N], z[N] = {0};
    const zn_lcp p = {.n = c->n, .M = &A, .q = q};

    for (zn_index i = 0; i < c->n; i++)
        q[i] = (1 + e) * c->q[i];
    solve("lcp", "auto", &p, z, w);
    for (zn_index i = 0; i < c->n; i++)
        w[i] -= e * c->q[i];
}

/* compression to 0 <= w _|_ P >= 0, then e P and what keeps contacts apart */
static void poisson(const scene *c, double e, double w[])
{
    const zn_matrix A = zn_matrix_dense(c->n, c->n, c->M);
    double q[N], P[N] = {0}, x[N] = {0};
    zn_lcp p = {.n = c->n, .M = &A, .q = c->q};

    solve("lcp", "auto", &p, P, w);
    for (zn_index i = 0; i < c->n; i++)
        q[i] = c->q[i];
    zn_matrix_mul(&A, 1 + e, P, 1, q);
    p.q = q;
    solve("lcp", "auto", &p, x, w);
}

static void together(const scene *c, const char *solver, double e, double eta,
                     double w[])
{
    const zn_matrix A = zn_matrix_dense(c->n, c->n, c->M);
    zn_compliance of[N];
    double z[N] = {0};
    const zn_multiple_impact p = {c->n, &A, c->q, of, NULL, NULL};

    for (zn_index i = 0; i < c->n; i++)
        of[i] = (zn_compliance){1, eta, e};
    solve("multiple-impact", solver, &p, z, w);
}

/* The same by the class, whose contacts are rigid. */
static void rigid(const scene *c, const double e[], double w[])
{
    const zn_matrix A = zn_matrix_dense(c->n, c->n, c->M);
    zn_compliance of[N];
    double z[N] = {0};
    const zn_multiple_impact p = {c->n, &A, c->q, of, NULL, NULL};

    for (zn_index i = 0; i < c->n; i++)
        of[i] = (zn_compliance){INFINITY, 1, e[i]};
    solve("multiple-impact", "auto", &p, z, w);
}

static void is(const char *what, const double w[], zn_index n,
               const double expected[], double tol)
{
    for (zn_index i = 0; i < n; i++)
        ck_assert_msg(fabs(w[i] - expected[i]) <= tol,
                      "%s, rate %td: %.12g, expected %.12g (of %.10g %.10g "
                      "%.10g)",
                      what, i, w[i], expected[i], w[0], w[1], n > 2 ? w[2] : 0);
}

/* All four on one scene. */
static void row(const scene *c, double e, double eta, const double n[],
                const double p[], const double pairs[], double tol_pairs,
                const double lzb[])
{
    double w[N];

    newton(c, e, w);
    is("Newton", w, c->n, n, 1e-12);
    poisson(c, e, w);
    is("Poisson", w, c->n, p, 1e-12);
    rigid(c, (double[]){e, e, e}, w);
    is("Poisson, by the class", w, c->n, p, 1e-12);
    together(c, "pairs", e, eta, w);
    is("pairs", w, c->n, pairs, tol_pairs);
    together(c, "lzb", e, eta, w);
    is("lzb", w, c->n, lzb, 2e-9); /* digits of the table */
}

/* ---- the cradle ---------------------------------------------------------------------- */

/* Three balls of mass 1, the first hits with 1. Newton and Poisson: w = (1, 0), that is
 * velocities (-1, 2, 2)/3. One after the other: (0, 0, 1). */
START_TEST(newtons_cradle)
{
    const scene c = {2, {2, -1, -1, 2}, {-1, 0}};

    row(&c, 1, 1.5, (double[]){1, 0}, (double[]){1, 0}, (double[]){0, 1}, 1e-14,
        /* velocities -.070952354 .076403039 .994549315 */
        (double[]){0.147355393, 0.918146276});
}
END_TEST

/* ---- the block ------------------------------------------------------------------------- */

/* Twice as long as high, without friction; it turns about A until B hits with 1:
 * m M = 1 + 12/5, 1 - 12/5. */
static const scene block = {2, {3.4, -1.4, -1.4, 3.4}, {0, -1}};

/* e = 0: both corners stop in Newton's and Poisson's law; one after the other they do so
 * in ever smaller impacts. */
START_TEST(a_block_that_loses_all)
{
    row(&block, 0, 1, (double[]){0, 0}, (double[]){0, 0}, (double[]){0, 0},
        1e-8, (double[]){0, 0});
}
END_TEST

/* e = 1: M P = (0, 2) turns it back about A (Newton); compression P_c = M^-1 (0, 1) twice,
 * the same (Poisson). One after the other: B is thrown up with 1, which pushes A into
 * the floor with r = 14/17, A comes back and leaves 1 - r^2 to B. Springs: by another
 * program. */
START_TEST(a_block_that_keeps_all)
{
    row(&block, 1, 1, (double[]){0, 1}, (double[]){0, 1},
        (double[]){14.0 / 17, 1 - 196.0 / 289}, 1e-14,
        (double[]){0.671540570, 0.514365557});
}
END_TEST

/* ---- the column ------------------------------------------------------------------------ */

/* Three beads that touch hit a floor with 1, mass 1, e = 1. Newton: w = (1, 0, 0), the
 * column is thrown back as it is; Poisson: the same. One after the other: the lowest turns
 * round, exchanges with the next, ...: all turn round. Springs: by another program. */
START_TEST(a_column_of_beads)
{
    const scene c = {3, {1, -1, 0, -1, 2, -1, 0, -1, 2}, {-1, 0, 0}};

    row(&c, 1, 1.5, (double[]){1, 0, 0}, (double[]){1, 0, 0},
        (double[]){1, 0, 0}, 1e-14,
        (double[]){0.643631153, 0.395893841, 0.187311069});
}
END_TEST

/* ---- Poisson's law apart from Newton's ------------------------------------------------- */

/* M = [1 -0.4; -0.4 1], q = (-1, 0.5), e = 1. Compression: P_c = (1, 0), w_c = (0, 0.1). Twice
 * that would be w = (1, -0.3), so that the second contact gets 0.3: w = (0.88, 0), and energy is
 * lost although e = 1. Newton: w = (1, -0.3), which 0 <= w_2 + 0.5 takes for one that leaves. */
START_TEST(expansion_hits_a_contact_that_was_leaving)
{
    const scene c = {2, {1, -0.4, -0.4, 1}, {-1, 0.5}};
    double w[N];

    rigid(&c, (double[]){1, 1}, w);
    is("Poisson", w, 2, (double[]){0.88, 0}, 1e-12);
    newton(&c, 1, w);
    is("Newton", w, 2, (double[]){1, -0.3}, 1e-12);
}
END_TEST

/* The cradle with e = 0.5 where it is hit and 0.25 behind: P_c = M^-1 (1, 0) = (2, 1)/3, and
 * w = M (P_c/2 of the first, P_c/4 of the second) = M (1/3, 1/12) = (7/12, -1/6): that is no
 * answer, the second gets P_e = x more, 2 x = 1/6, w = (7/12 - 1/12, 0). */
START_TEST(coefficients_that_differ)
{
    const scene c = {2, {2, -1, -1, 2}, {-1, 0}};
    double w[N];

    rigid(&c, (double[]){0.5, 0.25}, w);
    is("Poisson", w, 2, (double[]){0.5, 0}, 1e-12);
}
END_TEST

static void refused(const zn_compliance of[], const char *solver,
                    const char *words)
{
    const double M[] = {2, -1, -1, 2}, q[] = {-1, 0};
    const zn_matrix A = zn_matrix_dense(2, 2, M);
    const zn_multiple_impact p = {2, &A, q, of, NULL, NULL};
    double z[2] = {0}, w[2];
    zn_solver *s;
    zn_solve_info info;

    ck_assert_int_eq(zn_solver_new(ctx, "multiple-impact", solver, &s), ZN_OK);
    ck_assert_int_eq(zn_solver_solve(s, &p, z, w, &info), ZN_EINVAL);
    ck_assert_msg(strstr(zn_errmsg(ctx), words) != NULL, "%s", zn_errmsg(ctx));
    zn_solver_free(s);
}

START_TEST(rigid_contacts_and_springs_are_not_mixed)
{
    refused((zn_compliance[]){{INFINITY, 1, 1}, {1, 1, 1}}, "auto",
            "contact 1: stiffness 1 beside contacts that are rigid");
    refused((zn_compliance[]){{INFINITY, 1, 1}, {INFINITY, 1, 1}}, "lzb",
            "rigid contacts have no springs");
    refused((zn_compliance[]){{INFINITY, 1, 1}, {INFINITY, 1, 1}}, "lzb-steps",
            "rigid contacts have no springs");
}
END_TEST

static bool enough(void *user, zn_index iteration, double error)
{
    (void)iteration, (void)error;
    ++*(int *)user;
    return true;
}

/* Both phases are solved by another solver, under the monitor of this one. */
START_TEST(a_callback_ends_poissons_law)
{
    const double M[] = {2, -1, -1, 2}, q[] = {-1, -0.5};
    const zn_compliance of[] = {{INFINITY, 1, 1}, {INFINITY, 1, 1}};
    const zn_matrix A = zn_matrix_dense(2, 2, M);
    const zn_multiple_impact p = {.n = 2, .M = &A, .q = q, .of = of};
    double z[2] = {0, 0}, w[2];
    zn_solve_info info;
    zn_solver *s;
    int calls = 0;

    ck_assert_int_eq(
        zn_solver_new(ctx, "multiple-impact", _i ? "auto" : "poisson", &s),
        ZN_OK);
    zn_solver_set_callback(s, enough, &calls);
    ck_assert_int_eq(zn_solver_solve(s, &p, z, w, &info), ZN_UNSOLVED);
    ck_assert_int_eq(info.outcome, ZN_INTERRUPTED);
    ck_assert_int_ge(calls, 1);
    zn_solver_free(s);
}
END_TEST

/* The first of three balls hits the second, this one the third: two blows. */
START_TEST(one_blow_after_the_other_ends_at_its_limit)
{
    const double M[] = {2, -1, -1, 2}, q[] = {-1, 0};
    const zn_compliance of[] = {{1, 1, 1}, {1, 1, 1}};
    const zn_matrix A = zn_matrix_dense(2, 2, M);
    const zn_multiple_impact p = {.n = 2, .M = &A, .q = q, .of = of};
    double z[2] = {0, 0}, w[2];
    zn_solve_info info;
    zn_solver *s;

    ck_assert_int_eq(zn_solver_new(ctx, "multiple-impact", "pairs", &s), ZN_OK);
    ck_assert_int_eq(zn_solver_set(s, "max_iter", "1"), ZN_OK);
    ck_assert_int_eq(zn_solver_solve(s, &p, z, w, &info), ZN_UNSOLVED);
    ck_assert_int_eq(info.outcome, ZN_ITERATION_LIMIT);
    ck_assert_int_eq(info.iterations, 1);
    ck_assert_int_eq(zn_solver_set(s, "max_iter", "2"), ZN_OK);
    ck_assert_int_eq(zn_solver_solve(s, &p, z, w, &info), ZN_OK);
    ck_assert_int_eq(info.iterations, 2);
    zn_solver_free(s);
}
END_TEST

/* Three contacts that approach, the third one harder than the first by K. */
static zn_status one_harder(const char *name, const char *option, const char *value, double K, double z[], double w[])
{
    const double M[] = {8, 0, 4, 0, 3, 2, 4, 2, 4}, q[] = {-4, -1, -4};
    const zn_compliance of[] = {{1, 1.5, 0.5}, {fmin(K, 1e6), 1, 1}, {K, 1, 1}};
    const zn_matrix A = zn_matrix_dense(3, 3, M);
    const zn_multiple_impact p = {.n = 3, .M = &A, .q = q, .of = of};
    zn_solve_info info;
    zn_solver *s;
    zn_status st;

    ck_assert_int_eq(zn_solver_new(ctx, "multiple-impact", name, &s), ZN_OK);
    if (!strcmp(name, "lzb-steps"))
        ck_assert_int_eq(zn_solver_set(s, "step", "1e-3"), ZN_OK);
    ck_assert_int_eq(zn_solver_set(s, option, value), ZN_OK);
    memset(z, 0, 3 * sizeof *z);
    st = zn_solver_solve(s, &p, z, w, &info);
    zn_solver_free(s);
    return st;
}

/* By far the hardest, it is over before the others begin: P_3 = 2 of e = 1, w = q + M P = (4, 3, 4). Steps that are
 * tried and not taken leave no velocities behind. */
START_TEST(the_hardest_contact_is_over_first)
{
    double z[3], w[3];

    for (double K = 1e8; K < 2e12; K *= 100) {
        ck_assert_msg(one_harder("lzb", "tol", "1e-8", K, z, w) == ZN_OK, "%g: %s", K, zn_errmsg(ctx));
        ck_assert_double_eq_tol(z[2], 2, 300 / sqrt(K));
        ck_assert_double_eq_tol(w[1], 3, 300 / sqrt(K));
    }
}
END_TEST

/* Steps of 1e-3 take 1737 of them; after 1500 nothing approaches any more, and energy has been lost, as at the end of
 * one. */
START_TEST(a_part_of_an_impact_is_no_answer)
{
    double z[3], w[3];

    ck_assert_int_eq(one_harder("lzb-steps", "max_iter", "2000", 10, z, w), ZN_OK);
    ck_assert_int_eq(one_harder("lzb-steps", "max_iter", "1500", 10, z, w), ZN_UNSOLVED);
    ck_assert(z[0] == 0 && z[1] == 0 && z[2] == 0);
}
END_TEST

/* Beads in a row, the first of which is hit, with a little of each in all: a full matrix
 * (one that is mostly zeros is copied by columns, room that comes with the first call). */
static void first_call_after_reserve(const char *name, zn_index n, double K)
{
    test_memory mem = {0};
    zn_allocator alloc = test_allocator(&mem);
    double *M = calloc((size_t)(n * n), sizeof *M),
           *v = calloc((size_t)(3 * n), sizeof *v);
    zn_compliance *of = calloc((size_t)n, sizeof *of);
    zn_matrix A = zn_matrix_dense(n, n, M);
    const zn_multiple_impact p = {.n = n, .M = &A, .q = v, .of = of};
    long before;
    zn_ctx *own;
    zn_solver *s;

    ck_assert(M && v && of);
    for (zn_index i = 0; i < n; i++) {
        of[i] = (zn_compliance){K, 1, 0.5};
        for (zn_index j = 0; j < n; j++)
            M[i + j * n] = (i == j ? 4 : i - j == 1 || j - i == 1 ? -1 : 0) +
                           1e-3;
    }
    v[0] = -1;
    ck_assert_int_eq(zn_ctx_new_with(&alloc, &own), ZN_OK);
    ck_assert_int_eq(zn_solver_new(own, "multiple-impact", name, &s), ZN_OK);
    ck_assert_int_eq(zn_solver_reserve(s, n, n * n), ZN_OK);
    before = mem.calls;
    ck_assert_msg(!zn_solver_solve(s, &p, v + n, v + 2 * n, NULL), "%s: %s",
                  name, zn_errmsg(own));
    ck_assert_msg(mem.calls == before, "%s, %td rows: %ld allocations", name, n,
                  mem.calls - before);
    zn_solver_free(s);
    zn_ctx_free(own);
    free(of);
    free(v);
    free(M);
}

START_TEST(the_first_call_allocates_nothing_after_reserve)
{
    first_call_after_reserve("poisson", 12, INFINITY);
    first_call_after_reserve("poisson", 320, INFINITY);
    first_call_after_reserve("auto", 320, INFINITY);
    first_call_after_reserve("pairs", 12, INFINITY);
    first_call_after_reserve("auto", 3, 1);
    first_call_after_reserve("lzb", 3, 1);
    first_call_after_reserve("lzb-steps", 3, 1);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("laws of impact");
    TCase *tc = tcase_create("table");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, newtons_cradle);
    tcase_add_test(tc, a_block_that_loses_all);
    tcase_add_test(tc, a_block_that_keeps_all);
    tcase_add_test(tc, a_column_of_beads);
    tcase_add_test(tc, expansion_hits_a_contact_that_was_leaving);
    tcase_add_test(tc, coefficients_that_differ);
    tcase_add_test(tc, rigid_contacts_and_springs_are_not_mixed);
    tcase_add_loop_test(tc, a_callback_ends_poissons_law, 0, 2);
    tcase_add_test(tc, one_blow_after_the_other_ends_at_its_limit);
    tcase_add_test(tc, the_hardest_contact_is_over_first);
    tcase_add_test(tc, a_part_of_an_impact_is_no_answer);
    tcase_add_test(tc, the_first_call_allocates_nothing_after_reserve);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
