/* test_vi_random.c - variational inequalities at random, by each solver
 * SPDX-License-Identifier: Apache-2.0 */
#include "vi_test.h"

static const char *const all[] = {"auto",       "extragradient", "fixed-point",
                                  "hyperplane", "box-newton",    "path-search"};
enum { NALL = 6 };

/* ---- random families --------------------------------------------------------- */

START_TEST(random_boxes_agree)
{
    static const family families[] = {SPD, P_SKEW, DOMINANT};
    zn_ctx *ctx = context();

    for (int f = 0; f < 3; f++) {
        for (uint64_t seed = 1; seed <= 6; seed++) {
            rng r = {seed};
            zn_index n = 2 + (zn_index)(seed * 3);
            double *M = random_matrix(&r, families[f], n), *q = reals(n);
            double *want = reals(n), *lb = reals(n), *ub = reals(n);
            double *z = reals(n), *w = reals(n);
            stored csc = to_csc(n, M);

            for (zn_index i = 0; i < n; i++) {
                lb[i] = i % 3 ? uniform(&r, -1, 0) : -INFINITY;
                ub[i] = i % 4 ? uniform(&r, 0.1, 1) : INFINITY;
            }
            plant_bent(&r, n, M, 1.5, lb, ub, want, q);
            for (int sparse = 0; sparse < 2; sparse++) {
                bent b = {n, M, q, 1.5, sparse ? &csc.m : NULL, 0};
                zn_vi p = {.n = n,
                           .F = bent_F,
                           .user = &b,
                           .lb = lb,
                           .ub = ub,
                           .jacobian = bent_J,
                           .J = sparse ? &csc.m : NULL};

                for (int k = 0; k < NALL; k++) {
                    memset(z, 0, (size_t)n * sizeof *z);
                    zn_status st =
                        run_once(ctx, "vi", all[k], 1e-9, &p, z, w, NULL);
                    ck_assert_msg(st == ZN_OK, "%s, %s, seed %d: %s", all[k],
                                  family_name(families[f]), (int)seed,
                                  zn_errmsg(ctx));
                    /* modulus >= 0.4, scale < 20 */
                    for (zn_index i = 0; i < n; i++)
                        ck_assert_msg(fabs(z[i] - want[i]) < 1e-6,
                                      "%s, %s, seed %d: z(%td) = %g, not %g",
                                      all[k], family_name(families[f]),
                                      (int)seed, i, z[i], want[i]);
                }
            }
            stored_free(&csc);
            free(M), free(q), free(want), free(lb), free(ub), free(z), free(w);
        }
    }
    zn_ctx_free(ctx);
}
END_TEST

