/* test_friction_global_ways.c - solvers of global friction: what auto chooses,
 * honest failures, interruptions, memory, the collection
 * SPDX-License-Identifier: Apache-2.0 */
#include "global_friction_test.h"

#include <zeno/problem_file.h>
#include <zeno/random_problem.h>

#include "solvers/classes/friction/motion.h"

/* ---- H by contacts ---------------------------------------------------------------- */

/* r'(H'v) = (H r)'v for any r and v, here of whole numbers, so that both are exact; and what is added to
 * is kept. H has two contacts that share row 1. */
START_TEST(scattering_is_the_transpose_of_gathering)
{
    enum { D = 3, NC = 2, N = 4 };
    const double H[N * D * NC] = {1, 2,  0, 0, -3, 4, 0, 0, 5,  0, 0, 0,
                                  0, -6, 0, 7, 0,  8, 0, 9, 0, -1, 0, 2};
    const double v[N] = {1, -2, 3, 5}, r[D * NC] = {2, -1, 3, 1, 4, -5};
    const zn_matrix A = zn_matrix_dense(N, D * NC, H);
    zni_by_columns columns = {0};
    zni_ways by = {0};
    zn_ctx *ctx = context();
    double Hr[N] = {0};

    ck_assert(!zni_by_columns_set(ctx, &columns, &A));
    ck_assert(!zni_ways_set(ctx, &by, D, NC, &columns));
    for (int a = 0; a < NC; a++) {
        double u[D], left = 0, right = 0, one[N] = {10, 10, 10, 10};

        zni_ways_gather(&by, D, a, v, u);
        zni_ways_scatter(&by, D, a, r + D * a, one);
        zni_ways_scatter(&by, D, a, r + D * a, Hr);
        for (int k = 0; k < D; k++)
            left += r[D * a + k] * u[k];
        for (int i = 0; i < N; i++)
            right += (one[i] - 10) * v[i];
        ck_assert_double_eq(left, right);
    }
    for (int i = 0; i < N; i++) {
        double sum = 0;

        for (int j = 0; j < D * NC; j++)
            sum += H[i + j * N] * r[j];
        ck_assert_double_eq(Hr[i], sum);
    }
    zni_ways_fini(ctx, &by);
    zni_by_columns_fini(ctx, &columns);
    zn_ctx_free(ctx);
}
END_TEST

/* ---- what auto does --------------------------------------------------------------- */

/* A free body that all others lie on makes W full, not H and M^-1 H: contact a is
 * between body a + 1 and body 0. M = I, sparse. */
static stored plate(zn_index nc, double q[], zn_index **p, zn_index **i,
                    double **x)
{
    rng g = {21};
    zn_index n = 6 * (nc + 1), k = 0;
    stored M = {.x = reals(n), .p = indices(n + 1), .i = indices(n)};

    *p = indices(3 * nc + 1);
    *i = indices(36 * nc);
    *x = reals(36 * nc);
    for (zn_index r = 0; r < n; r++) {
        M.x[r] = r < 6 ? 50 : 1;
        M.i[r] = r;
        M.p[r + 1] = r + 1;
        q[r] = r < 6 ? 0 : r % 6 == 0 ? -1 : uniform(&g, -0.2, 0.2);
    }
    for (zn_index j = 0; j < 3 * nc; j++) {
        /* u = (velocity of a + 1) - (velocity of 0), and lever arms */
        for (zn_index r = 0; r < 12; r++) {
            double unit = r % 6 == j % 3 ? (r < 6 ? -1 : 1) : 0;

            (*i)[k] = r < 6 ? r : 6 * (j / 3) + r;
            (*x)[k++] = r % 6 < 3 ? unit : uniform(&g, -0.3, 0.3);
        }
        (*p)[j + 1] = k;
    }
    M.m = (zn_matrix){
        .storage = ZN_CSC, .rows = n, .cols = n, .x = M.x, .p = M.p, .i = M.i};
    return M;
}

/* Each function is another one: their first steps differ, and so do those of the two
 * variants of the first. */
