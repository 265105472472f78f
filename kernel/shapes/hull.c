/* hull.c - the convex polyhedron around given points
 *
 * Wrapped like a gift (D.R. Chand, S.S. Kapur, An algorithm for convex polytopes, J. ACM 17,
 * 1970): across each edge of a face that is known the next plane is found, with all the points
 * that lie in it, so a face has as many corners as it has, and the corners of a cube make six
 * squares. The plane is turned about the edge until no point is above it, onto the farthest one that is; a
 * tree of bounds (cloud.c) says which, so that the time is that of edges times, about, the root of points.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/shapes/cloud.h"
#include "kernel/shapes/merge.h"
#include "kernel/shapes/pairs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* a plane turns over the corners of what is seen along the edge, by halves: far fewer turns do */
enum { CORNERS = 256, POINTS = 100000, TURNS = 1000, COARSER = 3 };

/* points closer to a plane lie in it, times the largest side of the bounds */
static const double FLAT = 1e-12;

typedef struct side {
    int from, to, face, next; /* next: of those that leave `from` */
} side;

typedef struct flat_point {
    double x, y;
    int at;
} flat_point;

typedef struct wrap {
    zn_ctx *ctx;
    zn_index n;
    double *p; /* of each place one */
    double tol;
    side *sides;
    zn_index nside, cside;
    int *head; /* by point: first of the sides that leave it; -1 */
    double *plane;
    zn_index nface, cface;
    int *first; /* by face: its first side */
    zn_index cfirst;
    zni_cloud cloud;
    flat_point *flat;  /* points of one plane, */
    int *in_plane;     /* their numbers, */
    flat_point *chain; /* those around them, */
    double *off;       /* and how far they are from their neighbours' */
    int corner[CORNERS], ncorner;
} wrap;

/* ---- one face ------------------------------------------------------------------- */

static int by_place(const void *a, const void *b)
{
    const flat_point *p = a, *q = b;

    if (p->x != q->x)
        return p->x < q->x ? -1 : 1;
    if (p->y != q->y)
        return p->y < q->y ? -1 : 1;
    return p->at - q->at;
}

/* Does the way o, a, b turn left at a? */
static bool left(const flat_point *o, const flat_point *a, const flat_point *b)
{
    return (a->x - o->x) * (b->y - o->y) > (a->y - o->y) * (b->x - o->x);
}

/* The point comes behind the k of a chain that turns left, and those at which it would not leave, but for the
 * first `least`. @return how many they are then */
static int extend(flat_point chain[], int k, int least, const flat_point *to)
{
    while (k > least && !left(&chain[k - 2], &chain[k - 1], to))
        k--;
    chain[k] = *to;
    return k + 1;
}

/* How far a is from the segment between o and b. */
static double beside(const flat_point *o, const flat_point *a,
                     const flat_point *b)
{
    const double ux = b->x - o->x, uy = b->y - o->y;
    const double vx = a->x - o->x, vy = a->y - o->y, uu = ux * ux + uy * uy;
    const double t = uu > 0 ? fmin(fmax((vx * ux + vy * uy) / uu, 0), 1) : 0;

    return hypot(vx - t * ux, vy - t * uy);
}

/* Points of a convex chain within tol of the segment between their neighbours leave it, where no neighbour
 * is closer to its own: of the middle of a side and its ends that is the middle, whatever rounding does.
 * @return how many are left, two at least */
static int straighten(flat_point chain[], double off[], int n, double tol)
{
    int kept, gone = 1;

    for (; n > 2 && gone; n = kept) {
        for (int i = 0; i < n; i++)
            off[i] =
                beside(&chain[(i + n - 1) % n], &chain[i], &chain[(i + 1) % n]);
        kept = 0;
        for (int i = 0; i < n; i++) {
            const int a = (i + n - 1) % n, b = (i + 1) % n;
            if (off[i] > tol || off[i] > off[a] || off[i] > off[b] ||
                (off[i] == off[a] && a < i) || (off[i] == off[b] && b < i))
                chain[kept++] = chain[i];
        }
        gone = n - kept;
    }
    return n;
}

/* Corners of the points in the plane n.x = d, counter-clockwise seen from n: where a chain around them
 * (A.M. Andrew, Inf. Proc. Letters 9, 1979) turns by more than rounding. Two: they are on a line. */
