/* monitor.c - the time limit and the callback of a running solver
 * SPDX-License-Identifier: Apache-2.0 */
#include "monitor.h"

#include <math.h>
#include <time.h>

/* operations a second in one piece, of what waits for nothing else */
static const double RATE = 2e9;

/* A share is told from SEEN seconds on: schedulers give a processor for some thousandths at a time, before that it
 * would say who was on. It is no less than LEAST. */
static const double SEEN = 0.05, LEAST = 0.01;

static double read_clock(clockid_t clock)
{
    struct timespec now;

    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double zni_clock(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

void zni_monitor_bound(zn_monitor *mon, double seconds)
{
    mon->begun = zni_clock();
    mon->used = read_clock(CLOCK_PROCESS_CPUTIME_ID);
    mon->end = mon->begun + seconds;
}

zn_monitor zni_monitor_within(const zn_monitor *outer, zn_iteration_fn *fn, void *user)
{
    zn_monitor mon = {.fn = fn, .user = user};

    if (outer) {
        mon.end = outer->end;
        mon.begun = outer->begun;
        mon.used = outer->used;
    }
    return mon;
}

zn_status zni_due(zn_monitor *mon)
{
    if (!zni_late(mon))
        return ZN_OK;
    mon->stop = ZN_TIME_LIMIT;
    return ZN_UNSOLVED;
}

/* Of a processor: others on the machine have the rest, and will. */
static double share(const zn_monitor *mon, double now)
{
    const double passed = now - mon->begun;

    if (!(mon->begun > 0 && passed > SEEN))
        return 1;
    return fmax(LEAST, fmin(1, (read_clock(CLOCK_PROCESS_CPUTIME_ID) - mon->used) / passed));
}

bool zni_affords(const zn_monitor *mon, double operations)
{
    double now;

    if (!mon || mon->end == 0)
        return true;
    now = zni_clock();
    return now + operations / (RATE * share(mon, now)) < mon->end;
}

/* The clock is read at each iteration, for 20 ns and only when there is a
 * limit: to skip some would let a method with slow iterations overrun. */
bool zn_monitor_tick(zn_monitor *mon, zn_index iteration, double error)
{
    if (!mon)
        return false;
    if (mon->stop)
        return true;
    if (mon->fn && mon->fn(mon->user, iteration, error))
        mon->stop = ZN_INTERRUPTED;
    else if (mon->end > 0 && zni_clock() >= mon->end)
        mon->stop = ZN_TIME_LIMIT;
    return mon->stop != ZN_SOLVED;
}

bool zn_monitor_explains(const zn_monitor *mon)
{
    return mon && mon->explain;
}

void zn_monitor_attempt(zn_monitor *mon, const zn_attempt *a)
{
    if (zn_monitor_explains(mon))
        mon->explain(mon->explain_user, a);
}
