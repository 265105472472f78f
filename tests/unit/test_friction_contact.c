/* test_friction_contact.c - one contact: closed forms against brute force
 * SPDX-License-Identifier: Apache-2.0 */
#include "friction_test.h"

#include <time.h>

#include "solvers/contact/contact.h"

/* M = H H' + small I of random H (d x d), rows scaled */
static void random_block(rng *g, double M[9], double tilt)
{
    double H[9];

    for (int i = 0; i < 9; i++)
        H[i] = uniform(g, -1, 1);
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            M[i + 3 * j] = i == j ? 0.05 : 0;
            for (int k = 0; k < 3; k++)
                M[i + 3 * j] += H[i + 3 * k] * H[j + 3 * k];
        }
    }
    /* skew part */
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < i; j++) {
            double s = tilt * uniform(g, -1, 1);

            M[i + 3 * j] += s;
            M[j + 3 * i] -= s;
        }
}

static double distance(const double a[3], const double b[3])
{
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
                (a[2] - b[2]) * (a[2] - b[2]));
}

/* All slips with r_N > 0 and u_T against r_T, by bisection on 3600 intervals of
 * the angle: the tangential velocity across r_T changes sign. */
static int brute(const double M[9], const double q[3], double mu, double r[][3])
{
    enum { N = 3600 };
    int n = 0;

    for (int k = 0; k < N && n < 8; k++) {
        double lo = 2 * M_PI * k / N, hi = 2 * M_PI * (k + 1) / N, f[2] = {0};
        double x[3] = {0}, u[3];

        for (int side = -1; side < 60; side++) {
            double a = side < 0 ? lo : side == 0 ? hi : (lo + hi) / 2, v;
            double den = M[0] + mu * (M[3] * cos(a) + M[6] * sin(a));

            /* row N: r_N den = -q_N; scaled by den, which may vanish */
            x[0] = -q[0] / den;
            x[1] = mu * x[0] * cos(a);
            x[2] = mu * x[0] * sin(a);
            for (int i = 0; i < 3; i++)
                u[i] = q[i] + M[i] * x[0] + M[i + 3] * x[1] + M[i + 6] * x[2];
            v = (u[2] * cos(a) - u[1] * sin(a)) * den;
            if (side <= 0) {
                f[side + 1] = v;
                if (side == 0 && f[0] * f[1] > 0)
                    break;
            } else if (v * f[0] > 0) {
                lo = a;
            } else {
                hi = a;
            }
        }
        if (f[0] * f[1] > 0 || !(x[0] > 0) || u[1] * x[1] + u[2] * x[2] > 0)
            continue;
        memcpy(r[n++], x, sizeof x);
    }
    return n;
}

/* the solution of contact c must be a stick or one of brute's slips */
static void check(const double M[9], const double q[3], double mu, int k,
                  int count[3])
{
    zni_contact c;
    double r[3] = {0}, all[8][3], least = INFINITY, size;
    int n;

    zni_contact_set(&c, 3, mu, M);
    ck_assert_msg(zni_contact_solve(&c, 3, q, r), "problem %d: no solution", k);
    ck_assert_msg(zni_contact_error(&c, 3, q, r) <= 1e-11,
                  "problem %d: error %g", k, zni_contact_error(&c, 3, q, r));
    size = sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
    if (size == 0) {
        count[0]++;
        ck_assert(q[0] >= 0);
        return;
    }
    if (hypot(r[1], r[2]) < mu * r[0] * (1 - 1e-9)) {
        count[1]++;
        return;
    }
    count[2]++;
    n = brute(M, q, mu, all);
    for (int i = 0; i < n; i++)
        least = fmin(least, distance(r, all[i]));
    ck_assert_msg(least <= 1e-8 * size,
                  "problem %d: a slip is %g from the nearest of %d", k, least,
                  n);
}

START_TEST(the_quartic_agrees_with_brute_force)
{
    rng g = {(uint64_t)(101 + _i)};
    int count[3] = {0};

    printf("seed %d\n", 101 + _i);
    for (int k = 0; k < 400; k++) {
        double M[9], q[3], mu = uniform(&g, 0.05, 1.5);

        random_block(&g, M, _i == 1 ? 0.3 : 0);
        /* coupling so strong that the conic is a hyperbola */
        for (int i = 1; i < 3 && _i == 2; i++)
            mu = uniform(&g, 1, 4);
        for (int i = 0; i < 3; i++)
            q[i] = uniform(&g, i ? -3 : -2, i ? 3 : 0.3);
        check(M, q, mu, k, count);
    }
    ck_assert_int_gt(count[0], 5);
    ck_assert_int_gt(count[1], 20);
    ck_assert_int_gt(count[2], 20);
}
END_TEST

