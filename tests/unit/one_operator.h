/* one_operator.h - an object with one operator, for tests
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_ONE_OPERATOR_H
#define ZENO_ONE_OPERATOR_H

#include "zeno_test.h"

#include "kernel/plugin/operator.h"

/* An object with one operator, as a system or relation would hold it. */
typedef struct thing {
    zn_ctx     *ctx;
    double      z[2];
    zni_owner   owner;
    zn_operator op;
    const zn_slot *slot;
} thing;

static inline const thing *thing_of(const zni_owner *o)
{
    return (const thing *)(const void *)((const char *)o -
                                         offsetof(thing, owner));
}

static inline const zn_slot *thing_slot(const zni_owner *o)
{
    return thing_of(o)->slot;
}

static inline zn_index thing_size(const zni_owner *o, char letter)
{
    (void)o;
    return letter == 'z' ? -1 : 1; /* the test says how many */
}

static inline void make_in(thing *a, zn_ctx *ctx, const zn_slot *slot,
                           zn_index rows, zn_index cols)
{
    static const zni_owner_kind kind = {
        .what = "system", .slots = thing_slot, .size = thing_size};

    *a = (thing){.ctx = ctx, .z = {5, 7}, .slot = slot};
    a->owner = (zni_owner){.ctx = ctx, .kind = &kind, .name = "ball",
                           .nz = 2, .z = a->z};
    zni_operator_init(&a->op, &a->owner, 0);
    a->op.nrows = (uint16_t)rows;
    a->op.ncols = (uint16_t)cols;
}

static inline void make(thing *a, const zn_slot *slot, zn_index rows,
                        zn_index cols)
{
    zn_ctx *ctx;
    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    make_in(a, ctx, slot, rows, cols);
}

static inline void unmake(thing *a)
{
    zni_operator_fini(&a->op);
    zn_ctx_free(a->ctx);
}

static inline void says(const thing *a, const char *part)
{
    ck_assert_msg(strstr(zn_errmsg(a->ctx), part) != NULL,
                  "expected \"%s\" in \"%s\"", part, zn_errmsg(a->ctx));
}

#endif
