/* planar.h - joints of the plane
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_PLANAR_H
#define ZENO_KERNEL_PLANAR_H

#include "kernel/model/model.h"

/* A class: its blocks by letter, p(oint), n(ormal), a(long), t(urn), l(ength),
     * g(ear), r(ack). */
typedef struct zni_planar_joint {
    zn_relation_type relation;
    const char      *blocks;
    int              rows;
    bool             coordinate; /* y = sign (coordinate - limit(t)) */
} zni_planar_joint;

/* Is a class of relations one of joints or coordinates of the plane? */
bool zni_planar_joint_is(const zn_relation_type *type);

/* Its point on body 1 or 2, in the frame of that; of what is no joint of the plane the origin. */
void zni_planar_anchor(const zn_relation *r, int body, double out[2]);

extern const zni_planar_joint zni_relation_revolute_planar;
extern const zni_planar_joint zni_relation_prismatic_planar;
extern const zni_planar_joint zni_relation_fixed_planar;
extern const zni_planar_joint zni_relation_slot_planar;
extern const zni_planar_joint zni_relation_turn_planar;
extern const zni_planar_joint zni_relation_slide_planar;
extern const zni_planar_joint zni_relation_length_planar;
extern const zni_planar_joint zni_relation_gear_planar;
extern const zni_planar_joint zni_relation_rack_planar;

#endif
