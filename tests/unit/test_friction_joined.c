/* test_friction_joined.c - joints beside contacts
 * SPDX-License-Identifier: Apache-2.0 */
#include "global_friction_test.h"

#include <zeno/factor.h>

/* Solvers that take a matrix of masses that is not symmetric. */
static const char *const solvers[] = {
    "auto",       "nsgs",           "newton-ac", "newton-natural",
    "newton-fb",  "interior-point", "admm",      "vi-extragradient",
    "vi-fixed-point", "reduced",    "newton-velocity",
};
enum { SOLVERS = sizeof solvers / sizeof *solvers };

static void solve(zn_ctx *ctx, const char *name, const zn_global_friction *p,
                  double z[], double w[])
{
    double work[128];
    zn_solver *s;

    ck_assert_int_eq(zn_solver_new(ctx, "global-friction", name, &s), ZN_OK);
    ck_assert_int_eq(zn_solver_set_real(s, "tol", 1e-10), ZN_OK);
    ck_assert_msg(!zn_solver_solve(s, p, z, w, NULL), "%s: %s", name,
                  zn_errmsg(ctx));
    ck_assert_double_le(zn_global_friction_error(p, z, w, work), 1e-10);
    zn_solver_free(s);
}

/* Two masses, 2 and 3 kg, welded: v1 = v2 + (0, 0.1, 0). The first touches the ground and
 * slides. They are one of 5 kg: with v2 = v1 - a, a = (0, 0.1, 0),
 *     5 v1 = r + q1 + q2 + 3 a,   3 v2 = q2 - lambda. */
START_TEST(welded_masses_are_one)
{
    const double m1[] = {2, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0,
                         0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 3};
    /* after three rows one that is the first and the second, and more than there are velocities that are thrice the
     * third */
    const double g1[] = {1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 1, 1, 0, -1, -1, 0,
                         0, 0, 3, 0, 0, -3, 0, 0, 3, 0, 0, -3, 0, 0, 3, 0, 0, -3};
    const double h1[] = {1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0};
    const double q1[] = {-4, 3, 0.5, -6, 1, 2};
    double c[] = {0, -0.1, 0, -0.1, 0, 0, 0};
    const zn_index ne = _i < SOLVERS ? 3 : 7;
    const double b[3] = {0}, mu[] = {0.3};
    const zn_matrix M = zn_matrix_dense(6, 6, m1), G = zn_matrix_dense(6, ne, g1),
                    H = zn_matrix_dense(6, 3, h1);
    /* the one: r is on the cone, against the sliding velocity, u_N = 0 */
    const double p[] = {-10, 4.3, 2.5};
    double t[] = {p[1], p[2]}, size = hypot(t[0], t[1]);
    double want[3] = {10, -3 * t[0] / size, -3 * t[1] / size};
    double z[16] = {0}, w[3] = {0}, lambda[7] = {0};
    zn_ctx *ctx = context();
    zn_joined *j;

    ck_assert_int_eq(zn_joined_new(ctx, &M, &H, q1, &G, c, &j), ZN_OK);
    ck_assert_int_eq(j->n, 6 + ne);
    const zn_global_friction f = {3, 1, j->n, &j->M, &j->H, j->q, b, mu};

    solve(ctx, solvers[_i % SOLVERS], &f, z, w);
    zn_joined_multipliers(j, z, lambda);
    for (int i = 3; i < 7; i++)
        ck_assert_double_eq_tol(lambda[i], 0, 1e-6);
    for (int i = 0; i < 3; i++) {
        double v1 = (want[i] + p[i]) / 5, v2 = v1 - (i == 1 ? 0.1 : 0);

        /* 1e-10 of 10 Ns, through masses of 2 to 5 */
        ck_assert_double_eq_tol(z[6 + ne + i], want[i], 1e-7);
        ck_assert_double_eq_tol(z[i], v1, 1e-7);
        ck_assert_double_eq_tol(z[3 + i], v2, 1e-7);
        ck_assert_double_eq_tol(w[i], v1, 1e-7);
        ck_assert_double_eq_tol(lambda[i], q1[3 + i] - 3 * v2, 1e-6);
    }
    zn_joined_free(ctx, j);
    c[3] = -0.2;
    if (ne > 3) {
        ck_assert_int_eq(zn_joined_new(ctx, &M, &H, q1, &G, c, &j), ZN_EINVAL);
        ck_assert_msg(strstr(zn_errmsg(ctx), "row 3 contradicts"), "%s", zn_errmsg(ctx));
    }
    zn_ctx_free(ctx);
}
END_TEST

/* The joints eliminated by hand: P = M^-1 - M^-1 G (G'M^-1 G)^-1 G'M^-1 is what moves,
 *     W = H'P H,   q = H'(P q - M^-1 G (G'M^-1 G)^-1 c) + b,
 * a problem of the class friction; M diagonal. */
