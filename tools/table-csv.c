/* table-csv.c - a CSV file as a table: "name[unit]" in its first row (RFC 4180)
 *
 * A last row that has no newline is of a run that was cut short, and is left out.
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "solvers/core/csv_field.h"
#include "solvers/core/printed.h"
#include "tools/table.h"

/* What is read, and where. */
typedef struct sheet {
    table *t;
    const char *path;
    char *at;
    zn_index line;
    char **field; /* all fields, row after row */
    zn_index fields, room;
} sheet;

static zn_status load(sheet *x)
{
    zn_ctx *ctx = x->t->ctx;
    FILE *f = fopen(x->path, "rb");
    struct stat about;
    size_t n = 0;
    bool good = f && !fstat(fileno(f), &about);

    if (good) {
        x->t->buffer = zn_alloc(ctx, (zn_index)about.st_size + 1, 1);
        n = x->t->buffer ? fread(x->t->buffer, 1, (size_t)about.st_size, f) : 0;
        good = !ferror(f);
    }
    if (f)
        fclose(f);
    if (!good)
        return zn_fail(ctx, ZN_EIO, "'%s' cannot be read: %s", x->path,
                       strerror(errno));
    if (!x->t->buffer)
        return ZN_ENOMEM;
    if (memchr(x->t->buffer, 0, n))
        return zn_fail(ctx, ZN_EINVAL,
                       "'%s' is neither a table of text nor whole HDF5",
                       x->path);
    zni_make_printed(x->t->buffer, "\n\r\t");
    x->at = x->t->buffer;
    return ZN_OK;
}

/* One field, in place; *end is what stood after it. */
static char *take(sheet *x, char *end)
{
    char *from = x->at, *to = from, *s = from;

    if (*s == '"')
        for (s++; *s && (*s != '"' || s[1] == '"'); s++) {
            s += *s == '"';
            *to++ = *s;
        }
    s += *s == '"';
    while (*s && *s != ',' && *s != '\n')
        *to++ = *s++;
    *end = *s;
    x->at = *s ? s + 1 : s;
    if (*end != ',' && to > from && to[-1] == '\r')
        to--;
    *to = 0;
    return from;
}

/* The fields of a row; *n how many. */
static zn_status row(sheet *x, zn_index *n, char *end)
{
    *n = 0;
    x->line++;
    do {
        if (zn_grow(x->t->ctx, &x->field, &x->room, x->fields + 1,
                    sizeof *x->field))
            return ZN_ENOMEM;
        x->field[x->fields++] = take(x, end);
        ++*n;
    } while (*end == ',');
    return ZN_OK;
}

static zn_status rows(sheet *x, zn_index *width)
{
    char end;
    zn_index n;
    zn_status st = row(x, width, &end);

    if (!st && !end)
        st = zn_fail(x->t->ctx, ZN_EINVAL,
                     "'%s' has no row of names, \"t[s],x[m]\"", x->path);
    while (!st && *x->at) {
        st = row(x, &n, &end);
        if (st)
            return st;
        if (!end) {
            x->fields -= n;
            return ZN_OK;
        }
        if (n != *width)
            return zn_fail(x->t->ctx, ZN_EINVAL,
                           "'%s', line %td: %td fields, %td in the first row",
                           x->path, x->line, n, *width);
    }
    return st;
}

/* A number, or nothing. */
static bool number(const char *text, double *x)
{
    char *end;

    *x = NAN;
    if (!*text)
        return true;
    *x = strtod(text, &end);
    return end != text && !*end;
}

/* The unit that a name ends with, which it loses, or "". Other brackets are its own, and so is a
 * number in them, an index. */
static char *cut_unit(char *name)
{
    char *end = name + strlen(name), *unit = strrchr(name, '[');

    if (!unit || end[-1] != ']' || strspn(unit + 1, "0123456789") + 2 == strlen(unit))
        return end;
    *unit = end[-1] = 0;
    return unit + 1;
}

static zn_status columns(sheet *x, zn_index width)
{
    table *t = x->t;

    t->rows = x->fields / width - 1;
    for (zn_index j = 0; j < width; j++) {
        char *name = zni_csv_text(x->field[j]), *unit = cut_unit(name);
        bool words = false;
        double value;
        column *c;
        for (zn_index i = 1; i <= t->rows && !words; i++)
            words = !number(x->field[i * width + j], &value);
        c = table_add(t, name, unit, words);
        if (!c)
            return ZN_ENOMEM;
        for (zn_index i = 0; i < t->rows; i++)
            if (words)
                c->text[i] = zni_csv_text(x->field[(i + 1) * width + j]);
            else
                number(x->field[(i + 1) * width + j], &c->x[i]);
    }
    return ZN_OK;
}

zn_status table_csv(table *t, const char *path)
{
    sheet x = {.t = t, .path = path};
    zn_index width = 0;
    zn_status st = load(&x);

    if (!st)
        st = rows(&x, &width);
    if (!st)
        st = columns(&x, width);
    zn_free_array(t->ctx, x.field);
    return st;
}
