/* basis.h - a sparse basis whose columns are exchanged one by one
 *
 * Factors by KLU of the columns at some time, and after it the exchanges in product form
 * (Dantzig & Orchard-Hays, Math. Tables Aids Comput. 8, 1954):
 *     B = B0 E_1 ... E_k,  E the unit matrix but for one column, alpha = B^-1 a,
 * a the column that came. What waits in the E_j costs as much as its numbers with every
 * solution, new factors cost once: they are made when the cost of an exchange, averaged
 * since the last ones, has stopped to fall.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_LINALG_BASIS_H
#define ZN_LINALG_BASIS_H

#include "lu.h"

#include <zeno/solver.h>

typedef struct zni_basis {
    zni_csc B;              /* n, p, i, x: the columns at the last factors       */
    struct zni_klu *klu;
    zn_index etas;          /* exchanges since                                   */
    zn_index *row, *end;    /* of each its place, and where its numbers end      */
    zn_index *i;            /* the numbers of alpha, that of its place first     */
    double *x;
    double made, spent;     /* operations: the factors; products with the E_j    */
    zn_index solved;        /* solutions since the factors                       */
    zn_index cap_row, cap_end, cap_i, cap_x;
} zni_basis;

/* Room for n columns of nnz numbers together, to be filled: B.p, B.i, B.x. */
zn_status zni_basis_begin(zn_ctx *ctx, zni_basis *k, zn_index n, zn_index nnz);

/* Factor these columns; no exchange waits. ZN_ESINGULAR: without words; ZN_UNSOLVED: it was not
 * begun, as it takes longer than mon, which may be NULL, has left. */
zn_status zni_basis_factor(zn_ctx *ctx, zni_basis *k, const zn_monitor *mon);

/* x = B^-1 x, by place of the columns; y = B^-T y, by row. In place. */
void zni_basis_solve(zni_basis *k, double x[]);
void zni_basis_solve_t(zni_basis *k, double y[]);

/* The column at place r goes, that of alpha = B^-1 a comes. */
zn_status zni_basis_exchange(zn_ctx *ctx, zni_basis *k, zn_index r,
                             const double alpha[]);

/* Are new factors cheaper than going on? */
bool zni_basis_due(const zni_basis *k);

void zni_basis_fini(zn_ctx *ctx, zni_basis *k);

#endif
