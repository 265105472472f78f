/* solver_answer.h - what a solver says of a random problem
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVER_ANSWER_H
#define ZENO_SOLVER_ANSWER_H

#include "zeno_test.h"

#include <zeno/problem_file.h>
#include <zeno/random_problem.h>
#include <zeno/solver.h>

static zn_problem_file *draw(zn_ctx *ctx, const char *name, const char *options)
{
    zn_problem_file *f;

    ck_assert_msg(!zn_problem_random(ctx, name, options, &f), "%s",
                  zn_errmsg(ctx));
    return f;
}

typedef struct answer {
    zn_status st;
    zn_solve_info info;
    double *z, *w;
} answer;

/* From zero. */
static answer solve(zn_solver *s, const zn_problem_file *f)
{
    answer a = {0};

    a.z = (double *)calloc((size_t)zn_problem_file_nz(f), sizeof *a.z);
    a.w = (double *)calloc((size_t)zn_problem_file_nw(f), sizeof *a.w);
    ck_assert(a.z && a.w);
    a.st = zn_solver_solve(s, zn_problem_file_problem(f), a.z, a.w, &a.info);
    return a;
}

static void drop(answer *a)
{
    free(a->z);
    free(a->w);
}

#endif
