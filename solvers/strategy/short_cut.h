/* short_cut.h - the short cut of a solver, `near`, when somebody watches
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_SHORT_CUT_H
#define ZENO_SOLVERS_SHORT_CUT_H

#include <zeno/solver.h>

typedef struct zni_short_cut {
    const zn_problem_type *class;
    bool (*near)(void *state, const void *problem, double z[], double w[], zn_solve_info *info);
    const char *(*why)(const zn_solve_info *info); /* reason for an answer, for reports */
} zni_short_cut;

/* If nobody watches, the host calls `near` itself (zn_solver_type.near). Called from `solve`, this does the same
 * when somebody does, so that watching changes no bit. An answer within tol is reported, with the error of the start
 * if the class has `outputs`, and may be stopped there; false: z is unchanged, and the general method has to be run.
 * At most ZNI_NEAR unknowns. */
bool zni_short_cut_watched(const zni_short_cut *by, void *state, const void *problem, double tol,
                           double z[], double w[], zn_monitor *mon, zn_solve_info *info);

#endif
