/* test_rotation.c - quaternions, rotation matrices and the exponential
 * The numbers named NE-... and CK-... are those of a program apart from this one
 * (60-digit arithmetic), doc/rigid-bodies.md.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include <zeno/zeno.h>

#include "kernel/mechanics/rotation.h"

#include "tests/unit/zeno_test.h"

static const double w[3] = {0.3, -0.2, 0.5};

static void unit(double p[4])
{
    for (int i = 0; i < 4; i++)
        p[i] = (i + 1) / sqrt(30);
}

static void near(int n, const double a[], const double b[], double tol)
{
    for (int i = 0; i < n; i++)
        ck_assert_msg(fabs(a[i] - b[i]) <= tol, "[%d] %.15g, expected %.15g", i,
                      a[i], b[i]);
}

START_TEST(reference_numbers)
{
    /* NE-1 ... NE-7, row by row there, column-major here */
    static const double R[9] = {-2 / 3.,  2 / 3.,   1 / 3., 2 / 15., -1 / 3.,
                                14 / 15., 11 / 15., 2 / 3., 2 / 15.};
    static const double pdot[4] = {-1.825741858351e-01, 2.373464415856e-01, 0,
                                   -7.302967433402e-02};
    static const double exp_w[4] = {9.528748528860e-01, 1.476362557665e-01,
                                    -9.842417051102e-02, 2.460604262775e-01};
    static const double log_p[3] = {1.030380585328, 1.545570877992,
                                    2.060761170656};
    static const double dexp_w[9] = {
        9.525767349704e-01,  2.323712235134e-01,  1.214024484232e-01,
        -2.519946435257e-01, 9.444003099652e-01,  1.289569101015e-01,
        -7.234389839248e-02, -1.616626101220e-01, 9.787412949867e-01};
    static const double dexpinv_w[9] = {
        9.756788797065e-01, -2.550319559228e-01, -8.742011019300e-02,
        2.449680440772e-01, 9.714855831041e-01,  -1.583865932047e-01,
        1.125798898070e-01, 1.416134067953e-01,  9.890974288339e-01};
    static const double small[3] = {1e-5, 2e-5, -1e-5};
    static const double exp_small[4] = {9.999999999250e-01, 4.999999999875e-06,
                                        9.999999999750e-06,
                                        -4.999999999875e-06};
    double p[4], out[9], E[12], rate[4] = {0};

    unit(p);
    zn_rotation_matrix(p, out);
    near(9, out, R, 1e-15);
    zn_rotation_rate(p, E);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 3; j++)
            rate[i] += E[i + 4 * j] * w[j] / 2;
    near(4, rate, pdot, 1e-13);
    zn_quaternion_exp(w, out);
    near(4, out, exp_w, 1e-13);
    zn_quaternion_log(p, out);
    near(3, out, log_p, 1e-12);
    zn_dexp(w, out);
    near(9, out, dexp_w, 1e-13);
    zn_dexp_inverse(w, out);
    near(9, out, dexpinv_w, 1e-13);
    zn_quaternion_exp(small, out);
    near(4, out, exp_small, 1e-16);
}
END_TEST

START_TEST(contact_frames)
{
    static const double n1[3] = {0, .6, .8}, n2[3] = {.48, .6, -.64};
    static const double E1[9] = {0, .6, .8, 1, 0, 0, 0, .8, -.6};
    static const double E2[9] = {.48,
                                 .6,
                                 -.64,
                                 8.595121951220e-01,
                                 -1.756097560976e-01,
                                 .48,
                                 1.756097560976e-01,
                                 -7.804878048780e-01,
                                 -.6};
    static const double low[3] = {.6, .64, -.48}, level[3] = {1, 0, -0.0};
    static const double E3[9] = {.6,       .64,       -.48,      28 / 37., -48 / 185.,
                                 .6, 48 / 185., -669 / 925., -.64};
    static const double E4[9] = {1, 0, 0, 0, 0, 1, 0, -1, 0};
    static const double up[3] = {0, 0, 1};
    static const double I[9] = {0, 0, 1, 1, 0, 0, 0, 1, 0};
    double E[9];

    zn_contact_frame(n1, E); /* CK-1, CK-2 */
    near(9, E, E1, 1e-16);
    zn_contact_frame(n2, E);
    near(9, E, E2, 1e-12);
    zn_contact_frame(low, E); /* by hand, s = -1, a = 25/37 */
    near(9, E, E3, 1e-15);
    zn_contact_frame(level, E);
    near(9, E, E4, 0);
    zn_contact_frame(up, E);
    near(9, E, I, 0);
}
END_TEST

/* What a normal is off by rounding its frame is: else the tangential reaction of a contact at
 * rest, from which the next step starts, is another one. */
START_TEST(rounding_turns_no_resting_frame)
{
    static const double normals[][3] = {
        {1, 0, 0},      {0, 1, 0},      {-1, 0, 0},       {0, -1, 0},
        {0.6, 0.8, 0},  {-0.8, 0.6, 0}, {0.6, 0, -0.8},   {0, 0.8, -0.6},
        {0.48, 0.6, 0.64}, {0, 0, 1},   {0, 0, -1},       {0.28, -0.96, 0}};

    for (size_t k = 0; k < sizeof normals / sizeof *normals; k++)
        for (int sign = -1; sign <= 1; sign += 2) {
            double n[3], E[9], F[9];

            zni_resting_frame(normals[k], E);
            memcpy(n, normals[k], sizeof n);
            n[2] += sign * 1e-15;
            zni_resting_frame(n, F);
            near(9, F, E, 1e-14); /* 1e-15 by at most 1 / (1 - 0.62) twice */
        }
}
END_TEST

