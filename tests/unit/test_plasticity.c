/* test_plasticity.c - plasticity problems: by hand, against other classes
 * SPDX-License-Identifier: Apache-2.0 */
#include "plasticity_test.h"

#include <zeno/friction.h>
#include <zeno/soclcp.h>
#include <zeno/vi.h>

#include "../../solvers/classes/plasticity/plasticity.h"

/* ---- the measure from its definition, in long double ---------------------------- */

static double naive(const solid *s, const double r[])
{
    long double sum = 0, qq = 0;

    for (zn_index a = 0; a < s->nc; a++) {
        long double u[3], x[3], P[3], t, ut;
        double size = mean_octave(s->n, s->M, 3 * a, 3);

        for (int k = 0; k < 3; k++) {
            u[k] = s->q[3 * a + k];
            qq += u[k] * u[k];
            for (zn_index j = 0; j < s->n; j++)
                u[k] += (long double)s->M[3 * a + k + j * s->n] * r[j];
        }
        ut = hypotl(u[1], u[2]);
        for (int k = 0; k < 3; k++)
            x[k] = P[k] = size * r[3 * a + k] - u[k];
        if (s->p.model == ZN_VON_MISES) {
            t = hypotl(x[1], x[2]);
            for (int k = 1; k < 3 && t > size * s->sigma_y[a]; k++)
                P[k] = size * s->sigma_y[a] * x[k] / t;
        } else {
            long double eta = s->eta[a], along;

            x[0] = P[0] = x[0] - s->theta[a] * ut;
            t = hypotl(x[1], x[2]);
            /* nearest point of the ray (1, eta) in the plane of axis and x_T */
            along = fmaxl(0, (x[0] + eta * t) / (1 + eta * eta));
            if (x[0] < 0 || t > eta * x[0])
                for (int k = 0; k < 3; k++)
                    P[k] = k == 0 ? along : t > 0 ? eta * along * x[k] / t : 0;
        }
        for (int k = 0; k < 3; k++)
            sum += (size * r[3 * a + k] - P[k]) * (size * r[3 * a + k] - P[k]);
    }
    return (double)sqrtl(sum / (qq > 0 ? qq : 1));
}

/* Point 2 has nothing on the diagonal, and no stress: it is measured as if it had 4 there, the mean of 2 and 6. */
START_TEST(a_point_without_diagonal_has_the_mean_of_the_others)
{
    const double q[9] = {-1, 0.5, 0.25, -2, 1, 0, 100, 30, 40}, z[9] = {0}, yield[] = {1, 1, 1};
    double M[81] = {0}, work[18], error[2];
    const zn_matrix A = zn_matrix_dense(9, 9, M);
    const zn_plasticity p = {.nc = 3, .M = &A, .q = q, .model = ZN_VON_MISES, .sigma_y = yield};

    for (int i = 0; i < 6; i++)
        M[i * 10] = i < 3 ? 2 : 6;
    for (int k = 0; k < 2; k++) {
        error[k] = zn_plasticity_error(&p, z, q, work);
        for (int i = 6; i < 9; i++)
            M[i * 10] = 4;
    }
    ck_assert_double_gt(error[0], 0);
    ck_assert_double_eq(error[0], error[1]);
}
END_TEST

/* The cone of eta = 0 is its axis, and what is behind it is not inside, u = q = (1, 0, 0) opens: r = 0, error 0; before
 * it, q = (-1, 0, 0), r = 1/2 is pushed back. */
START_TEST(a_cone_without_slope_is_its_axis)
{
    const double M[9] = {2, 0, 0, 0, 1, 0, 0, 0, 1}, none[1] = {0};
    double q[3] = {1, 0, 0}, z[3] = {0}, w[3] = {1, 0, 0}, work[6];
    const zn_matrix A = zn_matrix_dense(3, 3, M);
    const zn_plasticity p = {.nc = 1, .M = &A, .q = q, .model = ZN_DRUCKER_PRAGER, .eta = none, .theta = none};
    zn_ctx *ctx = context();

    ck_assert_double_eq(zn_plasticity_error(&p, z, w, work), 0);
    for (int k = 0; k < 2 * SOLVERS; k++) {
        q[0] = k % 2 ? -1 : 1;
        ck_assert_msg(!run_once(ctx, "plasticity", solvers[k / 2], -1, &p, z, w, NULL), "%s", zn_errmsg(ctx));
        ck_assert_double_eq_tol(z[0], k % 2 ? 0.5 : 0, 1e-8);
        memset(z, 0, sizeof z);
    }
    zn_ctx_free(ctx);
}
END_TEST

