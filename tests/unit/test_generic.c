/* test_generic.c - generic mechanical problems by hand, errors, storages
 * SPDX-License-Identifier: Apache-2.0 */
#include "generic_test.h"

#include <zeno/problem_file.h>

#include "../../solvers/classes/generic/generic.h"

static const double hand_z[] = {2,          0, -1,   20.0 / 37,
                                -6.0 / 37, 1, -0.3, -0.4};

START_TEST(every_way_finds_the_solution_by_hand)
{
    machine m;
    zn_ctx *ctx = context();
    double z[8] = {0}, w[8];
    zn_solve_info info;

    by_hand(&m);
    ck_assert_msg(run_with(ctx, ways[_i].name, ways[_i].option, 1e-12, &m.p, z,
                           w, &info) == ZN_OK,
                  "%s", zn_errmsg(ctx));
    /* the map has slope 1/2 and more in z: an error of 1e-12 |q| is 1e-11 */
    for (int i = 0; i < 8; i++)
        ck_assert_double_eq_tol(z[i], hand_z[i], 1e-10);
    ck_assert_double_eq_tol(w[1], 3, 1e-10);
    ck_assert_double_eq_tol(w[2], 1, 1e-10);
    machine_free(&m);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(joints_alone_are_a_linear_system)
{
    const zn_index rows[] = {2, 1};
    const int kind[] = {EQ, EQ};
    zn_ctx *ctx = context();
    double z[3] = {0}, w[3];
    machine m;

    /* tridiag(-1, 3, -1) z = (2, 1, 2): z = 1 */
    machine_new(&m, 2, rows, kind);
    for (int i = 0; i < 3; i++) {
        m.M[4 * i] = 3;
        m.q[i] = i == 1 ? -1 : -2;
    }
    m.M[1] = m.M[3] = m.M[5] = m.M[7] = -1;
    ck_assert_msg(run_with(ctx, ways[_i].name, ways[_i].option, 1e-12, &m.p, z,
                           w, NULL) == ZN_OK,
                  "%s", zn_errmsg(ctx));
    for (int i = 0; i < 3; i++)
        ck_assert_double_eq_tol(z[i], 1, 1e-11);
    machine_free(&m);
    zn_ctx_free(ctx);
}
END_TEST

/* blocks that are swept row by row, each kind; M = tridiag(-1, 4, -1) */
START_TEST(large_blocks_are_solved)
{
    enum { B = 210, N = 3 * B };
    const zn_index rows[] = {B, B, B};
    const int kind[] = {UN, EQ, RE};
    zn_ctx *ctx = context();
    double *z = reals(N), *w = reals(N);
    rng g = {43};
    machine m;
    stored s;

    machine_new(&m, 3, rows, kind);
    for (int i = 0; i < N; i++) {
        m.M[i * (N + 1)] = 4;
        if (i > 0)
            m.M[i - 1 + i * N] = m.M[i + (i - 1) * N] = -1;
        m.q[i] = uniform(&g, -2, 2);
        m.lb[i] = -0.1;
        m.ub[i] = 0.2;
    }
    s = to_csc(N, m.M);
    m.p.M = &s.m;
    ck_assert_msg(run_with(ctx, ways[_i].name, ways[_i].option, 1e-9, &m.p, z,
                           w, NULL) == ZN_OK,
                  "%s", zn_errmsg(ctx));
    free(z);
    free(w);
    stored_free(&s);
    machine_free(&m);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(storages_give_the_same_answer)
{
    machine m;
    rng g = {17};
    const zn_index rows[] = {3, 3, 2, 4, 3, 2};
    const int kind[] = {F3, EQ, F2, UN, F3, RE};
    zn_ctx *ctx = context();
    double z[3][17] = {{0}}, w[3][17];
    stored csc, bsr;

    machine_random(&m, &g, 6, rows, kind, 6);
    csc = to_csc(m.n, m.M);
    bsr = to_bsr(m.n, m.M); /* cut other than the blocks */
    const zn_matrix *views[] = {&m.A, &csc.m, &bsr.m};
    for (int k = 0; k < 3; k++) {
        m.p.M = views[k];
        ck_assert_msg(run_with(ctx, ways[_i].name, ways[_i].option, 1e-10, &m.p,
                               z[k], w[k], NULL) == ZN_OK,
                      "%s", zn_errmsg(ctx));
        /* as far as two solutions with that error agree, M regular */
        for (int i = 0; i < 17; i++)
            ck_assert_double_eq_tol(w[k][i], w[0][i], 1e-7);
    }
    stored_free(&csc);
    stored_free(&bsr);
    machine_free(&m);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(the_error_is_the_one_of_the_header)
{
    rng g = {23};
    const zn_index rows[] = {3, 2, 5, 4, 3, 2};
    const int kind[] = {F3, EQ, R3, UN, R2, RE};
    double z[19], w[19], work[38];

    for (int round = 0; round < 200; round++) {
        machine m;

        machine_random(&m, &g, 6, rows, kind, 1 + round % 4);
        for (int i = 0; i < 19; i++) {
            z[i] = round % 5 == 0 ? 0 : uniform(&g, -2, 2);
            w[i] = m.q[i];
        }
        if (round % 3 == 0)
            m.mu[0] = m.mu_r[2] = 0;
        zn_matrix_mul(&m.A, 1, z, 1, w);
        ck_assert_double_eq_tol(zn_generic_error(&m.p, z, w, work),
                                naive_generic(&m, z),
                                1e-12 * (1 + naive_generic(&m, z)));
        /* w that is not M z + q counts */
        w[3] += 1e3;
        ck_assert_double_ge(zn_generic_error(&m.p, z, w, work),
                            900 / (1 + 16 * zni_norm(19, m.q)));
        z[_i % 19] = NAN;
        ck_assert(isnan(zn_generic_error(&m.p, z, w, work)));
        machine_free(&m);
    }
}
END_TEST

/* The third block has no diagonal: its a is the mean of the others', (8 + 2) / 2, down to 4.
 * w = M z + q = (-0.9, -1.4, 3.1) and a z = (0.8, 0.6, 2.8): min(2.8, 3.1) is the largest, and
 * both who judge and who solve say so. */
START_TEST(a_block_without_diagonal_has_the_mean_of_the_others)
{
    static const zn_index rows[] = {1, 1, 1};
    static const int kind[] = {UN, UN, UN};
    const double q[] = {-1, -2, 3}, z[] = {0.1, 0.3, 0.7};
    double w[3], work[16];
    zn_ctx *ctx = context();
    zni_gm g = {0};
    machine m;

    machine_new(&m, 3, rows, kind);
    m.M[0] = 8;
    m.M[4] = 2;
    m.M[6] = -1;
    m.M[2] = 1;
    memcpy(m.q, q, sizeof q);
    ck_assert_int_eq(zni_gm_set(ctx, &g, &m.p), ZN_OK);
    zni_gm_mul(&g, z, m.q, w);
    ck_assert_double_eq_tol(zn_generic_error(&m.p, z, w, work), 2.8 / sqrt(14),
                            1e-15);
    /* who solves leaves who judges a millionth of it */
    ck_assert_double_eq_tol(zni_gm_error(&g, z, w),
                            (1 + 1e-6) * 2.8 / sqrt(14), 1e-15);
    zni_gm_fini(ctx, &g);
    machine_free(&m);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(a_solution_far_away_has_no_error_by_rounding)
{
    /* r = (2e6, -1e6) on the border, u = (0, 1e-3): r - P(r - u) as it stands
     * rounds u to 1e-10 */
    const zn_index rows[] = {2};
    const int kind[] = {F2};
    double z[2] = {2e6, -1e6}, w[2], work[4];
    machine m;

    machine_new(&m, 1, rows, kind);
    m.mu[0] = 0.5;
    m.q[1] = w[1] = 1e-3;
    w[0] = 0;
    /* slip against r: a solution, |u - q| = 0. With u turned round it is none */
    ck_assert_double_le(1e-3 * zn_generic_error(&m.p, z, w, work), 1e-10);
    m.q[1] = w[1] = -1e-3;
    ck_assert_double_ge(1e-3 * zn_generic_error(&m.p, z, w, work), 8e-4);
    machine_free(&m);
}
END_TEST

/* mu = 2^20, and the mean of M, which makes reactions velocities, is 2^38 or more: what slides at 1 m/s is on the
 * border of its cone at 2^58, where doubles are 64 apart. The point is one to the last bit, and another with a load
 * that is too large by a thousandth is none. */
START_TEST(a_large_coefficient_does_not_hide_the_law)
{
    static const int kinds[] = {F2, F3, R2, R3};
    static const zn_index most[] = {2, 3, 3, 5};
    const zn_index rows[] = {most[_i]};
    const int kind[] = {kinds[_i]};
    const bool rolls = kind[0] >= R2;
    const zn_index turns = rolls ? (rows[0] + 1) / 2 : 1;
    double z[5] = {3, -3 * 0x1p20}, w[5] = {0, 1}, work[10];
    zn_ctx *ctx = context();
    machine m;

    machine_new(&m, 1, rows, kind);
    m.mu[0] = m.mu_r[0] = 0x1p20;
    m.M[0] = 0x1p40;
    m.q[0] = -3 * 0x1p40;
    m.q[1] = m.q[turns] = 1;
    z[turns] = z[1];
    w[turns] = w[1];
    ck_assert_double_le(zn_generic_error(&m.p, z, w, work), 1e-15);
    ck_assert_double_le(naive_generic(&m, z), 1e-9);
    z[1] *= 1 + 1e-3;
    ck_assert_double_ge(zn_generic_error(&m.p, z, w, work), 1e-4);
    memset(z, 0, sizeof z);
    ck_assert_msg(rolls || !run_once(ctx, "generic-mechanical", "auto", -1, &m.p, z, w, NULL), "%s",
                  zn_errmsg(ctx));
    machine_free(&m);
    zn_ctx_free(ctx);
}
END_TEST

/* Four equality rows of rank two, beside a contact: as numbers of M are whole, elimination of these rows ends at
 * r of 1e15 along their kernel, where w rounds to 0. That is no answer. */
START_TEST(redundant_rows_do_not_hide_errors)
{
    static const double M[36] = {9,  4,  -4, 4,  2,  6,  4,  9,  -4, -1, -4, 10, -4, -4, 4,  -4, 0,  -4,
                                 4,  -1, -4, 9,  4,  -2, 2,  -4, 0,  4,  4,  -4, 6,  10, -4, -2, -4, 12};
    static const double q[6] = {-14.560027847253417, -10.45338584460975, 7.528457514378463,
                                -4.603529184147177,  -0.47268546896495317, -13.850999643805988};
    static const zn_index rows[] = {4, 2};
    static const int kinds[] = {ZN_GENERIC_EQUALITY, ZN_GENERIC_FRICTION_2D};
    zn_ctx *ctx = context();
    machine m;
    double z[6] = {0}, w[6];

    machine_new(&m, 2, rows, kinds);
    memcpy(m.M, M, sizeof M);
    memcpy(m.q, q, sizeof q);
    ck_assert_msg(!run_once(ctx, "generic-mechanical", "auto", -1, &m.p, z, w, NULL), "%s",
                  zn_errmsg(ctx));
    for (int i = 0; i < 6; i++) {
        long double sum = q[i];

        for (int j = 0; j < 6; j++)
            sum += (long double)M[i + 6 * j] * z[j];
        /* mu = 0: r_N >= 0, r_T = 0 */
        if (i == 4)
            sum = fminl(sum, z[4]);
        ck_assert_double_le(i < 5 ? (double)fabsl(sum) : fabs(z[5]), 1e-6);
    }
    machine_free(&m);
    zn_ctx_free(ctx);
}
END_TEST

/* Lengths in units of 2^k m: the same answer, but for Newton's to the bit. */
START_TEST(lengths_may_have_any_unit)
{
    const zn_index rows[] = {5, 2, 3, 4, 2};
    const int kind[] = {R3, EQ, R2, UN, RE};
    const double by = _i / WAYS ? 0x1p-12 : 0x1p9;
    const int way = _i % WAYS;
    zn_ctx *ctx = context();
    double z[2][16] = {{0}}, w[2][16], work[32], first;
    rng g = {77};
    machine m;

    machine_random(&m, &g, 5, rows, kind, 4);
    ck_assert_msg(!run_with(ctx, ways[way].name, ways[way].option, 1e-10, &m.p,
                            z[0], w[0], NULL),
                  "%s", zn_errmsg(ctx));
    first = zn_generic_error(&m.p, z[0], w[0], work);
    for (zn_index b = 0; b < m.nb; b++) {
        m.mu_r[b] /= by;
        for (zn_index i = m.start[b]; i < m.start[b + 1]; i++)
            for (zn_index j = 0; turns(kind[b], i - m.start[b]) && j < m.n;
                 j++) {
                m.M[i + j * m.n] *= by;
                m.M[j + i * m.n] *= by;
                m.q[i] *= j ? 1 : by;
            }
    }
    ck_assert_msg(!run_with(ctx, ways[way].name, ways[way].option, 1e-10, &m.p,
                            z[1], w[1], NULL),
                  "%s", zn_errmsg(ctx));
    if (way < 5)
        ck_assert(zn_generic_error(&m.p, z[1], w[1], work) == first);
    for (zn_index b = 0; b < m.nb; b++)
        for (zn_index i = m.start[b]; i < m.start[b + 1]; i++) {
            const double s = turns(kind[b], i - m.start[b]) ? by : 1;

            /* Newton's matrix is factored with rows of one size, and these
             * change with the columns */
            const double tol = way < 5 ? 1e-300 : 1e-9;

            ck_assert_double_eq_tol(z[1][i] * s, z[0][i], tol);
            ck_assert_double_eq_tol(w[1][i] / s, w[0][i], tol);
        }
    machine_free(&m);
    zn_ctx_free(ctx);
}
END_TEST

/* With mu_r = 0 no moment is left, and the forces are those of friction in 2 and 3 rows. */
START_TEST(rolling_without_friction_is_that_of_friction)
{
    const zn_index rows[] = {5, 3, 2}, own[] = {3, 2, 2};
    const int kind[] = {R3, R2, EQ}, plain[] = {F3, F2, EQ};
    zn_ctx *ctx = context();
    double z[10] = {0}, w[10], f[7] = {0}, u[7];
    rng g = {31};
    machine m, p;

    machine_random(&m, &g, 3, rows, kind, 3);
    machine_new(&p, 3, own, plain);
    for (zn_index b = 0; b < 3; b++) {
        m.mu_r[b] = b < 2 ? 0 : NAN;
        p.mu[b] = m.mu[b];
        for (zn_index i = 0; i < own[b]; i++) {
            p.q[p.start[b] + i] = m.q[m.start[b] + i];
            for (zn_index c = 0; c < 3; c++)
                for (zn_index j = 0; j < own[c]; j++)
                    p.M[p.start[b] + i + (p.start[c] + j) * p.n] =
                        m.M[m.start[b] + i + (m.start[c] + j) * m.n];
        }
    }
    ck_assert_msg(!run_with(ctx, ways[_i].name, ways[_i].option, 1e-11, &m.p, z, w, NULL), "%s",
                  zn_errmsg(ctx));
    ck_assert_msg(!run_with(ctx, "auto", NULL, 1e-11, &p.p, f, u, NULL), "%s", zn_errmsg(ctx));
    for (zn_index b = 0; b < 3; b++)
        for (zn_index i = 0; i < rows[b]; i++) /* M is as well conditioned as random ones are */
            ck_assert_double_eq_tol(z[m.start[b] + i],
                                    i < own[b] ? f[p.start[b] + i] : 0, 1e-8);
    machine_free(&m);
    machine_free(&p);
    zn_ctx_free(ctx);
}
END_TEST

/* Blocks that do not know of one another, nearly skew, where Newton's method goes round in circles,
 * in units from 2^-60 to 2^60: one sweep solves all of them, to rounding. */
START_TEST(a_sweep_solves_each_block)
{
    const zn_index rows[] = {6, 6, 6, 6};
    const int kind[] = {RE, UN, RE, UN}, e[] = {0, 60, -60, -30};
    rng g = {(uint64_t)(910 + _i)};
    zn_ctx *ctx = context();
    double z[24] = {0}, w[24];
    machine m;

    machine_new(&m, 4, rows, kind);
    for (zn_index b = 0; b < 4; b++) {
        const zn_index s = m.start[b];
        for (zn_index j = s; j < s + 6; j++) {
            m.M[j + j * m.n] = ldexp(0.05, e[b]);
            for (zn_index i = s; i < j; i++) {
                m.M[i + j * m.n] = ldexp(uniform(&g, -1, 1), e[b]);
                m.M[j + i * m.n] = -m.M[i + j * m.n];
            }
            m.q[j] = uniform(&g, -1, 1);
            m.lb[j] = ldexp(uniform(&g, -3, -0.1), -e[b]);
            m.ub[j] = ldexp(uniform(&g, 0.1, 3), -e[b]);
        }
    }
    ck_assert_msg(!run_with(ctx, "nsgs", "max_iter=1", 1e-13, &m.p, z, w, NULL), "%s",
                  zn_errmsg(ctx));
    ck_assert_double_lt(naive_generic(&m, z), 1e-13);
    machine_free(&m);
    zn_ctx_free(ctx);
}
END_TEST

/* Two rows of one axis, a stop and dry friction, with their signs opposite; the
 * stop gives way, against the friction, by so little that sweeps of one row each
 * would take 1e7 of them from one bound to the other:
 *     M = [1 -1; -1 1], w_0 + w_1 = q_0 + q_1 = -1e-7 */
START_TEST(a_stop_that_works_against_friction_is_solved_at_once)
{
    const zn_index rows[] = {1, 1, 3};
    const int kind[] = {RE, UN, F3};
    zn_ctx *ctx = context();
    zn_solve_info info;
    double z[5] = {0}, w[5];
    machine m;

    machine_new(&m, 3, rows, kind);
    m.M[0] = m.M[6] = m.M[12] = m.M[18] = m.M[24] = 1;
    m.M[1] = m.M[5] = -1;
    m.q[0] = 1e-7;
    m.q[1] = -2e-7;
    m.q[2] = -1;
    m.mu[2] = 0.5;
    m.lb[0] = -1;
    m.ub[0] = 1;
    /* w_1 = 0: z_1 = z_0 + 2e-7, w_0 = -1e-7 < 0, so z_0 = 1 */
    z[0] = 0.9;
    z[1] = 0.9;
    ck_assert_msg(!run_with(ctx, "auto", NULL, 1e-12, &m.p, z, w, &info), "%s",
                  zn_errmsg(ctx));
    ck_assert_double_eq_tol(z[0], 1, 1e-11);
    ck_assert_double_eq_tol(z[1], 1 + 2e-7, 1e-11);
    ck_assert_double_eq_tol(w[0], -1e-7, 1e-11);
    ck_assert_double_eq_tol(z[2], 1, 1e-11);
    ck_assert_int_le(info.iterations, 300);
    machine_free(&m);
    zn_ctx_free(ctx);
}
END_TEST

/* ---- the Jacobian --------------------------------------------------------------------- */

/* phi at z, unit by unit; ab not NULL: A and B of each, too */
static void functions(const zni_gm *gm, const zni_gmnewton_work *k, zni_map_kind kind,
                      const double q[], const double z[], double phi[], double ab[])
{
    double w[32];

    zni_gm_mul(gm, z, q, w);
    for (zn_index a = 0; a < gm->nu; a++) {
        const zn_index i = gm->ro[a], d = gm->ro[a + 1] - i;

        zni_gm_map(gm, a, kind, k->rho[a], w + i, z + i, phi + i, ab, ab ? ab + d * d : NULL);
        ab += ab ? 2 * d * d : 0;
    }
}

START_TEST(the_jacobian_is_that_of_the_function)
{
    static const zni_map_kind kinds[] = {ZNI_AC, ZNI_JM, ZNI_NATURAL, ZNI_FB};
    const zn_index rows[] = {3, 5, 2, 4, 3, 2};
    const int kind[] = {F3, R3, F2, UN, R2, RE};
    enum { N = 19 };
    const double h = 1e-6;
    zn_ctx *ctx = context();
    zni_gm gm = {0};
    zni_gmnewton_work k = {0};
    rng g = {31};
    int compared = 0;

    for (int round = 0; round < 40; round++) {
        machine m;
        double z[N], phi[2][N], J[N * N], ab[ZNI_AB * N];

        machine_random(&m, &g, 6, rows, kind, 4);
        ck_assert_int_eq(zni_gm_set(ctx, &gm, &m.p), ZN_OK);
        ck_assert_int_eq(zni_gmnewton_set(ctx, &k, &gm), ZN_OK);
        for (int i = 0; i < N; i++)
            z[i] = uniform(&g, -1, 1);
        functions(&gm, &k, kinds[_i], m.q, z, phi[0], ab);
        zni_cell_lu_linear(&k.lu, &gm.cells, ab);
        memset(J, 0, sizeof J);
        for (zn_index a = 0; a < gm.nu; a++)
            for (zn_index b = gm.cells.row[a]; b < gm.cells.row[a + 1]; b++) {
                const double *x = k.lu.j + gm.cells.bp[b];

                for (zn_index j = gm.ro[gm.cells.col[b]]; j < gm.ro[gm.cells.col[b] + 1];
                     j++)
                    for (zn_index i = gm.ro[a]; i < gm.ro[a + 1]; i++)
                        J[i + j * N] = *x++;
            }
        for (int j = 0; j < N; j++) {
            double keep = z[j], half[N], d, d2;

            z[j] = keep + h;
            functions(&gm, &k, kinds[_i], m.q, z, phi[0], NULL);
            z[j] = keep - h;
            functions(&gm, &k, kinds[_i], m.q, z, phi[1], NULL);
            z[j] = keep;
            functions(&gm, &k, kinds[_i], m.q, z, half, NULL);
            for (int i = 0; i < N; i++) {
                d = (phi[0][i] - phi[1][i]) / (2 * h);
                /* a kink within h: the sides differ */
                d2 = (phi[0][i] - half[i]) / h;
                if (fabs(d - d2) > 1e-3 * (1 + fabs(d)))
                    continue;
                ck_assert_msg(fabs(d - J[i + j * N]) <= 2e-4 * (1 + fabs(d)),
                              "round %d: J(%d,%d) = %g, difference %g", round,
                              i, j, J[i + j * N], d);
                compared++;
            }
        }
        machine_free(&m);
    }
    ck_assert_int_ge(compared, 40 * N * N * 9 / 10);
    zni_gm_fini(ctx, &gm);
    zni_gmnewton_fini(ctx, &k);
    zn_ctx_free(ctx);
}
END_TEST

/* ---- elimination ------------------------------------------------------------------------ */

START_TEST(a_condensed_problem_is_the_schur_complement)
{
    /* E = row 1: S = [3 - 2*4/5, ...], by hand for M = [3 2; 4 5], q = (1, 10) */
    const zn_index rows[] = {1, 1};
    const int kind[] = {UN, EQ};
    zn_ctx *ctx = context();
    zni_gm gm = {0};
    zni_condensed k = {0};
    machine m;
    double z[2] = {0};

    machine_new(&m, 2, rows, kind);
    m.M[0] = 3;
    m.M[1] = 4;
    m.M[2] = 2;
    m.M[3] = 5;
    m.q[0] = 1;
    m.q[1] = 10;
    ck_assert_int_eq(zni_gm_set(ctx, &gm, &m.p), ZN_OK);
    ck_assert_int_eq(zni_condensed_set(ctx, &k, &gm), ZN_OK);
    ck_assert_int_eq(k.p.n, 1);
    ck_assert_double_eq_tol(k.M.x[0], 1.4, 1e-15);
    ck_assert_double_eq_tol(k.p.q[0], -3, 1e-15);
    k.z[0] = 15.0 / 7;
    zni_condensed_expand(&k, &gm, z);
    ck_assert_double_eq_tol(z[0], 15.0 / 7, 1e-15);
    ck_assert_double_eq_tol(z[1], -(10 + 60.0 / 7) / 5, 1e-14);
    zni_condensed_fini(ctx, &k);
    zni_gm_fini(ctx, &gm);
    machine_free(&m);
    zn_ctx_free(ctx);
}
END_TEST

/* ---- files ------------------------------------------------------------------------------- */

/* dense, columns and blocks cut otherwise come back as the blocks of the problem */
START_TEST(a_problem_of_any_storage_can_be_written)
{
    const zn_index rows[] = {3, 3, 2, 4, 3, 2};
    const int kind[] = {F3, EQ, F2, UN, R2, RE};
    enum { N = 17 };
    zn_ctx *ctx = context();
    zn_problem_file *f;
    char path[64];
    rng g = {41};
    machine m;
    stored csc, bsr, own;

    machine_random(&m, &g, 6, rows, kind, 8);
    m.lb[15] = -INFINITY;
    csc = to_csc(N, m.M);
    bsr = to_bsr(N, m.M);
    own = machine_blocks(&m);
    const zn_matrix *views[] = {&m.A, &csc.m, &bsr.m, &own.m};
    m.p.M = views[_i];
    snprintf(path, sizeof path, "/tmp/zeno-generic-%ld.dat", (long)getpid());
    ck_assert_msg(!zn_problem_file_write(ctx, path, "generic-mechanical", &m.p),
                  "%s", zn_errmsg(ctx));
    ck_assert_msg(!zn_problem_file_read(ctx, path, "gmp", &f), "%s",
                  zn_errmsg(ctx));
    unlink(path);
    const zn_generic *p = zn_problem_file_problem(f);
    ck_assert_int_eq(p->nb, 6);
    ck_assert_int_eq(p->M->nbr, 6);
    ck_assert_int_eq(zn_matrix_nnz(p->M), zn_matrix_nnz(&own.m));
    ck_assert_int_eq(memcmp(p->start, m.start, sizeof(zn_index[7])), 0);
    ck_assert_int_eq(memcmp(p->kind, m.kind, 6), 0);
    for (zn_index i = 0; i < N; i++) {
        ck_assert(p->q[i] == m.q[i]);
        for (zn_index j = 0; j < N; j++)
            ck_assert(zn_matrix_get(p->M, i, j) == m.M[i + j * N]);
    }
    ck_assert(p->mu[0] == m.mu[0] && p->mu[2] == m.mu[2]);
    ck_assert(p->mu_r[4] == m.mu_r[4]);
    for (zn_index i = 15; i < N; i++)
        ck_assert(p->lb[i] == m.lb[i] && p->ub[i] == m.ub[i]);
    ck_assert_int_eq(zn_problem_file_contacts(f), 3);
    zn_problem_file_free(f);
    stored_free(&csc);
    stored_free(&bsr);
    stored_free(&own);
    machine_free(&m);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("generic mechanical");
    TCase *tc = tcase_create("by hand");

    tcase_add_loop_test(tc, every_way_finds_the_solution_by_hand, 0, WAYS);
    tcase_add_loop_test(tc, joints_alone_are_a_linear_system, 0, WAYS);
    tcase_add_loop_test(tc, large_blocks_are_solved, 0, WAYS);
    tcase_add_loop_test(tc, storages_give_the_same_answer, 0, WAYS);
    tcase_add_loop_test(tc, the_error_is_the_one_of_the_header, 0, 3);
    tcase_add_test(tc, a_block_without_diagonal_has_the_mean_of_the_others);
    tcase_add_test(tc, a_solution_far_away_has_no_error_by_rounding);
    tcase_add_loop_test(tc, a_large_coefficient_does_not_hide_the_law, 0, 4);
    tcase_add_test(tc, redundant_rows_do_not_hide_errors);
    tcase_add_loop_test(tc, lengths_may_have_any_unit, 0, 2 * WAYS);
    tcase_add_loop_test(tc, rolling_without_friction_is_that_of_friction, 0, WAYS);
    tcase_add_loop_test(tc, a_sweep_solves_each_block, 0, 40);
    tcase_add_test(tc, a_stop_that_works_against_friction_is_solved_at_once);
    tcase_add_loop_test(tc, the_jacobian_is_that_of_the_function, 0, 4);
    tcase_add_test(tc, a_condensed_problem_is_the_schur_complement);
    tcase_add_loop_test(tc, a_problem_of_any_storage_can_be_written, 0, 4);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
