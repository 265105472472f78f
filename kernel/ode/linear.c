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

#include "kernel/ode/chebyshev.h"
#include "kernel/ode/kink.h"
#include "kernel/ode/first_length.h"
#include "kernel/ode/linear.h"
#include "kernel/ode/norm.h"
#include "kernel/ode/over.h"
#include "kernel/ode/power_sum.h"

/* Degrees of b, the first one over a place where it is not smooth, terms of y: of exp(x) with x = 2.8 what is behind them is 1e-13. */
enum { OVER = ZNI_OVER, LOW = ZNI_LOW, HIGH = ZNI_HIGH, TERMS = ZNI_LINEAR_TERMS };

/* Longer than the step before by this factor at most: nothing is known of b there. */
static const double GROWTH = 6;
/* An error that is so many times the tolerance is no growth of a smooth one, */
static const double KINK = 100;
/* and an attempt so many times as long as the step before asks too much of its polynomial. */
static const double FAR = 10;

/* What the step before tells of b behind it is right if it is off by less than this part of a tolerance. */
static const double TOLD = 0.1;

typedef struct linear {
    double *room;
    zn_index croom, n;
    double *y;    /* TERMS of n each: the last step */
    double *b;    /* HIGH + 1 of n each: values at the points of an attempt */
    double *c;    /* HIGH + 1 of n each: its Chebyshev coefficients, then b_k */
    double *end;  /* n: b at the end of the last step */
    double *work; /* 4 n */
    double t, h;
    zn_ctx *ctx;
    const zn_ode_problem *p; /* whose kink is looked for */
    int degree, last;        /* of b in the attempt, and in the step before */
    int terms;               /* of y */
    double told; /* length of the step before, if it tells b up to the kink, for the next attempt; or 0 */
    bool known;              /* `end` is b at the start of the next step */
    bool made; /* y is of the attempt, and no more of the step before */
    zni_ode_over over;
    zni_kink kink, expected;
    zni_chebyshev table;
} linear;

/* What an attempt lacks: its error in tolerances, and the factor for the next length. */
typedef struct verdict {
    double e, factor;
} verdict;

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n)
{
    linear *o = state;
    const zn_status st =
        zn_grow(ctx, &o->room, &o->croom, (TERMS + 2 * (HIGH + 1) + 5) * n,
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
    zn_free_array(ctx, ((linear *)state)->room);
}

/* ---- the solution in between ------------------------------------------------------- */

/* y at a share s of the step, two unknowns at a time. */
static void values(const linear *o, double s, double y[])
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
    const linear *o = state;

    values(o, (t - o->t) / o->h, y);
}

/* Does b have a part in y_i'? What is the rate of another unknown has none. */
static bool is_driven(const zn_ode_problem *p, zn_index i)
{
    return !p->rate || p->rate[i] < 0;
}

/* What b_i is told to be at a share s > 1 of the step that was looked back at, behind it. */
static inline double foretell(const linear *o, const zn_ode_problem *p, zn_index i, double s)
{
    double sum = 0;

    for (int k = is_driven(p, i) ? o->last : -1; k >= 0; k--)
        sum = sum * s + o->c[k * o->n + i];
    return sum;
}

/* The same, at the y of its end. */
static void go_on(const void *state, double t, double y[], double slope[])
{
    const linear *o = state;
    const double s = (t - o->t) / o->h, *x = o->work + 3 * o->n;

    for (zn_index i = 0; i < o->n; i++) {
        y[i] = x[i];
        slope[i] = foretell(o, o->p, i, s);
    }
}

/* b, as a field that y has no part in. */
static zn_status part(void *user, double t, const double y[], double f[])
{
    const linear *o = user;

    (void)y;
    return o->p->part(o->p->user, t, f);
}

/* (A x)_i */
static inline double rate_of(const zn_ode_problem *p, const double x[], zn_index i)
{
    double sum = 0;

    if (!is_driven(p, i))
        return x[p->rate[i]];
    for (zn_index j = 0; j < p->n; j++)
        sum += p->A[i + j * p->n] * x[j];
    return sum;
}

/* For these: the terms of b of the step of length h that o->y is, and y at its end. */
static void look_back(linear *o, const zn_ode_problem *p, double h)
{
    const zn_index n = p->n;

    for (int k = 0; k <= o->last; k++)
        for (zn_index i = 0; i < n; i++)
            if (is_driven(p, i))
                o->c[k * n + i] = (k + 1) * o->y[(k + 1) * n + i] / h -
                                  rate_of(p, o->y + k * n, i);
    values(o, 1, o->work + 3 * n);
}

