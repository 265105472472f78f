/* test_random_problem.c - random problems: the known solution is one, the same
 * seed gives the same bits, solvers find it
 * SPDX-License-Identifier: Apache-2.0 */
#include "io_test.h"

#include <zeno/global_friction.h>
#include <zeno/random_problem.h>
#include <zeno/solver.h>

/* unique: there is one solution, up to the tolerance times the condition. */
static const struct {
    const char *class, *options;
    bool unique;
} cases[] = {
    {"lcp", "", true},
    {"lcp", "seed=7 n=40 skew=2 storage=sparse", true},
    {"lcp", "n=30 rank=0.5 degenerate=0.2", false},
    {"lcp", "n=1", true},
    {"lcp", "family=obstacle n=300", true},
    {"lcp", "family=obstacle-2d n=400", true},
    {"lcp", "family=bearing n=400 seed=2", true},
    {"lcp", "family=game n=13", false},
    {"lcp", "family=game n=120 seed=4", false},
    {"mlcp", "family=bridges n=200", false},
    {"relay", "family=rank-one n=6", false},
    {"mlcp", "n=60 equalities=0.5", true},
    {"mlcp", "n=40 skew=1 storage=sparse", true},
    {"relay", "n=50 skew=1", true},
    {"relay", "n=50 rank=0.4 storage=sparse degenerate=0.1", false},
    {"avi", "", false},
    {"avi", "n=10 faces=0", true},
    {"avi", "n=6 faces=15 skew=1", false},
    {"qp", "n=30 faces=10", false},
    {"qp", "n=30 faces=0 rank=0.5", false},
    {"ncp", "", true},
    {"ncp", "n=60 rank=0.5 degenerate=0.2 cubic=10", false},
    {"mcp", "n=80 storage=sparse skew=1", true},
    {"mcp", "n=20 cubic=0", true},
    {"vi", "n=40 skew=0.5", true},
    {"vi", "n=50 storage=sparse rank=0.5", false},
    {"soclcp", "", true},
    {"soclcp", "cones=7 cone=5 tau=0.4 skew=1", true},
    {"soclcp", "cones=20 cone=1", true},
    {"soclcp", "cones=3 cone=64", true},
    {"friction", "contacts=20", false},
    {"friction", "contacts=30 bodies=8 mu=0.9", false},
    {"friction", "d=2 contacts=20 degenerate=0.3", false},
    {"friction", "contacts=25 mu=0", false},
    {"friction", "contacts=1", false},
    {"global-friction", "contacts=20", false},
    {"global-friction", "d=2 contacts=30 bodies=10 mu=0.3", false},
    {"rolling-friction", "contacts=20", false},
    {"rolling-friction", "contacts=15 bodies=8 mu_r=0.01", false},
    {"rolling-friction", "d=3 contacts=20 degenerate=0.3", false},
    {"rolling-friction", "contacts=20 mu=0", false},
    {"global-rolling-friction", "contacts=20 spread=1", false},
    {"global-rolling-friction", "d=3 contacts=20 mu_r=0", false},
    {"generic-mechanical", "", false},
    {"generic-mechanical", "blocks=40 skew=0.3 mu=0.3 seed=5", false},
    {"generic-mechanical", "blocks=12 degenerate=0.5", false},
    {"generic-mechanical", "blocks=1", true},
    {"plasticity", "", false},
    {"plasticity", "points=30 theta=0.3 storage=sparse", false},
    {"plasticity", "points=20 theta=0", true},
    {"plasticity", "points=30 model=von-mises", true},
    {"plasticity", "points=20 model=von-mises rank=0.5 degenerate=0.3", false},
};
enum { CASES = sizeof cases / sizeof *cases };

static zn_problem_file *make(const char *class, const char *options)
{
    zn_problem_file *f;

    ck_assert_msg(!zn_problem_random(ctx, class, options, &f), "%s",
                  zn_errmsg(ctx));
    return f;
}

