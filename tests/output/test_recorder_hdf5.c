/* test_recorder_hdf5.c - a recording as HDF5, read back with HDF5 itself
 * SPDX-License-Identifier: Apache-2.0 */
#include <hdf5.h>
#include <malloc.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "tests/output/run.h"
#include "tests/rounds.h"

static run r;
static char path[TEST_PATH];

static void setup(void)
{
    run_folder_make();
    MUST(&r, run_make(&r, NULL));
    run_path(path, "run.h5");
}

static void teardown(void)
{
    run_free(&r);
    run_folder_remove();
}

/* ---- reading ---- */

/* All of a dataset of one dimension, the caller's. */
static double *read_column(hid_t file, const char *name, long *n)
{
    const hid_t set = H5Dopen2(file, name, H5P_DEFAULT);
    const hid_t space = H5Dget_space(set);
    double *x;

    ck_assert_msg(set >= 0, "no dataset %s", name);
    ck_assert_int_eq(H5Sget_simple_extent_ndims(space), 1);
    *n = (long)H5Sget_simple_extent_npoints(space);
    x = malloc((size_t)(*n + 1) * sizeof *x);
    ck_assert_ptr_nonnull(x);
    ck_assert_int_ge(
        H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, x), 0);
    H5Sclose(space);
    H5Dclose(set);
    return x;
}

static const char *read_text(hid_t file, const char *object, const char *key)
{
    static char text[256];
    const hid_t attr =
        H5Aopen_by_name(file, object, key, H5P_DEFAULT, H5P_DEFAULT);
    hid_t type;

    ck_assert_msg(attr >= 0, "no attribute %s of %s", key, object);
    type = H5Aget_type(attr);
    ck_assert_uint_lt(H5Tget_size(type), sizeof text);
    ck_assert_int_ge(H5Aread(attr, type, text), 0);
    H5Tclose(type);
    H5Aclose(attr);
    return text;
}

/* ---- tests ---- */

static double step_probe(void *user, const zn_simulation *s)
{
    (void)user;
    return 1.0 / (double)(zn_simulation_step_number(s) + 3);
}

START_TEST(values_units_and_notes_read_back)
{
    zn_recorder *rec;
    double *t, *q, *x;
    long n;
    hid_t file;

    MUST(&r, zn_recorder_new(r.sim, path, 1, &rec));
    MUST(&r, zn_recorder_note(rec, "sample", "two balls"));
    MUST(&r, zn_recorder_note(rec, "e", "0.9"));
    MUST(&r, zn_recorder_note(rec, "e", "0.8"));
    MUST(&r, zn_recorder_add_q(rec, r.low, 0, "q", "m"));
    MUST(&r, zn_recorder_add(rec, "group/x", NULL, step_probe, NULL));
    MUST(&r, zn_simulation_run(r.sim));
    MUST(&r, zn_recorder_note(rec, "late", "\xc3\xa9t\xc3\xa9"));
    MUST(&r, zn_recorder_close(rec));

    file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    ck_assert(file >= 0);
    ck_assert_str_eq(read_text(file, "/", "zeno"), zn_version());
    ck_assert_str_eq(read_text(file, "/", "sample"), "two balls");
    ck_assert_str_eq(read_text(file, "/", "e"), "0.8");
    ck_assert_str_eq(read_text(file, "/", "late"), "\xc3\xa9t\xc3\xa9");
    ck_assert_str_eq(read_text(file, "t", "unit"), "s");
    ck_assert_str_eq(read_text(file, "q", "unit"), "m");
    ck_assert_str_eq(read_text(file, "group/x", "unit"), "-");
    t = read_column(file, "t", &n);
    ck_assert_int_eq(n, RUN_STEPS + 1);
    q = read_column(file, "q", &n);
    ck_assert_int_eq(n, RUN_STEPS + 1);
    x = read_column(file, "group/x", &n);
    ck_assert_int_eq(n, RUN_STEPS + 1);
    for (long k = 0; k < n; k++) {
        ck_assert(t[k] == zn_simulation_instant(r.sim, k));
        ck_assert(x[k] == 1.0 / (double)(k + 3));
    }
    ck_assert(q[0] == 0.5 && q[n - 1] == zn_simulation_q(r.sim, r.low)[0]);
    free(t);
    free(q);
    free(x);
    H5Fclose(file);
}
END_TEST

