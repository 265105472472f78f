/* plain.c - functions without a description, as users' files have them
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include <zeno/operator.h>

ZN_API zn_fn_s2 weight, nan_force, inf_force, broken_force, outside_force;
ZN_API zn_fn_s4 unit_mass, nan_mass;
ZN_API zn_fn_s13 drive;

void weight(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)t;
    (void)n;
    f[0] = nz ? -z[0] : -9.81;
}

void unit_mass(unsigned n, double *q, double *M, unsigned nz, double *z)
{
    (void)q;
    (void)nz;
    (void)z;
    for (unsigned i = 0; i < n; i++)
        M[i + i * n] = 1;
}

/* the force of a motor: of time, coordinate and rate */
void drive(double t, unsigned nx, double *x, unsigned nl, double *lambda,
           double *f, unsigned nz, double *z)
{
    (void)nx, (void)nl, (void)nz, (void)z;
    f[0] = sin(3 * t) - 2 * x[0] - 0.1 * lambda[0];
}

/* ---- functions that fail from some time on ---------------------------------- */

void nan_force(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)nz;
    (void)z;
    f[n - 1] = sqrt(0.25 - t);
}

void inf_force(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)n;
    (void)nz;
    (void)z;
    f[0] = 1 / (t > 0.25 ? 0 : 1.0);
}

void nan_mass(unsigned n, double *q, double *M, unsigned nz, double *z)
{
    unit_mass(n, q, M, nz, z);
    M[1] = nan("");
}

void broken_force(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)n;
    (void)f;
    (void)nz;
    (void)z;
    if (t > 0.25)
        zn_raise("the spring is torn at %g", t);
}

void outside_force(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)n;
    (void)f;
    (void)nz;
    (void)z;
    if (t > 0.25)
        zn_raise_retry("%g is outside", t);
}
