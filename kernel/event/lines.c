/* lines.c - guards that are linear in the unknowns of their isle: gaps y0 + C q, forces that are constant
 *
 * On a motion that is a polynomial they are polynomials, and roots are found among these.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/event/lines.h"

#include "kernel/model/vectors.h"

static const zni_row *row_of(const zni_event_driven *e, zn_index c)
{
    return zni_lins_row(&e->s->lins, e->contact[c].place);
}

/* C of an open contact along vectors of unknowns. */
static void along(void *user, zn_index i, zn_index n, zn_index stride,
                  const double y[], double c[])
{
    const zni_event_driven *e = user;
    const zn_index row = e->now.row[0] + i;
    const zni_row *r = row_of(e, row);
    const zni_shape *s = zni_lins_shape(&e->s->lins, r);
    const double *C = s->C;

    zni_clear(n, c);
    for (int j = 0; !e->is[row].closed && j < 2; C += s->n[j++]) {
        const double *x = y + (s->n[j] ? e->packed[r->qat[j]] : 0);
        for (int d = 0; d < s->n[j]; d++)
            for (zn_index k = 0; k < n; k++)
                c[k] += C[d] * x[d + k * stride];
    }
}

/* Are all guards gaps of such rows, or forces that are constant? One that is below zero has another one. */
static bool all_lines(const zni_event_driven *e, bool constant)
{
    bool so = !e->s->model->nlink && e->now.end == e->now.row[1];

    for (zn_index c = e->now.row[0]; so && c < e->now.end; c++)
        so = zni_event_normal(e, c) && row_of(e, c) && !e->is[c].below &&
             (constant || !e->is[c].closed);
    return so;
}

zni_guard_lines zni_event_lines(const zni_event_driven *e)
{
    const double which = e->course[e->here].which;

    if (which == ZNI_FLOW_STILL)
        return (zni_guard_lines){ZNI_LINES_PARABOLAS, all_lines(e, true) ? along : NULL};
    if (which == ZNI_FLOW_LINEAR && all_lines(e, false))
        return (zni_guard_lines){ZNI_LINES_POWERS, along};
    return (zni_guard_lines){ZNI_LINES_NONE, NULL};
}
