/* radau.c - implicit Runge-Kutta of Radau, three stages, order 5, stiffly accurate
 *
 *     z_i = h sum_j a_ij f(t + c_j h, y + z_j),  i = 1, 2, 3,    y1 = y + z_3,
 *
 * by Newton's method with df/dy as given, or from differences (jacobian.c); the polynomial through y, y + z_i at
 * the stages is the solution in between. Error estimate, with the real eigenvalue 1/g of
 * A^-1, and e its weights:
 *
 *     (I - h g J)^-1 g (h f(t, y) + e_1 z_1 + e_2 z_2 + e_3 z_3),  order 3.
 *
 * E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, IV.8. doc/ode.md
 * SPDX-License-Identifier: Apache-2.0 */
#include <float.h>
#include <math.h>
#include <string.h>

#include <zeno/ctx.h>
#include <zeno/ode.h>

#include "kernel/ode/factors.h"
#include "kernel/ode/jacobian.h"
#include "kernel/ode/over.h"
#include "kernel/ode/settled.h"

enum { STAGES = 3, NEWTON = 10 };

#define ROOT6 2.449489742783178

static const double C[STAGES] = {(4 - ROOT6) / 10, (4 + ROOT6) / 10, 1};
static const double A[STAGES][STAGES] = {
    {(88 - 7 * ROOT6) / 360, (296 - 169 * ROOT6) / 1800,
     (-2 + 3 * ROOT6) / 225},
    {(296 + 169 * ROOT6) / 1800, (88 + 7 * ROOT6) / 360,
     (-2 - 3 * ROOT6) / 225},
    {(16 - ROOT6) / 36, (16 + ROOT6) / 36, 1.0 / 9}};
/* (6 + 81^(1/3) - 9^(1/3))/30 */
static const double GAMMA = 0.27488882959172796;
static const double E[STAGES] = {(-13 - 7 * ROOT6) / 3, (-13 + 7 * ROOT6) / 3,
                                 -1.0 / 3};

typedef struct radau {
    zn_ctx *ctx;
    double *room;
    zn_index croom, n;
    double *J, *B, *small;        /* n x n, 3n x 3n, n x n */
    double *Z, *dZ, *f0, *f, *x;  /* 3n, 3n, n, n, n */
    double *y0, *kept;            /* n, 3n: of the last step */
    zni_ode_factors factors;
    zn_factor *big, *one;         /* of them, of B and small */
    double t, h;                  /* of the last step */
    double slow;                  /* how Newton's method has converged in it */
    bool last;                    /* kept is there, J holds for it */
    zni_ode_over over;            /* of jumps of f */
} radau;

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n)
{
    radau *o = state;
    zn_status st = zn_grow(ctx, &o->room, &o->croom, 11 * n * n + 13 * n,
                           sizeof *o->room);
    double *at = o->room;

    o->last = false;
    zni_ode_factors_begin(ctx, &o->factors);
    if (!st)
        st = zni_ode_factor(ctx, &o->factors, 3 * n, &o->big);
    if (!st)
        st = zni_ode_factor(ctx, &o->factors, n, &o->one);
    if (st)
        return st;
    o->ctx = ctx;
    o->n = n;
    o->J = at;
    o->small = o->J + n * n;
    o->B = o->small + n * n;
    o->Z = o->B + 9 * n * n;
    o->dZ = o->Z + 3 * n;
    o->kept = o->dZ + 3 * n;
    o->f0 = o->kept + 3 * n;
    o->f = o->f0 + n;
    o->x = o->f + n;
    o->y0 = o->x + n;
    return ZN_OK;
}

static void fini(void *state, zn_ctx *ctx)
{
    radau *o = state;

    zni_ode_factors_fini(ctx, &o->factors);
    zn_free_array(ctx, o->room);
}

/* I - h A (x) J, and I - h g J */
static zn_status factor(radau *o, double h)
{
    const zn_index n = o->n;
    zn_status st;

    for (int b = 0; b < STAGES; b++)
        for (zn_index j = 0; j < n; j++)
            for (int a = 0; a < STAGES; a++) {
                double *at = o->B + a * n + (b * n + j) * 3 * n;
                for (zn_index i = 0; i < n; i++)
                    at[i] = (a == b && i == j) - h * A[a][b] * o->J[i + j * n];
            }
    for (zn_index j = 0; j < n; j++)
        for (zn_index i = 0; i < n; i++)
            o->small[i + j * n] = (i == j) - h * GAMMA * o->J[i + j * n];
    st = zn_factor_set(o->big, o->B);
    return st ? st : zn_factor_set(o->one, o->small);
}

/* Lagrange's polynomial of 0 at 0 and z_i at c_i, at s. */
static void between(const double z[], zn_index n, double s, double out[])
{
    double w[STAGES];

    for (int i = 0; i < STAGES; i++) {
        w[i] = s / C[i];
        for (int j = 0; j < STAGES; j++)
            if (j != i)
                w[i] *= (s - C[j]) / (C[i] - C[j]);
    }
    for (zn_index k = 0; k < n; k++)
        out[k] = w[0] * z[k] + w[1] * z[n + k] + w[2] * z[2 * n + k];
}

