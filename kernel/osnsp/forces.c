/* forces.c - the problem for forces of contacts inside a step
 *
 *     acceleration rows   y'' = H a + y''_0                     0 <= y'' _|_ f
 *     velocity rows       u/length + H a (+ y''_0)              against f
 *
 * a = a_free + M^-1 H' f, y''_0 what the second derivative of y has without H v'.
 * On velocity rows the law is that of the velocity to which the force leads after
 * `length`, so that friction needs no cases of sliding and sticking.
 * doc/d1-minus.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osnsp/forces.h"

#include <string.h>

/* ---- the kind of problem ------------------------------------------------------- */

static zn_index number(const zni_problem *p)
{
    return ((const zni_forces *)p->user)->k;
}

static zn_stage stage_of(const zni_problem *p, const zni_member *m,
                         const zn_step *step)
{
    zn_stage out = {.t = step->t1, .length = step->h};

    if (number(p) < m->side[0].osi->type->stages)
        m->side[0].osi->type->stage_of(m->side[0].osi->state, step, number(p),
                                       &out);
    return out;
}

static void point(const zni_problem *p, const zni_member *m, zn_index j,
                  const zni_body *b, const zn_step *step, double q[])
{
    const zn_stage at = stage_of(p, m, step);
    const double *from = step->q1 + b->ds->q_off, *v = step->v1 + b->ds->v_off;
    double *w = ((const zni_forces *)p->user)->a + b->uoff; /* its room before it is made */

    (void)j;
    if (!at.foreseen) {
        memcpy(q, from, (size_t)b->ds->nq * sizeof *q);
        return;
    }
    for (zn_index i = 0; i < b->n; i++)
        w[i] = at.length * v[i];
    zn_ds_retract(b->ds, from, w, q);
}

/* That of the rows of a stage. */
static double rows_at(const zn_stage *at)
{
    return at->t + (at->foreseen ? at->length : 0);
}

static const double *free_value(const zni_problem *p, const zni_member *m,
                                zn_index j, const zni_body *b,
                                const zn_step *step)
{
    const zni_side *s = &m->side[j];

    (void)p;
    return s->osi->type->free_value(s->osi->state, step, b->ds, b->w, m->level);
}

static bool active(const zni_problem *p, const zni_member *m,
                   const zn_step *step, zn_index row, const double y[],
                   const double u[])
{
    const zn_index at = zni_problem_lin(p, m->place)->off + row;

    return m->side[0].osi->type->stage_active(m->side[0].osi->state, number(p),
                                              step->state->y[0] + at,
                                              step->state->y[1] + at, y, u);
}

static const zni_problem_kind kind = {
    .name = "forces",
    .point = point,
    .time = zni_kind_end, /* the step that is handed to it ends at the instant of the rows */
    .factors = zni_kind_no_factors,
    .free_value = free_value,
    .solve = zni_kind_osi_solve,
    .W = zni_kind_osi_W,
    .active = active,
};

/* ---- room ------------------------------------------------------------------------ */

void zni_forces_init(zni_forces *f, zn_ctx *ctx, zni_lins *lins)
{
    f->problem.ctx = ctx;
    f->problem.kind = &kind;
    f->problem.lins = lins;
    f->problem.user = f;
}

void zni_forces_fini(zni_forces *f)
{
    zn_ctx *ctx = f->problem.ctx;
    double *const arrays[] = {f->y[0], f->y[1], f->f, f->a, f->move};

    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        zn_free_array(ctx, arrays[i]);
    zni_problem_fini(&f->problem);
}

zn_status zni_forces_reserve(zni_forces *f, zn_index nint, zn_index nu,
                             zn_index ny)
{
    zn_ctx *ctx = f->problem.ctx;
    zn_status st = zni_problem_reserve(&f->problem, nint, ny);

    for (int i = 0; !st && i < 2; i++)
        st = zn_grow(ctx, &f->y[i], &f->cy[i], ny + 1, sizeof **f->y);
    if (!st)
        st = zn_grow(ctx, &f->f, &f->cf, nu + 1, sizeof *f->f);
    if (!st)
        st = zn_grow(ctx, &f->a, &f->ca, nu + 1, sizeof *f->a);
    return st ? st
              : zn_grow(ctx, &f->move, &f->cmove, ny + 1, sizeof *f->move);
}

zn_status zni_forces_enter(zni_forces *f, zn_index k, const zni_body *bodies)
{
    const zni_lin *s = zni_problem_lin(&f->problem, k);
    const zn_osi *osi = bodies[s->body[0]].osi;

    for (zn_index j = 1; j < s->nds; j++) {
        const zn_osi *other = bodies[s->body[j]].osi;
        if (other != osi && (osi->type->stages || other->type->stages))
            return zn_fail(f->problem.ctx, ZN_ENOTSUP,
                           "interaction '%s' joins systems of two integrators, "
                           "'%s' and '%s', and has forces inside the step of one "
                           "of them: give both systems to the same one",
                           s->a->name, osi->type->type.name,
                           other->type->type.name);
    }
    return osi->type->stages ? zni_problem_enter(&f->problem, k,
                                                 ZN_LEVEL_ACCELERATION, bodies)
                             : ZN_OK;
}

void zni_forces_summarise(zni_forces *f)
{
    zni_problem *p = &f->problem;

    f->stages = 0;
    zni_problem_deactivate(p);
    for (zn_index k = 0; k < p->nmember; k++)
        if (zni_problem_member(p, k)->in &&
            zni_problem_member(p, k)->side[0].osi->type->stages > f->stages)
            f->stages = zni_problem_member(p, k)->side[0].osi->type->stages;
    zni_problem_summarise(p);
}

