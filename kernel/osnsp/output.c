/* output.c - y of an interaction and its velocity at a state
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osnsp/outputs.h"

#include "kernel/model/vectors.h"

#include <string.h>

static void gather_all(const zni_lin *s, const zn_state *state, double q[])
{
    const double *from = s->family == ZN_FIRST_ORDER ? state->x : state->q;

    for (zn_index j = 0; j < s->nds; j++)
        if (s->family == ZN_FIRST_ORDER || s->touch)
            zni_lin_take(s, j, from + s->qat[j], q + zni_lin_qo(s, j));
        else
            zni_copy(s->a->ds[j]->nq, from + s->qat[j], q + zni_lin_qo(s, j));
}

/* Most that are not plain see all of one body. */
static inline void gather(const zni_lin *s, const zn_state *state, double q[])
{
    if (s->nds == 1 && s->family != ZN_FIRST_ORDER && !s->touch)
        zni_copy(s->a->ds[0]->nq, state->q + s->qat[0], q + zni_lin_qo(s, 0));
    else
        gather_all(s, state, q);
}

void zni_lin_gather(const zni_lin *s, const zn_state *state, double q[])
{
    gather(s, state, q);
}

/* y += C q and u += C v of one row and system, C with stride ld, of what is touched */
static inline void add_row(zn_index n, zn_index ld, const double C[],
                           const zn_index touch[], const double q[],
                           const double v[], double *y, double *u)
{
    for (zn_index d = 0; d < n; d++, C += ld) {
        *y += *C * q[touch[d]];
        *u += *C * v[touch[d]];
    }
}

static void touched_output(const zni_lin *s, const zn_state *state, double y[],
                           double u[])
{
    const zn_index m = s->m;

    for (zn_index r = 0; r < m; r++) {
        const double *C = s->C + r;
        double yr = zni_lin_y0_at(s)[r], ur = 0;

        for (zn_index j = 0; j < s->nds; C += s->n[j] * m, j++)
            add_row(s->n[j], m, C, zni_lin_touched(s, j),
                    state->q + s->qat[j], state->v + s->vat[j], &yr, &ur);
        y[r] = yr;
        u[r] = ur;
    }
}

/* Rows r and r + 1, in both halves of registers. */
static inline void two_rows(const zni_lin *s, zn_index r, const zn_state *state,
                            double y[], double u[])
{
    const double *C = s->C + r;
    zni_pair sy, su = {0};

    zni_take2(zni_lin_y0_at(s) + r, &sy);
    for (zn_index j = 0; j < s->nds; j++) {
        const double *q = state->q + s->qat[j], *v = state->v + s->vat[j];
        const zn_index n = s->n[j], ld = s->m;

        for (zn_index d = 0; d < n; d++, C += ld) {
            zni_pair c;

            zni_take2(C, &c);
            sy += c * q[d];
            su += c * v[d];
        }
    }
    zni_put2(&sy, y + r);
    zni_put2(&su, u + r);
}

static inline void one_row(const zni_lin *s, zn_index r, const zn_state *state,
                           double y[], double u[])
{
    const double *C = s->C + r;
    double sy = zni_lin_y0_at(s)[r], su = 0;

    for (zn_index j = 0; j < s->nds; j++) {
        const double *q = state->q + s->qat[j], *v = state->v + s->vat[j];
        const zn_index n = s->n[j], ld = s->m;

        for (zn_index d = 0; d < n; d++, C += ld) {
            sy += *C * q[d];
            su += *C * v[d];
        }
    }
    y[r] = sy;
    u[r] = su;
}

/* y = y0 + C q and u = C v of two rows and three unknowns, as of a body in the plane. */
static inline void two_of_three(const double C[], const double y0[], const double q[], const double v[],
                                double y[], double u[])
{
    zni_pair a, b, c, sy, su = {0};

    zni_take2(C, &a);
    zni_take2(C + 2, &b);
    zni_take2(C + 4, &c);
    zni_take2(y0, &sy);
    sy = sy + a * q[0] + b * q[1] + c * q[2];
    su = su + a * v[0] + b * v[1] + c * v[2];
    zni_put2(&sy, y);
    zni_put2(&su, u);
}

