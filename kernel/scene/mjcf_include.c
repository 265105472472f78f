/* mjcf_include.c - <include file="..."/> of MJCF, and sections that stand there more than once
 *
 * An <include> is what is within the first element of its file. A file is beside the scene,
 * whoever names it, and is read once: so there are no circles.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/scene/mjcf.h"

#include "kernel/plugin/file.h"
#include "solvers/core/same_place.h"

#include <string.h>
#include <sys/stat.h>

enum { FILES = 1000 };

typedef struct includer {
    zni_reader *r;
    zni_tree *tree;
    uint64_t left; /* bytes that may still be read */
    int count;
    struct stat *was; /* FILES: the scene and what was read */
} includer;

/* False, and said: it has been read, or there are too many. */
static bool first_time(includer *x, const zni_node *at, const char *path)
{
    struct stat s;

    if (stat(path, &s) != 0)
        return true; /* what is wrong is said by who reads it */
    for (int i = 0; i < x->count; i++)
        if (zni_same_node(&x->was[i], &s)) {
            zni_complain(x->r, at,
                         "'%.200s' is included a second time, or in a circle",
                         path);
            return false;
        }
    if (x->count == FILES) {
        zni_complain(x->r, at, "more than %d files", FILES);
        return false;
    }
    x->was[x->count++] = s;
    return true;
}

/* The first element of a file; NULL: it has been said why not, or no memory. */
static zni_element *read_file(includer *x, const zni_node *at, const char *path)
{
    zni_reader *r = x->r;
    const size_t length = strlen(path) + 1;
    char *name = zni_tree_take(x->tree, length);
    unsigned char *text = NULL;
    zni_element *root = NULL;
    uint64_t n = 0;
    zn_status st = name ? zni_file_regular(r->ctx, path) : ZN_ENOMEM;

    if (name)
        memcpy(name, path, length);
    if (!st)
        st = zni_file_read(r->ctx, path, x->left, &text, &n);
    if (!zni_failed(r, at, zn_note(r->ctx, st, "'%s'", path))) {
        x->left -= n;
        st = zni_xml_read(x->tree, name, (const char *)text, (size_t)n, &r->f,
                          &root);
        if (st)
            r->st = st;
    }
    zn_free_array(r->ctx, text);
    if (root && strcmp(root->name, "mujoco") != 0 &&
        strcmp(root->name, "mujocoinclude") != 0) {
        zni_complain(r, &root->attr,
                     "an included file is <mujoco> or <mujocoinclude>, this is "
                     "<%.40s>",
                     root->name);
        root = NULL;
    }
    return root;
}

static zni_element *included(includer *x, const zni_element *e)
{
    const zni_node *file = zni_tree_get(&e->attr, "file");
    zni_element *root = NULL;
    char *path;

    if (!file || !*file->text) {
        zni_complain(x->r, &e->attr, "<include> needs its file");
        return NULL;
    }
    path = zni_path_beside(x->r, file->text);
    if (path && first_time(x, file, path))
        root = read_file(x, file, path);
    zn_free_array(x->r->ctx, path);
    return root;
}

/* Elements of included files in the place of their <include>, level by level. */
static void expand(includer *x, zni_element *up, int depth)
{
    zni_element **to = &up->first, *last = NULL;

    if (depth > ZNI_XML_DEEPEST) {
        zni_complain(x->r, &up->attr, "deeper than %d levels", ZNI_XML_DEEPEST);
        return;
    }
    while (*to && !x->r->f.count && !x->r->st) {
        zni_element *c = *to;
        if (strcmp(c->name, "include") == 0) {
            const zni_element *root = included(x, c);
            *to = c->next;
            if (root && root->first) { /* looked at next */
                root->last->next = c->next;
                *to = root->first;
            }
            continue;
        }
        expand(x, c, depth + 1);
        last = c;
        to = &c->next;
    }
    up->last = last;
}

static bool same_class(const zni_element *a, const zni_element *b)
{
    const zni_node *x = zni_tree_get(&a->attr, "class");
    const zni_node *y = zni_tree_get(&b->attr, "class");

    return strcmp(x ? x->text : "main", y ? y->text : "main") == 0;
}

/* What is within a section goes to the end of an earlier one of its name, as far as that has
 * nothing of its own to say. */
static void merge(zni_element *top)
{
    zni_element *before = NULL, *next;

    for (zni_element *c = top->first; c; c = next) {
        zni_element *d = top->first;
        next = c->next;
        while (d != c && !(strcmp(d->name, c->name) == 0 && same_class(d, c) &&
                           (strcmp(c->name, "default") == 0 ||
                            strcmp(c->name, "asset") == 0 ||
                            strcmp(c->name, "tendon") == 0)))
            d = d->next;
        if (d == c) {
            before = c;
            continue;
        }
        if (c->first && d->last)
            d->last->next = c->first;
        else if (c->first)
            d->first = c->first;
        if (c->first)
            d->last = c->last;
        before->next = next; /* c is not the first: d is before it */
    }
    top->last = before;
}

void zni_mj_include(zni_reader *r, zni_tree *tree, zni_element *top)
{
    includer x = {.r = r, .tree = tree, .left = ZNI_SCENE_MOST};

    x.was = zn_alloc(r->ctx, FILES, sizeof *x.was);
    if (!x.was) {
        r->st = ZN_ENOMEM;
        return;
    }
    if (first_time(&x, &top->attr, r->file))
        expand(&x, top, 1);
    zn_free_array(r->ctx, x.was);
    merge(top);
}
