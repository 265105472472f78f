/* recorder_hdf5.c - rows as HDF5: one extendible dataset per column
 *
 * A dataset of doubles per column, with attribute `unit`; a name "a/b" makes group
 * a. Notes are text attributes of the root.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/output/recorder.h"

#include <string.h>

#include "kernel/output/h5_file.h"

typedef struct h5_rows {
    zni_h5_file f;
    hsize_t rows;  /* written so far */
    hsize_t chunk; /* of so many */
} h5_rows;

/* ---- open, close ---- */

static zn_status flush(void *file)
{
    return zni_h5_file_flush(&((h5_rows *)file)->f);
}

static zn_status close_file(void *file)
{
    h5_rows *r = file;
    zn_ctx *ctx;
    zn_status st;

    if (!r)
        return ZN_OK;
    ctx = r->f.ctx;
    st = zni_h5_file_end(&r->f);
    zn_free_array(ctx, r);
    return st;
}

static zn_status open_file(zn_ctx *ctx, const char *path, void **file)
{
    h5_rows *r = zn_alloc(ctx, 1, sizeof *r);
    zn_status st;

    if (!r)
        return ZN_ENOMEM;
    st = zni_h5_file_begin(&r->f, ctx, path);
    if (st)
        close_file(r);
    else
        *file = r;
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
        return zni_h5_failed(ctx, key);
    if (H5Aexists(object, key) > 0 && H5Adelete(object, key) < 0)
        return zni_h5_failed(ctx, key);
    attr = H5Acreate2(object, key, type, space, H5P_DEFAULT, H5P_DEFAULT);
    if (attr < 0)
        return zni_h5_failed(ctx, key);
    if (H5Awrite(attr, type, text) < 0)
        st = zni_h5_failed(ctx, key);
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

/* The mode in which rows are written knows no new attributes. */
static zn_status late_note(zni_h5_file *f, const char *key, const char *text)
{
    zn_status st = zni_h5_file_reopen(f), closed;

    if (st)
        return st;
    st = put_text(f->ctx, f->file, key, text);
    closed = zni_h5_file_put(f);
    return st ? st : closed;
}

static zn_status note(void *file, const char *key, const char *text)
{
    zni_h5_file *f = &((h5_rows *)file)->f;
    const zni_quiet q = zni_h5_quiet();
    const zn_status st = f->named ? late_note(f, key, text)
                                  : put_text(f->ctx, f->file, key, text);

    zni_h5_loud(q);
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

static zn_status make_columns(zni_h5_file *f, const zni_column column[], zn_index n,
                              const made_by *p)
{
    zn_status st = ZN_OK;

    for (zn_index c = 0; !st && c < n; c++) {
        const hid_t set =
            H5Dcreate2(f->file, column[c].name, H5T_IEEE_F64LE, p->space,
                       p->links, p->chunks, p->access);
        if (set < 0)
            return zni_h5_failed(f->ctx, column[c].name);
        st = put_text(f->ctx, set, "unit", column[c].unit);
        H5Dclose(set);
    }
    return st;
}

static zn_status begin_rows(zni_h5_file *f, const zni_column column[],
                            zn_index n, const made_by *p)
{
    const char **name = zn_alloc(f->ctx, n, sizeof *name);
    zn_status st = name ? ZN_OK : ZN_ENOMEM;

    for (zn_index c = 0; !st && c < n; c++)
        name[c] = column[c].name;
    if (!st)
        st = zni_h5_file_rows(f, n, name, p->access);
    zn_free_array(f->ctx, name);
    return st;
}

static zn_status columns(void *file, zn_index n, const zni_column column[],
                         zn_index rows)
{
    h5_rows *r = file;
    zni_h5_file *f = &r->f;
    const zni_quiet q = zni_h5_quiet();
    made_by p = {-1, -1, -1, -1};
    zn_status st = ZN_OK;

    r->chunk = (hsize_t)rows;
    if (begin_made_by(&p, rows) < 0)
        st = zni_h5_failed(f->ctx, "properties of a dataset");
    else
        st = make_columns(f, column, n, &p);
    if (!st)
        st = begin_rows(f, column, n, &p);
    end_made_by(&p);
    if (st)
        zni_h5_file_let_go(f);
    zni_h5_loud(q);
    return st;
}

/* ---- rows ---- */

/* All columns have the same extent, so two dataspaces serve them all. */
static herr_t append(const zni_h5_file *f, hid_t memory, hid_t place, hsize_t after,
                     const double values[], zn_index stride)
{
    for (zn_index c = 0; c < f->n; c++)
        if (H5Dset_extent(f->set[c], &after) < 0 ||
            H5Dwrite(f->set[c], H5T_NATIVE_DOUBLE, memory, place, H5P_DEFAULT,
                     values + c * stride) < 0)
            return -1;
    return 0;
}

static zn_status add_rows(h5_rows *r, hsize_t n, const double values[],
                          zn_index stride)
{
    zni_h5_file *f = &r->f;
    const hsize_t before = r->rows, after = before + n;
    const hid_t memory = H5Screate_simple(1, &n, NULL);
    const hid_t place = H5Screate_simple(1, &after, NULL);
    zn_status st = ZN_OK;

    if (memory < 0 || place < 0 ||
        H5Sselect_hyperslab(place, H5S_SELECT_SET, &before, NULL, &n, NULL) < 0)
        st = zni_h5_failed(f->ctx, "write");
    else if (append(f, memory, place, after, values, stride) < 0) {
        st = zni_h5_failed(f->ctx, "write");
        zni_h5_file_let_go(f);
        append(f, memory, place, after, values, stride); /* no loose ends */
    }
    if (memory >= 0)
        H5Sclose(memory);
    if (place >= 0)
        H5Sclose(place);
    r->rows = after;
    return st;
}

/* On a disk that is full the rows for which there are chunks are kept. */
static zn_status write_rows(void *file, zn_index rows, const double values[],
                            zn_index stride)
{
    h5_rows *r = file;
    const zni_quiet q = zni_h5_quiet();
    const hsize_t n = (hsize_t)rows, after = r->rows + n, c = r->chunk;
    const hsize_t left = (c - r->rows % c) % c, fit = left < n ? left : n;
    const int full = zni_h5_file_room(
        &r->f, zni_h5_chunks(r->rows, after, c, (hsize_t)r->f.n * sizeof *values));
    zn_status st = ZN_OK;

    if (!full)
        st = add_rows(r, n, values, stride);
    else if (fit)
        st = add_rows(r, fit, values, stride);
    if (!st && full)
        st = zni_h5_file_full(&r->f, full);
    zni_h5_loud(q);
    return st;
}

const zni_format zni_format_hdf5 = {
    .suffix = {".h5", ".hdf5", NULL},
    .try_file = zni_h5_file_try,
    .open = open_file,
    .note = note,
    .columns = columns,
    .write = write_rows,
    .flush = flush,
    .close = close_file,
};
