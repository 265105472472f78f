/* recorder_hdf5.c - rows as HDF5: one extendible dataset per column
 *
 * A dataset of doubles per column, with attribute `unit`; a name "a/b" makes group
 * a. Notes are text attributes of the root.
 *
 * Whatever moment the process dies at, the file opens. It is made under another
 * name. Then it is written in HDF5's mode for one writer and many readers: what
 * refers to something goes to the file after it. That mode also marks the file as
 * being written, and nobody could open it before h5clear was run on it; so the mark
 * is taken off, and HDF5 is never asked to flush or close the whole file, which
 * would put it back: each flush says first where the file will end, then flushes the
 * datasets one by one; the last one is all that there is to closing. Between two
 * flushes the cache of metadata may not write on its own.
 * SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* memfd_create */
#include "kernel/output/recorder.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <hdf5.h>

#include "kernel/output/h5_superblock.h"
#include "kernel/output/beside.h"

typedef struct h5_file {
    zn_ctx *ctx;
    hid_t file;
    int fd;          /* of HDF5 */
    int lock;        /* our own descriptor, with a lock on it */
    zni_beside beside; /* while it has another name */
    bool named;      /* the file has its name */
    bool rowed;      /* columns are open for rows */
    bool lost;       /* a write failed, HDF5 writes into memory */
    zn_index n;      /* columns */
    hid_t *set;      /* their datasets */
    hsize_t rows;    /* written so far */
    char path[PATH_MAX]; /* links are followed */
} h5_file;

/* ---- errors ---- */

/* HDF5 prints its errors unless told not to; we keep its habit for others. */
typedef struct quiet {
    H5E_auto2_t fn;
    void *data;
} quiet;

static quiet be_quiet(void)
{
    quiet q = {NULL, NULL};

    H5Eget_auto2(H5E_DEFAULT, &q.fn, &q.data);
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    return q;
}

static void be_as_before(quiet q)
{
    H5Eset_auto2(H5E_DEFAULT, q.fn, q.data);
}

/* Upwards, the first entry is where the failure happened. */
static herr_t first_words(unsigned n, const H5E_error2_t *e, void *words)
{
    if (n == 0)
        snprintf(words, 256, "%s", e->desc ? e->desc : "unknown failure");
    return 0;
}

/* "..., errno = 28, error message = 'No space left on device', ..." holds what
 * a reader wants to know. */
static const char *reason(char words[256])
{
    static const char mark[] = "error message = '";
    char *from, *to;

    snprintf(words, 256, "unknown failure");
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, first_words, words);
    from = strstr(words, mark);
    if (!from)
        return words;
    from += sizeof mark - 1;
    to = strchr(from, '\'');
    if (to)
        *to = 0;
    return from;
}

static zn_status failed(zn_ctx *ctx, const char *what)
{
    char words[256];

    return zn_fail(ctx, ZN_EIO, "%s: %s", what, reason(words));
}

/* ---- open, close ---- */

/* From now on HDF5 writes into a file in memory (of pages that are written, no
 * more); on disk the file stays as the last flush left it. So a file is closed; and
 * after a failed write HDF5 could else neither close it nor leave the process in
 * peace, and what it would still write could damage what is there. */
static bool let_go(h5_file *f)
{
    const int memory =
        f->lost || f->file < 0 ? -1 : memfd_create("zeno", MFD_CLOEXEC);

    if (memory < 0)
        return f->lost;
    f->lost = dup2(memory, f->fd) >= 0;
    close(memory);
    return f->lost;
}

/* Say where the file ends before something in it refers there, and have the room:
 * HDF5 does not recover from metadata that it cannot write. */
static zn_status set_end(h5_file *f, haddr_t *end)
{
    struct stat about;
    haddr_t now;
    int error = 0;

    if (H5Fget_eoa(f->file, &now) < 0)
        return failed(f->ctx, "write");
    if (now == *end)
        return ZN_OK;
    *end = now;
    if (fstat(f->fd, &about))
        error = errno;
    else if (about.st_size < (off_t)now)
        error = posix_fallocate(f->fd, about.st_size,
                                (off_t)now - about.st_size);
    if (!error && !zni_h5_superblock_set(f->fd, now))
        error = errno;
    return error ? zn_fail(f->ctx, ZN_EIO, "write: %s", strerror(error)) : ZN_OK;
}

static zn_status flush_sets(h5_file *f)
{
    haddr_t end = HADDR_UNDEF, before;
    zn_status st;

    do { /* again, if a flush itself took room */
        before = end;
        st = set_end(f, &end);
        for (zn_index c = 0; !st && end != before && c < f->n; c++)
            if (H5Dflush(f->set[c]) < 0)
                st = failed(f->ctx, "write");
    } while (!st && end != before);
    return st ? st : zni_file_there(f->ctx, f->fd);
}

