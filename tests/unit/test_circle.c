/* test_circle.c - roots of functions of an angle: all of them, to the last digits
 *
 * The judge is a function whose roots are given, and derivatives in long double.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/shapes/circle.h"
#include "kernel/shapes/rims.h"
#include "tests/unit/shapes.h"

static const double pi = 3.14159265358979323846;

/* ---- roots that are given ------------------------------------------------------------------- */

enum { ROOTS = 8 };

typedef struct given {
    int n;
    double root[ROOTS];
} given;

/* prod sin((phi - root)/2), as trigonometric polynomials are */
static double product(const void *user, double phi, double *rate)
{
    const given *g = user;
    double f = 1, sum = 0;

    for (int i = 0; i < g->n; i++) {
        const double s = sin((phi - g->root[i]) / 2);
        f *= s;
        sum += s != 0 ? cos((phi - g->root[i]) / 2) / (2 * s) : 0;
    }
    *rate = f * sum;
    return f;
}

/* Of 2, 4, 6 or 8 roots at random, no two nearer than 0.02 and no three in one piece of 15 degrees, each is found
 * once; |f'| is some 1e-4 at least then, and rounding 1e-16. */
START_TEST(every_root_is_found_once)
{
    for (int round = 0; round < 2000; round++) {
        given g = {.n = 2 + 2 * (round % 4)};
        double at[ZNI_ANGLES_MOST];
        for (int i = 0; i < g.n; i++) {
            /* pairs, close together in every second one */
            const double near = round % 2 ? 0.02 + 0.01 * fabs(uniform()) : 0.3;
            g.root[i] =
                i % 2 ? g.root[i - 1] + near : 0.4 + 0.7 * i + 0.2 * uniform();
        }
        const int n = zni_angle_roots(product, &g, 0, 2 * pi, 0, at);
        ck_assert_int_eq(n, g.n);
        for (int i = 0; i < n; i++) {
            double best = INFINITY;
            for (int j = 0; j < n; j++)
                best = fmin(best, fabs(at[j] - g.root[i]));
            ck_assert_msg(best < 1e-11, "round %d, root %d: %g off", round, i,
                          best);
        }
    }
}
END_TEST

/* ---- along a fan ------------------------------------------------------------------------------- */

static long double ldot(const long double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* dh/dphi of m.d - r k, k = |m x z| > 0 */
static double slope(const zni_fan *w, double phi, double *k)
{
    const long double c = cosl(phi), s = sinl(phi);
    long double m[3], dm[3];

    for (int i = 0; i < 3; i++) {
        m[i] = w->e0[i] + c * w->e1[i] + s * w->e2[i];
        dm[i] = c * w->e2[i] - s * w->e1[i];
    }
    const long double mz = ldot(m, w->z);
    const long double mm = m[0] * m[0] + m[1] * m[1] + m[2] * m[2];
    *k = (double)sqrtl(mm - mz * mz);
    return (double)(ldot(dm, w->d) + w->r * mz * ldot(dm, w->z) / *k);
}

static double height(const zni_fan *w, double phi)
{
    double m[3];

    zni_fan_normal(w, phi, m);
    return zni_fan_gap(w, m);
}

/* Fans at random, all around or a part: the angles are stationary to rounding, and the largest h of 3000 angles
 * is none but at one of them, or at an end. Some are of a cone (e0), whose e1 and e2 are shorter. */
START_TEST(maxima_are_where_the_slope_is_zero)
{
    for (int round = 0; round < 3000; round++) {
        zni_fan w = {.r = 0.1 + fabs(uniform())};
        const bool whole = round % 3 == 0;
        const double from = whole ? 0 : 3 * uniform();
        const double to = whole ? 2 * pi : from + 1.6 * (1 + uniform());
        const double tilt = round % 2 ? 0.7 * uniform() : 0;
        double at[ZNI_ANGLES_MOST], E[9], n[3], best = -INFINITY;
        random_direction(n);
        random_direction(w.z);
        zn_contact_frame(n, E);
        for (int i = 0; i < 3; i++) {
            w.e0[i] = sin(tilt) * E[i];
            w.e1[i] = cos(tilt) * E[3 + i];
            w.e2[i] = cos(tilt) * E[6 + i];
            w.d[i] = uniform();
        }
        const int count = zni_fan_maxima(&w, from, to, -INFINITY, at);
        double most = fmax(height(&w, from), height(&w, to));
        for (int i = 0; i < count; i++) {
            double k;
            const double rest = fabs(slope(&w, at[i], &k));
            /* rounding of some products of 1; z is of length 1 but for rounding, too, which k has over k */
            ck_assert_msg(rest < 2e-15 * (1 + 1 / (k * k)),
                          "round %d: %g, k = %g", round, rest, k);
            most = fmax(most, height(&w, at[i]));
        }
        for (int i = 0; i <= 3000; i++)
            best = fmax(best, height(&w, from + (to - from) * i / 3000));
        ck_assert_msg(best <= most + 1e-14, "round %d: %.17g above %.17g",
                      round, best, most);
    }
}
END_TEST

/* ---- across two rims ----------------------------------------------------------------------------- */

/* Rims at random, of which the second one is larger: the way is at right angles to both. */
START_TEST(ways_across_rims_are_at_right_angles)
{
    int found = 0;

    for (int round = 0; round < 3000; round++) {
        double c[3], c2[3], n[3], z2[3], E[9], at[ZNI_ANGLES_MOST];
        random_direction(n);
        random_direction(z2);
        zn_contact_frame(n, E);
        for (int i = 0; i < 3; i++) {
            c[i] = uniform();
            c2[i] = uniform();
        }
        zni_rims k = {c, E + 3, E + 6, c2, z2, 0.1 + 0.3 * fabs(uniform()), 0};
        k.r2 = (round % 2 ? -1 : 1) * (k.r + 0.3 * fabs(uniform()));
        const int count = zni_rims_roots(&k, 0, 2 * pi, at);
        ck_assert_int_ge(count, 2); /* the nearest and the farthest */
        for (int i = 0; i < count; i++) {
            const long double co = cosl(at[i]), si = sinl(at[i]);
            long double p[3], u[3], way[3], h, l, aslant = 0;
            for (int j = 0; j < 3; j++) {
                p[j] = c[j] + k.r * (co * E[3 + j] + si * E[6 + j]);
                u[j] = p[j] - c2[j];
            }
            h = ldot(u, z2);
            for (int j = 0; j < 3; j++)
                u[j] -= h * z2[j];
            l = sqrtl(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
            for (int j = 0; j < 3; j++) {
                way[j] = p[j] - c2[j] - k.r2 / l * u[j];
                aslant += way[j] * (co * E[6 + j] - si * E[3 + j]);
            }
            /* q turns by up to r2/l of what rounding does to p */
            ck_assert_msg(fabsl(aslant) < 1e-14L * (1 + 1 / l),
                          "round %d: %Lg at l = %Lg", round, aslant, l);
            found++;
        }
    }
    ck_assert_int_gt(found, 6000);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("circle");
    TCase *tc = tcase_create("all");

    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, every_root_is_found_once);
    tcase_add_test(tc, maxima_are_where_the_slope_is_zero);
    tcase_add_test(tc, ways_across_rims_are_at_right_angles);
    suite_add_tcase(s, tc);
    return test_main(s);
}
