/* ctx_test.h - a context for each test of a program
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_CTX_TEST_H
#define ZENO_CTX_TEST_H

#include <zeno/zeno.h>

#include "zeno_test.h"

static zn_ctx *ctx;

static inline void setup(void)
{
    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
}

static inline void teardown(void)
{
    zn_ctx_free(ctx);
}

static inline void must(zn_status st)
{
    ck_assert_msg(st == ZN_OK, "%s", zn_errmsg(ctx));
}

static inline void refuses(zn_status st, zn_status want, const char *words)
{
    ck_assert_msg(st == want, "%s: %s", zn_status_name(st), zn_errmsg(ctx));
    ck_assert_msg(strstr(zn_errmsg(ctx), words), "'%s' is not in: %s", words,
                  zn_errmsg(ctx));
}

#endif
