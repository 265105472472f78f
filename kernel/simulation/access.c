/* access.c - looking into a simulation
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/simulation/simulation.h"

#include <float.h>
#include <math.h>
#include <string.h>

zn_ctx *zn_simulation_ctx(const zn_simulation *s)
{
    return s->ctx;
}

zn_model *(zn_simulation_model)(zn_simulation *s)
{
    return s->model;
}

double zn_simulation_time(const zn_simulation *s)
{
    return s->state.t;
}

double zn_simulation_t0(const zn_simulation *s)
{
    return s->times.t0;
}

double zn_simulation_end(const zn_simulation *s)
{
    return s->times.T;
}

zn_index zn_simulation_step_number(const zn_simulation *s)
{
    return s->state.step;
}

zn_index zn_simulation_step_count(const zn_simulation *s)
{
    zn_index left;

    if (!s->kind->remaining)
        return -1;
    left = s->kind->remaining(s->kind_state, s);
    return left < 0 ? -1 : s->state.step + left;
}

double zn_simulation_instant(const zn_simulation *s, zn_index k)
{
    const zni_times *t = &s->times;

    return k <= 0 ? t->t0 : k >= t->count ? t->T : zni_times_at(t, k);
}

zn_solver *(zn_simulation_solver)(zn_simulation *s)
{
    return s->problem.how.solver;
}

const zn_state *zn_simulation_state(const zn_simulation *s)
{
    return &s->state;
}

const zn_step_info *zn_simulation_step_info(const zn_simulation *s)
{
    return &s->info;
}

zn_index zn_simulation_osi_count(const zn_simulation *s)
{
    return s->nosi;
}

const zn_osi *zn_simulation_osi(const zn_simulation *s, zn_index i)
{
    return i >= 0 && i < s->nosi ? s->osi[i] : NULL;
}

zn_state *zn_simulation_state_rw(zn_simulation *s)
{
    return &s->state;
}

void zni_sim_moved(zn_simulation *s)
{
    s->changed = s->lins.parameters = zni_sim_tick(s);
    s->sources.found = false;
    zni_sim_nothing(s);
}

/* Is a number farther from zero than `most`, or none? */
static bool look(zni_no_number *bad, const zn_ds *ds, const char *name, zn_index n,
                 const double all[], zn_index off, double most)
{
    for (zn_index i = 0; i < n; i++)
        if (!(fabs(all[off + i]) <= most)) {
            *bad = (zni_no_number){ds, name, i, all[off + i]};
            return true;
        }
    return false;
}

static zni_no_number beyond(const zn_simulation *s, const double q[], const double v[],
                            const double x[], double most)
{
    zni_no_number bad = {0};

    for (zn_index k = 0; k < s->nbody; k++) {
        const zn_ds *ds = s->body[k].ds;
        if (ds && (look(&bad, ds, "q", ds->nq, q, ds->q_off, most) ||
                   look(&bad, ds, "v", ds->nv, v, ds->v_off, most) ||
                   look(&bad, ds, "x", ds->nx, x, ds->x_off, most)))
            break;
    }
    return bad;
}

zni_no_number zni_sim_no_number(const zn_simulation *s, const double q[], const double v[],
                                const double x[])
{
    return beyond(s, q, v, x, DBL_MAX);
}

zn_status zni_sim_note_far(const zn_simulation *s, zn_status st)
{
    const zn_state *now = &s->state;
    /* with some steps in hand: what is made of it is larger */
    const zni_no_number far = beyond(s, now->q, now->v, now->x, 0x1p480);

    return !far.ds ? st
                   : zn_note(s->ctx, st,
                             "system '%s': %s[%td] is %g at t = %.9g s, the motion "
                             "grows without bound",
                             far.ds->owner.name, far.name, far.i, far.value, now->t);
}

/* Where no motion leads away from q: a class whose positions are no vectors would put a
 * quaternion of another length right in its next step, without a word. The iterate is free. */
