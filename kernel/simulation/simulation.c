/* simulation.c - the simulation object: class, options, integrators, observers
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/simulation/simulation.h"
#include "solvers/core/core.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <zeno/plugin.h>

#define OPT zni_sim_options

static const zn_option options[] = {
    ZN_OPT_WORD(OPT, formulation, "auto",
                "form of the one-step problem: auto, lcp, mlcp, ..."),
    ZN_OPT_WORD(OPT, solver, "auto", "solver of the one-step problem"),
    ZN_OPT_REAL(OPT, solver_tol, 1e-12, 0, 1, "-",
                "tolerance of the one-step problem (its error measure)"),
    ZN_OPT_REAL(OPT, solver_time, 0, 0, 1e300, "s",
                "that a solver may take for one one-step problem, by the clock; 0: as long "
                "as it takes"),
    ZN_OPT_REAL(OPT, newton_tol, 1e-10, 0, 1e300, "-",
                "Newton: on increments and residuals, relative to their size"),
    ZN_OPT_INT(OPT, newton_max_iter, 50, 1, 1e6, "-",
               "Newton: iterations before giving up"),
    ZN_OPT_CHOICE(OPT, newton_check, 0, "both|residual|increment|lagged",
                  "Newton: what must be small; lagged: the residual along the "
                  "rows of the iteration, not relative"),
    ZN_OPT_CHOICE(OPT, on_solver_failure, 0, "stop|retry|shorten|accept",
                  "when the one-step problem is not solved"),
    ZN_OPT_REAL(OPT, accept_tol, 1e300, 0, 1e300, "-",
                "on_solver_failure=accept: up to this error of the problem"),
    ZN_OPT_CHOICE(OPT, on_newton_failure, 0, "stop|shorten|accept",
                  "when Newton's method does not converge"),
    ZN_OPT_REAL(OPT, min_step, 1e-12, 0, 1e300, "s",
                "smallest step that 'shorten' may use"),
    ZN_OPT_CHOICE(OPT, storage, 0, "auto|dense|block|product",
                  "storage of the one-step problem's matrix; product: of contacts with friction "
                  "none, until sweeps fail"),
    ZN_OPT_CHOICE(OPT, reserve, ZNI_RESERVE_AUTO, "auto|all|active",
                  "rows that the one-step problem and its solver have room for: "
                  "all from the first step on, or those active so far; auto: all "
                  "of up to 10000"),
    ZN_OPT_BOOL(OPT, warm_start, true,
                "start the solver from the last multipliers"),
    ZN_OPT_CHOICE(OPT, activation, ZNI_ACTIVE_EACH, "each|first",
                  "of an interaction of several contacts, whose relation has "
                  "the rows of many: each by its own gap, or all by the first one's"),
    ZN_OPT_BOOL(OPT, energy, false, "keep the energy balance"),
    ZN_OPT_CHOICE(OPT, projection, ZNI_PROJECT_JOINTS,
                  "joints|none|direct|combined|simultaneous",
                  "bring positions back onto the constraints of velocity-level "
                  "laws: after the step those of joints, or all; together with "
                  "the choice of its contacts, or inside its equations"),
    ZN_OPT_CHOICE(OPT, projection_metric, ZNI_METRIC_MASS,
                  "mass|identity|coordinates",
                  "in which the correction is smallest; coordinates: of "
                  "combined and direct, in the seven coordinates of a body"),
    ZN_OPT_CHOICE(OPT, projection_rows, ZNI_ROWS_ALL, "all|active",
                  "of unilateral laws: all that are violated, or those alone "
                  "that were active in the step"),
    ZN_OPT_BOOL(OPT, projection_open, false,
                "of those also the open ones, which are kept from being closed "
                "by a correction, not pushed back by the next"),
    ZN_OPT_CHOICE(
        OPT, combined_start, ZNI_COMBINED_NONE, "none|closed|free",
        "contacts that a combined projection begins a step with: none, "
        "or those whose gap is not positive; free: no bilateral row either"),
    ZN_OPT_CHOICE(
        OPT, combined_passes, ZNI_PASSES_ANEW, "anew|continue",
        "where Newton's method of its later passes begins: as that of "
        "the first, or at the projected end of the pass before"),
    ZN_OPT_REAL(OPT, projection_tol, 0, 0, 1e300, "m",
                "largest violation that may stay; 0: 1e-10, of joints 1e-12 of "
                "what enters a row: positions, arms, angles"),
    ZN_OPT_INT(OPT, projection_max_iter, 20, 1, 1e6, "-",
               "corrections before giving up"),
    ZN_OPT_CHOICE(OPT, on_projection_failure, 0, "stop|accept",
                  "when these are not enough: accept goes on from where they "
                  "have led to, and counts such steps"),
    ZN_OPT_CHOICE(OPT, start_positions, ZNI_START_KEEP, "keep|project",
                  "where the run begins: where systems are put, or at the nearest position that "
                  "obeys all equations and enters no obstacle"),
    ZN_OPT_BOOL(OPT, recompute, ZNI_RECOMPUTE,
                "for debugging: make all that is kept again at every step, and "
                "fail if a bit differs"),
    ZN_OPT_TEXT(OPT, save_failed, "",
                "file that receives a problem that was not solved"),
    ZN_OPT_TEXT(OPT, save_problems, "",
                "files, NAME.dat or NAME.h5, that receive the problems of the "
                "run: NAME-STEP-COUNT, with their starts beside"),
    ZN_OPT_INT(OPT, save_every, 1, 1, 1e9, "-",
               "of these those of every so many steps"),
    ZN_OPT_CHOICE(OPT, save_which, ZNI_SAVE_ALL, "all|unsolved",
                  "and all of them, or those that were not solved"),
    ZN_OPT_END,
};

static void free_state(zn_simulation *s)
{
    double *const arrays[] = {s->state.m, s->m_last, s->p_old, s->p_fixed};

    zni_sim_vectors_fini(s);
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        zn_free_array(s->ctx, arrays[i]);
    zn_free_array(s->ctx, s->data_last);
    for (int k = 0; k < 2; k++)
        zn_free_array(s->ctx, s->least[k].x);
    zn_free_array(s->ctx, s->resumed.at);
    zni_sim_foresee_fini(s);
    zni_save_fini(s);
}

void zn_simulation_free(zn_simulation *s)
{
    if (!s)
        return;
    zni_events_fini(s);
    /* while what they looked at is there, contacts too */
    for (zn_index i = s->observers.n - 1; i >= 0; i--)
        if (s->observers.at[i].drop)
            s->observers.at[i].drop(s->observers.at[i].user);
    zn_free_array(s->ctx, s->observers.at);
    zni_sources_fini(s);
    for (zn_index k = 0; k < s->nbody; k++) {
        zni_body *b = &s->body[k];
        if (b->osi && b->w)
            b->osi->type->detach(b->osi->state, s->ctx, NULL, b->w);
        zn_free_array(s->ctx, b->K);
    }
    zn_free_array(s->ctx, s->body);
    zni_passing_fini(s);
    zni_places_fini(s->ctx, &s->memory);
    zni_roster_fini(s->ctx, &s->roster);
    /* problems, those of the class too, give back to linearisations what they have of them */
    if (s->kind && s->kind->fini && s->kind_state)
        s->kind->fini(s->kind_state, s->ctx);
    zn_free_array(s->ctx, s->kind_state);
    zni_problem_fini(&s->problem);
    zni_projector_fini(&s->projection);
    zni_forces_fini(&s->forces);
    zni_lins_fini(&s->lins);
    for (zn_index i = 0; i < s->nosi; i++)
        zn_osi_free(s->osi[i]);
    zn_free_array(s->ctx, s->osi);
    zn_free_array(s->ctx, s->settings.at);
    zni_times_fini(s->ctx, &s->times);
    zni_snapshot_fini(&s->attempt.mark);
    zni_snapshot_fini(&s->before_event);
    free_state(s);
    zn_free_array(s->ctx, s);
}

