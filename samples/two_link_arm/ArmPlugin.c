/* ArmPlugin.c - an arm of two links and what controls it, as users' files have it
 * SPDX-License-Identifier: Apache-2.0
 *
 * z = (m1, m2, l1, l2, g, kp, kd, a1, a2, b1, b2, omega, depth, cancel) */
#include <math.h>

#include <zeno/operator.h>

enum { M1, M2, L1, L2, G, KP, KD, A1, A2, B1, B2, OMEGA, DEPTH, CANCEL };

ZN_API zn_fn_s4 ArmMass;
ZN_API zn_fn_s5 ArmGyr, ArmGyrQ, ArmGyrV;
ZN_API zn_fn_s6 ArmForce, ArmForceQ, ArmForceV;
ZN_API zn_fn_s9 ArmTip, ArmTipRow;

/* Links are uniform rods. */
static void inertia(const double *q, const double *z, double M[4])
{
    const double c = z[M2] * z[L1] * z[L2] * cos(q[1]) / 2;

    M[3] = z[M2] * z[L2] * z[L2] / 3;
    M[1] = M[2] = M[3] + c;
    M[0] = z[M1] * z[L1] * z[L1] / 3 + z[M2] * z[L1] * z[L1] + M[3] + 2 * c;
}

static void turning(const double *q, const double *v, const double *z, double f[2])
{
    const double s = z[M2] * z[L1] * z[L2] * sin(q[1]) / 2;

    f[0] = -s * v[1] * (2 * v[0] + v[1]);
    f[1] = s * v[0] * v[0];
}

/* Its derivatives, by columns. */
static void turning_q(const double *q, const double *v, const double *z, double J[4])
{
    const double ds = z[M2] * z[L1] * z[L2] * cos(q[1]) / 2;

    J[0] = J[1] = 0;
    J[2] = -ds * v[1] * (2 * v[0] + v[1]);
    J[3] = ds * v[0] * v[0];
}

static void turning_v(const double *q, const double *v, const double *z, double J[4])
{
    const double s = z[M2] * z[L1] * z[L2] * sin(q[1]) / 2;

    J[0] = -2 * s * v[1];
    J[1] = 2 * s * v[0];
    J[2] = -2 * s * (v[0] + v[1]);
    J[3] = 0;
}

void ArmMass(unsigned int n, double *q, double *M, unsigned int nz, double *z)
{
    (void)n, (void)nz;
    inertia(q, z, M);
}

void ArmGyr(unsigned int n, double *q, double *v, double *f, unsigned int nz, double *z)
{
    (void)n, (void)nz;
    turning(q, v, z, f);
}

void ArmGyrQ(unsigned int n, double *q, double *v, double *J, unsigned int nz, double *z)
{
    (void)n, (void)nz;
    turning_q(q, v, z, J);
}

void ArmGyrV(unsigned int n, double *q, double *v, double *J, unsigned int nz, double *z)
{
    (void)n, (void)nz;
    turning_v(q, v, z, J);
}

/* What the motors are to accelerate: q_d'' - kd e' - kp e, e = q - q_d. */
static void wanted(double t, const double *q, const double *v, const double *z, double u[2])
{
    const double w = z[OMEGA], s = sin(w * t), c = cos(w * t);
    const double qd[2] = {z[A1] + z[B1] * s, z[A2] + z[B2] * c};
    const double vd[2] = {w * z[B1] * c, -w * z[B2] * s};
    const double ad[2] = {-w * w * z[B1] * s, -w * w * z[B2] * c};

    for (int i = 0; i < 2; i++)
        u[i] = ad[i] - z[KD] * (v[i] - vd[i]) - z[KP] * (q[i] - qd[i]);
}

/* Weight less the moments of the motors. These cancel what turning needs and a part
 * of the weight, and add M u. */
void ArmForce(double t, unsigned int n, double *q, double *v, double *f, unsigned int nz,
              double *z)
{
    const double W2 = z[G] * z[M2] * z[L2] / 2 * cos(q[0] + q[1]);
    const double W[2] = {z[G] * (z[M1] / 2 + z[M2]) * z[L1] * cos(q[0]) + W2, W2};
    double M[4], k[2], u[2];

    (void)n, (void)nz;
    inertia(q, z, M);
    turning(q, v, z, k);
    wanted(t, q, v, z, u);
    for (int i = 0; i < 2; i++)
        f[i] = (1 - z[CANCEL]) * W[i] - M[i] * u[0] - M[i + 2] * u[1] - k[i];
}

/* (1 - cancel) dW/dq - (dM/dq) u + kp M - dN/dq */
void ArmForceQ(double t, unsigned int n, double *q, double *v, double *J, unsigned int nz,
               double *z)
{
    const double dW2 = -z[G] * z[M2] * z[L2] / 2 * sin(q[0] + q[1]);
    const double dW1 = dW2 - z[G] * (z[M1] / 2 + z[M2]) * z[L1] * sin(q[0]);
    const double dM = -z[M2] * z[L1] * z[L2] * sin(q[1]) / 2; /* of M[1], by the elbow */
    double M[4], N[4], u[2];

    (void)n, (void)nz;
    inertia(q, z, M);
    turning_q(q, v, z, N);
    wanted(t, q, v, z, u);
    for (int i = 0; i < 4; i++)
        J[i] = (1 - z[CANCEL]) * (i ? dW2 : dW1) + z[KP] * M[i] - N[i];
    J[2] -= dM * (2 * u[0] + u[1]);
    J[3] -= dM * u[0];
}

/* kd M - dN/dv */
void ArmForceV(double t, unsigned int n, double *q, double *v, double *J, unsigned int nz,
               double *z)
{
    double M[4], N[4];

    (void)t, (void)n, (void)nz;
    inertia(q, z, M);
    turning_v(q, v, z, N);
    for (int i = 0; i < 4; i++)
        J[i] = z[KD] * M[i] - N[i];
}

/* Height of the tip above the floor, `depth` below the shoulder. */
void ArmTip(unsigned int n, double *q, unsigned int ny, double *y, unsigned int nz,
            double *z)
{
    (void)n, (void)ny, (void)nz;
    y[0] = z[L1] * sin(q[0]) + z[L2] * sin(q[0] + q[1]) + z[DEPTH];
}

void ArmTipRow(unsigned int n, double *q, unsigned int ny, double *H, unsigned int nz,
               double *z)
{
    (void)n, (void)ny, (void)nz;
    H[1] = z[L2] * cos(q[0] + q[1]);
    H[0] = z[L1] * cos(q[0]) + H[1];
}
