/* extra.c - MLCP with more equations than unknowns
 * SPDX-License-Identifier: Apache-2.0 */
#include "mlcp.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

/* Rows beyond the n-th of M are equations without an unknown of their own. A
 * solution must be one of the square problem of the first n rows, so that is
 * solved first, and often its solution satisfies the others too. If it does
 * not, the square problem may have more solutions: for each choice of the
 * complementarity rows that are free (Murty 1988, section 1.1) the equations
 *     (M z + q)_i = 0,   i equality, further or free,   z_i = 0 elsewhere,
 * are solved in the sense of least squares, by a complete orthogonal
 * factorisation, and the signs are looked at. If no choice has a solution and
 * all systems have full rank there is none. */

/* a singular value below this part of the largest is rounding */
static const double RANK = 1e-12;

zn_status zni_extra_reserve(zn_ctx *ctx, zni_extra *k, zn_index n,
                            zn_index rows)
{
    zn_status st = ZNI_GROW(ctx, ZNI_ARRAY(k, a, 2 * rows * n + n * n + 2 * rows + 9 * (n + rows) + 64),
                            ZNI_ARRAY(k, pivot, n), ZNI_ARRAY(k, free, n));
    if (st)
        return st;
    k->M = k->a;
    k->square = k->M + rows * n;
    k->E = k->square + n * n;
    k->rhs = k->E + rows * n;
    k->z = k->rhs + rows;
    k->work = k->z + rows;
    return ZN_OK;
}

void zni_extra_fini(zn_ctx *ctx, zni_extra *k)
{
    ZNI_FREE(ctx, k->a, k->pivot, k->free);
}

zn_mlcp zni_extra_square(zni_extra *k, const zn_mlcp *p)
{
    const zn_index n = p->n, rows = p->M->rows;

    zn_matrix_to_dense(p->M, k->M);
    for (zn_index j = 0; j < n; j++)
        memcpy(k->square + j * n, k->M + j * rows, (size_t)n * sizeof *k->M);
    k->view = zn_matrix_dense(n, n, k->square);
    return (zn_mlcp){.n = n, .M = &k->view, .q = p->q, .eq = p->eq};
}

/* the largest residual, relative, with w; the methods' own */
static double measure(const zni_extra *k, const zn_mlcp *p, const double z[],
                      double w[])
{
    const zn_index n = p->n, rows = p->M->rows;
    double err = 0, scale = 1;

    memcpy(w, p->q, (size_t)rows * sizeof *w);
    for (zn_index j = 0; j < n; j++)
        for (zn_index i = 0; i < rows; i++)
            w[i] += k->M[i + j * rows] * z[j];
    for (zn_index i = 0; i < rows; i++) {
        double r = i < n && !p->eq[i] ? fmin(w[i], z[i]) : w[i];

        err = fmax(err, fabs(r));
        scale = fmax(scale, fabs(p->q[i]));
    }
    return err / scale;
}

/* z for the free rows that are marked; false: no full rank, z the shortest */
static bool least_squares(zni_extra *k, const zn_mlcp *p)
{
    const zn_index n = p->n, rows = p->M->rows;
    zn_index cols = 0, m = 0;
    lapack_int rank = 0;

    for (zn_index i = 0; i < rows; i++)
        m += i >= n || p->eq[i] || k->free[i];
    for (zn_index j = 0; j < n; j++) {
        zn_index r = 0;

        if (!p->eq[j] && !k->free[j])
            continue;
        for (zn_index i = 0; i < rows; i++)
            if (i >= n || p->eq[i] || k->free[i])
                k->E[r++ + cols * m] = k->M[i + j * rows];
        k->pivot[cols++] = 0;
    }
    m = 0;
    for (zn_index i = 0; i < rows; i++)
        if (i >= n || p->eq[i] || k->free[i])
            k->rhs[m++] = -p->q[i];
    memset(k->z, 0, (size_t)n * sizeof *k->z);
    if (cols == 0)
        return true;
    LAPACKE_dgelsy_work(LAPACK_COL_MAJOR, (lapack_int)m, (lapack_int)cols, 1,
                        k->E, (lapack_int)m, k->rhs, (lapack_int)m, k->pivot,
                        RANK, &rank, k->work,
                        (lapack_int)(9 * (n + rows) + 64));
    cols = 0;
    for (zn_index j = 0; j < n; j++)
        if (p->eq[j] || k->free[j])
            k->z[j] = k->rhs[cols++];
    return rank == cols;
}

/* the next choice, a binary counter; false: all are done */
static bool next(zni_extra *k, const zn_mlcp *p)
{
    for (zn_index i = 0; i < p->n; i++) {
        if (p->eq[i])
            continue;
        k->free[i] = !k->free[i];
        if (k->free[i])
            return true;
    }
    return false;
}

zn_status zni_extra_solve(zn_ctx *ctx, zni_extra *k, const zn_mlcp *p,
                          double tol, double z[], double w[], zn_monitor *mon,
                          zn_solve_info *info)
{
    const zn_index n = p->n;
    size_t bytes = (size_t)n * sizeof *z;
    bool doubtful = false;
    double least = measure(k, p, z, w);
    zn_index choices = 0;

    if (least <= tol) {
        info->outcome = ZN_SOLVED;
        return ZN_OK;
    }
    for (zn_index i = 0; i < n; i++)
        choices += !p->eq[i];
    info->outcome = ZN_STALLED;
    if (choices > ZNI_EXTRA_ROWS)
        return zn_fail(ctx, ZN_UNSOLVED,
                       "the solution of the first %td rows found does not "
                       "satisfy the %td others, and %td complementarity rows "
                       "are too many to try all choices",
                       n, p->M->rows - n, choices);
    memset(k->free, 0, (size_t)n);
    info->solver = "enum";
    info->outcome = ZN_INFEASIBLE;
    do {
        double err;

        if (zn_monitor_tick(mon, info->iterations++, least)) {
            info->outcome = ZN_INTERRUPTED;
            break;
        }
        doubtful |= !least_squares(k, p);
        for (zn_index i = 0; i < n; i++)
            if (!p->eq[i] && k->z[i] < 0 && k->z[i] >= -tol)
                k->z[i] = 0;
        err = measure(k, p, k->z, w);
        if (err < least) {
            least = err;
            memcpy(z, k->z, bytes);
        }
    } while (!(least <= tol) && next(k, p));
    measure(k, p, z, w);
    if (least <= tol)
        info->outcome = ZN_SOLVED;
    else if (info->outcome == ZN_INFEASIBLE && doubtful)
        info->outcome = ZN_STALLED;
    return info->outcome == ZN_SOLVED ? ZN_OK : ZN_UNSOLVED;
}
