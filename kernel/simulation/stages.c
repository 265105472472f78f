/* stages.c - forces of contacts inside a step, for integrators that have stages:
 * before the impulses of the step are asked for. doc/d1-minus.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/simulation/simulation.h"

#include <string.h>

/* The forces to start from: those of the last instant, or zero. */
static void start_multipliers(zn_simulation *s)
{
    zni_problem *p = &s->forces.problem;
    const double *last = s->state.lambda[ZN_LEVEL_ACCELERATION];

    for (zn_index i = 0; i < s->state.ny; i++)
        p->lam[i] = s->opt.warm_start ? last[i] : 0;
    p->lambda = zni_sim_tick(s);
}

static bool due(const zn_simulation *s, zn_index k)
{
    for (zn_index i = 0; i < s->nbody; i++) {
        const zni_body *b = &s->body[i];
        if (b->ds && k < b->osi->type->stages &&
            (!b->osi->type->stage_due ||
             b->osi->type->stage_due(b->osi->state, b->ds, b->w, k)))
            return true;
    }
    return false;
}

static zn_status begin_stage(zn_simulation *s, zn_index k)
{
    zn_status st = ZN_OK;

    for (zn_index i = 0; !st && i < s->nbody; i++) {
        zni_body *b = &s->body[i];
        bool changed = false;
        if (!b->ds || k >= b->osi->type->stages)
            continue;
        st = zni_sim_at(s, b,
                        b->osi->type->stage(b->osi->state, &s->step, b->ds,
                                            b->w, k, &changed));
        if (changed)
            b->W = s->W = zni_sim_tick(s);
    }
    return st;
}

static zn_status end_stage(zn_simulation *s, zn_index k)
{
    zni_forces *f = &s->forces;
    zn_status st = ZN_OK;

    for (zn_index i = 0; !st && i < s->nbody; i++) {
        const zni_body *b = &s->body[i];
        if (!b->ds || k >= b->osi->type->stages)
            continue;
        st = zni_sim_at(s, b,
                        b->osi->type->stage_end(b->osi->state, &s->step, b->ds,
                                                b->w, k, f->f + b->uoff,
                                                f->a + b->uoff));
    }
    return st;
}

static zn_status contact_forces(zn_simulation *s)
{
    const zn_index nu = s->state.nv + s->state.nx;
    zni_forces *f = &s->forces;
    zn_status st = zni_forces_look(f, &s->step);

    if (!st && zni_forces_closing(f, &s->step)) {
        zni_forces_withdraw(f, nu);
        return ZN_OK;
    }
    if (!st)
        st = zni_forces_assemble(f, s->body, &s->step);
    if (!st && f->problem.active.nact)
        st = zni_sim_solve_problem(s, &f->problem);
    if (!st)
        zni_forces_act(f, s->body, nu, &s->step);
    return zn_note(s->ctx, st, "forces of contacts, stage %td", f->k);
}

zn_status zni_sim_stages(zn_simulation *s)
{
    zni_forces *f = &s->forces;
    zn_status st = ZN_OK;

    if (!s->staged)
        return ZN_OK;
    start_multipliers(s);
    for (f->k = 0; !st && f->k < s->staged; f->k++) {
        if (!due(s, f->k))
            continue;
        st = begin_stage(s, f->k);
        if (!st && f->k < f->stages)
            st = contact_forces(s);
        else if (!st)
            zni_forces_act(f, s->body, s->state.nv + s->state.nx, &s->step);
        if (!st)
            st = end_stage(s, f->k);
    }
    if (!st) /* what the impulses see */
        st = zni_forces_look(f, &s->step);
    s->problem.ahead[0] = f->y[0];
    s->problem.ahead[1] = f->y[1];
    return st;
}

void zni_sim_store_forces(zn_simulation *s)
{
    const zni_problem *p = &s->forces.problem;
    double *to = s->state.lambda[ZN_LEVEL_ACCELERATION];

    for (zn_index k = 0; k < p->nmember; k++) {
        const zni_lin *a = zni_problem_lin(p, k);
        if (zni_problem_member(p, k)->in)
            memcpy(to + a->off, p->lam + a->off, (size_t)a->m * sizeof *to);
    }
}
