/* test_mesh_gather.c - places of a pair from many triangles, where there is room for few
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/shapes/mesh.h"
#include "tests/unit/zeno_test.h"

/* Room for two, the deepest stay; of those that are as far the one that was told first goes, so
 * that what stays is the same whatever comes with it. */
START_TEST(a_full_list_keeps_the_deepest)
{
    const double gap[] = {0.1, 0.1, 0.05, 0.2, 0.07};
    zn_touch at[2];
    zni_touches list = {.at = at, .most = 2, .reach = 1};

    for (uint32_t k = 0; k < 5; k++) {
        const zn_touch place = {.p1 = {k, 0, 0}, .gap = gap[k], .f1 = k};
        zni_gather(&list, &place, 1e-9);
        ck_assert_int_eq(list.n, k ? 2 : 1);
        if (k == 2) {
            ck_assert_uint_eq(at[0].f1, 2);
            ck_assert_uint_eq(at[1].f1, 1);
        }
    }
    ck_assert_uint_eq(at[0].f1, 2);
    ck_assert_uint_eq(at[1].f1, 4);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("places of meshes");
    TCase *tc = tcase_create("gather");

    tcase_add_test(tc, a_full_list_keeps_the_deepest);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
