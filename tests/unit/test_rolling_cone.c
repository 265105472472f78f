/* test_rolling_cone.c - the cone of rolling friction and its functions
 * SPDX-License-Identifier: Apache-2.0 */
#include "rolling_test.h"

#include "../../solvers/contact/contact.h"

/* A point of each way to project, for given mu, mu_r > 0: which of the two
 * constraints cut, from the tangential and rolling norms over mu x_N, mu_r x_N. */
enum { INSIDE, TANGENT, ROLLING, BOTH, APEX, WAYS };

static int way(zn_index d, double mu, double mur, const double x[])
{
    zn_index m = (d - 1) / 2;
    double P[5], s = 0, t = 0, ps = 0, pt = 0;
    bool cut_s, cut_t;

    zn_rolling_friction_project(d, mu, mur, x, P);
    for (zn_index i = 1; i <= m; i++) {
        s = hypot(s, x[i]);
        t = hypot(t, x[m + i]);
        ps = hypot(ps, P[i]);
        pt = hypot(pt, P[m + i]);
    }
    cut_s = ps < s * (1 - 1e-12);
    cut_t = pt < t * (1 - 1e-12);
    if (P[0] == 0)
        return APEX;
    return cut_s ? (cut_t ? BOTH : TANGENT) : cut_t ? ROLLING : INSIDE;
}

/* all ways are met often, whatever the coefficients; returns the largest size */
static double random_point(rng *g, zn_index d, double mu, double mur,
                           double x[])
{
    zn_index m = (d - 1) / 2;
    double size = 2 * (1 + mu + mur), s = uniform(g, 0, 2);
    double t = uniform(g, 0, 2);

    x[0] = uniform(g, -size, size);
    for (zn_index i = 1; i <= m; i++) {
        x[i] = uniform(g, -s, s);
        x[m + i] = uniform(g, -t, t);
    }
    return size;
}

static const double coefficients[][2] = {
    {0.5, 0.3}, {0, 0.3}, {0.5, 0}, {0, 0}, {2, 3}, {1e-3, 0.7}, {40, 1e-2}};
enum { NCOEF = sizeof coefficients / sizeof coefficients[0] };

/* Moreau: x = P + (x - P) with P in K, P - x in K*, the two orthogonal; no
 * other point of K has these properties. */
START_TEST(the_projection_has_the_certificate_of_the_nearest_point)
{
    zn_index d = _i % 2 ? 5 : 3, m = (d - 1) / 2;
    double mu = coefficients[_i / 2][0], mur = coefficients[_i / 2][1];
    rng g = {(uint64_t)(7 + _i)};
    int seen[WAYS] = {0};

    for (int k = 0; k < 4000; k++) {
        double x[5], P[5], y[5], s = 0, t = 0, ys = 0, yt = 0, dot = 0;
        /* rounding of numbers of that size, times the coefficients */
        double eps = 2e-15 * random_point(&g, d, mu, mur, x) * (1 + mu + mur);

        zn_rolling_friction_project(d, mu, mur, x, P);
        for (zn_index i = 1; i <= m; i++) {
            s = hypot(s, P[i]);
            t = hypot(t, P[m + i]);
        }
        for (zn_index i = 0; i < d; i++) {
            y[i] = P[i] - x[i];
            dot += y[i] * P[i];
        }
        for (zn_index i = 1; i <= m; i++) {
            ys = hypot(ys, y[i]);
            yt = hypot(yt, y[m + i]);
        }
        ck_assert_double_le(s, mu * P[0] + eps);
        ck_assert_double_le(t, mur * P[0] + eps);
        ck_assert_double_ge(P[0], 0);
        ck_assert_double_le(mu * ys + mur * yt, y[0] + eps);
        ck_assert_double_le(fabs(dot), 10 * eps * (1 + mu + mur));
        seen[way(d, mu, mur, x)]++;
    }
    if (mu > 0.1 && mur > 0.1)
        for (int w = 0; w < WAYS; w++)
            ck_assert_msg(seen[w] > 20, "way %d: %d points", w, seen[w]);
}
END_TEST

/* Boyle & Dykstra (1986): alternating projections on the two cones, each with
 * its own correction, go to the nearest point of what they share. */
