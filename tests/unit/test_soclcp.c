/* test_soclcp.c - second-order cone complementarity
 * SPDX-License-Identifier: Apache-2.0 */
#include "vi_test.h"

#include <zeno/soclcp.h>

#include "../../solvers/classes/cone/cone.h"

static const char *const all[] = {"auto", "interior-point",   "newton-fb",
                                  "nsgs", "vi-extragradient", "vi-fixed-point"};
enum { NALL = 6, INTERIOR = 1, ANY = 2, NSGS = 3, SECOND_ORDER = 4 };

/* ---- problems ------------------------------------------------------------------ */

START_TEST(error_is_the_relative_natural_residual)
{
    /* M = I, q = (-1, 3, 4), |q|^2 = 26. z = (0, 0, 0): w = q, z - w = (1, -3,
     * -4), P = (2.8, -0.84, -1.12) for tau = 1/2 */
    const double I[] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, q[] = {-1, 3, 4};
    const double z[] = {0, 0, 0}, tau[] = {0.5};
    const zn_index cone[] = {0, 3};
    zn_matrix M = zn_matrix_dense(3, 3, I);
    zn_soclcp p = {3, &M, q, 1, cone, tau};
    double work[6];

    ck_assert_double_eq_tol(zn_soclcp_error(&p, z, q, work),
                            sqrt((2.8 * 2.8 + 0.25 * 2.8 * 2.8) / 26), 1e-15);
    ck_assert_double_eq_tol(zn_soclcp_error(&p, z, (double[]){-1, 3, 30}, work),
                            26 / sqrt(26), 1e-14);
    ck_assert(isnan(zn_soclcp_error(&p, (double[]){0, NAN, 0}, q, work)));
}
END_TEST

/* The third cone has no diagonal: its a is the mean of the others', (8 + 2) / 2, down to 4.
 * w = M z + q = (-0.9, -1.4, 3.1), a z = (0.8, 0.6, 2.8): the rows are off by the lesser. */
START_TEST(a_cone_without_diagonal_has_the_mean_of_the_others)
{
    const zn_index cone[] = {0, 1, 2, 3};
    const double q[] = {-1, -2, 3}, tau[] = {1, 1, 1}, z[] = {0.1, 0.3, 0.7};
    double M[9] = {8, 0, 1, 0, 2, 0, -1, 0, 0}, work[6];
    const zn_matrix A = zn_matrix_dense(3, 3, M);
    const zn_soclcp p = {3, &A, q, 3, cone, tau};
    const double w[] = {-0.9, -1.4, 3.1};

    ck_assert_double_eq_tol(zn_soclcp_error(&p, z, w, work),
                            sqrt((0.81 + 1.96 + 7.84) / 14), 1e-15);
    zni_soclcp_sizes(&p, work); /* and who solves has the same */
    ck_assert(work[0] == 8 && work[1] == 2 && work[2] == 4);
}
END_TEST

START_TEST(three_cones_by_hand)
{
    /* M = 2 I, z = P(-q / 2): one row; a side; inside. q = (-3 | 2, 6, 8 | -8,
     * 1, 0), tau = 1, 1/2, 1: z = 1.5; x = (-1, -3, -4): a = (-1 + 2.5) / 1.25 =
     * 1.2, z = (1.2, -0.36, -0.48); (4, -0.5, 0) */
    const double q[] = {-3, 2, 6, 8, -8, 1, 0}, tau[] = {1, 0.5, 1};
    const double want[] = {1.5, 1.2, -0.36, -0.48, 4, -0.5, 0};
    const zn_index cone[] = {0, 1, 4, 7};
    double M[49] = {0};
    zn_ctx *ctx = context();

    for (int i = 0; i < 7; i++)
        M[i + 7 * i] = 2;

    stored csc = to_csc(7, M), bsr = to_bsr(7, M);
    zn_matrix dense = zn_matrix_dense(7, 7, M);
    const zn_matrix *storages[] = {&dense, &csc.m, &bsr.m};

    for (int k = 0; k < 3; k++) {
        for (int a = 0; a < NALL; a++) {
            zn_soclcp p = {7, storages[k], q, 3, cone, tau};
            double z[7] = {0}, w[7];

            ck_assert_msg(
                run_once(ctx, "soclcp", all[a], 1e-10, &p, z, w, NULL) == ZN_OK,
                "%s: %s", all[a], zn_errmsg(ctx));
            for (int i = 0; i < 7; i++)
                ck_assert_msg(fabs(z[i] - want[i]) < 1e-8,
                              "%s, storage %d: z(%d) = %.12g, not %.12g",
                              all[a], k, i, z[i], want[i]);
        }
    }
    stored_free(&csc);
    stored_free(&bsr);
    zn_ctx_free(ctx);
}
END_TEST

