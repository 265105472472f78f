/* slip.h - sliding: its coefficients, and steps on its direction, of one contact and of four at once
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_CONTACT_SLIP_H
#define ZN_CONTACT_SLIP_H

#include <math.h>

#include "../linalg/wide.h"
#include "contact.h"

/* In sweeps over more contacts than one a direction is left where the last step had (|t| + |b|)^2 + |w|, of
 * the step below, less than the first of these: what it misses, some 14 b^4 of the turn, is a
 * hundred-thousandth of what the sweep changed, which the next one takes, and the more it converges the
 * less. A step is taken if that is less than the second of these, STEPS of them at most; where g' is
 * less than the third numbers are at their limits. */
#define ZNI_SLIP_SWEPT 1e-3
#define ZNI_SLIP_FAR 0.25
#define ZNI_SLIP_LEAST 1e-250
enum { ZNI_SLIP_STEPS = 8 };

/* e0, e1, e2 of the conic and A to E of g(a), as quartic.c has them, into *s; n is -q_N. Numbers, or
 * vectors of them. */
#define ZNI_SLIP_COEFFICIENTS(s, M, q, mu, n)                                                      \
    do {                                                                                           \
        (s)->e0 = (M)[0];                                                                          \
        (s)->e1 = (mu) * (M)[3];                                                                   \
        (s)->e2 = (mu) * (M)[6];                                                                   \
        (s)->A = (mu) * ((n) * (M)[5]) + (s)->e1 * (q)[2];                                         \
        (s)->B = -((mu) * ((n) * (M)[7]) + (s)->e2 * (q)[1]);                                      \
        (s)->C = (mu) * ((n) * ((M)[8] - (M)[4])) - (s)->e1 * (q)[1] + (s)->e2 * (q)[2];           \
        (s)->D = -((n) * (M)[1] + (s)->e0 * (q)[1]);                                               \
        (s)->E = (n) * (M)[2] + (s)->e0 * (q)[2];                                                  \
    } while (0)

/* From a direction (x, y) of the length N, which need not be one, so that no root and no division but
 * that by g' is waited for: the turn s with g(a + s) = 0 by the first four terms of its series in
 * t = -g / g', where Newton's method has one and Chebyshev's two,
 *     2 tan(s/2) = t (1 - b + (2 b^2 + w) - 5 b (b^2 + w) + t^2 (b + c) / 4),
 *     b = t g'' / (2 g'), w = t^2 / 12 - t^2 g''' / (6 g'), and c, which is b of those terms of g alone that go
 * round twice, as the squares do: of all higher derivatives these and the others are multiples of lower
 * ones. (s)->turn, bend, wind: t, b, w; half: tan(s/2); g, g' ((s)->slope) and the others are multiplied by N^2.
 * (s)->den is e0 N + e1 x + e2 y of what ZNI_SLIP_TURN will make, there before it is. */
#define ZNI_SLIP_STEP(s, x, y, N)                                                                  \
    do {                                                                                           \
        const __typeof__(x) xx_ = (x) * (x), yy_ = (y) * (y), xy_ = (x) * (y), Nx_ = (N) * (x),    \
                            Ny_ = (N) * (y), ba_ = (s)->B - (s)->A, across_ = xx_ - yy_;           \
        const __typeof__(x) g_ = ((s)->A * xx_ + (s)->B * yy_) +                                   \
                                 ((s)->C * xy_ + ((s)->D * Ny_ + (s)->E * Nx_));                   \
        const __typeof__(x) slope2_ = 2 * ba_ * xy_ + (s)->C * across_;                            \
        const __typeof__(x) bent2_ = ba_ * across_ - 2 * (s)->C * xy_;                             \
        const __typeof__(x) bent_ = bent2_ - 0.5 * ((s)->D * Ny_ + (s)->E * Nx_);                  \
        const __typeof__(x) eN_ = (s)->e0 * (N), ex_ = (s)->e1 * (x) + (s)->e2 * (y),              \
                            ey_ = (s)->e2 * (x) - (s)->e1 * (y);                                   \
                                                                                                   \
        (s)->slope = slope2_ + ((s)->D * Nx_ - (s)->E * Ny_);                                      \
        {                                                                                          \
            const __typeof__(x) over_ = 1 / (s)->slope, t_ = -g_ * over_, tt_ = t_ * t_,           \
                                b_ = t_ * (bent_ * over_), c_ = t_ * (bent2_ * over_),             \
                                w_ = tt_ * (0.25 + 0.5 * (slope2_ * over_)), bb_ = b_ * b_,        \
                                bw_ = bb_ + w_;                                                    \
            const __typeof__(x) h_ = (0.5 * t_) * (((1 - b_) + (bb_ + bw_)) +                      \
                                                   (0.25 * (tt_ * (b_ + c_)) - 5 * (b_ * bw_)));   \
                                                                                                   \
            (s)->turn = t_;                                                                        \
            (s)->bend = b_;                                                                        \
            (s)->wind = w_;                                                                        \
            (s)->half = h_;                                                                        \
            (s)->den = (eN_ + ex_) + h_ * (2 * ey_ + h_ * (eN_ - ex_));                            \
        }                                                                                          \
    } while (0)

