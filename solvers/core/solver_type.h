/* solver_type.h - the descriptor of a built-in solver
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_SOLVER_TYPE_H
#define ZENO_SOLVERS_SOLVER_TYPE_H

#include <zeno/solver.h>

/* Numbers of z up to which the host gives the start back when the answer of a short cut,
 * `near`, is not accurate enough. */
enum { ZNI_NEAR = 256 };

/* The solver `text` of a class, its state a T with the options of `table`; then its
 * functions, .solve = f, ... */
#define ZNI_SOLVER(ident, of_kind, text, about, T, table, ...)                 \
    const zn_solver_type ident = {.type = {.size = sizeof(zn_solver_type),     \
                                           .kind = of_kind,                    \
                                           .name = text,                       \
                                           .summary = about,                   \
                                           .state_size = sizeof(T),            \
                                           .options = table},                  \
                                  __VA_ARGS__}

#endif
