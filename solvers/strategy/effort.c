/* effort.c - the cost of the methods of a list so far, and limits for late ones
 * SPDX-License-Identifier: Apache-2.0 */
#include "effort.h"

#include <math.h>

/* Always granted: operations that take some ten seconds. The long path of a hundred redundant contacts, with some
 * thousand dense factorisations, ends within that. */
static const double GRANTED = 4e10;

/* Multiple of that for the central path. Where it converges in piles of 1200 contacts, it makes 150 to 750
 * factorisations, three times as many as interior points in turns, and each costs twice as much as a symmetric one. */
static const double PATHS = 5;

/* Multiple of that for who comes behind the path with an account of its own: a step of proximal points has one factor,
 * too, and takes half the time of one on the path. */
static const double ANEW = 2;

/* 0 for n = 0, also if one costs INFINITY because it does not fit */
static double times(zn_index n, double cost)
{
    return n > 0 ? (double)n * cost : 0;
}

static double now(const zni_effort *e, zn_index iterations)
{
    const zn_index made = *e->made - e->before;

    return e->spent + times(iterations, e->each) + (made > 0 ? times(made, e->factor(e->of)) : 0);
}

void zni_effort_open(zni_effort *e)
{
    e->left = e->purse = -1;
}

void zni_effort_begin(zni_effort *e, zn_monitor *mon)
{
    e->outer = mon;
    e->spent = e->last = 0;
    e->most = INFINITY;
    e->apart = false;
}

void zni_effort_bound(zni_effort *e)
{
    if (!e->bound || e->most < INFINITY)
        return;
    if (e->left < 0)
        e->left = fmax(GRANTED, e->multiple * e->spent);
    e->most = e->spent + e->left;
}

void zni_effort_apart(zni_effort *e, bool anew)
{
    e->apart = true;
    if (!e->bound)
        return;
    if (e->purse < 0)
        e->account = e->purse = PATHS * fmax(GRANTED, e->multiple * e->spent);
    if (anew)
        e->purse = ANEW * e->account;
    e->most = e->spent + e->purse;
}

bool zni_effort_over(const zni_effort *e)
{
    return e->spent >= e->most;
}

static bool watch(void *of, zn_index iteration, double error)
{
    zni_effort *e = of;

    if (zn_monitor_tick(e->outer, iteration, error))
        return true;
    e->over = now(e, iteration) >= e->most;
    return e->over;
}

zn_monitor *zni_effort_watch(zni_effort *e, double each)
{
    e->each = each;
    e->before = *e->made;
    e->over = false;
    e->own = zni_monitor_within(e->outer, watch, e);
    return e->most < INFINITY ? &e->own : e->outer;
}

void zni_effort_note(zni_effort *e, zn_index iterations, zn_outcome *why)
{
    const double spent = now(e, iterations);

    if (e->apart && e->most < INFINITY) {
        e->purse = fmax(0, e->most - spent);
        e->most = spent + fmax(0, e->left);
    } else if (e->left > 0 && e->most < INFINITY) {
        e->left = fmax(0, e->most - spent);
    }
    e->apart = false;
    e->last = spent - e->spent;
    e->spent = spent;
    if (e->over && *why == ZN_INTERRUPTED)
        *why = ZN_ITERATION_LIMIT;
}