START_TEST(degenerate_geometry)
{
    /* isotropic and uncoupled: any direction solves the quartic */
    const double I[] = {2, 0, 0, 0, 1, 0, 0, 0, 1};
    /* uncoupled, two different tangential masses; coupling to one tangent */
    const double D[] = {2, 0, 0, 0, 1, 0, 0, 0, 3};
    const double C[] = {2, .7, 0, .7, 1, 0, 0, 0, 1};
    const double *const blocks[] = {I, D, C};
    const double qt[][2] = {{0, 0},    {1, 0},          {-1, 0},
                            {0, 2},    {0, -2},         {3, 4},
                            {1e-9, 0}, {1e-14, -1e-14}, {1e6, 1e-6}};
    const double mus[] = {1e-8, 0.2, 1, 50};
    int count[3] = {0}, k = 0;

    for (int b = 0; b < 3; b++)
        for (size_t i = 0; i < sizeof qt / sizeof qt[0]; i++)
            for (size_t m = 0; m < 4; m++)
                for (double qn = -1e-9; qn > -10; qn *= 1e3) {
                    double q[3] = {qn, qt[i][0], qt[i][1]}, r[3] = {0};
                    zni_contact c;

                    zni_contact_set(&c, 3, mus[m], blocks[b]);
                    ck_assert_msg(zni_contact_solve(&c, 3, q, r) &&
                                      zni_contact_error(&c, 3, q, r) <= 1e-11,
                                  "block %d, q = (%g, %g, %g), mu = %g: error "
                                  "%g",
                                  b, q[0], q[1], q[2], mus[m],
                                  zni_contact_error(&c, 3, q, r));
                    k++;
                }
    ck_assert_int_gt(k, 300);
    (void)count;
}
END_TEST

START_TEST(scales_do_not_matter)
{
    rng g = {7};

    for (int k = 0; k < 300; k++) {
        double M[9], q[3], mu = uniform(&g, 0.1, 1), r[3] = {0};
        double a = pow(10, uniform(&g, -12, 12)),
               b = pow(10, uniform(&g, -12, 12));
        zni_contact c;

        random_block(&g, M, 0);
        for (int i = 0; i < 9; i++)
            M[i] *= a;
        for (int i = 0; i < 3; i++)
            q[i] = b * uniform(&g, i ? -2 : -1, i ? 2 : 0);
        zni_contact_set(&c, 3, mu, M);
        ck_assert_msg(zni_contact_solve(&c, 3, q, r), "%d", k);
        ck_assert_msg(zni_contact_error(&c, 3, q, r) <= 1e-11, "%d: %g", k,
                      zni_contact_error(&c, 3, q, r));
    }
}
END_TEST

/* Units by powers of two are bits of r by powers of two, where products of M and
 * q are no numbers any more, too. */
START_TEST(units_scale_the_bits_of_slip)
{
    static const int units[][2] = {{60, -7},    {-90, 300},   {300, 300},
                                   {300, -150}, {-300, -300}, {-330, -540},
                                   {330, 690}};
    rng g = {43};
    int slips = 0;

    for (int k = 0; k < 200; k++) {
        double M[9], q[3], mu = uniform(&g, 0.1, 2), r[3] = {0};
        zni_contact c;

        random_block(&g, M, 0.1);
        for (int i = 0; i < 3; i++)
            q[i] = uniform(&g, i ? -3 : -1, i ? 3 : 0);
        zni_contact_set(&c, 3, mu, M);
        ck_assert(zni_contact_solve(&c, 3, q, r));
        if (hypot(r[1], r[2]) < mu * r[0] * (1 - 1e-9))
            continue;
        slips++;
        for (size_t n = 0; n < sizeof units / sizeof units[0]; n++) {
            const int a = units[n][0], b = units[n][1];
            double N[9], p[3], s[3] = {0};

            for (int i = 0; i < 9; i++)
                N[i] = ldexp(M[i], a);
            for (int i = 0; i < 3; i++)
                p[i] = ldexp(q[i], b);
            zni_contact_set(&c, 3, mu, N);
            ck_assert_msg(zni_contact_solve(&c, 3, p, s), "problem %d, units %zu",
                          k, n);
            for (int i = 0; i < 3; i++)
                ck_assert_msg(ldexp(s[i], a - b) == r[i],
                              "problem %d, M by 2^%d, q by 2^%d: r[%d] = %a, "
                              "must be %a",
                              k, a, b, i, ldexp(s[i], a - b), r[i]);
        }
    }
    ck_assert_int_gt(slips, 50);
}
END_TEST

