/* test_pages.c - large arrays in large pages
 * SPDX-License-Identifier: Apache-2.0 */
#include "zeno_test.h"

#include <zeno/ctx.h>

#include <unistd.h>

static zn_ctx *context(void)
{
    zn_ctx *ctx;

    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    return ctx;
}

/* Has the mapping that holds this address been asked to have large pages? -1: the system does
 * not say */
static int in_large_pages(const void *address)
{
    FILE *f = fopen("/proc/self/smaps", "r");
    char line[512];
    unsigned long from, to;
    bool inside = false;
    int answer = -1;

    while (f && answer < 0 && fgets(line, sizeof line, f)) {
        if (sscanf(line, "%lx-%lx ", &from, &to) == 2)
            inside = (uintptr_t)address >= from && (uintptr_t)address < to;
        else if (inside && strncmp(line, "VmFlags:", 8) == 0)
            answer = strstr(line, " hg") != NULL;
    }
    if (f)
        fclose(f);
    return answer;
}

/* Speed only: where Linux has none, there is nothing to see. */
START_TEST(large_arrays_ask_for_large_pages)
{
    enum { MB = 1 << 20 };
    char *large, *small, *grown = NULL;
    zn_index cap = 0;
    zn_ctx *ctx = context();

    if (access("/sys/kernel/mm/transparent_hugepage/enabled", R_OK))
        return;
    large = zn_alloc(ctx, 16 * MB, 1);
    small = zn_alloc(ctx, MB, 1);
    ck_assert_ptr_nonnull(large);
    ck_assert_ptr_nonnull(small);
    ck_assert_int_eq(zn_grow(ctx, &grown, &cap, 12 * MB, 1), ZN_OK);
    ck_assert_int_ne(in_large_pages(large + 8 * MB), 0);
    ck_assert_int_ne(in_large_pages(grown + 6 * MB), 0);
    ck_assert_int_le(in_large_pages(small + MB / 2), 0);
    zn_free_array(ctx, large);
    zn_free_array(ctx, small);
    zn_free_array(ctx, grown);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("pages");
    TCase *tc = tcase_create("pages");

    tcase_add_test(tc, large_arrays_ask_for_large_pages);
    suite_add_tcase(s, tc);
    return test_main(s);
}
