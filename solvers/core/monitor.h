/* monitor.h - what bounds one call of a solver
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_MONITOR_H
#define ZENO_SOLVERS_MONITOR_H

#include <string.h>

#include <zeno/solver.h>

/* Who watches a call from outside: told of its iterations, and asked while it prepares for them, which those who
 * watch what is inside of it, and count that, are not. */
typedef struct zni_watcher {
    zn_iteration_fn *fn;
    void            *user;
    zn_index         iteration; /* the last that was told                     */
    double           work;      /* operations since it was told or asked      */
    bool             stopped;   /* it said so                                 */
} zni_watcher;

struct zn_monitor {
    zn_iteration_fn *fn;
    void            *user;
    zni_watcher     *watcher; /* NULL: nobody                                  */
    zn_attempt_fn   *explain; /* of solvers made of methods               */
    void            *explain_user;
    double           end;  /* seconds on the monotonic clock; 0: no limit     */
    double           begun, used; /* the clock, and seconds of processors that the process had
                            * had, when it was bounded; 0: not known        */
    zn_outcome       stop; /* why it said stop; ZN_SOLVED: it has not         */
};

/* Seconds on the monotonic clock. */
ZN_API double zni_clock(void);

/* Seconds from now on. */
ZN_API void zni_monitor_bound(zn_monitor *mon, double seconds);

/* One for what runs inside of another, which fn may ask: bounded as that is, or not, if it is NULL. */
zn_monitor zni_monitor_within(const zn_monitor *outer, zn_iteration_fn *fn, void *user);

/* The one of a call that w watches, or NULL; w lives as long as the call. */
void zni_monitor_watch(zn_monitor *mon, zni_watcher *w);

/* Did who watches say stop? */
static inline bool zni_stopped(const zn_monitor *mon)
{
    return mon->watcher && mon->watcher->stopped;
}

/* Is the time over, or did who watches say stop? For a look between two long factorisations of one iteration. */
static inline bool zni_late(const zn_monitor *mon)
{
    return mon && (zni_stopped(mon) || (mon->end > 0 && zni_clock() >= mon->end));
}

/* Is there a limit, for which alone a price that is not known is worth asking for? */
static inline bool zni_limited(const zn_monitor *mon)
{
    return mon && mon->end > 0;
}

/* Tell of an iteration; true: it is the last, and that is the outcome. */
static inline bool zni_last(zn_monitor *mon, zn_index iteration, double error, zn_solve_info *info)
{
    const bool stop = zn_monitor_tick(mon, iteration, error);

    info->outcome = stop ? ZN_INTERRUPTED : info->outcome;
    return stop;
}

/* For a look between parts of what prepares, which from here to the next look takes so many operations:
 * ZN_UNSOLVED if the time is over, or who watches says stop, which then is why all of it ends. They are
 * asked when there was much to do since the last time, by operations and not by a clock: as often in
 * each run, and never of small problems. */
zn_status zni_due(zn_monitor *mon, double operations);

/* The same for who only reads: nobody is told why it ends, which who is given it finds by itself. */
bool zni_due_by(const zn_monitor *mon, double operations);

/* After a method of several, which ended by `why`: is there to be no other, since somebody
 * stopped it or the time is over? A proof stays the reason. */
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

/* Do so many operations in one piece, which nothing can interrupt, fit into what is
 * left of the time? At a rate that common processors reach, by the share of one that the process
 * has had since it was bounded; true without a limit. Who watches is asked before, as by zni_due. */
bool zni_affords(const zn_monitor *mon, double operations);

/* After info->iterations of `most` steps at the most, err the error there: may a method go on? Who watches is told.
 * fits, or NULL: will the next step end before the time does? If not, info says why. */
bool zni_goes_on(zn_monitor *mon, zn_index most, double err,
                 bool (*fits)(void *of, const zn_monitor *mon), void *of, zn_solve_info *info);

/* r, of n numbers, is the best so far if its error is less than the least. */
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
