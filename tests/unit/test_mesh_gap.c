/* test_mesh_gap.c - gaps of triangle meshes and height fields, against what is known of them
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/meshes.h"

/* ---- with another shape ------------------------------------------------------------------ */

static bool apart_or_shallow(double gap, int k)
{
    return k % 2 ? gap > 1e-6 && gap < 0.3 : gap < 0;
}

/* A box of triangles is the box, whatever its faces are cut into: apart, touching, and a bit
 * inside. */
START_TEST(a_box_of_triangles_is_the_box)
{
    const double size[3] = {1, 1.2, 0.8};
    const solid *a = &one[_i], b = box(size[0], size[1], size[2]);
    int counted = 0;

    for (int cut = 1; cut < 4; cut++) {
        np = nt = 0;
        box_of_triangles(size, cut);
        const solid m = {.shape = mesh()};
        for (int k = 0; k < test_rounds(200); k++) {
            double pa[7];
            random_pose(1, pa);
            zn_index n = touch(a, pa, &b, zero, 10, t);
            const zn_touch d = t[deepest(t, n)];
            if (!apart_or_shallow(d.gap, k))
                continue;
            const double want = k % 2 ? d.gap : 1e-4 * (k % 7 - 3);
            for (int i = 0; i < 3; i++)
                pa[i] += (want - d.gap) * d.n[i];
            n = touch(a, pa, &m, zero, 0.35, t);
            ck_assert_int_gt(n, 0);
            const zn_touch *e = &t[deepest(t, n)];
            ck_assert_double_eq_tol(e->gap, want, TOL);
            ck_assert_double_eq_tol(dot(e->n, d.n), 1, TOL);
            counted++;
        }
        zn_shape_free(m.shape);
    }
    zn_shape_free(b.shape);
    ck_assert_int_ge(counted, test_rounds(100));
}
END_TEST

/* Height of the hills, as the two triangles of a cell have it. */
static double height(double x, double y)
{
    const double d = 2. / (GRID - 1);
    const int i = (int)fmin(fmax(floor((x + 1) / d), 0), GRID - 2),
              j = (int)fmin(fmax(floor((y + 1) / d), 0), GRID - 2);
    const double u = (x + 1) / d - i, w = (y + 1) / d - j;
    const double *h = hill + i + GRID * j;

    return u >= w ? h[0] + u * (h[1] - h[0]) + w * (h[GRID + 1] - h[1])
                  : h[0] + w * (h[GRID] - h[0]) + u * (h[GRID + 1] - h[GRID]);
}

/* Over hills: the points are on the shape and on the ground and as far apart as the gap, and no
 * triangle is nearer. */
START_TEST(the_gap_over_hills_is_the_distance)
{
    const solid *a = &one[_i];
    int counted = 0;

    for (int k = 0; k < test_rounds(25); k++) {
        const solid b = {.shape = hills(0.3)};
        double pa[7], s = 0, other = INFINITY;
        random_pose(0.4, pa);
        pa[2] = 0.8 + 0.3 * uniform();
        const zn_index n = touch(a, pa, &b, zero, 2, t);
        const zn_touch *d = &t[n ? deepest(t, n) : 0];
        for (zn_index f = 0; f < zn_shape_face_count(b.shape); f++) {
            double v[9];
            for (int i = 0; i < 3; i++)
                zn_shape_face(b.shape, f, i, v + 3 * i);
            const solid piece = {.support = hull_support, .n = 3, .points = v};
            other = fmin(other, sampled_distance(a, pa, &piece, zero));
        }
        ck_assert(n > 0 || other < 0); /* none, deep in the ground */
        if (n && d->gap > 0) {
            const double m[3] = {-d->n[0], -d->n[1], -d->n[2]};
            counted++;
            for (int i = 0; i < 3; i++)
                s += (d->p1[i] - d->p2[i]) * (d->p1[i] - d->p2[i]);
            ck_assert_double_eq_tol(sqrt(s), d->gap, TOL);
            ck_assert_double_eq_tol(reach_of(a, pa, m), dot(m, d->p1), TOL);
            ck_assert_double_eq_tol(d->p2[2], height(d->p2[0], d->p2[1]), TOL);
            ck_assert_double_ge(other, d->gap - 1e-3);
            ck_assert_double_le(other, d->gap + TOL);
        }
        zn_shape_free(b.shape);
    }
    ck_assert_int_ge(counted, test_rounds(12));
}
END_TEST

