/* test_killed.c - a run that dies, or whose disk fails, at each of its calls to the
 * system: what was flushed is there, and what was there before is lost to nothing
 * SPDX-License-Identifier: Apache-2.0 */
#include <sys/syscall.h>

#include "tests/faults/killed.h"

/* ---- calls that fail ---- */

/* Is this the call? KILL does not return. */
static fault now(int fd)
{
    struct stat about;

    if (!b || b->kind == NONE)
        return NONE;
    if (fd >= 0 && fstat(fd, &about) == 0 && about.st_nlink == 0)
        return NONE; /* a file in memory */
    if (++b->calls != b->at)
        return NONE;
    b->met = true;
    if (b->kind == KILL)
        kill(getpid(), SIGKILL);
    return b->kind;
}

/* What a writing call comes to: n bytes to write, or -1. */
static ssize_t part(int fd, size_t n, long from, bool *die)
{
    const fault f = now(fd);

    *die = false;
    if (f == FAIL) {
        errno = b->error;
        return -1;
    }
    if (f == SHORT)
        return n > 1 ? (ssize_t)(n / 2) : (ssize_t)n;
    if (f == TEAR) { /* the system stops between two pages, not in one */
        const long page = 4096, end = (from + (long)n) / page * page;
        *die = true;
        return end > from ? end - from : 0;
    }
    return (ssize_t)n;
}

static ssize_t finish(ssize_t n, bool die)
{
    if (die)
        kill(getpid(), SIGKILL);
    return n;
}

/* A disk that is full fails where the file grows. */
static bool grows(int fd, long end)
{
    struct stat about;

    return fstat(fd, &about) || about.st_size < end;
}

static ssize_t write_part(int fd, const void *p, size_t n, long at, bool here)
{
    const long from = here ? syscall(SYS_lseek, fd, 0, SEEK_CUR) : at;
    const bool fails = b && (b->kind == KILL || b->kind == TEAR ||
                             grows(fd, from + (long)n));
    bool die = false;
    const ssize_t k = fails ? part(fd, n, from, &die) : (ssize_t)n;

    if (k < 0)
        return -1;
    return finish(here ? syscall(SYS_write, fd, p, (size_t)k)
                       : syscall(SYS_pwrite64, fd, p, (size_t)k, at),
                  die);
}

static int failing(int fd)
{
    const fault f = now(fd);

    if (f == TEAR)
        kill(getpid(), SIGKILL);
    if (f != FAIL)
        return 0;
    errno = b->error;
    return -1;
}

/* These take the place of the C library's, for HDF5 too. */
#pragma GCC visibility push(default)
ssize_t write(int fd, const void *p, size_t n)
{
    return write_part(fd, p, n, 0, true);
}

ssize_t pwrite(int fd, const void *p, size_t n, off_t at)
{
    return write_part(fd, p, n, at, false);
}

ssize_t pwrite64(int fd, const void *p, size_t n, off_t at)
{
    return write_part(fd, p, n, at, false);
}

int ftruncate(int fd, off_t n)
{
    return failing(fd) ? -1 : (int)syscall(SYS_ftruncate, fd, n);
}

int ftruncate64(int fd, off_t n)
{
    return failing(fd) ? -1 : (int)syscall(SYS_ftruncate, fd, n);
}

int posix_fallocate(int fd, off_t from, off_t n)
{
    return failing(fd) ? b->error : (int)syscall(SYS_fallocate, fd, 0, from, n);
}

int posix_fallocate64(int fd, off_t from, off_t n)
{
    return posix_fallocate(fd, from, n);
}

int fsync(int fd)
{
    return failing(fd); /* nobody pulls the plug */
}

int rename(const char *from, const char *to)
{
    return failing(-1) ? -1 : (int)syscall(SYS_rename, from, to);
}

#pragma GCC visibility pop

/* Run it in a child with a fault at call `at`; false if there are fewer calls. FAIL
 * and SHORT: the child says 0, or 3 when it ended with ZN_EIO, with words. */
static bool trial(zn_status (*body)(run *), fault kind, long at, int *status)
{
    pid_t child;

    *b = (board){.kind = kind, .at = at, .error = ENOSPC};
    child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        run one;
        const zn_status st = body(&one);
        const bool words = strstr(zn_errmsg(one.ctx), strerror(ENOSPC));
        b->kind = NONE; /* what is said at exit is not counted */
        forget(&one);
        exit(st == ZN_OK ? 0 : st == ZN_EIO && words ? 3 : 4);
    }
    ck_assert_int_eq(waitpid(child, status, 0), child);
    b->kind = NONE;
    return b->met;
}

static void no_other_file(void)
{
    DIR *d = opendir(run_folder);
    struct dirent *e;

    while ((e = readdir(d)))
        ck_assert_msg(e->d_name[0] == '.' ||
                          strcmp(strrchr(path, '/') + 1, e->d_name) == 0,
                      "'%s' is left behind", e->d_name);
    closedir(d);
}

