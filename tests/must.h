/* must.h - calls that go well, and calls that are refused in words, on the context `ctx`
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_MUST_H
#define ZENO_TEST_MUST_H

#include <check.h>
#include <string.h>

#include <zeno/ctx.h>

#define MUST(call)                                                             \
    do {                                                                       \
        const zn_status must_st = (call);                                      \
        ck_assert_msg(must_st == ZN_OK, "%s: %s: %s", #call,                   \
                      zn_status_name(must_st), zn_errmsg(ctx));                \
    } while (0)

/* The call fails with this status and its message holds these words. */
#define REFUSED(call, status, words)                                           \
    do {                                                                       \
        const zn_status refused_st = (call);                                   \
        ck_assert_msg(refused_st == (status), "%s: %s, expected %s: %s",       \
                      #call, zn_status_name(refused_st),                       \
                      zn_status_name(status), zn_errmsg(ctx));                 \
        ck_assert_msg(strstr(zn_errmsg(ctx), words) != NULL,                   \
                      "%s: message '%s' lacks '%s'", #call, zn_errmsg(ctx),    \
                      words);                                                  \
    } while (0)

#endif