/* Two rows of m of one system, of its numbers alone. */
static inline void two_of_one(zn_index m, zn_index n, const double C[], const double y0[],
                              const double q[], const double v[], double y[], double u[])
{
    zni_pair sy, su = {0}, c;

    zni_take2(y0, &sy);
    for (zn_index d = 0; d < n; d++, C += m) {
        zni_take2(C, &c);
        sy += c * q[d];
        su += c * v[d];
    }
    zni_put2(&sy, y);
    zni_put2(&su, u);
}

/* y and u of a contact in the plane, mostly of a body there; false: it is another one */
static inline bool sum_in_plane(const zni_lin *s, zn_state *state)
{
    const double *q = state->q + s->qat[0], *v = state->v + s->vat[0];
    double *y = state->y[0] + s->off, *u = state->y[1] + s->off;

    if (s->m != 2 || s->nds != 1 || s->touch)
        return false;
    if (s->n[0] == 3)
        two_of_three(s->C, zni_lin_y0_at(s), q, v, y, u);
    else
        two_of_one(2, s->n[0], s->C, zni_lin_y0_at(s), q, v, y, u);
    return true;
}

/* y = y0 + C q, and u = C v at the second order; two rows at a time */
void zni_lin_plain_output(const zni_lin *s, zn_state *state)
{
    double *y = state->y[0] + s->off, *u = state->y[1] + s->off;
    zn_index r = 0;

    if (sum_in_plane(s, state))
        return;
    if (s->touch) {
        touched_output(s, state, y, u);
        return;
    }
    for (; r + 2 <= s->m; r += 2)
        two_rows(s, r, state, y, u);
    if (r < s->m)
        one_row(s, r, state, y, u);
}

zn_index zni_lins_sum(const zni_lins *L, zn_state *state)
{
    zn_index k = 0;

    for (; k < L->n; k++) {
        const zni_lin *a = L->at[k];

        if ((!a || a->m == 1) && zni_row_output(L, zni_lins_row(L, k), state))
            continue;
        if (!a || !a->a) /* an empty place */
            continue;
        if (!zni_lin_sums(a))
            break;
        if (!sum_in_plane(a, state))
            zni_lin_plain_output(a, state);
    }
    return k;
}

/* y = y0 + C x + D lambda at the first order, where y0 may move */
static zn_status plain_output_first(zni_lins *L, zni_lin *s,
                                    const zn_state *state,
                                    const double lambda[], double y[])
{
    const double *C = s->C;
    const zn_status st = zni_lin_y0(L, s, state->t);

    zni_copy(s->m, zni_lin_y0_at(s), y);
    for (zn_index j = 0; j < s->nds; C += s->m * s->n[j], j++)
        zni_lin_see(s, j, C, state->x + s->qat[j], y);
    if (s->more->D)
        zni_add_mul(s->m, s->m, s->more->D, lambda, y);
    return st;
}

/* u += H v */
static inline void add_velocity(const zni_lin *s, const zn_state *state, double u[])
{
    const bool one = s->m == 1 && !s->touch;

    for (zn_index j = 0; one && j < s->nds; j++) {
        const double *H = s->H + zni_lin_uo(s, j), *v = state->v + s->vat[j];

        for (zn_index d = 0; d < s->n[j]; d++)
            *u += H[d] * v[d];
    }
    for (zn_index j = 0; !one && j < s->nds; j++)
        zni_lin_see(s, j, s->H + s->m * zni_lin_uo(s, j), state->v + s->vat[j], u);
}

/* u = H v + dh/dt at the point in s->q */
static zn_status velocity(zni_lins *L, zni_lin *s, const zn_state *state,
                          const double lambda[], double u[])
{
    const double t = state->t;
    zn_status st = zni_lin_C(L, s, t, lambda);

    if (st)
        return st;
    zni_clear(s->m, u);
    if (zni_lin_class(s)->dh_dt && zn_relation_moves(zni_lin_varies(s)))
        st = zni_lin_where(
            s, zni_lin_class(s)->dh_dt(s->a->relation, zni_interaction_data(s->a), t, s->q, u));
    add_velocity(s, state, u);
    return st;
}

/* Do functions of a user work beside data? What they read or note there nobody tells. */
static bool users_data(const zn_interaction *a)
{
    const zn_relation *r = a->relation;

    for (zn_index i = 0; zni_interaction_data(a) && i < r->nops; i++)
        if (r->ops[i].mode == ZN_OPERATOR_FUNCTION)
            return true;
    return false;
}

