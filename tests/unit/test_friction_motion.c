/* test_friction_motion.c - what the solvers of global friction are made of: H by contact, the
 * block system of Newton's method
 * SPDX-License-Identifier: Apache-2.0 */
#include "masses_test.h"

#include <zeno/random_problem.h>

#include "../../solvers/core/monitor.h"
#include "../../solvers/classes/friction/motion.h"

/* ---- a problem ------------------------------------------------------------------ */

enum { N = 6, NC = 3, MOST = 9 };

typedef struct scene {
    zn_index d, m;
    double M[N * N], H[N * MOST], q[N], b[MOST], mu[NC];
    zn_matrix A, B;
    zn_global_friction p;
} scene;

static void scene_new(scene *s, zn_index d)
{
    rng g = {17 + (uint64_t)d};

    memset(s, 0, sizeof *s);
    s->d = d;
    s->m = d * NC;
    scattered(s->M);
    for (zn_index j = 0; j < s->m; j++)
        for (zn_index i = 0; i < N; i++)
            /* contact 1 has no way on the odd rows */
            s->H[i + N * j] = j / d == 1 && i % 2 ? 0 : uniform(&g, -1, 1);
    for (zn_index i = 0; i < N; i++)
        s->q[i] = uniform(&g, -1, 1);
    for (zn_index i = 0; i < s->m; i++)
        s->b[i] = uniform(&g, -1, 1);
    for (int a = 0; a < NC; a++)
        s->mu[a] = 0.3 + 0.2 * a;
    s->A = zn_matrix_dense(N, N, s->M);
    s->B = zn_matrix_dense(N, s->m, s->H);
    s->p = (zn_global_friction){d, NC, N, &s->A, &s->B, s->q, s->b, s->mu};
}

/* H (n x m, dense) in block rows of 2, 1, 3 rows and columns cut as 1, 2, 1, ... */
static stored H_blocks(const scene *s, zn_index co[MOST + 1])
{
    static const zn_index ro[] = {0, 2, 3, 6};
    stored h = {.x = reals(N * MOST),
                .p = indices(4),
                .i = indices(3 * MOST),
                .ro = indices(4),
                .bp = indices(3 * MOST)};
    zn_index nbc = 0, k = 0, at = 0;

    memcpy(h.ro, ro, sizeof ro);
    co[0] = 0;
    while (co[nbc] < s->m) {
        zn_index end = co[nbc] + 1 + nbc % 2;

        co[++nbc] = end < s->m ? end : s->m;
    }
    for (zn_index R = 0; R < 3; R++) {
        for (zn_index C = 0; C < nbc; C++) {
            h.i[k] = C;
            h.bp[k++] = at;
            for (zn_index j = co[C]; j < co[C + 1]; j++)
                for (zn_index i = ro[R]; i < ro[R + 1]; i++)
                    h.x[at++] = s->H[i + N * j];
        }
        h.p[R + 1] = k;
    }
    h.m = (zn_matrix){.storage = ZN_BSR,
                      .rows = N,
                      .cols = s->m,
                      .x = h.x,
                      .p = h.p,
                      .i = h.i,
                      .nbr = 3,
                      .nbc = nbc,
                      .ro = h.ro,
                      .co = co,
                      .bp = h.bp};
    return h;
}

static stored H_columns(const scene *s)
{
    stored h = {
        .x = reals(N * MOST), .p = indices(MOST + 1), .i = indices(N * MOST)};
    zn_index k = 0;

    for (zn_index j = 0; j < s->m; j++) {
        for (zn_index i = 0; i < N; i++) {
            if (s->H[i + N * j] == 0)
                continue;
            h.i[k] = i;
            h.x[k++] = s->H[i + N * j];
        }
        h.p[j + 1] = k;
    }
    h.m = (zn_matrix){.storage = ZN_CSC,
                      .rows = N,
                      .cols = s->m,
                      .x = h.x,
                      .p = h.p,
                      .i = h.i};
    return h;
}

