/* rubber.h - a rectangle of rubber, its matrices dense, in columns or in blocks
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_RUBBER_H
#define ZENO_TEST_RUBBER_H

#include "tests/unit/scene.h"

#include "samples/elastic_block/src/mesh.h"

static inline mesh rubber(zn_index nx, zn_index ny)
{
    mesh g = {.nx = nx, .ny = ny, .width = 1, .height = 0.5,
              .E = 1e4, .nu = 0.3, .rho = 10};

    MUST(mesh_make(&g));
    return g;
}

enum { DENSE, COLUMNS, BLOCKS };

/* The mesh in block rows of edge 2: the columns of a symmetric matrix are its rows.
 * The lists go into p, i, bp, ro and x. */
static inline zn_matrix in_blocks(const mesh *g, zn_index **lists, double **x)
{
    const zn_index nb = g->n / 2, blocks = g->p[g->n] / 4;
    zn_index *p = calloc((size_t)(2 * nb + 2 + 2 * blocks), sizeof *p);
    zn_index *ro = p + nb + 1, *i = ro + nb + 1, *bp = i + blocks;
    double *v = calloc((size_t)blocks * 4, sizeof *v);

    for (zn_index b = 0; b < nb; b++) {
        const zn_index first = g->p[2 * b], count = (g->p[2 * b + 1] - first) / 2;

        ro[b + 1] = 2 * (b + 1);
        p[b + 1] = p[b] + count;
        for (zn_index k = 0; k < count; k++) {
            double *out = v + 4 * (p[b] + k);

            i[p[b] + k] = g->i[first + 2 * k] / 2;
            bp[p[b] + k] = 4 * (p[b] + k);
            /* entry (2 b + r, 2 i + c) is entry (2 i + c, 2 b + r) */
            for (int c = 0; c < 2; c++)
                for (int r = 0; r < 2; r++)
                    out[r + 2 * c] = g->K[g->p[2 * b + r] + 2 * k + c];
        }
    }
    *lists = p;
    *x = v;
    return (zn_matrix){.storage = ZN_BSR, .rows = g->n, .cols = g->n, .x = v,
                       .p = p, .i = i, .nbr = nb, .nbc = nb, .ro = ro,
                       .co = ro, .bp = bp};
}

static inline void set_stiffness(zn_ds *ds, const mesh *g, int how)
{
    zn_matrix K = mesh_stiffness(g);

    if (how == COLUMNS) {
        MUST(zn_ds_set_sparse(ds, "stiffness", &K));
    } else if (how == BLOCKS) {
        zn_index *lists;
        double *x;

        K = in_blocks(g, &lists, &x);
        MUST(zn_ds_set_sparse(ds, "stiffness", &K));
        free(lists);
        free(x);
    } else {
        double *A = calloc((size_t)(g->n * g->n), sizeof *A);

        zn_matrix_to_dense(&K, A);
        MUST(zn_ds_set_constant(ds, "stiffness", g->n, g->n, A));
        free(A);
    }
}

#endif