zn_status zn_simulation_new_class(zn_model *m, const char *cls,
                                  zn_simulation **out)
{
    const zn_type *type;
    zn_simulation *s;
    zn_status st;

    *out = NULL;
    if (!zn_model_sealed(m))
        return zn_fail(m->ctx, ZN_ESTATE,
                       "the model is not sealed; call zn_model_seal first");
    st = zn_kernel_register(m->ctx);
    if (!st)
        st = zn_type_find(m->ctx, ZN_KIND_SIMULATION, cls, &type);
    if (st)
        return st;
    s = zn_alloc(m->ctx, 1, sizeof *s);
    if (!s)
        return ZN_ENOMEM;
    s->ctx = m->ctx;
    s->model = m;
    s->lins.ctx = s->lins.heap.ctx = m->ctx;
    s->problem.ctx = m->ctx;
    s->problem.kind = &zni_problem_of_step;
    s->problem.lins = &s->lins;
    s->problem.bodies = &s->body;
    zni_projector_init(&s->projection, m->ctx, &s->problem);
    zni_forces_init(&s->forces, m->ctx, &s->lins);
    s->attempt.mark = (zn_snapshot){.ctx = m->ctx, .s = s, .inner = true};
    s->before_event = s->attempt.mark;
    s->kind = (const zn_simulation_type *)type;
    s->kind_state = zn_alloc(m->ctx, (zn_index)type->state_size, 1);
    if (!s->kind_state) {
        zn_simulation_free(s);
        return ZN_ENOMEM;
    }
    zn_option_defaults(options, &s->opt);
    zn_option_defaults(type->options, s->kind_state);
    *out = s;
    return ZN_OK;
}