START_TEST(each_newton_has_its_function)
{
    static const char *const how[][2] = {{"newton-ac", "alart-curnier"},
                                         {"newton-ac", "jean-moreau"},
                                         {"newton-natural", NULL},
                                         {"newton-fb", NULL}};
    zn_ctx *ctx = context();
    zn_problem_file *f;
    double *z[4], *w = reals(60);
    zn_index n;

    ck_assert(!zn_problem_random(ctx, "global-friction", "contacts=20", &f));
    n = zn_problem_file_nz(f);
    for (int k = 0; k < 4; k++) {
        zn_solver *s;
        z[k] = reals(n);
        ck_assert(!zn_solver_new(ctx, "global-friction", how[k][0], &s));
        if (how[k][1])
            ck_assert(!zn_solver_set(s, "variant", how[k][1]));
        ck_assert(!zn_solver_set(s, "max_iter", "2"));
        ck_assert(!zn_solver_set(s, "hybrid", "0"));
        ck_assert_int_eq(
            zn_solver_solve(s, zn_problem_file_problem(f), z[k], w, NULL),
            ZN_UNSOLVED);
        for (int j = 0; j < k; j++)
            ck_assert_msg(memcmp(z[j], z[k], (size_t)n * sizeof **z),
                          "%s is %s", how[k][0], how[j][0]);
        zn_solver_free(s);
    }
    for (int k = 0; k < 4; k++)
        free(z[k]);
    free(w);
    zn_problem_file_free(f);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(auto_does_not_form_a_full_matrix)
{
    enum { MANY = 150 };
    zn_index n = 6 * (MANY + 1), *p, *i;
    double *q = reals(n), *b = reals(3 * MANY), *mu = reals(MANY), *x;
    double *z = reals(n + 3 * MANY), *w = reals(3 * MANY);
    stored M = plate(MANY, q, &p, &i, &x);
    const zn_matrix H = {
        .storage = ZN_CSC, .rows = n, .cols = 3 * MANY, .x = x, .p = p, .i = i};
    zn_global_friction problem = {3, MANY, n, &M.m, &H, q, b, mu};
    zn_ctx *ctx = context();
    zn_solver *s;
    zn_solve_info info;

    for (int a = 0; a < MANY; a++)
        mu[a] = 0.3;
    ck_assert_int_eq(zn_solver_new(ctx, "global-friction", "auto", &s), ZN_OK);
    ck_assert_msg(zn_solver_solve(s, &problem, z, w, &info) == ZN_OK, "%s",
                  zn_errmsg(ctx));
    printf("plate: %s, %td iterations\n", info.solver, info.iterations);
    ck_assert_str_ne(info.solver, "reduced");
    /* one sweep only: interior points must do it */
    memset(z, 0, (size_t)(n + 3 * MANY) * sizeof *z);
    zn_solver_set_real(s, "max_sweeps", 1);
    ck_assert_msg(zn_solver_solve(s, &problem, z, w, &info) == ZN_OK, "%s",
                  zn_errmsg(ctx));
    printf("plate: %s, %td iterations\n", info.solver, info.iterations);
    ck_assert_str_eq(info.solver, "interior-point");
    zn_solver_free(s);

    /* few contacts on the same bodies: the matrix is thin */
    problem.nc = 1;
    const zn_matrix one = {
        .storage = ZN_CSC, .rows = n, .cols = 3, .x = x, .p = p, .i = i};
    problem.H = &one;
    ck_assert_int_eq(
        run_once(ctx, "global-friction", "auto", 1e-8, &problem, z, w, &info),
        ZN_OK);
    ck_assert_str_eq(info.solver, "reduced");
    stored_free(&M);
    free(p);
    free(i);
    free(x);
    free(q);
    free(b);
    free(mu);
    free(z);
    free(w);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(auto_gives_the_same_bits_each_time)
{
    rng g = {31};
    zn_ctx *ctx = context();
    scene s;
    double z[2][128], w[2][64];
    zn_solve_info info[2];

    scene_new(&s, &g, 3, 9, 3, 0.2, 0.9, 1);
    for (int k = 0; k < 2; k++) {
        memset(z[k], 0, sizeof z[k]);
        run_way(ctx, 0, 1e-10, &s.p, z[k], w[k], &info[k]);
    }
    ck_assert_int_eq(info[0].iterations, info[1].iterations);
    ck_assert(memcmp(z[0], z[1], sizeof z[0]) == 0);
    scene_free(&s);
    zn_ctx_free(ctx);
}
END_TEST

/* ---- what has no solution, and what is not finished -------------------------------- */

static bool all_finite(zn_index n, const double x[])
{
    for (zn_index i = 0; i < n; i++)
        if (!isfinite(x[i]))
            return false;
    return true;
}

START_TEST(what_has_no_solution_is_not_solved)
{
    /* the second contact moves nothing and closes with 1 whatever happens */
    static const double M[] = {2, 0, 0, 0, 2, 0, 0, 0, 2};
    static const double H[] = {1, 0, 0, 0, 1, 0, 0, 0, 1,
                               0, 0, 0, 0, 0, 0, 0, 0, 0};
    static const double q[] = {-2, 1, 0}, b[] = {0, 0, 0, -1, 0, 0};
    static const double mu[] = {0.3, 0.3};
    const zn_matrix A = zn_matrix_dense(3, 3, M), B = zn_matrix_dense(3, 6, H);
    const zn_global_friction p = {3, 2, 3, &A, &B, q, b, mu};
    zn_ctx *ctx = context();
    double z[9] = {0}, w[6];
    zn_solve_info info;
    zn_status st = run_way(ctx, _i, 1e-8, &p, z, w, &info);

    ck_assert_msg(st == ZN_UNSOLVED, "%s: %s", ways[_i].name,
                  zn_status_name(st));
    ck_assert_msg(info.outcome != ZN_SOLVED, "%s", ways[_i].name);
    /* the residual is 1; r may have grown to 1e12, a millionth of it counts */
    ck_assert_msg(info.error > 1e-7 && isfinite(info.error), "%s: %g",
                  ways[_i].name, info.error);
    ck_assert_msg(all_finite(9, z) && all_finite(6, w), "%s", ways[_i].name);
    zn_ctx_free(ctx);
}
END_TEST

static bool stop(void *user, zn_index iteration, double error)
{
    (void)iteration;
    (void)error;
    return ++*(int *)user > 1;
}

START_TEST(an_interruption_is_heeded)
{
    rng g = {5};
    zn_ctx *ctx = context();
    scene s;
    zn_solver *solver;
    zn_solve_info info;
    double *z, *w;
    int calls = 0;

    scene_new(&s, &g, 3, 9, 3, 0.2, 0.3, 1);
    z = reals(s.n + s.m);
    w = reals(s.m);
    ck_assert_int_eq(
        zn_solver_new(ctx, "global-friction", ways[_i].solver, &solver), ZN_OK);
    /* 0: what no method reaches */
    ck_assert_int_eq(zn_solver_set_real(solver, "tol", 0), ZN_OK);
    for (int k = 0; k < 2 && ways[_i].set[k][0]; k++)
        zn_solver_set(solver, ways[_i].set[k][0], ways[_i].set[k][1]);
    zn_solver_set_callback(solver, stop, &calls);
    ck_assert_int_eq(zn_solver_solve(solver, &s.p, z, w, &info), ZN_UNSOLVED);
    ck_assert_msg(info.outcome == ZN_INTERRUPTED, "%s: %s", ways[_i].name,
                  zn_outcome_name(info.outcome));
    ck_assert_int_eq(calls, 2);
    ck_assert(isfinite(info.error));
    zn_solver_free(solver);
    scene_free(&s);
    free(z);
    free(w);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(the_best_point_comes_back)
{
    /* few steps: unsolved, and no worse than the start */
    rng g = {6};
    zn_ctx *ctx;
    scene s;
    zn_solver *solver;
    zn_solve_info start, info;
    double *z, *w;

    if (strncmp(ways[_i].solver, "auto", 4) == 0 ||
        strcmp(ways[_i].solver, "reduced") == 0)
        return; /* these have no limit of their own */
    ctx = context();
    scene_new(&s, &g, 3, 9, 3, 0.2, 0.3, 1);
    z = reals(s.n + s.m);
    w = reals(s.m);
    ck_assert_int_eq(
        zn_solver_new(ctx, "global-friction", ways[_i].solver, &solver), ZN_OK);
    for (int k = 0; k < 2 && ways[_i].set[k][0]; k++)
        zn_solver_set(solver, ways[_i].set[k][0], ways[_i].set[k][1]);
    zn_solver_set_real(solver, "max_iter", 1);
    zn_solver_set_real(solver, "tol", 0);
    ck_assert_int_eq(zn_solver_solve(solver, &s.p, z, w, &start), ZN_UNSOLVED);
    /* a second call goes on from there */
    ck_assert_int_eq(zn_solver_solve(solver, &s.p, z, w, &info), ZN_UNSOLVED);
    ck_assert_msg(info.error <= start.error * (1 + 1e-12) + 1e-15,
                  "%s: %g after %g", ways[_i].name, info.error, start.error);
    zn_solver_free(solver);
    scene_free(&s);
    free(z);
    free(w);
    zn_ctx_free(ctx);
}
END_TEST

/* ---- memory ------------------------------------------------------------------------- */

static scene shared;
static int who;

static zn_status body(const zn_allocator *alloc)
{
    zn_ctx *ctx = NULL;
    zn_solver *s = NULL;
    double z[64] = {0}, w[32];
    zn_status st = zn_ctx_new_with(alloc, &ctx);

    if (!st)
        st = zn_solver_new(ctx, "global-friction", ways[who].solver, &s);
    for (int k = 0; !st && k < 2 && ways[who].set[k][0]; k++)
        st = zn_solver_set(s, ways[who].set[k][0], ways[who].set[k][1]);
    if (!st)
        st = zn_solver_solve(s, &shared.p, z, w, NULL);
    zn_solver_free(s);
    zn_ctx_free(ctx);
    return st;
}

START_TEST(every_allocation_may_fail)
{
    rng g = {9};

    who = _i;
    scene_new(&shared, &g, 3, 3, 3, 0.2, 0.4, 1);
    test_torture(body);
    scene_free(&shared);
}
END_TEST

START_TEST(a_second_call_allocates_nothing)
{
    rng g = {10};
    test_memory mem = {0};
    zn_allocator alloc = test_allocator(&mem);
    zn_ctx *ctx;
    zn_solver *s;
    double z[64] = {0}, w[32];
    long before;

    scene_new(&shared, &g, 3, 4, 4, 0.2, 0.4, 1);
    ck_assert_int_eq(zn_ctx_new_with(&alloc, &ctx), ZN_OK);
    ck_assert_int_eq(zn_solver_new(ctx, "global-friction", ways[_i].solver, &s),
                     ZN_OK);
    for (int k = 0; k < 2 && ways[_i].set[k][0]; k++)
        zn_solver_set(s, ways[_i].set[k][0], ways[_i].set[k][1]);
    ck_assert_int_eq(zn_solver_solve(s, &shared.p, z, w, NULL), ZN_OK);
    before = mem.calls;
    memset(z, 0, sizeof z);
    for (zn_index i = 0; i < shared.n; i++)
        shared.q[i] *= 1.25;
    ck_assert_int_ge(zn_solver_solve(s, &shared.p, z, w, NULL), ZN_OK);
    ck_assert_msg(mem.calls == before, "%s: %ld allocations", ways[_i].name,
                  mem.calls - before);
    zn_solver_free(s);
    zn_ctx_free(ctx);
    ck_assert_int_eq(mem.live, 0);
    scene_free(&shared);
}
END_TEST

/* ---- the collection ------------------------------------------------------------------- */

static const char *const files[] = {
    "GFC2D/gfc2d_granularflowonwall_00000_00117.dat",
    "GFC2D/gfc2d_granularflowonwall_00230_00206.dat",
    "GFC3D/GFC3D_Example00.dat",
    "GFC3D/GFC3D_Example00_badly_scaled.dat",
    "GFC3D/GFC3D_Example1.dat",
    "GFC3D/GFC3D_TwoRods1.dat",
    "HDF5-global/Box_Stacks-i0122-82-5.hdf5",
    "HDF5-global/Spheres-i099-356-679.hdf5",
};
enum { FILES = sizeof files / sizeof files[0] };

START_TEST(every_way_solves_the_collection)
{
    char relative[256], path[TEST_PATH];
    zn_ctx *ctx;
    zn_problem_file *f;
    double *z, *w;

    snprintf(relative, sizeof relative, "problems/%s", files[_i]);
    if (!test_reference(path, relative))
        return;
    ctx = context();
    ck_assert_msg(zn_problem_file_read(ctx, path, NULL, &f) == ZN_OK, "%s",
                  zn_errmsg(ctx));
    ck_assert_str_eq(zn_problem_file_class(f), "global-friction");
    z = reals(zn_problem_file_nz(f) + 1);
    w = reals(zn_problem_file_nw(f) + 1);
    /* under a tool that is slow each file by another way */
    for (int k = test_stride() > 1 ? _i % WAYS : 0; k < WAYS;
         k += test_stride()) {
        zn_solve_info info;

        /* projections are slow where masses are of many sizes */
        if (strncmp(ways[k].name, "vi-", 3) == 0 && _i == 1)
            continue;
        memset(z, 0, (size_t)zn_problem_file_nz(f) * sizeof *z);
        ck_assert_msg(run_way(ctx, k, 1e-8, zn_problem_file_problem(f), z, w,
                              &info) == ZN_OK,
                      "%s, %s: %s", files[_i], ways[k].name, zn_errmsg(ctx));
    }
    free(z);
    free(w);
    zn_problem_file_free(f);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("global friction, ways");
    TCase *tc = tcase_create("global");

    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, scattering_is_the_transpose_of_gathering);
    tcase_add_test(tc, each_newton_has_its_function);
    tcase_add_test(tc, auto_does_not_form_a_full_matrix);
    tcase_add_test(tc, auto_gives_the_same_bits_each_time);
    tcase_add_loop_test(tc, what_has_no_solution_is_not_solved, 0, WAYS);
    tcase_add_loop_test(tc, an_interruption_is_heeded, 0, WAYS);
    tcase_add_loop_test(tc, the_best_point_comes_back, 0, WAYS);
    tcase_add_loop_test(tc, every_allocation_may_fail, 0, WAYS);
    tcase_add_loop_test(tc, a_second_call_allocates_nothing, 0, WAYS);
    tcase_add_loop_test(tc, every_way_solves_the_collection, 0, FILES);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
