/* recorder_csv.c - rows as text: "t[s],ball.q0[m]" and 17 significant digits
 *
 * 17 digits give back the same double (IEEE 754-2008, 5.12.2). The decimal
 * point is "." whatever the locale. Fields are quoted where RFC 4180 asks, and
 * no name is a formula to a spreadsheet (csv_field.h).
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/output/recorder.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kernel/output/whole_file.h"
#include "solvers/core/c_locale.h"
#include "solvers/core/csv_field.h"
#include "solvers/core/typed_file.h"

/* Text is handed to the system in pieces of this size, of whole rows unless a
 * row is longer, so a killed run leaves no half row. */
#define PIECE 65536
#define FIELD 25 /* sign, 17 digits, point, e+308, separator */

typedef struct csv {
    zn_ctx *ctx;
    int fd;
    zni_whole_file beside; /* until the first rows are there */
    bool rowed;
    zn_index n; /* columns */
    size_t used;
    off_t whole; /* bytes of the rows that are in the file whole */
    char path[PATH_MAX]; /* links are followed */
    char text[PIECE];
} csv;

static zn_status close_file(void *file)
{
    csv *f = file;
    zn_status st = ZN_OK;

    if (!f)
        return ZN_OK;
    if (f->fd >= 0 && close(f->fd))
        st = zn_fail(f->ctx, ZN_EIO, "close: %s", strerror(errno));
    zni_whole_file_end(&f->beside, ZN_EIO); /* if it has no name yet */
    zn_free_array(f->ctx, f);
    return st;
}

static zn_status open_other(csv *f)
{
    f->fd = zni_typed_open(f->path);
    return f->fd >= 0 ? ZN_OK
                      : zn_fail(f->ctx, ZN_EIO, "cannot be written: %s",
                                zni_typed_words(f->path));
}

/* A pipe or a device is written to; a file is made beside the name, and takes it
 * with the first row. */
static zn_status make_file(csv *f)
{
    struct stat about;
    zn_status st = zni_file_unused(f->ctx, f->path);

    if (st)
        return st;
    if (!stat(f->path, &about) && !S_ISREG(about.st_mode))
        return open_other(f);
    st = zni_whole_file_begin(&f->beside, f->ctx, f->path);
    if (st)
        return st;
    f->fd = fcntl(f->beside.fd, F_DUPFD_CLOEXEC, 0);
    if (f->fd < 0)
        return zn_fail(f->ctx, ZN_EIO, "cannot be made: %s", strerror(errno));
    flock(f->fd, LOCK_SH | LOCK_NB); /* others see that it is in use */
    return ZN_OK;
}

static zn_status try_file(zn_ctx *ctx, const char *path)
{
    char itself[PATH_MAX];
    struct stat about;
    zn_status st = zni_file_follow(ctx, path, itself);

    if (!st)
        st = zni_file_unused(ctx, itself);
    if (!st && (stat(itself, &about) || S_ISREG(about.st_mode)))
        st = zni_whole_file_try(ctx, itself);
    return st;
}

static zn_status open_file(zn_ctx *ctx, const char *path, void **file)
{
    csv *f = zn_alloc(ctx, 1, sizeof *f);
    zn_status st;

    if (!f)
        return ZN_ENOMEM;
    f->ctx = ctx;
    f->fd = f->beside.fd = -1;
    st = zni_file_follow(ctx, path, f->path);
    if (!st)
        st = make_file(f);
    if (st)
        close_file(f);
    else
        *file = f;
    return st;
}

/* The file has a header row and rows of numbers, nothing else. */
static zn_status note(void *file, const char *key, const char *text)
{
    (void)file;
    (void)key;
    (void)text;
    return ZN_OK;
}

/* ---- text ---- */

/* What was written of a piece before it failed ends with a whole row. */
static void cut_off(csv *f, size_t done)
{
    while (done > 0 && f->text[done - 1] != '\n')
        done--;
    if (ftruncate(f->fd, f->whole + (off_t)done)) {
        /* not a file that can be cut */
    }
}