/* A program that simulates for days keeps nothing of its recordings: bytes, with those of HDF5. What
 * is not closed takes some hundred each, of five for a recording. */
START_TEST(a_closed_recording_leaves_nothing_behind)
{
    enum { FIRST = 20, MORE = 200 };
    size_t before = 0;

    if (test_is_slowed()) /* the tool has an allocator of its own */
        return;
    for (int k = 0; k < FIRST + MORE; k++) { /* the first make what HDF5 keeps for the next */
        zn_recorder *rec;

        if (k == FIRST)
            before = mallinfo2().uordblks;
        run_free(&r);
        MUST(&r, run_make(&r, NULL));
        MUST(&r, zn_recorder_new(r.sim, path, 1, &rec));
        MUST(&r, zn_recorder_note(rec, "sample", "two balls"));
        MUST(&r, zn_recorder_add_q(rec, r.low, 0, "q", "m"));
        MUST(&r, zn_recorder_add(rec, "x", NULL, step_probe, NULL));
        MUST(&r, zn_simulation_step(r.sim));
        MUST(&r, zn_recorder_note(rec, "late", "note"));
        MUST(&r, zn_recorder_close(rec));
    }
    ck_assert_uint_lt(mallinfo2().uordblks, before + 100 * MORE);
}
END_TEST

/* More rows than a block holds, so chunks follow each other. */
START_TEST(many_blocks_make_one_column)
{
    const zn_index steps = 20000;
    zn_recorder *rec;
    double *x;
    long n;
    hid_t file;

    MUST(&r, zn_simulation_set_time(r.sim, 0, 1e-5, (double)steps * 1e-5));
    MUST(&r, zn_recorder_new(r.sim, path, 1, &rec));
    MUST(&r, zn_recorder_add(rec, "x", NULL, step_probe, NULL));
    MUST(&r, zn_simulation_run(r.sim));
    MUST(&r, zn_recorder_close(rec));
    file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    x = read_column(file, "x", &n);
    ck_assert_int_eq(n, steps + 1);
    for (long k = 0; k < n; k++)
        ck_assert(x[k] == 1.0 / (double)(k + 3));
    free(x);
    H5Fclose(file);
}
END_TEST

/* The limit was met so many times; from then on there is room. */
static int fails;

static void lift(int signal)
{
    const struct rlimit none = {RLIM_INFINITY, RLIM_INFINITY};

    (void)signal;
    if (--fails <= 0)
        setrlimit(RLIMIT_FSIZE, &none);
}

/* In a child, writes fail when the file has `room` bytes, so many if there are: the run ends
 * with the reason, and HDF5 says nothing, now and at exit. */
static void writes_fail(int times, long room)
{
    const struct rlimit small = {(rlim_t)room, RLIM_INFINITY};
    char noise[TEST_PATH], *text;
    zn_recorder *rec;
    int status;
    pid_t child;

    run_path(noise, "noise");
    child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        zn_status st;
        fails = times;
        signal(SIGXFSZ, lift);
        if (!freopen(noise, "w", stderr) ||
            zn_simulation_set_time(r.sim, 0, 1e-6, 1e3) ||
            zn_recorder_new(r.sim, path, 1, &rec) ||
            zn_recorder_add(rec, "x", NULL, step_probe, NULL) ||
            zn_recorder_add(rec, "y", NULL, step_probe, NULL) ||
            setrlimit(RLIMIT_FSIZE, &small))
            exit(1);
        st = zn_simulation_run(r.sim);
        if (st != ZN_EIO || !strstr(zn_errmsg(r.ctx), path) ||
            !strstr(zn_errmsg(r.ctx), strerror(EFBIG)))
            exit(2);
        run_free(&r);
        exit(0); /* HDF5 tidies up here, too */
    }
    waitpid(child, &status, 0);
    ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 0,
                  "room for %ld bytes: status %d, exit %d", room, status,
                  WEXITSTATUS(status));
    text = run_read(noise);
    ck_assert_str_eq(text, "");
    free(text);
}

