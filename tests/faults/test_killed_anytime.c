/* test_killed_anytime.c - a run that dies at any instant, not only in a call
 * SPDX-License-Identifier: Apache-2.0 */
#include <sched.h>
#include <time.h>

#include "tests/faults/killed.h"

enum { INSTANTS = 200 };

static double now_s(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Run it in a child that is killed so many seconds after it begins; without, that
 * ends. Returns how long it took. */
static double cut(zn_status (*body)(run *), double after)
{
    double begun;
    int status;
    pid_t child;

    *b = (board){.kind = NONE};
    child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        run one;
        b->begun = true;
        exit(body(&one) ? 4 : 0);
    }
    while (!*(volatile bool *)&b->begun)
        sched_yield();
    begun = now_s();
    while (now_s() - begun < after)
        sched_yield();
    if (after > 0)
        kill(child, SIGKILL);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFSIGNALED(status) ? after > 0 : WEXITSTATUS(status) == 0);
    return now_s() - begun;
}

/* At instants spread over a run, by a generator of our own; `old` makes what is there
 * before. */
static void cut_anywhere(zn_status (*body)(run *), void (*old)(void),
                         void (*check)(long))
{
    uint32_t seed = 20261123;
    double whole;

    old();
    whole = cut(body, 0);
    for (long k = 0; k < test_rounds(INSTANTS); k++) {
        old();
        seed = seed * 1664525u + 1013904223u;
        cut(body, 1.1 * whole * ((double)(seed >> 8) + 1) / (1 << 24));
        check(k);
        remove_temporaries();
    }
}

static void check_whole_csv(long at)
{
    check_csv(at, true);
}

static void no_checkpoint(void)
{
    unlink(path);
}

START_TEST(files_are_whole_whenever_the_run_is_killed)
{
    run_path(path, "run.h5");
    cut_anywhere(record_new, old_recording, check_hdf5);
    cut_anywhere(shoot_new, old_film, check_film);
    run_path(path, "run.csv");
    cut_anywhere(record_new, old_recording, check_whole_csv);
    run_path(path, "run.save");
    cut_anywhere(save, no_checkpoint, check_checkpoint);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("killed anytime");
    TCase *tc = tcase_create("killed anytime");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_set_timeout(tc, 300);
    tcase_add_test(tc, files_are_whole_whenever_the_run_is_killed);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
