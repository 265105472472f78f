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
} thing;

static inline void make_in(thing *a, zn_ctx *ctx, const zn_slot *slot,
                           zn_index rows, zn_index cols)
{
    static const zni_owner_kind kind = {.what = "system"};

    *a = (thing){.ctx = ctx, .z = {5, 7}};
    a->owner = (zni_owner){.ctx = ctx, .kind = &kind, .name = "ball",
                           .nz = 2, .z = a->z};
    zni_operator_init(&a->op, &a->owner, slot, rows, cols);
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
