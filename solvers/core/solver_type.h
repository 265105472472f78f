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

/* A function `name` as zn_solver_type.solve: `run` with one argument more, which of its kinds this is. */
#define ZNI_SOLVE(name, run, which)                                            \
    static zn_status name(void *state, zn_ctx *ctx, const void *problem,       \
                          double z[], double w[], zn_monitor *mon,             \
                          zn_solve_info *info)                                 \
    {                                                                          \
        return run(state, ctx, which, problem, z, w, mon, info);               \
    }

/* The options of pivoting methods, whose state has the fields tol and max_iter. */
#define ZNI_PIVOT_OPTIONS(owner)                                               \
    ZN_OPT_REAL(owner, tol, 1e-10, 0, 1, "-", "error that counts as solved"),  \
        ZN_OPT_INT(owner, max_iter, 100000, 1, 1e9, "-",                       \
                   "pivots before giving up"),                                 \
        ZN_OPT_END

#endif
