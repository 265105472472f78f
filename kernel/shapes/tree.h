/* tree.h - which boxes overlap: a dynamic tree
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_TREE_H
#define ZENO_KERNEL_TREE_H

#include <zeno/ctx.h>

typedef struct zni_box {
    double lo[3], hi[3];
} zni_box;

typedef struct zni_boxes_node zni_boxes_node;

typedef struct zni_boxes {
    zn_ctx        *ctx;
    zni_boxes_node *node;
    zn_index       cap, free_; /* first of the free nodes, -1: none */
    int            root;       /* -1: empty */
    int           *stack;      /* of a query */
    zn_index       cstack;
} zni_boxes;

void zni_boxes_init(zni_boxes *t, zn_ctx *ctx);
void zni_boxes_fini(zni_boxes *t);
/* @param[out] leaf  for the calls below */
zn_status zni_boxes_insert(zni_boxes *t, const zni_box *box, int item, int *leaf);
void zni_boxes_remove(zni_boxes *t, int leaf);
const zni_box *zni_boxes_box(const zni_boxes *t, int leaf);

/* Calls hit(user, item) for all whose box overlaps this one; ends with its failure. */
typedef zn_status zni_boxes_hit(void *user, int item);
zn_status zni_boxes_query(zni_boxes *t, const zni_box *box, zni_boxes_hit *hit,
                         void *user);

static inline bool zni_box_overlaps(const zni_box *a, const zni_box *b)
{
    return a->lo[0] <= b->hi[0] && b->lo[0] <= a->hi[0] &&
           a->lo[1] <= b->hi[1] && b->lo[1] <= a->hi[1] &&
           a->lo[2] <= b->hi[2] && b->lo[2] <= a->hi[2];
}

static inline bool zni_box_holds(const zni_box *a, const zni_box *b)
{
    return a->lo[0] <= b->lo[0] && b->hi[0] <= a->hi[0] &&
           a->lo[1] <= b->lo[1] && b->hi[1] <= a->hi[1] &&
           a->lo[2] <= b->lo[2] && b->hi[2] <= a->hi[2];
}

#endif
