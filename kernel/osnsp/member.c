/* member.c - which interactions take part in a one-step problem
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osnsp/problem.h"

#include <string.h>

zn_status zni_problem_reserve(zni_problem *p, zn_index nmember, zn_index ny)
{
    zn_status st =
        zn_grow(p->ctx, &p->lam, &p->clam, ny + 1, sizeof *p->lam);

    if (!st)
        st = zn_grow(p->ctx, &p->active.was, &p->active.cwas, ny + 1, 1);
    if (!st)
        st = zn_grow(p->ctx, &p->member, &p->cmember, nmember,
                     sizeof *p->member);
    if (!st)
        st = zn_grow(p->ctx, &p->active.seat, &p->active.cseat, nmember,
                     sizeof *p->active.seat);
    if (!st && !p->lins->lends)
        st = zn_grow(p->ctx, &p->active.act, &p->active.cact, nmember,
                     sizeof *p->active.act);
    if (!st && !p->spare)
        p->spare = zn_alloc(p->ctx, 1, sizeof *p->spare);
    if (!st && !p->spare)
        st = ZN_ENOMEM;
    if (st)
        return st;
    p->spare->empty.more = &p->spare->none;
    p->nmember = nmember;
    return st;
}

/* Bytes of zni_act, with its rows and the factors of a second system. */
static size_t size_of_act(const zni_member *m)
{
    const size_t rows = (size_t)m->size + (size_t)(m->size + 1) / 2;

    return sizeof *m->act +
           (rows + (m->side[1].osi ? 2 : 0)) * sizeof *m->act->c;
}

/* What was alone in its row gets a linearisation and a place in the problem. */
static zn_status keep(zni_problem *p, zn_index k)
{
    zni_member *m;
    zn_status st;

    if (p->member[k])
        return ZN_OK;
    m = zni_heap_take(&p->lins->heap, sizeof *m);
    if (!m)
        return ZN_ENOMEM;
    *m = *zni_member_spare(p, k);
    st = zni_lin_keep(p->lins, k);
    if (st)
        zni_heap_give(&p->lins->heap, m, sizeof *m);
    else
        p->member[k] = m;
    return st;
}

zn_status zni_member_acts(zni_problem *p, zn_index k)
{
    zn_status st = keep(p, k);
    zni_member *m = p->member[k];

    if (st || m->act)
        return st;
    st = zni_lin_room(p->lins, zni_problem_lin(p, k));
    if (st)
        return st;
    m->act = zni_heap_take(&p->lins->heap, size_of_act(m));
    return m->act ? ZN_OK : ZN_ENOMEM;
}

zn_status zni_member_add_more(zni_problem *p, zni_member *m)
{
    zni_member_more *more = m->more;

    if (more != &p->spare->none)
        return ZN_OK;
    more = zni_heap_take(&p->lins->heap, sizeof *more);
    if (!more)
        return ZN_ENOMEM;
    m->more = more;
    return ZN_OK;
}

static void drop_more(zni_problem *p, zni_member *m)
{
    if (m->more == &p->spare->none)
        return;
    zn_free_array(p->ctx, m->more->mid);
    zn_free_array(p->ctx, m->more->force);
    zn_free_array(p->ctx, m->more->soft);
    zni_heap_give(&p->lins->heap, m->more, sizeof *m->more);
    m->more = &p->spare->none;
}

void zni_problem_leave(zni_problem *p, zn_index k)
{
    zni_member *m = k < p->nmember ? p->member[k] : NULL;
    const bool alone = k < p->nmember && p->bodies && zni_lins_alone(p->lins, k);

    if (!m && !alone)
        return;
    if (alone || m->in)
        zni_global_count(p, k, -1);
    p->lins->set = zni_problem_tick(p);
    if (alone)
        return;
    drop_more(p, m);
    zni_member_drop_X(p, k);
    zni_heap_give(&p->lins->heap, m->act, size_of_act(m));
    zni_heap_give(&p->lins->heap, m, sizeof *m);
    p->member[k] = NULL;
}

/* What law and integrators say. */
static void describe(const zni_problem *p, zni_member *m, const zni_lin *s,
                     zn_level level, const zni_body *bodies)
{
    const zn_interaction *a = s->a;
    const zn_law_type *lt = a->law->type;

    memset(m, 0, sizeof *m);
    m->place = s->place;
    m->off = s->off;
    m->size = (int32_t)s->m;
    m->in = true;
    m->law = a->law;
    m->level = (uint8_t)level;
    m->more = &p->spare->none;
    m->e = lt->restitution ? lt->restitution(a->law->state) : 0;
    m->stride = m->unit = (int32_t)(a->size / a->copies);
    m->always = lt->always;
    m->slot = m->load = -1;
    for (zn_index j = 0; j < s->nds; j++)
        m->side[j] = (zni_side){.osi = bodies[s->body[j]].osi, .group = -1};
}