/* Stresses of 1e30 and more are no start. */
START_TEST(auto_begins_anew_where_a_start_is_none)
{
    const double M[9] = {2, 0.5, 0, 0.5, 1, 0, 0, 0, 1}, q[3] = {-1, 2, 1}, half[1] = {0.5};
    const double far[] = {1e30, 1e150, 1.7e308};
    const zn_matrix A = zn_matrix_dense(3, 3, M);
    const zn_plasticity p = {.nc = 1, .M = &A, .q = q, .model = ZN_DRUCKER_PRAGER, .eta = half, .theta = half};
    zn_ctx *ctx = context();

    for (int k = 0; k < 3; k++) {
        double z[3] = {far[k], far[k], far[k]}, w[3];

        ck_assert_msg(!run_once(ctx, "plasticity", "auto", -1, &p, z, w, NULL), "%g: %s", far[k], zn_errmsg(ctx));
    }
    zn_ctx_free(ctx);
}
END_TEST

/* Cones of 1 and of 1e6: stresses that have run away are no answer because their own rounding hides u (0); where they
 * came from rounding, Newton's steps from rest arrive (1, M = 3 v v'). */
START_TEST(auto_is_content_with_what_the_class_calls_solved)
{
    static const double given[] = {
        1.7660715143871957,  -3.7587992916751443, -1.8793996458375721, 0, -1.8793996458375721, 0, -3.7587992916751443,
        8, 4, 0, 4, 0, -1.8793996458375721, 4, 10, -8, 2, 0, 0, 0, -8, 8, 0, 0, -1.8793996458375721, 4, 2, 0, 5, 0, 0,
        0, 0, 0, 0, 0};
    static const double v[] = {2, 0, -1, 0, -2, -1};
    static const double q[2][6] = {{-3007045.9868342336, 6400015.7963978751, 3200048.0381989377, 999960.95999999996,
                                    8000008.8381989375, -0.59999999999999998},
                                   {-18000028.300000001, -0.59999999999999998, 9000013.5999999996, -2000002,
                                    18000030.399999999, 9000013.1999999993}};
    static const double eta[] = {1, 1e6}, theta[2][2] = {{0, 0}, {0.5, 2e6}};
    double M[36] = {0}, z[6] = {0}, w[6];
    const zn_matrix A = zn_matrix_dense(6, 6, M);
    const zn_plasticity p = {.nc = 2, .M = &A, .q = q[_i], .model = ZN_DRUCKER_PRAGER, .eta = eta, .theta = theta[_i]};
    zn_ctx *ctx = context();

    for (int k = 0; k < 36; k++)
        M[k] = _i ? 3 * v[k % 6] * v[k / 6] : given[k];
    ck_assert_msg(!run_once(ctx, "plasticity", "auto", 1e-8, &p, z, w, NULL), "%s", zn_errmsg(ctx));
    zn_ctx_free(ctx);
}
END_TEST

/* Two points of six unknowns with theta four times eta and half of it: sweeps and Newton's method from rest end at
 * 0.013. The first is elastic at r = (1, -1/4, 0), the second at its apex; also in other units. */
