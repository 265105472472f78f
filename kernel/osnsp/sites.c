/* sites.c - interactions at work: their linearisation
 *
 * Velocity level:  q_a = dh/dt + shift(u_k) + ...      M_ab = H W^-1 H'
 * Position level:  q_a = h(point, lambda) - D lambda + ...
 * doc/osnsp.md has the table of factors.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osnsp/osnsp.h"

#include <string.h>

/* Is H something else than dh/dq? */
static bool has_tangent(const zni_site *s)
{
    for (zn_index j = 0; j < s->nds; j++)
        if (s->a->ds[j]->type->tangent)
            return true;
    return s->rt->jac_v && !zni_site_first_order(s);
}

static bool has_K(const zni_site *s)
{
    return s->varies->K && s->rt->input_jac_q;
}

void zni_site_fini(zni_osnsp *o, zni_site *s)
{
    zn_free_array(o->ctx, s->q);
    zn_free_array(o->ctx, s->X);
    zn_free_array(o->ctx, s->rows);
    memset(s, 0, sizeof *s);
}

/* One block for all arrays of a site. */
static zn_status make_room(zni_osnsp *o, zni_site *s)
{
    const zn_index m = s->m, nu = s->nu, nq = s->nq;
    const bool tangent = has_tangent(s);
    const bool input = s->varies->input;
    const bool lambda = s->varies->D;
    const zn_index zeros = m > nq ? m : nq;
    zn_index size = nq + nu + m * nq + 2 * m + zeros;
    double *a;

    size += (tangent ? m * nu : 0) + (lambda ? m * m : 0);
    size += input ? nu * m + nu + (has_K(s) ? nu * nq : 0) : 0;
    s->q = a = zn_alloc(o->ctx, size, sizeof *a);
    s->rows = zn_alloc(o->ctx, m, sizeof *s->rows);
    if (!a || !s->rows)
        return ZN_ENOMEM;
    s->v = a += nq;
    s->C = a += nu;
    s->c = a += m * nq;
    s->y0 = a += m;
    s->zero = a += m;
    a += zeros;
    s->H = s->C;
    if (tangent) {
        s->H = a;
        a += m * nu;
    }
    if (lambda) {
        s->D = a;
        a += m * m;
    }
    if (input) {
        s->B = a;
        s->g = a += nu * m;
        s->K = has_K(s) ? a + nu : NULL;
    }
    return ZN_OK;
}

/* When the latest of what a block that varies like that is made of changed. A
 * function of the user may read parameters beside its arguments. */
static zni_version source(const zni_osnsp *o, const zni_site *s, zn_vary v)
{
    zni_version at = 0;

    if (zn_vary_constant(v))
        return at;
    at = o->parameters;
    if (zn_vary_with(v, ZN_WITH_TIME))
        at = zni_later(at, s->from.time);
    if (zn_vary_with(v, ZN_WITH_STATE))
        at = zni_later(at, s->from.state);
    if (zn_vary_with(v, ZN_WITH_LAMBDA))
        at = zni_later(at, zni_later(s->from.lambda, o->lambda));
    return at;
}

static bool holds(const zni_osnsp *o, const zni_site *s, zni_version made,
                  zn_vary v)
{
    return zni_holds(made, source(o, s, v));
}

static void new_time(zni_osnsp *o, zni_site *s, double t)
{
    if (s->from.time && s->from.t == t)
        return;
    s->from.time = zni_tick(&o->clock);
    s->from.t = t;
}

void zni_site_moved(zni_osnsp *o, zni_site *s, double t)
{
    new_time(o, s, t);
    s->from.state = s->from.lambda = zni_tick(&o->clock);
}

/* What a linear relation y = C q + D lambda + y0, p = B lambda needs once. y0 may
 * move with time at the first order only. */
