/* file.c - problem files: reading, writing, access to their parts
 * SPDX-License-Identifier: Apache-2.0 */
#include "file.h"
#include "h5.h"
#include "open.h"
#include "write.h"

#include "solvers/core/c_locale.h"
#include "solvers/core/room.h"
#include "solvers/core/typed_file.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- reading ------------------------------------------------------------- */

/* the largest text, in bytes; more is a mistake, or a stream without end */
#define MOST ((zn_index)1 << 32)

/* Devices are refused: /dev/zero, for example, has no end. */
static zn_status refuse_device(zn_ctx *ctx, FILE *in)
{
    struct stat about;

    if (fstat(fileno(in), &about) || isatty(fileno(in)) ||
        !(S_ISCHR(about.st_mode) || S_ISBLK(about.st_mode)))
        return ZN_OK;
    return zn_fail(ctx, ZN_EIO, "it is a device, not a file");
}

static bool is_pipe(FILE *in)
{
    struct stat about;

    return !fstat(fileno(in), &about) && S_ISFIFO(about.st_mode);
}

/* Read all of a file, which may be a pipe, and append a zero. */
static zn_status slurp(zn_ctx *ctx, FILE *in, char **text, zn_index *length)
{
    zn_index cap = 0;
    size_t got;
    zn_status st = refuse_device(ctx, in);

    *text = NULL;
    *length = 0;
    if (st)
        return st;
    do {
        if (*length > MOST)
            return zn_fail(ctx, ZN_EIO,
                           "it has more than %td bytes of text; large problems "
                           "can be stored as HDF5",
                           MOST);
        /* grow only when it is full, and without clearing: most problems are a page or two */
        st = cap - *length < 2 ? zni_room(ctx, text, &cap, *length + 65536, 1) : ZN_OK;
        if (st)
            return st;
        got = fread(*text + *length, 1, (size_t)(cap - *length - 1), in);
        *length += (zn_index)got;
        (*text)[*length] = '\0';
    } while (got && !zni_hdf5_is(*text, *length)); /* HDF5 files are read by that library */
    if (ferror(in))
        return zn_fail(ctx, ZN_EIO, "cannot read: %s", strerror(errno));
    if (!*length && is_pipe(in))
        return zn_fail(ctx, ZN_EIO, "it is a pipe, and nobody writes to it");
    return ZN_OK;
}

static void find_parts(zn_problem_file *f)
{
    const struct zni_solution_piece plain[ZNI_PARTS] = {{"z", false, f->type->nz}, {"w", true, f->type->nw}};
    const struct zni_solution_piece *of = f->format->parts->name ? f->format->parts : plain;
    zn_index end[2] = {0}; /* of the pieces so far, in z and in w */

    for (f->parts = 0; f->parts < ZNI_PARTS && of[f->parts].name; f->parts++) {
        const struct zni_solution_piece *p = &of[f->parts];

        f->part[f->parts] = (zn_solution_part){p->name, p->in_w, end[p->in_w], p->length(f->problem)};
        end[p->in_w] += f->part[f->parts].length;
    }
}

/* After the problem is read: find its class, check the data, list the pieces of its solution. */
zn_status zni_problem_file_complete(zn_problem_file *f)
{
    const zn_type *type;
    zn_status st =
        zn_type_find(f->store.ctx, ZN_KIND_PROBLEM, f->format->class, &type);

    if (st)
        return st;
    f->type = (const zn_problem_type *)type;
    st = f->type->check(f->store.ctx, f->problem);
    if (!st)
        find_parts(f);
    return st;
}

zn_status zni_problem_file_new(zn_ctx *ctx, const char *name,
                               zn_problem_file **out)
{
    zn_problem_file *f = zn_alloc(ctx, 1, sizeof *f);
    zn_status st = f ? ZN_OK : ZN_ENOMEM;

    if (f)
        f->store.ctx = ctx;
    if (!st && name)
        st = zni_format_find(ctx, name, &f->format);
    *out = f;
    return st;
}

/* Complete f, which has been read, and hand it over; free it if anything failed. path: for the words, or NULL */
static zn_status settle(zn_ctx *ctx, zn_status st, const char *path, zn_problem_file *f, zn_problem_file **out)
{
    if (!st)
        st = zni_problem_file_complete(f);
    if (path)
        st = zn_note(ctx, st, "'%s'", path);
    if (st)
        zn_problem_file_free(f);
    else
        *out = f;
    return st;
}

static zn_status read_text(zn_problem_file *f, const char *path,
                           const char *text, zn_index length)
{
    const zni_c_locale l = zni_c_locale_set();
    const zn_status st = zni_read_text(f, path, text, length);

    zni_c_locale_restore(l);
    return st;
}

