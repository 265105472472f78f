/* colour.c - contacts in groups that do not touch each other
 * SPDX-License-Identifier: Apache-2.0 */
#include "friction.h"

/* Greedy colouring in the order of the contacts (Welsh & Powell, Comput. J. 10,
 * 1967): at most one colour more than the largest number of neighbours. Contacts
 * of one colour may be solved at the same time, by any number of threads, with
 * the result that one thread gives. */
zn_status zni_colours_reserve(zn_ctx *ctx, zni_colours *k, zn_index nc,
                              zn_index nb)
{
    zn_status st =
        zn_grow(ctx, &k->start, &k->cap_start, nc + 1, sizeof *k->start);

    if (!st)
        st = zn_grow(ctx, &k->order, &k->cap_order, nc, sizeof *k->order);
    if (!st)
        st = zn_grow(ctx, &k->colour, &k->cap_colour, nc, sizeof *k->colour);
    if (!st)
        st = zn_grow(ctx, &k->seen, &k->cap_seen, nc, sizeof *k->seen);
    if (!st)
        st = zn_grow(ctx, &k->p, &k->cap_p, nc + 1, sizeof *k->p);
    return st ? st : zn_grow(ctx, &k->i, &k->cap_i, nb, sizeof *k->i);
}

/* where W_ab is stored W_ba need not be */
static void transpose(zni_colours *k, const zni_fc *c)
{
    memset(k->p, 0, (size_t)(c->nc + 1) * sizeof *k->p);
    for (zn_index e = 0; e < c->nb; e++)
        k->p[c->i[e] + 1]++;
    for (zn_index a = 0; a < c->nc; a++)
        k->p[a + 1] += k->p[a];
    for (zn_index a = 0; a < c->nc; a++)
        for (zn_index e = c->p[a]; e < c->p[a + 1]; e++)
            k->i[k->p[c->i[e]]++] = a;
    memmove(k->p + 1, k->p, (size_t)c->nc * sizeof *k->p);
    k->p[0] = 0;
}

/* the colours of neighbours before a are marked as seen by a */
static void look(zni_colours *k, zn_index a, zn_index n, const zn_index near[])
{
    for (zn_index e = 0; e < n; e++)
        if (near[e] < a)
            k->seen[k->colour[near[e]]] = a;
}

zn_status zni_colours_set(zn_ctx *ctx, zni_colours *k, const zni_fc *c)
{
    zn_status st = zni_colours_reserve(ctx, k, c->nc, c->nb);

    if (st)
        return st;
    transpose(k, c);
    k->n = 0;
    for (zn_index a = 0; a < c->nc; a++)
        k->seen[a] = -1;
    for (zn_index a = 0; a < c->nc; a++) {
        zn_index free = 0;

        look(k, a, c->p[a + 1] - c->p[a], c->i + c->p[a]);
        look(k, a, k->p[a + 1] - k->p[a], k->i + k->p[a]);
        while (k->seen[free] == a)
            free++;
        k->colour[a] = free;
        if (free == k->n)
            k->n++;
    }

    /* sorted by colour, by counting */
    memset(k->start, 0, (size_t)(c->nc + 1) * sizeof *k->start);
    for (zn_index a = 0; a < c->nc; a++)
        k->start[k->colour[a] + 1]++;
    for (zn_index g = 0; g < k->n; g++)
        k->start[g + 1] += k->start[g];
    for (zn_index a = 0; a < c->nc; a++)
        k->order[k->start[k->colour[a]]++] = a;
    memmove(k->start + 1, k->start, (size_t)k->n * sizeof *k->start);
    k->start[0] = 0;
    return ZN_OK;
}

void zni_colours_fini(zn_ctx *ctx, zni_colours *k)
{
    zn_free_array(ctx, k->start);
    zn_free_array(ctx, k->order);
    zn_free_array(ctx, k->colour);
    zn_free_array(ctx, k->seen);
    zn_free_array(ctx, k->p);
    zn_free_array(ctx, k->i);
}
