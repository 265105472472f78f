/* recorder.c - writes rows of a running simulation to a file
 *
 * A row is evaluated at every observed step, and kept when it is due; so the
 * last row before an end that nobody expected is at hand too. Kept rows gather
 * column by column in a block that goes to the file when it is full; every
 * second the file is flushed. There is no file before the first row.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/output/recorder.h"

#include <string.h>
#include <strings.h>

#include "kernel/output/clock.h"

/* A block holds about this many numbers, within these limits of rows: large
 * enough to cost nothing per row, small enough for thousands of columns. */
#define BLOCK    131072
#define MIN_ROWS 64
#define MAX_ROWS 4096

/* Seconds between flushes; more if that would cost more than a hundredth. */
#define PATIENCE 1.0
#define COSTLY   100.0

/* Add the file to the words, and remember that it failed. */
static zn_status broken(zn_recorder *r, zn_status st)
{
    if (!st)
        return ZN_OK;
    r->st = st;
    return zn_note(r->ctx, st, "recorder '%s'", r->path);
}

/* ---- notes ---- */

/* Kept until the file is made, later ones until it is closed. */
static zn_status remember(zn_recorder *r, const char *key, const char *text)
{
    const size_t nkey = strlen(key) + 1, ntext = strlen(text) + 1;
    zni_note *k =
        zn_alloc(r->ctx, (zn_index)(sizeof *k + nkey + ntext), 1);

    if (!k)
        return ZN_ENOMEM;
    memcpy(k->key, key, nkey);
    k->text = memcpy(k->key + nkey, text, ntext);
    *r->last_note = k;
    r->last_note = &k->next;
    return ZN_OK;
}

static void forget_notes(zn_recorder *r)
{
    while (r->notes) {
        zni_note *next = r->notes->next;
        zn_free_array(r->ctx, r->notes);
        r->notes = next;
    }
    r->last_note = &r->notes;
}

static zn_status write_notes(zn_recorder *r)
{
    zn_status st = ZN_OK;

    for (const zni_note *k = r->notes; !st && k; k = k->next)
        st = r->format->note(r->file, k->key, k->text);
    if (!st)
        forget_notes(r);
    return st;
}

/* ---- rows ---- */

static zn_status open_file(zn_recorder *r)
{
    zn_status st = r->format->open(r->ctx, r->path, &r->file);

    if (!st)
        st = write_notes(r);
    return st ? st : r->format->columns(r->file, r->n, r->column, r->room);
}

/* Where memory was short nothing is left of it, and the next call begins again. */
static zn_status begin(zn_recorder *r)
{
    zn_status st = r->n == 1 ? zni_recorder_default(r) : ZN_OK;

    if (st) {
        zni_recorder_forget(r, 1);
        return st;
    }
    zni_recorder_locate(r);
    r->room = BLOCK / r->n;
    r->room = r->room < MIN_ROWS   ? MIN_ROWS
              : r->room > MAX_ROWS ? MAX_ROWS
                                   : r->room;
    zn_free_array(r->ctx, r->row);
    zn_free_array(r->ctx, r->block);
    r->row = zn_alloc(r->ctx, r->n, sizeof *r->row);
    r->block = zn_alloc(r->ctx, r->room * r->n, sizeof *r->block);
    if (!r->row || !r->block)
        return ZN_ENOMEM;
    st = open_file(r);
    if (st == ZN_ENOMEM && r->file) {
        r->format->close(r->file);
        r->file = NULL;
    }
    r->begun = r->file != NULL;
    return st;
}

static void keep(zn_recorder *r)
{
    for (zn_index c = 0; c < r->n; c++)
        r->block[c * r->room + r->rows] = r->row[c];
    r->rows++;
    r->kept = true;
}

static zn_status write_block(zn_recorder *r)
{
    zn_status st = ZN_OK;

    if (r->rows)
        st = r->format->write(r->file, r->rows, r->block, r->room);
    r->rows = 0;
    return st;
}

static zn_status flush(zn_recorder *r)
{
    const double begin = zni_clock();
    zn_status st = write_block(r);

    if (!st)
        st = r->format->flush(r->file);
    r->flushed = zni_clock();
    r->patience = COSTLY * (r->flushed - begin);
    if (r->patience < PATIENCE)
        r->patience = PATIENCE;
    return st;
}

