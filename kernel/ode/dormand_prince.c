/* dormand_prince.c - the explicit pair of order 5(4) of Dormand and Prince, with its
 * solution of order 4 at every instant of a step
 *
 *     k_i = f(t + c_i h, y + h sum_j a_ij k_j),    y1 = y + h sum_j b_j k_j,
 *
 * the last stage is the first of the next step. J. R. Dormand, P. J. Prince, A family
 * of embedded Runge-Kutta formulae, J. Comput. Appl. Math. 6 (1980) 19-26; the values
 * in between and the choice of h: E. Hairer, S. P. Norsett, G. Wanner, Solving
 * Ordinary Differential Equations I, II.4-II.6. doc/ode.md.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/ode/dormand_prince.h"

#include <math.h>
#include <string.h>

#include <zeno/ctx.h>

#include "kernel/ode/over.h"

enum { STAGES = 7 };

typedef struct pair {
    double *room; /* STAGES k, a trial value, 5 polynomials */
    zn_index croom;
    zn_index n;
    double *k[STAGES], *trial, *r[5];
    double t, h;   /* of the last step, for values in between */
    bool last;     /* k[6] is f at its end */
    zni_ode_over over; /* of jumps of f */
    double before; /* error of the last accepted step, for the choice of h */
} pair;

static const double C[STAGES] = {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1};

