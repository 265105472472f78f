/* patch.c - where two solids lie on each other: the corners of what they share
 *
 * Next to the nearest points each has a feature that faces along n (outline.c): a face, an edge,
 * or a point. Seen along n, the corners of the common part of
 * both are corners of A in the face of B, of B in that of A, and crossings of edges and
 * rims. Each
 * is a place of contact with a gap of its own along n, and a key that does not say which of
 * the two was looked at first. A corner within eps of an edge counts as inside, and hides
 * crossings there, so that noise below eps changes neither the number nor the keys.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/shapes/outline.h"
#include "solvers/linalg/wide.h"

#include <math.h>
#include <string.h>

/* of eps, which is 1e-6 of the size: what rounding does to a gap is less */
static const double ABOVE_ROUNDING = 1e-8;

/* of eps: corners of an angle of more than 1.2 degrees, whose sides are moved out by eps, move less */
static const double WELL = 100;

typedef zni_outline outline;

typedef struct view {
    const zni_nearest *near_;
    double ra, rb, eps;
    double least; /* gap of the cores, of the places found */
    const outline *a, *b;
    zni_touches *out;
} view;

/* ---- places ---------------------------------------------------------------------- */

/* The point of a surface that is `way` along n from one of the core, and what turns under it: nothing, if it is a
 * corner. */
static void end_of(const outline *o, double r, const double core[3], double way,
                   const double n[3], double p[3], double centre[3])
{
    memcpy(centre, core, 3 * sizeof *centre);
    memcpy(p, core, 3 * sizeof *p);
    if (r > 0)
        zni_along(core, way, n, p);
    else if (o->round && o->rim < 0)
        zni_round_centre(o->round, p, n, centre);
}

static ZNI_INTO_WIDE void place(view *w, const double a[3], const double b[3], double gap,
                  uint32_t fa, uint32_t fb)
{
    const double *n = w->near_->n;
    zn_touch *t = w->out->at + w->out->n;
    w->least = fmin(w->least, gap);
    if (gap - w->ra - w->rb >= w->out->reach || w->out->n == w->out->most)
        return;
    end_of(w->a, w->ra, a, -w->ra, n, t->p1, t->c1);
    end_of(w->b, w->rb, b, w->rb, n, t->p2, t->c2);
    memcpy(t->n, n, sizeof t->n);
    t->gap = gap - w->ra - w->rb;
    t->f1 = fa;
    t->f2 = fb;
    w->out->n++;
}

/* How far a is from b along n. */
static double gap_of(const view *w, const double a[3], const double b[3])
{
    double d[3];

    zni_sub3(a, b, d);
    return zni_dot3(w->near_->n, d);
}

/* In the order of A and B, whichever of them x is on. */
static ZNI_INTO_WIDE void place_either(view *w, bool of_a, const double x[3],
                         const double y[3], double gap, uint32_t fx, uint32_t fy)
{
    if (of_a)
        place(w, x, y, gap, fx, fy);
    else
        place(w, y, x, gap, fy, fx);
}

/* Signed distance from the line of side k, outside > 0; two corners make a line only. */
static double beside(const outline *o, int k, const double x[2])
{
    const double (*s)[4] = o->side[k / 4];
    const int i = k % 4;

    return (x[0] - s[0][i]) * s[3][i] - (x[1] - s[1][i]) * s[2][i];
}

static bool inside_rim(const outline *o, const double foot[3], double eps)
{
    double d[3];

    zni_sub3(foot, o->round->c[o->rim], d);
    return sqrt(zni_dot3(d, d)) <= o->round->r[o->rim] + eps;
}

/* Where a point is beside the sides of an outline. */
enum { OUT, IN, WELL_IN };

