/* simulation.h - the simulation as its own files see it
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_SIMULATION_H
#define ZENO_KERNEL_SIMULATION_H

#include <zeno/simulation_kind.h>

#include "kernel/model/roster.h"
#include "kernel/osi/body.h"
#include "kernel/osnsp/forces.h"
#include "kernel/osnsp/projection.h"
#include "kernel/simulation/attempt.h"
#include "kernel/simulation/copy.h"
#include "kernel/simulation/lengths.h"
#include "kernel/simulation/mixing.h"
#include "kernel/simulation/options.h"
#include "kernel/simulation/passing.h"
#include "kernel/simulation/sources.h"
#include "kernel/simulation/times.h"
#include "kernel/simulation/watched.h"

/* What the start was off by, said when the run began and in its report: 0 and "" if it was not. */
typedef struct zni_start_faults {
    double inside, off; /* how deep in an obstacle, how far from an equation */
    char   what_inside[160], what_off[160];
} zni_start_faults;

struct zn_simulation {
    zn_ctx         *ctx;
    zn_model       *model;
    zni_sim_options opt;
    zni_settings    settings; /* of the solver */
    zni_times       times;
    zni_events      events;
    zni_finders     sources;
    zni_observers   observers;
    zni_turns       turns;
    zn_snapshot     before_event;
    const zn_simulation_type *kind;
    void           *kind_state;

    bool            ready;
    bool            broken; /* a refresh failed half-way */
    zn_index        seen;   /* changes of the model taken in */
    zn_index        laws;   /* model->laws_at_work then */

    /* systems at work, and what joins them */
    zn_index        nosi, cosi;
    zn_osi        **osi;
    zni_body       *body;   /* by place of the system */
    zn_index        nbody, cbody;
    zni_places      memory; /* the systems' parts of state.m */
    zni_roster_room roster; /* of whoever needs one while the model is taken in */
    zni_all         all;
    int             level;  /* of all interactions, or -1 */
    unsigned char  *gap;    /* ny, rows whose y is a gap */
    zni_lins        lins;
    zni_problem     problem; /* of the step */
    zni_projector   projection;
    zni_resumed     resumed;
    double          projected; /* energy that the last correction gave (J) */
    double          since;  /* where the energy balance of `run` begins (s) */
    zni_forces      forces;
    zn_index        staged; /* stages of the integrators' steps */
    zni_foresight   foresight;
    zni_saving      saving;
    zni_least       least[2]; /* of impulses, of forces */

    /* when what became what it is */
    zni_version joints;       /* a bilateral interaction came, went or changed, or a system of one */
    zni_version searched;     /* their redundant rows were looked for */
    zni_version changed;      /* the state was written by hand */
    zni_version loaded;       /* the multipliers at work were taken from the state */
    zni_version stored;       /* they and the active rows were written to it */
    zni_version input;        /* p became another one */
    zni_version input_zero;   /* p was zero */
    zni_version input_stored; /* p was written to the state */
    zni_version du_made, du_zero; /* du became another one; was zero */
    zni_version W;            /* that of some system became another one */
    zni_version quiet;        /* a quiet step ended, nothing being left of contacts; quiet.c */
    zni_version steady;       /* a steady step ended, its contacts as they were; steady.c */

    zn_state state;
    zn_index cm;

    /* iterate and u vectors (nv + nx) */
    zn_step  step;
    double  *q1, *v1, *x1;
    double  *p, *p_fixed, *p_old, *du, *uprev;
    double   whole[ZN_SECOND_ORDER + 1]; /* the square of the scale of all unknowns together, by the family, */
    double   pushed[ZN_SECOND_ORDER + 1]; /* and that of all p: a share of either is the solver's error */
    zn_index cfixed, cold;
    zn_index room[ZNI_SIM_VECTORS]; /* of those, and of the state's; 0: it is this one, */
    double  *nothing;               /* zeros: nobody wants it; lengths.c */
    zn_index cnothing;
    bool     used[ZN_LEVELS];       /* levels that laws are on, or were */
    bool     turns_tangents;        /* some contact has tangents that may turn: */
    double  *tangent;               /* those that the multipliers of the state are along;
                                       osnsp/tangents.c */
    bool     iterates;              /* one pass may not be enough: there are uprev and */
    zni_progress *progress;         /* by place of the system */
    zn_index cprogress;
    zni_mixing mixing;
    double  *m_last, *bc_last; /* of the integrators before the step */
    unsigned char *data_last; /* of contacts, what relations write; commit.c */
    zn_index cm_last, cdata_last;
    zni_attempt attempt;
    zni_passing passing;

