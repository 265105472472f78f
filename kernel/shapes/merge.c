/* merge.c - points in one place become one
 *
 * Space is cut into cells as large as what is near, and a table holds the points that stay by their cells: two
 * of them are not in one cell, so there are 27 places to look at for each point.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/shapes/merge.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "solvers/core/hash.h"

typedef struct table {
    const double *p;
    double near_;
    zn_index *slot; /* a point and 1; 0: free */
    size_t mask;
} table;

/* The cell of a point, or the one that is `way` cells from it; of points that are only near themselves each has
 * one. */
static void cell_of(const table *t, const double x[3], const int way[3],
                    double cell[3])
{
    for (int i = 0; i < 3; i++)
        cell[i] = t->near_ > 0 ? floor(x[i] / t->near_) + way[i]
                               : x[i] + 0.; /* -0 is 0 */
}

size_t zni_hash_of(const double x[3])
{
    uint64_t h = 0, u[3];

    memcpy(u, x, sizeof u);
    for (int i = 0; i < 3; i++) {
        h = (h ^ u[i]) * ZNI_GOLDEN;
        h ^= h >> 32;
    }
    return (size_t)h;
}

static bool is_near(const table *t, const double a[3], const double b[3])
{
    for (int i = 0; i < 3; i++)
        if (!(fabs(a[i] - b[i]) <= t->near_))
            return false;
    return true;
}

/* Is a point near x among those of the cell, or of others with its hash? free_: the slot behind them */
static bool in_cell(const table *t, const double x[3], const int way[3],
                    size_t *free_)
{
    double cell[3];
    size_t at;

    cell_of(t, x, way, cell);
    for (at = zni_hash_of(cell) & t->mask; t->slot[at]; at = (at + 1) & t->mask)
        if (is_near(t, x, t->p + 3 * (t->slot[at] - 1)))
            return true;
    *free_ = at;
    return false;
}

/* Is no point near the i-th among those that stay? Then it stays. */
static bool stays(table *t, zn_index i)
{
    const double *x = t->p + 3 * i;
    const int far = t->near_ > 0;
    size_t at = 0, own = 0;

    for (int a = -far; a <= far; a++)
        for (int b = -far; b <= far; b++)
            for (int c = -far; c <= far; c++)
                if (in_cell(t, x, (int[]){a, b, c}, a || b || c ? &at : &own))
                    return false;
    t->slot[own] = i + 1;
    return true;
}

zn_status zni_one_in_a_place(zn_ctx *ctx, zn_index *n, double p[], double near_)
{
    table t = {.p = p, .near_ = near_};
    zn_index room = 16, kept = 0;

    while (room < 2 * *n)
        room *= 2;
    t.slot = zn_alloc(ctx, room, sizeof *t.slot);
    t.mask = (size_t)room - 1;
    if (!t.slot)
        return ZN_ENOMEM;
    for (zn_index i = 0; i < *n; i++) {
        /* behind those that stay: the table knows it by its new place */
        memmove(p + 3 * kept, p + 3 * i, 3 * sizeof *p);
        kept += stays(&t, kept);
    }
    *n = kept;
    zn_free_array(ctx, t.slot);
    return ZN_OK;
}
