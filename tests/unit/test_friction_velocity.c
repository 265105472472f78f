/* test_friction_velocity.c - factors in the space of velocities, and what does not fit
 * SPDX-License-Identifier: Apache-2.0 */
#include "asked.h"
#include "global_friction_test.h"

#include "../../solvers/core/monitor.h"
#include "../../solvers/classes/friction/motion.h"
#include "../../solvers/methods/krylov.h"
#include "meter.h"

/* ---- the linear system ----------------------------------------------------- */

/* x = A^-1 b by elimination in long double, A n x n column-major, both lost */
static void eliminate(zn_index n, long double *A, long double *b)
{
    for (zn_index k = 0; k < n; k++) {
        zn_index best = k;

        for (zn_index i = k; i < n; i++)
            if (fabsl(A[i + k * n]) > fabsl(A[best + k * n]))
                best = i;
        for (zn_index j = 0; j < n; j++) {
            long double t = A[k + j * n];

            A[k + j * n] = A[best + j * n];
            A[best + j * n] = t;
        }
        long double t = b[k];

        b[k] = b[best];
        b[best] = t;
        for (zn_index i = k + 1; i < n; i++) {
            long double f = A[i + k * n] / A[k + k * n];

            for (zn_index j = k; j < n; j++)
                A[i + j * n] -= f * A[k + j * n];
            b[i] -= f * b[k];
        }
    }
    for (zn_index k = n - 1; k >= 0; k--) {
        for (zn_index j = k + 1; j < n; j++)
            b[k] -= A[k + j * n] * b[j];
        b[k] /= A[k + k * n];
    }
}

/* A = L H'M^-1 H R + D from the stored matrices */
static void condensed(const zn_global_friction *p, const zni_ipm_blocks *k,
                      long double *A)
{
    zn_index m = 3 * p->nc;
    double *H = reals(p->n * m), *M = reals(p->n * p->n);

    zn_matrix_to_dense(p->H, H);
    zn_matrix_to_dense(p->M, M);
    long double *W = calloc((size_t)(m * m), sizeof *W);
    long double *K = calloc((size_t)(p->n * (p->n + 1)), sizeof *K), *v = K + p->n * p->n;

    for (zn_index j = 0; j < m; j++) {
        for (zn_index l = 0; l < p->n * p->n; l++)
            K[l] = M[l];
        for (zn_index l = 0; l < p->n; l++)
            v[l] = H[l + j * p->n];
        eliminate(p->n, K, v);
        for (zn_index i = 0; i < m; i++)
            for (zn_index l = 0; l < p->n; l++)
                W[i + m * j] += H[l + i * p->n] * v[l];
    }
    free(K);
    for (zn_index j = 0; j < m; j++)
        for (zn_index i = 0; i < m; i++) {
            zn_index a = i / 3, b = j / 3;
            long double sum =
                a == b ? k->D[9 * a + i % 3 + 3 * (j % 3)] : 0;

            for (zn_index e = 0; e < 9; e++)
                sum += k->L[9 * a + i % 3 + 3 * (e / 3)] *
                       W[3 * a + e / 3 + m * (3 * b + e % 3)] *
                       k->R[9 * b + e % 3 + 3 * (j % 3)];
            A[i + m * j] = sum;
        }
    free(W);
    free(H);
    free(M);
}

/* D of contacts that stick (small), slip and are open (large): 12 decades, and L and R
 * regular, L = R' in the symmetric case, near it where the neighbour is factorised, which
 * is not positive definite in the fourth case; M nearly symmetric in the last one; redundant contacts, so that H'M^-1 H
 * is singular */
