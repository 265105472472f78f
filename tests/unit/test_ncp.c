/* test_ncp.c - nonlinear and mixed complementarity
 * SPDX-License-Identifier: Apache-2.0 */
#include "vi_test.h"

#include <unistd.h>

#include <zeno/mcp.h>
#include <zeno/ncp.h>

static const char *const all[] = {"auto", "newton-fb", "newton-min",
                                  "path-search"};
enum { NALL = 4 };

/* ---- error measures ------------------------------------------------------------ */

static zn_status shift(void *user, const double z[], double out[])
{
    const double *by = (const double *)user;

    out[0] = z[0] - by[0];
    out[1] = 2 * z[1] - by[1];
    return ZN_OK;
}

static zn_status shift_J(void *user, const double z[], double x[])
{
    (void)user;
    (void)z;
    x[0] = 1;
    x[1] = x[2] = 0;
    x[3] = 2;
    return ZN_OK;
}

START_TEST(errors_are_natural_residuals)
{
    /* F(3, -0.5) = (2, -5): ncp: min(3, 2) = 2, min(-0.5, -5) = -5; F(0) is larger than 1 */
    double by[] = {1, 4}, work[4], w[] = {2, -5};
    const double z[] = {3, -0.5}, lb[] = {-INFINITY, -1}, ub[] = {2.5, 1};
    zn_ncp n = {.n = 2, .F = shift, .jacobian = shift_J, .user = by};
    double few[] = {-0.0625, -0.25}, at[] = {3.0625, -0.75};
    zn_ncp little = {.n = 2, .F = shift, .jacobian = shift_J, .user = few};
    zn_mcp m = {.n = 2, .F = shift, .jacobian = shift_J, .user = by, .lb = lb, .ub = ub};

    ck_assert_double_eq(zn_ncp_error(&n, z, w, work), 5);
    /* mcp: row 1 max(min(inf, 2), 0.5) = 2; row 2 max(min(0.5, -5), -1.5) =
     * -1.5 */
    ck_assert_double_eq(zn_mcp_error(&m, z, w, work), 2);
    w[1] = 4;
    ck_assert_double_eq(zn_mcp_error(&m, z, w, work), 9);
    /* F(0) = (1/16, 1/4): s = u = 1/4, and min(3/4, 3 + 1/16) = 3/4, min(-1/8, -3/4) = -3/4 */
    ck_assert_double_eq(zn_ncp_error(&little, z, at, work), 3);
    w[1] = NAN;
    ck_assert(isnan(zn_mcp_error(&m, z, w, work)));
    ck_assert(isnan(zn_ncp_error(&n, z, w, work)));
}
END_TEST

/* ---- by hand --------------------------------------------------------------------- */

START_TEST(two_rows_by_hand)
{
    /* mcp: z1 free: z1 = 1; z2 in [0, 1.5]: 2 z2 = 4 is beyond, so z2 = 1.5 with
     * F = -1. ncp with (-3, 4): z1 = 0, F1 = 3; z2 = 2. */
    zn_ctx *ctx = context();
    double by[] = {1, 4}, minus[] = {-3, 4}, z[2], w[2];
    const double lb[] = {-INFINITY, 0}, ub[] = {INFINITY, 1.5};
    zn_mcp m = {.n = 2, .F = shift, .jacobian = shift_J, .user = by, .lb = lb, .ub = ub};
    zn_ncp n = {.n = 2, .F = shift, .jacobian = shift_J, .user = minus};

    for (int k = 0; k < NALL; k++) {
        z[0] = z[1] = 7;
        ck_assert_int_eq(run_once(ctx, "mcp", all[k], -1, &m, z, w, NULL),
                         ZN_OK);
        ck_assert_double_eq_tol(z[0], 1, 1e-9);
        ck_assert_double_eq_tol(z[1], 1.5, 1e-9);
        ck_assert_double_eq_tol(w[1], -1, 1e-9);
        z[0] = z[1] = 7;
        ck_assert_int_eq(run_once(ctx, "ncp", all[k], -1, &n, z, w, NULL),
                         ZN_OK);
        ck_assert_double_eq_tol(z[0], 0, 1e-9);
        ck_assert_double_eq_tol(z[1], 2, 1e-9);
        ck_assert_double_eq_tol(w[0], 3, 1e-9);
    }
    zn_ctx_free(ctx);
}
END_TEST

