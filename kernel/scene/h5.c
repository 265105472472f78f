/* h5.c - what films need of HDF5
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/scene/h5.h"

#include <string.h>

#include "solvers/core/printed.h"
#include "solvers/io/h5_door.h"

/* ---- writing ---- */

bool zni_h5_put(hid_t at, const char *name, hid_t type, hsize_t rows,
                hsize_t cols, const void *values)
{
    const hsize_t size[2] = {rows, cols};
    const hid_t space = H5Screate_simple(cols ? 2 : 1, size, NULL);
    const hid_t set = H5Dcreate2(at, name, type, space, H5P_DEFAULT,
                                 H5P_DEFAULT, H5P_DEFAULT);
    bool good = set >= 0 && (!rows || H5Dwrite(set, type, H5S_ALL, H5S_ALL,
                                               H5P_DEFAULT, values) >= 0);

    /* a few numbers go to the file only now */
    if (set >= 0)
        good = H5Dclose(set) >= 0 && good;
    if (space >= 0)
        H5Sclose(space);
    return good;
}

bool zni_h5_put_names(hid_t at, const char *name, hsize_t n,
                      const char *const names[])
{
    const hid_t type = H5Tcopy(H5T_C_S1);
    bool good = H5Tset_size(type, H5T_VARIABLE) >= 0 &&
                H5Tset_cset(type, H5T_CSET_UTF8) >= 0;

    good = good && zni_h5_put(at, name, type, n, 0, names);
    H5Tclose(type);
    return good;
}

bool zni_h5_put_text(hid_t object, const char *key, const char *text)
{
    const hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
    hid_t attr = -1;
    bool good = H5Tset_size(type, strlen(text) + 1) >= 0 &&
                H5Tset_cset(type, H5T_CSET_UTF8) >= 0;

    if (good)
        attr = H5Acreate2(object, key, type, space, H5P_DEFAULT, H5P_DEFAULT);
    good = attr >= 0 && H5Awrite(attr, type, text) >= 0;
    if (attr >= 0)
        H5Aclose(attr);
    H5Sclose(space);
    H5Tclose(type);
    return good;
}

/* Chunks of some 32 kB. They are not packed: that would move them while the file is
 * flushed, after it was said where it ends. */
static hsize_t chunk_of(hid_t type, hsize_t cols, hsize_t depth)
{
    const hsize_t row = H5Tget_size(type) * cols * depth;
    const hsize_t want = (32 << 10) / (row ? row : 1);

    return want < 1 ? 1 : want;
}

static hid_t chunks(int rank, hsize_t rows, const hsize_t size[3])
{
    const hid_t p = H5Pcreate(H5P_DATASET_CREATE);
    hsize_t chunk[3] = {rows, size[1], size[2]};

    for (int k = 1; k < rank; k++)
        chunk[k] = chunk[k] ? chunk[k] : 1;
    if (H5Pset_chunk(p, rank, chunk) < 0 ||
        H5Pset_fill_time(p, H5D_FILL_TIME_NEVER) < 0) {
        H5Pclose(p);
        return -1;
    }
    return p;
}

bool zni_h5_rows_begin(zni_h5_rows *r, hid_t at, const char *name, hid_t type,
                       hsize_t cols, hsize_t depth, const char *unit,
                       const char *columns)
{
    const hsize_t size[3] = {0, cols, depth},
                  most[3] = {H5S_UNLIMITED, cols, depth};
    const int rank = depth > 1 ? 3 : cols > 1 ? 2 : 1;
    const hid_t space = H5Screate_simple(rank, size, most);
    const hsize_t chunk = chunk_of(type, cols, depth);
    const hid_t p = chunks(rank, chunk, size);

    *r = (zni_h5_rows){.set = -1,
                       .memory_type = type,
                       .cols = cols,
                       .depth = depth,
                       .chunk = chunk};
    if (space >= 0 && p >= 0)
        r->set = H5Dcreate2(at, name, type, space, H5P_DEFAULT, p, H5P_DEFAULT);
    if (space >= 0)
        H5Sclose(space);
    if (p >= 0)
        H5Pclose(p);
    return r->set >= 0 && zni_h5_put_text(r->set, "unit", unit) &&
           zni_h5_put_text(r->set, "columns", columns);
}

hsize_t zni_h5_rows_chunks(const zni_h5_rows *r, hsize_t n)
{
    const hsize_t row = H5Tget_size(r->memory_type) * r->cols * r->depth;

    return zni_h5_chunks(r->most, r->rows + n, r->chunk, row);
}

zn_status zni_h5_rows_add(zn_ctx *ctx, zni_h5_rows *r, hsize_t n,
                          const void *values)
{
    const int rank = r->depth > 1 ? 3 : r->cols > 1 ? 2 : 1;
    const hsize_t after[3] = {r->rows + n, r->cols, r->depth},
                  from[3] = {r->rows, 0, 0}, count[3] = {n, r->cols, r->depth};
    zn_status st = ZN_OK;
    hid_t space, memory;

    if (!n || !r->cols)
        return ZN_OK;
    if (after[0] > r->most && H5Dset_extent(r->set, after) < 0)
        return zni_h5_failed(ctx, "write");
    space = H5Dget_space(r->set);
    memory = H5Screate_simple(rank, count, NULL);
    if (H5Sselect_hyperslab(space, H5S_SELECT_SET, from, NULL, count, NULL) <
            0 ||
        H5Dwrite(r->set, r->memory_type, memory, space, H5P_DEFAULT, values) <
            0)
        st = zni_h5_failed(ctx, "write");
    else
        r->rows += n;
    r->most = r->rows > r->most ? r->rows : r->most;
    H5Sclose(memory);
    H5Sclose(space);
    return st;
}

