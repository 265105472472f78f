/* kind.c - what several kinds of one-step problems take from the same place
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osnsp/kind.h"

#include <string.h>

void zni_kind_end_point(const zni_problem *p, const zni_member *m, zn_index j,
                        const zni_body *b, const zn_step *step, double q[])
{
    (void)p, (void)m, (void)j;
    memcpy(q, step->q1 + b->ds->q_off, (size_t)b->ds->nq * sizeof *q);
}

double zni_kind_end(const zni_member *m, const zn_step *step)
{
    (void)m;
    return step->t1;
}

void zni_kind_no_factors(const zni_member *m, zn_index j, const zn_step *step,
                         double *row, double *col)
{
    (void)m, (void)j, (void)step;
    *row = *col = 1;
}

void zni_kind_osi_solve(const zni_problem *p, const zni_body *b, zn_index nrhs,
                        double X[])
{
    (void)p;
    b->osi->type->solve(b->osi->state, b->ds, b->w, nrhs, X);
}

zni_version zni_kind_osi_W(const zni_problem *p, const zni_body *b)
{
    (void)p;
    return b->W;
}