START_TEST(a_write_that_fails_ends_the_run_quietly)
{
    /* columns, first row, first and later blocks */
    for (long room = 1000; room < 3000000; room += room / 3)
        writes_fail(1, room);
}
END_TEST

/* What was flushed before stays readable, and of all columns the same rows. */
START_TEST(a_write_that_fails_does_no_harm_to_what_is_there)
{
    double *t, *x, *y;
    long n, nx, ny;
    hid_t file;

    writes_fail(1 + _i % 2, 5000000 + 50000 * _i);
    file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    ck_assert(file >= 0);
    t = read_column(file, "t", &n);
    x = read_column(file, "x", &nx);
    y = read_column(file, "y", &ny);
    ck_assert_int_ge(n, 1);
    ck_assert_int_eq(nx, n);
    ck_assert_int_eq(ny, n);
    for (long k = 0; k < n; k++) {
        ck_assert(t[k] == (double)k * 1e-6);
        ck_assert(x[k] == 1.0 / (double)(k + 3) && y[k] == x[k]);
    }
    free(t);
    free(x);
    free(y);
    H5Fclose(file);
}
END_TEST

/* A link is followed to the file that it names, and stays. */
START_TEST(links_are_followed_and_devices_refused)
{
    char target[TEST_PATH];
    zn_recorder *rec = NULL;
    struct stat about;

    ck_assert_int_eq(symlink("/dev/full", path), 0);
    ck_assert_int_eq(zn_recorder_new(r.sim, path, 1, &rec), ZN_EIO);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(r.ctx), path));
    ck_assert_ptr_nonnull(strstr(zn_errmsg(r.ctx), "device"));
    unlink(path);
    ck_assert_int_eq(symlink(run_path(target, "target.h5"), path), 0);
    ck_assert_int_eq(zn_recorder_new(r.sim, path, 1, &rec), ZN_EIO);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(r.ctx), "No such file"));
    fclose(fopen(target, "w"));
    MUST(&r, zn_recorder_new(r.sim, path, 1, &rec));
    MUST(&r, zn_simulation_step(r.sim));
    MUST(&r, zn_recorder_close(rec));
    ck_assert(lstat(path, &about) == 0 && S_ISLNK(about.st_mode));
    ck_assert(lstat(target, &about) == 0 && S_ISREG(about.st_mode));
    ck_assert_int_gt(H5Fis_hdf5(target), 0);
}
END_TEST

START_TEST(a_file_that_is_removed_ends_the_run)
{
    zn_recorder *rec;

    MUST(&r, zn_recorder_new(r.sim, path, 1, &rec));
    MUST(&r, zn_simulation_step(r.sim));
    ck_assert_int_eq(unlink(path), 0);
    ck_assert_int_eq(zn_recorder_flush(rec), ZN_EIO);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(r.ctx), "removed or replaced"));
}
END_TEST

START_TEST(a_file_in_use_is_left_alone)
{
    zn_recorder *rec, *other;
    run second;
    char *text;

    MUST(&r, zn_recorder_new(r.sim, path, 1, &rec));
    MUST(&r, zn_simulation_step(r.sim));
    MUST(&r, run_make(&second, NULL));
    ck_assert_int_eq(zn_recorder_new(second.sim, path, 1, &other), ZN_EIO);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(second.ctx), "is open for writing"));
    run_free(&second);
    MUST(&r, zn_recorder_close(rec));
    text = run_read(path);
    ck_assert_int_eq(memcmp(text, "\211HDF", 4), 0);
    free(text);
}
END_TEST

