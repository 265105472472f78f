/* test_flat.c - where two shapes of the plane touch, against other ways to say it
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/shapes.h"

enum { FLAT = 6 };

/* sizes are about 1 */
static const double TOL = 1e-13;

static solid one[FLAT];
static double corners[FLAT][3 * 8]; /* of those with corners */
static zn_touch t[ZN_TOUCH_MOST], t2[ZN_TOUCH_MOST];

static solid with_corners(int k, zn_index n, zn_shape *shape)
{
    return (solid){
        .shape = shape, .support = hull_support, .n = n, .points = corners[k]};
}

/* `plane` has x and y of what `corners` has with z = 0 */
static solid polygon(int k, zn_index n, const double plane[])
{
    zn_shape *shape;

    for (zn_index i = 0; i < 2 * n; i++)
        corners[k][i / 2 * 3 + i % 2] = plane[i];
    if (n == 2)
        MUST(zn_shape_segment(ctx, plane, &shape));
    else
        MUST(zn_shape_polygon(ctx, n, plane, &shape));
    return with_corners(k, n, shape);
}

static solid rectangle(int k, double a, double b)
{
    const double size[2] = {a, b};
    zn_shape *shape;

    for (int i = 0; i < 4; i++) {
        corners[k][3 * i] = (i & 1 ? a : -a) / 2;
        corners[k][3 * i + 1] = (i & 2 ? b : -b) / 2;
    }
    MUST(zn_shape_rectangle(ctx, size, &shape));
    return with_corners(k, 4, shape);
}

static void setup(void)
{
    double seven[14];

    scene_setup();
    shapes_seed = 11;
    memset(corners, 0, sizeof corners);
    one[0] = (solid){.support = sphere_support, .radius = 0.4};
    MUST(zn_shape_disc(ctx, 0.4, &one[0].shape));
    one[1] = rectangle(1, 0.6, 1.1);
    one[2] = rectangle(2, 1, 1);
    for (int i = 0; i < 7; i++) {
        seven[2 * i] = 0.5 * cos(acos(-1) / 3.5 * i);
        seven[2 * i + 1] = 0.4 * sin(acos(-1) / 3.5 * i);
    }
    one[3] = polygon(3, 7, seven);
    one[4] = polygon(4, 3, (const double[]){-0.5, -0.2, 0.6, -0.2, 0.3, 0.5});
    one[5] = polygon(5, 2, (const double[]){-0.5, 0.1, 0.4, -0.1});
}

static void teardown(void)
{
    for (int i = 0; i < FLAT; i++)
        zn_shape_free(one[i].shape);
    scene_teardown();
}

static void pose_at(double x, double y, double angle, double pose[7])
{
    const double p[7] = {x, y, 0, cos(angle / 2), 0, 0, sin(angle / 2)};

    memcpy(pose, p, sizeof p);
}

static void anywhere(double reach, double pose[7])
{
    const double x = reach * uniform(), y = reach * uniform();

    pose_at(x, y, 3 * uniform(), pose);
}

/* The largest gap of many directions, the best ones made better: never above the signed
 * distance, and within 1e-9 of it. */
static double best_direction(const solid *a, const double pa[7], const solid *b,
                             const double pb[7])
{
    enum { TRIES = 4000 };
    const double wide = 2 * acos(-1) / TRIES;
    double best = -INFINITY, at = 0;

    for (int k = 0; k < TRIES; k++) {
        const double n[3] = {cos(k * wide), sin(k * wide), 0};
        const double g = gap_along(a, pa, b, pb, n);
        if (g > best) {
            best = g;
            at = k * wide;
        }
    }
    for (double by = wide; by > 1e-14; by /= 1.5)
        for (int side = -1; side < 2; side += 2) {
            const double n[3] = {cos(at + side * by), sin(at + side * by), 0};
            const double g = gap_along(a, pa, b, pb, n);
            if (g > best) {
                best = g;
                at += side * by;
                break;
            }
        }
    return best;
}

/* ---- all pairs, anywhere ----------------------------------------------------------- */

