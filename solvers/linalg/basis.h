/* basis.h - a sparse basis whose columns are exchanged one by one
 *
 * The basis is factored by KLU, and later exchanges are kept in product form (Dantzig & Orchard-Hays, Math. Tables Aids
 * Comput. 8, 1954):
 *     B = B0 E_1 ... E_k,
 * E_j the unit matrix but for one column, alpha = B^-1 a, where a is the column that enters. Every solution costs as
 * many operations as the E_j have numbers; new factors cost once. They are made when the average cost of an exchange
 * since the last factors no longer falls.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_LINALG_BASIS_H
#define ZN_LINALG_BASIS_H

#include "lu.h"

#include <zeno/solver.h>

typedef struct zni_basis {
    zni_csc B;              /* n, p, i, x: the columns at the last factors       */
    struct zni_klu *klu;
    zn_index etas;          /* exchanges since the last factors                  */
    zn_index *row, *end;    /* the place of each, and where its numbers end      */
    zn_index *i;            /* indices of the numbers of alpha, its place first  */
    double *x;              /* the numbers                                       */
    double made, spent;     /* operations: the factors; products with the E_j    */
    zn_index solved;        /* solutions since the last factors                  */
    zn_index cap_row, cap_end, cap_i, cap_x;
} zni_basis;

/* Room for n columns with nnz numbers in all; the caller fills B.p, B.i and B.x. */
zn_status zni_basis_begin(zn_ctx *ctx, zni_basis *k, zn_index n, zn_index nnz);

/* Factor these columns and drop all exchanges. ZN_ESINGULAR: without a message; ZN_UNSOLVED: not begun, since it would
 * take longer than mon (or NULL) leaves */
zn_status zni_basis_factor(zn_ctx *ctx, zni_basis *k, const zn_monitor *mon);

/* x = B^-1 x, the result by place of the columns; y = B^-T y, the result by row. In place. */
void zni_basis_solve(zni_basis *k, double x[]);
void zni_basis_solve_t(zni_basis *k, double y[]);

/* The column at place r leaves, the column a enters; alpha = B^-1 a. */
zn_status zni_basis_exchange(zn_ctx *ctx, zni_basis *k, zn_index r,
                             const double alpha[]);

/* Are new factors cheaper than more exchanges? */
bool zni_basis_due(const zni_basis *k);

void zni_basis_fini(zn_ctx *ctx, zni_basis *k);

#endif
