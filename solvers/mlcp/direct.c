/* direct.c - MLCP by guessing the active set: one linear system decides
 * SPDX-License-Identifier: Apache-2.0 */
#include "../box/front.h"
#include "mlcp.h"

#include <string.h>

/* Circuits and mechanisms change their active set seldom, and then often back
 * to one they had before. So the set of the starting point is tried, then the
 * last few that were right; each costs one factorisation and one product to
 * verify. */

zn_status zni_direct_reserve(zn_ctx *ctx, zni_direct *k, zn_index n)
{
    return zn_grow(ctx, &k->sets, &k->cap_sets, (ZNI_REMEMBERED + 2) * n, 1);
}

static void set_of(const zni_box *b, const double z[], unsigned char set[])
{
    for (zn_index i = 0; i < b->n; i++)
        set[i] = z[i] > zni_box_lo(b, i) ? ZNI_FREE : ZNI_AT_LO;
}

/* solve with `set`; ZN_OK when the signs are right too */
static zn_status try_set(zn_ctx *ctx, zni_direct *k, zni_box_work *work,
                         const zni_box *b, const unsigned char set[],
                         double z[], double w[], zn_solve_info *info)
{
    zn_index n = b->n;
    double *zn = work->pool, *r = zn + n, err = NAN;
    zn_status st;

    memcpy(zn, z, (size_t)n * sizeof *z);
    memcpy(work->side, set, (size_t)n);
    /* the second pass corrects the rounding of the first, when needed */
    for (int pass = 0; pass < 2 && !(err <= k->tol); pass++) {
        st = zni_box_solve_sides(ctx, work, b, zn, r);
        if (st)
            return st == ZN_ESINGULAR ? ZN_UNSOLVED : st;
        for (zn_index i = 0; i < n; i++)
            if (fabs(zn[i]) <= k->tol)
                zn[i] = zni_box_clip(b, i, zn[i]);
        zni_box_mul(work, b, zn, b->q, r);
        err = zni_box_residual(b, zn, r);
        if (!(err <= 1e3 * k->tol))
            break;
    }
    info->iterations++;
    if (!(err <= k->tol))
        return ZN_UNSOLVED;
    memcpy(z, zn, (size_t)n * sizeof *z);
    memcpy(w, r, (size_t)n * sizeof *w);
    info->outcome = ZN_SOLVED;
    return ZN_OK;
}

/* move set j of the list to its front */
static void promote(zni_direct *k, zn_index j)
{
    size_t n = (size_t)k->n;
    unsigned char *spare = k->sets + ZNI_REMEMBERED * n;

    memcpy(spare, k->sets + (size_t)j * n, n);
    memmove(k->sets + n, k->sets, (size_t)j * n);
    memcpy(k->sets, spare, n);
}

void zni_direct_learn(zni_direct *k, const zni_box *b, const double z[])
{
    zn_index j = 0;
    size_t n = (size_t)b->n;
    unsigned char *set;

    if (k->n != b->n) /* no set of this size was ever tried: no room */
        return;
    set = k->sets + (ZNI_REMEMBERED + 1) * n;
    set_of(b, z, set);
    while (j < k->nsets && memcmp(k->sets + (size_t)j * n, set, n))
        j++;
    if (j == k->nsets) {
        /* new: takes the place of the oldest when there are enough */
        if (k->nsets < ZNI_REMEMBERED)
            k->nsets++;
        j = k->nsets - 1;
        memcpy(k->sets + (size_t)j * n, set, n);
    }
    promote(k, j);
}

zn_status zni_direct_for(zn_ctx *ctx, zni_direct *k, zn_index n)
{
    zn_status st = zni_direct_reserve(ctx, k, n);

    if (!st && k->n != n) {
        k->n = n;
        k->nsets = 0;
    }
    return st;
}

zn_status zni_direct_try(zn_ctx *ctx, zni_direct *k, zni_box_work *work,
                         const zni_box *b, double z[], double w[],
                         zn_monitor *mon, zn_solve_info *info)
{
    zn_index n = b->n;
    unsigned char *spare;
    zn_status st;

    st = zni_direct_for(ctx, k, n);
    if (!st)
        st = zni_box_begin(ctx, work, b);
    if (st)
        return st;
    info->iterations = 0;
    info->outcome = ZN_STALLED;
    for (zn_index i = 0; i < n; i++)
        z[i] =
            isfinite(z[i]) ? zni_box_clip(b, i, z[i]) : zni_box_clip(b, i, 0);
    zni_box_mul(work, b, z, b->q, w);
    if (!zni_box_guess(work, b, z))
        zni_box_read(work, b, z, w);
    spare = k->sets + ZNI_REMEMBERED * n;
    memcpy(spare, work->side, (size_t)n);
    st = try_set(ctx, k, work, b, spare, z, w, info);
    for (zn_index j = 0; j < k->nsets && st == ZN_UNSOLVED; j++) {
        if (zn_monitor_tick(mon, j, -1)) {
            info->outcome = ZN_INTERRUPTED;
            return ZN_UNSOLVED;
        }
        if (memcmp(k->sets + j * n, spare, (size_t)n))
            st = try_set(ctx, k, work, b, k->sets + j * n, z, w, info);
    }
    if (!st)
        zni_direct_learn(k, b, z);
    return st;
}

void zni_direct_fini(zn_ctx *ctx, zni_direct *k)
{
    zn_free_array(ctx, k->sets);
}

/* ---- the class ----------------------------------------------------------- */

typedef struct direct {
    zni_front front;
    double tol;
    int fallback;
    zni_direct sets;
    zni_box_work work;
    zni_schur lemke;
} direct;

enum { LEMKE, NONE };

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    direct *s = state;
    zn_status st = zni_front_reserve(&s->front, ctx, n);

    if (!st)
        st = zni_direct_reserve(ctx, &s->sets, n);
    if (!st)
        st = zni_box_reserve(ctx, &s->work, n, nnz);
    if (!st && s->fallback == LEMKE)
        st = zni_schur_reserve(&s->lemke, ctx, n, nnz);
    return st;
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    direct *s = state;
    const zn_mlcp *p = problem;
    zni_box b;
    zn_status st = s->front.view(&s->front, ctx, p, &b);

    if (st)
        return st;
    s->sets.tol = s->tol;
    st = zni_direct_try(ctx, &s->sets, &s->work, &b, z, w, mon, info);
    if (st != ZN_UNSOLVED || info->outcome == ZN_INTERRUPTED)
        return st;
    if (s->fallback == LEMKE) {
        info->solver = "lemke";
        s->lemke.tol = s->tol;
        s->lemke.max_iter = 100 * p->n;
        st = zni_schur_solve(&s->lemke, ctx, p, z, w, mon, info);
        if (!st)
            zni_direct_learn(&s->sets, &b, z);
        return st;
    }
    return ZN_UNSOLVED;
}

static void fini(void *state, zn_ctx *ctx)
{
    direct *s = state;

    zni_direct_fini(ctx, &s->sets);
    zni_schur_fini(&s->lemke, ctx);
    zni_box_fini(ctx, &s->work);
    zni_front_fini(&s->front, ctx);
}

static const zn_option options[] = {
    ZN_OPT_REAL(direct, tol, 1e-10, 0, 1, "-", "error that counts as solved"),
    ZN_OPT_CHOICE(direct, fallback, LEMKE, "lemke|none",
                  "what to do when no remembered active set is right"),
    ZN_OPT_END,
};

ZNI_BOX_CLASS(mlcp, MLCP, direct, "direct",
              "active sets of before, one linear system each; then lemke",
              direct, solve, options);
