/* interior.h - a primal-dual interior point method on second-order cones
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_INTERIOR_H
#define ZENO_SOLVERS_INTERIOR_H

#include <zeno/solver.h>

#include "../core/room.h"

/* The blocks of a step, d x d, one after the other, column-major: D of (A + D) dr = b or, for a system that takes
 * frames, of
 *     (L A R + D) z = b,   dr = R z,   inv = R^-1.
 * There D is diagonal, except in blocks of two cones, where L = R = I. R'L' is close to the identity in size; L = R'
 * where the step is symmetric. As the gap becomes small D ranges over many powers of ten. Plain rows of contacts mix
 * large and small numbers, those of frames do not. */
typedef struct zni_ipm_blocks {
    const double *D, *L, *R, *inv; /* NULL but D: no frames                 */
    bool symmetric;
    bool nearly; /* symmetric with R' in place of L, which is close to it, and a symmetric matrix near A */
} zni_ipm_blocks;

/* What the method asks of a problem whose velocities u are affine in r (m rows, in blocks): u = A r + c, with A = M or,
 * where the equations of motion are kept, A = H'M^-1 H. A block has one cone, or two that share its first row. */
typedef struct zni_ipm_ops {
    /* u at r */
    void (*velocities)(void *system, const double r[], double u[]);
    /* Factorises for directions. reg, relative to the size of A, is added to the diagonal of A; iterative refinement
     * removes its effect. */
    zn_status (*factor)(void *system, zn_ctx *ctx, const zni_ipm_blocks *k,
                        double reg);
    /* NULL, or the sign of det (A + D) or det (L A R + D) of the last factors, up to a factor that is the same for all
     * D. */
    zn_status (*sign)(void *system, zn_ctx *ctx, int *sign);
    /* b becomes dr or z. Rows of r that belong to no cone must not move: there b is 0, and D has the size of A on the
     * diagonal. */
    void (*direction)(void *system, double b[]);
    /* the point of block a's set next to x, in place */
    void (*project)(void *system, zn_index a, double x[]);
    /* the error measure of the class at r and its u */
    double (*error)(void *system, const double r[], const double u[]);
    /* r grows without bound: does it prove that there is no solution? */
    bool (*infeasible)(void *system, const double r[]);
    /* NULL, or another method that solves the problem from r, near a solution, by at most so many factorisations. On
     * return r is its best point and info->iterations the number of factorisations. */
    zn_status (*end)(void *system, zn_ctx *ctx, zn_index most, double r[],
                     zn_monitor *mon, zn_solve_info *info);
    /* NULL, or: does the next factorisation fit into the time that is left? */
    bool (*fits)(void *system, const zn_monitor *mon);
} zni_ipm_ops;

/* How u + s e_N is treated, with s = tau |u_r| or the sum of two such terms */
typedef enum zni_ipm_shift {
    ZNI_IPM_NEWTON, /* s with its derivative                                */
    ZNI_IPM_LAGGED, /* s in the residual is that of the iterate, constant in the step */
    ZNI_IPM_DAMPED, /* as the first, then with half of the derivative       */
    ZNI_IPM_NONE    /* no s: the cone problem                               */
} zni_ipm_shift;

typedef struct zni_ipm {
    zn_index m, nb;      /* rows and blocks                                 */
    const zn_index *at;  /* nb + 1 first rows                               */
    const double *tau;   /* apertures; 0: r_r = 0, a half-line              */
    const double *tau2;  /* NULL, or apertures of the cones of the second half of the rows behind the first; tau is
                          * for the first half. Behind them nb apertures of the cones of a sixth row, if there is
                          * one. */
    zni_ipm_shift shift;
    bool symmetric;      /* are A and the whole system symmetric?           */
    bool nearly;         /* or close to a symmetric one                     */
    bool frames;         /* does the system take them?                      */
    bool brief;          /* gives up early where steps without the derivative of s make no progress, as other methods
                          * follow */
    double reg;          /* regularisation tried first, increased until the system is regular */
    double velocity;     /* sizes to start from: of u ...                   */
    double reaction;     /* ... and of r                                    */
    double tol;
    zn_index max_iter;
    void *system;
    const zni_ipm_ops *ops;
} zni_ipm;

/* { y_0 >= |y_r| } with y_0 = tau r_head, y_r the d - 1 rows of r from `rest` */
typedef struct zni_ipm_cone {
    zn_index at, d;      /* where y is: all cones one after the other       */
    zn_index head, rest;
    double tau;
    double share;        /* 1 / number of cones that have this head         */
    bool framed;
    double lift;         /* its x o y over m; 1 unless cones of a path go at different paces */
} zni_ipm_cone;

typedef struct zni_ipm_work {
    zni_ipm_cone *cones; /* most                                            */
    double *v;           /* 16 (m + most) + most                            */
    double *D;           /* sum of d^2, and three times more for frames     */
    zn_index values;     /* that sum                                        */
    zn_index cap_cones, cap_v, cap_D;
} zni_ipm_work;

/* room for m rows, so many cones, and so many values of D, with frames or without */
zn_status zni_ipm_reserve(zn_ctx *ctx, zni_ipm_work *k, zn_index m,
                          zn_index most, zn_index values, bool frames);
void zni_ipm_fini(zn_ctx *ctx, zni_ipm_work *k);

/* r is the best point on return. If its error is within tol on entry, it stays; if it is below 0.3, the first attempt
 * begins near it. */
zn_status zni_ipm_run(zn_ctx *ctx, zni_ipm_work *k, const zni_ipm *p,
                      double r[], zn_monitor *mon, zn_solve_info *info);

#endif