/* s^k is below the line s by (k - 1) k^(-k/(k - 1)) at most, which is below 1 - 1/k. */
static void sag(const void *state, double out[])
{
    const linear *o = state;
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
    linear *o = state;

    keep(to, o->y, TERMS * (size_t)o->n * sizeof *o->y);
    keep(to, o->end, (size_t)o->n * sizeof *o->end);
    keep(to, &o->t, sizeof o->t);
    keep(to, &o->h, sizeof o->h);
    keep(to, &o->last, sizeof o->last);
    keep(to, &o->terms, sizeof o->terms);
    keep(to, &o->known, sizeof o->known);
    keep(to, &o->over.done, sizeof o->over.done);
    keep(to, &o->kink, sizeof o->kink);
}

/* ---- b ------------------------------------------------------------------------------- */

/* The point of that number of an attempt. */
static double point(const linear *o, int j)
{
    return o->t + o->table.point[j] * o->h;
}

/* Values at points from the first one, `by` apart, of those that s = (1 - cos(j pi/HIGH))/2 are. */
static zn_status ask(linear *o, const zn_ode_problem *p, double t1, int first,
                     int by, zn_ode_info *info)
{
    zn_status st = ZN_OK;

    for (int j = first; !st && j <= HIGH; j += by) {
        info->evaluations++;
        st = p->part(p->user, j == HIGH ? t1 : point(o, j), o->b + j * p->n);
    }
    return st;
}

static double square(double x)
{
    return x * x;
}

/* What is left out of b, in errors of y at the end: less than the last coefficient, which makes h c/m of it if those
 * before it say so; but for rounding of the values. *next: what it would be with twice the degree; the square of the last
 * share where b has a pole nearby, 8!^2/16! = 1/12870 of that where it has none, and so a hundredth. */
static double left_out(linear *o, const zn_ode_problem *p, const double y[],
                       int degree, double *next)
{
    const double noise = 8 * DBL_EPSILON;
    double sum = 0, sum_next = 0;

    for (zn_index i = 0; i < o->n; i++) {
        const double *c = o->c + i;
        double most, share, e, left;
        if (!is_driven(p, i))
            continue;
        zni_chebyshev_coefficients(&o->table, degree, o->n, o->b + i, o->c + i);
        share = zni_chebyshev_decay(c, o->n, degree, &most);
        e = o->h * most / zni_ode_tolerance(p, y[i], y[i]);
        left = fmax(fmax(0, share - noise) / degree,
                    zni_chebyshev_slow(c, o->n, degree, most));
        sum += square(e * (zni_chebyshev_is_rough(c, o->n, degree, most) ? 1 : left));
        sum_next += square(e * share * share / (200 * degree));
    }
    *next = sqrt(sum_next / (double)o->n);
    return sqrt(sum / (double)o->n);
}

/* From coefficients of Chebyshev's polynomials to those of powers, times h. */
static void powers(linear *o, const zn_ode_problem *p)
{
    const zn_index n = o->n;

    for (zn_index i = 0; i < n; i++) {
        if (is_driven(p, i)) {
            zni_chebyshev_powers(&o->table, o->degree, n, o->h, o->c + i);
            continue;
        }
        for (int k = 0; k <= o->degree; k++)
            o->c[k * n + i] = 0;
    }
}

/* ---- y ------------------------------------------------------------------------------- */

/* Term k + 1 from those before it. */
static void next_term(linear *o, const zn_ode_problem *p, int k)
{
    const zn_index n = o->n;
    const double *y = o->y + k * n, *c = k <= o->degree ? o->c + k * n : NULL;
    double *next = o->y + (k + 1) * n;
    const double part = 1.0 / (k + 1); /* nothing waits for it */

    for (zn_index i = 0; i < n; i++)
        next[i] = (o->h * rate_of(p, y, i) + (c ? c[i] : 0)) * part;
}

/* Terms k and k - 1, in tolerances, whose inverses o->work has. */
static double last_terms(const linear *o, int k)
{
    const double *last = o->y + k * o->n, *before = last - o->n;
    double sum = 0;

    for (zn_index i = 0; i < o->n; i++) {
        const double e = (fabs(last[i]) + fabs(before[i])) * o->work[i];
        sum += e * e;
    }
    return sqrt(sum / (double)o->n);
}

