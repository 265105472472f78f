/* scalar.c - a linear problem in a box of one row
 * SPDX-License-Identifier: Apache-2.0 */
#include "box.h"

/* w = m z + q on [lo, hi]. m > 0: the root, put on the interval. m <= 0: w falls, so an
 * end does, lo if w >= 0 there, else hi if w <= 0 there; one of the two holds when both
 * are finite. With an infinite end the root is left, if it is inside. */
zn_status zni_box_scalar(const zni_box *b, double z[], double w[],
                         zn_solve_info *info)
{
    double m =
        b->M->storage == ZN_DENSE ? b->M->x[0] : zn_matrix_get(b->M, 0, 0);
    double q = b->q[0], lo = zni_box_lo(b, 0), hi = zni_box_hi(b, 0);

    info->iterations = 0;
    info->outcome = ZN_SOLVED;
    if (m > 0)
        z[0] = q == 0 ? zni_box_clip(b, 0, 0) : zni_box_clip(b, 0, -q / m);
    else if (m == 0 && q == 0)
        z[0] = zni_box_clip(b, 0, z[0]);
    else if (isfinite(lo) && m * lo + q >= 0)
        z[0] = lo;
    else if (isfinite(hi) && m * hi + q <= 0)
        z[0] = hi;
    else if (m < 0 && -q / m >= lo && -q / m <= hi)
        z[0] = -q / m;
    else
        info->outcome = ZN_INFEASIBLE;
    if (info->outcome == ZN_INFEASIBLE)
        z[0] = zni_box_clip(b, 0, 0);
    w[0] = m * z[0] + q;
    return info->outcome == ZN_SOLVED ? ZN_OK : ZN_UNSOLVED;
}
