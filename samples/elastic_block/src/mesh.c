/* mesh.c - a rectangle of rubber: its mass and stiffness, sparse
 * SPDX-License-Identifier: Apache-2.0 */
#include "mesh.h"

#include <math.h>
#include <stdlib.h>

/* Stiffness of one element, 8 x 8, by four Gauss points:
 *     k = int B' D B,   B the strains (e_x, e_y, 2 e_xy) of the shape functions
 * Local node a sits at (a % 2, a / 2). */
static void element(const mesh *g, double k[8][8])
{
    const double hx = g->width / (double)g->nx, hy = g->height / (double)g->ny;
    const double c = g->E / (1 - g->nu * g->nu);
    const double D[3][3] = {
        {c, c * g->nu, 0}, {c * g->nu, c, 0}, {0, 0, c * (1 - g->nu) / 2}};

    for (int i = 0; i < 64; i++)
        k[i / 8][i % 8] = 0;
    for (int gauss = 0; gauss < 4; gauss++) {
        const double x = (1 + (gauss % 2 ? 1 : -1) / sqrt(3)) / 2;
        const double y = (1 + (gauss / 2 ? 1 : -1) / sqrt(3)) / 2;
        double B[3][8] = {{0}};

        for (int a = 0; a < 4; a++) {
            const double px = a % 2 ? x : 1 - x, py = a / 2 ? y : 1 - y;
            const double dx = (a % 2 ? 1 : -1) / hx * py;
            const double dy = (a / 2 ? 1 : -1) / hy * px;

            B[0][2 * a] = B[2][2 * a + 1] = dx;
            B[1][2 * a + 1] = B[2][2 * a] = dy;
        }
        for (int i = 0; i < 8; i++)
            for (int j = 0; j < 8; j++)
                for (int r = 0; r < 3; r++)
                    for (int s = 0; s < 3; s++)
                        k[i][j] += B[r][i] * D[r][s] * B[s][j] * hx * hy / 4;
    }
}

/* Entry between unknowns r of node (jx, jy) and c of node (ix, iy): the elements
 * that have both nodes. */
static double entry(const mesh *g, double k[8][8], zn_index jx, zn_index jy,
                    int r, zn_index ix, zn_index iy, int c)
{
    double sum = 0;

    for (zn_index ey = 0; ey < 2; ey++)
        for (zn_index ex = 0; ex < 2; ex++) {
            const zn_index x = ix - ex, y = iy - ey; /* the element */

            if (x < 0 || y < 0 || x >= g->nx || y >= g->ny || jx < x ||
                jx > x + 1 || jy < y || jy > y + 1)
                continue;
            sum += k[2 * (jx - x + 2 * (jy - y)) + r][2 * (ex + 2 * ey) + c];
        }
    return sum;
}

static void fill(mesh *g)
{
    const double hx = g->width / (double)g->nx, hy = g->height / (double)g->ny;
    zn_index at = 0;
    double k[8][8];

    element(g, k);
    for (zn_index col = 0; col < g->n; col++) {
        const zn_index ix = col / 2 % (g->nx + 1), iy = col / 2 / (g->nx + 1);

        for (zn_index jy = iy - 1; jy <= iy + 1; jy++)
            for (zn_index jx = ix - 1; jx <= ix + 1; jx++)
                for (int r = 0; r < 2; r++) {
                    if (jx < 0 || jy < 0 || jx > g->nx || jy > g->ny)
                        continue;
                    g->i[at] = 2 * (jx + jy * (g->nx + 1)) + r;
                    g->K[at++] =
                        entry(g, k, jx, jy, r, ix, iy, (int)(col % 2));
                }
        g->p[col + 1] = at;
        g->m[col] = g->rho * hx * hy / (ix == 0 || ix == g->nx ? 2 : 1) /
                    (iy == 0 || iy == g->ny ? 2 : 1);
    }
}

zn_status mesh_make(mesh *g)
{
    size_t n;

    g->n = 2 * (g->nx + 1) * (g->ny + 1);
    n = (size_t)g->n;
    g->p = calloc(n + 1, sizeof *g->p);
    g->i = calloc(18 * n, sizeof *g->i);
    g->K = calloc(18 * n, sizeof *g->K);
    g->m = calloc(n, sizeof *g->m);
    if (!g->p || !g->i || !g->K || !g->m) {
        mesh_free(g);
        return ZN_ENOMEM;
    }
    fill(g);
    return ZN_OK;
}

void mesh_free(mesh *g)
{
    free(g->p);
    free(g->i);
    free(g->K);
    free(g->m);
    g->p = g->i = NULL;
    g->K = g->m = NULL;
}

zn_matrix mesh_stiffness(const mesh *g)
{
    return (zn_matrix){.storage = ZN_CSC,
                       .rows = g->n,
                       .cols = g->n,
                       .p = g->p,
                       .i = g->i,
                       .x = g->K};
}