void zni_h5_rows_end(zni_h5_rows *r)
{
    if (r->set >= 0)
        H5Dclose(r->set);
    r->set = -1;
}

/* ---- reading ---- */

/* Rows of a dataset, if it has numbers or texts of `cols` a row, and they are stored. */
static bool extent(hid_t set, hsize_t cols, hsize_t *rows)
{
    const hid_t space = H5Dget_space(set);
    const int rank = H5Sget_simple_extent_ndims(space);
    hsize_t size[3] = {0, 1, 1};
    const bool good = rank >= 1 && rank <= 3 &&
                      H5Sget_simple_extent_dims(space, size, NULL) >= 0 &&
                      zni_h5_stored(set) &&
                      size[1] * size[2] == (cols ? cols : 1);

    H5Sclose(space);
    *rows = size[0];
    return good;
}

zn_status zni_h5_get(zn_ctx *ctx, hid_t at, const char *name, hid_t type,
                     size_t elem, hsize_t cols, hsize_t most, zn_index *rows,
                     void **out)
{
    const hid_t set = H5Dopen2(at, name, H5P_DEFAULT);
    zn_status st = ZN_OK;
    hsize_t n = 0;

    *out = NULL;
    if (set < 0)
        return zn_fail(ctx, ZN_EINVAL, "it has no '%s'", name);
    if (!extent(set, cols, &n) || n > most)
        st = zn_fail(ctx, ZN_EINVAL, "'%s' is not of the size it must have",
                     name);
    if (!st) {
        *out = zn_alloc(ctx, (zn_index)(n * (cols ? cols : 1)), elem);
        st = *out ? ZN_OK : ZN_ENOMEM;
    }
    if (!st && n &&
        H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, *out) < 0) {
        zn_free_array(ctx, *out);
        *out = NULL;
        st = zn_fail(ctx, ZN_EINVAL, "'%s' cannot be read", name);
    }
    *rows = (zn_index)n;
    H5Dclose(set);
    return st;
}

static zn_status copy_names(zn_ctx *ctx, zn_index n, char *const from[],
                            char *to[])
{
    for (zn_index i = 0; i < n; i++) {
        const char *word = from[i] ? from[i] : "";
        to[i] = zn_alloc(ctx, (zn_index)strlen(word) + 1, 1);
        if (!to[i])
            return ZN_ENOMEM;
        strcpy(to[i], word);
        zni_make_printed(to[i], "");
    }
    return ZN_OK;
}

zn_status zni_h5_get_names(zn_ctx *ctx, hid_t at, const char *name, zn_index *n,
                           char ***out)
{
    const hid_t set = H5Dopen2(at, name, H5P_DEFAULT);
    const hid_t type = H5Tcopy(H5T_C_S1);
    hid_t of = -1, space = -1;
    char **raw = NULL;
    hsize_t rows = 0;
    zn_status st = ZN_OK;

    *out = NULL;
    *n = 0;
    H5Tset_size(type, H5T_VARIABLE);
    H5Tset_cset(type, H5T_CSET_UTF8);
    if (set >= 0) {
        of = H5Dget_type(set);
        space = H5Dget_space(set);
    }
    if (set < 0 || !extent(set, 0, &rows) || H5Tis_variable_str(of) <= 0)
        st = zn_fail(ctx, ZN_EINVAL, "it has no names '%s'", name);
    if (!st) {
        raw = zn_alloc(ctx, (zn_index)rows, sizeof *raw);
        *out = zn_alloc(ctx, (zn_index)rows, sizeof **out);
        st = raw && *out ? ZN_OK : ZN_ENOMEM;
    }
    if (!st && rows &&
        H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, raw) < 0)
        st = zn_fail(ctx, ZN_EINVAL, "'%s' cannot be read", name);
    if (!st) {
        *n = (zn_index)rows;
        st = copy_names(ctx, *n, raw, *out);
        if (rows)
            H5Dvlen_reclaim(type, space, H5P_DEFAULT, raw);
    }
    zn_free_array(ctx, raw);
    if (of >= 0)
        H5Tclose(of);
    if (space >= 0)
        H5Sclose(space);
    if (set >= 0)
        H5Dclose(set);
    H5Tclose(type);
    return st;
}

zn_status zni_h5_get_text(zn_ctx *ctx, hid_t at, const char *key, char **out)
{
    const hid_t attr =
        H5Aexists(at, key) > 0 ? H5Aopen(at, key, H5P_DEFAULT) : -1;
    const hid_t type = attr >= 0 ? H5Aget_type(attr) : -1;
    const hid_t space = attr >= 0 ? H5Aget_space(attr) : -1;
    const bool text = type >= 0 && H5Tget_class(type) == H5T_STRING &&
                      H5Tis_variable_str(type) == 0 &&
                      H5Sget_simple_extent_npoints(space) == 1 &&
                      H5Tget_size(type) < 65536;
    const zn_index n = text ? (zn_index)H5Tget_size(type) : 0;

    *out = zn_alloc(ctx, n + 1, 1);
    if (*out && text && H5Aread(attr, type, *out) < 0)
        (*out)[0] = 0;
    if (*out)
        zni_make_printed(*out, "");
    if (space >= 0)
        H5Sclose(space);
    if (type >= 0)
        H5Tclose(type);
    if (attr >= 0)
        H5Aclose(attr);
    return *out ? ZN_OK : ZN_ENOMEM;
}
