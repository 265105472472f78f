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
    if (!st)
        st = zn_grow(p->ctx, &p->active.act, &p->active.cact, nmember,
                     sizeof *p->active.act);
    if (!st)
        p->nmember = nmember;
    return st;
}

/* Bytes of zni_act, with its rows. */
static size_t size_of_act(const zni_member *m)
{
    return sizeof *m->act +
           (size_t)m->size * (sizeof *m->act->c + sizeof *m->act->rows);
}

zn_status zni_member_acts(zni_problem *p, zn_index k)
{
    zni_member *m = &p->member[k];
    zn_status st;

    if (m->act)
        return ZN_OK;
    st = zni_lin_room(p->lins, zni_problem_lin(p, k));
    if (st)
        return st;
    m->act = zni_heap_take(&p->lins->heap, size_of_act(m));
    if (!m->act)
        return ZN_ENOMEM;
    m->act->rows = (zn_index *)(void *)(m->act->c + m->size);
    return ZN_OK;
}

void zni_problem_leave(zni_problem *p, zn_index k)
{
    zni_member *m = k < p->nmember ? &p->member[k] : NULL;

    if (!m || !m->size) /* nor was anything there */
        return;
    if (m->in)
        zni_global_count(p, k, -1);
    zn_free_array(p->ctx, m->mid);
    zn_free_array(p->ctx, m->force);
    zn_free_array(p->ctx, m->soft);
    zni_member_drop_X(p, k);
    zni_heap_give(&p->lins->heap, m->act, size_of_act(m));
    memset(m, 0, sizeof *m);
    p->lins->set = zni_problem_tick(p);
}

zn_status zni_problem_enter(zni_problem *p, zn_index k, zn_level level,
                            const zni_body *bodies)
{
    const zni_lin *s = zni_problem_lin(p, k);
    const zn_interaction *a = s->a;
    zni_member *m = &p->member[k];
    const zn_law_type *lt;
    zn_status st;

    zni_problem_leave(p, k);
    st = zni_global_expect(p, k);
    if (st)
        return st;
    m->off = s->off;
    m->size = (int32_t)s->m;
    p->lins->set = zni_problem_tick(p);
    m->in = true;
    m->law = a->law;
    lt = a->law->type;
    m->level = level;
    m->e = lt->restitution ? lt->restitution(a->law->state) : 0;
    m->adhesion = level == ZN_LEVEL_VELOCITY && !p->kind->cone
                      ? zni_law_adhesion(a->law)
                      : 0;
    m->stride = m->unit = (int32_t)(a->size / a->copies);
    m->always = lt->always;
    m->slot = m->load = -1;
    for (zn_index j = 0; j < s->nds; j++)
        m->side[j] = (zni_side){.osi = bodies[s->body[j]].osi, .group = -1};
    zni_global_count(p, k, 1);
    return ZN_OK;
}

bool zni_member_bilateral(const zni_problem *p, zn_index k)
{
    const zni_member *m = &p->member[k];
    zn_cone c;

    if (!m->in || m->level != ZN_LEVEL_VELOCITY || m->force)
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
    const zni_member *m = &p->member[k];
    const zni_lin *s = zni_problem_lin(p, k);

    if (!m->in)
        return;
    if (has->block > 1) {
        const int32_t block = least_block(p, m);
        has->block = block < has->block ? block : has->block;
    }
    has->any_level[m->level] = true;
    has->any_input = has->any_input || s->more->B;
    has->any_offset = has->any_offset || (s->more->B && s->varies->b);
    has->any_adhesion = has->any_adhesion || m->adhesion > 0;
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
        p->member, p->lam, p->active.was, p->active.act, p->active.seat, a->x,   a->p,
        a->i,      a->bp,  a->ro,         a->end,    a->begin,      a->linked,      r->q,   r->z,
        r->w,      r->pull, r->where, p->active.first,
    };

    if (!p->ctx)
        return;
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
