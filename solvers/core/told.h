/* told.h - failures of the functions of a problem where their status cannot be returned
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_TOLD_H
#define ZENO_SOLVERS_TOLD_H

#include <zeno/vi.h>

/* The first negative status that a function of the problem has returned in this solve, or ZN_OK: an error measure is a
 * number and cannot hand it on. It belongs to the thread, since threads may share a context. */
extern _Thread_local zn_status zni_told_first;

/* st, which a function has returned that was asked when zni_told_first was `before`. It may have asked for other
 * solves, whose failures are not of this one. */
static inline zn_status zni_told(zn_status before, zn_status st)
{
    zni_told_first = before || st > 0 ? before : st;
    return st;
}

/* A map, or its Jacobian, at z */
static inline zn_status zni_ask(zn_map_fn *F, void *user, const double z[], double out[])
{
    const zn_status before = zni_told_first;

    return zni_told(before, F(user, z, out));
}

static inline zn_status zni_ask_nearest(zn_project_fn *project, void *user, double x[])
{
    const zn_status before = zni_told_first;

    return zni_told(before, project(user, x));
}

#endif
