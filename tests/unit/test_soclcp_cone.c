/* test_soclcp_cone.c - one second-order cone: projection, function of Fischer and Burmeister
 * SPDX-License-Identifier: Apache-2.0 */
#include "vi_test.h"

#include <zeno/soclcp.h>

#include "../../solvers/classes/cone/cone.h"

/* ---- one cone ------------------------------------------------------------------ */

START_TEST(projection_by_hand_in_every_region)
{
    /* tau = 1/2: inside; opposite (in the polar cone); on the side: x = (1, 3,
     * 4), s = 5, a = (1 + 2.5) / 1.25 = 2.8, rest 0.5 a (0.6, 0.8) */
    double in[] = {4, 1, -1}, polar[] = {-5, 3, 4}, side[] = {1, 3, 4};
    double half_line[] = {-2};

    zni_soc_project(3, 0.5, in);
    ck_assert_double_eq(in[0], 4);
    ck_assert_double_eq(in[2], -1);
    zni_soc_project(3, 0.5, polar);
    ck_assert_double_eq(polar[0], 0);
    ck_assert_double_eq(polar[2], 0);
    zni_soc_project(3, 0.5, side);
    ck_assert_double_eq_tol(side[0], 2.8, 1e-15);
    ck_assert_double_eq_tol(side[1], 0.84, 1e-15);
    ck_assert_double_eq_tol(side[2], 1.12, 1e-15);
    zni_soc_project(1, 0.5, half_line);
    ck_assert_double_eq(half_line[0], 0);
}
END_TEST

START_TEST(fischer_burmeister_derivatives_are_differences)
{
    const double eps = 1e-6;
    rng r = {22};
    int checked = 0;

    for (int trial = 0; trial < 300; trial++) {
        zn_index d = 1 + trial % 4;
        double tau = trial % 2 ? 0.4 : 1.7, z[4], w[4], phi[4], work[12];
        double Jz[16], Jw[16], most = 0;

        for (zn_index i = 0; i < d; i++) {
            z[i] = uniform(&r, -1, 1);
            w[i] = uniform(&r, -1, 1);
        }
        zni_soc_phi(d, tau, z, w, phi, Jz, Jw, work);
        /* near the border of the cone the derivatives grow */
        for (zn_index i = 0; i < d * d; i++)
            most = fmax(most, fmax(fabs(Jz[i]), fabs(Jw[i])));
        if (fabs(w[0]) + fabs(z[0]) < 0.2 || most > 5)
            continue;
        checked++;
        for (zn_index j = 0; j < d; j++) {
            for (int which = 0; which < 2; which++) {
                double *x = which ? &w[j] : &z[j], at = *x, up[4], down[4];
                const double *J = which ? Jw : Jz;

                *x = at + eps;
                zni_soc_phi(d, tau, z, w, up, NULL, NULL, work);
                *x = at - eps;
                zni_soc_phi(d, tau, z, w, down, NULL, NULL, work);
                *x = at;
                for (zn_index i = 0; i < d; i++)
                    ck_assert_double_eq_tol(
                        J[i + j * d], (up[i] - down[i]) / (2 * eps), 1e-5);
            }
        }
    }
    ck_assert_int_gt(checked, 100);
}
END_TEST

START_TEST(fischer_burmeister_vanishes_at_solutions_only)
{
    /* tau = 1/2: z on the border, w on the border of the dual, opposite: z = (2,
     * 0.6, 0.8), w = (1, -1.2, -1.6): |w_r| = 2, w_0 = tau 2; z'w = 2 - 2 */
    const double z[] = {2, 0.6, 0.8}, w[] = {1, -1.2, -1.6};
    const double inside[] = {3, 0.6, 0.8}, zero[] = {0, 0, 0};
    double phi[3], work[9], Jz[9], Jw[9];

    zni_soc_phi(3, 0.5, z, w, phi, NULL, NULL, work);
    for (int i = 0; i < 3; i++)
        ck_assert_double_eq_tol(phi[i], 0, 1e-14);
    zni_soc_phi(3, 0.5, inside, zero, phi, NULL, NULL, work);
    for (int i = 0; i < 3; i++)
        ck_assert_double_eq_tol(phi[i], 0, 1e-14);
    zni_soc_phi(3, 0.5, inside, w, phi, NULL, NULL, work);
    ck_assert_double_gt(fabs(phi[0]) + fabs(phi[1]), 0.1);

    /* at the kink 0, 0 there is an element, finite */
    zni_soc_phi(3, 0.5, zero, zero, phi, Jz, Jw, work);
    for (int i = 0; i < 9; i++)
        ck_assert(isfinite(Jz[i]) && isfinite(Jw[i]));
    ck_assert_double_lt(Jz[0] + Jw[0], 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("second-order cone");
    TCase *tc = tcase_create("cone");

    tcase_add_test(tc, projection_by_hand_in_every_region);
    tcase_add_test(tc, fischer_burmeister_derivatives_are_differences);
    tcase_add_test(tc, fischer_burmeister_vanishes_at_solutions_only);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
