/* csc.c - a copy of a sparse square matrix by columns
 * SPDX-License-Identifier: Apache-2.0 */
#include "csc.h"

#include "../core/monitor.h"
#include "pieces.h"
#include "runs.h"
#include "starts.h"

#include <math.h>
#include <string.h>

/* The index arrays that determine the pattern of a view, and their lengths */
typedef struct lists {
    zn_index head[4], n[6], all;
    const zn_index *of[6];
} lists;

static void lists_of(const zn_matrix *A, lists *k)
{
    const bool blocks = A->storage == ZN_BSR;
    const zn_index count = blocks ? A->nbr : A->cols;

    *k = (lists){.head = {A->storage, A->cols, blocks ? A->nbr : 0, blocks ? A->nbc : 0},
                 .of = {k->head, A->p, A->i, A->ro, A->co, A->bp},
                 .n = {4, count + 1, A->p[count]}};
    if (blocks) {
        k->n[3] = A->nbr + 1;
        k->n[4] = A->nbc + 1;
        k->n[5] = A->p[A->nbr];
    }
    for (int m = 0; m < 6; m++)
        k->all += k->n[m];
}

/* same: are they equal to the copies in c->key? Else: copy them there. */
static bool key_walk(zni_csc *c, const lists *k, bool same)
{
    zn_index *to = c->key;

    for (int m = 0; m < 6; to += k->n[m++]) {
        const size_t bytes = (size_t)k->n[m] * sizeof *to;

        if (bytes && same && memcmp(to, k->of[m], bytes) != 0)
            return false;
        if (bytes && !same)
            memcpy(to, k->of[m], bytes);
    }
    return true;
}

zn_status zni_csc_room(zn_ctx *ctx, zni_csc *c, zn_index n, zn_index nnz)
{
    return ZNI_GROW(ctx, ZNI_ARRAY(c, p, n + 1), ZNI_ARRAY(c, diag, n), ZNI_BARE(c, i, nnz),
                    ZNI_BARE(c, x, nnz));
}

/* Room for all arrays but the key and the mirror. */
static zn_status room(zn_ctx *ctx, zni_csc *c, zn_index n, zn_index nnz)
{
    zn_index most = nnz + n; /* at most one diagonal is added per column */
    zn_status st = zni_csc_room(ctx, c, n, most);

    return st ? st
              : zni_room(ctx, &c->from, &c->cap_from, most, sizeof *c->from);
}

zn_status zni_csc_reserve(zn_ctx *ctx, zni_csc *c, zn_index n, zn_index nnz)
{
    /* the key of block rows is longest if every block has one value */
    zn_index key = 4 + 3 * (n + 1) + 2 * nnz;
    zn_status st = room(ctx, c, n, nnz);

    if (!st)
        st = ZNI_GROW(ctx, ZNI_BARE(c, key, key), ZNI_BARE(c, mirror, nnz + 2 * n));
    return st;
}

void zni_csc_made(zni_csc *c, zn_index n)
{
    c->n = n;
    c->nnz = c->p[n];
    c->lower = c->upper = 0;
    for (zn_index j = 0; j < n; j++) {
        for (zn_index k = c->p[j]; k < c->p[j + 1]; k++) {
            zn_index i = c->i[k];

            if (i == j)
                c->diag[j] = k;
            if (i - j > c->lower)
                c->lower = i - j;
            if (j - i > c->upper)
                c->upper = j - i;
        }
    }
}

/* Appends entry (i, j) to column j, which ends at p[j]. A missing diagonal entry is appended before the first entry
 * below it. */
static void put(zni_csc *c, zn_index i, zn_index j, zn_index from)
{
    if (i > j && c->diag[j] < 0)
        put(c, j, j, -1);
    if (i == j)
        c->diag[j] = c->p[j];
    c->i[c->p[j]] = i;
    c->from[c->p[j]++] = from;
}

/* The cost of an entry in operations if entries are read and written in order (READ) and in any order (FIND). The
 * monitor is asked every LOOK entries. */
enum { READ = 10, FIND = 30, LOOK = 1 << 14 };

/* Counts entries, of which each took that many operations. Is the time over? */
static bool late(const zn_monitor *mon, zn_index entries, double entry, zn_index *since)
{
    *since += entries;
    if (!mon || *since < LOOK)
        return false;
    entry *= (double)*since;
    *since = 0;
    return zni_due_by(mon, entry);
}

/* The pattern column by column */
static zn_status build(zni_csc *c, const zn_pattern *a, const zn_monitor *mon)
{
    zn_index since = 0;
    zni_run s;

    for (zn_index j = 0; j < c->n; j++) {
        const zn_index first = c->p[j] = j > 0 ? c->p[j - 1] : 0;

        c->diag[j] = -1;
        for (zn_index r = 0; zni_next_run(a, j, r, &s); r++)
            for (zn_index k = 0; k < s.n; k++)
                put(c, s.row + k, j, s.at + k);
        if (c->diag[j] < 0)
            put(c, j, j, -1);
        if (late(mon, c->p[j] - first, READ, &since))
            return ZN_UNSOLVED;
    }
    zni_starts_back(c->n, c->p);
    zni_csc_made(c, c->n);
    return ZN_OK;
}

/* Block rows: first counts the lengths of the columns, then places the entries row by row, so that the rows of each
 * column ascend. */
