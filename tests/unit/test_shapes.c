/* test_shapes.c - where two shapes touch, against other ways to say it
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/shapes.h"

enum { SOLIDS = 12, CLOUD = 40 };

/* sizes are about 1; a direction across two edges loses what they are short of
 * being at right angles */
static const double TOL = 1e-12;

static solid one[SOLIDS];
static double cloud[3 * CLOUD], prism[36]; /* points in a ball; six-sided */
static zn_touch t[ZN_TOUCH_MOST], t2[ZN_TOUCH_MOST];

static void setup(void)
{
    scene_setup();
    shapes_seed = 7;
    one[0] = sphere(0.4);
    one[1] = box(0.6, 1.1, 0.8);
    one[2] = capsule(0.2, 0.9);
    one[3] = box(1, 1, 1);
    one[4] = box(0.05, 0.9, 1.3);
    for (int i = 0; i < CLOUD; i++) {
        random_direction(cloud + 3 * i);
        for (int k = 0; k < 3; k++)
            cloud[3 * i + k] *= i % 4 ? 0.5 : 0.3;
    }
    one[5] = hull(CLOUD, cloud);
    for (int i = 0; i < 12; i++) {
        prism[3 * i] = 0.5 * cos(acos(-1) / 3 * i);
        prism[3 * i + 1] = 0.5 * sin(acos(-1) / 3 * i);
        prism[3 * i + 2] = i < 6 ? -0.4 : 0.4;
    }
    one[6] = hull(12, prism);
    one[7] = cylinder(0.4, 0.7);
    one[8] = cylinder(0.5, 0.06); /* a coin */
    one[9] = cone(0.4, 0, 0.9);
    one[10] = cone(0.3, 0.5, 0.4);
    one[11] = cone(0.6, 0, 0.1); /* a flat one */
}

static void teardown(void)
{
    for (int i = 0; i < SOLIDS; i++)
        zn_shape_free(one[i].shape);
    scene_teardown();
}

/* ---- all pairs, anywhere ----------------------------------------------------------- */

/* The gap is what the planes at right angles to n leave between the two, so it is the signed
 * distance if no direction leaves more. */
static bool is_signed_distance(const solid *a, const double pa[7],
                               const solid *b, const double pb[7])
{
    const zn_index n = touch(a, pa, b, pb, 10, t);

    ck_assert_int_gt(n, 0);
    const zn_touch *k = &t[deepest(t, n)];
    ck_assert_double_eq_tol(dot(k->n, k->n), 1, 1e-14);
    ck_assert_double_eq_tol(k->gap, gap_along(a, pa, b, pb, k->n), TOL);
    ck_assert_double_eq_tol(dot(k->n, k->p1) - dot(k->n, k->p2), k->gap, TOL);
    const double other = sampled_distance(a, pa, b, pb);
    ck_assert_msg(other <= k->gap + TOL, "%s and %s: gap %.17g, there is %.17g",
                  zn_shape_kind(a->shape), zn_shape_kind(b->shape), k->gap,
                  other);
    return other >= k->gap - 1e-3;
}

START_TEST(the_least_gap_is_the_signed_distance)
{
    const solid *a = &one[_i / SOLIDS], *b = &one[_i % SOLIDS];
    const double near_[] = {0.2, 0.5, 0.8};
    double pa[7], pb[7];
    int tight = 0;

    for (int k = 0; k < test_rounds(90); k++) {
        random_pose(0.2, pa);
        random_pose(near_[k % 3], pb);
        tight += is_signed_distance(a, pa, b, pb);
    }
    ck_assert_int_ge(tight, test_rounds(80)); /* how good the samples are */
}
END_TEST

/* Apart: the points are on the surfaces, |P1 - P2| = gap. */
START_TEST(nearest_points_are_as_far_apart_as_the_gap)
{
    const solid *a = &one[_i / SOLIDS], *b = &one[_i % SOLIDS];
    double pa[7], pb[7];

    for (int k = 0; k < test_rounds(300); k++) {
        random_pose(0.2, pa);
        random_pose(1.2, pb);
        const zn_index n = touch(a, pa, b, pb, 10, t);
        const zn_touch *d = &t[deepest(t, n)];
        double s = 0;
        if (d->gap <= 0)
            continue;
        for (int i = 0; i < 3; i++)
            s += (d->p1[i] - d->p2[i]) * (d->p1[i] - d->p2[i]);
        ck_assert_double_eq_tol(sqrt(s), d->gap, 1e-13);
        /* and on the surfaces: no solid reaches beyond its point along n */
        const double m[3] = {-d->n[0], -d->n[1], -d->n[2]};
        const double tol =
            fmax(TOL, 1e-15 / d->gap); /* a short way says less */
        ck_assert_double_eq_tol(reach_of(a, pa, m), dot(m, d->p1), tol);
        ck_assert_double_eq_tol(reach_of(b, pb, d->n), dot(d->n, d->p2), tol);
    }
}
END_TEST

