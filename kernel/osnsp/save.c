/* save.c - one-step problems into .dat text files, for study with other solvers
 *
 * lcp:  n, matrix, q.   mlcp: "1 0", n_eq, n_compl, block rows, marks, M, q
 * with the equality rows first.   relay: as lcp, then lb, ub.
 * The matrix is dense, column-major: "0 rows cols rows cols values".
 * doc/files.md.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osnsp/save.h"

#include "kernel/osnsp/box.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static FILE *open_for(zn_ctx *ctx, const char *path)
{
    FILE *f = fopen(path, "w");

    if (!f)
        zn_fail(ctx, ZN_EIO, "cannot write the failed problem to '%s': %s",
                path, strerror(errno));
    return f;
}

static zn_status finish(zn_ctx *ctx, FILE *f, const char *path)
{
    const bool bad = ferror(f) != 0;

    if (fclose(f) != 0 || bad)
        return zn_fail(ctx, ZN_EIO, "writing '%s' failed: %s", path,
                       strerror(errno));
    return ZN_OK;
}

/* Matrix and vector with rows and columns in the given order. */
static void write_data(FILE *f, const zn_one_step *p, const zn_index order[])
{
    const zn_index n = p->n;

    fprintf(f, "0\n%td\n%td\n%td %td\n", n, n, n, n);
    for (zn_index j = 0; j < n; j++)
        for (zn_index i = 0; i < n; i++)
            fprintf(f, "%.17g%c", zn_matrix_get(p->M, order[i], order[j]),
                    i + 1 < n ? ' ' : '\n');
    for (zn_index i = 0; i < n; i++)
        fprintf(f, "%.17g\n", p->q[order[i]]);
}

/* Rows of one set, then the others. Returns how many are of the set. */
static zn_index sort_rows(const zn_one_step *p, zn_set first, zn_index order[])
{
    zn_index k = 0, count;

    for (zn_index i = 0; i < p->n; i++)
        if (p->set[i] == first)
            order[k++] = i;
    count = k;
    for (zn_index i = 0; i < p->n; i++)
        if (p->set[i] != first)
            order[k++] = i;
    return count;
}

zn_status zni_save_lcp(void *s, zn_ctx *ctx, const zn_one_step *p,
                       const char *path)
{
    zn_index *order = zn_alloc(ctx, p->n, sizeof *order);
    zn_status st = ZN_ENOMEM;
    FILE *f = NULL;

    (void)s;
    if (!order)
        return st;
    f = open_for(ctx, path);
    if (f) {
        sort_rows(p, ZN_SET_ORTHANT, order);
        fprintf(f, "%td\n", p->n);
        write_data(f, p, order);
        st = finish(ctx, f, path);
    } else {
        st = ZN_EIO;
    }
    zn_free_array(ctx, order);
    return st;
}

static void write_bounds(FILE *f, const zn_one_step *p, bool upper)
{
    for (zn_index i = 0; i < p->n; i++) {
        double lb, ub;
        zni_row_bounds(p, i, &lb, &ub);
        fprintf(f, "%.17g\n", upper ? ub : lb);
    }
}

zn_status zni_save_relay(void *s, zn_ctx *ctx, const zn_one_step *p,
                         const char *path)
{
    zn_index *order = zn_alloc(ctx, p->n, sizeof *order);
    FILE *f = order ? open_for(ctx, path) : NULL;
    zn_status st = order ? ZN_EIO : ZN_ENOMEM;

    (void)s;
    if (f) {
        for (zn_index i = 0; i < p->n; i++)
            order[i] = i;
        fprintf(f, "%td\n", p->n);
        write_data(f, p, order);
        write_bounds(f, p, false);
        write_bounds(f, p, true);
        st = finish(ctx, f, path);
    }
    zn_free_array(ctx, order);
    return st;
}

zn_status zni_save_mlcp(void *s, zn_ctx *ctx, const zn_one_step *p,
                        const char *path)
{
    zn_index *order = zn_alloc(ctx, p->n, sizeof *order), neq;
    zn_status st = ZN_ENOMEM;
    FILE *f = NULL;

    (void)s;
    if (!order)
        return st;
    f = open_for(ctx, path);
    if (f) {
        neq = sort_rows(p, ZN_SET_ZERO, order);
        fprintf(f, "1 0\n%td\n%td\n0", neq, p->n - neq);
        if (neq)
            fprintf(f, " %td", neq);
        if (neq < p->n)
            fprintf(f, " %td", p->n);
        fprintf(f, "\n%s%s\n", neq ? "0 " : "", neq < p->n ? "1" : "");
        write_data(f, p, order);
        st = finish(ctx, f, path);
    } else {
        st = ZN_EIO;
    }
    zn_free_array(ctx, order);
    return st;
}
