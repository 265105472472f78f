/* joint_sets.h - sets of bodies that joints connect, and the rows of their joints
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_JOINT_SETS_H
#define ZENO_KERNEL_JOINT_SETS_H

#include "kernel/osnsp/problem.h"

#include <lapacke.h>

enum {
    ZNI_JOINT_SETS_ALWAYS = 60, /* rows of a set that is looked at although it has
                                   no loop */
    ZNI_JOINT_SETS_LARGEST = 1 << 24 /* numbers in the matrix of one set; beyond:
                                        not looked at */
};

typedef struct zni_joint_sets {
    zni_problem    *p;
    const zni_body *bodies;
    zn_index        nbody;
    zn_index       *set; /* per body: one of the bodies it is connected to, at last
                            its representative */
    zn_index       *at;  /* per body of the set at hand: its first column in v; they
                            follow each other as their joints do */
    zn_index       *end; /* per body: where the joints of its set end in `joint` */
    zn_index       *joint; /* places, set by set, in the order of their turns */
    /* of one set */
    double         *A;      /* velocities x rows of the set, by columns */
    double         *tau;    /* per row, for QR */
    double         *length; /* per row, before it was one */
    double         *root;   /* of one system: roots of masses, in a unit that is one */
    double          even;   /* or a half of theirs; 0: not known yet */
    double         *e;      /* two vectors */
    lapack_int     *pivot;  /* per row */
    zn_index       *row;    /* per row: in y, lambda */
} zni_joint_sets;

/* Room for the sets of all bodies, and find them; the smallest place stands for all. */
zn_status zni_joint_sets_init(zni_joint_sets *w);
void zni_joint_sets_fini(zni_joint_sets *w);
/* Is it one that is searched for rows that follow from others? */
bool zni_joint_sets_searched(zni_joint_sets *w, zn_index set, zn_index *rows,
                             zn_index *cols);
/* Places of the joints of a set, *n of them. */
const zn_index *zni_joint_sets_joints(const zni_joint_sets *w, zn_index set,
                                      zn_index *n);
zn_status zni_joint_sets_room(zni_joint_sets *w, zn_index rows, zn_index cols);
void zni_joint_sets_release(zni_joint_sets *w);
/* H (m x nu) of an interaction for its j-th system, over the roots of its masses, into
 * columns `first` ... of A. */
zn_status zni_joint_sets_fill(zni_joint_sets *w, const zni_lin *s, zn_index j,
                              zn_index cols, zn_index first,
                              const double H[]);
/* Columns of length one. */
void zni_joint_sets_normalise(const zni_joint_sets *w, zn_index rows,
                              zn_index cols);

#endif
