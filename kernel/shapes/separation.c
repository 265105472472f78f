/* separation.c - the plane that parts two polyhedra best, or overlaps least
 *
 * The largest gap over all directions is at a face of A, a face of B, or a direction at
 * right angles to an edge of each, if the polyhedra overlap; if they are apart and the
 * nearest points are inside of such features, too; else these are bounds. A direction across
 * two edges counts only if it is normal to the Minkowski difference, that is if the arcs of
 * both edges on the sphere of normals cross (D. Gregorius, The separating axis test between
 * convex polyhedra, GDC 2013).
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/shapes/shape.h"

#include <math.h>

/* Faces whose normals are looked at once an edge: boxes, hulls of small things. */
enum { FEW = 64 };

/* Faces of P against the vertices of Q: s = min n.q - d; `some`: of these alone, NULL: of all. */
static bool faces(const zni_poly *P, const zni_poly *Q, const unsigned *some,
                  double limit, bool of_b, zni_nearest *best)
{
    for (int f = 0; f < P->nf && (!some || *some >> f); f++) {
        if (some && !(*some >> f & 1))
            continue;
        const double *pl = P->plane + 4 * f;
        double least = INFINITY;
        int at = 0;
        for (int i = 0; i < Q->nv && least - pl[3] > best->s; i++) {
            const double h = zni_dot3(pl, Q->v + 3 * i);
            if (h < least) {
                least = h;
                at = i;
            }
        }
        const double s = least - pl[3];
        if (s > best->s) {
            double *foot = of_b ? best->b : best->a;
            double *tip = of_b ? best->a : best->b;
            best->s = s;
            for (int k = 0; k < 3; k++) {
                best->n[k] = of_b ? pl[k] : -pl[k];
                tip[k] = Q->v[3 * at + k];
                foot[k] = tip[k] - s * pl[k];
            }
            best->fa =
                of_b ? zni_feature(ZNI_VERTEX, at) : zni_feature(ZNI_FACE, f);
            best->fb =
                of_b ? zni_feature(ZNI_FACE, f) : zni_feature(ZNI_VERTEX, at);
        }
        if (s > limit)
            return false;
    }
    return true;
}

void zni_lines_nearest(const double p[3], const double u[3], const double q[3],
                       const double w[3], const double c[3], double cc,
                       double a[3], double b[3])
{
    double d[3], t[3];

    zni_sub3(q, p, d);
    zni_cross(d, w, t);
    zni_along(p, zni_dot3(t, c) / cc, u, a);
    zni_cross(d, u, t);
    zni_along(q, zni_dot3(t, c) / cc, w, b);
}

/* An edge of A, and the normals of B's faces along it, if B has few. */
typedef struct seen {
    const zni_poly *B;
    double u[3], along[FEW];
    bool known;
} seen;

static void see(const zni_poly *A, const int ea[4], const zni_poly *B, seen *s)
{
    s->B = B;
    s->known = B->nf <= FEW;
    zni_sub3(A->v + 3 * ea[1], A->v + 3 * ea[0], s->u);
    for (int f = 0; s->known && f < B->nf; f++)
        s->along[f] = zni_dot3(B->plane + 4 * f, s->u);
}

static double along(const seen *s, int face)
{
    return s->known ? s->along[face] : zni_dot3(s->B->plane + 4 * face, s->u);
}

/* Is B's edge one at which the surface turns away, seen along A's? Most are not, and it costs
 * nothing to say so. */
static bool turns_away(const seen *s, const int eb[4])
{
    return eb[2] < 0 || along(s, eb[2]) * along(s, eb[3]) < 0;
}

/* Do the normals at A's edge and at such one of B, w, have one in common? */
static bool arcs_cross(const zni_poly *A, const int ea[4], const seen *s,
                       const int eb[4], const double w[3])
{
    double la;

    if (ea[2] < 0)
        return true;
    la = zni_dot3(A->plane + 4 * ea[2], w);
    return la * zni_dot3(A->plane + 4 * ea[3], w) < 0 &&
           (eb[2] < 0 || along(s, eb[3]) * la < 0);
}

/* Along n, out of A, for the pair of edges; the sign that leaves A, or enters B. */
static double orient(const zni_poly *A, const int ea[4], const zni_poly *B,
                     const int eb[4], const double c[3], const double d[3])
{
    double s;

    if (ea[2] >= 0)
        s = zni_dot3(A->plane + 4 * ea[2], c) +
            zni_dot3(A->plane + 4 * ea[3], c);
    else if (eb[2] >= 0)
        s = -zni_dot3(B->plane + 4 * eb[2], c) -
            zni_dot3(B->plane + 4 * eb[3], c);
    else
        s = zni_dot3(c, d); /* two segments */
    return s < 0 ? -1 : 1;
}

/* `some` as zni_box_ways has it; NULL: all. */
static bool edges(const zni_poly *A, const zni_poly *B, const unsigned *some,
                  double limit, zni_nearest *best)
{
    seen from;

    for (int i = 0; i < A->ne && (!some || *some >> i / 4 * 3); i++) {
        if (some && !(*some >> i / 4 * 3 & 7))
            continue;
        const int *ea = A->edge[i];
        const double *p = A->v + 3 * ea[0];
        const double *u = from.u;
        double w[3], c[3], d[3];
        see(A, ea, B, &from);
        const double uu = zni_dot3(u, u);
        for (int j = 0; j < B->ne; j++) {
            const int *eb = B->edge[j];
            const double *q = B->v + 3 * eb[0];
            if ((some && !(*some >> (i / 4 * 3 + j / 4) & 1)) ||
                !turns_away(&from, eb))
                continue;
            zni_sub3(B->v + 3 * eb[1], q, w);
            if (!arcs_cross(A, ea, &from, eb, w))
                continue;
            zni_cross(u, w, c);
            const double cc = zni_dot3(c, c);
            if (cc <= 1e-14 * uu * zni_dot3(w, w))
                continue; /* parallel: a face says as much, or nothing does */
            zni_sub3(q, p, d);
            const double f = orient(A, ea, B, eb, c, d) / sqrt(cc);
            const double s = f * zni_dot3(c, d);
            if (s > best->s) {
                best->s = s;
                for (int k = 0; k < 3; k++)
                    best->n[k] = -f * c[k];
                zni_lines_nearest(p, u, q, w, c, cc, best->a, best->b);
                best->fa = zni_feature(ZNI_EDGE, i);
                best->fb = zni_feature(ZNI_EDGE, j);
            }
            if (s > limit)
                return false;
        }
    }
    return true;
}

void zni_separate(const zni_poly *A, const zni_poly *B, double limit,
                  zni_nearest *out)
{
    const bool boxes = zni_poly_is_box(A) && zni_poly_is_box(B);
    zni_box_ways some;

    *out = (zni_nearest){.s = -INFINITY};
    if (boxes) {
        zni_box_ways_find(A, B, limit, &some);
        out->s = some.apart ? INFINITY : -INFINITY;
        if (some.apart)
            return;
    }
    if (faces(A, B, boxes ? &some.face[0] : NULL, limit, false, out) &&
        faces(B, A, boxes ? &some.face[1] : NULL, limit, true, out))
        (void)edges(A, B, boxes ? &some.edges : NULL, limit, out);
}