/* Without a start sweeps are asked first, or interior points, with one Newton's method, whoever was first in the call
 * before. */
START_TEST(a_start_makes_the_order)
{
    const double D[] = {2, 0.5, 0.5, 1}, q[] = {-1, 3}, tau = 0.4;
    const zn_index cone[] = {0, 2};
    const zn_matrix M = zn_matrix_dense(2, 2, D);
    const zn_soclcp p = {2, &M, q, 1, cone, &tau};
    const bool cold[] = {true, true, false, false, true};
    zn_ctx *ctx = context();
    zn_solver *s;

    ck_assert_int_eq(zn_solver_new(ctx, "soclcp", "auto", &s), ZN_OK);
    for (int k = 0; k < 10; k++) {
        double z[2] = {cold[k % 5] ? 0 : 1}, w[2];
        zn_solve_info info;

        if (k == 5)
            ck_assert(!zn_solver_set(s, "sweeps", "no"));
        ck_assert_int_eq(zn_solver_solve(s, &p, z, w, &info), ZN_OK);
        ck_assert_str_eq(info.solver, !cold[k % 5] ? "newton-fb"
                                      : k < 5      ? "nsgs"
                                                   : "interior-point");
    }
    zn_solver_free(s);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(one_cone_is_one_sweep)
{
    /* D = B'B + 0.1 I, of some a skew part too, which keeps D positive definite: one
     * solution, and Gauss-Seidel over one block has it at once, wherever it lies */
    zn_solver *s = NULL;
    zn_ctx *ctx = NULL;
    rng r = {27};
    int borders = 0;

    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    ck_assert_int_eq(zn_solver_new(ctx, "soclcp", "nsgs", &s), ZN_OK);
    zn_solver_set_real(s, "tol", 1e-12);
    for (int trial = 0; trial < 900; trial++) {
        const zn_index d = (trial < 600 ? 2 : 4) + trial % 2, cone[] = {0, d};
        const double tau = trial % 3 ? 0.4 : 1.8;
        double B[25], D[25] = {0}, q[5], z[5] = {0}, w[5] = {0}, zt = 0;
        zn_matrix M = zn_matrix_dense(d, d, D);
        zn_soclcp p = {d, &M, q, 1, cone, &tau};
        zn_solve_info info;

        for (zn_index e = 0; e < d * d; e++)
            B[e] = uniform(&r, -1, 1);
        for (zn_index i = 0; i < d; i++) {
            q[i] = uniform(&r, -1, 1);
            for (zn_index j = 0; j < d; j++) {
                D[i + j * d] += i == j ? 0.1 : 0;
                for (zn_index k = 0; k < d; k++)
                    D[i + j * d] += B[k + i * d] * B[k + j * d];
                if (trial % 5 == 0 && i != j)
                    D[i + j * d] += i < j ? 0.3 : -0.3;
            }
        }
        ck_assert_int_eq(zn_solver_solve(s, &p, z, w, &info), ZN_OK);
        for (zn_index i = 1; i < d; i++)
            zt += z[i] * z[i];
        if (z[0] > 0 && fabs(sqrt(zt) - tau * z[0]) < 1e-9)
            borders++;
        /* 2: where the last bits of the first are not within tol */
        ck_assert_msg(info.iterations <= 2, "trial %d: %td sweeps", trial,
                      info.iterations);
    }
    ck_assert_int_gt(borders, 200);
    zn_solver_free(s);
    zn_ctx_free(ctx);
}
END_TEST

/* With M and q in another unit z is the same, bit by bit, and so are the steps to it; here of a block of
 * four rows, whose M has a diagonal only. */
START_TEST(a_block_knows_no_units)
{
    const zn_index cone[] = {0, 4};
    const double tau[] = {0.5}, q0[] = {-1, 2, -3, 0.7}, m[] = {1, 3, 2, 5};
    double first[4] = {0};
    zn_ctx *ctx = context();

    for (int e = -40; e <= 40; e += 20) {
        double M[16] = {0}, q[4], z[4] = {0}, w[4];
        zn_matrix A = zn_matrix_dense(4, 4, M);
        const zn_soclcp p = {4, &A, q, 1, cone, tau};
        zn_solve_info info;

        for (int i = 0; i < 4; i++) {
            M[5 * i] = ldexp(m[i], e);
            q[i] = ldexp(q0[i], e);
        }
        ck_assert_msg(!run_once(ctx, "soclcp", "nsgs", 1e-12, &p, z, w, &info),
                      "2^%d: %s", e, zn_errmsg(ctx));
        ck_assert_double_gt(z[0], 0);
        if (e == -40)
            memcpy(first, z, sizeof z);
        ck_assert_msg(memcmp(z, first, sizeof z) == 0, "2^%d", e);
    }
    zn_ctx_free(ctx);
}
END_TEST

/* Few of these have a solution, so that Newton's steps fail and the steepest descent is
 * followed: as far in any unit of z. */
START_TEST(the_steepest_descent_knows_no_units)
{
    enum { N = 6, RANK = 2 };
    const zn_index cone[] = {0, 3, N};
    const double tau[] = {0.8, 1.3};
    zn_ctx *ctx = context();
    rng r = {5};

    for (int seed = 0; seed < 40; seed++) {
        double B[N * RANK], M[N * N] = {0}, q[N], z[2][N] = {{0}}, w[N];
        zn_matrix A = zn_matrix_dense(N, N, M);
        const zn_soclcp p = {N, &A, q, 2, cone, tau};
        zn_solve_info info[2];
        zn_status st[2];

        for (int i = 0; i < N * RANK; i++)
            B[i] = uniform(&r, -1, 1);
        for (int i = 0; i < N; i++)
            q[i] = uniform(&r, -1, 1);
        for (int i = 0; i < N * N; i++)
            for (int k = 0; k < RANK; k++)
                M[i] += B[i % N * RANK + k] * B[i / N * RANK + k];
        st[0] = run_once(ctx, "soclcp", "newton-fb", 1e-8, &p, z[0], w, &info[0]);
        for (int i = 0; i < N * N; i++)
            M[i] *= 0x1p60;
        st[1] = run_once(ctx, "soclcp", "newton-fb", 1e-8, &p, z[1], w, &info[1]);
        ck_assert_int_eq(st[0], st[1]);
        ck_assert_int_eq(info[0].outcome, info[1].outcome);
        ck_assert_int_eq(info[0].iterations, info[1].iterations);
        for (int i = 0; i < N; i++)
            ck_assert_msg(z[0][i] == 0x1p60 * z[1][i], "problem %d: z(%d) = %g, %g of 2^-60",
                          seed, i, z[0][i], 0x1p60 * z[1][i]);
    }
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(failure_is_told)
{
    /* w_0 = -1 whatever z: no solution; then data that are wrong */
    const double Z[4] = {0}, q[] = {-1, 0}, tau[] = {1}, bad[] = {0};
    const zn_index cone[] = {0, 2}, gap[] = {0, 1};
    zn_ctx *ctx = context();
    zn_matrix M = zn_matrix_dense(2, 2, Z);
    zn_soclcp p = {2, &M, q, 1, cone, tau};
    zn_solve_info info;
    double w[2];

    for (int a = 0; a < NALL; a++) {
        double z[2] = {0, 0};

        ck_assert_int_eq(run_once(ctx, "soclcp", all[a], -1, &p, z, w, &info),
                         ZN_UNSOLVED);
        ck_assert_double_gt(info.error, 1e-8);
        ck_assert_int_ne(info.outcome, ZN_SOLVED);
    }
    double z[2] = {0, 0};

    p.M = NULL;
    ck_assert_int_eq(run_once(ctx, "soclcp", "auto", -1, &p, z, w, NULL),
                     ZN_EINVAL);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "1 cones, must be >= 1, with M"));
    p.M = &M;
    p.tau = bad;
    ck_assert_int_eq(run_once(ctx, "soclcp", "auto", -1, &p, z, w, NULL),
                     ZN_EINVAL);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "tau(0)"));
    p.tau = tau;
    p.cone = gap;
    ck_assert_int_eq(run_once(ctx, "soclcp", "auto", -1, &p, z, w, NULL),
                     ZN_EINVAL);
    zn_ctx_free(ctx);
}
END_TEST

