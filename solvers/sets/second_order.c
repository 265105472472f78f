/* second_order.c - the second-order cone ||z_1..|| <= tau z_0, w in its dual
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "sets.h"

static zn_status check(zn_ctx *ctx, const zn_cone *c)
{
    if (c->param[0] > 0 && isfinite(c->param[0]))
        return ZN_OK;
    return zn_fail(ctx, ZN_EINVAL, "tau = %g, must be > 0 and finite",
                   c->param[0]);
}

static double rest(const zn_cone *c, const double x[])
{
    double sum = 0;

    for (zn_index i = 1; i < c->size; i++)
        sum += x[i] * x[i];
    return sqrt(sum);
}

/* s = ||x_1..||: inside if s <= tau x_0, in the polar cone if tau s <= -x_0, else
 * a (1, tau x_1.. / s) with a = (x_0 + tau s) / (1 + tau^2) */
static void project(const zn_cone *c, const double x[], double out[],
                    double work[])
{
    const double tau = c->param[0], s = rest(c, x), x0 = x[0];
    const double a = (x0 + tau * s) / (1 + tau * tau);
    const bool inside = s <= tau * x0, polar = tau * s <= -x0;

    (void)work;
    for (zn_index i = 0; i < c->size; i++)
        out[i] = inside ? x[i] : polar ? 0 : i ? tau * a * (x[i] / s) : a;
}

/* in two passes over f: it holds the argument first */
static void natural(const zn_cone *c, double rho, const double z[],
                    const double w[], double f[], double work[])
{
    bool inside = true;

    for (zn_index i = 0; i < c->size; i++)
        f[i] = z[i] - rho * w[i];
    project(c, f, work, NULL);
    for (zn_index i = 0; i < c->size; i++)
        inside = inside && f[i] == work[i];
    for (zn_index i = 0; i < c->size; i++)
        f[i] = inside ? rho * w[i] : z[i] - work[i];
}

static zn_index work_size(const zn_cone *c)
{
    return c->size;
}

const zn_set_type zni_set_second_order_cone = {
    .type = {.size = sizeof zni_set_second_order_cone,
             .kind = ZN_KIND_SET,
             .name = "second-order-cone",
             .summary = "||z_1..|| <= tau z_0, w in the dual cone"},
    .params = zni_set_one_param,
    .check = check,
    .work = work_size,
    .project = project,
    .natural = natural,
};

const zn_set_type *zn_set_second_order_cone(void)
{
    return &zni_set_second_order_cone;
}