START_TEST(the_least_gap_is_the_signed_distance)
{
    const solid *a = &one[_i / FLAT], *b = &one[_i % FLAT];
    double pa[7], pb[7];
    int tight = 0;

    for (int k = 0; k < test_rounds(400); k++) {
        anywhere(0.2, pa);
        anywhere(k % 2 ? 0.5 : 1.1, pb);
        const zn_index n = touch(a, pa, b, pb, 10, t);
        ck_assert_int_ge(n, 1);
        ck_assert_int_le(n, 2);
        const zn_touch *d = &t[deepest(t, n)];
        ck_assert_double_eq_tol(dot(d->n, d->n), 1, 1e-15);
        ck_assert_double_eq(d->n[2], 0);
        ck_assert_double_eq_tol(dot(d->n, d->p1) - dot(d->n, d->p2), d->gap,
                                TOL);
        /* the planes at right angles to n leave that much between them */
        ck_assert_double_eq_tol(d->gap, gap_along(a, pa, b, pb, d->n), TOL);
        const double other = best_direction(a, pa, b, pb);
        ck_assert_double_le(other, d->gap + TOL);
        tight += other > d->gap - 1e-9;
    }
    ck_assert_int_ge(tight, test_rounds(400) - 4); /* two directions may be almost as good */
}
END_TEST

/* How far a point is outside of a shape, less than zero: inside. */
static double outside(const solid *s, const double pose[7], const double at[3])
{
    const solid point = {.support = sphere_support};
    double there[7];

    pose_at(at[0], at[1], 0, there);
    return best_direction(s, pose, &point, there);
}

/* Two patches have their points on both surfaces, at their gap from each other along n. */
START_TEST(both_ends_are_on_both)
{
    const solid *a = &one[_i / FLAT], *b = &one[_i % FLAT];
    double pa[7], pb[7];

    for (int k = 0; k < test_rounds(300); k++) {
        anywhere(0.2, pa);
        anywhere(1, pb);
        const zn_index n = touch(a, pa, b, pb, 10, t);
        for (zn_index i = 0; i < n; i++) {
            double d[3], along = 0;
            for (int j = 0; j < 3; j++) {
                d[j] = t[i].p1[j] - t[i].p2[j];
                along += d[j] * t[i].n[j];
            }
            ck_assert_double_eq_tol(along, t[i].gap, TOL);
            ck_assert_double_eq_tol(sqrt(dot(d, d)), fabs(t[i].gap), TOL);
            if (k % 15) /* 4000 directions take their time */
                continue;
            ck_assert_double_eq_tol(outside(a, pa, t[i].p1), 0, 1e-9);
            ck_assert_double_eq_tol(outside(b, pb, t[i].p2), 0, 1e-9);
        }
    }
}
END_TEST

START_TEST(swapped_and_moved_pairs_are_the_same)
{
    const solid *a = &one[_i / FLAT], *b = &one[_i % FLAT];
    double pa[7], pb[7], m[7], qa[7], qb[7];

    for (int k = 0; k < test_rounds(300); k++) {
        anywhere(0.2, pa);
        anywhere(0.8, pb);
        anywhere(3, m);
        compose(m, pa, qa);
        compose(m, pb, qb);
        const zn_index n = touch(a, pa, b, pb, 0.3, t);
        zn_index n2 = touch(b, pb, a, pa, 0.3, t2);
        ck_assert_int_eq(n, n2);
        for (zn_index i = 0; i < n; i++) {
            /* a rotation by pi about n brings the ends in the other order */
            const zn_touch *e = t2[i].f1 == t[i].f2 && t2[i].f2 == t[i].f1
                                    ? &t2[i]
                                    : &t2[n - 1 - i];
            ck_assert_uint_eq(e->f1, t[i].f2);
            ck_assert_uint_eq(e->f2, t[i].f1);
            ck_assert_double_eq_tol(e->gap, t[i].gap, TOL);
            for (int j = 0; j < 3; j++) {
                ck_assert_double_eq_tol(e->p1[j], t[i].p2[j], 1e-12);
                ck_assert_double_eq_tol(e->n[j], -t[i].n[j], 1e-12);
            }
        }
        n2 = touch(a, qa, b, qb, 0.3, t2);
        ck_assert_int_eq(n, n2);
        for (zn_index i = 0; i < n; i++) {
            ck_assert_uint_eq(t2[i].f1, t[i].f1);
            ck_assert_uint_eq(t2[i].f2, t[i].f2);
            ck_assert_double_eq_tol(t2[i].gap, t[i].gap, 1e-12);
        }
    }
}
END_TEST