static zn_status stays(const zn_simulation *s, const zn_ds *ds)
{
    const double *q = s->state.q + ds->q_off;
    double *still = s->v1 + ds->v_off, *put = s->q1 + ds->q_off;

    if (!ds->type->retract)
        return ZN_OK;
    memset(still, 0, (size_t)ds->nv * sizeof *still);
    zn_ds_retract(ds, q, still, put);
    for (zn_index i = 0; i < ds->nq; i++)
        if (!(fabs(put[i] - q[i]) <= 1e-10 * fmax(1, fabs(q[i]))))
            return zn_fail(s->ctx, ZN_EINVAL,
                           "system '%s': q[%td] = %.12g was written at t = %.9g s, where a "
                           "position on its manifold has %.12g: quaternions are of length 1",
                           ds->owner.name, i, q[i], s->state.t, put[i]);
    return ZN_OK;
}

/* Is what stands in the state a state? */
static zn_status check_written(const zn_simulation *s)
{
    const zn_state *x = &s->state;
    const zni_no_number bad = zni_sim_no_number(s, x->q, x->v, x->x);
    zn_status st = ZN_OK;

    if (bad.ds)
        return zn_fail(s->ctx, ZN_EINVAL,
                       "system '%s': %s[%td] = %g was written at t = %.9g s: write numbers",
                       bad.ds->owner.name, bad.name, bad.i, bad.value, x->t);
    for (zn_index k = 0; !st && k < s->nbody; k++)
        if (s->body[k].ds)
            st = stays(s, s->body[k].ds);
    return st;
}

zn_status zn_simulation_touched(zn_simulation *s)
{
    zn_status st = ZN_OK;

    zni_sim_moved(s);
    if (!s->ready)
        return ZN_OK;
    st = zni_sim_sync(s); /* with what the model has now */
    if (!st)
        st = check_written(s);
    return st ? st : zni_sim_restart(s);
}

const double *zn_simulation_q(const zn_simulation *s, const zn_ds *ds)
{
    return s->state.q + ds->q_off;
}

const double *zn_simulation_v(const zn_simulation *s, const zn_ds *ds)
{
    return s->state.v + ds->v_off;
}

const double *zn_simulation_p(const zn_simulation *s, const zn_ds *ds)
{
    return s->state.p + ds->v_off;
}

const double *zn_simulation_x(const zn_simulation *s, const zn_ds *ds)
{
    return s->state.x + ds->x_off;
}

const double *zn_simulation_r(const zn_simulation *s, const zn_ds *ds)
{
    return s->state.r + ds->x_off;
}

const double *zn_simulation_bc(const zn_simulation *s, const zn_ds *ds)
{
    return s->state.bc + ds->v_off;
}

const double *zn_simulation_y(const zn_simulation *s, const zn_interaction *a,
                              int level)
{
    return level < 0 || level >= ZN_LEVELS ? NULL : s->state.y[level] + a->off;
}

const double *zn_simulation_lambda(const zn_simulation *s,
                                   const zn_interaction *a, int level)
{
    return level < 0 || level >= ZN_LEVELS
               ? NULL
               : zni_sim_multipliers(s, level) + a->off;
}

int zn_simulation_level(const zn_simulation *s, const zn_interaction *a)
{
    const zni_problem *p = &s->problem;

    zn_index off;
    zn_level level;

    if (a->place < p->nmember && zni_problem_rows(p, a->place, &off, &level))
        return level;
    return a->ds[0]->type->family == ZN_FIRST_ORDER ? ZN_LEVEL_POSITION
                                                    : ZN_LEVEL_VELOCITY;
}

bool zn_simulation_active(const zn_simulation *s, const zn_interaction *a)
{
    for (zn_index i = 0; i < a->size; i++)
        if (s->state.active[a->off + i])
            return true;
    return false;
}

const zn_one_step *zn_simulation_one_step(const zn_simulation *s)
{
    return &s->problem.statement;
}
