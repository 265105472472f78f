/* mesh_nearest.c - where a solid and a triangle of a mesh are nearest, or overlap least, if
 * the surface around the triangle may touch there
 *
 * As between convex bodies, the gap along a normal n of the pair is a candidate where n is that
 * of the triangle, of a face of the solid, or across an edge of each; of what is round, as
 * round_nearest.c has them. Each has to be allowed by the surface, and to have its points on
 * both, so that it is where the two would touch; the one with the largest gap is taken. If there
 * is none and they are apart, the nearest points are on edges and vertices. Where they overlap by
 * more than a little, the point of the surface is in the solid; and a solid that is under several
 * triangles leaves by the nearest. doc/shapes.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/shapes/mesh.h"

#include <math.h>
#include <string.h>

typedef struct hunt {
    const zni_piece *p;
    const zni_solid *A;
    double radius, scale, limit;
    zni_leave how;
    const int *list;
    int n;
    zni_nearest *best;
} hunt;

static bool allows(const hunt *h, uint32_t f, const double d[3])
{
    return h->how == ZNI_LEAVE_ANYHOW
               ? zni_dot3(d, h->p->plane) > 0
               : zni_piece_allows(h->p, f, d);
}

/* ---- is it where they would touch? --------------------------------------------------------- */

/* How deep x is in a round solid; < 0: beside it. */
static double depth_in_round(const zni_round *F, const double x[3])
{
    double ends, side;

    zni_round_depth(F, x, &ends, &side);
    return fmin(ends, side);
}

static bool in_round(const zni_round *F, const double x[3], double eps)
{
    return depth_in_round(F, x) >= -eps;
}

/* Of a segment or a point, which have no inside, none. */
static double depth_in(const zni_solid *A, const double x[3])
{
    const zni_poly *P = A->poly;
    double depth = INFINITY;

    if (A->round)
        return depth_in_round(A->round, x);
    for (int f = 0; f < P->nf; f++)
        depth =
            fmin(depth, P->plane[4 * f + 3] - zni_dot3(P->plane + 4 * f, x));
    return depth;
}

static bool overlap(const hunt *h, double eps);

/* Does the solid cross the face, in any of its triangles? */
static bool crosses_face(const hunt *h)
{
    const zni_mesh *m = h->p->m;
    hunt other = *h;
    zni_piece q;

    if (overlap(h, 0))
        return true;
    other.p = &q;
    for (int i = 0; i < h->n; i++) {
        if (m->face[h->list[i]] != m->face[h->p->t] || h->list[i] == h->p->t)
            continue;
        zni_piece_of(m, h->list[i], h->p->centre, &q);
        if (overlap(&other, 0))
            return true;
    }
    return false;
}

/* Is the point of the surface in the solid? Over a corner that hangs over, no point of it is: there the
 * solid has to cross the face. And a point of an edge does not leave it by a way that is much longer
 * than another one: an edge that lies along a side of the solid, a little inside, would leave by its end. */
static bool in_solid(const hunt *h, const zni_nearest *k)
{
    const double eps = ZNI_MESH_ROUNDING * h->scale;

    if (k->s > -ZNI_MESH_LITTLE * h->scale)
        return true;
    const bool face = k->fb >> 22 == ZNI_FACE;
    const double depth = depth_in(h->A, k->b);
    if (depth < -eps)
        return face && crosses_face(h);
    if (!face && -k->s > ZNI_EDGE_DEPTH * depth + eps)
        return false;
    return depth < INFINITY || k->s >= -h->radius;
}

/* Is a point of the solid, which is under the piece, at or under another face, less than half as
 * deep? Faces that meet at the feature are as deep, but for the angle; they count if that is
 * much. */
static bool leaves_elsewhere(const hunt *h, const zni_nearest *k)
{
    const zni_mesh *m = h->p->m;
    const double eps = fmin(ZNI_SAME * h->scale, -k->s / 4);

    for (int i = 0; i < h->n; i++) {
        const int t = h->list[i];
        zni_piece q;
        double d[3];
        zni_sub3(k->a, m->v[m->tri[t][0]], d);
        const double depth = -h->p->sign * zni_dot3(m->plane[t], d);
        if (!(fabs(depth) < -k->s / 2) || m->face[t] == m->face[h->p->t] ||
            (zni_piece_at(h->p, k->fb, t) &&
             !(fabs(depth) < -k->s / 10 && k->s < -ZNI_MESH_LITTLE * h->scale)))
            continue;
        zni_piece_of(m, t, k->a, &q);
        if (zni_piece_over(&q, k->a, eps))
            return true;
    }
    return false;
}

