/* passes.c - a step of a combined projection: the contacts of a step are those that it
 * leads to, found in passes, each a whole Newton iteration. doc/projection.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/vectors.h"
#include "kernel/simulation/simulation.h"

/* The iterate, as one vector: (q1, v1, x1) to or from the place of the former pass. */
static void copy_iterate(zn_simulation *s, bool keep)
{
    const zn_index nq = s->state.nq, nv = s->state.nv;
    double *q = s->resumed.at, *v = q + nq, *x = v + nv;

    zni_copy(nq, keep ? s->q1 : q, keep ? q : s->q1);
    zni_copy(nv, keep ? s->v1 : v, keep ? v : s->v1);
    zni_copy(s->state.nx, keep ? s->x1 : x, keep ? x : s->x1);
}

void zni_sim_go_on(zn_simulation *s)
{
    copy_iterate(s, false);
}

/* The next pass begins where this one ended, on the constraints it had. */
static zn_status keep(zn_simulation *s)
{
    const zn_status st = zni_sim_projecting(s) && !s->problem.active.none
                             ? zni_sim_project(s)
                             : ZN_OK;

    copy_iterate(s, true);
    s->resumed.on = true;
    return st;
}

static bool any_bilateral(const zni_problem *p)
{
    for (zn_index k = 0; k < p->nmember; k++)
        if (p->member[k] && p->member[k]->in && p->member[k]->always)
            return true;
    return false;
}

/* Newton's method of one pass, and whether another one is needed. */
static zn_status pass(zn_simulation *s, bool *grew)
{
    zni_problem *p = &s->problem;
    zn_status st = zni_sim_newton(s);

    if (!st)
        st = zni_projector_reach(&s->projection, s->body, &s->step, grew);
    if (p->active.none && any_bilateral(p))
        *grew = true;
    if (!st && *grew && s->opt.combined_passes == ZNI_PASSES_CONTINUE)
        st = keep(s);
    p->active.none = false;
    return st;
}

/* Until the step leads to no other contacts: they only become more. */
zn_status zni_sim_passes(zn_simulation *s)
{
    zni_projector *p = &s->projection;
    const zn_index ny = s->state.ny;
    zn_index iterations = 0;
    bool grew = true;
    zn_status st = ZN_OK;

    s->problem.active.given =
        zni_projector_begin(p, s->state.y[ZN_LEVEL_POSITION], ny);
    s->problem.active.none = s->opt.combined_start == ZNI_COMBINED_FREE;
    while (!st && grew) {
        st = pass(s, &grew);
        s->info.newton_iterations = iterations += s->info.newton_iterations;
        if (!st && grew)
            zni_projector_extend(p, ny);
    }
    if (!st)
        zni_projector_settle(p, ny);
    s->problem.active.given = NULL;
    s->problem.active.none = s->resumed.on = false;
    return st;
}