START_TEST(auto_begins_elsewhere_where_nothing_arrives)
{
    const double a = 4.467150988566261, b = 1.114888275601005, c = 1.7342485246433579, d = 1.6355306268816836,
                 e = 5.2710612537633672, f = 2.4215828346518982, g = 1.2107914173259491, h = 14.224933097739569;
    double M[36] = {8.7948980556907852, -b, a, 0, -c, 0, -b, 4, -6, 0, d, 0, a, -6, 26.618790911177125, f, -e, -h,
                    0, 0, f, 0.4886719520900602, -g, -f, -c, d, -e, -g, 19.044279307980418, 0, 0, 0, -h, -f, 0, 23};
    double q[6] = {-9.0736201245910362, 2.1148882756010048, -5.967150988566261, 0, 2.1431311813637786, 0};
    const double eta[] = {0.5, 1}, theta[] = {2, 0.5}, units = ldexp(1, 20 * _i);
    const zn_matrix A = zn_matrix_dense(6, 6, M);
    const zn_plasticity p = {.nc = 2, .M = &A, .q = q, .model = ZN_DRUCKER_PRAGER, .eta = eta, .theta = theta};
    zn_ctx *ctx = context();
    double z[6] = {0}, w[6], work[12];

    for (int i = 0; i < 36; i++)
        M[i] *= units;
    for (int i = 0; i < 6; i++)
        q[i] *= units;
    ck_assert_msg(!run_once(ctx, "plasticity", "auto", 1e-8, &p, z, w, NULL), "%s", zn_errmsg(ctx));
    ck_assert_double_le(zn_plasticity_error(&p, z, w, work), 1e-8);
    zn_ctx_free(ctx);
}
END_TEST

/* q = 0 gives no size to measure by: the residual itself. M = diag(2, 1, 1) and z = (0, 3, 0) against a
 * yield of 1: z - u = 0 is 3 from z; where nothing moves it is zero. */
START_TEST(without_a_load_the_error_is_the_residual)
{
    const double M[9] = {2, 0, 0, 0, 1, 0, 0, 0, 1}, q[3] = {0}, none[3] = {0};
    const double z[3] = {0, 3, 0}, yield[] = {1};
    double work[6];
    const zn_matrix A = zn_matrix_dense(3, 3, M);
    const zn_plasticity p = {.nc = 1, .M = &A, .q = q, .model = ZN_VON_MISES, .sigma_y = yield};

    ck_assert_double_eq(zn_plasticity_error(&p, none, none, work), 0);
    ck_assert_double_eq_tol(zn_plasticity_error(&p, z, z, work), 3, 1e-15);
}
END_TEST

START_TEST(the_error_is_the_one_of_the_header)
{
    rng g = {3};
    double r[12], u[12], work[24];

    for (int round = 0; round < 300; round++) {
        zn_yield model = round % 2 ? ZN_VON_MISES : ZN_DRUCKER_PRAGER;
        solid s;

        solid_random(&s, &g, model, 4, 12, uniform(&g, 0, 1));
        for (int i = 0; i < 12; i++)
            r[i] = round % 5 ? uniform(&g, -1, 2) : 0;
        if (round % 7 == 0)
            s.eta[1] = s.theta[1] = s.sigma_y[1] = 0;
        memcpy(u, s.q, sizeof u);
        zn_matrix_mul(&s.A, 1, r, 1, u);
        ck_assert_double_eq_tol(zn_plasticity_error(&s.p, r, u, work),
                                naive(&s, r), 1e-12 * (1 + naive(&s, r)));
        u[2] += 1e4;
        ck_assert_double_ge(zn_plasticity_error(&s.p, r, u, work), 100);
        r[5] = NAN;
        ck_assert(isnan(zn_plasticity_error(&s.p, r, u, work)));
        solid_free(&s);
    }
}
END_TEST

/* ---- by hand ------------------------------------------------------------------------ */

/* M = diag(2, 1, 1), q = (-2, 3, 4), one point. |q_T| = 5; r_T = -|r_T| (0.6, 0.8).
 * Cone eta = 1/2, flow: u_N = (eta - theta) |u_T| with u_N = 2 r_N - 2 and |u_T| = 5 -
 * |r_T| = 5 - r_N / 2:
 *     theta = 1/2:  r_N = 1;   theta = 0:  2 r_N - 2 = 5/2 - r_N/4, r_N = 2;
 *     theta = 1/4:  2 r_N - 2 = 5/4 - r_N/8,  r_N = 26/17.
 * Disk sigma_y = 2: u_N = 0, r_N = 1, r_T = -2 (0.6, 0.8).
 * Elastic: eta = 10: r = (1, -3, -4). Apex: q_N = 5/4 = (eta - theta) |q_T|. */