static zn_status write_text(csv *f)
{
    size_t done = 0;

    while (done < f->used) {
        const ssize_t n = write(f->fd, f->text + done, f->used - done);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0) {
            const zn_status st =
                zn_fail(f->ctx, ZN_EIO, "write: %s", strerror(errno));
            cut_off(f, done);
            return st;
        }
        done += (size_t)n;
    }
    f->whole += (off_t)done;
    f->used = 0;
    return ZN_OK;
}

static zn_status flush(void *file)
{
    csv *f = file;
    zn_status st = write_text(f);

    if (!st && f->rowed)
        st = zni_whole_file_end(&f->beside, ZN_OK);
    return st ? st : zni_file_there(f->ctx, f->fd);
}

static zn_status put(csv *f, const char text[], size_t n)
{
    while (n) {
        const size_t room = PIECE - f->used, part = n < room ? n : room;
        memcpy(f->text + f->used, text, part);
        f->used += part;
        text += part;
        n -= part;
        if (f->used == PIECE) {
            const zn_status st = write_text(f);
            if (st)
                return st;
        }
    }
    return ZN_OK;
}

/* A quote is doubled inside quotes. */
static zn_status put_quoted(csv *f, const char *text)
{
    zn_status st = ZN_OK;

    while (!st && *text) {
        const size_t n = strcspn(text, "\"");
        st = put(f, text, n);
        text += n;
        if (!st && *text) {
            st = put(f, "\"\"", 2);
            text++;
        }
    }
    return st;
}

static zn_status put_title(csv *f, const zni_column *c)
{
    const bool quote =
        strpbrk(c->name, ",\"\r\n") || strpbrk(c->unit, ",\"\r\n");
    zn_status st = quote ? put(f, "\"", 1) : ZN_OK;

    if (!st && zni_csv_formula(c->name))
        st = put(f, "'", 1);
    if (!st)
        st = put_quoted(f, c->name);
    if (!st)
        st = put(f, "[", 1);
    if (!st)
        st = put_quoted(f, c->unit);
    if (!st)
        st = put(f, quote ? "]\"" : "]", quote ? 2 : 1);
    return st;
}

static zn_status columns(void *file, zn_index n, const zni_column column[],
                         zn_index rows)
{
    csv *f = file;
    zn_status st = ZN_OK;

    (void)rows;
    f->n = n;
    for (zn_index c = 0; !st && c < n; c++) {
        st = put_title(f, &column[c]);
        if (!st)
            st = put(f, c + 1 < n ? "," : "\n", 1);
    }
    return st;
}

static zn_status put_number(csv *f, double x, char end)
{
    char text[FIELD + 1];
    int n;

    if (isnan(x)) /* printf may write "-nan" */
        n = snprintf(text, sizeof text, "nan%c", end);
    else
        n = snprintf(text, sizeof text, "%.17g%c", x, end);
    return put(f, text, (size_t)n);
}

static zn_status write_rows(void *file, zn_index rows, const double values[],
                            zn_index stride)
{
    csv *f = file;
    const zni_c_locale locale = zni_c_locale_set();
    zn_status st = ZN_OK;

    for (zn_index r = 0; !st && r < rows; r++) {
        if (f->used + (size_t)f->n * FIELD > PIECE)
            st = write_text(f);
        for (zn_index c = 0; !st && c < f->n; c++)
            st = put_number(f, values[c * stride + r],
                            c + 1 < f->n ? ',' : '\n');
    }
    zni_c_locale_restore(locale);
    f->rowed = true;
    return st;
}

const zni_format zni_format_csv = {
    .suffix = {".csv", NULL},
    .try_file = try_file,
    .open = open_file,
    .note = note,
    .columns = columns,
    .write = write_rows,
    .flush = flush,
    .close = close_file,
};
