/* extra.c - MLCP with more equations than unknowns
 * SPDX-License-Identifier: Apache-2.0 */
#include "mlcp.h"

#include "../../linalg/affine.h"

#include <string.h>

/* Rows of M beyond the n-th are equations without an unknown of their own. A
 * solution also solves the square problem of the first n rows, so that is
 * solved first, and often its solution satisfies the further rows, too. If it does
 * not, the square problem may have other solutions. Then each further row gets an unknown whose
 * column is zero, and the methods for dependent or contradictory
 * equations find a solution of all rows, or prove that there is none. */

zn_status zni_extra_reserve(zn_ctx *ctx, zni_extra *k, zn_index n, zn_index rows)
{
    return ZNI_GROW(ctx, ZNI_ARRAY(k, a, rows * rows + 2 * rows + n), ZNI_ARRAY(k, eq, rows));
}

void zni_extra_fini(zn_ctx *ctx, zni_extra *k)
{
    ZNI_FREE(ctx, k->a, k->eq);
}

zn_mlcp zni_extra_square(zni_extra *k, const zn_mlcp *p)
{
    const zn_index n = p->n, rows = p->M->rows;

    zn_matrix_to_dense(p->M, k->a);
    for (zn_index j = 1; j < n; j++)
        memmove(k->a + j * n, k->a + j * rows, (size_t)n * sizeof *k->a);
    k->view = zn_matrix_dense(n, n, k->a);
    return (zn_mlcp){.n = n, .M = &k->view, .q = p->q, .eq = p->eq};
}

bool zni_extra_met(zni_extra *k, const zn_mlcp *p, double tol, const double z[], double w[])
{
    const zn_index rows = p->M->rows;

    zni_affine(p->M, p->q, z, w);
    return zn_mlcp_error(p, z, w, k->a + rows * rows) <= tol;
}

zn_mlcp zni_extra_all(zni_extra *k, const zn_mlcp *p)
{
    const zn_index n = p->n, rows = p->M->rows;

    memset(k->a, 0, (size_t)(rows * rows) * sizeof *k->a);
    zn_matrix_to_dense(p->M, k->a);
    for (zn_index i = 0; i < rows; i++)
        k->eq[i] = i >= n || p->eq[i];
    k->view = zn_matrix_dense(rows, rows, k->a);
    k->z = k->a + rows * rows;
    memset(k->z, 0, (size_t)rows * sizeof *k->z);
    return (zn_mlcp){.n = rows, .M = &k->view, .q = p->q, .eq = k->eq};
}