static void dykstra(zn_index d, double mu, double mur, const double x[],
                    double out[])
{
    zn_index m = (d - 1) / 2;
    double p[2][5] = {{0}};

    memcpy(out, x, (size_t)d * sizeof *x);
    for (int it = 0; it < 20000; it++) {
        for (int c = 0; c < 2; c++) {
            double y[5], three[3], Q[3];

            for (zn_index i = 0; i < d; i++)
                out[i] = y[i] = out[i] + p[c][i];
            three[0] = y[0];
            for (zn_index i = 0; i < m; i++)
                three[1 + i] = y[1 + c * m + i];
            zn_friction_project(1 + m, c ? mur : mu, three, Q);
            out[0] = Q[0];
            for (zn_index i = 0; i < m; i++)
                out[1 + c * m + i] = Q[1 + i];
            for (zn_index i = 0; i < d; i++)
                p[c][i] = y[i] - out[i];
        }
    }
}

START_TEST(the_projection_is_the_limit_of_alternating_ones)
{
    zn_index d = _i % 2 ? 5 : 3;
    double mu = coefficients[_i / 2][0], mur = coefficients[_i / 2][1];
    rng g = {(uint64_t)(90 + _i)};

    for (int k = 0; k < 30; k++) {
        double x[5], P[5], D[5], size = random_point(&g, d, mu, mur, x);

        zn_rolling_friction_project(d, mu, mur, x, P);
        dykstra(d, mu, mur, x, D);
        /* Dykstra's algorithm is linear here, but slowly where the cones meet
         * at a small angle */
        for (zn_index i = 0; i < d; i++)
            ck_assert_msg(fabs(P[i] - D[i]) <= 1e-6 * size,
                          "%d, %td: %.12g, %.12g", k, i, P[i], D[i]);
    }
}
END_TEST

START_TEST(the_projection_agrees_with_halved_intervals)
{
    zn_index d = _i % 2 ? 5 : 3;
    double mu = coefficients[_i / 2][0], mur = coefficients[_i / 2][1];
    rng g = {(uint64_t)(50 + _i)};

    for (int k = 0; k < 500; k++) {
        double x[5], P[5], in_place[5];
        long double lx[5], lP[5];
        double eps = 1e-15 * random_point(&g, d, mu, mur, x) * (1 + mu + mur);

        for (zn_index i = 0; i < d; i++) {
            lx[i] = x[i];
            in_place[i] = x[i];
        }
        zn_rolling_friction_project(d, mu, mur, x, P);
        zn_rolling_friction_project(d, mu, mur, in_place, in_place);
        naive_project(d, mu, mur, 0, lx, lP);
        for (zn_index i = 0; i < d; i++) {
            ck_assert_double_eq_tol(P[i], (double)lP[i], eps);
            ck_assert(P[i] == in_place[i]);
        }
    }
}
END_TEST

START_TEST(without_rolling_it_is_the_cone_of_friction)
{
    rng g = {3};

    /* x_M = 0 and any mu_r: the third constraint never cuts */
    for (int k = 0; k < 500; k++) {
        double x[5] = {0}, P[5], Q[3];

        random_point(&g, 3, 0.6, 0.2, x);
        zn_rolling_friction_project(5, 0.6, 0.2, x, P);
        zn_friction_project(3, 0.6, x, Q);
        for (int i = 0; i < 3; i++)
            ck_assert_double_eq_tol(P[i], Q[i], 1e-15);
        ck_assert(P[3] == 0 && P[4] == 0);
    }
}
END_TEST

/* By hand, mu = 1, mu_r = 1/2, d = 3: (x, s, t) */
START_TEST(points_of_each_kind_by_hand)
{
    static const double x[][3] = {
        {2, 1, -0.5}, /* in K */
        {1, 3, 0.5},  /* T: n = (1 + 3) / 2 = 2, t = 1/2 <= 1 */
        {1, -0.5, 3}, /* M: n = (1 + 3/2) / (5/4) = 2, s = 1/2 <= 2 */
        {1, 3, -4},   /* both: n = (1 + 3 + 2) / (9/4) = 8/3 */
        {-5, 3, -4},  /* -5 + 3 + 2 = 0: apex */
    };
    static const double P[][3] = {{2, 1, -0.5},
                                  {2, 2, 0.5},
                                  {2, -0.5, 1},
                                  {8.0 / 3, 8.0 / 3, -4.0 / 3},
                                  {0, 0, 0}};

    for (int k = 0; k < 5; k++) {
        double out[3];

        zn_rolling_friction_project(3, 1, 0.5, x[k], out);
        for (int i = 0; i < 3; i++)
            ck_assert_double_eq_tol(out[i], P[k][i], 1e-15);
        ck_assert_int_eq(way(3, 1, 0.5, x[k]), k);
    }
}
END_TEST

