/* test_whole_file.c - a file that takes its name when it is whole: what is left behind
 * SPDX-License-Identifier: Apache-2.0 */
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/output/run.h"

#include "kernel/output/whole_file.h"

static zn_ctx *ctx;
static char path[TEST_PATH];

static void setup(void)
{
    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    run_folder_make();
    run_path(path, "state.zn");
}

static void teardown(void)
{
    run_folder_remove();
    zn_ctx_free(ctx);
}

static int files(void)
{
    DIR *d = opendir(run_folder);
    struct dirent *e;
    int n = 0;

    ck_assert_ptr_nonnull(d);
    while ((e = readdir(d)))
        n += *e->d_name != '.';
    closedir(d);
    return n;
}

static void fill(zni_whole_file *p, const char *text)
{
    ck_assert_int_eq(zni_whole_file_begin(p, ctx, path), ZN_OK);
    ck_assert_int_eq(write(p->fd, text, strlen(text)), (ssize_t)strlen(text));
}

/* The lowest descriptor that is free: that of the first file opened now. */
static int lowest(void)
{
    const int fd = open("/dev/null", O_RDONLY);

    ck_assert_int_ge(fd, 0);
    close(fd);
    return fd;
}

START_TEST(no_way_through_it_keeps_a_descriptor)
{
    const int before = lowest();
    zni_whole_file p;

    for (int k = 0; k < 5; k++) {
        ck_assert_int_eq(zni_whole_file_try(ctx, path), ZN_OK);
        fill(&p, "whole");
        ck_assert_int_eq(zni_whole_file_end(&p, ZN_OK), ZN_OK);
        fill(&p, "half");
        ck_assert_int_eq(zni_whole_file_end(&p, ZN_EIO), ZN_EIO);
    }
    ck_assert_int_eq(lowest(), before);
}
END_TEST

START_TEST(what_failed_leaves_the_old_file_and_nothing_beside_it)
{
    zni_whole_file p;
    char *text;

    ck_assert_int_eq(zni_whole_file_try(ctx, path), ZN_OK);
    ck_assert_int_eq(files(), 0);
    fill(&p, "the old one");
    ck_assert_int_eq(files(), 1);
    ck_assert_int_eq(zni_whole_file_end(&p, ZN_OK), ZN_OK);
    fill(&p, "the n");
    ck_assert_int_eq(files(), 2);
    ck_assert_int_eq(zni_whole_file_end(&p, ZN_EIO), ZN_EIO);
    ck_assert_int_eq(files(), 1);
    text = run_read(path);
    ck_assert_str_eq(text, "the old one");
    free(text);
}
END_TEST

START_TEST(a_place_that_became_a_folder_is_left_and_said)
{
    zni_whole_file p;

    fill(&p, "whole");
    ck_assert_int_eq(mkdir(path, 0700), 0);
    ck_assert_int_eq(zni_whole_file_end(&p, ZN_OK), ZN_EIO);
    ck_assert_str_ne(zn_errmsg(ctx), "");
    ck_assert_int_eq(files(), 1); /* the folder */
    ck_assert_int_eq(rmdir(path), 0);
}
END_TEST

/* In a folder that others write to: neither is theirs given the name, nor removed. */
START_TEST(a_file_that_lost_its_name_is_not_replaced_by_what_has_it)
{
    char moved[TEST_PATH], *text;
    zni_whole_file p;

    fill(&p, "whole");
    ck_assert_int_eq(rename(p.temp, run_path(moved, "moved")), 0);
    ck_assert_int_eq(link(moved, p.temp), 0); /* the same file */
    ck_assert_int_eq(zni_whole_file_end(&p, ZN_OK), ZN_OK);
    fill(&p, "whole");
    ck_assert_int_eq(rename(p.temp, moved), 0);
    ck_assert_int_eq(zni_whole_file_end(&p, ZN_OK), ZN_EIO);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "removed or given"));
    fill(&p, "new");
    ck_assert_int_eq(rename(moved, p.temp), 0);
    ck_assert_int_eq(zni_whole_file_end(&p, ZN_OK), ZN_EIO);
    text = run_read(p.temp);
    ck_assert_str_eq(text, "whole");
    free(text);
    text = run_read(path);
    ck_assert_str_eq(text, "whole");
    free(text);
    ck_assert_int_eq(files(), 2);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("files beside others");
    TCase *tc = tcase_create("beside");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, no_way_through_it_keeps_a_descriptor);
    tcase_add_test(tc, what_failed_leaves_the_old_file_and_nothing_beside_it);
    tcase_add_test(tc, a_place_that_became_a_folder_is_left_and_said);
    tcase_add_test(tc, a_file_that_lost_its_name_is_not_replaced_by_what_has_it);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