/* Is there a plane with this normal between the solid and a triangle? */
static bool parts(const solid *a, const double pa[7], const double n[3],
                  const double v[9])
{
    const double back[3] = {-n[0], -n[1], -n[2]};
    const double low = -reach_of(a, pa, back);

    return low > dot(n, v) && low > dot(n, v + 3) && low > dot(n, v + 6);
}

static void normal_of(const double v[9], double n[3])
{
    double u[2][3];

    for (int i = 0; i < 3; i++) {
        u[0][i] = v[3 + i] - v[i];
        u[1][i] = v[6 + i] - v[i];
    }
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        n[i] = u[0][j] * u[1][k] - u[0][k] * u[1][j];
    }
}

/* Is there a plane between a solid and each triangle of a surface, with the normal of one of n
 * places, of a triangle, or of what the triangle alone has? Then they are apart, whoever found it. */
static bool is_apart(const solid *a, const double pa[7], const zn_shape *b,
                     zn_index n)
{
    const zn_index abc[3] = {0, 1, 2}, faces = zn_shape_face_count(b);
    double v[TRIANGLES][9], m[3];

    ck_assert_int_le(faces, TRIANGLES);
    for (zn_index f = 0; f < faces; f++)
        for (int i = 0; i < 3; i++)
            zn_shape_face(b, f, i, v[f] + 3 * i);
    for (zn_index f = 0; f < faces; f++) {
        bool found = false;
        zn_index alone;
        zn_shape *s;
        MUST(zn_shape_mesh(ctx, 3, v[f], 1, abc, &s));
        MUST(zn_shape_touch(a->shape, pa, s, zero, 10, t2, &alone));
        zn_shape_free(s);
        for (zn_index i = 0; !found && i < n; i++)
            found = parts(a, pa, t[i].n, v[f]);
        for (zn_index i = 0; !found && i < alone; i++)
            found = parts(a, pa, t2[i].n, v[f]);
        for (zn_index g = 0; !found && g < faces; g++) {
            normal_of(v[g], m);
            found = parts(a, pa, m, v[f]);
        }
        if (!found)
            return false;
    }
    return true;
}

/* From there they are let down onto the ground, a bit into it, and lifted again. Most come to lie with
 * an edge, a rim or a vertex on a vertex of the ground, where there are shorter ways out than
 * back, and planes of several triangles. On a ridge of less than a right angle a tip that goes down
 * along the normal of one side leaves the ground on the other one. */
START_TEST(what_is_let_down_on_hills_touches_them)
{
    const solid *a = &one[_i % SOLIDS];
    double skip[3];

    if (_i >= SOLIDS) { /* other hills: on one the box has a vertex in an edge */
        shapes_seed = 5;
        for (int i = 0; i < CLOUD; i++)
            random_direction(skip);
    }
    for (int k = 0; k < test_rounds(60); k++) {
        const solid b = {.shape = hills(0.3)};
        double pa[7];
        random_pose(0.3, pa);
        pa[2] = 1.2;
        zn_index n = touch(a, pa, &b, zero, 2, t);
        ck_assert_int_gt(n, 0);
        for (int i = 0; i < 60 && fabs(t[deepest(t, n)].gap) > 1e-15; i++) {
            const zn_touch d = t[deepest(t, n)];
            for (int j = 0; j < 3; j++)
                pa[j] -= d.gap * d.n[j];
            n = touch(a, pa, &b, zero, 2, t);
            ck_assert_int_gt(n, 0);
        }
        const zn_touch d = t[deepest(t, n)];
        ck_assert_double_eq_tol(d.gap, 0, 1e-14);
        for (int i = -3; i <= 3; i++) {
            const double want = 1e-4 * i;
            double p[7];
            memcpy(p, pa, sizeof p);
            for (int j = 0; j < 3; j++)
                p[j] += want * d.n[j];
            n = touch(a, p, &b, zero, 0.02, t);
            const double gap = n ? t[deepest(t, n)].gap : 1;
            if (i < 0 && gap >= 0)
                ck_assert(is_apart(a, p, b.shape, n));
            else if (i < 0)
                ck_assert_double_ge(gap, 2 * want);
            else /* normals of other places are at angles up to 66 degrees */
                ck_assert(gap >= 0.4 * want - TOL && gap <= want + TOL);
        }
        zn_shape_free(b.shape);
    }
}
END_TEST

/* A corner let down exactly onto the place where six triangles meet touches it, and one that is over the
 * ground beside it is not in the ground because it is below the planes of triangles that are not
 * there. */
