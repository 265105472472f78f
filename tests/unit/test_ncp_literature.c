/* test_ncp_literature.c - nonlinear complementarity problems of the literature, from
 * many starts
 * SPDX-License-Identifier: Apache-2.0 */
#include "vi_test.h"

#include <zeno/ncp.h>

static const char *const all[] = {"auto", "newton-fb", "newton-min",
                                  "path-search"};
enum { NALL = 4, STARTS = 100, MOST = 63 };

/* ---- Josephy -------------------------------------------------------------------- */

/* Josephy, Newton's method for generalized equations, MRC report 1965, Wisconsin
 * 1979: the only solution is (sqrt 6 / 2, 0, 0, 1/2), with F = (0, 2 + sqrt 6 / 2,
 * 5, 0) */
static zn_status josephy(void *user, const double z[], double f[])
{
    double a = z[0], b = z[1], c = z[2], d = z[3];

    (void)user;
    f[0] = 3 * a * a + 2 * a * b + 2 * b * b + c + 3 * d - 6;
    f[1] = 2 * a * a + a + b * b + 3 * c + 2 * d - 2;
    f[2] = 3 * a * a + a * b + 2 * b * b + 2 * c + 3 * d - 1;
    f[3] = a * a + 3 * b * b + 2 * c + 3 * d - 3;
    return ZN_OK;
}

static zn_status josephy_J(void *user, const double z[], double x[])
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
                        3,
                        2,
                        2,
                        3,
                        2,
                        3,
                        3};

    (void)user;
    memcpy(x, J, sizeof J);
    return ZN_OK;
}

static bool josephy_at(const double z[])
{
    return fabs(z[0] - sqrt(6) / 2) < 1e-6 && fabs(z[1]) < 1e-6 &&
           fabs(z[2]) < 1e-6 && fabs(z[3] - 0.5) < 1e-6;
}

/* ---- Mathiesen --------------------------------------------------------------------- */

/* Mathiesen, Math. Prog. 37 (1987): one activity x1 and three prices of a market of
 * Walras, homogeneous in the prices. With a = 0.9 and stocks 5, 3 the solutions are
 * (3, 6 s, s, 5 s), s > 0: x2 = x3 + x4, 3 x2 = 0.9 (5 x3 + 3 x4), 2 x3 = 0.1 (5 x3 +
 * 3 x4). F is not defined where x2 or x3 is 0. */
static zn_status walras(void *user, const double z[], double f[])
{
    double income = 5 * z[2] + 3 * z[3];

    (void)user;
    if (!(z[1] > 0) || !(z[2] > 0))
        return ZN_RETRY;
    f[0] = -z[1] + z[2] + z[3];
    f[1] = z[0] - 0.9 * income / z[1];
    f[2] = 5 - z[0] - 0.1 * income / z[2];
    f[3] = 3 - z[0];
    return ZN_OK;
}

static zn_status walras_J(void *user, const double z[], double x[])
{
    double b = z[1], c = z[2], income = 5 * z[2] + 3 * z[3];
    const double J[] = {0,
                        1,
                        -1,
                        -1,
                        -1,
                        0.9 * income / (b * b),
                        0,
                        0,
                        1,
                        -4.5 / b,
                        0.1 * income / (c * c) - 0.5 / c,
                        0,
                        1,
                        -2.7 / b,
                        -0.3 / c,
                        0};

    (void)user;
    memcpy(x, J, sizeof J);
    return ZN_OK;
}

/* the same with x4 = 1: (3, 1.2, 0.2) */
static zn_status numeraire(void *user, const double z[], double f[])
{
    double full[4] = {z[0], z[1], z[2], 1}, F[4];
    zn_status st = walras(user, full, F);

    memcpy(f, F, 3 * sizeof *f);
    return st;
}

static zn_status numeraire_J(void *user, const double z[], double x[])
{
    double full[4] = {z[0], z[1], z[2], 1}, J[16];
    zn_status st = walras_J(user, full, J);

    for (int j = 0; j < 3; j++)
        memcpy(x + 3 * j, J + 4 * j, 3 * sizeof *x);
    return st;
}

static bool numeraire_at(const double z[])
{
    return fabs(z[0] - 3) < 1e-6 && fabs(z[1] - 1.2) < 1e-6 &&
           fabs(z[2] - 0.2) < 1e-6;
}

static bool walras_at(const double z[])
{
    double s = z[2];

    return s > 0 && fabs(z[0] - 3) < 1e-5 && fabs(z[1] / s - 6) < 1e-4 &&
           fabs(z[3] / s - 5) < 1e-4;
}

/* The same with x2 + 1 and x3 + 1 below: Pang & Gabriel, NE/SQP, Math. Prog. 60
 * (1993). Solutions (t, 0, 0, 0) with 0 <= t <= 3, all degenerate. */
static zn_status modified(void *user, const double z[], double f[])
{
    (void)user;
    f[0] = -z[1] + z[2] + z[3];
    f[1] = z[0] - (4.5 * z[2] + 2.7 * z[3]) / (z[1] + 1);
    f[2] = 5 - z[0] - (0.5 * z[2] + 0.3 * z[3]) / (z[2] + 1);
    f[3] = 3 - z[0];
    return ZN_OK;
}