/* ---- random families --------------------------------------------------------------- */

/* z in the cone, w in the dual, orthogonal: kind 0 z = 0, 1 w = 0, 2 both on
 * their borders */
static void plant_cone(rng *r, zn_index d, double tau, double z[], double w[])
{
    double s = 0, dir[8];
    int kind = (int)uniform(r, 0, d > 1 ? 3 : 2);

    for (zn_index i = 1; i < d; i++) {
        dir[i] = uniform(r, -1, 1);
        s += dir[i] * dir[i];
    }
    s = sqrt(s);
    z[0] = kind ? uniform(r, 0.5, 2) : 0;
    w[0] = kind == 1 ? 0 : uniform(r, 0.5, 2);
    for (zn_index i = 1; i < d; i++) {
        double in = kind == 2 ? 1 : 0.5;

        z[i] = in * tau * z[0] * dir[i] / s;
        w[i] = -in / tau * w[0] * dir[i] / s;
    }
}

static void random_problem(zn_ctx *ctx, family f, uint64_t seed)
{
    rng r = {seed};
    zn_index nc = 2 + (zn_index)seed, n = 0, *cone = indices(nc + 1);

    for (zn_index c = 0; c < nc; c++)
        cone[c + 1] = n += 1 + (c + (zn_index)seed) % 4;
    double *M = random_matrix(&r, f, n), *q = reals(n), *want = reals(n);
    double *z = reals(n), *w = reals(n), *tau = reals(nc);
    stored csc = to_csc(n, M), bsr = to_bsr(n, M);
    zn_matrix dense = zn_matrix_dense(n, n, M);
    const zn_matrix *storages[] = {&dense, &csc.m, &bsr.m};

    for (zn_index c = 0; c < nc; c++) {
        tau[c] = uniform(&r, 0.2, 1.5);
        plant_cone(&r, cone[c + 1] - cone[c], tau[c], want + cone[c],
                   q + cone[c]);
    }
    for (zn_index j = 0; j < n; j++)
        for (zn_index i = 0; i < n; i++)
            q[i] -= M[i + j * n] * want[j];

    /* all for the families where each converges, which is of modulus 0.4 */
    int methods = f == SPD ? NALL : f == P_SKEW ? 5 : ANY;

    for (int k = 0; k < 3; k++) {
        zn_soclcp p = {n, storages[k], q, nc, cone, tau};

        for (int a = 0; a < methods; a++) {
            if (f == P_SKEW && a == NSGS)
                continue; /* Gauss-Seidel is for symmetric M */
            /* M singular: some z and w vanish together, where the distance of
             * interior points is the root of their gap, 1e-16 at best, times the
             * size of M by which z is measured, 2 or 4 here */
            double tol = a == INTERIOR && f != SPD && f != P_SKEW ? 4e-8 : 1e-9;

            memset(z, 0, (size_t)n * sizeof *z);
            ck_assert_msg(
                run_once(ctx, "soclcp", all[a], tol, &p, z, w, NULL) == ZN_OK,
                "%s, %s, seed %d: %s", all[a], family_name(f), (int)seed,
                zn_errmsg(ctx));
            for (zn_index i = 0; i < n && (f == SPD || f == P_SKEW); i++)
                ck_assert_msg(fabs(z[i] - want[i]) < 1e-5,
                              "%s, %s, seed %d: z(%td) = %g, not %g", all[a],
                              family_name(f), (int)seed, i, z[i], want[i]);
        }
    }
    stored_free(&csc), stored_free(&bsr);
    free(M), free(q), free(want), free(z), free(w), free(tau), free(cone);
}

