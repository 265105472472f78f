/* touching.c - which contacts are at which blocks of M
 * SPDX-License-Identifier: Apache-2.0 */
#include "motion.h"

/* Counted, or placed behind first, which moves one block on. seen: last contact of a block,
 * from 1. */
static void walk(zni_touching *s, const zni_motion *g, bool place)
{
    const zni_by_columns *H = &g->columns;
    const zni_bodies *M = &g->mass.bodies;
    int32_t *seen = s->seen;

    memset(seen, 0, (size_t)zni_mass_blocks(&g->mass) * sizeof *seen);
    for (zn_index a = 0; a < g->nc; a++)
        for (zn_index k = H->p[g->d * a]; k < H->p[g->d * (a + 1)]; k++) {
            const zn_index b = zni_bodies_of(M, H->i[k]);

            if (seen[b] == a + 1)
                continue;
            seen[b] = (int32_t)a + 1;
            if (place)
                s->at[s->first[b + 1]++] = (int32_t)a;
            else {
                s->first[b + 2]++;
                s->influences += (double)(g->d * zni_bodies_rows(M, b));
            }
        }
}

zn_status zni_touching_set(zn_ctx *ctx, zni_touching *s, const zni_motion *g)
{
    const zn_index nb = zni_mass_blocks(&g->mass);
    const zn_index entries = g->m > 0 ? g->columns.p[g->m] : 0;
    zn_status st = ZN_OK;

    s->influences = 0;
    if (entries > INT32_MAX || nb > INT32_MAX - 2)
        return zn_fail(ctx, ZN_ENOTSUP,
                       "H has %td values and M %td blocks, must be fewer than 2^31",
                       entries, nb);
    st = zn_grow(ctx, &s->first, &s->cap_first, nb + 2, sizeof *s->first);
    if (!st)
        st = zn_grow(ctx, &s->seen, &s->cap_seen, nb, sizeof *s->seen);
    if (st)
        return st;
    /* counts two behind, so that starts one behind run to their ends */
    memset(s->first, 0, (size_t)(nb + 2) * sizeof *s->first);
    walk(s, g, false);
    for (zn_index b = 2; b < nb + 2; b++)
        s->first[b] += s->first[b - 1];
    st = zn_grow(ctx, &s->at, &s->cap_at, s->first[nb + 1], sizeof *s->at);
    if (!st)
        walk(s, g, true);
    return st;
}

void zni_touching_fini(zn_ctx *ctx, zni_touching *s)
{
    zn_free_array(ctx, s->first);
    zn_free_array(ctx, s->at);
    zn_free_array(ctx, s->seen);
}
