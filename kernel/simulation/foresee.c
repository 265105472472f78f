/* foresee.c - outputs ahead of a step, for integrators that choose rows by the predictor
 *
 * With the position Q where their relations are evaluated, as of the beginning of the step,
 *     y = h(t_{k+1}, Q),   u = H(Q) v_k + dh/dt
 * say which rows enter the one-step problem, and what restitution is measured on.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/simulation/simulation.h"

#include <string.h>

static bool foresees(const zn_osi *osi)
{
    return osi->type->foresees && osi->type->foresees(osi->state);
}

static zn_status make_room(zn_simulation *s)
{
    zni_foresight *f = &s->foresight;
    zn_status st =
        zn_grow(s->ctx, &f->q, &f->cq, s->state.nq + 1, sizeof *f->q);

    for (int i = 0; !st && i < 2; i++)
        st = zn_grow(s->ctx, &f->y[i], &f->cy[i], s->state.ny + 1,
                     sizeof **f->y);
    return st;
}

/* Where the relations of these systems are evaluated, and all others are now. */
static void predict(zn_simulation *s)
{
    double *q = s->foresight.q;

    memcpy(q, s->state.q, (size_t)s->state.nq * sizeof *q);
    for (zn_index i = 0; i < s->nbody; i++) {
        const zni_body *b = &s->body[i];
        if (b->ds && foresees(b->osi))
            b->osi->type->point(b->osi->state, &s->step, b->ds, b->w,
                                ZN_LEVEL_VELOCITY, 0, q + b->ds->q_off);
    }
}

static zn_status look(zn_simulation *s)
{
    zni_foresight *f = &s->foresight;
    zni_problem *p = &s->problem;
    zn_state at = s->state;
    zn_status st = ZN_OK;

    for (int i = 0; i < 2; i++) {
        memcpy(f->y[i], zni_problem_seen(p, &s->step, i),
               (size_t)at.ny * sizeof **f->y);
        at.y[i] = f->y[i];
    }
    at.q = f->q;
    at.t = s->step.t1;
    for (zn_index k = 0; !st && k < p->nmember; k++) {
        zni_lin *a = zni_problem_lin(p, k);
        if (zni_problem_member(p, k)->in && foresees(s->body[a->body[0]].osi))
            st = zni_lin_output(p->lins, a, ZN_LEVEL_VELOCITY, &at);
    }
    p->ahead[0] = f->y[0];
    p->ahead[1] = f->y[1];
    return st;
}

static void look_at_state(zn_simulation *s)
{
    if (!s->staged)
        s->problem.ahead[0] = s->problem.ahead[1] = NULL;
}

zn_status zni_sim_foresee(zn_simulation *s)
{
    zn_status st = make_room(s);

    if (st)
        return st;
    look_at_state(s);
    predict(s);
    return look(s);
}

/* Is there input of t_k on that level? */
static bool weighs_old(const zn_simulation *s, const zn_osi *osi, zn_level level)
{
    const zn_step unit = {.t1 = 1, .h = 1, .hw = 1, .state = &s->state};

    return osi->type->old_factor &&
           osi->type->old_factor(osi->state, &unit, level) != 0;
}

void zni_sim_ask_integrators(zn_simulation *s, zn_index settings)
{
    zni_all *all = &s->all;

    all->settings = settings;
    all->foresees = all->any_old = false;
    memset(all->old, 0, sizeof all->old);
    for (zn_index i = 0; i < s->nosi; i++) {
        all->foresees = all->foresees || foresees(s->osi[i]);
        for (int level = 0; level < ZN_LEVELS; level++)
            all->old[level] =
                all->old[level] || weighs_old(s, s->osi[i], (zn_level)level);
    }
    for (int level = 0; level < ZN_LEVELS; level++)
        all->any_old = all->any_old || all->old[level];
    look_at_state(s);
}

void zni_sim_foresee_fini(zn_simulation *s)
{
    zn_free_array(s->ctx, s->foresight.q);
    zn_free_array(s->ctx, s->foresight.y[0]);
    zn_free_array(s->ctx, s->foresight.y[1]);
}
