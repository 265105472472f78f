/* lengths.c - the vectors of a simulation that are as long as its model says
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/simulation/lengths.h"

#include <stddef.h>
#include <string.h>

#include "kernel/model/vectors.h"
#include "kernel/simulation/simulation.h"

/* as many as positions, velocities, unknowns of first order, of both, outputs */
typedef enum count { OF_Q, OF_V, OF_X, OF_U, OF_Y, COUNTS } count;

/* What asks for it: multipliers and outputs of a level are wanted where a law is on it, the
 * impulses of prescribed velocities where there are such, the last iterate where there is one,
 * tangents where there are some that may turn. */
typedef enum want { LEVEL_0, LEVEL_1, LEVEL_2, PRESCRIBED, ITERATES, TANGENTS, ALL } want;

/* Where the pointer is, how many elements there are, how large one is, and who wants it. */
#define WANTED(member, of, by)                                                \
    {offsetof(zn_simulation, member), (of), sizeof *((zn_simulation *)0)->member, (by)}
#define VECTOR(member, of) WANTED(member, of, ALL)

static const struct {
    size_t at;
    count of;
    size_t elem;
    want by;
} vector[ZNI_SIM_VECTORS] = {
    VECTOR(state.q, OF_Q),
    VECTOR(state.v, OF_V),
    VECTOR(state.p, OF_V),
    WANTED(state.bc, OF_V, PRESCRIBED),
    VECTOR(state.x, OF_X),
    VECTOR(state.r, OF_X),
    VECTOR(state.y[0], OF_Y),
    VECTOR(state.y[1], OF_Y),
    WANTED(state.y[2], OF_Y, LEVEL_2),
    WANTED(state.lambda[0], OF_Y, LEVEL_0),
    WANTED(state.lambda[1], OF_Y, LEVEL_1),
    WANTED(state.lambda[2], OF_Y, LEVEL_2),
    VECTOR(state.active, OF_Y),
    VECTOR(gap, OF_Y),
    WANTED(tangent, OF_Y, TANGENTS),
    VECTOR(q1, OF_Q),
    VECTOR(v1, OF_V),
    VECTOR(x1, OF_X),
    VECTOR(p, OF_U),
    VECTOR(du, OF_U),
    WANTED(uprev, OF_U, ITERATES),
    WANTED(bc_last, OF_V, PRESCRIBED),
};

_Static_assert(ZN_LEVELS == 3, "each level has its vectors in the table");

static zn_index count_of(const zn_model *m, count of)
{
    const zn_index n[COUNTS] = {m->nq, m->nv, m->nx, m->nv + m->nx, m->ny};

    return n[of] + (n[of] == 0); /* one element at the least, so that no vector is NULL */
}

static bool wanted(const zn_simulation *s, want by)
{
    return by == ALL || (by == PRESCRIBED ? s->model->prescribes
                         : by == ITERATES ? s->iterates
                         : by == TANGENTS ? s->turns_tangents
                                          : s->used[by]);
}

/* A vector of its own, or the one of zeros that those share whom nobody wants. */
static zn_status reserve(zn_simulation *s, int i)
{
    const zn_index n = count_of(s->model, vector[i].of);
    void *const at = (char *)s + vector[i].at;

    if (!wanted(s, vector[i].by)) {
        memcpy(at, &s->nothing, sizeof s->nothing);
        return ZN_OK;
    }
    if (!s->room[i])
        memset(at, 0, sizeof s->nothing);
    return zn_grow(s->ctx, at, &s->room[i], n, vector[i].elem);
}

/* What is written whatever the laws say: levels by projections, by integrators with forces
 * inside their steps, by kinds that move the systems themselves. */
static void use_by_options(zn_simulation *s)
{
    const bool moves =
        ZN_HAS(zn_simulation_type, s->kind, moves) && s->kind->moves;

    for (int level = 0; level < ZN_LEVELS; level++)
        s->used[level] = s->used[level] || moves;
    s->used[ZN_LEVEL_POSITION] =
        s->used[ZN_LEVEL_POSITION] || (s->projection.on && !s->projection.joints);
    for (zn_index i = 0; i < s->nosi; i++)
        s->used[ZN_LEVEL_ACCELERATION] =
            s->used[ZN_LEVEL_ACCELERATION] || s->osi[i]->type->stages;
    s->iterates = s->iterates || s->opt.energy; /* which takes uprev to work with */
}

static zn_status zeros(zn_simulation *s)
{
    zn_index n = 1;

    for (int i = 0; i < ZNI_SIM_VECTORS; i++)
        if (!wanted(s, vector[i].by) && n < count_of(s->model, vector[i].of))
            n = count_of(s->model, vector[i].of);
    return zn_grow(s->ctx, &s->nothing, &s->cnothing, n, sizeof *s->nothing);
}

static zn_status reserve_progress(zn_simulation *s)
{
    return s->iterates ? zn_grow(s->ctx, &s->progress, &s->cprogress, s->model->nds,
                                 sizeof *s->progress)
                       : ZN_OK;
}

zn_status zni_sim_vectors_reserve(zn_simulation *s)
{
    const zn_model *m = s->model;
    zn_status st;

    use_by_options(s);
    st = zeros(s);
    if (!st)
        st = reserve_progress(s);
    for (int i = 0; !st && i < ZNI_SIM_VECTORS; i++)
        st = reserve(s, i);
    s->state.nq = m->nq;
    s->state.nv = m->nv;
    s->state.nx = m->nx;
    s->state.ny = m->ny;
    return st;
}

/* All that somebody wants by now. */
static zn_status use(zn_simulation *s, want by, bool *so)
{
    zn_status st = ZN_OK;

    if (*so)
        return ZN_OK;
    *so = true;
    for (int i = 0; !st && i < ZNI_SIM_VECTORS; i++)
        if (vector[i].by == by)
            st = reserve(s, i);
    *so = st == ZN_OK;
    return st;
}

zn_status zni_sim_use_level(zn_simulation *s, zn_level level)
{
    return level < 0 ? ZN_OK : use(s, (want)level, &s->used[level]);
}

zn_status zni_sim_use_iterations(zn_simulation *s)
{
    const zn_status st = use(s, ITERATES, &s->iterates);

    return st ? st : reserve_progress(s);
}

zn_status zni_sim_use_tangents(zn_simulation *s)
{
    return use(s, TANGENTS, &s->turns_tangents);
}

void zni_sim_nothing(zn_simulation *s)
{
    zni_clear(s->cnothing, s->nothing);
}

void zni_sim_vectors_fini(zn_simulation *s)
{
    for (int i = 0; i < ZNI_SIM_VECTORS; i++) {
        void *array;
        memcpy(&array, (char *)s + vector[i].at, sizeof array);
        zn_free_array(s->ctx, s->room[i] ? array : NULL);
    }
    zn_free_array(s->ctx, s->nothing);
    zn_free_array(s->ctx, s->progress);
    zni_mixing_fini(s->ctx, &s->mixing);
}
