/* test_film_files.c - films as files: what is none, what is missing in one, where none can be written
 * SPDX-License-Identifier: Apache-2.0 */
#include <hdf5.h>

#include "film_scene.h"

START_TEST(what_is_no_film_is_refused)
{
    zn_film_data *d;
    FILE *f;
    hid_t file;

    ck_assert(zn_film_read(ctx, "/no/such", &d) == ZN_EIO && !d);
    ck_assert(zn_film_read(ctx, path, &d) == ZN_EIO && !d);
    f = fopen(path, "w");
    fputs("text\n", f);
    fclose(f);
    ck_assert(zn_film_read(ctx, path, &d) == ZN_EIO && !d);
    file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    H5Fclose(file);
    ck_assert(zn_film_read(ctx, path, &d) == ZN_EINVAL && !d);
    ck_assert(strstr(zn_errmsg(ctx), "it is no film"));
}
END_TEST

/* Names and titles that somebody else wrote are told, not obeyed by a terminal. */
START_TEST(names_are_printed_characters)
{
    const char *names[4] = {"a\033[2Jb", "c\nd", "\xc2\x9b", "\xc3\xa9"};
    const hsize_t n = 4;
    const hid_t type = H5Tcopy(H5T_C_S1), title = H5Tcopy(H5T_C_S1);
    const hid_t space = H5Screate_simple(1, &n, NULL),
                one = H5Screate(H5S_SCALAR);
    zn_film_data *d;
    hid_t file, set, a;

    zn_film_data_free(ctx, record(500));
    H5Tset_size(type, H5T_VARIABLE);
    H5Tset_cset(type, H5T_CSET_UTF8);
    H5Tset_size(title, 8);
    file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    set = H5Dopen2(file, "body/name", H5P_DEFAULT);
    ck_assert(H5Dwrite(set, type, space, H5S_ALL, H5P_DEFAULT, names) >= 0);
    ck_assert(H5Adelete(file, "title") >= 0);
    a = H5Acreate2(file, "title", title, one, H5P_DEFAULT, H5P_DEFAULT);
    ck_assert(H5Awrite(a, title, "\033]0;x\a.") >= 0);
    H5Aclose(a);
    H5Dclose(set);
    H5Fclose(file);
    ck_assert_msg(!zn_film_read(ctx, path, &d), "%s", zn_errmsg(ctx));
    ck_assert_str_eq(d->title, "?]0;x?.");
    ck_assert_str_eq(d->body[0], "a?[2Jb");
    ck_assert_str_eq(d->body[1], "c?d");
    ck_assert_str_eq(d->body[2], "??");
    ck_assert_str_eq(d->body[3], "\xc3\xa9");
    zn_film_data_free(ctx, d);
    H5Sclose(one);
    H5Sclose(space);
    H5Tclose(title);
    H5Tclose(type);
}
END_TEST

/* a film without one of its parts, or with a part of another size */
START_TEST(what_is_missing_is_named)
{
    static const char *const part[] = {
        "time",          "pose",        "velocity",    "energy",
        "solver",        "body/name",   "body/mass",   "shape/form",
        "shape/size",    "shape/place", "contact/end", "contact/body",
        "contact/value", "gravity"};
    zn_film_data *d;

    for (size_t k = 0; k < sizeof part / sizeof *part; k++) {
        zn_film_data_free(ctx, record(500));
        hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
        ck_assert(H5Ldelete(file, part[k], H5P_DEFAULT) >= 0);
        H5Fclose(file);
        ck_assert(zn_film_read(ctx, path, &d) == ZN_EINVAL && !d);
        ck_assert_msg(strstr(zn_errmsg(ctx), part[k]), "%s", zn_errmsg(ctx));
    }
}
END_TEST

/* a part of numbers, or of whole ones, with a row less than the others */
START_TEST(a_row_too_few_is_told)
{
    static const char *const part[] = {"pose", "energy", "body/mass", "contact/end"};
    static const double zeros[1 << 16];
    zn_film_data *d;

    for (size_t k = 0; k < sizeof part / sizeof *part; k++) {
        hsize_t n[2];

        zn_film_data_free(ctx, record(500));
        hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT), set = H5Dopen2(file, part[k], H5P_DEFAULT),
              space = H5Dget_space(set), type = H5Dget_type(set);
        H5Sget_simple_extent_dims(space, n, NULL);
        n[0]--;
        ck_assert_uint_le(n[0] * (H5Sget_simple_extent_ndims(space) > 1 ? n[1] : 1), 1 << 16);
        hid_t fewer = H5Screate_simple(H5Sget_simple_extent_ndims(space), n, NULL);
        H5Dclose(set);
        ck_assert(H5Ldelete(file, part[k], H5P_DEFAULT) >= 0);
        set = H5Dcreate2(file, part[k], type, fewer, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
        ck_assert(set >= 0 && H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, zeros) >= 0);
        H5Dclose(set);
        H5Sclose(fewer);
        H5Sclose(space);
        H5Tclose(type);
        H5Fclose(file);
        ck_assert(zn_film_read(ctx, path, &d) == ZN_EINVAL && !d);
        ck_assert_msg(strstr(zn_errmsg(ctx), part[k]) && strstr(zn_errmsg(ctx), "rows, must have"), "%s",
                      zn_errmsg(ctx));
    }
}
END_TEST

