/* sets.c - from an interior point to the solution of its active set
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../core/monitor.h"
#include "../../linalg/small.h"
#include "../../linalg/units.h"
#include "interior.h"

#include <string.h>

/* The equations of an active set, z_i = its bound and A_r z + b_r = 0, are solved with the normal equations of the
 * interior point method, where D is infinite on the active bounds and small on the active rows: an augmented Lagrangian
 * (Friedlander & Orban, Math. Prog. Comput. 4, 2012, show that it solves dependent equations), which a few steps of
 * refinement make exact. Wrong signs of its solution then change the set, as in the active set method (Hintermueller,
 * Ito & Kunisch, SIAM J. Optim. 13, 2003). */

enum { CORRECTIONS = 12 };

/* A'E A of an active row relative to M, both by their diagonals */
static const double STIFF = 1e7;

/* a row of a start is active if A_r z + b_r is at most this, relative to the data */
static const double NEAR = 1e-9;

double zni_interior_offer(zni_interior *a, double w[])
{
    const zn_index n = a->n;
    double err;

    zni_box_clip_all(a->box, a->trial);
    memcpy(w + n, a->trial + n, (size_t)a->m * sizeof *w);
    err = zni_qp_residual(a->p, a->trial, w, a->res + n, a->x + n);
    zni_note_best(err, &a->least, n + a->m, a->trial, a->best);
    return err;
}

/* Put unknown j (z_i or l_r) into the active set of its bound, D = inf, or out of it, D = 0. A row is active if its l
 * is not held at its bound 0. */
static void hold(zni_interior *a, zn_index j, bool low, bool high)
{
    a->D[j] = low || high ? INFINITY : 0;
    if (low || high)
        a->trial[j] = low ? a->box->lo[j] : a->box->hi[j];
}

/* The active set that t and y indicate. */
static void read_interior(zni_interior *a)
{
    const zn_index n = a->n;

    for (zn_index i = 0; i < n; i++) {
        const double lo = a->box->lo[i], hi = a->box->hi[i];

        a->trial[i] = a->z[i];
        hold(a, i, lo == hi || (isfinite(lo) && a->t[i] < a->y[i]), isfinite(hi) && a->t[n + i] < a->y[n + i]);
    }
    for (zn_index j = n; j < n + a->m; j++) {
        a->trial[j] = a->y[n + j];
        hold(a, j, !(a->t[n + j] < a->y[n + j]), false);
    }
}

/* The active set of trial. */
static void read_point(zni_interior *a)
{
    const double scale = zni_qp_scale(a->p);

    zni_qp_rows(a->p, a->trial, a->res + a->n);
    for (zn_index i = 0; i < a->n; i++)
        hold(a, i, a->trial[i] <= a->box->lo[i], a->trial[i] >= a->box->hi[i]);
    for (zn_index r = 0; r < a->m; r++)
        hold(a, a->n + r, !(a->res[a->n + r] <= NEAR * zni_qp_row_scale(a->p, r, scale)), false);
}

/* size[r] = the sum of squares of row r of A */
static void row_sizes(const zni_interior *a, double size[])
{
    const zn_matrix *B = a->normal->B;
    const zn_index n = a->n, N = n + a->m;
    const bool dense = B->storage == ZN_DENSE;

    for (zn_index j = n; j < N; j++) {
        const zn_index from = dense ? j * N : B->p[j], to = dense ? from + n : B->p[j + 1];

        size[j - n] = zni_dot(to - from, B->x + from, B->x + from);
    }
}

static zn_status factor(zn_ctx *ctx, zni_interior *a)
{
    double big, *size = a->res + a->n;

    zn_matrix_diag(a->p->M, a->res);
    big = zni_largest(a->res, a->n);
    row_sizes(a, size);
    for (zn_index r = 0; r < a->m; r++)
        if (!isinf(a->D[a->n + r]))
            a->D[a->n + r] = (size[r] > 0 ? size[r] : 1) / (STIFF * (big > 0 ? big : 1));
    return zni_normal_factor(ctx, a->normal, a->D);
}

/* The residual of the equations of the set at trial. */
static double left(zni_interior *a)
{
    double size = 0;

    zni_qp_dual(a->p, a->trial, a->res);
    for (zn_index j = 0; j < a->n + a->m; j++) {
        a->res[j] = isinf(a->D[j]) ? 0 : -a->res[j];
        size = fmax(size, fabs(a->res[j]));
    }
    return size;
}

/* Change the set by the signs at trial; false: it stays. */
static bool change(zni_interior *a)
{
    const double scale = zni_qp_scale(a->p), small = 0.1 * a->tol * scale;
    bool moved = false;

    zni_qp_dual(a->p, a->trial, a->res);
    for (zn_index j = 0; j < a->n + a->m; j++) {
        const double lo = a->box->lo[j], hi = a->box->hi[j], x = a->trial[j], w = a->res[j];
        const double out = j < a->n ? small : 0.1 * a->tol * zni_qp_row_scale(a->p, j - a->n, scale);
        const bool inside = !isinf(a->D[j]), lower = !inside && x == lo;
        const bool low = inside ? x < lo - small : lower && (w >= -out || lo == hi);
        const bool high = inside ? x > hi + small : !lower && w <= out;

        moved |= (low || high) == inside;
        hold(a, j, low, high);
    }
    return moved;
}

zn_status zni_interior_sets(zn_ctx *ctx, zni_interior *a, int rounds, bool interior, double w[])
{
    const size_t bytes = (size_t)(a->n + a->m) * sizeof *a->f;

    if (interior)
        read_interior(a);
    else
        read_point(a);
    for (int it = 0; it < rounds; it++) {
        const zn_status st = factor(ctx, a);

        if (st)
            return st == ZN_ESINGULAR ? ZN_UNSOLVED : st;
        zni_interior_refine(a, CORRECTIONS, left, a->trial);
        /* offering projects trial onto its bounds; the signs are those before that */
        memcpy(a->f, a->trial, bytes);
        if (zni_interior_offer(a, w) <= a->tol)
            return ZN_OK;
        memcpy(a->trial, a->f, bytes);
        if (!change(a))
            break;
    }
    return ZN_UNSOLVED;
}
