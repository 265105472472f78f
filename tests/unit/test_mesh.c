/* test_mesh.c - triangle meshes and height fields: what rests on them, their mass, bad ones
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/meshes.h"

/* ---- joints ---------------------------------------------------------------------------------- */

/* On a floor of triangles all is as on a box: as many places, where they are, with normals to the
 * last bit. */
START_TEST(joints_of_a_floor_are_not_there)
{
    const solid *a = &one[_i], b = {.shape = floor_of_triangles()},
                plate = box(2, 2, 0.2);
    const double under[7] = {0, 0, -0.1, 1, 0, 0, 0};
    double pa[7];

    for (int k = 0; k < test_rounds(400); k++) {
        random_pose(0.5, pa);
        if (k % 2) { /* flat */
            const double w[3] = {0, 0, 3 * uniform()};
            zn_quaternion_exp(w, pa + 3);
        }
        pa[2] = 1;
        zn_index n = touch(a, pa, &plate, under, 2, t);
        pa[2] -= t[deepest(t, n)].gap - 1e-3 * (k % 3 - 1);
        n = touch(a, pa, &plate, under, 0.02, t);
        ck_assert_int_eq(touch(a, pa, &b, zero, 0.02, t2), n);
        for (zn_index i = 0; i < n; i++) {
            ck_assert_double_eq(t2[i].n[0], 0);
            ck_assert_double_eq(t2[i].n[1], 0);
            ck_assert_double_eq(t2[i].n[2], 1);
            zn_index same = 0;
            for (zn_index j = 0; j < n; j++)
                if (hypot(t[i].p1[0] - t2[j].p1[0], t[i].p1[1] - t2[j].p1[1]) <
                    1e-12) {
                    ck_assert_double_eq_tol(t[i].gap, t2[j].gap, 1e-14);
                    same++;
                }
            ck_assert_int_eq(same, 1);
        }
    }
    zn_shape_free(b.shape);
    zn_shape_free(plate.shape);
}
END_TEST

/* A corner that hangs over, with nothing of the body above it, is in the floor however deep it is. */
START_TEST(corners_that_hang_over_are_in_the_floor)
{
    const double oblique[] = {0,    0,    0,    0.5, 0,     0.2,
                              0.55, 0.08, 0.22, 0.5, -0.08, 0.24};
    const solid spike = hull(4, oblique), b = {.shape = floor_of_triangles()};
    const solid *const a[] = {&spike, &one[6], &one[7]};

    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 300; i++) {
            const double w[3] = {i % 30 ? 0.8 + 0.3 * uniform() : 0,
                                 0.3 * uniform(), 3 * uniform()};
            double pa[7] = {0.1 * uniform(), 0.1 * uniform(), 0};
            const double down[3] = {0, 0, -1}, depth = 0.0001 * i;
            double in[3];
            zn_quaternion_exp(k ? w : (double[3]){0, 0, w[2]}, pa + 3);
            zn_rotate_back(pa + 3, down, in);
            pa[2] = a[k]->support(a[k], in) - depth;
            const zn_index n = touch(a[k], pa, &b, zero, 0.01, t);
            ck_assert_int_ge(n, 1);
            ck_assert_double_eq_tol(t[deepest(t, n)].gap, -depth, 1e-8);
        }
    zn_shape_free(b.shape);
    zn_shape_free(spike.shape);
}
END_TEST

#define LYING                                                                  \
    {                                                                          \
        1.5707963267948966, 0, 0                                               \
    }

typedef struct rest {
    int a;
    double x, y, z, w[3];
    zn_index n;
} rest;

/* On a table of triangles 1 by 1.2, 0.8 high, each face of 3 x 3 squares. */
static const rest at_rest[] = {
    {0, 0, 0, 0.8, {0, 0, 0}, 1},         /* on a joint, */
    {0, 0.5 / 3, 0.2, 0.8, {0, 0, 0}, 1}, /* where joints meet */
    {1, 0, 0, 0.8, {0, 0, 0}, 4},         /* a box over joints */
    {1, 0.2, 0.25, 0.8, {0, 0, 0}, 4},    /* edges over edges */
    {1, 0.4, 0, 0.8, {0, 0, 0.3}, 4},     /* over the edge of the table */
    {2, 0, 0, 0.6, LYING, 2},             /* a capsule along a joint */
    {4, 0, 0, 0.7, {0, 0, 0}, 4},         /* a cylinder stands */
    {4, 0, 0, 0.7, LYING, 2},             /* and lies */
    {5, 0, 0, 0.43, {0, 0, 0.3}, 4},
    {6, 0, 0, 0.75, {0, 0, 0}, 4},
    {6, 0, 0, 0.75, {3.1415926535897931, 0, 0}, 1}, /* on its tip */
};