START_TEST(the_system_is_solved_whatever_D_is)
{
    const bool nearly = _i >= 2, symmetric = _i != 1;
    zn_ctx *ctx = context();
    zn_problem_file *f;
    const zn_global_friction *p;
    zni_motion g = {0};
    zni_vsystem s = {0};
    rng r = {7};
    double top = 0, off = 0;

    ck_assert_int_eq(zn_problem_random(ctx, "global-friction",
                                       _i == 4 ? "contacts=24 bodies=4 mu=0.5 seed=2 spin=0.09"
                                               : "contacts=24 bodies=4 mu=0.5 seed=2",
                                       &f),
                     ZN_OK);
    p = (const zn_global_friction *)zn_problem_file_problem(f);
    zn_index m = 3 * p->nc;
    double *D = reals(9 * p->nc), *b = reals(m), *L = reals(9 * p->nc),
           *R = reals(9 * p->nc);
    const zni_ipm_blocks k = {
        .D = D, .L = L, .R = R, .symmetric = _i == 0, .nearly = nearly};
    long double *A = calloc((size_t)(m * m), sizeof *A),
                *x = calloc((size_t)m, sizeof *x);

    for (zn_index a = 0; a < p->nc; a++) {
        double size = pow(10, -6 + 12 * uniform(&r, 0, 1));

        for (int i = 0; i < 3; i++) {
            D[9 * a + 4 * i] = size * uniform(&r, 1, 2);
            for (int j = 0; j < 3; j++) {
                L[9 * a + i + 3 * j] =
                    (i == j ? 1 : 0) + uniform(&r, -0.3, 0.3);
                R[9 * a + j + 3 * i] =
                    symmetric ? L[9 * a + i + 3 * j]
                              : (i == j ? 1 : 0) + uniform(&r, -0.3, 0.3);
            }
            for (int j = 0; j < i; j++) {
                double c = size * uniform(&r, -0.3, 0.3);

                D[9 * a + i + 3 * j] = c;
                D[9 * a + j + 3 * i] = symmetric ? c : -c;
            }
        }
    }
    for (zn_index i = 0; i < 9 * p->nc && nearly; i++)
        L[i] += uniform(&r, -0.1, 0.1);
    for (zn_index i = 0; i < 9 * p->nc && _i == 3; i += 2)
        D[i] *= -1;
    for (zn_index i = 0; i < m; i++)
        x[i] = b[i] = uniform(&r, -1, 1);
    condensed(p, &k, A);
    eliminate(m, A, x);
    ck_assert_int_eq(zni_motion_set(ctx, &g, p, ZNI_WAYS), ZN_OK);
    ck_assert_int_eq(zni_vsystem_set(ctx, &s, &g, _i == 4 ? ZNI_VSYSTEM_NEARLY : ZNI_VSYSTEM_ANY, NULL),
                     ZN_OK);
    ck_assert(zni_mass_nearly_symmetric(&g.mass, p->M));
    if (_i == 4)
        ck_assert_int_eq(zni_csc_mirror(ctx, &s.csc), ZN_OK);
    if (nearly) { /* as where factors have many operations a value */
        s.iterates = true;
        ck_assert_int_eq(zn_grow(ctx, &s.basis, &s.cap_basis,
                                 ZNI_KRYLOV_WORK(p->n), sizeof *s.basis),
                         ZN_OK);
    }
    ck_assert_int_eq(zni_vsystem_factor(ctx, &s, &g, &k), ZN_OK);
    ck_assert(s.neighbour == (_i == 2 || _i == 4));
    if (_i == 4)
        ck_assert_int_eq(s.slu.kind, ZNI_SLU_CHOL);
    zni_vsystem_solve(&s, &g, &k, b);
    for (zn_index i = 0; i < m; i++) {
        top = fmax(top, fabs((double)x[i]));
        off = fmax(off, fabs((double)(x[i] - b[i])));
    }
    /* the condition of A + D is 1e7 and less, times rounding */
    ck_assert_msg(off <= 1e-8 * top, "off by %g of %g", off, top);
    zni_vsystem_fini(ctx, &s);
    zni_motion_fini(ctx, &g);
    zn_problem_file_free(f);
    zn_ctx_free(ctx);
    free(D);
    free(L);
    free(R);
    free(b);
    free(A);
    free(x);
}
END_TEST

/* A wall of 60 bricks has 5 contacts a brick: the factors of M + H C H' are those of the
 * graph of the bricks, some 6 x 6 blocks a brick, not those of its contacts. */