START_TEST(a_corner_beside_a_vertex_of_the_ground_is_over_it)
{
    const double w[3] = {0.95531661812450930 / sqrt(2), -0.95531661812450930 / sqrt(2), 0};
    const double low[3] = {-0.3, -0.3, -0.3};
    const solid cube = box(0.6, 0.6, 0.6);
    int free_ = 0;

    for (int k = 0; k < test_rounds(400); k++) {
        const solid b = {.shape = hills(0.3)};
        const double x = 5e-4 * uniform(), y = 5e-4 * uniform();
        const double up = k % 4 ? 1e-4 : 0;
        const double at[3] = {up > 0 ? x : 0, up > 0 ? y : 0, 0};
        double p[7], c[3], v[3];
        for (int i = 0; i < 3; i++)
            v[i] = w[i] + 0.2 * uniform();
        zn_quaternion_exp(v, p + 3);
        zn_rotate(p + 3, low, c);
        for (int i = 0; i < 3; i++)
            p[i] = at[i] - c[i];
        p[2] += height(at[0], at[1]) + up;
        const zn_index n = touch(&cube, p, &b, zero, 0.02, t);
        if (up == 0) {
            ck_assert_int_gt(n, 0);
            ck_assert_double_le(t[deepest(t, n)].gap, 1e-15);
        } else if (is_apart(&cube, p, b.shape, n)) {
            ck_assert(n == 0 || t[deepest(t, n)].gap > 0);
            free_++;
        }
        zn_shape_free(b.shape);
    }
    zn_shape_free(cube.shape);
    ck_assert_int_ge(free_, test_rounds(100));
}
END_TEST

/* What is there does not depend on who is first, or where both are. */
START_TEST(swapped_and_moved_pairs_are_the_same)
{
    const solid *a = &one[_i];
    const double size[3] = {1, 1.2, 0.8};
    double pa[7], m[7], qa[7], x[3];

    box_of_triangles(size, 2);
    const solid body = {.shape = mesh()}, ground = {.shape = hills(0.2)};
    for (int k = 0; k < test_rounds(200); k++) {
        const solid *b = k % 2 ? &body : &ground;
        random_pose(0.9, pa);
        pa[2] += k % 2 ? 0 : 0.6;
        const zn_index n = touch(a, pa, b, zero, 0.1, t);
        ck_assert_int_eq(touch(b, zero, a, pa, 0.1, t2), n);
        for (zn_index i = 0; i < n; i++) {
            ck_assert_double_eq(t[i].gap, t2[i].gap);
            ck_assert_uint_eq(t[i].f1, t2[i].f2);
            ck_assert_uint_eq(t[i].f2, t2[i].f1);
            ck_assert_double_eq(t[i].n[2], -t2[i].n[2]);
        }
        random_pose(3, m);
        compose(m, pa, qa);
        ck_assert_int_eq(touch(a, qa, b, m, 0.1, t2), n);
        for (zn_index i = 0; i < n; i++) {
            ck_assert_double_eq_tol(t[i].gap, t2[i].gap, 1e-11);
            ck_assert_uint_eq(t[i].f1, t2[i].f1);
            ck_assert_uint_eq(t[i].f2, t2[i].f2);
            zn_rotate(m + 3, t[i].n, x);
            for (int j = 0; j < 3; j++)
                ck_assert_double_eq_tol(x[j], t2[i].n[j], 1e-11);
        }
    }
    zn_shape_free(body.shape);
    zn_shape_free(ground.shape);
}
END_TEST

/* ---- two of them -------------------------------------------------------------------------- */