START_TEST(noise_changes_neither_number_nor_features)
{
    const rest *r = &at_rest[_i];
    const double size[3] = {1, 1.2, 0.8};
    double pose[7] = {r->x, r->y, r->z};

    zn_quaternion_exp(r->w, pose + 3);
    box_of_triangles(size, 3);
    const solid b = {.shape = mesh()};
    steady_under_noise(&one[r->a], pose, &b, zero, r->n);
    zn_shape_free(b.shape);
}
END_TEST

/* In a corner between ground and wall each has its places, also when both are a bit entered. */
START_TEST(a_box_in_a_corner_touches_both_sides)
{
    const double p[6][3] = {{-1, -1, 0}, {0, -1, 0}, {0, 1, 0},
                            {-1, 1, 0},  {0, -1, 1}, {0, 1, 1}};
    zn_index v[6];

    for (int i = 0; i < 6; i++)
        v[i] = vertex(p[i]);
    triangle(v[0], v[1], v[2]);
    triangle(v[0], v[2], v[3]);
    triangle(v[1], v[4], v[5]);
    triangle(v[1], v[5], v[2]);
    const solid b = {.shape = mesh()};
    for (int k = -2; k < 3; k++) {
        const double e = 1e-5 * k;
        const double pa[7] = {-0.3 - e, 0.1, 0.4 + e, 1, 0, 0, 0};
        const zn_index n = touch(&one[1], pa, &b, zero, 0.01, t);
        int up = 0, along = 0;
        for (zn_index i = 0; i < n; i++) {
            ck_assert_double_eq_tol(t[i].gap, e, 1e-15);
            up += t[i].n[2] == 1;
            along += t[i].n[0] == -1;
        }
        ck_assert_int_eq(n, 8);
        ck_assert_int_eq(up, 4);
        ck_assert_int_eq(along, 4);
    }
    zn_shape_free(b.shape);
}
END_TEST

/* A box whose upright edge has entered a wall leaves it sideways, not by the end of the wall, 1.25
 * up: its level edges cross the face of the wall, and seen from above those of its end. */
START_TEST(an_edge_beside_a_wall_leaves_sideways)
{
    const double size[3] = {1, 1, 0.5};
    const solid wall = box(2, 1, 2);

    box_of_triangles(size, 3);
    const solid b = {.shape = mesh()};
    for (int k = 0; k < 50; k++) {
        /* turned by a, its corner is in by 0.5 (cos a + sin a - 1) */
        const double a = 0.002 * k, in = 0.5 * (cos(a) + sin(a) - 1);
        const double turned[7] = {0, 0, 0, cos(a / 2), 0, 0, sin(a / 2)};
        const double beside[7] = {0, 1, 0, 1, 0, 0, 0};
        const zn_index n = touch(&wall, beside, &b, turned, 0.02, t);
        ck_assert_int_gt(n, 0);
        ck_assert_double_eq_tol(t[deepest(t, n)].gap, -in, 1e-12);
    }
    zn_shape_free(b.shape);
    zn_shape_free(wall.shape);
}
END_TEST

/* A sheet is touched on the side where the other one is. */
START_TEST(a_sheet_has_two_sides)
{
    const solid b = {.shape = floor_of_triangles()};

    for (int k = 0; k < SOLIDS; k++)
        for (int side = -1; side < 2; side += 2) {
            const double down[3] = {0, 0, -side};
            const double far = one[k].support(&one[k], down);
            const double pa[7] = {0.03, 0.07, side * (far + 1e-3), 1, 0, 0, 0};
            const zn_index n = touch(&one[k], pa, &b, zero, 0.01, t);
            ck_assert_int_ge(n, 1);
            ck_assert_double_eq_tol(t[deepest(t, n)].gap, 1e-3, 1e-15);
            ck_assert_double_eq(t[0].n[2], side);
        }
    zn_shape_free(b.shape);
}
END_TEST

/* Beside a height field that slopes, along the way down the gap is the distance from the rim, and
 * below that from the side. */
START_TEST(a_ball_falls_past_the_rim_of_the_ground)
{
    const double r = 0.5, size[2] = {2, 2}, height[4] = {0.3, -0.1, 0.3, -0.1};
    zn_shape *ground, *ball;

    MUST(zn_shape_height_field(ctx, 2, 2, size, height, &ground));
    MUST(zn_shape_sphere(ctx, r, &ball));
    for (int side = -1; side <= 1; side += 2)
        for (double z = 0.6; z > -0.6; z -= 0.05) {
            const double rim = side < 0 ? 0.3 : -0.1;
            const double at[7] = {side * 1.4, 0.1, z, 1};
            zn_index n;
            MUST(zn_shape_touch(ball, at, ground, zero, 0.2, t, &n));
            ck_assert_int_eq(n, hypot(0.4, fmax(z - rim, 0)) - r < 0.2);
            if (n)
                CLOSE(t[0].gap, hypot(0.4, fmax(z - rim, 0)) - r, 1e-14);
        }
    zn_shape_free(ground);
    zn_shape_free(ball);
}
END_TEST

