/* test_progress.c - signs of life of a long run
 * SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* posix_openpt */
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <sys/ioctl.h>

#include "tests/output/run.h"

static run r;
static char path[TEST_PATH];

static void setup(void)
{
    run_folder_make();
    MUST(&r, run_make(&r, NULL));
    run_path(path, "progress");
}

static void teardown(void)
{
    run_free(&r);
    run_folder_remove();
}

static zn_index iterations[RUN_STEPS + 1]; /* until then */

/* A step takes this many microseconds. */
static zn_status dawdle(void *user, const zn_simulation *s)
{
    zn_run_info info;

    zn_simulation_run_info(s, &info);
    iterations[zn_simulation_step_number(s)] = info.solver_iterations;
    usleep(*(useconds_t *)user);
    return ZN_OK;
}

/* A run with progress on `out`. */
static void show(useconds_t per_step, FILE *out)
{
    MUST(&r, zn_simulation_observe(r.sim, dawdle, &per_step, NULL));
    MUST(&r, zn_progress_show(r.sim, out));
    MUST(&r, zn_simulation_run(r.sim));
    run_free(&r);
}

START_TEST(a_short_run_shows_nothing)
{
    FILE *f = fopen(path, "w");
    char *text;

    show(0, f);
    fclose(f);
    text = run_read(path);
    ck_assert_str_eq(text, "");
    free(text);
}
END_TEST

START_TEST(a_file_gets_plain_lines_every_few_seconds)
{
    FILE *f = fopen(path, "w");
    char *text;
    int lines = 0;

    show(29000, f); /* 5.8 s and more */
    fclose(f);
    text = run_read(path);
    for (char *c = text; *c; c++) {
        lines += *c == '\n';
        ck_assert_msg(*c == '\n' || (*c >= ' ' && *c < 0x7f), "not plain: %s",
                      text);
    }
    ck_assert_int_ge(lines, 1);
    ck_assert_int_le(lines, 2);
    ck_assert_ptr_nonnull(strstr(text, "%  t = "));
    ck_assert_ptr_nonnull(strstr(text, " steps/s  0:0"));
    ck_assert_ptr_nonnull(strstr(text, " left  "));
    ck_assert_ptr_nonnull(strstr(text, " active, "));
    ck_assert_ptr_nonnull(strstr(text, " iterations, "));
    ck_assert_ptr_nonnull(strstr(text, " m deep\n"));
    free(text);
}
END_TEST

/* What a terminal of so many columns gets; a step takes this many microseconds. */
static size_t on_terminal(unsigned short columns, useconds_t per_step,
                          char text[65536])
{
    const int master = posix_openpt(O_RDWR | O_NOCTTY);
    const struct winsize size = {.ws_row = 24, .ws_col = columns};
    size_t n = 0;
    ssize_t got;
    FILE *f;

    ck_assert_int_ge(master, 0);
    ck_assert_int_eq(grantpt(master), 0);
    ck_assert_int_eq(unlockpt(master), 0);
    ck_assert_int_eq(ioctl(master, TIOCSWINSZ, &size), 0);
    f = fopen(ptsname(master), "w");
    ck_assert_ptr_nonnull(f);
    show(per_step, f);
    ck_assert_int_eq(fcntl(master, F_SETFL, O_NONBLOCK), 0);
    while (n < 65535 && (got = read(master, text + n, 65535 - n)) > 0)
        n += (size_t)got;
    text[n] = 0;
    fclose(f);
    close(master);
    return n;
}

START_TEST(a_terminal_gets_a_bar_that_goes_away)
{
    static char text[65536];
    const size_t n = on_terminal(200, 8000, text); /* 1.6 s */

    ck_assert_ptr_nonnull(strstr(text, "\r[="));
    ck_assert_ptr_nonnull(strstr(text, "] "));
    ck_assert_ptr_nonnull(strstr(text, "steps/s"));
    ck_assert_ptr_nonnull(strstr(text, " m deep\033[K\r"));
    ck_assert_ptr_null(strchr(text, '\n'));
    /* the line is empty in the end */
    ck_assert_uint_ge(n, 4);
    ck_assert_str_eq(text + n - 4, "\r\033[K");
}
END_TEST

START_TEST(a_narrow_terminal_gets_one_line)
{
    static char text[65536];
    char *line;

    on_terminal(40, 8000, text);
    ck_assert_ptr_nonnull(strstr(text, "\r[="));
    for (line = strtok(text, "\r"); line; line = strtok(NULL, "\r"))
        ck_assert_uint_le(strcspn(line, "\033"), 39);
}
END_TEST

START_TEST(a_sign_tells_the_iterations_a_step_since_the_last)
{
    static char text[65536];
    long last = 0;
    int told = 0;

    MUST(&r, zn_simulation_set(r.sim, "solver", "pgs")); /* which iterates */
    on_terminal(200, 8000, text);
    for (char *line = strtok(text, "\r"); line; line = strtok(NULL, "\r")) {
        const char *t = strstr(line, "t = "), *n = strstr(line, " active, ");
        if (!t)
            continue;
        const long step = lround(strtod(t + 4, NULL) / RUN_H);
        if (n) {
            const double mean = (double)(iterations[step] - iterations[last]) /
                                (double)(step - last);
            const double shown = strtod(n + 9, NULL);
            /* three digits are shown */
            ck_assert_msg(fabs(shown - mean) <= 0.005 * mean,
                          "step %ld: %g iterations, not %g", step, shown, mean);
            told += mean > 0;
        }
        last = step;
    }
    ck_assert_int_ge(told, 2);
}
END_TEST

/* Until the first impact, at step 64, no problem has been solved. */
START_TEST(bodies_in_the_air_have_no_contacts_to_tell_of)
{
    static char text[65536];

    MUST(&r, zn_simulation_set_time(r.sim, 0, RUN_H, 60 * RUN_H));
    on_terminal(200, 20000, text); /* 1.2 s */
    ck_assert_msg(strstr(text, " left\033") != NULL, "%s", text);
    ck_assert_msg(strstr(text, "active") == NULL, "%s", text);
}
END_TEST

static zn_status shown_run(const zn_allocator *alloc)
{
    run one;
    zn_status st = run_make(&one, alloc);

    if (!st)
        st = zn_progress_show(one.sim, stdout);
    if (!st)
        st = zn_simulation_step(one.sim);
    run_free(&one);
    return st;
}

START_TEST(memory_may_run_out_at_any_time)
{
    test_torture(shown_run);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("progress");
    TCase *tc = tcase_create("progress");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_set_timeout(tc, 20);
    tcase_add_test(tc, a_short_run_shows_nothing);
    tcase_add_test(tc, a_file_gets_plain_lines_every_few_seconds);
    tcase_add_test(tc, a_terminal_gets_a_bar_that_goes_away);
    tcase_add_test(tc, a_narrow_terminal_gets_one_line);
    tcase_add_test(tc, a_sign_tells_the_iterations_a_step_since_the_last);
    tcase_add_test(tc, bodies_in_the_air_have_no_contacts_to_tell_of);
    tcase_add_test(tc, memory_may_run_out_at_any_time);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
