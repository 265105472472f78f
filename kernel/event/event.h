/* event.h - the event-driven simulation as its own files see it
 *
 *     smooth flow   M v' = F + H2' lambda2,   H2 v' + gamma = 0        motion.c
 *     impact        v+ = v- + M^-1 H1' P,     law on u+, P             jump.c
 *     who stays     0 <= H2 v' + gamma  _|_  lambda2 >= 0              jump.c
 *
 * with H1 the closed contacts, H2 those among them whose gaps have no rate.
 * doc/event-driven.md
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_EVENT_H
#define ZENO_KERNEL_EVENT_H

#include <math.h>
#include <string.h>

#include <zeno/event_driven.h>
#include <zeno/ode.h>

#include "kernel/event/contact.h"
#include "kernel/event/course.h"
#include "kernel/event/isle.h"
#include "kernel/event/rank.h"
#include "kernel/osnsp/problem.h"
#include "kernel/simulation/simulation.h"
#include "solvers/core/hash.h"
#include "solvers/core/kept.h"

enum { ZNI_MANY_STOP = 0, ZNI_MANY_STEP = 1 };
enum { ZNI_ENDS_AUTO = 0, ZNI_ENDS_EVENTS = 1, ZNI_ENDS_GRID = 2 };

/* The bits of x into a sum that begins as ZNI_HASH. */
static inline uint64_t zni_event_bits(uint64_t sum, zn_index n, const double x[])
{
    for (zn_index i = 0; i < n; i++) {
        uint64_t bits;
        memcpy(&bits, x + i, sizeof bits);
        sum = zni_hash_word(sum, bits);
    }
    return sum;
}

/* The mass of a system, factorised. */
typedef struct zni_mass {
    zn_factor  *M;
    double     *values;
    zn_index    n;
    zn_index    serial; /* of the system */
    bool        constant;
    zni_version made;
} zni_mass;

/* An event that waits for the end of the step. */
typedef struct zni_told {
    zn_event_record r;
    zn_index turn;  /* how often its island was looked at, at that instant, before */
    zn_index pass;  /* impacts there before it */
    zn_index serial; /* of the interaction */
    zn_index number;
} zni_told;

/* What is done differently for systems of second and of first order. */
typedef struct zni_event_motion {
    zn_status (*resolve)(zni_event_driven *e, bool *jumped);
    void      (*start)(zni_event_driven *e); /* of a piece of motion; or NULL */
    zn_ode_field *field;
    zn_ode_half *half; /* or NULL: nothing is held */
    zn_guard_fn *guards;
    /* is the guard below zero, at the last instant that was looked at? */
    bool      (*gone_by)(const zni_event_driven *e, zn_index c);
    /* there likewise, how far it is above, in the unit of y */
    double    (*height)(const zni_event_driven *e, zn_index c);
    zn_status (*work)(zni_event_driven *e, double a, double b);
    zn_status (*turn)(zni_event_driven *e); /* after a step without a root; or NULL */
    zn_status (*arrive)(zni_event_driven *e);
} zni_event_motion;

/* What the rows of first-order systems need beside that of contacts; modes.h. */
typedef struct zni_modes {
    zn_solver *solver; /* of relays: who is held */
    bool       linear; /* everything is affine in lambda */
    bool       moved;  /* an impact has moved what they follow */
    double     span;   /* (s) of a step of the integrator, or to the next instant */
    double     ahead;  /* (s) by which an event looks ahead */
    double     farther; /* (s) likewise, of a step of the grid */
    double     tau;    /* (s) of differences in time */
    double    *lam, *rate, *before; /* ny: lambda, y' and y' before the event */
    double    *h;      /* ny times 4, outputs nearby */
    double    *guards; /* of all contacts, twice */
    double    *y, *nearby; /* (q, v, x) a little later */
    double    *r;      /* nx, input */
    double    *X;      /* M^-1 B, interaction by interaction */
    zn_index  *at;     /* where those begin */
    double    *box;    /* of the problem who is held: its vectors */
    zn_index   clam, crate, cbefore, ch, cguards, cy, cnearby, cr, cX, cat, cbox;
} zni_modes;

