/* SliderPlugin.c - a slider that carries a pendulum
 * SPDX-License-Identifier: Apache-2.0
 *
 * q = (x, y, a): slider (m) and angle of the pendulum from hanging (rad);
 * z = m1, m2, l, g: masses of slider and bob (kg), length (m), gravity (m/s^2).
 *
 *   M     = [m1 + m2, 0, m2 l c; 0, m1 + m2, m2 l s; m2 l c, m2 l s, m2 l^2]
 *   f_gyr = m2 l a'^2 (-s, c, 0)
 *   f_int = g (0, m1 + m2, m2 l s),      s = sin a, c = cos a
 *
 * | function   | list | result                                              |
 * |------------|------|-----------------------------------------------------|
 * | sliderMass | S4   | M                                                   |
 * | sliderGyr  | S5   | f_gyr                                               |
 * | sliderGyrQ | S5   | df_gyr/dq                                           |
 * | sliderGyrV | S5   | df_gyr/dv                                           |
 * | sliderInt  | S6   | f_int                                               |
 * | sliderIntQ | S6   | df_int/dq                                           | */
#include <math.h>

#include <zeno/operator.h>

enum { M1, M2, L, GRAVITY, NZ };

static bool are_given(unsigned nz)
{
    if (nz < NZ)
        zn_raise("needs %d parameters (m1, m2, l, g), got %u", NZ, nz);
    return nz >= NZ;
}

ZN_API zn_fn_s4 sliderMass;
ZN_API zn_fn_s5 sliderGyr, sliderGyrQ, sliderGyrV;
ZN_API zn_fn_s6 sliderInt, sliderIntQ;

void sliderMass(unsigned n, double *q, double *M, unsigned nz, double *z)
{
    (void)n;
    if (!are_given(nz))
        return;
    M[0] = M[4] = z[M1] + z[M2];
    M[2] = M[6] = z[M2] * z[L] * cos(q[2]);
    M[5] = M[7] = z[M2] * z[L] * sin(q[2]);
    M[8] = z[M2] * z[L] * z[L];
}

void sliderGyr(unsigned n, double *q, double *v, double *f, unsigned nz,
               double *z)
{
    (void)n;
    if (!are_given(nz))
        return;
    const double k = z[M2] * z[L] * v[2] * v[2];
    f[0] = -k * sin(q[2]);
    f[1] = k * cos(q[2]);
}

void sliderGyrQ(unsigned n, double *q, double *v, double *J, unsigned nz,
                double *z)
{
    (void)n;
    if (!are_given(nz))
        return;
    const double k = z[M2] * z[L] * v[2] * v[2];
    J[6] = -k * cos(q[2]);
    J[7] = -k * sin(q[2]);
}

void sliderGyrV(unsigned n, double *q, double *v, double *J, unsigned nz,
                double *z)
{
    (void)n;
    if (!are_given(nz))
        return;
    const double k = 2 * z[M2] * z[L] * v[2];
    J[6] = -k * sin(q[2]);
    J[7] = k * cos(q[2]);
}

void sliderInt(double t, unsigned n, double *q, double *v, double *f,
               unsigned nz, double *z)
{
    (void)t, (void)n, (void)v;
    if (!are_given(nz))
        return;
    f[1] = (z[M1] + z[M2]) * z[GRAVITY];
    f[2] = z[M2] * z[L] * z[GRAVITY] * sin(q[2]);
}

void sliderIntQ(double t, unsigned n, double *q, double *v, double *J,
                unsigned nz, double *z)
{
    (void)t, (void)n, (void)v;
    if (!are_given(nz))
        return;
    J[8] = z[M2] * z[L] * z[GRAVITY] * cos(q[2]);
}

static const zn_symbol symbols[] = {
    {"sliderMass", "S4", 3, 3, "mass; z = m1, m2, l, g"},
    {"sliderGyr", "S5", 3, 1, "gyroscopic forces"},
    {"sliderGyrQ", "S5", 3, 3, "their derivative by q"},
    {"sliderGyrV", "S5", 3, 3, "their derivative by v"},
    {"sliderInt", "S6", 3, 1, "weight"},
    {"sliderIntQ", "S6", 3, 3, "its derivative by q"},
    {0},
};
ZN_PLUGIN(SliderPlugin, .version = "1.0", .license = "Apache-2.0",
          .symbols = symbols);
