/* test_recorder_ends.c - what is in a recording however the run ends: stopped, freed, closed from
 * inside, killed, on a full disk
 * SPDX-License-Identifier: Apache-2.0 */
#include <sys/stat.h>
#include <sys/wait.h>

#include "tests/output/recording.h"
#include "tests/unit/meter.h"

static zn_status stop_at_57(void *user, const zn_simulation *s)
{
    (void)user;
    return zn_simulation_step_number(s) == 57 ? ZN_STOPPED : ZN_OK;
}

START_TEST(the_last_row_of_a_stopped_run_is_kept)
{
    zn_recorder *rec;
    char *text, buf[512];

    MUST(&r, zn_recorder_new(r.sim, path, 10, &rec));
    MUST(&r, zn_simulation_observe(r.sim, stop_at_57, NULL, NULL));
    ck_assert_int_eq(zn_simulation_run(r.sim), ZN_STOPPED);
    MUST(&r, zn_recorder_close(rec));
    text = run_read(path);
    ck_assert_int_eq(lines(text), 1 + 7);
    ck_assert(strtod(line(text, 7, buf), NULL) == 57 * RUN_H);
    free(text);
}
END_TEST

static void count(void *user, zn_log_level level, const char *words)
{
    (void)level, (void)words;
    ++*(int *)user;
}

START_TEST(freeing_the_simulation_keeps_all_rows_without_a_word)
{
    zn_recorder *rec;
    int warnings = 0;
    char *text;

    MUST(&r, zn_recorder_new(r.sim, path, 10, &rec));
    for (int k = 0; k < 25; k++)
        MUST(&r, zn_simulation_step(r.sim));
    zn_ctx_set_log(r.ctx, ZN_LOG_WARN, count, &warnings);
    zn_simulation_free(r.sim);
    r.sim = NULL;
    ck_assert_int_eq(warnings, 0);
    text = run_read(path); /* 0, 10, 20, 25 */
    ck_assert_int_eq(lines(text), 1 + 4);
    free(text);
}
END_TEST

START_TEST(a_flush_writes_what_there_is)
{
    zn_recorder *rec;
    char *text;

    MUST(&r, zn_recorder_new(r.sim, path, 1, &rec));
    for (int k = 0; k < 25; k++)
        MUST(&r, zn_simulation_step(r.sim));
    MUST(&r, zn_recorder_flush(rec));
    text = run_read(path);
    ck_assert_int_eq(lines(text), 1 + 26);
    free(text);
}
END_TEST

START_TEST(a_full_disk_ends_the_run_with_file_and_reason)
{
    zn_recorder *rec;

    if (access("/dev/full", W_OK)) {
        printf("SKIP: there is no /dev/full\n");
        return;
    }
    ck_assert_int_eq(symlink("/dev/full", path), 0);
    MUST(&r, zn_recorder_new(r.sim, path, 1, &rec));
    REFUSED(zn_simulation_run(r.sim), ZN_EIO, path);
    REFUSED(ZN_OK, ZN_OK, strerror(ENOSPC));
    ck_assert_int_eq(zn_simulation_step_number(r.sim), 0);
    ck_assert_int_eq(zn_recorder_close(rec), ZN_OK); /* it has been said */
}
END_TEST

/* A block of rows of this run takes some 300 kB. */
START_TEST(a_closed_recorder_holds_no_rows)
{
    meter held = {0};
    const zn_allocator alloc = {.resize = metered, .user = &held};
    zn_recorder *rec;
    size_t before = 0;

    run_free(&r);
    MUST(&r, run_make(&r, &alloc));
    for (int k = 0; k < 170; k++) {
        if (k == 150) /* by then every contact has been in the one-step problem */
            before = held.now;
        MUST(&r, zn_recorder_new(r.sim, path, 1, &rec));
        MUST(&r, zn_simulation_step(r.sim));
        MUST(&r, zn_recorder_close(rec));
    }
    ck_assert_uint_le(held.now - before, 20 * 8192);
    run_free(&r);
    ck_assert_uint_eq(held.now, 0);
}
END_TEST

static double closing_probe(void *user, const zn_simulation *s)
{
    if (zn_simulation_step_number(s) == 57)
        zn_recorder_close(*(zn_recorder **)user);
    return 1;
}

START_TEST(a_probe_may_close_its_recorder)
{
    zn_recorder *rec;
    char *text;

    MUST(&r, zn_recorder_new(r.sim, path, 10, &rec));
    MUST(&r, zn_recorder_add(rec, "one", NULL, closing_probe, &rec));
    MUST(&r, zn_simulation_run(r.sim));
    text = run_read(path); /* 0, 10, ..., 50; of 57 there is half a row */
    ck_assert_int_eq(lines(text), 1 + 6);
    free(text);
}
END_TEST