struct zni_event_driven {
    /* options */
    char     ode[ZN_WORD_MAX], ode_options[ZN_TEXT_MAX];
    double   rtol, atol, h_max;
    zn_index samples;
    double   tol_y, tol_v, tol_out, accumulation;
    zn_index max_events;
    int      on_many, on_unsolved;
    int      ends, instants;
    char     events[ZN_TEXT_MAX];

    zn_ctx        *ctx;
    zn_simulation *s;
    const zni_event_motion *motion;
    zni_modes      modes;
    zn_ode        *flow;   /* of the motion at hand */
    zni_course    *course; /* isle by isle; all have the same classes of integrators */
    zn_index       ccourse;
    char           told_ode[ZN_TEXT_MAX]; /* the options that the first ones were told */
    uint64_t       accuracy, order; /* of tolerances that steps were made with; of the table's names */
    bool           passes; /* steps of integrators go beyond instants of the grid */
    bool           asks_none; /* masses, forces and gaps are made of constants: no function is asked in a step */
    bool           bare;   /* gaps are all that there is beside the motion, and linear */
    zn_index       seen; /* changes of the model that were taken in */
    zni_problem    impact, force;
    zni_mass      *mass; /* by place of the system */
    zn_index       nmass, cmass;
    zni_contact   *contact;
    zn_index       ncontact, ccontact;
    zn_index       nsecond; /* the first of them, of second order */
    zn_index       nrelay, nspace;
    zni_isle      *isle; /* nisle */
    zn_index       nisle, cisle;
    zni_isle       now;  /* the one at hand, but for its memory, */
    zn_index       here; /* and its number */
    bool           whole; /* it has all */
    bool           by_grid; /* steps end at instants of the grid only */
    zn_index      *body, *lin; /* places, isle by isle; isles and systems in the order of names,
                                  interactions in that of their turns */
    zn_index      *of;   /* by place of the interaction: its isle */
    zn_index      *packed; /* nq: where it is in the vector of its isle */
    zn_index      *contact_at; /* ny: which of the table has that row */
    zni_run       *run;
    double        *carry; /* likewise: what the integrator hands on from piece to piece */
    zn_index      *rate_of; /* isle by isle: of each unknown the one that is its rate, or -1 */
    zn_index       cbody, clin, cof, cpacked, ccontact_at, crun, crate_of, ccarry;
    double        *trial, *rate; /* (q, v), q', of one isle at their places */
    zn_index       ctrial, crate;
    double        *matrix; /* affine.c; and room behind them */
    zn_index       cmatrix, nmatrix;
    zni_told      *told;
    zn_index       ntold, ctold;
    zn_index       turn, pass; /* of events at hand */
    double         turned;     /* when it was looked at the last time */
    bool           lifted;     /* zni_event_lift counts */
    bool           rested; /* impacts of a contact were taken as over at the event at hand */
    signed char   *direction, *side; /* of the guards, one per contact */
    bool          *crossed;
    zn_index       cdirection, cside, ccrossed;
    zni_rank       rank;
    zni_version    chosen;    /* who is closed became another set; 0: somebody wrote it */
    zni_version    kept;      /* acc, load and forces are those of that, of a still isle */
    zni_version    activated; /* the problem of forces took that in */
    zn_index       nclosed;   /* rows of it */
    zn_index      *pick;      /* npick, rows of it that are equalities */
    double        *reduced;   /* npick x npick, their matrix; or all of it, for
                                 the choice who stays */
    zn_index       npick, cpick, creduced;
    /* u vectors */
    double  *acc, *load, *du;
    zn_index cacc, cload, cdu;
    double  *y;     /* (q, v, x) */
    zn_index cy;
    double  *sag;   /* of a step of the flow, likewise */
    zn_index csag;
    double  *ahead; /* the same a step later */
    zn_index cahead;
    double  *pull;  /* nv, of springs */
    zn_index cpull;
    double  *springs; /* ny, forces of their rows */
    zn_index csprings, nspring;
    double  *slip;  /* ny, -mu d of tangents that slide; */
    bool     held;  /* it is what it was; */
    bool     sharp; /* or that of an implicit integrator; directions.c */
    zn_index cslip;
    zn_index shorter; /* steps of that one behind one another which were too short for it */
    double  *turns; /* of directions.c, its vectors */
    zn_index cturns;
    double  *last;  /* nv, before an impact */
    zn_index clast;
    double  *gap[ZN_LEVELS]; /* ny, outputs at a trial (q, v) */
    zn_index cgap[ZN_LEVELS];
    double  *rows;  /* 3 times the rows of a problem */
    zn_index crows;
    double  *shares; /* of shares.c, its matrices and vectors */
    zn_index cshares;
    zni_rank newton; /* of its systems */
    double  *percussion; /* ny, what is told of an impact; percussions.c */
    zn_index *sharing;   /* rows of it that share */
    zn_index cpercussion, csharing;
    double  *work;  /* nv times 4 of the largest system, and its square */
    zn_index cwork;
    zn_force_parts parts;
    /* the motion that systems of first order see, of the state or a trial */
    const double *q, *v;
    double   tol_output; /* tol_out, or tol_y */
    bool     torn; /* rates of closed contacts have jumped just now: they stay, for an impact */