START_TEST(random_problems_agree_in_all_storages)
{
    zn_ctx *ctx = context();

    for (int f = 0; f < FAMILIES; f++)
        for (uint64_t seed = 1; seed <= 8; seed++)
            if (f != DOMINANT) /* not monotone in every cone */
                random_problem(ctx, (family)f, seed);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(memory_is_reserved_and_may_fail)
{
    enum { n = 7 };
    rng r = {4};
    double *M = random_matrix(&r, SPD, n), q[n], tau[] = {0.5, 1, 0.7};
    const zn_index cone[] = {0, 1, 4, 7};
    stored csc = to_csc(n, M);
    zn_matrix dense = zn_matrix_dense(n, n, M);
    zn_soclcp p = {n, &dense, q, 3, cone, tau};
    subject t = {"soclcp", ZN_KIND_SOCLCP_SOLVER, &p, n, n, n * n};

    for (int i = 0; i < n; i++)
        q[i] = uniform(&r, -2, 1);
    check_memory(&t);
    p.M = &csc.m;
    check_memory(&t);
    stored_free(&csc);
    free(M);
}
END_TEST

/* ---- reference files ------------------------------------------------------------------ */

static double number(FILE *f)
{
    double x;

    ck_assert_int_eq(fscanf(f, "%lf", &x), 1);
    return x;
}

static zn_index whole(FILE *f)
{
    return (zn_index)number(f);
}

/* block-sparse part of a file, storage 1: reference/problems/FORMAT.md, 2 */
static stored read_blocks(FILE *f)
{
    ck_assert_int_eq((int)whole(f), 1);
    zn_index rows = whole(f), cols = whole(f), nb = whole(f), br = whole(f);
    stored s = {.ro = indices(br + 1),
                .p = indices(br + 1),
                .i = indices(nb),
                .bp = indices(nb)};
    zn_index size = 0, at = 0;

    ck_assert_int_eq((int)whole(f), (int)br);
    for (int side = 0; side < 2; side++)
        for (zn_index a = 0; a < br; a++)
            s.ro[a + 1] = whole(f);
    ck_assert_int_eq((int)whole(f), (int)br + 1);
    ck_assert_int_eq((int)whole(f), (int)nb);
    for (zn_index a = 0; a <= br; a++)
        s.p[a] = whole(f);
    for (zn_index k = 0; k < nb; k++)
        s.i[k] = whole(f);
    for (zn_index a = 0; a < br; a++)
        for (zn_index k = s.p[a]; k < s.p[a + 1]; k++) {
            s.bp[k] = size;
            size += (s.ro[a + 1] - s.ro[a]) * (s.ro[s.i[k] + 1] - s.ro[s.i[k]]);
        }
    s.x = reals(size);
    for (zn_index k = 0; k < nb; k++) {
        zn_index end = k + 1 < nb ? s.bp[k + 1] : size;

        ck_assert_int_eq((int)whole(f), (int)k);
        while (at < end)
            s.x[at++] = number(f);
    }
    s.m = (zn_matrix){.storage = ZN_BSR,
                      .rows = rows,
                      .cols = cols,
                      .x = s.x,
                      .p = s.p,
                      .i = s.i,
                      .nbr = br,
                      .nbc = br,
                      .ro = s.ro,
                      .co = s.ro,
                      .bp = s.bp};
    return s;
}

/* friction: the file is one of a friction problem, its cones alone are taken */
static void solve_file(const char *name, bool friction, const double want[])
{
    char path[TEST_PATH];

    if (!test_reference(path, name))
        return;
    FILE *f = fopen(path, "r");
    ck_assert_ptr_nonnull(f);
    zn_index n = whole(f), nc = whole(f);
    stored M = read_blocks(f);

    n = M.m.rows;
    double *q = reals(n), *tau = reals(nc), *z = reals(n), *w = reals(n);
    zn_index *cone = indices(nc + 1);

    for (zn_index i = 0; i < n; i++)
        q[i] = number(f);
    for (zn_index c = 0; c <= nc; c++)
        cone[c] = friction ? 3 * c : whole(f);
    for (zn_index c = 0; c < nc; c++)
        tau[c] = number(f);
    fclose(f);

    zn_soclcp p = {n, &M.m, q, nc, cone, tau};
    zn_ctx *ctx = context();

    for (int a = 0; a < SECOND_ORDER; a++) {
        zn_solve_info info;

        memset(z, 0, (size_t)n * sizeof *z);
        zn_status st = run_once(ctx, "soclcp", all[a], 1e-8, &p, z, w, &info);
        printf("%s %s: %s by %s, error %.3g, %td iterations\n", name, all[a],
               zn_outcome_name(info.outcome), info.solver, info.error,
               info.iterations);
        ck_assert_msg(st == ZN_OK, "%s, %s: %s", name, all[a], zn_errmsg(ctx));
        for (zn_index i = 0; i < n && want; i++)
            ck_assert_double_eq_tol(z[i], want[i % 3], 1e-7);
    }
    zn_ctx_free(ctx);
    stored_free(&M);
    free(q), free(tau), free(z), free(w), free(cone);
}

START_TEST(reference_problems_are_solved)
{
    /* M = I: P(-q), q = (-1, 1, 3), tau = 0.1: s = sqrt 10, a = (1 + 0.1 s) / 1.01 */
    double s = sqrt(10), a = (1 + 0.1 * s) / 1.01;
    const double want[] = {a, -0.1 * a / s, -0.3 * a / s};

    solve_file("problems/SOCLCP/Example1_SOCLCP_SBM.dat", false, want);
    solve_file("problems/SOCLCP/Example1_Fc3D_SBM.dat", true, want);
    solve_file("problems/SOCLCP/Capsules-i122-1617.dat", false, NULL);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("soclcp");
    TCase *tc = tcase_create("soclcp");

    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, error_is_the_relative_natural_residual);
    tcase_add_test(tc, a_cone_without_diagonal_has_the_mean_of_the_others);
    tcase_add_test(tc, three_cones_by_hand);
    tcase_add_test(tc, a_start_makes_the_order);
    tcase_add_test(tc, one_cone_is_one_sweep);
    tcase_add_test(tc, a_block_knows_no_units);
    tcase_add_test(tc, the_steepest_descent_knows_no_units);
    tcase_add_test(tc, failure_is_told);
    tcase_add_test(tc, random_problems_agree_in_all_storages);
    tcase_add_test(tc, memory_is_reserved_and_may_fail);
    tcase_add_test(tc, reference_problems_are_solved);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