/* Kojima & Shindo (1986): not monotone; the solutions are (sqrt 6 / 2, 0, 0,
 * 1/2), where z3 = F3 = 0, and (1, 0, 3, 0) */
static zn_status kojima(void *user, const double z[], double f[])
{
    double a = z[0], b = z[1], c = z[2], d = z[3];

    (void)user;
    f[0] = 3 * a * a + 2 * a * b + 2 * b * b + c + 3 * d - 6;
    f[1] = 2 * a * a + a + b * b + 10 * c + 2 * d - 2;
    f[2] = 3 * a * a + a * b + 2 * b * b + 2 * c + 9 * d - 9;
    f[3] = a * a + 3 * b * b + 2 * c + 3 * d - 3;
    return ZN_OK;
}

static zn_status kojima_J(void *user, const double z[], double x[])
{
    double a = z[0], b = z[1];
    const double J[] = {6 * a + 2 * b,
                        4 * a + 1,
                        6 * a + b,
                        2 * a,
                        2 * a + 4 * b,
                        2 * b,
                        a + 4 * b,
                        6 * b,
                        1,
                        10,
                        2,
                        2,
                        3,
                        2,
                        9,
                        3};

    (void)user;
    memcpy(x, J, sizeof J);
    return ZN_OK;
}

START_TEST(kojima_shindo_from_many_starts)
{
    zn_ctx *ctx = context();
    zn_ncp p = {.n = 4, .F = kojima, .jacobian = kojima_J};
    rng r = {11};

    for (int trial = 0; trial < 20; trial++) {
        double z[4], w[4];

        for (int i = 0; i < 4; i++)
            z[i] = uniform(&r, 0, 3);
        ck_assert_msg(run_once(ctx, "ncp", "auto", -1, &p, z, w, NULL) == ZN_OK,
                      "start %d: %s", trial, zn_errmsg(ctx));
        bool first = fabs(z[0] - sqrt(6) / 2) < 1e-4;

        /* the first is degenerate: only half the digits are certain */
        ck_assert_double_eq_tol(z[0], first ? sqrt(6) / 2 : 1, 1e-4);
        ck_assert_double_eq_tol(z[1], 0, 1e-4);
        ck_assert_double_eq_tol(z[2], first ? 0 : 3, 1e-4);
        ck_assert_double_eq_tol(z[3], first ? 0.5 : 0, 1e-4);
    }
    zn_ctx_free(ctx);
}
END_TEST

/* F of kojima, counted */
static zn_status counted(void *user, const double z[], double f[])
{
    ++*(int *)user;
    return kojima(NULL, z, f);
}

START_TEST(path_search_asks_for_few_values_of_F)
{
    /* from 50 starts: fewer than the Newton methods, which search along lines
     * that leave the active set at once */
    const char *const names[] = {"path-search", "newton-fb", "newton-min"};
    zn_ctx *ctx = context();
    int calls[3] = {0};

    for (int k = 0; k < 3; k++) {
        zn_ncp p = {.n = 4, .F = counted, .jacobian = kojima_J, .user = &calls[k]};
        rng r = {23};

        for (int trial = 0; trial < 50; trial++) {
            double z[4], w[4];

            for (int i = 0; i < 4; i++)
                z[i] = uniform(&r, 0, 3);
            ck_assert_msg(!run_once(ctx, "ncp", names[k], -1, &p, z, w, NULL),
                          "%s, start %d: %s", names[k], trial, zn_errmsg(ctx));
        }
    }
    ck_assert_int_lt(calls[0], calls[1]);
    ck_assert_int_lt(calls[0], calls[2]);
    zn_ctx_free(ctx);
}
END_TEST

/* kojima in another unit of F */
static zn_status in_unit(void *user, const double z[], double f[])
{
    kojima(NULL, z, f);
    for (int i = 0; i < 4; i++)
        f[i] *= *(const double *)user;
    return ZN_OK;
}

static zn_status in_unit_J(void *user, const double z[], double x[])
{
    kojima_J(NULL, z, x);
    for (int i = 0; i < 16; i++)
        x[i] *= *(const double *)user;
    return ZN_OK;
}

