/* event_driven.c - simulation from event to event: smooth motion, and what happens in
 * between at single instants
 *
 * A step of the host ends at an instant of the grid, or at a root; what happens at the
 * root is the next step, which takes no time if a velocity jumps: so that the record has
 * both sides of an impact. doc/event-driven.md.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/event/directions.h"
#include "kernel/event/integrators.h"
#include "kernel/event/modes.h"

#include <math.h>
#include <string.h>

static const zn_option options[] = {
    ZN_OPT_WORD(
        zni_event_driven, ode, "auto",
        "integrator of the smooth motion; auto: an explicit one, by the "
        "tolerance and the forces"),
    ZN_OPT_TEXT(zni_event_driven, ode_options, "",
                "options of it, as \"rho=0.8\"; not with auto"),
    ZN_OPT_REAL(zni_event_driven, rtol, 1e-12, 0, 1, "-",
                "its tolerance relative to q, v"),
    ZN_OPT_REAL(zni_event_driven, atol, 1e-13, 1e-300, 1e300, "-",
                "its absolute tolerance, in the units of the state"),
    ZN_OPT_REAL(zni_event_driven, h_max, 1e300, 1e-300, 1e300, "s",
                "its largest step"),
    ZN_OPT_INT(zni_event_driven, samples, 8, 2, 1e6, "-",
               "of each step, where guards are looked at"),
    ZN_OPT_REAL(zni_event_driven, tol_y, 1e-10, 1e-300, 1e300, "m",
                "gaps below it are closed"),
    ZN_OPT_REAL(zni_event_driven, tol_v, 1e-10, 1e-300, 1e300, "m/s",
                "rates of gaps below it are zero"),
    ZN_OPT_REAL(zni_event_driven, tol_out, 0, 0, 1e300, "y",
                "what tol_y is for outputs of first-order systems; 0: tol_y"),
    ZN_OPT_REAL(zni_event_driven, accumulation, 1e-7, 0, 1e300, "s",
                "impacts that would end within it are passed at once"),
    ZN_OPT_INT(zni_event_driven, max_events, 10000, 1, 1e15, "-",
               "between two instants of the grid"),
    ZN_OPT_CHOICE(zni_event_driven, on_many, ZNI_MANY_STOP, "stop|step",
                  "when there are more: stop, or make a time step to the next "
                  "instant"),
    ZN_OPT_CHOICE(zni_event_driven, on_unsolved, ZNI_MANY_STOP, "stop|step",
                  "where no percussions or forces are found, or friction "
                  "leaves none: stop, or make a time step to the next instant"),
    ZN_OPT_CHOICE(zni_event_driven, ends, ZNI_ENDS_AUTO, "auto|events|grid",
                  "where steps end: at every event, or at instants of the grid "
                  "only; auto: the latter if there are many systems apart"),
    ZN_OPT_CHOICE(
        zni_event_driven, instants, ZNI_INSTANTS_DENSE, "dense|stop",
        "of the grid: values of the integrator's solution in between, "
        "or each ends a step of it"),
    ZN_OPT_TEXT(zni_event_driven, events, "", "file for the log of events"),
    ZN_OPT_END,
};

/* Rows of second order, then those of first order. */
static zn_status table(zni_event_driven *e)
{
    const zn_state *x = &e->s->state;
    zn_index n = 0, nsecond;
    zn_status st = x->nv ? zni_event_contacts(e, &n) : ZN_OK;

    nsecond = n;
    if (!st && x->nx)
        st = zni_modes_table(e, &n);
    if (st)
        return st;
    if (n != e->ncontact || nsecond != e->nsecond)
        e->begun = 0;
    e->ncontact = n;
    e->nsecond = nsecond;
    return ZN_OK;
}

