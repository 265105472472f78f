/* fuzz_fclib.c - a problem in fclib's HDF5 of which anything is missing, of another type, or out of
 * range
 *
 * The first number of an input says which problem of the corpus of fuzz_problem_file is written so,
 * the others what is changed of it (h5_edits.h). What is refused has words; what is taken is written
 * and read again. With clang:
 *     clang -fsanitize=fuzzer,address,undefined -DZN_FUZZ_ONLY ...
 * In make check the corpus and cut and changed copies of it are replayed.
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/problem_file.h>

#include "tests/fuzz/bounded.h"
#include "tests/fuzz/h5_edits.h"

/* And their classes. */
static const char *const problems[][2] = {
    {"friction-3d", "friction"},
    {"global-friction-3d", "global-friction"},
    {"global-rolling-3d", "global-rolling-friction"},
    {"friction-2d", "friction"},
    {"global-friction-2d", "global-friction"},
    {"global-rolling-2d", "global-rolling-friction"}};

enum { PROBLEMS = sizeof problems / sizeof *problems, SETS = 64 };

static h5_good good[PROBLEMS];
static char names[PROBLEMS][SETS][64];
static const char *name[PROBLEMS][SETS];

/* ---- the good files ---- */

/* The datasets of a file, in the order of their names. */
static herr_t list(hid_t file, const char *path, const H5O_info_t *info,
                   void *user)
{
    h5_good *g = user;
    const long k = g - good;

    (void)file;
    if (info->type == H5O_TYPE_DATASET && g->names < SETS) {
        snprintf(names[k][g->names], sizeof names[k][0], "%.63s", path);
        name[k][g->names] = names[k][g->names];
        g->names++;
    }
    return 0;
}

static void make(zn_ctx *ctx, int k)
{
    const char *src = getenv("ZENO_SRCDIR");
    char from[4096], first[] = "/tmp/zeno-fuzz-XXXXXX.h5";
    const int fd = mkstemps(first, 3);
    zn_problem_file *f;
    hid_t file;

    must(fd >= 0 && !close(fd));
    snprintf(from, sizeof from, "%s/tests/fuzz/problem_file/%s",
             src ? src : ".", problems[k][0]);
    if (zn_problem_file_read(ctx, from, problems[k][1], &f) ||
        zn_problem_file_write(ctx, first, zn_problem_file_class(f),
                              zn_problem_file_problem(f))) {
        fprintf(stderr, "%s\n", zn_errmsg(ctx));
        abort();
    }
    zn_problem_file_free(f);
    file = H5Fopen(first, H5F_ACC_RDONLY, H5P_DEFAULT);
    must(file >= 0 &&
         H5Ovisit(file, H5_INDEX_NAME, H5_ITER_INC, list, &good[k]) >= 0);
    H5Fclose(file);
    good[k].name = name[k];
    h5_keep(&good[k], first);
}

/* ---- what must hold ---- */

static char text[] = "/tmp/zeno-fuzz-XXXXXX";

/* What was taken is a problem: its text is one, too. */
static void round_trip(zn_ctx *ctx, const zn_problem_file *f)
{
    zn_problem_file *again;
    const char *class = zn_problem_file_class(f);

    must(!zn_problem_file_write(ctx, text, class, zn_problem_file_problem(f)));
    must(!zn_problem_file_read(ctx, text, class, &again));
    zn_problem_file_free(again);
}

static void leave(void)
{
    unlink(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    static const zn_allocator alloc = {.resize = bounded_resize};
    static zn_ctx *ctx;
    static int fd;
    edits e = {data, data + n};
    zn_problem_file *f;
    int64_t which;
    zn_status st;

    if (!ctx) {
        fd = h5_begin();
        must(!zn_ctx_new_with(&alloc, &ctx) && mkstemp(text) >= 0 &&
             !atexit(leave));
        for (int k = 0; k < PROBLEMS; k++)
            make(ctx, k);
    }
    if (!edits_next(&e, &which))
        return 0;
    h5_change(&good[(uint64_t)which % PROBLEMS], fd, &e);
    zn_fail(ctx, ZN_EINVAL, "%s", "");
    st = zn_problem_file_read(ctx, h5_path, NULL, &f);
    must(!st ? f != NULL : !f && (st == ZN_ENOMEM || *zn_errmsg(ctx)));
    if (f)
        round_trip(ctx, f);
    zn_problem_file_free(f);
    return 0;
}

#ifndef ZN_FUZZ_ONLY
int main(int argc, char **argv)
{
    const replay_how how = {edits_alphabet, sizeof edits_alphabet - 1, 200};
    int files = 0, failed = 0;

    for (int k = 1; k < argc; k++)
        failed |= replay_file(&how, argv[k]);
    if (argc > 1)
        return failed;
    failed |= replay_folder(&how, "tests/fuzz/fclib", "", &files);
    printf("%d files\n", files);
    return failed || files < 3;
}
#endif
