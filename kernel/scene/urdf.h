/* urdf.h - the parts of the reader of URDF
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_SCENE_URDF_H
#define ZENO_KERNEL_SCENE_URDF_H

#include "kernel/scene/import.h"

typedef struct robot_link {
    const zni_element *e;
    const char *name;
    zn_index part; /* -1: not yet */
    bool hangs;    /* on another link */
} robot_link;

typedef struct robot_joint {
    const zni_element *e;
    const char *name, *type;
    zn_index parent, child; /* links */
    zn_index mimic;         /* the joint that it follows; -1: none */
    double ratio, offset;   /* of <mimic> */
    double start;           /* its coordinate in the beginning */
    bool done;
} robot_joint;

typedef struct robot {
    zni_import im;
    zni_reader *r;
    const zni_element *top;
    robot_link *link;
    robot_joint *joint;
    zn_index nlink, njoint;
} robot;

/* ---- urdf.c ---- */
/* The first child of that name, which is seen then, or NULL. */
const zni_element *zni_urdf_child(const zni_element *e, const char *name);
/* The text of an attribute that must be there; NULL: said that it is not. */
const char *zni_urdf_must(robot *u, const zni_element *e, const char *name);
/* One number of an attribute, if it is there; false if it is wrong. */
bool zni_urdf_one(robot *u, const zni_element *e, const char *name, double *out);

/* ---- urdf_mimic.c ---- */
/* Read <mimic> of all joints, and where they begin: what follows no other does so at 0. */
void zni_urdf_mimics(robot *u);
/* Couple them, after zni_import_weld. */
void zni_urdf_couple(robot *u);

#endif