zn_status zni_problem_enter(zni_problem *p, zn_index k, zn_level level,
                            const zni_body *bodies)
{
    double adhesion;
    zni_member *m;
    zn_status st;

    zni_problem_leave(p, k);
    st = zni_global_expect(p, k);
    if (st)
        return st;
    m = zni_heap_take(&p->lins->heap, sizeof *m);
    if (!m)
        return ZN_ENOMEM;
    p->member[k] = m;
    p->lins->set = zni_problem_tick(p);
    describe(p, m, zni_problem_lin(p, k), level, bodies);
    zni_global_count(p, k, 1);
    adhesion = level == ZN_LEVEL_VELOCITY && !p->kind->cone
                   ? zni_law_adhesion(m->law)
                   : 0;
    st = adhesion > 0 ? zni_member_add_more(p, m) : ZN_OK;
    if (adhesion > 0 && !st)
        m->more->adhesion = adhesion;
    if (st)
        zni_problem_leave(p, k);
    return st;
}

/* ---- what is alone in its row --------------------------------------------------- */

/* Is all of the member told by law, row and integrators, and asked of it by none but those of active
 * rows? */
static bool may_be_alone(const zni_problem *p, const zni_member *m, const zni_lin *s)
{
    return p->bodies && p->lins->alone && s->lent &&
           zni_lins_row(p->lins, s->place) && m->in && !m->always && !m->act &&
           m->level == ZN_LEVEL_VELOCITY && !m->more->mid && !m->more->force &&
           !m->more->soft && !(m->more->adhesion > 0) && !m->law->type->loaded;
}

void zni_problem_leave_alone(zni_problem *p, zn_index k)
{
    zni_member *m = p->member[k];

    if (!m || !may_be_alone(p, m, zni_problem_lin(p, k)))
        return;
    zni_heap_give(&p->lins->heap, m, sizeof *m);
    p->member[k] = NULL;
    zni_lin_leave_alone(p->lins, k);
}

zni_member *zni_member_spare(const zni_problem *p, zn_index k)
{
    zni_member *m = &p->spare->empty;
    const zni_lin *s;

    if (!p->bodies || !zni_lins_alone(p->lins, k))
        return m;
    m = &p->spare->at[p->spare->turn++ % ZNI_SPARE];
    s = zni_problem_lin(p, k);
    describe(p, m, s, ZN_LEVEL_VELOCITY, *p->bodies);
    /* cannot fail: it has no X, and nothing is made again to compare */
    (void)zni_groups_lay_out((zni_problem *)(uintptr_t)p, s, m, *p->bodies);
    return m;
}

bool zni_member_bilateral(const zni_problem *p, zn_index k)
{
    const zni_member *m = zni_problem_member(p, k);
    zn_cone c;

    if (!m->in || m->level != ZN_LEVEL_VELOCITY || m->more->force)
        return false;
    for (zn_index i = 0; zni_member_cone(p, m, i, &c); i++)
        if (c.set != zn_set_zero())
            return false;
    return !zni_problem_lin(p, k)->more->B && !zni_problem_lin(p, k)->more->D;
}

/* Rows that each cone of a member has at least: of laws of one cone all that take part. */
static int32_t least_block(const zni_problem *p, const zni_member *m)
{
    zn_cone c;

    return m->thin || zni_member_cone(p, m, 1, &c) ? 1 : m->unit;
}

void zni_problem_note(zni_problem *p, zn_index k)
{
    zni_summary *has = &p->has;
    const zni_member *m = zni_problem_member(p, k);
    const zni_lin *s = zni_problem_lin(p, k);

    if (!m->in)
        return;
    if (has->block > 1) {
        const int32_t block = least_block(p, m);
        has->block = block < has->block ? block : has->block;
    }
    has->any_level[m->level] = true;
    has->any_input = has->any_input || s->more->B;
    has->any_offset = has->any_offset || (s->more->B && zni_lin_varies(s)->b);
    has->any_adhesion = has->any_adhesion || m->more->adhesion > 0;
    has->any_vary =
        has->any_vary || m->law->type->loaded || zni_member_varies(m);
    p->active.steady = p->active.steady && m->always;
}

void zni_problem_summarise(zni_problem *p)
{
    zni_summary *has = &p->has;

    has->any_input = has->any_offset = has->any_adhesion = has->any_vary = false;
    memset(has->any_level, 0, sizeof has->any_level);
    has->block = p->lins->nredundant ? 1 : INT32_MAX;
    p->active.steady = true;
    for (zn_index k = 0; k < p->nmember; k++)
        zni_problem_note(p, k);
}

void zni_problem_fini(zni_problem *p)
{
    const zni_assembled *a = &p->matrix;
    const zni_rows *r = &p->rows;
    void *const arrays[] = {
        p->member, p->spare, p->lam, p->active.was, p->active.act, p->active.seat, a->x,   a->p,
        a->i,      a->bp,  a->ro,         a->end,    a->begin,      a->linked, a->next, a->divided,     r->q,   r->z,
        r->w,      r->pull, r->where, p->active.first,
    };

    if (!p->ctx)
        return;
    zni_product_fini(p);
    zni_global_fini(p); /* linearisations may be gone: nothing is counted now */
    for (zn_index k = 0; k < p->nmember; k++)
        zni_problem_leave(p, k);
    zni_groups_fini(p);
    zni_reach_fini(p);
    zni_cones_fini(p);
    zni_problem_drop_method(p);
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        zn_free_array(p->ctx, arrays[i]);
}
