/* solver_type.h - the descriptor of a built-in solver
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_SOLVER_TYPE_H
#define ZENO_SOLVERS_SOLVER_TYPE_H

#include "call.h"

/* Up to so many unknowns the host restores the starting point if the result of the short cut `near` is not accurate
 * enough. */
enum { ZNI_NEAR = 256 };

/* The descriptor of the solver named `text`, with a state of type T and the options of `table`, which is
 * run(state, call, problem) and ends by end(state, ctx); then its other functions, .reserve = f, ... */
#define ZNI_SOLVER(ident, of_kind, text, about, T, table, run, end, ...)       \
    static zn_status ident##_solve(void *state, zn_ctx *ctx,                   \
                                   const void *problem, double z[],            \
                                   double w[], zn_monitor *mon,                \
                                   zn_solve_info *info)                        \
    {                                                                          \
        return run(state, (zni_call){ctx, z, w, mon, info}, problem);          \
    }                                                                          \
    static void ident##_fini(void *state, zn_ctx *ctx)                         \
    {                                                                          \
        end(state, ctx);                                                       \
    }                                                                          \
    const zn_solver_type ident = {.type = {.size = sizeof(zn_solver_type),     \
                                           .kind = of_kind,                    \
                                           .name = text,                       \
                                           .summary = about,                   \
                                           .state_size = sizeof(T),            \
                                           .options = table},                  \
                                  .solve = ident##_solve,                      \
                                  .fini = ident##_fini,                        \
                                  __VA_ARGS__}

/* A function `name` for ZNI_SOLVER, which calls `run` with one more argument, the variant `which`. */
#define ZNI_SOLVE(name, run, which)                                            \
    static zn_status name(void *state, zni_call call, const void *problem)     \
    {                                                                          \
        return run(state, call, which, problem);                               \
    }

/* A function `name` for zn_solver_type.init, which sets a field of the state T to the variant `which`. */
#define ZNI_INIT(name, T, field, which)                                        \
    zn_status name(void *state, zn_ctx *ctx)                                   \
    {                                                                          \
        (void)ctx;                                                             \
        ((T *)state)->field = which;                                           \
        return ZN_OK;                                                          \
    }

/* An option whose name is not that of its field, which may be in a struct of the state. */
#define ZNI_OPTION(T, of_kind, name, field, def, lo, hi, words, help)          \
    {                                                                          \
        ZN_OPTION_##of_kind, name, offsetof(T, field), def, lo, hi, words,     \
            "-", help                                                          \
    }
#define ZNI_TOL(T, field, error)                                               \
    ZNI_OPTION(T, REAL, "tol", field, error, 0, 1, NULL,                       \
               "error that counts as solved")

/* The options tol and max_iter of most methods, in the state or in its struct `in`: the defaults, the largest max_iter,
 * and what it counts. */
#define ZNI_LIMITS(T, error, steps, most, count)                               \
    ZNI_TOL(T, tol, error), ZN_OPT_INT(T, max_iter, steps, 1, most, "-", count)
#define ZNI_LIMITS_IN(T, in, error, steps, most, count)                        \
    ZNI_TOL(T, in.tol, error),                                                 \
        ZNI_OPTION(T, INT, "max_iter", in.max_iter, steps, 1, most, NULL, count)

/* The options of pivoting methods. */
#define ZNI_PIVOT_OPTIONS(T)                                                   \
    ZNI_LIMITS(T, 1e-10, 100000, 1e9, "pivots before giving up"), ZN_OPT_END

#endif
