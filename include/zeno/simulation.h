/** @file
 * A simulation: integrators, the one-step nonsmooth problem, the state and the
 * loop over time. It borrows a sealed model.
 *
 * Simulations of one model may make their steps in several threads, one simulation
 * by one thread at a time; made, changed and freed they are in one thread. Users'
 * functions are then called by several threads. A model belongs to one simulation
 * when it itself keeps what a step changes: parameters z that functions write,
 * inputs of controllers, data of interactions with state (turns that a joint counts),
 * contacts of a source; and while its functions are watched (zn_ctx_guard).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_SIMULATION_H
#define ZENO_SIMULATION_H

#include <zeno/formulation.h>
#include <zeno/osi.h>

ZN_BEGIN_DECLS

typedef struct zn_simulation zn_simulation;
typedef struct zn_simulation_type zn_simulation_type;

/** What one step reports. */
typedef struct zn_step_info {
    zn_index    newton_iterations;
    double      newton_residual;  /**< largest |R_free - p| over systems, and
                                       |y - h| over position-level outputs     */
    double      newton_increment; /**< largest |du| over systems               */
    bool        newton_converged;
    zn_index    solves;           /**< one-step problems solved                */
    zn_outcome  outcome;          /**< worst of them                           */
    double      solver_error;     /**< worst of them                           */
    zn_index    solver_iterations;/**< sum                                     */
    zn_index    rows;             /**< of the last one-step problem            */
    zn_index    active;           /**< interactions in it                      */
    zn_index    impacts;          /**< contacts that closed with an impulse    */
    double      worst_gap;        /**< smallest y of unilateral ones, <= 0     */
    zn_index    substeps;         /**< of the integrators, tried: 1 unless it was
                                       shortened or chosen by its error        */
    const char *formulation;
    const char *solver;
} zn_step_info;

/** The work of a run (J), by what did it: the kinds of zn_work in zeno/osi.h. Stays as it
 * is; kinds that zn_work gets later come at the end of zn_run_info. */
typedef struct zn_run_work {
    double external, internal, gyro, contact, boundary, damping, springs;
} zn_run_work;

/** Totals of a run. They grow at their end; zn_simulation_run_info says how much of them
 * the program knows. */
typedef struct zn_run_info {
    zn_index steps;
    double   seconds;           /**< wall time inside the time loop            */
    zn_index newton_iterations;
    zn_index newton_failures;   /**< steps accepted without convergence        */
    zn_index solves;
    zn_index solver_iterations;
    zn_index solver_failures;   /**< problems accepted unsolved                */
    zn_index retries;           /**< solved by another solver after a failure  */
    zn_index shortened;         /**< steps that were shortened                 */
    double   worst_error;
    double   worst_gap;         /**< largest penetration is -worst_gap, where steps end
                                     or contact sources find one that is new   */
    const char *worst_gap_name; /**< interaction where it was, or NULL         */
    double   worst_gap_time;
    zn_index impacts;
    zn_index max_active;
    const char *formulation;
    const char *solver;
    const char *storage;
    bool     energy;            /**< the lines below hold                      */
    double   kinetic0, kinetic1;     /**< J, at start and now                  */
    double   potential0, potential1; /**< J, of constant forces and stiffness  */
    zn_run_work work;                /**< J, since the start                   */
    double   projected;         /**< J, what projection has given since the start,
                                     by moving bodies onto their constraints   */
    double   balance;           /**< kinetic + potential change - all work and
                                     projected, J                              */
    zn_index rejected;          /**< steps tried, and not taken: by error
                                     control, or in search of impacts        */
    zn_index forced;            /**< taken at h_min with too large an error, or
                                     over too many events, or none known       */
    double   least_step;        /**< s, smallest and largest step accepted     */
    double   largest_step;
    zn_index redundant;         /**< rows of joints that follow from others    */
    zn_index projection_failures; /**< projections accepted with too large a
                                     violation                                 */
    zn_index without_bounce;    /**< problems solved with e = 0, as with restitution
                                     no solver had an answer (doc/friction-laws.md) */
} zn_run_info;

