/* structure.h - constant square matrices by the structure they have
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_STRUCTURE_H
#define ZENO_KERNEL_STRUCTURE_H

#include "kernel/plugin/operator.h"

/* A constant operator in the narrowest pattern that takes it. What is stored
 * otherwise is borrowed from the operator. */
typedef struct zni_smatrix {
    zn_pattern    pattern;
    const double *x;
} zni_smatrix;

/* Find the structure of an operator that is not a function: looks at its
 * values, sets the pattern. */
void zni_smatrix_detect(zni_smatrix *m, const zn_operator *op, zn_index n);
/* How many numbers of room that takes, and fill it: *store moves on behind them. */
zn_index zni_smatrix_count(const zni_smatrix *m, const zn_operator *op);
void zni_smatrix_fill(zni_smatrix *m, const zn_operator *op, double **store);
/* The identity, n numbers. */
void zni_smatrix_identity(zni_smatrix *m, zn_index n, double **store);

/* Are there values beside the diagonal's? */
static inline bool zni_smatrix_diagonal(const zni_smatrix *A)
{
    return A->pattern.shape == ZN_SHAPE_ZERO ||
           A->pattern.shape == ZN_SHAPE_DIAGONAL;
}

/* out = f A, in its own pattern */
void zni_smatrix_copy(const zni_smatrix *m, double f, double out[]);

/* y = y + A x for a constant operator; does nothing if it is absent. */
void zni_operator_mul(const zn_operator *op, const double x[], double y[]);

/* y = y + A x, A is m x n and dense. */
void zni_dense_mul(zn_index m, zn_index n, const double A[], const double x[],
                   double y[]);

/* Is M symmetric positive definite? why is "" if so, else what is wrong ("is not
 * symmetric: ..."). The status is for lack of memory. */
zn_status zni_mass_check(zn_ctx *ctx, const zn_pattern *a, const double M[],
                         size_t size, char why[]);

/* Is D (n x n) regular to working precision? */
zn_status zni_regular(zn_ctx *ctx, zn_index n, const double D[], bool *yes);

#endif
