/* quartic.c - one contact in space: stick, or slip by the roots of a quartic
 * SPDX-License-Identifier: Apache-2.0 */
#include "contact.h"

#include "slip.h"

/* Bonnefon & Daviet, Quartic formulation of Coulomb 3D frictional contact
 * (INRIA RT-0400, 2011), here in polar form. Slip: r_T = s (cos a, sin a),
 * r_N = s / mu, s > 0. Row N of u = M r + q is a conic with its focus at 0,
 *     s = p / (1 + e1 cos a + e2 sin a),
 * and u_T parallel to r_T reads, multiplied by the denominator,
 *     g(a) = A cos^2 a + B sin^2 a + C sin a cos a + D sin a + E cos a = 0,
 * a quartic in tan(a / 2). No division by a component of r_T, no eigen-frame;
 * the branch of a hyperbola with s < 0 is left out by the sign of s. All of it
 * is multiplied by M_NN here, so that r_N = -q_N / (e0 + e1 cos a + e2 sin a) is
 * the only division but those of Newton's steps. */

typedef struct slip {
    const zni_contact *c;
    const double *q;
    zni_slip g;
    double size;  /* |A| + ... + |E|                        */
    double r[3];  /* best so far                            */
    double least; /* its error                              */
} slip;

static inline double value(const slip *s, double x, double y)
{
    return (s->g.A * x + s->g.C * y + s->g.E) * x + (s->g.B * y + s->g.D) * y;
}

/* dg/da at a = atan2(y, x) */
static inline double derivative(const slip *s, double x, double y)
{
    return 2 * (s->g.B - s->g.A) * x * y + s->g.C * (x * x - y * y) + s->g.D * x -
           s->g.E * y;
}

/* d2g/da2 */
static inline double curvature(const slip *s, double x, double y)
{
    return 2 * (s->g.B - s->g.A) * (x * x - y * y) - 4 * s->g.C * x * y - s->g.D * y -
           s->g.E * x;
}

/* (x, y) turned by 2 atan(h): on the circle again without a root, and without a
 * division where h^8 is nothing */
static inline void turn_by(double h, double *x, double *y)
{
    const double hh = h * h, x0 = *x;
    const double sine =
        2 * h * (hh < 0x1p-17 ? (1 - hh) * (1 + hh * hh) : 1 / (1 + hh));

    *x -= sine * (*y + h * x0);
    *y += sine * (x0 - h * *y);
}

/* Towards a root of g from the direction (x, y). Newton's step t, then what the
 * second derivative adds, t - t^2 g'' / (2 g') (Chebyshev): what is left is
 * about 2 (g'' / (2 g'))^2 t^3, less than rounding after the last one. */
static inline void polish(const slip *s, double *x, double *y)
{
    for (int it = 0; it < 8; it++) {
        const double g = value(s, *x, *y), slope = derivative(s, *x, *y);
        double over, turn, bend;

        if (fabs(g) <= 2e-16 * s->size || slope == 0)
            return;
        over = 1 / slope;
        turn = -g * over;
        if (!(fabs(turn) < 0.5))
            return;
        bend = turn * over * curvature(s, *x, *y) / 2;
        if (fabs(bend) < 0.25)
            turn -= bend * turn;
        turn_by(turn / 2, x, y);
        if (fabs(turn) + fabs(bend) < 2e-6)
            return;
    }
}

/* The reaction of the root near (x, y); kept when it is the best that slides the
 * right way. True: it is a solution, to rounding. */
