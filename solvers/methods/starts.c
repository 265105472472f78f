/* starts.c - a method from many starts, where nothing else has solved the problem
 * SPDX-License-Identifier: Apache-2.0 */
#include "starts.h"

#include <math.h>
#include <string.h>

#include "../core/draw.h"
#include "../core/monitor.h"

/* The usual size of a start is a guess: redundant loads may be larger or smaller than what the motion needs. So starts
 * take these sizes in turn. */
static const double sizes[] = {1, 0.0625, 4, 0.25};
enum { SIZES = sizeof sizes / sizeof sizes[0] };

/* After so many starts, every second one is followed by a start next to the best end point, where loads may be
 * distributed wrongly among a few contacts: each number is changed by up to half of itself (basin hopping: Wales &
 * Doye, J. Phys. Chem. A 101, 1997). Of 28 problems with rolling friction that differ in their last digits 13 were not
 * solved from 300 random starts; with these, all of 40 such problems are. */
enum { ANYWHERE = 2 * SIZES };

static void hop(zn_index n, const double best[], uint64_t *chance, double z[])
{
    for (zn_index i = 0; i < n; i++)
        z[i] = best[i] * (1 + 0.5 * zni_draw_sign(chance));
}

/* One run from z. *steps: iterations of all runs, *least: the error at best. *end: no other start follows. */
static zn_status one(const zni_scattered *s, zni_call call, zn_index *steps, double *least,
                     double best[], bool *end)
{
    zn_status st;

    call.info->iterations = 0;
    st = s->solve(s->of, call);
    call.info->iterations = *steps += call.info->iterations;
    *end = st <= 0 || zni_over(call.mon, &call.info->outcome);
    if (!*end)
        zni_note_best(s->look(s->of, call.z, call.w), least, s->n, call.z, best);
    return st;
}

zn_status zni_scatter_run(zni_call call, const zni_scattered *s, const zni_scatter *how,
                          double best[])
{
    const size_t bytes = (size_t)s->n * sizeof *call.z;
    uint64_t chance = 1, beside = 2;
    double least = INFINITY;
    zn_index steps = 0;
    bool end = false;

    memcpy(best, call.z, bytes);
    for (zn_index i = 0; i < how->most && (double)steps * how->step < how->operations; i++) {
        zn_status st;

        s->draw(s->of, sizes[i % SIZES], &chance, call.z);
        st = one(s, call, &steps, &least, best, &end);
        if (!end && i >= ANYWHERE && i % 2) {
            hop(s->n, best, &beside, call.z);
            st = one(s, call, &steps, &least, best, &end);
        }
        if (end)
            return st;
    }
    memcpy(call.z, best, bytes);
    s->look(s->of, call.z, call.w);
    call.info->outcome = ZN_ITERATION_LIMIT;
    return ZN_UNSOLVED;
}
