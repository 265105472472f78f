/* test_friction_global.c - friction with the equations of motion kept
 * SPDX-License-Identifier: Apache-2.0 */
#include "friction_test.h"

#include <zeno/global_friction.h>

/* a problem with its own arrays, dense */
typedef struct motion {
    zn_index d, nc, n, m;
    double *M, *H, *q, *b, *mu;
    zn_matrix A, B;
    zn_global_friction p;
} motion;

static void motion_new(motion *g, zn_index d, zn_index nc, zn_index n)
{
    zn_index m = d * nc;

    *g = (motion){.d = d, .nc = nc, .n = n, .m = m, .M = reals(n * n),
                  .H = reals(n * m + 1), .q = reals(n), .b = reals(m + 1),
                  .mu = reals(nc + 1)};
    g->A = zn_matrix_dense(n, n, g->M);
    g->B = zn_matrix_dense(n, m, g->H);
}

static void motion_link(motion *g)
{
    g->p = (zn_global_friction){g->d, g->nc, g->n, &g->A, &g->B,
                                g->q, g->b,  g->mu};
}

static void motion_free(motion *g)
{
    free(g->M);
    free(g->H);
    free(g->q);
    free(g->b);
    free(g->mu);
}

/* the three residuals in plain loops, long double */
static double naive(const motion *g, const double z[])
{
    long double worst = 0, sum = 0, q2 = 0, b2 = 0, r2 = 0, law = 0;
    const double *r = z + g->n;

    for (zn_index i = 0; i < g->n; i++) {
        long double e = -(long double)g->q[i];

        for (zn_index j = 0; j < g->n; j++)
            e += (long double)g->M[i + j * g->n] * z[j];
        for (zn_index j = 0; j < g->m; j++)
            e -= (long double)g->H[i + j * g->n] * r[j];
        sum += e * e;
        q2 += (long double)g->q[i] * g->q[i];
    }
    for (zn_index a = 0; a < g->nc; a++) {
        long double u[3] = {0}, s, mu = g->mu[a];

        for (zn_index k = 0; k < g->d; k++) {
            zn_index j = g->d * a + k;

            u[k] = g->b[j];
            for (zn_index i = 0; i < g->n; i++)
                u[k] += (long double)g->H[i + j * g->n] * z[i];
            b2 += (long double)g->b[j] * g->b[j];
            r2 += (long double)r[j] * r[j];
        }
        s = sqrtl(u[1] * u[1] + u[2] * u[2]);

        /* stick, slip and take-off as inequalities, without a projection */
        long double rt = g->d == 3 ? hypot(r[g->d * a + 1], r[g->d * a + 2])
                                   : fabs(r[g->d * a + 1]);
        long double dot = 0, rn = r[g->d * a];

        for (zn_index k = 1; k < g->d; k++)
            dot += u[k] * r[g->d * a + k];
        law = fmaxl(law, -u[0]);
        law = fmaxl(law, -rn);
        law = fmaxl(law, fminl(fabsl(u[0]), rn));
        law = fmaxl(law, rt - mu * rn);
        /* u_T . r_T = -mu r_N |u_T| */
        if (rn > 1e-8)
            law = fmaxl(law, fabsl(dot + mu * rn * s) / fmaxl(1, mu * rn));
    }
    worst = fmaxl(sqrtl(sum), law);
    sum = sqrtl(fmaxl(q2, fmaxl(b2, 1e-12L * r2)));
    return (double)(sum > 0 ? worst / sum : worst);
}

static const char *const solvers[] = {"auto", "reduced", NULL};

