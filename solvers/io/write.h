/* write.h - writes problems into files that the caller opens
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_IO_WRITE_H
#define ZENO_SOLVERS_IO_WRITE_H

#include <stdio.h>

#include <zeno/problem_file.h>

/* As zn_problem_file_write, but `make` opens the file; it is called once, after all checks, and returns NULL with errno
 * if it fails. The problem goes into that file even if the name is given to another one meanwhile. Exported because
 * libzeno is another shared library. */
ZN_API zn_status zni_problem_file_write_with(zn_ctx *ctx, const char *path,
                                             const char *name, const void *p,
                                             FILE *(*make)(const char *path));

#endif
