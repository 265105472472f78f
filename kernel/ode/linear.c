/* linear.c - motion that is linear but for a part in time, y' = A y + b(t), A constant
 *
 * b is a polynomial through its values at Chebyshev's points of a step, of degree 8 if its last
 * coefficients are small enough, else of degree 16, for which the values are used again. With
 * b(t0 + s h) = sum_k b_k s^k, y(t0 + s h) = sum_k y_k s^k is a power series,
 *
 *     (k + 1) y_{k+1} = h (A y_k + b_k),
 *
 * cut where its terms are rounding: steps are a few units of time of A, and as long as b lets them be,
 * whatever y does. The values of b are all calls of f that there are, and that part of f which y
 * has is exact. doc/ode.md
 * SPDX-License-Identifier: Apache-2.0 */
#include <float.h>
#include <math.h>
#include <string.h>

#include <zeno/ctx.h>

#include "kernel/ode/linear_part.h"
#include "kernel/ode/norm.h"
#include "kernel/ode/power_sum.h"

/* Of exp(x) with x = 2.8 what is behind these terms of y is 1e-13. */
enum { HIGH = ZNI_HIGH, TERMS = ZNI_LINEAR_TERMS };

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n)
{
    zni_linear *o = state;
    zn_status st;

    if (o->room && o->n == n) /* of its last step all is there */
        return ZN_OK;
    st = zn_grow(ctx, &o->room, &o->croom, (TERMS + 2 * (HIGH + 1) + 5) * n,
                 sizeof *o->room);
    if (st)
        return st;
    if (o->table.power[0][0] == 0)
        zni_chebyshev_tables(&o->table);
    o->ctx = ctx;
    o->n = n;
    o->y = o->room;
    o->b = o->y + TERMS * n;
    o->c = o->b + (HIGH + 1) * n;
    o->end = o->c + (HIGH + 1) * n;
    o->work = o->end + n;
    memset(o->b, 0, (HIGH + 1) * (size_t)n * sizeof *o->b);
    o->known = false;
    return ZN_OK;
}

static void fini(void *state, zn_ctx *ctx)
{
    zn_free_array(ctx, ((zni_linear *)state)->room);
}

/* ---- the solution in between ------------------------------------------------------- */

/* y at a share s of the step, two unknowns at a time. */
void zni_linear_values(const zni_linear *o, double s, double y[])
{
    const zn_index n = o->n;
    zn_index i = 0;

    for (; i + 2 <= n; i += 2)
        zni_power_sum_two(o->terms, n, o->y + i, s, y + i);
    if (i < n)
        y[i] = zni_power_sum(o->terms, n, o->y + i, s);
}

static void at(const void *state, double t, double y[])
{
    const zni_linear *o = state;

    zni_linear_values(o, (t - o->t) / o->h, y);
}

/* s^k is below the line s by (k - 1) k^(-k/(k - 1)) at most, which is below 1 - 1/k. */
static void sag(const void *state, double out[])
{
    const zni_linear *o = state;
    const double quarter = 1.0 / 4, third = 0.3849001794597506;
    const double *y = o->y + 2 * o->n;

    for (zn_index i = 0; i < o->n; i++)
        out[i] = quarter * fabs(y[i]) + third * fabs(y[o->n + i]);
    y += 2 * o->n;
    for (int k = 4; k < o->terms; k++, y += o->n) {
        const double below = 1 - 1.0 / k;
        for (zn_index i = 0; i < o->n; i++)
            out[i] += below * fabs(y[i]);
    }
}

