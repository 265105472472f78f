/* ways.c - normals along which two solids may be farther apart than is known
 *
 * With a ball of radius r around p in A, and one of radius r' around q in B, no normal leaves more
 * than there is between the balls,
 *     g(n) <= n.(p - q) - r - r'.
 * So g(n) > s only where n is less than acos((s + r + r')/|p - q|) off the way from q to p. For solids that
 * almost touch, or overlap a little, this is a narrow cone, outside of which nothing has to be
 * looked for.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/shapes/ways.h"

#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;
/* cones are wider by this much, in radians, than they are: the rounding of what is compared with them */
static const double WIDER = 1e-6;

static void in_round(const zni_round *X, double t, zni_ball *out)
{
    const double r = X->ca * (X->r[0] + t * (X->r[1] - X->r[0]));

    zni_along(X->c[0], t * X->l, X->z, out->c);
    out->r = fmin(r, fmin(t, 1 - t) * X->l);
}

/* Around the mean of the corners; of what has no inside, a point. */
static void in_poly(const zni_poly *P, zni_ball *out)
{
    for (int k = 0; k < 3; k++) {
        out->c[k] = 0;
        for (int i = 0; i < P->nv; i++)
            out->c[k] += P->v[3 * i + k] / P->nv;
    }
    out->r = P->nf < 4 ? 0 : INFINITY;
    for (int f = 0; P->nf >= 4 && f < P->nf; f++)
        out->r = fmin(out->r,
                      P->plane[4 * f + 3] - zni_dot3(P->plane + 4 * f, out->c));
    out->r = fmax(out->r, 0);
}

int zni_balls_in(const zni_solid *S, zni_ball out[ZNI_BALLS_MOST])
{
    if (!S->round) {
        in_poly(S->poly, out);
        return 1;
    }
    for (int i = 0; i < ZNI_BALLS_MOST; i++)
        in_round(S->round, (i + 1.) / (ZNI_BALLS_MOST + 1), &out[i]);
    return ZNI_BALLS_MOST;
}

void zni_ways_above(const zni_ball a[], int na, const zni_ball b[], int nb,
                    double s, zni_ways *out)
{
    double best = -1;

    memset(out->axis, 0, sizeof out->axis);
    for (int i = 0; i < na; i++)
        for (int j = 0; j < nb; j++) {
            double d[3];
            zni_sub3(a[i].c, b[j].c, d);
            const double l = sqrt(zni_dot3(d, d)), k = s + a[i].r + b[j].r;
            if (!(l > 0) || !(k > best * l))
                continue;
            best = k / l;
            for (int m = 0; m < 3; m++)
                out->axis[m] = d[m] / l;
        }
    out->angle = best > 1 ? -1 : best > -1 ? acos(best) + WIDER : pi;
}

double zni_ways_sine(double sine)
{
    return sine < 1 ? asin(sine) + WIDER : pi;
}

bool zni_ways_has(const zni_ways *w, double f, const double m[3])
{
    return w->angle >= pi ||
           f * zni_dot3(w->axis, m) >= cos(w->angle) * sqrt(zni_dot3(m, m));
}

/* How far the axis of the normals m is off z. */
static double off(const zni_ways *w, double f, const double z[3])
{
    return acos(fmax(-1, fmin(1, f * zni_dot3(w->axis, z))));
}

bool zni_ways_on_rim(const zni_ways *w, double f, const zni_round *X, int i)
{
    const double theta = off(w, f, X->z), side = acos(X->sa);

    return w->angle >= 0 &&
           (i ? theta - w->angle <= side : theta + w->angle >= side);
}

void zni_ways_about(const zni_ways *w, double f, const zni_round *X,
                    double *from, double *to)
{
    const double theta = off(w, f, X->z);

    *from = 0;
    *to = 2 * pi;
    if (w->angle >= fmin(theta, pi - theta))
        return;
    const double phi = atan2(f * zni_dot3(w->axis, X->y),
                             f * zni_dot3(w->axis, X->x)),
                 wide = asin(fmin(1, sin(w->angle) / sin(theta))) + WIDER;
    *from = phi - wide;
    *to = phi + wide;
}

bool zni_ways_across(const zni_ways *w, double f, const double u[3],
                     const double m0[3], const double m1[3])
{
    const double along = zni_dot3(w->axis, u) / sqrt(zni_dot3(u, u));
    double mid[3];

    if (w->angle >= pi / 2)
        return true;
    if (fabs(along) > sin(w->angle))
        return false;
    if (!m1)
        return true;
    for (int i = 0; i < 3; i++)
        mid[i] = m0[i] + m1[i];
    const double l = sqrt(zni_dot3(mid, mid));
    if (!(l > 0))
        return true;
    const double half = acos(fmin(1, l / 2)),
                 apart =
                     acos(fmax(-1, fmin(1, f * zni_dot3(w->axis, mid) / l)));
    return apart <= half + w->angle;
}
