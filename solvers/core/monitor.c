/* monitor.c - the time limit and the callback of a running solver
 * SPDX-License-Identifier: Apache-2.0 */
#include "monitor.h"

#include <math.h>
#include <time.h>

/* Operations per second of a processor that does nothing else */
static const double RATE = 2e9;

/* The share of a processor is measured after SEEN seconds: schedulers assign processors for some milliseconds at a
 * time, so a shorter measurement would be arbitrary. The share is at least LEAST. */
static const double SEEN = 0.05, LEAST = 0.01;

/* While a problem is prepared the callback is called every so many operations, about a hundredth of a second. */
static const double PIECE = 0x1p24;

static double read_clock(clockid_t clock)
{
    struct timespec now;

    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double zni_clock(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

void zni_monitor_bound(zn_monitor *mon, double seconds)
{
    mon->begun = zni_clock();
    mon->used = read_clock(CLOCK_PROCESS_CPUTIME_ID);
    mon->end = mon->begun + seconds;
}

zn_monitor zni_monitor_within(const zn_monitor *outer, zn_iteration_fn *fn, void *user)
{
    zn_monitor mon = {.fn = fn, .user = user};

    if (outer) {
        mon.watcher = outer->watcher;
        mon.end = outer->end;
        mon.begun = outer->begun;
        mon.used = outer->used;
    }
    return mon;
}

static bool tell(void *user, zn_index iteration, double error)
{
    zni_watcher *w = user;

    w->iteration = iteration;
    w->work = 0;
    return w->stopped = w->fn(w->user, iteration, error);
}

void zni_monitor_watch(zn_monitor *mon, zni_watcher *w)
{
    mon->fn = tell;
    mon->user = mon->watcher = w;
}

/* Calls the callback if there was much work since the last call; `operations` is the work that follows. */
static void ask(zni_watcher *w, double operations)
{
    if (!w->stopped && w->work >= PIECE) {
        w->work = 0;
        w->stopped = w->fn(w->user, w->iteration, -1);
    }
    w->work += operations;
}

bool zni_due_by(const zn_monitor *mon, double operations)
{
    if (mon && mon->watcher)
        ask(mon->watcher, operations);
    return zni_late(mon);
}

zn_status zni_due(zn_monitor *mon, double operations)
{
    if (!zni_due_by(mon, operations))
        return ZN_OK;
    mon->stop = zni_stopped(mon) ? ZN_INTERRUPTED : ZN_TIME_LIMIT;
    return ZN_UNSOLVED;
}

/* The share of a processor that this process had so far, and is assumed to have from now on */
static double share(const zn_monitor *mon, double now)
{
    const double passed = now - mon->begun;

    if (!(mon->begun > 0 && passed > SEEN))
        return 1;
    return fmax(LEAST, fmin(1, (read_clock(CLOCK_PROCESS_CPUTIME_ID) - mon->used) / passed));
}

bool zni_affords(const zn_monitor *mon, double operations)
{
    double now;

    if (!mon)
        return true;
    if (mon->watcher)
        ask(mon->watcher, operations);
    if (zni_stopped(mon))
        return false;
    if (!zni_limited(mon))
        return true;
    now = zni_clock();
    return now + operations / (RATE * share(mon, now)) < mon->end;
}

/* The clock is read at each iteration if there is a limit. It takes 20 ns; to skip iterations would let a method with
 * slow ones overrun the limit. */
bool zn_monitor_tick(zn_monitor *mon, zn_index iteration, double error)
{
    if (!mon)
        return false;
    if (mon->stop)
        return true;
    if (zni_stopped(mon) || (mon->fn && mon->fn(mon->user, iteration, error)))
        mon->stop = ZN_INTERRUPTED;
    else if (mon->end > 0 && zni_clock() >= mon->end)
        mon->stop = ZN_TIME_LIMIT;
    return mon->stop != ZN_SOLVED;
}

bool zn_monitor_explains(const zn_monitor *mon)
{
    return mon && mon->explain;
}

void zn_monitor_attempt(zn_monitor *mon, const zn_attempt *a)
{
    if (zn_monitor_explains(mon))
        mon->explain(mon->explain_user, a);
}

bool zni_goes_on(zn_monitor *mon, zn_index most, double err,
                 bool (*fits)(void *of, const zn_monitor *mon), void *of, zn_solve_info *info)
{
    if (info->iterations >= most)
        info->outcome = ZN_ITERATION_LIMIT;
    else if (zn_monitor_tick(mon, info->iterations, err))
        info->outcome = ZN_INTERRUPTED;
    else if (fits && !fits(of, mon))
        info->outcome = ZN_TIME_LIMIT;
    else
        return true;
    return false;
}
