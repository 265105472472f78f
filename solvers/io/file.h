/* file.h - a problem file from the inside
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_FILE_H
#define ZENO_SOLVERS_FILE_H

#include "io.h"

struct zn_problem_file {
    zni_store store;
    const zni_problem_format *format;
    const zn_problem_type *type;
    const void *problem; /* in the store */
    zn_solution_part part[ZNI_PARTS];
    int parts;
    const double *known_z, *known_w; /* in the store; NULL: not known */
};

/* An empty one; name NULL: its format is not known yet. Given back, for freeing,
 * on failure too. */
zn_status zni_problem_file_new(zn_ctx *ctx, const char *name,
                               zn_problem_file **out);
/* The problem is there: check it, fill in the rest. */
zn_status zni_problem_file_complete(zn_problem_file *f);

/* The format of a class or of a word for it; ZN_ENOENT lists those known. */
zn_status zni_format_find(zn_ctx *ctx, const char *name,
                          const zni_problem_format **out);

/* Read a text into f; finds f->format, from the path (if any) and the text,
 * unless it is set. text[length] is zero. */
zn_status zni_read_text(zn_problem_file *f, const char *path, const char *text,
                        zn_index length);

/* The same of an fclib HDF5 file. */
zn_status zni_read_fclib(zn_problem_file *f, const char *path);
zn_status zni_write_fclib(zn_ctx *ctx, FILE *out,
                          const zni_problem_format *format, const void *p);

#endif