static zn_status flush(void *file)
{
    h5_file *f = file;
    const quiet q = be_quiet();
    zn_status st = ZN_OK;

    if (f->rowed && !f->lost)
        st = flush_sets(f);
    if (st)
        let_go(f);
    be_as_before(q);
    return st;
}

/* What was made in the ordinary mode goes to the file, which is closed. HDF5 crashes
 * at exit after H5Fclose could not write; so it has nothing to write by then. */
static zn_status put_all(h5_file *f)
{
    haddr_t end = HADDR_UNDEF;
    zn_status st = ZN_OK;

    if (H5Fflush(f->file, H5F_SCOPE_GLOBAL) < 0)
        st = failed(f->ctx, "write");
    if (!st)
        st = set_end(f, &end);
    let_go(f);
    if (H5Fclose(f->file) < 0 && !st)
        st = failed(f->ctx, "close");
    f->file = -1;
    f->lost = false;
    return st;
}

/* HDF5 would mark the file as being written once more while it closes it. */
static zn_status end_file(h5_file *f)
{
    zn_status st = ZN_OK;

    if (f->rowed || f->lost)
        let_go(f);
    for (zn_index c = 0; c < f->n; c++)
        if (H5Dclose(f->set[c]) < 0)
            st = failed(f->ctx, "close of a dataset");
    f->n = 0;
    if (f->file >= 0 && H5Fclose(f->file) < 0)
        st = failed(f->ctx, "close");
    f->file = -1;
    if (f->lock >= 0)
        close(f->lock);
    f->lock = -1;
    return st;
}

static zn_status close_file(void *file)
{
    h5_file *f = file;
    zn_status st, closed;
    quiet q;

    if (!f)
        return ZN_OK;
    q = be_quiet();
    st = flush(f);
    closed = end_file(f);
    zni_beside_end(&f->beside, ZN_EIO); /* if it has no name yet */
    zn_free_array(f->ctx, f->set);
    zn_free_array(f->ctx, f);
    be_as_before(q);
    return st ? st : closed;
}

/* Metadata stay in memory until a flush; needs a cache that does not resize. */
static herr_t hold_metadata(hid_t access)
{
    H5AC_cache_config_t c = {.version = H5AC__CURR_CACHE_CONFIG_VERSION};

    if (H5Pget_mdc_config(access, &c) < 0)
        return -1;
    c.evictions_enabled = 0;
    c.incr_mode = H5C_incr__off;
    c.flash_incr_mode = H5C_flash_incr__off;
    c.decr_mode = H5C_decr__off;
    return H5Pset_mdc_config(access, &c);
}

static zn_status try_file(zn_ctx *ctx, const char *path)
{
    char itself[PATH_MAX];
    zn_status st = zni_file_follow(ctx, path, itself);

    if (!st)
        st = zni_beside_try(ctx, itself);
    return st ? st : zni_file_unused(ctx, itself);
}

/* H5Fcreate does not recover when there is no room. */
static zn_status try_room(const h5_file *f)
{
    static const char some[4096];
    ssize_t n = 0;

    for (size_t done = 0; n >= 0 && done < sizeof some; done += (size_t)n)
        n = write(f->beside.fd, some + done, sizeof some - done);
    return n < 0 ? zn_fail(f->ctx, ZN_EIO, "cannot be made: %s", strerror(errno))
                 : ZN_OK;
}

/* In one format, whatever a later HDF5 prefers. */
static herr_t set_access(hid_t access)
{
    if (access < 0 || H5Pset_fapl_sec2(access) < 0 ||
        H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110) < 0)
        return -1;
    return hold_metadata(access);
}

/* Readers can list the columns in the order in which they were added. */
static hid_t create(const char *path, hid_t access, hid_t creation)
{
    if (creation < 0 ||
        H5Pset_link_creation_order(creation, H5P_CRT_ORDER_TRACKED |
                                                 H5P_CRT_ORDER_INDEXED) < 0)
        return -1;
    return H5Fcreate(path, H5F_ACC_TRUNC, creation, access);
}

/* Open a file, for rows, or a new one. */
static zn_status begin_file(h5_file *f, const char *path, bool rows)
{
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    const hid_t creation = H5Pcreate(H5P_FILE_CREATE);
    zn_status st = ZN_OK;
    void *handle;

    if (set_access(access) >= 0)
        f->file = rows ? H5Fopen(path, H5F_ACC_RDWR | H5F_ACC_SWMR_WRITE,
                                 access)
                       : create(path, access, creation);
    if (f->file < 0 || H5Fget_vfd_handle(f->file, H5P_DEFAULT, &handle) < 0)
        st = failed(f->ctx, "cannot be made");
    else
        f->fd = *(int *)handle;
    if (access >= 0)
        H5Pclose(access);
    if (creation >= 0)
        H5Pclose(creation);
    return st;
}

