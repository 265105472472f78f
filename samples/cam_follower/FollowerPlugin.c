/* FollowerPlugin.c - a cam and the forces on its follower
 * SPDX-License-Identifier: Apache-2.0
 *
 * Position u of the follower over the cam surface c(t), lambda their contact:
 *
 *     mu u'' + zeta u' + kappa u = f_v + lambda,   0 <= u - c  _|_  lambda >= 0
 *
 * In the fixed frame the system has F_ext = f_v, and the gap moves: FollowerGap
 * and its derivatives. In the frame of the cam, u^ = u - c, the gap is u^ and
 * the cam acts as a force:  F_ext = f_v - (mu c'' + zeta c' + kappa c).
 *
 * | function       | list | result                                  | z       |
 * |----------------|------|-----------------------------------------|---------|
 * | FollowerFExt   | S2   | f_v - (mu c'' + zeta c' + kappa c) (N)  | cam + 4 |
 * | FollowerGap    | S11  | y = u - c(t)                       (m)  | cam     |
 * | FollowerGapDot | S11  | dy/dt = -c'(t), u held             (m/s)| cam     |
 * | FollowerGapJac | S11  | dy/du = 1                               | -       |
 * | FollowerCam    | S2   | c, c', c''        (m, m/s, m/s^2), n = 3 | cam     |
 *
 * cam: z[0] profile, one of
 *          0 cycloidal, 1 polynomial 3-4-5, 2 polynomial 4-5-6-7: a rise, a
 *            dwell, a return and a dwell, at least twice differentiable;
 *          3 arcs of circles, a fixed cam; c'' jumps where the arcs meet, and
 *            t = 0 is where the rise begins
 *      z[1] speed (rpm)            z[2] angle at t = 0 (rad)
 *      z[3] lift L (m)             z[4] base height c0 (m)
 *      z[5] rise beta1 (rad)       z[6] high dwell delta1 (rad)
 *      z[7] return beta2 (rad)     z[3] ... z[7] are not used by profile 3
 * 4:   z[8] mass mu (kg)           z[9] damping zeta (N s/m)
 *      z[10] stiffness kappa (N/m) z[11] valve force f_v (N) */
#include <math.h>

#include <zeno/operator.h>

enum {
    PROFILE,
    SPEED,
    START,
    LIFT,
    BASE,
    RISE,
    DWELL,
    RETURN,
    NCAM,
    MASS = NCAM,
    DAMPING,
    STIFFNESS,
    VALVE,
    NALL
};

enum { CYCLOIDAL, POLY_345, POLY_4567, ARCS };

/* A length and its first two derivatives (by an angle or by time). */
typedef struct motion {
    double c, d1, d2;
} motion;

/* ---- rise laws: s(0) = 0, s(1) = 1, s' = s'' = 0 at both ends -------------------- */

static motion cycloidal(double x)
{
    const double a = 2 * acos(-1.0);
    return (motion){x - sin(a * x) / a, 1 - cos(a * x), a * sin(a * x)};
}

static motion poly_345(double x)
{
    const double w = x * (1 - x);
    return (motion){x * x * x * (10 - 15 * x + 6 * x * x), 30 * w * w,
                    60 * w * (1 - 2 * x)};
}

static motion poly_4567(double x)
{
    const double w = x * (1 - x);
    const double x2 = x * x;
    return (motion){x2 * x2 * (35 - 84 * x + 70 * x2 - 20 * x * x2),
                    140 * w * w * w, 420 * w * w * (1 - 2 * x)};
}

static motion rise_law(int profile, double x)
{
    if (profile == CYCLOIDAL)
        return cycloidal(x);
    return profile == POLY_345 ? poly_345(x) : poly_4567(x);
}

/* Height over the angle phi in [0, 2 pi). */
static motion dwell_cam(const double *z, double phi)
{
    const int profile = (int)z[PROFILE];
    const double b1 = z[RISE], b2 = z[RETURN], back = b1 + z[DWELL];
    motion m = {z[BASE], 0, 0};
    if (phi < b1) {
        const motion s = rise_law(profile, phi / b1);
        m.c += z[LIFT] * s.c;
        m.d1 = z[LIFT] / b1 * s.d1;
        m.d2 = z[LIFT] / (b1 * b1) * s.d2;
    } else if (phi < back) {
        m.c += z[LIFT];
    } else if (phi < back + b2) {
        const motion s = rise_law(profile, (phi - back) / b2);
        m.c += z[LIFT] * (1 - s.c);
        m.d1 = -z[LIFT] / b2 * s.d1;
        m.d2 = -z[LIFT] / (b2 * b2) * s.d2;
    }
    return m;
}

/* ---- the cam of arcs ----------------------------------------------------------------- */

/* Eight decimals, as in the data that users of this cam have. */
static const double PI8 = 3.14159265;

/* A circle of radius rho whose centre is at distance k from the axle, seen
 * under the angle a from that centre:
 *     c = -k cos a + rho s,   s = sqrt(1 - (k sin a / rho)^2). */
static motion arc(double k, double rho, double a)
{
    const double S = sin(a), C = cos(a), r = k / rho;
    const double s = sqrt(1 - r * r * S * S);
    const double bend =
        (C * C - S * S) / s + r * r * S * S * C * C / (s * s * s);
    return (motion){-k * C + rho * s, k * S - k * r * S * C / s,
                    k * C - k * r * bend};
}

