/* joined.c - a friction problem with joints as one without: multipliers become velocities
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include <zeno/global_friction.h>

#include "../core/room.h"
#include "../linalg/columns.h"
#include "../linalg/octave.h"
#include "../linalg/pieces.h"
#include "../linalg/small.h"
#include "sizes.h"

/* Rows of G' are scaled so that their residuals, which are velocities, count as much as those of contacts: the square
 * of the residual over w = G_e' diag(m)^-1 G_e, where the measure of the class divides by the mean mass. */
static double scales(const zn_matrix *M, const zn_matrix *G, double mass[],
                     double w[], double s[])
{
    double mean = zni_motion_sizes(M, G, G->cols, mass, w);

    for (zn_index e = 0; e < G->cols; e++)
        s[e] = w[e] > 0 ? zni_octave(sqrt(mean / w[e])) : 1;
    return mean;
}

/* A row that depends on the rows before it, as in closed loops of bodies, keeps its place and gets a zero multiplier.
 * It is found by the Gram-Schmidt process, applied twice to G over the square roots of the masses: nothing is left of
 * such a row, and nothing of c beside it, unless it contradicts the others. v: (n + 1) ne zeros. */
static zn_status find_idle(zn_ctx *ctx, const zni_columns *G, zn_index n, zn_index ne, const double mass[],
                           const double c[], double v[], bool idle[])
{
    for (zn_index e = 0; e < ne; e++) {
        double *ve = v + (n + 1) * e, size = fabs(c[e]), was, is;

        for (zn_index k = G->p[e]; k < G->p[e + 1]; k++)
            ve[G->i[k]] = G->x[k] / (mass[G->i[k]] > 0 ? sqrt(mass[G->i[k]]) : 1);
        ve[n] = c[e];
        was = zni_norm(n, ve);
        for (zn_index k = 0; k < 2 * e; k++) {
            const double *vk = v + (n + 1) * (k % e), d = idle[k % e] ? 0 : zni_dot(n, vk, ve);

            size += fabs(d * vk[n]);
            for (zn_index i = 0; i <= n && d != 0; i++)
                ve[i] -= d * vk[i];
        }
        is = zni_norm(n, ve);
        idle[e] = !(is > 1e-12 * was);
        if (idle[e] && fabs(ve[n]) > 1e-10 * size)
            return zn_fail(ctx, ZN_EINVAL, "joints: row %td contradicts those before it", e);
        for (zn_index i = 0; i <= n && !idle[e]; i++)
            ve[i] /= is;
    }
    return ZN_OK;
}

/* [M -G S; S G' 0] by columns. A multiplier that is idle has `one` on the diagonal. */
static void saddle(zn_joined *j, const zni_columns *M, const zni_columns *G,
                   zn_index n, const bool idle[], double one, zn_index next[])
{
    zn_index at = 0, ne = j->ne, *p = j->p, *i = j->i;
    double *x = j->x;

    /* rows of G: first how many, then where they begin behind the column of M */
    memset(next, 0, (size_t)(n + 1) * sizeof *next);
    for (zn_index e = 0; e < ne; e++)
        for (zn_index k = G->p[e]; k < G->p[e + 1] && !idle[e]; k++)
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
        if (idle[e]) {
            i[at] = n + e;
            x[at++] = one;
        }
        for (zn_index k = G->p[e]; k < G->p[e + 1] && !idle[e]; k++) {
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
    return ZN_OK;
}

/* Dependent rows are looked for up to so many operations, some seconds. */
static const double LOOK = 1e10;

static zn_status room(zn_ctx *ctx, zn_joined *j, zn_index values)
{
    j->p = zn_alloc(ctx, j->n + 1, sizeof *j->p);
    j->i = zn_alloc(ctx, values, sizeof *j->i);
    j->x = zn_alloc(ctx, values, sizeof *j->x);
    j->q = zn_alloc(ctx, j->n, sizeof *j->q);
    j->scale = zn_alloc(ctx, j->ne, sizeof *j->scale);
    return j->p && j->i && j->x && j->q && j->scale ? ZN_OK : ZN_ENOMEM;
}

/* Makes all but H; m and g are M and G by columns. */
static zn_status fill(zn_ctx *ctx, zn_joined *j, const zn_matrix *M, const zni_columns *m, const zn_matrix *G,
                      const zni_columns *g, const double q[], const double c[])
{
    const zn_index n = M->rows, ne = j->ne;
    const bool looks = (double)n * (double)ne * (double)ne < LOOK;
    double *work = zn_alloc(ctx, n + ne + (looks ? (n + 1) * ne : 0), sizeof *work), mean;
    zn_index *next = zn_alloc(ctx, n + 1, sizeof *next);
    bool *idle = zn_alloc(ctx, ne, sizeof *idle);
    zn_status st = work && next && idle ? room(ctx, j, m->p[n] + 2 * g->p[ne] + ne) : ZN_ENOMEM;

    mean = st ? 0 : scales(M, G, work, work + n, j->scale);
    if (!st && looks)
        st = find_idle(ctx, g, n, ne, work, c, work + n + ne, idle);
    if (!st) {
        saddle(j, m, g, n, idle, mean, next);
        memcpy(j->q, q, (size_t)n * sizeof *q);
        for (zn_index e = 0; e < ne; e++)
            j->q[n + e] = idle[e] ? 0 : -j->scale[e] * c[e];
    }
    ZNI_FREE(ctx, work, next, idle);
    return st;
}

zn_status zn_joined_new(zn_ctx *ctx, const zn_matrix *M, const zn_matrix *H,
                        const double q[], const zn_matrix *G, const double c[],
                        zn_joined **out)
{
    zni_columns m = {0}, g = {0}, h = {0};
    zn_joined *j;
    zn_status st = check(ctx, M, H, G);

    *out = NULL;
    if (st)
        return st;
    j = zn_alloc(ctx, 1, sizeof *j);
    if (!j)
        return ZN_ENOMEM;
    j->ne = G->cols;
    j->n = M->rows + G->cols;
    st = zni_columns_set(ctx, &m, M);
    if (!st)
        st = zni_columns_set(ctx, &g, G);
    if (!st)
        st = zni_columns_set(ctx, &h, H);
    if (!st)
        st = fill(ctx, j, M, &m, G, &g, q, c);
    j->hp = h.p; /* owned from here on */
    j->hi = h.i;
    j->hx = h.x;
    zni_columns_fini(ctx, &m);
    zni_columns_fini(ctx, &g);
    if (st) {
        zn_joined_free(ctx, j);
        return st;
    }
    j->M = zni_view_columns(j->n, j->n, j->p, j->i, j->x);
    j->H = zni_view_columns(j->n, H->cols, j->hp, j->hi, j->hx);
    *out = j;
    return ZN_OK;
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
