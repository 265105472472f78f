/* quartic.c - one contact in space: stick, or slip by the roots of a quartic
 * SPDX-License-Identifier: Apache-2.0 */
#include "contact.h"

#include "slip.h"

/* Bonnefon & Daviet, Quartic formulation of Coulomb 3D frictional contact
 * (INRIA RT-0400, 2011), here in polar form. A contact that slips has r_T = s (cos a, sin a),
 * r_N = s / mu, s > 0. The normal row of u = M r + q is a conic with its focus at 0,
 *     s = p / (1 + e1 cos a + e2 sin a),
 * and the condition that u_T is parallel to r_T reads, multiplied by the denominator,
 *     g(a) = A cos^2 a + B sin^2 a + C sin a cos a + D sin a + E cos a = 0,
 * a quartic in tan(a / 2). This form needs no division by a component of r_T and no eigenvectors; the branch of a
 * hyperbola with s < 0 is excluded by the sign of s. Everything is multiplied by M_NN, so that
 * r_N = -q_N / (e0 + e1 cos a + e2 sin a) is the only division besides those of the Newton steps. */

typedef struct slip {
    const zni_contact *c;
    const double *q;
    zni_slip g;
    double r[3];  /* best so far                            */
    double least; /* its error                              */
} slip;

static inline double value(const slip *s, double x, double y)
{
    return (s->g.A * x + s->g.C * y + s->g.E) * x + (s->g.B * y + s->g.D) * y;
}

/* Turns the direction (x, y) to the nearby root of g by steps of slip.h, until a step is so short that only rounding is
 * left after it. The reaction is stored in s if it is the best so far of those that oppose the sliding velocity. True:
 * it is a solution to rounding. */
static bool attempt(slip *s, double x, double y)
{
    enum { STEPS = 8 };
    const double *M = s->c->M, *q = s->q, mu = s->c->mu, last = 1e-8, norm = sqrt(x * x + y * y);
    zni_direction o = {.x = x / norm, .y = y / norm, .N = 1};
    double far = 1;

    for (int it = 0; it < STEPS && far > last; it++) {
        zni_direction turned = o;

        far = zni_slip_step(&s->g, &turned);
        if (!(far < ZNI_SLIP_FAR))
            break;
        o = turned;
    }
    x = o.x / o.N;
    y = o.y / o.N;

    const double den = s->g.e0 + s->g.e1 * x + s->g.e2 * y, rn = -q[0] / den, rho = mu * rn;

    if (!(den > 1e-14 * s->g.e0) || !isfinite(rn))
        return false;
    double r1 = rho * x, r2 = rho * y;
    double u1 = M[1] * rn + M[4] * r1 + M[7] * r2 + q[1];
    double u2 = M[2] * rn + M[5] * r1 + M[8] * r2 + q[2];
    double along = u1 * x + u2 * y, across = u2 * x - u1 * y;
    double noise = fabs(q[1]) + fabs(q[2]) + zni_contact_size(s->c) * (rn + 2 * rho);

    /* u_T = -alpha r_T with alpha >= 0, up to the rounding of u_T */
    if (along > 1e-10 * noise || fabs(across) > 1e-6 * noise)
        return false;
    double r[3] = {rn, r1, r2}, err;

    if (along <= 0 && fabs(across) <= 1e-14 * noise)
        err = 0;
    else
        err = zni_contact_error(s->c, 3, q, r);
    zni_note_best(err, &s->least, 3, r, s->r);
    return err <= 1e-14;
}

/* Attempts from the places between n directions where g changes its sign, and from the local minima of |g|, as there
 * are next to a double root. Ends with true at the first solution, unless `all` asks for the best of all roots. */
static bool scan(slip *s, int n, bool all)
{
    const double turn = 6.283185307179586 / n, c = cos(turn), d = sin(turn);
    double x = 1, y = 0, before = value(s, c, -d), here = value(s, x, y);

    for (int k = 0; k < n; k++) {
        const double x1 = c * x - d * y, y1 = c * y + d * x, next = value(s, x1, y1);
        const bool changes = (here > 0) != (next > 0),
                   least = fabs(here) <= fabs(before) && fabs(here) <= fabs(next);

        if (changes || least) {
            const double part = changes ? here / (here - next) : 0;

            if (attempt(s, x + part * (x1 - x), y + part * (y1 - y)) && !all)
                return true;
        }
        x = x1;
        y = y1;
        before = here;
        here = next;
    }
    return false;
}

