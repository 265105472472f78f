/* io_h5_test.h - what the tests of fclib's HDF5 files share
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_IO_H5_TEST_H
#define ZENO_IO_H5_TEST_H

#include "io_test.h"

#include <hdf5.h>

/* A dataset in place of what may be there. */
static inline void put_ints(hid_t file, const char *path, hsize_t n, const int x[])
{
    hid_t space = H5Screate_simple(1, &n, NULL);
    hid_t set;

    if (H5Lexists(file, path, H5P_DEFAULT) > 0)
        H5Ldelete(file, path, H5P_DEFAULT);
    set = H5Dcreate2(file, path, H5T_STD_I32LE, space, H5P_DEFAULT, H5P_DEFAULT,
                     H5P_DEFAULT);
    ck_assert(set >= 0);
    ck_assert(H5Dwrite(set, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, x) >=
              0);
    H5Dclose(set);
    H5Sclose(space);
}

/* The same of reals; x NULL: without values. */
static inline void put_reals(hid_t file, const char *path, hsize_t n, const double x[])
{
    hid_t space = H5Screate_simple(1, &n, NULL);
    hid_t set;

    if (H5Lexists(file, path, H5P_DEFAULT) > 0)
        H5Ldelete(file, path, H5P_DEFAULT);
    set = H5Dcreate2(file, path, H5T_IEEE_F64LE, space, H5P_DEFAULT,
                     H5P_DEFAULT, H5P_DEFAULT);
    ck_assert(set >= 0);
    if (x)
        ck_assert(H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL,
                           H5P_DEFAULT, x) >= 0);
    H5Dclose(set);
    H5Sclose(space);
}

#endif
