/* branch.c - small problems in a box: choices of sides as a tree, refuted by Farkas
 * SPDX-License-Identifier: Apache-2.0 */
#include "branch.h"

#include "../core/room.h"

#include <string.h>

enum { UNDECIDED = 3 };

zn_status zni_branch_reserve(zn_ctx *ctx, zni_branch *k, zn_index n)
{
    zn_status st = ZNI_GROW(ctx, ZNI_BARE(k, T, 2 * n * n + 12 * n), ZNI_ARRAY(k, basic, 3 * n),
                            ZNI_ARRAY(k, side, 2 * n));

    if (!st)
        st = zni_refute_reserve(ctx, &k->proof, n);
    if (st)
        return st;
    k->n = n;
    k->M = k->T + n * n;
    k->beta = k->M + n * n;
    k->x = k->beta + n;
    k->lo = k->x + 2 * n;
    k->hi = k->lo + 2 * n;
    k->g = k->hi + 2 * n;
    k->d = k->g + n;
    k->row = k->d + n;
    k->unit = k->row + n;
    k->nonbasic = k->basic + n;
    k->path = k->nonbasic + n;
    k->left = k->side + n;
    return ZN_OK;
}

void zni_branch_fini(zn_ctx *ctx, zni_branch *k)
{
    ZNI_FREE(ctx, k->T, k->basic, k->side);
    zni_refute_fini(ctx, &k->proof);
}

/* bounds of z and w of row i in the node, in the units of the data */
static void bounds(const zni_box *b, zn_index i, int side, double *z_lo, double *z_hi, double *w_lo, double *w_hi)
{
    const double lo = zni_box_lo(b, i), hi = zni_box_hi(b, i);

    *z_lo = side == ZNI_AT_HI ? hi : lo;
    *z_hi = side == ZNI_AT_LO ? lo : hi;
    *w_lo = side == ZNI_AT_HI || (side == UNDECIDED && isfinite(hi)) ? -INFINITY : 0;
    *w_hi = side == ZNI_AT_LO || (side == UNDECIDED && isfinite(lo)) ? INFINITY : 0;
}

static void set_bounds(zni_branch *k, const zni_box *b)
{
    const zn_index n = k->n;

    for (zn_index i = 0; i < n; i++) {
        const double uz = k->scale / k->unit[i], uw = k->scale * k->unit[n + i];

        bounds(b, i, k->side[i], k->lo + i, k->hi + i, k->lo + n + i, k->hi + n + i);
        k->lo[i] *= uz;
        k->hi[i] *= uz;
        k->lo[n + i] *= uw;
        k->hi[n + i] *= uw;
    }
}

/* Do the multipliers y of w - M z = q prove, with the data as they are given, that the node has no solution? */
static bool refuted(zni_branch *k, const zni_box *b, double y[])
{
    double z_lo[ZNI_BRANCH_MAX], z_hi[ZNI_BRANCH_MAX], w_lo[ZNI_BRANCH_MAX], w_hi[ZNI_BRANCH_MAX];
    const zni_ranges r = {z_lo, z_hi, w_lo, w_hi};

    for (zn_index i = 0; i < k->n; i++)
        bounds(b, i, k->side[i], z_lo + i, z_hi + i, w_lo + i, w_hi + i);
    return zni_refutes(&k->proof, b, &r, NULL, y);
}

/* Put the point of the node into z and w. Returns the row without a side that violates complementarity most; -1:
 * there is none. */
static zn_index point(zni_branch *k, const zni_box *b, double z[], double w[])
{
    const zn_index n = k->n;
    zn_index worst = -1;
    double most = -1;

    for (zn_index i = 0; i < n; i++)
        z[i] = zni_box_clip(b, i, k->x[i] * k->unit[i] / k->scale);
    zni_box_dual(b, z, w);
    for (zn_index i = 0; i < n; i++) {
        const double uz = k->scale / k->unit[i], uw = k->scale * k->unit[n + i];
        const double below = (z[i] - zni_box_lo(b, i)) * uz,
                     above = (z[i] - zni_box_hi(b, i)) * uz;
        const double off = fabs(fmax(fmin(w[i] * uw, below), above));

        if (k->side[i] == UNDECIDED && off > most) {
            most = off;
            worst = i;
        }
    }
    return worst;
}

static bool has(const zni_box *b, zn_index i, int side)
{
    return side == ZNI_AT_LO   ? isfinite(zni_box_lo(b, i))
           : side == ZNI_AT_HI ? isfinite(zni_box_hi(b, i))
                               : true;
}

/* the side closest to (z, w) */
static unsigned char nearest(const zni_branch *k, const zni_box *b, zn_index i, double z,
                             double w)
{
    const double uz = k->scale / k->unit[i], uw = k->scale * k->unit[k->n + i];

    if (w > 0 && has(b, i, ZNI_AT_LO) && (z - zni_box_lo(b, i)) * uz <= w * uw)
        return ZNI_AT_LO;
    if (w < 0 && has(b, i, ZNI_AT_HI) && (zni_box_hi(b, i) - z) * uz <= -w * uw)
        return ZNI_AT_HI;
    return ZNI_FREE;
}

