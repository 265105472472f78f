/* CrankPlugin.c - crank, rod, and a slider with play in its guide
 * SPDX-License-Identifier: Apache-2.0
 *
 * q = (a1, a2, a3): angles of crank, rod and slider (rad). The slider is a box of
 * half length a and half height b between two walls at +- d/2, d = 2 (b + play).
 * z = play (m); the other data are those of P. Flores, R. Leine, C. Glocker,
 * Multibody System Dynamics 23 (2010).
 *
 *   M     = [.., k cos(a2 - a1), 0; k cos(a2 - a1), .., 0; 0, 0, J3]
 *   f_gyr = k sin(a1 - a2) (a2'^2, -a1'^2, 0),    k = (m2/2 + m3) l1 l2
 *   f_int = g ((m1/2 + m2 + m3) l1 cos a1, (m2/2 + m3) l2 cos a2, 0)
 *
 * | function     | list | result                                              |
 * |--------------|------|-----------------------------------------------------|
 * | crankMass    | S4   | M                                          (kg m^2) |
 * | crankGyr     | S5   | f_gyr                                         (N m) |
 * | crankGyrQ    | S5   | df_gyr/dq                                           |
 * | crankGyrV    | S5   | df_gyr/dv                                           |
 * | crankInt     | S6   | f_int                                         (N m) |
 * | crankIntQ    | S6   | df_int/dq                                           |
 * | crankGuide   | S9   | gap and place along the wall of the four corners (m) |
 * | crankGuideJac | S9  | their Jacobian, 8 x 3                               | */
#include <math.h>

#include <zeno/operator.h>

static const double l1 = 0.153, l2 = 0.306, a = 0.05, b = 0.025, m1 = 0.038,
                    m2 = 0.038, m3 = 0.076, J1 = 7.4e-5, J2 = 5.9e-4,
                    J3 = 2.7e-6, g = 9.81;

ZN_API zn_fn_s4 crankMass;
ZN_API zn_fn_s5 crankGyr, crankGyrQ, crankGyrV;
ZN_API zn_fn_s6 crankInt, crankIntQ;
ZN_API zn_fn_s9 crankGuide, crankGuideJac;

static double coupling(void)
{
    return (m2 / 2 + m3) * l1 * l2;
}

void crankMass(unsigned n, double *q, double *M, unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    M[0] = J1 + (m1 / 4 + m2 + m3) * l1 * l1;
    M[1] = M[3] = coupling() * cos(q[1] - q[0]);
    M[4] = J2 + (m2 / 4 + m3) * l2 * l2;
    M[8] = J3;
}

void crankGyr(unsigned n, double *q, double *v, double *f, unsigned nz,
              double *z)
{
    const double k = coupling() * sin(q[0] - q[1]);

    (void)n, (void)nz, (void)z;
    f[0] = k * v[1] * v[1];
    f[1] = -k * v[0] * v[0];
}

void crankGyrQ(unsigned n, double *q, double *v, double *J, unsigned nz,
               double *z)
{
    const double k = coupling() * cos(q[0] - q[1]);

    (void)n, (void)nz, (void)z;
    J[0] = k * v[1] * v[1];
    J[1] = -k * v[0] * v[0];
    J[3] = -J[0];
    J[4] = -J[1];
}

void crankGyrV(unsigned n, double *q, double *v, double *J, unsigned nz,
               double *z)
{
    const double k = 2 * coupling() * sin(q[0] - q[1]);

    (void)n, (void)nz, (void)z;
    J[1] = -k * v[0];
    J[3] = k * v[1];
}

void crankInt(double t, unsigned n, double *q, double *v, double *f,
              unsigned nz, double *z)
{
    (void)t, (void)n, (void)v, (void)nz, (void)z;
    f[0] = (m1 / 2 + m2 + m3) * g * l1 * cos(q[0]);
    f[1] = (m2 / 2 + m3) * g * l2 * cos(q[1]);
}

void crankIntQ(double t, unsigned n, double *q, double *v, double *J,
               unsigned nz, double *z)
{
    (void)t, (void)n, (void)v, (void)nz, (void)z;
    J[0] = -(m1 / 2 + m2 + m3) * g * l1 * sin(q[0]);
    J[4] = -(m2 / 2 + m3) * g * l2 * sin(q[1]);
}

/* ---- the guide: corner i is at (X, Y) + R(a3) (x, y) ------------------------- */

/* upper left, upper right, lower left, lower right */
static const double side[4] = {-1, 1, -1, 1}, top[4] = {1, 1, -1, -1};

void crankGuide(unsigned nq, double *q, unsigned ny, double *y, unsigned nz,
                double *z)
{
    const double X = l1 * cos(q[0]) + l2 * cos(q[1]);
    const double Y = l1 * sin(q[0]) + l2 * sin(q[1]);
    const double s = sin(q[2]), c = cos(q[2]);

    (void)nq, (void)ny;
    if (nz < 1) {
        zn_raise("needs 1 parameter (play), got %u", nz);
        return;
    }
    for (int i = 0; i < 4; i++) {
        y[2 * i] = b + z[0] - top[i] * (Y + side[i] * a * s + top[i] * b * c);
        y[2 * i + 1] = X + side[i] * a * c - top[i] * b * s;
    }
}

void crankGuideJac(unsigned nq, double *q, unsigned ny, double *H, unsigned nz,
                   double *z)
{
    const double s = sin(q[2]), c = cos(q[2]);

    (void)nq, (void)ny, (void)nz, (void)z;
    for (int i = 0; i < 4; i++) {
        double *n = H + 2 * i, *t = n + 1;

        n[0] = -top[i] * l1 * cos(q[0]);
        n[8] = -top[i] * l2 * cos(q[1]);
        n[16] = -top[i] * (side[i] * a * c - top[i] * b * s);
        t[0] = -l1 * sin(q[0]);
        t[8] = -l2 * sin(q[1]);
        t[16] = -side[i] * a * s - top[i] * b * c;
    }
}

static const zn_symbol symbols[] = {
    {"crankMass", "S4", 3, 3, "mass of crank, rod and slider"},
    {"crankGyr", "S5", 3, 1, "gyroscopic moments"},
    {"crankGyrQ", "S5", 3, 3, "their derivative by q"},
    {"crankGyrV", "S5", 3, 3, "their derivative by v"},
    {"crankInt", "S6", 3, 1, "moments of the weights"},
    {"crankIntQ", "S6", 3, 3, "their derivative by q"},
    {"crankGuide", "S9", 8, 1, "gap and place of the corners; z = play"},
    {"crankGuideJac", "S9", 8, 3, "their Jacobian"},
    {0},
};
ZN_PLUGIN(CrankPlugin, .version = "1.0", .license = "Apache-2.0",
          .symbols = symbols);
