/* PendulumPlugin.c - a pendulum, in its angle and in the plane
 * SPDX-License-Identifier: Apache-2.0
 *
 * Angle q[0] from the hanging position (rad); z = m, l, g, wall.
 *
 * | function        | list | result                                         |
 * |-----------------|------|------------------------------------------------|
 * | pendulumFInt    | S6   | m g l sin q                              (N m) |
 * | pendulumFIntJac | S6   | m g l cos q                                    |
 * | pendulumGap     | S9   | y = l sin q - wall                        (m)  |
 * | pendulumGapJac  | S9   | l cos q                                        |
 *
 * Point q = (x, y), y upwards (m), the suspension is at 0.
 *
 * | function        | list | result                                         |
 * |-----------------|------|------------------------------------------------|
 * | pendulumRod     | S9   | |q| - l, kept at 0                         (m) |
 * | pendulumRodJac  | S9   | q' / |q|                                       |
 * | pendulumWall    | S9   | x - wall                                   (m) |
 * | pendulumWallJac | S9   | (1, 0)                                         | */
#include <math.h>

#include <zeno/operator.h>

enum { MASS, LENGTH, GRAVITY, WALL, NZ };

static bool are_given(unsigned nz)
{
    if (nz < NZ)
        zn_raise("needs %d parameters (m, l, g, wall), got %u", NZ, nz);
    return nz >= NZ;
}

ZN_API zn_fn_s6 pendulumFInt, pendulumFIntJac;
ZN_API zn_fn_s9 pendulumGap, pendulumGapJac, pendulumRod, pendulumRodJac,
    pendulumWall, pendulumWallJac;

void pendulumFInt(double t, unsigned n, double *q, double *v, double *f,
                  unsigned nz, double *z)
{
    (void)t, (void)n, (void)v;
    if (are_given(nz))
        f[0] = z[MASS] * z[GRAVITY] * z[LENGTH] * sin(q[0]);
}

void pendulumFIntJac(double t, unsigned n, double *q, double *v, double *J,
                     unsigned nz, double *z)
{
    (void)t, (void)n, (void)v;
    if (are_given(nz))
        J[0] = z[MASS] * z[GRAVITY] * z[LENGTH] * cos(q[0]);
}

void pendulumGap(unsigned nq, double *q, unsigned ny, double *y, unsigned nz,
                 double *z)
{
    (void)nq, (void)ny;
    if (are_given(nz))
        y[0] = z[LENGTH] * sin(q[0]) - z[WALL];
}

void pendulumGapJac(unsigned nq, double *q, unsigned ny, double *G, unsigned nz,
                    double *z)
{
    (void)nq, (void)ny;
    if (are_given(nz))
        G[0] = z[LENGTH] * cos(q[0]);
}

void pendulumRod(unsigned nq, double *q, unsigned ny, double *y, unsigned nz,
                 double *z)
{
    (void)nq, (void)ny;
    if (are_given(nz))
        y[0] = hypot(q[0], q[1]) - z[LENGTH];
}

void pendulumRodJac(unsigned nq, double *q, unsigned ny, double *G, unsigned nz,
                    double *z)
{
    const double r = hypot(q[0], q[1]);

    (void)nq, (void)ny, (void)nz, (void)z;
    if (r == 0) {
        zn_raise_retry(
            "the mass is at the suspension, the rod has no direction");
        return;
    }
    G[0] = q[0] / r;
    G[1] = q[1] / r;
}

void pendulumWall(unsigned nq, double *q, unsigned ny, double *y, unsigned nz,
                  double *z)
{
    (void)nq, (void)ny;
    if (are_given(nz))
        y[0] = q[0] - z[WALL];
}

void pendulumWallJac(unsigned nq, double *q, unsigned ny, double *G,
                     unsigned nz, double *z)
{
    (void)nq, (void)q, (void)ny, (void)nz, (void)z;
    G[0] = 1;
}

static const zn_symbol symbols[] = {
    {"pendulumFInt", "S6", 1, 1, "moment of the weight; z = m, l, g, wall"},
    {"pendulumFIntJac", "S6", 1, 1, "its derivative by the angle"},
    {"pendulumGap", "S9", 1, 1, "distance from the wall, by the angle"},
    {"pendulumGapJac", "S9", 1, 1, "its derivative"},
    {"pendulumRod", "S9", 1, 1, "what the rod is too long"},
    {"pendulumRodJac", "S9", 1, 2, "its Jacobian"},
    {"pendulumWall", "S9", 1, 1, "distance from the wall, in the plane"},
    {"pendulumWallJac", "S9", 1, 2, "its Jacobian"},
    {0},
};
ZN_PLUGIN(PendulumPlugin, .version = "1.0", .license = "Apache-2.0",
          .symbols = symbols);
