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

/* A function, or its derivative, as one that falls. */
typedef struct falling {
    zni_angle *f;
    const void *user;
    double sign;
    bool derivative;
} falling;

/* half the width over which differences are taken */
static const double DELTA = 1e-5;

static double difference(zni_angle *f, const void *user, double phi)
{
    return (f(user, phi + DELTA) - f(user, phi - DELTA)) / (2 * DELTA);
}

static double value(const falling *k, double phi)
{
    return k->sign * (k->derivative ? difference(k->f, k->user, phi)
                                    : k->f(k->user, phi));
}

/* Where k falls through zero: k(lo) > 0 > k(hi). C. Ridders, A new algorithm for computing a
 * single root of a real continuous function, IEEE Trans. Circuits Syst. 26 (1979): the
 * bracket halves at least. */
static double root(const falling *k, double lo, double hi, double f_lo,
                   double f_hi)
{
    double x = lo;

    for (int i = 0; i < 60 && hi - lo > 1e-16 * (1 + fabs(hi)); i++) {
        const double mid = lo + (hi - lo) / 2, f_mid = value(k, mid);
        const double s = sqrt(f_mid * f_mid - f_lo * f_hi);
        const double last = x;
        x = s > 0 ? mid + (mid - lo) * f_mid / s : mid;
        if (!(x > lo && x < hi))
            x = mid;
        const double f_x = value(k, x);
        if (f_x == 0 || fabs(x - last) <= 1e-16)
            return x;
        if (f_mid > 0) {
            lo = mid;
            f_lo = f_mid;
        } else {
            hi = mid;
            f_hi = f_mid;
        }
        if (f_x > 0 && x > lo) {
            lo = x;
            f_lo = f_x;
        } else if (f_x < 0 && x < hi) {
            hi = x;
            f_hi = f_x;
        }
    }
    return x;
}

/* The list of roots that is made. */
typedef struct list {
    zni_angle *f;
    const void *user;
    double *at;
    int n;
} list;

static void add_root(list *r, double lo, double hi, double f_lo, double f_hi)
{
    const double sign = f_lo > 0 ? 1 : -1;
    const falling k = {r->f, r->user, sign, false};

    if (r->n < ZNI_ANGLES_MOST)
        r->at[r->n++] = root(&k, lo, hi, sign * f_lo, sign * f_hi);
}

/* A piece with another sign at each end: one root, or three. */
static void across(list *r, double lo, double hi, double f_lo, double f_hi)
{
    const int n = r->n;

    add_root(r, lo, hi, f_lo, f_hi);
    if (r->n == n) /* no room: what is all but zero everywhere has so many */
        return;
    const double x = r->at[n];
    if (x - DELTA <= lo || x + DELTA >= hi)
        return;
    const double left = r->f(r->user, x - DELTA),
                 right = r->f(r->user, x + DELTA);
    if (!(left * f_lo < 0 && right * f_hi < 0))
        return;
    add_root(r, lo, x - DELTA, f_lo, left);
    add_root(r, x + DELTA, hi, right, f_hi);
}

/* A piece with the same sign at both ends: none, or two where it turns round. */
static void beside(list *r, double lo, double hi, double f_lo, double f_hi)
{
    const double sign = f_lo > 0 ? -1 : 1; /* falls towards zero, then rises */
    const falling k = {r->f, r->user, sign, true};
    const double c_lo = value(&k, lo), c_hi = value(&k, hi);

    if (!(c_lo > 0 && c_hi < 0))
        return;
    const double x = root(&k, lo, hi, c_lo, c_hi), f = r->f(r->user, x);
    if (!(f * f_lo < 0))
        return;
    add_root(r, lo, x, f_lo, f);
    add_root(r, x, hi, f, f_hi);
}

int zni_angle_roots(zni_angle *f, const void *user, double from, double to,
                    double tip, double at[ZNI_ANGLES_MOST])
{
    list r = {f, user, at, 0};
    const double begin = f(user, from);
    const bool closed = to - from > 2 * pi - 1e-9;
    double lo = from, f_lo = begin;
    double next = tip + pi * (floor((from - tip) / pi) + 1);

    if (begin == 0)
        at[r.n++] = from;
    while (lo < to) {
        const double end = fmin(next, to);
        double hi = lo + pi / 12;
        if (hi > end - 1e-3)
            hi = end;
        if (hi >= next)
            next += pi;
        /* where a circle closes its value is the same, but for rounding */
        const double f_hi = closed && hi >= to ? begin : f(user, hi);
        if (f_lo * f_hi < 0)
            across(&r, lo, hi, f_lo, f_hi);
        else if (f_hi == 0 && r.n < ZNI_ANGLES_MOST)
            at[r.n++] = hi;
        else if (f_lo != 0)
            beside(&r, lo, hi, f_lo, f_hi);
        lo = hi;
        f_lo = f_hi;
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

static double slope(const void *user, double phi)
{
    const zni_fan *w = user;
    const double c = cos(phi), s = sin(phi);
    double m[3], dm[3];

    for (int i = 0; i < 3; i++) {
        m[i] = w->e0[i] + c * w->e1[i] + s * w->e2[i];
        dm[i] = c * w->e2[i] - s * w->e1[i];
    }
    const double mz = zni_dot3(m, w->z), k = across_axis(m, w->z, mz);
    return zni_dot3(dm, w->d) +
           (k > 0 ? w->r * mz * zni_dot3(dm, w->z) / k : 0);
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