START_TEST(factors_are_those_of_the_bodies)
{
    zn_ctx *ctx = context();
    zn_problem_file *f, *w;
    const zn_friction *c;
    zni_motion g = {0};
    zni_vsystem s = {0};
    zni_fc fc = {0};
    zni_flin lin = {0};

    ck_assert_int_eq(zn_problem_random(ctx, "global-friction",
                                       "structure=wall bodies=60", &f),
                     ZN_OK);
    ck_assert_int_eq(
        zn_problem_random(ctx, "friction", "structure=wall bodies=60", &w),
        ZN_OK);
    c = (const zn_friction *)zn_problem_file_problem(w);
    ck_assert_int_eq(
        zni_motion_set(ctx, &g,
                       (const zn_global_friction *)zn_problem_file_problem(f),
                       ZNI_WAYS),
        ZN_OK);
    ck_assert_int_eq(zni_vsystem_plan(ctx, &s, &g, NULL), ZN_OK);
    ck_assert_int_eq(zni_fc_set(ctx, &fc, c), ZN_OK);
    ck_assert_int_eq(zni_flin_plan(ctx, &lin, &fc), ZN_OK);
    ck_assert_double_le(10 * s.operations, lin.operations);
    zni_vsystem_fini(ctx, &s);
    zni_motion_fini(ctx, &g);
    zni_fc_fini(ctx, &fc);
    zni_flin_fini(ctx, &lin);
    zn_problem_file_free(f);
    zn_problem_file_free(w);
    zn_ctx_free(ctx);
}
END_TEST

/* Of 10^12 operations by columns 1000 s are predicted, by Cholesky's blocks 100 s: with 300 s
 * left only those are made, and a matrix that is not positive definite gets no columns. */
START_TEST(time_is_that_of_the_factors_to_be_made)
{
    zn_ctx *ctx = context();
    zn_problem_file *f;
    zni_motion g = {0};
    zni_vsystem s = {0};
    zn_monitor mon = {.end = 0};

    ck_assert_int_eq(zn_problem_random(ctx, "global-friction",
                                       "structure=wall bodies=60", &f),
                     ZN_OK);
    ck_assert_int_eq(
        zni_motion_set(ctx, &g,
                       (const zn_global_friction *)zn_problem_file_problem(f),
                       ZNI_WAYS),
        ZN_OK);
    double *D = reals(9 * g.nc), *I = reals(9 * g.nc);
    const zni_ipm_blocks k = {.D = D, .L = I, .R = I, .symmetric = true};

    for (zn_index i = 0; i < 9 * g.nc; i++)
        D[i] = I[i] = i % 9 % 4 == 0;
    ck_assert_int_eq(zni_vsystem_set(ctx, &s, &g, ZNI_VSYSTEM_DEFINITE, NULL), ZN_OK);
    ck_assert(zni_vsystem_fits(&s, &mon) && !s.only);
    mon.end = zni_clock() + 300;
    s.operations = 1e12;
    s.cholesky = 5e11;
    s.blocks = false;
    ck_assert(!zni_vsystem_fits(&s, &mon));
    s.blocks = true; /* as where factors have many operations a value */
    ck_assert(zni_vsystem_fits(&s, &mon));
    ck_assert_int_eq(zni_vsystem_factor(ctx, &s, &g, &k), ZN_OK);
    ck_assert_int_eq(s.slu.kind, ZNI_SLU_CHOL);
    ck_assert_double_eq(s.cholesky, zni_slu_spent(&s.slu).operations);
    for (zn_index i = 0; i < 9 * g.nc; i++)
        D[i] *= -1e-6;
    ck_assert_int_eq(zni_vsystem_factor(ctx, &s, &g, &k), ZN_ESINGULAR);
    mon.end = 0;
    ck_assert(zni_vsystem_fits(&s, &mon));
    ck_assert_int_eq(zni_vsystem_factor(ctx, &s, &g, &k), ZN_OK);
    ck_assert_int_eq(s.slu.kind, ZNI_SLU_KLU);
    mon.end = zni_clock() + 30;
    s.cholesky = 5e11;
    ck_assert(!zni_vsystem_fits(&s, &mon));
    free(D);
    free(I);
    zni_vsystem_fini(ctx, &s);
    zni_motion_fini(ctx, &g);
    zn_problem_file_free(f);
    zn_ctx_free(ctx);
}
END_TEST

/* ---- walls -------------------------------------------------------------------- */

/* Loads travel from course to course, so that sweeps are slow, and each brick has more
 * contacts than velocities. The error is that of the class, from the data alone. */
