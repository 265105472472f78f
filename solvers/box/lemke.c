/* lemke.c - Lemke's complementary pivoting with the lexicographic rule
 * SPDX-License-Identifier: Apache-2.0 */
#include "lemke.h"

#include <string.h>

#include "../linalg/units.h"
#include "../linalg/wide.h"

/* Cottle, Pang & Stone (1992), section 4.4 (scheme I) and section 4.9 (lexicographic resolution of degeneracy,
 * lexicographic.c), on the dictionary of dictionary.c. */

zn_status zni_lemke_reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    zni_lemke *k = state;
    zn_status st = zni_room(ctx, &k->v, &k->cap_v, 2 * n, sizeof *k->v);

    if (!st)
        st = zni_box_reserve(ctx, &k->work, n, nnz);
    return st ? st : zni_dictionary_reserve(ctx, &k->t, n, nnz);
}

/* to_i = b_i / -t_i where t_i < pivot, infinite elsewhere; returns the smallest */
ZNI_WIDE static double ratios(zn_index n, double pivot, const double t[], const double b[], double to[])
{
    const zni_lanes none = {INFINITY, INFINITY, INFINITY, INFINITY};
    zni_lanes few = none;
    double least = INFINITY;
    zn_index i = 0;

    for (; i + 4 <= n; i += 4) {
        zni_lanes a, x;
        zni_bits in;

        zni_take4(t + i, &a);
        zni_take4(b + i, &x);
        in = a < pivot;
        x /= -a;
        x = (zni_lanes)(((zni_bits)x & in) | ((zni_bits)none & ~in));
        zni_put4(&x, to + i);
        in = x < few;
        few = (zni_lanes)(((zni_bits)x & in) | ((zni_bits)few & ~in));
    }
    for (int k = 0; k < 4; k++)
        least = few[k] < least ? few[k] : least;
    for (; i < n; i++) {
        to[i] = t[i] < pivot ? b[i] / -t[i] : INFINITY;
        least = to[i] < least ? to[i] : least;
    }
    return least;
}

zn_index zni_lemke_blocking(zni_dictionary *t, zn_index e)
{
    zn_index n = t->n, ties = 0;
    const double *te = zni_dictionary_column(t, e, t->enter);
    const double least = ratios(n, -ZNI_TINY_PIVOT * zni_largest(te, n), te, t->b, t->work);

    if (isinf(least))
        return -1;
    for (zn_index i = 0; i < n; i++) {
        if (!zni_tied(t->work[i], least))
            continue;
        /* in a tie, z0 always leaves: the solution is reached then */
        if (t->basic[i] == 2 * n)
            return i;
        t->list[ties++] = i;
    }
    return zni_dictionary_first(t, ties, te, 1, NULL);
}

/* The present z0 as an error: (z, w + cover z0) solves the problem, so no row is off by more. */
static double artificial(const zni_dictionary *t, const zn_lcp *p)
{
    zn_index r = t->where[2 * t->n];
    const double scale = fmax(1, zni_largest(p->q, t->n));
    double s = INFINITY;

    for (zn_index i = 0; i < t->n; i++)
        s = t->s[i] < s ? t->s[i] : s;
    return r < 0 ? -1 : t->b[r] / (t->beta * s * scale);
}

/* The row for which z0 enters: that with the smallest ratio of b to the covering vector. In a tie it is the last
 * row, which is the lexicographically smallest, as B is the identity. */
static zn_index first(const zni_dictionary *t)
{
    zn_index r = -1;

    for (zn_index i = 0; i < t->n; i++) {
        double cover = t->cover[i];

        if (cover > 0 && (r < 0 || t->b[i] * t->cover[r] <= t->b[r] * cover))
            r = i;
    }
    return r;
}

zn_status zni_lemke_follow(zni_dictionary *t, const zn_lcp *p, zn_index r, zn_index e, zn_index last,
                           zn_index max_iter, zn_monitor *mon, zn_solve_info *info)
{
    const zn_index n = t->n;

    while (info->iterations < max_iter) {
        if (mon && zni_last(mon, info->iterations, artificial(t, p), info))
            return ZN_UNSOLVED;
        const zn_index out = t->basic[r];
        const zn_status st = zni_dictionary_pivot(t, r, e);

        if (st) {
            info->outcome = zni_dictionary_stopped(st);
            return st == ZN_ESINGULAR ? ZN_UNSOLVED : st;
        }
        if (zni_dictionary_fresh(t))
            zni_dictionary_values(t, p->q, NULL);
        /* the ratio test keeps b >= 0 but for rounding */
        for (zn_index i = 0; i < n; i++)
            t->b[i] = t->b[i] < 0 ? 0 : t->b[i];
        info->iterations++;
        if (out == last || out == last + n)
            return ZN_OK;
        e = -1 - t->where[out < n ? out + n : out - n];
        r = zni_lemke_blocking(t, e);
        if (r < 0) {
            info->outcome = ZN_RAY;
            return ZN_UNSOLVED;
        }
    }
    info->outcome = ZN_ITERATION_LIMIT;
    return ZN_UNSOLVED;
}

