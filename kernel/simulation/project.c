/* project.c - option projection: after the velocity-level problem of a step, or of each
 * iterate of it, the position is brought back onto the constraints. doc/projection.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/simulation/simulation.h"

#include <math.h>
#include <string.h>

#include "kernel/model/vectors.h"

/* Of joints, of what rounding may leave over the tolerance: angles that count their turns are larger
 * than what enters a row else. */
static const double MORE = 1e4;

zn_status zni_sim_check_projection(const zn_simulation *s)
{
    if (s->opt.projection_metric != ZNI_METRIC_COORDINATES ||
        s->opt.projection == ZNI_PROJECT_COMBINED ||
        s->opt.projection == ZNI_PROJECT_DIRECT ||
        s->opt.projection == ZNI_PROJECT_NEVER)
        return ZN_OK;
    return zn_fail(s->ctx, ZN_EINVAL,
                   "projection_metric=coordinates is that of projection=combined "
                   "and direct: set one of these, or projection_metric=mass or "
                   "identity");
}

/* Does the step go on with what corrections have led to? */
static bool accepts(zn_simulation *s)
{
    const bool so = s->opt.on_projection_failure == ZNI_PROJECTION_ACCEPT;

    s->run.projection_failures += so;
    return so;
}

static zn_status gives_up(zn_simulation *s, zn_index iterations)
{
    const zni_projector *p = &s->projection;
    const zni_lin *a = zni_problem_lin(&p->problem, p->worst_at);
    const zn_index i = p->worst_row;
    char who[160];

    if (accepts(s))
        return ZN_OK;
    return zn_fail(s->ctx, ZN_UNSOLVED,
                   "projection at t = %.9g s: after %td iterations row %td of "
                   "interaction %s is still violated by %.3g > %.3g; can "
                   "what it says be, together with the others? Take a smaller "
                   "h, a larger projection_tol, projection=none, or "
                   "on_projection_failure=accept",
                   s->step.t1, iterations, i,
                   zni_interaction_words(a->a, sizeof who, who),
                   fabs(zni_problem_member(&p->problem, p->worst_at)->act->c[i]),
                   zni_projector_may_stay(p, a->off + i));
}

/* Contacts of bodies that have passed into each other before they were found may ask for places
 * that cannot be. */
static zn_status contradict(zn_simulation *s, zn_status st)
{
    const zni_projector *p = &s->projection;
    const zni_lin *a = p->worst_at < 0 ? NULL : zni_problem_lin(&p->problem, p->worst_at);
    char who[160];

    if (st != ZN_UNSOLVED || zni_sim_stopped(s) || !a || !s->sources.n)
        return st;
    return zn_note(s->ctx, st,
                   "a gap of %.3g of interaction %s is to be closed, and which contacts there are is "
                   "looked for where a step begins: if bodies meet in a step that began too far apart, take "
                   "a smaller h, or a larger reach of the contact source (contacts: {reach: 0.3}); "
                   "on_projection_failure=accept goes on with what corrections have led to",
                   zni_problem_member(&p->problem, p->worst_at)->act->c[p->worst_row],
                   zni_interaction_words(a->a, sizeof who, who));
}

static zn_status solve(zn_simulation *s, zni_projector *p)
{
    zn_status st;

    memset(p->problem.lam, 0, (size_t)s->state.ny * sizeof(double));
    st = zni_projector_assemble(p, s->body, &s->step);
    return st || !p->problem.active.n ? st : zni_sim_solve_problem(s, &p->problem);
}

/* A step begins whose iterates are corrected: the sizes of rows where it begins say which contacts
 * lie on their surfaces, and what may stay of a row in the whole step. */
zn_status zni_sim_measure_rows(zn_simulation *s)
{
    zni_projector *p = &s->projection;
    double worst;

    zni_copy(s->state.nq, s->state.q, s->q1);
    s->problem.active.width = p->relative ? p->size : NULL;
    return zni_projector_look(p, s->body, &s->step, true, &worst);
}

/* One correction of its own. */
static zn_status one_correction(zn_simulation *s, zni_projector *p, zn_index nu)
{
    zn_status st;

    if (p->in_coordinates)
        return zni_projector_tie(p, s->body, s->nbody, nu, &s->step);
    st = contradict(s, solve(s, p));
    return st ? st : zni_projector_move(p, s->body, s->nbody, nu, &s->step);
}

/* What a solver leaves of a row is a part of the widest gap among them. Where contacts that a correction of
 * the step has met are far open by now, that may be more than may stay of others, and corrections would go on for ever:
 * then the next ones are solved the sharper. */
