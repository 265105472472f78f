/* tree.c - a YAML document as a tree that knows its lines
 *
 * libyaml gives events; anchors, aliases and tags are refused, so that no document
 * is larger than its text, and depth is bounded, since readers recurse.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/scene/tree.h"

#include <stdio.h>
#include <string.h>

#include <yaml.h>

enum { DEEPEST = 32, LOT = 1 << 16 };

/* ---- memory ---- */

typedef struct zni_lot {
    struct zni_lot *before;
    size_t used, size;
    max_align_t bytes[];
} zni_lot;

void *zni_tree_take(zni_tree *t, size_t n)
{
    const size_t unit = sizeof(max_align_t),
                 want = (n + unit - 1) / unit * unit;
    zni_lot *lot = t->lots;
    void *p;

    if (!lot || lot->size - lot->used < want) {
        const size_t size = want > LOT ? want : LOT;
        lot = zn_alloc(t->ctx, 1, sizeof *lot + size);
        if (!lot)
            return NULL;
        lot->size = size;
        lot->before = t->lots;
        t->lots = lot;
    }
    p = (char *)lot->bytes + lot->used;
    lot->used += want;
    return p;
}

void zni_tree_fini(zni_tree *t)
{
    while (t->lots) {
        zni_lot *lot = t->lots;
        t->lots = lot->before;
        zn_free_array(t->ctx, lot);
    }
    t->root = NULL;
}

/* ---- building ---- */

typedef struct builder {
    zni_tree *tree;
    const char *file;
    zn_findings *f;
    zni_node *open[DEEPEST];
    int depth;
    bool stop;
} builder;

static void complain(builder *b, yaml_mark_t at, const char *what)
{
    zn_findings_add(b->f, "%s:%zu:%zu: %s", b->file, at.line + 1, at.column + 1,
                    what);
    b->stop = true;
}

/* A key that is there twice. Maps of many keys are bodies, whose names are looked
 * up when they are added. */
static void check_key(builder *b, const zni_node *map, const zni_node *key)
{
    int seen = 0;

    if (key->kind != ZNI_SCALAR) {
        zn_findings_add(b->f, "%s:%td:%td: a key must be a word", b->file,
                        key->line, key->column);
        b->stop = true;
        return;
    }
    for (const zni_node *k = map->first; k && k != key && seen < 64;
         k = k->next ? k->next->next : NULL, seen++)
        if (strcmp(k->text, key->text) == 0)
            zn_findings_add(b->f,
                            "%s:%td:%td: key '%s' is there twice, first in "
                            "line %td",
                            b->file, key->line, key->column, key->text,
                            k->line);
}

/* Hang a node below the innermost open one. */
static void hang(builder *b, zni_node *n)
{
    zni_node *up = b->depth ? b->open[b->depth - 1] : NULL;
    bool key;

    if (!up) {
        b->tree->root = n;
        return;
    }
    key = up->kind == ZNI_MAP && up->n % 2 == 0;
    if (up->last)
        up->last->next = n;
    else
        up->first = n;
    up->last = n;
    up->n++;
    if (key)
        check_key(b, up, n);
}

static zn_status add(builder *b, zni_node_kind kind, const yaml_event_t *e)
{
    zni_node *n = zni_tree_take(b->tree, sizeof *n);

    if (!n)
        return ZN_ENOMEM;
    memset(n, 0, sizeof *n);
    n->kind = kind;
    n->line = (zn_index)e->start_mark.line + 1;
    n->column = (zn_index)e->start_mark.column + 1;
    if (kind == ZNI_SCALAR) {
        const size_t size = e->data.scalar.length;
        char *text = zni_tree_take(b->tree, size + 1);
        if (!text)
            return ZN_ENOMEM;
        memcpy(text, e->data.scalar.value, size);
        text[size] = 0;
        n->text = text;
        n->quoted = e->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
        if (strlen(text) != size)
            complain(b, e->start_mark, "a text with a zero character in it");
    }
    hang(b, n);
    if (kind == ZNI_SCALAR)
        return ZN_OK;
    if (b->depth == DEEPEST)
        complain(b, e->start_mark, "nested more than 32 deep");
    else
        b->open[b->depth++] = n;
    return ZN_OK;
}

