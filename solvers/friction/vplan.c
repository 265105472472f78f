/* vplan.c - what factors in the space of velocities cost, before there is anything of them
 * SPDX-License-Identifier: Apache-2.0 */
#include "motion.h"

#include <stdlib.h>

#include <amd.h>

#include "../core/monitor.h"

/* Whoever asks may do without the factors, so the prediction takes what it can of bodies and
 * contacts: entries of K are up to 36 for each two bodies that touch. */

/* Operations that setting up the columns takes for an entry, and ordering for a contact
 * of a body. */
static const double SETTING = 100, ORDERING = 200;

/* ---- the graph of the bodies --------------------------------------------------- */

/* Blocks of M that follow each other and have the same contacts are one node, as the six rows of
 * a body are whose M is diagonal; seen: the node of a block. How many there are. */
static zn_index nodes(const zni_touching *t, zn_index nb)
{
    zn_index count = 0;

    for (zn_index b = 0; b < nb; b++) {
        const zn_index many = t->first[b + 1] - t->first[b];
        const bool same =
            b > 0 && many > 0 && many == t->first[b] - t->first[b - 1] &&
            memcmp(t->at + t->first[b - 1], t->at + t->first[b],
                   (size_t)many * sizeof *t->at) == 0;

        count += !same;
        t->seen[b] = (int32_t)count - 1;
    }
    return count;
}

/* Node k, which block b is of, and those that its contacts touch, into `to` unless it is NULL; how
 * many. last[] says of each for whom it was met last. */
static zn_index neighbours(const zni_touching *t, const zni_motion *g, int32_t k,
                           zn_index b, int32_t last[], int32_t to[])
{
    const zni_by_columns *H = &g->columns;
    zn_index count = 1;

    last[k] = k;
    if (to)
        to[0] = k;
    for (int32_t l = t->first[b]; l < t->first[b + 1]; l++) {
        const zn_index a = t->at[l];

        for (zn_index e = H->p[g->d * a]; e < H->p[g->d * (a + 1)]; e++) {
            const int32_t j = t->seen[zni_bodies_of(&g->mass.bodies, H->i[e])];

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
static zn_index all(zni_vsystem *s, const zni_motion *g, zn_index n, zn_index most, bool write)
{
    const zni_touching *t = &s->touching;
    int32_t *last = s->rank; /* until there is one */
    zn_index total = 0;

    for (zn_index k = 0; k < n; k++)
        last[k] = -1;
    for (zn_index b = 0; b < zni_mass_blocks(&g->mass) && total <= most; b++) {
        const int32_t k = t->seen[b];
        int32_t *to = write ? s->ni + s->np[k] : NULL;
        zn_index count;

        if (b > 0 && k == t->seen[b - 1])
            continue;
        count = neighbours(t, g, k, b, last, to);
        total += count;
        if (write)
            qsort(to, (size_t)count, sizeof *to, ascending);
        else if (total <= most)
            s->np[k + 1] = (int32_t)total;
    }
    return total;
}

/* np, ni; counted first. *n: nodes, or 0 where there is too much for factors of any kind. */
static zn_status graph(zn_ctx *ctx, zni_vsystem *s, const zni_motion *g, zn_index *n)
{
    const zn_index nb = zni_mass_blocks(&g->mass);
    zn_index total;
    zn_status st = zni_touching_set(ctx, &s->touching, g);

    *n = st ? 0 : nodes(&s->touching, nb);
    if (!st)
        st = zn_grow(ctx, &s->np, &s->cap_np, *n + 1, sizeof *s->np);
    if (!st)
        st = zn_grow(ctx, &s->rank, &s->cap_rank, *n, sizeof *s->rank);
    if (st)
        return st;
    s->np[0] = 0;
    total = all(s, g, *n, INT32_MAX, false);
    if (total > INT32_MAX) {
        *n = 0;
        return ZN_OK;
    }
    st = zn_grow(ctx, &s->ni, &s->cap_ni, total, sizeof *s->ni);
    if (!st)
        all(s, g, *n, INT32_MAX, true);
    return st;
}

/* ---- its factors ---------------------------------------------------------------- */

/* What a factorisation costs, of a graph of so many nodes in AMD's order. */
static void price(zni_vsystem *s, zn_index nodes, const double info[])
{
    const double n = (double)nodes, size = (double)s->n / n;

    s->values = size * size * (2 * info[AMD_LNZ] + n);
    s->operations = 2 * size * size * size * (info[AMD_NMULTSUBS_LU] + n);
}

static zn_status by_bodies(zn_ctx *ctx, zni_vsystem *s, const zni_motion *g)
{
    double info[AMD_INFO];
    zn_index n;
    zn_status st = graph(ctx, s, g, &n);

    if (st || !n)
        return st;
    if (amd_order((int)n, s->np, s->ni, s->rank, NULL, info) < AMD_OK)
        return zn_fail(ctx, ZN_ENOMEM, "no memory to order %td bodies", n);
    price(s, n, info);
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
    price(s, g->n, info);
    return ZN_OK;
}

zn_status zni_vsystem_plan(zn_ctx *ctx, zni_vsystem *s, const zni_motion *g,
                           const zn_monitor *mon)
{
    /* rows of H that contacts have something in, were its columns full in them */
    const double rows = g->m > 0 ? (double)g->columns.p[g->m] / (double)g->d : 0;
    const double work = (double)(g->d * g->d) * rows;

    s->n = g->n;
    s->operations = s->values = INFINITY;
    if (!zni_factors_fit(mon, SETTING * work + ORDERING * rows, false))
        return ZN_OK;
    return g->mass.apart ? by_bodies(ctx, s, g) : by_rows(ctx, s, g);
}
