/* step.c - one step of time stepping: Newton's method around the one-step
 * nonsmooth problem
 *
 *   begin; activate;
 *   repeat  linearise, residual, free state, assemble, solve, update
 *   until Newton converges; commit.
 *
 * When every system is affine and every relation linear, one pass is exact.
 * doc/time-stepping.md.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/simulation/simulation.h"

#include <float.h>
#include <math.h>
#include <string.h>

static zni_site *active_site(const zn_simulation *s, zn_index k)
{
    return &s->osnsp.site[s->osnsp.act[k]];
}

static double *iterate(const zn_simulation *s, const zni_body *b)
{
    return b->ds->type->family == ZN_SECOND_ORDER ? s->v1 + b->ds->v_off
                                                  : s->x1 + b->ds->x_off;
}

static zn_status at_body(const zn_simulation *s, const zni_body *b,
                         zn_status st)
{
    return st ? zn_note(s->ctx, st, "system '%s'", b->ds->name) : ZN_OK;
}

/* The multipliers to start from: the last ones, or zero. */
static void start_multipliers(zn_simulation *s)
{
    zni_osnsp *o = &s->osnsp;

    if (s->lam_known && s->opt.warm_start)
        return;
    s->lam_known = false;
    if (!s->opt.warm_start) {
        memset(o->lam, 0, (size_t)s->state.ny * sizeof *o->lam);
        return;
    }
    if (s->level >= 0) {
        memcpy(o->lam, s->state.lambda[s->level],
               (size_t)s->state.ny * sizeof *o->lam);
        return;
    }
    for (zn_index k = 0; k < o->nsites; k++) {
        const zni_site *site = &o->site[k];
        if (site->a)
            memcpy(o->lam + site->off, s->state.lambda[site->level] + site->off,
                   (size_t)site->m * sizeof *o->lam);
    }
}

/* Are begin, residual and free done at once, in `begin`? */
static bool at_once(const zn_simulation *s)
{
    return s->affine && s->at_once;
}

static zn_status begin_body(zn_simulation *s, const zni_body *b)
{
    return at_body(s, b,
                   b->osi->type->begin(b->osi->state, &s->step, b->ds, b->w,
                                       s->state.m + b->moff));
}

static zn_status begin(zn_simulation *s)
{
    zni_osnsp *o = &s->osnsp;
    zn_status st = ZN_OK;

    start_multipliers(s);
    zni_osnsp_activate(o, &s->step);
    s->affine = s->affine_bodies && o->affine;
    for (zn_index k = 0; !st && k < s->nbody; k++) {
        zni_body *b = &s->body[k];
        if (!b->ds)
            continue;
        st = !at_once(s) ? begin_body(s, b)
                         : at_body(s, b,
                                   b->osi->type->free_affine(
                                       b->osi->state, &s->step, b->ds, b->w,
                                       s->state.m + b->moff, &b->changed));
        if (at_once(s) && b->changed)
            b->version++;
    }
    if (st || !o->any_old)
        return st;
    memset(s->p_old, 0, (size_t)(s->state.nv + s->state.nx) * sizeof *s->p_old);
    for (zn_index k = 0; !st && k < o->nact; k++)
        st = zni_site_old_input(o, active_site(s, k), s->body, &s->step,
                                s->p_old);
    return st;
}

/* Relations at the iterate, and the input that does not wait: p_fixed. */
static zn_status linearise(zn_simulation *s)
{
    zni_osnsp *o = &s->osnsp;
    zn_status st = ZN_OK;

    for (zn_index k = 0; o->any_input && k < s->nbody; k++)
        if (s->body[k].K)
            memset(s->body[k].K, 0,
                   (size_t)(s->body[k].n * s->body[k].n) * sizeof(double));
    for (zn_index k = 0; !st && k < o->nact; k++)
        st = zni_site_linearise(o, active_site(s, k), s->body, &s->step);
    if (st || !o->any_old)
        return st;
    memcpy(s->p_fixed, s->p_old,
           (size_t)(s->state.nv + s->state.nx) * sizeof *s->p_fixed);
    for (zn_index k = 0; o->any_input && k < o->nact; k++)
        zni_site_input(o, active_site(s, k), s->body, &s->step, false, true,
                       s->p_fixed);
    return ZN_OK;
}