    zn_paradox paradox; /* of the last step; kind ZN_OK: none */

    /* memory */
    zni_contact_state *is; /* ncontact */
    zn_index cis;
    /* of the isle at hand */
    double   length;   /* of the next step of the flow */
    double   count;    /* events since the last instant of the grid */
    double   same;     /* jumps at this very instant */
    double   pending;  /* 1: this instant is an event and not dealt with */
    double   carried;  /* 1: `carry` is of the motion that goes on */
    double   begun;    /* 1: contacts are classified, and belong to `sum` */
    uint64_t sum;      /* of the bits of q and v */
    uint64_t parameters; /* of all parameters at the end of the last step, if `carry` is of use */

    unsigned char *undo; /* all of that before the step under way */
    zn_index       cundo;

    zn_event_record_fn *tell;
    zni_kept            tell_user;
    void               *log; /* FILE of option `events` */
    char                log_path[ZN_TEXT_MAX];
};

/* ---- contacts.c ---- */
/* The table of contacts from place *n on, after refusing what is not known here. */
zn_status zni_event_contacts(zni_event_driven *e, zn_index *n);
/* Both problems take part in every interaction of second order. */
zn_status zni_event_connect(zni_event_driven *e);
/* What both families share: the table has n more rows, masses, vectors. */
zn_status zni_event_grow(zni_event_driven *e, zn_index n);
void zni_event_keep_state(zni_event_driven *e, zn_index c, const zni_contact *was);
zn_status zni_event_room(zni_event_driven *e);
zn_status zni_event_make_masses(zni_event_driven *e);
zn_status zni_event_refuse(const zni_event_driven *e, const zn_interaction *a,
                           const char *why);
void zni_event_fini(zni_event_driven *e);

/* ---- isles.c ---- */
/* Which systems nothing joins, and whether that counts: places in order, isle by isle. */
zn_status zni_event_isles(zni_event_driven *e);
/* Their rows, once the table of contacts is there, and room. */
zn_status zni_event_isles_rows(zni_event_driven *e);
/* One of them is at hand; what is remembered of it goes back afterwards. */
zn_status zni_event_enter(zni_event_driven *e, zn_index isle);
void zni_event_leave(zni_event_driven *e);
/* Its part of the state as one vector (q, v, x), systems in order, and back; of (q, v, x) of all
 * at places of the state likewise. */
