/* ode_jumps.h - motions in closed form whose f jumps, or has a kink, inside of a step
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_ODE_JUMPS_H
#define ZENO_ODE_JUMPS_H

#include "tests/unit/ode_test.h"

/* f(t, y) of q'' = f, and the motion from (q, v) at 0, in place */
typedef struct jumping {
    zn_ode_field *f;
    void (*exact)(double t, double *q, double *v);
    double q, v, end;
} jumping;

/* q'' = 0.3 below q = 1/2, 2 above it: f jumps in y */
static zn_status fields(void *user, double t, const double y[], double f[])
{
    (void)user, (void)t;
    f[0] = y[1];
    f[1] = y[0] < 0.5 ? 0.3 : 2;
    return ZN_OK;
}

static void fields_exact(double t, double *q, double *v)
{
    const double enter = (-*v + sqrt(*v * *v + 0.6 * (0.5 - *q))) / 0.3;

    *v += 0.3 * enter;
    t -= enter;
    *q = 0.5 + *v * t + t * t;
    *v += 2 * t;
}

/* Harmonic motion about c with the frequency w for t, or until the phase is pi k + `quarter`,
 * q being extreme (0) or c (pi/2); what is left of t. */
static double swing(double t, double c, double w, double quarter, double *q,
                    double *v)
{
    const double A = hypot(*q - c, *v / w), phase = atan2(-*v / w, *q - c);
    double turn = quarter - phase, s;

    while (turn <= 0)
        turn += M_PI;
    s = fmin(t, turn / w);
    *q = c + A * cos(w * s + phase);
    *v = -A * w * sin(w * s + phase);
    return t - s;
}

/* q'' = -q - 0.1 sign(v): f jumps in y', and in its own component */
static zn_status dry(void *user, double t, const double y[], double f[])
{
    (void)user, (void)t;
    f[0] = y[1];
    f[1] = -y[0] - (y[1] > 0 ? 0.1 : -0.1);
    return ZN_OK;
}

static void dry_exact(double t, double *q, double *v)
{
    double side = *v > 0 ? 1 : -1;

    while (t > 0) {
        t = swing(t, -0.1 * side, 1, 0, q, v);
        if (t > 0)
            *v = 0;
        side = -side;
    }
}

/* q'' = -4 q above 0, -q below: a kink of f in y */
static zn_status springs(void *user, double t, const double y[], double f[])
{
    (void)user, (void)t;
    f[0] = y[1];
    f[1] = y[0] > 0 ? -4 * y[0] : -y[0];
    return ZN_OK;
}

static void springs_exact(double t, double *q, double *v)
{
    bool above = *q > 0;

    while (t > 0) {
        t = swing(t, 0, above ? 2 : 1, M_PI / 2, q, v);
        if (t > 0)
            *q = 0;
        above = !above;
    }
}

/* q'' = 1 up to t = sqrt(2), -5 from there: f jumps in t */
static zn_status thrust(void *user, double t, const double y[], double f[])
{
    (void)user;
    f[0] = y[1];
    f[1] = t < sqrt(2) ? 1 : -5;
    return ZN_OK;
}

static void thrust_exact(double t, double *q, double *v)
{
    const double s = t - sqrt(2);

    *q += *v * t + t * t / 2 - 3 * s * s;
    *v += t - 6 * s;
}

/* q'' = |t - sqrt(2)|: a kink of f in t */
static zn_status ramp(void *user, double t, const double y[], double f[])
{
    (void)user;
    f[0] = y[1];
    f[1] = fabs(t - sqrt(2));
    return ZN_OK;
}

static void ramp_exact(double t, double *q, double *v)
{
    const double s = t - sqrt(2);

    *q += *v * t + t * t / sqrt(2) - t * t * t / 6 + s * s * s / 3;
    *v += sqrt(2) * t - t * t / 2 + s * s;
}

static const jumping jumping_motions[] = {
    {fields, fields_exact, -1, 1, 5},     {dry, dry_exact, 2, 0.3, 20},
    {springs, springs_exact, 1, 0.2, 20}, {thrust, thrust_exact, 0, 0, 5},
    {ramp, ramp_exact, 0, 0.5, 5},
};

/* Error at the end from a start moved by dq and dv, over the tolerance. */
static double jump_error(const jumping *m, double tol, double dq, double dv)
{
    const zn_ode_problem p = problem(2, m->f, tol, tol);
    double y[2] = {m->q + dq, m->v + dv};

    *zn_ode_length(ode) = 0;
    MUST(zn_ode_begin(ode, &p, 0, y));
    run(m->end);
    m->exact(m->end, &y[0], &y[1]);
    return hypot(zn_ode_value(ode)[0] - y[0], zn_ode_value(ode)[1] - y[1]) /
           tol;
}

/* Claim: wherever in a step a jump or kink falls (12 starts, up to 12 jumps each), at every
 * tolerance, the error stays near it. There are places of a jump in a step where an estimate is
 * zero; that leaves the factor, which does not grow as tolerances become small. */
static inline void jumps_cost_tolerances(void)
{
    for (size_t k = 0; k < sizeof jumping_motions / sizeof *jumping_motions;
         k++)
        for (double tol = 1e-4; tol > 1e-14; tol /= 1000)
            for (int i = 0; i < 12; i++) {
                const double d = 0.003 * i * sqrt(2);
                const double e = jump_error(&jumping_motions[k], tol, d, d);
                ck_assert_msg(e < 5000, "motion %zu, tol %g, start %d: %g", k,
                              tol, i, e);
            }
}

#endif
