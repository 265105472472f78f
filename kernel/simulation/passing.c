/* passing.c - systems of which one pass is exact: those that no contact acts on are done
 * with in it, and where they move with a constant acceleration (zn_osi_type.uniform) in
 * one sweep over the vectors of the state. The sweep takes those with contacts along if no
 * relation looks at the iterate: u is their free velocity then.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/vectors.h"
#include "kernel/simulation/simulation.h"

/* Of a place, beside whether its system has an active contact. */
enum { MET = 1, APART = 2, FIRST = 4 };

/* May the system move uniformly? Where q' is not v no sweep over vectors leads from q to q. */
static bool may_sweep(const zni_body *b)
{
    const zn_osi_type *t = b->osi->type;

    return t->uniform && t->family == ZN_SECOND_ORDER && !zn_ds_curved(b->ds);
}

/* The list of those with contact is empty, and no increment is left of them. */
void zni_passing_clear(zn_simulation *s)
{
    zni_passing *p = &s->passing;

    for (zn_index i = 0; i < p->n; i++) {
        const zni_body *b = &s->body[p->at[i]];

        p->tag[p->at[i]] &= (unsigned char)~MET;
        zni_clear(b->n, s->du + b->uoff);
    }
    p->n = 0;
}

/* Systems with active contacts, each once, in the order of these.
 * @param[out] plain  is every contact? */
static zn_status meet(zn_simulation *s, bool *plain)
{
    const zni_problem *p = &s->problem;
    const zn_index twice = 2 * p->active.nact, most = twice < s->nbody ? twice : s->nbody;
    const zn_status st = most > s->passing.cat
                             ? zn_grow(s->ctx, &s->passing.at, &s->passing.cat, most,
                                       sizeof *s->passing.at)
                             : ZN_OK;

    *plain = true;
    if (st)
        return st;

    for (zn_index k = 0; k < p->active.nact; k++) {
        const zni_lin *a = zni_problem_lin(p, p->active.act[k]);

        *plain = *plain && a->plain;
        for (zn_index j = 0; j < a->nds; j++) {
            const int32_t at = a->body[j];

            if (!(s->passing.tag[at] & MET))
                s->passing.at[s->passing.n++] = at;
            s->passing.tag[at] |= MET;
        }
    }
    return ZN_OK;
}

/* Does the system go on where the one before it ends, in q and in v? */
static bool follows(const zni_body *last, const zni_body *b)
{
    return last && last->ds->v_off + last->ds->nv == b->ds->v_off &&
           last->ds->q_off + last->ds->nq == b->ds->q_off;
}

/* The accelerations of all that move uniformly, and where stretches of them begin. */
static zn_status find_uniform(zn_simulation *s)
{
    zni_passing *p = &s->passing;
    const zni_body *last = NULL;
    zn_status st = ZN_OK;

    for (zn_index k = 0; !st && k < s->nbody; k++) {
        zni_body *b = &s->body[k];
        const zn_osi_type *t = b->ds ? b->osi->type : NULL;
        double weight = -1;

        b->changed = false;
        if (t && may_sweep(b))
            st = zni_sim_at(s, b,
                            t->uniform(b->osi->state, &s->step, b->ds, b->w,
                                       p->a + b->uoff, &weight, &b->changed));
        if (b->changed)
            b->W = s->W = zni_sim_tick(s);
        p->weight[k] = weight;
        p->tag[k] &= MET;
        if (!(weight >= 0))
            p->tag[k] |= APART;
        else if (!follows(last, b) || weight != p->weight[k - 1])
            p->tag[k] |= FIRST;
        last = weight >= 0 ? b : NULL;
    }
    p->hw = s->step.hw;
    p->settings = s->all.settings;
    p->made = st ? 0 : zni_sim_tick(s);
    return st;
}

/* Systems from one place to before another one, a part of a stretch, free of contacts:
 *     u = v_k + h a,   q = q_k + h (w u + (1 - w) v_k). */
static void sweep(const zn_simulation *s, zn_index from, zn_index to)
{
    const zn_ds *first = s->body[from].ds, *last = s->body[to - 1].ds;
    const zn_index n = last->v_off + last->nv - first->v_off;
    const double *q = s->state.q + first->q_off, *v = s->state.v + first->v_off;
    const double *a = s->passing.a + first->v_off;
    const double h = s->step.h, w = s->passing.weight[from];
    double *q1 = s->q1 + first->q_off, *u = s->v1 + first->v_off;

    for (zn_index i = 0; i < n; i++) {
        const double vi = v[i];
        const double ui = vi + h * a[i] + 0; /* no impulse: -0 becomes 0 */

        u[i] = ui;
        q1[i] = q[i] + h * (w * ui + (1 - w) * vi);
    }
}

/* alone: nothing acts on it, to the end of the step. */
static zn_status free_body(zn_simulation *s, zni_body *b, bool alone)
{
    const zn_osi_type *t = b->osi->type;
    const bool move = alone && t->move_affine;
    zn_status st = zni_sim_at(
        s, b,
        move ? t->move_affine(b->osi->state, &s->step, b->ds, b->w, &b->changed)
             : t->free_affine(b->osi->state, &s->step, b->ds, b->w,
                              s->state.m + b->moff, &b->changed));

    if (b->changed)
        b->W = s->W = zni_sim_tick(s);
    return st || move || !alone ? st : zni_sim_update_body(s, b);
}