/* What is there does not depend on who is first, or where both are. */
START_TEST(swapped_and_moved_pairs_are_the_same)
{
    const solid *a = &one[_i / SOLIDS], *b = &one[_i % SOLIDS];
    double pa[7], pb[7], m[7], qa[7], qb[7];

    for (int k = 0; k < test_rounds(200); k++) {
        random_pose(0.2, pa);
        random_pose(0.8, pb);
        const zn_index n = touch(a, pa, b, pb, 0.3, t);
        zn_index n2 = touch(b, pb, a, pa, 0.3, t2);
        ck_assert_int_eq(n, n2);
        if (!n)
            continue;
        const zn_touch *d = &t[deepest(t, n)], *e = &t2[deepest(t2, n)];
        ck_assert_double_eq_tol(d->gap, e->gap, TOL);
        random_pose(3, m);
        compose(m, pa, qa);
        compose(m, pb, qb);
        n2 = touch(a, qa, b, qb, 0.3, t2);
        ck_assert_int_eq(n, n2);
        for (zn_index i = 0; i < n; i++) {
            double x[3];
            /* measured: with rims 1.2e-13 is the most, on faces of hulls 3.5e-12 */
            const bool round = a->round || b->round;
            const bool of_points = a->n || b->n;
            ck_assert_double_eq_tol(t[i].gap, t2[i].gap,
                                    !round      ? 1e-13
                                    : of_points ? 5e-12
                                                : 2e-13);
            ck_assert_uint_eq(t[i].f1, t2[i].f1);
            ck_assert_uint_eq(t[i].f2, t2[i].f2);
            zn_rotate(m + 3, t[i].n, x);
            for (int j = 0; j < 3; j++)
                ck_assert_double_eq_tol(x[j], t2[i].n[j], 1e-12);
        }
    }
}
END_TEST

/* Moved along n from overlap to distance the gap grows by as much. */
START_TEST(the_gap_is_continuous_through_zero)
{
    const solid *a = &one[_i / SOLIDS], *b = &one[_i % SOLIDS];
    double pa[7], pb[7];

    for (int k = 0; k < test_rounds(100); k++) {
        random_pose(0.1, pa);
        random_pose(0.7, pb);
        zn_index n = touch(a, pa, b, pb, 10, t);
        const zn_touch d = t[deepest(t, n)];
        if (!(d.gap < 0))
            continue;
        /* just overlapping, touching, apart: the same n */
        for (int i = -3; i <= 3; i++) {
            const double want = 1e-4 * i;
            double p[7];
            memcpy(p, pa, sizeof p);
            for (int j = 0; j < 3; j++)
                p[j] += (want - d.gap) * d.n[j];
            n = touch(a, p, b, pb, 10, t);
            const zn_touch *e = &t[deepest(t, n)];
            ck_assert_double_eq_tol(e->gap, want, TOL);
            ck_assert_double_eq_tol(dot(e->n, d.n), 1, 1e-14);
        }
    }
}
END_TEST

/* ---- by hand ------------------------------------------------------------------------- */

#define AT(x, y, z)                                                            \
    {                                                                          \
        x, y, z, 1, 0, 0, 0                                                    \
    }

