/* vplan.c - what factors in the space of velocities cost, before there is anything of them
 * SPDX-License-Identifier: Apache-2.0 */
#include "vsystem.h"

#include <stdlib.h>

#include <amd.h>

#include "linear.h"

/* Whoever asks may do without the factors, so the prediction takes what it can of bodies and
 * contacts: entries of K are up to 36 for each two bodies that touch. */

/* Operations that setting up the columns takes for an entry, and ordering for a contact
 * of a body. */
static const double SETTING = 100, ORDERING = 200;

/* ---- the graph of the bodies --------------------------------------------------- */

/* Node k and those that its contacts touch, into `to` unless it is NULL; how many. last[] says of each
 * for whom it was met last. */
static zn_index neighbours(const zni_motion *g, int32_t k, int32_t last[], int32_t to[])
{
    const zni_by_columns *H = &g->columns;
    const zni_touching *t = &g->touching;
    zn_index count = 1;

    last[k] = k;
    if (to)
        to[0] = k;
    for (int32_t l = t->first[k]; l < t->first[k + 1]; l++) {
        const zn_index a = t->at[l];

        for (zn_index e = H->p[g->d * a]; e < H->p[g->d * (a + 1)]; e++) {
            const int32_t j = t->node[zni_bodies_of(&g->mass.bodies, H->i[e])];

            if (last[j] == k)
                continue;
            last[j] = k;
            if (to)
                to[count] = j;
            count++;
        }
    }
    return count;
}

static int ascending(const void *a, const void *b)
{
    int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;

    return (x > y) - (x < y);
}

/* The neighbours of all nodes, written where np says, or counted into it. More than
 * most: no further. */
static zn_index all(zni_vsystem *s, const zni_motion *g, zn_index most, bool write)
{
    const zn_index n = g->touching.n;
    int32_t *last = s->rank; /* until there is one */
    zn_index total = 0;

    for (zn_index k = 0; k < n; k++)
        last[k] = -1;
    for (zn_index k = 0; k < n && total <= most; k++) {
        int32_t *to = write ? s->ni + s->np[k] : NULL;
        const zn_index count = neighbours(g, (int32_t)k, last, to);

        total += count;
        if (write)
            qsort(to, (size_t)count, sizeof *to, ascending);
        else if (total <= most)
            s->np[k + 1] = (int32_t)total;
    }
    return total;
}

/* np, ni; counted first. *n: nodes, or 0 where there is too much for factors of any kind. */
static zn_status graph(zn_ctx *ctx, zni_vsystem *s, zni_motion *g, zn_index *n)
{
    zn_index total;
    zn_status st = zni_motion_touch(ctx, g);

    *n = st ? 0 : g->touching.n;
    if (!st)
        st = ZNI_GROW(ctx, ZNI_ARRAY(s, np, *n + 1), ZNI_ARRAY(s, rank, *n));
    if (st)
        return st;
    s->np[0] = 0;
    total = all(s, g, INT32_MAX, false);
    if (total > INT32_MAX) {
        *n = 0;
        return ZN_OK;
    }
    st = zn_grow(ctx, &s->ni, &s->cap_ni, total, sizeof *s->ni);
    if (!st)
        all(s, g, INT32_MAX, true);
    return st;
}

/* ---- its factors ---------------------------------------------------------------- */

/* What a factorisation costs, of a graph of so many nodes and edges in AMD's order. */
static void price(zni_vsystem *s, zn_index nodes, double edges, const double info[])
{
    const double n = (double)nodes, size = (double)s->n / n;

    s->entries = size * size * edges;
    s->values = size * size * (2 * info[AMD_LNZ] + n);
    s->operations = 2 * size * size * size * (info[AMD_NMULTSUBS_LU] + n);
}

static zn_status by_bodies(zn_ctx *ctx, zni_vsystem *s, zni_motion *g)
{
    double info[AMD_INFO];
    zn_index n;
    zn_status st = graph(ctx, s, g, &n);

    if (st || !n)
        return st;
    if (amd_order((int)n, s->np, s->ni, s->rank, NULL, info) < AMD_OK)
        return zn_fail(ctx, ZN_ENOMEM, "no memory to order %td bodies", n);
    price(s, n, (double)s->np[n], info);
    return ZN_OK;
}

static zn_status by_rows(zn_ctx *ctx, zni_vsystem *s, const zni_motion *g)
{
    double info[AMD_INFO];
    zn_status st = zni_vsystem_pattern(ctx, s, g);

    if (st)
        return st;
    if (amd_l_order(g->n, s->csc.p, s->csc.i, s->order, NULL, info) < AMD_OK)
        return zn_fail(ctx, ZN_ENOMEM, "no memory to order %td velocities", g->n);
    price(s, g->n, (double)s->csc.nnz, info);
    return ZN_OK;
}

zn_status zni_vsystem_plan(zn_ctx *ctx, zni_vsystem *s, zni_motion *g,
                           const zn_monitor *mon)
{
    /* rows of H that contacts have something in, were its columns full in them */
    const double rows = g->m > 0 ? (double)g->columns.p[g->m] / (double)g->d : 0;
    const double work = (double)(g->d * g->d) * rows;

    s->n = g->n;
    s->operations = s->values = s->entries = INFINITY;
    if (!zni_factors_fit(mon, SETTING * work + ORDERING * rows, false))
        return ZN_OK;
    return g->mass.apart ? by_bodies(ctx, s, g) : by_rows(ctx, s, g);
}
