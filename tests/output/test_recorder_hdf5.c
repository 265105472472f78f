/* test_recorder_hdf5.c - a recording as HDF5, read back with HDF5 itself
 * SPDX-License-Identifier: Apache-2.0 */
#include <hdf5.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "tests/output/run.h"

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

/* The limit was met once; from then on there is room. */
static void lift(int signal)
{
    const struct rlimit none = {RLIM_INFINITY, RLIM_INFINITY};

    (void)signal;
    setrlimit(RLIMIT_FSIZE, &none);
}

/* In a child, one write fails when the file has `room` bytes: the run ends with
 * the reason, and HDF5 says nothing, now and at exit. */
static void fail_once(long room)
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
        signal(SIGXFSZ, lift);
        if (!freopen(noise, "w", stderr) ||
            zn_simulation_set_time(r.sim, 0, 1e-6, 1e3) ||
            zn_recorder_new(r.sim, path, 1, &rec) ||
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
        fail_once(room);
}
END_TEST

/* What was flushed before stays readable. */
START_TEST(a_write_that_fails_does_no_harm_to_what_is_there)
{
    double *t;
    long n;
    hid_t file;

    fail_once(5000000);
    file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    ck_assert(file >= 0);
    t = read_column(file, "t", &n);
    ck_assert_int_ge(n, 1);
    for (long k = 0; k < n; k++)
        ck_assert(t[k] == (double)k * 1e-6);
    free(t);
    H5Fclose(file);
}
END_TEST

START_TEST(a_full_disk_is_reported)
{
    zn_recorder *rec = NULL;
    zn_status st;

    if (access("/dev/full", W_OK)) {
        printf("SKIP: there is no /dev/full\n");
        return;
    }
    ck_assert_int_eq(symlink("/dev/full", path), 0);
    st = zn_recorder_new(r.sim, path, 1, &rec);
    if (!st)
        st = zn_simulation_run(r.sim);
    ck_assert_int_eq(st, ZN_EIO);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(r.ctx), path));
    ck_assert_ptr_nonnull(strstr(zn_errmsg(r.ctx), strerror(ENOSPC)));
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
    ck_assert_ptr_nonnull(strstr(zn_errmsg(second.ctx), "has it open"));
    run_free(&second);
    MUST(&r, zn_recorder_close(rec));
    text = run_read(path);
    ck_assert_int_eq(memcmp(text, "\211HDF", 4), 0);
    free(text);
}
END_TEST

/* ---- a killed run ---- */

/* Leaves behind how far it was, in a file that is updated at every step. */
static zn_status mark(void *user, const zn_simulation *s)
{
    const zn_index step = zn_simulation_step_number(s);

    return pwrite(*(int *)user, &step, sizeof step, 0) == sizeof step
               ? ZN_OK
               : ZN_STOPPED;
}

START_TEST(a_killed_run_leaves_a_file_with_all_but_the_last_moments)
{
    const pid_t child = fork();
    char marks[TEST_PATH];
    zn_index made = 0;
    zn_recorder *rec;
    double *t, *q;
    long n, nq;
    FILE *f;
    hid_t file;

    run_path(marks, "marks");
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        f = fopen(marks, "wb");
        int fd = fileno(f);
        zn_simulation_set_time(r.sim, 0, 1e-6, 1e3);
        if (zn_recorder_new(r.sim, path, 1, &rec) ||
            zn_simulation_observe(r.sim, mark, &fd, NULL) ||
            zn_simulation_run(r.sim))
            _exit(1);
        _exit(0);
    }
    usleep(2600 * 1000);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);

    f = fopen(marks, "rb");
    ck_assert_ptr_nonnull(f);
    ck_assert_uint_eq(fread(&made, sizeof made, 1, f), 1);
    fclose(f);
    file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    ck_assert_msg(file >= 0, "the file of a killed run cannot be opened");
    t = read_column(file, "t", &n);
    q = read_column(file, "low.q0", &nq);
    ck_assert_int_eq(n, nq);
    /* flushed after 1 s and after 2 s at the latest, of 2.6 s less the start */
    ck_assert_msg(n > made / 2, "%ld rows of %td steps", n, made);
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
    tcase_set_timeout(tc, 20);
    tcase_add_test(tc, values_units_and_notes_read_back);
    tcase_add_test(tc, many_blocks_make_one_column);
    tcase_add_test(tc, a_write_that_fails_ends_the_run_quietly);
    tcase_add_test(tc, a_write_that_fails_does_no_harm_to_what_is_there);
    tcase_add_test(tc, a_full_disk_is_reported);
    tcase_add_test(tc, a_file_in_use_is_left_alone);
    tcase_add_test(tc,
                   a_killed_run_leaves_a_file_with_all_but_the_last_moments);
    tcase_add_test(tc, memory_may_run_out_at_any_time);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
