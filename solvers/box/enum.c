/* enum.c - LCP, MLCP and relay by enumeration of all choices of sides
 * SPDX-License-Identifier: Apache-2.0 */
#include "branch.h"
#include "front.h"
#include "path.h"

#include <string.h>

#include "../linalg/twice.h"
#include "../linalg/units.h"

/* Every row is at a bound or free. Each of the 2^m choices (3^m for rows with two bounds) gives one linear system
 * with a principal submatrix of M (Murty 1988, section 1.1). All choices are tried, counted in base 2 or 3 from that
 * of the start, until the signs are right. A regular submatrix is decided once and for all. A singular one is
 * represented by one solution of its system, the closest to the start, so that a problem whose only solutions lie
 * inside such a face may be missed: then the best point is returned as such, and the problem is not called
 * infeasible. Nor is a wrong sign certain if a submatrix is nearly singular: the problem is called infeasible only
 * if a tree of linear problems proves it, too (branch.c). */

typedef struct enums {
    zni_front front;
    double tol;
    zn_index max_rows; /* most rows with a choice */
    zni_box_work work;
    zni_pivots signs;
    zni_branch tree; /* of proofs */
} enums;

/* the largest violation of bounds by z; a z that is off by at most tol, the rounding of the system, is put on its
 * bound */
static double violation(const zni_box *b, double z[], double tol)
{
    double worst = 0;

    for (zn_index i = 0; i < b->n; i++) {
        double zi = zni_box_clip(b, i, z[i]), off = fabs(zi - z[i]);

        if (off <= tol)
            z[i] = zi;
        else if (!(off <= worst))
            worst = off;
    }
    return worst;
}

bool zni_box_next_sides(const zni_box *b, unsigned char side[], const unsigned char start[])
{
    for (zn_index i = 0; i < b->n; i++) {
        bool lo = !isinf(zni_box_lo(b, i)), hi = !isinf(zni_box_hi(b, i));

        if (!lo && !hi)
            continue;
        do {
            side[i] = (unsigned char)((side[i] + 1) % 3);
        } while ((side[i] == ZNI_AT_LO && !lo) ||
                 (side[i] == ZNI_AT_HI && !hi));
        if (side[i] != (start ? start[i] : ZNI_FREE))
            return true;
    }
    return false;
}

static zn_status admissible(zn_ctx *ctx, zn_index most, const zni_box *b)
{
    const zn_index m = b->n - zni_box_equations(b);

    if (m > most)
        return zn_fail(ctx, ZN_EINVAL,
                       "%td rows with a choice, enumeration takes "
                       "at most %td",
                       m, most);
    return ZN_OK;
}

zn_status zni_box_enumerate(zni_call call, zni_box_work *k, double tol, zn_index most,
                            const zni_box *b)
{
    zn_index n = b->n;
    size_t bytes = (size_t)n * sizeof *call.z;
    bool doubtful = false;
    const double rho = zni_unit(zni_largest_value(b->M)), q = zni_largest(b->q, n);
    double least = INFINITY;
    zn_status st = admissible(call.ctx, most, b);

    if (!st)
        st = zni_box_begin(call.ctx, k, b);
    if (!st)
        st = zn_grow(call.ctx, &k->start, &k->cap_start, n, 1);
    if (st)
        return st;

    double *zn = k->pool, *wn = zn + n, *best = wn + n, *from = best + n;

    for (zn_index i = 0; i < n; i++)
        from[i] = zni_box_into(b, i, call.z[i]);
    memcpy(best, from, bytes);
    zni_box_guess(k, b, from);
    memcpy(k->start, k->side, (size_t)n);

    call.info->iterations = 0;
    call.info->outcome = ZN_INFEASIBLE;
    do {
        double err;

        if (zni_last(call.mon, call.info->iterations, least, call.info))
            break;
        call.info->iterations++;
        memcpy(zn, from, bytes);
        st = zni_box_solve_sides(call.ctx, k, b, zn, wn);
        if (st && st != ZN_ESINGULAR)
            return st;
        doubtful |= st == ZN_ESINGULAR || k->proximal;
        if (st || violation(b, zn, tol) > 0)
            continue;
        memcpy(wn, b->q, bytes);
        zni_careful_mul(b->M, rho, q, zn, wn, call.w, n);
        err = zni_box_residual(b, zn, wn);
        if (err < least) {
            least = err;
            memcpy(best, zn, bytes);
        }
    } while (!(least <= tol) && zni_box_next_sides(b, k->side, k->start));

    memcpy(call.z, best, bytes);
    zni_box_dual(b, call.z, call.w);
    if (least <= tol) {
        call.info->outcome = ZN_SOLVED;
        return ZN_OK;
    }
    if (call.info->outcome == ZN_INFEASIBLE && doubtful)
        call.info->outcome = ZN_STALLED;
    return ZN_UNSOLVED;
}

