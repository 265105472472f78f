/* along.h - where a shape may touch a polyhedron along the normals of its faces
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_ALONG_H
#define ZENO_KERNEL_ALONG_H

#include "kernel/shapes/flat.h"
#include "kernel/shapes/pairs.h"

/* Leaves of places in the inertial frame those that there may be. */
typedef void zni_keep(void *user, zni_touches *out);
/* Shapes at pa and pb; none for meshes, for shapes of the plane, and if b has no faces. */
void zni_touch_along(const zn_shape *a, const zni_pose *pa, const zn_shape *b,
                     const zni_pose *pb, zni_scratch *scratch,
                     zni_keep *keep, void *user, zni_touches *out);

#endif
