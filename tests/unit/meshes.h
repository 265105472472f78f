/* meshes.h - what tests of triangle meshes and height fields share: surfaces, and solids on them
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_MESHES_H
#define ZENO_TEST_MESHES_H

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

static inline void setup(void)
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

static inline void teardown(void)
{
    for (int i = 0; i < SOLIDS; i++)
        zn_shape_free(one[i].shape);
    scene_teardown();
}

/* ---- surfaces --------------------------------------------------------------------------- */

static inline zn_index vertex(const double x[3])
{
    for (zn_index i = 0; i < np; i++)
        if (memcmp(point + 3 * i, x, 3 * sizeof *x) == 0)
            return i;
    ck_assert_int_lt(np, POINTS);
    memcpy(point + 3 * np, x, 3 * sizeof *x);
    return np++;
}

static inline void triangle(zn_index a, zn_index b, zn_index c)
{
    ck_assert_int_lt(nt, TRIANGLES);
    corner[3 * nt] = a;
    corner[3 * nt + 1] = b;
    corner[3 * nt++ + 2] = c;
}

/* Of a box, each face k x k squares, cut one way or the other. */
static inline void box_of_triangles(const double size[3], int k)
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

static inline zn_shape *mesh(void)
{
    zn_shape *s;

    MUST(zn_shape_mesh(ctx, np, point, nt, corner, &s));
    return s;
}

/* A floor in z = 0 from -1 to 1, of GRID x GRID squares whose inner points are moved about. */
static inline zn_shape *floor_of_triangles(void)
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

static inline zn_shape *hills(double high)
{
    zn_shape *s;

    for (int k = 0; k < GRID * GRID; k++)
        hill[k] = high * uniform();
    MUST(zn_shape_height_field(ctx, GRID, GRID, land, hill, &s));
    return s;
}

#endif
