/* second_order.c - the second-order cone ||z_1..|| <= tau z_0, w in its dual
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include "cones.h"
#include "sets.h"

static zn_status check(zn_ctx *ctx, const zn_cone *c)
{
    if (c->param[0] > 0 && isfinite(c->param[0]))
        return ZN_OK;
    return zn_fail(ctx, ZN_EINVAL, "tau = %g, must be > 0 and finite",
                   c->param[0]);
}

/* s = ||x_1..||: inside if s <= tau x_0, in the polar cone if tau s <= -x_0, else
 * a (1, tau x_1.. / s) with a = (x_0 + tau s) / (1 + tau^2) */
void zni_soc_project(zn_index d, double tau, double x[])
{
    double s = 0, a;

    for (zn_index i = 1; i < d; i++)
        s += x[i] * x[i];
    s = sqrt(s);
    if (s <= tau * x[0])
        return;
    if (tau * s <= -x[0]) {
        memset(x, 0, (size_t)d * sizeof *x);
        return;
    }
    a = (x[0] + tau * s) / (1 + tau * tau);
    x[0] = a;
    for (zn_index i = 1; i < d; i++)
        x[i] *= tau * a / s;
}

static void project(const zn_cone *c, const double x[], double out[],
                    double work[])
{
    (void)work;
    if (out != x)
        memcpy(out, x, (size_t)c->size * sizeof *x);
    zni_soc_project(c->size, c->param[0], out);
}

static void natural(const zn_cone *c, double rho, const double z[],
                    const double w[], double f[], double work[])
{
    zni_set_natural(c, rho, 0, z, w, f, work, NULL);
}

static zn_index work_size(const zn_cone *c)
{
    return c->size;
}

ZNI_SET(set_second_order_cone, "second-order-cone", "||z_1..|| <= tau z_0, w in the dual cone",
        .params = zni_set_one_param, .check = check, .work = work_size, .project = project,
        .natural = natural)
