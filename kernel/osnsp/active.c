/* active.c - the index set of a step: which rows enter the one-step problem
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osnsp/osnsp.h"

/* A site of one row, the common case. */
static bool choose_one(zni_osnsp *o, zni_site *s, const zn_step *step)
{
    const zn_index i = s->off;
    const bool in = s->always || !s->ot->active ||
                    s->ot->active(s->os, step, step->state->y[0] + i,
                                  step->state->y[1] + i);
    const bool differ = o->was[i] != in;

    o->was[i] = in;
    s->nact = in;
    s->rows[0] = 0;
    if (!in && o->lam[i] != 0) {
        o->lam[i] = 0;
        zni_osnsp_new_lambda(o);
    }
    return differ;
}

/* Rows of one site; true if they differ from those of the last step. */
static bool choose(zni_osnsp *o, zni_site *s, const zn_step *step)
{
    const double *y = step->state->y[0] + s->off;
    const double *u = step->state->y[1] + s->off;
    bool differ = false;

    s->nact = 0;
    for (zn_index i = 0; i < s->m; i += s->unit) {
        const bool in = s->always || !s->ot->active ||
                        s->ot->active(s->os, step, y + i, u + i);
        for (zn_index r = i; r < i + s->unit; r++) {
            differ = differ || o->was[s->off + r] != in;
            o->was[s->off + r] = in;
            if (in)
                s->rows[s->nact++] = r;
            else if (o->lam[s->off + r] != 0) {
                o->lam[s->off + r] = 0;
                zni_osnsp_new_lambda(o);
            }
        }
    }
    return differ;
}

void zni_osnsp_activate(zni_osnsp *o, const zn_step *step)
{
    bool differ = false;

    if (o->steady && zni_holds(o->chosen, o->sites))
        return;
    o->nact = o->n = 0;
    o->affine = true;
    for (zn_index k = 0; k < o->nsites; k++) {
        zni_site *s = &o->site[k];
        if (!s->a)
            continue;
        if (s->m == 1 ? choose_one(o, s, step) : choose(o, s, step))
            differ = true;
        s->slot = -1;
        if (!s->nact)
            continue;
        o->affine = o->affine && s->affine;
        s->slot = o->nact;
        s->first = o->n;
        o->act[o->nact++] = k;
        o->n += s->nact;
    }
    o->chosen = zni_tick(&o->clock);
    if (differ)
        o->rows = o->chosen;
}
