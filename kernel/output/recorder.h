/* recorder.h - columns and file formats of the recorder
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_RECORDER_H
#define ZENO_KERNEL_RECORDER_H

#include "solvers/core/kept.h"

#include <zeno/output.h>

/* Where a column's value comes from. Parts of the state are read by offset,
 * found when recording begins. */
typedef enum zni_source {
    ZNI_FROM_PROBE,
    ZNI_FROM_TIME,
    ZNI_FROM_Q,
    ZNI_FROM_V,
    ZNI_FROM_P,
    ZNI_FROM_X,
    ZNI_FROM_Y,
    ZNI_FROM_LAMBDA,
    ZNI_FROM_REACTION
} zni_source;

typedef struct zni_column {
    const char           *name, *unit; /* one block, owned */
    zni_source            source;
    zn_probe_fn          *fn;
    zni_kept              user;
    const zn_ds          *ds; /* one of these two, for parts of the state */
    const zn_interaction *a;
    int                   level;
    int                   body;  /* of a reaction, 1 or 2 */
    zn_index              i;     /* component */
    zn_index              at;    /* in the state's vector */
    zn_index              place; /* of ds or a in the model */
    zn_index              serial; /* of it, or the id of a system */
    bool                  gone;  /* removed from the model: NaN from now on */
} zni_column;

/* A file format. `try_file` says whether a file can be made, and leaves what is there
 * alone. One is made by `open`; then notes in any number and at any time, the columns
 * once, and blocks of rows. Column c of a block is values[c * stride ...]. What was
 * flushed survives the process, wherever it dies later. Words of a failure name the
 * reason; the caller adds the file. */
typedef struct zni_format {
    const char *suffix[3]; /* ".csv", ended by NULL */
    zn_status (*try_file)(zn_ctx *ctx, const char *path);
    zn_status (*open)(zn_ctx *ctx, const char *path, void **file);
    zn_status (*note)(void *file, const char *key, const char *text);
    zn_status (*columns)(void *file, zn_index n, const zni_column column[],
                         zn_index rows);
    zn_status (*write)(void *file, zn_index rows, const double values[],
                       zn_index stride);
    zn_status (*flush)(void *file);
    zn_status (*close)(void *file); /* frees it in any case; NULL is fine */
} zni_format;

extern const zni_format zni_format_csv;
extern const zni_format zni_format_hdf5;

/* A note that waits for the file. */
typedef struct zni_note {
    struct zni_note *next;
    const char      *text; /* behind the key */
    char             key[];
} zni_note;

/* A row is evaluated at every step and goes into the block when it is due. The file
 * is made with the first row. */
struct zn_recorder {
    zn_ctx              *ctx;
    const zn_simulation *s;
    char                *path;
    const zni_format    *format;
    void                *file; /* NULL: not made yet, or closed */
    bool                 closed;
    zni_note            *notes, **last_note; /* before there is a file */
    zn_index             every;
    zn_status            st; /* of the first failure; nothing is done after */
    zn_index             n, ccolumn;
    zni_column          *column;
    bool                 begun; /* columns are fixed, the file is made */
    zn_index             seen;  /* changes of the model */
    double              *row;   /* n, the last step observed */
    bool                 kept;  /* row is in the block */
    double              *block; /* room x n */
    zn_index             room, rows;
    double               flushed; /* clock after the last flush (s) */
    double               patience; /* until the next (s) */
};

/* ---- recorder_columns.c ---- */
/* Add a column; its name and unit are copied. */
zn_status zni_recorder_add(zn_recorder *r, zni_column c);
/* Add the columns for a user who asked for none. */
zn_status zni_recorder_default(zn_recorder *r);
/* All but the first n. */
void zni_recorder_forget(zn_recorder *r, zn_index n);
/* Find where the columns are in the state; from here on they are fixed. */
void zni_recorder_locate(zn_recorder *r);
/* Evaluate all columns at the present state, into r->row. */
void zni_recorder_evaluate(zn_recorder *r);

#endif