static bool attempt(slip *s, double x, double y)
{
    const double *M = s->c->M, *q = s->q, mu = s->c->mu;
    polish(s, &x, &y);

    double den = s->g.e0 + s->g.e1 * x + s->g.e2 * y, rn = -q[0] / den, rho = mu * rn;

    if (!(den > 1e-14 * s->g.e0) || !isfinite(rn))
        return false;
    double r1 = rho * x, r2 = rho * y;
    double u1 = M[1] * rn + M[4] * r1 + M[7] * r2 + q[1];
    double u2 = M[2] * rn + M[5] * r1 + M[8] * r2 + q[2];
    double along = u1 * x + u2 * y, across = u2 * x - u1 * y;
    double noise = fabs(q[1]) + fabs(q[2]) + zni_contact_size(s->c) * (rn + 2 * rho);

    /* u_T = -alpha r_T with alpha >= 0, up to the noise of u_T */
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

/* From where g changes its sign between n directions, and from those where |g| is least, as it is next to a
 * double root. True: one is a solution; all: the best of them is asked for. */
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
            const double at = x + part * (x1 - x), bt = y + part * (y1 - y), norm = sqrt(at * at + bt * bt);

            if (attempt(s, at / norm, bt / norm) && !all)
                return true;
        }
        x = x1;
        y = y1;
        before = here;
        here = next;
    }
    return false;
}

/* u = 0, if friction can do that */
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

/* The coefficients; is any of them more than rounding? *scale: of what they are sums. */
static inline bool directed(slip *s, double *scale)
{
    const double *q = s->q, mu = s->c->mu, n = -q[0];
    const double bound = zni_contact_size(s->c);

    zni_slip_set(&s->g, s->c->M, mu, q);
    s->size =
        fabs(s->g.A) + fabs(s->g.B) + fabs(s->g.C) + fabs(s->g.D) + fabs(s->g.E);
    *scale = n * bound * (1 + mu) + (s->g.e0 + fabs(s->g.e1) + fabs(s->g.e2)) *
                                        (fabs(q[1]) + fabs(q[2]));
    return !(s->size <= 1e-13 * *scale);
}

/* The direction of before is often next to the root, as is that against q_T when
 * there is none. Where it slid, its length is mu r_N to rounding. */
static inline bool near(slip *s, const double r[])
{
    const double most = s->c->mu * r[0];
    double x = r[1], y = r[2], norm;

    if (most > 0) {
        const double over = 1 / most;
        const double x1 = x * over, y1 = y * over, off = x1 * x1 + y1 * y1 - 1;

        if (fabs(off) < 1e-8)
            return attempt(s, x1 * (1 - off / 2), y1 * (1 - off / 2));
    }
    if (x == 0 && y == 0) {
        x = -s->q[1];
        y = -s->q[2];
    }
    norm = sqrt(x * x + y * y);
    return norm > 0 && attempt(s, x / norm, y / norm);
}

static bool slides(const zni_contact *c, const double q[], double r[], bool scaled);

/* With M and q multiplied by powers of two, where their products are too large or
 * too small for numbers. */
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

/* Slip, from r; scaled: M and q are near one */
static bool slides(const zni_contact *c, const double q[], double r[], bool scaled)
{
    slip s;
    double scale, norm;
    bool any;

    s.c = c;
    s.q = q;
    s.least = INFINITY;
    any = directed(&s, &scale);
    if (!(scale > 1e-250 && scale < 1e250) && !scaled)
        return rescaled(c, q, r);
    if (!any) {
        /* no direction is preferred but that against q_T */
        norm = sqrt(q[1] * q[1] + q[2] * q[2]);
        if (norm > 0)
            attempt(&s, -q[1] / norm, -q[2] / norm);
        else
            attempt(&s, 1, 0);
    } else if (near(&s, r) || scan(&s, 32, false) || s.least <= 1e-12 || scan(&s, 256, false)) {
        memcpy(r, s.r, sizeof s.r);
        return true;
    }
    if (s.least == INFINITY)
        return false;
    if (s.least > 1e-12) {
        const double guess[3] = {r[0], r[1], r[2]};

        memcpy(r, s.r, sizeof s.r);
        if (zni_contact_newton(c, 3, q, r))
            return true;
        memcpy(r, guess, sizeof guess);
        return false;
    }
    memcpy(r, s.r, sizeof s.r);
    return true;
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