/* Numbers in [-1, 1). */
static double number(void)
{
    static uint64_t s = 88172645463325252u;

    s ^= s << 13;
    s ^= s >> 7;
    s ^= s << 17;
    return (double)(s >> 11) / 4503599627370496.0 - 1;
}

static void any_unit(double p[4])
{
    for (int i = 0; i < 4; i++)
        p[i] = number();
    zn_quaternion_normalise(p);
}

START_TEST(identities_of_random_rotations)
{
    for (int k = 0; k < 200; k++) {
        double p[4], q[4], pq[4], P[9], Q[9], PQ[9], x[3], y[3], z[3], r[4];

        any_unit(p);
        any_unit(q);
        for (int i = 0; i < 3; i++)
            x[i] = number();
        zn_quaternion_product(p, q, pq);
        zn_rotation_matrix(p, P);
        zn_rotation_matrix(q, Q);
        zn_rotation_matrix(pq, PQ);
        zn_rotate(q, x, y);
        zn_rotate(p, y, y);
        zn_rotate(pq, x, z);
        near(3, y, z, 3e-15); /* a dozen roundings of numbers up to 2 */
        zn_rotate_back(pq, z, z);
        near(3, z, x, 3e-15);
        for (int i = 0; i < 3; i++) {
            double sum = 0;
            for (int j = 0; j < 3; j++)
                sum += PQ[i + 3 * j] * x[j];
            ck_assert(fabs(sum - y[i]) <= 3e-15);
        }
        /* back from the matrix, on every branch of Shepperd's choice */
        zn_rotation_quaternion(P, r);
        for (int i = 0; i < 4; i++)
            ck_assert(fabs(r[i] - (p[0] < 0 ? -p[i] : p[i])) <= 1e-15);
        /* exp(log p) = p */
        zn_quaternion_log(p, x);
        zn_quaternion_exp(x, r);
        for (int i = 0; i < 4; i++)
            ck_assert(fabs(r[i] - (p[0] < 0 ? -p[i] : p[i])) <= 2e-15);
    }
}
END_TEST

START_TEST(half_turns_have_a_quaternion)
{
    for (int axis = 0; axis < 3; axis++) {
        double R[9] = {-1, 0, 0, 0, -1, 0, 0, 0, -1}, p[4];
        R[4 * axis] = 1;
        zn_rotation_quaternion(R, p);
        for (int i = 0; i < 4; i++)
            ck_assert_double_eq(p[i], i == axis + 1);
    }
}
END_TEST

/* Nothing has no direction, and is taken for the identity; what is no number is no rotation at all,
 * also where none of the four is one. */
START_TEST(what_is_no_number_is_no_rotation)
{
    for (int some = 0; some < 16; some++) {
        double p[4] = {0};

        for (int i = 0; i < 4; i++)
            if (some >> i & 1)
                p[i] = NAN;
        zn_quaternion_normalise(p);
        for (int i = 0; i < 4; i++)
            if (some == 0)
                ck_assert_double_eq(p[i], i == 0);
            else
                ck_assert(isnan(p[i]));
    }
}
END_TEST

/* d/dt exp(w) = 1/2 exp(w) o (0, dexp(-w) w'), by differences, from angles where
 * series are summed to nearly a full turn. */
START_TEST(dexp_is_the_derivative_of_exp)
{
    static const double angles[] = {1e-9,  1e-4,  0.049, 0.051, 0.3,
                                    0.499, 0.501, 1,     3,     6.1};

    for (size_t a = 0; a < sizeof angles / sizeof *angles; a++)
        for (int j = 0; j < 3; j++) {
            const double h = 1e-5, size = angles[a] / sqrt(0.38);
            double at[3], to[3], from[3], back[3], D[9], e[4], f[4], g[4];
            double body[4] = {0}, half[4];

            for (int i = 0; i < 3; i++) {
                at[i] = to[i] = from[i] = size * w[i];
                back[i] = -at[i];
            }
            to[j] += h;
            from[j] -= h;
            zn_quaternion_exp(at, e);
            zn_quaternion_exp(to, f);
            zn_quaternion_exp(from, g);
            zn_dexp(back, D);
            for (int i = 0; i < 3; i++)
                body[1 + i] = D[i + 3 * j] / 2;
            zn_quaternion_product(e, body, half);
            for (int i = 0; i < 4; i++)
                ck_assert(fabs((f[i] - g[i]) / (2 * h) - half[i]) < 1e-10);
            /* dexp dexp^-1 = I */
            double inv[9], sum;
            zn_dexp(at, D);
            zn_dexp_inverse(at, inv);
            for (int r = 0; r < 3; r++) {
                sum = 0;
                for (int k = 0; k < 3; k++)
                    sum += D[r + 3 * k] * inv[k + 3 * j];
                ck_assert(fabs(sum - (r == j)) < 1e-13);
            }
        }
}
END_TEST

int main(void)
{
    Suite *s = suite_create("rotation");
    TCase *tc = tcase_create("rotation");

    tcase_add_test(tc, reference_numbers);
    tcase_add_test(tc, contact_frames);
    tcase_add_test(tc, rounding_turns_no_resting_frame);
    tcase_add_test(tc, identities_of_random_rotations);
    tcase_add_test(tc, half_turns_have_a_quaternion);
    tcase_add_test(tc, what_is_no_number_is_no_rotation);
    tcase_add_test(tc, dexp_is_the_derivative_of_exp);
    suite_add_tcase(s, tc);
    return test_main(s);
}
