/* by_row.c - options of a law that may have a number for each row
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/by_row.h"

#include <string.h>

/* Rows that have the numbers of all. */
static zn_status begin(zn_law *law, zni_by_row *b, zn_index count,
                       const zni_row_option of[], zn_index n)
{
    b->each = zn_alloc(law->ctx, count * n, sizeof *b->each);
    if (!b->each)
        return ZN_ENOMEM;
    b->rows = n;
    for (zn_index k = 0; k < count; k++)
        for (zn_index i = 0; i < n; i++)
            b->each[i + k * n] = *of[k].all;
    return ZN_OK;
}

zn_status zni_by_row_set(zn_law *law, zni_by_row *b, zn_index count,
                         const zni_row_option of[], zn_index size,
                         const char *option, zn_index n, const double x[])
{
    const char *name = law->type->type.name;
    const zn_index rows = b->each ? b->rows : size;
    zn_status st = ZN_OK;
    zn_index k = 0;

    while (k < count && strcmp(of[k].name, option))
        k++;
    if (k == count)
        return n == 0 ? ZN_OK
                      : zn_fail(law->ctx, ZN_ENOENT,
                                "law '%s': '%s' has no numbers by row", name,
                                option);
    if (n != 0 && (n < 1 || n > ZNI_MAX_SIZE || (rows > 0 && n != rows)))
        return zn_fail(law->ctx, ZN_EINVAL,
                       "law '%s': %td numbers for '%s' of %td rows", name, n,
                       option, rows);
    if (n != 0 && !b->each && law->model)
        return zn_fail(law->ctx, ZN_EINVAL,
                       "law '%s': in its model '%s' is one number for all "
                       "rows; make a law of %td rows before it is connected",
                       name, option, n);
    if (n != 0 && !b->each)
        st = begin(law, b, count, of, n);
    for (zn_index i = 0; !st && i < b->rows; i++)
        b->each[i + k * b->rows] = n ? x[i] : *of[k].all;
    return st;
}
