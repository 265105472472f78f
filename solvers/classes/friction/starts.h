/* starts.h - Newton's method from many starts, where nothing else arrives
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_FRICTION_STARTS_H
#define ZN_FRICTION_STARTS_H

#include "friction.h"

typedef struct zni_starts {
    zni_fnewton newton; /* from each of them                                */
    zn_index most;      /* starts                                           */
    double operations;  /* what all may take, in those of factors           */
} zni_starts;

/* z: where the best of them ended. kept (n): work. newton->lin must have been set for c.
 * Iterations: steps of all. */
zn_status zni_starts_run(zn_ctx *ctx, zni_fnewton_work *newton, const zni_starts *how,
                         const zni_fc *c, double kept[], double z[], double w[],
                         zn_monitor *mon, zn_solve_info *info);

#endif