/* Out: it is farther outside of one than eps. Four at a time. */
static ZNI_INTO_WIDE int inside_sides(const outline *o, const double x[2], double turn,
                                      double eps)
{
    zni_lanes most = {-INFINITY, -INFINITY, -INFINITY, -INFINITY};

    for (int k = 0; k < o->sides; k += 4) {
        const double (*s)[4] = o->side[k / 4];
        zni_lanes px, py, ux, uy, far;
        zni_bits above;

        zni_take4(s[0], &px);
        zni_take4(s[1], &py);
        zni_take4(s[2], &ux);
        zni_take4(s[3], &uy);
        far = turn * ((x[0] - px) * uy - (x[1] - py) * ux);
        above = far > most;
        most = (zni_lanes)(((zni_bits)far & above) | ((zni_bits)most & ~above));
    }
    const double worst = zni_across4(&most);
    return worst > eps ? OUT : worst > -WELL * eps ? IN : WELL_IN;
}

static bool coincides(const outline *o, const double x[2], double eps)
{
    for (int k = 0; o->taken && k < o->n; k++)
        if (o->used[k] && fabs(o->at[k][0] - x[0]) <= 3 * eps &&
            fabs(o->at[k][1] - x[1]) <= 3 * eps)
            return true;
    return false;
}

/* Where a point falls on the plane of a face along n. @return how far it is from there along n */
static ZNI_INTO_WIDE double fall(const outline *o, const double n[3], const double v[3],
                   double foot[3])
{
    const double h = (zni_dot3(o->plane, v) - o->plane[3]) / zni_dot3(o->plane, n);

    zni_along(v, -h, n, foot);
    return h;
}

/* A corner that counts as inside, a little beside the face or the edge, may be nearer to where that would go on
 * than the two are to each other: it is as near as they are. @return the gap, which was that */
static double not_nearer(const view *w, bool of_a, double gap, double foot[3])
{
    const double shorter = w->near_->s - gap;

    if (!(shorter > ABOVE_ROUNDING * w->eps))
        return gap;
    zni_along(foot, (of_a ? -1 : 1) * shorter, w->near_->n, foot);
    return w->near_->s;
}

static void use(outline *o, int k)
{
    o->used[k] = true;
    o->taken++;
}

/* Corners of `o` in the face of `into`, seen along n. `of_a`: o is A's. @return how all of them are beside its
 * sides */
ZNI_WIDE static int corners_inside(view *w, outline *o, const outline *into, bool of_a,
                                   double turn)
{
    int all = into->face && into->rim < 0 ? WELL_IN : OUT;
    double foot[3];

    for (int k = 0; into->face && k < o->n; k++) {
        if (into->rim < 0) {
            const int where = inside_sides(into, o->at[k], turn, w->eps);
            all = where < all ? where : all;
            if (where == OUT)
                continue;
        }
        const double h = fall(into, w->near_->n, o->v[k], foot);
        if ((into->rim >= 0 && !inside_rim(into, foot, w->eps)) ||
            coincides(into, o->at[k], w->eps))
            continue;
        use(o, k);
        const double gap = not_nearer(w, of_a, of_a ? h : -h, foot);
        place_either(w, of_a, o->v[k], foot, gap, o->fv[k], into->f);
    }
    return all;
}

/* Point x of the way from corner k of an outline to the next one. */
static void on_side(const outline *o, int k, double x, double out[3])
{
    double u[3];

    zni_sub3(o->v[k + 1 < o->n ? k + 1 : 0], o->v[k], u);
    zni_along(o->v[k], x, u, out);
}

static void crossings(view *w, const outline *a, const outline *b)
{
    for (int i = 0; i < a->sides; i++)
        for (int j = 0; j < b->sides; j++) {
            const double *p = a->at[i], *p1 = a->at[i + 1 < a->n ? i + 1 : 0];
            const double *q = b->at[j], *q1 = b->at[j + 1 < b->n ? j + 1 : 0];
            const double h0 = beside(b, j, p), h1 = beside(b, j, p1);
            double x[3], y[3];
            /* both ends well beside the other's line, on either side */
            if (!(h0 * h1 < 0) || fmin(fabs(h0), fabs(h1)) <= w->eps)
                continue;
            const double k0 = beside(a, i, q), k1 = beside(a, i, q1);
            if (!(k0 * k1 < 0) || fmin(fabs(k0), fabs(k1)) <= w->eps)
                continue;
            on_side(a, i, h0 / (h0 - h1), x);
            on_side(b, j, k0 / (k0 - k1), y);
            place(w, x, y, gap_of(w, x, y), a->fs[i], b->fs[j]);
        }
}

