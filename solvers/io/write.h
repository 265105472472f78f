/* write.h - problems into files that somebody else makes
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_IO_WRITE_H
#define ZENO_SOLVERS_IO_WRITE_H

#include <stdio.h>

#include <zeno/problem_file.h>

/* As zn_problem_file_write, into the file that `make` opens, once, when all else is in order;
 * NULL: errno says why there is none. What is written goes there whatever has the name
 * meanwhile. Exported because libzeno is another shared library. */
ZN_API zn_status zni_problem_file_write_with(zn_ctx *ctx, const char *path,
                                             const char *name, const void *p,
                                             FILE *(*make)(const char *path));

#endif
