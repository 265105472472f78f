/* vi.h - what the methods for maps with callbacks share
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_VI_VI_H
#define ZN_VI_VI_H

#include <zeno/vi.h>

#include "../box/path.h"
#include "../lcp/box.h"

/* ---- the map and the set ------------------------------------------------ */

static inline double zni_vi_lo(const zn_vi *p, zn_index i)
{
    return p->lb ? p->lb[i] : -INFINITY;
}

static inline double zni_vi_hi(const zn_vi *p, zn_index i)
{
    return p->ub ? p->ub[i] : INFINITY;
}

static inline bool zni_vi_boxed(const zn_vi *p)
{
    return !p->project && p->ncones == 0;
}

/* w = F(z); ZN_RETRY also when it is not finite */
zn_status zni_vi_map(const zn_vi *p, const double z[], double w[]);

/* x = P_X(x) */
zn_status zni_vi_project(const zn_vi *p, double x[]);

/* max_i |z - P_X(z - w)|_i; NaN where the projection fails. work: n */
double zni_vi_residual(const zn_vi *p, const double z[], const double w[],
                       double work[]);

/* the divisor of the error measure; work: 2 n */
double zni_vi_scale(const zn_vi *p, double work[]);

/* sizes, functions, order of the bounds, storage of the Jacobian */
zn_status zni_vi_check(zn_ctx *ctx, const zn_vi *p);

/* stored values of the Jacobian */
zn_index zni_vi_nnz(const zn_vi *p);

/* ---- Newton on a box ---------------------------------------------------- */

typedef struct zni_vi_newton {
    double tol;
    zn_index max_iter;
    bool fb; /* directions from Fischer-Burmeister, else from the min map     */
} zni_vi_newton;

typedef struct zni_newton_work {
    zni_box_work box;
    double *v;  /* vectors of n          */
    double *jx; /* values of the Jacobian */
    zn_index cap_v, cap_jx;
} zni_newton_work;

zn_status zni_vi_newton_reserve(zn_ctx *ctx, zni_newton_work *k, zn_index n,
                                zn_index nnz);
void zni_vi_newton_fini(zn_ctx *ctx, zni_newton_work *k);

/* p must be a box with a Jacobian: ZN_EINVAL otherwise. */
zn_status zni_vi_newton_solve(zn_ctx *ctx, zni_newton_work *k,
                              const zni_vi_newton *opt, const zn_vi *p,
                              double scale, double z[], double w[],
                              zn_monitor *mon, zn_solve_info *info);

/* ---- path search on a box ------------------------------------------------ */

typedef struct zni_vi_search {
    double tol;
    zn_index max_iter, max_pivots;
} zni_vi_search;

typedef struct zni_search_work {
    zni_path path;
    double *v;  /* vectors of n and the n x n matrix of the linear problem */
    double *jx; /* values of the Jacobian                                  */
    zn_index cap_v, cap_jx;
} zni_search_work;

#define ZNI_SEARCH_OPTIONS(T, f)                                               \
    {ZN_OPTION_REAL, "tol", offsetof(T, f.tol), 1e-10, 0, 1, NULL, "-",        \
     "error that counts as solved"},                                           \
    {ZN_OPTION_INT, "max_iter", offsetof(T, f.max_iter), 200, 1, 1e6, NULL,    \
     "-", "linear problems before giving up"},                                 \
    {ZN_OPTION_INT, "max_pivots", offsetof(T, f.max_pivots), 10000, 1, 1e9,    \
     NULL, "-", "pivots along one path before it is left"}

zn_status zni_vi_search_reserve(zn_ctx *ctx, zni_search_work *k, zn_index n,
                                zn_index nnz);
void zni_vi_search_fini(zn_ctx *ctx, zni_search_work *k);

/* As zni_vi_newton_solve; ZN_EINVAL also for a matrix too large to be dense. */
zn_status zni_vi_search_solve(zn_ctx *ctx, zni_search_work *k,
                              const zni_vi_search *opt, const zn_vi *p,
                              double scale, double z[], double w[],
                              zn_monitor *mon, zn_solve_info *info);

#endif