START_TEST(one_point_by_hand)
{
    static const struct {
        zn_yield model;
        double limit, theta, qn, rn, rt;
    } all[] = {
        {ZN_DRUCKER_PRAGER, 0.5, 0.5, -2, 1, 0.5},
        {ZN_DRUCKER_PRAGER, 0.5, 0, -2, 2, 1},
        {ZN_DRUCKER_PRAGER, 0.5, 0.25, -2, 26.0 / 17, 13.0 / 17},
        {ZN_DRUCKER_PRAGER, 10, 1, -2, 1, 5},
        {ZN_DRUCKER_PRAGER, 0.5, 0.25, 1.25, 0, 0},
        {ZN_DRUCKER_PRAGER, 0, 0, -2, 1, 0},
        {ZN_DRUCKER_PRAGER, 0, 0, 2, 0, 0},
        {ZN_VON_MISES, 2, 0, -2, 1, 2},
        {ZN_VON_MISES, 0, 0, -2, 1, 0},
        {ZN_VON_MISES, 9, 0, 2, -1, 5},
    };
    zn_ctx *ctx = context();

    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++) {
        double z[3] = {0.3, 0.1, 0}, w[3];
        solid s;

        solid_new(&s, all[k].model, 1);
        s.M[0] = 2;
        s.M[4] = s.M[8] = 1;
        s.q[0] = all[k].qn;
        s.q[1] = 3;
        s.q[2] = 4;
        s.eta[0] = s.sigma_y[0] = all[k].limit;
        s.theta[0] = all[k].theta;
        ck_assert_msg(run_once(ctx, "plasticity", solvers[_i], 1e-13, &s.p, z,
                               w, NULL) == ZN_OK,
                      "case %zu: %s", k, zn_errmsg(ctx));
        ck_assert_double_eq_tol(z[0], all[k].rn, 1e-11);
        ck_assert_double_eq_tol(z[1], -0.6 * all[k].rt, 1e-11);
        ck_assert_double_eq_tol(z[2], -0.8 * all[k].rt, 1e-11);
        solid_free(&s);
    }
    zn_ctx_free(ctx);
}
END_TEST

/* A = dphi/du, B = dphi/dr of each point */
START_TEST(the_derivatives_are_those_of_the_map)
{
    const double h = 1e-6, rho[2] = {0.7, 0.7};
    zn_ctx *ctx = context();
    zni_fc c = {0};
    rng g = {11};
    int compared = 0;

    for (int round = 0; round < 200; round++) {
        double x[6], phi[3][3], J[18];
        solid s;

        solid_random(&s, &g, _i ? ZN_VON_MISES : ZN_DRUCKER_PRAGER, 3, 9,
                     uniform(&g, 0, 1));
        ck_assert_int_eq(zni_solid_set(ctx, &c, &s.p), ZN_OK);
        for (int i = 0; i < 6; i++)
            x[i] = uniform(&g, -0.5, 1);
        c.law->map(ZNI_NATURAL, &c, 1, rho, x, x + 3, phi[1], J, J + 9);
        for (int j = 0; j < 6; j++) {
            const double keep = x[j];

            for (int side = -1; side <= 1; side += 2) {
                x[j] = keep + side * h;
                c.law->map(ZNI_NATURAL, &c, 1, rho, x, x + 3, phi[side + 1],
                           NULL, NULL);
            }
            x[j] = keep;
            for (int i = 0; i < 3; i++) {
                double d = (phi[2][i] - phi[0][i]) / (2 * h);
                double d2 = (phi[2][i] - phi[1][i]) / h;

                /* a kink within h: the sides differ */
                if (fabs(d - d2) > 1e-3 * (1 + fabs(d)))
                    continue;
                ck_assert_msg(fabs(d - J[i + 3 * j]) <= 2e-4 * (1 + fabs(d)),
                              "d phi_%d / d %d = %g, difference %g", i, j,
                              J[i + 3 * j], d);
                compared++;
            }
        }
        solid_free(&s);
    }
    ck_assert_int_ge(compared, 200 * 18 * 9 / 10);
    zni_fc_fini(ctx, &c);
    zn_ctx_free(ctx);
}
END_TEST