START_TEST(random_joints_are_eliminated)
{
    enum { N = 14, E = 4, NC = 3, R = 3 * NC };
    rng g = {19};
    zn_ctx *ctx = context();

    printf("seed 19\n");
    for (int round = 0; round < 10; round++) {
        double m[N * N] = {0}, G[N * E], H[N * R], q[N], c[E], b[R], mu[NC];
        double S[E * E] = {0}, X[E * (R + 1)], W[R * R], Q[R];
        zn_matrix M = zn_matrix_dense(N, N, m), A = zn_matrix_dense(N, E, G),
                  B = zn_matrix_dense(N, R, H), C = zn_matrix_dense(R, R, W);
        zn_factor *factor;
        zn_joined *j;
        double z[N + E + R] = {0}, w[R] = {0}, r[R] = {0}, u[R] = {0};
        zn_solver *s;

        for (int i = 0; i < N; i++) {
            m[i * (N + 1)] = uniform(&g, 0.5, 2);
            q[i] = uniform(&g, -1, 1);
        }
        for (int i = 0; i < N * E; i++)
            G[i] = uniform(&g, -1, 1);
        for (int i = 0; i < N * R; i++)
            H[i] = uniform(&g, -1, 1);
        for (int i = 0; i < E; i++)
            c[i] = uniform(&g, -0.2, 0.2);
        for (int i = 0; i < R; i++)
            b[i] = uniform(&g, -1, i % 3 ? 1 : 0);
        for (int a = 0; a < NC; a++)
            mu[a] = 0.2;
        /* S = G'M^-1 G; X = G'M^-1 (H, q) + (0, c), then S^-1 of it */
        for (int k = 0; k < N; k++)
            for (int e = 0; e < E; e++) {
                double t = G[k + N * e] / m[k * (N + 1)];

                for (int l = 0; l < E; l++)
                    S[e + E * l] += t * G[k + N * l];
            }
        for (int e = 0; e < E; e++)
            for (int l = 0; l <= R; l++) {
                double sum = l == R ? c[e] : 0;

                for (int k = 0; k < N; k++)
                    sum += G[k + N * e] / m[k * (N + 1)] *
                           (l == R ? q[k] : H[k + N * l]);
                X[e + E * l] = sum;
            }
        ck_assert_int_eq(zn_factor_new(ctx, E, &factor), ZN_OK);
        ck_assert_int_eq(zn_factor_set(factor, S), ZN_OK);
        zn_factor_solve(factor, R + 1, X);
        zn_factor_free(factor);
        for (int i = 0; i < R; i++)
            for (int l = 0; l <= R; l++) {
                double sum = l == R ? b[i] : 0;

                for (int k = 0; k < N; k++) {
                    double x = l == R ? q[k] : H[k + N * l];

                    for (int e = 0; e < E; e++)
                        x -= G[k + N * e] * X[e + E * l];
                    sum += H[k + N * i] / m[k * (N + 1)] * x;
                }
                if (l == R)
                    Q[i] = sum;
                else
                    W[i + R * l] = sum;
            }
        const zn_friction f = {3, NC, &C, Q, mu};

        ck_assert_int_eq(zn_solver_new(ctx, "friction", "auto", &s), ZN_OK);
        ck_assert_int_eq(zn_solver_set_real(s, "tol", 1e-12), ZN_OK);
        ck_assert_msg(!zn_solver_solve(s, &f, r, u, NULL), "%s",
                      zn_errmsg(ctx));
        zn_solver_free(s);
        ck_assert_int_eq(zn_joined_new(ctx, &M, &B, q, &A, c, &j), ZN_OK);
        const zn_global_friction p = {3, NC, j->n, &j->M, &j->H, j->q, b, mu};

        solve(ctx, "auto", &p, z, w);
        /* contacts are few: W is regular, little friction: one solution */
        for (int i = 0; i < R; i++)
            ck_assert_double_eq_tol(w[i], u[i], 1e-7);
        for (int e = 0; e < E; e++) {
            double off = c[e];

            for (int k = 0; k < N; k++)
                off += G[k + N * e] * z[k];
            ck_assert_double_eq_tol(off, 0, 1e-8);
        }
        zn_joined_free(ctx, j);
    }
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(what_does_not_fit_is_told)
{
    const double x[12] = {1, 0, 0, 1}, q[4] = {0};
    const zn_matrix two = zn_matrix_dense(2, 2, x),
                    tall = zn_matrix_dense(3, 2, x);
    zn_ctx *ctx = context();
    zn_joined *j;

    ck_assert_int_eq(zn_joined_new(ctx, &two, &two, q, &tall, q, &j), ZN_EINVAL);
    ck_assert_msg(strstr(zn_errmsg(ctx), "H has 2 rows and G 3"), "%s",
                  zn_errmsg(ctx));
    ck_assert_ptr_null(j);
    zn_ctx_free(ctx);
}
END_TEST

static zn_status body(const zn_allocator *alloc)
{
    const double m[] = {2, 0, 0, 3}, one[] = {1, -1}, q[] = {1, 2}, c[] = {0};
    const zn_matrix M = zn_matrix_dense(2, 2, m), G = zn_matrix_dense(2, 1, one);
    zn_ctx *ctx = NULL;
    zn_joined *j = NULL;
    zn_status st = zn_ctx_new_with(alloc, &ctx);

    if (!st)
        st = zn_joined_new(ctx, &M, &M, q, &G, c, &j);
    zn_joined_free(ctx, j);
    zn_ctx_free(ctx);
    return st;
}

START_TEST(every_allocation_may_fail)
{
    test_torture(body);
}
END_TEST

/* ---- one after the other -------------------------------------------------------------- */

enum { NV = 24, NG = 9, KINDS = 20 };

/* Masses of blocks of three, and joints of full rows each on two of them, of any size: of all kinds the same
 * pattern, and other values, so that pivots are others. */
static void mechanism(int kind, double M[], double G[], double H[], double q[], double c[])
{
    rng r = {77 + 1000 * (unsigned)kind};

    memset(M, 0, NV * NV * sizeof *M);
    memset(G, 0, NV * NG * sizeof *G);
    memset(H, 0, 3 * NV * sizeof *H);
    for (int b = 0; b < NV; b += 3)
        for (int i = b; i < b + 3; i++)
            for (int j = b; j < b + 3; j++)
                M[i + NV * j] = i == j ? exp(uniform(&r, -7, 7)) : uniform(&r, -3e-4, 3e-4);
    for (int e = 0; e < NG; e++)
        for (int k = 0; k < 6; k++)
            G[(3 * ((e * 5) % 8) * (k < 3) + 3 * ((e * 5 + 3) % 8) * (k >= 3) + k % 3) + NV * e] =
                uniform(&r, -1, 1) * exp(uniform(&r, -7, 7));
    for (int i = 0; i < 3; i++)
        H[i + NV * i] = 1;
    for (int i = 0; i < NV; i++)
        q[i] = uniform(&r, -1, 1);
    for (int e = 0; e < NG; e++)
        c[e] = uniform(&r, -1, 1);
}

START_TEST(a_used_solver_has_the_bits_of_a_new_one)
{
    double m[NV * NV], g[NV * NG], h[NV * 3], q[NV], c[NG], z[2][NV + NG + 3], w[2][3];
    const double b[3] = {0}, mu[] = {0.3};
    zn_ctx *ctx = context();
    zn_solver *used;

    ck_assert_int_eq(zn_solver_new(ctx, "global-friction", solvers[_i], &used), ZN_OK);
    for (int kind = 0; kind < KINDS; kind++) {
        const zn_matrix M = zn_matrix_dense(NV, NV, m), G = zn_matrix_dense(NV, NG, g),
                        H = zn_matrix_dense(NV, 3, h);
        zn_status st[2];
        zn_solver *fresh;
        zn_joined *j;

        mechanism(kind, m, g, h, q, c);
        ck_assert_int_eq(zn_joined_new(ctx, &M, &H, q, &G, c, &j), ZN_OK);
        const zn_global_friction f = {3, 1, j->n, &j->M, &j->H, j->q, b, mu};

        ck_assert_int_eq(zn_solver_new(ctx, "global-friction", solvers[_i], &fresh), ZN_OK);
        memset(z, 0, sizeof z);
        memset(w, 0, sizeof w);
        st[0] = zn_solver_solve(used, &f, z[0], w[0], NULL);
        st[1] = zn_solver_solve(fresh, &f, z[1], w[1], NULL);
        ck_assert_int_ge(st[0], 0);
        ck_assert_int_eq(st[0], st[1]);
        ck_assert_msg(!memcmp(z[0], z[1], sizeof z[0]), "%s, problem %d", solvers[_i], kind);
        ck_assert_msg(!memcmp(w[0], w[1], sizeof w[0]), "%s, problem %d", solvers[_i], kind);
        zn_solver_free(fresh);
        zn_joined_free(ctx, j);
    }
    zn_solver_free(used);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("friction, joints");
    TCase *tc = tcase_create("joined");

    tcase_add_loop_test(tc, welded_masses_are_one, 0, 2 * SOLVERS);
    tcase_add_test(tc, random_joints_are_eliminated);
    tcase_add_loop_test(tc, a_used_solver_has_the_bits_of_a_new_one, 0, SOLVERS);
    tcase_add_test(tc, what_does_not_fit_is_told);
    tcase_add_test(tc, every_allocation_may_fail);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
