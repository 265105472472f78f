/** @file
 * Loading shared objects with user functions or new classes, through libltdl.
 *
 * A name is searched as: itself, if it contains a slash; then NAME.so in
 * the folders of zn_plugin_path_add (last added first), the folders of the
 * environment variable ZENO_PLUGIN_PATH (not in a program that runs with rights
 * of its own), the installed plugin folder, the current folder; in each also
 * .libs/NAME.so, where libtool keeps a module before it is installed. A loaded
 * plugin stays loaded until the context is freed.
 *
 * A plugin is a program: it may do whatever you may. Before it is given to the
 * system's loader the file is looked at, so that a damaged one is refused with
 * words rather than ending the process.
 *
 * Everything that a plugin calls must be found when it is loaded, and what it
 * exports is seen by nobody else. Contexts of several threads may load at the
 * same time.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_PLUGIN_H
#define ZENO_PLUGIN_H

#include <zeno/operator.h>

ZN_BEGIN_DECLS

/** Search this folder too, first. */
ZN_API zn_status zn_plugin_path_add(zn_ctx *ctx, const char *dir);

/** Load a plugin by name or path; loading one twice is fine. If it exports
 * zn_plugin_entry, its description is checked and its classes are registered,
 * all or none.
 * @retval ZN_ENOENT  not found (the folders searched are listed), or not a
 *                    shared object (the loader's words)
 * @retval ZN_EABI, ZN_EEXIST, ZN_EINVAL  as zn_plugin_add; also ZN_EEXIST when
 *                    another file with a plugin of that name is loaded, and
 *                    ZN_EINVAL when it describes a symbol that is not there */
ZN_API zn_status zn_plugin_load(zn_ctx *ctx, const char *name);

/** Address of a symbol of a plugin, loading it if needed.
 * @param[out] desc  its row of the plugin's table, or NULL if not described;
 *                   may be NULL
 * @retval ZN_ENOENT  no such symbol; lists the described ones */
ZN_API zn_status zn_plugin_symbol(zn_ctx *ctx, const char *plugin,
                                  const char *symbol, zn_fn **out,
                                  const zn_symbol **desc);

/** Register the kernel's classes on the context. Done by every constructor of
 * the kernel; call it yourself only to list classes before making anything. */
ZN_API zn_status zn_kernel_register(zn_ctx *ctx);

ZN_END_DECLS
#endif
