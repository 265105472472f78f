/* integrators.c - the one-step problem of a step, as the integrators of the systems
 * see it: each answers for its own, so an interaction may join two of them
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osnsp/sides.h"

static void point(const zni_problem *p, const zni_member *m, zn_index j,
                  const zni_body *b, const zn_step *step, double q[])
{
    const zni_side *s = &m->side[j];

    (void)p;
    s->osi->type->point(s->osi->state, step, b->ds, b->w, m->level, m->e, q);
}

static double time(const zni_member *m, const zn_step *step)
{
    const zni_side *s = &m->side[0];

    return s->osi->type->relation_time
               ? s->osi->type->relation_time(s->osi->state, step)
               : step->t1;
}

static void factors(const zni_member *m, zn_index j, const zn_step *step,
                    double *row, double *col)
{
    zni_side_factors(m, j, step, row, col);
}

static const double *free_value(const zni_problem *p, const zni_member *m,
                                zn_index j, const zni_body *b,
                                const zn_step *step)
{
    return zni_side_free_value(p, m, j, zni_problem_lin(p, m->place)->body[j], b, step);
}

static zn_status matrix(const zni_problem *p, const zni_body *b,
                        const zn_pattern **a, const double **values)
{
    (void)p;
    return b->osi->type->matrix(b->osi->state, b->ds, b->w, a, values);
}

static bool active(const zni_problem *p, const zni_member *m,
                   const zn_step *step, zn_index row, const double y[],
                   const double u[])
{
    const bool was = step->state->active[m->off + row];

    (void)p;
    for (int j = 0; j < 2 && m->side[j].osi; j++)
        if (!m->side[j].osi->type->active ||
            m->side[j].osi->type->active(m->side[j].osi->state, step, y, u,
                                         was))
            return true;
    return false;
}

const zni_problem_kind zni_problem_of_step = {
    .name = "step",
    .point = point,
    .time = time,
    .factors = factors,
    .free_value = free_value,
    .solve = zni_kind_osi_solve,
    .W = zni_kind_osi_W,
    .matrix = matrix,
    .active = active,
    .by_integrators = true,
};
