/** @file
 * Classes of simulations: how the present time is passed on. The host keeps model,
 * state, integrators, observers and events; a class decides which steps are tried
 * and which are accepted. The built-in one is "time-stepping"; write another as a
 * descriptor of this type and bring it by a plugin, doc/extend-simulation.md walks
 * through an example.
 *
 * One step, as the host drives it:
 *
 *     limit   the next instant that must be met: of an event, of given instants,
 *             of zn_simulation_advance_to, T
 *     step    the class brings the state from t to some t1 <= limit by
 *             zn_simulation_try, as often as it likes, back in between by
 *             zn_simulation_rollback
 *     then    events of t1, observers; or, after a failure, back to t
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_SIMULATION_KIND_H
#define ZENO_SIMULATION_KIND_H

#include <zeno/simulation.h>

ZN_BEGIN_DECLS

/** A class of simulations. `k` is its state (its options live there). */
typedef struct zn_simulation_type {
    zn_type   type;  /**< kind ZN_KIND_SIMULATION                             */
    /** Optional: everything is ready, at the start and after every change of
     * model or options. Refuse what does not fit, make room. */
    zn_status (*prepare)(void *k, zn_simulation *s);
    /** From the present time t to one after it, limit at most. What lands on
     * limit has its bits. A step in which velocities jump may take no time. */
    zn_status (*step)(void *k, zn_simulation *s, double limit);
    /** Optional: steps until T, without those that events add; -1: not known.
     * NULL: not known. */
    zn_index  (*remaining)(const void *k, const zn_simulation *s);
    /** Optional: hand what later steps depend on to `keep` (`to` passed on), the
     * same pieces in the same order always. Checkpoints save and load them so. */
    void      (*memory)(void *k, zn_memory_fn *keep, void *to);
    /** Optional: forget what was learned; the run begins anew. */
    void      (*reset)(void *k);
    void      (*fini)(void *k, zn_ctx *ctx);
    /** A step may end at the instant it began at: the state jumps. Observers see both
     * sides, two rows of a record with one instant. */
    bool        jumps;
    /** It moves the systems itself: where no integrator of the user's takes a system, which
     * is an error else, "moreau-jean" or "euler-moreau" is there for what is left to
     * them. */
    bool        moves;
} zn_simulation_type;

/* ---- what a class is given, inside `step` --------------------------------- */

/** One step of the integrators from the present time to t1, the policies
 * on_solver_failure and on_newton_failure included. The state is that of t1 then.
 * @param[in] h  length that matrices are kept for, if it differs from t1 - t by
 *               rounding only; 0: t1 - t itself
 * @return as zn_simulation_step; the state is as it was */
ZN_API zn_status zn_simulation_try(zn_simulation *s, double t1, double h);

/** Go back to where the step began: all that moves, parameters that functions
 * wrote, totals. The work that was done stays counted. To be able to,
 * zn_simulation_mark comes before the first zn_simulation_try. */
ZN_API zn_status zn_simulation_mark(zn_simulation *s);
ZN_API zn_status zn_simulation_rollback(zn_simulation *s);

/** Steps that were tried and not accepted, for the report. */
ZN_API void zn_simulation_count_rejected(zn_simulation *s);
/** A step at the smallest length was accepted though its error is too large. */
ZN_API void zn_simulation_count_forced(zn_simulation *s);

/** The first instant of the grid of zn_simulation_set_time after the present
 * time, beyond T too. One that is met up to a billionth of h counts as passed. */
ZN_API double zn_simulation_grid_next(const zn_simulation *s);
/** Steps of the grid from the present time to T. */
ZN_API zn_index zn_simulation_grid_left(const zn_simulation *s);
/** h of zn_simulation_set_time; 0 for given instants. */
ZN_API double zn_simulation_grid_step(const zn_simulation *s);

/** Order of the integrators while the motion is smooth: the least of them. */
ZN_API int zn_simulation_order(const zn_simulation *s);

ZN_END_DECLS
#endif
