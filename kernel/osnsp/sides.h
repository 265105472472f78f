/* sides.h - what the law of a member and the integrators of its systems say in a step
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_SIDES_H
#define ZENO_KERNEL_SIDES_H

#include "kernel/model/vectors.h"
#include "kernel/osnsp/problem.h"

/* out (m of the relation): what the law adds to the rows on velocity level, by u at the start of the step. */
static inline zn_status zni_member_shift(const zni_problem *p, const zni_lin *s, const zni_member *m,
                                         const zn_step *step, double out[])
{
    const zn_law_type *law = m->law->type;
    const double *u = zni_problem_seen(p, step, 1) + s->off;
    zn_status st = ZN_OK;

    zni_clear(s->m, out);
    for (zn_index i = 0; !st && law->shift && i < s->m; i += m->stride)
        st = law->shift(m->law, u + i, out + i);
    return zni_lin_where(s, st);
}

/* What the integrator of system j says. */
static inline void zni_side_factors(const zni_member *m, zn_index j, const zn_step *step,
                                    double *row, double *col)
{
    const zn_osi *osi = m->side[j].osi;

    *row = osi->type->row_factor(osi->state, step, m->level, m->e);
    *col = osi->type->col_factor(osi->state, step, m->level);
}

/* The same of the system b at that place: its free value. */
static inline const double *zni_side_free_value(const zni_problem *p, const zni_member *m, zn_index j,
                                                zn_index place, const zni_body *b,
                                                const zn_step *step)
{
    const zn_osi *osi = m->side[j].osi;

    return p->swept && p->swept[place] >= 0
               ? step->v1 + b->uoff
               : osi->type->free_value(osi->state, step, b->ds, b->w, m->level);
}

#endif