/* The probe of the first recorder closes the second one, whose turn at that step is still to come. */
START_TEST(a_probe_may_close_another_recorder)
{
    zn_recorder *rec, *other;
    char *text, second[TEST_PATH];

    run_path(second, "second.csv");
    MUST(&r, zn_recorder_new(r.sim, path, 10, &rec));
    MUST(&r, zn_recorder_add(rec, "one", NULL, closing_probe, &other));
    MUST(&r, zn_recorder_new(r.sim, second, 10, &other));
    MUST(&r, zn_simulation_run(r.sim));
    text = run_read(second); /* 0, 10, ..., 50, and 56 */
    ck_assert_int_eq(lines(text), 1 + 7);
    free(text);
}
END_TEST

/* A child records until it is killed, some moments after rows were seen in its
 * file; how many depends on the machine. All that are there are whole. */
/* Twenty steps with a recording of everything and a note, and one that was closed before it began; of the
 * first call allocation `fail_at` fails, and the call is made again. Was there such an allocation? */
static bool recorded(long fail_at, char **text)
{
    test_memory mem = {0};
    const zn_allocator alloc = test_allocator(&mem);
    zn_recorder *rec, *closed;
    char other[TEST_PATH];
    zn_status st;

    run_path(other, "closed.csv");
    unlink(path); /* of the run before */
    run_free(&r);
    MUST(&r, run_make(&r, &alloc));
    MUST(&r, zn_recorder_new(r.sim, path, 1, &rec));
    MUST(&r, zn_recorder_new(r.sim, other, 1, &closed));
    MUST(&r, zn_recorder_close(closed));
    MUST(&r, zn_recorder_note(rec, "key", "text"));
    mem.fail_at = fail_at ? mem.calls + fail_at : 0;
    st = zn_simulation_init(r.sim);
    ck_assert_int_eq(st, mem.failed ? ZN_ENOMEM : ZN_OK);
    MUST(&r, zn_simulation_init(r.sim));
    for (int k = 0; k < 20; k++)
        MUST(&r, zn_simulation_step(r.sim));
    ck_assert_msg(!zn_recorder_close(rec), "allocation %ld: %s", fail_at, zn_errmsg(r.ctx));
    *text = run_read(path);
    run_free(&r);
    ck_assert_int_eq(mem.live, 0);
    MUST(&r, run_make(&r, NULL));
    return mem.failed;
}

/* Who had no memory for its first row has it when the call is made again. */
START_TEST(a_recording_that_could_not_begin_begins_again)
{
    char *want, *text;
    long k = 1;

    recorded(0, &want);
    ck_assert_int_eq(lines(want), 1 + 21);
    for (; recorded(k, &text); k++) {
        ck_assert_msg(strcmp(text, want) == 0, "allocation %ld: %s", k, text);
        free(text);
    }
    ck_assert_int_gt(k, 20);
    free(text);
    free(want);
}
END_TEST

START_TEST(a_killed_run_keeps_its_rows)
{
    const pid_t child = fork();
    struct stat about;
    zn_recorder *rec;
    off_t first;
    char *text;

    ck_assert_int_ge(child, 0);
    if (child == 0) {
        zn_simulation_set_time(r.sim, 0, 1e-6, 1e3);
        if (zn_recorder_new(r.sim, path, 100, &rec) || zn_simulation_run(r.sim))
            _exit(1);
        _exit(0);
    }
    while (stat(path, &about) || about.st_size == 0)
        usleep(10000); /* the first row is written at once */
    first = about.st_size;
    while (!stat(path, &about) && about.st_size == first)
        usleep(10000); /* more follow while it runs, about each second */
    usleep(100000);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    text = run_read(path);
    ck_assert_int_gt(lines(text), 2);
    ck_assert_int_eq(text[strlen(text) - 1], '\n');
    free(text);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("recorder, ends");
    TCase *tc = tcase_create("ends");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_set_timeout(tc, 30); /* runs are killed */
    tcase_add_test(tc, the_last_row_of_a_stopped_run_is_kept);
    tcase_add_test(tc, freeing_the_simulation_keeps_all_rows_without_a_word);
    tcase_add_test(tc, a_flush_writes_what_there_is);
    tcase_add_test(tc, a_full_disk_ends_the_run_with_file_and_reason);
    tcase_add_test(tc, a_closed_recorder_holds_no_rows);
    tcase_add_test(tc, a_probe_may_close_its_recorder);
    tcase_add_test(tc, a_probe_may_close_another_recorder);
    tcase_add_test(tc, a_recording_that_could_not_begin_begins_again);
    tcase_add_test(tc, a_killed_run_keeps_its_rows);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
