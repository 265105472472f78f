/* data.c - messages about invalid problem data
 * SPDX-License-Identifier: Apache-2.0 */
#include "data.h"

zn_status zni_wrong_size(zn_ctx *ctx, const char *name, const zn_matrix *A,
                         zn_index rows, zn_index cols)
{
    return zn_fail(ctx, ZN_EINVAL, "%s is %td x %td, must be %td x %td", name,
                   A->rows, A->cols, rows, cols);
}

zn_status zni_wrong_number(zn_ctx *ctx, const char *name, zn_index i, double x)
{
    return isfinite(x) ? zn_fail(ctx, ZN_EINVAL, "%s(%td) = %g, must be >= 0",
                                 name, i, x)
                       : zn_fail(ctx, ZN_EDOM, "%s(%td) = %g", name, i, x);
}

zn_status zni_wrong_bounds(zn_ctx *ctx, zn_index i, double lo, double hi)
{
    if (isnan(lo) || isnan(hi))
        return zn_fail(ctx, ZN_EDOM, "lb(%td) = %g, ub(%td) = %g", i, lo, i,
                       hi);
    return zn_fail(ctx, ZN_EINVAL, "[lb, ub](%td) = [%g, %g] is empty", i, lo,
                   hi);
}

zn_status zni_check_cover(zn_ctx *ctx, const char *what, zn_index n, zn_index nb,
                          const zn_index start[])
{
    if (nb > n)
        return zn_fail(ctx, ZN_EINVAL, "%td %ss of %td rows: there are more than rows", nb, what, n);
    if (start[0] != 0 || start[nb] != n)
        return zn_fail(ctx, ZN_EINVAL, "%ss cover rows %td to %td, must be 0 to %td", what, start[0],
                       start[nb], n);
    for (zn_index b = 0; b < nb; b++)
        if (start[b + 1] <= start[b])
            return zn_fail(ctx, ZN_EINVAL, "%s %td ends at row %td, begins at %td", what, b,
                           start[b + 1], start[b]);
    return ZN_OK;
}