/* Would the blocks be made of the same numbers as at s->q, once the state is there? It is
 * where the step was linearised last. Who writes data of an interaction makes the parameters
 * newer; what a relation notes in them by itself nobody tells. */
static bool holds_still(const zni_lin *s, const zn_state *state)
{
    const zn_relation_variability *v = zni_lin_varies(s);

    if (!s->from.time || s->from.t != state->t || zni_lin_class(s)->commit ||
        s->touch || users_data(s->a) || s->family == ZN_FIRST_ORDER ||
        zn_vary_with(v->C | v->D | v->B | v->K, ZN_WITH_LAMBDA))
        return false;
    for (zn_index j = 0; j < s->nds; j++)
        if (!zni_same(s->a->ds[j]->nq, s->q + zni_lin_qo(s, j), state->q + s->qat[j]))
            return false;
    return true;
}

/* y, and at the second order u, where they are not those of a plain relation. */
static inline zn_status evaluate(zni_lins *L, zni_lin *s, const double lambda[],
                                 const zn_state *state, double y[], double u[])
{
    zn_status st;

    if (!holds_still(s, state)) {
        gather(s, state, s->q);
        zni_lin_moved(L, s, state->t);
    }
    st = zni_lin_class(s)->output(s->a->relation, zni_interaction_data(s->a), state->t, s->q,
                                  lambda, y);
    return st || s->family == ZN_FIRST_ORDER ? zni_lin_where(s, st)
                                             : velocity(L, s, state, lambda, u);
}

/* Had a row of it a law in the last step? */
static inline bool acted(const zni_lin *s, const zn_state *state)
{
    for (zn_index i = s->off, end = i + s->m; i < end; i++)
        if (state->active[i])
            return true;
    return false;
}

/* Does the relation say how its outputs move, with no H that is kept? Where it makes H itself for
 * that, one that is kept is worth more as long as the contact acts. */
static inline bool tells_rates(const zni_lin *s, const zn_state *state)
{
    const zn_relation_type *t = zni_lin_class(s);

    return t->rate && s->family != ZN_FIRST_ORDER && !s->touch &&
           (t->jac_v || (!s->turns && !acted(s, state)));
}

/* y and u by it, of two systems stacked beside the linearisation: the point of that stays. */
static inline zn_status tell_rates(zni_lins *L, const zni_lin *s, const zn_state *state,
                                   double y[], double u[])
{
    const double *q = state->q + s->qat[0], *v = state->v + s->vat[0];

    if (s->nds == 2) {
        double *to = L->rate;

        q = to;
        v = to + s->nq;
        for (int j = 0; j < 2; j++) {
            zni_copy(s->a->ds[j]->nq, state->q + s->qat[j], to + zni_lin_qo(s, j));
            zni_copy(s->n[j], state->v + s->vat[j], to + s->nq + zni_lin_uo(s, j));
        }
    }
    return zni_lin_where(
        s, zni_lin_class(s)->rate(s->a->relation, zni_interaction_data(s->a), state->t, q, v, y, u));
}

/* Of a relation that is not plain. */
static zn_status evaluate_at(zni_lins *L, zni_lin *s, zn_level level, zn_state *state)
{
    double *y = state->y[0] + s->off, *u = state->y[1] + s->off;

    /* who looks at blocks without asking finds H there */
    if (L->fresh && tells_rates(s, state))
        return tell_rates(L, s, state, y, u);
    const bool soft = s->family != ZN_FIRST_ORDER &&
                      level == ZN_LEVEL_VELOCITY && s->more->D; /* soft.c */
    const double *lambda = soft ? L->zero : state->lambda[level] + s->off;
    const bool lent = s->lent;
    zn_status st;
    if (lent)
        zni_lin_borrow(L, s);
    st = evaluate(L, s, lambda, state, y, u);
    if (lent)
        zni_lin_return(L, s);
    return st;
}

zn_status zni_lin_output(zni_lins *L, zni_lin *s, zn_level level,
                         zn_state *state)
{
    if (!s->plain)
        return evaluate_at(L, s, level, state);
    if (s->family == ZN_FIRST_ORDER)
        return plain_output_first(L, s, state, state->lambda[level] + s->off,
                                  state->y[0] + s->off);
    /* what never acted has its row only */
    if (!s->lent || !zni_row_output(L, zni_lins_row(L, s->place), state))
        zni_lin_plain_output(s, state);
    return ZN_OK;
}
