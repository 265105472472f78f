/* ballistic.c - motion under constant accelerations, which is a polynomial
 *
 *     y_i(t + s) = y_i + s f_i + s^2/2 f_k,    k the unknown that is y_i',
 *
 * f = f(t, y), and straight lines of unknowns of which no rate is known. A step may be of any length;
 * what f at its end differs from f + s f_k, times h/2, is its error, of order 2 where accelerations
 * are not constant. doc/ode.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/ode/ballistic.h"

#include <math.h>
#include <string.h>

#include <zeno/ctx.h>

#include "kernel/ode/norm.h"
#include "kernel/ode/over.h"

typedef struct ballistic {
    double *room;
    zn_index croom, n;
    double *y, *f, *a, *end; /* n each: of the last step, a its f_k; f at its end */
    double *e;               /* n, errors */
    double t, h;
    bool known; /* f at the end of the last step is that at the start of the next one */
    bool still; /* accelerations are constants, as the caller says */
    zni_ode_over over;
} ballistic;

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n)
{
    ballistic *o = state;
    const zn_status st =
        zn_grow(ctx, &o->room, &o->croom, 5 * n, sizeof *o->room);

    if (st)
        return st;
    o->n = n;
    o->y = o->room;
    o->f = o->y + n;
    o->a = o->f + n;
    o->end = o->a + n;
    o->e = o->end + n;
    o->known = false;
    return ZN_OK;
}

static void fini(void *state, zn_ctx *ctx)
{
    zn_free_array(ctx, ((ballistic *)state)->room);
}

static void at(const void *state, double t, double y[])
{
    const ballistic *o = state;
    const double s = t - o->t;

    for (zn_index i = 0; i < o->n; i++)
        y[i] = o->y[i] + s * (o->f[i] + s / 2 * o->a[i]);
}

static void sag(const void *state, double out[])
{
    const ballistic *o = state;

    for (zn_index i = 0; i < o->n; i++)
        out[i] = o->h * o->h / 8 * fabs(o->a[i]);
}

static void memory(void *state, zn_memory_fn *fn, void *to)
{
    ballistic *o = state;

    fn(to, o->room, 4 * (size_t)o->n * sizeof *o->room);
    fn(to, &o->t, sizeof o->t);
    fn(to, &o->h, sizeof o->h);
    fn(to, &o->known, sizeof o->known);
    fn(to, &o->over.done, sizeof o->over.done);
}

/* f at the start, and the polynomial that follows from it. */
static zn_status start(ballistic *o, const zn_ode_problem *p, double t,
                       const double y[], bool fresh, zn_ode_info *info)
{
    const zn_index n = p->n;
    zn_status st = ZN_OK;

    memcpy(o->y, y, (size_t)n * sizeof *y);
    if (fresh || !o->known)
        st = zni_ode_evaluate(p, t, y, o->f, info);
    else
        memcpy(o->f, o->end, (size_t)n * sizeof *y);
    for (zn_index i = 0; i < n; i++)
        o->a[i] = p->rate && p->rate[i] >= 0 ? o->f[p->rate[i]] : 0;
    o->t = t;
    o->known = false;
    return st;
}

/* f at the end where accelerations are constants; INFINITY: the motion has no end there. */
static double go_straight(ballistic *o, const double y1[])
{
    bool finite = true;

    for (zn_index i = 0; i < o->n; i++) {
        o->end[i] = o->f[i] + o->h * o->a[i];
        finite = finite && isfinite(y1[i]) && isfinite(o->end[i]);
    }
    return finite ? 0 : INFINITY;
}

/* One attempt; *e > 1: it is too long, INFINITY: it has no end. */
static zn_status attempt(ballistic *o, const zn_ode_problem *p, double t1,
                         double y1[], double *e, zn_ode_info *info)
{
    zn_status st;

    o->h = t1 - o->t;
    at(o, t1, y1);
    if (o->still) {
        *e = go_straight(o, y1);
        return ZN_OK;
    }
    st = zni_ode_evaluate(p, t1, y1, o->end, info);
    *e = INFINITY;
    if (st)
        return st == ZN_RETRY ? ZN_OK : st;
    for (zn_index i = 0; i < p->n; i++)
        o->e[i] = o->h / 2 * (o->end[i] - (o->f[i] + o->h * o->a[i]));
    *e = zni_ode_size(p, y1, o->e);
    return ZN_OK;
}

void zni_ballistic_terms(const void *state, const double **f, const double **a)
{
    const ballistic *o = state;

    *f = o->f;
    *a = o->a;
}

void zni_ballistic_still(void *state)
{
    ((ballistic *)state)->still = true;
}

static zn_status step(void *state, const zn_ode_problem *p, double t,
                      const double y[], double limit, bool fresh, double *h,
                      double *t1, double y1[], zn_ode_info *info)
{
    ballistic *o = state;
    zn_status st = start(o, p, t, y, fresh, info);
    bool again = false;

    zni_ode_over_start(&o->over, fresh, t, limit);
    if (!(*h > 0))
        *h = limit - t;
    while (!st) {
        const double use = zni_ode_over_length(
            &o->over, again, fmin(*h, p->h_max), limit - t);
        double e;

        *t1 = use == limit - t ? limit : t + use;
        st = attempt(o, p, *t1, y1, &e, info);
        if (st)
            break;
        if (e <= 1) { /* as long as may be, unless this one was cut for its error */
            *h = fmin(p->h_max, again ? use : use * 0.9 / sqrt(fmax(e, 1e-12)));
            o->known = true;
            o->over.done = false;
            break;
        }
        st = zni_ode_over_try(&o->over, again, use, e, h);
        if (st != ZN_RETRY)
            break;
        st = ZN_OK;
        again = true;
        info->rejected++;
        *h = use * (isfinite(e) ? fmax(0.01, 0.9 / sqrt(e)) : 0.1);
    }
    return st;
}

const zn_ode_type zni_ode_ballistic = {
    .type = {.size = sizeof zni_ode_ballistic,
             .kind = ZN_KIND_ODE,
             .name = "ballistic",
             .summary = "constant accelerations: a polynomial, exactly",
             .state_size = sizeof(ballistic)},
    .reserve = reserve,
    .fini = fini,
    .step = step,
    .at = at,
    .sag = sag,
    .memory = memory,
};
