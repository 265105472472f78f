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

#endif
