/* box.c - residual of a linear complementarity problem in a box
 * SPDX-License-Identifier: Apache-2.0 */
#include "box.h"

double zni_box_residual(const zni_box *b, const double z[], const double w[])
{
    double err = 0, scale = 1;

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
