/* recorder_hdf5.c - rows as HDF5: one extendible dataset per column
 *
 * A dataset of doubles per column, with attribute `unit`; a name "a/b" makes
 * group a. Notes are text attributes of the root. Between two flushes the file
 * on disk stays as the last one left it, but for chunks that it does not refer
 * to yet: the cache of metadata may not write on its own. So a killed run leaves
 * a whole file, unless it dies within a flush. (Single writer, multiple reader
 * mode would guard that moment, too, but with it the file of every killed run
 * cannot be opened before h5clear was run on it.)
 * SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* memfd_create */
#include "kernel/output/recorder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <unistd.h>

#include <hdf5.h>

typedef struct h5_file {
    zn_ctx *ctx;
    hid_t file;
    zn_index n;   /* columns */
    hid_t *set;   /* their datasets */
    hsize_t rows; /* written so far */
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

/* After a failed write HDF5 can neither close the file nor leave the process in
 * peace, and what it would still write could damage what is there. So from now
 * on it writes into a file in memory (of pages that are written, no more); on
 * disk the file stays as the last flush left it. */
static void let_go(const h5_file *f)
{
    const int memory = memfd_create("zeno", MFD_CLOEXEC);
    void *handle;

    if (memory < 0)
        return;
    if (H5Fget_vfd_handle(f->file, H5P_DEFAULT, &handle) >= 0)
        dup2(memory, *(int *)handle);
    close(memory);
}

static zn_status flush(void *file)
{
    const h5_file *f = file;
    const quiet q = be_quiet();
    zn_status st = ZN_OK;

    if (H5Fflush(f->file, H5F_SCOPE_GLOBAL) < 0) {
        st = failed(f->ctx, "write");
        let_go(f);
    }
    be_as_before(q);
    return st;
}

static zn_status close_file(void *file)
{
    h5_file *f = file;
    const quiet q = be_quiet();
    zn_status st;

    if (!f)
        return ZN_OK;
    st = flush(f);
    for (zn_index c = 0; c < f->n; c++)
        if (f->set[c] >= 0 && H5Dclose(f->set[c]) < 0)
            st = failed(f->ctx, "close of a dataset");
    if (H5Fclose(f->file) < 0)
        st = failed(f->ctx, "close");
    zn_free_array(f->ctx, f->set);
    zn_free_array(f->ctx, f);
    be_as_before(q);
    return st;
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

/* Can a file be made there? H5Fcreate does not recover when it cannot. A run
 * that is writing it holds a lock. */
static zn_status try_file(zn_ctx *ctx, const char *path)
{
    static const char some[4096];
    const int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    zn_status st = ZN_OK;

    if (fd < 0)
        return zn_fail(ctx, ZN_EIO, "cannot be made: %s", strerror(errno));
    if (flock(fd, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK)
        st = zn_fail(ctx, ZN_EIO, "another process has it open");
    else if (write(fd, some, sizeof some) != sizeof some)
        st = zn_fail(ctx, ZN_EIO, "cannot be made: %s", strerror(errno));
    close(fd);
    return st;
}

/* Readers can list the columns in the order in which they were added. */
static hid_t create(const char *path, hid_t access, hid_t creation)
{
    if (access < 0 || creation < 0 || H5Pset_fapl_sec2(access) < 0 ||
        hold_metadata(access) < 0 ||
        H5Pset_link_creation_order(creation, H5P_CRT_ORDER_TRACKED |
                                                 H5P_CRT_ORDER_INDEXED) < 0)
        return -1;
    return H5Fcreate(path, H5F_ACC_TRUNC, creation, access);
}

static zn_status open_file(zn_ctx *ctx, const char *path, void **file)
{
    zn_status st = try_file(ctx, path);
    h5_file *f = st ? NULL : zn_alloc(ctx, 1, sizeof *f);
    hid_t access, creation;
    quiet q;

    if (!f)
        return st ? st : ZN_ENOMEM;
    q = be_quiet();
    access = H5Pcreate(H5P_FILE_ACCESS);
    creation = H5Pcreate(H5P_FILE_CREATE);
    f->ctx = ctx;
    f->file = create(path, access, creation);
    if (f->file < 0) {
        st = failed(ctx, "cannot be made");
        zn_free_array(ctx, f);
    } else {
        *file = f;
    }
    if (access >= 0)
        H5Pclose(access);
    if (creation >= 0)
        H5Pclose(creation);
    be_as_before(q);
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

static zn_status note(void *file, const char *key, const char *text)
{
    h5_file *f = file;
    const quiet q = be_quiet();
    const zn_status st = put_text(f->ctx, f->file, key, text);

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
    zn_status st;

    for (zn_index c = 0; c < n; c++) {
        f->set[c] = H5Dcreate2(f->file, column[c].name, H5T_IEEE_F64LE,
                               p->space, p->links, p->chunks, p->access);
        if (f->set[c] < 0)
            return failed(f->ctx, column[c].name);
        f->n = c + 1;
        st = put_text(f->ctx, f->set[c], "unit", column[c].unit);
        if (st)
            return st;
    }
    return ZN_OK;
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
    end_made_by(&p);
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
    .open = open_file,
    .note = note,
    .columns = columns,
    .write = write_rows,
    .flush = flush,
    .close = close_file,
};
