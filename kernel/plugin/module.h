/* module.h - one shared object in memory
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_MODULE_H
#define ZENO_KERNEL_MODULE_H

#include <zeno/operator.h>

/* Opaque: libltdl's handle. */
typedef struct zni_module zni_module;

/* Open the file at `path`, absolute, all its references resolved, its symbols
 * visible to nobody else. ZN_ENOENT with the loader's words if that fails. */
zn_status zni_module_open(zn_ctx *ctx, const char *path, zni_module **out);
void zni_module_close(zni_module *m);

/* A function that the module itself exports, NULL if it does not. */
zn_fn *zni_module_own(zni_module *m, const char *path, const char *name);

/* A function that it or a library it brought exports, NULL if none does. */
zn_fn *zni_module_function(zni_module *m, const char *path, const char *name);

#endif
