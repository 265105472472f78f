/* half_explicit.c - the midpoint rule with constraints, extrapolated: order 8
 *
 *     y' = f(t, y, z),    0 = g(t, y),    (dg/dy)(df/dz) regular: index 2
 *     y_1 = y_0 + s f(t_0, y_0, z_0),                     g(t_1, y_1) = 0
 *     y_{k+1} = y_{k-1} + 2 s f(t_k, y_k, z_k),           g(t_{k+1}, y_{k+1}) = 0
 *
 * with n = 2, 6, 10, 14 steps of length s = h/n. Each z_k is what makes the next value obey the
 * constraint: no derivative of g but that is asked for. Errors of y_n are series in s^2, of which
 * extrapolation takes the terms away one by one. So are those of the middle, n/2 being odd for
 * all n, and of central differences there, which with both ends make the solution in between.
 * Errors are judged by y_n of order 6, and by the same of (y_{n-1} + 2 y_n + y_{n+1})/4, W. B.
 * Gragg's, which has f at both ends in it: y_n has it nowhere in the first and the last s.
 *
 * Ch. Lubich, h^2-extrapolation methods for differential-algebraic systems of index 2, Impact
 * Comput. Sci. Eng. 1 (1989) 260-268; E. Hairer, A. Ostermann, Dense output for extrapolation
 * methods, Numer. Math. 58 (1990) 419-439. doc/ode.md
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include <zeno/ctx.h>
#include <zeno/ode.h>

#include "kernel/ode/norm.h"
#include "kernel/ode/over.h"

enum { COLUMNS = 4, MOST = 14, TERMS = 8 };

static const int STEPS[COLUMNS] = {2, 6, 10, MOST};

typedef struct half {
    double *room;
    zn_index croom, n;
    double
        *y[MOST + 2]; /* y_1 ... y_{n+1} of one column; y_0 is the caller's */
    double *f;
    double *end[COLUMNS];    /* a row of the tableau */
    double *less;            /* y_n of order 6 */
    double *smooth[COLUMNS]; /* of (y_{n-1} + 2 y_n + y_{n+1})/4 */
    double *mid
        [TERMS - 2]
        [COLUMNS]; /* the same of the middle and its derivatives, times h^k */
    double *a[TERMS]; /* polynomial in between, in (t - middle)/(h/2) */
    double t, h;      /* of the last step */
    zni_ode_over over;
} half;

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n)
{
    half *o = state;
    const zn_index many =
        MOST + 1 + 2 * COLUMNS + (TERMS - 2) * COLUMNS + TERMS + 2;
    double *at;
    const zn_status st =
        zn_grow(ctx, &o->room, &o->croom, many * n, sizeof *o->room);

    if (st)
        return st;
    at = o->room;
    for (int k = 1; k <= MOST + 1; k++, at += n)
        o->y[k] = at;
    for (int j = 0; j < COLUMNS; j++, at += n)
        o->end[j] = at;
    for (int j = 0; j < COLUMNS; j++, at += n)
        o->smooth[j] = at;
    for (int k = 0; k < TERMS - 2; k++)
        for (int j = 0; j < COLUMNS; j++, at += n)
            o->mid[k][j] = at;
    for (int k = 0; k < TERMS; k++, at += n)
        o->a[k] = at;
    o->f = at;
    o->less = at + n;
    o->n = n;
    return ZN_OK;
}

static void fini(void *state, zn_ctx *ctx)
{
    zn_free_array(ctx, ((half *)state)->room);
}

/* f at (t, y), so that base + w f obeys the constraints at t1. */
static zn_status evaluate(const half *o, const zn_ode_problem *p, double t,
                          const double y[], double t1, const double base[],
                          double w, zn_ode_info *info)
{
    info->evaluations++;
    return p->half ? p->half(p->user, t, y, t1, base, w, o->f)
                   : p->field(p->user, t, y, o->f);
}