/* Its terms from those of b, as many as make more than a thousandth of a tolerance; what the last two of them would make
 * if there were all, as they become smaller by the same factor at least from one to the next. */
static double series(linear *o, const zn_ode_problem *p, const double y[],
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
    values(o, 1, y1);
    return rest > 0 && rest < before
               ? rest * pow(rest / before, TERMS - o->terms)
               : rest;
}

/* By which a length is to be multiplied after an error e of that order, of 25 at most. */
static double factor(double e, int order)
{
    return e > 1e-22 ? 0.9 * pow(e, -1.0 / order) : GROWTH;
}

/* Up to a kink the step before, of that length, may tell b to a small part of a tolerance: nobody is asked for it again. */
static bool foretell_values(linear *o, const zn_ode_problem *p, double before,
                            const double y[], verdict *out)
{
    const int by = HIGH / LOW;
    double next;

    for (int j = by; j <= HIGH; j += by)
        for (zn_index i = 0; i < p->n; i++)
            o->b[j * p->n + i] =
                foretell(o, p, i, 1 + o->table.point[j] * o->h / before);
    o->degree = LOW;
    out->e = left_out(o, p, y, LOW, &next);
    out->factor = factor(fmin(out->e, next), HIGH + 1);
    return out->e <= 1;
}

/* Values of b up to t1, of as high a degree as may be of use, and their error. */
static zn_status take_values(linear *o, const zn_ode_problem *p, double t1,
                             const double y[], zn_ode_info *info, verdict *out)
{
    const int first = t1 == o->kink.to && o->t == o->kink.from ? OVER : LOW;
    const double before = o->told;
    double next, e;
    zn_status st;

    o->told = 0;
    if (before > 0 && foretell_values(o, p, before, y, out))
        return ZN_OK;
    st = ask(o, p, t1, HIGH / first, HIGH / first, info);
    if (st)
        return st;
    o->degree = first;
    e = left_out(o, p, y, first, &next);
    *out = (verdict){e, factor(fmin(e, next), HIGH + 1)};
    if (e <= 1 || next > KINK || first == OVER)
        return ZN_OK;
    st = ask(o, p, t1, 1, HIGH / LOW, info);
    if (st)
        return st;
    o->degree = HIGH;
    e = left_out(o, p, y, HIGH, &next);
    *out = (verdict){e, factor(e, HIGH + 1)};
    return ZN_OK;
}

/* y of an attempt, whatever the error of b. */
static void make(linear *o, const zn_ode_problem *p, const double y[],
                 double y1[], verdict *out)
{
    double rest;

    powers(o, p);
    rest = series(o, p, y, y1);
    o->made = true;
    if (!isfinite(rest)) {
        *out = (verdict){INFINITY, 0};
        return;
    }
    out->e = fmax(out->e, rest);
    out->factor = fmin(out->factor, factor(rest, TERMS));
}

/* An attempt from o->t to t1: an error of more than 1, INFINITY: it has no end. */
static zn_status attempt(linear *o, const zn_ode_problem *p, double t1,
                         const double y[], double y1[], zn_ode_info *info,
                         verdict *out)
{
    const zn_status st = take_values(o, p, t1, y, info, out);

    if (st || !isfinite(out->e)) {
        *out = (verdict){INFINITY, 0};
        return st == ZN_RETRY ? ZN_OK : st;
    }
    if (out->e <= 1)
        make(o, p, y, y1, out);
    return ZN_OK;
}

/* ---- steps ---------------------------------------------------------------------------- */

/* b at the start. */
static zn_status start(linear *o, const zn_ode_problem *p, double t,
                       double limit, bool fresh, double *h, zn_ode_info *info)
{
    zn_status st = ZN_OK;

    if (!p->A || !p->part)
        return zn_fail(o->ctx, ZN_ENOTSUP,
                       "integrator 'linear' takes y' = A y + b(t) only, A "
                       "constant and given; take another one, or 'auto'");
    info->evaluations += fresh || !o->known;
    if (fresh || !o->known)
        st = p->part(p->user, t, o->b);
    else
        memcpy(o->b, o->end, (size_t)p->n * sizeof *o->b);
    if (fresh)
        o->kink = o->expected;
    o->expected = (zni_kink){0};
    o->known = false;
    if (!(*h > 0))
        *h = zni_first_length(p, limit - t);
    return st;
}