static bool corners(wrap *w, const double n[3], double d)
{
    double E[9];
    int k = 0, lower;
    const int m = zni_cloud_in_plane(&w->cloud, n, d, w->tol, w->in_plane);

    zn_contact_frame(n, E);
    for (int i = 0; i < m; i++) {
        const double *p = w->p + 3 * w->in_plane[i];
        w->flat[i] = (flat_point){zni_dot3(E + 3, p), zni_dot3(E + 6, p),
                                  w->in_plane[i]};
    }
    qsort(w->flat, (size_t)m, sizeof *w->flat, by_place);
    for (int i = 0; i < m; i++)
        k = extend(w->chain, k, 1, &w->flat[i]);
    lower = k;
    for (int i = m - 2; i >= 0; i--)
        k = extend(w->chain, k, lower, &w->flat[i]);
    k = straighten(w->chain, w->off, k > 1 ? k - 1 : k, w->tol);
    if (k > CORNERS)
        return false;
    w->ncorner = k;
    for (int i = 0; i < k; i++)
        w->corner[i] = w->chain[i].at;
    return true;
}

static int find_side(const wrap *w, int from, int to)
{
    for (int k = w->head[from]; k >= 0; k = w->sides[k].next)
        if (w->sides[k].to == to)
            return k;
    return -1;
}

/* The corners become a face, whose plane all points are below. */
static zn_status add_face(wrap *w, const double n[3])
{
    double d = -INFINITY;
    zn_status st = zn_grow(w->ctx, &w->plane, &w->cface, 4 * (w->nface + 1),
                           sizeof *w->plane);

    if (!st)
        st = zn_grow(w->ctx, &w->first, &w->cfirst, w->nface + 2,
                     sizeof *w->first);
    if (!st)
        st = zn_grow(w->ctx, &w->sides, &w->cside, w->nside + w->ncorner,
                     sizeof *w->sides);
    if (st)
        return st;
    for (int i = 0; i < w->ncorner; i++)
        d = fmax(d, zni_dot3(n, w->p + 3 * w->corner[i]));
    memcpy(w->plane + 4 * w->nface, n, 3 * sizeof *n);
    w->plane[4 * w->nface + 3] = d;
    for (int i = 0; i < w->ncorner; i++) {
        const int from = w->corner[i], to = w->corner[(i + 1) % w->ncorner];
        if (find_side(w, from, to) >= 0)
            return ZN_UNSOLVED;
        w->sides[w->nside] = (side){from, to, (int)w->nface, w->head[from]};
        w->head[from] = (int)w->nside++;
    }
    w->first[++w->nface] = (int)w->nside;
    return ZN_OK;
}

/* ---- the next plane -------------------------------------------------------------------- */

static double normal(const wrap *w, int a, int b, int c, double n[3])
{
    double u[3], v[3];

    zni_sub3(w->p + 3 * b, w->p + 3 * a, u);
    zni_sub3(w->p + 3 * c, w->p + 3 * a, v);
    zni_cross(u, v, n);
    const double l = sqrt(zni_dot3(n, n));
    for (int i = 0; i < 3; i++)
        n[i] = l > 0 ? n[i] / l : 0;
    return l;
}

/* The plane through a and b that has all points below it, seen with b to the left of a. It begins as the
 * one through the point that is deepest under the known plane n. */
static bool wrap_edge(const wrap *w, int a, int b, double n[3], double *d)
{
    const double down[3] = {-n[0], -n[1], -n[2]};
    double x[3];

    if (!(normal(w, a, b, zni_cloud_farthest(&w->cloud, down), n) > 0))
        return false;
    for (int turns = 0; turns < TURNS; turns++) {
        const int c = zni_cloud_farthest(&w->cloud, n);
        zni_sub3(w->p + 3 * c, w->p + 3 * a, x);
        if (!(zni_dot3(n, x) > w->tol) || !(normal(w, a, b, c, x) > 0))
            break;
        memcpy(n, x, sizeof x);
    }
    *d = zni_dot3(n, w->p + 3 * a);
    return true;
}

/* An upright plane beside all points, through the one with the least x. */
static void first_plane(const wrap *w, double n[3], double *d)
{
    const double *p = w->p;
    zn_index a = 0, b = -1;

    for (zn_index i = 1; i < w->n; i++)
        if (p[3 * i] < p[3 * a] ||
            (p[3 * i] == p[3 * a] && p[3 * i + 1] < p[3 * a + 1]))
            a = i;
    n[0] = -1;
    n[1] = n[2] = 0;
    for (zn_index i = 0; i < w->n; i++) {
        const double x = p[3 * i] - p[3 * a], y = p[3 * i + 1] - p[3 * a + 1];
        const double l = hypot(x, y);
        if (l <= w->tol || (b >= 0 && !(n[0] * x + n[1] * y > w->tol)))
            continue;
        b = i;
        n[0] = y / l;
        n[1] = -x / l;
    }
    *d = zni_dot3(n, p + 3 * a);
}

