/* plasticity.h - solvers of plasticity problems, for each other
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_PLASTICITY_PLASTICITY_H
#define ZN_PLASTICITY_PLASTICITY_H

#include <zeno/plasticity.h>

#include "../../core/solver_type.h"
#include "../../contact/contact.h"

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

extern const zni_law zni_yield;

/* ---- one point ----------------------------------------------------------------- */

typedef struct zni_point {
    zni_yield_law law;
    zni_contact block; /* its matrix; the closed forms of friction for theta =
                          eta                                                */
    double rho;        /* 1 / largest eigenvalue (bound) of it               */
} zni_point;

void zni_point_set(zni_point *k, const zni_yield_law *y, const double M[]);

/* Solve u = M r + q with the law, from r. False: not to working accuracy; r is
 * the best. */
bool zni_point_solve(const zni_point *k, const double q[], double r[]);
/* the last resort of it: projected steps of adaptive length */
bool zni_point_project(const zni_point *k, const double q[], double r[]);

/* ---- a problem as blocks ----------------------------------------------------- */

/* As blocks whose law is the yield surface: the sweeps and Newton's method of
 * friction serve them. */
zn_status zni_solid_set(zn_ctx *ctx, zni_fc *c, const zn_plasticity *p);

#endif
