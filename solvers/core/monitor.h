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
    double           begun, used; /* the clock, and seconds of processors that the process had
                            * had, when it was bounded; 0: not known        */
    zn_outcome       stop; /* why it said stop; ZN_SOLVED: it has not         */
};

/* Seconds on the monotonic clock. */
ZN_API double zni_clock(void);

/* Seconds from now on. */
ZN_API void zni_monitor_bound(zn_monitor *mon, double seconds);

/* One for what runs inside of another, which fn may ask: bounded as that is, or not, if it is NULL. */
zn_monitor zni_monitor_within(const zn_monitor *outer, zn_iteration_fn *fn, void *user);

/* Is the time over? For a look between two long factorisations of one iteration. */
static inline bool zni_late(const zn_monitor *mon)
{
    return mon && mon->end > 0 && zni_clock() >= mon->end;
}

/* For a look between parts of what prepares: ZN_UNSOLVED if the time is over, which then is why all of it
 * ends. Who watches is not asked: there is no error to tell yet. */
zn_status zni_due(zn_monitor *mon);

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
 * left of the time? At a rate that common processors reach, by the share of one that the process
 * has had since it was bounded; true without a limit. */
bool zni_affords(const zn_monitor *mon, double operations);

#endif
