/* leavings.h - names for what a fuzzer writes: a file or folder of its own, with the number of its
 * process. A fuzzer that is killed leaves it; the next one that begins takes it away.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_FUZZ_LEAVINGS_H
#define ZENO_FUZZ_LEAVINGS_H

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/fuzz/replay.h"

enum { LEAVINGS_NAME = 64 };

/* A folder with its files, or a file. */
static inline void leavings_remove(const char *path)
{
    char inner[LEAVINGS_NAME + 512];
    const struct dirent *file;
    DIR *all = opendir(path);

    while (all && (file = readdir(all))) {
        snprintf(inner, sizeof inner, "%s/%.255s", path, file->d_name);
        unlink(inner); /* . and .. stay */
    }
    if (all) {
        closedir(all);
        rmdir(path);
    }
    unlink(path);
}

/* What processes that are no more have left in a folder. */
static inline void leavings_sweep(const char *where)
{
    char path[LEAVINGS_NAME + 256];
    const struct dirent *file;
    DIR *all = opendir(where);

    while (all && (file = readdir(all))) {
        const char *number = file->d_name + strlen("zeno-fuzz-");
        if (strncmp(file->d_name, "zeno-fuzz-", strlen("zeno-fuzz-")) || atoi(number) < 1 ||
            kill(atoi(number), 0) == 0 || errno != ESRCH)
            continue;
        snprintf(path, sizeof path, "%s/%.255s", where, file->d_name);
        leavings_remove(path);
    }
    if (all)
        closedir(all);
}

/* A name for mkstemp or mkdtemp, in memory where that can be. */
static inline void leavings_name(char name[LEAVINGS_NAME])
{
    const char *where = access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm";

    leavings_sweep(where);
    snprintf(name, LEAVINGS_NAME, "%s/zeno-fuzz-%d-XXXXXX", where, (int)getpid());
}

#ifndef ZN_FUZZ_ONLY
/* What a process that is killed has left is taken away by the next name, and what is ours stays. */
static inline void leavings_check(void)
{
    char mine[LEAVINGS_NAME], name[LEAVINGS_NAME], its[LEAVINGS_NAME];
    int status, ends[2];
    pid_t child;

    leavings_name(mine);
    must(mkdtemp(mine) && !pipe(ends));
    child = fork();
    must(child >= 0);
    if (!child) {
        leavings_name(its);
        must(mkdtemp(its) && write(ends[1], its, sizeof its) == sizeof its);
        raise(SIGKILL);
    }
    must(read(ends[0], its, sizeof its) == sizeof its);
    must(waitpid(child, &status, 0) == child && WIFSIGNALED(status) && !access(its, F_OK));
    leavings_name(name);
    must(access(its, F_OK) && !access(mine, F_OK));
    leavings_remove(mine);
    must(access(mine, F_OK));
    must(!close(ends[0]) && !close(ends[1]));
}
#endif

#endif
