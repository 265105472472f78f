/* orders_models.h - motions whose error is known, for the tests of integrators:
 * a slider, a pendulum in x and y, an oscillator at a stop
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_ORDERS_MODELS_H
#define ZENO_TEST_ORDERS_MODELS_H

#include "tests/unit/orders.h"
#include "tests/unit/osi_models.h"

/* ---- a pendulum on a slider: a mass that moves, damping, gyroscopic ---- */

static const double slider_q0[2] = {0.1, 0.5}, slider_v0[2] = {1, -2};

static inline void slider_rhs(double t, const double x[], double dx[])
{
    double M[4], N[2] = {0}, K[2] = {0}, f[2], det;
    double q[2] = {x[0], x[1]}, v[2] = {x[2], x[3]};

    slider_mass(2, q, M, 0, NULL);
    slider_f_gyr(2, q, v, N, 0, NULL);
    slider_f_int(t, 2, q, v, K, 0, NULL);
    slider_f_ext(t, 2, f, 0, NULL);
    for (int i = 0; i < 2; i++)
        f[i] -= N[i] + K[i];
    det = M[0] * M[3] - M[1] * M[2];
    dx[0] = x[2];
    dx[1] = x[3];
    dx[2] = (M[3] * f[0] - M[2] * f[1]) / det;
    dx[3] = (M[0] * f[1] - M[1] * f[0]) / det;
}

/* Errors of q and v of two coordinates. */
static inline void state_errors(zn_ds *ds, const double x[4], double e[2])
{
    e[0] = fmax(fabs(q_of(ds, 0) - x[0]), fabs(q_of(ds, 1) - x[1]));
    e[1] = fmax(fabs(v_of(ds, 0) - x[2]), fabs(v_of(ds, 1) - x[3]));
}

/* Errors of q and v at t = 1. */
static inline void slider_errors(const char *osi, const char *options, double h,
                                 double e[2])
{
    double x[4] = {slider_q0[0], slider_q0[1], slider_v0[0], slider_v0[1]};
    zn_ds *ds;

    scene_again();
    orders_exact(slider_rhs, 4, x, 1, 2000);
    ds = slider(slider_q0, slider_v0);
    simulate(osi, options, 0, h, 1);
    MUST(zn_simulation_run(sim));
    state_errors(ds, x, e);
}

/* The claim that both are of order two. */
static inline void slider_is_of_order_two(const char *osi, const char *options,
                                          double h0, double tol)
{
    enum { N = 4 };
    double h[N], eq[N], ev[N], e[2];

    for (int k = 0; k < N; k++) {
        h[k] = h0 / (1 << k);
        slider_errors(osi, options, h[k], e);
        eq[k] = e[0];
        ev[k] = e[1];
    }
    orders_check("slider, q", 2, tol, N, h, eq);
    orders_check("slider, v", 2, tol, N, h, ev);
}

/* ---- motion on a constraint: a rod of length 1 in x and y ---- */

static inline void rod_h(unsigned nq, double *q, unsigned ny, double *y,
                         unsigned nz, double *z)
{
    (void)nq, (void)ny, (void)nz, (void)z;
    y[0] = (q[0] * q[0] + q[1] * q[1] - 1) / 2;
}

static inline void rod_jac(unsigned nq, double *q, unsigned ny, double *H,
                           unsigned nz, double *z)
{
    (void)nq, (void)ny, (void)nz, (void)z;
    H[0] = q[0];
    H[1] = q[1];
}

/* the angle from the vertical */
static inline void angle_rhs(double t, const double x[], double dx[])
{
    (void)t;
    dx[0] = x[1];
    dx[1] = -grav * sin(x[0]);
}

/* A mass of 1 kg on the rod, at an angle and a rate. */
static inline zn_ds *bob(double angle, double rate, zn_interaction **rod)
{
    const double f[2] = {0, -grav}, M[4] = {1, 0, 0, 1};
    const double q0[2] = {sin(angle), -cos(angle)};
    const double v0[2] = {cos(angle) * rate, sin(angle) * rate};
    zn_relation *r;
    zn_ds *ds = linear_system("bob", 2, M, NULL, NULL, q0, v0, f);

    MUST(zn_relation_new(ctx, "scleronomous", "rod", 1, 2, &r));
    MUST(zn_relation_set_function(r, "h", (zn_fn *)rod_h));
    MUST(zn_relation_set_function(r, "jac_h_q", (zn_fn *)rod_jac));
    MUST(zn_model_connect(model, "rod", equality(1), r, ds, NULL, rod));
    return ds;
}

/* Errors of place, velocity and force of the rod (lambda of a level is its force
 * along q) at t = 1 of a fall from 60 degrees; returns the constraint's. */
static inline double bob_errors(const char *osi, const char *options,
                                int level, double h, double e[3])
{
    double x[2] = {acos(-1) / 3, 0};
    zn_interaction *rod;
    zn_ds *ds;

    scene_again();
    ds = bob(x[0], x[1], &rod);
    simulate(osi, options, 0, h, 1);
    MUST(zn_simulation_run(sim));
    orders_exact(angle_rhs, 2, x, 1, 4000);
    e[0] = hypot(q_of(ds, 0) - sin(x[0]), q_of(ds, 1) + cos(x[0]));
    e[1] = hypot(v_of(ds, 0) - cos(x[0]) * x[1],
                 v_of(ds, 1) - sin(x[0]) * x[1]);
    e[2] = fabs(zn_simulation_lambda(sim, rod, level)[0] + grav * cos(x[0]) +
                x[1] * x[1]);
    return fabs(zn_simulation_y(sim, rod, 0)[0]);
}

/* ---- impacts ---- */

/* An oscillator from q = 1 on a stop at q = 0 with restitution e: it comes back
 * to -e times its speed every half period, so |q| = e^n |cos w t|. */
static inline double stop_error(const char *osi, const char *options, double h)
{
    const double one = 1, w = 3, K = w * w, zero = 0, e = 0.8;
    double sum = 0;
    zn_ds *ds;

    scene_again();
    ds = linear_system("s", 1, &one, NULL, &K, &one, &zero, NULL);
    floor_contact(ds, 1, &one, e);
    simulate(osi, options, 0, h, 3);
    while (goes_on()) {
        const double t = zn_simulation_time(sim);
        const double n = floor(w * t / acos(-1) + 0.5);
        sum += h * fabs(q_of(ds, 0) - pow(e, n) * fabs(cos(w * t)));
    }
    return sum;
}

/* The claim that the error of the stop is of order one; where in its step an
 * impact falls is chance, so slopes scatter. */
static inline void stop_is_of_order_one(const char *osi, const char *options,
                                        double tol)
{
    enum { N = 7 };
    double h[N], error[N];

    for (int k = 0; k < N; k++) {
        h[k] = 4e-3 / (1 << k);
        error[k] = stop_error(osi, options, h[k]);
    }
    orders_check("stop", 1, tol, N, h, error);
}

#endif