static zn_status make_ready(zni_event_driven *e)
{
    const zn_state *x = &e->s->state;
    zn_status st = zni_event_isles(e);

    if (!st)
        st = zni_event_affine(e);
    if (!st)
        st = zni_event_integrators(e);
    if (!st)
        st = table(e);
    if (!st)
        st = zni_event_room(e);
    if (!st)
        st = zni_event_make_masses(e);
    if (!st && x->nv)
        st = zni_event_connect(e);
    if (!st && x->nx)
        st = zni_modes_connect(e);
    if (!st)
        st = zni_event_isles_rows(e);
    if (!st)
        st = zni_event_use_stiff(e);
    if (!st)
        st = zni_event_courses(e);
    return st ? st : zni_event_undo_reserve(e);
}

static const zni_event_motion second_order = {
    .resolve = zni_event_resolve,
    .field = zni_event_field,
    .half = zni_event_half,
    .guards = zni_event_guards,
    .gone_by = zni_event_gone_by,
    .height = zni_event_height,
    .work = zni_event_work,
    .turn = zni_event_turn,
    .arrive = zni_event_arrive,
};

static const zni_event_motion first_order = {
    .resolve = zni_modes_resolve,
    .start = zni_modes_start,
    .field = zni_modes_field,
    .guards = zni_modes_guards,
    .gone_by = zni_modes_gone_by,
    .height = zni_modes_height,
    .arrive = zni_modes_arrive,
};

/* with the end of the name */
static uint64_t and_name(uint64_t sum, const char *name)
{
    return zni_hash_bytes(sum, name, strlen(name) + 1);
}

/* Which systems and contacts are meant by their numbers: states of a model of the same names that
 * was connected in another order belong to others. */
static uint64_t order_of(const zni_event_driven *e)
{
    const zn_simulation *s = e->s;
    uint64_t sum = ZNI_HASH;

    for (zn_index i = 0; i < e->isle[e->nisle - 1].body[1]; i++)
        sum = and_name(sum, zn_ds_name(s->body[e->body[i]].ds));
    for (zn_index c = 0; c < e->ncontact; c++) {
        const zn_interaction *a = zni_lins_whose(&s->lins, e->contact[c].place);
        if (e->contact[c].row == 0)
            sum = and_name(sum, a->anonymous ? "" : a->name);
    }
    return sum;
}

static zn_status prepare(void *k, zn_simulation *s)
{
    zni_event_driven *e = k;
    zn_status st = ZN_OK;

    e->ctx = s->ctx;
    e->s = s;
    e->tol_output = e->tol_out > 0 ? e->tol_out : e->tol_y;
    if (!s->state.nv && !s->state.nx)
        return zn_fail(e->ctx, ZN_ENOTSUP, "the model has no system");
    e->motion = !s->state.nx   ? &second_order
                : !s->state.nv ? &first_order
                               : &zni_event_of_both;
    st = make_ready(e);
    if (e->seen != s->seen) {
        zni_event_forget_carried(e);
        zni_event_drop_courses(e);
    }
    e->seen = s->seen;
    if (!st)
        e->order = order_of(e);
    return st ? st : zni_event_log_open(e);
}

/* The bits of q, v and x of all systems: whether somebody has written them since. */
static uint64_t sum_of(const zni_event_driven *e)
{
    const zn_state *x = &e->s->state;
    const double *const part[3] = {x->q, x->v, x->x};
    uint64_t sum = ZNI_HASH;

    if (e->nisle == 1 && e->isle->in_place) {
        sum = zni_event_bits(sum, x->nq, x->q);
        sum = zni_event_bits(sum, x->nv, x->v);
        return zni_event_bits(sum, x->nx, x->x);
    }
    for (int k = 0; k < 3; k++)
        for (zn_index i = 0; i < e->isle[e->nisle - 1].run[1]; i++)
            sum =
                zni_event_bits(sum, e->run[i].n[k], part[k] + e->run[i].at[k]);
    return sum;
}

/* Nothing is known of the contacts: this instant is an event. */
static void begin(zni_event_driven *e)
{
    for (zn_index c = 0; c < e->ncontact; c++)
        e->is[c] = ZNI_CONTACT_UNKNOWN;
    for (zn_index i = 0; i < e->nisle; i++) {
        zni_isle *o = &e->isle[i];
        o->length = o->count = o->same = o->carried = 0;
        o->pending = 1;
    }
    zni_event_drop_courses(e);
    e->chosen = 0;
    e->begun = 1;
}

