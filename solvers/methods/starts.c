/* starts.c - a method from many starts, where nothing else arrives
 * SPDX-License-Identifier: Apache-2.0 */
#include "starts.h"

#include <math.h>
#include <string.h>

#include "../core/monitor.h"

/* What is ordinary for a start is a guess: loads that are redundant may be more than what moves
 * asks for, or less. So starts differ in size, by turns. */
static const double sizes[] = {1, 0.0625, 4, 0.25};
enum { SIZES = sizeof sizes / sizeof sizes[0] };

zn_status zni_scatter_run(const zni_scattered *s, const zni_scatter *how, double best[],
                          double z[], double w[], zn_monitor *mon,
                          zn_solve_info *info)
{
    const size_t bytes = (size_t)s->n * sizeof *z;
    uint64_t chance = 1;
    double least = INFINITY;
    zn_index steps = 0;

    memcpy(best, z, bytes);
    for (zn_index i = 0; i < how->most && (double)steps * how->step < how->operations; i++) {
        zn_status st;
        double err;

        s->draw(s->of, sizes[i % SIZES], &chance, z);
        info->iterations = 0;
        st = s->solve(s->of, z, w, mon, info);
        steps += info->iterations;
        info->iterations = steps;
        if (st <= 0 || zni_over(mon, &info->outcome))
            return st;
        err = s->look(s->of, z, w);
        if (err < least) {
            least = err;
            memcpy(best, z, bytes);
        }
    }
    memcpy(z, best, bytes);
    s->look(s->of, z, w);
    info->outcome = ZN_ITERATION_LIMIT;
    return ZN_UNSOLVED;
}
