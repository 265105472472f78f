/* test_friction_global_random.c - families of global friction problems: solutions
 * known by construction, every solver with every choice, honest failures
 * SPDX-License-Identifier: Apache-2.0 */
#include "friction_test.h"

#include <zeno/global_friction.h>
#include <zeno/problem_file.h>

/* ---- problems made from their solutions -------------------------------------- */

/* bodies with s = 3 (plane) or 6 (space) velocities, whose rows are dealt out as
 * cards: velocity i is of body i % bodies */
typedef struct scene {
    zn_index d, nc, n, m;
    stored M;
    double *H, *q, *b, *mu, *v, *r; /* v and r solve it */
    zn_matrix A;
    zn_global_friction p;
} scene;

static void scene_free(scene *s)
{
    stored_free(&s->M);
    free(s->H);
    free(s->q);
    free(s->b);
    free(s->mu);
    free(s->v);
    free(s->r);
}

/* (u, r) of a contact that takes off, sticks or slips */
static void state(rng *g, zn_index d, double mu, double u[], double r[])
{
    double t[2], size, kind = uniform(g, 0, 3);

    for (zn_index k = 0; k < d; k++)
        u[k] = r[k] = 0;
    if (kind < 1) {
        u[0] = uniform(g, 0.1, 1);
        for (zn_index k = 1; k < d; k++)
            u[k] = uniform(g, -1, 1);
        return;
    }
    r[0] = uniform(g, 0.5, 2);
    t[0] = uniform(g, -1, 1);
    t[1] = d == 3 ? uniform(g, -1, 1) : 0;
    size = sqrt(t[0] * t[0] + t[1] * t[1]);
    for (zn_index k = 1; k < d; k++)
        r[k] = mu * r[0] * t[k - 1] / size * (kind < 2 ? 0.8 : 1);
    for (zn_index k = 1; k < d && kind >= 2; k++)
        u[k] = -uniform(g, 0.2, 0.21) * t[k - 1] / size;
    if (d == 3 && kind >= 2) {
        double slip = uniform(g, 0.1, 1);

        u[1] = -slip * t[0] / size;
        u[2] = -slip * t[1] / size;
    }
}

static void scene_new(scene *s, rng *g, zn_index d, zn_index nc,
                      zn_index bodies, double mu0, double mu1, double spread)
{
    zn_index own = d == 2 ? 3 : 6, n = own * bodies, m = d * nc;
    double *M = reals(n * n), *mass = reals(n), *u = reals(m + 1);

    *s = (scene){.d = d,
                 .nc = nc,
                 .n = n,
                 .m = m,
                 .H = reals(n * m + 1),
                 .q = reals(n),
                 .b = reals(m + 1),
                 .mu = reals(nc + 1),
                 .v = reals(n),
                 .r = reals(m + 1)};
    /* masses and inertias of units `spread` apart, coupled within a body */
    for (zn_index i = 0; i < n; i++) {
        mass[i] = i / bodies < d ? 1 : 1 / spread;
        s->v[i] = uniform(g, -1, 1) / sqrt(mass[i]);
    }
    for (zn_index j = 0; j < n; j++)
        for (zn_index i = j; i < n; i += bodies) {
            double x = i == j ? uniform(g, 1, 3) : uniform(g, -0.1, 0.1);

            M[i + n * j] = M[j + n * i] = x * sqrt(mass[i] * mass[j]);
        }
    for (zn_index a = 0; a < nc; a++) {
        s->mu[a] = uniform(g, mu0, mu1);
        state(g, d, s->mu[a], u + d * a, s->r + d * a);
        for (zn_index j = d * a; j < d * (a + 1); j++)
            for (zn_index i = 0; i < n; i++)
                if (i % bodies == a % bodies ||
                    (a >= bodies && i % bodies == (a + 1) % bodies))
                    s->H[i + n * j] = uniform(g, -1, 1) * sqrt(mass[i]);
    }
    for (zn_index i = 0; i < n; i++) {
        for (zn_index j = 0; j < n; j++)
            s->q[i] += M[i + n * j] * s->v[j];
        for (zn_index j = 0; j < m; j++)
            s->q[i] -= s->H[i + n * j] * s->r[j];
    }
    for (zn_index j = 0; j < m; j++) {
        s->b[j] = u[j];
        for (zn_index i = 0; i < n; i++)
            s->b[j] -= s->H[i + n * j] * s->v[i];
    }
    s->M = to_csc(n, M);
    s->A = zn_matrix_dense(n, m, s->H);
    s->p = (zn_global_friction){d, nc, n, &s->M.m, &s->A, s->q, s->b, s->mu};
    free(M);
    free(mass);
    free(u);
}

