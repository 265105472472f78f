/* reactions.c - what joints and contacts do to bodies: impulse and moment over the last
 * step, in both frames
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osnsp/redundant.h"
#include "kernel/simulation/simulation.h"

#include <zeno/mechanics.h>

#include "kernel/mechanics/joint.h"

#include <string.h>

/* ---- least reactions ------------------------------------------------------------- */

static bool found(const zn_simulation *s)
{
    return s->least.of.changed && s->least.of.t == s->state.t &&
           s->least.of.step == s->state.step &&
           s->least.of.changed == s->changed && s->least.of.set == s->lins.set;
}

/* What is kept here follows from the state, so the simulation stays what it is. */
static zn_status find(zn_simulation *s)
{
    const zn_index ny = s->state.ny;
    zn_status st =
        zn_grow(s->ctx, &s->least.x, &s->least.cap, ny, sizeof *s->least.x);

    if (st)
        return st;
    memcpy(s->least.x, s->state.lambda[ZN_LEVEL_VELOCITY],
           (size_t)ny * sizeof *s->least.x);
    st = zni_least_norm(&s->problem, s->body, s->nbody, &s->state, s->least.x);
    s->least.of.t = s->state.t;
    s->least.of.step = s->state.step;
    s->least.of.changed = st ? 0 : s->changed;
    s->least.of.set = s->lins.set;
    return st;
}

const double *zni_sim_multipliers(const zn_simulation *s, int level)
{
    const bool least = level == ZN_LEVEL_VELOCITY && s->lins.nredundant > 0;

    if (!least || (!found(s) && find((zn_simulation *)(uintptr_t)s)))
        return s->state.lambda[level];
    return s->least.x;
}

/* ---- wrenches -------------------------------------------------------------------- */

static const zni_lin *lin_of(const zn_simulation *s, const zn_interaction *a)
{
    const zni_lin *lin = a->place < s->lins.n ? &s->lins.at[a->place] : NULL;

    return lin && lin->a == a ? lin : NULL;
}

/* w = H' lambda of the j-th system, at the state. */
static zn_status pull(const zn_simulation *s, const zni_lin *lin, int j,
                      double w[6])
{
    const double *lambda = zni_sim_multipliers(s, ZN_LEVEL_VELOCITY) + lin->off;
    double *H = zn_alloc(s->ctx, lin->m * lin->nu, sizeof *H);
    zn_status st = H ? zni_lin_rows_at(lin, s->ctx, &s->state, H) : ZN_ENOMEM;

    memset(w, 0, 6 * sizeof *w);
    for (int c = 0; !st && c < 6; c++)
        for (zn_index r = 0; r < lin->m; r++)
            w[c] += H[r + (lin->uo[j] + c) * lin->m] * lambda[r];
    zn_free_array(s->ctx, H);
    return st;
}

zn_status zn_simulation_reaction(const zn_simulation *s,
                                 const zn_interaction *a, int body,
                                 zn_reaction *out)
{
    const zni_lin *lin = lin_of(s, a);
    const int j = body - 1;
    const double *q;
    double w[6], arm[3], shift[3];
    zn_status st;

    memset(out, 0, sizeof *out);
    if (!lin || !s->ready)
        return zn_fail(s->ctx, ZN_ESTATE,
                       "reaction of interaction '%s': the simulation is not "
                       "initialised, or has not met it yet",
                       a->name);
    if (body < 1 || body > lin->nds || a->ds[j]->nq != 7 || lin->n[j] != 6)
        return zn_fail(s->ctx, ZN_EINVAL,
                       "reaction of interaction '%s' on body %d: it joins %td, "
                       "which must be rigid bodies in space",
                       a->name, body, lin->nds);
    st = pull(s, lin, j, w);
    if (st)
        return st;
    q = s->state.q + a->ds[j]->q_off;
    zni_joint_anchor(a->relation, body, arm); /* from the centre, body frame */
    zn_rotate(q + 3, arm, out->point);
    zni_cross(out->point, w, shift);
    memcpy(out->impulse, w, sizeof out->impulse);
    memcpy(out->impulse_body, w, sizeof out->impulse_body);
    zn_rotate_back(q + 3, out->impulse_body, out->impulse_body);
    zn_rotate(q + 3, w + 3, out->angular);
    for (int i = 0; i < 3; i++) {
        out->angular[i] -= shift[i];
        out->point[i] += q[i];
    }
    memcpy(out->angular_body, out->angular, sizeof out->angular);
    zn_rotate_back(q + 3, out->angular_body, out->angular_body);
    out->h = s->step.h;
    return ZN_OK;
}
