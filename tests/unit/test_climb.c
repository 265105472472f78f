/* test_climb.c - what the climb of cylinders and cones leaves out has no larger gap
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include "kernel/shapes/climb.h"
#include "tests/unit/directions.h"
#include "tests/unit/zeno_test.h"

static const double pi = 3.14159265358979323846;

/* Anywhere near the origin: a cylinder, a cone, a coin or a needle. */
static void random_round(zni_round *out)
{
    const double flat = rand() % 3 ? 1 : 0.05;
    zni_pose pose;
    zni_round here;
    double n[3];

    const double r = (0.1 + 0.5 * fabs(uniform())) * (rand() % 4 ? 1 : 0.1);
    const double r1 = rand() % 3 ? r * fabs(uniform()) : rand() % 2 ? r : 0;
    zni_round_make(r, r1, flat * (0.1 + fabs(uniform())), &here);
    unit(n);
    zn_contact_frame(n, pose.R);
    for (int i = 0; i < 3; i++)
        pose.x[i] = 0.6 * uniform();
    zni_round_move(&here, &pose, out);
}

/* How far a solid goes along m. */
static double far_along(const zni_solid *S, const double m[3])
{
    double out = -INFINITY;

    for (int i = 0; S->poly && i < S->poly->nv; i++)
        out = fmax(out, zni_dot3(m, S->poly->v + 3 * i));
    for (int i = 0; S->round && i < 2; i++) {
        double c[3];
        zni_cross(m, S->round->z, c);
        out = fmax(out, zni_dot3(m, S->round->c[i]) +
                            S->round->r[i] * sqrt(zni_dot3(c, c)));
    }
    return out;
}

static double gap_along(const zni_solid *A, const zni_solid *B,
                        const double n[3])
{
    const double back[3] = {-n[0], -n[1], -n[2]};

    return -far_along(A, back) - far_along(B, n);
}

/* A unit vector within about w of n. */
static void near_by(const double n[3], double w, double out[3])
{
    double d[3];

    unit(d);
    zni_along(n, w * uniform(), d, out);
    const double l = sqrt(zni_dot3(out, out));
    for (int i = 0; i < 3; i++)
        out[i] /= l;
}

/* 200 normals, most around the cone that is left. @return did the climb find any? */
static bool climbed(const zni_solid *A, const zni_solid *B, zni_climbed *from)
{
    zni_ball a[ZNI_BALLS_MOST], b[ZNI_BALLS_MOST];
    const int na = zni_balls_in(A, a), nb = zni_balls_in(B, b);
    double n[3];

    if (!zni_climb(A, B, a, na, b, nb, INFINITY, from))
        return false;
    for (int i = 0; i < 200; i++) {
        if (i % 4)
            near_by(from->ways.axis, fmin(2, 3 * from->ways.angle), n);
        else
            unit(n);
        const double g = gap_along(A, B, n);
        ck_assert_double_le(g, from->most + 1e-14);
        if (g > from->s)
            ck_assert(zni_ways_has(&from->ways, 1, n));
    }
    return true;
}

/* And the largest gap is there, and above s. @return of the angles the sine, 1 if large */
static double left(const zni_solid *A, const zni_solid *B)
{
    zni_climbed from;
    zni_nearest best;

    if (!climbed(A, B, &from))
        return 1;
    zni_round_nearest(A, B, INFINITY, NULL, NULL, &best);
    ck_assert_double_ge(best.s, from.s);
    ck_assert_double_le(best.s, from.most + 1e-14);
    ck_assert_double_eq_tol(best.s, gap_along(A, B, best.n), 1e-14);
    return from.ways.angle < pi / 2 ? sin(from.ways.angle) : 1;
}

/* x moves until it touches B, but for 0.02; of four one stays */
static void bring_near(zni_round *x, const zni_solid *B)
{
    zni_nearest k;

    zni_round_nearest(&(zni_solid){.round = x}, B, INFINITY, NULL, NULL, &k);
    const double to = rand() % 4 ? 0.02 * uniform() - k.s : 0;
    for (int i = 0; i < 2; i++)
        zni_along(x->c[i], to, k.n, x->c[i]);
}

