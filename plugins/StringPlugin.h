/* StringPlugin.h - a class of problems of your own: a string over an obstacle
 * SPDX-License-Identifier: Apache-2.0
 *
 * A string of tension T, fixed at height 0 at both ends, is pulled down by a load and held
 * up by an obstacle. At n points of equal distance h, with the gap z_i = u_i - psi_i, find z
 * and the pressure of the obstacle w (per length) with
 *     w_i = T (2 u_i - u_{i-1} - u_{i+1}) / h^2 - f_i,   u_0 = u_{n+1} = 0,
 *     z_i >= 0,  w_i >= 0,  z_i w_i = 0. */
#ifndef STRING_PLUGIN_H
#define STRING_PLUGIN_H

#include <zeno/solver.h>

/* The class is called "string"; a problem is one of these, the arrays are borrowed. */
typedef struct string_problem {
    zn_index n;
    double tension;    /* T > 0                         N   */
    double h;          /* > 0                           m   */
    const double *f;   /* n: load, up is positive       N/m */
    const double *psi; /* n: height of the obstacle     m   */
} string_problem;

/* The number of its solvers, for plugins that bring more of them. */
enum { STRING_SOLVER = ZN_KIND_OWN + 7 };

/* The call of the class, as zn_lcp_solve is that of its: a problem or a solver of another
 * class is refused. */
static inline zn_status string_solve(zn_solver *s, const string_problem *p,
                                     double z[], double w[],
                                     zn_solve_info *info)
{
    return zn_solver_solve_as(s, "string", p, z, w, info, sizeof *info);
}

#endif