static double error_at(const zn_problem_file *f, const double z[],
                       const double w[])
{
    const zn_index n = zn_problem_file_nz(f) + zn_problem_file_nw(f);
    double *work = calloc((size_t)(2 * n), sizeof *work), error;
    const zn_type *type;

    ck_assert_ptr_nonnull(work);
    ck_assert_int_eq(
        zn_type_find(ctx, ZN_KIND_PROBLEM, zn_problem_file_class(f), &type),
        ZN_OK);
    error = ((const zn_problem_type *)type)
                ->error(zn_problem_file_problem(f), z, w, work);
    free(work);
    return error;
}

/* The measure of the class shares no code with the maker. */
START_TEST(the_known_solution_solves_the_problem)
{
    zn_problem_file *f = make(cases[_i].class, cases[_i].options);
    const double *z, *w;
    double error;

    ck_assert(zn_problem_file_known(f, &z, &w));
    error = error_at(f, z, w);
    ck_assert_msg(error < 1e-13, "%s %s: error %g", cases[_i].class,
                  cases[_i].options, error);
    zn_problem_file_free(f);
}
END_TEST

/* What moves moves in every direction: each velocity of the known solution is a number of its own. */
START_TEST(bodies_of_a_known_solution_move)
{
    static const char *const class[] = {"global-friction", "global-rolling-friction"};

    for (int k = 0; k < 2; k++) {
        zn_problem_file *f = make(class[k], "contacts=20");
        const zn_index m = (k ? 5 : 3) * 20, n = zn_problem_file_nz(f) - m;
        const double *z, *w;

        ck_assert(zn_problem_file_known(f, &z, &w));
        ck_assert_int_gt(n, 0);
        for (zn_index i = 0; i < n; i++)
            ck_assert_msg(z[i] != 0 && (i == 0 || z[i] != z[i - 1]), "%s: v(%td) = %g", class[k], i,
                          z[i]);
        zn_problem_file_free(f);
    }
}
END_TEST

/* What equations leave free has either sign, what is complementary is not below zero. */
START_TEST(free_unknowns_of_a_known_solution_have_either_sign)
{
    zn_problem_file *f = make("mlcp", "n=60 equalities=0.5");
    const zn_mlcp *p = zn_problem_file_problem(f);
    const double *z, *w;
    int below = 0, above = 0;

    ck_assert(zn_problem_file_known(f, &z, &w));
    for (zn_index i = 0; i < p->n; i++) {
        ck_assert(p->eq[i] || z[i] >= 0);
        below += p->eq[i] && z[i] < 0;
        above += p->eq[i] && z[i] > 0;
    }
    ck_assert_int_ge(below, 5); /* of 30: fewer with a chance of 3e-5 */
    ck_assert_int_ge(above, 5);
    zn_problem_file_free(f);
}
END_TEST

START_TEST(auto_finds_a_solution_and_the_one_where_there_is_one)
{
    zn_problem_file *f = make(cases[_i].class, cases[_i].options);
    const zn_index nz = zn_problem_file_nz(f), nw = zn_problem_file_nw(f);
    double *z = calloc((size_t)(nz + nw), sizeof *z), *u = z + nz;
    const double *known, *w;
    zn_solver *s;

    ck_assert(z && zn_problem_file_known(f, &known, &w));
    ck_assert_int_eq(zn_solver_new(ctx, cases[_i].class, "auto", &s), ZN_OK);
    ck_assert_int_eq(zn_solver_set_real(s, "tol", 1e-9), ZN_OK);
    ck_assert_msg(!zn_solver_solve(s, zn_problem_file_problem(f), z, u, NULL),
                  "%s", zn_errmsg(ctx));
    ck_assert(error_at(f, z, u) <= 1e-9);
    /* the symmetric part of M is at least I/10 */
    for (zn_index i = 0; cases[_i].unique && i < nz; i++)
        ck_assert_msg(fabs(z[i] - known[i]) < 1e-6, "%s: z(%td) = %g, not %g",
                      cases[_i].class, i, z[i], known[i]);
    zn_solver_free(s);
    free(z);
    zn_problem_file_free(f);
}
END_TEST

