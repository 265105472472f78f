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

/* ---- the functions' own names ---- */

#define H5Aclose                         zni_hdf5->H5Aclose
#define H5Acreate2                       zni_hdf5->H5Acreate2
#define H5Adelete                        zni_hdf5->H5Adelete
#define H5Aexists                        zni_hdf5->H5Aexists
#define H5Aget_space                     zni_hdf5->H5Aget_space
#define H5Aget_type                      zni_hdf5->H5Aget_type
#define H5Aiterate2                      zni_hdf5->H5Aiterate2
#define H5Aopen                          zni_hdf5->H5Aopen
#define H5Aread                          zni_hdf5->H5Aread
#define H5Awrite                         zni_hdf5->H5Awrite
#define H5Dclose                         zni_hdf5->H5Dclose
#define H5Dcreate2                       zni_hdf5->H5Dcreate2
#define H5Dflush                         zni_hdf5->H5Dflush
#define H5Dget_create_plist              zni_hdf5->H5Dget_create_plist
#define H5Dget_space                     zni_hdf5->H5Dget_space
#define H5Dget_storage_size              zni_hdf5->H5Dget_storage_size
#define H5Dget_type                      zni_hdf5->H5Dget_type
#define H5Dopen2                         zni_hdf5->H5Dopen2
#define H5Dread                          zni_hdf5->H5Dread
#define H5Dset_extent                    zni_hdf5->H5Dset_extent
#define H5Dvlen_reclaim                  zni_hdf5->H5Dvlen_reclaim
#define H5Dwrite                         zni_hdf5->H5Dwrite
#define H5Eget_auto2                     zni_hdf5->H5Eget_auto2
#define H5Eset_auto2                     zni_hdf5->H5Eset_auto2
#define H5Ewalk2                         zni_hdf5->H5Ewalk2
#define H5Fclose                         zni_hdf5->H5Fclose
#define H5Fcreate                        zni_hdf5->H5Fcreate
#define H5Fflush                         zni_hdf5->H5Fflush
#define H5Fget_eoa                       zni_hdf5->H5Fget_eoa
#define H5Fget_file_image                zni_hdf5->H5Fget_file_image
#define H5Fget_vfd_handle                zni_hdf5->H5Fget_vfd_handle
#define H5Fopen                          zni_hdf5->H5Fopen
#define H5Gclose                         zni_hdf5->H5Gclose
#define H5Gcreate2                       zni_hdf5->H5Gcreate2
#define H5Gget_info                      zni_hdf5->H5Gget_info
#define H5Gopen2                         zni_hdf5->H5Gopen2
#define H5Iget_type                      zni_hdf5->H5Iget_type
#define H5Lexists                        zni_hdf5->H5Lexists
#define H5Lget_name_by_idx               zni_hdf5->H5Lget_name_by_idx
#define H5Oclose                         zni_hdf5->H5Oclose
#define H5Oopen                          zni_hdf5->H5Oopen
#define H5Pclose                         zni_hdf5->H5Pclose
#define H5Pcreate                        zni_hdf5->H5Pcreate
#define H5Pget_external_count            zni_hdf5->H5Pget_external_count
#define H5Pget_layout                    zni_hdf5->H5Pget_layout
#define H5Pget_mdc_config                zni_hdf5->H5Pget_mdc_config
#define H5Pset_char_encoding             zni_hdf5->H5Pset_char_encoding
#define H5Pset_chunk                     zni_hdf5->H5Pset_chunk
#define H5Pset_chunk_cache               zni_hdf5->H5Pset_chunk_cache
#define H5Pset_create_intermediate_group zni_hdf5->H5Pset_create_intermediate_group
#define H5Pset_fapl_core                 zni_hdf5->H5Pset_fapl_core
#define H5Pset_fapl_sec2                 zni_hdf5->H5Pset_fapl_sec2
#define H5Pset_fill_time                 zni_hdf5->H5Pset_fill_time
#define H5Pset_libver_bounds             zni_hdf5->H5Pset_libver_bounds
#define H5Pset_link_creation_order       zni_hdf5->H5Pset_link_creation_order
#define H5Pset_mdc_config                zni_hdf5->H5Pset_mdc_config
#define H5Sclose                         zni_hdf5->H5Sclose
#define H5Screate                        zni_hdf5->H5Screate
#define H5Screate_simple                 zni_hdf5->H5Screate_simple
#define H5Sget_simple_extent_dims        zni_hdf5->H5Sget_simple_extent_dims
#define H5Sget_simple_extent_ndims       zni_hdf5->H5Sget_simple_extent_ndims
#define H5Sget_simple_extent_npoints     zni_hdf5->H5Sget_simple_extent_npoints
#define H5Sselect_hyperslab              zni_hdf5->H5Sselect_hyperslab
#define H5Tclose                         zni_hdf5->H5Tclose
#define H5Tcopy                          zni_hdf5->H5Tcopy
#define H5Tenum_create                   zni_hdf5->H5Tenum_create
#define H5Tenum_insert                   zni_hdf5->H5Tenum_insert
#define H5Tget_class                     zni_hdf5->H5Tget_class
#define H5Tget_size                      zni_hdf5->H5Tget_size
#define H5Tis_variable_str               zni_hdf5->H5Tis_variable_str
#define H5Tset_cset                      zni_hdf5->H5Tset_cset
#define H5Tset_size                      zni_hdf5->H5Tset_size
#define H5check_version                  zni_hdf5->H5check_version
#define H5dont_atexit                    zni_hdf5->H5dont_atexit
#define H5free_memory                    zni_hdf5->H5free_memory
#define H5open                           zni_hdf5->H5open
/* since HDF5 1.12 this is a name for another */
#ifdef H5Literate
#define H5Literate2 zni_hdf5->H5Literate2
#else
#define H5Literate zni_hdf5->H5Literate
#endif

#define H5P_CLS_DATASET_ACCESS_ID_g      (*zni_hdf5->H5P_CLS_DATASET_ACCESS_ID_g)
#define H5P_CLS_DATASET_CREATE_ID_g      (*zni_hdf5->H5P_CLS_DATASET_CREATE_ID_g)
#define H5P_CLS_FILE_ACCESS_ID_g         (*zni_hdf5->H5P_CLS_FILE_ACCESS_ID_g)
#define H5P_CLS_FILE_CREATE_ID_g         (*zni_hdf5->H5P_CLS_FILE_CREATE_ID_g)
#define H5P_CLS_LINK_CREATE_ID_g         (*zni_hdf5->H5P_CLS_LINK_CREATE_ID_g)
#define H5T_C_S1_g                       (*zni_hdf5->H5T_C_S1_g)
#define H5T_IEEE_F32LE_g                 (*zni_hdf5->H5T_IEEE_F32LE_g)
#define H5T_IEEE_F64LE_g                 (*zni_hdf5->H5T_IEEE_F64LE_g)
#define H5T_NATIVE_DOUBLE_g              (*zni_hdf5->H5T_NATIVE_DOUBLE_g)
#define H5T_NATIVE_INT64_g               (*zni_hdf5->H5T_NATIVE_INT64_g)
#define H5T_NATIVE_INT8_g                (*zni_hdf5->H5T_NATIVE_INT8_g)
#define H5T_NATIVE_LLONG_g               (*zni_hdf5->H5T_NATIVE_LLONG_g)
#define H5T_NATIVE_UCHAR_g               (*zni_hdf5->H5T_NATIVE_UCHAR_g)
#define H5T_STD_I32LE_g                  (*zni_hdf5->H5T_STD_I32LE_g)

#endif
