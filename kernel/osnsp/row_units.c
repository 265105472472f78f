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
 * S are powers of two, so that nothing is rounded, beside that of the first row, which is 1: rows that
 * are in other units are the same here, up to a power of two of M.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osnsp/row_units.h"

#include <math.h>
#include <string.h>

#include "kernel/osnsp/box.h"
#include "solvers/linalg/octave.h"
#include "solvers/linalg/wide.h"

zn_index zni_turning_rows(const zn_cone *c)
{
    return c->set != zn_set_rolling_friction() ? c->size : c->size == 3 ? 2 : 3;
}

/* Rows of a block that is no box, as of a contact with friction, are of one unit, that of the first, but for
 * those about which it turns, which are of another one. Are there others? */
static bool join(const zn_one_step *p, double s[])
{
    bool others = false;

    for (zn_index b = 0; b < p->nblocks; b++) {
        const zn_index first = p->start[b], turning = first + zni_turning_rows(&p->cone[b]);

        if (zni_cone_is_box(&p->cone[b])) {
            others = true;
            continue;
        }
        for (zn_index i = first; i < p->start[b + 1]; i++)
            s[i] = s[i < turning ? first : turning];
    }
    return others;
}

/* The diagonal of M becomes S: powers of two, 1 of the first row. Is another one among them? */
static bool uneven(const zn_one_step *p, double s[])
{
    double first;
    bool other = false;

    zn_matrix_diag(p->M, s);
    if (!join(p, s))
        return false;
    for (zn_index i = 0; i < p->n; i++)
        if (!(s[i] > 0 && s[i] <= DBL_MAX))
            return false;
    first = zni_octave(s[0]);
    for (zn_index i = 0; i < p->n; i++) {
        s[i] = zni_over_root_octave(s[i] / first);
        other |= s[i] != 1;
    }
    return other;
}

enum { LANES = sizeof(zni_lanes) / sizeof(double), FEW = 4 * LANES };

/* x = S M S of LANES to FEW rows, whose S stays in registers. The last four rows may have been some of
 * those before, as what is made twice is the same. */
ZNI_WIDE static void scale_few(zn_index n, const double *a, const double s[], double *x)
{
    const zn_index last = n - LANES, second = LANES < last ? LANES : last,
                   third = 2 * LANES < last ? 2 * LANES : last;
    zni_lanes s0, s1, s2, s3, b;

    zni_take4(s, &s0);
    zni_take4(s + second, &s1);
    zni_take4(s + third, &s2);
    zni_take4(s + last, &s3);
    for (zn_index j = 0; j < n; j++, a += n, x += n) {
        const double t = s[j];

        zni_take4(a, &b);
        b = b * s0 * t;
        zni_put4(&b, x);
        zni_take4(a + second, &b);
        b = b * s1 * t;
        zni_put4(&b, x + second);
        zni_take4(a + third, &b);
        b = b * s2 * t;
        zni_put4(&b, x + third);
        zni_take4(a + last, &b);
        b = b * s3 * t;
        zni_put4(&b, x + last);
    }
}

/* The same of any number of rows, four at a time */
ZNI_WIDE static void scale_dense(const zn_matrix *M, const double s[], double x[])
{
    const zn_index n = M->rows;
    const double *a = M->x;

    for (zn_index j = 0; j < n; j++, a += n, x += n) {
        const double t = s[j];
        zn_index i = 0;

        for (; i + LANES <= n; i += LANES) {
            zni_lanes b, c;

            zni_take4(a + i, &b);
            zni_take4(s + i, &c);
            b = b * c * t;
            zni_put4(&b, x + i);
        }
        if (i + 2 <= n) {
            zni_pair b, c;

            zni_take2(a + i, &b);
            zni_take2(s + i, &c);
            b = b * c * t;
            zni_put2(&b, x + i);
            i += 2;
        }
        for (; i < n; i++)
            x[i] = a[i] * s[i] * t;
    }
}

static void scale_columns(const zn_matrix *M, const double s[],
                          double x[])
{
    for (zn_index j = 0; j < M->cols; j++)
        for (zn_index k = M->p[j]; k < M->p[j + 1]; k++)
            x[k] = s[M->i[k]] * M->x[k] * s[j];
}

static void scale_block(const zn_matrix *M, zn_index a, zn_index k,
                        const double s[], double x[])
{
    const zn_index b = M->i[k], rows = M->ro[a + 1] - M->ro[a];
    const zn_index cols = M->co[b + 1] - M->co[b], at = M->bp[k];

    for (zn_index j = 0; j < cols; j++)
        for (zn_index i = 0; i < rows; i++)
            x[at + i + j * rows] =
                s[M->ro[a] + i] * M->x[at + i + j * rows] * s[M->co[b] + j];
}

static void scale(const zn_matrix *M, const double s[], double x[])
{
    if (M->storage == ZN_DENSE && M->rows > 2 * LANES && M->rows <= FEW)
        scale_few(M->rows, M->x, s, x);
    else if (M->storage == ZN_DENSE)
        scale_dense(M, s, x);
    else if (M->storage == ZN_CSC)
        scale_columns(M, s, x);
    else
        for (zn_index a = 0; a < M->nbr; a++)
            for (zn_index k = M->p[a]; k < M->p[a + 1]; k++)
                scale_block(M, a, k, s, x);
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
    return zn_grow(ctx, &u->s, &u->cap, 2 * n + nnz, sizeof *u->s);
}

zn_status zni_row_units_take(zni_row_units *u, zn_ctx *ctx,
                             const zn_one_step *p)
{
    zn_status st = zn_grow(ctx, &u->s, &u->cap, p->n, sizeof *u->s);

    if (st)
        return st;
    u->used = uneven(p, u->s);
    if (!u->used)
        return ZN_OK;
    st = zni_row_units_reserve(u, ctx, p->n, zni_stored_values(p->M));
    if (st)
        return st;
    u->q = u->s + p->n;
    zni_times_each(p->n, p->q, u->s, u->q);
    u->M = *p->M;
    u->M.x = u->q + p->n;
    scale(p->M, u->s, u->q + p->n);
    return ZN_OK;
}

void zni_row_units_fini(zni_row_units *u, zn_ctx *ctx)
{
    zn_free_array(ctx, u->s);
}

void zni_row_units_enter(const zni_row_units *u, zn_index n, double z[])
{
    if (u->used)
        zni_over_each(n, z, u->s, z);
}

void zni_row_units_bounds(const zni_row_units *u, zn_index n, const double bound[], double out[])
{
    zni_over_each(n, bound, u->s, out);
}

void zni_row_units_leave(const zni_row_units *u, zn_index n, double z[],
                         double w[])
{
    if (!u->used)
        return;
    zni_times_each(n, z, u->s, z);
    zni_over_each(n, w, u->s, w);
}
