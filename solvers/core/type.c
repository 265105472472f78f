/* type.c - the registry: kinds, and classes by kind and name
 * SPDX-License-Identifier: Apache-2.0 */
#include "core.h"
#include "hash.h"

#include <stdio.h>
#include <string.h>

static bool kind_in_range(zn_kind kind)
{
    int number = (int)kind;
    return number > 0 && number < ZN_KIND_MAX;
}

const zn_kind_info *zni_kind_info(const zn_ctx *ctx, zn_kind kind)
{
    return kind_in_range(kind) && ctx->kinds[kind].name ? &ctx->kinds[kind]
                                                        : NULL;
}

const char *zn_kind_name(const zn_ctx *ctx, zn_kind kind)
{
    const zn_kind_info *info = zni_kind_info(ctx, kind);
    return info ? info->name : "unknown kind";
}

static bool same(const zn_kind_info *a, const zn_kind_info *b)
{
    return a->kind == b->kind && a->min_size == b->min_size &&
           a->missing == b->missing && a->size == b->size && strcmp(a->name, b->name) == 0;
}

zn_status zn_kind_declare(zn_ctx *ctx, const zn_kind_info *info)
{
    if (!info || !info->name || !kind_in_range(info->kind))
        return zn_fail(ctx, ZN_EINVAL,
                       "kind %d: must be in [1, %d] and have a name",
                       info ? (int)info->kind : 0, ZN_KIND_MAX - 1);
    if (info->min_size < sizeof(zn_type))
        return zn_fail(ctx, ZN_EINVAL,
                       "kind '%s': descriptors of %zu bytes, a zn_type has %zu",
                       info->name, info->min_size, sizeof(zn_type));

    zn_kind_info *known = &ctx->kinds[info->kind];
    if (known->name && !same(known, info))
        return zn_fail(ctx, ZN_EEXIST, "kind %d: '%s' is already '%s'",
                       (int)info->kind, info->name, known->name);
    *known = *info;
    return ZN_OK;
}

const zn_type *zn_type_at(const zn_ctx *ctx, zn_kind kind, zn_index i)
{
    if (i < 0)
        return NULL;
    for (zn_index k = 0; k < ctx->ntypes; k++)
        if (ctx->types[k]->kind == kind && i-- == 0)
            return ctx->types[k];
    return NULL;
}

/* The number of the bit of a name */
static unsigned bit_of(zn_kind kind, const char *name)
{
    const uint64_t hash = zni_hash_bytes(zni_hash_word(ZNI_HASH, (uint64_t)kind), name, strlen(name));

    return (unsigned)((hash ^ hash >> 32) % (8 * sizeof(zni_name_set)));
}

bool zni_name_set_may(const zni_name_set *n, zn_kind kind, const char *name)
{
    const unsigned bit = bit_of(kind, name);

    return n->bits[bit / 64] >> bit % 64 & 1;
}

void zni_name_set_add(zni_name_set *n, zn_kind kind, const char *name)
{
    const unsigned bit = bit_of(kind, name);

    n->bits[bit / 64] |= UINT64_C(1) << bit % 64;
}

static const zn_type *named(const zn_ctx *ctx, zn_kind kind, const char *name)
{
    if (!zni_name_set_may(&ctx->names, kind, name))
        return NULL;
    for (zn_index k = 0; k < ctx->ntypes; k++)
        if (ctx->types[k]->kind == kind &&
            strcmp(ctx->types[k]->name, name) == 0)
            return ctx->types[k];
    return NULL;
}

const zn_type *zni_type_lookup(const zn_ctx *ctx, zn_kind kind,
                               const char *name)
{
    const zn_type *t = named(ctx, kind, name);
    const zn_alias *a;

    for (zn_index k = 0; !t && k < ctx->nplugins; k++)
        for (a = zni_plugin_aliases(ctx->plugins[k]); !t && a->old; a++)
            if (a->kind == kind && strcmp(a->old, name) == 0)
                t = named(ctx, kind, a->name);
    return t;
}

zn_status zn_type_find(zn_ctx *ctx, zn_kind kind, const char *name,
                       const zn_type **out)
{
    char known[ZNI_FACT / 2] = "";

    *out = name ? zni_type_lookup(ctx, kind, name) : NULL;
    if (*out)
        return ZN_OK;
    for (zn_index k = 0; k < ctx->ntypes; k++)
        if (ctx->types[k]->kind == kind)
            zni_list_add(known, sizeof known, ctx->types[k]->name);
    return zn_fail(ctx, ZN_ENOENT, "no %s '%s'; there is: %s",
                   zn_kind_name(ctx, kind), name ? name : "",
                   known[0] ? known : "none");
}
