/* test_hull_grid.c - hulls of points that lie on the faces of a body, as those of meshes do
 *
 * The body is the hull of its corners alone; the other has points all over its faces, turned, larger or smaller,
 * and a little off. Both have the same mass, inertia and gaps, and where that little is less than
 * what hulls take for a plane, the same faces.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/shapes.h"

#include <stdlib.h>

enum { BODIES = 5, MOST = 40, POINTS = 4000, SIDES = 14 };

static const double at_rest[7] = {0, 0, 0, 1, 0, 0, 0};

static zn_index box_corners(double p[])
{
    for (int i = 0; i < 8; i++) {
        p[3 * i] = i & 1 ? .5 : -.5;
        p[3 * i + 1] = i & 2 ? .8 : -.5;
        p[3 * i + 2] = i & 4 ? .2 : -.5;
    }
    return 8;
}

static zn_index prism_corners(int sides, double p[])
{
    for (int i = 0; i < 2 * sides; i++) {
        const double f = 2 * acos(-1) * (i / 2) / sides;
        p[3 * i] = cos(f);
        p[3 * i + 1] = sin(f);
        p[3 * i + 2] = i % 2;
    }
    return 2 * sides;
}

/* Three rectangles with the sides 2 and 1 + root of 5, across each other. */
static zn_index icosahedron_corners(double p[])
{
    for (int i = 0; i < 12; i++) {
        const int axis = i / 4;
        p[3 * i + axis] = 0;
        p[3 * i + (axis + 1) % 3] = i & 1 ? 1 : -1;
        p[3 * i + (axis + 2) % 3] = (i & 2 ? 1 : -1) * (1 + sqrt(5)) / 2;
    }
    return 12;
}

static zn_index corners_of(int body, double p[])
{
    return body == 0   ? box_corners(p)
           : body == 1 ? prism_corners(3, p)
           : body == 2 ? prism_corners(7, p)
           : body == 3 ? prism_corners(SIDES, p)
                       : icosahedron_corners(p);
}

/* Points of the fans of triangles that the faces are, m to a side, in the frame of the pose, each coordinate up to
 * `off` off. */
static zn_index points_on(const zn_shape *s, int m, const double pose[7],
                          double off, double p[])
{
    zn_index n = 0;

    for (zn_index f = 0; f < zn_shape_face_count(s); f++) {
        double a[3], b[3], c[3] = {0};
        const zn_index corners = zn_shape_face(s, f, 0, a);
        for (zn_index k = 1; k + 1 < corners; k++) {
            zn_shape_face(s, f, k, b);
            zn_shape_face(s, f, k + 1, c);
            for (int i = 0; i <= m; i++)
                for (int j = 0; j <= m - i; j++, n++) {
                    double x[3];
                    ck_assert_int_lt(n, POINTS);
                    for (int l = 0; l < 3; l++)
                        x[l] = a[l] + (b[l] - a[l]) * i / m +
                               (c[l] - a[l]) * j / m;
                    zn_rotate(pose + 3, x, p + 3 * n);
                    for (int l = 0; l < 3; l++)
                        p[3 * n + l] += pose[l] + off * uniform();
                }
        }
    }
    return n;
}

/* Upright, turned about z, or anyhow; at the origin, or as far from it as the body is large. */
static void pose_of(int t, double size, double pose[7])
{
    const double turn[3] = {0, 0, 3 * uniform()};

    random_pose(size, pose);
    if (t % 3 == 0)
        memcpy(pose, at_rest, sizeof at_rest);
    if (t % 3 == 1)
        zn_quaternion_exp(turn, pose + 3);
}

/* Mass and inertia, but for the area and more of it, at most 40 for a size of 1, times how far the points are off. */
static void same_matter(const zn_shape *a, const double pose[7],
                        const zn_shape *b, double size, double off)
{
    zn_mass ma, mb, turned = {0};

    MUST(zn_shape_mass(a, 1, &ma));
    MUST(zn_shape_mass(b, 1, &mb));
    zn_mass_add(&turned, &ma, pose);
    ck_assert_double_eq_tol(mb.mass, turned.mass,
                            40 * off * size * size + 1e-13 * ma.mass);
    for (int i = 0; i < 9; i++)
        ck_assert_double_eq_tol(mb.inertia[i], turned.inertia[i],
                                40 * off * pow(size, 4) +
                                    1e-12 * ma.mass * size * size);
}

/* Least gaps to a ball anywhere around, inside and outside; normals may differ where two faces are as deep. */
static void same_gaps(const solid *a, const double pose[7], const solid *b,
                      double size, double off)
{
    const solid ball = sphere(.1 * size);
    zn_touch ta[ZN_TOUCH_MOST], tb[ZN_TOUCH_MOST];

    for (int k = 0; k < 20; k++) {
        double x[7];
        random_pose(2 * size, x);
        const zn_index na = touch(a, pose, &ball, x, 20 * size, ta),
                       nb = touch(b, at_rest, &ball, x, 20 * size, tb);
        ck_assert(na > 0 && nb > 0);
        ck_assert_double_eq_tol(tb[deepest(tb, nb)].gap,
                                ta[deepest(ta, na)].gap,
                                2 * off + 1e-12 * size);
    }
    zn_shape_free(ball.shape);
}

/* @return has it the same faces? */
static bool compare(int body, int m, int t, double noise, double takes)
{
    const double size = pow(10, 6 * uniform()), off = noise * size;
    double corner[3 * MOST], p[3 * POINTS], pose[7];
    zn_index n = corners_of(body, corner);

    for (zn_index i = 0; i < 3 * n; i++)
        corner[i] *= size;
    const solid clean = hull(n, corner);
    pose_of(t, size, pose);
    n = points_on(clean.shape, m, pose, off, p);
    const solid full = hull(n, p);
    same_matter(clean.shape, pose, full.shape, size, off + takes * size);
    same_gaps(&clean, pose, &full, size, off + takes * size);
    const bool same =
        zn_shape_face_count(full.shape) == zn_shape_face_count(clean.shape);
    zn_shape_free(full.shape);
    zn_shape_free(clean.shape);
    return same;
}

/* Noise 0, 1e-16, 1e-15, 1e-14: far less than the 1e-12 within which points lie in a plane. Sizes from 1e-6 to 1e6. */
START_TEST(middles_of_sides_and_faces_are_no_corners)
{
    const double noise = _i ? pow(10, _i - 17) : 0;

    for (int body = 0; body < BODIES; body++)
        for (int t = 0; t < test_rounds(30); t++)
            ck_assert_msg(compare(body, 2 + t % 5, t, noise, 1e-12),
                          "body %d, trial %d", body, t);
}
END_TEST

/* 1e-13 ... 1e-8: from in a plane to out of it, and a hull in any case. */
START_TEST(noise_of_any_size_leaves_a_hull)
{
    const double noise = pow(10, _i - 13);

    for (int body = 0; body < BODIES; body++)
        for (int t = 0; t < test_rounds(30); t++)
            compare(body, 2 + t % 5, t, noise, fmax(1e-12, 1e3 * noise));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("hull of a grid");
    TCase *tc = tcase_create("hull of a grid");

    tcase_set_timeout(tc, 60);
    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_loop_test(tc, middles_of_sides_and_faces_are_no_corners, 0, 4);
    tcase_add_loop_test(tc, noise_of_any_size_leaves_a_hull, 0, 6);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
