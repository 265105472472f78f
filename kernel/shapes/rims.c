/* rims.c - ways across two rims
 *
 * Along the smaller one, at p(phi), the way d to the nearest point q of the other one changes slowly. It is at
 * right angles to both where |d|^2 has a minimum or a maximum.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/shapes/rims.h"

#include <math.h>
#include <string.h>

/* Where they are nearer than that, of the smaller radius, three roots may be close together. */
static const double NEAR = 0.05;
/* half of the piece over which d is said to be a parabola, in radians: errors of its three numbers, as
 * parts, are its square, or rounding over it */
static const double BY = 1e-3;

typedef struct across {
    double p[3], q[3];
    double along[3], along2[3]; /* how the rims go on there */
    double l;                   /* of p from the other axis */
} across;

static bool place(const zni_rims *w, double phi, across *out)
{
    const double co = cos(phi), si = sin(phi);
    double d[3], u[3];

    for (int i = 0; i < 3; i++) {
        out->p[i] = w->c[i] + w->r * (co * w->x[i] + si * w->y[i]);
        out->along[i] = co * w->y[i] - si * w->x[i];
    }
    zni_sub3(out->p, w->c2, d);
    zni_along(d, -zni_dot3(d, w->z2), w->z2, u);
    const double l = sqrt(zni_dot3(u, u));
    if (!(l > 0))
        return false;
    out->l = l;
    zni_along(w->c2, w->r2 / l, u, out->q);
    zni_cross(w->z2, u, out->along2);
    for (int i = 0; i < 3; i++)
        out->along2[i] /= l;
    return true;
}

/* Zero where the way across, p - q, is at right angles to both rims. q is r2 u/|u| from the axis, u the part of p - c2
 * across it, so that it goes on along u as little as p does, times r2/|u|. */
static double aslant(const void *user, double phi, double *rate)
{
    const zni_rims *w = user;
    across there;
    double d[3], in[3], u[3];

    *rate = 0;
    if (!place(w, phi, &there))
        return 0;
    zni_sub3(there.p, there.q, d);
    zni_sub3(w->c, there.p, in); /* r times the derivative of `along` */
    zni_sub3(there.q, w->c2, u);
    const double up = zni_dot3(there.along, w->z2);
    const double out = zni_dot3(there.along, u) / w->r2;
    *rate = w->r - w->r2 * w->r / there.l * (1 - up * up - out * out) +
            zni_dot3(d, in) / w->r;
    return zni_dot3(d, there.along);
}

bool zni_rims_way(const zni_rims *k, double phi, double m[3])
{
    across there;
    double c[3];

    if (!place(k, phi, &there))
        return false;
    zni_sub3(there.q, there.p, m);
    zni_cross(there.along, there.along2, c);
    /* the way across, or at right angles to both rims: what is known better */
    if (zni_dot3(m, m) <= zni_dot3(c, c) * k->r * k->r) {
        memcpy(m, c, sizeof c);
        return true;
    }
    /* rounding leaves parts along the rims, which count where the way is short */
    zni_along(m, -zni_dot3(m, there.along), there.along, m);
    zni_along(m, -zni_dot3(m, there.along2), there.along2, m);
    return true;
}

static bool way(const zni_rims *k, double phi, double d[3])
{
    across there;

    if (!place(k, phi, &there))
        return false;
    zni_sub3(there.q, there.p, d);
    return true;
}

/* Rims that all but touch side by side may come near each other twice, and part in between. There d is a
 * parabola, d = d0 + d1 e + d2 e^2/2, and the slope of |d|^2/2 turns round where
 *     |d1|^2 + d0.d2 + 3 d1.d2 e + 3/2 |d2|^2 e^2 = 0.
 * @return does it? Then at[0] < at[1] */
static bool turns_round(const zni_rims *k, double phi, double at[2])
{
    double d[3], l[3], r[3], d1[3], d2[3];

    if (!way(k, phi, d) || !(zni_dot3(d, d) < NEAR * NEAR * k->r * k->r) ||
        !way(k, phi - BY, l) || !way(k, phi + BY, r))
        return false;
    for (int i = 0; i < 3; i++) {
        d1[i] = (r[i] - l[i]) / (2 * BY);
        d2[i] = (r[i] - 2 * d[i] + l[i]) / (BY * BY);
    }
    const double a = 1.5 * zni_dot3(d2, d2), b = 1.5 * zni_dot3(d1, d2);
    const double c = zni_dot3(d1, d1) + zni_dot3(d, d2);
    const double s = b * b - a * c;
    if (!(a > 0 && s > 0))
        return false;
    at[0] = phi + (-b - sqrt(s)) / a;
    at[1] = phi + (-b + sqrt(s)) / a;
    return true;
}

/* Roots from ... to, after the `found` ones. @return how many there are then */
static int add_roots(const zni_rims *k, double from, double to, int found,
                     double at[ZNI_ANGLES_MOST])
{
    double more[ZNI_ANGLES_MOST];
    const int n = zni_angle_roots(aslant, k, from, to, 0, more);

    for (int i = 0; i < n && found < ZNI_ANGLES_MOST; i++)
        at[found++] = more[i];
    return found;
}

int zni_rims_roots(const zni_rims *k, double from, double to,
                   double at[ZNI_ANGLES_MOST])
{
    const int n = add_roots(k, from, to, 0, at);
    int found = n;
    double t[2];

    for (int i = 0; i < n; i++) {
        if (!turns_round(k, at[i], t) || t[0] <= from || t[1] >= to)
            continue;
        found = add_roots(k, from, t[0], found, at);
        found = add_roots(k, t[0], t[1], found, at);
        found = add_roots(k, t[1], to, found, at);
    }
    return found;
}