START_TEST(auto_solves_a_wall_by_its_bricks)
{
    asked a = asked_new("global-friction", "auto", "structure=wall bodies=200");
    double *work = reals(2 * a.nz);

    asked_solved(&a);
    ck_assert_str_eq(a.info.solver, "aclm");
    ck_assert_double_le(zn_global_friction_error(a.p, a.z, a.w, work), 1e-8);
    free(work);
    asked_free(&a);
}
END_TEST

/* ---- piles ----------------------------------------------------------------------- */

/* Of each of nc contacts u_N >= 0, r in K, u_N r_N = 0, friction against sliding, to eps
 * of the size of r and of the velocity that 5 ms of free fall give, of which the data
 * are made. */
static void certify_contacts(zn_index nc, const double mu[], const double u[],
                             const double r[], double eps)
{
    const double us = 9.81 * 5e-3;
    double rs = 0;

    for (zn_index i = 0; i < 3 * nc; i++)
        rs = fmax(rs, fabs(r[i]));
    for (zn_index a = 0; a < nc; a++) {
        const double *ua = u + 3 * a, *ra = r + 3 * a;
        double slide = hypot(ua[1], ua[2]), pull = hypot(ra[1], ra[2]);

        ck_assert_double_ge(ua[0], -eps * us);
        ck_assert_double_ge(mu[a] * ra[0], pull - eps * rs);
        ck_assert_double_le(fabs(ua[0] * ra[0]), eps * us * rs);
        ck_assert_double_le(
            fabs(ua[1] * ra[1] + ua[2] * ra[2] + mu[a] * ra[0] * slide),
            eps * us * rs);
    }
}

/* From the data alone: M v = H r + q, and the contacts. */
static void certify(const zn_global_friction *p, const double z[], double eps)
{
    const double *v = z, *r = z + p->n;
    zn_index m = 3 * p->nc;
    double *u = reals(m), *e = reals(p->n), fs = 0;

    memcpy(u, p->b, (size_t)m * sizeof *u);
    zn_matrix_mul_t(p->H, 1, v, 1, u);
    memcpy(e, p->q, (size_t)p->n * sizeof *e);
    zn_matrix_mul(p->H, 1, r, 1, e);
    for (zn_index i = 0; i < p->n; i++)
        fs = fmax(fs, fabs(e[i]) + fabs(p->q[i]));
    zn_matrix_mul(p->M, -1, v, 1, e);
    for (zn_index i = 0; i < p->n; i++)
        ck_assert_double_le(fabs(e[i]), 1e-12 * fs);
    certify_contacts(p->nc, p->mu, u, r, eps);
    free(u);
    free(e);
}

/* Irregular grains that touch at 580 points, more than twice as many as they need:
 * sweeps crawl, and Newton's steps are short since the problem is far from monotone. The
 * convex problems of the fixed point are not. Of the pile of 200 they alone leave 4e-8:
 * the path ends that, and the second pile, from where they led. */
START_TEST(irregular_piles_are_solved)
{
    static const char *const piles[] = {"structure=pile bodies=100 seed=1",
                                        "structure=pile bodies=100 seed=2",
                                        "structure=pile bodies=200 seed=1"};

    if (_i >= test_rounds(3))
        return;
    asked a = asked_new("global-friction", "auto", piles[_i]);
    const zn_global_friction *p = a.p;

    asked_solved(&a);
    /* which of the two is a matter of how long the first may be */
    ck_assert_msg(!strcmp(a.info.solver, "aclm") || !strcmp(a.info.solver, "central-path"), "%s",
                  a.info.solver);
    ck_assert_int_lt(a.info.iterations, 1000);
    /* the error measure, 1e-8, is relative to the norm over all contacts: 1e-8 of it may
     * be at one of nc */
    certify(p, a.z, 1e-8 * sqrt((double)p->nc));
    asked_free(&a);
}
END_TEST

/* Newton's method and proximal points, on a pile where turns alone need more than a
 * hundred, give the same bits whatever the unit of mass is. */
