/* test_round.c - cylinders and cones: where they touch, by hand, and how steady that is
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/shapes.h"

enum { SOLIDS = 7 };

static solid one[SOLIDS];
static zn_touch t[ZN_TOUCH_MOST], t2[ZN_TOUCH_MOST];
static const double zero[7] = {0, 0, 0, 1, 0, 0, 0};

static void setup(void)
{
    scene_setup();
    shapes_seed = 11;
    one[0] = box(1, 1, 1);
    one[1] = cylinder(0.4, 0.7);
    one[2] = cylinder(0.5, 0.06);
    one[3] = cone(0.4, 0, 0.9);
    one[4] = cone(0.3, 0.5, 0.4);
    one[5] = sphere(0.4);
    one[6] = capsule(0.2, 0.9);
}

static void teardown(void)
{
    for (int i = 0; i < SOLIDS; i++)
        zn_shape_free(one[i].shape);
    scene_teardown();
}

static void pose_of(double x, double y, double z, double wx, double wy,
                    double wz, double out[7])
{
    const double w[3] = {wx, wy, wz};

    out[0] = x;
    out[1] = y;
    out[2] = z;
    zn_quaternion_exp(w, out + 3);
}

/* ---- by hand ------------------------------------------------------------------------- */

/* Tilted by a its deepest point is (l/2) cos a + r sin a under the centre: of a plane, and of
 * a box whose face is there; on both sides of zero. */
START_TEST(a_tilted_cylinder_stands_on_a_point_of_its_rim)
{
    const double tilt[] = {0.001, 0.1, 0.4, 0.8, 1.2, 1.4};
    solid floor = {0};
    double p[7];

    MUST(zn_shape_plane(ctx, &floor.shape));
    for (int k = 0; k < 18; k++) {
        const double a = tilt[k / 3], gap = 1e-6 * (k % 3 - 1);
        const double deep = 0.35 * cos(a) + 0.4 * sin(a);
        const double arm = 0.4 * cos(a) - 0.35 * sin(a);
        for (int on = 0; on < 2; on++) {
            /* in its own place the plane is the upper face of the box */
            pose_of(0, 0, deep + gap + (on ? 0.5 : 0), 0, a, 0, p);
            const zn_index n =
                touch(&one[1], p, on ? &one[0] : &floor, zero, 1e-3, t);
            ck_assert_int_ge(n, 1);
            const zn_touch *d = &t[deepest(t, n)];
            ck_assert_double_eq_tol(d->gap, gap, 1e-15);
            ck_assert_double_eq_tol(d->n[2], 1, 1e-15);
            ck_assert_double_eq_tol(d->p1[0], arm, 1e-13);
            ck_assert_double_eq_tol(d->p1[1], 0, 1e-15);
        }
    }
    zn_shape_free(floor.shape);
}
END_TEST

/* Axes along x and y, one above the other: half way, the radii below the distance. */
START_TEST(crossed_cylinders_touch_in_a_point)
{
    const double h = acos(-1) / 2;
    double a[7], b[7];

    for (int k = -1; k <= 1; k++) {
        pose_of(0.1, 0.05, 0.8 + 1e-3 * k, 0, h, 0, a);
        pose_of(0, 0, 0, h, 0, 0, b);
        ck_assert_int_eq(touch(&one[1], a, &one[1], b, 0.01, t), 1);
        ck_assert_double_eq_tol(t->gap, 1e-3 * k, 1e-15);
        ck_assert_double_eq_tol(t->p1[0], 0, 1e-15);
        ck_assert_double_eq_tol(t->p1[1], 0.05, 1e-15);
        /* what is round is round about the axis */
        ck_assert_double_eq_tol(t->c1[2], 0.8 + 1e-3 * k, 1e-15);
        ck_assert_double_eq_tol(t->c2[2], 0, 1e-15);
    }
}
END_TEST

/* One leans about y, the other about x, and their rims cross at right angles. */
START_TEST(rims_touch_rims)
{
    double a[7], b[7];

    for (int k = 0; k < 180; k++) {
        const double gap = 1e-4 * (k % 3 - 1), ta = 0.4 + 0.6 * (k / 3) / 60;
        const double tb = 1.1 - 0.6 * (k / 3) / 60;
        const double deep = 0.35 * (cos(ta) + cos(tb)) +
                            0.4 * (sin(ta) + sin(tb));
        const double x = 0.4 * cos(ta) - 0.35 * sin(ta);
        const double y = 0.4 * cos(tb) - 0.35 * sin(tb);
        pose_of(-x, y, deep + gap, 0, ta, 0, a);
        pose_of(0, 0, 0, tb, 0, 0, b);
        ck_assert_int_eq(touch(&one[1], a, &one[1], b, 1e-3, t), 1);
        ck_assert_double_eq_tol(t->gap, gap, 1e-15);
        ck_assert_double_eq_tol(t->n[2], 1, 1e-15);
        ck_assert_double_eq_tol(t->p1[0], 0, 1e-14);
        ck_assert_double_eq_tol(t->p1[1], y, 1e-14);
    }
}
END_TEST