/* ---- solvers and their choices -------------------------------------------------- */

static const struct {
    const char *name, *solver, *set[2][2];
} ways[] = {
    {"auto", "auto", {{NULL}}},
    {"auto without W", "auto", {{"most_values", "0"}}},
    {"reduced", "reduced", {{NULL}}},
    {"reduced by newton-fb", "reduced", {{"solver", "newton-fb"}}},
    {"nsgs", "nsgs", {{NULL}}},
    {"nsgs, checked", "nsgs", {{"check", "full"}, {"freeze", "3"}}},
    {"nsgs, any order", "nsgs", {{"shuffle", "each"}, {"omega", "0.9"}}},
    {"newton-ac, full", "newton-ac", {{"jacobian", "full"}}},
    {"newton-ac, reduced", "newton-ac", {{"jacobian", "reduced"}}},
    {"newton-ac, split",
     "newton-ac",
     {{"rho_choice", "split"}, {"line_search", "goldstein-price"}}},
    {"newton-ac, jm", "newton-ac", {{"variant", "jean-moreau"}}},
    {"newton-ac, undamped", "newton-ac", {{"line_search", "none"}}},
    {"newton-natural", "newton-natural", {{NULL}}},
    {"newton-natural, gp",
     "newton-natural",
     {{"line_search", "goldstein-price"}, {"jacobian", "reduced"}}},
    {"newton-fb", "newton-fb", {{NULL}}},
    {"newton-fb, reduced",
     "newton-fb",
     {{"jacobian", "reduced"}, {"line_search", "goldstein-price"}}},
    {"admm", "admm", {{NULL}}},
    {"aclm", "aclm", {{NULL}}},
    {"aclm by newton", "aclm", {{"inner", "newton"}}},
    {"vi-fixed-point", "vi-fixed-point", {{NULL}}},
    {"vi-extragradient", "vi-extragradient", {{"rule", "solodov"}}},
};
enum { WAYS = sizeof ways / sizeof ways[0] };

static zn_status run_way(zn_ctx *ctx, int way, double tol,
                         const zn_global_friction *p, double z[], double w[],
                         zn_solve_info *info)
{
    zn_solver *s;
    zn_status st;

    ck_assert_msg(zn_solver_new(ctx, "global-friction", ways[way].solver, &s) ==
                      ZN_OK,
                  "%s", zn_errmsg(ctx));
    ck_assert_int_eq(zn_solver_set_real(s, "tol", tol), ZN_OK);
    for (int k = 0; k < 2 && ways[way].set[k][0]; k++)
        ck_assert_msg(
            zn_solver_set(s, ways[way].set[k][0], ways[way].set[k][1]) == ZN_OK,
            "%s", zn_errmsg(ctx));
    st = zn_solver_solve(s, p, z, w, info);
    zn_solver_free(s);
    return st;
}

/* a measure of the tests' own, long double: motion, and the cone by its rays */
static double naive(const zn_global_friction *p, const double z[])
{
    zn_index n = p->n, m = p->d * p->nc;
    long double motion = 0, law = 0, qq = 0, bb = 0;
    const double *r = z + n;

    for (zn_index i = 0; i < n; i++) {
        long double e = -(long double)p->q[i];

        for (zn_index j = 0; j < n; j++)
            e += (long double)zn_matrix_get(p->M, i, j) * z[j];
        for (zn_index j = 0; j < m; j++)
            e -= (long double)zn_matrix_get(p->H, i, j) * r[j];
        motion += e * e;
        qq += (long double)p->q[i] * p->q[i];
    }
    for (zn_index a = 0; a < p->nc; a++) {
        long double u[3] = {0}, x[3] = {0}, y = 0, t, scale = 0, mu = p->mu[a];

        for (zn_index k = 0; k < p->d; k++) {
            zn_index j = p->d * a + k;

            u[k] = p->b[j];
            bb += (long double)p->b[j] * p->b[j];
            for (zn_index i = 0; i < n; i++)
                u[k] += (long double)zn_matrix_get(p->H, i, j) * z[i];
            x[k] = r[j] - u[k];
        }
        x[0] -= mu * sqrtl(u[1] * u[1] + u[2] * u[2]);
        t = sqrtl(x[1] * x[1] + x[2] * x[2]);
        if (t <= mu * x[0]) {
            y = x[0];
            scale = 1;
        } else if (x[0] + mu * t > 0) {
            y = (x[0] + mu * t) / (1 + mu * mu);
            scale = mu * y / t;
        }
        for (zn_index k = 0; k < p->d; k++) {
            long double P = k == 0 ? y : scale * x[k];

            law += (r[p->d * a + k] - P) * (r[p->d * a + k] - P);
        }
    }
    qq = fmaxl(qq, bb);
    return (double)sqrtl(fmaxl(motion, law) / (qq > 0 ? qq : 1));
}