/* Where the part of a stretch that begins at a place ends; `stop`: tags of whom it is not
 * to go on with. */
static zn_index part_end(const zn_simulation *s, zn_index k, int stop)
{
    do
        k++;
    while (k < s->nbody && !(s->passing.tag[k] & stop));
    return k;
}

/* alone: tags of those that no sweep takes along. */
static inline zn_status pass(zn_simulation *s, int alone)
{
    const unsigned char *tag = s->passing.tag;
    zn_status st = ZN_OK;

    for (zn_index k = 0; !st && k < s->nbody;) {
        zni_body *b = &s->body[k];

        if (s->passing.on && !(tag[k] & alone)) {
            const zn_index end = part_end(s, k, alone | FIRST);

            sweep(s, k, end);
            k = end;
            continue;
        }
        if (b->ds)
            st = free_body(s, b, s->passing.on && !(tag[k] & MET));
        k++;
    }
    return st;
}

/* Who moves uniformly, if it is not known of this step. */
static inline zn_status know_uniform(zn_simulation *s)
{
    const zni_passing *p = &s->passing;
    const bool known = zni_holds(p->made, s->W) && p->hw == s->step.hw &&
                       p->settings == s->all.settings;

    return known ? ZN_OK : find_uniform(s);
}

zn_status zni_sim_pass_alone(zn_simulation *s)
{
    const zn_status st = know_uniform(s);

    if (st)
        return st;
    /* one alone has no stretches to look for */
    if (s->nbody == 1 && s->body->ds && (s->passing.tag[0] & (APART | MET)) == APART)
        return free_body(s, s->body, true);
    return pass(s, APART);
}

zn_status zni_sim_pass(zn_simulation *s)
{
    const bool *level = s->problem.has.any_level;
    zni_passing *p = &s->passing;
    zn_status st;
    bool plain;

    p->on = !s->lins.recompute;
    p->acted = false;
    st = meet(s, &plain);
    if (!st && p->on)
        st = know_uniform(s);
    if (st)
        return st;
    zni_sim_clear_increment(s);
    if (p->on && plain && !level[ZN_LEVEL_POSITION] && !level[ZN_LEVEL_ACCELERATION])
        s->problem.swept = p->weight;
    return pass(s, s->problem.swept ? APART : MET | APART);
}

zn_status zni_sim_pass_again(zn_simulation *s)
{
    const zni_passing *p = &s->passing;
    const zn_status st = know_uniform(s);

    if (st)
        return st;
    for (zn_index i = 0; i < p->n; i++) {
        const zni_body *b = &s->body[p->at[i]];

        zni_clear(b->n, s->du + b->uoff);
    }
    if (s->nbody == 1 && (p->tag[0] & (APART | MET)) == (APART | MET))
        return free_body(s, s->body, false);
    return pass(s, s->problem.swept ? APART : MET | APART);
}

/* Of a system that was swept: u = u_free + du, and q from it. */
static void push(const zn_simulation *s, const zni_body *b, double w)
{
    const double *q = s->state.q + b->qoff, *v = s->state.v + b->uoff;
    const double *du = s->du + b->uoff, h = s->step.h;
    double *q1 = s->q1 + b->qoff, *u = s->v1 + b->uoff;

    for (zn_index i = 0; i < b->n; i++) {
        u[i] += du[i];
        q1[i] = q[i] + h * (w * u[i] + (1 - w) * v[i]);
    }
}

/* The others are done. */
zn_status zni_sim_update_met(zn_simulation *s)
{
    zn_status st = ZN_OK;

    for (zn_index i = 0; !st && i < s->passing.n; i++) {
        const zn_index k = s->passing.at[i];
        const double w = s->problem.swept ? s->problem.swept[k] : -1;

        if (w >= 0)
            push(s, &s->body[k], w);
        else
            st = zni_sim_update_body(s, &s->body[k]);
    }
    return st;
}

zn_status zni_passing_reserve(zn_simulation *s)
{
    zni_passing *p = &s->passing;
    const zn_index n = s->model->nds;
    zn_status st = zn_grow(s->ctx, &p->tag, &p->ctag, n, 1);

    if (!st && !s->lins.lends) /* else room comes with contacts that act */
        st = zn_grow(s->ctx, &p->at, &p->cat, n, sizeof *p->at);
    return st ? st : zn_grow(s->ctx, &p->weight, &p->cweight, n, sizeof *p->weight);
}

zn_status zni_passing_join(zn_simulation *s, const zni_body *b)
{
    zni_passing *p = &s->passing;

    return may_sweep(b)
               ? zn_grow(s->ctx, &p->a, &p->ca, s->model->nv + 1, sizeof *p->a)
               : ZN_OK;
}

void zni_passing_fini(zn_simulation *s)
{
    zn_free_array(s->ctx, s->passing.tag);
    zn_free_array(s->ctx, s->passing.at);
    zn_free_array(s->ctx, s->passing.weight);
    zn_free_array(s->ctx, s->passing.a);
}