    zn_step_info info;
    zn_run_info  run;
    zn_index     worst_row; /* of y, where run.worst_gap was */
    zni_start_faults at_start;
    zni_noted    noted;
    zni_hints    hints;
    bool         told_accepted; /* that problems are, also in a step that was taken back; */
    bool         told_plain;    /* and that without restitution */
    zn_index     plain;         /* problems of this step that were solved so, from ZNI_NO_BOUNCE on all */
};

/* ---- loop.c ---- */
/* As zn_simulation_init, but observers do not see the state yet. */
zn_status zni_sim_prepare(zn_simulation *s);
/* An observer that sees each step before those added so far: what it writes is in
 * what they record. */
zn_status zni_sim_observe_first(zn_simulation *s, const zn_observer *o);
/* What the observers have kept goes to their files. */
zn_status zni_sim_flush(const zn_simulation *s);
/* What the observers remember, for checkpoints. */
zn_status zni_sim_memory(const zn_simulation *s, zn_memory_fn *fn, void *to);
/* Totals of the run; of the energies only those of the start. */
zn_run_info zni_sim_totals(const zn_simulation *s);
/* A state was loaded: go on from its totals, and show it to the observers. Their energy balance
 * began at `since`; it begins here if it was not kept before. */
zn_status zni_sim_resume(zn_simulation *s, const zn_run_info *totals, double since);

/* ---- access.c ---- */
/* The state was set to one that was before: nothing kept belongs to it. */
void zni_sim_moved(zn_simulation *s);

/* A component of a system that is no number: name[i] = value. */
typedef struct zni_no_number {
    const zn_ds *ds; /* NULL: all are numbers */
    const char *name;
    zn_index i;
    double value;
} zni_no_number;

/* The first one of q, v and x of all systems, as they lie in a state. */
zni_no_number zni_sim_no_number(const zn_simulation *s, const double q[], const double v[],
                                const double x[]);

/* A step from the state failed with st. If a number of the state is so large that its square is none, that is
 * why, and it is said; returns st. */
zn_status zni_sim_note_far(const zn_simulation *s, zn_status st);

/* ---- simulation.c ---- */
/* An integrator of that class, also after the start of the run. */
zn_status zni_sim_use(zn_simulation *s, const char *osi_class, zn_osi **out);

/* Numbers of state.m that are of a system. */
static inline zn_index zni_sim_kept(const zn_simulation *s, const zni_body *b)
{
    return b->remembers ? zni_places_sizes(&s->memory, b->mplace)[0] : 0;
}

/* ---- hints.c ---- */

/* After a step that is taken, before which run.worst_gap was `was`, and made it worse:
 * does a contact go on sinking? */
void zni_sim_hint_sinking(zn_simulation *s, double was);
/* Does Newton's method converge as it does with right Jacobians? */
void zni_sim_hint_newton(zn_simulation *s);
/* The interaction that has this row of y, or NULL. */
const zn_interaction *zni_sim_at_row(const zn_simulation *s, zn_index row);

/* ---- each_z.c ---- */
/* What is to be done with the parameters z, or held input u, of something. */
typedef void zni_z_fn(void *user, zn_index nz, double *z);
/* All of a system or a relation with its operators. An operator without
 * parameters of its own shows those of its object again, which does no harm. */
void zni_z_of_ds(zn_ds *ds, zni_z_fn *fn, void *user);
void zni_z_of_relation(zn_relation *r, zni_z_fn *fn, void *user);

/* Parameters that are states (zn_model_follow), at (q, v, x). */
static inline zn_status zni_sim_follow(zn_simulation *s, const double q[],
                                       const double v[], const double x[])
{
    if (!s->model->nlink)
        return ZN_OK;
    s->lins.parameters = zni_tick(&s->lins.counter);
    return zni_model_follow_state(s->model, q, v, x);
}

/* ---- setup.c ---- */
/* Take in what changed in the model: systems to integrators, interactions to
 * sites, room in the state. Called before every step; cheap when nothing did. */