/* A Jacobian of few entries in columns is the full one: as many steps, the same answer. */
START_TEST(few_entries_are_those_of_a_full_jacobian)
{
    zn_ctx *ctx = context();
    enum { n = 24 };

    for (int k = 0; k < NALL; k++) {
        rng r = {7};
        double *M = random_matrix(&r, DOMINANT, n);
        double q[n], want[n], lb[n], ub[n], z[2][n] = {{0}}, w[n];
        zn_solve_info info[2];

        for (zn_index j = 0; j < n; j++) /* what is left is dominant still */
            for (zn_index i = 0; i < n; i++)
                if (i > j + 1 || j > i + 1)
                    M[i + j * n] = 0;
        for (zn_index i = 0; i < n; i++) {
            lb[i] = -1;
            ub[i] = uniform(&r, 0.1, 1);
        }
        plant_bent(&r, n, M, 1.5, lb, ub, want, q);
        stored csc = to_csc(n, M);
        ck_assert_int_le(csc.p[n], 3 * n);
        for (int sparse = 0; sparse < 2; sparse++) {
            bent b = {n, M, q, 1.5, sparse ? &csc.m : NULL, 0};
            zn_vi p = {.n = n,
                       .F = bent_F,
                       .user = &b,
                       .lb = lb,
                       .ub = ub,
                       .jacobian = bent_J,
                       .J = sparse ? &csc.m : NULL};

            ck_assert_msg(!run_once(ctx, "vi", all[k], 1e-9, &p, z[sparse], w,
                                    &info[sparse]),
                          "%s: %s", all[k], zn_errmsg(ctx));
        }
        ck_assert_int_eq(info[0].iterations, info[1].iterations);
        for (zn_index i = 0; i < n; i++)
            ck_assert_double_eq_tol(z[0][i], z[1][i], 1e-9);
        stored_free(&csc);
        free(M);
    }
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(min_directions_agree_too)
{
    zn_ctx *ctx = context();

    for (uint64_t seed = 1; seed <= 10; seed++) {
        rng r = {seed};
        enum { n = 12 };
        double *M = random_matrix(&r, P_SKEW, n), q[n], want[n], w[n];
        double lb[n], z[n] = {0};
        bent b = {n, M, q, 2, NULL, 0};
        zn_vi p = {
            .n = n, .F = bent_F, .user = &b, .lb = lb, .jacobian = bent_J};
        zn_solver *s;

        for (zn_index i = 0; i < n; i++)
            lb[i] = uniform(&r, -1, 1);
        plant_bent(&r, n, M, 2, lb, NULL, want, q);
        ck_assert_int_eq(zn_solver_new(ctx, "vi", "box-newton", &s), ZN_OK);
        ck_assert_int_eq(zn_solver_set(s, "direction", "min"), ZN_OK);
        ck_assert_msg(zn_solver_solve(s, &p, z, w, NULL) == ZN_OK,
                      "seed %d: %s", (int)seed, zn_errmsg(ctx));
        for (zn_index i = 0; i < n; i++)
            ck_assert_double_eq_tol(z[i], want[i], 1e-7);
        zn_solver_free(s);
        free(M);
    }
    zn_ctx_free(ctx);
}
END_TEST

/* F = M z + q: near the solution, where all sides are known, a step is exact in the direction of
 * `min`; that of Fischer and Burmeister would need a few. */
START_TEST(a_min_direction_is_exact_where_the_sides_are_known)
{
    zn_ctx *ctx = context();

    for (uint64_t seed = 1; seed <= 10; seed++) {
        rng r = {seed};
        enum { n = 12 };
        double *M = random_matrix(&r, DOMINANT, n), q[n], want[n], w[n];
        double lb[n], z[n];
        bent b = {n, M, q, 0, NULL, 0};
        zn_vi p = {
            .n = n, .F = bent_F, .user = &b, .lb = lb, .jacobian = bent_J};
        zn_solve_info info;
        zn_solver *s;

        for (zn_index i = 0; i < n; i++)
            lb[i] = uniform(&r, -1, 1);
        plant_bent(&r, n, M, 0, lb, NULL, want, q);
        for (zn_index i = 0; i < n; i++)
            z[i] = want[i] + uniform(&r, 0, 1e-3);
        ck_assert_int_eq(zn_solver_new(ctx, "vi", "box-newton", &s), ZN_OK);
        ck_assert_int_eq(zn_solver_set(s, "direction", "min"), ZN_OK);
        ck_assert_int_eq(zn_solver_set_real(s, "tol", 1e-13), ZN_OK);
        ck_assert_msg(zn_solver_solve(s, &p, z, w, &info) == ZN_OK,
                      "seed %d: %s", (int)seed, zn_errmsg(ctx));
        ck_assert_int_eq(info.iterations, 1);
        for (zn_index i = 0; i < n; i++)
            ck_assert_double_eq_tol(z[i], want[i], 1e-12);
        zn_solver_free(s);
        free(M);
    }
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("vi, random");
    TCase *tc = tcase_create("random");

    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, random_boxes_agree);
    tcase_add_test(tc, few_entries_are_those_of_a_full_jacobian);
    tcase_add_test(tc, min_directions_agree_too);
    tcase_add_test(tc, a_min_direction_is_exact_where_the_sides_are_known);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
