/* monitor.h - time limit and callback of a running solver
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_MONITOR_H
#define ZENO_SOLVERS_MONITOR_H

#include <zeno/solver.h>

struct zn_monitor {
    double           limit; /* s; 0: none */
    double           end;   /* on the monotonic clock */
    zn_iteration_fn *fn;
    void            *user;
    zn_outcome       why; /* ZN_TIME_LIMIT, ZN_INTERRUPTED once stopped */
};

/* Begin a call. */
void zni_monitor_start(zn_monitor *mon);

#endif
