/* roots.c - the first root of many guards on the solution inside a step
 *
 * A step is sampled where Chebyshev's nodes are, closer at its ends; between two
 * samples a guard that changed its side has a root, and one that is smaller in the
 * middle of three than at both ends may have two. The first root of all is bracketed
 * down to neighbouring numbers: interpolation, truncated and projected so that it is
 * never slower than bisection by more than one step (I. F. D. Oliveira, R. H. C.
 * Takahashi, ACM Trans. Math. Softw. 47 (2020) 5). doc/ode.md.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/ode/ode.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include <zeno/ctx.h>

typedef struct search {
    zn_ode *ode;
    zn_guards *g;
    double p, a, b;       /* three instants, p <= a < b */
    double *gp, *ga, *gb; /* guards there */
    double *gm;           /* and somewhere else */
} search;

static zn_status values(search *s, double t, double g[])
{
    zn_ode_at(s->ode, t, s->ode->y);
    return s->g->fn(s->g->user, t, s->ode->y, g);
}

static void swap(double **x, double **y)
{
    double *z = *x;

    *x = *y;
    *y = z;
}

/* Would a root of guard i from the side it is on be an event? */
static bool watched(const zn_guards *g, zn_index i)
{
    return g->side[i] && (!g->direction[i] || g->direction[i] == -g->side[i]);
}

static bool crosses(const zn_guards *g, zn_index i, double value)
{
    return watched(g, i) && g->side[i] * value <= 0;
}

static bool any(const zn_guards *g, const double value[])
{
    for (zn_index i = 0; i < g->n; i++)
        if (crosses(g, i, value[i]))
            return true;
    return false;
}

/* ---- two roots between samples -------------------------------------------------- */

/* May guard i be zero near a? Its parabola through the three samples says so; that is
 * generous where it is far from a parabola. */
static bool may_dip(const search *s, zn_index i)
{
    const double side = s->g->side[i];
    const double p = side * s->gp[i], a = side * s->ga[i], b = side * s->gb[i];
    const double x = (s->a - s->p) / (s->b - s->p);
    double c, d;

    if (!watched(s->g, i) || !(a > 0 && b > 0 && p > 0 && a <= p && a <= b))
        return false;
    c = ((b - p) * x - (a - p)) / (x * (1 - x)); /* p + d u + c u^2 */
    d = (b - p) - c;
    return c > 0 && !(p - d * d / (4 * c) > a / 4);
}

/* The smallest value of guard i between p and b by golden sections, until one is not
 * positive; *m: where. */
static zn_status dip(search *s, zn_index i, double *m, bool *found)
{
    const double gold = 0.3819660112501051;
    double a = s->p, b = s->b, x = s->a, fx = s->g->side[i] * s->ga[i];
    /* a minimum is found to half the digits only, and never below rounding of t */
    const double least =
        fmax(1e-9 * (b - a), 8 * DBL_EPSILON * fmax(fabs(a), fabs(b)));
    zn_status st = ZN_OK;

    *found = false;
    while (!st && b - a > least) {
        const double y =
            b - x > x - a ? x + gold * (b - x) : x - gold * (x - a);
        double fy;
        st = values(s, y, s->gm);
        fy = s->g->side[i] * s->gm[i];
        if (!st && fy <= 0) {
            *m = y;
            *found = true;
            return ZN_OK;
        }
        if (fy < fx) {
            *(y > x ? &a : &b) = x;
            x = y;
            fx = fy;
        } else {
            *(y > x ? &b : &a) = y;
        }
    }
    return st;
}

/* If some guard dips, the search ends at the first instant where one is known to. */
static zn_status dips(search *s)
{
    double first = INFINITY;
    zn_status st = ZN_OK;

    for (zn_index i = 0; !st && i < s->g->n; i++) {
        double m = INFINITY;
        bool found = false;
        if (!may_dip(s, i))
            continue;
        st = dip(s, i, &m, &found);
        if (found)
            first = fmin(first, m);
    }
    if (st || !isfinite(first))
        return st;
    if (first <= s->a) {
        s->a = s->p;
        swap(&s->ga, &s->gp);
    }
    s->b = first;
    return values(s, first, s->gb);
}

/* ---- one root ------------------------------------------------------------------- */

/* A guard that starts on its side by decree may not show it at a: closer to a until
 * none has crossed, if there is such an instant. */
static zn_status leave_start(search *s)
{
    zn_status st = ZN_OK;

    while (!st && any(s->g, s->ga)) {
        const double m = s->a + (s->b - s->a) / 2;
        if (!(m > s->a && m < s->b)) {
            swap(&s->gb, &s->ga); /* it is at a */
            s->b = s->a;
            return ZN_OK;
        }
        st = values(s, m, s->gm);
        if (st)
            break;
        if (any(s->g, s->gm)) {
            s->b = m;
            swap(&s->gb, &s->gm);
        } else {
            s->a = m;
            swap(&s->ga, &s->gm);
        }
    }
    return st;
}

