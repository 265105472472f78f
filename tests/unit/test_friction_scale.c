/* test_friction_scale.c - friction on many contacts: fill, memory, time limits, and
 * proofs that there is no solution
 * SPDX-License-Identifier: Apache-2.0 */
#include "asked.h"
#include "friction_test.h"

#include <time.h>

#include <zeno/global_friction.h>
#include <zeno/lcp.h>
#include <zeno/soclcp.h>

#include "../../solvers/classes/cone/cone.h"
#include "../../solvers/classes/friction/friction.h"
#include "../../solvers/methods/ray.h"
#include "../../solvers/system/sizes.h"
#include "meter.h"

/* ---- the size of a contact ------------------------------------------------------ */

/* By hand: means of |W_ii| of 20/3 and 14/3, down to powers of two; what has no W of its own
 * takes the mean of the two, 17/3. */
START_TEST(a_contact_without_mass_has_the_size_of_the_others)
{
    const double W[] = {8, 6, -6, 0, 0, 0, 2, 4, 8};
    double size[3];

    zni_contact_sizes(3, 3, 0, 3, NULL, W, size);
    ck_assert(size[0] == 4 && size[1] == 4 && size[2] == 4);
    zni_contact_sizes(3, 3, 1, 3, NULL, W, size); /* of 6 and 6; the mean is 6 */
    ck_assert(size[0] == 4 && size[1] == 4 && size[2] == 4);
    zni_contact_sizes(3, 3, 0, 1, NULL, W, size); /* of 8 and 2; the mean is 5 */
    ck_assert(size[0] == 8 && size[1] == 4 && size[2] == 2);
    zni_contact_sizes(3, 1, 0, 3, NULL, W + 3, size);
    ck_assert(size[0] == 1);
}
END_TEST

/* M = -M' has no diagonal: an error in other units of M, and with them of r, is the same to the bit. */
START_TEST(without_any_diagonal_units_do_not_matter)
{
    const double q[6] = {-1, 0.5, 0.25, 2, -3, 0.125}, r[6] = {1, 0.5, -0.25, 2, 0, 0.75};
    const double mu[2] = {0.5, 0.75}, by = 0x1p31;
    double M[2][36], z[2][6], w[2][6], work[64], err[2];

    for (int k = 0; k < 2; k++) {
        for (int j = 0; j < 6; j++)
            for (int i = 0; i < 6; i++)
                M[k][i + 6 * j] = (k ? by : 1) * (i - j) * (1 + i + j);
        for (int i = 0; i < 6; i++)
            z[k][i] = r[i] / (k ? by : 1);
        for (int i = 0; i < 6; i++) {
            w[k][i] = q[i];
            for (int j = 0; j < 6; j++)
                w[k][i] += M[k][i + 6 * j] * z[k][j];
        }
        const zn_matrix A = zn_matrix_dense(6, 6, M[k]);
        const zn_friction p = {.d = 3, .nc = 2, .M = &A, .q = q, .mu = mu};
        err[k] = zn_friction_error(&p, z[k], w[k], work);
    }
    ck_assert_double_gt(err[0], 1e-3);
    ck_assert_double_eq(err[0], err[1]);
}
END_TEST

/* ---- contacts on a grid ----------------------------------------------------- */

/* Contacts at the points of a cube of `wide`, each coupled with its six neighbours by
 * 3 x 3 blocks that are not symmetric; diagonally dominant, so that sweeps are quick,
 * while factors of a grid in space fill in. */
static stored grid(zn_index wide, double q[])
{
    zn_index nc = wide * wide * wide, k = 0;
    const zn_index step[7] = {-wide * wide, -wide, -1, 0, 1, wide, wide * wide};
    rng g = {5};
    stored s = {.x = reals(9 * 7 * nc),
                .p = indices(nc + 1),
                .i = indices(7 * nc),
                .ro = indices(nc + 1),
                .bp = indices(7 * nc)};

    for (zn_index a = 0; a < nc; a++) {
        s.ro[a + 1] = 3 * (a + 1);
        for (int e = 0; e < 7; e++) {
            zn_index b = a + step[e], x = a % wide, y = a / wide % wide;

            if (b < 0 || b >= nc || (e == 2 && x == 0) ||
                (e == 4 && x == wide - 1) || (e == 1 && y == 0) ||
                (e == 5 && y == wide - 1))
                continue;
            s.i[k] = b;
            s.bp[k] = 9 * k;
            for (int i = 0; i < 9; i++)
                s.x[9 * k + i] = e == 3 ? (i % 4 ? 0 : 2) + uniform(&g, -.1, .1)
                                        : uniform(&g, -0.15, 0.15);
            k++;
        }
        s.p[a + 1] = k;
        for (int i = 0; i < 3; i++)
            q[3 * a + i] = uniform(&g, -1, i ? 1 : 0.3);
    }
    s.m = (zn_matrix){.storage = ZN_BSR, .rows = 3 * nc, .cols = 3 * nc,
                      .x = s.x, .p = s.p, .i = s.i, .nbr = nc, .nbc = nc,
                      .ro = s.ro, .co = s.ro, .bp = s.bp};
    return s;
}

