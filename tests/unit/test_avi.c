/* test_avi.c - affine variational inequalities: answers by hand, against the
 * vertices of the polyhedron, refusals, memory
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/avi_test.h"

START_TEST(answers_by_hand)
{
    /* with M = I the answer is the point of the triangle nearest to -q */
    static const struct {
        double q[2], z[2], mu[3];
    } cases[] = {
        {{-0.25, -0.5}, {0.25, 0.5}, {0, 0, 0}},
        {{1, -0.5}, {0, 0.5}, {1, 0, 0}},
        {{2, 3}, {0, 0}, {2, 300, 0}},
        /* (1, 0.8) -> (0.6, 0.4): w = -(0.4, 0.4) = -100 mu (1, 1) */
        {{-1, -0.8}, {0.6, 0.4}, {0, 0, 0.004}},
        /* (3, 0.5) -> (1, 0): w = (-2, -0.5) = 0.01 mu2 e2 - 100 mu3 (1, 1) */
        {{-3, -0.5}, {1, 0}, {0, 150, 0.02}},
    };
    const double I[] = {1, 0, 0, 1};
    const zn_matrix M = zn_matrix_dense(2, 2, I);

    for (size_t k = 0; k < 3; k++)
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            const zn_avi p = triangle(&M, cases[i].q);
            double z[2] = {0}, w[5] = {0};
            zn_solve_info info;
            ck_assert_msg(
                run_once(ctx, "avi", all[k], 1e-12, &p, z, w, &info) == ZN_OK,
                "%s, case %zu: %s", all[k], i, zn_errmsg(ctx));
            for (int j = 0; j < 2; j++) {
                ck_assert_double_eq_tol(z[j], cases[i].z[j], 1e-12);
                ck_assert_double_eq_tol(w[j], z[j] + cases[i].q[j], 1e-12);
            }
            for (int j = 0; j < 3; j++)
                ck_assert_double_eq_tol(w[2 + j], cases[i].mu[j], 1e-9);
        }
}
END_TEST

/* ---- against all vertices ----------------------------------------------------------- */

enum { N = 4, M_FACES = 2 * N + 5 };

typedef struct random_case {
    double M[N * N], q[N], H[M_FACES * N], K[M_FACES];
} random_case;

/* A cube cut by five random planes, and M of any kind. */
static void make(rng *r, zn_index n, random_case *c, double skew)
{
    const zn_index m = 2 * n + 5;

    memset(c, 0, sizeof *c);
    for (zn_index i = 0; i < n * n; i++)
        c->M[i] = uniform(r, -1, 1) * skew;
    for (zn_index i = 0; i < n; i++) {
        c->q[i] = uniform(r, -3, 3);
        c->H[2 * i + i * m] = 1;
        c->H[2 * i + 1 + i * m] = -1;
        c->K[2 * i] = c->K[2 * i + 1] = -1;
    }
    for (zn_index f = 2 * n; f < m; f++) {
        c->K[f] = -uniform(r, 0.2, 2);
        for (zn_index j = 0; j < n; j++)
            c->H[f + j * m] = uniform(r, -2, 2);
    }
}

/* The smallest w'(y - z) over random points y of P, which hold its corners by
 * pushing a random direction as far as it goes, coordinate after coordinate. */
static double worst_gain(rng *r, zn_index n, const random_case *c,
                         const double z[], const double w[])
{
    const zn_index m = 2 * n + 5;
    double worst = 0;

    for (int trial = 0; trial < 200; trial++) {
        double y[N], gain = 0;
        memcpy(y, z, (size_t)n * sizeof *z);
        for (int move = 0; move < 12; move++) {
            double d[N], far = INFINITY;
            for (zn_index j = 0; j < n; j++)
                d[j] = move % 2 ? uniform(r, -1, 1) : -w[j];
            for (zn_index f = 0; f < m; f++) {
                double slack = -c->K[f], rate = 0;
                for (zn_index j = 0; j < n; j++) {
                    slack += c->H[f + j * m] * y[j];
                    rate += c->H[f + j * m] * d[j];
                }
                if (rate < -1e-12)
                    far = fmin(far, fmax(slack, 0) / -rate);
            }
            for (zn_index j = 0; j < n && isfinite(far); j++)
                y[j] += far * d[j];
        }
        for (zn_index j = 0; j < n; j++)
            gain += w[j] * (y[j] - z[j]);
        worst = fmin(worst, gain);
    }
    return worst;
}

