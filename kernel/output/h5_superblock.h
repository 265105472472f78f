/* h5_superblock.h - the first bytes of an HDF5 file, set by hand
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_H5_SUPERBLOCK_H
#define ZENO_KERNEL_H5_SUPERBLOCK_H

#include <stdbool.h>
#include <stdint.h>

/* Say in the file that nobody writes it, and that it ends at byte `end`. False with
 * errno, if it has no superblock of version 2 or 3 (EILSEQ) or cannot be written. */
bool zni_h5_superblock_set(int fd, uint64_t end);

#endif
