/* test_io_class.c - the class of a problem file that nobody named
 * SPDX-License-Identifier: Apache-2.0 */
#include <sys/stat.h>

#include "io_test.h"

static const char lcp_text[] = "1\n0\n1\n1\n1\t1\n2\n-4\n";
static const char relay_text[] = "1\n0\n1\n1\n1\t1\n2\n-4\n-1\n1\n";
static const char mlcp_text[] = "0 1\n1 1\n2\n3\n4\n5\n6\n7\n";

/* a contact in space with a flag behind it, or one in the plane that rolls: only a name tells */
static const char either[] = "3 1 0 3 3 3 3 2 0 0 0 2 0 0 0 2 -1 .5 0 .3 1";

static const struct {
    const char *name, *text, *class; /* NULL: refused */
} found[] = {
    {"lcp_1.dat", lcp_text, "lcp"},
    {"Some-LCP.dat", lcp_text, "lcp"},
    {"relay_1.dat", relay_text, "relay"},
    {"my.relay.dat", relay_text, "relay"},
    {"x_mlcp.dat", mlcp_text, "mlcp"},
    {"relay3_mlcp.dat", mlcp_text, "mlcp"}, /* "relay3" is no class */
    {"relay_as_lcp.dat", lcp_text, "lcp"},  /* the first that reads it */
    {"fc2d_1.dat", "2 1 0 2 2 2 2 1 0 0 1 -1 0 .5", "friction"},
    {"My-FRICTION.dat", either, "friction"},
    {"friction.rolling-friction.dat", either, "friction"}, /* the first that reads it */
    {"0friction.dat", either, NULL}, /* no class either */
    {"friction0.dat", either, NULL},
    /* the text alone: a relay has two vectors more, an lcp ends before */
    {"a.dat", lcp_text, "lcp"},
    {"b.dat", relay_text, "relay"},
    {"c.dat", mlcp_text, "mlcp"},
    {"lcps.dat", relay_text, "relay"}, /* "lcps" is no class */
    /* one 0 or 1 behind the problem makes no inequalities without faces of it, nor
     * an impact that has equalities alone */
    {"d.dat", "2 0 2 2 2 2 1 2 3 4 -5 -6 0", "lcp"},
    {"e.dat", "1 0 1 1 1 1 1 .5 0 1", "relay"},
    {"f.dat", "1 0 1 1 1 1 1 .5 0 1 1", "relay"},
    /* as friction, H's head would be q, its title a remark, the rest unread */
    {"g.dat",
     "2 1 2 2 2 1\na title\ntriplet: 2-by-2, nzmax: 2 nnz: 2\n0 0 : 1\n1 1 : 1\n"
     "2 2 2 1\na title\ntriplet: 2-by-2, nzmax: 2 nnz: 2\n0 0 : 1\n1 1 : 1\n"
     "-1 0 0 0 .3",
     "global-friction"},
    /* signs and words that C reads are numbers, too, no remarks */
    {"i.dat", "1 0 1 1 1 1 2 -4 +0 +1", "relay"},
    {"j.dat", "1 0 1 1 1 1 2 -4 INFINITY 1 .5", "multiple-impact"},
    {"k.dat", "1 0 1 1 1 1 2 -4 + that was it, informally", "lcp"},
    {"h.dat", "1 0 1 1 1 1 1 -5\n# for nzmax: see above", "lcp"},
    {"l.dat", "2 0 2 2 2 2 1 2 3 4 -5 -6 0 and a flag", "lcp"},
};
enum { FOUND = sizeof found / sizeof found[0] };

START_TEST(the_class_is_found_by_name_or_by_the_text)
{
    found_as(found[_i].name, found[_i].text, found[_i].class);
}
END_TEST

