/* roster.h - the things of a model in an order that their places do not decide
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_ROSTER_H
#define ZENO_KERNEL_ROSTER_H

#include "kernel/model/model.h"

/* By name, so that equal models have equal rosters, whatever came and went; of
 * those without a name, the first added comes first. Without the contacts of
 * sources. */
typedef struct zni_roster {
    zn_index         nds, nint;
    zn_ds          **ds;
    zn_interaction **ints;
} zni_roster;

/* Room for a roster, which comes when one is filled: few simulations ask for any. */
typedef struct zni_roster_room {
    zn_index         cds, cint;
    zn_ds          **ds;
    zn_interaction **ints;
} zni_roster_room;

/* The roster of now, in the room: valid until that is filled again, or freed. */
zn_status zni_roster_fill(const zn_model *m, zni_roster_room *room, zni_roster *r);
void zni_roster_fini(zn_ctx *ctx, zni_roster_room *room);
/* Its systems once more, those of names with a number by that: ball 2 before ball 10, as they mostly
 * were added. */
void zni_roster_by_number(zni_roster *r);

#endif