/* Where the straight lines of those that cross are zero first. */
static double guess(const search *s)
{
    double first = s->b;

    for (zn_index i = 0; i < s->g->n; i++) {
        const double a = s->ga[i], b = s->gb[i];
        if (crosses(s->g, i, b) && a != b)
            first = fmin(first, s->a + (s->b - s->a) * (a / (a - b)));
    }
    return fmax(first, s->a);
}

/* From (a, b] down to neighbours. */
static zn_status bracket(search *s)
{
    const double ulp = DBL_EPSILON * fmax(fabs(s->a), fabs(s->b)),
                 whole = s->b - s->a;
    const double most = 1 + fmax(0, ceil(log2(whole / ulp)));
    zn_status st = ZN_OK;

    for (double j = 0; !st && nextafter(s->a, s->b) < s->b; j++) {
        const double half = s->a + (s->b - s->a) / 2, x = guess(s);
        const double away = half > x ? 1 : -1;
        const double cut = 0.2 * (s->b - s->a) * ((s->b - s->a) / whole);
        const double room =
            fmax(0, ulp / 2 * exp2(most - j) - (s->b - s->a) / 2);
        double m = cut <= fabs(half - x) ? x + away * cut : half;

        if (fabs(m - half) > room)
            m = half - away * room;
        m = fmin(fmax(m, nextafter(s->a, s->b)), nextafter(s->b, s->a));
        st = values(s, m, s->gm);
        if (!st && any(s->g, s->gm)) {
            s->b = m;
            swap(&s->gb, &s->gm);
        } else {
            s->a = m;
            swap(&s->ga, &s->gm);
        }
    }
    return st;
}

/* Who crosses at b, or within a tick of it. */
static zn_status together(search *s, double until, bool crossed[], zn_root *out)
{
    const double later = fmin(s->b + s->g->tick, until);
    const zn_status st = values(s, later, s->gm);

    *out = (zn_root){.found = true, .t = s->b, .first = -1};
    for (zn_index i = 0; !st && i < s->g->n; i++) {
        crossed[i] = crosses(s->g, i, s->gb[i]) || crosses(s->g, i, s->gm[i]);
        if (!crossed[i])
            continue;
        s->g->side[i] = -s->g->side[i];
        out->first = out->first < 0 ? i : out->first;
        out->count++;
    }
    return st;
}

/* ---- all ------------------------------------------------------------------------ */

/* Roots that are no events, and first signs. */
static void follow(zn_guards *g, const double value[])
{
    for (zn_index i = 0; i < g->n; i++)
        if (value[i] != 0 && !crosses(g, i, value[i]))
            g->side[i] = value[i] > 0 ? 1 : -1;
}

static void first_sides(zn_guards *g, const double value[])
{
    for (zn_index i = 0; i < g->n; i++)
        if (!g->side[i])
            g->side[i] = value[i] > 0 ? 1 : value[i] < 0 ? -1 : 0;
}

zn_status zn_ode_root(zn_ode *ode, zn_guards *guards, double until,
                      zn_index samples, bool crossed[], zn_root *out)
{
    const zn_index n = guards->n;
    const double t0 = ode->t0;
    search s = {.ode = ode, .g = guards, .a = t0, .p = t0};
    zn_status st;

    *out = (zn_root){.first = -1};
    memset(crossed, 0, (size_t)n * sizeof *crossed);
    if (!n || !(until > t0))
        return ZN_OK;
    st = zn_grow(ode->ctx, &ode->g, &ode->cg, 4 * n, sizeof *ode->g);
    s.gp = ode->g;
    s.ga = s.gp + n;
    s.gb = s.ga + n;
    s.gm = s.gb + n;
    if (!st)
        st = values(&s, t0, s.ga);
    if (!st)
        first_sides(guards, s.ga);
    for (zn_index k = 1; !st && k <= samples; k++) {
        const double x = sin(M_PI_2 * (double)k / (double)samples);
        s.b = k == samples ? until : t0 + (until - t0) * x * x;
        st = values(&s, s.b, s.gb);
        if (!st && k > 1)
            st = dips(&s);
        if (!st && any(guards, s.gb)) {
            st = leave_start(&s);
            if (!st && s.b > s.a)
                st = bracket(&s);
            return st ? st : together(&s, until, crossed, out);
        }
        if (st)
            break;
        follow(guards, s.gb);
        s.p = s.a;
        s.a = s.b;
        swap(&s.gp, &s.ga);
        swap(&s.ga, &s.gb);
    }
    return st;
}
