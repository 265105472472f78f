/* test_solver_units.c - units do not matter: problems whose data are given in
 * units 2^-60 to 2^60 times others have the same answer, to the bit
 * SPDX-License-Identifier: Apache-2.0 */
#include "conduct_problems.h"

enum { N = 9 };

/* ---- a problem in other units: M, z and w = M z in units that are powers of two -- */

typedef struct posed {
    data d;
    double Az[N * N], bz[N]; /* the rows A z + b >= 0 of a quadratic program */
    zn_matrix A;
} posed;

static void scale(zn_index n, double f, double x[])
{
    for (zn_index i = 0; i < n; i++)
        x[i] *= f;
}

/* M m times, q m z times what they were; bounds and faces z times */
static posed *pose(const char *name, double m, double z)
{
    posed *t = (posed *)calloc(1, sizeof *t);
    data *d = &t->d;

    ck_assert_ptr_nonnull(t);
    fill(d, N);
    scale(N * N, m, d->M);
    scale(N, m * z, d->q);
    scale(N, z, d->lb);
    scale(N, z, d->ub);
    scale(FACES, z, d->K);
    for (size_t c = 0; c < NCLASSES; c++)
        if (!strcmp(classes[c].name, name))
            classes[c].pose(d);
    if (strcmp(name, "qp") != 0)
        return t;
    /* two more sums of the unknowns than bounds allow; in units of their own */
    for (zn_index j = 0; j < N; j++) {
        t->Az[j * 2] = 8 * (1 + 0.25 * (double)(j % 3));
        t->Az[j * 2 + 1] = 8 * (j % 2 ? 1 : -0.5);
    }
    t->bz[0] = -8 * z;
    t->bz[1] = -4 * z;
    t->A = zn_matrix_dense(2, N, t->Az);
    d->p.qp.m = 2;
    d->p.qp.A = &t->A;
    d->p.qp.b = t->bz;
    return t;
}

typedef struct answer {
    zn_status st;
    zn_solve_info info;
    double z[N], w[N + FACES];
} answer;

static answer solve(zn_ctx *ctx, const char *class_name, const char *name,
                    double m, double z)
{
    posed *t = pose(class_name, m, z);
    answer a = {.st = ZN_OK};

    a.st = run_once(ctx, class_name, name, -1, &t->d.p, a.z, a.w, &a.info);
    free(t);
    return a;
}

static const struct {
    const char *name;
    zn_kind kind;
    zn_index faces; /* of w beyond n */
} linear[] = {{"lcp", ZN_KIND_LCP_SOLVER, 0},
              {"mlcp", ZN_KIND_MLCP_SOLVER, 0},
              {"relay", ZN_KIND_RELAY_SOLVER, 0},
              {"avi", ZN_KIND_AVI_SOLVER, 2 * N},
              {"qp", ZN_KIND_QP_SOLVER, 2}};
enum { LINEAR = sizeof linear / sizeof *linear };

/* l of a quadratic program has the unit of w alone: A keeps its numbers; mu of an
 * AVI too */
static void compare(int c, const char *name, const answer *a, const answer *b,
                    double m, double z)
{
    ck_assert_msg(a->st == b->st && a->info.outcome == b->info.outcome,
                  "%s %s: %s, with M %g and z %g times as large %s",
                  linear[c].name, name, zn_outcome_name(a->info.outcome), m, z,
                  zn_outcome_name(b->info.outcome));
    ck_assert_msg(a->info.iterations == b->info.iterations,
                  "%s %s: %td iterations, with M %g and z %g times as large %td",
                  linear[c].name, name, a->info.iterations, m, z,
                  b->info.iterations);
    for (zn_index i = 0; i < N && a->st >= 0; i++)
        ck_assert_msg(a->z[i] * z == b->z[i], "%s %s: z(%td) = %g, %g of %g",
                      linear[c].name, name, i, a->z[i], b->z[i] / z, z);
    for (zn_index i = 0; i < N + linear[c].faces && a->st >= 0; i++)
        ck_assert_msg(a->w[i] * m * z == b->w[i],
                      "%s %s: w(%td) = %g, %g of %g", linear[c].name, name, i,
                      a->w[i], b->w[i] / m / z, m * z);
}

START_TEST(powers_of_two_leave_the_bits_as_they_are)
{
    static const double units[][2] = {
        {0x1p-60, 1}, {0x1p60, 1},       {1, 0x1p-60}, {1, 0x1p60},
        {0x1p-31, 8}, {0x1p60, 0x1p-60}, {0.5, 0.25},  {0x1p-60, 0x1p60}};
    zn_ctx *ctx = context();
    int count = 0;

    for (zn_index k = 0; zn_type_at(ctx, linear[_i].kind, k); k++) {
        const char *name = zn_type_at(ctx, linear[_i].kind, k)->name;
        answer a = solve(ctx, linear[_i].name, name, 1, 1);

        for (size_t u = 0; u < sizeof units / sizeof *units; u++) {
            double m = units[u][0], z = units[u][1];
            answer b = solve(ctx, linear[_i].name, name, m, z);

            compare(_i, name, &a, &b, m, z);
        }
        count += a.st == ZN_OK;
    }
    ck_assert_int_ge(count, 3);
    zn_ctx_free(ctx);
}
END_TEST