static zn_status open_file(zn_ctx *ctx, const char *path, void **file)
{
    h5_file *f = zn_alloc(ctx, 1, sizeof *f);
    zn_status st;
    quiet q;

    if (!f)
        return ZN_ENOMEM;
    f->ctx = ctx;
    f->file = f->fd = f->lock = f->beside.fd = -1;
    st = zni_file_follow(ctx, path, f->path);
    if (!st)
        st = zni_file_unused(ctx, f->path);
    if (!st)
        st = zni_beside_begin(&f->beside, ctx, f->path);
    if (!st)
        st = try_room(f);
    q = be_quiet();
    if (!st)
        st = begin_file(f, f->beside.temp, false);
    be_as_before(q);
    if (st)
        close_file(f);
    else
        *file = f;
    return st;
}

/* ---- attributes ---- */

static zn_status write_text(zn_ctx *ctx, hid_t object, hid_t type, hid_t space,
                            const char *key, const char *text)
{
    zn_status st = ZN_OK;
    hid_t attr;

    if (type < 0 || space < 0 || H5Tset_size(type, strlen(text) + 1) < 0 ||
        H5Tset_cset(type, H5T_CSET_UTF8) < 0)
        return failed(ctx, key);
    if (H5Aexists(object, key) > 0 && H5Adelete(object, key) < 0)
        return failed(ctx, key);
    attr = H5Acreate2(object, key, type, space, H5P_DEFAULT, H5P_DEFAULT);
    if (attr < 0)
        return failed(ctx, key);
    if (H5Awrite(attr, type, text) < 0)
        st = failed(ctx, key);
    H5Aclose(attr);
    return st;
}

/* A text attribute of an object; replaces one of that name. The reason of a
 * failure is read before the next call of HDF5 wipes it. */
static zn_status put_text(zn_ctx *ctx, hid_t object, const char *key,
                          const char *text)
{
    const hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
    const zn_status st = write_text(ctx, object, type, space, key, text);

    if (space >= 0)
        H5Sclose(space);
    if (type >= 0)
        H5Tclose(type);
    return st;
}

/* The mode in which rows are written knows no new attributes: the file is closed,
 * and opened once more. Were the process to die now, it might not open again. */
static zn_status late_note(h5_file *f, const char *key, const char *text)
{
    zn_status st = flush(f), closed = end_file(f);
    void *handle;

    if (st || closed)
        return st ? st : closed;
    f->rowed = f->lost = false;
    f->file = H5Fopen(f->path, H5F_ACC_RDWR, H5P_DEFAULT);
    if (f->file < 0 || H5Fget_vfd_handle(f->file, H5P_DEFAULT, &handle) < 0)
        return failed(f->ctx, key);
    f->fd = *(int *)handle;
    st = put_text(f->ctx, f->file, key, text);
    closed = put_all(f);
    return st ? st : closed;
}

static zn_status note(void *file, const char *key, const char *text)
{
    h5_file *f = file;
    const quiet q = be_quiet();
    const zn_status st = f->named ? late_note(f, key, text)
                                  : put_text(f->ctx, f->file, key, text);

    be_as_before(q);
    return st;
}

/* ---- columns ---- */

/* Creation properties: chunks of `rows`, groups in a name are made. */
typedef struct made_by {
    hid_t space, chunks, access, links;
} made_by;

static void end_made_by(const made_by *p)
{
    if (p->space >= 0)
        H5Sclose(p->space);
    if (p->chunks >= 0)
        H5Pclose(p->chunks);
    if (p->access >= 0)
        H5Pclose(p->access);
    if (p->links >= 0)
        H5Pclose(p->links);
}

/* No chunk cache: blocks go to the file as they come, and thousands of columns
 * would each want a megabyte. */
static herr_t begin_made_by(made_by *p, zn_index rows)
{
    const hsize_t none = 0, no_end = H5S_UNLIMITED, chunk = (hsize_t)rows;

    p->space = H5Screate_simple(1, &none, &no_end);
    p->chunks = H5Pcreate(H5P_DATASET_CREATE);
    p->access = H5Pcreate(H5P_DATASET_ACCESS);
    p->links = H5Pcreate(H5P_LINK_CREATE);
    if (p->space < 0 || H5Pset_chunk(p->chunks, 1, &chunk) < 0 ||
        H5Pset_fill_time(p->chunks, H5D_FILL_TIME_NEVER) < 0 ||
        H5Pset_chunk_cache(p->access, 0, 0, 1) < 0 ||
        H5Pset_char_encoding(p->links, H5T_CSET_UTF8) < 0)
        return -1;
    return H5Pset_create_intermediate_group(p->links, 1);
}

