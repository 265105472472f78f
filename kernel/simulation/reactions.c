/* reactions.c - what joints and contacts do to bodies: impulse and moment over the last
 * step, in both frames
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osnsp/redundant.h"
#include "kernel/simulation/simulation.h"

#include <zeno/mechanics.h>

#include "kernel/mechanics/joint.h"
#include "kernel/mechanics/planar.h"

#include <math.h>
#include <string.h>

/* ---- least reactions ------------------------------------------------------------- */

static bool found(const zn_simulation *s, const zni_least *least)
{
    return least->of.changed && least->of.t == s->state.t && least->of.step == s->state.step &&
           least->of.changed == s->changed && least->of.set == s->lins.set;
}

/* What is kept here follows from the state, so the simulation stays what it is. */
static zn_status find(zn_simulation *s, int level, zni_least *least)
{
    const zn_index ny = s->state.ny;
    zn_status st = zn_grow(s->ctx, &least->x, &least->cap, ny, sizeof *least->x);

    if (st)
        return st;
    memcpy(least->x, s->state.lambda[level], (size_t)ny * sizeof *least->x);
    st = zni_least_norm(&s->problem, s->body, s->nbody, &s->state, least->x);
    least->of.t = s->state.t;
    least->of.step = s->state.step;
    least->of.changed = st ? 0 : s->changed;
    least->of.set = s->lins.set;
    return st;
}

const double *zni_sim_multipliers(const zn_simulation *s, int level)
{
    zn_simulation *own = (zn_simulation *)(uintptr_t)s;
    zni_least *least = level == ZN_LEVEL_POSITION ? NULL : &own->least[level == ZN_LEVEL_ACCELERATION];

    if (!least || !s->lins.nredundant || (!found(s, least) && find(own, level, least)))
        return s->state.lambda[level];
    return least->x;
}

/* ---- wrenches -------------------------------------------------------------------- */

static const zni_lin *lin_of(const zn_simulation *s, const zn_interaction *a)
{
    return a->place < s->lins.n && zni_lins_whose(&s->lins, a->place) == a
               ? zni_lins_at(&s->lins, a->place)
               : NULL;
}

/* w = H' lambda of the j-th system, at the state; in the plane three numbers. */
static zn_status pull(const zn_simulation *s, const zni_lin *lin, int j,
                      double w[6])
{
    const double *lambda = zni_sim_multipliers(s, ZN_LEVEL_VELOCITY) + lin->off;
    double *H = zn_alloc(s->ctx, lin->m * zni_lin_nu(lin), sizeof *H);
    zn_status st = H ? zni_lin_rows_at(&s->lins, lin, &s->state, H) : ZN_ENOMEM;

    memset(w, 0, 6 * sizeof *w);
    for (zn_index c = 0; !st && c < lin->n[j]; c++)
        for (zn_index r = 0; r < lin->m; r++)
            w[c] += H[r + (zni_lin_uo(lin, j) + c) * lin->m] * lambda[r];
    zn_free_array(s->ctx, H);
    return st;
}

/* From the wrench about the centre to that about a point, whose arm is in the inertial frame. */
static void about_point(const double q[], const double w[6],
                        const double angular[3], const double arm[3],
                        zn_reaction *out)
{
    double shift[3];

    zni_cross(arm, w, shift);
    for (int i = 0; i < 3; i++) {
        out->impulse[i] = w[i];
        out->angular[i] = angular[i] - shift[i];
        out->point[i] = q[i] + arm[i];
    }
}

static void in_space(const zn_interaction *a, int body, const double q[7],
                     const double w[6], zn_reaction *out)
{
    double arm[3], angular[3];

    zni_joint_anchor(a->relation, body, arm); /* from the centre, body frame */
    zn_rotate(q + 3, arm, arm);
    zn_rotate(q + 3, w + 3, angular);
    about_point(q, w, angular, arm, out);
    zn_rotate_back(q + 3, out->impulse, out->impulse_body);
    zn_rotate_back(q + 3, out->angular, out->angular_body);
}

static void in_plane(const zn_interaction *a, int body, const double q[3],
                     const double w[6], zn_reaction *out)
{
    const double c = cos(q[2]), s = sin(q[2]);
    const double at[3] = {q[0], q[1], 0}, impulse[6] = {w[0], w[1]};
    const double angular[3] = {0, 0, w[2]};
    double r[2];

    zni_planar_anchor(a->relation, body, r);
    about_point(at, impulse, angular,
                (const double[]){c * r[0] - s * r[1], s * r[0] + c * r[1], 0},
                out);
    out->impulse_body[0] = c * w[0] + s * w[1];
    out->impulse_body[1] = c * w[1] - s * w[0];
    out->angular_body[2] = out->angular[2];
}

zn_status zn_simulation_reaction(const zn_simulation *s,
                                 const zn_interaction *a, int body,
                                 zn_reaction *out)
{
    const zni_lin *lin = lin_of(s, a);
    const int j = body - 1;
    const double *q;
    double w[6];
    zn_status st;

    memset(out, 0, sizeof *out);
    if (!lin || !s->ready)
        return zn_fail(s->ctx, ZN_ESTATE,
                       "reaction of interaction '%s': the simulation is not "
                       "initialised, or has not met it yet",
                       a->name);
    const bool there = body >= 1 && body <= lin->nds;
    const bool plane = there && a->ds[j]->nq == 3 && lin->n[j] == 3;
    if (!there || !(plane || (a->ds[j]->nq == 7 && lin->n[j] == 6)))
        return zn_fail(s->ctx, ZN_EINVAL,
                       "reaction of interaction '%s' on body %d: it joins %d, "
                       "which must be rigid bodies in space, or in the plane "
                       "with (x, y, angle)",
                       a->name, body, lin->nds);
    st = pull(s, lin, j, w);
    if (st)
        return st;
    q = s->state.q + a->ds[j]->q_off;
    if (plane)
        in_plane(a, body, q, w, out);
    else
        in_space(a, body, q, w, out);
    out->h = s->step.h;
    return ZN_OK;
}
