/* own_units.h - a problem in units of its own, before any method sees it
 *
 * First in one unit for all, zn_problem_type.own, then, where that is no answer in units of each row, in these:
 * own_rows (doc/avi.md, rows in units of their own).
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_OWN_UNITS_H
#define ZENO_SOLVERS_OWN_UNITS_H

#include "host.h"

/* Room for n unknowns and nnz values, if the class knows of units. */
zn_status zni_own_units_reserve(zn_solver *s, zn_index n, zn_index nnz);

/* The method of s, on the problem in units of its own where the class knows them; tol: of an answer. In s->work there
 * is room for the error measure. */
zn_status zni_own_units_run(zn_solver *s, const void *p, double tol, double z[], double w[],
                            zn_monitor *mon, zn_solve_info *info);

#endif
