/* solver_answer.h - what a solver says of a random problem
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVER_ANSWER_H
#define ZENO_SOLVER_ANSWER_H

#include "asked.h"

typedef struct answer {
    zn_status st;
    zn_solve_info info;
    double *z, *w;
} answer;

/* From zero. */
static inline answer solve(zn_solver *s, const zn_problem_file *f)
{
    answer a = {0};

    a.z = (double *)calloc((size_t)zn_problem_file_nz(f), sizeof *a.z);
    a.w = (double *)calloc((size_t)zn_problem_file_nw(f), sizeof *a.w);
    ck_assert(a.z && a.w);
    a.st = zn_solver_solve(s, zn_problem_file_problem(f), a.z, a.w, &a.info);
    return a;
}

static inline void drop(answer *a)
{
    free(a->z);
    free(a->w);
}

#endif
