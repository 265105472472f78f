/* explicit.c - explicit Runge-Kutta pairs: stages, error control, the choice of h
 *
 * E. Hairer, S. P. Norsett, G. Wanner, Solving Ordinary Differential Equations I,
 * II.4-II.6. doc/ode.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/ode/explicit.h"

#include <math.h>
#include <string.h>

#include <zeno/ctx.h>

#include "kernel/ode/norm.h"

/* Terms of the solution in between that values and slopes at both ends give. */
enum { ENDS = 4 };

zn_status zni_explicit_reserve(zni_explicit *o, const zni_formula *f,
                               zn_ctx *ctx, zn_index n)
{
    const zn_index stages = f->stages + f->more;
    const zn_status st =
        zn_grow(ctx, &o->room, &o->croom, (stages + 1 + ENDS + f->own) * n,
                sizeof *o->room);

    if (st)
        return st;
    o->f = f;
    o->k = o->room;
    o->trial = o->k + stages * n;
    o->r = o->trial + n;
    o->last.n = n;
    o->last.k = o->k;
    o->known = false;
    return ZN_OK;
}

void zni_explicit_fini(void *state, zn_ctx *ctx)
{
    zn_free_array(ctx, ((zni_explicit *)state)->room);
}

/* A first length from f and its change over a small step, as Hairer, Norsett and Wanner have
 * it (II.4), but free of the unit of time: f and f' make one, tau = |f|/|f'|, and the step is
 * that in which f h (h/tau)^(order - 1) becomes a hundredth of the tolerance. */
static zn_status first_length(zni_explicit *o, const zn_ode_problem *p,
                              double t, const double y[], double limit,
                              zn_ode_info *info, double *h)
{
    const zni_formula *f = o->f;
    const double d0 = zni_ode_size(p, y, y), d1 = zni_ode_size(p, y, o->k);
    const double left = fmin(limit - t, p->h_max);
    const double little =
        fmin(left, d1 > 0 && d0 > 1e-5 ? 0.01 * d0 / d1 : 1e-4 * left);
    double *f1 = o->k + p->n, d2, tau;
    zn_status st;

    for (zn_index i = 0; i < p->n; i++)
        o->trial[i] = y[i] + little * o->k[i];
    st = zni_ode_evaluate(p, t + little, o->trial, f1, info);
    *h = little;
    if (st)
        return st == ZN_RETRY ? ZN_OK : st;
    for (zn_index i = 0; i < p->n; i++)
        f1[i] -= o->k[i];
    d2 = zni_ode_size(p, y, f1) / little;
    tau = d2 > 0 ? fmin(left, fmax(d1 / d2, little)) : left;
    *h = fmin(100 * little,
              tau * pow(0.01 / fmax(d1 * tau, 0.01), 1.0 / f->order));
    return ZN_OK;
}

/* Stages from..until - 1 of the step under way; the value of the last one of a step is y1. */
static zn_status stages(zni_explicit *o, const zn_ode_problem *p, double t1,
                        const double y[], double y1[], int from, int until,
                        zn_ode_info *info)
{
    const zni_formula *f = o->f;
    const zn_index n = p->n;
    const zni_stages *s = &o->last;
    zn_status st = ZN_OK;

    for (int k = from; !st && k < until; k++) {
        const double *a = f->a + k * (f->stages + f->more - 1);
        double *x = k == f->stages - 1 ? y1 : o->trial;
        for (zn_index i = 0; i < n; i++)
            x[i] = y[i] + s->h * zni_stage_sum(s, k, a, i);
        st = zni_ode_evaluate(p, f->c[k] < 1 ? s->t + f->c[k] * s->h : t1, x,
                              o->k + k * n, info);
    }
    return st;
}

/* y(t + theta h) = r0 + theta (r1 + (1 - theta) (r2 + theta (r3 + (1 - theta) (r4 + ...)))) */
static void terms(zni_explicit *o, const double y[], const double y1[])
{
    const zni_formula *f = o->f;
    const zni_stages *s = &o->last;
    const int stages = f->stages + f->more;
    const zn_index n = s->n;
    const double h = s->h;

    for (zn_index i = 0; i < n; i++) {
        const double d = y1[i] - y[i], b = h * s->k[i] - d;
        double *r = o->r + i;
        r[0] = y[i];
        r[n] = d;
        r[2 * n] = b;
        r[3 * n] = d - h * s->k[(f->stages - 1) * n + i] - b;
        for (int j = 0; j < f->own; j++)
            r[(ENDS + j) * n] =
                h * zni_stage_sum(s, stages, f->d + j * stages, i);
    }
}

