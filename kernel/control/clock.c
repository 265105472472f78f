/* clock.c - when a block is sampled
 *
 * The simulation lands on them (zeno/event.h), up to a millionth of a period where
 * they are instants of its grid, since both are products in floating point; one that
 * has passed is an error, not a late sample.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/control/control.h"

#include <float.h>
#include <math.h>
#include <string.h>

static zn_status may_change(const zn_block *b)
{
    if (b->begun || b->control->started)
        return zn_fail(b->ctx, ZN_ESTATE,
                       "block '%s': its sampling has begun, instants and "
                       "matrices are fixed",
                       b->name);
    return ZN_OK;
}

zn_status zn_block_set_period(zn_block *b, double first, double period)
{
    const zn_status st = may_change(b);

    if (st)
        return st;
    if (!isfinite(first) || !isfinite(period) || period <= 0)
        return zn_fail(b->ctx, ZN_EINVAL,
                       "block '%s': first = %g s, period = %g s, must be "
                       "finite and period > 0",
                       b->name, first, period);
    zn_free_array(b->ctx, b->clock.table);
    b->clock = (zni_clock){.first = first, .period = period};
    return ZN_OK;
}

zn_status zn_block_set_instants(zn_block *b, zn_index n, const double t[])
{
    zn_status st = may_change(b);
    double *table;

    if (st)
        return st;
    if (n < 1)
        return zn_fail(b->ctx, ZN_EINVAL,
                       "block '%s': %td instants given, need one", b->name, n);
    for (zn_index i = 0; i < n; i++)
        if (!isfinite(t[i]) || (i && t[i] <= t[i - 1]))
            return zn_fail(b->ctx, ZN_EINVAL,
                           "block '%s': instant %td = %g s does not come after "
                           "%g s",
                           b->name, i, t[i], i ? t[i - 1] : t[i]);
    table = zn_alloc(b->ctx, n, sizeof *table);
    if (!table)
        return ZN_ENOMEM;
    memcpy(table, t, (size_t)n * sizeof *t);
    zn_free_array(b->ctx, b->clock.table);
    b->clock = (zni_clock){.table = table, .count = n};
    return ZN_OK;
}

/* Instant k of the clock; infinite when there is none any more. Without instants of
 * its own it has those of the simulation's grid, if that has steps of its own
 * choice the present time. */
static double instant(const zni_clock *c, const zn_simulation *s, zn_index k)
{
    const zn_index count = zn_simulation_step_count(s);

    if (c->table)
        return k < c->count ? c->table[k] : INFINITY;
    if (c->period > 0)
        return c->first + (double)k * c->period;
    if (count < 0)
        return k == c->number ? zn_simulation_time(s) : INFINITY;
    return k <= count ? zn_simulation_instant(s, k) : INFINITY;
}

double zni_clock_next(const zni_clock *c, double t)
{
    zn_index k = c->number;

    if (c->table) {
        while (k < c->count && c->table[k] <= t)
            k++;
        return k < c->count ? c->table[k] : INFINITY;
    }
    if (!(c->period > 0))
        return INFINITY;
    while (c->first + (double)k * c->period <= t)
        k++;
    return c->first + (double)k * c->period;
}

/* A duration between t and t1, with the bits of the last one if they differ by
 * the rounding of the instants only. */
static double span(zni_clock *c, double t, double t1)
{
    const double rounding = 8 * DBL_EPSILON * fmax(fabs(t), fabs(t1));

    if (c->period > 0)
        return c->period;
    if (!(fabs(t1 - t - c->span) <= rounding))
        c->span = t1 - t;
    return c->span;
}

/* The first step of the grid, where there is no next instant. */
static double step(const zn_simulation *s)
{
    return zn_simulation_instant(s, 1) - zn_simulation_instant(s, 0);
}

zn_status zni_clock_due(zn_block *b, const zn_simulation *s, zn_sampling *at,
                        bool *due)
{
    zni_clock *c = &b->clock;
    const double t = zn_simulation_time(s), next = instant(c, s, c->number);
    const double after = instant(c, s, c->number + 1);
    const double slack = 1e-6 * (isfinite(after) ? after - next : step(s));

    *due = t >= next - slack;
    if (!*due)
        return ZN_OK;
    if (t > next + slack)
        return zn_fail(b->ctx, ZN_EINVAL,
                       "block '%s': its sampling instant %.9g s has passed, "
                       "the simulation is at %.9g s",
                       b->name, next, t);
    at->t = t;
    at->number = c->number;
    at->elapsed = c->number ? span(c, c->last, t) : 0;
    at->held = isfinite(after) ? span(c, t, after) : at->elapsed;
    c->last = t;
    c->number++;
    return ZN_OK;
}
