/* h5_file.h - an HDF5 file that opens whatever moment the process dies at
 *
 * It is made under another name, in the ordinary mode: groups, attributes, empty
 * datasets. Then it is written in HDF5's mode for one writer and many readers: what
 * refers to something goes to the file after it. That mode also marks the file as being
 * written, and nobody could open it before h5clear was run on it; so the mark is taken
 * off, and HDF5 is never asked to flush or close the whole file, which would put it back:
 * each flush says first where the file will end, then flushes the datasets one by one in
 * their order; the last one is all that there is to closing. Between two flushes the
 * cache of metadata may not write on its own.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_H5_FILE_H
#define ZENO_KERNEL_H5_FILE_H

#include "kernel/output/whole_file.h"
#include "solvers/io/hdf5.h"

typedef struct zni_h5_file {
    zn_ctx    *ctx;
    hid_t      file;
    int        fd;     /* of HDF5 */
    int        lock;   /* our own descriptor of what was made, with a lock on it */
    zni_whole_file beside; /* while it has another name */
    bool       named;  /* the file has its name */
    bool       rowed;  /* datasets are open for rows */
    bool       lost;   /* a write failed, HDF5 writes into memory */
    haddr_t    room;   /* bytes up to here the disk has given */
    zn_index   n;      /* datasets */
    hid_t     *set;
    char       path[PATH_MAX]; /* links are followed */
} zni_h5_file;

/* HDF5 prints its errors unless told not to; its habit is kept for others. Where it is not
 * loaded there is nothing to keep. */
typedef struct zni_quiet {
    H5E_auto2_t fn;
    void       *data;
} zni_quiet;

static inline zni_quiet zni_h5_quiet(void)
{
    zni_quiet q = {NULL, NULL};

    if (zni_hdf5) {
        H5Eget_auto2(H5E_DEFAULT, &q.fn, &q.data);
        H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    }
    return q;
}

static inline void zni_h5_loud(zni_quiet q)
{
    if (zni_hdf5)
        H5Eset_auto2(H5E_DEFAULT, q.fn, q.data);
}

/* ZN_EIO: what was tried, and the reason HDF5 has, which its next call wipes. */
zn_status zni_h5_failed(zn_ctx *ctx, const char *what);

/* Could one be made there? Nothing remains. */
zn_status zni_h5_file_try(zn_ctx *ctx, const char *path);

/* A new one, f->file, in the ordinary mode; its name is another for now. After a
 * failure it is closed like any other. */
zn_status zni_h5_file_begin(zni_h5_file *f, zn_ctx *ctx, const char *path);

/* Everything but rows is there: it gets its name, and n datasets are open for rows,
 * f->set, in the order of their names. */
zn_status zni_h5_file_rows(zni_h5_file *f, zn_index n, const char *const name[],
                           hid_t access);

/* Have the room for chunks of so many bytes, and what HDF5 takes besides, before
 * anything of them is written: so a disk that is full is met while all that was added
 * before can still be flushed. Errno, or 0. */
int zni_h5_file_room(zni_h5_file *f, hsize_t bytes);

/* Bytes of the chunks that rows `before` to `after` begin. */
static inline hsize_t zni_h5_chunks(hsize_t before, hsize_t after, hsize_t chunk,
                                    hsize_t row)
{
    const hsize_t had = (before + chunk - 1) / chunk;
    const hsize_t has = (after + chunk - 1) / chunk;

    return has > had ? (has - had) * chunk * row : 0;
}

/* There was no room: what was added before is flushed. ZN_EIO, with the reason. */
zn_status zni_h5_file_full(zni_h5_file *f, int error);

/* What was added is on disk, in the order of the datasets. */
zn_status zni_h5_file_flush(zni_h5_file *f);

/* A write failed: from now on HDF5 writes into memory, and the file stays as the last
 * flush left it. */
bool zni_h5_file_let_go(zni_h5_file *f);

/* Flush, and back into the ordinary mode for what that other one does not know; were
 * the process to die now, the file might not open again. Then write it all and close. */
zn_status zni_h5_file_reopen(zni_h5_file *f);
zn_status zni_h5_file_put(zni_h5_file *f);

/* Flush and close; without a name yet, nothing remains. */
zn_status zni_h5_file_end(zni_h5_file *f);

#endif
