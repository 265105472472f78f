/* test_rolling.c - rolling friction: contacts by hand, the plane by pivots, data
 * SPDX-License-Identifier: Apache-2.0 */
#include "rolling_test.h"

static const char *const solvers[] = {"auto", "nsgs", "newton", "prox", "admm"};
enum { SOLVERS = sizeof solvers / sizeof solvers[0] };

/* ---- one contact by hand --------------------------------------------------- */

typedef struct hand {
    const char *name;
    zn_index d;
    double M[25], q[5], mu, mur, r[5], u[5];
} hand;

/* M = diag(2, 4, 4, 1/2, 1/2): the parts do not see each other but for the load,
 * r_N = 1/2 where q_N = -1. mu = 0.6, mu_r = 0.2: r_T up to 0.3, r_M up to 0.1.
 *     stick  q_T = (0.6, -0.8):   r_T = -q_T / 4, 0.25 long
 *     slip   q_T = (1.2, -1.6):   r_T = -0.3 (0.6, -0.8), u_T = q_T + 4 r_T
 *     still  q_M = (0.024, 0.032): r_M = -2 q_M, 0.08 long
 *     roll   q_M = (0.12, 0.16):  r_M = -0.1 (0.6, 0.8), u_M = q_M + r_M / 2 */
#define DIAGONAL                                                               \
    {                                                                          \
        2, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, \
            0, 0.5                                                             \
    }

static const hand hands[] = {
    {"take-off",
     5,
     DIAGONAL,
     {0.3, 1, 2, 3, 4},
     0.6,
     0.2,
     {0},
     {0.3, 1, 2, 3, 4}},
    {"stick, still",
     5,
     DIAGONAL,
     {-1, 0.6, -0.8, 0.024, 0.032},
     0.6,
     0.2,
     {0.5, -0.15, 0.2, -0.048, -0.064},
     {0}},
    {"slip, still",
     5,
     DIAGONAL,
     {-1, 1.2, -1.6, 0.024, 0.032},
     0.6,
     0.2,
     {0.5, -0.18, 0.24, -0.048, -0.064},
     {0, 0.48, -0.64, 0, 0}},
    {"stick, roll",
     5,
     DIAGONAL,
     {-1, 0.6, -0.8, 0.12, 0.16},
     0.6,
     0.2,
     {0.5, -0.15, 0.2, -0.06, -0.08},
     {0, 0, 0, 0.09, 0.12}},
    {"slip, roll",
     5,
     DIAGONAL,
     {-1, 1.2, -1.6, 0.12, 0.16},
     0.6,
     0.2,
     {0.5, -0.18, 0.24, -0.06, -0.08},
     {0, 0.48, -0.64, 0.09, 0.12}},
    {"no friction, roll",
     5,
     DIAGONAL,
     {-1, 0.6, -0.8, 0.12, 0.16},
     0,
     0.2,
     {0.5, 0, 0, -0.06, -0.08},
     {0, 0.6, -0.8, 0.09, 0.12}},
    {"slip, no rolling friction",
     5,
     DIAGONAL,
     {-1, 1.2, -1.6, 0.12, 0.16},
     0.6,
     0,
     {0.5, -0.18, 0.24, 0, 0},
     {0, 0.48, -0.64, 0.12, 0.16}},
    {"neither",
     5,
     DIAGONAL,
     {-1, 1.2, -1.6, 0.12, 0.16},
     0,
     0,
     {0.5, 0, 0, 0, 0},
     {0, 1.2, -1.6, 0.12, 0.16}},
    /* plane, coupled: M = [2 .5 .3; .5 1 0; .3 0 .5], mu = 0.4, mu_r = 0.2, u_T >
     * 0 and u_M < 0: r_T = -0.4 r_N, r_M = 0.2 r_N,
     *     (2 - 0.2 + 0.06) r_N = 1,  u_T = 1 + 0.1 r_N,  u_M = -1 + 0.4 r_N */
    {"plane, slip, roll",
     3,
     {2, 0.5, 0.3, 0.5, 1, 0, 0.3, 0, 0.5},
     {-1, 1, -1},
     0.4,
     0.2,
     {1 / 1.86, -0.4 / 1.86, 0.2 / 1.86},
     {0, 1 + 0.1 / 1.86, -1 + 0.4 / 1.86}},
    /* the same, q_T = 0.1 and q_M = -1: u_T = 0 gives r_T = -0.1 - 0.5 r_N, too
     * long for mu = 0.4, not for mu = 0.9: (2 - 0.25 + 0.06) r_N = 1.05 */
    {"plane, stick, roll",
     3,
     {2, 0.5, 0.3, 0.5, 1, 0, 0.3, 0, 0.5},
     {-1, 0.1, -1},
     0.9,
     0.2,
     {1.05 / 1.81, -0.1 - 0.525 / 1.81, 0.21 / 1.81},
     {0, 0, -1 + 0.4 * 1.05 / 1.81}},
    {"plane, take-off",
     3,
     {2, 0.5, 0.3, 0.5, 1, 0, 0.3, 0, 0.5},
     {0.1, 1, -1},
     0.4,
     0.2,
     {0},
     {0.1, 1, -1}},
};
enum { HANDS = sizeof hands / sizeof hands[0] };

