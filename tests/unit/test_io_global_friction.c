/* test_io_global_friction.c - friction with the equations of motion kept, in
 * text and in fclib's HDF5
 * SPDX-License-Identifier: Apache-2.0 */
#include "io_h5_test.h"

#include <zeno/global_friction.h>

/* ---- a problem with n = 3, one contact in the plane ----------------------- */

/* numbers that six digits do not hold */
static const double masses[9] = {2, 0.1, 0, 0.1, 3, 1. / 7, 0, 1. / 7, 4};
static const double ways[6] = {1. / 3, 0, -2e-300, 0, 1 + 0x1p-52, 7};
static const double q[3] = {-1. / 3, 1e-300, 0.1}, b[2] = {0.2, -0.3};
static const double mu[1] = {2. / 3};

static zn_matrix stored(const double x[], zn_index rows, zn_index cols,
                        zn_storage storage)
{
    static const zn_index p[] = {0, 3, 6, 9}, i[] = {0, 1, 2, 0, 1, 2, 0, 1, 2};
    static const zn_index one[] = {0, 1}, cut3[] = {0, 3}, cut2[] = {0, 2};
    static const zn_index zero[] = {0};

    if (storage == ZN_DENSE)
        return zn_matrix_dense(rows, cols, x);
    if (storage == ZN_CSC)
        return (zn_matrix){.storage = ZN_CSC,
                           .rows = rows,
                           .cols = cols,
                           .x = x,
                           .p = p,
                           .i = i};
    return (zn_matrix){.storage = ZN_BSR,
                       .rows = rows,
                       .cols = cols,
                       .x = x,
                       .p = one,
                       .i = zero,
                       .nbr = 1,
                       .nbc = 1,
                       .ro = cut3,
                       .co = cols == 3 ? cut3 : cut2,
                       .bp = zero};
}

static zn_problem_file *there_and_back(const zn_global_friction *p,
                                       const char *suffix)
{
    char path[64];
    zn_problem_file *f;
    bool text = !strcmp(suffix, ".dat");

    temporary(path, suffix);
    ck_assert_msg(!zn_problem_file_write(ctx, path, "global-friction", p), "%s",
                  zn_errmsg(ctx));
    ck_assert_msg(!zn_problem_file_read(ctx, path, text ? "gfc2d" : NULL, &f),
                  "%s", zn_errmsg(ctx));
    unlink(path);
    ck_assert_str_eq(zn_problem_file_class(f), "global-friction");
    return f;
}

START_TEST(what_is_written_reads_back_bit_by_bit)
{
    const char *suffix = _i < 3 ? ".dat" : ".h5";
    const zn_matrix M = stored(masses, 3, 3, (zn_storage)(_i % 3));
    const zn_matrix H = stored(ways, 3, 2, (zn_storage)((_i + 1) % 3));
    const zn_global_friction p = {2, 1, 3, &M, &H, q, b, mu};
    zn_problem_file *f = there_and_back(&p, suffix);
    const zn_global_friction *back = zn_problem_file_problem(f);

    ck_assert(back->d == 2 && back->nc == 1 && back->n == 3);
    same_matrix(&M, back->M);
    same_matrix(&H, back->H);
    same_reals(q, back->q, 3);
    same_reals(b, back->b, 2);
    same_reals(mu, back->mu, 1);
    if (_i < 3)
        ck_assert_int_eq(back->M->storage, M.storage);
    zn_problem_file_free(f);
}
END_TEST

START_TEST(no_contact_is_a_problem_too)
{
    const zn_matrix M = stored(masses, 3, 3, ZN_DENSE);
    const zn_global_friction p = {.d = 3, .n = 3, .M = &M, .q = q};
    const char *const suffix[] = {".dat", ".h5"};

    for (int k = 0; k < 2; k++) {
        zn_problem_file *f = there_and_back(&p, suffix[k]);
        const zn_global_friction *back = zn_problem_file_problem(f);

        ck_assert(back->d == 3 && back->nc == 0 && back->n == 3);
        ck_assert_int_eq(zn_problem_file_nz(f), 3);
        ck_assert_int_eq(zn_problem_file_nw(f), 0);
        same_reals(q, back->q, 3);
        zn_problem_file_free(f);
    }
}
END_TEST

/* ---- layouts, by hand ------------------------------------------------------- */

