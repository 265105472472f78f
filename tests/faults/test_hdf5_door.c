/* test_hdf5_door.c - HDF5 files that reach for other files, or say more than they hold
 *
 * HDF5 follows links into other files, and reads numbers that stand in others, whatever these
 * are: pipes, that keep one waiting, devices, what the reader should not see. Each reader of ours
 * is given such files, and ones whose attributes and sizes are larger than is good for them.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <hdf5.h>

#include <zeno/film.h>
#include <zeno/output.h>
#include <zeno/problem_file.h>
#include <zeno/scene.h>

#include "tests/unit/zeno_test.h"

static zn_ctx *ctx;
static char folder[64], path[96], other[96];
static hid_t file;

static void setup(void)
{
    ck_assert(!zn_ctx_new(&ctx));
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    strcpy(folder, "/tmp/zeno-door-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/it.hdf5", folder);
    snprintf(other, sizeof other, "%s/other", folder);
}

static void teardown(void)
{
    unlink(path);
    unlink(other);
    rmdir(folder);
    zn_ctx_free(ctx);
}

/* ---- films of a ball, which are read as they are ---- */

static const char text[] = "bodies:\n"
                           "  ball: {mass: 1, position: [0, 0, 2], shape: "
                           "{type: sphere, radius: 0.5}}\n"
                           "simulation: {h: 1e-2, T: 0.05}\n";

/* The simulation of it; recorded, or not begun. */
static void simulate(bool recorded, zn_scene **s, zn_model **m,
                     zn_simulation **sim)
{
    zn_film *film;

    ck_assert(!zn_scene_read_text(ctx, "x", text, strlen(text), 0, NULL, s));
    ck_assert(!zn_scene_simulation(*s, ctx, m, sim));
    if (!recorded)
        return;
    ck_assert(!zn_film_new(*sim, *s, path, 1, &film));
    ck_assert(!zn_simulation_run(*sim));
    ck_assert(!zn_film_close(film));
}

static void drop(zn_scene *s, zn_model *m, zn_simulation *sim)
{
    zn_simulation_free(sim);
    zn_model_free(m);
    zn_scene_free(s);
}

static void record(void)
{
    zn_scene *s;
    zn_model *m;
    zn_simulation *sim;
    zn_film_data *d;

    simulate(true, &s, &m, &sim);
    drop(s, m, sim);
    ck_assert(!zn_film_read(ctx, path, &d));
    ck_assert_int_eq(d->nframe, 6);
    zn_film_data_free(ctx, d);
}

static void reopen(void)
{
    file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    ck_assert(file >= 0);
}

static void film_is_refused(const char *why)
{
    zn_film_data *d;

    H5Fclose(file);
    ck_assert_int_eq(zn_film_read(ctx, path, &d), ZN_EINVAL);
    ck_assert_ptr_null(d);
    ck_assert_msg(strstr(zn_errmsg(ctx), why), "%s", zn_errmsg(ctx));
}

/* ---- what leads elsewhere ---- */

/* Its numbers are the bytes of another file. */
static void put_outside(const char *name, hsize_t n)
{
    const hid_t space = H5Screate_simple(1, &n, NULL),
                how = H5Pcreate(H5P_DATASET_CREATE);
    hid_t set;

    ck_assert(H5Pset_external(how, other, 0, 8 * n) >= 0);
    set = H5Dcreate2(file, name, H5T_IEEE_F64LE, space, H5P_DEFAULT, how,
                     H5P_DEFAULT);
    ck_assert(set >= 0);
    H5Dclose(set);
    H5Pclose(how);
    H5Sclose(space);
}

/* It is put together of a dataset of another file. */
static void put_virtual(const char *name, hsize_t n)
{
    const hid_t space = H5Screate_simple(1, &n, NULL),
                how = H5Pcreate(H5P_DATASET_CREATE);
    hid_t set;

    ck_assert(H5Pset_virtual(how, space, other, name, space) >= 0);
    set = H5Dcreate2(file, name, H5T_IEEE_F64LE, space, H5P_DEFAULT, how,
                     H5P_DEFAULT);
    ck_assert(set >= 0);
    H5Dclose(set);
    H5Pclose(how);
    H5Sclose(space);
}

