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

/* bytes by which a file in memory grows: large, so that it is seldom moved */
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

/* the path of a dataset; groups and names are our own constants, so it is short enough */
static const char *join(char path[PATH], const char *group, const char *name)
{
    int n = snprintf(path, PATH, "%s/", group);

    snprintf(path + n, (size_t)(PATH - n), "%s", name);
    return path;
}

/* Open a dataset whose numbers are of a class; integers are accepted as reals, too. *n is set to their number, which
 * must be the *n on entry unless that is negative. A dataset whose declared size is not stored is refused, so that
 * nobody allocates for it. */
static hid_t open_numbers(zni_h5 *h, const char *path, H5T_class_t wanted, zn_index *n)
{
    hid_t set = h->st ? -1 : H5Dopen2(h->file, path, H5P_DEFAULT), type, space;
    hssize_t count;
    H5T_class_t class;

    if (set < 0) {
        if (!h->st)
            h->st = zn_fail(h->ctx, ZN_EINVAL, "no dataset %s", path);
        return set;
    }
    type = H5Dget_type(set);
    class = type >= 0 ? H5Tget_class(type) : H5T_NO_CLASS;
    H5Tclose(type);
    space = H5Dget_space(set);
    count = space >= 0 ? H5Sget_simple_extent_npoints(space) : -1;
    H5Sclose(space);
    if (class != wanted && !(wanted == H5T_FLOAT && class == H5T_INTEGER))
        h->st = zn_fail(h->ctx, ZN_EINVAL, "%s: not of %s numbers", path,
                        wanted == H5T_INTEGER ? "whole" : "real");
    else if (count < 0 || !zni_h5_stored(set))
        h->st = zn_fail(h->ctx, ZN_EINVAL, "%s: %lld numbers, %llu bytes stored",
                        path, (long long)count,
                        (unsigned long long)H5Dget_storage_size(set));
    else if (*n >= 0 && count != *n)
        h->st = zn_fail(h->ctx, ZN_EINVAL, "%s: %td numbers, must be %td", path,
                        (zn_index)count, *n);
    *n = (zn_index)count;
    return set;
}

/* After open_numbers: read all n numbers into x (NULL: none), whose type follows from the class, and close the
 * dataset. */
static zn_status close_numbers(zni_h5 *h, hid_t set, const char *path, H5T_class_t class,
                               zn_index n, void *x)
{
    if (!h->st && x && n &&
        H5Dread(set,
                class == H5T_INTEGER ? H5T_NATIVE_LLONG : H5T_NATIVE_DOUBLE,
                H5S_ALL, H5S_ALL, H5P_DEFAULT, x) < 0)
        h->st = zn_fail(h->ctx, ZN_EINVAL, "%s: HDF5 cannot read it", path);
    if (set >= 0)
        H5Dclose(set);
    return h->st;
}

static void read_numbers(zni_h5 *h, const char *path, H5T_class_t class, zn_index n, void *x)
{
    close_numbers(h, open_numbers(h, path, class, &n), path, class, n, x);
}

zn_status zni_h5_length(zni_h5 *h, const char *group, const char *name,
                        zn_index *n)
{
    char path[PATH];

    *n = -1;
    return close_numbers(h, open_numbers(h, join(path, group, name), H5T_FLOAT, n), path,
                         H5T_FLOAT, 0, NULL);
}

zn_status zni_h5_index(zni_h5 *h, const char *group, const char *name,
                       zn_index lo, zn_index hi, zn_index *out)
{
    char path[PATH];
    long long x = 0;

    read_numbers(h, join(path, group, name), H5T_INTEGER, 1, &x);
    if (!h->st && (x < lo || x > hi))
        h->st = zn_fail(h->ctx, ZN_EINVAL, "%s = %lld, must be in [%td, %td]",
                        path, x, lo, hi);
    *out = (zn_index)x;
    return h->st;
}

static zn_status check_finite(zni_h5 *h, const char *path, zn_index n,
                              const double x[])
{
    for (zn_index k = 0; !h->st && k < n; k++)
        if (!isfinite(x[k]))
            h->st = zn_fail(h->ctx, ZN_EDOM, "%s(%td) = %g", path, k, x[k]);
    return h->st;
}

zn_status zni_h5_vector(zni_h5 *h, zni_store *s, const char *group,
                        const char *name, zn_index n, const double **out)
{
    char path[PATH];
    const hid_t set = open_numbers(h, join(path, group, name), H5T_FLOAT, &n);
    double *x = h->st ? NULL : zni_store_alloc(s, n, sizeof *x);

    if (!h->st && !x)
        h->st = ZN_ENOMEM;
    *out = x;
    close_numbers(h, set, path, H5T_FLOAT, n, x);
    return check_finite(h, path, n, x);
}

