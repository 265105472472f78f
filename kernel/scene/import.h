/* import.h - what readers of other formats share: trees of bodies in frames of their parents
 *
 * A part is a body of the file. It moves, or it is welded to its parent, and then its matter and
 * its shapes are its parent's; what is welded to the world is one fixed body, "world".
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_SCENE_IMPORT_H
#define ZENO_KERNEL_SCENE_IMPORT_H

#include "kernel/scene/read.h"
#include "kernel/scene/xml.h"

/* A body of the file. */
typedef struct zni_part {
    const char    *name;
    const zni_node *at;
    zn_index       parent; /* -1: the world; a part before this one */
    bool           moves;  /* else it is welded to its parent */
    double         pose[7]; /* inertial frame */
    zn_mass        mass;   /* in its frame */
    zn_index       owner;  /* zni_import_weld: that it is part of, -1: the world */
} zni_part;

/* A shape of a part. */
typedef struct zni_part_shape {
    zn_index       part; /* -1: the world */
    const char    *name; /* or NULL */
    zn_scene_shape s;    /* placed in the frame of the part */
    double         mu;   /* friction; of a pair, the larger */
    double         mu_s, mu_r; /* of spin and of rolling (m), likewise: */
    int            condim; /* in what counts: 1 none, 3 mu, 4 and mu_s, 6 and mu_r */
    long           type, affinity; /* pairs meet by bits; 1, 1: always */
    zn_index       apart; /* not 0: its group is of shapes with this number alone */
} zni_part_shape;

/* What two parts, or two shapes, are told beside what their bits say. */
typedef struct zni_meeting {
    bool     shapes; /* a and b are numbers of shapes; else of parts, which do not meet */
    zn_index a, b;
    double   mu, mu_s, mu_r; /* of the shapes; mu < 0: the larger of theirs */
    int      condim; /* 0: the larger of theirs */
} zni_meeting;

typedef struct zni_skipped {
    char     what[96];
    const char *file; /* NULL: that of the reader */
    zn_index line, count;
} zni_skipped;

/* Points that many shapes may have, and their mass. */
typedef struct zni_weighed {
    const char   *form;
    const double *points; /* of a file, borrowed from the reader */
    double        density;
    zn_mass       mass;
} zni_weighed;

typedef struct zni_import {
    zni_reader     *r;
    zni_part       *part;
    zn_index        nparts, cparts;
    zni_part_shape *shape;
    zn_index        nshapes, cshapes;
    zn_scene_joint *joint; /* body1, body2: numbers of parts in `bodies` */
    zn_index        njoints, cjoints;
    zn_index      (*bodies)[2];
    zn_index        cbodies;
    zni_meeting    *meeting;
    zn_index        nmeetings, cmeetings;
    zni_skipped    *skipped;
    zn_index        nskipped, cskipped;
    zni_weighed    *weighed;
    zn_index        nweighed, cweighed;
} zni_import;

/* Read numbers "1 2 3" of an attribute: least to most of them; *n how many, if n is there. An
 * absent node changes nothing. */
bool zni_import_reals(zni_reader *r, const zni_node *at, int least, int most,
                      double out[], int *n);

/* It is not understood, which is said at the end, once for all of its kind. */
void zni_import_skip(zni_import *im, const zni_node *at, const char *fmt, ...)
    ZN_PRINTF(3, 4);
/* So are attributes that are not among these (ended by NULL). */
void zni_import_attributes(zni_import *im, const zni_element *e,
                           const char *const known[]);
/* So are children that nobody has marked as seen. */
void zni_import_children(zni_import *im, const zni_element *e);

/* Add one; its number, -1: no memory, or a finding. */
zn_index zni_import_part(zni_import *im, const zni_part *p);
bool zni_import_shape(zni_import *im, const zni_part_shape *s);
/* Between parts (-1: the world), both moving ones or welded to such. */
bool zni_import_joint(zni_import *im, const zn_scene_joint *j, zn_index body1,
                      zn_index body2);

/* Two parts do not meet, or two shapes do; of a pair that was told twice the last counts, and what
 * shapes are told counts before what parts are. */
bool zni_import_meeting(zni_import *im, const zni_meeting *k);

/* Mass of a shape of some density, or of a mass if that is > 0, added to a part. */
bool zni_import_matter(zni_import *im, const zni_node *at, zn_index part,
                       const zn_scene_shape *s, double density, double mass);

/* Parts that do not move become one with what they are welded to: after the last part. */
void zni_import_weld(zni_import *im);
/* "#rrggbb" of red, green, blue in [0, 1], kept by the scene. */
const char *zni_import_colour(zni_reader *r, const double rgb[3]);

/* ---- import_couple.c ---- */
/* The number of a joint of that name; -1: none. */
zn_index zni_import_find_joint(const zni_import *im, const char *name);
/* After zni_import_weld: a joint of that name by which the coordinate of joint `first` is ratio (not 0)
 * times that of joint `second`, both 0 at first. False: no scene can say it, since they are not two hinges
 * of what stands still or of one body (whose axes are not in one line), nor two slides of what stands
 * still. */
bool zni_import_couple(zni_import *im, const char *name, zn_index first,
                       zn_index second, double ratio);

/* Make the scene of it, after that; say what was skipped. */
void zni_import_end(zni_import *im);
void zni_import_fini(zni_import *im);

/* out = a after b, poses: position and quaternion; out may be a or b */
void zni_pose_after(const double a[7], const double b[7], double out[7]);

/* ---- readers: text of a file into the scene of the reader ---- */
zn_status zni_read_urdf(zni_reader *r, const zni_element *robot);
/* What it includes is read into the tree. */
zn_status zni_read_mjcf(zni_reader *r, zni_tree *tree, zni_element *mujoco);

#endif