/* Steps of 1e-4 through each other change the gap by no more than they are. */
START_TEST(the_gap_is_continuous_through_zero)
{
    const solid *a = &one[_i / FLAT], *b = &one[_i % FLAT];

    for (int k = 0; k < test_rounds(20); k++) {
        const double angle = 3 * uniform(), beside = 0.3 * uniform();
        double pa[7], pb[7], last = INFINITY;
        anywhere(0.1, pb);
        for (int i = 0; i < 3000; i++) {
            pose_at(beside, 1.5 - 1e-3 * i, angle, pa);
            const zn_index n = touch(a, pa, b, pb, 10, t);
            const double gap = t[deepest(t, n)].gap;
            if (i)
                ck_assert_double_le(fabs(gap - last), 1e-3 + TOL);
            last = gap;
        }
    }
}
END_TEST

/* ---- by hand ----------------------------------------------------------------------- */

START_TEST(sides_that_lie_on_each_other_have_two_ends)
{
    double pa[7], pb[7];
    zn_index n;

    /* a square of 1 at (0.3, 0.99) on one at 0: y = 0.49 and 0.5, x = -0.2 ... 0.5 */
    pose_at(0.3, 0.99, 0, pa);
    pose_at(0, 0, 0, pb);
    n = touch(&one[2], pa, &one[2], pb, 0.02, t);
    ck_assert_int_eq(n, 2);
    const int left = t[0].p1[0] < t[1].p1[0] ? 0 : 1;
    for (int i = 0; i < 2; i++) {
        const zn_touch *k = &t[i];
        ck_assert_double_eq_tol(k->gap, -0.01, 1e-15);
        ck_assert_double_eq_tol(k->n[1], 1, 1e-15);
        ck_assert_double_eq_tol(k->p1[1], 0.49, 1e-15);
        ck_assert_double_eq_tol(k->p2[1], 0.5, 1e-15);
        ck_assert_double_eq_tol(k->p1[0], i == left ? -0.2 : 0.5, 1e-15);
    }
    /* tilted by 0.01 about its corner (-0.2, 0.5): the other end is 0.7 tan 0.01 above */
    pose_at(-0.2 + 0.5 * cos(0.01) - 0.5 * sin(0.01),
            0.5 + 0.5 * cos(0.01) + 0.5 * sin(0.01), 0.01, pa);
    n = touch(&one[2], pa, &one[2], pb, 0.02, t);
    ck_assert_int_eq(n, 2);
    ck_assert_double_eq_tol(fmin(t[0].gap, t[1].gap), 0, 1e-15);
    ck_assert_double_eq_tol(fmax(t[0].gap, t[1].gap), 0.7 * tan(0.01), 1e-14);
}
END_TEST

START_TEST(a_disc_has_one_place_and_turns_under_it)
{
    double pa[7], pb[7];

    pose_at(0, 0, 0, pb);
    pose_at(0.1, 0.88, 1, pa);
    ck_assert_int_eq(touch(&one[0], pa, &one[2], pb, 0.02, t), 1);
    ck_assert_double_eq_tol(t[0].gap, 0.88 - 0.4 - 0.5, 1e-15);
    ck_assert_double_eq_tol(t[0].c1[1], 0.88, 1e-15);
    ck_assert_double_eq_tol(t[0].c2[1], 0.5, 1e-15);
    const uint32_t f = t[0].f1;
    /* at a corner of the square: (0.5, 0.5) + 0.5 (3, 4)/5, 0.1 off */
    pose_at(0.5 + 0.5 * 0.6, 0.5 + 0.5 * 0.8, 1, pa);
    ck_assert_int_eq(touch(&one[0], pa, &one[2], pb, 0.2, t), 1);
    ck_assert_double_eq_tol(t[0].gap, 0.1, 1e-15);
    ck_assert_double_eq_tol(t[0].n[0], 0.6, 1e-15);
    ck_assert_double_eq_tol(t[0].n[1], 0.8, 1e-15);
    ck_assert_uint_eq(t[0].f1, f);
    /* two discs */
    pose_at(0.6, 0.8, 0, pa);
    ck_assert_int_eq(touch(&one[0], pa, &one[0], pb, 0.3, t), 1);
    ck_assert_double_eq_tol(t[0].gap, 0.2, 1e-15);
    ck_assert_double_eq_tol(t[0].n[1], 0.8, 1e-15);
}
END_TEST