START_TEST(directions_are_the_same_in_every_storage)
{
    scene s;
    zn_ctx *ctx = context();
    zn_index co[MOST + 1];

    scene_new(&s, 2 + _i);
    stored rows = H_blocks(&s, co), columns = H_columns(&s);
    const zn_matrix *H[] = {&s.B, &columns.m, &rows.m};

    for (int k = 0; k < 3; k++) {
        zni_by_columns by = {0};
        zni_ways w = {0};

        ck_assert_int_eq(zni_by_columns_set(ctx, &by, H[k]), ZN_OK);
        ck_assert_int_eq(zni_ways_set(ctx, &w, s.d, NC, &by), ZN_OK);
        for (zn_index a = 0; a < NC; a++) {
            double v[N] = {1, -2, 3, 4, 0.5, 6}, u[3], r[3] = {0.5, -1, 2};
            double sum[N] = {0};

            for (zn_index l = w.p[a] + 1; l < w.p[a + 1]; l++)
                ck_assert_int_gt(w.i[l], w.i[l - 1]);
            zni_ways_gather(&w, s.d, a, v, u);
            zni_ways_scatter(&w, s.d, a, r, sum);
            for (zn_index e = 0; e < s.d; e++) {
                const double *h = s.H + N * (s.d * a + e);
                double exact = 0;

                for (int i = 0; i < N; i++) {
                    exact += h[i] * v[i];
                    sum[i] -= h[i] * r[e];
                }
                ck_assert_double_eq_tol(u[e], exact, 1e-14);
            }
            for (int i = 0; i < N; i++)
                ck_assert_double_eq_tol(sum[i], 0, 1e-14);
        }
        zni_ways_fini(ctx, &w);
        zni_by_columns_fini(ctx, &by);
    }
    stored_free(&rows);
    stored_free(&columns);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(contacts_have_their_blocks_of_the_condensed_matrix)
{
    scene s;
    zn_ctx *ctx = context();
    zni_mass mass = {0};
    zni_motion dense = {0}, sparse = {0};
    stored A;

    scene_new(&s, 3);
    ck_assert_int_eq(zni_motion_set(ctx, &dense, &s.p, ZNI_BLOCKS), ZN_OK);
    A = to_csc(N, s.M);
    s.p.M = &A.m;
    ck_assert_int_eq(zni_motion_set(ctx, &sparse, &s.p, ZNI_BLOCKS), ZN_OK);
    ck_assert_int_eq(zni_motion_influence(ctx, &sparse, INFINITY), ZN_OK);
    ck_assert(sparse.kept);
    /* whatever the storage is */
    ck_assert(sparse.mass.apart && dense.mass.apart);
    ck_assert_int_eq(zni_mass_set(ctx, &mass, &s.A, NULL), ZN_OK);
    for (zn_index a = 0; a < NC; a++)
        for (zn_index e = 0; e < 3; e++) {
            double x[N], X[N] = {0}, unit[3] = {0};

            memcpy(x, s.H + N * (3 * a + e), sizeof x);
            zni_mass_solve(&mass, x);
            for (int i = 0; i < N; i++) {
                double left = -s.H[i + N * (3 * a + e)];

                for (int j = 0; j < N; j++)
                    left += s.M[i + N * j] * x[j];
                ck_assert_double_eq_tol(left, 0, 1e-13);
            }
            for (zn_index f = 0; f < 3; f++) {
                double W = 0;

                for (int i = 0; i < N; i++)
                    W += s.H[i + N * (3 * a + f)] * x[i];
                ck_assert_double_eq_tol(dense.contact[a].M[f + 3 * e], W,
                                        1e-13);
                ck_assert_double_eq_tol(sparse.contact[a].M[f + 3 * e], W,
                                        1e-13);
            }
            unit[e] = 1;
            zni_ways_scatter(&sparse.X, 3, a, unit, X);
            for (int i = 0; i < N; i++)
                ck_assert_double_eq_tol(X[i], x[i], 1e-13);
        }
    /* contact 1 is on the even rows: bodies 0 (0, 3, 5) and 2 (2, 4) */
    ck_assert_int_eq(sparse.X.p[2] - sparse.X.p[1], 5);
    /* too many values: not kept, the blocks are there all the same */
    ck_assert_int_eq(zni_motion_set(ctx, &sparse, &s.p, ZNI_BLOCKS), ZN_OK);
    ck_assert_int_eq(zni_motion_influence(ctx, &sparse, 20), ZN_OK);
    ck_assert(!sparse.kept);
    ck_assert_double_eq_tol(sparse.contact[2].M[8], dense.contact[2].M[8],
                            1e-13);
    stored_free(&A);
    zni_mass_fini(ctx, &mass);
    zni_motion_fini(ctx, &dense);
    zni_motion_fini(ctx, &sparse);
    zn_ctx_free(ctx);
}
END_TEST

/* ---- sweeps ---------------------------------------------------------------------- */

/* v and r of that solver, and the iterations */
static zn_index swept(zn_ctx *ctx, const scene *s, const char *solver, double z[N + MOST])
{
    double w[MOST];
    zn_solver *of;
    zn_solve_info info;

    memset(z, 0, (N + MOST) * sizeof *z);
    ck_assert_int_eq(zn_solver_new(ctx, "global-friction", solver, &of), ZN_OK);
    ck_assert_int_eq(zn_solver_set_real(of, "tol", 1e-13), ZN_OK);
    ck_assert_msg(zn_solver_solve(of, &s->p, z, w, &info) == ZN_OK, "%s", zn_errmsg(ctx));
    zn_solver_free(of);
    return info.iterations;
}

START_TEST(sweeps_and_the_condensed_problem_are_the_same_in_every_storage)
{
    /* M by blocks whose rows lie anywhere, or as a whole, which keeps M^-1 H; H with columns of
     * a contact that have other rows where zeros are not stored */
    static const char *const solvers[] = {"nsgs", "reduced"};
    zn_index co[MOST + 1];
    zn_ctx *ctx = context();
    double exact[N + MOST], z[N + MOST];
    scene s;

    scene_new(&s, 2 + _i / 2);
    for (zn_index j = 0; j < s.m; j++)
        s.H[j % N + N * j] = 0;
    stored columns = H_columns(&s), rows = H_blocks(&s, co), M = to_csc(N, s.M);
    stored blocks = to_bsr_by(N, s.M, 2);
    const zn_matrix *H[] = {&s.B, &columns.m, &rows.m}, *masses[] = {&s.A, &M.m, &blocks.m};
    const zn_index most = swept(ctx, &s, solvers[_i % 2], exact);

    for (int k = 0; k < 9; k++) {
        s.p.M = masses[k % 3];
        s.p.H = H[k / 3];
        ck_assert_int_eq(swept(ctx, &s, solvers[_i % 2], z), most);
        for (zn_index i = 0; i < N + s.m; i++)
            ck_assert_double_eq_tol(z[i], exact[i], 1e-11);
    }
    stored_free(&columns);
    stored_free(&rows);
    stored_free(&M);
    stored_free(&blocks);
    zn_ctx_free(ctx);
}
END_TEST

/* ---- the Jacobian ---------------------------------------------------------------- */

/* (rho u, r) of a contact in space with mu = 0.5, rho = 0.4: one for each branch
 * of each function, away from their borders */
static const struct {
    const char *branch;
    double u[3], r[3];
} points[] = {
    {"take-off", {2, 0.3, -0.2}, {0.1, 0.02, 0.01}},
    {"stick", {-0.5, 0.1, 0.05}, {2, 0.3, -0.1}},
    {"slip", {-0.5, 2, -1}, {1, -0.4, 0.2}},
    {"loaded by u alone", {-2, 1, 0.5}, {-0.1, 0.2, 0.1}},
    {"slip with u_N > 0", {0.5, -3, 1}, {1, 0.2, 0.6}},
};
enum { POINTS = sizeof points / sizeof points[0], MAPS = 4 };

/* 0, 1, 2 for a row or an unknown of v, u, r, whose scales are by[] and of[] */
static int part(const zni_gsystem *J, zn_index i)
{
    return i < J->n ? 0 : i < J->law ? 1 : 2;
}

/* y -= J x, J without its scales */
static void subtract(const zni_gsystem *J, const double x[], double y[])
{
    for (zn_index j = 0; j < J->size; j++)
        for (zn_index k = J->p[j]; k < J->p[j + 1]; k++)
            y[J->i[k]] -= J->x[k] / (J->by[part(J, J->i[k])] * J->of[part(J, j)]) * x[j];
}

/* all residuals at x = (v, u, r) or (v, r) */
static void residual(const scene *s, int map, bool full, const double rho[],
                     const double x[], double F[])
{
    zn_index m = s->m, d = s->d;
    const double *v = x, *r = full ? x + N + m : x + N;
    double u[MOST], *phi = full ? F + N + m : F + N;

    for (int i = 0; i < N; i++) {
        F[i] = -s->q[i];
        for (int j = 0; j < N; j++)
            F[i] += s->M[i + N * j] * v[j];
        for (zn_index j = 0; j < m; j++)
            F[i] -= s->H[i + N * j] * r[j];
    }
    for (zn_index j = 0; j < m; j++) {
        u[j] = s->b[j];
        for (int i = 0; i < N; i++)
            u[j] += s->H[i + N * j] * v[i];
        if (full) {
            F[N + j] = u[j] - x[N + j];
            u[j] = x[N + j];
        }
    }
    for (zn_index a = 0; a < NC; a++)
        zni_map((zni_map_kind)map, d, s->mu[a], rho[a], u + d * a, r + d * a,
                phi + d * a, NULL, NULL);
}

START_TEST(the_jacobian_is_the_derivative_on_every_branch)
{
    /* d, form, function, and which point is at contact 0; the others follow */
    const zn_index d = 2 + _i % 2;
    const bool full = _i / 2 % 2;
    const int map = _i / 4 % MAPS, first = _i / 4 / MAPS;
    const double h = 1e-6, rho[NC] = {0.4, 0.4, 0.4};
    scene s;
    zn_ctx *ctx = context();
    zni_motion g = {0};
    zni_gsystem J = {0};
    double x[N + 2 * MOST], ab[2 * 9 * NC], up[N + 2 * MOST],
        down[N + 2 * MOST], unit[N + 2 * MOST] = {0};

    scene_new(&s, d);
    stored A = to_csc(N, s.M);
    s.p.M = _i % 3 ? &A.m : &s.A;
    for (int a = 0; a < NC; a++)
        s.mu[a] = 0.5;
    /* the points are made those of v by b */
    for (int i = 0; i < N; i++)
        x[i] = 0.3 * i - 1;
    for (zn_index j = 0; j < s.m; j++) {
        int at = (first + (int)(j / d)) % POINTS;
        double u = points[at].u[j % d], r = points[at].r[j % d], own = 0;

        for (int i = 0; i < N; i++)
            own += s.H[i + N * j] * x[i];
        s.b[j] = u - own;
        if (full)
            x[N + j] = u;
        x[(full ? N + s.m : N) + j] = r;
    }
    ck_assert_int_eq(zni_motion_set(ctx, &g, &s.p, ZNI_WAYS), ZN_OK);
    ck_assert_int_eq(zni_gsystem_set(ctx, &J, &g, full), ZN_OK);
    ck_assert_int_eq(J.size, N + (full ? 2 : 1) * s.m);
    for (zn_index a = 0; a < NC; a++) {
        int at = (first + (int)a) % POINTS;
        double phi[3], *B = ab + d * d * (2 * a + 1);

        zni_map((zni_map_kind)map, d, s.mu[a], rho[a], points[at].u,
                points[at].r, phi, ab + 2 * d * d * a, B);
    }
    zni_gsystem_assemble(&J, &g, ab);
    for (zn_index j = 0; j < J.size; j++) {
        double column[N + 2 * MOST] = {0}, keep = x[j];

        for (zn_index k = J.p[j]; k < J.p[j + 1]; k++)
            ck_assert(k == J.p[j] || J.i[k] > J.i[k - 1]);
        unit[j] = -1;
        subtract(&J, unit, column);
        unit[j] = 0;
        x[j] = keep + h;
        residual(&s, map, full, rho, x, up);
        x[j] = keep - h;
        residual(&s, map, full, rho, x, down);
        x[j] = keep;
        for (zn_index i = 0; i < J.size; i++)
            /* central differences: h^2 times a third derivative, and rounding */
            ck_assert_msg(fabs((up[i] - down[i]) / (2 * h) - column[i]) < 1e-7,
                          "d = %td, %s, function %d, %s first: (%td,%td) "
                          "%.10g, not %.10g",
                          d, full ? "full" : "reduced", map,
                          points[first].branch, i, j, column[i],
                          (up[i] - down[i]) / (2 * h));
    }
    /* and its factors solve it, regularised: nine reactions on six velocities
     * are redundant */
    for (zn_index a = 0; a < NC; a++)
        for (zn_index k = 0; k < d * d; k++)
            ab[d * d * (2 * a + 1) + k] += 0.5 * ab[2 * d * d * a + k];
    zni_gsystem_assemble(&J, &g, ab);
    ck_assert_int_eq(zni_gsystem_factor(ctx, &J), ZN_OK);
    memset(up, 0, sizeof up);
    for (zn_index j = 0; j < J.size; j++)
        unit[j] = 3 - (double)j;
    subtract(&J, unit, up);
    zni_gsystem_solve(&J, up);
    for (zn_index j = 0; j < J.size; j++)
        ck_assert_double_eq_tol(up[j], (double)j - 3, 1e-9);
    stored_free(&A);
    zni_gsystem_fini(ctx, &J);
    zni_motion_fini(ctx, &g);
    zn_ctx_free(ctx);
}
END_TEST

/* after one step factors cost what no time allows */
static bool grow_dear(void *user, zn_index it, double error)
{
    zni_vnewton_work *k = user;

    (void)error;
    if (it > 0)
        k->bodies.operations = k->bodies.cholesky = 1e30;
    return false;
}

START_TEST(a_step_that_does_not_fit_is_not_begun)
{
    zn_ctx *ctx = context();
    zn_problem_file *f;
    zni_motion g = {0};
    const zni_vnewton opt = {1e-14, PTRDIFF_MAX, ZNI_VNEWTON_STEPS};
    zni_vnewton_work k = {0};
    zn_monitor mon = {.fn = grow_dear, .user = &k, .end = zni_clock() + 1000};
    zn_solve_info info = {0};

    ck_assert(!zn_problem_random(ctx, "global-friction",
                                 "structure=pile bodies=20 seed=3", &f));
    ck_assert(!zni_motion_set(
        ctx, &g, (const zn_global_friction *)zn_problem_file_problem(f),
        ZNI_WAYS));
    double *z = reals(g.n + g.m), *u = reals(g.m);

    ck_assert(!zni_vnewton_set(ctx, &k, &g, &mon));
    ck_assert_int_eq(zni_vnewton_run((zni_call){ctx, z, u, &mon, &info}, &k, &opt),
                     ZN_UNSOLVED);
    ck_assert_int_eq(info.outcome, ZN_TIME_LIMIT);
    ck_assert_int_eq(info.iterations, 1);
    zni_vnewton_fini(ctx, &k);
    zni_motion_fini(ctx, &g);
    free(z);
    free(u);
    zn_problem_file_free(f);
    zn_ctx_free(ctx);
}
END_TEST

/* However it ends, v and u are those of the reactions: M v = q + H r, u = H'v + b. Walls that come
 * nearer crush what is between them: there is no solution, and the last point is not the best. */
START_TEST(velocities_belong_to_the_reactions)
{
    zn_ctx *ctx = context();
    zn_problem_file *f;
    zni_motion g = {0};
    const zni_vnewton opt = {1e-10, PTRDIFF_MAX, ZNI_VNEWTON_STEPS};
    zni_vnewton_work k = {0};
    zn_monitor mon = {.end = INFINITY};
    zn_solve_info info = {0};
    double most = 0;

    ck_assert(!zn_problem_random(ctx, "global-friction", "structure=wedge bodies=8", &f));
    zn_global_friction p = *(const zn_global_friction *)zn_problem_file_problem(f);
    const zn_index m = p.d * p.nc;
    double *b = reals(m), *u = reals(m), *left = reals(p.n + m), *z = reals(p.n + m);
    const double *r = z + p.n;
    for (zn_index i = 0; i < m; i += p.d)
        b[i] = -3;
    p.b = b;
    ck_assert(!zni_motion_set(ctx, &g, &p, ZNI_WAYS));

    ck_assert(!zni_vnewton_set(ctx, &k, &g, &mon));
    ck_assert_int_eq(zni_vnewton_run((zni_call){ctx, z, u, &mon, &info}, &k, &opt), ZN_UNSOLVED);
    memcpy(left, p.q, (size_t)g.n * sizeof *left);
    zn_matrix_mul(p.M, -1, z, 1, left);
    zn_matrix_mul(p.H, 1, r, 1, left);
    memcpy(left + g.n, b, (size_t)g.m * sizeof *left);
    zn_matrix_mul_t(p.H, 1, z, 1, left + g.n);
    for (zn_index i = 0; i < g.m; i++) {
        left[g.n + i] -= u[i];
        most = fmax(most, fabs(r[i]));
    }
    for (zn_index i = 0; i < g.n + g.m; i++) /* of a dozen terms each */
        ck_assert_double_lt(fabs(left[i]), 1e-13 * (1 + most));
    zni_vnewton_fini(ctx, &k);
    zni_motion_fini(ctx, &g);
    free(b);
    free(left);
    free(z);
    free(u);
    zn_problem_file_free(f);
    zn_ctx_free(ctx);
}
END_TEST

/* Two walls squeeze a body, u_0 = v/10 + b_0 and u_1 = -3/10 v + b_1: loads of (3, 1), in any unit, balance,
 * but for the rounding of 0.1 and 0.3, and 3 b_0 + b_1 < 0 has no v. A third contact, u_2 = v + b_2, bears nothing. */
START_TEST(balanced_loads_that_do_work_are_a_proof)
{
    const double unit = ldexp(1, 40 * _i - 40), d[6] = {3 * unit, 0, unit, 0, 0, 0};
    double some[6], v[2 * N];
    scene s;
    zn_ctx *ctx = context();
    zni_motion g = {0};

    scene_new(&s, 2);
    memset(s.H, 0, sizeof s.H);
    for (zn_index j = 0; j < s.m; j++)
        s.H[(j % 2 ? 2 + j / 2 : 0) + N * j] = j == 0 ? .1 : j == 2 ? -.3 : 1;
    ck_assert_int_eq(zni_motion_set(ctx, &g, &s.p, ZNI_WAYS), ZN_OK);
    for (int k = 0; k < 5; k++) {
        /* the sides of 3 b_0 + b_1, the last ones by less than is known of it */
        static const double b[5][2] = {{-1, 2}, {1, -4}, {1, -2}, {-1, 3 - 1e-13}, {-1, 4}};

        for (int i = 0; i < 2 * N; i++)
            v[i] = 7;
        s.b[0] = b[k][0];
        s.b[2] = b[k][1];
        s.b[4] = -1;
        ck_assert_int_eq(zni_ray_balances(&g, d, v), k < 2);
    }
    s.b[0] = -1;
    s.b[2] = 2;
    memcpy(some, d, sizeof some);
    some[2] *= 1 + 1e-9; /* does not balance */
    ck_assert(!zni_ray_balances(&g, some, v));
    memcpy(some, d, sizeof some);
    some[4] = unit; /* nor this */
    ck_assert(!zni_ray_balances(&g, some, v));
    memset(some, 0, sizeof some);
    some[0] = 10 * unit;
    some[4] = -unit; /* pulls */
    ck_assert(!zni_ray_balances(&g, some, v));
    zni_motion_fini(ctx, &g);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("global friction, parts");
    TCase *tc = tcase_create("motion");

    tcase_add_loop_test(tc, directions_are_the_same_in_every_storage, 0, 2);
    tcase_add_test(tc, contacts_have_their_blocks_of_the_condensed_matrix);
    tcase_add_loop_test(tc, sweeps_and_the_condensed_problem_are_the_same_in_every_storage, 0, 4);
    tcase_add_test(tc, a_step_that_does_not_fit_is_not_begun);
    tcase_add_test(tc, velocities_belong_to_the_reactions);
    tcase_add_loop_test(tc, balanced_loads_that_do_work_are_a_proof, 0, 3);
    tcase_add_loop_test(tc, the_jacobian_is_the_derivative_on_every_branch, 0,
                        4 * MAPS * POINTS);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
