/* generalised_alpha.c - Newmark's schemes and those of generalised alpha, with a solution in
 * between, for smooth motion between events
 *
 *   z_1 = z_0 + h ((1 - gamma) a_0 + gamma a_1)
 *   q_1 = q_0 + h v_0 + h^2 ((1/2 - beta) b_0 + beta b_1)
 *   (1 - m) a_1 + m a_0 = (1 - f) z'(t_1, y_1) + f z'(t_0, y_0)
 *
 * q are the unknowns whose rates v are unknowns, too, and b the part of a that belongs to these; z
 * are all others, velocities among them, each with its a. Newton's method has a_1 as unknown, with
 *
 *   W = c I - h gamma dz'/dz - h^2 beta dz'/dq,      c = (1 - m)/(1 - f),
 *
 * the Jacobians from differences (jacobian.c). a begins as z', which it is not: an error of the order
 * of h, once, that the recursion forgets. Begun anew at every step it would leave order 1, with a
 * difference for the a that belongs there fast modes would grow; so it is carried on. In between q has
 * values, rates and second derivatives at both ends (degree 5), z values and rates (degree 3).
 * Steps are as long as h_max lets them, equal up to a limit. doc/ode.md;
 * J. Chung, G.M. Hulbert, J. Appl. Mech. 60 (1993); N.M. Newmark, J. Eng. Mech. Div. 85 (1959).
 * SPDX-License-Identifier: Apache-2.0 */
#include <float.h>
#include <math.h>
#include <string.h>

#include <zeno/ctx.h>
#include <zeno/ode.h>

#include "kernel/ode/alpha.h"
#include "kernel/ode/factors.h"
#include "kernel/ode/jacobian.h"
#include "kernel/ode/over.h"
#include "kernel/ode/settled.h"

enum { NEWTON = 10 };

typedef struct alpha {
    int method;
    double rho;         /* spectral radius for h -> infinity */
    double beta, gamma; /* of Newmark */

    double *room;
    zn_index croom, n;
    double *J, *B;   /* n x n: df/dy, and W with rows of q that say nothing */
    double *a, *a1;  /* n, zero at places of q */
    double *f0, *f1; /* n, y' at both ends */
    double *x, *dy, *work; /* n, n, 3n */
    double *y0, *y1;       /* n, of the last step, */
    double *g0, *g1;       /* and y' there */
    zni_ode_factors factors;
    zn_factor *W; /* one of them */
    const zn_index *rate; /* of the problem, or NULL */
    double t, h;          /* of the last step */
    zni_alpha of;
    zni_ode_over over; /* of jumps of f */
    bool carried;      /* a is from before */
} alpha;

static const zn_option options[] = {
    ZNI_ALPHA_OPTIONS(alpha),
    ZN_OPT_END,
};

/* Which unknown is the rate of i; -1: none. */
static zn_index rate(const alpha *o, zn_index i)
{
    return o->rate ? o->rate[i] : -1;
}

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n)
{
    alpha *o = state;
    double **const part[] = {&o->a,  &o->a1, &o->f0, &o->f1, &o->x,   &o->dy,
                             &o->y0, &o->y1, &o->g0, &o->g1, &o->work};
    const zn_index parts = sizeof part / sizeof *part;
    zn_status st = zn_grow(ctx, &o->room, &o->croom,
                           2 * n * n + (parts + 2) * n, sizeof *o->room);

    zni_ode_factors_begin(ctx, &o->factors);
    if (!st)
        st = zni_ode_factor(ctx, &o->factors, n, &o->W);
    if (st)
        return st;
    o->n = n;
    o->carried = false;
    o->J = o->room;
    o->B = o->J + n * n;
    for (zn_index k = 0; k < parts; k++)
        *part[k] = o->B + n * n + k * n;
    return ZN_OK;
}

static void fini(void *state, zn_ctx *ctx)
{
    alpha *o = state;

    zni_ode_factors_fini(ctx, &o->factors);
    zn_free_array(ctx, o->room);
}

/* ---- one step ------------------------------------------------------------------ */

static zn_status factor(alpha *o, double h)
{
    const zn_index n = o->n;
    const double z = h * o->of.gamma, q = h * h * o->of.beta;

    memset(o->B, 0, (size_t)(n * n) * sizeof *o->B);
    for (zn_index j = 0; j < n; j++) {
        const zn_index to = rate(o, j) < 0 ? j : rate(o, j);
        const double weight = rate(o, j) < 0 ? z : q;
        for (zn_index i = 0; i < n; i++)
            if (rate(o, i) < 0)
                o->B[i + to * n] -= weight * o->J[i + j * n];
        o->B[j + j * n] += rate(o, j) < 0 ? o->of.c : 1;
    }
    return zn_factor_set(o->W, o->B);
}

