/* joint_class.c - classes of joints by name
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/mechanics/joint.h"

#include <stdio.h>
#include <string.h>

#include <zeno/plugin.h>

/* Those of which `is` says so, as a list. */
static void list(const zn_ctx *ctx, zni_joint_is_fn *is, size_t size, char out[])
{
    const zn_type *t;

    *out = 0;
    for (zn_index k = 0; (t = zn_type_at(ctx, ZN_KIND_RELATION, k)); k++) {
        const size_t used = strlen(out);
        if (is((const zn_relation_type *)t))
            snprintf(out + used, size - used, "%s%s", used ? ", " : "", t->name);
    }
}

zn_status zni_joint_find(zn_ctx *ctx, const char *cls, zni_joint_is_fn *is,
                         const char *what, const zn_type **out)
{
    zn_status st = zn_kernel_register(ctx);
    char known[512];

    if (st)
        return st;
    st = zn_type_find(ctx, ZN_KIND_RELATION, cls, out);
    if (!st && !is((const zn_relation_type *)*out))
        st = ZN_EINVAL;
    if (st != ZN_ENOENT && st != ZN_EINVAL)
        return st;
    list(ctx, is, sizeof known, known);
    return zn_fail(ctx, st, "'%s' is no %s; there is: %s", cls ? cls : "", what, known);
}
