/* guard.h - room with margins, in which a function that writes too far is caught
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_GUARD_H
#define ZENO_KERNEL_GUARD_H

#include "solvers/core/core.h"

/* Room for n values, zero, between margins that hold a pattern; NULL if there
 * is no memory for it. Valid until the next call. */
double *zni_guard_room(zn_ctx *ctx, zn_index n);

/* Was something written beside the n values of the room? Says where: -1 is the one
 * before the first, n the one behind the last. */
bool zni_guard_crossed(const zn_ctx *ctx, zn_index n, zn_index *where);

#endif
