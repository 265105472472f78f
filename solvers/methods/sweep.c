/* sweep.c - Gauss-Seidel: what surrounds a sweep, for all kinds of sweeps
 * SPDX-License-Identifier: Apache-2.0 */
#include "sweep.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "../core/monitor.h"

/* Sweeps by which the rate of convergence is judged. The first BEGIN do not count, as they gain more than later ones.
 * The rate is taken early once, then over more sweeps, and in the end over the last third of all: accelerated sweeps
 * pause and leap, and a rate taken over a pause would give up just before the end. So at most a third of the sweeps is
 * in vain. */
enum { BEGIN = 10, RATE = 20, WINDOW = 60 };

/* For accelerated sweeps: the change of z is close to the error of the last point but one, and an evaluation of the
 * error costs a quarter of a sweep, so the error is evaluated below AHEAD tol. An error below FINE tol is final. */
static const double AHEAD = 100, FINE = 1e-3;

typedef struct rate {
    zn_index from, next; /* sweeps at the last mark and at the next one     */
    double mark;         /* least error at the last mark                    */
    zn_index patience;
    zn_index early;
    bool asked;          /* price has been called                           */
} rate;

/* Sweeps still needed, extrapolated from the gain since the last mark; 0 at the first mark. */
static double needed(rate *k, zn_index it, double least, double tol)
{
    const double gain = log(k->mark / least), need = log(least / tol);
    const double window = (double)(it - k->from);
    const bool first = k->from == 0;

    k->mark = least;
    k->from = it;
    k->next = it < k->early        ? k->early
              : it < BEGIN + RATE ? BEGIN + RATE
                                  : it + (it < 2 * WINDOW ? WINDOW : it / 2);
    return first ? 0 : gain > 0 ? need / gain * window : INFINITY;
}

/* Do the sweeps still needed exceed the patience? */
static zn_status hopeless(rate *k, zn_index it, double least, const zni_sweeping *opt,
                          bool *out)
{
    const double more = needed(k, it, least, opt->tol);
    const bool ask = opt->price && !k->asked && more > (double)(opt->early > 0 ? k->patience : it);
    zn_status st = ZN_OK;

    if (ask)
        st = opt->price(opt->payer, &k->patience);
    k->asked = k->asked || ask;
    *out = it >= opt->granted && more > (double)k->patience;
    return st;
}

/* The present error; the best point is kept. */
static double look(const zni_swept *s, double best[], double *least,
                   const double z[], double w[])
{
    const double err = s->look(s->of, z, w);

    zni_note_best(err, least, s->n, z, best);
    return err;
}

/* Has the error grown so far beyond the least one, and beyond q, that no digit of them is left in w? From there sweeps
 * go on to overflow, after a number that depends on the unit. */
static bool diverged(double err, double least)
{
    return !(err * DBL_EPSILON <= fmax(least, 1));
}

/* A relative change with which z becomes ten times as long. Twice in a row, the error is evaluated. */
static const double LEAP = 0.9;

static bool leaps(double change, double before)
{
    return change > LEAP && before > LEAP && isfinite(change + before);
}

/* Is the error within the tolerance: at the start, far within it, or after the further sweeps that `more` asks for? */
static bool enough(const zni_sweeping *opt, double least, zn_index it, zn_index *more)
{
    return least <= opt->tol && (it == 0 || least <= FINE * opt->tol || (*more)-- == 0);
}

zn_status zni_sweeps(zni_call call, const zni_swept *s, const zni_sweeping *opt, double best[])
{
    const size_t bytes = (size_t)s->n * sizeof *call.z;
    zn_index it = 0, since = 0, more = opt->more;
    rate gained = {.next = opt->patience == 0 ? opt->max_iter
                           : opt->early > 0   ? opt->early / 2
                                              : BEGIN,
                   .early = opt->early,
                   .patience = opt->patience};
    bool over = false;
    double err = s->look(s->of, call.z, call.w), least = err;
    /* change at which the error is evaluated */
    double light = opt->more > 0 ? AHEAD * opt->tol : opt->tol, change = 0;

    memcpy(best, call.z, bytes);
    call.info->outcome = ZN_ITERATION_LIMIT;
    while (!enough(opt, least, it, &more) && it < opt->max_iter) {
        const double before = change;
        zn_status st;

        change = INFINITY;

        if (zn_monitor_tick(call.mon, it, err)) {
            call.info->outcome = ZN_INTERRUPTED;
            if (since > 0)
                err = look(s, best, &least, call.z, call.w);
            break;
        }
        st = s->sweep(s->of, call.z, call.w, &change);
        if (st)
            return st;
        it++;
        since++;
        if (change > light && more == opt->more && since < opt->every && it < opt->max_iter &&
            it != gained.next && !(opt->first && it == 1) && !leaps(change, before))
            continue;
        since = 0;
        err = look(s, best, &least, call.z, call.w);
        /* the change was small before the error was */
        if (change <= light && err > opt->tol) {
            if (change > 0)
                light = change * fmin(0.5, opt->tol / err);
            if (s->wake)
                s->wake(s->of);
        }
        if (diverged(err, least) ||
            (change == 0 && err > opt->tol && !opt->restless)) {
            call.info->outcome = ZN_STALLED;
            break;
        }
        if (opt->patience > 0 && it >= gained.next)
            st = hopeless(&gained, it, least, opt, &over);
        if (st)
            return st;
        if (over) {
            call.info->outcome = ZN_STALLED;
            break;
        }
    }
    call.info->iterations = it;
    if (err != least) {
        memcpy(call.z, best, bytes);
        s->look(s->of, call.z, call.w);
    }
    return zni_ended(least, opt->tol, call.info);
}
