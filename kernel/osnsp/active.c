/* active.c - the index set of a step: which rows enter the one-step problem
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osnsp/problem.h"

/* Row i of y and lambda is in or out; true if it was not before. */
static inline bool put(zni_problem *p, zn_index i, bool in)
{
    const bool differ = p->active.was[i] != in;

    p->active.was[i] = in;
    if (!in && p->lam[i] != 0) {
        p->lam[i] = 0;
        p->lambda = zni_problem_tick(p);
    }
    return differ;
}

/* A contact that adheres is closed until it is torn off, whatever rounding makes of its
 * gap. */
static bool sticks(const zni_problem *p, const zni_member *m,
                   const zn_step *step, zn_index i)
{
    return p->has.any_adhesion && m->adhesion > 0 && step->state->active[i] == 1;
}

/* Does the copy of the law that begins with row i enter the problem? */
static bool enters(const zni_problem *p, const zni_member *m,
                   const zn_step *step, zn_index off, zn_index i,
                   const double y[], const double u[])
{
    const unsigned char *given = p->active.given;

    return given ? given[off + i]
                 : sticks(p, m, step, off + i) ||
                       p->kind->active(p, m, step, i, y + i, u + i);
}

/* Does row i say what others say? */
static bool left_out(const zni_problem *p, zn_index i)
{
    return p->lins->nredundant && p->lins->redundant[i];
}

/* Rows of one interaction; true if they differ from those of the last step. */
static inline bool choose(zni_problem *p, zni_member *m, const zn_step *step,
                          const double all_y[], const double all_u[])
{
    const zn_index off = m->off, size = m->size;
    const double *y = all_y + off, *u = all_u + off;
    zn_index nact = 0;
    bool differ = false, thin = false;

    for (zn_index i = 0; i < size; i += m->stride) {
        const bool enter = m->always || enters(p, m, step, off, i, y, u);
        const zn_index end = i + m->unit;
        for (zn_index r = i; r < end; r++) {
            const bool in = enter && !left_out(p, off + r);
            differ = put(p, off + r, in) || differ;
            thin = thin || (enter && !in);
            if (in)
                m->rows[nact++] = r;
        }
    }
    m->nact = nact;
    m->thin = thin;
    return differ;
}

void zni_problem_activate(zni_problem *p, const zn_step *step)
{
    const zni_order *order = &p->lins->order;
    zni_choice *c = &p->active;
    const double *y, *u;
    bool differ = false;

    if (c->steady && zni_holds(c->chosen, p->lins->set))
        return;
    y = zni_problem_seen(p, step, 0);
    u = zni_problem_seen(p, step, 1);
    c->nact = c->n = 0;
    c->affine = true;
    for (zn_index i = 0; i < order->n; i++) {
        const zn_index k = order->at[i].place;
        zni_member *m = &p->member[k];
        if (!m->in)
            continue;
        differ = choose(p, m, step, y, u) || differ;
        m->slot = -1;
        if (!m->nact)
            continue;
        c->affine = c->affine && m->affine;
        m->slot = c->nact;
        m->first = c->n;
        c->act[c->nact++] = k;
        c->n += m->nact;
    }
    c->chosen = zni_problem_tick(p);
    if (differ)
        c->rows = c->chosen;
}
