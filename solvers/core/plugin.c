/* plugin.c - registration of the classes of a plugin
 * SPDX-License-Identifier: Apache-2.0 */
#include "core.h"

#include <stdio.h>
#include <string.h>

#include <zeno/solver.h>

_Static_assert(ZN_KIND_MAX - ZN_KIND_OWN <= 64, "a bit for each kind of plugins");

/* Does the descriptor have the field? One of an earlier minor version may be shorter than ours. */
#define REACHES(p, field)                                                      \
    ((p)->size >= offsetof(zn_plugin, field) + sizeof((p)->field))

static const zn_type *const *types_of(const zn_plugin *p)
{
    static const zn_type *const none[] = {NULL};
    return REACHES(p, types) && p->types ? p->types : none;
}

static const zn_symbol *symbols_of(const zn_plugin *p)
{
    static const zn_symbol none = {0};
    return REACHES(p, symbols) && p->symbols ? p->symbols : &none;
}

const zn_alias *zni_plugin_aliases(const zn_plugin *p)
{
    static const zn_alias none = {0};
    return REACHES(p, aliases) && p->aliases ? p->aliases : &none;
}

/* The version of the interface is checked first: if it differs no other field is read. */
static zn_status check_interface(zn_ctx *ctx, const zn_plugin *p)
{
    if (!REACHES(p, minor))
        return zn_fail(ctx, ZN_EABI, "plugin whose descriptor has %zu bytes",
                       p->size);
    if (p->major != ZN_PLUGIN_MAJOR || p->minor < 0 ||
        p->minor > ZN_PLUGIN_MINOR)
        return zn_fail(ctx, ZN_EABI,
                       "plugin built for interface %d.%d, this is %d.%d",
                       p->major, p->minor, ZN_PLUGIN_MAJOR, ZN_PLUGIN_MINOR);
    if (!REACHES(p, name))
        return zn_fail(ctx, ZN_EABI, "plugin whose descriptor has %zu bytes",
                       p->size);
    if (!p->build || strcmp(p->build, ZN_PLUGIN_BUILD) != 0)
        return zn_fail(ctx, ZN_EABI, "plugin built with '%s', this is '%s'",
                       p->build ? p->build : "", ZN_PLUGIN_BUILD);
    return ZN_OK;
}

static zn_status check_symbols(zn_ctx *ctx, const zn_plugin *p)
{
    const zn_symbol *table = symbols_of(p);

    for (const zn_symbol *s = table; s->name; s++) {
        if (!*s->name || !s->signature || !*s->signature)
            return zn_fail(ctx, ZN_EINVAL,
                           "symbol %td '%s' has no name or no signature",
                           s - table, s->name);
        if (s->rows < -1 || s->cols < -1)
            return zn_fail(
                ctx, ZN_EINVAL,
                "symbol '%s': %td x %td, must be >= 0, or -1 for any", s->name,
                s->rows, s->cols);
        for (const zn_symbol *before = table; before < s; before++)
            if (strcmp(before->name, s->name) == 0)
                return zn_fail(ctx, ZN_EEXIST, "symbol '%s' is there twice",
                               s->name);
    }
    return ZN_OK;
}

static bool name_good(const char *name)
{
    const char *c = name;

    while (c && (zni_plain_letter(*c) || *c == '-'))
        c++;
    return c && c > name && *c == '\0';
}