/* A body of triangles on a plane stands on its corners, not on the joints of its faces. */
START_TEST(a_body_of_triangles_stands_on_a_plane)
{
    const double size[3] = {1, 1.2, 0.8},
                 at[7] = {0, 0, 0.4 - 1e-4, 1, 0, 0, 0};
    solid ground = {0};

    box_of_triangles(size, 3);
    const solid b = {.shape = mesh()};
    MUST(zn_shape_plane(ctx, &ground.shape));
    ck_assert_int_eq(touch(&b, at, &ground, zero, 0.01, t), 4);
    for (int i = 0; i < 4; i++) {
        ck_assert_double_eq_tol(t[i].gap, -1e-4, 1e-16);
        ck_assert_double_eq_tol(fabs(t[i].p1[0]), 0.5, 1e-15);
        ck_assert_double_eq_tol(fabs(t[i].p1[1]), 0.6, 1e-15);
        ck_assert_double_eq(t[i].n[2], 1);
    }
    zn_shape_free(b.shape);
    zn_shape_free(ground.shape);
}
END_TEST

/* ---- mass and words ------------------------------------------------------------------------ */

START_TEST(a_closed_mesh_has_the_mass_of_its_body)
{
    const double size[3] = {1, 1.2, 0.8};
    const solid b = box(size[0], size[1], size[2]);
    zn_mass m, want;

    box_of_triangles(size, 3);
    for (zn_index i = 0; i < np; i++)
        point[3 * i] += 0.25;
    zn_shape *s = mesh();
    MUST(zn_shape_mass(s, 3, &m));
    MUST(zn_shape_mass(b.shape, 3, &want));
    CLOSE(m.mass, want.mass, 1e-14);
    CLOSE(m.centre[0], 0.25, 1e-14);
    for (int i = 0; i < 9; i++)
        ck_assert_double_eq_tol(m.inertia[i], want.inertia[i], 1e-14);
    zn_shape_free(s);
    for (zn_index k = 0; k < nt; k++) { /* inside out */
        const zn_index swap = corner[3 * k];
        corner[3 * k] = corner[3 * k + 1];
        corner[3 * k + 1] = swap;
    }
    s = mesh();
    REFUSED(zn_shape_mass(s, 3, &m), ZN_EINVAL, "outsides are inside");
    zn_shape_free(s);
    nt--;
    s = mesh();
    REFUSED(zn_shape_mass(s, 3, &m), ZN_EINVAL, "not closed");
    zn_shape_free(s);
    zn_shape_free(b.shape);
}
END_TEST

