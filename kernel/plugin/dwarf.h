/* dwarf.h - how the functions of a file were declared, by its debug information
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_DWARF_H
#define ZENO_KERNEL_DWARF_H

#include <zeno/ctx.h>

/* Arguments by letters: d double, u integer, p pointer to double or to what has no type
 * that we know, f float, * pointer to other numbers, ? anything else. */
enum { ZNI_DWARF_MOST = 12, ZNI_DWARF_ROOM = ZNI_DWARF_MOST + 1 };

typedef struct zni_declared {
    char *name;
    char arguments[ZNI_DWARF_ROOM];
} zni_declared;

/* What a compiler wrote down with -g about the functions that others may call: none of a file
 * without it, with it elsewhere, or damaged, and of no file where Zeno was configured without
 * libdw. *out is the caller's, n of them (zni_dwarf_free). ZN_ENOMEM is the only failure. */
zn_status zni_dwarf_functions(zn_ctx *ctx, const char *path, zni_declared **out, zn_index *n);

void zni_dwarf_free(zn_ctx *ctx, zni_declared *all, zn_index n);

#endif