zn_status zni_sim_sync(zn_simulation *s);
zn_status zni_sim_outputs(zn_simulation *s); /* y at the present state */
/* The same of the interaction at a place, if there is one. */
zn_status zni_sim_output(zn_simulation *s, zn_index place);
/* The present state was written by hand: memories and outputs follow it. */
zn_status zni_sim_restart(zn_simulation *s);
/* Everything that moves as the model says it begins. */
zn_status zni_sim_initial(zn_simulation *s);

/* ---- exchange.c ---- */
/* May these changes be taken in one by one? Interactions come and go, of laws that
 * are at work before and after, and none couples systems. */
bool zni_sim_may_exchange(const zn_simulation *s, const zni_change c[],
                          zn_index n);
/* They are connected: what is known of all of them follows. */
zn_status zni_sim_exchange(zn_simulation *s, const zni_change c[], zn_index n);
/* Rows of one interaction: which are gaps, and the level of all. */
void zni_sim_note_rows(zn_simulation *s, zn_index place);

/* ---- connect.c ---- */
/* The interaction at a place came, went or changed. */
zn_status zni_sim_refresh_interaction(zn_simulation *s, zn_index place);
/* The first of n changes are looked at next, of interactions; joined: they have been taken in.
 * model/ahead.h */
void zni_sim_ask(const zn_simulation *s, const zni_change c[], zn_index n,
                 bool joined);
/* The options of the projection; true if another set of interactions takes part. */
bool zni_sim_set_projection(zn_simulation *s);
/* After that: room, formulation and solver of the one-step problem. */
zn_status zni_sim_refresh_problem(zn_simulation *s);
/* Does the problem have room for every row from the first step on? */
bool zni_sim_reserves(const zn_simulation *s);
/* Formulation, solver with the first settings of the user, and room for its rows. */
zn_status zni_sim_configure(zn_simulation *s, zni_problem *p,
                            const char *formulation, const char *solver,
                            zn_index nsetting);
/* ---- ahead.c ---- */
/* Where there is no problem yet: is there such a solver, with such options? */
zn_status zni_sim_check_ahead(zn_simulation *s);
/* Multipliers and outputs of an interaction that is new. */
void zni_sim_clear_rows(zn_simulation *s, zn_index place);

/* ---- fit.c ---- */
/* Warn if the scheme keeps errors of the interaction at that place alive. */
zn_status zni_sim_check_memory(zn_simulation *s, zn_index place);

/* ---- verify.c ---- */
/* Newton's method: *small becomes false where an output at the iterate is not
 * yet the one that the last one-step problem made admissible. */
void zni_sim_output_residuals(zn_simulation *s, bool *small);
/* The interaction whose law the answer of a solver violates most, for words: within a
 * factor of two, and also below tol, since the error of the solver is measured otherwise.
 * NULL: there is none that has a law of its own. */
const zn_interaction *zni_sim_violated(const zni_problem *p, double tol);

/* ---- step.c ---- */
/* From state.t to t1, commit on success; the state is untouched on failure. */
zn_status zni_sim_advance(zn_simulation *s, double t1);
/* All the nonsmooth input at the present multipliers, in units of the residual,
 * into p; the same where it may be zero as it was. */
void zni_sim_make_input(zn_simulation *s);

static inline void zni_sim_total_input(zn_simulation *s)
{
    if (s->problem.active.nact || s->problem.has.any_old ||
        !zni_holds(s->input_zero, s->input))
        zni_sim_make_input(s);
}

/* ---- bounce.c ---- */
/* Is it that of the step, condensed, and some active contact with friction to bounce? */
bool zni_sim_bounces(const zn_simulation *s, const zni_problem *p);
/* So often in a step there was no answer with restitution: its last iterations do without. One iteration may
 * have none for being far off, and of two that have it by turns the step has no end. */
enum { ZNI_NO_BOUNCE = 2 };
/* Its assembled problem without that. */
zn_status zni_sim_take_bounce(zn_simulation *s, zni_problem *p);

/* ---- settle.c ---- */
/* What the unknowns may be off by, relative, as the one-step problem was solved to an error only. */
double zni_sim_carried(const zn_simulation *s);
/* What an iteration did to a system: kept for those below. */
void zni_sim_note_change(zn_simulation *s, zni_body *b);
/* Did no unknown move further than tolerance? */
bool zni_sim_settled(const zn_simulation *s);
/* Does some system move on by more than that, though its increments fall no more? */
bool zni_sim_stalls(const zn_simulation *s);
/* Is it enough, after so many iterations, to be small beside one unit, too (model/small.h)? It is where changes of
 * the unknown fall no more for good, and after the last. */