/* A solution is no trivial one: some contacts carry and stay, some carry and slip, some part. */
START_TEST(contacts_of_a_known_solution_do_all_they_can)
{
    static const char *const classes[] = {"friction", "rolling-friction",
                                          "global-friction",
                                          "global-rolling-friction"};
    const bool global = _i >= 2;
    const int d = _i % 2 ? 5 : 3;
    zn_problem_file *f = make(classes[_i], "contacts=60 seed=3");
    const double *z, *w;
    int carry = 0, slip = 0, part = 0;

    ck_assert(zn_problem_file_known(f, &z, &w));
    if (global) /* velocities of the bodies come first */
        z += zn_problem_file_nz(f) - 60 * d;
    for (int a = 0; a < 60; a++) {
        const double *r = z + d * a, *u = w + d * a;
        bool moves = false;
        for (int i = 1; i < d; i++)
            moves = moves || u[i] != 0;
        carry += r[0] > 0 && !moves;
        slip += r[0] > 0 && moves;
        part += r[0] == 0 && u[0] > 0;
    }
    ck_assert_msg(carry > 3 && slip > 3 && part > 3, "%s: %d %d %d", classes[_i],
                  carry, slip, part);
    zn_problem_file_free(f);
}
END_TEST

/* given by functions, which no file can hold */
static bool is_map(const char *class)
{
    return !strcmp(class, "ncp") || !strcmp(class, "mcp") ||
           !strcmp(class, "vi");
}

START_TEST(files_hold_random_problems_of_every_class)
{
    zn_problem_file *f = make(cases[_i].class, cases[_i].options), *g;
    const double *z, *w;
    char path[64];

    temporary(path, ".dat");
    if (is_map(cases[_i].class)) {
        ck_assert_int_eq(zn_problem_file_write(ctx, path, cases[_i].class,
                                               zn_problem_file_problem(f)),
                         ZN_ENOTSUP);
        ck_assert_int_eq(
            zn_problem_file_parse(ctx, "1\n", 2, cases[_i].class, &g),
            ZN_EINVAL);
        ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "functions"));
        unlink(path);
        zn_problem_file_free(f);
        return;
    }
    ck_assert_msg(!zn_problem_file_write(ctx, path, cases[_i].class,
                                         zn_problem_file_problem(f)),
                  "%s", zn_errmsg(ctx));
    ck_assert_msg(!zn_problem_file_read(ctx, path, cases[_i].class, &g), "%s",
                  zn_errmsg(ctx));
    unlink(path);
    ck_assert(zn_problem_file_known(f, &z, &w));
    /* the data came back: the solution of one is one of the other, to the bit */
    ck_assert(error_at(g, z, w) == error_at(f, z, w));
    ck_assert(!zn_problem_file_known(g, &z, &w));
    zn_problem_file_free(g);
    zn_problem_file_free(f);
}
END_TEST

/* x'M x, to which what is skew adds nothing: so it is monotone with and without. */
START_TEST(what_is_skew_does_no_work)
{
    static const char *const storage[] = {"dense", "sparse"};
    char options[80];

    for (int k = 0; k < 2; k++) {
        double work[2] = {0}, x[30], y[30];

        for (int skew = 0; skew < 2; skew++) {
            snprintf(options, sizeof options, "n=30 seed=5 storage=%s skew=%d", storage[k],
                     4 * skew);
            zn_problem_file *f = make("lcp", options);
            const zn_lcp *p = zn_problem_file_problem(f);

            for (int i = 0; i < 30; i++)
                x[i] = cos(i * i);
            zn_matrix_mul(p->M, 1, x, 0, y);
            for (int i = 0; i < 30; i++)
                work[skew] += x[i] * y[i];
            zn_problem_file_free(f);
        }
        ck_assert_double_gt(work[0], 0);
        ck_assert_double_eq_tol(work[1], work[0], 1e-12 * work[0]);
    }
}
END_TEST

START_TEST(the_same_seed_gives_the_same_bits_and_another_does_not)
{
    zn_problem_file *f = make("friction", "contacts=9 seed=3");
    zn_problem_file *g = make("fc3d", " seed=3\tcontacts=9 ");
    zn_problem_file *h = make("friction", "contacts=9 seed=4");
    const zn_friction *p = zn_problem_file_problem(f);
    const zn_friction *q = zn_problem_file_problem(g);

    same_matrix(p->M, q->M);
    same_reals(p->q, q->q, 27);
    q = zn_problem_file_problem(h);
    ck_assert(memcmp(p->q, q->q, 27 * sizeof *p->q) != 0);
    zn_problem_file_free(f);
    zn_problem_file_free(g);
    zn_problem_file_free(h);
}
END_TEST

