/* hdf5_module.c - the module zeno-hdf5, which is linked with HDF5 and loaded when HDF5 is needed
 * SPDX-License-Identifier: Apache-2.0 */
#include "solvers/io/hdf5_calls.h"

#define CALL(f) .f = f,
#define ID(x)   .x = &x,

const zni_hdf5_calls zni_hdf5_module = {
    .size = sizeof zni_hdf5_module,
    .version = ZN_VERSION,
    ZNI_HDF5_CALLS(CALL) ZNI_HDF5_IDS(ID)};