/* Column j: y_1 ... y_{n+1}. */
static zn_status column(half *o, const zn_ode_problem *p, int j, double t,
                        double t1, zn_ode_info *info)
{
    const int n = STEPS[j];
    const double s = (t1 - t) / n;
    zn_status st = ZN_OK;

    for (int k = 0; !st && k <= n; k++) {
        const double *base = o->y[k ? k - 1 : 0], w = k ? 2 * s : s;
        const double to = k + 1 == n ? t1 : t + (k + 1) * s;
        st =
            evaluate(o, p, k == n ? t1 : t + k * s, o->y[k], to, base, w, info);
        for (zn_index i = 0; i < p->n; i++)
            o->y[k + 1][i] = base[i] + w * o->f[i];
    }
    return st;
}

/* The k-th central difference over 2 s in the middle of column j, over (2 s)^k, times h^k; it
 * takes values of one parity only, that of k + n/2. */
static void difference(half *o, int j, int k)
{
    static const signed char WEIGHT[TERMS - 2][TERMS - 2] = {
        {1},
        {1, -1},
        {1, -2, 1},
        {1, -3, 3, -1},
        {1, -4, 6, -4, 1},
        {1, -5, 10, -10, 5, -1}};
    const double scale = pow(STEPS[j] / 2.0, k);

    for (zn_index i = 0; i < o->n; i++) {
        double sum = 0;
        for (int l = 0; l <= k; l++)
            sum += WEIGHT[k][l] * o->y[STEPS[j] / 2 + k - 2 * l][i];
        o->mid[k][j][i] = scale * sum;
    }
}

/* The tableau goes on by column j, of those from `first` on: x[first] becomes the value of
 * highest order. less (or NULL) is the one beside it. */
static void extrapolate(double *const x[], int first, int j, zn_index n,
                        double less[])
{
    for (int l = j - 1; l >= first; l--) {
        const double r = (double)STEPS[j] / STEPS[l], d = 1 / (r * r - 1);
        if (l == first && less)
            memcpy(less, x[l + 1], (size_t)n * sizeof *less);
        for (zn_index i = 0; i < n; i++)
            x[l][i] = x[l + 1][i] + (x[l + 1][i] - x[l][i]) * d;
    }
}

/* The first column that has the k-th difference. */
static int first_with(int k)
{
    return k < 2 ? 0 : k < 4 ? 1 : 2;
}

static void ends(const half *o, int n, double end[], double smooth[])
{
    for (zn_index i = 0; i < o->n; i++) {
        end[i] = o->y[n][i];
        smooth[i] = (o->y[n - 1][i] + 2 * o->y[n][i] + o->y[n + 1][i]) / 4;
    }
}

/* All columns, from y at t; the result is end[0]. */
static zn_status columns(half *o, const zn_ode_problem *p, double t, double t1,
                         const double y[], zn_ode_info *info)
{
    zn_status st = ZN_OK;

    o->y[0] = (double *)y;
    for (int j = 0; !st && j < COLUMNS; j++) {
        st = column(o, p, j, t, t1, info);
        if (st)
            break;
        ends(o, STEPS[j], o->end[j], o->smooth[j]);
        extrapolate(o->end, 0, j, p->n, o->less);
        extrapolate(o->smooth, 0, j, p->n, NULL);
        for (int k = 0; k < TERMS - 2; k++) {
            if (j < first_with(k))
                continue;
            difference(o, j, k);
            extrapolate(o->mid[k], first_with(k), j, p->n, NULL);
        }
    }
    return st;
}

/* Of the result against another one, in the mean square. */
static double distance(const half *o, const zn_ode_problem *p,
                       const double y[], const double other[])
{
    double sum = 0;

    for (zn_index i = 0; i < p->n; i++) {
        const double e = (o->end[0][i] - other[i]) /
                         zni_ode_tolerance(p, y[i], o->end[0][i]);
        sum += e * e;
    }
    return sqrt(sum / (double)p->n);
}

static double error(const half *o, const zn_ode_problem *p, const double y[])
{
    const double a = distance(o, p, y, o->less);
    const double b = distance(o, p, y, o->smooth[0]);

    return a > b ? a : b; /* or NaN, if b is */
}

