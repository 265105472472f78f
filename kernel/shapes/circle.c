/* circle.c - roots and maxima along circles
 *
 * Functions here have few roots, as trigonometric polynomials of low degree do, so they
 * are looked at every 15 degrees; if the sign is the same at both ends of such a piece but the
 * function turns round in between, at that point, too. The derivative of h (circle.h) changes
 * quickly where m is nearest to the axis of the rim: there the ellipse that is seen along a
 * flat rim has its tips.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/shapes/circle.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

/* three roots of one piece are farther apart */
static const double DELTA = 1e-5;
/* a step of Newton's method below it is followed by one of its square, or by what rounding makes */
static const double LAST = 1e-8;

/* A function at an angle. */
typedef struct point {
    double phi, f, rate;
} point;

/* The list of roots that is made. */
typedef struct list {
    zni_angle *f;
    const void *user;
    double *at;
    int n;
} list;

static point look_at(const list *r, double phi)
{
    point p = {.phi = phi};

    p.f = r->f(r->user, phi, &p.rate);
    return p;
}

/* Where f is zero between two points of other signs: Newton's method, by halves where that leaves the
 * bracket or does not halve the step before the last. */
static point root(const list *r, point lo, point hi)
{
    point x = look_at(r, lo.phi + (hi.phi - lo.phi) * lo.f / (lo.f - hi.f));
    double before = hi.phi - lo.phi, last = before;
    bool newton = false;

    for (int i = 0; i < 100 && x.f != 0; i++) {
        if (x.f * lo.f > 0)
            lo = x;
        else
            hi = x;
        double next = x.phi - x.f / x.rate;
        const double step = fabs(next - x.phi);
        if (newton && last < LAST && !(step < last / 2))
            break;
        newton = next > lo.phi && next < hi.phi && step < before / 2;
        if (!newton)
            next = lo.phi + (hi.phi - lo.phi) / 2;
        if (!(next > lo.phi && next < hi.phi))
            break;
        before = last;
        last = fabs(next - x.phi);
        x = look_at(r, next);
    }
    return x;
}

/* Between two points with f of one sign, towards whose inside it falls to zero: where it has the other sign, or
 * else where it turns round, by the secant of its rate and by halves in turns. */
static point turn(const list *r, point lo, point hi)
{
    const double sign = lo.f;
    point x = lo;

    for (int i = 0; hi.phi - lo.phi > 1e-15 * (1 + fabs(hi.phi)); i++) {
        const double part = lo.rate / (lo.rate - hi.rate);
        const double in = i % 2 ? 0.5 : fmin(fmax(part, 0.01), 0.99);
        x = look_at(r, lo.phi + (hi.phi - lo.phi) * in);
        if (x.f * sign < 0)
            break;
        if (x.rate * lo.rate > 0)
            lo = x;
        else
            hi = x;
    }
    return x;
}

/* What is all but zero everywhere has more than there is room for. */
static void add(list *r, double phi)
{
    if (r->n < ZNI_ANGLES_MOST)
        r->at[r->n++] = phi;
}

/* A piece with another sign at each end: one root, or three. */
static void across(list *r, point lo, point hi)
{
    const point x = root(r, lo, hi);

    add(r, x.phi);
    if (!(x.rate * hi.f < 0) || x.phi - DELTA <= lo.phi ||
        x.phi + DELTA >= hi.phi)
        return;
    const point left = look_at(r, x.phi - DELTA),
                right = look_at(r, x.phi + DELTA);
    if (!(left.f * lo.f < 0 && right.f * hi.f < 0))
        return;
    add(r, root(r, lo, left).phi);
    add(r, root(r, right, hi).phi);
}

/* A piece with the same sign at both ends: none, or two where it falls towards zero and rises again. */
static void beside(list *r, point lo, point hi)
{
    if (!(lo.rate * lo.f < 0 && hi.rate * hi.f > 0))
        return;
    const point x = turn(r, lo, hi);
    if (!(x.f * lo.f < 0))
        return;
    add(r, root(r, lo, x).phi);
    add(r, root(r, x, hi).phi);
}

int zni_angle_roots(zni_angle *f, const void *user, double from, double to,
                    double tip, double at[ZNI_ANGLES_MOST])
{
    list r = {f, user, at, 0};
    const point begin = look_at(&r, from);
    const bool closed = to - from > 2 * pi - 1e-9;
    double next = tip + pi * (floor((from - tip) / pi) + 1);
    point lo = begin;

    if (begin.f == 0)
        add(&r, from);
    while (lo.phi < to) {
        const double end = fmin(next, to);
        double at_hi = lo.phi + pi / 12;
        if (at_hi > end - 1e-3)
            at_hi = end;
        if (at_hi >= next)
            next += pi;
        /* where a circle closes its value is the same, but for rounding */
        point hi = closed && at_hi >= to ? begin : look_at(&r, at_hi);
        hi.phi = at_hi;
        if (lo.f * hi.f < 0)
            across(&r, lo, hi);
        else if (hi.f == 0)
            add(&r, hi.phi);
        else if (lo.f != 0)
            beside(&r, lo, hi);
        lo = hi;
    }
    return r.n;
}