/* y_1 of a_1. */
static void place(const alpha *o, double h, const double y[], double y1[])
{
    const zni_alpha *c = &o->of;

    for (zn_index i = 0; i < o->n; i++) {
        const zn_index v = rate(o, i), k = v < 0 ? i : v;
        y1[i] =
            v < 0
                ? y[i] + h * ((1 - c->gamma) * o->a[k] + c->gamma * o->a1[k])
                : y[i] + h * y[v] +
                      h * h * ((0.5 - c->beta) * o->a[k] + c->beta * o->a1[k]);
    }
}

/* z' that a_1 stands for, and the rates v of q. */
static double slope(const alpha *o, zn_index i, const double y1[])
{
    const zni_alpha *c = &o->of;

    return rate(o, i) < 0 ? c->c * o->a1[i] +
                                (c->m * o->a[i] - c->f * o->f0[i]) / (1 - c->f)
                          : y1[rate(o, i)];
}

/* a_1 by one correction, *size of what it does to y_1. */
static zn_status correct(alpha *o, const zn_ode_problem *p, double h, double t1,
                         const double y[], double y1[], double *size,
                         zn_ode_info *info)
{
    const zn_index n = o->n;
    double *da = o->x;
    zn_status st = zni_ode_evaluate(p, t1, y1, o->f1, info);

    if (st)
        return st;
    for (zn_index i = 0; i < n; i++)
        da[i] = rate(o, i) < 0 ? o->f1[i] - slope(o, i, y1) : 0;
    zn_factor_solve(o->W, 1, da);
    for (zn_index i = 0; i < n; i++) {
        const zn_index v = rate(o, i);
        o->a1[i] += v < 0 ? da[i] : 0;
        o->dy[i] = v < 0 ? h * o->of.gamma * da[i] : h * h * o->of.beta * da[v];
    }
    place(o, h, y, y1);
    *size = zni_ode_size(p, y, o->dy);
    return ZN_OK;
}

/* Newton's method, to a hundredth of the tolerance, or to rounding. ZN_UNSOLVED: it does not
 * converge. */
static zn_status newton(alpha *o, const zn_ode_problem *p, double h, double t1,
                        const double y[], double y1[], zn_ode_info *info)
{
    const double rounding = zni_ode_rounding(p, y, o->dy);
    zni_ode_settled c = {0};
    zn_status st = factor(o, h);

    if (st == ZN_ESINGULAR) /* not with a shorter step */
        return ZN_UNSOLVED;
    memcpy(o->a1, o->a, (size_t)o->n * sizeof *o->a);
    place(o, h, y, y1);
    for (int k = 0; !st && k < NEWTON; k++) {
        double size = 0;
        st = correct(o, p, h, t1, y, y1, &size, info);
        if (st)
            return st;
        st = zni_ode_settle(&c, size, rounding);
        if (st != ZN_RETRY)
            return st;
        st = ZN_OK;
    }
    return st ? st : ZN_UNSOLVED;
}

/* A step of Euler's method: what is left where rounding of t leaves no shorter step and f jumps
 * in this one, so that the equations have no solution. */
static void straight(alpha *o, double h, const double y[], double y1[])
{
    memcpy(o->a1, o->a, (size_t)o->n * sizeof *o->a);
    for (zn_index i = 0; i < o->n; i++)
        y1[i] = y[i] + h * o->f0[i];
}

/* What is known of the start, f0 and a, goes on from the end; the step for what is in between. */
static void keep(alpha *o, double t, double h, const double y[],
                 const double y1[])
{
    const size_t bytes = (size_t)o->n * sizeof *y;

    o->t = t;
    o->h = h;
    memcpy(o->y0, y, bytes);
    memcpy(o->y1, y1, bytes);
    memcpy(o->g0, o->f0, bytes);
    for (zn_index i = 0; i < o->n; i++)
        o->g1[i] = slope(o, i, y1);
    memcpy(o->f0, o->g1, bytes);
    memcpy(o->a, o->a1, bytes);
}

/* f0, and a where nothing is known. */
static zn_status start(alpha *o, const zn_ode_problem *p, double t,
                       const double y[], zn_ode_info *info)
{
    const zn_status st = zni_ode_evaluate(p, t, y, o->f0, info);

    o->of = zni_alpha_by(o->method, o->rho, o->beta, o->gamma);
    o->rate = p->rate;
    for (zn_index i = 0; !o->carried && i < o->n; i++)
        o->a[i] = rate(o, i) < 0 ? o->f0[i] : 0;
    return st;
}

