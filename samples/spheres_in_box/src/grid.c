/* grid.c - which of many spheres may touch
 * SPDX-License-Identifier: Apache-2.0 */
#include "grid.h"

#include <math.h>
#include <stdlib.h>

zn_status grid_make(grid *g, zn_index n)
{
    *g = (grid){.n = n, .most = 4 * n + 64};
    g->head = calloc((size_t)g->most, sizeof *g->head);
    g->next = calloc((size_t)n, sizeof *g->next);
    if (g->head && g->next)
        return ZN_OK;
    grid_free(g);
    return ZN_ENOMEM;
}

void grid_free(grid *g)
{
    free(g->head);
    free(g->next);
    *g = (grid){0};
}

static zn_index cell(const grid *g, double x, int axis)
{
    const zn_index k = (zn_index)floor((x - g->low[axis]) / g->edge);

    return k < 0 ? 0 : k >= g->size[axis] ? g->size[axis] - 1 : k;
}

static zn_index cube(const grid *g, zn_index i, zn_index j, zn_index k)
{
    return i + g->size[0] * (j + g->size[1] * k);
}

/* Corner, and how many cubes of that edge there are. */
static double measure(grid *g, const double x[], double edge)
{
    double cubes = 1;

    g->edge = edge;
    for (int a = 0; a < 3; a++) {
        double low = x[a], high = x[a];
        for (zn_index i = 1; i < g->n; i++) {
            low = fmin(low, x[3 * i + a]);
            high = fmax(high, x[3 * i + a]);
        }
        g->low[a] = low;
        cubes *= floor((high - low) / edge) + 1;
        g->size[a] = cubes < 1e9 ? (zn_index)((high - low) / edge) + 1 : 1;
    }
    return cubes;
}

void grid_fill(grid *g, const double x[], double edge)
{
    while (measure(g, x, edge) > (double)g->most)
        edge *= 1.5;
    for (zn_index c = 0; c < g->size[0] * g->size[1] * g->size[2]; c++)
        g->head[c] = -1;
    for (zn_index i = 0; i < g->n; i++) {
        const double *at = x + 3 * i;
        zn_index *head = &g->head[cube(g, cell(g, at[0], 0), cell(g, at[1], 1),
                                       cell(g, at[2], 2))];
        g->next[i] = *head;
        *head = i;
    }
}

static zn_index smaller(zn_index a, zn_index b)
{
    return a < b ? a : b;
}

zn_status grid_near(const grid *g, const double x[], zn_index i,
                    grid_pair *pair, void *user)
{
    zn_index from[3], to[3];
    zn_status st = ZN_OK;

    for (int a = 0; a < 3; a++) {
        const zn_index c = cell(g, x[3 * i + a], a);
        from[a] = c > 0 ? c - 1 : 0;
        to[a] = smaller(c + 1, g->size[a] - 1);
    }
    for (zn_index c = from[2]; c <= to[2]; c++)
        for (zn_index b = from[1]; b <= to[1]; b++)
            for (zn_index a = from[0]; a <= to[0]; a++)
                for (zn_index j = g->head[cube(g, a, b, c)]; !st && j >= 0;
                     j = g->next[j])
                    if (j > i)
                        st = pair(user, i, j);
    return st;
}