static void try_random(const char *name, double skew, bool monotone)
{
    rng r = {.s = 20};

    for (int trial = 0; trial < 150; trial++) {
        const zn_index n = 1 + trial % N, m = 2 * n + 5;
        double z[N] = {0}, w[N + M_FACES] = {0};
        random_case c;
        zn_solve_info info;
        make(&r, n, &c, skew);
        for (zn_index i = 0; monotone && i < n; i++)
            for (zn_index j = 0; j <= i; j++) /* skew part, and a bit of I */
                c.M[i + j * n] = i == j ? 0.1 : -c.M[j + i * n];
        const zn_matrix M = zn_matrix_dense(n, n, c.M);
        const zn_avi p = {
            .n = n, .m = m, .M = &M, .q = c.q, .H = c.H, .K = c.K};
        ck_assert_msg(run_once(ctx, "avi", name, 1e-10, &p, z, w, &info) ==
                          ZN_OK,
                      "%s, trial %d: %s, error %g", name, trial,
                      zn_outcome_name(info.outcome), info.error);
        for (zn_index f = 0; f < m; f++) {
            double slack = -c.K[f];
            for (zn_index j = 0; j < n; j++)
                slack += c.H[f + j * m] * z[j];
            ck_assert_double_ge(slack, -1e-8);
        }
        ck_assert_double_ge(worst_gain(&r, n, &c, z, w), -1e-7);
    }
}

START_TEST(monotone_problems_are_solved_by_all)
{
    for (int k = 0; k < 3; k++)
        try_random(all[k], 1, true);
}
END_TEST

/* A bounded polyhedron has a solution for any M, and pivots find it. */
START_TEST(bounded_problems_are_solved_by_pivots_whatever_M)
{
    try_random("cao-ferris", 3, false);
    try_random("auto", 3, false);
    try_random("auto", 0, false); /* M = 0: a linear program */
}
END_TEST

/* ---- near zero, with matrices of rank one ---------------------------------------------------- */

/* Of a twisting controller whose plant has arrived: q is within the rounding of M z, the z that may be
 * of any size in the parallelogram. With one of its pairs of faces gone z might have no end. */
START_TEST(a_polyhedron_with_an_end_promises_an_answer)
{
    const double m[] = {.05, 1, .015, .3}, q[] = {-7.37257477e-18, 0};
    const double H[] = {1, -1, -.05, .05, 0, 0, 1, -1} /* of z1, and of z2 - z1/20 */, K[] = {-1, -1, -1, -1};
    const zn_matrix M = zn_matrix_dense(2, 2, m);
    const zn_avi p = {.n = 2, .m = 4, .M = &M, .q = q, .H = H, .K = K};
    const zn_avi strip = {.n = 2, .m = 2, .M = &M, .q = q, .H = (double[]){1, -1, -.05, .05}, .K = K};
    double z[2] = {0, 0}, w[6], work[8];
    zn_solve_info info;
    zn_solver *s;

    ck_assert_int_eq(zn_solver_new(ctx, "avi", "auto", &s), ZN_OK);
    ck_assert_int_eq(zn_solver_set_real(s, "tol", 1e-12), ZN_OK);
    ck_assert_int_eq(zn_avi_solve(s, &p, z, w, &info), ZN_OK);
    zn_solver_free(s);
    /* M z = 0 but for rounding: an answer in the parallelogram, none that is known in the strip */
    z[0] = .3 * .9;
    z[1] = -.9;
    memset(w, 0, sizeof w);
    ck_assert_double_le(zn_avi_error(&p, z, w, work), 1e-15);
    ck_assert_double_ge(zn_avi_error(&strip, z, w, work), .1);
}
END_TEST

