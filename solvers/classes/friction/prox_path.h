/* prox_path.h - the path of proximal problems, contact by contact
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_FRICTION_PROX_PATH_H
#define ZN_FRICTION_PROX_PATH_H

#include "../../contact/contact.h"
#include "../../methods/arc.h"

typedef struct zni_homotopy {
    double tol;
    zn_index max_iter; /* factorisations                                    */
    double alpha;      /* where the path begins, relative to the diagonal   */
} zni_homotopy;

/* The curve of phi = 0, phi the function of Alart & Curnier (../contact/ac.c) at r and
 *     u = W r + q + alpha (r - s),   alpha = e^tau times the size of W,
 * whoever knows W. */
typedef struct zni_prox_path {
    const zni_fc *c; /* law, d, nc, mu                                      */
    zn_index n;      /* d nc                                                */
    double *rho;     /* 2 nc                                                */
    double *ab;      /* 2 d n: dphi/du, dphi/dr by contact, if asked for    */
    const double *s; /* n: where the path begins                            */
    double scale;    /* of alpha                                            */
    double unit;     /* of squares of lengths: an energy                    */
} zni_prox_path;

/* With the velocities q of r = 0, whose energy is the unit; rho is there. */
void zni_prox_path_unit(zni_prox_path *a, const double q[]);
double zni_prox_path_alpha(const zni_prox_path *a, double tau);
/* of steps */
double zni_prox_path_dot(const zni_prox_path *a, const double x[], const double y[]);
/* phi at r and u = W r + q, to which alpha (r - s) is added; its norm */
double zni_prox_path_value(const zni_prox_path *a, const double r[], double tau, double u[],
                      double phi[]);
/* A = dphi/du and B = dphi/dr at u as value has left it, and d = dphi/dtau */
void zni_prox_path_derive(const zni_prox_path *a, const double r[], double tau,
                     const double u[], double d[]);

#endif