static zn_status wrap_all(wrap *w)
{
    double n[3], d;
    bool ok = true;
    zn_status st = zn_grow(w->ctx, &w->first, &w->cfirst, 2, sizeof *w->first);

    if (st)
        return st;
    w->nside = w->nface = 0;
    for (zn_index i = 0; i < w->n; i++)
        w->head[i] = -1;
    first_plane(w, n, &d);
    ok = corners(w, n, d);
    if (ok && w->ncorner == 2)
        ok =
            wrap_edge(w, w->corner[0], w->corner[1], n, &d) && corners(w, n, d);
    if (!ok || w->ncorner < 3)
        return ZN_UNSOLVED;
    st = add_face(w, n);
    for (zn_index k = 0; !st && k < w->nside; k++) {
        const int from = w->sides[k].from, to = w->sides[k].to;
        if (find_side(w, to, from) >= 0)
            continue;
        memcpy(n, w->plane + 4 * w->sides[k].face, sizeof n);
        if (w->nface > 2 * w->n || !wrap_edge(w, to, from, n, &d) ||
            !corners(w, n, d) || w->ncorner < 3)
            return ZN_UNSOLVED;
        st = add_face(w, n);
        if (!st && find_side(w, to, from) < 0)
            st = ZN_UNSOLVED; /* the new face does not meet the old one */
    }
    return !st && w->nface < 4 ? ZN_UNSOLVED : st;
}

/* ---- the polyhedron ---------------------------------------------------------------------- */

/* Vertices that are corners, in the order of the points. */
static int number_vertices(const wrap *w, int number[])
{
    int nv = 0;

    for (zn_index i = 0; i < w->n; i++)
        number[i] = w->head[i] < 0 ? -1 : nv++;
    return nv;
}

/* Edges that go from the smaller to the larger point; edge_of: by side. */
static void number_edges(const wrap *w, const int number[], int (*edge)[4],
                         int edge_of[])
{
    int ne = 0;

    for (zn_index k = 0; k < w->nside; k++) {
        const side *s = &w->sides[k];
        if (s->from > s->to)
            continue;
        const int back = find_side(w, s->to, s->from);
        edge[ne][0] = number[s->from];
        edge[ne][1] = number[s->to];
        edge[ne][2] = s->face; /* to the left of the way */
        edge[ne][3] = w->sides[back].face;
        edge_of[k] = edge_of[back] = ne++;
    }
}

static zn_status build(const wrap *w, zn_shape **out)
{
    const int nf = (int)w->nface, sides = (int)w->nside, ne = sides / 2;
    int *number = zn_alloc(w->ctx, w->n, sizeof *number), nv, *at;
    zn_status st = number ? ZN_OK : ZN_ENOMEM;

    if (st)
        return st;
    nv = number_vertices(w, number);
    st = zni_shape_make(w->ctx, ZNI_HULL, 3 * nv + 4 * nf, out);
    if (!st) {
        (*out)->lists = zn_alloc(
            w->ctx, 4 * ne + nf + 1 + 2 * sides + nv + 1 + 2 * ne, sizeof *at);
        st = (*out)->lists ? ZN_OK : ZN_ENOMEM;
    }
    if (st) {
        zn_shape_free(*out);
        *out = NULL;
        zn_free_array(w->ctx, number);
        return st;
    }
    at = (*out)->lists;
    int(*edge)[4] = (int(*)[4])(void *)at, *first = at + 4 * ne,
    *loop = first + nf + 1, *loop_edge = loop + sides,
    *star = loop_edge + sides, *around = star + nv + 1;
    double *v = (*out)->numbers, *plane = v + 3 * nv;
    for (zn_index i = 0; i < w->n; i++)
        if (number[i] >= 0)
            memcpy(v + 3 * number[i], w->p + 3 * i, 3 * sizeof *v);
    memcpy(plane, w->plane, (size_t)(4 * nf) * sizeof *plane);
    memcpy(first, w->first, (size_t)(nf + 1) * sizeof *first);
    number_edges(w, number, edge, loop_edge);
    for (int k = 0; k < sides; k++)
        loop[k] = number[w->sides[k].from];
    for (int e = 0; e < ne; e++)
        for (int i = 0; i < 2; i++)
            star[edge[e][i] + 1]++;
    for (int i = 0; i < nv; i++)
        star[i + 1] += star[i];
    for (int e = ne - 1; e >= 0; e--)
        for (int i = 0; i < 2; i++)
            around[--star[edge[e][i] + 1]] = e;
    /* each count has moved back to the beginning of its own list */
    memmove(star, star + 1, (size_t)nv * sizeof *star);
    star[nv] = 2 * ne;
    (*out)->core = (zni_poly){.nv = nv,
                              .ne = ne,
                              .nf = nf,
                              .v = v,
                              .edge = (const int(*)[4])edge,
                              .plane = plane,
                              .first = first,
                              .loop = loop,
                              .loop_edge = loop_edge,
                              .star = star,
                              .around = around};
    zn_free_array(w->ctx, number);
    return ZN_OK;
}

