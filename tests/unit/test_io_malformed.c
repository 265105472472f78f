/* test_io_malformed.c - what is wrong with a problem file is said, with the line
 * SPDX-License-Identifier: Apache-2.0 */
#include "io_test.h"

#include <sys/stat.h>
#include <sys/wait.h>

#define GENERIC                                                                \
    "1 3 3 2 2 2  1 3  1 3  3 2  0 1 2  0 1\n0 5  1 1 0 0 1  -1 -2 -3\n"
#define POINT_M        "\n0 3 3 3 3\n1 0 0 0 1 0 0 0 1\n-1 1 3\n"
#define POINT          "3 1" POINT_M
#define SPARSE(header) "2\n2\n2\n2\n1\nx\n" header "\n"

static const bad_text bads[] = {
    /* truncated */
    {"lcp", "", ZN_EINVAL, "line 1: n: the file ends here"},
    {"lcp", "2\n0\n", ZN_EINVAL, "line 3: rows of the matrix: the file ends"},
    {"lcp", "1 0 1 1 1 1 2\n", ZN_EINVAL, "line 2: q(0): the file ends here"},
    {"lcp", "1 0 1 1 1 1\n2\n", ZN_EINVAL, "line 3: q(0): the file ends here"},
    {"relay", "1 0 1 1 1 1 2 3 4", ZN_EINVAL, "line 1: ub: the file ends here"},
    {"friction", "2 1 0 2 2 2 2 1 0 0 1 1 1", ZN_EINVAL,
     "mu: the file ends here"},
    /* no numbers */
    {"lcp", "two", ZN_EINVAL, "line 1: n: 'two' is not a whole number"},
    {"lcp", "1.5", ZN_EINVAL, "n: '1.5' is not a whole number"},
    {"lcp", "1 0 1 1 1 1\n2,0 3", ZN_EINVAL,
     "line 2: M(0): '2,0' is not a number"},
    {"lcp", "1 0 1 1 1 1 2 x\x01y", ZN_EINVAL, "q(0): 'x?y' is not a number"},
    {"lcp", "aaaaaaaaaabbbbbbbbbbccccccccccdddddddddd", ZN_EINVAL,
     "'aaaaaaaaaabbbbbbbbbbccccccccccdd...'"},
    /* NaN and infinities */
    {"lcp", "1 0 1 1 1 1\n\nnan -1", ZN_EDOM, "line 3: M(0) = nan"},
    {"lcp", "1 0 1 1 1 1 1\n-inf", ZN_EDOM, "line 2: q(0) = -inf"},
    {"lcp", "1 0 1 1 1 1 1 1e999", ZN_EDOM, "q(0) = 1e999"},
    {"relay", "1 0 1 1 1 1 1 1 nan 1", ZN_EDOM, "lb(0) = nan"},
    {"mlcp", "0 1 1 0 nan 1", ZN_EDOM, "A(0) = nan"},
    /* sizes that cannot be */
    {"lcp", "0", ZN_EINVAL, "n = 0, must be >= 1"},
    {"lcp", "-3", ZN_EINVAL, "n = -3, must be >= 1"},
    {"lcp", "1000000000 0 1 1", ZN_EINVAL,
     "n: 1000000000 numbers cannot stand in the 6 bytes left"},
    {"lcp", "9223372036854775807 0", ZN_EINVAL, "cannot stand in"},
    {"lcp", "99999999999999999999 0", ZN_EINVAL, "is not a whole number"},
    {"lcp", "3 0 3 3 3 3 1 2 3 4", ZN_EINVAL, "M: 9 numbers cannot stand"},
    {"mlcp", "0 1 0 0", ZN_EINVAL, "m, number of complementarities = 0"},
    {"friction", "4 1", ZN_EINVAL, "d, components of a contact = 4"},
    {"friction", "3 0 ", ZN_EINVAL, "nc, number of contacts = 0"},
    /* inconsistent */
    {"lcp", "1\n0\n2 2 2 2 1 2 3 4 5", ZN_EINVAL,
     "line 3: M is 2 x 2, must be 1 x 1"},
    {"lcp", "1 0 1 1 1 2 1 2 3", ZN_EINVAL, "columns, again = 2"},
    {"lcp", "1 3 1 1 ", ZN_EINVAL, "storage of the matrix"},
    {"mlcp", "0 0 1 1", ZN_EINVAL, "neither M nor A, B, C, D"},
    {"mlcp", "1 0 1 1 0 1 2 0 0 0 2 2 2 2", ZN_EINVAL,
     "the blocks mark 2 equality rows, the header says 1"},
    {"mlcp", "1 0 1 1 0 1 1 2 0 1", ZN_EINVAL, "end of a block = 1"},
    {"mlcp", "1 0 1 1 0 1 2 0 7", ZN_EINVAL, "mark of a block"},
    {"mlcp", "1 1 1 1 0 1 2 0 1 0 2 2 2 2 1 2 3 4 5 6  1 4 3 9 5 6", ZN_EINVAL,
     "M(1,0) = 2, but 9 in A, B, C, D"},
    {"mlcp", "1 0 1 1 0 1 2 0 1 0 1 2 1 2 1 2 3 4", ZN_EINVAL,
     "M is 1 x 2, must be at least 2 x 2"},
    {"mlcp", "1 1 1 1 0 1 2 0 1 0 3 2 3 2 1 -1 9 -1 -1 1 0 1  1 1 -1 1 0 -1",
     ZN_EINVAL, "row 2 of M is not in A, B, C, D"},
    {"mlcp", "1 1 1 1 0 1 2 0 1 0 2 2 2 2 1 2 3 4 5 6  1 4 3 2 5 7", ZN_EINVAL,
     "q(1) = 6, but 7 in a, b"},
    {"relay", "1 0 1 1 1 1 1 1 2 1", ZN_EINVAL, "lb"}, /* crossed bounds */
    {"friction", "2 1 0 2 2 2 2 1 0 0 1 1 1 -1", ZN_EINVAL, "mu"},
    {"soclcp", "3 1 0 3 3 3 3 1 0 0 0 1 0 0 0 1 1 1 1 0 2 1", ZN_EINVAL,
     "first row of cone 1 = 2"},
    {"soclcp", "3 2 0 3 3 3 3 1 0 0 0 1 0 0 0 1 1 1 1 1 2 3 1 1", ZN_EINVAL,
     "first row of cone 0 = 1"},
    {"soclcp", "3 2 0 3 3 3 3 1 0 0 0 1 0 0 0 1 1 1 1 0 3 3 1 1", ZN_EINVAL,
     "first row of cone 1 = 3"},
    {"soclcp", "3 4 0 3 3 3 3", ZN_EINVAL, "nc, number of cones = 4"},
    {"soclcp", "1 1 0 1 1 1 1 1 1 0 1 0", ZN_EINVAL, "tau"},
    {"avi", "1 0 1 1 1 1 1 1", ZN_EINVAL, "the faces are missing"},
    {"avi", "1 0 1 1 1 1 1 1 1 0 2 1", ZN_EINVAL, "H is 2 x 1, must be 1 x 1"},
    {"avi", "1 0 1 1 1 1 1 1 1 0 1 1 1 1 0 1", ZN_EINVAL, "face"},
    {"qp", "1 0 1 1 1 1 1 1 2 1 0", ZN_EINVAL, "lb"},
    {"qp", "1 0 1 1 1 1 1 1 0 nan 0", ZN_EDOM, "ub(0) = nan"},
    {"qp", "1 0 1 1 1 1 1 1 0 1 1 0 1 2", ZN_EINVAL, "A is 1 x 2"},
    /* block rows */
    {"lcp", "2 1 2 2 1 1 1 3 2", ZN_EINVAL, "ends of block rows = 3"},
    {"lcp", "2 1 2 2 1 1 1 1 2", ZN_EINVAL,
     "ends of block rows: the last is 1"},
    {"lcp", "2 1 2 2 1 2 1 2 2", ZN_EINVAL, "ends of block rows = 2, must be"},
    {"lcp", "2 1 2 2 1 1 1 2 2 3 1 0 1 0 0 1", ZN_EINVAL,
     "length of index1 = 3"},
    {"lcp", "2 1 2 2 1 1 1 2 2 2 1 0 0 0 0 1", ZN_EINVAL,
     "index1: the last is 0"},
    {"lcp", "2 1 2 2 1 1 1 2 2 2 1 0 1 1 0 1", ZN_EINVAL, "index2 = 1"},
    {"lcp", "2 1 2 2 1 1 1 2 2 2 1 0 1 0 5 1 2 3 4 ", ZN_EINVAL,
     "number of the block = 5"},
    {"lcp", "1 1 1 1 2 1 1 1 1 2 2 0 2 0 0 0 7 1 8 9", ZN_EINVAL,
     "block (0,0) is there twice"},
    {"lcp", "2 1 2 2 99999 1 1 2 2", ZN_EINVAL, "number of blocks: 99999"},
    /* sparse */
    {"lcp", SPARSE("nothing of the kind"), ZN_EINVAL, "line 7: M: no \"R-by-C"},
    {"lcp", SPARSE("triplet: 3-by-2, nzmax: 1 nnz: 1"), ZN_EINVAL,
     "line 7: M is 3-by-2 here, 2 x 2 above"},
    {"lcp", SPARSE("triplet: 2-by-2, nzmax: 1e9 nnz: 1e9"), ZN_EINVAL,
     "1e+09 entries"},
    {"lcp", SPARSE("triplet: 2-by-2, nzmax: nan nnz: nan"), ZN_EINVAL,
     "nan entries"},
    {"lcp", SPARSE("triplet: 2-by-2, nzmax: 1 nnz: 1") "2 0 : 1\n1 1",
     ZN_EINVAL, "line 8: row of an entry = 2"},
    {"lcp", SPARSE("triplet: 2-by-2, nzmax: 1 nnz: 1") "0 -1 : 1\n1 1",
     ZN_EINVAL, "column of an entry = -1"},
    {"lcp", SPARSE("triplet: 2-by-2, nzmax: 1 nnz: 1") "0 0 = 1\n1 1",
     ZN_EINVAL, "'=' where ':' must be"},
    {"lcp", SPARSE("triplet: 2-by-2, nzmax: 2 nnz: 2") "0 0 : 1\n1 : 2 0 : 1",
     ZN_EINVAL, "line 9: column of an entry: ':' is not"},
    {"lcp", "2 2 2 2 5 x y z", ZN_EINVAL, "origin of the sparse matrix = 5"},
    {"lcp",
     "2 2 2 2 2\nx\n2-by-2, nzmax: 2 nnz: 2\ncol 0 : locations 0 to 5\n0 : 1",
     ZN_EINVAL, "last location = 5"},
    {"lcp",
     "2 2 2 2 2\nx\n2-by-2, nzmax: 2 nnz: 2\ncol 1 : locations 0 to 0\n0 : 1",
     ZN_EINVAL, "number of the list = 1"},
    {"lcp",
     "2 2 2 2 2\nx\n2-by-2, nzmax: 9 nnz: 2\ncol 0 : locations 0 to 0\n0 : 1\n"
     "col 1 : locations 1 to 0\n 1 1",
     ZN_EINVAL, "M: 1 entries, the header says 2"},
    {"lcp", "9000 2 9000 9000 1\nx\ntriplet: 9000-by-9000, nzmax: 0 nnz: 0\n1",
     ZN_EINVAL, "n: 9000 numbers cannot stand"},
    /* generic mechanical: one block of 1 row, then one of 2 */
    {"gmp", "0 1 1 1 1 2 -1 0", ZN_EINVAL,
     "storage of the matrix = 0, must be 1: the block rows are"},
    {"gmp", "1 2 3 1 1 1 2 3", ZN_EINVAL, "M is 2 x 3, must be 2 x 2"},
    {"gmp", "1 0 0 0 0 0 1 0 0", ZN_EINVAL, "rows of the matrix = 0"},
    {"gmp", GENERIC "0\n", ZN_EINVAL, "kind of a block: the file ends here"},
    {"gmp", GENERIC "0\n13", ZN_EINVAL,
     "line 4: kind of a block = 13, must be in [0, 12]"},
    {"gmp", GENERIC "0 10 1", ZN_EINVAL, "mu_r(1): the file ends here"},
    {"gmp", GENERIC "0 10 1 1", ZN_EINVAL,
     "block 1: 2 rows of rolling-2d, must be 3"},
    {"gmp", GENERIC "0\n5", ZN_EINVAL,
     "line 4: block 1 (rows 1 to 2) is of kind 5, nonlinear complementarity, "
     "which is not supported"},
    {"gmp", GENERIC "1 2", ZN_EINVAL,
     "block 0 (rows 0 to 0) is of kind 1, mixed complementarity"},
    {"gmp", GENERIC "0 3", ZN_EINVAL, "mu(1): the file ends here"},
    {"gmp", GENERIC "0 3 nan", ZN_EDOM, "mu(1) = nan"},
    {"gmp", GENERIC "0 3 -1", ZN_EINVAL, "block 1: mu = -1, must be >= 0"},
    {"gmp", GENERIC "0 4 1", ZN_EINVAL,
     "block 1: 2 rows of friction-3d, must be 3"},
    {"gmp", GENERIC "2 9 0 nan 1 1", ZN_EDOM, "lb(2) = nan"},
    {"gmp", GENERIC "2 9 0 1 1", ZN_EINVAL, "ub(2): the file ends here"},
    {"gmp", GENERIC "2 9 0 3 1 1", ZN_EINVAL,
     "block 1: [lb, ub](2) = [3, 1] is empty"},
    /* plasticity, with and without the model */
    {"plasticity", "2 1", ZN_EINVAL, "d, components of a point = 2"},
    {"plasticity", "3 1 ", ZN_EINVAL, "model or storage: the file ends here"},
    {"plasticity", "3 1 0 4 4", ZN_EINVAL, "model (1 Drucker-Prager, 2 von"},
    {"plasticity", "3 1 3 0 3 3", ZN_EINVAL, "model or storage = 3"},
    {"plasticity", "3 1\n1 0 4 3", ZN_EINVAL,
     "line 2: M is 4 x 3, must be 3 x 3"},
    {"plasticity", POINT "1", ZN_EINVAL, "theta: the file ends here"},
    {"plasticity", POINT "1 nan", ZN_EDOM, "theta(0) = nan"},
    {"plasticity", POINT "1 -1", ZN_EINVAL, "theta(0) = -1, must be >= 0"},
    {"plasticity", "3 1 2" POINT_M "-1", ZN_EINVAL,
     "sigma_y(0) = -1, must be >= 0"},
    {"plasticity", "3 1 2" POINT_M, ZN_EINVAL, "sigma_y(0): the file ends"},
    /* multiple impacts: two contacts, without what they are made of */
    {"impact", "0", ZN_EINVAL, "n = 0, must be >= 1"},
    {"impact", "2 0 2 2 2 2 2 -1 -1 2 -1 0 1", ZN_EINVAL,
     "K: 2 numbers cannot stand"},
    {"impact", "2 0 2 2 2 2 2 -1 -1 2 -1 0 1 1 1 1 1", ZN_EINVAL,
     "e: 2 numbers cannot stand"},
    {"impact", "2 0 2 2 2 2 2 -1 -1 2 -1 0 1 -1 1 1 1 1", ZN_EINVAL,
     "contact 1: stiffness -1 must be > 0"},
    {"impact", "2 0 2 2 2 2 2 -1 -1 2 -1 0 1 1 1 1 1 2", ZN_EINVAL,
     "restitution 2 in"},
    {"impact", "2 0 2 2 2 2 2 -1 -1 2 -1 0 1 nan 1 1 1 1", ZN_EDOM,
     "K(1) = nan"},
};
enum { BADS = sizeof bads / sizeof bads[0] };

