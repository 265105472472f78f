/* residual.c - residual of a linear complementarity problem in a box
 * SPDX-License-Identifier: Apache-2.0 */
#include "box.h"

#include "../linalg/affine.h"

/* the same with z >= 0 alone, which is what most problems have */
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

        /* the negation lets NaN in, and then nothing replaces it */
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
