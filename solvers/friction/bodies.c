/* bodies.c - factors of a matrix of masses that falls apart into small blocks
 * SPDX-License-Identifier: Apache-2.0 */
#include "motion.h"

#include "../linalg/few_lu.h"

/* The matrix of masses of rigid bodies has blocks of 1, 3 or 6 rows, in any
 * order of the unknowns. Where no block is larger than LARGEST each is factorised
 * by itself; then M^-1 on a contact's columns costs no more than the bodies that
 * the contact touches. */
enum { LARGEST = 16 };
_Static_assert((int)LARGEST <= (int)ZNI_FEW_LU, "what few_lu.h is for");

/* root of i in the forest, paths halved */
static zn_index root(zn_index up[], zn_index i)
{
    for (; up[i] != i; i = up[i])
        up[i] = up[up[i]];
    return i;
}

/* Number the components of the pattern by their first unknowns, list their
 * unknowns, ascending; false: one is too large. */
static bool split(zni_bodies *s, const zni_csc *M)
{
    zn_index n = M->n, *up = s->body, *size = s->start, nb = 0, at = 0;

    for (zn_index i = 0; i < n; i++)
        up[i] = i;
    for (zn_index j = 0; j < n; j++)
        for (zn_index k = M->p[j]; k < M->p[j + 1]; k++) {
            zn_index a = root(up, M->i[k]), b = root(up, j);

            /* the smaller number is the root */
            up[a < b ? b : a] = a < b ? a : b;
        }
    for (zn_index i = 0; i < n; i++)
        s->place[i] = root(up, i);
    for (zn_index i = 0; i < n; i++)
        s->body[i] = s->place[i] == i ? nb++ : s->body[s->place[i]];
    memset(size, 0, (size_t)(nb + 1) * sizeof *size);
    for (zn_index i = 0; i < n; i++) {
        s->place[i] = size[s->body[i]]++;
        if (size[s->body[i]] > LARGEST)
            return false;
    }
    s->nb = nb;
    s->at[0] = 0;
    for (zn_index b = 0; b < nb; b++) {
        zn_index rows = size[b];

        s->at[b + 1] = s->at[b] + rows * rows;
        s->start[b] = at;
        at += rows;
    }
    s->start[nb] = at;
    for (zn_index i = 0; i < n; i++)
        s->row[s->start[s->body[i]] + s->place[i]] = i;
    return true;
}

zn_status zni_bodies_split(zn_ctx *ctx, zni_bodies *s, const zni_csc *M,
                           bool *apart)
{
    zn_index n = M->n;
    zn_status st = zn_grow(ctx, &s->body, &s->cap_body, n, sizeof *s->body);

    *apart = false;
    if (!st)
        st = zn_grow(ctx, &s->place, &s->cap_place, n, sizeof *s->place);
    if (!st)
        st = zn_grow(ctx, &s->start, &s->cap_start, n + 1, sizeof *s->start);
    if (!st)
        st = zn_grow(ctx, &s->at, &s->cap_at, n + 1, sizeof *s->at);
    if (!st)
        st = zn_grow(ctx, &s->row, &s->cap_row, n, sizeof *s->row);
    if (!st)
        st = zn_grow(ctx, &s->piv, &s->cap_piv, n, sizeof *s->piv);
    if (!st)
        st = zn_grow(ctx, &s->scale, &s->cap_scale, n, sizeof *s->scale);
    if (st || !split(s, M))
        return st;
    *apart = true;
    return zn_grow(ctx, &s->lu, &s->cap_lu, s->at[s->nb], sizeof *s->lu);
}

/* one block; rows scaled by powers of two, so units do not decide the pivots */
static zn_status factor(zni_bodies *s, zn_index b)
{
    zn_index rows = s->start[b + 1] - s->start[b];
    double *a = s->lu + s->at[b], *scale = s->scale + s->start[b];
    double top[LARGEST];

    zni_lu_equilibrate(rows, a, scale, top);
    zni_few_lu(rows, a, s->piv + s->start[b]);
    /* a pivot at the level of rounding is a zero that missed; NaN fails too */
    for (zn_index j = 0; j < rows; j++)
        if (!(fabs(a[j + j * rows]) > 2e-15 * top[j]))
            return ZN_ESINGULAR;
    return ZN_OK;
}

zn_status zni_bodies_factor(zni_bodies *s, const zni_csc *M)
{
    zn_status st = ZN_OK;

    memset(s->lu, 0, (size_t)s->at[s->nb] * sizeof *s->lu);
    for (zn_index j = 0; j < M->n; j++) {
        zn_index b = s->body[j], rows = s->start[b + 1] - s->start[b];
        double *column = s->lu + s->at[b] + s->place[j] * rows;

        for (zn_index k = M->p[j]; k < M->p[j + 1]; k++)
            column[s->place[M->i[k]]] = M->x[k];
    }
    for (zn_index b = 0; b < s->nb && !st; b++)
        st = factor(s, b);
    return st;
}

void zni_bodies_solve(const zni_bodies *s, zn_index b, double x[])
{
    zn_index first = s->start[b], rows = s->start[b + 1] - first;
    double y[LARGEST];

    for (zn_index i = 0; i < rows; i++)
        y[i] = s->scale[first + i] * x[s->row[first + i]];
    if (rows == 1)
        y[0] /= s->lu[s->at[b]];
    else
        zni_few_lu_solve(rows, s->lu + s->at[b], s->piv + first, y);
    for (zn_index i = 0; i < rows; i++)
        x[s->row[first + i]] = y[i];
}

void zni_bodies_fini(zn_ctx *ctx, zni_bodies *s)
{
    zn_free_array(ctx, s->body);
    zn_free_array(ctx, s->place);
    zn_free_array(ctx, s->start);
    zn_free_array(ctx, s->at);
    zn_free_array(ctx, s->row);
    zn_free_array(ctx, s->piv);
    zn_free_array(ctx, s->scale);
    zn_free_array(ctx, s->lu);
}