typedef struct cube {
    zn_index nc;
    stored W;
    double *q, *mu, *z, *w;
    zn_friction p;
} cube;

static void cube_new(cube *c, zn_index wide)
{
    zn_index nc = wide * wide * wide;

    *c = (cube){.nc = nc, .q = reals(3 * nc), .mu = reals(nc),
                .z = reals(3 * nc), .w = reals(3 * nc)};
    c->W = grid(wide, c->q);
    for (zn_index a = 0; a < nc; a++)
        c->mu[a] = 0.4;
    c->p = (zn_friction){3, nc, &c->W.m, c->q, c->mu};
}

static void cube_free(cube *c)
{
    stored_free(&c->W);
    free(c->q);
    free(c->mu);
    free(c->z);
    free(c->w);
}

START_TEST(where_factors_fill_in_auto_goes_on_sweeping)
{
    zn_ctx *ctx = context();
    zn_solver *s;
    zn_solve_info info;
    cube c;

    cube_new(&c, 14);
    ck_assert_int_eq(zn_solver_new(ctx, "friction", "auto", &s), ZN_OK);
    ck_assert_int_eq(zn_solver_set_real(s, "tol", 1e-12), ZN_OK);
    ck_assert_msg(!zn_solver_solve(s, &c.p, c.z, c.w, &info), "%s",
                  zn_errmsg(ctx));
    ck_assert_str_eq(info.solver, "nsgs");
    zn_solver_free(s);
    zn_ctx_free(ctx);
    cube_free(&c);
}
END_TEST

START_TEST(the_fill_of_a_grid_is_foreseen)
{
    /* a chain has none: a factor has the block and the two beside it; a cube of
     * wide^3 has its middle plane squared and more */
    zn_ctx *ctx = context();
    zni_flin lin = {0};
    zni_fc fc = {0};
    enum { CHAIN = 500, WIDE = 10 };
    double *q = reals(3 * CHAIN), mu[CHAIN] = {0};
    stored W = pile(CHAIN, q);
    zn_friction p = {3, CHAIN, &W.m, q, mu};
    cube c;

    ck_assert_int_eq(zni_fc_set(ctx, &fc, &p), ZN_OK);
    ck_assert_int_eq(zni_flin_plan(ctx, &lin, &fc), ZN_OK);
    ck_assert_double_le(lin.values, 9 * 3 * CHAIN);
    ck_assert_double_le(lin.operations, 27 * 10 * CHAIN);
    cube_new(&c, WIDE);
    ck_assert_int_eq(zni_fc_set(ctx, &fc, &c.p), ZN_OK);
    ck_assert_int_eq(zni_flin_plan(ctx, &lin, &fc), ZN_OK);
    ck_assert_double_ge(lin.values, 9.0 * WIDE * WIDE * WIDE * WIDE);
    ck_assert_double_ge(lin.operations, 27 * pow(WIDE, 6) / 3);
    zni_fc_fini(ctx, &fc);
    zni_flin_fini(ctx, &lin);
    cube_free(&c);
    stored_free(&W);
    free(q);
    zn_ctx_free(ctx);
}
END_TEST

/* ---- memory ------------------------------------------------------------------ */

