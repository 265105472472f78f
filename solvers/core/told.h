/* told.h - failures of the functions of a problem where their status cannot be returned
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_TOLD_H
#define ZENO_SOLVERS_TOLD_H

#include <zeno/base.h>

/* The first negative status that a function of the problem has returned in this call of zn_solver_solve, or ZN_OK. An
 * error measure is a number and cannot hand it on. It belongs to the thread, since threads may share a context. */
extern _Thread_local zn_status zni_told_first;

/* st, which a function of the problem has returned; a negative one ends the solve, whoever asked. */
static inline zn_status zni_told(zn_status st)
{
    if (st < 0 && !zni_told_first)
        zni_told_first = st;
    return st;
}

#endif