zn_status zn_simulation_new(zn_model *m, zn_simulation **out)
{
    return zn_simulation_new_class(m, "time-stepping", out);
}

zn_status zn_simulation_reset(zn_simulation *s)
{
    zn_status st = zni_sim_prepare(s);

    if (!st)
        st = zni_sources_clear(s);
    if (!st)
        st = zni_events_resume(s, s->times.t0);
    if (st)
        return st;
    s->state.t = s->times.t0;
    s->state.step = 0;
    s->run = (zn_run_info){0};
    s->told_accepted = s->told_plain = false;
    s->info = (zn_step_info){0};
    s->worst_row = -1;
    s->observers.saw_t0 = false;
    s->turns = (zni_turns){0};
    if (s->kind->reset)
        s->kind->reset(s->kind_state);
    s->ready = false; /* the class prepares again */
    for (zn_index i = 0; i < s->observers.n; i++)
        if (s->observers.at[i].reset)
            s->observers.at[i].reset(s->observers.at[i].user);
    return zni_sim_initial(s);
}

/* ---- options: of every simulation, then of its class ---- */

static const zn_option *table_of(const zn_simulation *s, const char *option,
                                 const void **state)
{
    const zn_option *own = s->kind->type.options;
    const bool theirs =
        !zn_option_find(options, option) && zn_option_find(own, option);

    *state = theirs ? s->kind_state : (const void *)&s->opt;
    return theirs ? own : options;
}

/* What no simulation has may be an option of integrators. */
static zn_status whose(const zn_simulation *s, const char *option, zn_status st)
{
    const zn_type *t;

    for (zn_index i = 0;
         st == ZN_ENOENT && (t = zn_type_at(s->ctx, ZN_KIND_OSI, i)); i++)
        if (zn_option_find(t->options, option))
            return zn_note(s->ctx, st, "'%s' is an option of integrators, as of '%s'",
                           option, t->name);
    return st;
}

zn_status zn_simulation_set(zn_simulation *s, const char *option,
                            const char *value)
{
    const void *state;
    const zn_option *table = table_of(s, option, &state);
    const zn_status st = zn_option_set(s->ctx, "simulation", table,
                                       (void *)state, option, value);

    if (!st) /* formulation, storage, ... are picked again */
        s->ready = s->settings.seen = false;
    return whose(s, option, st);
}

zn_status zn_simulation_set_real(zn_simulation *s, const char *option,
                                 double value)
{
    const void *state;
    const zn_option *table = table_of(s, option, &state);
    const zn_status st = zn_option_set_real(s->ctx, "simulation", table,
                                            (void *)state, option, value);

    if (!st)
        s->ready = s->settings.seen = false;
    return whose(s, option, st);
}

zn_status zn_simulation_get(const zn_simulation *s, const char *option,
                            char buf[], size_t size)
{
    const void *state;
    const zn_option *table = table_of(s, option, &state);

    return zn_option_read(s->ctx, "simulation", table, state, option, buf,
                          size);
}

const zn_option *zn_simulation_options(const zn_simulation *s,
                                       const void **state)
{
    if (state)
        *state = &s->opt;
    return options;
}

const zn_simulation_type *zn_simulation_class(const zn_simulation *s)
{
    return s->kind;
}

const void *zn_simulation_class_state(const zn_simulation *s)
{
    return s->kind_state;
}

zn_status zn_simulation_solver_set(zn_simulation *s, const char *option,
                                   const char *value)
{
    zni_setting *to;
    zn_status st;

    if (strlen(option) >= ZN_WORD_MAX || strlen(value) >= ZN_WORD_MAX)
        return zn_fail(s->ctx, ZN_EINVAL,
                       "solver option '%.20s...' = '%.20s...': too long",
                       option, value);
    st = zn_grow(s->ctx, &s->settings.at, &s->settings.cap, s->settings.n + 1,
                 sizeof *s->settings.at);
    if (st)
        return st;
    to = &s->settings.at[s->settings.n++];
    snprintf(to->name, sizeof to->name, "%s", option);
    snprintf(to->value, sizeof to->value, "%s", value);
    s->ready = s->settings.seen = false;
    return ZN_OK;
}

static zn_status add_osi(zn_simulation *s, zn_osi *osi)
{
    const zn_status st =
        zn_grow(s->ctx, &s->osi, &s->cosi, s->nosi + 1, sizeof *s->osi);

    if (!st)
        s->osi[s->nosi++] = osi;
    return st;
}