/* `text` in FOLDER/class/name, below a folder that is not there after it. */
static zn_status read_in(const char *class, const char *name, const char *text, zn_problem_file **f)
{
    char folder[] = "/tmp/zeno-ioXXXXXX", path[160];
    FILE *file;
    zn_status st;

    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/%s", folder, class);
    ck_assert_int_eq(mkdir(path, 0700), 0);
    snprintf(path, sizeof path, "%s/%s/%s", folder, class, name);
    file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_ge(fputs(text, file), 0);
    ck_assert_int_eq(fclose(file), 0);
    st = zn_problem_file_read(ctx, path, NULL, f);
    ck_assert_int_eq(unlink(path), 0);
    *strrchr(path, '/') = 0;
    ck_assert(!rmdir(path) && !rmdir(folder));
    return st;
}

START_TEST(a_folder_names_the_class_of_its_files)
{
    zn_problem_file *f;

    ck_assert_msg(!read_in("Friction", "a.dat", either, &f), "%s", zn_errmsg(ctx));
    ck_assert_str_eq(zn_problem_file_class(f), "friction");
    zn_problem_file_free(f);
    /* the file itself comes first */
    ck_assert_msg(!read_in("Friction", "relay_1.dat", relay_text, &f), "%s", zn_errmsg(ctx));
    ck_assert_str_eq(zn_problem_file_class(f), "relay");
    zn_problem_file_free(f);
    ck_assert_int_eq(read_in("socks", "a.dat", either, &f), ZN_EINVAL);
}
END_TEST

/* Of several that are named and do not read it, what is wrong is said of the first. */
START_TEST(what_is_wrong_is_said_of_the_first_that_is_named)
{
    zn_problem_file *f;

    ck_assert_int_eq(read_in("lcp", "relay_friction.dat", "1\n0\n1\n", &f), ZN_EINVAL);
    ck_assert_msg(strstr(zn_errmsg(ctx), "as relay"), "%s", zn_errmsg(ctx));
}
END_TEST

START_TEST(what_is_not_clear_is_refused)
{
    zn_problem_file *f;

    /* nobody's: it goes on after every class's end */
    ck_assert_int_eq(zn_problem_file_parse(ctx, "1 2 3", 5, NULL, &f),
                     ZN_EINVAL);
    ck_assert_ptr_null(f);
    ck_assert_msg(strstr(zn_errmsg(ctx), "no class reads this file"), "%s",
                  zn_errmsg(ctx));
    ck_assert_int_eq(zn_problem_file_parse(ctx, "\x1F\x8B\x08", 3, NULL, &f), ZN_EINVAL);
    ck_assert_msg(strstr(zn_errmsg(ctx), "unpack it with gunzip"), "%s", zn_errmsg(ctx));
    ck_assert_int_eq(zn_problem_file_parse(ctx, either, (zn_index)strlen(either), NULL, &f), ZN_EINVAL);
    ck_assert_ptr_null(f);
    ck_assert_msg(strstr(zn_errmsg(ctx), "the class is not clear, it could be: friction, rolling-friction"), "%s",
                  zn_errmsg(ctx));
    /* who names it has it */
    ck_assert_msg(!zn_problem_file_parse(ctx, either, (zn_index)strlen(either), "friction", &f), "%s", zn_errmsg(ctx));
    ck_assert_str_eq(zn_problem_file_class(f), "friction");
    zn_problem_file_free(f);
    ck_assert_int_eq(zn_problem_file_parse(ctx, "1", 1, "socks", &f),
                     ZN_ENOENT);
    ck_assert_msg(strstr(zn_errmsg(ctx), "'socks'; there are: lcp, mlcp"), "%s",
                  zn_errmsg(ctx));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("class of problem files");
    TCase *tc = tcase_create("class");

    tcase_add_checked_fixture(tc, set_up, tear_down);
    tcase_add_loop_test(tc, the_class_is_found_by_name_or_by_the_text, 0,
                        FOUND);
    tcase_add_test(tc, a_folder_names_the_class_of_its_files);
    tcase_add_test(tc, what_is_wrong_is_said_of_the_first_that_is_named);
    tcase_add_test(tc, what_is_not_clear_is_refused);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
