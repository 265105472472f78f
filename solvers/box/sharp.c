/* sharp.c - signs that were decided by a tolerance, decided again
 *
 * With bounds on both sides, M z may be large where q is small. The error measure is relative to what can be
 * computed at all, so it then accepts points whose multipliers have the wrong sign: a tie between q and the rounding
 * of M z was decided by a tolerance. The residual of such a row is much larger than its own rounding, so it can be
 * detected, and repaired from the point at hand: by the active sets that the wrong signs lead to, along a path from
 * the point, and, in a small problem, by trying all active sets. If nothing helps, the point stays: it is within the
 * tolerance.
 * SPDX-License-Identifier: Apache-2.0 */
#include "path.h"

#include <string.h>

#include "../linalg/units.h"

enum { SETS = 8, COMBINATIONS = 5000 };

/* The part of w of row i that has the wrong sign at z; 0 for a fixed row. */
static double wrong_part(const zni_box *b, zn_index i, double z, double w)
{
    const bool at_lo = z == zni_box_lo(b, i), at_hi = z == zni_box_hi(b, i);

    return at_lo && at_hi ? 0 : at_lo ? fmin(w, 0) : at_hi ? fmax(w, 0) : w;
}

/* Is each row exactly on a bound with w of the right sign, or w = 0, up to the rounding of its sum? A z beside a
 * bound is not on it. Where z has no bound, only what zni_limit_sizes allows counts as rounding; otherwise a z that
 * has diverged would count as an answer. */
static bool sharp(zni_box_work *k, const zni_box *b, const double z[],
                  const double w[])
{
    double *aside = k->pool + 3 * b->n, most = 0;
    bool open = false;

    for (zn_index i = 0; i < b->n; i++) {
        aside[i] = wrong_part(b, i, z[i], w[i]);
        most = fmax(most, fabs(aside[i]));
        open = open || isinf(zni_box_lo(b, i)) || isinf(zni_box_hi(b, i));
    }
    if (open && most > 1e-6 * fmax(b->size > 0 ? b->size : 1, zni_largest(b->q, b->n)))
        return false;
    return zni_box_small_rows(k, b, z, aside);
}

/* Solve for the sides of k->side, refine once, put z into the box, and compute w. Here and below ZN_OK: the point is
 * sharp; ZN_UNSOLVED: it is not. */
static zn_status on_sides(zn_ctx *ctx, zni_box_work *k, const zni_box *b, double z[],
                     double w[])
{
    double *r = k->pool + 2 * b->n;
    const zn_status st = zni_box_solve_sides(ctx, k, b, z, r);

    if (st || k->proximal)
        return st && st != ZN_ESINGULAR ? st : ZN_UNSOLVED;
    zni_box_refine(k, b, z, r);
    zni_box_clip_all(b, z);
    zni_box_dual(b, z, w);
    return sharp(k, b, z, w) ? ZN_OK : ZN_UNSOLVED;
}

/* If no sign is wrong, only the rounding of the preceding method is, and solving once for the present sides is all. */
static zn_status by_moves(zn_ctx *ctx, zni_box_work *k, const zni_box *b, double z[],
                     double w[])
{
    zn_status st = ZN_UNSOLVED;

    zni_box_guess(k, b, z);
    for (int s = 0; s < SETS && st > 0; s++) {
        if (!zni_box_move(k->side, b, z, w) && s > 0)
            break;
        st = on_sides(ctx, k, b, z, w);
        if (k->proximal)
            break;
    }
    return st;
}

static zn_status by_path(zn_ctx *ctx, zni_box_work *k, zni_path *path,
                    const zni_box *b, double z[], double w[], zn_monitor *mon)
{
    zn_solve_info aside = {0};
    zn_status st;

    path->scale = 0;
    zni_path_point(path, b, z, w);
    st = zni_path_follow(ctx, path, b, 1, 20 * b->n, mon, &aside);
    if (st)
        return st == ZN_ESINGULAR ? ZN_UNSOLVED : st;
    memcpy(z, path->zt, (size_t)b->n * sizeof *z);
    memcpy(k->side, path->side, (size_t)b->n);
    return on_sides(ctx, k, b, z, w);
}

static zn_status by_trying(zn_ctx *ctx, zni_box_work *k, const zni_box *b,
                           const double from[], double z[], double w[],
                           zn_monitor *mon)
{
    zn_index tried = 0;
    zn_status st = ZN_UNSOLVED;

    if (zni_box_choices(b) > COMBINATIONS)
        return ZN_UNSOLVED;
    memset(k->side, ZNI_FREE, (size_t)b->n);
    do {
        if (mon && zn_monitor_tick(mon, tried++, -1))
            return ZN_UNSOLVED;
        memcpy(z, from, (size_t)b->n * sizeof *z);
        st = on_sides(ctx, k, b, z, w);
    } while (st > 0 && zni_box_next_sides(b, k->side, NULL));
    return st;
}

bool zni_box_plain(const zni_box *b, const double z[], const double w[])
{
    double q = 0, r = 0;

    for (zn_index i = 0; i < b->n; i++) {
        const double qi = fabs(b->q[i]), ri = fabs(wrong_part(b, i, z[i], w[i]));

        q = qi > q ? qi : q;
        r = ri > r ? ri : r;
    }
    return r <= ZNI_BOX_PLAIN * q;
}

zn_status zni_box_sharpen(zn_ctx *ctx, zni_box_work *k, zni_pivots *pivots,
                          const zni_box *b, double z[], double w[],
                          zn_monitor *mon)
{
    zn_status st;

    if (zni_box_plain(b, z, w))
        return ZN_OK;
    st = zni_box_begin(ctx, k, b);
    if (st || sharp(k, b, z, w))
        return st;
    st = zni_pivots_reserve(ctx, pivots, b->n, zni_box_nnz(b));
    if (st)
        return st;
    double *z1 = pivots->v, *w1 = z1 + b->n;

    zni_put_point(b->n, z, w, z1, w1);
    st = by_moves(ctx, k, b, z1, w1);
    if (st > 0) {
        zni_put_point(b->n, z, w, z1, w1);
        st = by_path(ctx, k, &pivots->path, b, z1, w1, mon);
    }
    if (st > 0)
        st = by_trying(ctx, k, b, z, z1, w1, mon);
    if (st)
        return st < 0 ? st : ZN_OK;
    zni_put_point(b->n, z1, w1, z, w);
    return ZN_OK;
}
