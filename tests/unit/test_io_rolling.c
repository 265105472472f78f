/* test_io_rolling.c - rolling friction, condensed and with the motion, in text and
 * in fclib's HDF5
 * SPDX-License-Identifier: Apache-2.0 */
#include "io_h5_test.h"

#include <zeno/rolling_friction.h>

/* ---- one contact in the plane, n = 3 --------------------------------------- */

/* numbers that six digits do not hold */
static const double masses[9] = {2, 0.1, 0, 0.1, 3, 1. / 7, 0, 1. / 7, 4};
static const double ways[9] = {1. / 3, 0, -2e-300, 0, 1 + 0x1p-52, 7, 0, 1, 2};
static const double q[3] = {-1. / 3, 1e-300, 0.1}, b[3] = {0.2, -0.3, 1. / 9};
static const double mu[2] = {2. / 3, 0}, mur[2] = {1. / 11, 0};

static zn_matrix stored(const double x[], zn_storage storage)
{
    static const zn_index p[] = {0, 3, 6, 9}, i[] = {0, 1, 2, 0, 1, 2, 0, 1, 2};
    static const zn_index one[] = {0, 1}, cut[] = {0, 3}, zero[] = {0};
    zn_matrix A = zn_matrix_dense(3, 3, x);

    A.storage = storage;
    if (storage == ZN_CSC) {
        A.p = p;
        A.i = i;
    } else if (storage == ZN_BSR) {
        A.p = one;
        A.i = A.bp = zero;
        A.nbr = A.nbc = 1;
        A.ro = A.co = cut;
    }
    return A;
}

static zn_problem_file *there_and_back(const char *class, const void *p,
                                       const char *suffix)
{
    char path[64];
    zn_problem_file *f;

    temporary(path, suffix);
    ck_assert_msg(!zn_problem_file_write(ctx, path, class, p), "%s",
                  zn_errmsg(ctx));
    ck_assert_msg(!zn_problem_file_read(
                      ctx, path, strcmp(suffix, ".h5") ? class : NULL, &f),
                  "%s", zn_errmsg(ctx));
    unlink(path);
    ck_assert_str_eq(zn_problem_file_class(f), class);
    return f;
}

START_TEST(the_condensed_problem_reads_back_bit_by_bit)
{
    zn_matrix M = stored(masses, (zn_storage)_i);
    const zn_rolling_friction p = {3, 1, &M, q, mu, mur};
    zn_problem_file *f = there_and_back("rolling-friction", &p, ".dat");
    const zn_rolling_friction *back = zn_problem_file_problem(f);

    ck_assert(back->d == 3 && back->nc == 1);
    ck_assert_int_eq(back->M->storage, _i);
    same_matrix(&M, back->M);
    same_reals(q, back->q, 3);
    same_reals(mu, back->mu, 1);
    same_reals(mur, back->mu_r, 1);
    zn_problem_file_free(f);
}
END_TEST

START_TEST(the_problem_with_the_motion_reads_back_bit_by_bit)
{
    zn_matrix M = stored(masses, (zn_storage)(_i / 2));
    zn_matrix H = stored(ways, (zn_storage)(_i / 2));
    const zn_global_rolling_friction p = {3, 1, 3, &M, &H, q, b, mu, mur};
    zn_problem_file *f =
        there_and_back("global-rolling-friction", &p, _i % 2 ? ".h5" : ".dat");
    const zn_global_rolling_friction *back = zn_problem_file_problem(f);

    ck_assert(back->d == 3 && back->nc == 1 && back->n == 3);
    same_matrix(&M, back->M);
    same_matrix(&H, back->H);
    same_reals(q, back->q, 3);
    same_reals(b, back->b, 3);
    same_reals(mu, back->mu, 1);
    same_reals(mur, back->mu_r, 1);
    zn_problem_file_free(f);
}
END_TEST

START_TEST(fclib_has_no_layout_for_the_condensed_class)
{
    zn_matrix M = stored(masses, ZN_DENSE);
    const zn_rolling_friction p = {3, 1, &M, q, mu, mur};
    char path[64];

    temporary(path, ".h5");
    ck_assert_int_eq(zn_problem_file_write(ctx, path, "rolling-friction", &p),
                     ZN_ENOTSUP);
    ck_assert_int_ne(access(path, F_OK), 0);
}
END_TEST

/* ---- pieces, and the class ---------------------------------------------------- */

#define EYE    "0 3 3 3 3  1 0 0 0 2 0 0 0 4 "
#define LOCAL  "3 1 " EYE "-1 2 3  .5 "
#define GLOBAL "3 1 " EYE EYE "-1 2 3  4 5 6  .5 "

