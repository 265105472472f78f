/* simulation.c - the simulation object: options, integrators, the loop over time
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/simulation/simulation.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define OPT zni_sim_options

static const zn_option options[] = {
    ZN_OPT_WORD(OPT, formulation, "auto",
                "form of the one-step problem: auto, lcp, mlcp, ..."),
    ZN_OPT_WORD(OPT, solver, "auto", "solver of the one-step problem"),
    ZN_OPT_REAL(OPT, solver_tol, 1e-12, 0, 1, "-",
                "tolerance of the one-step problem (its error measure)"),
    ZN_OPT_REAL(OPT, newton_tol, 1e-10, 0, 1e300, "-",
                "Newton: on increments and residuals, relative to 1 + size"),
    ZN_OPT_INT(OPT, newton_max_iter, 50, 1, 1e6, "-",
               "Newton: iterations before giving up"),
    ZN_OPT_CHOICE(OPT, newton_check, 0, "both|residual|increment",
                  "Newton: what must be small"),
    ZN_OPT_CHOICE(OPT, on_solver_failure, 0, "stop|retry|shorten|accept",
                  "when the one-step problem is not solved"),
    ZN_OPT_CHOICE(OPT, on_newton_failure, 0, "stop|shorten|accept",
                  "when Newton's method does not converge"),
    ZN_OPT_REAL(OPT, min_step, 1e-12, 0, 1e300, "s",
                "smallest step that 'shorten' may use"),
    ZN_OPT_CHOICE(OPT, storage, 0, "auto|dense|block",
                  "storage of the one-step problem's matrix"),
    ZN_OPT_BOOL(OPT, warm_start, true,
                "start the solver from the last multipliers"),
    ZN_OPT_BOOL(OPT, energy, false, "keep the energy balance"),
    ZN_OPT_WORD(OPT, save_failed, "",
                "file that receives a problem that was not solved"),
    ZN_OPT_END,
};

static void free_state(zn_simulation *s)
{
    zn_state *x = &s->state;
    double *const arrays[] = {x->q, x->v,     x->p,       x->bc, x->x,
                              x->r, x->m,     s->q1,      s->v1, s->x1,
                              s->p, s->p_old, s->p_fixed, s->du, s->uprev};

    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        zn_free_array(s->ctx, arrays[i]);
    for (int k = 0; k < ZN_LEVELS; k++) {
        zn_free_array(s->ctx, x->y[k]);
        zn_free_array(s->ctx, x->lambda[k]);
    }
    zn_free_array(s->ctx, x->active);
    zn_free_array(s->ctx, s->gap);
}

void zn_simulation_free(zn_simulation *s)
{
    if (!s)
        return;
    for (zn_index i = s->nobserver - 1; i >= 0; i--)
        if (s->observer[i].drop)
            s->observer[i].drop(s->observer[i].user);
    zn_free_array(s->ctx, s->observer);
    for (zn_index k = 0; k < s->nbody; k++) {
        zni_body *b = &s->body[k];
        if (b->osi && b->w)
            b->osi->type->detach(b->osi->state, s->ctx, NULL, b->w);
        zn_free_array(s->ctx, b->K);
    }
    zn_free_array(s->ctx, s->body);
    zni_places_fini(s->ctx, &s->memory);
    zni_roster_fini(s->ctx, &s->roster);
    s->osnsp.ctx = s->ctx;
    zni_osnsp_fini(&s->osnsp);
    for (zn_index i = 0; i < s->nosi; i++)
        zn_osi_free(s->osi[i]);
    zn_free_array(s->ctx, s->osi);
    zn_free_array(s->ctx, s->setting);
    zni_times_fini(s->ctx, &s->times);
    free_state(s);
    zn_free_array(s->ctx, s);
}

zn_status zn_simulation_new(zn_model *m, zn_simulation **out)
{
    zn_simulation *s;

    *out = NULL;
    if (!zn_model_sealed(m))
        return zn_fail(m->ctx, ZN_ESTATE,
                       "the model is not sealed; call zn_model_seal first");
    s = zn_alloc(m->ctx, 1, sizeof *s);
    if (!s)
        return ZN_ENOMEM;
    s->ctx = m->ctx;
    s->model = m;
    s->osnsp.ctx = m->ctx;
    zn_option_defaults(options, &s->opt);
    *out = s;
    return ZN_OK;
}

zn_status zn_simulation_set(zn_simulation *s, const char *option,
                            const char *value)
{
    const zn_status st =
        zn_option_set(s->ctx, "simulation", options, &s->opt, option, value);

    if (!st && s->ready)
        s->ready = false; /* formulation, storage, ... are picked again */
    return st;
}

