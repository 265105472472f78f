/* recompute.c - option recompute: is what integrators keep what they would make now?
 *
 * A second work of each system, made from nothing, goes through the first iteration
 * of the step; free values and W^-1 must be the same bits. Not of integrators with
 * stages, whose iterates come out of problems that were solved, nor in a pass that begins where
 * another one ended. What relations and the
 * one-step problem keep is compared where it is used (zni_lins_compare).
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/simulation/simulation.h"

#include "kernel/osi/newton.h"

#include <string.h>

enum { LOOKS = 16 };

/* Where W^-1 is looked at: its columns, or of a large system what it does to LOOKS vectors
 * without a zero, so that the cost is that of some solves and any entry of W counts. */
static double look(zn_index n, zn_index i, zn_index j)
{
    if (n <= LOOKS)
        return i == j;
    return 1.0 / (double)(1 + (i * (j + 7) + j) % 61);
}

/* Free values and W^-1 of a work, into out (n (looks + 2)). */
static void take(const zn_simulation *s, const zni_body *b, void *w,
                 double out[])
{
    const zn_osi_type *t = b->osi->type;
    const zn_index n = b->n, looks = n < LOOKS ? n : LOOKS;
    const size_t bytes = (size_t)n * sizeof *out;

    for (zn_level level = ZN_LEVEL_POSITION; level <= ZN_LEVEL_VELOCITY;
         level++, out += n)
        memcpy(out, t->free_value(b->osi->state, &s->step, b->ds, w, level),
               bytes);
    for (zn_index j = 0; j < looks; j++)
        for (zn_index i = 0; i < n; i++)
            out[i + j * n] = look(n, i, j);
    t->solve(b->osi->state, b->ds, w, looks, out);
}

/* The first iteration with a work that knows nothing. The iterate is written
 * again, with the bits it has. */
static zn_status first_iteration(const zn_simulation *s, const zni_body *b,
                                 void *w)
{
    const zn_osi_type *t = b->osi->type;
    void *os = b->osi->state;
    const double *fixed =
        s->problem.has.any_fixed ? s->p_fixed + b->uoff : NULL;
    const double *m = s->state.m + b->moff;
    double norm;
    bool changed;
    zn_status st;

    if (s->all.at_once)
        return t->free_affine(os, &s->step, b->ds, w, m, &changed);
    st = t->begin(os, &s->step, b->ds, w, m);
    if (!st)
        st = zni_osi_residual(b->osi, &s->step, b->ds, w, s->p + b->uoff, &norm);
    return st ? st
              : t->free(os, &s->step, b->ds, w, fixed, b->K, &changed);
}

static zn_status check(zn_simulation *s, const zni_body *b)
{
    const zn_index n = b->n, count = n * ((n < LOOKS ? n : LOOKS) + 2);
    double *kept = zn_alloc(s->ctx, count, sizeof *kept);
    void *w = NULL;
    zn_status st = kept ? zni_lins_scratch(&s->lins, count) : ZN_ENOMEM;

    if (!st)
        st = zni_osi_attach(b->osi, s->ctx, b->ds, &w);
    if (!st)
        st = first_iteration(s, b, w);
    if (!st) {
        take(s, b, b->w, kept);
        take(s, b, w, s->lins.scratch);
        st = zni_lins_compare(&s->lins, count, kept, "free value and W^-1",
                              b->ds->owner.name);
    }
    if (w)
        b->osi->type->detach(b->osi->state, s->ctx, b->ds, w);
    zn_free_array(s->ctx, kept);
    return st;
}

zn_status zni_sim_recompute(zn_simulation *s)
{
    zn_status st = ZN_OK;

    if (s->resumed.on && !s->all.affine) /* `begin` would bring its own iterate back */
        return ZN_OK;
    for (zn_index k = 0; !st && k < s->nbody; k++)
        if (s->body[k].ds && !s->body[k].osi->type->stages)
            st = zni_sim_at(s, &s->body[k], check(s, &s->body[k]));
    return st;
}