START_TEST(a_polished_pile_has_no_units)
{
    asked a = asked_new("global-friction", "aclm", "structure=pile bodies=60 seed=13");
    const zn_global_friction *p = a.p;
    const zn_index n = p->n, nnz = p->M->p[n];
    double *z = reals(a.nz), *q = reals(n), *x = reals(nnz);
    zn_matrix M = *p->M;
    zn_global_friction heavy = *p;
    zn_solve_info info;

    asked_set(&a, "inner", "interior-point");
    asked_set(&a, "accelerate", "yes");
    asked_set(&a, "polish", "yes");
    asked_solved(&a);
    certify(p, a.z, 1e-8 * sqrt((double)p->nc));
    for (zn_index i = 0; i < nnz; i++)
        x[i] = ldexp(p->M->x[i], 30);
    for (zn_index i = 0; i < n; i++)
        q[i] = ldexp(p->q[i], 30);
    M.x = x;
    heavy.M = &M;
    heavy.q = q;
    ck_assert_msg(!zn_solver_solve(a.s, &heavy, z, a.w, &info), "%s", zn_errmsg(a.ctx));
    ck_assert_int_eq(a.info.iterations, info.iterations);
    for (zn_index i = 0; i < a.nz; i++)
        ck_assert(z[i] == (i < n ? a.z[i] : ldexp(a.z[i], 30)));
    free(z);
    free(q);
    free(x);
    asked_free(&a);
}
END_TEST

/* Free fall leaves 0.286 here, less than what a start may leave, and it is none: the first convex problem is the one
 * with shift 0, whose velocities are in K*, u_N >= mu ||u_T||. */
START_TEST(turns_from_nothing_begin_with_contacts_that_dilate)
{
    asked a = asked_new("global-friction", "aclm", "structure=heap bodies=60 seed=1");
    const zn_global_friction *p = a.p;

    asked_set(&a, "inner", "interior-point");
    asked_set(&a, "max_iter", "1");
    ck_assert_int_eq(asked_solve(&a), ZN_UNSOLVED);
    for (zn_index c = 0; c < p->nc; c++) {
        const double *u = a.w + 3 * c;

        ck_assert_double_ge(u[0], p->mu[c] * hypot(u[1], u[2]) - 1e-7);
    }
    asked_free(&a);
}
END_TEST

/* The same condensed. u = W r + q from the data, and the conditions of each contact. */
START_TEST(an_irregular_pile_is_solved_condensed)
{
    asked a = asked_new("friction", "auto", "structure=pile bodies=50 seed=1");
    const zn_friction *p = a.p;
    double *u = reals(a.nz);

    asked_solved(&a);
    memcpy(u, p->q, (size_t)a.nz * sizeof *u);
    zn_matrix_mul(p->M, 1, a.z, 1, u);
    certify_contacts(p->nc, p->mu, u, a.z, 2e-7);
    free(u);
    asked_free(&a);
}
END_TEST

/* ---- what does not fit ------------------------------------------------------- */

static const struct {
    const char *class, *solver;
} factors[] = {
    {"friction", "newton-ac"},          {"friction", "newton-natural"},
    {"friction", "newton-fb"},          {"friction", "prox"},
    {"friction", "interior-point"},     {"friction", "admm"},
    {"friction", "aclm"},               {"friction", "tresca"},
    {"global-friction", "newton-ac"},   {"global-friction", "newton-fb"},
    {"global-friction", "newton-natural"}, {"global-friction", "admm"},
    {"global-friction", "interior-point"}, {"global-friction", "aclm"},
    {"global-friction", "newton-velocity"},
};

/* What comes back belongs together, solved or not: M v = H r + q, u = H' v + b, to rounding. */
static void is_one_motion(const zn_global_friction *p, const double z[],
                          const double u[])
{
    const zn_index m = p->d * p->nc;
    double *f = reals(p->n), *w = reals(m), largest = 0;

    memcpy(f, p->q, (size_t)p->n * sizeof *f);
    memcpy(w, p->b, (size_t)m * sizeof *w);
    zn_matrix_mul(p->H, 1, z + p->n, 1, f);
    for (zn_index i = 0; i < p->n; i++)
        largest = fmax(largest, fabs(f[i]));
    zn_matrix_mul(p->M, -1, z, 1, f);
    zn_matrix_mul_t(p->H, 1, z, 1, w);
    for (zn_index i = 0; i < p->n; i++)
        ck_assert_double_le(fabs(f[i]), 1e-12 * largest);
    for (zn_index i = 0; i < m; i++)
        ck_assert_double_le(fabs(w[i] - u[i]), 1e-12 * largest);
    free(f);
    free(w);
}

