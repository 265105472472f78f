/* linear.c - linear systems with the pattern of the blocks
 * SPDX-License-Identifier: Apache-2.0 */
#include "linear.h"

#include <amd.h>

/* Operations that AMD takes for a block, and that copying the blocks into columns, with their index, takes for a value.
 * Measured on 7e5 to 2.6e6 blocks: 50 to 170 ns and 50 to 130 ns. */
static const double ORDERING = 400, SETTING = 200;

bool zni_flin_dense(const zni_fc *c)
{
    return zni_square_full(c->n, c->nc, c->nb);
}

/* Blocks are eliminated as they are, without a search for pivots. There are two exceptions: factors with so many
 * operations per value that frontal methods are faster, and factors that fill so much of the square that LAPACK is. */
enum { PART = 4, LAPACKS = 8 };

static bool thin(const zni_flin *l, double n)
{
    const bool full = PART * l->values > n * n && LAPACKS * l->operations > zni_lu_operations(n);

    return !zni_slu_by_fronts(&(zni_cost){l->values, l->operations}) && !full;
}

/* AMD orders the graph of the blocks and counts the fill and the operations of an elimination (Amestoy, Davis & Duff,
 * SIAM J. Matrix Anal. Appl. 17, 1996), with d rows for each block. */
zn_status zni_flin_plan(zn_ctx *ctx, zni_flin *l, const zni_fc *c)
{
    double info[AMD_INFO], n = (double)c->n;
    double d = (double)c->d;
    zn_status st;

    l->square.dense = zni_flin_dense(c);
    l->counted = l->by_blocks = l->at_hand = false;
    l->setting = SETTING * d * d * (double)c->nb;
    l->analysis = 0;
    if (l->square.dense) {
        l->operations = zni_lu_operations(n);
        l->values = n * n;
        return ZN_OK;
    }
    st = zni_room(ctx, &l->order, &l->cap_order, c->nc, sizeof *l->order);
    if (st)
        return st;
    if (amd_l_order(c->nc, c->p, c->i, l->order, NULL, info) < AMD_OK)
        return zn_fail(ctx, ZN_ENOMEM, "no memory to order %td contacts",
                       c->nc);
    l->values = d * d * (2 * info[AMD_LNZ] + (double)c->nc);
    l->operations = 2 * d * d * d * (info[AMD_NMULTSUBS_LU] + (double)c->nc);
    /* (contacts that roll need pivots: with redundant ones interior points stalled at 1.2e-9 for a tolerance of
     * 1e-9) */
    l->by_blocks = !c->mur && thin(l, n);
    l->analysis = l->by_blocks ? 0 : zni_chol_analysis(n, d * d * (double)c->nb, l->operations / 4);
    return ZN_OK;
}

bool zni_flin_fits(const zni_flin *l, const zn_monitor *mon)
{
    const double numbers = l->square.dense ? 0 : ZNI_NUMBER * l->values / 2;

    return zni_factors_fit_after(mon, l->setting + l->analysis + numbers, l->operations, l->square.dense);
}

zn_status zni_flin_affords(zn_ctx *ctx, zni_flin *l, const zni_fc *c,
                           const zn_monitor *mon, bool *fits)
{
    double order = ORDERING * (double)c->nb;
    zn_status st = ZN_OK;

    if (zni_affords(mon, order))
        st = zni_flin_plan(ctx, l, c);
    else
        l->operations = l->values = INFINITY;
    *fits = zni_flin_fits(l, mon);
    return st;
}

zn_status zni_flin_reserve(zn_ctx *ctx, zni_flin *l, zn_index n, zn_index nnz)
{
    zn_index most = nnz + ZNI_DMAX * n; /* as in zni_fc_reserve */
    const zn_index full = (zn_index)sqrt(3 * (double)nnz);
    zn_status st;

    if (n > 0 && most / n > n)
        most = n * n;
    st = zni_room(ctx, &l->j, &l->cap_j, most, sizeof *l->j);
    if (n < 1 || st)
        return st;
    if (zni_square_full(n, n, nnz))
        return zni_lu_size(ctx, &l->square.lu, n);
    st = zni_csc_reserve(ctx, &l->square.csc, n, most);
    if (!st)
        st = zni_slu_reserve(ctx, &l->square.slu, n);
    if (!st)
        st = zni_room(ctx, &l->order, &l->cap_order, n, sizeof *l->order);
    /* a dense part of it has at most these blocks, or is small */
    return st ? st : zni_lu_size(ctx, &l->square.lu, full > ZNI_SQUARE_FEW ? full : ZNI_SQUARE_FEW);
}