START_TEST(a_contact_by_hand_by_every_solver)
{
    const hand *h = &hands[_i];
    zn_matrix M = zn_matrix_dense(h->d, h->d, h->M);
    zn_rolling_friction p = {h->d, 1, &M, h->q, &h->mu, &h->mur};
    zn_ctx *ctx = context();

    for (int s = 0; s < SOLVERS; s++) {
        double r[5] = {0}, u[5];

        ck_assert_msg(run_once(ctx, "rolling-friction", solvers[s], 1e-12, &p,
                               r, u, NULL) == ZN_OK,
                      "%s, %s: %s", h->name, solvers[s], zn_errmsg(ctx));
        /* kappa(M) is at most 8 */
        for (zn_index k = 0; k < h->d; k++) {
            ck_assert_msg(fabs(r[k] - h->r[k]) <= 1e-10,
                          "%s, %s: r(%td) = %.15g, not %.15g", h->name,
                          solvers[s], k, r[k], h->r[k]);
            ck_assert_msg(fabs(u[k] - h->u[k]) <= 1e-10,
                          "%s, %s: u(%td) = %.15g, not %.15g", h->name,
                          solvers[s], k, u[k], h->u[k]);
        }
    }
    zn_ctx_free(ctx);
}
END_TEST

/* metres to millimetres: moments in N mm, angular velocities the same, mu_r in
 * mm; M scales by rows and columns. The parts differ by 1e6, the answer does
 * not. */
START_TEST(units_do_not_matter)
{
    zn_ctx *ctx = context();

    for (int s = 0; s < SOLVERS; s++) {
        for (int e = -4; e <= 4; e += 2) {
            const hand *h = &hands[4];
            double length = pow(10, e), M[25], q[5], r[5] = {0}, u[5];
            double mur = h->mur * length;
            zn_matrix A = zn_matrix_dense(5, 5, M);
            zn_rolling_friction p = {5, 1, &A, q, &h->mu, &mur};

            /* r_M' = length r_M, u_M' = u_M / length */
            for (int j = 0; j < 5; j++) {
                for (int i = 0; i < 5; i++)
                    M[i + 5 * j] = h->M[i + 5 * j] / (i > 2 ? length : 1) /
                                   (j > 2 ? length : 1);
                q[j] = h->q[j] / (j > 2 ? length : 1);
            }
            ck_assert_msg(run_once(ctx, "rolling-friction", solvers[s], 1e-9,
                                   &p, r, u, NULL) == ZN_OK,
                          "%s, length %g: %s", solvers[s], length,
                          zn_errmsg(ctx));
            for (int k = 0; k < 5; k++) {
                double unit = k > 2 ? length : 1;

                /* the measure adds impulses and moments up: at length 1e-4 q
                 * is 2e3, and the normal row is right to 2e-6 */
                ck_assert_msg(fabs(r[k] / unit - h->r[k]) <= 1e-5,
                              "%s, length %g: r(%d) = %.12g, not %.12g",
                              solvers[s], length, k, r[k] / unit, h->r[k]);
            }
        }
    }
    zn_ctx_free(ctx);
}
END_TEST

