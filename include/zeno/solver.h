/** @file
 * Solver problems and solvers, what all classes share. A problem class (LCP,
 * MLCP, friction, ...) is a zn_problem_type: its sizes and its error measure,
 * computed by code that no solver shares. A solver is an object made from a
 * registered zn_solver_type; it has a name, options and work memory that it
 * keeps from call to call, so one call at a time.
 *
 * ZN_OK from zn_solver_solve means, always: the error measure of the problem
 * class at the (z, w) returned is at or below the option `tol`. The host
 * verifies this itself after every call, whatever the algorithm believes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_SOLVER_H
#define ZENO_SOLVER_H

#include <zeno/type.h>

ZN_BEGIN_DECLS

/** Why a solver stopped. */
typedef enum zn_outcome {
    ZN_SOLVED = 0,        /**< error <= tol                                    */
    ZN_ITERATION_LIMIT,   /**< max_iter reached                                */
    ZN_TIME_LIMIT,        /**< time limit reached                              */
    ZN_RAY,               /**< pivoting ended on a secondary ray               */
    ZN_INFEASIBLE,        /**< proved to have no solution                      */
    ZN_STALLED,           /**< no progress (line search, singular system, ...) */
    ZN_INACCURATE,        /**< the method ended but its error exceeds tol      */
    ZN_INTERRUPTED        /**< the callback asked to stop                      */
} zn_outcome;

/** "ok", "iteration_limit", "time_limit", "ray", "infeasible", "stalled",
 * "inaccurate", "interrupted". */
ZN_API const char *zn_outcome_name(zn_outcome o);

/** What a call of a solver reports. It grows at its end; zn_solver_solve says how much of
 * it the program knows. */
typedef struct zn_solve_info {
    zn_outcome  outcome;
    double      error;      /**< error measure at the (z, w) returned          */
    zn_index    iterations; /**< of the method: pivots, sweeps, Newton steps   */
    const char *solver;     /**< who gave the answer (auto: the one it chose)  */
} zn_solve_info;

/** Called once per iteration with the solver's own estimate of the error
 * (negative when it has none); return true to stop. Of large problems also while a solver prepares: between
 * parts of that, of 10^5 contacts some tenths of a second at most, with the iteration told last (0 at
 * first) and error -1. Orderings and factors, which other libraries make in one piece, are not
 * interrupted: who stops waits for one of them at most. What is prepared decides how often it is
 * called, no clock, and that it is changes no bit. */
typedef bool zn_iteration_fn(void *user, zn_index iteration, double error);

/** One method that a solver made of methods has tried, for explanations. */
typedef struct zn_attempt {
    const char *solver;     /**< the method's name                            */
    bool        applied;    /**< false: not to this problem; the rest is void */
    zn_outcome  outcome;    /**< why it stopped                               */
    zn_index    iterations; /**< of the method                                */
    double      error;      /**< that it has left, by its own account; negative:
                                 not known                                    */
    double      seconds;    /**< of wall clock                                */
    const char *why;        /**< it was tried there, or does not apply; NULL: it
                                 is not told                                  */
} zn_attempt;

/** Called after each method that was tried; `a` is valid during the call. */
typedef void zn_attempt_fn(void *user, const zn_attempt *a);

/** What the host lets a running solver see. Pass it on to inner solvers. */
typedef struct zn_monitor zn_monitor;

/** To be called by algorithms once per iteration.
 * @return true to stop now: the time is up or the callback said so */
ZN_API bool zn_monitor_tick(zn_monitor *mon, zn_index iteration, double error);

/** Does anybody ask what is tried? */
ZN_API bool zn_monitor_explains(const zn_monitor *mon);
/** To be called by solvers made of methods, after each method. */
ZN_API void zn_monitor_attempt(zn_monitor *mon, const zn_attempt *a);