static void memory(void *state, zn_memory_fn *keep, void *to)
{
    zni_linear *o = state;

    keep(to, o->y, TERMS * (size_t)o->n * sizeof *o->y);
    keep(to, o->end, (size_t)o->n * sizeof *o->end);
    keep(to, &o->t, sizeof o->t);
    keep(to, &o->h, sizeof o->h);
    keep(to, &o->t1, sizeof o->t1);
    keep(to, &o->last, sizeof o->last);
    keep(to, &o->terms, sizeof o->terms);
    keep(to, &o->known, sizeof o->known);
    keep(to, &o->over.done, sizeof o->over.done);
    keep(to, &o->kink, sizeof o->kink);
    keep(to, &o->rhythm, sizeof o->rhythm);
    zni_rhythm_check(&o->rhythm);
    if (o->last < 0 || o->last > HIGH || o->terms < 0 || o->terms > TERMS) {
        o->last = o->terms = 0; /* as no step leaves it */
        o->known = false;
    }
}

/* ---- y ------------------------------------------------------------------------------- */

/* Term k + 1 from those before it. */
static void next_term(zni_linear *o, const zn_ode_problem *p, int k)
{
    const zn_index n = o->n;
    const double *y = o->y + k * n, *c = k <= o->degree ? o->c + k * n : NULL;
    double *next = o->y + (k + 1) * n;
    const double part = 1.0 / (k + 1); /* nothing waits for it, nor for */
    const double way = o->h * part;

    for (zn_index i = 0; i < n; i++) {
        next[i] = way * zni_rate_of(p, y, i);
        if (c && zni_is_driven(p, i))
            next[i] += part * c[i];
    }
}

/* Terms k and k - 1, in tolerances, whose inverses o->work has. */
static double last_terms(const zni_linear *o, int k)
{
    const double *last = o->y + k * o->n, *before = last - o->n;
    double sum = 0;

    for (zn_index i = 0; i < o->n; i++) {
        const double e = (fabs(last[i]) + fabs(before[i])) * o->work[i];
        sum += e * e;
    }
    return sqrt(sum / (double)o->n);
}

/* Its terms from those of b, as many as make more than a thousandth of a tolerance; what the last two of them would
 * make if there were all, as they become smaller by the same factor at least from one to the next. */
static double series(zni_linear *o, const zn_ode_problem *p, const double y[],
                     double y1[])
{
    double rest = INFINITY, before = INFINITY;
    int k = 0;

    memcpy(o->y, y, (size_t)o->n * sizeof *y);
    for (zn_index i = 0; i < o->n; i++)
        o->work[i] = 1 / zni_ode_tolerance(p, y[i], y[i]);
    for (; k + 1 < TERMS && !(k > o->degree + 1 && rest <= 1e-3); k++) {
        next_term(o, p, k);
        if (k < o->degree)
            continue;
        before = rest;
        rest = last_terms(o, k + 1);
    }
    o->terms = k + 1;
    zni_linear_values(o, 1, y1);
    return rest > 0 && rest < before
               ? rest * pow(rest / before, TERMS - o->terms)
               : rest;
}

/* y of an attempt, whatever the error of b. */
static void make(zni_linear *o, const zn_ode_problem *p, const double y[],
                 double y1[], zni_verdict *out)
{
    double rest;

    if (!o->retold)
        zni_part_powers(o, p);
    rest = series(o, p, y, y1);
    o->made = true;
    if (!isfinite(rest)) {
        *out = (zni_verdict){INFINITY, 0};
        return;
    }
    out->e = fmax(out->e, rest);
    out->factor = fmin(out->factor, zni_linear_factor(rest, TERMS));
}

/* An attempt from o->t to t1: an error of more than 1, INFINITY: it has no end. */
static zn_status attempt(zni_linear *o, const zn_ode_problem *p, double t1,
                         const double y[], double y1[], zn_ode_info *info,
                         zni_verdict *out)
{
    const zn_status st = zni_part_ask(o, p, t1, y, info, out);

    if (st || !isfinite(out->e)) {
        *out = (zni_verdict){INFINITY, 0};
        return st == ZN_RETRY ? ZN_OK : st;
    }
    if (out->e <= 1)
        make(o, p, y, y1, out);
    return ZN_OK;
}

/* ---- steps ---------------------------------------------------------------------------- */

