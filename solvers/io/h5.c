/* h5.c - opening, closing and reading fclib's HDF5 files
 *
 * HDF5 is called through its C interface only; it guards no state of its own
 * unless built to, so files are read and written in one thread at a time.
 * SPDX-License-Identifier: Apache-2.0 */
#include "h5.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "solvers/io/h5_door.h"

enum { PATH = 160 };

/* bytes by which a file in memory grows, few moves of large ones */
#define GROWTH ((size_t)1 << 22)

/* ---- the file ------------------------------------------------------------ */

static void quiet(zni_h5 *h)
{
    H5Eget_auto2(H5E_DEFAULT, &h->print, &h->print_data);
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
}

zn_status zni_h5_open(zn_ctx *ctx, const char *path, zni_h5 *h)
{
    zn_status st = zni_hdf5_need(ctx);

    *h = (zni_h5){.ctx = ctx};
    if (st)
        return st;
    quiet(h);
    h->file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    st = h->file >= 0 ? zni_h5_door(ctx, h->file)
                      : zn_fail(ctx, ZN_EINVAL,
                                "HDF5 cannot open it: damaged or truncated");
    if (st && h->file >= 0)
        H5Fclose(h->file);
    if (st)
        H5Eset_auto2(H5E_DEFAULT, h->print, h->print_data);
    return st;
}

zn_status zni_h5_new(zn_ctx *ctx, zni_h5 *h)
{
    const zn_status st = zni_hdf5_need(ctx);
    char name[32]; /* HDF5 wants one, of no other file that it has open */
    hid_t access;

    *h = (zni_h5){.ctx = ctx, .file = -1};
    if (st)
        return st;
    quiet(h);
    access = H5Pcreate(H5P_FILE_ACCESS);
    snprintf(name, sizeof name, "%p", (void *)h);
    if (access >= 0 && H5Pset_fapl_core(access, GROWTH, false) >= 0)
        h->file = H5Fcreate(name, H5F_ACC_TRUNC, H5P_DEFAULT, access);
    H5Pclose(access);
    if (h->file >= 0)
        return ZN_OK;
    H5Eset_auto2(H5E_DEFAULT, h->print, h->print_data);
    return zn_fail(ctx, ZN_ENOMEM, "HDF5 cannot make a file in memory");
}

zn_status zni_h5_copy(const zni_h5 *h, FILE *out)
{
    const bool flushed = H5Fflush(h->file, H5F_SCOPE_LOCAL) >= 0;
    const ssize_t size = flushed ? H5Fget_file_image(h->file, NULL, 0) : -1;
    char *bytes;
    zn_status st = ZN_OK;

    if (size <= 0)
        return zn_fail(h->ctx, ZN_EIO, "HDF5 cannot finish it");
    bytes = zn_alloc(h->ctx, size, 1);
    if (!bytes)
        return ZN_ENOMEM;
    if (H5Fget_file_image(h->file, bytes, (size_t)size) != size)
        st = zn_fail(h->ctx, ZN_EIO, "HDF5 cannot finish it");
    else if (fwrite(bytes, 1, (size_t)size, out) != (size_t)size)
        st = zn_fail(h->ctx, ZN_EIO, "writing failed: %s", strerror(errno));
    zn_free_array(h->ctx, bytes);
    return st;
}

zn_status zni_h5_close(zni_h5 *h)
{
    herr_t bad = H5Fclose(h->file);

    H5Eset_auto2(H5E_DEFAULT, h->print, h->print_data);
    return bad < 0 ? zn_fail(h->ctx, ZN_EIO, "HDF5 cannot close it") : ZN_OK;
}

bool zni_h5_has(const zni_h5 *h, const char *group)
{
    return H5Lexists(h->file, group, H5P_DEFAULT) > 0;
}

/* ---- one dataset --------------------------------------------------------- */

/* groups and names are our own: short */
static const char *join(char path[PATH], const char *group, const char *name)
{
    int n = snprintf(path, PATH, "%s/", group);

    snprintf(path + n, (size_t)(PATH - n), "%s", name);
    return path;
}

/* Open a dataset of numbers of that class, reals also of whole ones; *n: how many, which must be as many as that
 * unless it is negative. What is declared but not stored is refused, so that nobody allocates for it. */