/* ---- a killed run ---- */

/* Tells how far it is, to whoever shares the memory. */
static zn_status mark(void *user, const zn_simulation *s)
{
    *(volatile zn_index *)user = zn_simulation_step_number(s);
    return ZN_OK;
}

/* The rows that a reader sees while it is written; -1 before there is a file. Others than readers of
 * what is being written (SWMR) may meet half of a flush. */
static long visible(void)
{
    const hid_t file =
        H5Fopen(path, H5F_ACC_RDONLY | H5F_ACC_SWMR_READ, H5P_DEFAULT);
    double *t;
    long n = -1;

    if (file >= 0) {
        t = read_column(file, "t", &n);
        free(t);
        H5Fclose(file);
    }
    return n;
}

/* However slow the machine is, rows reach the file without being asked for; and the
 * run is killed at some moment after. */
START_TEST(a_killed_run_leaves_a_file_with_all_but_the_last_moments)
{
    volatile zn_index *steps =
        mmap(NULL, sizeof *steps, PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    zn_recorder *rec;
    zn_index before;
    double *t, *q;
    pid_t child;
    long n, nq;
    hid_t file;

    ck_assert((void *)steps != MAP_FAILED);
    child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        zn_simulation_set_time(r.sim, 0, 1e-6, 1e3);
        /* a row is marked once it is recorded: observers go by turns */
        if (zn_recorder_new(r.sim, path, 1, &rec) ||
            zn_simulation_observe(r.sim, mark, (void *)steps, NULL) ||
            zn_simulation_run(r.sim))
            _exit(1);
        _exit(0);
    }
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    while (visible() < 1)
        usleep(10000);
    before = *steps;
    while (visible() <= before)
        usleep(50000);
    usleep((useconds_t)(getpid() % 1000) * 100);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);

    file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    ck_assert_msg(file >= 0, "the file of a killed run cannot be opened");
    t = read_column(file, "t", &n);
    q = read_column(file, "low.q0", &nq);
    n = n < nq ? n : nq; /* it may have died within a flush */
    ck_assert_msg(n > before && n <= *steps + 2,
                  "%ld rows; %td steps at first, %td at the end", n,
                  before, *steps);
    for (long k = 0; k < n; k++)
        ck_assert(t[k] == (double)k * 1e-6);
    /* falls freely at first; the midpoint rule is exact for that */
    for (long k = 0; k < n && k < 50000; k++)
        ck_assert_double_eq_tol(q[k], 0.5 - 9.81 / 2 * t[k] * t[k], 1e-9);
    free(t);
    free(q);
    H5Fclose(file);
}
END_TEST

static zn_status recorded_run(const zn_allocator *alloc)
{
    run one;
    zn_recorder *rec = NULL;
    zn_status st = run_make(&one, alloc);

    if (!st)
        st = zn_recorder_new(one.sim, path, 3, &rec);
    if (!st)
        st = zn_simulation_step(one.sim);
    run_free(&one);
    return st;
}

START_TEST(memory_may_run_out_at_any_time)
{
    test_torture(recorded_run);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("recorder, HDF5");
    TCase *tc = tcase_create("hdf5");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, values_units_and_notes_read_back);
    tcase_add_test(tc, a_closed_recording_leaves_nothing_behind);
    tcase_add_test(tc, many_blocks_make_one_column);
    tcase_add_test(tc, a_write_that_fails_ends_the_run_quietly);
    tcase_add_loop_test(tc, a_write_that_fails_does_no_harm_to_what_is_there, 0, 10);
    tcase_add_test(tc, links_are_followed_and_devices_refused);
    tcase_add_test(tc, a_file_that_is_removed_ends_the_run);
    tcase_add_test(tc, a_file_in_use_is_left_alone);
    tcase_add_test(tc,
                   a_killed_run_leaves_a_file_with_all_but_the_last_moments);
    tcase_add_test(tc, memory_may_run_out_at_any_time);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