START_TEST(bad_meshes_are_refused_with_words)
{
    double p[15] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 2, 0, 0};
    const zn_index far[3] = {0, 1, 5}, flat[3] = {0, 1, 4}, same[3] = {0, 1, 1},
                   apart[6] = {0, 1, 2, 0, 1, 3},
                   more[12] = {2, 3, 4, 2, 3, 1, 0, 1, 2, 0, 1, 3},
                   three[9] = {0, 1, 2, 1, 0, 3, 0, 1, 3};
    double h[4] = {0, 1, 2, 3}, size[2] = {1, 1};
    zn_shape *s, *g;
    zn_index n;

    REFUSED(zn_shape_mesh(ctx, 5, p, 0, far, &s), ZN_EINVAL, "0 triangles");
    ck_assert_ptr_null(s);
    REFUSED(zn_shape_mesh(ctx, 5, p, 1000001, far, &s), ZN_EINVAL,
            "1000001 triangles");
    REFUSED(zn_shape_mesh(ctx, 5, NULL, 1, far, &s), ZN_EINVAL, "no points");
    REFUSED(zn_shape_mesh(ctx, 5, p, 1, far, &s), ZN_EINVAL,
            "triangle 0 has point 5, must be 0 ... 4");
    REFUSED(zn_shape_mesh(ctx, 5, p, 1, flat, &s), ZN_EINVAL,
            "triangle 0 (points 0, 1, 4) has no area");
    REFUSED(zn_shape_mesh(ctx, 5, p, 1, same, &s), ZN_EINVAL, "has no area");
    REFUSED(zn_shape_mesh(ctx, 5, p, 2, apart, &s), ZN_EINVAL,
            "triangles 0 and 1, at the edge between points 0 and 1");
    /* of several the edge between the first points */
    REFUSED(zn_shape_mesh(ctx, 5, p, 4, more, &s), ZN_EINVAL,
            "triangles 2 and 3, at the edge between points 0 and 1");
    REFUSED(zn_shape_mesh(ctx, 5, p, 3, three, &s), ZN_EINVAL,
            "points 0 and 1 has 3 triangles");
    ck_assert_ptr_null(s);
    const zn_index twice[6] = {0, 1, 2, 0, 2, 1};
    REFUSED(zn_shape_mesh(ctx, 5, p, 2, twice, &s), ZN_EINVAL,
            "mesh: its triangles are closed and have a volume of 0 m^3");
    p[4] = NAN;
    REFUSED(zn_shape_mesh(ctx, 5, p, 1, apart, &s), ZN_EINVAL,
            "point 1 is (1, nan, 0)");
    REFUSED(zn_shape_height_field(ctx, 1, 2, size, h, &s), ZN_EINVAL, "1 x 2");
    REFUSED(zn_shape_height_field(ctx, 1000, 1000, size, h, &s), ZN_EINVAL,
            "1000 x 1000 heights");
    REFUSED(zn_shape_height_field(ctx, 2, 2, NULL, h, &s), ZN_EINVAL,
            "no size");
    REFUSED(zn_shape_height_field(ctx, 2, 2, size, NULL, &s), ZN_EINVAL,
            "no heights");
    size[1] = 0;
    REFUSED(zn_shape_height_field(ctx, 2, 2, size, h, &s), ZN_EINVAL,
            "size along y = 0");
    size[1] = 1;
    h[2] = INFINITY;
    REFUSED(zn_shape_height_field(ctx, 2, 2, size, h, &s), ZN_EINVAL,
            "height (0, 1) = inf");
    ck_assert_ptr_null(s);
    h[2] = 0;
    MUST(zn_shape_height_field(ctx, 2, 2, size, h, &s));
    MUST(zn_shape_plane(ctx, &g));
    ck_assert_str_eq(zn_shape_kind(s), "height field");
    REFUSED(zn_shape_touch(s, zero, s, zero, 1, t, &n), ZN_ENOTSUP,
            "a height field and a height field have no contact");
    REFUSED(zn_shape_touch(s, zero, g, zero, 1, t, &n), ZN_ENOTSUP,
            "a height field and a plane");
    zn_shape_free(s);
    zn_shape_free(g);
}
END_TEST

/* A mesh and a height field are made and touched. */
static zn_status make_and_touch(const zn_allocator *alloc)
{
    const double h[9] = {0, 0.1, 0, 0.2, 0, 0.1, 0, 0.3, 0}, land_[2] = {2, 2};
    const double at[7] = {0.1, 0, 0.6, 1, 0, 0, 0};
    zn_shape *s = NULL, *g = NULL, *b = NULL;
    zn_index n;
    zn_ctx *c;
    zn_status st = zn_ctx_new_with(alloc, &c);

    if (st)
        return st;
    st = zn_shape_mesh(c, np, point, nt, corner, &s);
    if (!st)
        st = zn_shape_height_field(c, 3, 3, land_, h, &g);
    if (!st)
        st = zn_shape_sphere(c, 0.3, &b);
    if (!st)
        st = zn_shape_touch(b, at, g, zero, 1, t, &n);
    if (!st)
        st = zn_shape_touch(s, zero, b, at, 1, t, &n);
    zn_shape_free(s);
    zn_shape_free(g);
    zn_shape_free(b);
    zn_ctx_free(c);
    return st;
}

START_TEST(every_allocation_may_fail)
{
    const double size[3] = {1, 1.2, 0.8};

    box_of_triangles(size, 2);
    test_torture(make_and_touch);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("mesh");
    TCase *tc = tcase_create("mesh");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_loop_test(tc, joints_of_a_floor_are_not_there, 0, SOLIDS);
    tcase_add_test(tc, corners_that_hang_over_are_in_the_floor);
    tcase_add_loop_test(tc, noise_changes_neither_number_nor_features, 0,
                        (int)(sizeof at_rest / sizeof *at_rest));
    tcase_add_test(tc, a_box_in_a_corner_touches_both_sides);
    tcase_add_test(tc, an_edge_beside_a_wall_leaves_sideways);
    tcase_add_test(tc, a_sheet_has_two_sides);
    tcase_add_test(tc, a_ball_falls_past_the_rim_of_the_ground);
    tcase_add_test(tc, a_body_of_triangles_stands_on_a_plane);
    tcase_add_test(tc, a_closed_mesh_has_the_mass_of_its_body);
    tcase_add_test(tc, bad_meshes_are_refused_with_words);
    tcase_add_test(tc, every_allocation_may_fail);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