static zn_status make_plain(zni_osnsp *o, zni_site *s)
{
    const zn_relation *r = s->a->relation;
    const zn_vary moves = ZN_WITH_TIME | ZN_WITH_PARAMETERS;
    zn_status st;

    s->moving = zn_vary_with(s->varies->e, moves);
    if (!zn_relation_linear(s->varies) || s->H != s->C ||
        (s->moving && !zni_site_first_order(s)) ||
        (s->varies->D && !zni_site_first_order(s)))
        return ZN_OK;
    st = s->moving ? ZN_OK : s->rt->output(r, 0, s->zero, s->zero, s->y0);
    if (!st)
        st = s->rt->jac_q(r, 0, s->q, s->zero, s->C);
    if (!st && s->D)
        st = s->rt->jac_lambda(r, 0, s->q, s->zero, s->D);
    if (!st && s->B)
        st = s->rt->input_jac_lambda(r, 0, s->q, s->zero, s->B);
    s->plain = st == ZN_OK;
    if (s->plain)
        s->made.C = s->made.D = s->made.B = s->made.y0 = zni_tick(&o->clock);
    return zni_site_where(s, st);
}

zn_status zni_site_constant(zni_osnsp *o, zni_site *s, double t)
{
    zn_status st;

    new_time(o, s, t);
    if (!s->moving ||
        zni_holds(s->made.y0, zni_later(s->from.time, o->parameters)))
        return ZN_OK;
    st = s->rt->output(s->a->relation, t, s->zero, s->zero, s->y0);
    s->made.y0 = st ? 0 : zni_tick(&o->clock);
    return zni_site_where(s, st);
}

zn_status zni_site_init(zni_osnsp *o, zni_site *s, zn_interaction *a,
                        const zni_body *bodies)
{
    zn_status st;

    memset(s, 0, sizeof *s);
    s->a = a;
    s->serial = a->serial;
    s->rt = a->relation->type;
    s->lt = a->law->type;
    s->varies = &a->relation->varies;
    s->moving = false;
    s->m = a->size;
    s->off = a->off;
    s->slot = -1;
    s->unit = a->size / a->copies;
    s->nds = a->nds;
    for (zn_index j = 0; j < a->nds; j++) {
        const zni_body *b = &bodies[a->ds[j]->place];
        s->body[j] = a->ds[j]->place;
        s->n[j] = b->n;
        s->uo[j] = s->nu;
        s->qo[j] = s->nq;
        s->nu += b->n;
        s->nq += b->osi->type->family == ZN_FIRST_ORDER ? b->n : a->ds[j]->nq;
    }
    for (zn_index j = 0; j < a->nds; j++) {
        s->qat[j] = bodies[s->body[j]].osi->type->family == ZN_FIRST_ORDER
                        ? a->ds[j]->x_off
                        : a->ds[j]->q_off;
        s->vat[j] = a->ds[j]->v_off;
    }
    s->ot = bodies[s->body[0]].osi->type;
    s->os = bodies[s->body[0]].osi->state;
    s->e = s->lt->restitution ? s->lt->restitution(a->law->state) : 0;
    st = make_room(o, s);
    if (!st)
        st = make_plain(o, s);
    if (st)
        zni_site_fini(o, s);
    return st;
}

zn_status zni_site_jacobian(zni_osnsp *o, zni_site *s, double t,
                            const double lambda[])
{
    const zn_vary tangent = s->H == s->C ? ZN_ZERO : ZN_WITH_STATE;
    const zn_index m = s->m;
    zn_status st;

    if (holds(o, s, s->made.C, s->varies->C | tangent))
        return ZN_OK;
    s->made.C = 0;
    st = s->rt->jac_v ? s->rt->jac_v(s->a->relation, t, s->q, lambda, s->H)
                      : s->rt->jac_q(s->a->relation, t, s->q, lambda, s->C);
    if (st)
        return zni_site_where(s, st);
    for (zn_index j = 0; !s->rt->jac_v && s->H != s->C && j < s->nds; j++)
        zn_ds_tangent(s->a->ds[j], s->q + s->qo[j], m, s->C + m * s->qo[j],
                      s->H + m * s->uo[j]);
    s->made.C = zni_tick(&o->clock);
    return ZN_OK;
}

/* Time at which the relation is evaluated. */
static double relation_time(const zni_site *s, const zn_step *step)
{
    return s->ot->relation_time ? s->ot->relation_time(s->os, step) : step->t1;
}

