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
};

/* The format of a class or of a word for it; ZN_ENOENT lists those known. */
zn_status zni_format_find(zn_ctx *ctx, const char *name,
                          const zni_problem_format **out);

/* Read a text into f; finds f->format, from the path (if any) and the text,
 * unless it is set. text[length] is zero. */
zn_status zni_read_text(zn_problem_file *f, const char *path, const char *text,
                        zn_index length);

/* The same of an fclib HDF5 file. */
zn_status zni_read_fclib(zn_problem_file *f, const char *path);
zn_status zni_write_fclib(zn_ctx *ctx, const char *path,
                          const zni_problem_format *format, const void *p);

/* Does the suffix ask for HDF5? */
bool zni_path_is_fclib(const char *path);

#endif