/* 6 bodies have 36 velocities; 30 contacts want 90. */
START_TEST(a_chain_hangs_on_its_catenary)
{
    /* 9 links of 1 kg, c = 0.2 9 = 1.8 m; the hook s = a - 4.5 m from the lowest point bears
     * m g h root(c^2 + s^2), in the direction of its normal: W r + q = 0. */
    const double c = 1.8, weight = 9.81 * 5e-3;
    zn_problem_file *f = make("friction", "structure=chain bodies=9 slope=0.2 mu=0.3");
    const zn_friction *p = zn_problem_file_problem(f);
    double r[30] = {0}, u[30], z[30] = {0};
    zn_solver *s;

    ck_assert_int_eq(p->nc, 10);
    for (zn_index a = 0; a < 10; a++)
        r[3 * a] = weight * hypot(c, (double)a - 4.5);
    memcpy(u, p->q, sizeof u);
    zn_matrix_mul(p->M, 1, r, 1, u);
    for (int i = 0; i < 30; i++)
        ck_assert_double_eq_tol(u[i], 0, 1e-14); /* the terms are up to 1 */
    ck_assert_int_eq(zn_solver_new(ctx, "friction", "auto", &s), ZN_OK);
    ck_assert_int_eq(zn_solver_set_real(s, "tol", 1e-11), ZN_OK);
    ck_assert_int_eq(zn_solver_solve(s, p, z, u, NULL), ZN_OK);
    for (int i = 0; i < 30; i++)
        ck_assert_double_eq_tol(z[i], r[i], 1e-9);
    zn_solver_free(s);
    zn_problem_file_free(f);
}
END_TEST

START_TEST(few_bodies_make_a_singular_matrix)
{
    zn_problem_file *f = make("friction", "contacts=30 bodies=6");
    const zn_friction *p = zn_problem_file_problem(f);
    double *W = calloc(90 * 90, sizeof *W);
    int rank = 0;

    ck_assert_ptr_nonnull(W);
    ck_assert(zn_matrix_symmetric(p->M, 1e-14));
    zn_matrix_to_dense(p->M, W);
    for (int k = 0; k < 90; k++) { /* Gauss with complete pivoting */
        int best = k;
        for (int i = k; i < 90; i++)
            if (W[i + 90 * i] > W[best + 90 * best])
                best = i;
        if (W[best + 90 * best] < 1e-10)
            break;
        rank++;
        for (int i = 0; i < 90; i++) {
            const double t = W[i + 90 * k];
            W[i + 90 * k] = W[i + 90 * best];
            W[i + 90 * best] = t;
        }
        for (int i = 0; i < 90; i++) {
            const double t = W[k + 90 * i];
            W[k + 90 * i] = W[best + 90 * i];
            W[best + 90 * i] = t;
        }
        for (int i = k + 1; i < 90; i++)
            for (int j = 89; j >= k; j--)
                W[i + 90 * j] -= W[i + 90 * k] / W[k + 90 * k] * W[k + 90 * j];
    }
    ck_assert_int_eq(rank, 36);
    free(W);
    zn_problem_file_free(f);
}
END_TEST

/* A brick of 2 x 1 x 1 turns about its axes with m (1 + 1)/12 and m (4 + 1)/12, a cube of edge 1
 * with the first of these about all; a body that has one number for all has one between. */
START_TEST(a_brick_is_heavier_to_turn_than_a_cube)
{
    static const char *const of[] = {"structure=stack bodies=6",
                                     "structure=wall bodies=6"};
    enum { N = 36 };

    for (int brick = 0; brick < 2; brick++) {
        double M[N * N];
        zn_problem_file *f;

        ck_assert_msg(!zn_problem_random(ctx, "global-friction", of[brick], &f),
                      "%s", zn_errmsg(ctx));
        const zn_global_friction *p = zn_problem_file_problem(f);
        ck_assert_int_eq(p->n, N);
        zn_matrix_to_dense(p->M, M);
        for (int b = 0; b < 6; b++)
            for (int k = 3; k < 6; k++) {
                const double share =
                    M[(6 * b + k) * (N + 1)] / M[6 * b * (N + 1)];
                if (brick)
                    ck_assert(share > 1.2 / 6 && share < 5. / 12);
                else
                    ck_assert_double_eq_tol(share, 1. / 6, 1e-15);
            }
        zn_problem_file_free(f);
    }
}
END_TEST