/* Constant part of q_a at velocity level. */
static zn_status velocity_constant(zni_site *s, const zn_step *step)
{
    const double *u = step->state->y[1] + s->off;
    zn_status st;

    if (s->lt->shift)
        for (zn_index i = 0; i < s->m; i += s->unit)
            s->lt->shift(s->a->law->state, u + i, s->c + i);
    else
        memset(s->c, 0, (size_t)s->m * sizeof *s->c);
    if (!zn_relation_moves(s->varies))
        return ZN_OK;
    st = s->rt->dh_dt(s->a->relation, relation_time(s, step), s->q, s->v);
    if (st)
        return zni_site_where(s, st);
    for (zn_index i = 0; i < s->m; i++)
        s->c[i] += s->v[i];
    return ZN_OK;
}

/* h at the iterate. Of a relation that is affine in lambda, with a constant D,
 * h(q, 0), which is h - D lambda. */
static zn_status position_value(zni_osnsp *o, zni_site *s, const zn_step *step)
{
    const double *lambda = zni_site_at_zero(s) ? s->zero : o->lam + s->off;

    return zni_site_where(s,
                          s->rt->output(s->a->relation, relation_time(s, step),
                                        s->q, lambda, s->c));
}

/* D, and from h the constant part h - D lambda of q_a. */
static zn_status position_constant(zni_osnsp *o, zni_site *s,
                                   const zn_step *step)
{
    const double *lambda = o->lam + s->off, t = relation_time(s, step);
    zn_status st = ZN_OK;

    if (!s->D)
        return ZN_OK;
    if (!holds(o, s, s->made.D, s->varies->D)) {
        st = s->rt->jac_lambda(s->a->relation, t, s->q, lambda, s->D);
        s->made.D = st ? 0 : zni_tick(&o->clock);
    }
    if (st)
        return zni_site_where(s, st);
    for (zn_index j = 0; !zni_site_at_zero(s) && j < s->m; j++)
        for (zn_index i = 0; i < s->m; i++)
            s->c[i] -= s->D[i + j * s->m] * lambda[j];
    return ZN_OK;
}

/* g at the iterate; of a pure input g - B lambda, which stays 0. */
static zn_status input_value(zni_osnsp *o, zni_site *s, const zn_step *step)
{
    if (!s->varies->b)
        return ZN_OK;
    return zni_site_where(s,
                          s->rt->input(s->a->relation, relation_time(s, step),
                                       s->q, o->lam + s->off, s->g));
}

/* K into the sums of the systems. */
static void add_K(const zni_site *s, const zni_body *bodies)
{
    for (zn_index b = 0; b < s->nds; b++) {
        double *K = bodies[s->body[b]].K;
        for (zn_index j = 0; K && j < s->n[b]; j++)
            for (zn_index i = 0; i < s->n[b]; i++)
                K[i + j * s->n[b]] +=
                    s->K[s->uo[b] + i + (s->qo[b] + j) * s->nu];
    }
}

/* B and K, and from g the part g - B lambda. */
static zn_status input_jacobians(zni_osnsp *o, zni_site *s,
                                 const zni_body *bodies, const zn_step *step)
{
    const double *lambda = o->lam + s->off, t = relation_time(s, step);
    const bool pure = !s->varies->b;
    const zn_relation *r = s->a->relation;
    zn_status st = ZN_OK;

    if (!holds(o, s, s->made.B, s->varies->B)) {
        st = s->rt->input_jac_lambda(r, t, s->q, lambda, s->B);
        s->made.B = st ? 0 : zni_tick(&o->clock);
    }
    if (!st && s->K && !holds(o, s, s->made.K, s->varies->K)) {
        st = s->rt->input_jac_q(r, t, s->q, lambda, s->K);
        s->made.K = st ? 0 : zni_tick(&o->clock);
    }
    if (st)
        return zni_site_where(s, st);
    for (zn_index j = 0; !pure && j < s->m; j++)
        for (zn_index i = 0; i < s->nu; i++)
            s->g[i] -= s->B[i + j * s->nu] * lambda[j];
    if (s->K)
        add_K(s, bodies);
    return ZN_OK;
}