/* One point, its rows as different as the spread says: von Mises and Drucker-Prager in turn. */
static void one_point(rng *g, int round, double spread, solid *s, zni_fc *c, zni_contact *k)
{
    const bool mises = round % 2;

    solid_random(s, g, mises ? ZN_VON_MISES : ZN_DRUCKER_PRAGER, 1, 3,
                 uniform(g, 0, 1));
    for (int i = 0; i < 3 && spread > 1; i++) {
        const double by = pow(spread, uniform(g, -0.5, 0.5));
        for (int j = 0; j < 3; j++) {
            s->M[i + 3 * j] *= by;
            s->M[j + 3 * i] *= by;
        }
    }
    *c = (zni_fc){.law = &zni_yield, .d = 3, .nc = 1, .n = 3,
                  .mu = mises ? s->sigma_y : s->eta, .mur = mises ? NULL : s->theta};
    zni_contact_set(k, 3, c->mu[0], s->M);
}

/* the projected steps and Newton meet at one point */
START_TEST(one_point_is_solved_by_projections_too)
{
    rng g = {13};
    int both = 0;

    for (int round = 0; round < 300; round++) {
        zni_contact k;
        zni_fc c;
        double a[3] = {0}, b[3] = {0};
        solid s;

        one_point(&g, round, 1, &s, &c, &k);
        ck_assert_msg(zni_point_solve(&c, 0, &k, s.q, a), "round %d", round);
        ck_assert_double_le(naive(&s, a), 5e-13);
        if (zni_point_project(&c, 0, &k, s.q, b)) {
            both++;
            for (int i = 0; i < 3; i++)
                ck_assert_double_eq_tol(a[i], b[i], 1e-7 * (1 + fabs(a[i])));
        }
        solid_free(&s);
    }
    ck_assert_int_ge(both, 270);
}
END_TEST

/* Rows that differ by up to 300: for a quarter of the points 2000 projected steps are too few, and
 * steps of Newton's that are halved until the map decreases end beside a solution of some. */
START_TEST(stiff_points_are_solved_to_rounding)
{
    rng g = {19};
    int slow = 0;

    for (int round = 0; round < 3000; round++) {
        zni_contact k;
        zni_fc c;
        double a[3] = {0}, b[3] = {0};
        solid s;

        one_point(&g, round, 300, &s, &c, &k);
        ck_assert_msg(zni_point_solve(&c, 0, &k, s.q, a), "round %d", round);
        ck_assert_msg(naive(&s, a) <= 1e-11, "round %d: %g", round, naive(&s, a));
        slow += round < 300 && !zni_point_project(&c, 0, &k, s.q, b);
        solid_free(&s);
    }
    ck_assert_int_ge(slow, 60);
}
END_TEST

/* Numbers in other units, M by a and q by a b: r by b, to the bit for powers of two. */
START_TEST(one_point_has_the_same_bits_in_all_units)
{
    rng g = {29};

    for (int round = 0; round < 100; round++) {
        const bool mises = round % 2;
        solid s;
        double r[3] = {0};

        solid_random(&s, &g, mises ? ZN_VON_MISES : ZN_DRUCKER_PRAGER, 1, 3,
                     uniform(&g, 0, 1));
        for (int e = 0; e <= 4; e++) {
            static const int power[] = {0, -40, -7, 8, 40};
            const double a = ldexp(1, power[e]), b = ldexp(1, power[4 - e]);
            const double limit = mises ? b * s.sigma_y[0] : s.eta[0];
            const zni_fc c = {.law = &zni_yield, .d = 3, .nc = 1, .n = 3, .mu = &limit,
                              .mur = mises ? NULL : s.theta};
            double M[9], q[3], x[3] = {0};
            zni_contact k;

            for (int i = 0; i < 9; i++)
                M[i] = a * s.M[i];
            for (int i = 0; i < 3; i++)
                q[i] = a * b * s.q[i];
            zni_contact_set(&k, 3, limit, M);
            ck_assert(zni_point_solve(&c, 0, &k, q, x));
            if (e == 0)
                for (int i = 0; i < 3; i++)
                    r[i] = x[i] / b;
            for (int i = 0; i < 3; i++)
                ck_assert_msg(x[i] == b * r[i], "round %d, 2^%d: %.17g", round,
                              power[e], x[i] / b - r[i]);
        }
        solid_free(&s);
    }
}
END_TEST

