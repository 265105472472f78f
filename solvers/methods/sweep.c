/* sweep.c - Gauss-Seidel: what all of its kinds have around a sweep
 * SPDX-License-Identifier: Apache-2.0 */
#include "sweep.h"

#include <math.h>
#include <string.h>

/* sweeps by which the rate is judged */
enum { WINDOW = 60 };

/* The error went from before to now in a window: how many are still needed? */
static bool hopeless(double now, double before, const zni_sweeping *opt)
{
    const double gain = log(before / now), need = log(now / opt->tol);

    return !(gain > 0) || need / gain * WINDOW > (double)opt->patience;
}

zn_status zni_sweeps(const zni_swept *s, const zni_sweeping *opt, double best[],
                     double z[], double w[], zn_monitor *mon,
                     zn_solve_info *info)
{
    const size_t bytes = (size_t)s->n * sizeof *z;
    zn_index it = 0, since = 0, window = WINDOW;
    double err = s->look(s->of, z, w), least = err, mark = err;
    double light = opt->tol; /* a change that is worth a look */

    memcpy(best, z, bytes);
    info->outcome = ZN_ITERATION_LIMIT;
    while (!(least <= opt->tol) && it < opt->max_iter) {
        double change = INFINITY;
        zn_status st;

        if (zn_monitor_tick(mon, it, err)) {
            info->outcome = ZN_INTERRUPTED;
            break;
        }
        st = s->sweep(s->of, z, w, &change);
        if (st)
            return st;
        it++;
        since++;
        if (change > light && since < opt->every && it < opt->max_iter &&
            !(opt->first && it == 1))
            continue;
        since = 0;
        err = s->look(s->of, z, w);
        if (err < least) {
            least = err;
            memcpy(best, z, bytes);
        }
        /* the light measure was content too early */
        if (change <= light && err > opt->tol)
            light = change * fmin(0.5, opt->tol / err);
        if (!isfinite(err) ||
            (change == 0 && err > opt->tol && !opt->restless)) {
            info->outcome = ZN_STALLED;
            break;
        }
        if (opt->patience > 0 && it >= window) {
            if (hopeless(least, mark, opt)) {
                info->outcome = ZN_STALLED;
                break;
            }
            mark = least;
            window = it + WINDOW;
        }
    }
    info->iterations = it;
    if (since > 0 || err != least) {
        memcpy(z, best, bytes);
        s->look(s->of, z, w);
    }
    if (least <= opt->tol)
        info->outcome = ZN_SOLVED;
    return least <= opt->tol ? ZN_OK : ZN_UNSOLVED;
}