START_TEST(the_border_of_stick_and_slip)
{
    /* q = -M r with r on the border of the cone: both stick and slip; for larger mu
     * there may be another slip */
    rng g = {23};

    for (int k = 0; k < 300; k++) {
        double M[9], q[3], mu = uniform(&g, 0.1, 0.4), r[3] = {0};
        double a = uniform(&g, 0, 6.28), x[3] = {1, mu * cos(a), mu * sin(a)};
        zni_contact c;

        random_block(&g, M, 0);
        for (int i = 0; i < 3; i++)
            q[i] = -M[i] * x[0] - M[i + 3] * x[1] - M[i + 6] * x[2];
        if (q[0] >= -1e-3)
            continue;
        zni_contact_set(&c, 3, mu, M);
        ck_assert(zni_contact_solve(&c, 3, q, r));
        /* M is as bad as 1e-2: differences of 1e-14 in q are 1e-10 in r */
        ck_assert_double_le(distance(r, x), 1e-9);
    }
}
END_TEST

START_TEST(newton_finds_what_the_quartic_finds)
{
    rng g = {31};
    int same = 0;

    for (int k = 0; k < 300; k++) {
        double M[9], q[3], mu = uniform(&g, 0.1, 1), r[3] = {0}, s[3] = {0};
        zni_contact c;

        random_block(&g, M, 0);
        for (int i = 0; i < 3; i++)
            q[i] = uniform(&g, i ? -2 : -1, i ? 2 : -0.1);
        zni_contact_set(&c, 3, mu, M);
        ck_assert(zni_contact_solve(&c, 3, q, r));
        if (zni_contact_newton(&c, 3, q, s) && distance(r, s) < 1e-7)
            same++;
    }
    /* Newton is a fallback: it may fail where the exact form does not */
    ck_assert_int_ge(same, 280);
}
END_TEST

START_TEST(the_plane_agrees_with_newton)
{
    rng g = {37};

    for (int k = 0; k < 500; k++) {
        double a = uniform(&g, -1, 1), M[4] = {1 + a * a, a, a, 0.3 + a * a};
        double q[2] = {uniform(&g, -1, -0.1), uniform(&g, -2, 2)}, r[2] = {0};
        zni_contact c;

        zni_contact_set(&c, 2, uniform(&g, 0, 1.5), M);
        ck_assert(zni_contact_solve(&c, 2, q, r));
        ck_assert_double_le(zni_contact_error(&c, 2, q, r), 1e-14);
    }
}
END_TEST

/* Of four contacts at most there are no more than 16 blocks and 36 values, whatever number is told. */
START_TEST(room_is_no_larger_than_a_full_matrix)
{
    test_memory mem = {0};
    const zn_allocator alloc = test_allocator(&mem);
    zni_fc c = {0};
    zn_ctx *own;
    size_t before;

    ck_assert_int_eq(zn_ctx_new_with(&alloc, &own), ZN_OK);
    before = mem.bytes;
    ck_assert_int_eq(zni_fc_reserve(own, &c, 6, 4000000), ZN_OK);
    ck_assert_uint_lt(mem.bytes - before, 4096);
    zni_fc_fini(own, &c);
    zn_ctx_free(own);
    ck_assert_int_eq(mem.live, 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("friction, one contact");
    TCase *tc = tcase_create("contact");

    tcase_set_timeout(tc, 30);
    tcase_add_loop_test(tc, the_quartic_agrees_with_brute_force, 0, 3);
    tcase_add_test(tc, room_is_no_larger_than_a_full_matrix);
    tcase_add_test(tc, degenerate_geometry);
    tcase_add_test(tc, scales_do_not_matter);
    tcase_add_test(tc, units_scale_the_bits_of_slip);
    tcase_add_test(tc, the_border_of_stick_and_slip);
    tcase_add_test(tc, newton_finds_what_the_quartic_finds);
    tcase_add_test(tc, the_plane_agrees_with_newton);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
