/* effort.h - what the methods of a list have cost, and what late ones may
 *
 * Counted in operations (cost.h), so that no clock decides: those of factors, of which the class says how many there
 * were and what one takes, and those of an iteration beside them, which each method says (zni_method.each).
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_EFFORT_H
#define ZENO_SOLVERS_EFFORT_H

#include "../core/monitor.h"

typedef struct zni_effort {
    const void *of;                   /* whose factors they are                   */
    double (*factor)(const void *of); /* operations of one                        */
    const zn_index *made;             /* how many there were, ever                */
    bool bound;         /* late methods are: where all they may take is not next to nothing */
    double multiple;    /* of what was spent before them, that they may take      */
    double spent;       /* by methods that have ended                             */
    double last;        /* by the last of them                                    */
    double most;        /* in all; INFINITY: as much as they take                 */
    double left;        /* that late methods may still spend; < 0: not bound      */
    double purse;       /* and the path of interior points, apart from them; < 0: not bound */
    bool apart;         /* it runs, or what ends it                               */
    double each;        /* by the method that runs, for an iteration              */
    zn_index before;    /* factorisations before it                               */
    bool over;          /* it was stopped for that                                */
    zn_monitor *outer, own;
} zni_effort;

/* Another problem. */
void zni_effort_open(zni_effort *e);

/* A run of a list begins, the first or another with what the last has left. */
void zni_effort_begin(zni_effort *e, zn_monitor *mon);

/* Methods from here on are late: they may spend the multiple of what was spent so far, or what takes some ten seconds,
 * if that is more. */
void zni_effort_bound(zni_effort *e);

/* What runs next is the path of interior points, or what ends it: it has an account of its own, five
 * times that of late methods, as it is where they have ended. */
void zni_effort_apart(zni_effort *e);

/* Is there nothing left for another one? */
bool zni_effort_over(const zni_effort *e);

/* A method runs whose iterations cost so much beside factors: the monitor to give to it. */
zn_monitor *zni_effort_watch(zni_effort *e, double each);

/* It has ended. *why: what it says, and that is the limit of its iterations where its effort ended it. */
void zni_effort_note(zni_effort *e, zn_index iterations, zn_outcome *why);

#endif