/* every solver finds v and r in every storage */
static void expect(motion *g, const double v[], const double r[])
{
    zn_ctx *ctx = context();
    stored M = to_csc(g->n, g->M);
    const zn_matrix *Ms[] = {&g->A, &M.m};
    zn_index hp[16], hi[64], k = 0;
    double hx[64];
    zn_matrix H = {.storage = ZN_CSC, .rows = g->n, .cols = g->m, .x = hx,
                   .p = hp, .i = hi};

    for (zn_index j = 0; j < g->m; j++) {
        hp[j] = k;
        for (zn_index i = 0; i < g->n; i++) {
            if (g->H[i + j * g->n] == 0)
                continue;
            hi[k] = i;
            hx[k++] = g->H[i + j * g->n];
        }
    }
    hp[g->m] = k;
    for (int s = 0; solvers[s]; s++) {
        for (int c = 0; c < 4; c++) {
            zn_global_friction p = g->p;
            double z[32] = {0}, w[16];
            zn_solve_info info;

            p.M = Ms[c % 2];
            p.H = c < 2 ? &g->B : &H;
            ck_assert_msg(run_once(ctx, "global-friction", solvers[s], 1e-12,
                                   &p, z, w, &info) == ZN_OK,
                          "%s: %s", solvers[s], zn_errmsg(ctx));
            for (zn_index i = 0; i < g->n; i++)
                ck_assert_msg(fabs(z[i] - v[i]) < 1e-10, "%s: v(%td) = %.15g",
                              solvers[s], i, z[i]);
            for (zn_index i = 0; i < g->m; i++)
                ck_assert_msg(fabs(z[g->n + i] - r[i]) < 1e-10,
                              "%s: r(%td) = %.15g", solvers[s], i, z[g->n + i]);
        }
    }
    stored_free(&M);
    zn_ctx_free(ctx);
}

START_TEST(a_point_mass_slides_on_a_moving_floor)
{
    /* m = 2, falls with 3 and moves with (1.5, -2); the floor moves with (0.5, 1)
     * and rises with 1: u = v + b, b = (-1, -0.5, -1), free u = (-4, 1, -3).
     * r_N = 2 * 4 = 8; mu = 0.25: r_T = -2 (1, -3) / sqrt(10) */
    motion g;
    const double s = sqrt(10), r[3] = {8, -2 / s, 6 / s};
    const double v[3] = {1, 1.5 - 1 / s, -2 + 3 / s};

    motion_new(&g, 3, 1, 3);
    for (int i = 0; i < 3; i++) {
        g.M[4 * i] = 2;
        g.H[4 * i] = 1;
    }
    memcpy(g.q, (double[]){-6, 3, -4}, 3 * sizeof *g.q);
    memcpy(g.b, (double[]){-1, -0.5, -1}, 3 * sizeof *g.b);
    g.mu[0] = 0.25;
    motion_link(&g);
    expect(&g, v, r);
    motion_free(&g);
}
END_TEST

START_TEST(a_wheel_rolls_when_it_sticks)
{
    /* plane disk, m = 1, R = 0.5, J = 0.5 m R^2 = 0.125; v = (y, x, omega), u_T =
     * x + R omega; it comes down with 2, x = 0.6, no spin. Stick: r_T (1/m +
     * R^2/J) = -0.6, so r_T = -0.2, mu r_N = 0.8 > 0.2; x = 0.4, omega = -0.8 */
    motion g;

    motion_new(&g, 2, 1, 3);
    g.M[0] = g.M[4] = 1;
    g.M[8] = 0.125;
    g.H[0] = 1;
    g.H[4] = 1;
    g.H[5] = 0.5;
    memcpy(g.q, (double[]){-2, 0.6, 0}, 3 * sizeof *g.q);
    g.mu[0] = 0.4;
    motion_link(&g);
    expect(&g, (double[]){0, 0.4, -0.8}, (double[]){2, -0.2});

    /* mu = 0.05: slip, r_T = -0.1, x = 0.5, omega = -0.4, u_T = 0.3 > 0 */
    g.mu[0] = 0.05;
    expect(&g, (double[]){0, 0.5, -0.4}, (double[]){2, -0.1});

    /* rises: free flight */
    g.q[0] = 1;
    expect(&g, (double[]){1, 0.6, 0}, (double[]){0, 0});
    motion_free(&g);
}
END_TEST

