/* test_no_such_class.c - what could not be made is NULL, and the words name what there is
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/zeno.h>

#include "tests/unit/zeno_test.h"

static const double zero[1] = {0};

/* One attempt of each kind; `out` is no pointer that anything may be done with. */
#define REFUSED(type, release, call)                                           \
    do {                                                                       \
        type *out = (type *)(void *)&left;                                     \
        zn_fail(ctx, ZN_EINVAL, "%s", "");                                     \
        ck_assert_msg((call) < 0, "%s", #call);                                \
        ck_assert_msg(out == NULL, "%s", #call);                               \
        ck_assert_msg(strstr(zn_errmsg(ctx), "no-such-class"), "%s: %s",       \
                      #call, zn_errmsg(ctx));                                  \
        release(out);                                                          \
    } while (0)

START_TEST(what_there_is_no_class_of_is_null)
{
    static char left[64];
    const char *cls = "no-such-class";
    zn_ctx *ctx;

    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    REFUSED(zn_ds, zn_ds_free, zn_ds_new(ctx, cls, "x", 1, zero, zero, &out));
    REFUSED(zn_ds, zn_ds_free,
            zn_ds_new_first_order(ctx, cls, "x", 1, zero, &out));
    REFUSED(zn_law, zn_law_free, zn_law_new(ctx, cls, &out));
    REFUSED(zn_relation, zn_relation_free,
            zn_relation_new(ctx, cls, "x", 1, 1, &out));
    REFUSED(zn_osi, zn_osi_free, zn_osi_new(ctx, cls, &out));
    REFUSED(zn_ode, zn_ode_free, zn_ode_new(ctx, cls, &out));
    REFUSED(zn_source, zn_source_free, zn_source_new(ctx, cls, &out));
    REFUSED(zn_solver, zn_solver_free, zn_solver_new(ctx, cls, "auto", &out));
    REFUSED(zn_solver, zn_solver_free, zn_solver_new(ctx, "lcp", cls, &out));
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("no such class");
    TCase *tc = tcase_create("no such class");

    tcase_add_test(tc, what_there_is_no_class_of_is_null);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
