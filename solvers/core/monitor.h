/* monitor.h - what bounds one call of a solver
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_MONITOR_H
#define ZENO_SOLVERS_MONITOR_H

#include <zeno/solver.h>

struct zn_monitor {
    zn_iteration_fn *fn;
    void            *user;
    zn_attempt_fn   *explain; /* of solvers made of methods               */
    void            *explain_user;
    double           end;  /* seconds on the monotonic clock; 0: no limit     */
    zn_outcome       stop; /* why it said stop; ZN_SOLVED: it has not         */
};

/* Seconds on the monotonic clock. */
ZN_API double zni_clock(void);

/* Is the time over? For a look between two long factorisations of one iteration. */
static inline bool zni_late(const zn_monitor *mon)
{
    return mon && mon->end > 0 && zni_clock() >= mon->end;
}

/* After a method of several, which ended by `why`: is there to be no other, since somebody
 * stopped it or the time is over? A proof stays the reason. */
static inline bool zni_over(const zn_monitor *mon, zn_outcome *why)
{
    if (*why == ZN_INTERRUPTED)
        return true;
    if (*why != ZN_INFEASIBLE && zni_late(mon))
        *why = ZN_TIME_LIMIT;
    return zni_late(mon);
}

/* Do so many operations in one piece, which nothing can interrupt, fit into what is
 * left of the time? At a rate that common processors reach; true without a limit. */
static inline bool zni_affords(const zn_monitor *mon, double operations)
{
    const double rate = 2e9; /* 1/s */

    return !mon || mon->end == 0 || zni_clock() + operations / rate < mon->end;
}

#endif
