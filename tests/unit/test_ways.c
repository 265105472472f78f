/* test_ways.c - normals that the search of cylinders and cones leaves out have no larger gap
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "kernel/shapes/ways.h"
#include "tests/unit/directions.h"
#include "tests/unit/zeno_test.h"

static const double pi = 3.14159265358979323846;

/* A cylinder or a cone anywhere, sometimes with a tip. */
static void random_round(zni_round *out)
{
    double E[9], at[3];

    unit(E);
    zn_contact_frame(E, E);
    for (int i = 0; i < 3; i++) {
        out->z[i] = E[i];
        out->x[i] = E[3 + i];
        out->y[i] = E[6 + i];
        at[i] = uniform();
    }
    out->l = 0.1 + fabs(uniform());
    out->r[0] = 0.1 + 0.5 * fabs(uniform());
    out->r[1] =
        rand() % 3 ? fmax(0, out->r[0] - 0.5 * fabs(uniform())) : out->r[0];
    const double fall = out->r[0] - out->r[1], side = hypot(fall, out->l);
    out->ca = out->l / side;
    out->sa = fall / side;
    zni_along(at, 0, at, out->c[0]);
    zni_along(at, out->l, out->z, out->c[1]);
}

/* Of one pair of solids: g(n) = -h(A, -n) - h(B, n), h how far they go along a direction. All n whose
 * gap is above s, of 500, are among those that are left; a part of the largest gap is s. */
static int left(const zni_solid *A, const zni_solid *B)
{
    zni_ball a[ZNI_BALLS_MOST], b[ZNI_BALLS_MOST];
    const int na = zni_balls_in(A, a), nb = zni_balls_in(B, b);
    double n[500][3], g[500], most = -INFINITY, p[3], from, to;
    zni_ways w;
    int rim[2][500], far = 0;

    for (int i = 0; i < 500; i++) {
        unit(n[i]);
        const double back[3] = {-n[i][0], -n[i][1], -n[i][2]};
        g[i] = -zni_round_support(A->round, back, p, &rim[0][i]) -
               zni_round_support(B->round, n[i], p, &rim[1][i]);
        most = fmax(most, g[i]);
    }
    const double s = most - 0.2 * fabs(uniform());
    zni_ways_above(a, na, b, nb, s, &w);
    for (int i = 0; i < 500; i++) {
        const zni_round *X[2] = {A->round, B->round};
        if (!(g[i] > s)) {
            far += zni_dot3(n[i], w.axis) < cos(w.angle);
            continue;
        }
        ck_assert_double_ge(zni_dot3(n[i], w.axis), cos(w.angle) - 1e-12);
        for (int k = 0; k < 2; k++) {
            const double f = k ? 1 : -1;
            ck_assert(zni_ways_on_rim(&w, f, X[k], rim[k][i]));
            zni_ways_about(&w, f, X[k], &from, &to);
            const double phi =
                atan2(f * zni_dot3(n[i], X[k]->y), f * zni_dot3(n[i], X[k]->x));
            const double turn = (phi - from) / (2 * pi);
            ck_assert_double_le(from + (turn - floor(turn)) * 2 * pi, to);
        }
    }
    return far;
}

START_TEST(what_is_left_out_has_no_larger_gap)
{
    zni_round a, b;
    int far = 0;

    srand(20261126);
    for (int k = 0; k < 2000; k++) {
        random_round(&a);
        random_round(&b);
        far += left(&(zni_solid){.round = &a}, &(zni_solid){.round = &b});
    }
    /* and most others are left out: of 10^6 */
    ck_assert_int_gt(far, 500000);
}
END_TEST

/* Across an edge of a box: normals between those of its two faces, at every part of the way. */
START_TEST(edges_whose_normals_may_be_better_are_looked_at)
{
    const double u[3] = {0, 0, 1}, m0[3] = {1, 0, 0}, m1[3] = {0, 1, 0};

    srand(20261127);
    for (int k = 0; k < 20000; k++) {
        zni_ways w = {.angle = 1.6 * fabs(uniform())};
        double m[3] = {0}, most = -1;
        const double f = k % 2 ? 1 : -1;
        unit(w.axis);
        for (int i = 0; i <= 1000; i++) {
            m[0] = cos(i * pi / 2000);
            m[1] = sin(i * pi / 2000);
            most = fmax(most, f * zni_dot3(m, w.axis));
        }
        if (acos(most) <= w.angle) {
            ck_assert(zni_ways_across(&w, f, u, m0, m1));
            ck_assert(zni_ways_across(&w, f, u, NULL, NULL));
        }
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ways");
    TCase *tc = tcase_create("ways");

    tcase_add_test(tc, what_is_left_out_has_no_larger_gap);
    tcase_add_test(tc, edges_whose_normals_may_be_better_are_looked_at);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
