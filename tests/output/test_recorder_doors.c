/* test_recorder_doors.c - a recording in a folder that others write to: names change hands
 * SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* RTLD_NEXT */
#include <dlfcn.h>
#include <fcntl.h>
#include <hdf5.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/output/run.h"

/* Where the library lets HDF5 open something: as it is made, for rows, for a late note. */
typedef enum door { MADE, ROWS, NOTE, SHUT } door;

static run r;
static char path[TEST_PATH], victim[TEST_PATH], moved[TEST_PATH];
static door open_door;     /* before HDF5 opens it, its name changes hands */
static bool without_names; /* the system has none for descriptors */

static void setup(void)
{
    run_folder_make();
    MUST(&r, run_make(&r, NULL));
    run_path(path, "run.h5");
    run_path(victim, "victim.h5");
    run_path(moved, "moved.h5");
    open_door = SHUT;
    without_names = false;
}

static void teardown(void)
{
    run_free(&r);
    run_folder_remove();
}

/* ---- somebody else ---- */

/* The name it has before it is whole begins with the one it will have. */
static const char *name_now(char name[TEST_PATH])
{
    DIR *d = opendir(run_folder);
    struct dirent *e;

    ck_assert_ptr_nonnull(d);
    run_path(name, "run.h5");
    while ((e = readdir(d)))
        if (strncmp(e->d_name, "run.h5.", strlen("run.h5.")) == 0)
            run_path(name, e->d_name);
    closedir(d);
    return name;
}

static void change_hands(door d)
{
    char name[TEST_PATH];

    if (d != open_door)
        return;
    open_door = SHUT;
    name_now(name);
    ck_assert_int_eq(rename(name, moved), 0);
    ck_assert_int_eq(symlink(victim, name), 0);
}

/* What the library calls is this program's, which passes it on. */
static void next(const char *name, void *out)
{
    void *const f = dlsym(RTLD_NEXT, name);

    ck_assert_ptr_nonnull(f);
    memcpy(out, &f, sizeof f);
}

hid_t H5Fcreate(const char *name, unsigned how, hid_t creation, hid_t access)
{
    hid_t (*real)(const char *, unsigned, hid_t, hid_t);

    next("H5Fcreate", &real);
    change_hands(MADE);
    return real(name, how, creation, access);
}

hid_t H5Fopen(const char *name, unsigned how, hid_t access)
{
    hid_t (*real)(const char *, unsigned, hid_t);

    next("H5Fopen", &real);
    change_hands(how & H5F_ACC_SWMR_WRITE ? ROWS : NOTE);
    return real(name, how, access);
}

int stat(const char *restrict name, struct stat *restrict about)
{
    if (without_names && strncmp(name, "/proc/", strlen("/proc/")) == 0)
        name = "/no/such";
    return fstatat(AT_FDCWD, name, about, 0);
}

/* ---- tests ---- */

static zn_status record(const char *to, zn_recorder **rec)
{
    zn_status st = zn_recorder_new(r.sim, to, 1, rec);

    return st ? st : zn_simulation_step(r.sim);
}

/* A recording of somebody else, which HDF5 would go on with. */
static void make_victim(void)
{
    zn_recorder *rec;

    MUST(&r, record(victim, &rec));
    MUST(&r, zn_recorder_close(rec));
    run_free(&r);
    MUST(&r, run_make(&r, NULL));
}

/* Its bytes, the caller's. */
static unsigned char *bytes_of(const char *file, size_t *n)
{
    FILE *f = fopen(file, "rb");
    struct stat about;
    unsigned char *bytes;

    ck_assert_ptr_nonnull(f);
    ck_assert_int_eq(fstat(fileno(f), &about), 0);
    *n = (size_t)about.st_size;
    bytes = malloc(*n + 1);
    ck_assert_ptr_nonnull(bytes);
    ck_assert_uint_eq(fread(bytes, 1, *n, f), *n);
    fclose(f);
    return bytes;
}

/* The file has these bytes, which are freed. */
static void holds(const char *file, unsigned char *bytes, size_t n)
{
    size_t m;
    unsigned char *there = bytes_of(file, &m);

    ck_assert_uint_eq(m, n);
    ck_assert_mem_eq(there, bytes, n);
    free(there);
    free(bytes);
}