zn_status zn_problem_file_parse(zn_ctx *ctx, const char *text, zn_index length,
                                const char *name, zn_problem_file **out)
{
    zn_problem_file *f;
    char *copy = NULL; /* with a zero appended */
    zn_status st;

    *out = NULL;
    st = zni_problem_file_new(ctx, name, &f);
    if (!st && length < 0)
        st = zn_fail(ctx, ZN_EINVAL, "length = %td", length);
    if (!st && !(copy = zn_alloc(ctx, length + 1, 1)))
        st = ZN_ENOMEM;
    if (!st) {
        memcpy(copy, text, (size_t)length);
        st = read_text(f, NULL, copy, length);
    }
    zn_free_array(ctx, copy);
    return settle(ctx, st, NULL, f, out);
}

zn_status zn_problem_file_read(zn_ctx *ctx, const char *path, const char *name,
                               zn_problem_file **out)
{
    zn_problem_file *f;
    char *text = NULL;
    zn_index length;
    FILE *in = NULL;
    zn_status st;

    *out = NULL;
    st = zni_problem_file_new(ctx, name, &f);
    if (!st && !(in = zni_open_to_read(path)))
        st = zn_fail(ctx, errno == ENOENT ? ZN_ENOENT : ZN_EIO, "%s",
                     strerror(errno));
    if (!st)
        st = slurp(ctx, in, &text, &length);
    if (in)
        fclose(in);
    if (!st && zni_hdf5_is(text, length))
        st = zni_read_fclib(f, path);
    else if (!st)
        st = read_text(f, path, text, length);
    zn_free_array(ctx, text);
    return settle(ctx, st, path, f, out);
}

void zn_problem_file_free(zn_problem_file *f)
{
    if (!f)
        return;
    zni_store_free(&f->store);
    zn_free_array(f->store.ctx, f);
}

/* ---- looking in ---------------------------------------------------------- */

const char *zn_problem_file_class(const zn_problem_file *f)
{
    return f->format->class;
}

const void *zn_problem_file_problem(const zn_problem_file *f)
{
    return f->problem;
}

zn_index zn_problem_file_nz(const zn_problem_file *f)
{
    return f->type->nz(f->problem);
}

zn_index zn_problem_file_nw(const zn_problem_file *f)
{
    return f->type->nw(f->problem);
}

zn_index zn_problem_file_contacts(const zn_problem_file *f)
{
    return f->format->contacts ? f->format->contacts(f->problem) : 0;
}

const zn_solution_part *zn_problem_file_part(const zn_problem_file *f,
                                             zn_index i)
{
    return i >= 0 && i < f->parts ? &f->part[i] : NULL;
}

/* ---- writing ------------------------------------------------------------- */

static bool is_fclib(const char *path)
{
    const char *dot = strrchr(path, '.');

    return dot && (!strcmp(dot, ".h5") || !strcmp(dot, ".hdf5"));
}

/* The format of a class; fails if the problem cannot be written in that layout. */
static zn_status find_writable(zn_ctx *ctx, bool fclib, const char *name,
                               const void *p, const zni_problem_format **out)
{
    zn_status st = zni_format_find(ctx, name, out);
    const char *why = !st && (*out)->unwritable ? (*out)->unwritable(p) : NULL;

    if (why)
        st = zn_fail(ctx, ZN_ENOTSUP, "%s", why);
    if (!st && fclib && !(*out)->group)
        st = zn_fail(ctx, ZN_ENOTSUP,
                     "fclib has no layout for class '%s'; text, a name that "
                     "does not end in .h5 or .hdf5, has one",
                     (*out)->class);
    return st;
}

static zn_status write_text(zn_ctx *ctx, FILE *out,
                            const zni_problem_format *format, const void *p)
{
    const zni_c_locale l = zni_c_locale_set();

    zni_fields_write(out, format->fields, p);
    if (format->write)
        format->write(out, p);
    zni_c_locale_restore(l);
    return ferror(out) ? zn_fail(ctx, ZN_EIO, "writing failed") : ZN_OK;
}

static zn_status write_into(zn_ctx *ctx, FILE *out, bool fclib,
                            const zni_problem_format *format, const void *p)
{
    zn_status st = fclib ? zni_write_fclib(ctx, out, format, p)
                         : write_text(ctx, out, format, p);

    if (fclose(out) && !st)
        st = zn_fail(ctx, ZN_EIO, "%s", strerror(errno));
    return st;
}

zn_status zni_problem_file_write_with(zn_ctx *ctx, const char *path,
                                      const char *name, const void *p,
                                      FILE *(*make)(const char *path))
{
    const bool fclib = is_fclib(path);
    const zni_problem_format *format;
    zn_status st = find_writable(ctx, fclib, name, p, &format);
    FILE *out = st ? NULL : make(path);
    struct stat what = {0};

    if (!st && !out)
        st = zn_fail(ctx, ZN_EIO, "%s", zni_typed_words(path));
    if (out) {
        fstat(fileno(out), &what);
        st = write_into(ctx, out, fclib, format, p);
    }
    if (st && S_ISREG(what.st_mode)) /* remove an incomplete file, but no device */
        unlink(path);
    return zn_note(ctx, st, "problem file '%s'", path);
}

zn_status zn_problem_file_write(zn_ctx *ctx, const char *path, const char *name,
                                const void *p)
{
    return zni_problem_file_write_with(ctx, path, name, p, zni_typed_file);
}
