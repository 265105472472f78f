/* round_nearest.c - the signed distance where a cylinder or a cone is one of two
 *
 * For every unit normal n the gap that planes across it leave,
 *     g(n) = min {n.a : a in A} - max {n.b : b in B},
 * is a lower bound of the signed distance, its maximum. The maximum is at a normal that
 * belongs to a pair of features: faces have one normal, the side of a cone one for each
 * angle, an edge those across it between its faces, a rim and a point all of a cone. For
 * each pair the normals where its own gap is extremal are found, by a formula or as roots
 * of a function of one angle; the best of all of them is the answer, on both sides of zero.
 * A normal that does not belong there after all has a smaller g, so none has to be
 * left out; where no g can be larger than the best so far, none is looked for (ways.c), and a
 * climb to a large g comes first (climb.c).
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/shapes/circle.h"
#include "kernel/shapes/climb.h"
#include "kernel/shapes/rims.h"

#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;
/* half of the piece around where the climb came to, which is next to a root, in radians */
static const double BY = 0.02;

typedef struct search {
    const zni_solid *A, *B;
    double limit;
    zni_accept *accept;
    const void *user;
    zni_nearest *best;
    zni_ball a[ZNI_BALLS_MOST], b[ZNI_BALLS_MOST];
    int na, nb;
    zni_climbed from; /* -inf, all, inf: nothing is known */
    double known;     /* more is in from.ways; infinite: these stay */
} search;

/* X is round; its outward normal m is f n, with n from B to A. */
typedef struct side {
    search *k;
    const zni_round *X;
    const zni_solid *Y;
    double f;
} side;

/* ---- one normal -------------------------------------------------------------------- */

double zni_solid_support(const zni_solid *S, const double m[3], double p[3],
                         uint32_t *feature)
{
    const zni_poly *P = S->poly;
    double far = -INFINITY;
    int at = 0;

    if (S->round) {
        far = zni_round_support(S->round, m, p, &at);
        *feature = zni_feature(ZNI_VERTEX, ZNI_RIM + at);
        return far;
    }
    for (int i = 0; i < P->nv; i++) {
        const double h = zni_dot3(m, P->v + 3 * i);
        if (h > far) {
            far = h;
            at = i;
        }
    }
    memcpy(p, P->v + 3 * at, 3 * sizeof *p);
    *feature = zni_feature(ZNI_VERTEX, at);
    return far;
}

/* Which of the two has only one point there; the other one's is across the gap. */
typedef enum { OF_X, OF_Y, GIVEN } sole;

/* What belongs to a normal: the feature of X or of Y that has more than one point, or both
 * and the points. */
typedef struct at {
    sole which;
    uint32_t fx, fy;
    const double *p, *q; /* of X and Y */
} at;

static bool done(const search *k)
{
    return k->best->s > k->limit || k->best->s >= k->from.most;
}

/* Outward normal of X, along m. */
static void offer(const side *w, const double m[3], const at *given)
{
    if (done(w->k) || !zni_ways_has(&w->k->from.ways, w->f, m))
        return;
    zni_nearest *best = w->k->best, k;
    const bool x_is_b = w->f > 0;
    const uint32_t f1 = x_is_b ? given->fy : given->fx;
    const uint32_t f2 = x_is_b ? given->fx : given->fy;
    const double l = sqrt(zni_dot3(m, m));
    double n[3], back[3], a[3], b[3];
    uint32_t fa, fb;

    if (!(l > 0))
        return;
    for (int i = 0; i < 3; i++) {
        n[i] = w->f * m[i] / l;
        back[i] = -n[i];
    }
    const double s = -zni_solid_support(w->k->A, back, a, &fa) -
                     zni_solid_support(w->k->B, n, b, &fb);
    if (!(s > best->s))
        return;
    if (given->which == GIVEN) {
        memcpy(a, x_is_b ? given->q : given->p, sizeof a);
        memcpy(b, x_is_b ? given->p : given->q, sizeof b);
        fa = f1;
        fb = f2;
    } else if ((given->which == OF_X) == x_is_b) {
        zni_along(b, s, n, a);
        fa = f1;
    } else {
        zni_along(a, -s, n, b);
        fb = f2;
    }
    k = (zni_nearest){.s = s, .fa = fa, .fb = fb};
    memcpy(k.n, n, sizeof n);
    memcpy(k.a, a, sizeof a);
    memcpy(k.b, b, sizeof b);
    if (!w->k->accept || w->k->accept(w->k->user, &k))
        *best = k;
}