START_TEST(spheres_and_planes_by_hand)
{
    const double zero[7] = AT(0, 0, 0), p[7] = AT(0.3, 0.4, 1.2);
    solid floor = {0};

    MUST(zn_shape_plane(ctx, &floor.shape));
    ck_assert_int_eq(touch(&one[0], p, &one[0], zero, 1, t), 1);
    ck_assert_double_eq_tol(t->gap, 1.3 - 0.8, 1e-15);
    ck_assert_double_eq_tol(t->n[2], 1.2 / 1.3, 1e-15);
    ck_assert_double_eq_tol(t->p2[2], 0.4 * 1.2 / 1.3, 1e-15);
    ck_assert_int_eq(touch(&one[0], p, &one[0], zero, 0.49, t), 0);

    ck_assert_int_eq(touch(&one[0], p, &floor, zero, 1, t), 1);
    ck_assert_double_eq_tol(t->gap, 0.8, 1e-15);
    ck_assert_double_eq_tol(t->p1[2], 0.8, 1e-15);
    ck_assert_int_eq(touch(&floor, zero, &one[0], p, 1, t), 1);
    ck_assert_double_eq_tol(t->n[2], -1, 1e-15);
    ck_assert_double_eq_tol(t->p2[2], 0.8, 1e-15);
    /* the corner of a box at (0.5, 0.5, 0.5) and a sphere off it along (1, 2, 2)/3 */
    for (int k = -1; k <= 1; k++) {
        const double d = 0.4 + 1e-6 * k;
        const double q[7] = AT(0.5 + d / 3, 0.5 + 2 * d / 3, 0.5 + 2 * d / 3);
        ck_assert_int_eq(touch(&one[0], q, &one[3], zero, 0.1, t), 1);
        ck_assert_double_eq_tol(t->gap, 1e-6 * k, 2e-16);
        ck_assert_double_eq_tol(t->n[0], 1. / 3, 1e-15);
    }
    zn_shape_free(floor.shape);
}
END_TEST

/* Four corners on both sides of zero, with the same features. */
START_TEST(faces_that_lie_on_each_other_have_their_corners)
{
    const double zero[7] = AT(0, 0, 0);
    const double gap[] = {1e-2, 1e-6, 0, -1e-6, -1e-3};
    uint32_t f[4][2];

    for (int k = 0; k < 5; k++) {
        const double p[7] = AT(0, 0, 0.9 + gap[k]); /* 0.8 high, on 1 high */
        ck_assert_int_eq(touch(&one[1], p, &one[3], zero, 0.1, t), 4);
        for (int i = 0; i < 4; i++) {
            ck_assert_double_eq_tol(t[i].gap, gap[k], 2e-16);
            ck_assert_double_eq_tol(t[i].n[2], 1, 1e-15);
            /* 0.6 wide of 1, and 1 long of 1.1 */
            ck_assert_double_eq_tol(fabs(t[i].p1[0]), 0.3, 1e-15);
            ck_assert_double_eq_tol(fabs(t[i].p1[1]), 0.5, 1e-15);
            if (k == 0) {
                f[i][0] = t[i].f1;
                f[i][1] = t[i].f2;
            }
            ck_assert_uint_eq(f[i][0], t[i].f1);
            ck_assert_uint_eq(f[i][1], t[i].f2);
        }
    }
}
END_TEST

