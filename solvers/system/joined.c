/* joined.c - joints beside contacts, as velocities of the class
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include <zeno/global_friction.h>

#include "../core/room.h"
#include "../linalg/columns.h"
#include "../linalg/octave.h"
#include "../linalg/pieces.h"
#include "sizes.h"

/* A row of G' is scaled so that what it is off by, a velocity, counts as much as one of a
 * contact does: its square over w = G_e' diag(m)^-1 G_e, where the measure of the class
 * divides by the mean mass. */
static void scales(const zn_matrix *M, const zn_matrix *G, double mass[],
                   double w[], double s[])
{
    double mean = zni_motion_sizes(M, G, G->cols, mass, w);

    for (zn_index e = 0; e < G->cols; e++)
        s[e] = w[e] > 0 ? zni_octave(sqrt(mean / w[e])) : 1;
}

/* [M -G S; S G' 0] by columns, t: the columns of S G' */
static void saddle(zn_joined *j, const zni_columns *M, const zni_columns *G,
                   zn_index n, zn_index next[])
{
    zn_index at = 0, ne = j->ne, *p = j->p, *i = j->i;
    double *x = j->x;

    /* rows of G: how many, then where they begin behind the column of M */
    memset(next, 0, (size_t)(n + 1) * sizeof *next);
    for (zn_index k = 0; k < G->p[ne]; k++)
        next[G->i[k]]++;
    for (zn_index c = 0; c < n; c++) {
        zn_index count = next[c], own = M->p[c + 1] - M->p[c];

        p[c] = at;
        memcpy(i + at, M->i + M->p[c], (size_t)own * sizeof *i);
        memcpy(x + at, M->x + M->p[c], (size_t)own * sizeof *x);
        next[c] = at + own;
        at += own + count;
    }
    for (zn_index e = 0; e < ne; e++) {
        p[n + e] = at;
        for (zn_index k = G->p[e]; k < G->p[e + 1]; k++) {
            zn_index row = G->i[k];

            i[at] = row;
            x[at++] = -j->scale[e] * G->x[k];
            i[next[row]] = n + e;
            x[next[row]++] = j->scale[e] * G->x[k];
        }
    }
    p[n + ne] = at;
}

static zn_status check(zn_ctx *ctx, const zn_matrix *M, const zn_matrix *H,
                       const zn_matrix *G)
{
    if (M->rows != M->cols || G->rows != M->rows || H->rows != M->rows)
        return zn_fail(ctx, ZN_EINVAL,
                       "joints: M is %td x %td, H has %td rows and G %td, must "
                       "be as many as M, which is square",
                       M->rows, M->cols, H->rows, G->rows);
    if (G->cols > M->rows)
        return zn_fail(ctx, ZN_EINVAL,
                       "joints: %td rows hold %td velocities, must be "
                       "independent of each other",
                       G->cols, M->rows);
    return ZN_OK;
}

static zn_status room(zn_ctx *ctx, zn_joined *j, zn_index n, zn_index values)
{
    j->p = zn_alloc(ctx, n + j->ne + 1, sizeof *j->p);
    j->i = zn_alloc(ctx, values, sizeof *j->i);
    j->x = zn_alloc(ctx, values, sizeof *j->x);
    j->q = zn_alloc(ctx, n + j->ne, sizeof *j->q);
    j->scale = zn_alloc(ctx, j->ne, sizeof *j->scale);
    return j->p && j->i && j->x && j->q && j->scale ? ZN_OK : ZN_ENOMEM;
}

zn_status zn_joined_new(zn_ctx *ctx, const zn_matrix *M, const zn_matrix *H,
                        const double q[], const zn_matrix *G, const double c[],
                        zn_joined **out)
{
    zni_columns m = {0}, g = {0}, h = {0};
    zn_index n = M->rows, ne = G->cols, values;
    double *work = NULL;
    zn_index *next = NULL;
    zn_joined *j;
    zn_status st = check(ctx, M, H, G);

    *out = NULL;
    if (st)
        return st;
    j = zn_alloc(ctx, 1, sizeof *j);
    if (!j)
        return ZN_ENOMEM;
    j->ne = ne;
    j->n = n + ne;
    st = zni_columns_set(ctx, &m, M);
    if (!st)
        st = zni_columns_set(ctx, &g, G);
    if (!st)
        st = zni_columns_set(ctx, &h, H);
    values = st ? 0 : m.p[n] + 2 * g.p[ne];
    if (!st)
        st = room(ctx, j, n, values);
    if (!st && (!(work = zn_alloc(ctx, n + ne, sizeof *work)) ||
                !(next = zn_alloc(ctx, n + 1, sizeof *next))))
        st = ZN_ENOMEM;
    if (!st) {
        scales(M, G, work, work + n, j->scale);
        saddle(j, &m, &g, n, next);
        memcpy(j->q, q, (size_t)n * sizeof *q);
        for (zn_index e = 0; e < ne; e++)
            j->q[n + e] = -j->scale[e] * c[e];
        j->M = zni_view_columns(j->n, j->n, j->p, j->i, j->x);
        j->hp = h.p;
        j->hi = h.i;
        j->hx = h.x;
        h = (zni_columns){0};
        j->H = zni_view_columns(j->n, H->cols, j->hp, j->hi, j->hx);
    }
    zni_columns_fini(ctx, &m);
    zni_columns_fini(ctx, &g);
    zni_columns_fini(ctx, &h);
    ZNI_FREE(ctx, work, next);
    if (st)
        zn_joined_free(ctx, j);
    else
        *out = j;
    return st;
}

void zn_joined_multipliers(const zn_joined *j, const double z[],
                           double lambda[])
{
    for (zn_index e = 0; e < j->ne; e++)
        lambda[e] = j->scale[e] * z[j->n - j->ne + e];
}

void zn_joined_free(zn_ctx *ctx, zn_joined *j)
{
    if (!j)
        return;
    ZNI_FREE(ctx, j->p, j->i, j->x, j->q, j->scale, j->hp, j->hi, j->hx, j);
}