static zn_status open_numbers(zni_h5 *h, const char *path, H5T_class_t wanted,
                              hid_t *out, zn_index *n)
{
    hid_t set = H5Dopen2(h->file, path, H5P_DEFAULT), type, space;
    hssize_t count;
    H5T_class_t class;

    *out = set;
    if (set < 0)
        return zn_fail(h->ctx, ZN_EINVAL, "no dataset %s", path);
    type = H5Dget_type(set);
    class = type >= 0 ? H5Tget_class(type) : H5T_NO_CLASS;
    H5Tclose(type);
    space = H5Dget_space(set);
    count = space >= 0 ? H5Sget_simple_extent_npoints(space) : -1;
    H5Sclose(space);
    if (class != wanted && !(wanted == H5T_FLOAT && class == H5T_INTEGER))
        return zn_fail(h->ctx, ZN_EINVAL, "%s: not of %s numbers", path,
                       wanted == H5T_INTEGER ? "whole" : "real");
    if (count < 0 || !zni_h5_stored(set))
        return zn_fail(h->ctx, ZN_EINVAL, "%s: %lld numbers, %llu bytes stored",
                       path, (long long)count,
                       (unsigned long long)H5Dget_storage_size(set));
    if (*n >= 0 && count != *n)
        return zn_fail(h->ctx, ZN_EINVAL, "%s: %td numbers, must be %td", path,
                       (zn_index)count, *n);
    *n = (zn_index)count;
    return ZN_OK;
}

/* After open_numbers, which ended with st: all of them into x, NULL: none, memory type by class. It is closed. */
static zn_status close_numbers(zni_h5 *h, zn_status st, hid_t set, const char *path,
                               H5T_class_t class, zn_index n, void *x)
{
    if (!st && x && n &&
        H5Dread(set,
                class == H5T_INTEGER ? H5T_NATIVE_LLONG : H5T_NATIVE_DOUBLE,
                H5S_ALL, H5S_ALL, H5P_DEFAULT, x) < 0)
        st = zn_fail(h->ctx, ZN_EINVAL, "%s: HDF5 cannot read it", path);
    if (set >= 0)
        H5Dclose(set);
    return st;
}

static zn_status read_numbers(zni_h5 *h, const char *path, H5T_class_t class,
                              zn_index n, void *x)
{
    hid_t set;
    const zn_status st = open_numbers(h, path, class, &set, &n);

    return close_numbers(h, st, set, path, class, n, x);
}

zn_status zni_h5_length(zni_h5 *h, const char *group, const char *name,
                        zn_index *n)
{
    char path[PATH];
    hid_t set;
    zn_status st;

    *n = -1;
    st = open_numbers(h, join(path, group, name), H5T_FLOAT, &set, n);
    return close_numbers(h, st, set, path, H5T_FLOAT, 0, NULL);
}

zn_status zni_h5_index(zni_h5 *h, const char *group, const char *name,
                       zn_index lo, zn_index hi, zn_index *out)
{
    char path[PATH];
    long long x = 0;
    zn_status st = read_numbers(h, join(path, group, name), H5T_INTEGER, 1, &x);

    if (!st && (x < lo || x > hi))
        st = zn_fail(h->ctx, ZN_EINVAL, "%s = %lld, must be in [%td, %td]",
                     path, x, lo, hi);
    *out = (zn_index)x;
    return st;
}

static zn_status check_finite(zni_h5 *h, const char *path, zn_index n,
                              const double x[])
{
    for (zn_index k = 0; k < n; k++)
        if (!isfinite(x[k]))
            return zn_fail(h->ctx, ZN_EDOM, "%s(%td) = %g", path, k, x[k]);
    return ZN_OK;
}

zn_status zni_h5_vector(zni_h5 *h, zni_store *s, const char *group,
                        const char *name, zn_index n, const double **out)
{
    char path[PATH];
    hid_t set;
    zn_status st = open_numbers(h, join(path, group, name), H5T_FLOAT, &set, &n);
    double *x = st ? NULL : zni_store_alloc(s, n, sizeof *x);

    if (!st && !x)
        st = ZN_ENOMEM;
    *out = x;
    st = close_numbers(h, st, set, path, H5T_FLOAT, n, x);
    return st ? st : check_finite(h, path, n, x);
}

/* ---- matrices ------------------------------------------------------------ */

static zn_status check_indices(zni_h5 *h, const char *path, zn_index n,
                               zn_index limit, const zn_index x[])
{
    for (zn_index k = 0; k < n; k++)
        if (x[k] < 0 || x[k] >= limit)
            return zn_fail(h->ctx, ZN_EINVAL,
                           "%s(%td) = %td, must be in [0, %td)", path, k, x[k],
                           limit);
    return ZN_OK;
}

