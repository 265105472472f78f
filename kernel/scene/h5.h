/* h5.h - what films need of HDF5
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_SCENE_H5_H
#define ZENO_KERNEL_SCENE_H5_H

#include <zeno/ctx.h>

#include "kernel/output/h5_file.h"

/* ---- h5.c: what is bool is false on failure ---- */
/* A dataset of rows x cols numbers (cols 0: one dimension), written at once. */
bool zni_h5_put(hid_t at, const char *name, hid_t type, hsize_t rows,
                hsize_t cols, const void *values);
/* Names, as one dataset of texts of equal length. */
bool zni_h5_put_names(hid_t at, const char *name, hsize_t n,
                      const char *const names[]);
bool zni_h5_put_text(hid_t object, const char *key, const char *text);

/* A dataset that grows by rows of cols x depth numbers. */
typedef struct zni_h5_rows {
    hid_t   set, memory_type;
    hsize_t rows, cols, depth;
    hsize_t chunk; /* rows of one */
    hsize_t most; /* rows that it has had; `rows` may be set back, to write over them */
} zni_h5_rows;

/* -1 for what is not open: begin with that. */
bool zni_h5_rows_begin(zni_h5_rows *r, hid_t at, const char *name, hid_t type,
                       hsize_t cols, hsize_t depth, const char *unit,
                       const char *columns);
/* Says what failed; the rows are not counted then. */
zn_status zni_h5_rows_add(zn_ctx *ctx, zni_h5_rows *r, hsize_t n,
                          const void *values);
/* Bytes of the chunks that n more rows begin. */
hsize_t zni_h5_rows_chunks(const zni_h5_rows *r, hsize_t n);
void zni_h5_rows_end(zni_h5_rows *r);

/* Read all of a dataset as that type: its rows, and that a row has `cols` numbers.
 * *out is NULL where it fails, with words. */
zn_status zni_h5_get(zn_ctx *ctx, hid_t at, const char *name, hid_t type,
                     size_t elem, hsize_t cols, hsize_t most, zn_index *rows,
                     void **out);
/* Names; each is freed by itself, and the array. */
zn_status zni_h5_get_names(zn_ctx *ctx, hid_t at, const char *name,
                           zn_index *n, char ***out);
/* A text attribute, "" if there is none; freed by zn_free_array. */
zn_status zni_h5_get_text(zn_ctx *ctx, hid_t at, const char *key, char **out);

#endif
