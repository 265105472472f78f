/* test_qp.c - convex quadratic programs
 * SPDX-License-Identifier: Apache-2.0 */
#include "vi_test.h"

#include <zeno/qp.h>
#include <zeno/random_problem.h>

static const char *const all[] = {"auto", "admm", "active-set",
                                  "interior-point", "projected-gradient"};
enum { NALL = 5 };

static zn_status disk(void *user, double x[])
{
    double r = hypot(x[0], x[1]);

    (void)user;
    if (r > 1) {
        x[0] /= r;
        x[1] /= r;
    }
    return ZN_OK;
}

static const double M2[] = {2, 0, 0, 2}, q2[] = {-2, -5};

/* every method that applies gives z and w */
static void expect(const zn_qp *p, const double z0[], const double want_z[],
                   const double want_w[])
{
    zn_ctx *ctx = context();
    int applied = 0;

    for (int k = 0; k < NALL; k++) {
        double z[4], w[8];
        zn_status st;

        memcpy(z, z0, (size_t)p->n * sizeof *z);
        st = run_once(ctx, "qp", all[k], 1e-10, p, z, w, NULL);
        if (st == ZN_EINVAL && k >= 2)
            continue;
        applied++;
        ck_assert_msg(st == ZN_OK, "%s: %s", all[k], zn_errmsg(ctx));
        for (zn_index i = 0; i < p->n; i++)
            ck_assert_msg(fabs(z[i] - want_z[i]) < 1e-8,
                          "%s: z(%td) = %.12g, not %.12g", all[k], i, z[i],
                          want_z[i]);
        for (zn_index i = 0; i < p->n + p->m; i++)
            ck_assert_msg(fabs(w[i] - want_w[i]) < 1e-7,
                          "%s: w(%td) = %.12g, not %.12g", all[k], i, w[i],
                          want_w[i]);
    }
    ck_assert_int_ge(applied, 2);
    zn_ctx_free(ctx);
}

