/* grid.h - which of many spheres may touch: a grid of cubes, each with a list of those
 * whose centres are in it
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SPHERES_IN_BOX_GRID_H
#define SPHERES_IN_BOX_GRID_H

#include <zeno/ctx.h>

typedef struct grid {
    zn_index  n;        /* spheres */
    zn_index  size[3];  /* cubes along x, y, z */
    double    low[3];   /* corner (m) */
    double    edge;     /* of a cube (m); no pair that may touch is further apart */
    zn_index *head;     /* by cube: its first sphere, or -1 */
    zn_index *next;     /* n */
    zn_index  most;     /* cubes there is room for */
} grid;

zn_status grid_make(grid *g, zn_index n);
void grid_free(grid *g);

/* Put n centres (3 numbers each) into cubes of at least that edge; larger ones, if that
 * many would be too many. */
void grid_fill(grid *g, const double x[], double edge);

/* Call `pair` with i and every j > i in the cube of i or beside it, as long as it
 * returns ZN_OK. */
typedef zn_status grid_pair(void *user, zn_index i, zn_index j);
zn_status grid_near(const grid *g, const double x[], zn_index i,
                    grid_pair *pair, void *user);

#endif