void zni_event_pack(const zni_event_driven *e, double y[]);
void zni_event_pack_all(const zni_event_driven *e, const double all[], double y[]);
void zni_event_unpack(zni_event_driven *e, const double y[]);
/* (q', v') likewise, of e->rate and e->acc; x' behind them, of e->acc. */
void zni_event_slopes(const zni_event_driven *e, double f[]);
void zni_event_slopes_of_x(const zni_event_driven *e, double f[]);
/* e->q, e->v, x behind them, are that of such a vector: functions are asked there, who follows
 * sees it. */
zn_status zni_event_trial(zni_event_driven *e, const double y[]);
/* Its outputs at the state, and what relations remember of its contacts. */
zn_status zni_event_outputs(zni_event_driven *e);
zn_status zni_event_settle_contacts(zni_event_driven *e);
/* Its part of u vectors: out = 0, out = a, out += f a. */
void zni_event_clear(const zni_event_driven *e, double out[]);
void zni_event_copy(const zni_event_driven *e, const double a[], double out[]);
void zni_event_add(const zni_event_driven *e, double f, const double a[], double out[]);
/* a' b of it. */
double zni_event_dot(const zni_event_driven *e, const double a[], const double b[]);
void zni_event_isles_fini(zni_event_driven *e);

/* ---- affine.c ---- */
/* Which isles have a motion y' = A y + b(t) while no contact is closed; room for their A. */
zn_status zni_event_affine(zni_event_driven *e);
/* A of the isle at hand into *out, NULL: its motion is not such; b(t), and its largest step to `end`. */
zn_status zni_event_matrix(zni_event_driven *e, const double **out);
zn_status zni_event_part(void *user, double t, double b[]);
double zni_event_longest(const zni_event_driven *e, double end);

/* ---- carried.c ---- */
/* Do its integrators hand on anything? */
bool zni_event_carries(const zni_event_driven *e);
/* The motion that was begun goes on with what the last piece of it has left. */
void zni_event_resume(zni_event_driven *e);
/* And leaves that for the next one, if there is one: nothing happens at its end. */
void zni_event_carry(zni_event_driven *e, bool on);
/* Of all isles nothing was left. */
void zni_event_forget_carried(zni_event_driven *e);
/* Likewise if parameters are not what they were when they were seen: before a step, and after. */
zn_status zni_event_carry_on(zni_event_driven *e);
zn_status zni_event_carry_seen(zni_event_driven *e);
void zni_event_keep_carried(zni_event_driven *e, zn_memory_fn *keep, void *to);

/* ---- undo.c ---- */
/* What is remembered, before a step to that instant at the latest, and back to it. */
zn_status zni_event_undo_reserve(zni_event_driven *e);
void zni_event_keep_undo(zni_event_driven *e, double end);
void zni_event_undo(zni_event_driven *e);

/* ---- pass.c ---- */
/* Of a step that is sure (zni_event_is_sure): does the one under way go on behind its end, where nothing
 * is near? It is made: to an instant of the grid or not. */
bool zni_event_passes(const zni_event_driven *e, double end, double limit);
zn_status zni_event_pass(zni_event_driven *e, double end, bool grid);

/* ---- problems.c ---- */
extern const zni_problem_kind zni_problem_of_impact, zni_problem_of_force;

/* ---- motion.c ---- */
/* The masses at q. */
zn_status zni_event_masses(zni_event_driven *e, const double q[]);
/* Accelerations of all systems at (t, q, v) into acc; forces of closed contacts are
 * in force.lam, their sum in load. */
zn_status zni_event_accelerations(zni_event_driven *e, double t, const double q[],
                                  const double v[]);
/* The same without contacts. */
zn_status zni_event_free(zni_event_driven *e, double t, const double q[],
                         const double v[]);
