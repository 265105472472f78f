/* problem_class.h - the descriptor of a built-in class of problems
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_PROBLEM_CLASS_H
#define ZENO_SOLVERS_PROBLEM_CLASS_H

#include <zeno/solver.h>

/* The descriptor of the problem class `text`, with solvers of that kind; then its operations, .nz = f, ... */
#define ZNI_PROBLEM(ident, of_kind, text, about, ...)                                              \
    const zn_problem_type ident = {.type = {.size = sizeof(zn_problem_type),                       \
                                            .kind = ZN_KIND_PROBLEM,                               \
                                            .name = text,                                          \
                                            .summary = about},                                     \
                                   .solver_kind = of_kind,                                         \
                                   __VA_ARGS__}

/* A function `name` for zn_problem_type.nz or .nw: the expression `number` of a problem p of type T. */
#define ZNI_NUMBER(name, T, number)                                                                \
    static zn_index name(const void *problem)                                                      \
    {                                                                                              \
        const T *p = problem;                                                                      \
        return number;                                                                             \
    }

/* A function `name` for zn_problem_type.error, which calls the measure `of`. */
#define ZNI_ERROR(name, of)                                                                        \
    static double name(const void *p, const double z[], const double w[], double work[])           \
    {                                                                                              \
        return of(p, z, w, work);                                                                  \
    }

/* The functions own and own_rows for zn_problem_type; the argument of `pose` says whether rows get their own units. */
#define ZNI_POSED(pose)                                                                            \
    static bool own(const void *p, void *out, double room[], double zu[], double wu[])             \
    {                                                                                              \
        return pose(p, false, out, room, zu, wu);                                                  \
    }                                                                                              \
                                                                                                   \
    static bool own_rows(const void *p, void *out, double room[], double zu[], double wu[])        \
    {                                                                                              \
        return pose(p, true, out, room, zu, wu);                                                   \
    }

#endif