/* Sides of `o` that cross the rim of a disc, seen along n. */
static void sides_over_rim(view *w, const outline *o, const outline *disc,
                           bool of_a)
{
    const zni_round *F = disc->round;
    const double r = F->r[disc->rim];

    for (int k = 0; k < o->sides; k++) {
        double p[3], q[3], u[3], d[3], x[3], y[3];
        fall(disc, w->near_->n, o->v[k], p);
        fall(disc, w->near_->n, o->v[k + 1 < o->n ? k + 1 : 0], q);
        zni_sub3(q, p, u);
        zni_sub3(p, F->c[disc->rim], d);
        const double uu = zni_dot3(u, u), du = zni_dot3(d, u);
        const double s = (r * r - zni_dot3(d, d)) / uu + du / uu * (du / uu);
        /* the line comes nearest to the centre at -du/uu, and must be well inside there */
        if (!(s > 0) || r - sqrt(fmax(r * r - s * uu, 0)) <= w->eps)
            continue;
        for (int i = 0; i < 2; i++) {
            const double t = -du / uu + (i ? 1 : -1) * sqrt(s), l = sqrt(uu);
            if (t * l <= w->eps || (1 - t) * l <= w->eps)
                continue;
            on_side(o, k, t, x);
            zni_along(p, t, u, y);
            place_either(w, of_a, x, y, of_a ? gap_of(w, x, y) : gap_of(w, y, x),
                         o->fs[k], zni_feature(ZNI_EDGE, 2 * disc->rim + i));
        }
    }
}

/* The point of a rim at an angle, and how it goes on there. */
static void on_rim(const outline *o, double phi, double p[3], double along[3])
{
    const zni_round *F = o->round;
    const double c = F->r[o->rim] * cos(phi), s = F->r[o->rim] * sin(phi);

    for (int i = 0; i < 3; i++) {
        p[i] = F->c[o->rim][i] + c * F->x[i] + s * F->y[i];
        along[i] = c * F->y[i] - s * F->x[i];
    }
}

/* The angle of the direction d on a rim. */
static double angle_on(const outline *o, const double d[3])
{
    return atan2(zni_dot3(d, o->round->y), zni_dot3(d, o->round->x));
}

/* Newton's method: where two rims cross, seen along n. Both angles come with a guess. It ends
 * at rounding, which is that of the larger rim; what is far below eps is good in any case.
 * @return found */
static bool cross_rims(const view *w, const outline *a, const outline *b,
                       double phi[2], double p[3], double q[3])
{
    const double *n = w->near_->n;
    const double size = fmax(a->round->r[a->rim], b->round->r[b->rim]);
    double d[3], u[3], v[3], x[3], left = INFINITY;

    for (int k = 0; k < 20; k++) {
        on_rim(a, phi[0], p, u);
        on_rim(b, phi[1], q, v);
        zni_sub3(q, p, d);
        zni_along(d, -zni_dot3(n, d), n, x);
        left = sqrt(zni_dot3(x, x));
        if (left <= 1e-15 * size)
            return true;
        /* p + f u = q + g v, but for n */
        zni_cross(v, n, x);
        const double det = zni_dot3(u, x);
        if (det == 0)
            return false;
        const double f = zni_dot3(d, x) / det;
        zni_cross(u, n, x);
        const double g = zni_dot3(d, x) / det;
        phi[0] += f;
        phi[1] += g;
        if (fabs(f) + fabs(g) <= 1e-15)
            return true;
    }
    return left <= 1e-3 * w->eps;
}

