/* problems.h - the data of the benchmark's models, the same for every driver
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by C and by C++ drivers. The user functions have the argument
 * lists that both sides of the comparison take (S2, S4, S5, S6, S9, S11 of
 * zeno/operator.h), so not even a product is written twice. */
#ifndef BENCH_PROBLEMS_H
#define BENCH_PROBLEMS_H

#include <math.h>
#include <stddef.h>

static const double bench_gravity = 9.81; /* m/s^2 */
static const double bench_theta = 0.5; /* of the scheme */
static const double bench_gamma = 0.5; /* of the activation rule */
/* where Newton's method iterates both sides stop on the residual (N s), so far
 * down that their final positions agree in spite of different loops */
static const double bench_newton = 1e-13;

/* ---- ball: falls from 1 m on the ground, three coordinates, one moves ------ */

static const double ball_h = 0.005;     /* s */
static const double ball_mass = 1;      /* kg */
static const double ball_radius = 0.1;  /* m */
static const double ball_e = 0.9;

/* ---- columns and independent balls ---------------------------------------- */

static const double bead_h = 5e-4; /* s */
/* an eighth: sums of diameters and gaps in sixteenths are exact */
static const double bead_radius = 0.125; /* m */
static const double bead_e = 0.9;

/* Column that falls: gaps of 2^-10 m; every other bead moves down faster, so
 * contacts close all along the column from the first milliseconds on. */
static inline double column_height(size_t i)
{
    return bead_radius + (double)i * (2 * bead_radius + 0x1p-10) + 0x1p-10;
}

static inline double column_velocity(size_t i)
{
    return i % 2 ? -1.5 : -0.5; /* m/s */
}

/* Column at rest: neighbours overlap by 2^-14 m (a 4000th of a diameter), so
 * that rounding decides about no contact: all N of them are active always and
 * carry the weight of what is above. */
static inline double rest_height(size_t i)
{
    return bead_radius + (double)i * 2 * bead_radius -
           (double)(i + 1) * 0x1p-14;
}

/* Balls that do not know of each other, from 0 to 1 m above the ground. */
static inline double balls_height(size_t i)
{
    return bead_radius + (double)(i * 37 % 97) / 97;
}

/* ---- bar: n nodes of a linear elastic bar, hits a wall --------------------- */

static const double bar_h = 2e-6;      /* s */
static const double bar_E = 210e9;     /* N/m^2 */
static const double bar_S = 0.000314;  /* m^2 */
static const double bar_rho = 7800;    /* kg/m^3 */
static const double bar_q0 = 5e-5;     /* m */
static const double bar_v0 = -0.1;     /* m/s */

/* Entry (i, j) of the mass (kg) and stiffness (N/m) matrix, element 1/n m. */
static inline double bar_mass(size_t n, size_t i, size_t j)
{
    double m = bar_rho * bar_S / (double)n;

    if (i == j)
        return i == 0 || i == n - 1 ? m / 3 : 2 * m / 3;
    return i + 1 == j || j + 1 == i ? m / 6 : 0;
}

static inline double bar_stiffness(size_t n, size_t i, size_t j)
{
    double k = bar_E * bar_S * (double)n;

    if (i == j)
        return i == 0 || i == n - 1 ? k : 2 * k;
    return i + 1 == j || j + 1 == i ? -k : 0;
}

/* ---- cam: spring-mass follower on a cam at 358 rpm -------------------------- */

static const double cam_h = 1e-4;        /* s */
static const double cam_mass = 1.221;    /* kg */
static const double cam_spring = 1430.8; /* N/m */
static const double cam_e = 0.8;
static const double cam_q0 = 0.4; /* m */
static const double cam_v0 = 0.4; /* m/s */

/* Cycloidal profile: rise 100, high dwell 40, return 100 degrees, lift 50 mm;
 * order 0, 1, 2: position (m), velocity, acceleration at time t. */
static inline double cam_motion(double t, int order)
{
    const double pi = 3.14159265358979323846;
    const double w = 2 * pi * 358 / 60, lift = 0.05;
    const double rise = 100 * pi / 180, dwell = 40 * pi / 180;
    double a = fmod(w * t, 2 * pi), xi, s = 1, f = w / rise;

    if (a < rise) {
        xi = a / rise;
    } else if (a < rise + dwell) {
        return order ? 0 : lift;
    } else if (a < 2 * rise + dwell) {
        xi = (a - rise - dwell) / rise;
        s = -1;
    } else {
        return 0;
    }
    if (order == 0) {
        double c = xi - sin(2 * pi * xi) / (2 * pi);
        return lift * (s > 0 ? c : 1 - c);
    }
    if (order == 1)
        return s * lift * f * (1 - cos(2 * pi * xi));
    return s * lift * f * f * 2 * pi * sin(2 * pi * xi);
}

/* The force on the follower in coordinates that move with the cam (S2). */
static inline void cam_f_ext(double t, unsigned n, double *f, unsigned nz,
                             double *z)
{
    (void)n, (void)nz, (void)z;
    f[0] = -(cam_mass * cam_motion(t, 2) + cam_spring * cam_motion(t, 0));
}

