/* plugin_load.h - a context that loads plugins, and what it refuses
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_PLUGIN_LOAD_H
#define ZENO_TEST_PLUGIN_LOAD_H

#include "plugin_files.h"

static zn_ctx *ctx;

static inline void setup(void)
{
    folder_make();
    ctx = plugin_ctx(NULL);
    ck_assert_ptr_nonnull(ctx);
}

static inline void teardown(void)
{
    zn_ctx_free(ctx);
    folder_remove();
}

/* Loading fails with that status and nothing is kept. */
static inline void refused(const char *name, zn_status expected)
{
    zn_index before = 0, after = 0;
    ck_assert_int_eq(zn_kernel_register(ctx), ZN_OK);
    while (zn_plugin_at(ctx, before))
        before++;
    const zn_status st = zn_plugin_load(ctx, name);
    ck_assert_msg(st == expected, "%s: %s instead of %s: %s", name,
                  zn_status_name(st), zn_status_name(expected), zn_errmsg(ctx));
    while (zn_plugin_at(ctx, after))
        after++;
    ck_assert_int_eq(before, after);
}

#endif