/* ---- matrices ------------------------------------------------------------ */

/* Read n indices in [0, limit). The dataset may have `room` numbers, of which the first n count. */
static void read_indices(zni_h5 *h, const char *group, const char *name,
                         zn_index room, zn_index n, zn_index limit, zn_index x[])
{
    char path[PATH];
    zn_index count = -1;
    const hid_t set = open_numbers(h, join(path, group, name), H5T_INTEGER, &count);

    _Static_assert(sizeof(zn_index) == sizeof(long long), "read in place");
    if (!h->st && count != room && count != n)
        h->st = zn_fail(h->ctx, ZN_EINVAL, "%s: %td numbers, must be %td", path, count, room);
    close_numbers(h, set, path, H5T_INTEGER, count, x);
    for (zn_index k = 0; !h->st && k < n; k++)
        if (x[k] < 0 || x[k] >= limit)
            h->st = zn_fail(h->ctx, ZN_EINVAL,
                            "%s(%td) = %td, must be in [0, %td)", path, k, x[k],
                            limit);
}

/* Read the starts p of the columns (or rows), *n their last entry; spread[k] is the column (or row) of entry k. */
static void read_starts(zni_h5 *h, const char *group, zn_index lists,
                        zn_index room, zn_index p[], zn_index *n, zn_index spread[])
{
    read_indices(h, group, "p", lists + 1, lists + 1, room + 1, p);
    for (zn_index j = 0; j < lists && !h->st; j++) {
        if (p[j + 1] < p[j])
            h->st = zn_fail(h->ctx, ZN_EINVAL, "%s/p(%td) = %td after %td", group,
                            j + 1, p[j + 1], p[j]);
        for (zn_index k = p[j]; k < p[j + 1] && !h->st; k++)
            spread[k] = j;
    }
    if (!h->st && p[0] != 0)
        h->st = zn_fail(h->ctx, ZN_EINVAL, "%s/p begins with %td, must be 0",
                        group, p[0]);
    if (!h->st)
        *n = p[lists];
}

/* nz is fclib's layout of i and p: >= 0 triplets, nz of them; -1 compressed columns; -2 compressed rows */
static void read_pattern(zni_h5 *h, zni_store *work, const char *group, zn_index nz,
                         zn_index rows, zn_index cols, zni_entries *e)
{
    const bool by_rows = nz == -2;
    const zn_index lists = by_rows ? rows : cols;
    zn_index *p = zni_store_alloc(work, lists + 1, sizeof *p);

    if (!p)
        h->st = ZN_ENOMEM;
    e->n = nz;
    if (nz >= 0)
        read_indices(h, group, "p", e->room, nz, cols, e->j);
    else
        read_starts(h, group, lists, e->room, p, &e->n, by_rows ? e->i : e->j);
    read_indices(h, group, "i", e->room, e->n, by_rows ? cols : rows, by_rows ? e->j : e->i);
}

/* x may have more numbers than there are entries, if their number is nzmax. */
static void check_room(zni_h5 *h, const char *group, const zni_entries *e)
{
    zn_index most;

    if (e->n == e->room)
        return;
    zni_h5_index(h, group, "nzmax", 0, PTRDIFF_MAX, &most);
    if (!h->st && most != e->room)
        h->st = zn_fail(h->ctx, ZN_EINVAL,
                        "%s/x: %td numbers, must be %td, the entries, or nzmax = "
                        "%td",
                        group, e->room, e->n, most);
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

    join(path, group, name);
    join(values, path, "x");
    zni_h5_index(h, path, "m", rows, rows, &m);
    zni_h5_index(h, path, "n", cols, cols, &m);
    zni_h5_length(h, path, "x", &e.room);
    zni_h5_index(h, path, "nz", -2, e.room, &nz);
    if (!h->st && (!A || zni_entries_new(&work, e.room, &e)))
        h->st = ZN_ENOMEM;
    if (!h->st) {
        read_numbers(h, values, H5T_FLOAT, e.room, e.x);
        read_pattern(h, &work, path, nz, rows, cols, &e);
        check_room(h, path, &e);
        check_finite(h, values, e.n, e.x);
    }
    if (!h->st)
        h->st = zni_compress(s, rows, cols, &e, A);
    zni_store_free(&work);
    *out = A;
    return h->st;
}