/* Polygons with 3 to 8 faces all around, M of rank one, |q| from 1e-20 to 1e-8: there is an answer. Of the
 * 400 one triangle is not solved. */
START_TEST(polygons_near_zero_are_solved)
{
    rng r = {(uint64_t)_i + 1};
    int left = 0;

    for (int k = 0; k < 100; k++) {
        const zn_index faces = 3 + k % 6;
        const double size = pow(10, -20 + 12 * uniform(&r, 0, 1)), turn = uniform(&r, 0, 6);
        double m[4], q[2], H[16], K[8], z[2] = {0, 0}, w[10], a[2], b[2];
        const zn_matrix M = zn_matrix_dense(2, 2, m);
        const zn_avi p = {.n = 2, .m = faces, .M = &M, .q = q, .H = H, .K = K};

        for (int i = 0; i < 2; i++) {
            a[i] = uniform(&r, -1, 1);
            b[i] = uniform(&r, -1, 1);
            q[i] = size * uniform(&r, -1, 1);
        }
        for (int i = 0; i < 4; i++)
            m[i] = a[i % 2] * b[i / 2];
        for (zn_index f = 0; f < faces; f++) {
            H[f] = cos(turn + 2 * acos(-1) * (double)f / (double)faces);
            H[f + faces] = sin(turn + 2 * acos(-1) * (double)f / (double)faces);
            K[f] = -1;
        }
        left += run_once(ctx, "avi", "auto", -1, &p, z, w, NULL) != ZN_OK;
    }
    ck_assert_int_le(left, 1);
}
END_TEST

START_TEST(bad_data_are_refused)
{
    const double Md[] = {1, 0, 0, 1}, q[] = {1, 1}, nan_q[] = {1, NAN};
    const double zero[6] = {0};
    const zn_matrix M = zn_matrix_dense(2, 2, Md);
    zn_avi p = triangle(&M, q);
    double z[2] = {0}, w[5] = {0}, work[7];
    zn_solve_info info;

    p.H = zero;
    ck_assert_int_eq(run_once(ctx, "avi", "auto", -1, &p, z, w, &info),
                     ZN_EINVAL);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "face 0"));
    p = triangle(&M, nan_q);
    ck_assert_int_eq(run_once(ctx, "avi", "auto", -1, &p, z, w, &info),
                     ZN_EDOM);
    p = triangle(&M, q);
    p.n = 0;
    ck_assert_int_eq(run_once(ctx, "avi", "auto", -1, &p, z, w, &info),
                     ZN_EINVAL);
    /* a NaN in the answer is no answer */
    p = triangle(&M, q);
    z[0] = NAN;
    ck_assert(isnan(zn_avi_error(&p, z, w, work)));
    z[0] = 0;
    w[4] = NAN;
    ck_assert(isnan(zn_avi_error(&p, z, w, work)));
}
END_TEST

/* ---- memory ------------------------------------------------------------------------ */

static zn_status solve_twice(zn_ctx *c, const char *name, test_memory *mem,
                             long *more)
{
    const double I[] = {1, 0, 0, 1}, q[] = {-3, -0.5};
    const zn_matrix M = zn_matrix_dense(2, 2, I);
    const zn_avi p = triangle(&M, q);
    double z[2] = {0}, w[5] = {0};
    zn_solve_info info;
    zn_solver *s = NULL;
    zn_status st = zn_solver_new(c, "avi", name, &s);

    if (!st)
        st = zn_solver_solve(s, &p, z, w, &info);
    const long before = mem ? mem->calls : 0;
    if (!st)
        st = zn_solver_solve(s, &p, z, w, &info);
    if (more)
        *more = mem->calls - before;
    zn_solver_free(s);
    return st;
}

START_TEST(the_second_call_allocates_nothing)
{
    for (int k = 0; k < 3; k++) {
        test_memory mem = {0};
        const zn_allocator alloc = test_allocator(&mem);
        long more = -1;
        zn_ctx *c;
        ck_assert_int_eq(zn_ctx_new_with(&alloc, &c), ZN_OK);
        ck_assert_int_eq(solve_twice(c, all[k], &mem, &more), ZN_OK);
        ck_assert_int_eq(more, 0);
        zn_ctx_free(c);
        ck_assert_int_eq(mem.live, 0);
    }
}
END_TEST

