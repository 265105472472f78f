// ArmPlugin.cpp - the arm of samples/two_link_arm as files of users in this field are: C++, no
// header of this library, argument lists S4, S5, S6 and S9 with const where they read, numbers
// of the arm in the file, and z for what the controller wants to tell.
// SPDX-License-Identifier: Apache-2.0
#ifdef _WIN32
#define EXPORT extern "C" __declspec(dllexport)
#else
#define EXPORT extern "C"
#endif
#include <math.h>

static double m1 = 2, m2 = 1.5, l1 = 0.5, l2 = 0.4, g = 9.81;
static double Kp = 100, Kd = 16, omega = 4, depth = 0.3;

EXPORT void ArmMass(unsigned int sizeOfq, const double *q, double *mass,
                    unsigned int sizeZ, double *z)
{
    double c = m2 * l1 * l2 * cos(q[1]) / 2;
    mass[3] = m2 * l2 * l2 / 3;
    mass[1] = mass[2] = mass[3] + c;
    mass[0] = m1 * l1 * l1 / 3 + m2 * l1 * l1 + mass[3] + 2 * c;
}

EXPORT void ArmGyr(unsigned int sizeOfq, const double *q, const double *velocity,
                   double *FGyr, unsigned int sizeZ, double *z)
{
    double s = m2 * l1 * l2 * sin(q[1]) / 2;
    FGyr[0] = -s * velocity[1] * (2 * velocity[0] + velocity[1]);
    FGyr[1] = s * velocity[0] * velocity[0];
}

EXPORT void ArmGyrQ(unsigned int sizeOfq, const double *q, const double *velocity,
                    double *jacob, unsigned int sizeZ, double *z)
{
    double s = m2 * l1 * l2 * cos(q[1]) / 2;
    jacob[0] = 0;
    jacob[1] = 0;
    jacob[2] = -s * velocity[1] * (2 * velocity[0] + velocity[1]);
    jacob[3] = s * velocity[0] * velocity[0];
}

EXPORT void ArmGyrV(unsigned int sizeOfq, const double *q, const double *velocity,
                    double *jacob, unsigned int sizeZ, double *z)
{
    double s = m2 * l1 * l2 * sin(q[1]) / 2;
    jacob[0] = -2 * s * velocity[1];
    jacob[1] = 2 * s * velocity[0];
    jacob[2] = -2 * s * (velocity[0] + velocity[1]);
    jacob[3] = 0;
}

// what the motors are to accelerate; the way, its errors and the phase go into z
static void control(double time, const double *q, const double *v, double *u, double *z)
{
    double s = sin(omega * time), c = cos(omega * time);
    double qd[2] = {0.3 + 0.5 * s, -1 + 0.4 * c};
    double vd[2] = {0.5 * omega * c, -0.4 * omega * s};
    double ad[2] = {-0.5 * omega * omega * s, -0.4 * omega * omega * c};
    for (int i = 0; i < 2; i++)
    {
        u[i] = ad[i] - Kd * (v[i] - vd[i]) - Kp * (q[i] - qd[i]);
        z[i] = qd[i];
        z[2 + i] = vd[i];
        z[4 + i] = ad[i];
        z[6 + i] = q[i] - qd[i];
        z[8 + i] = v[i] - vd[i];
    }
    z[10] = time;
    z[11] = l1 * sin(q[0]) + l2 * sin(q[0] + q[1]) + depth;
    z[12] = z[11] < 1e-6 ? 2 : 1; // pressing, or on its way
}

// motors less the weight that they carry
EXPORT void ArmForce(double time, unsigned int sizeOfq, const double *q,
                     const double *velocity, double *U, unsigned int sizeZ, double *z)
{
    double M[4], k[2], u[2];
    ArmMass(sizeOfq, q, M, sizeZ, z);
    ArmGyr(sizeOfq, q, velocity, k, sizeZ, z);
    control(time, q, velocity, u, z);
    for (int i = 0; i < 2; i++)
        U[i] = -M[i] * u[0] - M[i + 2] * u[1] - k[i];
}

EXPORT void ArmForceQ(double time, unsigned int sizeOfq, const double *q,
                      const double *velocity, double *jacob, unsigned int sizeZ,
                      double *z)
{
    double dM = -m2 * l1 * l2 * sin(q[1]) / 2, M[4], N[4], u[2];
    ArmMass(sizeOfq, q, M, sizeZ, z);
    ArmGyrQ(sizeOfq, q, velocity, N, sizeZ, z);
    control(time, q, velocity, u, z);
    for (int i = 0; i < 4; i++)
        jacob[i] = Kp * M[i] - N[i];
    jacob[2] -= dM * (2 * u[0] + u[1]);
    jacob[3] -= dM * u[0];
}

EXPORT void ArmForceV(double time, unsigned int sizeOfq, const double *q,
                      const double *velocity, double *jacob, unsigned int sizeZ,
                      double *z)
{
    double M[4], N[4];
    ArmMass(sizeOfq, q, M, sizeZ, z);
    ArmGyrV(sizeOfq, q, velocity, N, sizeZ, z);
    for (int i = 0; i < 4; i++)
        jacob[i] = Kd * M[i] - N[i];
}

EXPORT void ArmTip(unsigned int sizeOfq, const double *q, unsigned int sizeOfY, double *y,
                   unsigned int sizeZ, double *z)
{
    y[0] = l1 * sin(q[0]) + l2 * sin(q[0] + q[1]) + depth;
}

EXPORT void ArmTipRow(unsigned int sizeOfq, const double *q, unsigned int sizeOfY,
                      double *G, unsigned int sizeZ, double *z)
{
    G[1] = l2 * cos(q[0] + q[1]);
    G[0] = l1 * cos(q[0]) + G[1];
}