/* Where the last step's polynomial goes on, or y. */
static void guess(radau *o, double t, double h, const double y[])
{
    const zn_index n = o->n;

    memset(o->Z, 0, 3 * (size_t)n * sizeof *o->Z);
    for (int a = 0; o->last && a < STAGES; a++) {
        double *z = o->Z + a * n;
        between(o->kept, n, (t + C[a] * h - o->t) / o->h, z);
        for (zn_index i = 0; i < n; i++)
            z[i] += o->y0[i] - y[i];
    }
}

/* dZ = -(I - h A (x) J)^-1 (Z - h (A (x) I) F(Z)) */
static zn_status correction(radau *o, const zn_ode_problem *p, double t,
                            double t1, const double y[], zn_ode_info *info)
{
    const zn_index n = o->n;
    const double h = t1 - t;
    zn_status st = ZN_OK;

    for (zn_index i = 0; i < 3 * n; i++)
        o->dZ[i] = -o->Z[i];
    for (int b = 0; !st && b < STAGES; b++) {
        for (zn_index i = 0; i < n; i++)
            o->x[i] = y[i] + o->Z[b * n + i];
        st = zni_ode_evaluate(p, b == STAGES - 1 ? t1 : t + C[b] * h, o->x, o->f, info);
        for (int a = 0; !st && a < STAGES; a++)
            for (zn_index i = 0; i < n; i++)
                o->dZ[a * n + i] += h * A[a][b] * o->f[i];
    }
    if (!st)
        zn_factor_solve(o->big, 1, o->dZ);
    return st;
}

/* Z by Newton's method, to a hundredth of the tolerance, or to rounding. ZN_UNSOLVED: it
 * does not converge. */
static zn_status newton(radau *o, const zn_ode_problem *p, double t, double t1,
                        const double y[], zn_ode_info *info)
{
    const zn_index n = o->n;
    const double rounding = zni_ode_rounding(p, y, o->x);
    zni_ode_settled c = {0};
    zn_status st = ZN_RETRY;

    for (int k = 0; st == ZN_RETRY && k < NEWTON; k++) {
        double now = 0;
        st = correction(o, p, t, t1, y, info);
        if (st)
            return st;
        for (int a = 0; a < STAGES; a++)
            now = fmax(now, zni_ode_size(p, y, o->dZ + a * n));
        for (zn_index i = 0; i < 3 * n; i++)
            o->Z[i] += o->dZ[i];
        st = zni_ode_settle(&c, now, rounding);
    }
    o->slow = c.slow;
    return st == ZN_RETRY ? ZN_UNSOLVED : st;
}

/* df/dy that is given is that of the middle stage, as it is known: where it falls fast, as of a
 * direction that settles while its rate grows, corrections with that of y would all be next to nothing,
 * and no sign that they are what they should be. Where nothing is known of the step it is made a second time. */
static zn_status solve_given(radau *o, const zn_ode_problem *p, double t,
                             double t1, const double y[], zn_ode_info *info)
{
    zn_status st = ZN_OK;

    for (int pass = o->last; !st && pass < 2; pass++) {
        for (zn_index i = 0; i < o->n; i++)
            o->x[i] = y[i] + o->Z[o->n + i];
        st = p->jacobian(p->user, t + C[1] * (t1 - t), o->x, o->J);
        if (!st)
            st = factor(o, t1 - t);
        if (!st)
            st = newton(o, p, t, t1, y, info);
    }
    return st;
}

/* The error of y + z_3; where it is large, filtered once more, which takes away what stiff
 * components put in. With f at y plus it, as is usual, that would be the same for a linear f,
 * and nothing at all where y plus it is beyond a jump of f that the step goes over. */
static double error(radau *o, const zn_ode_problem *p, double h,
                    const double y[], const double y1[], bool careful)
{
    const zn_index n = o->n;
    double *e = o->dZ, *scale = o->dZ + n, found;

    for (zn_index i = 0; i < n; i++) {
        double sum = h * o->f0[i];
        for (int a = 0; a < STAGES; a++)
            sum += E[a] * o->Z[a * n + i];
        e[i] = GAMMA * sum;
        scale[i] = fmax(fabs(y[i]), fabs(y1[i]));
    }
    zn_factor_solve(o->one, 1, e);
    found = zni_ode_size(p, scale, e);
    if (found < 1 || !careful)
        return found;
    zn_factor_solve(o->one, 1, e);
    return zni_ode_size(p, scale, e);
}

static void keep(radau *o, double t, double h, const double y[])
{
    o->t = t;
    o->h = h;
    o->last = true;
    memcpy(o->y0, y, (size_t)o->n * sizeof *y);
    memcpy(o->kept, o->Z, 3 * (size_t)o->n * sizeof *y);
}

static void at(const void *state, double t, double y[])
{
    const radau *o = state;

    between(o->kept, o->n, (t - o->t) / o->h, y);
    for (zn_index i = 0; i < o->n; i++)
        y[i] += o->y0[i];
}

