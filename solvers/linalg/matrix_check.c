/* matrix_check.c - is a matrix view valid?
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/matrix.h>

#include <math.h>
#include <string.h>

#include "../core/finite.h"
#include "wide.h"

/* Are many numbers finite? Eight at a time, in two sums, so that additions need not wait for each other. */
ZNI_WIDE static bool many_finite(zn_index n, const double x[])
{
    zni_lanes a = {0}, b = {0}, t;
    zn_index i = 0;

    for (; i + 8 <= n; i += 8) {
        zni_take4(x + i, &t);
        a += t;
        zni_take4(x + i + 4, &t);
        b += t;
    }
    a += b;
    return (isfinite(a[0] + a[1] + a[2] + a[3]) || zni_not_finite(i, x) == i) && zni_finite(n - i, x + i);
}

static bool all_finite(zn_index n, const double x[])
{
    return n < 16 ? zni_finite(n, x) : many_finite(n, x);
}

/* The values of an m x n block whose first entry is (r, c): ZN_EDOM with the place of the first one that is not
 * finite. */
static zn_status check_values(zn_ctx *ctx, const char *name, zn_index m,
                              zn_index n, const double x[], zn_index r,
                              zn_index c)
{
    if (all_finite(m * n, x))
        return ZN_OK;
    const zn_index k = zni_not_finite(m * n, x);

    return zn_fail(ctx, ZN_EDOM, "%s(%td,%td) = %g", name, r + k % m, c + k / m,
                   x[k]);
}

/* Is rows x cols more than can be addressed? Without a division if both are small. */
static bool too_large(zn_index rows, zn_index cols)
{
    return (rows | cols) >= 1 << 28 && rows &&
           cols > PTRDIFF_MAX / (zn_index)sizeof(double) / rows;
}

static zn_status check_dense(zn_ctx *ctx, const char *name, const zn_matrix *A)
{
    if (too_large(A->rows, A->cols))
        return zn_fail(ctx, ZN_EINVAL, "%s: %td x %td is too large", name,
                       A->rows, A->cols);
    if (A->rows && A->cols && !A->x)
        return zn_fail(ctx, ZN_EINVAL, "%s: %td x %td without values", name,
                       A->rows, A->cols);
    return check_values(ctx, name, A->rows, A->cols, A->x, 0, 0);
}

/* Starts p[0..n] of n lists: p[0] is 0, and they do not descend. */
static zn_status check_starts(zn_ctx *ctx, const char *name, const char *what,
                              zn_index n, const zn_index p[])
{
    if (!p)
        return zn_fail(ctx, ZN_EINVAL, "%s: no %s", name, what);
    if (p[0] != 0)
        return zn_fail(ctx, ZN_EINVAL, "%s: %s[0] = %td, must be 0", name, what,
                       p[0]);
    for (zn_index j = 0; j < n; j++)
        if (p[j + 1] < p[j])
            return zn_fail(ctx, ZN_EINVAL,
                           "%s: %s[%td] = %td, %s[%td] = %td: must not descend",
                           name, what, j, p[j], what, j + 1, p[j + 1]);
    return ZN_OK;
}

/* The indices i[p[j] .. p[j+1]-1] of each list: in [0, limit), ascending. */
static zn_status check_numbers(zn_ctx *ctx, const char *name, zn_index n,
                               const zn_index p[], const zn_index i[],
                               zn_index limit)
{
    for (zn_index j = 0; j < n; j++) {
        zn_index before = -1;

        for (zn_index k = p[j]; k < p[j + 1]; k++) {
            if (i[k] < 0 || i[k] >= limit)
                return zn_fail(ctx, ZN_EINVAL,
                               "%s: i[%td] = %td, must be in [0, %td)", name, k,
                               i[k], limit);
            if (i[k] <= before)
                return zn_fail(ctx, ZN_EINVAL,
                               "%s: i[%td] = %td after %td, must ascend", name,
                               k, i[k], before);
            before = i[k];
        }
    }
    return ZN_OK;
}

/* Fails with the place of the first value that is not finite. */
static zn_status csc_not_finite(zn_ctx *ctx, const char *name,
                                const zn_matrix *A)
{
    const zn_index k = zni_not_finite(A->p[A->cols], A->x);
    zn_index j = 0;

    while (A->p[j + 1] <= k)
        j++;
    return zn_fail(ctx, ZN_EDOM, "%s(%td,%td) = %g", name, A->i[k], j, A->x[k]);
}