static int which;

static zn_status whole(const zn_allocator *alloc)
{
    zn_ctx *c = NULL;
    zn_status st = zn_ctx_new_with(alloc, &c);

    if (!st)
        st = solve_twice(c, all[which], NULL, NULL);
    zn_ctx_free(c);
    return st;
}

START_TEST(memory_may_run_out_anywhere)
{
    for (which = 0; which < 3; which++)
        test_torture(whole);
}
END_TEST

/* A face of one problem is none of the next: of (z2 <= 1) and then (z1 >= 1), z2 free, the second has the
 * multiplier of its only face, and a sum of the faces that gives back w. */
START_TEST(faces_of_the_problem_before_are_forgotten)
{
    const double I[] = {1, 0, 0, 1}, q[] = {3, -0.5}, none[] = {-3, -7};
    const double above[] = {0, -1}, right[] = {1, 0}, at[] = {-1}, one[] = {1};
    const zn_matrix M = zn_matrix_dense(2, 2, I);
    const zn_avi before = {.n = 2, .m = 1, .M = &M, .q = none, .H = above, .K = at};
    const zn_avi p = {.n = 2, .m = 1, .M = &M, .q = q, .H = right, .K = one};
    double z[2] = {0}, w[3] = {0};
    zn_solver *s;
    zn_solve_info info;

    ck_assert(!zn_solver_new(ctx, "avi", "auto", &s));
    ck_assert(!zn_solver_solve(s, &before, z, w, &info));
    ck_assert_double_eq_tol(w[2], 6, 1e-12);
    z[0] = z[1] = 0;
    ck_assert(!zn_solver_solve(s, &p, z, w, &info));
    ck_assert_double_eq_tol(z[0], 1, 1e-12);
    ck_assert_double_eq_tol(z[1], 0.5, 1e-12);
    ck_assert_double_eq_tol(w[2], 4, 1e-12);
    ck_assert_str_eq(info.solver, "relay"); /* others would find it, too */
    zn_solver_free(s);
}
END_TEST

/* The smaller problem of a room that has had another one is that of a new room, to the last bit. */
START_TEST(lines_of_the_problem_before_are_forgotten)
{
    enum { FACES = 2 };
    rng r = {5};
    zni_lines used = {0};

    for (int round = 0; round < 10; round++) {
        double Md[N * N], q[N], H[FACES * N], K[FACES];
        const zn_matrix M = zn_matrix_dense(N, N, Md);
        const zn_avi p = {.n = N, .m = FACES, .M = &M, .q = q, .H = H, .K = K};
        zni_lines fresh = {0};
        zn_avi small[2];

        for (int i = 0; i < N * N; i++)
            Md[i] = uniform(&r, -1, 1) + (i % (N + 1) ? 0 : N);
        for (int i = 0; i < FACES * N; i++)
            H[i] = uniform(&r, -1, 1);
        for (int i = 0; i < N; i++)
            q[i] = uniform(&r, -1, 1);
        K[0] = K[1] = -1;
        ck_assert_int_eq(zni_lines_find(ctx, &used, &p), ZN_OK);
        ck_assert_int_eq(zni_lines_find(ctx, &fresh, &p), ZN_OK);
        ck_assert_int_eq(used.rank, FACES);
        ck_assert_int_eq(zni_lines_reduce(ctx, &used, &p, &small[0]), ZN_OK);
        ck_assert_int_eq(zni_lines_reduce(ctx, &fresh, &p, &small[1]), ZN_OK);
        ck_assert_mem_eq(small[0].M->x, small[1].M->x, sizeof(double) * FACES * FACES);
        ck_assert_mem_eq(small[0].q, small[1].q, sizeof(double) * FACES);
        ck_assert_mem_eq(small[0].H, small[1].H, sizeof(double) * FACES * FACES);
        zni_lines_fini(ctx, &fresh);
    }
    zni_lines_fini(ctx, &used);
}
END_TEST

