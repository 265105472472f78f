/* file.h - files that are read whole
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_FILE_H
#define ZENO_KERNEL_FILE_H

#include <zeno/ctx.h>

/* Read a file whole, of at most that many bytes; *out is the caller's (zn_free_array). */
zn_status zni_file_read(zn_ctx *ctx, const char *path, uint64_t most,
                        unsigned char **out, uint64_t *size);

/* Before others open it: a pipe would keep them waiting for who writes, a device may have
 * no end. Whether it is there is not asked. */
zn_status zni_file_regular(zn_ctx *ctx, const char *path);

#endif
