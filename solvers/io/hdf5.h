/* hdf5.h - HDF5, loaded when the first HDF5 file is opened
 *
 * HDF5 depends on some thirty shared libraries, whose loading would take more than half of the
 * start of a program. So our libraries are not linked with it; a module is (hdf5_module.c), and
 * whoever opens a file calls zni_hdf5_need first. After that the functions of HDF5 can be called
 * under their own names.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_HDF5_H
#define ZENO_SOLVERS_HDF5_H

#include <zeno/ctx.h>

#include "solvers/io/hdf5_calls.h"

/* The table of its functions; NULL until it is loaded. There is one for the process, as HDF5 itself is. */
ZN_API extern const zni_hdf5_calls *zni_hdf5;

/* Load it. ZN_ENOENT: the module or one of its libraries is missing; the message says where it was looked
 * for. */
ZN_API zn_status zni_hdf5_need(zn_ctx *ctx);

/* HDF5 shall not close open files at exit, whether it is loaded already or later (H5dont_atexit). Only for our own
 * programs: others may rely on it. */
ZN_API void zni_hdf5_leave_open(void);

/* Do the bytes begin with the signature of an HDF5 file? */
ZN_API bool zni_hdf5_is(const char *bytes, zn_index length);

/* Is it a regular file with the signature of HDF5 at its beginning, or after a user block? HDF5 itself is not
 * needed. */
ZN_API bool zni_hdf5_is_file(const char *path);

/* ---- the functions' own names, as macros that configure makes from the table ---- */

#include "solvers/io/hdf5_names.h"

/* since HDF5 1.12 this is a macro for another function */
#ifdef H5Literate
#define H5Literate2 zni_hdf5->H5Literate2
#else
#define H5Literate zni_hdf5->H5Literate
#endif

#endif
