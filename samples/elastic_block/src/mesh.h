/* mesh.h - a rectangle of rubber: its mass and stiffness, sparse
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ELASTIC_BLOCK_MESH_H
#define ELASTIC_BLOCK_MESH_H

#include <zeno/matrix.h>

/* Bilinear elements, nx by ny, in plane stress. Node (i, j) is number
 * i + j (nx + 1); its displacements are unknowns 2 number and 2 number + 1. */
typedef struct mesh {
    zn_index nx, ny;       /* elements                                */
    double width, height;  /* m                                       */
    double E, nu, rho;     /* Pa, -, kg/m^3; thickness 1 m            */
    zn_index n;            /* unknowns                                */
    zn_index *p, *i;       /* columns of the stiffness                */
    double *K;             /* its values (N/m)                        */
    double *m;             /* n, lumped masses (kg)                   */
} mesh;

/* Make the matrices of a mesh whose numbers are given; ZN_ENOMEM. */
zn_status mesh_make(mesh *g);
void mesh_free(mesh *g);

/* The stiffness as the kernel takes it. */
zn_matrix mesh_stiffness(const mesh *g);

#endif