/* May the class be registered? */
static zn_status check_type(zn_ctx *ctx, const zn_type *t)
{
    char words[256];
    const char *what;

    if (t->size < sizeof *t)
        return zn_fail(ctx, ZN_EINVAL, "a descriptor of %zu bytes", t->size);
    if (!name_good(t->name))
        return zn_fail(ctx, ZN_EINVAL,
                       "name '%s': must be of the letters a-z, 0-9 and '-'",
                       t->name ? t->name : "");

    const zn_kind_info *info = zni_kind_info(ctx, t->kind);
    if (!info)
        return zn_fail(ctx, ZN_EINVAL, "class '%s': kind %d is not known here",
                       t->name, (int)t->kind);
    if (t->size < info->min_size)
        return zn_fail(ctx, ZN_EINVAL,
                       "%s '%s': descriptor of %zu bytes, must have %zu",
                       info->name, t->name, t->size, info->min_size);
    if (!t->summary || !*t->summary)
        return zn_fail(ctx, ZN_EINVAL, "%s '%s': no summary", info->name,
                       t->name);
    if (zni_option_table_bad(t->options, t->state_size, words, sizeof words))
        return zn_fail(ctx, ZN_EINVAL, "%s '%s': %s", info->name, t->name,
                       words);
    what = info->missing ? info->missing(t) : NULL;
    if (what)
        return zn_fail(ctx, ZN_EINVAL, "%s '%s': no %s", info->name, t->name,
                       what);
    if (zni_type_lookup(ctx, t->kind, t->name))
        return zn_fail(ctx, ZN_EEXIST, "%s '%s' exists already", info->name,
                       t->name);
    return ZN_OK;
}

/* The number of the kind that a plugin's problem class defines for its solvers; 0: none */
static int own_kind(const zn_type *t)
{
    const zn_problem_type *p = (const zn_problem_type *)(const void *)t;

    if (t->kind != ZN_KIND_PROBLEM || t->size < sizeof *p ||
        !name_good(t->name) || p->solver_kind < ZN_KIND_OWN ||
        p->solver_kind >= ZN_KIND_MAX)
        return 0;
    return (int)p->solver_kind;
}

/* Declares the kinds of solvers of the plugin's own problem classes, before the solvers are checked; *declared gets a
 * bit for each. */
static zn_status declare_own(zn_ctx *ctx, const zn_plugin *p,
                             uint64_t *declared)
{
    for (const zn_type *const *t = types_of(p); *t; t++) {
        const int k = own_kind(*t);

        if (!k)
            continue;
        char *name = ctx->own[k - ZN_KIND_OWN];

        /* declared already, by a program */
        if (ctx->kinds[k].name && ctx->kinds[k].name != name)
            continue;
        if (ctx->kinds[k].name)
            return zn_fail(ctx, ZN_EEXIST,
                           "problem class '%s': its solvers have kind %d, which "
                           "'%s' has already",
                           (*t)->name, k, name);
        snprintf(name, ZN_WORD_MAX, "%s solver", (*t)->name);
        ctx->kinds[k] = (zn_kind_info){.kind = (zn_kind)k,
                                       .name = name,
                                       .min_size = offsetof(zn_solver_type, offer),
                                       .size = sizeof(zn_solver_type),
                                       .missing = zni_solver_missing};
        *declared |= UINT64_C(1) << (k - ZN_KIND_OWN);
    }
    return ZN_OK;
}

/* Takes back the declarations of a plugin that is refused. */
static void withdraw(zn_ctx *ctx, uint64_t declared)
{
    for (int k = ZN_KIND_OWN; k < ZN_KIND_MAX; k++)
        if (declared >> (k - ZN_KIND_OWN) & 1)
            ctx->kinds[k] = (zn_kind_info){0};
}

static zn_status check_types(zn_ctx *ctx, const zn_plugin *p, zn_index *count)
{
    const zn_type *const *types = types_of(p);
    zni_name_set before = {{0}};
    zn_status st;

    for (*count = 0; types[*count]; ++*count) {
        const zn_type *t = types[*count];
        st = check_type(ctx, t);
        if (st)
            return st;
        const zn_index others =
            zni_name_set_may(&before, t->kind, t->name) ? *count : 0;

        for (zn_index i = 0; i < others; i++)
            if (types[i]->kind == t->kind &&
                strcmp(types[i]->name, t->name) == 0)
                return zn_fail(ctx, ZN_EEXIST, "%s '%s' is there twice",
                               zn_kind_name(ctx, t->kind), t->name);
        zni_name_set_add(&before, t->kind, t->name);
    }
    return ZN_OK;
}

static bool has_class(const zn_plugin *p, zn_kind kind, const char *name)
{
    for (const zn_type *const *t = types_of(p); name && *t; t++)
        if ((*t)->kind == kind && strcmp((*t)->name, name) == 0)
            return true;
    return false;
}

