/* core.h - the context and the registry as the libraries' own files see them
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_CORE_H
#define ZENO_SOLVERS_CORE_H

#include <zeno/solver.h>

/* room for the message; zn_note cuts what does not fit */
#define ZNI_MESSAGE 4096

struct zn_ctx {
    zn_allocator   alloc;
    char           message[ZNI_MESSAGE];
    zn_log_level   level;
    zn_log_fn     *log;
    void          *log_user;
    zn_index       nkinds, ckinds;
    zn_kind_info  *kinds;
    zn_index       ntypes, ctypes;
    const zn_type **types;
    zn_index         nplugins, cplugins;
    const zn_plugin **plugins;
    /* what libzeno hangs here: loaded modules */
    void *kernel;
    void (*kernel_drop)(zn_ctx *ctx, void *kernel);
};

/* Declare the kinds of the solvers and add the built-in classes. */
zn_status zni_solvers_register(zn_ctx *ctx);

/* The place where libzeno keeps its own per-context data; drop is called by
 * zn_ctx_free. Exported for libzeno, not for users. */
ZN_API void *zni_ctx_kernel(const zn_ctx *ctx);
ZN_API void zni_ctx_set_kernel(zn_ctx *ctx, void *kernel,
                               void (*drop)(zn_ctx *ctx, void *kernel));

#endif
