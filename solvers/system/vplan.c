/* vplan.c - prediction of the cost of factors in the space of velocities
 * SPDX-License-Identifier: Apache-2.0 */
#include "vsystem.h"

#include <amd.h>

#include "linear.h"

/* The caller may decide against the factors, so the prediction uses the graph of bodies and contacts where it can: K
 * has up to 36 entries for each pair of bodies that touch. */

/* Operations of setting up columns for each entry, and of the ordering for each contact of a body. */
static const double SETTING = 100, ORDERING = 200;

/* ---- the graph of the bodies --------------------------------------------------- */

/* Appends node k and the nodes that its contacts touch to ni, at *at. s->rank tells for which node each was met last,
 * until AMD writes its ordering there. */
static zn_status neighbours(zn_ctx *ctx, zni_vsystem *s, const zni_motion *g, int32_t k, zn_index *at)
{
    const zni_by_columns *H = &g->columns;
    const zni_touching *t = &g->touching;
    int32_t *last = s->rank;
    zn_status st = zni_room(ctx, &s->ni, &s->cap_ni, *at + 1, sizeof *s->ni);

    if (st)
        return st;
    last[k] = s->ni[(*at)++] = k;
    for (int32_t l = t->first[k]; l < t->first[k + 1]; l++) {
        const zn_index first = H->p[g->d * t->at[l]], end = H->p[g->d * (t->at[l] + 1)];

        st = zni_room(ctx, &s->ni, &s->cap_ni, *at + end - first, sizeof *s->ni);
        for (zn_index e = first; e < end && !st; e++) {
            const int32_t j = t->node[zni_bodies_of(&g->mass.bodies, H->i[e])];

            if (last[j] == k)
                continue;
            last[j] = k;
            s->ni[(*at)++] = j;
        }
        if (st)
            return st;
    }
    return ZN_OK;
}

/* The graph np, ni of the nodes. *n: their number, or 0 if the graph is too large for any factorisation. */
static zn_status graph(zn_ctx *ctx, zni_vsystem *s, zni_motion *g, zn_index *n)
{
    zn_index at = 0;
    zn_status st = zni_motion_touch(ctx, g);

    *n = st ? 0 : g->touching.n;
    if (!st)
        st = ZNI_GROW(ctx, ZNI_ARRAY(s, np, *n + 1), ZNI_ARRAY(s, rank, *n));
    for (zn_index k = 0; k < *n && !st; k++)
        s->rank[k] = -1;
    for (zn_index k = 0; k < *n && !st; k++) {
        s->np[k] = (int32_t)at;
        st = neighbours(ctx, s, g, (int32_t)k, &at);
        if (at > INT32_MAX)
            *n = 0;
    }
    if (!st && *n > 0)
        s->np[*n] = (int32_t)at;
    return st;
}

/* ---- its factors ---------------------------------------------------------------- */

/* The cost of a factorisation in AMD's ordering, for a graph with so many nodes and edges. */
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
    /* rows of H where contacts have entries, if its columns are full there */
    const double rows = g->m > 0 ? (double)g->columns.p[g->m] / (double)g->d : 0;
    const double work = (double)(g->d * g->d) * rows;

    s->n = g->n;
    s->operations = s->values = s->entries = INFINITY;
    if (!zni_factors_fit_after(mon, 0, SETTING * work + ORDERING * rows, false))
        return ZN_OK;
    return g->mass.apart ? by_bodies(ctx, s, g) : by_rows(ctx, s, g);
}
