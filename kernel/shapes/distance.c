/* distance.c - the nearest points of two convex polyhedra that are apart
 *
 * Each pair of edges and each vertex over a face, but for those that cannot have the
 * nearest points: if n parts A and B by s and some points are d apart, the nearest ones are
 * in the slabs next to the gap whose thickness is d - s together.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/shapes/shape.h"

#include <math.h>

typedef struct search {
    const zni_poly *A, *B;
    const double *n;  /* from B to A */
    double low, high; /* least n.a, largest n.b */
    double s;         /* high - low apart; -inf: no slab */
    double best;      /* square of the least distance so far */
    zni_nearest *out;
} search;

/* Depth of a vertex in its slab. */
static double depth_a(const search *k, int i)
{
    return zni_dot3(k->n, k->A->v + 3 * i) - k->low;
}

static double depth_b(const search *k, int j)
{
    return k->high - zni_dot3(k->n, k->B->v + 3 * j);
}

static bool hopeless(const search *k, double depth)
{
    /* a little slack for the rounding of depth */
    return depth > (sqrt(k->best) - k->s) * (1 + 1e-9) + 1e-12 * fabs(k->high);
}

static void offer(search *k, const double a[3], const double b[3], uint32_t fa,
                  uint32_t fb)
{
    double d[3];

    zni_sub3(a, b, d);
    const double dd = zni_dot3(d, d);
    if (!(dd < k->best))
        return;
    k->best = dd;
    for (int i = 0; i < 3; i++) {
        k->out->a[i] = a[i];
        k->out->b[i] = b[i];
    }
    k->out->fa = fa;
    k->out->fb = fb;
}

