/* short_cut.h - the short cut of a solver, `near`, for who watches it
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_SHORT_CUT_H
#define ZENO_SOLVERS_SHORT_CUT_H

#include <zeno/solver.h>

typedef struct zni_short_cut {
    const zn_problem_type *class;
    bool (*near)(void *state, const void *problem, double z[], double w[], zn_solve_info *info);
    const char *(*why)(const zn_solve_info *info); /* of an answer, for explanations */
} zni_short_cut;

/* The host asks for it where nobody watches (zn_solver_type.near); from `solve` this is the same for who
 * does, so that it changes no bit. Of an answer within tol he is told, with the error of the start where the
 * class has `outputs`, and may stop there; false: z is as it was, and all is for the long way. Up to ZNI_NEAR
 * unknowns. */
bool zni_short_cut_watched(const zni_short_cut *by, void *state, const void *problem, double tol,
                           double z[], double w[], zn_monitor *mon, zn_solve_info *info);

#endif