static uint32_t rim_point(int i)
{
    return zni_feature(ZNI_VERTEX, ZNI_RIM + i);
}

static const uint32_t side_line = ZNI_EDGE << 22 | ZNI_SIDE;

/* What a better normal has to leave more than. */
static double least(const search *k)
{
    return fmax(k->best->s, k->from.s);
}

/* Where it may be. */
static const zni_ways *better(search *k)
{
    if (k->best->s > k->known) {
        k->known = k->best->s;
        zni_ways_above(k->a, k->na, k->b, k->nb, k->known, &k->from.ways);
    }
    return &k->from.ways;
}

/* m = ca e + sa z, of the side in the direction e */
static void side_normal(const zni_round *X, const double e[3], double m[3])
{
    for (int i = 0; i < 3; i++)
        m[i] = X->ca * e[i] + X->sa * X->z[i];
}

/* Part of d across the axis, with length 1; any if there is none. @return its length */
static double radial(const zni_round *X, const double d[3], double e[3])
{
    double u[3];

    /* rounding leaves a part along it, which counts where d is all but on the axis */
    zni_along(d, -zni_dot3(d, X->z), X->z, u);
    zni_along(u, -zni_dot3(u, X->z), X->z, u);
    const double l = sqrt(zni_dot3(u, u));
    for (int i = 0; i < 3; i++)
        e[i] = l > 0 ? u[i] / l : X->x[i];
    return l;
}

/* ---- faces and points ---------------------------------------------------------------- */

static void discs(const side *w)
{
    const double down[3] = {-w->X->z[0], -w->X->z[1], -w->X->z[2]};

    offer(w, down, &(at){.which = OF_Y, .fx = zni_feature(ZNI_FACE, 0)});
    if (w->X->r[1] > 0)
        offer(w, w->X->z, &(at){.which = OF_Y, .fx = zni_feature(ZNI_FACE, 1)});
}

static void faces(const side *w, const zni_poly *P)
{
    for (int f = 0; f < P->nf; f++) {
        const double *pl = P->plane + 4 * f;
        const double m[3] = {-pl[0], -pl[1], -pl[2]};
        offer(w, m, &(at){.which = OF_X, .fy = zni_feature(ZNI_FACE, f)});
    }
}

/* A point v of Y, of feature f, against the side of X and its rims. */
static void point(const side *w, const double v[3])
{
    const zni_round *X = w->X;
    double d[3], e[3], m[3];

    zni_sub3(v, X->c[0], d);
    const double l = radial(X, d, e);
    for (int s = 1; s >= -1; s -= 2) {
        const double es[3] = {s * e[0], s * e[1], s * e[2]};
        side_normal(X, es, m);
        offer(w, m, &(at){.which = OF_Y, .fx = side_line});
    }
    for (int i = 0; i < 2; i++) {
        /* the way from the rim, across it to the last bit: where it is short, rounding turns what is a
         * difference of points */
        zni_sub3(v, X->c[i], d);
        for (int k = 0; k < 3; k++)
            m[k] = (l - X->r[i]) * e[k] + zni_dot3(d, X->z) * X->z[k];
        offer(w, m, &(at){.which = OF_Y, .fx = rim_point(i)});
    }
}

/* ---- edges ------------------------------------------------------------------------------- */

/* A line q + t u, of feature f, against the side: normals of it that are across u, at most
 * two. It is an edge of Y, or a line of its side with an outward normal. */
