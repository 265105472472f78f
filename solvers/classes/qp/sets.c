/* sets.c - from an interior point to the solution at the end of its way
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../linalg/units.h"
#include "interior.h"

#include <string.h>

/* The equations of the sets that the iterate points to, z_i = its bound, A_r z + b_r
 * = 0, solved with the factors of the interior point, D infinite on the bounds and
 * E large on the rows: an augmented Lagrangian (Friedlander & Orban, Math. Prog.
 * Comput. 4, 2012, show how it solves dependent equations), whose few corrections
 * make it exact. Signs that are wrong then change the sets, as in the active set
 * method (Hintermueller, Ito & Kunisch, SIAM J. Optim. 13, 2003). */

enum { CORRECTIONS = 12 };

/* E of an active row against M, both through their diagonals */
static const double STIFF = 1e7;

/* a row is active that is so near to its bound, relative to the data */
static const double NEAR = 1e-9;

enum { INSIDE, LOWER, UPPER };

double zni_interior_offer(zni_interior *a, double w[])
{
    size_t ns = (size_t)a->n * sizeof *a->best;
    size_t ms = (size_t)a->m * sizeof *a->best_l;
    double err;

    for (zn_index i = 0; i < a->n; i++)
        a->trial[i] =
            fmax(zni_qp_lo(a->p, i), fmin(zni_qp_hi(a->p, i), a->trial[i]));
    for (zn_index r = 0; r < a->m; r++)
        a->trial_l[r] = fmax(a->trial_l[r], 0);
    memcpy(w + a->n, a->trial_l, ms);
    err = zni_qp_residual(a->p, a->trial, w, a->rest, a->u);
    if (err < a->least) {
        a->least = err;
        memcpy(a->best, a->trial, ns);
        memcpy(a->best_l, a->trial_l, ms);
    }
    return err;
}

/* the sets as D (0, or infinite on a bound that trial is put on) and E (1 on rows
 * that are active) */
static void read_interior(zni_interior *a)
{
    zn_index n = a->n;

    for (zn_index i = 0; i < n; i++) {
        double lo = zni_qp_lo(a->p, i), hi = zni_qp_hi(a->p, i);
        bool low = lo == hi || (isfinite(lo) && a->t[i] < a->y[i]);
        bool high = isfinite(hi) && a->t[n + i] < a->y[n + i];

        a->D[i] = low || high ? INFINITY : 0;
        a->trial[i] = low ? lo : high ? hi : a->z[i];
    }
    for (zn_index r = 0; r < a->m; r++) {
        a->E[r] = a->t[2 * n + r] < a->y[2 * n + r];
        a->trial_l[r] = a->E[r] > 0 ? a->y[2 * n + r] : 0;
    }
}

static void read_point(zni_interior *a)
{
    double scale = zni_qp_scale(a->p);

    zni_qp_rows(a->p, a->trial, a->rest);
    for (zn_index i = 0; i < a->n; i++)
        a->D[i] = a->trial[i] <= zni_qp_lo(a->p, i) ||
                          a->trial[i] >= zni_qp_hi(a->p, i)
                      ? INFINITY
                      : 0;
    for (zn_index r = 0; r < a->m; r++)
        a->E[r] = a->rest[r] <= NEAR * zni_qp_row_scale(a->p, r, scale);
}

/* sums of squares of the rows of A into size[] */
static void row_sizes(const zni_interior *a, double size[])
{
    const zn_matrix *B = a->normal->B;
    zn_index n = a->n, N = n + a->m;

    memset(size, 0, (size_t)a->m * sizeof *size);
    for (zn_index r = 0; r < a->m; r++) {
        if (B->storage == ZN_DENSE)
            for (zn_index i = 0; i < n; i++)
                size[r] += B->x[i + (n + r) * N] * B->x[i + (n + r) * N];
        else
            for (zn_index e = B->p[n + r]; e < B->p[n + r + 1]; e++)
                size[r] += B->x[e] * B->x[e];
    }
}