/** A class of problems. `p` is the class's plain struct (zn_lcp, ...). */
typedef struct zn_problem_type {
    zn_type     type;        /**< kind ZN_KIND_PROBLEM, name "lcp", ...        */
    /** Kind of the solvers of this class. A plugin's own class has a number of its
     * own from ZN_KIND_OWN to ZN_KIND_MAX - 1, which enters with it and is that of
     * its solvers, in the same plugin or others that are loaded later. Two classes
     * of the same number are not taken: the second plugin is refused with words. */
    zn_kind     solver_kind;
    zn_index  (*nz)(const void *p); /**< length of z                           */
    zn_index  (*nw)(const void *p); /**< length of w                           */
    /** Error measure at (z, w); formula in the class's header. `work` has
     * nw + nz elements. Must return NaN for NaN input. */
    double    (*error)(const void *p, const double z[], const double w[],
                       double work[]);
    /** Check the data: sizes, finite, bounds in order. */
    zn_status (*check)(zn_ctx *ctx, const void *p);
    /** Optional, with own_room: the same problem in units of its own, so that no
     * solver sees what the units of the data are. `own`: own_size zeroed bytes,
     * `room`: own_room numbers. zu and wu, powers of two, are the units of z and
     * w: z of p is zu times z of the answer. false: p is in its own units. */
    bool      (*own)(const void *p, void *own, double room[], double zu[],
                     double wu[]);
    zn_index  (*own_room)(const void *p); /**< numbers that own needs          */
    /** Optional: bring z and w of an answer that is a proof (ZN_INFEASIBLE,
     * ZN_RAY) from units of its own to those of p; NULL: they are as others. */
    void      (*own_proof)(const void *p, const void *own, zn_outcome outcome,
                           double z[], double w[]);
    size_t    own_size;                   /**< bytes of the problem it makes   */
    /** Optional: the w that belongs to z. With it a start that is an answer can be known
     * as one before a method is asked. */
    void      (*outputs)(const void *p, const double z[], double w[]);
    /** Optional, with own_room, as own and in its room: with a unit for each row and unknown, where some are so far
     * from others that errors relative to the largest hide what is wrong with them. false: they are not. An answer
     * has to be one in these units, too; if it is none the method is given the problem in them. Since 2.11. */
    bool      (*own_rows)(const void *p, void *own, double room[], double zu[],
                          double wu[]);
} zn_problem_type;

/** What a solver of a plugin offers to `auto` of its class, which asks it then as one of its own. */
typedef struct zn_offer {
    /** Name of the method of `auto` after whose first turn it is asked; "": before all;
     * NULL, or of a method that the problem at hand does not have in its list: after all. Of
     * several at one place who costs least comes first. */
    const char *after;
    const char *why; /**< for explanations; NULL: it is not told               */
    /** Optional: operations that the problem will take, as it believes: it is not asked where
     * they do not fit into what is left of the time. INFINITY: it is not one for this
     * problem. Allocates nothing. */
    double    (*cost)(const void *problem);
} zn_offer;

/** A solver class. Its option table must hold REAL `tol`. */
typedef struct zn_solver_type {
    zn_type     type;
    /** Optional: acquire what does not depend on a problem. */
    zn_status (*init)(void *state, zn_ctx *ctx);
    /** Optional: make room for problems up to n unknowns and nnz values in the
     * matrix, so that later calls within allocate nothing. */
    zn_status (*reserve)(void *state, zn_ctx *ctx, zn_index n, zn_index nnz);
    /** z: start on entry, best point on return; w likewise (set by the method
     * to the class's dual at z). Returns ZN_OK when the method is content,
     * ZN_UNSOLVED with info->outcome when not, negative on failure
     * (ZN_EINVAL: the method does not apply to these data). The host fills
     * info->error; a false ZN_OK that misses `tol` by no more than a thousand it asks
     * again from there, up to twice, with a smaller `tol`, and turns what stays false
     * into ZN_UNSOLVED. */
    zn_status (*solve)(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info);
    /** Optional: release; copes with a zero state. */
    void      (*fini)(void *state, zn_ctx *ctx);
    /** Optional: a short cut to the answer, on the problem in the units it is given in,
     * which must not matter: multiplied by powers of two the answer is the same. Asked
     * before `solve` where nobody watches the iterations; allocates nothing. In info:
     * iterations, 0 unless set, and the solver, this one unless set.
     * @return true: z and w are the answer, as the method believes; the host measures
     * its error and goes on with `solve` if it is above `tol`, from z as it was if those
     * are not more than 256 numbers, else from there. false: z is as it was */
    bool      (*near)(void *state, const void *problem, double z[], double w[],
                      zn_solve_info *info);
    /** Optional: where it stands in the list of `auto`. */
    const zn_offer *offer;
} zn_solver_type;

typedef struct zn_solver zn_solver;

/** Make a solver, with the defaults of its options.
 * @param[in] problem  name of the problem class ("lcp")
 * @param[in] name     name of the solver ("lemke", "auto", ...)
 * @retval ZN_ENOENT  no such class or solver; the message lists what there is */
ZN_API zn_status zn_solver_new(zn_ctx *ctx, const char *problem,
                               const char *name, zn_solver **out);
ZN_API void zn_solver_free(zn_solver *s);

/** Set an option from text or number; errors as zn_option_set. */
ZN_API zn_status zn_solver_set(zn_solver *s, const char *option,
                               const char *value);