static unsigned char first_of(unsigned left)
{
    unsigned char side = ZNI_AT_LO;

    while (!(left >> side & 1))
        side++;
    return side;
}

/* One level deeper: row i gets this side, its other sides are left for later. */
static void descend(zni_branch *k, const zni_box *b, zn_index *depth, zn_index i,
                    unsigned char side)
{
    unsigned left = 0;

    for (unsigned other = ZNI_AT_LO; other <= ZNI_AT_HI; other++)
        if (other != side && has(b, i, (int)other))
            left |= 1U << other;
    k->path[(*depth)++] = i;
    k->left[i] = (unsigned char)left;
    k->side[i] = side;
}

/* Go back to the next choice that is left; false: there is none. */
static bool retreat(zni_branch *k, zn_index *depth)
{
    while (*depth > 0) {
        const zn_index i = k->path[*depth - 1];

        if (k->left[i]) {
            k->side[i] = first_of(k->left[i]);
            k->left[i] &= (unsigned char)~(1U << k->side[i]);
            return true;
        }
        k->side[i] = UNDECIDED;
        (*depth)--;
    }
    return false;
}

typedef struct tree {
    zn_ctx *ctx;
    zni_branch *k;
    zni_box_work *work;
    const zni_box *b;
    double tol, least;
    bool doubtful; /* some leaf could not be refuted                           */
    double *z, *w; /* best point     */
    double *zt, *wt;
} tree;

/* keep (zt, wt) if it is better; it is polished first if it is close to a solution */
static zn_status judge(tree *t, const zn_monitor *mon)
{
    const zni_box *b = t->b;
    double err = zni_box_residual(b, t->zt, t->wt);
    zn_status st = ZN_OK;

    if (err > t->tol && err < sqrt(t->tol)) {
        st = zni_box_polish(t->ctx, t->work, b, t->tol, t->zt, t->wt, mon);
        err = zni_box_residual(b, t->zt, t->wt);
    }
    if (st < 0 || !(err < t->least))
        return st;
    t->least = err;
    zni_put_point(b->n, t->zt, t->wt, t->z, t->w);
    return ZN_OK;
}

/* One node: judge its point and choose the next node. *more: is there one? */
static zn_status node(tree *t, zn_index *depth, const zn_monitor *mon, bool *more)
{
    zni_branch *k = t->k;
    zn_index i;
    zni_feasible is;
    zn_status st = ZN_OK;

    set_bounds(k, t->b);
    is = zni_branch_feasible(k, t->b);
    if (is == ZNI_REFUTED) {
        zni_branch_multipliers(k, k->row);
        if (refuted(k, t->b, k->row)) {
            *more = retreat(k, depth);
            return ZN_OK;
        }
        is = ZNI_LOST;
    }
    *more = true;
    i = point(k, t->b, t->zt, t->wt);
    if (is == ZNI_FEASIBLE && i >= 0) {
        const unsigned char side = nearest(k, t->b, i, t->zt[i], t->wt[i]);

        st = judge(t, mon);
        if (t->least <= t->tol || st)
            return st;
        descend(k, t->b, depth, i, side);
        return ZN_OK;
    }
    if (is == ZNI_FEASIBLE)
        st = judge(t, mon);
    if (t->least <= t->tol || st)
        return st;
    if (i >= 0) {
        descend(k, t->b, depth, i, ZNI_FREE);
    } else {
        t->doubtful = true;
        *more = retreat(k, depth);
    }
    return ZN_OK;
}

zn_status zni_box_branch(zni_call call, zni_branch *k, zni_box_work *work, double tol,
                         zn_index most, const zni_box *b)
{
    const zn_index n = b->n;
    double zt[ZNI_BRANCH_MAX], wt[ZNI_BRANCH_MAX];
    tree t = {call.ctx, k, work, b, tol, INFINITY, false, call.z, call.w, zt, wt};
    zn_index depth = 0;
    bool more = true;
    zn_status st;

    if (n > ZNI_BRANCH_MAX)
        return ZN_EINVAL;
    st = zni_branch_reserve(call.ctx, k, n);
    if (!st)
        st = zni_box_begin(call.ctx, work, b);
    if (st)
        return st;
    zn_matrix_to_dense(b->M, k->M);
    zni_branch_begin(k, b);
    for (zn_index i = 0; i < n; i++)
        k->side[i] = zni_box_free(b, i) ? ZNI_FREE : UNDECIDED;
    zni_box_dual(b, call.z, call.w);
    t.least = zni_box_residual(b, call.z, call.w);
    call.info->outcome = ZN_INFEASIBLE;
    for (call.info->iterations = 0; more && !(t.least <= tol); call.info->iterations++) {
        if (zni_last(call.mon, call.info->iterations, t.least, call.info))
            break;
        if (call.info->iterations == most) {
            call.info->outcome = ZN_ITERATION_LIMIT;
            break;
        }
        st = node(&t, &depth, call.mon, &more);
        if (st)
            return st;
    }
    if (t.least <= tol)
        call.info->outcome = ZN_SOLVED;
    else if (call.info->outcome == ZN_INFEASIBLE && t.doubtful)
        call.info->outcome = ZN_STALLED;
    return t.least <= tol ? ZN_OK : ZN_UNSOLVED;
}