/* ---- the plane as a linear complementarity problem -------------------------- */

/* z = (r_N, b+, b-, c+, c-, k, l) by contact, r_T = b+ - b-, r_M = c+ - c-:
 *     w = (u_N, k + u_T, k - u_T, l + u_M, l - u_M,
 *          mu r_N - b+ - b-, mu_r r_N - c+ - c-) */
static void to_lcp(const rollers *c, double M[], double q[])
{
    /* the columns of z in r, and the rows of w from u */
    static const int part[] = {0, 1, 1, 2, 2}, sign[] = {1, 1, -1, 1, -1};
    zn_index n = 7 * c->nc;

    for (zn_index a = 0; a < c->nc; a++) {
        for (int i = 0; i < 5; i++) {
            q[7 * a + i] = sign[i] * c->q[3 * a + part[i]];
            for (zn_index b = 0; b < c->nc; b++)
                for (int j = 0; j < 5; j++)
                    M[7 * a + i + (7 * b + j) * n] =
                        sign[i] * sign[j] *
                        c->M[3 * a + part[i] + (3 * b + part[j]) * c->n];
        }
        for (int k = 0; k < 2; k++) {
            zn_index row = 7 * a + 5 + k;

            M[row + 7 * a * n] = k ? c->mur[a] : c->mu[a];
            for (zn_index i = 7 * a + 1 + 2 * k; i < 7 * a + 3 + 2 * k; i++) {
                M[row + i * n] = -1;
                M[i + row * n] = 1;
            }
        }
    }
}

static void by_pivots(zn_ctx *ctx, const rollers *c, const char *name,
                      double r[])
{
    zn_index n = 7 * c->nc;
    double *M = reals(n * n), *q = reals(n), *z = reals(n), *w = reals(n);
    zn_matrix A = zn_matrix_dense(n, n, M);
    zn_lcp p = {n, &A, q};

    to_lcp(c, M, q);
    ck_assert_msg(run_once(ctx, "lcp", name, 1e-10, &p, z, w, NULL) == ZN_OK,
                  "%s: %s", name, zn_errmsg(ctx));
    for (zn_index a = 0; a < c->nc; a++) {
        r[3 * a] = z[7 * a];
        r[3 * a + 1] = z[7 * a + 1] - z[7 * a + 2];
        r[3 * a + 2] = z[7 * a + 3] - z[7 * a + 4];
    }
    free(M);
    free(q);
    free(z);
    free(w);
}

START_TEST(in_the_plane_pivots_and_states_give_the_same)
{
    static const struct {
        zn_index nc;
        const char *lcp;
    } jobs[] = {{1, "enum"}, {1, "lemke"}, {2, "lemke"}, {6, "lemke"}};
    rng g = {(uint64_t)(400 + _i)};
    zn_ctx *ctx = context();

    for (int k = 0; k < 40; k++) {
        rollers c;
        double *r, *z, *w;

        rollers_random(&c, &g, 3, jobs[_i].nc, jobs[_i].nc, 0.5, 0.4, 1);
        c.p.M = &c.A;
        r = reals(c.n);
        z = reals(c.n);
        w = reals(c.n);
        by_pivots(ctx, &c, jobs[_i].lcp, r);
        ck_assert_double_le(naive_rolling(&c, r), 1e-8);
        ck_assert_msg(run_once(ctx, "rolling-friction", "nsgs", 1e-12, &c.p, z,
                               w, NULL) == ZN_OK,
                      "%d: %s", k, zn_errmsg(ctx));
        ck_assert_double_le(naive_rolling(&c, z), 1.1e-12);
        /* M is positive definite with kappa up to 1e4, little friction: one
         * solution */
        for (zn_index i = 0; i < c.n; i++)
            ck_assert_msg(fabs(r[i] - z[i]) <= 1e-6 * (1 + fabs(r[i])),
                          "%d: r(%td) = %.12g by pivots, %.12g", k, i, r[i],
                          z[i]);
        free(r);
        free(z);
        free(w);
        rollers_free(&c);
    }
    zn_ctx_free(ctx);
}
END_TEST

