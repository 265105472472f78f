/* vi.h - variational inequalities, and NCP and MCP, which are such on a box: what their
 * methods share
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

/* w = F(z); ZN_RETRY also when it is not finite */
zn_status zni_vi_map(const zn_vi *p, const double z[], double w[]);

/* x = P_X(x) */
zn_status zni_vi_project(const zn_vi *p, double x[]);

/* max_i |z - P_X(z - w)|_i; NaN where the projection fails. work: n */
double zni_vi_residual(const zn_vi *p, const double z[], const double w[],
                       double work[]);

/* the divisor of the error measure; work: 2 n */
double zni_vi_scale(const zn_vi *p, double work[]);

/* stored values of the Jacobian: full, or by the columns of J */
static inline zn_index zni_vi_nnz(const zn_vi *p)
{
    return p->J && p->J->storage == ZN_CSC ? p->J->p[p->n] : p->n * p->n;
}

/* ---- three classes as one -------------------------------------------------- */

/* First member of the state of a solver that is written once for all: the problem as an
 * inequality, and the divisor of its error measure. */
typedef struct zni_vi_front zni_vi_front;

struct zni_vi_front {
    zn_status (*view)(zni_vi_front *f, zn_ctx *ctx, const void *problem,
                      zn_vi *p, double *scale);
    double  *v;  /* 2 n: for the scale; NCP: zeros, its lower bounds */
    double  *jx; /* values of the Jacobian                           */
    zn_index cap_v, cap_jx;
};

/* The init of such solvers; ZNI_BOX_CLASS makes their descriptors. */
zn_status zni_vi_init(void *state, zn_ctx *ctx);
zn_status zni_ncp_init(void *state, zn_ctx *ctx);
zn_status zni_mcp_init(void *state, zn_ctx *ctx);
/* nnz: values of the Jacobian */
zn_status zni_vi_front_reserve(zni_vi_front *f, zn_ctx *ctx, zn_index n, zn_index nnz);
void zni_vi_front_fini(zni_vi_front *f, zn_ctx *ctx);

/* For Newton's methods: z on the box and w = F(z), room for the Jacobian, and its bounds, lo and hi. ZN_EINVAL: X is no
 * box, or there is no Jacobian */
zn_status zni_vi_begin(zni_vi_front *f, zn_ctx *ctx, const zn_vi *p, double z[], double w[], double lo[],
                       double hi[]);
/* The Jacobian at z of the box, or where there is none on its border, as of z^(1/2), next to that. ZN_UNSOLVED, with
 * words: there is none; beside: n work */
zn_status zni_vi_jacobian(const zni_vi_front *f, zn_ctx *ctx, const zn_vi *p, const double z[], double beside[]);
/* The matrix that it is, as it is stored. */
zn_matrix zni_vi_matrix(const zni_vi_front *f, const zn_vi *p);

/* lb: zeros, or NULL where it is not asked for them */
zn_vi zni_ncp_vi(const zn_ncp *p, const double lb[]);
zn_vi zni_mcp_vi(const zn_mcp *p);

/* ---- ncp_proximal.c: complementarity, and inequalities on boxes, by proximal points ---- */

typedef struct zni_ncp_proximal {
    const zn_vi *v;    /* of the problem: its map, with its Jacobian, and its box */
    double c, *y;      /* the term, about y: n, and 2 n of work                  */
    zn_solver *newton; /* of mcp, for each step                                  */
    zn_index cap_y;
} zni_ncp_proximal;

zn_status zni_ncp_proximal_init(zn_ctx *ctx, zni_ncp_proximal *s);
zn_status zni_ncp_proximal_reserve(zn_ctx *ctx, zni_ncp_proximal *s, zn_index n, zn_index nnz);
/* From z; v: the problem p of the class as an inequality. ZN_EINVAL: the pattern of the Jacobian lacks an entry of the
 * diagonal. */
zn_status zni_ncp_proximal_run(zn_ctx *ctx, zni_ncp_proximal *s, const zn_problem_type *class, const void *p,
                               const zn_vi *v, double tol, double z[], double w[], zn_monitor *mon,
                               zn_solve_info *info);
void zni_ncp_proximal_fini(zn_ctx *ctx, zni_ncp_proximal *s);

/* ---- normal_map.c: inequalities on any set by Newton's method on their normal map ---- */

typedef struct zni_normal_map {
    zni_lu lu;
    double *v, *J;
    zn_index cap_v, cap_J;
} zni_normal_map;

/* rows up to which it is worth it */
enum { ZNI_NORMAL_MAP = 200 };

zn_status zni_normal_map_reserve(zn_ctx *ctx, zni_normal_map *s, zn_index n);
/* From z. ZN_EDOM: F is not defined there. */
zn_status zni_normal_map_run(zn_ctx *ctx, zni_normal_map *s, const zn_vi *p, double tol, double z[],
                             double w[], zn_monitor *mon, zn_solve_info *info);
void zni_normal_map_fini(zn_ctx *ctx, zni_normal_map *s);

#endif
