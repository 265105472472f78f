/* roots.c - the first root of many guards on the solution inside a step
 *
 * A step is sampled where Chebyshev's nodes are, closer at its ends; between two
 * samples a guard that changed its side has a root, and one that is smaller in the
 * middle of three than at both ends, or whose parabola through three is below zero, may have
 * two. The first root of all is bracketed down to neighbouring numbers: parabolas through the
 * last three values, and a little beyond their roots, so that these are enclosed from both sides,
 * projected so that it is never slower than bisection by more than one step (I. F. D.
 * Oliveira, R. H. C. Takahashi, ACM Trans. Math. Softw. 47 (2020) 5). Guards that are parabolas are not
 * sampled: their roots are known but for rounding. doc/ode.md.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/ode/ballistic.h"
#include "kernel/ode/linear.h"
#include "kernel/ode/ode.h"
#include "kernel/ode/power_sum.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include <zeno/ctx.h>

typedef struct search {
    zn_ode *ode;
    zn_guards *g;
    double p, a, b; /* three instants, p <= a < b; of a bracket p is any */
    double *gp, *ga, *gb; /* guards there */
    double *gm;           /* and somewhere else */
    const double *c; /* of polynomials: sum_k c_k u^k, u = (t - t0)/unit, `terms` of each guard; or NULL */
    int terms;
    double t0, until, unit;
} search;

static zn_status values(search *s, double t, double g[])
{
    const double u = (t - s->t0) / s->unit;
    const double *c = s->c;

    for (zn_index i = 0; c && i < s->g->n; i++, c += s->terms)
        g[i] = s->terms == 3 ? c[0] + u * (c[1] + u * c[2])
                             : zni_power_sum(s->terms, 1, c, u);
    if (c)
        return ZN_OK;
    zn_ode_at(s->ode, t, s->ode->y);
    return s->g->fn(s->g->user, t, s->ode->y, g);
}

/* Term k of guards that are linear in y, but for a constant: what they have for a direction, times a factor. s->gb: all
 * of them where y is zero. */
static zn_status linear_part(search *s, const double y[], double factor, int k,
                             double c[])
{
    const zn_guards *g = s->g;
    const zn_status st = g->fn(g->user, s->t0, y, s->gm);

    for (zn_index i = 0; !st && i < g->n; i++)
        c[s->terms * i + k] = factor * (s->gm[i] - s->gb[i]);
    return st;
}

/* Guards that are linear in y, on y + s f + s^2/2 a: parabolas, whose terms are those of f and a and
 * not differences of values, which rounding of y would spoil in short flights. */
static zn_status parabolas(search *s, const zni_guard_lines *lines, double c[])
{
    const double *f, *a;
    zn_status st = ZN_OK;

    s->terms = 3;
    zni_ballistic_terms(s->ode->state, &f, &a);
    for (zn_index i = 0; lines->along && i < s->g->n; i++) {
        lines->along(s->g->user, i, 2, a - f, f, c + 3 * i + 1);
        c[3 * i + 2] *= 0.5;
    }
    if (lines->along)
        return ZN_OK;
    memset(s->ode->y, 0, (size_t)s->ode->p.n * sizeof *s->ode->y);
    st = s->g->fn(s->g->user, s->t0, s->ode->y, s->gb);
    if (!st)
        st = linear_part(s, f, 1, 1, c);
    return st ? st : linear_part(s, a, 0.5, 2, c);
}

/* The same on a power series. */
static void powers(search *s, const zni_guard_lines *lines, double c[])
{
    const zni_power_series p = zni_linear_series(s->ode->state);
    const zn_index n = s->ode->p.n;

    s->terms = p.terms;
    s->unit = p.h;
    for (zn_index i = 0; i < s->g->n; i++)
        lines->along(s->g->user, i, p.terms - 1, n, p.y + n, c + p.terms * i + 1);
}

