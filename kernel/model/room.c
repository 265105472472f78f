/* room.c - room to work for operators of systems, relations and laws
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/room.h"

#include <sched.h>

zn_status zni_rooms_reserve(zn_ctx *ctx, zni_rooms *rooms, int calls,
                            zn_index n)
{
    if (n <= rooms->cap)
        return ZN_OK;
    zni_rooms_fini(ctx, rooms);
    for (int k = 0; k < calls && n > ZNI_ROOM_FEW; k++) {
        double *at = zn_alloc(ctx, n, sizeof *at);

        if (!at)
            return ZN_ENOMEM;
        atomic_store(&rooms->spare[k], at);
    }
    rooms->cap = n;
    return ZN_OK;
}

void zni_rooms_fini(zn_ctx *ctx, zni_rooms *rooms)
{
    for (int k = 0; k < ZNI_ROOM_SPARES; k++)
        zn_free_array(ctx, atomic_exchange(&rooms->spare[k], NULL));
    rooms->cap = 0;
}

/* A spare room, if there is one; few numbers are in the room itself. */
static void take(zn_ctx *ctx, const zni_rooms *rooms, zni_room *room)
{
    room->ctx = ctx;
    room->of = (zni_rooms *)rooms;
    room->at = room->few;
    if (rooms->cap <= ZNI_ROOM_FEW)
        return;
    room->at = NULL;
    for (int k = 0; k < ZNI_ROOM_SPARES && !room->at; k++)
        room->at = atomic_exchange(&room->of->spare[k], NULL);
}

zn_status zni_room_enter(zn_ctx *ctx, const zni_rooms *rooms,
                         zni_room *room)
{
    take(ctx, rooms, room);
    if (!room->at)
        room->at = zn_alloc(ctx, rooms->cap, sizeof *room->at);
    return room->at ? ZN_OK : ZN_ENOMEM;
}

void zni_room_await(const zni_rooms *rooms, zni_room *room)
{
    for (take(NULL, rooms, room); !room->at; take(NULL, rooms, room))
        sched_yield();
}

void zni_room_leave(zni_room *room)
{
    if (room->at == room->few)
        return;
    for (int k = 0; k < ZNI_ROOM_SPARES && room->at; k++)
        room->at = atomic_exchange(&room->of->spare[k], room->at);
    zn_free_array(room->ctx, room->at);
}
