/* loader.c - the plugins of a context
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/plugin/loader.h"

#include <stdio.h>
#include <string.h>

#include "kernel/plugin/arguments.h"
#include "kernel/plugin/dwarf.h"
#include "kernel/plugin/module.h"
#include "kernel/plugin/nearest.h"
#include "kernel/plugin/search.h"
#include "solvers/core/core.h"

/* One plugin in memory. */
typedef struct loaded {
    char *name; /* of its file, without folders and suffix */
    char *path; /* absolute, without links */
    zni_module *module;
    const zn_plugin *desc; /* what it says of itself, or NULL */
    zn_index ndeclared;
    zni_declared *declared; /* what its compiler says of its functions */
} loaded;

/* Kept by the context. */
typedef struct loader {
    zni_folders folders;
    zn_index n, cap;
    loaded *all;
} loader;

/* ---- life ---------------------------------------------------------------------- */

static void unload(zn_ctx *ctx, loaded *p)
{
    zni_dwarf_free(ctx, p->declared, p->ndeclared);
    zni_module_close(p->module);
    zn_free_array(ctx, p->path);
    zn_free_array(ctx, p->name);
    *p = (loaded){0};
}

/* With the context, after everything that was made of its plugins. */
static void drop(zn_ctx *ctx, void *kept)
{
    loader *l = kept;
    /* the last first: a plugin may use what an earlier one brought */
    while (l->n > 0)
        unload(ctx, &l->all[--l->n]);
    zn_free_array(ctx, l->all);
    zni_folders_fini(ctx, &l->folders);
    zn_free_array(ctx, l);
}

static zn_status loader_of(zn_ctx *ctx, loader **out)
{
    *out = zni_ctx_kernel(ctx);
    if (*out)
        return ZN_OK;
    *out = zn_alloc(ctx, 1, sizeof **out);
    if (!*out)
        return ZN_ENOMEM;
    zni_ctx_set_kernel(ctx, *out, drop);
    return ZN_OK;
}

/* ---- what a plugin says of itself -------------------------------------------------- */

static bool is_argument_list(const char *signature)
{
    int number = 0, end = 0;
    return signature && sscanf(signature, "S%d%n", &number, &end) == 1 &&
           number >= 1 && number <= 19 && signature[end] == '\0' &&
           signature[1] != '0';
}

/* Can the table of symbols be read? If not, zn_plugin_add says what differs, or
 * there is none. */
static bool is_readable(const zn_plugin *d)
{
    return d->size >= offsetof(zn_plugin, symbols) + sizeof d->symbols &&
           d->major == ZN_PLUGIN_MAJOR && d->minor <= ZN_PLUGIN_MINOR;
}

/* The symbols that a plugin describes, ended by a NULL name. */
static const zn_symbol *symbols_of(const loaded *p)
{
    static const zn_symbol none = {0};
    const zn_plugin *d = p->desc;
    return d && is_readable(d) && d->symbols ? d->symbols : &none;
}

/* Each symbol described must be there and of a known kind. */
static zn_status check_symbols(zn_ctx *ctx, const loaded *p)
{
    for (const zn_symbol *s = symbols_of(p); s->name; s++) {
        if (!is_argument_list(s->signature))
            return zn_fail(ctx, ZN_EINVAL,
                           "plugin '%s' describes '%s' with argument list "
                           "'%s', there are S1 ... S19",
                           p->name, s->name,
                           s->signature ? s->signature : "NULL");
        if (zni_module_function(p->module, p->path, s->name))
            continue;
        char near[400];
        zni_nearest_words(p->path, s->name, near, sizeof near);
        return zn_fail(ctx, ZN_EINVAL,
                       "plugin '%s' describes '%s' but does not export it%s",
                       p->name, s->name, near);
    }
    return ZN_OK;
}

/* Take its description and its classes, if it has any. */
static zn_status take_description(zn_ctx *ctx, loaded *p)
{
    zn_fn *entry = zni_module_own(p->module, p->path, ZN_PLUGIN_ENTRY);
    if (!entry)
        return ZN_OK;
    p->desc = ((zn_plugin_entry_fn *)entry)();
    if (!p->desc)
        return zn_fail(ctx, ZN_EINVAL, "the function %s gives NULL",
                       ZN_PLUGIN_ENTRY);

    zn_status st = check_symbols(ctx, p);
    return st ? st : zn_plugin_add(ctx, p->desc);
}

/* ---- loading ----------------------------------------------------------------------- */

/* The plugin of that name, of its file or of its description. */
static loaded *find(const loader *l, const char *name)
{
    for (zn_index i = 0; i < l->n; i++) {
        const zn_plugin *d = l->all[i].desc;
        if (strcmp(l->all[i].name, name) == 0 ||
            (d && strcmp(d->name, name) == 0))
            return &l->all[i];
    }
    return NULL;
}

