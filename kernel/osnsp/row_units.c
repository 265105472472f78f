/* row_units.c - rows of a one-step problem in units of their own
 *
 * Velocities of a joint along and about its axes have different units, and their
 * rows of M = H W^-1 H' may differ by many powers of ten, 1/m against 1/J. With S^2
 * the inverse of the diagonal, w' = S w and z' = S^-1 z solve
 *
 *     w' = S M S z' + S q
 *
 * and the same complementarity, in roots of energies in all rows: what a tolerance
 * means, and how far rounding reaches, does not depend on the unit of a row.
 * S and g are powers of two, so that nothing is rounded, and M in other units is the same here.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osnsp/row_units.h"

#include <math.h>
#include <string.h>

#include "solvers/linalg/octave.h"

/* diagonals that span less are left alone */
static const double SPAN = 256;

/* The diagonal of M in s, and its largest entry; does it want units? */
static bool uneven(const zn_one_step *p, double s[], double *largest)
{
    double least = INFINITY, most = 0;

    zn_matrix_diag(p->M, s);
    for (zn_index i = 0; i < p->n; i++) {
        least = fmin(least, s[i]);
        most = fmax(most, s[i]);
    }
    *largest = most;
    return least > 0 && isfinite(most) && most > SPAN * least;
}

/* x = S M T, diagonal both */
static void scale_dense(const zn_matrix *M, const double s[], const double t[],
                        double x[])
{
    for (zn_index j = 0; j < M->cols; j++)
        for (zn_index i = 0; i < M->rows; i++)
            x[i + j * M->rows] = s[i] * M->x[i + j * M->rows] * t[j];
}

static void scale_columns(const zn_matrix *M, const double s[],
                          const double t[], double x[])
{
    for (zn_index j = 0; j < M->cols; j++)
        for (zn_index k = M->p[j]; k < M->p[j + 1]; k++)
            x[k] = s[M->i[k]] * M->x[k] * t[j];
}

static void scale_block(const zn_matrix *M, zn_index a, zn_index k,
                        const double s[], const double t[], double x[])
{
    const zn_index b = M->i[k], rows = M->ro[a + 1] - M->ro[a];
    const zn_index cols = M->co[b + 1] - M->co[b], at = M->bp[k];

    for (zn_index j = 0; j < cols; j++)
        for (zn_index i = 0; i < rows; i++)
            x[at + i + j * rows] =
                s[M->ro[a] + i] * M->x[at + i + j * rows] * t[M->co[b] + j];
}

static void scale(const zn_matrix *M, const double s[], const double t[],
                  double x[])
{
    if (M->storage == ZN_DENSE)
        scale_dense(M, s, t, x);
    else if (M->storage == ZN_CSC)
        scale_columns(M, s, t, x);
    else
        for (zn_index a = 0; a < M->nbr; a++)
            for (zn_index k = M->p[a]; k < M->p[a + 1]; k++)
                scale_block(M, a, k, s, t, x);
}

zn_index zni_stored_values(const zn_matrix *M)
{
    zn_index end = 0;

    if (M->storage != ZN_BSR)
        return zn_matrix_nnz(M);
    for (zn_index a = 0; a < M->nbr; a++)
        for (zn_index k = M->p[a]; k < M->p[a + 1]; k++) {
            const zn_index b = M->i[k];
            const zn_index last = M->bp[k] + (M->ro[a + 1] - M->ro[a]) *
                                                 (M->co[b + 1] - M->co[b]);
            end = last > end ? last : end;
        }
    return end;
}

zn_status zni_row_units_reserve(zni_row_units *u, zn_ctx *ctx, zn_index n,
                                zn_index nnz)
{
    return zn_grow(ctx, &u->a, &u->cap, 3 * n + nnz, sizeof *u->a);
}

zn_status zni_row_units_take(zni_row_units *u, zn_ctx *ctx,
                             const zn_one_step *p)
{
    zn_status st = zn_grow(ctx, &u->a, &u->cap, p->n, sizeof *u->a);
    double g;

    if (st)
        return st;
    u->used = uneven(p, u->a, &g);
    if (!u->used)
        return ZN_OK;
    st = zni_row_units_reserve(u, ctx, p->n, zni_stored_values(p->M));
    if (st)
        return st;
    u->s = u->a;
    u->t = u->s + p->n;
    u->q = u->t + p->n;
    u->x = u->q + p->n;
    g = zni_octave(g);
    for (zn_index i = 0; i < p->n; i++) {
        u->s[i] = 1 / zni_root_octave(u->s[i] / g);
        u->t[i] = u->s[i] / g;
        u->q[i] = u->s[i] * p->q[i];
    }
    scale(p->M, u->s, u->t, u->x);
    u->M = *p->M;
    u->M.x = u->x;
    return ZN_OK;
}

void zni_row_units_fini(zni_row_units *u, zn_ctx *ctx)
{
    zn_free_array(ctx, u->a);
}

void zni_row_units_enter(const zni_row_units *u, zn_index n, double z[])
{
    for (zn_index i = 0; u->used && i < n; i++)
        z[i] /= u->t[i];
}

void zni_row_units_leave(const zni_row_units *u, zn_index n, double z[],
                         double w[])
{
    for (zn_index i = 0; u->used && i < n; i++) {
        z[i] *= u->t[i];
        w[i] /= u->s[i];
    }
}
