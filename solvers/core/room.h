/* room.h - room that methods work in
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_ROOM_H
#define ZENO_SOLVERS_ROOM_H

#include <zeno/ctx.h>

/* As zn_grow, but what is new has no values: for what is written before it is read. Pages of
 * room that no method comes to use are never touched, which is most of what a first solution
 * of a small problem would wait for. */
zn_status zni_room(zn_ctx *ctx, void *p, zn_index *cap, zn_index n, size_t elem);

/* The array `name` of *s and the n elements that it is to hold; s->cap_name is what it has room for. */
typedef struct zni_array {
    void *p;
    zn_index *cap, n;
    size_t elem;
    bool bare; /* what is new has no values */
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
