/* recording.h - a run and its recording as text, for the tests of recorders
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_RECORDING_H
#define ZENO_TEST_RECORDING_H

#include "tests/output/run.h"

static run r;
static char path[TEST_PATH];

static inline void setup(void)
{
    run_folder_make();
    MUST(&r, run_make(&r, NULL));
    run_path(path, "run.csv");
}

static inline void teardown(void)
{
    run_free(&r);
    run_folder_remove();
}

/* Number of lines, and the k-th, cut out of a copy. */
static inline long lines(const char *text)
{
    long n = 0;

    for (; *text; text++)
        n += *text == '\n';
    return n;
}

static inline const char *line(const char *text, long k, char out[512])
{
    while (k-- > 0)
        text = strchr(text, '\n') + 1;
    snprintf(out, 512, "%.*s", (int)strcspn(text, "\n"), text);
    return out;
}

#define REFUSED(call, status, words)                                           \
    do {                                                                       \
        ck_assert_int_eq((call), (status));                                    \
        ck_assert_msg(strstr(zn_errmsg(r.ctx), (words)) != NULL, "%s",         \
                      zn_errmsg(r.ctx));                                       \
    } while (0)

#endif
