/* toys.h - a kind of our own, with one operation, and classes of it
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_TOYS_H
#define ZENO_TEST_TOYS_H

#include "zeno_test.h"

#include <zeno/type.h>

#define KIND ((zn_kind)100)

typedef struct toy_type {
    zn_type type;
    int (*play)(int x);
} toy_type;

typedef struct toy_state {
    double a;
} toy_state;

static inline int twice(int x)
{
    return 2 * x;
}

static inline const char *toy_missing(const zn_type *type)
{
    return ((const toy_type *)type)->play ? NULL : "operation play";
}

static const zn_kind_info toy_info = {.kind = KIND,
                                      .name = "toy",
                                      .min_size = sizeof(toy_type),
                                      .missing = toy_missing};

static const zn_option toy_options[] = {
    ZN_OPT_REAL(toy_state, a, 1, 0, 2, "-", "a number"),
    ZN_OPT_END,
};

#define TOY(text)                                                              \
    {                                                                          \
        .type = {.size = sizeof(toy_type),                                     \
                 .kind = KIND,                                                 \
                 .name = text,                                                 \
                 .summary = "a toy",                                           \
                 .state_size = sizeof(toy_state),                              \
                 .options = toy_options},                                      \
        .play = twice                                                          \
    }

static const toy_type top = TOY("top"), ball = TOY("ball-2");
static const zn_type *const two_toys[] = {&top.type, &ball.type, NULL};

#define PLUGIN(text, ...)                                                      \
    {                                                                          \
        .size = sizeof(zn_plugin), .major = ZN_PLUGIN_MAJOR,                   \
        .minor = ZN_PLUGIN_MINOR, .build = ZN_PLUGIN_BUILD, .name = text,      \
        __VA_ARGS__                                                            \
    }

static const zn_plugin toys = PLUGIN("toys", .types = two_toys);

static zn_ctx *ctx;

static inline void setup(void)
{
    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    ck_assert_int_eq(zn_kind_declare(ctx, &toy_info), ZN_OK);
}

static inline void teardown(void)
{
    zn_ctx_free(ctx);
}

static inline zn_index count_plugins(void)
{
    zn_index n = 0;
    while (zn_plugin_at(ctx, n))
        n++;
    return n;
}

/* p must be refused with these words, and nothing of it stay behind */
static inline void refused(const zn_plugin *p, zn_status st, const char *words)
{
    zn_index before = count_plugins();

    ck_assert_int_eq(zn_plugin_add(ctx, p), st);
    ck_assert_str_eq(zn_errmsg(ctx), words);
    ck_assert_int_eq(count_plugins(), before);
    ck_assert_ptr_null(zn_type_at(ctx, KIND, 0));
}

#endif
