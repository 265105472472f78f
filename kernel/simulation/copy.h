/* copy.h - the state copied, to look at or to go back to
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_COPY_H
#define ZENO_KERNEL_COPY_H

#include <zeno/snapshot.h>

struct zn_snapshot {
    zn_ctx        *ctx;
    zn_simulation *s;
    bool           inner; /* of a step: the memory of the class is not in it */
    bool           lean;  /* nor what the step cannot change: parameters, data of relations */
    unsigned char *bytes;
    zn_index       cbytes;
    size_t         size; /* 0: empty */
    zn_index       seen; /* changes of the model then */
    zn_state       view; /* into bytes */
};

/* ---- snapshot.c ---- */
/* Is everything still there that the simulation has taken in? What was removed since cannot be
 * looked at. */
bool zni_snapshot_may(const zn_simulation *s);
zn_status zni_snapshot_take(zn_snapshot *p);
zn_status zni_snapshot_restore(zn_snapshot *p);
/* Room for it, if the model is as it is now. */
zn_status zni_snapshot_reserve(zn_snapshot *p);
/* Is something other than it was then, of a model that has not changed since? */
bool zni_snapshot_differs(zn_snapshot *p);
void zni_snapshot_fini(zn_snapshot *p);

#endif