/** Make a simulation of a sealed model, of class "time-stepping", with the defaults
 * of its options. These every class has; those of its class, such as step=error,
 * are in its table (`zeno list time-stepping`):
 *
 * | option            | meaning                                               |
 * |-------------------|-------------------------------------------------------|
 * | formulation       | "auto" or a name                                      |
 * | solver            | "auto" or a name                                      |
 * | solver_tol        | tolerance of the one-step problem                     |
 * | solver_time       | that a solver may take for one one-step problem (s), by the clock; 0: no limit |
 * | newton_tol        | on increments and residuals, relative to their size   |
 * | newton_max_iter   |                                                       |
 * | newton_check      | both, residual, increment, lagged (doc/time-stepping.md)  |
 * | on_solver_failure | stop, retry, shorten, accept                          |
 * | accept_tol        | the error up to which accept does, no less than solver_tol |
 * | on_newton_failure | stop, shorten, accept                                 |
 * | min_step          | smallest h that shorten may use (s)                   |
 * | storage           | auto, dense, block, product                           |
 * | warm_start        | start the solver from the last multipliers            |
 * | activation        | each, first: contacts of one interaction by their own gaps, or all by the first one's |
 * | energy            | keep the energy balance                               |
 * | projection        | joints, none, direct, combined, simultaneous (doc/projection.md) |
 * | projection_metric | mass, identity, coordinates                             |
 * | projection_rows   | all, active                                             |
 * | projection_open   | of these also the open ones: no correction closes them  |
 * | combined_start    | none, closed, free                                      |
 * | combined_passes   | anew, continue                                          |
 * | projection_tol    | largest violation that may stay (m, rad); 0: a fraction of the size of each row, see the page |
 * | projection_max_iter | corrections before the step fails                     |
 * | on_projection_failure | stop, accept                                        |
 * | start_positions   | keep, project: begin at the admissible position next to where systems are put, see the page |
 * | recompute         | check all that is kept, bit by bit (for debugging)      |
 * | save_failed       | file name for the problem that could not be solved    |
 * | save_problems | NAME.dat, NAME.h5: problems of the run go to NAME-STEP-COUNT, their starts beside (doc/files.md) |
 * | save_every        | those of every so many steps                            |
 * | save_which        | all, unsolved                                           |
 *
 * A problem that is not solved within solver_time is handled as on_solver_failure says; where it
 * strikes, results depend on the machine.
 */
ZN_API zn_status zn_simulation_new(zn_model *m, zn_simulation **out);
/** The same of another registered class, zeno/simulation_kind.h. */
ZN_API zn_status zn_simulation_new_class(zn_model *m, const char *cls,
                                         zn_simulation **out);
ZN_API void zn_simulation_free(zn_simulation *s);

ZN_API zn_status zn_simulation_set(zn_simulation *s, const char *option,
                                   const char *value);
ZN_API zn_status zn_simulation_set_real(zn_simulation *s, const char *option,
                                        double value);
/** The option table, and the state it writes into. The table is the same for
 * all simulations: s may be NULL if state is. */
ZN_API const zn_option *zn_simulation_options(const zn_simulation *s,
                                              const void **state);

/** An option as text, of every simulation or of its class.
 * @param[out] buf  cut to size
 * @retval ZN_ENOENT  no such option */
ZN_API zn_status zn_simulation_get(const zn_simulation *s, const char *option,
                                   char buf[], size_t size);

/** The class, and its state, where its options are. */
ZN_API const zn_simulation_type *zn_simulation_class(const zn_simulation *s);
ZN_API const void *zn_simulation_class_state(const zn_simulation *s);

/** Set an option of the solver in use ("max_iter"), kept when it is made. */
ZN_API zn_status zn_simulation_solver_set(zn_simulation *s, const char *option,
                                          const char *value);

/** Hand an integrator over. The first that accepts a system integrates it. */
ZN_API zn_status zn_simulation_add_osi(zn_simulation *s, zn_osi *osi);

/** Short form: make, set options ("theta=0.5 gamma=0.5" or NULL), add. */
ZN_API zn_status zn_simulation_use(zn_simulation *s, const char *osi_class,
                                   const char *options, zn_osi **out);

/** Instants t_k = t0 + k h, evaluated by that product (no drift), the last
 * step ends at T exactly (it is shorter if (T - t0)/h is not whole).
 * @retval ZN_EINVAL  h <= 0, T < t0, not finite */
ZN_API zn_status zn_simulation_set_time(zn_simulation *s, double t0, double h,
                                        double T);

/** Given instants t[0] < t[1] < ... < t[n-1], copied. */
ZN_API zn_status zn_simulation_set_instants(zn_simulation *s, zn_index n,
                                            const double t[]);

/** Check that everything fits and make room; called by the first step if you
 * do not. Law, formulation and solver that do not fit are named together. A start inside
 * of an obstacle or off an equation is warned of in the log. */
ZN_API zn_status zn_simulation_init(zn_simulation *s);

