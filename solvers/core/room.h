/* room.h - room that methods work in
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_ROOM_H
#define ZENO_SOLVERS_ROOM_H

#include <zeno/ctx.h>

/* As zn_grow, but what is new has no values: for what is written before it is read. Pages of
 * room that no method comes to use are never touched, which is most of what a first solution
 * of a small problem would wait for. */
zn_status zni_room(zn_ctx *ctx, void *p, zn_index *cap, zn_index n, size_t elem);

#endif