/* The point of the relation in s->q. */
static void take_point(zni_osnsp *o, zni_site *s, const zni_body *bodies,
                       const zn_step *step)
{
    for (zn_index j = 0; j < s->nds; j++)
        s->ot->point(s->os, step, s->a->ds[j], bodies[s->body[j]].w, s->level,
                     s->e, s->q + s->qo[j]);
    zni_site_moved(o, s, relation_time(s, step));
}

zn_status zni_site_evaluate(zni_osnsp *o, zni_site *s, const zni_body *bodies,
                            const zn_step *step)
{
    zn_status st;

    if (s->plain || !s->g || !s->varies->b || s->affine ||
        s->level != ZN_LEVEL_POSITION)
        return zni_site_linearise(o, s, bodies, step);
    take_point(o, s, bodies, step);
    st = position_value(o, s, step);
    if (!st)
        st = input_value(o, s, step);
    s->values = !st;
    return st;
}

/* Jacobians at s->q, and what they make of the values h and g. */
static zn_status jacobians(zni_osnsp *o, zni_site *s, const zni_body *bodies,
                           const zn_step *step)
{
    zn_status st =
        zni_site_jacobian(o, s, relation_time(s, step), o->lam + s->off);

    if (!st && s->B)
        st = input_jacobians(o, s, bodies, step);
    if (!st && s->level == ZN_LEVEL_POSITION)
        st = position_constant(o, s, step);
    s->values = false;
    return st;
}

zn_status zni_site_complete(zni_osnsp *o, zni_site *s, const zni_body *bodies,
                            const zn_step *step)
{
    return s->values ? jacobians(o, s, bodies, step) : ZN_OK;
}

zn_status zni_site_linearise(zni_osnsp *o, zni_site *s, const zni_body *bodies,
                             const zn_step *step)
{
    zn_status st = ZN_OK;

    if (!(s->plain && s->level == ZN_LEVEL_VELOCITY))
        take_point(o, s, bodies, step);
    if (s->plain && s->level == ZN_LEVEL_POSITION) {
        st = zni_site_constant(o, s, relation_time(s, step));
        for (zn_index i = 0; i < s->m; i++)
            s->c[i] = s->y0[i];
        s->summed = o->one_pass;
        if (!s->summed)
            zni_site_add_product(s->m, s->nq, s->C, s->q, s->c);
        return st;
    }
    if (s->level == ZN_LEVEL_POSITION)
        st = position_value(o, s, step);
    if (!st && s->B)
        st = input_value(o, s, step);
    if (!st)
        st = jacobians(o, s, bodies, step);
    if (!st && s->level == ZN_LEVEL_VELOCITY)
        st = velocity_constant(s, step);
    return st;
}

/* B of system j, or H', into X: leading dimension ld */
static void write_input(const zni_site *s, zn_index j, double X[], zn_index ld)
{
    for (zn_index r = 0; r < s->m; r++)
        for (zn_index d = 0; d < s->n[j]; d++)
            X[d + r * ld] = s->B ? s->B[s->uo[j] + d + r * s->nu]
                                 : s->H[r + (s->uo[j] + d) * s->m];
}

void zni_site_solve(zni_osnsp *o, zni_site *s, const zni_body *bodies)
{
    const zn_index m = s->m;
    zni_version from = s->B ? s->made.B : s->made.C;

    for (zn_index j = 0; j < s->nds; j++)
        from = zni_later(from, bodies[s->body[j]].W);
    if (zni_holds(s->made.X, from))
        return;
    for (zn_index i = 0; i < s->nparts; i++) {
        const zni_part *p = &s->part[i];
        double *X = s->X + p->at;

        if (p->group >= 0)
            memset(X, 0, (size_t)(p->n * m) * sizeof *X);
        for (zn_index j = 0; j < s->nds; j++)
            if (p->group >= 0 ? s->group[j] == p->group : s->body[j] == p->body)
                write_input(s, j, X + s->goff[j], p->n);
        if (p->group >= 0)
            zni_group_solve(&o->group[p->group], bodies, m, X);
        else
            s->ot->solve(s->os, bodies[p->body].ds, bodies[p->body].w, m, X);
    }
    s->made.X = zni_tick(&o->clock);
}
