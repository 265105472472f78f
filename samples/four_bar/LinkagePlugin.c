/* LinkagePlugin.c - a four-bar linkage whose three pins have play in their bearings
 * SPDX-License-Identifier: Apache-2.0
 *
 * q = (a1, a2, a3, x2, y2, x3, y3): angles of crank, coupler and rocker (rad), centres
 * of coupler and rocker (m). Two pivots are l0 apart; the crank turns about the first
 * without play. A pin of radius r moves in a bearing of radius R = r + play: the vector
 * from the one's centre to the other's is
 *
 *   crank - coupler    A = p2 - l2/2 e2 - l1 e1
 *   coupler - rocker   B = (l0, 0) + p3 + l3/2 e3 - l2/2 e2 - p2
 *   rocker - ground    D = p3 - l3/2 e3,                    e_i = (cos a_i, sin a_i)
 *
 * Each is a contact: gap play - |.|, and the velocity of the surfaces along the
 * tangent t = (n_y, -n_x), n = ./|.|: the second row of H, t' d(.)/dq and the radii
 * at the angles. That velocity is no derivative of a place; the place is given as 0.
 *
 * A motor on the crank follows a1_d = rise sin(w t) by the inverse dynamics of the
 * linkage without play (angles a1, A1, P1) and feedback with gains kp and slope.
 *
 * | function       | list | z                     | result                        |
 * |----------------|------|-----------------------|-------------------------------|
 * | linkageInt     | S6   | kp, slope, rise, w    | weights, minus the motor (N m, N) |
 * | linkageIntV    | S6   | kp, slope, rise, w    | its derivative by v           |
 * | linkagePins    | S9   | play                  | gap and 0 of the three pins (m) |
 * | linkagePinsJac | S9   | play                  | 6 x 7                         | */
#include <math.h>

#include <zeno/operator.h>

static const double l0 = 3, l1 = 1, l2 = 4, l3 = 2.5, m1 = 1, m2 = 1, m3 = 1,
                    pin = 0.055, g = 9.81;

ZN_API zn_fn_s6 linkageInt, linkageIntV;
ZN_API zn_fn_s9 linkagePins, linkagePinsJac;

/* ---- the motor ------------------------------------------------------------------- */

/* Angles of coupler and rocker without play. */
static void closed(double th, double *coupler, double *rocker)
{
    const double k1 = -2 * l1 * l3 * sin(th);
    const double k2 = 2 * l3 * (l0 - l1 * cos(th));
    const double k3 =
        l0 * l0 + l1 * l1 - l2 * l2 + l3 * l3 - 2 * l0 * l1 * cos(th);
    const double root = sqrt(k1 * k1 + k2 * k2 - k3 * k3);
    const double P = 2 * (acos(-1.0) + atan2(-k1 - root, k3 - k2));

    *rocker = P;
    *coupler =
        atan2(-l1 * sin(th) + l3 * sin(P), l0 - l1 * cos(th) + l3 * cos(P));
}

/* J(th) th'' + C(th, th') th' + gravity, th'' and th' those wanted and fed back;
 * *by_v: its derivative. */
static double torque(double t, double th, double v, const double z[],
                     double *by_v)
{
    const double kp = z[0], slope = z[1], rise = z[2], w = z[3];
    const double thd = rise * sin(w * t), vd = w * rise * cos(w * t);
    const double ad = -w * w * rise * sin(w * t);
    const double J1 = m1 * l1 * l1 / 12, J2 = m2 * l2 * l2 / 12;
    const double J3 = m3 * l3 * l3 / 12;
    const double I1 = (m1 * l1 * l1 / 4 + J1 + m2 * l1 * l1) / 2;
    const double I2 = (m2 * l2 * l2 / 4 + J2) / 2;
    const double I3 = (m3 * l3 * l3 / 4 + J3) / 2, P1 = m2 * l1 * l2 / 2;
    double A, P, D, D2, S1, S2, C1, T7, T11, T13, inertia, coriolis, weight;

    closed(th, &A, &P);
    D = sin(A - P);
    D2 = cos(2 * A - 2 * P) - 1; /* -2 D^2 */
    S1 = l1 * sin(P - th) / (l2 * D);
    S2 = l1 * sin(A - th) / (l3 * D);
    C1 = cos(th - A);
    T7 = sin(A - th);
    T11 = -l1 * cos(P - th) / (l2 * D) -
          l1 * sin(P - th) * cos(A - P) / (l2 * D * D) * S1 -
          2 * l1 * sin(A - th) / (l2 * D2) * S2;
    T13 = -l1 * cos(A - th) / (l3 * D) + 2 * l1 * sin(P - th) / (l3 * D2) * S1 +
          l1 * sin(A - th) * cos(A - P) / (l3 * D * D) * S2;
    inertia = 2 * (I1 + I2 * S1 * S1 + I3 * S2 * S2 + P1 * C1 * S1);
    coriolis = 2 * I2 * S1 * T11 + 2 * J3 * S2 * T13 +
               P1 * (C1 * T11 + S1 * (T7 - S1 * T7));
    weight = (m1 * l1 / 2 + m2 * l1) * g * cos(th) +
             S1 * (m2 * l2 / 2) * g * cos(A) + S2 * (m3 * l3 / 2) * g * cos(P);
    *by_v = -inertia * slope + coriolis * (2 * v - slope * (th - thd)) - kp;
    return inertia * (ad - slope * (v - vd)) +
           coriolis * v * (v - slope * (th - thd)) - kp * (v - vd) -
           kp * slope * (th - thd) + weight;
}

