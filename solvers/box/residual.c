/* residual.c - residual of a linear complementarity problem in a box, and the solution of one row
 * SPDX-License-Identifier: Apache-2.0 */
#include "box.h"

#include "../linalg/affine.h"

/* the same for z >= 0 alone, which is the most frequent case */
static double one_sided(const zni_box *b, const double z[], const double w[])
{
    double err = 0, scale = 1, size;

    for (zn_index i = 0; i < b->n; i++) {
        double r = fabs(z[i] < w[i] ? z[i] : z[i] >= w[i] ? w[i] : NAN);

        if (!(r <= err) && !isnan(err))
            err = r;
        size = fabs(b->q[i]);
        scale = size > scale ? size : scale;
    }
    return err / scale;
}

double zni_box_residual(const zni_box *b, const double z[], const double w[])
{
    double err = 0, scale = b->size > 0 ? b->size : 1;

    if (!b->lo && !b->hi)
        return one_sided(b, z, w);

    for (zn_index i = 0; i < b->n; i++) {
        double r = zni_box_row(b, i, z[i], w[i]);

        /* written so that NaN is kept, and not replaced afterwards */
        if (!(r <= err) && !isnan(err))
            err = r;
        if (fabs(b->q[i]) > scale)
            scale = fabs(b->q[i]);
    }
    return err / scale;
}

void zni_box_dual(const zni_box *b, const double z[], double w[])
{
    zni_affine(b->M, b->q, z, w);
}

double zni_box_error(const zni_box *b, const double z[], double w[])
{
    zni_box_dual(b, z, w);
    return zni_box_residual(b, z, w);
}

zn_status zni_box_verdict(const zni_box *b, double tol, const double z[], const double w[], zn_solve_info *info)
{
    if (!(zni_box_residual(b, z, w) <= tol))
        return ZN_UNSOLVED;
    info->outcome = ZN_SOLVED;
    return ZN_OK;
}

/* w = m z + q on [lo, hi]. If m > 0, the solution is the root, put into the interval. If m <= 0, w decreases, and an
 * end is a solution: lo if w >= 0 there, else hi if w <= 0 there; one of the two holds if both are finite. With an
 * infinite end the root remains, if it is inside. */
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