/* A time step instead of what has too many events, or none that is known. */
static zn_status time_step(zni_event_driven *e, double end)
{
    const zn_status st = zn_simulation_try(e->s, end, 0);

    if (!st)
        zn_simulation_count_forced(e->s);
    e->begun = 0;
    return st;
}

static zn_status over_many(zni_event_driven *e, double end)
{
    const zn_index c = zni_modes_restless(e);
    const zni_contact *o = &e->contact[c >= 0 ? c : 0];

    if (e->on_many != ZNI_MANY_STOP)
        return time_step(e, end);
    if (c >= 0)
        return zn_fail(e->ctx, ZN_UNSOLVED,
                       "more than %td events up to t = %.17g s since the last instant of the "
                       "grid: interaction '%s', row %td is a relay whose multiplier does not "
                       "move y' (relative degree above 1), which is not held at zero from "
                       "event to event; take simulation 'time-stepping', or set on_many=step",
                       e->max_events, e->s->state.t,
                       zni_lins_whose(&e->s->lins, o->place)->name, o->row);
    return zn_fail(
        e->ctx, ZN_UNSOLVED,
        "more than %td events up to t = %.17g s since the last "
        "instant of the grid; raise max_events or accumulation, or "
        "set on_many=step",
        e->max_events, e->s->state.t);
}

/* The motion to the next instant, or to an event before it. */
static zn_status move(zni_event_driven *e, double grid, double limit)
{
    const double end = fmin(grid, limit);
    zn_status st;

    if (e->count > (double)e->max_events)
        return over_many(e, end);
    st = zni_event_flow(e, end, e->passes ? limit : end);
    if (!st && e->s->state.t >= grid)
        e->count = 0;
    return st;
}

static zn_status resolve(zni_event_driven *e, bool *jumped)
{
    e->pending = e->carried = 0;
    return e->motion->resolve(e, jumped);
}

/* A step that ends at events, too. */
static zn_status to_event(zni_event_driven *e, double grid, double limit)
{
    bool jumped = false;
    zn_status st = zni_event_enter(e, 0);

    zni_event_forget(e);
    if (!st && e->pending != 0)
        st = resolve(e, &jumped);
    if (!st && !jumped)
        st = move(e, grid, limit);
    /* nothing comes after the last instant: its row has the impulses of both */
    if (!st && !jumped && e->pending != 0 && e->s->state.t >= limit)
        st = resolve(e, &jumped);
    zni_event_leave(e);
    return st;
}

/* One isle to the next instant, its events included, also those of that instant. */
static zn_status through_events(zni_event_driven *e, zn_index isle, double grid,
                                double limit)
{
    const double end = fmin(grid, limit);
    bool jumped;
    zn_status st = zni_event_enter(e, isle);

    while (!st && (e->pending != 0 || e->s->state.t < end))
        st = e->pending != 0 ? resolve(e, &jumped) : move(e, grid, limit);
    zni_event_leave(e);
    return st;
}

/* All of them, one after the other. */
static zn_status to_grid(zni_event_driven *e, double grid, double limit)
{
    zn_state *x = &e->s->state;
    const double t = x->t;
    zn_status st = ZN_OK;

    zni_event_forget(e);
    for (zn_index i = 0; !st && i < e->nisle; i++) {
        x->t = t;
        st = through_events(e, i, grid, limit);
    }
    return st;
}

static zn_status advance(zni_event_driven *e, double grid, double limit)
{
    return e->by_grid ? to_grid(e, grid, limit) : to_event(e, grid, limit);
}

/* For the report. */
static void note(zni_event_driven *e)
{
    zn_simulation *s = e->s;
    zn_step_info *i = &s->info;

    i->newton_converged = true;
    i->active = 0;
    for (zn_index c = 0; c < e->ncontact; c++) {
        const double y = zni_event_gap(e, c, 0);
        i->active += e->is[c].closed;
        if (!zni_event_normal(e, c))
            continue;
        i->worst_gap = fmin(i->worst_gap, y);
        if (y < s->run.worst_gap) {
            s->run.worst_gap = y;
            s->worst_row = e->contact[c].at;
            s->run.worst_gap_time = s->state.t;
        }
    }
}

