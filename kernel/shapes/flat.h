/* flat.h - shapes of the plane
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_FLAT_H
#define ZENO_KERNEL_FLAT_H

#include "kernel/shapes/pairs.h"

/* The cores of two shapes of the plane, in one frame, with all that is within ra and rb of them:
 * corners counter-clockwise, one of a disc, two of a segment. */
void zni_flat_touch(const zni_poly *A, double ra, const zni_poly *B, double rb,
                    double scale, zni_touches *out);
/* Mass, centre and inertia of a sheet of matter (kg/m^2). */
zn_status zni_flat_mass(const zn_shape *s, double density, zn_mass *out);

/* Has it no end, so that it is of the world? */
static inline bool zni_endless(const zn_shape *s)
{
    return s->kind == ZNI_PLANE || s->kind == ZNI_HALF_PLANE;
}

/* The normal of one without end, of its pose: z in space, y in the plane. */
static inline const double *zni_endless_normal(const zn_shape *s,
                                               const zni_pose *at)
{
    return at->R + (s->flat ? 3 : 6);
}

#endif