/* b is the last row */
static const double A[STAGES][STAGES - 1] = {
    {0},
    {1.0 / 5},
    {3.0 / 40, 9.0 / 40},
    {44.0 / 45, -56.0 / 15, 32.0 / 9},
    {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
    {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
    {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84},
};

/* b minus that of the formula of order 4 */
static const double E[STAGES] = {
    71.0 / 57600,      0,          -71.0 / 16695, 71.0 / 1920,
    -17253.0 / 339200, 22.0 / 525, -1.0 / 40};

/* the part of the solution in between that the ends do not give */
static const double D[STAGES] = {
    -12715105075.0 / 11282082432.0,  0,
    87487479700.0 / 32700410799.0,   -10690763975.0 / 1880347072.0,
    701980252875.0 / 199316789632.0, -1453857185.0 / 822651844.0,
    69997945.0 / 29380423.0};

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n)
{
    pair *o = state;
    double *at;
    const zn_status st =
        zn_grow(ctx, &o->room, &o->croom, (STAGES + 6) * n, sizeof *o->room);

    if (st)
        return st;
    at = o->room;
    for (int i = 0; i < STAGES; i++, at += n)
        o->k[i] = at;
    for (int i = 0; i < 5; i++, at += n)
        o->r[i] = at;
    o->trial = at;
    o->n = n;
    o->last = false;
    return ZN_OK;
}

static void fini(void *state, zn_ctx *ctx)
{
    zn_free_array(ctx, ((pair *)state)->room);
}

static zn_status evaluate(const zn_ode_problem *p, double t, const double y[],
                          double f[], zn_ode_info *info)
{
    info->evaluations++;
    return p->field(p->user, t, y, f);
}

/* Size of w against the tolerances at y and y1, in the mean square. */
static double size(const zn_ode_problem *p, const double y[], const double y1[],
                   const double w[])
{
    double sum = 0;

    for (zn_index i = 0; i < p->n; i++) {
        const double big = fmax(fabs(y[i]), fabs(y1[i]));
        const double e = w[i] / (p->atol + p->rtol * big);
        sum += e * e;
    }
    return sqrt(sum / (double)p->n);
}

/* A first length from f and its change over a small step, as Hairer, Norsett and Wanner have
 * it (II.4), but free of the unit of time: f and f' make one, tau = |f|/|f'|, and the step is
 * that in which f h (h/tau)^4 becomes a hundredth of the tolerance. */
static zn_status first_length(pair *o, const zn_ode_problem *p, double t,
                              const double y[], double limit, zn_ode_info *info,
                              double *h)
{
    const double d0 = size(p, y, y, y), d1 = size(p, y, y, o->k[0]);
    const double left = fmin(limit - t, p->h_max);
    const double little =
        fmin(left, d1 > 0 && d0 > 1e-5 ? 0.01 * d0 / d1 : 1e-4 * left);
    double d2, tau;
    zn_status st;

    for (zn_index i = 0; i < p->n; i++)
        o->trial[i] = y[i] + little * o->k[0][i];
    st = evaluate(p, t + little, o->trial, o->k[1], info);
    *h = little;
    if (st)
        return st == ZN_RETRY ? ZN_OK : st;
    for (zn_index i = 0; i < p->n; i++)
        o->k[1][i] -= o->k[0][i];
    d2 = size(p, y, y, o->k[1]) / little;
    tau = d2 > 0 ? fmin(left, fmax(d1 / d2, little)) : left;
    *h = fmin(100 * little, tau * pow(0.01 / fmax(d1 * tau, 0.01), 0.2));
    return ZN_OK;
}

/* Stages 2 to 7 and y1 for a step of length h to t1. */
static zn_status stages(pair *o, const zn_ode_problem *p, double t, double t1,
                        double h, const double y[], double y1[],
                        zn_ode_info *info)
{
    zn_status st = ZN_OK;

    for (int s = 1; !st && s < STAGES; s++) {
        double *x = s == STAGES - 1 ? y1 : o->trial;
        for (zn_index i = 0; i < p->n; i++) {
            double sum = 0;
            for (int j = 0; j < s; j++)
                sum += A[s][j] * o->k[j][i];
            x[i] = y[i] + h * sum;
        }
        st = evaluate(p, C[s] < 1 ? t + C[s] * h : t1, x, o->k[s], info);
    }
    return st;
}

static double error(pair *o, const zn_ode_problem *p, double h,
                    const double y[], const double y1[])
{
    for (zn_index i = 0; i < p->n; i++) {
        double sum = 0;
        for (int j = 0; j < STAGES; j++)
            sum += E[j] * o->k[j][i];
        o->trial[i] = h * sum;
    }
    return size(p, y, y1, o->trial);
}

/* y(t + theta h) = r0 + theta (r1 + (1 - theta) (r2 + theta (r3 + (1 - theta) r4))) */
static void keep(pair *o, double t, double h, const double y[],
                 const double y1[])
{
    o->t = t;
    o->h = h;
    o->last = true;
    for (zn_index i = 0; i < o->n; i++) {
        const double d = y1[i] - y[i], b = h * o->k[0][i] - d;
        double sum = 0;
        for (int j = 0; j < STAGES; j++)
            sum += D[j] * o->k[j][i];
        o->r[0][i] = y[i];
        o->r[1][i] = d;
        o->r[2][i] = b;
        o->r[3][i] = d - h * o->k[STAGES - 1][i] - b;
        o->r[4][i] = h * sum;
    }
}

static void at(const void *state, double t, double y[])
{
    const pair *o = state;
    const double s = (t - o->t) / o->h, c = 1 - s;

    for (zn_index i = 0; i < o->n; i++)
        y[i] = o->r[0][i] +
               s * (o->r[1][i] +
                    c * (o->r[2][i] + s * (o->r[3][i] + c * o->r[4][i])));
}

/* Length after an error e, that of the step before having been `before`: proportional
 * and integral control (Hairer, Norsett and Wanner, II.4, beta = 0.04). */
static double factor(double e, double before)
{
    const double f = e > 0 ? 0.9 * pow(e, -0.17) * pow(before, 0.04) : 5;

    return fmin(5, fmax(0.2, f));
}

/* k[0] is f at the start of the step. */
static zn_status start(pair *o, const zn_ode_problem *p, double t,
                       const double y[], double limit, bool fresh, double *h,
                       zn_ode_info *info)
{
    zn_status st = ZN_OK;

    if (fresh || !o->last) {
        st = evaluate(p, t, y, o->k[0], info);
        o->before = 1e-4;
    } else {
        memcpy(o->k[0], o->k[STAGES - 1], (size_t)p->n * sizeof *y);
    }
    if (!st && !(*h > 0))
        st = first_length(o, p, t, y, limit, info, h);
    return st;
}

static zn_status step(void *state, const zn_ode_problem *p, double t,
                      const double y[], double limit, bool fresh, double *h,
                      double *t1, double y1[], zn_ode_info *info)
{
    pair *o = state;
    zn_status st = start(o, p, t, y, limit, fresh, h, info);
    bool again = false;

    zni_ode_over_start(&o->over, fresh, t, limit);
    while (!st) {
        const double use = zni_ode_over_length(
            &o->over, again, fmin(*h, p->h_max), limit - t);
        const bool end = use == limit - t;
        double e = INFINITY;

        *t1 = end ? limit : t + use;
        st = stages(o, p, t, *t1, *t1 - t, y, y1, info);
        if (!st)
            e = error(o, p, *t1 - t, y, y1);
        if (st < 0)
            break;
        if (e <= 1) {
            const double grown = use * factor(e, o->before);
            /* what a limit has cut says little of what comes after it */
            *h = fmin(p->h_max, again ? fmin(grown, use)
                                : end ? fmax(grown, *h)
                                      : grown);
            o->before = fmax(e, 1e-4);
            o->over.done = false;
            keep(o, t, *t1 - t, y, y1);
            return ZN_OK;
        }
        st = zni_ode_over_try(&o->over, again, use, e, h);
        if (!st) {
            o->before = 1e-4;
            keep(o, t, *t1 - t, y, y1);
        }
        if (st != ZN_RETRY)
            return st;
        st = ZN_OK;
        again = true;
        info->rejected++;
        *h = use *
             (isfinite(e) ? fmin(0.9, fmax(0.2, 0.9 * pow(e, -0.2))) : 0.1);
    }
    return st;
}

const zn_ode_type zni_ode_dormand_prince = {
    .type = {.size = sizeof zni_ode_dormand_prince,
             .kind = ZN_KIND_ODE,
             .name = "dormand-prince",
             .summary = "explicit Runge-Kutta pair of order 5(4)",
             .state_size = sizeof(pair)},
    .reserve = reserve,
    .fini = fini,
    .step = step,
    .at = at,
};