zn_status zni_flin_size(zn_ctx *ctx, zni_flin *l, const zni_fc *c)
{
    zn_index values = c->d * c->d * c->nb;
    zn_status st = zni_room(ctx, &l->j, &l->cap_j, values, sizeof *l->j);

    l->square.dense = zni_flin_dense(c);
    if (!st && l->square.dense)
        return zni_lu_size(ctx, &l->square.lu, c->n);
    if (!st)
        st = zni_room(ctx, &l->order, &l->cap_order, c->nc, sizeof *l->order);
    /* columns are seldom needed where blocks are eliminated as they are, and take five times the values */
    if (!st && c->nb <= ZNI_ROOMY)
        st = zni_csc_reserve(ctx, &l->square.csc, c->n, values);
    return st ? st : zni_slu_reserve(ctx, &l->square.slu, c->n);
}

/* The pattern in columns, for what is not eliminated by blocks, and its analysis if the pattern is new. */
static zn_status set_columns(zn_ctx *ctx, zni_flin *l, const zni_fc *c)
{
    zn_matrix A = zni_fc_matrix(c);
    const zn_status st = zni_square_take(ctx, &l->square, &A);

    l->columns = !st;
    return st;
}

/* planned: the plan is already that of c */
static zn_status set(zn_ctx *ctx, zni_flin *l, const zni_fc *c, bool planned)
{
    zn_status st = zni_flin_size(ctx, l, c);

    l->columns = false;
    /* pivots of an earlier problem would influence the rounding */
    if (!st && !l->square.dense)
        zni_slu_restart(&l->square.slu);
    if (!st && !planned && !l->square.dense && !c->mur && l->at_hand &&
        zni_blu_knows(&l->blu, c->d, c->nc, c->p, c->i))
        return ZN_OK;
    if (!st && !planned)
        st = zni_flin_plan(ctx, l, c);
    if (st || l->square.dense)
        return st;
    if (!l->by_blocks)
        return set_columns(ctx, l, c);
    st = zni_blu_pattern(ctx, &l->blu, c->d, c->nc, c->p, c->i, l->order);
    l->at_hand = !st;
    return st;
}

zn_status zni_flin_set(zn_ctx *ctx, zni_flin *l, const zni_fc *c, bool planned)
{
    zn_status st = set(ctx, l, c, planned);

    l->setting = 0; /* is done */
    if (!st && l->columns)
        l->analysis = zni_slu_analysis(&l->square.slu, &l->square.csc, true);
    return st;
}

zn_status zni_flin_begin(zn_ctx *ctx, zni_flin *l, const zni_fc *c,
                         const double z[], double w[], const zn_monitor *mon,
                         zn_solve_info *info)
{
    bool fits;
    zn_status st = zni_flin_affords(ctx, l, c, mon, &fits);

    if (st || fits)
        return st ? st : zni_flin_set(ctx, l, c, true);
    info->outcome = ZN_TIME_LIMIT;
    zni_fc_mul(c, z, c->q, w);
    return ZN_UNSOLVED;
}

/* Pivots off the diagonal make more fill than predicted, so the first factorisation corrects the prediction. */
static void count(zni_flin *l)
{
    const bool lu = l->square.slu.kind == ZNI_SLU_KLU || l->square.slu.kind == ZNI_SLU_UMF;
    zni_cost cost;

    if (l->counted || !lu)
        return;
    cost = zni_slu_spent(&l->square.slu);
    l->operations = fmax(l->operations, cost.operations);
    l->values = fmax(l->values, cost.values);
    l->counted = true;
}

zn_status zni_flin_factor(zn_ctx *ctx, zni_flin *l, const zni_fc *c,
                          bool symmetric)
{
    zn_status st;

    l->made++;
    l->blocked = l->by_blocks && !l->square.dense && zni_blu_factor(&l->blu, l->j);
    if (l->blocked)
        return ZN_OK;
    if (l->square.dense) {
        zn_matrix J = zni_fc_matrix(c);

        J.x = l->j;
        zn_matrix_to_dense(&J, l->square.lu.a);
        return zni_square_factor(ctx, &l->square, symmetric);
    }
    st = l->columns ? ZN_OK : set_columns(ctx, l, c);
    if (st)
        return st;
    zni_csc_values(&l->square.csc, l->j);
    st = zni_square_factor(ctx, &l->square, symmetric);
    l->analysis = 0;
    if (!st)
        count(l);
    return st;
}

void zni_flin_solve(zni_flin *l, double b[])
{
    if (l->blocked)
        zni_blu_solve(&l->blu, b);
    else
        zni_square_solve(&l->square, b);
}

zn_status zni_flin_sign(zn_ctx *ctx, zni_flin *l, int *sign)
{
    if (!l->blocked)
        return zni_square_sign(ctx, &l->square, sign);
    *sign = l->blu.sign;
    return ZN_OK;
}

void zni_flin_fini(zn_ctx *ctx, zni_flin *l)
{
    ZNI_FREE(ctx, l->j, l->order);
    zni_square_fini(ctx, &l->square);
    zni_blu_fini(ctx, &l->blu);
}