/* Guards that are polynomials, of solutions that are. */
static zn_status polynomials(search *s, const zni_guard_lines *lines, double c[])
{
    zn_status st = values(s, s->t0, s->ga);

    if (!st && lines->of == ZNI_LINES_PARABOLAS)
        st = parabolas(s, lines, c);
    else if (!st)
        powers(s, lines, c);
    for (zn_index i = 0; !st && i < s->g->n; i++)
        c[s->terms * i] = s->ga[i];
    s->c = c;
    return st;
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

/* What the parabola p + d u + c u^2, u from 0 to 1, through the three samples says of guard i:
 * it stays away from zero; it may be zero near a, which is meant generously where it is far from
 * a parabola; or its vertex is below zero, at *m, but not near a. */
typedef enum dip_kind { NO_DIP, DIP_NEAR, DIP_AT } dip_kind;

static dip_kind may_dip(const search *s, zn_index i, double *m)
{
    const double side = s->g->side[i];
    const double p = side * s->gp[i], a = side * s->ga[i], b = side * s->gb[i];
    const double x = (s->a - s->p) / (s->b - s->p);
    double c, d, least;

    if (!watched(s->g, i) || !(a > 0 && b > 0 && p >= 0))
        return NO_DIP;
    c = ((b - p) * x - (a - p)) / (x * (1 - x));
    d = (b - p) - c;
    if (!(c > 0 && d < 0 && d > -2 * c))
        return NO_DIP;
    least = p - d * d / (4 * c);
    *m = s->p - d / (2 * c) * (s->b - s->p);
    if (p > 0 && a <= p && a <= b)
        return least > a / 4 ? NO_DIP : DIP_NEAR;
    return least > 0 || !(*m > s->p) ? NO_DIP : DIP_AT;
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
        const dip_kind kind = may_dip(s, i, &m);
        if (kind == NO_DIP)
            continue;
        if (kind == DIP_AT) {
            st = values(s, m, s->gm);
            found = !st && s->g->side[i] * s->gm[i] <= 0;
        } else {
            st = dip(s, i, &m, &found);
        }
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

/* Where guard i is zero between a and b: of its parabola through p, a and b, else of its straight
 * line. With v = (t - a)/(b - a) it is ga + e v + c v^2, and changes its sign once. */
static double zero_of(const search *s, zn_index i)
{
    const double w = s->b - s->a, z = (s->p - s->a) / w;
    const double ga = s->ga[i], gb = s->gb[i], rise = gb - ga;
    double v = rise != 0 ? -ga / rise : 1;

    if (z < 0 || z > 1) {
        const double c = (s->gp[i] - ga - rise * z) / (z * (z - 1));
        const double e = rise - c, square = e * e - 4 * c * ga;
        const double q = -(e + copysign(sqrt(fmax(square, 0)), e)) / 2;
        const double one = ga / q, two = q / c;
        if (square >= 0 && q != 0)
            v = one >= 0 && one <= 1             ? one
                : c != 0 && two >= 0 && two <= 1 ? two
                                                 : v;
    }
    return s->a + w * fmin(1, fmax(0, v));
}

/* Where those that cross are zero first. */
static double guess(const search *s)
{
    double first = s->b;

    for (zn_index i = 0; i < s->g->n; i++)
        if (crosses(s->g, i, s->gb[i]))
            first = fmin(first, zero_of(s, i));
    return fmax(first, s->a);
}

/* The value at m takes the place of the end that is on its side; that end is p from here on. */
static zn_status shrink(search *s, double m)
{
    zn_status st = values(s, m, s->gm);
    const bool crossed = !st && any(s->g, s->gm);
    double **end = crossed ? &s->gb : &s->ga, *at = crossed ? &s->b : &s->a;

    if (st)
        return st;
    s->p = *at;
    *at = m;
    swap(&s->gp, end);
    swap(end, &s->gm);
    return ZN_OK;
}

static double ulp(const search *s)
{
    return DBL_EPSILON * fmax(fabs(s->a), fabs(s->b));
}

static bool are_neighbours(const search *s)
{
    const double w = s->b - s->a;

    return w <= DBL_MIN || (w < 2 * ulp(s) && !(nextafter(s->a, s->b) < s->b));
}

/* Where the j-th value of a bracket is taken, x being the root that is guessed and `before` the one
 * before: there at first, and then beyond it, seen from the nearer end, by what guesses differ, so
 * that the other end follows, and farther each time, since rounding of guards may be many units of
 * t; in the middle if little is left; and not farther than `room` from it. */
enum { FAST = 20 };

static double place(const search *s, int j, double x, double before,
                    double room)
{
    const double half = s->a + (s->b - s->a) / 2;
    const double least = ldexp(ulp(s), 2 * (j < FAST ? j : FAST));
    const double cut = j ? fmax(least, 2 * fabs(x - before)) : 0;
    double m = cut > fabs(half - x) || s->b - s->a < 32 * ulp(s) ? half
               : x < half                                        ? x + cut
                                                                 : x - cut;

    if (fabs(m - half) > room)
        m = m < half ? half - room : half + room;
    if (!(m > s->a))
        m = nextafter(s->a, s->b);
    return m < s->b ? m : nextafter(s->b, s->a);
}

/* From (a, b] down to neighbours. */
static zn_status bracket(search *s)
{
    const double least = ulp(s) / 2;
    const int most =
        2 + (int)fmin(2000, fmax(0, log2((s->b - s->a) / (2 * least))));
    double before = 0;
    zn_status st = ZN_OK;

    for (int j = 0; !st && !are_neighbours(s); j++) {
        const double x = guess(s);
        const double room = ldexp(least, most - j) - (s->b - s->a) / 2;

        st = shrink(s, place(s, j, x, before, fmax(0, room)));
        before = x;
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

/* ---- parabolas ------------------------------------------------------------------- */

/* Where the parabola of guard i, c + u (b + u a) on the side it is on, comes down through zero; INFINITY:
 * nowhere from u = 0 on; 0: who knows. It may begin below zero by decree, if it goes up. */
static double comes_down(const search *s, zn_index i)
{
    const double side = s->g->side[i], c = side * s->c[3 * i],
                 b = side * s->c[3 * i + 1], a = side * s->c[3 * i + 2];
    const double square = b * b - 4 * a * c, root = sqrt(fmax(square, 0));

    if (!watched(s->g, i) || !(c > 0 || (b > 0 && square > 0)))
        return 0;
    if (square < 0 || (b >= 0 && a >= 0))
        return INFINITY;
    return b > 0 ? (b + root) / (-2 * a) : 2 * c / (root - b);
}

/* The first of these, or INFINITY; 0: one of them is not known. */
static double first_down(const search *s)
{
    double first = INFINITY;

    for (zn_index i = 0; i < s->g->n; i++)
        first = fmin(first, comes_down(s, i));
    return first;
}

/* A bracket of what rounding leaves around the root at t; false: it is wider than that. */
static bool enclose(search *s, double t)
{
    double around = DBL_EPSILON * fabs(t);

    for (int k = 0; k < 8; k++, around *= 4) {
        s->p = s->a = fmax(t - around, s->t0);
        s->b = fmin(t + around, s->until);
        values(s, s->a, s->ga);
        values(s, s->b, s->gb);
        if (!any(s->g, s->ga) && any(s->g, s->gb)) {
            memcpy(s->gp, s->ga, (size_t)s->g->n * sizeof *s->gp);
            return s->b > s->a;
        }
    }
    return false;
}

/* From there down to neighbours: a few values of polynomials. */
static zn_status halve(search *s)
{
    zn_status st = ZN_OK;

    while (!st) {
        const double m = s->a + (s->b - s->a) / 2;
        if (!(m > s->a && m < s->b))
            break;
        st = shrink(s, m);
    }
    return st;
}

/* The first root of parabolas, if there is any; *known: that is certain. */
static zn_status root_of_parabolas(search *s, bool *known, bool crossed[],
                                   zn_root *out)
{
    const double first = first_down(s), t = s->t0 + first;
    zn_status st;

    *known = first > 0;
    if (*known && t > s->until) {
        values(s, s->until, s->gb);
        *known = !any(s->g, s->gb);
        if (*known)
            follow(s->g, s->gb);
        return ZN_OK;
    }
    *known = *known && enclose(s, t);
    if (!*known)
        return ZN_OK;
    st = halve(s);
    return st ? st : together(s, s->until, crossed, out);
}

/* ---- all ------------------------------------------------------------------------ */

zn_status zn_ode_root(zn_ode *ode, zn_guards *guards, double until,
                      zn_index samples, bool crossed[], zn_root *out)
{
    const zni_guard_lines none = {.of = ZNI_LINES_NONE};

    return zni_ode_root(ode, guards, until, samples, &none, crossed, out);
}

/* The first root of all. */
static zn_status first_root(zn_ode *ode, zn_guards *guards, double until,
                            zn_index samples, const zni_guard_lines *lines,
                            bool crossed[], zn_root *out)
{
    const zn_index n = guards->n;
    const double t0 = ode->t0;
    search s = {
        .ode = ode, .g = guards, .t0 = t0, .until = until, .unit = 1};
    bool known = false;
    zn_status st;

    *out = (zn_root){.first = -1};
    memset(crossed, 0, (size_t)n * sizeof *crossed);
    if (!n || !(until > t0))
        return ZN_OK;
    st = zn_grow(ode->ctx, &ode->g, &ode->cg, zni_ode_of_a_guard(ode) * n,
                 sizeof *ode->g);
    s.gp = ode->g;
    s.ga = s.gp + n;
    s.gb = s.ga + n;
    s.gm = s.gb + n;
    if (!st && lines->of != ZNI_LINES_NONE)
        st = polynomials(&s, lines, s.gm + n);
    else if (!st)
        st = values(&s, t0, s.ga);
    if (!st)
        first_sides(guards, s.ga);
    if (!st && lines->of == ZNI_LINES_PARABOLAS) {
        st = root_of_parabolas(&s, &known, crossed, out);
        if (st || known)
            return st;
        st = values(&s, t0, s.ga);
    }
    s.a = s.p = t0;
    if (!st) /* who leaves the start looks back at it */
        memcpy(s.gp, s.ga, (size_t)n * sizeof *s.gp);
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

zn_status zni_ode_root(zn_ode *ode, zn_guards *guards, double until,
                       zn_index samples, const zni_guard_lines *lines,
                       bool crossed[], zn_root *out)
{
    const bool along = lines->of != ZNI_LINES_NONE;
    zn_status st =
        first_root(ode, guards, until, samples, lines, crossed, out);

    if (st || !along || out->found || !guards->n)
        return st;
    /* who asks sees guards at the end */
    zn_ode_at(ode, until, ode->y);
    return guards->fn(guards->user, until, ode->y, ode->g);
}
