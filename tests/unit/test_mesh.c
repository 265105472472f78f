/* test_mesh.c - triangle meshes and height fields: where shapes touch them
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/shapes.h"

enum { SOLIDS = 9, CLOUD = 20, GRID = 5, POINTS = 400, TRIANGLES = 600 };

static const double TOL = 1e-12; /* sizes are about 1 */
static const double zero[7] = {0, 0, 0, 1, 0, 0, 0};

static solid one[SOLIDS];
static double cloud[3 * CLOUD];
static zn_touch t[ZN_TOUCH_MOST], t2[ZN_TOUCH_MOST];

/* A list of triangles that is put together. */
static double point[3 * POINTS];
static zn_index corner[3 * TRIANGLES], np, nt;

static void setup(void)
{
    scene_setup();
    shapes_seed = 21;
    one[0] = sphere(0.4);
    one[1] = box(0.6, 0.7, 0.8);
    one[2] = capsule(0.2, 0.5);
    for (int i = 0; i < CLOUD; i++) {
        random_direction(cloud + 3 * i);
        for (int k = 0; k < 3; k++)
            cloud[3 * i + k] *= 0.4;
    }
    one[3] = hull(CLOUD, cloud);
    one[4] = cylinder(0.3, 0.6);
    one[5] = cylinder(0.4, 0.06); /* a coin */
    one[6] = cone(0.3, 0, 0.7);
    one[7] = cone(0.2, 0.35, 0.4);
    one[8] = sphere(0.05);
    np = nt = 0;
}

static void teardown(void)
{
    for (int i = 0; i < SOLIDS; i++)
        zn_shape_free(one[i].shape);
    scene_teardown();
}

/* ---- surfaces --------------------------------------------------------------------------- */

static zn_index vertex(const double x[3])
{
    for (zn_index i = 0; i < np; i++)
        if (memcmp(point + 3 * i, x, 3 * sizeof *x) == 0)
            return i;
    ck_assert_int_lt(np, POINTS);
    memcpy(point + 3 * np, x, 3 * sizeof *x);
    return np++;
}

static void triangle(zn_index a, zn_index b, zn_index c)
{
    ck_assert_int_lt(nt, TRIANGLES);
    corner[3 * nt] = a;
    corner[3 * nt + 1] = b;
    corner[3 * nt++ + 2] = c;
}

/* Of a box, each face k x k squares, cut one way or the other. */
static void box_of_triangles(const double size[3], int k)
{
    for (int f = 0; f < 6; f++)
        for (int i = 0; i < k * k; i++) {
            zn_index v[4];
            for (int j = 0; j < 4; j++) {
                const double y = (i % k + (j == 1 || j == 2)) / (double)k - 0.5;
                const double z = (i / k + (j > 1)) / (double)k - 0.5;
                double x[3];
                const int a = f / 2, b = (a + 1) % 3, c = (a + 2) % 3;
                x[a] = (f % 2 ? 0.5 : -0.5) * size[a];
                x[b] = (f % 2 ? y : z) * size[b];
                x[c] = (f % 2 ? z : y) * size[c];
                v[j] = vertex(x);
            }
            const int turn = (i + f) % 2;
            triangle(v[turn], v[turn + 1], v[turn + 2]);
            triangle(v[turn], v[turn + 2], v[(turn + 3) % 4]);
        }
}

static zn_shape *mesh(void)
{
    zn_shape *s;

    MUST(zn_shape_mesh(ctx, np, point, nt, corner, &s));
    return s;
}

