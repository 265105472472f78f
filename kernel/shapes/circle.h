/* circle.h - roots and maxima along circles
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_CIRCLE_H
#define ZENO_KERNEL_CIRCLE_H

#include "kernel/shapes/shape.h"

/* A function of an angle, and its derivative. */
typedef double zni_angle(const void *user, double phi, double *rate);

enum { ZNI_ANGLES_MOST = 24 };

/* The roots of f from one angle to another, at most 24, that at `tip` and half a turn from
 * it may be close together. @return how many */
int zni_angle_roots(zni_angle *f, const void *user, double from, double to,
                    double tip, double at[ZNI_ANGLES_MOST]);

/* The gap h along the unit normals m = e0 + cos phi e1 + sin phi e2 between a point at d and
 * a rim around 0,
 *     h = m.d - r |m x z| */
typedef struct zni_fan {
    double e0[3], e1[3], e2[3]; /* at right angles; |e1| = |e2| */
    double d[3], r, z[3];
} zni_fan;

void zni_fan_normal(const zni_fan *w, double phi, double m[3]);
double zni_fan_gap(const zni_fan *w, const double m[3]);
/* The angles from ... to where h has a maximum, or is stationary otherwise, where it may be above
 * `least`; @return how many */
int zni_fan_maxima(const zni_fan *w, double from, double to, double least,
                   double at[ZNI_ANGLES_MOST]);

#endif
