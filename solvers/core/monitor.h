/* monitor.h - the time limit and the callback of one call of a solver
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_MONITOR_H
#define ZENO_SOLVERS_MONITOR_H

#include <string.h>

#include <zeno/solver.h>

/* The user's callback of a call. It is told of each iteration, and is also asked while the iterations are prepared;
 * callbacks of solvers for inner problems, which count iterations, are not asked then. */
typedef struct zni_watcher {
    zn_iteration_fn *fn;
    void            *user;
    zn_index         iteration; /* the last one that it was told of           */
    double           work;      /* operations since it was called             */
    bool             stopped;   /* it has asked for the end                   */
} zni_watcher;

struct zn_monitor {
    zn_iteration_fn *fn;
    void            *user;
    zni_watcher     *watcher; /* NULL: nobody                                  */
    zn_attempt_fn   *explain; /* of solvers made of methods               */
    void            *explain_user;
    double           end;  /* seconds on the monotonic clock; 0: no limit     */
    double           begun, used; /* the clock, and the processor time of the process, when the limit was set; 0: not
                                   * known */
    zn_outcome       stop; /* why the call is to end; ZN_SOLVED: it is not    */
};

/* Seconds on the monotonic clock. */
ZN_API double zni_clock(void);

/* Set a limit of so many seconds from now on. */
ZN_API void zni_monitor_bound(zn_monitor *mon, double seconds);

/* A monitor for an inner solver, with the callback fn and the limits of the outer monitor, which may be NULL. */
zn_monitor zni_monitor_within(const zn_monitor *outer, zn_iteration_fn *fn, void *user);

/* Let w watch the call, as long as that lasts. */
void zni_monitor_watch(zn_monitor *mon, zni_watcher *w);

/* Has the user's callback asked for the end? */
static inline bool zni_stopped(const zn_monitor *mon)
{
    return mon->watcher && mon->watcher->stopped;
}

/* Is the time over, or has the callback asked for the end? For use between two long factorisations of one iteration. */
static inline bool zni_late(const zn_monitor *mon)
{
    return mon && (zni_stopped(mon) || (mon->end > 0 && zni_clock() >= mon->end));
}

/* Is there a time limit? Only then it is worth while to compute predictions of cost. */
static inline bool zni_limited(const zn_monitor *mon)
{
    return mon && mon->end > 0;
}

/* Tell the callback of an iteration; true: it is the last one, and info->outcome says that it was interrupted. */
static inline bool zni_last(zn_monitor *mon, zn_index iteration, double error, zn_solve_info *info)
{
    const bool stop = zn_monitor_tick(mon, iteration, error);

    info->outcome = stop ? ZN_INTERRUPTED : info->outcome;
    return stop;
}

/* For use between the steps of a preparation, of which the next one takes so many operations: ZN_UNSOLVED if the time
 * is over or the callback asks for the end; mon->stop has the reason. When the callback is called depends on
 * operations, not on a clock: it is the same in each run, and never happens in small problems. */
zn_status zni_due(zn_monitor *mon, double operations);

/* The same for a const monitor: true where the call is to end; mon->stop is not set. */
bool zni_due_by(const zn_monitor *mon, double operations);

/* After one of several methods, which ended with the outcome *why: is no other one to follow, since the callback asked
 * for the end or the time is over? Then *why says so, unless it is a proof of infeasibility. */
static inline bool zni_over(const zn_monitor *mon, zn_outcome *why)
{
    if (*why == ZN_INTERRUPTED)
        return true;
    if (!zni_late(mon))
        return false;
    if (*why != ZN_INFEASIBLE)
        *why = zni_stopped(mon) ? ZN_INTERRUPTED : ZN_TIME_LIMIT;
    return true;
}

/* Can so many operations, which cannot be interrupted, be finished within the time limit? The prediction uses the rate
 * of common processors and the share of one that the process had since the limit was set. True without a limit. The
 * callback is asked before, as by zni_due. */
bool zni_affords(const zn_monitor *mon, double operations);

/* May a method continue after info->iterations of at most `most` iterations, with the error err? The callback is told.
 * fits, or NULL: will the next iteration end within the time limit? If the answer is no, info->outcome says why. */
bool zni_goes_on(zn_monitor *mon, zn_index most, double err,
                 bool (*fits)(void *of, const zn_monitor *mon), void *of, zn_solve_info *info);

/* If err is less than *least, keep r, of n numbers, as the best iterate. */
static inline void zni_note_best(double err, double *least, zn_index n, const double r[], double best[])
{
    if (!(err < *least))
        return;
    *least = err;
    memcpy(best, r, (size_t)n * sizeof *r);
}

/* The end of a method whose best point has this error: solved, or else the outcome stays. */
static inline zn_status zni_ended(double least, double tol, zn_solve_info *info)
{
    info->outcome = least <= tol ? ZN_SOLVED : info->outcome;
    return least <= tol ? ZN_OK : ZN_UNSOLVED;
}

#endif