/* Two faces in space of four dimensions: pivots alone find the point, beside lines that nothing bounds. What they say
 * is measured before anything that comes after could mend it. */
START_TEST(pivots_solve_what_is_left_beside_lines)
{
    enum { FACES = 2 };
    rng r = {6};
    zni_avi_pivot k = {.tol = 1e-10, .max_iter = 1000};
    int on = 0;

    for (int round = 0; round < 20; round++) {
        double Md[N * N], q[N], H[FACES * N], z[N] = {0}, w[N + FACES], work[2 * N + FACES];
        const double K[FACES] = {-0.1, -0.1};
        const zn_matrix M = zn_matrix_dense(N, N, Md);
        const zn_avi p = {.n = N, .m = FACES, .M = &M, .q = q, .H = H, .K = K};
        zn_solve_info info;

        for (int i = 0; i < N * N; i++)
            Md[i] = uniform(&r, -1, 1) + (i % (N + 1) ? 0 : N);
        for (int i = 0; i < FACES * N; i++)
            H[i] = uniform(&r, -1, 1);
        for (int i = 0; i < N; i++)
            q[i] = uniform(&r, -1, 1);
        ck_assert_int_eq(zni_avi_pivot_solve(&k, (zni_call){ctx, z, w, NULL, &info}, &p), ZN_OK);
        ck_assert_double_le(zn_avi_error(&p, z, w, work), 1e-10);
        on += w[N] > 0 || w[N + 1] > 0;
    }
    ck_assert_int_gt(on, 5); /* faces matter */
    zni_avi_pivot_fini(&k, ctx);
}
END_TEST

/* On the lines z = y (3, 1) + t (1, -3) w = (0, z_0 + z_1 + 1) is zero at z_0 + z_1 = -1: of y nothing is asked but
 * 3 z_0 + z_1 >= -3, and what rounding leaves of its row, which may look like w < 0 everywhere, is no empty P. */
START_TEST(what_is_left_beside_lines_does_not_make_a_polyhedron_empty)
{
    const double Md[] = {0, 1, 0, 1}, q[] = {0, 1}, H[] = {3, 1}, K[] = {-3};
    const zn_matrix M = zn_matrix_dense(2, 2, Md);
    const zn_avi p = {.n = 2, .m = 1, .M = &M, .q = q, .H = H, .K = K};
    double z[2] = {0}, w[3];
    zn_solve_info info;

    run_once(ctx, "avi", "cao-ferris", -1, &p, z, w, &info);
    ck_assert_int_ne(info.outcome, ZN_INFEASIBLE);
    z[0] = z[1] = 0;
    ck_assert_int_eq(run_once(ctx, "avi", "auto", -1, &p, z, w, &info), ZN_OK);
}
END_TEST

/* Random boxes, one after the other by the same solver: each coordinate has no face, some, or two that meet; several
 * of a side, of any length. w and mu are measured by the definition, before anything that comes after boxes could
 * mend them. One in eight is empty: it is left to others, not solved. */
