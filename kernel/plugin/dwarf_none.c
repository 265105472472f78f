/* dwarf_none.c - no function's declaration is known: Zeno was configured without libdw
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/plugin/dwarf.h"

zn_status zni_dwarf_functions(zn_ctx *ctx, const char *path, zni_declared **out, zn_index *n)
{
    (void)ctx;
    (void)path;
    *out = NULL;
    *n = 0;
    return ZN_OK;
}

void zni_dwarf_free(zn_ctx *ctx, zni_declared *all, zn_index n)
{
    (void)n;
    zn_free_array(ctx, all);
}