static double clamp01(double x)
{
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

static uint32_t end_feature(const int e[4], int number, double x)
{
    return x <= 0   ? zni_feature(ZNI_VERTEX, e[0])
           : x >= 1 ? zni_feature(ZNI_VERTEX, e[1])
                    : zni_feature(ZNI_EDGE, number);
}

/* Two segments p + x u, q + y w with 0 <= x, y <= 1 (V. Lumelsky, On fast computation of
 * distance between line segments, Inf. Proc. Letters 21, 1985). */
static void edge_edge(search *k, int i, int j)
{
    const int *ea = k->A->edge[i], *eb = k->B->edge[j];
    const double *p = k->A->v + 3 * ea[0], *q = k->B->v + 3 * eb[0];
    double u[3], w[3], d[3], a[3], b[3];

    zni_sub3(k->A->v + 3 * ea[1], p, u);
    zni_sub3(k->B->v + 3 * eb[1], q, w);
    zni_sub3(q, p, d);
    const double uu = zni_dot3(u, u), ww = zni_dot3(w, w), uw = zni_dot3(u, w);
    const double du = zni_dot3(d, u), dw = zni_dot3(d, w);
    const double det = uu * ww - uw * uw;
    double x = det > 1e-15 * uu * ww ? clamp01((du * ww - dw * uw) / det) : 0;
    double y = (x * uw - dw) / ww;
    if (y < 0 || y > 1) {
        y = clamp01(y);
        x = clamp01((du + y * uw) / uu);
    }
    zni_along(p, x, u, a);
    zni_along(q, y, w, b);
    offer(k, x >= 1 ? k->A->v + 3 * ea[1] : a, y >= 1 ? k->B->v + 3 * eb[1] : b,
          end_feature(ea, i, x), end_feature(eb, j, y));
}

/* A vertex next to an edge of the other one, or next to another vertex, where one has no
 * edges. */
static void vertex_edge(search *k, const zni_poly *P, const double v[3],
                        uint32_t f, int j, bool of_b)
{
    const int *e = P->edge[j];
    double u[3], d[3], a[3];

    zni_sub3(P->v + 3 * e[1], P->v + 3 * e[0], u);
    zni_sub3(v, P->v + 3 * e[0], d);
    const double x = clamp01(zni_dot3(d, u) / zni_dot3(u, u));
    zni_along(P->v + 3 * e[0], x, u, a);
    if (of_b)
        offer(k, v, a, f, end_feature(e, j, x));
    else
        offer(k, a, v, end_feature(e, j, x), f);
}

/* Is the foot of v on the plane of face f inside it? */
static bool foot_inside(const zni_poly *P, int f, const double foot[3])
{
    const double *pl = P->plane + 4 * f;

    for (int k = P->first[f]; k < P->first[f + 1]; k++) {
        const int next = k + 1 < P->first[f + 1] ? k + 1 : P->first[f];
        const double *v = P->v + 3 * P->loop[k];
        double u[3], d[3], c[3];
        zni_sub3(P->v + 3 * P->loop[next], v, u);
        zni_sub3(foot, v, d);
        zni_cross(u, d, c);
        if (zni_dot3(c, pl) < 0)
            return false;
    }
    return true;
}

static void vertex_face(search *k, const zni_poly *P, const double v[3],
                        uint32_t vf, int f, bool of_b)
{
    const double *pl = P->plane + 4 * f;
    const double h = zni_dot3(pl, v) - pl[3];
    double foot[3];

    zni_along(v, -h, pl, foot);
    if (h < 0 || h * h >= k->best || !foot_inside(P, f, foot))
        return;
    if (of_b)
        offer(k, v, foot, vf, zni_feature(ZNI_FACE, f));
    else
        offer(k, foot, v, zni_feature(ZNI_FACE, f), vf);
}

/* Vertices of one over the faces (or next to the edges of, where it has none itself) of the
 * other. */
static void vertices(search *k, bool of_b)
{
    const zni_poly *P = of_b ? k->B : k->A, *Q = of_b ? k->A : k->B;

    for (int i = 0; i < Q->nv; i++) {
        const uint32_t vf = zni_feature(ZNI_VERTEX, i);
        if (hopeless(k, of_b ? depth_a(k, i) : depth_b(k, i)))
            continue;
        for (int f = 0; f < P->nf; f++)
            vertex_face(k, P, Q->v + 3 * i, vf, f, of_b);
        for (int j = 0; !Q->ne && j < P->ne; j++)
            vertex_edge(k, P, Q->v + 3 * i, vf, j, of_b);
    }
}

static void edges(search *k)
{
    for (int i = 0; i < k->A->ne; i++) {
        const int *ea = k->A->edge[i];
        const double da = fmin(depth_a(k, ea[0]), depth_a(k, ea[1]));
        if (hopeless(k, da))
            continue;
        for (int j = 0; j < k->B->ne; j++) {
            const int *eb = k->B->edge[j];
            const double db = fmin(depth_b(k, eb[0]), depth_b(k, eb[1]));
            if (!hopeless(k, da + db))
                edge_edge(k, i, j);
        }
    }
}

void zni_distance(const zni_poly *A, const zni_poly *B,
                  const zni_nearest *bound, zni_nearest *out)
{
    search k = {.A = A,
                .B = B,
                .n = bound->n,
                .low = INFINITY,
                .high = -INFINITY,
                .s = bound->s,
                .best = INFINITY,
                .out = out};
    int ia = 0, ib = 0;
    double d[3];

    *out = *bound;
    for (int i = 0; i < A->nv; i++)
        if (zni_dot3(k.n, A->v + 3 * i) < k.low) {
            k.low = zni_dot3(k.n, A->v + 3 * i);
            ia = i;
        }
    for (int j = 0; j < B->nv; j++)
        if (zni_dot3(k.n, B->v + 3 * j) > k.high) {
            k.high = zni_dot3(k.n, B->v + 3 * j);
            ib = j;
        }
    offer(&k, A->v + 3 * ia, B->v + 3 * ib, zni_feature(ZNI_VERTEX, ia),
          zni_feature(ZNI_VERTEX, ib));
    edges(&k);
    vertices(&k, true);
    vertices(&k, false);
    zni_sub3(out->a, out->b, d);
    out->s = sqrt(zni_dot3(d, d));
    /* where they all but touch, the direction is that of the plane between them */
    if (out->s > 1e-13 * (fabs(k.high) + fabs(k.low)) && out->s > 0)
        for (int i = 0; i < 3; i++)
            out->n[i] = d[i] / out->s;
    else if (bound->s > -INFINITY)
        out->s = bound->s;
    else
        out->n[0] = out->n[1] = 0, out->n[2] = 1;
}