/* The gap in coordinates at rest and its derivatives (S11). */
static inline void cam_gap(unsigned nq, double *q, double t, unsigned ny,
                           double *y, unsigned nz, double *z)
{
    (void)nq, (void)ny, (void)nz, (void)z;
    y[0] = q[0] - cam_motion(t, 0);
}

static inline void cam_gap_dot(unsigned nq, double *q, double t, unsigned ny,
                               double *y, unsigned nz, double *z)
{
    (void)nq, (void)q, (void)ny, (void)nz, (void)z;
    y[0] = -cam_motion(t, 1);
}

static inline void cam_gap_q(unsigned nq, double *q, double t, unsigned ny,
                             double *C, unsigned nz, double *z)
{
    (void)nq, (void)q, (void)t, (void)ny, (void)nz, (void)z;
    C[0] = 1;
}

/* ---- double pendulum, absolute angles, unit masses and lengths -------------- */

static const double pendulum_h = 5e-4; /* s */
static const double pendulum_q0[2] = {0.1, 0.2}; /* rad */
static const double pendulum_e[2] = {1, 0};

static inline void pendulum_mass(unsigned n, double *q, double *M, unsigned nz,
                                 double *z)
{
    double c = cos(q[0] - q[1]);

    (void)n, (void)nz, (void)z;
    M[0] = 2;
    M[1] = M[2] = c;
    M[3] = 1;
}

/* gravity, 10 m/s^2 (S6) */
static inline void pendulum_f_int(double t, unsigned n, double *q, double *v,
                                  double *f, unsigned nz, double *z)
{
    (void)t, (void)n, (void)v, (void)nz, (void)z;
    f[0] = 20 * sin(q[0]);
    f[1] = 10 * sin(q[1]);
}

static inline void pendulum_f_int_q(double t, unsigned n, double *q, double *v,
                                    double *J, unsigned nz, double *z)
{
    (void)t, (void)n, (void)v, (void)nz, (void)z;
    J[0] = 20 * cos(q[0]);
    J[1] = J[2] = 0;
    J[3] = 10 * cos(q[1]);
}

static inline void pendulum_f_int_v(double t, unsigned n, double *q, double *v,
                                    double *J, unsigned nz, double *z)
{
    (void)t, (void)n, (void)q, (void)v, (void)nz, (void)z;
    J[0] = J[1] = J[2] = J[3] = 0;
}

/* centrifugal terms (S5) */
static inline void pendulum_f_gyr(unsigned n, double *q, double *v, double *f,
                                  unsigned nz, double *z)
{
    double s = sin(q[0] - q[1]);

    (void)n, (void)nz, (void)z;
    f[0] = v[1] * v[1] * s;
    f[1] = -v[0] * v[0] * s;
}

static inline void pendulum_f_gyr_q(unsigned n, double *q, double *v, double *J,
                                    unsigned nz, double *z)
{
    double c = cos(q[0] - q[1]);

    (void)n, (void)nz, (void)z;
    J[0] = v[1] * v[1] * c;
    J[1] = -v[0] * v[0] * c;
    J[2] = -J[0];
    J[3] = -J[1];
}

static inline void pendulum_f_gyr_v(unsigned n, double *q, double *v, double *J,
                                    unsigned nz, double *z)
{
    double s = sin(q[0] - q[1]);

    (void)n, (void)nz, (void)z;
    J[0] = J[3] = 0;
    J[1] = -2 * v[0] * s;
    J[2] = 2 * v[1] * s;
}

/* the walls: neither mass passes to the left of the hinge (S9) */
static inline void pendulum_gap1(unsigned nq, double *q, unsigned ny, double *y,
                                 unsigned nz, double *z)
{
    (void)nq, (void)ny, (void)nz, (void)z;
    y[0] = sin(q[0]);
}

static inline void pendulum_gap1_q(unsigned nq, double *q, unsigned ny,
                                   double *C, unsigned nz, double *z)
{
    (void)nq, (void)ny, (void)nz, (void)z;
    C[0] = cos(q[0]);
    C[1] = 0;
}

static inline void pendulum_gap2(unsigned nq, double *q, unsigned ny, double *y,
                                 unsigned nz, double *z)
{
    (void)nq, (void)ny, (void)nz, (void)z;
    y[0] = sin(q[0]) + sin(q[1]);
}

static inline void pendulum_gap2_q(unsigned nq, double *q, unsigned ny,
                                   double *C, unsigned nz, double *z)
{
    (void)nq, (void)ny, (void)nz, (void)z;
    C[0] = cos(q[0]);
    C[1] = cos(q[1]);
}

/* ---- from event to event ------------------------------------------------------- */

static const double event_h = 0.01; /* s, of the grid */

/* from 0.1 to 1.1 m over the floor, no two alike */
static inline double event_height(size_t i)
{
    const double x = (double)i * 0.6180339887498949;

    return bead_radius + 0.1 + (x - (double)(size_t)x);
}

/* ---- chain: a ball flies into others that touch, law of springs -------------- */

static const double chain_e = 0.9, chain_K = 1000, chain_eta = 1.5; /* N/m^eta */
static const double chain_way = 0.1; /* m, its free way at 1 m/s */

#endif