/* Numbers of rows or columns: `room` of them, the first n in [0, limit). */
static zn_status read_indices(zni_h5 *h, const char *group, const char *name,
                              zn_index room, zn_index n, zn_index limit,
                              zn_index x[])
{
    char path[PATH];
    zn_status st;

    _Static_assert(sizeof(zn_index) == sizeof(long long), "read in place");
    st = read_numbers(h, join(path, group, name), H5T_INTEGER, room, x);
    return st ? st : check_indices(h, path, n, limit, x);
}

/* Starts of `lists` lists of together *n entries, spread to a number for each
 * entry. */
static zn_status read_starts(zni_h5 *h, const char *group, zn_index lists,
                             zn_index room, zn_index *n, zn_index spread[])
{
    zn_index *p = zn_alloc(h->ctx, lists + 1, sizeof *p);
    zn_status st = p ? read_indices(h, group, "p", lists + 1, lists + 1,
                                    room + 1, p)
                     : ZN_ENOMEM;

    for (zn_index j = 0; j < lists && !st; j++) {
        if (p[j + 1] < p[j])
            st = zn_fail(h->ctx, ZN_EINVAL, "%s/p(%td) = %td after %td", group,
                         j + 1, p[j + 1], p[j]);
        for (zn_index k = p[j]; k < p[j + 1] && !st; k++)
            spread[k] = j;
    }
    if (!st && p[0] != 0)
        st = zn_fail(h->ctx, ZN_EINVAL, "%s/p begins with %td, must be 0",
                     group, p[0]);
    if (!st)
        *n = p[lists];
    zn_free_array(h->ctx, p);
    return st;
}

/* nz says what i and p are: >= 0 rows and columns of nz entries, -1 compressed
 * columns, -2 compressed rows */
static zn_status read_pattern(zni_h5 *h, const char *group, zn_index nz,
                              zn_index rows, zn_index cols, zni_entries *e)
{
    const bool by_rows = nz == -2;
    zn_status st = ZN_OK;

    if (nz >= 0) {
        e->n = nz;
        st = read_indices(h, group, "p", e->room, nz, cols, e->j);
    } else {
        st = read_starts(h, group, by_rows ? rows : cols, e->room, &e->n,
                         by_rows ? e->i : e->j);
    }
    return st ? st
              : read_indices(h, group, "i", e->room, e->n,
                             by_rows ? cols : rows, by_rows ? e->j : e->i);
}

/* There may be fewer entries than numbers that are stored, if these are nzmax. */
static zn_status check_room(zni_h5 *h, const char *group, const zni_entries *e)
{
    zn_index most;
    zn_status st;

    if (e->n == e->room)
        return ZN_OK;
    st = zni_h5_index(h, group, "nzmax", 0, PTRDIFF_MAX, &most);
    if (!st && most != e->room)
        st = zn_fail(h->ctx, ZN_EINVAL,
                     "%s/x: %td numbers, must be %td, the entries, or nzmax = "
                     "%td",
                     group, e->room, e->n, most);
    return st;
}

zn_status zni_h5_matrix(zni_h5 *h, zni_store *s, const char *group,
                        const char *name, zn_index rows, zn_index cols,
                        const zn_matrix **out)
{
    char path[PATH], values[PATH];
    zn_index m, nz = 0;
    zni_entries e = {0};
    zni_store work = {.ctx = h->ctx};
    zn_matrix *A = zni_store_alloc(s, 1, sizeof *A);
    zn_status st = A ? ZN_OK : ZN_ENOMEM;

    join(path, group, name);
    join(values, path, "x");
    if (!st)
        st = zni_h5_index(h, path, "m", rows, rows, &m);
    if (!st)
        st = zni_h5_index(h, path, "n", cols, cols, &m);
    if (!st)
        st = zni_h5_length(h, path, "x", &e.room);
    if (!st)
        st = zni_h5_index(h, path, "nz", -2, e.room, &nz);
    if (!st)
        st = zni_entries_new(&work, e.room, &e);
    if (!st)
        st = read_numbers(h, values, H5T_FLOAT, e.room, e.x);
    if (!st)
        st = read_pattern(h, path, nz, rows, cols, &e);
    if (!st)
        st = check_room(h, path, &e);
    if (!st)
        st = check_finite(h, values, e.n, e.x);
    if (!st)
        st = zni_compress(s, rows, cols, &e, A);
    zni_store_free(&work);
    *out = A;
    return st;
}
