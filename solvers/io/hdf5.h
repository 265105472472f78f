/* hdf5.h - HDF5, loaded with the first file of its kind
 *
 * It brings some thirty shared libraries, which would take more than half of the time in which
 * a program starts. So our libraries are not linked with it; a module is (hdf5_module.c), and
 * whoever opens a file asks for that first. From then on the functions are there, here under
 * their own names.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_HDF5_H
#define ZENO_SOLVERS_HDF5_H

#include <zeno/ctx.h>

#include "solvers/io/hdf5_calls.h"

/* NULL until it is loaded, which is once in a process: HDF5 is one for all, too. */
ZN_API extern const zni_hdf5_calls *zni_hdf5;

/* Have it loaded. ZN_ENOENT: the module is not there, or one of its libraries; the words say
 * where it was looked for. */
ZN_API zn_status zni_hdf5_need(zn_ctx *ctx);

/* HDF5 shall not close at exit what is open, whether it is there already or is loaded later
 * (H5dont_atexit). For programs of ours: others may count on it. */
ZN_API void zni_hdf5_leave_open(void);

/* Is this the beginning of an HDF5 file? */
ZN_API bool zni_hdf5_is(const char *bytes, zn_index length);

/* Is it a file of HDF5, by what it begins with, or has behind a block of somebody else's?
 * HDF5 itself is not needed to know. What is no regular file is none. */
ZN_API bool zni_hdf5_is_file(const char *path);

/* ---- the functions' own names: of the table, by configure ---- */

#include "solvers/io/hdf5_names.h"

/* since HDF5 1.12 this is a name for another */
#ifdef H5Literate
#define H5Literate2 zni_hdf5->H5Literate2
#else
#define H5Literate zni_hdf5->H5Literate
#endif

#endif