zn_status zn_simulation_add_osi(zn_simulation *s, zn_osi *osi)
{
    if (s->ready)
        return zn_fail(s->ctx, ZN_ESTATE,
                       "integrator '%s' comes after the start of the run",
                       osi->type->type.name);
    return add_osi(s, osi);
}

/* What an integrator does not have may be an option of the simulation. */
static zn_status ours(const zn_simulation *s, const zn_osi *osi,
                      const char *words, zn_status st)
{
    const zn_option *theirs = zn_osi_class(osi)->type.options;

    for (const zn_option *o = options;
         st == ZN_ENOENT && o->kind != ZN_OPTION_END; o++) {
        const char *at = strstr(words, o->name);
        if (at && (at == words || strchr(" \t\n,", at[-1])) &&
            at[strlen(o->name)] == '=' && !zn_option_find(theirs, o->name))
            return zn_note(s->ctx, st, "'%s' is an option of the simulation",
                           o->name);
    }
    return st;
}

/* One of that class, added by `add`. */
static zn_status use(zn_simulation *s, const char *osi_class, const char *words,
                     zn_status (*add)(zn_simulation *s, zn_osi *osi),
                     zn_osi **out)
{
    zn_osi *osi;
    zn_status st = zn_osi_new(s->ctx, osi_class, &osi);

    *out = NULL;
    if (st)
        return st;
    st = words ? ours(s, osi, words, zn_osi_set_words(osi, words)) : ZN_OK;
    if (!st)
        st = add(s, osi);
    if (st) {
        zn_osi_free(osi);
        return st;
    }
    *out = osi;
    return ZN_OK;
}

zn_status zn_simulation_use(zn_simulation *s, const char *osi_class,
                            const char *words, zn_osi **out)
{
    zn_osi *none;

    return use(s, osi_class, words, zn_simulation_add_osi, out ? out : &none);
}

zn_status zni_sim_use(zn_simulation *s, const char *osi_class, zn_osi **out)
{
    return use(s, osi_class, NULL, add_osi, out);
}

static zn_status add_observer(zn_simulation *s, zn_index at,
                              const zn_observer *o)
{
    const zn_status st = zn_grow(s->ctx, &s->observers.at, &s->observers.cap,
                                 s->observers.n + 1, sizeof *s->observers.at);

    if (st)
        return st;
    memmove(s->observers.at + at + 1, s->observers.at + at,
            (size_t)(s->observers.n - at) * sizeof *s->observers.at);
    s->observers.at[at] = *o;
    s->observers.n++;
    return ZN_OK;
}

zn_status zn_simulation_add_observer(zn_simulation *s, const zn_observer *o)
{
    zn_observer whole;

    if (o->size < offsetof(zn_observer, reset) || !o->fn)
        return zn_fail(s->ctx, ZN_EINVAL,
                       "an observer of %zu bytes%s: needs size = "
                       "sizeof(zn_observer) = %zu and `fn`",
                       o->size, o->fn ? "" : " without `fn`", sizeof *o);
    zni_copy_sized(o, o->size, &whole, sizeof whole);
    return add_observer(s, s->observers.n, &whole);
}

zn_status zn_simulation_observe(zn_simulation *s, zn_observer_fn *fn,
                                void *user, void (*drop)(void *user))
{
    return zn_simulation_add_observer(
        s,
        &(zn_observer){
            .size = sizeof(zn_observer), .fn = fn, .user = user, .drop = drop});
}

zn_status zni_sim_observe_first(zn_simulation *s, const zn_observer *o)
{
    return add_observer(s, 0, o);
}

zn_status zni_sim_flush(const zn_simulation *s)
{
    zn_status st = ZN_OK;

    for (zn_index i = 0; !st && i < s->observers.n; i++)
        if (s->observers.at[i].flush)
            st = s->observers.at[i].flush(s->observers.at[i].user);
    return st;
}

zn_status zni_sim_memory(const zn_simulation *s, zn_memory_fn *fn, void *to)
{
    zn_status st = ZN_OK;

    fn(to, (void *)&s->turns.event, sizeof s->turns.event);
    fn(to, (void *)&s->turns.observer, sizeof s->turns.observer);
    fn(to, (void *)&s->turns.due, sizeof s->turns.due);
    if (s->kind->memory)
        s->kind->memory(s->kind_state, fn, to);
    for (zn_index i = 0; !st && i < s->observers.n; i++)
        if (s->observers.at[i].memory)
            st = s->observers.at[i].memory(s->observers.at[i].user, fn, to);
    return st;
}
