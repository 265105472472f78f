/* ways.c - n x d nc matrices by contact and by rows
 * SPDX-License-Identifier: Apache-2.0 */
#include "ways.h"

#include <string.h>

#include "../core/room.h"
#include "../sets/cones.h"

/* ---- by contact ---------------------------------------------------------- */

zn_status zni_ways_room(zn_ctx *ctx, zni_ways *s, zn_index d, zn_index blocks)
{
    return ZNI_GROW(ctx, ZNI_ARRAY(s, i, blocks), ZNI_ARRAY(s, x, d * blocks));
}

/* the d columns of a contact, merged by their rows; `at` after the last block */
static zn_index merge(zni_ways *s, const zn_matrix *H, zn_index d, zn_index a,
                      zn_index at)
{
    zn_index next[ZNI_DMAX];

    for (zn_index e = 0; e < d; e++)
        next[e] = H->p[d * a + e];
    for (;; at++) {
        zn_index row = H->rows;

        for (zn_index e = 0; e < d; e++)
            if (next[e] < H->p[d * a + e + 1] && H->i[next[e]] < row)
                row = H->i[next[e]];
        if (row == H->rows)
            return at;
        s->i[at] = row;
        for (zn_index e = 0; e < d; e++) {
            bool here = next[e] < H->p[d * a + e + 1] && H->i[next[e]] == row;

            s->x[d * at + e] = here ? H->x[next[e]++] : 0;
        }
    }
}

zn_index zni_ways_sift(zni_ways *s, zn_index n, zn_index d, const double x[],
                       zn_index count, const zn_index rows[], zn_index at)
{
    for (zn_index l = 0; l < count; l++) {
        zn_index i = rows ? rows[l] : l;
        bool any = false;

        for (zn_index e = 0; e < d && !any; e++)
            any = x[i + e * n] != 0;
        if (!any)
            continue;
        s->i[at] = i;
        for (zn_index e = 0; e < d; e++)
            s->x[d * at + e] = x[i + e * n];
        at++;
    }
    return at;
}

/* Block rows, walked row by row so that rows ascend in each contact: count, and
 * (fill) place. next: nc numbers, the place after the last block of a contact. */
static void walk(zni_ways *s, zn_index d, zn_index nc, const zn_matrix *H,
                 zn_index next[], zn_index last[], bool fill)
{
    for (zn_index a = 0; a < nc; a++)
        last[a] = -1;
    for (zn_index R = 0; R < H->nbr; R++)
        for (zn_index i = H->ro[R]; i < H->ro[R + 1]; i++)
            for (zn_index k = H->p[R]; k < H->p[R + 1]; k++) {
                zn_index b = H->i[k], rows = H->ro[R + 1] - H->ro[R];
                const double *x = H->x + H->bp[k] + i - H->ro[R];

                for (zn_index j = H->co[b]; j < H->co[b + 1]; j++, x += rows) {
                    zn_index a = j / d;

                    if (last[a] != i) {
                        last[a] = i;
                        next[a]++;
                        if (fill) {
                            s->i[next[a] - 1] = i;
                            memset(s->x + d * (next[a] - 1), 0,
                                   (size_t)d * sizeof *s->x);
                        }
                    }
                    if (fill)
                        s->x[d * (next[a] - 1) + j % d] = *x;
                }
            }
}

static zn_status from_blocks(zn_ctx *ctx, zni_ways *s, zn_index d, zn_index nc,
                             const zn_matrix *H)
{
    zn_index *next = s->p + nc + 1, *last = next + nc;
    zn_status st;

    memset(next, 0, (size_t)nc * sizeof *next);
    walk(s, d, nc, H, next, last, false);
    s->p[0] = 0;
    for (zn_index a = 0; a < nc; a++) {
        s->p[a + 1] = s->p[a] + next[a];
        next[a] = s->p[a];
    }
    st = zni_ways_room(ctx, s, d, s->p[nc]);
    if (!st)
        walk(s, d, nc, H, next, last, true);
    return st;
}

zn_status zni_ways_set(zn_ctx *ctx, zni_ways *s, zn_index d, zn_index nc,
                       const zn_matrix *H)
{
    zn_index at = 0;
    zn_status st = zn_grow(ctx, &s->p, &s->cap_p, 3 * nc + 1, sizeof *s->p);

    if (!st)
        s->p[0] = 0;
    if (!st && nc > 0 && H->storage == ZN_BSR)
        return from_blocks(ctx, s, d, nc, H);
    for (zn_index a = 0; a < nc && !st; a++) {
        zn_index most =
            H->storage == ZN_CSC ? H->p[d * (a + 1)] - H->p[d * a] : H->rows;

        st = zni_ways_room(ctx, s, d, at + most);
        if (st)
            break;
        at = H->storage == ZN_CSC
                 ? merge(s, H, d, a, at)
                 : zni_ways_sift(s, H->rows, d, H->x + d * a * H->rows, H->rows,
                                 NULL, at);
        s->p[a + 1] = at;
    }
    return st;
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
    zn_status st = ZNI_GROW(ctx, ZNI_ARRAY(s, p, n + 2), ZNI_ARRAY(s, k, count),
                            ZNI_ARRAY(s, a, count));
    if (st)
        return st;
    /* counts two behind, so that starts one behind run to their ends */
    memset(s->p, 0, (size_t)(n + 2) * sizeof *s->p);
    for (zn_index k = 0; k < count; k++)
        s->p[ways->i[k] + 2]++;
    for (zn_index i = 2; i < n + 2; i++)
        s->p[i] += s->p[i - 1];
    for (zn_index a = 0; a < nc; a++)
        for (zn_index k = ways->p[a]; k < ways->p[a + 1]; k++) {
            zn_index at = s->p[ways->i[k] + 1]++;

            s->k[at] = k;
            s->a[at] = a;
        }
    return ZN_OK;
}

void zni_rows_fini(zn_ctx *ctx, zni_rows *s)
{
    ZNI_FREE(ctx, s->p, s->k, s->a);
}