/* ---- what the class refuses, and how it measures ----------------------------- */

START_TEST(wrong_data_are_named)
{
    double M[25] = DIAGONAL, q[5] = {-1, 0, 0, 0, 0}, mu = 0.5, mur = 0.1;
    double z[5] = {0}, w[5];
    zn_matrix A = zn_matrix_dense(5, 5, M);
    const zn_rolling_friction good = {5, 1, &A, q, &mu, &mur};
    zn_rolling_friction p;
    zn_ctx *ctx = context();

#define REFUSED(status, words)                                                 \
    do {                                                                       \
        ck_assert_int_eq(                                                      \
            run_once(ctx, "rolling-friction", "nsgs", -1, &p, z, w, NULL),     \
            status);                                                           \
        ck_assert_msg(strstr(zn_errmsg(ctx), words), "%s", zn_errmsg(ctx));    \
    } while (0)

    p = good;
    p.d = 4;
    REFUSED(ZN_EINVAL, "d = 4, must be 3, 5 or 6");
    p = good;
    p.nc = 0;
    REFUSED(ZN_EINVAL, "nc = 0, must be >= 1");
    p = good;
    p.mu_r = NULL;
    REFUSED(ZN_EINVAL, "with M, q, mu and mu_r");
    p = good;
    p.d = 3;
    REFUSED(ZN_EINVAL, "M is 5 x 5, must be 3 x 3");
    p = good;
    mur = -0.1;
    REFUSED(ZN_EINVAL, "mu_r(0) = -0.1, must be >= 0");
    mur = INFINITY;
    REFUSED(ZN_EDOM, "mu_r(0) = inf");
    mur = 0.1;
    mu = NAN;
    REFUSED(ZN_EDOM, "mu(0) = nan");
    mu = -1;
    REFUSED(ZN_EINVAL, "mu(0) = -1");
    mu = 0.5;
    q[3] = NAN;
    REFUSED(ZN_EDOM, "q(3) = nan");
    q[3] = 0;
    M[7] = INFINITY;
    REFUSED(ZN_EDOM, "M(2,1)");
    ck_assert_msg(strstr(zn_errmsg(ctx), "rolling friction, d = 5, nc = 1"),
                  "%s", zn_errmsg(ctx));
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(the_error_is_that_of_the_header)
{
    rng g = {12};

    for (int k = 0; k < 60; k++) {
        rollers c;
        double r[30], w[30], work[60];

        rollers_random(&c, &g, k % 2 ? 5 : 3, 4, 4, k % 3 ? 0.5 : 0,
                       k % 5 ? 0.4 : 0, 1);
        c.p.M = &c.A;
        for (zn_index i = 0; i < c.n; i++)
            r[i] = c.r[i] + (k > 30 ? uniform(&g, -1, 1) : 0);
        memcpy(w, c.q, (size_t)c.n * sizeof *w);
        zn_matrix_mul(&c.A, 1, r, 1, w);
        ck_assert_double_eq_tol(zn_rolling_friction_error(&c.p, r, w, work),
                                naive_rolling(&c, r), 1e-13);
        /* w that is not M r + q counts */
        w[2] += 3;
        ck_assert_double_ge(zn_rolling_friction_error(&c.p, r, w, work),
                            0.99 * 3 / sqrt((double)c.n) / 50);
        w[2] = NAN;
        ck_assert(isnan(zn_rolling_friction_error(&c.p, r, w, work)));
        rollers_free(&c);
    }
}
END_TEST

/* M = I, q = -e_N: r = e_N. Off by 2 eps it is as exact as it can be; 1e-7 is an error, whatever other
 * components are zero. */
START_TEST(rounding_is_no_error_and_all_else_is)
{
    const double q[] = {-1, 0, 0, 0, 0}, mu[] = {0.5}, mur[] = {0.1};
    double M[25] = {0}, work[10];
    const zn_matrix A = zn_matrix_dense(5, 5, M);
    const zn_rolling_friction p = {5, 1, &A, q, mu, mur};

    for (int i = 0; i < 5; i++)
        M[6 * i] = 1;
    for (int k = 0; k < 2; k++) {
        const double off = k ? 1e-7 : 2 * DBL_EPSILON;
        const double r[] = {1 + off, 0, 0, 0, 0}, w[] = {off, 0, 0, 0, 0};

        const double err = zn_rolling_friction_error(&p, r, w, work);

        if (k)
            ck_assert_double_eq_tol(err, off, 1e-14);
        else
            ck_assert_double_eq(err, 0);
    }
}
END_TEST

START_TEST(no_motion_and_no_load_is_solved_by_nothing)
{
    const double M[25] = DIAGONAL, q[5] = {0}, mu = 0.5, mur = 0.1;
    zn_matrix A = zn_matrix_dense(5, 5, M);
    zn_rolling_friction p = {5, 1, &A, q, &mu, &mur};
    zn_ctx *ctx = context();

    for (int s = 0; s < SOLVERS; s++) {
        double z[5] = {0}, w[5];

        ck_assert_int_eq(
            run_once(ctx, "rolling-friction", solvers[s], -1, &p, z, w, NULL),
            ZN_OK);
        for (int k = 0; k < 5; k++)
            ck_assert(z[k] == 0 && w[k] == 0);
    }
    zn_ctx_free(ctx);
}
END_TEST

/* q_N < 0 and M = 0: nothing can stop the contact */
START_TEST(a_problem_without_a_solution_is_unsolved)
{
    const double M[25] = {0}, q[5] = {-1, 0.5, 0, 0, 0}, mu = 0.5, mur = 0.1;
    zn_matrix A = zn_matrix_dense(5, 5, M);
    zn_rolling_friction p = {5, 1, &A, q, &mu, &mur};
    zn_ctx *ctx = context();

    for (int s = 0; s < SOLVERS; s++) {
        double z[5] = {0}, w[5];
        zn_solve_info info;

        ck_assert_msg(run_once(ctx, "rolling-friction", solvers[s], -1, &p, z,
                               w, &info) == ZN_UNSOLVED,
                      "%s", solvers[s]);
        ck_assert_double_gt(info.error, 1e-8);
        ck_assert_int_ne(info.outcome, ZN_SOLVED);
    }
    zn_ctx_free(ctx);
}
END_TEST

/* a contact that nothing stops among others that can be solved */
START_TEST(one_hopeless_contact_is_told_in_time)
{
    rng g = {14};
    rollers c;
    zn_solver *s;
    zn_solve_info info;
    double z[50] = {0}, w[50];
    zn_ctx *ctx = context();

    rollers_random(&c, &g, 5, 10, 10, 0.5, 0.3, 1);
    c.p.M = &c.A;
    for (int i = 0; i < 50; i++)
        for (int k = 25; k < 30; k++)
            c.M[i + 50 * k] = c.M[k + 50 * i] = 0;
    c.q[25] = -1;
    ck_assert_int_eq(zn_solver_new(ctx, "rolling-friction", "auto", &s), ZN_OK);
    /* a guard only: the methods end by themselves */
    zn_solver_set_time_limit(s, 20);
    ck_assert_int_eq(zn_solver_solve(s, &c.p, z, w, &info), ZN_UNSOLVED);
    ck_assert_int_ne(info.outcome, ZN_TIME_LIMIT);
    ck_assert_double_gt(info.error, 1e-8);
    zn_solver_free(s);
    rollers_free(&c);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(options_change_the_way_and_not_the_end)
{
    static const char *const settings[][3] = {
        {"nsgs", "local", "projection"},    {"nsgs", "shuffle", "each"},
        {"nsgs", "omega", "1.2"},           {"nsgs", "freeze", "3"},
        {"newton", "map", "alart-curnier"}, {"newton", "map", "jean-moreau"},
        {"newton", "line_search", "0"},     {"admm", "rho", "10"},
    };
    rng g = {77};
    rollers c;
    zn_ctx *ctx = context();
    double z[40], w[40];

    rollers_random(&c, &g, 5, 8, 8, 0.5, 0.2, 0.1);
    c.p.M = &c.A;
    for (size_t k = 0; k < sizeof settings / sizeof settings[0]; k++) {
        zn_solver *s;

        ck_assert_int_eq(
            zn_solver_new(ctx, "rolling-friction", settings[k][0], &s), ZN_OK);
        ck_assert_msg(!zn_solver_set(s, settings[k][1], settings[k][2]), "%s",
                      zn_errmsg(ctx));
        ck_assert_int_eq(zn_solver_set_real(s, "tol", 1e-10), ZN_OK);
        memset(z, 0, sizeof z);
        ck_assert_msg(zn_solver_solve(s, &c.p, z, w, NULL) == ZN_OK,
                      "%s, %s: %s", settings[k][1], settings[k][2],
                      zn_errmsg(ctx));
        ck_assert_double_le(naive_rolling(&c, z), 1.1e-10);
        for (int i = 0; i < 40; i++)
            ck_assert_msg(fabs(w[i] - c.u[i]) <= 1e-6 * (1 + fabs(c.u[i])),
                          "%s, %s: u(%d) = %g, known %g", settings[k][1],
                          settings[k][2], i, w[i], c.u[i]);
        zn_solver_free(s);
    }
    rollers_free(&c);
    zn_ctx_free(ctx);
}
END_TEST

/* mu_r = 0 in space is friction with free rolling: the same r_T, r_N */
START_TEST(without_rolling_friction_it_agrees_with_the_class_friction)
{
    rng g = {55};
    zn_ctx *ctx = context();

    for (int k = 0; k < 20; k++) {
        rollers c;
        contacts f;
        double z[25] = {0}, w[25], y[15] = {0}, v[15];

        rollers_random(&c, &g, 5, 5, 5, 0.4, 0, 1);
        c.p.M = &c.A;
        contacts_new(&f, 3, 5);
        for (int i = 0; i < 15; i++) {
            f.q[i] = c.q[5 * (i / 3) + i % 3];
            f.mu[i / 3] = c.mu[i / 3];
            for (int j = 0; j < 15; j++)
                f.M[i + 15 * j] =
                    c.M[5 * (i / 3) + i % 3 + 25 * (5 * (j / 3) + j % 3)];
        }
        f.p.M = &f.A;
        ck_assert_int_eq(
            run_once(ctx, "rolling-friction", "auto", 1e-11, &c.p, z, w, NULL),
            ZN_OK);
        ck_assert_int_eq(
            run_once(ctx, "friction", "auto", 1e-11, &f.p, y, v, NULL), ZN_OK);
        for (int i = 0; i < 15; i++)
            ck_assert_double_eq_tol(z[5 * (i / 3) + i % 3], y[i],
                                    1e-6 * (1 + fabs(y[i])));
        contacts_free(&f);
        rollers_free(&c);
    }
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("rolling friction");
    TCase *tc = tcase_create("rolling");

    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, a_contact_by_hand_by_every_solver, 0, HANDS);
    tcase_add_test(tc, units_do_not_matter);
    tcase_add_loop_test(tc, in_the_plane_pivots_and_states_give_the_same, 0, 4);
    tcase_add_test(tc, wrong_data_are_named);
    tcase_add_test(tc, the_error_is_that_of_the_header);
    tcase_add_test(tc, rounding_is_no_error_and_all_else_is);
    tcase_add_test(tc, no_motion_and_no_load_is_solved_by_nothing);
    tcase_add_test(tc, a_problem_without_a_solution_is_unsolved);
    tcase_add_test(tc, one_hopeless_contact_is_told_in_time);
    tcase_add_test(tc, options_change_the_way_and_not_the_end);
    tcase_add_test(tc,
                   without_rolling_friction_it_agrees_with_the_class_friction);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