/* What failed with st, from where it began once more by a time step, if that is asked for. */
static zn_status instead(zni_event_driven *e, double end, zn_status st)
{
    zn_status back;

    if (e->on_unsolved == ZNI_MANY_STOP || zni_sim_stopped(e->s) ||
        !(st == ZN_UNSOLVED || st == ZN_INCONSISTENT || st == ZN_INDETERMINATE))
        return st;
    back = zn_simulation_rollback(e->s);
    e->ntold = 0;
    e->s->info = (zn_step_info){.formulation = e->s->info.formulation};
    return back ? back : time_step(e, end);
}

static zn_status step(void *k, zn_simulation *s, double limit)
{
    zni_event_driven *e = k;
    const double end = zni_times_end(&s->times, s->state.t, limit);
    const double grid = fmax(end, zn_simulation_grid_next(s)), began = s->state.t;
    bool sure;
    zn_status st, back;

    e->paradox = (zn_paradox){0};
    if (e->begun != 0 && e->sum != sum_of(e)) /* somebody has written it */
        e->begun = 0;
    e->ntold = 0;
    st = zni_event_tell_reserve(e);
    if (!st)
        st = zni_event_carry_on(e);
    s->attempt.mark.lean = e->asks_none;
    sure = !st && zni_event_is_sure(e, end);
    if (!st && !sure && !zni_event_is_certain(e, end, limit)) {
        zni_event_keep_undo(e, end);
        st = zn_simulation_mark(s);
    }
    if (st) /* nothing to go back to */
        return st;
    if (e->begun == 0)
        begin(e);
    if (sure && zni_event_passes(e, end, limit))
        st = zni_event_pass(e, end, end >= grid);
    else
        st = advance(e, grid, limit);
    if (st)
        st = instead(e, end, st);
    if (!st)
        st = zni_event_carry_seen(e);
    if (!st)
        st = zni_event_tell_all(e);
    if (!st) {
        note(e);
        s->step.h = s->state.t - began; /* of an impact zero */
        e->sum = sum_of(e);
        return ZN_OK;
    }
    back = zn_simulation_rollback(s);
    if (!back)
        zni_event_undo(e);
    return back ? back : zni_sim_note_far(s, st);
}

static void memory(void *k, zn_memory_fn *keep, void *to)
{
    zni_event_driven *e = k;
    uint64_t order = e->order;

    keep(to, e->is, (size_t)e->ncontact * sizeof *e->is);
    e->chosen = 0;
    for (zn_index i = 0; i < e->nisle; i++) {
        zni_isle *o = &e->isle[i];
        keep(to, &o->length, sizeof o->length);
        keep(to, &o->count, sizeof o->count);
        keep(to, &o->same, sizeof o->same);
        keep(to, &o->pending, sizeof o->pending);
    }
    zni_event_keep_courses(e, keep, to);
    zni_event_keep_carried(e, keep, to);
    keep(to, &e->begun, sizeof e->begun);
    keep(to, &e->sum, sizeof e->sum);
    keep(to, &order, sizeof order);
    if (order != e->order)
        e->begun = 0;
}

static void reset(void *k)
{
    ((zni_event_driven *)k)->begun = 0;
}

static void fini(void *k, zn_ctx *ctx)
{
    (void)ctx;
    zni_event_fini(k);
    zni_keep_none(&((zni_event_driven *)k)->tell_user);
}

const zn_simulation_type zni_simulation_event_driven = {
    .type = {.size = sizeof zni_simulation_event_driven,
             .kind = ZN_KIND_SIMULATION,
             .name = "event-driven",
             .summary = "from event to event: impacts at their instants",
             .state_size = sizeof(zni_event_driven),
             .options = options},
    .prepare = prepare,
    .step = step,
    .memory = memory,
    .reset = reset,
    .fini = fini,
    .jumps = true,
    .moves = true,
};