bool zni_sim_gives_in(const zn_simulation *s, const zni_body *b, zn_index iterations);
/* Is r, the norm of the residual, within tolerance? After an iteration. */
bool zni_sim_balanced(const zn_simulation *s, const zni_body *b, double r);
/* After a single iteration with a matrix of an earlier step: is one more with it the last one, at
 * which nobody looks?
 * *more: becomes true if that iteration is worth while: what is left is not below rounding */
bool zni_sim_near_enough(const zn_simulation *s, const zni_body *b, bool *more);
/* As much as an iteration may leave of the unknown of a system without adding up in a long run, or what
 * the solver of the one-step problem leaves anyway. */
double zni_sim_hidden(const zn_simulation *s, const zni_body *b);

/* ---- next.c ---- */
/* Would another iteration move no more than that? After a look behind the first one. */
bool zni_sim_stays(const zn_simulation *s);

/* The unknown of a system at the iterate. */
static inline double *zni_sim_unknown(const zn_simulation *s, const zni_body *b)
{
    return b->ds->type->family == ZN_SECOND_ORDER ? s->v1 + b->ds->v_off
                                                  : s->x1 + b->ds->x_off;
}

/* ---- step.c, passes.c ---- */
/* Newton's method around the one-step problem, with the contacts that are given. */
zn_status zni_sim_newton(zn_simulation *s);
/* It, in as many passes as the step needs, where the contacts are those that it leads to
 * (projection.combined). */
zn_status zni_sim_passes(zn_simulation *s);
/* The iterate is that at the end of the former pass. */
void zni_sim_go_on(zn_simulation *s);

/* ---- quiet.c ---- */
/* After a step of one pass over memory that is accepted: is nothing left of contacts, and would the next one ask in
 * vain for whatever else a step may have to do? */
void zni_sim_note_quiet(zn_simulation *s);
/* After one that was (s->quiet > 0): is the step at hand like that? Nothing changed since, and no row
 * enters its problem. */
bool zni_sim_quiet(const zn_simulation *s);
/* To the end of it. */
zn_status zni_sim_quiet_step(zn_simulation *s);
/* Is there anything that a step of one pass does beside moving systems, by their contacts, and outputs? */
bool zni_sim_more_to_do(const zn_simulation *s);

/* ---- steady.c ---- */
/* After a step of one pass over memory that is accepted: would the next one with the same contacts ask in vain
 * for all but what they do? */
void zni_sim_note_steady(zn_simulation *s);
/* After one that was (s->steady > 0): is the step at hand like that? Nothing changed since, and the same
 * rows enter its problem. */
bool zni_sim_steady(const zn_simulation *s);
/* To the end of it. */
zn_status zni_sim_steady_step(zn_simulation *s);

/* Options of integrators that were set so far, and how many there are of these. */
static inline zn_index zni_sim_settings(const zn_simulation *s)
{
    zn_index settings = s->nosi;

    for (zn_index i = 0; i < s->nosi; i++)
        settings += s->osi[i]->settings;
    return settings;
}

/* ---- project.c ---- */
/* Are positions brought back onto constraints? */
static inline bool zni_sim_projecting(const zn_simulation *s)
{
    return s->projection.on && s->projection.problem.how.form;
}

/* The trial position of the step back onto them. */
zn_status zni_sim_measure_rows(zn_simulation *s);
zn_status zni_sim_project(zn_simulation *s);
/* Before a run begins: the state's positions are brought onto all constraints, contacts and equations,
 * whatever the run's own projection is. */
zn_status zni_sim_project_start(zn_simulation *s);
/* Do its options go together? */
zn_status zni_sim_check_projection(const zn_simulation *s);
/* Room for it, as large as the model is. */
zn_status zni_sim_projection_room(zn_simulation *s);
/* Does the option want the position of that interaction brought back? */
bool zni_sim_projects(const zn_simulation *s, const zn_interaction *a);
/* The multipliers of that into the state. */
void zni_sim_store_projection(zn_simulation *s);

/* ---- stages.c ---- */
/* Forces of contacts inside the step, if integrators ask for them. */
zn_status zni_sim_stages(zn_simulation *s);
/* Those of the last stage into the state. */
void zni_sim_store_forces(zn_simulation *s);

/* ---- foresee.c ---- */
/* What chooses the rows of a step where an integrator looks ahead (all.foresees). */
zn_status zni_sim_foresee(zn_simulation *s);
/* Options of integrators were set, so many so far: do they look ahead, or weigh input of
 * t_k? */
