/* fuzz_table.c - any bytes as a recording in CSV, as zeno plot and zeno compare read them
 *
 * What is refused has words; what is taken has columns of as many rows. With clang:
 *     clang -fsanitize=fuzzer,address,undefined -DZN_FUZZ_ONLY ...
 * In make check the corpus and cut and changed copies of it are replayed.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tests/fuzz/replay.h"
#include "tools/table.h"

static char path[] = "/tmp/zeno-fuzz-XXXXXX";

static void leave(void)
{
    unlink(path);
}

static volatile double touched;

static void whole(const table *t)
{
    for (zn_index k = 0; k < t->columns; k++) {
        const column *c = &t->column[k];
        must(memchr(c->name, 0, sizeof c->name) &&
             memchr(c->unit, 0, sizeof c->unit));
        for (zn_index i = 0; i < t->rows; i++)
            touched += c->text ? (double)strlen(c->text[i]) : c->x[i];
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static zn_ctx *ctx;
    table t, contacts;
    zn_status st;
    FILE *f;

    if (!ctx) {
        const int fd = mkstemp(path);
        must(!zn_ctx_new(&ctx) && fd >= 0 && !close(fd) && !atexit(leave));
    }
    f = fopen(path, "wb");
    must(f && fwrite(data, 1, size, f) == size && !fclose(f));
    zn_fail(ctx, ZN_EINVAL, "%s", "");
    st = table_read(ctx, path, &t, &contacts);
    must(!st || st == ZN_ENOMEM || *zn_errmsg(ctx));
    if (!st)
        whole(&t);
    table_free(&t);
    table_free(&contacts);
    return 0;
}

#ifndef ZN_FUZZ_ONLY
int main(int argc, char **argv)
{
    static const char alphabet[] = "0123456789-+.e,\"\n\r[] \0;nai";
    const replay_how how = {alphabet, sizeof alphabet - 1, 400};
    int files = 0, failed = 0;

    for (int k = 1; k < argc; k++)
        failed |= replay_file(&how, argv[k]);
    if (argc > 1)
        return failed;
    failed |= replay_folder(&how, "tests/fuzz/table", "", &files);
    printf("%d files\n", files);
    return failed || files < 3;
}
#endif
