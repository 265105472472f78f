/* law.c - nonsmooth laws: what all classes share
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/model.h"

#include <zeno/plugin.h>

#include <stdalign.h>
#include <stdio.h>

zn_status zn_law_new(zn_ctx *ctx, const char *cls, zn_law **out)
{
    const size_t a = alignof(max_align_t);
    const size_t head = (sizeof(zn_law) + a - 1) / a * a;
    const zn_type *type;
    zn_status st;

    *out = NULL;
    st = zn_kernel_register(ctx);
    if (!st)
        st = zn_type_find(ctx, ZN_KIND_LAW, cls ? cls : "", &type);
    if (st)
        return st;
    zn_law *law = zn_alloc(ctx, (zn_index)(head + type->state_size), 1);
    if (!law)
        return zn_note(ctx, ZN_ENOMEM, "law '%s'", cls);
    law->type = (const zn_law_type *)type;
    law->ctx = ctx;
    law->state = (char *)law + head;
    zn_option_defaults(type->options, law->state);
    *out = law;
    return ZN_OK;
}

void zni_law_destroy(zn_law *law)
{
    if (law->type->fini)
        law->type->fini(law->state, law->ctx);
    zn_free_array(law->ctx, law);
}

void zn_law_free(zn_law *law)
{
    if (law && !law->model)
        zni_law_destroy(law);
}

static const char *owner(const zn_law *law, size_t size, char text[])
{
    snprintf(text, size, "law '%s'", law->type->type.name);
    return text;
}

zn_status zn_law_set_real(zn_law *law, const char *option, double value)
{
    char who[96];
    const zn_status st = zni_law_touch(law);

    if (st)
        return st;
    return zn_option_set_real(law->ctx, owner(law, sizeof who, who),
                              law->type->type.options, law->state, option,
                              value);
}

zn_status zn_law_get(const zn_law *law, const char *option, char buf[],
                     size_t size)
{
    char who[96];

    return zn_option_read(law->ctx, owner(law, sizeof who, who),
                          law->type->type.options, law->state, option, buf,
                          size);
}

zn_status zn_law_set(zn_law *law, const char *option, const char *value)
{
    char who[96];
    const zn_status st = zni_law_touch(law);

    if (st)
        return st;
    return zn_option_set(law->ctx, owner(law, sizeof who, who),
                         law->type->type.options, law->state, option, value);
}

/* A law of that class with one option set. */
static zn_status make(zn_ctx *ctx, const char *cls, const char *option,
                      double value, zn_law **out)
{
    zn_status st = zn_law_new(ctx, cls, out);

    if (st)
        return st;
    st = zn_law_set_real(*out, option, value);
    if (st) {
        zn_law_free(*out);
        *out = NULL;
    }
    return st;
}

zn_status zn_law_newton_impact(zn_ctx *ctx, double e, zn_law **out)
{
    return make(ctx, "newton-impact", "e", e, out);
}

zn_status zn_law_complementarity(zn_ctx *ctx, zn_index n, zn_law **out)
{
    return make(ctx, "complementarity", "size", (double)n, out);
}

zn_status zn_law_equality(zn_ctx *ctx, zn_index n, zn_law **out)
{
    return make(ctx, "equality", "size", (double)n, out);
}

const zn_law_type *zn_law_class(const zn_law *law)
{
    return law->type;
}

const void *zn_law_state(const zn_law *law)
{
    return law->state;
}

zn_index zn_law_size(const zn_law *law)
{
    return law->type->size(law->state);
}