static void close_one(builder *b)
{
    zni_node *n = b->open[--b->depth];

    if (n->kind == ZNI_MAP)
        n->n /= 2;
}

static bool marked(const yaml_event_t *e)
{
    switch (e->type) {
    case YAML_SCALAR_EVENT:
        return e->data.scalar.anchor || e->data.scalar.tag;
    case YAML_SEQUENCE_START_EVENT:
        return e->data.sequence_start.anchor || e->data.sequence_start.tag;
    case YAML_MAPPING_START_EVENT:
        return e->data.mapping_start.anchor || e->data.mapping_start.tag;
    default:
        return e->type == YAML_ALIAS_EVENT;
    }
}

static zn_status take_event(builder *b, const yaml_event_t *e)
{
    if (marked(e)) {
        complain(b, e->start_mark,
                 "anchors (&), aliases (*) and tags (!) are not known here; a "
                 "number that is needed twice can be a parameter, bodies "
                 "that are alike come from 'repeat'");
        return ZN_OK;
    }
    switch (e->type) {
    case YAML_DOCUMENT_START_EVENT:
        if (b->tree->root)
            complain(b, e->start_mark,
                     "a second document; a file is one scene");
        return ZN_OK;
    case YAML_SCALAR_EVENT:
        return add(b, ZNI_SCALAR, e);
    case YAML_SEQUENCE_START_EVENT:
        return add(b, ZNI_LIST, e);
    case YAML_MAPPING_START_EVENT:
        return add(b, ZNI_MAP, e);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        close_one(b);
        return ZN_OK;
    default:
        return ZN_OK;
    }
}

static void syntax(builder *b, const yaml_parser_t *p)
{
    yaml_mark_t at = p->problem_mark;
    char words[256];

    const bool tab = p->problem && strstr(p->problem, "cannot start any token");
    snprintf(words, sizeof words, "not YAML: %s%s%s%s",
             p->problem ? p->problem : "it cannot be read",
             p->context ? " " : "", p->context ? p->context : "",
             tab ? "; if it is a tab, indent by blanks" : "");
    if (p->error == YAML_READER_ERROR) {
        at = p->mark;
        snprintf(words, sizeof words, "not text: %s (byte %zu)",
                 p->problem ? p->problem : "bytes that are no UTF-8",
                 p->problem_offset);
    }
    complain(b, at, words);
}

zn_status zni_tree_read(zni_tree *t, zn_ctx *ctx, const char *file,
                        const char text[], size_t n, zn_findings *f)
{
    builder b = {.tree = t, .file = file, .f = f};
    zn_status st = ZN_OK;
    yaml_parser_t p;
    yaml_event_t e;
    bool end = false;

    *t = (zni_tree){.ctx = ctx};
    if (!yaml_parser_initialize(&p))
        return zn_fail(ctx, ZN_ENOMEM, "no memory to read '%s'", file);
    yaml_parser_set_input_string(&p, (const unsigned char *)text, n);
    while (!st && !b.stop && !end) {
        if (!yaml_parser_parse(&p, &e)) {
            if (p.error == YAML_MEMORY_ERROR)
                st = zn_fail(ctx, ZN_ENOMEM, "no memory to read '%s'", file);
            else
                syntax(&b, &p);
            break;
        }
        end = e.type == YAML_STREAM_END_EVENT;
        st = take_event(&b, &e);
        yaml_event_delete(&e);
    }
    yaml_parser_delete(&p);
    return st;
}

/* ---- looking ---- */

zni_node *zni_tree_get(const zni_node *map, const char *key)
{
    if (!map || map->kind != ZNI_MAP)
        return NULL;
    for (zni_node *k = map->first; k && k->next; k = k->next->next)
        if (strcmp(k->text, key) == 0)
            return k->next;
    return NULL;
}

const char *zni_tree_kind(const zni_node *n)
{
    static const char *const word[] = {"a single value", "a list", "a map"};

    return word[n->kind];
}
