/* inner.h - a solver of another class, for those that are made of one
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_INNER_H
#define ZENO_SOLVERS_INNER_H

#include "../core/call.h"

/* A solver of another class and the name it was made by. */
typedef struct zni_inner {
    zn_solver *solver;
    char made[ZN_WORD_MAX];
} zni_inner;

/* Make a solver of that name, unless there is one. */
zn_status zni_inner_make(zn_ctx *ctx, zni_inner *k, const char *problem,
                         const char *name);
/* Make it, set its tolerance, and run it as zn_solver_solve_inner. */
zn_status zni_inner_solve(zni_call call, zni_inner *k, const char *problem, const char *name,
                          double tol, const void *data);
void zni_inner_fini(zni_inner *k);

#endif
