/* constant.c - an interaction at the iterate of a step, and its constant part of q
 *
 *   acceleration  q_a = v'h_qq v + 2 h_tq v + h_tt         at (q, v)
 *   velocity      q_a = dh/dt + shift(u_k)
 *   position      q_a = h(point, lambda) - D lambda
 *   velocity, D   soft.c
 * and to that s H free value of each system. doc/osnsp.md has the table of factors.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osnsp/sides.h"

/* Is h evaluated at lambda = 0? Of a relation that is affine in lambda h(q, 0) is
 * h - D lambda. */
static bool at_zero(const zni_lin *s)
{
    return zn_relation_affine_output(zni_lin_varies(s));
}

/* ---- the constant part, by level ------------------------------------------- */

static zn_status velocity_constant(const zni_problem *p, const zni_lin *s,
                                   const zni_member *m, const zn_step *step,
                                   double t)
{
    const bool moves = zn_relation_moves(zni_lin_varies(s));
    zn_status st;

    if (step->iteration > 0 && !moves) /* u_k is that of the whole step */
        return ZN_OK;
    st = zni_member_shift(p, s, m, step, m->act->c);
    if (st || !moves)
        return st;
    st = zni_lin_class(s)->dh_dt(s->a->relation, zni_interaction_data(s->a), t, s->q,
                                 p->lins->rate);
    if (st)
        return zni_lin_where(s, st);
    for (zn_index i = 0; i < s->m; i++)
        m->act->c[i] += p->lins->rate[i];
    return ZN_OK;
}

/* The velocity is that of the iterate. */
static zn_status acceleration_constant(const zni_problem *p, const zni_lin *s,
                                       const zni_member *m,
                                       const zn_step *step, double t)
{
    double *rate = p->lins->rate;

    zni_clear(s->m, m->act->c);
    if (!zni_lin_class(s)->acceleration)
        return ZN_OK;
    for (zn_index j = 0; j < s->nds; j++) {
        const zn_ds *ds = s->a->ds[j];
        const double *v = step->v1 + s->vat[j];
        double *qdot = rate + zni_lin_qo(s, j);
        if (zn_ds_curved(ds))
            zn_ds_qdot(ds, s->q + zni_lin_qo(s, j), v, qdot);
        else
            zni_lin_take(s, j, v, qdot);
    }
    return zni_lin_where(s, zni_lin_class(s)->acceleration(s->a->relation,
                                                           zni_interaction_data(s->a), t, s->q,
                                                           rate, m->act->c));
}

static zn_status position_value(const zni_problem *p, const zni_lin *s,
                                const zni_member *m, double t)
{
    const double *lambda = at_zero(s) ? p->lins->zero : p->lam + s->off;

    return zni_lin_where(s,
                         zni_lin_class(s)->output(s->a->relation, zni_interaction_data(s->a), t,
                                                  s->q, lambda, m->act->c));
}

/* D, and from h the constant part h - D lambda. */
static zn_status position_constant(zni_problem *p, zni_lin *s,
                                   const zni_member *m, double t)
{
    const double *lambda = p->lam + s->off;
    zn_status st;

    if (!s->more->D)
        return ZN_OK;
    st = zni_lin_D(p->lins, s, t, lambda);
    for (zn_index j = 0; !st && !at_zero(s) && j < s->m; j++)
        for (zn_index i = 0; i < s->m; i++)
            m->act->c[i] -= s->more->D[i + j * s->m] * lambda[j];
    return st;
}

/* ---- the input ------------------------------------------------------------- */

/* g at the iterate; of a pure input g - B lambda, which stays 0. */
static zn_status input_value(const zni_problem *p, const zni_lin *s, double t)
{
    if (!zni_lin_varies(s)->b)
        return ZN_OK;
    return zni_lin_where(s, zni_lin_class(s)->input(s->a->relation, zni_interaction_data(s->a),
                                                    t, s->q, p->lam + s->off,
                                                    s->more->g));
}

/* K into the sums of the systems. */
static void add_K(const zni_lin *s, const zni_body *bodies)
{
    for (zn_index b = 0; b < s->nds; b++) {
        double *K = bodies[s->body[b]].K;
        const zn_index n = bodies[s->body[b]].n;
        for (zn_index j = 0; K && j < s->n[b]; j++)
            for (zn_index i = 0; i < s->n[b]; i++)
                K[zni_lin_unknown(s, b, i) + zni_lin_unknown(s, b, j) * n] +=
                    s->more->K[zni_lin_uo(s, b) + i + (zni_lin_qo(s, b) + j) * zni_lin_nu(s)];
    }
}

/* B and K, and from g the part g - B lambda. */
static zn_status input_jacobians(zni_problem *p, zni_lin *s,
                                 const zni_body *bodies, double t)
{
    const double *lambda = p->lam + s->off;
    const zn_status st = zni_lin_B(p->lins, s, t, lambda);

    if (st)
        return st;
    for (zn_index j = 0; zni_lin_varies(s)->b && j < s->m; j++)
        for (zn_index i = 0; i < zni_lin_nu(s); i++)
            s->more->g[i] -= s->more->B[i + j * zni_lin_nu(s)] * lambda[j];
    if (s->more->K)
        add_K(s, bodies);
    return ZN_OK;
}

/* ---- all of it --------------------------------------------------------------- */