static zn_status check_csc(zn_ctx *ctx, const char *name, const zn_matrix *A)
{
    zn_status st = check_starts(ctx, name, "p", A->cols, A->p);

    if (st)
        return st;
    zn_index nnz = A->p[A->cols];
    if (nnz && (!A->i || !A->x))
        return zn_fail(ctx, ZN_EINVAL, "%s: %td entries without i or x", name,
                       nnz);
    st = check_numbers(ctx, name, A->cols, A->p, A->i, A->rows);
    if (st)
        return st;
    return all_finite(nnz, A->x) ? ZN_OK : csc_not_finite(ctx, name, A);
}

/* The cuts of [0, length] into n blocks: strictly ascending. */
static zn_status check_cuts(zn_ctx *ctx, const char *name, const char *what,
                            zn_index n, const zn_index cut[], zn_index length)
{
    zn_status st = check_starts(ctx, name, what, n, cut);

    if (st)
        return st;
    for (zn_index a = 0; a < n; a++)
        if (cut[a + 1] == cut[a])
            return zn_fail(ctx, ZN_EINVAL, "%s: %s[%td] = %s[%td] = %td: empty",
                           name, what, a, what, a + 1, cut[a]);
    if (cut[n] != length)
        return zn_fail(ctx, ZN_EINVAL, "%s: %s[%td] = %td, must be %td", name,
                       what, n, cut[n], length);
    return ZN_OK;
}

/* Have all blocks a position, and are they finite? Blocks that are contiguous in memory are examined together. */
static bool blocks_finite(const zn_matrix *A)
{
    zn_index from = 0, to = 0;

    for (zn_index a = 0; a < A->nbr; a++)
        for (zn_index k = A->p[a]; k < A->p[a + 1]; k++) {
            const zn_index b = A->i[k], at = A->bp[k];

            if (at < 0 || (at != to && !all_finite(to - from, A->x + from)))
                return false;
            if (at != to)
                from = at;
            to = at + (A->ro[a + 1] - A->ro[a]) * (A->co[b + 1] - A->co[b]);
        }
    return all_finite(to - from, A->x + from);
}

static zn_status check_blocks(zn_ctx *ctx, const char *name, const zn_matrix *A)
{
    zn_status st = ZN_OK;

    if (blocks_finite(A))
        return ZN_OK;
    for (zn_index a = 0; a < A->nbr && !st; a++)
        for (zn_index k = A->p[a]; k < A->p[a + 1] && !st; k++) {
            zn_index b = A->i[k];

            if (A->bp[k] < 0)
                return zn_fail(ctx, ZN_EINVAL,
                               "%s: bp[%td] = %td, must be >= 0", name, k,
                               A->bp[k]);
            st = check_values(ctx, name, A->ro[a + 1] - A->ro[a],
                              A->co[b + 1] - A->co[b], A->x + A->bp[k],
                              A->ro[a], A->co[b]);
        }
    return st;
}

static zn_status check_bsr(zn_ctx *ctx, const char *name, const zn_matrix *A)
{
    zn_status st;

    if (A->nbr < 0 || A->nbc < 0)
        return zn_fail(ctx, ZN_EINVAL, "%s: %td x %td blocks", name, A->nbr,
                       A->nbc);
    st = check_cuts(ctx, name, "ro", A->nbr, A->ro, A->rows);
    if (st)
        return st;
    st = check_cuts(ctx, name, "co", A->nbc, A->co, A->cols);
    if (st)
        return st;
    st = check_starts(ctx, name, "p", A->nbr, A->p);
    if (st)
        return st;
    zn_index blocks = A->p[A->nbr];
    if (blocks && (!A->i || !A->bp || !A->x))
        return zn_fail(ctx, ZN_EINVAL, "%s: %td blocks without i, bp or x",
                       name, blocks);
    st = check_numbers(ctx, name, A->nbr, A->p, A->i, A->nbc);
    return st ? st : check_blocks(ctx, name, A);
}

zn_status zn_matrix_check(zn_ctx *ctx, const char *name, const zn_matrix *A)
{
    if (!A)
        return zn_fail(ctx, ZN_EINVAL, "%s: no matrix", name);
    if (A->rows < 0 || A->cols < 0)
        return zn_fail(ctx, ZN_EINVAL, "%s: %td x %td", name, A->rows, A->cols);
    switch (A->storage) {
    case ZN_DENSE:
        return check_dense(ctx, name, A);
    case ZN_CSC:
        return check_csc(ctx, name, A);
    case ZN_BSR:
        return check_bsr(ctx, name, A);
    }
    return zn_fail(ctx, ZN_EINVAL, "%s: unknown storage %d", name,
                   (int)A->storage);
}
