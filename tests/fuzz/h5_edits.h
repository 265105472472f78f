/* h5_edits.h - a good HDF5 file, of which inputs of a fuzzer change datasets
 *
 * Each input says, in numbers (edits.h), what is changed of which dataset: HDF5 itself, which reads
 * the bytes, is not what is asked here. The file is in memory where there is such a folder.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_FUZZ_H5_EDITS_H
#define ZENO_FUZZ_H5_EDITS_H

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <hdf5.h>

#include "tests/fuzz/edits.h"
#include "tests/fuzz/leavings.h"
#include "tests/fuzz/replay.h"

enum { H5_EDITS_MOST = 4096, H5_EDITS_BYTES = 1 << 20 };

typedef struct h5_good {
    uint8_t bytes[H5_EDITS_BYTES];
    size_t size; /* 0: not there yet */
    const char *const *name; /* of its datasets */
    int names;
} h5_good;

static char h5_path[LEAVINGS_NAME];

static inline void h5_leave(void)
{
    unlink(h5_path);
}

/* Make the file h5_path; HDF5 opens nothing without a name. */
static inline int h5_begin(void)
{
    int fd;

    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    leavings_name(h5_path);
    fd = mkstemp(h5_path);
    must(fd >= 0 && !atexit(h5_leave));
    return fd;
}

/* The bytes of a file, which goes. */
static inline void h5_keep(h5_good *g, const char *path)
{
    FILE *f = fopen(path, "rb");

    must(f != NULL);
    g->size = fread(g->bytes, 1, sizeof g->bytes, f);
    must(g->size > 1000 && g->size < sizeof g->bytes && !fclose(f) && !unlink(path));
}

/* One number of a dataset, or a letter of its names. */
static inline void h5_poke(hid_t set, int64_t at, int64_t value)
{
    static double x[H5_EDITS_MOST];
    static char letters[8 * H5_EDITS_MOST];
    const hid_t space = H5Dget_space(set), type = H5Dget_type(set);
    const hssize_t n = H5Sget_simple_extent_npoints(space);
    const size_t bytes = H5Tget_size(type);

    if (H5Tget_class(type) == H5T_STRING && n > 0 &&
        (size_t)n * bytes <= sizeof letters && H5Tis_variable_str(type) <= 0) {
        H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, letters);
        letters[(uint64_t)at % ((size_t)n * bytes)] = (char)value;
        H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, letters);
    } else if (n > 0 && n <= H5_EDITS_MOST) {
        H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, x);
        x[(uint64_t)at % (uint64_t)n] = value == 7777 ? NAN : (double)value;
        H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, x);
    }
    H5Tclose(type);
    H5Sclose(space);
}

/* Another dataset in its place, of a x b numbers, or no numbers. */
static inline void h5_replace(hid_t file, const char *name, int64_t a, int64_t b)
{
    const hsize_t dims[2] = {(uint64_t)a % 64, (uint64_t)b % 16};
    const hid_t types[] = {H5T_NATIVE_DOUBLE, H5T_NATIVE_INT, H5T_NATIVE_FLOAT,
                           H5T_C_S1, H5T_NATIVE_OPAQUE};
    const hid_t space = H5Screate_simple(b % 16 ? 2 : 1, dims, NULL);
    hid_t set;

    H5Ldelete(file, name, H5P_DEFAULT);
    set = H5Dcreate2(file, name, types[(uint64_t)(a / 64) % 5], space, H5P_DEFAULT,
                     H5P_DEFAULT, H5P_DEFAULT);
    H5Dclose(set);
    H5Sclose(space);
}

static inline void h5_edit(const h5_good *g, hid_t file, edits *e)
{
    int64_t which, how, a, b;

    while (edits_next(e, &which) && edits_next(e, &how) && edits_next(e, &a) &&
           edits_next(e, &b)) {
        const char *name = g->name[(uint64_t)which % (uint64_t)g->names];
        hid_t set;

        if (H5Lexists(file, name, H5P_DEFAULT) <= 0)
            continue;
        switch ((uint64_t)how % 4) {
        case 0:
            H5Ldelete(file, name, H5P_DEFAULT);
            break;
        case 1:
            h5_replace(file, name, a, b);
            break;
        default:
            set = H5Dopen2(file, name, H5P_DEFAULT);
            h5_poke(set, a, b);
            H5Dclose(set);
        }
    }
}

/* The file h5_path, of which this is the descriptor, becomes the good one with these changes. */
static inline void h5_change(const h5_good *g, int fd, edits *e)
{
    hid_t file;

    must(!ftruncate(fd, 0) && pwrite(fd, g->bytes, g->size, 0) == (ssize_t)g->size);
    file = H5Fopen(h5_path, H5F_ACC_RDWR, H5P_DEFAULT);
    must(file >= 0);
    h5_edit(g, file, e);
    H5Fclose(file);
}

#endif
