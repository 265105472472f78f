/* tally.c - counts sweeps over all contacts and over some of them, and reports them
 * SPDX-License-Identifier: Apache-2.0 */
#include "tally.h"

zn_index zni_tally_spent(const zni_tally *t)
{
    return t->sweeps + (zn_index)(t->visits / (double)t->nc);
}

/* Report an inner iteration in the count, and with the error, of the whole. */
static bool tell(void *user, zn_index it, double error)
{
    zni_tally *t = user;
    const zn_index now = t->sweeps + (zn_index)((t->visits + (double)(t->share * it)) /
                                                (double)t->nc);

    if (now < t->next)
        return false;
    t->next = now + 1;
    return zn_monitor_tick(t->mon, now, t->share == t->nc ? error : t->err);
}

zn_monitor *zni_tally_watch(zni_tally *t, zn_index contacts)
{
    if (!t->mon)
        return NULL;
    t->share = contacts;
    t->inner = zni_monitor_within(t->mon, tell, t);
    t->inner.stop = t->mon->stop;
    return &t->inner;
}

void zni_tally_heed(zni_tally *t, zn_outcome stop)
{
    if (t->mon && !t->mon->stop)
        t->mon->stop = stop;
}
