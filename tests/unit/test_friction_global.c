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

    *g = (motion){.d = d,
                  .nc = nc,
                  .n = n,
                  .m = m,
                  .M = reals(n * n),
                  .H = reals(n * m + 1),
                  .q = reals(n),
                  .b = reals(m + 1),
                  .mu = reals(nc + 1)};
    g->A = zn_matrix_dense(n, n, g->M);
    g->B = zn_matrix_dense(n, m, g->H);
}

static void motion_link(motion *g)
{
    g->p = (zn_global_friction){g->d,  g->nc, g->n, &g->A,
                                &g->B, g->q,  g->b, g->mu};
}

static void motion_free(motion *g)
{
    free(g->M);
    free(g->H);
    free(g->q);
    free(g->b);
    free(g->mu);
}

static const char *const solvers[] = {
    "auto",           "reduced",          "admm",           "nsgs",
    "newton-ac",      "newton-natural",   "newton-fb",      "aclm",
    "vi-fixed-point", "vi-extragradient", "interior-point",
    "homotopy",       "newton-velocity",  "central-path", NULL};

/* every solver finds v and r in every storage */
static void expect(motion *g, const double v[], const double r[])
{
    zn_ctx *ctx = context();
    stored M = to_csc(g->n, g->M);
    const zn_matrix *Ms[] = {&g->A, &M.m};
    zn_index hp[16], hi[64], k = 0;
    double hx[64];
    zn_matrix H = {.storage = ZN_CSC,
                   .rows = g->n,
                   .cols = g->m,
                   .x = hx,
                   .p = hp,
                   .i = hi};

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
    zn_solver *s;

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
    /* who watches has the methods asked, for no reaction at all (a matter of UBSan) */
    memset(z, 0, sizeof z);
    ck_assert(!zn_solver_new(ctx, "global-friction", "auto", &s));
    zn_solver_set_time_limit(s, 1e6);
    ck_assert_msg(!zn_solver_solve(s, &g.p, z, w, &info), "%s", zn_errmsg(ctx));
    ck_assert_double_eq(z[0], 0.5);
    ck_assert_double_eq(z[1], -0.25);
    zn_solver_free(s);
    motion_free(&g);
    zn_ctx_free(ctx);
}
END_TEST

/* Contacts on which no velocity acts, H = 0, and the condensed matrix has no block (a matter of UBSan). */
START_TEST(contacts_of_nothing_are_left_alone)
{
    static const char *const names[] = {"auto", "reduced", "nsgs", "admm"};
    motion g;
    zn_ctx *ctx = context();

    motion_new(&g, 2, 2, 1);
    g.M[0] = 2;
    g.q[0] = 1;
    g.b[0] = 1;
    motion_link(&g);
    for (int k = 0; k < 4; k++) {
        double z[5] = {0}, w[4];

        ck_assert_msg(!run_once(ctx, "global-friction", names[k], 1e-12, &g.p, z, w, NULL), "%s", zn_errmsg(ctx));
        ck_assert_double_eq(z[0], 0.5);
        ck_assert_double_eq(w[0], 1);
    }
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
static const char *who; /* the solver that is run */

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
        st = zn_solver_new(ctx, "global-friction", who, &s);
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
    M = to_csc(24, shared.M);
    for (int k = 0; solvers[k]; k++) {
        who = solvers[k];
        shared.p.M = &shared.A;
        test_torture(body);
        shared.p.M = &M.m;
        test_torture(body);
    }
    stored_free(&M);
    motion_free(&shared);
}
END_TEST