static void line_on_side(const side *w, const double q[3], const double u[3],
                         uint32_t f, const int *edge, const double *normal)
{
    const zni_round *X = w->X;
    double e0[3], e1[3], l[3], c[3], d[3], t[3], a[3], b[3];
    const double across = radial(X, u, e0), along = zni_dot3(u, X->z);
    const double co = -X->sa * along / (X->ca * across);

    if (!(across > 0) || !(fabs(co) <= 1))
        return;
    zni_cross(X->z, e0, e1);
    for (int s = 1; s >= -1; s -= 2) {
        const double si = s * sqrt(1 - co * co);
        double e[3], m[3], p[3];
        for (int i = 0; i < 3; i++)
            e[i] = co * e0[i] + si * e1[i];
        side_normal(X, e, m);
        if (normal ? zni_dot3(normal, m) > -1 + 1e-9
                   : !zni_edge_looks_back(w->Y->poly, edge, m))
            continue;
        /* where that line of the side and the edge are nearest */
        zni_along(X->c[0], X->r[0], e, p);
        for (int i = 0; i < 3; i++)
            l[i] = X->l * X->z[i] + (X->r[1] - X->r[0]) * e[i];
        zni_cross(l, u, c);
        const double cc = zni_dot3(c, c);
        if (!(cc > 0))
            continue;
        zni_sub3(q, p, d);
        zni_cross(d, u, t);
        zni_along(p, zni_dot3(t, c) / cc, l, a);
        zni_cross(d, l, t);
        zni_along(q, zni_dot3(t, c) / cc, u, b);
        offer(w, m, &(at){GIVEN, side_line, f, a, b});
    }
}

/* Where the normals across an edge begin (X's outward one), and how far they turn. */
static double fan_of(const zni_poly *P, const int edge[4], const double u[3],
                     zni_fan *out)
{
    double c = 1, s = 0;

    if (edge[3] >= 0) {
        const double *n0 = P->plane + 4 * edge[2], *n1 = P->plane + 4 * edge[3];
        c = zni_dot3(n0, n1);
        zni_along(n1, -c, n0, out->e2);
        s = sqrt(zni_dot3(out->e2, out->e2));
        for (int i = 0; i < 3; i++) {
            out->e1[i] = -n0[i];
            out->e2[i] /= -s;
        }
        return atan2(s, c);
    }
    double E[9];
    const double l = sqrt(zni_dot3(u, u)),
                 n[3] = {u[0] / l, u[1] / l, u[2] / l};
    zn_contact_frame(n, E);
    memcpy(out->e1, E + 3, sizeof out->e1);
    memcpy(out->e2, E + 6, sizeof out->e2);
    return 2 * pi;
}

static void line_on_rims(const side *w, zni_fan *fan, double turn,
                         const double q[3], uint32_t f)
{
    double angle[ZNI_ANGLES_MOST], m[3];

    for (int i = 0; i < 2; i++) {
        if (!(w->X->r[i] > 0) || done(w->k))
            continue;
        zni_sub3(q, w->X->c[i], fan->d);
        fan->r = w->X->r[i];
        const int n = zni_fan_maxima(fan, 0, turn, least(w->k), angle);
        for (int k = 0; k < n; k++) {
            zni_fan_normal(fan, angle[k], m);
            if (zni_fan_gap(fan, m) > least(w->k))
                offer(w, m, &(at){.which = OF_X, .fy = f});
        }
    }
}

/* The tip of a cone next to an edge that is apart from it. */
static void line_at_tip(const side *w, const double q[3], const double u[3],
                        uint32_t f)
{
    double d[3];

    zni_sub3(q, w->X->c[1], d);
    /* rounding leaves a part along u, which counts where the tip is all but on the edge */
    for (int pass = 0; pass < 2; pass++)
        zni_along(d, -zni_dot3(d, u) / zni_dot3(u, u), u, d);
    offer(w, d, &(at){.which = OF_X, .fy = f});
}

static void edges(const side *w, const zni_poly *P)
{
    zni_fan fan = {{0}, {0}, {0}, {0}, 0, {w->X->z[0], w->X->z[1], w->X->z[2]}};
    double u[3];

    for (int j = 0; j < P->ne && !done(w->k); j++) {
        const double *q = P->v + 3 * P->edge[j][0];
        const int *face = P->edge[j] + 2;
        const uint32_t f = zni_feature(ZNI_EDGE, j);
        zni_sub3(P->v + 3 * P->edge[j][1], q, u);
        /* outward normals of Y are those of X turned round */
        if (!zni_ways_across(better(w->k), -w->f, u,
                             face[1] < 0 ? NULL : P->plane + 4 * face[0],
                             face[1] < 0 ? NULL : P->plane + 4 * face[1]))
            continue;
        line_on_side(w, q, u, f, P->edge[j], NULL);
        line_on_rims(w, &fan, fan_of(P, P->edge[j], u, &fan), q, f);
        if (!(w->X->r[1] > 0))
            line_at_tip(w, q, u, f);
    }
}

