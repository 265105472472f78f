/* checkpoint_film.c - the checkpoint that a film has in it, read back
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/output/checkpoint_film.h"

#include "solvers/io/h5_door.h"

const char *const zni_state_name[3] = {"state/a", "state/b", "state/last"};

/* Rows from `first` on, `n` of them, of `cols` numbers (0: one dimension). */
static bool rows(hid_t file, const char *name, hid_t type, hsize_t first,
                 hsize_t n, hsize_t cols, void *out)
{
    const hsize_t from[2] = {first, 0}, count[2] = {n, cols};
    const hid_t set = H5Dopen2(file, name, H5P_DEFAULT);
    const hid_t space = set >= 0 ? H5Dget_space(set) : -1;
    const hid_t memory = H5Screate_simple(cols ? 2 : 1, count, NULL);
    const bool good = space >= 0 && memory >= 0 &&
                      H5Sget_simple_extent_ndims(space) == (cols ? 2 : 1) &&
                      H5Sselect_hyperslab(space, H5S_SELECT_SET, from, NULL,
                                          count, NULL) >= 0 &&
                      H5Dread(set, type, memory, space, H5P_DEFAULT, out) >= 0;

    if (memory >= 0)
        H5Sclose(memory);
    if (space >= 0)
        H5Sclose(space);
    if (set >= 0)
        H5Dclose(set);
    return good;
}

/* How many rows a dataset has; 0 if there is none, or they are not stored. */
static hsize_t count_of(hid_t file, const char *name)
{
    const hid_t set = H5Lexists(file, "state", H5P_DEFAULT) > 0 &&
                              H5Lexists(file, name, H5P_DEFAULT) > 0
                          ? H5Dopen2(file, name, H5P_DEFAULT)
                          : -1;
    const hid_t space = set >= 0 ? H5Dget_space(set) : -1;
    hsize_t size[8] = {0}; /* none of ours has as many dimensions */

    if (space >= 0 && H5Sget_simple_extent_ndims(space) <= 2 &&
        zni_h5_stored(set))
        H5Sget_simple_extent_dims(space, size, NULL);
    if (space >= 0)
        H5Sclose(space);
    if (set >= 0)
        H5Dclose(set);
    return size[0];
}

static zn_status read_state(zn_ctx *ctx, hid_t file, unsigned char **out,
                            uint64_t *size)
{
    const hsize_t n = count_of(file, zni_state_name[2]);
    double last[3];

    if (!n)
        return zn_fail(ctx, ZN_EINVAL,
                       "no state is in it to go on from: it is no film, or one "
                       "whose run was stopped before the first was kept");
    if (!rows(file, zni_state_name[2], H5T_NATIVE_DOUBLE, n - 1, 1, 3, last) ||
        !(last[1] == 0 || last[1] == 1) || !(last[2] > 0) ||
        last[2] > (double)count_of(file, zni_state_name[(int)last[1]]))
        return zn_fail(ctx, ZN_EINVAL, "the state in it is damaged");
    *size = (uint64_t)last[2];
    *out = zn_alloc(ctx, (zn_index)*size, 1);
    if (!*out)
        return ZN_ENOMEM;
    return rows(file, zni_state_name[(int)last[1]], H5T_NATIVE_UCHAR, 0, *size,
                0, *out)
               ? ZN_OK
               : zn_fail(ctx, ZN_EINVAL, "the state in it cannot be read");
}

bool zni_state_is_in(const char *path)
{
    return zni_hdf5_is_file(path);
}

zn_status zni_state_read(zn_ctx *ctx, const char *path, unsigned char **out,
                         uint64_t *size)
{
    zn_status st = zni_hdf5_need(ctx);
    zni_quiet q;
    hid_t file;

    *out = NULL;
    *size = 0;
    if (st)
        return st;
    q = zni_h5_quiet();
    file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    st = file < 0 ? zn_fail(ctx, ZN_EIO, "it cannot be opened as HDF5")
                  : zni_h5_door(ctx, file);
    if (!st)
        st = read_state(ctx, file, out, size);
    if (file >= 0)
        H5Fclose(file);
    zni_h5_loud(q);
    return st;
}
