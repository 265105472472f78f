/* test_io_fclib.c - friction problems in fclib's HDF5 layout: there and back, and
 * what is wrong with a file is said with the name of the dataset
 * SPDX-License-Identifier: Apache-2.0 */
#include "io_h5_test.h"

/* One contact, three values that six digits do not hold. */
static const double q[] = {-1. / 3, 1e-300, 0.1}, mu[] = {2. / 3};
static const double dense[] = {2, 0.1, 0, 0.1, 3, 1. / 7, 0, 1. / 7, 4};

static zn_problem_file *there_and_back(const zn_friction *p)
{
    char path[64];
    zn_problem_file *f;

    temporary(path, ".h5");
    ck_assert_msg(!zn_problem_file_write(ctx, path, "friction", p), "%s",
                  zn_errmsg(ctx));
    ck_assert_msg(!zn_problem_file_read(ctx, path, NULL, &f), "%s",
                  zn_errmsg(ctx));
    unlink(path);
    ck_assert_str_eq(zn_problem_file_class(f), "friction");
    return f;
}

START_TEST(what_is_written_reads_back_bit_by_bit)
{
    static const zn_index cut[] = {0, 3}, p1[] = {0, 1}, zero[] = {0};
    static const zn_index p3[] = {0, 2, 5, 7}, i3[] = {0, 1, 0, 1, 2, 1, 2};
    static const double x3[] = {2, 0.1, 0.1, 3, 1. / 7, 1. / 7, 4};
    const zn_matrix M[] = {
        zn_matrix_dense(3, 3, dense),
        {.storage = ZN_CSC, .rows = 3, .cols = 3, .x = x3, .p = p3, .i = i3},
        {.storage = ZN_BSR,
         .rows = 3,
         .cols = 3,
         .x = dense,
         .p = p1,
         .i = zero,
         .nbr = 1,
         .nbc = 1,
         .ro = cut,
         .co = cut,
         .bp = zero},
    };
    const zn_friction p = {3, 1, &M[_i], q, mu};
    zn_problem_file *f = there_and_back(&p);
    const zn_friction *back = zn_problem_file_problem(f);

    ck_assert(back->d == 3 && back->nc == 1);
    same_reals(q, back->q, 3);
    same_reals(mu, back->mu, 1);
    same_matrix(&M[_i], back->M);
    zn_problem_file_free(f);
}
END_TEST

START_TEST(a_class_without_a_layout_is_refused)
{
    const zn_matrix M = zn_matrix_dense(1, 1, dense);
    const zn_lcp p = {1, &M, q};
    char path[64];

    temporary(path, ".hdf5");
    ck_assert_int_eq(zn_problem_file_write(ctx, path, "lcp", &p), ZN_ENOTSUP);
    ck_assert_msg(strstr(zn_errmsg(ctx), "no layout for class 'lcp'"), "%s",
                  zn_errmsg(ctx));
    ck_assert_int_ne(access(path, F_OK), 0);
    ck_assert_int_eq(
        zn_problem_file_write(ctx, "/nowhere/x.h5", "friction", &p), ZN_EIO);
}
END_TEST

/* ---- one dataset wrong at a time ----------------------------------------- */

static void drop(hid_t file, const char *path)
{
    ck_assert(H5Ldelete(file, path, H5P_DEFAULT) >= 0);
}

/* Each makes one thing wrong. */
static void no_mu(hid_t f)
{
    drop(f, "fclib_local/vectors/mu");
}

static void no_group(hid_t f)
{
    drop(f, "fclib_local");
}

static void short_q(hid_t f)
{
    put_reals(f, "fclib_local/vectors/q", 2, q);
}

static void nan_q(hid_t f)
{
    const double x[] = {0, NAN, 0};

    put_reals(f, "fclib_local/vectors/q", 3, x);
}

static void words_q(hid_t f)
{
    const hid_t space = H5Screate(H5S_SCALAR);

    drop(f, "fclib_local/vectors/q");
    H5Dclose(H5Dcreate2(f, "fclib_local/vectors/q", H5T_C_S1, space, H5P_DEFAULT,
                        H5P_DEFAULT, H5P_DEFAULT));
    H5Sclose(space);
}

static void negative_mu(hid_t f)
{
    const double x = -1;

    put_reals(f, "fclib_local/vectors/mu", 1, &x);
}

static void four_dimensions(hid_t f)
{
    const int x = 4;

    put_ints(f, "fclib_local/spacedim", 1, &x);
}

static void two_numbers_for_one(hid_t f)
{
    const int x[] = {3, 3};

    put_ints(f, "fclib_local/spacedim", 2, x);
}

static void a_row_too_few(hid_t f)
{
    const int x[] = {0, 1, 2, 0, 1, 2, 0, 1};

    put_ints(f, "fclib_local/W/i", 8, x);
}

static void wide(hid_t f)
{
    const int x = 7;

    put_ints(f, "fclib_local/W/n", 1, &x);
}

