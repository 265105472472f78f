/* locate.c - time steps that end where a contact closes
 *
 * A contact closes in a step if its gap was open at the start, or opened, and the step
 * ends below the floor or has an impulse of it. The gap of the first one is a function of
 * the length of the step, as long as no impulse acts; its root is found with steps made
 * from the same start. Three steps instead of one then: to the root, one of a billionth
 * of h with the impulse, and what is left. So the impulse does not act on the motion of a
 * whole step, and the order of the integrator is kept. doc/time-stepping.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/simulation/simulation.h"
#include "kernel/simulation/time_stepping.h"

#include <float.h>
#include <math.h>

enum { TRIALS = 100 };

/* Of h: what an impact takes. */
static const double INSTANT = 1e-9;

zn_status zni_locate_prepare(const zni_stepping *k, zn_simulation *s)
{
    if (k->step == ZNI_STEP_ERROR)
        return zn_fail(s->ctx, ZN_EINVAL,
                       "on_event=locate goes with step=fixed: step=error finds "
                       "impacts in its own way");
    return ZN_OK;
}

/* ---- who closes -------------------------------------------------------------------- */

/* Gaps below that are zero. */
static double small(const zni_stepping *k)
{
    return k->locate_tol * k->gap;
}

/* The largest gap so far, and what it may be at the end of a step. */
static void widen(zni_stepping *k, const zn_simulation *s, double h)
{
    const zn_state *x = &s->attempt.mark.view;

    for (zn_index i = 0; i < s->state.ny; i++)
        if (s->gap[i])
            k->gap = fmax(k->gap, fabs(x->y[0][i]) + fabs(x->y[1][i]) * h);
}

static bool open_before(const zni_stepping *k, const zn_simulation *s,
                        zn_index i, double h)
{
    const zn_state *x = &s->attempt.mark.view;

    return x->y[0][i] > small(k) || x->y[1][i] * h > small(k);
}

static bool struck(const zn_simulation *s, zn_index i)
{
    const zn_state *x = &s->state;

    return x->lambda[0][i] > 0 || x->lambda[1][i] > 0;
}

/* How many contacts closed in the step that was made from the mark. *free: none of them
 * has been struck; *gap: then the smallest gap of those that were open. */
static zn_index closing(const zni_stepping *k, const zn_simulation *s,
                        bool *free, double *gap)
{
    const double h = s->state.t - s->attempt.mark.view.t;
    zn_index n = 0;

    *free = true;
    *gap = INFINITY;
    for (zn_index i = 0; i < s->state.ny; i++) {
        const double y = s->state.y[0][i];
        if (!s->gap[i] || !open_before(k, s, i, h))
            continue;
        *gap = fmin(*gap, y);
        if (struck(s, i))
            *free = false;
        n += struck(s, i) || y < -small(k);
    }
    return n;
}

/* ---- where ----------------------------------------------------------------------------- */

/* Trials from the mark end at a with all gaps open, at b not: y there, NAN if a contact
 * was struck on the way. */
typedef struct bracket {
    double a, b, ya, yb;
} bracket;

/* Where to try next: where the straight line is just below zero, so that the end of the
 * bracket comes in from both sides; else the middle. */
static double guess(const bracket *w, double tol, int trial)
{
    const double middle = w->a + (w->b - w->a) / 2;
    double at;

    if (isnan(w->yb) || trial % 4 == 3)
        return middle;
    at = w->a + (w->b - w->a) * ((w->ya + tol / 2) / (w->ya - w->yb));
    return at > w->a && at < w->b ? at : middle;
}

static zn_status reject(zn_simulation *s)
{
    zn_simulation_count_rejected(s);
    return zn_simulation_rollback(s);
}

/* The state is that of a step from the mark in which nothing was struck, with the
 * smallest gap between -tol and 0; or there is none, and it is that of the longest step
 * that was seen without a closing contact. */
static zn_status find(const zni_stepping *k, zn_simulation *s, double end,
                      double y_end)
{
    const double tol = small(k), start = s->attempt.mark.view.t;
    const double least = 4 * DBL_EPSILON * fmax(fabs(start), fabs(end));
    bracket w = {start, end, INFINITY, y_end};
    zn_status st = ZN_OK;

    for (zn_index i = 0; i < s->state.ny; i++)
        if (s->gap[i] && open_before(k, s, i, end - start))
            w.ya = fmin(w.ya, s->attempt.mark.view.y[0][i]);
    w.ya = fmax(w.ya, 0);
    for (int n = 0; n < TRIALS && w.b - w.a > least; n++) {
        const double t = guess(&w, tol, n);
        double y;
        bool free;
        zn_index count;
        st = reject(s);
        if (!st)
            st = zn_simulation_try(s, t, 0);
        if (st)
            return st;
        count = closing(k, s, &free, &y);
        if (free && y <= 0 && y >= -tol)
            return ZN_OK;
        if (count || !free) {
            w.b = t;
            w.yb = free ? y : NAN;
        } else {
            w.a = t;
            w.ya = y;
        }
    }
    st = reject(s);
    return st || !(w.a > start) ? st : zn_simulation_try(s, w.a, 0);
}

/* ---- the step ------------------------------------------------------------------------------ */

zn_status zni_locate_step(zni_stepping *k, zn_simulation *s, double end)
{
    const double grid = zn_simulation_grid_next(s), t = s->state.t;
    const double h =
        zn_simulation_grid_step(s) > 0 ? zn_simulation_grid_step(s) : grid - t;
    const bool whole = end - t > h * (1 - 1e-9);
    double y;
    bool free;
    zn_index n;
    zn_status st = zn_simulation_mark(s);

    if (!st)
        widen(k, s, h);
    if (!st)
        st = zn_simulation_try(s, end, whole ? h : 0);
    if (st)
        return st;
    n = closing(k, s, &free, &y);
    if (n && n <= k->locate_most && k->located < (double)k->locate_max &&
        s->state.t >= end) {
        st = find(k, s, end, free ? y : NAN);
        if (!st && s->state.t < end)
            st = zn_simulation_try(
                s, fmin(s->state.t + fmax(INSTANT * h, 1e-14 * fabs(end)), end),
                0);
        k->located++;
    }
    if (!st && s->state.t >= grid)
        k->located = 0;
    return st;
}
