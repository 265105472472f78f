/* fuzz_problem_file.c - any bytes as a problem file of every class
 *
 * The text is read as each class, and as the class it may be itself. What is read
 * is written and read again, and must be the same problem. With clang:
 *     clang -fsanitize=fuzzer,address,undefined -DZN_FUZZ_ONLY ...
 * In make check the corpus and cut and changed copies of it are replayed.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <zeno/problem_file.h>

#include "tests/fuzz/replay.h"

/* the last: the class is found by the text */
static const char *const classes[] = {"lcp",
                                      "mlcp",
                                      "relay",
                                      "avi",
                                      "qp",
                                      "soclcp",
                                      "friction",
                                      "global-friction",
                                      "rolling-friction",
                                      "global-rolling-friction",
                                      "generic-mechanical",
                                      "plasticity",
                                      "multiple-impact",
                                      NULL};
enum { CLASSES = sizeof classes / sizeof classes[0] };

/* More than this for a text of that size is a bogus size believed. */
typedef struct limit {
    size_t most;
} limit;

static void *resize(void *user, void *p, size_t bytes)
{
    const limit *l = user;

    if (bytes == 0) {
        free(p);
        return NULL;
    }
    if (bytes > l->most)
        abort();
    return realloc(p, bytes);
}

/* Two texts written from a problem must be equal. */
static void compare(const char *path, const char *again)
{
    FILE *f = fopen(path, "r"), *g = fopen(again, "r");
    int c, d;

    must(f && g);
    do {
        c = getc(f);
        d = getc(g);
        must(c == d);
    } while (c != EOF);
    fclose(f);
    fclose(g);
}

static void round_trip(zn_ctx *ctx, const zn_problem_file *f)
{
    char path[64], again[64];
    const char *class = zn_problem_file_class(f);
    zn_problem_file *g;

    snprintf(path, sizeof path, "/tmp/zeno-fuzz-%ld.dat", (long)getpid());
    snprintf(again, sizeof again, "/tmp/zeno-fuzz-%ld-2.dat", (long)getpid());
    must(!zn_problem_file_write(ctx, path, class, zn_problem_file_problem(f)));
    must(!zn_problem_file_read(ctx, path, class, &g));
    must(!zn_problem_file_write(ctx, again, class, zn_problem_file_problem(g)));
    zn_problem_file_free(g);
    compare(path, again);
    unlink(path);
    unlink(again);
}

static void try_class(zn_ctx *ctx, const char *class, const uint8_t *data,
                      size_t size)
{
    zn_problem_file *f;

    zn_fail(ctx, ZN_EINVAL, "%s", ""); /* no words of an earlier failure */
    zn_status st = zn_problem_file_parse(ctx, (const char *)data,
                                         (zn_index)size, class, &f);
    must(!st == !!f);
    must(!st || *zn_errmsg(ctx));
    if (f)
        round_trip(ctx, f);
    zn_problem_file_free(f);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    /* kept: filling the registry takes longer than reading a short text */
    static limit l;
    static const zn_allocator alloc = {.resize = resize, .user = &l};
    static zn_ctx *ctx;

    /* arrays by row and by entry are 8 bytes for 1 or 2 of text, and some are
     * there twice; the registry and a file being read take a fixed amount */
    l.most = 262144 + 64 * size;
    if (!ctx)
        must(!zn_ctx_new_with(&alloc, &ctx));
    for (int k = 0; k < CLASSES; k++)
        try_class(ctx, classes[k], data, size);
    return 0;
}

#ifndef ZN_FUZZ_ONLY
int main(int argc, char **argv)
{
    static const char alphabet[] = "0123456789-+.einfa: \n\0x";
    const replay_how how = {alphabet, sizeof alphabet - 1, 100};
    int files = 0, failed = 0;

    for (int k = 1; k < argc; k++)
        failed |= replay_file(&how, argv[k]);
    if (argc > 1)
        return failed;
    failed |= replay_folder(&how, "tests/fuzz/problem_file", "", &files);
    printf("%d files of the corpus\n", files);
    return failed || files == 0;
}
#endif