START_TEST(sweeps_hold_no_more_than_the_problem)
{
    meter m = {0};
    const zn_allocator alloc = {.resize = metered, .user = &m};
    zn_ctx *ctx;
    zn_solver *s;
    zn_solve_info info;
    cube c;
    size_t own;

    cube_new(&c, 14);
    own = (size_t)c.W.p[c.nc] * (9 * sizeof(double) + 2 * sizeof(zn_index)) +
          (size_t)c.nc * (10 * sizeof(double) + 2 * sizeof(zn_index));
    ck_assert_int_eq(zn_ctx_new_with(&alloc, &ctx), ZN_OK);
    m.most = m.now;
    ck_assert_int_eq(zn_solver_new(ctx, "friction", "auto", &s), ZN_OK);
    ck_assert_int_eq(zn_solver_solve(s, &c.p, c.z, c.w, &info), ZN_OK);
    ck_assert_str_eq(info.solver, "nsgs");
    /* its blocks are taken as they are */
    ck_assert_msg(m.most <= own, "%zu bytes for a problem of %zu", m.most,
                  own);
    zn_solver_free(s);
    zn_ctx_free(ctx);
    cube_free(&c);
}
END_TEST

/* ---- time -------------------------------------------------------------------- */

static double processor(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Factors of 24^3 contacts take minutes; they are not begun. */
START_TEST(a_factorisation_that_does_not_fit_the_limit_is_not_begun)
{
    static const char *const names[] = {"newton-ac", "newton-fb", "prox",
                                        "interior-point", "admm"};
    const double limit = 0.5;
    zn_ctx *ctx = context();
    zn_solver *s;
    zn_solve_info info;
    double began;
    cube c;

    cube_new(&c, 24);
    ck_assert_int_eq(zn_solver_new(ctx, "friction", names[_i], &s), ZN_OK);
    ck_assert_int_eq(zn_solver_set_real(s, "tol", 1e-15), ZN_OK);
    zn_solver_set_time_limit(s, limit);
    began = processor();
    ck_assert_int_eq(zn_solver_solve(s, &c.p, c.z, c.w, &info), ZN_UNSOLVED);
    /* of the processor: others may want it too; before the limit begins to count
     * the data are looked through and copied */
    ck_assert_msg(processor() - began < 1.2 * limit + 0.3, "%g s",
                  processor() - began);
    ck_assert_msg(info.outcome == ZN_TIME_LIMIT, "%s",
                  zn_outcome_name(info.outcome));
    zn_solver_free(s);
    zn_ctx_free(ctx);
    cube_free(&c);
}
END_TEST

/* Nor are those of a basis that pivots begin with, all columns of as many rows. */
START_TEST(a_basis_that_does_not_fit_the_limit_is_not_factored)
{
    static const double limits[] = {0.5, 1e-2, 1e-9}; /* the data alone take longer than the last */
    const double limit = limits[_i];
    zn_ctx *ctx = context();
    zn_solver *s;
    zn_solve_info info;
    double began;
    cube c;

    cube_new(&c, 24);
    const zn_index n = 3 * c.nc;
    const zn_lcp p = {n, &c.W.m, c.q};
    for (zn_index i = 0; i < n; i++) {
        c.q[i] = -1;
        c.z[i] = 1;
    }
    ck_assert_int_eq(zn_solver_new(ctx, "lcp", "cao-ferris", &s), ZN_OK);
    ck_assert_int_eq(zn_solver_set(s, "start", "point"), ZN_OK);
    ck_assert_int_eq(zn_solver_set_real(s, "tol", 1e-15), ZN_OK);
    zn_solver_set_time_limit(s, limit);
    began = processor();
    ck_assert_int_eq(zn_solver_solve(s, &p, c.z, c.w, &info), ZN_UNSOLVED);
    ck_assert_msg(processor() - began < 1.2 * limit + 0.3, "%g s",
                  processor() - began);
    ck_assert_msg(info.outcome == ZN_TIME_LIMIT, "%s",
                  zn_outcome_name(info.outcome));
    zn_solver_free(s);
    zn_ctx_free(ctx);
    cube_free(&c);
}
END_TEST

/* ---- explanations ------------------------------------------------------------ */

/* A pile: sweeps are given up for want of time, and taken up again accelerated. */
START_TEST(auto_tells_what_it_tried)
{
    asked a = asked_new("friction", "auto", "structure=pile bodies=40 seed=2");
    heard h = {0};

    zn_solver_set_explain(a.s, asked_hear, &h);
    asked_solved(&a);
    ck_assert_int_ge(h.count, 2);
    ck_assert_ptr_nonnull(strstr(h.names, "nsgs nsgs"));
    ck_assert_double_le(h.least, 1e-8);
    asked_free(&a);
}
END_TEST

/* ---- callbacks ------------------------------------------------------------------ */

static bool third(void *user, zn_index iteration, double error)
{
    int *calls = (int *)user;

    (void)iteration;
    (void)error;
    return ++*calls == 12;
}

/* A step that fails is followed by sweeps: those ask too. Redundant contacts with much
 * friction make steps fail; the callback hears of sweeps when there are more calls
 * than steps. */
START_TEST(sweeps_inside_of_newton_ask_the_callback)
{
    asked a = asked_new("global-friction", "newton-ac", "contacts=24 bodies=4 mu=2 seed=4");
    int calls = 0;

    asked_set(&a, "tol", "1e-15");
    asked_set(&a, "regularisation", "0");
    zn_solver_set_callback(a.s, third, &calls);
    ck_assert_int_eq(asked_solve(&a), ZN_UNSOLVED);
    ck_assert_int_eq(calls, 12);
    ck_assert(a.info.outcome == ZN_INTERRUPTED);
    ck_assert_msg(a.info.iterations < 11, "no sweeps in %td steps", a.info.iterations);
    asked_free(&a);
}
END_TEST

/* ---- no solution ------------------------------------------------------------- */

START_TEST(a_ray_of_balanced_normals_is_a_proof)
{
    /* two contacts of one body from both sides: W = [1 -1; -1 1] of the normals,
     * tangents 1; d = (1, 1). q_N = (-1, 0.5) pulls the sides together, and
     * (-1, 1) does not */
    const zn_index first[] = {0, 2, 4};
    double M[16] = {1, 0, -1, 0, 0, 1, 0, 0, -1, 0, 1, 0, 0, 0, 0, 1};
    double q[] = {-1, 0, 0.5, 0}, d[] = {1, 0, 1, 0}, v[16];
    stored W = to_blocks(2, 2, M);

    ck_assert(zni_ray_proves(2, first, &W.m, q, d, v));
    q[2] = 1;
    ck_assert(!zni_ray_proves(2, first, &W.m, q, d, v));
    q[2] = 1 - 1e-12; /* what velocities of 1 that loads of 1e6 leave may be off by */
    ck_assert(!zni_ray_proves(2, first, &W.m, q, d, v));
    q[2] = 0.5;
    /* off the null space by far more than rounding; not a load; a tangent */
    d[2] = 1 + 1e-9;
    ck_assert(!zni_ray_proves(2, first, &W.m, q, d, v));
    d[0] = d[2] = -1;
    q[0] = 1;
    ck_assert(!zni_ray_proves(2, first, &W.m, q, d, v));
    q[0] = -1;
    d[0] = d[2] = d[1] = 1;
    ck_assert(!zni_ray_proves(2, first, &W.m, q, d, v));
    stored_free(&W);
    /* walls of 0.1 and -0.3, loads of 3 and 1: what is left of W'd is the rounding of its terms */
    d[0] = 3;
    d[2] = 1;
    d[1] = 0;
    q[2] = 2;
    for (int k = 0; k < 4; k++)
        M[k / 2 * 8 + k % 2 * 2] = (k / 2 ? -.3 : .1) * (k % 2 ? -.3 : .1);
    W = to_blocks(2, 2, M);
    ck_assert(zni_ray_proves(2, first, &W.m, q, d, v));
    ck_assert_double_ne(v[0], 0);
    stored_free(&W);
}
END_TEST

static void times_matrix(void *user, const double x[], double y[])
{
    const zn_matrix *A = (const zn_matrix *)user;

    zn_matrix_mul(A, 1, x, 0, y);
}

START_TEST(what_is_nearly_a_ray_is_made_one)
{
    const zn_index first[] = {0, 2, 4};
    double M[16] = {1, 0, -1, 0, 0, 1, 0, 0, -1, 0, 1, 0, 0, 0, 0, 1};
    const double q[] = {-1, 0, 0.5, 0};
    double d[] = {1, 0, 1 + 1e-7, 0}, v[16];
    stored W = to_blocks(2, 2, M);

    ck_assert(zni_ray_settle(4, times_matrix, &W.m, d, v));
    ck_assert(zni_ray_proves(2, first, &W.m, q, d, v));
    /* nothing is left of what is not near one */
    M[10] = 3;
    d[0] = 1;
    d[2] = 1;
    stored R = to_blocks(2, 2, M);
    ck_assert(!zni_ray_settle(4, times_matrix, &R.m, d, v) ||
              !zni_ray_proves(2, first, &R.m, q, d, v));
    stored_free(&W);
    stored_free(&R);
}
END_TEST

/* y = (I + 2000 K) x with K' = -K: no matrix of a solver, but what rounding makes of one may be as
 * wrong; gradients that are conjugate for symmetric ones grow there. */
static void times_whirl(void *user, const double x[], double y[])
{
    ++*(int *)user;
    for (int i = 0; i < 4; i += 2) {
        y[i] = x[i] - 2000 * x[i + 1];
        y[i + 1] = 2000 * x[i] + x[i + 1];
    }
}

START_TEST(a_search_for_a_ray_that_runs_away_is_given_up)
{
    double d[] = {1, 0.5, -1, 2}, v[16];
    int products = 0;

    zni_ray_settle(4, times_whirl, &products, d, v);
    ck_assert_int_eq(products, 2); /* after the first step it is 2000 times as large */
}
END_TEST

/* d is a direction: twice as long it is the same, and so it is in any unit. */
START_TEST(how_long_a_ray_is_does_not_matter)
{
    double M[16] = {1, 0, -1, 0, 0, 1, 0, 0, -1, 0, 1, 0, 0, 0, 0, 1};
    const double near[] = {1, 1e-7, 1 + 1e-7, 0};
    double d[4], v[16], first[4];
    zn_matrix A = zn_matrix_dense(4, 4, M);

    for (int e = -60; e <= 60; e += 20) {
        for (int i = 0; i < 4; i++)
            d[i] = ldexp(near[i], e);
        ck_assert(zni_ray_settle(4, times_matrix, &A, d, v));
        /* of what is far less than the rest nothing is kept */
        ck_assert_double_eq(d[1], 0);
        if (e == -60)
            memcpy(first, d, sizeof d);
        ck_assert(memcmp(first, d, sizeof d) == 0);
    }
}
END_TEST

/* A little stiffness of the bodies makes it solvable, with large reactions: no
 * method may call that infeasible. */
START_TEST(a_stiff_problem_is_not_called_infeasible)
{
    for (int k = 2; k <= 12; k += 2) {
        double soft = pow(10, -k);
        double M[16] = {1 + soft, 0, -1, 0, 0, 1, 0, 0,
                        -1,       0, 1,  0, 0, 0, 0, 1};
        const double q[] = {-1, 0, 0.5, 0}, mu[] = {0.5, 0.5};
        zn_matrix A = zn_matrix_dense(4, 4, M);
        zn_friction p = {2, 2, &A, q, mu};
        const char *const names[] = {"interior-point", "auto"};

        for (int i = 0; i < 2; i++) {
            zn_ctx *ctx = context();
            zn_solver *s;
            zn_solve_info info;
            double z[4] = {0}, w[4];

            ck_assert_int_eq(zn_solver_new(ctx, "friction", names[i], &s),
                             ZN_OK);
            zn_solver_solve(s, &p, z, w, &info);
            ck_assert_msg(info.outcome != ZN_INFEASIBLE, "%s, 1e-%d: %s",
                          names[i], k, zn_outcome_name(info.outcome));
            zn_solver_free(s);
            zn_ctx_free(ctx);
        }
    }
}
END_TEST

/* Rows of one number each: d = (1, 1, 1) has M'd = (1e-20, 0, 0), and 1e-20 is nothing beside
 * columns whose terms are 1 and cancel; in a problem that has nothing else it would be much. */
START_TEST(rounding_is_what_is_small_beside_other_columns)
{
    double M[9] = {1e-20, 0, 0, 1, -1, 0, 0, 1, -1};
    const double q[] = {-1, 0, 0}, tau[] = {1, 1, 1};
    const zn_index cone[] = {0, 1, 2, 3};
    const double d[] = {1, 1, 1};
    double v[12];
    zn_matrix A = zn_matrix_dense(3, 3, M);
    const zn_soclcp p = {3, &A, q, 3, cone, tau};

    ck_assert(zni_soclcp_ray_proves(&p, d, v));
    M[3] = M[7] = 1e-20;
    M[4] = M[8] = -1e-20;
    ck_assert(!zni_soclcp_ray_proves(&p, d, v));
}
END_TEST

/* A load of 2^34 that cancels says nothing of a row whose numbers are all 2^-37: z = (a, a, b) with a = b = 3, w = 0,
 * is the solution of a problem where M'd = (0, 0, 2^-36). */
START_TEST(small_rows_are_not_the_rounding_of_large_ones)
{
    const double large = 0x1p34, small = 0x1p-37;
    const double M[9] = {large, -large, -small, -large, large, -small, small, small, small};
    const double q[] = {-3 * small, -3 * small, 3 * small}, tau[] = {1, 1, 1};
    const zn_index cone[] = {0, 1, 2, 3};
    const double d[] = {1, 1, 0};
    double v[12];
    zn_matrix A = zn_matrix_dense(3, 3, M);
    const zn_soclcp p = {3, &A, q, 3, cone, tau};

    ck_assert(!zni_soclcp_ray_proves(&p, d, v));
}
END_TEST

START_TEST(a_cone_problem_is_proved_to_have_no_solution)
{
    /* M = 0 on the axis of one cone, q_0 = -1: d = (1, 0, 0) */
    double M[9] = {0, 0, 0, 0, 1, 0, 0, 0, 1};
    const double tau[] = {0.5};
    double q[] = {-1, 0.2, 0};
    const zn_index cone[] = {0, 3};
    double d[] = {1, 0, 0}, v[12];
    zn_matrix A = zn_matrix_dense(3, 3, M);
    zn_soclcp p = {3, &A, q, 1, cone, tau};

    ck_assert(zni_soclcp_ray_proves(&p, d, v));
    M[0] = 1e-9;
    ck_assert(!zni_soclcp_ray_proves(&p, d, v));
    M[0] = 0;
    d[1] = 0.6; /* not in the cone */
    ck_assert(!zni_soclcp_ray_proves(&p, d, v));
    /* nothing but the axis bounds a ray of any length: |d_r| <= d_0 / 2, to rounding */
    M[4] = M[8] = 0;
    d[1] = -0.5 * (1 + 4 * DBL_EPSILON);
    ck_assert(zni_soclcp_ray_proves(&p, d, v));
    d[1] = -0.5 * (1 + 1e-12);
    ck_assert(!zni_soclcp_ray_proves(&p, d, v));
    /* on the rim, q'd = 0 */
    q[0] = -0.1;
    q[1] = -0.2;
    d[1] = -0.49;
    ck_assert(zni_soclcp_ray_proves(&p, d, v));
    d[1] = -0.5;
    ck_assert(!zni_soclcp_ray_proves(&p, d, v));
    q[0] = -1;
    q[1] = 0.2;
    for (int k = -3; k <= 3; k++) {
        d[0] = ldexp(1, k);
        d[1] = -ldexp(0.49, k);
        ck_assert(zni_soclcp_ray_proves(&p, d, v));
        d[1] = -ldexp(0.51, k);
        ck_assert(!zni_soclcp_ray_proves(&p, d, v));
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("friction, many contacts");
    TCase *tc = tcase_create("scale");

    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, a_contact_without_mass_has_the_size_of_the_others);
    tcase_add_test(tc, without_any_diagonal_units_do_not_matter);
    tcase_add_test(tc, where_factors_fill_in_auto_goes_on_sweeping);
    tcase_add_test(tc, the_fill_of_a_grid_is_foreseen);
    tcase_add_test(tc, sweeps_hold_no_more_than_the_problem);
    tcase_add_loop_test(
        tc, a_factorisation_that_does_not_fit_the_limit_is_not_begun, 0, 5);
    tcase_add_loop_test(tc, a_basis_that_does_not_fit_the_limit_is_not_factored, 0, 3);
    tcase_add_test(tc, auto_tells_what_it_tried);
    tcase_add_test(tc, sweeps_inside_of_newton_ask_the_callback);
    tcase_add_test(tc, a_ray_of_balanced_normals_is_a_proof);
    tcase_add_test(tc, what_is_nearly_a_ray_is_made_one);
    tcase_add_test(tc, a_search_for_a_ray_that_runs_away_is_given_up);
    tcase_add_test(tc, how_long_a_ray_is_does_not_matter);
    tcase_add_test(tc, a_stiff_problem_is_not_called_infeasible);
    tcase_add_test(tc, rounding_is_what_is_small_beside_other_columns);
    tcase_add_test(tc, small_rows_are_not_the_rounding_of_large_ones);
    tcase_add_test(tc, a_cone_problem_is_proved_to_have_no_solution);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