static zn_status make_columns(h5_file *f, const zni_column column[], zn_index n,
                              const made_by *p)
{
    zn_status st = ZN_OK;

    for (zn_index c = 0; !st && c < n; c++) {
        const hid_t set =
            H5Dcreate2(f->file, column[c].name, H5T_IEEE_F64LE, p->space,
                       p->links, p->chunks, p->access);
        if (set < 0)
            return failed(f->ctx, column[c].name);
        st = put_text(f->ctx, set, "unit", column[c].unit);
        H5Dclose(set);
    }
    return st;
}

static zn_status open_columns(h5_file *f, const zni_column column[], zn_index n,
                              const made_by *p)
{
    for (zn_index c = 0; c < n; c++) {
        f->set[c] = H5Dopen2(f->file, column[c].name, p->access);
        if (f->set[c] < 0)
            return failed(f->ctx, column[c].name);
        f->n = c + 1;
    }
    return ZN_OK;
}

/* Everything but rows is there. The file is opened in its mode, and gets its name.
 * The lock tells other runs that it is in use; those who only read may. */
static zn_status begin_rows(h5_file *f, const zni_column column[], zn_index n,
                            const made_by *p)
{
    haddr_t end = HADDR_UNDEF;
    zn_status st = put_all(f);

    if (!st)
        st = begin_file(f, f->beside.temp, true);
    if (!st)
        st = open_columns(f, column, n, p);
    if (!st)
        st = set_end(f, &end);
    if (st)
        return st;
    f->lock = dup(f->beside.fd);
    if (f->lock >= 0)
        flock(f->lock, LOCK_SH | LOCK_NB);
    f->rowed = true;
    st = zni_beside_end(&f->beside, ZN_OK);
    f->named = !st;
    return st;
}

static zn_status columns(void *file, zn_index n, const zni_column column[],
                         zn_index rows)
{
    h5_file *f = file;
    const quiet q = be_quiet();
    made_by p = {-1, -1, -1, -1};
    zn_status st = ZN_OK;

    f->set = zn_alloc(f->ctx, n, sizeof *f->set);
    if (!f->set)
        st = ZN_ENOMEM;
    else if (begin_made_by(&p, rows) < 0)
        st = failed(f->ctx, "properties of a dataset");
    else
        st = make_columns(f, column, n, &p);
    if (!st)
        st = begin_rows(f, column, n, &p);
    end_made_by(&p);
    if (st)
        let_go(f);
    be_as_before(q);
    return st;
}

/* ---- rows ---- */

/* All columns have the same extent, so two dataspaces serve them all. */
static herr_t append(const h5_file *f, hid_t memory, hid_t place, hsize_t after,
                     const double values[], zn_index stride)
{
    for (zn_index c = 0; c < f->n; c++)
        if (H5Dset_extent(f->set[c], &after) < 0 ||
            H5Dwrite(f->set[c], H5T_NATIVE_DOUBLE, memory, place, H5P_DEFAULT,
                     values + c * stride) < 0)
            return -1;
    return 0;
}

static zn_status write_rows(void *file, zn_index rows, const double values[],
                            zn_index stride)
{
    h5_file *f = file;
    const quiet q = be_quiet();
    const hsize_t n = (hsize_t)rows, before = f->rows, after = before + n;
    const hid_t memory = H5Screate_simple(1, &n, NULL);
    const hid_t place = H5Screate_simple(1, &after, NULL);
    zn_status st = ZN_OK;

    if (memory < 0 || place < 0 ||
        H5Sselect_hyperslab(place, H5S_SELECT_SET, &before, NULL, &n, NULL) < 0)
        st = failed(f->ctx, "write");
    else if (append(f, memory, place, after, values, stride) < 0) {
        st = failed(f->ctx, "write");
        let_go(f);
        append(f, memory, place, after, values, stride); /* no loose ends */
    }
    if (memory >= 0)
        H5Sclose(memory);
    if (place >= 0)
        H5Sclose(place);
    f->rows = after;
    be_as_before(q);
    return st;
}

const zni_format zni_format_hdf5 = {
    .suffix = {".h5", ".hdf5", NULL},
    .try_file = try_file,
    .open = open_file,
    .note = note,
    .columns = columns,
    .write = write_rows,
    .flush = flush,
    .close = close_file,
};
