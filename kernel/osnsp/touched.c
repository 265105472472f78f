/* touched.c - a linearisation with few of many unknowns
 *
 * Where C of a plain relation is stored in columns, most of them empty, or the relation sees few
 * of its systems' unknowns, these alone are kept.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/seen.h"
#include "kernel/osnsp/linearisation.h"

/* Is the column with values? */
static bool full(const zn_pattern *a, zn_index j)
{
    return a->p[j + 1] > a->p[j];
}

/* Equations are looked at for rows that say the same, and forces of laws that are no
 * sets for their slopes: with all unknowns. */
static bool whole_rows(const zn_law *law)
{
    const zn_law_type *t = law->type;
    bool equation = false;
    zn_cone c;

    for (zn_index k = 0; t->cone && t->cone(law->state, k, &c); k++)
        equation = equation || c.set == zn_set_zero();
    return equation || t->force;
}

/* The values of C in columns, if that is the way to keep it. */
const double *zni_lin_columns(const zni_lins *L, const zni_lin *s,
                              zn_pattern *pattern)
{
    const double *x = NULL;
    zn_index n = 0;

    if (zni_lin_class(s)->columns && !s->a->partial && !s->a->relation->seen &&
        !whole_rows(s->a->law) && s->family == ZN_SECOND_ORDER &&
        !L->recompute && !s->turns && !zni_lin_class(s)->commit &&
        !zni_lin_varies(s)->D && !zni_lin_varies(s)->input &&
        zn_relation_linear(zni_lin_varies(s)) &&
        zn_vary_constant(zni_lin_varies(s)->e))
        x = zni_lin_class(s)->columns(s->a->relation, pattern);
    for (zn_index j = 0; x && j < pattern->cols; j++)
        n += full(pattern, j);
    return x && 2 * n <= pattern->cols ? x : NULL;
}

/* Sizes of what is touched only. */
void zni_lin_narrow(zni_lin *s, const zn_pattern *a)
{
    zn_index col = 0, n = 0;

    for (zn_index j = 0; j < s->nds; j++) {
        const zn_index end = col + s->n[j];

        if (j)
            s->q_of_first = (int32_t)n;
        for (; col < end; col++)
            n += full(a, col);
        s->n[j] = (int32_t)n - (j ? s->q_of_first : 0);
    }
    s->nq = (int32_t)n;
}

/* Sizes of what the relation sees, and which unknowns these are: of the systems, or of those
 * that their ends name. */
void zni_lin_narrow_to_seen(zni_lin *s)
{
    const zni_seen *seen = s->a->relation->seen;
    zn_index k = 0, end = 0;

    for (zn_index j = 0; j < s->nds; j++) {
        end += s->n[j];
        if (j)
            s->q_of_first = (int32_t)k;
        while (k < seen->n && seen->at[k] < end)
            k++;
        s->n[j] = (int32_t)k - (j ? s->q_of_first : 0);
    }
    s->nq = (int32_t)seen->n;
}

void zni_lin_find_seen(zni_lin *s)
{
    const zni_seen *seen = s->a->relation->seen;
    const zn_index *some = zni_interaction_some(s->a);
    zn_index *touch = (zn_index *)s->touch; /* ours, in the block */
    zn_index k = 0, first = 0;

    for (zn_index j = 0; j < s->nds; j++) {
        for (; k < zni_lin_uo(s, j) + s->n[j]; k++)
            touch[k] = some ? some[2 + seen->at[k]] : seen->at[k] - first;
        first += zni_interaction_q_of(s->a, j);
    }
}

/* C from its columns, and which unknowns they belong to. */
zn_status zni_lin_take_columns(zni_lins *L, zni_lin *s, const zn_pattern *a,
                               const double x[])
{
    const zn_relation *r = s->a->relation;
    zn_index *touch = (zn_index *)s->touch; /* ours, in the block */
    zn_index col = 0, at = 0;

    for (zn_index j = 0; j < s->nds; j++) {
        const zn_index first = col;

        for (; at < zni_lin_uo(s, j) + s->n[j]; col++) {
            if (!full(a, col))
                continue;
            for (zn_index k = a->p[col]; k < a->p[col + 1]; k++)
                s->C[a->i[k] + at * s->m] = x[k];
            touch[at++] = col - first;
        }
        col = first + s->a->ds[j]->nq;
    }
    return r->type->output(r, zni_interaction_data(s->a), 0, L->zero, L->zero, zni_lin_y0_at(s));
}