START_TEST(pieces_are_where_they_should_be)
{
    zn_problem_file *f = parse("rfc2d", LOCAL ".25");
    zn_problem_file *g = parse("grfc2d", GLOBAL ".25");
    const zn_rolling_friction *p = zn_problem_file_problem(f);
    const zn_global_rolling_friction *r = zn_problem_file_problem(g);

    ck_assert(p->q[2] == 3 && p->mu[0] == 0.5 && p->mu_r[0] == 0.25);
    ck_assert(r->q[2] == 3 && r->b[1] == 5 && r->mu_r[0] == 0.25);
    ck_assert_int_eq(zn_problem_file_contacts(f), 1);
    ck_assert_int_eq(zn_problem_file_contacts(g), 1);
    ck_assert_str_eq(zn_problem_file_part(f, 0)->name, "r");
    ck_assert_str_eq(zn_problem_file_part(f, 1)->name, "u");
    ck_assert_ptr_null(zn_problem_file_part(f, 2));
    ck_assert_str_eq(zn_problem_file_part(g, 0)->name, "v");
    ck_assert_int_eq(zn_problem_file_part(g, 1)->start, 3);
    ck_assert(zn_problem_file_part(g, 2)->in_w);
    zn_problem_file_free(f);
    zn_problem_file_free(g);
}
END_TEST

/* three numbers for a contact are friction in space or rolling in the plane: mu_r
 * or the name tells */
static const struct {
    const char *name, *text, *class;
} found[] = {
    {"RFC2D_x.dat", LOCAL ".25", "rolling-friction"},
    {"rfc3d_ball_from_grfc3d.dat", LOCAL ".25", "rolling-friction"},
    {"GRFC3D_x.dat", GLOBAL ".25", "global-rolling-friction"},
    {"fc3d_x.dat", LOCAL ".25", "friction"},
    {"rfc2d_x.dat", LOCAL, NULL},
    /* the text alone */
    {"a.dat", LOCAL ".25", NULL}, /* or plasticity, without a model */
    {"b.dat", LOCAL, "friction"},
    {"c.dat", GLOBAL ".25", "global-rolling-friction"},
    {"d.dat", GLOBAL, "global-friction"},
    {"e.dat", "3 0 0 1 1 1 1 2 0 1 0 1 0 5", "global-friction"},
    {"grfc2d_f.dat", "3 0 0 1 1 1 1 2 0 1 0 1 0 5", "global-rolling-friction"},
};
enum { FOUND = sizeof found / sizeof found[0] };

START_TEST(the_class_is_found_by_name_or_by_the_text)
{
    found_as(found[_i].name, found[_i].text, found[_i].class);
}
END_TEST

/* ---- malformed ------------------------------------------------------------------ */

static const bad_text bads[] = {
    {"rfc3d", "", ZN_EINVAL, "d, components of a contact: the file ends here"},
    {"rfc3d", "2 1", ZN_EINVAL, "d, components of a contact = 2, must be in"},
    {"rfc3d", "4 1", ZN_EINVAL, "= 4, must be 3, 5 or 6"},
    {"rfc3d", "7 1", ZN_EINVAL, "= 7, must be in [3, 6]"},
    {"rfc3d", "5 0 ", ZN_EINVAL, "nc, number of contacts = 0"},
    {"rfc3d", "5 1 0 3 3 3 3 1 0 0 0 1 0 0 0 1", ZN_EINVAL,
     "M is 3 x 3, must be 5 x 5"},
    {"rfc3d", "5 9223372036854775807 0 1 1", ZN_EINVAL, "cannot stand in"},
    {"rfc3d", LOCAL, ZN_EINVAL, "mu_r(0): the file ends here"},
    {"rfc3d", LOCAL "x", ZN_EINVAL, "mu_r(0): 'x' is not a number"},
    {"rfc3d", LOCAL "nan", ZN_EDOM, "mu_r(0) = nan"},
    {"rfc3d", LOCAL "-1", ZN_EINVAL, "mu_r(0) = -1, must be >= 0"},
    {"rfc3d", "3 1 " EYE "-1 inf 3 .5 .1", ZN_EDOM, "q(1) = inf"},
    {"rfc3d", "3 1 " EYE "-1 2 3 -.5 .1", ZN_EINVAL, "mu(0) = -0.5"},
    {"grfc3d", "4 1", ZN_EINVAL, "= 4, must be 3, 5 or 6"},
    {"grfc3d", "3 -1", ZN_EINVAL, "nc, number of contacts = -1"},
    {"grfc3d", GLOBAL, ZN_EINVAL, "mu_r(0): the file ends here"},
    {"grfc3d", GLOBAL "-inf", ZN_EDOM, "mu_r(0) = -inf"},
    {"grfc3d", GLOBAL "-2", ZN_EINVAL, "mu_r(0) = -2, must be >= 0"},
    {"grfc3d", "5 1 " EYE EYE, ZN_EINVAL, "H is 3 x 3, must be 3 x 5"},
};
enum { BADS = sizeof bads / sizeof bads[0] };

