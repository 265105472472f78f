/* hdf5_linked.c - HDF5 for programs that are linked with it: there from the start
 *
 * For tests that reach inside the libraries, and have no library of ours beside which the
 * module would be.
 * SPDX-License-Identifier: Apache-2.0 */
#include "solvers/io/hdf5.h"

const zni_hdf5_calls *zni_hdf5 = &zni_hdf5_module;

zn_status zni_hdf5_need(zn_ctx *ctx)
{
    (void)ctx;
    return ZN_OK;
}

void zni_hdf5_leave_open(void)
{
    H5dont_atexit();
}