/* A floor in z = 0 from -1 to 1, of GRID x GRID squares whose inner points are moved about. */
static zn_shape *floor_of_triangles(void)
{
    zn_index v[GRID + 1][GRID + 1];

    for (int i = 0; i <= GRID; i++)
        for (int j = 0; j <= GRID; j++) {
            const bool inner = i && j && i < GRID && j < GRID;
            double x[3] = {2. * i / GRID - 1, 2. * j / GRID - 1, 0};
            if (inner) {
                x[0] += 0.1 * uniform();
                x[1] += 0.1 * uniform();
            }
            v[i][j] = vertex(x);
        }
    for (int i = 0; i < GRID; i++)
        for (int j = 0; j < GRID; j++) {
            const zn_index q[4] = {v[i][j], v[i + 1][j], v[i + 1][j + 1],
                                   v[i][j + 1]};
            const int turn = (i + j) % 2;
            triangle(q[turn], q[turn + 1], q[turn + 2]);
            triangle(q[turn], q[turn + 2], q[(turn + 3) % 4]);
        }
    return mesh();
}

static double hill[GRID * GRID];
static const double land[2] = {2, 2};

static zn_shape *hills(double high)
{
    zn_shape *s;

    for (int k = 0; k < GRID * GRID; k++)
        hill[k] = high * uniform();
    MUST(zn_shape_height_field(ctx, GRID, GRID, land, hill, &s));
    return s;
}

/* ---- against what is known --------------------------------------------------------------- */

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
        for (int k = 0; k < 200; k++) {
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
    ck_assert_int_gt(counted, 100);
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

    for (int k = 0; k < 25; k++) {
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
    ck_assert_int_gt(counted, 12);
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
    for (int k = 0; k < 60; k++) {
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

    for (int k = 0; k < 400; k++) {
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
    ck_assert_int_gt(free_, 100);
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
    for (int k = 0; k < 200; k++) {
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
        for (int k = 0; k < 200; k++) {
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
    ck_assert_int_gt(counted, 100);
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
    for (int k = 0; k < 60; k++) {
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

/* ---- joints ---------------------------------------------------------------------------------- */

/* On a floor of triangles all is as on a box: as many places, where they are, with normals to the
 * last bit. */
START_TEST(joints_of_a_floor_are_not_there)
{
    const solid *a = &one[_i], b = {.shape = floor_of_triangles()},
                plate = box(2, 2, 0.2);
    const double under[7] = {0, 0, -0.1, 1, 0, 0, 0};
    double pa[7];

    for (int k = 0; k < 400; k++) {
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

/* What is below the rim of a height field, beside it, is not in the ground; along the way
 * down its gap is its distance from the rim, until it is under that. */
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
            if (n)
                CLOSE(t[0].gap, hypot(0.4, z - rim) - r, 1e-14);
            if (z < rim - 0.1)
                ck_assert_int_eq(n, 0);
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
    tcase_add_loop_test(tc, a_box_of_triangles_is_the_box, 0, SOLIDS);
    tcase_add_loop_test(tc, the_gap_over_hills_is_the_distance, 0, SOLIDS);
    tcase_add_loop_test(tc, what_is_let_down_on_hills_touches_them, 0, 2 * SOLIDS);
    tcase_add_test(tc, a_corner_beside_a_vertex_of_the_ground_is_over_it);
    tcase_add_loop_test(tc, swapped_and_moved_pairs_are_the_same, 0, SOLIDS);
    tcase_add_test(tc, boxes_of_triangles_are_boxes);
    tcase_add_test(tc, a_box_of_triangles_lies_on_another);
    tcase_add_test(tc, a_box_of_triangles_is_the_box_on_hills);
    tcase_add_loop_test(tc, joints_of_a_floor_are_not_there, 0, SOLIDS);
    tcase_add_test(tc, corners_that_hang_over_are_in_the_floor);
    tcase_add_loop_test(tc, noise_changes_neither_number_nor_features, 0,
                        (int)(sizeof at_rest / sizeof *at_rest));
    tcase_add_test(tc, a_box_in_a_corner_touches_both_sides);
    tcase_add_test(tc, a_sheet_has_two_sides);
    tcase_add_test(tc, a_ball_falls_past_the_rim_of_the_ground);
    tcase_add_test(tc, a_body_of_triangles_stands_on_a_plane);
    tcase_add_test(tc, a_closed_mesh_has_the_mass_of_its_body);
    tcase_add_test(tc, bad_meshes_are_refused_with_words);
    tcase_add_test(tc, every_allocation_may_fail);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