/* Two edges, along x and along y, one above the other: one place, half way. */
START_TEST(crossed_edges_touch_in_a_point)
{
    const double s = sqrt(0.5), c = cos(acos(-1) / 8), d = sin(acos(-1) / 8);
    const double low[7] = {0, 0, 0, c, d, 0, 0}; /* turned by 45 deg about x */

    for (int k = -1; k <= 1; k++) {
        const double high[7] = {0.1, 0.2, 2 * s + 1e-3 * k, c, 0, d, 0};
        ck_assert_int_eq(touch(&one[3], high, &one[3], low, 0.01, t), 1);
        ck_assert_double_eq_tol(t->gap, 1e-3 * k, 4e-16);
        ck_assert_double_eq_tol(t->p1[0], 0.1, 1e-15);
        ck_assert_double_eq_tol(t->p1[1], 0, 1e-15);
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

/* Things at rest on each other, edge to edge where it is worst. */
static const rest at_rest[] = {
    {3, 3, 0, 0, 1, {0, 0, 0}, 4},   /* edges all aligned */
    {3, 3, 0.5, 0, 1, {0, 0, 0}, 4}, /* shifted along an edge */
    {3, 3, 0.3, 0.2, 1, {0, 0, 0}, 4},
    {3, 3, 0, 0, 1, {0, 0, 0.5}, 8}, /* turned: an octagon */
    {1, 3, 0, 0, 0.9, {0, 0, 0}, 4},
    {4, 3, 0, 0, 1.15, {0, 0, 0.3}, 4},
    {2,
     3,
     0,
     0,
     0.7,
     {1.5707963267948966, 0, 0},
     2},                              /* a capsule lies on a box */
    {2, 3, 0, 0, 1.15, {0, 0, 0}, 1}, /* and stands on it */
    {2, 2, 0, 0, 0, {0, 0, 0}, 2},    /* lies along another: moved below */
    {0, 3, 0, 0, 0.9, {0, 0, 0}, 1},
    {6, 3, 0, 0, 0.9, {0, 0, 0}, 6},       /* a prism on a box, edges aligned */
    {6, 6, 0, 0, 0.8, {0, 0, 0}, 6},       /* on a prism */
    {6, 6, 0, 0, 0.8, {0, 0, 0.3}, 12},    /* turned */
    {3, 3, 1.002, 1.003, 0, {0, 0, 0}, 2}, /* edge beside parallel edge */
};

START_TEST(noise_changes_neither_number_nor_features)
{
    const rest *r = &at_rest[_i];
    const double zero[7] = AT(0, 0, 0);
    double pose[7] = AT(r->x, r->y, r->z);

    zn_quaternion_exp(r->w, pose + 3);
    if (r->a == 2 && r->b == 2)
        pose[0] = 0.4;
    steady_under_noise(&one[r->a], pose, &one[r->b], zero, r->n);
}
END_TEST

/* ---- mass -------------------------------------------------------------------------------- */

/* By counting random points: to 1 in 100. */
static void mass_by_counting(const zn_shape *s,
                             bool (*inside)(const double x[3]))
{
    enum { N = 200000 };
    double lo[3], hi[3], volume = 1, sum = 0, I[9] = {0};
    zn_mass m;

    zn_shape_bounds(s, lo, hi);
    for (int i = 0; i < 3; i++)
        volume *= hi[i] - lo[i];
    for (int k = 0; k < N; k++) {
        double x[3];
        for (int i = 0; i < 3; i++)
            x[i] = lo[i] + (hi[i] - lo[i]) * (uniform() + 1) / 2;
        if (!inside(x))
            continue;
        sum++;
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                I[i + 3 * j] += (i == j ? dot(x, x) : 0) - x[i] * x[j];
    }
    MUST(zn_shape_mass(s, 2.5, &m));
    CLOSE(m.mass, 2.5 * volume * sum / N, 1e-2);
    for (int k = 0; k < 9; k++)
        ck_assert_double_eq_tol(m.inertia[k], 2.5 * volume * I[k] / N,
                                1e-2 * m.inertia[0]);
}

static bool in_box(const double x[3])
{
    (void)x;
    return true;
}

static bool in_capsule(const double x[3])
{
    const double z = fmax(fabs(x[2]) - 0.45, 0);

    return x[0] * x[0] + x[1] * x[1] + z * z <= 0.04;
}

static bool in_sphere(const double x[3])
{
    return dot(x, x) <= 0.16;
}

static bool in_prism(const double x[3])
{
    for (int k = 0; k < 6; k++)
        if (x[0] * cos(acos(-1) / 3 * (k + 0.5)) +
                x[1] * sin(acos(-1) / 3 * (k + 0.5)) >
            0.5 * sqrt(0.75))
            return false;
    return true;
}

static bool in_cylinder(const double x[3])
{
    return x[0] * x[0] + x[1] * x[1] <= 0.16;
}

/* Centre and inertia of a cone in the books. */
START_TEST(a_cone_has_its_mass_near_the_face)
{
    const double r = 0.4, l = 0.9, m = 3 * acos(-1) * r * r * l / 3;
    zn_mass got;

    MUST(zn_shape_mass(one[9].shape, 3, &got));
    CLOSE(got.mass, m, 1e-15);
    CLOSE(got.centre[2], -l / 4, 1e-15);
    CLOSE(got.inertia[8], 0.3 * m * r * r, 1e-15);
    CLOSE(got.inertia[0], m * (3 * r * r / 20 + 3 * l * l / 80), 1e-14);
}
END_TEST

START_TEST(masses_are_those_that_counting_gives)
{
    mass_by_counting(one[7].shape, in_cylinder);
    mass_by_counting(one[0].shape, in_sphere);
    mass_by_counting(one[1].shape, in_box);
    mass_by_counting(one[2].shape, in_capsule);
    mass_by_counting(one[6].shape, in_prism);
}
END_TEST

/* 400 points of a sphere: hulls of more than 700 faces against each other and a box, apart and not,
 * the same seen from either side, and as the sampled distance has it. */
START_TEST(hulls_may_have_many_faces)
{
    enum { N = 400 };
    static double p[3 * N];
    const double golden = acos(-1) * (3 - sqrt(5));

    for (int i = 0; i < N; i++) {
        const double z = 1 - (2 * i + 1.) / N, r = sqrt(1 - z * z);
        p[3 * i] = r * cos(golden * i);
        p[3 * i + 1] = r * sin(golden * i);
        p[3 * i + 2] = z;
    }
    const solid many = hull(N, p), other[] = {hull(N, p), box(1, 2, 1.5)};
    ck_assert_int_gt(zn_shape_face_count(many.shape), 700);
    for (int k = 0; k < 8; k++) {
        const solid *b = &other[k % 2];
        zn_touch x[ZN_TOUCH_MOST], y[ZN_TOUCH_MOST];
        double pa[7], pb[7];
        random_pose(0.9, pa);
        random_pose(0.9, pb);
        const zn_index n = touch(&many, pa, b, pb, 9, x);
        const zn_index m = touch(b, pb, &many, pa, 9, y);
        ck_assert(n > 0 && m > 0);
        const zn_touch *least = x + deepest(x, n);
        CLOSE(least->gap, y[deepest(y, m)].gap, 1e-12);
        CLOSE(least->gap, gap_along(&many, pa, b, pb, least->n), 1e-12);
        /* no direction parts them by more */
        ck_assert(least->gap >= sampled_distance(&many, pa, b, pb) - 1e-12);
    }
    zn_shape_free(many.shape);
    zn_shape_free(other[0].shape);
    zn_shape_free(other[1].shape);
}
END_TEST

/* A box as the hull of its corners, points of its faces, edges and inside: the same mass, and the
 * same places of contact. */
START_TEST(a_hull_of_a_box_is_the_box)
{
    double p[3 * 27], pa[7], pb[7];
    zn_mass m, want;

    for (int i = 0; i < 27; i++)
        for (int k = 0; k < 3; k++)
            p[3 * i + k] = (double[3]){0.6, 1.1, 0.8}[k] / 2 *
                           (i / (int[3]){1, 3, 9}[k] % 3 - 1);
    solid h = hull(27, p);
    MUST(zn_shape_mass(h.shape, 2, &m));
    MUST(zn_shape_mass(one[1].shape, 2, &want));
    CLOSE(m.mass, want.mass, 1e-15);
    for (int i = 0; i < 9; i++)
        CLOSE(m.inertia[i], want.inertia[i], 1e-15);
    /* six squares, counter-clockwise: the sum of their cones from inside is the volume */
    double volume = 0, x[3][3];
    ck_assert_int_eq(zn_shape_face_count(h.shape), 6);
    for (zn_index f = 0; f < 6; f++) {
        ck_assert_int_eq(zn_shape_face(h.shape, f, 0, x[0]), 4);
        for (zn_index k = 1; k < 3; k++) {
            zn_shape_face(h.shape, f, k, x[1]);
            zn_shape_face(h.shape, f, k + 1, x[2]);
            volume += (x[0][0] * (x[1][1] * x[2][2] - x[1][2] * x[2][1]) +
                       x[0][1] * (x[1][2] * x[2][0] - x[1][0] * x[2][2]) +
                       x[0][2] * (x[1][0] * x[2][1] - x[1][1] * x[2][0])) /
                      6;
        }
    }
    CLOSE(volume, 0.6 * 1.1 * 0.8, 1e-15);
    ck_assert_int_eq(zn_shape_face(h.shape, 6, 0, x[0]), 0);
    ck_assert_int_eq(zn_shape_face_count(one[7].shape), 0);
    for (int k = 0; k < 300; k++) {
        random_pose(0.2, pa);
        random_pose(0.7, pb);
        const zn_index n = touch(&h, pa, &one[3], pb, 0.5, t);
        ck_assert_int_eq(n, touch(&one[1], pa, &one[3], pb, 0.5, t2));
        if (n)
            CLOSE(t[deepest(t, n)].gap, t2[deepest(t2, n)].gap, 1e-14);
    }
    zn_shape_free(h.shape);
}
END_TEST

/* A box put together from its halves, turned and moved. */
START_TEST(parts_make_a_whole)
{
    const double size[3] = {0.6, 1.1, 0.4};
    solid half = box(size[0], size[1], size[2]);
    double at[7], lower[7] = AT(0, 0, -0.2), upper[7] = AT(0, 0, 0.2), p[7];
    zn_mass part, whole, sum = {0}, want = {0};

    random_pose(2, at);
    MUST(zn_shape_mass(half.shape, 3, &part));
    MUST(zn_shape_mass(one[1].shape, 3, &whole));
    compose(at, lower, p);
    zn_mass_add(&sum, &part, p);
    compose(at, upper, p);
    zn_mass_add(&sum, &part, p);
    zn_mass_add(&want, &whole, at);
    CLOSE(sum.mass, want.mass, 1e-15);
    for (int i = 0; i < 3; i++)
        CLOSE(sum.centre[i], at[i], 1e-14);
    for (int i = 0; i < 9; i++)
        CLOSE(sum.inertia[i], want.inertia[i], 1e-14);
    zn_shape_free(half.shape);
}
END_TEST

/* ---- words -------------------------------------------------------------------------------- */

START_TEST(bad_input_is_refused_with_words)
{
    const double flat[3] = {1, 0, 1}, zero[7] = AT(0, 0, 0),
                 wrong[7] = {0, 0, 0, 1, 1, 0, 0}, nan_[7] = AT(NAN, 0, 0);
    zn_shape *s, *floor;
    zn_mass m;
    zn_index n;

    REFUSED(zn_shape_sphere(ctx, -1, &s), ZN_EINVAL,
            "radius = -1, must be > 0");
    ck_assert_ptr_null(s);
    REFUSED(zn_shape_box(ctx, flat, &s), ZN_EINVAL, "size along y = 0");
    REFUSED(zn_shape_capsule(ctx, 1, NAN, &s), ZN_EINVAL, "length = ");
    REFUSED(zn_shape_cylinder(ctx, 1, 0, &s), ZN_EINVAL, "length = 0");
    REFUSED(zn_shape_cone(ctx, 0, 1, 1, &s), ZN_EINVAL, "cone: radius = 0");
    REFUSED(zn_shape_cone(ctx, 1, -1, 1, &s), ZN_EINVAL,
            "radius at the top = -1");
    REFUSED(zn_shape_capsule(ctx, INFINITY, 1, &s), ZN_EINVAL, "radius = inf");
    const double flat4[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0};
    s = (zn_shape *)(void *)ctx; /* a failure leaves NULL, whatever was there */
    REFUSED(zn_shape_hull(ctx, 4, flat4, &s), ZN_EINVAL, "span no body");
    ck_assert_ptr_null(s);
    REFUSED(zn_shape_hull(ctx, 3, flat4, &s), ZN_EINVAL, "n = 3 points");
    REFUSED(zn_shape_hull(ctx, 4, NULL, &s), ZN_EINVAL, "no points (NULL)");
    ck_assert_ptr_null(s);
    MUST(zn_shape_plane(ctx, &floor));
    REFUSED(zn_shape_mass(floor, 1, &m), ZN_EINVAL, "a plane has no volume");
    REFUSED(zn_shape_mass(one[0].shape, 0, &m), ZN_EINVAL, "density = 0");
    REFUSED(zn_shape_touch(floor, zero, floor, zero, 1, t, &n), ZN_ENOTSUP,
            "a plane and a plane have no contact");
    REFUSED(zn_shape_touch(one[0].shape, wrong, floor, zero, 1, t, &n),
            ZN_EINVAL, "quaternion of length 1.414");
    REFUSED(zn_shape_touch(one[0].shape, zero, floor, nan_, 1, t, &n),
            ZN_EINVAL, "must be finite");
    ck_assert_str_eq(zn_shape_kind(floor), "plane");
    zn_shape_free(floor);
    zn_shape_free(NULL);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("shapes");
    TCase *tc = tcase_create("shapes");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_loop_test(tc, the_least_gap_is_the_signed_distance, 0,
                        SOLIDS * SOLIDS);
    tcase_add_loop_test(tc, nearest_points_are_as_far_apart_as_the_gap, 0,
                        SOLIDS * SOLIDS);
    tcase_add_loop_test(tc, swapped_and_moved_pairs_are_the_same, 0,
                        SOLIDS * SOLIDS);
    tcase_add_loop_test(tc, the_gap_is_continuous_through_zero, 0,
                        SOLIDS * SOLIDS);
    tcase_add_test(tc, spheres_and_planes_by_hand);
    tcase_add_test(tc, faces_that_lie_on_each_other_have_their_corners);
    tcase_add_test(tc, crossed_edges_touch_in_a_point);
    tcase_add_loop_test(tc, noise_changes_neither_number_nor_features, 0,
                        (int)(sizeof at_rest / sizeof *at_rest));
    tcase_add_test(tc, a_cone_has_its_mass_near_the_face);
    tcase_add_test(tc, masses_are_those_that_counting_gives);
    tcase_add_test(tc, a_hull_of_a_box_is_the_box);
    tcase_add_test(tc, hulls_may_have_many_faces);
    tcase_add_test(tc, parts_make_a_whole);
    tcase_add_test(tc, bad_input_is_refused_with_words);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
