/* test_cone_scaling.c - Jordan algebra and scaling of second-order cones
 * SPDX-License-Identifier: Apache-2.0 */
#include "lcp_test.h"

#include "../../solvers/methods/nt.h"

enum { WIDEST = 6, TRIALS = 300 };

/* a point inside, the least spectral value `least` */
static void inside(rng *g, zn_index d, double least, double x[])
{
    double s = 0;

    for (zn_index i = 1; i < d; i++) {
        x[i] = uniform(g, -1, 1);
        s += x[i] * x[i];
    }
    x[0] = sqrt(s) + least;
}

START_TEST(product_and_quotient_by_hand)
{
    /* (2, 1, -1) o (3, 2, 4) = (6 + 2 - 4, 2 (2, 4) + 3 (1, -1)) */
    const double x[] = {2, 1, -1}, y[] = {3, 2, 4};
    const double e[] = {1, 0, 0};
    double out[3], half_line[1];

    zni_soc_product(3, x, y, out);
    ck_assert_double_eq(out[0], 4);
    ck_assert_double_eq(out[1], 7);
    ck_assert_double_eq(out[2], 5);
    zni_soc_quotient(3, x, out, out);
    for (int i = 0; i < 3; i++)
        ck_assert_double_eq_tol(out[i], y[i], 1e-14);
    zni_soc_product(3, x, e, out);
    for (int i = 0; i < 3; i++)
        ck_assert_double_eq(out[i], x[i]);
    zni_soc_quotient(1, (double[]){4}, (double[]){2}, half_line);
    ck_assert_double_eq(half_line[0], 0.5);
}
END_TEST

START_TEST(least_spectral_value_by_hand)
{
    ck_assert_double_eq(zni_soc_least(3, (double[]){7, 3, -4}), 2);
    ck_assert_double_eq(zni_soc_least(1, (double[]){-2}), -2);
}
END_TEST

START_TEST(reach_ends_on_the_border)
{
    rng g = {31};
    int bounded = 0, free = 0;

    for (int k = 0; k < TRIALS; k++) {
        zn_index d = 1 + k % WIDEST;
        double x[WIDEST], dx[WIDEST], at[WIDEST], t;

        inside(&g, d, pow(10, uniform(&g, -6, 0)), x);
        for (zn_index i = 0; i < d; i++)
            dx[i] = uniform(&g, -1, 1);
        t = zni_soc_reach(d, x, dx);
        if (isinf(t)) {
            ck_assert_double_ge(zni_soc_least(d, dx), 0);
            free++;
            continue;
        }
        ck_assert_double_gt(t, 0);
        /* relative to the point there: a difference of near numbers */
        for (zn_index i = 0; i < d; i++)
            at[i] = x[i] + t * dx[i];
        ck_assert_double_eq_tol(zni_soc_least(d, at), 0, 1e-9 * (1 + t));
        for (zn_index i = 0; i < d; i++)
            at[i] = x[i] + 0.99 * t * dx[i];
        ck_assert_double_gt(zni_soc_least(d, at), 0);
        bounded++;
    }
    ck_assert_int_gt(bounded, 100);
    ck_assert_int_gt(free, 10);
    ck_assert_double_eq(zni_soc_reach(1, (double[]){3}, (double[]){-2}), 1.5);
    /* (5, 3) + t (-1, 1): 5 - t = 3 + t */
    ck_assert_double_eq_tol(
        zni_soc_reach(2, (double[]){5, 3}, (double[]){-1, 1}), 1, 1e-14);
}
END_TEST

/* W y = W^-1 x; W symmetric; N = W^2, N y = x; W maps e to beta w */
START_TEST(scaling_maps_y_to_what_its_inverse_maps_x_to)
{
    rng g = {32};

    for (int k = 0; k < TRIALS; k++) {
        zn_index d = 1 + k % WIDEST;
        double x[WIDEST], y[WIDEST], w[WIDEST], l[WIDEST], m[WIDEST];
        double N[WIDEST * WIDEST], e[WIDEST], f[WIDEST];
        double beta, near = pow(10, uniform(&g, -4, 1)), size = 0, det = 0;

        inside(&g, d, near, x);
        inside(&g, d, pow(10, uniform(&g, -4, 1)), y);
        beta = zni_nt_scaling(d, 1, x, y, w);
        ck_assert_double_gt(beta, 0);
        for (zn_index i = 0; i < d; i++)
            det += (i ? -1 : 1) * w[i] * w[i];
        ck_assert_double_eq_tol(det, 1, 1e-7 * w[0] * w[0]);
        zni_nt_apply(d, beta, w, y, l);
        zni_nt_apply_inverse(d, beta, w, x, m);
        for (zn_index i = 0; i < d; i++)
            size = fmax(size, fabs(l[i]));
        /* near the border digits of det are lost: 1e-16 / 1e-4 squared */
        for (zn_index i = 0; i < d; i++)
            ck_assert_msg(fabs(l[i] - m[i]) <= 1e-8 * size,
                          "d = %td: (W y)_%td = %.15g, (W^-1 x)_%td = %.15g", d,
                          i, l[i], i, m[i]);
        ck_assert_double_gt(zni_soc_least(d, l), 0);

        zni_nt_apply_inverse(d, beta, w, l, m);
        for (zn_index i = 0; i < d; i++)
            ck_assert_double_eq_tol(m[i], y[i], 1e-8 * (1 + y[0]));
        for (zn_index j = 0; j < d; j++)
            zni_nt_square_column(d, beta, w, j, N + j * d);
        for (zn_index j = 0; j < d; j++) {
            double sum = 0;

            memset(e, 0, sizeof e);
            e[j] = 1;
            zni_nt_apply(d, beta, w, e, f);
            zni_nt_apply(d, beta, w, f, f);
            for (zn_index i = 0; i < d; i++) {
                ck_assert_double_eq_tol(N[i + j * d], f[i],
                                        1e-9 * (1 + fabs(N[0])));
                ck_assert_double_eq(N[i + j * d], N[j + i * d]);
                sum += N[j + i * d] * y[i];
            }
            ck_assert_double_eq_tol(sum, x[j], 1e-7 * (1 + x[0]));
        }
    }
}
END_TEST