static zn_status sharpen(zn_simulation *s, double *tol)
{
    static const double part = 1e-2, least = 1e-15;
    zn_solver *solver = s->projection.problem.how.solver;

    if (!solver || *tol * part < least)
        return ZN_OK;
    *tol *= part;
    return zn_solver_set_real(solver, "tol", *tol);
}

static zn_status corrections(zn_simulation *s, double *tol)
{
    zni_projector *p = &s->projection;
    const zn_index nu = s->state.nv + s->state.nx;
    double worst, before = INFINITY;
    zn_status st = ZN_OK;

    for (zn_index it = 0; !st; it++, before = worst) {
        st = zni_projector_look(p, s->body, &s->step, it == 0 && !p->inside, &worst);
        if (st)
            break;
        if ((worst <= 1 && !(it == 0 && p->corrected)) || (p->relative && p->joints && worst > before / 2 &&
                           worst <= MORE)) /* corrections are rounding now */
            return zni_projector_confirm(p, s->step.t1);
        if (it == s->opt.projection_max_iter)
            return gives_up(s, it);
        if (worst > before / 2)
            st = sharpen(s, tol);
        if (!st)
            st = one_correction(s, p, nu);
        if (st == ZN_UNSOLVED && !zni_sim_stopped(s) && accepts(s)) /* what rows ask contradicts itself */
            return ZN_OK;
        p->corrected = p->inside;
    }
    return st ? zn_note(s->ctx, st, "projection at t = %.9g s", s->step.t1) : ZN_OK;
}

/* A row that an iterate of the step was corrected in is corrected in each that follows, by however
 * little it is violated: were it left alone within the tolerance, Newton's method could be
 * sent to and fro between an iterate that is corrected and one that is not. */
static zn_status correct(zn_simulation *s)
{
    zni_projector *p = &s->projection;
    double tol = s->opt.solver_tol;
    zn_status st, back = ZN_OK;

    memset(p->total, 0, (size_t)s->state.ny * sizeof *p->total);
    if (p->inside)
        zni_projector_press(p, &s->step);
    if (!p->inside || s->step.iteration == 0) {
        memset(p->met, 0, (size_t)s->state.ny);
        memset(p->moved, 0, (size_t)(s->state.nv + s->state.nx));
        p->corrected = false;
    }
    st = corrections(s, &tol);
    if (tol < s->opt.solver_tol)
        back = zn_solver_set_real(p->problem.how.solver, "tol", s->opt.solver_tol);
    return st ? st : back;
}

/* All that is violated where the systems stand is corrected there, as `direct` does. */
static zn_status correct_here(zn_simulation *s)
{
    zn_state *x = &s->state;
    zn_status st;

    s->step = (zn_step){.t = x->t,
                        .t1 = x->t,
                        .number = x->step,
                        .state = x,
                        .q1 = s->q1,
                        .v1 = s->v1,
                        .x1 = s->x1};
    zni_copy(x->nq, x->q, s->q1);
    zni_copy(x->nv, x->v, s->v1);
    zni_copy(x->nx, x->x, s->x1);
    st = correct(s);
    if (st)
        return zn_note(s->ctx, st, "start_positions=project");
    zni_copy(x->nq, s->q1, x->q);
    return ZN_OK;
}

/* By a projector that takes part for as long as it begins: that of the run may leave contacts alone, or
 * all. */
zn_status zni_sim_project_start(zn_simulation *s)
{
    zn_status st, back;

    s->projection.beginning = s->broken = true;
    s->ready = false;
    st = zni_sim_sync(s);
    if (!st)
        st = correct_here(s);
    s->projection.beginning = false;
    s->broken = true;
    s->ready = false;
    zni_sim_moved(s);
    back = zni_sim_sync(s);
    if (!st)
        st = back;
    return st ? st : zni_sim_restart(s);
}

/* What the correction gives to the systems is counted. */
zn_status zni_sim_project(zn_simulation *s)
{
    double before, after;
    zn_status st;

    s->projected = 0;
    if (!s->opt.energy)
        return correct(s);
    st = zni_energy_iterate(s, &before);
    if (!st)
        st = correct(s);
    if (!st)
        st = zni_energy_iterate(s, &after);
    if (!st)
        s->projected = after - before;
    return st;
}

void zni_sim_store_projection(zn_simulation *s)
{
    const zni_projector *p = &s->projection;

    for (zn_index k = 0; k < p->problem.nmember; k++) {
        const zni_member *m = zni_problem_member(&p->problem, k);
        if (m->in)
            memcpy(s->state.lambda[ZN_LEVEL_POSITION] + m->off,
                   p->total + m->off, (size_t)m->size * sizeof *p->total);
    }
}
