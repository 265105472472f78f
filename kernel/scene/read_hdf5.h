/* read_hdf5.h - the parts of the reader of Siconos' scenes
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_SCENE_READ_HDF5_H
#define ZENO_KERNEL_SCENE_READ_HDF5_H

#include <stdarg.h>

#include "kernel/scene/h5.h"
#include "kernel/scene/import.h"

typedef struct zni_h5_scene {
    zni_import  im; /* for what is skipped */
    zni_reader *r;
    hid_t       file;
    zni_node    at;   /* nowhere: there are no lines */
    const char *what; /* is being skipped */
} zni_h5_scene;

/* A finding about a member of group data. */
void zni_h5_complain(zni_reader *r, const char *where, const char *fmt, ...)
    ZN_PRINTF(3, 4);
/* Numbers of an attribute, at most so many, all finite: how many; -1: none such. */
int zni_h5_reals(hid_t at, const char *key, int most, double out[]);
/* A text that is an attribute; false: none such, or empty. */
bool zni_h5_word(hid_t at, const char *key, char out[ZN_WORD_MAX]);
/* Call fn for every member of a group, in the order of names; no group: none. */
typedef void zni_h5_each_fn(void *user, hid_t at, const char *name);
void zni_h5_each(zni_reader *r, hid_t file, const char *group, zni_h5_each_fn *fn,
                 void *user);

/* read_hdf5_object.c: a member of data/input. */
zni_h5_each_fn zni_h5_object;

zn_status zni_read_hdf5(zni_reader *r);

#endif
