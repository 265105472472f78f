/* effort.h - the cost of the methods of a list so far, and limits for late ones
 *
 * It is counted in operations (cost.h), so that no clock decides: those of factors, of which the class tells the
 * number and the cost of one, and those of an iteration beside them, which each method tells (zni_method.each).
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_EFFORT_H
#define ZENO_SOLVERS_EFFORT_H

#include "../core/monitor.h"

typedef struct zni_effort {
    const void *of;                   /* whose factors they are                   */
    double (*factor)(const void *of); /* operations of one factorisation          */
    const zn_index *made;             /* number of all factorisations so far      */
    bool bound;         /* late methods have a limit                                        */
    double multiple;    /* their limit, as a multiple of the cost of the methods before them */
    double spent;       /* cost of the methods that have ended                    */
    double last;        /* cost of the last of them                               */
    double most;        /* limit of `spent`; INFINITY: none                       */
    double left;        /* what late methods may still spend; < 0: no limit       */
    double purse;       /* the same for the central path, which has an account of its own; < 0: no limit */
    double account;     /* what the purse was at first                            */
    bool apart;         /* the central path, or what completes it, is running     */
    double each;        /* cost of an iteration of the present method             */
    zn_index before;    /* factorisations before it                               */
    bool over;          /* it was stopped by the limit                            */
    zn_monitor *outer, own;
} zni_effort;

/* Another problem. */
void zni_effort_open(zni_effort *e);

/* A run of a list begins: the first one, or another with what the last has left. */
void zni_effort_begin(zni_effort *e, zn_monitor *mon);

/* The methods from here on are late: together, they may spend `multiple` times the cost so far, or what takes some
 * ten seconds if that is more. */
void zni_effort_bound(zni_effort *e);

/* The next method is the central path, or completes it. It has an account of its own, five times that of late
 * methods, also after these have used up theirs. anew: that becomes twice what it was at first,
 * for another whose steps cost half as much beside factors. */
void zni_effort_apart(zni_effort *e, bool anew);

/* Is nothing left for another method? */
bool zni_effort_over(const zni_effort *e);

/* A method begins whose iterations cost so much beside factors; returns the monitor for it. */
zn_monitor *zni_effort_watch(zni_effort *e, double each);

/* The method has ended. *why: its outcome, which becomes the limit of iterations if it was stopped by the limit of
 * effort. */
void zni_effort_note(zni_effort *e, zn_index iterations, zn_outcome *why);

#endif