/* Do the places where the two lie on each other along n have this gap? What is deep inside has
 * to have its very points there. */
static bool lie_on_each_other(const hunt *h, const zni_nearest *k)
{
    const zni_solid B = {.poly = &h->p->poly};
    zn_touch at[ZN_TOUCH_MOST];
    zni_touches to = {.at = at, .most = ZN_TOUCH_MOST, .reach = INFINITY};

    return k->s > -ZNI_MESH_LITTLE * h->scale &&
           zni_patch(h->A, &B, k, 0, 0, ZNI_SAME * h->scale, true, &to);
}

/* If they overlap, is this how they do? */
static bool is_way_out(const hunt *h, const zni_nearest *k)
{
    return k->s >= 0 || (in_solid(h, k) && (h->how == ZNI_LEAVE_DEEPER ||
                                            !leaves_elsewhere(h, k)));
}

static void take(const hunt *h, const zni_nearest *k)
{
    if (is_way_out(h, k))
        *h->best = *k;
}

/* ---- polyhedra ------------------------------------------------------------------------------ */

static void by_face(const hunt *h)
{
    const zni_poly *A = h->A->poly;
    const double *N = h->p->plane, slack = ZNI_MESH_ROUNDING * h->scale;
    zni_nearest k = {
        .s = INFINITY, .n = {N[0], N[1], N[2]}, .fb = zni_feature(ZNI_FACE, 0)};
    double d[3];
    int lowest = 0;

    for (int i = 0; i < A->nv; i++) {
        zni_sub3(A->v + 3 * i, h->p->v, d);
        if (zni_dot3(N, d) < k.s) {
            k.s = zni_dot3(N, d);
            lowest = i;
        }
    }
    if (!(k.s < h->limit))
        return;
    bool over = false;
    for (int i = 0; !over && i < A->nv; i++) {
        zni_sub3(A->v + 3 * i, h->p->v, d);
        over = zni_dot3(N, d) <= k.s + slack &&
               zni_piece_under(h->p, A->v + 3 * i, slack);
        if (over)
            lowest = i;
    }
    memcpy(k.a, A->v + 3 * lowest, sizeof k.a);
    zni_along(k.a, -k.s, N, k.b);
    k.fa = zni_feature(ZNI_VERTEX, lowest);
    if (over || lie_on_each_other(h, &k))
        take(h, &k);
}

static bool in_face(const zni_poly *P, int f, const double x[3], double eps)
{
    const double *pl = P->plane + 4 * f;

    for (int k = P->first[f]; k < P->first[f + 1]; k++) {
        const int next = k + 1 < P->first[f + 1] ? k + 1 : P->first[f];
        const double *v = P->v + 3 * P->loop[k];
        double u[3], d[3], c[3];
        zni_sub3(P->v + 3 * P->loop[next], v, u);
        zni_sub3(x, v, d);
        zni_cross(u, d, c);
        if (zni_dot3(c, pl) < -eps * sqrt(zni_dot3(u, u)))
            return false;
    }
    return true;
}

/* A face of the solid that looks at the triangle. @return false: between the two there is as much room as is
 * asked for, or more */
static bool by_face_of_solid(const hunt *h, int f)
{
    const zni_poly *A = h->A->poly;
    const double *pl = A->plane + 4 * f, slack = ZNI_MESH_ROUNDING * h->scale;
    zni_nearest k = {.n = {-pl[0], -pl[1], -pl[2]},
                     .fa = zni_feature(ZNI_FACE, f)};
    double s[3];
    int near_ = 0;

    for (int i = 0; i < 3; i++) {
        s[i] = zni_dot3(pl, h->p->v + 3 * i) - pl[3];
        if (s[i] < s[near_])
            near_ = i;
    }
    k.s = s[near_];
    if (!(k.s < h->limit))
        return false;
    if (!(zni_dot3(k.n, h->p->plane) > 0) || !(k.s > h->best->s))
        return true;
    bool there = false;
    for (int i = 0; !there && i < 3; i++) {
        there = s[i] <= k.s + slack && in_face(A, f, h->p->v + 3 * i, slack) &&
                allows(h, zni_feature(ZNI_VERTEX, i), k.n);
        if (there)
            k.s = s[near_ = i];
    }
    memcpy(k.b, h->p->v + 3 * near_, sizeof k.b);
    zni_along(k.b, k.s, k.n, k.a);
    k.fb = zni_feature(ZNI_VERTEX, near_);
    if (there || (allows(h, zni_piece_support(h->p, k.n), k.n) &&
                  lie_on_each_other(h, &k)))
        take(h, &k);
    return true;
}