/* A half plane turned by 0.3: each corner has its height over it. */
START_TEST(on_a_half_plane_every_corner_counts)
{
    const double n[3] = {-sin(0.3), cos(0.3), 0};
    double pa[7], pb[7];
    zn_shape *ground;
    zn_index m;

    MUST(zn_shape_half_plane(ctx, &ground));
    pose_at(0.2, -0.1, 0.3, pb);
    for (int k = 0; k < FLAT; k++)
        for (int i = 0; i < test_rounds(100); i++) {
            const double down[3] = {-n[0], -n[1], 0};
            anywhere(1, pa);
            MUST(zn_shape_touch(one[k].shape, pa, ground, pb, 10, t, &m));
            ck_assert_int_eq(m, k ? one[k].n : 1);
            const double least = -reach_of(&one[k], pa, down) - dot(n, pb);
            ck_assert_double_eq_tol(t[deepest(t, m)].gap, least, TOL);
            ck_assert_double_eq_tol(dot(t[0].n, n), 1, 1e-15);
            /* and the other way round */
            MUST(zn_shape_touch(ground, pb, one[k].shape, pa, 10, t, &m));
            ck_assert_double_eq_tol(t[deepest(t, m)].gap, least, TOL);
            ck_assert_double_eq_tol(dot(t[0].n, n), -1, 1e-15);
        }
    zn_shape_free(ground);
}
END_TEST

static void noisy(const double pose[7], double out[7])
{
    const double angle = 2 * atan2(pose[6], pose[3]);
    const double x = 1e-9 * uniform(), y = 1e-9 * uniform();

    pose_at(pose[0] + x, pose[1] + y, angle + 1e-9 * uniform(), out);
}

/* Two of all: what rests flat, one corner over another, keeps its two contacts. */
START_TEST(noise_changes_neither_number_nor_features)
{
    static const struct {
        int a, b;
        double x, y, angle;
        zn_index count;
    } rest[] = {{2, 2, 0, 1, 0, 2},        /* corners over corners */
                {2, 2, 0.3, 1, 0, 2},      /* overhanging */
                {1, 2, 0.1, 1.05, 0, 2},   /* a narrow one on a wide one */
                {2, 1, 0, 1.05, 0, 2},     /* and under it */
                {4, 2, 0, 0.7, 0, 2},      /* a triangle */
                {2, 2, 0, 0.5 + sqrt(0.5), 0.78539816339744830962, 1}, /* on a corner */
                {0, 2, 0.2, 0.9, 0, 1},    /* a disc */
                {0, 0, 0.8, 0, 0, 1}};
    double pa[7], pb[7], qa[7], qb[7];

    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++) {
        const solid *a = &one[rest[i].a], *b = &one[rest[i].b];
        pose_at(rest[i].x, rest[i].y, rest[i].angle, pa);
        pose_at(0, 0, 0, pb);
        const zn_index n = touch(a, pa, b, pb, 0.02, t);
        ck_assert_int_eq(n, rest[i].count);
        for (int k = 0; k < test_rounds(2000); k++) {
            noisy(pa, qa);
            noisy(pb, qb);
            ck_assert_int_eq(touch(a, qa, b, qb, 0.02, t2), n);
            for (zn_index j = 0; j < n; j++) {
                /* the side that counts may be that of the other: another order */
                const zn_touch *e =
                    t2[j].f1 == t[j].f1 && t2[j].f2 == t[j].f2 ? &t2[j]
                                                               : &t2[n - 1 - j];
                ck_assert_uint_eq(e->f1, t[j].f1);
                ck_assert_uint_eq(e->f2, t[j].f2);
                ck_assert_double_eq_tol(e->gap, t[j].gap, 1e-8);
            }
        }
    }
}
END_TEST