/* All the nonsmooth input, in units of the residual. */
static void total_input(zn_simulation *s)
{
    zni_osnsp *o = &s->osnsp;
    const size_t bytes = (size_t)(s->state.nv + s->state.nx) * sizeof *s->p;

    if (o->any_old)
        memcpy(s->p, s->p_fixed, bytes);
    else
        memset(s->p, 0, bytes);
    for (zn_index k = 0; k < o->nact; k++)
        zni_site_input(o, active_site(s, k), s->body, &s->step, true, false,
                       s->p);
}

static double norm(zn_index n, const double x[])
{
    double sum = 0;

    for (zn_index i = 0; i < n; i++)
        sum += x[i] * x[i];
    return sqrt(sum);
}

/* Residuals of all systems; true in *small when all are within tolerance. */
static zn_status residuals(zn_simulation *s, bool *small)
{
    zn_status st = ZN_OK;

    *small = true;
    s->info.newton_residual = 0;
    for (zn_index k = 0; !st && k < s->nbody; k++) {
        const zni_body *b = &s->body[k];
        double r = 0;
        if (!b->ds)
            continue;
        st = at_body(s, b,
                     b->osi->type->residual(b->osi->state, &s->step, b->ds,
                                            b->w, s->p + b->uoff, &r));
        if (s->affine)
            continue;
        s->info.newton_residual = fmax(s->info.newton_residual, r);
        if (!(r <= s->opt.newton_tol * (1 + norm(b->n, s->p + b->uoff))))
            *small = false;
    }
    if (!st && !s->affine && s->step.iteration > 0)
        zni_sim_output_residuals(s, small);
    return st;
}

static zn_status free_states(zn_simulation *s)
{
    zn_status st = ZN_OK;

    for (zn_index k = 0; !st && k < s->nbody; k++) {
        zni_body *b = &s->body[k];
        if (b->ds)
            st = at_body(s, b,
                         b->osi->type->free(
                             b->osi->state, &s->step, b->ds, b->w,
                             s->osnsp.any_old ? s->p_fixed + b->uoff : NULL,
                             b->K, &b->changed));
        if (b->ds && b->changed)
            b->version++;
    }
    return st;
}

/* What solver and policy make of the assembled problem. */
static zn_status solve_problem(zn_simulation *s)
{
    zni_osnsp *o = &s->osnsp;
    zn_solve_info info = {0};
    zn_status st = zni_osnsp_solve(o, &info);

    if (st == ZN_UNSOLVED && s->opt.save_failed[0] && o->form->save) {
        const zn_status saved = o->form->save(o->form_state, s->ctx,
                                              &o->problem, s->opt.save_failed);
        if (saved)
            return saved;
    }
    if (st == ZN_UNSOLVED && s->opt.on_solver_failure == ZNI_RETRY) {
        st = zni_osnsp_retry(o, s->opt.solver_tol, &info);
        if (!st)
            s->run.retries++;
    }
    s->info.solves++;
    s->info.rows = o->n;
    s->info.solver_iterations += info.iterations;
    s->info.solver_error = fmax(s->info.solver_error, info.error);
    if (info.solver)
        s->info.solver = info.solver;
    if (info.outcome != ZN_SOLVED)
        s->info.outcome = info.outcome;
    if (st == ZN_UNSOLVED && s->opt.on_solver_failure == ZNI_ACCEPT) {
        s->run.solver_failures++;
        return ZN_OK;
    }
    if (st == ZN_UNSOLVED)
        return zn_fail(s->ctx, st,
                       "one-step problem of %td rows at t = %.9g s: solver "
                       "'%s' ended with '%s', error %.3g > %.3g after %td "
                       "iterations, interaction '%s' violates its law; try "
                       "another solver, a larger solver_tol, or "
                       "on_solver_failure=retry",
                       o->n, s->step.t1, info.solver ? info.solver : "?",
                       zn_outcome_name(info.outcome), info.error,
                       s->opt.solver_tol, info.iterations,
                       zni_sim_violated(s, s->opt.solver_tol));
    return st ? zn_note(s->ctx, st, "one-step problem at t = %.9g s",
                        s->step.t1)
              : ZN_OK;
}

static zn_status one_step_problem(zn_simulation *s)
{
    zni_osnsp *o = &s->osnsp;
    zn_status st;

    if (!s->quiet || o->nact)
        memset(s->du, 0, (size_t)(s->state.nv + s->state.nx) * sizeof *s->du);
    if (!o->nact)
        return ZN_OK;
    for (zn_index k = 0; k < o->nact; k++)
        zni_site_solve(o, active_site(s, k), s->body);
    st = zni_osnsp_assemble(o, s->body, &s->step);
    if (!st)
        st = solve_problem(s);
    for (zn_index k = 0; !st && k < o->nact; k++)
        zni_site_increment(o, active_site(s, k), s->body, &s->step, s->du);
    return st;
}

