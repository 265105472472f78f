/* BallPlugin.c - a ball over a floor: weight and gap
 * SPDX-License-Identifier: Apache-2.0
 *
 * q[0] is the height of the centre (m); further coordinates, as the rotation of
 * a ball, feel no weight. Of two balls joined, q holds both one after the other.
 *
 * | function       | list | result                                | z            |
 * |----------------|------|---------------------------------------|--------------|
 * | ballFExt       | S2   | F_ext = (-m g, 0, ...)          (N)   | m, g         |
 * | ballGap        | S9   | y = q[0] - R                    (m)   | R            |
 * | ballGapJac     | S9   | dy/dq                                 | -            |
 * | ballPairGap    | S9   | y = |c2 - c1| - R1 - R2         (m)   | R1, R2, dim  |
 * | ballPairGapJac | S9   | dy/dq                                 | R1, R2, dim  |
 *
 * m mass (kg), g gravity (m/s^2), R radius (m). For a pair, the first dim
 * coordinates of each ball are the position of its centre, c1 and c2. */
#include <math.h>

#include <zeno/operator.h>

ZN_API zn_fn_s2 ballFExt;
ZN_API zn_fn_s9 ballGap, ballGapJac, ballPairGap, ballPairGapJac;

/* ---- a ball over the floor ----------------------------------------------------- */

void ballFExt(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)t;
    (void)n;
    if (nz < 2) {
        zn_raise("needs 2 parameters (m, g), got %u", nz);
        return;
    }
    f[0] = -z[0] * z[1];
}

void ballGap(unsigned nq, double *q, unsigned ny, double *y, unsigned nz,
             double *z)
{
    (void)nq;
    (void)ny;
    if (nz < 1) {
        zn_raise("needs 1 parameter (R), got %u", nz);
        return;
    }
    y[0] = q[0] - z[0];
}

void ballGapJac(unsigned nq, double *q, unsigned ny, double *G, unsigned nz,
                double *z)
{
    (void)nq;
    (void)q;
    (void)ny;
    (void)nz;
    (void)z;
    G[0] = 1;
}

/* ---- two balls --------------------------------------------------------------------- */

/* Are the parameters of a pair in order? */
static bool pair_is_given(unsigned nq, unsigned nz, const double *z)
{
    if (nz < 3) {
        zn_raise("needs 3 parameters (R1, R2, dim), got %u", nz);
        return false;
    }
    if (nq % 2 || !(z[2] >= 1 && z[2] <= nq / 2)) {
        zn_raise("dim = %g does not fit two balls with %u coordinates together",
                 z[2], nq);
        return false;
    }
    return true;
}

/* Distance of the centres. */
static double distance(unsigned nq, const double *q, unsigned dim)
{
    double sum = 0;
    for (unsigned i = 0; i < dim; i++) {
        const double d = q[nq / 2 + i] - q[i];
        sum += d * d;
    }
    return sqrt(sum);
}

void ballPairGap(unsigned nq, double *q, unsigned ny, double *y, unsigned nz,
                 double *z)
{
    (void)ny;
    if (pair_is_given(nq, nz, z))
        y[0] = distance(nq, q, (unsigned)z[2]) - z[0] - z[1];
}

void ballPairGapJac(unsigned nq, double *q, unsigned ny, double *G, unsigned nz,
                    double *z)
{
    (void)ny;
    if (!pair_is_given(nq, nz, z))
        return;
    const unsigned dim = (unsigned)z[2];
    const double d = distance(nq, q, dim);
    if (d == 0) {
        zn_raise_retry("the centres coincide, the gap has no direction");
        return;
    }
    for (unsigned i = 0; i < dim; i++) {
        G[nq / 2 + i] = (q[nq / 2 + i] - q[i]) / d;
        G[i] = -G[nq / 2 + i];
    }
}

/* ---- what this plugin is ------------------------------------------------------------ */

static const zn_symbol symbols[] = {
    {"ballFExt", "S2", -1, 1, "weight; z = m, g"},
    {"ballGap", "S9", 1, 1, "height of the lowest point; z = R"},
    {"ballGapJac", "S9", 1, -1, "its Jacobian"},
    {"ballPairGap", "S9", 1, 1, "gap of two balls; z = R1, R2, dim"},
    {"ballPairGapJac", "S9", 1, -1, "its Jacobian; z = R1, R2, dim"},
    {0},
};
ZN_PLUGIN(BallPlugin, .version = "1.0", .license = "Apache-2.0",
          .symbols = symbols);
