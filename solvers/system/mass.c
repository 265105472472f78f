/* mass.c - M inverted by blocks, or factorised
 * SPDX-License-Identifier: Apache-2.0 */
#include "mass.h"

#include "../linalg/pieces.h"

/* ---- columns ------------------------------------------------------------- */

zn_status zni_by_columns_set(zn_ctx *ctx, zni_by_columns *s, const zn_matrix *A)
{
    const bool own = A->storage != ZN_CSC;
    zn_status st = own ? zni_columns_set(ctx, &s->own, A) : ZN_OK;

    s->p = own ? s->own.p : A->p;
    s->i = own ? s->own.i : A->i;
    s->x = own ? s->own.x : A->x;
    return st;
}

void zni_by_columns_fini(zn_ctx *ctx, zni_by_columns *s)
{
    zni_columns_fini(ctx, &s->own);
}

void zni_by_columns_scatter(const zni_by_columns *s, zn_index n, const double x[],
                            double v[])
{
    for (zn_index j = 0; j < n; j++)
        for (zn_index k = s->p[j]; k < s->p[j + 1] && x[j] != 0; k++)
            v[s->i[k]] += s->x[k] * x[j];
}

void zni_by_columns_gather(const zni_by_columns *s, zn_index first, zn_index n,
                           const double v[], double u[])
{
    for (zn_index j = 0; j < n; j++)
        u[j] += zni_by_columns_times(s, first + j, v);
}

/* ---- M ------------------------------------------------------------------- */

static zn_status factor_sparse(zn_ctx *ctx, zni_mass *s, zn_index n, const zn_monitor *mon)
{
    const zn_matrix M = zni_view_columns(n, n, s->columns.p, s->columns.i, s->columns.x);
    bool fresh;
    zn_status st = zni_csc_set(ctx, &s->csc, &M, &fresh);

    zni_slu_restart(&s->slu); /* factors as a new object has them */
    s->slu.known = s->slu.known && !st && !fresh;
    if (!st && !s->slu.known)
        st = zni_slu_reserve(ctx, &s->slu, n);
    if (!st && !s->slu.known)
        st = zni_csc_mirror(ctx, &s->csc);
    if (!st)
        st = zni_slu_learn(ctx, &s->slu, &s->csc, false);
    if (!st)
        st = zni_slu_affords(ctx, &s->slu, &s->csc, s->csc.x, zni_csc_symmetric(&s->csc), mon);
    return st ? st
              : zni_slu_factor(ctx, &s->slu, &s->csc, s->csc.x,
                               zni_csc_symmetric(&s->csc));
}

zn_status zni_mass_set(zn_ctx *ctx, zni_mass *s, const zn_matrix *M, const zn_monitor *mon)
{
    zn_status st = zni_by_columns_set(ctx, &s->columns, M);

    s->apart = false;
    if (!st)
        st = zni_bodies_split(ctx, &s->bodies, &s->columns, M->rows, &s->apart);
    if (!st)
        st = s->apart ? zni_bodies_invert(&s->bodies, &s->columns)
                      : factor_sparse(ctx, s, M->rows, mon);
    return st == ZN_ESINGULAR ? zn_fail(ctx, ZN_EINVAL, "M is singular") : st;
}

void zni_mass_solve(zni_mass *s, double x[])
{
    if (s->apart)
        zni_bodies_solve(&s->bodies, x);
    else
        zni_slu_solve(&s->slu, x);
}

/* Bound of the skew part, in units of the diagonal. Each iteration leaves some such part of the error, so that nine of
 * them reach EXACT of velocity.c. Gyroscopic moments of bodies that turn by half a radian a step are of this size. */
static const double NEARLY = 0.1;

bool zni_mass_nearly_symmetric(const zni_mass *s, const zn_matrix *M)
{
    for (zn_index j = 0; j < M->cols; j++) {
        const double own = zn_matrix_get(M, j, j);

        for (zn_index k = s->columns.p[j]; k < s->columns.p[j + 1]; k++) {
            const zn_index i = s->columns.i[k];
            const double x = s->columns.x[k] - zn_matrix_get(M, j, i);

            /* NaN fails too */
            if (!(x * x <= 4 * NEARLY * NEARLY * own * zn_matrix_get(M, i, i)) || !(own > 0))
                return false;
        }
    }
    return true;
}

void zni_mass_fini(zn_ctx *ctx, zni_mass *s)
{
    zni_by_columns_fini(ctx, &s->columns);
    zni_csc_fini(ctx, &s->csc);
    zni_bodies_fini(ctx, &s->bodies);
    zni_slu_fini(ctx, &s->slu);
}