/* ---- tests ---- */

static const fault deaths[] = {KILL, TEAR};
static const fault failures[] = {FAIL, SHORT};

START_TEST(hdf5_opens_wherever_the_run_is_killed)
{
    long at = 1;
    int status;

    run_path(path, "run.h5");
    for (old_recording(); trial(record_new, deaths[_i], at, &status); at += test_stride()) {
        ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
        check_hdf5(at);
        remove_temporaries();
        old_recording();
    }
    ck_assert_int_gt(at, 60);
    check_hdf5(at);
}
END_TEST

START_TEST(hdf5_opens_whichever_write_fails)
{
    long at = 1;
    int status;

    run_path(path, "run.h5");
    for (old_recording(); trial(record_new, failures[_i], at, &status); at += test_stride()) {
        ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) !=  4,
                      "call %ld: status %x", at, status);
        check_hdf5(at);
        no_other_file();
        old_recording();
    }
    ck_assert_int_gt(at, 15); /* most writes go where room was taken */
}
END_TEST

START_TEST(a_film_opens_wherever_the_run_is_killed)
{
    long at = 1;
    int status;

    run_path(path, "run.h5");
    for (old_film(); trial(shoot_new, deaths[_i], at, &status); at += test_stride()) {
        ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
        check_film(at);
        remove_temporaries();
        old_film();
    }
    ck_assert_int_gt(at, 60);
    check_film(at);
}
END_TEST

START_TEST(a_film_opens_whichever_write_fails)
{
    long at = 1;
    int status;

    run_path(path, "run.h5");
    for (old_film(); trial(shoot_new, failures[_i], at, &status); at += test_stride()) {
        ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) != 4,
                      "call %ld: status %x", at, status);
        check_film(at);
        no_other_file();
        old_film();
    }
    ck_assert_int_gt(at, 20);
}
END_TEST

START_TEST(csv_has_whole_rows_wherever_the_run_is_killed)
{
    long at = 1;
    int status;

    run_path(path, "run.csv");
    for (old_recording(); trial(record_new, deaths[_i], at, &status); at += test_stride()) {
        ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
        check_csv(at, deaths[_i] == TEAR);
        old_recording();
    }
    ck_assert_int_ge(at, 7);
    check_csv(at, false);
}
END_TEST

START_TEST(csv_has_whole_rows_whichever_write_fails)
{
    long at = 1;
    int status;

    run_path(path, "run.csv");
    for (old_recording(); trial(record_new, failures[_i], at, &status); at += test_stride()) {
        ck_assert_int_eq(WEXITSTATUS(status), failures[_i] == FAIL ? 3 : 0);
        check_csv(at, false);
        old_recording();
    }
    ck_assert_int_ge(at, 7);
}
END_TEST

START_TEST(a_checkpoint_is_the_old_or_the_new_one_wherever_it_is_killed)
{
    long at = 1;
    int status;

    run_path(path, "run.save");
    for (; trial(save, deaths[_i], at, &status); at += test_stride()) {
        ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
        check_checkpoint(at);
        remove_temporaries();
        unlink(path);
    }
    ck_assert_int_ge(at, 7);
}
END_TEST

START_TEST(a_checkpoint_is_the_old_or_the_new_one_whichever_write_fails)
{
    long at = 1;
    int status;

    run_path(path, "run.save");
    for (; trial(save, failures[_i], at, &status); at += test_stride()) {
        ck_assert_int_eq(WEXITSTATUS(status), failures[_i] == FAIL ? 3 : 0);
        check_checkpoint(at);
        no_other_file();
        unlink(path);
    }
    ck_assert_int_ge(at, 7);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("killed");
    TCase *tc = tcase_create("killed");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_set_timeout(tc, 300);
    tcase_add_loop_test(tc, hdf5_opens_wherever_the_run_is_killed, 0, 2);
    tcase_add_loop_test(tc, hdf5_opens_whichever_write_fails, 0, 2);
    tcase_add_loop_test(tc, a_film_opens_wherever_the_run_is_killed, 0, 2);
    tcase_add_loop_test(tc, a_film_opens_whichever_write_fails, 0, 2);
    tcase_add_loop_test(tc, csv_has_whole_rows_wherever_the_run_is_killed, 0,
                        2);
    tcase_add_loop_test(tc, csv_has_whole_rows_whichever_write_fails, 0, 2);
    tcase_add_loop_test(
        tc, a_checkpoint_is_the_old_or_the_new_one_wherever_it_is_killed, 0, 2);
    tcase_add_loop_test(
        tc, a_checkpoint_is_the_old_or_the_new_one_whichever_write_fails, 0, 2);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