/* u = u_free + W^-1 p; true in *small when no u moved beyond tolerance. */
static zn_status update(zn_simulation *s, bool *small)
{
    zn_status st = ZN_OK;

    *small = true;
    s->info.newton_increment = 0;
    for (zn_index k = 0; !st && k < s->nbody; k++) {
        const zni_body *b = &s->body[k];
        double *u, *last = s->uprev + b->uoff, d = 0;
        if (!b->ds)
            continue;
        if (!s->affine)
            memcpy(last, iterate(s, b), (size_t)b->n * sizeof *u);
        st = at_body(s, b,
                     b->osi->type->update(b->osi->state, &s->step, b->ds, b->w,
                                          s->du + b->uoff));
        if (s->affine)
            continue;
        u = iterate(s, b);
        for (zn_index i = 0; i < b->n; i++)
            d = fmax(d, fabs(u[i] - last[i]));
        s->info.newton_increment = fmax(s->info.newton_increment, d);
        if (!(d <= s->opt.newton_tol * (1 + norm(b->n, u))))
            *small = false;
    }
    return st;
}

static bool converged(const zn_simulation *s, bool residual, bool increment)
{
    switch (s->opt.newton_check) {
    case ZNI_CHECK_RESIDUAL:
        return residual;
    case ZNI_CHECK_INCREMENT:
        return increment;
    default:
        return residual && increment;
    }
}

/* The one pass that is exact when everything is affine. */
static zn_status pass(zn_simulation *s)
{
    bool increment, residual;
    zn_status st;

    s->step.iteration = 0;
    s->info.newton_iterations = 1;
    s->info.newton_converged = true;
    st = linearise(s);
    if (!st && !at_once(s))
        st = residuals(s, &residual);
    if (!st && !at_once(s))
        st = free_states(s);
    if (!st)
        st = one_step_problem(s);
    return st ? st : update(s, &increment);
}

static zn_status newton(zn_simulation *s)
{
    bool residual = false, increment = false;
    zn_status st = ZN_OK;

    if (s->affine)
        return pass(s);
    for (zn_index it = 0;; it++) {
        s->step.iteration = it;
        st = linearise(s);
        if (st)
            return st;
        total_input(s);
        st = residuals(s, &residual);
        if (st)
            return st;
        if (it > 0 && converged(s, residual, increment))
            break;
        if (it == s->opt.newton_max_iter)
            return ZN_UNSOLVED;
        st = free_states(s);
        if (!st)
            st = one_step_problem(s);
        if (!st)
            st = update(s, &increment);
        if (st)
            return st;
        s->info.newton_iterations = it + 1;
    }
    s->info.newton_converged = true;
    return ZN_OK;
}

/* ---- commit ---- */

static void note_contacts(zn_simulation *s)
{
    const zni_osnsp *o = &s->osnsp;

    s->info.active = o->nact;
    for (zn_index k = 0; k < o->nact; k++) {
        const zni_site *site = active_site(s, k);
        const double *last = s->state.lambda[site->level] + site->off;
        for (zn_index i = 0; !site->lt->always && i < site->m; i += site->unit)
            if (o->lam[site->off + i] > 0 && last[i] <= 0)
                s->info.impacts++;
    }
}

static void note_gaps(zn_simulation *s)
{
    const double *y = s->state.y[0];
    double worst = 0;
    zn_index at = -1;

    for (zn_index i = 0; i < s->state.ny; i++)
        if (s->gap[i] && y[i] < worst) {
            worst = y[i];
            at = i;
        }
    s->info.worst_gap = worst;
    if (worst < s->run.worst_gap) {
        s->run.worst_gap = worst;
        s->worst_row = at;
        s->run.worst_gap_time = s->state.t;
    }
}

static zn_status commit_bodies(zn_simulation *s)
{
    zn_status st = ZN_OK;

    for (zn_index k = 0; !at_once(s) && !st && k < s->nbody; k++) {
        const zni_body *b = &s->body[k];
        const zn_osi_type *t;
        if (!b->ds)
            continue;
        t = b->osi->type;
        st = at_body(s, b,
                     t->commit(b->osi->state, &s->step, b->ds, b->w,
                               s->p + b->uoff, s->state.m + b->moff,
                               t->family == ZN_SECOND_ORDER
                                   ? s->state.bc + b->ds->v_off
                                   : NULL));
    }
    if (!st && s->opt.energy)
        st = zni_energy_step(s);
    return st;
}

