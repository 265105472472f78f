/* test_round.c - cylinders and cones: where they touch, by hand, and how steady that is
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/shapes/shape.h"
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

/* ---- all but touching ---------------------------------------------------------------------- */

typedef struct pair {
    double a[3], b[3]; /* radii below and above, length; or edges of a box */
    bool box;
    double pa[7], pb[7];
} pair;

/* Found among some 100 000 pairs, each within 1e-5 of touching; gaps were too small by up to 4e-8. */
static const pair close_pairs[] = {
    { /* a deepest point of a rim beside the face it leans over */
     {0.08324142116294847, 0, 0.14204007621646614},
     {0.36679408589138895, 0.38679234243446026, 0.47987759509045091},
     false,
     {-0.36580201572368048, -0.20805235872347172, 0.10899875004730725,
      0.070737201667702684, 0.84742311357563171, 0.52616937303525557,
      -0.0040131979381397625},
     {-0.1103000506972673, 0.14240587817368069, 0.025200214341590099,
      0.070737201667702906, -0.85793033068817126, 0.080881568336008666,
      -0.50240418777018114}},
    { /* a tip that all but touches a rim */
     {0.9287283126000645, 0.9287283126000645, 0.069992857994029767},
     {0.050294048741896746, 0, 0.19953079935318246},
     false,
     {0.96465769313934224, 0.28028894573664875, -0.79023049618030572,
      0.070737201667703128, -0.94235770211132897, 0.11189966409716411,
      0.30730550718563532},
     {0.25355581252336251, -0.18426440804560801, -0.28813386161056992,
      0.070737201667702684, -0.53560225752669077, 0.8329607922412513,
      -0.11959426667429374}},
    { /* a tip beside a tip, on the side there */
     {0.2553219381664098, 0, 0.97254789778142925},
     {0.42778442347647361, 0, 0.66680343190319225},
     false,
     {-0.51697130122909374, -0.61277208646149228, 0.019026263676297728,
      0.070737201667703128, 0.5315437020113617, 0.49832555233461723,
      0.68127027312416799},
     {0.012082522809949347, -0.14153071029410519, -0.25443554565229137,
      0.070737201667703128, 0.25104114414476447, 0.26809517291680651,
      -0.92741553281440037}},
    { /* two rims that come near each other twice */
     {0.7352391991293199, 0, 0.23119290688571326},
     {0.18377835121925867, 0.18377835121925867, 0.063678586564587344},
     false,
     {0.12598082448831804, -0.59554371155945618, -0.2764789798121472,
      0.070737201667703128, 0.40373187747298073, -0.88906403779678256,
      -0.2038674964501361},
     {0.0036229232660757392, -0.16562993062150985, 0.11272181421395097,
      0.070737201667702906, -0.98294636817945802, -0.13602068872087697,
      0.10154337902066539}},
    { /* a corner of a box beside the face of a cylinder */
     {0.25572906913701415, 0.25572906913701415, 0.8205344004677102},
     {0.80095773468393339, 0.71371045658700971, 0.42096746616709591},
     true,
     {-0.78946468425702654, -0.74561135878578466, -0.075745942923414217,
      0.070737201667702906, -0.61127181540795295, -0.58139239847723634,
      -0.5322836602611194},
     {-0.050430800293872077, -0.094995604549151166, 0.080596783942123509,
      0.070737201667702684, 0.75848698718387153, -0.40430269993597812,
      -0.50619469119839122}},
    { /* a corner that all but touches a rim */
     {0.73694959408181437, 0.73694959408181437, 0.065662657428831692},
     {0.11149317003830311, 0.78745515508838471, 0.053104922911951236},
     true,
     {0.82499961380356079, 0.0069397972722240742, 0.43095685640719084,
      0.070737201667702906, 0.0068598443253311287, 0.91023078549216374,
      -0.40795723792865052},
     {0.11854553857795373, -0.23146298579908545, 0.011045676796942572,
      0.070737201667703128, -0.85323829019845232, 0.059069016498282577,
      0.51331425046395351}},
    { /* the end of a line beside that of an edge */
     {0.34103926198929546, 0.34103926198929546, 0.0914658921181567},
     {0.92564269934858578, 0.96919344873582536, 0.25510982038846902},
     true,
     {-0.56801577829166372, 0.60961458611915542, 0.44045918305528253,
      0.070737201667703128, 0.88143009155793262, 0.0033457332200853428,
      -0.46697542554787352},
     {0.13326106866139534, 0.16147162051193537, -0.094943462400112616,
      0.070737201667702906, 0.14574367105463806, 0.64564995566850902,
      -0.74625140897219921}},
};

