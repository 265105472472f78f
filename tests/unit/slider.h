/* slider.h - the slider-pendulum, a small system with every term: a slider of
 * m1 on a spring, with a pendulum of m2 at length L; q = (x, phi)
 *     M = [m1 + m2, m2 L cos(phi); ., m2 L^2]
 *     N = (-m2 L sin(phi) phi'^2, 0)
 *     f_int = (3 x + 0.4 x', m2 g L sin(phi) + 0.1 phi'),  f_ext = (sin 3t, .2)
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SLIDER_H
#define SLIDER_H

#include <math.h>

#include <zeno/ds.h>

enum { SLIDER_N = 2 };
static const double slider_m1 = 1.3, slider_m2 = 0.7, slider_L = 0.9,
                    slider_g = 9.81;

static void slider_mass(unsigned n, double *q, double *M, unsigned nz,
                        double *z)
{
    (void)n, (void)nz, (void)z;
    M[0] = slider_m1 + slider_m2;
    M[1] = M[2] = slider_m2 * slider_L * cos(q[1]);
    M[3] = slider_m2 * slider_L * slider_L;
}

static void slider_f_ext(double t, unsigned n, double *f, unsigned nz,
                         double *z)
{
    (void)n, (void)nz, (void)z;
    f[0] = sin(3 * t);
    f[1] = 0.2;
}

static void slider_f_int(double t, unsigned n, double *q, double *v, double *f,
                         unsigned nz, double *z)
{
    (void)t, (void)n, (void)nz, (void)z;
    f[0] = 3 * q[0] + 0.4 * v[0];
    f[1] = slider_m2 * slider_g * slider_L * sin(q[1]) + 0.1 * v[1];
}

static void slider_f_int_q(double t, unsigned n, double *q, double *v,
                           double *J, unsigned nz, double *z)
{
    (void)t, (void)n, (void)v, (void)nz, (void)z;
    J[0] = 3;
    J[3] = slider_m2 * slider_g * slider_L * cos(q[1]);
}

static void slider_f_int_v(double t, unsigned n, double *q, double *v,
                           double *J, unsigned nz, double *z)
{
    (void)t, (void)n, (void)q, (void)v, (void)nz, (void)z;
    J[0] = 0.4;
    J[3] = 0.1;
}

static void slider_f_gyr(unsigned n, double *q, double *v, double *f,
                         unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    f[0] = -slider_m2 * slider_L * sin(q[1]) * v[1] * v[1];
}

static void slider_f_gyr_q(unsigned n, double *q, double *v, double *J,
                           unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    J[2] = -slider_m2 * slider_L * cos(q[1]) * v[1] * v[1];
}

static void slider_f_gyr_v(unsigned n, double *q, double *v, double *J,
                           unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    J[2] = -2 * slider_m2 * slider_L * sin(q[1]) * v[1];
}

/* The system; without Jacobians if `exact` is false. */
static inline zn_status slider_named(zn_ctx *ctx, const char *name, const double q[],
                                     const double v[], bool exact, zn_ds **out)
{
    const struct {
        const char *op;
        zn_fn *fn;
        bool jac;
    } f[] = {
        {"mass", (zn_fn *)slider_mass, false},
        {"f_ext", (zn_fn *)slider_f_ext, false},
        {"f_int", (zn_fn *)slider_f_int, false},
        {"f_gyr", (zn_fn *)slider_f_gyr, false},
        {"jac_f_int_q", (zn_fn *)slider_f_int_q, true},
        {"jac_f_int_v", (zn_fn *)slider_f_int_v, true},
        {"jac_f_gyr_q", (zn_fn *)slider_f_gyr_q, true},
        {"jac_f_gyr_v", (zn_fn *)slider_f_gyr_v, true},
    };
    zn_status st = zn_ds_new(ctx, "lagrangian", name, SLIDER_N, q, v, out);

    for (size_t i = 0; !st && i < sizeof f / sizeof *f; i++)
        if (exact || !f[i].jac)
            st = zn_ds_set_function(*out, f[i].op, f[i].fn);
    return st;
}

static inline zn_status slider_new(zn_ctx *ctx, const double q[],
                                   const double v[], bool exact, zn_ds **out)
{
    return slider_named(ctx, "slider", q, v, exact, out);
}

#endif
