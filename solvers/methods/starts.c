/* starts.c - a method from many starts, where nothing else arrives
 * SPDX-License-Identifier: Apache-2.0 */
#include "starts.h"

#include <math.h>
#include <string.h>

#include "../core/draw.h"
#include "../core/monitor.h"

/* What is ordinary for a start is a guess: loads that are redundant may be more than what moves
 * asks for, or less. So starts differ in size, by turns. */
static const double sizes[] = {1, 0.0625, 4, 0.25};
enum { SIZES = sizeof sizes / sizeof sizes[0] };

/* After so many starts every second one is followed by one next to where the best of all ended, which may be where
 * loads are shared out wrongly among few contacts: each number is up to half as much again, or half of it (hops between
 * basins: Wales & Doye, J. Phys. Chem. A 101, 1997). Of 28 problems with rolling friction that differ in their last
 * digits 13 were not solved from 300 starts anywhere; of 40 such with these all are. */
enum { ANYWHERE = 2 * SIZES };

static void hop(zn_index n, const double best[], uint64_t *chance, double z[])
{
    for (zn_index i = 0; i < n; i++)
        z[i] = best[i] * (1 + 0.5 * zni_draw_sign(chance));
}

/* From z; *steps: of all, *least: the error at best. end: there is no other start. */
static zn_status one(const zni_scattered *s, zn_index *steps, double *least, double best[], double z[], double w[],
                     zn_monitor *mon, zn_solve_info *info, bool *end)
{
    zn_status st;

    info->iterations = 0;
    st = s->solve(s->of, z, w, mon, info);
    info->iterations = *steps += info->iterations;
    *end = st <= 0 || zni_over(mon, &info->outcome);
    if (!*end)
        zni_note_best(s->look(s->of, z, w), least, s->n, z, best);
    return st;
}

zn_status zni_scatter_run(const zni_scattered *s, const zni_scatter *how, double best[],
                          double z[], double w[], zn_monitor *mon,
                          zn_solve_info *info)
{
    const size_t bytes = (size_t)s->n * sizeof *z;
    uint64_t chance = 1, beside = 2;
    double least = INFINITY;
    zn_index steps = 0;
    bool end = false;

    memcpy(best, z, bytes);
    for (zn_index i = 0; i < how->most && (double)steps * how->step < how->operations; i++) {
        zn_status st;

        s->draw(s->of, sizes[i % SIZES], &chance, z);
        st = one(s, &steps, &least, best, z, w, mon, info, &end);
        if (!end && i >= ANYWHERE && i % 2) {
            hop(s->n, best, &beside, z);
            st = one(s, &steps, &least, best, z, w, mon, info, &end);
        }
        if (end)
            return st;
    }
    memcpy(z, best, bytes);
    s->look(s->of, z, w);
    info->outcome = ZN_ITERATION_LIMIT;
    return ZN_UNSOLVED;
}
