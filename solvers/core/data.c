/* data.c - words for problem data that cannot be used
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