static void unknown_nz(hid_t f)
{
    const int x = -3;

    put_ints(f, "fclib_local/W/nz", 1, &x);
}

static void triplets_of_another_number(hid_t f)
{
    const int x = 5;

    put_ints(f, "fclib_local/W/nz", 1, &x);
}

static void row_out_of_range(hid_t f)
{
    const int x[] = {0, 1, 2, 0, 1, 2, 0, 1, 3};

    put_ints(f, "fclib_local/W/i", 9, x);
}

static void negative_row(hid_t f)
{
    const int x[] = {-1, 1, 2, 0, 1, 2, 0, 1, 2};

    put_ints(f, "fclib_local/W/i", 9, x);
}

static void descending_columns(hid_t f)
{
    const int x[] = {0, 6, 3, 9};

    put_ints(f, "fclib_local/W/p", 4, x);
}

static void columns_too_short(hid_t f)
{
    const int x[] = {0, 3, 6, 7}, most = 8;

    put_ints(f, "fclib_local/W/nzmax", 1, &most);

    put_ints(f, "fclib_local/W/p", 4, x);
}

static void columns_begin_late(hid_t f)
{
    const int x[] = {1, 3, 6, 9};

    put_ints(f, "fclib_local/W/p", 4, x);
}

static void inf_value(hid_t f)
{
    double x[9] = {0};

    x[8] = INFINITY;
    put_reals(f, "fclib_local/W/x", 9, x);
}

/* 2^40 values are declared and none is stored */
static void declared_only(hid_t f)
{
    put_reals(f, "fclib_local/vectors/mu", (hsize_t)1 << 40, NULL);
}