/* M of rank one; by hand z = (4, 0) where the row 12 - 3 z_0 - 2 z_1 ends, M z + q = (-9, -6) = 3 A' */
START_TEST(bounds_like_1e300_are_none)
{
    const double Md[] = {9, -3, -3, 1}, q[] = {-45, 6}, A[] = {-3, -2}, b[] = {12};
    const double lb[] = {-INFINITY, -1e300}, ub[] = {INFINITY, 0};
    const zn_matrix M = zn_matrix_dense(2, 2, Md), Am = zn_matrix_dense(1, 2, A);
    const zn_qp p = {.n = 2, .M = &M, .q = q, .lb = lb, .ub = ub, .m = 1, .A = &Am, .b = b};
    double z[2] = {0}, w[3];
    zn_ctx *ctx = context();

    ck_assert_msg(!run_once(ctx, "qp", "auto", -1, &p, z, w, NULL), "%s", zn_errmsg(ctx));
    ck_assert_double_eq_tol(z[0], 4, 1e-7);
    ck_assert_double_eq_tol(z[1], 0, 1e-7);
    ck_assert_double_eq_tol(w[2], 3, 1e-6);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(nearest_point_of_a_half_plane)
{
    /* (1, 2.5) moved by 0.75 along (-1, -1); M z + q = (-1.5, -1.5) = A'l */
    const double A[] = {-1, -1}, b[] = {2}, zero[] = {0, 0};
    zn_matrix M = zn_matrix_dense(2, 2, M2), Am = zn_matrix_dense(1, 2, A);
    zn_qp p = {.n = 2, .M = &M, .q = q2, .m = 1, .A = &Am, .b = b};

    expect(&p, zero, (double[]){0.25, 1.75}, (double[]){0, 0, 1.5});
}
END_TEST

/* A row that says 0 + 1 >= 0 says nothing of z. */
START_TEST(a_row_without_entries_does_not_matter)
{
    const double A[] = {0, 0}, b[] = {1}, zero[] = {0, 0};
    zn_matrix M = zn_matrix_dense(2, 2, M2), Am = zn_matrix_dense(1, 2, A);
    zn_qp p = {.n = 2, .M = &M, .q = q2, .m = 1, .A = &Am, .b = b};

    expect(&p, zero, (double[]){1, 2.5}, (double[]){0, 0, 0});
}
END_TEST

START_TEST(nearest_point_of_a_box)
{
    /* x free: 1; y <= 2: 2 with nu = -1 */
    const double ub[] = {INFINITY, 2}, start[] = {-3, 9};
    zn_matrix M = zn_matrix_dense(2, 2, M2);
    zn_qp p = {.n = 2, .M = &M, .q = q2, .ub = ub};

    expect(&p, start, (double[]){1, 2}, (double[]){0, -1});
}
END_TEST

START_TEST(nearest_point_of_a_disk)
{
    /* 1/2 |z - c|^2 with z - (1, 1) in the unit disk, c = (4, 5): z = (1, 1) +
     * (0.6, 0.8), l = z - c = (-2.4, -3.2) */
    const double I[] = {1, 0, 0, 1}, q[] = {-4, -5}, b[] = {-1, -1};
    const double start[] = {0, 0};
    zn_matrix M = zn_matrix_dense(2, 2, I);
    zn_qp p = {.n = 2, .M = &M, .q = q, .m = 2, .b = b, .project = disk};
    const double want[] = {0, 0, -2.4, -3.2};

    expect(&p, start, (double[]){1.6, 1.8}, want);

    /* the same with the identity written out, and one bound that is not active */
    const double lb[] = {1.1, -INFINITY};

    p.A = &M;
    p.lb = lb;
    expect(&p, start, (double[]){1.6, 1.8}, want);
}
END_TEST

static zn_status disk_of(void *user, double x[])
{
    const double radius = *(const double *)user, r = hypot(x[0], x[1]);

    for (int i = 0; i < 2 && r > radius; i++)
        x[i] *= radius / r;
    return ZN_OK;
}

/* As above of c = (6, 8) and a disk whose radius only its user knows, 2; q of ten is solved
 * in other units than these. */
START_TEST(a_projection_is_asked_with_its_user)
{
    const double I[] = {1, 0, 0, 1}, q[] = {-6, -8}, start[] = {0, 0};
    double radius = 2;
    zn_matrix M = zn_matrix_dense(2, 2, I);
    zn_qp p = {.n = 2,
               .M = &M,
               .q = q,
               .m = 2,
               .project = disk_of,
               .user = &radius};

    expect(&p, start, (double[]){1.2, 1.6}, (double[]){0, 0, -4.8, -6.4});
}
END_TEST

START_TEST(a_projection_of_a_linear_map)
{
    /* min 1/2 |z|^2 - 10 z1, (2 z1, z2) in the unit disk: z = (1/2, 0), l = 2 l1 =
     * 1/2 - 10, l1 = -4.75 */
    const double I[] = {1, 0, 0, 1}, q[] = {-10, 0}, A[] = {2, 0, 0, 1};
    const double start[] = {0, 0.3};
    zn_matrix M = zn_matrix_dense(2, 2, I), Am = zn_matrix_dense(2, 2, A);
    zn_qp p = {.n = 2, .M = &M, .q = q, .m = 2, .A = &Am, .project = disk};

    expect(&p, start, (double[]){0.5, 0}, (double[]){0, 0, -4.75, 0});
}
END_TEST

/* ---- honest failure ---------------------------------------------------------- */

/* Two steps do not turn a corner of a narrow valley; more do. */
START_TEST(too_few_projected_steps_are_told)
{
    const double V[] = {1, 0.9, 0.9, 1}, q[] = {-1, 0.5}, lb[] = {0, -1};
    const zn_matrix M = zn_matrix_dense(2, 2, V);
    const zn_qp p = {.n = 2, .M = &M, .q = q, .lb = lb};
    double z[2] = {0.1, 2}, w[2];
    zn_ctx *ctx = context();
    zn_solve_info info;
    zn_solver *s;

    ck_assert(!zn_solver_new(ctx, "qp", "projected-gradient", &s));
    ck_assert(!zn_solver_set(s, "max_iter", "2"));
    ck_assert_int_eq(zn_solver_solve(s, &p, z, w, &info), ZN_UNSOLVED);
    ck_assert_int_eq(info.outcome, ZN_ITERATION_LIMIT);
    ck_assert(!zn_solver_set(s, "max_iter", "1000"));
    ck_assert(!zn_solver_solve(s, &p, z, w, &info));
    ck_assert_int_eq(info.outcome, ZN_SOLVED);
    /* y on its bound -1, x = 1 + 0.9 */
    ck_assert_double_eq_tol(z[0], 1.9, 1e-7);
    ck_assert(z[1] == -1);
    zn_solver_free(s);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(no_solution_is_told)
{
    /* x >= 1 and -x >= 0; then min -x without a bound */
    zn_ctx *ctx = context();
    const double one[] = {1}, zero[] = {0}, minus[] = {-1};
    const double A[] = {1, -1}, b[] = {-1, 0}, skew[] = {1, 1, 0, 1};
    zn_matrix M = zn_matrix_dense(1, 1, one), Z = zn_matrix_dense(1, 1, zero);
    zn_matrix Am = zn_matrix_dense(2, 1, A), S = zn_matrix_dense(2, 2, skew);
    zn_qp infeasible = {.n = 1, .M = &M, .q = zero, .m = 2, .A = &Am, .b = b};
    zn_qp unbounded = {.n = 1, .M = &Z, .q = minus};
    zn_qp nonsymmetric = {.n = 2, .M = &S, .q = q2};
    double z[2] = {0, 0}, w[3];
    zn_solve_info info;

    for (int k = 0; k < NALL; k++) {
        if (k < 4) {
            z[0] = 0;
            ck_assert_int_eq(
                run_once(ctx, "qp", all[k], -1, &infeasible, z, w, &info),
                ZN_UNSOLVED);
            ck_assert_double_gt(info.error, 1e-3);
        }
        z[0] = 0;
        ck_assert_int_eq(
            run_once(ctx, "qp", all[k], -1, &unbounded, z, w, &info),
            ZN_UNSOLVED);
        ck_assert_double_ge(info.error, 1);
        ck_assert_int_eq(
            run_once(ctx, "qp", all[k], -1, &nonsymmetric, z, w, NULL),
            ZN_EINVAL);
        ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "not symmetric"));
    }
    zn_ctx_free(ctx);
}
END_TEST