/* ---- one stage --------------------------------------------------------------------- */

zn_status zni_forces_look(zni_forces *f, const zn_step *step)
{
    zni_problem *p = &f->problem;
    zn_state at = *step->state;
    const size_t bytes = (size_t)at.ny * sizeof(double);
    zn_status st = ZN_OK;

    at.q = step->q1;
    at.v = step->v1;
    at.x = step->x1;
    for (int i = 0; i < 2; i++) {
        memcpy(f->y[i], at.y[i], bytes);
        at.y[i] = f->y[i];
    }
    for (zn_index k = 0; !st && k < p->nmember; k++) {
        const zni_member *m = zni_problem_member(p, k);
        if (!m->in)
            continue;
        at.t = stage_of(p, m, step).t;
        st = zni_lin_output(p->lins, zni_problem_lin(p, k), ZN_LEVEL_VELOCITY,
                            &at);
    }
    return st;
}

bool zni_forces_closing(const zni_forces *f, const zn_step *step)
{
    const zni_problem *p = &f->problem;

    for (zn_index k = 0; k < p->nmember; k++) {
        const zni_member *m = zni_problem_member(p, k);
        const zni_lin *s = zni_problem_lin(p, k);
        if (!m->in || m->always)
            continue;
        const zn_stage at = stage_of(p, m, step);
        for (zn_index r = 0; at.withdraw && r < s->m; r += m->stride)
            if (step->state->y[0][s->off + r] > at.closed &&
                f->y[0][s->off + r] <= at.closed)
                return true;
    }
    return false;
}

void zni_forces_withdraw(zni_forces *f, zn_index nu)
{
    zni_problem *p = &f->problem;

    zni_problem_deactivate(p);
    for (zn_index i = 0; i < nu; i++) {
        f->f[i] = -f->f[i];
        f->a[i] = -f->a[i];
    }
    for (zn_index k = 0; k < p->nmember; k++) {
        const zni_lin *s = zni_problem_lin(p, k);
        if (zni_problem_member(p, k)->in)
            memset(p->lam + s->off, 0, (size_t)s->m * sizeof *p->lam);
    }
}

/* Is the row of a copy of the law a tangent of friction? */
static bool tangent(const zni_problem *p, const zni_member *m, zn_index row)
{
    zn_index begin = 0;
    zn_cone c;

    row %= m->stride;
    for (zn_index k = 0; zni_member_cone(p, m, k, &c); begin += c.size, k++)
        if (row < begin + c.size)
            return c.set->gap && row > begin;
    return false;
}

/* u of that row at the velocity of the stage, without dh/dt */
static double velocity(const zni_problem *p, const zni_member *m,
                       const zni_lin *s, const zni_body *bodies,
                       const zn_step *step, zn_index row)
{
    double u = 0;

    for (zn_index j = 0; j < s->nds; j++) {
        const zni_side *side = &m->side[j];
        const zni_body *b = &bodies[s->body[j]];
        const double *v = side->osi->type->stage_velocity(
            side->osi->state, step, b->ds, b->w, number(p));
        const double *H = s->H + zni_lin_uo(s, j) * s->m + row;

        for (zn_index d = 0; d < s->n[j]; d++)
            u += H[d * s->m] * v[zni_lin_unknown(s, j, d)];
    }
    return u;
}

/* The constant parts of velocity rows, where y''_0 stands so far. */
static zn_status velocity_rows(zni_forces *f, zn_index k, const zni_body *bodies,
                               const zn_step *step, const zn_stage *at)
{
    zni_problem *p = &f->problem;
    const zni_member *m = zni_problem_member(p, k);
    const zni_lin *s = zni_problem_lin(p, k);
    const bool moves =
        zni_lin_class(s)->dh_dt && zn_relation_moves(zni_lin_varies(s));
    zn_status st = ZN_OK;

    if (moves)
        st = zni_lin_where(s,
                           zni_lin_class(s)->dh_dt(s->a->relation, zni_interaction_data(s->a),
                                                   rows_at(at), s->q, f->move));
    for (zn_index r = 0; !st && r < s->m; r++) {
        double u;
        if (!at->velocity && !tangent(p, m, r))
            continue;
        u = velocity(p, m, s, bodies, step, r) + (moves ? f->move[r] : 0);
        m->act->c[r] = (at->reached || at->foreseen ? 0 : m->act->c[r]) +
                       u / at->length;
    }
    return st;
}

zn_status zni_forces_assemble(zni_forces *f, const zni_body *bodies,
                              const zn_step *step)
{
    zni_problem *p = &f->problem;
    zn_status st;

    p->ahead[0] = f->y[0];
    p->ahead[1] = f->y[1];
    st = zni_problem_activate(p, step);
    zni_lins_hold(p->lins, true);
    for (zn_index i = 0; !st && i < p->active.nact; i++) {
        const zn_index k = p->active.act[i];
        const zn_stage at = stage_of(p, zni_problem_member(p, k), step);
        zn_step here = *step;

        here.t1 = rows_at(&at);
        st = zni_member_linearise(p, k, bodies, &here);
        if (!st)
            st = velocity_rows(f, k, bodies, step, &at);
    }
    zni_lins_hold(p->lins, false);
    return st || !p->active.nact ? st : zni_problem_assemble(p, bodies, step, false);
}

void zni_forces_act(zni_forces *f, const zni_body *bodies, zn_index nu,
                    const zn_step *step)
{
    zni_problem *p = &f->problem;

    memset(f->f, 0, (size_t)nu * sizeof *f->f);
    memset(f->a, 0, (size_t)nu * sizeof *f->a);
    zni_problem_act(p, bodies, step, f->a, f->f);
}