/* M = diag(2, 4), H = [1 0; 0.5 1], one contact */
#define HEAD "2 1  0 2 2 2 2  2 0 0 4 "
#define WAYS "0 2 2 2 2  1 .5 0 1 "

START_TEST(matrices_and_vectors_are_where_they_should_be)
{
    zn_problem_file *f = parse("gfc2d", HEAD WAYS "-1 -2  .1 .2  .3 1\n");
    const zn_global_friction *p = zn_problem_file_problem(f);
    const zn_solution_part *v = zn_problem_file_part(f, 0);
    const zn_solution_part *r = zn_problem_file_part(f, 1);
    const zn_solution_part *u = zn_problem_file_part(f, 2);

    ck_assert(zn_matrix_get(p->M, 1, 1) == 4);
    ck_assert(zn_matrix_get(p->H, 1, 0) == 0.5);
    ck_assert(p->q[1] == -2 && p->b[1] == 0.2 && p->mu[0] == 0.3);
    ck_assert_int_eq(zn_problem_file_contacts(f), 1);
    ck_assert(!strcmp(v->name, "v") && !v->in_w && v->length == 2);
    ck_assert(!strcmp(r->name, "r") && !r->in_w && r->start == 2 &&
              r->length == 2);
    ck_assert(!strcmp(u->name, "u") && u->in_w && u->length == 2);
    ck_assert_ptr_null(zn_problem_file_part(f, 3));
    zn_problem_file_free(f);
}
END_TEST

static const struct {
    const char *name, *text, *class;
} found[] = {
    {"gfc2d_1.dat", HEAD WAYS "-1 -2 .1 .2 .3", "global-friction"},
    {"GFC3D_condensed.dat", "2 1 0 2 2 2 2 1 0 0 1 -1 0 .5", NULL},
    {"GFC3D_condensed_fc3d.dat", "2 1 0 2 2 2 2 1 0 0 1 -1 0 .5", "friction"},
    /* the text alone */
    {"a.dat", HEAD WAYS "-1 -2 .1 .2 .3", "global-friction"},
    {"b.dat", "2 1 0 2 2 2 2 1 0 0 1 -1 0 .5", "friction"},
    {"c.dat", "3 0 0 1 1 1 1 2 0 1 0 1 0 5", "global-friction"},
};
enum { FOUND = sizeof found / sizeof found[0] };

START_TEST(the_class_is_found_by_name_or_by_the_text)
{
    found_as(found[_i].name, found[_i].text, found[_i].class);
}
END_TEST

/* ---- malformed text ----------------------------------------------------------- */

static const bad_text bads[] = {
    {"gfc2d", "", ZN_EINVAL, "d, components of a contact: the file ends here"},
    {"gfc2d", "4 1", ZN_EINVAL,
     "d, components of a contact = 4, must be in [2, 3]"},
    {"gfc2d", "2 -1", ZN_EINVAL, "nc, number of contacts = -1"},
    {"gfc2d", "2 1 3 1 1", ZN_EINVAL, "storage of the matrix = 3"},
    {"gfc2d", "2 0 0 0 0 0 0", ZN_EINVAL,
     "rows of the matrix = 0, must be >= 1"},
    {"gfc2d", "2 1 0 999999999 1", ZN_EINVAL, "numbers cannot stand in the"},
    {"gfc2d", "2 1\n0 2 3 2 3 1 2 3 4 5 6", ZN_EINVAL,
     "line 2: M is 2 x 3, must be 2 x 2"},
    {"gfc2d", HEAD "\n0 2 3 2 3 1 2 3 4 5 6 7 8", ZN_EINVAL,
     "line 2: H is 2 x 3, must be 2 x 2"},
    {"gfc2d", HEAD "0 3 2 3 2 1 2 3 4 5 6 7 8", ZN_EINVAL,
     "H is 3 x 2, must be 2 x 2"},
    {"gfc2d", HEAD WAYS, ZN_EINVAL,
     "q: 2 numbers cannot stand in the 1 bytes left"},
    {"gfc2d", HEAD WAYS "1", ZN_EINVAL, "q: 2 numbers cannot stand"},
    {"gfc2d", HEAD WAYS "1 2 3", ZN_EINVAL, "b: 2 numbers cannot stand"},
    {"gfc2d", HEAD WAYS "1 2 3 4", ZN_EINVAL, "mu: the file ends here"},
    {"gfc2d", HEAD WAYS "1 nan 3 4 .5", ZN_EDOM, "q(1) = nan"},
    {"gfc2d", HEAD WAYS "1 2 inf 4 .5", ZN_EDOM, "b(0) = inf"},
    {"gfc2d", HEAD WAYS "1 2 3 4 -.5", ZN_EINVAL, "mu(0) = -0.5, must be >= 0"},
    {"gfc2d", HEAD WAYS "1 2 3 x .5", ZN_EINVAL, "b(1): 'x' is not a number"},
    {"gfc2d",
     "2 1 2 2 2 1\nx\ntriplet: 2-by-2, nzmax: 1 nnz: 1\n0 2 : 1\n0 0 0 0 0 0 0",
     ZN_EINVAL, "column of an entry = 2"},
    {"gfc2d", "2 9223372036854775807 0 1 1", ZN_EINVAL, "cannot stand in"},
};
enum { BADS = sizeof bads / sizeof bads[0] };

