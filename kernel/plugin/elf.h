/* elf.h - is a file a shared object that the loader can be trusted with?
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_ELF_H
#define ZENO_KERNEL_ELF_H

#include <zeno/ctx.h>

/* The system's loader believes what a shared object says of itself: a damaged one
 * ends the process. Look at all it will follow first (System V ABI, chapters 4 and
 * 5): headers, segments, the dynamic section with its strings, symbols, hash tables
 * and relocations.
 * ZN_ENOENT with words that name what is wrong and where. */
zn_status zni_elf_check(zn_ctx *ctx, const char *path);

#endif
