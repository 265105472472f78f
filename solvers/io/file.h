/* file.h - the struct behind zn_problem_file, and what fills it
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
    const double *known_z, *known_w; /* a known solution, in the store; NULL: none */
};

/* An empty one; name NULL: its format is not known yet. *out is set on failure, too (NULL without memory), and
 * must be freed. */
zn_status zni_problem_file_new(zn_ctx *ctx, const char *name,
                               zn_problem_file **out);
/* After f->problem is set: check it, fill in the rest. */
zn_status zni_problem_file_complete(zn_problem_file *f);

/* The format of a class, by its name or another word for it. ZN_ENOENT: unknown; the message lists the classes. */
zn_status zni_format_find(zn_ctx *ctx, const char *name,
                          const zni_problem_format **out);

/* Read a text into f. Unless f->format is set it is found from the path (if any) and the text. text[length] must
 * be zero. */
zn_status zni_read_text(zn_problem_file *f, const char *path, const char *text,
                        zn_index length);

/* The same for an HDF5 file of fclib. */
zn_status zni_read_fclib(zn_problem_file *f, const char *path);
zn_status zni_write_fclib(zn_ctx *ctx, FILE *out,
                          const zni_problem_format *format, const void *p);

#endif
