/* rate.h - a term w(t, x, x') of a first-order system in a theta scheme
 * SPDX-License-Identifier: Apache-2.0
 *
 * x' is d = (x_{k+1} - x_k)/h at all points of a step, so that the scheme keeps
 * order two at theta = 1/2: the residual loses h c w(t, x, d) with the weight c of
 * the point, and W loses c (h dw/dx dx/dx_{k+1} + dw/dx'). */
#ifndef ZENO_KERNEL_OSI_RATE_H
#define ZENO_KERNEL_OSI_RATE_H

#include <zeno/ds.h>

typedef struct zni_rate {
    double *d;        /* n */
    double *w;        /* n */
    double *wx, *wd;  /* n x n */
} zni_rate;

/* Numbers of room for n unknowns, and its parts. */
zn_index zni_rate_room(zn_index n);
void zni_rate_place(zni_rate *r, zn_index n, double *a);

/* x' of the step. */
void zni_rate_of(zni_rate *r, zn_index n, double h, const double x[],
                 const double x1[]);

/* R -= h c w(t, x, d), with the weight c[i] of row i. */
zn_status zni_rate_residual(zni_rate *r, const zn_ds *ds, double t,
                            const double x[], double h, const double c[],
                            double R[]);

/* W -= c (h moves dw/dx + dw/dx'); moves: dx/dx_{k+1} of the point. */
zn_status zni_rate_matrix(zni_rate *r, const zn_ds *ds, double t,
                          const double x[], double h, const double c[],
                          double moves, double W[]);

#endif
