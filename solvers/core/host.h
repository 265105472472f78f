/* host.h - the data of a solver that the host keeps
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
    const int *rows; /* the option `balance` in the state: may rows get units of their own? NULL: yes */
    double *work; /* nw + nz for the error measure; then the starting point of a short cut, or a point that is kept */
    zn_index cap_work;
    unsigned char *own; /* the problem in its own units */
    double *room;       /* its numbers and its units    */
    zn_index cap_own, cap_room;
    double time_limit; /* s; 0: none */
    zn_iteration_fn *fn;
    zni_kept user;
    zn_attempt_fn *explain;
    zni_kept explain_user;
    zni_tap_fn *tap;
    void *tap_user;
    bool keeps; /* return a starting point that is within the tolerance */
    char title[96]; /* "lcp solver 'pgs'", for messages */
};

/* ---- own_units.c: methods see a problem in units of its own: first with one unit for the whole problem
 * (zn_problem_type.own), and, if the result is no solution in units of each row, with those (own_rows; doc/avi.md, rows
 * in units of their own) ---- */

/* Room for n unknowns and nnz values, if the class has such units. */
zn_status zni_own_units_reserve(zn_solver *s, zn_index n, zn_index nnz);

/* Run the method of s on the problem in units of its own, if the class has them. tol: the tolerance of the class.
 * s->work must have room for the error measure. */
zn_status zni_own_units_run(zn_solver *s, const void *p, double tol, double z[], double w[],
                            zn_monitor *mon, zn_solve_info *info);

#endif
