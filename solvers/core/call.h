/* call.h - what a method is called with besides its state and the problem
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_CALL_H
#define ZENO_SOLVERS_CALL_H

#include <zeno/solver.h>

/* The start and the answer (z, w), as zn_solver_type.solve has them. Handed over by value; a method may pass on a copy
 * with another z, w or info. */
typedef struct zni_call {
    zn_ctx *ctx;
    double *z, *w;
    zn_monitor *mon;
    zn_solve_info *info;
} zni_call;

#endif