/* Mirrored by z = 0, with edges that lean towards each other: the way across is that of the
 * rims where they are apart. */
START_TEST(mirrored_rims_touch)
{
    double a[7], b[7];

    for (int k = 0; k < 60; k++) {
        const double tilt = 0.05 + 1.4 * k / 60;
        const double deep = 0.35 * cos(tilt) + 0.4 * sin(tilt);
        pose_of(0, 0, deep + 5e-5, 0, tilt, 0, a);
        pose_of(0, 0, -deep - 5e-5, 0, -tilt, 0, b);
        const zn_index n = touch(&one[1], a, &one[1], b, 1e-3, t);
        ck_assert_int_ge(n, 1);
        ck_assert_double_eq_tol(t[deepest(t, n)].gap, 1e-4, 1e-15);
        ck_assert_double_eq_tol(t[deepest(t, n)].n[2], 1, 1e-12);
    }
}
END_TEST

/* A ball over the side of a cone, over its rim, over its tip, over its face. */
START_TEST(a_ball_on_a_cone)
{
    const double l = hypot(0.9, 0.4), ca = 0.9 / l, sa = 0.4 / l;
    /* foot on the cone (x, z), and direction of the ball from there */
    const double at[4][4] = {{0.2, 0, ca, sa},
                             {0.4, -0.45, 0.8, -0.6},
                             {0, 0.45, 0.28, 0.96},
                             {0.1, -0.45, 0, -1}};

    for (int k = 0; k < 12; k++) {
        const double *f = at[k / 3], gap = 1e-5 * (k % 3 - 1), d = 0.4 + gap;
        double b[7];
        pose_of(f[0] + d * f[2], 0, f[1] + d * f[3], 0, 0, 0, b);
        ck_assert_int_eq(touch(&one[5], b, &one[3], zero, 1e-3, t), 1);
        ck_assert_double_eq_tol(t->gap, gap, 2e-16);
        ck_assert_double_eq_tol(t->n[0], f[2], 1e-15);
        ck_assert_double_eq_tol(t->n[2], f[3], 1e-15);
        ck_assert_double_eq_tol(t->p2[0], f[0], 1e-15);
        ck_assert_double_eq_tol(t->p2[2], f[1], 1e-15);
    }
}
END_TEST

/* Two discs that lie on each other beside their centres: the corners of the lens. */
START_TEST(shifted_discs_share_a_lens)
{
    const double s = sqrt(0.16 - 0.0225); /* half the chord, 0.15 off both centres */
    double a[7];
    int corners = 0;

    pose_of(0.3, 0, 0.7 - 1e-5, 0, 0, 0, a);
    const zn_index n = touch(&one[1], a, &one[1], zero, 1e-3, t);
    ck_assert_int_eq(n, 4);
    for (zn_index i = 0; i < n; i++) {
        ck_assert_double_eq_tol(t[i].gap, -1e-5, 2e-16);
        if (fabs(t[i].p1[0] - 0.15) > 1e-12)
            continue;
        corners++;
        ck_assert_double_eq_tol(fabs(t[i].p1[1]), s, 1e-15);
    }
    ck_assert_int_eq(corners, 2);
}
END_TEST

/* A coin over the rim of a table a hundred times as wide, all the way round: the rims cross
 * in two points, each on both circles. */
START_TEST(a_coin_over_the_rim_of_a_table)
{
    solid table = cylinder(10, 0.2), coin = cylinder(0.1, 0.2);
    double a[7], b[7];

    pose_of(1, 2, 3, 0, 0, 0, b);
    for (int k = 0; k < 200; k++) {
        const double phi = k * 0.0314, l = 10 + 0.0004 * (k - 100);
        int corners = 0;
        pose_of(1 + l * cos(phi), 2 + l * sin(phi), 3.2, 0, 0, 0, a);
        const zn_index n = touch(&coin, a, &table, b, 1e-3, t);
        for (zn_index i = 0; i < n; i++) {
            const double *p = t[i].p1;
            const double wide = hypot(p[0] - b[0], p[1] - b[1]) - 10,
                         narrow = hypot(p[0] - a[0], p[1] - a[1]) - 0.1;
            corners += fabs(wide) < 1e-13 && fabs(narrow) < 1e-13;
        }
        ck_assert_int_eq(corners, 2);
    }
    zn_shape_free(table.shape);
    zn_shape_free(coin.shape);
}
END_TEST