/* The polynomial of unknown i at t + theta h, and its derivative by theta. */
static inline double polynomial(const zni_explicit *o, zn_index i, double theta,
                                double *slope)
{
    const zn_index n = o->last.n;
    const double *r = o->r + i;
    int j = ENDS + o->f->own - 1;
    double sum = r[j * n], rise = 0;

    while (--j >= 0) {
        const double x = j % 2 ? 1 - theta : theta;
        rise = x * rise + (j % 2 ? -sum : sum);
        sum = r[j * n] + x * sum;
    }
    *slope = rise;
    return sum;
}

void zni_explicit_at(const void *state, double t, double y[])
{
    const zni_explicit *o = state;
    double slope;

    for (zn_index i = 0; i < o->last.n; i++)
        y[i] = polynomial(o, i, (t - o->last.t) / o->last.h, &slope);
}

/* At any instant. */
static void go_on(const void *state, double t, double y[], double slope[])
{
    const zni_explicit *o = state;

    for (zn_index i = 0; i < o->last.n; i++) {
        y[i] = polynomial(o, i, (t - o->last.t) / o->last.h, &slope[i]);
        slope[i] /= o->last.h;
    }
}

/* The largest values of theta^a (1 - theta)^b, a^a b^b / (a + b)^(a + b), that go with the terms
 * from the second power on: a = b = 1, then a and b grow in turns. */
static const double LARGEST[] = {1.0 / 4,      4.0 / 27, 1.0 / 16,
                                 108.0 / 3125, 1.0 / 64, 6912.0 / 823543};

void zni_explicit_sag(const void *state, double out[])
{
    const zni_explicit *o = state;
    const zn_index n = o->last.n;
    const int terms = ENDS + o->f->own;

    for (zn_index i = 0; i < n; i++) {
        out[i] = 0;
        for (int j = 2; j < terms; j++)
            out[i] += LARGEST[j - 2] * fabs(o->r[j * n + i]);
    }
}

void zni_explicit_memory(void *state, zn_memory_fn *keep, void *to)
{
    zni_explicit *o = state;
    const size_t n = (size_t)o->last.n * sizeof(double);

    keep(to, o->k + (o->f->stages - 1) * o->last.n, n);
    keep(to, o->r, (size_t)(ENDS + o->f->own) * n);
    keep(to, &o->last.t, sizeof o->last.t);
    keep(to, &o->last.h, sizeof o->last.h);
    keep(to, &o->known, sizeof o->known);
    keep(to, &o->over.done, sizeof o->over.done);
    keep(to, &o->kink, sizeof o->kink);
    keep(to, &o->before, sizeof o->before);
}

/* The step is taken: the solution in between. Where f has no value there the step has
 * none either. */
static zn_status keep(zni_explicit *o, const zn_ode_problem *p, double t1,
                      const double y[], double y1[], zn_ode_info *info)
{
    const int n = o->f->stages;
    const zn_status st = stages(o, p, t1, y, y1, n, n + o->f->more, info);

    if (st)
        return st;
    o->known = true;
    terms(o, y, y1);
    return ZN_OK;
}

/* Length after an error e, that of the step before having been `before`: proportional
 * and integral control (Hairer, Norsett and Wanner, II.4). */
static double factor(const zni_formula *f, double e, double before)
{
    const double x = e > 0 ? 0.9 * pow(e, -f->alpha) *
                                 (f->beta > 0 ? pow(before, f->beta) : 1)
                           : f->most;

    return fmin(f->most, fmax(f->least, x));
}

/* k[0] is f at the start of the step. */
static zn_status start(zni_explicit *o, const zn_ode_problem *p, double t,
                       const double y[], double limit, bool fresh, double *h,
                       zn_ode_info *info)
{
    const zni_formula *f = o->f;
    zn_status st = ZN_OK;

    if (fresh || !o->known) {
        st = zni_ode_evaluate(p, t, y, o->k, info);
        o->before = 1e-4;
    } else {
        memcpy(o->k, o->k + (f->stages - 1) * p->n, (size_t)p->n * sizeof *y);
    }
    o->known = false;
    if (!st && !(*h > 0))
        st = first_length(o, p, t, y, limit, info, h);
    return st;
}

