/* commit.c - an accepted step becomes the state
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/vectors.h"
#include "kernel/simulation/simulation.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static inline void note_contacts(zn_simulation *s)
{
    const zni_problem *p = &s->problem;

    s->info.active = p->active.nact;
    for (zn_index k = 0; k < p->active.nact; k++) {
        const zni_member *m = zni_problem_member(p, p->active.act[k]);
        const zni_lin *a = zni_problem_lin(p, p->active.act[k]);
        const double *last = s->state.lambda[m->level] + a->off;
        for (zn_index i = 0; !m->law->type->always && i < a->m; i += m->stride)
            if (p->lam[a->off + i] > 0 && last[i] <= 0)
                s->info.impacts++;
    }
}

/* Is that gap the deepest of the run? */
static void note_depth(zn_simulation *s, zn_index row)
{
    const double y = s->state.y[0][row];

    if (y < s->run.worst_gap) {
        s->run.worst_gap = y;
        s->worst_row = row;
        s->run.worst_gap_time = s->state.t;
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
    if (at >= 0)
        note_depth(s, at);
}

void zni_sim_note_found(zn_simulation *s, zn_index place)
{
    zn_index off;
    const zn_index m = zni_lins_span(&s->lins, place, &off);

    for (zn_index i = off; i < off + m; i++)
        if (s->gap[i])
            note_depth(s, i);
}

/* After one pass those that remember have a say, else all. */
static zn_status commit_bodies(zn_simulation *s)
{
    const bool some = s->all.at_once, none = some && !s->all.remembers;
    zn_status st = ZN_OK;

    for (zn_index k = 0; !none && !st && k < s->nbody; k++) {
        const zni_body *b = &s->body[k];
        const zn_osi_type *t;

        if (!b->ds || (some && !b->remembers))
            continue;
        t = b->osi->type;
        st = zni_sim_at(s, b,
                        t->commit(b->osi->state, &s->step, b->ds, b->w,
                                  s->p + b->uoff, s->state.m + b->moff,
                                  t->family == ZN_SECOND_ORDER
                                      ? s->state.bc + b->ds->v_off
                                      : NULL));
    }
    return st;
}

/* Inputs of the state, from units of the residual to impulses. */
static inline void store_input(zn_simulation *s)
{
    if (s->all.impulses) {
        zni_copy(s->state.nv, s->p, s->state.p);
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

static inline void store_multipliers(zn_simulation *s)
{
    const zni_problem *p = &s->problem;

    if (s->turns_tangents)
        zni_problem_tangents(p, s->tangent);
    if (s->level >= 0) {
        zni_copy(s->state.ny, p->lam, s->state.lambda[s->level]);
        return;
    }
    for (zn_index k = 0; k < p->nmember; k++) {
        zn_index off;
        zn_level level;
        const zn_index n = zni_problem_rows(p, k, &off, &level);

        if (n)
            memcpy(s->state.lambda[level] + off, p->lam + off, (size_t)n * sizeof *p->lam);
    }
}

/* 0 for finite numbers, else NaN. */
static inline double probe_few(zn_index n, const double x[])
{
    double bad = 0;

    for (zn_index i = 0; i < n; i++)
        bad += 0 * x[i];
    return bad;
}

/* The same of many, without a branch; four sums wait less than one. */
static double probe_many(zn_index n, const double x[])
{
    double bad = 0, more[4] = {0};
    zn_index i = 0;

    for (; i + 4 <= n; i += 4)
        for (int j = 0; j < 4; j++)
            more[j] += 0 * x[i + j];
    for (; i < n; i++)
        bad += 0 * x[i];
    return bad + (more[0] + more[1]) + (more[2] + more[3]);
}

/* What is no number, in words. */
static zn_status name_it(const zn_simulation *s)
{
    const zni_no_number bad = zni_sim_no_number(s, s->q1, s->v1, s->x1);

    return !bad.ds ? ZN_OK
                   : zn_fail(s->ctx, ZN_EDOM,
                             "system '%s': %s[%td] is %g at t = %.9g s; the motion "
                             "grows without bound: is the model unstable, or h too "
                             "large for the integrator? The state stays at t = "
                             "%.9g s",
                             bad.ds->owner.name, bad.name, bad.i, bad.value, s->step.t1,
                             s->step.t);
}

static inline double probe(zn_index n, const double x[])
{
    return n > ZNI_SHORT ? probe_many(n, x) : probe_few(n, x);
}

static inline zn_status check_finite(const zn_simulation *s)
{
    const zn_state *x = &s->state;
    double bad = probe(x->nq, s->q1) + probe(x->nv, s->v1);

    if (x->nx)
        bad += probe(x->nx, s->x1);
    return bad == 0 ? ZN_OK : name_it(s);
}

/* Integrators have their last say, and their memory moves on. */
static zn_status settle_bodies(zn_simulation *s)
{
    zn_status st, finite;

    if (s->all.at_once && !s->all.remembers && !s->opt.energy) /* nobody has a say */
        return check_finite(s);
    st = commit_bodies(s);
    finite = check_finite(s); /* else what it was found by is a consequence */
    st = finite ? finite : st;
    return st || !s->opt.energy ? st : zni_energy_step(s);
}

/* What that writes, from one place to the other. */
static void keep_memory(zn_simulation *s, bool back)
{
    zn_state *x = &s->state;

    zni_copy(x->nm, back ? s->m_last : x->m, back ? x->m : s->m_last);
    if (s->all.prescribed)
        zni_copy(x->nv, back ? s->bc_last : x->bc, back ? x->bc : s->bc_last);
}

/* What a relation remembers of its contact moves on. */
zn_status zni_sim_settle_contact(zn_simulation *s, zn_index k)
{
    const zni_lin *a = s->lins.at[k];
    zn_level level;

    if (!a || !a->a || !zni_lin_class(a)->commit)
        return ZN_OK;
    level = zni_problem_member(&s->problem, k)->level;
    zni_lin_gather(a, &s->state, a->q);
    return zni_lin_where(
        a, zni_lin_class(a)->commit(a->a->relation, zni_interaction_data(a->a), s->state.t,
                                    a->q, s->state.y[1] + a->off,
                                    s->state.lambda[level] + a->off));
}

/* What relations remember of contacts, from one place to the other, as far as there is room. @return
 * how many bytes there are */
static size_t copy_data(zn_simulation *s, bool back)
{
    size_t n = 0;

    for (zn_index k = 0; k < s->lins.n; k++) {
        const zni_lin *a = s->lins.at[k];
        const size_t size = a && a->a && zni_lin_class(a)->commit
                                ? a->a->relation->type->data_size
                                : 0;

        n += size;
        if (size && n <= (size_t)s->cdata_last) {
            unsigned char *kept = s->data_last + (n - size),
                          *data = zni_interaction_data(a->a);

            memcpy(back ? data : kept, back ? kept : data, size);
        }
    }
    return n;
}

/* All of it moves on, or none. */
static zn_status settle_contacts(zn_simulation *s)
{
    const zn_index n = (zn_index)copy_data(s, false);
    zn_status st = ZN_OK;

    if (n > s->cdata_last) {
        st = zn_grow(s->ctx, &s->data_last, &s->cdata_last, n, 1);
        if (st)
            return st;
        copy_data(s, false);
    }
    for (zn_index k = 0; !st && k < s->lins.n; k++)
        st = zni_sim_settle_contact(s, k);
    if (st)
        copy_data(s, true);
    return st;
}

/* What of a state is another one at the end of a step. */
typedef struct ends {
    double t, *q, *v, *x, *lambda[ZN_LEVELS];
} ends;

static inline ends show(zn_state *x, ends e)
{
    const ends was = {x->t, x->q, x->v, x->x, {x->lambda[0], x->lambda[1], x->lambda[2]}};

    x->t = e.t;
    x->q = e.q;
    x->v = e.v;
    x->x = e.x;
    for (int k = 0; k < ZN_LEVELS; k++)
        x->lambda[k] = e.lambda[k];
    return was;
}

/* y of the state that is to come, with these multipliers, and what relations remember of it, before it is:
 * a function may fail there. One that looks at the simulation finds that state. */
static inline zn_status look_ahead(zn_simulation *s, double *const lambda[ZN_LEVELS])
{
    const ends now = show(&s->state, (ends){s->step.t1, s->q1, s->v1, s->x1,
                                            {lambda[0], lambda[1], lambda[2]}});
    zn_status st = zni_sim_outputs(s);

    if (!st && s->all.any_commit)
        st = settle_contacts(s);
    show(&s->state, now);
    return st;
}

/* Those of the step; forces of stages no output sees. */
static inline zn_status look_ahead_met(zn_simulation *s)
{
    double *lam = s->problem.lam,
           *forces = s->staged ? s->state.lambda[ZN_LEVEL_ACCELERATION] : lam;

    return look_ahead(s, (double *const[ZN_LEVELS]){lam, lam, forces});
}

/* The step is none after all: back to what it began with. The words are those of the fault. */
static zn_status take_back(zn_simulation *s, zn_status st,
                           const zn_run_work *work)
{
    char words[512];

    if (s->opt.energy)
        s->run.work = *work;
    keep_memory(s, true);
    snprintf(words, sizeof words, "%s", zn_errmsg(s->ctx));
    if (!zni_sim_outputs(s))
        return st;
    s->ready = false; /* they are found again before the next step */
    return zn_fail(s->ctx, st, "%s", words);
}

/* What moves is the state's. */
static inline void move(zn_simulation *s)
{
    zn_state *x = &s->state;

    zni_copy(x->nq, s->q1, x->q);
    zni_copy(x->nv, s->v1, x->v);
    zni_copy(x->nx, s->x1, x->x);
    x->t = s->step.t1;
}

/* Are outputs sums of constants, which cannot fail? */
static inline bool certain(const zn_simulation *s)
{
    return s->all.certain && !s->model->nlink;
}

/* The end of a step whose memory nobody wrote: back to what it began with. */
static zn_status stay(zn_simulation *s, zn_status st)
{
    keep_memory(s, false);
    return take_back(s, st, &s->run.work);
}

/* The state is that of the step: what is seen of it. */
static inline void see(zn_simulation *s)
{
    if (certain(s))
        (void)zni_sim_outputs(s);
    note_gaps(s);
}

/* No multiplier belongs to it: those of the state are zero as they were. */
zn_status zni_sim_commit_quiet(zn_simulation *s)
{
    zn_status st = check_finite(s);

    if (!st && !certain(s))
        st = look_ahead(s, s->state.lambda);
    if (st)
        return stay(s, st);
    move(s);
    see(s);
    return ZN_OK;
}

zn_status zni_sim_commit_steady(zn_simulation *s)
{
    zn_status st = check_finite(s);

    if (!st && !certain(s))
        st = look_ahead_met(s);
    if (st)
        return stay(s, st);
    store_input(s);
    note_contacts(s);
    move(s);
    store_multipliers(s);
    s->input_stored = s->stored = zni_sim_tick(s);
    see(s);
    return ZN_OK;
}

zn_status zni_sim_commit(zn_simulation *s)
{
    zni_problem *p = &s->problem;
    zn_state *x = &s->state;
    zn_run_work work;
    zn_status st;

    if (s->opt.energy)
        work = s->run.work;

    /* else it is in the residual, or zero as it was */
    if (s->all.affine && !(zni_sim_passing(s) && s->passing.acted) &&
        (p->active.nact || !zni_holds(s->input_zero, s->input)))
        zni_sim_total_input(s);
    keep_memory(s, false);
    st = settle_bodies(s);
    if (!st && zni_sim_projecting(s) &&
        !(s->projection.inside && !s->all.affine))
        st = zni_sim_project(s);
    if (!st && !certain(s))
        st = look_ahead_met(s);
    if (st)
        return take_back(s, st, &work);
    if (zni_sim_projecting(s))
        s->run.projected += s->projected;
    if (!zni_holds(s->input_stored, zni_later(s->input, s->changed))) {
        store_input(s);
        s->input_stored = zni_sim_tick(s);
    }
    note_contacts(s);
    move(s);
    if (!zni_holds(s->stored, zni_later(zni_later(p->lambda, p->active.rows),
                                        zni_later(s->changed, s->lins.set)))) {
        store_multipliers(s);
        if (!zni_holds(s->stored, zni_later(p->active.rows, zni_later(s->changed, s->lins.set))) ||
            p->has.any_adhesion) { /* else they are those of the last step */
            memcpy(x->active, p->active.was, (size_t)x->ny);
            zni_adhesion_mark(p, &s->step, x->active);
        }
        s->stored = zni_sim_tick(s);
    }
    if (zni_sim_projecting(s))
        zni_sim_store_projection(s);
    if (s->staged)
        zni_sim_store_forces(s);
    see(s);
    return ZN_OK;
}