/* if no q_i is negative, z = 0 is the solution */
static bool negative(const zn_lcp *p)
{
    for (zn_index i = 0; i < p->n; i++)
        if (p->q[i] < 0)
            return true;
    return false;
}

/* The solution of the last basis; accuracy that the pivots have lost is restored, once. If the start has a smaller
 * error, or there is no basis (ZN_UNSOLVED), the start comes back. */
static zn_status finish(zni_lemke *k, zni_call call, const zn_lcp *p, zn_status st)
{
    const zni_box b = zni_lcp_box(p);
    double *start = k->v, *w1 = start + p->n, err;

    zni_dictionary_z(&k->t, call.z);
    err = zni_box_error(&b, call.z, call.w);
    if (!st && !(err <= k->tol)) {
        const zn_status polished =
            zni_box_polish(call.ctx, &k->work, &b, k->tol, call.z, call.w, call.mon);

        if (polished)
            return polished;
        err = zni_box_residual(&b, call.z, call.w);
    }
    if (!st && err <= k->tol) {
        call.info->outcome = ZN_SOLVED;
        call.info->error = err;
        return ZN_OK;
    }
    if (!st)
        call.info->outcome = ZN_INACCURATE;
    if (zni_box_error(&b, start, w1) < err || isnan(err))
        zni_put_point(p->n, start, w1, call.z, call.w);
    return ZN_UNSOLVED;
}

/* A few full rows take the short way, if nobody watches the iterations. */
static bool few_rows(const zni_lemke *k, const zni_box *b, const double cover[],
                     double z[], double w[], const zn_monitor *mon,
                     zn_solve_info *info)
{
    if (mon || cover || b->n > ZNI_LEMKE_FEW || b->M->storage != ZN_DENSE ||
        !zni_lemke_few(b, false, k->max_iter, z, w, &info->iterations))
        return false;
    info->error = zni_box_residual(b, z, w);
    info->outcome = ZN_SOLVED;
    if (info->error <= k->tol)
        return true;
    memcpy(z, k->v, (size_t)b->n * sizeof *z);
    return false;
}

zn_status zni_lemke_solve(zni_lemke *k, zni_call call, const zn_lcp *p)
{
    const zni_box b = zni_lcp_box(p);
    const double *cover = k->cover;
    zn_index n = p->n;
    size_t bytes = (size_t)n * sizeof *call.z;
    zn_status st;

    /* valid for this call only, however it ends: the next problem may have more rows */
    k->cover = NULL;
    if (n == 1)
        return zni_box_scalar(&b, call.z, call.w, call.info);
    st = zni_room(call.ctx, &k->v, &k->cap_v, 2 * n, sizeof *k->v);
    if (st)
        return st;
    call.info->iterations = 0;
    if (!negative(p)) {
        memset(call.z, 0, bytes);
        memcpy(call.w, p->q, bytes);
        call.info->outcome = ZN_SOLVED;
        return ZN_OK;
    }
    memcpy(k->v, call.z, bytes);
    if (few_rows(k, &b, cover, call.z, call.w, call.mon, call.info))
        return ZN_OK;
    st = zni_dictionary_load(call.ctx, &k->t, p, n + 1, call.mon, call.info);
    if (st)
        return st;
    for (zn_index i = 0; i < n && cover; i++)
        k->t.cover[i] = cover[i];
    call.info->iterations = 0; /* the short way may have been tried in vain */
    st = zni_lemke_follow(&k->t, p, first(&k->t), n, 2 * n, k->max_iter, call.mon, call.info);
    return st < 0 ? st : finish(k, call, p, st);
}

zn_status zni_lemke_covers(zni_call call, zni_lemke *k, const zn_lcp *p, int paths, double cover[])
{
    zn_index work = 0;
    zn_status st = ZN_UNSOLVED;

    for (int i = 0; i < paths && st >= 0; i++) {
        for (zn_index j = 0; j < p->n; j++) {
            const double g = zni_golden(i * p->n + j);

            cover[j] = i % 2 ? exp2(16 * (g - 1.5)) : g;
        }
        k->cover = cover;
        st = zni_lemke_solve(k, call, p);
        call.info->iterations = work += call.info->iterations;
        if (!st || zni_over(call.mon, &call.info->outcome))
            break;
    }
    return st;
}

void zni_lemke_fini(zni_lemke *k, zn_ctx *ctx)
{
    ZNI_FREE(ctx, k->v, k->P);
    zni_box_fini(ctx, &k->work);
    zni_dictionary_fini(ctx, &k->t);
}

static const zn_option options[] = {ZNI_PIVOT_OPTIONS(zni_lemke)};

ZNI_SOLVER(zni_lcp_lemke, ZN_KIND_LCP_SOLVER, "lemke",
           "complementary pivoting, lexicographic; finds rays (Lemke 1965)", zni_lemke, options,
           zni_lemke_solve, zni_lemke_fini, .reserve = zni_lemke_reserve);