ZN_API zn_status zn_solver_set_real(zn_solver *s, const char *option,
                                    double value);

/** An option as text, cut to size.
 * @retval ZN_ENOENT  no such option */
ZN_API zn_status zn_solver_get(const zn_solver *s, const char *option,
                               char buf[], size_t size);

/** Limit the time of one call, seconds of wall clock; 0: none (default). */
ZN_API void zn_solver_set_time_limit(zn_solver *s, double seconds);

/** Be called at every iteration; fn NULL: not. */
ZN_API void zn_solver_set_callback(zn_solver *s, zn_iteration_fn *fn, void *user);

/** The same with data that go over to the solver.
 * @param[in] drop  called with user, once: when another function or none is set, or the
 *                  solver is freed; NULL: nothing is. A simulation frees its solver when
 *                  another one is chosen (`solver`, `formulation`), too */
ZN_API void zn_solver_set_callback_owned(zn_solver *s, zn_iteration_fn *fn,
                                         void *user, void (*drop)(void *user));

/** Be told of every method that a solver like "auto" tries, of those it asks in turn
 * too; fn NULL: not. It changes no bit of the answer. */
ZN_API void zn_solver_set_explain(zn_solver *s, zn_attempt_fn *fn, void *user);

/** The same with data that go over to the solver; `drop` as in
 * zn_solver_set_callback_owned. */
ZN_API void zn_solver_set_explain_owned(zn_solver *s, zn_attempt_fn *fn,
                                        void *user, void (*drop)(void *user));

/** The class of a solver; valid while the solver is. */
ZN_API const zn_solver_type *zn_solver_class(const zn_solver *s);

/** Its state, for tests and for solvers made of solvers. */
ZN_API void *zn_solver_state(zn_solver *s);

/** Make room in advance; see zn_solver_type.reserve. */
ZN_API zn_status zn_solver_reserve(zn_solver *s, zn_index n, zn_index nnz);

/** zn_solver_solve with the size of what `info` has room for. */
ZN_API zn_status zn_solver_solve_sized(zn_solver *s, const void *p, double z[],
                                       double w[], zn_solve_info *info,
                                       size_t size);

/** zn_solver_solve_sized of a problem that is known to be of a class: what
 * zn_lcp_solve, zn_friction_solve, ... of the classes' headers call. They take a pointer
 * to the struct of their class: another one is an error in C++ and in C, with gcc before
 * version 14 a warning unless -Werror=incompatible-pointer-types is given. The header of a
 * class of your own has such a function, too.
 * @param[in] problem  name of the class of problems that p is of ("lcp")
 * @retval ZN_EINVAL  also: the solver is of another class; the message names both and
 *                    says what to do, z and w are as they were */
ZN_API zn_status zn_solver_solve_as(zn_solver *s, const char *problem,
                                    const void *p, double z[], double w[],
                                    zn_solve_info *info, size_t size);

/** Solve a problem of the class the solver was made for. For a class that is chosen by
 * name when the program runs: nothing here knows whether p is what the solver takes. If
 * you know the class when you write, take the function of its header, zn_lcp_solve,
 * zn_friction_solve, ..., which does.
 * @param[in]     p     zn_lcp, zn_mlcp, ... borrowed
 * @param[in,out] z     nz(p); starting point on entry
 * @param[in,out] w     nw(p)
 * @param[out]    info  filled in any case that is not negative
 * @retval ZN_OK        info->error <= tol
 * @retval ZN_UNSOLVED  it is not; info->outcome says why; z is the best point
 * @retval ZN_EINVAL    the data are wrong or the method does not apply
 * @retval ZN_EDOM      NaN or Inf in the data or in the starting point; the
 *                      problem class's check runs before every call */
static inline zn_status zn_solver_solve(zn_solver *s, const void *p, double z[],
                                        double w[], zn_solve_info *info)
{
    return zn_solver_solve_sized(s, p, z, w, info, sizeof *info);
}

/** As zn_solver_solve under a monitor, for solvers made of solvers: the outer
 * call's time limit and callback hold, and the data are taken as checked. */
ZN_API zn_status zn_solver_solve_inner(zn_solver *s, const void *p, double z[],
                                       double w[], zn_monitor *mon,
                                       zn_solve_info *info);

ZN_END_DECLS

/* what a const object gives is const */
#ifdef __cplusplus
static inline const void *zn_solver_state(const zn_solver *s)
{
    return zn_solver_state(const_cast<zn_solver *>(s));
}
#else
#define zn_solver_state(s)                                                     \
    ZN_KEEP(zn_solver, void, s, zn_solver_state((zn_solver *)(s)))
#endif
#endif
