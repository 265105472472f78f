/* io_test.h - what the tests of problem files share
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_IO_TEST_H
#define ZENO_IO_TEST_H

#include "zeno_test.h"

#include <math.h>

#include <zeno/friction.h>
#include <zeno/lcp.h>
#include <zeno/mlcp.h>
#include <zeno/problem_file.h>
#include <zeno/relay.h>

static zn_ctx *ctx;

static void set_up(void)
{
    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
}

static void tear_down(void)
{
    zn_ctx_free(ctx);
    ctx = NULL;
}

/* A name for a file of ours; the caller unlinks it. */
static inline void temporary(char path[64], const char *suffix)
{
    static int number;

    snprintf(path, 64, "/tmp/zeno-io-%ld-%d%s", (long)getpid(), number++,
             suffix);
}

static inline zn_problem_file *parse(const char *name, const char *text)
{
    zn_problem_file *f;

    ck_assert_msg(!zn_problem_file_parse(ctx, text, (zn_index)strlen(text),
                                         name, &f),
                  "%s", zn_errmsg(ctx));
    return f;
}

/* A file in a folder of its own, which is removed again, is of this class by its
 * name or its text; class NULL: of none that is clear. */
static inline void found_as(const char *name, const char *text,
                            const char *class)
{
    char folder[] = "/tmp/zeno-ioXXXXXX", path[128];
    zn_problem_file *f;
    zn_status st;
    FILE *file;

    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_ge(fputs(text, file), 0);
    ck_assert_int_eq(fclose(file), 0);
    st = zn_problem_file_read(ctx, path, NULL, &f);
    unlink(path);
    rmdir(folder);
    if (!class) {
        ck_assert_int_eq(st, ZN_EINVAL);
        return;
    }
    ck_assert_msg(!st, "%s: %s", name, zn_errmsg(ctx));
    ck_assert_str_eq(zn_problem_file_class(f), class);
    zn_problem_file_free(f);
}

/* A text, as a class, that is refused with these words. */
typedef struct bad_text {
    const char *class, *text;
    zn_status st;
    const char *words;
} bad_text;

static inline void refused(const bad_text *b)
{
    zn_problem_file *f;
    zn_status st = zn_problem_file_parse(
        ctx, b->text, (zn_index)strlen(b->text), b->class, &f);

    ck_assert_msg(st == b->st && !f, "'%s': %s: %s", b->text,
                  zn_status_name(st), zn_errmsg(ctx));
    ck_assert_msg(strstr(zn_errmsg(ctx), b->words), "'%s': %s", b->text,
                  zn_errmsg(ctx));
}

/* Classes and texts, one after the other, in a context of its own: the body of a
 * torture. */
static inline zn_status read_texts(const zn_allocator *alloc, size_t n,
                                   const char *const texts[][2])
{
    zn_ctx *c;
    zn_status st = zn_ctx_new_with(alloc, &c);

    for (size_t k = 0; !st && k < n; k++) {
        zn_problem_file *f;

        st = zn_problem_file_parse(
            c, texts[k][1], (zn_index)strlen(texts[k][1]), texts[k][0], &f);
        ck_assert(!st == !!f);
        zn_problem_file_free(f);
    }
    if (c)
        zn_ctx_free(c);
    return st;
}

/* Bit by bit, also where both are NaN. */
static inline void same_reals(const double a[], const double b[], zn_index n)
{
    for (zn_index k = 0; k < n; k++)
        if (memcmp(&a[k], &b[k], sizeof a[k]) != 0)
            ck_abort_msg("element %td: %.17g, not %.17g", k, b[k], a[k]);
}

static inline void same_matrix(const zn_matrix *A, const zn_matrix *B)
{
    zn_index n = A->rows * A->cols;
    double *a = calloc((size_t)n + 1, sizeof *a);
    double *b = calloc((size_t)n + 1, sizeof *b);

    ck_assert(a && b);
    ck_assert_int_eq(A->rows, B->rows);
    ck_assert_int_eq(A->cols, B->cols);
    zn_matrix_to_dense(A, a);
    zn_matrix_to_dense(B, b);
    same_reals(a, b, n);
    free(a);
    free(b);
}

#endif
