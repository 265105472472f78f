/* alloc.c - arrays through the memory functions of the context
 * SPDX-License-Identifier: Apache-2.0 */
#include "core.h"
#include "room.h"

#include <string.h>

/* Arrays grow by half of their size, or, from so many elements on, by a quarter, to save memory in large models. */
enum { MANY = 1 << 14 };

/* The bytes of n elements; false if n is negative or the size overflows. */
static bool bytes_of(zn_index n, size_t elem, size_t *bytes)
{
    if (n < 0 || (elem && (size_t)n > (size_t)PTRDIFF_MAX / elem))
        return false;
    *bytes = (size_t)n * elem;
    if (*bytes == 0)
        *bytes = 1; /* an empty array has a valid pointer, too */
    return true;
}

static zn_status no_memory(zn_ctx *ctx, zn_index n, size_t elem)
{
    return zn_fail(ctx, ZN_ENOMEM, "no memory for %td elements of %zu bytes", n,
                   elem);
}

void *zn_alloc(zn_ctx *ctx, zn_index n, size_t elem)
{
    size_t bytes;
    void *p = NULL;

    if (bytes_of(n, elem, &bytes))
        p = ctx->alloc.resize(ctx->alloc.user, NULL, bytes);
    if (p)
        memset(p, 0, bytes);
    else
        no_memory(ctx, n, elem);
    return p;
}

void zn_free_array(zn_ctx *ctx, void *p)
{
    if (p)
        ctx->alloc.resize(ctx->alloc.user, p, 0);
}

zn_status zni_room(zn_ctx *ctx, void *p, zn_index *cap, zn_index n, size_t elem)
{
    void *array;
    size_t bytes;
    zn_index room = *cap, more;

    if (n <= room)
        return ZN_OK;
    more = room < MANY ? room / 2 : room / 4;
    room = room > PTRDIFF_MAX - more ? n : room + more;
    if (room < n)
        room = n;
    if (!bytes_of(room, elem, &bytes))
        return no_memory(ctx, room, elem);

    /* p is the address of a pointer of any type: read and written as bytes */
    memcpy(&array, p, sizeof array);
    array = ctx->alloc.resize(ctx->alloc.user, array, bytes);
    if (!array)
        return no_memory(ctx, room, elem);
    memcpy(p, &array, sizeof array);
    *cap = room;
    return ZN_OK;
}

zn_status zn_grow(zn_ctx *ctx, void *p, zn_index *cap, zn_index n, size_t elem)
{
    const zn_index before = *cap;
    void *array;
    zn_status st;

    if (n <= before)
        return ZN_OK;
    st = zni_room(ctx, p, cap, n, elem);
    if (st)
        return st;
    memcpy(&array, p, sizeof array);
    memset((char *)array + (size_t)before * elem, 0,
           (size_t)(*cap - before) * elem);
    return ZN_OK;
}

zn_status zni_grow_all(zn_ctx *ctx, size_t count, const zni_array all[])
{
    zn_status st = ZN_OK;

    for (const zni_array *a = all; a < all + count && !st; a++)
        if (a->n > *a->cap)
            st = (a->bare ? zni_room : zn_grow)(ctx, a->p, a->cap, a->n, a->elem);
    return st;
}

void zni_free_all(zn_ctx *ctx, size_t count, void *const all[])
{
    for (size_t k = 0; k < count; k++)
        zn_free_array(ctx, all[k]);
}
