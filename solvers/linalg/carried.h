/* carried.h - a product that is updated while single entries of z change
 *
 *     w = M z + q:   z_j += t,   w += t M_j
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_CARRIED_H
#define ZENO_SOLVERS_CARRIED_H

#include <zeno/matrix.h>

#include "csc.h"

/* M by columns: M itself if it is dense, else a copy. */
typedef struct zni_carried {
    const zn_matrix *M; /* borrowed                                         */
    zni_csc csc;
} zni_carried;

zn_status zni_carried_reserve(zn_ctx *ctx, zni_carried *k, zn_index n, zn_index nnz);
zn_status zni_carried_set(zn_ctx *ctx, zni_carried *k, const zn_matrix *M);
void zni_carried_fini(zn_ctx *ctx, zni_carried *k);

/* M_jj */
static inline double zni_carried_diagonal(const zni_carried *k, zn_index j)
{
    return k->M->storage == ZN_DENSE ? k->M->x[j + j * k->M->rows]
                                     : k->csc.x[k->csc.diag[j]];
}

/* w += step M_j */
static inline void zni_carried_add(const zni_carried *k, zn_index j, double step, double w[])
{
    const zn_index n = k->M->rows;

    if (k->M->storage == ZN_DENSE) {
        const double *m = k->M->x + j * n;

        for (zn_index i = 0; i < n; i++)
            w[i] += m[i] * step;
        return;
    }
    for (zn_index e = k->csc.p[j]; e < k->csc.p[j + 1]; e++)
        w[k->csc.i[e]] += k->csc.x[e] * step;
}

/* Update w for the changes of m entries of z from `first` on. */
static inline void zni_carried_change(const zni_carried *k, zn_index first, zn_index m,
                                      const double old[], const double z[], double w[])
{
    for (zn_index i = 0; i < m; i++)
        if (z[i] != old[i])
            zni_carried_add(k, first + i, z[i] - old[i], w);
}

/* w = M z + q computed anew, without the rounding errors of the updates */
void zni_carried_anew(const zni_carried *k, const double q[], const double z[], double w[]);

/* D (m x m) = the diagonal block of M that begins at `first` */
void zni_carried_block(const zni_carried *k, zn_index first, zn_index m, double D[]);

#endif
