/* short_cut.c - the short cut of a solver, `near`, when somebody watches
 * SPDX-License-Identifier: Apache-2.0 */
#include "short_cut.h"

#include <string.h>

#include "../core/monitor.h"
#include "../core/solver_type.h"
#include "portfolio.h"

/* the error of z, for a callback; w and work: work space */
static double error_of_start(const zn_problem_type *class, const void *p, const double z[],
                             double w[], double work[], const zn_monitor *mon)
{
    if (!mon->fn || !class->outputs)
        return -1;
    class->outputs(p, z, w);
    return class->error(p, z, w, work);
}

bool zni_short_cut_watched(const zni_short_cut *by, void *state, const void *problem, double tol,
                           double z[], double w[], zn_monitor *mon, zn_solve_info *info)
{
    const double since = zni_clock_if_told(mon);
    const zn_index n = by->class->nz(problem);
    const zn_solve_info before = *info;
    double start[ZNI_NEAR], other[ZNI_NEAR], work[2 * ZNI_NEAR];

    if (!mon || n > ZNI_NEAR || by->class->nw(problem) > ZNI_NEAR)
        return false;
    memcpy(start, z, (size_t)n * sizeof *z);
    if (by->near(state, problem, z, w, info)) {
        info->error = by->class->error(problem, z, w, work);
        if (info->error <= tol &&
            !zn_monitor_tick(mon, 0, error_of_start(by->class, problem, start, other, work, mon))) {
            zni_portfolio_tell(mon, ZN_OK, info, since, by->why(info));
            return true;
        }
        memcpy(z, start, (size_t)n * sizeof *z);
    }
    *info = before;
    return false;
}