/* Is x, on the line from a to b, between them? */
static bool between(const double a[3], const double b[3], const double x[3],
                    double eps)
{
    double u[3], d[3];

    zni_sub3(b, a, u);
    zni_sub3(x, a, d);
    const double l = sqrt(zni_dot3(u, u)), f = zni_dot3(d, u);
    return f >= -eps * l && f <= (l + eps) * l;
}

/* Edge i of the solid across side j of the piece. */
static void by_edges(const hunt *h, int i, int j)
{
    const zni_poly *A = h->A->poly;
    const double *p = A->v + 3 * A->edge[i][0], *p1 = A->v + 3 * A->edge[i][1];
    const double *q = h->p->v + 3 * j, *q1 = h->p->v + 3 * ((j + 1) % 3);
    const double eps = ZNI_MESH_ROUNDING * h->scale;
    zni_nearest k = {.fa = zni_feature(ZNI_EDGE, i),
                     .fb = zni_feature(ZNI_EDGE, j)};
    double u[3], w[3], c[3], d[3];

    zni_sub3(p1, p, u);
    zni_sub3(q1, q, w);
    zni_cross(u, w, c);
    const double cc = zni_dot3(c, c), up = zni_dot3(c, h->p->plane);
    if (cc <= 1e-14 * zni_dot3(u, u) * zni_dot3(w, w))
        return;
    /* outwards of the face; if that is across it, away from the triangle */
    zni_sub3(h->p->v + 3 * ((j + 2) % 3), q, d);
    const double side = fabs(up) > 1e-12 * sqrt(cc) ? up : -zni_dot3(c, d);
    const double f = (side < 0 ? -1 : 1) / sqrt(cc);
    for (int m = 0; m < 3; m++)
        k.n[m] = f * c[m];
    zni_sub3(p, q, d);
    k.s = zni_dot3(k.n, d);
    if (!(k.s < h->limit) || !(k.s > h->best->s) ||
        !zni_edge_looks_back(A, A->edge[i], k.n) || !allows(h, k.fb, k.n))
        return;
    zni_lines_nearest(p, u, q, w, c, cc, k.a, k.b);
    if (between(p, p1, k.a, eps) && between(q, q1, k.b, eps))
        take(h, &k);
}

/* Part of the triangle that is below plane `pl`, or above by eps, of a polygon of n corners; @return
 * how many corners that has. */
static int clip(const double *pl, double eps, double v[][3], int n,
                double out[][3])
{
    int kept = 0;

    for (int i = 0; i < n; i++) {
        const double *a = v[i], *b = v[(i + 1) % n];
        const double ha = zni_dot3(pl, a) - pl[3] - eps,
                     hb = zni_dot3(pl, b) - pl[3] - eps;
        if (ha <= 0)
            memcpy(out[kept++], a, 3 * sizeof *a);
        if ((ha < 0 && hb > 0) || (ha > 0 && hb < 0)) {
            double u[3];
            zni_sub3(b, a, u);
            zni_along(a, ha / (ha - hb), u, out[kept++]);
        }
    }
    return kept;
}

/* Does the solid, but for eps, have a part of the triangle inside, or the segment cross it? */
static bool overlap(const hunt *h, double eps)
{
    enum { MOST = 64 };
    const zni_poly *A = h->A->poly;
    double v[2][MOST][3];
    int n = 3;

    if (h->A->round) {
        const zni_solid B = {.poly = &h->p->poly};
        zni_nearest k;
        zni_round_nearest(h->A, &B, eps, NULL, NULL, &k);
        return k.s < eps;
    }
    if (A->nf == 0) {
        double d[2][3], u[3], x[3];
        for (int i = 0; i < 2; i++)
            zni_sub3(A->v + 3 * i, h->p->v, d[i]);
        const double a = zni_dot3(d[0], h->p->plane),
                     b = zni_dot3(d[1], h->p->plane);
        if (!(a * b < 0))
            return false;
        zni_sub3(d[1], d[0], u);
        zni_along(A->v, a / (a - b), u, x);
        return zni_piece_over(h->p, x, 0);
    }
    for (int k = 0; k < 3; k++)
        memcpy(v[0][k], h->p->v + 3 * k, sizeof v[0][k]);
    for (int f = 0; n && f < A->nf; f++) {
        /* every plane adds a corner at most; what has so many is inside of many */
        if (n + 2 > MOST)
            return true;
        n = clip(A->plane + 4 * f, eps, v[f % 2], n, v[1 - f % 2]);
    }
    return n > 0;
}