zn_status zn_simulation_set_real(zn_simulation *s, const char *option,
                                 double value)
{
    const zn_status st = zn_option_set_real(s->ctx, "simulation", options,
                                            &s->opt, option, value);

    if (!st && s->ready)
        s->ready = false;
    return st;
}

const zn_option *zn_simulation_options(const zn_simulation *s,
                                       const void **state)
{
    if (state)
        *state = &s->opt;
    return options;
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
    st = zn_grow(s->ctx, &s->setting, &s->csetting, s->nsetting + 1,
                 sizeof *s->setting);
    if (st)
        return st;
    to = &s->setting[s->nsetting++];
    snprintf(to->name, sizeof to->name, "%s", option);
    snprintf(to->value, sizeof to->value, "%s", value);
    s->ready = false;
    return ZN_OK;
}

zn_status zn_simulation_add_osi(zn_simulation *s, zn_osi *osi)
{
    zn_status st;

    if (s->ready)
        return zn_fail(s->ctx, ZN_ESTATE,
                       "integrator '%s' comes after the start of the run",
                       osi->type->type.name);
    st = zn_grow(s->ctx, &s->osi, &s->cosi, s->nosi + 1, sizeof *s->osi);
    if (st)
        return st;
    s->osi[s->nosi++] = osi;
    return ZN_OK;
}

/* "theta=0.5 gamma=0.5" into options of an integrator. */
static zn_status set_words(zn_osi *osi, const char *words)
{
    char word[2 * ZN_WORD_MAX], *eq;
    size_t n;

    for (words += strspn(words, " ,"); *words; words += strspn(words, " ,")) {
        zn_status st;
        n = strcspn(words, " ,");
        if (n >= sizeof word)
            return zn_fail(osi->ctx, ZN_EINVAL, "option '%.30s...' is too long",
                           words);
        memcpy(word, words, n);
        word[n] = 0;
        words += n;
        eq = strchr(word, '=');
        if (!eq)
            return zn_fail(osi->ctx, ZN_EINVAL,
                           "'%s' is not of the form option=value", word);
        *eq = 0;
        st = zn_osi_set(osi, word, eq + 1);
        if (st)
            return st;
    }
    return ZN_OK;
}

zn_status zn_simulation_use(zn_simulation *s, const char *osi_class,
                            const char *words, zn_osi **out)
{
    zn_osi *osi;
    zn_status st = zn_osi_new(s->ctx, osi_class, &osi);

    if (out)
        *out = NULL;
    if (st)
        return st;
    st = words ? set_words(osi, words) : ZN_OK;
    if (!st)
        st = zn_simulation_add_osi(s, osi);
    if (st) {
        zn_osi_free(osi);
        return st;
    }
    if (out)
        *out = osi;
    return ZN_OK;
}

static zn_status add_observer(zn_simulation *s, zn_index at,
                              const zni_observer *o)
{
    const zn_status st = zn_grow(s->ctx, &s->observer, &s->cobserver,
                                 s->nobserver + 1, sizeof *s->observer);

    if (st)
        return st;
    memmove(s->observer + at + 1, s->observer + at,
            (size_t)(s->nobserver - at) * sizeof *s->observer);
    s->observer[at] = *o;
    s->nobserver++;
    return ZN_OK;
}

zn_status zn_simulation_observe(zn_simulation *s, zn_observer_fn *fn,
                                void *user, void (*drop)(void *user))
{
    return add_observer(s, s->nobserver,
                        &(zni_observer){.fn = fn, .user = user, .drop = drop});
}

zn_status zni_sim_observe_first(zn_simulation *s, const zni_observer *o)
{
    return add_observer(s, 0, o);
}

zn_status zni_sim_memory(const zn_simulation *s, zni_memory_fn *fn, void *to)
{
    zn_status st = ZN_OK;

    for (zn_index i = 0; !st && i < s->nobserver; i++)
        if (s->observer[i].memory)
            st = s->observer[i].memory(s->observer[i].user, fn, to);
    return st;
}

/* Every observer sees the state, also after one asked to stop; a failure wins
 * over a stop. */
static zn_status show(zn_simulation *s)
{
    zn_status st = ZN_OK;

    for (zn_index i = 0; i < s->nobserver && st >= 0; i++) {
        const zn_status seen = s->observer[i].fn(s->observer[i].user, s);
        if (seen)
            st = seen;
    }
    return st;
}