START_TEST(a_small_F_is_no_answer_and_has_the_same)
{
    /* F(0) is at most 9, so that 2^-8 and less are below 1: z = 0 was "ok" at 2^-40 */
    static const char *const names[] = {"auto", "newton-fb", "newton-min", "path-search"};
    const double lb[4] = {0}, ub[] = {9, 9, 9, 9};
    zn_ctx *ctx = context();

    for (int k = 0; k < 8; k++) {
        double first[4] = {0};
        zn_solve_info was = {0}, info;

        for (int power = -8; power >= -68; power -= 20) {
            double unit = ldexp(1, power), z[4] = {0}, w[4], F[4], off = 0;
            const zn_ncp n = {.n = 4, .F = in_unit, .jacobian = in_unit_J, .user = &unit};
            const zn_mcp m = {.n = 4, .F = in_unit, .jacobian = in_unit_J, .user = &unit, .lb = lb,
                              .ub = ub};

            ck_assert_msg(!run_once(ctx, k < 4 ? "ncp" : "mcp", names[k % 4], -1,
                                    k < 4 ? (const void *)&n : &m, z, w, &info),
                          "%s, 2^%d: %s", names[k % 4], power, zn_errmsg(ctx));
            kojima(NULL, z, F);
            for (int i = 0; i < 4; i++)
                off = fmax(off, fabs(fmin(z[i], F[i])));
            ck_assert_double_lt(off, 1e-8);
            if (power < -8)
                ck_assert(!memcmp(z, first, sizeof z) && info.iterations == was.iterations);
            memcpy(first, z, sizeof z);
            was = info;
        }
    }
    zn_ctx_free(ctx);
}
END_TEST

/* F is not defined at z = 0: 1 / z - 2 falls to a root at 1/2 */
static zn_status hyperbola(void *user, const double z[], double f[])
{
    (void)user;
    if (!(z[0] > 0))
        return ZN_RETRY;
    f[0] = 2 - 1 / z[0];
    return ZN_OK;
}

static zn_status hyperbola_J(void *user, const double z[], double x[])
{
    (void)user;
    x[0] = 1 / (z[0] * z[0]);
    return ZN_OK;
}

START_TEST(steps_stay_where_F_is_defined)
{
    /* from z = 3 a full step would go to 3 - 9 (2 - 1/3) < 0 */
    zn_ctx *ctx = context();
    zn_ncp p = {.n = 1, .F = hyperbola, .jacobian = hyperbola_J};

    for (int k = 0; k < NALL; k++) {
        double z[1] = {3}, w[1];

        ck_assert_msg(!run_once(ctx, "ncp", all[k], -1, &p, z, w, NULL),
                      "%s: %s", all[k], zn_errmsg(ctx));
        ck_assert_double_eq_tol(z[0], 0.5, 1e-9);
    }
    zn_ctx_free(ctx);
}
END_TEST

/* F = (z_0^(1/2) + z_1 - 2, z_1^(1/2) - z_0, z_2 log z_2 + 3): z = (1, 1, 0), w = (0, 0, 3). At 0 slopes are infinite,
 * which `user` says by ZN_RETRY or leaves to who asks. */
static zn_status roots(void *user, const double z[], double out[])
{
    (void)user;
    out[0] = sqrt(z[0]) + z[1] - 2;
    out[1] = sqrt(z[1]) - z[0];
    out[2] = (z[2] > 0 ? z[2] * log(z[2]) : 0) + 3;
    return ZN_OK;
}

static zn_status roots_J(void *user, const double z[], double x[])
{
    memset(x, 0, 9 * sizeof *x);
    x[0] = 0.5 / sqrt(z[0]);
    x[4] = 0.5 / sqrt(z[1]);
    x[8] = log(z[2]) + 1;
    x[1] = -1;
    x[3] = 1;
    return *(const bool *)user && !(z[0] > 0 && z[1] > 0 && z[2] > 0) ? ZN_RETRY : ZN_OK;
}

START_TEST(slopes_may_be_infinite_where_it_begins)
{
    bool told = _i > 0;
    const zn_ncp p = {.n = 3, .F = roots, .jacobian = roots_J, .user = &told};
    zn_ctx *ctx = context();

    for (int k = 0; k < NALL; k++) {
        double z[3] = {0}, w[3];

        ck_assert_msg(!run_once(ctx, "ncp", all[k], -1, &p, z, w, NULL), "%s: %s", all[k],
                      zn_errmsg(ctx));
        ck_assert_double_eq_tol(z[0], 1, 1e-7);
        ck_assert_double_eq_tol(z[1], 1, 1e-7);
        ck_assert_double_eq_tol(z[2], 0, 1e-7);
    }
    zn_ctx_free(ctx);
}
END_TEST

