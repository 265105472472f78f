/* lengths.c - the vectors of a simulation that are as long as its model says
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/simulation/lengths.h"

#include <stddef.h>

#include "kernel/simulation/simulation.h"

/* as many as positions, velocities, unknowns of first order, of both, outputs */
typedef enum count { OF_Q, OF_V, OF_X, OF_U, OF_Y, COUNTS } count;

/* Where the pointer is, how many elements there are, how large one is. */
#define VECTOR(member, of)                                                    \
    {offsetof(zn_simulation, member), (of), sizeof *((zn_simulation *)0)->member}

static const struct {
    size_t at;
    count of;
    size_t elem;
} vector[ZNI_SIM_VECTORS] = {
    VECTOR(state.q, OF_Q),         VECTOR(state.v, OF_V),
    VECTOR(state.p, OF_V),         VECTOR(state.bc, OF_V),
    VECTOR(state.x, OF_X),         VECTOR(state.r, OF_X),
    VECTOR(state.y[0], OF_Y),      VECTOR(state.y[1], OF_Y),
    VECTOR(state.y[2], OF_Y),      VECTOR(state.lambda[0], OF_Y),
    VECTOR(state.lambda[1], OF_Y), VECTOR(state.lambda[2], OF_Y),
    VECTOR(state.active, OF_Y),    VECTOR(gap, OF_Y),
    VECTOR(q1, OF_Q),              VECTOR(v1, OF_V),
    VECTOR(x1, OF_X),              VECTOR(p, OF_U),
    VECTOR(du, OF_U),              VECTOR(uprev, OF_U),
    VECTOR(bc_last, OF_V),
};

_Static_assert(ZN_LEVELS == 3, "each level has its vectors in the table");

zn_status zni_sim_vectors_reserve(zn_simulation *s)
{
    const zn_model *m = s->model;
    const zn_index n[COUNTS] = {m->nq, m->nv, m->nx, m->nv + m->nx, m->ny};
    zn_status st = ZN_OK;

    /* one element at the least, so that no vector is NULL */
    for (int i = 0; !st && i < ZNI_SIM_VECTORS; i++)
        st = zn_grow(s->ctx, (char *)s + vector[i].at, &s->room[i],
                     n[vector[i].of] + (n[vector[i].of] == 0), vector[i].elem);
    s->state.nq = m->nq;
    s->state.nv = m->nv;
    s->state.nx = m->nx;
    s->state.ny = m->ny;
    return st;
}

void zni_sim_vectors_fini(zn_simulation *s)
{
    for (int i = 0; i < ZNI_SIM_VECTORS; i++) {
        void *array;
        memcpy(&array, (char *)s + vector[i].at, sizeof array);
        zn_free_array(s->ctx, array);
    }
}