/* ---- noise ----------------------------------------------------------------------------- */

typedef struct rest {
    int a, b; /* of the solids above */
    double x, y, z;
    double w[3]; /* rotation vector of a */
    zn_index n;
} rest;

#define LYING {1.5707963267948966, 0, 0}
#define LEANING {0, 1.9890206563741257, 0} /* a cone on its side */

static const rest at_rest[] = {
    {1, 0, 0, 0, 0.85, {0, 0, 0}, 4},   /* stands on a box, */
    {1, 0, 0.3, 0, 0.85, {0, 0, 0}, 5}, /* over its edge, */
    {1, 0, 0.3, 0.3, 0.85, {0, 0, 0.2}, 5},
    {1, 0, 0, 0, 0.9, LYING, 2},           /* lies on it, */
    {1, 0, 0, 0.3, 0.9, LYING, 2},         /* over an edge */
    {2, 0, 0, 0, 0.53, {0, 0, 0}, 4},      /* a coin as wide as the box */
    {1, 1, 0, 0, 0.7, {0, 0, 0}, 4},       /* on its like */
    {1, 1, 0, 0, 0.7, {0, 0, 0.3}, 8},     /* turned, */
    {1, 1, 0.3, 0, 0.7, {0, 0, 0.1}, 4},   /* shifted */
    {1, 1, 0.8, 0, 0, {0, 0, 0}, 2},       /* side by side, */
    {1, 1, 0.8, 0, 0.3, {0, 0, 0.2}, 2},
    {2, 1, 0, 0, 0.38, {0, 0, 0}, 4},      /* a coin on a column */
    {3, 0, 0, 0, 0.95, {0, 0, 0}, 4},
    {3, 0, 0, 0, 0.95, {3.1415926535897931, 0, 0}, 1}, /* on its tip */
    {3, 0, 0, 0, 0.68276230972405144, LEANING, 2},
    {4, 1, 0, 0, 0.55, {0, 0, 0}, 4},
    {5, 1, 0, 0, 0.75, {0, 0, 0}, 1},
    {6, 1, 0, 0, 0.55, LYING, 2}, /* a capsule lies across a column */
    {6, 1, 0.6, 0, 0, {0, 0, 0}, 2}, /* and along it */
};

START_TEST(noise_changes_neither_number_nor_features)
{
    const rest *r = &at_rest[_i];
    double pose[7];

    pose_of(r->x, r->y, r->z, r->w[0], r->w[1], r->w[2], pose);
    steady_under_noise(&one[r->a], pose, &one[r->b], zero, r->n);
}
END_TEST

/* A disc that lies flat has its points where they were, whichever way it is disturbed. */
START_TEST(points_of_a_disc_that_rests_stay)
{
    double pose[7], p[7];

    pose_of(0, 0, 0.53, 0, 0, 0.3, pose);
    const zn_index n = touch(&one[2], pose, &one[0], zero, 0.02, t2);
    for (int k = 0; k < 200; k++) {
        disturb(pose, 1e-9, p);
        ck_assert_int_eq(touch(&one[2], p, &one[0], zero, 0.02, t), n);
        for (zn_index i = 0; i < n; i++)
            for (int j = 0; j < 3; j++)
                ck_assert_double_eq_tol(t[i].p1[j], t2[i].p1[j], 1e-8);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("round");
    TCase *tc = tcase_create("round");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, a_tilted_cylinder_stands_on_a_point_of_its_rim);
    tcase_add_test(tc, crossed_cylinders_touch_in_a_point);
    tcase_add_test(tc, rims_touch_rims);
    tcase_add_test(tc, mirrored_rims_touch);
    tcase_add_test(tc, a_ball_on_a_cone);
    tcase_add_test(tc, shifted_discs_share_a_lens);
    tcase_add_test(tc, a_coin_over_the_rim_of_a_table);
    tcase_add_loop_test(tc, noise_changes_neither_number_nor_features, 0,
                        (int)(sizeof at_rest / sizeof *at_rest));
    tcase_add_test(tc, points_of_a_disc_that_rests_stay);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