/* The factors of 3000 bodies in space take longer than a second. With that to go they
 * are not begun, and nothing is made ready for them: what is held is M^-1 H and a graph
 * of the problem, not the columns of a system with their index. */
START_TEST(nothing_is_set_up_for_factors_that_do_not_fit)
{
    const bool whole = strcmp(factors[_i].class, "friction") != 0;
    meter m = {0};
    const zn_allocator alloc = {.resize = metered, .user = &m};
    zn_ctx *ctx, *own = context();
    zn_problem_file *f;
    zn_solver *s;
    zn_solve_info info;
    size_t size;

    ck_assert_int_eq(zn_problem_random(own, factors[_i].class,
                                       "structure=pile bodies=3000", &f),
                     ZN_OK);
    const void *p = zn_problem_file_problem(f);
    zn_index nc = whole ? ((const zn_global_friction *)p)->nc
                        : ((const zn_friction *)p)->nc;
    zn_index n = whole ? ((const zn_global_friction *)p)->n : 0;
    double *z = reals(n + 3 * nc), *w = reals(3 * nc);

    size = whole ? (size_t)zn_matrix_nnz(((const zn_global_friction *)p)->H)
                 : (size_t)zn_matrix_nnz(((const zn_friction *)p)->M);
    size *= sizeof(double) + (whole ? sizeof(zn_index) : 0);
    ck_assert_int_eq(zn_ctx_new_with(&alloc, &ctx), ZN_OK);
    ck_assert_int_eq(
        zn_solver_new(ctx, factors[_i].class, factors[_i].solver, &s), ZN_OK);
    ck_assert_int_eq(zn_solver_set_real(s, "tol", 1e-14), ZN_OK);
    zn_solver_set_time_limit(s, 1);
    ck_assert_int_eq(zn_solver_solve(s, p, z, w, &info), ZN_UNSOLVED);
    ck_assert_msg(info.outcome == ZN_TIME_LIMIT, "%s",
                  zn_outcome_name(info.outcome));
    ck_assert_msg(m.most <= (whole ? 6 : 1) * size, "%zu bytes, data %zu",
                  m.most, size);
    if (whole)
        is_one_motion(p, z, w);
    free(z);
    free(w);
    zn_problem_file_free(f);
    zn_solver_free(s);
    zn_ctx_free(ctx);
    zn_ctx_free(own);
}
END_TEST

/* Methods that are left out for want of time have the point they would have begun at,
 * the start, which is worse than what sweeps have reached. */
START_TEST(the_best_point_survives_what_does_not_fit)
{
    asked a = asked_new("friction", "auto", "structure=pile bodies=600");
    const zn_friction *p = a.p;
    heard h = {0};

    zn_solver_set_time_limit(a.s, 1);
    zn_solver_set_explain(a.s, asked_hear, &h);
    ck_assert_int_eq(asked_solve(&a), ZN_UNSOLVED);
    ck_assert_msg(a.info.error <= 1.001 * h.least, "%g returned, %g seen", a.info.error, h.least);
    /* and its velocities are those of its reactions */
    zn_matrix_mul(p->M, -1, a.z, 1, a.w);
    for (zn_index i = 0; i < a.nz; i++)
        ck_assert_double_eq_tol(a.w[i], p->q[i], 1e-9);
    asked_free(&a);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("friction, factors by bodies");
    TCase *tc = tcase_create("velocity");

    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, the_system_is_solved_whatever_D_is, 0, 5);
    tcase_add_test(tc, factors_are_those_of_the_bodies);
    tcase_add_test(tc, time_is_that_of_the_factors_to_be_made);
    tcase_add_test(tc, auto_solves_a_wall_by_its_bricks);
    tcase_add_loop_test(tc, irregular_piles_are_solved, 0, 3);
    tcase_add_test(tc, a_polished_pile_has_no_units);
    tcase_add_test(tc, turns_from_nothing_begin_with_contacts_that_dilate);
    tcase_add_test(tc, an_irregular_pile_is_solved_condensed);
    tcase_add_loop_test(tc, nothing_is_set_up_for_factors_that_do_not_fit, 0,
                        sizeof factors / sizeof *factors);
    tcase_add_test(tc, the_best_point_survives_what_does_not_fit);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
