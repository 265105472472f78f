/* plasticity.h - solvers of plasticity problems, for each other
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_PLASTICITY_PLASTICITY_H
#define ZN_PLASTICITY_PLASTICITY_H

#include <zeno/plasticity.h>

#include "../friction/friction.h"

/* ---- the law of a point ----------------------------------------------------- */

typedef struct zni_yield_law {
    zn_yield model;
    double limit; /* eta or sigma_y                                          */
    double theta; /* 0 for von Mises                                         */
} zni_yield_law;

/* P and (G not NULL) an element of its Jacobian, 3 x 3, column-major */
void zni_yield_project(const zni_yield_law *y, const double x[], double out[],
                       double G[]);

/* phi = r - P(r - rho (u + theta ||u_T|| e_N)), returns ||phi||^2; unless A is NULL
 * also A = dphi/du and B = dphi/dr, 3 x 3, column-major */
double zni_yield_map(const zni_yield_law *y, double rho, const double u[],
                     const double r[], double phi[], double A[], double B[]);

/* ---- one point ----------------------------------------------------------------- */

typedef struct zni_point {
    zni_yield_law law;
    zni_contact block; /* its matrix; the closed forms of friction for theta =
                          eta                                                */
} zni_point;

void zni_point_set(zni_point *k, const zni_yield_law *y, const double M[]);

/* Solve u = M r + q with the law, from r. False: not to working accuracy; r is
 * the best. */
bool zni_point_solve(const zni_point *k, const double q[], double r[]);
/* the last resort of it: projected steps of adaptive length */
bool zni_point_project(const zni_point *k, const double q[], double r[]);

/* ---- a problem as blocks ----------------------------------------------------- */

typedef struct zni_solid {
    zni_fc c;
    const zn_plasticity *p;
} zni_solid;

zn_status zni_solid_set(zn_ctx *ctx, zni_solid *s, const zn_plasticity *p);
zni_yield_law zni_solid_law(const zni_solid *s, zn_index a);
/* The error measure, u = M r + q given. */
double zni_solid_error(const zni_solid *s, const double r[], const double u[]);

/* ---- Gauss-Seidel -------------------------------------------------------------- */

typedef struct zni_psweep {
    double tol;
    zn_index max_iter;
    double omega;
    zn_index patience; /* as zni_nsgs                                         */
} zni_psweep;

typedef struct zni_psweep_work {
    zni_point *point;
    double *v; /* n: best r                                                   */
    zn_index cap_point, cap_v;
} zni_psweep_work;

zn_status zni_psweep_reserve(zn_ctx *ctx, zni_psweep_work *k, zn_index n);
zn_status zni_psweep_run(zn_ctx *ctx, zni_psweep_work *k, const zni_psweep *opt,
                         const zni_solid *s, double r[], double u[],
                         zn_monitor *mon, zn_solve_info *info);
void zni_psweep_fini(zn_ctx *ctx, zni_psweep_work *k);

/* ---- Newton ---------------------------------------------------------------------- */

typedef struct zni_pnewton {
    double tol;
    zn_index max_iter;
    bool search;
    double reg;      /* proximal term of the Jacobian, times 1 / rho          */
    zn_index hybrid; /* sweeps when a step fails; 0: give up                  */
} zni_pnewton;

typedef struct zni_pnewton_work {
    zni_flin lin;
    double *v;   /* 6 n                                                       */
    double *ab;  /* 6 n: A and B                                              */
    double *rho; /* nc                                                        */
    zn_index cap_v, cap_ab, cap_rho;
} zni_pnewton_work;

zn_status zni_pnewton_reserve(zn_ctx *ctx, zni_pnewton_work *k, zn_index n,
                              zn_index nnz);
zn_status zni_pnewton_set(zn_ctx *ctx, zni_pnewton_work *k, const zni_solid *s);
/* From r, after zni_pnewton_set. */
zn_status zni_pnewton_run(zn_ctx *ctx, zni_pnewton_work *k,
                          zni_psweep_work *sweeps, const zni_pnewton *opt,
                          const zni_solid *s, double r[], double u[],
                          zn_monitor *mon, zn_solve_info *info);
void zni_pnewton_fini(zn_ctx *ctx, zni_pnewton_work *k);

/* phi (n); A and B into k->ab if `derive`; 1/2 ||phi||^2 */
double zni_solid_map(const zni_pnewton_work *k, const zni_solid *s,
                     const double u[], const double r[], double phi[],
                     bool derive);
/* k->lin.j = A (M + reg / rho I) + B */
void zni_solid_jacobian(zni_pnewton_work *k, const zni_solid *s, double reg);

#endif
