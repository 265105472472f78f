/* active.c - the index set of a step: which rows enter the one-step problem
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osnsp/problem.h"

/* Row i of y and lambda is in or out; true if it was not before. */
static bool put(zni_problem *p, zn_index i, bool in)
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
static bool sticks(const zni_member *m, const zn_step *step, zn_index i)
{
    return m->adhesion > 0 && step->state->active[i] == 1;
}

/* Does the copy of the law that begins with row i enter the problem? */
static bool enters(const zni_problem *p, const zni_member *m,
                   const zn_step *step, zn_index off, zn_index i,
                   const double y[], const double u[])
{
    const unsigned char *given = p->active.given;

    return given ? given[off + i]
                 : sticks(m, step, off + i) ||
                       p->kind->active(p, m, step, i, y + i, u + i);
}

/* Does row i say what others say? */
static bool left_out(const zni_problem *p, zn_index i)
{
    return p->lins->nredundant && p->lins->redundant[i];
}

/* Rows of one interaction; true if they differ from those of the last step. */
static bool choose(zni_problem *p, zn_index k, const zn_step *step)
{
    const zni_lin *s = zni_problem_lin(p, k);
    const double *y = zni_problem_seen(p, step, 0) + s->off;
    const double *u = zni_problem_seen(p, step, 1) + s->off;
    zni_member *m = &p->member[k];
    bool differ = false;

    m->nact = 0;
    m->thin = false;
    for (zn_index i = 0; i < s->m; i += m->stride) {
        const bool enter = m->always || enters(p, m, step, s->off, i, y, u);
        for (zn_index r = i; r < i + m->unit; r++) {
            const bool in = enter && !left_out(p, s->off + r);
            differ = put(p, s->off + r, in) || differ;
            m->thin = m->thin || (enter && !in);
            if (in)
                m->rows[m->nact++] = r;
        }
    }
    return differ;
}

void zni_problem_activate(zni_problem *p, const zn_step *step)
{
    const zni_order *order = &p->lins->order;
    zni_choice *c = &p->active;
    bool differ = false;

    if (c->steady && zni_holds(c->chosen, p->lins->set))
        return;
    c->nact = c->n = 0;
    c->affine = true;
    for (zn_index i = 0; i < order->n; i++) {
        const zn_index k = order->at[i].place;
        zni_member *m = &p->member[k];
        if (!m->in)
            continue;
        differ = choose(p, k, step) || differ;
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