/* Load the file at `path`; all or nothing. */
static zn_status load_file(zn_ctx *ctx, loader *l, const char *path,
                           loaded **out)
{
    zn_status st = zn_grow(ctx, &l->all, &l->cap, l->n + 1, sizeof *l->all);
    if (st)
        return st;
    loaded *p = &l->all[l->n];
    char stem[ZNI_PATH_MAX];
    zni_plugin_stem(path, stem);
    p->name = zni_copy_text(ctx, stem);
    p->path = zni_copy_text(ctx, path);
    if (!p->name || !p->path) {
        st = ZN_ENOMEM;
        goto fail;
    }
    st = zni_module_open(ctx, path, &p->module);
    st = st ? st : zni_dwarf_functions(ctx, path, &p->declared, &p->ndeclared);
    if (st)
        goto fail;
    st = take_description(ctx, p);
    if (st) {
        zn_note(ctx, st, "%s", path);
        goto fail;
    }
    l->n++;
    *out = p;
    return ZN_OK;

fail:
    unload(ctx, p);
    return st;
}

/* The plugin of that name or path, loaded now if it was not. */
static zn_status need(zn_ctx *ctx, const char *name, loaded **out)
{
    loader *l;
    zn_status st = zn_kernel_register(ctx);
    if (!st)
        st = loader_of(ctx, &l);
    if (st)
        return st;

    /* a plain name that is known needs no look at the disk */
    const bool plain = name && !strchr(name, '/');
    *out = plain ? find(l, name) : NULL;
    if (*out)
        return ZN_OK;

    char path[ZNI_PATH_MAX], stem[ZNI_PATH_MAX];
    st = zni_plugin_locate(ctx, &l->folders, name, path);
    if (st)
        return st;
    zni_plugin_stem(path, stem);
    *out = find(l, stem);
    if (!*out)
        return load_file(ctx, l, path, out);
    if (strcmp((*out)->path, path) == 0)
        return ZN_OK;
    return zn_fail(ctx, ZN_EEXIST,
                   "plugin '%s': %s was asked for, but %s of the same name is "
                   "loaded",
                   stem, path, (*out)->path);
}

/* ---- interface ------------------------------------------------------------------------ */

zn_status zn_plugin_path_add(zn_ctx *ctx, const char *dir)
{
    loader *l;
    zn_status st = loader_of(ctx, &l);
    return st ? st : zni_folders_add(ctx, &l->folders, dir);
}

zn_status zn_plugin_load(zn_ctx *ctx, const char *name)
{
    loaded *p;
    return need(ctx, name, &p);
}

/* "ballFExt, ballGap", for the message. */
static void list_symbols(const loaded *p, char *text, size_t room)
{
    size_t len = 0;
    text[0] = '\0';
    for (const zn_symbol *s = symbols_of(p); s->name && len < room; s++) {
        const int n = snprintf(text + len, room - len, "%s%s",
                               len ? ", " : "; it describes: ", s->name);
        len += n > 0 ? (size_t)n : 0;
    }
}

zn_status zn_plugin_symbol(zn_ctx *ctx, const char *plugin, const char *symbol,
                           zn_fn **out, const zn_symbol **desc)
{
    *out = NULL;
    if (desc)
        *desc = NULL;
    loaded *p;
    zn_status st = need(ctx, plugin, &p);
    if (st)
        return st;
    if (!symbol || !*symbol)
        return zn_fail(ctx, ZN_EINVAL, "plugin '%s': the symbol has no name",
                       p->name);

    *out = zni_module_function(p->module, p->path, symbol);
    if (!*out) {
        char known[400];
        list_symbols(p, known, sizeof known);
        if (!known[0])
            zni_nearest_words(p->path, symbol, known, sizeof known);
        return zn_fail(ctx, ZN_ENOENT, "plugin '%s' (%s) has no symbol '%s'%s",
                       p->name, p->path, symbol, known);
    }
    for (const zn_symbol *s = symbols_of(p); s->name; s++)
        if (desc && strcmp(s->name, symbol) == 0)
            *desc = s;
    return ZN_OK;
}

const char *zni_plugin_declared(zn_ctx *ctx, const char *plugin, const char *symbol)
{
    loaded *p;

    /* a function that it only links with has its declaration elsewhere */
    if (need(ctx, plugin, &p) || !zni_module_own(p->module, p->path, symbol))
        return NULL;
    for (zn_index k = 0; k < p->ndeclared; k++)
        if (strcmp(p->declared[k].name, symbol) == 0)
            return p->declared[k].arguments;
    return NULL;
}