/* Each family; slow: who may give up, by the words that their names have. */
typedef struct kin {
    const char *name;
    zn_index d, nc, bodies;
    double mu0, mu1, spread;
    bool unique;
    const char *slow[6];
} kin;

static const kin families[] = {
    {"plane, one contact per body", 2, 4, 4, 0.1, 0.4, 1, true, {NULL}},
    /* nothing makes the fixed point a contraction there */
    {"plane, redundant", 2, 8, 2, 0.1, 0.4, 1, false, {"aclm"}},
    {"plane, no friction", 2, 5, 4, 0, 0, 1, true, {NULL}},
    {"space, one contact per body", 3, 6, 6, 0.1, 0.4, 1, true, {NULL}},
    {"space, chain", 3, 6, 4, 0.1, 0.4, 1, false, {NULL}},
    {"space, redundant", 3, 9, 3, 0.1, 0.4, 1, false, {NULL}},
    {"space, no friction", 3, 6, 5, 0, 0, 1, true, {NULL}},
    /* where friction is high only auto, which tries several, is sure to end */
    {"plane, high friction",
     2,
     6,
     4,
     1,
     2,
     1,
     false,
     {"aclm", "nsgs", "newton", "admm", "vi-", "reduced"}},
    {"space, high friction",
     3,
     8,
     5,
     1,
     2,
     1,
     false,
     {"aclm", "nsgs", "newton", "admm", "vi-", "reduced"}},
    {"space, badly scaled", 3, 5, 5, 0.1, 0.4, 1e8, true, {NULL}},
};
enum { NFAMILIES = sizeof families / sizeof families[0], ROUNDS = 4 };

static bool excused(const kin *f, int way)
{
    for (int k = 0; k < 6 && f->slow[k]; k++)
        if (strstr(ways[way].name, f->slow[k]))
            return true;
    return false;
}

START_TEST(every_way_finds_a_solution_that_is_known_to_exist)
{
    const kin *f = &families[_i];
    rng g = {(uint64_t)(500 + _i)};
    zn_ctx *ctx = context();

    printf("%s: seed %d\n", f->name, 500 + _i);
    for (int round = 0; round < ROUNDS; round++) {
        scene s;
        double *z, *w, worst = 0;

        scene_new(&s, &g, f->d, f->nc, f->bodies, f->mu0, f->mu1, f->spread);
        z = reals(s.n + s.m);
        w = reals(s.m);
        /* the family's construction is right */
        memcpy(z, s.v, (size_t)s.n * sizeof *z);
        memcpy(z + s.n, s.r, (size_t)s.m * sizeof *z);
        ck_assert_double_lt(naive(&s.p, z), 1e-14);
        for (int k = 0; k < WAYS; k++) {
            zn_solve_info info;
            zn_status st;

            memset(z, 0, (size_t)(s.n + s.m) * sizeof *z);
            st = run_way(ctx, k, 1e-9, &s.p, z, w, &info);
            if (st == ZN_UNSOLVED && excused(f, k))
                continue;
            ck_assert_msg(st == ZN_OK, "%s, round %d, %s: %s", f->name, round,
                          ways[k].name, zn_errmsg(ctx));
            ck_assert_msg(naive(&s.p, z) <= 1.0001e-9,
                          "%s, round %d, %s: error %g", f->name, round,
                          ways[k].name, naive(&s.p, z));
            for (zn_index i = 0; i < s.n && f->unique; i++) {
                double unit = i / f->bodies < s.d ? 1 : sqrt(f->spread);

                worst = fmax(worst, fabs(z[i] - s.v[i]) / unit);
                /* errors of 1e-9 in the map are more in v, by the condition
                 * of the active contacts and the size of q */
                ck_assert_msg(fabs(z[i] - s.v[i]) <= 1e-5 * unit,
                              "%s, round %d, %s: v(%td) = %.12g, not %.12g",
                              f->name, round, ways[k].name, i, z[i], s.v[i]);
            }
        }
        free(z);
        free(w);
        scene_free(&s);
    }
    zn_ctx_free(ctx);
}
END_TEST