/* Two boxes of triangles are two boxes: the same gap, apart and a bit inside, and the same way. */
START_TEST(boxes_of_triangles_are_boxes)
{
    const double size[3] = {1, 1.2, 0.8}, small[3] = {0.6, 0.7, 0.8};
    const solid a = box(0.6, 0.7, 0.8), b = box(1, 1.2, 0.8);
    int counted = 0;

    for (int cut = 1; cut < 4; cut++) {
        np = nt = 0;
        box_of_triangles(size, cut);
        const solid mb = {.shape = mesh()};
        np = nt = 0;
        box_of_triangles(small, 4 - cut);
        const solid ma = {.shape = mesh()};
        for (int k = 0; k < test_rounds(200); k++) {
            double pa[7];
            random_pose(1, pa);
            zn_index n = touch(&a, pa, &b, zero, 10, t);
            const zn_touch d = t[deepest(t, n)];
            if (!apart_or_shallow(d.gap, k))
                continue;
            const double want = k % 2 ? d.gap : 1e-4 * (k % 7 - 3);
            for (int i = 0; i < 3; i++)
                pa[i] += (want - d.gap) * d.n[i];
            n = touch(&ma, pa, &mb, zero, 0.35, t);
            ck_assert_int_gt(n, 0);
            const zn_touch *e = &t[deepest(t, n)];
            ck_assert_double_eq_tol(e->gap, want, TOL);
            ck_assert_double_eq_tol(dot(e->n, d.n), 1, TOL);
            ck_assert_int_eq(touch(&mb, zero, &ma, pa, 0.35, t2), n);
            ck_assert_double_eq_tol(t2[deepest(t2, n)].gap, want, TOL);
            ck_assert_double_eq_tol(dot(t2[deepest(t2, n)].n, d.n), -1, TOL);
            counted++;
        }
        zn_shape_free(ma.shape);
        zn_shape_free(mb.shape);
    }
    zn_shape_free(a.shape);
    zn_shape_free(b.shape);
    ck_assert_int_ge(counted, test_rounds(100));
}
END_TEST

/* One lies on the other: corners of what they share, as of boxes, steady under noise. */
START_TEST(a_box_of_triangles_lies_on_another)
{
    const double size[3] = {1, 1.2, 0.8}, small[3] = {0.6, 0.7, 0.8};
    const double at[3][4] = {
        {0, 0, 0, 4}, {0.4, 0.1, 0.3, 4}, {0.1, 0.5, 0.7, 5}};

    for (int k = 0; k < 3; k++) {
        np = nt = 0;
        box_of_triangles(size, 3);
        const solid b = {.shape = mesh()};
        np = nt = 0;
        box_of_triangles(small, 2);
        const solid a = {.shape = mesh()}, whole = box(0.6, 0.7, 0.8),
                    under = box(1, 1.2, 0.8);
        double pose[7] = {at[k][0], at[k][1], 0.8};
        const double w[3] = {0, 0, at[k][2]};
        zn_quaternion_exp(w, pose + 3);
        const zn_index n = touch(&whole, pose, &under, zero, 0.02, t);
        steady_under_noise(&a, pose, &b, zero, n);
        zn_shape_free(a.shape);
        zn_shape_free(b.shape);
        zn_shape_free(whole.shape);
        zn_shape_free(under.shape);
    }
}
END_TEST

/* Let down on hills it touches them as the box does. */
START_TEST(a_box_of_triangles_is_the_box_on_hills)
{
    const double small[3] = {0.6, 0.7, 0.8};
    const solid whole = box(0.6, 0.7, 0.8);

    np = nt = 0;
    box_of_triangles(small, 2);
    const solid a = {.shape = mesh()};
    for (int k = 0; k < test_rounds(60); k++) {
        const solid b = {.shape = hills(0.3)};
        double pa[7];
        random_pose(0.3, pa);
        pa[2] = 1.2;
        for (int i = 0; i < 60; i++) {
            const zn_index n = touch(&whole, pa, &b, zero, 2, t);
            const zn_touch *d = &t[deepest(t, n)];
            if (d->gap < 1e-5)
                break;
            const zn_index m = touch(&a, pa, &b, zero, 2, t2);
            ck_assert_int_gt(m, 0);
            ck_assert_double_eq_tol(t2[deepest(t2, m)].gap, d->gap, TOL);
            for (int j = 0; j < 3; j++)
                pa[j] -= (d->gap - 1e-6) * d->n[j];
        }
        zn_shape_free(b.shape);
    }
    zn_shape_free(a.shape);
    zn_shape_free(whole.shape);
}
END_TEST
int main(void)
{
    Suite *suite = suite_create("mesh gap");
    TCase *tc = tcase_create("mesh gap");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_loop_test(tc, a_box_of_triangles_is_the_box, 0, SOLIDS);
    tcase_add_loop_test(tc, the_gap_over_hills_is_the_distance, 0, SOLIDS);
    tcase_add_loop_test(tc, what_is_let_down_on_hills_touches_them, 0, 2 * SOLIDS);
    tcase_add_test(tc, a_corner_beside_a_vertex_of_the_ground_is_over_it);
    tcase_add_loop_test(tc, swapped_and_moved_pairs_are_the_same, 0, SOLIDS);
    tcase_add_test(tc, boxes_of_triangles_are_boxes);
    tcase_add_test(tc, a_box_of_triangles_lies_on_another);
    tcase_add_test(tc, a_box_of_triangles_is_the_box_on_hills);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
