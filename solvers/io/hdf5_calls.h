/* hdf5_calls.h - the functions of HDF5 that we call, as one table
 *
 * The module zeno-hdf5 fills it in. From this list configure makes hdf5_names.h, which lets callers use the functions'
 * own names.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_HDF5_CALLS_H
#define ZENO_SOLVERS_HDF5_CALLS_H

#include <stddef.h>

#include <hdf5.h>

#include <zeno/base.h>

#define ZNI_HDF5_CALLS(X)                                                      \
    X(H5Aclose) X(H5Acreate2) X(H5Adelete) X(H5Aexists) X(H5Aget_space)        \
    X(H5Aget_type) X(H5Aiterate2) X(H5Aopen) X(H5Aread) X(H5Awrite)            \
    X(H5Dclose) X(H5Dcreate2) X(H5Dflush) X(H5Dget_create_plist)               \
    X(H5Dget_space) X(H5Dget_storage_size) X(H5Dget_type) X(H5Dopen2)          \
    X(H5Dread) X(H5Dset_extent) X(H5Dvlen_reclaim) X(H5Dwrite) X(H5Eget_auto2) \
    X(H5Eset_auto2) X(H5Ewalk2) X(H5Fclose) X(H5Fcreate) X(H5Fflush)           \
    X(H5Fget_eoa) X(H5Fget_file_image) X(H5Fget_vfd_handle) X(H5Fopen)         \
    X(H5Gclose) X(H5Gcreate2) X(H5Gget_info) X(H5Gopen2) X(H5Iget_type)        \
    X(H5Lexists) X(H5Lget_name_by_idx) X(H5Literate) X(H5Oclose) X(H5Oopen)    \
    X(H5Pclose) X(H5Pcreate) X(H5Pget_external_count) X(H5Pget_layout)         \
    X(H5Pget_mdc_config) X(H5Pset_char_encoding) X(H5Pset_chunk)               \
    X(H5Pset_chunk_cache) X(H5Pset_create_intermediate_group)                  \
    X(H5Pset_fapl_core) X(H5Pset_fapl_sec2) X(H5Pset_fill_time)                \
    X(H5Pset_libver_bounds) X(H5Pset_link_creation_order) X(H5Pset_mdc_config) \
    X(H5Sclose) X(H5Screate) X(H5Screate_simple) X(H5Sget_simple_extent_dims)  \
    X(H5Sget_simple_extent_ndims) X(H5Sget_simple_extent_npoints)              \
    X(H5Sselect_hyperslab) X(H5Tclose) X(H5Tcopy) X(H5Tenum_create)            \
    X(H5Tenum_insert) X(H5Tget_class) X(H5Tget_size) X(H5Tis_variable_str)     \
    X(H5Tset_cset) X(H5Tset_size) X(H5check_version) X(H5dont_atexit)          \
    X(H5free_memory) X(H5open)

/* Identifiers of types and of property list classes, which HDF5 assigns when it starts. */
#define ZNI_HDF5_IDS(X)                                                        \
    X(H5P_CLS_DATASET_ACCESS_ID_g) X(H5P_CLS_DATASET_CREATE_ID_g)              \
    X(H5P_CLS_FILE_ACCESS_ID_g) X(H5P_CLS_FILE_CREATE_ID_g)                    \
    X(H5P_CLS_LINK_CREATE_ID_g) X(H5T_C_S1_g) X(H5T_IEEE_F32LE_g)              \
    X(H5T_IEEE_F64LE_g) X(H5T_NATIVE_DOUBLE_g) X(H5T_NATIVE_INT64_g)           \
    X(H5T_NATIVE_INT8_g) X(H5T_NATIVE_LLONG_g) X(H5T_NATIVE_UCHAR_g)           \
    X(H5T_STD_I32LE_g)

#define ZNI_HDF5_CALL(f) __typeof__(f) *f;
#define ZNI_HDF5_ID(x)   __typeof__(x) *x;

typedef struct zni_hdf5_calls {
    size_t size; /* of this table: a module of another Zeno is refused */
    const char *version; /* of Zeno */
    ZNI_HDF5_CALLS(ZNI_HDF5_CALL)
    ZNI_HDF5_IDS(ZNI_HDF5_ID)
} zni_hdf5_calls;

/* The module's only symbol. */
ZN_API extern const zni_hdf5_calls zni_hdf5_module;

#endif