/* Height over the angle b in [0, 2 pi), from the middle of the base circle. */
static motion arc_cam(double b)
{
    const double base = 0.40, top = 0.55393320723821;     /* radii (m)  */
    const double flank_end = PI8 / 2 + 1.050328174371336; /* rad        */
    const double nose_end = PI8 / 2 + 1.22173047639603;   /* rad        */
    const double axle = 0.3; /* the zero of u is this high over the axle (m)  */

    /* the way down mirrors the way up */
    const bool down = b > PI8;
    if (down)
        b = 2 * PI8 - b;
    motion m = {base, 0, 0};
    if (b > nose_end)
        m.c = top;
    else if (b > flank_end)
        m = arc(0.40393320723821, 0.15, b + PI8 / 9);
    else if (b > PI8 / 2)
        m = arc(0.45, 0.85, b - asin(1.0));
    m.c -= axle;
    if (down)
        m.d1 = -m.d1;
    return m;
}

/* ---- any cam, in time ---------------------------------------------------------------- */

/* Are there enough parameters and do they make sense? */
static bool are_given(unsigned nz, const double *z, unsigned expected)
{
    if (nz < expected) {
        zn_raise("needs %u parameters, got %u (FollowerPlugin.c lists them)",
                 expected, nz);
        return false;
    }
    const double p = z[PROFILE];
    if (!(p == CYCLOIDAL || p == POLY_345 || p == POLY_4567 || p == ARCS)) {
        zn_raise("profile z[0] = %g, expected 0, 1, 2 or 3", p);
        return false;
    }
    const double sum = z[RISE] + z[DWELL] + z[RETURN];
    if (p != ARCS && !(z[RISE] > 0 && z[DWELL] >= 0 && z[RETURN] > 0 &&
                       sum <= 2 * acos(-1.0))) {
        zn_raise("rise, dwell and return z[5..7] = %g, %g, %g rad, expected "
                 "> 0, >= 0, > 0 and at most one turn together",
                 z[RISE], z[DWELL], z[RETURN]);
        return false;
    }
    return true;
}

/* Position (m), velocity and acceleration of the cam surface at time t. */
static motion cam(double t, const double *z)
{
    const bool arcs = z[PROFILE] == ARCS;
    const double turn = 2 * (arcs ? PI8 : acos(-1.0));
    const double omega = turn * z[SPEED] / 60; /* rad/s */
    double phi = fmod(omega * t + z[START] + (arcs ? PI8 / 2 : 0), turn);
    if (phi < 0)
        phi += turn;

    motion m = arcs ? arc_cam(phi) : dwell_cam(z, phi);
    m.d1 *= omega;
    m.d2 *= omega * omega;
    return m;
}

/* ---- the functions ----------------------------------------------------------------------- */

ZN_API zn_fn_s2 FollowerFExt, FollowerCam;
ZN_API zn_fn_s11 FollowerGap, FollowerGapDot, FollowerGapJac;

void FollowerFExt(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)n;
    if (!are_given(nz, z, NALL))
        return;
    const motion m = cam(t, z);
    f[0] = z[VALVE] - (z[MASS] * m.d2 + z[DAMPING] * m.d1 + z[STIFFNESS] * m.c);
}

void FollowerCam(double t, unsigned n, double *out, unsigned nz, double *z)
{
    if (!are_given(nz, z, NCAM))
        return;
    if (n != 3) {
        zn_raise("gives 3 values (c, c', c''), asked for %u", n);
        return;
    }
    const motion m = cam(t, z);
    out[0] = m.c;
    out[1] = m.d1;
    out[2] = m.d2;
}

void FollowerGap(unsigned nq, double *q, double t, unsigned ny, double *y,
                 unsigned nz, double *z)
{
    (void)nq;
    (void)ny;
    if (are_given(nz, z, NCAM))
        y[0] = q[0] - cam(t, z).c;
}

void FollowerGapDot(unsigned nq, double *q, double t, unsigned ny, double *out,
                    unsigned nz, double *z)
{
    (void)nq;
    (void)q;
    (void)ny;
    if (are_given(nz, z, NCAM))
        out[0] = -cam(t, z).d1;
}

void FollowerGapJac(unsigned nq, double *q, double t, unsigned ny, double *G,
                    unsigned nz, double *z)
{
    (void)nq;
    (void)q;
    (void)t;
    (void)ny;
    (void)nz;
    (void)z;
    G[0] = 1;
}

/* ---- what this plugin is ------------------------------------------------------------------- */

static const zn_symbol symbols[] = {
    {"FollowerFExt", "S2", 1, 1, "force in the frame of the cam; z = cam + 4"},
    {"FollowerGap", "S11", 1, 1, "u - c(t); z = cam"},
    {"FollowerGapDot", "S11", 1, 1, "its time derivative; z = cam"},
    {"FollowerGapJac", "S11", 1, 1, "its derivative by u"},
    {"FollowerCam", "S2", 3, 1, "c and its two derivatives; z = cam"},
    {0},
};
ZN_PLUGIN(FollowerPlugin, .version = "1.0", .license = "Apache-2.0",
          .symbols = symbols);