/* central differences, on points that stay on one side of every border */
START_TEST(the_jacobian_agrees_with_differences_on_every_branch)
{
    zn_index d = _i % 2 ? 5 : 3;
    double mu = coefficients[_i / 2][0], mur = coefficients[_i / 2][1];
    rng g = {(uint64_t)(20 + _i)};
    const zni_part part[] = {{1, (d - 1) / 2, mu},
                             {1 + (d - 1) / 2, (d - 1) / 2, mur}};
    const double h = 1e-6;
    int seen[WAYS] = {0};

    for (int k = 0; k < 1500; k++) {
        double x[5], P[5], G[25], far[5];
        int kind;
        bool border = false;

        random_point(&g, d, mu, mur, x);
        kind = way(d, mu, mur, x);
        /* the kind is that of all points near x */
        for (int e = 0; e < 40 && !border; e++) {
            for (zn_index i = 0; i < d; i++)
                far[i] = x[i] + uniform(&g, -1e-3, 1e-3);
            border = way(d, mu, mur, far) != kind;
        }
        if (border)
            continue;
        seen[kind]++;
        zni_rolling_project(d, 2, part, x, P, G);
        for (zn_index j = 0; j < d; j++) {
            double a[5], b[5], y[5];

            memcpy(y, x, sizeof y);
            y[j] = x[j] + h;
            zn_rolling_friction_project(d, mu, mur, y, a);
            y[j] = x[j] - h;
            zn_rolling_friction_project(d, mu, mur, y, b);
            for (zn_index i = 0; i < d; i++) {
                double slope = (a[i] - b[i]) / (2 * h);

                /* third derivatives are at most (1 + mu) / |x_T|^2, and the
                 * differences round to 1e-16 / h; x_T may be 1e-2 */
                ck_assert_msg(fabs(G[i + j * d] - slope) <= 1e-7,
                              "kind %d, G(%td,%td) = %.12g, %.12g", kind, i, j,
                              G[i + j * d], slope);
                ck_assert_double_eq_tol(G[i + j * d], G[j + i * d], 1e-14);
            }
        }
    }
    if (mu > 0.1 && mur > 0.1)
        for (int w = 0; w < WAYS; w++)
            ck_assert_msg(seen[w] > 10, "way %d: %d points", w, seen[w]);
}
END_TEST

START_TEST(the_shift_and_its_gradient)
{
    const double u[] = {7, 3, -4, 0.6, 0.8}, still[] = {1, 0, 0, 0, 0};
    const zni_part part[] = {{1, 2, 0.5}, {3, 2, 2}};
    double g[5];

    /* 0.5 * 5 + 2 * 1 */
    ck_assert_double_eq_tol(zni_rolling_shift(5, 2, part, u, g), 4.5, 1e-15);
    ck_assert_double_eq(g[0], 0);
    ck_assert_double_eq_tol(g[1], 0.3, 1e-15);
    ck_assert_double_eq_tol(g[2], -0.4, 1e-15);
    ck_assert_double_eq_tol(g[3], 1.2, 1e-15);
    ck_assert_double_eq_tol(g[4], 1.6, 1e-15);
    ck_assert_double_eq(zni_rolling_shift(5, 2, part, still, g), 0);
    for (int i = 0; i < 5; i++)
        ck_assert_double_eq(g[i], 0);
}
END_TEST

