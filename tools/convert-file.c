/* convert-file.c - the file that was named, which takes its name when it is whole, and those beside it,
 * whose names nobody typed
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kernel/output/whole_file.h"
#include "solvers/core/made_file.h"
#include "solvers/core/same_place.h"
#include "solvers/core/typed_file.h"
#include "tools/convert.h"

enum { FAILED = 1, MISUSE = 2 };

static const char *film; /* NULL: none */

/* ---- the one that was named ---- */

static zni_whole_file named = {.fd = -1};

/* The program ends before it is whole. */
static void leave_named(void)
{
    zni_whole_file_end(&named, ZN_EIO);
}

/* And so does whoever stops it. */
static void leave_and_end(int stops)
{
    unlink(named.temp);
    signal(stops, SIG_DFL);
    raise(stops);
}

static void leave_if_ended(void)
{
    static const int ends[] = {SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
    struct sigaction leave = {.sa_handler = leave_and_end}, old;

    sigemptyset(&leave.sa_mask);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (!sigaction(ends[i], NULL, &old) && old.sa_handler != SIG_IGN)
            sigaction(ends[i], &leave, NULL);
}

_Noreturn static void fail_named(void)
{
    fprintf(stderr, "zeno convert: '%s' cannot be written: %s\n", named.path,
            zn_errmsg(named.ctx));
    exit(FAILED);
}

FILE *create_named(const char *path)
{
    struct stat about;
    FILE *out;

    if (lstat(path, &about) || S_ISREG(about.st_mode)) {
        zn_ctx *ctx;
        if (zn_ctx_new(&ctx) || atexit(leave_named)) {
            fputs("zeno convert: no memory\n", stderr);
            exit(FAILED);
        }
        named.ctx = ctx;
        named.path = path;
        /* nor is what may not be written replaced, or what a run is writing */
        if (zni_file_unused(ctx, path) || zni_whole_file_begin(&named, ctx, path))
            fail_named();
        leave_if_ended();
    }
    out = named.fd < 0 ? zni_typed_file(path) : fdopen(dup(named.fd), "wb");
    if (!out)
        fail_file(path);
    return out;
}

void end_named(void)
{
    if (named.fd < 0)
        return;
    if (zni_whole_file_end(&named, ZN_OK))
        fail_named();
    zn_ctx_free(named.ctx);
}

/* ---- beside it ---- */

void keep_film(const char *path)
{
    film = path;
}

FILE *create_beside(const char *path)
{
    struct stat about;
    const bool there = lstat(path, &about) == 0;
    FILE *out;

    if (there && !S_ISREG(about.st_mode)) {
        fprintf(stderr,
                "zeno convert: '%s' cannot be written: it is there and is no "
                "file; links, pipes and devices are written to only under the "
                "name that was given\n",
                path);
        exit(FAILED);
    }
    if (there && film && zni_same_file(film, path)) {
        fprintf(stderr, "zeno convert: '%s' would be written over\n", path);
        exit(MISUSE);
    }
    out = zni_made_file(path);
    if (!out)
        fail_file(path);
    return out;
}