/* Lengths that are powers of two make all the same digits. */
START_TEST(units_do_not_matter)
{
    double pa[7], pb[7];
    const double down = 1. / 1024;

    for (int k = 0; k < test_rounds(200); k++) {
        zn_shape *small[2];
        double plane[6];
        zn_index n2;
        anywhere(0.2, pa);
        anywhere(0.8, pb);
        const zn_index n = touch(&one[4], pa, &one[2], pb, 1, t);
        for (int i = 0; i < 6; i++)
            plane[i] = down * corners[4][i / 2 * 3 + i % 2];
        MUST(zn_shape_polygon(ctx, 3, plane, &small[0]));
        MUST(zn_shape_rectangle(ctx, (const double[]){down, down}, &small[1]));
        for (int i = 0; i < 2; i++) {
            pa[i] *= down;
            pb[i] *= down;
        }
        MUST(zn_shape_touch(small[0], pa, small[1], pb, down, t2, &n2));
        ck_assert_int_eq(n, n2);
        for (zn_index i = 0; i < n; i++) {
            ck_assert_double_eq(t2[i].gap, down * t[i].gap);
            ck_assert_double_eq(t2[i].n[0], t[i].n[0]);
        }
        zn_shape_free(small[0]);
        zn_shape_free(small[1]);
    }
}
END_TEST

/* ---- mass, corners, words ---------------------------------------------------------- */

START_TEST(masses_by_hand)
{
    const double l[6] = {1, 1, 4, 1, 1, 3}; /* a right triangle of 3 x 2 */
    zn_shape *s;
    zn_mass m;

    MUST(zn_shape_mass(one[0].shape, 3, &m));
    ck_assert_double_eq_tol(m.mass, 3 * acos(-1) * 0.16, 1e-14);
    ck_assert_double_eq_tol(m.inertia[8], m.mass * 0.08, 1e-15);
    MUST(zn_shape_mass(one[1].shape, 2, &m));
    ck_assert_double_eq_tol(m.mass, 2 * 0.66, 1e-14);
    ck_assert_double_eq_tol(m.inertia[8], m.mass * (0.36 + 1.21) / 12, 1e-15);
    /* a triangle of legs a, b: centre a/3, b/3, and I = m (a^2 + b^2)/18 */
    MUST(zn_shape_polygon(ctx, 3, l, &s));
    MUST(zn_shape_mass(s, 5, &m));
    ck_assert_double_eq_tol(m.mass, 15, 1e-14);
    ck_assert_double_eq_tol(m.centre[0], 2, 1e-15);
    ck_assert_double_eq_tol(m.centre[1], 1 + 2. / 3, 1e-15);
    ck_assert_double_eq_tol(m.inertia[8], 15 * 13. / 18, 1e-13);
    /* Ixy = -int xy = m a b / 36 about the centre */
    ck_assert_double_eq_tol(m.inertia[1], 15 * 6. / 36, 1e-13);
    zn_shape_free(s);
    REFUSED(zn_shape_mass(one[5].shape, 1, &m), ZN_EINVAL, "no area");
}
END_TEST

/* Points inside, on a side, and twice are no corners: the square is the square. */
START_TEST(the_corners_are_those_of_the_hull)
{
    const double points[] = {0, 0,   1, 1, 0.5, 0.5, 1,   0, 0.25, 0,
                             0, 1,   1, 1, 0,   0,   0.5, 1, 1,    0.125,
                             0, 0.5, 0, 0};
    double pa[7], pb[7];
    zn_shape *s;
    zn_mass m;

    MUST(zn_shape_polygon(ctx, 12, points, &s));
    MUST(zn_shape_mass(s, 1, &m));
    ck_assert_double_eq_tol(m.mass, 1, 1e-15);
    ck_assert_double_eq_tol(m.inertia[8], 1. / 6, 1e-15);
    pose_at(-0.5, 0.5, 0, pa); /* over the square at 0 */
    pose_at(0, 0, 0, pb);
    const solid square = {.shape = s};
    ck_assert_int_eq(touch(&square, pa, &one[2], pb, 0.02, t), 2);
    ck_assert_double_eq_tol(t[0].gap, 0, 1e-15);
    zn_shape_free(s);
}
END_TEST