/* The attempt is the step. */
static void take(linear *o, const zn_ode_problem *p, double t1, double next,
                 double *h)
{
    *h = fmin(p->h_max, t1 == o->kink.to ? fmax(next, o->kink.length) : next);
    memcpy(o->end, o->b + HIGH * o->n, (size_t)o->n * sizeof *o->b);
    o->known = true;
    o->last = o->degree;
}

/* A failed attempt from t to t1: is b smooth in it, as far as can be told from the step before? */
static zn_status look_for_kink(linear *o, const zn_ode_problem *p, double t,
                               double t1, double before, zn_ode_info *info)
{
    zn_ode_problem only = *p;
    const int by = HIGH / o->degree;
    double instant[HIGH];
    const zni_kink_search s = {.p = &only,
                               .info = info,
                               .go_on = go_on,
                               .state = o,
                               .degree = o->last,
                               .before = before,
                               .in_time = true,
                               .known = o->degree < LOW ? 0 : o->degree,
                               .stride = by * p->n,
                               .t = instant,
                               .values = o->b + by * p->n,
                               .y = o->work,
                               .slope = o->work + o->n,
                               .f = o->work + 2 * o->n};
    const double now[] = {o->t, o->h};
    double defect;
    zn_status st;

    for (int k = 1; k <= o->degree; k++)
        instant[k - 1] = k == o->degree ? t1 : point(o, k * by);
    memset(s.f, 0, (size_t)o->n * sizeof *s.f);
    only.field = part;
    only.user = o;
    o->p = p;
    look_back(o, p, before);
    o->t = t - before;
    o->h = before;
    st = zni_kink_find(&s, t, t1, &o->kink, &defect);
    if (!st && zni_kink_ahead(&o->kink, t) &&
        defect * (o->kink.from - t) <= TOLD)
        o->told = before;
    o->t = now[0];
    o->h = now[1];
    return st;
}

/* Is it worth while to look for a kink, in an attempt of that length? */
static bool may_kink(const linear *o, double use, double before,
                     const verdict *v)
{
    return !o->made && isfinite(v->e) && v->e > KINK && use <= FAR * before;
}

static zn_status step(void *state, const zn_ode_problem *p, double t,
                      const double y[], double limit, bool fresh, double *h,
                      double *t1, double y1[], zn_ode_info *info)
{
    linear *o = state;
    const double before = o->h;
    bool again = false;
    zn_status st;

    o->made = fresh || !o->known;
    o->told = 0;
    st = start(o, p, t, limit, fresh, h, info);
    zni_ode_over_start(&o->over, fresh, t, limit);
    while (!st) {
        const double stop = zni_kink_limit(&o->kink, t, limit);
        const double use =
            zni_ode_over_length(&o->over, again, fmin(*h, p->h_max), stop - t);
        const bool end = use == stop - t;
        double next;
        verdict v;

        *t1 = end ? stop : t + use;
        o->t = t;
        o->h = *t1 - t;
        st = attempt(o, p, *t1, y, y1, info, &v);
        if (st)
            break;
        next = use * fmin(GROWTH, v.factor);
        if (v.e <= 1) {
            take(o, p, *t1,
                 again ? fmin(next, use)
                 : end ? fmax(next, *h)
                       : next,
                 h);
            o->over.done = false;
            break;
        }
        if (may_kink(o, use, before, &v)) {
            st = look_for_kink(o, p, t, *t1, before, info);
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
    const linear *o = state;

    return (zni_power_series){o->y, o->terms, o->h};
}

zni_kink zni_linear_kink(const void *state)
{
    return ((const linear *)state)->kink;
}

void zni_linear_expect(void *state, const zni_kink *kink)
{
    ((linear *)state)->expected = *kink;
}

const zn_ode_type zni_ode_linear = {
    .type = {.size = sizeof zni_ode_linear,
             .kind = ZN_KIND_ODE,
             .name = "linear",
             .summary = "linear but for a part in time: a power series",
             .state_size = sizeof(linear)},
    .reserve = reserve,
    .fini = fini,
    .step = step,
    .at = at,
    .sag = sag,
    .memory = memory,
    .terms = TERMS,
};
