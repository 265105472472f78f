/* patch.c - where two polyhedra lie on each other: the corners of what they share
 *
 * Next to the nearest points each has a feature that faces along n: a face, if it is within
 * 20 degrees, else an edge, else the vertex. Seen along n, the corners of the common part of
 * both are vertices of A in the face of B, of B in that of A, and crossings of edges. Each
 * is a place of contact with a gap of its own along n, and a key that does not say which of
 * the two was looked at first. A corner within eps of an edge counts as inside, and hides
 * crossings there, so that noise below eps changes neither the number nor the keys.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/shapes/shape.h"

#include <math.h>

enum { MOST = 256 }; /* corners of a face that are looked at */

static const double SIN = 0.35; /* of the 20 degrees */

/* The outline of what one of the two has there, seen along n. */
typedef struct outline {
    const zni_poly *P;
    int face;     /* -1: an edge, or a vertex */
    int n, sides; /* corners, edges */
    int vertex[MOST], edge[MOST];
    double at[MOST][2]; /* corners, in the frame of the two tangents */
    bool used[MOST];    /* is a place already */
} outline;

typedef struct view {
    const zni_nearest *near_;
    double ra, rb, eps;
    double t1[3], t2[3];
    double least; /* gap of the cores, of the places found */
    zni_touches *out;
} view;

/* ---- which features ------------------------------------------------------------ */

static double length3(const double a[3])
{
    return sqrt(zni_dot3(a, a));
}

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

/* Around a feature: the face and the edge that lie across m. */
static void look_around(const zni_poly *P, uint32_t feature, const double m[3],
                        int *face, int *edge)
{
    const int number = (int)(feature & 0x3fffff);
    double flat = sqrt(1 - SIN * SIN), level = SIN;

    *face = *edge = -1;
    if (feature >> 22 == ZNI_FACE) {
        *face = number;
    } else if (feature >> 22 == ZNI_EDGE) {
        better_face(P, number, m, face, &flat);
        flatter_edge(P, number, m, edge, &level);
    } else if (P->ne) {
        for (int k = P->star[number]; k < P->star[number + 1]; k++) {
            better_face(P, P->around[k], m, face, &flat);
            flatter_edge(P, P->around[k], m, edge, &level);
        }
    }
}

static void corner(outline *o, const view *w, int vertex)
{
    const double *v = o->P->v + 3 * vertex;

    o->vertex[o->n] = vertex;
    o->at[o->n][0] = zni_dot3(v, w->t1);
    o->at[o->n][1] = zni_dot3(v, w->t2);
    o->used[o->n++] = false;
}

/* @return is there a face or an edge? */
static bool outline_of(outline *o, const view *w, const zni_poly *P,
                       uint32_t feature, const double m[3])
{
    int edge;

    o->P = P;
    o->n = o->sides = 0;
    look_around(P, feature, m, &o->face, &edge);
    if (o->face >= 0) {
        const int begin = P->first[o->face], end = P->first[o->face + 1];
        for (int k = begin; k < end && o->n < MOST; k++) {
            o->edge[o->sides++] = P->loop_edge[k];
            corner(o, w, P->loop[k]);
        }
    } else if (edge >= 0) {
        o->edge[o->sides++] = edge;
        corner(o, w, P->edge[edge][0]);
        corner(o, w, P->edge[edge][1]);
    }
    return o->n > 0;
}

/* ---- places ---------------------------------------------------------------------- */

static void place(view *w, const double a[3], const double b[3], uint32_t fa,
                  uint32_t fb)
{
    const double *n = w->near_->n;
    double d[3];

    zni_sub3(a, b, d);
    const double gap = zni_dot3(n, d);
    zn_touch *t = w->out->at + w->out->n;
    w->least = fmin(w->least, gap);
    if (gap - w->ra - w->rb >= w->out->reach || w->out->n == ZN_TOUCH_MOST)
        return;
    zni_along(a, -w->ra, n, t->p1);
    zni_along(b, w->rb, n, t->p2);
    for (int i = 0; i < 3; i++) {
        t->c1[i] = w->ra > 0 ? a[i] : t->p1[i];
        t->c2[i] = w->rb > 0 ? b[i] : t->p2[i];
        t->n[i] = n[i];
    }
    t->gap = gap - w->ra - w->rb;
    t->f1 = fa;
    t->f2 = fb;
    w->out->n++;
}

/* Signed distance from the line of side k, outside > 0; two corners make a line only. */
static double beside(const outline *o, int k, const double x[2])
{
    const double *p = o->at[k], *q = o->at[k + 1 < o->n ? k + 1 : 0];
    const double u[2] = {q[0] - p[0], q[1] - p[1]};
    const double l = hypot(u[0], u[1]);

    return l > 0 ? ((x[0] - p[0]) * u[1] - (x[1] - p[1]) * u[0]) / l : 0;
}

static bool inside(const outline *o, const double x[2], double turn, double eps)
{
    for (int k = 0; k < o->sides; k++)
        if (turn * beside(o, k, x) > eps)
            return false;
    return o->face >= 0;
}

static bool coincides(const outline *o, const double x[2], double eps)
{
    for (int k = 0; k < o->n; k++)
        if (o->used[k] && fabs(o->at[k][0] - x[0]) <= 3 * eps &&
            fabs(o->at[k][1] - x[1]) <= 3 * eps)
            return true;
    return false;
}