/* ---- the condensed problem is the same problem ------------------------------------ */

START_TEST(the_condensed_matrix_is_that_of_the_friction_class)
{
    rng g = {77};
    zn_ctx *ctx = context();
    scene s;
    double *z, *w, *r, *u;
    contacts c;
    zn_solve_info info;

    scene_new(&s, &g, 3, 7, 4, 0.2, 0.3, 1);
    contacts_new(&c, 3, 7);
    z = reals(s.n + s.m);
    w = reals(s.m);
    r = reals(s.m);
    u = reals(s.m);
    /* W = H' M^-1 H, q = H' M^-1 q + b by a dense solution of their own: each
     * column by no contact at all */
    for (zn_index j = 0; j <= s.m; j++) {
        const double *rhs = j < s.m ? s.H + s.n * j : s.q;
        const zn_global_friction free_flight = {
            .d = 3, .n = s.n, .M = s.p.M, .q = rhs};
        double *x = reals(s.n), *into = j < s.m ? c.M + s.m * j : c.q;

        ck_assert_int_eq(run_once(ctx, "global-friction", "nsgs", 1e-13,
                                  &free_flight, x, w, &info),
                         ZN_OK);
        for (zn_index i = 0; i < s.m; i++) {
            into[i] = j < s.m ? 0 : s.b[i];
            for (zn_index k = 0; k < s.n; k++)
                into[i] += s.H[k + s.n * i] * x[k];
        }
        free(x);
    }
    memcpy(c.mu, s.mu, 7 * sizeof *c.mu);
    c.p.M = &c.A;
    ck_assert_int_eq(
        run_once(ctx, "friction", "nsgs", 1e-11, &c.p, r, u, &info), ZN_OK);
    ck_assert_int_eq(
        run_once(ctx, "global-friction", "reduced", 1e-11, &s.p, z, w, &info),
        ZN_OK);
    for (zn_index i = 0; i < s.m; i++)
        ck_assert_double_eq_tol(u[i], w[i], 1e-8);
    contacts_free(&c);
    scene_free(&s);
    free(z);
    free(w);
    free(r);
    free(u);
    zn_ctx_free(ctx);
}
END_TEST

/* ---- what auto does --------------------------------------------------------------- */

/* A free body that all others lie on makes W full, not H and M^-1 H: contact a is
 * between body a + 1 and body 0. M = I, sparse. */
static stored plate(zn_index nc, double q[], zn_index **p, zn_index **i,
                    double **x)
{
    rng g = {21};
    zn_index n = 6 * (nc + 1), k = 0;
    stored M = {.x = reals(n), .p = indices(n + 1), .i = indices(n)};

    *p = indices(3 * nc + 1);
    *i = indices(36 * nc);
    *x = reals(36 * nc);
    for (zn_index r = 0; r < n; r++) {
        M.x[r] = r < 6 ? 50 : 1;
        M.i[r] = r;
        M.p[r + 1] = r + 1;
        q[r] = r < 6 ? 0 : r % 6 == 0 ? -1 : uniform(&g, -0.2, 0.2);
    }
    for (zn_index j = 0; j < 3 * nc; j++) {
        /* u = (velocity of a + 1) - (velocity of 0), and lever arms */
        for (zn_index r = 0; r < 12; r++) {
            double unit = r % 6 == j % 3 ? (r < 6 ? -1 : 1) : 0;

            (*i)[k] = r < 6 ? r : 6 * (j / 3) + r;
            (*x)[k++] = r % 6 < 3 ? unit : uniform(&g, -0.3, 0.3);
        }
        (*p)[j + 1] = k;
    }
    M.m = (zn_matrix){
        .storage = ZN_CSC, .rows = n, .cols = n, .x = M.x, .p = M.p, .i = M.i};
    return M;
}

