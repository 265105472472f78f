/* link.h - a joint of a scene with its bodies, for the files that make its relations
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_SCENE_LINK_H
#define ZENO_KERNEL_SCENE_LINK_H

#include "kernel/scene/scene.h"

/* The bodies are in the order that the relation wants. */
typedef struct zni_scene_link {
    const zn_scene_joint *j;
    zn_model *m;
    zn_ctx *ctx;
    zn_ds *d1, *d2;
    bool swapped;
} zni_scene_link;

/* ---- plane_joints.c ---- */
/* The class of the coordinate that stops, springs, motors and friction see, of a type of joints
 * in the plane; NULL: none. */
const char *zni_plane_coordinate(const char *type);
/* The relation of a joint in the plane, or of its coordinate. */
zn_status zni_plane_relation(const zni_scene_link *l, bool coordinate,
                             zn_relation **out);

#endif
