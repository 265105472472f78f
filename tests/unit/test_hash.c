/* test_hash.c - numbers by which files and names are known, and numbers by chance: those of the papers
 * SPDX-License-Identifier: Apache-2.0 */
#include "zeno_test.h"

#include <stdlib.h>

#include "solvers/core/draw.h"
#include "solvers/core/hash.h"

/* RFC 9923, appendix: "", "a", "foobar"; in two parts as in one */
START_TEST(fnv_is_that_of_its_authors)
{
    ck_assert(ZNI_HASH == UINT64_C(0xcbf29ce484222325));
    ck_assert(zni_hash_bytes(ZNI_HASH, "", 0) == ZNI_HASH);
    ck_assert(zni_hash_bytes(ZNI_HASH, "a", 1) == UINT64_C(0xaf63dc4c8601ec8c));
    ck_assert(zni_hash_bytes(ZNI_HASH, "foobar", 6) == UINT64_C(0x85944171f73967e8));
    ck_assert(zni_hash_bytes(zni_hash_bytes(ZNI_HASH, "foo", 3), "bar", 3) ==
              UINT64_C(0x85944171f73967e8));
}
END_TEST

/* the first two numbers of splitmix64 from 0 */
START_TEST(mixing_is_that_of_splitmix)
{
    ck_assert(zni_hash_mix(ZNI_GOLDEN) == UINT64_C(0xe220a8397b1dcdaf));
    ck_assert(zni_hash_mix(2 * ZNI_GOLDEN) == UINT64_C(0x6e789e6aa1b965f4));
}
END_TEST

START_TEST(chance_is_knuths)
{
    /* 6364136223846793005 + 1442695040888963407, and once more */
    uint64_t state = 1;

    ck_assert(zni_draw(&state) == UINT64_C(7806831264735756412));
    ck_assert(zni_draw(&state) == UINT64_C(9396908728118811419));
}
END_TEST

/* Of three there are six orders; each as likely: 6000 draws leave 1000 each, +- 5 deviations of 29 */
START_TEST(orders_are_all_of_them)
{
    int seen[6] = {0};
    uint64_t state = 1;

    for (int k = 0; k < 6000; k++) {
        zn_index o[] = {0, 1, 2};

        zni_draw_order(o, 3, &state);
        ck_assert_int_eq(o[0] + o[1] + o[2], 3);
        ck_assert_int_eq(o[0] * o[0] + o[1] * o[1] + o[2] * o[2], 5);
        seen[2 * o[0] + (o[1] > o[2])]++;
    }
    for (int k = 0; k < 6; k++)
        ck_assert_int_lt(abs(seen[k] - 1000), 145);
}
END_TEST

START_TEST(signs_fill_their_interval)
{
    double least = 1, most = -1, sum = 0;
    uint64_t state = 1;

    for (int k = 0; k < 10000; k++) {
        const double x = zni_draw_sign(&state);

        ck_assert(x >= -1 && x < 1);
        least = x < least ? x : least;
        most = x > most ? x : most;
        sum += x;
    }
    ck_assert(least < -0.999 && most > 0.999);
    ck_assert(sum > -290 && sum < 290); /* 5 deviations of 58 */
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("hash");
    TCase *tc = tcase_create("hash");

    tcase_add_test(tc, fnv_is_that_of_its_authors);
    tcase_add_test(tc, mixing_is_that_of_splitmix);
    tcase_add_test(tc, chance_is_knuths);
    tcase_add_test(tc, orders_are_all_of_them);
    tcase_add_test(tc, signs_fill_their_interval);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