/* ---- random, against other classes --------------------------------------------------- */

static zn_status vi_map(void *user, const double z[], double out[])
{
    const solid *s = (const solid *)user;

    memcpy(out, s->q, (size_t)s->n * sizeof *out);
    zn_matrix_mul(&s->A, 1, z, 1, out);
    return ZN_OK;
}

static zn_status vi_project(void *user, double x[])
{
    const solid *s = (const solid *)user;

    for (zn_index a = 0; a < s->nc; a++)
        zn_plasticity_project(s->p.model,
                              s->p.model == ZN_VON_MISES ? s->sigma_y[a]
                                                         : s->eta[a],
                              x + 3 * a);
    return ZN_OK;
}

/* what the class that holds this case says of u */
static void known(zn_ctx *ctx, solid *s, double share, double u[])
{
    double z[MOST] = {0}, *mu = s->eta;
    zn_index cone[MOST];
    zn_friction friction = {3, s->nc, &s->A, s->q, mu};
    zn_soclcp soclcp = {s->n, &s->A, s->q, s->nc, cone, mu};
    zn_vi vi = {.n = s->n, .F = vi_map, .project = vi_project, .user = s};
    zn_status st;

    for (zn_index a = 0; a <= s->nc; a++)
        cone[a] = 3 * a;
    if (s->p.model == ZN_VON_MISES)
        st = run_once(ctx, "vi", "auto", 1e-10, &vi, z, u, NULL);
    else if (share == 0)
        st = run_once(ctx, "soclcp", "auto", 1e-11, &soclcp, z, u, NULL);
    else
        st = run_once(ctx, "friction", "auto", 1e-11, &friction, z, u, NULL);
    ck_assert_msg(st == ZN_OK, "%s", zn_errmsg(ctx));
}

static const struct {
    zn_yield model;
    double share;
    zn_index nc, rank;
} families[] = {
    {ZN_VON_MISES, 0, 6, 18},        {ZN_VON_MISES, 0, 6, 15},
    {ZN_DRUCKER_PRAGER, 0, 6, 18},   {ZN_DRUCKER_PRAGER, 0, 8, 12},
    {ZN_DRUCKER_PRAGER, 1, 6, 18},   {ZN_DRUCKER_PRAGER, 0.4, 6, 18},
    {ZN_DRUCKER_PRAGER, 0.7, 8, 18},
};
enum { FAMILIES_HERE = sizeof families / sizeof families[0] };

START_TEST(random_problems_agree_with_the_other_classes)
{
    rng g = {(uint64_t)(300 + _i)};
    zn_ctx *ctx = context();

    printf("model %d, theta = %g eta, rank %td of %td: seed %d\n",
           (int)families[_i].model, families[_i].share, families[_i].rank,
           3 * families[_i].nc, 300 + _i);
    for (int round = 0; round < 15; round++) {
        bool alone = families[_i].share > 0 && families[_i].share < 1;
        double u[MOST];
        stored csc;
        solid s;

        solid_random(&s, &g, families[_i].model, families[_i].nc,
                     families[_i].rank, families[_i].share);
        csc = to_csc(s.n, s.M);
        if (!alone)
            known(ctx, &s, families[_i].share, u);
        for (int k = 0; k < SOLVERS; k++) {
            double z[MOST] = {0}, w[MOST];

            if (k > 0 && families[_i].rank < s.n)
                continue; /* redundant: of auto only */
            s.p.M = k % 2 ? &csc.m : &s.A;
            ck_assert_msg(run_once(ctx, "plasticity", solvers[k], 1e-10, &s.p,
                                   z, w, NULL) == ZN_OK,
                          "round %d: %s", round, zn_errmsg(ctx));
            ck_assert_double_le(naive(&s, z), 1.0001e-10);
            /* u is unique, as far as the condition of M allows */
            for (zn_index i = 0; i < s.n && !alone; i++)
                ck_assert_msg(fabs(w[i] - u[i]) <= 1e-6,
                              "round %d, %s: u(%td) = %.12g, not %.12g", round,
                              solvers[k], i, w[i], u[i]);
        }
        stored_free(&csc);
        solid_free(&s);
    }
    zn_ctx_free(ctx);
}
END_TEST