START_TEST(malformed_text_is_refused_with_its_line)
{
    refused(&bads[_i]);
}
END_TEST

START_TEST(zero_bytes_are_not_the_end_of_a_text)
{
    static const char text[] = "1 0 1 1 1 1 2\0 3";
    zn_problem_file *f;

    ck_assert_int_eq(
        zn_problem_file_parse(ctx, text, sizeof text - 1, "lcp", &f),
        ZN_EINVAL);
    ck_assert_msg(strstr(zn_errmsg(ctx), "M(0): '2?' is not a number"), "%s",
                  zn_errmsg(ctx));
}
END_TEST

/* Memory that refuses what no file of this length needs. */
static size_t largest;

static void *watch(void *user, void *p, size_t bytes)
{
    (void)user;
    if (bytes == 0) {
        free(p);
        return NULL;
    }
    if (bytes > largest)
        largest = bytes;
    return realloc(p, bytes);
}

START_TEST(a_bogus_size_never_becomes_a_large_allocation)
{
    const zn_allocator alloc = {.resize = watch};
    zn_ctx *c;

    ck_assert_int_eq(zn_ctx_new_with(&alloc, &c), ZN_OK);
    largest = 0;
    for (int k = 0; k < BADS; k++) {
        zn_problem_file *f;

        zn_problem_file_parse(c, bads[k].text, (zn_index)strlen(bads[k].text),
                              bads[k].class, &f);
        zn_problem_file_free(f);
    }
    ck_assert_msg(largest < 4096, "%zu bytes for texts of 100", largest);
    zn_ctx_free(c);
}
END_TEST