static solid frustum(const double x[3])
{
    return x[0] == x[1] ? cylinder(x[0], x[2]) : cone(x[0], x[1], x[2]);
}

/* No normal near the one that was told leaves more than the least gap. */
static void check_nothing_leaves_more(const solid *a, const double pa[7],
                                      const solid *b, const double pb[7])
{
    const zn_index m = touch(a, pa, b, pb, 0.1, t);
    double n[3], d[3], step = 1e-3;

    ck_assert_int_gt(m, 0);
    const zn_touch *least = &t[deepest(t, m)];
    memcpy(n, least->n, sizeof n);
    double most = gap_along(a, pa, b, pb, n);
    for (int k = 0; k < 600; k++) {
        for (int i = 0; i < 3; i++)
            d[i] = n[i] + step * uniform();
        const double l = sqrt(dot(d, d));
        for (int i = 0; i < 3; i++)
            d[i] /= l;
        const double g = gap_along(a, pa, b, pb, d);
        step *= g > most ? 1.5 : 0.95;
        if (g > most) {
            most = g;
            memcpy(n, d, sizeof n);
        }
    }
    ck_assert_double_le(most - least->gap, 1e-12);
}

START_TEST(what_all_but_touches_has_its_gap)
{
    const pair *p = &close_pairs[_i];
    solid a = frustum(p->a),
          b = p->box ? box(p->b[0], p->b[1], p->b[2]) : frustum(p->b);

    check_nothing_leaves_more(&a, p->pa, &b, p->pb);
    check_nothing_leaves_more(&b, p->pb, &a, p->pa);
    zn_shape_free(a.shape);
    zn_shape_free(b.shape);
}
END_TEST

/* And any others, moved along the normal to a gap of 1e-14 to 1e-3 of either sign. */
START_TEST(pairs_that_all_but_touch_have_their_gaps)
{
    double pa[7], pb[7];

    for (int k = 0; k < 500; k++) {
        const solid *a = &one[1 + k % 4], *b = &one[k / 4 % 5];
        const double want = (k / 20 % 2 ? 1 : -1) * pow(10, -3 - k / 40 % 12);
        random_pose(1, pa);
        random_pose(0.3, pb);
        const zn_index n = touch(a, pa, b, pb, 10, t);
        ck_assert_int_gt(n, 0);
        const zn_touch d = t[deepest(t, n)];
        for (int i = 0; i < 3; i++)
            pa[i] += (want - d.gap) * d.n[i];
        check_nothing_leaves_more(a, pa, b, pb);
    }
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

/* A disc tells which end of the cylinder it is, whatever was touched before: to a box that is narrower, and
 * so stands on the face with its corners. */
START_TEST(a_box_stands_on_one_end_or_on_the_other)
{
    solid dice = box(0.2, 0.3, 0.1);
    double pose[7];

    for (int k = 0; k < 6; k++) {
        const int top = k % 2;
        const uint32_t end = zni_feature(ZNI_FACE, top);

        pose_of(0.05, 0.02, top ? 0.08 : -0.08, 0, 0, 0.3, pose);
        ck_assert_int_eq(touch(&dice, pose, &one[2], zero, 0.02, t), 4);
        for (int i = 0; i < 4; i++)
            ck_assert_uint_eq(t[i].f2, end);
        ck_assert_int_eq(touch(&one[2], zero, &dice, pose, 0.02, t), 4);
        for (int i = 0; i < 4; i++)
            ck_assert_uint_eq(t[i].f1, end);
    }
    zn_shape_free(dice.shape);
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
    tcase_add_loop_test(tc, what_all_but_touches_has_its_gap, 0,
                        (int)(sizeof close_pairs / sizeof *close_pairs));
    tcase_add_test(tc, pairs_that_all_but_touch_have_their_gaps);
    tcase_add_loop_test(tc, noise_changes_neither_number_nor_features, 0,
                        (int)(sizeof at_rest / sizeof *at_rest));
    tcase_add_test(tc, points_of_a_disc_that_rests_stay);
    tcase_add_test(tc, a_box_stands_on_one_end_or_on_the_other);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
