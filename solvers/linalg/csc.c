/* csc.c - a solver's own copy of a sparse square matrix
 * SPDX-License-Identifier: Apache-2.0 */
#include "csc.h"

#include "../core/monitor.h"
#include "starts.h"

#include <math.h>
#include <string.h>

/* length of the index arrays that say all of a view's pattern */
static zn_index key_length(const zn_matrix *A)
{
    if (A->storage == ZN_CSC)
        return 2 + (A->cols + 1) + A->p[A->cols];
    return 4 + (A->nbr + 1) * 2 + (A->nbc + 1) + 2 * A->p[A->nbr];
}

/* walk over the parts of the key; compares when `same`, else stores */
static bool key_part(zni_csc *c, zn_index *at, const zn_index part[],
                     zn_index len, bool same)
{
    zn_index *to = c->key + *at;
    size_t bytes = (size_t)len * sizeof *part;

    *at += len;
    if (same)
        return memcmp(to, part, bytes) == 0;
    memcpy(to, part, bytes);
    return true;
}

static bool key_walk(zni_csc *c, const zn_matrix *A, bool same)
{
    zn_index at = 0;

    if (A->storage == ZN_CSC) {
        const zn_index head[2] = {A->storage, A->cols};

        return key_part(c, &at, head, 2, same) &&
               key_part(c, &at, A->p, A->cols + 1, same) &&
               key_part(c, &at, A->i, A->p[A->cols], same);
    }

    const zn_index head[4] = {A->storage, A->cols, A->nbr, A->nbc};
    zn_index nb = A->p[A->nbr];

    return key_part(c, &at, head, 4, same) &&
           key_part(c, &at, A->p, A->nbr + 1, same) &&
           key_part(c, &at, A->ro, A->nbr + 1, same) &&
           key_part(c, &at, A->co, A->nbc + 1, same) &&
           key_part(c, &at, A->i, nb, same) &&
           key_part(c, &at, A->bp, nb, same);
}

zn_status zni_csc_room(zn_ctx *ctx, zni_csc *c, zn_index n, zn_index nnz)
{
    return ZNI_GROW(ctx, ZNI_ARRAY(c, p, n + 1), ZNI_ARRAY(c, diag, n), ZNI_BARE(c, i, nnz),
                    ZNI_BARE(c, x, nnz));
}

/* All but the key and the mirror, with a view. */
static zn_status room(zn_ctx *ctx, zni_csc *c, zn_index n, zn_index nnz)
{
    zn_index most = nnz + n; /* at most one diagonal is added per column */
    zn_status st = zni_csc_room(ctx, c, n, most);

    return st ? st
              : zni_room(ctx, &c->from, &c->cap_from, most, sizeof *c->from);
}

zn_status zni_csc_reserve(zn_ctx *ctx, zni_csc *c, zn_index n, zn_index nnz)
{
    /* the key of block rows is the longest when every block is one value */
    zn_index key = 4 + 3 * (n + 1) + 2 * nnz;
    zn_status st = room(ctx, c, n, nnz);

    if (!st)
        st = ZNI_GROW(ctx, ZNI_BARE(c, key, key), ZNI_BARE(c, mirror, nnz + 2 * n));
    return st;
}

/* append entry (i, j), adding the diagonal before it when that was missing */
static void put(zni_csc *c, zn_index i, zn_index j, zn_index from)
{
    if (i > j && c->diag[j] < 0)
        put(c, j, j, -1);
    if (i == j)
        c->diag[j] = c->nnz;
    if (i - j > c->lower)
        c->lower = i - j;
    if (j - i > c->upper)
        c->upper = j - i;
    c->i[c->nnz] = i;
    c->from[c->nnz] = from;
    c->nnz++;
}

/* What an entry takes, in operations, to be read and written in order, and where it lies anywhere; looks are for so
 * many columns or rows. */
enum { READ = 10, FIND = 30, LOOK = 1024 };

/* Before the j-th of n columns or rows that begin where p says: is there to be an end? */
static bool late(const zn_monitor *mon, zn_index j, zn_index n, const zn_index p[], double entry)
{
    const zn_index end = j + LOOK < n ? j + LOOK : n;

    return mon && j % LOOK == 0 && zni_due_by(mon, entry * (double)(p[end] - p[j]));
}

