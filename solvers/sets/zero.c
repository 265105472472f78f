/* zero.c - the set of equalities: w = 0, z free
 * SPDX-License-Identifier: Apache-2.0 */
#include "sets.h"

static void project(const zn_cone *c, const double x[], double out[],
                    double work[])
{
    (void)work;
    for (zn_index i = 0; i < c->size; i++)
        out[i] = x[i];
}

static void natural(const zn_cone *c, double rho, const double z[],
                    const double w[], double f[], double work[])
{
    (void)z;
    (void)work;
    for (zn_index i = 0; i < c->size; i++)
        f[i] = rho * w[i];
}

ZNI_SET(set_zero, "zero", "w = 0, z free",
        .separable = true, .params = zni_set_no_params, .project = project, .natural = natural)
