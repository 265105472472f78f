/* enough.c - is a correction of positions solved as well as it has to be?
 *
 * Solvers measure what they leave against the widest gap. Where all gaps are hardly more than what may
 * stay they differ from what contacts on one face agree on by the rounding of positions, which is a
 * part of them that no multipliers take away: then what is left is measured against what may stay of each row.
 * doc/projection.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osnsp/projection.h"

#include <math.h>

/* Of what may stay; the rest is for what the linearisation leaves out. */
static const double PART = 0.1;

/* What multiplier z and value w leave of a row: of a unilateral one that is pushed how far it is off its
 * surface, of one that is not how deep it is in. */
static double left(bool equation, double z, double w)
{
    if (equation || z > 0)
        return fabs(w);
    return z < 0 ? INFINITY : fmax(-w, 0);
}

bool zni_projector_enough(const zni_problem *p)
{
    const zni_projector *o = p->user;
    const zn_one_step *s = &p->statement;

    for (zn_index b = 0; b < s->nblocks; b++)
        for (zn_index i = s->start[b]; i < s->start[b + 1]; i++) {
            const bool equation = s->cone[b].set == zn_set_zero();
            const double l = left(equation, p->rows.z[i], p->rows.w[i]);
            if (!(l <= PART * zni_projector_may_stay(o, p->rows.where[i])))
                return false;
        }
    return true;
}