zn_status zn_simulation_init(zn_simulation *s)
{
    const bool first = !s->observed0;
    zn_status st;

    if (!(s->opt.solver_tol > 0))
        return zn_fail(s->ctx, ZN_EINVAL, "solver_tol = %g: must be > 0",
                       s->opt.solver_tol);
    st = zni_sim_sync(s);
    if (st || !first)
        return st;
    st = zni_energy_start(s);
    if (st)
        return st;
    s->observed0 = true;
    return show(s);
}

/* Who has this row of y? */
static const char *row_name(const zn_simulation *s, zn_index row)
{
    for (zn_index k = 0; k < s->osnsp.nsites; k++) {
        const zni_site *site = &s->osnsp.site[k];
        if (site->a && row >= site->off && row < site->off + site->m)
            return site->a->name;
    }
    return NULL;
}

zn_status zni_sim_prepare(zn_simulation *s)
{
    const bool observed0 = s->observed0;
    zn_status st;

    s->observed0 = true;
    st = zn_simulation_init(s);
    s->observed0 = observed0;
    return st;
}

zn_run_info zni_sim_totals(const zn_simulation *s)
{
    zn_run_info r = s->run;

    r.energy = s->opt.energy;
    r.worst_gap_name = r.worst_gap < 0 ? row_name(s, s->worst_row) : NULL;
    return r;
}

zn_status zni_sim_resume(zn_simulation *s, const zn_run_info *totals)
{
    const char *worst = totals->worst_gap_name;
    const zn_interaction *a =
        worst ? zn_model_interaction(s->model, worst) : NULL;
    zn_status st = ZN_OK;

    s->run = *totals;
    s->worst_row = a ? a->off : -1;
    s->info = (zn_step_info){0};
    if (!totals->energy)
        st = zni_energy_start(s);
    if (st)
        return st;
    s->observed0 = true;
    return show(s);
}

/* Advance to t1, halving the step as often as the policy allows. */
static zn_status advance(zn_simulation *s, double t1)
{
    const double h = t1 - s->state.t;
    zn_status st;
    bool shorten;

    s->info.substeps++;
    st = zni_sim_advance(s, t1);
    shorten =
        (st == ZN_UNSOLVED && !s->info.newton_converged &&
         s->opt.on_newton_failure == ZNI_NEWTON_SHORTEN) ||
        (st == ZN_UNSOLVED && s->info.outcome != ZN_SOLVED &&
         s->opt.on_solver_failure == ZNI_SHORTEN) ||
        (st == ZN_RETRY && s->opt.on_newton_failure == ZNI_NEWTON_SHORTEN);
    if (!shorten || h / 2 < s->opt.min_step)
        return st;
    st = advance(s, s->state.t + h / 2);
    return st ? st : advance(s, t1);
}

/* Totals of the run. */
static void tally(zn_simulation *s)
{
    zn_run_info *r = &s->run;
    const zn_step_info *i = &s->info;

    r->steps++;
    r->newton_iterations += i->newton_iterations;
    r->solves += i->solves;
    r->solver_iterations += i->solver_iterations;
    r->shortened += i->substeps > 1;
    if (i->solver_error > r->worst_error)
        r->worst_error = i->solver_error;
    r->impacts += i->impacts;
    if (i->active > r->max_active)
        r->max_active = i->active;
    if (i->solver)
        r->solver = i->solver;
}

static bool nothing_changed(const zn_simulation *s)
{
    return s->ready && s->observed0 && s->model->sealed &&
           s->seen == s->model->log_base + s->model->nlog;
}

static zn_status step(zn_simulation *s)
{
    zn_status st = nothing_changed(s) ? ZN_OK : zn_simulation_init(s);

    if (st)
        return st;
    if (s->state.step >= s->times.count)
        return ZN_END;
    s->info = (zn_step_info){0};
    s->info.formulation = s->osnsp.form ? s->osnsp.form->type.name : "none";
    st = advance(s, zni_times_at(&s->times, s->state.step + 1));
    if (st)
        return st;
    s->state.step++;
    tally(s);
    return show(s);
}

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

zn_status zn_simulation_step(zn_simulation *s)
{
    return step(s);
}

zn_status zn_simulation_run(zn_simulation *s)
{
    const double begin = now();
    zn_status st = ZN_OK;

    while (!st)
        st = step(s);
    s->run.seconds += now() - begin;
    return st == ZN_END ? ZN_OK : st;
}

void zn_simulation_run_info(const zn_simulation *s, zn_run_info *out)
{
    *out = zni_sim_totals(s);
    out->formulation = s->osnsp.form ? s->osnsp.form->type.name : "none";
    out->storage = s->run.solves == 0 ? "none"
                   : s->osnsp.dense   ? "dense"
                                      : "block rows";
    if (!out->solver)
        out->solver = "none";
    zni_energy_report(s, out);
}
