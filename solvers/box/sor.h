/* sor.h - Gauss-Seidel of boxes, row by row and block by block
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_BOX_SOR_H
#define ZN_BOX_SOR_H

#include "../linalg/carried.h"
#include "../methods/seidel.h"
#include "box.h"

typedef struct zni_sor {
    zni_nsgs turns; /* omega: before the projection, 0 < omega < 2          */
    double rho;     /* regularisation, relative to the diagonal; 0: none    */
} zni_sor;

typedef struct zni_sor_work {
    double *v; /* 3 n: diagonal, anchor of the regularisation, best z */
    zn_index cap_v;
    zni_carried M;
    zni_seidel turns;
} zni_sor_work;

zn_status zni_box_sor_reserve(zn_ctx *ctx, zni_sor_work *k, zn_index n,
                              zn_index nnz);
void zni_box_sor_fini(zn_ctx *ctx, zni_sor_work *k);

/* ZN_EINVAL: the diagonal entry by which sweeps divide is zero, or negative for a row with a bound; part: words that
 * describe the row, or NULL */
zn_status zni_box_pivot(zn_ctx *ctx, const zni_carried *M, const zni_box *b, zn_index i,
                        const char *part);

/* Projected SOR from z.
 * ZN_EINVAL: a diagonal that is zero (negative with a bound) */
zn_status zni_box_sor(zni_call call, zni_sor_work *k, const zni_sor *opt, const zni_box *b);

/* First member of the data of sweeps: the problem and its matrix; and the operations of zni_in_turn that need
 * nothing else. */
typedef struct zni_box_swept {
    const zni_box *b;
    zni_carried *M;
} zni_box_swept;

void zni_box_renew(void *of, const double z[], double w[]);
double zni_box_swept_error(void *of, const double z[], const double w[]);

/* Options of sweeps that the three classes have. */
#define ZNI_BOX_ORDERS(T, f)                                                    \
    ZNI_NSGS_ORDERS(T, f, "natural|shuffled|reverse", "of the rows, or blocks", \
                    "no|yes", "sweeps combined by Anderson's least squares"),   \
        ZNI_NSGS_SHUFFLE(T, f)

#endif