static void rims_crossing(view *w, const outline *a, const outline *b)
{
    const double *n = w->near_->n;
    const double ra = a->round->r[a->rim], rb = b->round->r[b->rim];
    double d[3], e[3], across[3], p[3], q[3];

    zni_sub3(b->round->c[b->rim], a->round->c[a->rim], d);
    zni_along(d, -zni_dot3(n, d), n, d);
    const double l = sqrt(zni_dot3(d, d));
    if (l <= fabs(ra - rb) + w->eps || l >= ra + rb - w->eps)
        return;
    /* as if both were in one plane, which they almost are */
    const double c = (l * l + ra * ra - rb * rb) / (2 * l);
    const double s = sqrt(fmax(ra * ra - c * c, 0));
    zni_cross(n, d, across);
    for (int i = 0; i < 2; i++) {
        const double g = (i ? 1 : -1) * s / l;
        double phi[2];
        for (int k = 0; k < 3; k++)
            e[k] = c / l * d[k] + g * across[k];
        phi[0] = angle_on(a, e);
        zni_sub3(e, d, e);
        phi[1] = angle_on(b, e);
        if (cross_rims(w, a, b, phi, p, q))
            place(w, p, q, gap_of(w, p, q), zni_feature(ZNI_EDGE, 2 * a->rim + i),
                  zni_feature(ZNI_EDGE, 2 * b->rim + i));
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
        double foot[3];
        bool seen = false;
        for (int i = 0; i < 2; i++)
            seen = seen || (onto->used[i] && fabs(x - i * l) <= 3 * w->eps);
        if (x < -w->eps || x > l + w->eps || seen)
            continue;
        on_side(onto, 0, x / l, foot);
        double gap = of_a ? gap_of(w, o->v[k], foot) : gap_of(w, foot, o->v[k]);
        gap = not_nearer(w, of_a, gap, foot);
        use(o, k);
        place_either(w, of_a, o->v[k], foot, gap, o->fv[k], onto->fs[0]);
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

/* Sides and rims of both that cross each other. */
static void all_crossings(view *w, const outline *a, const outline *b)
{
    if (a->rim >= 0 && b->rim >= 0)
        rims_crossing(w, a, b);
    else if (b->rim >= 0)
        sides_over_rim(w, a, b, true);
    else if (a->rim >= 0)
        sides_over_rim(w, b, a, false);
    else
        crossings(w, a, b);
}

/* One of them is a face. */
static void two_outlines(view *w, outline *a, outline *b)
{
    /* seen along n, out of B, its corners turn left and those of A right */
    zni_outline_sides(b);
    const int a_inside = corners_inside(w, a, b, true, 1);
    /* then corners of B are in A no more; of a disc four points were looked at only */
    if (a_inside == WELL_IN && a->rim < 0)
        return;
    zni_outline_sides(a);
    const int b_inside = corners_inside(w, b, a, false, -1);
    /* no side of what is inside of another one is well on both sides of a line of that */
    if (!a_inside && !b_inside)
        all_crossings(w, a, b);
}

bool zni_patch(const zni_solid *A, const zni_solid *B,
               const zni_nearest *near_, double ra, double rb, double eps,
               bool known, zni_touches *out)
{
    double E[9];
    const double *n = near_->n;
    const double m[3] = {-n[0], -n[1], -n[2]};
    outline a, b;
    view w = {.near_ = near_,
              .ra = ra,
              .rb = rb,
              .eps = eps,
              .least = INFINITY,
              .a = &a,
              .b = &b,
              .out = out};

    out->n = 0;
    zn_contact_frame(n, E);
    if (!zni_outline_of(A, near_->fa, m, E + 3, E + 6, &a) ||
        !zni_outline_of(B, near_->fb, n, E + 3, E + 6, &b))
        return false;
    if (!a.face && !b.face) {
        two_edges(&w, &a, &b);
        if (!known) /* their lines may pass each other beside the edges */
            return false;
    } else {
        two_outlines(&w, &a, &b);
    }
    /* a disc that lies flat is as deep as its points but for its little tilt */
    const double slack = a.level || b.level ? 0.02 * eps : 1e-6 * eps;
    return w.least <= near_->s + slack;
}
