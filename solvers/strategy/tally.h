/* tally.h - counts sweeps over all contacts and over some of them, and reports them
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_TALLY_H
#define ZENO_SOLVERS_TALLY_H

#include "../core/monitor.h"

/* Sweeps over all contacts, and sweeps over some, counted by their share. */
typedef struct zni_tally {
    zn_index nc;
    zn_index sweeps;  /* of all                                             */
    double visits;    /* visits of contacts in sweeps over some             */
    double err;       /* error of all contacts when it was last measured    */
    zn_monitor *mon;  /* monitor of the whole; NULL: nobody watches         */
    zn_monitor inner; /* monitor of what runs inside                        */
    zn_index share;   /* contacts that it sweeps over                       */
    zn_index next;    /* sweep that is reported next                        */
} zni_tally;

/* Did it end because of the time or of an interruption? */
static inline bool zni_tally_stopped(zn_outcome why)
{
    return why == ZN_INTERRUPTED || why == ZN_TIME_LIMIT;
}

/* equivalent number of sweeps over all contacts */
zn_index zni_tally_spent(const zni_tally *t);

/* The monitor for sweeps over so many contacts in this thread; NULL: nobody watches. Methods that run inside are not
 * reported, as they mean nothing for the whole. */
zn_monitor *zni_tally_watch(zni_tally *t, zn_index contacts);
/* take over why that stopped */
void zni_tally_heed(zni_tally *t, zn_outcome stop);

#endif