/* ---- both round ------------------------------------------------------------------------ */

/* Rims of Y against the side of X. */
static void rims_on_side(const side *w, const zni_round *Y)
{
    const zni_round *X = w->X;
    zni_fan fan = {.z = {Y->z[0], Y->z[1], Y->z[2]}};
    double angle[ZNI_ANGLES_MOST], m[3], from, to;

    for (int k = 0; k < 3; k++) {
        fan.e0[k] = X->sa * X->z[k];
        fan.e1[k] = X->ca * X->x[k];
        fan.e2[k] = X->ca * X->y[k];
    }
    for (int i = 0; i < 2; i++) {
        const zni_ways *ways = better(w->k);
        if (!(Y->r[i] > 0) || done(w->k) || !zni_ways_on_rim(ways, -w->f, Y, i))
            continue;
        zni_sub3(Y->c[i], X->c[0], fan.d);
        fan.r = Y->r[i];
        zni_ways_about(ways, w->f, X, &from, &to);
        /* h is seen from the axis, the side is ca r away from there */
        const int n = zni_fan_maxima(&fan, from, to,
                                     least(w->k) + X->ca * X->r[0], angle);
        for (int k = 0; k < n; k++) {
            zni_fan_normal(&fan, angle[k], m);
            offer(w, m, &(at){.which = OF_Y, .fx = side_line});
        }
    }
}

/* Sides of both: m.z = sa, -m.z' = sa' has at most two solutions. */
static void sides(const side *w, const zni_round *Y)
{
    const zni_round *X = w->X;
    const double c = zni_dot3(X->z, Y->z);
    double zz[3], back[3], e[3], u[3], q[3];

    zni_cross(X->z, Y->z, zz);
    const double det = zni_dot3(zz, zz);
    const double a = (X->sa + c * Y->sa) / det, b = (-Y->sa - c * X->sa) / det;
    const double rest = (1 - a * a - b * b - 2 * a * b * c) / det;
    if (!(det > 1e-24) || !(rest >= 0))
        return;
    for (int s = 1; s >= -1; s -= 2) {
        /* the line of the side of Y that looks along -m; X's goes by the edge's formula */
        for (int i = 0; i < 3; i++)
            back[i] = -(a * X->z[i] + b * Y->z[i] + s * sqrt(rest) * zz[i]);
        radial(Y, back, e);
        zni_along(Y->c[0], Y->r[0], e, q);
        for (int i = 0; i < 3; i++)
            u[i] = Y->l * Y->z[i] + (Y->r[1] - Y->r[0]) * e[i];
        line_on_side(w, q, u, side_line, NULL, back);
    }
}

/* Along the way across two rims, whose point of Y is of feature f. */
static void offer_across(const side *w, const zni_rims *k, double phi,
                         uint32_t f)
{
    double m[3];

    if (!zni_rims_way(k, phi, m))
        return;
    for (int s = 1; s >= -1; s -= 2) {
        const double ms[3] = {s * m[0], s * m[1], s * m[2]};
        offer(w, ms, &(at){.which = OF_X, .fy = f});
    }
}

/* Where the climb came to, about the axis of X, in the turn after `from`. */
static double found_at(const side *w, double from)
{
    const double *n = w->k->from.n, phi = atan2(w->f * zni_dot3(n, w->X->y),
                                                w->f * zni_dot3(n, w->X->x));
    const double turn = (phi - from) / (2 * pi);

    return from + (turn - floor(turn)) * 2 * pi;
}

/* Rim i of X and rim j of Y. Of rims that almost lie on each other all roots but one may be close together:
 * the piece around where the climb came to is looked at by itself. */
static void two_rims(const side *w, const zni_rims *k, int i, int j)
{
    double angle[ZNI_ANGLES_MOST], from, to;
    const zni_ways *ways = better(w->k);

    if (!zni_ways_on_rim(ways, w->f, w->X, i) ||
        !zni_ways_on_rim(ways, -w->f, w->Y->round, j))
        return;
    zni_ways_about(ways, w->f, w->X, &from, &to);
    const double mid = found_at(w, from);
    /* a whole turn closes beside the piece: elsewhere, as where axes are parallel, there may be a root, which has
     * another sign, of rounding, at each end */
    if (to - from >= 2 * pi) {
        from = mid - BY;
        to = from + 2 * pi;
    }
    const double part[4] = {from, mid - BY, mid + BY, to};
    for (int p = 0; p < 3; p++) {
        const double lo = fmax(from, part[p]), hi = fmin(to, part[p + 1]);
        if (!(lo < hi))
            continue;
        const int n = zni_rims_roots(k, lo, hi, angle);
        for (int m = 0; m < n; m++)
            offer_across(w, k, angle[m], rim_point(j));
    }
}