/* Features of corners are their numbers: counter-clockwise, from the left; of two there from the lower. */
START_TEST(corners_are_counted_from_the_left)
{
    static const double points[2][8] = {{1, 1, 0, 1, 1, 0, 0, 0}, {2, 0, 1, -1, 1, 2, 0, 0.5}};
    static const double counted[2][8] = {{0, 0, 1, 0, 1, 1, 0, 1}, {0, 0.5, 1, -1, 2, 0, 1, 2}};
    double pose[7];
    zn_shape *ground, *s;
    zn_index m;

    MUST(zn_shape_half_plane(ctx, &ground));
    pose_at(0, 0, 0, pose);
    for (int k = 0; k < 2; k++) {
        MUST(zn_shape_polygon(ctx, 4, points[k], &s));
        MUST(zn_shape_touch(s, pose, ground, pose, 10, t, &m));
        ck_assert_int_eq(m, 4);
        for (int i = 0; i < 4; i++) {
            ck_assert_uint_lt(t[i].f1, 4);
            for (int j = 0; j < 2; j++)
                ck_assert_double_eq(t[i].p1[j], counted[k][2 * (int)t[i].f1 + j]);
        }
        zn_shape_free(s);
    }
    zn_shape_free(ground);
}
END_TEST

START_TEST(bad_input_is_refused_with_words)
{
    const double flat[6] = {0, 0, 1, 1, 3, 3}, nan_[6] = {0, 0, 1, NAN, 3, 3};
    double pa[7], pb[7] = {0, 0, 0.1, 1, 0, 0, 0};
    zn_shape *s, *ball;
    zn_index n;

    REFUSED(zn_shape_disc(ctx, 0, &s), ZN_EINVAL, "radius = 0, must be > 0");
    REFUSED(zn_shape_rectangle(ctx, (const double[]){1, INFINITY}, &s),
            ZN_EINVAL, "size along y = inf");
    REFUSED(zn_shape_polygon(ctx, 3, flat, &s), ZN_EINVAL, "on one line");
    REFUSED(zn_shape_polygon(ctx, 3, nan_, &s), ZN_EINVAL,
            "component 1 of point 1");
    REFUSED(zn_shape_polygon(ctx, 2, flat, &s), ZN_EINVAL, "2 points");
    REFUSED(zn_shape_segment(ctx, (const double[]){1, 2, 1, 2}, &s), ZN_EINVAL,
            "length = 0");
    ck_assert_ptr_null(s);
    double round[2 * 100];
    for (int i = 0; i < 100; i++) {
        round[2 * i] = cos(acos(-1) / 50 * i);
        round[2 * i + 1] = sin(acos(-1) / 50 * i);
    }
    REFUSED(zn_shape_polygon(ctx, 100, round, &s), ZN_EINVAL, "at most 64");
    pose_at(0, 0, 0, pa);
    REFUSED(zn_shape_touch(one[0].shape, pa, one[1].shape, pb, 1, t, &n),
            ZN_EINVAL, "stays in the plane");
    MUST(zn_shape_sphere(ctx, 1, &ball));
    REFUSED(zn_shape_touch(one[0].shape, pa, ball, pa, 1, t, &n), ZN_ENOTSUP,
            "a disc and a sphere have no contact");
    zn_shape_free(ball);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("shapes of the plane");
    TCase *tc = tcase_create("flat");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_loop_test(tc, the_least_gap_is_the_signed_distance, 0,
                        FLAT * FLAT);
    tcase_add_loop_test(tc, both_ends_are_on_both, 0, FLAT * FLAT);
    tcase_add_loop_test(tc, swapped_and_moved_pairs_are_the_same, 0,
                        FLAT * FLAT);
    tcase_add_loop_test(tc, the_gap_is_continuous_through_zero, 0, FLAT * FLAT);
    tcase_add_test(tc, sides_that_lie_on_each_other_have_two_ends);
    tcase_add_test(tc, a_disc_has_one_place_and_turns_under_it);
    tcase_add_test(tc, on_a_half_plane_every_corner_counts);
    tcase_add_test(tc, noise_changes_neither_number_nor_features);
    tcase_add_test(tc, units_do_not_matter);
    tcase_add_test(tc, masses_by_hand);
    tcase_add_test(tc, the_corners_are_those_of_the_hull);
    tcase_add_test(tc, corners_are_counted_from_the_left);
    tcase_add_test(tc, bad_input_is_refused_with_words);
    suite_add_tcase(s, tc);
    return test_main(s);
}