/* The unit of time of A, whatever the units of y. */
static double first_length(const zn_ode_problem *p, double left)
{
    const zn_index n = p->n;
    double sum = 0;

    for (zn_index j = 0; j < n; j++)
        for (zn_index i = 0; i < n; i++)
            sum += fabs(p->A[i + j * n] * p->A[j + i * n]);
    return sum > 0 ? fmin(left, 1 / sqrt(sum)) : left;
}

/* b at the start. */
static zn_status start(zni_linear *o, const zn_ode_problem *p, double t,
                       double limit, bool fresh, double *h, zn_ode_info *info)
{
    if (!p->A || !p->part)
        return zn_fail(o->ctx, ZN_ENOTSUP,
                       "integrator 'linear' takes y' = A y + b(t) only, A "
                       "constant and given; take another one, or 'auto'");
    if (!(*h > 0))
        *h = first_length(p, limit - t);
    return zni_part_start(o, p, t, fmin(*h, limit - t), fresh, info);
}

/* The attempt is the step. */
static void take(zni_linear *o, const zn_ode_problem *p, double t1, double next,
                 double *h)
{
    *h = fmin(p->h_max, zni_part_next(o, t1, next));
    memcpy(o->end, o->b + HIGH * o->n, (size_t)o->n * sizeof *o->b);
    o->known = true;
    o->last = o->degree;
    o->t1 = t1;
}

static zn_status step(void *state, const zn_ode_problem *p, double t,
                      const double y[], double limit, bool fresh, double *h,
                      double *t1, double y1[], zn_ode_info *info)
{
    zni_linear *o = state;
    const double before = o->h;
    bool again = false;
    zn_status st;

    o->made = fresh || !o->known;
    st = start(o, p, t, limit, fresh, h, info);
    if (o->told.length > 0)
        limit = fmin(limit, o->t1);
    zni_ode_over_start(&o->over, fresh, t, limit);
    while (!st) {
        const double stop = zni_kink_limit(&o->kink, t, limit);
        const double use =
            zni_ode_over_length(&o->over, again, fmin(*h, p->h_max), stop - t);
        const bool end = use == stop - t;
        double next;
        zni_verdict v;

        *t1 = end ? stop : t + use;
        o->t = t;
        o->h = *t1 - t;
        st = attempt(o, p, *t1, y, y1, info, &v);
        if (st)
            break;
        next = use * fmin(ZNI_LINEAR_GROWTH, v.factor);
        if (v.e <= 1) {
            take(o, p, *t1,
                 again ? fmin(next, use)
                 : end ? fmax(next, *h)
                       : next,
                 h);
            o->over.done = false;
            break;
        }
        if (zni_part_may_kink(o, use, before, &v)) {
            st = zni_part_look(o, p, t, *t1, before, info);
            if (st || zni_kink_limit(&o->kink, t, *t1) < *t1) {
                info->rejected++;
                continue;
            }
        }
        st = zni_ode_over_try(&o->over, again, use, v.e, h);
        if (!st) {
            make(o, p, y, y1, &v);
            take(o, p, *t1, *h, h);
            break;
        }
        if (st != ZN_RETRY)
            break;
        st = ZN_OK;
        again = true;
        info->rejected++;
        *h = fmin(0.9 * use, fmax(0.1 * use, next));
    }
    return st;
}

zni_power_series zni_linear_series(const void *state)
{
    const zni_linear *o = state;

    return (zni_power_series){o->y, o->terms, o->h};
}

void zni_linear_lasts(void *state, bool so)
{
    ((zni_linear *)state)->lasting = so;
}

const zn_ode_type zni_ode_linear = {
    .type = {.size = sizeof zni_ode_linear,
             .kind = ZN_KIND_ODE,
             .name = "linear",
             .summary = "linear but for a part in time: a power series",
             .state_size = sizeof(zni_linear)},
    .reserve = reserve,
    .fini = fini,
    .step = step,
    .at = at,
    .sag = sag,
    .memory = memory,
    .terms = TERMS,
};
