/* ctx_test.h - a context for each test of a program
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_CTX_TEST_H
#define ZENO_CTX_TEST_H

#include <zeno/zeno.h>

#include "tests/must.h"
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

#endif