static void with_polyhedron(const hunt *h)
{
    const zni_poly *A = h->A->poly;
    zni_nearest k, bound = {.s = -INFINITY};

    by_face(h);
    for (int f = 0; f < A->nf; f++)
        if (!by_face_of_solid(h, f))
            return;
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < A->ne && (h->p->bend[j] == ZNI_CONVEX ||
                                      h->p->bend[j] == ZNI_BORDER);
             i++)
            by_edges(h, i, j);
    if (h->best->s > -INFINITY || overlap(h, 0))
        return;
    memcpy(bound.n, h->p->plane, sizeof bound.n);
    zni_distance(A, &h->p->poly, &bound, &k);
    if (k.s > 0 && k.s < h->limit && allows(h, k.fb, k.n))
        *h->best = k;
}

/* ---- cylinders and cones -------------------------------------------------------------------- */

/* Is b on the triangle, or over it along its normal? */
static bool on_piece(const hunt *h, const zni_nearest *k, bool face)
{
    const double eps = ZNI_MESH_ROUNDING * h->scale;
    double d[3];

    zni_sub3(k->b, h->p->v, d);
    return fabs(zni_dot3(d, h->p->plane)) <= eps &&
           (face ? zni_piece_under(h->p, k->a, eps)
                 : zni_piece_over(h->p, k->b, eps));
}

static bool accept(const void *user, const zni_nearest *k)
{
    const hunt *h = user;
    const bool face = k->fb >> 22 == ZNI_FACE;
    const uint32_t f =
        k->fb >> 22 == ZNI_VERTEX ? zni_piece_support(h->p, k->n) : k->fb;

    if (zni_dot3(k->n, h->p->plane) < -1e-9 || !allows(h, f, k->n))
        return false;
    if (!(in_round(h->A->round, k->a, ZNI_MESH_ROUNDING * h->scale) &&
          on_piece(h, k, face)) &&
        !((face || k->fa >> 22 == ZNI_FACE) && lie_on_each_other(h, k)))
        return false;
    return is_way_out(h, k);
}

/* ---- either ---------------------------------------------------------------------------- */

/* The farthest above the plane of the piece, and the least. */
static void heights(const zni_piece *p, const zni_solid *A, double *least,
                    double *most)
{
    double d[3], x[3];
    int rim;

    *least = INFINITY;
    *most = -INFINITY;
    for (int i = 0; A->poly && i < A->poly->nv; i++) {
        zni_sub3(A->poly->v + 3 * i, p->v, d);
        *least = fmin(*least, zni_dot3(p->plane, d));
        *most = fmax(*most, zni_dot3(p->plane, d));
    }
    for (int k = 0; A->round && k < 2; k++) {
        const double m[3] = {p->plane[0] * (2 * k - 1),
                             p->plane[1] * (2 * k - 1),
                             p->plane[2] * (2 * k - 1)};
        zni_round_support(A->round, m, x, &rim);
        zni_sub3(x, p->v, d);
        *(k ? most : least) = zni_dot3(p->plane, d);
    }
}

bool zni_piece_meets(const zni_piece *p, const zni_solid *A, double radius,
                     double scale, double limit, const int list[], int n,
                     zni_leave how, zni_nearest *out)
{
    const zni_solid B = {.poly = &p->poly};
    const hunt h = {p, A, radius, scale, limit, how, list, n, out};
    double least, most;

    *out = (zni_nearest){.s = -INFINITY};
    heights(p, A, &least, &most);
    /* above the reach, or all behind the surface */
    if (least >= limit || most + radius < 0)
        return false;
    if (how != ZNI_LEAVE && !overlap(&h, ZNI_MESH_ROUNDING * scale))
        return false;
    if (A->round)
        zni_round_nearest(A, &B, limit, accept, &h, out);
    else
        with_polyhedron(&h);
    return out->s > -INFINITY && out->s < limit;
}