/* Vertices of `o` in the face of `into`, seen along n. `of_a`: o is A's. */
static void corners_inside(view *w, outline *o, const outline *into, bool of_a,
                           double turn)
{
    const double *n = w->near_->n;

    if (into->face < 0)
        return;
    const double *pl = into->P->plane + 4 * into->face;
    const double slope = zni_dot3(pl, n);
    for (int k = 0; k < o->n; k++) {
        const double *v = o->P->v + 3 * o->vertex[k];
        double foot[3];
        if (!inside(into, o->at[k], turn, w->eps) ||
            coincides(into, o->at[k], w->eps))
            continue;
        zni_along(v, -(zni_dot3(pl, v) - pl[3]) / slope, n, foot);
        const uint32_t fv = zni_feature(ZNI_VERTEX, o->vertex[k]);
        const uint32_t ff = zni_feature(ZNI_FACE, into->face);
        o->used[k] = true;
        if (of_a)
            place(w, v, foot, fv, ff);
        else
            place(w, foot, v, ff, fv);
    }
}

/* Point x of the way from corner k of an outline to the next one. */
static void on_side(const outline *o, int k, double x, double out[3])
{
    const double *p = o->P->v + 3 * o->vertex[k];
    double u[3];

    zni_sub3(o->P->v + 3 * o->vertex[k + 1 < o->n ? k + 1 : 0], p, u);
    zni_along(p, x, u, out);
}

static void crossings(view *w, const outline *a, const outline *b)
{
    for (int i = 0; i < a->sides; i++)
        for (int j = 0; j < b->sides; j++) {
            const double *p = a->at[i], *p1 = a->at[i + 1 < a->n ? i + 1 : 0];
            const double *q = b->at[j], *q1 = b->at[j + 1 < b->n ? j + 1 : 0];
            const double h0 = beside(b, j, p), h1 = beside(b, j, p1);
            const double k0 = beside(a, i, q), k1 = beside(a, i, q1);
            double x[3], y[3];
            /* both ends well beside the other's line, on either side */
            if (!(h0 * h1 < 0) || !(k0 * k1 < 0) ||
                fmin(fabs(h0), fabs(h1)) <= w->eps ||
                fmin(fabs(k0), fabs(k1)) <= w->eps)
                continue;
            on_side(a, i, h0 / (h0 - h1), x);
            on_side(b, j, k0 / (k0 - k1), y);
            place(w, x, y, zni_feature(ZNI_EDGE, a->edge[i]),
                  zni_feature(ZNI_EDGE, b->edge[j]));
        }
}

/* Two edges that are almost parallel: the ends of what they share. */
static void ends_along(view *w, outline *o, outline *onto, bool of_a)
{
    const double *p = onto->at[0];
    const double u[2] = {onto->at[1][0] - p[0], onto->at[1][1] - p[1]};
    const double l = hypot(u[0], u[1]);

    for (int k = 0; k < 2; k++) {
        const double x =
            ((o->at[k][0] - p[0]) * u[0] + (o->at[k][1] - p[1]) * u[1]) / l;
        const double *v = o->P->v + 3 * o->vertex[k];
        double foot[3];
        bool seen = false;
        for (int i = 0; i < 2; i++)
            seen = seen || (onto->used[i] && fabs(x - i * l) <= 3 * w->eps);
        if (x < -w->eps || x > l + w->eps || seen)
            continue;
        on_side(onto, 0, x / l, foot);
        const uint32_t fv = zni_feature(ZNI_VERTEX, o->vertex[k]);
        const uint32_t fe = zni_feature(ZNI_EDGE, onto->edge[0]);
        o->used[k] = true;
        if (of_a)
            place(w, v, foot, fv, fe);
        else
            place(w, foot, v, fe, fv);
    }
}

static void two_edges(view *w, outline *a, outline *b)
{
    double u[2], v[2];

    for (int i = 0; i < 2; i++) {
        u[i] = a->at[1][i] - a->at[0][i];
        v[i] = b->at[1][i] - b->at[0][i];
    }
    if (fabs(u[0] * v[1] - u[1] * v[0]) >=
        0.02 * hypot(u[0], u[1]) * hypot(v[0], v[1]))
        return;
    ends_along(w, a, b, true);
    ends_along(w, b, a, false);
}

bool zni_patch(const zni_poly *A, const zni_poly *B, const zni_nearest *near_,
               double ra, double rb, double eps, bool known, zni_touches *out)
{
    double E[9];
    const double *n = near_->n;
    const double m[3] = {-n[0], -n[1], -n[2]};
    view w = {.near_ = near_,
              .ra = ra,
              .rb = rb,
              .eps = eps,
              .least = INFINITY,
              .out = out};
    outline a, b;

    out->n = 0;
    zn_contact_frame(n, E);
    for (int i = 0; i < 3; i++) {
        w.t1[i] = E[3 + i];
        w.t2[i] = E[6 + i];
    }
    if (!outline_of(&a, &w, A, near_->fa, m) ||
        !outline_of(&b, &w, B, near_->fb, n))
        return false;
    if (a.face < 0 && b.face < 0) {
        two_edges(&w, &a, &b);
        if (!known) /* their lines may pass each other beside the edges */
            return false;
    } else {
        /* seen along n, out of B, its corners turn left and those of A right */
        corners_inside(&w, &a, &b, true, 1);
        corners_inside(&w, &b, &a, false, -1);
        crossings(&w, &a, &b);
    }
    return w.least <= near_->s + 1e-6 * eps;
}