START_TEST(a_second_call_allocates_nothing)
{
    shared_make();
    for (int k = 0; solvers[k]; k++) {
        test_memory mem = {0};
        zn_allocator alloc = test_allocator(&mem);
        zn_ctx *ctx;
        zn_solver *s;
        double z[36] = {0}, w[12];
        long before;

        ck_assert_int_eq(zn_ctx_new_with(&alloc, &ctx), ZN_OK);
        ck_assert_int_eq(zn_solver_new(ctx, "global-friction", solvers[k], &s),
                         ZN_OK);
        ck_assert_int_eq(zn_solver_solve(s, &shared.p, z, w, NULL), ZN_OK);
        before = mem.calls;
        shared.q[0] = -shared.q[0];
        memset(z, 0, sizeof z);
        ck_assert_int_eq(zn_solver_solve(s, &shared.p, z, w, NULL), ZN_OK);
        ck_assert_msg(mem.calls == before, "%s: %ld allocations", solvers[k],
                      mem.calls - before);
        zn_solver_free(s);
        zn_ctx_free(ctx);
        ck_assert_int_eq(mem.live, 0);
    }
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

/* entries in any order */
typedef struct triplets {
    zn_index rows, cols, n;
    zn_index *i, *j;
    double *x;
} triplets;

static void put(triplets *t, zn_index i, zn_index j, double x)
{
    t->i[t->n] = i;
    t->j[t->n] = j;
    t->x[t->n++] = x;
}

/* compressed columns, rows ascending */
static stored compress(const triplets *t)
{
    stored s = {.x = reals(t->n + 1),
                .p = indices(t->cols + 2),
                .i = indices(t->n + 1)};

    for (zn_index k = 0; k < t->n; k++)
        s.p[t->j[k] + 2]++;
    for (zn_index j = 0; j < t->cols; j++)
        s.p[j + 2] += s.p[j + 1];
    for (zn_index k = 0; k < t->n; k++) {
        zn_index at = s.p[t->j[k] + 1]++, first = s.p[t->j[k]];

        for (; at > first && s.i[at - 1] > t->i[k]; at--) {
            s.i[at] = s.i[at - 1];
            s.x[at] = s.x[at - 1];
        }
        s.i[at] = t->i[k];
        s.x[at] = t->x[k];
    }
    s.m = (zn_matrix){.storage = ZN_CSC,
                      .rows = t->rows,
                      .cols = t->cols,
                      .x = s.x,
                      .p = s.p,
                      .i = s.i};
    return s;
}

/* any of the layouts; zeros are left out */
static stored read_matrix(FILE *f)
{
    zn_index storage = file_index(f), n = file_index(f), m = file_index(f);
    triplets t = {.rows = n, .cols = m};
    char line[512];
    long r, c, nzmax, nnz;
    stored s;

    if (storage < 2) {
        double *M = reals(n * m + 1);

        t.i = indices(n * m + 1);
        t.j = indices(n * m + 1);
        t.x = reals(n * m + 1);
        if (storage == 0) {
            ck_assert_int_eq(file_index(f), n);
            ck_assert_int_eq(file_index(f), m);
            file_reals(f, n * m, M);
        } else {
            file_blocks(f, n, M);
        }
        for (zn_index k = 0; k < n * m; k++)
            if (M[k] != 0)
                put(&t, k % n, k / n, M[k]);
        free(M);
    } else {
        zn_index origin = file_index(f);

        ck_assert_ptr_nonnull(fgets(line, sizeof line, f));
        ck_assert_ptr_nonnull(fgets(line, sizeof line, f));
        ck_assert_ptr_nonnull(fgets(line, sizeof line, f));
        ck_assert_int_eq(sscanf(line + (origin == 1 ? 9 : 0),
                                "%ld-by-%ld, nzmax: %ld nnz: %ld", &r, &c,
                                &nzmax, &nnz),
                         4);
        t.i = indices(nnz + 1);
        t.j = indices(nnz + 1);
        t.x = reals(nnz + 1);
        for (long j = 0; j < (origin == 1 ? 1 : c); j++) {
            long col = 0, from = 0, to = nnz - 1, row;
            double x;

            if (origin != 1)
                ck_assert_int_eq(fscanf(f, " col %ld : locations %ld to %ld",
                                        &col, &from, &to),
                                 3);
            for (long k = from; k <= to; k++) {
                if (origin == 1)
                    ck_assert_int_eq(fscanf(f, "%ld %ld : %lf", &row, &col, &x),
                                     3);
                else
                    ck_assert_int_eq(fscanf(f, "%ld : %lf", &row, &x), 2);
                put(&t, row, col, x);
            }
        }
    }
    s = compress(&t);
    free(t.i);
    free(t.j);
    free(t.x);
    return s;
}

/* the law as inequalities, and the motion, by the sparse products; relative to
 * the larger of |q| and |b| */
static double naive(const zn_global_friction *p, const double z[])
{
    zn_index n = p->n, m = p->d * p->nc;
    double *e = reals(n), *u = reals(m + 1), sum = 0, q2 = 0, b2 = 0, law = 0;
    const double *r = z + n;

    zn_matrix_mul(p->M, 1, z, 0, e);
    if (m > 0) {
        zn_matrix_mul(p->H, -1, r, 1, e);
        zn_matrix_mul_t(p->H, 1, z, 0, u);
    }
    for (zn_index i = 0; i < n; i++) {
        sum += (e[i] - p->q[i]) * (e[i] - p->q[i]);
        q2 += p->q[i] * p->q[i];
    }
    for (zn_index i = 0; i < m; i++) {
        u[i] += p->b[i];
        b2 += p->b[i] * p->b[i];
    }
    for (zn_index a = 0; a < p->nc; a++) {
        const double *ra = r + p->d * a, *ua = u + p->d * a;
        double rt = 0, ut = 0, dot = 0, load = p->mu[a] * ra[0];

        for (zn_index k = 1; k < p->d; k++) {
            rt = hypot(rt, ra[k]);
            ut = hypot(ut, ua[k]);
            dot += ra[k] * ua[k];
        }
        law = fmax(law, fmax(-ua[0], -ra[0]));
        law = fmax(law, fmin(fabs(ua[0]), ra[0]));
        law = fmax(law, rt - load);
        /* what slides is as much against u_T as it can be */
        law = fmax(law, fmin((dot + load * ut) / (rt + 1e-300), load));
    }
    free(e);
    free(u);
    q2 = fmax(q2, b2);
    return (sqrt(sum) + law) / (q2 > 0 ? sqrt(q2) : 1);
}

START_TEST(auto_solves_it_to_1e_8)
{
    zn_global_friction p = {0};
    stored M, H = {0};
    char relative[256], path[TEST_PATH];
    zn_ctx *ctx;
    double *z, *w, *q, *b, *mu;
    zn_index m;
    zn_solve_info info;
    FILE *f;

    snprintf(relative, sizeof relative, "problems/%s.dat", files[_i]);
    if (!test_reference(path, relative))
        return;
    f = fopen(path, "r");
    ck_assert_ptr_nonnull(f);
    p.d = file_index(f);
    p.nc = file_index(f);
    m = p.d * p.nc;
    M = read_matrix(f);
    p.n = M.m.rows;
    q = reals(p.n);
    b = reals(m + 1);
    mu = reals(p.nc + 1);
    /* without contacts H has a layout of its own: q = 0 will do */
    if (p.nc > 0) {
        H = read_matrix(f);
        file_reals(f, p.n, q);
        file_reals(f, m, b);
        file_reals(f, p.nc, mu);
    }
    fclose(f);
    p.M = &M.m;
    p.H = &H.m;
    p.q = q;
    p.b = b;
    p.mu = mu;
    z = reals(p.n + m);
    w = reals(m + 1);
    ctx = context();
    ck_assert_msg(run_once(ctx, "global-friction", "auto", 1e-8, &p, z, w,
                           &info) == ZN_OK,
                  "%s: %s", files[_i], zn_errmsg(ctx));
    printf("%s: %s, %td iterations, error %.1e\n", files[_i], info.solver,
           info.iterations, info.error);
    /* the natural map bounds each of the inequalities by a small factor */
    ck_assert_msg(naive(&p, z) <= 1e-7, "%s: error %g", files[_i],
                  naive(&p, z));
    zn_ctx_free(ctx);
    stored_free(&M);
    stored_free(&H);
    free(z);
    free(w);
    free(q);
    free(b);
    free(mu);
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
    tcase_add_test(tc, contacts_of_nothing_are_left_alone);
    tcase_add_test(tc, wrong_data_are_refused);
    tcase_add_test(tc, every_allocation_may_fail);
    tcase_add_test(tc, a_second_call_allocates_nothing);
    tcase_add_loop_test(tc, auto_solves_it_to_1e_8, 0, NFILES);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
