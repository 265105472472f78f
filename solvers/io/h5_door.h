/* h5_door.h - checks of an HDF5 file from an untrusted source, before it is read
 *
 * By itself HDF5 follows links into other files, and reads datasets whose numbers are stored in
 * other files (external and virtual ones). It opens whatever these name, even a pipe, for whose
 * writer it would wait. And a declared size need not be backed by stored numbers. Whoever opens
 * a file to read calls zni_h5_door first.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_H5_DOOR_H
#define ZENO_SOLVERS_H5_DOOR_H

#include <stdbool.h>
#include <stdint.h>

#include "solvers/io/hdf5.h"

/* limits of the depth of groups and of the number of links: a group may contain itself */
enum { ZNI_H5_DEEPEST = 16, ZNI_H5_LINKS = 4000000 };

typedef struct zni_h5_walk {
    zn_ctx   *ctx;
    int       depth;
    long      links;
    zn_status st;
} zni_h5_walk;

/* Are the numbers of a dataset stored in another file? */
static inline bool zni_h5_elsewhere(hid_t set)
{
    const hid_t how = H5Dget_create_plist(set);
    const bool  is = how < 0 || H5Pget_layout(how) == H5D_VIRTUAL ||
                     H5Pget_external_count(how) > 0;

    if (how >= 0)
        H5Pclose(how);
    return is;
}

/* Called by H5Literate for each link of a group; -1: refused, w->st is set. */
static inline herr_t zni_h5_look(hid_t group, const char *name,
                                 const H5L_info_t *info, void *user)
{
    zni_h5_walk *w = user;
    hid_t        at;
    bool         elsewhere;

    if (info->type == H5L_TYPE_SOFT)
        return 0; /* its target is checked under its own name, or does not exist */
    at = info->type == H5L_TYPE_HARD ? H5Oopen(group, name, H5P_DEFAULT) : -1;
    elsewhere = info->type != H5L_TYPE_HARD ||
                (at >= 0 && H5Iget_type(at) == H5I_DATASET &&
                 zni_h5_elsewhere(at));
    if (elsewhere)
        w->st = zn_fail(w->ctx, ZN_EINVAL,
                        "'%.100s' stands in another file; only what is in the "
                        "file itself is read (h5repack copies it into one)",
                        name);
    else if (++w->links > ZNI_H5_LINKS)
        w->st = zn_fail(w->ctx, ZN_EINVAL,
                        "it has more than %d links, or a group in itself",
                        ZNI_H5_LINKS);
    else if (at >= 0 && H5Iget_type(at) == H5I_GROUP) {
        if (w->depth == ZNI_H5_DEEPEST)
            w->st = zn_fail(w->ctx, ZN_EINVAL,
                            "'%.100s': groups deeper than %d levels", name,
                            ZNI_H5_DEEPEST);
        w->depth++;
        if (!w->st)
            (void)H5Literate(at, H5_INDEX_NAME, H5_ITER_NATIVE, NULL,
                             zni_h5_look, w);
        w->depth--;
    }
    if (at >= 0)
        H5Oclose(at);
    return w->st ? -1 : 0;
}

/* ZN_EINVAL: a part of the file is stored in another file. Damage is left to whoever reads the part. HDF5's own error
 * printing must be off. */
static inline zn_status zni_h5_door(zn_ctx *ctx, hid_t file)
{
    zni_h5_walk w = {.ctx = ctx};

    (void)H5Literate(file, H5_INDEX_NAME, H5_ITER_NATIVE, NULL, zni_h5_look,
                     &w);
    return w.st;
}

/* Does the dataset store enough bytes for its declared size, so that it is safe to allocate for it? */
static inline bool zni_h5_stored(hid_t set)
{
    const hsize_t packed = 2048; /* elements per stored byte at most: deflate compresses by less than 1032 */
    const hsize_t bytes = H5Dget_storage_size(set);
    const hid_t   space = H5Dget_space(set);
    hsize_t       size[H5S_MAX_RANK] = {0}, n = 1;
    const int     rank = H5Sget_simple_extent_dims(space, size, NULL);
    bool          good = rank >= 0;

    for (int k = 0; k < rank; k++) { /* the product may overflow */
        good = good && (!size[k] || n <= UINT64_MAX / size[k]);
        n = good ? n * size[k] : 0;
    }
    if (space >= 0)
        H5Sclose(space);
    return good && n / packed <= bytes && (!n || bytes);
}

#endif