static void put_link(const char *name, hsize_t n)
{
    (void)n;
    ck_assert(H5Lcreate_external(other, name, file, name, H5P_DEFAULT,
                                 H5P_DEFAULT) >= 0);
}

static void (*const ways[])(const char *name,
                            hsize_t n) = {put_outside, put_virtual, put_link};

/* 'time' is that of another film, or a pipe nobody writes to. */
START_TEST(films_are_of_one_file)
{
    record();
    if (_i < 3)
        ck_assert(!rename(path, other));
    else
        ck_assert(!mkfifo(other, 0600));
    record();
    reopen();
    ck_assert(H5Ldelete(file, "time", H5P_DEFAULT) >= 0);
    ways[_i % 3]("time", 6);
    film_is_refused("'time' stands in another file");
}
END_TEST

START_TEST(runs_go_on_from_one_file)
{
    zn_scene *s;
    zn_model *m;
    zn_simulation *sim;

    ck_assert(!mkfifo(other, 0600));
    record();
    reopen();
    ck_assert(H5Ldelete(file, "state/last", H5P_DEFAULT) >= 0);
    ways[_i]("state/last", 6);
    H5Fclose(file);
    simulate(false, &s, &m, &sim);
    ck_assert_int_eq(zn_checkpoint_load(sim, path), ZN_EINVAL);
    ck_assert_msg(strstr(zn_errmsg(ctx), "'last' stands in another file"), "%s",
                  zn_errmsg(ctx));
    drop(s, m, sim);
}
END_TEST

