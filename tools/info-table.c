/* info-table.c - what is in a recording
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "solvers/core/printed.h"
#include "solvers/io/hdf5.h"
#include "tools/info.h"

/* Of letters, not bytes: units may have a degree or a micro in them. */
static int letters(const char *s)
{
    int n = 0;

    for (; *s; s++)
        n += (*s & 0xc0) != 0x80;
    return n;
}

static void name_of(const column *c,
                    char name[sizeof c->name + sizeof c->unit + 3])
{
    snprintf(name, sizeof c->name + sizeof c->unit + 3,
             c->unit[0] ? "%s [%s]" : "%s", c->name, c->unit);
}

static void numbers(const column *c, zn_index rows)
{
    double least = INFINITY, largest = -INFINITY;
    zn_index none = 0;

    for (zn_index i = 0; i < rows; i++) {
        none += isnan(c->x[i]);
        least = fmin(least, c->x[i]);
        largest = fmax(largest, c->x[i]);
    }
    if (none == rows) {
        printf("no numbers\n");
        return;
    }
    printf("%13.6g %13.6g %13.6g %13.6g", c->x[0], c->x[rows - 1], least,
           largest);
    if (none)
        printf("  %td of %td are none", none, rows);
    putchar('\n');
}

void info_table(const table *t)
{
    char name[sizeof t->column->name + sizeof t->column->unit + 3];
    int width = 6;

    printf("rows         %td\n", t->rows);
    for (zn_index j = 0; j < t->columns; j++) {
        name_of(&t->column[j], name);
        width = letters(name) > width ? letters(name) : width;
    }
    printf("\n%-*s %13s %13s %13s %13s\n", width, "column", "first", "last",
           "least", "largest");
    for (zn_index j = 0; j < t->columns; j++) {
        const column *c = &t->column[j];
        name_of(c, name);
        printf("%s%*s ", name, width - letters(name), "");
        if (!t->rows)
            putchar('\n');
        else if (c->x)
            numbers(c, t->rows);
        else
            printf("'%s' ... '%s'\n", c->text[0], c->text[t->rows - 1]);
    }
}

/* One text of fixed length; what else there is, is of other programs. */
static herr_t note(hid_t file, const char *name, const H5A_info_t *about,
                   void *user)
{
    const hid_t a = H5Aopen(file, name, H5P_DEFAULT);
    const hid_t type = H5Aget_type(a), space = H5Aget_space(a);
    char text[2048] = "", shown[256];

    (void)about;
    (void)user;
    if (H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) <= 0 &&
        H5Tget_size(type) < sizeof text &&
        H5Sget_simple_extent_npoints(space) == 1 &&
        H5Aread(a, type, text) >= 0) {
        snprintf(shown, sizeof shown, "%s", name);
        zni_make_printed(shown, "");
        zni_make_printed(text, "");
        printf("%-12s %s\n", shown, text);
    }
    H5Sclose(space);
    H5Tclose(type);
    H5Aclose(a);
    return 0;
}

void info_notes(const char *path)
{
    const hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);

    if (file < 0)
        return;
    H5Aiterate2(file, H5_INDEX_CRT_ORDER, H5_ITER_INC, NULL, note, NULL);
    H5Fclose(file);
}
