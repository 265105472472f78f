/* soup.c - triangles on their way from a file: points that are the same, or of no use
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/shapes/soup.h"
#include "kernel/shapes/merge.h"
#include "kernel/shapes/mesh.h"

#include <string.h>

zn_status zni_soup_point(zni_soup *s, const double x[3])
{
    const zn_status st =
        zn_grow(s->ctx, &s->v, &s->cv, 3 * (s->nv + 1), sizeof *s->v);

    if (st)
        return st;
    for (int i = 0; i < 3; i++)
        s->v[3 * s->nv + i] = x[i] + 0.; /* -0 is 0 */
    s->nv++;
    return ZN_OK;
}

zn_status zni_soup_triangle(zni_soup *s, zn_index a, zn_index b, zn_index c)
{
    zn_status st;

    if (s->nt == ZNI_MESH_MOST)
        return zn_fail(s->ctx, ZN_EINVAL, "more than %d triangles",
                       ZNI_MESH_MOST);
    st = zn_grow(s->ctx, &s->tri, &s->ct, 3 * (s->nt + 1), sizeof *s->tri);
    if (st)
        return st;
    s->tri[3 * s->nt] = a;
    s->tri[3 * s->nt + 1] = b;
    s->tri[3 * s->nt++ + 2] = c;
    return ZN_OK;
}

/* The first point with the numbers of x, itself if there is none before. */
static zn_index first_of(const zni_soup *s, zn_index table[], size_t mask,
                         zn_index i)
{
    const double *x = s->v + 3 * i;
    size_t at = zni_hash_of(x) & mask;

    for (; table[at]; at = (at + 1) & mask)
        if (memcmp(s->v + 3 * (table[at] - 1), x, 3 * sizeof *x) == 0)
            return table[at] - 1;
    table[at] = i + 1;
    return i;
}

/* Points move down to the numbers in `to` (-1: gone), triangles follow. */
static void renumber(zni_soup *s, zn_index to[])
{
    zn_index n = 0;

    for (zn_index i = 0; i < s->nv; i++)
        if (to[i] == i) {
            memmove(s->v + 3 * n, s->v + 3 * i, 3 * sizeof *s->v);
            to[i] = n++;
        } else if (to[i] >= 0) {
            to[i] = to[to[i]];
        }
    s->nv = n;
    for (zn_index k = 0; k < 3 * s->nt; k++)
        s->tri[k] = to[s->tri[k]];
}

zn_status zni_soup_weld(zni_soup *s)
{
    zn_index room = 16, n = 0;
    zn_index *table, *to;
    zn_status st = ZN_ENOMEM;

    while (room < 2 * s->nv)
        room *= 2;
    table = zn_alloc(s->ctx, room, sizeof *table);
    to = zn_alloc(s->ctx, s->nv, sizeof *to);
    if (table && to) {
        for (zn_index i = 0; i < s->nv; i++)
            to[i] = first_of(s, table, (size_t)room - 1, i);
        renumber(s, to);
        st = ZN_OK;
    }
    for (zn_index t = 0; !st && t < s->nt; t++) {
        const zn_index *k = s->tri + 3 * t;
        if (k[0] == k[1] || k[1] == k[2] || k[2] == k[0])
            continue;
        memmove(s->tri + 3 * n++, k, 3 * sizeof *k);
    }
    if (!st)
        s->nt = n;
    zn_free_array(s->ctx, table);
    zn_free_array(s->ctx, to);
    return st;
}

zn_status zni_soup_tidy(zni_soup *s)
{
    zn_index *to = zn_alloc(s->ctx, s->nv, sizeof *to);

    if (!to)
        return ZN_ENOMEM;
    for (zn_index i = 0; i < s->nv; i++)
        to[i] = -1;
    for (zn_index k = 0; k < 3 * s->nt; k++)
        to[s->tri[k]] = s->tri[k];
    renumber(s, to);
    zn_free_array(s->ctx, to);
    return ZN_OK;
}
