/* linear_part.c - the part in time of linear motion: its values in an attempt, those that are known, and where it is
 * not smooth
 *
 * Nobody is asked for b where the step before tells it up to a kink to a part of a tolerance, nor where a motion begins
 * in a step that was made, as after an impact. Where kinks come again and again they are not looked for each time.
 * doc/ode.md
 * SPDX-License-Identifier: Apache-2.0 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "kernel/ode/linear_part.h"
#include "kernel/ode/norm.h"
#include "kernel/ode/power_sum.h"

enum { OVER = ZNI_OVER, LOW = ZNI_LOW, HIGH = ZNI_HIGH };

/* An error that is so many times the tolerance is no growth of a smooth one, */
static const double KINK = 100;
/* and an attempt so many times as long as the step before asks too much of its polynomial. */
static const double FAR = 10;

/* What the step before tells of b behind it is right if it is off by less than this part of a tolerance. */
static const double TOLD = 0.1;

/* Terms of b that are told make less than that, all of them, where they are left out. */
static const double FAINT = 1e-3;

/* ---- what is known --------------------------------------------------------------------- */

/* What b_i is told to be at a share s of the step that was looked back at, and behind it. */
static inline double foretell(const zni_linear *o, const zn_ode_problem *p,
                              zn_index i, double s)
{
    double sum = 0;

    for (int k = zni_is_driven(p, i) ? o->last : -1; k >= 0; k--)
        sum = sum * s + o->c[k * o->n + i];
    return sum;
}

/* The same, at the y of its end. */
static void go_on(const void *state, double t, double y[], double slope[])
{
    const zni_linear *o = state;
    const double s = (t - o->t) / o->h, *x = o->work + 3 * o->n;

    for (zn_index i = 0; i < o->n; i++) {
        y[i] = x[i];
        slope[i] = foretell(o, o->p, i, s);
    }
}

/* b, as a field that y has no part in. */
static zn_status part(void *user, double t, const double y[], double f[])
{
    const zni_linear *o = user;

    (void)y;
    return o->p->part(o->p->user, t, f);
}

/* For these: the terms of b of the step of length h that o->y is, and y at its end. */
static void look_back(zni_linear *o, const zn_ode_problem *p, double h)
{
    const zn_index n = p->n;

    for (int k = 0; k <= o->last; k++)
        for (zn_index i = 0; i < n; i++)
            if (zni_is_driven(p, i))
                o->c[k * n + i] = (k + 1) * o->y[(k + 1) * n + i] / h -
                                  zni_rate_of(p, o->y + k * n, i);
    zni_linear_values(o, 1, o->work + 3 * n);
}

/* So many terms of b count, beside tolerances whose inverses o->work has. */
static int count_told(const zni_linear *o, int degree)
{
    double sum = 0;

    for (; degree > 0; degree--) {
        for (zn_index i = 0; i < o->n; i++)
            sum = fmax(sum, fabs(o->c[degree * o->n + i]) * o->work[i]);
        if (sum * degree > FAINT)
            break;
    }
    return degree;
}

/* b of the attempt to t1, of the same polynomials as that of the step which is told. */
static void retell(zni_linear *o, const zn_ode_problem *p, const zni_source *of,
                   const double y[])
{
    const zn_index n = p->n;
    const double s = (o->t - of->from) / of->length, w = o->h / of->length;

    for (zn_index i = 0; i < n; i++) {
        o->work[i] = 0;
        if (!zni_is_driven(p, i))
            continue;
        o->work[i] = 1 / zni_ode_tolerance(p, y[i], y[i]);
        zni_power_shift(o->last, n, o->c + i, s, w, o->h);
        o->b[i] = o->c[i] / o->h;
        o->b[HIGH * n + i] = zni_power_sum(o->last + 1, n, o->c + i, 1) / o->h;
    }
    o->degree = count_told(o, o->last);
    o->retold = true;
}

/* That part of a step is worth to be one, for what its values of b would cost. */
static const double WORTH = 0.5;

/* A motion that begins in the last step, as after an impact, has its b up to the end of that. */
static bool recollect(zni_linear *o, const zn_ode_problem *p, double t,
                      double most)
{
    if (!o->lasting || !o->known || !(o->t <= t && t < o->t1) ||
        o->t1 - t < WORTH * most)
        return false;
    look_back(o, p, o->h);
    o->told = (zni_source){o->t, o->h};
    return true;
}

zn_status zni_part_start(zni_linear *o, const zn_ode_problem *p, double t,
                         double most, bool fresh, zn_ode_info *info)
{
    zn_status st = ZN_OK;

    o->told.length = 0;
    if (!fresh && o->known) {
        memcpy(o->b, o->end, (size_t)p->n * sizeof *o->b);
    } else if (!recollect(o, p, t, zni_kink_limit(&o->kink, t, t + most) - t)) {
        info->evaluations++;
        st = p->part(p->user, t, o->b);
    }
    if (fresh && !o->lasting) {
        o->kink = (zni_kink){0};
        o->rhythm = (zni_rhythm){0};
    }
    o->known = o->lasting = false;
    return st;
}