static zn_status modified_J(void *user, const double z[], double x[])
{
    double b = z[1] + 1, c = z[2] + 1;
    const double J[] = {0,
                        1,
                        -1,
                        -1,
                        -1,
                        (4.5 * z[2] + 2.7 * z[3]) / (b * b),
                        0,
                        0,
                        1,
                        -4.5 / b,
                        (0.5 * z[2] + 0.3 * z[3]) / (c * c) - 0.5 / c,
                        0,
                        1,
                        -2.7 / b,
                        -0.3 / c,
                        0};

    (void)user;
    memcpy(x, J, sizeof J);
    return ZN_OK;
}

static bool modified_at(const double z[])
{
    return z[0] < 3 + 1e-4 && fabs(z[1]) < 1e-4 && fabs(z[2]) < 1e-4 &&
           fabs(z[3]) < 1e-4;
}

/* ---- an obstacle ---------------------------------------------------------------------- */

/* A string over (0, 1) with load -1 above a floor: z = u - floor >= 0, -u'' + 1 >= 0.
 * With contact on [1/4, 3/4] z = (1/4 - x)^2 / 2 at the ends, u(0) = 0 the floor at
 * -1/32; differences of second order are exact for parabolas, and 1/4 is a node of
 * h = 1/64. F is divided by the stiffness 1 / h^2. */
static const double H = 1.0 / (MOST + 1);

static zn_status obstacle(void *user, const double z[], double f[])
{
    (void)user;
    for (int i = 0; i < MOST; i++)
        f[i] = 2 * z[i] - (i > 0 ? z[i - 1] : 1.0 / 32) -
               (i < MOST - 1 ? z[i + 1] : 1.0 / 32) + H * H;
    return ZN_OK;
}

static zn_status obstacle_J(void *user, const double z[], double x[])
{
    (void)user;
    (void)z;
    memset(x, 0, MOST * MOST * sizeof *x);
    for (int i = 0; i < MOST; i++) {
        x[i + i * MOST] = 2;
        if (i > 0)
            x[i + (i - 1) * MOST] = x[i - 1 + i * MOST] = -1;
    }
    return ZN_OK;
}

static bool obstacle_at(const double z[])
{
    for (int i = 0; i < MOST; i++) {
        double x = fmin((i + 1) * H, 1 - (i + 1) * H), to = fmax(0.25 - x, 0);

        if (!(fabs(z[i] - 0.5 * to * to) < 1e-6)) /* 1e-10 by kappa ~ 1/h^2 */
            return false;
    }
    return true;
}

/* ---- all of them ------------------------------------------------------------------------ */

static const struct problem {
    const char *name;
    zn_ncp p;
    bool (*at)(const double z[]);
    double low, high; /* of the starts */
    int least[NALL];  /* starts that lead to a solution, of STARTS; the Newton
                          methods lose some, a few more elsewhere; -1: prices
                          that vanish are solutions too, to the tolerance */
} problems[] = {
    {"Josephy",
     {.n = 4, .F = josephy, .jacobian = josephy_J},
     josephy_at,
     0,
     3,
     {100, 95, 95, 100}},
    {"Mathiesen",
     {.n = 4, .F = walras, .jacobian = walras_J},
     walras_at,
     0.1,
     5,
     {-1, -1, -1, 100}},
    {"Mathiesen, one price fixed",
     {.n = 3, .F = numeraire, .jacobian = numeraire_J},
     numeraire_at,
     0.1,
     5,
     {100, 85, 75, 100}},
    {"Mathiesen, modified",
     {.n = 4, .F = modified, .jacobian = modified_J},
     modified_at,
     0,
     5,
     {100, 85, 75, 100}},
    {"obstacle",
     {.n = MOST, .F = obstacle, .jacobian = obstacle_J},
     obstacle_at,
     0,
     1,
     {100, 100, 100, 100}},
};
enum { NPROBLEMS = sizeof problems / sizeof *problems };

START_TEST(solutions_are_found_from_many_starts)
{
    const struct problem *c = &problems[_i];
    zn_ctx *ctx = context();

    for (int k = 0; k < NALL; k++) {
        int found = 0;
        rng r = {5};

        if (c->least[k] < 0)
            continue;
        for (int trial = 0; trial < STARTS; trial++) {
            double z[MOST], w[MOST];

            for (zn_index i = 0; i < c->p.n; i++)
                z[i] = uniform(&r, c->low, c->high);
            if (run_once(ctx, "ncp", all[k], -1, &c->p, z, w, NULL))
                continue;
            found++;
            ck_assert_msg(c->at(z), "%s, %s, start %d: (%g, %g, %g, %g)",
                          c->name, all[k], trial, z[0], z[1], z[2], z[3]);
        }
        ck_assert_msg(found >= c->least[k], "%s, %s: %d of %d", c->name, all[k],
                      found, STARTS);
    }
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ncp, literature");
    TCase *tc = tcase_create("literature");

    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, solutions_are_found_from_many_starts, 0, NPROBLEMS);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