/* Inputs of the state, from units of the residual to impulses. */
static void store_input(zn_simulation *s)
{
    if (s->impulses) {
        memcpy(s->state.p, s->p, (size_t)s->state.nv * sizeof *s->p);
        return;
    }
    for (zn_index k = 0; k < s->nbody; k++) {
        const zni_body *b = &s->body[k];
        double f, *to;
        if (!b->ds)
            continue;
        f = b->osi->type->impulse_factor
                ? b->osi->type->impulse_factor(b->osi->state, &s->step)
                : 1;
        to = b->ds->type->family == ZN_SECOND_ORDER ? s->state.p + b->ds->v_off
                                                    : s->state.r + b->ds->x_off;
        for (zn_index i = 0; i < b->n; i++)
            to[i] = f * s->p[b->uoff + i];
    }
}

static void store_multipliers(zn_simulation *s)
{
    const zni_osnsp *o = &s->osnsp;

    if (s->level >= 0) {
        memcpy(s->state.lambda[s->level], o->lam,
               (size_t)s->state.ny * sizeof *o->lam);
        return;
    }
    for (zn_index k = 0; k < o->nsites; k++) {
        const zni_site *site = &o->site[k];
        if (site->a)
            memcpy(s->state.lambda[site->level] + site->off, o->lam + site->off,
                   (size_t)site->m * sizeof *o->lam);
    }
}

static zn_status commit(zn_simulation *s)
{
    zni_osnsp *o = &s->osnsp;
    zn_state *x = &s->state;
    zn_status st;

    if (!s->quiet || o->nact)
        total_input(s);
    st = commit_bodies(s);
    if (st)
        return st;
    if (!s->quiet || o->nact)
        store_input(s);
    note_contacts(s);
    memcpy(x->q, s->q1, (size_t)x->nq * sizeof *x->q);
    memcpy(x->v, s->v1, (size_t)x->nv * sizeof *x->v);
    memcpy(x->x, s->x1, (size_t)x->nx * sizeof *x->x);
    if (!s->quiet || o->nact) {
        store_multipliers(s);
        memcpy(x->active, o->was, (size_t)x->ny);
    }
    s->quiet = o->nact == 0;
    s->lam_known = true;
    x->t = s->step.t1;
    st = zni_sim_outputs(s);
    note_gaps(s);
    return st;
}

/* Length of the step for what is kept: instants t0 + k h differ from one
 * another by h up to rounding, and W need not follow that. */
static double kept_length(const zn_simulation *s, double t1)
{
    const double t = s->state.t, h = t1 - t, nominal = s->times.h;
    const double rounding = 8 * DBL_EPSILON * fmax(fabs(t), fabs(t1));

    return fabs(h - nominal) <= rounding ? nominal : h;
}

zn_status zni_sim_advance(zn_simulation *s, double t1)
{
    zn_status st;

    s->step = (zn_step){.t = s->state.t,
                        .t1 = t1,
                        .h = t1 - s->state.t,
                        .hw = kept_length(s, t1),
                        .number = s->state.step,
                        .state = &s->state,
                        .q1 = s->q1,
                        .v1 = s->v1,
                        .x1 = s->x1};
    s->info.newton_converged = false;
    st = begin(s);
    if (!st)
        st = newton(s);
    s->lam_known = s->lam_known && !st;
    if (st == ZN_UNSOLVED && !s->info.newton_converged &&
        s->step.iteration == s->opt.newton_max_iter) {
        if (s->opt.on_newton_failure != ZNI_NEWTON_ACCEPT)
            return zn_fail(s->ctx, st,
                           "Newton's method did not converge at t = %.9g s in "
                           "%td iterations: residual %.3g, increment %.3g, "
                           "newton_tol %.3g; check the Jacobians (zeno check), "
                           "take a smaller h, or on_newton_failure=shorten",
                           t1, s->opt.newton_max_iter, s->info.newton_residual,
                           s->info.newton_increment, s->opt.newton_tol);
        s->run.newton_failures++;
        st = ZN_OK;
    }
    if (st)
        return zn_note(s->ctx, st, "step from t = %.9g s to %.9g s", s->step.t,
                       t1);
    return commit(s);
}
