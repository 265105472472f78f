/* poly.c - convex polyhedra: points, segments, boxes, and how they move
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/shapes/shape.h"
#include "kernel/shapes/columns.h"

/* The corner i of a box has x > 0 if bit 0 of i is set, y by bit 1, z by bit 2; faces are
 * -x, +x, -y, +y, -z, +z. */
static const int box_edge[12][4] = {
    {0, 1, 2, 4}, {2, 3, 4, 3}, {4, 5, 5, 2}, {6, 7, 3, 5},
    {0, 2, 4, 0}, {1, 3, 1, 4}, {4, 6, 0, 5}, {5, 7, 5, 1},
    {0, 4, 0, 2}, {1, 5, 2, 1}, {2, 6, 3, 0}, {3, 7, 1, 3},
};
static const int box_first[7] = {0, 4, 8, 12, 16, 20, 24};
static const int box_loop[24] = {0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4,
                                 2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6};
static const int box_loop_edge[24] = {8,  6, 10, 4, 5, 11, 7, 9, 0, 9, 2, 8,
                                      10, 3, 11, 1, 4, 1,  5, 0, 2, 7, 3, 6};
static const int box_star[9] = {0, 3, 6, 9, 12, 15, 18, 21, 24};
static const int box_around[24] = {0, 4, 8, 0, 5, 9, 1, 4, 10, 1, 5, 11,
                                   2, 6, 8, 2, 7, 9, 3, 6, 10, 3, 7, 11};

static const int segment_edge[1][4] = {{0, 1, -1, -1}};
static const int segment_star[3] = {0, 1, 2};
static const int segment_around[2] = {0, 0};
static const int nothing[2] = {0, 0};

void zni_poly_box(const double size[3], double v[24], double plane[24],
                  zni_poly *out)
{
    for (int k = 0; k < 24; k++)
        v[k] = ((k / 3) >> (k % 3)) & 1 ? size[k % 3] / 2 : -size[k % 3] / 2;
    for (int f = 0; f < 6; f++) {
        for (int i = 0; i < 3; i++)
            plane[4 * f + i] = f / 2 != i ? 0 : f % 2 ? 1 : -1;
        plane[4 * f + 3] = size[f / 2] / 2;
    }
    *out = (zni_poly){.nv = 8,
                      .ne = 12,
                      .nf = 6,
                      .v = v,
                      .edge = box_edge,
                      .plane = plane,
                      .first = box_first,
                      .loop = box_loop,
                      .loop_edge = box_loop_edge,
                      .star = box_star,
                      .around = box_around};
}

bool zni_poly_is_box(const zni_poly *P)
{
    return P->edge == box_edge;
}

void zni_poly_segment(double length, double v[6], zni_poly *out)
{
    for (int k = 0; k < 6; k++)
        v[k] = k == 2 ? -length / 2 : k == 5 ? length / 2 : 0;
    *out = (zni_poly){.nv = 2,
                      .ne = 1,
                      .v = v,
                      .edge = segment_edge,
                      .first = nothing,
                      .star = segment_star,
                      .around = segment_around};
}

void zni_poly_point(double v[3], zni_poly *out)
{
    v[0] = v[1] = v[2] = 0;
    *out = (zni_poly){.nv = 1, .v = v, .first = nothing, .star = nothing};
}

bool zni_edge_looks_back(const zni_poly *P, const int edge[4],
                         const double m[3])
{
    if (edge[3] < 0) /* of a segment, or of a triangle alone */
        return true;
    const double *n0 = P->plane + 4 * edge[2], *n1 = P->plane + 4 * edge[3];
    const double c = zni_dot3(n0, n1), h0 = zni_dot3(m, n0),
                 h1 = zni_dot3(m, n1);
    return h0 - c * h1 <= 0 && h1 - c * h0 <= 0;
}

ZNI_WIDE void zni_poly_move(const zni_poly *A, const zni_pose *pose, double v[],
                            double plane[], zni_poly *out)
{
    zni_lanes R[3], d, n;

    zni_columns_take(pose->R, R);
    zni_take3(pose->x, &d);
    for (int i = 0; i < A->nv; i++)
        zni_columns_point(R, &d, A->v + 3 * i, v + 3 * i);
    for (int f = 0; f < A->nf; f++) {
        zni_columns_mul(R, A->plane + 4 * f, &n);
        zni_put3(&n, plane + 4 * f);
        plane[4 * f + 3] =
            A->plane[4 * f + 3] + zni_dot3(plane + 4 * f, pose->x);
    }
    *out = *A;
    out->v = v;
    out->plane = plane;
}
