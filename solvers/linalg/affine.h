/* affine.h - problems that are affine: their outputs, and the same in units of their own
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_LINALG_AFFINE_H
#define ZENO_SOLVERS_LINALG_AFFINE_H

#include <string.h>

#include "far_rows.h"
#include "units.h"

/* w = M z + q */
static inline void zni_affine(const zn_matrix *M, const double q[], const double z[], double w[])
{
    memcpy(w, q, (size_t)M->rows * sizeof *w);
    zn_matrix_mul(M, 1, z, 1, w);
}

/* A function `name` as zn_problem_type.outputs: w = M z + q of a problem p of type T. */
#define ZNI_OUTPUTS(name, T)                                                                       \
    static void name(const void *problem, const double z[], double w[])                            \
    {                                                                                              \
        const T *p = problem;                                                                      \
        zni_affine(p->M, p->q, z, w);                                                              \
    }

/* The problem in units of its own, rho of M and unit of q, powers of two, after zni_affine_in_units: M is what that
 * gave back, own_q and the units go on from it, *own has its zni_values in x. */
static inline void zni_affine_own(const zn_matrix *M, double rho, double unit, double own_q[],
                                  zn_matrix *own, double x[], double zu[], double wu[])
{
    zni_scale_into(M->rows, 1 / unit, own_q, own_q);
    *own = rho == 1 ? *M : zni_matrix_scaled(M, 1 / rho, x);
    for (zn_index i = 0; i < M->cols; i++)
        zu[i] *= unit / rho;
    for (zn_index i = 0; i < M->rows; i++)
        wu[i] *= unit;
}

#endif
