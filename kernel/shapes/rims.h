/* rims.h - ways across two rims
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_RIMS_H
#define ZENO_KERNEL_RIMS_H

#include "kernel/shapes/circle.h"

/* A point p of the rim around c, at an angle from x towards y, and the nearest one, q, of the rim around
 * c2 across z2. */
typedef struct zni_rims {
    const double *c, *x, *y, *c2, *z2;
    double r, r2; /* r2 < 0: the farthest */
} zni_rims;

/* Angles from ... to where the way from p to q is at right angles to both rims, some of them perhaps
 * twice; @return how many */
int zni_rims_roots(const zni_rims *k, double from, double to,
                   double at[ZNI_ANGLES_MOST]);
/* That way, of any length and sign. @return is there one? */
bool zni_rims_way(const zni_rims *k, double phi, double m[3]);

#endif
