/* structure.h - constant square matrices by the structure they have
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_STRUCTURE_H
#define ZENO_KERNEL_STRUCTURE_H

#include "kernel/plugin/operator.h"

typedef enum zni_structure {
    ZNI_ZERO = 0,
    ZNI_DIAGONAL, /* a[i] */
    ZNI_BANDED,   /* a[kl + ku + 1, n], (i, j) in row ku + i - j: LAPACK's way */
    ZNI_DENSE     /* a[n, n] */
} zni_structure;

typedef struct zni_smatrix {
    double       *a; /* borrowed from whoever holds the values */
    zn_index      n;
    int           kl, ku; /* entries below and above the diagonal */
    zni_structure kind;
} zni_smatrix;

/* Find the structure of an operator that is not a function: looks at its
 * values, sets all but a. */
void zni_smatrix_detect(zni_smatrix *m, const zn_operator *op, zn_index n);
/* How many values that takes, and copy them: *store moves on behind them. */
zn_index zni_smatrix_count(const zni_smatrix *m);
void zni_smatrix_fill(zni_smatrix *m, const zn_operator *op, double **store);
/* The identity. */
void zni_smatrix_identity(zni_smatrix *m, zn_index n, double **store);

/* y = y + s A x, and with A'. */
void zni_smatrix_mul(const zni_smatrix *m, double s, const double x[],
                     double y[]);
void zni_smatrix_mul_t(const zni_smatrix *m, double s, const double x[],
                       double y[]);
/* x' A x */
double zni_smatrix_quad(const zni_smatrix *m, const double x[]);
/* out = s A, dense n x n */
void zni_smatrix_dense(const zni_smatrix *m, double s, double out[]);
bool zni_smatrix_symmetric(const zni_smatrix *m);

/* y = y + A x for a constant operator; does nothing if it is absent. */
void zni_operator_mul(const zn_operator *op, const double x[], double y[]);

/* y = y + A x, A is m x n and dense. */
void zni_dense_mul(zn_index m, zn_index n, const double A[], const double x[],
                   double y[]);

/* Is M (n x n) symmetric positive definite? why is "" if so, else what is
 * wrong ("is not symmetric: ..."). The status is for lack of memory. */
zn_status zni_mass_check(zn_ctx *ctx, zn_index n, const double M[],
                         size_t size, char why[]);
zn_status zni_smatrix_mass_check(zn_ctx *ctx, const zni_smatrix *m, size_t size,
                                 char why[]);

/* Is D (n x n) regular to working precision? */
zn_status zni_regular(zn_ctx *ctx, zn_index n, const double D[], bool *yes);

#endif