START_TEST(auto_does_not_form_a_full_matrix)
{
    enum { MANY = 150 };
    zn_index n = 6 * (MANY + 1), *p, *i;
    double *q = reals(n), *b = reals(3 * MANY), *mu = reals(MANY), *x;
    double *z = reals(n + 3 * MANY), *w = reals(3 * MANY);
    stored M = plate(MANY, q, &p, &i, &x);
    const zn_matrix H = {
        .storage = ZN_CSC, .rows = n, .cols = 3 * MANY, .x = x, .p = p, .i = i};
    zn_global_friction problem = {3, MANY, n, &M.m, &H, q, b, mu};
    zn_ctx *ctx = context();
    zn_solver *s;
    zn_solve_info info;

    for (int a = 0; a < MANY; a++)
        mu[a] = 0.3;
    ck_assert_int_eq(zn_solver_new(ctx, "global-friction", "auto", &s), ZN_OK);
    ck_assert_msg(zn_solver_solve(s, &problem, z, w, &info) == ZN_OK, "%s",
                  zn_errmsg(ctx));
    printf("plate: %s, %td iterations\n", info.solver, info.iterations);
    ck_assert_str_ne(info.solver, "reduced");
    /* one sweep only: a Newton method must do it */
    memset(z, 0, (size_t)(n + 3 * MANY) * sizeof *z);
    zn_solver_set_real(s, "max_sweeps", 1);
    ck_assert_msg(zn_solver_solve(s, &problem, z, w, &info) == ZN_OK, "%s",
                  zn_errmsg(ctx));
    printf("plate: %s, %td iterations\n", info.solver, info.iterations);
    ck_assert_ptr_nonnull(strstr(info.solver, "newton"));
    zn_solver_free(s);

    /* few contacts on the same bodies: the matrix is thin */
    problem.nc = 1;
    const zn_matrix one = {
        .storage = ZN_CSC, .rows = n, .cols = 3, .x = x, .p = p, .i = i};
    problem.H = &one;
    ck_assert_int_eq(
        run_once(ctx, "global-friction", "auto", 1e-8, &problem, z, w, &info),
        ZN_OK);
    ck_assert_str_eq(info.solver, "reduced");
    stored_free(&M);
    free(p);
    free(i);
    free(x);
    free(q);
    free(b);
    free(mu);
    free(z);
    free(w);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(auto_gives_the_same_bits_each_time)
{
    rng g = {31};
    zn_ctx *ctx = context();
    scene s;
    double z[2][128], w[2][64];
    zn_solve_info info[2];

    scene_new(&s, &g, 3, 9, 3, 0.2, 0.9, 1);
    for (int k = 0; k < 2; k++) {
        memset(z[k], 0, sizeof z[k]);
        run_way(ctx, 0, 1e-10, &s.p, z[k], w[k], &info[k]);
    }
    ck_assert_int_eq(info[0].iterations, info[1].iterations);
    ck_assert(memcmp(z[0], z[1], sizeof z[0]) == 0);
    scene_free(&s);
    zn_ctx_free(ctx);
}
END_TEST

/* ---- what has no solution, and what is not finished -------------------------------- */

static bool all_finite(zn_index n, const double x[])
{
    for (zn_index i = 0; i < n; i++)
        if (!isfinite(x[i]))
            return false;
    return true;
}

START_TEST(what_has_no_solution_is_not_solved)
{
    /* the second contact moves nothing and closes with 1 whatever happens */
    static const double M[] = {2, 0, 0, 0, 2, 0, 0, 0, 2};
    static const double H[] = {1, 0, 0, 0, 1, 0, 0, 0, 1,
                               0, 0, 0, 0, 0, 0, 0, 0, 0};
    static const double q[] = {-2, 1, 0}, b[] = {0, 0, 0, -1, 0, 0};
    static const double mu[] = {0.3, 0.3};
    const zn_matrix A = zn_matrix_dense(3, 3, M), B = zn_matrix_dense(3, 6, H);
    const zn_global_friction p = {3, 2, 3, &A, &B, q, b, mu};
    zn_ctx *ctx = context();
    double z[9] = {0}, w[6];
    zn_solve_info info;
    zn_status st = run_way(ctx, _i, 1e-8, &p, z, w, &info);

    ck_assert_msg(st == ZN_UNSOLVED, "%s: %s", ways[_i].name,
                  zn_status_name(st));
    ck_assert_msg(info.outcome != ZN_SOLVED, "%s", ways[_i].name);
    /* the residual is 1; r may have grown to 1e12, a millionth of it counts */
    ck_assert_msg(info.error > 1e-7 && isfinite(info.error), "%s: %g",
                  ways[_i].name, info.error);
    ck_assert_msg(all_finite(9, z) && all_finite(6, w), "%s", ways[_i].name);
    zn_ctx_free(ctx);
}
END_TEST

static bool stop(void *user, zn_index iteration, double error)
{
    (void)iteration;
    (void)error;
    return ++*(int *)user > 1;
}

START_TEST(an_interruption_is_heeded)
{
    rng g = {5};
    zn_ctx *ctx = context();
    scene s;
    zn_solver *solver;
    zn_solve_info info;
    double *z, *w;
    int calls = 0;

    scene_new(&s, &g, 3, 9, 3, 0.2, 0.3, 1);
    z = reals(s.n + s.m);
    w = reals(s.m);
    ck_assert_int_eq(
        zn_solver_new(ctx, "global-friction", ways[_i].solver, &solver), ZN_OK);
    /* 0: what no method reaches */
    ck_assert_int_eq(zn_solver_set_real(solver, "tol", 0), ZN_OK);
    for (int k = 0; k < 2 && ways[_i].set[k][0]; k++)
        zn_solver_set(solver, ways[_i].set[k][0], ways[_i].set[k][1]);
    zn_solver_set_callback(solver, stop, &calls);
    ck_assert_int_eq(zn_solver_solve(solver, &s.p, z, w, &info), ZN_UNSOLVED);
    ck_assert_msg(info.outcome == ZN_INTERRUPTED, "%s: %s", ways[_i].name,
                  zn_outcome_name(info.outcome));
    ck_assert_int_eq(calls, 2);
    ck_assert(isfinite(info.error));
    zn_solver_free(solver);
    scene_free(&s);
    free(z);
    free(w);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(the_best_point_comes_back)
{
    /* few steps: unsolved, and no worse than the start */
    rng g = {6};
    zn_ctx *ctx = context();
    scene s;
    zn_solver *solver;
    zn_solve_info start, info;
    double *z, *w;

    if (strncmp(ways[_i].solver, "auto", 4) == 0 ||
        strcmp(ways[_i].solver, "reduced") == 0)
        return; /* these have no limit of their own */
    scene_new(&s, &g, 3, 9, 3, 0.2, 0.3, 1);
    z = reals(s.n + s.m);
    w = reals(s.m);
    ck_assert_int_eq(
        zn_solver_new(ctx, "global-friction", ways[_i].solver, &solver), ZN_OK);
    for (int k = 0; k < 2 && ways[_i].set[k][0]; k++)
        zn_solver_set(solver, ways[_i].set[k][0], ways[_i].set[k][1]);
    zn_solver_set_real(solver, "max_iter", 1);
    zn_solver_set_real(solver, "tol", 0);
    ck_assert_int_eq(zn_solver_solve(solver, &s.p, z, w, &start), ZN_UNSOLVED);
    /* a second call goes on from there */
    ck_assert_int_eq(zn_solver_solve(solver, &s.p, z, w, &info), ZN_UNSOLVED);
    ck_assert_msg(info.error <= start.error * (1 + 1e-12) + 1e-15,
                  "%s: %g after %g", ways[_i].name, info.error, start.error);
    zn_solver_free(solver);
    scene_free(&s);
    free(z);
    free(w);
    zn_ctx_free(ctx);
}
END_TEST

/* ---- memory ------------------------------------------------------------------------- */

static scene shared;
static int who;

static zn_status body(const zn_allocator *alloc)
{
    zn_ctx *ctx = NULL;
    zn_solver *s = NULL;
    double z[64] = {0}, w[32];
    zn_status st = zn_ctx_new_with(alloc, &ctx);

    if (!st)
        st = zn_solver_new(ctx, "global-friction", ways[who].solver, &s);
    for (int k = 0; !st && k < 2 && ways[who].set[k][0]; k++)
        st = zn_solver_set(s, ways[who].set[k][0], ways[who].set[k][1]);
    if (!st)
        st = zn_solver_solve(s, &shared.p, z, w, NULL);
    zn_solver_free(s);
    zn_ctx_free(ctx);
    return st;
}

START_TEST(every_allocation_may_fail)
{
    rng g = {9};

    who = _i;
    scene_new(&shared, &g, 3, 3, 3, 0.2, 0.4, 1);
    test_torture(body);
    scene_free(&shared);
}
END_TEST

START_TEST(a_second_call_allocates_nothing)
{
    rng g = {10};
    test_memory mem = {0};
    zn_allocator alloc = test_allocator(&mem);
    zn_ctx *ctx;
    zn_solver *s;
    double z[64] = {0}, w[32];
    long before;

    scene_new(&shared, &g, 3, 4, 4, 0.2, 0.4, 1);
    ck_assert_int_eq(zn_ctx_new_with(&alloc, &ctx), ZN_OK);
    ck_assert_int_eq(zn_solver_new(ctx, "global-friction", ways[_i].solver, &s),
                     ZN_OK);
    for (int k = 0; k < 2 && ways[_i].set[k][0]; k++)
        zn_solver_set(s, ways[_i].set[k][0], ways[_i].set[k][1]);
    ck_assert_int_eq(zn_solver_solve(s, &shared.p, z, w, NULL), ZN_OK);
    before = mem.calls;
    memset(z, 0, sizeof z);
    for (zn_index i = 0; i < shared.n; i++)
        shared.q[i] *= 1.25;
    ck_assert_int_ge(zn_solver_solve(s, &shared.p, z, w, NULL), ZN_OK);
    ck_assert_msg(mem.calls == before, "%s: %ld allocations", ways[_i].name,
                  mem.calls - before);
    zn_solver_free(s);
    zn_ctx_free(ctx);
    ck_assert_int_eq(mem.live, 0);
    scene_free(&shared);
}
END_TEST

/* ---- the collection ------------------------------------------------------------------- */

static const char *const files[] = {
    "GFC2D/gfc2d_granularflowonwall_00000_00117.dat",
    "GFC2D/gfc2d_granularflowonwall_00230_00206.dat",
    "GFC3D/GFC3D_Example00.dat",
    "GFC3D/GFC3D_Example00_badly_scaled.dat",
    "GFC3D/GFC3D_Example1.dat",
    "GFC3D/GFC3D_TwoRods1.dat",
    "HDF5-global/Box_Stacks-i0122-82-5.hdf5",
    "HDF5-global/Spheres-i099-356-679.hdf5",
};
enum { FILES = sizeof files / sizeof files[0] };

START_TEST(every_way_solves_the_collection)
{
    char relative[256], path[TEST_PATH];
    zn_ctx *ctx;
    zn_problem_file *f;
    double *z, *w;

    snprintf(relative, sizeof relative, "problems/%s", files[_i]);
    if (!test_reference(path, relative))
        return;
    ctx = context();
    ck_assert_msg(zn_problem_file_read(ctx, path, NULL, &f) == ZN_OK, "%s",
                  zn_errmsg(ctx));
    ck_assert_str_eq(zn_problem_file_class(f), "global-friction");
    z = reals(zn_problem_file_nz(f) + 1);
    w = reals(zn_problem_file_nw(f) + 1);
    for (int k = 0; k < WAYS; k++) {
        zn_solve_info info;

        /* projections are slow where masses are of many sizes */
        if (strncmp(ways[k].name, "vi-", 3) == 0 && _i == 1)
            continue;
        memset(z, 0, (size_t)zn_problem_file_nz(f) * sizeof *z);
        ck_assert_msg(run_way(ctx, k, 1e-8, zn_problem_file_problem(f), z, w,
                              &info) == ZN_OK,
                      "%s, %s: %s", files[_i], ways[k].name, zn_errmsg(ctx));
    }
    free(z);
    free(w);
    zn_problem_file_free(f);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("global friction, families");
    TCase *tc = tcase_create("global");

    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, every_way_finds_a_solution_that_is_known_to_exist,
                        0, NFAMILIES);
    tcase_add_test(tc, the_condensed_matrix_is_that_of_the_friction_class);
    tcase_add_test(tc, auto_does_not_form_a_full_matrix);
    tcase_add_test(tc, auto_gives_the_same_bits_each_time);
    tcase_add_loop_test(tc, what_has_no_solution_is_not_solved, 0, WAYS);
    tcase_add_loop_test(tc, an_interruption_is_heeded, 0, WAYS);
    tcase_add_loop_test(tc, the_best_point_comes_back, 0, WAYS);
    tcase_add_loop_test(tc, every_allocation_may_fail, 0, WAYS);
    tcase_add_loop_test(tc, a_second_call_allocates_nothing, 0, WAYS);
    tcase_add_loop_test(tc, every_way_solves_the_collection, 0, FILES);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
