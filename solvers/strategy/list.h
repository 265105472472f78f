/* list.h - `auto` where it is one list and little else; methods that are solvers of the class, by their names
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_LIST_H
#define ZENO_SOLVERS_LIST_H

#include "portfolio.h"

/* First member of the state of such a solver. Its list, which is the same for all problems, is a zni_portfolio with
 * the class, the methods, and the operations of the class. */
typedef struct zni_list {
    double tol;
    zni_store store;
    int balance; /* an option                                              */
} zni_list;

/* As the operations of a zn_solver_type. */
zn_status zni_list_init(void *state, zn_ctx *ctx, const zni_portfolio *what);
zn_status zni_list_reserve(void *state, zn_ctx *ctx, const zni_portfolio *what, zn_index n,
                           zn_index nnz);
zn_status zni_list_solve(void *state, zni_call call, const zni_portfolio *what,
                         const void *problem);
void zni_list_fini(void *state, zn_ctx *ctx);

/* init and reserve for a list with methods given by name */
#define ZNI_LIST_ROOM(what)                                                                        \
    static zn_status init(void *state, zn_ctx *ctx)                                                \
    {                                                                                              \
        return zni_list_init(state, ctx, &what);                                                   \
    }                                                                                              \
                                                                                                   \
    static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)                   \
    {                                                                                              \
        return zni_list_reserve(state, ctx, &what, n, nnz);                                        \
    }

/* its options, with the default of the tolerance */
#define ZNI_LIST_OPTIONS(standard)                                                                 \
    ZNI_TOL(zni_list, tol, standard), ZNI_GUESTS_OPTION(zni_list, store.guests)

/* For the host: solve once more in units of each row if there was no answer, or none in these units. */
#define ZNI_BALANCE_OPTION(T, field)                                                               \
    {ZN_OPTION_BOOL, "balance", offsetof(T, field), 1, 0, 1, NULL, "-",                            \
     "rows that are far apart once more, in units of their own"}

/* Make solvers for the methods without `run`, with their options; methods of the same name and options share one. */
zn_status zni_named_init(zni_store *s, zn_ctx *ctx, const char *problem, const zni_method list[]);
/* Allocate in them, and as zni_store_reserve. */
zn_status zni_named_reserve(zni_store *s, zn_ctx *ctx, const zn_problem_type *class, zn_index n,
                            zn_index nnz);
/* Run the solver of the present method, with the tolerance of the list. */
zn_status zni_named_run(zni_turn *t);

#endif
