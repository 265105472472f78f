/* hdf5_linked.c - HDF5 for programs that are linked with it, where nothing has to be loaded
 *
 * For tests that are linked with our objects: there is no library of ours next to which the
 * module could be found.
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
