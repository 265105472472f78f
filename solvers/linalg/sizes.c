/* sizes.c - what errors of w = M z + q are relative to, and what its sums round
 * SPDX-License-Identifier: Apache-2.0 */
#include "sizes.h"

#include "units.h"

double zni_affine_size(const zn_matrix *M, const double q[], const double lb[],
                       const double ub[], double v[])
{
    const zn_index n = M->cols;
    double *Mc = v + n, most = zni_largest(q, n), far = 0;

    for (zn_index i = 0; i < n; i++) {
        v[i] = lb && lb[i] > 0 ? lb[i] : ub && ub[i] < 0 ? ub[i] : 0;
        far = fabs(v[i]) > far ? fabs(v[i]) : far;
    }
    if (far == 0)
        return most;
    zn_matrix_diag(M, Mc);
    for (zn_index i = 0; i < n; i++)
        most = fmax(most, fabs(Mc[i] * v[i]));
    zn_matrix_mul(M, 1, v, 0, Mc);
    return fmax(most, zni_largest(Mc, n));
}

void zni_limit_sizes(zn_index n, double scale, double size[])
{
    const double most = 1e-6 * scale / ZNI_ROUNDING;

    for (zn_index i = 0; i < n; i++)
        size[i] = fmin(size[i], most);
}

/* one block, m x n in columns */
static void add_block(zn_index m, zn_index n, const double B[], bool turned,
                      const double x[], double size[])
{
    for (zn_index j = 0; j < n; j++)
        for (zn_index i = 0; i < m; i++) {
            const double b = B[i + j * m];

            if (turned)
                size[j] += fabs(b * x[i]);
            else
                size[i] += fabs(b * x[j]);
        }
}

void zni_add_sizes(const zn_matrix *A, bool turned, const double x[], double size[])
{
    if (A->storage == ZN_DENSE) {
        add_block(A->rows, A->cols, A->x, turned, x, size);
        return;
    }
    if (A->storage == ZN_CSC) {
        for (zn_index j = 0; j < A->cols; j++)
            for (zn_index k = A->p[j]; k < A->p[j + 1]; k++)
                size[turned ? j : A->i[k]] += fabs(A->x[k] * x[turned ? A->i[k] : j]);
        return;
    }
    for (zn_index a = 0; a < A->nbr; a++)
        for (zn_index k = A->p[a]; k < A->p[a + 1]; k++) {
            const zn_index r = A->ro[a], c = A->co[A->i[k]];

            add_block(A->ro[a + 1] - r, A->co[A->i[k] + 1] - c, A->x + A->bp[k], turned,
                      x + (turned ? r : c), size + (turned ? c : r));
        }
}
