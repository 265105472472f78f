/* friction.c - Coulomb's cone ||z_T|| <= mu z_N, a segment or a disc at each
 * load, with De Saxce's shift mu ||w_T|| of the normal component:
 *     G. De Saxce, Z.-Q. Feng, Math. Comput. Modelling 28 (1998)
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include <zeno/friction.h>

#include "sets.h"

static zn_status check(zn_ctx *ctx, const zn_cone *c)
{
    if (c->size != 2 && c->size != 3)
        return zn_fail(ctx, ZN_EINVAL,
                       "%td components, must be 2 (normal, tangent) or 3 "
                       "(normal, 2 tangents)",
                       c->size);
    return zni_set_not_negative(ctx, c, 0, "mu");
}

static void project(const zn_cone *c, const double x[], double out[],
                    double work[])
{
    (void)work;
    zn_friction_project(c->size, c->param[0], x, out);
}

static void natural(const zn_cone *c, double rho, const double z[],
                    const double w[], double f[], double work[])
{
    const double slip = c->size == 2 ? fabs(w[1]) : hypot(w[1], w[2]);
    double x[3];

    zni_set_natural(c, rho, c->param[0] * slip, z, w, f, x, work);
}

ZNI_SET(set_friction, "friction", "Coulomb: ||z_T|| <= mu z_N, De Saxce's shift of w_N",
        .params = zni_set_one_param, .check = check, .project = project, .natural = natural,
        .gap = true)
