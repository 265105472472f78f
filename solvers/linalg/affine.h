/* affine.h - the outputs of problems that are affine
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_LINALG_AFFINE_H
#define ZENO_SOLVERS_LINALG_AFFINE_H

#include <string.h>

#include <zeno/matrix.h>

/* w = M z + q */
static inline void zni_affine(const zn_matrix *M, const double q[], const double z[], double w[])
{
    memcpy(w, q, (size_t)M->rows * sizeof *w);
    zn_matrix_mul(M, 1, z, 1, w);
}

#endif
