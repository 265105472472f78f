/* touching.c - contacts by blocks of the mass matrix
 * SPDX-License-Identifier: Apache-2.0 */
#include "motion.h"

/* Lists the contacts of each block of M. The first pass counts them in first, and the values of M^-1 H for a block
 * diagonal M^-1. The second (place) writes them; then first moves from the begin of each list to its end. */
static void walk(zni_touching *s, const zni_motion *g, zn_index nb, bool place)
{
    const zni_by_columns *H = &g->columns;
    int32_t *seen = s->seen; /* 1 + the last contact of each block */

    memset(seen, 0, (size_t)nb * sizeof *seen);
    for (zn_index a = 0; a < g->nc; a++)
        for (zn_index k = H->p[g->d * a]; k < H->p[g->d * (a + 1)]; k++) {
            const zn_index b = zni_bodies_of(&g->mass.bodies, H->i[k]);

            if (seen[b] == a + 1)
                continue;
            seen[b] = (int32_t)a + 1;
            if (place) {
                s->at[s->first[b + 1]++] = (int32_t)a;
            } else {
                s->first[b + 2]++;
                s->influences += (double)(g->d * zni_bodies_rows(&g->mass.bodies, b));
            }
        }
}

/* Lists of blocks become lists of nodes, in place. Consecutive blocks with the same contacts form one node, as do the
 * six rows of a body with a diagonal M. A block without contacts is a node of its own. */
static void merge(zni_touching *s, zn_index nb)
{
    int32_t *first = s->first, *at = s->at, n = 0, from = 0;

    for (zn_index b = 0; b < nb; b++) {
        const int32_t end = first[b + 1], count = end - from;
        const size_t bytes = (size_t)count * sizeof *at;

        if (n == 0 || count == 0 || count != first[n] - first[n - 1] ||
            memcmp(at + from, at + first[n - 1], bytes) != 0) {
            if (count > 0)
                memmove(at + first[n], at + from, bytes);
            first[n + 1] = first[n] + count;
            n++;
        }
        s->node[b] = n - 1;
        from = end;
    }
    s->n = n;
}

static zn_status set(zn_ctx *ctx, zni_touching *s, const zni_motion *g)
{
    const zn_index nb = g->mass.bodies.nb > 0 ? g->mass.bodies.nb : 1; /* one if the blocks are not known */
    const zn_index entries = g->m > 0 ? g->columns.p[g->m] : 0;
    zn_status st;

    if (entries > INT32_MAX || nb > INT32_MAX - 2 || g->nc > INT32_MAX - 1)
        return zn_fail(ctx, ZN_ENOTSUP,
                       "H has %td values, M %td blocks, and there are %td contacts, must be fewer "
                       "than 2^31",
                       entries, nb, g->nc);
    st = ZNI_GROW(ctx, ZNI_ARRAY(s, node, nb), ZNI_ARRAY(s, first, nb + 2), ZNI_ARRAY(s, seen, nb));
    if (st)
        return st;
    s->influences = 0;
    /* block b is counted in first[b + 2], so that its list begins at first[b + 1] while it is written */
    memset(s->first, 0, (size_t)(nb + 2) * sizeof *s->first);
    walk(s, g, nb, false);
    for (zn_index b = 2; b < nb + 2; b++)
        s->first[b] += s->first[b - 1];
    st = zn_grow(ctx, &s->at, &s->cap_at, s->first[nb + 1], sizeof *s->at);
    if (st)
        return st;
    walk(s, g, nb, true);
    merge(s, nb);
    return ZN_OK;
}

zn_status zni_motion_touch(zn_ctx *ctx, zni_motion *g)
{
    const zn_status st = g->touched ? ZN_OK : set(ctx, &g->touching, g);

    g->touched = !st;
    return st;
}

void zni_touching_fini(zn_ctx *ctx, zni_touching *s)
{
    ZNI_FREE(ctx, s->node, s->first, s->at, s->seen);
}
