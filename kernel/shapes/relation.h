/* relation.h - the contact of two shapes
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_SHAPES_RELATION_H
#define ZENO_KERNEL_SHAPES_RELATION_H

#include "kernel/mechanics/contact.h"

/* The data of a contact; in the plane the third of all are 0. */
typedef struct zni_shape_contact {
    double c1[3], c2[3]; /* in the frames of the bodies, or the world's */
    double d1[3], d2[3]; /* in the inertial frame */
    double n[3];         /* from body 2 to body 1, inertial frame */
} zni_shape_contact;

extern const zni_contact_type zni_relation_shapes;
extern const zni_contact_type zni_relation_shapes_planar;

#endif
