/* type.c - the registry: kinds, classes and the plugins they came with
 * SPDX-License-Identifier: Apache-2.0 */
#include "solvers/core/core.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- kinds ---- */

static const zn_kind_info *kind_info(const zn_ctx *ctx, zn_kind kind)
{
    for (zn_index i = 0; i < ctx->nkinds; i++)
        if (ctx->kinds[i].kind == kind)
            return &ctx->kinds[i];
    return NULL;
}

const char *zn_kind_name(const zn_ctx *ctx, zn_kind kind)
{
    const zn_kind_info *info = kind_info(ctx, kind);

    return info ? info->name : "unknown kind";
}

zn_status zn_kind_declare(zn_ctx *ctx, const zn_kind_info *info)
{
    zn_status st;

    if (kind_info(ctx, info->kind))
        return ZN_OK;
    st = zn_grow(ctx, &ctx->kinds, &ctx->ckinds, ctx->nkinds + 1,
                 sizeof *ctx->kinds);
    if (!st)
        ctx->kinds[ctx->nkinds++] = *info;
    return st;
}

/* ---- classes ---- */

const zn_type *zn_type_at(const zn_ctx *ctx, zn_kind kind, zn_index i)
{
    for (zn_index k = 0; k < ctx->ntypes; k++)
        if (ctx->types[k]->kind == kind && i-- == 0)
            return ctx->types[k];
    return NULL;
}

static const zn_type *lookup(const zn_ctx *ctx, zn_kind kind, const char *name)
{
    for (zn_index k = 0; k < ctx->ntypes; k++)
        if (ctx->types[k]->kind == kind &&
            strcmp(ctx->types[k]->name, name) == 0)
            return ctx->types[k];
    return NULL;
}

zn_status zn_type_find(zn_ctx *ctx, zn_kind kind, const char *name,
                       const zn_type **out)
{
    char names[1024] = "none";
    size_t n = 0;
    const zn_type *t;

    *out = lookup(ctx, kind, name);
    if (*out)
        return ZN_OK;
    for (zn_index i = 0; (t = zn_type_at(ctx, kind, i)) && n < sizeof names; i++)
        n += (size_t)snprintf(names + n, sizeof names - n, "%s%s",
                              n ? ", " : "", t->name);
    return zn_fail(ctx, ZN_ENOENT, "no %s '%s'; there are: %s",
                   zn_kind_name(ctx, kind), name, names);
}

/* ---- what a descriptor must be ---- */