/* The way from a point of the smaller rim to the larger one changes slowly along the smaller, all around; along
 * the larger one quickly, where that is near. */
static void all_rims(const side w[2])
{
    for (int m = 0; m < 4; m++) {
        const int ia = m / 2, ib = m % 2;
        const bool b_is_smaller = w[1].X->r[ib] < w[0].X->r[ia];
        const side *small = &w[b_is_smaller];
        const int i = b_is_smaller ? ib : ia, j = b_is_smaller ? ia : ib;
        const zni_round *X = small->X, *Y = small->Y->round;
        zni_rims k = {X->c[i], X->x, X->y, Y->c[j], Y->z, X->r[i], Y->r[j]};
        if (!(k.r > 0) || done(small->k))
            continue;
        two_rims(small, &k, i, j);
        /* p is beyond the axis only if it is deeper than that */
        if (least(small->k) >= -k.r2)
            continue;
        k.r2 = -k.r2;
        two_rims(small, &k, i, j);
    }
}

static void two_round(search *k)
{
    const zni_round *a = k->A->round, *b = k->B->round;
    const side w[2] = {{k, a, k->B, -1}, {k, b, k->A, 1}};
    double d[3];

    for (int i = 0; i < 2; i++)
        discs(&w[i]);
    sides(&w[0], b);
    for (int i = 0; i < 2 && !done(k); i++) {
        const zni_round *Y = w[i].Y->round;
        rims_on_side(&w[i], Y);
        if (!(Y->r[1] > 0))
            point(&w[i], Y->c[1]);
    }
    if (done(k))
        return;
    if (!(a->r[1] > 0) && !(b->r[1] > 0)) {
        zni_sub3(b->c[1], a->c[1], d);
        offer(&w[0], d, &(at){.which = OF_X, .fy = rim_point(1)});
    }
    all_rims(w);
}

/* ---- either ----------------------------------------------------------------------------- */

static void with_polyhedron(search *k, bool x_is_b)
{
    const zni_solid *x = x_is_b ? k->B : k->A, *y = x_is_b ? k->A : k->B;
    const side w = {k, x->round, y, x_is_b ? 1 : -1};
    const zni_poly *P = y->poly;
    double d[3];

    discs(&w);
    faces(&w, P);
    for (int i = 0; i < P->nv && !done(k); i++) {
        point(&w, P->v + 3 * i);
        if (!(x->round->r[1] > 0)) {
            zni_sub3(P->v + 3 * i, x->round->c[1], d);
            offer(&w, d, &(at){.which = OF_Y, .fx = rim_point(1)});
        }
    }
    edges(&w, P);
}

static void look(search *k)
{
    *k->best = (zni_nearest){.s = -INFINITY};
    if (k->A->round && k->B->round)
        two_round(k);
    else
        with_polyhedron(k, k->B->round != NULL);
}

void zni_round_nearest(const zni_solid *A, const zni_solid *B, double limit,
                       zni_accept *accept, const void *user, zni_nearest *out)
{
    search k = {.A = A,
                .B = B,
                .limit = limit,
                .accept = accept,
                .user = user,
                .best = out};

    k.na = zni_balls_in(A, k.a);
    k.nb = zni_balls_in(B, k.b);
    /* what is accepted may be far from the largest; a point has few normals */
    if (!accept && !(A->poly && A->poly->nv == 1) &&
        !(B->poly && B->poly->nv == 1) &&
        zni_climb(A, B, k.a, k.na, k.b, k.nb, limit, &k.from)) {
        *out = (zni_nearest){.s = k.from.s};
        k.known = INFINITY;
        if (k.from.s <= limit)
            look(&k);
        if (out->s >= k.from.s)
            return;
    }
    k.from =
        (zni_climbed){.s = -INFINITY, .most = INFINITY, .ways = {.angle = pi}};
    k.known = -INFINITY;
    look(&k);
}