/** Make one step.
 * @retval ZN_OK        done
 * @retval ZN_END       t = T already, nothing done
 * @retval ZN_UNSOLVED  solver or Newton failed and the policy is to stop; the
 *                      state is that of the last accepted step
 * @retval ZN_INCONSISTENT, ZN_INDETERMINATE  "event-driven": no force holds a sliding contact,
 *                      or there are two motions (Painleve); likewise
 * @retval negative     a fault; likewise. If it is one of an event, a control block or an observer, the
 *                      state is that of the step, accepted: the next call goes on with whose function
 *                      failed, and ends this step (where it was at t0, makes it). Who had his turn at this
 *                      instant gets no other one */
ZN_API zn_status zn_simulation_step(zn_simulation *s);

/** Step to the end, or until an observer stops it (ZN_STOPPED). */
ZN_API zn_status zn_simulation_run(zn_simulation *s);

/** Step to any t, not before the present time, and land on it exactly; T is no
 * bound. Instants of the grid and of events in between are met as in any run; the
 * steps after it go on to them.
 * @retval ZN_EINVAL  t is before the present time, or not finite */
ZN_API zn_status zn_simulation_advance_to(zn_simulation *s, double t);

/** Back to t0 and the initial states of the systems, totals at zero; the next step
 * or zn_simulation_init shows the state at t0 to the observers again, so that a
 * recorder goes on with the rows of another run. Instants and options may be set
 * anew then. Parameters z and held inputs are left as they are. */
ZN_API zn_status zn_simulation_reset(zn_simulation *s);

/** Is the run at its end T? */
ZN_API bool zn_simulation_done(const zn_simulation *s);

/** Called after init (state at t0) and after every accepted step. Return
 * ZN_OK, ZN_STOPPED to end the run, or a failure with words. */
typedef zn_status zn_observer_fn(void *user, const zn_simulation *s);

/** Add an observer; `drop` (may be NULL) is called when the simulation is
 * freed, while its state and its contacts are there still. Order of calls is order of
 * addition, of `drop` the opposite. */
ZN_API zn_status zn_simulation_observe(zn_simulation *s, zn_observer_fn *fn,
                                       void *user, void (*drop)(void *user));

/** An observer that remembers. */
typedef struct zn_observer {
    size_t          size; /**< sizeof(zn_observer)                             */
    zn_observer_fn *fn;
    void           *user;
    void          (*drop)(void *user); /**< or NULL                            */
    /** Optional: hand what the next calls depend on to `keep` (`to` passed on),
     * the same pieces in the same order always; checkpoints save and load it so.
     * May be called before the first call of fn. */
    zn_status     (*memory)(void *user, zn_memory_fn *keep, void *to);
    /** Optional: the run begins anew (zn_simulation_reset). */
    void          (*reset)(void *user);
    /** Optional: what it has kept so far goes to its file, so that it survives the process; called before
     * zn_checkpoint_every saves, so that who goes on from there finds all that came before. A failure
     * with words ends the run, and the checkpoint of before stays. */
    zn_status     (*flush)(void *user);
} zn_observer;

ZN_API zn_status zn_simulation_add_observer(zn_simulation *s,
                                            const zn_observer *o);

ZN_API zn_ctx *zn_simulation_ctx(const zn_simulation *s);
ZN_API zn_model *zn_simulation_model(zn_simulation *s);
ZN_API double zn_simulation_time(const zn_simulation *s);
ZN_API double zn_simulation_t0(const zn_simulation *s);
ZN_API double zn_simulation_end(const zn_simulation *s);
/** Number of steps made, and of all as far as they are known beforehand: -1 where
 * lengths are chosen on the way. Instants of events are steps, too. */
ZN_API zn_index zn_simulation_step_number(const zn_simulation *s);
ZN_API zn_index zn_simulation_step_count(const zn_simulation *s);
ZN_API const zn_state *zn_simulation_state(const zn_simulation *s);
ZN_API const zn_step_info *zn_simulation_step_info(const zn_simulation *s);
/** zn_simulation_run_info with the size of what `out` has room for. */
ZN_API void zn_simulation_run_info_sized(const zn_simulation *s,
                                         zn_run_info *out, size_t size);
/** Totals up to now. */
static inline void zn_simulation_run_info(const zn_simulation *s,
                                          zn_run_info *out)
{
    zn_simulation_run_info_sized(s, out, sizeof *out);
}

/** Instant t_k (s) of the grid that was set, k from 0 to the number of its steps. */
ZN_API double zn_simulation_instant(const zn_simulation *s, zn_index k);