static bool good_name(const char *s)
{
    return s && *s && strlen(s) < ZN_WORD_MAX &&
           strspn(s, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen(s);
}

/* NULL, or what is wrong with an option table. */
static const char *bad_options(const zn_type *t)
{
    for (const zn_option *o = t->options; o && o->kind; o++) {
        if (!o->name || !o->help || !o->unit)
            return "an option without name, unit or help";
        if (zn_option_find(t->options, o->name) != o)
            return "two options of one name";
        if (o->offset >= t->state_size)
            return "an option outside the state";
        if ((o->kind == ZN_OPTION_REAL || o->kind == ZN_OPTION_INT) &&
            !(o->def >= o->min && o->def <= o->max))
            return "a default outside its range";
        if (o->kind == ZN_OPTION_CHOICE && !o->choices)
            return "a choice without choices";
    }
    return NULL;
}

static zn_status check_type(zn_ctx *ctx, const zn_plugin *p, zn_index i)
{
    const zn_type *t = p->types[i];
    const zn_kind_info *info = kind_info(ctx, t->kind);
    const char *wrong = NULL;

    if (!info)
        return zn_fail(ctx, ZN_EINVAL,
                       "class %td of plugin '%s' is of unknown kind %d", i,
                       p->name, (int)t->kind);
    if (!good_name(t->name))
        return zn_fail(ctx, ZN_EINVAL,
                       "class %td of plugin '%s': name '%s' must be made of "
                       "a-z, 0-9, '-'",
                       i, p->name, t->name ? t->name : "");
    if (t->size < info->min_size)
        return zn_fail(ctx, ZN_EINVAL,
                       "%s '%s' of plugin '%s': descriptor of %zu bytes, need "
                       "%zu",
                       info->name, t->name, p->name, t->size, info->min_size);
    if (!t->summary || !*t->summary)
        wrong = "no summary";
    if (!wrong)
        wrong = bad_options(t);
    if (!wrong && info->missing)
        wrong = info->missing(t);
    if (wrong)
        return zn_fail(ctx, ZN_EINVAL, "%s '%s' of plugin '%s': %s", info->name,
                       t->name, p->name, wrong);
    if (lookup(ctx, t->kind, t->name))
        return zn_fail(ctx, ZN_EEXIST,
                       "plugin '%s' brings %s '%s', which exists already",
                       p->name, info->name, t->name);
    for (zn_index k = 0; k < i; k++)
        if (p->types[k]->kind == t->kind &&
            strcmp(p->types[k]->name, t->name) == 0)
            return zn_fail(ctx, ZN_EEXIST, "plugin '%s' brings %s '%s' twice",
                           p->name, info->name, t->name);
    return ZN_OK;
}

/* ---- plugins ---- */

const zn_plugin *zn_plugin_at(const zn_ctx *ctx, zn_index i)
{
    return i >= 0 && i < ctx->nplugins ? ctx->plugins[i] : NULL;
}

const zn_plugin *zn_plugin_find(const zn_ctx *ctx, const char *name)
{
    for (zn_index i = 0; i < ctx->nplugins; i++)
        if (strcmp(ctx->plugins[i]->name, name) == 0)
            return ctx->plugins[i];
    return NULL;
}

static zn_status check_interface(zn_ctx *ctx, const zn_plugin *p)
{
    /* the first fields have been there from the beginning */
    if (p->size < offsetof(zn_plugin, symbols) + sizeof p->symbols)
        return zn_fail(ctx, ZN_EABI,
                       "plugin descriptor of %zu bytes, need at least %zu: "
                       "rebuild the plugin",
                       p->size,
                       offsetof(zn_plugin, symbols) + sizeof p->symbols);
    if (!p->name || !*p->name)
        return zn_fail(ctx, ZN_EINVAL, "a plugin without name");
    if (p->major != ZN_PLUGIN_MAJOR || p->minor > ZN_PLUGIN_MINOR)
        return zn_fail(ctx, ZN_EABI,
                       "plugin '%s' has interface %d.%d, this library %d.%d: "
                       "rebuild the plugin",
                       p->name, p->major, p->minor, ZN_PLUGIN_MAJOR,
                       ZN_PLUGIN_MINOR);
    if (!p->build || strcmp(p->build, ZN_PLUGIN_BUILD) != 0)
        return zn_fail(ctx, ZN_EABI,
                       "plugin '%s' was built with \"%s\", this library with "
                       "\"%s\"",
                       p->name, p->build ? p->build : "", ZN_PLUGIN_BUILD);
    if (zn_plugin_find(ctx, p->name))
        return zn_fail(ctx, ZN_EEXIST, "a plugin '%s' is there already",
                       p->name);
    return ZN_OK;
}

zn_status zn_plugin_add(zn_ctx *ctx, const zn_plugin *p)
{
    zn_index n = 0;
    zn_status st = check_interface(ctx, p);

    for (; !st && p->types && p->types[n]; n++)
        st = check_type(ctx, p, n);
    if (!st)
        st = zn_grow(ctx, &ctx->plugins, &ctx->cplugins, ctx->nplugins + 1,
                     sizeof *ctx->plugins);
    if (!st)
        st = zn_grow(ctx, &ctx->types, &ctx->ctypes, ctx->ntypes + n,
                     sizeof *ctx->types);
    if (st)
        return st;
    ctx->plugins[ctx->nplugins++] = p;
    for (zn_index i = 0; i < n; i++)
        ctx->types[ctx->ntypes++] = p->types[i];
    return ZN_OK;
}