/* q' of the trial at hand, into e->rate. */
void zni_event_turns(zni_event_driven *e);
zn_ode_field zni_event_field;
zn_guard_fn zni_event_guards;
/* The step of the host, for a trial (t, q, v). */
void zni_event_step_at(zni_event_driven *e, double t, const double q[],
                       const double v[]);
/* Who is closed takes part in the problem of forces; its matrix at (t, q, v). */
zn_status zni_event_assemble(zni_event_driven *e, double t, const double q[],
                             const double v[]);

/* ---- friction.c ---- */
typedef enum zni_closed_rows {
    ZNI_GAPS, /* positions: gaps and equalities */
    ZNI_RATES, /* and what sticks */
    ZNI_FORCES /* the same, with the friction of what slides */
} zni_closed_rows;
/* Of the assembled problem of forces the rows that are equalities, their matrix and
 * its factors. ZN_INCONSISTENT, ZN_INDETERMINATE: friction is too much for a contact to
 * be (Painleve); then e->paradox has it. */
zn_status zni_event_reduce(zni_event_driven *e, zni_closed_rows which);
/* Room for that, n rows being closed. */
zn_status zni_event_reduce_reserve(zni_event_driven *e, zn_index n);
/* Multipliers of all rows of the problem, for the values b (of these rows) of it. */
void zni_event_solve_reduced(zni_event_driven *e, zni_closed_rows which,
                             const double b[]);
/* The matrix of the problem of forces while contacts slide, in which each has the
 * friction of its normal force; rows of tangents are out of it. */
void zni_event_slide_matrix(zni_event_driven *e, double A[]);
/* What lambda_T of the first tangent behind a normal row, and of the second, is for a
 * normal force of one; false: there is none, or it sticks. */
bool zni_event_slope(const zni_event_driven *e, zn_index c, double f[2]);
/* Rows that take part in the problem of forces. */
void zni_event_count(zni_event_driven *e);

/* As zni_event_solve_reduced for forces, x being their shares and what is left. */
void zni_event_solve_forces(zni_event_driven *e, double b[]);

/* ---- shares.c ---- */
/* Of closed rows that depend on one another, assembled and reduced for forces: is->share, with
 * the sum that these have as solution of the problem of forces, and each within its bounds; 0, and
 * not `shared`, where rows are independent or no such forces exist. */
zn_status zni_event_share(zni_event_driven *e);
/* Room for that, n rows being equalities. */
zn_status zni_event_share_reserve(zni_event_driven *e, zn_index n);

/* ---- percussions.c ---- */
/* e->percussion, of impact.lam and its problem: the least that do the same. */
zn_status zni_event_share_percussions(zni_event_driven *e);
/* Room to do so with n rows. */
zn_status zni_event_percussions_reserve(zni_event_driven *e, zn_index n);

/* ---- sliding.c ---- */
/* The force of a relay that slides; 0 if it sticks. */
double zni_event_bound(const zni_event_driven *e, zn_index c);
/* out += forces of relays that slide, at (t, q, v). */
zn_status zni_event_slide(zni_event_driven *e, double t, const double q[],
                          const double v[], double out[]);
/* Does a relay stick here, or where to does it slide? */
void zni_event_may_stick(zni_event_driven *e, zn_index c);
/* Positive as long as it does what it does; lambda and u of the row, and of the one
 * behind it if there are two tangents. */
double zni_event_sliding_guard(const zni_event_driven *e, zn_index c,
                               const double lambda[], const double u[]);

/* ---- half.c ---- */
/* zni_event_field, with rates of closed rows at zero at (t1, base + w f). */
zn_ode_half zni_event_half;

/* ---- kinks.c ---- */
/* Has the rate u of a closed contact jumped from zero, at velocities v? The problem of forces
 * is assembled there. */
bool zni_event_torn(const zni_event_driven *e, zn_index c, double u, const double v[]);
/* At the state: e->torn, and those contacts are not to open for their force. */
zn_status zni_event_kinks(zni_event_driven *e);