/* ---- honest failure ---------------------------------------------------------------- */

/* F = -1 - z < 0 for z >= 0: no solution */
static zn_status falling(void *user, const double z[], double out[])
{
    (void)user;
    out[0] = -1 - z[0];
    return ZN_OK;
}

static zn_status falling_J(void *user, const double z[], double x[])
{
    (void)user;
    (void)z;
    x[0] = -1;
    return ZN_OK;
}

static zn_status broken_J(void *user, const double z[], double x[])
{
    (void)user;
    (void)z;
    (void)x;
    return ZN_EUSER;
}

START_TEST(no_solution_is_told)
{
    zn_ctx *ctx = context();
    zn_ncp none = {.n = 1, .F = falling, .jacobian = falling_J};
    zn_ncp broken = {.n = 1, .F = falling, .jacobian = broken_J};
    zn_ncp lacking = {.n = 1, .F = falling};
    zn_ncp endless = {.n = PTRDIFF_MAX, .F = falling, .jacobian = falling_J};
    zn_solve_info info;
    double w[1];

    for (int k = 0; k < NALL; k++) {
        double z[1] = {1};

        ck_assert_int_eq(run_once(ctx, "ncp", all[k], -1, &none, z, w, &info),
                         ZN_UNSOLVED);
        ck_assert_double_ge(info.error, 1);
        ck_assert_int_ne(info.outcome, ZN_SOLVED);
        ck_assert_int_eq(run_once(ctx, "ncp", all[k], -1, &broken, z, w, NULL),
                         ZN_EUSER);
        ck_assert_msg(strstr(zn_errmsg(ctx), "returned ZN_EUSER") && !strstr(zn_errmsg(ctx), "error"), "%s",
                      zn_errmsg(ctx)); /* no words of the failure before */
        ck_assert_int_eq(run_once(ctx, "ncp", all[k], -1, &lacking, z, w, NULL),
                         ZN_EINVAL);
        ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "Jacobian"));
        ck_assert_int_eq(run_once(ctx, "ncp", all[k], -1, &endless, z, w, NULL), ZN_EINVAL);
    }
    zn_ctx_free(ctx);
}
END_TEST

/* The Jacobian has no values anywhere, then fails, once. */
typedef struct odd {
    int outside, asked, fails_at;
} odd;

static zn_status rising(void *user, const double z[], double out[])
{
    odd *o = user;

    for (int i = 0; i < 2; i++) {
        o->outside += !(z[i] >= 0);
        out[i] = z[i] - 1.3; /* of no start */
    }
    return ZN_OK;
}

static zn_status odd_J(void *user, const double z[], double x[])
{
    odd *o = user;

    (void)z;
    x[1] = x[2] = 0;
    x[0] = x[3] = o->fails_at ? 1 : INFINITY;
    return ++o->asked == o->fails_at ? ZN_EUSER : ZN_OK;
}

/* A start below zero is moved before F is asked; what fails once fails, with a limit of time, too. */
START_TEST(functions_that_misbehave_are_told)
{
    odd o = {0};
    const zn_ncp p = {.n = 2, .F = rising, .jacobian = odd_J, .user = &o};
    zn_ctx *ctx = context();

    for (int k = 0; k < NALL; k++)
        for (int fails = 0; fails < 2; fails++) {
            double z[2] = {0, -0.5}, w[2];
            zn_solver *s;
            zn_status st;

            o = (odd){.fails_at = fails};
            ck_assert_int_eq(zn_solver_new(ctx, "ncp", all[k], &s), ZN_OK);
            zn_solver_set_time_limit(s, 10);
            st = zn_solver_solve(s, &p, z, w, NULL);
            ck_assert_msg(st == (fails ? ZN_EUSER : ZN_UNSOLVED), "%s, %d: %s", all[k], fails, zn_errmsg(ctx));
            ck_assert_msg(!o.outside, "%s, %d: %d times", all[k], fails, o.outside);
            zn_solver_free(s);
        }
    zn_ctx_free(ctx);
}
END_TEST