START_TEST(no_contact_is_free_flight)
{
    motion g;
    zn_ctx *ctx = context();
    double z[2] = {0}, w[1];
    zn_solve_info info;

    motion_new(&g, 3, 0, 2);
    g.M[0] = 2;
    g.M[3] = 4;
    g.q[0] = 1;
    g.q[1] = -1;
    motion_link(&g);
    ck_assert_msg(run_once(ctx, "global-friction", "auto", 1e-14, &g.p, z, w,
                           &info) == ZN_OK,
                  "%s", zn_errmsg(ctx));
    ck_assert_double_eq(z[0], 0.5);
    ck_assert_double_eq(z[1], -0.25);
    motion_free(&g);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(wrong_data_are_refused)
{
    motion g;
    zn_ctx *ctx = context();
    double z[6] = {0}, w[3];
    zn_solve_info info;

    motion_new(&g, 3, 1, 3);
    motion_link(&g);
    ck_assert_int_eq(
        run_once(ctx, "global-friction", "auto", -1, &g.p, z, w, &info),
        ZN_EINVAL);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "M is singular"));
    g.p.n = 2;
    ck_assert_int_eq(
        run_once(ctx, "global-friction", "auto", -1, &g.p, z, w, &info),
        ZN_EINVAL);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "must be 2 x 2"));
    g.p.n = 3;
    g.b[1] = NAN;
    ck_assert_int_eq(
        run_once(ctx, "global-friction", "auto", -1, &g.p, z, w, &info),
        ZN_EDOM);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "b(1)"));
    motion_free(&g);
    zn_ctx_free(ctx);
}
END_TEST

/* ---- memory ------------------------------------------------------------------------ */

static motion shared;

static void shared_make(void)
{
    rng g = {9};

    motion_new(&shared, 3, 4, 24);
    for (zn_index i = 0; i < 24; i++) {
        shared.M[25 * i] = 1 + (double)(i % 3);
        shared.q[i] = uniform(&g, -2, 1);
    }
    for (zn_index j = 0; j < 12; j++)
        for (zn_index i = 6 * (j / 3); i < 6 * (j / 3) + 6; i++)
            shared.H[i + 24 * j] = uniform(&g, -1, 1);
    for (int a = 0; a < 4; a++)
        shared.mu[a] = 0.3;
    motion_link(&shared);
}

static zn_status body(const zn_allocator *alloc)
{
    zn_ctx *ctx = NULL;
    zn_solver *s = NULL;
    double z[36] = {0}, w[12];
    zn_status st = zn_ctx_new_with(alloc, &ctx);

    if (!st)
        st = zn_solver_new(ctx, "global-friction", "auto", &s);
    if (!st)
        st = zn_solver_solve(s, &shared.p, z, w, NULL);
    zn_solver_free(s);
    zn_ctx_free(ctx);
    return st;
}

START_TEST(every_allocation_may_fail)
{
    stored M;

    shared_make();
    test_torture(body);
    M = to_csc(24, shared.M);
    shared.p.M = &M.m;
    test_torture(body);
    stored_free(&M);
    motion_free(&shared);
}
END_TEST

START_TEST(a_second_call_allocates_nothing)
{
    test_memory mem = {0};
    zn_allocator alloc = test_allocator(&mem);
    zn_ctx *ctx;
    zn_solver *s;
    double z[36] = {0}, w[12];
    long before;

    shared_make();
    ck_assert_int_eq(zn_ctx_new_with(&alloc, &ctx), ZN_OK);
    ck_assert_int_eq(zn_solver_new(ctx, "global-friction", "auto", &s), ZN_OK);
    ck_assert_int_eq(zn_solver_solve(s, &shared.p, z, w, NULL), ZN_OK);
    before = mem.calls;
    shared.q[0] = -shared.q[0];
    ck_assert_int_eq(zn_solver_solve(s, &shared.p, z, w, NULL), ZN_OK);
    ck_assert_int_eq(mem.calls, before);
    zn_solver_free(s);
    zn_ctx_free(ctx);
    ck_assert_int_eq(mem.live, 0);
    motion_free(&shared);
}
END_TEST

/* ---- files --------------------------------------------------------------------------- */

static const char *const files[] = {
    "GFC2D/gfc2d_granularflowonwall_00000_00117",
    "GFC2D/gfc2d_granularflowonwall_00230_00206",
    "GFC3D/GFC3D_Example00",
    "GFC3D/GFC3D_Example00_badly_scaled",
    "GFC3D/GFC3D_Example1",
    "GFC3D/GFC3D_TwoRods1",
};
enum { NFILES = sizeof files / sizeof files[0] };