/* u = 0, if the reaction is in the cone */
static bool sticks(const zni_contact *c, const double q[], double r[])
{
    const double *I = c->inv, mu = c->mu;
    double rn, r1, r2;

    if (!zni_contact_regular(c))
        return false;
    rn = -(I[0] * q[0] + I[3] * q[1] + I[6] * q[2]);
    r1 = -(I[1] * q[0] + I[4] * q[1] + I[7] * q[2]);
    r2 = -(I[2] * q[0] + I[5] * q[1] + I[8] * q[2]);
    if (!(rn > 0 && r1 * r1 + r2 * r2 <= mu * mu * rn * rn))
        return false;
    r[0] = rn;
    r[1] = r1;
    r[2] = r2;
    return true;
}

/* Sets the coefficients of g. Is any of them more than rounding? *scale: the size of the terms they are sums of. */
static inline bool directed(slip *s, double *scale)
{
    const double *q = s->q, mu = s->c->mu, n = -q[0];
    const double bound = zni_contact_size(s->c);
    double size;

    zni_slip_set(&s->g, s->c->M, mu, q);
    size = fabs(s->g.A) + fabs(s->g.B) + fabs(s->g.C) + fabs(s->g.D) + fabs(s->g.E);
    *scale = n * bound * (1 + mu) + (s->g.e0 + fabs(s->g.e1) + fabs(s->g.e2)) *
                                        (fabs(q[1]) + fabs(q[2]));
    return !(size <= 1e-13 * *scale);
}

/* From the last direction of sliding, which is often next to the root, or, if there is none, from the one against
 * q_T. */
static inline bool near(slip *s, const double r[])
{
    const bool slid = r[1] != 0 || r[2] != 0;
    const double x = slid ? r[1] : -s->q[1], y = slid ? r[2] : -s->q[2];

    return (x != 0 || y != 0) && attempt(s, x, y);
}

static bool slides(const zni_contact *c, const double q[], double r[], bool scaled);

/* The same with M and q scaled by powers of two, where their products would overflow or underflow. */
static bool rescaled(const zni_contact *c, const double q[], double r[])
{
    const double most = fmax(fabs(q[0]), fmax(fabs(q[1]), fabs(q[2])));
    double M[9], b[3], x[3];
    int of_M, of_q;
    bool found;

    frexp(zni_contact_size(c), &of_M);
    frexp(most, &of_q);
    for (int k = 0; k < 9; k++)
        M[k] = ldexp(c->M[k], -of_M);
    for (int k = 0; k < 3; k++) {
        b[k] = ldexp(q[k], -of_q);
        x[k] = ldexp(r[k], of_M - of_q);
    }
    const zni_contact one = {
        .M = M, .mu = c->mu, .size = ldexp(c->size, -of_M)};

    found = b[0] < 0 && M[0] > 0 && slides(&one, b, x, true);
    for (int k = 0; k < 3; k++)
        r[k] = ldexp(x[k], of_q - of_M);
    return found;
}

/* Slip, beginning with the direction of r. scaled: M and q are of the order of one already. */
static bool slides(const zni_contact *c, const double q[], double r[], bool scaled)
{
    const double guess[3] = {r[0], r[1], r[2]};
    slip s = {.c = c, .q = q, .least = INFINITY};
    double scale;
    const bool any = directed(&s, &scale);

    if (!(scale > 1e-250 && scale < 1e250) && !scaled)
        return rescaled(c, q, r);
    if (any)
        (void)(near(&s, r) || scan(&s, 32, false) || s.least <= 1e-12 || scan(&s, 256, false));
    else if (q[1] != 0 || q[2] != 0) /* no direction is preferred but that against q_T */
        attempt(&s, -q[1], -q[2]);
    else
        attempt(&s, 1, 0);
    if (s.least == INFINITY)
        return false;
    memcpy(r, s.r, sizeof s.r);
    if (s.least <= 1e-12 || zni_contact_newton(c, 3, q, r))
        return true;
    memcpy(r, guess, sizeof guess);
    return false;
}

bool zni_contact_slip(const zni_contact *c, const double q[], double r[])
{
    slip s = {.c = c, .q = q, .least = INFINITY};
    double scale;

    if (q[0] < 0 && directed(&s, &scale))
        scan(&s, 64, true);
    if (s.least < INFINITY)
        memcpy(r, s.r, sizeof s.r);
    return s.least < INFINITY;
}

bool zni_contact_quartic(const zni_contact *c, const double q[], double r[])
{
    return sticks(c, q, r) || (c->M[0] > 0 && slides(c, q, r, false));
}

bool zni_contact_advance(const zni_contact *c, const double q[], double r[])
{
    if (q[0] >= 0 || c->mu == 0)
        return zni_contact_solve(c, 3, q, r);
    return sticks(c, q, r) || zni_slip_on(c, q, r) ||
           (c->M[0] > 0 && slides(c, q, r, false)) || zni_contact_newton(c, 3, q, r);
}
