/* monitor.c - the time limit and the callback of a running solver
 * SPDX-License-Identifier: Apache-2.0 */
#include "monitor.h"

#include <time.h>

double zni_clock(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
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
