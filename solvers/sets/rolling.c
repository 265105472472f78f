/* rolling.c - the cone of friction and rolling friction, ||z_T|| <= mu z_N and
 * ||z_M|| <= mu_r z_N: a product of discs at each load; with its shift, see
 * zeno/rolling_friction.h
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include <zeno/rolling_friction.h>

#include "sets.h"

static zn_index params(zn_index size)
{
    (void)size;
    return 2;
}

static zn_status check(zn_ctx *ctx, const zn_cone *c)
{
    const zn_status st =
        c->size == 3 || c->size == 5
            ? zni_set_not_negative(ctx, c, 0, "mu")
            : zn_fail(ctx, ZN_EINVAL,
                      "%td components, must be 3 (normal, tangent, rolling) or "
                      "5 (normal, 2 tangents, 2 rolling)",
                      c->size);

    return st ? st : zni_set_not_negative(ctx, c, 1, "mu_r");
}

static void project(const zn_cone *c, const double x[], double out[],
                    double work[])
{
    (void)work;
    zn_rolling_friction_project(c->size, c->param[0], c->param[1], x, out);
}

static void natural(const zn_cone *c, double rho, const double z[],
                    const double w[], double f[], double work[])
{
    const bool plane = c->size == 3;
    const double slip = plane ? fabs(w[1]) : hypot(w[1], w[2]);
    const double roll = plane ? fabs(w[2]) : hypot(w[3], w[4]);

    (void)work;
    zni_set_natural(c, rho, c->param[0] * slip + c->param[1] * roll, z, w, f);
}

const zn_set_type zni_set_rolling_friction = {
    .type = {.size = sizeof zni_set_rolling_friction,
             .kind = ZN_KIND_SET,
             .name = "rolling-friction",
             .summary = "Coulomb with rolling: ||z_T|| <= mu z_N, ||z_M|| <= "
                        "mu_r z_N"},
    .params = params,
    .check = check,
    .project = project,
    .natural = natural,
    .gap = true,
};

const zn_set_type *zn_set_rolling_friction(void)
{
    return &zni_set_rolling_friction;
}
