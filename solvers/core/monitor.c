/* monitor.c - time limit and callback of a running solver
 * SPDX-License-Identifier: Apache-2.0 */
#include "solvers/core/monitor.h"

#include <time.h>

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void zni_monitor_start(zn_monitor *mon)
{
    mon->why = ZN_SOLVED;
    if (mon->limit > 0)
        mon->end = now() + mon->limit;
}

bool zn_monitor_tick(zn_monitor *mon, zn_index iteration, double error)
{
    if (!mon)
        return false;
    if (mon->fn && mon->fn(mon->user, iteration, error))
        mon->why = ZN_INTERRUPTED;
    else if (mon->limit > 0 && now() > mon->end)
        mon->why = ZN_TIME_LIMIT;
    return mon->why != ZN_SOLVED;
}
