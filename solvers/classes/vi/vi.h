/* vi.h - what the methods share for variational inequalities, and for NCP and MCP, which are
 * variational inequalities on boxes
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_VI_VI_H
#define ZN_VI_VI_H

#include <zeno/mcp.h>
#include <zeno/ncp.h>
#include <zeno/vi.h>

#include "../../box/front.h"
#include "../../box/path.h"

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

/* Has every row that has a bound two of them? */
bool zni_vi_two_sided(zn_index n, const double lb[], const double ub[]);

/* w = F(z); ZN_RETRY also if it is not finite */
zn_status zni_vi_map(const zn_vi *p, const double z[], double w[]);

/* x = P_X(x) */
zn_status zni_vi_project(const zn_vi *p, double x[]);

/* max_i |z - P_X(z - w)|_i; NaN if the projection fails. work: n */
double zni_vi_residual(const zn_vi *p, const double z[], const double w[],
                       double work[]);

/* the divisor of the error measure; work: 2 n */
double zni_vi_scale(const zn_vi *p, double work[]);

/* the number of values of the Jacobian: dense, or those of the pattern J */
static inline zn_index zni_vi_nnz(const zn_vi *p)
{
    return p->J && p->J->storage == ZN_CSC ? p->J->p[p->n] : p->n * p->n;
}

/* ---- three classes as one -------------------------------------------------- */

/* The first member of the state of a solver that is written once for the three classes. */
typedef struct zni_vi_front zni_vi_front;

struct zni_vi_front {
    /* *p = the problem as an inequality, *scale = the divisor of its error measure */
    zn_status (*view)(zni_vi_front *f, zn_ctx *ctx, const void *problem,
                      zn_vi *p, double *scale);
    double  *v;  /* 2 n: work for the scale; NCP: its lower bounds, zeros */
    double  *jx; /* values of the Jacobian                           */
    zn_index cap_v, cap_jx;
};

/* `init` of such solvers; ZNI_BOX_CLASS defines their descriptors. */
zn_status zni_vi_init(void *state, zn_ctx *ctx);
zn_status zni_ncp_init(void *state, zn_ctx *ctx);
zn_status zni_mcp_init(void *state, zn_ctx *ctx);
/* nnz: values of the Jacobian */
zn_status zni_vi_front_reserve(zni_vi_front *f, zn_ctx *ctx, zn_index n, zn_index nnz);
void zni_vi_front_fini(zni_vi_front *f, zn_ctx *ctx);

/* The beginning of Newton's methods: projects z onto the box, computes w = F(z) and the bounds lo and hi, and makes
 * room for the Jacobian. ZN_EINVAL: X is not a box, or there is no Jacobian. */
zn_status zni_vi_begin(zni_vi_front *f, zn_ctx *ctx, const zn_vi *p, double z[], double w[], double lo[],
                       double hi[]);
/* The Jacobian at z; if it is not defined at a bound, as that of z^(1/2), at a point next to z inside the box.
 * ZN_UNSOLVED, with words: it is not defined there either. beside: n work */
zn_status zni_vi_jacobian(const zni_vi_front *f, zn_ctx *ctx, const zn_vi *p, const double z[], double beside[]);
/* The Jacobian as a matrix, in the storage of p. */
zn_matrix zni_vi_matrix(const zni_vi_front *f, const zn_vi *p);

/* lb: zeros; NULL if the bounds of the view are not used */
zn_vi zni_ncp_vi(const zn_ncp *p, const double lb[]);
zn_vi zni_mcp_vi(const zn_mcp *p);

/* ---- ncp_proximal.c: proximal points on a box ---- */

typedef struct zni_ncp_proximal {
    const zn_vi *v;    /* the problem                                            */
    double c, *y;      /* of the term c (z - y); y has n numbers, then 2 n of work */
    zn_solver *newton; /* of class mcp, for the subproblems                      */
    zn_index cap_y;
} zni_ncp_proximal;

zn_status zni_ncp_proximal_init(zn_ctx *ctx, zni_ncp_proximal *s);
zn_status zni_ncp_proximal_reserve(zn_ctx *ctx, zni_ncp_proximal *s, zn_index n, zn_index nnz);
/* From z; v is the problem p of the class as an inequality. ZN_EINVAL: the pattern of the Jacobian lacks a diagonal
 * entry. */
zn_status zni_ncp_proximal_run(zni_call call, zni_ncp_proximal *s, const zn_problem_type *class,
                               const void *p, const zn_vi *v, double tol);
void zni_ncp_proximal_fini(zn_ctx *ctx, zni_ncp_proximal *s);

/* ---- normal_map.c: Newton's method on the normal map, for any set ---- */

typedef struct zni_normal_map {
    zni_lu lu;
    double *v, *J;
    zn_index cap_v, cap_J;
} zni_normal_map;

/* the largest n for which it is used */
enum { ZNI_NORMAL_MAP = 200 };

zn_status zni_normal_map_reserve(zn_ctx *ctx, zni_normal_map *s, zn_index n);
/* From z. ZN_EDOM: F is not defined there. */
zn_status zni_normal_map_run(zni_call call, zni_normal_map *s, const zn_vi *p, double tol);
void zni_normal_map_fini(zn_ctx *ctx, zni_normal_map *s);

#endif
