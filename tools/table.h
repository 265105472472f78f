/* table.h - recordings and films as tables of named columns
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TOOLS_TABLE_H
#define ZENO_TOOLS_TABLE_H

#include <zeno/film.h>

/* Numbers, or texts where one of its fields is none. */
typedef struct column {
    char name[256], unit[64];
    double *x;         /* NULL: texts */
    const char **text; /* NULL: numbers */
} column;

typedef struct table {
    zn_ctx *ctx;
    zn_index columns, rows, room;
    column *column;
    char *buffer;       /* texts of a CSV file */
    zn_film_data *film; /* texts of a film */
} table;

/* Read a recording (CSV, HDF5) or a film; `contacts` takes the contacts of a film, a row each,
 * and has no columns otherwise. Both are to be freed, whatever comes back.
 * ZN_EIO: it cannot be read; ZN_EINVAL: it is no such file; says why. */
zn_status table_read(zn_ctx *ctx, const char *path, table *out,
                     table *contacts);
void table_free(table *t);

/* Does a file of HDF5 say that it is a film? */
bool table_of_film(const char *path);

/* A column of t->rows; NULL: no memory. */
column *table_add(table *t, const char *name, const char *unit, bool text);

/* ---- table-csv.c, table-h5.c, table-film.c ---- */
zn_status table_csv(table *t, const char *path);
zn_status table_h5(table *t, const char *path);
zn_status table_film(table *t, table *contacts, const char *path);

#endif