START_TEST(malformed_text_is_refused_with_its_line)
{
    refused(&bads[_i]);
}
END_TEST

/* ---- malformed HDF5 ------------------------------------------------------------- */

static void put_group(hid_t file, const char *path)
{
    hid_t g = H5Gcreate2(file, path, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);

    ck_assert(g >= 0);
    H5Gclose(g);
}

static void no_w(hid_t f)
{
    ck_assert(H5Ldelete(f, "fclib_global/vectors/w", H5P_DEFAULT) >= 0);
}

static void short_w(hid_t f)
{
    put_reals(f, "fclib_global/vectors/w", 1, b);
}

static void long_f(hid_t f)
{
    put_reals(f, "fclib_global/vectors/f", 4, masses);
}

static void nan_f(hid_t f)
{
    const double x[] = {0, 0, NAN};

    put_reals(f, "fclib_global/vectors/f", 3, x);
}

static void two_mu(hid_t f)
{
    put_reals(f, "fclib_global/vectors/mu", 2, b);
}

static void no_H(hid_t f)
{
    ck_assert(H5Ldelete(f, "fclib_global/H", H5P_DEFAULT) >= 0);
}

static void joints(hid_t f)
{
    put_group(f, "fclib_global/G");
}

static const struct {
    void (*spoil)(hid_t file);
    zn_status st;
    const char *words;
} spoiled[] = {
    {no_w, ZN_EINVAL, "no dataset fclib_global/vectors/w"},
    {short_w, ZN_EINVAL, "fclib_global/vectors/w: 1 numbers, must be 2"},
    {long_f, ZN_EINVAL, "fclib_global/M/m = 3, must be in [4, 4]"},
    {nan_f, ZN_EDOM, "fclib_global/vectors/f(2) = nan"},
    {two_mu, ZN_EINVAL, "fclib_global/vectors/w: 2 numbers, must be 4"},
    {no_H, ZN_EINVAL, "no dataset fclib_global/H/m"},
    {joints, ZN_EINVAL, "no dataset fclib_global/vectors/b"},
};
enum { SPOILED = sizeof spoiled / sizeof spoiled[0] };

static void sound_file(const char *path)
{
    const zn_matrix M = stored(masses, 3, 3, ZN_DENSE);
    const zn_matrix H = stored(ways, 3, 2, ZN_DENSE);
    const zn_global_friction p = {2, 1, 3, &M, &H, q, b, mu};

    ck_assert_msg(!zn_problem_file_write(ctx, path, "gfc2d", &p), "%s",
                  zn_errmsg(ctx));
}