START_TEST(a_place_that_cannot_be_written_is_said)
{
    zn_scene *s;
    zn_model *m;
    zn_simulation *sim;
    zn_film *film;

    ck_assert(!zn_scene_read_text(ctx, "x", text, strlen(text), 0, NULL, &s));
    ck_assert(!zn_scene_simulation(s, ctx, &m, &sim));
    ck_assert(zn_film_new(sim, s, "/no/such/film.h5", 1, &film) == ZN_EIO);
    ck_assert(!film && strstr(zn_errmsg(ctx), "/no/such/film.h5"));
    zn_simulation_free(sim);
    zn_model_free(m);
    zn_scene_free(s);
}
END_TEST

/* until a run has begun, what has the name stays; a device keeps it */
START_TEST(an_older_film_stays_until_there_is_a_frame)
{
    zn_film_data *d;
    zn_scene *s;
    zn_model *m;
    zn_simulation *sim;
    zn_film *film;
    zn_index frames;

    d = record(500);
    frames = d->nframe;
    zn_film_data_free(ctx, d);
    ck_assert(!zn_scene_read_text(ctx, "x", text, strlen(text), 0, NULL, &s));
    ck_assert(!zn_scene_simulation(s, ctx, &m, &sim));
    ck_assert(!zn_film_new(sim, s, path, 1, &film));
    zn_simulation_free(sim);
    ck_assert_msg(!zn_film_read(ctx, path, &d), "%s", zn_errmsg(ctx));
    ck_assert_int_eq(d->nframe, frames);
    zn_film_data_free(ctx, d);
    zn_model_free(m);
    ck_assert(!zn_scene_simulation(s, ctx, &m, &sim));
    ck_assert(zn_film_new(sim, s, "/dev/null", 1, &film) == ZN_EIO);
    ck_assert(strstr(zn_errmsg(ctx), "/dev/null"));
    zn_simulation_free(sim);
    zn_model_free(m);
    zn_scene_free(s);
}
END_TEST

static herr_t say_nothing(hid_t stack, void *user)
{
    (void)stack, (void)user;
    return 0;
}

START_TEST(it_leaves_hdf5_as_it_was)
{
    int mine;
    H5E_auto2_t fn = NULL;
    void *data = NULL;

    ck_assert_int_ge(H5Eset_auto2(H5E_DEFAULT, say_nothing, &mine), 0);
    zn_film_data_free(ctx, record(500));
    /* who says what fails is who was to say it before, and nothing is open */
    ck_assert_int_ge(H5Eget_auto2(H5E_DEFAULT, &fn, &data), 0);
    ck_assert(fn == say_nothing && data == &mine);
    ck_assert_int_eq(H5Fget_obj_count((hid_t)H5F_OBJ_ALL, H5F_OBJ_ALL), 0);
}
END_TEST

/* ---- memory ---- */

static zn_status write_and_read(const zn_allocator *alloc)
{
    zn_scene *s = NULL;
    zn_model *m = NULL;
    zn_simulation *sim = NULL;
    zn_film *film;
    zn_film_data *d = NULL;
    zn_ctx *c;
    zn_status st = zn_ctx_new_with(alloc, &c);

    if (st)
        return st;
    st = zn_scene_read_text(c, "x", text, strlen(text), 0, NULL, &s);
    if (!st)
        st = zn_scene_simulation(s, c, &m, &sim);
    if (!st)
        st = zn_film_new(sim, s, path, 1, &film);
    for (int k = 0; !st && k < 3; k++)
        st = zn_simulation_step(sim);
    if (!st)
        st = zn_film_close(film);
    if (!st)
        st = zn_film_read(c, path, &d);
    zn_film_data_free(c, d);
    zn_simulation_free(sim);
    zn_model_free(m);
    zn_scene_free(s);
    zn_ctx_free(c);
    return st;
}

START_TEST(every_allocation_may_fail)
{
    test_torture(write_and_read);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("film, files");
    TCase *tc = tcase_create("film");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, what_is_no_film_is_refused);
    tcase_add_test(tc, names_are_printed_characters);
    tcase_add_test(tc, what_is_missing_is_named);
    tcase_add_test(tc, a_row_too_few_is_told);
    tcase_add_test(tc, a_place_that_cannot_be_written_is_said);
    tcase_add_test(tc, an_older_film_stays_until_there_is_a_frame);
    tcase_add_test(tc, it_leaves_hdf5_as_it_was);
    tcase_add_test(tc, every_allocation_may_fail);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
