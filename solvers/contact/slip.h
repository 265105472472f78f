/* slip.h - a contact that slides: the coefficients of its equation, and Newton-like steps for its direction
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_CONTACT_SLIP_H
#define ZN_CONTACT_SLIP_H

#include <math.h>

#include "../linalg/wide.h"
#include "contact.h"

/* the coefficients of the conic and of g(a), as in quartic.c */
typedef struct zni_slip {
    double e0, e1, e2, A, B, C, D, E;
} zni_slip;

static ZNI_INTO_WIDE void zni_slip_set(zni_slip *s, const double M[9], double mu, const double q[3])
{
    const double n = -q[0];

    s->e0 = M[0];
    s->e1 = mu * M[3];
    s->e2 = mu * M[6];
    s->A = mu * (n * M[5]) + s->e1 * q[2];
    s->B = -(mu * (n * M[7]) + s->e2 * q[1]);
    s->C = mu * (n * (M[8] - M[4])) - s->e1 * q[1] + s->e2 * q[2];
    s->D = -(n * M[1] + s->e0 * q[1]);
    s->E = n * M[2] + s->e0 * q[2];
}

/* A direction (x, y) of length N. N need not be one: then a step needs no root and no division but that by g'.
 * den = e0 N + e1 x + e2 y. */
typedef struct zni_direction {
    double x, y, N, den;
} zni_direction;

/* A step is accepted if (|t| + |b|)^2 + |w|, in the notation below, is less than ZNI_SLIP_FAR. With |g'| below
 * ZNI_SLIP_LEAST its terms would underflow. */
static const double ZNI_SLIP_FAR = 0.25, ZNI_SLIP_LEAST = 1e-250;

/* The turn s with g(a + s) = 0 by the first four terms of the inverse series in t = -g / g' (Newton's method has one
 * term, Chebyshev's two),
 *     2 tan(s/2) = t (1 - b + (2 b^2 + w) - 5 b (b^2 + w) + t^2 (b + c) / 4),
 *     b = t g'' / (2 g'),   w = t^2 / 12 - t^2 g''' / (6 g'),
 * where c is the b of the second harmonic of g alone. g is the sum of a first and a second harmonic, so that its third
 * and fourth derivatives are combinations of the harmonics of g' and g''. g and its derivatives are multiplied by N^2.
 * Returns (|t| + |b|)^2 + |w|, or INFINITY where terms would underflow. The direction is turned by s, and its length
 * multiplied by 1 + tan(s/2)^2. */
static ZNI_INTO_WIDE double zni_slip_step(const zni_slip *s, zni_direction *o)
{
    const double x = o->x, y = o->y, N = o->N;
    const double xx = x * x, yy = y * y, xy = x * y, Nx = N * x, Ny = N * y, ba = s->B - s->A, across = xx - yy;
    const double g = (s->A * xx + s->B * yy) + (s->C * xy + (s->D * Ny + s->E * Nx));
    const double slope2 = 2 * ba * xy + s->C * across, bent2 = ba * across - 2 * s->C * xy;
    const double bent = bent2 - 0.5 * (s->D * Ny + s->E * Nx);
    const double eN = s->e0 * N, ex = s->e1 * x + s->e2 * y, ey = s->e2 * x - s->e1 * y;
    const double slope = slope2 + (s->D * Nx - s->E * Ny);
    const double over = 1 / slope, t = -g * over, tt = t * t, b = t * (bent * over), c = t * (bent2 * over),
                 w = tt * (0.25 + 0.5 * (slope2 * over)), bb = b * b, bw = bb + w;
    const double h = (0.5 * t) * (((1 - b) + (bb + bw)) + (0.25 * (tt * (b + c)) - 5 * (b * bw)));
    const double hh = h * h, twice = 2 * h, far = fabs(t) + fabs(b);

    o->den = (eN + ex) + h * (2 * ey + h * (eN - ex));
    o->x = (x - hh * x) - twice * y;
    o->y = (y - hh * y) + twice * x;
    o->N = N + hh * N;
    return fabs(slope) > ZNI_SLIP_LEAST ? far * far + fabs(w) : INFINITY;
}

/* In sweeps over several contacts the steps end when one was less than ZNI_SLIP_SWEPT. Its error, some 14 b^4 of the
 * turn, is a hundred-thousandth of what the sweep changed; the next sweep corrects it, and the more the sweeps converge
 * the smaller it is. There are ZNI_SLIP_STEPS at most. */
static const double ZNI_SLIP_SWEPT = 1e-3;
enum { ZNI_SLIP_STEPS = 8 };

/* r of a contact that slides, from its last direction, as accurately as a sweep needs it. Nine of ten visits to sliding
 * contacts end here. q_N < 0 and mu > 0. False: no solution; r is unchanged. */
static ZNI_INTO_WIDE bool zni_slip_on(const zni_contact *c, const double q[3], double r[3])
{
    const double *M = c->M, mu = c->mu;
    zni_direction o = {.x = r[1], .y = r[2], .N = sqrt(r[1] * r[1] + r[2] * r[2])};
    double far, load, tangent, r0, r1, r2, along;
    zni_slip s;
    int it = 0;

    zni_slip_set(&s, M, mu, q);
    if (!(o.N > 0)) /* opposite to the velocity without friction */
        o = (zni_direction){.x = -q[1], .y = -q[2], .N = sqrt(q[1] * q[1] + q[2] * q[2])};
    do {
        far = zni_slip_step(&s, &o);
        if (!(far < ZNI_SLIP_FAR) || it++ == ZNI_SLIP_STEPS)
            return false;
    } while (!(far < ZNI_SLIP_SWEPT));
    load = -q[0] / o.den;
    tangent = mu * load;
    r0 = load * o.N;
    r1 = tangent * o.x;
    r2 = tangent * o.y;
    /* has the sign of u_T' (x, y) */
    along = ((M[1] * r0 + M[4] * r1) + (M[7] * r2 + q[1])) * r1 + ((M[2] * r0 + M[5] * r1) + (M[8] * r2 + q[2])) * r2;
    if (!((o.den > 1e-14 * (s.e0 * o.N)) & (s.e0 > 0) & (along <= 0) & (r0 < INFINITY)))
        return false;
    r[0] = r0;
    r[1] = r1;
    r[2] = r2;
    return true;
}

#endif
