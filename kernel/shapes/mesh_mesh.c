/* mesh_mesh.c - where two bodies of triangles touch, or a body and a height field
 *
 * Each vertex of one is held against the triangles of the other that are near it, and each edge that
 * bends outwards against the edges. The way between the two is one along which both surfaces
 * may touch (mesh_piece.c); so joints within faces and edges in hollows have no part in it. Where the
 * two overlap, the vertex, or the point of the edge, has to be in the other body, and not much deeper
 * along this way than the nearest way out. doc/shapes.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/shapes/mesh.h"

#include <math.h>
#include <string.h>

/* how much deeper than the nearest way out a vertex may be in a face */
static const double FACE_DEPTH = 2;

typedef struct work {
    const zni_mesh *a, *b; /* in the frame of b */
    double scale;
    double centre[3]; /* bodies have one outside: any will do */
    zni_touches *out;
} work;

static void place(const work *w, const double p1[3], const double p2[3],
                  const double n[3], double gap, uint32_t f1, uint32_t f2)
{
    zn_touch t = {.gap = gap, .f1 = f1, .f2 = f2};

    memcpy(t.p1, p1, sizeof t.p1);
    memcpy(t.c1, p1, sizeof t.c1);
    memcpy(t.p2, p2, sizeof t.p2);
    memcpy(t.c2, p2, sizeof t.c2);
    memcpy(t.n, n, sizeof t.n);
    zni_gather(w->out, &t, 3 * ZNI_SAME * w->scale);
}

/* Is x, which is `depth` deep along some way, in the body, and the way out not `most` times shorter? */
static bool is_in(const work *w, const zni_mesh *s, const double x[3],
                  double depth, double most, double little)
{
    const double eps = ZNI_MESH_ROUNDING * w->scale;

    if (depth <= eps)
        return true;
    const double out = zni_mesh_outside(s, w->centre, x);
    return out < eps && depth <= fmax(eps - most * out, little);
}

static void turn_round(const double n[3], double out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = -n[i];
}

/* Vertex k of piece p, of `own`, against the piece q of `other`. `second`: own is b. */
static void vertex_to(const work *w, const zni_piece *p, int k,
                      const zni_piece *q, bool second)
{
    const double *x = p->v + 3 * k, eps = ZNI_MESH_ROUNDING * w->scale;
    const uint32_t vertex = zni_feature(ZNI_VERTEX, p->vertex[k]);
    double d[3], foot[3], n[3], back[3];
    uint32_t f = zni_feature(ZNI_FACE, 0);

    zni_sub3(x, q->v, d);
    double s = zni_dot3(q->plane, d);
    if (!(s < w->out->reach) || s < -w->scale)
        return;
    memcpy(n, q->plane, sizeof n);
    zni_along(x, -s, n, foot);
    if (s < 0) {
        turn_round(n, back);
        if (!zni_piece_allows(p, zni_feature(ZNI_VERTEX, k), back) ||
            !zni_piece_under(q, x, eps) ||
            !is_in(w, q->m, x, -s, FACE_DEPTH, 0))
            return;
    } else {
        f = zni_piece_nearest(q, x, foot);
        s = zni_piece_away(q, f, x, foot, n);
        turn_round(n, back);
        if (!(s < w->out->reach) || !zni_piece_allows(q, f, n) ||
            (second && f >> 22 == ZNI_VERTEX) ||
            !zni_piece_allows(p, zni_feature(ZNI_VERTEX, k), back))
            return;
    }
    if (second)
        place(w, foot, x, back, s, zni_piece_feature(q, f), vertex);
    else
        place(w, x, foot, n, s, vertex, zni_piece_feature(q, f));
}

/* Where the line from p along u passes that from q along v, as parts of both; false: not within. */
static bool within(const double a[3], const double p[3], const double u[3],
                   double eps)
{
    double d[3];

    zni_sub3(a, p, d);
    const double uu = zni_dot3(u, u), f = zni_dot3(d, u);
    return f >= -eps * sqrt(uu) && f <= uu + eps * sqrt(uu);
}

static bool is_ridge(const zni_piece *p, int k)
{
    /* one of its two triangles, so that it is met once */
    return p->bend[k] == ZNI_CONVEX && p->t < p->beyond[k];
}

