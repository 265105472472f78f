/* fuzz_plugin_file.c - a changed shared object, and any bytes as one
 *
 * Each input says what is changed (edits.h) in a module of the tests; it is looked at as
 * before it is opened, and never opened. What is refused has words. With clang:
 *     clang -fsanitize=fuzzer,address,undefined -DZN_FUZZ_ONLY ...
 * In make check each byte is changed in turn, and the corpus and cut and changed copies of it
 * are replayed.
 * SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* memfd_create */
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "kernel/plugin/dwarf.h"
#include "kernel/plugin/elf.h"

#include "tests/fuzz/edits.h"
#include "tests/fuzz/replay.h"

static uint8_t good[1 << 18];
static size_t size;

static void read_good(void)
{
    const char *build = getenv("ZENO_BUILDDIR");
    char path[4096];
    FILE *f;

    snprintf(path, sizeof path, "%s/tests/faults/modules/.libs/plain.so",
             build ? build : ".");
    f = fopen(path, "rb");
    if (!f)
        perror(path);
    must(f != NULL);
    size = fread(good, 1, sizeof good, f);
    must(size > 1000 && size < sizeof good && !fclose(f));
}

static zn_status look(const uint8_t *data, size_t n)
{
    static zn_ctx *ctx;
    const int fd = memfd_create("module", 0);
    char path[64];
    zni_declared *all;
    zn_index many;
    zn_status st;

    if (!ctx)
        must(!zn_ctx_new(&ctx));
    must(fd >= 0 && write(fd, data, n) == (ssize_t)n);
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    zn_fail(ctx, ZN_EINVAL, "%s", "");
    st = zni_elf_check(ctx, path);
    must(!st || (st < 0 && *zn_errmsg(ctx)));
    /* what a debugger reads is read of any file */
    must(!zni_dwarf_functions(ctx, path, &all, &many));
    zni_dwarf_free(ctx, all, many);
    close(fd);
    return st;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    static uint8_t copy[sizeof good];
    edits e = {data, data + n};
    size_t left;

    if (!size) {
        read_good();
        must(!look(good, size));
    }
    memcpy(copy, good, size);
    left = edits_apply(&e, copy, size);
    (void)look(copy, left);
    (void)look(data, n);
    return 0;
}

#ifndef ZN_FUZZ_ONLY
/* Few random changes meet the header of a unit, of ten bytes. */
static void each_byte(void)
{
    read_good();
    for (size_t k = 0; k < size; k++) {
        good[k] = (uint8_t)~good[k];
        (void)look(good, size);
        good[k] = (uint8_t)~good[k];
    }
}

int main(int argc, char **argv)
{
    const replay_how how = {edits_alphabet, sizeof edits_alphabet - 1, 1000};
    int files = 0, failed = 0;

    for (int k = 1; k < argc; k++)
        failed |= replay_file(&how, argv[k]);
    if (argc > 1)
        return failed;
    each_byte();
    failed |= replay_folder(&how, "tests/fuzz/plugin_file", "", &files);
    printf("%d files\n", files);
    return failed || files < 3;
}
#endif
