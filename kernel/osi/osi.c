/* osi.c - one-step integrators: objects of a registered class
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osi/complete.h"

#include <stdio.h>

#include <zeno/plugin.h>

#include "kernel/model/model.h"

void zn_osi_free(zn_osi *osi)
{
    if (!osi)
        return;
    if (osi->type->fini && osi->state)
        osi->type->fini(osi->state, osi->ctx);
    zn_free_array(osi->ctx, osi->state);
    zni_ids_fini(osi->ctx, &osi->assigned);
    zn_free_array(osi->ctx, osi);
}

zn_status zn_osi_new(zn_ctx *ctx, const char *cls, zn_osi **out)
{
    const zn_type *type;
    zn_osi *osi = NULL;
    zn_status st;

    *out = NULL;
    st = zn_kernel_register(ctx);
    if (st)
        return st;
    st = zn_type_find(ctx, ZN_KIND_OSI, cls, &type);
    if (st)
        return st;
    osi = zn_alloc(ctx, 1, sizeof *osi);
    if (!osi)
        return ZN_ENOMEM;
    osi->ctx = ctx;
    zni_osi_complete((const zn_osi_type *)type, &osi->full);
    osi->type = &osi->full;
    osi->state = zn_alloc(ctx, (zn_index)type->state_size, 1);
    if (!osi->state) {
        st = ZN_ENOMEM;
        goto fail;
    }
    zn_option_defaults(type->options, osi->state);
    if (osi->type->init)
        st = osi->type->init(osi->state, ctx);
    if (st)
        goto fail;
    *out = osi;
    return ZN_OK;

fail:
    zn_osi_free(osi);
    return st;
}

static void owner(const zn_osi *osi, char buf[], size_t size)
{
    snprintf(buf, size, "integrator '%s'", osi->type->type.name);
}

zn_status zn_osi_set(zn_osi *osi, const char *option, const char *value)
{
    char who[96];

    osi->settings++;
    owner(osi, who, sizeof who);
    return zn_option_set(osi->ctx, who, osi->type->type.options, osi->state,
                         option, value);
}

zn_status zn_osi_set_words(zn_osi *osi, const char *words)
{
    char who[96];

    osi->settings++;
    owner(osi, who, sizeof who);
    return zn_option_set_words(osi->ctx, who, osi->type->type.options,
                               osi->state, words);
}

zn_status zn_osi_set_real(zn_osi *osi, const char *option, double value)
{
    char who[96];

    osi->settings++;
    owner(osi, who, sizeof who);
    return zn_option_set_real(osi->ctx, who, osi->type->type.options,
                              osi->state, option, value);
}

zn_status zn_osi_get(const zn_osi *osi, const char *option, char buf[],
                     size_t size)
{
    char who[96];

    owner(osi, who, sizeof who);
    return zn_option_read(osi->ctx, who, osi->type->type.options, osi->state,
                          option, buf, size);
}

zn_status zn_osi_assign(zn_osi *osi, const zn_ds *ds)
{
    const char *why = zni_osi_refuses(osi, ds);

    /* it is kept by its number, which one of another context may share */
    if (zn_ds_ctx(ds) != osi->ctx)
        return zn_fail(osi->ctx, ZN_EINVAL,
                       "integrator '%s': system '%s' is of another context",
                       osi->type->type.name, zn_ds_name(ds));
    if (why)
        return zn_fail(osi->ctx, ZN_ENOTSUP,
                       "integrator '%s' refuses system '%s': %s",
                       osi->type->type.name, zn_ds_name(ds), why);
    return zni_ids_put(osi->ctx, &osi->assigned, ds->id);
}

const char *zni_osi_refuses(const zn_osi *osi, const zn_ds *ds)
{
    if (osi->type->family != zn_ds_class(ds)->family)
        return osi->type->family == ZN_SECOND_ORDER
                   ? "it integrates second-order systems"
                   : "it integrates first-order systems";
    return osi->type->refuses ? osi->type->refuses(osi->state, ds) : NULL;
}

bool zni_osi_assigned(const zn_osi *osi, const zn_ds *ds)
{
    return zni_ids_has(&osi->assigned, ds->id);
}

void zni_osi_forget(zn_osi *osi, uint64_t id)
{
    zni_ids_drop(&osi->assigned, id);
}

const zn_osi_type *zn_osi_class(const zn_osi *osi)
{
    return osi->type;
}

void *(zn_osi_state)(zn_osi *osi)
{
    return osi->state;
}

zn_ctx *zn_osi_ctx(const zn_osi *osi)
{
    return osi->ctx;
}

void zn_osi_mask(const zn_ds *ds, double W[], zn_index nrhs, double rhs[])
{
    const zn_index n = zn_ds_nv(ds), nbc = zn_ds_bc_count(ds);
    const zn_index *index = zn_ds_bc_index(ds);

    for (zn_index b = 0; b < nbc; b++) {
        const zn_index i = index[b];
        if (W) {
            for (zn_index k = 0; k < n; k++)
                W[i + k * n] = W[k + i * n] = 0;
            W[i + i * n] = 1;
        }
        for (zn_index c = 0; rhs && c < nrhs; c++)
            rhs[i + c * n] = 0;
    }
}