/* A file with nothing but what leads elsewhere: the first that is found fault with. */
static void begin_with_pipe(int way, const char *group, const char *name)
{
    char full[64];
    hid_t g;

    ck_assert(!mkfifo(other, 0600));
    file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    g = H5Gcreate2(file, group, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    ck_assert(file >= 0 && g >= 0);
    H5Gclose(g);
    snprintf(full, sizeof full, "%s/%s", group, name);
    ways[way](full, 6);
    H5Fclose(file);
}

START_TEST(scenes_are_of_one_file)
{
    zn_scene *s;

    begin_with_pipe(_i, "data", "input");
    ck_assert_int_eq(zn_scene_read(ctx, path, 0, NULL, &s), ZN_EINVAL);
    ck_assert_ptr_null(s);
    ck_assert_msg(strstr(zn_errmsg(ctx), "'input' stands in another file"),
                  "%s", zn_errmsg(ctx));
}
END_TEST

START_TEST(problems_are_of_one_file)
{
    zn_problem_file *p;

    begin_with_pipe(_i, "fclib_local", "spacedim");
    ck_assert_int_eq(zn_problem_file_read(ctx, path, NULL, &p), ZN_EINVAL);
    ck_assert_ptr_null(p);
    ck_assert_msg(strstr(zn_errmsg(ctx), "'spacedim' stands in another file"),
                  "%s", zn_errmsg(ctx));
}
END_TEST

/* Groups that are in themselves have no end. */
START_TEST(a_group_in_itself_is_refused)
{
    record();
    reopen();
    ck_assert(H5Lcreate_hard(file, "/", file, "shape/again", H5P_DEFAULT,
                             H5P_DEFAULT) >= 0);
    film_is_refused("groups deeper than 16 levels");
}
END_TEST

/* ---- what is larger than it says, or says ---- */

/* An attribute of n elements where one is read. */
static void put_many(const char *key, hid_t type, hsize_t n)
{
    const hid_t space = H5Screate_simple(1, &n, NULL);
    const hid_t a =
        H5Acreate2(file, key, type, space, H5P_DEFAULT, H5P_DEFAULT);
    char *all = calloc(n, H5Tget_size(type));

    ck_assert(a >= 0 && all);
    memset(all, 'z', n * H5Tget_size(type));
    ck_assert(H5Awrite(a, type, all) >= 0);
    free(all);
    H5Aclose(a);
    H5Sclose(space);
}

START_TEST(a_text_is_one)
{
    const hid_t type = H5Tcopy(H5T_C_S1);

    H5Tset_size(type, 12);
    record();
    reopen();
    ck_assert(H5Adelete(file, "format") >= 0);
    put_many("format", type, 5000);
    film_is_refused("it is no film (format ''");
    H5Tclose(type);
}
END_TEST

/* 2^31 frames, none of them stored: 16 GB that nobody allocates. */
START_TEST(what_is_not_stored_is_not_believed)
{
    const hsize_t n = (hsize_t)1 << 31, chunk = 1024;
    const hid_t space = H5Screate_simple(1, &n, NULL),
                how = H5Pcreate(H5P_DATASET_CREATE);
    hid_t set;

    record();
    reopen();
    ck_assert(H5Ldelete(file, "time", H5P_DEFAULT) >= 0);
    H5Pset_chunk(how, 1, &chunk);
    set = H5Dcreate2(file, "time", H5T_IEEE_F64LE, space, H5P_DEFAULT, how,
                     H5P_DEFAULT);
    ck_assert(set >= 0);
    H5Dclose(set);
    H5Pclose(how);
    H5Sclose(space);
    film_is_refused("'time' is not of the size it must have");
}
END_TEST

/* ---- tables of recordings ---- */

/* What zeno-columns answers of the file. */
static int columns(char said[], size_t room)
{
    const char *build = getenv("ZENO_BUILDDIR");
    char command[1024];
    size_t n;
    FILE *p;

    ck_assert_msg(build, "ZENO_BUILDDIR is not set; run make check");
    snprintf(command, sizeof command, "'%s/tools/zeno-columns' '%s' 2>&1",
             build, path);
    p = popen(command, "r");
    ck_assert_ptr_nonnull(p);
    n = fread(said, 1, room - 1, p);
    said[n] = 0;
    return pclose(p);
}

START_TEST(a_unit_is_one)
{
    const hid_t type = H5Tcopy(H5T_C_S1);
    const hsize_t n = 3;
    const hid_t space = H5Screate_simple(1, &n, NULL);
    const double x[3] = {1, 2, 3};
    char said[2000];
    hid_t set;

    H5Tset_size(type, 60);
    file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    set = H5Dcreate2(file, "t", H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT,
                     H5P_DEFAULT);
    ck_assert(set >= 0 && H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL,
                                   H5P_DEFAULT, x) >= 0);
    H5Fclose(file);
    file = set; /* whose attribute it is */
    put_many("unit", type, 1000);
    H5Dclose(set);
    ck_assert_msg(columns(said, sizeof said) == 0, "%s", said);
    ck_assert_msg(!strstr(said, "zzz"), "%s", said);
    H5Tclose(type);
    H5Sclose(space);
}
END_TEST

START_TEST(recordings_are_of_one_file)
{
    char said[2000];

    begin_with_pipe(_i, "ball", "q0");
    ck_assert_int_ne(columns(said, sizeof said), 0);
    ck_assert_msg(strstr(said, "'q0' stands in another file"), "%s", said);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("hdf5_door");
    TCase *tc = tcase_create("hdf5_door");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_set_timeout(tc, 30);
    tcase_add_loop_test(tc, films_are_of_one_file, 0, 6);
    tcase_add_loop_test(tc, runs_go_on_from_one_file, 0, 3);
    tcase_add_loop_test(tc, scenes_are_of_one_file, 0, 3);
    tcase_add_loop_test(tc, problems_are_of_one_file, 0, 3);
    tcase_add_loop_test(tc, recordings_are_of_one_file, 0, 3);
    tcase_add_test(tc, a_group_in_itself_is_refused);
    tcase_add_test(tc, a_text_is_one);
    tcase_add_test(tc, a_unit_is_one);
    tcase_add_test(tc, what_is_not_stored_is_not_believed);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
