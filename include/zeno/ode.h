/** @file
 * Smooth motion: integrators of y' = f(t, y) between events, with error control and
 * a solution at every instant of a step, and the roots of guards on it.
 *
 *     zn_ode_begin(ode, &problem, t, y);
 *     while (zn_ode_time(ode) < end) {
 *         zn_ode_step(ode, end);
 *         zn_ode_root(ode, &guards, zn_ode_time(ode), &root);
 *         ...
 *     }
 *
 * The built-in classes are "dormand-prince", "dormand-prince-853" for many digits, "radau" for stiff
 * motion, "half-explicit" for motion with constraints, "ballistic" for constant accelerations, which are a
 * polynomial, "linear" for motion that is linear but for a part in time, and "generalised-alpha", Newmark's schemes,
 * whose steps are given and not chosen by tolerances; write another as a descriptor of type zn_ode_type and bring it by
 * a plugin. doc/ode.md has the formulas.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_ODE_H
#define ZENO_ODE_H

#include <zeno/type.h>

ZN_BEGIN_DECLS

typedef struct zn_ode zn_ode;

/** f(t, y) into f (n). ZN_RETRY: (t, y) is outside of its domain, a shorter step may
 * be tried; a negative status ends the integration. */
typedef zn_status zn_ode_field(void *user, double t, const double y[], double f[]);

/** The same with multipliers such that what is held along the motion, as rates of constraints,
 * holds at (t1, base + w f): for half-explicit classes. */
typedef zn_status zn_ode_half(void *user, double t, const double y[], double t1,
                              const double base[], double w, double f[]);

/** What is integrated, to which accuracy. */
typedef struct zn_ode_problem {
    zn_index      n;
    zn_ode_field *field;
    void         *user;
    double        rtol; /**< error of a step, component by component, in the mean
                             square: atol + rtol |y_i|                        */
    double        atol; /**< in the units of y; > 0                           */
    double        h_max; /**< largest step; INFINITY: none                    */
    zn_ode_half  *half; /**< or NULL: nothing is held                         */
    /** n, borrowed until the next zn_ode_begin: y_i' is the unknown rate[i] at all times,
     * -1: is none of them; or NULL: of none it is known. For classes that make positions from
     * accelerations; the others take y' = f(t, y) as it is. */
    const zn_index *rate;
    /** Both or none: f(t, y) is A y + b(t) with A (n x n, borrowed likewise), b(t) into b (n), which is zero
     * where `rate` says whose rate y_i' is, on entry too: that need not be written. For class "linear", which asks for
     * b alone; the others take y' = f(t, y) as it is. */
    const double *A;
    zn_status   (*part)(void *user, double t, double b[]);
    /** df/dy (n x n, column by column) at (t, y) into J, for class "radau"; or NULL: it takes
     * differences of f. What it asks of f is not among the evaluations that are counted. */
    zn_status   (*jacobian)(void *user, double t, const double y[], double J[]);
} zn_ode_problem;

/** What one step did. */
typedef struct zn_ode_info {
    zn_index steps, rejected, evaluations; /**< since the object was made     */
    double   h; /**< length of the next step, if nothing stands in its way    */
} zn_ode_info;

/** A class. `k` is its state: its options live there, zero-filled apart from them. */
typedef struct zn_ode_type {
    zn_type   type; /**< kind ZN_KIND_ODE                                     */
    /** Room for n unknowns; nothing is allocated after that. */
    zn_status (*reserve)(void *k, zn_ctx *ctx, zn_index n);
    void      (*fini)(void *k, zn_ctx *ctx);
    /** A step from (t, y) with the length *h or less, to `limit` at most, and on its
     * bits if it ends there. *h: guess of the next length; 0 on entry: none is known.
     * f is not continuous where `fresh` says so: nothing of earlier steps holds. */
    zn_status (*step)(void *k, const zn_ode_problem *p, double t, const double y[],
                      double limit, bool fresh, double *h, double *t1, double y1[],
                      zn_ode_info *info);
    /** The solution at t in the last step, ends included. */
    void      (*at)(const void *k, double t, double y[]);
    /** Optional: no unknown is farther than out[i] from the straight line between its values
     * at both ends, in all of the last step. */
    void      (*sag)(const void *k, double out[]);
    /** Optional, both or none: what steps hand on beside y, one real for each unknown. `save` at
     * the end of a step; `resume` after reserve: steps go on with that, though f is asked anew. */
    void      (*save)(const void *k, double m[]);
    void      (*resume)(void *k, const double m[]);
    /** Optional: hand all that `at`, `sag` and the next step need of the last one to `keep` (`to`
     * passed on), after reserve, the same pieces in the same order always. Then a host may leave a
     * step before its end, and a later run take it up with the same bits. */
    void      (*memory)(void *k, zn_memory_fn *keep, void *to);
    bool      given; /**< its steps are those it is told, whatever error they leave */
    zn_index  terms; /**< of its solutions as polynomials of time in a step, at most, where a host
                          that knows the class takes them as such; 0: they are none */
} zn_ode_type;

