/* tally.h - what work on all contacts and on some has spent, and who is told of it
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_TALLY_H
#define ZENO_SOLVERS_TALLY_H

#include "../core/monitor.h"

/* Sweeps of all, and of some by their share. */
typedef struct zni_tally {
    zn_index nc;
    zn_index sweeps;  /* of all                                             */
    double visits;    /* of contacts, in sweeps of some                     */
    double err;       /* of all, as it was last looked at                   */
    zn_monitor *mon;  /* who watches all of this; NULL: nobody              */
    zn_monitor inner; /* what is run in it asks this                        */
    zn_index share;   /* contacts that it sweeps                            */
    zn_index next;    /* sweep that is told next                            */
} zni_tally;

/* Was it the time, or somebody who watches? */
static inline bool zni_tally_stopped(zn_outcome why)
{
    return why == ZN_INTERRUPTED || why == ZN_TIME_LIMIT;
}

/* sweeps in all */
zn_index zni_tally_spent(const zni_tally *t);

/* The monitor of what sweeps so many contacts in this thread; NULL: nobody watches. It is told
 * of no methods: they are no news to who asks about the whole. */
zn_monitor *zni_tally_watch(zni_tally *t, zn_index contacts);
/* and what it said */
void zni_tally_heed(zni_tally *t, zn_outcome stop);

#endif