START_TEST(wrong_options_are_answered_with_those_there_are)
{
    static const struct {
        const char *class, *options;
        zn_status st;
        const char *words;
    } bad[] = {
        {"lcp", "size=3", ZN_ENOENT, "has no option 'size'; it has: seed, n"},
        {"lcp", "size=3", ZN_ENOENT, "random lcp"},
        {"lcp", "n=0", ZN_EINVAL, "must be a whole number in [1"},
        {"lcp", "n", ZN_EINVAL, "'n' is not of the form option=value"},
        {"lcp", "=3", ZN_EINVAL, "'=3' is not of the form option=value"},
        {"friction", "mu=-1", ZN_EINVAL, "mu"},
        {"rfc3d", "d=4", ZN_EINVAL, "d = 4, must be 3, 5 or 6"},
        {"socks", "", ZN_ENOENT, "'socks'"},
    };
    zn_problem_file *f;

    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        ck_assert_int_eq(
            zn_problem_random(ctx, bad[k].class, bad[k].options, &f),
            bad[k].st);
        ck_assert_ptr_null(f);
        ck_assert_msg(strstr(zn_errmsg(ctx), bad[k].words) != NULL, "%s",
                      zn_errmsg(ctx));
    }
    ck_assert_ptr_nonnull(zn_problem_random_options(ctx, "fc2d"));
    ck_assert_ptr_null(zn_problem_random_options(ctx, "socks"));
    ck_assert_str_eq(zn_problem_random_class(0), "lcp");
    ck_assert_ptr_null(zn_problem_random_class(1000));
}
END_TEST

static zn_status make_all(const zn_allocator *alloc)
{
    zn_ctx *c;
    zn_status st = zn_ctx_new_with(alloc, &c);
    const char *class;

    for (zn_index k = 0; !st && (class = zn_problem_random_class(k)); k++) {
        zn_problem_file *f;
        const char *small = strcmp(class, "soclcp") == 0  ? "cones=2"
                            : strstr(class, "friction")   ? "contacts=3"
                            : strcmp(class, "lcp") == 0   ? "n=4 storage=sparse"
                            : strstr(class, "mechanical") ? "blocks=6"
                            : strstr(class, "plasticity") ? "points=2"
                                                          : "n=4";
        st = zn_problem_random(c, class, small, &f);
        ck_assert(!st == !!f);
        zn_problem_file_free(f);
    }
    if (c)
        zn_ctx_free(c);
    return st;
}

START_TEST(failing_memory_is_told_and_nothing_leaks)
{
    test_torture(make_all);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("random problems");
    TCase *tc = tcase_create("random");

    tcase_add_checked_fixture(tc, set_up, tear_down);
    tcase_add_loop_test(tc, contacts_of_a_known_solution_do_all_they_can, 0,
                        4);
    tcase_add_loop_test(tc, the_known_solution_solves_the_problem, 0, CASES);
    tcase_add_loop_test(
        tc, auto_finds_a_solution_and_the_one_where_there_is_one, 0, CASES);
    tcase_add_test(tc, bodies_of_a_known_solution_move);
    tcase_add_test(tc, free_unknowns_of_a_known_solution_have_either_sign);
    tcase_add_loop_test(tc, files_hold_random_problems_of_every_class, 0,
                        CASES);
    tcase_add_test(tc, what_is_skew_does_no_work);
    tcase_add_test(tc, the_same_seed_gives_the_same_bits_and_another_does_not);
    tcase_add_test(tc, a_chain_hangs_on_its_catenary);
    tcase_add_test(tc, few_bodies_make_a_singular_matrix);
    tcase_add_test(tc, a_brick_is_heavier_to_turn_than_a_cube);
    tcase_add_test(tc, wrong_options_are_answered_with_those_there_are);
    tcase_add_test(tc, failing_memory_is_told_and_nothing_leaks);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
