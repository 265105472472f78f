/* cone.c - what is of all cones of a problem
 * SPDX-License-Identifier: Apache-2.0 */
#include "cone.h"
#include "../../linalg/octave.h"
#include "../../linalg/small.h"
#include "../../linalg/units.h"
#include "../../system/sizes.h"

#include <string.h>

zn_index zni_soclcp_widest(const zn_soclcp *p)
{
    zn_index d = 0;

    for (zn_index c = 0; c < p->ncones; c++)
        if (p->cone[c + 1] - p->cone[c] > d)
            d = p->cone[c + 1] - p->cone[c];
    return d;
}

void zni_soclcp_sizes(const zn_soclcp *p, double size[])
{
    double sum = 0, none;
    zn_index count = 0;

    zn_matrix_diag(p->M, size);
    for (zn_index c = 0; c < p->ncones; c++) {
        size[c] = zni_contact_mean(p->cone[c + 1] - p->cone[c], size + p->cone[c], 1);
        sum += size[c];
        count += size[c] > 0;
    }
    none = sum > 0 ? sum / (double)count : zni_matrix_unit(p->M);
    for (zn_index c = 0; c < p->ncones; c++)
        size[c] = zni_octave(size[c] > 0 ? size[c] : none);
}

double zni_soclcp_size(const zn_soclcp *p, double work[])
{
    double mean;

    zn_matrix_diag(p->M, work);
    mean = zni_contact_mean(p->n, work, 1);
    return mean > 0 ? mean : zni_matrix_unit(p->M);
}

double zni_soclcp_residual(const zn_soclcp *p, const double size[],
                           const double z[], const double w[], double x[])
{
    const double q = zni_norm(p->n, p->q);

    for (zn_index c = 0; c < p->ncones; c++) {
        zn_index at = p->cone[c], d = p->cone[c + 1] - at;
        double *r = x + at;

        for (zn_index i = 0; i < d; i++)
            r[i] = size[c] * z[at + i] - w[at + i];
        /* inside, the difference is w without rounding */
        if (zni_norm(d - 1, r + 1) <= p->tau[c] * r[0]) {
            memcpy(r, w + at, (size_t)d * sizeof *r);
            continue;
        }
        zni_soc_project(d, p->tau[c], r);
        for (zn_index i = 0; i < d; i++)
            r[i] = size[c] * z[at + i] - r[i];
    }
    return zni_norm(p->n, x) / (q > 0 ? q : 1);
}