START_TEST(boxes_have_their_own_faces)
{
    enum { FACES = 3 * N };
    zni_avi_boxed k = {.tol = 1e-10};
    rng r = {11};
    int held = 0;

    for (int round = 0; round < 200; round++) {
        double Md[N * N], q[N], H[FACES * N] = {0}, K[FACES], z[N] = {0}, w[N + FACES];
        double work[2 * N + FACES];
        const zn_matrix M = zn_matrix_dense(N, N, Md);
        const bool empty = round % 8 == 7;
        zn_index axis[FACES], m = 0;
        double h[FACES];
        zn_solve_info info = {0};

        for (zn_index i = 0; i < N; i++) {
            const double low = uniform(&r, -1, 1), high = low + floor(uniform(&r, 0, 3)) / 2;

            for (int f = (int)uniform(&r, 0, 4); f > 0; f--) { /* of one side the nearer comes first or last */
                h[m] = ldexp(1, (int)uniform(&r, -9, 9)) * (f % 2 ? 1 : -1);
                K[m] = h[m] * (f % 2 ? low - 2 * (f == 1 + round % 2 * 2) : high);
                axis[m++] = i;
            }
            q[i] = uniform(&r, -2, 2);
            for (zn_index j = 0; j < N; j++)
                Md[i + j * N] = uniform(&r, -1, 1) + (i == j ? N : 0);
        }
        if (m == 0 || empty) {
            h[m] = -1; /* z_0 <= -3 */
            K[m] = 3;
            axis[m++] = 0;
        }
        if (empty) {
            h[m] = 1; /* z_0 >= 2 */
            K[m] = 2;
            axis[m++] = 0;
        }
        for (zn_index f = 0; f < m; f++)
            H[f + axis[f] * m] = h[f];
        const zn_avi p = {.n = N, .m = m, .M = &M, .q = q, .H = H, .K = K};

        ck_assert(zni_avi_is_boxed(&p));
        ck_assert_int_eq(zni_avi_boxed_solve(&k, (zni_call){ctx, z, w, NULL, &info}, &p),
                         empty ? ZN_UNSOLVED : ZN_OK);
        if (empty) {
            ck_assert_int_eq(info.outcome, ZN_STALLED);
            continue;
        }
        ck_assert_double_le(zn_avi_error(&p, z, w, work), 1e-9);
        for (zn_index f = 0; f < m; f++)
            held += w[N + f] > 0;
    }
    ck_assert_int_gt(held, 100);
    zni_avi_boxed_fini(&k, ctx);
}
END_TEST

/* Needles, whose faces are all but parallel, at any angle: bounded with their third face, whatever M is, and not
 * without it. */
START_TEST(thin_triangles_are_bounded)
{
    double work[8];

    for (int k = 0; k < 60; k++) {
        const double a = 0.1 * k, thin = pow(10, -(k % 3));
        const double H[] = {cos(a + thin), -cos(a), cos(a + 2.5),
                            sin(a + thin), -sin(a), sin(a + 2.5)};
        const double open[] = {H[0], H[1], H[3], H[4]}, K[3] = {-1, -1, -1}, I[] = {1, 0, 0, 1}, q[2] = {0};
        const zn_matrix M = zn_matrix_dense(2, 2, I);
        const zn_avi p = {.n = 2, .m = 3, .M = &M, .q = q, .H = H, .K = K};
        const zn_avi two = {.n = 2, .m = 2, .M = &M, .q = q, .H = open, .K = K};
        /* it is if the three normals go all round: each is between the opposites of the others */
        const double ab = H[0] * H[4] - H[1] * H[3], bc = H[1] * H[5] - H[2] * H[4],
                     ca = H[2] * H[3] - H[0] * H[5];
        const bool round = (ab > 0 && bc > 0 && ca > 0) || (ab < 0 && bc < 0 && ca < 0);

        ck_assert_msg(zni_avi_bounded(&p, work) == round, "%d", k);
        ck_assert(!zni_avi_bounded(&two, work));
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("avi");
    TCase *tc = tcase_create("all");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_set_timeout(tc, 30);
    tcase_add_test(tc, answers_by_hand);
    tcase_add_test(tc, monotone_problems_are_solved_by_all);
    tcase_add_test(tc, bounded_problems_are_solved_by_pivots_whatever_M);
    tcase_add_test(tc, a_polyhedron_with_an_end_promises_an_answer);
    tcase_add_loop_test(tc, polygons_near_zero_are_solved, 0, 4);
    tcase_add_test(tc, faces_of_the_problem_before_are_forgotten);
    tcase_add_test(tc, lines_of_the_problem_before_are_forgotten);
    tcase_add_test(tc, pivots_solve_what_is_left_beside_lines);
    tcase_add_test(tc, what_is_left_beside_lines_does_not_make_a_polyhedron_empty);
    tcase_add_test(tc, boxes_have_their_own_faces);
    tcase_add_test(tc, thin_triangles_are_bounded);
    tcase_add_test(tc, bad_data_are_refused);
    tcase_add_test(tc, the_second_call_allocates_nothing);
    tcase_add_test(tc, memory_may_run_out_anywhere);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
