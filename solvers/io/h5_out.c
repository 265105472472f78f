/* h5_out.c - writing fclib's HDF5 files
 * SPDX-License-Identifier: Apache-2.0 */
#include "h5.h"

#include <limits.h>
#include <string.h>

#include "../linalg/pieces.h"

enum { PATH = 160 };

static zn_status failed(zni_h5 *h, const char *path)
{
    return h->st = zn_fail(h->ctx, ZN_EIO, "%s: HDF5 cannot write it", path);
}

zn_status zni_h5_put_group(zni_h5 *h, const char *group)
{
    hid_t g;

    if (h->st)
        return h->st;
    g = H5Gcreate2(h->file, group, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    if (g < 0)
        return failed(h, group);
    H5Gclose(g);
    return ZN_OK;
}

/* Create a dataset and write x (NULL: nothing), whose types in memory and in the file are given; `space` is closed. */
static zn_status put(zni_h5 *h, const char *path, hid_t space, hid_t in_memory, hid_t in_file,
                     const void *x)
{
    const hid_t set = h->st ? -1
                            : H5Dcreate2(h->file, path, in_file, space, H5P_DEFAULT, H5P_DEFAULT,
                                         H5P_DEFAULT);

    if (!h->st && (set < 0 || (x && H5Dwrite(set, in_memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, x) < 0)))
        failed(h, path);
    if (set >= 0)
        H5Dclose(set);
    if (space >= 0)
        H5Sclose(space);
    return h->st;
}

static zn_status put_numbers(zni_h5 *h, const char *group, const char *name, zn_index n,
                             hid_t in_memory, hid_t in_file, const void *x)
{
    char path[PATH];
    hsize_t length = (hsize_t)n;

    snprintf(path, sizeof path, "%s/%s", group, name);
    return put(h, path, H5Screate_simple(1, &length, NULL), in_memory, in_file, n ? x : NULL);
}

/* fclib's integers have 32 bits */
static zn_status put_indices(zni_h5 *h, const char *group, const char *name,
                             zn_index n, const zn_index x[])
{
    for (zn_index k = 0; k < n && !h->st; k++)
        if (x[k] > INT_MAX)
            h->st = zn_fail(h->ctx, ZN_ENOTSUP,
                            "%s/%s(%td) = %td does not fit fclib's 32 bits",
                            group, name, k, x[k]);
    return put_numbers(h, group, name, n, H5T_NATIVE_LLONG, H5T_STD_I32LE, x);
}

zn_status zni_h5_put_index(zni_h5 *h, const char *group, const char *name,
                           zn_index x)
{
    return put_indices(h, group, name, 1, &x);
}

zn_status zni_h5_put_vector(zni_h5 *h, const char *group, const char *name,
                            zn_index n, const double x[])
{
    return put_numbers(h, group, name, n, H5T_NATIVE_DOUBLE, H5T_IEEE_F64LE, x);
}

/* ---- matrices ------------------------------------------------------------ */

/* A in compressed columns; a view if it is stored so already. */
static zn_status columns(zni_store *s, const zn_matrix *A, zn_matrix *out)
{
    zni_entries e;

    if (A->storage == ZN_CSC) {
        *out = *A;
        return ZN_OK;
    }
    if (zni_entries_new(s, zn_matrix_nnz(A), &e))
        return ZN_ENOMEM;
    for (zni_piece b = {0}; zni_next_piece(A, &b);)
        for (zn_index k = 0; k < b.m * b.n; k++)
            zni_entry(&e, b.r + k % b.m, b.c + k / b.m, A->x[b.at + k]);
    return zni_compress(s, A->rows, A->cols, &e, out);
}

zn_status zni_h5_put_matrix(zni_h5 *h, const char *group, const char *name,
                            const zn_matrix *A)
{
    char path[PATH];
    zni_store work = {.ctx = h->ctx};
    zn_matrix C;

    if (!h->st)
        h->st = columns(&work, A, &C);
    if (!h->st) {
        const zn_index n = C.p[C.cols];

        snprintf(path, sizeof path, "%s/%s", group, name);
        zni_h5_put_group(h, path);
        zni_h5_put_index(h, path, "m", C.rows);
        zni_h5_put_index(h, path, "n", C.cols);
        zni_h5_put_index(h, path, "nz", -1);
        zni_h5_put_index(h, path, "nzmax", n);
        put_indices(h, path, "p", C.cols + 1, C.p);
        put_indices(h, path, "i", n, C.i);
        zni_h5_put_vector(h, path, "x", n, C.x);
    }
    zni_store_free(&work);
    return h->st;
}

/* ---- who wrote it -------------------------------------------------------- */

static void put_string(zni_h5 *h, const char *path, const char *text)
{
    const hid_t type = H5Tcopy(H5T_C_S1);

    if (H5Tset_size(type, strlen(text) + 1) < 0)
        failed(h, path);
    put(h, path, H5Screate(H5S_SCALAR), type, type, text);
    H5Tclose(type);
}

zn_status zni_h5_put_info(zni_h5 *h, const char *group)
{
    static const char *const text[][2] = {
        {"title", "problem"},
        {"description", "written by Zeno " ZN_VERSION},
        {"math_info", ""},
    };
    char path[PATH];

    snprintf(path, sizeof path, "%s/info", group);
    zni_h5_put_group(h, path);
    for (size_t k = 0; k < sizeof text / sizeof text[0]; k++) {
        snprintf(path, sizeof path, "%s/info/%s", group, text[k][0]);
        put_string(h, path, text[k][1]);
    }
    return h->st;
}
