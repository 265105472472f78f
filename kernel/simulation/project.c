/* project.c - option projection: after the velocity-level problem of a step, or of each
 * iterate of it, the position is brought back onto the constraints. doc/projection.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/simulation/simulation.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Of joints, of what rounding may leave over the tolerance: angles that count their turns are
 * larger than any position. */
static const double MORE = 1e4;

/* Joints, as well as rounding lets them? */
static bool finest(const zn_simulation *s)
{
    return s->projection.joints && !(s->opt.projection_tol > 0);
}

/* Of joints a 1e-12th of the size of positions: what rounding leaves, and more. */
static double tolerance(const zn_simulation *s)
{
    double size = 0;

    if (!finest(s))
        return s->projection.tol;
    for (zn_index i = 0; i < s->state.nq; i++)
        size = fmax(size, fabs(s->q1[i]));
    return fmax(1e-12 * size, DBL_MIN);
}

static zn_status correct(zn_simulation *s)
{
    zni_projector *p = &s->projection;
    const zn_index nu = s->state.nv + s->state.nx;
    double worst, before = INFINITY;
    zn_status st = ZN_OK;

    if (!p->on || !p->problem.how.form)
        return ZN_OK;
    p->tol = tolerance(s);
    memset(p->total, 0, (size_t)s->state.ny * sizeof *p->total);
    memset(p->met, 0, (size_t)s->state.ny);
    for (zn_index it = 0;; it++, before = worst) {
        st = zni_projector_look(p, s->body, &s->step, &worst);
        if (st || worst <= p->tol)
            break;
        if (finest(s) && worst > before / 2 && worst <= MORE * p->tol)
            break; /* corrections are rounding now */
        if (it == s->opt.projection_max_iter)
            return zn_fail(s->ctx, ZN_UNSOLVED,
                           "projection at t = %.9g s: after %td iterations a "
                           "constraint is still violated by %.3g > %.3g; are "
                           "the constraints consistent? Take a smaller h, a "
                           "larger projection_tol, or projection=none",
                           s->step.t1, it, worst, p->tol);
        /* each iteration looks for a correction of its own */
        memset(p->problem.lam, 0, (size_t)s->state.ny * sizeof(double));
        st = zni_projector_assemble(p, s->body, &s->step);
        if (!st)
            st = zni_sim_solve_problem(s, &p->problem);
        if (!st)
            st = zni_projector_move(p, s->body, s->nbody, nu, &s->step);
        if (st)
            break;
    }
    return st ? zn_note(s->ctx, st, "projection at t = %.9g s", s->step.t1)
              : ZN_OK;
}

/* What the correction gives to the systems is counted. */
zn_status zni_sim_project(zn_simulation *s)
{
    double before, after;
    zn_status st;

    s->projected = 0;
    if (!s->projection.on || !s->opt.energy)
        return correct(s);
    st = zni_energy_iterate(s, &before);
    if (!st)
        st = correct(s);
    if (!st)
        st = zni_energy_iterate(s, &after);
    if (!st)
        s->projected = after - before;
    return st;
}

void zni_sim_store_projection(zn_simulation *s)
{
    const zni_projector *p = &s->projection;

    for (zn_index k = 0; k < p->problem.nmember; k++) {
        const zni_lin *a = zni_problem_lin(&p->problem, k);
        if (p->problem.member[k].in)
            memcpy(s->state.lambda[ZN_LEVEL_POSITION] + a->off,
                   p->total + a->off, (size_t)a->m * sizeof *p->total);
    }
}
