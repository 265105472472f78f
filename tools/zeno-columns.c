/* zeno-columns.c - a recorded HDF5 file as CSV on standard output, for zeno plot
 *
 * The datasets of the root group are the columns, in the order in which they
 * were made; their attribute "unit" goes into the header, "name[unit]".
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <hdf5.h>

enum { NAME = 256 };

typedef struct column {
    char name[NAME], unit[NAME];
    double *x;
} column;

static void fail(const char *file, const char *why)
{
    fprintf(stderr, "zeno plot: '%s': %s\n", file, why);
    exit(EXIT_FAILURE);
}

static void read_unit(hid_t set, char unit[NAME])
{
    hid_t a, type;

    unit[0] = 0;
    if (H5Aexists(set, "unit") <= 0)
        return;
    a = H5Aopen(set, "unit", H5P_DEFAULT);
    type = H5Aget_type(a);
    if (H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) <= 0 &&
        H5Tget_size(type) < NAME) {
        memset(unit, 0, NAME);
        if (H5Aread(a, type, unit) < 0)
            unit[0] = 0;
    }
    H5Tclose(type);
    H5Aclose(a);
}

/* One dataset of one dimension; false if it is something else. */
static int read_column(const char *file, hid_t root, const char *name,
                       column *c, hsize_t *rows)
{
    hid_t set = H5Dopen2(root, name, H5P_DEFAULT), space;
    hsize_t n = 0;
    int one;

    if (set < 0)
        return 0;
    space = H5Dget_space(set);
    one = H5Sget_simple_extent_ndims(space) == 1;
    if (one)
        H5Sget_simple_extent_dims(space, &n, NULL);
    H5Sclose(space);
    if (one) {
        snprintf(c->name, NAME, "%s", name);
        read_unit(set, c->unit);
        c->x = calloc(n ? n : 1, sizeof *c->x);
        if (!c->x)
            fail(file, "no memory for its columns");
        if (n && H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT,
                         c->x) < 0)
            fail(file, "a column cannot be read");
        /* a run that was cut short may have columns of unequal length */
        *rows = n < *rows ? n : *rows;
    }
    H5Dclose(set);
    return one;
}

static void print(const column c[], hsize_t columns, hsize_t rows)
{
    for (hsize_t j = 0; j < columns; j++)
        printf("%s%s%s%s%s", j ? "," : "", c[j].name, c[j].unit[0] ? "[" : "",
               c[j].unit, c[j].unit[0] ? "]" : "");
    putchar('\n');
    for (hsize_t i = 0; i < rows; i++)
        for (hsize_t j = 0; j < columns; j++)
            printf("%.17g%c", c[j].x[i], j + 1 < columns ? ',' : '\n');
}

int main(int argc, char **argv)
{
    hsize_t links = 0, columns = 0, rows = (hsize_t)-1;
    H5_index_t order = H5_INDEX_CRT_ORDER;
    const char *path;
    H5G_info_t info;
    column *c;
    hid_t file;

    if (argc != 2) {
        fputs("usage: zeno-columns FILE.h5\n", stderr);
        return 2;
    }
    path = argv[1];
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    if (file < 0)
        fail(path, "is not an HDF5 file, or was not closed; run with --output "
                   "again");
    if (H5Gget_info(file, &info) < 0)
        fail(path, "its contents cannot be listed");
    links = info.nlinks;
    c = calloc(links ? links : 1, sizeof *c);
    if (!c)
        fail(path, "no memory for its columns");
    if (H5Lget_name_by_idx(file, ".", order, H5_ITER_INC, 0, NULL, 0,
                           H5P_DEFAULT) < 0)
        order = H5_INDEX_NAME;
    for (hsize_t i = 0; i < links; i++) {
        char name[NAME];
        if (H5Lget_name_by_idx(file, ".", order, H5_ITER_INC, i, name, NAME,
                               H5P_DEFAULT) >= 0 &&
            read_column(path, file, name, &c[columns], &rows))
            columns++;
    }
    H5Fclose(file);
    if (!columns)
        fail(path, "holds no columns; is it a recorded file?");
    print(c, columns, rows);
    for (hsize_t j = 0; j < columns; j++)
        free(c[j].x);
    free(c);
    return fflush(stdout) || ferror(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
}
