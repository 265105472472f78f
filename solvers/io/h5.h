/* h5.h - fclib's HDF5 files: numbers, vectors and matrices by path
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_H5_H
#define ZENO_SOLVERS_H5_H

#include "hdf5.h"
#include "io.h"

/* An open file. HDF5's own error printing is off while there is one. */
typedef struct zni_h5 {
    zn_ctx *ctx;
    hid_t file;
    H5E_auto2_t print; /* HDF5's error printing as it was, to be restored */
    void *print_data;
    zn_status st; /* the first failure. All that follows does nothing, so callers check it once at the end */
} zni_h5;

zn_status zni_h5_open(zn_ctx *ctx, const char *path, zni_h5 *h);
zn_status zni_h5_close(zni_h5 *h);

/* A new file in memory. It is not written by name: HDF5 would open that itself, and the caller must know which file
 * it is that is written. */
zn_status zni_h5_new(zn_ctx *ctx, zni_h5 *h);

/* Write its bytes to `out` at the present position; the file stays open. */
zn_status zni_h5_copy(const zni_h5 *h, FILE *out);

/* Is there a group of that name at the top? */
bool zni_h5_has(const zni_h5 *h, const char *group);

/* ---- in: each returns h->st; messages name the dataset ------------------- */

zn_status zni_h5_index(zni_h5 *h, const char *group, const char *name,
                       zn_index lo, zn_index hi, zn_index *out);

/* The number of numbers in a dataset. */
zn_status zni_h5_length(zni_h5 *h, const char *group, const char *name,
                        zn_index *n);

/* Exactly n finite numbers, owned by the store. */
zn_status zni_h5_vector(zni_h5 *h, zni_store *s, const char *group,
                        const char *name, zn_index n, const double **out);

/* A rows x cols matrix in compressed columns, owned by the store. */
zn_status zni_h5_matrix(zni_h5 *h, zni_store *s, const char *group,
                        const char *name, zn_index rows, zn_index cols,
                        const zn_matrix **out);

/* ---- out, likewise ------------------------------------------------------- */

zn_status zni_h5_put_group(zni_h5 *h, const char *group);
zn_status zni_h5_put_index(zni_h5 *h, const char *group, const char *name,
                           zn_index x);
zn_status zni_h5_put_vector(zni_h5 *h, const char *group, const char *name,
                            zn_index n, const double x[]);
zn_status zni_h5_put_matrix(zni_h5 *h, const char *group, const char *name,
                            const zn_matrix *A);
zn_status zni_h5_put_info(zni_h5 *h, const char *group);

/* ---- field by field ------------------------------------------------------ */

zn_status zni_fields_read_fclib(zni_h5 *h, zni_store *s, const char *group, const zni_field f[],
                                void *p);
zn_status zni_fields_write_fclib(zni_h5 *h, const char *group, const zni_field f[], const void *p);

#endif