ZN_API zn_status zn_ode_new(zn_ctx *ctx, const char *cls, zn_ode **out);
ZN_API void zn_ode_free(zn_ode *ode);
ZN_API zn_status zn_ode_set(zn_ode *ode, const char *option, const char *value);
/** Several: "method=newmark beta=0.25", with blanks or commas between them.
 * @retval ZN_EINVAL  not of that form, or out of range
 * @retval ZN_ENOENT  no such option */
ZN_API zn_status zn_ode_set_words(zn_ode *ode, const char *words);
/** An option as text, cut to size.
 * @retval ZN_ENOENT  no such option */
ZN_API zn_status zn_ode_get(const zn_ode *ode, const char *option, char buf[],
                            size_t size);
ZN_API const zn_ode_type *zn_ode_class(const zn_ode *ode);

/** zn_ode_begin with the size of the problem. */
ZN_API zn_status zn_ode_begin_sized(zn_ode *ode, const zn_ode_problem *p,
                                    size_t size, double t, const double y[]);

/** Start at (t, y), y copied; what steps before have learned of f is forgotten, but
 * for the length of the next one. The problem is copied, user borrowed.
 * @retval ZN_EINVAL  n < 1, tolerances not positive */
static inline zn_status zn_ode_begin(zn_ode *ode, const zn_ode_problem *p,
                                     double t, const double y[])
{
    return zn_ode_begin_sized(ode, p, sizeof *p, t, y);
}

/** One step, accepted, not beyond limit.
 * @retval ZN_UNSOLVED  steps became shorter than rounding allows
 * @retval ZN_EDOM      a number of y is above 1e300 where it ends, or none; it stays where it was
 * @retval ZN_EINVAL    limit is not after the present time */
ZN_API zn_status zn_ode_step(zn_ode *ode, double limit);

/** Start and end of the last step, and the solution at its end. */
ZN_API double zn_ode_before(const zn_ode *ode);
ZN_API double zn_ode_time(const zn_ode *ode);
ZN_API const double *zn_ode_value(const zn_ode *ode);

/** The solution at t in the last step. */
ZN_API void zn_ode_at(const zn_ode *ode, double t, double y[]);

/** No unknown was farther than out[i] (n) from the straight line between its values at both
 * ends of the last step; false: the class does not say. */
ZN_API bool zn_ode_sag(const zn_ode *ode, double out[]);

/** Length of the next step, to look at or to set (0: to be found); it is, with zn_ode_save of
 * classes that carry something, all that a later run needs to go on with the same bits from the
 * same (t, y). */
ZN_API double *zn_ode_length(zn_ode *ode);
/** Do steps hand on something beside y and the length of the next one? Most classes' do not. */
ZN_API bool zn_ode_carries(const zn_ode *ode);
/** That, one real for each unknown, after a step; and to go on with it, right after zn_ode_begin,
 * where f is what it was then. Nothing where zn_ode_carries says no. */
ZN_API void zn_ode_save(const zn_ode *ode, double m[]);
ZN_API void zn_ode_resume(zn_ode *ode, const double m[]);
/** zn_ode_look with the size of what `out` has room for. */
ZN_API void zn_ode_look_sized(const zn_ode *ode, zn_ode_info *out, size_t size);
/** What was done so far. */
static inline void zn_ode_look(const zn_ode *ode, zn_ode_info *out)
{
    zn_ode_look_sized(ode, out, sizeof *out);
}

/* ---- roots ------------------------------------------------------------------ */

/** Values of all guards at (t, y) into g. */
typedef zn_status zn_guard_fn(void *user, double t, const double y[], double g[]);

/** Guards: functions whose roots are events. */
typedef struct zn_guards {
    zn_index           n;
    zn_guard_fn       *fn;
    void              *user;
    const signed char *direction; /**< n: -1 from + to -, +1 from - to +, 0 both */
    /** n: the side each is on at the start of the step, +1 or -1, whatever rounding
     * makes of its value there; 0: on none yet, the first sign it shows counts. */
    signed char       *side;
    double             tick; /**< roots closer than this (s) are simultaneous  */
} zn_guards;

/** The first root. */
typedef struct zn_root {
    bool     found;
    double   t;     /**< the crossing is not after it, and after its neighbour  */
    zn_index first; /**< a guard that crosses there, the one of lowest number   */
    zn_index count; /**< how many cross within a tick of it                     */
} zn_root;

/** Look for the first root in the last step, from its start to `until`. crossed[i]
 * (n) says which guards cross at it; `side` is then as it is after the root, or as at
 * `until` if there is none. Pairs of roots are found where a guard has a minimum
 * between samples.
 * @param[in] samples  of each step, >= 2 */
ZN_API zn_status zn_ode_root(zn_ode *ode, zn_guards *guards, double until,
                             zn_index samples, bool crossed[], zn_root *out);

ZN_END_DECLS
#endif