static zn_status observe(void *user, const zn_simulation *s)
{
    zn_recorder *r = user;
    const zn_index step = zn_simulation_step_number(s);
    const bool first = !r->begun, last = zn_simulation_done(s);
    zn_status st = ZN_OK;

    if (r->closed || r->st)
        return ZN_OK;
    if (first)
        st = begin(r);
    if (st == ZN_ENOMEM)
        return zn_note(r->ctx, st, "recorder '%s'", r->path);
    if (st)
        return broken(r, st);
    r->kept = true; /* of a row that a probe closes there is nothing to keep */
    zni_recorder_evaluate(r);
    if (r->closed)
        return ZN_OK;
    r->kept = false;
    if (first || last || step % r->every == 0)
        keep(r);
    if (first || last || zni_clock() - r->flushed > r->patience)
        st = flush(r);
    else if (r->rows == r->room)
        st = write_block(r);
    return broken(r, st);
}

/* ---- the object ---- */

zn_status zn_recorder_note(zn_recorder *r, const char *key, const char *text)
{
    return !r || r->closed || r->st ? ZN_OK : broken(r, remember(r, key, text));
}

zn_status zn_recorder_flush(zn_recorder *r)
{
    if (!r || !r->file || r->st)
        return ZN_OK;
    return broken(r, flush(r));
}

static zn_status flush_recorder(void *user)
{
    return zn_recorder_flush(user);
}

zn_status zn_recorder_close(zn_recorder *r)
{
    zn_status st = ZN_OK, closed;

    if (!r || r->closed)
        return ZN_OK;
    r->closed = true;
    if (!r->file)
        return ZN_OK;
    if (!r->st) {
        if (!r->kept)
            keep(r);
        st = flush(r);
        if (!st)
            st = write_notes(r);
    }
    closed = r->format->close(r->file);
    r->file = NULL;
    zn_free_array(r->ctx, r->block);
    r->block = NULL;
    return r->st ? ZN_OK : broken(r, st ? st : closed);
}

static void drop(void *user)
{
    zn_recorder *r = user;

    if (zn_recorder_close(r))
        zn_log(r->ctx, ZN_LOG_WARN, "%s", zn_errmsg(r->ctx));
    forget_notes(r);
    zni_recorder_forget(r, 0);
    zn_free_array(r->ctx, r->column);
    zn_free_array(r->ctx, r->row);
    zn_free_array(r->ctx, r->block);
    zn_free_array(r->ctx, r->path);
    zn_free_array(r->ctx, r);
}

/* The format of a file name, by its suffix; NULL if there is none. */
static const zni_format *format_of(const char *path)
{
    static const zni_format *const formats[] = {&zni_format_csv,
                                                &zni_format_hdf5};
    const size_t n = strlen(path);

    for (int k = 0; k < 2; k++)
        for (const char *const *s = formats[k]->suffix; *s; s++)
            if (n > strlen(*s) && strcasecmp(path + n - strlen(*s), *s) == 0)
                return formats[k];
    return NULL;
}

zn_status zn_recorder_new(zn_simulation *s, const char *path, zn_index every,
                          zn_recorder **out)
{
    static const zni_column instant = {
        .name = "t", .unit = "s", .source = ZNI_FROM_TIME};
    zn_ctx *ctx = zn_simulation_ctx(s);
    const zni_format *format = format_of(path);
    zn_recorder *r;
    zn_status st = ZN_ENOMEM;

    *out = NULL;
    if (!format)
        return zn_fail(ctx, ZN_EINVAL,
                       "recorder '%s': the suffix decides the format, and must "
                       "be .csv, .h5 or .hdf5",
                       path);
    if (every < 1)
        return zn_fail(ctx, ZN_EINVAL,
                       "recorder '%s': every %td steps; must be >= 1", path,
                       every);
    r = zn_alloc(ctx, 1, sizeof *r);
    if (!r)
        return ZN_ENOMEM;
    r->ctx = ctx;
    r->s = s;
    r->format = format;
    r->every = every;
    r->last_note = &r->notes;
    r->path = zn_alloc(ctx, (zn_index)strlen(path) + 1, 1);
    if (!r->path)
        goto fail;
    memcpy(r->path, path, strlen(path) + 1);
    st = zni_recorder_add(r, instant);
    if (!st)
        st = broken(r, format->try_file(ctx, path));
    if (!st)
        st = zn_recorder_note(r, "zeno", zn_version());
    if (!st)
        st = zn_simulation_add_observer(s, &(zn_observer){.size = sizeof(zn_observer),
                                                          .fn = observe,
                                                          .user = r,
                                                          .drop = drop,
                                                          .flush = flush_recorder});
    if (st)
        goto fail;
    *out = r;
    return ZN_OK;

fail:
    r->st = st; /* so that nothing is written now */
    drop(r);
    return st;
}