void linkageInt(double t, unsigned n, double *q, double *v, double *f,
                unsigned nz, double *z)
{
    double by_v;

    (void)n;
    if (nz < 4) {
        zn_raise("needs 4 parameters (kp, slope, rise, w), got %u", nz);
        return;
    }
    f[0] = m1 * g * l1 * cos(q[0]) / 2 - torque(t, q[0], v[0], z, &by_v);
    f[4] = m2 * g;
    f[6] = m3 * g;
}

void linkageIntV(double t, unsigned n, double *q, double *v, double *J,
                 unsigned nz, double *z)
{
    double by_v;

    (void)n;
    if (nz < 4) {
        zn_raise("needs 4 parameters (kp, slope, rise, w), got %u", nz);
        return;
    }
    torque(t, q[0], v[0], z, &by_v);
    J[0] = -by_v;
}

/* ---- the pins -------------------------------------------------------------------- */

/* Centre to centre, and its derivatives, 2 x 7. */
static void centres(const double q[], double d[3][2], double J[3][2][7])
{
    const double c[3] = {cos(q[0]), cos(q[1]), cos(q[2])};
    const double s[3] = {sin(q[0]), sin(q[1]), sin(q[2])};

    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 7; j++)
                J[k][i][j] = 0;
    d[0][0] = q[3] - l2 / 2 * c[1] - l1 * c[0];
    d[0][1] = q[4] - l2 / 2 * s[1] - l1 * s[0];
    J[0][0][0] = l1 * s[0];
    J[0][1][0] = -l1 * c[0];
    J[0][0][1] = l2 / 2 * s[1];
    J[0][1][1] = -l2 / 2 * c[1];
    J[0][0][3] = J[0][1][4] = 1;
    d[1][0] = l0 + q[5] + l3 / 2 * c[2] - l2 / 2 * c[1] - q[3];
    d[1][1] = q[6] + l3 / 2 * s[2] - l2 / 2 * s[1] - q[4];
    J[1][0][1] = l2 / 2 * s[1];
    J[1][1][1] = -l2 / 2 * c[1];
    J[1][0][2] = -l3 / 2 * s[2];
    J[1][1][2] = l3 / 2 * c[2];
    J[1][0][3] = J[1][1][4] = -1;
    J[1][0][5] = J[1][1][6] = 1;
    d[2][0] = q[5] - l3 / 2 * c[2];
    d[2][1] = q[6] - l3 / 2 * s[2];
    J[2][0][2] = l3 / 2 * s[2];
    J[2][1][2] = -l3 / 2 * c[2];
    J[2][0][5] = J[2][1][6] = 1;
}

static double play_of(unsigned nz, const double z[])
{
    if (nz >= 1)
        return z[0];
    zn_raise("needs 1 parameter (play), got %u", nz);
    return 0;
}

void linkagePins(unsigned nq, double *q, unsigned ny, double *y, unsigned nz,
                 double *z)
{
    const double play = play_of(nz, z);
    double d[3][2], J[3][2][7];

    (void)nq, (void)ny;
    centres(q, d, J);
    for (int k = 0; k < 3; k++) {
        y[2 * k] = play - hypot(d[k][0], d[k][1]);
        y[2 * k + 1] = 0;
    }
}

void linkagePinsJac(unsigned nq, double *q, unsigned ny, double *H, unsigned nz,
                    double *z)
{
    const double bearing = pin + play_of(nz, z);
    double d[3][2], J[3][2][7];

    (void)nq;
    centres(q, d, J);
    for (int k = 0; k < 3; k++) {
        const double a = hypot(d[k][0], d[k][1]);
        /* concentric: any direction will do */
        const double n0 = a > 0 ? d[k][0] / a : 1, n1 = a > 0 ? d[k][1] / a : 0;

        for (int j = 0; j < 7; j++) {
            double *h = H + 2 * k + (int)ny * j;
            h[0] = -n0 * J[k][0][j] - n1 * J[k][1][j];
            h[1] = n1 * J[k][0][j] - n0 * J[k][1][j];
        }
        H[2 * k + 1 + (int)ny * k] -= pin;
        if (k < 2)
            H[2 * k + 1 + (int)ny * (k + 1)] += bearing;
    }
}

static const zn_symbol symbols[] = {
    {"linkageInt", "S6", 7, 1, "weights and motor; z = kp, slope, rise, w"},
    {"linkageIntV", "S6", 7, 7, "derivative by the rates"},
    {"linkagePins", "S9", 6, 1, "gaps of the pins; z = play"},
    {"linkagePinsJac", "S9", 6, 7, "their Jacobian, with the sliding rows"},
    {0},
};
ZN_PLUGIN(LinkagePlugin, .version = "1.0", .license = "Apache-2.0",
          .symbols = symbols);
