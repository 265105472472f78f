/** @file
 * A snapshot: the state of a simulation, copied, to look at or to go back to.
 *
 *     zn_snapshot_take(p);
 *     ... steps ...
 *     zn_snapshot_restore(p);
 *
 * After it the simulation goes on with the bits it would have had then.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_SNAPSHOT_H
#define ZENO_SNAPSHOT_H

#include <zeno/simulation.h>

ZN_BEGIN_DECLS

typedef struct zn_snapshot zn_snapshot;

/** Make one, empty; it borrows the simulation. */
ZN_API zn_status zn_snapshot_new(zn_simulation *s, zn_snapshot **out);
ZN_API void zn_snapshot_free(zn_snapshot *p);

/** Copy what moves: state, parameters z and held inputs u, totals of the run,
 * memory of the class of the simulation. Memory of observers, control blocks too,
 * stays theirs: zn_checkpoint_to_memory has it. No allocation if the sizes are
 * those of the last time. */
ZN_API zn_status zn_snapshot_take(zn_snapshot *p);

/** Go back to it; observers see nothing of that.
 * @retval ZN_ESTATE  empty, or the model has changed since */
ZN_API zn_status zn_snapshot_restore(zn_snapshot *p);

/** The copy; NULL while it is empty. Valid until the next zn_snapshot_take. */
ZN_API const zn_state *zn_snapshot_state(const zn_snapshot *p);

ZN_END_DECLS
#endif