void zni_sim_ask_integrators(zn_simulation *s, zn_index settings);
void zni_sim_foresee_fini(zn_simulation *s);

/* ---- recompute.c ---- */
/* After the free states of the first iteration: compare what integrators keep with
 * what they make from nothing. */
zn_status zni_sim_recompute(zn_simulation *s);

/* ---- problem.c ---- */
/* Assemble and solve the one-step problem; multipliers into the osnsp, the
 * increments they make into du. */
zn_status zni_sim_solve(zn_simulation *s);
/* The same of a step with the contacts of the one before, but for W and factors as it was; since: when that one
 * ended. */
zn_status zni_sim_solve_again(zn_simulation *s, zni_version since);
/* No increment by contacts yet: du = 0, also if it is already. */
void zni_sim_make_increment_zero(zn_simulation *s);

static inline void zni_sim_clear_increment(zn_simulation *s)
{
    if (!zni_holds(s->du_zero, s->du_made))
        zni_sim_make_increment_zero(s);
}

/* What solver and policy make of an assembled problem. */
zn_status zni_sim_solve_problem(zn_simulation *s, zni_problem *p);

/* Has who watches a solver stopped it in this step? Then nothing goes on, whatever is done about what fails. */
static inline bool zni_sim_stopped(const zn_simulation *s)
{
    return s->info.outcome == ZN_INTERRUPTED;
}

/* ---- save.c ---- */
/* Around the solution of a problem, st being what came of it: into a file, if the options
 * want it there. Returns st, or why it could not be written. */
zn_status zni_save_begin(zn_simulation *s, zni_problem *p);
zn_status zni_save_end(zn_simulation *s, zni_problem *p, zn_status st);
void zni_save_fini(zn_simulation *s);

/* ---- commit.c ---- */
/* The gap of a contact that a source found where a step begins is told, too: what the step before led
 * into, nobody looked at at its end. */
void zni_sim_note_found(zn_simulation *s, zn_index place);
zn_status zni_sim_commit(zn_simulation *s);
/* The same after a step in which nothing acts and nobody has a say: q, v, x and y are others, and
 * nothing else. */
zn_status zni_sim_commit_quiet(zn_simulation *s);
/* The same after a step with the contacts of the one before in which nobody else has a say. */
zn_status zni_sim_commit_steady(zn_simulation *s);
/* Relations take in that the state was accepted: angles count their turns. */
/* The relation of the interaction at a place does, if there is one. */
zn_status zni_sim_settle_contact(zn_simulation *s, zn_index place);

/* ---- reactions.c ---- */
/* Multipliers of a level, ny; of velocities and accelerations with the least reactions where
 * rows of joints follow from others. */
const double *zni_sim_multipliers(const zn_simulation *s, int level);

static inline zni_version zni_sim_tick(zn_simulation *s)
{
    return zni_tick(&s->lins.counter);
}

/* A status of a system's integrator, with whose it is. */
static inline zn_status zni_sim_at(const zn_simulation *s, const zni_body *b,
                                   zn_status st)
{
    return st ? zn_note(s->ctx, st, "system '%s'", b->ds->owner.name) : ZN_OK;
}

/* Is the step under way made in one pass over memory? */
static inline bool zni_sim_passing(const zn_simulation *s)
{
    return s->all.at_once && s->passing.on;
}

static inline zn_status zni_sim_update_body(zn_simulation *s, const zni_body *b)
{
    return zni_sim_at(s, b,
                      b->osi->type->update(b->osi->state, &s->step, b->ds, b->w,
                                           s->du + b->uoff));
}

/* ---- energy.c ---- */
zn_status zni_energy_start(zn_simulation *s);
/* What there is at the present state, for when systems come, go or change. */
zn_status zni_energy_note(zn_simulation *s);
/* They did: they bring their energy with them and take it away, so that the balance is that of what
 * is there, as if it always had been. */
zn_status zni_energy_exchange(zn_simulation *s);
zn_status zni_energy_step(zn_simulation *s);
/* The work of a step to that of the run. */
void zni_energy_add(const zn_work *w, zn_run_work *sum);
/* Energy at the iterate; 0 if it is not kept. */
zn_status zni_energy_iterate(const zn_simulation *s, double *energy);
void zni_energy_report(const zn_simulation *s, zn_run_info *out);

#endif