/* ---- springs.c ---- */
/* Does the interaction at a place give a force? */
bool zni_event_spring(const zni_event_driven *e, zn_index place);
/* Forces of springs at (t, q, v): row by row, and their sum in e->pull. */
zn_status zni_event_pull(zni_event_driven *e, double t, const double q[],
                         const double v[]);
/* lambda += weight times the forces at hand, in the rows of springs. */
void zni_event_spring_rows(const zni_event_driven *e, double weight,
                           double lambda[]);

/* ---- settle.c ---- */
/* Of tol_y and tol_v, what is left alone: far below what counts as closed, far above
 * rounding. */
#define ZNI_SETTLED 0.01

/* This part of tol_y is what rounding leaves of gaps. */
#define ZNI_LAST_DIGITS 1e-4
/* Gaps and rates of closed contacts back to zero. */
zn_status zni_event_settle(zni_event_driven *e);

/* ---- jump.c ---- */
/* What happens at the present instant; *jumped: a velocity has. Percussions are added to the
 * impulses that are there. */
zn_status zni_event_resolve(zni_event_driven *e, bool *jumped);

/* ---- accumulation.c ---- */
/* Second derivative of y of a row, in the motion of e->acc. */
zn_status zni_event_acceleration(zni_event_driven *e, const zni_contact *o, double *out);
/* After an impact, who is known less well for it; and whose impacts end with it. */
void zni_event_note_doubt(zni_event_driven *e);
zn_status zni_event_accumulate(zni_event_driven *e);
/* Whose impacts end before those of this instant. */
zn_status zni_event_lost_flights(zni_event_driven *e);

/* ---- flow.c ---- */
/* No impulses yet. */
void zni_event_forget(zni_event_driven *e);
/* (s) Instants so near to t are that one. */
double zni_event_tick(const zni_event_driven *e, double t);
/* The smooth motion to `end`, or to the first root before it; steps of the integrator may go on
 * to `limit`. */
zn_status zni_event_flow(zni_event_driven *e, double end, double limit);
/* A contact that is open, or slides, is beyond its guard. */
bool zni_event_gone_by(const zni_event_driven *e, zn_index c);
double zni_event_height(const zni_event_driven *e, zn_index c);
/* Gaps, rates and forces at the end of it. */
zn_status zni_event_arrive(zni_event_driven *e);

/* ---- both.c ---- */
/* Systems of both orders in one model. */
extern const zni_event_motion zni_event_of_both;

/* ---- work.c ---- */
/* Impulses, and if asked for works, of the flow from a to b in its last step. */
zn_status zni_event_work(zni_event_driven *e, double a, double b);

/* Multipliers of a problem are percussions, M (v+ - v-), v- in e->last: into the impulses of the step, and their
 * work. */
void zni_event_add_impulse(zni_event_driven *e, const zni_problem *p);

/* ---- log.c ---- */
zn_status zni_event_tell(zni_event_driven *e, zn_event_what what, zn_index contact,
                         zn_event_record *r);
/* Room for those that wait for the end of a step: it grows where rows are hit again and again. */
zn_status zni_event_tell_reserve(zni_event_driven *e);
/* Those that wait, in order, or none of them. */
zn_status zni_event_tell_all(zni_event_driven *e);
zn_status zni_event_log_open(zni_event_driven *e);
void zni_event_log_close(zni_event_driven *e);

extern const zn_simulation_type zni_simulation_event_driven;

/* Is it an interaction of first-order systems? */
static inline bool zni_event_first(const zni_lin *s)
{
    return s->a->ds[0]->type->family == ZN_FIRST_ORDER;
}

/* The system at a place, if it is of that order. */
static inline const zn_ds *zni_event_system(const zni_event_driven *e, zn_index k,
                                            zn_family family)
{
    const zn_ds *ds = e->s->body[k].ds;

    return ds && ds->type->family == family ? ds : NULL;
}

