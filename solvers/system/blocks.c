/* blocks.c - a friction problem as block rows, made from any storage
 * SPDX-License-Identifier: Apache-2.0 */
#include "../linalg/pieces.h"
#include "../linalg/starts.h"
#include "../linalg/units.h"
#include "blocks.h"
#include "sizes.h"

#include <stdint.h>

/* array of a copy of the blocks */
#define OWN(name, n, bare) {&c->own_##name, &c->cap_##name, n, sizeof *c->own_##name, bare}

static zn_status grow(zn_ctx *ctx, zni_fc *c, zn_index nc, zn_index nb,
                      zn_index values)
{
    const zn_status st =
        ZNI_GROW(ctx, ZNI_ARRAY(c, mark, nc), OWN(ro, nc + 1, false), OWN(p, nc + 1, false),
                 OWN(i, nb, true), OWN(bp, nb + 1, true), OWN(x, values, true));

    c->p = c->own_p;
    c->i = c->own_i;
    c->bp = c->own_bp;
    c->x = c->own_x;
    c->ro = c->own_ro;
    return st;
}

/* n is d nc with d unknown; nnz counts whole blocks, as the assembly by contacts stores them. Where blocks are stored
 * in part, the first call adds the rest: room for nine times the values would be too much for everybody else. */
zn_status zni_fc_reserve(zn_ctx *ctx, zni_fc *c, zn_index n, zn_index nnz)
{
    zn_index nc = n / 2 + 1, nb = nc + nnz / 4, values = nnz + ZNI_DMAX * n;

    if (nb / nc >= nc)
        nb = nc * nc;
    if (n > 0 && values / n > n)
        values = n * n;
    /* room for scaled copies and lengths, which only rolling needs, is small beside the rest */
    zn_status st = ZNI_GROW(ctx, ZNI_ARRAY(c, own, 3 * n), ZNI_ARRAY(c, diag, nc), ZNI_ARRAY(c, size, 2 * nc));

    if (!st && nb <= ZNI_ROOMY)
        st = ZNI_GROW(ctx, ZNI_BARE(&c->columns, p, n + 1), ZNI_BARE(&c->columns, i, values),
                      ZNI_BARE(&c->columns, x, values));
    return st ? st : grow(ctx, c, nc, nb, values);
}

/* Are the blocks of A those of the view, d x d by contact? Then they are taken as they are, and missing diagonals
 * added. */
static bool aligned(const zni_fc *c, const zn_matrix *A)
{
    if (A->storage != ZN_BSR || A->nbr != c->nc || A->nbc != c->nc)
        return false;
    for (zn_index a = 0; a <= c->nc; a++)
        if (A->ro[a] != c->d * a || A->co[a] != c->d * a)
            return false;
    return true;
}

/* The number of diagonal blocks that are not stored. */
static zn_index missing(const zni_fc *c, const zn_matrix *A)
{
    zn_index count = c->nc;

    for (zn_index a = 0; a < c->nc; a++)
        count -= zni_find(A->i, A->p[a], A->p[a + 1], a) >= 0;
    return count;
}

/* Are all diagonal blocks stored, and do the blocks follow one another? Then nothing is copied, and diag is set. */
static bool ready(zni_fc *c, const zn_matrix *A)
{
    zn_index nc = c->nc, dd = c->d * c->d;

    for (zn_index k = 0; k < A->p[nc]; k++)
        if (A->bp[k] != dd * k)
            return false;
    for (zn_index a = 0; a < nc; a++) {
        zn_index k = A->p[a];

        while (k < A->p[a + 1] && A->i[k] < a)
            k++;
        if (k == A->p[a + 1] || A->i[k] > a)
            return false;
        c->diag[a] = k;
    }
    return true;
}

static void sizes(zni_fc *c)
{
    const zn_index d = c->d, dd = d * d;
    double none;

    for (zn_index a = 0; a < c->nc; a++)
        c->size[a] = zni_contact_mean(d, c->x + dd * c->diag[a], d + 1);
    none = zni_mean_size(c->nc, c->size);
    zni_round_sizes(c->nc, none > 0 ? none : zni_unit(zni_largest(c->x, dd * c->nb)), c->size);
}