/* An attempt from t to t1: e > 1 is its error, INFINITY: it has no end; or it is taken. */
static zn_status attempt(zni_explicit *o, const zn_ode_problem *p, double t,
                         double t1, const double y[], double y1[],
                         zn_ode_info *info, double *e)
{
    const zni_formula *f = o->f;
    zn_status st;

    *e = INFINITY;
    o->last.t = t;
    o->last.h = t1 - t;
    st = stages(o, p, t1, y, y1, 1, f->stages, info);
    if (!st)
        *e = f->error(&o->last, p, y, y1);
    if (!st && *e <= 1)
        st = keep(o, p, t1, y, y1, info);
    if (st == ZN_RETRY) {
        *e = INFINITY;
        st = ZN_OK;
    }
    return st;
}

/* An error that is so many times the tolerance is no growth of a smooth one, */
static const double KINK = 100;
/* and an attempt so many times as long as the step before asks too much of its polynomial. */
static const double FAR = 10;

/* A failed attempt from t to t1: is f smooth in it, as far as can be told from the step before? A place
 * that was found from afar is found better from near by, if it is too wide to be gone over. */
static zn_status look_for_kink(zni_explicit *o, const zn_ode_problem *p,
                               const zni_stages *before, double t, double t1,
                               zn_ode_info *info)
{
    const zni_kink_search s = {.p = p,
                               .info = info,
                               .go_on = go_on,
                               .state = o,
                               .degree = ENDS + o->f->own - 1,
                               .before = before->h,
                               .y = o->trial,
                               .slope = o->k + p->n,
                               .f = o->k + 2 * p->n};
    const zni_kink ahead = o->kink;
    zn_status st;

    if (t1 - t > FAR * before->h)
        return ZN_OK;
    o->last = *before;
    st = zni_kink_find(&s, t, t1, &o->kink, NULL);
    if (!zni_kink_ahead(&o->kink, t))
        o->kink = ahead;
    else if (zni_kink_ahead(&ahead, t))
        o->kink.length = fmax(o->kink.length, ahead.length);
    return st;
}

/* Length of the next step after one to t1 that was taken with an error e <= 1: what a limit has cut
 * says little of what comes after it, nor does what was short to get over a kink. */
static void take(zni_explicit *o, const zn_ode_problem *p, double t1,
                 double use, double e, bool again, bool end, double *h)
{
    const double grown = use * factor(o->f, e, o->before);
    const double next = again ? fmin(grown, use)
                        : end ? fmax(grown, *h)
                              : grown;

    *h = fmin(p->h_max, t1 == o->kink.to ? fmax(next, o->kink.length) : next);
    o->before = fmax(e, 1e-4);
    o->over.done = false;
}

zn_status zni_explicit_step(void *state, const zn_ode_problem *p, double t,
                            const double y[], double limit, bool fresh,
                            double *h, double *t1, double y1[],
                            zn_ode_info *info)
{
    zni_explicit *o = state;
    const zni_formula *f = o->f;
    const zni_stages before = o->last;
    bool may_search = !fresh && o->known, again = false;
    zn_status st = start(o, p, t, y, limit, fresh, h, info);

    if (fresh)
        o->kink = (zni_kink){0};
    zni_ode_over_start(&o->over, fresh, t, limit);
    while (!st) {
        const double stop = zni_kink_limit(&o->kink, t, limit);
        const double use =
            zni_ode_over_length(&o->over, again, fmin(*h, p->h_max), stop - t);
        const bool end = use == stop - t;
        double e;

        *t1 = end ? stop : t + use;
        st = attempt(o, p, t, *t1, y, y1, info, &e);
        if (st)
            break;
        if (e <= 1) {
            take(o, p, *t1, use, e, again, end, h);
            return ZN_OK;
        }
        if (may_search && isfinite(e) &&
            (e > KINK || zni_kink_ahead(&o->kink, t))) {
            may_search = false;
            st = look_for_kink(o, p, &before, t, *t1, info);
            if (st || zni_kink_limit(&o->kink, t, *t1) < *t1) {
                info->rejected++;
                continue;
            }
        }
        st = zni_ode_over_try(&o->over, again, use, e, h);
        if (!st) {
            o->before = 1e-4;
            return keep(o, p, *t1, y, y1, info);
        }
        if (st != ZN_RETRY)
            return st;
        st = ZN_OK;
        again = true;
        info->rejected++;
        *h = use *
             (isfinite(e)
                  ? fmin(0.9, fmax(f->least, 0.9 * pow(e, -1.0 / f->order)))
                  : 0.1);
    }
    return st;
}
