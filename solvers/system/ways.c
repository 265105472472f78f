/* ways.c - n x d nc matrices by contact and by rows
 * SPDX-License-Identifier: Apache-2.0 */
#include "ways.h"

#include <string.h>

#include "../core/room.h"
#include "../linalg/starts.h"
#include "../sets/cones.h"

/* ---- by contact ---------------------------------------------------------- */

zn_status zni_ways_room(zn_ctx *ctx, zni_ways *s, zn_index d, zn_index blocks)
{
    return ZNI_GROW(ctx, ZNI_ARRAY(s, i, blocks), ZNI_ARRAY(s, x, d * blocks));
}

/* Merges the d columns of a contact by rows; returns the end of the last block. */
static zn_index merge(zni_ways *s, const zni_by_columns *H, zn_index d, zn_index a, zn_index at)
{
    const zn_index *end = H->p + d * a + 1;
    zn_index next[ZNI_DMAX];

    memcpy(next, H->p + d * a, (size_t)d * sizeof *next);
    for (;; at++) {
        zn_index row = PTRDIFF_MAX;

        for (zn_index e = 0; e < d; e++)
            if (next[e] < end[e] && H->i[next[e]] < row)
                row = H->i[next[e]];
        if (row == PTRDIFF_MAX)
            return at;
        s->i[at] = row;
        for (zn_index e = 0; e < d; e++) {
            bool here = next[e] < end[e] && H->i[next[e]] == row;

            s->x[d * at + e] = here ? H->x[next[e]++] : 0;
        }
    }
}

zn_status zni_ways_set(zn_ctx *ctx, zni_ways *s, zn_index d, zn_index nc,
                       const zni_by_columns *H)
{
    zn_status st = zn_grow(ctx, &s->p, &s->cap_p, nc + 1, sizeof *s->p);

    if (!st)
        s->p[0] = 0;
    for (zn_index a = 0; a < nc && !st; a++) {
        st = zni_ways_room(ctx, s, d, s->p[a] + H->p[d * (a + 1)] - H->p[d * a]);
        if (!st)
            s->p[a + 1] = merge(s, H, d, a, s->p[a]);
    }
    return st;
}

zn_index zni_ways_sift(zni_ways *s, zn_index n, zn_index d, const double x[],
                       zn_index count, const zn_index rows[], zn_index at)
{
    for (zn_index l = 0; l < count; l++) {
        bool any = false;

        s->i[at] = rows[l];
        for (zn_index e = 0; e < d; e++) {
            s->x[d * at + e] = x[rows[l] + e * n];
            any = any || s->x[d * at + e] != 0;
        }
        at += any;
    }
    return at;
}

void zni_ways_fini(zn_ctx *ctx, zni_ways *s)
{
    ZNI_FREE(ctx, s->p, s->i, s->x);
}

void zni_ways_gather(const zni_ways *s, zn_index d, zn_index a,
                     const double v[], double u[])
{
    double sum[ZNI_DMAX] = {0};

    for (zn_index k = s->p[a]; k < s->p[a + 1]; k++)
        for (zn_index e = 0; e < d; e++)
            sum[e] += s->x[d * k + e] * v[s->i[k]];
    for (zn_index e = 0; e < d; e++)
        u[e] = sum[e];
}

void zni_ways_scatter(const zni_ways *s, zn_index d, zn_index a,
                      const double r[], double v[])
{
    for (zn_index k = s->p[a]; k < s->p[a + 1]; k++)
        for (zn_index e = 0; e < d; e++)
            v[s->i[k]] += s->x[d * k + e] * r[e];
}

/* ---- by rows ------------------------------------------------------------- */

zn_status zni_rows_set(zn_ctx *ctx, zni_rows *s, const zni_ways *ways,
                       zn_index n, zn_index nc)
{
    zn_index count = ways->p[nc];
    zn_status st = ZNI_GROW(ctx, ZNI_ARRAY(s, p, n + 1), ZNI_ARRAY(s, k, count),
                            ZNI_ARRAY(s, a, count));

    if (!st) {
        zni_lists_turn(nc, ways->p, ways->i, n, s->p, s->a);
        zni_lists_turn(count, NULL, ways->i, n, s->p, s->k);
    }
    return st;
}

void zni_rows_fini(zn_ctx *ctx, zni_rows *s)
{
    ZNI_FREE(ctx, s->p, s->k, s->a);
}
