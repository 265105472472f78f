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
    const zn_status st = zni_sim_projecting(s) ? zni_sim_project(s) : ZN_OK;

    copy_iterate(s, true);
    s->resumed.on = true;
    return st;
}

/* Once, or, where the contacts are those that the step leads to, until it leads to
 * no other: they only become more. */
zn_status zni_sim_passes(zn_simulation *s)
{
    zni_projector *p = &s->projection;
    const zn_index ny = s->state.ny;
    zn_index iterations = 0;
    bool grew = true;
    zn_status st = ZN_OK;

    s->problem.active.given = NULL;
    s->resumed.on = false;
    if (!p->combined)
        return zni_sim_newton(s);
    s->problem.active.given =
        zni_projector_begin(p, s->state.y[ZN_LEVEL_POSITION], ny);
    while (!st && grew) {
        st = zni_sim_newton(s);
        s->info.newton_iterations = iterations += s->info.newton_iterations;
        if (!st)
            st = zni_projector_reach(p, s->body, &s->step, &grew);
        if (!st && grew && s->opt.combined_passes == ZNI_PASSES_CONTINUE)
            st = keep(s);
        if (!st && grew)
            zni_projector_extend(p, ny);
    }
    return st;
}