/* Side i of piece p of a over side j of piece q of b. */
static void edges(const work *w, const zni_piece *p, int i, const zni_piece *q,
                  int j)
{
    const double *x = p->v + 3 * i, *y = q->v + 3 * j,
                 eps = ZNI_MESH_ROUNDING * w->scale;
    double u[3], v[3], c[3], d[3], n[3], back[3], at[3], bt[3];

    zni_sub3(p->v + 3 * ((i + 1) % 3), x, u);
    zni_sub3(q->v + 3 * ((j + 1) % 3), y, v);
    zni_cross(u, v, c);
    const double cc = zni_dot3(c, c);
    if (cc <= 1e-14 * zni_dot3(u, u) * zni_dot3(v, v))
        return;
    /* out of b: the sum of the normals of its two sides looks that way */
    const double out =
        zni_dot3(c, q->plane) + zni_dot3(c, w->b->plane[q->beyond[j]]);
    for (int k = 0; k < 3; k++)
        n[k] = (out < 0 ? -1 : 1) * c[k] / sqrt(cc);
    turn_round(n, back);
    zni_sub3(x, y, d);
    const double s = zni_dot3(n, d);
    if (!(s < w->out->reach) || s < -w->scale ||
        !zni_piece_allows(q, zni_feature(ZNI_EDGE, j), n) ||
        !zni_piece_allows(p, zni_feature(ZNI_EDGE, i), back))
        return;
    zni_lines_nearest(x, u, y, v, c, cc, at, bt);
    if (within(at, x, u, eps) && within(bt, y, v, eps) &&
        /* where faces lie on each other edges cross at their sides */
        is_in(w, w->b, at, -s, ZNI_EDGE_DEPTH, ZNI_MESH_LITTLE * w->scale) &&
        is_in(w, w->a, bt, -s, ZNI_EDGE_DEPTH, ZNI_MESH_LITTLE * w->scale))
        place(w, at, bt, n, s, zni_feature(ZNI_EDGE, p->edge[i]),
              zni_feature(ZNI_EDGE, q->edge[j]));
}

static void two_pieces(const work *w, const zni_piece *p, const zni_piece *q)
{
    for (int i = 0; i < 3; i++) {
        if (w->a->sharp[p->vertex[i]])
            vertex_to(w, p, i, q, false);
        if (w->b->sharp[q->vertex[i]])
            vertex_to(w, q, i, p, true);
        for (int j = 0; is_ridge(p, i) && j < 3; j++)
            if (is_ridge(q, j))
                edges(w, p, i, q, j);
    }
}

/* ---- frames --------------------------------------------------------------------------------- */

static void carry(const zni_pose *at, const double x[3], double out[3])
{
    zni_mul3(at->R, x, out);
    zni_along(at->x, 1, out, out);
}

/* A mesh in another frame, with room for its points, normals and planes; its tree is not. */
static void move(const zni_mesh *m, const zni_pose *at, zni_scratch *s,
                 zni_mesh *out)
{
    *out = *m;
    out->v = s->point;
    out->normal = s->normal;
    out->plane = s->face;
    for (int i = 0; i < m->nv; i++) {
        carry(at, m->v[i], out->v[i]);
        zni_mul3(at->R, m->normal[i], out->normal[i]);
    }
    for (int t = 0; t < m->nt; t++) {
        zni_mul3(at->R, m->plane[t], out->plane[t]);
        out->plane[t][3] = m->plane[t][3] + zni_dot3(out->plane[t], at->x);
    }
}

/* Bounds of a box in another frame, wider by `by`. */
static void bounds(const double lo[3], const double hi[3], const zni_pose *at,
                   double by, double lo_[3], double hi_[3])
{
    for (int i = 0; i < 3; i++) {
        double mid = at->x[i], half = by;
        for (int k = 0; k < 3; k++) {
            mid += at->R[i + 3 * k] * (lo[k] + hi[k]) / 2;
            half += fabs(at->R[i + 3 * k]) * (hi[k] - lo[k]) / 2;
        }
        lo_[i] = mid - half;
        hi_[i] = mid + half;
    }
}

static void inverse(const zni_pose *at, zni_pose *out)
{
    double x[3];

    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            out->R[i + 3 * j] = at->R[j + 3 * i];
    zni_mul3(out->R, at->x, x);
    turn_round(x, out->x);
}

void zni_mesh_on_mesh(const zni_mesh *a, const zni_pose *at, const zni_mesh *b,
                      double scale, zni_scratch *scratch, zni_touches *out)
{
    zni_mesh moved;
    zni_pose back;
    work w = {.scale = scale, .out = out};
    double lo[3], hi[3];

    inverse(at, &back);
    bounds(b->node->lo, b->node->hi, &back, out->reach, lo, hi);
    const int na = zni_mesh_query(a, lo, hi, scratch->near_);
    if (!na)
        return;
    move(a, at, scratch, &moved);
    moved.own = a;
    moved.back = &back;
    w.a = &moved;
    w.b = b;
    for (int i = 0; i < na; i++) {
        zni_piece p, q;
        zni_piece_of(&moved, scratch->near_[i], w.centre, &p);
        for (int k = 0; k < 3; k++) {
            lo[k] = fmin(p.v[k], fmin(p.v[3 + k], p.v[6 + k])) - out->reach;
            hi[k] = fmax(p.v[k], fmax(p.v[3 + k], p.v[6 + k])) + out->reach;
        }
        const int n = zni_mesh_query(b, lo, hi, scratch->some);
        for (int j = 0; j < n; j++) {
            zni_piece_of(b, scratch->some[j], w.centre, &q);
            two_pieces(&w, &p, &q);
        }
    }
    zni_gather_sort(out);
}