/* F of a map in other units; in `base` it is small, so that of all classes errors are relative to it */
typedef struct scaled {
    data d;
    double f;
} scaled;

static const struct {
    const char *name;
    zn_kind kind;
    double base;
    int most; /* times 2^-60 ... 2^most: a large F(0) excuses no error of an NCP */
} maps[] = {{"vi", ZN_KIND_VI_SOLVER, 1, 60},
            {"ncp", ZN_KIND_NCP_SOLVER, 0.25, 0},
            {"mcp", ZN_KIND_MCP_SOLVER, 0.25, 0}};
enum { MAPS = sizeof maps / sizeof *maps };

static zn_status scaled_map(void *user, const double z[], double out[])
{
    scaled *t = (scaled *)user;
    zn_status st = map(&t->d, z, out);

    scale(N, t->f, out);
    return st;
}

static zn_status scaled_jacobian(void *user, const double z[], double x[])
{
    scaled *t = (scaled *)user;
    zn_status st = jacobian(&t->d, z, x);

    scale(N * N, t->f, x);
    return st;
}

static zn_status solve_map(zn_ctx *ctx, int c, const char *name, double f, double z[],
                           zn_solve_info *info)
{
    scaled *t = (scaled *)calloc(1, sizeof *t);
    double w[N];
    zn_status st;

    ck_assert_ptr_nonnull(t);
    fill(&t->d, N);
    t->f = maps[c].base * f;
    const zn_vi vi = {.n = N,
                      .F = scaled_map,
                      .jacobian = scaled_jacobian,
                      .user = t,
                      .lb = t->d.lb,
                      .ub = t->d.ub};
    const zn_ncp ncp = {.n = N, .F = scaled_map, .jacobian = scaled_jacobian, .user = t};
    const zn_mcp mcp = {.n = N,
                        .F = scaled_map,
                        .jacobian = scaled_jacobian,
                        .user = t,
                        .lb = t->d.lb,
                        .ub = t->d.ub};
    const void *const p[] = {&vi, &ncp, &mcp};

    memset(z, 0, N * sizeof *z);
    st = run_once(ctx, maps[c].name, name, -1, p[c], z, w, info);
    free(t);
    return st;
}

START_TEST(the_unit_of_a_map_leaves_the_bits_as_they_are)
{
    static const int units[] = {-60, -30, -1, 60};
    zn_ctx *ctx = context();

    for (zn_index k = 0; zn_type_at(ctx, maps[_i].kind, k); k++) {
        const char *name = zn_type_at(ctx, maps[_i].kind, k)->name;
        double z[N], other[N];
        zn_solve_info info, again;

        ck_assert_int_eq(solve_map(ctx, _i, name, 1, z, &info), ZN_OK);
        for (size_t u = 0; u < sizeof units / sizeof *units && units[u] <= maps[_i].most; u++) {
            ck_assert_msg(!solve_map(ctx, _i, name, ldexp(1, units[u]), other, &again),
                          "%s %s, F times 2^%d: %s", maps[_i].name, name, units[u], zn_errmsg(ctx));
            ck_assert_int_eq(info.iterations, again.iterations);
            ck_assert_msg(!memcmp(z, other, sizeof z), "%s %s, F times 2^%d", maps[_i].name, name,
                          units[u]);
        }
    }
    zn_ctx_free(ctx);
}
END_TEST

/* Nanoamperes: z of 200 rows, |q| = 1e-10, is as right as it is for |q| = 1. */
START_TEST(small_data_are_not_nothing)
{
    enum { MANY = 200 };
    static const char *const names[] = {"auto", "pgs", "newton-min", "lemke"};
    zn_ctx *ctx = context();
    rng r = {5};
    double *M = random_matrix(&r, SPD, MANY), *q = reals(MANY),
           *z = reals(MANY), *x = reals(MANY), *w = reals(MANY);
    zn_matrix A = zn_matrix_dense(MANY, MANY, M);
    zn_lcp p = {MANY, &A, q};
    zn_solve_info info;

    plant(&r, MANY, M, false, x, q);
    scale(MANY, 1e-10, q);
    ck_assert_double_eq(zn_lcp_error(&p, z, q, w), 1); /* z = 0 is no answer */
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        memset(z, 0, MANY * sizeof *z);
        ck_assert_msg(!run_once(ctx, "lcp", names[k], 1e-10, &p, z, w, &info),
                      "%s", zn_errmsg(ctx));
        for (zn_index i = 0; i < MANY; i++) /* |M^-1| <= 2, |q| < 200 */
            ck_assert_double_eq_tol(z[i] * 1e10, x[i], 1e-6);
    }
    free(M);
    free(q);
    free(z);
    free(x);
    free(w);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("solvers, units");
    TCase *tc = tcase_create("units");

    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, powers_of_two_leave_the_bits_as_they_are, 0,
                        LINEAR);
    tcase_add_loop_test(tc, the_unit_of_a_map_leaves_the_bits_as_they_are, 0, MAPS);
    tcase_add_test(tc, small_data_are_not_nothing);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
