/* tree.c - which boxes overlap: a dynamic binary tree of boxes
 *
 * A new leaf goes where it makes the boxes above it grow least (branch and bound of the
 * surface, greedy), and rotations of grandchildren on the way up keep the tree good (surface
 * area heuristic: J. Goldsmith, J. Salmon, Automatic creation of object hierarchies for ray
 * tracing, IEEE CG&A 7, 1987; A. Kensler, Tree rotations for improving bounding volume
 * hierarchies, RT 2008). What a query finds does not depend on the shape of the tree.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/shapes/tree.h"

#include <math.h>

struct zni_boxes_node {
    zni_box box;
    int up, child[2]; /* child[0] < 0: a leaf; up: the next one of those free */
    int item;
};

void zni_boxes_init(zni_boxes *t, zn_ctx *ctx)
{
    *t = (zni_boxes){.ctx = ctx, .root = -1, .free_ = -1};
}

void zni_boxes_fini(zni_boxes *t)
{
    zn_free_array(t->ctx, t->node);
    zn_free_array(t->ctx, t->stack);
}

const zni_box *zni_boxes_box(const zni_boxes *t, int leaf)
{
    return &t->node[leaf].box;
}

static void join(const zni_box *a, const zni_box *b, zni_box *out)
{
    for (int i = 0; i < 3; i++) {
        out->lo[i] = a->lo[i] < b->lo[i] ? a->lo[i] : b->lo[i];
        out->hi[i] = a->hi[i] > b->hi[i] ? a->hi[i] : b->hi[i];
    }
}

/* Half the surface. */
static double surface(const zni_box *b)
{
    const double x = b->hi[0] - b->lo[0], y = b->hi[1] - b->lo[1],
                 z = b->hi[2] - b->lo[2];

    return x * y + y * z + z * x;
}

static double joined(const zni_box *a, const zni_box *b)
{
    zni_box both;

    join(a, b, &both);
    return surface(&both);
}

static zn_status two_nodes(zni_boxes *t)
{
    const zn_index old = t->cap;
    zn_status st;

    if (t->free_ >= 0 && t->node[t->free_].up >= 0)
        return ZN_OK;
    st = zn_grow(t->ctx, &t->node, &t->cap, old + 2, sizeof *t->node);
    for (zn_index i = t->cap - 1; !st && i >= old; i--) {
        t->node[i].up = (int)t->free_;
        t->free_ = i;
    }
    return st;
}

static int take(zni_boxes *t)
{
    const int k = (int)t->free_;

    t->free_ = t->node[k].up;
    return k;
}

static void give(zni_boxes *t, int k)
{
    t->node[k].up = (int)t->free_;
    t->free_ = k;
}

static void refit(zni_boxes *t, int k)
{
    zni_boxes_node *n = &t->node[k];

    join(&t->node[n->child[0]].box, &t->node[n->child[1]].box, &n->box);
}

static void set_child(zni_boxes *t, int k, int side, int child)
{
    t->node[k].child[side] = child;
    t->node[child].up = k;
}

/* Exchange a child of k with a grandchild on the other side, if that makes the other side
 * smaller. */
static void rotate(zni_boxes *t, int k)
{
    double best = 0;
    int best_side = -1, best_pick = 0;

    for (int side = 0; side < 2; side++) {
        const int a = t->node[k].child[side], b = t->node[k].child[1 - side];
        const zni_boxes_node *n = &t->node[b];
        for (int pick = 0; n->child[0] >= 0 && pick < 2; pick++) {
            const double gain =
                surface(&n->box) -
                joined(&t->node[a].box, &t->node[n->child[1 - pick]].box);
            if (gain > best) {
                best = gain;
                best_side = side;
                best_pick = pick;
            }
        }
    }
    if (best_side < 0)
        return;
    const int a = t->node[k].child[best_side],
              b = t->node[k].child[1 - best_side],
              c = t->node[b].child[best_pick];
    set_child(t, k, best_side, c);
    set_child(t, b, best_pick, a);
    refit(t, b);
}

static void mend(zni_boxes *t, int k)
{
    for (; k >= 0; k = t->node[k].up) {
        rotate(t, k);
        refit(t, k);
    }
}

/* The node beside which the new leaf costs least. */
static int sibling(const zni_boxes *t, const zni_box *box)
{
    int k = t->root;

    while (t->node[k].child[0] >= 0) {
        const zni_boxes_node *n = &t->node[k];
        const double here = joined(&n->box, box);
        const double below = here - surface(&n->box);
        double cost[2];
        for (int i = 0; i < 2; i++) {
            const zni_boxes_node *c = &t->node[n->child[i]];
            cost[i] = below + joined(&c->box, box) -
                      (c->child[0] >= 0 ? surface(&c->box) : 0);
        }
        if (here < cost[0] && here < cost[1])
            break;
        k = n->child[cost[1] < cost[0]];
    }
    return k;
}

zn_status zni_boxes_insert(zni_boxes *t, const zni_box *box, int item,
                           int *leaf)
{
    const zn_status st = two_nodes(t);

    if (st)
        return st;
    const int k = *leaf = take(t);
    t->node[k] = (zni_boxes_node){*box, -1, {-1, -1}, item};
    if (t->root < 0) {
        t->root = k;
        return ZN_OK;
    }
    const int s = sibling(t, box), p = take(t), up = t->node[s].up;
    t->node[p] = (zni_boxes_node){.up = up, .item = -1};
    if (up < 0)
        t->root = p;
    else
        t->node[up].child[t->node[up].child[1] == s] = p;
    set_child(t, p, 0, s);
    set_child(t, p, 1, k);
    mend(t, p);
    return ZN_OK;
}

void zni_boxes_remove(zni_boxes *t, int leaf)
{
    const int p = t->node[leaf].up;

    give(t, leaf);
    if (p < 0) {
        t->root = -1;
        return;
    }
    const int s = t->node[p].child[t->node[p].child[0] == leaf];
    const int up = t->node[p].up;
    t->node[s].up = up;
    give(t, p);
    if (up < 0) {
        t->root = s;
        return;
    }
    t->node[up].child[t->node[up].child[1] == p] = s;
    mend(t, up);
}

zn_status zni_boxes_query(zni_boxes *t, const zni_box *box, zni_boxes_hit *hit,
                          void *user)
{
    zn_index n = 0;
    zn_status st = ZN_OK;

    if (t->root >= 0) {
        st = zn_grow(t->ctx, &t->stack, &t->cstack, 64, sizeof *t->stack);
        if (!st)
            t->stack[n++] = t->root;
    }
    while (!st && n > 0) {
        const zni_boxes_node *k = &t->node[t->stack[--n]];
        if (!zni_box_overlaps(&k->box, box))
            continue;
        if (k->child[0] < 0) {
            st = hit(user, k->item);
            continue;
        }
        st = zn_grow(t->ctx, &t->stack, &t->cstack, n + 2, sizeof *t->stack);
        if (!st) {
            t->stack[n++] = k->child[0];
            t->stack[n++] = k->child[1];
        }
    }
    return st;
}