static zn_status check(wrap *w, const double p[], double lo[3], double hi[3])
{
    double finite = 0, size = 0;

    if (w->n < 4 || w->n > POINTS)
        return zn_fail(w->ctx, ZN_EINVAL,
                       "hull: n = %td points, must be 4 ... %d", w->n, POINTS);
    if (!p)
        return zn_fail(w->ctx, ZN_EINVAL, "hull: no points (NULL)");
    for (int k = 0; k < 3; k++) {
        lo[k] = INFINITY;
        hi[k] = -INFINITY;
        for (zn_index i = 0; i < w->n; i++) {
            finite += 0 * p[3 * i + k];
            lo[k] = fmin(lo[k], p[3 * i + k]);
            hi[k] = fmax(hi[k], p[3 * i + k]);
        }
        size = fmax(size, hi[k] - lo[k]);
    }
    w->tol = FLAT * size;
    if (finite == 0)
        return ZN_OK;
    return zn_fail(w->ctx, ZN_EINVAL, "hull: a coordinate is not finite");
}

/* Of points in one place, but for `near_`, one stays: a corner has one number in all its faces. */
static zn_status merge(wrap *w, double near_)
{
    zn_status st = zni_one_in_a_place(w->ctx, &w->n, w->p, near_);

    if (st)
        return st;
    zni_cloud_free(w->ctx, &w->cloud);
    return zni_cloud_make(w->ctx, (int)w->n, w->p, &w->cloud);
}

static zn_status reserve(wrap *w, const double points[])
{
    w->head = zn_alloc(w->ctx, w->n, sizeof *w->head);
    w->p = zn_alloc(w->ctx, 3 * w->n, sizeof *w->p);
    w->flat = zn_alloc(w->ctx, w->n, sizeof *w->flat);
    w->in_plane = zn_alloc(w->ctx, w->n, sizeof *w->in_plane);
    /* a chain goes there and back */
    w->chain = zn_alloc(w->ctx, 2 * w->n, sizeof *w->chain);
    w->off = zn_alloc(w->ctx, 2 * w->n, sizeof *w->off);
    if (!w->head || !w->p || !w->flat || !w->in_plane || !w->chain || !w->off)
        return ZN_ENOMEM;
    memcpy(w->p, points, 3 * (size_t)w->n * sizeof *w->p);
    return merge(w, 0);
}

zn_status zn_shape_hull(zn_ctx *ctx, zn_index n, const double points[],
                        zn_shape **out)
{
    wrap w = {.ctx = ctx, .n = n};
    double lo[3], hi[3], far = 0;
    zn_status st = check(&w, points, lo, hi);

    *out = NULL;
    if (!st)
        st = reserve(&w, points);
    if (!st)
        st = wrap_all(&w);
    /* points that were rounded, so that some are about FLAT off a plane of others: seen from one edge of
     * it they are in it, from another not; or that come several times, each coordinate off by as much: up to
     * 1e-6, a few times what single precision rounds */
    for (int k = 0; st == ZN_UNSOLVED && k < COARSER; k++) {
        w.tol *= 100;
        st = merge(&w, 2 * w.tol);
        if (!st)
            st = wrap_all(&w);
    }
    if (st == ZN_UNSOLVED)
        st =
            zn_fail(ctx, ZN_EINVAL,
                    "hull: %td points with bounds %g x %g x %g m span no body, "
                    "or a face of it has more than %d corners",
                    n, hi[0] - lo[0], hi[1] - lo[1], hi[2] - lo[2], CORNERS);
    if (!st)
        st = build(&w, out);
    if (!st) {
        memcpy((*out)->lo, lo, sizeof lo);
        memcpy((*out)->hi, hi, sizeof hi);
        for (int i = 0; i < 3; i++)
            far += (hi[i] - lo[i]) * (hi[i] - lo[i]);
        (*out)->scale = sqrt(far) / 2;
    }
    zn_free_array(ctx, w.p);
    zn_free_array(ctx, w.sides);
    zn_free_array(ctx, w.head);
    zn_free_array(ctx, w.plane);
    zn_free_array(ctx, w.first);
    zn_free_array(ctx, w.flat);
    zn_free_array(ctx, w.in_plane);
    zn_free_array(ctx, w.chain);
    zn_free_array(ctx, w.off);
    zni_cloud_free(ctx, &w.cloud);
    return st;
}
