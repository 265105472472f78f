/* box.c - the set of relays: lb <= z <= ub, -w in N_[lb,ub](z)
 * SPDX-License-Identifier: Apache-2.0 */
#include "sets.h"

#include <math.h>

static zn_index params(zn_index size)
{
    return 2 * size;
}

static zn_status check(zn_ctx *ctx, const zn_cone *c)
{
    const double *lb = c->param, *ub = lb + c->size;

    for (zn_index i = 0; i < c->size; i++)
        if (!(lb[i] <= ub[i]) || lb[i] == INFINITY || ub[i] == -INFINITY)
            return zn_fail(ctx, ZN_EINVAL,
                           "bounds of component %td: [%g, %g] is empty", i,
                           lb[i], ub[i]);
    return ZN_OK;
}

static void project(const zn_cone *c, const double x[], double out[],
                    double work[])
{
    const double *lb = c->param, *ub = lb + c->size;

    (void)work;
    for (zn_index i = 0; i < c->size; i++)
        out[i] = fmax(lb[i], fmin(ub[i], x[i]));
}

/* z - mid(lb, z - rho w, ub) = max(min(z - lb, rho w), z - ub) */
static void natural(const zn_cone *c, double rho, const double z[],
                    const double w[], double f[], double work[])
{
    const double *lb = c->param, *ub = lb + c->size;

    (void)work;
    for (zn_index i = 0; i < c->size; i++)
        f[i] = fmax(fmin(z[i] - lb[i], rho * w[i]), z[i] - ub[i]);
}

ZNI_SET(set_box, "box", "lb <= z <= ub, -w in its normal cone at z",
        .separable = true, .params = params, .check = check, .project = project, .natural = natural)
