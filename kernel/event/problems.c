/* problems.c - the one-step problems at velocity and acceleration level, as the
 * event-driven simulation sees them: masses instead of integrators
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/event/event.h"

static const zni_event_driven *owner(const zni_problem *p)
{
    return p->user;
}

/* Velocities before the impact. */
static const double *velocity(const zni_problem *p, const zni_member *m,
                              zn_index j, const zni_body *b,
                              const zn_step *step)
{
    (void)p, (void)m, (void)j;
    return step->v1 + b->ds->v_off;
}

/* Accelerations without forces of contacts. */
static const double *acceleration(const zni_problem *p, const zni_member *m,
                                  zn_index j, const zni_body *b,
                                  const zn_step *step)
{
    (void)m, (void)j, (void)step;
    return owner(p)->acc + b->uoff;
}

static void solve(const zni_problem *p, const zni_body *b, zn_index nrhs,
                  double X[])
{
    zn_factor_solve(owner(p)->mass[b->ds->place].M, nrhs, X);
}

static zni_version W(const zni_problem *p, const zni_body *b)
{
    return owner(p)->mass[b->ds->place].made;
}

static const zni_contact_state *state(const zni_problem *p, const zni_member *m,
                                      zn_index row)
{
    return &owner(p)->is[zni_event_contact(owner(p), m->off + row)];
}

/* y is the gap at this instant. */
static bool touches(const zni_problem *p, const zni_member *m,
                    const zn_step *step, zn_index row, const double y[],
                    const double u[])
{
    const zni_contact_state *c = state(p, m, row);

    (void)step, (void)u;
    return zni_event_touches(owner(p), c, y[0]);
}

static bool closed(const zni_problem *p, const zni_member *m,
                   const zn_step *step, zn_index row, const double y[],
                   const double u[])
{
    (void)step, (void)y, (void)u;
    return state(p, m, row)->closed;
}

const zni_problem_kind zni_problem_of_impact = {
    .name = "impact",
    .point = zni_kind_end_point,
    .time = zni_kind_end,
    .factors = zni_kind_no_factors,
    .free_value = velocity,
    .solve = solve,
    .W = W,
    .active = touches,
};

const zni_problem_kind zni_problem_of_force = {
    .name = "forces of contacts",
    .point = zni_kind_end_point,
    .time = zni_kind_end,
    .factors = zni_kind_no_factors,
    .free_value = acceleration,
    .solve = solve,
    .W = W,
    .active = closed,
};
