/* table.c - recordings and films as tables of named columns
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/table.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "solvers/core/printed.h"
#include "solvers/io/hdf5.h"

column *table_add(table *t, const char *name, const char *unit, bool text)
{
    column *c;

    if (zn_grow(t->ctx, &t->column, &t->room, t->columns + 1,
                sizeof *t->column))
        return NULL;
    c = &t->column[t->columns];
    *c = (column){.x = NULL};
    snprintf(c->name, sizeof c->name, "%s", name);
    snprintf(c->unit, sizeof c->unit, "%s", unit);
    zni_make_printed(c->name, "");
    zni_make_printed(c->unit, "");
    if (text)
        c->text = zn_alloc(t->ctx, t->rows + 1, sizeof *c->text);
    else
        c->x = zn_alloc(t->ctx, t->rows + 1, sizeof *c->x);
    if (!c->x && !c->text)
        return NULL;
    t->columns++;
    return c;
}

void table_free(table *t)
{
    for (zn_index i = 0; i < t->columns; i++) {
        zn_free_array(t->ctx, t->column[i].x);
        zn_free_array(t->ctx, t->column[i].text);
    }
    zn_free_array(t->ctx, t->column);
    zn_free_array(t->ctx, t->buffer);
    zn_film_data_free(t->ctx, t->film);
    *t = (table){.ctx = t->ctx};
}

/* Does its name say that it is HDF5? */
static bool named_h5(const char *path)
{
    const char *dot = strrchr(path, '.');

    return dot && (strcmp(dot, ".h5") == 0 || strcmp(dot, ".hdf5") == 0);
}

bool table_of_film(const char *path)
{
    const hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    const bool is = file >= 0 && H5Aexists(file, "format") > 0 &&
                    H5Lexists(file, "contact", H5P_DEFAULT) > 0;

    if (file >= 0)
        H5Fclose(file);
    return is;
}

zn_status table_read(zn_ctx *ctx, const char *path, table *out, table *contacts)
{
    struct stat about;
    zn_status st;

    *out = *contacts = (table){.ctx = ctx};
    if (stat(path, &about))
        return zn_fail(ctx, ZN_EIO, "'%s' cannot be read: %s", path,
                       strerror(errno));
    if (!S_ISREG(about.st_mode)) /* a pipe would keep us waiting, a device may have no end */
        return zn_fail(ctx, ZN_EIO, "'%s' is no file", path);
    if (!zni_hdf5_is_file(path) && !named_h5(path))
        return table_csv(out, path);
    st = zni_hdf5_need(ctx);
    if (st)
        return zn_note(ctx, st, "'%s'", path);
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    return table_of_film(path) ? table_film(out, contacts, path)
                           : table_h5(out, path);
}