/* a rectangular block matrix of n rows, or a dense or sparse one */
static zn_index read_matrix(FILE *f, zn_index *cols, double **M)
{
    zn_index storage = file_index(f), n = file_index(f);

    *cols = file_index(f);
    *M = reals(n * *cols + 1);
    if (storage == 0) {
        ck_assert_int_eq(file_index(f), n);
        ck_assert_int_eq(file_index(f), *cols);
        file_reals(f, n * *cols, *M);
    } else if (storage == 1) {
        file_blocks(f, n, *M);
    } else {
        file_sparse(f, n, *M);
    }
    return n;
}

static void read_motion(motion *g, const char *path)
{
    FILE *f = fopen(path, "r");
    zn_index d, nc, n, cols;

    ck_assert_ptr_nonnull(f);
    d = file_index(f);
    nc = file_index(f);
    *g = (motion){.d = d, .nc = nc, .m = d * nc};
    g->n = n = read_matrix(f, &cols, &g->M);
    ck_assert_int_eq(cols, n);
    if (nc == 0) {
        /* an empty H has its own layout: nothing more is needed than q = 0 */
        g->H = reals(1);
        g->q = reals(n);
        g->b = reals(1);
        g->mu = reals(1);
    } else {
        ck_assert_int_eq(read_matrix(f, &cols, &g->H), n);
        ck_assert_int_eq(cols, g->m);
        g->q = reals(n);
        g->b = reals(g->m);
        g->mu = reals(nc);
        file_reals(f, n, g->q);
        file_reals(f, g->m, g->b);
        file_reals(f, nc, g->mu);
    }
    fclose(f);
    g->A = zn_matrix_dense(n, n, g->M);
    g->B = zn_matrix_dense(n, g->m, g->H);
}

/* compressed columns, rectangular */
static stored columns_of(zn_index rows, zn_index cols, const double M[])
{
    zn_index nnz = 0, k = 0;
    stored s;

    for (zn_index i = 0; i < rows * cols; i++)
        nnz += M[i] != 0;
    s = (stored){.x = reals(nnz + 1), .p = indices(cols + 1),
                 .i = indices(nnz + 1)};
    for (zn_index j = 0; j < cols; j++) {
        for (zn_index i = 0; i < rows; i++) {
            if (M[i + j * rows] == 0)
                continue;
            s.i[k] = i;
            s.x[k++] = M[i + j * rows];
        }
        s.p[j + 1] = k;
    }
    s.m = (zn_matrix){.storage = ZN_CSC, .rows = rows, .cols = cols, .x = s.x,
                      .p = s.p, .i = s.i};
    return s;
}

START_TEST(auto_solves_it_to_1e_8)
{
    motion g;
    stored M, H;
    char relative[256], path[TEST_PATH];
    zn_ctx *ctx;
    double *z, *w;
    zn_solve_info info;

    snprintf(relative, sizeof relative, "problems/%s.dat", files[_i]);
    if (!test_reference(path, relative))
        return;
    read_motion(&g, path);
    M = columns_of(g.n, g.n, g.M);
    H = columns_of(g.n, g.m, g.H);
    motion_link(&g);
    g.p.M = &M.m;
    g.p.H = &H.m;
    z = reals(g.n + g.m);
    w = reals(g.m + 1);
    ctx = context();
    ck_assert_msg(run_once(ctx, "global-friction", "auto", 1e-8, &g.p, z, w,
                           &info) == ZN_OK,
                  "%s: %s", files[_i], zn_errmsg(ctx));
    printf("%s: %s, %td iterations, error %.1e\n", files[_i], info.solver,
           info.iterations, info.error);
    if (g.n <= 1000)
        ck_assert_msg(naive(&g, z) <= 1e-7, "%s: error %g", files[_i],
                      naive(&g, z));
    zn_ctx_free(ctx);
    stored_free(&M);
    stored_free(&H);
    motion_free(&g);
    free(z);
    free(w);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("global friction");
    TCase *tc = tcase_create("global");

    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, a_point_mass_slides_on_a_moving_floor);
    tcase_add_test(tc, a_wheel_rolls_when_it_sticks);
    tcase_add_test(tc, no_contact_is_free_flight);
    tcase_add_test(tc, wrong_data_are_refused);
    tcase_add_test(tc, every_allocation_may_fail);
    tcase_add_test(tc, a_second_call_allocates_nothing);
    tcase_add_loop_test(tc, auto_solves_it_to_1e_8, 0, NFILES);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