/* The point of system j, all of it, in the room for one. */
static const double *whole_point(zni_problem *p, const zni_member *m, zn_index j,
                                 const zni_body *b, const zn_step *step)
{
    zni_lins *L = p->lins;
    const zni_whole of = {.held = L->of.held,
                          .known = true,
                          .problem = p,
                          .body = zni_problem_lin(p, m->place)->body[j],
                          .level = m->level,
                          .e = m->e};

    if (L->of.held && L->of.known && L->of.problem == of.problem &&
        L->of.body == of.body && L->of.level == of.level && L->of.e == of.e)
        return L->whole;
    p->kind->point(p, m, j, b, step, L->whole);
    L->of = of;
    return L->whole;
}

/* The point of the relation in s->q. */
static inline void take_point(zni_problem *p, const zni_member *m, zni_lin *s,
                              const zni_body *bodies, const zn_step *step, double t)
{
    for (zn_index j = 0; j < s->nds; j++) {
        const zni_body *b = &bodies[s->body[j]];
        double *q = s->q + zni_lin_qo(s, j);

        if (s->touch)
            zni_lin_take(s, j, whole_point(p, m, j, b, step), q);
        else
            p->kind->point(p, m, j, b, step, q);
    }
    zni_lin_moved(p->lins, s, t);
}

/* Jacobians at s->q, and what they make of the values h and g. */
static inline zn_status jacobians(zni_problem *p, zni_member *m, zni_lin *s,
                                  const zni_body *bodies, double t)
{
    zn_status st = zni_lin_C(p->lins, s, t, p->lam + s->off);

    if (!st && s->more->B)
        st = input_jacobians(p, s, bodies, t);
    if (!st && m->level == ZN_LEVEL_POSITION)
        st = position_constant(p, s, m, t);
    m->values = false;
    return st;
}

zn_status zni_member_evaluate(zni_problem *p, zn_index k,
                              const zni_body *bodies, const zn_step *step)
{
    zni_member *m = zni_problem_member(p, k);
    zni_lin *s = zni_problem_lin(p, k);
    const double t = p->kind->time(m, step);
    zn_status st;

    if (s->plain || !s->more->g || !zni_lin_varies(s)->b || m->affine ||
        m->level != ZN_LEVEL_POSITION)
        return zni_member_linearise(p, k, bodies, step);
    st = zni_member_acts(p, k);
    if (st)
        return st;
    take_point(p, m, s, bodies, step, t);
    st = position_value(p, s, m, t);
    if (!st)
        st = input_value(p, s, t);
    m->values = !st;
    return st;
}

zn_status zni_member_complete(zni_problem *p, zn_index k,
                              const zni_body *bodies, const zn_step *step)
{
    zni_member *m = zni_problem_member(p, k);

    return m->values ? jacobians(p, m, zni_problem_lin(p, k), bodies, p->kind->time(m, step))
                     : ZN_OK;
}

/* The constant part of a plain relation: y0, and C q where Newton's method or a
 * second problem wants the value. */
static zn_status plain_position(zni_problem *p, zn_index k,
                                const zni_body *bodies, const zn_step *step,
                                double t)
{
    zni_member *m = zni_problem_member(p, k);
    zni_lin *s = zni_problem_lin(p, k);
    zn_status st;

    take_point(p, m, s, bodies, step, t);
    st = zni_lin_y0(p->lins, s, t);
    for (zn_index i = 0; i < s->m; i++)
        m->act->c[i] = zni_lin_y0_at(s)[i];
    m->summed = p->has.one_pass;
    if (!m->summed)
        zni_add_mul(s->m, s->nq, s->C, s->q, m->act->c);
    return st ? st : zni_lin_check_plain(p->lins, s);
}

/* Is all but the constant part made for good? */
static bool stands(const zni_problem *p, const zni_member *m, const zni_lin *s)
{
    return s->plain && m->level == ZN_LEVEL_VELOCITY && !s->more->B &&
           !m->more->mid && !m->more->force && !m->more->soft &&
           !p->lins->recompute;
}

zn_status zni_member_linearise(zni_problem *p, zn_index k,
                               const zni_body *bodies, const zn_step *step)
{
    zni_member *m = zni_problem_member(p, k);
    zni_lin *s = zni_problem_lin(p, k);
    const bool position = m->level == ZN_LEVEL_POSITION;
    const double t = p->kind->time(m, step);
    zn_status st = m->act ? ZN_OK : zni_member_acts(p, k);

    if (st)
        return st;
    if (s->plain && position)
        return plain_position(p, k, bodies, step, t);
    if (stands(p, m, s))
        return velocity_constant(p, s, m, step, t);
    if (!s->plain)
        take_point(p, m, s, bodies, step, t);
    if (position)
        st = position_value(p, s, m, t);
    if (!st && s->more->B)
        st = input_value(p, s, t);
    if (!st)
        st = jacobians(p, m, s, bodies, t);
    if (!st && m->more->mid)
        st = zni_member_middle(p, k, step);
    if (!st && m->more->force)
        return zni_member_force(p, k, step);
    if (!st && m->more->soft)
        return zni_member_soft_constant(p, k, step, t);
    if (st || position)
        return st;
    return m->level == ZN_LEVEL_VELOCITY ? velocity_constant(p, s, m, step, t)
                                         : acceleration_constant(p, s, m, step, t);
}