/* Every direction leads upwards, and from one call on the time is over: what is asked after that is little. */
typedef struct slow {
    int asked, late_at;
} slow;

static zn_status slow_F(void *user, const double z[], double out[])
{
    slow *k = user;

    if (++k->asked == k->late_at)
        usleep(30000);
    out[0] = z[0] - 1.3;
    return ZN_OK;
}

START_TEST(no_search_goes_on_when_the_time_is_over)
{
    slow k;
    const zn_ncp p = {.n = 1, .F = slow_F, .jacobian = falling_J, .user = &k};
    zn_ctx *ctx = context();

    for (int a = 0; a < NALL; a++)
        for (int at = 2; at < 30; at++) {
            double z[1] = {5}, w[1];
            zn_solve_info info;
            zn_solver *s;

            k = (slow){.late_at = at};
            ck_assert_int_eq(zn_solver_new(ctx, "ncp", all[a], &s), ZN_OK);
            zn_solver_set_time_limit(s, 0.02);
            (void)zn_solver_solve(s, &p, z, w, &info);
            if (k.asked >= at)
                ck_assert_msg(info.outcome == ZN_TIME_LIMIT && k.asked <= at + 8, "%s, %d: %s, %d calls more",
                              all[a], at, zn_outcome_name(info.outcome), k.asked - at);
            zn_solver_free(s);
        }
    zn_ctx_free(ctx);
}
END_TEST

/* ---- random families --------------------------------------------------------------- */

static void random_problem(zn_ctx *ctx, family f, uint64_t seed, bool mixed)
{
    rng r = {seed};
    zn_index n = 3 + (zn_index)(seed * 5);
    double *M = random_matrix(&r, f, n), *q = reals(n), *want = reals(n);
    double *lb = reals(n), *ub = reals(n), *z = reals(n), *w = reals(n);
    stored csc = to_csc(n, M);

    for (zn_index i = 0; i < n; i++) {
        lb[i] = mixed && i % 3 == 0 ? -INFINITY : mixed ? -0.5 : 0;
        ub[i] = mixed && i % 3 == 1 ? 0.25 : INFINITY;
    }
    plant_bent(&r, n, M, 2, lb, ub, want, q);
    for (int sparse = 0; sparse < 2; sparse++) {
        const zn_matrix *J = sparse ? &csc.m : NULL;
        bent b = {n, M, q, 2, J, 0};
        zn_ncp ncp = {.n = n, .F = bent_F, .jacobian = bent_J, .J = J, .user = &b};
        zn_mcp mcp = {.n = n, .F = bent_F, .jacobian = bent_J, .J = J, .user = &b, .lb = lb, .ub = ub};

        for (int k = 0; k < NALL; k++) {
            const char *name = mixed ? "mcp" : "ncp";
            const void *p = mixed ? (const void *)&mcp : &ncp;

            for (zn_index i = 0; i < n; i++)
                z[i] = uniform(&r, -2, 2);
            ck_assert_msg(run_once(ctx, name, all[k], -1, p, z, w, NULL) ==
                              ZN_OK,
                          "%s %s, %s, seed %d: %s", name, all[k],
                          family_name(f), (int)seed, zn_errmsg(ctx));
            /* atan makes singular families strictly monotone, by 2/(1 + z^2) */
            for (zn_index i = 0; i < n; i++)
                ck_assert_msg(fabs(z[i] - want[i]) < 1e-6,
                              "%s %s, %s, seed %d: z(%td) = %g, not %g", name,
                              all[k], family_name(f), (int)seed, i, z[i],
                              want[i]);
        }
    }
    stored_free(&csc);
    free(M), free(q), free(want), free(lb), free(ub), free(z), free(w);
}

START_TEST(random_problems_agree_in_both_storages)
{
    zn_ctx *ctx = context();

    for (int f = 0; f < FAMILIES; f++)
        for (uint64_t seed = 1; seed <= 6; seed++) {
            random_problem(ctx, (family)f, seed, false);
            random_problem(ctx, (family)f, seed, true);
        }
    zn_ctx_free(ctx);
}
END_TEST

/* F = (a z - 1) / 2^20, which is 1 in its own unit where z = 0, and more than that elsewhere. */
static zn_status steep_F(void *user, const double z[], double out[])
{
    const zn_index *n = (const zn_index *)user;

    for (zn_index i = 0; i < *n; i++)
        out[i] = ((double)(50 + i) * z[i] - (i == 1 ? -1. / 3 : 1)) / 1048576;
    return ZN_OK;
}

