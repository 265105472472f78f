/* outline.c - what a solid has where it looks along a direction: a face, if it is within
 * 20 degrees, else an edge, else nothing but a point
 *
 * Four points, fixed to it, stand for the rim of a disc, so that it rests on something that
 * does not turn or drift. If it is tilted, the nearest of them gives way to the
 * deepest point of the rim.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/shapes/outline.h"

#include <math.h>
#include <string.h>

static const double SIN = 0.35; /* of the 20 degrees */

/* a disc that is tilted less lies flat; its depth is wrong by less than a third of that */
static const double LEVEL = 1e-8;

static double length3(const double a[3])
{
    return sqrt(zni_dot3(a, a));
}

static void corner(zni_outline *o, const double v[3], uint32_t f)
{
    memcpy(o->v[o->n], v, 3 * sizeof *v);
    o->fv[o->n++] = f;
}

/* ---- polyhedra ---------------------------------------------------------------------- */

/* The face, of those at this edge, that looks along m the most. */
static void better_face(const zni_poly *P, int e, const double m[3], int *face,
                        double *best)
{
    for (int k = 2; k < 4; k++) {
        const int f = P->edge[e][k];
        const double c = f < 0 ? -1 : zni_dot3(P->plane + 4 * f, m);
        if (c > *best) {
            *best = c;
            *face = f;
        }
    }
}

static void flatter_edge(const zni_poly *P, int e, const double m[3], int *edge,
                         double *best)
{
    double u[3];

    zni_sub3(P->v + 3 * P->edge[e][1], P->v + 3 * P->edge[e][0], u);
    const double s = fabs(zni_dot3(u, m)) / length3(u);
    if (s < *best) {
        *best = s;
        *edge = e;
    }
}

/* Around a feature: the face that lies across m, or else the edge that does; -1: none. */
static void look_around(const zni_poly *P, uint32_t feature, const double m[3],
                        int *face, int *edge)
{
    const int number = (int)(feature & 0x3fffff), kind = (int)(feature >> 22);
    const int *around = kind == ZNI_EDGE ? &number : P->around;
    double flat = sqrt(1 - SIN * SIN), level = SIN;
    int begin = 0, end = kind == ZNI_EDGE;

    *face = kind == ZNI_FACE ? number : -1;
    *edge = -1;
    if (kind == ZNI_VERTEX && P->ne) {
        begin = P->star[number];
        end = P->star[number + 1];
    }
    for (int k = begin; k < end; k++)
        better_face(P, around[k], m, face, &flat);
    for (int k = begin; *face < 0 && k < end; k++)
        flatter_edge(P, around[k], m, edge, &level);
}

static void poly_outline(const zni_poly *P, uint32_t feature, const double m[3],
                         zni_outline *o)
{
    int face, edge;

    look_around(P, feature, m, &face, &edge);
    o->face = face >= 0;
    if (o->face) {
        const int begin = P->first[face], end = P->first[face + 1];
        memcpy(o->plane, P->plane + 4 * face, sizeof o->plane);
        o->f = zni_feature(ZNI_FACE, face);
        for (int k = begin; k < end && o->n < ZNI_OUTLINE_MOST; k++) {
            o->fs[o->sides++] = zni_feature(ZNI_EDGE, P->loop_edge[k]);
            corner(o, P->v + 3 * P->loop[k],
                   zni_feature(ZNI_VERTEX, P->loop[k]));
        }
    } else if (edge >= 0) {
        o->fs[o->sides++] = zni_feature(ZNI_EDGE, edge);
        for (int k = 0; k < 2; k++)
            corner(o, P->v + 3 * P->edge[edge][k],
                   zni_feature(ZNI_VERTEX, P->edge[edge][k]));
    }
}

/* ---- cylinders and cones -------------------------------------------------------------- */

/* e: the unit direction in which the disc is deepest; k: sine of its tilt. */
static void disc(const zni_round *F, int rim, const double e[3], double k,
                 zni_outline *o)
{
    const double sign = rim ? 1 : -1;
    int deepest = -1;
    double most = -INFINITY;

    o->face = true;
    o->rim = rim;
    o->level = k <= LEVEL;
    o->f = zni_feature(ZNI_FACE, rim);
    for (int i = 0; i < 3; i++)
        o->plane[i] = sign * F->z[i];
    o->plane[3] = zni_dot3(o->plane, F->c[rim]);
    for (int j = 0; j < ZNI_DISC_POINTS; j++) {
        const double *u = j % 2 ? F->y : F->x, s = j < 2 ? 1 : -1;
        double p[3];
        zni_along(F->c[rim], s * F->r[rim], u, p);
        corner(o, p, zni_feature(ZNI_VERTEX, ZNI_DISC_POINTS * rim + j));
        if (s * zni_dot3(u, e) > most) {
            most = s * zni_dot3(u, e);
            deepest = j;
        }
    }
    if (!o->level)
        zni_along(F->c[rim], F->r[rim], e, o->v[deepest]);
}

static void round_outline(const zni_round *F, const double m[3], zni_outline *o)
{
    const double flat = sqrt(1 - SIN * SIN), h = zni_dot3(m, F->z);
    const int rim = h > 0;
    double e[3], p[3];

    zni_along(m, -h, F->z, e);
    const double k = length3(e);
    const double side = F->ca * k + F->sa * h;
    for (int i = 0; i < 3; i++)
        e[i] = k > 0 ? e[i] / k : F->x[i];
    o->round = F;
    if (fabs(h) > flat && F->r[rim] > 0 && fabs(h) >= side) {
        disc(F, rim, e, k, o);
    } else if (side > flat) {
        o->fs[o->sides++] = zni_feature(ZNI_EDGE, ZNI_SIDE);
        for (int i = 0; i < 2; i++) {
            zni_along(F->c[i], F->r[i], e, p);
            corner(o, p, zni_feature(ZNI_VERTEX, ZNI_RIM + i));
        }
    }
}

/* Up to a multiple of four the last one is there again. */
void zni_outline_sides(zni_outline *o)
{
    const int four = (o->sides + 3) / 4 * 4;

    for (int k = 0; k < o->sides; k++) {
        const double *p = o->at[k], *q = o->at[k + 1 < o->n ? k + 1 : 0];
        const double x = q[0] - p[0], y = q[1] - p[1], l = sqrt(x * x + y * y);
        const double u[4] = {p[0], p[1], l > 0 ? x / l : 0, l > 0 ? y / l : 0};
        for (int i = 0; i < 4; i++)
            o->side[k / 4][i][k % 4] = u[i];
    }
    for (int k = o->sides; k < four; k++)
        for (int i = 0; i < 4; i++)
            o->side[k / 4][i][k % 4] = o->side[k / 4][i][(o->sides - 1) % 4];
}

bool zni_outline_of(const zni_solid *S, uint32_t feature, const double m[3],
                    const double t1[3], const double t2[3], zni_outline *o)
{
    o->face = o->level = false;
    o->n = o->sides = o->taken = 0;
    o->round = NULL;
    o->rim = -1;
    if (S->round)
        round_outline(S->round, m, o);
    else
        poly_outline(S->poly, feature, m, o);
    for (int k = 0; k < o->n; k++) {
        o->at[k][0] = zni_dot3(o->v[k], t1);
        o->at[k][1] = zni_dot3(o->v[k], t2);
        o->used[k] = false;
    }
    return o->n > 0;
}