/* The longest step that lets equal ones come to the limit. */
static double length(const zn_ode_problem *p, double left)
{
    const double n = ceil(left / p->h_max - 1e-9);

    return n > 1 ? left / n : left;
}

static zn_status step(void *state, const zn_ode_problem *p, double t,
                      const double y[], double limit, bool fresh, double *h,
                      double *t1, double y1[], zn_ode_info *info)
{
    alpha *o = state;
    bool again = false;
    zn_status st = fresh ? start(o, p, t, y, info) : ZN_OK;

    zni_ode_over_start(&o->over, fresh, t, limit);
    *h = length(p, limit - t);
    if (!st)
        st = zni_ode_jacobian(p, t, y, o->f0, *h, o->J, o->work, info);
    while (!st) {
        const double use = zni_ode_over_length(&o->over, again, *h, limit - t);

        *t1 = use == limit - t ? limit : t + use;
        st = newton(o, p, *t1 - t, *t1, y, y1, info);
        if (st == ZN_UNSOLVED && use <= o->over.least) {
            straight(o, use, y, y1);
            st = zni_ode_over_try(&o->over, true, use, DBL_MAX, h);
        } else if (!st) {
            o->over.done = false;
        }
        if (!st)
            keep(o, t, *t1 - t, y, y1);
        if (st <= 0 || (st == ZN_UNSOLVED && use <= o->over.least))
            break;
        st = zni_ode_over_try(&o->over, again, use, INFINITY, h);
        if (st != ZN_RETRY)
            break;
        st = ZN_OK;
        again = true;
        info->rejected++;
        *h = use / 2;
    }
    return st;
}

/* ---- in between ------------------------------------------------------------------ */

/* In s = (t - t0)/h: y0 + s (h g0 + s (...)). */
static double cubic(double s, double D, double h, double g0, double g1)
{
    return s * h * g0 + s * s * (3 * D - h * (2 * g0 + g1)) +
           s * s * s * (h * (g0 + g1) - 2 * D);
}

/* The same with second derivatives w at both ends. */
static double quintic(double s, double D, double h, double g0, double g1,
                      double w0, double w1)
{
    const double d = D - h * g0 - h * h * w0 / 2,
                 e = h * (g1 - g0) - h * h * w0;
    const double g = h * h * (w1 - w0), ss = s * s;

    return s * h * g0 + ss * h * h * w0 / 2 +
           s * ss *
               (10 * d - 4 * e + g / 2 +
                s * (7 * e - 15 * d - g + s * (6 * d - 3 * e + g / 2)));
}

static void at(const void *state, double t, double y[])
{
    const alpha *o = state;
    const double s = (t - o->t) / o->h;

    for (zn_index i = 0; i < o->n; i++) {
        const double D = o->y1[i] - o->y0[i];
        const zn_index v = rate(o, i);
        y[i] = o->y0[i] + (v < 0 ? cubic(s, D, o->h, o->g0[i], o->g1[i])
                                 : quintic(s, D, o->h, o->g0[i], o->g1[i],
                                           o->g0[v], o->g1[v]));
    }
}

/* Of Bernstein's coefficients, between the least and the largest of which a polynomial is. */
static void sag(const void *state, double out[])
{
    const alpha *o = state;

    for (zn_index i = 0; i < o->n; i++) {
        const double D = o->y1[i] - o->y0[i], h = o->h;
        const double a = h * o->g0[i] - D, b = D - h * o->g1[i];
        const zn_index v = rate(o, i);
        if (v < 0) {
            out[i] = fmax(fabs(a), fabs(b)) / 3;
            continue;
        }
        out[i] = fmax(fmax(fabs(a), fabs(b)) / 5,
                      fmax(fabs(2 * a / 5 + h * h * o->g0[v] / 20),
                           fabs(2 * b / 5 + h * h * o->g1[v] / 20)));
    }
}

static void save(const void *state, double m[])
{
    const alpha *o = state;

    memcpy(m, o->a, (size_t)o->n * sizeof *m);
}

static void resume(void *state, const double m[])
{
    alpha *o = state;

    memcpy(o->a, m, (size_t)o->n * sizeof *m);
    o->carried = true;
}

const zn_ode_type zni_ode_generalised_alpha = {
    .type = {.size = sizeof zni_ode_generalised_alpha,
             .kind = ZN_KIND_ODE,
             .name = "generalised-alpha",
             .summary = "Newmark's schemes of order 2, steps as they are given",
             .state_size = sizeof(alpha),
             .options = options},
    .reserve = reserve,
    .fini = fini,
    .step = step,
    .at = at,
    .sag = sag,
    .save = save,
    .resume = resume,
    .given = true,
};