START_TEST(a_point_outside_has_no_scaling)
{
    double w[3];
    const double in[] = {2, 1, 0}, out[] = {1, 1, 0.1}, bad[] = {NAN, 0, 0};

    ck_assert(isnan(zni_nt_scaling(3, 1, in, out, w)));
    ck_assert(isnan(zni_nt_scaling(3, 1, out, in, w)));
    ck_assert(isnan(zni_nt_scaling(3, 1, bad, in, w)));
    ck_assert_double_gt(zni_nt_scaling(3, 1, in, in, w), 0);
}
END_TEST

/* The direction of a step solves the linearised x o y = mu e in the scaled space:
 * with dx = g - N dy, g = -x + W (l \ (mu e)), the change of (W^-1 x) o (W y) by a
 * small part t of it is t (mu e - l o l), by differences. */
START_TEST(a_step_moves_the_scaled_product_as_asked)
{
    rng g = {33};
    const double t = 1e-6, mu = 0.3;

    for (int k = 0; k < TRIALS; k++) {
        zn_index d = 1 + k % WIDEST;
        double x[WIDEST], y[WIDEST], w[WIDEST], l[WIDEST], q[WIDEST];
        double dy[WIDEST], xt[WIDEST], yt[WIDEST], product[2][WIDEST], beta;
        double want[WIDEST], N[WIDEST * WIDEST];

        inside(&g, d, uniform(&g, 0.2, 2), x);
        inside(&g, d, uniform(&g, 0.2, 2), y);
        beta = zni_nt_scaling(d, 1, x, y, w);
        zni_nt_apply(d, beta, w, y, l);
        for (zn_index j = 0; j < d; j++)
            zni_nt_square_column(d, beta, w, j, N + j * d);
        memset(q, 0, sizeof q);
        q[0] = mu;
        zni_soc_quotient(d, l, q, q);
        zni_nt_apply(d, beta, w, q, q);
        for (zn_index i = 0; i < d; i++)
            dy[i] = uniform(&g, -1, 1);
        for (int side = 0; side < 2; side++) {
            double s = side ? t : -t;

            for (zn_index i = 0; i < d; i++) {
                double dx = q[i] - x[i];

                for (zn_index j = 0; j < d; j++)
                    dx -= N[i + j * d] * dy[j];
                xt[i] = x[i] + s * dx;
                yt[i] = y[i] + s * dy[i];
            }
            zni_nt_apply_inverse(d, beta, w, xt, xt);
            zni_nt_apply(d, beta, w, yt, yt);
            zni_soc_product(d, xt, yt, product[side]);
        }
        zni_soc_product(d, l, l, want);
        for (zn_index i = 0; i < d; i++)
            ck_assert_double_eq_tol((product[1][i] - product[0][i]) / (2 * t),
                                    (i == 0 ? mu : 0) - want[i],
                                    1e-7 * (1 + want[0]));
    }
}
END_TEST

/* W in its axes: W v = Q l^1/2 Q'v, Q orthogonal; near the border too */
START_TEST(frame_is_that_of_the_scaling)
{
    rng g = {77};

    for (int k = 0; k < TRIALS; k++) {
        zn_index d = 1 + k % WIDEST;
        double x[WIDEST], y[WIDEST], w[WIDEST], f[WIDEST], l[WIDEST];
        double v[WIDEST], in[WIDEST], out[WIDEST], by[WIDEST], beta, n = 0,
                                                                    m = 0, s = 0;

        inside(&g, d, pow(10, uniform(&g, -4, 0)), x);
        inside(&g, d, pow(10, uniform(&g, -4, 0)), y);
        beta = zni_nt_scaling(d, 1, x, y, w);
        zni_frame_set(d, beta, w, f, l);
        for (zn_index i = 0; i < d; i++) {
            v[i] = uniform(&g, -1, 1);
            n += v[i] * v[i];
        }
        zni_frame_in(d, f, v, in);
        for (zn_index i = 0; i < d; i++)
            m += in[i] * in[i];
        ck_assert_double_eq_tol(m, n, 1e-14 * n);
        zni_frame_out(d, f, in, out);
        for (zn_index i = 0; i < d; i++)
            ck_assert_double_eq_tol(out[i], v[i], 1e-15 * (1 + sqrt(n)));
        for (zn_index i = 0; i < d; i++)
            in[i] *= sqrt(l[i]);
        zni_frame_out(d, f, in, out);
        zni_nt_apply(d, beta, w, v, by);
        for (zn_index i = 0; i < d; i++)
            s = fmax(s, sqrt(l[i]));
        /* rounding of the largest entry of W */
        for (zn_index i = 0; i < d; i++)
            ck_assert_double_eq_tol(out[i], by[i], 1e-13 * s);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("scaling of cones");
    TCase *tc = tcase_create("cones");

    tcase_add_test(tc, product_and_quotient_by_hand);
    tcase_add_test(tc, least_spectral_value_by_hand);
    tcase_add_test(tc, reach_ends_on_the_border);
    tcase_add_test(tc, scaling_maps_y_to_what_its_inverse_maps_x_to);
    tcase_add_test(tc, a_point_outside_has_no_scaling);
    tcase_add_test(tc, a_step_moves_the_scaled_product_as_asked);
    tcase_add_test(tc, frame_is_that_of_the_scaling);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
