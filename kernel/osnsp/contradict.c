/* contradict.c - do joints of which rows are left out as dependent contradict each other?
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osnsp/projection.h"

#include <math.h>
#include <stdio.h>

/* Where the others hold, so do the rows that follow from them; unless joints contradict each
 * other, or began where rows were dependent that are not so elsewhere. */
static const double CONTRADICTS = 1e-3;

/* Some of those that member k shares a system with, and whose velocities are given. */
static void others(const zni_problem *o, zn_index k, size_t size, char text[])
{
    const zni_lin *s = zni_problem_lin(o, k);
    size_t n = 0;

    text[0] = '\0';
    for (zn_index i = 0; i < o->nmember && n < size / 2; i++) {
        const zni_lin *a = zni_problem_lin(o, i);
        bool shared = false;

        for (zn_index j = 0; i != k && zni_problem_member(o, i)->in && j < a->nds; j++)
            shared = shared || a->body[j] == s->body[0] ||
                     (s->nds > 1 && a->body[j] == s->body[1]);
        if (shared && zni_problem_member(o, i)->always)
            n += (size_t)snprintf(text + n, size - n, "%s'%.40s'",
                                  n ? ", " : "", a->a->name);
    }
    for (zn_index j = 0; j < s->nds && n < size / 2; j++)
        if (zn_ds_bc_count(s->a->ds[j]) > 0)
            n += (size_t)snprintf(text + n, size - n, "%swhat is prescribed of '%.40s'",
                                  n ? ", " : "", s->a->ds[j]->owner.name);
}

static zn_status contradicts(const zni_problem *o, zn_index k, zn_index row,
                             double t)
{
    const zni_lin *s = zni_problem_lin(o, k);
    char with[192];

    others(o, k, sizeof with, with);
    return zn_fail(o->ctx, ZN_EINVAL,
                   "joints contradict each other at t = %.9g s: row %td of "
                   "interaction '%s' follows from other joints (%s) at the "
                   "initial positions, so that it is left out, but is off by "
                   "%.3g where these hold; correct points, axes or lengths, "
                   "or, if the mechanism begins stretched or folded, begin "
                   "beside that position",
                   t, row, s->a->name, with, zni_problem_member(o, k)->act->c[row]);
}

zn_status zni_projector_confirm(const zni_projector *p, double t)
{
    const zni_problem *o = &p->problem;
    const unsigned char *out = o->lins->redundant;

    for (zn_index k = 0; o->lins->nredundant && k < o->nmember; k++) {
        const zni_member *m = zni_problem_member(o, k);
        const zni_lin *s = zni_problem_lin(o, k);
        for (zn_index i = 0; m->in && i < s->m; i++)
            if (out[s->off + i] &&
                fabs(m->act->c[i]) > CONTRADICTS * p->size[s->off + i])
                return contradicts(o, k, i, t);
    }
    return ZN_OK;
}
