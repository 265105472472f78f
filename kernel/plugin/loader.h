/* loader.h - the plugins of a context, for operators
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_LOADER_H
#define ZENO_KERNEL_LOADER_H

#include <zeno/plugin.h>

/* The arguments of a function of a plugin that is loaded, as its compiler wrote them down
 * (dwarf.h); NULL: it did not. Borrowed from the context. */
const char *zni_plugin_declared(zn_ctx *ctx, const char *plugin, const char *symbol);

#endif