/* Borrows the blocks of A. */
static void borrow(zni_fc *c, const zn_matrix *A)
{
    c->nb = A->p[c->nc];
    c->p = A->p;
    c->i = A->i;
    c->bp = A->bp;
    c->x = A->x;
    c->ro = A->ro;
    sizes(c);
}

static void set_aligned(zni_fc *c, const zn_matrix *A)
{
    zn_index nb = 0, dd = c->d * c->d;

    for (zn_index a = 0; a < c->nc; a++) {
        zn_index k = A->p[a];

        c->own_p[a] = nb;
        c->diag[a] = -1;
        while (k < A->p[a + 1] || c->diag[a] < 0) {
            const bool ends = k == A->p[a + 1] || A->i[k] > a;

            if (ends && c->diag[a] < 0) {
                c->diag[a] = nb;
                c->own_i[nb] = a;
                memset(c->own_x + dd * nb++, 0, (size_t)dd * sizeof *c->own_x);
                continue;
            }
            if (A->i[k] == a)
                c->diag[a] = nb;
            c->own_i[nb] = A->i[k];
            memcpy(c->own_x + dd * nb++, A->x + A->bp[k++], (size_t)dd * sizeof *c->own_x);
        }
    }
    c->own_p[c->nc] = c->nb = nb;
}

/* The bitwise or of d numbers. */
static inline uint64_t bits(zn_index d, const double x[])
{
    uint64_t u[3] = {0}, all = 0;

    if (d <= 3) {
        memcpy(u, x, 2 * sizeof *x);
        if (d == 3)
            memcpy(u + 2, x + 2, sizeof *x);
        return u[0] | u[1] | u[2];
    }
    for (zn_index i = 0; i < d; i++) {
        memcpy(u, x + i, sizeof *x);
        all |= u[0];
    }
    return all;
}

/* Has a d x d block of a matrix with n rows a nonzero number? The sign is shifted out, so -0 counts as zero. */
static inline bool filled(zn_index d, zn_index n, const double x[])
{
    uint64_t all = bits(d, x) | bits(d, x + n);

    if (d == 3)
        return (all | bits(3, x + 2 * n)) << 1 != 0;
    for (zn_index j = 2; j < d; j++)
        all |= bits(d, x + j * n);
    return all << 1 != 0;
}

/* One pass: nonzero blocks are stored, and those of the diagonal. A line of the cache holds rows of several contacts,
 * which the next ones find there. Inline with a constant d, which halves the instructions for each zero block. */
static inline void dense_blocks(zni_fc *c, const zn_matrix *A, const zn_index d)
{
    const zn_index n = c->n, nc = c->nc;
    const size_t bytes = (size_t)d * sizeof *c->own_x;
    zn_index nb = 0;

    for (zn_index a = 0; a < nc; a++) {
        const double *from = A->x + d * a;

        c->own_p[a] = nb;
        for (zn_index b = 0; b < nc; b++, from += n * d) {
            double *to;

            if (a != b && !filled(d, n, from))
                continue;
            to = c->own_x + d * d * nb;
            if (a == b)
                c->diag[a] = nb;
            c->own_i[nb++] = b;
            for (zn_index j = 0; j < d; j++)
                memcpy(to + j * d, from + j * n, bytes);
        }
    }
    c->own_p[nc] = c->nb = nb;
}

static void set_dense(zni_fc *c, const zn_matrix *A)
{
    if (c->d == 2)
        dense_blocks(c, A, 2);
    else if (c->d == 3)
        dense_blocks(c, A, 3);
    else
        dense_blocks(c, A, c->d);
}

/* ---- by columns ---------------------------------------------------------------- */

/* Enters block (a, b), b the present block column; mark[a] tells whether it is there already. The first pass counts the
 * blocks of row a in p[a + 1]. The second (fill) places a block of zeros. Returns the number of the block. */
static inline zn_index enter(zni_fc *c, zn_index a, zn_index b, bool fill)
{
    zn_index dd = c->d * c->d, *next = &c->own_p[fill ? a : a + 1];

    if (c->mark[a] != b) {
        c->mark[a] = b;
        if (fill) {
            c->own_i[*next] = b;
            memset(c->own_x + dd * *next, 0, (size_t)dd * sizeof *c->own_x);
        }
        ++*next;
    }
    return *next - 1;
}

