/* monitor.h - what bounds one call of a solver
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_MONITOR_H
#define ZENO_SOLVERS_MONITOR_H

#include <zeno/solver.h>

struct zn_monitor {
    zn_iteration_fn *fn;
    void            *user;
    double           end;  /* seconds on the monotonic clock; 0: no limit     */
    zn_outcome       stop; /* why it said stop; ZN_SOLVED: it has not         */
};

/* Seconds on the monotonic clock. */
double zni_clock(void);

/* Is the time over? For a look between two long factorisations of one iteration. */
static inline bool zni_late(const zn_monitor *mon)
{
    return mon && mon->end > 0 && zni_clock() >= mon->end;
}

#endif