static void memory(void *state, zn_memory_fn *fn, void *to)
{
    radau *o = state;
    const size_t n = (size_t)o->n * sizeof(double);

    fn(to, o->J, (size_t)o->n * n);
    fn(to, o->kept, STAGES * n);
    fn(to, o->y0, n);
    fn(to, o->f0, n);
    fn(to, &o->t, sizeof o->t);
    fn(to, &o->h, sizeof o->h);
    fn(to, &o->slow, sizeof o->slow);
    fn(to, &o->last, sizeof o->last);
    fn(to, &o->over.done, sizeof o->over.done);
}

static double first_length(const radau *o, const zn_ode_problem *p,
                           const double y[], double limit)
{
    const double d = zni_ode_size(p, y, o->f0);

    /* so far as y changes by a thousand tolerances; where it does not change at all
     * nothing is known yet */
    return fmin(1e-3 * limit, d > 0 ? 1e3 / d : limit);
}

/* A step of Euler's method: what is left where rounding of t leaves no shorter step and f jumps
 * in this one, so that the equations of its stages have no solution. */
static void straight(radau *o, double h)
{
    for (int a = 0; a < STAGES; a++)
        for (zn_index i = 0; i < o->n; i++)
            o->Z[a * o->n + i] = C[a] * h * o->f0[i];
}

/* One attempt. *e: its error; INFINITY: Newton's method has not come to an end; DBL_MAX: nor has
 * it at the least length, and the step is Euler's. */
static zn_status attempt(radau *o, const zn_ode_problem *p, double t, double t1,
                         const double y[], double y1[], bool careful, double *e,
                         zn_ode_info *info)
{
    const double h = t1 - t;
    zn_status st = ZN_OK;
    bool least;

    *e = INFINITY;
    guess(o, t, h, y);
    if (p->jacobian)
        st = solve_given(o, p, t, t1, y, info);
    else {
        st = factor(o, h);
        if (!st)
            st = newton(o, p, t, t1, y, info);
    }
    least = st == ZN_UNSOLVED && h <= o->over.least;
    if (least) {
        straight(o, h);
        st = ZN_OK;
    }
    for (zn_index i = 0; !st && i < p->n; i++)
        y1[i] = y[i] + o->Z[2 * p->n + i];
    if (!st)
        *e = least ? DBL_MAX : error(o, p, h, y, y1, careful);
    return st;
}

static zn_status step(void *state, const zn_ode_problem *p, double t,
                      const double y[], double limit, bool fresh, double *h,
                      double *t1, double y1[], zn_ode_info *info)
{
    radau *o = state;
    zn_status st = ZN_OK;
    bool again = false;

    zni_ode_over_start(&o->over, fresh, t, limit);
    o->last = o->last && !fresh;
    if (!o->last) /* else f0 is that at the end of the last step */
        st = zni_ode_evaluate(p, t, y, o->f0, info);
    if (!st && !(*h > 0))
        *h = first_length(o, p, y, fmin(limit - t, p->h_max));
    if (!st && !p->jacobian && (!o->last || o->slow > 1e-3))
        st = zni_ode_jacobian(p, t, y, o->f0, *h, o->J, o->dZ, info);
    while (!st) {
        const double use = zni_ode_over_length(
            &o->over, again, fmin(*h, p->h_max), limit - t);
        const bool end = use == limit - t;
        double e;

        *t1 = end ? limit : t + use;
        st = attempt(o, p, t, *t1, y, y1, fresh || again, &e, info);
        if (!st && e <= 1)
            st = zni_ode_evaluate(p, *t1, y1, o->f, info);
        if (st < 0)
            return st;
        if (!st && e <= 1) {
            memcpy(o->f0, o->f, (size_t)p->n * sizeof *y);
            const double grown =
                use * fmin(5, fmax(0.2, 0.9 * pow(fmax(e, 1e-10), -0.25)));
            *h = fmin(p->h_max, again ? fmin(grown, use)
                                : end ? fmax(grown, *h)
                                      : grown);
            o->over.done = false;
            keep(o, t, *t1 - t, y);
            return ZN_OK;
        }
        st = zni_ode_over_try(&o->over, again, use, st ? INFINITY : e, h);
        if (!st) { /* nothing of before holds after it */
            keep(o, t, *t1 - t, y);
            o->last = false;
        }
        if (st != ZN_RETRY)
            return st;
        info->rejected++;
        st = again || !o->last || p->jacobian
                 ? ZN_OK
                 : zni_ode_jacobian(p, t, y, o->f0, use, o->J, o->dZ, info);
        again = true;
        *h = use * (e > 1 && isfinite(e) ? fmin(0.9, fmax(0.2, 0.9 * pow(e, -0.25)))
                                : 0.25);
    }
    return st;
}

const zn_ode_type zni_ode_radau = {
    .type = {.size = sizeof zni_ode_radau,
             .kind = ZN_KIND_ODE,
             .name = "radau",
             .summary = "implicit Runge-Kutta of order 5, for stiff motion",
             .state_size = sizeof(radau)},
    .reserve = reserve,
    .fini = fini,
    .step = step,
    .at = at,
    .memory = memory,
};
