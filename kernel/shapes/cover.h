/* cover.h - where the matter of a shape is around a place
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_COVER_H
#define ZENO_KERNEL_COVER_H

#include "kernel/shapes/shape.h"

enum { ZNI_COVER_MOST = 256 };

/* In the frame of the shape. How far x is outside of it, or no more than that; < 0: inside. */
double zni_cover_outside(const zn_shape *s, const double x[3]);
/* Is the shape, which has p on it or in it, all under the plane through p across the unit n, at least around
 * p? eps: lengths below count as none; list: room for the triangles of a mesh. */
bool zni_cover_under(const zn_shape *s, const double p[3], const double n[3],
                     double eps, int list[]);
/* Is n a normal of the shape at p, which is on it? True of meshes, whose places have theirs. */
bool zni_cover_normal(const zn_shape *s, const double p[3], const double n[3]);
/* Points a step away from p, on its surface, along what it has in that plane: towards the corners of a face,
 * the ends of an edge. @return how many */
int zni_cover_ahead(const zn_shape *s, const double p[3], const double n[3],
                    double eps, double step, int list[],
                    double out[ZNI_COVER_MOST][3]);

#endif
