/* mjcf.h - the parts of the reader of MJCF
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_SCENE_MJCF_H
#define ZENO_KERNEL_SCENE_MJCF_H

#include "kernel/scene/import.h"

enum { ZNI_MJ_CLASSES = 1000, ZNI_MJ_COUPLES = 1000 };

/* <default class="name">: values for elements of that class; class 0 is that of all. */
typedef struct zni_mj_class {
    const char        *name;
    zn_index           parent; /* -1: none */
    const zni_element *e;      /* NULL: there are no defaults */
} zni_mj_class;

typedef struct zni_mj {
    zni_import    im;
    zni_reader   *r;
    zni_tree     *tree;
    zni_mj_class *class;
    zn_index      nclass;
    double        angle;    /* rad of one unit of angles */
    const char   *sequence; /* of Euler's angles: "xyz" turn with the body, "XYZ" do not */
    bool          limits_by_range, from_geoms, from_own;
    bool          weighs; /* geoms of the body that is read do */
    zn_index      unnamed;
    const zni_element *couple[ZNI_MJ_COUPLES]; /* <joint>, <tendon> of <equality> */
    zn_index      ncouple;
    double        start;   /* coordinate of the joint that is read, where it begins */
    double       *ref;     /* the same of each of im.joint */
    zn_index      cref;
    const zni_element *assets; /* NULL: none */
    const zni_element *tendons; /* NULL: none */
    const char   *folder;      /* of meshes, "" if none is said */
} zni_mj;

/* An element with the class whose defaults it has. */
typedef struct zni_mj_item {
    const zni_element *e;
    zn_index           class;
} zni_mj_item;

/* ---- mjcf.c ---- */
/* The value of an attribute, or its default of the class; NULL: none. */
const zni_node *zni_mj_get(const zni_mj *m, zni_mj_item i, const char *name);
bool zni_mj_reals(zni_mj *m, zni_mj_item i, const char *name, int least, int most,
                  double out[], int *n);
bool zni_mj_is(const zni_mj *m, zni_mj_item i, const char *name, const char *value);
/* An element with its class: its own, or that of the bodies around it. */
zni_mj_item zni_mj_in_class(zni_mj *m, const zni_element *e, zn_index class);
/* The default class of that name; if there is none, it is said. */
zn_index zni_mj_find_class(zni_mj *m, const zni_node *name);
/* Position and orientation, however it is said. */
bool zni_mj_pose(zni_mj *m, zni_mj_item i, double pose[7]);
/* Its name, or one that is made. */
const char *zni_mj_name(zni_mj *m, zni_mj_item i, const char *what);

/* ---- mjcf_geom.c, mjcf_joint.c ---- */
/* Attributes of them that are read, ended by NULL. */
extern const char *const zni_mj_geom_known[], *const zni_mj_joint_known[];
/* A geom of a part (-1: the world), placed in a frame of it; `weighs`: it adds its mass. */
void zni_mj_geom(zni_mj *m, zni_mj_item i, zn_index part, const double in[7],
                 bool weighs);
/* The points of <mesh> of <asset>; false: none, and it has been said why. */
bool zni_mj_mesh(zni_mj *m, zni_mj_item i, zn_scene_shape *s);
/* Heights of <hfield> of <asset>; false: none, and it has been said why. */
bool zni_mj_hfield(zni_mj *m, zni_mj_item i, zn_scene_shape *s);
/* The joints of a body whose frame is at `pose`; true if it moves, and *add says what to add. */
bool zni_mj_joints(zni_mj *m, zni_mj_item body, const double pose[7],
                   zn_scene_joint *j, bool *add);

/* ---- mjcf_include.c ---- */
/* Put files in the place of their <include>, and parts of sections that stand there several times
 * together. */
void zni_mj_include(zni_reader *r, zni_tree *tree, zni_element *top);

/* ---- mjcf_actuator.c ---- */
/* Attributes of actuators that are read, ended by NULL. */
extern const char *const zni_mj_actuator_known[];
bool zni_mj_is_actuator(const char *name);
/* <actuator>: what drives joints. */
void zni_mj_actuators(zni_mj *m, const zni_element *e);

/* ---- mjcf_between.c ---- */
/* Attributes of <pair> that are read, ended by NULL. */
extern const char *const zni_mj_pair_known[];
/* Is it 1, 3, 4 or 6? Else that is said. */
bool zni_mj_condim(zni_mj *m, zni_mj_item i, double condim);
/* <equality>: points and bodies that are held together. */
void zni_mj_equality(zni_mj *m, const zni_element *e);
/* Its joints and tendons, after zni_import_weld. */
void zni_mj_couple(zni_mj *m);
/* polycoef: the first = c[0] + c[1] the second + c[2] the second^2 ..., without a second (`alone`) c[0].
 * *factor: c[1]; *said: a scene can say it, there is no other c. False: it cannot be read, which is said. */
bool zni_mj_polycoef(zni_mj *m, const zni_element *e, bool alone, double *factor,
                     bool *said);
/* A scene cannot say it. */
void zni_mj_skip_polycoef(zni_mj *m, const zni_element *e);
/* <contact>: bodies that do not meet, geoms that do. */
void zni_mj_contact(zni_mj *m, const zni_element *e);

/* ---- mjcf_tendon.c ---- */
/* <tendon>: what is read of fixed ones. */
void zni_mj_tendons(zni_mj *m, const zni_element *e);
/* <tendon> of <equality>, after zni_import_weld. */
void zni_mj_tie_tendons(zni_mj *m, const zni_element *e);

#endif
