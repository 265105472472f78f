/* orthant.c - the set of complementarity: 0 <= w _|_ z >= 0
 * SPDX-License-Identifier: Apache-2.0 */
#include "sets.h"

#include <math.h>

static void project(const zn_cone *c, const double x[], double out[],
                    double work[])
{
    (void)work;
    for (zn_index i = 0; i < c->size; i++)
        out[i] = fmax(x[i], 0);
}

/* z - max(0, z - rho w) = min(z, rho w) */
static void natural(const zn_cone *c, double rho, const double z[],
                    const double w[], double f[], double work[])
{
    (void)work;
    for (zn_index i = 0; i < c->size; i++)
        f[i] = fmin(z[i], rho * w[i]);
}

ZNI_SET(set_orthant, "orthant", "0 <= w _|_ z >= 0",
        .separable = true, .params = zni_set_no_params, .project = project, .natural = natural)