/* ---- failures ---------------------------------------------------------------------------- */

START_TEST(no_solver_claims_to_solve_what_has_no_solution)
{
    /* M = 0: w_N = -1 whatever r */
    zn_ctx *ctx = context();
    double z[6] = {0}, w[6];
    zn_solve_info info;
    solid s;

    solid_new(&s, ZN_DRUCKER_PRAGER, 2);
    s.M[21] = s.M[28] = s.M[35] = 1;
    s.q[0] = -1;
    s.q[3] = -1;
    s.eta[0] = s.eta[1] = s.theta[1] = 0.3;
    ck_assert_int_eq(
        run_once(ctx, "plasticity", solvers[_i], 1e-8, &s.p, z, w, &info),
        ZN_UNSOLVED);
    ck_assert_double_ge(info.error, 0.5);
    ck_assert_double_ge(naive(&s, z), 0.5);
    solid_free(&s);
    zn_ctx_free(ctx);
}
END_TEST

typedef struct tried {
    int n;
    zn_attempt at[8];
    char name[8][16];
} tried;

static void note_attempt(void *user, const zn_attempt *a)
{
    tried *t = user;

    ck_assert_int_lt(t->n, 8);
    t->at[t->n] = *a;
    snprintf(t->name[t->n++], sizeof t->name[0], "%s", a->solver);
}

/* Where there is no solution all ways are tried in their turn: sweeps, which are given up as soon as they gain
 * nothing, Newton's method three times and from other starts, then sweeps to their limit. */
START_TEST(each_way_is_tried_in_its_turn)
{
    zn_ctx *ctx = context();
    double z[6] = {0}, w[6];
    tried all = {0};
    zn_solver *k;
    solid s;

    solid_new(&s, ZN_DRUCKER_PRAGER, 2); /* the w_N have the sum -2 whatever r, and each sweep makes r larger */
    for (int i = 0; i < 6; i++)
        s.M[7 * i] = 1;
    s.M[3] = s.M[18] = -1;
    s.q[0] = s.q[3] = -1;
    s.eta[0] = s.eta[1] = s.theta[1] = 0.3;
    ck_assert_int_eq(zn_solver_new(ctx, "plasticity", "auto", &k), ZN_OK);
    ck_assert_int_eq(zn_solver_set(k, "patience", "50"), ZN_OK);
    ck_assert_int_eq(zn_solver_set(k, "max_sweeps", "3000"), ZN_OK);
    ck_assert_int_eq(zn_solver_set(k, "max_steps", "7"), ZN_OK);
    zn_solver_set_explain(k, note_attempt, &all);
    ck_assert_int_eq(zn_solver_solve(k, &s.p, z, w, NULL), ZN_UNSOLVED);
    ck_assert_int_eq(all.n, 6);
    for (int i = 0; i < 6; i++)
        ck_assert_str_eq(all.name[i], i == 0 || i == 5 ? "nsgs" : "newton");
    for (int i = 1; i < 4; i++)
        ck_assert_int_le(all.at[i].iterations, 7);
    ck_assert_int_gt(all.at[0].iterations, 7);
    ck_assert_int_lt(all.at[0].iterations, 1000);
    ck_assert_int_eq(all.at[0].outcome, ZN_STALLED);
    ck_assert_int_gt(all.at[4].iterations, 7);
    ck_assert_int_le(all.at[4].iterations, 450 * 7);
    ck_assert_int_eq(all.at[5].iterations, 3000);
    ck_assert_int_eq(all.at[5].outcome, ZN_ITERATION_LIMIT);
    zn_solver_free(k);
    solid_free(&s);
    zn_ctx_free(ctx);
}
END_TEST