static zn_status build_csc(zni_csc *c, const zn_matrix *A, const zn_monitor *mon)
{
    for (zn_index j = 0; j < c->n; j++) {
        if (late(mon, j, c->n, A->p, READ))
            return ZN_UNSOLVED;
        c->p[j] = c->nnz;
        c->diag[j] = -1;
        for (zn_index k = A->p[j]; k < A->p[j + 1]; k++)
            put(c, A->i[k], j, k);
        if (c->diag[j] < 0)
            put(c, j, j, -1);
    }
    c->p[c->n] = c->nnz;
    return ZN_OK;
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

/* Block rows: count the columns' lengths, then place row by row, so rows are
 * ascending in each column. The diagonal is placed when its row is reached. */
static zn_status build_bsr(zni_csc *c, const zn_matrix *A, const zn_monitor *mon)
{
    zn_index n = c->n;
    const double block = A->p[A->nbr] > 0 ? (double)zn_matrix_nnz(A) / (double)A->p[A->nbr] : 0;

    for (zn_index j = 0; j < n; j++)
        c->diag[j] = -1;
    memset(c->p, 0, (size_t)(n + 1) * sizeof *c->p);
    for (zn_index a = 0; a < A->nbr; a++) {
        if (late(mon, a, A->nbr, A->p, READ * block))
            return ZN_UNSOLVED;
        for (zn_index k = A->p[a]; k < A->p[a + 1]; k++) {
            zn_index b = A->i[k], rows = A->ro[a + 1] - A->ro[a];

            for (zn_index j = A->co[b]; j < A->co[b + 1]; j++) {
                c->p[j + 1] += rows;
                if (j >= A->ro[a] && j < A->ro[a + 1])
                    c->diag[j] = 0;
            }
        }
    }
    for (zn_index j = 0; j < n; j++)
        c->p[j + 1] += c->p[j] + (c->diag[j] < 0);

    /* p[j] runs ahead as column j fills, then everything is one column late */
    for (zn_index a = 0; a < A->nbr; a++) {
        if (late(mon, a, A->nbr, A->p, FIND * block))
            return ZN_UNSOLVED;
        for (zn_index i = A->ro[a]; i < A->ro[a + 1]; i++) {
            if (c->diag[i] < 0) {
                c->i[c->p[i]] = i;
                c->from[c->p[i]++] = -1;
            }
            for (zn_index k = A->p[a]; k < A->p[a + 1]; k++) {
                zn_index b = A->i[k], rows = A->ro[a + 1] - A->ro[a];
                zn_index at = A->bp[k] + i - A->ro[a];

                for (zn_index j = A->co[b]; j < A->co[b + 1]; j++, at += rows) {
                    c->i[c->p[j]] = i;
                    c->from[c->p[j]++] = at;
                }
            }
        }
    }
    zni_starts_back(n, c->p);
    zni_csc_made(c, n);
    return ZN_OK;
}

/* ---- of a fixed pattern ---- */

typedef struct placing {
    zni_csc *c;
    zn_index j;
} placing;

static void place(void *user, zn_index row, zn_index at)
{
    const placing *p = user;

    put(p->c, row, p->j, at);
}

zn_status zni_csc_pattern(zn_ctx *ctx, zni_csc *c, const zn_pattern *a)
{
    placing p = {.c = c};
    zn_status st = room(ctx, c, a->cols, zn_pattern_count(a));

    if (st)
        return st;
    c->n = a->cols;
    c->nkey = c->nnz = c->lower = c->upper = 0;
    for (p.j = 0; p.j < c->n; p.j++) {
        c->p[p.j] = c->nnz;
        c->diag[p.j] = -1;
        zn_pattern_column(a, p.j, &p, place);
        if (c->diag[p.j] < 0)
            put(c, p.j, p.j, -1);
    }
    c->p[c->n] = c->nnz;
    return ZN_OK;
}

void zni_csc_values(zni_csc *c, const double x[])
{
    for (zn_index k = 0; k < c->nnz; k++)
        c->x[k] = c->from[k] < 0 ? 0 : x[c->from[k]];
}

/* ---- of a view ---- */

zn_status zni_csc_take(zn_ctx *ctx, zni_csc *c, const zn_matrix *A, const zn_monitor *mon,
                       bool *fresh)
{
    const zn_index nkey = key_length(A);
    const double all = READ * (double)zn_matrix_nnz(A);

    *fresh = nkey != c->nkey || !key_walk(c, A, true);
    if (*fresh) {
        zn_status st = room(ctx, c, A->cols, zn_matrix_nnz(A));

        if (!st)
            st = zni_room(ctx, &c->key, &c->cap_key, nkey, sizeof *c->key);
        if (st)
            return st;
        c->n = A->cols;
        c->nnz = c->lower = c->upper = c->nkey = 0;
        st = A->storage == ZN_CSC ? build_csc(c, A, mon) : build_bsr(c, A, mon);
        if (st || zni_due_by(mon, all))
            return ZN_UNSOLVED;
        key_walk(c, A, false);
        c->nkey = nkey;
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

/* The entries of row i come in ascending columns when the columns are walked in
 * turn, so entry k of column j is the mirror of the next one of column i. */
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