/* ---- random families ----------------------------------------------------------- */

/* compressed columns of a dense rows x cols matrix */
static stored rectangle(zn_index rows, zn_index cols, const double A[])
{
    stored s = {.x = reals(rows * cols),
                .p = indices(cols + 1),
                .i = indices(rows * cols)};
    zn_index k = 0;

    for (zn_index j = 0; j < cols; j++) {
        for (zn_index i = 0; i < rows; i++)
            if (A[i + j * rows] != 0) {
                s.i[k] = i;
                s.x[k++] = A[i + j * rows];
            }
        s.p[j + 1] = k;
    }
    s.m = (zn_matrix){.storage = ZN_CSC,
                      .rows = rows,
                      .cols = cols,
                      .x = s.x,
                      .p = s.p,
                      .i = s.i};
    return s;
}

static void random_program(zn_ctx *ctx, family f, uint64_t seed)
{
    rng r = {seed};
    zn_index n = 4 + (zn_index)(3 * seed), m = n / 2;
    double *M = random_matrix(&r, f, n), *A = reals(m * n), *q = reals(n);
    double *b = reals(m), *want = reals(n), *lb = reals(n), *ub = reals(n);
    double *z = reals(n), *w = reals(n + m), *l = reals(m);
    stored Mc = to_csc(n, M), Mb = to_bsr(n, M), Ac;
    zn_matrix Md = zn_matrix_dense(n, n, M), Ad = zn_matrix_dense(m, n, A);

    for (zn_index e = 0; e < m * n; e++)
        A[e] = uniform(&r, -1, 1) > 0.2 ? uniform(&r, -1, 1) : 0;
    Ac = rectangle(m, n, A);

    for (zn_index i = 0; i < n; i++) {
        int kind = (int)uniform(&r, 0, 3);

        lb[i] = i % 2 ? -1 : -INFINITY;
        ub[i] = i % 3 ? 1 : INFINITY;
        want[i] = kind == 0 && i % 2   ? -1
                  : kind == 1 && i % 3 ? 1
                                       : uniform(&r, -0.9, 0.9);
        q[i] = want[i] == -1  ? uniform(&r, 0.1, 1)
               : want[i] == 1 ? -uniform(&r, 0.1, 1)
                              : 0;
    }
    for (zn_index i = 0; i < m; i++) {
        bool tight = uniform(&r, 0, 1) < 0.4;

        l[i] = tight ? uniform(&r, 0.1, 1) : 0;
        b[i] = tight ? 0 : uniform(&r, 0.1, 1);
        for (zn_index j = 0; j < n; j++)
            b[i] -= A[i + j * m] * want[j];
    }
    for (zn_index j = 0; j < n; j++) {
        for (zn_index i = 0; i < n; i++)
            q[i] -= M[i + j * n] * want[j];
        for (zn_index i = 0; i < m; i++)
            q[j] += A[i + j * m] * l[i];
    }

    const zn_matrix *Ms[] = {&Md, &Mc.m, &Mb.m}, *As[] = {&Ad, &Ac.m, &Ad};

    for (int storage = 0; storage < 3; storage++) {
        zn_qp p = {.n = n,
                   .M = Ms[storage],
                   .q = q,
                   .lb = lb,
                   .ub = ub,
                   .m = m,
                   .A = As[storage],
                   .b = b};

        for (int k = 0; k < 4; k++) {
            memset(z, 0, (size_t)n * sizeof *z);
            ck_assert_msg(run_once(ctx, "qp", all[k], 1e-9, &p, z, w, NULL) ==
                              ZN_OK,
                          "%s, %s, storage %d, seed %d: %s", all[k],
                          family_name(f), storage, (int)seed, zn_errmsg(ctx));
            for (zn_index i = 0; i < n && f == SPD; i++)
                ck_assert_msg(fabs(z[i] - want[i]) < 1e-6,
                              "%s, storage %d, seed %d: z(%td) = %g, not %g",
                              all[k], storage, (int)seed, i, z[i], want[i]);
        }
    }
    stored_free(&Mc), stored_free(&Mb), stored_free(&Ac);
    free(M), free(A), free(q), free(b), free(want), free(lb), free(ub);
    free(z), free(w), free(l);
}

