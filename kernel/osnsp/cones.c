/* cones.c - the cones of the active copies of laws as blocks of the one-step
 * problem, and their parameters that change from step to step
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/small.h"
#include "kernel/osnsp/problem.h"

#include <math.h>

bool zni_member_varies(const zni_member *m)
{
    const zn_law *law = m->law;

    return (m->law->type->loaded ||
            (m->law->type->vary &&
             (!m->law->type->varies || m->law->type->varies(law)))) &&
           m->level == ZN_LEVEL_VELOCITY;
}

/* Parameters of one copy that change. */
static zn_index params_of_copy(const zni_problem *p, const zni_member *m)
{
    zn_index n = 0;
    zn_cone c;

    for (zn_index k = 0; zni_member_cone(p, m, k, &c); k++)
        n += c.nparam;
    return n;
}

/* Blocks of one copy from block b, row i on; parameters from param on if not NULL. */
static zn_index copy_blocks(zni_problem *p, const zni_member *m, zn_index at,
                            zn_index i, double *param)
{
    zni_cones *b = &p->cones;
    zn_cone c;

    for (zn_index k = 0; zni_member_cone(p, m, k, &c); k++, at++) {
        if (param) {
            c.param = param;
            param += c.nparam;
        }
        b->cone[at] = c;
        b->start[at] = i;
        b->law[at] = m->law;
        i += c.size;
    }
    return at;
}

/* Of bilateral rows of which some are left out: those that are not, in one block. */
static zn_index rest(zni_cones *b, const zni_member *m, zn_index at)
{
    b->cone[at] = (zn_cone){.set = zn_set_zero(), .size = m->nact};
    b->start[at] = m->first;
    b->law[at] = m->law;
    return at + 1;
}

static zn_status grow(zni_problem *p, zn_index blocks, zn_index params)
{
    zni_cones *b = &p->cones;
    zn_status st =
        zn_grow(p->ctx, &b->cone, &b->ccone, blocks, sizeof *b->cone);

    if (!st)
        st = zn_grow(p->ctx, &b->start, &b->cstart, blocks + 1,
                     sizeof *b->start);
    if (!st)
        st = zn_grow(p->ctx, &b->law, &b->claw, blocks, sizeof *b->law);
    if (!st) /* as many again, for those of the step before */
        st = zn_grow(p->ctx, &b->param, &b->cparam, 2 * params,
                     sizeof *b->param);
    return st;
}

/* Where the interaction is by whose reaction others are bounded. */
static zn_status find_load(zni_problem *p, zni_member *m)
{
    const zn_interaction *a = zni_problem_lin(p, m->place)->a, *by;
    const char *name =
        m->law->type->loaded ? m->law->type->load_by(m->law->state) : NULL;

    m->load = -1;
    if (!name)
        return ZN_OK;
    by = zn_model_interaction(zni_interaction_model(a), name);
    if (!by || by->place >= p->nmember || !zni_problem_member(p, by->place)->in)
        return zn_fail(p->ctx, ZN_ENOENT,
                       "law '%s' of interaction '%s': no interaction '%s', by "
                       "whose reaction it goes, takes part in the step",
                       m->law->type->type.name, a->name, name);
    m->load = (int32_t)by->place;
    return ZN_OK;
}

/* Loads of laws, and how many parameters change. */
static zn_status find_loads(zni_problem *p, zn_index *params)
{
    zn_status st = ZN_OK;

    *params = 0;
    for (zn_index k = 0; p->has.any_vary && !st && k < p->active.nact; k++) {
        zni_member *m = zni_problem_member(p, p->active.act[k]);
        st = find_load(p, m);
        if (!st && zni_member_varies(m))
            *params += m->nact / m->unit * params_of_copy(p, m);
    }
    return st;
}

/* No more blocks than that are put for active.n rows. Members that were noted have
 * unit >= block, and where block > 1 no rows are left out and each of their copies is one
 * block: nact / unit of a member are at most nact / block. Otherwise each block has a row:
 * cones of no rows are refused with their law (check_cones of kernel/model/interaction.c),
 * and what is left of a member is a block of the rows that are. */
static zn_index most_blocks(const zni_problem *p)
{
    return p->has.block > 1 ? p->active.n / p->has.block : p->active.n;
}

zn_status zni_cones_begin(zni_problem *p)
{
    zni_cones *b = &p->cones;
    zn_index params;
    zn_status st = find_loads(p, &params);

    if (!st)
        st = grow(p, most_blocks(p), params);
    if (st)
        return st;
    b->n = b->given = 0;
    b->nparam = params;
    b->of = NULL;
    return ZN_OK;
}

/* Copies of one block each, as those of the member before. */
static void put_alike(zni_cones *b, const zni_member *m)
{
    for (zn_index r = 0; r < m->nact; r += m->unit, b->n++) {
        b->cone[b->n] = b->like;
        b->start[b->n] = m->first + r;
        b->law[b->n] = b->of;
    }
}

