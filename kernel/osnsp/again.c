/* again.c - the one-step problem of the last step once more: with its rows, its matrix and its cones,
 * and another q
 *
 *   q_a = shift(u_k) + sum_j row_factor H_a^j free_value_j
 *
 * of relations that are constant, by W that are what they were. What else an assembly asks has the
 * answer that it had. doc/kept-blocks.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osnsp/row_sums.h"
#include "kernel/osnsp/sides.h"

/* Is there nothing in its rows but what is above? */
static bool is_plain(const zni_member *m, const zni_lin *s)
{
    return m && m->act && s && s->plain && m->level == ZN_LEVEL_VELOCITY && m->nact == s->m &&
           !s->touch && !s->more->B && !m->more->mid && !m->more->force && !m->more->soft &&
           !zn_relation_moves(zni_lin_varies(s));
}

bool zni_problem_may_again(const zni_problem *p)
{
    const zni_choice *c = &p->active;
    bool may = p->kind->by_integrators && c->nact > 0 && p->matrix.structure > 0 && !p->has.any_vary &&
               !p->has.any_adhesion && !p->ngroup && !p->reach && !p->product.on &&
               !zni_problem_global(p) && !p->lins->recompute;

    for (zn_index k = 0; may && k < c->nact; k++)
        may = is_plain(p->member[c->act[k]], p->lins->at[c->act[k]]);
    return may;
}

/* Are the factors those that the matrix was made with? */
static inline bool same_factors(const zni_member *m, const zni_lin *s, const zn_step *step)
{
    double row, col;

    for (zn_index j = 0; j < s->nds; j++) {
        zni_side_factors(m, j, step, &row, &col);
        if (row != zni_member_row(m, j) || col != zni_member_col(m, j))
            return false;
    }
    return true;
}

/* q of one interaction */
static inline zn_status pose(const zni_problem *p, const zni_member *m, const zni_lin *s,
                             const zni_body *bodies, const zn_step *step)
{
    double *q = p->rows.q + m->first;
    const zn_status st = zni_member_shift(p, s, m, step, m->act->c);

    if (st)
        return st;
    zni_copy(s->m, m->act->c, q);
    for (zn_index j = 0; j < s->nds; j++) {
        const zn_index place = s->body[j];
        const double *inc = zni_side_free_value(p, m, j, place, &bodies[place], step);

        if (inc)
            zni_rows_add(s, j, zni_member_row(m, j), inc, q);
    }
    return ZN_OK;
}

zn_status zni_problem_again(zni_problem *p, const zni_body *bodies, const zn_step *step, bool *same)
{
    const zni_choice *c = &p->active;
    zn_status st = ZN_OK;

    *same = true;
    for (zn_index k = 0; !st && k < c->nact; k++) {
        const zni_member *m = p->member[c->act[k]];
        const zni_lin *s = p->lins->at[c->act[k]];

        *same = same_factors(m, s, step);
        if (!*same)
            return ZN_OK;
        st = pose(p, m, s, bodies, step);
    }
    zni_problem_drop_rests(p, bodies, step);
    return st;
}
