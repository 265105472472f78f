/* mesh_sides.c - the ground under a height field is a body: its sides and its bottom
 *
 * Without them what comes over the rim would be let go where the surface says nothing any more,
 * however deep it is in the ground. With them the rim is an edge as that of any body, and what is
 * lower beside it touches a side. The sides are upright and go down from the rim; the bottom is as
 * far under the lowest place of the surface as the grid has for a diagonal, farther than what is
 * small beside the ground ever gets.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "kernel/shapes/mesh.h"

zn_index zni_rim_points(zn_index nx, zn_index ny)
{
    return 2 * (nx - 1) + 2 * (ny - 1);
}

/* Point k of the rim in the grid, counter-clockwise seen from above. */
static int rim_point(zn_index nx, zn_index ny, zn_index k)
{
    const zn_index a = nx - 1, b = ny - 1, i = k % (2 * a + 2 * b);

    return (int)(i < a           ? i
                 : i < a + b     ? a + nx * (i - a)
                 : i < 2 * a + b ? 2 * a + b - i + nx * b
                                 : nx * (2 * a + 2 * b - i));
}

static double bottom(const zni_mesh *m, const double size[2])
{
    double least = INFINITY;

    for (int i = 0; i < m->top_v; i++)
        least = fmin(least, m->v[i][2]);
    return least - sqrt(size[0] * size[0] + size[1] * size[1]);
}

void zni_mesh_sides(zn_index nx, zn_index ny, const double size[2], zni_mesh *m)
{
    const int n = (int)zni_rim_points(nx, ny), under = m->top_v,
              centre = under + n;
    const double z = bottom(m, size);
    int(*t)[3] = m->tri + m->top_t;

    for (int k = 0; k < n; k++) {
        const int a = rim_point(nx, ny, k), b = rim_point(nx, ny, k + 1);
        const int c = under + k, d = under + (k + 1) % n;
        const int made[3][3] = {{b, a, c}, {b, c, d}, {d, c, centre}};
        m->v[c][0] = m->v[a][0];
        m->v[c][1] = m->v[a][1];
        m->v[c][2] = z;
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                t[3 * k + i][j] = made[i][j];
    }
    m->v[centre][0] = m->v[centre][1] = 0;
    m->v[centre][2] = z;
}