static zn_status steep_J(void *user, const double z[], double x[])
{
    const zn_index n = *(const zn_index *)user;

    (void)z;
    memset(x, 0, (size_t)(n * n) * sizeof *x);
    for (zn_index i = 0; i < n; i++)
        x[i * (n + 1)] = (double)(50 + i) / 1048576;
    return ZN_OK;
}

/* What a problem is measured by is F(0) of it, whatever its solver has had to do with before. */
START_TEST(a_problem_has_its_own_unit_after_a_larger_one)
{
    zn_ctx *ctx = context();

    for (int k = 0; k < NALL; k++) {
        zn_index large = 6, small = 3;
        const zn_ncp first = {.n = 6, .F = steep_F, .jacobian = steep_J, .user = &large};
        const zn_ncp then = {.n = 3, .F = steep_F, .jacobian = steep_J, .user = &small};
        double z[6] = {0}, w[6], x[3] = {0.125, 1, 0}, y[3], a[3], b[3];
        zn_solve_info used, fresh;
        zn_solver *s;

        memcpy(a, x, sizeof a);
        ck_assert(!zn_solver_new(ctx, "ncp", all[k], &s));
        ck_assert(!zn_solver_solve(s, &first, z, w, NULL));
        ck_assert(!zn_solver_solve(s, &then, x, y, &used));
        zn_solver_free(s);
        ck_assert(!zn_solver_new(ctx, "ncp", all[k], &s));
        ck_assert(!zn_solver_solve(s, &then, a, b, &fresh));
        zn_solver_free(s);
        ck_assert_msg(!memcmp(x, a, sizeof x) && !memcmp(y, b, sizeof y) &&
                          used.iterations == fresh.iterations,
                      "%s: %td steps, %td of a new one", all[k], used.iterations,
                      fresh.iterations);
    }
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(memory_is_reserved_and_may_fail)
{
    enum { n = 6 };
    rng r = {5};
    double *M = random_matrix(&r, P_SKEW, n), q[n], want[n], lb[n] = {0};
    stored csc = to_csc(n, M);
    bent b = {n, M, q, 1, NULL, 0};
    zn_ncp ncp = {.n = n, .F = bent_F, .jacobian = bent_J, .user = &b};
    zn_mcp mcp = {.n = n, .F = bent_F, .jacobian = bent_J, .user = &b, .lb = lb};
    zn_ncp none = {.n = 1, .F = falling, .jacobian = falling_J};
    subject t[] = {{"ncp", ZN_KIND_NCP_SOLVER, &ncp, n, n, n * n},
                   {"mcp", ZN_KIND_MCP_SOLVER, &mcp, n, n, n * n},
                   {"ncp", ZN_KIND_NCP_SOLVER, &none, 1, 1, 1}};

    plant_bent(&r, n, M, 1, lb, NULL, want, q);
    for (int k = 0; k < 3; k++)
        check_memory(&t[k]);
    b.pattern = ncp.J = mcp.J = &csc.m;
    for (int k = 0; k < 2; k++)
        check_memory(&t[k]);
    stored_free(&csc);
    free(M);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ncp");
    TCase *tc = tcase_create("ncp");

    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, errors_are_natural_residuals);
    tcase_add_test(tc, two_rows_by_hand);
    tcase_add_test(tc, kojima_shindo_from_many_starts);
    tcase_add_test(tc, path_search_asks_for_few_values_of_F);
    tcase_add_test(tc, a_small_F_is_no_answer_and_has_the_same);
    tcase_add_test(tc, steps_stay_where_F_is_defined);
    tcase_add_loop_test(tc, slopes_may_be_infinite_where_it_begins, 0, 2);
    tcase_add_test(tc, no_solution_is_told);
    tcase_add_test(tc, functions_that_misbehave_are_told);
    tcase_add_test(tc, no_search_goes_on_when_the_time_is_over);
    tcase_add_test(tc, random_problems_agree_in_both_storages);
    tcase_add_test(tc, a_problem_has_its_own_unit_after_a_larger_one);
    tcase_add_test(tc, memory_is_reserved_and_may_fail);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