/* ---- values ---------------------------------------------------------------------------- */

/* The point of that number of an attempt. */
static double point(const zni_linear *o, int j)
{
    return o->t + o->table.point[j] * o->h;
}

/* Values at points from the first one, `by` apart, of those that s = (1 - cos(j pi/HIGH))/2 are. */
static zn_status ask(zni_linear *o, const zn_ode_problem *p, double t1,
                     int first, int by, zn_ode_info *info)
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
 * before it say so; but for rounding of the values. *next: what it would be with twice the degree; the square of the
 * last share where b has a pole nearby, 8!^2/16! = 1/12870 of that where it has none, and so a hundredth. */
static double left_out(zni_linear *o, const zn_ode_problem *p, const double y[],
                       int degree, double *next)
{
    const double noise = 8 * DBL_EPSILON;
    double sum = 0, sum_next = 0;

    for (zn_index i = 0; i < o->n; i++) {
        const double *c = o->c + i;
        double most, share, e, left;
        if (!zni_is_driven(p, i))
            continue;
        zni_chebyshev_coefficients(&o->table, degree, o->n, o->b + i, o->c + i);
        share = zni_chebyshev_decay(c, o->n, degree, &most);
        e = o->h * most / zni_ode_tolerance(p, y[i], y[i]);
        left = fmax(fmax(0, share - noise) / degree,
                    zni_chebyshev_slow(c, o->n, degree, most));
        sum += square(
            e * (zni_chebyshev_is_rough(c, o->n, degree, most) ? 1 : left));
        sum_next += square(e * share * share / (200 * degree));
    }
    *next = sqrt(sum_next / (double)o->n);
    return sqrt(sum / (double)o->n);
}

/* Values of b up to t1, of as high a degree as may be of use, and their error. */
zn_status zni_part_ask(zni_linear *o, const zn_ode_problem *p, double t1,
                       const double y[], zn_ode_info *info, zni_verdict *out)
{
    const int first = t1 <= o->kink.to && o->t >= o->kink.from ? OVER : LOW;
    const zni_source told = o->told;
    double next, e;
    zn_status st;

    o->told.length = 0;
    o->retold = false;
    if (told.length > 0) {
        retell(o, p, &told, y);
        *out = (zni_verdict){0, 1};
        return ZN_OK;
    }
    st = ask(o, p, t1, HIGH / first, HIGH / first, info);
    if (st)
        return st;
    o->degree = first;
    e = left_out(o, p, y, first, &next);
    *out = (zni_verdict){e, first == OVER
                                ? zni_linear_factor(e, OVER + 1)
                                : zni_linear_factor(fmin(e, next), HIGH + 1)};
    if (e <= 1 || next > KINK || first == OVER)
        return ZN_OK;
    st = ask(o, p, t1, 1, HIGH / LOW, info);
    if (st)
        return st;
    o->degree = HIGH;
    e = left_out(o, p, y, HIGH, &next);
    *out = (zni_verdict){e, zni_linear_factor(e, HIGH + 1)};
    return ZN_OK;
}

/* From coefficients of Chebyshev's polynomials to those of powers, times h. */
void zni_part_powers(zni_linear *o, const zn_ode_problem *p)
{
    const zn_index n = o->n;

    for (zn_index i = 0; i < n; i++)
        if (zni_is_driven(p, i))
            zni_chebyshev_powers(&o->table, o->degree, n, o->h, o->c + i);
}

/* ---- kinks ----------------------------------------------------------------------------- */

/* Is it worth while to look for a kink, in an attempt of that length? */
bool zni_part_may_kink(const zni_linear *o, double use, double before,
                       const zni_verdict *v)
{
    return !o->made && isfinite(v->e) &&
           v->e > (o->degree == OVER ? 1 : KINK) && use <= FAR * before;
}

/* A failed attempt from t to t1: is b smooth in it, as far as can be told from the step before? */
zn_status zni_part_look(zni_linear *o, const zn_ode_problem *p, double t,
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
    const zni_kink ahead = o->kink;
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
    if (!zni_kink_ahead(&o->kink, t))
        o->kink = ahead;
    else if (!st && defect * (o->kink.from - t) <= TOLD)
        o->told = (zni_source){o->t, before};
    o->t = now[0];
    o->h = now[1];
    return st;
}

/* Behind a kink, the first one to be tried. */
static double length_behind(const zni_linear *o, double next)
{
    zni_kink due;
    const bool again =
        zni_rhythm_foretells(&o->rhythm, &due) && due.to == o->kink.to;

    return again && due.length > 0 ? due.length : fmax(next, o->kink.length);
}

double zni_part_next(zni_linear *o, double t1, double next)
{
    zni_kink due;

    if (!(o->kink.to > o->kink.from) || t1 != o->kink.to) {
        zni_rhythm_behind(&o->rhythm, o->t, next);
        return next;
    }
    next = length_behind(o, next);
    zni_rhythm_pass(&o->rhythm, &o->kink);
    if (zni_rhythm_foretells(&o->rhythm, &due))
        o->kink = due;
    return next;
}