START_TEST(what_is_left_out_has_no_larger_gap)
{
    zni_round x, y;
    int narrow = 0;

    srand(20261128);
    for (int k = 0; k < 1000; k++) {
        random_round(&x);
        random_round(&y);
        bring_near(&x, &(zni_solid){.round = &y});
        narrow +=
            left(&(zni_solid){.round = &x}, &(zni_solid){.round = &y}) < 0.05;
    }
    /* of 1000: coins and needles overlap by much of their size */
    ck_assert_int_gt(narrow, 300);
}
END_TEST

START_TEST(nor_between_a_cylinder_and_a_box_or_a_segment)
{
    const double size[3] = {0.7, 0.5, 0.9};
    double v[24], plane[24], ends[6], w[24], moved[24], n[3];
    zni_poly box, segment, P;
    zni_round x;
    zni_pose pose;

    zni_poly_box(size, v, plane, &box);
    zni_poly_segment(0.8, ends, &segment);
    srand(20261129);
    for (int k = 0; k < 600; k++) {
        unit(n);
        zn_contact_frame(n, pose.R);
        for (int i = 0; i < 3; i++)
            pose.x[i] = 0.6 * uniform();
        zni_poly_move(k % 2 ? &segment : &box, &pose, w, moved, &P);
        random_round(&x);
        bring_near(&x, &(zni_solid){.poly = &P});
        left(&(zni_solid){.poly = &P}, &(zni_solid){.round = &x});
    }
}
END_TEST

/* A triangle of a mesh has one plane, and no ball under it. */
START_TEST(nor_between_a_cylinder_and_a_triangle)
{
    static const int edge[3][4] = {{0, 1, 0, -1}, {1, 2, 0, -1}, {2, 0, 0, -1}};
    double v[9], plane[4], u[3], w[3];
    int found = 0;
    zni_climbed from;
    const zni_poly P = {
        .nv = 3, .ne = 3, .nf = 1, .v = v, .edge = edge, .plane = plane};
    zni_round x;

    srand(20261133);
    for (int k = 0; k < 600; k++) {
        for (int i = 0; i < 9; i++)
            v[i] = 0.6 * uniform();
        zni_sub3(v + 3, v, u);
        zni_sub3(v + 6, v, w);
        zni_cross(u, w, plane);
        const double l = sqrt(zni_dot3(plane, plane));
        for (int i = 0; i < 3; i++)
            plane[i] /= l;
        plane[3] = zni_dot3(plane, v);
        random_round(&x);
        bring_near(&x, &(zni_solid){.poly = &P});
        found +=
            climbed(&(zni_solid){.round = &x}, &(zni_solid){.poly = &P}, &from);
    }
    ck_assert_int_gt(found, 500);
}
END_TEST

/* Flat cones, one on its side upon the other: of three pairs of rims that are across each other, two are within
 * a degree of a turn. Better normals are looked for around what was found. */
static void none_is_better(const zni_solid *A, const zni_solid *B)
{
    zni_nearest k;
    double n[3], m[3];

    zni_round_nearest(A, B, INFINITY, NULL, NULL, &k);
    for (int i = 0; i < 3; i++)
        n[i] = k.n[i];
    double g = gap_along(A, B, n);
    for (int i = 0; i < 20000; i++) {
        near_by(n, i < 10000 ? 1 : 1e-2, m);
        if (gap_along(A, B, m) > g) {
            g = gap_along(A, B, m);
            for (int j = 0; j < 3; j++)
                n[j] = m[j];
        }
    }
    ck_assert_double_le(g, k.s + 1e-14);
}

START_TEST(roots_next_to_each_other_are_found)
{
    const double at[3][3] = {
        {-0.10306, -0.1006, 0.65},
        {-0.1028673297090788, -0.10041245912380377, 0.64881992340087891},
        {-0.10302306627728008, -0.10056447912697501, 0.64980220794677734}};
    const zni_pose lies = {{0, 0, 0}, {1, 0, 0, 0, 0, 1, 0, -1, 0}};
    zni_round b, here, a;

    zni_round_make(0.6, 0.1, 0.1, &b);
    here = b;
    srand(20261130);
    for (int k = 0; k < 3; k++) {
        zni_pose pose = lies;
        for (int i = 0; i < 3; i++)
            pose.x[i] = at[k][i];
        zni_round_move(&here, &pose, &a);
        none_is_better(&(zni_solid){.round = &a}, &(zni_solid){.round = &b});
    }
}
END_TEST

