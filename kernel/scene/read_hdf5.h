/* read_hdf5.h - the parts of the reader of Siconos' scenes
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_SCENE_READ_HDF5_H
#define ZENO_KERNEL_SCENE_READ_HDF5_H

#include <stdarg.h>

#include "kernel/scene/h5.h"
#include "kernel/scene/import.h"

enum { ZNI_H5_FORMULA = 128 };

/* A velocity that is prescribed: component of an object, an expression of t. */
typedef struct zni_h5_condition {
    char object[ZN_WORD_MAX], text[ZNI_H5_FORMULA];
    int  index;
} zni_h5_condition;

typedef struct zni_h5_scene {
    zni_import  im; /* for what is skipped */
    zni_reader *r;
    hid_t       file;
    zni_node    at;   /* nowhere: there are no lines */
    const char *what; /* is being skipped */
    zni_h5_condition *condition;
    zn_index    nconditions, condition_room;
} zni_h5_scene;

/* A finding about a member of group data. */
void zni_h5_complain(zni_reader *r, const char *where, const char *fmt, ...)
    ZN_PRINTF(3, 4);
/* Numbers of an attribute, at most so many, all finite: how many; -1: none such. */
int zni_h5_reals(hid_t at, const char *key, int most, double out[]);
/* A text that is an attribute; false: none such, or empty. */
bool zni_h5_word(hid_t at, const char *key, char out[ZN_WORD_MAX]);
/* Texts, at most so many (8): how many; -1: none such. One alone may have any length. */
int zni_h5_words(hid_t at, const char *key, int most, char out[][ZN_WORD_MAX]);
/* yes or no, as one byte. */
bool zni_h5_truth(hid_t at, const char *key, bool otherwise);
/* Call fn for every member of a group, in the order of names; no group: none. */
typedef void zni_h5_each_fn(void *user, hid_t at, const char *name);
void zni_h5_each(zni_reader *r, hid_t file, const char *group, zni_h5_each_fn *fn,
                 void *user);

/* read_hdf5_object.c: a member of data/input. */
zni_h5_each_fn zni_h5_object;
/* read_hdf5_joint.c: a member of data/joints, after the objects. */
zni_h5_each_fn zni_h5_joint;
/* read_hdf5_shape.c: a shape of data/ref as it is in its file, not placed yet. `first`: what is
 * skipped is told. */
typedef struct zni_h5_shape {
    zn_scene_shape s;
    double   *points, *heights; /* what it points to, for zni_h5_shape_free */
    zn_index *triangles;
} zni_h5_shape;
bool zni_h5_shape_find(zni_h5_scene *h, const char *where, const char *name,
                       bool first, zni_h5_shape *out);
void zni_h5_shape_free(zni_h5_scene *h, zni_h5_shape *s);
/* The step of the runner there, to which impulses of friction belong: parameter `step`. */
double zni_h5_step(const zn_scene *s);

zn_status zni_read_hdf5(zni_reader *r);

#endif