START_TEST(malformed_files_are_refused_with_the_dataset)
{
    char path[64];
    zn_problem_file *f;
    zn_status st;
    hid_t file;

    temporary(path, ".h5");
    sound_file(path);
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

/* G'v + b = 0, one row: its multiplier is the last velocity, its row scaled by 2^k */
START_TEST(joints_are_read)
{
    const int p[] = {0, 2}, i[] = {0, 2}, one = 1, three = 3, columns = -1;
    const double x[] = {0.5, -2}, rhs[] = {0.25};
    char path[64];
    const zn_global_friction *g;
    zn_problem_file *f;
    double s;
    hid_t file;

    temporary(path, ".h5");
    sound_file(path);
    file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    put_group(file, "fclib_global/G");
    put_ints(file, "fclib_global/G/m", 1, &three);
    put_ints(file, "fclib_global/G/n", 1, &one);
    put_ints(file, "fclib_global/G/nz", 1, &columns);
    put_ints(file, "fclib_global/G/p", 2, p);
    put_ints(file, "fclib_global/G/i", 2, i);
    put_reals(file, "fclib_global/G/x", 2, x);
    put_reals(file, "fclib_global/vectors/b", 1, rhs);
    H5Fclose(file);
    ck_assert_msg(!zn_problem_file_read(ctx, path, NULL, &f), "%s",
                  zn_errmsg(ctx));
    unlink(path);
    g = zn_problem_file_problem(f);
    ck_assert_int_eq(g->n, 4);
    ck_assert_int_eq(g->H->rows, 4);
    s = zn_matrix_get(g->M, 3, 0) / x[0];
    ck_assert_double_gt(s, 0);
    ck_assert_double_eq(zn_matrix_get(g->M, 3, 2), s * x[1]);
    ck_assert_double_eq(zn_matrix_get(g->M, 0, 3), -s * x[0]);
    ck_assert_double_eq(zn_matrix_get(g->M, 2, 3), -s * x[1]);
    ck_assert_double_eq(zn_matrix_get(g->M, 3, 3), 0);
    ck_assert_double_eq(zn_matrix_get(g->M, 1, 1), masses[4]);
    ck_assert_double_eq(g->q[3], -s * rhs[0]);
    same_reals(q, g->q, 3);
    zn_problem_file_free(f);
}
END_TEST

/* whatever a file says is a solution, the problem is the same */
START_TEST(solutions_and_guesses_are_not_believed)
{
    char path[64];
    const double lie[] = {1e30, NAN, -1};
    zn_problem_file *f;
    hid_t file;

    temporary(path, ".h5");
    sound_file(path);
    file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    put_group(file, "solution");
    put_reals(file, "solution/v", 3, lie);
    put_group(file, "guesses");
    put_group(file, "guesses/1");
    put_reals(file, "guesses/1/r", 2, lie);
    H5Fclose(file);
    ck_assert_msg(!zn_problem_file_read(ctx, path, NULL, &f), "%s",
                  zn_errmsg(ctx));
    unlink(path);
    same_reals(q, ((const zn_global_friction *)zn_problem_file_problem(f))->q,
               3);
    zn_problem_file_free(f);
}
END_TEST

/* ---- memory ----------------------------------------------------------------------- */

static zn_status read_all(const zn_allocator *alloc)
{
    static const char *const texts[][2] = {
        {NULL, HEAD WAYS "-1 -2 .1 .2 .3"},
        {"global-friction", "3 0 0 1 1 1 1 2 0 1 0 1 0 5"},
        {"global-friction",
         "2 1 1 2 2 1 1 1 2 2 2 1 0 1 0 0 1 0 0 1\n"
         "2 2 2 1\nx\ntriplet: 2-by-2, nzmax: 2 nnz: 2\n0 0 : 1\n1 1 : 1\n"
         "-1 -2 .1 .2 .3"},
    };
    return read_texts(alloc, sizeof texts / sizeof texts[0], texts);
}

START_TEST(failing_memory_is_told_and_nothing_leaks)
{
    test_torture(read_all);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("problem files, global friction");
    TCase *tc = tcase_create("both formats");

    tcase_add_checked_fixture(tc, set_up, tear_down);
    tcase_add_loop_test(tc, what_is_written_reads_back_bit_by_bit, 0, 6);
    tcase_add_test(tc, no_contact_is_a_problem_too);
    tcase_add_test(tc, matrices_and_vectors_are_where_they_should_be);
    tcase_add_loop_test(tc, the_class_is_found_by_name_or_by_the_text, 0,
                        FOUND);
    tcase_add_loop_test(tc, malformed_text_is_refused_with_its_line, 0, BADS);
    tcase_add_loop_test(tc, malformed_files_are_refused_with_the_dataset, 0,
                        SPOILED);
    tcase_add_test(tc, solutions_and_guesses_are_not_believed);
    tcase_add_test(tc, joints_are_read);
    tcase_add_test(tc, failing_memory_is_told_and_nothing_leaks);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
