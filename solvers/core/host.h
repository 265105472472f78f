/* host.h - what the host of solvers keeps of each
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_HOST_H
#define ZENO_SOLVERS_HOST_H

#include "core.h"

struct zn_solver {
    zn_ctx *ctx;
    const zn_problem_type *problem;
    const zn_solver_type *type;
    void *state;
    double *tol;  /* in the state */
    const int *rows; /* likewise, its option `balance`: are rows that are far apart in units of their own? NULL: yes */
    double *work; /* nw + nz, for the error measure; the start of a short cut, a point that is kept */
    zn_index cap_work;
    unsigned char *own; /* the problem in its own units, */
    double *room;       /* its numbers and the units     */
    zn_index cap_own, cap_room;
    double time_limit; /* s; 0: none */
    zn_iteration_fn *fn;
    zni_kept user;
    zn_attempt_fn *explain;
    zni_kept explain_user;
    zni_tap_fn *tap;
    void *tap_user;
    bool keeps; /* a start that is an answer */
    char title[96]; /* "lcp solver 'pgs'", for messages */
};

/* ---- own_units.c: a problem in units of its own, before any method sees it: first in one unit for all,
 * zn_problem_type.own, then, where that is no answer in units of each row, in these: own_rows (doc/avi.md, rows in
 * units of their own) ---- */

/* Room for n unknowns and nnz values, if the class knows of units. */
zn_status zni_own_units_reserve(zn_solver *s, zn_index n, zn_index nnz);

/* The method of s, on the problem in units of its own where the class knows them; tol: of an answer. In s->work there
 * is room for the error measure. */
zn_status zni_own_units_run(zn_solver *s, const void *p, double tol, double z[], double w[],
                            zn_monitor *mon, zn_solve_info *info);

#endif
