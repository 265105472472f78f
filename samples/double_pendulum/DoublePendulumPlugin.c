/* DoublePendulumPlugin.c - two masses on two rods, and two walls
 * SPDX-License-Identifier: Apache-2.0
 *
 * Angles q from the hanging position (rad), both absolute, d = q[0] - q[1];
 * z = m1, m2, l1, l2, g, wall, with masses (kg), lengths (m), gravity (m/s^2)
 * and the place of the wall (m).
 *
 *   M     = [(m1 + m2) l1^2, m2 l1 l2 cos d; m2 l1 l2 cos d, m2 l2^2]
 *   f_gyr = m2 l1 l2 sin d (v1^2, -v0^2)
 *   f_int = g ((m1 + m2) l1 sin q0, m2 l2 sin q1)
 *   x1    = l1 sin q0,   x2 = x1 + l2 sin q1
 *
 * | function     | list | result                                              |
 * |--------------|------|-----------------------------------------------------|
 * | doubleMass   | S4   | M                                          (kg m^2) |
 * | doubleFGyr   | S5   | f_gyr                                         (N m) |
 * | doubleFGyrQ  | S5   | df_gyr/dq                                           |
 * | doubleFGyrV  | S5   | df_gyr/dv                                           |
 * | doubleFInt   | S6   | f_int                                         (N m) |
 * | doubleFIntQ  | S6   | df_int/dq                                           |
 * | doubleGap1   | S9   | x1 - wall                                       (m) |
 * | doubleGap1Q  | S9   | its Jacobian                                        |
 * | doubleGap2   | S9   | x2 - wall                                       (m) |
 * | doubleGap2Q  | S9   | its Jacobian                                        | */
#include <math.h>

#include <zeno/operator.h>

enum { M1, M2, L1, L2, GRAVITY, WALL, NZ };

static bool are_given(unsigned nz)
{
    if (nz < NZ)
        zn_raise("needs %d parameters (m1, m2, l1, l2, g, wall), got %u", NZ,
                 nz);
    return nz >= NZ;
}

ZN_API zn_fn_s4 doubleMass;
ZN_API zn_fn_s5 doubleFGyr, doubleFGyrQ, doubleFGyrV;
ZN_API zn_fn_s6 doubleFInt, doubleFIntQ;
ZN_API zn_fn_s9 doubleGap1, doubleGap1Q, doubleGap2, doubleGap2Q;

/* ---- inertia ----------------------------------------------------------------- */

void doubleMass(unsigned n, double *q, double *M, unsigned nz, double *z)
{
    (void)n;
    if (!are_given(nz))
        return;
    M[0] = (z[M1] + z[M2]) * z[L1] * z[L1];
    M[1] = M[2] = z[M2] * z[L1] * z[L2] * cos(q[0] - q[1]);
    M[3] = z[M2] * z[L2] * z[L2];
}

void doubleFGyr(unsigned n, double *q, double *v, double *f, unsigned nz,
                double *z)
{
    (void)n;
    if (!are_given(nz))
        return;
    const double s = z[M2] * z[L1] * z[L2] * sin(q[0] - q[1]);
    f[0] = s * v[1] * v[1];
    f[1] = -s * v[0] * v[0];
}

void doubleFGyrQ(unsigned n, double *q, double *v, double *J, unsigned nz,
                 double *z)
{
    (void)n;
    if (!are_given(nz))
        return;
    const double c = z[M2] * z[L1] * z[L2] * cos(q[0] - q[1]);
    J[0] = c * v[1] * v[1];
    J[1] = -c * v[0] * v[0];
    J[2] = -J[0];
    J[3] = -J[1];
}

void doubleFGyrV(unsigned n, double *q, double *v, double *J, unsigned nz,
                 double *z)
{
    (void)n;
    if (!are_given(nz))
        return;
    const double s = z[M2] * z[L1] * z[L2] * sin(q[0] - q[1]);
    J[1] = -2 * s * v[0];
    J[2] = 2 * s * v[1];
}

/* ---- weight ------------------------------------------------------------------ */

void doubleFInt(double t, unsigned n, double *q, double *v, double *f,
                unsigned nz, double *z)
{
    (void)t, (void)n, (void)v;
    if (!are_given(nz))
        return;
    f[0] = (z[M1] + z[M2]) * z[GRAVITY] * z[L1] * sin(q[0]);
    f[1] = z[M2] * z[GRAVITY] * z[L2] * sin(q[1]);
}

void doubleFIntQ(double t, unsigned n, double *q, double *v, double *J,
                 unsigned nz, double *z)
{
    (void)t, (void)n, (void)v;
    if (!are_given(nz))
        return;
    J[0] = (z[M1] + z[M2]) * z[GRAVITY] * z[L1] * cos(q[0]);
    J[3] = z[M2] * z[GRAVITY] * z[L2] * cos(q[1]);
}

/* ---- the wall ---------------------------------------------------------------- */

void doubleGap1(unsigned nq, double *q, unsigned ny, double *y, unsigned nz,
                double *z)
{
    (void)nq, (void)ny;
    if (are_given(nz))
        y[0] = z[L1] * sin(q[0]) - z[WALL];
}

void doubleGap1Q(unsigned nq, double *q, unsigned ny, double *G, unsigned nz,
                 double *z)
{
    (void)nq, (void)ny;
    if (are_given(nz))
        G[0] = z[L1] * cos(q[0]);
}

void doubleGap2(unsigned nq, double *q, unsigned ny, double *y, unsigned nz,
                double *z)
{
    (void)nq, (void)ny;
    if (are_given(nz))
        y[0] = z[L1] * sin(q[0]) + z[L2] * sin(q[1]) - z[WALL];
}

void doubleGap2Q(unsigned nq, double *q, unsigned ny, double *G, unsigned nz,
                 double *z)
{
    (void)nq, (void)ny;
    if (!are_given(nz))
        return;
    G[0] = z[L1] * cos(q[0]);
    G[1] = z[L2] * cos(q[1]);
}

/* ---- what this plugin is ----------------------------------------------------- */

static const zn_symbol symbols[] = {
    {"doubleMass", "S4", 2, 2, "mass matrix; z = m1, m2, l1, l2, g, wall"},
    {"doubleFGyr", "S5", 2, 1, "gyroscopic terms"},
    {"doubleFGyrQ", "S5", 2, 2, "their derivative by q"},
    {"doubleFGyrV", "S5", 2, 2, "their derivative by v"},
    {"doubleFInt", "S6", 2, 1, "moments of the weights"},
    {"doubleFIntQ", "S6", 2, 2, "their derivative by q"},
    {"doubleGap1", "S9", 1, 1, "distance of the first mass from the wall"},
    {"doubleGap1Q", "S9", 1, 2, "its Jacobian"},
    {"doubleGap2", "S9", 1, 1, "distance of the second mass from the wall"},
    {"doubleGap2Q", "S9", 1, 2, "its Jacobian"},
    {0},
};
ZN_PLUGIN(DoublePendulumPlugin, .version = "1.0", .license = "Apache-2.0",
          .symbols = symbols);