static void refused(zn_ctx *ctx, const solid *s, zn_status want,
                    const char *words)
{
    double z[6] = {0}, w[6];
    zn_status st = run_once(ctx, "plasticity", "auto", -1, &s->p, z, w, NULL);

    ck_assert_msg(st == want && strstr(zn_errmsg(ctx), words), "%s, not '%s'",
                  zn_errmsg(ctx), words);
}

START_TEST(bad_data_are_refused)
{
    zn_ctx *ctx = context();
    solid s;

    solid_new(&s, ZN_DRUCKER_PRAGER, 2);
    s.eta[1] = -0.1;
    refused(ctx, &s, ZN_EINVAL, "eta(1) = -0.1, theta(1) = 0, must be >= 0");
    s.eta[1] = 0;
    s.theta[1] = NAN;
    refused(ctx, &s, ZN_EDOM, "theta(1) = nan");
    s.p.eta = NULL;
    refused(ctx, &s, ZN_EINVAL, "Drucker-Prager without eta and theta");
    s.p.model = ZN_VON_MISES;
    s.sigma_y[0] = -2;
    refused(ctx, &s, ZN_EINVAL, "sigma_y(0) = -2, must be >= 0");
    s.sigma_y[0] = INFINITY;
    refused(ctx, &s, ZN_EDOM, "sigma_y(0) = inf");
    s.p.sigma_y = NULL;
    refused(ctx, &s, ZN_EINVAL, "von Mises without sigma_y");
    s.p.sigma_y = s.sigma_y;
    s.p.model = (zn_yield)3;
    refused(ctx, &s, ZN_EINVAL, "model = 3, must be 1 (Drucker-Prager) or 2");
    s.p.nc = 1;
    s.p.model = ZN_VON_MISES;
    refused(ctx, &s, ZN_EINVAL, "M is 6 x 6, must be 3 x 3");
    s.p.nc = 0;
    refused(ctx, &s, ZN_EINVAL, "nc = 0, must be >= 1");
    s.p.nc = 2;
    s.sigma_y[0] = 1;
    s.q[4] = NAN;
    refused(ctx, &s, ZN_EDOM, "q(4) = nan");
    solid_free(&s);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("plasticity");
    TCase *tc = tcase_create("plasticity");

    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, the_error_is_the_one_of_the_header);
    tcase_add_test(tc, a_cone_without_slope_is_its_axis);
    tcase_add_test(tc, auto_begins_anew_where_a_start_is_none);
    tcase_add_loop_test(tc, auto_begins_elsewhere_where_nothing_arrives, -1, 2);
    tcase_add_loop_test(tc, auto_is_content_with_what_the_class_calls_solved, 0, 2);
    tcase_add_test(tc, without_a_load_the_error_is_the_residual);
    tcase_add_test(tc, a_point_without_diagonal_has_the_mean_of_the_others);
    tcase_add_loop_test(tc, one_point_by_hand, 0, SOLVERS);
    tcase_add_loop_test(tc, the_derivatives_are_those_of_the_map, 0, 2);
    tcase_add_test(tc, one_point_is_solved_by_projections_too);
    tcase_add_test(tc, stiff_points_are_solved_to_rounding);
    tcase_add_test(tc, one_point_has_the_same_bits_in_all_units);
    tcase_add_loop_test(tc, random_problems_agree_with_the_other_classes, 0,
                        FAMILIES_HERE);
    tcase_add_loop_test(tc, no_solver_claims_to_solve_what_has_no_solution, 0,
                        SOLVERS);
    tcase_add_test(tc, bad_data_are_refused);
    tcase_add_test(tc, each_way_is_tried_in_its_turn);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
