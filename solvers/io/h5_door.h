/* h5_door.h - what may be read of an HDF5 file that anybody may have made
 *
 * HDF5 follows a file to others by itself: links into other files, datasets whose numbers
 * stand elsewhere, or are put together of those of other files. It opens whatever is named
 * there, and waits for the writer of a pipe. Sizes that are declared need not be stored.
 * Whoever opens a file to read asks here first.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_H5_DOOR_H
#define ZENO_SOLVERS_H5_DOOR_H

#include <stdbool.h>
#include <stdint.h>

#include "solvers/io/hdf5.h"

/* Groups within groups, and links in all: groups may be in themselves. */
enum { ZNI_H5_DEEPEST = 16, ZNI_H5_LINKS = 4000000 };

typedef struct zni_h5_walk {
    zn_ctx   *ctx;
    int       depth;
    long      links;
    zn_status st;
} zni_h5_walk;

/* Are the numbers of a dataset those of another file? */
static inline bool zni_h5_elsewhere(hid_t set)
{
    const hid_t how = H5Dget_create_plist(set);
    const bool  is = how < 0 || H5Pget_layout(how) == H5D_VIRTUAL ||
                     H5Pget_external_count(how) > 0;

    if (how >= 0)
        H5Pclose(how);
    return is;
}

/* What H5Literate calls for each link of a group; -1: st says why. */
static inline herr_t zni_h5_look(hid_t group, const char *name,
                                 const H5L_info_t *info, void *user)
{
    zni_h5_walk *w = user;
    hid_t        at;
    bool         elsewhere;

    if (info->type == H5L_TYPE_SOFT)
        return 0; /* to what is looked at under its own name, or is not there */
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

/* ZN_EINVAL: something of the file is not in the file itself. What is damaged is left to
 * whoever reads it. HDF5's own error printing must be off. */
static inline zn_status zni_h5_door(zn_ctx *ctx, hid_t file)
{
    zni_h5_walk w = {.ctx = ctx};

    (void)H5Literate(file, H5_INDEX_NAME, H5_ITER_NATIVE, NULL, zni_h5_look,
                     &w);
    return w.st;
}

/* Can the elements of a dataset be in the file, so that one may allocate for them? */
static inline bool zni_h5_stored(hid_t set)
{
    const hsize_t packed = 2048; /* deflate gains less than 1032 */
    const hsize_t bytes = H5Dget_storage_size(set);
    const hid_t   space = H5Dget_space(set);
    hsize_t       size[H5S_MAX_RANK] = {0}, n = 1;
    const int     rank = H5Sget_simple_extent_dims(space, size, NULL);
    bool          good = rank >= 0;

    for (int k = 0; k < rank; k++) { /* a product may be too large for n */
        good = good && (!size[k] || n <= UINT64_MAX / size[k]);
        n = good ? n * size[k] : 0;
    }
    if (space >= 0)
        H5Sclose(space);
    return good && n / packed <= bytes && (!n || bytes);
}

#endif
