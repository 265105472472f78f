/* touching.c - contacts by blocks of the mass matrix
 * SPDX-License-Identifier: Apache-2.0 */
#include "motion.h"

/* Consecutive blocks of M with the same contacts form one node, as do the six rows of a body with a diagonal M. Nodes
 * are found by marks before anything is listed: lists of contacts by blocks would take six times the memory. */

static int32_t contact_of(int32_t mark)
{
    return mark < 0 ? -mark : mark;
}

/* Marks all blocks of contact a with a + 1; the marks of blocks that begin a node stay negative. Returns the number of
 * values of M^-1 H for this contact, where M^-1 is block diagonal. */
static double mark(const zni_motion *g, zn_index a, int32_t marks[])
{
    const zni_by_columns *H = &g->columns;
    const int32_t own = (int32_t)a + 1;
    zn_index rows = 0;

    for (zn_index k = H->p[g->d * a]; k < H->p[g->d * (a + 1)]; k++) {
        const zn_index b = zni_bodies_of(&g->mass.bodies, H->i[k]);

        if (contact_of(marks[b]) == own)
            continue;
        marks[b] = marks[b] < 0 ? -own : own;
        rows += zni_bodies_rows(&g->mass.bodies, b);
    }
    return (double)(g->d * rows);
}

/* If only one of two consecutive blocks has contact a, a node begins with the second of them. */
static void part(const zni_motion *g, zn_index a, zn_index nb, int32_t marks[])
{
    const zni_by_columns *H = &g->columns;
    const int32_t own = (int32_t)a + 1;

    for (zn_index k = H->p[g->d * a]; k < H->p[g->d * (a + 1)]; k++) {
        const zn_index b = zni_bodies_of(&g->mass.bodies, H->i[k]);

        if (b > 0 && contact_of(marks[b - 1]) != own)
            marks[b] = -own;
        if (b + 1 < nb && contact_of(marks[b + 1]) != own)
            marks[b + 1] = marks[b + 1] > 0 ? -marks[b + 1] : marks[b + 1];
    }
}

/* Numbers the nodes. A block without contacts is a node of its own. */
static void number(zni_touching *s, const zni_motion *g, zn_index nb)
{
    int32_t count = 0;

    memset(s->node, 0, (size_t)nb * sizeof *s->node);
    s->influences = 0;
    for (zn_index a = 0; a < g->nc; a++) {
        s->influences += mark(g, a, s->node);
        part(g, a, nb, s->node);
    }
    for (zn_index b = 0; b < nb; b++) {
        count += b == 0 || s->node[b] <= 0;
        s->node[b] = count - 1;
    }
    s->n = count;
}

/* Lists the contacts of each node. The first pass counts them in first; the second (place) writes them, and first moves
 * from the begin of each list to its end. seen: 1 + the last contact of each node. */
static void walk(zni_touching *s, const zni_motion *g, bool place)
{
    const zni_by_columns *H = &g->columns;
    int32_t *seen = s->seen;

    memset(seen, 0, (size_t)s->n * sizeof *seen);
    for (zn_index a = 0; a < g->nc; a++)
        for (zn_index k = H->p[g->d * a]; k < H->p[g->d * (a + 1)]; k++) {
            const int32_t n = s->node[zni_bodies_of(&g->mass.bodies, H->i[k])];

            if (seen[n] == a + 1)
                continue;
            seen[n] = (int32_t)a + 1;
            if (place)
                s->at[s->first[n + 1]++] = (int32_t)a;
            else
                s->first[n + 2]++;
        }
}

static zn_status set(zn_ctx *ctx, zni_touching *s, const zni_motion *g)
{
    const zn_index nb = g->mass.bodies.nb > 0 ? g->mass.bodies.nb : 1;
    const zn_index entries = g->m > 0 ? g->columns.p[g->m] : 0;
    zn_status st = ZN_OK;

    if (entries > INT32_MAX || nb > INT32_MAX - 2 || g->nc > INT32_MAX - 1)
        return zn_fail(ctx, ZN_ENOTSUP,
                       "H has %td values, M %td blocks, and there are %td contacts, must be fewer "
                       "than 2^31",
                       entries, nb, g->nc);
    st = zn_grow(ctx, &s->node, &s->cap_node, nb, sizeof *s->node);
    if (st)
        return st;
    number(s, g, nb);
    st = ZNI_GROW(ctx, ZNI_ARRAY(s, first, s->n + 2), ZNI_ARRAY(s, seen, s->n));
    if (st)
        return st;
    /* node k is counted in first[k + 2], so that its list begins at first[k + 1] while it is written */
    memset(s->first, 0, (size_t)(s->n + 2) * sizeof *s->first);
    walk(s, g, false);
    for (zn_index k = 2; k < s->n + 2; k++)
        s->first[k] += s->first[k - 1];
    st = zn_grow(ctx, &s->at, &s->cap_at, s->first[s->n + 1], sizeof *s->at);
    if (!st)
        walk(s, g, true);
    return st;
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
