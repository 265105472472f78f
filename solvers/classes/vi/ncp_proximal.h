/* ncp_proximal.h - complementarity, and inequalities on boxes, by proximal points
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_VI_NCP_PROXIMAL_H
#define ZN_VI_NCP_PROXIMAL_H

#include "vi.h"

typedef struct zni_ncp_proximal {
    zn_map_fn *F; /* of the problem, with its Jacobian */
    zn_jacobian_fn *jacobian;
    void *user;
    const zn_matrix *J;
    zn_index n;
    double c;
    double *y; /* n, and 2 n of work */
    zn_index cap_y;
} zni_ncp_proximal;

/* A problem of one of the classes, in units of its own. */
typedef struct zni_ncp_of {
    zn_vi v;             /* its map and, where mixed, bounds          */
    bool mixed;          /* steps are mcp, not ncp                    */
    const void *problem; /* itself, and the error measure of the class */
    double (*error)(const void *p, const double z[], const double w[], double work[]);
    zn_solver *newton;   /* a solver of mcp or ncp, for each step     */
} zni_ncp_of;

/* How exactly each step is asked for, of the tolerance */
static inline double zni_ncp_proximal_tol(double tol)
{
    return 0.1 * tol > 1e-15 ? 0.1 * tol : 1e-15;
}

zn_status zni_ncp_proximal_reserve(zn_ctx *ctx, zni_ncp_proximal *s, zn_index n);
/* From z. ZN_EINVAL: the pattern of the Jacobian lacks an entry of the diagonal. */
zn_status zni_ncp_proximal_run(zn_ctx *ctx, zni_ncp_proximal *s, const zni_ncp_of *of, double tol,
                               double z[], double w[], zn_monitor *mon, zn_solve_info *info);
void zni_ncp_proximal_fini(zn_ctx *ctx, zni_ncp_proximal *s);

#endif