void zni_cones_put(zni_problem *p, const zni_member *m)
{
    zni_cones *b = &p->cones;
    const bool change = p->has.any_vary && zni_member_varies(m);
    const zn_index begin = b->n;

    if (m->thin) {
        b->n = rest(b, m, b->n);
        return;
    }
    if (m->law == b->of) {
        put_alike(b, m);
        return;
    }
    for (zn_index r = 0; r < m->nact; r += m->unit) {
        const zn_index at = b->n;
        b->n = copy_blocks(p, m, b->n, m->first + r,
                           change ? b->param + b->given : NULL);
        b->given += change ? params_of_copy(p, m) : 0;
        if (p->active.ties && p->kind->tied(p, m, zni_member_active(m)[r]))
            b->cone[at] = (zn_cone){.set = zn_set_zero(), .size = 1};
    }
    if (!p->kind->cone && !p->has.any_vary && b->n - begin == m->nact / m->unit) {
        b->of = m->law;
        b->like = b->cone[begin];
    }
}

void zni_cones_end(zni_problem *p)
{
    p->cones.start[p->cones.n] = p->active.n;
}

/* The impulse of the interaction by whose reaction the member is bounded. */
static double load(const zni_problem *p, const zni_member *m)
{
    const zni_lin *s = m->load < 0 ? NULL : zni_problem_lin(p, m->load);
    double sum = 0;

    for (zn_index r = 0; s && r < s->m; r++) {
        const double x = p->lam[s->off + r];
        if (!zni_lin_class(s)->forces ||
            zni_lin_class(s)->forces(s->a->relation, r))
            sum += x * x;
    }
    return sqrt(sum);
}

/* Parameters of one copy at the velocity u, checked. */
static zn_status vary_copy(const zni_problem *p, const zni_lin *s,
                           const zni_member *m, const zn_step *step,
                           const double u[], double param[])
{
    zn_status st = m->law->type->loaded
                       ? m->law->type->loaded(m->law, step->h, load(p, m), param)
                       : m->law->type->vary(m->law, u, param);
    zn_cone c;

    for (zn_index k = 0; !st && zni_member_cone(p, m, k, &c); k++) {
        c.param = param;
        st = zn_note(zni_interaction_model(s->a)->ctx, zn_cone_check(zni_interaction_model(s->a)->ctx, &c),
                     "law '%s'", m->law->type->type.name);
        param += c.nparam;
    }
    return zni_lin_where(s, st);
}

zn_status zni_cones_vary(zni_problem *p, const zn_step *step, bool *changed)
{
    zni_cones *b = &p->cones;
    double *at = b->param, *old = b->nparam ? at + b->nparam : NULL;
    zn_status st = ZN_OK;

    *changed = false;
    for (zn_index i = 0; i < b->nparam; i++)
        old[i] = b->param[i];
    for (zn_index k = 0; b->nparam && !st && k < p->active.nact; k++) {
        const zni_member *m = zni_problem_member(p, p->active.act[k]);
        const zni_lin *s = zni_problem_lin(p, p->active.act[k]);
        const zn_index n = zni_member_varies(m) ? params_of_copy(p, m) : 0;
        for (zn_index r = 0; n && !st && r < m->nact; r += m->unit, at += n)
            st = vary_copy(p, s, m, step,
                           zni_problem_seen(p, step, 1) + s->off +
                               zni_member_active(m)[r],
                           at);
    }
    for (zn_index i = 0; i < b->nparam; i++)
        *changed = *changed || b->param[i] != old[i];
    return st;
}

const double *zni_cones_param(const zni_problem *p, zn_index place,
                              zn_index copy)
{
    const zni_member *m = zni_problem_member(p, place);
    zn_index at = 0;

    if (!zni_member_varies(m))
        return NULL;
    for (zn_index k = 0; k < p->active.nact; k++) {
        const zni_member *other = zni_problem_member(p, p->active.act[k]);
        if (other == m)
            return p->cones.param + at + copy * params_of_copy(p, m);
        if (zni_member_varies(other))
            at += other->nact / other->unit * params_of_copy(p, other);
    }
    return NULL;
}

/* How far the bounds of a member are from those of its load by now, beside the largest of them;
 * *absolute: beside each and one unit. */
double zni_cones_load_residual(const zni_problem *p, zn_index place,
                               const zn_step *step, bool one)
{
    enum { FEW = 12 };
    const zni_member *m = zni_problem_member(p, place);
    const double *used = zni_cones_param(p, place, 0);
    const zn_index n = used ? params_of_copy(p, m) : 0;
    double now[FEW], off = 0, most = 0;

    if (m->load < 0 || n > FEW ||
        m->law->type->loaded(m->law, step->h, load(p, m), now))
        return 0;
    for (zn_index i = 0; i < n; i++) {
        off = fmax(off, fabs(now[i] - used[i]));
        most = fmax(most, fabs(now[i]));
    }
    return zni_share(off, most, one);
}

void zni_cones_fini(zni_problem *p)
{
    zn_free_array(p->ctx, p->cones.cone);
    zn_free_array(p->ctx, p->cones.start);
    zn_free_array(p->ctx, p->cones.law);
    zn_free_array(p->ctx, p->cones.param);
}