/* ---- normals along a circle ------------------------------------------------------------ */

void zni_fan_normal(const zni_fan *w, double phi, double m[3])
{
    const double c = cos(phi), s = sin(phi);

    for (int i = 0; i < 3; i++)
        m[i] = w->e0[i] + c * w->e1[i] + s * w->e2[i];
}

/* |m x z|, by the part of m across z */
static double across_axis(const double m[3], const double z[3], double mz)
{
    double u[3];

    zni_along(m, -mz, z, u);
    return sqrt(zni_dot3(u, u));
}

double zni_fan_gap(const zni_fan *w, const double m[3])
{
    return zni_dot3(m, w->d) - w->r * across_axis(m, w->z, zni_dot3(m, w->z));
}

/* dh/dphi, and its rate. |m| stays what it is, so that k = |m x z| has k dk = -m.z dm.z */
static double slope(const void *user, double phi, double *rate)
{
    const zni_fan *w = user;
    const double c = cos(phi), s = sin(phi);
    double m[3], dm[3], ddm[3];

    for (int i = 0; i < 3; i++) {
        ddm[i] = -c * w->e1[i] - s * w->e2[i];
        m[i] = w->e0[i] - ddm[i];
        dm[i] = c * w->e2[i] - s * w->e1[i];
    }
    const double mz = zni_dot3(m, w->z), dz = zni_dot3(dm, w->z);
    const double k = across_axis(m, w->z, mz), dk = k > 0 ? -mz * dz / k : 0;
    *rate = zni_dot3(ddm, w->d);
    if (k > 0)
        *rate += w->r * (dz * dz + mz * zni_dot3(ddm, w->z) + dk * dk) / k;
    return zni_dot3(dm, w->d) - w->r * dk;
}

/* h at one angle, and a plane over it: h is concave in m and homogeneous, so that
 *     h(m) <= v.m,  v = d - r u/|u|,  u the part of m across z,
 * for all m, with equality there. */
typedef struct over {
    double phi, c, s;
    double v0, v1, v2; /* v.e0, v.e1, v.e2 */
} over;

static over look(const zni_fan *w, double phi)
{
    over o = {.phi = phi, .c = cos(phi), .s = sin(phi)};
    double m[3], u[3], v[3];

    for (int i = 0; i < 3; i++)
        m[i] = w->e0[i] + o.c * w->e1[i] + o.s * w->e2[i];
    zni_along(m, -zni_dot3(m, w->z), w->z, u);
    const double k = sqrt(zni_dot3(u, u));
    zni_along(w->d, k > 0 ? -w->r / k : 0, u, v);
    o.v0 = zni_dot3(v, w->e0);
    o.v1 = zni_dot3(v, w->e1);
    o.v2 = zni_dot3(v, w->e2);
    return o;
}

/* The most that v.m is from a to b, which are less than half a turn apart. */
static double most(const over *v, const over *a, const over *b)
{
    const double rises = v->v2 * a->c - v->v1 * a->s;
    const double falls = v->v2 * b->c - v->v1 * b->s;

    return v->v0 + (rises > 0 && falls < 0 ? sqrt(v->v1 * v->v1 + v->v2 * v->v2)
                                           : fmax(v->v1 * a->c + v->v2 * a->s,
                                                  v->v1 * b->c + v->v2 * b->s));
}

/* What is being looked for. */
typedef struct climb {
    const zni_fan *w;
    double tip, least, *at;
    int n;
} climb;

/* A piece is halved until h cannot be above `least` there, or it is as short as those that
 * zni_angle_roots looks at. */
static void pieces(climb *k, const over *a, const over *b)
{
    double at[ZNI_ANGLES_MOST];

    if (fmin(most(a, a, b), most(b, a, b)) <= k->least)
        return;
    if (b->phi - a->phi > pi / 12 + 1e-3) {
        const over mid = look(k->w, a->phi + (b->phi - a->phi) / 2);
        pieces(k, a, &mid);
        pieces(k, &mid, b);
        return;
    }
    const int n = zni_angle_roots(slope, k->w, a->phi, b->phi, k->tip, at);
    for (int i = 0; i < n && k->n < ZNI_ANGLES_MOST; i++)
        k->at[k->n++] = at[i];
}

int zni_fan_maxima(const zni_fan *w, double from, double to, double least,
                   double at[ZNI_ANGLES_MOST])
{
    climb k = {w, atan2(zni_dot3(w->e2, w->z), zni_dot3(w->e1, w->z)), least,
               at, 0};
    const int parts = (int)ceil((to - from) / (pi / 2) - 1e-9);
    /* a circle closes where no symmetry puts a maximum: at one the slope may have another sign, of rounding, at
     * each end */
    if (to - from > 2 * pi - 1e-9) {
        from += 1;
        to += 1;
    }
    over a = look(w, from);

    for (int i = 0; i < parts; i++) {
        const over b =
            look(w, i + 1 < parts ? from + (i + 1) * (to - from) / parts : to);
        pieces(&k, &a, &b);
        a = b;
    }
    return k.n;
}