/* (x, y) turned by 2 atan(h) and lengthened by 1 + h^2, as is N */
#define ZNI_SLIP_TURN(h, x, y, N)                                                                  \
    do {                                                                                           \
        const __typeof__(h) x_ = *(x), y_ = *(y), hh_ = (h) * (h), twice_ = 2 * (h);               \
                                                                                                   \
        *(x) = (x_ - hh_ * x_) - twice_ * y_;                                                      \
        *(y) = (y_ - hh_ * y_) + twice_ * x_;                                                      \
        *(N) = *(N) + hh_ * *(N);                                                                  \
    } while (0)

/* r of sliding along (x, y) of the length N, den = e0 N + e1 x + e2 y, of which r_N = -q_N N / den; *along: a
 * number of the sign of u_T' (x, y). */
#define ZNI_SLIP_REACTION(M, q, mu, n, x, y, N, den, r, along)                                     \
    do {                                                                                           \
        const __typeof__(x) over_ = (n) / (den), tangent_ = (mu) * over_;                          \
                                                                                                   \
        (r)[0] = over_ * (N);                                                                      \
        (r)[1] = tangent_ * (x);                                                                   \
        (r)[2] = tangent_ * (y);                                                                   \
        *(along) = (((M)[1] * (r)[0] + (M)[4] * (r)[1]) + ((M)[7] * (r)[2] + (q)[1])) * (r)[1] +   \
                   (((M)[2] * (r)[0] + (M)[5] * (r)[1]) + ((M)[8] * (r)[2] + (q)[2])) * (r)[2];    \
    } while (0)

/* of one contact; lanes.c has those of four */
typedef struct zni_slip {
    double e0, e1, e2, A, B, C, D, E;
    double slope, turn, bend, wind, half, den; /* of a step                 */
} zni_slip;

/* r of a contact that slides, from the direction of before, as near as a sweep wants it: in nine
 * of ten visits it is found here. q_N < 0, mu > 0. False: it is not, r is as before. */
static ZNI_INTO_WIDE bool zni_slip_on(const zni_contact *c, const double q[3], double r[3])
{
    const double *M = c->M, mu = c->mu, n = -q[0];
    double x = r[1], y = r[2], N = sqrt(x * x + y * y), to[3], along, far;
    zni_slip s;
    int it = 0;

    ZNI_SLIP_COEFFICIENTS(&s, M, q, mu, n);
    if (!(N > 0)) { /* against the velocity there would be without friction */
        x = -q[1];
        y = -q[2];
        N = sqrt(x * x + y * y);
    }
    do {
        ZNI_SLIP_STEP(&s, x, y, N);
        far = fabs(s.turn) + fabs(s.bend);
        far = far * far + fabs(s.wind);
        if (!(far < ZNI_SLIP_FAR) || !(fabs(s.slope) > ZNI_SLIP_LEAST) || it++ == ZNI_SLIP_STEPS)
            return false;
        ZNI_SLIP_TURN(s.half, &x, &y, &N);
    } while (!(far < ZNI_SLIP_SWEPT));
    ZNI_SLIP_REACTION(M, q, mu, n, x, y, N, s.den, to, &along);
    if (!((s.den > 1e-14 * (s.e0 * N)) & (s.e0 > 0) & (along <= 0) & (to[0] < INFINITY)))
        return false;
    memcpy(r, to, sizeof to);
    return true;
}

#endif
