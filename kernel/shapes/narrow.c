/* narrow.c - where two shapes touch, by classes; that of our own way
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/shapes/narrow.h"

#include <zeno/plugin.h>

struct zn_narrow {
    zn_ctx *ctx;
    const zn_narrow_type *type;
    void *state;
};

zn_status zn_narrow_new(zn_ctx *ctx, const char *cls, zn_narrow **out)
{
    const zn_type *type;
    zn_status st = zn_kernel_register(ctx);

    *out = NULL;
    if (!st)
        st = zn_type_find(ctx, ZN_KIND_NARROW, cls ? cls : "", &type);
    if (st)
        return st;
    zn_narrow *w = zn_alloc(ctx, 1, sizeof *w);
    if (!w)
        return ZN_ENOMEM;
    w->ctx = ctx;
    w->type = (const zn_narrow_type *)type;
    w->state = zn_alloc(ctx, (zn_index)type->state_size, 1);
    if (!w->state) {
        zn_free_array(ctx, w);
        return ZN_ENOMEM;
    }
    zn_option_defaults(type->options, w->state);
    *out = w;
    return ZN_OK;
}

void zn_narrow_free(zn_narrow *w)
{
    if (!w)
        return;
    if (w->type->fini)
        w->type->fini(w->state, w->ctx);
    zn_free_array(w->ctx, w->state);
    zn_free_array(w->ctx, w);
}

zn_status zn_narrow_set(zn_narrow *w, const char *option, const char *value)
{
    return zn_option_set(w->ctx, "narrow phase", w->type->type.options,
                         w->state, option, value);
}

zn_status zn_narrow_get(const zn_narrow *w, const char *option, char buf[],
                        size_t size)
{
    return zn_option_read(w->ctx, "narrow phase", w->type->type.options,
                          w->state, option, buf, size);
}

const zn_narrow_type *zn_narrow_class(const zn_narrow *w)
{
    return w->type;
}

bool zn_narrow_meets(const zn_narrow *w, const zn_shape *a, const zn_shape *b)
{
    return !w->type->meets || w->type->meets(w->state, a, b);
}

zn_status zn_narrow_touch(zn_narrow *w, const zn_shape *a,
                          const double pose_a[7], const zn_shape *b,
                          const double pose_b[7], double reach, zn_touch out[],
                          zn_index *n)
{
    *n = 0;
    if (!zn_narrow_meets(w, a, b))
        return zn_fail(w->ctx, ZN_ENOTSUP,
                       "narrow phase '%s' has no contact between a %s and a %s",
                       w->type->type.name, zn_shape_kind(a), zn_shape_kind(b));
    return w->type->touch(w->state, w->ctx, a, pose_a, b, pose_b, reach, out,
                          n);
}

/* ---- our own ------------------------------------------------------------------- */

typedef struct exact {
    char none;
} exact;

static bool exact_meets(const void *k, const zn_shape *a, const zn_shape *b)
{
    (void)k;
    return zni_pair_meets(a, b);
}

static zn_status exact_touch(void *k, zn_ctx *ctx, const zn_shape *a,
                             const double pose_a[7], const zn_shape *b,
                             const double pose_b[7], double reach,
                             zn_touch out[], zn_index *n)
{
    (void)k;
    (void)ctx;
    return zn_shape_touch(a, pose_a, b, pose_b, reach, out, n);
}

const zn_narrow_type zni_narrow_exact = {
    .type = {.size = sizeof zni_narrow_exact,
             .kind = ZN_KIND_NARROW,
             .name = "exact",
             .summary = "signed gaps and whole patches, to rounding",
             .state_size = sizeof(exact)},
    .meets = exact_meets,
    .touch = exact_touch,
};