/* A and B of the functions of Newton against differences */
START_TEST(derivatives_of_the_functions_of_newton)
{
    static const zni_map_kind kinds[] = {ZNI_NATURAL, ZNI_AC, ZNI_JM};
    zn_index d = _i % 2 ? 5 : 3;
    zni_map_kind kind = kinds[_i / 2];
    const double mu[] = {0.5}, mur[] = {0.3}, rho = 0.7, h = 1e-7;
    const zni_fc one = {
        .law = &zni_rolling, .d = d, .nc = 1, .mu = mu, .mur = mur};
    rng g = {(uint64_t)(31 + _i)};
    int compared = 0;

    for (int k = 0; k < 400; k++) {
        double u[5], r[5], phi[5], A[25], B[25];
        bool kink = false;

        random_point(&g, d, 0.5, 0.3, u);
        random_point(&g, d, 0.5, 0.3, r);
        one.law->map(kind, &one, 0, (double[2]){rho, rho}, u, r, phi, A, B);
        for (zn_index j = 0; j < 2 * d && !kink; j++) {
            double *x = j < d ? &u[j] : &r[j - d], keep = *x, a[5], b[5];
            const double *J = (j < d ? A + j * d : B + (j - d) * d);

            *x = keep + h;
            one.law->map(kind, &one, 0, (double[2]){rho, rho}, u, r, a, NULL,
                         NULL);
            *x = keep - h;
            one.law->map(kind, &one, 0, (double[2]){rho, rho}, u, r, b, NULL,
                         NULL);
            *x = keep;
            for (zn_index i = 0; i < d && !kink; i++) {
                double right = (a[i] - phi[i]) / h, left = (phi[i] - b[i]) / h;

                kink = fabs(right - left) > 1e-4;
                if (!kink)
                    ck_assert_msg(fabs(J[i] - (left + right) / 2) <= 1e-5,
                                  "kind %d, d phi_%td / d x_%td = %g, %g",
                                  (int)kind, i, j, J[i], (left + right) / 2);
            }
        }
        compared += !kink;
    }
    ck_assert_int_gt(compared, 300);
}
END_TEST

START_TEST(nan_comes_out_as_nan)
{
    const zni_part part[] = {{1, 2, 0.5}, {3, 2, 0.3}};

    for (int k = 0; k < 5; k++) {
        double x[5] = {1, 2, 3, 4, 5}, u[5] = {0}, P[5], sum = 0;

        x[k] = NAN;
        zn_rolling_friction_project(5, 0.5, 0.3, x, P);
        for (int i = 0; i < 5; i++)
            sum += P[i];
        ck_assert(isnan(sum));
        ck_assert(isnan(zni_contact_residual(2, part, x, u)));
        ck_assert(isnan(zni_contact_residual(2, part, u, x)));
    }
}
END_TEST

/* ---- a load that nothing holds back -------------------------------------------- */

/* A contact whose normal moves nothing, so that r_N may be anything: what solvers measure is what the class
 * does, also where u is lost beside r. u = q = (0, 1/2, 1/4, ...), shifted by mu / 2 + mu_r / 4 and more. */
START_TEST(a_load_without_end_hides_no_motion)
{
    static const zn_index rows[] = {3, 5, 6};
    const zn_index d = rows[_i];
    const double mu = 0.5, mur[] = {1000, 2}, loads[] = {1, 1e9, 1e19};
    zn_ctx *ctx = context();

    for (int k = 0; k < 3; k++) {
        double W[36] = {0}, q[6] = {0, 0.5}, z[6] = {0}, given[6] = {loads[k]}, work[12];
        const zn_matrix M = zn_matrix_dense(d, d, W);
        const zn_rolling_friction p = {d, 1, &M, q, &mu, mur};
        zni_fc c = {0};
        double own, of_class;

        for (zn_index i = 1; i < d; i++)
            W[i * (d + 1)] = 1;
        q[(d + 1) / 2] = 0.25;
        of_class = zn_rolling_friction_error(&p, given, q, work);
        memcpy(z, given, sizeof z);
        ck_assert_int_eq(zni_fc_set_rolling(ctx, &c, &p, z), ZN_OK);
        own = zni_fc_error(&c, z, c.q);
        /* it leaves itself a millionth, and a part of what is forgiven, 1e-6 at most */
        ck_assert_double_eq_tol(own / of_class, 1, 1e-5);
        zni_fc_fini(ctx, &c);
    }
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("rolling friction, cone");
    TCase *tc = tcase_create("cone");

    tcase_add_loop_test(tc,
                        the_projection_has_the_certificate_of_the_nearest_point,
                        0, 2 * NCOEF);
    tcase_add_loop_test(tc, the_projection_is_the_limit_of_alternating_ones, 0,
                        2 * NCOEF);
    tcase_add_loop_test(tc, the_projection_agrees_with_halved_intervals, 0,
                        2 * NCOEF);
    tcase_add_test(tc, without_rolling_it_is_the_cone_of_friction);
    tcase_add_test(tc, points_of_each_kind_by_hand);
    tcase_add_loop_test(
        tc, the_jacobian_agrees_with_differences_on_every_branch, 0, 2 * NCOEF);
    tcase_add_test(tc, the_shift_and_its_gradient);
    tcase_add_loop_test(tc, derivatives_of_the_functions_of_newton, 0, 6);
    tcase_add_test(tc, nan_comes_out_as_nan);
    tcase_add_loop_test(tc, a_load_without_end_hides_no_motion, 0, 3);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
