/* room.h - arrays that grow
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_ROOM_H
#define ZENO_SOLVERS_ROOM_H

#include <zeno/ctx.h>

/* As zn_grow, but new elements are not initialised: for arrays that are written before they are read. Pages of memory
 * that are not used are never touched, which would take most of the time of a first solution of a small problem. */
zn_status zni_room(zn_ctx *ctx, void *p, zn_index *cap, zn_index n, size_t elem);

/* An array that is to have room for n elements. ZNI_ARRAY and ZNI_BARE make it of s->name and its capacity s->cap_name.
 * */
typedef struct zni_array {
    void *p;
    zn_index *cap, n;
    size_t elem;
    bool bare; /* new elements are not initialised */
} zni_array;

#define ZNI_ARRAY(s, name, n) {&(s)->name, &(s)->cap_##name, n, sizeof *(s)->name, false}
#define ZNI_BARE(s, name, n)  {&(s)->name, &(s)->cap_##name, n, sizeof *(s)->name, true}

/* zn_grow of each ZNI_ARRAY and zni_room of each ZNI_BARE, one after the other until one fails */
#define ZNI_GROW(ctx, ...)                                                                         \
    zni_grow_all(ctx, sizeof((const zni_array[]){__VA_ARGS__}) / sizeof(zni_array),                \
                 (const zni_array[]){__VA_ARGS__})

/* zn_free_array of each */
#define ZNI_FREE(ctx, ...)                                                                         \
    zni_free_all(ctx, sizeof((void *[]){__VA_ARGS__}) / sizeof(void *), (void *[]){__VA_ARGS__})

zn_status zni_grow_all(zn_ctx *ctx, size_t count, const zni_array all[]);
void zni_free_all(zn_ctx *ctx, size_t count, void *const all[]);

#endif