/* With x = 2 (t - middle)/h: sum_k a_k x^k, the first by derivatives, the last two by the ends. */
static void keep(half *o, double t, double h, const double y[],
                 const double y1[])
{
    double scale = 1;

    o->t = t;
    o->h = h;
    for (int k = 0; k < TERMS - 2; k++) {
        scale /= k ? 2 * k : 1;
        for (zn_index i = 0; i < o->n; i++)
            o->a[k][i] = scale * o->mid[k][first_with(k)][i];
    }
    for (zn_index i = 0; i < o->n; i++) {
        o->a[6][i] = (y1[i] + y[i]) / 2 - o->a[0][i] - o->a[2][i] - o->a[4][i];
        o->a[7][i] = (y1[i] - y[i]) / 2 - o->a[1][i] - o->a[3][i] - o->a[5][i];
    }
}

static void at(const void *state, double t, double y[])
{
    const half *o = state;
    const double x = 2 * (t - o->t) / o->h - 1;

    for (zn_index i = 0; i < o->n; i++) {
        double sum = 0;
        for (int k = TERMS - 1; k >= 0; k--)
            sum = sum * x + o->a[k][i];
        y[i] = sum;
    }
}

static void memory(void *state, zn_memory_fn *fn, void *to)
{
    half *o = state;

    for (int k = 0; k < TERMS; k++)
        fn(to, o->a[k], (size_t)o->n * sizeof(double));
    fn(to, &o->t, sizeof o->t);
    fn(to, &o->h, sizeof o->h);
    fn(to, &o->over.done, sizeof o->over.done);
}

/* As far as y changes by a thousand tolerances; where it does not change, by a thousandth of what
 * is left. */
static zn_status first_length(const half *o, const zn_ode_problem *p, double t,
                              const double y[], double left, zn_ode_info *info,
                              double *h)
{
    const double little = 1e-3 * left;
    const zn_status st = evaluate(o, p, t, y, t + little, y, little, info);
    const double size = st ? 0 : zni_ode_size(p, y, o->f);

    *h = fmin(little, size > 0 ? 1e3 / size : little);
    return st == ZN_RETRY ? ZN_OK : st;
}

/* Of the error, which goes with h^7. */
static double factor(double e)
{
    return fmin(5, fmax(0.2, 0.9 * pow(fmax(e, 1e-12), -1.0 / 7)));
}

static zn_status step(void *state, const zn_ode_problem *p, double t,
                      const double y[], double limit, bool fresh, double *h,
                      double *t1, double y1[], zn_ode_info *info)
{
    half *o = state;
    zn_status st = ZN_OK;
    bool again = false;

    zni_ode_over_start(&o->over, fresh, t, limit);
    if (!(*h > 0))
        st = first_length(o, p, t, y, fmin(limit - t, p->h_max), info, h);
    while (!st) {
        const double use =
            zni_ode_over_length(&o->over, again, fmin(*h, p->h_max), limit - t);
        const bool end = use == limit - t;
        double e = INFINITY;

        *t1 = end ? limit : t + use;
        st = columns(o, p, t, *t1, y, info);
        if (!st)
            e = error(o, p, y);
        if (st < 0)
            break;
        if (e > 1 || isnan(e))
            st = zni_ode_over_try(&o->over, again, use, e, h);
        if (!st) {
            memcpy(y1, o->end[0], (size_t)p->n * sizeof *y);
            keep(o, t, *t1 - t, y, y1);
        }
        if (!st && e <= 1) {
            const double grown = use * factor(e);
            *h = fmin(p->h_max, again ? fmin(grown, use)
                                : end ? fmax(grown, *h)
                                      : grown);
            o->over.done = false;
        }
        if (st != ZN_RETRY)
            break;
        st = ZN_OK;
        again = true;
        info->rejected++;
        *h = use * (isfinite(e) ? fmin(0.9, factor(e)) : 0.1);
    }
    return st;
}

const zn_ode_type zni_ode_half_explicit = {
    .type = {.size = sizeof zni_ode_half_explicit,
             .kind = ZN_KIND_ODE,
             .name = "half-explicit",
             .summary = "extrapolated midpoint rule of order 8, constraints "
                        "held on velocities",
             .state_size = sizeof(half)},
    .reserve = reserve,
    .fini = fini,
    .step = step,
    .at = at,
    .memory = memory,
};
