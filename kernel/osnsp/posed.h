/* posed.h - formulations that do no more than pose a problem of a class
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_POSED_H
#define ZENO_KERNEL_POSED_H

#include <zeno/formulation.h>
#include <zeno/problem_file.h>

/* `name`, a zn_formulation_type.save: the problem, a T of that class, that
 *     zn_status pose(state, ctx, p, &problem) makes. */
#define ZNI_SAVE_POSED(name, pose, T, class)                                   \
    static zn_status name(void *s, zn_ctx *ctx, const zn_one_step *p,          \
                          const char *path)                                    \
    {                                                                          \
        T problem;                                                             \
        const zn_status st = pose(s, ctx, p, &problem);                        \
                                                                               \
        return st ? st : zn_problem_file_write(ctx, path, class, &problem);    \
    }

/* The same as .solve */
#define ZNI_SOLVE_POSED(name, pose, T)                                         \
    static zn_status name(void *s, zn_ctx *ctx, const zn_one_step *p,          \
                          zn_solver *solver, double z[], double w[],           \
                          zn_solve_info *info)                                 \
    {                                                                          \
        T problem;                                                             \
        const zn_status st = pose(s, ctx, p, &problem);                        \
                                                                               \
        return st ? st : zn_solver_solve(solver, &problem, z, w, info);        \
    }

#endif