static zn_status build_bsr(zni_csc *c, const zn_matrix *A, const zn_monitor *mon)
{
    const zn_index n = c->n;
    zn_index since = 0;

    memset(c->p, 0, (size_t)(n + 1) * sizeof *c->p);
    for (zn_index j = 0; j < n; j++)
        c->diag[j] = -1;
    for (zni_piece b = {0}; zni_next_piece(A, &b);) {
        if (late(mon, b.m * b.n, READ, &since))
            return ZN_UNSOLVED;
        for (zn_index j = b.c; j < b.c + b.n; j++) {
            c->p[j + 1] += b.m;
            if (j >= b.r && j < b.r + b.m)
                c->diag[j] = 0;
        }
    }
    for (zn_index j = 0; j < n; j++) {
        c->p[j + 1] += c->p[j] + (c->diag[j] < 0);
        c->diag[j] = -1;
    }
    for (zni_piece b = {0}; zni_next_piece(A, &b);) {
        if (late(mon, b.m * b.n, FIND, &since))
            return ZN_UNSOLVED;
        for (zn_index e = 0; e < b.m * b.n; e++)
            put(c, b.r + e % b.m, b.c + e / b.m, b.at + e);
    }
    for (zn_index j = 0; j < n; j++)
        if (c->diag[j] < 0)
            put(c, j, j, -1);
    zni_starts_back(n, c->p);
    zni_csc_made(c, n);
    return ZN_OK;
}

/* ---- from a zn_pattern ---- */

zn_status zni_csc_pattern(zn_ctx *ctx, zni_csc *c, const zn_pattern *a)
{
    const zn_status st = room(ctx, c, a->cols, zn_pattern_count(a));

    if (st)
        return st;
    c->n = a->cols;
    c->nkey = 0;
    return build(c, a, NULL);
}

void zni_csc_values(zni_csc *c, const double x[])
{
    for (zn_index k = 0; k < c->nnz; k++)
        c->x[k] = c->from[k] < 0 ? 0 : x[c->from[k]];
}

/* ---- from a view ---- */

zn_status zni_csc_take(zn_ctx *ctx, zni_csc *c, const zn_matrix *A, const zn_monitor *mon,
                       bool *fresh)
{
    const zn_pattern columns = {
        .shape = ZN_SHAPE_COLUMNS, .rows = A->rows, .cols = A->cols, .p = A->p, .i = A->i};
    const double all = mon ? READ * (double)zn_matrix_nnz(A) : 0;
    lists k;

    lists_of(A, &k);
    *fresh = k.all != c->nkey || !key_walk(c, &k, true);
    if (*fresh) {
        zn_status st = room(ctx, c, A->cols, zn_matrix_nnz(A));

        if (!st)
            st = zni_room(ctx, &c->key, &c->cap_key, k.all, sizeof *c->key);
        if (st)
            return st;
        c->n = A->cols;
        c->nkey = 0;
        st = A->storage == ZN_CSC ? build(c, &columns, mon) : build_bsr(c, A, mon);
        if (st || zni_due_by(mon, all))
            return ZN_UNSOLVED;
        key_walk(c, &k, false);
        c->nkey = k.all;
    }
    if (zni_due_by(mon, all)) {
        c->nkey = 0;
        return ZN_UNSOLVED;
    }
    zni_csc_values(c, A->x);
    return ZN_OK;
}

zn_status zni_csc_set(zn_ctx *ctx, zni_csc *c, const zn_matrix *A, bool *fresh)
{
    return zni_csc_take(ctx, c, A, NULL, fresh);
}

void zni_csc_spread(const zni_csc *c, const double x[], double a[])
{
    memset(a, 0, (size_t)(c->n * c->n) * sizeof *a);
    for (zn_index j = 0; j < c->n; j++)
        for (zn_index k = c->p[j]; k < c->p[j + 1]; k++)
            a[c->i[k] + j * c->n] = x[k];
}

/* If the columns are walked in order, the entries of row i come in ascending columns. So in a symmetric pattern entry
 * (i, j) is the mirror of the next entry of column i that has no mirror yet. */
zn_status zni_csc_mirror(zn_ctx *ctx, zni_csc *c)
{
    zn_index n = c->n, *next;
    zn_status st =
        zni_room(ctx, &c->mirror, &c->cap_mirror, c->nnz + n, sizeof *c->mirror);

    if (st)
        return st;
    next = c->mirror + c->nnz;
    for (zn_index j = 0; j < n; j++)
        next[j] = c->p[j];
    c->paired = true;
    for (zn_index j = 0; j < n && c->paired; j++) {
        for (zn_index k = c->p[j]; k < c->p[j + 1]; k++) {
            zn_index i = c->i[k], at = next[i]++;

            c->paired = at < c->p[i + 1] && c->i[at] == j;
            if (!c->paired)
                break;
            c->mirror[k] = at;
        }
    }
    return ZN_OK;
}

bool zni_csc_symmetric(const zni_csc *c)
{
    double big = 0, off = 0;

    if (!c->paired)
        return false;
    for (zn_index k = 0; k < c->nnz; k++) {
        double x = fabs(c->x[k]), y = fabs(c->x[k] - c->x[c->mirror[k]]);

        big = x > big ? x : big;
        off = y > off ? y : off;
    }
    return off <= 1e-14 * big;
}

void zni_csc_fini(zn_ctx *ctx, zni_csc *c)
{
    ZNI_FREE(ctx, c->p, c->i, c->from, c->diag, c->x, c->mirror, c->key);
    *c = (zni_csc){0};
}
