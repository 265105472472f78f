/* inner.c - a solver of another class, for those that are made of one
 * SPDX-License-Identifier: Apache-2.0 */
#include "inner.h"

#include <string.h>

zn_status zni_inner_make(zn_ctx *ctx, zni_inner *k, const char *problem,
                         const char *name)
{
    zn_status st;

    if (k->solver && strcmp(k->made, name) == 0)
        return ZN_OK;
    zn_solver_free(k->solver);
    k->solver = NULL;
    st = zn_solver_new(ctx, problem, name, &k->solver);
    if (!st)
        memcpy(k->made, name, strlen(name) + 1);
    return st;
}

zn_status zni_inner_solve(zni_call call, zni_inner *k, const char *problem, const char *name,
                          double tol, const void *data)
{
    zn_status st = zni_inner_make(call.ctx, k, problem, name);

    if (!st)
        st = zn_solver_set_real(k->solver, "tol", tol);
    return st ? st : zn_solver_solve_inner(k->solver, data, call.z, call.w, call.mon, call.info);
}

void zni_inner_fini(zni_inner *k)
{
    zn_solver_free(k->solver);
}