/* The contact of a row of y of second order. */
static inline zn_index zni_event_contact(const zni_event_driven *e, zn_index at)
{
    return e->contact_at[at];
}

/* Is it a gap? */
static inline bool zni_event_normal(const zni_event_driven *e, zn_index c)
{
    const zni_contact *o = &e->contact[c];

    return !o->bilateral && !o->relay && !o->tangent;
}

/* Does the row have a force that the problem of forces gives? */
static inline bool zni_event_bears(const zni_event_driven *e, zn_index c)
{
    return e->is[c - e->contact[c].tangent].closed;
}

/* A tangent whose contact is open, or has no friction: it neither sticks nor slides. */
static inline bool zni_event_idle(const zni_event_driven *e, zn_index c)
{
    const zni_contact *o = &e->contact[c];

    return o->tangent && !(o->mu > 0 && zni_event_bears(e, c));
}

/* Has the contact a part in impacts of this instant? One in flight has an instant of its own,
 * however near its gap y is: tol_y is sqrt(2 tol_y/a) away. */
static inline bool zni_event_touches(const zni_event_driven *e,
                                     const zni_contact_state *is, double y)
{
    return is->closed || is->hit > 0 || y <= (is->flies ? 0 : e->tol_y);
}

/* Has its force come to its bound, with none that others could take over? */
static inline bool zni_event_gives_way(const zni_contact_state *is)
{
    return is->hit < 0 && !is->shared;
}

/* A contact that opens as its force comes to zero goes up with the third power of time, a diode that
 * blocks then with the second: for a while it is above by less than what integration and rounding leave.
 * Where that alone makes a root it is taken as higher, by a tenth of the tolerance of y, until it has a
 * side. */
#define ZNI_LIFT 0.1

static inline double zni_event_lift_of(const zni_event_driven *e, zn_index c)
{
    return ZNI_LIFT * (c < e->nsecond ? e->tol_y : e->tol_output);
}

/* Is it a row of which that may be said? */
static inline bool zni_event_may_rise(const zni_event_driven *e, zn_index c)
{
    return c >= e->nsecond || zni_event_normal(e, c);
}

static inline double zni_event_lift(const zni_event_driven *e, zn_index c)
{
    return e->lifted && e->is[c].side == 0 && zni_event_may_rise(e, c)
               ? zni_event_lift_of(e, c)
               : 0;
}

/* The length of the last step of the flow (s). */
static inline double zni_event_way(const zni_event_driven *e)
{
    return zn_ode_time(e->flow) - zn_ode_before(e->flow);
}

/* The guard of an open contact, of its gap and rate. One that begins below zero and goes up is where it
 * may be: it comes to its guard as it turns, as long as it is there. */
static inline double zni_event_open_guard(const zni_event_driven *e, zn_index c)
{
    const zn_index at = e->contact[c].at;
    const double y = e->gap[0][at] + zni_event_lift(e, c);

    return e->is[c].below && y < 0 ? fmax(y, e->gap[1][at] * zni_event_way(e))
                                   : y;
}

/* The force of a contact as it is. */
static inline double zni_event_force(const zni_event_driven *e, zn_index c)
{
    return zni_event_bears(e, c)   ? e->force.lam[e->contact[c].at]
           : e->contact[c].relay ? zni_event_bound(e, c)
                                 : 0;
}

static inline double zni_event_gap(const zni_event_driven *e, zn_index c, int level)
{
    return e->s->state.y[level][e->contact[c].at];
}

/* The rate of a row; of a contact that slides in space its size. */
static inline double zni_event_rate(const zni_event_driven *e, zn_index c)
{
    const double u = zni_event_gap(e, c, 1);

    return e->contact[c].space ? hypot(u, zni_event_gap(e, c + 1, 1)) : u;
}

#endif