/* V r is more than friction: without it the problem is another one */
static void bilateral_constraints(hid_t f)
{
    const int x = 2;

    H5Gclose(H5Gcreate2(f, "fclib_local/V", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    put_ints(f, "fclib_local/V/n", 1, &x);
}

static void a_group_for_a_dataset(hid_t f)
{
    drop(f, "fclib_local/vectors/mu");
    H5Gclose(H5Gcreate2(f, "fclib_local/vectors/mu", H5P_DEFAULT, H5P_DEFAULT,
                        H5P_DEFAULT));
}

static const struct {
    void (*spoil)(hid_t file);
    zn_status st;
    const char *words;
} bads[] = {
    {no_mu, ZN_EINVAL, "no dataset fclib_local/vectors/mu"},
    {no_group, ZN_EINVAL, "no group fclib_local"},
    {short_q, ZN_EINVAL, "fclib_local/vectors/q: 2 numbers, must be 3"},
    {nan_q, ZN_EDOM, "fclib_local/vectors/q(1) = nan"},
    {words_q, ZN_EINVAL, "fclib_local/vectors/q: not of real numbers"},
    {negative_mu, ZN_EINVAL, "mu"},
    {four_dimensions, ZN_EINVAL, "fclib_local/spacedim = 4, must be in [2, 3]"},
    {two_numbers_for_one, ZN_EINVAL, "fclib_local/spacedim: 2 numbers, must be 1"},
    {a_row_too_few, ZN_EINVAL, "fclib_local/W/i: 8 numbers, must be 9"},
    {wide, ZN_EINVAL, "fclib_local/W/n = 7, must be in [3, 3]"},
    {unknown_nz, ZN_EINVAL, "fclib_local/W/nz = -3"},
    {triplets_of_another_number, ZN_EINVAL, "fclib_local/W/p: 4 numbers, must be 9"},
    {row_out_of_range, ZN_EINVAL, "fclib_local/W/i(8) = 3, must be in [0, 3)"},
    {negative_row, ZN_EINVAL, "fclib_local/W/i(0) = -1"},
    {descending_columns, ZN_EINVAL, "fclib_local/W/p(2) = 3 after 6"},
    {columns_too_short, ZN_EINVAL, "fclib_local/W/x: 9 numbers, must be 7, the entries, or nzmax = 8"},
    {columns_begin_late, ZN_EINVAL, "fclib_local/W/p begins with 1, must be 0"},
    {inf_value, ZN_EDOM, "fclib_local/W/x(8) = inf"},
    {declared_only, ZN_EINVAL, "fclib_local/vectors/mu: 1099511627776 numbers"},
    {bilateral_constraints, ZN_EINVAL, "fclib_local/V: 2 bilateral constraints"},
    {a_group_for_a_dataset, ZN_EINVAL, "no dataset fclib_local/vectors/mu"},
};
enum { BADS = sizeof bads / sizeof bads[0] };

/* a sound file at path, of one contact */
static void sound_file(const char *path)
{
    const zn_matrix M = zn_matrix_dense(3, 3, dense);
    const zn_friction p = {3, 1, &M, q, mu};

    ck_assert_msg(!zn_problem_file_write(ctx, path, "friction", &p), "%s",
                  zn_errmsg(ctx));
}

START_TEST(malformed_files_are_refused_with_the_dataset)
{
    char path[64];
    zn_problem_file *f;
    hid_t file;
    zn_status st;

    temporary(path, ".h5");
    sound_file(path);
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    ck_assert(file >= 0);
    bads[_i].spoil(file);
    H5Fclose(file);

    st = zn_problem_file_read(ctx, path, NULL, &f);
    unlink(path);
    ck_assert_msg(st == bads[_i].st && !f, "%d: %s: %s", _i, zn_status_name(st),
                  zn_errmsg(ctx));
    ck_assert_msg(strstr(zn_errmsg(ctx), bads[_i].words), "%d: %s", _i,
                  zn_errmsg(ctx));
    /* nothing of HDF5 stays open */
    ck_assert_int_eq(H5Fget_obj_count((hid_t)H5F_OBJ_ALL, H5F_OBJ_ALL), 0);
}
END_TEST

START_TEST(triplets_and_compressed_rows_are_read_too)
{
    /* the same matrix: entry (0,2) = 5 and the diagonal */
    static const int triplet_i[] = {2, 0, 1, 0, 7, -1};
    static const int triplet_p[] = {2, 2, 1, 0, -1, 7};
    static const double triplet_x[] = {4, 5, 3, 2, NAN, INFINITY};
    static const int rows_p[] = {0, 2, 3, 4}, rows_i[] = {0, 2, 1, 2, -1, 7};
    static const double rows_x[] = {2, 5, 3, 4, NAN, INFINITY};
    static const double wanted[] = {2, 0, 0, 0, 3, 0, 5, 0, 4};
    const zn_matrix D = zn_matrix_dense(3, 3, wanted);
    const int nz[] = {4, -2}, whole[] = {-1, 0, 2};
    char path[64];
    zn_problem_file *f;
    hid_t file;

    for (int k = 0; k < 6; k++) {
        const bool rows = k % 2 == 1;
        const int most = k < 2 ? 4 : 6; /* nzmax may be more than there is, */
        const hsize_t places = k < 4 ? (hsize_t)most : 4; /* and have values only */
        const zn_friction *back;

        temporary(path, ".h5");
        sound_file(path);
        H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
        file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
        put_ints(file, "fclib_local/W/nz", 1, &nz[rows]);
        put_ints(file, "fclib_local/W/nzmax", 1, &most);
        put_ints(file, "fclib_local/W/i", places, rows ? rows_i : triplet_i);
        put_ints(file, "fclib_local/W/p", rows ? 4 : places,
                 rows ? rows_p : triplet_p);
        put_reals(file, "fclib_local/W/x", (hsize_t)most, rows ? rows_x : triplet_x);
        put_ints(file, "fclib_local/vectors/q", 3, whole);
        H5Fclose(file);
        ck_assert_msg(!zn_problem_file_read(ctx, path, "fc3d", &f), "%s",
                      zn_errmsg(ctx));
        back = zn_problem_file_problem(f);
        same_matrix(&D, back->M);
        for (int i = 0; i < 3; i++)
            ck_assert(back->q[i] == whole[i]);
        zn_problem_file_free(f);
        ck_assert_int_eq(zn_problem_file_read(ctx, path, "lcp", &f), ZN_EINVAL);
        unlink(path);
    }
}
END_TEST

START_TEST(a_damaged_file_is_refused_in_silence)
{
    char path[64], bytes[4096];
    zn_problem_file *f;
    size_t n;
    FILE *file;

    temporary(path, ".h5");
    sound_file(path);
    file = fopen(path, "r");
    n = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    file = fopen(path, "w");
    fwrite(bytes, 1, n / 2, file);
    fclose(file);
    /* HDF5 would print its error stack: a closed stderr would catch that */
    FILE *err = freopen("/tmp/zeno-io-stderr", "w+", stderr);
    ck_assert_int_eq(zn_problem_file_read(ctx, path, NULL, &f), ZN_EINVAL);
    ck_assert_ptr_null(f);
    ck_assert_msg(strstr(zn_errmsg(ctx), "damaged or truncated"), "%s",
                  zn_errmsg(ctx));
    ck_assert_int_eq(ftell(err), 0);
    unlink("/tmp/zeno-io-stderr");
    unlink(path);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("problem files, fclib");
    TCase *tc = tcase_create("hdf5");

    tcase_add_checked_fixture(tc, set_up, tear_down);
    tcase_add_loop_test(tc, what_is_written_reads_back_bit_by_bit, 0, 3);
    tcase_add_test(tc, a_class_without_a_layout_is_refused);
    tcase_add_loop_test(tc, malformed_files_are_refused_with_the_dataset, 0,
                        BADS);
    tcase_add_test(tc, triplets_and_compressed_rows_are_read_too);
    tcase_add_test(tc, a_damaged_file_is_refused_in_silence);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