static void refused(void)
{
    zn_recorder *rec = NULL;

    ck_assert_int_eq(record(path, &rec), ZN_EIO);
    ck_assert_int_eq(open_door, SHUT);
    ck_assert_msg(strstr(zn_errmsg(r.ctx), path) &&
                      strstr(zn_errmsg(r.ctx), "given to another file"),
                  "%s", zn_errmsg(r.ctx));
    run_free(&r);
    ck_assert_int_ne(access(path, F_OK), 0);
}

START_TEST(a_name_that_changes_hands_is_no_way_into_another_file)
{
    unsigned char *before;
    size_t n;

    make_victim();
    before = bytes_of(victim, &n);
    open_door = (door)_i;
    refused();
    holds(victim, before, n);
}
END_TEST

/* HDF5 has to open the name then, and what it opened is looked at. */
START_TEST(without_names_for_descriptors_it_is_noticed)
{
    make_victim();
    open_door = (door)_i;
    without_names = true;
    refused();
}
END_TEST

START_TEST(late_notes_go_to_the_file_that_was_written)
{
    unsigned char *before;
    zn_recorder *rec;
    size_t n;
    hid_t file;

    make_victim();
    before = bytes_of(victim, &n);
    MUST(&r, record(path, &rec));
    open_door = NOTE;
    MUST(&r, zn_recorder_note(rec, "late", "one"));
    MUST(&r, zn_recorder_note(rec, "later", "two"));
    MUST(&r, zn_recorder_close(rec));
    ck_assert_int_eq(open_door, SHUT);
    holds(victim, before, n);
    file = H5Fopen(moved, H5F_ACC_RDONLY, H5P_DEFAULT);
    ck_assert(file >= 0);
    ck_assert_int_gt(H5Aexists(file, "late"), 0);
    ck_assert_int_gt(H5Aexists(file, "later"), 0);
    H5Fclose(file);
}
END_TEST

/* The same way, while names stay whose they are. */
START_TEST(without_names_for_descriptors_it_is_written_all_the_same)
{
    zn_recorder *rec;
    hid_t file, set, space;

    without_names = true;
    MUST(&r, record(path, &rec));
    MUST(&r, zn_recorder_note(rec, "late", "one"));
    MUST(&r, zn_recorder_close(rec));
    file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    set = H5Dopen2(file, "t", H5P_DEFAULT);
    space = H5Dget_space(set);
    ck_assert_int_eq(H5Sget_simple_extent_npoints(space), 2);
    ck_assert_int_gt(H5Aexists(file, "late"), 0);
    H5Sclose(space);
    H5Dclose(set);
    H5Fclose(file);
}
END_TEST

/* What a function of the model starts and leaves running holds no recording open: its lock would
 * tell later runs that the file is in use, and its number would be a way to write there. */
START_TEST(programs_that_are_started_have_no_recording)
{
    static const char *const names[] = {"run.h5", "run.csv"};
    char line[4 * TEST_PATH];
    zn_recorder *rec;
    int lines = 0;
    FILE *f;

    run_path(path, names[_i]);
    MUST(&r, record(path, &rec));
    MUST(&r, zn_simulation_step(r.sim));
    MUST(&r, zn_recorder_flush(rec));
    f = popen("exec ls -l /proc/self/fd", "r");
    ck_assert_ptr_nonnull(f);
    for (; fgets(line, sizeof line, f); lines++)
        ck_assert_msg(!strstr(line, names[_i]), "%s", line);
    ck_assert_int_eq(pclose(f), 0);
    ck_assert_int_gt(lines, 2);
    MUST(&r, zn_recorder_close(rec));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("recordings where others write");
    TCase *tc = tcase_create("doors");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_loop_test(tc, a_name_that_changes_hands_is_no_way_into_another_file, MADE,
                        ROWS + 1);
    tcase_add_loop_test(tc, without_names_for_descriptors_it_is_noticed, MADE, ROWS + 1);
    tcase_add_test(tc, late_notes_go_to_the_file_that_was_written);
    tcase_add_test(tc, without_names_for_descriptors_it_is_written_all_the_same);
    tcase_add_loop_test(tc, programs_that_are_started_have_no_recording, 0, 2);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