static zn_status factor(zn_ctx *ctx, zni_interior *a)
{
    double big;

    zn_matrix_diag(a->p->M, a->res);
    big = zni_largest(a->res, a->n);
    row_sizes(a, a->rest);
    for (zn_index r = 0; r < a->m; r++)
        if (a->E[r] > 0)
            a->E[r] =
                STIFF * (big > 0 ? big : 1) / (a->rest[r] > 0 ? a->rest[r] : 1);
    return zni_normal_factor(ctx, a->normal, a->D, a->E);
}

/* what trial and trial_l leave of the equations of the sets */
static double left(zni_interior *a)
{
    double size = 0;

    zni_qp_gradient(a->p, a->trial, a->trial_l, a->res);
    zni_qp_rows(a->p, a->trial, a->rest);
    for (zn_index i = 0; i < a->n; i++) {
        a->res[i] = isinf(a->D[i]) ? 0 : -a->res[i];
        size = fmax(size, fabs(a->res[i]));
    }
    for (zn_index r = 0; r < a->m; r++) {
        a->rest[r] = a->E[r] > 0 ? -a->rest[r] : 0;
        size = fmax(size, fabs(a->rest[r]));
    }
    return size;
}

/* the sets by the signs at trial; false: they stay */
static bool change(zni_interior *a)
{
    double scale = zni_qp_scale(a->p), small = 0.1 * a->tol * scale;
    bool moved = false;

    zni_qp_gradient(a->p, a->trial, a->trial_l, a->res);
    zni_qp_rows(a->p, a->trial, a->rest);
    for (zn_index i = 0; i < a->n; i++) {
        double lo = zni_qp_lo(a->p, i), hi = zni_qp_hi(a->p, i);
        int side = !isinf(a->D[i]) ? INSIDE : a->trial[i] == lo ? LOWER : UPPER;
        bool low = side == LOWER ? a->res[i] >= -small || lo == hi
                                 : side == INSIDE && a->trial[i] < lo - small;
        bool high = side == UPPER ? a->res[i] <= small
                                  : side == INSIDE && a->trial[i] > hi + small;

        moved |= (low || high) != (side != INSIDE);
        a->D[i] = low || high ? INFINITY : 0;
        if (low || high)
            a->trial[i] = low ? lo : hi;
    }
    for (zn_index r = 0; r < a->m; r++) {
        bool was = a->E[r] > 0;
        double out = 0.1 * a->tol * zni_qp_row_scale(a->p, r, scale);
        bool is = was ? a->trial_l[r] >= -small : a->rest[r] < -out;

        moved |= is != was;
        a->E[r] = is;
        if (!is)
            a->trial_l[r] = 0;
    }
    return moved;
}

zn_status zni_interior_sets(zn_ctx *ctx, zni_interior *a, int rounds,
                            bool interior, double w[])
{
    size_t ns = (size_t)a->n * sizeof *a->f, ms = (size_t)a->m * sizeof *a->g;

    if (interior)
        read_interior(a);
    else
        read_point(a);
    for (int it = 0; it < rounds; it++) {
        zn_status st = factor(ctx, a);

        if (st)
            return st == ZN_ESINGULAR ? ZN_UNSOLVED : st;
        zni_interior_refine(a, CORRECTIONS, left, a->trial, a->trial_l);
        /* an offer is put on its bounds, the signs are wanted as they are */
        memcpy(a->f, a->trial, ns);
        if (a->m > 0)
            memcpy(a->g, a->trial_l, ms);
        if (zni_interior_offer(a, w) <= a->tol)
            return ZN_OK;
        memcpy(a->trial, a->f, ns);
        if (a->m > 0)
            memcpy(a->trial_l, a->g, ms);
        if (!change(a))
            break;
    }
    return ZN_UNSOLVED;
}