/* ---- the solvers ------------------------------------------------------------ */

enum { NODES = 20000 };

/* No choice was right: the tree has to prove that there is no solution. If it finds one, that is the answer. */
static zn_status prove(enums *s, zni_call call, const zni_box *b)
{
    const zn_index tried = call.info->iterations;
    zn_status st = ZN_UNSOLVED;

    call.info->outcome = ZN_STALLED;
    if (b->n <= ZNI_BRANCH_MAX)
        st = zni_box_branch(call, &s->tree, &s->work, s->tol, NODES, b);
    call.info->iterations += tried;
    return st;
}

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    enums *s = state;
    zni_box_work *k = &s->work;
    zn_status st = zni_front_reserve(&s->front, ctx, n);

    if (!st)
        st = zni_box_reserve(ctx, k, n, nnz);
    if (!st && n <= ZNI_BRANCH_MAX)
        st = zni_branch_reserve(ctx, &s->tree, n);
    return st ? st : zn_grow(ctx, &k->start, &k->cap_start, n, 1);
}

static zn_status solve(enums *s, zni_call call, const void *problem)
{
    zni_box b;
    zn_status st = s->front.view(&s->front, call.ctx, problem, &b);

    b.size = 0; /* as pivots */
    if (!st)
        st = zni_box_enumerate(call, &s->work, s->tol, s->max_rows, &b);
    if (st > 0 && call.info->outcome == ZN_INFEASIBLE)
        st = prove(s, call, &b);
    return st || !b.hi
               ? st
               : zni_box_sharpen(call.ctx, &s->work, &s->signs, &b, call.z, call.w, call.mon);
}

static void fini(enums *s, zn_ctx *ctx)
{
    zni_front_fini(&s->front, ctx);
    zni_box_fini(ctx, &s->work);
    zni_pivots_fini(ctx, &s->signs);
    zni_branch_fini(ctx, &s->tree);
}

/* a row with one bound doubles the work, a row with two triples it */
#define OPTIONS(rows, most)                                                    \
    {                                                                          \
        ZNI_TOL(enums, tol, 1e-10),                                            \
            ZNI_OPTION(enums, INT, "max_rows", max_rows, rows, 1, most,        \
                       NULL,                                                   \
                       "most rows with a choice; each multiplies the work"),   \
            ZN_OPT_END,                                                        \
    }

static const zn_option two[] = OPTIONS(20, 40);
static const zn_option three[] = OPTIONS(12, 25);

ZNI_BOX_CLASS(lcp, LCP, enum, "enum",
              "all 2^n active sets, for n up to about 20 (Murty 1988)", enums,
              solve, two);
ZNI_BOX_CLASS(mlcp, MLCP, enum, "enum",
              "all active sets of the complementarity rows (Murty 1988)", enums,
              solve, two);
ZNI_BOX_CLASS(relay, RELAY, enum, "enum",
              "all 3^n choices of sides, for n up to about 12 (Murty 1988)",
              enums, solve, three);
