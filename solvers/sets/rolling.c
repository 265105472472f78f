/* rolling.c - the cone of friction and rolling friction, ||z_T|| <= mu z_N,
 * ||z_M|| <= mu_r z_N and, with six components, |z_S| <= mu_s z_N: a product of discs
 * at each load; with its shift, see zeno/rolling_friction.h
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include <zeno/rolling_friction.h>

#include "cones.h"
#include "sets.h"

static zn_index params(zn_index size)
{
    return size == 6 ? 3 : 2;
}

static int parts(const zn_cone *c, zni_part part[ZNI_PARTS_MOST])
{
    return zni_rolling_parts(c->size, c->param[0], c->param + 1, 1, part);
}

static zn_status check(zn_ctx *ctx, const zn_cone *c)
{
    zn_status st =
        c->size == 3 || c->size == 5 || c->size == 6
            ? zni_set_not_negative(ctx, c, 0, "mu")
            : zn_fail(ctx, ZN_EINVAL,
                      "%td components, must be 3 (normal, tangent, rolling), "
                      "5 (normal, 2 tangents, 2 rolling) or 6 (and spin)",
                      c->size);

    if (!st)
        st = zni_set_not_negative(ctx, c, 1, "mu_r");
    if (!st && c->size == 6)
        st = zni_set_not_negative(ctx, c, 2, "mu_s");
    return st;
}

static void project(const zn_cone *c, const double x[], double out[],
                    double work[])
{
    zni_part part[ZNI_PARTS_MOST];
    const int n = parts(c, part);

    (void)work;
    zni_rolling_project(c->size, n, part, x, out, NULL);
}

static void natural(const zn_cone *c, double rho, const double z[],
                    const double w[], double f[], double work[])
{
    zni_part part[ZNI_PARTS_MOST];
    const int n = parts(c, part);
    double x[ZNI_DMAX];

    zni_set_natural(c, rho, zni_rolling_shift(c->size, n, part, w, NULL), z, w, f, x, work);
}

ZNI_SET(set_rolling_friction, "rolling-friction",
        "Coulomb with rolling: ||z_T|| <= mu z_N, ||z_M|| <= mu_r z_N",
        .params = params, .check = check, .project = project, .natural = natural, .gap = true)
