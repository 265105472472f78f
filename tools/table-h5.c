/* table-h5.c - a recorded HDF5 file as a table
 *
 * Its datasets of one dimension are the columns, in the order in which they were made;
 * those of group a are "a/name". Their attribute "unit" is the unit.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "solvers/io/h5_door.h"
#include "tools/table.h"

enum { DEEP = 16 };

static void read_unit(hid_t set, char unit[64])
{
    hid_t a, type, space;

    unit[0] = 0;
    if (H5Aexists(set, "unit") <= 0)
        return;
    a = H5Aopen(set, "unit", H5P_DEFAULT);
    type = H5Aget_type(a);
    space = H5Aget_space(a);
    if (H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) <= 0 &&
        H5Tget_size(type) < 64 && H5Sget_simple_extent_npoints(space) == 1) {
        memset(unit, 0, 64);
        if (H5Aread(a, type, unit) < 0)
            unit[0] = 0;
    }
    H5Sclose(space);
    H5Tclose(type);
    H5Aclose(a);
}

/* Rows of a dataset of numbers of one dimension that are stored, or -1. */
static zn_index length(hid_t set)
{
    const hid_t space = H5Dget_space(set), type = H5Dget_type(set);
    const H5T_class_t kind = H5Tget_class(type);
    hsize_t n = 0;
    const bool good = (kind == H5T_FLOAT || kind == H5T_INTEGER) &&
                      H5Sget_simple_extent_ndims(space) == 1 &&
                      H5Sget_simple_extent_dims(space, &n, NULL) == 1 &&
                      zni_h5_stored(set);

    H5Tclose(type);
    H5Sclose(space);
    return good ? (zn_index)n : -1;
}

static zn_status add_column(table *t, hid_t set, const char *name)
{
    const zn_index n = length(set);
    char unit[64];
    column *c;

    if (n < 0)
        return ZN_OK;
    /* a run that was cut short may have columns of unequal length */
    if (!t->columns || n < t->rows)
        t->rows = n;
    read_unit(set, unit);
    const zn_index rows = t->rows;
    t->rows = n;
    c = table_add(t, name, unit, false);
    t->rows = rows;
    if (!c)
        return ZN_ENOMEM;
    if (n && H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT,
                     c->x) < 0)
        return zn_fail(t->ctx, ZN_EINVAL, "column '%s' cannot be read", name);
    return ZN_OK;
}

static zn_status add_group(table *t, hid_t group, const char *prefix, int deep)
{
    H5_index_t order = H5_INDEX_CRT_ORDER;
    zn_status st = ZN_OK;
    H5G_info_t info;

    if (deep > DEEP || H5Gget_info(group, &info) < 0)
        return zn_fail(t->ctx, ZN_EINVAL, "its contents cannot be listed");
    if (info.nlinks && H5Lget_name_by_idx(group, ".", order, H5_ITER_INC, 0,
                                          NULL, 0, H5P_DEFAULT) < 0)
        order = H5_INDEX_NAME;
    for (hsize_t i = 0; !st && i < info.nlinks; i++) {
        char name[256], path[256];
        hid_t at;
        if (H5Lget_name_by_idx(group, ".", order, H5_ITER_INC, i, name,
                               sizeof name, H5P_DEFAULT) < 0 ||
            (size_t)snprintf(path, sizeof path, "%s%s", prefix, name) >=
                sizeof path)
            continue;
        at = H5Oopen(group, name, H5P_DEFAULT);
        if (at < 0)
            continue;
        if (H5Iget_type(at) == H5I_DATASET)
            st = add_column(t, at, path);
        else if (H5Iget_type(at) == H5I_GROUP && strlen(path) + 1 < sizeof path)
            st = add_group(t, at, strcat(path, "/"), deep + 1);
        H5Oclose(at);
    }
    return st;
}

zn_status table_h5(table *t, const char *path)
{
    const hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    zn_status st;

    if (file < 0)
        return zn_fail(t->ctx, ZN_EINVAL,
                       "'%s': is not an HDF5 file, or was not closed; run with "
                       "--output again",
                       path);
    st = zni_h5_door(t->ctx, file);
    if (!st)
        st = add_group(t, file, "", 0);
    H5Fclose(file);
    if (!st && !t->columns)
        st = zn_fail(t->ctx, ZN_EINVAL,
                     "it holds no columns; is it a recorded file?");
    return zn_note(t->ctx, st, "'%s'", path);
}
