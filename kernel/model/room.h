/* room.h - room to work for operators of systems, relations and laws
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_ROOM_H
#define ZENO_KERNEL_ROOM_H

#include <stdatomic.h>

#include <zeno/ctx.h>

/* An operator of a const object has intermediate results, and two threads may ask
 * it at the same time, or the user's function that it calls may ask it again. Few
 * numbers are on the stack of the call; for more the object keeps spare rooms, of
 * which each call takes one and brings it back. */
enum { ZNI_ROOM_FEW = 48, ZNI_ROOM_SPARES = 4 };

/* The spare rooms of an object, of `cap` numbers each. */
typedef struct zni_rooms {
    zn_index cap;
    _Atomic(double *) spare[ZNI_ROOM_SPARES];
} zni_rooms;

/* One room, for as long as a call lasts. */
typedef struct zni_room {
    zn_ctx *ctx;
    zni_rooms *of;
    double *at; /* the numbers, whatever they were before */
    double few[ZNI_ROOM_FEW];
} zni_room;

/* At the seal, when nobody works: rooms are for n numbers from now on, and there are
 * as many as the calls of one thread hold at a time. */
zn_status zni_rooms_reserve(zn_ctx *ctx, zni_rooms *rooms, int calls,
                            zn_index n);
void zni_rooms_fini(zn_ctx *ctx, zni_rooms *rooms);

/* Allocates when more calls are under way than ever before; then ZN_ENOMEM. What
 * was entered is left, also after a failure. Operators see their object const; the
 * spare rooms are no part of what it is. */
zn_status zni_room_enter(zn_ctx *ctx, const zni_rooms *rooms,
                         zni_room *room);
/* For calls that ask nobody else, of which one room was reserved at least: waits for a
 * room rather than allocate, and cannot fail. */
void zni_room_await(const zni_rooms *rooms, zni_room *room);
void zni_room_leave(zni_room *room);

#endif