/* Flat cones one beside the other, axes along y, centres in a plane of coordinates: where rims are nearest is where
 * their turns begin. Turned round at random it is elsewhere, and as near. */
START_TEST(parallel_axes_are_no_exception)
{
    static const double r[4] = {0.3, 0.01, 0.001, 0.1};
    const zni_pose turn[2] = {{{0, 0, 0}, {0, 0, 1, 1, 0, 0, 0, 1, 0}},
                              {{0, 0, 0}, {1, 0, 0, 0, 0, 1, 0, -1, 0}}};
    zni_nearest k, j;

    srand(20261136);
    for (int t = 0; t < 2000; t++) {
        zni_round at[2], turned[2], here;
        zni_pose any;
        double n[3];
        unit(n);
        zn_contact_frame(n, any.R);
        memset(any.x, 0, sizeof any.x);
        for (int i = 0; i < 2; i++) {
            const double r0 = r[rand() % 4];
            zni_pose pose = turn[rand() % 2], both = {{0}, {0}};
            pose.x[1] = (rand() % 9 - 4) / 8.;
            pose.x[2] = (rand() % 9 - 4) / 8.;
            zni_round_make(r0, r0 * (rand() % 3) / 2, r[rand() % 4] / 10,
                           &here);
            zni_round_move(&here, &pose, &at[i]);
            zni_mul3(any.R, pose.x, both.x);
            for (int a = 0; a < 9; a++)
                for (int b = 0; b < 3; b++)
                    both.R[a] += any.R[a % 3 + 3 * b] * pose.R[a / 3 * 3 + b];
            zni_round_move(&here, &both, &turned[i]);
        }
        zni_round_nearest(&(zni_solid){.round = &at[0]},
                          &(zni_solid){.round = &at[1]}, INFINITY, NULL, NULL,
                          &k);
        zni_round_nearest(&(zni_solid){.round = &turned[0]},
                          &(zni_solid){.round = &turned[1]}, INFINITY, NULL,
                          NULL, &j);
        ck_assert_double_eq_tol(k.s, j.s, 1e-14);
    }
}
END_TEST

/* The tip of a cone and a segment of length 1 3e-8 beyond it, up to 30 degrees off the axis. */
START_TEST(a_tip_next_to_an_edge)
{
    const double g = 3e-8;
    zni_round here, x;
    zni_pose pose;
    double n[3], E[9], v[6];
    zni_nearest k;

    zni_round_make(0.05, 0, 0.2, &here);
    srand(20261135);
    for (int t = 0; t < 300; t++) {
        unit(n);
        zn_contact_frame(n, pose.R);
        for (int i = 0; i < 3; i++)
            pose.x[i] = uniform();
        zni_round_move(&here, &pose, &x);
        zn_contact_frame(x.z, E);
        const double at = 0.9 * uniform() / 2, off = 0.5 * uniform(),
                     turn = pi * uniform();
        for (int i = 0; i < 3; i++) {
            const double m = cos(off) * x.z[i] + sin(off) * E[3 + i],
                         across = cos(off) * E[3 + i] - sin(off) * x.z[i];
            const double u = cos(turn) * across + sin(turn) * E[6 + i];
            v[i] = x.c[1][i] + g * m + (at - 0.5) * u;
            v[3 + i] = x.c[1][i] + g * m + (at + 0.5) * u;
        }
        static const int edge[1][4] = {{0, 1, -1, -1}};
        const zni_poly P = {.nv = 2, .ne = 1, .v = v, .edge = edge};
        zni_round_nearest(&(zni_solid){.poly = &P}, &(zni_solid){.round = &x},
                          1, NULL, NULL, &k);
        ck_assert_double_eq_tol(k.s, g, 2e-15); /* coordinates to 2 */
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("climb");
    TCase *tc = tcase_create("climb");

    tcase_add_test(tc, what_is_left_out_has_no_larger_gap);
    tcase_add_test(tc, nor_between_a_cylinder_and_a_box_or_a_segment);
    tcase_add_test(tc, nor_between_a_cylinder_and_a_triangle);
    tcase_add_test(tc, roots_next_to_each_other_are_found);
    tcase_add_test(tc, parallel_axes_are_no_exception);
    tcase_add_test(tc, a_tip_next_to_an_edge);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