static void sparse_column(zni_fc *c, const zn_matrix *A, zn_index b, bool fill)
{
    zn_index d = c->d;

    for (zn_index j = 0; j < d; j++) {
        for (zn_index e = A->p[d * b + j]; e < A->p[d * b + j + 1]; e++) {
            zn_index i = A->i[e], a = d == 3 ? i / 3 : i / d;
            zn_index k = enter(c, a, b, fill);

            if (fill)
                c->own_x[d * (d * k + j) + i - d * a] = A->x[e];
        }
    }
}

static void scan(zni_fc *c, const zn_matrix *A, bool fill)
{
    for (zn_index a = 0; a < c->nc; a++)
        c->mark[a] = -1;
    for (zn_index b = 0; b < c->nc; b++) {
        zn_index k = enter(c, b, b, fill);

        if (fill)
            c->diag[b] = k;
        sparse_column(c, A, b, fill);
    }
}

/* Counts blocks by rows, so that room can be made for them. */
static void count_by_columns(zni_fc *c, const zn_matrix *A)
{
    memset(c->own_p, 0, (size_t)(c->nc + 1) * sizeof *c->own_p);
    scan(c, A, false);
    zni_starts(c->nc, c->own_p);
    c->nb = c->own_p[c->nc];
}

static void set_by_columns(zni_fc *c, const zn_matrix *A)
{
    scan(c, A, true);
    zni_starts_back(c->nc, c->own_p);
}

/* ---- all storages -------------------------------------------------------------- */

zn_status zni_fc_set_blocks(zn_ctx *ctx, zni_fc *c, zn_index d, zn_index nc,
                            const zn_matrix *A, const double q[], bool copy)
{
    zn_index most, dd = d * d;
    zn_status st = ZNI_GROW(ctx, ZNI_ARRAY(c, diag, nc), ZNI_ARRAY(c, size, nc));
    zn_matrix by;
    bool whole;

    c->d = d;
    c->nc = nc;
    c->n = d * nc;
    c->q = q;
    c->qnorm = zni_norm(c->n, q);
    whole = aligned(c, A);
    if (!st && whole && !copy && ready(c, A)) {
        borrow(c, A);
        return ZN_OK;
    }
    if (!st && A->storage == ZN_BSR && !whole) {
        st = zni_columns_set(ctx, &c->columns, A);
        by = zni_view_columns(c->n, c->n, c->columns.p, c->columns.i, c->columns.x);
        A = &by;
    }
    most = whole ? A->p[nc] + missing(c, A) : nc + (A->storage == ZN_DENSE ? c->n * c->n : 0);
    if (most / nc >= nc)
        most = nc * nc;
    if (!st)
        st = grow(ctx, c, nc, most, dd * most);
    if (!st && A->storage == ZN_CSC) {
        count_by_columns(c, A);
        st = grow(ctx, c, nc, c->nb, dd * c->nb);
    }
    if (st)
        return st;
    if (whole)
        set_aligned(c, A);
    else if (A->storage == ZN_DENSE)
        set_dense(c, A);
    else
        set_by_columns(c, A);
    for (zn_index k = 0; k <= c->nb; k++)
        c->own_bp[k] = dd * k;
    for (zn_index a = 0; a <= c->nc; a++)
        c->own_ro[a] = c->d * a;
    sizes(c);
    return ZN_OK;
}

zn_matrix zni_fc_matrix(const zni_fc *c)
{
    return zni_view_blocks(c->nc, c->ro, c->p, c->i, c->bp, c->x);
}

void zni_fc_unscale(const zni_fc *c, double z[], double w[])
{
    for (zn_index i = 0; i < c->n && c->scale; i++) {
        z[i] *= c->scale[i];
        w[i] /= c->scale[i];
    }
}

void zni_fc_fini(zn_ctx *ctx, zni_fc *c)
{
    zni_columns_fini(ctx, &c->columns);
    ZNI_FREE(ctx, c->own_p, c->own_i, c->own_bp, c->own_ro, c->diag, c->mark, c->size, c->own_x,
             c->own);
}
