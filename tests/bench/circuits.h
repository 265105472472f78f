/* circuits.h - the data of the benchmark's first-order models, for every driver
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by C and by C++ drivers; matrices are written by columns. The models
 * are those of the samples of the same name, the pump excepted. */
#ifndef BENCH_CIRCUITS_H
#define BENCH_CIRCUITS_H

#include <math.h>
#include <stddef.h>

static const double circuit_theta = 0.5; /* of the scheme; gamma = 1 */
static const double circuit_tol = 1e-12; /* of the one-step problem */

/* ---- coil and capacitor, with a diode and a resistor or with a bridge ------- */

static const double oscillator_h = 1e-6; /* s */
static const double oscillator_L = 1e-2; /* H */
static const double oscillator_C = 1e-6; /* F */
static const double oscillator_R = 1e3;  /* Ohm */
static const double oscillator_x0[2] = {10, 0}; /* V, A */

static inline void oscillator_A(double A[4])
{
    A[0] = A[3] = 0;
    A[1] = 1 / oscillator_L;
    A[2] = -1 / oscillator_C;
}

/* 4 x 2, 4 x 4, 2 x 4 */
static inline void bridge_matrices(double C[8], double D[16], double B[8])
{
    const double r = oscillator_R;
    const double d[16] = {r, 1, r, 0, -1, 0, -1, 1, r, 1, r, 0, 0, -1, 0, 0};

    for (int i = 0; i < 16; i++)
        D[i] = d[i];
    for (int i = 0; i < 8; i++)
        C[i] = B[i] = 0;
    C[2] = -1;
    C[3] = 1;
    B[4] = -1 / oscillator_C;
    B[6] = 1 / oscillator_C;
}

/* ---- relay oscillator -------------------------------------------------------- */

static const double relay_h = 0.01; /* s */
static const double relay_A[9] = {0, 0, 0, 1, 0, -3, 0, 1, -2};
static const double relay_B[3] = {0, 0, 1};
static const double relay_C[3] = {1, 0, 0};
static const double relay_x0[3] = {0, 0.6752372371178297, 0};

/* ---- two genes -------------------------------------------------------------------- */

static const double gene_h = 1e-3;         /* s */
static const double gene_newton = 1e-10;   /* on the residuals, both sides */
static const double gene_decay[2] = {4.5, 1.5};
static const double gene_C[8] = {-1, 0, -1, 0, 0, -1, 0, -1}; /* 4 x 2 */
static const double gene_at[4] = {4, 4, 8, 8};
static const double gene_x0[2] = {1, 6};

/* y (S15), r and its Jacobian (S16) */
static inline void gene_h_(unsigned nx, double *x, unsigned nl, double *l,
                           unsigned ny, double *y)
{
    (void)nx, (void)nl, (void)l, (void)ny;
    for (int i = 0; i < 4; i++)
        y[i] = gene_at[i] - x[i % 2];
}

static inline void gene_g(unsigned nl, double *l, unsigned nr, double *r)
{
    (void)nl, (void)nr;
    r[0] = 40 * l[1] * (1 - l[2]);
    r[1] = 40 * l[0] * (1 - l[3]);
}

static inline void gene_g_l(unsigned nl, double *l, unsigned nr, double *B)
{
    (void)nl, (void)nr;
    B[0] = B[3] = B[5] = B[6] = 0;
    B[1] = 40 * (1 - l[3]);
    B[2] = 40 * (1 - l[2]);
    B[4] = -40 * l[1];
    B[7] = -40 * l[0];
}

/* ---- charge pump (J.F. Dickson, 1976): a ladder of n diodes ------------------------
 *
 *     V_in -|>|-+-|>|-+- ... -|>|-+---- load
 *               C     C           C
 *             phi_1 phi_2       phi_n     clocks, neighbours opposite
 *
 * x_i: voltage of capacitor i, u_i = x_i + phi_i that of its node (u_0 = V_in);
 * diode i lies between the nodes i and i+1, lambda its current:
 *     0 <= u_{i+1} - u_i + R lambda + V_D  _|_  lambda >= 0 */

static const double pump_h = 2e-6; /* s */
static const double pump_C = 1e-7; /* F */
static const double pump_R = 10;   /* Ohm, of a diode */
static const double pump_VD = 0.6; /* V, of a diode */
static const double pump_in = 5;   /* V */
static const double pump_load = 1e5; /* Ohm */

static inline double pump_clock(double t)
{
    return 2.5 * cos(6283.185307179586 * t); /* V; 1 kHz, 500 steps */
}

/* e(t) of the first diode and of those that begin at odd and even nodes (S2) */
static inline void pump_first(double t, unsigned n, double *e, unsigned nz,
                              double *z)
{
    (void)n, (void)nz, (void)z;
    e[0] = pump_clock(t) - pump_in + pump_VD;
}

static inline void pump_odd(double t, unsigned n, double *e, unsigned nz,
                            double *z)
{
    (void)n, (void)nz, (void)z;
    e[0] = -2 * pump_clock(t) + pump_VD;
}

static inline void pump_even(double t, unsigned n, double *e, unsigned nz,
                             double *z)
{
    (void)n, (void)nz, (void)z;
    e[0] = 2 * pump_clock(t) + pump_VD;
}

/* the same for all of them at once */
static inline void pump_all(double t, unsigned n, double *e, unsigned nz,
                            double *z)
{
    const double two = 2 * pump_clock(t);

    (void)nz, (void)z;
    e[0] = two / 2 - pump_in + pump_VD;
    for (unsigned i = 1; i < n; i++)
        e[i] = (i % 2 ? -two : two) + pump_VD;
}

#endif