static zn_status check_aliases(zn_ctx *ctx, const zn_plugin *p)
{
    const zn_alias *table = zni_plugin_aliases(p);

    for (const zn_alias *a = table; a->old; a++) {
        if (!has_class(p, a->kind, a->name))
            return zn_fail(ctx, ZN_EINVAL,
                           "'%s' was the name of '%s', which is no %s here",
                           a->old, a->name ? a->name : "",
                           zn_kind_name(ctx, a->kind));
        if (has_class(p, a->kind, a->old) ||
            zni_type_lookup(ctx, a->kind, a->old))
            return zn_fail(ctx, ZN_EEXIST,
                           "'%s', once the name of '%s', is another %s", a->old,
                           a->name, zn_kind_name(ctx, a->kind));
    }
    return ZN_OK;
}

/* Everything that can fail, including room in the registry. */
static zn_status prepare(zn_ctx *ctx, const zn_plugin *p, zn_index *count)
{
    zn_status st = check_symbols(ctx, p);

    if (st)
        return st;
    if (zn_plugin_find(ctx, p->name))
        return zn_fail(ctx, ZN_EEXIST, "a plugin of that name is already here");
    st = check_types(ctx, p, count);
    if (!st)
        st = check_aliases(ctx, p);
    if (st)
        return st;
    st = zn_grow(ctx, &ctx->types, &ctx->ctypes, ctx->ntypes + *count,
                 sizeof *ctx->types);
    if (st)
        return st;
    return zn_grow(ctx, &ctx->plugins, &ctx->cplugins, ctx->nplugins + 1,
                   sizeof *ctx->plugins);
}

/* A descriptor of an earlier minor version lacks the fields that were appended since. It is replaced by a copy of the
 * current size with zeros in these fields, so that no other code has to ask for the size. */
static zn_status extend(zn_ctx *ctx, const zn_type *t, const zn_type **out)
{
    const zn_kind_info *info = zni_kind_info(ctx, t->kind);
    zn_type *copy;
    zn_status st;

    *out = t;
    if (t->size >= info->size)
        return ZN_OK;
    st = zn_grow(ctx, &ctx->extended, &ctx->cextended, ctx->nextended + 1,
                 sizeof *ctx->extended);
    if (st)
        return st;
    copy = zn_alloc(ctx, (zn_index)info->size, 1);
    if (!copy)
        return ZN_ENOMEM;
    memcpy(copy, t, t->size);
    copy->size = info->size;
    ctx->extended[ctx->nextended++] = copy;
    *out = copy;
    return ZN_OK;
}

zn_status zn_plugin_add(zn_ctx *ctx, const zn_plugin *p)
{
    uint64_t declared = 0;
    zn_index count = 0;
    zn_status st;

    if (!p)
        return zn_fail(ctx, ZN_EINVAL, "plugin: no descriptor");
    st = check_interface(ctx, p);
    if (st)
        return st; /* its name may not be where ours is */
    if (!p->name || !*p->name)
        return zn_fail(ctx, ZN_EINVAL, "plugin '': no name");
    st = declare_own(ctx, p, &declared);
    if (!st)
        st = prepare(ctx, p, &count);
    for (zn_index i = 0; !st && i < count; i++)
        st = extend(ctx, types_of(p)[i], &ctx->types[ctx->ntypes + i]);
    if (st) { /* the copies made so far are freed with the context */
        withdraw(ctx, declared);
        return zn_note(ctx, st, "plugin '%s'", p->name);
    }
    for (zn_index i = 0; i < count; i++)
        zni_name_set_add(&ctx->names, types_of(p)[i]->kind, types_of(p)[i]->name);
    ctx->ntypes += count;
    ctx->plugins[ctx->nplugins++] = p;
    return ZN_OK;
}

const zn_plugin *zn_plugin_find(const zn_ctx *ctx, const char *name)
{
    for (zn_index i = 0; name && i < ctx->nplugins; i++)
        if (strcmp(ctx->plugins[i]->name, name) == 0)
            return ctx->plugins[i];
    return NULL;
}

const zn_plugin *zn_plugin_at(const zn_ctx *ctx, zn_index i)
{
    return i >= 0 && i < ctx->nplugins ? ctx->plugins[i] : NULL;
}
