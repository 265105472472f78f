/* tree.h - a YAML document as a tree that knows its lines
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_SCENE_TREE_H
#define ZENO_KERNEL_SCENE_TREE_H

#include <zeno/ds.h>

typedef enum zni_node_kind { ZNI_SCALAR, ZNI_LIST, ZNI_MAP } zni_node_kind;

/* Children of a map are keys and values in turn. */
typedef struct zni_node {
    zni_node_kind    kind;
    bool             quoted;
    zn_index         line, column; /* from 1 */
    const char      *file;         /* that it stands in; NULL: that of the reader */
    const char      *text;         /* of a scalar */
    zn_index         n;            /* items of a list, pairs of a map */
    struct zni_node *first, *last, *next;
} zni_node;

typedef struct zni_tree {
    zn_ctx         *ctx;
    struct zni_lot *lots; /* memory, freed at once */
    zni_node       *root; /* NULL: the document is empty */
} zni_tree;

/* Read it. What is wrong with the text is a finding, "file:line:column: what".
 * Anchors, aliases and tags are none of ours: so what is read is as large as what is
 * written. */
zn_status zni_tree_read(zni_tree *t, zn_ctx *ctx, const char *file,
                        const char text[], size_t n, zn_findings *f);
/* Memory that lives as long as the tree; NULL: there is none. */
void *zni_tree_take(zni_tree *t, size_t n);
void zni_tree_fini(zni_tree *t);

/* The value of a key of a map, or NULL. */
zni_node *zni_tree_get(const zni_node *map, const char *key);
/* "a scalar" ... for messages. */
const char *zni_tree_kind(const zni_node *n);

#endif