START_TEST(every_beginning_of_a_file_is_refused)
{
    /* cut anywhere, but in the last number or before it a whole one */
    static const char text[] =
        "2 2 2 2 1\nx\ntriplet: 2-by-2, nzmax: 3 nnz: 3\n"
        "0 0 : 4\n1 0 : -1\n1 1 : 5\n-1 -2\n1 1\n0 0\n";
    size_t end = sizeof text - 1 - sizeof "0 0\n";

    for (size_t n = 0; n < end; n++) {
        zn_problem_file *f;
        char *copy = malloc(n ? n : 1); /* so that a sanitizer sees its end */

        ck_assert_ptr_nonnull(copy);
        memcpy(copy, text, n);
        ck_assert_msg(
            zn_problem_file_parse(ctx, copy, (zn_index)n, "relay", &f),
            "%zu bytes", n);
        free(copy);
    }
}
END_TEST

/* no one is waited for who never comes; what a writer sends that comes is read */
START_TEST(pipes_are_read_while_somebody_writes)
{
    char path[64];
    zn_problem_file *f;
    pid_t writer;

    temporary(path, ".pipe");
    ck_assert_int_eq(mkfifo(path, 0600), 0);
    ck_assert_int_eq(zn_problem_file_read(ctx, path, NULL, &f), ZN_EIO);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "nobody writes to it"));
    ck_assert_ptr_null(f);

    writer = fork();
    ck_assert_int_ge(writer, 0);
    if (writer == 0) {
        FILE *out = fopen(path, "w"); /* waits for who reads */

        usleep(100000);
        if (out) {
            fputs("1\n0\n1\n1\n1\t1\n2\n-1\n", out);
            fclose(out);
        }
        _exit(0);
    }
    ck_assert_msg(zn_problem_file_read(ctx, path, "lcp", &f) == ZN_OK, "%s",
                  zn_errmsg(ctx));
    ck_assert_int_eq(zn_problem_file_nz(f), 1);
    zn_problem_file_free(f);
    waitpid(writer, NULL, 0);
    unlink(path);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("problem files, malformed");
    TCase *tc = tcase_create("text");

    tcase_add_checked_fixture(tc, set_up, tear_down);
    tcase_add_loop_test(tc, malformed_text_is_refused_with_its_line, 0, BADS);
    tcase_add_test(tc, zero_bytes_are_not_the_end_of_a_text);
    tcase_add_test(tc, a_bogus_size_never_becomes_a_large_allocation);
    tcase_add_test(tc, pipes_are_read_while_somebody_writes);
    tcase_add_test(tc, every_beginning_of_a_file_is_refused);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