START_TEST(malformed_text_is_refused_with_its_line)
{
    refused(&bads[_i]);
}
END_TEST

static void no_mu_r(hid_t f)
{
    ck_assert(H5Ldelete(f, "fclib_global_rolling/vectors/mu_r", H5P_DEFAULT) >=
              0);
}

static void two_mu_r(hid_t f)
{
    put_reals(f, "fclib_global_rolling/vectors/mu_r", 2, mur);
}

static void nan_mu_r(hid_t f)
{
    const double x[] = {NAN};

    put_reals(f, "fclib_global_rolling/vectors/mu_r", 1, x);
}

static void negative_mu_r(hid_t f)
{
    const double x[] = {-3};

    put_reals(f, "fclib_global_rolling/vectors/mu_r", 1, x);
}

static void four(hid_t f)
{
    const int d = 4;
    hid_t set = H5Dopen2(f, "fclib_global_rolling/spacedim", H5P_DEFAULT);

    ck_assert(
        H5Dwrite(set, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, &d) >= 0);
    H5Dclose(set);
}

static void no_H(hid_t f)
{
    ck_assert(H5Ldelete(f, "fclib_global_rolling/H", H5P_DEFAULT) >= 0);
}

static const struct {
    void (*spoil)(hid_t file);
    zn_status st;
    const char *words;
} spoiled[] = {
    {no_mu_r, ZN_EINVAL, "no dataset fclib_global_rolling/vectors/mu_r"},
    {two_mu_r, ZN_EINVAL, "vectors/mu_r: 2 numbers, must be 1"},
    {nan_mu_r, ZN_EDOM, "vectors/mu_r(0) = nan"},
    {negative_mu_r, ZN_EINVAL, "mu_r(0) = -3, must be >= 0"},
    {four, ZN_EINVAL, "spacedim = 4, must be 3, 5 or 6"},
    {no_H, ZN_EINVAL, "no dataset fclib_global_rolling/H/m"},
};
enum { SPOILED = sizeof spoiled / sizeof spoiled[0] };

START_TEST(malformed_files_are_refused_with_the_dataset)
{
    const zn_matrix M = stored(masses, ZN_DENSE), H = stored(ways, ZN_DENSE);
    const zn_global_rolling_friction p = {3, 1, 3, &M, &H, q, b, mu, mur};
    char path[64];
    zn_problem_file *f;
    zn_status st;
    hid_t file;

    temporary(path, ".h5");
    ck_assert_msg(!zn_problem_file_write(ctx, path, "grfc3d", &p), "%s",
                  zn_errmsg(ctx));
    file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    ck_assert(file >= 0);
    spoiled[_i].spoil(file);
    H5Fclose(file);
    st = zn_problem_file_read(ctx, path, NULL, &f);
    unlink(path);
    ck_assert_msg(st == spoiled[_i].st && !f, "%d: %s: %s", _i,
                  zn_status_name(st), zn_errmsg(ctx));
    ck_assert_msg(strstr(zn_errmsg(ctx), spoiled[_i].words), "%d: %s", _i,
                  zn_errmsg(ctx));
    ck_assert_int_eq(H5Fget_obj_count((hid_t)H5F_OBJ_ALL, H5F_OBJ_ALL), 0);
}
END_TEST

/* ---- memory ----------------------------------------------------------------------- */

static zn_status read_all(const zn_allocator *alloc)
{
    static const char *const texts[][2] = {
        {"rfc2d", LOCAL ".25"}, {"grfc2d", GLOBAL ".25"}, {NULL, GLOBAL ".25"}};
    return read_texts(alloc, sizeof texts / sizeof texts[0], texts);
}

START_TEST(failing_memory_is_told_and_nothing_leaks)
{
    test_torture(read_all);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("problem files, rolling friction");
    TCase *tc = tcase_create("both formats");

    tcase_add_checked_fixture(tc, set_up, tear_down);
    tcase_add_loop_test(tc, the_condensed_problem_reads_back_bit_by_bit, 0, 3);
    tcase_add_loop_test(tc, the_problem_with_the_motion_reads_back_bit_by_bit,
                        0, 6);
    tcase_add_test(tc, fclib_has_no_layout_for_the_condensed_class);
    tcase_add_test(tc, pieces_are_where_they_should_be);
    tcase_add_loop_test(tc, the_class_is_found_by_name_or_by_the_text, 0,
                        FOUND);
    tcase_add_loop_test(tc, malformed_text_is_refused_with_its_line, 0, BADS);
    tcase_add_loop_test(tc, malformed_files_are_refused_with_the_dataset, 0,
                        SPOILED);
    tcase_add_test(tc, failing_memory_is_told_and_nothing_leaks);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
