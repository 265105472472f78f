/* sweep.c - Gauss-Seidel: what all of its kinds have around a sweep
 * SPDX-License-Identifier: Apache-2.0 */
#include "sweep.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "../core/monitor.h"

/* Sweeps by which the rate is judged: without the first few, which gain what later ones
 * do not; soon once, then by more, and at last by the last third of all: accelerated sweeps
 * pause and leap, and who judges them by a pause leaves just before the end. So no more
 * than a third is in vain. */
enum { BEGIN = 10, RATE = 20, WINDOW = 60 };

/* Where sweeps combine: what they change is nearer to the error of the last point but one, and a look
 * costs a quarter of a sweep; an error of this part of the tolerance is left as it is. */
static const double AHEAD = 100, FINE = 1e-3;

typedef struct rate {
    zn_index from, next; /* sweeps at the last mark, and at the next        */
    double mark;         /* least error then                                */
    zn_index patience;
    zn_index early;
    bool asked;          /* what it is                                      */
} rate;

/* Sweeps that are still needed, by the gain since the mark; 0: there was none yet */
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

/* Are they more than there is patience for? */
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

/* the error of now; the best is kept */
static double look(const zni_swept *s, double best[], double *least,
                   const double z[], double w[])
{
    const double err = s->look(s->of, z, w);

    zni_note_best(err, least, s->n, z, best);
    return err;
}

/* Has it grown so far beyond the least, and beyond q, that no digit of them is left in w? Sweeps
 * that go on from there end where numbers do, after more or fewer by their unit. */
static bool diverged(double err, double least)
{
    return !(err * DBL_EPSILON <= fmax(least, 1));
}

/* of z, changed in a sweep: it is ten times what it was. Twice in a row is worth a look. */
static const double LEAP = 0.9;

static bool leaps(double change, double before)
{
    return change > LEAP && before > LEAP && isfinite(change + before);
}

/* Within the tolerance, or far within it, or after as many sweeps more as are asked for. */
static bool enough(const zni_sweeping *opt, double least, zn_index it, zn_index *more)
{
    return least <= opt->tol && (it == 0 || least <= FINE * opt->tol || (*more)-- == 0);
}

zn_status zni_sweeps(const zni_swept *s, const zni_sweeping *opt, double best[],
                     double z[], double w[], zn_monitor *mon,
                     zn_solve_info *info)
{
    const size_t bytes = (size_t)s->n * sizeof *z;
    zn_index it = 0, since = 0, more = opt->more;
    rate gained = {.next = opt->patience == 0 ? opt->max_iter
                           : opt->early > 0   ? opt->early / 2
                                              : BEGIN,
                   .early = opt->early,
                   .patience = opt->patience};
    bool over = false;
    double err = s->look(s->of, z, w), least = err;
    /* a change that is worth a look */
    double light = opt->more > 0 ? AHEAD * opt->tol : opt->tol, change = 0;

    memcpy(best, z, bytes);
    info->outcome = ZN_ITERATION_LIMIT;
    while (!enough(opt, least, it, &more) && it < opt->max_iter) {
        const double before = change;
        zn_status st;

        change = INFINITY;

        if (zn_monitor_tick(mon, it, err)) {
            info->outcome = ZN_INTERRUPTED;
            if (since > 0)
                err = look(s, best, &least, z, w);
            break;
        }
        st = s->sweep(s->of, z, w, &change);
        if (st)
            return st;
        it++;
        since++;
        if (change > light && more == opt->more && since < opt->every && it < opt->max_iter &&
            it != gained.next && !(opt->first && it == 1) && !leaps(change, before))
            continue;
        since = 0;
        err = look(s, best, &least, z, w);
        /* the light measure was content too early */
        if (change <= light && err > opt->tol) {
            if (change > 0)
                light = change * fmin(0.5, opt->tol / err);
            if (s->wake)
                s->wake(s->of);
        }
        if (diverged(err, least) ||
            (change == 0 && err > opt->tol && !opt->restless)) {
            info->outcome = ZN_STALLED;
            break;
        }
        if (opt->patience > 0 && it >= gained.next)
            st = hopeless(&gained, it, least, opt, &over);
        if (st)
            return st;
        if (over) {
            info->outcome = ZN_STALLED;
            break;
        }
    }
    info->iterations = it;
    if (err != least) {
        memcpy(z, best, bytes);
        s->look(s->of, z, w);
    }
    return zni_ended(least, opt->tol, info);
}
