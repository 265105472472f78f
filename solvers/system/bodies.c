/* bodies.c - the inverse of a mass matrix that decomposes into small blocks
 * SPDX-License-Identifier: Apache-2.0 */
#include "mass.h"

#include <math.h>
#include <string.h>


/* The mass matrix of rigid bodies has blocks of 1, 3 or 6 rows, whose unknowns may be in any order. If no block is
 * larger than ZNI_BLOCK_OF_MASSES, each is inverted by itself. Then M^-1 applied to columns of a contact costs no more
 * than the bodies of that contact, and has no more values than M. */

/* Root of i in the forest of the union-find algorithm, halving paths. */
static int32_t root(int32_t up[], int32_t i)
{
    for (; up[i] != i; i = up[i])
        up[i] = up[up[i]];
    return i;
}

/* Is M diagonal? */
static bool diagonal(const zni_by_columns *M, zn_index n)
{
    for (zn_index j = 0; j < n; j++)
        for (zn_index k = M->p[j]; k < M->p[j + 1]; k++)
            if (M->i[k] != j)
                return false;
    return true;
}

/* Numbers the connected components of the pattern by their first unknowns, lists their unknowns, ascending, and finds
 * where their inverses begin. False: one is too large to be inverted. */
static bool split(zni_bodies *s, const zni_by_columns *M)
{
    int32_t n = (int32_t)s->n, nb = 0, at = 0, first = 0;
    int32_t *up = s->body, *place = s->at, *size = s->start;
    bool small = true;

    for (int32_t i = 0; i < n; i++)
        up[i] = i;
    for (int32_t j = 0; j < n; j++)
        for (zn_index k = M->p[j]; k < M->p[j + 1]; k++) {
            const int32_t a = root(up, (int32_t)M->i[k]), b = root(up, j);

            /* the smaller number is the root */
            up[a < b ? b : a] = a < b ? a : b;
        }
    for (int32_t i = 0; i < n; i++)
        place[i] = root(up, i);
    for (int32_t i = 0; i < n; i++)
        s->body[i] = place[i] == i ? nb++ : s->body[place[i]];
    memset(size, 0, (size_t)(nb + 1) * sizeof *size);
    for (int32_t i = 0; i < n; i++) {
        place[i] = size[s->body[i]]++;
        small = small && place[i] < ZNI_BLOCK_OF_MASSES;
    }
    s->nb = nb;
    s->together = true;
    /* sizes become first rows */
    for (int32_t b = 0; b < nb; b++) {
        const int32_t rows = size[b];

        s->start[b] = at;
        at += rows;
    }
    s->start[nb] = at;
    for (int32_t i = 0; i < n; i++) {
        s->row[s->start[s->body[i]] + place[i]] = i;
        s->together = s->together && i == s->row[s->start[s->body[i]]] + place[i];
    }
    for (int32_t b = 0; b < nb && small; b++) {
        const int32_t rows = s->start[b + 1] - s->start[b];

        for (int32_t l = 0; l < rows; l++, first += rows)
            s->at[s->row[s->start[b] + l]] = rows == 1 ? -1 - first : first;
    }
    s->values = first;
    return small;
}

zn_status zni_bodies_split(zn_ctx *ctx, zni_bodies *s, const zni_by_columns *M,
                           zn_index n, bool *apart)
{
    zn_status st = ZN_OK;

    s->n = s->nb = s->values = n;
    s->single = diagonal(M, n);
    *apart = s->single;
    if (!s->single) {
        s->nb = 0;
        if (n > INT32_MAX / ZNI_BLOCK_OF_MASSES)
            return ZN_OK;
        st = ZNI_GROW(ctx, ZNI_ARRAY(s, body, n), ZNI_ARRAY(s, at, n), ZNI_ARRAY(s, start, n + 1),
                      ZNI_ARRAY(s, row, n));
        *apart = !st && split(s, M);
    }
    return !*apart ? st : zn_grow(ctx, &s->inv, &s->cap_inv, s->values, sizeof *s->inv);
}

/* Rows are scaled by powers of two, so that units do not influence the pivots. */
zn_status zni_bodies_invert_block(zn_index rows, double inv[])
{
    double a[ZNI_BLOCK_OF_MASSES * ZNI_BLOCK_OF_MASSES], scale[2 * ZNI_BLOCK_OF_MASSES];
    int piv[ZNI_BLOCK_OF_MASSES];
    zni_lu lu = {.n = rows, .a = a, .scale = scale, .piv = piv};

    /* a single row needs no calls */
    if (rows == 1) {
        const double own = *inv;

        *inv = 1 / own;
        return own != 0 && isfinite(own) ? ZN_OK : ZN_ESINGULAR;
    }
    memcpy(a, inv, (size_t)(rows * rows) * sizeof *a);
    if (zni_lu_factor(&lu))
        return ZN_ESINGULAR;
    memset(inv, 0, (size_t)(rows * rows) * sizeof *inv);
    for (zn_index j = 0; j < rows; j++, inv += rows) {
        inv[j] = 1;
        zni_lu_solve(&lu, inv);
    }
    return ZN_OK;
}

/* The number of row i in its block, from the distance of its column from the first. */
static zn_index place(const zni_bodies *s, zn_index i)
{
    const zn_index b = s->body[i], first = zni_bodies_at(s, s->row[s->start[b]]);

    return (zni_bodies_at(s, i) - first) / zni_bodies_rows(s, b);
}

zn_status zni_bodies_invert(zni_bodies *s, const zni_by_columns *M)
{
    zn_status st = ZN_OK;

    memset(s->inv, 0, (size_t)s->values * sizeof *s->inv);
    for (zn_index j = 0; j < s->n; j++)
        for (zn_index k = M->p[j]; k < M->p[j + 1]; k++) {
            const zn_index i = M->i[k];

            if (s->single)
                s->inv[j] = M->x[k];
            else
                s->inv[zni_bodies_at(s, j) + place(s, i)] = M->x[k];
        }
    for (zn_index b = 0, at = 0; b < s->nb && !st; b++) {
        const zn_index rows = zni_bodies_rows(s, b);

        st = zni_bodies_invert_block(rows, s->inv + at);
        at += rows * rows;
    }
    return st;
}

void zni_bodies_solve(const zni_bodies *s, double x[])
{
    double y[ZNI_BLOCK_OF_MASSES];

    if (s->single) {
        for (zn_index i = 0; i < s->n; i++)
            x[i] *= s->inv[i];
        return;
    }
    for (zn_index b = 0; b < s->nb; b++) {
        const int32_t *row = s->row + s->start[b];
        const zn_index rows = s->start[b + 1] - s->start[b];

        if (rows == 1) {
            x[*row] = 0 + s->inv[zni_bodies_at(s, *row)] * x[*row];
            continue;
        }
        for (zn_index l = 0; l < rows; l++) {
            y[l] = x[row[l]];
            x[row[l]] = 0;
        }
        for (zn_index l = 0; l < rows; l++)
            zni_bodies_add(s, row[l], y[l], x);
    }
}

void zni_bodies_fini(zn_ctx *ctx, zni_bodies *s)
{
    ZNI_FREE(ctx, s->body, s->at, s->start, s->row, s->inv);
}