START_TEST(random_programs_agree_in_all_storages)
{
    zn_ctx *ctx = context();

    for (uint64_t seed = 1; seed <= 8; seed++) {
        random_program(ctx, SPD, seed);
        random_program(ctx, PSD, seed);
    }
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(random_boxes_agree)
{
    zn_ctx *ctx = context();

    for (uint64_t seed = 1; seed <= 8; seed++) {
        rng r = {seed};
        enum { n = 30 };
        double *M = random_matrix(&r, seed % 2 ? SPD : PSD, n), q[n], lb[n];
        double want[n], value[NALL];
        zn_matrix A = zn_matrix_dense(n, n, M);
        zn_qp p = {.n = n, .M = &A, .q = q, .lb = lb};

        memset(lb, 0, sizeof lb);
        plant(&r, n, M, false, want, q);
        for (int k = 0; k < NALL; k++) {
            double z[n] = {0}, w[n];

            ck_assert_msg(run_once(ctx, "qp", all[k], 1e-9, &p, z, w, NULL) ==
                              ZN_OK,
                          "%s, seed %d: %s", all[k], (int)seed, zn_errmsg(ctx));
            value[k] = 0;
            for (int i = 0; i < n; i++)
                value[k] += 0.5 * z[i] * (w[i] + q[i]);
            ck_assert_double_eq_tol(value[k], value[0], 1e-6);
        }
        free(M);
    }
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(sets_that_come_again_are_left_by_pivots)
{
    /* polyhedra of twice as many faces as unknowns: guessed active sets nearly
     * always cycle. The minimiser is unique, M >= I/10: z to |w| tol / 0.1 */
    static const char *const kinds[] = {"n=20", "n=12 degenerate=0.4",
                                        "n=30 storage=sparse"};
    zn_ctx *ctx = context();

    for (int k = 0; k < 3; k++)
        for (int seed = 1; seed <= 5; seed++) {
            char spec[64];
            zn_problem_file *f;
            const double *want, *dual;
            double *z, *w;

            snprintf(spec, sizeof spec, "%s seed=%d", kinds[k], seed);
            ck_assert_msg(!zn_problem_random(ctx, "qp", spec, &f), "%s",
                          zn_errmsg(ctx));
            const zn_qp *p = zn_problem_file_problem(f);

            z = reals(p->n);
            w = reals(p->n + p->m);
            ck_assert_msg(
                !run_once(ctx, "qp", "active-set", 1e-10, p, z, w, NULL),
                "%s: %s", spec, zn_errmsg(ctx));
            ck_assert(zn_problem_file_known(f, &want, &dual));
            for (zn_index i = 0; i < p->n; i++)
                ck_assert_msg(fabs(z[i] - want[i]) < 1e-6,
                              "%s: z(%td) = %g, not %g", spec, i, z[i],
                              want[i]);
            zn_problem_file_free(f);
            free(z);
            free(w);
        }
    zn_ctx_free(ctx);
}
END_TEST

/* Where sets come again pivots go on, in memory that was reserved for them: of 280 unknowns and 30 rows,
 * since from 300 on full and thin matrices have dictionaries of different sizes. */
START_TEST(pivots_have_been_reserved_too)
{
    test_memory mem = {0};
    zn_allocator alloc = test_allocator(&mem);
    zn_problem_file *f;
    zn_ctx *ctx;

    ck_assert(!zn_ctx_new_with(&alloc, &ctx));
    ck_assert(!zn_problem_random(ctx, "qp", "n=280 seed=1", &f));
    const zn_qp *p = zn_problem_file_problem(f);
    const zn_index N = p->n + p->m;
    double *z = reals(p->n), *w = reals(N);

    ck_assert_int_ge(N, 300);
    for (int pivots = 0; pivots < 2; pivots++) {
        zn_solver *s;
        long before;

        memset(z, 0, (size_t)p->n * sizeof *z);
        ck_assert(!zn_solver_new(ctx, "qp", "active-set", &s));
        ck_assert(!zn_solver_set(s, "pivots", pivots ? "yes" : "no"));
        ck_assert(!zn_solver_reserve(s, N, N * N));
        before = mem.calls;
        ck_assert_int_eq(zn_solver_solve(s, p, z, w, NULL),
                         pivots ? ZN_OK : ZN_UNSOLVED);
        ck_assert_msg(mem.calls == before, "%ld allocations after reserve",
                      mem.calls - before);
        zn_solver_free(s);
    }
    zn_problem_file_free(f);
    free(z);
    free(w);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(memory_is_reserved_and_may_fail)
{
    enum { n = 5, m = 2, N = n + m };
    rng r = {9};
    double *M = random_matrix(&r, SPD, n), A[m * n], b[] = {0.5, 0.2};
    double q[n], lb[n] = {0};
    stored Mc = to_csc(n, M), Ac;
    zn_matrix Md = zn_matrix_dense(n, n, M), Ad = zn_matrix_dense(m, n, A);
    zn_qp dense = {
        .n = n, .M = &Md, .q = q, .lb = lb, .m = m, .A = &Ad, .b = b};
    zn_qp sparse = dense, box = {.n = n, .M = &Mc.m, .q = q, .lb = lb};
    subject t[] = {{"qp", ZN_KIND_QP_SOLVER, &dense, n, N, N * N},
                   {"qp", ZN_KIND_QP_SOLVER, &sparse, n, N, N * N},
                   {"qp", ZN_KIND_QP_SOLVER, &box, n, n, n * n}};

    for (int e = 0; e < m * n; e++)
        A[e] = uniform(&r, -1, 1);
    for (int i = 0; i < n; i++)
        q[i] = uniform(&r, -2, 1);
    Ac = rectangle(m, n, A);
    sparse.M = &Mc.m;
    sparse.A = &Ac.m;
    for (int k = 0; k < 3; k++)
        check_memory(&t[k]);
    stored_free(&Mc), stored_free(&Ac);
    free(M);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("qp");
    TCase *tc = tcase_create("qp");

    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, bounds_like_1e300_are_none);
    tcase_add_test(tc, nearest_point_of_a_half_plane);
    tcase_add_test(tc, a_row_without_entries_does_not_matter);
    tcase_add_test(tc, nearest_point_of_a_box);
    tcase_add_test(tc, nearest_point_of_a_disk);
    tcase_add_test(tc, a_projection_is_asked_with_its_user);
    tcase_add_test(tc, a_projection_of_a_linear_map);
    tcase_add_test(tc, too_few_projected_steps_are_told);
    tcase_add_test(tc, no_solution_is_told);
    tcase_add_test(tc, random_programs_agree_in_all_storages);
    tcase_add_test(tc, random_boxes_agree);
    tcase_add_test(tc, sets_that_come_again_are_left_by_pivots);
    tcase_add_test(tc, pivots_have_been_reserved_too);
    tcase_add_test(tc, memory_is_reserved_and_may_fail);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
