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

/* Bit by bit, also where both are NaN. */
static inline void same_reals(const double a[], const double b[], zn_index n)
{
    for (zn_index k = 0; k < n; k++)
        ck_assert_msg(!memcmp(&a[k], &b[k], sizeof a[k]),
                      "element %td: %.17g, not %.17g", k, b[k], a[k]);
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
