/* test_version.c - version and status names
 * SPDX-License-Identifier: Apache-2.0 */
#include "zeno_test.h"

#include <zeno/base.h>

START_TEST(version_text_is_made_of_the_three_numbers)
{
    char text[64];
    snprintf(text, sizeof text, "%d.%d.%d", ZN_VERSION_MAJOR, ZN_VERSION_MINOR,
             ZN_VERSION_PATCH);
    ck_assert_str_eq(ZN_VERSION, text);
    ck_assert_str_eq(zn_version(), text);
}
END_TEST

START_TEST(every_status_has_its_name)
{
    ck_assert_str_eq(zn_status_name(ZN_OK), "ZN_OK");
    for (int st = ZN_ENOTSUP; st <= ZN_INDETERMINATE; st++) {
        const char *name = zn_status_name((zn_status)st);
        ck_assert_msg(strncmp(name, "ZN_", 3) == 0, "status %d is '%s'", st,
                      name);
        for (int other = ZN_ENOTSUP; other < st; other++)
            ck_assert_str_ne(name, zn_status_name((zn_status)other));
    }
}
END_TEST

START_TEST(a_number_that_is_no_status_is_said_to_be_unknown)
{
    int odd = 1000;
    ck_assert_str_eq(zn_status_name((zn_status)odd), "unknown status");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("version");
    TCase *tc = tcase_create("version");
    tcase_add_test(tc, version_text_is_made_of_the_three_numbers);
    tcase_add_test(tc, every_status_has_its_name);
    tcase_add_test(tc, a_number_that_is_no_status_is_said_to_be_unknown);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