/** The solver in use; NULL before zn_simulation_init and without interactions. */
ZN_API zn_solver *zn_simulation_solver(zn_simulation *s);

/** Number of integrators and the i-th. */
ZN_API zn_index zn_simulation_osi_count(const zn_simulation *s);
ZN_API const zn_osi *zn_simulation_osi(const zn_simulation *s, zn_index i);

/** For writing into the state between steps: the state, and the call that
 * makes outputs be evaluated anew afterwards and multi-step integrators start
 * again from the state written. Vectors have room for what a model that changed has
 * once zn_simulation_init was called after its seal.
 * @retval ZN_EINVAL  what was written is no number, or no position: a quaternion of another
 *                    length than 1; names the system, and is to be written again
 * @retval ZN_ESTATE  the model is open: seal it first */
ZN_API zn_state *zn_simulation_state_rw(zn_simulation *s);
ZN_API zn_status zn_simulation_touched(zn_simulation *s);

/** A system's part of the state: position q (nq), velocity v (nv), impulse p of its
 * interactions and bc of what is prescribed (nv). Borrowed until the next step. */
ZN_API const double *zn_simulation_q(const zn_simulation *s, const zn_ds *ds);
ZN_API const double *zn_simulation_v(const zn_simulation *s, const zn_ds *ds);
ZN_API const double *zn_simulation_p(const zn_simulation *s, const zn_ds *ds);
ZN_API const double *zn_simulation_bc(const zn_simulation *s, const zn_ds *ds);
/** First order: state x, and the nonsmooth input r of the last step. */
ZN_API const double *zn_simulation_x(const zn_simulation *s, const zn_ds *ds);
ZN_API const double *zn_simulation_r(const zn_simulation *s, const zn_ds *ds);
/** An interaction's output y and multiplier lambda, `size` of each, by level: 0 gap
 * and force, 1 its velocity and the impulse of the last step; is it active? NULL where
 * there is no such level. Borrowed until the next step. */
ZN_API const double *zn_simulation_y(const zn_simulation *s,
                                     const zn_interaction *a, int level);
ZN_API const double *zn_simulation_lambda(const zn_simulation *s,
                                          const zn_interaction *a, int level);
ZN_API bool zn_simulation_active(const zn_simulation *s, const zn_interaction *a);
/** Level at which steps ask for the law of an interaction, so that of its multiplier: 0 of
 * first order, and where y depends on lambda; 1 of impulses. After zn_simulation_init. */
ZN_API int zn_simulation_level(const zn_simulation *s, const zn_interaction *a);

/** What an interaction did to a rigid body over the last step. Divided by h the impulse
 * is the mean force. */
typedef struct zn_reaction {
    double impulse[3];      /**< N s, inertial frame                          */
    double angular[3];      /**< N m s, about `point`, inertial frame         */
    double impulse_body[3]; /**< the same in the frame of the body            */
    double angular_body[3];
    double point[3];        /**< of the joint, on that body; of what is no joint
                                 the centre of mass (m)                       */
    double h;               /**< length of the step (s); of an impact of its own,
                                 "event-driven", 0                            */
} zn_reaction;

/** The reaction on body 1 or 2 of an interaction, H' lambda at the end of the step. Where
 * equations of joints follow from others (doc/rigid-bodies.md) lambda, here and in
 * zn_simulation_lambda (impulses and forces), is the least that does the same.
 * @retval ZN_EINVAL  no such body, or none in space or in the plane (x, y, angle)
 * @retval ZN_ESTATE  before zn_simulation_init */
ZN_API zn_status zn_simulation_reaction(const zn_simulation *s,
                                        const zn_interaction *a, int body,
                                        zn_reaction *out);

/** The last assembled one-step problem, for study and tests. */
ZN_API const zn_one_step *zn_simulation_one_step(const zn_simulation *s);

ZN_END_DECLS

/* what a const object gives is const */
#ifdef __cplusplus
static inline const zn_model *zn_simulation_model(const zn_simulation *s)
{
    return zn_simulation_model(const_cast<zn_simulation *>(s));
}
static inline const zn_solver *zn_simulation_solver(const zn_simulation *s)
{
    return zn_simulation_solver(const_cast<zn_simulation *>(s));
}
#else
#define zn_simulation_model(s)                                                 \
    ZN_KEEP(zn_simulation, zn_model, s, zn_simulation_model((zn_simulation *)(s)))
#define zn_simulation_solver(s)                                                \
    ZN_KEEP(zn_simulation, zn_solver, s, zn_simulation_solver((zn_simulation *)(s)))
#endif
#endif
